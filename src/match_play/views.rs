//! What match play adds to the types of the interface.

use crate::rules;
use soroban_sdk::contracttype;

/// A step or a jump, as `submit_move` takes it. Rows and columns go from 0 to 7.
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Move {
    /// Row of the start.
    pub from_row: u32,
    /// Column of the start.
    pub from_col: u32,
    /// Row of the landing square.
    pub to_row: u32,
    /// Column of the landing square.
    pub to_col: u32,
}

impl From<rules::Move> for Move {
    fn from(rules::Move { from, to, .. }: rules::Move) -> Self {
        Move {
            from_row: from.row(),
            from_col: from.col(),
            to_row: to.row(),
            to_col: to.col(),
        }
    }
}

/// What match play keeps of a game beside its moves.
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct MatchState {
    /// Seconds for a turn; 0: as many as one likes.
    pub move_seconds: u32,
    /// When the turn was passed to the player to move, in seconds of ledger time.
    pub turn_passed: u64,
    /// The player who offers a draw, 1 or 2; 0 for nobody.
    pub offer: u32,
    /// Moves since the last capture or move of a man, at most 80.
    pub quiet_moves: u32,
}

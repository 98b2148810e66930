//! A deployed contract with a game, wherever it is: what the terminal asks of it.

use crate::game::Rules;
use crate::request::Request;
use crate::spec::Spec;
use checkers::rules::{Position, Side, Square, SIZE};
use std::fmt;

/// A deployed contract with a game set up.
pub trait Contract {
    /// What it can do, and what its errors mean.
    fn spec(&self) -> &Spec;

    /// The rules that it keeps, if it is known beforehand.
    fn rules(&self) -> Option<Rules>;

    /// The address that plays a side.
    fn address(&self, side: Side) -> String;

    /// Sends one step or jump: from row, from column, to row, to column.
    fn submit(&mut self, side: Side, squares: [u32; 4]) -> Result<Option<Receipt>, Refusal>;

    /// Sends what a player asks for.
    fn ask(&mut self, side: Side, request: Request) -> Result<Option<Receipt>, Refusal>;

    /// The game as it stands.
    fn state(&self) -> Result<State, Refusal>;

    /// Clock, offer and quiet moves. `None` if the contract does not tell.
    fn match_state(&self) -> Result<Option<MatchState>, Refusal>;

    /// The squares of each step or jump that is legal. `None` if the contract does not tell.
    fn legal_moves(&self) -> Result<Option<Vec<(Square, Square)>>, Refusal>;

    /// The steps and jumps from the start of the game to now. `None` if nobody can tell any more.
    fn past(&self) -> Result<Option<Vec<(Square, Square)>>, Refusal>;

    /// The present time of the ledger, in seconds.
    fn now(&self) -> u64;

    /// What the calls have cost, as text of some lines.
    fn costs(&self) -> String;

    /// Where the contract is: headers for a score, each a name and a value.
    fn headers(&self) -> Vec<(&'static str, String)>;
}

/// What became of a transaction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Receipt {
    /// The ledger that it is in.
    pub ledger: u32,
    /// What was charged for it, in stroops.
    pub fee: i64,
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Receipt { ledger, fee } = self;
        write!(f, "In ledger {ledger}, for a fee of {}.", stroops(*fee))
    }
}

/// An amount in words. A lumen has ten million stroops.
pub fn stroops(amount: i64) -> String {
    let (lumens, rest) = (amount / 10_000_000, amount % 10_000_000);
    format!("{amount} stroops ({lumens}.{rest:07} XLM)")
}

/// Why a call had no effect, or none that is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The contract's own error: its number, and what it means.
    Contract(u32, String),
    /// The network, or the way to it: what is wrong, and what to do.
    Network(String),
    /// The host stopped the call.
    Host(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Contract(_, why) | Refusal::Network(why) | Refusal::Host(why) => {
                f.write_str(why)
            }
        }
    }
}

/// What `get_state` tells, as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Where the pieces stand.
    pub position: Position,
    /// The side to move.
    pub side: Side,
    /// 1 at the start, one more each time the turn passes.
    pub move_number: u32,
    /// Is the game over?
    pub finished: bool,
    /// Who has won.
    pub winner: Option<Side>,
}

/// The position of 64 cells, as the contract shows a board.
pub fn position(cells: impl Iterator<Item = i32>) -> Position {
    let mut position = Position::default();
    for (index, cell) in (0..SIZE * SIZE).zip(cells) {
        let side = match cell {
            1.. => Side::Black,
            0 => continue,
            _ => Side::White,
        };
        if let Some(square) = Square::at(index / SIZE, index % SIZE) {
            position.place(square, side);
            if cell.abs() == 2 {
                position.crown(square);
            }
        }
    }
    position
}

/// What `get_match` tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchState {
    /// Seconds for a turn; 0: as many as one likes.
    pub move_seconds: u32,
    /// When the turn was passed, in seconds of ledger time.
    pub turn_passed: u64,
    /// Who offers a draw.
    pub offer: Option<Side>,
    /// Moves since the last capture or move of a man.
    pub quiet_moves: u32,
}

//! One tick: what is asked for, and what the systems find out for each other. It ends with the call;
//! what lasts is in the world.

#![deny(missing_docs)]

use crate::board::Board;
use crate::errors::CheckersError;
use crate::rules::{Move, Side};
use crate::tick_system::{self, Shared};
use cougr_core::SimpleWorld;
use soroban_sdk::{Address, Env};

/// What a player asks for. Rows and columns are as the caller gave them, any `u32`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Action {
    /// Who asks.
    pub player: Address,
    /// Row and column of the start.
    pub from: (u32, u32),
    /// Row and column of the landing square.
    pub to: (u32, u32),
}

/// What the systems of one tick share.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tick {
    /// What the player asks for.
    pub action: Action,
    /// The world's pieces by square: a system that changes one changes both.
    pub board: Board,
    /// The side that may move, once `admission` has let its player in.
    pub mover: Option<Side>,
    /// The step or jump asked for, once `validation` has resolved it.
    pub resolved: Option<Move>,
    /// Has the move crowned the piece? Found by `promotion`.
    pub crowned: bool,
    /// Must the piece that has landed jump again? Found by `chain_capture`.
    pub chain_open: bool,
    /// The side that has won by this move. Found by `end_condition`.
    pub winner: Option<Side>,
}

impl Tick {
    /// A tick that has not begun.
    pub fn new(env: &Env, world: &SimpleWorld, action: Action) -> Self {
        Tick {
            action,
            board: Board::of(world, env),
            mover: None,
            resolved: None,
            crowned: false,
            chain_open: false,
            winner: None,
        }
    }

    /// The side that may move. Without `admission` there is none.
    pub fn mover(&self) -> Result<Side, CheckersError> {
        self.mover.ok_or(CheckersError::NotAPlayer)
    }

    /// The step or jump of this tick. Without `validation` there is none, and no system plays one.
    pub fn resolved(&self) -> Result<Move, CheckersError> {
        self.resolved.ok_or(CheckersError::IllegalMove)
    }

    /// Must the piece that has landed go on? Not once the game is won.
    pub fn holds_the_turn(&self) -> bool {
        self.chain_open && self.winner.is_none()
    }
}

/// A tick in the hands of every system.
pub type SharedTick = Shared<Tick, CheckersError>;

/// A system of this game. An error refuses the move: nothing is saved.
pub type System = tick_system::System<Tick, CheckersError>;

//! How systems work together in a tick, and how one of them refuses a move.
//!
//! Cougr's systems return nothing, and the scheduler goes on after any of them. Here a system is a
//! [`System`]: it returns a `Result`, and [`tick_system`] makes a Cougr system of it that does
//! nothing once the tick is refused.

use crate::board::Board;
use crate::components::TurnComponent;
use crate::errors::CheckersError;
use crate::rules::{Move, Side, Square};
use crate::snapshot::Snapshot;
use alloc::rc::Rc;
use core::cell::RefCell;
use cougr_core::app::{named_app_system, SimpleSystem, SystemContext, SystemSpec};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// What a player asks for. Rows and columns are as the caller gave them, any `u32`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Action {
    /// The side to move, whose player asks.
    pub side: Side,
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
    /// The pieces, in step with their entities: a system that changes one changes both.
    pub board: Board,
    /// Whose turn it is, and which.
    pub turn: TurnComponent,
    /// The square of the piece that must go on, while a chain is open.
    pub chain: Option<Square>,
    /// The step or jump asked for, once `validation` has resolved it.
    pub resolved: Option<Move>,
    /// Must the piece that has landed jump again?
    pub chain_open: bool,
    /// The side that has won by this move.
    pub winner: Option<Side>,
    /// The first error of a system: it ends the tick.
    pub refused: Option<CheckersError>,
}

impl Tick {
    /// A tick that has not begun.
    pub fn new(game: &Snapshot, action: Action) -> Self {
        Tick {
            action,
            board: game.board,
            turn: game.turn,
            chain: game.chain,
            resolved: None,
            chain_open: false,
            winner: None,
            refused: None,
        }
    }

    /// The step or jump of this tick. Without `validation` there is none, and no system plays one.
    pub fn resolved(&self) -> Result<Move, CheckersError> {
        self.resolved.ok_or(CheckersError::IllegalMove)
    }
}

/// A tick in the hands of every system and of the entry point.
pub type SharedTick = Rc<RefCell<Tick>>;

/// A system of this game. An error refuses the move: the tick does nothing more, and nothing is saved.
pub type System = fn(&mut SimpleWorld, &Env, &mut Tick) -> Result<(), CheckersError>;

/// A [`System`] as the scheduler takes it.
pub struct TickSystem {
    system: System,
    tick: SharedTick,
}

impl SimpleSystem for TickSystem {
    fn run(&mut self, context: &mut SystemContext<'_, '_, '_>) {
        let env = context.env().clone();
        let mut tick = self.tick.borrow_mut();
        if tick.refused.is_none() {
            tick.refused = (self.system)(context.world_mut(), &env, &mut tick).err();
        }
    }
}

/// Names a system for the schedule.
pub fn tick_system(
    name: &'static str,
    tick: &SharedTick,
    system: System,
) -> SystemSpec<TickSystem> {
    let tick = tick.clone();
    named_app_system(name, TickSystem { system, tick })
}

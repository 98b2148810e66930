//! How systems work together in a tick, and how one of them refuses a move.
//!
//! Cougr's systems return nothing, and the scheduler goes on after any of them. Here a system is a
//! [`System`]: it returns a `Result`, and [`tick_system`] makes a Cougr system of it that does
//! nothing once the tick is refused.
//!
//! A system is a function, so a tick can be run by hand. This one is the tick that `docs/learn.md`
//! follows: a man of Black jumps from (5, 0) to (7, 2), is crowned, and has to jump on.
//!
//! ```
//! use checkers::components::{Chain, King, Piece, TurnComponent, MATCH};
//! use checkers::rules::{Side, Square};
//! use checkers::schedule::SCHEDULE;
//! use checkers::snapshot::{Snapshot, SNAPSHOT_BYTES};
//! use checkers::tick::{Action, Tick};
//! use soroban_sdk::Env;
//!
//! // The stored game: a byte a piece. Entity 5 stands on square 21, entity 17 on square 25.
//! let mut stored = [0; SNAPSHOT_BYTES];
//! stored[..12].copy_from_slice(&[17, 0, 3, 4, 21, 0, 0, 8, 0, 0, 0, 12]);
//! stored[12..24].copy_from_slice(&[0, 0, 0, 0, 25, 0, 0, 19, 29, 26, 0, 32]);
//! stored[24..30].copy_from_slice(&[1, 0, 0, 0, 0, 25]);
//! let game = Snapshot::decode(&stored).unwrap();
//!
//! let env = Env::default();
//! let mut world = game.spawn(&env);
//! let action = Action { side: Side::Black, from: (5, 0), to: (7, 2) };
//! let mut tick = Tick::new(&game, action);
//! let number = |square: Option<Square>| square.map(Square::number);
//!
//! for (_, name, system) in SCHEDULE {
//!     assert_eq!(system(&mut world, &env, &mut tick), Ok(()));
//!     match name {
//!         "validation" => {
//!             let resolved = tick.resolved.unwrap();
//!             assert_eq!((resolved.from.number(), resolved.to.number()), (21, 30));
//!             assert_eq!(number(resolved.captured), Some(25));
//!         }
//!         "movement" => {
//!             let piece: Piece = world.get_typed(&env, 5).unwrap();
//!             assert_eq!((piece.side, piece.square.number()), (Side::Black, 30));
//!             assert!(!world.has_typed::<Piece>(17));
//!         }
//!         "promotion" => assert!(world.has_typed::<King>(5)),
//!         "chain_capture" => assert!(tick.chain_open),
//!         "end_condition" => assert_eq!(tick.winner, None),
//!         "turn" => {
//!             let chain: Chain = world.get_typed(&env, MATCH).unwrap();
//!             assert_eq!(chain.square, 29); // the index: square 30
//!             let turn: TurnComponent = world.get_typed(&env, MATCH).unwrap();
//!             assert_eq!((turn.current_player, turn.move_number), (1, 25));
//!         }
//!         _ => assert_eq!(name, "forced_capture"),
//!     }
//! }
//!
//! let after = Snapshot::of(&world, &env).unwrap().encode();
//! assert_eq!(after[..12], [17, 0, 3, 4, 30 + 64, 0, 0, 8, 0, 0, 0, 12]);
//! assert_eq!(after[12..24], [0, 0, 0, 0, 0, 0, 0, 19, 29, 26, 0, 32]);
//! assert_eq!(after[24..30], [1, 30, 0, 0, 0, 25]);
//! ```

#![deny(missing_docs)]

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::hand_made::{game, game_with_chain, square};
    use cougr_core::app::{GameApp, ScheduleStage};

    const PICTURE: &str = "
          . . . .
         . . . .
          o . . .
         . x . .
          . . . .
         . . . .
          . . . .
         . . . .";

    fn action() -> Action {
        let (from, to) = ((2, 1), (4, 3));
        let side = Side::Black;
        Action { side, from, to }
    }

    #[test]
    fn a_tick_begins_with_the_game_and_the_action() {
        let game = game_with_chain(PICTURE, Side::Black, square(2, 1));
        let tick = Tick::new(&game, action());
        assert_eq!((tick.board, tick.turn), (game.board, game.turn));
        assert_eq!((tick.action, tick.chain), (action(), Some(square(2, 1))));
        assert_eq!((tick.resolved, tick.winner), (None, None));
        assert!(!tick.chain_open && tick.refused.is_none());
    }

    #[test]
    fn a_tick_without_validation_plays_nothing() {
        let mut tick = Tick::new(&game(PICTURE, Side::Black), action());
        assert_eq!(tick.resolved(), Err(CheckersError::IllegalMove));
        let step_or_jump = Move {
            from: square(2, 1),
            to: square(4, 3),
            captured: Some(square(3, 2)),
        };
        tick.resolved = Some(step_or_jump);
        assert_eq!(tick.resolved(), Ok(step_or_jump));
    }

    fn counts(world: &mut SimpleWorld, _: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
        world.spawn_entity();
        tick.turn.move_number += 1;
        Ok(())
    }

    fn refuses(_: &mut SimpleWorld, _: &Env, _: &mut Tick) -> Result<(), CheckersError> {
        Err(CheckersError::MustCapture)
    }

    fn refuses_otherwise(_: &mut SimpleWorld, _: &Env, _: &mut Tick) -> Result<(), CheckersError> {
        Err(CheckersError::IllegalMove)
    }

    #[test]
    fn the_first_error_ends_the_tick_across_stages() {
        let env = Env::default();
        let game = game(PICTURE, Side::Black);
        let tick = Rc::new(RefCell::new(Tick::new(&game, action())));
        let systems: [(ScheduleStage, &str, System); 5] = [
            (ScheduleStage::PreUpdate, "first", counts),
            (ScheduleStage::PreUpdate, "second", refuses),
            (ScheduleStage::PreUpdate, "third", counts),
            (ScheduleStage::Update, "fourth", refuses_otherwise),
            (ScheduleStage::Cleanup, "fifth", counts),
        ];
        let mut app = GameApp::new(&env);
        for (stage, name, system) in systems {
            app.add_systems(tick_system(name, &tick, system).in_stage(stage));
        }
        app.run(&env).unwrap();
        assert_eq!(tick.borrow().refused, Some(CheckersError::MustCapture));
        assert_eq!(tick.borrow().turn.move_number, game.turn.move_number + 1);
        assert_eq!(app.world().next_entity_id(), 2, "one system has counted");
    }
}

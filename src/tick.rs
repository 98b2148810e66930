//! One tick: what is asked for, and what the systems find out for each other. It ends with the call;
//! what lasts is in the world.
//!
//! A system is a function, so a tick can be run by hand. This one is the tick that `docs/learn.md`
//! follows: a man of Black jumps from (5, 0) to (7, 2), is crowned, and has to jump on.
//!
//! ```
//! use checkers::components::{
//!     Chain, King, Piece, Players, Status, Turn, MATCH,
//! };
//! use checkers::rules::{Side, Square};
//! use checkers::schedule::SCHEDULE;
//! use checkers::tick::{Action, Tick};
//! use cougr_core::SimpleWorld;
//! use soroban_sdk::{testutils::Address as _, Address, Env};
//!
//! let env = Env::default();
//! let mut world = SimpleWorld::new(&env);
//! // The squares of the pieces, 0 for a captured one. Entity 5 is on square 21, entity 17 on 25.
//! let black = [17, 0, 3, 4, 21, 0, 0, 8, 0, 0, 0, 12];
//! let white = [0, 0, 0, 0, 25, 0, 0, 19, 29, 26, 0, 32];
//! for (side, numbers) in [(Side::Black, black), (Side::White, white)] {
//!     for number in numbers {
//!         let piece = world.spawn_entity();
//!         if let Some(square) = Square::of_number(number) {
//!             world.set_typed(&env, piece, &Piece { side, square });
//!         }
//!     }
//! }
//! assert_eq!(world.spawn_entity(), MATCH);
//! let player = Address::generate(&env);
//! let players = Players::new(&player, &Address::generate(&env));
//! world.set_typed(&env, MATCH, &players);
//! world.set_typed(&env, MATCH, &Turn { player: 1, number: 25 });
//! world.set_typed(&env, MATCH, &Status { finished: false, winner: 0 });
//!
//! let action = Action { player, from: (5, 0), to: (7, 2) };
//! let mut tick = Tick::new(&env, &world, action);
//! let numbers = |squares: [Square; 3]| squares.map(Square::number);
//!
//! for (_, name, _, system) in SCHEDULE {
//!     assert_eq!(system(&mut world, &env, &mut tick), Ok(()));
//!     match name {
//!         "admission" => assert_eq!(tick.mover, Some(Side::Black)),
//!         "validation" => {
//!             let resolved = tick.resolved.unwrap();
//!             let captured = resolved.captured.unwrap();
//!             assert_eq!(numbers([resolved.from, captured, resolved.to]), [21, 25, 30]);
//!         }
//!         "movement" => {
//!             let piece: Piece = world.get_typed(&env, 5).unwrap();
//!             assert_eq!((piece.side, piece.square.number()), (Side::Black, 30));
//!             assert!(!world.has_typed::<Piece>(17));
//!         }
//!         "promotion" => assert!(world.has_typed::<King>(5) && tick.crowned),
//!         "chain_capture" => assert!(tick.chain_open),
//!         "end_condition" => assert_eq!(tick.winner, None),
//!         "turn" => {
//!             let chain: Chain = world.get_typed(&env, MATCH).unwrap();
//!             assert_eq!(chain.square, 29); // the index: square 30
//!             let turn: Turn = world.get_typed(&env, MATCH).unwrap();
//!             assert_eq!((turn.player, turn.number), (1, 25));
//!         }
//!         _ => assert_eq!(name, "forced_capture"),
//!     }
//! }
//! ```

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::SCHEDULE;
    use crate::test::hand_made::{game, square, Bench};

    const PICTURE: &str = "
          . . . .
         . . . .
          o . . .
         . x . .
          . . . .
         . . . .
          . . . .
         . . . .";

    #[test]
    fn a_tick_begins_with_the_world_and_the_action() {
        let bench = Bench::new(game(PICTURE, Side::Black), (2, 1), (4, 3));
        let action = bench.tick.action;
        let tick = Tick::new(&bench.env, &bench.world, action.clone());
        assert_eq!(tick.action, action);
        assert_eq!(tick.board, Board::of(&bench.world, &bench.env));
        assert_eq!((tick.mover, tick.resolved, tick.winner), (None, None, None));
        assert!(!tick.crowned && !tick.chain_open);
    }

    #[test]
    fn a_tick_without_validation_plays_nothing() {
        let mut tick = Bench::new(game(PICTURE, Side::Black), (2, 1), (4, 3)).tick;
        assert_eq!(tick.resolved(), Err(CheckersError::IllegalMove));
        let step_or_jump = Move {
            from: square(2, 1),
            to: square(4, 3),
            captured: Some(square(3, 2)),
        };
        tick.resolved = Some(step_or_jump);
        assert_eq!(tick.resolved(), Ok(step_or_jump));
    }

    /// Whoever leaves `admission` out has a game in which nobody can move.
    #[test]
    fn a_tick_without_admission_plays_nothing() {
        for (_, name, _, system) in SCHEDULE {
            // They look at the board alone, and change nothing.
            if ["admission", "end_condition"].contains(&name) {
                continue;
            }
            let mut bench = Bench::resolved(game(PICTURE, Side::Black), (2, 1), (4, 3));
            bench.tick.mover = None;
            assert_eq!(bench.tick.mover(), Err(CheckersError::NotAPlayer));
            let before = (bench.game(), bench.tick.clone());
            assert_eq!(bench.run(system), Err(CheckersError::NotAPlayer), "{name}");
            assert_eq!((bench.game(), bench.tick), before, "{name}");
        }
    }

    #[test]
    fn a_chain_holds_the_turn_of_a_game_that_goes_on() {
        let mut tick = Bench::new(game(PICTURE, Side::Black), (2, 1), (4, 3)).tick;
        for (chain_open, winner, holds) in [
            (false, None, false),
            (true, None, true),
            (true, Some(Side::Black), false),
            (false, Some(Side::Black), false),
        ] {
            (tick.chain_open, tick.winner) = (chain_open, winner);
            assert_eq!(tick.holds_the_turn(), holds);
        }
    }
}

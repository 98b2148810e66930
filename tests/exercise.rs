//! The exercise of docs/learn.md, solved: a game without progress is drawn. The rule is a component,
//! two systems and a plugin, beside the systems that are there; none of those is edited.

// With match play, which has this rule itself, a new game asks the contract's storage for its clock.
#![cfg(not(feature = "match-play"))]

mod support;

use checkers::admission::admit;
use checkers::board::Board;
use checkers::components::{GameStatus, GameStatusComponent, Players, MATCH};
use checkers::errors::CheckersError;
use checkers::rules::{Side, Square};
use checkers::schedule::{self, CheckersPlugin};
use checkers::snapshot::Snapshot;
use checkers::tick::{tick_system, Action, SharedTick, Tick};
use cougr_core::app::{GameApp, Plugin, ScheduleStage};
use cougr_core::simple_world::EntityId;
use cougr_core::{impl_component, SimpleWorld};
use soroban_sdk::Env;
use std::{cell::RefCell, rc::Rc};
use support::{notation, recorded_games, Table};

/// Forty moves of each side.
const QUIET_MOVES_TO_DRAW: u32 = 80;

/// On the match entity: the moves in a row, of both sides, that neither captured nor moved a man.
#[derive(Debug, PartialEq)]
struct QuietMoves {
    count: u32,
}

// Sparse, as everything must be that a world holds beside the components of the game:
// `columns::read` goes by the order of the table components.
impl_component!(QuietMoves, "quiet", Sparse, { count: u32 });

/// PreUpdate, after forced_capture: counts, while the board still shows what stands on the start.
fn count_quiet_moves(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let resolved = tick.resolved()?;
    let is_quiet = resolved.captured.is_none() && tick.board.position.is_king(resolved.from);
    let so_far = world
        .get_typed::<QuietMoves>(env, MATCH)
        .map_or(0, |quiet| quiet.count);
    let count = if is_quiet { so_far + 1 } else { 0 };
    world.set_typed(env, MATCH, &QuietMoves { count });
    Ok(())
}

/// Cleanup, after turn: closes the game as a win is closed, with the turn as it was, but for nobody.
fn draw(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let quiet = world.get_typed::<QuietMoves>(env, MATCH);
    let is_drawn = quiet.is_some_and(|quiet| quiet.count >= QUIET_MOVES_TO_DRAW);
    if is_drawn && tick.winner.is_none() {
        let (status, winner) = (GameStatus::Finished, 0);
        world.set_typed(env, MATCH, &GameStatusComponent { status, winner });
        world.set_typed(env, MATCH, &tick.turn);
    }
    Ok(())
}

/// The rule. It goes after [`CheckersPlugin`]: a stage keeps the order of registration.
struct DrawPlugin {
    tick: SharedTick,
}

impl Plugin for DrawPlugin {
    fn name(&self) -> &'static str {
        "draw"
    }

    fn build(&self, app: &mut GameApp) {
        app.add_systems((
            tick_system("count_quiet_moves", &self.tick, count_quiet_moves)
                .in_stage(ScheduleStage::PreUpdate),
            tick_system("draw", &self.tick, draw).in_stage(ScheduleStage::Cleanup),
        ));
    }
}

/// A game on one world, which is carried from tick to tick.
struct Match {
    env: Env,
    world: SimpleWorld,
}

impl Match {
    /// A new game of the players at a table.
    fn new(table: &Table) -> Match {
        let env = table.env.clone();
        // The host takes all ticks of a test for one call, and would stop it at the limit of one.
        env.cost_estimate().budget().reset_unlimited();
        let players = Players::new(table.player(1), table.player(2));
        let world = schedule::start(&env, players);
        Match { env, world }
    }

    /// A game with these pieces (entity, number of the square, king or man), Black to move.
    fn with_pieces(pieces: &[(EntityId, u8, bool)]) -> Match {
        let start = Match::new(&Table::native());
        let mut game = start.game();
        game.board = Board::default();
        for &(entity, number, is_king) in pieces {
            let square = Square::of_number(number).unwrap();
            let side = Board::side_of(entity);
            game.board.position.place(square, side, is_king);
            game.board.numbers[entity as usize - 1] = number;
        }
        Match {
            world: game.spawn(&start.env),
            env: start.env,
        }
    }

    fn game(&self) -> Snapshot {
        Snapshot::of(&self.world, &self.env).unwrap()
    }

    fn quiet_moves(&self) -> Option<u32> {
        let quiet = self.world.get_typed::<QuietMoves>(&self.env, MATCH)?;
        Some(quiet.count)
    }

    /// One tick of both plugins: as `schedule::play`, with one more `add_plugin`.
    fn play(&mut self, side: Side, squares: [u32; 4]) -> Result<(), CheckersError> {
        let [from_row, from_col, to_row, to_col] = squares;
        let (from, to) = ((from_row, from_col), (to_row, to_col));
        let tick = Tick::new(&self.game(), Action { side, from, to });
        let tick = Rc::new(RefCell::new(tick));
        let mut app = GameApp::with_world(self.world.clone());
        app.add_plugin(CheckersPlugin { tick: tick.clone() });
        app.add_plugin(DrawPlugin { tick: tick.clone() });
        app.run(&self.env).unwrap();
        if let Some(error) = tick.borrow().refused {
            return Err(error);
        }
        self.world = app.into_world();
        Ok(())
    }

    /// Plays a move between two squares in standard notation.
    fn play_numbers(&mut self, side: Side, from: u8, to: u8) {
        let [from, to] = [from, to].map(|number| Square::of_number(number).unwrap());
        self.play(side, [from.row(), from.col(), to.row(), to.col()])
            .unwrap();
    }

    /// Both kings step back and forth: Black's between 1 and 6, White's between 32 and 27.
    fn play_quiet_moves(&mut self, moves: u32) {
        for i in 0..moves {
            let (side, near, far) = if i % 2 == 0 {
                (Side::Black, 1, 6)
            } else {
                (Side::White, 32, 27)
            };
            let (from, to) = if i % 4 < 2 { (near, far) } else { (far, near) };
            self.play_numbers(side, from, to);
        }
    }
}

/// The kings of [`Match::play_quiet_moves`].
const KINGS: [(EntityId, u8, bool); 2] = [(1, 1, true), (24, 32, true)];

#[test]
fn forty_quiet_moves_of_each_side_draw_the_game() {
    let mut game = Match::with_pieces(&KINGS);
    game.play_quiet_moves(79);
    let before = game.game();
    assert_eq!(before.status.status, GameStatus::Active);
    assert_eq!(game.quiet_moves(), Some(79));

    // The eightieth move is White's: its king stands on 27, after an odd number of its moves.
    game.play_numbers(Side::White, 27, 32);
    let after = game.game();
    let (status, winner) = (GameStatus::Finished, 0);
    assert_eq!(after.status, GameStatusComponent { status, winner });
    assert_eq!(after.turn, before.turn, "the turn stays as it was");
    assert_eq!(after.chain, None);
}

#[test]
fn a_drawn_game_can_be_stored_and_admits_no_move() {
    let mut game = Match::with_pieces(&KINGS);
    game.play_quiet_moves(80);
    let stored = game.game().encode();
    assert_eq!(Snapshot::decode(&stored), Some(game.game()));
    let player = game.game().players.one.to_address(&game.env);
    assert_eq!(admit(&game.game(), &player), Err(CheckersError::GameOver));
}

#[test]
fn a_man_moved_begins_the_count_anew() {
    let mut game = Match::with_pieces(&[KINGS[0], KINGS[1], (2, 9, false)]);
    game.play_quiet_moves(4);
    assert_eq!(game.quiet_moves(), Some(4));
    game.play_numbers(Side::Black, 9, 13);
    assert_eq!(game.quiet_moves(), Some(0));
    game.play_numbers(Side::White, 32, 27);
    assert_eq!(game.quiet_moves(), Some(1));
}

#[test]
fn a_man_crowned_begins_the_count_anew() {
    let mut game = Match::with_pieces(&[KINGS[0], KINGS[1], (2, 25, false)]);
    game.play_quiet_moves(4);
    game.play_numbers(Side::Black, 25, 29);
    assert_eq!(game.quiet_moves(), Some(0));
}

#[test]
fn a_capture_begins_the_count_anew() {
    // Black offers its second king on 9 to a king of White on 14: a king that captures.
    let pieces = [KINGS[0], KINGS[1], (2, 5, true), (13, 14, true)];
    let mut game = Match::with_pieces(&pieces);
    game.play_quiet_moves(4);
    game.play_numbers(Side::Black, 5, 9);
    assert_eq!(game.quiet_moves(), Some(5));
    game.play_numbers(Side::White, 14, 5);
    assert_eq!(game.quiet_moves(), Some(0));
}

#[test]
fn a_refused_move_does_not_count() {
    let mut game = Match::with_pieces(&KINGS);
    game.play_quiet_moves(4);
    let refused = game.play(Side::Black, [0, 1, 2, 3]);
    assert_eq!(refused, Err(CheckersError::IllegalMove));
    assert_eq!(game.quiet_moves(), Some(4));
}

#[test]
fn a_win_on_the_eightieth_quiet_move_is_a_win() {
    // White's last man, on 12, can go to 8 alone. Black steps there, and 3 behind it is taken too.
    let pieces = [(1, 4, true), (2, 3, true), (13, 12, false)];
    let mut game = Match::with_pieces(&pieces);
    let count = QUIET_MOVES_TO_DRAW - 1;
    game.world
        .set_typed(&game.env, MATCH, &QuietMoves { count });
    game.play_numbers(Side::Black, 4, 8);
    assert_eq!(game.quiet_moves(), Some(QUIET_MOVES_TO_DRAW));
    let (status, winner) = (GameStatus::Finished, 1);
    assert_eq!(game.game().status, GameStatusComponent { status, winner });
}

/// None of the recorded games has eighty quiet moves in a row, so the plugin changes nothing.
#[test]
fn games_with_progress_are_played_as_without_the_rule() {
    let table = Table::native();
    for recorded in recorded_games("transitional.jsonl") {
        let mut game = Match::new(&table);
        for (i, call) in recorded.calls.iter().enumerate().skip(1) {
            let result = admit(&game.game(), table.player(call.player))
                .and_then(|side| game.play(side, call.squares))
                .map_or_else(|error| error as u32, |()| 0);
            assert_eq!(result, call.result, "{}, call {i}", recorded.name);
            if let Some(state) = &call.state {
                let played = notation(&game.game().state(&game.env));
                assert_eq!(&played, state, "{}, call {i}", recorded.name);
            }
        }
    }
}

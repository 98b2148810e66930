//! The exercise of docs/learn.md, solved: a game without progress is drawn. The rule is a component,
//! a system that is added and one that is exchanged; none of those that are there is edited. A contract
//! that plays by it has one more line in its schema, so the count is stored from move to move.

// Match play has this rule itself, and a component of the same name.
#![cfg(not(feature = "match-play"))]

mod support;

use checkers::components::{Players, Status, MATCH};
use checkers::errors::CheckersError;
use checkers::packed_world::Size::{Fixed, Marker};
use checkers::packed_world::{self, sparse, table, Schema};
use checkers::schedule::{self, exchange, CheckersPlugin, Schedule, SCHEDULE};
use checkers::systems::turn::turn;
use checkers::tick::{Action, SharedTick, Tick};
use checkers::tick_system::tick_system;
use checkers::views::{self, GameState, GameStatus, GameStatusComponent, TurnComponent};
use cougr_core::app::{GameApp, Plugin, ScheduleStage};
use cougr_core::{impl_component, SimpleWorld};
use soroban_sdk::{contract, contractimpl, symbol_short, Address, Env, Symbol};
use support::naive::{cells, Naive};
use support::{quiet_host, recorded_games, rows_and_columns, Table};

// The rule.

/// Forty moves of each side.
const QUIET_MOVES_TO_DRAW: u32 = 80;

/// On the match entity: the moves in a row, of both sides, that neither captured nor moved a man.
#[derive(Debug, PartialEq)]
struct QuietMoves {
    count: u32,
}

impl_component!(QuietMoves, "quiet", Table, { count: u32 });

fn quiet_moves(world: &SimpleWorld, env: &Env) -> u32 {
    packed_world::read(world, env, MATCH).map_or(0, |quiet: QuietMoves| quiet.count)
}

/// Update, after movement and before promotion: counts, while a man that is about to be crowned is still
/// a man.
fn count_quiet_moves(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let resolved = tick.resolved()?;
    let is_quiet = resolved.captured.is_none() && tick.board.position.is_king(resolved.to);
    let count = match is_quiet {
        true => quiet_moves(world, env) + 1,
        false => 0,
    };
    world.set_typed(env, MATCH, &QuietMoves { count });
    Ok(())
}

/// Cleanup: closes a drawn game as a win is closed, with the turn left as it was, but for nobody. Else
/// the turn is passed as ever.
fn draw_or_turn(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let is_drawn = quiet_moves(world, env) >= QUIET_MOVES_TO_DRAW;
    if !is_drawn || tick.winner.is_some() {
        return turn(world, env, tick);
    }
    let (finished, winner) = (true, 0);
    world.set_typed(env, MATCH, &Status { finished, winner });
    Ok(())
}

/// A draw contradicts the system that passes the turn, so this one takes its place.
const DRAWS: Schedule = exchange(SCHEDULE, "turn", draw_or_turn);

/// To count comes on top, so this is a system more.
struct CountPlugin {
    tick: SharedTick,
}

impl Plugin for CountPlugin {
    fn name(&self) -> &'static str {
        "count"
    }

    fn build(&self, app: &mut GameApp) {
        app.add_systems(
            tick_system("count_quiet_moves", &self.tick, count_quiet_moves)
                .in_stage(ScheduleStage::Update)
                .after("movement")
                .before("promotion"),
        );
    }
}

fn add_rules(app: &mut GameApp, tick: &SharedTick) {
    app.add_plugin(CheckersPlugin {
        schedule: DRAWS,
        tick: tick.clone(),
    });
    app.add_plugin(CountPlugin { tick: tick.clone() });
}

// The contract.

const KEY: Symbol = symbol_short!("game");

/// The lines of the game, and one of the rule's own.
const SCHEMA: Schema = &[
    table(symbol_short!("piece"), Fixed(1)),
    sparse(symbol_short!("king"), Marker),
    table(symbol_short!("players"), Fixed(66)),
    table(symbol_short!("turn"), Fixed(5)),
    table(symbol_short!("status"), Fixed(2)),
    sparse(symbol_short!("chain"), Fixed(1)),
    table(symbol_short!("quiet"), Fixed(4)),
];

/// Draughts with draws: what of the entry points the tests need.
#[contract]
struct DrawsContract;

#[contractimpl]
impl DrawsContract {
    pub fn init_game(
        env: Env,
        player_one: Address,
        player_two: Address,
    ) -> Result<(), CheckersError> {
        if packed_world::load(&env, &KEY, SCHEMA).is_some() {
            return Err(CheckersError::AlreadyInitialised);
        }
        let world = schedule::start(&env, Players::new(&player_one, &player_two));
        packed_world::save(&env, &KEY, SCHEMA, &world);
        Ok(())
    }

    pub fn submit_move(
        env: Env,
        player: Address,
        from_row: u32,
        from_col: u32,
        to_row: u32,
        to_col: u32,
    ) -> Result<(), CheckersError> {
        player.require_auth();
        let (from, to) = ((from_row, from_col), (to_row, to_col));
        let stored = packed_world::load(&env, &KEY, SCHEMA);
        let world = stored.map_or_else(|| SimpleWorld::new(&env), |stored| stored.unpack());
        let action = Action { player, from, to };
        let world = schedule::play_by(add_rules, &env, world, action)?;
        packed_world::save(&env, &KEY, SCHEMA, &world);
        Ok(())
    }

    pub fn get_state(env: Env) -> Result<GameState, CheckersError> {
        let stored = packed_world::load(&env, &KEY, SCHEMA).ok_or(CheckersError::NotInitialised)?;
        Ok(views::state(&env, &stored))
    }
}

// The tests.

#[test]
fn the_schema_has_the_lines_of_the_game_first() {
    let (last, lines) = SCHEMA.split_last().unwrap();
    assert_eq!(
        format!("{lines:?}"),
        format!("{:?}", checkers::storage::SCHEMA)
    );
    assert!(format!("{last:?}").contains("quiet"));
}

/// A game of this contract, which has the functions that a table calls.
struct Match {
    table: Table,
}

impl Match {
    /// A game that stands like this, Black to move, after so many quiet moves.
    fn with(picture: &str, count: Option<u32>) -> Match {
        let register = |env: &Env| env.register(DrawsContract, ());
        let table = Table::deploy(quiet_host(), register).started();
        let (env, players) = (&table.env, [table.player(1), table.player(2)]);
        env.as_contract(&table.contract, || {
            let mut world = support::world(env, &Naive::with(cells(picture), 1), players);
            if let Some(count) = count {
                world.set_typed(env, MATCH, &QuietMoves { count });
            }
            packed_world::save(env, &KEY, SCHEMA, &world);
        });
        Match { table }
    }

    /// The count that is stored, if there is one.
    fn quiet_moves(&self) -> Option<u32> {
        let env = &self.table.env;
        let load = || packed_world::load(env, &KEY, SCHEMA).unwrap().get(MATCH);
        let stored: Option<QuietMoves> = env.as_contract(&self.table.contract, load);
        Some(stored?.count)
    }

    fn turn(&self) -> TurnComponent {
        self.table.client.get_state().turn
    }

    fn status(&self) -> GameStatusComponent {
        self.table.client.get_state().status
    }

    /// Plays a move of the player to move between two squares in standard notation.
    fn play(&self, from: u8, to: u8) {
        let player = self.turn().current_player as usize;
        let played = self.table.submit(player, rows_and_columns(from, to));
        assert_eq!(played, Ok(()), "{from} {to}");
    }

    /// Both kings step back and forth: Black's between 1 and 6, White's between 32 and 27.
    fn play_quiet_moves(&self, moves: usize) {
        let there_and_back = [(1, 6), (32, 27), (6, 1), (27, 32)];
        for &(from, to) in there_and_back.iter().cycle().take(moves) {
            self.play(from, to);
        }
    }
}

/// The kings of [`Match::play_quiet_moves`].
const KINGS: &str = "
    . O . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . X .";

#[test]
fn forty_quiet_moves_of_each_side_draw_the_game() {
    let game = Match::with(KINGS, None);
    assert_eq!(game.quiet_moves(), None);
    game.play_quiet_moves(79);
    let before = game.turn();
    assert_eq!(game.status().status, GameStatus::Active);
    assert_eq!(game.quiet_moves(), Some(79));

    // The eightieth move is White's: its king stands on 27, after an odd number of its moves.
    game.play(27, 32);
    let (status, winner) = (GameStatus::Finished, 0);
    assert_eq!(game.status(), GameStatusComponent { status, winner });
    assert_eq!(game.turn(), before, "the turn stays as it was");
    assert_eq!(game.quiet_moves(), Some(80));
    for player in [1, 2] {
        let after = game.table.submit(player, rows_and_columns(1, 6));
        assert_eq!(after, Err(CheckersError::GameOver));
    }
}

#[test]
fn a_man_moved_begins_the_count_anew() {
    let game = Match::with(
        ". O . . . . . .
         . . . . . . . .
         . o . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . X .",
        None,
    );
    game.play_quiet_moves(4);
    assert_eq!(game.quiet_moves(), Some(4));
    game.play(9, 13);
    assert_eq!(game.quiet_moves(), Some(0));
    game.play(32, 27);
    assert_eq!(game.quiet_moves(), Some(1));
}

#[test]
fn a_man_crowned_begins_the_count_anew() {
    let game = Match::with(
        ". O . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . o . . . . . .
         . . . . . . X .",
        None,
    );
    game.play_quiet_moves(4);
    game.play(25, 29);
    assert_eq!(game.quiet_moves(), Some(0));
}

#[test]
fn a_capture_begins_the_count_anew() {
    // Black offers its second king on 9 to a king of White on 14: a king that captures.
    let game = Match::with(
        ". O . . . . . .
         O . . . . . . .
         . . . . . . . .
         . . X . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . X .",
        None,
    );
    game.play_quiet_moves(4);
    game.play(5, 9);
    assert_eq!(game.quiet_moves(), Some(5));
    game.play(14, 5);
    assert_eq!(game.quiet_moves(), Some(0));
}

#[test]
fn a_refused_move_does_not_count() {
    let game = Match::with(KINGS, None);
    game.play_quiet_moves(4);
    let refused = game.table.submit(1, [0, 1, 2, 3]);
    assert_eq!(refused, Err(CheckersError::IllegalMove));
    assert_eq!(game.quiet_moves(), Some(4));
}

#[test]
fn a_win_on_the_eightieth_quiet_move_is_a_win() {
    // White's last man, on 12, can go to 8 alone. Black steps there, and 3 behind it is taken too.
    let game = Match::with(
        ". . . . . O . O
         . . . . . . . .
         . . . . . . . x
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
        Some(QUIET_MOVES_TO_DRAW - 1),
    );
    game.play(4, 8);
    assert_eq!(game.quiet_moves(), Some(QUIET_MOVES_TO_DRAW));
    let (status, winner) = (GameStatus::Finished, 1);
    assert_eq!(game.status(), GameStatusComponent { status, winner });
}

/// None of the recorded games has eighty quiet moves in a row, so the rule changes nothing.
#[test]
fn games_with_progress_are_played_as_without_the_rule() {
    for game in recorded_games("transitional.jsonl") {
        Table::deploy(quiet_host(), |env| env.register(DrawsContract, ())).play(&game);
    }
}

/// A contract that plays by the rule, and has no line for its component.
mod without_the_line {
    use super::*;

    #[contract]
    pub struct ForgetfulContract;

    #[contractimpl]
    impl ForgetfulContract {
        pub fn submit_move(
            env: Env,
            player: Address,
            from_row: u32,
            from_col: u32,
            to_row: u32,
            to_col: u32,
        ) -> Result<(), CheckersError> {
            let (from, to) = ((from_row, from_col), (to_row, to_col));
            let stored = packed_world::load(&env, &KEY, checkers::storage::SCHEMA).unwrap();
            let action = Action { player, from, to };
            let world = schedule::play_by(add_rules, &env, stored.unpack(), action)?;
            packed_world::save(&env, &KEY, checkers::storage::SCHEMA, &world);
            Ok(())
        }
    }
}

/// The count would be gone with the call, so the call does not come to an end.
#[test]
fn a_component_without_a_line_stops_the_move() {
    let register = |env: &Env| env.register(without_the_line::ForgetfulContract, ());
    let table = Table::deploy(quiet_host(), register);
    table.store(&Naive::start());
    let before = table.stored();
    let moved = (table.client).try_submit_move(table.player(1), &2, &1, &3, &0);
    assert!(matches!(moved, Err(Err(_))), "{moved:?}");
    assert_eq!(table.stored(), before);
    // What is refused is refused as ever.
    assert_eq!(table.submit(2, [5, 0, 4, 1]), Err(CheckersError::WrongTurn));
}

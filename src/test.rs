//! The game as a reader of the contract would try it, on the SDK's own host: how it begins, a whole
//! round, what is refused, what never changes, and how it stands on Cougr. The tests of single systems
//! are beside them; what goes further is under `tests/`.

extern crate std;

pub(crate) mod hand_made;

use crate::components::{
    Chain, GameStatus, GameStatusComponent, King, Piece, Players, TurnComponent, MATCH, PIECES,
};
use crate::errors::CheckersError;
use crate::rules::{Side, Square};
use crate::schedule::{self, CheckersPlugin, SCHEDULE};
use crate::snapshot::Snapshot;
use crate::tick::{tick_system, Action, SharedTick, Tick};
use crate::views::GameState;
use crate::{CheckersContract, CheckersContractClient};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::{format, vec::Vec};
use core::cell::RefCell;
use cougr_core::app::{GameApp, Plugin, ScheduleStage};
use cougr_core::game::SorobanGame;
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use hand_made::game;
use soroban_sdk::testutils::Address as _;
use soroban_sdk::xdr::ToXdr;
use soroban_sdk::{Address, Env};

/// A row and a column.
type Cell = (u32, u32);

/// A deployed contract and two players.
struct Table {
    env: Env,
    contract: Address,
    client: CheckersContractClient<'static>,
    black: Address,
    white: Address,
}

impl Table {
    /// Without a game.
    fn empty() -> Table {
        let env = Env::default();
        env.mock_all_auths();
        let contract = env.register(CheckersContract, ());
        Table {
            client: CheckersContractClient::new(&env, &contract),
            black: Address::generate(&env),
            white: Address::generate(&env),
            contract,
            env,
        }
    }

    /// A game that has just begun.
    fn set_up() -> Table {
        let table = Table::empty();
        table.client.init_game(&table.black, &table.white);
        table
    }

    /// A game that stands as it is given here; only the players are those of the table.
    fn at(game: Snapshot) -> Table {
        let table = Table::set_up();
        let players = Players::new(&table.black, &table.white);
        let world = Snapshot { players, ..game }.spawn(&table.env);
        table.env.as_contract(&table.contract, || {
            CheckersContract::save_world(&table.env, &world);
        });
        table
    }

    fn play(&self, player: &Address, from: Cell, to: Cell) -> Result<(), CheckersError> {
        let client = &self.client;
        match client.try_submit_move(player, &from.0, &from.1, &to.0, &to.1) {
            Ok(Ok(())) => Ok(()),
            Err(Ok(error)) => Err(error),
            other => panic!("not an answer of the contract: {other:?}"),
        }
    }

    fn black_plays(&self, from: Cell, to: Cell) -> Result<(), CheckersError> {
        self.play(&self.black, from, to)
    }

    fn white_plays(&self, from: Cell, to: Cell) -> Result<(), CheckersError> {
        self.play(&self.white, from, to)
    }

    /// Plays moves in standard notation, Black's first. Calls `look` after each step and jump.
    fn play_moves(&self, moves: &str, mut look: impl FnMut(Square, Square)) {
        for (i, path) in moves.split(' ').enumerate() {
            let player = [&self.black, &self.white][i % 2];
            let number = |text: &str| Square::of_number(text.parse().ok()?);
            let path: Option<Vec<Square>> = path.split(['-', 'x']).map(number).collect();
            for hop in path.expect("squares").windows(2) {
                let [from, to] = [hop[0], hop[1]];
                let cell = |square: Square| (square.row(), square.col());
                assert_eq!(self.play(player, cell(from), cell(to)), Ok(()), "move {i}");
                look(from, to);
            }
        }
    }

    /// The board must look like this: row 0 on top, `o` and `O` a man and a king of Black, `x` and `X`
    /// of White.
    #[track_caller]
    fn assert_shows(&self, picture: &str) {
        let marks: String = self.client.get_board().cells.iter().map(mark).collect();
        let rows = (0..8).map(|row| &marks[8 * row..8 * row + 8]);
        assert_eq!(
            rows.collect::<Vec<_>>(),
            picture.split_whitespace().collect::<Vec<_>>()
        );
    }

    fn turn(&self) -> TurnComponent {
        self.client.get_state().turn
    }

    fn status(&self) -> GameStatusComponent {
        self.client.get_state().status
    }
}

fn mark(cell: i32) -> char {
    match cell {
        0 => '.',
        1 => 'o',
        2 => 'O',
        -1 => 'x',
        -2 => 'X',
        _ => panic!("a cell of {cell}"),
    }
}

const fn turn(current_player: u32, move_number: u32) -> TurnComponent {
    TurnComponent {
        current_player,
        move_number,
    }
}

const ACTIVE: GameStatusComponent = GameStatusComponent {
    status: GameStatus::Active,
    winner: 0,
};

// Initialisation.

#[test]
fn a_game_begins_with_twelve_men_a_side_and_black_to_move() {
    let table = Table::set_up();
    table.assert_shows(
        ".o.o.o.o
         o.o.o.o.
         .o.o.o.o
         ........
         ........
         x.x.x.x.
         .x.x.x.x
         x.x.x.x.",
    );
    let state = table.client.get_state();
    assert_eq!((state.turn, state.status), (turn(1, 1), ACTIVE));
    assert_eq!(state.player_one, table.black);
    assert_eq!(state.player_two, table.white);
    assert_eq!(state.board.cells, table.client.get_board().cells);
    assert_eq!(table.client.get_current_player(), table.black);
}

#[test]
fn a_game_is_set_up_once() {
    let table = Table::set_up();
    table.black_plays((2, 1), (3, 2)).unwrap();
    let before = table.client.get_state();
    let again = table.client.try_init_game(&table.white, &table.black);
    assert_eq!(again, Err(Ok(CheckersError::AlreadyInitialised)));
    assert_eq!(table.client.get_state(), before);
}

#[test]
fn without_a_game_there_is_nothing_to_play_or_to_show() {
    let table = Table::empty();
    let client = &table.client;
    let error = CheckersError::NotInitialised;
    assert_eq!(table.black_plays((2, 1), (3, 2)), Err(error));
    assert_eq!(client.try_get_state(), Err(Ok(error)));
    assert_eq!(client.try_get_board(), Err(Ok(error)));
    assert_eq!(client.try_get_current_player(), Err(Ok(error)));
}

// A whole round.

#[test]
fn the_turn_passes_with_each_move_and_a_man_is_captured() {
    let table = Table::set_up();
    table.black_plays((2, 1), (3, 2)).unwrap();
    assert_eq!(table.turn(), turn(2, 2));
    assert_eq!(table.client.get_current_player(), table.white);
    table.white_plays((5, 4), (4, 3)).unwrap();
    assert_eq!(table.turn(), turn(1, 3));
    table.black_plays((3, 2), (5, 4)).unwrap();
    assert_eq!(table.turn(), turn(2, 4));
    table.assert_shows(
        ".o.o.o.o
         o.o.o.o.
         ...o.o.o
         ........
         ........
         x.x.o.x.
         .x.x.x.x
         x.x.x.x.",
    );
    // Now White must capture in turn.
    let step = table.white_plays((5, 0), (4, 1));
    assert_eq!(step, Err(CheckersError::MustCapture));
    table.white_plays((6, 3), (4, 5)).unwrap();
    assert_eq!((table.turn(), table.status()), (turn(1, 5), ACTIVE));
}

#[test]
fn a_man_crowned_by_a_jump_jumps_on_and_wins() {
    let table = Table::at(game(
        " . . . .
         . . . .
          . . . .
         . . . .
          . . . .
         . o . .
          . x x .
         . . . .",
        Side::Black,
    ));
    let before = table.turn();
    table.black_plays((5, 2), (7, 4)).unwrap();
    table.assert_shows(
        "........
         ........
         ........
         ........
         ........
         ........
         .....x..
         ....O...",
    );
    assert_eq!(table.turn(), before, "the turn is held");
    assert_eq!(table.client.get_current_player(), table.black);
    table.black_plays((7, 4), (5, 6)).unwrap();
    let (status, winner) = (GameStatus::Finished, 1);
    assert_eq!(table.status(), GameStatusComponent { status, winner });
    assert_eq!(table.turn(), before, "the end leaves the turn");
    let more = table.black_plays((5, 6), (4, 7));
    assert_eq!(more, Err(CheckersError::GameOver));
}

/// A real match up to a position with kings of both sides: the moves in standard notation; below them
/// the 64 cells, the player to move, the move number, `A` for active, and 0 for no winner.
const PREVIEW: &str = include_str!("../tests/data/preview.txt");

#[test]
fn the_preview_shows_this_position() {
    let (moves, shown) = PREVIEW.trim_end().split_once('\n').unwrap();
    let table = Table::set_up();
    table.play_moves(moves, |_, _| ());
    table.assert_shows(
        "...o....
         ........
         .....o.o
         x.....o.
         .o...X.o
         o...x.x.
         .....x.x
         O.x...x.",
    );
    assert_eq!(in_one_line(&table.client.get_state()), shown);
}

fn in_one_line(state: &GameState) -> String {
    let cells: String = state.board.cells.iter().map(mark).collect();
    let status = match state.status.status {
        GameStatus::Active => 'A',
        GameStatus::Finished => 'F',
    };
    let (turn, winner) = (state.turn, state.status.winner);
    let (player, number) = (turn.current_player, turn.move_number);
    format!("{cells}|{player}|{number}|{status}|{winner}")
}

// Invalid actions. The order of the checks is tested in `tests/contract.rs`.

#[test]
fn an_invalid_action_is_refused_with_its_error_and_changes_nothing() {
    use CheckersError::*;
    let table = Table::at(game(
        " . . . .
         . . . o
          . o . .
         . x . .
          . . . .
         . . . .
          . . x x
         . . . .",
        Side::Black,
    ));
    let stranger = Address::generate(&table.env);
    let (black, white, stranger) = (&table.black, &table.white, &stranger);
    #[rustfmt::skip]
    let refused = [
        ("by a stranger", stranger, (2, 3), (4, 1), NotAPlayer),
        ("by the opponent", white, (6, 5), (5, 4), WrongTurn),
        ("from beyond the board", black, (2, 8), (4, 1), OutOfBounds),
        ("to beyond the board", black, (2, 3), (u32::MAX, 1), OutOfBounds),
        ("to a light square", black, (2, 3), (3, 3), NotDarkSquare),
        ("from an empty square", black, (2, 5), (3, 4), NotYourPiece),
        ("of the opponent's piece", black, (3, 2), (4, 1), NotYourPiece),
        ("across the board", black, (2, 3), (6, 7), IllegalMove),
        ("onto a piece", black, (2, 3), (3, 2), DestinationOccupied),
        ("of a man backward", black, (2, 3), (1, 2), IllegalMove),
        ("of a jump over nothing", black, (2, 3), (4, 5), IllegalMove),
        ("of a step instead of a capture", black, (1, 6), (2, 7), MustCapture),
    ];
    let before = table.client.get_state();
    for (what, player, from, to, error) in refused {
        assert_eq!(table.play(player, from, to), Err(error), "{what}");
        assert_eq!(table.client.get_state(), before, "{what}");
    }
    table.black_plays((2, 3), (4, 1)).unwrap();
}

#[test]
fn an_open_chain_binds_the_player_to_its_piece() {
    let table = Table::at(game(
        " . . . .
         o . . .
          x . . .
         . . . o
          . x . .
         . . . .
          . . . .
         x . . .",
        Side::Black,
    ));
    table.black_plays((1, 0), (3, 2)).unwrap();
    let another_piece = table.black_plays((3, 6), (4, 7));
    assert_eq!(another_piece, Err(CheckersError::ChainCapturePieceMismatch));
    let step = table.black_plays((3, 2), (4, 1));
    assert_eq!(step, Err(CheckersError::MustCapture));
    let opponent = table.white_plays((7, 0), (6, 1));
    assert_eq!(opponent, Err(CheckersError::WrongTurn));
    table.black_plays((3, 2), (5, 4)).unwrap();
    table.white_plays((7, 0), (6, 1)).unwrap();
}

// Invariants.

#[test]
fn an_entity_is_the_same_piece_for_the_whole_game() {
    let (moves, _) = PREVIEW.split_once('\n').unwrap();
    let table = Table::set_up();
    let pieces = || {
        table.env.as_contract(&table.contract, || {
            let world = CheckersContract::load_world(&table.env);
            let piece = |index| world.get_typed::<Piece>(&table.env, index as EntityId + 1);
            core::array::from_fn::<_, PIECES, _>(piece)
        })
    };
    let mut before = pieces();
    table.play_moves(moves, |from, to| {
        let after = pieces();
        for (was, is) in before.iter().zip(&after) {
            match (was, is) {
                (Some(was), Some(is)) if was.square == from => {
                    assert_eq!((is.side, is.square), (was.side, to));
                }
                (Some(was), None) => {
                    let jump = from.diagonal_distance(to) == Some(2);
                    assert!(jump && was.square.diagonal_distance(from) == Some(1));
                }
                (was, is) => assert_eq!(is, was),
            }
        }
        before = after;
    });
    assert_eq!(before.iter().flatten().count(), 16);
}

// Cougr.

fn bytes(world: &SimpleWorld) -> Vec<u8> {
    world.clone().to_xdr(world.env()).iter().collect()
}

#[test]
fn startup_spawns_twenty_four_pieces_and_a_match() {
    let env = Env::default();
    let players = Players::new(&Address::generate(&env), &Address::generate(&env));
    let world = schedule::start(&env, players);
    assert_eq!(world.next_entity_id(), MATCH + 1);
    for entity in 1..=PIECES as EntityId {
        assert!(world.has_typed::<Piece>(entity) && !world.has_typed::<King>(entity));
    }
    assert_eq!(world.get_typed(&env, MATCH), Some(players));
    assert_eq!(world.get_typed(&env, MATCH), Some(turn(1, 1)));
    assert_eq!(world.get_typed(&env, MATCH), Some(ACTIVE));
    assert!(!world.has_typed::<Chain>(MATCH));
}

#[test]
fn the_contract_loads_the_world_that_it_has_saved() {
    let table = Table::empty();
    let env = &table.env;
    table.env.as_contract(&table.contract, || {
        let nothing = bytes(&SimpleWorld::new(env));
        assert_eq!(bytes(&CheckersContract::load_world(env)), nothing);
        let world = schedule::start(env, Players::new(&table.black, &table.white));
        CheckersContract::save_world(env, &world);
        assert_eq!(bytes(&CheckersContract::load_world(env)), bytes(&world));
    });
}

/// A further rule, in a plugin of its own: nothing moves from a square of an even number.
struct FurtherRule {
    tick: SharedTick,
}

fn further_rule(_: &mut SimpleWorld, _: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let square = tick.resolved()?.from;
    if square.number() % 2 == 0 {
        return Err(CheckersError::IllegalMove);
    }
    Ok(())
}

impl Plugin for FurtherRule {
    fn name(&self) -> &'static str {
        "further_rule"
    }

    fn build(&self, app: &mut GameApp) {
        let system = tick_system("further_rule", &self.tick, further_rule);
        app.add_systems(system.in_stage(ScheduleStage::PreUpdate));
    }
}

#[test]
fn a_further_plugin_adds_a_rule_beside_these_systems() {
    let env = Env::default();
    let players = Players::new(&Address::generate(&env), &Address::generate(&env));
    let play = |from, to| {
        let world = schedule::start(&env, players);
        let game = Snapshot::of(&world, &env).unwrap();
        let side = Side::Black;
        let tick = Rc::new(RefCell::new(Tick::new(&game, Action { side, from, to })));
        let mut app = GameApp::with_world(world);
        app.add_plugin(CheckersPlugin { tick: tick.clone() });
        app.add_plugin(FurtherRule { tick: tick.clone() });
        assert!(app.has_plugin("checkers") && app.has_plugin("further_rule"));
        assert_eq!(app.system_count(), SCHEDULE.len() + 1);
        app.run(&env).unwrap();
        let moved = Snapshot::of(app.world(), &env).unwrap() != game;
        let refused = tick.borrow().refused;
        (refused, moved)
    };
    // From square 9, and from square 10.
    assert_eq!(play((2, 1), (3, 2)), (None, true));
    let refused = Some(CheckersError::IllegalMove);
    assert_eq!(play((2, 3), (3, 4)), (refused, false));
}

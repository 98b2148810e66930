//! The game as a reader of the contract would try it, on the SDK's own host. The tests under `tests/`
//! go further: errors in their order, authorisation, time to live, random play, the wasm.

pub(crate) mod hand_made;
mod tick_system;

use crate::components::{King, Piece, Players, Status, Turn, MATCH, PIECES};
use crate::errors::CheckersError;
use crate::rules::{Side, Square};
use crate::schedule::{CheckersPlugin, SCHEDULE};
use crate::tick::{Action, Tick};
use crate::tick_system::share;
use crate::views::GameStatus;
use crate::{CheckersContract, CheckersContractClient};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use cougr_core::app::GameApp;
use cougr_core::game::SorobanGame;
use cougr_core::simple_world::EntityId;
use hand_made::Game;
use soroban_sdk::testutils::storage::Instance;
use soroban_sdk::testutils::Address as _;
use soroban_sdk::{Address, Env};

/// A deployed contract and two players.
struct Table {
    env: Env,
    contract: Address,
    client: CheckersContractClient<'static>,
    players: [Address; 2],
}

impl Table {
    /// Deploys the contract. Every call is authorised.
    fn empty() -> Table {
        let env = Env::default();
        env.mock_all_auths();
        let contract = env.register(CheckersContract, hand_made::CONSTRUCTOR);
        Table {
            client: CheckersContractClient::new(&env, &contract),
            players: [Address::generate(&env), Address::generate(&env)],
            contract,
            env,
        }
    }

    /// Deploys the contract and sets up a game.
    fn with_a_game() -> Table {
        let table = Table::empty();
        let [one, two] = &table.players;
        table.client.init_game(one, two);
        table
    }

    /// A move of a player, from one row and column to another.
    fn submit(&self, player: &Address, squares: [u32; 4]) -> Result<(), CheckersError> {
        let [from_row, from_col, to_row, to_col] = squares;
        let answer = self
            .client
            .try_submit_move(player, &from_row, &from_col, &to_row, &to_col);
        answer.map(Result::unwrap).map_err(Result::unwrap)
    }

    /// A move of the player whose turn it is.
    fn play(&self, squares: [u32; 4]) -> Result<(), CheckersError> {
        self.submit(&self.client.get_current_player(), squares)
    }

    /// The 64 cells, `o` and `O` man and king of player one, `x` and `X` of player two; then player
    /// to move, move number, `A`ctive or `F`inished, winner.
    fn notation(&self) -> String {
        let state = self.client.get_state();
        let mark = |cell| match cell {
            0 => '.',
            1 => 'o',
            2 => 'O',
            -1 => 'x',
            -2 => 'X',
            _ => panic!("a cell of {cell}"),
        };
        let cells: String = state.board.cells.iter().map(mark).collect();
        let status = match state.status.status {
            GameStatus::Active => 'A',
            GameStatus::Finished => 'F',
        };
        let (turn, winner) = (state.turn, state.status.winner);
        let (player, number) = (turn.current_player, turn.move_number);
        format!("{cells}|{player}|{number}|{status}|{winner}")
    }
}

/// The two lines of `tests/data/preview.txt`: steps and jumps, each as `submit_move` takes it, and the
/// notation of where they lead.
fn preview() -> (Vec<[u32; 4]>, &'static str) {
    let (moves, notation) = include_str!("../tests/data/preview.txt")
        .trim()
        .split_once('\n')
        .unwrap();
    let squares = |squares: &str| {
        let squares = squares.split(' ').map(|index| index.parse().unwrap());
        let squares: Vec<u32> = squares.collect();
        squares.try_into().unwrap()
    };
    (moves.split(',').map(squares).collect(), notation)
}

// Initialisation.

#[test]
fn a_new_game_has_twelve_men_a_side_and_player_one_to_move() {
    let table = Table::with_a_game();
    let men = ".o.o.o.oo.o.o.o..o.o.o.o................x.x.x.x..x.x.x.xx.x.x.x.";
    assert_eq!(table.notation(), format!("{men}|1|1|A|0"));
    let state = table.client.get_state();
    assert_eq!([state.player_one, state.player_two], table.players);
    assert_eq!(table.client.get_current_player(), table.players[0]);
    assert_eq!(table.client.get_board().cells, state.board.cells);
}

#[test]
fn there_is_nothing_to_play_before_the_game_is_set_up() {
    let table = Table::empty();
    let not_initialised = CheckersError::NotInitialised;
    let answer = table.submit(&table.players[0], [2, 1, 3, 0]);
    assert_eq!(answer, Err(not_initialised));
    assert_eq!(table.client.try_get_state(), Err(Ok(not_initialised)));
    assert_eq!(table.client.try_get_board(), Err(Ok(not_initialised)));
    let current_player = table.client.try_get_current_player();
    assert_eq!(current_player, Err(Ok(not_initialised)));
}

#[test]
fn a_game_is_set_up_only_once() {
    let table = Table::with_a_game();
    let [one, two] = &table.players;
    let again = table.client.try_init_game(two, one);
    assert_eq!(again, Err(Ok(CheckersError::AlreadyInitialised)));
    assert_eq!(&table.client.get_state().player_one, one);
}

// A whole round.

#[test]
fn a_round_of_steps_captures_and_a_held_turn() {
    let table = Table::with_a_game();
    let rows = |rows: [&str; 8]| rows.concat();
    table.play([2, 1, 3, 2]).unwrap();
    table.play([5, 2, 4, 1]).unwrap();
    table.play([2, 5, 3, 4]).unwrap();
    table.play([5, 4, 4, 3]).unwrap();
    // A capture: the man of White on (4, 3) is gone.
    table.play([3, 4, 5, 2]).unwrap();
    let board = rows([
        ".o.o.o.o", "o.o.o.o.", "...o...o", "..o.....", ".x......", "x.o...x.", ".x.x.x.x",
        "x.x.x.x.",
    ]);
    assert_eq!(table.notation(), format!("{board}|2|6|A|0"));
    // White takes it back, and can take another from where it lands: the turn is held.
    table.play([6, 1, 4, 3]).unwrap();
    let board = rows([
        ".o.o.o.o", "o.o.o.o.", "...o...o", "..o.....", ".x.x....", "x.....x.", "...x.x.x",
        "x.x.x.x.",
    ]);
    assert_eq!(table.notation(), format!("{board}|2|6|A|0"));
    let another = table.play([4, 1, 2, 3]);
    assert_eq!(another, Err(CheckersError::ChainCapturePieceMismatch));
    let step = table.play([4, 3, 3, 4]);
    assert_eq!(step, Err(CheckersError::MustCapture));
    table.play([4, 3, 2, 1]).unwrap();
    assert!(table.notation().ends_with("|1|7|A|0"));
}

/// The position that the picture of the project shows.
#[test]
fn the_preview_shows_this_position() {
    let (moves, notation) = preview();
    let table = Table::with_a_game();
    for squares in moves {
        table.play(squares).unwrap();
    }
    assert_eq!(table.notation(), notation);
}

// Invalid actions.

#[test]
fn an_invalid_action_is_refused_and_changes_nothing() {
    use CheckersError::*;
    let table = Table::with_a_game();
    let [one, two] = &table.players;
    let stranger = Address::generate(&table.env);
    let before = table.notation();
    for (player, squares, error) in [
        (&stranger, [2, 1, 3, 0], NotAPlayer),
        (two, [5, 0, 4, 1], WrongTurn),
        (one, [2, 1, 3, u32::MAX], OutOfBounds),
        (one, [2, 1, 3, 1], NotDarkSquare),
        (one, [3, 0, 4, 1], NotYourPiece),
        (one, [5, 0, 4, 1], NotYourPiece),
        (one, [2, 1, 4, 1], IllegalMove),
        (one, [1, 0, 2, 1], DestinationOccupied),
        (one, [2, 1, 4, 3], IllegalMove),
    ] {
        assert_eq!(table.submit(player, squares), Err(error), "{squares:?}");
        assert_eq!(table.notation(), before);
    }
}

// Invariants.

#[test]
fn pieces_stand_on_dark_squares_and_never_appear() {
    let table = Table::with_a_game();
    let count = |sign: i32| {
        let cells = table.client.get_board().cells;
        cells.iter().filter(|cell| cell * sign > 0).count()
    };
    let mut pieces = [12, 12];
    for squares in preview().0 {
        table.play(squares).unwrap();
        let now = [count(1), count(-1)];
        assert!(now[0] <= pieces[0] && now[1] <= pieces[1], "{now:?}");
        pieces = now;
        for (i, cell) in (0..).zip(table.client.get_board().cells) {
            assert!(cell == 0 || (i / 8 + i % 8) % 2 == 1, "a piece on cell {i}");
        }
    }
    assert_ne!(pieces, [12, 12], "pieces are captured in these moves");
}

// The Cougr integration.

/// The world that the contract has stored.
fn world<T>(table: &Table, look: impl FnOnce(&cougr_core::SimpleWorld) -> T) -> T {
    table.env.as_contract(&table.contract, || {
        look(&CheckersContract::load_world(&table.env))
    })
}

#[test]
fn the_stored_world_holds_the_game_as_entities() {
    let table = Table::with_a_game();
    for squares in preview().0 {
        table.play(squares).unwrap();
    }
    let cells = table.client.get_board().cells;
    let state = table.client.get_state();
    world(&table, |world| {
        let mut pieces = 0;
        for entity in 1..=PIECES as EntityId {
            let Some(Piece { side, square }) = world.get_typed(&table.env, entity) else {
                continue;
            };
            let rank = if world.has_typed::<King>(entity) {
                2
            } else {
                1
            };
            let sign = if side == Side::Black { 1 } else { -1 };
            assert_eq!(cells.get(square.cell() as u32), Some(rank * sign));
            pieces += 1;
        }
        assert_eq!(cells.iter().filter(|&cell| cell != 0).count(), pieces);
        let turn: Turn = world.get_typed(&table.env, MATCH).unwrap();
        assert_eq!(u32::from(turn.player), state.turn.current_player);
        assert_eq!(turn.number, state.turn.move_number);
        let status: Status = world.get_typed(&table.env, MATCH).unwrap();
        assert_eq!(status.finished, state.status.status == GameStatus::Finished);
        assert_eq!(u32::from(status.winner), state.status.winner);
        let players = Some(Players::new(&table.players[0], &table.players[1]));
        assert_eq!(world.get_typed(&table.env, MATCH), players);
    });
}

#[test]
fn a_move_is_one_run_of_the_scheduled_systems() {
    let table = Table::with_a_game();
    let action = Action {
        player: table.players[0].clone(),
        from: (2, 1),
        to: (3, 0),
    };
    // The plugin alone plays the move on the stored world...
    let by_the_app = world(&table, |world| {
        let tick = share(Tick::new(&table.env, world, action));
        let mut app = GameApp::with_world(world.clone());
        app.add_plugin(CheckersPlugin {
            schedule: SCHEDULE,
            tick: tick.clone(),
        });
        assert_eq!(app.system_count(), SCHEDULE.len());
        app.run(&table.env).unwrap();
        assert_eq!(tick.borrow().refused, None);
        let piece: Piece = app.world().get_typed(&table.env, 9).unwrap();
        assert_eq!(Some(piece.square), Square::at(3, 0));
        Game::of(app.world(), &table.env)
    });
    // ... to the game that the contract stores after the same move.
    table.play([2, 1, 3, 0]).unwrap();
    let stored = world(&table, |world| Game::of(world, &table.env));
    assert_eq!(by_the_app, stored);
}

#[test]
fn all_that_is_stored_is_the_world() {
    let table = Table::with_a_game();
    table.env.as_contract(&table.contract, || {
        let keys = table.env.storage().instance().all().keys();
        assert_eq!(keys.len(), 1);
        let key = CheckersContract::world_key(&table.env);
        assert!(table.env.storage().instance().has(&key));
    });
}

#[test]
fn where_there_is_no_game_the_world_is_empty() {
    let table = Table::empty();
    assert_eq!(world(&table, |world| world.next_entity_id()), 1);
}

// What another game can take along.

/// These two files go as they are: they know nothing of this crate. Their tests may.
#[test]
fn the_packed_world_and_the_tick_system_need_nothing_of_this_game() {
    for (file, text) in [
        ("packed_world.rs", include_str!("packed_world.rs")),
        ("tick_system.rs", include_str!("tick_system.rs")),
    ] {
        let code = text.split("#[cfg(test)]").next().unwrap();
        for of_this_crate in ["crate::", "super::", "checkers", "Checkers"] {
            assert!(!code.contains(of_this_crate), "{file}: {of_this_crate}");
        }
    }
}

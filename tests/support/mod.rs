//! What the tests under `tests/` share: recorded games, real matches, and a table to play them at.

#![allow(dead_code)]

pub mod naive;
pub mod referee;
pub mod spectator;

use checkers::errors::CheckersError;
use checkers::rules::{Side, Square};
use checkers::views::GameState;
use checkers::{components::GameStatus, CheckersContract, CheckersContractClient};
use soroban_sdk::xdr::{AccountId, PublicKey, ScAddress, Uint256};
use soroban_sdk::{Address, Env, TryFromVal};
use std::path::PathBuf;

/// A file of the project, by its path below the root.
pub fn project_file(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text of a data file under `tests/data`.
pub fn data(name: &str) -> String {
    let path = project_file("tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What the constructor takes: with match play the seconds for a move, 0 for a game without a clock.
#[cfg(feature = "match-play")]
pub const CONSTRUCTOR: (u32,) = (0,);
#[cfg(not(feature = "match-play"))]
pub const CONSTRUCTOR: () = ();

/// Where the wasm is that has the features of this test: for the default `stellar contract build` and
/// `cargo rustc` put it there, for features the CLI does with `--features` and `--out-dir`.
const WASM: &str = match (
    cfg!(feature = "match-play"),
    cfg!(feature = "official-rules"),
) {
    (false, false) => "target/wasm32v1-none/release/checkers.wasm",
    (true, false) => "target/match-play/checkers.wasm",
    (false, true) => "target/official-rules/checkers.wasm",
    (true, true) => "target/match-play-official-rules/checkers.wasm",
};

/// The built wasm. `None` where it has not been built, but under `CI` it must be there.
pub fn built_wasm() -> Option<Vec<u8>> {
    let path = project_file(WASM);
    match std::fs::read(&path) {
        Ok(wasm) => Some(wasm),
        Err(error) if std::env::var_os("CI").is_some() => panic!("{}: {error}", path.display()),
        Err(_) => {
            eprintln!("skipped: the wasm has not been built");
            None
        }
    }
}

/// One call of a recorded game.
pub struct Call {
    /// Who submits: 1 player one, 2 player two, 3 a stranger.
    pub player: usize,
    /// from_row, from_col, to_row, to_col.
    pub squares: [u32; 4],
    /// 0 accepted, else the code of the error.
    pub result: u32,
    /// The state after an accepted call, in the notation of [`notation`].
    pub state: Option<String>,
}

/// A recorded game. `init_game` comes after the first call.
pub struct Game {
    pub name: String,
    pub calls: Vec<Call>,
}

/// The recorded games of a file under `tests/data`.
pub fn recorded_games(file: &str) -> Vec<Game> {
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as u32;
    let call = |value: &serde_json::Value| Call {
        player: number(&value["p"]) as usize,
        squares: core::array::from_fn(|i| number(&value["m"][i])),
        result: number(&value["r"]),
        state: value.get("s").map(|state| state.as_str().unwrap().into()),
    };
    data(file)
        .lines()
        .map(|line| {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            Game {
                name: game["name"].as_str().unwrap().into(),
                calls: game["calls"].as_array().unwrap().iter().map(call).collect(),
            }
        })
        .collect()
}

/// A real match of `tests/data/matches.txt`.
pub struct RealMatch {
    /// Its line in the file.
    pub line: usize,
    /// The squares (1 to 32) of each turn: the start, and where each step or jump lands.
    pub turns: Vec<Vec<u8>>,
    /// The player who won, 1 or 2; 0 for a draw.
    pub winner: u32,
}

/// The real matches of `tests/data/matches.txt`.
pub fn real_matches() -> Vec<RealMatch> {
    let text = data("matches.txt");
    let games = (1..).zip(text.lines());
    games
        .filter(|(_, game)| !game.starts_with('#'))
        .map(|(line, game)| {
            let mut fields = game.split('\t');
            let turns = fields.next().unwrap().split(' ');
            let squares = |turn: &str| {
                turn.split(['-', 'x'])
                    .map(|square| square.parse().unwrap())
                    .collect()
            };
            RealMatch {
                line,
                turns: turns.map(squares).collect(),
                winner: match fields.next().unwrap() {
                    "1-0" => 1,
                    "0-1" => 2,
                    "1/2-1/2" => 0,
                    result => panic!("a result of {result}"),
                },
            }
        })
        .collect()
}

/// Rows and columns, as `submit_move` takes them, of two squares 1 to 32.
pub fn rows_and_columns(from: u8, to: u8) -> [u32; 4] {
    let [from, to] = [from, to].map(|number| Square::of_number(number).unwrap());
    [from.row(), from.col(), to.row(), to.col()]
}

/// A state as the recorded games write it: 64 cells (`.` empty, `o` `O` man and king of player one,
/// `x` `X` of player two), player to move, move number, `A`ctive or `F`inished, winner.
pub fn notation(state: &GameState) -> String {
    let cells: String = state
        .board
        .cells
        .iter()
        .map(|cell| match cell {
            0 => '.',
            1 => 'o',
            2 => 'O',
            -1 => 'x',
            -2 => 'X',
            _ => panic!("a cell of {cell}"),
        })
        .collect();
    let status = match state.status.status {
        GameStatus::Active => 'A',
        GameStatus::Finished => 'F',
    };
    let turn = &state.turn;
    format!(
        "{cells}|{}|{}|{status}|{}",
        turn.current_player, turn.move_number, state.status.winner
    )
}

/// A deployed contract, with two players and a stranger.
pub struct Table {
    pub env: Env,
    pub contract: Address,
    pub client: CheckersContractClient<'static>,
    accounts: [AccountId; 3],
    addresses: [Address; 3],
}

impl Table {
    /// Deploys the linked code.
    pub fn native() -> Table {
        Table::deploy(Env::default(), |env| {
            env.register(CheckersContract, CONSTRUCTOR)
        })
    }

    /// Deploys a wasm.
    pub fn wasm(wasm: &[u8]) -> Table {
        Table::deploy(Env::default(), |env| env.register(wasm, CONSTRUCTOR))
    }

    /// Deploys in a host that has been set up by the caller.
    pub fn deploy(env: Env, register: impl FnOnce(&Env) -> Address) -> Table {
        env.mock_all_auths();
        let contract = register(&env);
        let client = CheckersContractClient::new(&env, &contract);
        let accounts =
            [1, 2, 3].map(|key| AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([key; 32]))));
        let addresses = accounts
            .clone()
            .map(|account| Address::try_from_val(&env, &ScAddress::Account(account)).unwrap());
        Table {
            env,
            contract,
            client,
            accounts,
            addresses,
        }
    }

    /// The address of player 1, player 2, or the stranger 3.
    pub fn player(&self, player: usize) -> &Address {
        &self.addresses[player - 1]
    }

    /// Names both players. Player one sends the transaction.
    pub fn init(&self) {
        self.send_from(1);
        self.client.init_game(self.player(1), self.player(2));
    }

    /// Makes a player the source account of the next transaction, as the CLI's `--source` does.
    pub fn send_from(&self, player: usize) {
        self.env
            .host()
            .set_source_account(self.accounts[player - 1].clone())
            .unwrap();
    }

    /// Sends a move from the account of the player who makes it.
    pub fn submit(&self, player: usize, squares: [u32; 4]) -> Result<(), CheckersError> {
        self.send_from(player);
        let [from_row, from_col, to_row, to_col] = squares;
        match self.client.try_submit_move(
            self.player(player),
            &from_row,
            &from_col,
            &to_row,
            &to_col,
        ) {
            Ok(Ok(())) => Ok(()),
            Err(Ok(error)) => Err(error),
            other => panic!("{squares:?}: not an answer of the contract: {other:?}"),
        }
    }

    /// The state in the notation of the recorded games.
    pub fn state(&self) -> String {
        notation(&self.client.get_state())
    }

    /// Plays a recorded game: every call, code and state.
    pub fn play(&self, game: &Game) {
        for (i, call) in game.calls.iter().enumerate() {
            let result = self
                .submit(call.player, call.squares)
                .map_or_else(|error| error as u32, |()| 0);
            assert_eq!(
                result, call.result,
                "{}, call {i}: {:?}",
                game.name, call.squares
            );
            if let Some(state) = &call.state {
                assert_eq!(&self.state(), state, "{}, call {i}", game.name);
            }
            if i == 0 {
                self.init();
            }
        }
    }

    /// The side of player 1 or 2.
    pub fn side(player: usize) -> Side {
        Side::of_player(player as u32).unwrap()
    }
}

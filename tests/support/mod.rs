//! What the tests under `tests/` share: recorded games, real matches, and a table to play them at.

#![allow(dead_code)]

pub mod naive;
pub mod referee;
pub mod spectator;

use checkers::components::{self, Chain, King, Piece, Players, Turn, MATCH};
use checkers::errors::CheckersError;
use checkers::rules::{Side, Square};
use checkers::views::{GameState, GameStatus};
use checkers::{CheckersContract, CheckersContractClient};
use cougr_core::game::SorobanGame;
use cougr_core::SimpleWorld;
use naive::{Naive, Status};
use soroban_sdk::testutils::storage::Instance;
use soroban_sdk::testutils::{EnvTestConfig, Ledger};
use soroban_sdk::xdr::{AccountId, PublicKey, ScAddress, ToXdr, Uint256};
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

const DEFAULT_WASM: &str = "target/wasm32v1-none/release/checkers.wasm";

/// Where the wasm is that has the features of this test: for the default `stellar contract build` and
/// `cargo rustc` put it there, for features the CLI does with `--features` and `--out-dir`.
pub const WASM: &str = match (
    cfg!(feature = "match-play"),
    cfg!(feature = "official-rules"),
) {
    (false, false) => DEFAULT_WASM,
    (true, false) => "target/match-play/checkers.wasm",
    (false, true) => "target/official-rules/checkers.wasm",
    (true, true) => "target/match-play-official-rules/checkers.wasm",
};

/// The built wasm with the features of this test.
pub fn built_wasm() -> Option<Vec<u8>> {
    wasm_at(WASM)
}

/// A built wasm. `None` where it has not been built, but under `CI` it must be there. Where that without
/// features belongs, every build leaves its own.
pub fn wasm_at(path: &str) -> Option<Vec<u8>> {
    let is_default = path == DEFAULT_WASM;
    let path = project_file(path);
    match std::fs::read(&path) {
        Ok(wasm) => {
            let name = b"__constructor";
            let with_match_play = wasm.windows(name.len()).any(|bytes| bytes == name);
            assert!(
                !(is_default && with_match_play),
                "{} is a build with features: run `stellar contract build`",
                path.display()
            );
            Some(wasm)
        }
        Err(error) if std::env::var_os("CI").is_some() => panic!("{}: {error}", path.display()),
        Err(_) => {
            eprintln!("skipped: {} has not been built", path.display());
            None
        }
    }
}

/// One call of a recorded game.
#[derive(Clone)]
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
    /// How many of the turns the rules of the default build accept.
    pub accepted: usize,
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
                accepted: fields.next().unwrap().parse().unwrap(),
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

    /// Deploys the linked code on a host that neither writes down its ledger nor collects
    /// diagnostics: for tests that make many calls.
    pub fn quiet() -> Table {
        Table::deploy(quiet_host(), |env| {
            env.register(CheckersContract, CONSTRUCTOR)
        })
    }

    /// The same with a wasm.
    pub fn quiet_wasm(wasm: &[u8]) -> Table {
        Table::deploy(quiet_host(), |env| env.register(wasm, CONSTRUCTOR))
    }

    /// A new game, deployed like this.
    pub fn started(self) -> Table {
        self.init();
        self
    }

    /// Has another address play as player 1, player 2, or the stranger 3.
    pub fn seat(&mut self, player: usize, address: Address) {
        self.addresses[player - 1] = address;
    }

    /// Stores a hand-made game in place of what is stored. What match play keeps of it stays.
    pub fn store(&self, game: &Naive) {
        let players = [1, 2].map(|player| self.player(player));
        self.env.as_contract(&self.contract, || {
            #[allow(unused_mut)]
            let mut world = world(&self.env, game, players);
            #[cfg(feature = "match-play")]
            keep_match_play(
                &self.env,
                &CheckersContract::load_world(&self.env),
                &mut world,
            );
            CheckersContract::save_world(&self.env, &world);
        });
    }

    /// All that the contract has stored.
    pub fn stored(&self) -> Vec<u8> {
        let read = || self.env.storage().instance().all().to_xdr(&self.env);
        let xdr = self.env.as_contract(&self.contract, read);
        xdr.iter().collect()
    }

    /// Ledgers that the contract's instance has to live.
    pub fn lifetime(&self) -> u32 {
        let read = || self.env.storage().instance().get_ttl();
        self.env.as_contract(&self.contract, read)
    }

    /// Lets ledgers go by in which nobody calls.
    pub fn wait(&self, ledgers: u32) {
        let now = self.env.ledger().sequence();
        self.env.ledger().set_sequence_number(now + ledgers);
    }
}

/// A host that neither writes down its ledger nor collects diagnostics.
pub fn quiet_host() -> Env {
    let env = Env::new_with_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    env.host().set_diagnostic_level(Default::default()).unwrap();
    env
}

/// Sets the lifetimes of ledger entries as they are on the public network. The host's own are 500
/// times shorter.
pub fn set_public_network_lifetimes(env: &Env) {
    env.ledger().with_mut(|ledger| {
        ledger.min_persistent_entry_ttl = 2_073_600;
        ledger.min_temp_entry_ttl = 17_280;
        ledger.max_entry_ttl = 3_110_400;
    });
}

/// The world of a hand-made game. The pieces of each side take its entities in the order of the squares.
pub fn world(env: &Env, game: &Naive, players: [&Address; 2]) -> SimpleWorld {
    let mut world = SimpleWorld::new(env);
    for side in Side::BOTH {
        let squares = Square::all().filter(|square| {
            let cell = (square.row(), square.col());
            game.owner(cell) == side.player()
        });
        let mut squares: Vec<Square> = squares.collect();
        assert!(squares.len() <= 12, "at most twelve pieces a side");
        squares.reverse();
        for _ in 0..12 {
            let entity = world.spawn_entity();
            let Some(square) = squares.pop() else {
                world.despawn_entity(entity);
                continue;
            };
            world.set_typed(env, entity, &Piece { side, square });
            if game.cell((square.row(), square.col())).abs() == 2 {
                world.set_typed(env, entity, &King);
            }
        }
    }
    assert_eq!(world.spawn_entity(), MATCH);
    world.set_typed(env, MATCH, &Players::new(players[0], players[1]));
    let turn = Turn {
        player: game.player_to_move as u8,
        number: game.move_number,
    };
    world.set_typed(env, MATCH, &turn);
    let status = components::Status {
        finished: game.status == Status::Finished,
        winner: game.winner as u8,
    };
    world.set_typed(env, MATCH, &status);
    if let Some((row, col)) = game.chain {
        let square = Square::at(row, col).expect("a dark square").index();
        world.set_typed(env, MATCH, &Chain { square });
    }
    world
}

/// Takes over the clock, the offer and the quiet moves. Where there was no game there is no clock yet.
#[cfg(feature = "match-play")]
fn keep_match_play(env: &Env, before: &SimpleWorld, world: &mut SimpleWorld) {
    use checkers::match_play::components::{Clock, Offer};
    use checkers::match_play::quiet_moves::QuietMoves;
    let clock = before.get_typed(env, MATCH).unwrap_or(Clock {
        move_seconds: 0,
        turn_passed: env.ledger().timestamp(),
    });
    world.set_typed(env, MATCH, &clock);
    if let Some(offer) = before.get_typed::<Offer>(env, MATCH) {
        world.set_typed(env, MATCH, &offer);
    }
    if let Some(moves) = before.get_typed::<QuietMoves>(env, MATCH) {
        world.set_typed(env, MATCH, &moves);
    }
}

impl Table {
    /// Plays a real match, and tells how many of its turns are accepted before the first that is not.
    pub fn play_match(&self, game: &RealMatch) -> usize {
        let plays = |(i, path): (usize, &Vec<u8>)| {
            path.windows(2).all(|hop| {
                self.submit(1 + i % 2, rows_and_columns(hop[0], hop[1]))
                    .is_ok()
            })
        };
        let turns = game.turns.iter().enumerate();
        turns.take_while(|&numbered| plays(numbered)).count()
    }
}

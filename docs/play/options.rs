//! The command line.

use crate::table::Code;
use checkers::rules::Side;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::path::PathBuf;

/// Who moves a side.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mover {
    /// Moves are read from the input.
    Human,
    /// The computer moves.
    Computer,
    /// Moves are made elsewhere, and waited for.
    Elsewhere,
}

/// Who plays a side: who moves, and in whose name if the game is on a network.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Player {
    /// Who moves.
    pub mover: Mover,
    /// An identity of the Stellar CLI or, of a player elsewhere, an address.
    pub name: Option<String>,
}

impl Player {
    const HUMAN: Player = Player {
        mover: Mover::Human,
        name: None,
    };
    const ELSEWHERE: Player = Player {
        mover: Mover::Elsewhere,
        name: None,
    };
}

/// Plays the contract: on a host inside this program, or on a network with the Stellar CLI.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "play",
    bin_name = "cargo run --example play --",
    args_override_self = true,
    after_help = EXAMPLES
)]
pub struct Options {
    /// Who plays Black, who moves first: human or computer
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub black: Option<Player>,

    /// Who plays White
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub white: Option<Player>,

    /// Which of equally good moves the computer plays
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Seconds for a turn, with match play; 0: no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub clock: u32,

    /// Plays this wasm instead of the linked code
    #[arg(long, value_name = "FILE", value_parser = wasm)]
    pub wasm: Option<Code>,

    /// Plays the other games of a file when one is refused
    #[arg(long, conflicts_with_all = ["contract", "deploy"])]
    pub keep_going: bool,

    /// Plays the contract of this id or alias on a network
    #[arg(long, value_name = "ID", conflicts_with_all = ["wasm", "clock"])]
    pub contract: Option<String>,

    /// Deploys this wasm to a network, and sets up a game
    #[arg(long, value_name = "WASM", conflicts_with_all = ["wasm", "contract"])]
    pub deploy: Option<PathBuf>,

    /// The network, as the CLI calls it; left out, the CLI's own choice
    #[arg(long, value_name = "NAME")]
    pub network: Option<String>,
}

const EXAMPLES: &str = "\
Moves come from standard input. If that is not a terminal, the first move that is
refused ends the program with exit code 1:

    cargo run --example play < game.pdn

With --keep-going, only the game ends with it. The last line says how many were
played to their end, and the exit code is 1 if that is not all of them.

In a score, 1-0 is Black's win and 0-1 White's: the practice of English draughts.
Some programs write the opposite.

On a network a player is NAME or computer:NAME, where NAME is an identity of the
Stellar CLI, which has the keys; or, with --deploy, the address of a player elsewhere.
A side that is not named is waited for. Whoever names none watches:

    cargo run --example play -- --contract checkers --network testnet --black black";

/// Where a contract is to be had that can do what this one cannot.
pub const ELSEWHERE: &str = "The feature match-play has it:
cargo run --example play --features match-play";

impl Options {
    /// Reads the arguments that follow the program's name.
    pub fn read<T>(arguments: impl IntoIterator<Item = T>) -> Result<Options, clap::Error>
    where
        T: Into<OsString> + Clone,
    {
        let program = OsString::from("play");
        let arguments = arguments.into_iter().map(Into::into);
        let options = Options::try_parse_from(std::iter::once(program).chain(arguments))?;
        match options.contradiction() {
            None => Ok(options),
            Some(why) => Err(Options::command().error(ErrorKind::ValueValidation, why)),
        }
    }

    /// Is the game on a network?
    pub fn on_network(&self) -> bool {
        self.contract.is_some() || self.deploy.is_some()
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> Player {
        let named = match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        };
        let unnamed = if self.on_network() {
            Player::ELSEWHERE
        } else {
            Player::HUMAN
        };
        named.clone().unwrap_or(unnamed)
    }

    /// What is played on the host inside this program.
    pub fn code(&self) -> Code {
        self.wasm.clone().unwrap_or(Code::Linked)
    }

    /// What does not go together.
    fn contradiction(&self) -> Option<String> {
        let named = [&self.black, &self.white].into_iter().flatten();
        if self.on_network() {
            for player in named.clone() {
                if player.name.is_none() {
                    return Some(NO_IDENTITY.into());
                }
            }
            let all_named = self.black.is_some() && self.white.is_some();
            let moves_here = named
                .into_iter()
                .any(|player| player.mover != Mover::Elsewhere);
            if self.deploy.is_some() && !(all_named && moves_here) {
                return Some(BOTH_PLAYERS.into());
            }
        } else {
            if let Some(name) = named.into_iter().find_map(|player| player.name.as_ref()) {
                return Some(format!(
                    "a player is human or computer, not {name}: a name needs --contract or --deploy"
                ));
            }
            if self.network.is_some() {
                return Some("--network needs --contract or --deploy".into());
            }
        }
        None
    }
}

const NO_IDENTITY: &str = "\
on a network a player is an identity of the Stellar CLI: --black NAME, or --black computer:NAME";

const BOTH_PLAYERS: &str = "\
--deploy needs both players, and a name for one of them at least: --black NAME --white ADDRESS";

fn player(value: &str) -> Result<Player, String> {
    let (mover, name) = match value.split_once(':') {
        None if value == "human" => (Mover::Human, None),
        None if value == "computer" => (Mover::Computer, None),
        None if is_address(value) => (Mover::Elsewhere, Some(value)),
        None => (Mover::Human, Some(value)),
        Some(("computer", name)) => (Mover::Computer, Some(name)),
        Some(("human", name)) => (Mover::Human, Some(name)),
        Some(_) => return Err("a player is NAME or computer:NAME".into()),
    };
    if name == Some("") {
        return Err("a name is missing".into());
    }
    let name = name.map(String::from);
    Ok(Player { mover, name })
}

/// Does this look like the address of an account or contract? No identity has so long a name.
fn is_address(value: &str) -> bool {
    value.len() == 56
        && value.starts_with(['G', 'C'])
        && (value.bytes()).all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

fn wasm(path: &str) -> Result<Code, String> {
    let wasm = std::fs::read(path).map_err(|error| error.to_string())?;
    Ok(Code::Wasm(wasm))
}

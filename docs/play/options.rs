//! The command line.

use crate::table::Code;

/// Who plays a side.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Player {
    /// Moves are read from the input.
    Human,
    /// The computer moves.
    Computer,
}

/// What the command line asks for.
pub struct Options {
    /// Who plays Black.
    pub black: Player,
    /// Who plays White.
    pub white: Player,
    /// Chooses among equally good moves of the computer.
    pub seed: u64,
    /// What is deployed.
    pub code: Code,
    /// What a contract with a clock is deployed with: the seconds for a turn, 0 for no limit.
    pub move_seconds: u32,
    /// Are the other games of a file played when one is refused?
    pub keep_going: bool,
}

/// What the feature `match-play` adds to the usage.
#[cfg(feature = "match-play")]
macro_rules! clock {
    () => {
        "    --clock SECONDS          how long a player may think about a turn (0: no limit)\n"
    };
}
#[cfg(not(feature = "match-play"))]
macro_rules! clock {
    () => {
        ""
    };
}

/// How to call the program.
pub const USAGE: &str = concat!(
    "\
Plays the contract on a host inside this program.

    cargo run --example play -- [OPTIONS]

    --black human|computer   who plays Black, who moves first (human)
    --white human|computer   who plays White (human)
    --seed N                 which of equally good moves the computer plays (1)
    --wasm FILE              plays this wasm instead of the linked code
    --keep-going             plays the other games of a file when one is refused
",
    clock!(),
    "\
\x20   --help                   shows this text

Moves come from standard input. If that is not a terminal, the first move that is
refused ends the program with exit code 1:

    cargo run --example play < game.pdn

With --keep-going, only the game ends with it. The last line says how many were
played to their end, and the exit code is 1 if that is not all of them.

In a score, 1-0 is Black's win and 0-1 White's: the practice of English draughts.
Some programs write the opposite.
"
);

/// Where the command or option is that this build does not have.
#[cfg(not(feature = "match-play"))]
pub const ELSEWHERE: &str = "The feature match-play has it:
cargo run --example play --features match-play";

const NAMES: &[&str] = if cfg!(feature = "match-play") {
    &["--black", "--white", "--seed", "--wasm", "--clock"]
} else {
    &["--black", "--white", "--seed", "--wasm"]
};

/// Why there are no options.
#[derive(Debug, PartialEq)]
pub enum Stop {
    /// The usage was asked for.
    Help,
    /// What is wrong.
    Wrong(String),
}

impl Options {
    /// Reads the arguments that follow the program's name. `--name value` and `--name=value` are
    /// the same.
    pub fn read(arguments: impl IntoIterator<Item = String>) -> Result<Options, Stop> {
        let mut options = Options {
            black: Player::Human,
            white: Player::Human,
            seed: 1,
            code: Code::Linked,
            move_seconds: 0,
            keep_going: false,
        };
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            if argument == "--help" || argument == "-h" {
                return Err(Stop::Help);
            }
            if argument == "--keep-going" {
                options.keep_going = true;
                continue;
            }
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) => (name.to_string(), Some(value.to_string())),
                None => (argument, None),
            };
            #[cfg(not(feature = "match-play"))]
            if name == "--clock" {
                let why = format!("there is no option --clock in this build. {ELSEWHERE}");
                return Err(Stop::Wrong(why));
            }
            if !NAMES.contains(&name.as_str()) {
                return Err(Stop::Wrong(format!("there is no option {name}")));
            }
            let value = value.or_else(|| arguments.next());
            let value = value.ok_or_else(|| Stop::Wrong(format!("{name} needs a value")))?;
            match name.as_str() {
                "--black" => options.black = player(&value)?,
                "--white" => options.white = player(&value)?,
                "--seed" => options.seed = seed(&value)?,
                "--clock" => options.move_seconds = move_seconds(&value)?,
                _ => options.code = wasm(&value)?,
            }
        }
        Ok(options)
    }
}

fn player(value: &str) -> Result<Player, Stop> {
    match value {
        "human" => Ok(Player::Human),
        "computer" => Ok(Player::Computer),
        _ => Err(Stop::Wrong(format!(
            "a player is human or computer, not {value}"
        ))),
    }
}

fn seed(value: &str) -> Result<u64, Stop> {
    let seed = value.parse();
    seed.map_err(|_| Stop::Wrong(format!("a seed is a number, not {value}")))
}

fn move_seconds(value: &str) -> Result<u32, Stop> {
    let seconds = value.parse();
    seconds.map_err(|_| {
        let most = u32::MAX;
        Stop::Wrong(format!(
            "a clock is a number of seconds from 0 to {most}, not {value}"
        ))
    })
}

fn wasm(path: &str) -> Result<Code, Stop> {
    let wasm = std::fs::read(path);
    let wasm = wasm.map_err(|error| Stop::Wrong(format!("{path}: {error}")))?;
    Ok(Code::Wasm(wasm))
}

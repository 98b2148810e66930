//! Plays the contract in a terminal: `cargo run --example play`.
//!
//! The contract is deployed on the SDK's own host, inside this program, and every move is a call of
//! it. `session` is what is typed and shown, `sitting` the game, `table` the host, `spec` the words
//! of the contract's errors. `lines` takes the text apart, `notation` reads it, `score` knows what it
//! says of a game beside the moves. `game` knows which moves there are, `board` draws, and `computer`
//! thinks. With the feature `match-play`, `request` is what players can ask for beside moves.

mod board;
mod computer;
mod cost;
mod game;
mod lines;
mod notation;
mod options;
#[cfg(feature = "match-play")]
mod request;
mod score;
mod session;
mod sitting;
mod spec;
mod table;

use options::{Options, Stop, USAGE};
use session::{Failure, Screen};
use std::io::{stdin, stdout, IsTerminal};
use std::process::ExitCode;

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(Stop::Help) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(Stop::Wrong(why)) => {
            eprintln!("{why}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let screen = Screen {
        interactive: stdin().is_terminal(),
        colour: stdout().is_terminal() && !no_colour,
    };
    match session::run(options, screen, stdin().lock(), stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever was reading has seen enough.
        Err(Failure::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

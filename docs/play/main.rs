//! Plays the contract in a terminal: `cargo run --example play`.
//!
//! The contract is deployed on the SDK's own host, inside this program, and every move is a call of
//! it; or it is on a network, and every call goes through the Stellar CLI. `session` is what is typed
//! and shown, `sitting` the game and `record` its moves so far. `prompt`, `lines` and `terminal` are
//! where the text comes from, `notation` reads it, and `score` knows what it says of a game beside the
//! moves. `contract` is what a contract is asked for: `table` is the host, `network` the network with
//! `cli`, `events` and `trouble`, and `spec` the words of the contract's errors. `request` is what
//! players can ask for beside moves, `game` knows which moves there are, `board` draws, and `computer`
//! thinks.

mod board;
mod cli;
mod computer;
mod contract;
mod cost;
mod events;
mod game;
mod lines;
mod network;
mod notation;
mod options;
mod progress;
mod prompt;
mod record;
mod request;
mod score;
mod session;
mod sitting;
mod spec;
mod table;
mod terminal;
mod trouble;

use lines::Lines;
use options::Options;
use session::{Failure, Screen};
use std::io::{stderr, stdin, stdout, IsTerminal};
use std::process::ExitCode;
use terminal::Terminal;

fn main() -> ExitCode {
    let options = match Options::read(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(error) => error.exit(),
    };
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let interactive = stdin().is_terminal();
    let screen = Screen {
        interactive,
        colour: stdout().is_terminal() && !no_colour,
        live: stdout().is_terminal() && stderr().is_terminal(),
    };
    if options.on_network() {
        ctrlc::set_handler(cli::interrupt).expect("nobody else handles Ctrl-C");
    }
    let end = if interactive && screen.live {
        match Terminal::open() {
            Ok(terminal) => session::run(options, screen, terminal, stdout().lock()),
            Err(error) => Err(Failure::Io(error)),
        }
    } else {
        session::run(options, screen, Lines::new(stdin().lock()), stdout().lock())
    };
    match end {
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

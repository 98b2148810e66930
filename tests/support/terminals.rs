//! Terminals on a network: the program of `docs/play`, as it was built last, plays there through the
//! Stellar CLI.

use super::rpc::{self, Rpc, Sent};
use super::{installed, project_file, shell, text};
use checkers::rules::{Side, Square};
use game::{Game, Rules, Turn};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

#[allow(dead_code)] // A part of the program.
#[path = "../../docs/play/game.rs"]
mod game;

const WASM: &str = "target/match-play-official-rules/checkers.wasm";

/// A network, and a configuration of the CLI that knows it with the identities black and white.
struct Place {
    rpc: Rpc,
    home: &'static str,
}

impl Place {
    /// `None` if what is needed is not there.
    fn new(home: &'static str) -> Option<Place> {
        if !project_file(WASM).exists() || !installed("stellar") {
            eprintln!("skipped in part or whole: {WASM} has not been built");
            return None;
        }
        let place = Place {
            rpc: rpc::start(),
            home,
        };
        let (url, passphrase) = (&place.rpc.url, rpc::PASSPHRASE);
        let mut script = shell(home);
        script.arg("-ec").arg(format!(
            "stellar network add in-process --rpc-url {url} --network-passphrase '{passphrase}'
             stellar network add away --rpc-url http://127.0.0.1:1 --network-passphrase x
             stellar keys generate black --fund --network in-process
             stellar keys generate white --fund --network in-process
             stellar keys generate poor
             stellar keys add shown --public-key $(stellar keys address white)"
        ));
        let output = script.output().unwrap();
        assert!(output.status.success(), "{}", text(&output));
        Some(place)
    }

    /// A program that finds the configuration.
    fn command(&self, program: impl Into<PathBuf>) -> Command {
        let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(self.home);
        let mut command = Command::new(program.into());
        command
            .current_dir(project_file("."))
            .env("STELLAR_CONFIG_HOME", home.join("config"))
            .env("STELLAR_DATA_HOME", home.join("data"))
            .env("STELLAR_NETWORK", "in-process")
            .env_remove("STELLAR_ACCOUNT")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn terminal(&self, arguments: &str) -> Command {
        let test = std::env::current_exe().unwrap();
        let profile = test.ancestors().nth(2).unwrap();
        let mut terminal = self.command(profile.join("examples/play"));
        terminal.args(arguments.split_whitespace());
        terminal
    }

    /// What a terminal shows in which these lines come, and its exit code.
    fn shown(&self, arguments: &str, lines: &str) -> (String, i32) {
        finished(self.terminal(arguments), lines)
    }

    fn address(&self, identity: &str) -> String {
        let mut stellar = self.command("stellar");
        let output = stellar
            .args(["keys", "address", identity])
            .output()
            .unwrap();
        text(&output).trim().into()
    }

    /// Sets up a game between these two, and returns the id of its contract.
    fn game(&self, options: &str) -> String {
        let (shown, code) = self.shown(&format!("--deploy {WASM} {options}"), "");
        assert_eq!(code, 0, "{shown}");
        let id = |word: &&str| word.len() == 56 && word.starts_with('C');
        shown.split_whitespace().find(id).expect(&shown).into()
    }
}

fn finished(mut command: Command, lines: &str) -> (String, i32) {
    let mut child = command.spawn().unwrap();
    let written = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    // A program that has said why it ends reads no more.
    assert!(written.is_ok() || !output.status.success());
    (on_one_line(&output), output.status.code().unwrap_or(-1))
}

/// What a program has printed, without line breaks.
fn on_one_line(output: &Output) -> String {
    text(output).replace('\n', " ")
}

/// A person at a terminal, who plays at random and sees what the other plays.
struct Person {
    terminal: Child,
    screen: BufReader<ChildStdout>,
    game: Game,
    turns: Vec<Turn>,
    seed: u64,
}

impl Person {
    fn new(mut terminal: Child) -> Person {
        let screen = BufReader::new(terminal.stdout.take().unwrap());
        Person {
            terminal,
            screen,
            game: Game::start(Rules::Official),
            turns: Vec::new(),
            seed: 1,
        }
    }

    fn play(&mut self, turn: Turn) {
        for leg in turn.path.windows(2) {
            let hop = self.game.hop(leg[0], leg[1]);
            self.game = self.game.after(hop.unwrap_or_else(|| panic!("{turn}")));
        }
        self.turns.push(turn);
    }

    fn move_at_random(&mut self) {
        let turns = self.game.turns();
        self.seed = self.seed * 16_807 % 2_147_483_647;
        let turn = turns[self.seed as usize % turns.len()].clone();
        writeln!(self.terminal.stdin.as_ref().unwrap(), "{turn}\nwait").unwrap();
        self.play(turn);
    }

    fn see_answer(&mut self) {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(
                self.screen.read_line(&mut line).unwrap() > 0,
                "the terminal has ended"
            );
            if let Some(turn) = line.trim_end().strip_prefix("White plays ") {
                let squares = turn.trim_end_matches('.').split(['-', 'x']);
                let square = |number: &str| Square::of_number(number.parse().unwrap()).unwrap();
                return self.play(Turn {
                    path: squares.map(square).collect(),
                    captures: turn.contains('x'),
                });
            }
        }
    }
}

#[test]
fn two_terminals_play_a_game_to_its_end() {
    let Some(place) = Place::new("terminals") else {
        return;
    };
    let white = place.address("white");
    let id = place.game(&format!("--clock 600 --black black --white {white}"));
    let game = format!("--contract {id}");
    let mut computer = place.terminal(&format!("{game} --white computer:white --seed 3"));
    let computer = computer.stdin(Stdio::null()).spawn().unwrap();
    let mut person = Person::new(
        place
            .terminal(&format!("{game} --black black"))
            .spawn()
            .unwrap(),
    );
    while person.game.winner().is_none() {
        person.move_at_random();
        if person.game.winner().is_none() {
            person.see_answer();
        }
        assert!(person.turns.len() < 200);
    }
    let (won, result) = match person.game.winner().unwrap() {
        Side::Black => ("Black has won.", "1-0"),
        Side::White => ("White has won.", "0-1"),
    };
    writeln!(person.terminal.stdin.take().unwrap(), "score").unwrap();
    let mut shown = String::new();
    std::io::Read::read_to_string(&mut person.screen, &mut shown).unwrap();
    assert!(person.terminal.wait().unwrap().success());
    assert!(
        shown.contains(&format!("The game is over: {won}")),
        "{shown}"
    );

    // Both have seen all moves, and so does who comes when all is over: from the events.
    let moves: String = (person.turns.chunks(2).zip(1..))
        .map(|(pair, number)| {
            let pair: Vec<String> = pair.iter().map(Turn::to_string).collect();
            format!("{number}. {} ", pair.join(" "))
        })
        .collect();
    let score = format!("{moves}{result}");
    assert!(
        shown.replace('\n', " ").contains(&score),
        "{score}\n{shown}"
    );
    let (late, code) = place.shown(&game, "score\n");
    assert_eq!(code, 0);
    assert!(late.contains(&score), "{score}\n{late}");
    for header in [
        format!("[Contract \"{id}\"]"),
        "[Network \"in-process\"]".into(),
    ] {
        assert!(late.contains(&header), "{late}");
    }
    let output = computer.wait_with_output().unwrap();
    let computer = on_one_line(&output);
    assert!(output.status.success(), "{computer}");
    assert!(computer.contains(won), "{computer}");
    for (i, turn) in person.turns.iter().enumerate() {
        let who = ["Black plays", "White (computer) plays"][i % 2];
        assert!(
            computer.contains(&format!("{who} {turn}.")),
            "{turn}: {computer}"
        );
    }

    // Once the network has forgotten, the score begins where one has come.
    place.rpc.forget_events();
    let (forgotten, _) = place.shown(&game, "score\n");
    assert!(forgotten.contains("[SetUp \"1\"] [FEN \""), "{forgotten}");
    assert!(forgotten.contains(&format!("  {result}")), "{forgotten}");
}

#[test]
fn what_a_network_refuses_is_said_with_what_to_do() {
    let Some(place) = Place::new("refusals") else {
        return;
    };
    let [black, white] = ["black", "white"].map(|name| place.address(name));
    let id = place.game("--clock 600 --black black --white white");
    let nowhere = "CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD2KM";
    let join = format!("--contract {id}");
    let says = |arguments: &str, lines: &str, parts: &[&str]| {
        let (shown, code) = place.shown(arguments, lines);
        assert_eq!(code, 1, "{arguments}: {shown}");
        for part in parts {
            assert!(shown.contains(part), "{arguments}: {part}\n{shown}");
        }
    };
    for (arguments, parts) in [
        (
            format!("{join} --black nobody"),
            [
                "The CLI has no identity nobody.",
                "stellar keys generate nobody --fund",
            ],
        ),
        (
            format!("{join} --black white"),
            [
                "white does not play Black in this game.",
                &format!("Black is {black}"),
            ],
        ),
        (
            format!("{join} --network nowhere"),
            ["The CLI knows no network nowhere.", "stellar network add"],
        ),
        (
            format!("{join} --network away"),
            ["The network cannot be reached.", "stellar network ls"],
        ),
        (
            "--contract nothing".into(),
            [
                "The CLI knows no contract nothing on this network.",
                "stellar contract alias ls",
            ],
        ),
        (
            format!("--contract {nowhere}"),
            [
                "There is no contract CAAA",
                &format!("stellar contract restore --id {nowhere}"),
            ],
        ),
        (
            format!("--deploy {WASM} --black poor --white {white}"),
            [
                "The account of poor does not exist on this network",
                "stellar keys fund poor",
            ],
        ),
        (
            format!("--deploy README.md --black black --white {white}"),
            ["not the wasm of a contract for this game", ""],
        ),
    ] {
        says(&arguments, "", &parts);
    }
    let mut without = place.terminal(&join);
    without.env("PATH", "/nowhere");
    let (shown, code) = finished(without, "");
    assert!(
        code == 1 && shown.contains("no program stellar is on the PATH"),
        "{shown}"
    );

    // Moves. After each failure the game is shown as it stands.
    let both = format!("{join} --black black --white white");
    says(
        &format!("{both} --network in-process"),
        "9-18\n",
        &[
            "Black's move 1, 9-18, is refused. IllegalMove: This piece cannot move like that.",
            "Black can play 9-13,",
            "Move number 1. Black to move.",
        ],
    );
    says(
        &format!("{join} --black black --white shown"),
        "11-15 22-18\n",
        &[
            "White's move 1, 22-18, has failed. The CLI has the address of shown, but not the key",
            "Move number 2. White to move.",
        ],
    );
    place.rpc.treat(Sent::Fails);
    says(
        &both,
        "22-18\n",
        &[
            "White's move 1, 22-18, has failed.",
            "failed, for a fee of",
            "Move number 2. White",
        ],
    );
    place.rpc.treat(Sent::Executed);
    place.rpc.set_balance(&white, 10);
    says(
        &both,
        "22-18\n",
        &[
            "There is not enough money on the account of white",
            "Move number 2. White to move.",
        ],
    );

    // A chain of which only one jump is paid for.
    let id = place.game("--black black --white white");
    let both = format!("--contract {id} --black black --white white");
    place.rpc.set_balance(&white, 10_000);
    let (shown, code) = place.shown(&both, "9-14 22-17 11-15 23-18 15x22\n");
    assert_eq!(code, 0, "{shown}");
    place.rpc.set_balance(&white, 150);
    says(
        &both,
        "25x18x9\n",
        &[
            "18x9 of 25x18x9, has failed. There is not enough money",
            "The jumps before it stand.",
            "Move number 6. White to move: the piece on 18 must jump on.",
        ],
    );
    // Who comes now is told as much, and may go on by either way of writing it.
    place.rpc.set_balance(&white, 1_000);
    let (shown, code) = place.shown(&both, "18x9\nscore\n");
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("3. 15x22 25x18x9 *"), "{shown}");

    // Left alone for longer than it lives. What is said brings it back, game and code.
    place.rpc.pass(3_200_000);
    for part in ["--id", "--wasm-hash"] {
        let (shown, code) = place.shown(&both, "");
        assert_eq!(code, 1, "{shown}");
        let (_, command) = shown.split_once("bring it back: stellar ").expect(&shown);
        assert!(
            command.starts_with(&format!("contract restore {part} ")),
            "{shown}"
        );
        let (command, _) = command.split_once(" --source NAME.").unwrap();
        let mut stellar = place.command("stellar");
        stellar
            .args(command.split_whitespace())
            .args(["--source", "black"]);
        let (restored, code) = finished(stellar, "");
        assert_eq!(code, 0, "{restored}");
    }
    let (shown, code) = place.shown(&both, "");
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("Move number 7. Black to move."), "{shown}");
}

/// The position after 11-15, of which the terminal must not guess whether it stands.
fn unconfirmed(home: &'static str, sent: Sent, standing: &str) {
    let Some(place) = Place::new(home) else {
        return;
    };
    let id = place.game("--black black --white white");
    place.rpc.treat(sent);
    let (shown, code) = place.shown(&format!("--contract {id} --black black"), "11-15\n");
    assert_eq!(code, 1, "{shown}");
    for part in [
        "was sent, and is not confirmed. It may still be executed.",
        standing,
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}

#[test]
fn a_transaction_that_is_lost_is_said_to_be_unconfirmed() {
    unconfirmed("lost", Sent::Lost, "Move number 1. Black to move.");
}

#[test]
fn a_transaction_that_cannot_be_asked_for_is_seen_in_the_game() {
    unconfirmed(
        "unseen",
        Sent::ExecutedUnseen,
        "Move number 2. White to move.",
    );
}

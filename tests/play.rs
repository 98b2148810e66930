//! The game in the terminal: `docs/play`.
//!
//! The transcripts under `tests/data/play` are their own scripts: the first line is the command, and
//! what follows a prompt is typed. `REWRITE_TRANSCRIPTS=1 cargo test --test play` records them anew.
//!
//! The program that some tests start is the example as it was built last: `cargo test` builds it with
//! the features of the tests, `cargo test --test play` does not.

#[path = "../docs/play/board.rs"]
mod board;
#[allow(dead_code)] // Ctrl-C is for the program itself.
#[path = "../docs/play/cli.rs"]
mod cli;
#[path = "../docs/play/computer.rs"]
mod computer;
#[path = "../docs/play/contract.rs"]
mod contract;
#[path = "../docs/play/cost.rs"]
mod cost;
#[path = "../docs/play/events.rs"]
mod events;
#[path = "../docs/play/game.rs"]
mod game;
#[path = "../docs/play/lines.rs"]
mod lines;
#[path = "../docs/play/network.rs"]
mod network;
#[path = "../docs/play/notation.rs"]
mod notation;
#[path = "../docs/play/options.rs"]
mod options;
#[path = "../docs/play/progress.rs"]
mod progress;
#[allow(dead_code)] // Nobody presses a key here.
#[path = "../docs/play/prompt.rs"]
mod prompt;
#[path = "../docs/play/record.rs"]
mod record;
#[path = "../docs/play/request.rs"]
mod request;
#[path = "support/rpc.rs"]
mod rpc;
#[path = "../docs/play/score.rs"]
mod score;
#[path = "../docs/play/session.rs"]
mod session;
#[path = "../docs/play/sitting.rs"]
mod sitting;
#[path = "../docs/play/spec.rs"]
mod spec;
mod support;
#[path = "../docs/play/table.rs"]
mod table;
#[path = "../docs/play/trouble.rs"]
mod trouble;

use checkers::errors::CheckersError;
use checkers::rules::{English, Position, Rules, Side, Square};
use computer::Computer;
use contract::Contract;
use game::Game;
use lines::Lines;
use notation::{Item, Outcome, Reader};
use options::{Mover, Options};
use prompt::{completions, Input, Pause};
use proptest::prelude::*;
use score::Score;
use session::{Failure, Screen};
use spec::Spec;
use std::cell::RefCell;
use std::io::{BufRead, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::Duration;
use support::{built_wasm, data, project_file};
use table::{Code, Table, LINKED_RULES};

// --- sessions in this process ---

/// A terminal without a person: what is typed appears among what is shown.
#[derive(Clone, Default)]
struct Terminal(Rc<RefCell<Vec<u8>>>);

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Types lines, and shows each as a terminal does.
struct Typist<'a> {
    text: &'a [u8],
    terminal: Terminal,
}

impl Read for Typist<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.text.read(buffer)
    }
}

impl BufRead for Typist<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        Ok(self.text)
    }

    fn consume(&mut self, amount: usize) {
        let (typed, rest) = self.text.split_at(amount);
        self.terminal.write_all(typed).unwrap();
        self.text = rest;
    }
}

fn options(arguments: &str) -> Options {
    Options::read(arguments.split_whitespace()).unwrap_or_else(|error| panic!("{error}"))
}

/// The screen of a session in which these lines are typed.
fn typed(arguments: &str, lines: &(impl AsRef<[u8]> + ?Sized), colour: bool) -> String {
    typed_against(&[], arguments, lines, colour)
}

/// The same, with moves that another terminal makes whenever this one waits for it.
fn typed_against(
    moves: &[&str],
    arguments: &str,
    lines: &(impl AsRef<[u8]> + ?Sized),
    colour: bool,
) -> String {
    let terminal = Terminal::default();
    let typist = Typist {
        text: lines.as_ref(),
        terminal: terminal.clone(),
    };
    let interactive = true;
    session::run(
        options(arguments),
        Screen {
            interactive,
            colour,
            live: false,
        },
        Opposed {
            lines: Lines::new(typist),
            moves: moves.iter(),
        },
        terminal.clone(),
    )
    .unwrap();
    let screen = terminal.0.borrow();
    String::from_utf8_lossy(&screen).into_owned()
}

/// Somebody types here, and somebody else at another terminal, who plays White.
struct Opposed<'a> {
    lines: Lines<Typist<'a>>,
    moves: std::slice::Iter<'a, &'a str>,
}

impl Input for Opposed<'_> {
    fn line(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        output: &mut dyn Write,
    ) -> std::io::Result<Option<String>> {
        self.lines.line(prompt, words, output)
    }

    fn pause(&mut self, time: Duration) -> std::io::Result<Pause> {
        if let Some(answer) = self.moves.next() {
            let terminal = "--contract checkers --network testnet --white white";
            let arguments: Vec<&str> = terminal.split(' ').collect();
            let (shown, errors, code) = program(&arguments, answer);
            assert_eq!(code, 0, "{shown}{errors}");
        }
        self.lines.pause(time)
    }
}

/// What a session shows that reads a file, and how it ends.
fn read_from_file(
    arguments: &str,
    file: &(impl AsRef<[u8]> + ?Sized),
) -> (String, Result<(), String>) {
    let mut output = Vec::new();
    let screen = Screen {
        interactive: false,
        colour: false,
        live: false,
    };
    let input = Lines::new(file.as_ref());
    let end = session::run(options(arguments), screen, input, &mut output);
    let end = end.map_err(|failure| match failure {
        Failure::Refused(why) => why,
        other => panic!("{other}"),
    });
    (String::from_utf8(output).unwrap(), end)
}

const PROMPTS: [&str; 5] = ["black> ", "white> ", "over> ", "comment> ", "variation> "];

/// What stands behind the prompts of a screen: the lines typed.
fn lines_typed(screen: &str) -> Vec<&str> {
    let behind_prompt = |line| {
        PROMPTS
            .iter()
            .find_map(|prompt| str::strip_prefix(line, prompt))
    };
    screen.lines().filter_map(behind_prompt).collect()
}

// --- transcripts ---

fn transcript(name: &str) {
    transcript_against(&[], name);
}

fn transcript_against(moves: &[&str], name: &str) {
    let path = project_file("tests/data/play").join(name);
    let mut recorded = std::fs::read_to_string(&path).unwrap();
    if !name.contains("match-play") && !name.contains("network") {
        recorded = with_features(recorded);
    }
    let (command, screen) = recorded.split_once('\n').unwrap();
    let arguments = command.strip_prefix("$ play").unwrap();
    let mut lines = lines_typed(screen);
    // The input ends where nothing is typed.
    if lines.last() == Some(&"") {
        lines.pop();
    }
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let now = typed_against(moves, arguments, &lines, false);
    let now = format!("{command}\n{now}");
    let now = without_addresses(&without_time(&now));
    // A transcript of a feature is there with the feature only; the others are recorded without any.
    if std::env::var_os("REWRITE_TRANSCRIPTS").is_some() {
        let of_feature = name.contains("official-rules") || name.contains("match-play");
        assert!(of_feature || !cfg!(feature = "match-play"), "{name}");
        std::fs::write(&path, now).unwrap();
    } else {
        assert_eq!(now, recorded, "{name}");
    }
}

/// A screen without the seconds left, which are not the same each time.
fn without_time(screen: &str) -> String {
    let parts = screen.split(" s left.");
    let parts: Vec<&str> = parts
        .map(|part| part.trim_end_matches(|c: char| c.is_ascii_digit()))
        .collect();
    parts.join("... s left.")
}

/// A screen with the addresses cut short, which are not the same each time.
fn without_addresses(screen: &str) -> String {
    let cut = |word: &str| {
        let address = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let made = address.len() == 56 && address.starts_with(['C', 'G']);
        // Those of the accounts in the process are always the same.
        match made && !address.ends_with("DZ7H") && !address.ends_with("EJXA") {
            true => word.replace(address, &format!("{}...", &address[..1])),
            false => word.to_string(),
        }
    };
    let words: Vec<String> = screen
        .split(' ')
        .map(|word| word.split('\n').map(cut).collect::<Vec<_>>().join("\n"))
        .collect();
    words.join(" ")
}

/// What the features change in what is recorded without match play.
fn with_features(recorded: String) -> String {
    #[cfg(feature = "match-play")]
    let recorded = recorded
        .replace(
            "help or ?    shows",
            &format!("{}help or ?    shows", session::MATCH_PLAY_HELP),
        )
        .replace(
            "that: it knows\nneither resignation nor a draw.",
            "that: resign, or\nagree on a draw.",
        );
    recorded
}

#[test]
fn hot_seat_goes_as_recorded() {
    transcript("hot-seat.txt");
}

#[test]
fn every_refusal_reads_as_recorded() {
    transcript("refusals.txt");
}

#[test]
fn a_whole_game_ends_as_recorded() {
    transcript(WHOLE_GAME);
}

/// A game that is won. In that of the core's rules, jumps go on after a crowning.
const WHOLE_GAME: &str = if cfg!(feature = "official-rules") {
    "whole-game-official-rules.txt"
} else {
    "whole-game.txt"
};

#[test]
fn the_computer_answers_as_recorded() {
    transcript("computer.txt");
}

/// The guide to the network shows this one.
#[test]
fn a_session_on_a_network_goes_as_recorded() {
    const WASM: &str = "target/match-play-official-rules/checkers.wasm";
    let stellar = |words: &str| {
        let words = words.split_whitespace();
        Command::new("stellar").args(words).output()
    };
    if !project_file(WASM).exists() || stellar("--version").is_err() {
        eprintln!("skipped: no {WASM}, or no Stellar CLI");
        return;
    }
    let network = rpc::start();
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("session");
    let _ = std::fs::remove_dir_all(&home);
    // Nothing else here runs the CLI.
    std::env::set_var("STELLAR_CONFIG_HOME", home.join("config"));
    std::env::set_var("STELLAR_DATA_HOME", home.join("data"));
    std::env::remove_var("STELLAR_ACCOUNT");
    let added = Command::new("stellar")
        .args(["network", "add", "testnet", "--rpc-url", &network.url])
        .args(["--network-passphrase", rpc::PASSPHRASE])
        .output();
    assert!(added.unwrap().status.success());
    for name in ["black", "white"] {
        let made = stellar(&format!("keys generate {name} --fund --network testnet"));
        assert!(made.unwrap().status.success());
    }
    let white = stellar("keys address white").unwrap().stdout;
    let white = String::from_utf8(white).unwrap();
    let words =
        format!("--deploy {WASM} --clock 86400 --network testnet --black black --white {white}");
    let words: Vec<&str> = words.split_whitespace().collect();
    let (deployed, errors, code) = program(&words, "");
    assert_eq!((errors.as_str(), code), ("", 0));
    let id = deployed.lines().nth(1).unwrap();
    let named = stellar(&format!(
        "contract alias add checkers --network testnet --id {id}"
    ));
    let named = named.unwrap();
    assert!(named.status.success(), "{deployed}{named:?}");

    transcript_against(&["22-18", "25x18"], "network.txt");

    let guide = std::fs::read_to_string(project_file("docs/play-on-chain.md")).unwrap();
    let told = without_addresses(deployed.split_once("     0     1").unwrap().0);
    let session = data("play/network.txt");
    let (_, screen) = session.split_once('\n').unwrap();
    for part in [told.as_str(), screen] {
        assert!(guide.contains(&format!("```text\n{part}```\n")), "{part}");
    }
}

// --- the screen ---

#[test]
fn what_follows_a_line_fits_a_small_terminal() {
    let commands = "state\ncost\nhelp\nmoves\n";
    for (arguments, moves) in [
        ("", "11-15\n22-18\n15-19\n15x22\n"),
        ("--white computer", "11-15\n1-2\n"),
    ] {
        let screen = typed(arguments, &format!("{moves}{commands}"), false);
        assert_eq!(lines_typed(&screen).len(), moves.lines().count() + 5);
        let screen = PROMPTS
            .iter()
            .fold(screen, |screen, prompt| screen.replace(prompt, "\x00"));
        for part in screen.split('\x00') {
            // The prompt stands in one more line.
            assert!(part.lines().count() < 24, "{part}");
            assert!(part.lines().all(|line| line.len() < 80), "{part}");
        }
    }
}

#[test]
fn colour_adds_nothing_but_colour() {
    let plain = typed("", "11-15\n22-18\n15x22\n", false);
    let coloured = typed("", "11-15\n22-18\n15x22\n", true);
    assert!(!plain.contains('\x1b') && coloured.contains('\x1b'));
    let mut stripped = String::new();
    for (i, part) in coloured.split("\x1b[").enumerate() {
        let text = if i == 0 {
            part
        } else {
            part.split_once('m').unwrap().1
        };
        stripped += text;
    }
    // Without colour, dots fill the light squares.
    let words = |text: &str| -> Vec<String> {
        let text = text.replace("......", "      ");
        text.split_whitespace().map(String::from).collect()
    };
    assert_eq!(words(&stripped), words(&plain));
}

#[test]
fn the_board_shows_men_kings_and_the_last_move() {
    let mut position = Position::default();
    let square = |number: u8| Square::new(number - 1).unwrap();
    position.place(square(1), Side::Black);
    position.place(square(2), Side::Black);
    position.crown(square(2));
    position.place(square(31), Side::White);
    position.place(square(32), Side::White);
    position.crown(square(32));
    let drawn = board::draw(&position, &[square(32), square(27)], false);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines.len(), 18);
    assert_eq!(lines[1], "   ......1     ......2     ......3     ......4");
    assert_eq!(
        lines[2],
        " 0 ......  (b) ......  (B) ......      ......       0"
    );
    assert_eq!(
        lines[14],
        " 6 ......      ......      ......  [ ] ......       6"
    );
    assert_eq!(
        lines[16],
        " 7       ......      ......  (w) ......  [W] ...... 7"
    );
}

#[test]
fn commands_and_moves_are_completed() {
    let words = [
        "moves",
        "claim draw",
        "claim win",
        "11-15",
        "11-16",
        "22x15x6",
    ]
    .map(String::from);
    for (line, start, completed) in [
        ("mo", 0, &["moves"][..]),
        ("cl", 0, &["claim draw", "claim win"]),
        ("Claim W", 0, &["claim win"]),
        ("11", 0, &["11-15", "11-16"]),
        ("11-15 22", 6, &["22x15x6"]),
        ("x", 0, &[]),
        ("", 0, &words.each_ref().map(String::as_str)),
    ] {
        let found = completions(&words, line);
        assert_eq!(
            (found.0, found.1.iter().map(String::as_str).collect()),
            (start, completed.to_vec())
        );
    }
}

// --- refusals in a file, and the program itself ---

/// The built program.
fn play(arguments: &str) -> Command {
    let test = std::env::current_exe().unwrap();
    let profile: PathBuf = test.ancestors().nth(2).unwrap().into();
    let path = profile.join("examples/play");
    assert!(
        path.exists(),
        "{}: cargo build --example play",
        path.display()
    );
    let mut play = Command::new(path);
    play.args(arguments.split_whitespace())
        .current_dir(project_file("."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    play
}

/// Runs the built program.
fn program(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut child = play(&arguments.join(" ")).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code().unwrap(),
    )
}

#[test]
fn the_program_plays_a_file_without_colour() {
    let (screen, errors, code) = program(&[], "1. 11-15 22-18 2. 15x22 25x18 *\n");
    assert_eq!((errors.as_str(), code), ("", 0));
    assert!(
        screen.contains("Move number 5. Black to move.") && !screen.contains('\x1b'),
        "{screen}"
    );
}

#[test]
fn the_program_fails_at_the_first_refused_move() {
    let (screen, errors, code) = program(&[], "11-15\n{a comment} 22-18\n2. 9-14 25-22\n15x22\n");
    assert_eq!(code, 1);
    assert!(screen.contains("Move number 3. Black to move."), "{screen}");
    assert!(
        errors.starts_with("Line 3: Black's move 2, 9-14, is refused. MustCapture: "),
        "{errors}"
    );
    assert!(errors.contains("Black can play 15x22."), "{errors}");
}

#[test]
fn the_program_tells_its_usage() {
    let (screen, errors, code) = program(&["--help"], "");
    assert_eq!((errors.as_str(), code), ("", 0));
    for option in ["--black <PLAYER>", "--clock <SECONDS>", "--contract <ID>"] {
        assert!(screen.contains(option), "{screen}");
    }
    assert!(screen.contains("\nUsage: cargo run --example play -- [OPTIONS]\n"));
    assert!(screen.lines().all(|line| line.len() < 90), "{screen}");
    let (screen, errors, code) = program(&["--red", "computer"], "");
    assert_eq!((screen.as_str(), code), ("", 2));
    assert!(errors.contains("unexpected argument '--red'"), "{errors}");
}

#[cfg(not(feature = "match-play"))]
#[test]
fn a_clock_is_refused_where_there_is_none() {
    let (screen, errors, code) = program(&["--clock=60"], "");
    assert_eq!((screen.as_str(), code), ("", 1));
    assert_eq!(
        errors,
        "this contract has no clock: play it without --clock\n"
    );
}

/// Each of the files ends the program, with a reason that begins like this.
fn ends(files: &[(&str, &str)]) {
    for &(file, why) in files {
        let (_, end) = read_from_file("", file);
        let said = end.unwrap_err().replace('\n', " ");
        assert!(said.starts_with(why), "{file:?}: {said}");
    }
}

#[test]
fn a_file_ends_at_what_cannot_be_read() {
    ends(&[
        ("11-15\nfoo\n", "Line 2: \"foo\" is no command."),
        ("11-15 moves\n", "Line 1: \"moves\" is no move."),
        ("please move\n", "Line 1: \"please move\" is no command."),
        (
            "11-15 22-33\n",
            "Line 1: Cannot read \"22-33\": squares are numbered",
        ),
        (
            "11-15\n{a\ncomment\n",
            "Line 3: The input ends in a comment",
        ),
        ("(11-15\n", "Line 1: The input ends in a variation"),
        (
            "[FEN \"W:W32:B1\"]\n",
            "Line 1: A game from a set-up position",
        ),
        (
            "11-15 * 12-16 1-2\n",
            "Line 1, game 2: White's move 1, 1-2, is refused. NotYourPiece",
        ),
        (
            "11-15-18\n",
            "Line 1: The turn ends on 15, but 11-15-18 goes on.",
        ),
    ]);
}

#[test]
fn a_result_is_reported_beside_what_the_contract_knows() {
    // With match play, the result of a file is entered: the loser resigns, or both agree on a draw.
    let so_far = if cfg!(feature = "match-play") {
        "So does the contract."
    } else {
        "The contract has not seen that"
    };
    for (result, says) in [
        ("1-0", format!("The score says that Black won. {so_far}")),
        ("0-1", format!("The score says that White won. {so_far}")),
        (
            "1/2-1/2",
            format!("The score says that the game was drawn. {so_far}"),
        ),
        ("*", "The score gives no result.".into()),
    ] {
        let (screen, end) = read_from_file("", &format!("11-15 {result}"));
        assert_eq!(end, Ok(()));
        assert!(screen.replace('\n', " ").contains(&says), "{screen}");
    }
    let won = whole_game();
    assert!(read_from_file("", &format!("{won} 1-0"))
        .0
        .contains("Black won. So does the contract."));
    let contradicted = "White won. The contract says that Black won.";
    assert!(read_from_file("", &format!("{won} 0-1"))
        .0
        .contains(contradicted));
}

/// The moves of the recorded whole game, which Black wins.
fn whole_game() -> String {
    let screen = data(&format!("play/{WHOLE_GAME}"));
    let longest = lines_typed(&screen)
        .into_iter()
        .max_by_key(|line| line.len());
    longest.unwrap().into()
}

// --- real matches ---

struct Match {
    moves: Vec<String>,
    result: String,
    /// How many of the moves the contract's rules accept: all, with the official rules.
    accepted: usize,
}

fn matches() -> Vec<Match> {
    let of_line = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let moves: Vec<String> = fields[0].split(' ').map(String::from).collect();
        let accepted = if cfg!(feature = "official-rules") {
            moves.len()
        } else {
            fields[2].parse().unwrap()
        };
        Match {
            moves,
            result: fields[1].into(),
            accepted,
        }
    };
    let text = data("matches.txt");
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(of_line)
        .collect()
}

/// A match as PDN files have it: headers, move numbers, comments and the result.
fn pdn(number: usize, moves: &[String], result: &str) -> String {
    let mut text = format!("[Event \"Match [{number}]\"]\n[Result \"{result}\"]\n\n");
    for (i, pair) in moves.chunks(2).enumerate() {
        let comment = if i % 5 == 4 {
            " {a comment (of\ntwo lines)}"
        } else {
            ""
        };
        text += &format!("{}. {}{comment}\n", i + 1, pair.join(" "));
    }
    text + result + "\n\n"
}

/// The last line about the game in each part of the output of a run over several games.
fn standings(screen: &str) -> Vec<&str> {
    let is_standing =
        |line: &&str| line.starts_with("Move number") || line.starts_with("The game is over");
    screen.lines().filter(is_standing).collect()
}

#[test]
fn real_matches_are_played_in_one_run() {
    let matches = matches();
    let file: String = (1..)
        .zip(&matches)
        .map(|(number, game)| pdn(number, &game.moves[..game.accepted], &game.result))
        .collect();
    let (screen, end) = read_from_file("", &file);
    assert_eq!(end, Ok(()));
    let standings = standings(&screen);
    assert_eq!(standings.len(), matches.len());
    for (game, standing) in matches.iter().zip(standings) {
        if cfg!(feature = "match-play") {
            let over = match game.result.as_str() {
                "1-0" => "Black has won.",
                "0-1" => "White has won.",
                _ => "it is drawn.",
            };
            assert_eq!(standing, format!("The game is over: {over}"));
            continue;
        }
        let side = ["Black", "White"][game.accepted % 2];
        if game.accepted == game.moves.len() {
            let next = game.accepted + 1;
            let on = format!("Move number {next}. {side} to move.");
            let won = format!(
                "The game is over: {} has won.",
                ["White", "Black"][game.accepted % 2]
            );
            assert!(standing == on || standing == won, "{standing}, not {on}");
        } else {
            // The contract holds the turn where the official rules end the move.
            let side = ["White", "Black"][game.accepted % 2];
            let held = format!(
                "Move number {}. {side} to move: the piece on ",
                game.accepted
            );
            assert!(standing.starts_with(&held), "{standing}, not {held}");
        }
    }
    let says = screen.replace('\n', " ");
    let draws = matches
        .iter()
        .filter(|game| game.result == "1/2-1/2")
        .count();
    assert_eq!(
        says.matches("The score says that the game was drawn.")
            .count(),
        draws
    );
    let agreed = says.matches("So does the contract.").count();
    if cfg!(feature = "match-play") {
        assert_eq!(agreed, matches.len());
    }
}

#[test]
fn who_blocks_himself_has_lost_by_the_core_rules_only() {
    // Black's 14-17 leaves Black without a move, until White's next move would free the piece on 17.
    let game = "11-16 24-19 16-20 27-24 20x27 31x24 12-16 19x12 9-13 21-17 10-15 23-18 7-11 32-27 \
                11-16 18x11 8x15 24-20 3-8 20x11 6-9 12x3 2-7 3x10x19 1-6 25-21 4-8 11x4 9-14 \
                17x10x1 5-9 19-23 9-14 1-6 14-17";
    let (screen, end) = read_from_file("", game);
    assert_eq!(end, Ok(()));
    let expected = if cfg!(feature = "official-rules") {
        "Move number 36. White to move."
    } else {
        "The game is over: White has won."
    };
    assert_eq!(standings(&screen), [expected]);
}

#[test]
fn where_both_sides_are_blocked_white_has_won_by_the_core_rules() {
    // Black moves last. By the official rules White, who is to move and cannot, has lost.
    let game = "9-14 24-19 11-16 27-24 5-9 32-27 16-20 22-17 1-5 26-22 8-11 22-18 3-8 25-22 11-16 \
                30-26 8-11 29-25 4-8 17-13 14-17 21x14 10x17 19-15 7-10 24-19 2-7 25-21 10-14 28-24 \
                7-10";
    let (screen, end) = read_from_file("", game);
    assert_eq!(end, Ok(()));
    let winner = if cfg!(feature = "official-rules") {
        "Black"
    } else {
        "White"
    };
    let over = format!("The game is over: {winner} has won.");
    assert_eq!(standings(&screen), [over.as_str()]);
}

// With the official rules the contract plays these matches to their end, as all others.
#[cfg(not(feature = "official-rules"))]
#[test]
fn a_match_that_the_rules_part_from_is_refused_where_they_do() {
    let parting: Vec<Match> = matches()
        .into_iter()
        .filter(|game| game.accepted < game.moves.len())
        .collect();
    assert_eq!(parting.len(), 4);
    for game in parting {
        let (_, end) = read_from_file("", &pdn(1, &game.moves, &game.result));
        let refused = &game.moves[game.accepted];
        let why = end.unwrap_err();
        assert!(why.contains(&format!(", {refused}, is refused.")), "{why}");
        assert!(why.contains("ChainCapturePieceMismatch"), "{why}");
        assert!(why.contains("By the official rules the crowning has ended the move."));
        assert!(
            why.contains("\ncargo run --example play --features ")
                && why.ends_with("official-rules")
        );
    }
}

#[test]
fn chains_may_be_written_by_their_ends() {
    let (mut short, mut written_out) = (String::new(), String::new());
    let mut chains = 0;
    for game in matches() {
        let mut now = Game::start(LINKED_RULES);
        let mut moves = Vec::new();
        let played = &game.moves[..game.accepted];
        for text in played {
            let path = path(text);
            let (from, to) = (path[0], path[path.len() - 1]);
            moves.push(text.clone());
            if path.len() > 2 {
                let found = now.chains(from, to);
                assert!(
                    found.iter().any(|turn| turn.path == path),
                    "{text}: {found:?}"
                );
                if found.len() == 1 {
                    *moves.last_mut().unwrap() = format!("{}x{}", from.number(), to.number());
                    chains += 1;
                }
            }
            for leg in path.windows(2) {
                now = now.after(now.hop(leg[0], leg[1]).unwrap());
            }
        }
        if moves != played && short.len() < 2_000 {
            short += &pdn(1, &moves, &game.result);
            written_out += &pdn(1, played, &game.result);
        }
    }
    assert!(chains > 50, "{chains}");
    let (screen, end) = read_from_file("", &short);
    assert_eq!(end, Ok(()));
    assert_eq!(screen, read_from_file("", &written_out).0);
}

fn path(text: &str) -> Vec<Square> {
    match &Reader::default().read(text)[..] {
        [Item::Move(_, path)] => path.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_chain_with_two_ways_is_not_guessed() {
    // The king goes round the four men either way, and back to where it was.
    let square = |number: u8| Square::new(number - 1).unwrap();
    let mut position = Position::default();
    position.place(square(3), Side::Black);
    position.crown(square(3));
    for white in [7, 8, 15, 16] {
        position.place(square(white), Side::White);
    }
    let game = Game {
        rules: LINKED_RULES,
        position,
        side: Side::Black,
        chain: None,
    };
    let texts =
        |turns: Vec<game::Turn>| -> Vec<String> { turns.iter().map(ToString::to_string).collect() };
    assert_eq!(
        texts(game.chains(square(3), square(3))),
        ["3x10x19x12x3", "3x12x19x10x3"]
    );
    assert_eq!(texts(game.turns()), ["3x10x19x12x3", "3x12x19x10x3"]);
}

#[test]
fn a_game_of_hundreds_of_king_moves_is_played() {
    let mut file = String::new();
    let mut now = Game::start(LINKED_RULES);
    let mut random = Computer::new(5);
    let mut turns = 0;
    let mut king_moves = 0;
    // Kings step where nobody can capture them; men go on only where no king can.
    while king_moves < 400 && now.winner().is_none() {
        let quiet = now.hops().find(|&hop| {
            let next = now.after(hop);
            now.position.is_king(hop.from)
                && !English::can_capture(&next.position, next.side)
                && next.winner().is_none()
                && (turns / 2 + usize::from(hop.to.index())) % 3 > 0
        });
        king_moves += usize::from(quiet.is_some());
        let hop = quiet.or_else(|| random.choose(now)).unwrap();
        file += &format!("{}-{}\n", hop.from.number(), hop.to.number());
        now = now.after(hop);
        turns += usize::from(!now.is_held());
    }
    assert_eq!(king_moves, 400);
    let (screen, end) = read_from_file("", &file);
    assert_eq!(end, Ok(()));
    assert!(
        screen.contains(&format!("Move number {}.", turns + 1)),
        "{screen}"
    );
}

// --- the reader ---

fn read(text: &str) -> Vec<Item> {
    let mut reader = Reader::default();
    let items = text.lines().flat_map(|line| reader.read(line)).collect();
    assert_eq!(reader.open(), None);
    items
}

fn texts(text: &str) -> Vec<String> {
    let of_item = |item| match item {
        Item::Move(text, _) => text,
        other => panic!("{other:?}"),
    };
    read(text).into_iter().map(of_item).collect()
}

#[test]
fn move_text_is_read_past_numbers_comments_and_variations() {
    let expected = ["11-15", "22-18", "15x22", "25x18x9"];
    for text in [
        "11-15 22-18 15x22 25x18x9",
        "1. 11-15 22-18 2. 15x22 25x18x9",
        "1.11-15 22-18 2.15x22\n2... 25x18x9",
        "1. 11-15! $1 22-18?! {good (or not; [who] 1-0} 2. 15x22 $14 25x18x9*",
        "11-15 ; 9-14 is also played } ) ]\n22-18 15x22 25x18x9",
        "11-15 (9-14 (10-14 {or ) here} 22-17) 23-19) 22-18 15x22(a 1-0)25x18x9",
        "11-15 {one\ntwo 22-17\n2 1 3 0\nthree} 22-18 (15-19\n1-0\n) 15x22 25x18x9",
        "% not PDN 9-14\n11-15{}22-18{}15X22{}25x18x9",
    ] {
        let read: Vec<String> = texts(text)
            .iter()
            .map(|text| text.replace('X', "x"))
            .collect();
        assert_eq!(read, expected, "{text}");
    }
}

#[test]
fn squares_are_read_by_their_numbers() {
    let numbers = |text| -> Vec<u8> { path(text).iter().map(|square| square.number()).collect() };
    assert_eq!(numbers("1-32"), [1, 32]);
    assert_eq!(numbers("22x15x6"), [22, 15, 6]);
}

#[test]
fn results_headers_and_calls_are_read() {
    let tag = |name: &str, value: &str| Item::Tag(name.into(), value.into());
    assert_eq!(
        read("[Event \"A \\\"[1-0]\\\" B\"][Site \"\"]\n2 1 3 0\n4294967295, 1,3,0\n0-1"),
        [
            tag("Event", "A \"[1-0]\" B"),
            tag("Site", ""),
            Item::Call([2, 1, 3, 0]),
            Item::Call([4_294_967_295, 1, 3, 0]),
            Item::Result(Outcome::WhiteWon),
        ]
    );
    for (text, outcome) in [
        ("1-0", Outcome::BlackWon),
        ("2-0", Outcome::BlackWon),
        ("0-2", Outcome::WhiteWon),
        ("1/2-1/2", Outcome::Drawn),
        ("1-1", Outcome::Drawn),
        ("0-0", Outcome::Open),
        ("*", Outcome::Open),
    ] {
        assert_eq!(read(text), [Item::Result(outcome)]);
    }
}

#[test]
fn what_is_no_notation_is_not_read_as_a_move() {
    for text in [
        "11",
        "11-",
        "-15",
        "11-33",
        "0-5",
        "11x15y22",
        "11--15",
        "11-15-",
        "[Event",
        "[]",
        "[11-15]",
        "11-15$",
        "11-15$x",
        "}",
        ")",
        "11-99999999999",
    ] {
        let items = read(text);
        assert!(
            matches!(items[..], [Item::Unreadable(..)]),
            "{text}: {items:?}"
        );
    }
    assert_eq!(read("Moves"), [Item::Word("Moves".into())]);
}

#[test]
fn marks_and_signs_of_print_are_read() {
    let expected = ["11-15", "22-18", "15x22", "25x18x9"];
    for text in [
        "1. 11-15$1 22-18!? 2. 15x22!$14 25x18x9$2!$3*",
        "1. 11–15 ? 22−18 2. 15×22 !! 25×18×9",
    ] {
        assert_eq!(texts(text), expected, "{text}");
    }
    assert_eq!(
        read("1-0$1 0–1"),
        [Outcome::BlackWon, Outcome::WhiteWon].map(Item::Result)
    );
}

#[test]
fn headers_need_not_be_understood() {
    let tag = |name: &str, value: &str| Item::Tag(name.into(), value.into());
    for (text, expected) in [
        (
            r#"[Event "5th "Open" game"]"#,
            tag("Event", r#"5th "Open" game"#),
        ),
        (r#"[Event "the "Open""]"#, tag("Event", r#"the "Open""#)),
        (r#"[Event "see "[1]"" ]"#, tag("Event", r#"see "[1]""#)),
        (r#"[ Event"Open"]"#, tag("Event", "Open")),
        ("[Event Open 11-15]", tag("Event", "Open 11-15")),
        ("[Event]", tag("Event", "")),
    ] {
        assert_eq!(read(text), std::slice::from_ref(&expected), "{text}");
        let both = read(&format!("{text} [Site \"x\"]11-15"));
        assert_eq!(both[0], expected);
        assert_eq!(both[1], tag("Site", "x"));
        assert!(matches!(both[2..], [Item::Move(..)]), "{both:?}");
    }
    // Alone in its line, a header may lack its last quote.
    for (text, value) in [
        (r#"[Event "Open]"#, "Open"),
        (r#"[Event "]"#, ""),
        (r#"[Event "C:\"]"#, r"C:\"),
    ] {
        assert_eq!(read(text), [tag("Event", value)], "{text}");
    }
}

// --- what people paste ---

/// What has been typed: the game as it stands, without the board.
fn typed_standing(lines: &(impl AsRef<[u8]> + ?Sized)) -> String {
    let screen = typed("", lines, false);
    standings(&screen).last().unwrap().to_string()
}

#[test]
fn what_is_pasted_goes_as_recorded() {
    transcript("pasted.txt");
}

#[test]
fn comments_are_not_played_however_many_lines_they_have() {
    for comment in [
        "{a comment of\ntwo lines}",
        "{\n\n24-20\n2 1 3 0\nquit\n?\nmoves\n1-0\n(\n}",
        "{\nas a\ncomment (11-16)\nsays}",
        "(22-17 {what\n} 11-16\n(24-20\n)\n9-14\n)",
        "{a\r\rb\r\n}",
        "; a line\n",
    ] {
        let pasted = format!("1. 11-15 23-19 2. 8-11 {comment} 22-17 3. 11-16\n24-20\n");
        let standing = "Move number 7. Black to move.";
        assert_eq!(typed_standing(&pasted), standing, "{comment}");
        let (screen, end) = read_from_file("", &pasted);
        assert_eq!(end, Ok(()));
        assert_eq!(standings(&screen), [standing], "{comment}");
    }
}

#[test]
fn an_open_comment_says_so_and_how_to_close_it() {
    let comment = "A comment is open. Nothing in it is played, until } closes it.\n";
    let variation = "A variation is open. Nothing in it is played, until ) closes it.\n";
    // It is said once for a long comment, and to who seems to have missed it.
    let screen = typed("", "{one\ntwo lines\nthree 11-15\nquit\n} 11-15\n", false);
    let said = format!("black> {{one\n{comment}comment> two lines\ncomment> three 11-15\n");
    assert!(screen.contains(&said), "{screen}");
    assert!(screen.contains(&format!("comment> quit\n{comment}comment> }} 11-15\n")));
    let screen = typed("", "(11-15 {or\n} 11-16\n)\n", false);
    assert!(screen.contains(&format!(
        "{comment}comment> }} 11-16\n{variation}variation> )\n"
    )));
    assert!(screen.ends_with("black> \n"), "{screen}");
    // What ends a comment is no line of its own for a command.
    let screen = typed("", "{one\n} quit\n11-15\n", false);
    assert!(
        screen.contains("A command stands alone in its line."),
        "{screen}"
    );
    assert!(screen.contains("Move number 2."), "{screen}");
    // The end of the input is a way out, too.
    let screen = typed("", "11-15 {one\n", false);
    assert!(
        screen.ends_with("comment> \nThe input ends in a comment that is not closed.\n"),
        "{screen}"
    );
}

#[test]
fn bytes_that_are_no_utf_8_are_harmless() {
    let screen = typed("", b"11-15\n22-\xe918\n22-18 {caf\xe9}\n15x\xff22\n", false);
    assert!(
        screen.contains("Cannot read \"22-é18\": it is neither"),
        "{screen}"
    );
    assert!(screen.contains("Cannot read \"15xÿ22\""), "{screen}");
    let standing = "Move number 3. Black to move.";
    assert_eq!(standings(&screen).last(), Some(&standing));
    let file = b"[Site \"Caf\xe9\"]\n1. 11-15 {caf\xe9 \x80\x9b} 22-18 ; \xff\xfe\n*\n";
    let (screen, end) = read_from_file("", file);
    assert_eq!(end, Ok(()));
    assert_eq!(standings(&screen), [standing]);
    let (screen, end) = read_from_file("", b"11-15\n22-\xe918\n");
    assert!(
        end.unwrap_err()
            .starts_with("Line 2: Cannot read \"22-é18\""),
        "{screen}"
    );
}

#[test]
fn texts_of_other_systems_are_read() {
    let game = "[Site \"Café\"]\n% 9-14\n\n1. 11-15 22-18 ; 9-14\n2. 15x22 {a\n\nb} 25x18\n1-0\n";
    let expected = read_from_file("", game);
    assert_eq!(standings(&expected.0).len(), 1);
    let lines = |end: &str| game.replace('\n', end);
    for file in [
        format!("\u{FEFF}{game}"),
        format!("\u{FEFF}% 9-14\n{game}"),
        lines("\r\n"),
        lines("\r"),
        format!("{game}\x1a"),
        format!("{}\x1a\x1a\0\0", lines("\r\n")),
        game.trim_end().replace("1-0", "1-0\x1a"),
        format!("\u{FEFF}{}\x1a", lines("\r")),
    ] {
        assert_eq!(read_from_file("", &file), expected, "{file:?}");
    }
    // One such file behind another.
    let file = format!("\u{FEFF}{game}\x1a\u{FEFF}{game}\x1a");
    assert_eq!(standings(&read_from_file("", &file).0).len(), 2);
    // The lines are counted as an editor counts them.
    for end in ["\n", "\r\n", "\r"] {
        let file = format!("11-15{end}{end}{{{end}}}{end}foo{end}");
        let (_, end) = read_from_file("", &file);
        assert!(end.unwrap_err().starts_with("Line 5: "));
    }
}

#[test]
fn a_question_mark_alone_asks_for_help() {
    let help = typed("", "help\n", false);
    assert!(help.contains("1-0 is Black's win"), "{help}");
    assert_eq!(typed("", " ? \n", false).replace(" ? \n", "help\n"), help);
    assert_eq!(
        typed_standing("11-15 ?\n? 22-18\n"),
        "Move number 3. Black to move."
    );
}

#[test]
fn a_set_up_position_is_played_if_it_is_the_usual_start() {
    let numbers = |numbers: std::ops::RangeInclusive<u8>| -> Vec<String> {
        numbers.rev().map(|number| number.to_string()).collect()
    };
    let (white, black) = (numbers(21..=32).join(","), numbers(1..=12).join(","));
    for fen in [
        "",
        " ",
        ".",
        "B:W21-32:B1-12",
        "B:B1-12:W21-32.",
        "b:w21-32:b1-12",
        " B : W 21-32 : B 1-12 . ",
        "'B:W21-32:B1-12'",
        r#"\"B:W21-32:B1-12\""#,
        r#""B:W21-32:B1-12""#,
        "B:W21,22-30, 31,32:B1-6,7-12",
        "B:W21-26:B1-12:W27-32",
        "B:W21-32:B1-12:H0:F1",
        &format!("B:W{white}:B{black}"),
        &format!("B:B{black}:W{white}.").replace(',', ", "),
        &format!("B:B{black}:W{white}").replace(',', " "),
    ] {
        for name in ["FEN", "fen"] {
            let file = format!("[SetUp \"1\"]\n[{name} \"{fen}\"]\n11-15 22-18\n");
            let (screen, end) = read_from_file("", &file);
            assert_eq!(end, Ok(()), "{fen}");
            assert_eq!(standings(&screen), ["Move number 3. Black to move."]);
        }
    }
    for fen in [
        "W:W21-32:B1-12",
        "B:W1-12:B21-32",
        "B:W22-32:B1-12",
        "B:W21-32:B1-13",
        "B:W21-32,K21:B1-12",
        "B:WK21-32:B1-12",
        "B:W21-32:B1-12,20-21",
        "B:W21-33:B1-12",
        "B:W21-32:B0-12",
        "B:W21-255:B1-12",
        "B:W32-21:B1-12",
        "B:W21--32:B1-12",
        "B:W21-32,K:B1-12",
        "B",
        "B:",
        "B8:W21-32:B1-12",
        "W21-32:B1-12",
        "start",
        "K",
    ] {
        let (_, end) = read_from_file("", &format!("\n[FEN \"{fen}\"]\n11-15\n"));
        let why = end.unwrap_err();
        assert!(
            why.starts_with("Line 2: A game from a set-up position cannot be played"),
            "{fen}: {why}"
        );
    }
}

#[test]
fn another_game_than_english_draughts_is_refused_for_that_reason() {
    for english in ["21", "21,W,8,8,N1", " 21 , B", "", "English", "checkers,20"] {
        let file = format!("[GameType \"{english}\"]\n11-15\n");
        assert_eq!(read_from_file("", &file).1, Ok(()), "{english}");
    }
    for (other, number) in [("20", 20), ("20,W,10,10,N2,0", 20), (" 25", 25), ("0", 0)] {
        let (_, end) = read_from_file("", &format!("[Gametype \"{other}\"]\n32-28 19-23\n"));
        let why = format!("Line 1: A game of type {number} cannot be played: ");
        assert!(end.unwrap_err().starts_with(&why), "{other}");
    }
}

#[test]
fn the_result_of_the_headers_stands_where_the_text_gives_none() {
    let contradiction = "The score contradicts itself: at its end Black won, in its Result header";
    for (header, end, said) in [
        ("1-0", "", Some("The score says that Black won.")),
        ("0-1", "", Some("The score says that White won.")),
        (
            "1/2-1/2",
            "*",
            Some("The score says that the game was drawn."),
        ),
        ("0-2", "0-0", Some("The score says that White won.")),
        ("*", "1-0", Some("The score says that Black won.")),
        ("2-0", "1-0", Some("The score says that Black won.")),
        ("unknown", "1-0", Some("The score says that Black won.")),
        ("*", "*", Some("The score gives no result.")),
        ("unknown", "", None),
        ("0-1", "1-0", Some(contradiction)),
        ("1-1", "1-0", Some(contradiction)),
    ] {
        let game = format!("[Result \"{header}\"]\n11-15 {end}\n");
        // Another game may follow, or nothing.
        for file in [format!("{game}[Event \"\"]\n11-15\n"), game] {
            let (screen, ended) = read_from_file("", &file);
            assert_eq!(ended, Ok(()));
            let screen = screen.replace('\n', " ");
            match said {
                Some(said) => assert!(screen.contains(said), "{file}: {screen}"),
                None => assert!(!screen.contains("The score "), "{file}: {screen}"),
            }
            // With match play, what a score says without contradiction is entered.
            let decided = said.is_some_and(|said| said.contains(" says that "));
            let entered = cfg!(feature = "match-play") && decided;
            assert_eq!(
                screen.contains("The game is over"),
                entered,
                "{file}: {screen}"
            );
        }
    }
    // At the prompt, it is said at the end of the text.
    let screen = typed("", "[Result \"0-1\"]\n11-15 *\n", false);
    assert!(
        screen.contains("The score says that White won."),
        "{screen}"
    );
    // A game that is refused has not come to its result.
    let (screen, _) = read_from_file("", "[Result \"0-1\"]\n11-15 11-15\n");
    assert!(!screen.contains("The score says"), "{screen}");
}

#[test]
fn a_game_of_headers_alone_is_a_game() {
    let headers = "[Event \"a\"]\n[Result \"1-0\"]\n";
    for between in ["", "\n", "\n{forfeited}\n\n"] {
        let file =
            format!("{headers}{between}{headers}{between}{headers}\n1. 11-15 1-0\n{headers}");
        let (screen, end) = read_from_file("", &file);
        assert_eq!(end, Ok(()));
        for game in 1..=4 {
            assert!(screen.contains(&format!("Game {game}\n")), "{screen}");
        }
        assert_eq!(screen.matches("The score says that Black won.").count(), 4);
        let standings = standings(&screen);
        assert_eq!(standings.len(), 4);
        if !cfg!(feature = "match-play") {
            assert_eq!(standings[1], "Move number 1. Black to move.");
            assert_eq!(standings[2], "Move number 2. White to move.");
        }
    }
    // Headers that come in another order are still of one game.
    let (screen, _) = read_from_file("", "[Result \"*\"]\n\n[Event \"a\"]\n\n[Site \"b\"]\n11-15");
    assert_eq!(standings(&screen).len(), 1);
}

#[test]
fn a_game_that_is_refused_ends_neither_the_others_nor_the_count() {
    let file = "[Event \"a\"]\n11-15 22-17 moves 15-18 1-0\n\
                [Event \"b\"]\n11-15 22-18 1-0\n\
                [Event \"c\"]\n[FEN \"W:W21-32:B1-12\"]\n[Result \"0-1\"]\n22-18\nmoves\nquit\n11-33 foo\n\
                [Event \"d\"]\n1-2 11-15 22-18 0-1 9-14 24-20\n\
                [Event \"e\n[Result \"0-1\"]\n11-15\n\
                [Event \"f\"]\n11-15 *";
    let (screen, end) = read_from_file("--keep-going", file);
    assert_eq!(end, Err("Games played to their end: 3 of 7.".into()));
    let games: Vec<&str> = screen.split("Game ").skip(1).collect();
    let said = [
        "Line 2: \"moves\" is no move.",
        "The score says that Black won.",
        "Line 6, game 3: A game from a set-up position cannot be played",
        "Line 13, game 4: Black's move 1, 1-2, is refused. IllegalMove",
        "Move number 3. Black to move.",
        "Line 14, game 6: Cannot read \"[Event \"e\": a header looks like",
        "The score gives no result.",
    ];
    assert_eq!(games.len(), said.len(), "{screen}");
    for (i, (game, said)) in games.iter().zip(said).enumerate() {
        assert!(game.replace('\n', " ").contains(said), "{game}");
        // The result of a game that is refused is not taken.
        assert_eq!(standings(game).len(), 1, "{game}");
        assert_eq!(
            game.contains("The score"),
            i == 1 || said.contains("The score"),
            "{game}"
        );
        assert!(!game.contains("can play") || i == 3, "{game}");
    }
    // Without the option, the first one ends the run.
    let (screen, end) = read_from_file("", file);
    assert!(end
        .unwrap_err()
        .starts_with("Line 2: \"moves\" is no move."));
    assert!(!screen.contains("Game 2"), "{screen}");
}

#[test]
fn nothing_is_played_of_what_follows_in_a_refused_game() {
    let (screen, end) = read_from_file("--keep-going --white computer", "1-2 11-15 1-0\n");
    assert!(end.is_err() && !screen.contains("plays"), "{screen}");
}

#[test]
fn the_last_line_says_how_many_games_were_played() {
    for (file, played, games) in [
        ("11-15 * 11-15 22-18\n", 2, 2),
        ("11-15\n", 1, 1),
        ("[Event \"a\"]\n", 1, 1),
        ("*", 1, 1),
        ("", 0, 0),
        ("state\n", 0, 0),
        ("1-2 * 11-15", 1, 2),
        ("11-15 * 11-15 {", 1, 2),
        ("1-2 {", 0, 1),
        ("please\n", 0, 1),
    ] {
        let tally = format!("Games played to their end: {played} of {games}.");
        let (screen, end) = read_from_file("--keep-going", file);
        match end {
            Ok(()) => assert!(played == games && screen.ends_with(&format!("{tally}\n"))),
            Err(why) => assert!(played < games && why == tally, "{file}: {why}"),
        }
    }
    let (_, errors, code) = program(&["--keep-going"], "1-2 * 11-15 *");
    assert_eq!(
        (errors.as_str(), code),
        ("Games played to their end: 1 of 2.\n", 1)
    );
    let (screen, errors, code) = program(&["--keep-going"], "11-15 *");
    assert_eq!((errors.as_str(), code), ("", 0), "{screen}");
}

fn with_cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(with_cases(2_000))]

    /// The text is made of what has a meaning, and of bytes that have none.
    #[test]
    fn nothing_that_is_read_is_an_error_or_ends_the_reader(
        parts in prop::collection::vec(
            prop_oneof![
                prop::sample::select(&PIECES_OF_TEXT[..]).prop_map(|part| part.as_bytes().to_vec()),
                prop::collection::vec(any::<u8>(), 0..4),
            ],
            0..60,
        ),
        value in "[BWKbwkHF0-9:,. -]{0,30}",
    ) {
        let text = parts.concat();
        let lines: Vec<String> = Lines::new(&text[..]).map(Result::unwrap).collect();
        let (mut reader, mut score) = (Reader::default(), Score::default());
        for line in &lines {
            prop_assert!(!line.contains(char::is_control), "{line:?}");
            for item in reader.read(line) {
                let _ = (score.ends_before(&item), score.enter(&item), score.outcome());
            }
        }
        for name in ["FEN", "Result", "GameType"] {
            let _ = score.enter(&Item::Tag(name.into(), value.clone()));
        }
        // However the bytes come, the lines are the same.
        let by_the_byte = std::io::BufReader::with_capacity(1, &text[..]);
        let again: Vec<String> = Lines::new(by_the_byte).map(Result::unwrap).collect();
        prop_assert_eq!(lines, again);
    }
}

const PIECES_OF_TEXT: [&str; 32] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\\",
    "\n",
    "\r",
    "\r\n",
    "\x1a",
    "\u{FEFF}",
    "%",
    ";",
    "$",
    "?",
    "!",
    "*",
    ".",
    ":",
    ",",
    "-",
    " ",
    "11-15",
    "21-32",
    "1-0",
    "FEN ",
    "Result ",
    "GameType ",
    "B:W",
    "K",
];

proptest! {
    #![proptest_config(with_cases(50))]

    #[test]
    fn a_session_outlives_whatever_is_typed(text in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut text = text;
        let closing = "})".repeat(text.len());
        text.extend(format!("\n{closing}\n11-15\n").as_bytes());
        prop_assert!(typed_standing(&text).starts_with("Move number 2."));
    }
}

// --- the computer ---

#[test]
fn the_contract_accepts_every_move_of_the_computer() {
    let mut computer = Computer::new(1);
    let mut table = Table::set_up(&Code::Linked, 0).unwrap_or_else(|why| panic!("{why}"));
    let mut now = Game::start(LINKED_RULES);
    for _ in 0..60 {
        let hop = computer.choose(now).unwrap();
        let squares = [hop.from.row(), hop.from.col(), hop.to.row(), hop.to.col()];
        assert!(
            table.submit(now.side, squares).is_ok(),
            "{hop:?} in {now:?}"
        );
        now = now.after(hop);
        assert_eq!(table.state().unwrap().position, now.position);
    }
}

#[test]
fn who_has_just_moved_and_is_blocked_has_lost_by_the_core_rules_only() {
    let square = |number: u8| Square::new(number - 1).unwrap();
    let mut position = Position::default();
    position.place(square(17), Side::Black);
    for white in [25, 30] {
        position.place(square(white), Side::White);
    }
    let game = Game {
        rules: LINKED_RULES,
        position,
        side: Side::Black,
        chain: None,
    };
    let blocked = game.after(game.hop(square(17), square(21)).unwrap());
    let lost = !cfg!(feature = "official-rules");
    assert_eq!(blocked.winner(), lost.then_some(Side::White));
    assert!(blocked.hops().count() > 0);
}

#[test]
fn two_computers_play_to_an_end() {
    let (screen, end) = read_from_file("--black computer --white computer --seed 2", "moves\n");
    assert_eq!(end, Ok(()));
    let won = screen.contains("The game is over: ");
    let stopped = screen.contains("The computers stop: no capture");
    assert!(won != stopped, "{screen}");
}

#[test]
fn the_computer_plays_the_same_for_a_seed_and_not_for_every_seed() {
    let opening = |seed| {
        let mut computer = Computer::new(seed);
        let mut now = Game::start(LINKED_RULES);
        let mut hops = Vec::new();
        for _ in 0..4 {
            let hop = computer.choose(now).unwrap();
            now = now.after(hop);
            hops.push(hop);
        }
        hops
    };
    let openings = [1, 2, 3, 4].map(opening);
    assert_eq!(openings, [1, 2, 3, 4].map(opening));
    assert!(openings.iter().any(|other| *other != openings[0]));
}

/// The next number of a plain generator (Lehmer's).
fn lehmer(seed: &mut u64) -> usize {
    *seed = *seed * 16_807 % 2_147_483_647;
    *seed as usize
}

#[test]
fn the_computer_takes_a_win_in_one() {
    let wins = |game: Game, hop| game.after(hop).winner() == Some(game.side);
    let (mut seed, mut found) = (1, 0);
    // Games at random, until there have been enough positions with a move that wins and one that does not.
    while found < 40 {
        let mut now = Game::start(LINKED_RULES);
        while now.winner().is_none() {
            let winning = now.hops().filter(|&hop| wins(now, hop)).count();
            if winning > 0 && winning < now.hops().count() {
                found += 1;
                let choice = Computer::new(found).choose(now).unwrap();
                assert!(wins(now, choice), "{choice:?} in {now:?}");
            }
            let hop = now.hops().nth(lehmer(&mut seed) % now.hops().count());
            now = now.after(hop.unwrap());
        }
    }
}

#[test]
fn the_computer_beats_a_player_who_moves_at_random() {
    let mut seed = 1;
    for side in [Side::White, Side::Black, Side::White, Side::Black] {
        let mut computer = Computer::new(3);
        let mut now = Game::start(LINKED_RULES);
        for _ in 0..200 {
            if now.winner().is_some() {
                break;
            }
            let hop = if now.side == side {
                computer.choose(now)
            } else {
                now.hops().nth(lehmer(&mut seed) % now.hops().count())
            };
            now = now.after(hop.unwrap());
        }
        assert_eq!(now.winner(), Some(side));
    }
}

// --- errors, costs, and the wasm ---

#[test]
fn errors_are_told_in_the_words_of_the_contract() {
    let source = std::fs::read_to_string(project_file("src/errors.rs")).unwrap();
    let source: String = source
        .replace("///", " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let spec = Spec::linked(&[]);
    let codes = 1..=CheckersError::NotDarkSquare as u32;
    #[cfg(feature = "match-play")]
    let codes = codes.chain(CheckersError::YourTurn as u32..=CheckersError::DrawOfferStands as u32);
    for code in codes {
        let said = spec.explain(code);
        let (name, doc) = said.split_once(": ").unwrap();
        assert!(
            source.contains(&format!("{doc} {name} = {code},")),
            "{said}"
        );
    }
    assert_eq!(spec.explain(999), "error 999 of the contract");
}

/// The figures in a row of `cost`: of the last call, and of the game.
fn figures(screen: &str, row: &str) -> (i64, i64) {
    let line = screen
        .lines()
        .find(|line| line.trim_start().starts_with(row))
        .unwrap();
    let figures: Vec<i64> = line[36..]
        .split_whitespace()
        .map(|figure| figure.replace(',', "").parse().unwrap())
        .collect();
    (figures[0], figures[1])
}

#[test]
fn costs_add_up_over_the_calls_of_a_game() {
    for row in [
        "CPU instructions",
        "ledger entries written",
        "bytes written",
        "fee, stroops",
        "of this, rent",
    ] {
        let mut sum = 0;
        let mut moves = String::new();
        for next in ["", "11-15\n", "22-18\n", "15x22\n"] {
            moves += next;
            let (screen, _) = read_from_file("", &format!("{moves}cost\n"));
            let (last, game) = figures(&screen, row);
            sum += last;
            assert_eq!(game, sum, "{row} after {moves:?}");
        }
        assert!(sum > 0, "{row}");
        // A refused call is the last one, but the game goes without it.
        let screen = typed("", &format!("{moves}1-2\ncost\n"), false);
        assert!(
            screen.contains("The last call was submit_move, refused. The game so far: 4 calls.")
        );
        assert_eq!(figures(&screen, row).1, sum);
    }
}

/// The option that deploys these bytes.
fn wasm_option(wasm: &[u8]) -> String {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play.wasm");
    // Tests run side by side: each finds the file whole.
    let name = format!("play-{:?}.wasm", std::thread::current().id());
    let own = file.with_file_name(name);
    std::fs::write(&own, wasm).unwrap();
    std::fs::rename(&own, &file).unwrap();
    format!("--wasm {}", file.display())
}

#[test]
fn the_wasm_plays_the_same_and_tells_what_it_costs() {
    let Some(wasm) = built_wasm() else { return };
    let arguments = wasm_option(&wasm);
    let game = "11-15 22-18\n9-14\n";
    assert_eq!(read_from_file(&arguments, game), read_from_file("", game));
    let (linked, _) = read_from_file("", "11-15\ncost\n");
    let (built, _) = read_from_file(&arguments, "11-15\ncost\n");
    let instructions = |screen| figures(screen, "CPU instructions").0;
    assert!(instructions(&built) > instructions(&linked));
    assert!(
        linked.contains("without the wasm machine") && !built.contains("without the wasm machine")
    );
    // Half a wasm is none, and nor is one without the functions.
    assert!(Spec::of_wasm(&wasm).is_ok());
    assert!(Spec::of_wasm(&wasm[..wasm.len() / 2]).is_err());
    // A section of another name may come first.
    let mut other = wasm[..8].to_vec();
    other.extend(b"\0\x06\x05other");
    other.extend(&wasm[8..]);
    assert!(Spec::of_wasm(&other).is_ok());
}

#[test]
fn what_is_not_a_wasm_of_the_game_is_not_deployed() {
    for bytes in [
        &b""[..],
        b"\0asm\x01\0\0\0",
        b"\0asm\x01\0\0\0\0\xff\xff\xff\xff\xff",
        b"not a wasm",
    ] {
        let why = Table::set_up(&Code::Wasm(bytes.to_vec()), 0).err().unwrap();
        assert_eq!(why, "not the wasm of a contract for this game");
    }
    let (_, errors, code) = program(&["--wasm", "README"], "");
    assert_eq!(code, 2, "{errors}");
}

#[test]
fn the_command_line_is_read() {
    let read = |text: &str| Options::read(text.split_whitespace());
    let sides = Side::BOTH;
    let options =
        read("--black=computer --white human --seed 7").unwrap_or_else(|error| panic!("{error}"));
    let movers = sides.map(|side| options.player(side).mover);
    assert_eq!((movers, options.seed), ([Mover::Computer, Mover::Human], 7));
    let network = |text: &str| {
        let options = read(&format!("--contract checkers {text}"));
        let options = options.unwrap_or_else(|error| panic!("{error}"));
        sides.map(|side| {
            let player = options.player(side);
            (player.mover, player.name.unwrap_or_default())
        })
    };
    let black = |mover, name: &str| [(mover, name.into()), (Mover::Elsewhere, String::new())];
    assert_eq!(network(""), black(Mover::Elsewhere, ""));
    assert_eq!(network("--black ann"), black(Mover::Human, "ann"));
    assert_eq!(network("--black human:ann"), black(Mover::Human, "ann"));
    assert_eq!(
        network("--black computer:ann"),
        black(Mover::Computer, "ann")
    );
    let address = format!("G{}", "A".repeat(55));
    let elsewhere = black(Mover::Elsewhere, &address);
    assert_eq!(network(&format!("--black {address}")), elsewhere);
    assert_eq!(
        read("--seed 1 -h").unwrap_err().kind(),
        clap::error::ErrorKind::DisplayHelp
    );
    for wrong in [
        "--black",
        "--black robot",
        "--seed x",
        "--wasm /nowhere",
        "--seed",
        "game.txt",
        "--network testnet",
        "--black computer:ann",
        "--contract checkers --black computer",
        "--contract checkers --black robot:ann",
        "--contract checkers --black computer:",
        "--contract checkers --clock 60",
        "--contract checkers --wasm README.md",
        "--contract checkers --deploy x.wasm --black ann --white bob",
        "--deploy x.wasm --black ann",
    ] {
        let error = read(wrong).err();
        assert!(error.is_some_and(|error| error.use_stderr()), "{wrong}");
    }
}

// --- match play ---

#[cfg(not(feature = "match-play"))]
#[test]
fn commands_of_match_play_are_said_to_be_elsewhere() {
    use options::ELSEWHERE;
    for (words, missing) in [
        ("resign", "This contract has no resign."),
        ("draw white", "This contract has no agree_draw."),
        ("claim win black", "This contract has no claim_win."),
        ("claim", "\"claim\" is no command."),
        ("clock", "\"clock\" is no command."),
    ] {
        let screen = typed("", &format!("{words}\n"), false);
        let said = format!("{missing} {ELSEWHERE}\n");
        assert!(screen.contains(&said), "{screen}");
    }
}

#[cfg(feature = "match-play")]
mod match_play {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn offers_and_claims_go_as_recorded() {
        transcript("match-play.txt");
    }

    /// What a file with these commands shows, without line breaks.
    fn shown(arguments: &str, file: &str) -> String {
        let (screen, end) = read_from_file(arguments, file);
        assert_eq!(end, Ok(()), "{screen}");
        screen.replace('\n', " ")
    }

    #[test]
    fn either_side_resigns_whoever_is_to_move() {
        for (moves, command, winner) in [
            ("", "resign", "White"),
            ("", "resign white", "Black"),
            ("11-15\n", "resign", "Black"),
            ("11-15\n", "Resign Black", "White"),
            // In the middle of a chain.
            (
                "9-14 22-17\n11-15 23-18\n15x22\n6 1 4 3\n",
                "resign",
                "Black",
            ),
        ] {
            let screen = shown("", &format!("{moves}{command}\n"));
            let over = format!("The game is over: {winner} has won.");
            assert!(screen.contains(&over), "{command}: {screen}");
        }
    }

    #[test]
    fn a_draw_is_agreed_by_both() {
        let drawn = "The game is over: it is drawn.";
        for agreed in [
            "draw\ndraw white\n",
            "draw white\ndraw\n",
            "draw\n11-15\ndraw\n",
        ] {
            assert!(shown("", agreed).contains(drawn), "{agreed}");
        }
        for open in ["draw\n", "draw white\n11-15\n"] {
            let screen = shown("", open);
            assert!(!screen.contains(drawn), "{open}");
            // Black's move has declined what White offered.
            assert_eq!(
                screen.contains("to move. Black offers a draw."),
                open == "draw\n"
            );
        }
    }

    #[test]
    fn a_score_that_was_drawn_accepts_an_offer_that_stands() {
        for offer in ["", "draw\n", "draw white\n", "draw\n11-15\n"] {
            let screen = shown("", &format!("{offer}1/2-1/2\n"));
            assert!(screen.contains("drawn. So does the contract."), "{offer}");
        }
    }

    #[test]
    fn a_score_does_not_speak_for_the_computer() {
        for result in ["1-0", "0-1", "1/2-1/2"] {
            let screen = shown("--white computer", &format!("11-15 {result}\n"));
            assert!(
                screen.contains("The contract has not seen that"),
                "{screen}"
            );
        }
    }

    #[test]
    fn a_refused_request_ends_a_file() {
        ends(&[
            (
                "claim draw\n",
                "Line 1: Black's claim_draw is refused. NoDrawToClaim: ",
            ),
            (
                "claim win\n",
                "Line 1: White's claim_win is refused. NoClock: ",
            ),
            (
                "draw\ndraw\n",
                "Line 2: Black's agree_draw is refused. DrawOfferStands: ",
            ),
            (
                "resign\nresign\n",
                "Line 2: Black's resign is refused. GameOver: ",
            ),
            (
                "draw white\ndraw white\n",
                "Line 2: White's agree_draw is refused. DrawOfferStands: You have offered a draw, \
                 and the other player has not answered yet. Black accepts it with draw black.",
            ),
            (
                "claim win black\n",
                "Line 1: Black's claim_win is refused. YourTurn: ",
            ),
            (
                "claim draw white\n",
                "Line 1: White's claim_draw is refused. WrongTurn: ",
            ),
            (
                "claim\n",
                "Line 1: \"claim\" is no command. Type claim draw or claim win; black or white",
            ),
            (
                "claim win for white please\n",
                "Line 1: \"claim win for white please\" is no command. Type claim draw or",
            ),
            (
                "resign red\n",
                "Line 1: \"resign red\" is no command. Type resign, resign black or resign white.",
            ),
            (
                "draw now\n",
                "Line 1: \"draw now\" is no command. Type draw, draw black or draw white.",
            ),
        ]);
    }

    #[test]
    fn a_draw_is_claimed_after_eighty_quiet_moves() {
        let stopped = |seed| {
            let arguments = format!("--black computer --white computer --seed {seed}");
            let (screen, _) = read_from_file(&arguments, "");
            screen.contains("The computers stop").then_some(screen)
        };
        let screen = (1..20).find_map(stopped).unwrap();
        let moves: Vec<&str> = screen
            .lines()
            .filter_map(|line| line.split_once(" (computer) plays "))
            .map(|(_, turn)| turn.trim_end_matches('.'))
            .collect();
        let drawn = shown("", &format!("{}\nclaim draw\n", moves.join(" ")));
        assert!(drawn.contains("The game is over: it is drawn."), "{drawn}");
        let early = format!("{}\nclaim draw\n", moves[..moves.len() - 80].join(" "));
        let (_, end) = read_from_file("", &early);
        assert!(end.unwrap_err().contains("NoDrawToClaim"));
    }

    /// Types lines with a pause before each but the first.
    struct Slow<I>(I, Duration);

    impl<'a, I: Iterator<Item = &'a str>> Read for Slow<I> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let Some(line) = self.0.next() else {
                return Ok(0);
            };
            std::thread::sleep(std::mem::take(&mut self.1));
            self.1 = Duration::from_millis(1_100);
            (&mut &mut *buffer).write_all(line.as_bytes())?;
            Ok(line.len())
        }
    }

    #[test]
    fn who_takes_too_long_loses_on_time() {
        let play = |lines: &[&str]| {
            let mut output = Vec::new();
            let screen = Screen {
                interactive: false,
                colour: false,
                live: false,
            };
            let input = BufReader::new(Slow(lines.iter().copied(), Duration::ZERO));
            session::run(options("--clock 1"), screen, Lines::new(input), &mut output).unwrap();
            String::from_utf8(output).unwrap()
        };
        let screen = play(&["11-15\n", "clock\nclaim win\n"]);
        for said in [
            "White has had the turn for 1 s, and 1 s are up: Black can claim the win.",
            "Black claims the win: the time of White is up.",
            "The game is over: Black has won.",
        ] {
            assert!(screen.contains(said), "{screen}");
        }
        let screen = play(&["11-15\n", "claim win black\n"]);
        assert!(screen.contains("Black has won."), "{screen}");
        let screen = play(&["11-15\n", "moves\n"]);
        let up = "Move number 2. White to move. The time is up: Black can claim the win.";
        assert!(screen.contains(up), "{screen}");
        // A move that comes late still counts while nobody has claimed, and starts the other's time.
        let screen = play(&["11-15\n", "22-18\n", "claim win\n"]);
        let late = "White's move is accepted late: the time was up.";
        assert_eq!(screen.matches("late").count(), 1, "{screen}");
        assert!(screen.contains(late), "{screen}");
        assert!(
            screen.contains("The game is over: White has won."),
            "{screen}"
        );
    }

    #[test]
    fn the_clock_tells_what_time_there_is() {
        assert!(shown("", "clock\n").contains("This game is played without a clock."));
        assert!(shown("--clock 60", "clock\n").contains("Black has had the turn for "));
        assert!(shown("--clock 60", "clock\n").contains(" s of 60 s."));
        assert!(
            shown("--clock 60", "resign\nclock\n").starts_with("Black resigns. The game is over")
        );
        for wrong in [
            "--clock",
            "--clock soon",
            "--clock=-1",
            "--clock 4294967296",
        ] {
            assert!(Options::read(wrong.split_whitespace()).is_err(), "{wrong}");
        }
        assert_eq!(options("--clock 4294967295").clock, u32::MAX);
    }

    #[test]
    fn the_player_to_move_sees_the_seconds_left() {
        let screen = typed("--clock 60", "11-15\ndraw black\n22-18\nresign\n", false);
        let left: Vec<u32> = screen
            .lines()
            .filter_map(|line| line.split_once(" to move. ")?.1.split_once(" s left."))
            .map(|(seconds, _)| seconds.parse().unwrap())
            .collect();
        assert_eq!(left.len(), 3, "{screen}");
        assert!(left.iter().all(|left| (30..=60).contains(left)), "{left:?}");
        assert!(!typed("", "11-15\n", false).contains("left"));
        assert!(!shown("--clock 60", "resign\n").contains("left"));
    }

    #[test]
    fn the_computer_is_said_not_to_claim_on_time() {
        let said = "The computer never claims the win when your time is up.\n";
        for (arguments, there) in [
            ("--white computer --clock 60", true),
            ("--white computer", false),
            ("--clock 60", false),
        ] {
            assert_eq!(typed(arguments, "", false).contains(said), there);
        }
    }

    #[test]
    fn the_computer_neither_accepts_nor_asks() {
        let screen = typed(
            "--white computer",
            "draw\n11-15\ndraw white\nresign white\n1-0\n",
            false,
        );
        assert!(
            screen.contains("Black offers a draw: White can accept it"),
            "{screen}"
        );
        assert_eq!(screen.matches("White declines the draw.").count(), 1);
        let repeated = typed("--white computer", "draw\ndraw\n", false);
        assert!(repeated.contains("DrawOfferStands") && !repeated.contains("accepts it"));
        let refused = "The computer plays White, and asks for nothing.";
        assert_eq!(screen.matches(refused).count(), 2, "{screen}");
        assert!(
            screen.ends_with("black> \n") && !screen.contains("is over"),
            "{screen}"
        );
        // Whoever plays the computer asks for himself, even where the other side would be meant.
        let screen = typed("--black computer", "claim win\nresign\n", false);
        assert!(
            screen.contains("YourTurn: ") && screen.contains("Black has won."),
            "{screen}"
        );
    }

    #[test]
    fn a_game_of_computers_that_is_over_says_so() {
        let won = |seed| {
            let arguments = format!("--black computer --white computer --seed {seed}");
            let screen = typed(&arguments, "resign\ndraw white\nclaim win\n", false);
            (!screen.contains("The computers stop")).then_some(screen)
        };
        let screen = (1..20).find_map(won).unwrap();
        for command in ["resign", "draw white", "claim win"] {
            let said = format!("over> {command}\nThe game is over: ");
            assert!(screen.contains(&said), "{screen}");
        }
        assert_eq!(screen.matches("Type quit to leave.").count(), 1);
    }

    #[test]
    fn a_wasm_without_match_play_has_neither_clock_nor_requests() {
        let Some(wasm) = built_wasm() else { return };
        // The contract tells what it has by these names.
        let without = |name: &str| {
            let mut wasm = wasm.clone();
            let at = |at: &usize| wasm[*at..].starts_with(name.as_bytes());
            let found: Vec<usize> = (0..wasm.len()).filter(at).collect();
            assert!(!found.is_empty());
            for at in found {
                wasm[at + name.len() - 1] = b'_';
            }
            wasm
        };
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-match-play.wasm");
        std::fs::write(&file, without("resign")).unwrap();
        let arguments = format!("--wasm {}", file.display());
        let (_, end) = read_from_file(&arguments, "resign white\n");
        let why = end.unwrap_err();
        assert!(
            why.starts_with("Line 1: This contract has no resign."),
            "{why}"
        );
        let table = Table::set_up(&Code::Wasm(without("__constructor")), 60);
        let why = "this contract has no clock: play it without --clock";
        assert_eq!(table.err().unwrap(), why);
    }

    #[test]
    fn the_contract_lists_the_same_moves() {
        for game in matches().iter().step_by(10) {
            let table = Table::set_up(&Code::Linked, 0);
            let mut table = table.unwrap_or_else(|why| panic!("{why}"));
            let mut now = Game::start(LINKED_RULES);
            for text in &game.moves[..game.accepted] {
                for leg in path(text).windows(2) {
                    let ours: Vec<_> = now.hops().map(|hop| (hop.from, hop.to)).collect();
                    assert_eq!(table.legal_moves(), Ok(Some(ours)));
                    let [from, to] = [leg[0], leg[1]];
                    let squares = [from.row(), from.col(), to.row(), to.col()];
                    assert!(table.submit(now.side, squares).is_ok());
                    now = now.after(now.hop(from, to).unwrap());
                }
            }
        }
    }

    #[test]
    fn a_wasm_with_match_play_is_deployed_with_its_clock() {
        let Some(wasm) = built_wasm() else { return };
        let arguments = format!("{} --clock 60", wasm_option(&wasm));
        let file = "11-15\ndraw\n22-18\ndraw\ncost\n";
        let screen = shown(&arguments, file);
        assert!(
            screen.contains("The game is over: it is drawn."),
            "{screen}"
        );
        assert!(screen.contains("The last call was agree_draw, accepted."));
        assert!(shown(&arguments, "clock\n").contains(" s of 60 s."));
        let (_, end) = read_from_file(&arguments, "claim draw\n");
        assert!(end.unwrap_err().contains("NoDrawToClaim: You cannot claim"));
    }
}

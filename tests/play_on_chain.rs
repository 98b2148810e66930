//! The guide `docs/play-on-chain.md`: its game, its drawings, and its commands, which
//! `tests/play-on-chain.sh` runs with the Stellar CLI on a network in this process.

#[path = "support/markdown.rs"]
mod markdown;
mod support;

#[path = "support/rpc.rs"]
mod rpc;
#[path = "support/terminals.rs"]
mod terminals;

use checkers::errors::CheckersError;
use markdown::{fenced, parse};
use serde_json::Value;
use soroban_sdk::Error;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};
use support::{built_wasm, project_file, Table};

/// A shell block of the guide.
struct Block {
    /// What stands behind ```` ```sh ````: what `tests/play-on-chain.sh` does with the block.
    kind: String,
    commands: String,
    /// The text block right after it: what the commands print.
    printed: Option<String>,
}

fn guide() -> String {
    std::fs::read_to_string(project_file("docs/play-on-chain.md")).unwrap()
}

/// The guide's shell blocks in order.
fn blocks() -> Vec<Block> {
    let guide = parse(&guide());
    let nodes = guide.children().unwrap();
    let blocks = nodes.iter().enumerate().filter_map(|(i, node)| {
        let (language, kind, commands) = fenced(node)?;
        let next = nodes.get(i + 1).and_then(fenced);
        (language == "sh").then(|| Block {
            kind: kind.into(),
            commands,
            printed: next.filter(|next| next.0 == "text").map(|next| next.2),
        })
    });
    blocks.collect()
}

/// The arguments of a move that a command submits to the contract: player, then squares.
fn submitted(command: &str) -> Option<(usize, [u32; 4])> {
    let words: Vec<&str> = command
        .split_whitespace()
        .filter(|word| *word != "\\")
        .collect();
    let after = |option: &str| words[words.iter().position(|word| *word == option).unwrap() + 1];
    let arguments = if words[0] == "play" {
        [1, 2, 3, 4, 5].map(|i| words[i])
    } else if words.contains(&"submit_move") && !words.contains(&"--send=no") {
        [
            "--player",
            "--from_row",
            "--from_col",
            "--to_row",
            "--to_col",
        ]
        .map(after)
    } else {
        return None;
    };
    let player = match arguments[0] {
        "black" => 1,
        "white" => 2,
        // The definition of a shell function.
        _ => return None,
    };
    Some((
        player,
        core::array::from_fn(|i| arguments[i + 1].parse().unwrap()),
    ))
}

/// The cells of a drawn board.
fn drawn_cells(drawing: &str) -> Vec<i64> {
    let rows = drawing.lines().skip(1).take(8);
    rows.flat_map(|row| (0..8).map(|col| row.as_bytes()[3 + 2 * col]))
        .map(|letter| match letter {
            b'b' => 1,
            b'B' => 2,
            b'w' => -1,
            b'W' => -2,
            b'.' | b' ' => 0,
            _ => panic!("{drawing}"),
        })
        .collect()
}

#[test]
fn the_guide_draws_the_game_that_it_plays() {
    let table = Table::native();
    table.init();
    let (mut moves, mut boards) = (0, 0);
    for block in blocks() {
        if let Some((player, squares)) = submitted(&block.commands) {
            let result = table.submit(player, squares);
            let code = result.map_or_else(|error| error as u32, |()| 0);
            let expected = block
                .kind
                .strip_prefix("refused ")
                .map_or(0, |code| code.parse().unwrap());
            assert_eq!(code, expected, "{}", block.commands);
            moves += 1;
        }
        let drawing = block.printed.filter(|printed| printed != "null\n");
        if let Some(drawing) = drawing {
            let state = table.client.get_state();
            let cells: Vec<i64> = state.board.cells.iter().map(i64::from).collect();
            assert_eq!(
                drawn_cells(&drawing),
                cells,
                "after {}\n{drawing}",
                block.commands
            );
            let to_move = ["Black", "White"][state.turn.current_player as usize - 1];
            let standing = format!("Active, move {}: {to_move} to move", state.turn.move_number);
            match drawing.lines().nth(9) {
                Some(line) => assert_eq!(line, standing, "after {}", block.commands),
                None => assert!(block.commands.contains("get_board")),
            }
            boards += 1;
        }
    }
    assert!(
        moves > 8 && boards > moves,
        "{moves} moves and {boards} boards were found in the guide"
    );
}

#[test]
fn the_guide_names_every_error() {
    let rows: Vec<String> = (guide().lines())
        .filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit())
        .map(|line| line.splitn(4, '|').take(3).collect::<Vec<_>>().join("|"))
        .collect();
    let errors: Vec<String> = (1..)
        .map_while(|code| CheckersError::try_from(Error::from_contract_error(code)).ok())
        .map(|error| format!("| {} | `{error:?}` ", error as u32))
        .collect();
    assert_eq!(rows, errors);
    assert_eq!(errors.len(), 12);
}

/// Is a program there? If not, the test says that it is skipped.
fn installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped in part or whole: {program} is not installed");
    }
    found
}

/// As [`installed`], but under `CI` jq must be there.
fn jq_installed() -> bool {
    let found = installed("jq");
    assert!(
        found || std::env::var_os("CI").is_none(),
        "jq must be installed under CI"
    );
    found
}

fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr]
        .map(|bytes| String::from_utf8_lossy(bytes))
        .concat()
}

fn draw(json: &Path) -> Output {
    Command::new("jq")
        .arg("-rf")
        .arg(project_file("docs/board.jq"))
        .arg(json)
        .output()
        .unwrap()
}

/// What the CLI printed for `get_board` and `get_state`, and the drawings of it.
fn recorded() -> Vec<(PathBuf, String)> {
    let files = std::fs::read_dir(project_file("tests/data/json")).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let json = paths.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    json.map(|path| {
        let drawing = std::fs::read_to_string(path.with_extension("txt")).unwrap();
        (path, drawing)
    })
    .collect()
}

#[test]
fn recorded_drawings_show_the_recorded_cells() {
    let recorded = recorded();
    assert!(recorded.len() >= 3);
    for (path, drawing) in recorded {
        let json: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let board = json.get("board").unwrap_or(&json);
        let cells = board["cells"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| cell.as_i64().unwrap());
        assert_eq!(
            drawn_cells(&drawing),
            cells.collect::<Vec<_>>(),
            "{}",
            path.display()
        );
    }
}

#[test]
fn board_jq_draws_what_the_cli_printed() {
    if !jq_installed() {
        return;
    }
    for (path, drawing) in recorded() {
        let output = draw(&path);
        assert!(output.status.success(), "{}", text(&output));
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            drawing,
            "{}",
            path.display()
        );
    }
}

#[test]
fn board_jq_refuses_what_is_not_a_board() {
    if !jq_installed() {
        return;
    }
    let too_short = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("too-short.json");
    std::fs::write(&too_short, r#"{"cells":[0,1]}"#).unwrap();
    assert!(!draw(&too_short).status.success());
}

#[test]
fn the_guide_shows_the_recorded_end_of_a_game() {
    let drawing = support::data("json/get_state-finished.txt");
    assert!(guide().contains(&format!("```text\n{drawing}```\n")));
}

/// A shell in the project's root, with nothing of the user's own configuration of the CLI.
fn shell(home: &str) -> Command {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(home);
    // What an earlier run of the test has left.
    let _ = std::fs::remove_dir_all(&home);
    let mut shell = Command::new("bash");
    shell.current_dir(project_file("."));
    for variable in [
        "NETWORK",
        "STELLAR_NETWORK",
        "STELLAR_ACCOUNT",
        "STELLAR_RPC_URL",
    ] {
        shell.env_remove(variable);
    }
    shell
        .env("STELLAR_CONFIG_HOME", home.join("config"))
        .env("STELLAR_DATA_HOME", home.join("data"));
    shell
}

/// The script builds the wasm, so that two runs at once would be in each other's way.
static SCRIPT: Mutex<()> = Mutex::new(());

#[test]
fn without_a_network_the_script_says_what_it_skips() {
    let _alone = SCRIPT.lock().unwrap_or_else(PoisonError::into_inner);
    if installed("stellar") && built_wasm().is_none() {
        return;
    }
    let output = shell("no-network")
        .arg("tests/play-on-chain.sh")
        .output()
        .unwrap();
    let printed = text(&output);
    assert!(output.status.success(), "{printed}");
    assert!(printed.contains("NETWORK is not set"), "{printed}");
    assert!(printed.contains("\nskipped "), "{printed}");
}

#[test]
fn the_script_plays_the_guide_on_a_network() {
    let _alone = SCRIPT.lock().unwrap_or_else(PoisonError::into_inner);
    if built_wasm().is_none() || !jq_installed() || !installed("stellar") {
        return;
    }
    let (url, passphrase) = (rpc::start().url, rpc::PASSPHRASE);
    let setup = blocks().into_iter().filter(|block| block.kind == "setup");
    let setup: String = setup.map(|block| block.commands).collect();
    let output = shell("network")
        .env("STELLAR_NETWORK", "in-process")
        .arg("-ec")
        .arg(format!(
            "stellar network add in-process --rpc-url {url} --network-passphrase '{passphrase}'
             {setup}
             NETWORK=in-process tests/play-on-chain.sh"
        ))
        .output()
        .unwrap();
    let printed = text(&output);
    println!("{printed}");
    assert!(output.status.success());
    let lines = |start: &str| {
        printed
            .lines()
            .filter(|line| line.starts_with(start))
            .count()
    };
    let blocks = |kind: &str| {
        blocks()
            .iter()
            .filter(|block| block.kind.starts_with(kind))
            .count()
    };
    assert_eq!(lines("ok "), blocks("run"));
    assert_eq!(lines("refused "), blocks("refused"));
    assert!(lines("refused ") > 0);
}

/// The commands in the fenced blocks of a text that are in a language, and no more.
fn commands_in(text: &str, language: &str) -> Vec<String> {
    let blocks = markdown::blocks(text, language).into_iter();
    let blocks = blocks.filter(|(kind, _)| kind.is_empty());
    blocks.map(|(_, commands)| commands).collect()
}

/// What the CLI prints, without the marks for a terminal that it puts in.
fn without_colours(printed: &str) -> String {
    let mut parts = printed.split("\x1b[");
    let first = parts.next().unwrap();
    let rest = parts.map(|part| part.split_once('m').unwrap().1);
    std::iter::once(first).chain(rest).collect()
}

/// What came of a command: what it printed, if it was refused, and the game afterwards, with the line
/// below the drawing of it.
struct Answer {
    printed: String,
    refused: bool,
    state: Value,
    standing: String,
}

/// Gives each command to a network, in a new game of match play after Black's first move.
fn answers(deploy: &str, commands: &[String]) -> Vec<Answer> {
    let (url, passphrase) = (rpc::start().url, rpc::PASSPHRASE);
    let blocks = blocks();
    let setup = blocks.iter().filter(|block| block.kind == "setup");
    let setup: String = setup.map(|block| block.commands.as_str()).collect();
    let functions = blocks
        .iter()
        .find(|block| block.commands.starts_with("play() {"));
    let mut script = format!(
        "stellar network add in-process --rpc-url {url} --network-passphrase '{passphrase}'
         {setup}
         {}",
        functions.unwrap().commands,
    );
    for command in commands {
        script += &format!(
            "{deploy}
             play black 2 1 3 2
             echo '== command'
             if {{ {command}
             }} 2>&1; then refused=false; else refused=true; fi
             echo \"== $refused\"
             stellar contract invoke --id checkers --source black -- get_state
             echo '== board'
             board
             echo '== end'
            "
        );
    }
    let output = shell("match-play")
        .env("STELLAR_NETWORK", "in-process")
        .arg("-ec")
        .arg(script)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let printed = String::from_utf8(output.stdout).unwrap();
    let printed = without_colours(&printed);
    let answers = printed.split("== command\n").skip(1).map(|answer| {
        let (printed, rest) = answer.split_once("== ").unwrap();
        let (refused, rest) = rest.split_once('\n').unwrap();
        let (state, rest) = rest.split_once("== board\n").unwrap();
        let (board, _) = rest.split_once("== end").unwrap();
        Answer {
            printed: printed.into(),
            refused: refused == "true",
            state: serde_json::from_str(state).unwrap(),
            standing: board.lines().last().unwrap().into(),
        }
    });
    answers.collect()
}

#[test]
fn a_network_takes_the_commands_of_match_play() {
    const WASM: &str = "target/match-play-official-rules/checkers.wasm";
    // This test is of the default build, which does not have these.
    const TIME_NOT_UP: u32 = 22;
    const NO_DRAW_TO_CLAIM: u32 = 23;
    if !project_file(WASM).exists() || !installed("stellar") || !jq_installed() {
        eprintln!("skipped in part or whole: {WASM} has not been built");
        return;
    }
    let guide = guide();
    let (_, section) = guide.split_once("\n## Match play\n").unwrap();
    let mut commands = commands_in(section, "bash");
    // It has been built by this, and how it is played in the terminal is tested elsewhere.
    assert!(commands
        .remove(0)
        .contains("--out-dir target/match-play-official-rules"));
    assert!(commands.pop().unwrap().starts_with("cargo run"));
    let deploy = commands.remove(0);
    assert!(deploy.contains(WASM));
    let other_guide = std::fs::read_to_string(project_file("docs/match-play.md")).unwrap();
    commands.extend(commands_in(&other_guide, "sh"));
    commands.retain(|command| command.starts_with("stellar") && !command.contains("build"));
    for command in &mut commands {
        // A network that has only begun.
        *command = command.replace("--start-ledger 1234567", "--start-ledger 1");
    }

    let mut seen = BTreeSet::new();
    for (command, answer) in commands.iter().zip(answers(&deploy, &commands)) {
        let Answer {
            printed,
            refused,
            state,
            standing,
        } = &answer;
        let told = format!("{command}\n{printed}{state}");
        let functions = [
            "legal_moves",
            "get_match",
            "resign",
            "agree_draw",
            "claim_draw",
            "claim_win",
            "events",
        ];
        let function = functions
            .iter()
            .find(|function| command.contains(*function));
        let function = *function.expect(&told);
        // The error, and the winner if the game is over. A single offer does not end it.
        let (error, winner) = match function {
            "resign" => (None, Some(1)),
            "agree_draw" if command.contains("--player black") => (None, Some(0)),
            "claim_draw" => (Some(NO_DRAW_TO_CLAIM), None),
            "claim_win" => (Some(TIME_NOT_UP), None),
            _ => (None, None),
        };
        assert_eq!(*refused, error.is_some(), "{told}");
        if let Some(error) = error {
            let error = format!("Error(Contract, #{error})");
            assert!(printed.contains(&error), "{told}");
        }
        let status = &state["status"];
        let over = status["status"] == "Finished";
        assert_eq!(
            over.then(|| status["winner"].as_u64().unwrap()),
            winner,
            "{told}"
        );
        let shown = match winner {
            None => "Active, move 2: White to move",
            Some(0) => "Finished at move 2: drawn",
            Some(_) => "Finished at move 2: Black has won",
        };
        assert_eq!(standing, shown, "{told}");
        match function {
            "legal_moves" => {
                let moves = printed
                    .lines()
                    .find_map(|line| serde_json::from_str(line).ok());
                let moves: Vec<Value> = moves.expect(&told);
                assert_eq!(moves.len(), 7, "White's first moves\n{told}");
            }
            "get_match" => {
                let state = printed
                    .lines()
                    .find_map(|line| serde_json::from_str::<Value>(line).ok());
                let state = state.expect(&told);
                assert_eq!(state["move_seconds"], 86_400, "{told}");
                assert_eq!(
                    (&state["offer"], &state["quiet_moves"]),
                    (&0.into(), &0.into())
                );
            }
            // All that the start has, and then a piece and the turn.
            "events" => {
                let count = |what: &str| printed.matches(what).count();
                let all = if command.contains("--topic") {
                    24 + 1
                } else {
                    24 + 3 + 2
                };
                assert_eq!(count("Event: "), all, "{told}");
                assert_eq!(count("\"piece\""), 24 + 1, "{told}");
                let (_, shown) = other_guide.split_once("```text\n  Event: ").unwrap();
                let (shown, _) = shown.split_once("```").unwrap();
                assert!(printed.contains(shown), "{told}");
            }
            _ => {}
        }
        seen.insert(function);
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
}

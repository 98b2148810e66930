//! The documents: what they link to, name and quote is there.
//!
//! The conventions that are checked, in `README.md` and every Markdown file below `docs/`:
//! - a relative link leads to a file, and its anchor to a heading in it;
//! - a path in backticks that begins with `src/`, `tests/`, `docs/` or `.ci/` exists;
//! - `Item` in `src/file.rs`, both in backticks, and `file::Item`: the file has a word `Item`;
//! - a link to a file of Rust whose text is an item in backticks: the file has it;
//! - a table whose last column is headed "Shown in": the items of its first column are words in one of
//!   the files of its last;
//! - nothing is referred to by the number of its line, which the next edit makes wrong.

// The documents show the default build.
#![cfg(not(any(feature = "match-play", feature = "official-rules")))]

mod support;

#[path = "../docs/preview/position.rs"]
mod position;
#[path = "../docs/preview/svg.rs"]
mod svg;

use checkers::components::{Account, Chain, King, Piece, Players, Status, Turn, MATCH, PIECES};
use checkers::errors::CheckersError;
use checkers::rules::Square;
use checkers::schedule::SCHEDULE;
use checkers::tick::{Action, Tick};
use checkers::CheckersContract;
use cougr_core::component::ComponentTrait;
use cougr_core::game::SorobanGame;
use cougr_core::SimpleWorld;
use soroban_sdk::{symbol_short, Bytes, Env};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use support::{data, notation, project_file, recorded_games, Call, Table};

// --- reading Markdown ---

/// `README.md` and the Markdown files below `docs/`, by their paths from the root.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![PathBuf::from("README.md")];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(project_file("").join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if project_file("").join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents
}

fn read(path: &Path) -> Option<String> {
    std::fs::read_to_string(project_file("").join(path)).ok()
}

/// The text without its fenced blocks, line by line.
fn prose(text: &str) -> Vec<&str> {
    let mut fenced = false;
    text.lines()
        .filter(|line| {
            let fence = line.trim_start().starts_with("```");
            fenced ^= fence;
            !fence && !fenced
        })
        .collect()
}

/// Text in backticks, and the text that stands before each up to the one before.
fn code_spans(text: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = text.split('`').collect();
    parts
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

/// The text outside backticks.
fn plain(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// The anchors of the headings, made as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    prose(text)
        .into_iter()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let slug: String = heading
                .chars()
                .filter(|&c| c.is_alphanumeric() || "-_ ".contains(c))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect();
            let count = seen.entry(slug.clone()).or_default();
            *count += 1;
            match *count {
                1 => slug,
                n => format!("{slug}-{}", n - 1),
            }
        })
        .collect()
}

/// Where the links and images of a text lead to.
fn targets(text: &str) -> Vec<&str> {
    text.split("](")
        .skip(1)
        .filter_map(|after| after.split([')', ' ']).next())
        .collect()
}

/// The path with `..` and `.` worked out.
fn normalised(path: &Path) -> PathBuf {
    path.components()
        .fold(PathBuf::new(), |mut path, part| match part {
            std::path::Component::ParentDir => {
                path.pop();
                path
            }
            std::path::Component::CurDir => path,
            part => path.join(part),
        })
}

/// Is it a path of this project, as the documents write one?
fn is_path(span: &str) -> bool {
    let begins = ["src/", "tests/", "docs/", ".ci/"]
        .iter()
        .any(|folder| span.starts_with(folder));
    begins && !span.contains([' ', '*', '<'])
}

/// The names in an item such as `Board::of()` or `impl_marker_component!`.
fn words(item: &str) -> impl Iterator<Item = &str> {
    item.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
}

/// What is wrong with a document, which stands at `path`.
fn faults(path: &Path, text: &str) -> Vec<String> {
    let prose = prose(text);
    let text_of_prose = prose.join("\n");
    let mut faults = Vec::new();
    faults.extend(wrong_links(path, text, &plain(&text_of_prose)));
    faults.extend(wrong_items(path, &text_of_prose));
    faults.extend(wrong_names(&text_of_prose));
    faults.extend(wrong_tables(&prose));
    let line_numbers = text_of_prose.split_whitespace().filter(|word| {
        let after = word.split_once("#L").or_else(|| word.split_once(".rs:"));
        after.is_some_and(|(_, after)| after.starts_with(|c: char| c.is_ascii_digit()))
    });
    faults.extend(line_numbers.map(|word| format!("names a line: {word}")));
    faults
}

fn wrong_links(path: &Path, text: &str, plain: &str) -> Vec<String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let wrong = |target: &&str| {
        if target.contains("://") {
            return false;
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let other = normalised(&folder.join(file));
        let whole = if file.is_empty() {
            Some(text.to_string())
        } else {
            read(&other)
        };
        match whole {
            Some(text) => !anchor.is_empty() && !anchors(&text).iter().any(|a| a == anchor),
            None => !anchor.is_empty() || !project_file("").join(other).is_dir(),
        }
    };
    targets(plain)
        .into_iter()
        .filter(wrong)
        .map(|target| format!("leads nowhere: {target}"))
        .collect()
}

/// Links such as [`Item`](../src/file.rs).
fn wrong_items(path: &Path, prose: &str) -> Vec<String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let links = prose.split("[`").skip(1);
    let links = links.filter_map(|link| link.split_once("`]("));
    links
        .filter(|(item, _)| !is_path(item) && !item.contains(['`', '\n']))
        .filter_map(|(item, target)| {
            let file = normalised(&folder.join(target.split([')', '#']).next()?));
            let file = file.to_str().filter(|file| file.ends_with(".rs"))?;
            missing(item.rsplit("::").next()?, &[file])
        })
        .collect()
}

fn wrong_names(prose: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut before = "";
    for (between, span) in code_spans(prose) {
        let between = between.split_whitespace().collect::<Vec<_>>().join(" ");
        if is_path(span) {
            if !project_file(span).exists() {
                faults.push(format!("no such file: {span}"));
            } else if ["in", "in ["].contains(&between.as_str()) {
                faults.extend(missing(before, &[span]));
            }
        } else if let Some((module, item)) = span.split_once("::") {
            let files = [
                format!("src/{module}.rs"),
                format!("src/systems/{module}.rs"),
            ];
            let file = files.iter().find(|file| project_file(file).exists());
            if let Some(file) =
                file.filter(|_| module.chars().all(|c| c.is_lowercase() || c == '_'))
            {
                faults.extend(missing(item, &[file]));
            }
        }
        before = span;
    }
    faults
}

fn wrong_tables(prose: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut shown_in = false;
    for line in prose {
        let cells: Vec<&str> = line.trim_matches(['|', ' ']).split('|').collect();
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        if !line.starts_with('|') {
            shown_in = false;
        } else if last.trim() == "Shown in" {
            shown_in = true;
        } else if shown_in {
            let files: Vec<&str> = code_spans(last).into_iter().map(|(_, span)| span).collect();
            for (_, item) in code_spans(first) {
                faults.extend(missing(item, &files));
            }
        }
    }
    faults
}

/// The names of an item that none of the files has.
fn missing(item: &str, files: &[&str]) -> Option<String> {
    let texts: Vec<String> = files.iter().filter_map(|f| read(Path::new(f))).collect();
    words(item)
        .find(|name| {
            !texts
                .iter()
                .any(|text| words(text).any(|word| word == *name))
        })
        .map(|name| format!("no {name} in {}", files.join(" ")))
}

// --- the documents ---

#[test]
fn links_and_names_in_the_documents_lead_somewhere() {
    let faults: Vec<String> = documents()
        .iter()
        .flat_map(|path| {
            let faults = faults(path, &read(path).unwrap());
            faults
                .into_iter()
                .map(move |fault| format!("{}: {fault}", path.display()))
        })
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn documents_named_in_the_code_exist() {
    let mut folders = vec![project_file("src")];
    let mut sources = vec![project_file("Cargo.toml")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let files = if path.is_dir() {
                &mut folders
            } else {
                &mut sources
            };
            files.push(path);
        }
    }
    for source in sources {
        let text = std::fs::read_to_string(&source).unwrap();
        let named = text.split(|c: char| c.is_whitespace() || "`()\"".contains(c));
        for name in named.map(|name| name.trim_end_matches(['.', ',', ':', ';'])) {
            let found = !name.starts_with("docs/") || project_file(name).exists();
            assert!(found, "{}: no {name}", source.display());
        }
    }
}

#[test]
fn each_kind_of_fault_is_found() {
    let document = "\
# Of `src/rules.rs`: a *heading*
[here](#of-srcrulesrs-a-heading) [there](../README.md) [page](https://example.org/x#y) ![](play)
`Square` in `src/rules.rs`, `play()` in [`src/rules.rs`](../src/rules.rs), `rules::Rules::winner`
[`Square::at`](../src/rules.rs), [`cougr-core`](https://example.org)

| Item | Shown in |
|---|---|
| `SCHEDULE` | `src/schedule.rs` |

```text
[not a link](nowhere.md) `src/nothing.rs` src/lib.rs:10
```
";
    assert_eq!(faults(Path::new("docs/x.md"), document), [""; 0]);
    let broken = "\
[a](#heading) [b](README.md) [c](../README.md#nowhere) [d](../src/lib.rs#L3)
`src/nothing.rs`, `Kite` in
`src/rules.rs`, `rules::Rules::loser`, src/lib.rs:10
[`Square::fly`](../src/rules.rs)

| Item | Shown in |
|---|---|
| `GameApp::fly` | `src/schedule.rs`, `src/lib.rs` |
";
    assert_eq!(
        faults(Path::new("docs/x.md"), broken),
        [
            "leads nowhere: #heading",
            "leads nowhere: README.md",
            "leads nowhere: ../README.md#nowhere",
            "leads nowhere: ../src/lib.rs#L3",
            "no fly in src/rules.rs",
            "no such file: src/nothing.rs",
            "no Kite in src/rules.rs",
            "no loser in src/rules.rs",
            "no fly in src/schedule.rs src/lib.rs",
            "names a line: [d](../src/lib.rs#L3)",
            "names a line: src/lib.rs:10",
        ]
    );
}

#[test]
fn the_readme_has_the_sections_of_a_canonical_example_in_order() {
    let readme = read(Path::new("README.md")).unwrap();
    let sections = [
        "Purpose and pattern",
        "Public contract API",
        "Architecture overview",
        "Storage model",
        "Main gameplay flow",
        "Cougr APIs used",
        "Build and test commands",
        "Known limitations",
    ];
    let headings = prose(&readme).into_iter();
    let headings = headings.filter_map(|line| line.strip_prefix("## "));
    let found: Vec<&str> = headings.filter(|h| sections.contains(h)).collect();
    assert_eq!(found, sections);
}

#[test]
fn the_readme_lists_the_contract_api_and_the_schedule() {
    let readme = read(Path::new("README.md")).unwrap();
    for code in 1..=12 {
        let error = soroban_sdk::Error::from_contract_error(code);
        let error = checkers::errors::CheckersError::try_from(error).unwrap();
        assert!(readme.contains(&format!("| {code} | `{error:?}` |")));
    }
    let rows = SCHEDULE.map(|(stage, system, ..)| {
        let row = format!("| {stage:?} | `{system}` |");
        readme.find(&row).unwrap_or_else(|| panic!("no row {row}"))
    });
    assert!(rows.is_sorted(), "not in the order of a tick");
}

/// The commits in the first column of a table that is headed "commit".
fn commits(text: &str) -> Vec<&str> {
    let mut commits = Vec::new();
    let mut in_table = false;
    for line in prose(text) {
        let first = line.trim_matches(['|', ' ']).split(" |").next().unwrap();
        in_table = line.starts_with('|') && (in_table || first == "commit");
        if in_table && first.chars().all(|c| c.is_ascii_hexdigit()) {
            commits.push(first);
        }
    }
    commits
}

/// Whoever wants to measure one again checks it out. A copy in another repository knows none of them,
/// and a shallow clone not all.
#[test]
fn the_commits_in_the_cost_document_are_in_the_history() {
    let text = read(Path::new("docs/costs.md")).unwrap();
    let commits = commits(&text);
    assert_eq!(commits.len(), 16);
    let is_before = |commit: &&&str| {
        let mut git = std::process::Command::new("git");
        let git = git.args(["merge-base", "--is-ancestor", commit, "HEAD"]);
        let output = git.current_dir(project_file("")).output();
        output.is_ok_and(|output| output.status.success())
    };
    let (known, unknown): (Vec<&str>, Vec<&str>) = commits.iter().partition(is_before);
    let elsewhere = known.is_empty() || project_file(".git/shallow").exists();
    assert!(elsewhere || unknown.is_empty(), "{unknown:?}");
}

// --- what the documents quote ---

#[test]
fn the_picture_is_drawn_from_the_position_of_the_named_test() {
    let state = position::state();
    assert_eq!(Some(&*notation(&state)), data("preview.txt").lines().nth(1));
    let picture = read(Path::new("docs/preview.svg")).unwrap();
    let command = "cargo run --example preview > docs/preview.svg";
    assert!(picture == svg::draw(&state), "run: {command}");
}

/// What an entity has, in the words of the document.
fn components(world: &SimpleWorld, env: &Env) -> Vec<String> {
    let mut components = Vec::new();
    for entity in 1..=PIECES as u32 {
        if let Some(piece) = world.get_typed::<Piece>(env, entity) {
            components.push(format!(
                "entity {entity}: Piece on {}",
                piece.square.number()
            ));
        }
        if world.get_typed::<King>(env, entity).is_some() {
            components.push(format!("entity {entity}: King"));
        }
    }
    if let Some(turn) = world.get_typed::<Turn>(env, MATCH) {
        let (player, number) = (turn.player, turn.number);
        components.push(format!("entity {MATCH}: turn {number} of player {player}"));
    }
    if let Some(status) = world.get_typed::<Status>(env, MATCH) {
        components.push(format!("entity {MATCH}: {status:?}"));
    }
    if let Some(chain) = world.get_typed::<Chain>(env, MATCH) {
        let square = Square::new(chain.square).unwrap();
        components.push(format!("entity {MATCH}: Chain on {}", square.number()));
    }
    components
}

/// What the systems share, in the words of the document.
fn findings(tick: &Tick, refused: Option<CheckersError>) -> Vec<String> {
    let mut findings = Vec::new();
    if let Some(mover) = tick.mover {
        findings.push(format!("tick: mover {mover:?}"));
    }
    if let Some(step_or_jump) = tick.resolved {
        let (from, to) = (step_or_jump.from.number(), step_or_jump.to.number());
        let over = step_or_jump
            .captured
            .map_or(String::new(), |square| format!(" over {}", square.number()));
        findings.push(format!("tick: resolved {from} to {to}{over}"));
    }
    if tick.crowned {
        findings.push("tick: crowned".into());
    }
    if tick.chain_open {
        findings.push("tick: chain_open".into());
    }
    if let Some(winner) = tick.winner {
        findings.push(format!("tick: winner {winner:?}"));
    }
    if let Some(error) = refused {
        findings.push(format!("tick: refused {error:?}"));
    }
    findings
}

/// Runs the systems one by one on the game of a table, and tells what each changes.
fn trace(table: &Table, call: &Call) -> String {
    let env = &table.env;
    table.env.as_contract(&table.contract, || {
        let player = table.player(call.player).clone();
        let [from_row, from_col, to_row, to_col] = call.squares;
        let (from, to) = ((from_row, from_col), (to_row, to_col));
        let mut world = CheckersContract::load_world(env);
        let mut tick = Tick::new(env, &world, Action { player, from, to });
        let mut before = [findings(&tick, None), components(&world, env)].concat();
        let mut trace = String::new();
        for (stage, name, _, system) in SCHEDULE {
            let refused = system(&mut world, env, &mut tick).err();
            let after = [findings(&tick, refused), components(&world, env)].concat();
            let gone = before.iter().filter(|what| !after.contains(what));
            let come = after.iter().filter(|what| !before.contains(what));
            let changes: Vec<String> = gone
                .map(|what| format!("- {what}"))
                .chain(come.map(|what| format!("+ {what}")))
                .collect();
            let (stage, mut name) = (format!("{stage:?}"), name);
            if changes.is_empty() {
                trace += &format!("{stage:<10}  {name}\n");
            }
            let mut stage = stage.as_str();
            for change in changes {
                trace += &format!("{stage:<10}  {name:<14}  {change}\n");
                (stage, name) = ("", "");
            }
            before = after;
            if refused.is_some() {
                break;
            }
        }
        trace
    })
}

/// The page follows calls 135 to 140 of the recorded game 8.
#[test]
fn the_move_in_the_architecture_page_goes_and_is_stored_as_it_says() {
    let page = read(Path::new("docs/architecture.md")).unwrap();
    let games = recorded_games("transitional.jsonl");
    let game = games.iter().find(|game| game.name == "recorded-08");
    // The page shows a component in a line, and says behind the bytes what they are.
    let bytes_of = |line: &str| line.split("    ").next().map(String::from);
    let quoted: Vec<String> = page.lines().filter_map(bytes_of).collect();
    let quoted = quoted.join(" ");
    let table = Table::native();
    let stored = || {
        table.env.as_contract(&table.contract, || {
            let stored = table.env.storage().instance().get(&symbol_short!("game"));
            let stored: Bytes = stored.unwrap();
            let bytes: Vec<u8> = stored.iter().collect();
            // What stands before the players and their byte, and after them.
            let [one, two] = [1, 2].map(|player| Account::of(table.player(player)));
            let players = Players { one, two }.serialize(&table.env);
            let players: Vec<u8> = players.iter().collect();
            let at = bytes
                .windows(players.len())
                .position(|part| part == players);
            let (before, after) = (
                &bytes[..at.unwrap() - 1],
                &bytes[at.unwrap() + players.len()..],
            );
            let line = |bytes: &[u8]| {
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                bytes.join(" ")
            };
            [before, after].map(line)
        })
    };
    for (i, call) in game.unwrap().calls.iter().enumerate().take(141) {
        if [135, 136, 140].contains(&i) {
            let block = format!("```text\n{}```\n", trace(&table, call));
            assert!(page.contains(&block), "call {i}:\n{block}");
        }
        let result = table.submit(call.player, call.squares);
        if i == 0 {
            table.init();
        }
        if ![134, 135, 140].contains(&i) {
            continue;
        }
        assert_eq!(result.is_ok(), i != 134);
        for line in stored() {
            assert!(quoted.contains(&line), "after call {i}: {line}");
        }
    }
}

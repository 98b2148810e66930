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

#[path = "support/markdown.rs"]
mod markdown;
mod support;

#[path = "../docs/preview/position.rs"]
mod position;
#[path = "../docs/preview/svg.rs"]
mod svg;

use ::markdown::mdast::{Definition, Image, InlineCode, Link, Node};
use checkers::components::{Chain, King, Piece, Players, Status, Turn, MATCH, PIECES};
use checkers::errors::CheckersError;
use checkers::rules::Square;
use checkers::schedule::SCHEDULE;
use checkers::tick::{Action, Tick};
use checkers::CheckersContract;
use cougr_core::component::ComponentTrait;
use cougr_core::game::SorobanGame;
use cougr_core::SimpleWorld;
use markdown::{nodes, parse};
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

/// The anchors of the headings, made as GitHub makes them.
fn anchors(document: &Node) -> Vec<String> {
    let mut anchors = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for heading in nodes(document).filter(|node| matches!(node, Node::Heading(_))) {
        let slug: String = (heading.to_string().to_lowercase().chars())
            .filter(|&c| c.is_alphanumeric() || "-_ ".contains(c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        let count = seen.entry(slug.clone()).or_default();
        *count += 1;
        anchors.push(match *count {
            1 => slug,
            n => format!("{slug}-{}", n - 1),
        });
    }
    anchors
}

/// The rows of the tables, each with the head above it.
fn rows(document: &Node) -> Vec<[&[Node]; 2]> {
    let mut all = Vec::new();
    for table in nodes(document).filter(|node| matches!(node, Node::Table(_))) {
        let rows = table.children().into_iter().flatten();
        let mut rows = rows.map(|row| &row.children().unwrap()[..]);
        let head = rows.next().unwrap();
        all.extend(rows.map(|row| [head, row]));
    }
    all
}

/// What stands in backticks.
fn code(node: &Node) -> Vec<&str> {
    let spans = nodes(node).filter_map(|node| match node {
        Node::InlineCode(code) => Some(&*code.value),
        _ => None,
    });
    spans.collect()
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
    let document = parse(text);
    let mut faults = wrong_links(path, &document);
    faults.extend(wrong_names(&document));
    for [head, row] in rows(&document) {
        if head[head.len() - 1].to_string() == "Shown in" {
            let files = code(&row[row.len() - 1]);
            let items = code(&row[0]).into_iter();
            faults.extend(items.filter_map(|item| missing(item, &files)));
        }
    }
    let blocks = document.children().into_iter().flatten();
    let prose = blocks.filter(|block| !matches!(block, Node::Code(_)));
    let prose = prose.filter_map(|block| block.position());
    let words = prose.flat_map(|at| text[at.start.offset..at.end.offset].split_whitespace());
    let line_numbers = words.filter(|word| {
        let after = word.split_once("#L").or_else(|| word.split_once(".rs:"));
        after.is_some_and(|(_, after)| after.starts_with(|c: char| c.is_ascii_digit()))
    });
    faults.extend(line_numbers.map(|word| format!("names a line: {word}")));
    faults
}

fn wrong_links(path: &Path, document: &Node) -> Vec<String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut faults = Vec::new();
    for node in nodes(document) {
        let (Node::Link(Link { url, .. })
        | Node::Image(Image { url, .. })
        | Node::Definition(Definition { url, .. })) = node
        else {
            continue;
        };
        if url.contains("://") {
            continue;
        }
        let (file, anchor) = url.split_once('#').unwrap_or((url, ""));
        let other = normalised(&folder.join(file));
        let is_in = |document: &Node| anchors(document).iter().any(|a| a == anchor);
        let leads = match (file, anchor) {
            (_, "") => project_file("").join(&other).exists(),
            ("", _) => is_in(document),
            _ => read(&other).is_some_and(|text| is_in(&parse(&text))),
        };
        if !leads {
            faults.push(format!("leads nowhere: {url}"));
        }
        // Links such as [`Item`](../src/file.rs).
        let text = node.children().map(|text| &text[..]);
        let file = other.to_str().filter(|file| file.ends_with(".rs"));
        if let (Some([Node::InlineCode(item)]), Some(file)) = (text, file) {
            if !is_path(&item.value) {
                faults.extend(missing(item.value.rsplit("::").next().unwrap(), &[file]));
            }
        }
    }
    faults
}

fn wrong_names(document: &Node) -> Vec<String> {
    let mut faults = Vec::new();
    let (mut before, mut between) = ("", String::new());
    for node in nodes(document) {
        if let Node::Text(text) = node {
            between += &text.value;
        }
        let Node::InlineCode(InlineCode { value: span, .. }) = node else {
            continue;
        };
        if is_path(span) {
            if !project_file(span).exists() {
                faults.push(format!("no such file: {span}"));
            } else if between.trim() == "in" {
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
        between.clear();
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

[e]: nowhere.md
";
    assert_eq!(
        faults(Path::new("docs/x.md"), broken),
        [
            "leads nowhere: #heading",
            "leads nowhere: README.md",
            "leads nowhere: ../README.md#nowhere",
            "leads nowhere: ../src/lib.rs#L3",
            "no fly in src/rules.rs",
            "leads nowhere: nowhere.md",
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
    let document = parse(&readme);
    let headings = nodes(&document).filter_map(|node| match node {
        Node::Heading(heading) if heading.depth == 2 => Some(node.to_string()),
        _ => None,
    });
    let found: Vec<String> = headings.filter(|h| sections.contains(&&**h)).collect();
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

/// The commits in the first column of the tables that are headed "commit".
fn commits(text: &str) -> Vec<String> {
    let document = parse(text);
    let rows = rows(&document).into_iter();
    let firsts = rows.map(|[head, row]| [head, row].map(|cells| cells[0].to_string()));
    firsts
        .filter(|[head, first]| head == "commit" && first.chars().all(|c| c.is_ascii_hexdigit()))
        .map(|[_, first]| first)
        .collect()
}

/// Whoever wants to measure one again checks it out. A copy in another repository knows none of them,
/// and a shallow clone not all.
#[test]
fn the_commits_in_the_cost_document_are_in_the_history() {
    let text = read(Path::new("docs/costs.md")).unwrap();
    let commits = commits(&text);
    assert_eq!(commits.len(), 19);
    let is_before = |commit: &&String| {
        let mut git = std::process::Command::new("git");
        let git = git.args(["merge-base", "--is-ancestor", commit, "HEAD"]);
        let output = git.current_dir(project_file("")).output();
        output.is_ok_and(|output| output.status.success())
    };
    let (known, unknown): (Vec<_>, Vec<_>) = commits.iter().partition(is_before);
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
    let blocks = markdown::blocks(&page, "text");
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
            let players = Players::new(table.player(1), table.player(2)).serialize(&table.env);
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
            let trace = trace(&table, call);
            let is_shown = blocks.iter().any(|(_, block)| *block == trace);
            assert!(is_shown, "call {i}:\n{trace}");
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

//! The second game, `docs/tic-tac-toe`: copied out of the repository, it is built, tested and played by
//! the commands that its README names, on a network in this process.

// It is the same game whatever the features of this one are.
#![cfg(not(any(feature = "match-play", feature = "official-rules")))]

#[path = "support/markdown.rs"]
mod markdown;
#[path = "support/rpc.rs"]
mod rpc;

use markdown::blocks;
use serde_json::{json, Value};
use std::path::{Path, PathBuf};
use std::process::Command;

const GAME: &str = "docs/tic-tac-toe";

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A folder outside of the repository, so that no settings of it reach the copy. It is the same in each
/// run: what is compiled there has its path in it.
fn elsewhere() -> PathBuf {
    let name = project().to_string_lossy().replace(['/', '\\', ':'], "-");
    let folder = std::env::temp_dir().join(format!("second-game{name}"));
    // What an earlier run has left.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    folder
}

/// Is the Stellar CLI there? Under `CI` it must be.
fn stellar_installed() -> bool {
    let found = Command::new("stellar").arg("--version").output().is_ok();
    assert!(
        found || std::env::var_os("CI").is_none(),
        "the Stellar CLI must be installed under CI"
    );
    if !found {
        eprintln!("skipped in part: the Stellar CLI is not installed");
    }
    found
}

#[test]
fn copied_elsewhere_it_builds_passes_its_tests_and_is_played() {
    let readme = read(project().join(GAME).join("README.md"));
    let folder = elsewhere();
    let with_network = stellar_installed();
    let mut script = String::new();
    if with_network {
        let (url, passphrase) = (rpc::start().url, rpc::PASSPHRASE);
        script += &format!(
            "stellar network add in-process --rpc-url {url} --network-passphrase '{passphrase}'\n"
        );
    }
    // The others are left to the reader.
    let mut blocks = blocks(&readme, "sh");
    blocks.retain(|(kind, _)| !kind.is_empty());
    assert!(blocks.iter().any(|(kind, _)| kind.starts_with("refused")));
    for (kind, commands) in blocks {
        let copied = folder.join("my-game");
        let commands = commands
            .replace("../my-game", copied.to_str().unwrap())
            .replace("--wasm target", "--wasm $CARGO_TARGET_DIR");
        let commands: Vec<&str> = (commands.lines())
            .filter(|command| with_network || !command.starts_with("stellar"))
            .collect();
        if commands.is_empty() {
            continue;
        }
        let commands = commands.join("\n");
        script += &match kind.strip_prefix("refused ") {
            None => format!("{commands}\n"),
            Some(code) => format!(
                "if ({commands}) 2>refusal; then exit 1; fi\n\
                 grep -q 'Error(Contract, #{code})' refusal\n"
            ),
        };
    }

    let output = Command::new("bash")
        .args(["-ec", &script])
        .current_dir(project())
        // What has been compiled stays there, while the folder is made anew in each run.
        .env("CARGO_TARGET_DIR", project().join("target"))
        .env("STELLAR_CONFIG_HOME", folder.join("config"))
        .env("STELLAR_DATA_HOME", folder.join("data"))
        .env("STELLAR_NETWORK", "in-process")
        .env_remove("STELLAR_ACCOUNT")
        .env_remove("STELLAR_RPC_URL")
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    println!(
        "{script}\n{printed}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success());
    assert!(printed.contains("test result: ok. 3 passed"));
    if with_network {
        let state: Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
        let (_, shown) = &markdown::blocks(&readme, "json")[0];
        let shown: Value = serde_json::from_str(&format!("{{{shown}}}")).unwrap();
        for (name, value) in shown.as_object().unwrap() {
            assert_eq!(&state[name], value, "{name}");
        }
        assert_eq!(state["winner"], json!(1));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// The last part of `docs/learn.md` walks through the files, and quotes them.
#[test]
fn the_walk_quotes_the_files() {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let files = ["rules", "components", "errors", "systems", "lib", "test"];
    let files = files.map(|name| {
        let path = project().join(GAME).join("src").join(name);
        squeezed(&read(path.with_extension("rs")))
    });
    let learn = read(project().join("docs/learn.md"));
    let (_, walk) = learn
        .split_once("\n## The shape, for another game\n")
        .unwrap();
    // What is none of the game's is marked.
    let mut quotes = blocks(walk, "rust");
    quotes.retain(|(kind, _)| kind.is_empty());
    assert!(quotes.len() > 5);
    for (_, quote) in quotes {
        let quoted = squeezed(&quote);
        assert!(files.iter().any(|file| file.contains(&quoted)), "{quote}");
    }
}

/// What is copied in the two files is what this game uses.
#[test]
fn nothing_of_it_stands_twice() {
    for file in ["packed_world.rs", "tick_system.rs"] {
        let link = project().join(GAME).join("src").join(file);
        let file = project().join("src").join(file);
        assert!(link.is_symlink());
        assert_eq!(link.canonicalize().unwrap(), file.canonicalize().unwrap());
    }
}

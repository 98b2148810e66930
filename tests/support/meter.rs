//! Plays the recorded games on a wasm and counts what the calls cost.

use super::figures::Figures;
use super::support::{set_public_network_lifetimes, Game, Table};
use soroban_sdk::testutils::EnvTestConfig;
use soroban_sdk::xdr::{ContractCostType, Limited, Limits, ReadXdr, ScMetaEntry};
use soroban_sdk::{Address, Env};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::process::Command;

/// What is counted of a call. Fee and rent in stroops, the rent being a part of the fee. The host
/// keeps live entries in memory: `entries_read` has them, `bytes_read` is of the disk alone.
pub const COUNTS: [&str; 8] = [
    "fee",
    "cpu",
    "memory",
    "entries_read",
    "entries_written",
    "bytes_read",
    "bytes_written",
    "rent",
];

/// The rows of the table. `move` is the mean of all moves, `game` the mean of `init_game` and the
/// moves of a game.
pub const CALLS: [&str; 11] = [
    "init_game",
    "step",
    "capture",
    "chain_hop",
    "crowning",
    "win",
    "move",
    "game",
    "get_state",
    "get_board",
    "get_current_player",
];

/// The row of the wasm's size: one number, in bytes.
pub const WASM: &str = "wasm_bytes";

/// A wasm to deploy.
#[derive(Clone, Copy)]
pub struct Build<'a> {
    pub wasm: &'a [u8],
    /// What the constructor takes, where there is one: the seconds for a move.
    pub move_seconds: Option<u32>,
}

impl<'a> Build<'a> {
    /// A wasm without a constructor.
    pub fn plain(wasm: &'a [u8]) -> Build<'a> {
        let move_seconds = None;
        Build { wasm, move_seconds }
    }

    /// A table in a host with the settings of the public network.
    pub fn deploy(&self) -> Table {
        Table::deploy(host(), |env| match self.move_seconds {
            Some(seconds) => env.register(self.wasm, (seconds,)),
            None => env.register(self.wasm, ()),
        })
    }
}

/// A host with the settings of the public network: the test host's own lifetimes are 500 times
/// shorter, and hide the rent.
pub fn host() -> Env {
    let env = Env::new_with_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    set_public_network_lifetimes(&env);
    env
}

/// What the last call has cost.
pub fn cost_of_last_call(env: &Env) -> [f64; COUNTS.len()] {
    let resources = env.cost_estimate().resources();
    let fee = env.cost_estimate().fee();
    let counts = [
        fee.total,
        resources.instructions,
        resources.mem_bytes,
        (resources.memory_read_entries + resources.disk_read_entries).into(),
        resources.write_entries.into(),
        resources.disk_read_bytes.into(),
        resources.write_bytes.into(),
        fee.persistent_entry_rent + fee.temporary_entry_rent,
    ];
    counts.map(|count| count as f64)
}

/// What a recorded state tells of the game.
struct Position {
    men: [usize; 2],
    pieces: usize,
    player: char,
    finished: bool,
}

impl Position {
    /// Reads the notation of the recorded games.
    fn read(state: &str) -> Position {
        let mut fields = state.split('|');
        let cells = fields.next().unwrap();
        Position {
            men: ['o', 'x'].map(|man| cells.matches(man).count()),
            pieces: cells.chars().filter(|&cell| cell != '.').count(),
            player: fields.next().unwrap().chars().next().unwrap(),
            finished: fields.nth(1) == Some("F"),
        }
    }
}

/// The kind of a move. One that is of several counts as the last of them: a step; a capture; a chain
/// hop, which is any jump of a chain of two or more; a crowning; a win.
fn kind(before: &Position, after: &Position, in_chain: bool) -> &'static str {
    let mover = if before.player == '1' { 0 } else { 1 };
    if after.finished {
        "win"
    } else if after.men[mover] < before.men[mover] {
        "crowning"
    } else if after.pieces == before.pieces {
        "step"
    } else if in_chain || after.player == before.player {
        "chain_hop"
    } else {
        "capture"
    }
}

/// Plays the accepted calls of the games and counts each.
pub fn measure(build: Build, origin: &str, games: &[Game]) -> Figures {
    let mut costs: BTreeMap<&str, Vec<[f64; COUNTS.len()]>> = BTreeMap::new();
    for game in games {
        let table = build.deploy();
        let mut count = |call| {
            let cost = cost_of_last_call(&table.env);
            costs.entry(call).or_default().push(cost);
        };
        table.init();
        count("init_game");
        let (mut before, mut in_chain) = (Position::read(&table.state()), false);
        for call in game.calls.iter().filter(|call| call.result == 0) {
            table
                .submit(call.player, call.squares)
                .unwrap_or_else(|error| panic!("{}, {:?}: {error:?}", game.name, call.squares));
            let after = Position::read(call.state.as_ref().unwrap());
            count(kind(&before, &after, in_chain));
            count("move");
            in_chain = after.player == before.player;
            before = after;
        }
        let last = game.calls.iter().rev().find_map(|call| call.state.as_ref());
        assert_eq!(Some(&table.state()), last, "{}", game.name);
        count("get_state");
        table.client.get_board();
        count("get_board");
        let _: Address = table.client.get_current_player();
        count("get_current_player");
    }

    let mut figures = Figures::new(origin, &COUNTS);
    let sum = |call: &str| -> Vec<f64> {
        let costs = &costs[call];
        (0..COUNTS.len())
            .map(|i| costs.iter().map(|cost| cost[i]).sum())
            .collect()
    };
    let games = games.len() as f64;
    for call in CALLS {
        let numbers: Vec<f64> = match call {
            "game" => sum("init_game")
                .iter()
                .zip(sum("move"))
                .map(|(init, moves)| (init + moves) / games)
                .collect(),
            _ => {
                let number = costs[call].len() as f64;
                sum(call).iter().map(|sum| sum / number).collect()
            }
        };
        figures.push(call, &numbers);
    }
    figures.push(WASM, &[build.wasm.len() as f64]);
    figures
}

/// What the CPU instructions of the last call were for, by the host's own types of cost: those of a
/// hundredth or more.
fn shares(env: &Env) -> String {
    let budget = env.cost_estimate().budget();
    let total = budget.cpu_instruction_cost();
    let costs = ContractCostType::VARIANTS.map(|kind| (budget.tracker(kind).cpu, kind.name()));
    let mut costs = costs.to_vec();
    costs.retain(|&(cpu, _)| cpu * 100 >= total);
    costs.sort_unstable_by(|a, b| b.cmp(a));
    let lines = costs
        .iter()
        .map(|(cpu, name)| format!("{cpu:>10}  {name}\n"));
    lines.collect()
}

/// Where the CPU instructions of the first move go, and those of `get_board` before it.
pub fn where_the_cpu_goes(wasm: &[u8]) -> String {
    let table = Build::plain(wasm).deploy();
    table.init();
    table.client.get_board();
    let getter = shares(&table.env);
    table.submit(1, [2, 7, 3, 6]).unwrap();
    format!("get_board\n{getter}\na step\n{}", shares(&table.env))
}

/// The wasm shrunk by `wasm-opt -Oz`, as the CLI's own build does where it can. `None` where binaryen
/// is not installed, but under `CI` it must be.
pub fn shrink(wasm: &Path, into: &Path) -> Option<Vec<u8>> {
    let shrunk = Command::new("wasm-opt")
        .args(["-Oz", "-o"])
        .args([into, wasm])
        .status();
    match shrunk {
        Ok(status) => {
            assert!(status.success(), "wasm-opt: {status}");
            Some(std::fs::read(into).unwrap())
        }
        Err(error) if std::env::var_os("CI").is_some() => panic!("wasm-opt: {error}"),
        Err(_) => {
            eprintln!("skipped: wasm-opt (binaryen) is not installed");
            None
        }
    }
}

/// What has made a wasm that [`shrink`] has shrunk.
pub fn toolchain(wasm: &[u8]) -> String {
    let version = |key| metadata(wasm, key).unwrap_or("?".into());
    let version = |key| version(key).split('#').next().unwrap().to_string();
    let output = Command::new("wasm-opt").arg("--version").output().unwrap();
    let wasm_opt = String::from_utf8(output.stdout).unwrap();
    format!(
        "rustc {}, soroban-sdk {}, stellar-cli {}, {}",
        version("rsver"),
        version("rssdkver"),
        version("cliver"),
        wasm_opt.trim()
    )
}

/// An entry of the wasm's contract metadata, such as `rsver`, the version of Rust, or `cliver`, that
/// of the CLI that has built it.
pub fn metadata(wasm: &[u8], key: &str) -> Option<String> {
    let mut reader = Limited::new(custom_sections(wasm, "contractmetav0"), Limits::none());
    let entries = ScMetaEntry::read_xdr_iter(&mut reader);
    entries
        .map(|entry| entry.unwrap())
        .map(|ScMetaEntry::ScMetaV0(entry)| entry)
        .find(|entry| entry.key.to_string() == key)
        .map(|entry| entry.val.to_string())
}

/// The content of the custom sections of a name, one after the other: the CLI adds its own.
fn custom_sections(wasm: &[u8], name: &str) -> VecDeque<u8> {
    const MAGIC_AND_VERSION: usize = 8;
    const CUSTOM: u8 = 0;
    let (mut rest, mut found) = (&wasm[MAGIC_AND_VERSION..], VecDeque::new());
    while let Some((&id, mut section)) = rest.split_first() {
        let length = leb128(&mut section);
        (section, rest) = section.split_at(length);
        if id == CUSTOM {
            let length = leb128(&mut section);
            let (title, content) = section.split_at(length);
            if title == name.as_bytes() {
                found.extend(content);
            }
        }
    }
    found
}

/// Takes an unsigned number in LEB128.
fn leb128(bytes: &mut &[u8]) -> usize {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first().unwrap();
        *bytes = rest;
        number |= usize::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            return number;
        }
    }
}

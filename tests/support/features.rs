//! What the builds with features cost: the same table, and the calls that only match play has.

use super::figures::Figures;
use super::meter::{self, cost_of_last_call, Build, COUNTS};
use super::support::naive::Naive;
use super::support::{Call, Game, Table};
use checkers::components::MATCH;
use checkers::storage::SCHEMA;
use checkers::{packed_world, CheckersContract};
use cougr_core::game::SorobanGame;
use soroban_sdk::testutils::Ledger;
use soroban_sdk::{vec, Bytes, Symbol, Val};

/// A build, with or without features.
pub struct Variant {
    /// What it is called in tables.
    pub title: &'static str,
    /// The folder of its wasm, below `target`.
    pub folder: &'static str,
    /// With match play the contract has a constructor, and calls of its own.
    pub match_play: bool,
}

const fn variant(title: &'static str, folder: &'static str, match_play: bool) -> Variant {
    Variant {
        title,
        folder,
        match_play,
    }
}

pub const VARIANTS: [Variant; 4] = [
    variant("default", "wasm32v1-none/release", false),
    variant("match-play", "match-play", true),
    OFFICIAL_RULES,
    variant("both", "match-play-official-rules", true),
];
const OFFICIAL_RULES: Variant = variant("official-rules", "official-rules", false);

/// The row of the bytes of a move's events, as a mean: one number.
pub const MOVE_EVENTS: &str = "move_events";

/// So many quiet moves in a row are written down.
const MOST_QUIET_MOVES: usize = 80;

/// Seconds for a move.
const HOUR: u32 = 3_600;

impl Variant {
    /// The name of a row of this build, in figures that have the rows of all.
    pub fn row(&self, call: &str) -> String {
        format!("{}:{call}", self.title)
    }

    fn build<'a>(&self, wasm: &'a [u8]) -> Build<'a> {
        let move_seconds = self.match_play.then_some(HOUR);
        Build { wasm, move_seconds }
    }
}

/// The figures of [`VARIANTS`], for calls that all of them answer alike: by the official rules some
/// of the recorded games go on otherwise.
pub fn measure(wasms: &[Vec<u8>], origin: &str, games: &[Game]) -> Figures {
    let variants = || VARIANTS.iter().zip(wasms);
    let official = variants().find(|(variant, _)| variant.title == OFFICIAL_RULES.title);
    let (variant, wasm) = official.unwrap();
    let games = played_alike(variant.build(wasm), games);
    let mut all = Figures::new(origin, &COUNTS);
    for (variant, wasm) in variants() {
        let build = variant.build(wasm);
        let mut figures = meter::measure(build, origin, &games);
        if variant.match_play {
            measure_match_play(build, &mut figures);
            figures.push(MOVE_EVENTS, &[mean_events(build, &games)]);
        }
        for (call, numbers) in figures.rows {
            all.push(&variant.row(&call), &numbers);
        }
    }
    all
}

/// The accepted calls of the games, up to the first that a build refuses or that leads it elsewhere.
fn played_alike(build: Build, games: &[Game]) -> Vec<Game> {
    let alike = |game: &Game| {
        let table = build.deploy();
        table.init();
        let plays = |call: &&Call| {
            table.submit(call.player, call.squares).is_ok() && Some(table.state()) == call.state
        };
        let accepted = game.calls.iter().filter(|call| call.result == 0);
        Game {
            name: game.name.clone(),
            calls: accepted.take_while(plays).cloned().collect(),
        }
    };
    games.iter().map(alike).collect()
}

/// Bytes of the events of a move.
fn mean_events(build: Build, games: &[Game]) -> f64 {
    let (mut bytes, mut moves) = (0, 0);
    for game in games {
        let table = build.deploy();
        table.init();
        for call in &game.calls {
            table.submit(call.player, call.squares).unwrap();
            bytes += table
                .env
                .cost_estimate()
                .resources()
                .contract_events_size_bytes;
            moves += 1;
        }
    }
    f64::from(bytes) / f64::from(moves)
}

/// Each call of match play in a game of its own, of two kings that go back and forth.
fn measure_match_play(build: Build, figures: &mut Figures) {
    let start = || {
        let table = build.deploy();
        table.init();
        let mut kings = [0; 64];
        (kings[1], kings[62]) = (2, -2);
        table.store(&Naive::with(kings, 1));
        add_match_play(&table);
        table
    };
    // Player one is to move again after the first two of them, and all is as it was after four.
    let steps = [
        (1, [0, 1, 1, 2]),
        (2, [7, 6, 6, 5]),
        (1, [1, 2, 0, 1]),
        (2, [6, 5, 7, 6]),
    ];
    let moves = |table: &Table, number| {
        let mut costs = Vec::new();
        for (player, squares) in steps.into_iter().cycle().take(number) {
            table.submit(player, squares).unwrap();
            costs.push(cost_of_last_call(&table.env));
        }
        costs
    };

    let costs = moves(&start(), MOST_QUIET_MOVES);
    let mean = |i| costs.iter().map(|cost| cost[i]).sum::<f64>() / MOST_QUIET_MOVES as f64;
    let mean: [f64; COUNTS.len()] = core::array::from_fn(mean);
    // The mean of as many moves in a row as are written down.
    figures.push("quiet_move", &mean);

    let mut push = |name, cost: [f64; COUNTS.len()]| figures.push(name, &cost);
    let table = start();
    push("draw_offer", ask(&table, "agree_draw", 1));
    push("draw_accept", ask(&table, "agree_draw", 2));
    let table = start();
    moves(&table, 8);
    push("claim_draw", ask(&table, "claim_draw", 1));
    let table = start();
    let now = table.env.ledger().timestamp();
    table.env.ledger().set_timestamp(now + u64::from(HOUR));
    push("claim_win", ask(&table, "claim_win", 2));
    push("resign", ask(&start(), "resign", 1));
    let table = start();
    let function = Symbol::new(&table.env, "legal_moves");
    let moves: soroban_sdk::Vec<Val> =
        (table.env).invoke_contract(&table.contract, &function, vec![&table.env]);
    assert_eq!(moves.len(), 2);
    push("legal_moves", cost_of_last_call(&table.env));
}

/// This test is linked without features, and so is the schema by which it has stored a game. Adds the
/// columns of match play: a clock that starts now, no offer and no quiet moves.
fn add_match_play(table: &Table) {
    let env = &table.env;
    env.as_contract(&table.contract, || {
        let mut bytes = packed_world::pack(env, SCHEMA, &CheckersContract::load_world(env));
        bytes.push((2 * MATCH + 1) as u8);
        bytes.extend(HOUR.to_be_bytes());
        bytes.extend(env.ledger().timestamp().to_be_bytes());
        bytes.extend([0, 0]);
        let key = CheckersContract::world_key(env);
        env.storage()
            .instance()
            .set(&key, &Bytes::from_slice(env, &bytes));
    });
}

/// What it costs a player to ask for something.
fn ask(table: &Table, function: &str, player: usize) -> [f64; COUNTS.len()] {
    table.send_from(player);
    let player = table.player(player).to_val();
    let (env, contract) = (&table.env, &table.contract);
    env.invoke_contract::<()>(contract, &Symbol::new(env, function), vec![env, player]);
    cost_of_last_call(env)
}

//! How the cost of a move grows with the number of entities.
//!
//! Up to the 24 pieces of draughts the contract's own wasm tells. Beyond, the contract of
//! `docs/curve` keeps a crowd of pieces in Cougr's world and does what a move does: it reads every
//! piece, moves one, and saves.

use super::figures::Figures;
use super::meter::{cost_of_last_call, host, Build, COUNTS};
use super::support::{project_file, Table};
use checkers::CheckersContract;
use cougr_core::game::SorobanGame;
use soroban_sdk::{vec, IntoVal, Symbol, Val, Vec};
use std::process::Command;

/// Pieces on the board in the first part of the curve.
const PIECES: [u32; 7] = [2, 4, 8, 12, 16, 20, 24];
/// Entities in the crowds.
const CROWDS: [u32; 11] = [2, 4, 8, 16, 24, 64, 128, 256, 512, 768, 1024];
/// The calls of the crowd, and how their rows are named.
const CALLS: [(&str, &str); 4] = [
    ("start_stored", "stored-start"),
    ("tick_stored", "stored"),
    ("start_packed", "packed-start"),
    ("tick_packed", "packed"),
];

/// Measures the curve. Rows are named for what is measured and the number of entities.
pub fn measure(checkers: &[u8], crowd: &[u8], origin: &str) -> Figures {
    let mut figures = Figures::new(origin, &COUNTS);
    for pieces in PIECES {
        let table = Build::plain(checkers).deploy();
        figures.push(&format!("checkers-{pieces}"), &step_of_few(&table, pieces));
    }
    for calls in CALLS.chunks(2) {
        let measured = CROWDS.map(|entities| start_and_tick(crowd, calls, entities));
        for (index, (_, row)) in calls.iter().enumerate() {
            for (entities, costs) in CROWDS.iter().zip(&measured) {
                figures.push(&format!("{row}-{entities}"), &costs[index]);
            }
        }
    }
    figures
}

/// What both calls cost, the limits of the network aside.
fn start_and_tick(
    crowd: &[u8],
    calls: &[(&str, &str)],
    entities: u32,
) -> std::vec::Vec<[f64; COUNTS.len()]> {
    let env = host();
    env.cost_estimate().disable_resource_limits();
    env.cost_estimate().budget().reset_unlimited();
    let contract = env.register(crowd, ());
    let cost = |&(name, _): &(&str, &str)| {
        let arguments: Vec<Val> = match name.starts_with("start") {
            true => vec![&env, entities.into_val(&env)],
            false => vec![&env],
        };
        env.invoke_contract::<()>(&contract, &Symbol::new(&env, name), arguments);
        cost_of_last_call(&env)
    };
    calls.iter().map(cost).collect()
}

/// Builds the crowd as the game is built. `None` where the CLI is not installed, but under `CI` it
/// must be.
pub fn build_crowd() -> Option<std::path::PathBuf> {
    let target = project_file("target");
    let built = Command::new("stellar")
        .args(["contract", "build", "--quiet"])
        .current_dir(project_file("docs/curve"))
        .env("CARGO_TARGET_DIR", &target)
        .status();
    match built {
        Ok(status) => {
            assert!(status.success(), "docs/curve: {status}");
            Some(target.join("wasm32v1-none/release/crowd.wasm"))
        }
        Err(error) if std::env::var_os("CI").is_some() => panic!("stellar: {error}"),
        Err(_) => {
            eprintln!("skipped: the Stellar CLI is not installed");
            None
        }
    }
}

/// A step of Black in a game of a few pieces: as many of either side, those nearest to the middle, as
/// they stand at the start.
fn step_of_few(table: &Table, pieces: u32) -> [f64; COUNTS.len()] {
    table.init();
    let a_side = pieces / 2;
    table.env.as_contract(&table.contract, || {
        let mut world = CheckersContract::load_world(&table.env);
        for captured in (1..=12 - a_side).chain(13 + a_side..=24) {
            world.despawn_entity(captured);
        }
        CheckersContract::save_world(&table.env, &world);
    });
    let cells = table.client.get_board().cells;
    let standing = cells.iter().filter(|&cell| cell != 0).count();
    assert_eq!(standing, pieces as usize);
    table.submit(1, [2, 7, 3, 6]).unwrap();
    cost_of_last_call(&table.env)
}

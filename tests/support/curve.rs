//! How the cost of a move grows with the number of entities.
//!
//! Up to the 24 pieces of draughts the contract's own wasm tells. Beyond, a crowd of pieces does what
//! a move does here: read every piece, move one, save. A contract that is registered natively counts
//! its calls of the host alone, no wasm instruction: its figures are a lower bound.

use super::figures::Figures;
use super::meter::{cost_of_last_call, host, COUNTS};
use super::support::Table;
use checkers::components::Piece;
use checkers::rules::{Side, Square};
use checkers::CheckersContract;
use cougr_core::component::ComponentTrait;
use cougr_core::game::SorobanGame;
use cougr_core::{impl_soroban_game, SimpleWorld};
use soroban_sdk::{contract, contractimpl, symbol_short, Bytes, BytesN, Env};

/// Pieces on the board in the first part of the curve.
const PIECES: [u32; 7] = [2, 4, 8, 12, 16, 20, 24];
/// Entities in the crowds.
const CROWDS: [u32; 13] = [2, 4, 8, 16, 24, 32, 64, 128, 192, 256, 384, 512, 768];

/// Measures the curve. Rows are named for what is measured and the number of entities.
pub fn measure(wasm: &[u8], origin: &str) -> Figures {
    let mut figures = Figures::new(origin, &COUNTS);
    for pieces in PIECES {
        let table = Table::deploy(host(), |env| env.register(wasm, ()));
        figures.push(&format!("checkers-{pieces}"), &step_of_few(&table, pieces));
    }
    for pieces in [2, 24] {
        let table = Table::deploy(host(), |env| env.register(CheckersContract, ()));
        figures.push(&format!("native-{pieces}"), &step_of_few(&table, pieces));
    }
    let mut rows: [Vec<(String, [f64; COUNTS.len()])>; 4] = Default::default();
    for entities in CROWDS {
        let env = host();
        env.cost_estimate().disable_resource_limits();
        env.cost_estimate().budget().reset_unlimited();
        let mut count = |series: usize, name: &str| {
            rows[series].push((format!("{name}-{entities}"), cost_of_last_call(&env)));
        };
        let client = StoredCrowdClient::new(&env, &env.register(StoredCrowd, ()));
        client.start(&entities);
        count(0, "stored-start");
        client.tick();
        count(1, "stored");
        let client = SpawnedCrowdClient::new(&env, &env.register(SpawnedCrowd, ()));
        client.start(&entities);
        count(2, "spawned-start");
        client.tick();
        count(3, "spawned");
    }
    for (name, cost) in rows.iter().flatten() {
        figures.push(name, cost);
    }
    figures
}

/// A step of Black in a game of a few pieces: as many of either side, those nearest to the middle, as
/// they stand at the start. Bytes 0 to 23 of a stored game are its pieces, 0 one that is captured.
fn step_of_few(table: &Table, pieces: u32) -> [f64; COUNTS.len()] {
    const STORED: usize = 96;
    table.init();
    let (env, a_side) = (&table.env, pieces as usize / 2);
    env.as_contract(&table.contract, || {
        let (key, storage) = (symbol_short!("game"), env.storage().instance());
        let stored: BytesN<STORED> = storage.get(&key).unwrap();
        let mut bytes = stored.to_array();
        bytes[..12 - a_side].fill(0);
        bytes[12 + a_side..24].fill(0);
        storage.set(&key, &BytesN::from_array(env, &bytes));
    });
    let cells = table.client.get_board().cells;
    assert_eq!(
        cells.iter().filter(|&cell| cell != 0).count(),
        pieces as usize
    );
    table.submit(1, [2, 7, 3, 6]).unwrap();
    cost_of_last_call(env)
}

/// A piece among many: the squares of the board serve over and over.
fn piece(index: u32) -> Piece {
    Piece {
        side: if index.is_multiple_of(2) {
            Side::Black
        } else {
            Side::White
        },
        square: Square::new((index % 32) as u8).unwrap(),
    }
}

/// A world of so many pieces, each spawned by itself.
fn spawn(env: &Env, pieces: impl Iterator<Item = Piece>) -> SimpleWorld {
    let mut world = SimpleWorld::new(env);
    for piece in pieces {
        let entity = world.spawn_entity();
        world.set_typed(env, entity, &piece);
    }
    world
}

/// Reads every piece, and moves one in the middle. Tells the square of each.
fn step(env: &Env, world: &mut SimpleWorld) -> std::vec::Vec<u8> {
    let entities = world.get_all_entities_with_component(&Piece::component_type(), env);
    let pieces = entities
        .iter()
        .map(|entity| (entity, world.get_typed::<Piece>(env, entity).unwrap()));
    let mut pieces: std::vec::Vec<_> = pieces.collect();
    let middle = pieces.len() / 2;
    let (entity, moved) = &mut pieces[middle];
    moved.square = Square::new((moved.square.index() + 4) % 32).unwrap();
    world.set_typed(env, *entity, moved);
    pieces
        .iter()
        .map(|(_, piece)| piece.square.index())
        .collect()
}

/// Keeps its world in storage as it is.
#[contract]
pub struct StoredCrowd;

impl_soroban_game!(StoredCrowd, "world");

#[contractimpl]
impl StoredCrowd {
    pub fn start(env: Env, entities: u32) {
        let world = spawn(&env, (0..entities).map(piece));
        Self::save_world(&env, &world);
    }

    pub fn tick(env: Env) {
        let mut world = Self::load_world(&env);
        step(&env, &mut world);
        Self::save_world(&env, &world);
    }
}

/// Keeps a byte for each entity, and spawns its world at each call.
#[contract]
pub struct SpawnedCrowd;

#[contractimpl]
impl SpawnedCrowd {
    pub fn start(env: Env, entities: u32) {
        let squares: std::vec::Vec<u8> = (0..entities)
            .map(|index| piece(index).square.index())
            .collect();
        save(&env, &squares);
    }

    pub fn tick(env: Env) {
        let stored: Bytes = env
            .storage()
            .instance()
            .get(&symbol_short!("crowd"))
            .unwrap();
        let squares: std::vec::Vec<u8> = stored.iter().collect();
        let pieces = squares.iter().enumerate().map(|(index, &square)| Piece {
            square: Square::new(square).unwrap(),
            ..piece(index as u32)
        });
        let mut world = spawn(&env, pieces);
        let squares = step(&env, &mut world);
        save(&env, &squares);
    }
}

fn save(env: &Env, squares: &[u8]) {
    let stored = Bytes::from_slice(env, squares);
    env.storage()
        .instance()
        .set(&symbol_short!("crowd"), &stored);
}

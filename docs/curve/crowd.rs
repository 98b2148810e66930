#![no_std]
//! Any number of pieces in a Cougr world, to see how cost grows with it. A tick does with the world
//! what a move of the game does, and by Cougr's own calls alone: it reads every piece, moves one, and
//! saves. The world is stored as it is, or spawned at each call from two bytes a piece.

extern crate alloc;

use alloc::{vec, vec::Vec};
use cougr_core::component::{ComponentStorage, ComponentTrait};
use cougr_core::game::SorobanGame;
use cougr_core::{impl_soroban_game, SimpleWorld};
use soroban_sdk::{contract, contractimpl, symbol_short, Bytes, BytesN, Env, Symbol};

const SQUARES: u8 = 32;

/// A piece of two bytes, as large as that of the game.
#[derive(Clone, Copy)]
struct Piece {
    player: u8,
    square: u8,
}

impl ComponentTrait for Piece {
    fn component_type() -> Symbol {
        symbol_short!("piece")
    }

    fn serialize(&self, env: &Env) -> Bytes {
        Bytes::from_array(env, &[self.player, self.square])
    }

    fn deserialize(_: &Env, data: &Bytes) -> Option<Self> {
        let [player, square] = BytesN::try_from(data).ok()?.to_array();
        Some(Piece { player, square })
    }

    fn default_storage() -> ComponentStorage {
        ComponentStorage::Sparse
    }
}

impl Piece {
    /// One of the crowd: the squares of the board serve over and over.
    fn of_crowd(index: u32) -> Piece {
        Piece {
            player: 1 + (index % 2) as u8,
            square: (index % u32::from(SQUARES)) as u8,
        }
    }
}

#[contract]
pub struct Crowd;

impl_soroban_game!(Crowd, "world");

#[contractimpl]
impl Crowd {
    /// Spawns so many pieces, and stores the world as it is.
    pub fn start_stored(env: Env, entities: u32) {
        let world = spawn(&env, (0..entities).map(Piece::of_crowd));
        Self::save_world(&env, &world);
    }

    /// A tick of a world that is stored as it is.
    pub fn tick_stored(env: Env) {
        let mut world = Self::load_world(&env);
        step(&env, &mut world);
        Self::save_world(&env, &world);
    }

    /// Stores so many pieces at two bytes each.
    pub fn start_spawned(env: Env, entities: u32) {
        let pieces: Vec<Piece> = (0..entities).map(Piece::of_crowd).collect();
        save(&env, &pieces);
    }

    /// A tick of a world that is spawned from bytes.
    pub fn tick_spawned(env: Env) {
        let stored: Option<Bytes> = env.storage().instance().get(&symbol_short!("crowd"));
        let stored = stored.unwrap_or_else(|| Bytes::new(&env));
        let mut bytes = vec![0; stored.len() as usize];
        stored.copy_into_slice(&mut bytes);
        let (pieces, _) = bytes.as_chunks();
        let pieces = pieces
            .iter()
            .map(|&[player, square]| Piece { player, square });
        let mut world = spawn(&env, pieces);
        let pieces = step(&env, &mut world);
        save(&env, &pieces);
    }
}

fn spawn(env: &Env, pieces: impl Iterator<Item = Piece>) -> SimpleWorld {
    let mut world = SimpleWorld::new(env);
    for piece in pieces {
        let entity = world.spawn_entity();
        world.set_typed(env, entity, &piece);
    }
    world
}

/// Reads every piece, moves the one in the middle, and tells what there is then.
fn step(env: &Env, world: &mut SimpleWorld) -> Vec<Piece> {
    let entities = world.get_all_entities_with_component(&Piece::component_type(), env);
    let mut pieces: Vec<Piece> = entities
        .iter()
        .filter_map(|entity| world.get_typed(env, entity))
        .collect();
    let middle = entities.len() / 2;
    if let (Some(entity), Some(piece)) = (entities.get(middle), pieces.get_mut(middle as usize)) {
        piece.square = (piece.square + 4) % SQUARES;
        world.set_typed(env, entity, piece);
    }
    pieces
}

fn save(env: &Env, pieces: &[Piece]) {
    let bytes: Vec<u8> = pieces
        .iter()
        .flat_map(|piece| [piece.player, piece.square])
        .collect();
    let stored = Bytes::from_slice(env, &bytes);
    env.storage()
        .instance()
        .set(&symbol_short!("crowd"), &stored);
}

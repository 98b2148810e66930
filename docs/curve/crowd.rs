#![no_std]
//! Any number of pieces in a Cougr world, to see how cost grows with it. A tick does with the world
//! what a move of the game does, and by Cougr's own calls alone: it reads every piece, moves one, and
//! saves. The world is stored as it is, or packed as the game packs its own.

extern crate alloc;

#[path = "../../src/packed_world.rs"]
#[allow(dead_code)]
mod packed_world;

use cougr_core::component::ComponentTrait;
use cougr_core::game::SorobanGame;
use cougr_core::{impl_component, impl_soroban_game, SimpleWorld};
use packed_world::{table, Schema, Size::Fixed};
use soroban_sdk::{contract, contractimpl, symbol_short, Env, Symbol};

const SQUARES: u8 = 32;

struct Piece {
    player: u8,
    square: u8,
}

impl_component!(Piece, "piece", Table, { player: u8, square: u8 });

impl Piece {
    /// One of the crowd: the squares of the board serve over and over.
    fn of_crowd(index: u32) -> Piece {
        Piece {
            player: 1 + (index % 2) as u8,
            square: (index % u32::from(SQUARES)) as u8,
        }
    }
}

const SCHEMA: Schema = &[table(symbol_short!("piece"), Fixed(2))];
const PACKED: Symbol = symbol_short!("packed");

#[contract]
pub struct Crowd;

impl_soroban_game!(Crowd, "world");

#[contractimpl]
impl Crowd {
    /// Spawns so many pieces, and stores the world as it is.
    pub fn start_stored(env: Env, entities: u32) {
        Self::save_world(&env, &spawn(&env, entities));
    }

    /// A tick of a world that is stored as it is.
    pub fn tick_stored(env: Env) {
        let mut world = Self::load_world(&env);
        step(&env, &mut world);
        Self::save_world(&env, &world);
    }

    /// Spawns so many pieces, and stores the world packed.
    pub fn start_packed(env: Env, entities: u32) {
        packed_world::save(&env, &PACKED, SCHEMA, &spawn(&env, entities));
    }

    /// A tick of a world that is stored packed.
    pub fn tick_packed(env: Env) {
        if let Some(packed) = packed_world::load(&env, &PACKED, SCHEMA) {
            let mut world = packed.unpack();
            step(&env, &mut world);
            packed_world::save(&env, &PACKED, SCHEMA, &world);
        }
    }
}

fn spawn(env: &Env, entities: u32) -> SimpleWorld {
    let mut world = SimpleWorld::new(env);
    for piece in (0..entities).map(Piece::of_crowd) {
        let entity = world.spawn_entity();
        world.set_typed(env, entity, &piece);
    }
    world
}

/// Reads every piece, and moves the one in the middle.
fn step(env: &Env, world: &mut SimpleWorld) {
    let entities = world.get_entities_with_component(&Piece::component_type(), env);
    let middle = entities.get(entities.len() / 2);
    for entity in entities {
        let piece = world.get_typed(env, entity);
        if let (true, Some(Piece { player, square })) = (Some(entity) == middle, piece) {
            let square = (square + 4) % SQUARES;
            world.set_typed(env, entity, &Piece { player, square });
        }
    }
}

//! Everything that touches the ledger: one entry, a packed world, and its time to live.

#![deny(missing_docs)]

use crate::packed_world::Size::{Fixed, Marker};
use crate::packed_world::{self, sparse, table, PackedWorld, Schema};
use crate::CheckersContract;
use cougr_core::game::SorobanGame;
use cougr_core::SimpleWorld;
use soroban_sdk::{symbol_short, Env, Symbol};

/// What is stored of a world: all of its components. A plugin adds a line for each of its own.
pub const SCHEMA: Schema = &[
    table(symbol_short!("piece"), Fixed(1)),
    sparse(symbol_short!("king"), Marker),
    table(symbol_short!("players"), Fixed(66)),
    table(symbol_short!("turn"), Fixed(8)),
    table(symbol_short!("status"), Fixed(2)),
    sparse(symbol_short!("chain"), Fixed(1)),
    #[cfg(feature = "match-play")]
    sparse(symbol_short!("clock"), Fixed(12)),
    #[cfg(feature = "match-play")]
    sparse(symbol_short!("offer"), Fixed(1)),
    #[cfg(feature = "match-play")]
    sparse(symbol_short!("quiet"), packed_world::Size::UpTo(80)),
];

/// Ledgers in a day, at one every five seconds.
const DAY_IN_LEDGERS: u32 = 17_280;
/// Every call that writes leaves the instance at least this many ledgers to live: 30 days.
pub const LIFETIME_THRESHOLD: u32 = 30 * DAY_IN_LEDGERS;
/// What an extension extends to: a week more, so that not every day of a long game pays for one.
pub const LIFETIME_EXTENSION: u32 = LIFETIME_THRESHOLD + 7 * DAY_IN_LEDGERS;

impl SorobanGame for CheckersContract {
    fn world_key(_: &Env) -> Symbol {
        symbol_short!("game")
    }

    /// The stored world; an empty one where there is no game.
    fn load_world(env: &Env) -> SimpleWorld {
        load(env).map_or_else(|| SimpleWorld::new(env), |packed| packed.unpack())
    }

    /// Stores the world, and sees to it that the instance lives on. The code is not kept alive: all
    /// games share it.
    fn save_world(env: &Env, world: &SimpleWorld) {
        packed_world::save(env, &Self::world_key(env), SCHEMA, world);
        keep_alive(env);
    }
}

/// The stored world as it is stored, for those who only look; `None` where there is no game.
pub fn load(env: &Env) -> Option<PackedWorld> {
    packed_world::load(env, &CheckersContract::world_key(env), SCHEMA)
}

/// Sees to it that the instance lives on.
pub fn keep_alive(env: &Env) {
    env.deployer().extend_ttl_for_contract_instance(
        env.current_contract_address(),
        LIFETIME_THRESHOLD,
        LIFETIME_EXTENSION,
    );
}

//! Everything that touches the ledger: one value in the contract's instance, and its time to live. Match
//! play keeps a second one, in `match_play/storage.rs`.

#![deny(missing_docs)]

use crate::snapshot::{Snapshot, SNAPSHOT_BYTES};
use crate::CheckersContract;
use cougr_core::game::SorobanGame;
use cougr_core::SimpleWorld;
use soroban_sdk::{symbol_short, BytesN, Env, Symbol};

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

    /// Spawns the world from the stored snapshot: an empty one where there is no game.
    fn load_world(env: &Env) -> SimpleWorld {
        match load(env) {
            Some(snapshot) => spawn(env, &snapshot),
            None => SimpleWorld::new(env),
        }
    }

    /// Stores a snapshot of the world, and sees to it that the instance lives on. The code is not
    /// kept alive: all games share it.
    fn save_world(env: &Env, world: &SimpleWorld) {
        let Some(snapshot) = Snapshot::of(world, env) else {
            panic!("only the world of a game can be stored");
        };
        let bytes = BytesN::from_array(env, &snapshot.encode());
        env.storage().instance().set(&Self::world_key(env), &bytes);
        #[cfg(feature = "match-play")]
        crate::match_play::storage::save(env, world);
        keep_alive(env);
    }
}

/// Sees to it that the instance lives on.
pub fn keep_alive(env: &Env) {
    env.deployer().extend_ttl_for_contract_instance(
        env.current_contract_address(),
        LIFETIME_THRESHOLD,
        LIFETIME_EXTENSION,
    );
}

/// The stored game, if there is one.
pub fn load(env: &Env) -> Option<Snapshot> {
    let key = CheckersContract::world_key(env);
    let stored: BytesN<SNAPSHOT_BYTES> = env.storage().instance().get(&key)?;
    let mut bytes = [0; SNAPSHOT_BYTES];
    stored.copy_into_slice(&mut bytes);
    Snapshot::decode(&bytes)
}

/// The world of a stored game.
pub fn spawn(env: &Env, snapshot: &Snapshot) -> SimpleWorld {
    #[allow(unused_mut)]
    let mut world = snapshot.spawn(env);
    #[cfg(feature = "match-play")]
    crate::match_play::storage::load(env, &mut world);
    world
}

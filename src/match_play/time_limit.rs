//! The seconds for a turn, from the deployment until the game is set up. After that they are in the
//! [`Clock`](super::components::Clock).

use soroban_sdk::{symbol_short, Env, Symbol};

const KEY: Symbol = symbol_short!("limit");

/// Stores the seconds for a turn.
pub fn put(env: &Env, move_seconds: u32) {
    env.storage().instance().set(&KEY, &move_seconds);
}

/// Takes the seconds for a turn out of the storage; 0 where there are none.
pub fn take(env: &Env) -> u32 {
    let move_seconds = env.storage().instance().get(&KEY);
    env.storage().instance().remove(&KEY);
    move_seconds.unwrap_or(0)
}

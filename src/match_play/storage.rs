//! What match play stores: a second value in the contract's instance, beside the snapshot.
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 3 | seconds for a move, big-endian; all there is until the game is set up |
//! | 4 to 11 | when the turn was passed, in seconds of ledger time, big-endian |
//! | 12 | the player who has offered a draw, 0 for nobody |
//! | 13 and on | the quiet moves, at most 80: [`QuietMoves::as_bytes`] |

use super::components::{Clock, Offer};
use super::quiet_moves::{QuietMoves, MOST_QUIET_MOVES};
use crate::components::{Packed, MATCH};
use crate::rules::Side;
use cougr_core::SimpleWorld;
use soroban_sdk::{symbol_short, Bytes, Env, Symbol};

const KEY: Symbol = symbol_short!("match");
const CLOCK_BYTES: usize = 12;
const MOST_BYTES: usize = CLOCK_BYTES + 1 + MOST_QUIET_MOVES;

/// The components of match play, as they are stored.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Record {
    /// How long a player may think, and since when one does.
    pub clock: Clock,
    /// The offer that stands.
    pub offer: Option<Offer>,
    /// The moves since the last capture or move of a man.
    pub quiet_moves: QuietMoves,
}

impl Record {
    /// Reads the stored form; `None` if the bytes are not one.
    pub fn decode(bytes: &[u8]) -> Option<Record> {
        let (clock, bytes) = bytes.split_first_chunk::<CLOCK_BYTES>()?;
        let (&offer, moves) = bytes.split_first()?;
        let offer = match offer {
            0 => None,
            player => Some(Offer {
                side: Side::of_player(player.into())?,
            }),
        };
        Some(Record {
            clock: Clock::unpack(*clock)?,
            offer,
            quiet_moves: QuietMoves::from_bytes(moves)?,
        })
    }

    /// The stored form, and how many bytes of it are used.
    pub fn encode(&self) -> ([u8; MOST_BYTES], usize) {
        let mut bytes = [0; MOST_BYTES];
        let moves = self.quiet_moves.as_bytes();
        let length = CLOCK_BYTES + 1 + moves.len();
        bytes[..CLOCK_BYTES].copy_from_slice(&self.clock.pack());
        bytes[CLOCK_BYTES] = self.offer.map_or(0, |offer| offer.side.player() as u8);
        bytes[CLOCK_BYTES + 1..length].copy_from_slice(moves);
        (bytes, length)
    }
}

/// Keeps the time for a move until the game is set up.
pub fn set_move_seconds(env: &Env, seconds: u32) {
    put(env, &seconds.to_be_bytes());
}

/// The time for a move, as the deployment has set it.
pub fn move_seconds(env: &Env) -> u32 {
    stored(env, |bytes| Some(u32::from_be_bytes(*bytes.first_chunk()?))).unwrap_or(0)
}

/// What is stored of a game.
pub fn record(env: &Env) -> Option<Record> {
    stored(env, Record::decode)
}

/// Spawns the components of match play in the world of a game.
pub fn load(env: &Env, world: &mut SimpleWorld) {
    let Some(record) = record(env) else { return };
    world.set_typed(env, MATCH, &record.clock);
    if let Some(offer) = record.offer {
        world.set_typed(env, MATCH, &offer);
    }
    if !record.quiet_moves.as_bytes().is_empty() {
        world.set_typed(env, MATCH, &record.quiet_moves);
    }
}

/// Stores the components of match play.
pub fn save(env: &Env, world: &SimpleWorld) {
    let Some(clock) = world.get_typed(env, MATCH) else {
        return;
    };
    let record = Record {
        clock,
        offer: world.get_typed(env, MATCH),
        quiet_moves: world.get_typed(env, MATCH).unwrap_or_default(),
    };
    let (bytes, length) = record.encode();
    put(env, &bytes[..length]);
}

fn put(env: &Env, bytes: &[u8]) {
    let bytes = Bytes::from_slice(env, bytes);
    env.storage().instance().set(&KEY, &bytes);
}

fn stored<T>(env: &Env, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
    let bytes: Bytes = env.storage().instance().get(&KEY)?;
    if bytes.len() as usize > MOST_BYTES {
        return None;
    }
    read(bytes.to_buffer::<MOST_BYTES>().as_slice())
}

//! The components of match play, on the match entity beside those of the core.

use super::quiet_moves::{QuietMoves, MOST_QUIET_MOVES};
use crate::components::{impl_packed_component, Packed};
use crate::rules::Side;
use cougr_core::component::{ComponentStorage, ComponentTrait};
use soroban_sdk::{symbol_short, Bytes, BytesN, Env, Symbol};

/// How long a player may think, and since when the player to move does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Clock {
    /// Seconds for a move; 0: as long as one likes.
    pub move_seconds: u32,
    /// When the turn was passed to the player to move: seconds of ledger time.
    pub turn_passed: u64,
}

/// While an offer of a draw stands: who has made it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Offer {
    /// The side that offers.
    pub side: Side,
}

impl Packed<12> for Clock {
    fn pack(&self) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.move_seconds.to_be_bytes());
        bytes[4..].copy_from_slice(&self.turn_passed.to_be_bytes());
        bytes
    }

    fn unpack(bytes: [u8; 12]) -> Option<Self> {
        let (seconds, passed) = bytes.split_first_chunk()?;
        Some(Clock {
            move_seconds: u32::from_be_bytes(*seconds),
            turn_passed: u64::from_be_bytes(passed.try_into().ok()?),
        })
    }
}

impl_packed_component!(Clock, "clock", Sparse);

impl Packed<1> for Offer {
    fn pack(&self) -> [u8; 1] {
        [self.side.player() as u8]
    }

    fn unpack([player]: [u8; 1]) -> Option<Self> {
        let side = Side::of_player(player.into())?;
        Some(Offer { side })
    }
}

impl_packed_component!(Offer, "offer", Sparse);

impl ComponentTrait for QuietMoves {
    fn component_type() -> Symbol {
        symbol_short!("quiet")
    }

    fn serialize(&self, env: &Env) -> Bytes {
        Bytes::from_slice(env, self.as_bytes())
    }

    fn deserialize(_: &Env, data: &Bytes) -> Option<Self> {
        if data.len() as usize > MOST_QUIET_MOVES {
            return None;
        }
        QuietMoves::from_bytes(data.to_buffer::<MOST_QUIET_MOVES>().as_slice())
    }

    fn default_storage() -> ComponentStorage {
        ComponentStorage::Sparse
    }
}

/// Bytes that these components add to the XDR of a world's components: each its type, its length and
/// its bytes.
pub const MOST_XDR: usize = 3 * 8 + 12 + 4 + MOST_QUIET_MOVES;

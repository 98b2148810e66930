//! The components of match play, on the match entity beside those of the core.

use super::quiet_moves::{QuietMoves, MOST_QUIET_MOVES};
use crate::rules::Side;
use cougr_core::component::{ComponentStorage, ComponentTrait};
use cougr_core::impl_component;
use soroban_sdk::{symbol_short, Bytes, Env, Symbol};

/// How long a player may think, and since when the player to move does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Clock {
    /// Seconds for a turn; 0: as long as one likes.
    pub move_seconds: u32,
    /// When the turn was passed to the player to move: seconds of ledger time.
    pub turn_passed: u64,
}

impl_component!(Clock, "clock", Sparse, { move_seconds: u32, turn_passed: u64 });

/// While an offer of a draw stands: who has made it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Offer {
    /// The player who offers: 1 or 2.
    pub player: u8,
}

impl_component!(Offer, "offer", Sparse, { player: u8 });

impl Offer {
    /// The offer of a side.
    pub fn of(side: Side) -> Offer {
        let player = side.player() as u8;
        Offer { player }
    }

    /// The side that offers.
    pub fn side(&self) -> Side {
        let side = Side::of_player(self.player.into());
        side.unwrap_or_else(|| panic!("a draw is offered by player 1 or 2"))
    }
}

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

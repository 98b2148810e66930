//! What the entities are made of.
//!
//! | entity | components |
//! |---|---|
//! | 1, the match | [`Turn`], and [`Outcome`] once the game is over |
//! | 2 and 3, who plays X and who plays O | [`Player`] |
//! | 4 and on, the marks in the order of play | [`Mark`], and those of X [`Cross`] |
//!
//! Marks are born during play. What is there from the start comes first, so that its ids are constants.

use crate::packed_world::read;
use crate::rules::CellSet;
use cougr_core::simple_world::EntityId;
use cougr_core::{impl_component, impl_marker_component, ComponentTrait, SimpleWorld};
use soroban_sdk::address_payload::AddressPayload::{AccountIdPublicKeyEd25519, ContractIdHash};
use soroban_sdk::{Address, BytesN, Env};

pub const MATCH: EntityId = 1;
pub const PLAYERS: [EntityId; 2] = [2, 3];

/// Whose turn it is: `X` or `O`. The move that ends the game does not pass it.
pub struct Turn {
    pub side: u32,
}
impl_component!(Turn, "turn", Table, { side: u32 });

/// Who has won: `X`, `O` or `NOBODY`. While the game is on, the match has no such component.
pub struct Outcome {
    pub winner: u32,
}
impl_component!(Outcome, "outcome", Sparse, { winner: u32 });

/// Who plays a side. The macro knows no `Address`, so it is taken apart: into its kind, and the
/// contract's hash or the account's public key.
#[derive(PartialEq)]
pub struct Player {
    pub is_contract: bool,
    pub key: BytesN<32>,
}
impl_component!(Player, "player", Table, { is_contract: bool, key: bytes32 });

/// A mark on the board. All are looked at in every move, so they are in table storage.
pub struct Mark {
    pub cell: u8,
}
impl_component!(Mark, "mark", Table, { cell: u8 });

/// The mark is one of X. A marker has no data: it says something by being there.
pub struct Cross;
impl_marker_component!(Cross, "cross", Sparse);

impl Player {
    pub fn of(address: &Address) -> Player {
        let (is_contract, key) = match address.to_payload() {
            Some(AccountIdPublicKeyEd25519(key)) => (false, key),
            Some(ContractIdHash(key)) => (true, key),
            None => panic!("players are accounts or contracts"),
        };
        Player { is_contract, key }
    }

    pub fn address(self, env: &Env) -> Address {
        match self.is_contract {
            false => AccountIdPublicKeyEd25519(self.key).to_address(env),
            true => ContractIdHash(self.key).to_address(env),
        }
    }
}

/// The cells of the marks that have a component: `Mark` itself for all of them, `Cross` for those of X.
pub fn cells_with<T: ComponentTrait>(world: &SimpleWorld, env: &Env) -> CellSet {
    // Not `get_entities_with_component`: that query sees table storage alone. Of crosses, which are
    // sparse, it finds none and says nothing, and X would never win.
    let marks = world.get_all_entities_with_component(&T::component_type(), env);
    let marks = marks.iter().filter_map(|mark| read(world, env, mark));
    marks.fold(0, |cells, Mark { cell }| cells | 1 << cell)
}

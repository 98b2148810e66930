//! What the entities of a game are made of.
//!
//! A game has twenty-five entities. Entities 1 to 12 are the pieces of player one and 13 to 24 those
//! of player two: a [`Piece`], with a [`King`] once it is crowned. Entity 25 is the match:
//! [`Players`], [`Turn`], [`Status`] and, while a chain is open, [`Chain`].
//!
//! Cougr's macros make the components. One is written by hand: `Piece`, to fit into one byte, since it
//! is stored twenty-four times.

use crate::packed_world;
use crate::rules::{Side, Square};
use cougr_core::component::{ComponentStorage, ComponentTrait};
use cougr_core::simple_world::EntityId;
use cougr_core::{impl_component, impl_marker_component, SimpleWorld};
use soroban_sdk::address_payload::AddressPayload::{
    self, AccountIdPublicKeyEd25519, ContractIdHash,
};
use soroban_sdk::{symbol_short, Address, Bytes, BytesN, Env, Symbol};

/// Pieces of one side at the start.
pub const PIECES_A_SIDE: usize = 12;
/// Pieces of both sides at the start: entities 1 to 24.
pub const PIECES: usize = 2 * PIECES_A_SIDE;
/// The entity that holds the match.
pub const MATCH: EntityId = PIECES as EntityId + 1;

/// A piece on the board. Its entity is despawned when it is captured.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Piece {
    /// The side it belongs to.
    pub side: Side,
    /// Where it stands.
    pub square: Square,
}

impl Piece {
    /// In one byte: the player (1 or 2) times 32, and the index of the square (0 to 31).
    pub fn to_byte(self) -> u8 {
        self.side.player() as u8 * 32 + self.square.index()
    }

    /// The piece of a byte, if it is one.
    pub fn of_byte(byte: u8) -> Option<Piece> {
        let side = Side::of_player(u32::from(byte) / 32)?;
        let square = Square::new(byte % 32)?;
        Some(Piece { side, square })
    }
}

impl ComponentTrait for Piece {
    fn component_type() -> Symbol {
        symbol_short!("piece")
    }

    fn serialize(&self, env: &Env) -> Bytes {
        Bytes::from_array(env, &[self.to_byte()])
    }

    fn deserialize(_: &Env, data: &Bytes) -> Option<Self> {
        let [byte] = BytesN::try_from(data).ok()?.to_array();
        Piece::of_byte(byte)
    }

    fn default_storage() -> ComponentStorage {
        ComponentStorage::Table
    }
}

/// Marks a piece that has been crowned.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct King;

impl_marker_component!(King, "king", Sparse);

/// Who plays. The macro knows no `Address`, so each is taken apart.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Players {
    /// What player one, Black, is: 0 an account, 1 a contract.
    pub one_kind: u8,
    /// The public key of that account, or the hash of that contract.
    pub one_key: BytesN<32>,
    /// The same of player two, White.
    pub two_kind: u8,
    /// The same of player two.
    pub two_key: BytesN<32>,
}

impl_component!(Players, "players", Table, {
    one_kind: u8, one_key: bytes32, two_kind: u8, two_key: bytes32
});

const ACCOUNT: u8 = 0;
const CONTRACT: u8 = 1;

impl Players {
    /// The players of these addresses.
    pub fn new(one: &Address, two: &Address) -> Players {
        let [one, two] = [one, two].map(|player| match payload(player) {
            AccountIdPublicKeyEd25519(key) => (ACCOUNT, key),
            ContractIdHash(hash) => (CONTRACT, hash),
        });
        Players {
            one_kind: one.0,
            one_key: one.1,
            two_kind: two.0,
            two_key: two.1,
        }
    }

    /// Who plays a side.
    pub fn of(&self, side: Side) -> AddressPayload {
        let one = (self.one_kind, &self.one_key);
        let two = (self.two_kind, &self.two_key);
        let [one, two] = [one, two].map(|(kind, key)| match kind {
            ACCOUNT => AccountIdPublicKeyEd25519(key.clone()),
            CONTRACT => ContractIdHash(key.clone()),
            _ => panic!("a player is an account or a contract"),
        });
        side.own(one, two)
    }
}

/// An address taken apart. The host knows no others than those of accounts and contracts.
pub fn payload(address: &Address) -> AddressPayload {
    let payload = address.to_payload();
    payload.unwrap_or_else(|| panic!("players are accounts or contracts"))
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Turn {
    /// The player to move: 1 or 2.
    pub player: u8,
    /// 1 at the start, one more each time the turn passes.
    pub number: u32,
}

impl_component!(Turn, "turn", Table, { player: u8, number: u32 });

impl Turn {
    /// The side to move.
    pub fn side(&self) -> Side {
        let side = Side::of_player(self.player.into());
        side.unwrap_or_else(|| panic!("the player to move is 1 or 2"))
    }
}

/// How the game stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Status {
    /// Is the game over?
    pub finished: bool,
    /// The player who has won, 1 or 2; 0 for nobody.
    pub winner: u8,
}

impl_component!(Status, "status", Table, { finished: bool, winner: u8 });

impl Status {
    /// Is the game over? Only then can somebody have won.
    pub const fn is_over(&self) -> bool {
        match (self.finished, self.winner) {
            (false, 0) => false,
            (true, 0..=2) => true,
            _ => panic!("no game stands like this"),
        }
    }
}

/// On the match entity while a chain of captures is open: the piece on this square must go on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Chain {
    /// The index of the square, 0 to 31.
    pub square: u8,
}

impl_component!(Chain, "chain", Sparse, { square: u8 });

/// A component that every match has. A world without it is not one of a game: the call stops.
pub fn of_match<T: ComponentTrait>(world: &SimpleWorld, env: &Env) -> T {
    let component = packed_world::read(world, env, MATCH);
    component.unwrap_or_else(|| panic!("the match lacks a component"))
}

/// The square of the piece that must go on with its chain, while one is open.
pub fn open_chain(world: &SimpleWorld, env: &Env) -> Option<Square> {
    let Chain { square } = packed_world::read(world, env, MATCH)?;
    Some(Square::new(square).unwrap_or_else(|| panic!("a chain is open beyond the board")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::hand_made::{address, game, with_cases};
    use alloc::vec::Vec;
    use core::fmt::Debug;
    use proptest::prelude::*;
    use soroban_sdk::String;

    /// Reads bytes as a component. Those that can be read are written as they were.
    fn read<T: ComponentTrait + Debug>(env: &Env, bytes: &[u8]) -> Option<T> {
        let bytes = Bytes::from_slice(env, bytes);
        let component = T::deserialize(env, &bytes)?;
        assert_eq!(component.serialize(env), bytes, "{component:?}");
        Some(component)
    }

    #[test]
    fn a_piece_is_one_byte() {
        let env = Env::default();
        let mut pieces = Vec::new();
        for byte in 0..=u8::MAX {
            if let Some(Piece { side, square }) = read(&env, &[byte]) {
                assert_eq!(
                    u32::from(byte),
                    side.player() * 32 + u32::from(square.index())
                );
                pieces.push(byte);
            }
        }
        assert!(pieces.into_iter().eq(32..96), "32 squares of two players");
        assert_eq!(read::<Piece>(&env, &[]), None);
        assert_eq!(read::<Piece>(&env, &[32, 32]), None);
    }

    #[test]
    fn the_status_is_two_bytes() {
        let env = Env::default();
        for (bytes, finished, winner) in [
            ([0, 0], false, 0),
            ([1, 0], true, 0),
            ([1, 1], true, 1),
            ([1, 2], true, 2),
        ] {
            let status = Status { finished, winner };
            assert_eq!(status.serialize(&env), Bytes::from_array(&env, &bytes));
            assert_eq!(read(&env, &bytes), Some(status));
        }
        for bytes in [&[][..], &[0], &[0, 0, 0]] {
            assert_eq!(read::<Status>(&env, bytes), None);
        }
    }

    #[test]
    fn the_turn_is_a_byte_and_a_big_endian_number() {
        let env = Env::default();
        let turn = Turn {
            player: 2,
            number: 0x0A0B_0C0D,
        };
        let bytes = [2, 0x0A, 0x0B, 0x0C, 0x0D];
        assert_eq!(turn.serialize(&env), Bytes::from_array(&env, &bytes));
        assert_eq!(read(&env, &bytes), Some(turn));
        assert_eq!(turn.side(), Side::White);
        assert_eq!(read::<Turn>(&env, &bytes[1..]), None);
    }

    #[test]
    #[should_panic(expected = "the player to move is 1 or 2")]
    fn a_turn_of_another_player_stops_the_call() {
        let env = Env::default();
        let turn: Turn = read(&env, &[3, 0, 0, 0, 1]).unwrap();
        turn.side();
    }

    const PICTURE: &str = ".... .... o... .x.. .... ..x. .... ....";

    #[test]
    fn a_chain_is_the_index_of_its_square() {
        let env = Env::default();
        let mut world = game(PICTURE, Side::Black).world(&env);
        assert_eq!(open_chain(&world, &env), None);
        for square in Square::all() {
            let chain = read::<Chain>(&env, &[square.index()]).unwrap();
            world.set_typed(&env, MATCH, &chain);
            assert_eq!(open_chain(&world, &env), Some(square));
        }
    }

    #[test]
    #[should_panic(expected = "a chain is open beyond the board")]
    fn a_chain_beyond_the_board_stops_the_call() {
        let env = Env::default();
        let mut world = game(PICTURE, Side::Black).world(&env);
        world.set_typed(&env, MATCH, &Chain { square: 32 });
        open_chain(&world, &env);
    }

    #[test]
    #[should_panic(expected = "the match lacks a component")]
    fn a_match_without_a_turn_stops_the_call() {
        let env = Env::default();
        let mut world = game(PICTURE, Side::Black).world(&env);
        world.remove_typed::<Turn>(MATCH);
        of_match::<Turn>(&world, &env);
    }

    // The players.

    /// The same key as an account and as a contract: examples of SEP-23.
    const KEY: [u8; 32] = [
        0x3f, 0x0c, 0x34, 0xbf, 0x93, 0xad, 0x0d, 0x99, 0x71, 0xd0, 0x4c, 0xcc, 0x90, 0xf7, 0x05,
        0x51, 0x1c, 0x83, 0x8a, 0xad, 0x97, 0x34, 0xa4, 0xa2, 0xfb, 0x0d, 0x7a, 0x03, 0xfc, 0x7f,
        0xe8, 0x9a,
    ];
    const AS_ACCOUNT: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    const AS_CONTRACT: &str = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";

    /// The 66 bytes of two players come to these two addresses, and these to those bytes.
    fn assert_same(env: &Env, addresses: [&Address; 2], parts: [(bool, [u8; 32]); 2]) {
        let players = Players::new(addresses[0], addresses[1]);
        let bytes: Vec<u8> = (parts.iter())
            .flat_map(|(is_contract, key)| core::iter::once(u8::from(*is_contract)).chain(*key))
            .collect();
        assert_eq!(players.serialize(env), Bytes::from_slice(env, &bytes));
        assert_eq!(read(env, &bytes).as_ref(), Some(&players));
        assert_eq!(&players.of(Side::Black).to_address(env), addresses[0]);
        assert_eq!(&players.of(Side::White).to_address(env), addresses[1]);
    }

    #[test]
    fn the_examples_of_the_standard_are_read_and_written() {
        let env = Env::default();
        let [account, contract] = [AS_ACCOUNT, AS_CONTRACT]
            .map(|text| Address::from_string(&String::from_str(&env, text)));
        let (as_account, as_contract) = ((false, KEY), (true, KEY));
        assert_same(&env, [&account, &contract], [as_account, as_contract]);
        assert_same(&env, [&contract, &account], [as_contract, as_account]);
    }

    proptest! {
        #![proptest_config(with_cases(500))]

        #[test]
        fn addresses_come_back_as_they_were(parts: [(bool, [u8; 32]); 2]) {
            let env = Env::default();
            let [one, two] = parts.map(|(is_contract, key)| address(&env, is_contract, key));
            assert_same(&env, [&one, &two], parts);
        }
    }

    #[test]
    fn keys_of_all_zeros_and_ones_come_back() {
        let env = Env::default();
        for (one, two) in [(false, false), (false, true), (true, false), (true, true)] {
            let parts = [(one, [0; 32]), (two, [255; 32])];
            let [one, two] = parts.map(|(is_contract, key)| address(&env, is_contract, key));
            assert_same(&env, [&one, &two], parts);
        }
    }

    #[test]
    #[should_panic(expected = "a player is an account or a contract")]
    fn a_player_of_another_kind_stops_the_call() {
        let env = Env::default();
        let mut bytes = [0; 66];
        bytes[33] = 2;
        let players: Players = read(&env, &bytes).unwrap();
        players.of(Side::Black);
    }

    #[test]
    fn players_are_66_bytes() {
        let env = Env::default();
        for length in [0, 33, 65, 67] {
            assert_eq!(read::<Players>(&env, &[0; 67][..length]), None);
        }
    }
}

//! What the entities of a game are made of.
//!
//! A game has twenty-five entities. Entities 1 to 12 are the pieces of player one and 13 to 24 those
//! of player two: a [`Piece`], with a [`King`] once it is crowned. Entity 25 is the match:
//! [`Players`], [`TurnComponent`], [`GameStatusComponent`] and, while a chain is open, [`Chain`].
//!
//! Cougr's macros make the components. Two are written by hand: `Piece`, to fit into one byte, since it
//! is stored twenty-four times, and `GameStatusComponent`, since the macros know no enums.

use crate::packed_world;
use crate::rules::{Side, Square};
use cougr_core::component::{ComponentStorage, ComponentTrait};
use cougr_core::simple_world::EntityId;
use cougr_core::{impl_component, impl_marker_component, SimpleWorld};
use soroban_sdk::address_payload::AddressPayload;
use soroban_sdk::{contracttype, symbol_short, Address, Bytes, BytesN, Env, Symbol};

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

/// In one byte: the player (1 or 2) times 32, and the index of the square (0 to 31).
impl ComponentTrait for Piece {
    fn component_type() -> Symbol {
        symbol_short!("piece")
    }

    fn serialize(&self, env: &Env) -> Bytes {
        let byte = self.side.player() as u8 * 32 + self.square.index();
        Bytes::from_array(env, &[byte])
    }

    fn deserialize(_: &Env, data: &Bytes) -> Option<Self> {
        let [byte] = BytesN::try_from(data).ok()?.to_array();
        Some(Piece {
            side: Side::of_player(u32::from(byte / 32))?,
            square: Square::new(byte % 32)?,
        })
    }

    fn default_storage() -> ComponentStorage {
        ComponentStorage::Table
    }
}

/// Marks a piece that has been crowned.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct King;

impl_marker_component!(King, "king", Sparse);

/// Who plays.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Players {
    /// Player one, Black.
    pub one: Account,
    /// Player two, White.
    pub two: Account,
}

impl Players {
    /// Who plays a side.
    pub fn of(&self, side: Side) -> Account {
        match side {
            Side::Black => self.one,
            Side::White => self.two,
        }
    }
}

/// In 66 bytes: player one, player two.
impl ComponentTrait for Players {
    fn component_type() -> Symbol {
        symbol_short!("players")
    }

    fn serialize(&self, env: &Env) -> Bytes {
        let mut bytes = [0; 66];
        bytes[..33].copy_from_slice(&self.one.0);
        bytes[33..].copy_from_slice(&self.two.0);
        Bytes::from_array(env, &bytes)
    }

    fn deserialize(_: &Env, data: &Bytes) -> Option<Self> {
        let bytes: [u8; 66] = BytesN::try_from(data).ok()?.to_array();
        let (one, two) = bytes.split_first_chunk()?;
        let [one, two] = [*one, two.try_into().ok()?].map(Account);
        (one.0[0] <= CONTRACT && two.0[0] <= CONTRACT).then_some(Players { one, two })
    }

    fn default_storage() -> ComponentStorage {
        ComponentStorage::Table
    }
}

/// An address as it is stored: a byte for its kind, then the 32 bytes of an account's key or a
/// contract's hash.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Account([u8; 33]);

/// The kind of an account, `G...`.
const ACCOUNT: u8 = 0;
/// The kind of a contract, `C...`.
const CONTRACT: u8 = 1;

impl Account {
    /// The account of an address. The host knows no others than those of accounts and contracts.
    pub fn of(address: &Address) -> Account {
        let (kind, key) = match address.to_payload() {
            Some(AddressPayload::AccountIdPublicKeyEd25519(key)) => (ACCOUNT, key),
            Some(AddressPayload::ContractIdHash(hash)) => (CONTRACT, hash),
            None => panic!("players are accounts or contracts"),
        };
        let mut bytes = [kind; 33];
        bytes[1..].copy_from_slice(&key.to_array());
        Account(bytes)
    }

    /// The address.
    pub fn to_address(&self, env: &Env) -> Address {
        let [kind, key @ ..] = self.0;
        let key = BytesN::from_array(env, &key);
        let payload = match kind {
            ACCOUNT => AddressPayload::AccountIdPublicKeyEd25519(key),
            _ => AddressPayload::ContractIdHash(key),
        };
        payload.to_address(env)
    }
}

/// Whose turn it is. Also a part of the view `GameState`.
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TurnComponent {
    /// The player to move: 1 or 2.
    pub current_player: u32,
    /// 1 at the start, one more each time the turn passes.
    pub move_number: u32,
}

impl_component!(TurnComponent, "turn", Table, { current_player: u32, move_number: u32 });

impl TurnComponent {
    /// The side to move.
    pub const fn side(&self) -> Side {
        match Side::of_player(self.current_player) {
            Some(side) => side,
            None => panic!("the player to move is 1 or 2"),
        }
    }
}

/// Is the game still on?
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum GameStatus {
    /// The game is on.
    Active,
    /// The game is over.
    Finished,
}

/// How the game stands. Also a part of the view `GameState`.
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct GameStatusComponent {
    /// Active or finished.
    pub status: GameStatus,
    /// The player who has won, 1 or 2; 0 for nobody.
    pub winner: u32,
}

/// In two bytes: 0 active or 1 finished, then the winner.
impl ComponentTrait for GameStatusComponent {
    fn component_type() -> Symbol {
        symbol_short!("status")
    }

    fn serialize(&self, env: &Env) -> Bytes {
        let finished = self.status == GameStatus::Finished;
        Bytes::from_array(env, &[u8::from(finished), self.winner as u8])
    }

    fn deserialize(_: &Env, data: &Bytes) -> Option<Self> {
        let (status, winner) = match BytesN::try_from(data).ok()?.to_array() {
            [0, 0] => (GameStatus::Active, 0),
            [1, winner @ 0..=2] => (GameStatus::Finished, winner.into()),
            _ => return None,
        };
        Some(GameStatusComponent { status, winner })
    }

    fn default_storage() -> ComponentStorage {
        ComponentStorage::Table
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
    let Some(component) = packed_world::read(world, env, MATCH) else {
        panic!("the match lacks a component");
    };
    component
}

/// The square of the piece that must go on with its chain, while one is open.
pub fn open_chain(world: &SimpleWorld, env: &Env) -> Option<Square> {
    let Chain { square } = packed_world::read(world, env, MATCH)?;
    Some(Square::new(square).unwrap_or_else(|| panic!("a chain is open beyond the board")))
}

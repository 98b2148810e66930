//! What the entities of a game are made of.
//!
//! A game has twenty-five entities. Entities 1 to 12 are the pieces of player one and 13 to 24 those
//! of player two: a [`Piece`], with a [`King`] once it is crowned. Entity 25 is the match:
//! [`Players`], [`TurnComponent`], [`GameStatusComponent`] and, while a chain is open, [`Chain`].
//!
//! Cougr's `impl_component!` calls the host once a byte. Components that every call reads implement
//! `ComponentTrait` by hand and call it once.

use crate::account::Account;
use crate::rules::{Side, Square};
use cougr_core::component::{ComponentStorage, ComponentTrait};
use cougr_core::impl_marker_component;
use cougr_core::simple_world::EntityId;
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

/// Marks a piece that has been crowned.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct King;

/// Whose turn it is. Also a part of the view `GameState`.
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TurnComponent {
    /// The player to move: 1 or 2.
    pub current_player: u32,
    /// 1 at the start, one more each time the turn passes.
    pub move_number: u32,
}

impl TurnComponent {
    /// The side to move.
    pub const fn side(&self) -> Side {
        if self.current_player == Side::Black.player() {
            Side::Black
        } else {
            Side::White
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

/// On the match entity while a chain of captures is open: the piece on this square must go on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Chain {
    /// The index of the square, 0 to 31.
    pub square: u8,
}

/// Who plays: the addresses of both players.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Players {
    /// Player one, Black.
    pub one: Account,
    /// Player two, White.
    pub two: Account,
}

impl Players {
    /// The players of a new game.
    pub fn new(one: &Address, two: &Address) -> Self {
        let (one, two) = (Account::of(one), Account::of(two));
        Players { one, two }
    }

    /// Who plays a side.
    pub fn of(&self, side: Side) -> Account {
        match side {
            Side::Black => self.one,
            Side::White => self.two,
        }
    }
}

/// A component of `N` bytes that reads and writes them with one call of the host.
pub(crate) trait Packed<const N: usize>: Sized {
    fn pack(&self) -> [u8; N];
    fn unpack(bytes: [u8; N]) -> Option<Self>;
}

macro_rules! impl_packed_component {
    ($component:ty, $symbol:literal, $storage:ident) => {
        impl ComponentTrait for $component {
            fn component_type() -> Symbol {
                symbol_short!($symbol)
            }

            fn serialize(&self, env: &Env) -> Bytes {
                Bytes::from_array(env, &self.pack())
            }

            fn deserialize(_env: &Env, data: &Bytes) -> Option<Self> {
                Self::unpack(BytesN::try_from(data).ok()?.to_array())
            }

            fn default_storage() -> ComponentStorage {
                ComponentStorage::$storage
            }
        }
    };
}
#[cfg(feature = "match-play")]
pub(crate) use impl_packed_component;

impl Packed<2> for Piece {
    fn pack(&self) -> [u8; 2] {
        [self.side.player() as u8, self.square.index()]
    }

    fn unpack([player, square]: [u8; 2]) -> Option<Self> {
        Some(Piece {
            side: Side::of_player(player.into())?,
            square: Square::new(square)?,
        })
    }
}

impl_packed_component!(Piece, "piece", Sparse);

impl Packed<5> for TurnComponent {
    fn pack(&self) -> [u8; 5] {
        let [a, b, c, d] = self.move_number.to_be_bytes();
        [self.current_player as u8, a, b, c, d]
    }

    fn unpack([player, a, b, c, d]: [u8; 5]) -> Option<Self> {
        Some(TurnComponent {
            current_player: player.into(),
            move_number: u32::from_be_bytes([a, b, c, d]),
        })
    }
}

impl_packed_component!(TurnComponent, "turn", Table);

impl Packed<2> for GameStatusComponent {
    fn pack(&self) -> [u8; 2] {
        [
            u8::from(self.status == GameStatus::Finished),
            self.winner as u8,
        ]
    }

    fn unpack([finished, winner]: [u8; 2]) -> Option<Self> {
        Some(GameStatusComponent {
            status: if finished == 0 {
                GameStatus::Active
            } else {
                GameStatus::Finished
            },
            winner: winner.into(),
        })
    }
}

impl_packed_component!(GameStatusComponent, "status", Table);

impl Packed<1> for Chain {
    fn pack(&self) -> [u8; 1] {
        [self.square]
    }

    fn unpack([square]: [u8; 1]) -> Option<Self> {
        Some(Chain { square })
    }
}

impl_packed_component!(Chain, "chain", Sparse);

impl_marker_component!(King, "king", Sparse);

impl Packed<66> for Players {
    fn pack(&self) -> [u8; 66] {
        let mut bytes = [0; 66];
        bytes[..33].copy_from_slice(&self.one.to_bytes());
        bytes[33..].copy_from_slice(&self.two.to_bytes());
        bytes
    }

    fn unpack(bytes: [u8; 66]) -> Option<Self> {
        let (one, two) = bytes.split_at(33);
        Some(Players {
            one: Account::from_bytes(one.try_into().ok()?)?,
            two: Account::from_bytes(two.try_into().ok()?)?,
        })
    }
}

impl_packed_component!(Players, "players", Table);

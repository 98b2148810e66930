//! The form in which a game is stored: 96 bytes, from which the world is spawned anew at each call.
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 23 | a byte a piece, in the order of the entities 1 to 24: 0 captured, else the number of its square (1 to 32), plus 64 for a king |
//! | 24 | the player to move (1 or 2), plus 16 times the result: 0 none yet, 1 or 2 the winner, 3 finished without a winner |
//! | 25 | the number of the square whose piece must go on with its chain, 0 for none |
//! | 26 to 29 | the move number, big-endian |
//! | 30 to 62 | player one, as an [`Account`] |
//! | 63 to 95 | player two, likewise |

use crate::account::{Account, ACCOUNT_BYTES};
use crate::columns::{read_pieces, spawn_pieces};
use crate::components::{
    Chain, GameStatus, GameStatusComponent, Piece, Players, TurnComponent, MATCH, PIECES,
    PIECES_A_SIDE,
};
use crate::rules::{Side, Square};
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Bytes of a stored game.
pub const SNAPSHOT_BYTES: usize = PIECES + 6 + 2 * ACCOUNT_BYTES;

const KING: u8 = 64;
const RESULT: u8 = 16;
const FINISHED_WITHOUT_WINNER: u8 = 3;

/// A whole game, decoded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Snapshot {
    /// The pieces of entities 1 to 24, each as its byte in the stored form.
    pieces: [u8; PIECES],
    /// Whose turn it is.
    pub turn: TurnComponent,
    /// How the game stands.
    pub status: GameStatusComponent,
    /// The square of the piece that must go on with its chain.
    pub chain: Option<Square>,
    /// Who plays.
    pub players: Players,
}

/// The square of a stored number 1 to 32.
fn square(number: u8) -> Option<Square> {
    Square::new(number.wrapping_sub(1))
}

impl Snapshot {
    /// Reads the stored form; `None` if the bytes are not one.
    pub fn decode(bytes: &[u8; SNAPSHOT_BYTES]) -> Option<Snapshot> {
        let (pieces, rest) = bytes.split_first_chunk::<PIECES>()?;
        let ([turn, chain, number @ ..], rest) = rest.split_first_chunk::<6>()?;
        let (one, two) = rest.split_first_chunk::<ACCOUNT_BYTES>()?;
        let mut taken = 0u32;
        for &piece in pieces.iter().filter(|&&piece| piece != 0) {
            let bit = 1 << square(piece & !KING)?.index();
            if taken & bit != 0 {
                return None;
            }
            taken |= bit;
        }
        let side = Side::of_player((turn % RESULT).into())?;
        let (status, winner) = match turn / RESULT {
            0 => (GameStatus::Active, 0),
            winner @ (1 | 2) => (GameStatus::Finished, winner.into()),
            FINISHED_WITHOUT_WINNER => (GameStatus::Finished, 0),
            _ => return None,
        };
        let chain = match *chain {
            0 => None,
            number => Some(square(number)?),
        };
        Some(Snapshot {
            pieces: *pieces,
            turn: TurnComponent {
                current_player: side.player(),
                move_number: u32::from_be_bytes(*number),
            },
            status: GameStatusComponent { status, winner },
            chain,
            players: Players {
                one: Account::from_bytes(*one)?,
                two: Account::from_bytes(two.try_into().ok()?)?,
            },
        })
    }

    /// The stored form.
    pub fn encode(&self) -> [u8; SNAPSHOT_BYTES] {
        let result = match (self.status.status, self.status.winner) {
            (GameStatus::Active, _) => 0,
            (GameStatus::Finished, 0) => FINISHED_WITHOUT_WINNER,
            (GameStatus::Finished, winner) => winner as u8,
        };
        let mut bytes = [0; SNAPSHOT_BYTES];
        bytes[..24].copy_from_slice(&self.pieces);
        bytes[24] = self.turn.current_player as u8 + RESULT * result;
        bytes[25] = self.chain.map_or(0, Square::number);
        bytes[26..30].copy_from_slice(&self.turn.move_number.to_be_bytes());
        bytes[30..63].copy_from_slice(&self.players.one.to_bytes());
        bytes[63..].copy_from_slice(&self.players.two.to_bytes());
        bytes
    }

    /// The pieces on the board: entity, component, and whether it is a king.
    pub fn pieces(&self) -> impl Iterator<Item = (EntityId, Piece, bool)> + '_ {
        self.pieces.iter().enumerate().filter_map(|(slot, &byte)| {
            let side = if slot < PIECES_A_SIDE { Side::Black } else { Side::White };
            let square = square(byte & !KING)?;
            Some((slot as EntityId + 1, Piece { side, square }, byte & KING != 0))
        })
    }

    /// The world of this game.
    pub fn spawn(&self, env: &Env) -> SimpleWorld {
        let mut world = spawn_pieces(env, self.pieces(), MATCH + 1).unwrap_or_else(|| SimpleWorld::new(env));
        world.set_typed(env, MATCH, &self.players);
        world.set_typed(env, MATCH, &self.turn);
        world.set_typed(env, MATCH, &self.status);
        if let Some(square) = self.chain {
            let square = square.index();
            world.set_typed(env, MATCH, &Chain { square });
        }
        world
    }

    /// Reads a world; `None` if it holds no match.
    pub fn of(world: &SimpleWorld, env: &Env) -> Option<Snapshot> {
        let board = read_pieces(env, world)?;
        let pieces = board.squares.map(|square| match square {
            None => 0,
            Some(square) if board.position.is_king(square) => square.number() + KING,
            Some(square) => square.number(),
        });
        let chain = world.get_typed::<Chain>(env, MATCH);
        Some(Snapshot {
            pieces,
            turn: world.get_typed(env, MATCH)?,
            status: world.get_typed(env, MATCH)?,
            chain: chain.and_then(|chain| Square::new(chain.square)),
            players: world.get_typed(env, MATCH)?,
        })
    }
}

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
//!
//! The bytes of a new game, but for the players:
//!
//! ```
//! use checkers::components::Players;
//! use checkers::schedule;
//! use checkers::snapshot::Snapshot;
//! use soroban_sdk::{testutils::Address as _, Address, Env};
//!
//! let env = Env::default();
//! let players = Players::new(&Address::generate(&env), &Address::generate(&env));
//! let world = schedule::start(&env, players);
//! let game = Snapshot::of(&world, &env).unwrap();
//! let bytes = game.encode();
//! assert_eq!(bytes[..12], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
//! assert_eq!(bytes[12..24], [21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]);
//! assert_eq!(bytes[24..30], [1, 0, 0, 0, 0, 1]); // player one, no chain, move 1
//! assert_eq!(Snapshot::decode(&bytes), Some(game));
//! ```

#![deny(missing_docs)]

use crate::account::{Account, ACCOUNT_BYTES};
use crate::board::Board;
use crate::columns;
use crate::components::{
    GameStatus, GameStatusComponent, Players, TurnComponent, PIECES, PIECES_A_SIDE,
};
use crate::rules::{Position, Side, Square};
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
    /// Where the pieces stand.
    pub board: Board,
    /// Whose turn it is.
    pub turn: TurnComponent,
    /// How the game stands.
    pub status: GameStatusComponent,
    /// The square of the piece that must go on with its chain.
    pub chain: Option<Square>,
    /// Who plays.
    pub players: Players,
}

/// Reads the pieces; `None` if a byte is none of theirs or two stand on one square. Nothing leaves the
/// loop early: a contract pays for the whole body of a loop each time, run or not.
fn decode_pieces(bytes: &[u8; PIECES]) -> Option<Board> {
    let mut board = Board::default();
    let (mut sides, mut kings, mut valid) = ([0u32; 2], 0, true);
    for (index, &byte) in bytes.iter().enumerate() {
        let number = byte & !KING;
        let bit = u32::from(byte != 0) << (number.wrapping_sub(1) & 31);
        valid &= number <= 32 && byte != KING && (sides[0] | sides[1]) & bit == 0;
        sides[index / PIECES_A_SIDE] |= bit;
        kings |= if byte & KING != 0 { bit } else { 0 };
        board.numbers[index] = number;
    }
    let [black, white] = sides;
    board.position = Position {
        black,
        white,
        kings,
    };
    valid.then_some(board)
}

impl Snapshot {
    /// Reads the stored form; `None` if the bytes are not one.
    pub fn decode(bytes: &[u8; SNAPSHOT_BYTES]) -> Option<Snapshot> {
        let (pieces, rest) = bytes.split_first_chunk::<PIECES>()?;
        let ([turn, chain, number @ ..], rest) = rest.split_first_chunk::<6>()?;
        let (one, two) = rest.split_first_chunk::<ACCOUNT_BYTES>()?;
        let board = decode_pieces(pieces)?;
        let side = Side::of_player((turn % RESULT).into())?;
        let (status, winner) = match turn / RESULT {
            0 => (GameStatus::Active, 0),
            winner @ (1 | 2) => (GameStatus::Finished, winner.into()),
            FINISHED_WITHOUT_WINNER => (GameStatus::Finished, 0),
            _ => return None,
        };
        let chain = match *chain {
            0 => None,
            number => Some(Square::of_number(number)?),
        };
        Some(Snapshot {
            board,
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
        for (byte, &number) in bytes.iter_mut().zip(&self.board.numbers) {
            let king =
                Square::of_number(number).is_some_and(|square| self.board.position.is_king(square));
            *byte = number + if king { KING } else { 0 };
        }
        bytes[24] = self.turn.current_player as u8 + RESULT * result;
        bytes[25] = self.chain.map_or(0, Square::number);
        bytes[26..30].copy_from_slice(&self.turn.move_number.to_be_bytes());
        bytes[30..63].copy_from_slice(&self.players.one.to_bytes());
        bytes[63..].copy_from_slice(&self.players.two.to_bytes());
        bytes
    }

    /// The world of this game.
    pub fn spawn(&self, env: &Env) -> SimpleWorld {
        columns::spawn(env, self)
    }

    /// Reads a world; `None` if it holds no match.
    pub fn of(world: &SimpleWorld, env: &Env) -> Option<Snapshot> {
        columns::read(env, world)
    }
}

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
//! # // With match play the constructor takes an argument, and a new game has a clock.
//! # if cfg!(feature = "match-play") { return }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::King;
    use crate::components::MATCH;
    use crate::schedule;
    use crate::test::hand_made::{any_game, game, square, with_cases};
    use proptest::prelude::*;
    use soroban_sdk::Address;

    /// An account whose key is 0, 1, 2 and so on, and a contract whose hash is 32, 33 and so on.
    fn players() -> Players {
        let account = |kind, first: u8| {
            let mut bytes = [kind; ACCOUNT_BYTES];
            for (byte, value) in bytes[1..].iter_mut().zip(first..) {
                *byte = value;
            }
            Account::from_bytes(bytes).unwrap()
        };
        Players {
            one: account(0, 0),
            two: account(1, 32),
        }
    }

    #[rustfmt::skip]
    const START: [u8; SNAPSHOT_BYTES] = [
        // The pieces of Black, then those of White.
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
        21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
        // Black to move, no chain, move 1.
        1, 0, 0, 0, 0, 1,
        // Both players.
        0,
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        1,
        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    ];

    #[test]
    fn a_new_game_has_these_bytes() {
        // With match play a new game asks the contract's storage for its clock; here is no contract.
        if cfg!(feature = "match-play") {
            return;
        }
        let env = Env::default();
        let world = schedule::start(&env, players());
        assert_eq!(Snapshot::of(&world, &env).unwrap().encode(), START);
        // The addresses are those of the players, in the order of the arguments.
        let one: Address = players().one.to_address(&env);
        assert_eq!(Account::of(&one).to_bytes()[..], START[30..63]);
    }

    #[test]
    fn each_byte_says_what_is_documented() {
        let start = Snapshot::decode(&START).unwrap();
        let with = |index: usize, byte: u8| {
            let mut bytes = START;
            bytes[index] = byte;
            Snapshot::decode(&bytes)
        };
        // Pieces: captured, on another square, a king.
        let position = |index, byte| with(index, byte).unwrap().board.position;
        assert_eq!(position(0, 0).side_at(square(0, 1)), None);
        assert_eq!(position(11, 13).side_at(square(3, 0)), Some(Side::Black));
        assert_eq!(position(12, 20).side_at(square(4, 7)), Some(Side::White));
        assert!(!start.board.position.is_king(square(7, 6)));
        assert!(position(23, 64 + 32).is_king(square(7, 6)));
        // Player to move and result.
        use GameStatus::{Active, Finished};
        for (byte, player, status, winner) in [
            (1, 1, Active, 0),
            (2, 2, Active, 0),
            (17, 1, Finished, 1),
            (34, 2, Finished, 2),
            (33, 1, Finished, 2),
            (50, 2, Finished, 0),
        ] {
            let game = with(24, byte).unwrap();
            assert_eq!(game.turn.current_player, player);
            assert_eq!(game.status, GameStatusComponent { status, winner });
        }
        // Chain and move number.
        assert_eq!(start.chain, None);
        assert_eq!(with(25, 1).unwrap().chain, Some(square(0, 1)));
        assert_eq!(with(25, 32).unwrap().chain, Some(square(7, 6)));
        assert_eq!(with(26, 2).unwrap().turn.move_number, (2 << 24) + 1);
        assert_eq!(with(29, 9).unwrap().turn.move_number, 9);
        assert_eq!(start.players, players());
    }

    #[test]
    fn bytes_that_no_game_has_are_none() {
        let refused = [
            // No such square, a king that is captured, a bit that means nothing.
            (0, 33),
            (0, 64),
            (0, 64 + 33),
            (0, 128),
            (23, 255),
            // Two pieces on one square: of one side, and of both.
            (0, 2),
            (0, 32),
            (12, 64 + 1),
            // No such player, no such result.
            (24, 0),
            (24, 3),
            (24, 15),
            (24, 16),
            (24, 64 + 1),
            (24, 255),
            // No such square.
            (25, 33),
            (25, 255),
            // No such kind of address.
            (30, 2),
            (63, 2),
            (63, 255),
        ];
        for (index, byte) in refused {
            let mut bytes = START;
            bytes[index] = byte;
            assert_eq!(Snapshot::decode(&bytes), None, "byte {index}: {byte}");
        }
    }

    #[test]
    fn each_byte_has_its_values_and_no_others() {
        let allowed = |index: usize, byte: u8| match index {
            // Captured; the square of its own or an empty one, as a man or a king.
            0..=23 => {
                let number = byte & !64;
                byte == 0 || number == START[index] || (13..=20).contains(&number)
            }
            24 => matches!(byte, 1 | 2 | 17 | 18 | 33 | 34 | 49 | 50),
            25 => byte <= 32,
            30 | 63 => byte <= 1,
            _ => true,
        };
        for index in 0..SNAPSHOT_BYTES {
            for byte in 0..=u8::MAX {
                let mut bytes = START;
                bytes[index] = byte;
                let is_read = Snapshot::decode(&bytes).is_some();
                assert_eq!(is_read, allowed(index, byte), "byte {index}: {byte}");
            }
        }
    }

    #[test]
    fn the_entities_of_a_world_are_those_of_the_bytes() {
        let env = Env::default();
        let game = game(".O.. .... o... .x.. .... ..x. .... ....", Side::Black);
        let world = game.spawn(&env);
        assert!(world.has_typed::<King>(1));
        assert!(!world.has_typed::<King>(2));
        assert_eq!(world.get_typed(&env, MATCH), Some(game.turn));
        assert_eq!(game.encode()[..3], [64 + 2, 9, 0]);
        assert_eq!(game.encode()[12..15], [14, 23, 0]);
    }

    /// A stored form with some bytes replaced, or any bytes at all.
    fn any_bytes() -> impl Strategy<Value = [u8; SNAPSHOT_BYTES]> {
        let replaced = prop::collection::vec((0..SNAPSHOT_BYTES, any::<u8>()), 0..4);
        let damaged = (any_game(), replaced).prop_map(|(game, replaced)| {
            let mut bytes = game.encode();
            for (index, byte) in replaced {
                bytes[index] = byte;
            }
            bytes
        });
        prop_oneof![4 => damaged, 1 => prop::array::uniform(any::<u8>())]
    }

    proptest! {
        #![proptest_config(with_cases(2_000))]

        #[test]
        fn whatever_is_decoded_is_encoded_to_the_same_bytes(bytes in any_bytes()) {
            if let Some(game) = Snapshot::decode(&bytes) {
                prop_assert_eq!(game.encode(), bytes);
            }
        }
    }

    proptest! {
        #![proptest_config(with_cases(200))]

        #[test]
        fn whatever_is_spawned_is_read_back_to_the_same_bytes(bytes in any_bytes()) {
            if let Some(game) = Snapshot::decode(&bytes) {
                let env = Env::default();
                let read = Snapshot::of(&game.spawn(&env), &env);
                prop_assert_eq!(read.map(|game| game.encode()), Some(bytes));
            }
        }
    }
}

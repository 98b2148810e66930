//! Everything that touches the ledger: one entry, a packed world, and its time to live.
//!
//! The entry of a new game has 108 bytes (match play adds its own): [`packed_world`] says how it writes
//! a world, [`SCHEMA`] in which order the components come, and each component how it is written.
//!
//! | bytes | content |
//! |---|---|
//! | 0 | 26: the id that the next entity would get |
//! | 1 to 5 | entities 1 to 24 have a `piece`: 6 for three bytes of bits, 1 for the first, and the bits |
//! | 6 to 29 | the pieces: 32 times the player, plus the index of the square |
//! | 30 | 0: nothing is a `king` yet |
//! | 31 to 97 | entity 25 alone has `players`: 51, which is 2 times 25 and 1; then kind and key of both |
//! | 98 to 103 | it has the `turn`: 51, the player to move, and the move number in four bytes |
//! | 104 to 106 | it has the `status`: 51, 0 for active, and no winner |
//! | 107 | 0: no `chain` is open |
//!
//! ```
//! use checkers::components::Players;
//! use checkers::{packed_world, schedule, storage};
//! use soroban_sdk::{testutils::Address as _, Address, Env};
//!
//! # // With match play the constructor takes an argument, and a new game has a clock.
//! # if cfg!(feature = "match-play") { return }
//! let env = Env::default();
//! let [one, two] = [(); 2].map(|()| Address::generate(&env));
//! let world = schedule::start(&env, Players::new(&one, &two));
//! let bytes = packed_world::pack(&env, storage::SCHEMA, &world);
//! assert_eq!(bytes.len(), 108);
//! assert_eq!(bytes[..6], [26, 6, 1, 0xFF, 0xFF, 0xFF]);
//! assert_eq!(bytes[6..18], [32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43]);
//! assert_eq!(bytes[18..30], [84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95]);
//! assert_eq!(bytes[98..104], [51, 1, 0, 0, 0, 1]); // player one, move 1
//! ```

#![deny(missing_docs)]

use crate::packed_world::Size::{Fixed, Marker};
use crate::packed_world::{self, sparse, table, PackedWorld, Schema};
use crate::CheckersContract;
use cougr_core::game::SorobanGame;
use cougr_core::SimpleWorld;
use soroban_sdk::{symbol_short, Env, Symbol};

/// What is stored of a world: all of its components. A plugin adds a line for each of its own.
pub const SCHEMA: Schema = &[
    table(symbol_short!("piece"), Fixed(1)),
    sparse(symbol_short!("king"), Marker),
    table(symbol_short!("players"), Fixed(66)),
    table(symbol_short!("turn"), Fixed(5)),
    table(symbol_short!("status"), Fixed(2)),
    sparse(symbol_short!("chain"), Fixed(1)),
    #[cfg(feature = "match-play")]
    sparse(symbol_short!("clock"), Fixed(12)),
    #[cfg(feature = "match-play")]
    sparse(symbol_short!("offer"), Fixed(1)),
    #[cfg(feature = "match-play")]
    sparse(symbol_short!("quiet"), packed_world::Size::UpTo(80)),
];

/// Ledgers in a day, at one every five seconds.
const DAY_IN_LEDGERS: u32 = 17_280;
/// Every call that writes leaves the instance at least this many ledgers to live: 30 days.
pub const LIFETIME_THRESHOLD: u32 = 30 * DAY_IN_LEDGERS;
/// What an extension extends to: a week more, so that not every day of a long game pays for one.
pub const LIFETIME_EXTENSION: u32 = LIFETIME_THRESHOLD + 7 * DAY_IN_LEDGERS;

impl SorobanGame for CheckersContract {
    fn world_key(_: &Env) -> Symbol {
        symbol_short!("game")
    }

    /// The stored world; an empty one where there is no game.
    fn load_world(env: &Env) -> SimpleWorld {
        match load(env) {
            Some(packed) => packed.unpack(),
            None => SimpleWorld::new(env),
        }
    }

    /// Stores the world, and sees to it that the instance lives on. The code is not kept alive: all
    /// games share it.
    fn save_world(env: &Env, world: &SimpleWorld) {
        packed_world::save(env, &Self::world_key(env), SCHEMA, world);
        keep_alive(env);
    }
}

/// The stored world as it is stored, for those who only look; `None` where there is no game.
pub fn load(env: &Env) -> Option<PackedWorld> {
    packed_world::load(env, &CheckersContract::world_key(env), SCHEMA)
}

/// Sees to it that the instance lives on.
pub fn keep_alive(env: &Env) {
    env.deployer().extend_ttl_for_contract_instance(
        env.current_contract_address(),
        LIFETIME_THRESHOLD,
        LIFETIME_EXTENSION,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{Piece, MATCH};
    use crate::rules::{Rank, Side};
    use crate::schedule;
    use crate::test::hand_made::{any_game, game, players, square, with_cases, Game};
    use alloc::vec::Vec;
    use cougr_core::component::ComponentStorage;
    use proptest::prelude::*;
    use soroban_sdk::{bytes, Bytes};

    const KEYS: [[u8; 32]; 2] = {
        let mut keys = [[0; 32]; 2];
        let mut i = 0;
        while i < 32 {
            (keys[0][i], keys[1][i]) = (i as u8, 32 + i as u8);
            i += 1;
        }
        keys
    };

    /// A new game of an account whose key is 0, 1, 2 and so on, and a contract whose hash goes on.
    fn start() -> Game {
        let picture = "oooo oooo oooo .... .... xxxx xxxx xxxx";
        let mut game = game(picture, Side::Black);
        game.turn.number = 1;
        game.players = [(false, KEYS[0]), (true, KEYS[1])];
        game
    }

    #[rustfmt::skip]
    const START: [u8; 108] = [
        26,
        // The pieces of Black, then those of White.
        6, 1, 0xFF, 0xFF, 0xFF,
        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,
        // No king. Both players.
        0,
        51,
        0,
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        1,
        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
        // Black to move, move 1. The game is on. No chain.
        51, 1, 0, 0, 0, 1,
        51, 0, 0,
        0,
    ];

    /// The stored form; of match play's the part that every build has.
    fn pack(env: &Env, world: &SimpleWorld) -> Vec<u8> {
        let mut bytes = packed_world::pack(env, SCHEMA, world);
        if cfg!(feature = "match-play") {
            // A clock, no offer, no quiet moves.
            bytes.truncate(bytes.len() - 15);
        }
        bytes
    }

    fn unpack(env: &Env, bytes: &[u8]) -> SimpleWorld {
        let mut bytes = bytes.to_vec();
        if cfg!(feature = "match-play") {
            bytes.extend([51, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        }
        PackedWorld::new(env, SCHEMA, &Bytes::from_slice(env, &bytes)).unpack()
    }

    #[test]
    fn a_new_game_has_these_bytes() {
        let env = Env::default();
        assert_eq!(pack(&env, &start().world(&env)), START);
        // With match play a new game asks the contract's storage for its clock; here is no contract.
        if !cfg!(feature = "match-play") {
            let world = schedule::start(&env, players(&env, start().players));
            assert_eq!(pack(&env, &world), START);
        }
    }

    #[test]
    fn each_byte_says_what_is_documented() {
        let env = Env::default();
        let with = |index: usize, byte: u8| {
            let mut bytes = START;
            bytes[index] = byte;
            Game::of(&unpack(&env, &bytes), &env)
        };
        let start = with(0, 26);
        assert_eq!(start, self::start());
        // Pieces on other squares, and one of the other player.
        let piece = |side, square| Some((Piece { side, square }, Rank::Man));
        let with_piece = |index, byte| with(6 + index, byte).pieces[index];
        assert_eq!(with_piece(11, 32 + 12), piece(Side::Black, square(3, 0)));
        assert_eq!(with_piece(12, 64 + 19), piece(Side::White, square(4, 7)));
        assert_eq!(with_piece(0, 64 + 16), piece(Side::White, square(4, 1)));
        // Turn and status.
        assert_eq!(with(99, 2).turn.player, 2);
        assert_eq!(with(100, 2).turn.number, (2 << 24) + 1);
        assert_eq!(with(103, 9).turn.number, 9);
        assert!(with(105, 1).status.finished);
        assert_eq!(with(105, 1).status.winner, 0);
        // Players.
        assert_eq!(with(32, 1).players[0], (true, KEYS[0]));
        assert_eq!(with(65, 0).players[1], (false, KEYS[1]));
        let [mut one, mut two] = KEYS;
        (one[0], two[31]) = (7, 7);
        assert_eq!(with(33, 7).players[0], (false, one));
        assert_eq!(with(97, 7).players[1], (true, two));
    }

    #[test]
    fn captures_kings_chains_and_winners_stand_where_the_schema_says() {
        let env = Env::default();
        let mut game = start();
        game.pieces[0] = None;
        for king in [4, 6] {
            game.pieces[king] = game.pieces[king].map(|(piece, _)| (piece, Rank::King));
        }
        game.chain = Some(square(7, 6));
        game.status.finished = true;
        game.status.winner = 2;
        let mut expected = START.to_vec();
        // The chain of entity 25, and the winner.
        expected.splice(107.., [51, 31]);
        expected[105..107].copy_from_slice(&[1, 2]);
        // The kings are entities 5 and 7: a byte of bits, from 5 on, the first and the third.
        expected.splice(30..31, [2, 5, 0b101]);
        // Entity 1 is captured: from 2 on, 23 bits.
        expected.splice(1..7, [6, 2, 0xFF, 0xFF, 0x7F]);
        let world = game.world(&env);
        assert_eq!(pack(&env, &world), expected);
        assert_eq!(Game::of(&unpack(&env, &expected), &env), game);
    }

    proptest! {
        #![proptest_config(with_cases(200))]

        #[test]
        fn any_game_comes_back_as_it_was(game in any_game()) {
            let env = Env::default();
            let bytes = pack(&env, &game.world(&env));
            let world = unpack(&env, &bytes);
            prop_assert_eq!(Game::of(&world, &env), game);
            prop_assert_eq!(world.next_entity_id(), MATCH + 1);
            prop_assert_eq!(pack(&env, &world), bytes);
        }
    }

    /// A component that the schema does not name: as a plugin would add one that forgets its line.
    fn save_with(entity: u32, name: Symbol, storage: ComponentStorage) {
        let env = Env::default();
        let mut world = start().world(&env);
        world.add_component_with_storage(entity, name, bytes!(&env, 0x01), storage);
        pack(&env, &world);
    }

    #[test]
    #[should_panic(expected = "entity 3: the schema has no component Symbol(frozen)")]
    fn a_marker_of_a_piece_that_the_schema_does_not_name_stops_the_call() {
        save_with(3, symbol_short!("frozen"), ComponentStorage::Sparse);
    }

    #[test]
    #[should_panic(expected = "entity 25: the schema has no component Symbol(count)")]
    fn a_component_of_the_match_that_the_schema_does_not_name_stops_the_call() {
        save_with(MATCH, symbol_short!("count"), ComponentStorage::Table);
    }
}

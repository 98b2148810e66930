//! Hand-made games for the tests of single systems: pictures in, pictures out.
//!
//! A picture is the 32 dark squares, eight rows of four, Black's first: `.` empty, `o` and `O` a man
//! and a king of Black, `x` and `X` of White. White space does not count, so a picture may show the
//! board as it is, with the light squares left blank.

use crate::components::{Chain, GameStatusComponent, King, Piece, TurnComponent, MATCH, PIECES};
use crate::errors::CheckersError;
use crate::rules::{Move, Side, Square};
use crate::snapshot::{Snapshot, SNAPSHOT_BYTES};
use crate::tick::{Action, System, Tick};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use proptest::prelude::*;
use soroban_sdk::Env;

/// What the constructor takes: with match play the seconds for a move, 0 for a game without a clock.
#[cfg(feature = "match-play")]
pub const CONSTRUCTOR: (u32,) = (0,);
#[cfg(not(feature = "match-play"))]
pub const CONSTRUCTOR: () = ();

/// The square of a row and a column.
#[track_caller]
pub fn square(row: u32, col: u32) -> Square {
    Square::at(row, col).expect("a dark square")
}

/// A game at move 7 with no chain open. The pieces take the entities of their side in the order of
/// the squares. The players are accounts of the keys 1 1 1 ... and 2 2 2 ...
#[track_caller]
pub fn game(picture: &str, to_move: Side) -> Snapshot {
    let mut bytes = [0; SNAPSHOT_BYTES];
    let mut entities = [0..12, 12..24];
    let marks: String = picture.split_whitespace().collect();
    assert_eq!(marks.len(), 32, "a picture of 32 squares");
    for (number, mark) in (1..).zip(marks.chars()).filter(|&(_, mark)| mark != '.') {
        let (side, king) = match mark {
            'o' => (0, 0),
            'O' => (0, 64),
            'x' => (1, 0),
            'X' => (1, 64),
            _ => panic!("{mark:?} in a picture"),
        };
        let index: usize = entities[side].next().expect("at most twelve a side");
        bytes[index] = number + king;
    }
    bytes[24] = to_move.player() as u8;
    bytes[29] = 7;
    bytes[31..63].fill(1);
    bytes[64..].fill(2);
    Snapshot::decode(&bytes).expect("a stored form")
}

/// The same with an open chain.
#[track_caller]
pub fn game_with_chain(picture: &str, to_move: Side, chain: Square) -> Snapshot {
    let chain = Some(chain);
    Snapshot {
        chain,
        ..game(picture, to_move)
    }
}

/// One system on the world of one game.
pub struct Bench {
    pub env: Env,
    pub world: SimpleWorld,
    pub tick: Tick,
}

impl Bench {
    /// The world of a game and a tick in which the side to move asks for a move.
    pub fn new(game: Snapshot, from: (u32, u32), to: (u32, u32)) -> Bench {
        let env = Env::default();
        let side = game.turn.side();
        Bench {
            world: game.spawn(&env),
            tick: Tick::new(&game, Action { side, from, to }),
            env,
        }
    }

    /// The same with the move resolved, as the systems after `validation` find it.
    #[track_caller]
    pub fn resolved(game: Snapshot, from: (u32, u32), to: (u32, u32)) -> Bench {
        let mut bench = Bench::new(game, from, to);
        let jumps = from.0.abs_diff(to.0) == 2;
        bench.tick.resolved = Some(Move {
            from: square(from.0, from.1),
            to: square(to.0, to.1),
            captured: jumps.then(|| square((from.0 + to.0) / 2, (from.1 + to.1) / 2)),
        });
        bench
    }

    /// Runs a system.
    pub fn run(&mut self, system: System) -> Result<(), CheckersError> {
        system(&mut self.world, &self.env, &mut self.tick)
    }

    /// A component of an entity.
    pub fn get<T: cougr_core::ComponentTrait>(&self, entity: EntityId) -> Option<T> {
        self.world.get_typed(&self.env, entity)
    }

    /// The turn that the match holds: the player to move and the move number.
    pub fn turn(&self) -> (u32, u32) {
        let turn: TurnComponent = self.get(MATCH).expect("a turn");
        (turn.current_player, turn.move_number)
    }

    /// How the game stands by the match.
    pub fn status(&self) -> GameStatusComponent {
        self.get(MATCH).expect("a status")
    }

    /// The open chain that the match holds.
    pub fn chain(&self) -> Option<Square> {
        let chain: Chain = self.get(MATCH)?;
        Square::new(chain.square)
    }

    /// The world as a game.
    pub fn game(&self) -> Snapshot {
        Snapshot::of(&self.world, &self.env).expect("the world of a game")
    }

    /// The world must hold the pieces of this picture and no others, and the tick must agree.
    #[track_caller]
    pub fn assert_looks_like(&self, picture: &str) {
        let mut marks = ['.'; 32];
        for entity in 1..=PIECES as EntityId {
            let king = self.world.has_typed::<King>(entity);
            let Some(Piece { side, square }) = self.get(entity) else {
                assert!(!king, "entity {entity}: a king without a piece");
                continue;
            };
            let mark = &mut marks[usize::from(square.index())];
            assert_eq!(*mark, '.', "two pieces on {square:?}");
            *mark = match (side, king) {
                (Side::Black, false) => 'o',
                (Side::Black, true) => 'O',
                (Side::White, false) => 'x',
                (Side::White, true) => 'X',
            };
        }
        let marks: String = marks.iter().collect();
        let expected: String = picture.split_whitespace().collect();
        assert_eq!(marks, expected);
        let pieces = expected.chars().filter(|&mark| mark != '.').count();
        let in_the_index = self
            .world
            .component_count(&<Piece as cougr_core::ComponentTrait>::component_type());
        assert_eq!(in_the_index, pieces, "pieces in the world's index");
        assert_eq!(self.tick.board, self.game().board, "tick and world");
    }
}

/// Any game that a snapshot can hold, whether play can lead there or not.
pub fn any_game() -> impl Strategy<Value = Snapshot> {
    let numbers: Vec<u8> = (1..=32).collect();
    let entity = || (any::<bool>(), any::<bool>());
    let account = || (0..=1u8, any::<[u8; 32]>());
    (
        Just(numbers).prop_shuffle(),
        prop_oneof![
            prop::collection::vec(entity(), PIECES),
            Just(vec![(true, true); PIECES]),
            Just(vec![(false, false); PIECES]),
        ],
        (1..=2u8, 0..=3u8, 0..=32u8, any::<u32>()),
        (account(), account()),
    )
        .prop_map(
            |(numbers, pieces, (player, result, chain, number), players)| {
                let mut bytes = [0; SNAPSHOT_BYTES];
                for (byte, (number, (on_board, king))) in
                    bytes.iter_mut().zip(numbers.into_iter().zip(pieces))
                {
                    let king = if king { 64 } else { 0 };
                    *byte = if on_board { number + king } else { 0 };
                }
                bytes[24] = player + 16 * result;
                bytes[25] = chain;
                bytes[26..30].copy_from_slice(&number.to_be_bytes());
                bytes[30] = players.0 .0;
                bytes[31..63].copy_from_slice(&players.0 .1);
                bytes[63] = players.1 .0;
                bytes[64..].copy_from_slice(&players.1 .1);
                Snapshot::decode(&bytes).expect("a stored form")
            },
        )
}

/// So many cases, and no file of those that failed.
pub fn with_cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

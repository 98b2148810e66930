//! Hand-made games for the tests of single systems: pictures in, pictures out.
//!
//! A picture is the 32 dark squares, eight rows of four, Black's first: `.` empty, `o` and `O` a man
//! and a king of Black, `x` and `X` of White. White space does not count, so a picture may show the
//! board as it is, with the light squares left blank.

use crate::board::Board;
use crate::components::{Chain, King, Piece, Players, Status, Turn, MATCH, PIECES, PIECES_A_SIDE};
use crate::errors::CheckersError;
use crate::rules::{Move, Rank, Side, Square};
use crate::tick::{Action, System, Tick};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use cougr_core::simple_world::EntityId;
use cougr_core::{ComponentTrait, SimpleWorld};
use proptest::prelude::*;
use soroban_sdk::xdr::{AccountId, ContractId, Hash, PublicKey, ScAddress, Uint256};
use soroban_sdk::{Address, Env, TryFromVal};

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

/// A player away from any host: is it a contract, and the 32 bytes of its address.
pub type Account = (bool, [u8; 32]);

/// A whole game, away from any host: what tests write down, change and compare.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Game {
    /// The pieces of the entities 1 to 24; `None` for one that is captured.
    pub pieces: [Option<(Piece, Rank)>; PIECES],
    /// Whose turn it is.
    pub turn: Turn,
    /// How the game stands.
    pub status: Status,
    /// The square of the piece that must go on with its chain.
    pub chain: Option<Square>,
    /// Who plays Black, and who White.
    pub players: [Account; 2],
}

impl Game {
    /// The world of this game, as `setup` and the systems of a tick leave one.
    pub fn world(&self, env: &Env) -> SimpleWorld {
        let mut world = SimpleWorld::new(env);
        for piece in self.pieces {
            let entity = world.spawn_entity();
            let Some((piece, rank)) = piece else {
                world.despawn_entity(entity);
                continue;
            };
            world.set_typed(env, entity, &piece);
            if rank == Rank::King {
                world.set_typed(env, entity, &King);
            }
        }
        assert_eq!(world.spawn_entity(), MATCH);
        world.set_typed(env, MATCH, &players(env, self.players));
        world.set_typed(env, MATCH, &self.turn);
        world.set_typed(env, MATCH, &self.status);
        if let Some(square) = self.chain {
            let square = square.index();
            world.set_typed(env, MATCH, &Chain { square });
        }
        #[cfg(feature = "match-play")]
        world.set_typed(env, MATCH, &NO_CLOCK);
        world
    }

    /// Reads a world. It must be that of a game.
    #[track_caller]
    pub fn of(world: &SimpleWorld, env: &Env) -> Game {
        let piece = |entity| {
            let rank = match world.has_typed::<King>(entity) {
                true => Rank::King,
                false => Rank::Man,
            };
            let piece = world.get_typed(env, entity);
            assert!(piece.is_some() || rank == Rank::Man, "a king, but no piece");
            piece.map(|piece| (piece, rank))
        };
        let chain: Option<Chain> = world.get_typed(env, MATCH);
        Game {
            pieces: core::array::from_fn(|index| piece(index as EntityId + 1)),
            turn: world.get_typed(env, MATCH).expect("a turn"),
            status: world.get_typed(env, MATCH).expect("a status"),
            chain: chain.map(|chain| Square::new(chain.square).expect("a square")),
            players: accounts(&world.get_typed(env, MATCH).expect("players")),
        }
    }

    /// Who plays a side.
    pub fn player(&self, env: &Env, side: Side) -> Address {
        players(env, self.players).of(side).to_address(env)
    }
}

/// Every game of match play has a clock. This one gives all the time there is.
#[cfg(feature = "match-play")]
const NO_CLOCK: crate::match_play::components::Clock = crate::match_play::components::Clock {
    move_seconds: 0,
    turn_passed: 0,
};

/// The address of an account, with this key, or of a contract: by way of XDR and the SDK alone.
pub fn address(env: &Env, is_contract: bool, key: [u8; 32]) -> Address {
    let address = if is_contract {
        ScAddress::Contract(ContractId(Hash(key)))
    } else {
        ScAddress::Account(AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(key))))
    };
    Address::try_from_val(env, &address).expect("the host knows accounts and contracts")
}

/// The component of two players.
pub fn players(env: &Env, accounts: [Account; 2]) -> Players {
    let [one, two] = accounts.map(|(is_contract, key)| address(env, is_contract, key));
    Players::new(&one, &two)
}

/// The two players of a component.
pub fn accounts(players: &Players) -> [Account; 2] {
    [
        (players.one_kind == 1, players.one_key.to_array()),
        (players.two_kind == 1, players.two_key.to_array()),
    ]
}

/// A game at move 7 with no chain open. The pieces take the entities of their side in the order of
/// the squares. The players are accounts of the keys 1 1 1 ... and 2 2 2 ...
#[track_caller]
pub fn game(picture: &str, to_move: Side) -> Game {
    let mut pieces = [None; PIECES];
    let mut entities = [0..PIECES_A_SIDE, PIECES_A_SIDE..PIECES];
    let marks: String = picture.split_whitespace().collect();
    assert_eq!(marks.len(), 32, "a picture of 32 squares");
    for (square, mark) in Square::all().zip(marks.chars()) {
        let (side, rank) = match mark {
            '.' => continue,
            'o' => (Side::Black, Rank::Man),
            'O' => (Side::Black, Rank::King),
            'x' => (Side::White, Rank::Man),
            'X' => (Side::White, Rank::King),
            _ => panic!("{mark:?} in a picture"),
        };
        let entities = &mut entities[side.player() as usize - 1];
        let index = entities.next().expect("at most twelve a side");
        pieces[index] = Some((Piece { side, square }, rank));
    }
    Game {
        pieces,
        turn: Turn {
            player: to_move.player() as u8,
            number: 7,
        },
        status: Status {
            finished: false,
            winner: 0,
        },
        chain: None,
        players: [(false, [1; 32]), (false, [2; 32])],
    }
}

/// The same with an open chain.
#[track_caller]
pub fn game_with_chain(picture: &str, to_move: Side, chain: Square) -> Game {
    let chain = Some(chain);
    Game {
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
    /// The world of a game and a tick in which the player to move asks for a move, and has been let
    /// in: as `validation` finds them.
    #[track_caller]
    pub fn new(game: Game, from: (u32, u32), to: (u32, u32)) -> Bench {
        let env = Env::default();
        let world = game.world(&env);
        let side = game.turn.side();
        let player = game.player(&env, side);
        let mut tick = Tick::new(&env, &world, Action { player, from, to });
        tick.mover = Some(side);
        Bench { env, world, tick }
    }

    /// The same with the move resolved, as the systems after `validation` find it.
    #[track_caller]
    pub fn resolved(game: Game, from: (u32, u32), to: (u32, u32)) -> Bench {
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
    pub fn get<T: ComponentTrait>(&self, entity: EntityId) -> Option<T> {
        self.world.get_typed(&self.env, entity)
    }

    /// The turn that the match holds: the player to move and the move number.
    pub fn turn(&self) -> (u32, u32) {
        let Turn { player, number } = self.game().turn;
        (player.into(), number)
    }

    /// The world as a game.
    #[track_caller]
    pub fn game(&self) -> Game {
        Game::of(&self.world, &self.env)
    }

    /// The world must hold the pieces of this picture and no others, and the tick must agree.
    #[track_caller]
    pub fn assert_looks_like(&self, picture: &str) {
        let mut marks = ['.'; 32];
        for (Piece { side, square }, rank) in self.game().pieces.into_iter().flatten() {
            let mark = &mut marks[usize::from(square.index())];
            assert_eq!(*mark, '.', "two pieces on {square:?}");
            *mark = match (side, rank) {
                (Side::Black, Rank::Man) => 'o',
                (Side::Black, Rank::King) => 'O',
                (Side::White, Rank::Man) => 'x',
                (Side::White, Rank::King) => 'X',
            };
        }
        let marks: String = marks.iter().collect();
        let expected: String = picture.split_whitespace().collect();
        assert_eq!(marks, expected);
        let pieces = expected.chars().filter(|&mark| mark != '.').count();
        let in_the_index = self.world.component_count(&Piece::component_type());
        assert_eq!(in_the_index, pieces, "pieces in the world's index");
        let board = Board::of(&self.world, &self.env);
        assert_eq!(self.tick.board, board, "tick and world");
    }
}

/// Any game that can be stored, whether play can lead there or not.
pub fn any_game() -> impl Strategy<Value = Game> {
    let squares: Vec<Square> = Square::all().collect();
    let piece = || (any::<bool>(), any::<bool>());
    let player = (any::<bool>(), any::<[u8; 32]>());
    let status = prop_oneof![
        Just((false, 0)),
        (0..=2u8).prop_map(|winner| (true, winner)),
    ];
    (
        Just(squares).prop_shuffle(),
        prop_oneof![
            prop::collection::vec(piece(), PIECES),
            Just(vec![(true, true); PIECES]),
            Just(vec![(false, false); PIECES]),
        ],
        (1..=2u8, any::<u32>(), status),
        prop::option::of((0..32u8).prop_map(|index| Square::new(index).unwrap())),
        prop::array::uniform2(player),
    )
        .prop_map(
            |(squares, pieces, (player, number, status), chain, players)| Game {
                pieces: core::array::from_fn(|index| {
                    let side = match index {
                        0..PIECES_A_SIDE => Side::Black,
                        _ => Side::White,
                    };
                    let square = squares[index];
                    let (on_board, is_king) = pieces[index];
                    let rank = if is_king { Rank::King } else { Rank::Man };
                    on_board.then_some((Piece { side, square }, rank))
                }),
                turn: Turn { player, number },
                status: Status {
                    finished: status.0,
                    winner: status.1,
                },
                chain,
                players,
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

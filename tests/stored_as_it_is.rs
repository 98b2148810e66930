//! The systems do not know how the world is stored. The recorded games are played twice: by a contract
//! that stores the world as it is, with what `impl_soroban_game!` gives, and by the one that packs it.

use checkers::components::{Chain, King, Piece, Players, Status, Turn, MATCH};
use checkers::errors::CheckersError;
use checkers::schedule;
use checkers::tick::Action;
use checkers::views::{GameStatus, GameStatusComponent, TurnComponent};
use checkers::{CheckersContract, CheckersContractClient};
use cougr_core::component::ComponentTrait;
use cougr_core::game::SorobanGame;
use cougr_core::query::SimpleQuery;
use cougr_core::{impl_soroban_game, SimpleWorld};
use soroban_sdk::testutils::{Address as _, EnvTestConfig};
use soroban_sdk::xdr::ToXdr;
use soroban_sdk::{contract, contractimpl, Address, Bytes, Env, InvokeError, Symbol};

/// The game with Cougr's own storage.
#[contract]
struct PlainGame;

impl_soroban_game!(PlainGame, "world");

#[contractimpl]
impl PlainGame {
    pub fn init_game(env: Env, one: Address, two: Address) -> Result<(), CheckersError> {
        if Self::load_world(&env).next_entity_id() > 1 {
            return Err(CheckersError::AlreadyInitialised);
        }
        Self::save_world(&env, &schedule::start(&env, Players::new(&one, &two)));
        Ok(())
    }

    pub fn submit_move(
        env: Env,
        player: Address,
        from_row: u32,
        from_col: u32,
        to_row: u32,
        to_col: u32,
    ) -> Result<(), CheckersError> {
        player.require_auth();
        let (from, to) = ((from_row, from_col), (to_row, to_col));
        let action = Action { player, from, to };
        let world = schedule::play(&env, Self::load_world(&env), action)?;
        Self::save_world(&env, &world);
        Ok(())
    }
}

#[cfg(feature = "match-play")]
const CONSTRUCTOR: (u32,) = (0,);
#[cfg(not(feature = "match-play"))]
const CONSTRUCTOR: () = ();

/// Both contracts on one host, with the same players.
struct Tables {
    env: Env,
    plain: Address,
    packed: Address,
    /// The two players, and a stranger.
    addresses: [Address; 3],
}

type Answer = Result<(), CheckersError>;

fn answer<E: std::fmt::Debug>(
    result: Result<Result<(), E>, Result<CheckersError, InvokeError>>,
) -> Answer {
    result.map(Result::unwrap).map_err(Result::unwrap)
}

impl Tables {
    fn new() -> Tables {
        let env = Env::new_with_config(EnvTestConfig {
            capture_snapshot_at_drop: false,
        });
        env.host().set_diagnostic_level(Default::default()).unwrap();
        env.mock_all_auths();
        Tables {
            plain: env.register(PlainGame, ()),
            packed: env.register(CheckersContract, CONSTRUCTOR),
            addresses: [(); 3].map(|()| Address::generate(&env)),
            env,
        }
    }

    fn clients(&self) -> (PlainGameClient<'_>, CheckersContractClient<'_>) {
        (
            PlainGameClient::new(&self.env, &self.plain),
            CheckersContractClient::new(&self.env, &self.packed),
        )
    }

    fn init(&self) -> [Answer; 2] {
        let ([one, two, _], (plain, packed)) = (&self.addresses, self.clients());
        [
            answer(plain.try_init_game(one, two)),
            answer(packed.try_init_game(one, two)),
        ]
    }

    fn submit(&self, player: usize, squares: [u32; 4]) -> [Answer; 2] {
        let (player, (plain, packed)) = (&self.addresses[player - 1], self.clients());
        let [from_row, from_col, to_row, to_col] = &squares;
        [
            answer(plain.try_submit_move(player, from_row, from_col, to_row, to_col)),
            answer(packed.try_submit_move(player, from_row, from_col, to_row, to_col)),
        ]
    }

    fn worlds(&self) -> [SimpleWorld; 2] {
        let (env, [plain, packed]) = (&self.env, [&self.plain, &self.packed]);
        [
            env.as_contract(plain, || PlainGame::load_world(env)),
            env.as_contract(packed, || CheckersContract::load_world(env)),
        ]
    }

    /// The entry of each contract, as it is stored.
    fn entries(&self) -> [Bytes; 2] {
        let (env, [plain, packed]) = (&self.env, [&self.plain, &self.packed]);
        let entry = |key: Symbol| {
            let entry: Option<soroban_sdk::Val> = env.storage().instance().get(&key);
            entry.to_xdr(env)
        };
        [
            env.as_contract(plain, || entry(PlainGame::world_key(env))),
            env.as_contract(packed, || entry(CheckersContract::world_key(env))),
        ]
    }

    /// Both worlds answer every query alike, but for the order of the entities, which is that of time in
    /// the one and that of their ids in the other.
    #[track_caller]
    fn assert_same_worlds(&self, what: &str) {
        let (env, [plain, packed]) = (&self.env, self.worlds());
        assert_eq!(plain.next_entity_id(), packed.next_entity_id(), "{what}");
        let names = [
            Piece::component_type(),
            King::component_type(),
            Players::component_type(),
            Turn::component_type(),
            Status::component_type(),
            Chain::component_type(),
            #[cfg(feature = "match-play")]
            checkers::match_play::components::Clock::component_type(),
            #[cfg(feature = "match-play")]
            checkers::match_play::components::Offer::component_type(),
            #[cfg(feature = "match-play")]
            checkers::match_play::quiet_moves::QuietMoves::component_type(),
        ];
        let sorted = |entities: soroban_sdk::Vec<u32>| {
            let mut entities: Vec<u32> = entities.iter().collect();
            entities.sort_unstable();
            entities
        };
        for name in &names {
            let entities = [&plain, &packed].map(|world| {
                [
                    world.get_entities_with_component(name, env),
                    world.get_table_entities_with_component(name, env),
                    world.get_all_entities_with_component(name, env),
                ]
                .map(sorted)
            });
            assert_eq!(entities[0], entities[1], "{name:?}: {what}");
            for entity in 0..=plain.next_entity_id() {
                let data = [&plain, &packed].map(|world| world.get_component(entity, name));
                assert_eq!(data[0], data[1], "{name:?} of {entity}: {what}");
            }
        }
        // Nobody has a component that is not one of these.
        let any = SimpleQuery::new(env)
            .with_any_components(&names)
            .include_sparse();
        for world in [&plain, &packed] {
            let all = SimpleQuery::new(env).execute(world, env);
            assert_eq!(sorted(all), sorted(any.execute(world, env)), "{what}");
        }
    }

    /// The state of the packed game, as the recordings have it, and of the plain one, read from its world.
    fn states(&self) -> [String; 2] {
        let (env, world) = (&self.env, &self.worlds()[0]);
        let mut cells = [0; 64];
        for entity in 1..MATCH {
            if let Some(Piece { side, square }) = world.get_typed(env, entity) {
                let rank = if world.has_typed::<King>(entity) {
                    2
                } else {
                    1
                };
                cells[square.cell()] = if side.player() == 1 { rank } else { -rank };
            }
        }
        let turn: Turn = world.get_typed(env, MATCH).unwrap();
        let status: Status = world.get_typed(env, MATCH).unwrap();
        let packed = self.clients().1.get_state();
        [
            notation(
                cells.into_iter(),
                TurnComponent {
                    current_player: turn.player.into(),
                    move_number: turn.number,
                },
                GameStatusComponent {
                    status: match status.is_over() {
                        false => GameStatus::Active,
                        true => GameStatus::Finished,
                    },
                    winner: status.winner.into(),
                },
            ),
            notation(packed.board.cells.iter(), packed.turn, packed.status),
        ]
    }
}

/// Cells, player to move, move number, active or finished, winner.
fn notation(
    cells: impl Iterator<Item = i32>,
    turn: TurnComponent,
    status: GameStatusComponent,
) -> String {
    let cells: String = cells
        .map(|cell| b"Xx.oO".map(char::from)[(cell + 2) as usize])
        .collect();
    let TurnComponent {
        current_player,
        move_number,
    } = turn;
    let is_on = status.status == GameStatus::Active;
    let status = format!("{}|{}", if is_on { 'A' } else { 'F' }, status.winner);
    format!("{cells}|{current_player}|{move_number}|{status}")
}

#[test]
fn recorded_games_are_the_same_however_they_are_stored() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/transitional.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    // The recordings are of the core's rules; by the official ones the two still play alike.
    let is_recorded = cfg!(not(feature = "official-rules"));
    let [mut accepted, mut refused] = [0, 0];
    for line in text.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        let tables = Tables::new();
        for (number, call) in (0..).zip(game["calls"].as_array().unwrap()) {
            let what = format!("{}, call {number}: {call}", game["name"]);
            let player = call["p"].as_u64().unwrap() as usize;
            let squares = core::array::from_fn(|n| call["m"][n].as_u64().unwrap() as u32);
            let before = tables.entries();
            let [plain, packed] = tables.submit(player, squares);
            assert_eq!(plain, packed, "{what}");
            let code = plain.map_or_else(|error| error as u64, |()| 0);
            if is_recorded {
                assert_eq!(call["r"], code, "{what}");
            }
            if code == 0 {
                accepted += 1;
                tables.assert_same_worlds(&what);
                let [plain, packed] = tables.states();
                assert_eq!(plain, packed, "{what}");
                if is_recorded {
                    assert_eq!(call["s"], plain, "{what}");
                }
            } else {
                refused += 1;
                assert_eq!(tables.entries(), before, "{what}");
            }
            // The game is set up after the first call, and only once.
            let again = Err(CheckersError::AlreadyInitialised);
            match number {
                0 => assert_eq!(tables.init(), [Ok(()); 2]),
                _ => assert_eq!(tables.init(), [again; 2]),
            }
        }
    }
    assert!(accepted > 600 && refused > 1000, "{accepted} {refused}");
}

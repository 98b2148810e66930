//! The contract under attack: plugins that add to the world what the schema does not have, and entries
//! that are not a game. No call may lose the game, overwrite it, or answer as if all were well.
//!
//! A second reader of the stored form, below, says what an entry holds. It follows the documents.

use checkers::components::{Chain, King, Piece, Players, Status, Turn, MATCH};
use checkers::errors::CheckersError;
use checkers::packed_world::Size::{Fixed, Marker, UpTo};
use checkers::packed_world::{self, sparse, table, Schema};
use checkers::rules::{Side, Square};
use checkers::schedule::{self, add_rules};
use checkers::tick::{Action, SharedTick};
use checkers::views::GameStatus;
use checkers::{CheckersContract, CheckersContractClient};
use cougr_core::app::{named_system, GameApp, ScheduleStage};
use cougr_core::component::ComponentStorage;
use cougr_core::game::SorobanGame;
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use proptest::prelude::*;
use soroban_sdk::testutils::{Address as _, EnvTestConfig};
use soroban_sdk::{
    contract, contractimpl, contracttype, symbol_short, vec, Address, Bytes, BytesN, Env, IntoVal,
    InvokeError, Map, Symbol, Val,
};
use std::fmt::Debug;

#[cfg(feature = "match-play")]
const CONSTRUCTOR: (u32,) = (0,);
#[cfg(not(feature = "match-play"))]
const CONSTRUCTOR: () = ();

const KEY: Symbol = symbol_short!("game");

fn host() -> Env {
    let env = Env::new_with_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    env.host().set_diagnostic_level(Default::default()).unwrap();
    env.mock_all_auths();
    env
}

fn players(one: &Address, two: &Address) -> Players {
    Players::new(one, two)
}

/// How a call ends.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Answer<T> {
    Given(T),
    Refused(CheckersError),
    /// The transaction fails.
    Stopped,
}

use Answer::{Given, Refused, Stopped};

fn answer<T, E: Debug>(
    result: Result<Result<T, E>, Result<CheckersError, InvokeError>>,
) -> Answer<T> {
    match result {
        Ok(given) => Given(given.unwrap()),
        Err(Ok(error)) => Refused(error),
        Err(Err(_)) => Stopped,
    }
}

// Plugins that add components.

/// A component that a plugin sets in the tick of a move.
#[contracttype]
#[derive(Clone, Debug)]
pub struct Addition {
    /// The entity; 0 for one that the plugin spawns.
    pub entity: u32,
    pub name: Symbol,
    pub data: Bytes,
    pub is_sparse: bool,
}

/// The schema of the contract, and a line for each addition of these tests.
const WIDER: Schema = &[
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
    sparse(symbol_short!("quiet"), UpTo(80)),
    sparse(symbol_short!("frozen"), Marker),
    table(symbol_short!("count"), Fixed(8)),
    table(symbol_short!("aaa"), Marker),
    sparse(symbol_short!("zzz"), Fixed(3)),
    table(symbol_short!("note"), UpTo(200)),
];

/// A game with a plugin that does what it is told, stored by the schema of the contract or by the wider.
#[contract]
struct Plugged;

#[contractimpl]
impl Plugged {
    pub fn init_game(env: Env, one: Address, two: Address) -> Result<(), CheckersError> {
        CheckersContract::init_game(env, one, two)
    }

    pub fn init_wider_game(env: Env, one: Address, two: Address) {
        save(&env, &schedule::start(&env, players(&one, &two)), true);
    }

    pub fn submit_move(
        env: Env,
        player: Address,
        from: (u32, u32),
        to: (u32, u32),
        additions: soroban_sdk::Vec<Addition>,
        is_wider: bool,
    ) -> Result<(), CheckersError> {
        let world = match is_wider {
            true => packed_world::load(&env, &KEY, WIDER).unwrap().unpack(),
            false => CheckersContract::load_world(&env),
        };
        let action = Action { player, from, to };
        let rules = |app: &mut GameApp, tick: &SharedTick| {
            add_rules(app, tick);
            let additions = additions.clone();
            // At the very end: `turn` would put right what is said of its own components.
            let system = named_system("addition", move |world, _| {
                additions.iter().for_each(|addition| add(world, addition));
            });
            app.add_systems(system.in_stage(ScheduleStage::Cleanup).after("turn"));
        };
        save(
            &env,
            &schedule::play_by(rules, &env, world, action)?,
            is_wider,
        );
        Ok(())
    }
}

fn save(env: &Env, world: &SimpleWorld, is_wider: bool) {
    match is_wider {
        true => packed_world::save(env, &KEY, WIDER, world),
        false => CheckersContract::save_world(env, world),
    }
}

fn add(world: &mut SimpleWorld, addition: Addition) {
    let Addition {
        entity,
        name,
        data,
        is_sparse,
    } = addition;
    let entity = match entity {
        0 => world.spawn_entity(),
        entity => entity,
    };
    let storage = match is_sparse {
        true => ComponentStorage::Sparse,
        false => ComponentStorage::Table,
    };
    world.add_component_with_storage(entity, name, data, storage);
}

/// A table with the plugin, after the first move of Black.
struct PluggedTable {
    env: Env,
    id: Address,
    client: PluggedClient<'static>,
    players: [Address; 2],
    is_wider: bool,
}

const FIRST: [(u32, u32); 2] = [(2, 1), (3, 0)];
const SECOND: [(u32, u32); 2] = [(5, 0), (4, 1)];
const THIRD: [(u32, u32); 2] = [(2, 3), (3, 2)];
const FOURTH: [(u32, u32); 2] = [(4, 1), (2, 3)];

impl PluggedTable {
    fn new(is_wider: bool) -> PluggedTable {
        let env = host();
        let id = env.register(Plugged, ());
        let client = PluggedClient::new(&env, &id);
        let players = [(); 2].map(|()| Address::generate(&env));
        match is_wider {
            true => client.init_wider_game(&players[0], &players[1]),
            false => client.init_game(&players[0], &players[1]),
        }
        let table = PluggedTable {
            env,
            id,
            client,
            players,
            is_wider,
        };
        assert_eq!(table.play(0, FIRST, &[]), Given(()));
        table
    }

    fn play(
        &self,
        player: usize,
        [from, to]: [(u32, u32); 2],
        additions: &[Addition],
    ) -> Answer<()> {
        let additions = soroban_sdk::Vec::from_slice(&self.env, additions);
        let player = &self.players[player];
        let call = self
            .client
            .try_submit_move(player, &from, &to, &additions, &self.is_wider);
        answer(call)
    }

    fn addition(&self, entity: u32, name: &str, data: &[u8], is_sparse: bool) -> Addition {
        Addition {
            entity,
            name: Symbol::new(&self.env, name),
            data: Bytes::from_slice(&self.env, data),
            is_sparse,
        }
    }

    fn entry(&self) -> Option<Bytes> {
        let entry = || self.env.storage().instance().get(&KEY);
        self.env.as_contract(&self.id, entry)
    }

    fn world(&self) -> SimpleWorld {
        let load = || packed_world::load(&self.env, &KEY, WIDER).unwrap().unpack();
        self.env.as_contract(&self.id, load)
    }

    /// The move with the addition is not played, the game is there as it was, and it goes on.
    #[track_caller]
    fn assert_stopped(&self, addition: Addition) {
        let entry = self.entry();
        let what = format!("{addition:?}");
        assert_eq!(self.play(1, SECOND, &[addition]), Stopped, "{what}");
        assert_eq!(self.entry(), entry, "{what}");
        let again = self
            .client
            .try_init_game(&self.players[1], &self.players[0]);
        assert_eq!(answer(again), Refused(CheckersError::AlreadyInitialised));
    }
}

#[test]
fn a_frozen_piece_is_not_taken_for_a_king() {
    let table = PluggedTable::new(false);
    for piece in 1..MATCH {
        table.assert_stopped(table.addition(piece, "frozen", &[1], true));
    }
    assert_eq!(table.play(1, SECOND, &[]), Given(()));
}

#[test]
fn a_count_on_the_match_does_not_lose_the_game() {
    let table = PluggedTable::new(false);
    table.assert_stopped(table.addition(MATCH, "count", &[0; 8], false));
    assert_eq!(table.play(1, SECOND, &[]), Given(()));
}

/// The entities that an addition goes to: a piece that moves, others, the match, one that was spawned by
/// the plugin. All have been spawned when the world is saved.
const ENTITIES: [u32; 6] = [1, 9, 21, 24, MATCH, 0];

#[test]
fn components_that_the_schema_lacks_stop_the_call() {
    let table = PluggedTable::new(false);
    // Names before, among and behind those of the game, in the order of the host's maps.
    let names = [
        "aaa",
        "frozen",
        "king2",
        "note",
        "zzz",
        "ZZZ",
        "_",
        "of_more_than_nine",
    ];
    for entity in ENTITIES {
        for name in names {
            for is_sparse in [false, true] {
                for data in [&[][..], &[1], &[0; 8], &[7; 66], &[9; 200]] {
                    table.assert_stopped(table.addition(entity, name, data, is_sparse));
                }
            }
        }
    }
    assert_eq!(table.play(1, SECOND, &[]), Given(()));
}

#[test]
fn components_of_another_kind_or_size_stop_the_call() {
    let table = PluggedTable::new(false);
    let lines: &[(&str, bool, &[usize])] = &[
        ("piece", false, &[0, 2, 3, 8]),
        ("piece", true, &[0, 1, 2]),
        ("king", false, &[1]),
        ("king", true, &[0, 2]),
        ("players", false, &[0, 1, 65, 67, 96]),
        ("players", true, &[66]),
        ("turn", false, &[0, 1, 4, 6, 8]),
        ("turn", true, &[5]),
        ("status", false, &[0, 1, 3]),
        ("status", true, &[2]),
        ("chain", false, &[1]),
        ("chain", true, &[0, 2]),
        #[cfg(feature = "match-play")]
        ("clock", true, &[0, 11, 13]),
        #[cfg(feature = "match-play")]
        ("clock", false, &[12]),
        #[cfg(feature = "match-play")]
        ("offer", true, &[0, 2]),
        #[cfg(feature = "match-play")]
        ("quiet", true, &[81]),
        #[cfg(feature = "match-play")]
        ("quiet", false, &[1]),
    ];
    for entity in ENTITIES {
        for &(name, is_sparse, sizes) in lines {
            for &size in sizes {
                let data = std::vec![1; size];
                table.assert_stopped(table.addition(entity, name, &data, is_sparse));
            }
        }
        // A crown that says something.
        table.assert_stopped(table.addition(entity, "king", &[2], true));
    }
    assert_eq!(table.play(1, SECOND, &[]), Given(()));
}

#[test]
fn components_of_entities_that_were_never_spawned_stop_the_call() {
    let table = PluggedTable::new(false);
    for entity in [MATCH + 1, MATCH + 2, 1000, u32::MAX] {
        table.assert_stopped(table.addition(entity, "king", &[1], true));
        table.assert_stopped(table.addition(entity, "turn", &[0; 5], false));
        table.assert_stopped(table.addition(entity, "frozen", &[1], true));
    }
    assert_eq!(table.play(1, SECOND, &[]), Given(()));
}

#[test]
fn components_that_the_schema_has_are_stored() {
    let known: [(&str, bool, &[u8]); 7] = [
        ("frozen", true, &[1]),
        ("count", false, &[0, 0, 0, 0, 0, 0, 0, 7]),
        ("aaa", false, &[1]),
        ("zzz", true, &[1, 2, 3]),
        ("note", false, &[]),
        ("note", false, &[0; 3]),
        ("note", false, &[9; 200]),
    ];
    for entity in ENTITIES {
        for (name, is_sparse, data) in known {
            let table = PluggedTable::new(true);
            let addition = table.addition(entity, name, data, is_sparse);
            assert_eq!(
                table.play(1, SECOND, std::slice::from_ref(&addition)),
                Given(())
            );
            let entity = if entity == 0 { MATCH + 1 } else { entity };
            // Here, and after another move, which does not know of it.
            for world_is_new in [true, false] {
                let (world, Addition { name, data, .. }) = (table.world(), &addition);
                assert_eq!(world.get_component(entity, name), Some(data.clone()));
                let all = world.get_all_entities_with_component(name, &table.env);
                assert_eq!(all, vec![&table.env, entity]);
                let tables = world.get_entities_with_component(name, &table.env);
                assert_eq!(tables.is_empty(), is_sparse);
                assert_eq!(world.next_entity_id(), (entity + 1).max(MATCH + 1));
                if world_is_new {
                    assert_eq!(table.play(0, THIRD, &[]), Given(()));
                }
            }
            // Without the plugin's line there is no playing on, and nothing that overwrites it.
            let entry = table.entry();
            let [one, two] = &table.players;
            assert_eq!(answer(table.client.try_init_game(one, two)), Stopped);
            let table = PluggedTable {
                is_wider: false,
                ..table
            };
            assert_eq!(table.play(1, FOURTH, &[]), Stopped);
            assert_eq!(table.entry(), entry);
        }
    }
}

#[test]
fn many_additions_are_stored_together() {
    let table = PluggedTable::new(true);
    let mut additions = std::vec![table.addition(MATCH, "count", &[5; 8], false)];
    for entity in 1..MATCH {
        additions.push(table.addition(entity, "frozen", &[1], true));
        additions.push(table.addition(entity, "note", &std::vec![3; entity as usize], false));
    }
    // A second thing said of an entity replaces the first.
    additions.push(table.addition(7, "note", b"again", false));
    assert_eq!(table.play(1, SECOND, &additions), Given(()));
    let world = table.world();
    assert_eq!(world.component_count(&symbol_short!("frozen")), 24);
    assert_eq!(world.table_component_count(&symbol_short!("note")), 24);
    let note = world.get_component(7, &symbol_short!("note")).unwrap();
    assert_eq!(note, Bytes::from_slice(&table.env, b"again"));
    assert_eq!(table.play(0, THIRD, &[]), Given(()));
}

// A second reader of what is stored.

/// The components of the contract in the order of its schema, with their bytes: exactly so many, or, with
/// a number before them, at most.
const STORED: &[(usize, bool)] = &[
    (1, false),  // piece
    (0, false),  // king
    (66, false), // players
    (5, false),  // turn
    (2, false),  // status
    (1, false),  // chain
    #[cfg(feature = "match-play")]
    (12, false), // clock
    #[cfg(feature = "match-play")]
    (1, false), // offer
    #[cfg(feature = "match-play")]
    (80, true), // quiet
];
const PIECE: usize = 0;
const KING: usize = 1;
const PLAYERS: usize = 2;
const TURN: usize = 3;
const STATUS: usize = 4;
const CHAIN: usize = 5;

/// The data of each component, by the entity.
#[derive(Clone, Debug)]
struct Entry {
    components: Vec<Vec<(EntityId, Vec<u8>)>>,
}

/// Takes a number off the bytes.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    if *first < 128 {
        return Some((*first).into());
    }
    let more = number(bytes)?;
    // No number has a zero behind it, and none here more than five bytes.
    (more > 0 && more < 1 << 30).then(|| u64::from(first - 128) + 128 * more)
}

fn take<'a>(bytes: &mut &'a [u8], length: u64) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
    *bytes = rest;
    Some(taken)
}

fn entities(bytes: &mut &[u8]) -> Option<Vec<u64>> {
    let how = number(bytes)?;
    if how == 0 {
        return Some(Vec::new());
    }
    if how % 2 == 1 {
        return Some(std::vec![how / 2]);
    }
    let first = number(bytes)?;
    let bits = take(bytes, how / 2)?;
    let is_set = |n: &u64| bits[(n / 8) as usize] & (1 << (n % 8)) != 0;
    let entities: Vec<u64> = (0..4 * how).filter(is_set).map(|n| first + n).collect();
    let fills_its_bytes = entities.len() > 1 && bits[0] % 2 == 1 && bits[bits.len() - 1] > 0;
    fills_its_bytes.then_some(entities)
}

impl Entry {
    /// `None` if the bytes are not a world of the contract's schema.
    fn read(bytes: &[u8]) -> Option<Entry> {
        let mut bytes = bytes;
        let next = number(&mut bytes)?;
        let mut components = Vec::new();
        for &(size, is_at_most) in STORED {
            let mut these = Vec::new();
            for entity in entities(&mut bytes)? {
                let length = if is_at_most {
                    number(&mut bytes)?
                } else {
                    size as u64
                };
                let data = take(&mut bytes, length).filter(|data| data.len() <= size)?;
                let is_spawned = 0 < entity && entity < next;
                these.push((
                    u32::try_from(entity).ok().filter(|_| is_spawned)?,
                    data.to_vec(),
                ));
            }
            components.push(these);
        }
        let is_world = (1..1 << 32).contains(&next) && bytes.iter().all(|&byte| byte == 0);
        is_world.then_some(Entry { components })
    }

    fn of_match(&self, component: usize) -> Option<&[u8]> {
        let mut all = self.components[component].iter();
        let (_, data) = all.find(|(entity, _)| *entity == MATCH)?;
        Some(data)
    }

    /// The 64 cells; `None` if a piece is of no side, or two stand on a square.
    fn cells(&self) -> Option<[i32; 64]> {
        let mut cells = [0; 64];
        for (entity, data) in &self.components[PIECE] {
            let (side, square) = (data[0] / 32, usize::from(data[0] % 32));
            let is_king = self.components[KING].iter().any(|(king, _)| king == entity);
            let (row, nth) = (square / 4, square % 4);
            let cell = &mut cells[8 * row + 2 * nth + (1 - row % 2)];
            if !(1..=2).contains(&side) || *cell != 0 {
                return None;
            }
            *cell = if side == 1 { 1 } else { -1 } * if is_king { 2 } else { 1 };
        }
        Some(cells)
    }

    /// Kind and key of each player.
    fn players(&self) -> Option<[(u8, &[u8]); 2]> {
        let (one, two) = self.of_match(PLAYERS)?.split_at(33);
        let player = |player: &'_ [u8]| player[0] < 2;
        (player(one) && player(two)).then(|| [(one[0], &one[1..]), (two[0], &two[1..])])
    }

    fn turn(&self) -> Option<(u32, u32)> {
        let (&player, number) = self.of_match(TURN)?.split_first()?;
        let number = u32::from_be_bytes(number.try_into().unwrap());
        matches!(player, 1 | 2).then_some((player.into(), number))
    }

    /// Is it over, and who has won?
    fn status(&self) -> Option<(bool, u32)> {
        match *self.of_match(STATUS)? {
            [0, 0] => Some((false, 0)),
            // Cougr reads every byte but 0 as true.
            [1..=255, winner @ 0..=2] => Some((true, winner.into())),
            _ => None,
        }
    }

    fn chain_is_sound(&self) -> bool {
        self.of_match(CHAIN).is_none_or(|square| square[0] < 32)
    }
}

#[cfg(feature = "match-play")]
impl Entry {
    fn has_a_clock(&self) -> bool {
        self.of_match(CHAIN + 1).is_some()
    }

    fn offer_is_sound(&self) -> bool {
        self.of_match(CHAIN + 2)
            .is_none_or(|player| matches!(player[0], 1 | 2))
    }

    /// Does each step come from a square of the board?
    fn quiet_moves_are_sound(&self) -> bool {
        let is_step = |byte: &u8| {
            let (row, nth) = (i32::from(byte % 32 / 4), i32::from(byte % 4));
            let col = 2 * nth + 1 - row % 2;
            let from_row = row + if byte & 64 != 0 { -1 } else { 1 };
            let from_col = col + if byte & 32 != 0 { -1 } else { 1 };
            byte & 128 != 0
                && [from_row, from_col]
                    .iter()
                    .all(|index| (0..8).contains(index))
        };
        self.of_match(CHAIN + 3)
            .is_none_or(|moves| moves.iter().all(is_step))
    }
}

// Entries that are not a game.

/// A contract of which the entry is put there.
struct Table {
    env: Env,
    id: Address,
    client: CheckersContractClient<'static>,
    players: [Address; 2],
}

impl Table {
    fn new() -> Table {
        let env = host();
        let id = env.register(CheckersContract, CONSTRUCTOR);
        let client = CheckersContractClient::new(&env, &id);
        let players = [(); 2].map(|()| Address::generate(&env));
        Table {
            env,
            id,
            client,
            players,
        }
    }

    fn put(&self, entry: impl IntoVal<Env, Val>) {
        let entry = entry.into_val(&self.env);
        let put = || self.env.storage().instance().set(&KEY, &entry);
        self.env.as_contract(&self.id, put);
    }

    fn put_bytes(&self, bytes: &[u8]) {
        self.put(Bytes::from_slice(&self.env, bytes));
    }

    /// The entry as the host knows it, whatever it is.
    fn entry(&self) -> Val {
        let entry = || self.env.storage().instance().get(&KEY).unwrap();
        self.env.as_contract(&self.id, entry)
    }

    fn bytes(&self) -> Vec<u8> {
        let entry = || self.env.storage().instance().get::<_, Bytes>(&KEY).unwrap();
        self.env.as_contract(&self.id, entry).iter().collect()
    }

    /// Black may jump with the king that has just jumped, over the man in front of it. Some pieces have
    /// been captured.
    fn chain(&self) -> Vec<u8> {
        self.save(|world| {
            let pieces = [
                (1, Side::Black, 5, true),
                (2, Side::Black, 10, true),
                (12, Side::Black, 3, false),
                (13, Side::White, 15, false),
                (20, Side::White, 31, true),
                (24, Side::White, 26, false),
            ];
            for (entity, side, number, is_king) in pieces {
                let square = Square::of_number(number).unwrap();
                world.set_typed(&self.env, entity, &Piece { side, square });
                if is_king {
                    world.set_typed(&self.env, entity, &King);
                }
            }
            world.set_typed(&self.env, MATCH, &Chain { square: 9 });
        })
    }

    /// Stores a world: the match, where Black is to move, and what is added to it.
    fn save(&self, add: impl FnOnce(&mut SimpleWorld)) -> Vec<u8> {
        let (env, mut world) = (&self.env, SimpleWorld::new(&self.env));
        (0..MATCH).for_each(|_| {
            world.spawn_entity();
        });
        let [one, two] = &self.players;
        world.set_typed(env, MATCH, &players(one, two));
        let turn = Turn {
            player: 1,
            number: 0x0102_0304,
        };
        world.set_typed(env, MATCH, &turn);
        let status = Status {
            finished: false,
            winner: 0,
        };
        world.set_typed(env, MATCH, &status);
        #[cfg(feature = "match-play")]
        {
            use checkers::match_play::components::{Clock, Offer};
            use checkers::match_play::quiet_moves::QuietMoves;
            let clock = Clock {
                move_seconds: 60,
                turn_passed: 0,
            };
            world.set_typed(env, MATCH, &clock);
            world.set_typed(env, MATCH, &Offer { player: 2 });
            // 5-1, 32-28.
            let quiet = QuietMoves::from_bytes(&[128 + 32, 128 + 32 + 27]).unwrap();
            world.set_typed(env, MATCH, &quiet);
        }
        add(&mut world);
        let save = || CheckersContract::save_world(env, &world);
        env.as_contract(&self.id, save);
        self.bytes()
    }

    /// All calls, none of which may take what is stored for less or more than it is.
    #[track_caller]
    fn assert_nothing_is_hidden(&self, what: &str) {
        let before = self.bytes();
        let entry = Entry::read(&before);
        let is = |part: fn(&Entry) -> bool| entry.as_ref().is_some_and(part);
        let cells_are_sound = is(|entry| entry.cells().is_some());
        let match_is_sound = is(|entry| {
            entry.players().is_some() && entry.turn().is_some() && entry.status().is_some()
        });
        let unchanged = |call: &str| {
            assert_eq!(self.bytes(), before, "{call} of {what} has written");
        };

        let [one, two] = &self.players;
        let init = answer(self.client.try_init_game(two, one));
        match entry {
            Some(_) => assert_eq!(init, Refused(CheckersError::AlreadyInitialised), "{what}"),
            None => assert_eq!(init, Stopped, "init_game: {what}"),
        }
        unchanged("init_game");

        let board = answer(self.client.try_get_board());
        match entry.as_ref().and_then(Entry::cells) {
            Some(cells) => {
                let Given(board) = board else {
                    panic!("get_board: {board:?}: {what}");
                };
                assert!(board.cells.iter().eq(cells), "{what}");
            }
            None => assert_eq!(board, Stopped, "get_board: {what}"),
        }

        let state = answer(self.client.try_get_state());
        if cells_are_sound && match_is_sound {
            let Given(state) = state else {
                panic!("get_state: {state:?}: {what}");
            };
            let entry = entry.as_ref().unwrap();
            assert!(
                state.board.cells.iter().eq(entry.cells().unwrap()),
                "{what}"
            );
            let turn = (state.turn.current_player, state.turn.move_number);
            assert_eq!(Some(turn), entry.turn(), "{what}");
            let is_over = state.status.status == GameStatus::Finished;
            assert_eq!(
                Some((is_over, state.status.winner)),
                entry.status(),
                "{what}"
            );
            for (seen, stored) in [state.player_one, state.player_two]
                .iter()
                .zip(entry.players().unwrap())
            {
                assert_eq!(kind_and_key(seen), (stored.0, stored.1.to_vec()), "{what}");
            }
        } else {
            assert_eq!(state, Stopped, "get_state: {what}");
        }

        let current = answer(self.client.try_get_current_player());
        match entry.as_ref().map(|entry| (entry.players(), entry.turn())) {
            Some((Some(players), Some((player, _)))) => {
                let Given(current) = current else {
                    panic!("get_current_player: {current:?}: {what}");
                };
                let (kind, key) = players[player as usize - 1];
                assert_eq!(kind_and_key(&current), (kind, key.to_vec()), "{what}");
            }
            _ => assert_eq!(current, Stopped, "get_current_player: {what}"),
        }

        #[cfg(feature = "match-play")]
        self.assert_nothing_is_hidden_from_match_play(what);

        // 10x19 of Black, which goes on with the chain; where none is open it is a capture.
        let moved = answer(self.client.try_submit_move(one, &2, &3, &4, &5));
        let chain_is_sound = is(Entry::chain_is_sound);
        if cells_are_sound && match_is_sound && chain_is_sound {
            if moved == Given(()) {
                let after = Entry::read(&self.bytes()).expect("a world after the move");
                assert!(
                    after.cells().is_some() && after.players().is_some(),
                    "{what}"
                );
                assert!(after.turn().is_some() && after.status().is_some(), "{what}");
                self.put_bytes(&before);
            }
        } else {
            let is_over = is(|entry| entry.status().is_some_and(|(is_over, _)| is_over));
            match moved {
                // What comes first in the order of the checks may hide what would come later.
                Refused(CheckersError::GameOver) if cells_are_sound && is_over => {}
                moved => assert_eq!(moved, Stopped, "submit_move: {what}"),
            }
        }
        unchanged("a call");
    }

    #[cfg(feature = "match-play")]
    #[track_caller]
    fn assert_nothing_is_hidden_from_match_play(&self, what: &str) {
        let before = self.bytes();
        let entry = Entry::read(&before);
        let is = |part: fn(&Entry) -> bool| entry.as_ref().is_some_and(part);
        let match_is_sound = is(|entry| {
            entry.players().is_some() && entry.turn().is_some() && entry.status().is_some()
        });
        let cells_are_sound = is(|entry| entry.cells().is_some());
        let [one, two] = &self.players;
        let is_over = is(|entry| entry.status().is_some_and(|(is_over, _)| is_over));
        let calls = [
            ("resign", answer(self.client.try_resign(one)), true),
            (
                "agree_draw",
                answer({
                    self.put_bytes(&before);
                    self.client.try_agree_draw(one)
                }),
                is(Entry::offer_is_sound),
            ),
            (
                "claim_draw",
                answer({
                    self.put_bytes(&before);
                    self.client.try_claim_draw(one)
                }),
                cells_are_sound && is(Entry::quiet_moves_are_sound),
            ),
            (
                "claim_win",
                answer({
                    self.put_bytes(&before);
                    self.client.try_claim_win(two)
                }),
                is(Entry::has_a_clock),
            ),
        ];
        self.put_bytes(&before);
        for (call, answer, is_sound) in calls {
            if match_is_sound && is_sound {
                assert_ne!(answer, Stopped, "{call}: {what}");
            } else if !(is_over && answer == Refused(CheckersError::GameOver)) {
                let comes_first = [CheckersError::YourTurn, CheckersError::WrongTurn];
                let comes_first = match_is_sound && comes_first.map(Refused).contains(&answer);
                assert!(
                    answer == Stopped || comes_first,
                    "{call} of {what}: {answer:?}"
                );
            }
        }

        let seen = answer(self.client.try_get_match());
        let parts = [
            Entry::has_a_clock,
            Entry::offer_is_sound,
            Entry::quiet_moves_are_sound,
        ];
        if parts.into_iter().all(is) {
            assert!(matches!(seen, Given(_)), "get_match of {what}: {seen:?}");
        } else {
            assert_eq!(seen, Stopped, "get_match: {what}");
        }

        let moves = answer(self.client.try_legal_moves());
        if match_is_sound && cells_are_sound && (is(Entry::chain_is_sound) || is_over) {
            assert!(
                matches!(moves, Given(_)),
                "legal_moves of {what}: {moves:?}"
            );
        } else {
            assert_eq!(moves, Stopped, "legal_moves: {what}");
        }
        assert_eq!(self.bytes(), before);
    }

    /// Every call stops, and the entry stays.
    #[track_caller]
    fn assert_all_stop(&self, what: &str) {
        let before = self.entry();
        let [one, two] = &self.players;
        let client = &self.client;
        assert_eq!(answer(client.try_init_game(one, two)), Stopped, "{what}");
        let moved = client.try_submit_move(one, &2, &3, &4, &5);
        assert_eq!(answer(moved), Stopped, "{what}");
        assert_eq!(answer(client.try_get_board()), Stopped, "{what}");
        assert_eq!(answer(client.try_get_state()), Stopped, "{what}");
        assert_eq!(answer(client.try_get_current_player()), Stopped, "{what}");
        #[cfg(feature = "match-play")]
        {
            assert_eq!(answer(client.try_resign(one)), Stopped, "{what}");
            assert_eq!(answer(client.try_agree_draw(one)), Stopped, "{what}");
            assert_eq!(answer(client.try_claim_draw(one)), Stopped, "{what}");
            assert_eq!(answer(client.try_claim_win(two)), Stopped, "{what}");
            assert_eq!(answer(client.try_get_match()), Stopped, "{what}");
            assert_eq!(answer(client.try_legal_moves()), Stopped, "{what}");
        }
        let same = self.env.as_contract(&self.id, || {
            let entry: Val = self.env.storage().instance().get(&KEY).unwrap();
            soroban_sdk::xdr::ToXdr::to_xdr(entry, &self.env)
                == soroban_sdk::xdr::ToXdr::to_xdr(before, &self.env)
        });
        assert!(same, "{what}");
    }
}

/// Of an address as it is seen: 0 for an account or 1 for a contract, and its 32 bytes.
fn kind_and_key(address: &Address) -> (u8, Vec<u8>) {
    use soroban_sdk::xdr::{AccountId, ContractId, Hash, PublicKey, ScAddress, Uint256};
    match ScAddress::from(address) {
        ScAddress::Account(AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(key)))) => {
            (0, key.to_vec())
        }
        ScAddress::Contract(ContractId(Hash(key))) => (1, key.to_vec()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_entry_that_is_sound_is_answered() {
    let table = Table::new();
    for entry in [table.save(|_| {}), table.chain()] {
        table.put_bytes(&entry);
        table.assert_nothing_is_hidden("as it was saved");
    }
    // The second reader agrees that the chain goes on.
    let moved = table
        .client
        .try_submit_move(&table.players[0], &2, &3, &4, &5);
    assert_eq!(answer(moved), Given(()));
}

#[test]
fn entries_that_end_early_stop_every_call() {
    let table = Table::new();
    table.client.init_game(&table.players[0], &table.players[1]);
    let start = table.bytes();
    for entry in [start, table.chain()] {
        for length in 0..entry.len() {
            table.put_bytes(&entry[..length]);
            // Zeros at the end of an entry are room.
            if Entry::read(&entry[..length]).is_none() {
                table.assert_all_stop(&format!("the first {length} bytes"));
            } else {
                assert!(entry[length..].iter().all(|&byte| byte == 0), "{length}");
            }
        }
    }
}

#[test]
fn random_bytes_stop_every_call() {
    let table = Table::new();
    let config = ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    proptest!(config, |(bytes in bytes)| {
        table.put_bytes(&bytes);
        table.assert_nothing_is_hidden(&format!("{bytes:?}"));
    });
}

#[test]
fn entries_that_are_not_bytes_stop_every_call() {
    let table = Table::new();
    let env = &table.env;
    let world = SimpleWorld::new(env);
    let entries: [Val; 8] = [
        0u32.into_val(env),
        ().into_val(env),
        false.into_val(env),
        symbol_short!("none").into_val(env),
        table.players[0].into_val(env),
        vec![env, 1u32].into_val(env),
        Map::<u32, u32>::new(env).into_val(env),
        // Stored as Cougr does.
        world.into_val(env),
    ];
    for entry in entries {
        table.put(entry);
        table.assert_all_stop(&format!("{entry:?}"));
    }
}

#[test]
fn an_entry_with_a_changed_byte_is_another_game_or_stops() {
    let table = Table::new();
    let entry = table.chain();
    for at in 0..entry.len() {
        let was = entry[at];
        let bits = [1, 1 << 5, 1 << 7].map(|bit| was ^ bit).into_iter();
        for byte in bits
            .chain([0, 255, was.wrapping_add(1)])
            .filter(|&byte| byte != was)
        {
            let mut entry = entry.clone();
            entry[at] = byte;
            table.put_bytes(&entry);
            table.assert_nothing_is_hidden(&format!("byte {at} is {byte}, not {was}"));
        }
    }
}

/// Puts a world with the same pieces as [`Table::chain`], and something else.
#[track_caller]
fn assert_hidden_by_none(change: impl FnOnce(&Env, &mut SimpleWorld)) -> Table {
    let table = Table::new();
    table.chain();
    let (env, id) = (&table.env, &table.id);
    env.as_contract(id, || {
        let mut world = CheckersContract::load_world(env);
        change(env, &mut world);
        CheckersContract::save_world(env, &world);
    });
    table.assert_nothing_is_hidden("a world that is no game");
    table
}

/// Sets the data of a component.
fn set(world: &mut SimpleWorld, env: &Env, entity: EntityId, name: Symbol, data: &[u8]) {
    let sparse = [
        symbol_short!("chain"),
        symbol_short!("offer"),
        symbol_short!("quiet"),
    ];
    let storage = match sparse.contains(&name) {
        true => ComponentStorage::Sparse,
        false => ComponentStorage::Table,
    };
    let data = Bytes::from_slice(env, data);
    world.add_component_with_storage(entity, name, data, storage);
}

#[track_caller]
fn assert_no_move(table: &Table) {
    let moved = table
        .client
        .try_submit_move(&table.players[0], &2, &3, &4, &5);
    assert_eq!(answer(moved), Stopped);
}

#[test]
fn a_world_without_a_match_stops() {
    let names = ["players", "turn", "status"];
    for name in names {
        let table = assert_hidden_by_none(|env, world| {
            assert!(world.remove_component(MATCH, &Symbol::new(env, name)));
        });
        assert_no_move(&table);
        assert_eq!(answer(table.client.try_get_state()), Stopped, "{name}");
    }
    let table = assert_hidden_by_none(|_, world| world.despawn_entity(MATCH));
    assert_no_move(&table);
    assert_eq!(answer(table.client.try_get_state()), Stopped);
    assert_eq!(answer(table.client.try_get_current_player()), Stopped);
    let table =
        assert_hidden_by_none(|_, world| (1..=MATCH).for_each(|id| world.despawn_entity(id)));
    assert_no_move(&table);
}

#[test]
fn two_pieces_on_a_square_stop() {
    // Those of one side, and those of both.
    for byte in [32 + 9, 64 + 9] {
        for entity in [12, 13, 3] {
            let table = assert_hidden_by_none(|env, world| {
                set(world, env, entity, symbol_short!("piece"), &[byte]);
            });
            assert_no_move(&table);
            assert_eq!(answer(table.client.try_get_board()), Stopped);
            assert_eq!(answer(table.client.try_get_state()), Stopped);
        }
    }
}

#[test]
fn a_piece_of_no_side_stops() {
    for byte in [0, 9, 31, 96, 128 + 9, 255] {
        let table = assert_hidden_by_none(|env, world| {
            set(world, env, 12, symbol_short!("piece"), &[byte]);
        });
        assert_no_move(&table);
        assert_eq!(answer(table.client.try_get_board()), Stopped);
    }
}

#[test]
fn a_turn_of_no_player_stops() {
    for player in [0, 3, 128, 255] {
        let table = assert_hidden_by_none(|env, world| {
            let turn = [player, 0, 0, 0, 1];
            set(world, env, MATCH, symbol_short!("turn"), &turn);
        });
        assert_no_move(&table);
        assert_eq!(answer(table.client.try_get_current_player()), Stopped);
        assert_eq!(answer(table.client.try_get_state()), Stopped);
    }
}

#[test]
fn a_status_that_there_is_not_stops() {
    for status in [[1, 3], [2, 3], [0, 1], [0, 255], [255, 255]] {
        let table = assert_hidden_by_none(|env, world| {
            set(world, env, MATCH, symbol_short!("status"), &status);
        });
        assert_no_move(&table);
        assert_eq!(answer(table.client.try_get_state()), Stopped);
    }
}

#[test]
fn a_chain_beyond_the_board_stops() {
    for square in [32, 40, 255] {
        let table = assert_hidden_by_none(|env, world| {
            set(world, env, MATCH, symbol_short!("chain"), &[square]);
        });
        assert_no_move(&table);
    }
}

#[test]
fn a_player_of_no_kind_stops() {
    for (at, kind) in [(0, 2), (0, 7), (33, 7), (33, 255)] {
        let table = assert_hidden_by_none(|env, world| {
            let mut players: BytesN<66> = {
                let data = world
                    .get_component(MATCH, &symbol_short!("players"))
                    .unwrap();
                data.try_into().unwrap()
            };
            players.set(at, kind);
            set(
                world,
                env,
                MATCH,
                symbol_short!("players"),
                &players.to_array(),
            );
        });
        assert_no_move(&table);
        assert_eq!(answer(table.client.try_get_state()), Stopped);
    }
}

/// A world in which nothing was ever spawned is no game either, but `init_game` does not take it for none.
#[test]
fn a_stored_world_without_entities_is_not_overwritten() {
    let table = Table::new();
    let (env, id) = (&table.env, &table.id);
    let empty = SimpleWorld::new(env);
    env.as_contract(id, || CheckersContract::save_world(env, &empty));
    let stored = table.bytes();
    let [one, two] = &table.players;
    let init = answer(table.client.try_init_game(one, two));
    assert_eq!(init, Refused(CheckersError::AlreadyInitialised));
    let moved = answer(table.client.try_submit_move(one, &2, &1, &3, &0));
    assert_eq!(moved, Refused(CheckersError::NotInitialised));
    assert_eq!(answer(table.client.try_get_state()), Stopped);
    assert_eq!(table.bytes(), stored);
}

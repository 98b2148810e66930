//! The packed world alone, as another game would take it along: the file is compiled here as it is, and
//! nothing in this test knows draughts. Random worlds of random schemas go through it, beside such as
//! Cougr makes; then everything that must stop a call.

extern crate alloc;

#[path = "../src/packed_world.rs"]
mod packed_world;

use cougr_core::component::{ComponentStorage, ComponentTrait};
use cougr_core::query::{SimpleQuery, SimpleQueryCache};
use cougr_core::simple_world::EntityId;
use cougr_core::{impl_component, impl_component_observed, impl_marker_component, SimpleWorld};
use packed_world::Size::{Fixed, Marker, UpTo};
use packed_world::{pack, read, sparse, table, ComponentSpec, PackedWorld, Schema, Size};
use proptest::prelude::*;
use proptest::sample::Index;
use soroban_sdk::testutils::EnvTestConfig;
use soroban_sdk::xdr::ToXdr;
use soroban_sdk::{
    contract, contractimpl, map, symbol_short, vec, Address, Bytes, BytesN, Env, IntoVal, Symbol,
    Val,
};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use ComponentStorage::{Sparse, Table};

/// A host that does not write down its ledger, and does not count.
fn host() -> Env {
    let env = Env::new_with_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    env.host().set_diagnostic_level(Default::default()).unwrap();
    env.cost_estimate().budget().reset_unlimited();
    env
}

fn with_cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// What a call says that stops; `None` if it does not. What a panic prints goes nowhere.
fn stopped<T>(call: impl FnOnce() -> T) -> Option<String> {
    let panic = quietly(call).err()?;
    let message = panic.downcast_ref::<String>().cloned();
    message.or_else(|| panic.downcast_ref::<&str>().map(|&message| message.into()))
}

fn quietly<T>(call: impl FnOnce() -> T) -> std::thread::Result<T> {
    thread_local!(static IS_QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                hook(info);
            }
        }));
    });
    IS_QUIET.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    IS_QUIET.set(false);
    result
}

// Random schemas, and a second implementation: a world as plain maps, and its stored form.

/// What a schema says of a component.
#[derive(Clone, Debug)]
struct Kind {
    name: String,
    storage: ComponentStorage,
    size: Size,
}

impl Kind {
    fn symbol(&self, env: &Env) -> Symbol {
        Symbol::new(env, &self.name)
    }
}

fn schema(env: &Env, kinds: &[Kind]) -> Schema {
    let line = |kind: &Kind| match kind.storage {
        Table => table(kind.symbol(env), kind.size),
        Sparse => sparse(kind.symbol(env), kind.size),
    };
    let lines: Vec<ComponentSpec> = kinds.iter().map(line).collect();
    lines.leak()
}

fn kinds() -> impl Strategy<Value = Vec<Kind>> {
    let size = prop_oneof![
        Just(Marker),
        (0..40usize).prop_map(Fixed),
        (0..200usize).prop_map(UpTo)
    ];
    let storage = prop_oneof![Just(Table), Just(Sparse)];
    let kinds = prop::collection::btree_map("[a-zA-Z0-9_]{1,9}", (storage, size), 0..=12);
    let kind = |(name, (storage, size))| Kind {
        name,
        storage,
        size,
    };
    kinds
        .prop_map(move |kinds| kinds.into_iter().map(kind).collect::<Vec<_>>())
        .prop_shuffle()
}

/// What happens to a world. An index chooses among the entities that were ever spawned, or among the
/// kinds of the schema.
#[derive(Clone, Debug)]
enum Event {
    Spawn(u32),
    Set(Index, Index, Vec<u8>),
    /// The same, after it has been in the other storage.
    SetAgain(Index, Index, Vec<u8>),
    Remove(Index, Index),
    Despawn(Index),
    DespawnLast,
}

fn events(at_most: usize) -> impl Strategy<Value = Vec<Event>> {
    let index = any::<Index>;
    let data = || prop::collection::vec(any::<u8>(), 0..200);
    let event = prop_oneof![
        8 => Just(Event::Spawn(1)),
        2 => (2..200u32).prop_map(Event::Spawn),
        24 => (index(), index(), data()).prop_map(|(of, kind, data)| Event::Set(of, kind, data)),
        3 => (index(), index(), data()).prop_map(|(of, kind, data)| Event::SetAgain(of, kind, data)),
        3 => (index(), index()).prop_map(|(of, kind)| Event::Remove(of, kind)),
        2 => index().prop_map(Event::Despawn),
        1 => Just(Event::DespawnLast),
    ];
    let far = prop_oneof![9 => Just(0), 1 => 16_000..40_000u32].prop_map(Event::Spawn);
    (far, prop::collection::vec(event, 0..at_most)).prop_map(|(far, events)| {
        let mut all = std::vec![far];
        all.extend(events);
        all
    })
}

/// A world without Cougr: the data of each component by the entity, kind by kind.
#[derive(Clone, Debug)]
struct Model {
    kinds: Vec<Kind>,
    next: EntityId,
    data: Vec<BTreeMap<EntityId, Vec<u8>>>,
}

impl Model {
    fn new(kinds: &[Kind]) -> Model {
        Model {
            kinds: kinds.to_vec(),
            next: 1,
            data: std::vec![BTreeMap::new(); kinds.len()],
        }
    }

    fn entity(&self, index: &Index) -> Option<EntityId> {
        let spawned = self.next as usize - 1;
        (spawned > 0).then(|| 1 + index.index(spawned) as EntityId)
    }

    /// Lets the same happen to the model and to a world.
    fn happens(&mut self, env: &Env, world: &mut SimpleWorld, event: &Event) -> Option<()> {
        match event {
            Event::Spawn(count) => {
                for _ in 0..*count {
                    assert_eq!(world.spawn_entity(), self.next);
                    self.next += 1;
                }
            }
            Event::Set(of, kind, data) | Event::SetAgain(of, kind, data) => {
                let entity = self.entity(of)?;
                let place = (!self.kinds.is_empty()).then(|| kind.index(self.kinds.len()))?;
                let kind = &self.kinds[place];
                let data: Vec<u8> = match kind.size {
                    Marker => std::vec![1],
                    Fixed(size) => data.iter().copied().chain([7; 40]).take(size).collect(),
                    UpTo(most) => data.iter().copied().take(most).collect(),
                };
                if matches!(event, Event::SetAgain(..)) {
                    let other = if kind.storage == Table { Sparse } else { Table };
                    let data = Bytes::from_slice(env, b"what was before");
                    world.add_component_with_storage(entity, kind.symbol(env), data, other);
                }
                let bytes = Bytes::from_slice(env, &data);
                world.add_component_with_storage(entity, kind.symbol(env), bytes, kind.storage);
                self.data[place].insert(entity, data);
            }
            Event::Remove(of, kind) => {
                let entity = self.entity(of)?;
                let place = (!self.kinds.is_empty()).then(|| kind.index(self.kinds.len()))?;
                let removed = world.remove_component(entity, &self.kinds[place].symbol(env));
                assert_eq!(removed, self.data[place].remove(&entity).is_some());
            }
            Event::Despawn(of) => self.despawn(world, self.entity(of)?),
            Event::DespawnLast => self.despawn(world, self.next - 1),
        }
        Some(())
    }

    fn despawn(&mut self, world: &mut SimpleWorld, entity: EntityId) {
        world.despawn_entity(entity);
        for data in &mut self.data {
            data.remove(&entity);
        }
    }

    /// The world as a game would set it up that knew all of it: entity by entity, each component once.
    fn in_order(&self, env: &Env) -> SimpleWorld {
        let mut world = SimpleWorld::new(env);
        while world.next_entity_id() < self.next {
            world.spawn_entity();
        }
        let places = 0..self.kinds.len();
        let has = |place: usize| {
            self.data[place]
                .iter()
                .map(move |(&of, data)| (of, place, data))
        };
        let mut all: Vec<_> = places.flat_map(has).collect();
        all.sort();
        for (entity, place, data) in all {
            let kind = &self.kinds[place];
            let data = Bytes::from_slice(env, data);
            world.add_component_with_storage(entity, kind.symbol(env), data, kind.storage);
        }
        world
    }

    /// The stored form, as the table in `src/packed_world.rs` has it.
    fn stored(&self) -> Vec<u8> {
        let mut bytes = number(self.next.into());
        for (kind, data) in self.kinds.iter().zip(&self.data) {
            let entities: Vec<EntityId> = data.keys().copied().collect();
            match entities[..] {
                [] => bytes.extend(number(0)),
                [alone] => bytes.extend(number(2 * u64::from(alone) + 1)),
                [first, .., last] => {
                    let length = (last - first) / 8 + 1;
                    bytes.extend(number(2 * u64::from(length)));
                    bytes.extend(number(first.into()));
                    let bit = |entity: EntityId| u8::from(data.contains_key(&entity));
                    bytes.extend((0..length).map(|byte| {
                        (0..8).fold(0, |bits, n| bits + (bit(first + 8 * byte + n) << n))
                    }));
                }
            }
            for data in data.values() {
                if matches!(kind.size, UpTo(_)) {
                    bytes.extend(number(data.len() as u64));
                }
                if kind.size != Marker {
                    bytes.extend(data);
                }
            }
        }
        bytes
    }
}

fn number(number: u64) -> Vec<u8> {
    match number {
        0..128 => std::vec![number as u8],
        _ => [std::vec![number as u8 | 128], self::number(number >> 7)].concat(),
    }
}

/// A schema, a world and its model, after what happens to it.
fn world(env: &Env, kinds: &[Kind], events: &[Event]) -> (Schema, SimpleWorld, Model) {
    let (mut world, mut model) = (SimpleWorld::new(env), Model::new(kinds));
    for event in events {
        model.happens(env, &mut world, event);
    }
    (schema(env, kinds), world, model)
}

fn unpack(env: &Env, schema: Schema, bytes: &[u8]) -> SimpleWorld {
    PackedWorld::new(env, schema, &Bytes::from_slice(env, bytes)).unpack()
}

// The same answers.

fn sorted(entities: soroban_sdk::Vec<EntityId>) -> Vec<EntityId> {
    let mut entities: Vec<_> = entities.iter().collect();
    entities.sort_unstable();
    entities
}

/// Everything that Cougr can be asked about a world, asked of both. `again` knows its entities in order.
fn assert_same_answers(env: &Env, kinds: &[Kind], world: &SimpleWorld, again: &SimpleWorld) {
    assert_eq!(world.next_entity_id(), again.next_entity_id());
    let mut names: Vec<Symbol> = kinds.iter().map(|kind| kind.symbol(env)).collect();
    names.push(symbol_short!("unheard"));
    let everything = SimpleQuery::new(env).execute(world, env);
    for name in &names {
        let answers = |of: &SimpleWorld| {
            [
                of.get_entities_with_component(name, env),
                of.get_table_entities_with_component(name, env),
                of.get_all_entities_with_component(name, env),
            ]
        };
        let in_order = answers(world).map(sorted);
        let answers = answers(again).map(|entities| entities.iter().collect::<Vec<_>>());
        assert_eq!(in_order, answers, "{name:?}");
        let counts = |of: &SimpleWorld| (of.component_count(name), of.table_component_count(name));
        assert_eq!(counts(world), counts(again), "{name:?}");
        let ends = [
            0,
            1,
            world.next_entity_id() - 1,
            world.next_entity_id(),
            u32::MAX,
        ];
        for entity in everything.iter().chain(ends) {
            let answers = |of: &SimpleWorld| {
                (
                    of.has_component(entity, name),
                    of.get_component(entity, name),
                )
            };
            assert_eq!(answers(world), answers(again), "{name:?} of {entity}");
        }
    }
    let [one, two, three] = [0, 1, 2].map(|n| names[n % names.len()].clone());
    let query = || SimpleQuery::new(env);
    let queries = [
        query(),
        query().with_component(one.clone()),
        query().with_components(&[one.clone(), two.clone()]),
        query()
            .with_component(two.clone())
            .without_component(one.clone()),
        query().with_any_components(&names),
        query()
            .with_any_component(three.clone())
            .without_components(&[one, two]),
    ];
    for query in queries
        .iter()
        .cloned()
        .chain(queries.iter().cloned().map(SimpleQuery::include_sparse))
    {
        assert_eq!(
            sorted(query.execute(world, env)),
            sorted(query.execute(again, env)),
            "{query:?}"
        );
        let candidates = |of: &SimpleWorld| query.candidate_count(of, env);
        assert_eq!(candidates(world), candidates(again), "{query:?}");
        let mut cache = SimpleQueryCache::from_query(query.clone(), env);
        assert_eq!(cache.execute(again, env), &query.execute(again, env));
    }
}

fn assert_comes_back(env: &Env, kinds: &[Kind], before: &[Event], after: &[Event]) {
    let (schema, mut world, mut model) = world(env, kinds, before);
    let bytes = pack(env, schema, &world);
    assert_eq!(bytes, model.stored());
    let mut again = unpack(env, schema, &bytes);
    assert_eq!(again.clone().to_xdr(env), model.in_order(env).to_xdr(env));
    assert_same_answers(env, kinds, &world, &again);
    // And it goes on like the other.
    let mut likewise = model.clone();
    for event in after {
        model.happens(env, &mut world, event);
        likewise.happens(env, &mut again, event);
    }
    let [bytes, likewise] = [&world, &again].map(|world| pack(env, schema, world));
    assert_eq!(bytes, likewise);
    assert_eq!(bytes, model.stored());
    assert_same_answers(env, kinds, &world, &unpack(env, schema, &bytes));
}

#[test]
fn a_world_comes_back_as_it_was() {
    let env = host();
    proptest!(with_cases(200), |(kinds in kinds(), before in events(60), after in events(12))| {
        assert_comes_back(&env, &kinds, &before, &after);
    });
}

#[test]
fn hundreds_of_entities_come_back() {
    let env = host();
    let kinds = [
        ("place", Table, Fixed(2)),
        ("hidden", Sparse, Marker),
        ("name", Table, UpTo(150)),
    ]
    .map(|(name, storage, size)| Kind {
        name: name.into(),
        storage,
        size,
    });
    let (mut world, mut model) = (SimpleWorld::new(&env), Model::new(&kinds));
    let set = |world: &mut SimpleWorld, model: &mut Model, entity: EntityId| {
        for (place, kind) in kinds.iter().enumerate() {
            // All have the first kind, every second the next, every third the last.
            if entity.is_multiple_of(place as u32 + 1) {
                let data = match kind.size {
                    Marker => std::vec![1],
                    Fixed(size) => std::vec![entity as u8; size],
                    UpTo(_) => std::vec![3; entity as usize % 150],
                };
                let bytes = Bytes::from_slice(&env, &data);
                world.add_component_with_storage(entity, kind.symbol(&env), bytes, kind.storage);
                model.data[place].insert(entity, data);
            }
        }
    };
    model.happens(&env, &mut world, &Event::Spawn(600));
    (1..=600).for_each(|entity| set(&mut world, &mut model, entity));
    // Those in the middle, and one far behind.
    for entity in 250..350 {
        model.despawn(&mut world, entity);
    }
    model.happens(&env, &mut world, &Event::Spawn(20_000));
    set(&mut world, &mut model, 20_400);
    let (schema, bytes) = (schema(&env, &kinds), model.stored());
    assert_eq!(pack(&env, schema, &world), bytes);
    let again = unpack(&env, schema, &bytes);
    assert_eq!(
        again.clone().to_xdr(&env),
        model.in_order(&env).to_xdr(&env)
    );
    assert_same_answers(&env, &kinds, &world, &again);
}

/// However many kinds of components there are: all come back.
#[test]
fn a_schema_of_many_kinds_loses_none() {
    let env = host();
    for count in [1, 32, 33, 64, 65, 130] {
        let kind = |number| Kind {
            name: format!("kind_{number}"),
            storage: if number % 2 == 0 { Table } else { Sparse },
            size: Fixed(1),
        };
        let kinds: Vec<Kind> = (0..count).map(kind).collect();
        let mut model = Model::new(&kinds);
        model.next = 3;
        for (place, data) in model.data.iter_mut().enumerate() {
            data.insert(1 + place as u32 % 2, std::vec![place as u8]);
        }
        let (schema, world) = (schema(&env, &kinds), model.in_order(&env));
        let again = unpack(&env, schema, &pack(&env, schema, &world));
        assert_eq!(again.to_xdr(&env), world.to_xdr(&env), "{count} kinds");
    }
}

// Components as Cougr's macros make them, and by hand.

#[derive(Clone, Debug, PartialEq)]
struct Purse {
    owner: BytesN<32>,
    gold: i128,
    open: bool,
}

impl_component!(Purse, "purse", Table, { owner: bytes32, gold: i128, open: bool });

#[derive(Clone, Debug, PartialEq)]
struct Asleep;

impl_marker_component!(Asleep, "asleep", Sparse);

#[derive(Clone, Debug, PartialEq)]
struct Wall;

impl_marker_component!(Wall, "wall", Table);

#[derive(Clone, Debug, PartialEq)]
struct Seen {
    at: u64,
}

impl_component_observed!(Seen, "seen", Sparse, { at: u64 });

/// Up to eight steps, each below 100.
#[derive(Clone, Debug, PartialEq)]
struct Path(Vec<u8>);

impl ComponentTrait for Path {
    fn component_type() -> Symbol {
        symbol_short!("path")
    }

    fn serialize(&self, env: &Env) -> Bytes {
        Bytes::from_slice(env, &self.0)
    }

    fn deserialize(_: &Env, data: &Bytes) -> Option<Self> {
        let steps: Vec<u8> = data.iter().collect();
        let valid = steps.len() <= 8 && steps.iter().all(|&step| step < 100);
        valid.then_some(Path(steps))
    }
}

const TYPED: Schema = &[
    sparse(symbol_short!("seen"), Fixed(8)),
    table(symbol_short!("path"), UpTo(8)),
    table(symbol_short!("wall"), Marker),
    table(symbol_short!("purse"), Fixed(49)),
    sparse(symbol_short!("asleep"), Marker),
];

/// Which of them an entity has.
type Has = (
    Option<u64>,
    Option<Vec<u8>>,
    bool,
    Option<(i128, bool)>,
    bool,
);

fn has() -> impl Strategy<Value = Has> {
    (
        any::<Option<u64>>(),
        prop::option::of(prop::collection::vec(0..100u8, 0..=8)),
        any::<bool>(),
        any::<Option<(i128, bool)>>(),
        any::<bool>(),
    )
}

/// Every way to read a component gives what was set.
fn assert_read<T: ComponentTrait + std::fmt::Debug + PartialEq>(
    env: &Env,
    worlds: [&SimpleWorld; 2],
    packed: &PackedWorld,
    set: &[Option<T>],
) {
    for (entity, set) in (1..).zip(set) {
        for world in worlds {
            assert_eq!(&read::<T>(world, env, entity), set);
            assert_eq!(&world.get_typed::<T>(env, entity), set);
        }
        assert_eq!(&packed.get::<T>(entity), set);
    }
    for nobody in [0, 1 + set.len() as EntityId, u32::MAX] {
        assert_eq!(read::<T>(worlds[1], env, nobody), None);
        assert_eq!(packed.get::<T>(nobody), None);
    }
    let set = (1..)
        .zip(set)
        .filter_map(|(entity, set)| Some((entity, set.as_ref()?)));
    let all: Vec<(EntityId, T)> = packed.all().collect();
    assert!(set.eq(all.iter().map(|(entity, component)| (*entity, component))));
    let bytes = packed.all_bytes::<T>();
    let bytes = bytes.map(|(entity, data)| (entity, data.to_vec()));
    assert!(bytes.eq(all.iter().map(|(entity, component)| {
        let data: Vec<u8> = component.serialize(env).iter().collect();
        // A marker has none.
        (
            *entity,
            if size_of::<T>() == 0 {
                Vec::new()
            } else {
                data
            },
        )
    })));
}

#[test]
fn components_are_read_as_they_were_set() {
    let env = host();
    let owner = BytesN::from_array(&env, &[9; 32]);
    let entities = prop::collection::vec(has(), 0..12);
    proptest!(with_cases(100), |(entities in entities, turn in 0..12usize)| {
        let mut world = SimpleWorld::new(&env);
        entities.iter().for_each(|_| { world.spawn_entity(); });
        let purse = |&(gold, open): &(i128, bool)| Purse { owner: owner.clone(), gold, open };
        // Not in the order of the entities.
        let mut order: Vec<_> = (1..).zip(&entities).collect();
        order.rotate_left(turn.min(entities.len()));
        for (entity, (seen, path, wall, gold, asleep)) in order {
            if *wall {
                world.set_typed(&env, entity, &Wall);
            }
            if let Some(gold) = gold {
                world.set_typed(&env, entity, &purse(gold));
            }
            if let Some(at) = *seen {
                world.set_typed(&env, entity, &Seen { at });
            }
            if let Some(path) = path.clone() {
                world.set_typed(&env, entity, &Path(path));
            }
            if *asleep {
                world.set_typed(&env, entity, &Asleep);
            }
        }
        let bytes = Bytes::from_slice(&env, &pack(&env, TYPED, &world));
        let packed = PackedWorld::new(&env, TYPED, &bytes);
        let again = packed.unpack();
        let worlds = [&world, &again];
        let seen: Vec<_> = entities.iter().map(|has| has.0.map(|at| Seen { at })).collect();
        let path: Vec<_> = entities.iter().map(|has| has.1.clone().map(Path)).collect();
        let wall: Vec<_> = entities.iter().map(|has| has.2.then_some(Wall)).collect();
        let gold: Vec<_> = entities.iter().map(|has| has.3.as_ref().map(purse)).collect();
        let asleep: Vec<_> = entities.iter().map(|has| has.4.then_some(Asleep)).collect();
        assert_read(&env, worlds, &packed, &seen);
        assert_read(&env, worlds, &packed, &path);
        assert_read(&env, worlds, &packed, &wall);
        assert_read(&env, worlds, &packed, &gold);
        assert_read(&env, worlds, &packed, &asleep);
    });
}

#[test]
fn data_that_a_component_cannot_have_stops_who_reads_it() {
    let env = host();
    let mut world = SimpleWorld::new(&env);
    let entity = world.spawn_entity();
    world.add_component(
        entity,
        symbol_short!("path"),
        Bytes::from_array(&env, &[5, 100]),
    );
    assert_eq!(world.get_typed::<Path>(&env, entity), None);
    let message = "entity 1: the data of its Symbol(path) cannot be read";
    assert_eq!(stopped(|| read::<Path>(&world, &env, 1)).unwrap(), message);
    // The schema allows it: this is between the component and those who read it.
    let packed = Bytes::from_slice(&env, &pack(&env, TYPED, &world));
    let packed = PackedWorld::new(&env, TYPED, &packed);
    assert_eq!(stopped(|| packed.get::<Path>(1)).unwrap(), message);
    assert_eq!(stopped(|| packed.all::<Path>().count()).unwrap(), message);
    assert_eq!(packed.get::<Purse>(1), None);
}

/// A forgotten line of the schema is not the same as a component that is not there.
#[test]
fn a_component_that_the_schema_lacks_stops_who_reads_it() {
    const LINES: Schema = &[table(symbol_short!("path"), UpTo(100))];
    let env = host();
    let packed = Bytes::from_slice(&env, &pack(&env, LINES, &SimpleWorld::new(&env)));
    let packed = PackedWorld::new(&env, LINES, &packed);
    assert_eq!(packed.get::<Path>(1), None);
    let message = "the schema has no component Symbol(purse)";
    assert_eq!(stopped(|| packed.get::<Purse>(1)).unwrap(), message);
    assert_eq!(stopped(|| packed.all::<Purse>().count()).unwrap(), message);
    let by_bytes = stopped(|| packed.all_bytes::<Purse>().count());
    assert_eq!(by_bytes.unwrap(), message);
}

// What is not of the schema stops the call, and what is stored stays.

const KEY: Symbol = symbol_short!("entry");
const SCHEMA: Schema = &[
    table(symbol_short!("health"), Fixed(4)),
    sparse(symbol_short!("asleep"), Marker),
    table(symbol_short!("note"), UpTo(3)),
    table(symbol_short!("wall"), Marker),
];

/// Another game: its world comes from outside, and goes there.
#[contract]
struct Store;

#[contractimpl]
impl Store {
    pub fn save(env: Env, world: SimpleWorld) {
        packed_world::save(&env, &KEY, SCHEMA, &world);
    }

    pub fn load(env: Env) -> Option<SimpleWorld> {
        packed_world::load(&env, &KEY, SCHEMA).map(|packed| packed.unpack())
    }
}

/// A contract of which the entry can be looked at, and damaged.
struct Shelf {
    env: Env,
    id: Address,
    client: StoreClient<'static>,
}

impl Shelf {
    fn new() -> Shelf {
        let env = host();
        let id = env.register(Store, ());
        let client = StoreClient::new(&env, &id);
        Shelf { env, id, client }
    }

    fn stored(&self) -> Vec<u8> {
        let entry = || self.env.storage().instance().get::<_, Bytes>(&KEY);
        self.env
            .as_contract(&self.id, entry)
            .unwrap()
            .iter()
            .collect()
    }

    fn put(&self, entry: impl IntoVal<Env, Val>) {
        let entry = entry.into_val(&self.env);
        let instance = || self.env.storage().instance().set(&KEY, &entry);
        self.env.as_contract(&self.id, instance);
    }

    /// Three entities, the second with everything the schema has.
    fn world(&self) -> SimpleWorld {
        let (env, mut world) = (&self.env, SimpleWorld::new(&self.env));
        let [_, second, third] = [(); 3].map(|()| world.spawn_entity());
        world.set_typed(env, second, &Asleep);
        world.set_typed(env, second, &Wall);
        world.add_component(second, symbol_short!("note"), Bytes::from_array(env, b"hi"));
        for (entity, health) in [(second, 300u32), (third, 5)] {
            let health = Bytes::from_array(env, &health.to_be_bytes());
            world.add_component(entity, symbol_short!("health"), health);
        }
        world
    }
}

#[test]
fn a_small_world_byte_by_byte() {
    let shelf = Shelf::new();
    shelf.client.save(&shelf.world());
    let stored = [
        4, // the id of the next entity
        2, 2, 0b11, // health: one byte of bits from entity 2 on, of which 2 and 3 have it
        0, 0, 1, 44, 0, 0, 0, 5, // 300 and 5
        5, // asleep: entity 2 alone
        5, 2, b'h', b'i', // note: entity 2 alone; two bytes
        5,    // wall: entity 2 alone
    ];
    assert_eq!(shelf.stored(), stored);
    // Over more than a byte of bits, and numbers of two bytes: entities 130 and 146 and their notes.
    let (env, mut world) = (&shelf.env, SimpleWorld::new(&shelf.env));
    (0..150).for_each(|_| {
        world.spawn_entity();
    });
    for entity in [146, 130] {
        world.add_component(
            entity,
            symbol_short!("note"),
            Bytes::from_array(env, &[entity as u8]),
        );
    }
    world.set_typed(env, 130, &Asleep);
    let stored = [
        151,
        1, // 151 is 23 + 1 * 128, with the highest bit set in the first byte
        0, // no health
        128 + 5,
        2, // asleep: entity 130 alone, 2 * 130 + 1 = 261
        6,
        130,
        1,
        1,
        0,
        1, // note: three bytes of bits from entity 130 on
        1,
        130,
        1,
        146, // and a byte of data each
        0,   // no walls
    ];
    assert_eq!(pack(env, SCHEMA, &world), stored);
    assert_eq!(pack(env, SCHEMA, &SimpleWorld::new(env)), [1, 0, 0, 0, 0]);
    assert_eq!(pack(env, &[], &SimpleWorld::new(env)), [1]);
}

/// Adds a component to the world of the shelf, and has it saved.
#[track_caller]
fn assert_not_saved(
    entity: EntityId,
    name: &str,
    storage: ComponentStorage,
    data: &[u8],
    words: &[&str],
) {
    let shelf = Shelf::new();
    shelf.client.save(&shelf.world());
    let stored = shelf.stored();
    let (env, mut world) = (&shelf.env, shelf.world());
    world.spawn_entity();
    let data = Bytes::from_slice(env, data);
    world.add_component_with_storage(entity, Symbol::new(env, name), data, storage);
    let message = stopped(|| pack(env, SCHEMA, &world)).expect("a world of the schema");
    let entity = format!("entity {entity}");
    for word in [&entity, name].iter().chain(words) {
        assert!(message.contains(word), "no {word:?} in {message:?}");
    }
    assert!(shelf.client.try_save(&world).is_err());
    assert_eq!(shelf.stored(), stored);
}

#[test]
fn components_that_the_schema_does_not_have_are_not_lost() {
    for entity in [1, 2, 3] {
        for storage in [Table, Sparse] {
            for name in [
                "frozen",
                "count",
                "Health",
                "healt",
                "a_name_longer_than_nine",
            ] {
                assert_not_saved(entity, name, storage, &[1], &["schema has no component"]);
            }
        }
    }
}

#[test]
fn components_of_another_storage_kind_are_not_moved() {
    for entity in [1, 2, 3] {
        assert_not_saved(entity, "health", Sparse, &[0; 4], &["Sparse", "Table"]);
        assert_not_saved(entity, "asleep", Table, &[1], &["Sparse", "Table"]);
        assert_not_saved(entity, "note", Sparse, b"", &["Sparse", "Table"]);
    }
}

#[test]
fn components_of_another_size_are_not_cut() {
    for size in [0, 1, 3, 5, 8, 200] {
        let bytes = format!("{size} bytes");
        assert_not_saved(
            2,
            "health",
            Table,
            &std::vec![1; size],
            &[&bytes, "Fixed(4)"],
        );
    }
    for size in [4, 5, 200] {
        let bytes = format!("{size} bytes");
        assert_not_saved(3, "note", Table, &std::vec![1; size], &[&bytes, "UpTo(3)"]);
    }
}

#[test]
fn markers_with_data_of_their_own_are_not_made_plain() {
    for data in [&[][..], &[0], &[2], &[255], &[1, 1], &[1, 0]] {
        assert_not_saved(1, "wall", Table, data, &["Marker"]);
        assert_not_saved(1, "asleep", Sparse, data, &["Marker"]);
    }
}

#[test]
fn components_of_entities_that_were_never_spawned_are_not_lost() {
    // The world of the shelf has three entities, and a fourth was spawned.
    for entity in [0, 5, 6, 1000, u32::MAX] {
        assert_not_saved(entity, "note", Table, b"hi", &["never spawned"]);
        assert_not_saved(entity, "asleep", Sparse, &[1], &["never spawned"]);
    }
}

// Stored bytes that are not a world of the schema stop the call.

#[test]
fn only_where_there_is_no_entry_is_there_no_world() {
    let shelf = Shelf::new();
    let env = &shelf.env;
    assert!(shelf.client.load().is_none());
    shelf.client.save(&SimpleWorld::new(env));
    assert_eq!(shelf.client.load().unwrap().next_entity_id(), 1);
    let entries: [Val; 9] = [
        0u32.into_val(env),
        1u64.into_val(env),
        ().into_val(env),
        false.into_val(env),
        symbol_short!("none").into_val(env),
        vec![env, 1u32].into_val(env),
        soroban_sdk::Map::<u32, u32>::new(env).into_val(env),
        map![env, (1u32, Bytes::new(env))].into_val(env),
        // Stored as Cougr does.
        shelf.world().into_val(env),
    ];
    for entry in entries {
        shelf.put(entry);
        assert!(shelf.client.try_load().is_err(), "{entry:?}");
        assert!(shelf.client.try_save(&shelf.world()).is_err(), "{entry:?}");
    }
    for entry in [&[][..], &[0], &[4], &[128]] {
        shelf.put(Bytes::from_slice(env, entry));
        assert!(shelf.client.try_load().is_err(), "{entry:?}");
    }
}

/// Either bytes are a world, of which they are the one and only form, or they stop.
fn assert_a_world_or_stopped(env: &Env, schema: Schema, bytes: &[u8]) -> bool {
    let Ok(world) = quietly(|| unpack(env, schema, bytes)) else {
        return false;
    };
    let mut again = pack(env, schema, &world);
    assert!(again.len() <= bytes.len(), "{bytes:?} is {again:?}");
    again.resize(bytes.len(), 0);
    assert_eq!(again, bytes);
    true
}

#[test]
fn a_world_that_is_cut_off_is_none() {
    let env = host();
    proptest!(with_cases(60), |(kinds in kinds(), events in events(30))| {
        let (schema, _, model) = world(&env, &kinds, &events);
        let stored = model.stored();
        for length in 0..stored.len() {
            assert!(stopped(|| unpack(&env, schema, &stored[..length])).is_some(), "{length}");
        }
    });
}

#[test]
fn a_changed_byte_makes_another_world_or_none() {
    let env = host();
    let (worlds, none) = (Cell::new(0), Cell::new(0));
    proptest!(with_cases(12), |(kinds in kinds(), events in events(12))| {
        let (schema, _, model) = world(&env, &kinds, &events);
        let mut stored = model.stored();
        // Of a long entry not every byte.
        for at in (0..stored.len()).step_by(1 + stored.len() / 60) {
            let was = stored[at];
            for byte in (0..=255).filter(|&byte| byte != was) {
                stored[at] = byte;
                let is_world = assert_a_world_or_stopped(&env, schema, &stored);
                let count = if is_world { &worlds } else { &none };
                count.set(count.get() + 1);
            }
            stored[at] = was;
        }
    });
    assert!(worlds.get() > 0 && none.get() > 0);
}

#[test]
fn random_bytes_are_a_world_or_none() {
    let env = host();
    let worlds = Cell::new(0);
    let random = prop::collection::vec(any::<u8>(), 200);
    proptest!(with_cases(40), |(kinds in kinds(), random in random)| {
        let schema = schema(&env, &kinds);
        for length in 0..=random.len() {
            assert_a_world_or_stopped(&env, schema, &random[..length]);
            // Small numbers before some room: more of those are a world.
            let small = random[..length].iter().map(|byte| byte % 8);
            let small: Vec<u8> = small.chain([0; 40]).collect();
            for schema in [schema, SCHEMA] {
                let is_world = assert_a_world_or_stopped(&env, schema, &small);
                worlds.set(worlds.get() + u32::from(is_world));
            }
        }
    });
    assert!(worlds.get() > 40, "{worlds:?}");
}

#[test]
fn entities_and_numbers_end_where_those_of_a_world_do() {
    let env = host();
    let last = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]; // 2^32 - 1, as a number
    let before_last = [0xFD, 0xFF, 0xFF, 0xFF, 0x1F]; // entity 2^32 - 2 alone
    const WALLS: Schema = &[table(symbol_short!("wall"), Marker)];
    let is_world = |bytes: &[&[u8]]| assert_a_world_or_stopped(&env, WALLS, &bytes.concat());
    assert!(is_world(&[&last, &[0]]));
    assert!(is_world(&[&last, &before_last]));
    let world = unpack(&env, WALLS, &[last, before_last].concat());
    assert_eq!(world.next_entity_id(), u32::MAX);
    let walls = world.get_entities_with_component(&symbol_short!("wall"), &env);
    assert_eq!(walls, vec![&env, u32::MAX - 1]);

    // The next entity cannot be 0, nor 2^32, nor a longer number.
    assert!(!is_world(&[&[0, 0]]));
    assert!(!is_world(&[&[0x80, 0x80, 0x80, 0x80, 0x10], &[0]]));
    assert!(!is_world(&[&[0xFF; 9], &[1], &[0]]));
    // Entities 0 and 5 were not spawned where the next is 5, alone or among others.
    assert!(is_world(&[&[5], &[9]]));
    assert!(is_world(&[&[5], &[2, 1, 0b1111]]));
    assert!(!is_world(&[&[5], &[1]]));
    assert!(!is_world(&[&[5], &[11]]));
    assert!(!is_world(&[&[5], &[2, 0, 0b11]]));
    assert!(!is_world(&[&[5], &[2, 1, 0b10001]]));
    // Beyond the last entity of all.
    assert!(is_world(&[
        &last,
        &[2],
        &[0xFD, 0xFF, 0xFF, 0xFF, 0x0F],
        &[0b11]
    ]));
    assert!(!is_world(&[
        &last,
        &[2],
        &[0xFE, 0xFF, 0xFF, 0xFF, 0x0F],
        &[0b11]
    ]));
    assert!(!is_world(&[
        &last,
        &[4],
        &[0xFE, 0xFF, 0xFF, 0xFF, 0x0F],
        &[0b1, 0b1]
    ]));
    // More bits than there are bytes.
    assert!(!is_world(&[&[5], &[0xFE, 0xFF, 0xFF, 0xFF, 0x7F], &[1, 1]]));
}

/// Each world has one form: others that would read the same are none.
#[test]
fn a_world_has_one_form() {
    let env = host();
    const NOTES: Schema = &[table(symbol_short!("note"), UpTo(3))];
    let is_world = |bytes: &[u8]| quietly(|| unpack(&env, NOTES, bytes)).is_ok();
    assert!(is_world(&[9, 2, 3, 0b101, 0, 1, 65]));
    // Longer than the schema says.
    assert!(is_world(&[9, 3, 3, 65, 66, 67]));
    assert!(!is_world(&[9, 3, 4, 65, 66, 67, 68]));
    // Numbers with a zero behind them.
    assert!(!is_world(&[0x89, 0, 2, 3, 0b101, 0, 1, 65]));
    assert!(!is_world(&[9, 0x82, 0, 3, 0b101, 0, 1, 65]));
    assert!(!is_world(&[9, 2, 0x83, 0, 0b101, 0, 1, 65]));
    assert!(!is_world(&[9, 2, 3, 0b101, 0x80, 0, 1, 65]));
    assert!(!is_world(&[9, 0x80, 0]));
    // Bits of which the first is not the first entity's, a byte without, one entity alone, none.
    assert!(!is_world(&[9, 2, 2, 0b1010, 0, 1, 65]));
    assert!(!is_world(&[9, 4, 3, 0b101, 0, 0, 1, 65]));
    assert!(!is_world(&[9, 2, 3, 0b1, 1, 65]));
    assert!(!is_world(&[9, 2, 3, 0b0]));
}

// Room.

#[test]
fn an_entry_keeps_its_room() {
    let kind = |(name, storage, size): (&str, _, _)| Kind {
        name: name.into(),
        storage,
        size,
    };
    let kinds = [
        ("health", Table, Fixed(4)),
        ("asleep", Sparse, Marker),
        ("note", Table, UpTo(3)),
        ("wall", Table, Marker),
    ]
    .map(kind);
    proptest!(with_cases(30), |(lives in prop::collection::vec(events(12), 1..8))| {
        let shelf = Shelf::new();
        let mut room = 0;
        for events in lives {
            let (_, world, model) = world(&shelf.env, &kinds, &events);
            shelf.client.save(&world);
            let mut expected = model.stored();
            room = room.max(expected.len());
            expected.resize(room, 0);
            prop_assert_eq!(shelf.stored(), expected);
            let again = shelf.client.load().unwrap();
            prop_assert_eq!(again.to_xdr(&shelf.env), model.in_order(&shelf.env).to_xdr(&shelf.env));
        }
    });
}

#[test]
fn what_stands_in_the_room_stops_the_call() {
    let shelf = Shelf::new();
    let world = shelf.world();
    shelf.client.save(&world);
    let stored = [shelf.stored(), std::vec![0; 20]].concat();
    let put = |bytes: &[u8]| shelf.put(Bytes::from_slice(&shelf.env, bytes));
    put(&stored);
    assert_eq!(
        shelf.client.load().unwrap().next_entity_id(),
        world.next_entity_id()
    );
    for at in stored.len() - 20..stored.len() {
        for byte in [1, 128, 255] {
            let mut stored = stored.clone();
            stored[at] = byte;
            put(&stored);
            assert!(shelf.client.try_load().is_err(), "{at}");
        }
    }
}

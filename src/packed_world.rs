//! A `SimpleWorld` in few bytes, for any game.
//!
//! Stored as it is, a `SimpleWorld` names the component at each entity and keeps two indexes. Here a
//! game says once, in a schema, which components it has; what is left to store is which entities have
//! them, and their data. A world that is unpacked is the one that was packed: the same entities with the
//! same components in the same storage, and the same answers to every query, entities in the order of
//! their ids.
//!
//! Nothing is lost without a word. A component that the schema does not describe, or not like this,
//! stops the call, and so do stored bytes that are not a world of the schema. The ledger then stays
//! as it is.
//!
//! # Stored form
//!
//! | what | bytes |
//! |---|---|
//! | the id that is given to the next entity | a number |
//! | for each component, in the order of the schema: the entities that have it | a number: 0 for none; 2 n + 1 for entity n alone; 2 n for several, and then the id of the first, another number, and n bytes, whose bits say which have it, lowest bit first, beginning with the first |
//! | then its data, entity by entity in the order of their ids | none for a marker; so many bytes as the schema says; or a number of bytes, and these |
//! | last, room for a world that grows | zeros |
//!
//! A number is an unsigned LEB128: seven bits a byte, the lowest first, the highest bit set in all but the
//! last byte.
//!
//! The room is what a world no longer needs. The ledger charges for bytes that are added to an entry, and
//! returns nothing for bytes that are given up.

use alloc::vec::Vec;
use core::ops::Range;
use cougr_core::component::{ComponentStorage, ComponentTrait};
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use soroban_sdk::{contracttype, Bytes, Env, IntoVal, Map, Symbol, TryFromVal, Val};

/// How many bytes the data of a component has.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Size {
    /// None: a component of `impl_marker_component!`, which says all by being there.
    Marker,
    /// Always so many.
    Fixed(usize),
    /// At most so many.
    UpTo(usize),
}

/// What a schema says of a component.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ComponentSpec {
    name: &'static str,
    storage: ComponentStorage,
    size: Size,
}

/// The components of a game. Stored worlds have them in this order.
pub type Schema = &'static [ComponentSpec];

/// A component in table storage, by the name of its `component_type`.
pub const fn table(name: &'static str, size: Size) -> ComponentSpec {
    let storage = ComponentStorage::Table;
    ComponentSpec {
        name,
        storage,
        size,
    }
}

/// A component in sparse storage, by the name of its `component_type`.
pub const fn sparse(name: &'static str, size: Size) -> ComponentSpec {
    let storage = ComponentStorage::Sparse;
    ComponentSpec {
        name,
        storage,
        size,
    }
}

/// The data that `impl_marker_component!` gives to each marker.
const MARKER: [u8; 1] = [1];

impl ComponentSpec {
    fn allows(&self, storage: ComponentStorage, data: &Bytes) -> bool {
        let length = data.len() as usize;
        let size = match self.size {
            Size::Marker => length == MARKER.len() && data.first() == Some(MARKER[0]),
            Size::Fixed(size) => length == size,
            Size::UpTo(most) => length <= most,
        };
        size && storage == self.storage
    }
}

/// A `SimpleWorld` as the host knows it: a map from these names to their values.
#[contracttype]
struct Columns {
    next_entity_id: u32,
    components: Map<(EntityId, Symbol), Bytes>,
    sparse_components: Map<(EntityId, Symbol), Bytes>,
    entity_components: Map<EntityId, soroban_sdk::Vec<Symbol>>,
    table_index: Map<Symbol, soroban_sdk::Vec<EntityId>>,
    all_index: Map<Symbol, soroban_sdk::Vec<EntityId>>,
    version: u64,
}

/// Ends the call. The message is for who has written the game; a wasm has none, since the code that puts
/// it together would be half of its size.
macro_rules! stop {
    ($($message:tt)*) => {{
        #[cfg(not(target_family = "wasm"))]
        panic!($($message)*);
        #[cfg(target_family = "wasm")]
        panic!();
    }};
}

/// Stores a world in the contract's instance.
pub fn save(env: &Env, key: &Symbol, schema: Schema, world: &SimpleWorld) {
    let mut bytes = pack(env, schema, world);
    let stored: Option<Bytes> = env.storage().instance().get(key);
    let room = stored.map_or(0, |stored| stored.len() as usize);
    if bytes.len() < room {
        bytes.resize(room, 0);
    }
    let bytes = Bytes::from_slice(env, &bytes);
    env.storage().instance().set(key, &bytes);
}

/// The world that [`save`] has stored; `None` only where there is no entry at all.
pub fn load(env: &Env, key: &Symbol, schema: Schema) -> Option<PackedWorld> {
    let stored: Val = env.storage().instance().get(key)?;
    let Ok(stored) = Bytes::try_from_val(env, &stored) else {
        stop!("packed world: what is stored under {key:?} is not bytes");
    };
    Some(PackedWorld::new(env, schema, &stored))
}

/// A component of an entity, if it has it. Unlike `get_typed`, it does not take data that the component
/// cannot have for none: they stop the call.
pub fn read<T: ComponentTrait>(world: &SimpleWorld, env: &Env, entity: EntityId) -> Option<T> {
    let data = world.get_component(entity, &T::component_type())?;
    Some(decode(env, entity, &data))
}

fn decode<T: ComponentTrait>(env: &Env, entity: EntityId, data: &Bytes) -> T {
    let Some(component) = T::deserialize(env, data) else {
        let name = T::component_type();
        stop!("entity {entity}: the data of its {name:?} cannot be read");
    };
    component
}

/// The stored form of a world, without room.
pub fn pack(env: &Env, schema: Schema, world: &SimpleWorld) -> Vec<u8> {
    let world: Val = world.into_val(env);
    let Ok(columns) = Columns::try_from_val(env, &world) else {
        stop!("packed world: a SimpleWorld has other columns");
    };
    let names: Vec<Symbol> = names(env, schema).collect();
    let tables = [
        (ComponentStorage::Table, columns.components),
        (ComponentStorage::Sparse, columns.sparse_components),
    ];
    // Each component with its place in the schema. The host's maps are in the order of the entities.
    let count = tables.iter().map(|(_, table)| table.len() as usize).sum();
    let mut found: Vec<(usize, EntityId, Bytes)> = Vec::with_capacity(count);
    for (storage, table) in tables {
        for ((entity, name), data) in table {
            let Some(place) = names.iter().position(|known| *known == name) else {
                stop!("entity {entity}: the schema has no component {name:?}");
            };
            if !schema[place].allows(storage, &data) {
                let spec = schema[place];
                let length = data.len();
                stop!(
                    "entity {entity}: {name:?} of {length} bytes in {storage:?}, not as {spec:?}"
                );
            }
            if !(1..columns.next_entity_id).contains(&entity) {
                stop!("entity {entity} has a {name:?}, but was never spawned");
            }
            found.push((place, entity, data));
        }
    }

    let mut bytes = Vec::with_capacity(256);
    put_number(&mut bytes, columns.next_entity_id.into());
    for (place, spec) in schema.iter().enumerate() {
        let of_this = || found.iter().filter(move |(of, ..)| *of == place);
        put_entities(&mut bytes, of_this().map(|&(_, entity, _)| entity));
        for (_, _, data) in of_this() {
            match spec.size {
                Size::Marker => continue,
                Size::Fixed(_) => {}
                Size::UpTo(_) => put_number(&mut bytes, data.len().into()),
            }
            let start = bytes.len();
            bytes.resize(start + data.len() as usize, 0);
            data.copy_into_slice(&mut bytes[start..]);
        }
    }
    bytes
}

fn names(env: &Env, schema: Schema) -> impl Iterator<Item = Symbol> + '_ {
    schema.iter().map(|spec| Symbol::new(env, spec.name))
}

fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7F {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn put_entities(bytes: &mut Vec<u8>, entities: impl Iterator<Item = EntityId> + Clone) {
    let (Some(first), Some(last)) = (entities.clone().next(), entities.clone().last()) else {
        return put_number(bytes, 0);
    };
    if first == last {
        return put_number(bytes, 2 * u64::from(first) + 1);
    }
    let length = (last - first) as usize / 8 + 1;
    put_number(bytes, 2 * length as u64);
    put_number(bytes, first.into());
    let start = bytes.len();
    bytes.resize(start + length, 0);
    for entity in entities {
        let bit = (entity - first) as usize;
        bytes[start + bit / 8] |= 1 << (bit % 8);
    }
}

/// A stored world that is not unpacked: its components can be read one by one.
pub struct PackedWorld {
    env: Env,
    schema: Schema,
    bytes: Vec<u8>,
    next_entity_id: EntityId,
    /// For each component of the schema: the entities that have it, and where its data lie.
    found: Vec<Vec<(EntityId, Range<usize>)>>,
}

impl PackedWorld {
    /// Reads the stored form.
    pub fn new(env: &Env, schema: Schema, stored: &Bytes) -> PackedWorld {
        let mut bytes = alloc::vec![0; stored.len() as usize];
        stored.copy_into_slice(&mut bytes);
        let mut packed = PackedWorld {
            env: env.clone(),
            schema,
            bytes,
            next_entity_id: 1,
            found: Vec::with_capacity(schema.len()),
        };
        if packed.find().is_none() {
            let found = packed.found.len();
            stop!("the stored bytes are not a world of the schema: they end at component {found}");
        }
        packed
    }

    /// Finds all components in the bytes; `None` if these are not a world.
    fn find(&mut self) -> Option<()> {
        let mut reader = Reader {
            bytes: &self.bytes,
            at: 0,
        };
        self.next_entity_id = reader.number()?.try_into().ok()?;
        let spawned = 1..self.next_entity_id;
        for spec in self.schema {
            let entities = reader.entities()?;
            if !entities.iter().all(|entity| spawned.contains(entity)) {
                return None;
            }
            let mut found = Vec::with_capacity(entities.len());
            for entity in entities {
                let length = match spec.size {
                    Size::Marker => 0,
                    Size::Fixed(size) => size,
                    Size::UpTo(most) => {
                        let length = usize::try_from(reader.number()?).ok()?;
                        Some(length).filter(|length| *length <= most)?
                    }
                };
                found.push((entity, reader.take(length)?));
            }
            self.found.push(found);
        }
        let room = &self.bytes[reader.at..];
        (self.next_entity_id > 0 && room.iter().all(|&byte| byte == 0)).then_some(())
    }

    fn data(&self, place: usize, range: &Range<usize>) -> Bytes {
        let data = match self.schema[place].size {
            Size::Marker => &MARKER,
            _ => &self.bytes[range.clone()],
        };
        Bytes::from_slice(&self.env, data)
    }

    /// All components of a kind, with their entities in order.
    pub fn all<T: ComponentTrait>(&self) -> impl Iterator<Item = (EntityId, T)> + '_ {
        let name = T::component_type();
        let Some(place) = names(&self.env, self.schema).position(|known| known == name) else {
            stop!("the schema has no component {name:?}");
        };
        self.found[place].iter().map(move |(entity, range)| {
            let data = self.data(place, range);
            (*entity, decode(&self.env, *entity, &data))
        })
    }

    /// A component of an entity, if it has it.
    pub fn get<T: ComponentTrait>(&self, entity: EntityId) -> Option<T> {
        let mut all = self.all();
        all.find_map(|(of, component)| (of == entity).then_some(component))
    }

    /// The world. Its version is that of a world in which each component has been set once.
    pub fn unpack(&self) -> SimpleWorld {
        let env = &self.env;
        let mut columns = Columns {
            next_entity_id: self.next_entity_id,
            components: Map::new(env),
            sparse_components: Map::new(env),
            entity_components: Map::new(env),
            table_index: Map::new(env),
            all_index: Map::new(env),
            version: 0,
        };
        let names: Vec<Symbol> = names(env, self.schema).collect();
        for (place, found) in self.found.iter().enumerate() {
            if found.is_empty() {
                continue;
            }
            let (name, storage) = (&names[place], self.schema[place].storage);
            let table = match storage {
                ComponentStorage::Table => &mut columns.components,
                ComponentStorage::Sparse => &mut columns.sparse_components,
            };
            for (entity, range) in found {
                table.set((*entity, name.clone()), self.data(place, range));
            }
            let entities = found.iter().map(|(entity, _)| *entity);
            let entities = soroban_sdk::Vec::from_iter(env, entities);
            columns.version += u64::from(entities.len());
            if storage == ComponentStorage::Table {
                columns.table_index.set(name.clone(), entities.clone());
            }
            columns.all_index.set(name.clone(), entities);
        }
        columns.entity_components = self.entity_components(&names);
        let columns: Val = columns.into_val(env);
        let Ok(world) = SimpleWorld::try_from_val(env, &columns) else {
            stop!("packed world: a SimpleWorld has other columns");
        };
        world
    }

    /// Which components each entity has.
    fn entity_components(&self, names: &[Symbol]) -> Map<EntityId, soroban_sdk::Vec<Symbol>> {
        let mut entity_components = Map::new(&self.env);
        let mut ahead: Vec<_> = self.found.iter().map(Vec::as_slice).collect();
        let nearest = |ahead: &[&[(EntityId, _)]]| {
            let firsts = ahead.iter().filter_map(|found| found.first());
            firsts.map(|(entity, _)| *entity).min()
        };
        while let Some(entity) = nearest(&ahead) {
            let mut has = soroban_sdk::Vec::new(&self.env);
            for (found, name) in ahead.iter_mut().zip(names) {
                if let Some(((of, _), rest)) = found.split_first() {
                    if *of == entity {
                        has.push_back(name.clone());
                        *found = rest;
                    }
                }
            }
            entity_components.set(entity, has);
        }
        entity_components
    }
}

/// Reads the parts of the stored form. Each is `None` where the bytes end, or are none of its kind.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, length: usize) -> Option<Range<usize>> {
        let range = self.at..self.at.checked_add(length)?;
        self.bytes.get(range.clone())?;
        self.at = range.end;
        Some(range)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn entities(&mut self) -> Option<Vec<EntityId>> {
        let number = self.number()?;
        let first = match number {
            0 => return Some(Vec::new()),
            one if one % 2 == 1 => return Some(alloc::vec![(one / 2).try_into().ok()?]),
            _ => self.number()?,
        };
        let bits = self.take((number / 2).try_into().ok()?)?;
        let mut entities = Vec::with_capacity(8 * bits.len());
        for (byte, eight) in self.bytes[bits].iter().zip((first..).step_by(8)) {
            for bit in (0..8).filter(|bit| byte >> bit & 1 == 1) {
                entities.push((eight + bit).try_into().ok()?);
            }
        }
        Some(entities)
    }
}

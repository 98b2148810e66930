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
//! Of a component that several entities have, each id from the first of them to the last takes a bit, also
//! those that are despawned. So it is best on entities of about the same age.
//!
//! The room is what a world no longer needs. The ledger charges for bytes that are added to an entry, and
//! returns nothing for bytes that are given up.

use alloc::vec::Vec;
use core::ops::Range;
use cougr_core::component::{ComponentStorage, ComponentTrait};
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use soroban_sdk::{contracttype, vec, Bytes, Env, IntoVal, Map, Symbol, TryFromVal, Val};

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
#[derive(Debug)]
pub struct ComponentSpec {
    name: Symbol,
    storage: ComponentStorage,
    size: Size,
}

/// The components of a game, no two of one name. Stored worlds have them in this order.
pub type Schema = &'static [ComponentSpec];

/// A component in table storage, by its `component_type`: a name of nine characters at most.
pub const fn table(name: Symbol, size: Size) -> ComponentSpec {
    let storage = ComponentStorage::Table;
    ComponentSpec {
        name,
        storage,
        size,
    }
}

/// The same in sparse storage.
pub const fn sparse(name: Symbol, size: Size) -> ComponentSpec {
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
    /// Compared as values of the host: a name of up to nine characters is one number.
    fn is(&self, name: &Symbol) -> bool {
        self.name.to_val().get_payload() == name.to_val().get_payload()
    }

    fn allows(&self, storage: ComponentStorage, data: &Bytes) -> bool {
        let length = data.len() as usize;
        let size = match self.size {
            Size::Marker => length == MARKER.len() && data.get(0) == Some(MARKER[0]),
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
    ($($message:tt)*) => {
        match cfg!(target_family = "wasm") {
            true => panic!(),
            false => panic!($($message)*),
        }
    };
}

/// Stores a world in the contract's instance.
pub fn save(env: &Env, key: &Symbol, schema: Schema, world: &SimpleWorld) {
    let mut bytes = pack(env, schema, world);
    let stored: Option<Bytes> = env.storage().instance().get(key);
    let room = stored.map_or(0, |stored| stored.len() as usize);
    bytes.resize(bytes.len().max(room), 0);
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
    let tables = [
        (ComponentStorage::Table, columns.components),
        (ComponentStorage::Sparse, columns.sparse_components),
    ];
    let count = tables.iter().map(|(_, table)| table.len() as usize).sum();
    let mut found = Vec::with_capacity(count);
    for (storage, table) in tables {
        for ((entity, name), data) in table {
            let Some(place) = schema.iter().position(|spec| spec.is(&name)) else {
                stop!("entity {entity}: the schema has no component {name:?}");
            };
            let spec = &schema[place];
            if !spec.allows(storage, &data) {
                stop!(
                    "entity {entity}: {name:?} of {} bytes in {storage:?}, not as {spec:?}",
                    data.len()
                );
            }
            if entity == 0 || entity >= columns.next_entity_id {
                stop!("entity {entity} has a {name:?}, but was never spawned");
            }
            found.push((place, entity, data));
        }
    }

    let mut bytes = Vec::with_capacity(256);
    put_number(&mut bytes, columns.next_entity_id.into());
    let mut same = Vec::with_capacity(count);
    for (place, spec) in schema.iter().enumerate() {
        // In the order of the entities, as in the host's maps.
        same.clear();
        same.extend(found.iter().filter(|(other, ..)| *other == place));
        put_entities(&mut bytes, &same);
        match spec.size {
            Size::Marker => {}
            Size::Fixed(length) => put_data(&mut bytes, length, &same),
            Size::UpTo(_) => {
                for one in same.chunks(1) {
                    let length = one[0].2.len();
                    put_number(&mut bytes, length.into());
                    put_data(&mut bytes, length as usize, one);
                }
            }
        }
    }
    bytes
}

fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7F {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn put_entities(bytes: &mut Vec<u8>, same: &[&(usize, EntityId, Bytes)]) {
    let (first, last) = match *same {
        [] => return put_number(bytes, 0),
        [&(_, one, _)] => return put_number(bytes, u64::from(one) * 2 + 1),
        [&(_, first, _), .., &(_, last, _)] => (first, last),
    };
    let length = (last - first) as usize / 8 + 1;
    put_number(bytes, length as u64 * 2);
    put_number(bytes, first.into());
    let start = bytes.len();
    bytes.resize(start + length, 0);
    for (_, entity, _) in same {
        let bit = (entity - first) as usize;
        bytes[start + bit / 8] |= 1 << (bit % 8);
    }
}

/// Data of one length: room for all of them is made at once.
fn put_data(bytes: &mut Vec<u8>, length: usize, same: &[&(usize, EntityId, Bytes)]) {
    let start = bytes.len();
    bytes.resize(start + same.len() * length, 0);
    for (nth, (_, _, data)) in same.iter().enumerate() {
        data.copy_into_slice(&mut bytes[start + nth * length..][..length]);
    }
}

/// A component that has been found in the stored bytes.
struct Found {
    /// Its place in the schema.
    place: usize,
    entity: EntityId,
    /// Where its data lie.
    data: Range<usize>,
}

/// A stored world that is not unpacked: its components can be read one by one.
pub struct PackedWorld {
    env: Env,
    schema: Schema,
    bytes: Vec<u8>,
    next_entity_id: EntityId,
    /// In the order of the schema, and of the entities.
    found: Vec<Found>,
}

impl PackedWorld {
    /// Reads the stored form.
    pub fn new(env: &Env, schema: Schema, stored: &Bytes) -> PackedWorld {
        let mut bytes = alloc::vec![0; stored.len() as usize];
        stored.copy_into_slice(&mut bytes);
        let mut reader = Reader {
            bytes: &bytes,
            at: 0,
        };
        let Some((next_entity_id, found)) = reader.world(schema) else {
            stop!(
                "the stored bytes are not a world of the schema, from byte {} on",
                reader.at
            );
        };
        PackedWorld {
            env: env.clone(),
            schema,
            bytes,
            next_entity_id,
            found,
        }
    }

    fn data(&self, found: &Found) -> Bytes {
        let data = match self.schema[found.place].size {
            Size::Marker => &MARKER,
            _ => &self.bytes[found.data.clone()],
        };
        Bytes::from_slice(&self.env, data)
    }

    fn found<T: ComponentTrait>(&self) -> impl Iterator<Item = &Found> + '_ {
        let name = T::component_type();
        let Some(place) = self.schema.iter().position(|spec| spec.is(&name)) else {
            stop!("the schema has no component {name:?}");
        };
        self.found.iter().filter(move |found| found.place == place)
    }

    /// All components of a kind, with their entities in order.
    pub fn all<T: ComponentTrait>(&self) -> impl Iterator<Item = (EntityId, T)> + '_ {
        let found = self.found::<T>();
        found.map(|found| {
            let component = decode(&self.env, found.entity, &self.data(found));
            (found.entity, component)
        })
    }

    /// The same as bytes, for those who can read these without the host: to make and read the host's
    /// `Bytes` takes three calls for each component.
    pub fn all_bytes<T: ComponentTrait>(&self) -> impl Iterator<Item = (EntityId, &[u8])> + '_ {
        let found = self.found::<T>();
        found.map(|found| (found.entity, &self.bytes[found.data.clone()]))
    }

    /// A component of an entity, if it has it.
    pub fn get<T: ComponentTrait>(&self, entity: EntityId) -> Option<T> {
        let found = self.found::<T>().find(|found| found.entity == entity)?;
        Some(decode(&self.env, entity, &self.data(found)))
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
            version: self.found.len() as u64,
        };
        for same in self.found.chunk_by(|one, next| one.place == next.place) {
            let ComponentSpec { name, storage, .. } = &self.schema[same[0].place];
            let table = match storage {
                ComponentStorage::Table => &mut columns.components,
                ComponentStorage::Sparse => &mut columns.sparse_components,
            };
            let mut entities = soroban_sdk::Vec::new(env);
            for found in same {
                let Found { entity, .. } = *found;
                table.set((entity, name.clone()), self.data(found));
                entities.push_back(entity);
                let names = match columns.entity_components.get(entity) {
                    None => vec![env, name.clone()],
                    Some(mut names) => {
                        names.push_back(name.clone());
                        names
                    }
                };
                columns.entity_components.set(entity, names);
            }
            if *storage == ComponentStorage::Table {
                columns.table_index.set(name.clone(), entities.clone());
            }
            columns.all_index.set(name.clone(), entities);
        }
        let columns: Val = columns.into_val(env);
        let Ok(world) = SimpleWorld::try_from_val(env, &columns) else {
            stop!("packed world: a SimpleWorld has other columns");
        };
        world
    }
}

/// Reads the parts of the stored form. Each is `None` where the bytes end, or are none of its kind.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// The next entity id, and all components. Behind them there is nothing but room.
    fn world(&mut self, schema: Schema) -> Option<(EntityId, Vec<Found>)> {
        let next_entity_id = u32::try_from(self.number()?).ok()?;
        let mut found = Vec::with_capacity(self.bytes.len());
        for (place, spec) in schema.iter().enumerate() {
            let (first, bits) = self.entities()?;
            for bit in 0..bits.len() * 8 {
                if bits[bit / 8] >> (bit % 8) & 1 == 0 {
                    continue;
                }
                let entity = EntityId::try_from(first + bit as u64).ok()?;
                if entity == 0 || entity >= next_entity_id {
                    return None;
                }
                let length = match spec.size {
                    Size::Marker => 0,
                    Size::Fixed(size) => size,
                    Size::UpTo(most) => {
                        let length = usize::try_from(self.number()?).ok()?;
                        Some(length).filter(|length| *length <= most)?
                    }
                };
                found.push(Found {
                    place,
                    entity,
                    data: self.take(length)?,
                });
            }
        }
        let room = self.bytes.get(self.at..)?;
        let is_world = next_entity_id > 0 && room.iter().all(|&byte| byte == 0);
        is_world.then_some((next_entity_id, found))
    }

    /// The entities that have a component: the first of them, and a bit for each from there on.
    fn entities(&mut self) -> Option<(u64, &'a [u8])> {
        let number = self.number()?;
        if number == 0 {
            return Some((0, &[]));
        }
        if number % 2 == 1 {
            return Some((number / 2, &[1]));
        }
        let first = self.number()?;
        let bits = self.take((number / 2).try_into().ok()?)?;
        let bits = &self.bytes[bits];
        // From the first to the last, and not for one alone: each world has one form.
        let is_shortest = bits[0] & 1 == 1 && !matches!(bits, [1] | [.., 0]);
        is_shortest.then_some((first, bits))
    }

    // As a call of its own it costs a getter two percent.
    #[inline(always)]
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                let is_shortest = byte > 0 || shift == 0;
                return is_shortest.then_some(number);
            }
        }
        None
    }

    fn take(&mut self, length: usize) -> Option<Range<usize>> {
        let range = self.at..self.at.checked_add(length)?;
        self.bytes.get(range.clone())?;
        self.at = range.end;
        Some(range)
    }
}

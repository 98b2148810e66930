//! A world's components taken all at once.
//!
//! `SimpleWorld::set_typed` walks the index of its component, and every step of the walk is a call
//! of the host: to spawn 24 pieces one by one takes more than a thousand. But a `SimpleWorld` is a
//! `#[contracttype]`, in the host a map with a field for each of its columns, and that is how Cougr
//! itself stores and loads it. Here the columns are filled, and read, directly. What comes out is the
//! same world, to the last byte (a test holds both ways beside each other).

use crate::board::Board;
use crate::components::{King, Packed, Piece};
use cougr_core::component::ComponentTrait;
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use soroban_sdk::xdr::ToXdr;
use soroban_sdk::{contracttype, vec, Bytes, Env, IntoVal, Map, Symbol, TryFromVal, Val, Vec};

/// The fields of `SimpleWorld`.
#[contracttype]
pub struct Columns {
    next_entity_id: u32,
    components: Map<(EntityId, Symbol), Bytes>,
    sparse_components: Map<(EntityId, Symbol), Bytes>,
    entity_components: Map<EntityId, Vec<Symbol>>,
    table_index: Map<Symbol, Vec<EntityId>>,
    all_index: Map<Symbol, Vec<EntityId>>,
    version: u64,
}

/// A world in which these pieces have been spawned: their entities in rising order, the component,
/// and whether it is a king. `next_entity` is the id of the next entity to come.
pub fn spawn_pieces(
    env: &Env,
    pieces: impl Iterator<Item = (EntityId, Piece, bool)>,
    next_entity: EntityId,
) -> Option<SimpleWorld> {
    let (piece_type, king_type) = (Piece::component_type(), King::component_type());
    let of_a_man = vec![env, piece_type.clone()];
    let of_a_king = vec![env, piece_type.clone(), king_type.clone()];
    let king_data = King.serialize(env);
    let mut columns = Columns {
        next_entity_id: next_entity,
        components: Map::new(env),
        sparse_components: Map::new(env),
        entity_components: Map::new(env),
        table_index: Map::new(env),
        all_index: Map::new(env),
        version: 0,
    };
    let mut kings = Vec::new(env);
    for (entity, piece, king) in pieces {
        columns.components.set((entity, piece_type.clone()), piece.serialize(env));
        columns.version += 1;
        if king {
            columns.sparse_components.set((entity, king_type.clone()), king_data.clone());
            columns.entity_components.set(entity, of_a_king.clone());
            kings.push_back(entity);
            columns.version += 1;
        } else {
            columns.entity_components.set(entity, of_a_man.clone());
        }
    }
    if columns.version > 0 {
        let entities = columns.entity_components.keys();
        columns.table_index.set(piece_type.clone(), entities.clone());
        columns.all_index.set(piece_type, entities);
    }
    if !kings.is_empty() {
        columns.all_index.set(king_type, kings);
    }
    let columns: Val = columns.into_val(env);
    SimpleWorld::try_from_val(env, &columns).ok()
}

/// Bytes of the XDR form of a vector's head: its type, that it is there, its length.
const VECTOR_HEAD: usize = 12;
/// Bytes of an entity in a vector: its type, its value.
const ENTITY: usize = 8;
/// Bytes of a piece in a vector: its type, its length, its two bytes, padding.
const PIECE: usize = 12;
/// Bytes of all pieces, all kings, and all their components.
const MOST: usize = 4 * VECTOR_HEAD + 24 * (2 * ENTITY + PIECE);

/// Reads all pieces of a world: the columns are handed over by the host as one piece of XDR.
pub fn read_pieces(env: &Env, world: &SimpleWorld) -> Option<Board> {
    let columns: Val = world.into_val(env);
    let columns = Columns::try_from_val(env, &columns).ok()?;
    let entities = columns.table_index.get(Piece::component_type())?;
    let kings = columns.all_index.get(King::component_type());
    let kings = kings.unwrap_or_else(|| Vec::new(env));
    // Entities 1 to 24 come first in the map, and `Piece` is their only table component.
    let pieces = columns.components.values().slice(..entities.len());
    let xdr = (entities, kings, pieces).to_xdr(env).to_buffer::<MOST>();

    let (_, xdr) = xdr.as_slice().split_at_checked(VECTOR_HEAD)?;
    let (entities, xdr) = vector(xdr, ENTITY)?;
    let (kings, xdr) = vector(xdr, ENTITY)?;
    let (pieces, _) = vector(xdr, PIECE)?;
    let mut board = Board::default();
    for (entity, piece) in entities.zip(pieces) {
        let piece = Piece::unpack([piece[8], piece[9]])?;
        board.place(entity[7].into(), piece);
    }
    for king in kings {
        let square = board.square_of(king[7].into())?;
        board.position.crown(square);
    }
    Some(board)
}

/// Splits the XDR form of a vector, whose elements have `size` bytes each, from what follows it.
fn vector(xdr: &[u8], size: usize) -> Option<(core::slice::ChunksExact<'_, u8>, &[u8])> {
    let (head, rest) = xdr.split_at_checked(VECTOR_HEAD)?;
    let (elements, rest) = rest.split_at_checked(head[11] as usize * size)?;
    Some((elements.chunks_exact(size), rest))
}

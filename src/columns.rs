//! A world's components, written and read all at once.
//!
//! `SimpleWorld::set_typed` walks the index of its component, and every step of the walk is a call of
//! the host: to spawn 24 pieces one by one takes more than a thousand calls. But a `SimpleWorld` is a
//! `#[contracttype]`, in the host a map from the names of its seven columns to their values. Where
//! Cougr stores a world as it is, the host loads it from the XDR of that map; here the XDR is put
//! together from the snapshot, and the host loads it in the same way, with one call. The world is the
//! same to the last byte as one spawned piece by piece: a test holds both beside each other.
//!
//! XDR is big-endian in words of four bytes. A value begins with the word of its type.

use crate::board::Board;
use crate::components::{Chain, King, Packed, Piece, MATCH, PIECES};
use crate::snapshot::Snapshot;
use core::slice::ChunksExact;
use cougr_core::component::ComponentTrait;
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use soroban_sdk::xdr::{FromXdr, ToXdr};
use alloc::vec::Vec;
use soroban_sdk::{contracttype, Bytes, Env, IntoVal, Map, Symbol, TryFromVal, Val};

/// The columns of a `SimpleWorld`.
#[contracttype]
pub struct Columns {
    next_entity_id: u32,
    components: Map<(EntityId, Symbol), Bytes>,
    sparse_components: Map<(EntityId, Symbol), Bytes>,
    entity_components: Map<EntityId, soroban_sdk::Vec<Symbol>>,
    table_index: Map<Symbol, soroban_sdk::Vec<EntityId>>,
    all_index: Map<Symbol, soroban_sdk::Vec<EntityId>>,
    version: u64,
}

/// Reads all pieces of a world: the host hands over ids and components in one piece of XDR.
pub fn read_pieces(env: &Env, world: &SimpleWorld) -> Option<Board> {
    let columns: Val = world.into_val(env);
    let columns = Columns::try_from_val(env, &columns).ok()?;
    let entities = columns.table_index.get(Piece::component_type())?;
    let kings = columns.all_index.get(King::component_type()).unwrap_or_else(|| soroban_sdk::Vec::new(env));
    // The pieces have the lowest ids and no table component but `Piece`: theirs come first.
    let pieces = columns.components.values().slice(..entities.len());
    let xdr = (entities, kings, pieces).to_xdr(env).to_buffer::<MOST_XDR_READ>();

    let (_, xdr) = xdr.as_slice().split_at_checked(XDR_VECTOR_HEAD)?;
    let (entities, xdr) = split_vector(xdr, XDR_ENTITY)?;
    let (kings, xdr) = split_vector(xdr, XDR_ENTITY)?;
    let (pieces, _) = split_vector(xdr, XDR_PIECE)?;
    let mut board = Board::default();
    for (entity, piece) in entities.zip(pieces) {
        let square = Piece::unpack([piece[8], piece[9]])?.square;
        board.place(entity[7].into(), square, false);
    }
    for king in kings {
        let square = board.squares()[king[7] as usize - 1]?;
        board.position.crown(square);
    }
    Some(board)
}

/// Bytes of a vector before its elements: type, presence, length.
const XDR_VECTOR_HEAD: usize = 12;
/// Bytes of an entity id: type, value.
const XDR_ENTITY: usize = 8;
/// Bytes of a `Piece`: type, length, its two bytes, padding.
const XDR_PIECE: usize = 12;
/// Bytes of all pieces and their components, all of them kings.
const MOST_XDR_READ: usize = 4 * XDR_VECTOR_HEAD + PIECES * (2 * XDR_ENTITY + XDR_PIECE);

/// Takes a vector whose elements have `size` bytes each off the front of `xdr`.
fn split_vector(xdr: &[u8], size: usize) -> Option<(ChunksExact<'_, u8>, &[u8])> {
    let (head, rest) = xdr.split_at_checked(XDR_VECTOR_HEAD)?;
    let (elements, rest) = rest.split_at_checked(head[11] as usize * size)?;
    Some((elements.chunks_exact(size), rest))
}

/// The world of a game.
pub fn spawn(env: &Env, game: &Snapshot) -> Option<SimpleWorld> {
    let board = &game.board;
    let pieces = board.position.pieces_of_both().count_ones();
    let kings = board.position.kings.count_ones();
    let is_king = |&(_, piece): &(EntityId, Piece)| board.position.is_king(piece.square);
    let chain = u32::from(game.chain.is_some());
    let mut xdr = Xdr(Vec::with_capacity(MOST_XDR_WRITTEN));
    xdr.map(7);

    xdr.put(ALL_INDEX);
    xdr.map(3 + chain + u32::from(kings > 0) + u32::from(pieces > 0));
    if chain > 0 {
        xdr.index(CHAIN, 1, [MATCH]);
    }
    if kings > 0 {
        xdr.index(KING, kings, board.pieces().filter(is_king).map(|(entity, _)| entity));
    }
    if pieces > 0 {
        xdr.index(PIECE, pieces, board.pieces().map(|(entity, _)| entity));
    }
    xdr.index(PLAYERS, 1, [MATCH]);
    xdr.index(STATUS, 1, [MATCH]);
    xdr.index(TURN, 1, [MATCH]);

    xdr.put(COMPONENTS);
    xdr.map(pieces + 3);
    for (entity, piece) in board.pieces() {
        xdr.component(entity, PIECE, piece.pack());
    }
    xdr.component(MATCH, PLAYERS, game.players.pack());
    xdr.component(MATCH, STATUS, game.status.pack());
    xdr.component(MATCH, TURN, game.turn.pack());

    xdr.put(ENTITY_COMPONENTS);
    xdr.map(pieces + 1);
    for (entity, piece) in board.pieces() {
        let king = board.position.is_king(piece.square);
        xdr.u32(entity);
        xdr.vector(1 + u32::from(king));
        xdr.put(PIECE);
        if king {
            xdr.put(KING);
        }
    }
    xdr.u32(MATCH);
    xdr.vector(3 + chain);
    xdr.put(PLAYERS);
    xdr.put(TURN);
    xdr.put(STATUS);
    if chain > 0 {
        xdr.put(CHAIN);
    }

    xdr.put(NEXT_ENTITY_ID);
    xdr.u32(MATCH + 1);

    xdr.put(SPARSE_COMPONENTS);
    xdr.map(kings + chain);
    for (entity, _) in board.pieces().filter(is_king) {
        xdr.component(entity, KING, [1]);
    }
    if let Some(square) = game.chain {
        let square = square.index();
        xdr.component(MATCH, CHAIN, Chain { square }.pack());
    }

    xdr.put(TABLE_INDEX);
    xdr.map(3 + u32::from(pieces > 0));
    if pieces > 0 {
        xdr.index(PIECE, pieces, board.pieces().map(|(entity, _)| entity));
    }
    xdr.index(PLAYERS, 1, [MATCH]);
    xdr.index(STATUS, 1, [MATCH]);
    xdr.index(TURN, 1, [MATCH]);

    xdr.put(VERSION);
    xdr.put([word(5), word(0), word(pieces + kings + 3 + chain)]);

    SimpleWorld::from_xdr(env, &Bytes::from_slice(env, xdr.0.as_flattened())).ok()
}

/// A word of XDR: big-endian, as everything in XDR.
type Word = [u8; 4];

const fn word(value: u32) -> Word {
    value.to_be_bytes()
}

/// A symbol: type, length, and its characters with zeros up to a whole word.
const fn symbol<const WORDS: usize>(name: &str) -> [Word; WORDS] {
    let name = name.as_bytes();
    let mut words = [[0; 4]; WORDS];
    words[0] = word(15);
    words[1] = word(name.len() as u32);
    let mut i = 0;
    while i < name.len() {
        words[2 + i / 4][i % 4] = name[i];
        i += 1;
    }
    words
}

const ALL_INDEX: [Word; 5] = symbol("all_index");
const COMPONENTS: [Word; 5] = symbol("components");
const ENTITY_COMPONENTS: [Word; 7] = symbol("entity_components");
const NEXT_ENTITY_ID: [Word; 6] = symbol("next_entity_id");
const SPARSE_COMPONENTS: [Word; 7] = symbol("sparse_components");
const TABLE_INDEX: [Word; 5] = symbol("table_index");
const VERSION: [Word; 4] = symbol("version");

const CHAIN: [Word; 4] = symbol("chain");
const KING: [Word; 3] = symbol("king");
const PIECE: [Word; 4] = symbol("piece");
const PLAYERS: [Word; 4] = symbol("players");
const STATUS: [Word; 4] = symbol("status");
const TURN: [Word; 3] = symbol("turn");

/// Words of the XDR of twenty-four kings and an open chain.
const MOST_XDR_WRITTEN: usize = 1_250;

/// XDR under construction.
struct Xdr(Vec<Word>);

impl Xdr {
    fn put<const N: usize>(&mut self, words: [Word; N]) {
        self.0.extend_from_slice(&words);
    }

    fn u32(&mut self, value: u32) {
        self.put([word(3), word(value)]);
    }

    /// The head of a vector. Its elements follow.
    fn vector(&mut self, length: u32) {
        self.put([word(16), word(1), word(length)]);
    }

    /// The head of a map. Its entries follow, in the order of their keys.
    fn map(&mut self, length: u32) {
        self.put([word(17), word(1), word(length)]);
    }

    /// An entry of a column of components.
    fn component<const W: usize, const N: usize>(&mut self, entity: EntityId, name: [Word; W], data: [u8; N]) {
        self.vector(2);
        self.u32(entity);
        self.put(name);
        self.put([word(13), word(N as u32)]);
        for bytes in data.chunks(4) {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            self.put([word]);
        }
    }

    /// An entry of an index: all entities that have a component.
    fn index<const W: usize>(
        &mut self,
        name: [Word; W],
        length: u32,
        entities: impl IntoIterator<Item = EntityId>,
    ) {
        self.put(name);
        self.vector(length);
        for entity in entities {
            self.u32(entity);
        }
    }
}

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
use crate::components::{
    Chain, GameStatusComponent, Packed, Piece, Players, TurnComponent, MATCH, PIECES,
};
use crate::rules::{Side, Square};
use crate::snapshot::Snapshot;
use cougr_core::component::ComponentTrait;
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use soroban_sdk::xdr::{FromXdr, ToXdr};
use soroban_sdk::{contracttype, Bytes, Env, IntoVal, Map, Symbol, TryFromVal, Val, Vec};

/// The columns of a `SimpleWorld`.
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

/// Reads the game that a world holds; `None` if it holds none. The host hands over all components in
/// one piece of XDR: to ask for them one by one takes 150 calls.
///
/// Nothing here looks at names. The pieces must have been set in the order of their entities, as
/// `setup` and [`spawn`] do, and what a plugin adds must be sparse and not on the pieces.
pub fn read(env: &Env, world: &SimpleWorld) -> Option<Snapshot> {
    let columns: Val = world.into_val(env);
    let columns = Columns::try_from_val(env, &columns).ok()?;
    let entities = columns
        .all_index
        .get(Piece::component_type())
        .unwrap_or_else(|| Vec::new(env));
    let chain = columns
        .sparse_components
        .get((MATCH, Chain::component_type()));
    let components = (
        columns.components.values(),
        columns.sparse_components.values(),
    );
    let xdr = components.to_xdr(env).to_buffer::<MOST_XDR_READ>();

    // Each component is its type, its length and its bytes. They stand in the order of their
    // entities, and of their names: a king's marker before its piece. What follows is not read here.
    let (words, _): (&[Word], _) = xdr.as_slice().as_chunks();
    let (_, words) = words.split_first_chunk::<6>()?;
    let ([_, _, players @ ..], words) = words.split_first_chunk::<19>()?;
    let ([_, _, status], words) = words.split_first_chunk()?;
    let ([_, _, turn @ ..], words) = words.split_first_chunk::<4>()?;
    let (_, words) = words.split_first_chunk::<3>()?;
    let mut components = words
        .as_chunks()
        .0
        .iter()
        .map(|[_, length, data]| (length[3], *data));
    let mut board = Board::default();
    for entity in entities {
        let (length, mut data) = components.next()?;
        let king = length == 1;
        if king {
            (_, data) = components.next()?;
        }
        let [player, square, ..] = data;
        let (side, square) = (Side::of_player(player.into())?, Square::new(square)?);
        board.position.place(square, side, king);
        *board.numbers.get_mut((entity as usize).wrapping_sub(1))? = square.number();
    }
    Some(Snapshot {
        board,
        turn: TurnComponent::unpack(*turn.as_flattened().first_chunk()?)?,
        status: GameStatusComponent::unpack(*status.first_chunk()?)?,
        chain: chain.and_then(|chain| Square::new(Chain::deserialize(env, &chain)?.square)),
        players: Players::unpack(*players.as_flattened().first_chunk()?)?,
    })
}

/// Bytes of the XDR of all components, every piece a king and a chain open, and of those of match play.
const MOST_XDR_READ: usize = 4 * (6 + 19 + 3 + 4 + 3 + 3 * (2 * PIECES + 1)) + MATCH_PLAY_XDR;
#[cfg(feature = "match-play")]
const MATCH_PLAY_XDR: usize = crate::match_play::components::MOST_XDR;
#[cfg(not(feature = "match-play"))]
const MATCH_PLAY_XDR: usize = 0;

/// The world of a game.
pub fn spawn(env: &Env, game: &Snapshot) -> SimpleWorld {
    let board = &game.board;
    let pieces = board.position.pieces_of_both().count_ones();
    let kings = board.position.kings.count_ones();
    let chain = u32::from(game.chain.is_some());
    let mut xdr = Xdr {
        words: [[0; 4]; MOST_XDR_WRITTEN],
        length: 0,
    };
    xdr.map(7);

    xdr.put(&ALL_INDEX);
    xdr.map(3 + chain + u32::from(kings > 0) + u32::from(pieces > 0));
    if chain > 0 {
        xdr.put(&CHAIN);
        xdr.vector(1);
        xdr.u32(MATCH);
    }
    if kings > 0 {
        xdr.put(&KING);
        xdr.vector(kings);
        board.for_each(|entity, square| {
            if board.position.is_king(square) {
                xdr.u32(entity);
            }
        });
    }
    if pieces > 0 {
        xdr.put(&PIECE);
        xdr.vector(pieces);
        board.for_each(|entity, _| xdr.put_each([word(3), word(entity)]));
    }
    xdr.put(&MATCH_INDEX);

    xdr.put(&COMPONENTS);
    xdr.map(3);
    xdr.component(MATCH, &PLAYERS, &game.players.pack());
    xdr.component(MATCH, &STATUS, &game.status.pack());
    xdr.component(MATCH, &TURN, &game.turn.pack());

    xdr.put(&ENTITY_COMPONENTS);
    xdr.map(pieces + 1);
    board.for_each(|entity, square| {
        let king = u32::from(board.position.is_king(square));
        xdr.put_each([
            word(3),
            word(entity),
            word(16),
            word(1),
            word(1 + king),
            PIECE[0],
            PIECE[1],
            PIECE[2],
            PIECE[3],
            KING[0],
            KING[1],
            KING[2],
        ]);
        xdr.length -= KING.len() * (1 - king as usize);
    });
    xdr.u32(MATCH);
    xdr.vector(3 + chain);
    xdr.put(&PLAYERS);
    xdr.put(&TURN);
    xdr.put(&STATUS);
    if chain > 0 {
        xdr.put(&CHAIN);
    }

    xdr.put(&NEXT_ENTITY_ID);
    xdr.u32(MATCH + 1);

    xdr.put(&SPARSE_COMPONENTS);
    xdr.map(pieces + kings + chain);
    board.for_each(|entity, square| {
        if board.position.is_king(square) {
            xdr.component(entity, &KING, &[1]);
        }
        let side = Board::side_of(entity);
        let [player, square] = Piece { side, square }.pack();
        xdr.put_each([
            word(16),
            word(1),
            word(2),
            word(3),
            word(entity),
            PIECE[0],
            PIECE[1],
            PIECE[2],
            PIECE[3],
            word(13),
            word(2),
            [player, square, 0, 0],
        ]);
    });
    if let Some(square) = game.chain {
        let square = square.index();
        xdr.component(MATCH, &CHAIN, &Chain { square }.pack());
    }

    xdr.put(&TABLE_INDEX);
    xdr.map(3);
    xdr.put(&MATCH_INDEX);

    xdr.put(&VERSION);
    xdr.put(&[word(5), word(0), word(pieces + kings + 3 + chain)]);

    let xdr = Bytes::from_slice(env, xdr.as_bytes());
    let Ok(world) = SimpleWorld::from_xdr(env, &xdr) else {
        panic!("the columns are those of a SimpleWorld");
    };
    world
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

/// The entries of an index for the components of the match, a vector of one entity each.
const MATCH_INDEX: [Word; 26] = {
    const MATCH_ALONE: [Word; 5] = [word(16), word(1), word(1), word(3), word(MATCH)];
    concat(&[
        &PLAYERS,
        &MATCH_ALONE,
        &STATUS,
        &MATCH_ALONE,
        &TURN,
        &MATCH_ALONE,
    ])
};

const fn concat<const WORDS: usize>(parts: &[&[Word]]) -> [Word; WORDS] {
    let mut words = [[0; 4]; WORDS];
    let (mut length, mut part) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            words[length] = parts[part][i];
            length += 1;
            i += 1;
        }
        part += 1;
    }
    words
}

/// Words of the XDR of twenty-four kings and an open chain. To zero a word takes twelve instructions.
const MOST_XDR_WRITTEN: usize = 1_160;

/// XDR under construction.
struct Xdr {
    words: [Word; MOST_XDR_WRITTEN],
    length: usize,
}

impl Xdr {
    fn as_bytes(&self) -> &[u8] {
        self.words[..self.length].as_flattened()
    }

    #[inline(never)]
    fn put(&mut self, words: &[Word]) {
        for &word in words {
            self.put_each([word]);
        }
    }

    /// The same, for what is written once a piece.
    #[inline(always)]
    fn put_each<const N: usize>(&mut self, words: [Word; N]) {
        if let Some(place) = self.words[self.length..].first_chunk_mut() {
            *place = words;
        }
        self.length += N;
    }

    fn u32(&mut self, value: u32) {
        self.put(&[word(3), word(value)]);
    }

    /// The head of a vector. Its elements follow.
    fn vector(&mut self, length: u32) {
        self.put(&[word(16), word(1), word(length)]);
    }

    /// The head of a map. Its entries follow, in the order of their keys.
    fn map(&mut self, length: u32) {
        self.put(&[word(17), word(1), word(length)]);
    }

    /// An entry of a column of components.
    #[inline(never)]
    fn component(&mut self, entity: EntityId, name: &[Word], data: &[u8]) {
        self.vector(2);
        self.u32(entity);
        self.put(name);
        self.put(&[word(13), word(data.len() as u32)]);
        let (words, rest) = data.as_chunks();
        self.put(words);
        if !rest.is_empty() {
            let mut padded = [0; 4];
            for (place, &byte) in padded.iter_mut().zip(rest) {
                *place = byte;
            }
            self.put(&[padded]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::King;
    use crate::test::hand_made::{any_game, with_cases};
    use cougr_core::component::ComponentStorage;
    use proptest::prelude::*;
    use soroban_sdk::{bytes, symbol_short};

    /// The world of a game as Cougr builds it: entity by entity, component by component.
    fn spawned_one_by_one(env: &Env, game: &Snapshot) -> SimpleWorld {
        let mut world = SimpleWorld::new(env);
        let mut pieces = [None; PIECES];
        game.board
            .for_each(|entity, square| pieces[entity as usize - 1] = Some(square));
        for square in pieces {
            let entity = world.spawn_entity();
            if let Some(square) = square {
                let side = Board::side_of(entity);
                world.set_typed(env, entity, &Piece { side, square });
                if game.board.position.is_king(square) {
                    world.set_typed(env, entity, &King);
                }
            }
        }
        let entity = world.spawn_entity();
        world.set_typed(env, entity, &game.players);
        world.set_typed(env, entity, &game.turn);
        world.set_typed(env, entity, &game.status);
        if let Some(square) = game.chain {
            let square = square.index();
            world.set_typed(env, entity, &Chain { square });
        }
        world
    }

    proptest! {
        #![proptest_config(with_cases(200))]

        #[test]
        fn the_world_is_the_one_that_cougr_builds(game in any_game()) {
            let env = Env::default();
            let one_by_one = spawned_one_by_one(&env, &game).to_xdr(&env);
            prop_assert_eq!(spawn(&env, &game).to_xdr(&env), one_by_one);
        }

        #[test]
        fn a_world_gives_its_game_back(game in any_game()) {
            let env = Env::default();
            prop_assert_eq!(read(&env, &spawn(&env, &game)), Some(game));
        }

        #[test]
        fn a_small_component_of_another_entity_is_passed_over(game in any_game()) {
            // There is no room for it beside twenty-four kings and a chain.
            let kings = game.board.position.kings.count_ones() as usize;
            prop_assume!(kings < PIECES || game.chain.is_none());
            let env = Env::default();
            let mut world = spawn(&env, &game);
            let entity = world.spawn_entity();
            prop_assert_eq!(entity, MATCH + 1);
            let (name, data) = (symbol_short!("clock"), bytes!(&env, 0x010203));
            world.add_component_with_storage(entity, name, data, ComponentStorage::Sparse);
            prop_assert_eq!(read(&env, &world), Some(game));
        }
    }

    #[test]
    fn an_empty_world_holds_no_game() {
        let env = Env::default();
        assert_eq!(read(&env, &SimpleWorld::new(&env)), None);
    }
}

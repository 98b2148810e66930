//! Tic-tac-toe as a Soroban contract: Cougr systems over entities, as small as it can be.

#![no_std]
extern crate alloc;

pub mod components;
pub mod errors;
pub mod rules;
pub mod systems;
#[cfg(test)]
mod test;

// These two know nothing of this game.
pub mod packed_world;
pub mod tick_system;

use components::{Cross, Mark, Outcome, Player, Turn, MATCH};
use cougr_core::{game::SorobanGame, SimpleWorld};
use errors::GameError::{self, AlreadyInitialised, NotInitialised};
use packed_world::{sparse, table, PackedWorld, Schema, Size};
use soroban_sdk::{contract, contractimpl, contracttype, symbol_short, Address, Env, Symbol, Vec};
use systems::Tick;

#[contract]
pub struct TicTacToe;

/// What `get_state` shows. It is made when it is asked for.
#[contracttype]
#[derive(Clone, Debug, PartialEq)]
pub struct GameState {
    /// Who plays X, and who plays O.
    pub players: Vec<Address>,
    /// Nine cells, row by row: 0 empty, 1 X, 2 O.
    pub cells: Vec<u32>,
    /// 1 X, 2 O: the one to move. When the game is over, the one who moved last.
    pub turn: u32,
    /// Nothing while the game is on; then 1 X, 2 O, 0 nobody.
    pub winner: Option<u32>,
}

#[contractimpl]
impl TicTacToe {
    /// Sets up a game. X moves first. Needs no authorisation.
    pub fn init_game(env: Env, player_x: Address, player_o: Address) -> Result<(), GameError> {
        if load(&env).is_some() {
            return Err(AlreadyInitialised);
        }
        let players = [player_x, player_o].map(|address| Player::of(&address));
        Self::save_world(&env, &systems::start(&env, players));
        Ok(())
    }

    /// Puts a mark of the player to move, who must authorise the call, into a cell: 0 to 8, row by row.
    pub fn play(env: Env, player: Address, cell: u32) -> Result<(), GameError> {
        player.require_auth();
        let world = systems::play(&env, Self::load_world(&env), Tick { player, cell })?;
        Self::save_world(&env, &world);
        Ok(())
    }

    /// The whole game: players, cells, whose turn it is, and who has won.
    pub fn get_state(env: Env) -> Result<GameState, GameError> {
        let game = load(&env).ok_or(NotInitialised)?;
        let players = game.all::<Player>().map(|(_, player)| player.address(&env));
        let turn: Turn = game.get(MATCH).ok_or(NotInitialised)?;
        let mut cells = [0; rules::CELLS as usize];
        for (mark, Mark { cell }) in game.all() {
            cells[cell as usize] = game.get(mark).map_or(rules::O, |Cross| rules::X);
        }
        Ok(GameState {
            players: Vec::from_iter(&env, players),
            cells: Vec::from_array(&env, cells),
            turn: turn.side,
            winner: game.get(MATCH).map(|outcome: Outcome| outcome.winner),
        })
    }
}

/// Every component: its name and storage as its macro has them, and the bytes of its fields. A world
/// with a component that is not here, or not like this, cannot be saved: the call ends.
const SCHEMA: Schema = &[
    table(symbol_short!("turn"), Size::Fixed(4)),
    sparse(symbol_short!("outcome"), Size::Fixed(4)),
    table(symbol_short!("player"), Size::Fixed(33)),
    table(symbol_short!("mark"), Size::Fixed(1)),
    sparse(symbol_short!("cross"), Size::Marker),
];

/// In ledgers, one every five seconds: every call that writes leaves the game 30 days to live.
const LIFETIME_THRESHOLD: u32 = 30 * 17_280;
/// A week more, so that not every move pays for an extension.
const LIFETIME_EXTENSION: u32 = 37 * 17_280;

impl SorobanGame for TicTacToe {
    fn world_key(_: &Env) -> Symbol {
        symbol_short!("game")
    }

    /// The stored world; an empty one where there is no game.
    fn load_world(env: &Env) -> SimpleWorld {
        load(env).map_or_else(|| SimpleWorld::new(env), |game| game.unpack())
    }

    fn save_world(env: &Env, world: &SimpleWorld) {
        packed_world::save(env, &Self::world_key(env), SCHEMA, world);
        // Of the game, and of the code that it runs on.
        let instance = env.storage().instance();
        instance.extend_ttl(LIFETIME_THRESHOLD, LIFETIME_EXTENSION);
    }
}

/// The game as it is stored, for those who only look; `None` where there is none.
fn load(env: &Env) -> Option<PackedWorld> {
    packed_world::load(env, &TicTacToe::world_key(env), SCHEMA)
}

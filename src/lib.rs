#![no_std]
extern crate alloc;

pub mod account;
pub mod admission;
pub mod board;
pub mod columns;
pub mod components;
pub mod errors;
#[cfg(feature = "match-play")]
pub mod match_play;
#[cfg(feature = "official-rules")]
pub mod official_rules;
pub mod rules;
pub mod schedule;
pub mod snapshot;
pub mod storage;
pub mod systems;
pub mod tick;
pub mod views;

use components::Players;
use cougr_core::game::SorobanGame;
use errors::CheckersError;
use soroban_sdk::{contract, contractimpl, Address, Env};
use tick::{Action, Tick};
use views::{BoardState, GameState};

/// One game of draughts.
#[contract]
pub struct CheckersContract;

#[contractimpl]
impl CheckersContract {
    /// Sets up a game: player one has Black and moves first. Needs no authorisation.
    pub fn init_game(
        env: Env,
        player_one: Address,
        player_two: Address,
    ) -> Result<(), CheckersError> {
        if storage::load(&env).is_some() {
            return Err(CheckersError::AlreadyInitialised);
        }
        let world = schedule::start(&env, Players::new(&player_one, &player_two));
        Self::save_world(&env, &world);
        Ok(())
    }

    /// Plays one step or one jump of the player to move, who must authorise the call. Rows and
    /// columns go from 0 to 7. After a jump that can go on, the same player jumps again.
    pub fn submit_move(
        env: Env,
        player: Address,
        from_row: u32,
        from_col: u32,
        to_row: u32,
        to_col: u32,
    ) -> Result<(), CheckersError> {
        player.require_auth();
        let game = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        let side = admission::admit(&game, &player)?;
        let (from, to) = ((from_row, from_col), (to_row, to_col));
        let tick = Tick::new(&game, Action { side, from, to });
        let world = schedule::play(&env, storage::spawn(&env, &game), tick)?;
        Self::save_world(&env, &world);
        Ok(())
    }

    /// The whole game: board, turn, status and players.
    pub fn get_state(env: Env) -> Result<GameState, CheckersError> {
        let snapshot = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        Ok(snapshot.state(&env))
    }

    /// The board: 64 cells, row by row; 0 empty, 1 and 2 man and king of player one, -1 and -2 of
    /// player two.
    pub fn get_board(env: Env) -> Result<BoardState, CheckersError> {
        let snapshot = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        Ok(BoardState {
            cells: snapshot.cells(&env),
        })
    }

    /// The address of the player to move. When the game is over, of the one who moved last.
    pub fn get_current_player(env: Env) -> Result<Address, CheckersError> {
        let snapshot = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        Ok(snapshot.current_player(&env))
    }
}

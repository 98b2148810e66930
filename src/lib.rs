//! One game of draughts (checkers) as a Soroban contract, played by Cougr systems over entities.
//!
//! [`CheckersContract`] is the contract: `init_game` starts a game, `submit_move` plays one step or
//! one jump, three getters show the game. The modules, in the order in which to read them:
//!
//! | module | what it holds |
//! |---|---|
//! | [`components`] | what the entities are made of: twenty-four pieces and the match |
//! | [`rules`] | the rules of draughts, pure: squares, positions, moves |
//! | [`tick`] | what is asked, and what the systems of one call find out for each other |
//! | [`systems`] | the systems, one file each |
//! | [`schedule`] | which systems run, in which stage and order |
//! | [`board`] | an index: which entity stands on which square |
//! | [`storage`] | the ledger: one entry, what is stored in it, and its time to live |
//! | [`views`] | what the getters show |
//! | [`errors`] | why a call was refused |
//!
//! Two more know nothing of draughts, and can be taken along to another game as they are:
//!
//! | module | what it holds |
//! |---|---|
//! | [`tick_system`] | systems that can refuse |
//! | [`packed_world`] | a world in few bytes |
//!
//! Two features, both off by default, are plugins in folders of their own: `match-play` in
//! `src/match_play`, `official-rules` in `src/official_rules`. `docs/match-play.md` is their guide.
//!
//! # Example
//!
//! Deploys the contract in the SDK's test host and plays the first move of each player.
//!
//! ```
//! use checkers::{CheckersContract, CheckersContractClient};
//! use soroban_sdk::{testutils::Address as _, Address, Env};
//!
//! let env = Env::default();
//! env.mock_all_auths();
//! # #[cfg(not(feature = "match-play"))]
//! let id = env.register(CheckersContract, ());
//! # #[cfg(feature = "match-play")]
//! # let id = env.register(CheckersContract, (0u32,));
//! let game = CheckersContractClient::new(&env, &id);
//! let [black, white] = [Address::generate(&env), Address::generate(&env)];
//!
//! game.init_game(&black, &white);
//! game.submit_move(&black, &2, &3, &3, &4);
//! game.submit_move(&white, &5, &6, &4, &5);
//!
//! let state = game.get_state();
//! assert_eq!(state.turn.move_number, 3);
//! assert_eq!(game.get_current_player(), black);
//! // Row 3, column 4: a man of player one. Row 4, column 5: a man of player two.
//! assert_eq!(state.board.cells.get(3 * 8 + 4), Some(1));
//! assert_eq!(state.board.cells.get(4 * 8 + 5), Some(-1));
//! ```

#![no_std]
extern crate alloc;

pub mod board;
pub mod components;
pub mod errors;
#[cfg(feature = "match-play")]
pub mod match_play;
#[cfg(feature = "official-rules")]
pub mod official_rules;
pub mod packed_world;
pub mod rules;
pub mod schedule;
pub mod storage;
pub mod systems;
pub mod tick;
pub mod tick_system;
pub mod views;

#[cfg(test)]
mod test;

use components::Players;
use cougr_core::game::SorobanGame;
use errors::CheckersError;
use soroban_sdk::{contract, contractimpl, Address, Env};
use tick::Action;
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
        let action = Action {
            player,
            from: (from_row, from_col),
            to: (to_row, to_col),
        };
        let world = schedule::play(&env, Self::load_world(&env), action)?;
        Self::save_world(&env, &world);
        Ok(())
    }

    /// The whole game: board, turn, status and players.
    pub fn get_state(env: Env) -> Result<GameState, CheckersError> {
        let game = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        Ok(views::state(&env, &game))
    }

    /// The board: 64 cells, row by row; 0 empty, 1 and 2 man and king of player one, -1 and -2 of
    /// player two.
    pub fn get_board(env: Env) -> Result<BoardState, CheckersError> {
        let game = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        let cells = views::cells(&env, &game);
        Ok(BoardState { cells })
    }

    /// The address of the player to move. When the game is over, of the one whose turn it was.
    pub fn get_current_player(env: Env) -> Result<Address, CheckersError> {
        let game = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        Ok(views::current_player(&env, &game))
    }
}

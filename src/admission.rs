//! Who may ask for a move now: checks 1 to 4 of `submit_move`.

use crate::account::Account;
use crate::components::{GameStatus, GameStatusComponent, Players, TurnComponent, MATCH};
use crate::errors::CheckersError;
use crate::rules::Side;
use cougr_core::SimpleWorld;
use soroban_sdk::{Address, Env};

/// The side for which the player may move, or why not. One address on both sides plays them in turn.
pub fn admit(env: &Env, world: &SimpleWorld, player: &Address) -> Result<Side, CheckersError> {
    let players: Players = world.get_typed(env, MATCH).ok_or(CheckersError::NotInitialised)?;
    let status: GameStatusComponent = world.get_typed(env, MATCH).ok_or(CheckersError::NotInitialised)?;
    let turn: TurnComponent = world.get_typed(env, MATCH).ok_or(CheckersError::NotInitialised)?;
    if status.status == GameStatus::Finished {
        return Err(CheckersError::GameOver);
    }
    let account = Account::of(player);
    if account != players.one && account != players.two {
        return Err(CheckersError::NotAPlayer);
    }
    let side = Side::of_player(turn.current_player).ok_or(CheckersError::NotInitialised)?;
    if account != players.of(side) {
        return Err(CheckersError::WrongTurn);
    }
    Ok(side)
}

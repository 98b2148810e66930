//! PreUpdate: is there a game, is it on, and is this the player to move?

use crate::components::{
    of_match, Account, GameStatus, GameStatusComponent, Players, TurnComponent,
};
use crate::errors::CheckersError;
use crate::rules::Side;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::{Address, Env};

/// Lets the player to move in: checks 1 to 4 of `submit_move`, in order.
pub fn admission(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    tick.mover = Some(admit(world, env, &tick.action.player)?);
    Ok(())
}

/// The side for which the player may move, or why not. One address on both sides plays them in turn.
pub fn admit(world: &SimpleWorld, env: &Env, player: &Address) -> Result<Side, CheckersError> {
    let nothing_was_ever_spawned = world.next_entity_id() == 1;
    if nothing_was_ever_spawned {
        return Err(CheckersError::NotInitialised);
    }
    let GameStatusComponent { status, .. } = of_match(world, env);
    if status == GameStatus::Finished {
        return Err(CheckersError::GameOver);
    }
    let to_move = of_match::<TurnComponent>(world, env).side();
    let players: Players = of_match(world, env);
    let player = Account::of(player);
    if player == players.of(to_move) {
        Ok(to_move)
    } else if player == players.of(to_move.opponent()) {
        Err(CheckersError::WrongTurn)
    } else {
        Err(CheckersError::NotAPlayer)
    }
}

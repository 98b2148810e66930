//! PostUpdate, after chain_capture: has a side lost?

use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Looks at both sides, whoever is to move: see [`crate::rules::Position::winner`].
pub fn end_condition(_: &mut SimpleWorld, _: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    tick.winner = tick.board.position.winner();
    Ok(())
}

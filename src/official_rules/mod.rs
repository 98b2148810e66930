//! The feature `official-rules`: where the World Checkers Draughts Federation's rules part from the
//! rules of the core.
//!
//! - A crowning ends the move: a man that a jump brings to its far row does not jump on.
//! - A side has lost when it is *to move* and has no piece or no legal move. What the side that has
//!   just moved could do next is not looked at.
//!
//! Both contradict a rule of the core, so two systems of its schedule are exchanged.

#[cfg(test)]
mod test;

use crate::errors::CheckersError;
use crate::rules::{English, Rules};
use crate::schedule::{self, exchange, Schedule};
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// The schedule of the core with two systems exchanged.
pub const SCHEDULE: Schedule = {
    let schedule = exchange(schedule::SCHEDULE, "chain_capture", chain_capture);
    exchange(schedule, "end_condition", end_condition)
};

/// PostUpdate: as in the core, but no chain goes on from a crowning.
pub fn chain_capture(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    crate::systems::chain_capture::chain_capture::<English>(world, env, tick)?;
    if tick.crowned {
        tick.chain_open = false;
    }
    Ok(())
}

/// PostUpdate, after chain_capture: the side whose turn it becomes has lost if it cannot move. Nobody
/// has while the turn is held.
pub fn end_condition(_: &mut SimpleWorld, _: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let mover = tick.mover()?;
    let can_go_on = tick.chain_open || English::can_move(&tick.board.position, mover.opponent());
    tick.winner = if can_go_on { None } else { Some(mover) };
    Ok(())
}

//! The systems of the official rules.

use super::components::Crowned;
use super::rules;
use crate::components::MATCH;
use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Update, before promotion: marks that a man has come to its far row. Afterwards it could not be told
/// from a king that has moved there.
pub fn note_crowning(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let landing = tick.resolved()?.to;
    if (tick.board.position).must_be_crowned(tick.action.side, landing) {
        world.set_typed(env, MATCH, &Crowned);
    }
    Ok(())
}

/// PostUpdate, after chain_capture: no chain goes on from a crowning. The marker has done its work.
pub fn crowning_ends_the_move(
    world: &mut SimpleWorld,
    _: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let crowned = world.remove_typed::<Crowned>(MATCH);
    let position = &tick.board.position;
    tick.chain_open = rules::turn_is_held(position, tick.action.side, tick.resolved()?, crowned);
    Ok(())
}

/// PostUpdate, after end_condition: only a side that is to move can have lost, and nobody has while
/// the turn is held.
pub fn to_move_has_lost(
    _: &mut SimpleWorld,
    _: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    tick.winner = if tick.chain_open {
        None
    } else {
        rules::winner(&tick.board.position, tick.action.side)
    };
    Ok(())
}

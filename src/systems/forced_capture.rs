//! PreUpdate, after validation: captures are compulsory.

use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Refuses a step while any piece of the player can capture: check 12. While a chain is open its
/// piece can capture, so a step inside a chain is refused too.
pub fn forced_capture(_: &mut SimpleWorld, _: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let is_step = tick.resolved()?.captured.is_none();
    if is_step && tick.board.position.can_capture(tick.action.side) {
        return Err(CheckersError::MustCapture);
    }
    Ok(())
}

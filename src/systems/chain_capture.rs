//! PostUpdate: can the piece that has captured capture again?

use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// After a jump, looks from the landing square for another one of the same piece.
pub fn chain_capture(_: &mut SimpleWorld, _: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let resolved = tick.resolved()?;
    let position = &tick.board.position;
    tick.chain_open =
        resolved.captured.is_some() && position.can_capture_from(tick.action.side, resolved.to);
    Ok(())
}

//! Update, after movement: a man on the far row becomes a king.

use crate::components::King;
use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Crowns the piece that has landed, if it is a man on its far row: at once, so that it may have to
/// jump on as a king.
pub fn promotion(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let square = tick.resolved()?.to;
    if tick
        .board
        .position
        .must_be_crowned(tick.action.side, square)
    {
        let piece = tick
            .board
            .entity_at(square)
            .ok_or(CheckersError::NotYourPiece)?;
        world.set_typed(env, piece, &King);
        tick.board.position.crown(square);
    }
    Ok(())
}

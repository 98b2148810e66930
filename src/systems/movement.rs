//! Update: the piece moves, the captured one leaves the board.

use crate::components::Piece;
use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Gives the piece its new square and despawns the captured one.
pub fn movement(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let resolved = tick.resolved()?;
    let side = tick.action.side;
    let mover = tick
        .board
        .entity_at(resolved.from)
        .ok_or(CheckersError::NotYourPiece)?;
    let square = resolved.to;
    world.set_typed(env, mover, &Piece { side, square });
    if let Some(captured) = resolved
        .captured
        .and_then(|square| tick.board.entity_at(square))
    {
        world.despawn_entity(captured);
    }
    tick.board.play(side, resolved);
    Ok(())
}

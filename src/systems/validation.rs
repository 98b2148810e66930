//! PreUpdate: is the move asked for a step or a jump that the piece can do?

use crate::errors::CheckersError;
use crate::rules::{Square, SIZE};
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Resolves the move, or refuses it: checks 5 to 11 of `submit_move`, in order.
pub fn validation(_: &mut SimpleWorld, _: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let (from_row, from_col) = tick.action.from;
    let (to_row, to_col) = tick.action.to;
    if [from_row, from_col, to_row, to_col]
        .iter()
        .any(|&index| index >= SIZE)
    {
        return Err(CheckersError::OutOfBounds);
    }
    let to = Square::at(to_row, to_col).ok_or(CheckersError::NotDarkSquare)?;
    let from = Square::at(from_row, from_col);
    if tick.chain.is_some() && tick.chain != from {
        return Err(CheckersError::ChainCapturePieceMismatch);
    }
    let from = from.ok_or(CheckersError::NotYourPiece)?;
    let position = &tick.board.position;
    if position.side_at(from) != Some(tick.action.side) {
        return Err(CheckersError::NotYourPiece);
    }
    if !matches!(from.diagonal_distance(to), Some(1 | 2)) {
        return Err(CheckersError::IllegalMove);
    }
    if position.side_at(to).is_some() {
        return Err(CheckersError::DestinationOccupied);
    }
    let resolved = position.resolve(tick.action.side, from, to);
    tick.resolved = Some(resolved.ok_or(CheckersError::IllegalMove)?);
    Ok(())
}

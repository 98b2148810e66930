//! The two rules that differ, pure, beside those of [`crate::rules`]. What a side may play is the
//! same: [`Position::legal_moves`], with the chain that these rules leave open.

use crate::rules::{Move, Position, Side};

/// Must the piece that has moved jump again? Never where the move has crowned it.
pub fn turn_is_held(position: &Position, side: Side, played: Move, crowned: bool) -> bool {
    played.captured.is_some() && !crowned && position.can_capture_from(side, played.to)
}

/// Who has won once `mover` has ended its turn: the other side is to move, and has lost if it has no
/// piece or no legal move.
pub fn winner(position: &Position, mover: Side) -> Option<Side> {
    (!position.can_move(mover.opponent())).then_some(mover)
}

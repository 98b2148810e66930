//! The moves since the last capture or move of a man: all that the claims of a draw ask about.
//!
//! Captures and moves of men cannot be undone, so no position from before one can come back after it.
//! And while there is none, only kings step, and a step of a king can be played backward. So the moves
//! themselves are the record of every position that could recur: a byte each, exact, where a hash of
//! each position would be longer and could be made to collide. After eighty of them the player to move
//! can claim the draw whatever stands on the board, so none needs to be kept beyond the eightieth.

use crate::rules::{Move, Position, Side, Square};

/// With so many quiet moves in a row, forty of each side, a draw can be claimed.
pub const MOST_QUIET_MOVES: usize = 80;
/// A position can be claimed as a draw when it stands for this time.
const STANDINGS: usize = 3;

/// Set in the byte of every move.
const MOVE: u8 = 1 << 7;
/// Set if the king came from a row nearer to Black.
const FROM_ABOVE: u8 = 1 << 6;
/// Set if the king came from a column further to the left.
const FROM_LEFT: u8 = 1 << 5;
/// The bits of the square on which it has landed.
const LANDING: u8 = FROM_LEFT - 1;

/// The quiet moves since the last other one, the first first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct QuietMoves {
    bytes: [u8; MOST_QUIET_MOVES],
    count: usize,
}

impl Default for QuietMoves {
    fn default() -> Self {
        QuietMoves {
            bytes: [0; MOST_QUIET_MOVES],
            count: 0,
        }
    }
}

impl QuietMoves {
    /// How many there are, up to [`MOST_QUIET_MOVES`].
    pub fn count(&self) -> usize {
        self.count
    }

    /// Writes down a king's step. The eightieth is the last.
    pub fn push(&mut self, step: Move) {
        if let Some(byte) = self.bytes.get_mut(self.count) {
            *byte = encode(step);
            self.count += 1;
        }
    }

    /// Can the side to move claim a draw in this position, which the moves have led to?
    pub fn allow_a_claim(&self, position: &Position, to_move: Side) -> bool {
        self.count == MOST_QUIET_MOVES || self.standings(position, to_move) >= STANDINGS
    }

    /// How often the position has stood with the same side to move, this time included. The moves are
    /// played backward from it.
    fn standings(&self, position: &Position, to_move: Side) -> usize {
        let (mut earlier, mut side, mut standings) = (*position, to_move, 1);
        for &byte in self.bytes[..self.count].iter().rev() {
            side = side.opponent();
            let Some(Move { from, to, captured }) = decode(byte) else {
                break;
            };
            let (from, to) = (to, from);
            earlier.play(side, Move { from, to, captured });
            standings += usize::from(side == to_move && earlier == *position);
        }
        standings
    }

    /// The bytes: one a move.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.count]
    }

    /// Reads the bytes; `None` if they are none that [`QuietMoves::as_bytes`] gives.
    pub fn from_bytes(bytes: &[u8]) -> Option<QuietMoves> {
        let mut moves = QuietMoves {
            count: bytes.len(),
            ..QuietMoves::default()
        };
        moves.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let valid = bytes.iter().all(|&byte| decode(byte).is_some());
        valid.then_some(moves)
    }
}

/// A step in one byte.
fn encode(step: Move) -> u8 {
    let flag = |flag, is_set| if is_set { flag } else { 0 };
    MOVE | flag(FROM_ABOVE, step.from.row() < step.to.row())
        | flag(FROM_LEFT, step.from.col() < step.to.col())
        | step.to.index()
}

/// The step of a byte; `None` if there is none, or it comes from beyond the board.
fn decode(byte: u8) -> Option<Move> {
    let before = |index: u32, is_less| {
        if is_less {
            index.wrapping_sub(1)
        } else {
            index + 1
        }
    };
    let to = Square::new(byte & LANDING)?;
    let row = before(to.row(), byte & FROM_ABOVE != 0);
    let col = before(to.col(), byte & FROM_LEFT != 0);
    let from = Square::at(row, col).filter(|_| byte & MOVE != 0)?;
    let captured = None;
    Some(Move { from, to, captured })
}

//! The pieces as the systems of a tick see them: read from the world once.

use crate::components::{Piece, PIECES};
use crate::rules::{Move, Position, Side, Square};
use cougr_core::simple_world::EntityId;

/// Where the pieces stand, and which entity stands where.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Board {
    /// The pieces as bitboards, for the rules.
    pub position: Position,
    /// The square of each piece, entity 1 first; `None` for a captured one.
    pub squares: [Option<Square>; PIECES],
}

impl Board {
    /// Puts the piece of an entity on an empty square.
    pub fn place(&mut self, entity: EntityId, piece: Piece) {
        if let Some(square) = self.squares.get_mut((entity as usize).wrapping_sub(1)) {
            *square = Some(piece.square);
            self.position.place(piece.square, piece.side, false);
        }
    }

    /// The square of a piece.
    pub fn square_of(&self, entity: EntityId) -> Option<Square> {
        *self.squares.get((entity as usize).wrapping_sub(1))?
    }

    /// The entity of the piece on a square.
    pub fn entity_at(&self, square: Square) -> Option<EntityId> {
        let index = self.squares.iter().position(|&at| at == Some(square))?;
        Some(index as EntityId + 1)
    }

    /// Keeps the board in step with a piece that has moved in the world.
    pub fn play(&mut self, side: Side, step_or_jump: Move) {
        let Move { from, to, captured } = step_or_jump;
        self.position.play(side, step_or_jump);
        for square in &mut self.squares {
            if *square == Some(from) {
                *square = Some(to);
            } else if captured.is_some() && *square == captured {
                *square = None;
            }
        }
    }
}

//! Where the pieces stand, and which entity stands where.

use crate::components::{Piece, PIECES, PIECES_A_SIDE};
use crate::rules::{Move, Position, Side, Square};
use cougr_core::simple_world::EntityId;

/// The pieces of a game, by entity and by square.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Board {
    /// The pieces as bitboards, for the rules.
    pub position: Position,
    /// The square of each piece, entity 1 first; `None` for a captured one.
    squares: [Option<Square>; PIECES],
}

impl Board {
    /// The side of the piece of an entity 1 to 24.
    pub fn side_of(entity: EntityId) -> Side {
        if entity <= PIECES_A_SIDE as EntityId {
            Side::Black
        } else {
            Side::White
        }
    }

    /// Puts the piece of an entity 1 to 24 on an empty square.
    pub fn place(&mut self, entity: EntityId, square: Square, king: bool) {
        self.position.place(square, Board::side_of(entity), king);
        self.squares[entity as usize - 1] = Some(square);
    }

    /// The square of each piece, entity 1 first; `None` for a captured one.
    pub fn squares(&self) -> &[Option<Square>; PIECES] {
        &self.squares
    }

    /// The pieces on the board: entity and component.
    pub fn pieces(&self) -> impl Iterator<Item = (EntityId, Piece)> + '_ {
        (1..).zip(&self.squares).filter_map(|(entity, &square)| {
            let side = Board::side_of(entity);
            Some((entity, Piece { side, square: square? }))
        })
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

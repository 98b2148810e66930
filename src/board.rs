//! Where the pieces stand, and which entity stands where.

#![deny(missing_docs)]

use crate::components::{PIECES, PIECES_A_SIDE};
use crate::rules::{Move, Position, Side, Square};
use cougr_core::simple_world::EntityId;

/// The pieces of a game, by square and by entity.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Board {
    /// The pieces as bitboards, for the rules.
    pub position: Position,
    /// The number (1 to 32) of the square of each piece, entity 1 first; 0 for a captured one.
    pub numbers: [u8; PIECES],
}

impl Board {
    /// The side of the piece of an entity 1 to 24.
    pub const fn side_of(entity: EntityId) -> Side {
        if entity <= PIECES_A_SIDE as EntityId {
            Side::Black
        } else {
            Side::White
        }
    }

    /// The entity of the piece on a square.
    pub fn entity_at(&self, square: Square) -> Option<EntityId> {
        let index = self
            .numbers
            .iter()
            .position(|&number| number == square.number())?;
        Some(index as EntityId + 1)
    }

    /// Goes through the pieces on the board, in the order of their entities.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(EntityId, Square)) {
        for (entity, &number) in (1..).zip(&self.numbers) {
            if let Some(square) = Square::of_number(number) {
                visit(entity, square);
            }
        }
    }

    /// Keeps the board in step with a piece that has moved in the world.
    pub fn play(&mut self, side: Side, step_or_jump: Move) {
        let Move { from, to, captured } = step_or_jump;
        self.position.play(side, step_or_jump);
        let captured = captured.map_or(0, Square::number);
        for number in &mut self.numbers {
            if *number == from.number() {
                *number = to.number();
            } else if *number == captured {
                *number = 0;
            }
        }
    }
}

//! The pieces as the systems of a tick see them: read from the world once.

use crate::components::{King, Piece, PIECES};
use crate::rules::{Move, Position, Side, Square};
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Where the pieces stand, and which entity stands where.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Board {
    /// The pieces as bitboards, for the rules.
    pub position: Position,
    /// The entity of the piece on each square; 0 where there is none.
    entities: [u8; 32],
}

impl Board {
    /// Reads every piece of the world.
    pub fn read(world: &SimpleWorld, env: &Env) -> Board {
        let mut board = Board::default();
        for entity in 1..=PIECES as EntityId {
            if let Some(piece) = world.get_typed::<Piece>(env, entity) {
                board.position.place(piece.square, piece.side, world.has_typed::<King>(entity));
                board.entities[piece.square.index() as usize] = entity as u8;
            }
        }
        board
    }

    /// Keeps the board in step with a piece that has moved in the world.
    pub fn play(&mut self, side: Side, step_or_jump: Move) {
        let Move { from, to, captured } = step_or_jump;
        self.position.play(side, step_or_jump);
        self.entities[to.index() as usize] = core::mem::take(&mut self.entities[from.index() as usize]);
        if let Some(square) = captured {
            self.entities[square.index() as usize] = 0;
        }
    }

    /// The entity of the piece on a square.
    pub fn entity_at(&self, square: Square) -> Option<EntityId> {
        match self.entities[square.index() as usize] {
            0 => None,
            entity => Some(entity.into()),
        }
    }
}

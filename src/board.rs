//! An index: where the pieces of a world stand, and which entity stands where.

#![deny(missing_docs)]

use crate::components::{King, Piece};
use crate::packed_world;
use crate::rules::{Move, Position, Side, Square};
use cougr_core::component::ComponentTrait;
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// The pieces of a world by square. Whoever changes a piece in the world changes it here too.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Board {
    /// The pieces as bitboards, for the rules.
    pub position: Position,
    /// The entity on each square, by its index; 0 where it is empty.
    entities: [EntityId; Square::COUNT],
}

impl Board {
    /// Makes the index of a world's pieces.
    pub fn of(world: &SimpleWorld, env: &Env) -> Board {
        let mut board = Board::default();
        let piece = |entity| packed_world::read::<Piece>(world, env, entity);
        for entity in world.get_entities_with_component(&Piece::component_type(), env) {
            if let Some(Piece { side, square }) = piece(entity) {
                assert!(board.entity_at(square).is_none(), "two pieces on a square");
                board.entities[usize::from(square.index())] = entity;
                board.position.place(square, side);
            }
        }
        // Crowns are sparse: the other query does not find them.
        for entity in world.get_all_entities_with_component(&King::component_type(), env) {
            if let Some(Piece { square, .. }) = piece(entity) {
                board.position.crown(square);
            }
        }
        board
    }

    /// The entity of the piece on a square.
    pub fn entity_at(&self, square: Square) -> Option<EntityId> {
        let entity = self.entities[usize::from(square.index())];
        (entity > 0).then_some(entity)
    }

    /// Follows a piece that has moved in the world.
    pub fn play(&mut self, side: Side, step_or_jump: Move) {
        let Move { from, to, captured } = step_or_jump;
        self.position.play(side, step_or_jump);
        let mover = self.entities[usize::from(from.index())];
        self.entities[usize::from(to.index())] = mover;
        for left in [Some(from), captured].into_iter().flatten() {
            self.entities[usize::from(left.index())] = 0;
        }
    }
}

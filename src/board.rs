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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::hand_made::{game, square};
    use alloc::vec::Vec;

    /// Entities 1 and 2 on (2, 1) and (4, 5), 13 and 14 on (3, 2) and (6, 1).
    fn board() -> Board {
        let game = game(
            " . . . .
             . . . .
              o . . .
             . x . .
              . . O .
             . . . .
              x . . .
             . . . .",
            Side::Black,
        );
        game.board
    }

    fn entities(board: &Board) -> Vec<(EntityId, Square)> {
        let mut entities = Vec::new();
        board.for_each(|entity, square| entities.push((entity, square)));
        entities
    }

    #[test]
    fn entities_1_to_12_are_black_and_13_to_24_white() {
        let sides = (1..=PIECES as EntityId).map(Board::side_of);
        let twelve = |side| core::iter::repeat_n(side, 12);
        assert!(sides.eq(twelve(Side::Black).chain(twelve(Side::White))));
    }

    #[test]
    fn a_piece_is_found_by_its_square() {
        let board = board();
        assert_eq!(board.entity_at(square(2, 1)), Some(1));
        assert_eq!(board.entity_at(square(4, 5)), Some(2));
        assert_eq!(board.entity_at(square(3, 2)), Some(13));
        assert_eq!(board.entity_at(square(6, 1)), Some(14));
        let empty = Square::all().filter(|&square| board.entity_at(square).is_none());
        assert_eq!(empty.count(), 28, "a captured piece stands nowhere");
    }

    #[test]
    fn pieces_are_gone_through_in_the_order_of_their_entities() {
        let squares = [(1, (2, 1)), (2, (4, 5)), (13, (3, 2)), (14, (6, 1))];
        let expected = squares.map(|(entity, (row, col))| (entity, square(row, col)));
        assert_eq!(entities(&board()), expected);
    }

    #[test]
    fn a_jump_moves_one_entity_and_removes_another() {
        let mut board = board();
        board.play(
            Side::Black,
            Move {
                from: square(2, 1),
                to: square(4, 3),
                captured: Some(square(3, 2)),
            },
        );
        let squares = [(1, (4, 3)), (2, (4, 5)), (14, (6, 1))];
        let expected = squares.map(|(entity, (row, col))| (entity, square(row, col)));
        assert_eq!(entities(&board), expected);
        let position = board.position;
        assert_eq!(position.pieces_of_both().count_ones(), 3);
        assert_eq!(position.side_at(square(4, 3)), Some(Side::Black));
        assert!(position.is_king(square(4, 5)) && !position.is_king(square(4, 3)));
    }

    #[test]
    fn a_step_moves_one_entity() {
        let mut board = board();
        board.play(
            Side::Black,
            Move {
                from: square(4, 5),
                to: square(3, 6),
                captured: None,
            },
        );
        let squares = [(1, (2, 1)), (2, (3, 6)), (13, (3, 2)), (14, (6, 1))];
        let expected = squares.map(|(entity, (row, col))| (entity, square(row, col)));
        assert_eq!(entities(&board), expected);
        assert!(board.position.is_king(square(3, 6)));
        assert!(!board.position.is_king(square(4, 5)));
    }
}

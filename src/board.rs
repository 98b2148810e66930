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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rank;
    use crate::test::hand_made::{any_game, game, square, with_cases};
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// Entities 1 and 2 on (2, 1) and (4, 5), 13 and 14 on (3, 2) and (6, 1).
    const PICTURE: &str = "
         . . . .
        . . . .
         o . . .
        . x . .
         . . O .
        . . . .
         x . . .
        . . . .";

    fn board() -> Board {
        let env = Env::default();
        Board::of(&game(PICTURE, Side::Black).world(&env), &env)
    }

    /// The entities on the board, by row and column.
    fn entities(board: &Board) -> Vec<((u32, u32), EntityId)> {
        let on = |square: Square| Some(((square.row(), square.col()), board.entity_at(square)?));
        Square::all().filter_map(on).collect()
    }

    #[test]
    fn a_piece_is_found_by_its_square() {
        let expected = [((2, 1), 1), ((3, 2), 13), ((4, 5), 2), ((6, 1), 14)];
        assert_eq!(entities(&board()), expected);
    }

    #[test]
    fn the_position_is_that_of_the_pieces() {
        let Position {
            black,
            white,
            kings,
        } = board().position;
        let bits = |squares: &[(u32, u32)]| {
            let bits = squares
                .iter()
                .map(|&(row, col)| 1 << square(row, col).index());
            bits.sum::<u32>()
        };
        assert_eq!(black, bits(&[(2, 1), (4, 5)]));
        assert_eq!(white, bits(&[(3, 2), (6, 1)]));
        assert_eq!(kings, bits(&[(4, 5)]));
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
        let expected = [((4, 3), 1), ((4, 5), 2), ((6, 1), 14)];
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
        let expected = [((2, 1), 1), ((3, 2), 13), ((3, 6), 2), ((6, 1), 14)];
        assert_eq!(entities(&board), expected);
        assert!(board.position.is_king(square(3, 6)));
        assert!(!board.position.is_king(square(4, 5)));
    }

    #[test]
    fn a_world_without_pieces_has_an_empty_board() {
        let env = Env::default();
        assert_eq!(Board::of(&SimpleWorld::new(&env), &env), Board::default());
    }

    /// The bitboards have room for one piece on a square: a second would be lost without a word.
    #[test]
    #[should_panic(expected = "two pieces on a square")]
    fn two_pieces_on_a_square_stop_the_call() {
        let env = Env::default();
        let mut world = game(PICTURE, Side::Black).world(&env);
        let (side, square) = (Side::White, square(2, 1));
        world.set_typed(&env, 14, &Piece { side, square });
        Board::of(&world, &env);
    }

    proptest! {
        #![proptest_config(with_cases(200))]

        #[test]
        fn every_piece_of_a_world_and_no_other_is_on_its_board(game in any_game()) {
            let env = Env::default();
            let board = Board::of(&game.world(&env), &env);
            let mut count = 0;
            for (entity, piece) in (1..).zip(game.pieces) {
                let Some((Piece { side, square }, rank)) = piece else { continue };
                prop_assert_eq!(board.entity_at(square), Some(entity));
                prop_assert_eq!(board.position.side_at(square), Some(side));
                prop_assert_eq!(board.position.is_king(square), rank == Rank::King);
                count += 1;
            }
            prop_assert_eq!(entities(&board).len(), count);
            prop_assert_eq!(board.position.pieces_of_both().count_ones() as usize, count);
            prop_assert_eq!(board.position.black & board.position.white, 0);
        }
    }
}

//! Update: the piece moves, the captured one leaves the board.

use crate::components::Piece;
use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Gives the piece its new square and despawns the captured one.
pub fn movement(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let side = tick.mover()?;
    let resolved = tick.resolved()?;
    let entity_at = |square| tick.board.entity_at(square);
    let piece = entity_at(resolved.from).ok_or(CheckersError::NotYourPiece)?;
    let moved = Piece {
        side,
        square: resolved.to,
    };
    world.set_typed(env, piece, &moved);
    if let Some(captured) = resolved.captured.and_then(entity_at) {
        world.despawn_entity(captured);
    }
    tick.board.play(side, resolved);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::King;
    use crate::rules::Side;
    use crate::test::hand_made::{game, square, Bench, Game};

    /// Entities 1 and 2 are Black's king and man, 13 to 15 White's man, king and man.
    const BEFORE: &str = "
         . . . .
        . . . x
         . O . .
        . X . .
         . o . .
        . . x .
         . . . .
        . . . .";

    #[test]
    fn a_step_moves_the_piece_and_no_other() {
        let table = [
            (
                Side::Black,
                (4, 3),
                (5, 2),
                ".... ...x .O.. .X.. .... .ox. .... ....",
            ),
            (
                Side::Black,
                (2, 3),
                (1, 2),
                ".... .O.x .... .X.. .o.. ..x. .... ....",
            ),
            (
                Side::White,
                (3, 2),
                (2, 1),
                ".... ...x XO.. .... .o.. ..x. .... ....",
            ),
            (
                Side::White,
                (1, 6),
                (0, 5),
                "..x. .... .O.. .X.. .o.. ..x. .... ....",
            ),
        ];
        for (side, from, to, after) in table {
            let mut bench = Bench::resolved(game(BEFORE, side), from, to);
            assert_eq!(bench.run(movement), Ok(()));
            bench.assert_looks_like(after);
        }
    }

    #[test]
    fn a_jump_despawns_the_captured_piece() {
        let table = [
            (
                Side::Black,
                (4, 3),
                (6, 5),
                15,
                ".... ...x .O.. .X.. .... .... ..o. ....",
            ),
            (
                Side::Black,
                (2, 3),
                (4, 1),
                14,
                ".... ...x .... .... Oo.. ..x. .... ....",
            ),
            (
                Side::White,
                (3, 2),
                (1, 4),
                1,
                ".... ..Xx .... .... .o.. ..x. .... ....",
            ),
        ];
        for (side, from, to, captured, after) in table {
            let mut bench = Bench::resolved(game(BEFORE, side), from, to);
            assert_eq!(bench.run(movement), Ok(()));
            bench.assert_looks_like(after);
            assert_eq!(bench.get::<Piece>(captured), None);
            assert!(!bench.world.has_typed::<King>(captured));
        }
    }

    #[test]
    fn a_piece_keeps_its_entity() {
        let mut bench = Bench::resolved(game(BEFORE, Side::Black), (4, 3), (6, 5));
        assert_eq!(bench.run(movement), Ok(()));
        let side = Side::Black;
        let square = square(6, 5);
        assert_eq!(bench.get(2), Some(Piece { side, square }));
    }

    #[test]
    fn turn_status_and_chain_are_left_to_other_systems() {
        let before = game(BEFORE, Side::Black);
        let mut bench = Bench::resolved(before, (4, 3), (6, 5));
        let tick = bench.tick.clone();
        assert_eq!(bench.run(movement), Ok(()));
        let (pieces, board) = (bench.game().pieces, bench.tick.board.clone());
        assert_eq!(bench.game(), Game { pieces, ..before });
        assert_eq!(bench.tick, Tick { board, ..tick });
    }

    #[test]
    fn nothing_moves_that_validation_has_not_resolved() {
        let before = game(BEFORE, Side::Black);
        let mut bench = Bench::new(before, (4, 3), (6, 5));
        assert_eq!(bench.run(movement), Err(CheckersError::IllegalMove));
        assert_eq!(bench.game(), before);
    }
}

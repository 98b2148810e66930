//! Update, after movement: a man on the far row becomes a king.

use crate::components::King;
use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Crowns the piece that has landed, if it is a man on its far row: at once, so that it may have to
/// jump on as a king.
pub fn promotion(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let side = tick.mover()?;
    let landing = tick.resolved()?.to;
    tick.crowned = tick.board.position.must_be_crowned(side, landing);
    if tick.crowned {
        let piece = tick.board.entity_at(landing);
        world.set_typed(env, piece.ok_or(CheckersError::NotYourPiece)?, &King);
        tick.board.position.crown(landing);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;
    use crate::test::hand_made::{game, Bench};

    #[test]
    fn a_man_that_lands_on_its_far_row_is_crowned() {
        let (black, white) = (Side::Black, Side::White);
        // The world is as `movement` leaves it.
        let table = [
            (
                black,
                (6, 3),
                (7, 2),
                ".... .... .... .... .... .... .... .o.x",
                ".... .... .... .... .... .... .... .O.x",
            ),
            (
                black,
                (5, 0),
                (7, 2),
                ".... .... .... .... .... .... .... .o.x",
                ".... .... .... .... .... .... .... .O.x",
            ),
            (
                white,
                (1, 0),
                (0, 1),
                "xo.. .... .... .... .... .... .... ....",
                "Xo.. .... .... .... .... .... .... ....",
            ),
            (
                white,
                (2, 7),
                (0, 5),
                "..x. .... .... .... .... .... .... ....",
                "..X. .... .... .... .... .... .... ....",
            ),
        ];
        for (side, from, to, before, after) in table {
            let mut bench = Bench::resolved(game(before, side), from, to);
            assert_eq!(bench.run(promotion), Ok(()));
            bench.assert_looks_like(after);
            assert!(bench.tick.crowned);
        }
    }

    #[test]
    fn nothing_else_is_crowned() {
        let (black, white) = (Side::Black, Side::White);
        let table = [
            // Not on the far row: on the row before, and on the row nearest to the player.
            (
                black,
                (5, 2),
                (6, 3),
                ".... .... .... .... .... .... .o.. ...x",
            ),
            (
                white,
                (2, 1),
                (1, 0),
                "...o x... .... .... .... .... .... ....",
            ),
            (
                white,
                (6, 1),
                (7, 0),
                ".... .... .... .... .... .... .... x...",
            ),
            (
                black,
                (1, 0),
                (0, 1),
                "o... .... .... .... .... .... .... ....",
            ),
            // A king already.
            (
                black,
                (6, 3),
                (7, 2),
                ".... .... .... .... .... .... .... .O.x",
            ),
        ];
        for (side, from, to, picture) in table {
            let mut bench = Bench::resolved(game(picture, side), from, to);
            let (tick, version) = (bench.tick.clone(), bench.world.version());
            // Whatever was noted before.
            bench.tick.crowned = true;
            assert_eq!(bench.run(promotion), Ok(()));
            bench.assert_looks_like(picture);
            assert_eq!(bench.tick, tick);
            assert!(!bench.tick.crowned);
            assert_eq!(
                bench.world.version(),
                version,
                "the world is not written to"
            );
        }
    }

    #[test]
    fn nothing_is_crowned_that_validation_has_not_resolved() {
        let picture = ".... .... .... .... .... .... .... .o..";
        let mut bench = Bench::new(game(picture, Side::Black), (6, 3), (7, 2));
        assert_eq!(bench.run(promotion), Err(CheckersError::IllegalMove));
        bench.assert_looks_like(picture);
    }
}

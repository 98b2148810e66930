//! PostUpdate: can the piece that has captured capture again?

use crate::errors::CheckersError;
use crate::rules::Rules;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// After a jump, looks from the landing square for another one of the same piece.
pub fn chain_capture<R: Rules>(
    _: &mut SimpleWorld,
    _: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let mover = tick.mover()?;
    let resolved = tick.resolved()?;
    tick.chain_open = resolved.captured.is_some()
        && R::can_capture_from(&tick.board.position, mover, resolved.to);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::CheckersError::IllegalMove;
    use crate::rules::{English, Side};
    use crate::test::hand_made::{game, Bench};

    #[test]
    fn a_jump_goes_on_if_the_same_piece_can_jump_again() {
        let (black, white) = (Side::Black, Side::White);
        // The world is as `promotion` leaves it.
        let table = [
            // Over (5, 4), to (6, 5).
            (
                "a man forward",
                black,
                (2, 1),
                (4, 3),
                ".... .... .... .... .o.. ..x. .... ....",
                true,
            ),
            (
                "a man backward",
                black,
                (2, 1),
                (4, 3),
                ".... .... .... ..x. .o.. .... .... ....",
                false,
            ),
            (
                "a king backward",
                black,
                (2, 1),
                (4, 3),
                ".... .... .... ..x. .O.. .... .... ....",
                true,
            ),
            (
                "nothing beyond to land on",
                black,
                (2, 1),
                (4, 3),
                ".... .... .... .... .o.. ..x. ..x. ....",
                false,
            ),
            (
                "the board's edge",
                black,
                (3, 4),
                (5, 6),
                ".... .... .... .... .... ...o ...x ....",
                false,
            ),
            (
                "a piece of its own",
                black,
                (2, 1),
                (4, 3),
                ".... .... .... .... .o.. ..o. .... ....",
                false,
            ),
            (
                "another piece could jump",
                black,
                (2, 1),
                (4, 3),
                ".... o... x... .... .o.. .... .... ....",
                false,
            ),
            (
                "a step",
                black,
                (3, 2),
                (4, 3),
                ".... .... .... .... .o.. ..x. .... ....",
                false,
            ),
            // Over (3, 2), to (2, 1).
            (
                "a man of White",
                white,
                (6, 5),
                (4, 3),
                ".... .... .... .o.. .x.. .... .... ....",
                true,
            ),
            (
                "a man of White backward",
                white,
                (6, 5),
                (4, 3),
                ".... .... .... .... .x.. .o.. .... ....",
                false,
            ),
            (
                "a man just crowned",
                black,
                (5, 0),
                (7, 2),
                ".... .... .... .... .... .... .x.. .O..",
                true,
            ),
        ];
        for (what, side, from, to, picture, open) in table {
            let game = game(picture, side);
            // An answer is given whatever stood there before.
            for stale in [false, true] {
                let mut bench = Bench::resolved(game, from, to);
                bench.tick.chain_open = stale;
                let before = bench.tick.clone();
                assert_eq!(bench.run(chain_capture::<English>), Ok(()));
                assert_eq!(bench.tick.chain_open, open, "{what}");
                assert_eq!(
                    bench.tick,
                    Tick {
                        chain_open: open,
                        ..before
                    },
                    "{what}"
                );
                assert_eq!(bench.game(), game, "{what}");
            }
        }
    }

    #[test]
    fn there_is_no_chain_of_a_move_that_validation_has_not_resolved() {
        let picture = ".... .... .... .... .o.. ..x. .... ....";
        let mut bench = Bench::new(game(picture, Side::Black), (2, 1), (4, 3));
        assert_eq!(bench.run(chain_capture::<English>), Err(IllegalMove));
    }
}

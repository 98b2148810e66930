//! PostUpdate, after chain_capture: has a side lost?

use crate::errors::CheckersError;
use crate::rules::Rules;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Looks at both sides, whoever is to move: see [`Rules::winner`]. A variant may ask first whether a chain
/// is open; that is why it runs after chain_capture.
pub fn end_condition<R: Rules>(
    _: &mut SimpleWorld,
    _: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    tick.winner = R::winner(&tick.board.position);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{English, Side};
    use crate::test::hand_made::{game, Bench};

    #[test]
    fn a_side_without_pieces_or_moves_has_lost() {
        let (black, white) = (Some(Side::Black), Some(Side::White));
        let table = [
            (
                "both can move",
                "o... .... .... .... .... .... .... x...",
                None,
            ),
            (
                "White has no pieces",
                "o... .... .... .... .... .... .... ....",
                black,
            ),
            (
                "Black has no pieces",
                ".... .... .... .... .... .... .... x...",
                white,
            ),
            // The man on (5, 0) stands before (6, 1), and cannot jump over it to (7, 2).
            (
                "Black is blocked",
                ".... .... .... .... .... o... x... .x..",
                white,
            ),
            (
                "Black can capture only",
                ".... .... .... .... .... o... x... x...",
                None,
            ),
            // The man on (2, 7) stands before (1, 6), and cannot jump over it to (0, 5).
            (
                "White is blocked",
                "..o. ...o ...x .... .... .... .... ....",
                black,
            ),
            (
                "both are blocked: Black is looked at first",
                ".... .... .... .... .o.. oooo xooo xxxx",
                white,
            ),
        ];
        for (what, picture, winner) in table {
            // It does not matter whose turn it is.
            for side in Side::BOTH {
                let game = game(picture, side);
                let mut bench = Bench::resolved(game, (3, 2), (4, 3));
                let before = bench.tick.clone();
                assert_eq!(bench.run(end_condition::<English>), Ok(()));
                assert_eq!(bench.tick, Tick { winner, ..before }, "{what}");
                assert_eq!(bench.game(), game, "{what}");
            }
        }
    }
}

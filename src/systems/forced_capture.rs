//! PreUpdate, after validation: captures are compulsory.

use crate::errors::CheckersError;
use crate::rules::Rules;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Refuses a step while any piece of the player can capture: check 12. While a chain is open its
/// piece can capture, so a step inside a chain is refused too.
pub fn forced_capture<R: Rules>(
    _: &mut SimpleWorld,
    _: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let mover = tick.mover()?;
    let resolved = tick.resolved()?;
    let is_step = resolved.captured.is_none();
    if is_step && R::can_capture(&tick.board.position, mover) {
        return Err(CheckersError::MustCapture);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::CheckersError::*;
    use crate::rules::{English, Side};
    use crate::test::hand_made::{game, Bench};

    /// The man of Black on (2, 1) can jump; its man on (0, 5) cannot, nor can anything of White.
    const CAPTURE: &str = "
         . . o .
        . . . .
         o . . .
        . x . .
         . . . .
        . . . .
         x . . .
        . . . .";

    /// Black's man on (4, 3) has a piece behind it that only a king could jump over. White's man
    /// on (5, 2) can jump.
    const CAPTURE_OF_WHITE: &str = "
         . . . .
        . . . .
         . . . .
        . x . .
         . o . .
        . x . .
         x . . .
        . . . .";

    /// The same with a king on (4, 3).
    const CAPTURE_OF_A_KING: &str = "
         . . . .
        o . . .
         . . . .
        . x . .
         . O . .
        . x . .
         x . . .
        . . . .";

    #[test]
    fn a_step_is_refused_while_the_side_can_capture() {
        let (black, white) = (Side::Black, Side::White);
        let table = [
            (CAPTURE, black, (0, 5), (1, 4), Err(MustCapture)),
            (CAPTURE, black, (2, 1), (3, 0), Err(MustCapture)),
            (CAPTURE, black, (2, 1), (4, 3), Ok(())),
            (CAPTURE, white, (6, 1), (5, 0), Err(MustCapture)),
            (CAPTURE_OF_WHITE, black, (4, 3), (5, 4), Ok(())),
            (CAPTURE_OF_WHITE, white, (6, 1), (5, 0), Err(MustCapture)),
            (CAPTURE_OF_WHITE, white, (5, 2), (3, 4), Ok(())),
            (CAPTURE_OF_A_KING, black, (1, 0), (2, 1), Err(MustCapture)),
        ];
        for (picture, side, from, to, answer) in table {
            let game = game(picture, side);
            let mut bench = Bench::resolved(game, from, to);
            let before = bench.tick.clone();
            assert_eq!(
                bench.run(forced_capture::<English>),
                answer,
                "{side:?} {from:?} {to:?}"
            );
            assert_eq!(bench.tick, before);
            assert_eq!(bench.game(), game);
        }
    }

    #[test]
    fn nothing_is_accepted_that_validation_has_not_resolved() {
        let mut bench = Bench::new(game(CAPTURE, Side::Black), (2, 1), (4, 3));
        assert_eq!(bench.run(forced_capture::<English>), Err(IllegalMove));
    }
}

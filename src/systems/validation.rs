//! PreUpdate: is the move asked for a step or a jump that the piece can do?

use crate::components::open_chain;
use crate::errors::CheckersError;
use crate::rules::{Rules, Square, SIZE};
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Resolves the move, or refuses it: checks 5 to 11 of `submit_move`, in order.
pub fn validation<R: Rules>(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let mover = tick.mover()?;
    let (from_row, from_col) = tick.action.from;
    let (to_row, to_col) = tick.action.to;
    if [from_row, from_col, to_row, to_col]
        .iter()
        .any(|&index| index >= SIZE)
    {
        return Err(CheckersError::OutOfBounds);
    }
    let to = Square::at(to_row, to_col).ok_or(CheckersError::NotDarkSquare)?;
    let from = Square::at(from_row, from_col);
    let chain = open_chain(world, env);
    if chain.is_some() && chain != from {
        return Err(CheckersError::ChainCapturePieceMismatch);
    }
    let from = from.ok_or(CheckersError::NotYourPiece)?;
    let position = &tick.board.position;
    if position.side_at(from) != Some(mover) {
        return Err(CheckersError::NotYourPiece);
    }
    if !matches!(from.diagonal_distance(to), Some(1 | 2)) {
        return Err(CheckersError::IllegalMove);
    }
    if position.side_at(to).is_some() {
        return Err(CheckersError::DestinationOccupied);
    }
    let resolved = R::resolve(position, mover, from, to);
    tick.resolved = Some(resolved.ok_or(CheckersError::IllegalMove)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::CheckersError::*;
    use crate::rules::{English, Move, Side};
    use crate::test::hand_made::{game, game_with_chain, square, Bench, Game};

    const PICTURE: &str = "
         . . . .
        . . . .
         o . O .
        . x . x
         . . x .
        . . . .
         x . . .
        o . . X";

    type Cell = (u32, u32);

    /// The answer, with the square of the captured piece where the move is resolved. Nothing else of
    /// the tick changes, and nothing of the world.
    #[track_caller]
    fn assert_validated(
        game: Game,
        from: Cell,
        to: Cell,
        answer: Result<Option<Cell>, CheckersError>,
    ) {
        let mut bench = Bench::new(game, from, to);
        let mut expected = bench.tick.clone();
        expected.resolved = answer.ok().map(|captured| Move {
            from: square(from.0, from.1),
            to: square(to.0, to.1),
            captured: captured.map(|(row, col)| square(row, col)),
        });
        assert_eq!(
            bench.run(validation::<English>),
            answer.map(|_| ()),
            "{from:?} {to:?}"
        );
        assert_eq!(bench.tick, expected, "{from:?} {to:?}");
        assert_eq!(bench.game(), game);
    }

    #[test]
    fn moves_of_black_are_resolved_or_refused() {
        let table = [
            // Men step and jump forward.
            ((2, 1), (3, 0), Ok(None)),
            ((2, 1), (4, 3), Ok(Some((3, 2)))),
            ((2, 1), (1, 0), Err(IllegalMove)),
            ((2, 1), (0, 3), Err(IllegalMove)),
            // Kings any way.
            ((2, 5), (3, 4), Ok(None)),
            ((2, 5), (1, 4), Ok(None)),
            ((2, 5), (1, 6), Ok(None)),
            ((2, 5), (4, 7), Ok(Some((3, 6)))),
            // Nothing to jump over, or a piece of their own.
            ((2, 5), (4, 3), Err(IllegalMove)),
            ((2, 5), (0, 3), Err(IllegalMove)),
            ((2, 5), (3, 6), Err(DestinationOccupied)),
            // Not a diagonal of one or two.
            ((2, 1), (3, 4), Err(IllegalMove)),
            ((2, 1), (5, 4), Err(IllegalMove)),
            ((2, 1), (2, 1), Err(IllegalMove)),
            // No piece of Black on the start.
            ((1, 0), (2, 1), Err(NotYourPiece)),
            ((2, 2), (3, 4), Err(NotYourPiece)),
            ((4, 5), (5, 4), Err(NotYourPiece)),
            // A light landing square, and squares that are not there.
            ((2, 1), (3, 1), Err(NotDarkSquare)),
            ((2, 1), (3, 8), Err(OutOfBounds)),
            ((2, 1), (u32::MAX, 0), Err(OutOfBounds)),
            ((8, 1), (3, 0), Err(OutOfBounds)),
            ((2, u32::MAX), (3, 0), Err(OutOfBounds)),
        ];
        for (from, to, answer) in table {
            assert_validated(game(PICTURE, Side::Black), from, to, answer);
        }
    }

    #[test]
    fn moves_of_white_are_resolved_or_refused() {
        let table = [
            ((3, 2), (2, 3), Ok(None)),
            ((3, 2), (1, 0), Ok(Some((2, 1)))),
            ((3, 6), (1, 4), Ok(Some((2, 5)))),
            ((3, 2), (4, 1), Err(IllegalMove)),
            ((7, 6), (6, 5), Ok(None)),
            ((7, 6), (5, 4), Err(IllegalMove)),
            ((2, 1), (3, 0), Err(NotYourPiece)),
        ];
        for (from, to, answer) in table {
            assert_validated(game(PICTURE, Side::White), from, to, answer);
        }
    }

    #[test]
    fn an_open_chain_binds_its_piece() {
        let game = || game_with_chain(PICTURE, Side::Black, square(2, 5));
        let table = [
            ((2, 5), (4, 7), Ok(Some((3, 6)))),
            // A step is for `forced_capture` to refuse.
            ((2, 5), (1, 4), Ok(None)),
            ((2, 1), (4, 3), Err(ChainCapturePieceMismatch)),
            ((4, 5), (5, 4), Err(ChainCapturePieceMismatch)),
            ((2, 2), (3, 4), Err(ChainCapturePieceMismatch)),
            ((2, 1), (4, 4), Err(NotDarkSquare)),
        ];
        for (from, to, answer) in table {
            assert_validated(game(), from, to, answer);
        }
    }
}

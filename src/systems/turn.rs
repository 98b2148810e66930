//! Cleanup: the turn passes, is held, or the game is closed.

use crate::components::{of_match, Chain, Status, Turn, MATCH};
use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Closes a game that is won, with the turn left as it was; else holds the turn for a chain; else
/// passes it.
pub fn turn(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    if let Some(winner) = tick.winner {
        let status = Status {
            finished: true,
            winner: winner.player() as u8,
        };
        world.set_typed(env, MATCH, &status);
    } else if tick.chain_open {
        let square = tick.resolved()?.to.index();
        world.set_typed(env, MATCH, &Chain { square });
        return Ok(());
    } else {
        let Turn { number, .. } = of_match(world, env);
        let turn = Turn {
            player: tick.mover()?.opponent().player() as u8,
            number: number.saturating_add(1),
        };
        world.set_typed(env, MATCH, &turn);
    }
    world.remove_typed::<Chain>(MATCH);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Side, Square};
    use crate::test::hand_made::{game, game_with_chain, square, Bench, Game};

    const PICTURE: &str = ".... .... .... .... .o.. ..x. .... x...";

    /// A move of Black to (4, 3), as `end_condition` leaves it.
    fn bench(chain: Option<Square>, chain_open: bool, winner: Option<Side>) -> Bench {
        let game = match chain {
            Some(square) => game_with_chain(PICTURE, Side::Black, square),
            None => game(PICTURE, Side::Black),
        };
        let mut bench = Bench::resolved(game, (2, 1), (4, 3));
        bench.tick.chain_open = chain_open;
        bench.tick.winner = winner;
        bench
    }

    #[test]
    fn the_turn_passes_is_held_or_ends_the_game() {
        const ACTIVE: bool = false;
        const FINISHED: bool = true;
        let (was, to, black) = (Some(square(2, 1)), Some(square(4, 3)), Some(Side::Black));
        let white = Some(Side::White);
        // Before: the open chain, whether it goes on, and who has won. After: the player to move, the
        // move number, the open chain, the status and the winner.
        let table = [
            ("it passes", (None, false, None), (2, 8, None, ACTIVE, 0)),
            ("a chain opens", (None, true, None), (1, 7, to, ACTIVE, 0)),
            ("a chain goes on", (was, true, None), (1, 7, to, ACTIVE, 0)),
            ("a chain ends", (was, false, None), (2, 8, None, ACTIVE, 0)),
            (
                "Black wins",
                (None, false, black),
                (1, 7, None, FINISHED, 1),
            ),
            (
                "White wins",
                (None, false, white),
                (1, 7, None, FINISHED, 2),
            ),
            (
                "Black wins in a chain",
                (was, false, black),
                (1, 7, None, FINISHED, 1),
            ),
            (
                "Black wins, and could jump on",
                (was, true, black),
                (1, 7, None, FINISHED, 1),
            ),
            (
                "the same with the first jump",
                (None, true, black),
                (1, 7, None, FINISHED, 1),
            ),
        ];
        for (what, (chain, chain_open, winner), after) in table {
            let mut bench = bench(chain, chain_open, winner);
            let before = bench.game();
            assert_eq!(bench.run(turn), Ok(()));
            let (player, number, chain, finished, winner) = after;
            let turn = Turn { player, number };
            let status = Status { finished, winner };
            assert_eq!(
                bench.game(),
                Game {
                    turn,
                    status,
                    chain,
                    ..before
                },
                "{what}"
            );
        }
    }

    #[test]
    fn the_turn_passes_back_to_black() {
        let mut bench = Bench::resolved(game(PICTURE, Side::White), (5, 4), (4, 5));
        assert_eq!(bench.run(turn), Ok(()));
        assert_eq!(bench.turn(), (1, 8));
    }

    #[test]
    fn the_last_move_number_stays() {
        let mut bench = bench(None, false, None);
        let mut last = bench.game().turn;
        last.number = u32::MAX;
        bench.world.set_typed(&bench.env, MATCH, &last);
        assert_eq!(bench.run(turn), Ok(()));
        assert_eq!(bench.turn(), (2, u32::MAX));
    }

    #[test]
    fn a_chain_cannot_open_where_validation_has_resolved_nothing() {
        let mut bench = bench(None, true, None);
        bench.tick.resolved = None;
        assert_eq!(bench.run(turn), Err(CheckersError::IllegalMove));
        assert_eq!(bench.turn(), (1, 7));
        assert_eq!(bench.game().chain, None);
    }
}

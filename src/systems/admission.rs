//! PreUpdate: is there a game, is it on, and is this the player to move?

use crate::components::{of_match, payload, Players, Status, Turn};
use crate::errors::CheckersError;
use crate::rules::Side;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::{Address, Env};

/// Lets the player to move in: checks 1 to 4 of `submit_move`, in order.
pub fn admission(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    tick.mover = Some(admit(world, env, &tick.action.player)?);
    Ok(())
}

/// The side for which the player may move, or why not. One address on both sides plays them in turn.
pub fn admit(world: &SimpleWorld, env: &Env, player: &Address) -> Result<Side, CheckersError> {
    let nothing_was_ever_spawned = world.next_entity_id() == 1;
    if nothing_was_ever_spawned {
        return Err(CheckersError::NotInitialised);
    }
    if of_match::<Status>(world, env).is_over() {
        return Err(CheckersError::GameOver);
    }
    let to_move = of_match::<Turn>(world, env).side();
    let players: Players = of_match(world, env);
    let player = payload(player);
    if player == players.of(to_move) {
        Ok(to_move)
    } else if player == players.of(to_move.opponent()) {
        Err(CheckersError::WrongTurn)
    } else {
        Err(CheckersError::NotAPlayer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::CheckersError::*;
    use crate::test::hand_made::{game, Account, Bench, Game};

    const PICTURE: &str = ".... .... o... .x.. .... ..x. .... ....";

    const ONE: Account = (false, [1; 32]);
    const TWO: Account = (false, [2; 32]);
    /// Two of them have the key of a player, but as that of a contract.
    const STRANGERS: [Account; 3] = [(false, [3; 32]), (true, [1; 32]), (true, [2; 32])];

    fn on_both_sides(game: Game, player: Account) -> Game {
        Game {
            players: [player; 2],
            ..game
        }
    }

    fn finished(game: Game) -> Game {
        let (finished, winner) = (true, 1);
        Game {
            status: Status { finished, winner },
            ..game
        }
    }

    /// What the system answers to a player in a game, or where there is none.
    #[track_caller]
    fn assert_admitted(
        in_game: Option<Game>,
        player: Account,
        answer: Result<Side, CheckersError>,
    ) {
        let asking = on_both_sides(game(PICTURE, Side::Black), player);
        let mut bench = Bench::new(asking, (2, 1), (4, 3));
        bench.world = match in_game {
            Some(game) => game.world(&bench.env),
            None => SimpleWorld::new(&bench.env),
        };
        bench.tick.mover = None;
        let (tick, version) = (bench.tick.clone(), bench.world.version());
        assert_eq!(bench.run(admission), answer.map(|_| ()));
        let mover = answer.ok();
        assert_eq!(bench.tick, Tick { mover, ..tick });
        assert_eq!(
            bench.world.version(),
            version,
            "the world is not written to"
        );
    }

    #[test]
    fn the_first_check_that_fails_gives_the_error() {
        for side in Side::BOTH {
            let (on, over) = (game(PICTURE, side), finished(game(PICTURE, side)));
            let (to_move, other) = match side {
                Side::Black => (ONE, TWO),
                Side::White => (TWO, ONE),
            };
            for player in STRANGERS {
                assert_admitted(None, player, Err(NotInitialised));
                assert_admitted(Some(over), player, Err(GameOver));
                assert_admitted(Some(on), player, Err(NotAPlayer));
            }
            for player in [to_move, other] {
                assert_admitted(None, player, Err(NotInitialised));
                assert_admitted(Some(over), player, Err(GameOver));
            }
            assert_admitted(Some(on), other, Err(WrongTurn));
            assert_admitted(Some(on), to_move, Ok(side));
        }
    }

    #[test]
    fn one_address_plays_both_sides_in_turn() {
        for side in Side::BOTH {
            for player in [ONE, (true, [1; 32])] {
                let game = on_both_sides(game(PICTURE, side), player);
                assert_admitted(Some(game), player, Ok(side));
                assert_admitted(Some(game), TWO, Err(NotAPlayer));
            }
        }
    }

    /// A world that has held something is never taken for one without a game.
    #[test]
    #[should_panic(expected = "the match lacks a component")]
    fn a_world_without_a_match_stops_the_call() {
        let mut bench = Bench::new(game(PICTURE, Side::Black), (2, 1), (4, 3));
        bench.world = SimpleWorld::new(&bench.env);
        let entity = bench.world.spawn_entity();
        bench.world.despawn_entity(entity);
        let _ = bench.run(admission);
    }
}

//! Startup, in `init_game` only: the entities of a new game.

use crate::components::{Piece, Players, Status, Turn};
use crate::rules::{Position, Side, Square};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Spawns the pieces of Black, those of White, and the match, in this order: their ids are 1 to 25.
pub fn setup(world: &mut SimpleWorld, env: &Env, players: &Players) {
    for side in Side::BOTH {
        for square in Square::all().filter(|&square| Position::START.side_at(square) == Some(side))
        {
            let piece = world.spawn_entity();
            world.set_typed(env, piece, &Piece { side, square });
        }
    }
    let entity = world.spawn_entity();
    world.set_typed(env, entity, players);
    let turn = Turn {
        player: Side::Black.player() as u8,
        number: 1,
    };
    world.set_typed(env, entity, &turn);
    let status = Status {
        finished: false,
        winner: 0,
    };
    world.set_typed(env, entity, &status);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{Chain, King, MATCH};
    use crate::test::hand_made;
    use soroban_sdk::testutils::Address as _;
    use soroban_sdk::Address;

    fn new_game(env: &Env, players: &Players) -> SimpleWorld {
        let mut world = SimpleWorld::new(env);
        setup(&mut world, env, players);
        world
    }

    fn two_players(env: &Env) -> Players {
        let [one, two] = [(); 2].map(|()| Address::generate(env));
        Players::new(&one, &two)
    }

    #[test]
    fn twelve_men_a_side_stand_on_the_dark_squares_of_three_rows() {
        let env = Env::default();
        let world = new_game(&env, &two_players(&env));
        // In the order of the entities: row by row, from the left.
        let columns = |row: u32| [1, 3, 5, 7].map(|col| col - row % 2);
        let rows = [(Side::Black, [0, 1, 2]), (Side::White, [5, 6, 7])];
        let mut entity = 0;
        for (side, rows) in rows {
            for row in rows {
                for col in columns(row) {
                    entity += 1;
                    let square = hand_made::square(row, col);
                    let piece = world.get_typed(&env, entity);
                    assert_eq!(piece, Some(Piece { side, square }), "entity {entity}");
                    assert!(!world.has_typed::<King>(entity), "entity {entity}");
                }
            }
        }
        assert_eq!(entity, 24);
    }

    #[test]
    fn the_match_is_the_last_entity() {
        let env = Env::default();
        let players = two_players(&env);
        let world = new_game(&env, &players);
        assert_eq!(world.next_entity_id(), MATCH + 1);
        assert_eq!(world.get_typed(&env, MATCH), Some(players));
        assert_eq!(
            world.get_typed(&env, MATCH),
            Some(Turn {
                player: 1,
                number: 1
            })
        );
        assert_eq!(
            world.get_typed(&env, MATCH),
            Some(Status {
                finished: false,
                winner: 0
            })
        );
        assert!(!world.has_typed::<Chain>(MATCH));
        assert!(!world.has_typed::<Piece>(MATCH));
    }
}

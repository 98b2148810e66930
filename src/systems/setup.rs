//! Startup, in `init_game` only: the entities of a new game.

use crate::components::{GameStatus, GameStatusComponent, Piece, Players, TurnComponent};
use crate::rules::{Position, Side, Square};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Spawns the pieces of Black, those of White, and the match, in this order: their ids are 1 to 25.
pub fn setup(world: &mut SimpleWorld, env: &Env, players: &Players) {
    for side in [Side::Black, Side::White] {
        for square in Square::all().filter(|&square| Position::START.side_at(square) == Some(side))
        {
            let piece = world.spawn_entity();
            world.set_typed(env, piece, &Piece { side, square });
        }
    }
    let (current_player, move_number) = (Side::Black.player(), 1);
    let (status, winner) = (GameStatus::Active, 0);
    let entity = world.spawn_entity();
    world.set_typed(env, entity, players);
    world.set_typed(
        env,
        entity,
        &TurnComponent {
            current_player,
            move_number,
        },
    );
    world.set_typed(env, entity, &GameStatusComponent { status, winner });
}

//! Cleanup: the turn passes, is held, or the game is closed.

use crate::components::{Chain, GameStatus, GameStatusComponent, TurnComponent, MATCH};
use crate::errors::CheckersError;
use crate::tick::Tick;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Closes a game that is won, with the turn left as it was; else holds the turn for a chain; else
/// passes it.
pub fn turn(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    if let Some(winner) = tick.winner {
        let (status, winner) = (GameStatus::Finished, winner.player());
        world.set_typed(env, MATCH, &GameStatusComponent { status, winner });
    } else if tick.chain_open {
        let square = tick.resolved()?.to.index();
        world.set_typed(env, MATCH, &Chain { square });
    } else {
        let current_player = tick.action.side.opponent().player();
        let move_number = tick.turn.move_number.saturating_add(1);
        world.set_typed(
            env,
            MATCH,
            &TurnComponent {
                current_player,
                move_number,
            },
        );
    }
    let chain_goes_on = tick.chain_open && tick.winner.is_none();
    if tick.chain.is_some() && !chain_goes_on {
        world.remove_typed::<Chain>(MATCH);
    }
    Ok(())
}

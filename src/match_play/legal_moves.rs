//! Which moves are legal now.

use crate::components::{of_match, Players, TurnComponent};
use crate::rules::{Move, Square};
use crate::tick::{Action, SharedTick, Tick};
use crate::tick_system::{run_stage, share};
use alloc::vec::Vec;
use cougr_core::app::{GameApp, ScheduleStage};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// The steps and jumps that a tick by these rules would not refuse. The systems that refuse are asked,
/// those of PreUpdate, move by move: so whatever the rules are, no other answer is possible.
pub fn legal_moves(
    add_rules: impl Fn(&mut GameApp, &SharedTick),
    env: &Env,
    world: &SimpleWorld,
) -> Vec<Move> {
    let to_move = of_match::<TurnComponent>(world, env).side();
    let players: Players = of_match(world, env);
    let player = players.of(to_move).to_address(env);
    let nowhere = (0, 0);
    let (from, to) = (nowhere, nowhere);
    let tick = Tick::new(env, world, Action { player, from, to });
    let shared = share(tick.clone());
    let mut app = GameApp::new(env);
    add_rules(&mut app, &shared);

    let own = Square::all().filter(|&at| tick.board.position.side_at(at) == Some(to_move));
    let squares = own.flat_map(|from| Square::all().map(move |to| (from, to)));
    // A call is one step or one jump: there is nothing to ask about any other pair of squares.
    let near = squares.filter(|(from, to)| matches!(from.diagonal_distance(*to), Some(1 | 2)));
    let accepted = near.filter_map(|(from, to)| {
        let mut asked = tick.clone();
        asked.action.from = (from.row(), from.col());
        asked.action.to = (to.row(), to.col());
        shared.borrow_mut().tick = asked;
        *app.world_mut() = world.clone();
        run_stage(env, &mut app, ScheduleStage::PreUpdate, &shared).ok()?;
        let resolved = shared.borrow().tick.resolved;
        resolved
    });
    accepted.collect()
}

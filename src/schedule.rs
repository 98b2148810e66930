//! The whole schedule: which systems there are, and in which order they run.

use crate::components::Players;
use crate::errors::CheckersError;
use crate::systems::{
    chain_capture::chain_capture, end_condition::end_condition, forced_capture::forced_capture,
    movement::movement, promotion::promotion, setup::setup, turn::turn, validation::validation,
};
use crate::tick::{tick_system, SharedTick, Tick};
use alloc::rc::Rc;
use core::cell::RefCell;
use cougr_core::app::{GameApp, Plugin, ScheduleStage};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// The game of draughts: seven systems that turn an [`Action`] into a new state of the world.
pub struct CheckersPlugin {
    /// The tick that the systems share.
    pub tick: SharedTick,
}

impl Plugin for CheckersPlugin {
    fn name(&self) -> &'static str {
        "checkers"
    }

    fn build(&self, app: &mut GameApp) {
        use ScheduleStage::{Cleanup, PostUpdate, PreUpdate, Update};
        let tick = &self.tick;
        app.add_systems((
            (
                tick_system("validation", tick, validation).in_stage(PreUpdate),
                tick_system("forced_capture", tick, forced_capture).in_stage(PreUpdate),
            ),
            (
                tick_system("movement", tick, movement).in_stage(Update),
                tick_system("promotion", tick, promotion).in_stage(Update),
            ),
            (
                tick_system("chain_capture", tick, chain_capture).in_stage(PostUpdate),
                tick_system("end_condition", tick, end_condition).in_stage(PostUpdate),
                tick_system("turn", tick, turn).in_stage(Cleanup),
            ),
        ));
    }
}

/// The world of a new game.
pub fn start(env: &Env, players: Players) -> SimpleWorld {
    let mut app = GameApp::new(env);
    app.add_startup_system("setup", move |world, env| setup(world, env, &players));
    run(app.run_startup(env).is_ok());
    app.into_world()
}

/// One tick: the world after the action, or why it is refused.
pub fn play(env: &Env, world: SimpleWorld, tick: Tick) -> Result<SimpleWorld, CheckersError> {
    let tick = Rc::new(RefCell::new(tick));
    let mut app = GameApp::with_world(world);
    app.add_plugin(CheckersPlugin { tick: tick.clone() });
    run(app.run(env).is_ok());
    let refused = tick.borrow().refused;
    let app = core::mem::ManuallyDrop::new(app);
    core::mem::forget(tick);
    refused.map_or_else(|| Ok(app.world().clone()), Err)
}

/// Cougr refuses to run a schedule whose order contradicts itself. This one is fixed, and the tests
/// run it. (`unwrap` on a `ScheduleError` would link the code that formats it: 15 KB of wasm.)
fn run(is_ok: bool) {
    assert!(is_ok, "the schedule contradicts itself");
}

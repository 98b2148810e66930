//! The whole schedule: which systems there are, and in which order they run.

use crate::components::Players;
use crate::errors::CheckersError;
use crate::systems::{
    chain_capture::chain_capture, end_condition::end_condition, forced_capture::forced_capture,
    movement::movement, promotion::promotion, setup::setup, turn::turn, validation::validation,
};
use crate::tick::{tick_system, SharedTick, System, Tick};
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::hint::black_box;
use core::mem::forget;
use cougr_core::app::{GameApp, Plugin, ScheduleStage};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// The systems of a tick. Stages run in the order of `ScheduleStage`; within one the scheduler keeps
/// the order of registration, which is that of this table.
pub const SCHEDULE: [(ScheduleStage, &str, System); 7] = [
    (ScheduleStage::PreUpdate, "validation", validation),
    (ScheduleStage::PreUpdate, "forced_capture", forced_capture),
    (ScheduleStage::Update, "movement", movement),
    (ScheduleStage::Update, "promotion", promotion),
    (ScheduleStage::PostUpdate, "chain_capture", chain_capture),
    (ScheduleStage::PostUpdate, "end_condition", end_condition),
    (ScheduleStage::Cleanup, "turn", turn),
];

/// The game of draughts: the systems of [`SCHEDULE`].
pub struct CheckersPlugin {
    /// The tick that the systems share.
    pub tick: SharedTick,
}

impl Plugin for CheckersPlugin {
    fn name(&self) -> &'static str {
        "checkers"
    }

    fn build(&self, app: &mut GameApp) {
        for (stage, name, system) in SCHEDULE {
            app.add_systems(tick_system(name, &self.tick, system).in_stage(stage));
        }
    }
}

/// The world of a new game.
pub fn start(env: &Env, players: Players) -> SimpleWorld {
    let mut app = GameApp::new(env);
    app.add_startup_system("setup", move |world, env| setup(world, env, &players));
    #[cfg(feature = "match-play")]
    app.add_plugin(crate::match_play::OpenMatchPlugin);
    run(app.run_startup(env).is_ok());
    app.into_world()
}

/// One tick: the world after the action, or why it is refused.
pub fn play(env: &Env, world: SimpleWorld, tick: Tick) -> Result<SimpleWorld, CheckersError> {
    reserve_heap();
    let tick = Rc::new(RefCell::new(tick));
    let mut app = GameApp::with_world(world);
    app.add_plugin(CheckersPlugin { tick: tick.clone() });
    #[cfg(feature = "official-rules")]
    app.add_plugin(crate::official_rules::OfficialRulesPlugin { tick: tick.clone() });
    #[cfg(feature = "match-play")]
    app.add_plugin(crate::match_play::MatchPlayPlugin { tick: tick.clone() });
    run(app.run(env).is_ok());
    let refused = tick.borrow().refused;
    let world = app.world().clone();
    // The memory of a contract ends with the call. To give it back piece by piece costs 19,000
    // CPU instructions.
    forget((app, tick));
    refused.map_or(Ok(world), Err)
}

/// Has the allocator get the memory of a tick at once. Left to grow by itself it takes a page of 64 KB
/// more: it rounds sizes up to 8 KB and more, and does not join what it got at different times.
fn reserve_heap() {
    const PAGE: usize = 65_536;
    const MARGIN: usize = 512;
    drop(black_box(Vec::<u8>::with_capacity(3 * PAGE - MARGIN)));
}

/// Cougr refuses to run a schedule whose order contradicts itself. This one is fixed, and the tests
/// run it. (`unwrap` on a `ScheduleError` would link the code that formats it: 15 KB of wasm.)
pub(crate) fn run(is_ok: bool) {
    assert!(is_ok, "the schedule contradicts itself");
}

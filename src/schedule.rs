//! The schedule: which systems there are, and in which order they run.

#![deny(missing_docs)]

use crate::components::{of_match, Players, TurnComponent};
use crate::errors::CheckersError;
use crate::rules::{English, Move, Square};
use crate::systems::{
    admission::admission, chain_capture::chain_capture, end_condition::end_condition,
    forced_capture::forced_capture, movement::movement, promotion::promotion, setup::setup,
    turn::turn, validation::validation,
};
use crate::tick::{Action, SharedTick, System, Tick};
use crate::tick_system::{run, run_stage, share, tick_system};
use alloc::vec::Vec;
use cougr_core::app::{GameApp, Plugin, ScheduleStage};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;
use ScheduleStage::{Cleanup, PostUpdate, PreUpdate, Update};

/// A table of systems: stage, name, which system of the stage it runs after, and the system.
pub type Schedule = [(ScheduleStage, &'static str, Option<&'static str>, System); 8];

/// The systems of a tick.
pub const SCHEDULE: Schedule = [
    (PreUpdate, "admission", None, admission),
    (
        PreUpdate,
        "validation",
        Some("admission"),
        validation::<English>,
    ),
    (
        PreUpdate,
        "forced_capture",
        Some("validation"),
        forced_capture::<English>,
    ),
    (Update, "movement", None, movement),
    (Update, "promotion", Some("movement"), promotion),
    (PostUpdate, "chain_capture", None, chain_capture::<English>),
    (
        PostUpdate,
        "end_condition",
        Some("chain_capture"),
        end_condition::<English>,
    ),
    (Cleanup, "turn", None, turn),
];

/// A variant of a schedule: the same table with another system in the place of this name.
pub const fn exchange(mut schedule: Schedule, name: &str, system: System) -> Schedule {
    let mut line = 0;
    while line < schedule.len() {
        if equal(schedule[line].1.as_bytes(), name.as_bytes()) {
            schedule[line].3 = system;
            return schedule;
        }
        line += 1;
    }
    panic!("the schedule has no system of this name")
}

/// `==`, which a constant cannot use.
const fn equal(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([a, one_rest @ ..], [b, other_rest @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (one_rest, other_rest);
    }
    one.is_empty() && other.is_empty()
}

/// The game of draughts, by the systems of a table.
pub struct CheckersPlugin {
    /// [`SCHEDULE`], or a variant of it.
    pub schedule: Schedule,
    /// The tick that the systems share.
    pub tick: SharedTick,
}

impl Plugin for CheckersPlugin {
    fn name(&self) -> &'static str {
        "checkers"
    }

    fn build(&self, app: &mut GameApp) {
        for (stage, name, after, system) in self.schedule {
            let system = tick_system(name, &self.tick, system);
            let system = match after {
                Some(after) => system.after(after),
                None => system,
            };
            app.add_systems_in_stage(stage, system);
        }
    }
}

/// The rules of this contract: a table of systems, and plugins for what comes on top.
pub fn add_rules(app: &mut GameApp, tick: &SharedTick) {
    #[cfg(not(feature = "official-rules"))]
    let schedule = SCHEDULE;
    #[cfg(feature = "official-rules")]
    let schedule = crate::official_rules::SCHEDULE;
    app.add_plugin(CheckersPlugin {
        schedule,
        tick: tick.clone(),
    });
    #[cfg(feature = "match-play")]
    app.add_plugin(crate::match_play::MatchPlayPlugin { tick: tick.clone() });
}

/// The world of a new game.
pub fn start(env: &Env, players: Players) -> SimpleWorld {
    let mut app = GameApp::new(env);
    app.add_startup_system("setup", move |world, env| setup(world, env, &players));
    #[cfg(feature = "match-play")]
    app.add_plugin(crate::match_play::OpenMatchPlugin);
    assert!(
        app.run_startup(env).is_ok(),
        "the schedule contradicts itself"
    );
    app.into_world()
}

/// One tick: the world after the action, or why it is refused.
pub fn play(env: &Env, world: SimpleWorld, action: Action) -> Result<SimpleWorld, CheckersError> {
    play_by(add_rules, env, world, action)
}

/// One tick by other rules.
pub fn play_by(
    add_rules: impl Fn(&mut GameApp, &SharedTick),
    env: &Env,
    world: SimpleWorld,
    action: Action,
) -> Result<SimpleWorld, CheckersError> {
    let tick = share(Tick::new(env, &world, action));
    let mut app = GameApp::with_world(world);
    add_rules(&mut app, &tick);
    run(env, app, &tick)
}

/// The steps and jumps that a tick would not refuse now. The systems of PreUpdate are asked, one by one:
/// those that refuse, whatever the rules are.
pub fn legal_moves(
    add_rules: impl Fn(&mut GameApp, &SharedTick),
    env: &Env,
    world: &SimpleWorld,
) -> Vec<Move> {
    let to_move = of_match::<TurnComponent>(world, env).side();
    let player = of_match::<Players>(world, env).of(to_move).to_address(env);
    let from = (0, 0);
    let tick = Tick::new(
        env,
        world,
        Action {
            player,
            from,
            to: from,
        },
    );
    let shared = share(tick.clone());
    let mut app = GameApp::new(env);
    add_rules(&mut app, &shared);

    let pieces = Square::all().filter(|&square| tick.board.entity_at(square).is_some());
    let squares = pieces.flat_map(|from| Square::all().map(move |to| (from, to)));
    squares
        .filter_map(|(from, to)| {
            *app.world_mut() = world.clone();
            shared.borrow_mut().tick = tick.clone();
            shared.borrow_mut().tick.action.from = (from.row(), from.col());
            shared.borrow_mut().tick.action.to = (to.row(), to.col());
            run_stage(env, &mut app, PreUpdate, &shared).ok()?;
            let resolved = shared.borrow().tick.resolved;
            resolved
        })
        .collect()
}

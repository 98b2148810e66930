//! Systems that can refuse, in a game that is not draughts: what they share is a number, and an error is
//! a word.

use crate::tick_system::{run, run_stage, share, tick_system, System};
use cougr_core::app::{GameApp, ScheduleStage};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;
use ScheduleStage::{Cleanup, PreUpdate, Update};

type Rule = System<u32, &'static str>;

fn counts(world: &mut SimpleWorld, _: &Env, count: &mut u32) -> Result<(), &'static str> {
    world.spawn_entity();
    *count += 1;
    Ok(())
}

fn counts_and_refuses(
    world: &mut SimpleWorld,
    env: &Env,
    count: &mut u32,
) -> Result<(), &'static str> {
    counts(world, env, count)?;
    Err("the first")
}

fn refuses_otherwise(_: &mut SimpleWorld, _: &Env, _: &mut u32) -> Result<(), &'static str> {
    Err("another")
}

const REFUSED: [(ScheduleStage, &str, Rule); 5] = [
    (PreUpdate, "counts", counts),
    (PreUpdate, "counts_and_refuses", counts_and_refuses),
    (PreUpdate, "counts_again", counts),
    (Update, "refuses_otherwise", refuses_otherwise),
    (Cleanup, "counts_at_last", counts),
];

fn app(env: &Env, systems: &[(ScheduleStage, &'static str, Rule)]) -> (GameApp, Shared) {
    let shared = share(0);
    let mut app = GameApp::new(env);
    for &(stage, name, system) in systems {
        app.add_systems(tick_system(name, &shared, system).in_stage(stage));
    }
    (app, shared)
}

type Shared = crate::tick_system::Shared<u32, &'static str>;

#[test]
fn a_tick_that_no_system_refuses_ends_with_the_world() {
    let env = Env::default();
    let (app, shared) = app(&env, &[REFUSED[0], REFUSED[2], REFUSED[4]]);
    let world = run(&env, app, &shared).unwrap();
    assert_eq!(world.next_entity_id(), 4);
    assert_eq!(shared.borrow().tick, 3);
}

#[test]
fn the_first_error_ends_the_tick_across_stages() {
    let env = Env::default();
    let (app, shared) = app(&env, &REFUSED);
    assert_eq!(run(&env, app, &shared).err(), Some("the first"));
    assert_eq!(shared.borrow().tick, 2);
}

/// A stage can be run again: each time anew, whatever was refused before.
#[test]
fn a_stage_is_run_by_itself() {
    let env = Env::default();
    let (mut app, shared) = app(&env, &REFUSED);
    for count in [2, 4] {
        let refused = run_stage(&env, &mut app, PreUpdate, &shared);
        assert_eq!(refused, Err("the first"));
        assert_eq!(shared.borrow().tick, count);
    }
    assert_eq!(run_stage(&env, &mut app, Update, &shared), Err("another"));
    assert_eq!(run_stage(&env, &mut app, Cleanup, &shared), Ok(()));
    assert_eq!(shared.borrow().tick, 5);
}

#[test]
#[should_panic(expected = "the schedule contradicts itself: MissingDependency")]
fn a_schedule_that_contradicts_itself_stops_the_call() {
    let env = Env::default();
    let (mut app, shared) = app(&env, &[]);
    app.add_systems(tick_system("counts", &shared, counts).after("nothing"));
    let _ = run(&env, app, &shared);
}

#[test]
#[should_panic(expected = "the schedule contradicts itself: MissingDependency")]
fn a_stage_that_contradicts_itself_stops_the_call() {
    let env = Env::default();
    let (mut app, shared) = app(&env, &[]);
    let system = tick_system("counts", &shared, counts).in_stage(PreUpdate);
    app.add_systems(system.after("nothing"));
    let _ = run_stage(&env, &mut app, PreUpdate, &shared);
}

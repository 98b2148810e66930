//! Systems that can refuse, for any game.
//!
//! A system of Cougr returns nothing, and the scheduler runs the next one whatever has happened. Here a
//! system is a [`System`]: it returns a `Result`. [`tick_system`] makes a Cougr system of it, which
//! keeps the first error and does nothing once there is one. [`add_schedule`] registers a table of them.
//! [`run`] then answers with the world, or with that error and no world to save.
//!
//! `T` is what the systems of a tick share, `E` the error of the game.

#![deny(missing_docs)]

use alloc::rc::Rc;
use core::cell::RefCell;
use cougr_core::app::{
    named_app_system, GameApp, ScheduleError, ScheduleStage, SimpleSystem, SystemContext,
    SystemSpec,
};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// A system that can refuse: an error ends the tick.
pub type System<T, E> = fn(&mut SimpleWorld, &Env, &mut T) -> Result<(), E>;

/// A tick under way.
pub struct Progress<T, E> {
    /// What the systems share.
    pub tick: T,
    /// The first error of a system.
    pub refused: Option<E>,
}

/// A tick in the hands of every system.
pub type Shared<T, E> = Rc<RefCell<Progress<T, E>>>;

/// A tick that has not begun, to be shared by its systems.
pub fn share<T, E>(tick: T) -> Shared<T, E> {
    let refused = None;
    Rc::new(RefCell::new(Progress { tick, refused }))
}

/// A [`System`] as the scheduler takes it.
pub struct TickSystem<T, E> {
    system: System<T, E>,
    shared: Shared<T, E>,
}

impl<T, E> SimpleSystem for TickSystem<T, E> {
    fn run(&mut self, context: &mut SystemContext<'_, '_, '_>) {
        let env = context.env().clone();
        let mut progress = self.shared.borrow_mut();
        if progress.refused.is_none() {
            progress.refused = (self.system)(context.world_mut(), &env, &mut progress.tick).err();
        }
    }
}

/// Names a system for the schedule.
pub fn tick_system<T, E>(
    name: &'static str,
    shared: &Shared<T, E>,
    system: System<T, E>,
) -> SystemSpec<TickSystem<T, E>> {
    let shared = shared.clone();
    named_app_system(name, TickSystem { system, shared })
}

/// A line of a schedule: stage, name, which system of the stage it runs after, and the system.
pub type ScheduleLine<T, E> = (
    ScheduleStage,
    &'static str,
    Option<&'static str>,
    System<T, E>,
);

/// Registers the systems of a schedule. They share a tick.
pub fn add_schedule<T: 'static, E: 'static>(
    app: &mut GameApp,
    schedule: &[ScheduleLine<T, E>],
    shared: &Shared<T, E>,
) {
    for &(stage, name, after, system) in schedule {
        let mut system = tick_system(name, shared, system);
        if let Some(after) = after {
            system = system.after(after);
        }
        app.add_systems_in_stage(stage, system);
    }
}

/// Runs a tick: the world after it, or why it is refused.
pub fn run<T, E>(env: &Env, mut app: GameApp, shared: &Shared<T, E>) -> Result<SimpleWorld, E> {
    must_run(app.run(env));
    let refused = shared.borrow_mut().refused.take();
    refused.map_or_else(|| Ok(app.into_world()), Err)
}

/// Runs one stage of a tick: is it refused? The next run knows nothing of that.
pub fn run_stage<T, E>(
    env: &Env,
    app: &mut GameApp,
    stage: ScheduleStage,
    shared: &Shared<T, E>,
) -> Result<(), E> {
    must_run(app.run_stage(stage, env));
    shared.borrow_mut().refused.take().map_or(Ok(()), Err)
}

/// Stops the call if the schedule is at fault: two systems of one name, or a `before` or `after` that
/// leads nowhere, to another stage or in a circle. The message is for who has written the schedule; a
/// wasm has none, since the code that prints a `ScheduleError` would be 15 KB of it.
pub fn must_run(ran: Result<(), ScheduleError>) {
    if let Err(error) = ran {
        match cfg!(target_family = "wasm") {
            true => panic!(),
            false => panic!("the schedule contradicts itself: {error:?}"),
        }
    }
}

//! The systems, in the order in which they run, and at the end the schedule, which says so.

use crate::components::*;
use crate::errors::GameError::{self, *};
use crate::packed_world::read;
use crate::rules::*;
use crate::tick_system::{add_schedule, must_run, run, share, ScheduleLine};
use cougr_core::app::GameApp;
use cougr_core::app::ScheduleStage::{Cleanup, PostUpdate, PreUpdate, Update};
use cougr_core::SimpleWorld;
use soroban_sdk::{Address, Env};

/// What the systems of one tick share. It ends with the call; what lasts is in the world.
pub struct Tick {
    /// Who asks.
    pub player: Address,
    /// Where the mark is to go: any number, until `validation` has seen it.
    pub cell: u32,
}

/// Startup, in `init_game` only: what is there before the first mark.
pub fn setup(world: &mut SimpleWorld, env: &Env, players: &[Player; 2]) {
    let entity = world.spawn_entity();
    world.set_typed(env, entity, &Turn { side: X });
    for player in players {
        let entity = world.spawn_entity();
        world.set_typed(env, entity, player);
    }
}

/// The side to move. A world without a match is no game.
fn to_move(world: &SimpleWorld, env: &Env) -> Result<u32, GameError> {
    let turn: Turn = read(world, env, MATCH).ok_or(NotInitialised)?;
    Ok(turn.side)
}

/// PreUpdate: is there a game, is it on, and is this the player to move?
pub fn admission(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), GameError> {
    let side = to_move(world, env)?;
    if world.has_typed::<Outcome>(MATCH) {
        return Err(GameOver);
    }
    let [x, o] = PLAYERS.map(|player| read(world, env, player));
    let (mover, other) = if side == X { (x, o) } else { (o, x) };
    match Some(Player::of(&tick.player)) {
        player if player == mover => Ok(()),
        player if player == other => Err(WrongTurn),
        _ => Err(NotAPlayer),
    }
}

/// PreUpdate, after admission: is there such a cell, and is it free?
pub fn validation(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), GameError> {
    if tick.cell >= CELLS {
        return Err(OutOfBounds);
    }
    if cells_with::<Mark>(world, env) & 1 << tick.cell != 0 {
        return Err(CellTaken);
    }
    Ok(())
}

/// Update: a mark is born.
pub fn placement(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), GameError> {
    let cell = tick.cell as u8;
    let mark = world.spawn_entity();
    world.set_typed(env, mark, &Mark { cell });
    if to_move(world, env)? == X {
        world.set_typed(env, mark, &Cross);
    }
    Ok(())
}

/// PostUpdate: three in a line win; a full board without them is a draw.
pub fn outcome(world: &mut SimpleWorld, env: &Env, _: &mut Tick) -> Result<(), GameError> {
    let side = to_move(world, env)?;
    let marks = cells_with::<Mark>(world, env);
    let crosses = cells_with::<Cross>(world, env);
    let own = if side == X { crosses } else { marks & !crosses };
    if has_line(own) {
        world.set_typed(env, MATCH, &Outcome { winner: side });
    } else if marks == ALL_CELLS {
        world.set_typed(env, MATCH, &Outcome { winner: NOBODY });
    }
    Ok(())
}

/// Cleanup: the turn passes, unless the game is over.
pub fn turn(world: &mut SimpleWorld, env: &Env, _: &mut Tick) -> Result<(), GameError> {
    if !world.has_typed::<Outcome>(MATCH) {
        let side = if to_move(world, env)? == X { O } else { X };
        world.set_typed(env, MATCH, &Turn { side });
    }
    Ok(())
}

/// Stage, name, which system of the stage it runs after, and the system. The lines stand in the order
/// of the stages.
pub const SCHEDULE: &[ScheduleLine<Tick, GameError>] = &[
    (PreUpdate, "admission", None, admission),
    (PreUpdate, "validation", Some("admission"), validation),
    (Update, "placement", None, placement),
    (PostUpdate, "outcome", None, outcome),
    (Cleanup, "turn", None, turn),
];

/// The world of a new game.
pub fn start(env: &Env, players: [Player; 2]) -> SimpleWorld {
    let mut app = GameApp::new(env);
    app.add_startup_system("setup", move |world, env| setup(world, env, &players));
    must_run(app.run_startup(env));
    app.into_world()
}

/// One tick: the world after a move, or why it is refused.
pub fn play(env: &Env, world: SimpleWorld, tick: Tick) -> Result<SimpleWorld, GameError> {
    let tick = share(tick);
    let mut app = GameApp::with_world(world);
    add_schedule(&mut app, SCHEDULE, &tick);
    run(env, app, &tick)
}

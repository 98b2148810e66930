//! The feature `match-play`: what a real game needs beyond the moves.
//!
//! Players resign, agree on a draw, claim one, or claim the win when the other's time is up; they can
//! ask which moves are legal; and everything that happens to the observed components of the game is
//! told to spectators in events. `docs/match-play.md` is the guide.
//!
//! The core knows nothing of this but a few seams: `schedule.rs` adds the first two plugins below,
//! `storage.rs` loads and saves their components with the world, `columns.rs` leaves room for them,
//! `components.rs` shares a macro, and `errors.rs` lists the errors.
//!
//! | stage | system | does |
//! |---|---|---|
//! | Startup | open_match | starts the clock, and announces the start (only in `init_game`) |
//! | PreUpdate | announce_capture | tells that a piece is captured; after forced_capture |
//! | Update | quiet_moves | writes the move down if it is quiet; between movement and promotion |
//! | Update | announce_move | tells where the piece has gone, and if it is crowned; after quiet_moves |
//! | Cleanup | close_offer | the move declines an offer of the other player; after turn |
//! | Cleanup | clock | starts the time of the player whose turn it has become; after turn |
//! | Cleanup | announce_turn | tells whose turn it is, or the result; after turn |

pub mod claims;
pub mod components;
pub mod contract;
pub mod events;
pub mod quiet_moves;
pub mod storage;
pub mod systems;
#[cfg(test)]
mod test;
pub mod views;

use crate::snapshot::Snapshot;
use crate::tick::{tick_system, SharedTick};
use crate::CheckersContract;
use claims::Ruling;
use cougr_core::app::{named_system, GameApp, Plugin, ScheduleStage};
use cougr_core::game::SorobanGame;
use soroban_sdk::Env;

/// What match play does when a game is set up.
pub struct OpenMatchPlugin;

impl Plugin for OpenMatchPlugin {
    fn name(&self) -> &'static str {
        "open_match"
    }

    fn build(&self, app: &mut GameApp) {
        app.add_systems(
            named_system("open_match", systems::open_match)
                .in_stage(ScheduleStage::Startup)
                .after("setup"),
        );
    }
}

/// What match play does in the tick of a move.
pub struct MatchPlayPlugin {
    /// The tick that the systems share.
    pub tick: SharedTick,
}

impl Plugin for MatchPlayPlugin {
    fn name(&self) -> &'static str {
        "match_play"
    }

    fn build(&self, app: &mut GameApp) {
        let tick = &self.tick;
        app.add_systems(
            tick_system("announce_capture", tick, systems::announce_capture)
                .in_stage(ScheduleStage::PreUpdate)
                .after("forced_capture"),
        );
        app.add_systems((
            tick_system("quiet_moves", tick, systems::quiet_moves)
                .in_stage(ScheduleStage::Update)
                .after("movement")
                .before("promotion"),
            tick_system("announce_move", tick, systems::announce_move)
                .in_stage(ScheduleStage::Update)
                .after("quiet_moves")
                .before("promotion"),
        ));
        app.add_systems((
            tick_system("close_offer", tick, systems::close_offer)
                .in_stage(ScheduleStage::Cleanup)
                .after("turn"),
            tick_system("clock", tick, systems::clock)
                .in_stage(ScheduleStage::Cleanup)
                .after("turn"),
            tick_system("announce_turn", tick, systems::announce_turn)
                .in_stage(ScheduleStage::Cleanup)
                .after("turn"),
        ));
    }
}

/// Carries out what a player has asked for without a move.
pub struct RulingPlugin {
    /// What has been found to be right.
    pub ruling: Ruling,
}

impl Plugin for RulingPlugin {
    fn name(&self) -> &'static str {
        "ruling"
    }

    fn build(&self, app: &mut GameApp) {
        match self.ruling {
            Ruling::Offer(side) => app.add_system("offer_draw", move |world, env| {
                systems::offer_draw(world, env, side);
            }),
            Ruling::End { winner } => app.add_system("close_game", move |world, env| {
                systems::close_game(world, env, winner);
            }),
        };
    }
}

/// One tick without a move: carries out a ruling and saves the world.
pub fn rule(env: &Env, game: &Snapshot, ruling: Ruling) {
    let mut app = GameApp::with_world(crate::storage::spawn(env, game));
    app.add_plugin(RulingPlugin { ruling });
    crate::schedule::run(app.run(env).is_ok());
    CheckersContract::save_world(env, app.world());
}

//! The feature `match-play`: what a real game needs beyond the moves.
//!
//! Players resign, agree on a draw, claim one, or claim the win when the other's time is up; they can
//! ask which moves are legal; and everything that happens to the observed components of the game is
//! told to spectators in events. `docs/match-play.md` is the guide.
//!
//! The core knows nothing of this but a few seams: `schedule.rs` adds the first two plugins below,
//! `storage.rs` lists their components in the schema, and `errors.rs` lists the errors.
//!
//! | stage | system | does |
//! |---|---|---|
//! | Startup | open_match | starts the clock, and announces the start (only in `init_game`) |
//! | Update | announce_capture | tells that a piece is captured; before movement |
//! | Update | quiet_moves | writes the move down if it is quiet; between movement and promotion |
//! | Update | announce_move | tells where the piece has gone, and if it is crowned; after promotion |
//! | Cleanup | close_offer | the move declines an offer of the other player; before turn |
//! | Cleanup | close_chain | tells that a chain is over; before turn |
//! | Cleanup | clock | starts the time of the player whose turn it has become; after turn |
//! | Cleanup | announce_turn | tells whose turn it is, or the result; after turn |

pub mod claims;
pub mod components;
pub mod contract;
pub mod events;
pub mod legal_moves;
pub mod quiet_moves;
pub mod systems;
#[cfg(test)]
mod test;
pub mod time_limit;
pub mod views;

use crate::tick::SharedTick;
use crate::tick_system::{must_run, tick_system};
use claims::Ruling;
use cougr_core::app::{named_system, GameApp, Plugin, ScheduleStage};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;
use systems::*;

/// What match play does when a game is set up.
pub struct OpenMatchPlugin;

impl Plugin for OpenMatchPlugin {
    fn name(&self) -> &'static str {
        "open_match"
    }

    fn build(&self, app: &mut GameApp) {
        app.add_systems(
            named_system("open_match", open_match)
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
        let update = (
            tick_system("announce_capture", tick, announce_capture).before("movement"),
            tick_system("quiet_moves", tick, quiet_moves)
                .after("movement")
                .before("promotion"),
            tick_system("announce_move", tick, announce_move).after("promotion"),
        );
        let before_turn = (
            tick_system("close_offer", tick, close_offer).before("turn"),
            tick_system("close_chain", tick, close_chain).before("turn"),
        );
        let after_turn = (
            tick_system("clock", tick, clock).after("turn"),
            tick_system("announce_turn", tick, announce_turn).after("turn"),
        );
        app.add_systems_in_stage(ScheduleStage::Update, update);
        app.add_systems_in_stage(ScheduleStage::Cleanup, (before_turn, after_turn));
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
                offer_draw(world, env, side);
            }),
            Ruling::End { winner } => app.add_system("close_game", move |world, env| {
                close_game(world, env, winner);
            }),
        };
    }
}

/// One tick without a move: the world after a ruling has been carried out.
pub fn rule(env: &Env, world: SimpleWorld, ruling: Ruling) -> SimpleWorld {
    let mut app = GameApp::with_world(world);
    app.add_plugin(RulingPlugin { ruling });
    must_run(app.run(env));
    app.into_world()
}

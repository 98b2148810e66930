//! The feature `official-rules`: where the World Checkers Draughts Federation's rules part from the
//! rules of the core.
//!
//! - A crowning ends the move: a man that a jump brings to its far row does not jump on.
//! - A side has lost when it is *to move* and has no piece or no legal move. What the side that has
//!   just moved could do next is not looked at.
//!
//! The systems of the core stay as they are. Those of this plugin run after them and correct what they
//! have derived, before the turn passes.

pub mod components;
pub mod rules;
pub mod systems;
#[cfg(test)]
mod test;

use crate::tick::{tick_system, SharedTick};
use cougr_core::app::{GameApp, Plugin, ScheduleStage};
use systems::{crowning_ends_the_move, note_crowning, to_move_has_lost};

/// The official rules, on top of [`crate::schedule::CheckersPlugin`].
pub struct OfficialRulesPlugin {
    /// The tick that the systems share.
    pub tick: SharedTick,
}

impl Plugin for OfficialRulesPlugin {
    fn name(&self) -> &'static str {
        "official_rules"
    }

    fn build(&self, app: &mut GameApp) {
        app.add_systems((
            tick_system("note_crowning", &self.tick, note_crowning)
                .in_stage(ScheduleStage::Update)
                .before("promotion"),
            tick_system("crowning_ends_the_move", &self.tick, crowning_ends_the_move)
                .in_stage(ScheduleStage::PostUpdate)
                .after("chain_capture"),
            tick_system("to_move_has_lost", &self.tick, to_move_has_lost)
                .in_stage(ScheduleStage::PostUpdate)
                .after("end_condition"),
        ));
    }
}

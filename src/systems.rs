//! The systems, one file each, in the order in which a tick runs them (`schedule.rs`).

#![deny(missing_docs)]

pub mod chain_capture;
pub mod end_condition;
pub mod forced_capture;
pub mod movement;
pub mod promotion;
pub mod setup;
pub mod turn;
pub mod validation;

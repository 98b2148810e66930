//! The systems, one file each. [`crate::schedule::SCHEDULE`] has their order.

#![deny(missing_docs)]

pub mod admission;
pub mod chain_capture;
pub mod end_condition;
pub mod forced_capture;
pub mod movement;
pub mod promotion;
pub mod setup;
pub mod turn;
pub mod validation;

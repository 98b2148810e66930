//! The game as a reader of the contract would try it, on the SDK's own host.

extern crate std;

pub(crate) mod hand_made;

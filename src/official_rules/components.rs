//! What the official rules need to know beyond the core's components.

use cougr_core::impl_marker_component;

/// On the match entity during a tick: the move has brought a man to its far row.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Crowned;

impl_marker_component!(Crowned, "crowned", Sparse);

//! What spectators are told: Cougr's `set` and `del` events of the components of a game.
//!
//! Topics: `COUGR`, `set` or `del`, and the component. Data: `entity_id`, and for `set` the
//! component's bytes, `data`, as they are in the world (`components.rs`).

use super::components::Offer;
use crate::components::{Chain, King, Piece, Players, Status, Turn};
use cougr_core::component::ComponentTrait;
use cougr_core::ecs_events::{ComponentRemovedEvent, ComponentSetEvent, ObservableComponentTrait};
use cougr_core::simple_world::EntityId;
use cougr_core::SimpleWorld;
use soroban_sdk::{Bytes, Env};

/// Makes components observable that are not declared with Cougr's `impl_component_observed!`.
macro_rules! impl_observable {
    ($($component:ty),*) => {$(
        impl ObservableComponentTrait for $component {
            fn emit_set_event(env: &Env, entity_id: EntityId, data: &Bytes) {
                ComponentSetEvent {
                    component_type: Self::component_type(),
                    entity_id,
                    data: data.clone(),
                }
                .publish(env);
            }

            fn emit_remove_event(env: &Env, entity_id: EntityId) {
                ComponentRemovedEvent {
                    component_type: Self::component_type(),
                    entity_id,
                }
                .publish(env);
            }
        }
    )*};
}

impl_observable!(Piece, King, Players, Turn, Status, Chain, Offer);

/// Tells what a component of an entity is now. The core sets its components without a word.
pub fn announce<T: ObservableComponentTrait>(world: &SimpleWorld, env: &Env, entity: EntityId) {
    if let Some(data) = world.get_component(entity, &T::component_type()) {
        T::emit_set_event(env, entity, &data);
    }
}

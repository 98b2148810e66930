//! The systems of match play: `mod.rs` says when they run.

use super::components::{Clock, Offer};
use super::events::announce;
use super::quiet_moves::QuietMoves;
use super::storage;
use crate::components::{
    Chain, GameStatus, GameStatusComponent, King, Piece, Players, TurnComponent, MATCH,
};
use crate::errors::CheckersError;
use crate::rules::Side;
use crate::tick::Tick;
use cougr_core::component::ComponentTrait;
use cougr_core::ecs_events::ObservableComponentTrait;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Startup, after setup: starts the clock for player one, and announces everything there is.
pub fn open_match(world: &mut SimpleWorld, env: &Env) {
    let clock = Clock {
        move_seconds: storage::move_seconds(env),
        turn_passed: env.ledger().timestamp(),
    };
    world.set_typed(env, MATCH, &clock);
    for entity in 1..MATCH {
        announce::<Piece>(world, env, entity);
    }
    announce::<Players>(world, env, MATCH);
    announce::<TurnComponent>(world, env, MATCH);
    announce::<GameStatusComponent>(world, env, MATCH);
}

/// PreUpdate, after forced_capture: the move is legal, and its captured piece still on the board.
/// `movement` despawns what is left of it.
pub fn announce_capture(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let captured = tick.resolved()?.captured;
    if let Some(entity) = captured.and_then(|square| tick.board.entity_at(square)) {
        world.remove_component_observed(entity, &King::component_type(), env);
        world.remove_component_observed(entity, &Piece::component_type(), env);
    }
    Ok(())
}

/// Update, after movement and before promotion, which makes a man a king: writes down a quiet move,
/// or forgets them all.
pub fn quiet_moves(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let played = tick.resolved()?;
    let mut moves: QuietMoves = world.get_typed(env, MATCH).unwrap_or_default();
    let before = moves.count();
    if played.captured.is_none() && tick.board.position.is_king(played.to) {
        moves.push(played);
    } else {
        moves.clear();
    }
    if moves.count() != before {
        world.set_typed(env, MATCH, &moves);
    }
    Ok(())
}

/// Update, after movement and before promotion: tells where the piece is, and that it will be a king.
pub fn announce_move(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let landing = tick.resolved()?.to;
    if let Some(entity) = tick.board.entity_at(landing) {
        announce::<Piece>(world, env, entity);
        if (tick.board.position).must_be_crowned(tick.action.side, landing) {
            King::emit_set_event(env, entity, &King.serialize(env));
        }
    }
    Ok(())
}

/// Cleanup: a move declines what the other player has offered, and the end of the game settles any
/// offer.
pub fn close_offer(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let offer: Option<Offer> = world.get_typed(env, MATCH);
    if offer.is_some_and(|offer| offer.side != tick.action.side || tick.winner.is_some()) {
        world.remove_component_observed(MATCH, &Offer::component_type(), env);
    }
    Ok(())
}

/// Cleanup: the other player's time starts when the turn passes. While a chain holds the turn, the
/// time that has started with it goes on.
pub fn clock(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let clock: Option<Clock> = world.get_typed(env, MATCH);
    if let Some(mut clock) = clock.filter(|_| tick.winner.is_none() && !tick.chain_open) {
        clock.turn_passed = env.ledger().timestamp();
        world.set_typed(env, MATCH, &clock);
    }
    Ok(())
}

/// Cleanup, after turn: tells what it has done.
pub fn announce_turn(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let chain_goes_on = tick.chain_open && tick.winner.is_none();
    if chain_goes_on {
        announce::<Chain>(world, env, MATCH);
    } else if tick.chain.is_some() {
        Chain::emit_remove_event(env, MATCH);
    }
    if tick.winner.is_some() {
        announce::<GameStatusComponent>(world, env, MATCH);
    } else if !chain_goes_on {
        announce::<TurnComponent>(world, env, MATCH);
    }
    Ok(())
}

/// A side offers a draw.
pub fn offer_draw(world: &mut SimpleWorld, env: &Env, side: Side) {
    world.set_typed_observed(env, MATCH, &Offer { side });
}

/// The game ends without a move. The turn stays as it was, as after a move that wins.
pub fn close_game(world: &mut SimpleWorld, env: &Env, winner: Option<Side>) {
    world.remove_component_observed(MATCH, &Chain::component_type(), env);
    world.remove_component_observed(MATCH, &Offer::component_type(), env);
    let (status, winner) = (GameStatus::Finished, winner.map_or(0, Side::player));
    world.set_typed_observed(env, MATCH, &GameStatusComponent { status, winner });
}

//! The systems of match play: `mod.rs` says when they run.

use super::components::{Clock, Offer};
use super::events::announce;
use super::quiet_moves::QuietMoves;
use super::time_limit;
use crate::components::{of_match, Chain, King, Piece, Players, Status, Turn, MATCH};
use crate::errors::CheckersError;
use crate::packed_world::read;
use crate::rules::Side;
use crate::tick::Tick;
use cougr_core::component::ComponentTrait;
use cougr_core::SimpleWorld;
use soroban_sdk::Env;

/// Startup, after setup: starts the clock for player one, and announces everything there is.
pub fn open_match(world: &mut SimpleWorld, env: &Env) {
    let clock = Clock {
        move_seconds: time_limit::take(env),
        turn_passed: env.ledger().timestamp(),
    };
    world.set_typed(env, MATCH, &clock);
    for entity in 1..MATCH {
        announce::<Piece>(world, env, entity);
    }
    announce::<Players>(world, env, MATCH);
    announce::<Turn>(world, env, MATCH);
    announce::<Status>(world, env, MATCH);
}

/// Update, before movement, which despawns what is left of the captured piece.
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
    if played.captured.is_none() && tick.board.position.is_king(played.to) {
        let mut moves: QuietMoves = read(world, env, MATCH).unwrap_or_default();
        moves.push(played);
        world.set_typed(env, MATCH, &moves);
    } else {
        world.remove_typed::<QuietMoves>(MATCH);
    }
    Ok(())
}

/// Update, after promotion: tells where the piece is, and that it has become a king.
pub fn announce_move(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    if let Some(entity) = tick.board.entity_at(tick.resolved()?.to) {
        announce::<Piece>(world, env, entity);
        if tick.crowned {
            announce::<King>(world, env, entity);
        }
    }
    Ok(())
}

/// Cleanup, before turn: a move declines what the other player has offered, and the end of the game
/// settles any offer.
pub fn close_offer(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    let own = Offer::of(tick.mover()?);
    let offer: Option<Offer> = read(world, env, MATCH);
    if offer.is_some_and(|offer| offer != own || tick.winner.is_some()) {
        world.remove_component_observed(MATCH, &Offer::component_type(), env);
    }
    Ok(())
}

/// Cleanup, before turn, which would close the chain without a word.
pub fn close_chain(
    world: &mut SimpleWorld,
    env: &Env,
    tick: &mut Tick,
) -> Result<(), CheckersError> {
    if !tick.holds_the_turn() {
        world.remove_component_observed(MATCH, &Chain::component_type(), env);
    }
    Ok(())
}

/// Cleanup, after turn: the other player's time starts when the turn passes. While a chain holds the
/// turn, the time that has started with it goes on.
pub fn clock(world: &mut SimpleWorld, env: &Env, tick: &mut Tick) -> Result<(), CheckersError> {
    let passes = tick.winner.is_none() && !tick.holds_the_turn();
    let mut clock: Clock = of_match(world, env);
    if passes {
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
    if tick.winner.is_some() {
        announce::<Status>(world, env, MATCH);
    } else if tick.holds_the_turn() {
        announce::<Chain>(world, env, MATCH);
    } else {
        announce::<Turn>(world, env, MATCH);
    }
    Ok(())
}

/// A side offers a draw.
pub fn offer_draw(world: &mut SimpleWorld, env: &Env, side: Side) {
    world.set_typed_observed(env, MATCH, &Offer::of(side));
}

/// The game ends without a move. The turn stays as it was, as after a move that wins.
pub fn close_game(world: &mut SimpleWorld, env: &Env, winner: Option<Side>) {
    world.remove_component_observed(MATCH, &Chain::component_type(), env);
    world.remove_component_observed(MATCH, &Offer::component_type(), env);
    let status = Status {
        finished: true,
        winner: winner.map_or(0, Side::player) as u8,
    };
    world.set_typed_observed(env, MATCH, &status);
}

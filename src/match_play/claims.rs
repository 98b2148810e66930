//! What a player may ask for without moving: pure, on a game and the components of match play.
//!
//! Every call is checked in the order of `submit_move` first: no game, game over, not a player.

use super::components::{Clock, Offer};
use super::quiet_moves::QuietMoves;
use crate::admission::admit;
use crate::errors::CheckersError;
use crate::rules::Side;
use crate::snapshot::Snapshot;
use soroban_sdk::Address;

/// What comes of a call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ruling {
    /// A side offers a draw.
    Offer(Side),
    /// The game is over; nobody has won a draw.
    End {
        /// The side that has won.
        winner: Option<Side>,
    },
}

/// The side for which a player speaks. An address on both sides speaks for the side to move.
fn seat(game: &Snapshot, player: &Address) -> Result<Side, CheckersError> {
    match admit(game, player) {
        Err(CheckersError::WrongTurn) => Ok(game.turn.side().opponent()),
        seat => seat,
    }
}

/// Does one address play both sides? Whatever it asks for, it can ask for as the other player too.
fn plays_both(game: &Snapshot) -> bool {
    game.players.one == game.players.two
}

/// A player may resign at any time.
pub fn resign(game: &Snapshot, player: &Address) -> Result<Ruling, CheckersError> {
    let winner = Some(seat(game, player)?.opponent());
    Ok(Ruling::End { winner })
}

/// The first call offers, the other player's accepts. Who has offered does not accept.
pub fn agree_draw(
    game: &Snapshot,
    player: &Address,
    offer: Option<Offer>,
) -> Result<Ruling, CheckersError> {
    let side = seat(game, player)?;
    match offer {
        None => Ok(Ruling::Offer(side)),
        Some(offer) if offer.side == side && !plays_both(game) => {
            Err(CheckersError::DrawOfferStands)
        }
        Some(_) => Ok(Ruling::End { winner: None }),
    }
}

/// The player to move may claim a draw when the game goes in circles, or nowhere. While a chain is
/// open there has just been a capture, so no claim holds.
pub fn claim_draw(
    game: &Snapshot,
    player: &Address,
    quiet_moves: &QuietMoves,
) -> Result<Ruling, CheckersError> {
    let side = admit(game, player)?;
    if !quiet_moves.allow_a_claim(&game.board.position, side) {
        return Err(CheckersError::NoDrawToClaim);
    }
    Ok(Ruling::End { winner: None })
}

/// The player who is not to move may claim the win once the other's time is up.
pub fn claim_win(
    game: &Snapshot,
    player: &Address,
    clock: Clock,
    now: u64,
) -> Result<Ruling, CheckersError> {
    let to_move = game.turn.side();
    if seat(game, player)? == to_move && !plays_both(game) {
        return Err(CheckersError::YourTurn);
    }
    if clock.move_seconds == 0 {
        return Err(CheckersError::NoClock);
    }
    if now.saturating_sub(clock.turn_passed) < clock.move_seconds.into() {
        return Err(CheckersError::TimeNotUp);
    }
    let winner = Some(to_move.opponent());
    Ok(Ruling::End { winner })
}

//! What a player may ask for without moving: is it right?
//!
//! Every call is checked in the order of `submit_move` first: no game, game over, not a player.

use super::components::{Clock, Offer};
use super::quiet_moves::QuietMoves;
use crate::board::Board;
use crate::components::{of_match, Players, Turn, MATCH};
use crate::errors::CheckersError;
use crate::packed_world::read;
use crate::rules::Side;
use crate::systems::admission::admit;
use cougr_core::SimpleWorld;
use soroban_sdk::{Address, Env};

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

/// Who asks, and in which game.
pub struct Claim {
    /// The host.
    pub env: Env,
    /// The world of the game.
    pub world: SimpleWorld,
    /// The player who asks.
    pub player: Address,
}

impl Claim {
    /// The side to move, if it is the player's.
    fn side_to_move(&self) -> Result<Side, CheckersError> {
        admit(&self.world, &self.env, &self.player)
    }

    /// The side for which the player speaks. An address on both sides speaks for the side to move.
    fn seat(&self) -> Result<Side, CheckersError> {
        match self.side_to_move() {
            Err(CheckersError::WrongTurn) => {
                let turn: Turn = of_match(&self.world, &self.env);
                Ok(turn.side().opponent())
            }
            seat => seat,
        }
    }

    /// Does one address play both sides? Whatever it asks for, it can ask for as the other player too.
    fn plays_both(&self) -> bool {
        let players: Players = of_match(&self.world, &self.env);
        players.of(Side::Black) == players.of(Side::White)
    }

    /// A player may resign at any time.
    pub fn resign(&self) -> Result<Ruling, CheckersError> {
        let winner = Some(self.seat()?.opponent());
        Ok(Ruling::End { winner })
    }

    /// The first call offers, the other player's accepts. Who has offered does not accept.
    pub fn agree_draw(&self) -> Result<Ruling, CheckersError> {
        let side = self.seat()?;
        match read::<Offer>(&self.world, &self.env, MATCH) {
            None => Ok(Ruling::Offer(side)),
            Some(offer) if offer.side() == side && !self.plays_both() => {
                Err(CheckersError::DrawOfferStands)
            }
            Some(_) => Ok(Ruling::End { winner: None }),
        }
    }

    /// The player to move may claim a draw when the game goes in circles, or nowhere. While a chain is
    /// open there has just been a capture, so no claim holds.
    pub fn claim_draw(&self) -> Result<Ruling, CheckersError> {
        let side = self.side_to_move()?;
        let moves: QuietMoves = read(&self.world, &self.env, MATCH).unwrap_or_default();
        let Board { position, .. } = Board::of(&self.world, &self.env);
        if !moves.allow_a_claim(&position, side) {
            return Err(CheckersError::NoDrawToClaim);
        }
        Ok(Ruling::End { winner: None })
    }

    /// The player who is not to move may claim the win once the other's time is up.
    pub fn claim_win(&self) -> Result<Ruling, CheckersError> {
        let side = self.seat()?;
        let turn: Turn = of_match(&self.world, &self.env);
        if side == turn.side() && !self.plays_both() {
            return Err(CheckersError::YourTurn);
        }
        let clock: Clock = of_match(&self.world, &self.env);
        if clock.move_seconds == 0 {
            return Err(CheckersError::NoClock);
        }
        let now = self.env.ledger().timestamp();
        if now.saturating_sub(clock.turn_passed) < clock.move_seconds.into() {
            return Err(CheckersError::TimeNotUp);
        }
        let winner = Some(turn.side().opponent());
        Ok(Ruling::End { winner })
    }
}

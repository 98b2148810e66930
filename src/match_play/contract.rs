//! The entry points of match play. They only translate calls: `claims.rs` decides.

use super::claims::{Claim, Ruling};
use super::components::{Clock, Offer};
use super::legal_moves::legal_moves;
use super::quiet_moves::QuietMoves;
use super::views::{MatchState, Move};
use super::{rule, time_limit};
use crate::components::MATCH;
use crate::errors::CheckersError;
use crate::schedule::add_rules;
use crate::storage;
use crate::views::of_match;
use crate::{CheckersContract, CheckersContractArgs, CheckersContractClient};
use cougr_core::game::SorobanGame;
use soroban_sdk::{contractimpl, Address, Env, Vec};

#[contractimpl]
impl CheckersContract {
    /// Sets how many seconds a player has for each turn; 0: as many as one likes. When they are up,
    /// the other player may call claim_win.
    pub fn __constructor(env: Env, move_seconds: u32) {
        time_limit::put(&env, move_seconds);
        storage::keep_alive(&env);
    }

    /// Gives the game up: the other player has won. Either player, at any time.
    pub fn resign(env: Env, player: Address) -> Result<(), CheckersError> {
        decide(env, player, Claim::resign)
    }

    /// Offers a draw, or accepts the one that the other player offers. An offer stands until the
    /// other player accepts it or moves.
    pub fn agree_draw(env: Env, player: Address) -> Result<(), CheckersError> {
        decide(env, player, Claim::agree_draw)
    }

    /// Ends the game in a draw. The player to move may, when the last 80 moves (40 of each player)
    /// had no capture and moved no man, or when the same position stands for the third time with the
    /// same player to move.
    pub fn claim_draw(env: Env, player: Address) -> Result<(), CheckersError> {
        decide(env, player, Claim::claim_draw)
    }

    /// Ends the game with a win. The player who is not to move may, once the other has taken all the
    /// time there is for a turn.
    pub fn claim_win(env: Env, player: Address) -> Result<(), CheckersError> {
        decide(env, player, Claim::claim_win)
    }

    /// What the player to move may play: captures only, where there is one. Nothing when the game is
    /// over.
    pub fn legal_moves(env: Env) -> Result<Vec<Move>, CheckersError> {
        let game = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        let moves = legal_moves(add_rules, &env, &game.unpack());
        let moves = moves.into_iter().map(Move::from);
        Ok(Vec::from_iter(&env, moves))
    }

    /// How the match stands beside the game: the time for a turn and since when it runs, an offer of
    /// a draw, and how many quiet moves there have been.
    pub fn get_match(env: Env) -> Result<MatchState, CheckersError> {
        let game = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        let clock: Clock = of_match(&game);
        let offer: Option<Offer> = game.get(MATCH);
        let quiet_moves: QuietMoves = game.get(MATCH).unwrap_or_default();
        Ok(MatchState {
            move_seconds: clock.move_seconds,
            turn_passed: clock.turn_passed,
            offer: offer.map_or(0, |offer| offer.side().player()),
            quiet_moves: quiet_moves.count() as u32,
        })
    }
}

/// Has what a player asks for decided and carried out. The player must authorise the call.
fn decide(
    env: Env,
    player: Address,
    decision: fn(&Claim) -> Result<Ruling, CheckersError>,
) -> Result<(), CheckersError> {
    player.require_auth();
    let world = CheckersContract::load_world(&env);
    let claim = Claim { env, world, player };
    let ruling = decision(&claim)?;
    let Claim { env, world, .. } = claim;
    CheckersContract::save_world(&env, &rule(&env, world, ruling));
    Ok(())
}

//! The entry points of match play. They only translate calls: `claims.rs` decides.

use super::claims::{self, Ruling};
use super::storage::{self as match_storage, Record};
use super::views::{MatchState, Move};
use crate::components::GameStatus;
use crate::errors::CheckersError;
use crate::snapshot::Snapshot;
use crate::storage;
use crate::{CheckersContract, CheckersContractArgs, CheckersContractClient};
use soroban_sdk::{contractimpl, Address, Env, Vec};

#[contractimpl]
impl CheckersContract {
    /// Sets how many seconds a player has for each turn; 0: as many as one likes. When they are up,
    /// the other player may call claim_win.
    pub fn __constructor(env: Env, move_seconds: u32) {
        match_storage::set_move_seconds(&env, move_seconds);
        storage::keep_alive(&env);
    }

    /// Gives the game up: the other player has won. Either player, at any time.
    pub fn resign(env: Env, player: Address) -> Result<(), CheckersError> {
        decide(&env, &player, |game, _| claims::resign(game, &player))
    }

    /// Offers a draw, or accepts the one that the other player offers. An offer stands until the
    /// other player accepts it or moves.
    pub fn agree_draw(env: Env, player: Address) -> Result<(), CheckersError> {
        decide(&env, &player, |game, record| {
            claims::agree_draw(game, &player, record.offer)
        })
    }

    /// Ends the game in a draw. The player to move may, when the last 80 moves (40 of each player)
    /// had no capture and moved no man, or when the same position stands for the third time with the
    /// same player to move.
    pub fn claim_draw(env: Env, player: Address) -> Result<(), CheckersError> {
        decide(&env, &player, |game, record| {
            claims::claim_draw(game, &player, &record.quiet_moves)
        })
    }

    /// Ends the game with a win. The player who is not to move may, once the other has taken all the
    /// time there is for a turn.
    pub fn claim_win(env: Env, player: Address) -> Result<(), CheckersError> {
        let now = env.ledger().timestamp();
        decide(&env, &player, |game, record| {
            claims::claim_win(game, &player, record.clock, now)
        })
    }

    /// What the player to move may play: captures only, where there is one. Nothing when the game is
    /// over.
    pub fn legal_moves(env: Env) -> Result<Vec<Move>, CheckersError> {
        let game = storage::load(&env).ok_or(CheckersError::NotInitialised)?;
        let mut moves = Vec::new(&env);
        if game.status.status == GameStatus::Active {
            let position = game.board.position;
            for step_or_jump in position.legal_moves(game.turn.side(), game.chain) {
                moves.push_back(step_or_jump.into());
            }
        }
        Ok(moves)
    }

    /// What there is beside the moves: the clock, an offer of a draw, and how many quiet moves.
    pub fn get_match(env: Env) -> Result<MatchState, CheckersError> {
        let record = match_storage::record(&env).ok_or(CheckersError::NotInitialised)?;
        Ok(MatchState {
            move_seconds: record.clock.move_seconds,
            turn_passed: record.clock.turn_passed,
            offer: record.offer.map_or(0, |offer| offer.side.player()),
            quiet_moves: record.quiet_moves.count() as u32,
        })
    }
}

/// Has what a player asks for decided and carried out. The player must authorise the call.
fn decide(
    env: &Env,
    player: &Address,
    claim: impl FnOnce(&Snapshot, &Record) -> Result<Ruling, CheckersError>,
) -> Result<(), CheckersError> {
    player.require_auth();
    let game = storage::load(env).ok_or(CheckersError::NotInitialised)?;
    let record = match_storage::record(env).ok_or(CheckersError::NotInitialised)?;
    let ruling = claim(&game, &record)?;
    super::rule(env, &game, ruling);
    Ok(())
}

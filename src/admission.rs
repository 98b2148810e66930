//! Who may ask for a move now: checks 2 to 4 of `submit_move`. The first, whether there is a game, is
//! made where it is loaded.

#![deny(missing_docs)]

use crate::account::Account;
use crate::components::GameStatus;
use crate::errors::CheckersError;
use crate::rules::Side;
use crate::snapshot::Snapshot;
use soroban_sdk::Address;

/// The side for which the player may move, or why not. One address on both sides plays them in turn.
pub fn admit(game: &Snapshot, player: &Address) -> Result<Side, CheckersError> {
    if game.status.status == GameStatus::Finished {
        return Err(CheckersError::GameOver);
    }
    let account = Account::of(player);
    let side = game.turn.side();
    if account == game.players.of(side) {
        Ok(side)
    } else if account == game.players.of(side.opponent()) {
        Err(CheckersError::WrongTurn)
    } else {
        Err(CheckersError::NotAPlayer)
    }
}

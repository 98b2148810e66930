//! Why a call is refused. The doc comments are written for a player: the Stellar CLI shows them.

use soroban_sdk::contracterror;

#[contracterror]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum GameError {
    /// A game has been set up here already. Deploy a new contract for another game.
    AlreadyInitialised = 1,
    /// There is no game here yet. Call init_game first, naming both players.
    NotInitialised = 2,
    /// The game is over.
    GameOver = 3,
    /// You are not one of the two players of this game.
    NotAPlayer = 4,
    /// It is the other player's turn.
    WrongTurn = 5,
    /// There is no such cell. Cells go from 0 to 8, row by row.
    OutOfBounds = 6,
    /// There is a mark in this cell already.
    CellTaken = 7,
}

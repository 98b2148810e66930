//! What can go wrong, in words for a player: they stand in the contract's interface, where clients find
//! them.

use soroban_sdk::contracterror;

/// The enum, with what a feature adds to it. (`#[contracterror]` sees variants before their `#[cfg]`.)
macro_rules! checkers_error {
    ($($more:tt)*) => {
        /// Why a call was refused. A refused call changes nothing.
        #[contracterror]
        #[derive(Clone, Copy, Debug, Eq, PartialEq, PartialOrd, Ord)]
        #[repr(u32)]
        pub enum CheckersError {
            /// A game has been set up here already. Deploy a new contract for another game.
            AlreadyInitialised = 1,
            /// There is no game here yet. Call init_game first, naming both players.
            NotInitialised = 2,
            /// You are not one of the two players of this game.
            NotAPlayer = 3,
            /// It is the other player's turn.
            WrongTurn = 4,
            /// None of your pieces stands on the square you want to move from.
            NotYourPiece = 5,
            /// The square you want to move to is taken.
            DestinationOccupied = 6,
            /// This piece cannot move like that. A man goes diagonally forward, a king in any diagonal
            /// direction: one square, or two over a piece of the opponent.
            IllegalMove = 7,
            /// You can capture, so you must: jump over a piece of the opponent.
            MustCapture = 8,
            /// The game is over.
            GameOver = 9,
            /// There is no such square. Rows and columns go from 0 to 7.
            OutOfBounds = 10,
            /// Your capture is not finished: go on with the piece that has just jumped.
            ChainCapturePieceMismatch = 11,
            /// Pieces stand on dark squares only, and the square you want to move to is light.
            NotDarkSquare = 12,
            $($more)*
        }
    };
}

#[cfg(not(feature = "match-play"))]
checkers_error! {}

#[cfg(feature = "match-play")]
checkers_error! {
    /// It is your own turn: only a player who is to move can run out of time.
    YourTurn = 20,
    /// This game is played without a clock.
    NoClock = 21,
    /// The other player still has time to move.
    TimeNotUp = 22,
    /// You cannot claim a draw. You can when the last 80 moves had no capture and moved no man, or
    /// when the same position stands for the third time, and you are to move.
    NoDrawToClaim = 23,
    /// You have offered a draw, and the other player has not answered yet.
    DrawOfferStands = 24,
}

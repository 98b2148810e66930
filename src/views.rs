//! What the contract shows of a game. Nothing here is stored: a view is made when it is asked for.

use crate::components::{GameStatusComponent, TurnComponent};
use crate::rules::{Position, Square, SIZE};
use crate::snapshot::Snapshot;
use soroban_sdk::{contracttype, Address, Env, Vec};

/// The board in `GameState`.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BoardComponent {
    /// 64 cells, row by row (index = row * 8 + column): 0 empty, 1 a man and 2 a king of player one,
    /// -1 a man and -2 a king of player two.
    pub cells: Vec<i32>,
}

/// The board alone.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BoardState {
    /// 64 cells, as in [`BoardComponent`].
    pub cells: Vec<i32>,
}

/// A whole game.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameState {
    /// Where the pieces stand.
    pub board: BoardComponent,
    /// Whose turn it is.
    pub turn: TurnComponent,
    /// How the game stands.
    pub status: GameStatusComponent,
    /// Who plays Black and moves first.
    pub player_one: Address,
    /// Who plays White.
    pub player_two: Address,
}

impl Snapshot {
    /// The 64 cells of [`BoardComponent`].
    pub fn cells(&self, env: &Env) -> Vec<i32> {
        let Position {
            black,
            white,
            kings,
        } = self.board.position;
        let is_in = |pieces: u32, square: Square| (pieces >> square.index() & 1) as i32;
        let mut cells = [0; (SIZE * SIZE) as usize];
        for square in Square::all() {
            let rank = 1 + is_in(kings, square);
            cells[square.cell()] = rank * (is_in(black, square) - is_in(white, square));
        }
        Vec::from_array(env, cells)
    }

    /// The whole game as a view.
    pub fn state(&self, env: &Env) -> GameState {
        GameState {
            board: BoardComponent {
                cells: self.cells(env),
            },
            turn: self.turn,
            status: self.status,
            player_one: self.players.one.to_address(env),
            player_two: self.players.two.to_address(env),
        }
    }

    /// The address of the player to move.
    pub fn current_player(&self, env: &Env) -> Address {
        self.players.of(self.turn.side()).to_address(env)
    }
}

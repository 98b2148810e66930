//! What the contract shows of a game. Nothing here is stored: a view is made when it is asked for.

use crate::components::{King, Piece, Players, Status, Turn, MATCH};
use crate::packed_world::PackedWorld;
use crate::rules::{Side, SIZE};
use cougr_core::component::ComponentTrait;
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

/// Whose turn it is.
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TurnComponent {
    /// The player to move: 1 or 2.
    pub current_player: u32,
    /// 1 at the start, one more each time the turn passes.
    pub move_number: u32,
}

/// Is the game still on?
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum GameStatus {
    /// The game is on.
    Active,
    /// The game is over.
    Finished,
}

/// How the game stands.
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct GameStatusComponent {
    /// Active or finished.
    pub status: GameStatus,
    /// The player who has won, 1 or 2; 0 for nobody.
    pub winner: u32,
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

/// A man of player one in a cell. The pieces of player two are negative.
const MAN: i32 = 1;
const KING: i32 = 2 * MAN;

/// The 64 cells of [`BoardComponent`].
pub fn cells(env: &Env, game: &PackedWorld) -> Vec<i32> {
    let mut cells = [0; (SIZE * SIZE) as usize];
    for (_, data) in game.all_bytes::<Piece>() {
        let Some(Piece { side, square }) = Piece::of_byte(data[0]) else {
            panic!("a piece of neither side");
        };
        let cell = &mut cells[square.cell()];
        assert!(*cell == 0, "two pieces on a square");
        *cell = side.own(MAN, -MAN);
    }
    for (entity, _) in game.all_bytes::<King>() {
        if let Some(Piece { square, .. }) = game.get(entity) {
            cells[square.cell()] *= KING;
        }
    }
    Vec::from_array(env, cells)
}

/// The whole game as a view.
pub fn state(env: &Env, game: &PackedWorld) -> GameState {
    let turn: Turn = of_match(game);
    let status: Status = of_match(game);
    let players: Players = of_match(game);
    GameState {
        board: BoardComponent {
            cells: cells(env, game),
        },
        turn: TurnComponent {
            current_player: turn.side().player(),
            move_number: turn.number,
        },
        status: GameStatusComponent {
            status: match status.is_over() {
                false => GameStatus::Active,
                true => GameStatus::Finished,
            },
            winner: status.winner.into(),
        },
        player_one: players.of(Side::Black).to_address(env),
        player_two: players.of(Side::White).to_address(env),
    }
}

/// The address of the player to move.
pub fn current_player(env: &Env, game: &PackedWorld) -> Address {
    let turn: Turn = of_match(game);
    let players: Players = of_match(game);
    players.of(turn.side()).to_address(env)
}

/// A component that every match has.
pub fn of_match<T: ComponentTrait>(game: &PackedWorld) -> T {
    let component = game.get(MATCH);
    component.unwrap_or_else(|| panic!("the match lacks a component"))
}

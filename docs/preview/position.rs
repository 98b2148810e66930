//! The position of the picture, played through the contract.

use checkers::rules::Square;
use checkers::views::GameState;
use checkers::{CheckersContract, CheckersContractClient};
use soroban_sdk::testutils::Address as _;
use soroban_sdk::{Address, Env};

/// First line: the moves in standard notation, a chain with every square it touches. The line below it
/// is for the tests: the state after them.
const MOVES_AND_STATE: &str = include_str!("../../tests/data/preview.txt");

/// The game after the moves, as `get_state` returns it.
pub fn state() -> GameState {
    let env = Env::default();
    env.mock_all_auths();
    let game = CheckersContractClient::new(&env, &env.register(CheckersContract, ()));
    game.init_game(&Address::generate(&env), &Address::generate(&env));
    let moves = MOVES_AND_STATE.lines().next().unwrap_or_default();
    for path in moves.split(' ') {
        let squares: Vec<Square> = path.split(['-', 'x']).map(square).collect();
        for hop in squares.windows(2) {
            let [from, to] = [hop[0], hop[1]].map(|square| (square.row(), square.col()));
            let player = game.get_current_player();
            game.submit_move(&player, &from.0, &from.1, &to.0, &to.1);
        }
    }
    game.get_state()
}

fn square(number: &str) -> Square {
    let square = number.parse().ok().and_then(Square::of_number);
    square.unwrap_or_else(|| panic!("{number}: not the number of a square"))
}

//! The position of the picture, played through the contract.

use checkers::views::GameState;
use checkers::{CheckersContract, CheckersContractClient};
use soroban_sdk::testutils::Address as _;
use soroban_sdk::{Address, Env};

/// First line: the steps and jumps, each as `submit_move` takes it, with commas between them. The line
/// below it is for the tests: the state after them.
const MOVES_AND_STATE: &str = include_str!("../../tests/data/preview.txt");

/// The game after the moves, as `get_state` returns it.
pub fn state() -> GameState {
    let env = Env::default();
    env.mock_all_auths();
    let game = CheckersContractClient::new(&env, &env.register(CheckersContract, ()));
    game.init_game(&Address::generate(&env), &Address::generate(&env));
    let moves = MOVES_AND_STATE.lines().next().unwrap_or_default();
    for step_or_jump in moves.split(',') {
        let player = game.get_current_player();
        let [from_row, from_col, to_row, to_col] = numbers(step_or_jump);
        game.submit_move(&player, &from_row, &from_col, &to_row, &to_col);
    }
    game.get_state()
}

fn numbers(step_or_jump: &str) -> [u32; 4] {
    let numbers = step_or_jump.split(' ').map(|number| number.parse().ok());
    let numbers: Option<Vec<u32>> = numbers.collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.unwrap_or_else(|| panic!("{step_or_jump}: not four numbers"))
}

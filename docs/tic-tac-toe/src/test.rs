//! Three kinds of test: a system on a tiny world, a game through the contract, and refusals that
//! change nothing.

use crate::components::{Cross, Mark, Outcome, Turn, MATCH};
use crate::errors::GameError::{self, *};
use crate::rules::{NOBODY, O, X};
use crate::systems::{outcome, Tick};
use crate::{TicTacToe, TicTacToeClient, LIFETIME_EXTENSION};
use cougr_core::SimpleWorld;
use soroban_sdk::testutils::{storage::Instance, Address as _, Ledger};
use soroban_sdk::{vec, Address, Env};

/// Who has won by the system after a move of a side, in a world of a turn and marks. Pictures have
/// nine cells, row by row.
fn winner(picture: &str, side: u32) -> Option<u32> {
    let env = Env::default();
    let mut world = SimpleWorld::new(&env);
    assert_eq!(world.spawn_entity(), MATCH);
    world.set_typed(&env, MATCH, &Turn { side });
    for (cell, sign) in (0..).zip(picture.chars()).filter(|(_, sign)| *sign != '.') {
        let mark = world.spawn_entity();
        world.set_typed(&env, mark, &Mark { cell });
        if sign == 'x' {
            world.set_typed(&env, mark, &Cross);
        }
    }
    let player = Address::generate(&env);
    assert_eq!(
        outcome(&mut world, &env, &mut Tick { player, cell: 0 }),
        Ok(())
    );
    world
        .get_typed(&env, MATCH)
        .map(|Outcome { winner }| winner)
}

#[test]
fn three_in_a_line_win_and_a_full_board_is_a_draw() {
    assert_eq!(winner(".........", X), None);
    assert_eq!(winner("xx.oo...x", X), None);
    assert_eq!(winner("oo.xxx...", X), Some(X));
    assert_eq!(winner("ox.ox.o.x", O), Some(O));
    assert_eq!(winner("xoxoxoxox", X), Some(X));
    assert_eq!(winner("xoxxoooxx", X), Some(NOBODY));
}

/// A new game, and who plays X and O. Every call is authorised.
fn new_game(env: &Env) -> (TicTacToeClient<'_>, Address, Address) {
    env.mock_all_auths();
    let game = TicTacToeClient::new(env, &env.register(TicTacToe, ()));
    let [x, o] = [(); 2].map(|()| Address::generate(env));
    game.init_game(&x, &o);
    (game, x, o)
}

#[test]
fn a_game_is_played_and_won() {
    let env = Env::default();
    let (game, x, o) = new_game(&env);
    for (player, cell) in [(&x, 4), (&o, 0), (&x, 2), (&o, 1)] {
        game.play(player, &cell);
        assert_eq!(&env.auths()[0].0, player);
    }
    let state = game.get_state();
    assert_eq!(state.players, vec![&env, x.clone(), o]);
    assert_eq!(state.cells, vec![&env, 2, 2, 1, 0, 1, 0, 0, 0, 0]);
    assert_eq!((state.turn, state.winner), (X, None));
    // Eight days later the game has less than the threshold to live.
    env.ledger()
        .with_mut(|ledger| ledger.sequence_number += 8 * 17_280);
    game.play(&x, &6);
    assert_eq!(game.get_state().winner, Some(X));
    let lifetime = env.as_contract(&game.address, || env.storage().instance().get_ttl());
    assert_eq!(lifetime, LIFETIME_EXTENSION);
}

#[test]
fn a_refusal_changes_nothing() {
    let env = Env::default();
    let (game, x, o) = new_game(&env);
    let assert_refused = |player: &Address, cell: u32, error: GameError| {
        let before = game.get_state();
        assert_eq!(game.try_play(player, &cell), Err(Ok(error)));
        assert_eq!(game.get_state(), before);
    };
    game.play(&x, &0);
    assert_refused(&x, 0, WrongTurn);
    assert_refused(&Address::generate(&env), 0, NotAPlayer);
    assert_refused(&o, 0, CellTaken);
    assert_refused(&o, 9, OutOfBounds);
    assert_refused(&o, u32::MAX, OutOfBounds);
    for (player, cell) in [(&o, 3), (&x, 1), (&o, 4), (&x, 2)] {
        game.play(player, &cell);
    }
    assert_refused(&o, 5, GameOver);
    assert_eq!(game.try_init_game(&o, &x), Err(Ok(AlreadyInitialised)));
    let another = TicTacToeClient::new(&env, &env.register(TicTacToe, ()));
    assert_eq!(another.try_play(&x, &0), Err(Ok(NotInitialised)));
    // Whom nobody has authorised, the host refuses: that is no error of the game.
    another.init_game(&x, &o);
    env.set_auths(&[]);
    assert!(matches!(another.try_play(&x, &0), Err(Err(_))));
}

//! Random play through the contract, accepted and refused calls mixed, beside a second implementation
//! that works on the 64 cells (`support/naive.rs`).

// The second implementation has the rules of the core.
#![cfg(not(feature = "official-rules"))]

mod support;

use checkers::components::{King, Piece};
use checkers::CheckersContract;
use cougr_core::game::SorobanGame;
use proptest::prelude::*;
use support::naive::{Cell, Naive, Status};
use support::Table;

fn with_cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

// What is called.

/// A call to be, before the game is known in which it is made.
#[derive(Clone, Debug)]
enum Choice {
    /// One of the moves that the rules allow, by the player to move.
    Legal(prop::sample::Index),
    /// The same by another player.
    LegalOfAnother(prop::sample::Index, usize),
    /// A piece of the player to move, and a landing square up to two rows and columns away.
    Near(prop::sample::Index, [i32; 2]),
    /// Two squares of the board.
    OnTheBoard(usize, [u32; 4]),
    /// Anything at all.
    Anything(usize, [u32; 4]),
}

fn choice() -> impl Strategy<Value = Choice> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        8 => index().prop_map(Choice::Legal),
        1 => (index(), 2..=3usize).prop_map(|(index, player)| Choice::LegalOfAnother(index, player)),
        4 => (index(), prop::array::uniform2(-2..=2)).prop_map(|(index, way)| Choice::Near(index, way)),
        2 => (1..=2usize, prop::array::uniform4(0..8u32))
            .prop_map(|(player, squares)| Choice::OnTheBoard(player, squares)),
        1 => (1..=3usize, prop::array::uniform4(prop_oneof![0..10u32, any::<u32>()]))
            .prop_map(|(player, squares)| Choice::Anything(player, squares)),
    ]
}

fn choices(at_most: usize) -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::vec(choice(), 1..=at_most)
}

/// The call that a choice comes to. A finished game is called as well.
fn call(choice: &Choice, game: &Naive) -> (usize, [u32; 4]) {
    let to_move = game.player_to_move as usize;
    let legal = |index: &prop::sample::Index| {
        let hops = game.legal_hops();
        if hops.is_empty() {
            return [0, 1, 1, 0];
        }
        let hop = index.get(&hops);
        [hop.from.0, hop.from.1, hop.to.0, hop.to.1]
    };
    match choice {
        Choice::Legal(index) => (to_move, legal(index)),
        // Player 2 stands for the opponent, 3 for a stranger.
        Choice::LegalOfAnother(index, 2) => (3 - to_move, legal(index)),
        Choice::LegalOfAnother(index, _) => (3, legal(index)),
        Choice::Near(index, way) => {
            let own: Vec<Cell> = cells()
                .filter(|&cell| game.owner(cell) == game.player_to_move)
                .collect();
            if own.is_empty() {
                return (to_move, [0, 1, 1, 0]);
            }
            let (row, col) = *index.get(&own);
            // Beyond the upper and the left edge this wraps to the largest of all indexes.
            let to = (
                row.wrapping_add_signed(way[0]),
                col.wrapping_add_signed(way[1]),
            );
            (to_move, [row, col, to.0, to.1])
        }
        Choice::OnTheBoard(player, squares) | Choice::Anything(player, squares) => {
            (*player, *squares)
        }
    }
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..8).flat_map(|row| (0..8).map(move |col| (row, col)))
}

/// A position with few pieces, where kings, chains and ends are near: no man on its far row, and
/// neither side without a move.
fn positions() -> impl Strategy<Value = Naive> {
    let dark = || (0..8u32, 0..4u32).prop_map(|(row, i)| (row, 2 * i + 1 - row % 2));
    let pieces = prop::collection::vec((dark(), prop::sample::select(vec![1, 2, -1, -2])), 2..14);
    (pieces, 1..=2u32, 1..1000u32).prop_filter_map(
        "a game that goes on",
        |(pieces, player, number)| {
            let mut cells = [0; 64];
            for ((row, col), piece) in pieces {
                let on_far_row = piece == 1 && row == 7 || piece == -1 && row == 0;
                cells[(row * 8 + col) as usize] = if on_far_row { 2 * piece } else { piece };
            }
            let sides = [1, -1].map(|sign| cells.iter().filter(|&cell| cell * sign > 0).count());
            let game = Naive {
                move_number: number,
                ..Naive::with(cells, player)
            };
            (sides.iter().all(|&pieces| pieces <= 12) && game.decided() == 0).then_some(game)
        },
    )
}

// What must hold.

/// The pieces of the world by their entities, 1 first: side, cell, and whether it is a king.
fn entities(table: &Table) -> Vec<Option<(u32, Cell, bool)>> {
    table.env.as_contract(&table.contract, || {
        let world = CheckersContract::load_world(&table.env);
        (1..=24)
            .map(|entity| {
                let piece: Piece = world.get_typed(&table.env, entity)?;
                let cell = (piece.square.row(), piece.square.col());
                Some((piece.side.player(), cell, world.has_typed::<King>(entity)))
            })
            .collect()
    })
}

/// Makes a call on both sides: same answer, same state. What may change, and how, is looked at as
/// well without asking the second implementation.
fn assert_same(
    table: &Table,
    game: &mut Naive,
    player: usize,
    squares: [u32; 4],
) -> Result<bool, TestCaseError> {
    let before = (table.stored(), entities(table), game.clone());
    let [from_row, from_col, to_row, to_col] = squares;
    let expected = game.submit(player as u32, from_row, from_col, to_row, to_col);
    let answer = table.submit(player, squares).map_err(|error| error as u32);
    prop_assert_eq!(answer, expected, "{} {:?}", player, squares);
    if answer.is_err() {
        prop_assert!(
            table.stored() == before.0,
            "a refused call has changed something"
        );
        return Ok(false);
    }
    let state = table.client.get_state();
    prop_assert_eq!(support::notation(&state), game.notation());
    prop_assert_eq!(table.client.get_board().cells, state.board.cells.clone());

    let count = |cells: &mut dyn Iterator<Item = i32>| {
        let cells: Vec<i32> = cells.collect();
        [1, -1].map(|sign| cells.iter().filter(|&cell| cell * sign > 0).count())
    };
    let now = count(&mut state.board.cells.iter());
    let was = count(&mut before.2.cells.into_iter());
    let is_jump = from_row.abs_diff(to_row) == 2;
    let mover = player - 1;
    prop_assert_eq!(now[mover], was[mover]);
    prop_assert_eq!(now[1 - mover], was[1 - mover] - usize::from(is_jump));
    prop_assert!(now.iter().all(|&pieces| pieces <= 12));
    for ((row, col), cell) in cells().zip(state.board.cells.iter()) {
        prop_assert!(
            cell == 0 || (row + col) % 2 == 1,
            "a piece on a light square"
        );
    }

    // The turn passes to the other player, with the next number, or all of it stays.
    let (turn, old) = (state.turn, (before.2.player_to_move, before.2.move_number));
    let turn = (turn.current_player, turn.move_number);
    let held = game.chain.is_some() || game.status == Status::Finished;
    prop_assert_eq!(turn, if held { old } else { (3 - old.0, old.1 + 1) });

    // An entity is one piece for the whole game: one has moved, one at most is gone.
    for (entity, (was, is)) in (1..).zip(before.1.into_iter().zip(entities(table))) {
        let middle = ((from_row + to_row) / 2, (from_col + to_col) / 2);
        match was {
            Some((side, cell, king)) if cell == (from_row, from_col) => {
                let crowned = to_row == if side == 1 { 7 } else { 0 };
                prop_assert_eq!(is, Some((side, (to_row, to_col), king || crowned)));
            }
            Some((_, cell, _)) if is_jump && cell == middle => {
                prop_assert_eq!(is, None, "entity {}", entity)
            }
            _ => prop_assert_eq!(is, was, "entity {}", entity),
        }
    }
    Ok(true)
}

proptest! {
    #![proptest_config(with_cases(24))]

    #[test]
    fn random_games_are_played_as_by_the_second_implementation(choices in choices(160)) {
        let table = Table::quiet().started();
        let mut game = Naive::start();
        for choice in &choices {
            let (player, squares) = call(choice, &game);
            assert_same(&table, &mut game, player, squares)?;
        }
    }
}

proptest! {
    #![proptest_config(with_cases(150))]

    #[test]
    fn random_ends_are_played_as_by_the_second_implementation(
        start in positions(),
        choices in choices(40),
    ) {
        let table = Table::quiet().started();
        table.store(&start);
        let mut game = start;
        for choice in &choices {
            let (player, squares) = call(choice, &game);
            assert_same(&table, &mut game, player, squares)?;
        }
    }
}

// The board turned round: the game of one side is the game of the other.

fn turned((row, col): Cell) -> Cell {
    (7u32.wrapping_sub(row), 7u32.wrapping_sub(col))
}

/// The same game with the sides exchanged.
fn mirrored(game: &Naive) -> Naive {
    let mut mirrored = Naive {
        player_to_move: 3 - game.player_to_move,
        chain: game.chain.map(turned),
        winner: if game.winner == 0 { 0 } else { 3 - game.winner },
        ..game.clone()
    };
    for (cell, piece) in mirrored.cells.iter_mut().zip(game.cells.iter().rev()) {
        *cell = -piece;
    }
    mirrored
}

proptest! {
    #![proptest_config(with_cases(80))]

    #[test]
    fn the_game_of_one_side_mirrored_is_the_game_of_the_other(
        start in prop_oneof![Just(Naive::start()), positions()],
        choices in choices(60),
    ) {
        let tables = [Table::quiet().started(), Table::quiet().started()];
        tables[0].store(&start);
        tables[1].store(&mirrored(&start));
        let mut game = start;
        for choice in &choices {
            let (player, squares) = call(choice, &game);
            let [from_row, from_col, to_row, to_col] = squares;
            let (from, to) = (turned((from_row, from_col)), turned((to_row, to_col)));
            let other = if player == 3 { 3 } else { 3 - player };
            let answer = tables[0].submit(player, squares);
            let mirrored_answer = tables[1].submit(other, [from.0, from.1, to.0, to.1]);
            prop_assert_eq!(answer, mirrored_answer);
            let _ = game.submit(player as u32, from_row, from_col, to_row, to_col);
            if !game.can_move(1) && !game.can_move(2) {
                // Here the rules are not symmetric: player one is looked at first.
                break;
            }
            prop_assert_eq!(tables[0].state(), game.notation());
            prop_assert_eq!(tables[1].state(), mirrored(&game).notation());
        }
    }
}

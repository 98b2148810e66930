//! The pure rules: on positions that a reader can see, and against a second implementation that works
//! on 64 cells.
//!
//! In the pictures `o` and `O` are a man and a king of Black, `x` and `X` of White. Row 0 is on top:
//! Black moves down, White up.

mod support;

use checkers::rules::{English, Move, Position, Rank, Rules, Side, Square, SIZE};
use proptest::prelude::*;
use support::naive::{self, Cell, Hop, Naive, Status};
use support::recorded_games;

fn position(picture: &str) -> Position {
    of_cells(&naive::cells(picture))
}

fn of_cells(cells: &[i32; 64]) -> Position {
    let mut position = Position::default();
    for (index, &cell) in (0..).zip(cells).filter(|(_, &cell)| cell != 0) {
        let side = if cell > 0 { Side::Black } else { Side::White };
        let square = Square::at(index / SIZE, index % SIZE).expect("a piece on a light square");
        place(&mut position, square, side, cell.abs() == 2);
    }
    position
}

/// Puts a man or a king on an empty square.
fn place(position: &mut Position, square: Square, side: Side, king: bool) {
    position.place(square, side);
    if king {
        position.crown(square);
    }
}

fn cells_of(position: &Position) -> [i32; 64] {
    let mut cells = [0; 64];
    for square in Square::all() {
        let rank = if position.is_king(square) { 2 } else { 1 };
        cells[(square.row() * SIZE + square.col()) as usize] = match position.side_at(square) {
            None => 0,
            Some(Side::Black) => rank,
            Some(Side::White) => -rank,
        };
    }
    cells
}

/// What the position looks like must be this picture.
#[track_caller]
fn assert_looks_like(position: &Position, picture: &str) {
    let (is, should_be) = (
        naive::picture(&cells_of(position)),
        naive::picture(&naive::cells(picture)),
    );
    assert!(is == should_be, "is\n{is}\nshould be\n{should_be}");
}

fn square(row: u32, col: u32) -> Square {
    Square::at(row, col).expect("a dark square")
}

fn cell(square: Square) -> Cell {
    (square.row(), square.col())
}

/// From and to of all legal moves, in order.
fn legal(position: Position, side: Side) -> Vec<(Cell, Cell)> {
    legal_in_chain(position, side, None)
}

fn legal_in_chain(position: Position, side: Side, chain: Option<Square>) -> Vec<(Cell, Cell)> {
    let moves = English::legal_moves(position, side, chain);
    let mut cells: Vec<_> = moves.map(|hop| (cell(hop.from), cell(hop.to))).collect();
    cells.sort();
    cells
}

/// Plays what must be a legal move, and crowns. Tells whether it has crowned.
#[track_caller]
fn play(position: &mut Position, side: Side, from: Cell, to: Cell) -> bool {
    assert!(
        legal(*position, side).contains(&(from, to)),
        "{from:?} to {to:?} is not legal"
    );
    let (from, to) = (square(from.0, from.1), square(to.0, to.1));
    position.play(side, English::resolve(position, side, from, to).unwrap());
    let crowned = position.must_be_crowned(side, to);
    if crowned {
        position.crown(to);
    }
    crowned
}

// The board.

#[test]
fn squares_are_numbered_as_in_standard_notation() {
    #[rustfmt::skip]
    const NUMBERS: [[u8; 8]; 8] = [
        [ 0,  1,  0,  2,  0,  3,  0,  4],
        [ 5,  0,  6,  0,  7,  0,  8,  0],
        [ 0,  9,  0, 10,  0, 11,  0, 12],
        [13,  0, 14,  0, 15,  0, 16,  0],
        [ 0, 17,  0, 18,  0, 19,  0, 20],
        [21,  0, 22,  0, 23,  0, 24,  0],
        [ 0, 25,  0, 26,  0, 27,  0, 28],
        [29,  0, 30,  0, 31,  0, 32,  0],
    ];
    for no_number in [0, 33, 255] {
        assert_eq!(Square::of_number(no_number), None);
    }
    for (row, numbers) in (0..).zip(NUMBERS) {
        for (col, number) in (0..).zip(numbers) {
            let square = Square::at(row, col);
            assert_eq!(
                square.map_or(0, Square::number),
                number,
                "row {row}, column {col}"
            );
            if let Some(square) = square {
                assert_eq!(square.index(), number - 1);
                assert_eq!(Square::new(number - 1), Some(square));
                assert_eq!(Square::of_number(number), Some(square));
                assert_eq!(cell(square), (row, col));
            }
        }
    }
    assert!(Square::all().map(Square::number).eq(1..=32));
}

#[test]
fn there_is_no_square_beyond_the_board() {
    for index in [32, 33, 64, u8::MAX] {
        assert_eq!(Square::new(index), None);
    }
    for beyond in [8, 9, 16, u32::MAX - 1, u32::MAX] {
        for inside in 0..8 {
            assert_eq!(Square::at(beyond, inside), None);
            assert_eq!(Square::at(inside, beyond), None);
        }
        assert_eq!(Square::at(beyond, u32::MAX - beyond), None);
    }
}

#[test]
fn distances_are_known_on_diagonals_only() {
    let distance = |a: Cell, b: Cell| square(a.0, a.1).diagonal_distance(square(b.0, b.1));
    assert_eq!(distance((0, 1), (0, 1)), Some(0));
    assert_eq!(distance((2, 3), (3, 2)), Some(1));
    assert_eq!(distance((5, 4), (3, 6)), Some(2));
    assert_eq!(distance((7, 0), (0, 7)), Some(7));
    assert_eq!(distance((0, 1), (0, 3)), None);
    assert_eq!(distance((2, 1), (4, 1)), None);
    assert_eq!(distance((1, 0), (2, 5)), None);
    assert_eq!(distance((3, 0), (2, 7)), None);
}

#[test]
fn the_game_starts_with_twelve_men_a_side() {
    assert_looks_like(
        &Position::START,
        ". o . o . o . o
         o . o . o . o .
         . o . o . o . o
         . . . . . . . .
         . . . . . . . .
         x . x . x . x .
         . x . x . x . x
         x . x . x . x .",
    );
}

/// The cells `distance` away from a square in the rows that a piece may go to: those on the board,
/// each with the one half way.
fn diagonals(from: Square, side: Option<Side>, distance: i64) -> Vec<(Cell, Cell)> {
    let down_and_up: &[i64] = match side {
        Some(Side::Black) => &[1],
        Some(Side::White) => &[-1],
        None => &[-1, 1],
    };
    let mut cells = Vec::new();
    for down in down_and_up {
        for right in [-1, 1] {
            let (row, col) = (i64::from(from.row()), i64::from(from.col()));
            let at = |steps: i64| (row + down * steps, col + right * steps);
            let (to, middle) = (at(distance), at(distance / 2));
            if (0..8).contains(&to.0) && (0..8).contains(&to.1) {
                let cell = |(row, col): (i64, i64)| (row as u32, col as u32);
                cells.push((cell(to), cell(middle)));
            }
        }
    }
    cells
}

#[test]
fn a_piece_steps_to_its_neighbours_on_every_square() {
    for from in Square::all() {
        for side in Side::BOTH {
            for king in [false, true] {
                let mut board = Position::default();
                place(&mut board, from, side, king);
                let ways = (!king).then_some(side);
                let steps = diagonals(from, ways, 1);
                let steps: Vec<_> = steps.iter().map(|&(to, _)| (cell(from), to)).collect();
                assert_eq!(
                    legal(board, side),
                    steps,
                    "{side:?} on {from:?}, king: {king}"
                );
                assert_eq!(English::can_move(&board, side), !steps.is_empty());
                assert!(!English::can_capture(&board, side));
            }
        }
    }
}

#[test]
fn a_piece_jumps_over_its_neighbours_on_every_square() {
    for from in Square::all() {
        for side in Side::BOTH {
            for king in [false, true] {
                // An opponent on every neighbour: what can be jumped is where the board goes on.
                let mut board = Position::default();
                place(&mut board, from, side, king);
                for (to, _) in diagonals(from, None, 1) {
                    board.place(square(to.0, to.1), side.opponent());
                }
                let ways = (!king).then_some(side);
                let mut jumps = English::legal_moves(board, side, None).collect::<Vec<_>>();
                jumps.sort_by_key(|jump| jump.to);
                let expected: Vec<_> = diagonals(from, ways, 2)
                    .into_iter()
                    .map(|(to, over)| Move {
                        from,
                        to: square(to.0, to.1),
                        captured: Square::at(over.0, over.1),
                    })
                    .collect();
                assert_eq!(jumps, expected, "{side:?} on {from:?}, king: {king}");
                assert_eq!(English::can_capture(&board, side), !expected.is_empty());
                assert_eq!(
                    English::can_capture_from(&board, side, from),
                    !expected.is_empty()
                );
            }
        }
    }
}

// Steps and jumps.

#[test]
fn a_king_steps_in_all_four_directions() {
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . O . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    let steps = [(3, 2), (3, 4), (5, 2), (5, 4)].map(|to| ((4, 3), to));
    assert_eq!(legal(board, Side::Black), steps);
}

#[test]
fn a_king_jumps_in_all_four_directions() {
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . o . O . . .
         . . . X . . . .
         . . O . o . . .
         . . . . . . . .
         . . . . . . . .",
    );
    let jumps = [(2, 1), (2, 5), (6, 1), (6, 5)].map(|to| ((4, 3), to));
    assert_eq!(legal(board, Side::White), jumps);
}

#[test]
fn a_king_neither_flies_nor_jumps_from_afar() {
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . x . . . .
         . . . . . . . .
         . O . . . . . .
         . . . . . . . .",
    );
    let steps = [(5, 0), (5, 2), (7, 0), (7, 2)].map(|to| ((6, 1), to));
    assert_eq!(legal(board, Side::Black), steps);
    for (row, col) in [(4, 3), (3, 4)] {
        assert_eq!(
            English::resolve(&board, Side::Black, square(6, 1), square(row, col)),
            None
        );
    }
}

#[test]
fn a_man_never_captures_backward() {
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . x . x . . .
         . . . o . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert!(!English::can_capture(&board, Side::Black));
    let steps = [(5, 2), (5, 4)].map(|to| ((4, 3), to));
    assert_eq!(legal(board, Side::Black), steps);

    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . x . . . .
         . . o . o . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert!(!English::can_capture(&board, Side::White));
    let steps = [(3, 2), (3, 4)].map(|to| ((4, 3), to));
    assert_eq!(legal(board, Side::White), steps);
}

#[test]
fn nothing_jumps_onto_a_taken_square_over_an_own_piece_or_over_nothing() {
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . x . . . o . .
         . . x . x . . .
         . . . O . . . .
         . . o . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert!(!English::can_capture(&board, Side::Black));
    for (row, col) in [(2, 1), (2, 5), (6, 1), (6, 5)] {
        assert_eq!(
            English::resolve(&board, Side::Black, square(4, 3), square(row, col)),
            None
        );
    }
}

#[test]
fn a_capture_anywhere_forbids_every_step() {
    let board = position(
        ". o . . . . . .
         . . . . . . . .
         . . . o . . . .
         . . . . x . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . x
         . . . . . . . .",
    );
    assert_eq!(legal(board, Side::Black), [((2, 3), (4, 5))]);
    assert_eq!(legal(board, Side::White), [((3, 4), (1, 2))]);
    // What the piece itself can do is a step all the same.
    let step = English::resolve(&board, Side::Black, square(0, 1), square(1, 0));
    assert_eq!(step.map(|step| step.captured), Some(None));
}

#[test]
fn a_chain_of_three_is_jumped_by_one_piece() {
    let mut board = position(
        ". . . . . . . .
         o . . . . . . .
         . x . . . . . o
         . . . . . . x .
         . . . x . . . .
         . . . . . . . .
         . . . x . . . .
         . . . . . . . .",
    );
    let other = ((2, 7), (4, 5));
    assert_eq!(legal(board, Side::Black), [((1, 0), (3, 2)), other]);
    for (from, to, next) in [((1, 0), (3, 2), (5, 4)), ((3, 2), (5, 4), (7, 2))] {
        assert!(!play(&mut board, Side::Black, from, to));
        let landing = square(to.0, to.1);
        assert!(English::can_capture_from(&board, Side::Black, landing));
        let in_chain = legal_in_chain(board, Side::Black, Some(landing));
        assert_eq!(in_chain, [(to, next)]);
        assert!(legal(board, Side::Black).contains(&other));
    }
    assert!(play(&mut board, Side::Black, (5, 4), (7, 2)));
    assert!(!English::can_capture_from(
        &board,
        Side::Black,
        square(7, 2)
    ));
    assert_looks_like(
        &board,
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . o
         . . . . . . x .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . O . . . . .",
    );
}

#[test]
fn the_crown_goes_where_the_king_goes() {
    let mut board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . o . . . .
         . . . . X . . .
         . . . . . . . .
         . . O . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    play(&mut board, Side::Black, (2, 3), (4, 5));
    play(&mut board, Side::Black, (5, 2), (4, 1));
    assert_looks_like(
        &board,
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . O . . . o . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    // Nor is a crown left on an empty square, for the next man to find.
    assert_eq!(board.kings, 1 << square(4, 1).index());
}

// The seam of a variant: what may be captured.

/// Men capture men, and kings kings.
struct Peers;

impl Rules for Peers {
    fn prey(position: &Position, side: Side, by: Rank) -> u32 {
        let opponents = position.pieces(side.opponent());
        match by {
            Rank::Man => opponents & !position.kings,
            Rank::King => opponents & position.kings,
        }
    }
}

#[test]
fn every_question_about_captures_follows_from_what_may_be_captured() {
    // The man on (2, 1) stands before a king, the king on (2, 5) before a man: on either side.
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . o . . . O . .
         . . X . x . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    let (man, king) = (square(2, 1), square(2, 5));
    assert!(English::can_capture_from(&board, Side::Black, man));
    assert!(English::can_capture_from(&board, Side::Black, king));
    for side in Side::BOTH {
        assert!(!Peers::can_capture(&board, side));
        assert!(legal(board, side)
            .iter()
            .all(|(from, to)| from.0.abs_diff(to.0) == 2));
        let mut steps = Peers::legal_moves(board, side, None);
        assert!(steps.all(|step| step.captured.is_none()));
    }
    for (from, to) in [(man, square(4, 3)), (king, square(4, 3))] {
        assert_eq!(Peers::resolve(&board, Side::Black, from, to), None);
    }

    // With the pieces of White exchanged both can be captured.
    let mut board = board;
    board.kings ^= 1 << square(3, 2).index() | 1 << square(3, 4).index();
    for from in [man, king] {
        assert!(Peers::can_capture_from(&board, Side::Black, from));
    }
    assert!(Peers::can_capture(&board, Side::Black));
    let jumps: Vec<Move> = Peers::legal_moves(board, Side::Black, None).collect();
    let captured: Vec<_> = jumps.iter().map(|jump| jump.captured.map(cell)).collect();
    assert_eq!(captured, [Some((3, 2)), Some((3, 4))]);
}

#[test]
fn who_can_capture_only_what_may_not_be_captured_is_blocked() {
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         o . . . . . . .
         . X . . . . . .
         . . . . . . . .",
    );
    assert_eq!(English::winner(&board), None);
    assert!(!Peers::can_move(&board, Side::Black));
    assert_eq!(Peers::winner(&board), Some(Side::White));
}

// Crowning.

#[test]
fn a_man_is_crowned_by_a_step_onto_its_far_row() {
    let mut board = position(
        ". . . . . . . .
         x . . . . . . .
         . . . . . x . .
         . . . . . . . .
         . . . . . . . .
         . . . . o . . .
         . o . . . . . .
         . . . . . . . .",
    );
    assert!(play(&mut board, Side::Black, (6, 1), (7, 2)));
    assert!(play(&mut board, Side::White, (1, 0), (0, 1)));
    assert!(!play(&mut board, Side::Black, (5, 4), (6, 5)));
    assert!(!play(&mut board, Side::White, (2, 5), (1, 4)));
    assert_looks_like(
        &board,
        ". X . . . . . .
         . . . . x . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . o . .
         . . O . . . . .",
    );
}

#[test]
fn a_man_is_crowned_by_a_jump_and_jumps_on_as_a_king() {
    let mut board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . o . . . . .
         . . . x . x . .
         . . . . . . . .",
    );
    let jump = English::resolve(&board, Side::Black, square(5, 2), square(7, 4)).unwrap();
    board.play(Side::Black, jump);
    assert!(board.must_be_crowned(Side::Black, square(7, 4)));
    assert!(!English::can_capture_from(
        &board,
        Side::Black,
        square(7, 4)
    ));
    board.crown(square(7, 4));
    assert!(!board.must_be_crowned(Side::Black, square(7, 4)));
    let chain = Some(square(7, 4));
    assert_eq!(
        legal_in_chain(board, Side::Black, chain),
        [((7, 4), (5, 6))]
    );
    play(&mut board, Side::Black, (7, 4), (5, 6));
    assert_looks_like(
        &board,
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . O .
         . . . . . . . .
         . . . . . . . .",
    );
}

#[test]
fn a_man_crowned_by_a_jump_may_find_nothing_more_to_capture() {
    let mut board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . o . . . x .
         . . . x . x . .
         . . . . . . . .",
    );
    assert!(play(&mut board, Side::Black, (5, 2), (7, 4)));
    assert!(!English::can_capture_from(
        &board,
        Side::Black,
        square(7, 4)
    ));
}

#[test]
fn a_king_is_not_crowned_again() {
    let mut board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         O . . . . . . .",
    );
    let way = [
        (7, 0),
        (6, 1),
        (7, 2),
        (6, 3),
        (7, 4),
        (6, 5),
        (7, 6),
        (6, 7),
    ];
    for (from, to) in way.into_iter().zip(way.into_iter().skip(1)) {
        assert!(!play(&mut board, Side::Black, from, to), "{to:?}");
    }
}

#[test]
fn a_man_is_crowned_on_no_row_but_its_far_row() {
    for at in Square::all() {
        for (side, far_row) in [(Side::Black, 7), (Side::White, 0)] {
            let mut board = Position::default();
            board.place(at, side);
            assert_eq!(board.must_be_crowned(side, at), at.row() == far_row);
            assert!(!board.must_be_crowned(side.opponent(), at));
        }
    }
}

// Ends.

#[test]
fn a_side_without_pieces_has_lost() {
    let black_alone = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . o . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_eq!(English::winner(&black_alone), Some(Side::Black));
    assert_eq!(English::winner(&rotated(black_alone)), Some(Side::White));
}

#[test]
fn on_an_empty_board_white_has_lost_first() {
    assert_eq!(English::winner(&Position::default()), Some(Side::Black));
}

#[test]
fn a_blocked_side_has_lost() {
    let black_blocked = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         o . . . . . . .
         . x . . . . . .
         . . x . . . . .",
    );
    assert!(!English::can_move(&black_blocked, Side::Black));
    assert!(English::can_move(&black_blocked, Side::White));
    assert_eq!(English::winner(&black_blocked), Some(Side::White));

    let white_blocked = position(
        ". . . . . o . .
         . . . . . . o .
         . . . . . . . x
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert!(English::can_move(&white_blocked, Side::Black));
    assert!(!English::can_move(&white_blocked, Side::White));
    assert_eq!(English::winner(&white_blocked), Some(Side::Black));
}

#[test]
fn a_blocked_king_has_lost() {
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . x . . . . .
         . x . . . . . .
         O . . . . . . .",
    );
    assert_eq!(English::winner(&board), Some(Side::White));
}

#[test]
fn a_side_that_can_only_capture_is_not_blocked() {
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         o . . . . . . .
         . x . . . . . .
         . . . . . . . .",
    );
    assert!(English::can_move(&board, Side::Black));
    assert_eq!(English::winner(&board), None);
}

#[test]
fn where_both_are_blocked_black_has_lost_first() {
    let board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         o . o . o . o .
         . o . o . o . o
         x . x . x . x .",
    );
    for board in [board, rotated(board)] {
        assert!(!English::can_move(&board, Side::Black) && !English::can_move(&board, Side::White));
        assert_eq!(English::winner(&board), Some(Side::White));
    }
}

#[test]
fn a_side_that_blocks_itself_has_lost_though_the_other_is_to_move() {
    let mut board = position(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . o . . . . . .
         . . . . . . . .
         . x . . . . . .
         . . x . . . . .",
    );
    assert_eq!(English::winner(&board), None);
    play(&mut board, Side::Black, (4, 1), (5, 0));
    assert_eq!(English::winner(&board), Some(Side::White));
}

#[test]
fn nobody_has_won_at_the_start() {
    assert_eq!(English::winner(&Position::START), None);
}

// Any position, any game.

/// The board turned round, with the sides changed: what was Black's is White's.
fn rotated(position: Position) -> Position {
    Position {
        black: position.white.reverse_bits(),
        white: position.black.reverse_bits(),
        kings: position.kings.reverse_bits(),
    }
}

prop_compose! {
    /// Up to twelve pieces a side anywhere; on its far row a piece is a king.
    fn positions()(
        squares in Just(Square::all().collect::<Vec<_>>()).prop_shuffle(),
        black in 0..=12usize,
        white in 0..=12usize,
        kings in prop_oneof![Just(0u32), any::<u32>()],
    ) -> Position {
        let sides = (0..black + white).map(|i| if i < black { Side::Black } else { Side::White });
        let mut position = Position::default();
        for (square, side) in squares.into_iter().zip(sides) {
            let far_row = if side == Side::Black { 7 } else { 0 };
            let king = square.row() == far_row || kings & 1 << square.index() != 0;
            place(&mut position, square, side, king);
        }
        position
    }
}

prop_compose! {
    /// Either side to move, with a chain open on one of its pieces or none.
    fn games()(
        position in positions(),
        player in 1..=2u32,
        chain in prop::option::of(any::<prop::sample::Selector>()),
    ) -> Naive {
        let mut naive = Naive::with(cells_of(&position), player);
        let side = Side::of_player(player);
        let pieces = Square::all().filter(|&square| position.side_at(square) == side);
        naive.chain = chain.and_then(|chain| chain.try_select(pieces)).map(cell);
        naive
    }
}

fn hop(step_or_jump: Move) -> Hop {
    let Move { from, to, captured } = step_or_jump;
    Hop {
        from: cell(from),
        to: cell(to),
        over: captured.map(cell),
    }
}

/// Both implementations say the same about every question one can ask of a position.
fn assert_same_rules(position: Position, naive: &Naive) {
    assert_eq!(
        English::winner(&position).map_or(0, Side::player),
        naive.decided()
    );
    for side in Side::BOTH {
        let player = side.player();
        assert_eq!(
            English::can_capture(&position, side),
            naive.can_capture(player)
        );
        assert_eq!(English::can_move(&position, side), naive.can_move(player));
        for from in Square::all() {
            let from_cell = cell(from);
            let can_capture = English::can_capture_from(&position, side, from);
            assert_eq!(
                can_capture,
                naive.can_capture_from(player, from_cell),
                "{from:?}"
            );
            for to in Square::all() {
                let resolved = English::resolve(&position, side, from, to).map(hop);
                assert_eq!(resolved, naive.hop(player, from_cell, cell(to)));
            }
        }
    }

    let side = Side::of_player(naive.player_to_move).unwrap();
    let chain = naive.chain.and_then(|(row, col)| Square::at(row, col));
    let mut legal: Vec<Move> = English::legal_moves(position, side, chain).collect();
    legal.sort_by_key(|step_or_jump| (step_or_jump.from, step_or_jump.to));
    assert!(
        legal.iter().copied().map(hop).eq(naive.legal_hops()),
        "{legal:?}"
    );
    for step_or_jump in legal {
        let (mut after, mut naive_after) = (position, naive.clone());
        after.play(side, step_or_jump);
        let crowned = after.must_be_crowned(side, step_or_jump.to);
        assert_eq!(
            crowned,
            naive_after.apply(hop(step_or_jump)),
            "{step_or_jump:?}"
        );
        if crowned {
            after.crown(step_or_jump.to);
        }
        assert_eq!(cells_of(&after), naive_after.cells, "{step_or_jump:?}");
        assert_eq!(
            after.kings & !(after.black | after.white),
            0,
            "{step_or_jump:?}"
        );
    }
}

/// Plays one legal move after another, as the choices fall, until they or the game are at an end.
/// Both implementations say the same all the way.
fn assert_same_play(mut naive: Naive, choices: Vec<prop::sample::Index>) {
    let mut position = of_cells(&naive.cells);
    for choice in choices {
        assert_same_rules(position, &naive);
        let side = Side::of_player(naive.player_to_move).unwrap();
        let legal = naive.legal_hops();
        let Hop { from, to, over } = legal[choice.index(legal.len())];

        naive
            .submit(side.player(), from.0, from.1, to.0, to.1)
            .unwrap();
        play(&mut position, side, from, to);
        let landing = square(to.0, to.1);
        let winner = English::winner(&position);
        let jumps_on = over.is_some() && English::can_capture_from(&position, side, landing);
        let turn_stays = jumps_on || winner.is_some();
        let next = if turn_stays { side } else { side.opponent() };
        assert_eq!(cells_of(&position), naive.cells);
        assert_eq!(winner.map_or(0, Side::player), naive.winner);
        assert_eq!(naive.status == Status::Finished, winner.is_some());
        assert_eq!(naive.chain, (jumps_on && winner.is_none()).then_some(to));
        assert_eq!(naive.player_to_move, next.player());
        if winner.is_some() {
            break;
        }
    }
}

fn with_cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..200)
}

proptest! {
    #![proptest_config(with_cases(2000))]

    #[test]
    fn both_implementations_agree_on_any_position(naive in games()) {
        assert_same_rules(of_cells(&naive.cells), &naive);
    }

    #[test]
    fn white_may_do_turned_round_what_black_may(position in positions(), side in prop::sample::select(&Side::BOTH[..])) {
        let (other, turned) = (side.opponent(), rotated(position));
        let turn = |(from, to): (Cell, Cell)| ((7 - from.0, 7 - from.1), (7 - to.0, 7 - to.1));
        let moves = legal(position, side);
        let mut turned_moves: Vec<_> = legal(turned, other).into_iter().map(turn).collect();
        turned_moves.sort();
        prop_assert_eq!(&moves, &turned_moves);
        prop_assert_eq!(English::can_capture(&position, side), English::can_capture(&turned, other));
        prop_assert_eq!(English::can_move(&position, side), English::can_move(&turned, other));
        for (from, to) in moves {
            let (mut after, mut turned_after) = (position, turned);
            let crowned = play(&mut after, side, from, to);
            let (from, to) = turn((from, to));
            prop_assert_eq!(play(&mut turned_after, other, from, to), crowned);
            prop_assert_eq!(rotated(after), turned_after);
        }
    }
}

proptest! {
    #![proptest_config(with_cases(100))]

    #[test]
    fn both_implementations_agree_on_any_game(choices in choices()) {
        assert_same_play(Naive::start(), choices);
    }

    #[test]
    fn both_implementations_agree_on_any_game_from_any_position(naive in games(), choices in choices()) {
        prop_assume!(naive.decided() == 0);
        assert_same_play(Naive { chain: None, ..naive }, choices);
    }
}

// The second implementation itself.

#[test]
fn the_naive_implementation_plays_the_recorded_games() {
    for file in ["transitional.jsonl", "chain-step.jsonl"] {
        for game in recorded_games(file) {
            let mut naive = Naive::start();
            // The first call of a game comes before there is one.
            for (i, call) in game.calls.iter().enumerate().skip(1) {
                let [from_row, from_col, to_row, to_col] = call.squares;
                let player = call.player as u32;
                let result = naive.submit(player, from_row, from_col, to_row, to_col);
                assert_eq!(
                    result.err().unwrap_or(0),
                    call.result,
                    "{}, call {i}",
                    game.name
                );
                if let Some(state) = &call.state {
                    assert_eq!(&naive.notation(), state, "{}, call {i}", game.name);
                }
            }
        }
    }
}

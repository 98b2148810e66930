//! The feature `official-rules`, against what others have counted and played by these rules.

#![cfg(feature = "official-rules")]

mod support;

use checkers::official_rules::rules::{turn_is_held, winner};
use checkers::rules::{Position, Side, Square};
use support::{real_matches, rows_and_columns, Table};

/// Aart Bik's counts for English draughts (OEIS A133046), depths 1 to 11.
const PUBLISHED: [u64; 11] = [
    7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128,
];

/// The number of lines of `depth` turns, counted with the rules that the plugin's systems ask.
fn perft(position: Position, side: Side, chain: Option<Square>, depth: usize) -> u64 {
    let mut lines = 0;
    for hop in position.legal_moves(side, chain) {
        if depth == 1 && hop.captured.is_none() {
            lines += 1;
            continue;
        }
        let mut next = position;
        next.play(side, hop);
        let crowned = next.must_be_crowned(side, hop.to);
        if crowned {
            next.crown(hop.to);
        }
        lines += if turn_is_held(&next, side, hop, crowned) {
            perft(next, side, Some(hop.to), depth)
        } else if depth == 1 {
            1
        } else {
            // A side that cannot move has lost, and has no lines.
            perft(next, side.opponent(), None, depth - 1)
        };
    }
    lines
}

#[test]
fn lines_of_play_are_as_many_as_published() {
    for depth in 1..=9 {
        let lines = perft(Position::START, Side::Black, None, depth);
        assert_eq!(lines, PUBLISHED[depth - 1], "depth {depth}");
    }
}

#[test]
#[ignore = "half a minute: `cargo test --features official-rules --test official_rules -- --ignored`"]
fn longer_lines_are_as_many_as_published() {
    for depth in 10..=11 {
        let lines = perft(Position::START, Side::Black, None, depth);
        assert_eq!(lines, PUBLISHED[depth - 1], "depth {depth}");
    }
}

#[test]
fn the_winner_is_who_has_moved_when_the_other_cannot() {
    let mut position = Position::default();
    position.place(Square::of_number(1).unwrap(), Side::Black, false);
    assert_eq!(winner(&position, Side::Black), Some(Side::Black));
    assert_eq!(winner(&position, Side::White), None);
}

#[test]
fn every_real_match_is_played_to_its_last_move() {
    let matches = real_matches();
    assert_eq!(matches.len(), 67);
    for game in matches {
        let table = Table::native();
        table.init();
        for (turn, path) in game.turns.iter().enumerate() {
            let player = 1 + turn % 2;
            for hop in path.windows(2) {
                let result = table.submit(player, rows_and_columns(hop[0], hop[1]));
                assert_eq!(result, Ok(()), "line {}, turn {}", game.line, turn + 1);
            }
            let state = table.client.get_state();
            assert_eq!(
                state.turn.move_number,
                turn as u32 + 2,
                "line {}: the turn has passed",
                game.line
            );
        }
        // All of them ended by a resignation or by agreement.
        assert_eq!(table.client.get_state().status.winner, 0);
    }
}

//! Perft: how many lines of play there are from the start, to a given depth. A move is a whole turn:
//! a chain of jumps counts once, and each path of a chain counts by itself.
//!
//! The published counts are Aart Bik's for English draughts (OEIS A133046), where a crowning ends the
//! move. Here a piece crowned by a jump goes on as a king if it can, which first tells at depth 9.

mod support;

use checkers::rules::{English, Position, Rules, Side, Square};
use checkers::CheckersContract;
use soroban_sdk::testutils::{storage::Instance, EnvTestConfig};
use soroban_sdk::xdr::{FromXdr, ToXdr};
use soroban_sdk::{Bytes, Env, Map, Val};
use std::collections::BTreeMap;
use support::{Table, CONSTRUCTOR};

/// Depths 1 to 11 where a crowning ends the move.
const PUBLISHED: [u64; 11] = [
    7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128,
];

/// Depths 1 to 11 by the rules of this contract.
const EXPECTED: [u64; 11] = [
    7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963629, 18391602, 85153971,
];

/// What happens to a man that a jump has brought to its far row.
#[derive(Clone, Copy, PartialEq)]
enum Crowning {
    /// It becomes a king, and the turn passes: the official rules.
    EndsTheMove,
    /// It becomes a king, and jumps on if it can: the rules of the contract.
    GoesOn,
}

/// The number of lines of `depth` turns. While a chain is open, the turn is not over and the depth
/// stays.
fn perft(
    position: Position,
    side: Side,
    chain: Option<Square>,
    depth: usize,
    crowning: Crowning,
) -> u64 {
    let mut lines = 0;
    for hop in English::legal_moves(position, side, chain) {
        let is_jump = hop.captured.is_some();
        if depth == 1 && !is_jump {
            // A step ends the last turn of the line: there is nothing more to see.
            lines += 1;
            continue;
        }
        let mut next = position;
        next.play(side, hop);
        let crowned = next.must_be_crowned(side, hop.to);
        if crowned {
            next.crown(hop.to);
        }
        let may_go_on = !crowned || crowning == Crowning::GoesOn;
        lines += if is_jump && may_go_on && English::can_capture_from(&next, side, hop.to) {
            perft(next, side, Some(hop.to), depth, crowning)
        } else if depth == 1 {
            1
        } else {
            perft(next, side.opponent(), None, depth - 1, crowning)
        };
    }
    lines
}

fn assert_perft(depths: core::ops::RangeInclusive<usize>, counts: [u64; 11], crowning: Crowning) {
    for depth in depths {
        let lines = perft(Position::START, Side::Black, None, depth, crowning);
        assert_eq!(lines, counts[depth - 1], "depth {depth}");
    }
}

#[test]
fn lines_of_play_are_as_many_as_published_when_crowning_ends_the_move() {
    assert_perft(1..=9, PUBLISHED, Crowning::EndsTheMove);
}

#[test]
fn lines_of_play_are_as_many_as_expected_when_a_crowned_piece_jumps_on() {
    assert_perft(1..=9, EXPECTED, Crowning::GoesOn);
}

#[test]
#[ignore = "half a minute: `cargo test --test perft -- --ignored`"]
fn longer_lines_are_as_many_as_published_when_crowning_ends_the_move() {
    assert_perft(10..=11, PUBLISHED, Crowning::EndsTheMove);
}

#[test]
#[ignore = "half a minute: `cargo test --test perft -- --ignored`"]
fn longer_lines_are_as_many_as_expected_when_a_crowned_piece_jumps_on() {
    assert_perft(10..=11, EXPECTED, Crowning::GoesOn);
}

/// Every call worth trying: from each dark square to each one or two away on a diagonal.
fn calls() -> Vec<[u32; 4]> {
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    pairs
        .filter(|(from, to)| {
            let rows = from.row().abs_diff(to.row());
            rows == from.col().abs_diff(to.col()) && (rows == 1 || rows == 2)
        })
        .map(|(from, to)| [from.row(), from.col(), to.row(), to.col()])
        .collect()
}

/// All that the contract has stored.
fn stored(table: &Table) -> Vec<u8> {
    let read = || table.env.storage().instance().all().to_xdr(&table.env);
    let xdr = table.env.as_contract(&table.contract, read);
    xdr.iter().collect()
}

/// Puts back what was stored: a contract knows no other way to take a move back.
fn restore(table: &Table, stored: &[u8]) {
    let xdr = Bytes::from_slice(&table.env, stored);
    let entries: Map<Val, Val> = Map::from_xdr(&table.env, &xdr).unwrap();
    table.env.as_contract(&table.contract, || {
        let instance = table.env.storage().instance();
        for key in instance.all().keys() {
            instance.remove(&key);
        }
        for (key, value) in entries {
            instance.set(&key, &value);
        }
    });
}

/// What a contract may have stored after so many turns, and how many lines lead there. Different
/// lines lead to the same game, and what it accepts then is asked only once.
type Games = BTreeMap<Vec<u8>, u64>;

/// All games one turn on. What the contract accepts is found by trying, with a deployment for each
/// game, since a host keeps every object it has made. (No game is over so early.)
fn one_turn_on(calls: &[[u32; 4]], mut games: Games) -> Games {
    let mut next = Games::new();
    while let Some((game, lines)) = games.pop_first() {
        let table = table();
        restore(&table, &game);
        let player = table.client.get_state().turn.current_player;
        for &call in calls {
            if table.submit(player as usize, call).is_err() {
                continue;
            }
            let turn_is_held = table.client.get_state().turn.current_player == player;
            let reached = if turn_is_held { &mut games } else { &mut next };
            *reached.entry(stored(&table)).or_default() += lines;
            restore(&table, &game);
        }
    }
    next
}

/// A new game, on a host that neither writes down its ledger nor collects diagnostics.
fn table() -> Table {
    let config = EnvTestConfig {
        capture_snapshot_at_drop: false,
    };
    let env = Env::new_with_config(config);
    env.host().set_diagnostic_level(Default::default()).unwrap();
    let table = Table::deploy(env, |env| env.register(CheckersContract, CONSTRUCTOR));
    table.init();
    table
}

#[test]
fn the_contract_accepts_as_many_lines_as_expected() {
    let calls = calls();
    assert_eq!(
        calls.len(),
        98 + 72,
        "steps and jumps of a king from every square"
    );
    let mut games = Games::from([(stored(&table()), 1)]);
    for (depth, expected) in (1..=4).zip(EXPECTED) {
        games = one_turn_on(&calls, games);
        assert_eq!(games.values().sum::<u64>(), expected, "depth {depth}");
    }
}

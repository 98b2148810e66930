//! The feature `official-rules`, against what others have counted and played by these rules.

#![cfg(feature = "official-rules")]

mod support;

use checkers::official_rules::{chain_capture, end_condition};
use checkers::rules::{English, Move, Position, Rules, Side, Square};
use checkers::tick::{Action, Tick};
use cougr_core::SimpleWorld;
use soroban_sdk::Env;
use support::{real_matches, rows_and_columns, Table};

/// Aart Bik's counts for English draughts (OEIS A133046), depths 1 to 11.
const PUBLISHED: [u64; 11] = [
    7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128,
];

/// The systems of the feature, which are asked what follows a move. They look at the tick alone.
struct Systems {
    env: Env,
    world: SimpleWorld,
    tick: Tick,
}

impl Systems {
    fn new() -> Systems {
        let table = Table::native();
        let (env, player) = (table.env.clone(), table.player(1).clone());
        let world = SimpleWorld::new(&env);
        let (from, to) = ((0, 0), (0, 0));
        let tick = Tick::new(&env, &world, Action { player, from, to });
        Systems { env, world, tick }
    }

    /// Runs both on a position to which a hop of a side has led. Tells whether the chain is open, and
    /// who has won.
    fn ask(
        &mut self,
        position: &Position,
        side: Side,
        hop: Move,
        crowned: bool,
    ) -> (bool, Option<Side>) {
        let tick = &mut self.tick;
        tick.board.position = *position;
        tick.mover = Some(side);
        tick.resolved = Some(hop);
        tick.crowned = crowned;
        chain_capture(&mut self.world, &self.env, tick).unwrap();
        end_condition(&mut self.world, &self.env, tick).unwrap();
        (tick.chain_open, tick.winner)
    }
}

/// The number of lines of `depth` turns.
fn perft(
    systems: &mut Systems,
    position: Position,
    side: Side,
    chain: Option<Square>,
    depth: usize,
) -> u64 {
    let mut lines = 0;
    for hop in English::legal_moves(position, side, chain) {
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
        let (is_held, winner) = systems.ask(&next, side, hop, crowned);
        lines += if is_held {
            perft(systems, next, side, Some(hop.to), depth)
        } else if depth == 1 {
            1
        } else if winner.is_some() {
            // A side that cannot move has lost, and has no lines.
            assert_eq!(winner, Some(side));
            0
        } else {
            perft(systems, next, side.opponent(), None, depth - 1)
        };
    }
    lines
}

fn assert_perft(depths: core::ops::RangeInclusive<usize>) {
    let mut systems = Systems::new();
    for depth in depths {
        let lines = perft(&mut systems, Position::START, Side::Black, None, depth);
        assert_eq!(lines, PUBLISHED[depth - 1], "depth {depth}");
    }
}

#[test]
fn lines_of_play_are_as_many_as_published() {
    assert_perft(1..=9);
}

#[test]
#[ignore = "half a minute: `cargo test --features official-rules --test official_rules -- --ignored`"]
fn longer_lines_are_as_many_as_published() {
    assert_perft(10..=11);
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

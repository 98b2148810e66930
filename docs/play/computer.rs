//! A modest opponent: alpha-beta over the project's own rules, to a fixed depth.

use crate::game::Game;
use checkers::rules::{English, Move, Position, Rules, Side, Square};

/// Turns looked ahead. Captures at the end of the line are played out.
const DEPTH: u32 = 6;
/// More than any position is worth.
const WIN: i32 = 1_000_000;
/// Moves that are worse than the best by no more than this are as good: a twentieth of a man.
const MARGIN: i32 = 5;

const MAN: i32 = 100;
const KING: i32 = 160;
/// A man is worth this much more with each row it has advanced.
const ADVANCED: i32 = 3;
/// A man at home keeps the opponent from a king.
const AT_HOME: i32 = 8;

/// A player who thinks. The same seed plays the same moves in the same game.
pub struct Computer {
    seed: u64,
}

impl Computer {
    /// A player for a seed: among equally good moves, the seed chooses.
    pub fn new(seed: u64) -> Computer {
        Computer { seed }
    }

    /// The next step or jump; `None` if there is none.
    pub fn choose(&mut self, game: Game) -> Option<Move> {
        let mut valued: Vec<(Move, i32)> = Vec::new();
        let mut best = -WIN;
        for hop in game.hops() {
            // A window this wide tells the exact value of every move that can still be chosen.
            let value = value_after(game, hop, DEPTH, best - MARGIN - 1, WIN);
            best = best.max(value);
            valued.push((hop, value));
        }
        // Nothing is as good as winning at once, or as losing late.
        let margin = if best.abs() > WIN / 2 { 0 } else { MARGIN };
        valued.retain(|&(_, value)| value >= best - margin);
        let index = self.random().checked_rem(valued.len() as u64)?;
        Some(valued[index as usize].0)
    }

    /// The next number of SplitMix64.
    fn random(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// What a hop is worth to the side that plays it. Within a chain that side plays on.
fn value_after(game: Game, hop: Move, depth: u32, alpha: i32, beta: i32) -> i32 {
    let next = game.after(hop);
    match next.winner() {
        Some(winner) if winner == game.side => WIN - (DEPTH - depth.min(DEPTH)) as i32,
        Some(_) => (DEPTH - depth.min(DEPTH)) as i32 - WIN,
        None if next.is_held() => value(next, depth, alpha, beta),
        None => -value(next, depth.saturating_sub(1), -beta, -alpha),
    }
}

/// What a game that is not over is worth to the side to move.
fn value(game: Game, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 && !English::can_capture(&game.position, game.side) {
        return worth(&game.position, game.side) - worth(&game.position, game.side.opponent());
    }
    let mut best = -WIN;
    for hop in game.hops() {
        let value = value_after(game, hop, depth, alpha, beta);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// What the pieces of a side are worth.
fn worth(position: &Position, side: Side) -> i32 {
    let pieces = Square::all().filter(|&square| position.side_at(square) == Some(side));
    pieces
        .map(|square| {
            let advanced = match side {
                Side::Black => square.row(),
                Side::White => 7 - square.row(),
            };
            match (position.is_king(square), advanced) {
                (true, _) => KING + centre(square),
                (false, 0) => MAN + AT_HOME,
                (false, rows) => MAN + ADVANCED * rows as i32,
            }
        })
        .sum()
}

/// A king sees more from the middle: 0 on the edge to 6 there.
fn centre(square: Square) -> i32 {
    let from_edge = |index: u32| index.min(7 - index) as i32;
    from_edge(square.row()) + from_edge(square.col())
}

//! The game so far, and how it is written down: Portable Draughts Notation.

use crate::game::{Game, Rules, Turn};
use checkers::rules::{Move, Position, Side, Square};
use std::fmt::Write;

/// Columns of a score.
const COLUMNS: usize = 78;

/// The turns that have been seen.
pub struct Record {
    /// What stood before the first of them.
    start: Game,
    turns: Vec<Turn>,
}

impl Record {
    /// Nothing so far, but a game to follow.
    pub fn new(start: Game) -> Record {
        Record {
            start,
            turns: Vec::new(),
        }
    }

    /// Enters a step or jump. With `goes_on`, it belongs to the turn that is open.
    pub fn enter(&mut self, from: Square, to: Square, goes_on: bool) {
        match self.turns.last_mut() {
            Some(turn) if goes_on => turn.path.push(to),
            _ => self.turns.push(Turn {
                path: vec![from, to],
                captures: from.diagonal_distance(to) == Some(2),
            }),
        }
    }

    /// The turn entered last, perhaps not yet finished.
    pub fn last(&self) -> Option<&Turn> {
        self.turns.last()
    }

    /// How many steps and jumps there are.
    pub fn count(&self) -> usize {
        self.turns.iter().map(|turn| turn.path.len() - 1).sum()
    }

    /// The turns with a step or jump behind the first so many, and whose they are.
    pub fn since(&self, count: usize) -> Vec<(Side, Turn)> {
        let mut hops = 0;
        let mut side = self.start.side;
        let mut since = Vec::new();
        for turn in &self.turns {
            hops += turn.path.len() - 1;
            if hops > count {
                since.push((side, turn.clone()));
            }
            side = side.opponent();
        }
        since
    }

    /// The score, with these headers before those that say where it starts and how it ends.
    pub fn pdn(&self, headers: &[(&str, String)], result: &str) -> String {
        let mut pdn = String::new();
        let mut header = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(pdn, "[{name} \"{value}\"]").expect("text takes all");
        };
        for (name, value) in headers {
            header(name, value);
        }
        header("Result", result);
        let Game { position, side, .. } = self.start;
        // The rules are no part of where a game starts.
        if self.start != Game::start(self.start.rules) {
            header("SetUp", "1");
            header("FEN", &fen(&position, side));
        }
        pdn.push('\n');

        let mut line = String::new();
        for word in self.words().chain([result.to_string()]) {
            if !line.is_empty() && line.len() + 1 + word.len() > COLUMNS {
                pdn += &line;
                pdn.push('\n');
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += &word;
        }
        pdn + &line + "\n"
    }

    /// The turns with the numbers of the moves: a move of each side is one.
    fn words(&self) -> impl Iterator<Item = String> + '_ {
        let white_begins = self.start.side == Side::White;
        let skipped = usize::from(white_begins);
        (skipped..).zip(&self.turns).flat_map(move |(ply, turn)| {
            let number = ply / 2 + 1;
            let before = match ply % 2 {
                0 => Some(format!("{number}.")),
                _ if ply == skipped => Some(format!("{number}...")),
                _ => None,
            };
            before.into_iter().chain([turn.to_string()])
        })
    }
}

/// A position as scores write it: `B:W18,K24:B1,2`.
fn fen(position: &Position, side: Side) -> String {
    let pieces = |side| {
        let squares = Square::all().filter(|&square| position.side_at(square) == Some(side));
        let piece = |square: Square| {
            let king = if position.is_king(square) { "K" } else { "" };
            format!("{king}{}", square.number())
        };
        squares.map(piece).collect::<Vec<_>>().join(",")
    };
    let to_move = match side {
        Side::Black => "B",
        Side::White => "W",
    };
    let (white, black) = (pieces(Side::White), pieces(Side::Black));
    format!("{to_move}:W{white}:B{black}")
}

/// A way from a game that was known.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The steps and jumps since.
    pub hops: Vec<(Square, Square)>,
    /// How often the turn has passed.
    pub passed: u32,
    /// Where it leads.
    pub game: Game,
    /// The rules, if they are known.
    pub rules: Option<Rules>,
}

impl Way {
    /// No step yet.
    pub fn new(game: Game, rules: Option<Rules>) -> Way {
        Way {
            hops: Vec::new(),
            passed: 0,
            game,
            rules,
        }
    }

    /// One step or jump on. Where the rules are not known and make a difference, by each of them.
    pub fn after(&self, hop: Move) -> Vec<Way> {
        let by = |rules| {
            let game = self.game;
            Game { rules, ..game }.after(hop)
        };
        let [core, official] = [Rules::Core, Rules::Official].map(by);
        let games = match self.rules {
            None if core.is_held() != official.is_held() => [core, official]
                .map(|game| (game, Some(game.rules)))
                .to_vec(),
            rules => vec![(self.game.after(hop), rules)],
        };
        let way = |(game, rules): (Game, _)| {
            let mut hops = self.hops.clone();
            hops.push((hop.from, hop.to));
            Way {
                hops,
                passed: self.passed + u32::from(!game.is_held()),
                game,
                rules,
            }
        };
        games.into_iter().map(way).collect()
    }
}

/// Turns that are looked for. More than a few are too many to try.
const MOST_TURNS: u32 = 3;

/// How a game can have gone on from each of these, to where the pieces stand now and the turn has
/// passed so often in all. The last move of a game that is over does not pass it.
pub fn ways(
    known: impl IntoIterator<Item = Way>,
    shown: &Position,
    turns: u32,
    over: bool,
) -> Vec<Way> {
    let mut search = Search {
        shown,
        turns,
        most: turns + u32::from(over),
        ways: Vec::new(),
    };
    if turns <= MOST_TURNS {
        for way in known {
            search.look(way);
        }
    }
    search.ways
}

struct Search<'a> {
    shown: &'a Position,
    turns: u32,
    most: u32,
    ways: Vec<Way>,
}

impl Search<'_> {
    fn look(&mut self, way: Way) {
        if way.passed > self.most {
            return;
        }
        if way.passed >= self.turns && way.game.position == *self.shown {
            self.ways.push(way.clone());
        }
        let pieces = |position: &Position| position.pieces_of_both().count_ones();
        if pieces(&way.game.position) < pieces(self.shown) {
            return;
        }
        for hop in way.game.hops() {
            for next in way.after(hop) {
                self.look(next);
            }
        }
    }
}

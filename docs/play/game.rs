//! A game between two calls of the contract: the position, the side to move and an open chain.
//!
//! The contract is the judge of every move. This is what the terminal needs to know beforehand: to
//! list moves, to read a chain of which only the ends are written, and to let the computer think.
//! What follows a step or jump stands in [`Game::after`] alone.

use checkers::rules::{English, Move, Position, Rules as _, Side, Square};
use std::fmt;

/// What happens at a crowning and at the end. All else is the same.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rules {
    /// A piece crowned by a jump may have to jump on, and either side may have lost after a move.
    Core,
    /// The rules of English draughts: a crowning ends the move, and only who is to move can have lost.
    Official,
}

impl Rules {
    /// What there is to say about them.
    pub const fn in_words(self) -> &'static str {
        match self {
            Rules::Core => {
                "By the rules of this contract a piece that is crowned may have to jump on."
            }
            Rules::Official => "By the rules of this contract a crowning ends the move.",
        }
    }
}

/// A position and who is to move in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    /// The rules that it is played by.
    pub rules: Rules,
    /// Where the pieces stand.
    pub position: Position,
    /// The side to move.
    pub side: Side,
    /// The square of the piece that must jump on.
    pub chain: Option<Square>,
}

impl Game {
    /// The start of every game.
    pub const fn start(rules: Rules) -> Game {
        Game {
            rules,
            position: Position::START,
            side: Side::Black,
            chain: None,
        }
    }

    /// The legal steps and jumps, each of which is one call of the contract.
    pub fn hops(self) -> impl Iterator<Item = Move> {
        English::legal_moves(self.position, self.side, self.chain)
    }

    /// The legal step or jump between two squares.
    pub fn hop(self, from: Square, to: Square) -> Option<Move> {
        self.hops().find(|hop| (hop.from, hop.to) == (from, to))
    }

    /// The game after a legal step or jump.
    pub fn after(mut self, hop: Move) -> Game {
        self.position.play(self.side, hop);
        let crowned = self.position.must_be_crowned(self.side, hop.to);
        if crowned {
            self.position.crown(hop.to);
        }
        let goes_on =
            hop.captured.is_some() && English::can_capture_from(&self.position, self.side, hop.to);
        if goes_on && !(crowned && self.rules == Rules::Official) {
            self.chain = Some(hop.to);
        } else {
            self.chain = None;
            self.side = self.side.opponent();
        }
        self
    }

    /// Who has won, if the game is over.
    pub fn winner(self) -> Option<Side> {
        match self.rules {
            Rules::Core => English::winner(&self.position),
            // While a chain is open, nobody is to move who could have lost.
            Rules::Official if self.is_held() => None,
            Rules::Official => {
                let has_lost = !English::can_move(&self.position, self.side);
                has_lost.then_some(self.side.opponent())
            }
        }
    }

    /// Is it still the same side's move, with a chain to finish?
    pub const fn is_held(self) -> bool {
        self.chain.is_some()
    }

    /// Every legal turn, chains played to their end.
    pub fn turns(self) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.extend(&mut Vec::new(), &mut |hops, complete| {
            if complete {
                turns.push(Turn::of(hops));
            }
        });
        turns
    }

    /// The turns that begin with a step or jump.
    pub fn turns_after(self, first: Move) -> Vec<Turn> {
        let (from, to) = (first.from, first.to);
        let begins = |turn: &Turn| turn.path.starts_with(&[from, to]);
        self.turns().into_iter().filter(begins).collect()
    }

    /// The ways to capture from one square to another in two jumps or more. Chains that end there
    /// come before those that could go on: if there are any, only they are meant.
    pub fn chains(self, from: Square, to: Square) -> Vec<Turn> {
        let (mut ended, mut open) = (Vec::new(), Vec::new());
        self.extend(&mut Vec::new(), &mut |hops, complete| {
            if hops.len() > 1 && hops[0].from == from && hops[hops.len() - 1].to == to {
                let chains = if complete { &mut ended } else { &mut open };
                chains.push(Turn::of(hops));
            }
        });
        if ended.is_empty() {
            open
        } else {
            ended
        }
    }

    /// Shows every beginning of every turn, and whether it is the whole turn.
    fn extend(self, hops: &mut Vec<Move>, see: &mut impl FnMut(&[Move], bool)) {
        for hop in self.hops() {
            let next = self.after(hop);
            hops.push(hop);
            see(hops, !next.is_held());
            if next.is_held() {
                next.extend(hops, see);
            }
            hops.pop();
        }
    }
}

/// What a side plays in one go: a step, or a jump and those that follow it.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The squares touched, from the first to the last.
    pub path: Vec<Square>,
    /// Does it capture?
    pub captures: bool,
}

impl Turn {
    /// The turn of these hops, of which there is at least one.
    pub fn of(hops: &[Move]) -> Turn {
        let landings = hops.iter().map(|hop| hop.to);
        Turn {
            path: std::iter::once(hops[0].from).chain(landings).collect(),
            captures: hops[0].captured.is_some(),
        }
    }
}

/// Standard notation: `11-15`, `22x15x6`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.captures { "x" } else { "-" };
        for (i, square) in self.path.iter().enumerate() {
            let before = if i == 0 { "" } else { separator };
            write!(f, "{before}{}", square.number())?;
        }
        Ok(())
    }
}

//! A game at a table: what has been played, what may be played, and how that reads.

use crate::game::{Game, Turn};
use crate::notation::Outcome;
#[cfg(feature = "match-play")]
use crate::request::Request;
use crate::table::{Code, Refusal, State, Table};
use checkers::rules::{Side, Square};

/// What a score may claim and the contract cannot confirm.
const UNSEEN: &str = "The contract has not seen that: it knows neither resignation nor a draw.";
/// The same of a contract that can be told.
#[cfg(feature = "match-play")]
const UNSEEN_SO_FAR: &str = "The contract has not seen that: resign, or agree on a draw.";

/// The game at a table as the session has followed it.
pub struct Sitting {
    /// The contract.
    pub table: Table,
    /// What it tells of the game.
    pub state: State,
    /// The same with an open chain, which it does not tell.
    pub game: Game,
    /// The turn played last, perhaps not yet finished.
    pub last: Option<Turn>,
    /// Turns since the last capture or move of a man.
    pub quiet: u32,
    /// Has the step or jump played last crowned a man?
    crowned: bool,
}

impl Sitting {
    /// A new contract with a game set up.
    pub fn new(code: &Code, move_seconds: u32) -> Result<Sitting, String> {
        let table = Table::set_up(code, move_seconds)?;
        Ok(Sitting {
            state: table.state(),
            table,
            game: Game::START,
            last: None,
            quiet: 0,
            crowned: false,
        })
    }

    /// Sends one step or jump, and follows it if the contract accepts it.
    pub fn submit(&mut self, squares: [u32; 4]) -> Result<(), Refusal> {
        let before = self.state;
        self.table.submit(before.side, squares)?;
        let [from_row, from_col, to_row, to_col] = squares;
        let (Some(from), Some(to)) = (Square::at(from_row, from_col), Square::at(to_row, to_col))
        else {
            return Err(Refusal::Host(format!("{squares:?} was accepted")));
        };
        self.state = self.table.state();
        let goes_on = self.game.is_held();
        let position = self.state.position;
        // The contract does not show an open chain. While there is one, the turn does not pass.
        let held = !self.state.finished && self.state.move_number == before.move_number;
        self.game = Game {
            position,
            side: self.state.side,
            chain: held.then_some(to),
        };
        self.crowned = position.is_king(to) && !before.position.is_king(from);
        let captures = from.diagonal_distance(to) == Some(2);
        match &mut self.last {
            Some(turn) if goes_on => turn.path.push(to),
            last => {
                let path = vec![from, to];
                *last = Some(Turn { path, captures });
            }
        }
        if captures || !before.position.is_king(from) {
            self.quiet = 0;
        } else {
            self.quiet += 1;
        }
        Ok(())
    }

    /// Sends one step or jump between two squares.
    pub fn play(&mut self, from: Square, to: Square) -> Result<(), Refusal> {
        self.submit([from.row(), from.col(), to.row(), to.col()])
    }

    /// Sends what a player asks for.
    #[cfg(feature = "match-play")]
    pub fn ask(&mut self, side: Side, request: Request) -> Result<(), Refusal> {
        self.table.ask(side, request)?;
        self.state = self.table.state();
        if self.state.finished {
            self.game.chain = None;
        }
        Ok(())
    }

    /// Has the result of a score entered, if the game is still on: the loser resigns, or both agree
    /// on a draw.
    #[cfg(feature = "match-play")]
    pub fn settle(&mut self, outcome: Outcome) -> Result<(), Refusal> {
        if self.state.finished || !self.table.has_match_play() {
            return Ok(());
        }
        match outcome {
            Outcome::BlackWon => self.ask(Side::White, Request::Resign),
            Outcome::WhiteWon => self.ask(Side::Black, Request::Resign),
            Outcome::Drawn => {
                if self.offer().is_none() {
                    self.ask(self.state.side, Request::AgreeDraw)?;
                }
                let accepts = self.offer().map_or(self.state.side, Side::opponent);
                self.ask(accepts, Request::AgreeDraw)
            }
            Outcome::Open => Ok(()),
        }
    }

    /// Who offers a draw.
    #[cfg(feature = "match-play")]
    pub fn offer(&self) -> Option<Side> {
        Side::of_player(self.table.match_record()?.offer)
    }

    /// The seconds that the side to move has left, if it plays against the clock.
    #[cfg(feature = "match-play")]
    pub fn time_left(&self) -> Option<u64> {
        let clock = self.table.match_record()?;
        let taken = self.table.now().saturating_sub(clock.turn_passed);
        let limit = u64::from(clock.move_seconds);
        (limit > 0).then(|| limit.saturating_sub(taken))
    }

    /// How the clock stands, in a sentence.
    #[cfg(feature = "match-play")]
    pub fn clock(&self) -> String {
        let Some(record) = self.table.match_record() else {
            return "This contract has no clock.".into();
        };
        if self.state.finished {
            return self.standing();
        }
        let side = self.state.side;
        let limit = record.move_seconds;
        let taken = self.table.now().saturating_sub(record.turn_passed);
        let has = format!("{} has had the turn for {taken} s", name(side));
        match limit {
            0 => format!("{has}. This game is played without a clock."),
            _ if taken < limit.into() => format!("{has} of {limit} s."),
            _ => {
                let other = name(side.opponent());
                format!("{has}, and {limit} s are up: {other} can claim the win.")
            }
        }
    }

    /// The squares to be touched by a move as it is written. A jump that is written by its ends only
    /// is looked up. An error if the move has no meaning that the contract could judge.
    pub fn path(&self, text: &str, squares: &[Square]) -> Result<Vec<Square>, String> {
        if self.state.finished {
            return Ok(squares.to_vec());
        }
        if let [from, to] = *squares {
            if self.game.hop(from, to).is_some() {
                return Ok(squares.to_vec());
            }
            return match self.game.chains(from, to).as_slice() {
                [] => Ok(squares.to_vec()),
                [chain] => Ok(chain.path.clone()),
                chains => Err(format!(
                    "{text} can be {}. Write the squares between.",
                    list(chains, "or")
                )),
            };
        }
        let mut game = self.game;
        for (played, leg) in (2..).zip(squares.windows(2)) {
            let Some(hop) = game.hop(leg[0], leg[1]) else {
                // The contract will say why.
                break;
            };
            game = game.after(hop);
            if !game.is_held() && played < squares.len() {
                let number = leg[1].number();
                return Err(format!(
                    "The turn ends on {number}, but {text} goes on. Nothing was played."
                ));
            }
        }
        Ok(squares.to_vec())
    }

    /// Must a piece jump on that has just been crowned? By the official rules its move is over.
    pub fn goes_on_after_crowning(&self) -> bool {
        self.game.is_held() && self.crowned
    }

    /// The legal moves as a sentence; `None` when the game is over.
    pub fn moves(&self) -> Option<String> {
        if self.state.finished {
            return None;
        }
        Some(self.can_play(&self.game.turns()))
    }

    /// The same from the contract, as far as it tells; chains are played to their end.
    #[cfg(feature = "match-play")]
    pub fn moves_of_contract(&self) -> Option<String> {
        let Some(legal) = self.table.legal_moves() else {
            return self.moves();
        };
        if self.state.finished {
            return None;
        }
        let mut turns = Vec::new();
        for (from, to) in legal {
            match self.game.hop(from, to) {
                Some(hop) => turns.extend(self.game.turns_after(hop)),
                None => turns.push(Turn {
                    path: vec![from, to],
                    captures: from.diagonal_distance(to) == Some(2),
                }),
            }
        }
        Some(self.can_play(&turns))
    }

    fn can_play(&self, turns: &[Turn]) -> String {
        format!("{} can play {}.", name(self.state.side), list(turns, "or"))
    }

    /// How the game stands, in a sentence.
    pub fn standing(&self) -> String {
        let State {
            side, move_number, ..
        } = self.state;
        if let Some(winner) = self.state.winner {
            return format!("The game is over: {} has won.", name(winner));
        }
        if self.state.finished {
            return "The game is over: it is drawn.".into();
        }
        let chain = self.game.chain.map_or(String::new(), |square| {
            format!(": the piece on {} must jump on", square.number())
        });
        let standing = format!("Move number {move_number}. {} to move{chain}.", name(side));
        #[cfg(feature = "match-play")]
        let standing = standing + &self.time_and_offer();
        standing
    }

    /// What there is beside the position: the time left and the offer of a draw.
    #[cfg(feature = "match-play")]
    fn time_and_offer(&self) -> String {
        let other = name(self.state.side.opponent());
        let mut said = match self.time_left() {
            None => String::new(),
            Some(0) => format!(" The time is up: {other} can claim the win."),
            Some(left) => format!(" {left} s left."),
        };
        if let Some(offers) = self.offer() {
            said += &format!(" {} offers a draw.", name(offers));
        }
        said
    }

    /// What the score says of the result, beside what the contract says.
    pub fn verdict(&self, outcome: Outcome) -> String {
        let (says, side) = match outcome {
            Outcome::BlackWon => ("The score says that Black won.", Some(Side::Black)),
            Outcome::WhiteWon => ("The score says that White won.", Some(Side::White)),
            Outcome::Drawn => ("The score says that the game was drawn.", None),
            Outcome::Open => return "The score gives no result.".into(),
        };
        match self.state.winner {
            None if self.state.finished && side.is_none() => {
                format!("{says} So does the contract.")
            }
            None if self.state.finished => {
                format!("{says} The contract says that the game was drawn.")
            }
            #[cfg(feature = "match-play")]
            None if self.table.has_match_play() => format!("{says} {UNSEEN_SO_FAR}"),
            None => format!("{says} {UNSEEN}"),
            Some(winner) if side == Some(winner) => format!("{says} So does the contract."),
            Some(winner) => format!("{says} The contract says that {} won.", name(winner)),
        }
    }
}

/// A side as text names it.
pub fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "Black",
        Side::White => "White",
    }
}

/// Turns in words: `a, b or c`.
fn list(turns: &[Turn], conjunction: &str) -> String {
    let texts: Vec<String> = turns.iter().map(Turn::to_string).collect();
    match texts.as_slice() {
        [] => "nothing".into(),
        [one] => one.clone(),
        [many @ .., last] => format!("{} {conjunction} {last}", many.join(", ")),
    }
}

//! A game at a table: what has been played, what may be played, and how that reads.

use crate::contract::{Contract, MatchState, Receipt, Refusal, State};
use crate::game::{Game, Rules, Turn};
use crate::notation::Outcome;
use crate::record::{ways, Record, Way};
use crate::request::Request;
use checkers::rules::{Side, Square, SIZE};

/// What a score may claim and the contract cannot confirm.
const UNSEEN: &str = "The contract has not seen that: it knows neither resignation nor a draw.";
/// The same of a contract that can be told.
const UNSEEN_SO_FAR: &str = "The contract has not seen that: resign, or agree on a draw.";

/// What is added to the standing if the contract could not be asked.
const STALE: &str = " This is how it stood: the network could not be asked again.";

/// The game at a table as the session has followed it.
pub struct Sitting {
    /// The contract.
    pub contract: Box<dyn Contract>,
    /// What it tells of the game.
    pub state: State,
    /// The same with an open chain, which it does not tell.
    pub game: Game,
    /// The turns played.
    pub record: Record,
    /// Turns since the last capture or move of a man, as far as they have been seen.
    pub quiet: u32,
    /// Has the step or jump played last crowned a man?
    crowned: bool,
    /// The rules that the contract keeps, as far as it has shown.
    pub rules: Option<Rules>,
    /// Clock and offer, if the contract tells.
    pub match_state: Option<MatchState>,
    /// Could the contract not be asked when it should have been?
    stale: bool,
}

impl Sitting {
    /// Sits down at a contract with a game set up.
    pub fn join(contract: Box<dyn Contract>) -> Result<Sitting, Refusal> {
        let state = contract.state()?;
        let rules = contract.rules();
        let game = shown(&state, None, rules);
        let mut sitting = Sitting {
            match_state: contract.match_state()?,
            contract,
            state,
            game,
            record: Record::new(game),
            quiet: 0,
            crowned: false,
            rules,
            stale: false,
        };
        if game != Game::start(game.rules) || state.finished {
            sitting.start_over(state)?;
        }
        Ok(sitting)
    }

    /// Sends one step or jump, and follows it if the contract accepts it. After a failure the contract
    /// is asked how the game stands.
    pub fn submit(&mut self, squares: [u32; 4]) -> Result<Option<Receipt>, Refusal> {
        let receipt = match self.contract.submit(self.state.side, squares) {
            Ok(receipt) => receipt,
            Err(refusal) => {
                self.ask_anew();
                return Err(refusal);
            }
        };
        let [from_row, from_col, to_row, to_col] = squares;
        let (Some(from), Some(to)) = (Square::at(from_row, from_col), Square::at(to_row, to_col))
        else {
            return Err(Refusal::Host(format!("{squares:?} was accepted")));
        };
        let Ok(state) = self.contract.state() else {
            // It is played, whether or not it can be seen now.
            self.stale = true;
            return Ok(receipt);
        };
        let played = self.game.hop(from, to);
        let played = played.map(|hop| Way::new(self.game, self.rules).after(hop));
        let turns = state.move_number - self.state.move_number;
        let ways = ways(
            played.into_iter().flatten(),
            &state.position,
            turns,
            state.finished,
        );
        match &ways[..] {
            [way] => self.follow(way.clone(), state),
            // What nobody else has touched is as the contract shows it.
            _ if turns <= 1 => {
                self.enter(from, to);
                let held = !state.finished && turns == 0;
                self.game = shown(&state, held.then_some(to), self.rules);
                self.state = state;
            }
            _ => self.start_over(state)?,
        }
        match self.contract.match_state() {
            Ok(match_state) => self.match_state = match_state,
            Err(_) => self.stale = true,
        }
        Ok(receipt)
    }

    /// Sends one step or jump between two squares.
    pub fn play(&mut self, from: Square, to: Square) -> Result<Option<Receipt>, Refusal> {
        self.submit([from.row(), from.col(), to.row(), to.col()])
    }

    /// Sends what a player asks for.
    pub fn ask(&mut self, side: Side, request: Request) -> Result<Option<Receipt>, Refusal> {
        let receipt = self.contract.ask(side, request);
        self.ask_anew();
        receipt
    }

    /// Asks how the game stands, and follows what has been played. Has anything changed?
    pub fn refresh(&mut self) -> Result<bool, Refusal> {
        let asked = self.contract.state();
        let asked = asked.and_then(|state| Ok((state, self.contract.match_state()?)));
        self.stale = asked.is_err();
        let (state, match_state) = asked?;
        let changed = (state, match_state) != (self.state, self.match_state);
        if state != self.state {
            let turns = state.move_number.saturating_sub(self.state.move_number);
            let known = Way::new(self.game, self.rules);
            match &ways([known], &state.position, turns, state.finished)[..] {
                [way] => self.follow(way.clone(), state),
                _ => self.start_over(state)?,
            }
        }
        self.match_state = match_state;
        Ok(changed)
    }

    /// Asks how the game stands after a call. If nobody answers, the standing says so.
    fn ask_anew(&mut self) {
        let _ = self.refresh();
    }

    /// Enters what has been played, and takes the state that it has led to.
    fn follow(&mut self, way: Way, state: State) {
        for (from, to) in way.hops {
            self.enter(from, to);
            if let Some(hop) = self.game.hop(from, to) {
                self.game = self.game.after(hop);
            }
        }
        self.rules = way.rules;
        let chain = way.game.chain.filter(|_| !state.finished);
        self.game = shown(&state, chain, self.rules);
        self.state = state;
    }

    /// Enters a step or jump of the game as it is known.
    fn enter(&mut self, from: Square, to: Square) {
        self.record.enter(from, to, self.game.chain == Some(from));
        let captures = from.diagonal_distance(to) == Some(2);
        let man = !self.game.position.is_king(from);
        // A man gets to no edge but that where it is crowned.
        self.crowned = man && [0, SIZE - 1].contains(&to.row());
        if captures || man {
            self.quiet = 0;
        } else {
            self.quiet += 1;
        }
    }

    /// Takes a state to which no way is known: recalls the game from its start if somebody can tell,
    /// or begins a new record.
    fn start_over(&mut self, state: State) -> Result<(), Refusal> {
        self.game = shown(&state, None, self.rules);
        self.state = state;
        self.quiet = 0;
        self.record = Record::new(self.game);
        let past = self.contract.past()?.unwrap_or_default();
        if !self.recall(&past) {
            self.game.chain = self.chain_of_contract()?.filter(|_| !state.finished);
            self.record = Record::new(self.game);
        }
        Ok(())
    }

    /// Plays the moves from the start. Do they lead to the state?
    fn recall(&mut self, past: &[(Square, Square)]) -> bool {
        let mut game = Game::start(self.game.rules);
        let mut record = Record::new(game);
        let mut rules = self.rules;
        let mut end_turn = |game: &mut Game| {
            // By other rules it would be held: a crowning has ended it.
            rules = Some(Rules::Official);
            game.rules = Rules::Official;
            game.chain = None;
            game.side = game.side.opponent();
        };
        for &(from, to) in past {
            if game.is_held() && game.position.side_at(from) != Some(game.side) {
                end_turn(&mut game);
            }
            let Some(hop) = game.hop(from, to) else {
                return false;
            };
            record.enter(from, to, game.is_held());
            game = game.after(hop);
        }
        if game.is_held() && !self.state.finished && game.side != self.state.side {
            end_turn(&mut game);
        }
        if game.position != self.state.position {
            return false;
        }
        self.record = record;
        self.rules = rules;
        let chain = game.chain.filter(|_| !self.state.finished);
        self.game = shown(&self.state, chain, rules);
        true
    }

    /// The piece that must jump on, if the moves that the contract lists give it away.
    fn chain_of_contract(&self) -> Result<Option<Square>, Refusal> {
        let legal = self.contract.legal_moves()?.unwrap_or_default();
        let Some(&(from, _)) = legal.first() else {
            return Ok(None);
        };
        let alone = legal.iter().all(|hop| hop.0 == from);
        Ok((alone && legal.len() < self.game.hops().count()).then_some(from))
    }

    /// Does the contract have match play?
    pub fn has_match_play(&self) -> bool {
        self.contract.spec().has_function(Request::Resign.name())
    }

    /// Has the result of a score entered, if the game is still on: the loser resigns, or both agree
    /// on a draw.
    pub fn settle(&mut self, outcome: Outcome) -> Result<(), Refusal> {
        if self.state.finished || !self.has_match_play() {
            return Ok(());
        }
        match outcome {
            Outcome::BlackWon => self.ask(Side::White, Request::Resign)?,
            Outcome::WhiteWon => self.ask(Side::Black, Request::Resign)?,
            Outcome::Drawn => {
                if self.offer().is_none() {
                    self.ask(self.state.side, Request::AgreeDraw)?;
                }
                let accepts = self.offer().map_or(self.state.side, Side::opponent);
                self.ask(accepts, Request::AgreeDraw)?
            }
            Outcome::Open => None,
        };
        Ok(())
    }

    /// Who offers a draw.
    pub fn offer(&self) -> Option<Side> {
        self.match_state?.offer
    }

    /// The seconds for a turn, if there is a limit.
    pub fn limit(&self) -> Option<u32> {
        let limit = self.match_state?.move_seconds;
        (limit > 0).then_some(limit)
    }

    /// The seconds that the side to move has left, if it plays against the clock.
    pub fn time_left(&self) -> Option<u64> {
        let taken = self.time_taken()?;
        Some(u64::from(self.limit()?).saturating_sub(taken))
    }

    /// The seconds that the side to move has had the turn.
    fn time_taken(&self) -> Option<u64> {
        let passed = self.match_state?.turn_passed;
        Some(self.contract.now().saturating_sub(passed))
    }

    /// How the clock stands, in a sentence.
    pub fn clock(&self) -> String {
        let Some(taken) = self.time_taken() else {
            return "This contract has no clock.".into();
        };
        if self.state.finished {
            return self.standing();
        }
        let side = self.state.side;
        let has = format!("{} has had the turn for {taken} s", name(side));
        match self.limit() {
            None => format!("{has}. This game is played without a clock."),
            Some(limit) if taken < limit.into() => format!("{has} of {limit} s."),
            Some(limit) => {
                let other = name(side.opponent());
                format!("{has}, and {limit} s are up: {other} can claim the win.")
            }
        }
    }

    /// The score of the game so far.
    pub fn score(&self) -> String {
        let result = match (self.state.finished, self.state.winner) {
            (false, _) => "*",
            (true, None) => "1/2-1/2",
            (true, Some(Side::Black)) => "1-0",
            (true, Some(Side::White)) => "0-1",
        };
        self.record.pdn(&self.contract.headers(), result)
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
    pub fn moves_of_contract(&self) -> Result<Option<String>, Refusal> {
        if self.state.finished {
            return Ok(None);
        }
        let Some(legal) = self.contract.legal_moves()? else {
            return Ok(self.moves());
        };
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
        Ok(Some(self.can_play(&turns)))
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
        standing + &self.time_and_offer() + if self.stale { STALE } else { "" }
    }

    /// What there is beside the position: the time left and the offer of a draw.
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
            None if self.has_match_play() => format!("{says} {UNSEEN_SO_FAR}"),
            None => format!("{says} {UNSEEN}"),
            Some(winner) if side == Some(winner) => format!("{says} So does the contract."),
            Some(winner) => format!("{says} The contract says that {} won.", name(winner)),
        }
    }
}

/// The game that a contract shows, with what it does not tell.
fn shown(state: &State, chain: Option<Square>, rules: Option<Rules>) -> Game {
    Game {
        // Until the contract has shown it: there the turn is held longer.
        rules: rules.unwrap_or(Rules::Core),
        position: state.position,
        side: state.side,
        chain,
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

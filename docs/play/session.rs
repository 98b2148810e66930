//! A game at the terminal, or a file of games: reads lines, plays them at the table, and answers.

use crate::board;
use crate::computer::Computer;
use crate::contract::{Receipt, Refusal, State};
use crate::network::Network;
use crate::notation::{Item, Reader};
use crate::options::{Mover, Options, ELSEWHERE};
use crate::progress::Progress;
use crate::prompt::{Input, Pause};
use crate::request::Request;
use crate::score::Score;
use crate::sitting::{name, Sitting};
use crate::table::Table;
use checkers::errors::CheckersError;
use checkers::rules::Side;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// What the input and the output can do.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Somebody types: the game is shown and asks for moves, and a wrong one may be corrected.
    /// Otherwise the first wrong move ends the session, or its game.
    pub interactive: bool,
    /// May the board have colours?
    pub colour: bool,
    /// Can a line come and go that says what is going on?
    pub live: bool,
}

/// Why a session ended before its time.
#[derive(Debug)]
pub enum Failure {
    /// The input or the output failed.
    Io(io::Error),
    /// The contract cannot be set up or does not answer.
    Host(String),
    /// Something in a file was refused or cannot be read.
    Refused(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Io(error) => error.fmt(f),
            Failure::Host(why) | Failure::Refused(why) => f.write_str(why),
        }
    }
}

const HELP: &str = "\
11-15        a step, by the numbers of the squares
15x22        a jump; 22x15x6 a whole chain, or 22x6 if there is one way only
2 1 3 0      one step or jump as the contract takes it: row and column of the
             start, row and column of the landing square
moves        lists the legal moves
state        shows the board and what the contract tells of the game
score        shows the moves so far; save FILE writes them to a file
cost         shows what the last call and the game so far cost
";

/// What there is more with match play.
pub const MATCH_PLAY_HELP: &str = "\
resign       gives the game up
draw         offers a draw, or accepts it
claim draw   ends a game that goes nowhere: 80 moves, or a position thrice
claim win    for the player who waits, when the time of the other is up
             Behind these, black or white names who asks: with draw white,
             White accepts a draw while Black is to move
clock        shows how long the turn has lasted, and how long it may
";

const HELP_END: &str = "\
help or ?    shows this text
quit         ends the session

(b) is a man and (B) a king of Black, who begins and moves down the board;
(w) and (W) are White's. Square brackets mark the last move. A score can be
pasted with numbers, comments and result: 1. 11-15 23-19 2. 8-11 {a comment}
The result 1-0 is Black's win and 0-1 White's, as always in English draughts.
";

const COMMANDS: [&str; 8] = [
    "moves", "state", "score", "save ", "cost", "clock", "help", "quit",
];

const REQUESTS: [&str; 4] = ["resign", "draw", "claim draw", "claim win"];

const WELCOME: &str = "A contract is deployed and a game set up. Type a move like 11-15, or help.";

const LEAVE: &str = "Type quit to leave.";

const NO_CLAIM: &str = "The computer never claims the win when your time is up.";

const NO_UNDO: &str = "There is no undo: a move that the contract has accepted stands.";

const ONE_GAME: &str = "One contract is one game: the next of the file cannot be played on it.";

/// Times between two questions how the game stands: the first, what each is longer, and the longest.
const ASK_AFTER: Duration = Duration::from_millis(500);
const ASK_LATER: Duration = Duration::from_millis(500);
const ASK_AT_LEAST: Duration = Duration::from_secs(5);

const CHAIN: u32 = CheckersError::ChainCapturePieceMismatch as u32;

/// How long the computer waits before it tries again what the network has not done.
const TRY_AGAIN: Duration = Duration::from_secs(10);

/// Turns without a capture or a move of a man after which two computers stop.
const PATIENCE: u32 = 80;

/// Columns of a line of text.
const COLUMNS: usize = 76;

/// Plays what the input says until it ends or somebody quits.
pub fn run(
    options: Options,
    screen: Screen,
    input: impl Input,
    output: impl Write,
) -> Result<(), Failure> {
    let mut session = Session::new(options, screen, input, output)?;
    if session.options.deploy.is_some() {
        session.invite()?;
    }
    if screen.interactive {
        session.welcome()?;
    } else if session.options.keep_going {
        session.say("Game 1")?;
    }
    // In a file, nobody is waited for before there is a move to make.
    let sides = Side::BOTH;
    let computes = sides
        .iter()
        .any(|&side| session.mover(side) == Mover::Computer);
    loop {
        if (screen.interactive || computes) && session.advance()? == Pause::Leave {
            return session.close();
        }
        let Some(line) = session.read_line()? else {
            return session.end_of_input();
        };
        session.line += 1;
        if let Answer::Quit = session.hear(line.trim_end())? {
            return session.close();
        }
    }
}

/// What a line leads to.
enum Answer {
    GoOn,
    Quit,
}

struct Session<I, W> {
    options: Options,
    screen: Screen,
    input: I,
    output: W,
    progress: Progress,
    reader: Reader,
    computer: Computer,
    sitting: Sitting,
    score: Score,
    /// How many steps and jumps of the game have been told.
    told: usize,
    /// Must the board be shown before the next prompt?
    changed: bool,
    /// Has it been said which rules the contract has shown?
    rules_told: bool,
    /// The number of the game in a file of several.
    number: u32,
    /// Has something in this game of the file been refused? Then the rest of it is left out.
    refused: bool,
    /// How many games of the file have been played to their end.
    played: u32,
    /// The number of the line.
    line: u32,
}

/// Sits down where the options say.
fn sit_down(options: &Options, progress: &Progress) -> Result<Sitting, Failure> {
    let sitting = if options.on_network() {
        let network = Network::join(options, progress.clone());
        let network = network.map_err(|why| Failure::Host(in_lines(&why)))?;
        Sitting::join(Box::new(network))
    } else {
        let table = Table::set_up(&options.code(), options.clock).map_err(Failure::Host)?;
        Sitting::join(Box::new(table))
    };
    sitting.map_err(|refusal| Failure::Host(in_lines(&refusal.to_string())))
}

impl<I: Input, W: Write> Session<I, W> {
    fn new(options: Options, screen: Screen, input: I, output: W) -> Result<Self, Failure> {
        let progress = Progress::new(screen.live);
        let sitting = sit_down(&options, &progress)?;
        Ok(Session {
            computer: Computer::new(options.seed),
            rules_told: sitting.rules.is_some(),
            told: sitting.record.count(),
            sitting,
            reader: Reader::default(),
            options,
            screen,
            input,
            output,
            progress,
            score: Score::default(),
            changed: true,
            number: 1,
            refused: false,
            played: 0,
            line: 0,
        })
    }

    /// What is said before the first board.
    fn welcome(&mut self) -> Result<(), Failure> {
        if !self.options.on_network() {
            self.say(WELCOME)?;
        } else {
            if self.options.deploy.is_none() {
                let id = self.sitting.contract.headers().swap_remove(0).1;
                self.say(&format!("The contract is\n{id}"))?;
            }
            for side in Side::BOTH {
                let player = self.options.player(side);
                let who = player.name.unwrap_or(self.sitting.contract.address(side));
                let how = match player.mover {
                    Mover::Human => "who moves here",
                    Mover::Computer => "for whom the computer moves",
                    Mover::Elsewhere => "who moves elsewhere",
                };
                self.say(&format!("{} is {who}, {how}.", name(side)))?;
            }
        }
        if let Some(limit) = self.sitting.limit() {
            self.say(&format!("A turn may last {limit} s."))?;
            let movers = Side::BOTH.map(|side| self.mover(side));
            if movers.contains(&Mover::Computer) && movers.contains(&Mover::Human) {
                self.say(NO_CLAIM)?;
            }
        }
        Ok(())
    }

    /// Tells which contract has been deployed, and what the other player has to type.
    fn invite(&mut self) -> Result<(), Failure> {
        let id = self.sitting.contract.headers().swap_remove(0).1;
        self.say(&format!("A contract is deployed and a game set up:\n{id}"))?;
        let network = self.options.network.iter();
        let network: String = network.map(|name| format!(" --network {name}")).collect();
        let options = format!(" --contract {id}{network}");
        for side in Side::BOTH {
            if self.mover(side) == Mover::Elsewhere {
                self.say(&format!("{} joins with:", name(side)))?;
                let side = name(side).to_lowercase();
                writeln!(
                    self.output,
                    "cargo run --example play --{options} --{side} NAME"
                )?;
            }
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        for line in wrapped(text) {
            writeln!(self.output, "{line}")?;
        }
        Ok(self.output.flush()?)
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let last = self.sitting.record.last();
        let marked = last.map_or(&[][..], |turn| &turn.path);
        let board = board::draw(&self.sitting.state.position, marked, self.screen.colour);
        self.output.write_all(board.as_bytes())?;
        self.say(&self.sitting.standing())
    }

    /// Shows a game that has changed, if somebody is there to see it.
    fn show_change(&mut self) -> Result<(), Failure> {
        if self.screen.interactive && std::mem::take(&mut self.changed) {
            self.show_board()?;
            if self.sitting.state.finished {
                self.say(LEAVE)?;
            }
        }
        Ok(())
    }

    /// Asks for a line, if somebody is there to type it, and reads it.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        if let (true, Some((what, _))) = (self.screen.interactive, self.reader.open()) {
            let prompt = format!("{what}> ");
            return Ok(self.input.line(&prompt, Vec::new(), &mut self.output)?);
        }
        self.show_change()?;
        let (mut prompt, mut words) = ("", Vec::new());
        if self.screen.interactive {
            prompt = match self.sitting.state {
                State { finished: true, .. } => "over> ",
                State {
                    side: Side::Black, ..
                } => "black> ",
                State {
                    side: Side::White, ..
                } => "white> ",
            };
            words = self.words();
        }
        Ok(self.input.line(prompt, words, &mut self.output)?)
    }

    /// What can be meant: the commands, and the legal moves.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = COMMANDS.map(String::from).into();
        if self.sitting.has_match_play() {
            words.extend(REQUESTS.map(String::from));
        }
        if !self.sitting.state.finished {
            words.extend(self.sitting.game.turns().iter().map(ToString::to_string));
        }
        words
    }

    fn mover(&self, side: Side) -> Mover {
        self.options.player(side).mover
    }

    /// Goes on until somebody here is to move: the computer moves, and who plays elsewhere is waited
    /// for. Ends early if somebody wants to type or to leave.
    fn advance(&mut self) -> Result<Pause, Failure> {
        let both = Side::BOTH.map(|side| self.mover(side)) == [Mover::Computer; 2];
        loop {
            let State { side, finished, .. } = self.sitting.state;
            let patient = !both || self.sitting.quiet < PATIENCE;
            if finished || !patient {
                return Ok(Pause::Over);
            }
            let pause = match self.mover(side) {
                Mover::Human => return Ok(Pause::Over),
                Mover::Computer => {
                    if both && self.screen.interactive {
                        self.show_board()?;
                    }
                    self.computer_turn(side)?
                }
                Mover::Elsewhere => self.wait()?,
            };
            if pause != Pause::Over {
                return Ok(pause);
            }
            if both && self.sitting.quiet == PATIENCE {
                let stop = format!(
                    "The computers stop: no capture and no move of a man in {PATIENCE} turns."
                );
                self.say(&stop)?;
            }
        }
    }

    /// Has the computer play a whole turn.
    fn computer_turn(&mut self, side: Side) -> Result<Pause, Failure> {
        let declines = self.sitting.offer().is_some();
        let mut receipts = Vec::new();
        // Whose capture was found not to be the one that must go on.
        let mut others = Vec::new();
        loop {
            self.progress.show("the computer thinks");
            let hop = self.computer.choose(self.sitting.game);
            self.progress.clear();
            let hop = hop.ok_or_else(|| Failure::Host("the computer found no move".into()))?;
            match self.sitting.play(hop.from, hop.to) {
                Ok(receipt) => {
                    self.changed = true;
                    receipts.push(receipt);
                }
                // Whoever joins in the middle of a chain may not know of it.
                Err(Refusal::Contract(CHAIN, why)) => {
                    others.push(hop.from);
                    let mut next = self.sitting.game.hops().map(|hop| hop.from);
                    let next = next.find(|square| !others.contains(square));
                    let failed = || Failure::Host(format!("the computer's move failed: {why}"));
                    self.sitting.game.chain = Some(next.ok_or_else(failed)?);
                    continue;
                }
                Err(Refusal::Network(why)) => {
                    self.say(&why)?;
                    return self.pause(TRY_AGAIN);
                }
                Err(refusal) => {
                    return Err(Failure::Host(format!(
                        "the computer's move failed: {refusal}"
                    )));
                }
            }
            if !self.sitting.game.is_held() || self.sitting.state.side != side {
                break;
            }
        }
        self.tell_turns()?;
        for receipt in receipts {
            self.tell_receipt(receipt)?;
        }
        if declines {
            self.say(&format!("{} declines the draw.", name(side)))?;
        }
        self.tell_rules()?;
        Ok(Pause::Over)
    }

    /// Waits until something has changed in a game whose next move is made elsewhere.
    fn wait(&mut self) -> Result<Pause, Failure> {
        self.show_change()?;
        let side = self.sitting.state.side;
        if self.screen.interactive && !self.screen.live {
            self.say(&format!("Waiting for {}.", name(side)))?;
        }
        let (begun, mut time, mut told) = (Instant::now(), ASK_AFTER, None);
        loop {
            let asked = Instant::now();
            while let Some(left) = time.checked_sub(asked.elapsed()) {
                self.progress.show(&self.waiting(side, begun.elapsed()));
                let pause = self.input.pause(left.min(Duration::from_secs(1)))?;
                if pause != Pause::Over {
                    self.progress.clear();
                    return Ok(pause);
                }
            }
            time = (time + ASK_LATER).min(ASK_AT_LEAST);
            match self.look()? {
                Ok(true) => return Ok(Pause::Over),
                Ok(false) => told = None,
                Err(why) if told.as_ref() == Some(&why) => {}
                Err(why) => {
                    self.progress.clear();
                    self.say(&why)?;
                    told = Some(why);
                }
            }
        }
    }

    /// What is shown while nothing happens.
    fn waiting(&self, side: Side, since: Duration) -> String {
        let mut text = format!("waiting for {}, {} s", name(side), since.as_secs());
        if let Some(left) = self.sitting.time_left() {
            text += &format!("; {left} s left");
        }
        text + "; any key to type"
    }

    /// Asks how the game stands, and tells what has happened. Has anything? The inner error says why
    /// there is no answer.
    fn look(&mut self) -> Result<Result<bool, String>, Failure> {
        let offer = self.sitting.offer();
        match self.sitting.refresh() {
            Ok(false) => return Ok(Ok(false)),
            Ok(true) => {}
            Err(Refusal::Network(why)) => return Ok(Err(why)),
            Err(refusal) => return Err(Failure::Host(refusal.to_string())),
        }
        self.progress.clear();
        self.changed = true;
        self.tell_turns()?;
        match self.sitting.offer() {
            Some(offers) if offer != Some(offers) => {
                self.say(&format!("{} offers a draw.", name(offers)))?;
            }
            _ => {}
        }
        self.tell_rules()?;
        Ok(Ok(true))
    }

    /// Tells which turns have been played to their end since it was last told, but those of who types
    /// here.
    fn tell_turns(&mut self) -> Result<(), Failure> {
        let record = &self.sitting.record;
        let mut turns = record.since(self.told);
        self.told = record.count();
        if self.sitting.game.is_held() {
            if let Some((_, open)) = turns.pop() {
                self.told -= open.path.len() - 1;
            }
        }
        for (side, turn) in turns {
            let who = match self.mover(side) {
                Mover::Human => continue,
                Mover::Computer => " (computer)",
                Mover::Elsewhere => "",
            };
            self.say(&format!("{}{who} plays {turn}.", name(side)))?;
        }
        Ok(())
    }

    /// Lets time pass.
    fn pause(&mut self, time: Duration) -> Result<Pause, Failure> {
        let begun = Instant::now();
        while let Some(left) = time.checked_sub(begun.elapsed()) {
            let pause = self.input.pause(left)?;
            if pause != Pause::Over {
                return Ok(pause);
            }
        }
        Ok(Pause::Over)
    }

    /// Says what became of a transaction.
    fn tell_receipt(&mut self, receipt: Option<Receipt>) -> Result<(), Failure> {
        receipt.map_or(Ok(()), |receipt| self.say(&receipt.to_string()))
    }

    /// Says by which rules the game is played, once the contract has shown it.
    fn tell_rules(&mut self) -> Result<(), Failure> {
        let Some(rules) = self.sitting.rules.filter(|_| !self.rules_told) else {
            return Ok(());
        };
        self.rules_told = true;
        self.say(rules.in_words())
    }

    /// Does what a line says, up to the first thing that is wrong.
    fn hear(&mut self, line: &str) -> Result<Answer, Failure> {
        if self.screen.interactive && self.options.on_network() {
            // Time has passed since the prompt.
            if let Err(why) = self.look()? {
                self.say(&why)?;
            }
        }
        let was_open = self.reader.open();
        if let (Some(file), None) = (line.trim().strip_prefix("save "), was_open) {
            if !self.refused {
                self.save(file.trim())?;
            }
            return Ok(Answer::GoOn);
        }
        let items = self.reader.read(line);
        if let (Some(command), None, None) = (command(&items), was_open, self.reader.open()) {
            if self.refused {
                return Ok(Answer::GoOn);
            }
            return self.obey(&command);
        }
        for item in items {
            if let Err(why) = self.take(item)? {
                self.wrong(why)?;
                // In a file, the rest of the line may be of the next game.
                if self.screen.interactive {
                    break;
                }
            }
        }
        if let (true, Some((what, closing))) = (self.screen.interactive, self.reader.open()) {
            // A line of one word may well be a command of somebody who has not seen the prompt.
            if was_open != self.reader.open() || line.split_whitespace().count() < 2 {
                self.say(&format!(
                    "A {what} is open. Nothing in it is played, until {closing} closes it."
                ))?;
            }
        }
        Ok(Answer::GoOn)
    }

    /// Writes the score to a file that is not there yet.
    fn save(&mut self, path: &str) -> Result<(), Failure> {
        let written = fs::File::create_new(path)
            .and_then(|mut file| file.write_all(self.sitting.score().as_bytes()));
        match written {
            Ok(()) => self.say(&format!("The game so far is in {path}.")),
            Err(error) => self.wrong(format!("{path} cannot be written: {error}.")),
        }
    }

    /// A wrong move can be corrected by who types it. In a file it ends the game, and the session
    /// unless that is to keep going.
    fn wrong(&mut self, why: String) -> Result<(), Failure> {
        if self.screen.interactive {
            return self.say(&why);
        }
        if self.refused {
            return Ok(());
        }
        self.show_board()?;
        let game = match self.number {
            1 => String::new(),
            number => format!(", game {number}"),
        };
        let why = format!("Line {}{game}: {why}", self.line);
        if self.options.keep_going {
            self.refused = true;
            return self.say(&why);
        }
        Err(Failure::Refused(in_lines(&why)))
    }

    fn obey(&mut self, word: &str) -> Result<Answer, Failure> {
        if let Some((request, side)) = Request::read(word) {
            if let Err(why) = self.ask(request, side)? {
                self.wrong(why)?;
            }
            return Ok(Answer::GoOn);
        }
        match word {
            "moves" => match self.sitting.moves_of_contract() {
                Ok(moves) => self.say(&moves.unwrap_or_else(|| self.sitting.standing()))?,
                Err(Refusal::Network(why)) => self.wrong(why)?,
                Err(refusal) => return Err(Failure::Host(refusal.to_string())),
            },
            "clock" if self.sitting.has_match_play() => self.say(&self.sitting.clock())?,
            "state" => {
                self.show_board()?;
                self.changed = false;
                let [black, white] = Side::BOTH.map(|side| self.sitting.contract.address(side));
                writeln!(
                    self.output,
                    "Player one, Black: {black}\nPlayer two, White: {white}"
                )?;
            }
            "score" => write!(self.output, "{}", self.sitting.score())?,
            "save" => self.wrong("Type save and the name of a file.".into())?,
            "cost" => write!(self.output, "{}", self.sitting.contract.costs())?,
            // For programs that play here: who types waits by typing nothing.
            "wait" => {
                self.advance()?;
            }
            "undo" => self.say(NO_UNDO)?,
            "help" | "?" => {
                let match_play = self.sitting.has_match_play();
                let more = if match_play { MATCH_PLAY_HELP } else { "" };
                write!(self.output, "{HELP}{more}{HELP_END}")?;
            }
            "quit" | "exit" => return Ok(Answer::Quit),
            _ => {
                let instead = self.instead(word);
                self.wrong(format!("\"{word}\" is no command. {instead}"))?;
            }
        }
        Ok(Answer::GoOn)
    }

    /// What can be typed instead of words that are no command.
    fn instead(&self, words: &str) -> String {
        match Request::forms(words) {
            Some(forms) if self.sitting.has_match_play() => format!("Type {forms}."),
            Some(_) => self.elsewhere().into(),
            None if words == "clock" => self.elsewhere().into(),
            None => "Type a move like 11-15, or help.".into(),
        }
    }

    /// Where a contract is that has match play.
    fn elsewhere(&self) -> &'static str {
        match self.options.on_network() {
            true => "A contract with the feature match-play has it.",
            false => ELSEWHERE,
        }
    }

    /// Asks the contract for something. If nobody is named, the side to move asks, or the only one
    /// that somebody types for. The inner error says what is wrong.
    fn ask(
        &mut self,
        request: Request,
        named: Option<Side>,
    ) -> Result<Result<(), String>, Failure> {
        let call = request.name();
        if !self.sitting.has_match_play() {
            let elsewhere = self.elsewhere();
            return Ok(Err(format!("This contract has no {call}. {elsewhere}")));
        }
        let to_move = self.sitting.state.side;
        let sides = Side::BOTH.into_iter();
        let typed: Vec<Side> = sides
            .filter(|&side| self.mover(side) == Mover::Human)
            .collect();
        let side = named.unwrap_or(match typed[..] {
            [only] => only,
            _ if request == Request::ClaimWin => to_move.opponent(),
            _ => to_move,
        });
        let (who, other) = (name(side), name(side.opponent()));
        if self.mover(side) != Mover::Human && self.sitting.state.finished {
            return Ok(Err(self.sitting.standing()));
        }
        match self.mover(side) {
            Mover::Human => {}
            Mover::Computer => {
                return Ok(Err(format!(
                    "The computer plays {who}, and asks for nothing."
                )));
            }
            Mover::Elsewhere => return Ok(Err(format!("{who} is played elsewhere."))),
        }
        let receipt = match self.sitting.ask(side, request) {
            Ok(receipt) => receipt,
            Err(Refusal::Contract(_, mut error)) => {
                // Who has offered a draw cannot accept it, but the other who types here can.
                let open = request == Request::AgreeDraw && !self.sitting.state.finished;
                if open && self.mover(side.opponent()) == Mover::Human {
                    let word = other.to_lowercase();
                    error += &format!(" {other} accepts it with draw {word}.");
                }
                if self.screen.interactive {
                    return Ok(Err(error));
                }
                return Ok(Err(format!("{who}'s {call} is refused. {error}")));
            }
            Err(Refusal::Network(why)) => {
                self.changed = true;
                return Ok(Err(why));
            }
            Err(Refusal::Host(why)) => return Err(Failure::Host(why)),
        };
        self.changed |= self.sitting.state.finished;
        let said = match request {
            Request::Resign => format!("{who} resigns."),
            Request::AgreeDraw if self.sitting.state.finished => format!("{who} accepts the draw."),
            Request::AgreeDraw => {
                format!("{who} offers a draw: {other} can accept it, and declines it with a move.")
            }
            Request::ClaimDraw => format!("{who} claims the draw."),
            Request::ClaimWin => format!("{who} claims the win: the time of {other} is up."),
        };
        self.say(&said)?;
        self.tell_receipt(receipt)?;
        Ok(Ok(()))
    }

    /// In a file of games between people, the result of a score is what they have agreed or conceded.
    /// Who types a result may ask for it in words.
    fn settle(&mut self) -> Result<(), Failure> {
        let people = Side::BOTH.map(|side| self.mover(side)) == [Mover::Human; 2];
        if self.screen.interactive || !people {
            return Ok(());
        }
        let Ok(Some(outcome)) = self.score.outcome() else {
            return Ok(());
        };
        let settled = self.sitting.settle(outcome);
        settled.map_err(|refusal| Failure::Host(refusal.to_string()))
    }

    /// Lets those move who come before somebody types. The inner error says that this cannot be waited
    /// for.
    fn ready(&mut self) -> Result<Result<(), String>, Failure> {
        let State { side, finished, .. } = self.sitting.state;
        if self.screen.interactive && !finished && self.mover(side) == Mover::Elsewhere {
            let who = name(side);
            return Ok(Err(format!("{who} is to move, and plays elsewhere.")));
        }
        match self.advance()? {
            Pause::Over => Ok(Ok(())),
            _ => Ok(Err("What stands behind that was not played.".into())),
        }
    }

    /// Plays or notes one item of a score. The inner error says what is wrong with it.
    fn take(&mut self, item: Item) -> Result<Result<(), String>, Failure> {
        if !self.screen.interactive && self.score.ends_before(&item) {
            self.next_game()?;
        }
        let entered = self.score.enter(&item);
        if self.refused {
            return Ok(Ok(()));
        }
        if entered.is_err() {
            return Ok(entered);
        }
        match item {
            Item::Move(text, squares) => {
                if let Err(why) = self.ready()? {
                    return Ok(Err(why));
                }
                let path = match self.sitting.path(&text, &squares) {
                    Ok(path) => path,
                    Err(why) => return Ok(Err(why)),
                };
                for (i, leg) in path.windows(2).enumerate() {
                    let (from, to) = (leg[0], leg[1]);
                    let squares = [from.row(), from.col(), to.row(), to.col()];
                    let refused = match self.submit(squares)? {
                        Ok(()) => continue,
                        Err(refusal) if i == 0 => self.refused(&text, &refusal, ""),
                        Err(refusal) => {
                            let leg = format!("{}x{} of {text}", from.number(), to.number());
                            self.refused(&leg, &refusal, " The jumps before it stand.")
                        }
                    };
                    return Ok(Err(refused));
                }
                Ok(Ok(()))
            }
            Item::Call(squares) => {
                if let Err(why) = self.ready()? {
                    return Ok(Err(why));
                }
                let [a, b, c, d] = squares;
                let answer = self.submit(squares)?;
                let text = format!("{a} {b} {c} {d}");
                Ok(answer.map_err(|refusal| self.refused(&text, &refusal, "")))
            }
            Item::Result(_) => {
                self.settle()?;
                if self.screen.interactive {
                    self.show_outcome()?;
                }
                Ok(Ok(()))
            }
            Item::Tag(..) => Ok(Ok(())),
            Item::Word(word) => Ok(Err(format!(
                "\"{word}\" is no move. A command stands alone in its line."
            ))),
            Item::Unreadable(text, why) => Ok(Err(format!(
                "Cannot read \"{text}\": {why}. Type a move like 11-15, or help."
            ))),
        }
    }

    /// Sends one step or jump. The inner error says why it is refused.
    fn submit(&mut self, squares: [u32; 4]) -> Result<Result<(), Refusal>, Failure> {
        let late = (self.sitting.time_left() == Some(0)).then_some(self.sitting.state.side);
        match self.sitting.submit(squares) {
            Ok(receipt) => {
                self.changed = true;
                self.tell_receipt(receipt)?;
                if let (Some(side), false) = (late, self.sitting.game.is_held()) {
                    let who = name(side);
                    self.say(&format!("{who}'s move is accepted late: the time was up."))?;
                }
                self.tell_turns()?;
                self.tell_rules()?;
                Ok(Ok(()))
            }
            Err(Refusal::Host(why)) => Err(Failure::Host(why)),
            Err(refusal) => {
                // The contract's own error changes nothing.
                self.changed |= matches!(refusal, Refusal::Network(_));
                self.tell_turns()?;
                Ok(Err(refusal))
            }
        }
    }

    /// What to say of a refused move: the error, what follows it, and what could be played. In a file,
    /// which move too.
    fn refused(&self, text: &str, refusal: &Refusal, follows: &str) -> String {
        let State {
            side, move_number, ..
        } = self.sitting.state;
        let mut said = String::new();
        if !self.screen.interactive {
            // Scores count a move of each side as one.
            let number = move_number.div_ceil(2);
            let is = match refusal {
                Refusal::Contract(..) => "is refused.",
                _ => "has failed.",
            };
            said += &format!("{}'s move {number}, {text}, {is} ", name(side));
        }
        said += &format!("{refusal}{follows}");
        if let (Refusal::Contract(..), Some(moves)) = (refusal, self.sitting.moves()) {
            said += "\n";
            said += &moves;
        }
        if self.sitting.goes_on_after_crowning() {
            said += "\nBy the official rules the crowning has ended the move.";
            if !self.options.on_network() {
                let features = match self.sitting.has_match_play() {
                    true => "match-play,official-rules",
                    false => "official-rules",
                };
                said += &format!(
                    " The feature official-rules has them:\n\
                     cargo run --example play --features {features}"
                );
            }
        }
        said
    }

    fn next_game(&mut self) -> Result<(), Failure> {
        if self.number == 1 && !self.options.keep_going {
            self.say("Game 1")?;
        }
        self.end_game()?;
        if self.options.on_network() {
            return Err(Failure::Refused(ONE_GAME.into()));
        }
        self.sitting = sit_down(&self.options, &self.progress)?;
        self.score = Score::default();
        self.told = 0;
        self.refused = false;
        self.number += 1;
        self.say(&format!("\nGame {}", self.number))
    }

    /// Shows how a game of a file has ended, unless that was said when it was refused.
    fn end_game(&mut self) -> Result<(), Failure> {
        if self.refused {
            return Ok(());
        }
        self.played += 1;
        self.settle()?;
        self.show_board()?;
        self.show_outcome()
    }

    /// Shows what the score says of the result.
    fn show_outcome(&mut self) -> Result<(), Failure> {
        match self.score.outcome() {
            Ok(Some(outcome)) => self.say(&self.sitting.verdict(outcome)),
            Ok(None) => Ok(()),
            Err(contradiction) => self.say(&contradiction),
        }
    }

    fn end_of_input(&mut self) -> Result<(), Failure> {
        if self.screen.interactive {
            // The cursor stands behind the prompt.
            writeln!(self.output)?;
        }
        if let Some((what, _)) = self.reader.open() {
            self.wrong(format!("The input ends in a {what} that is not closed."))?;
        }
        self.close()
    }

    fn close(&mut self) -> Result<(), Failure> {
        if !self.screen.interactive {
            self.end_game()?;
        }
        self.output.flush()?;
        if self.screen.interactive || !self.options.keep_going {
            return Ok(());
        }
        self.tally()
    }

    /// Says how many games of a file were played to their end. It is a failure if not all were.
    fn tally(&mut self) -> Result<(), Failure> {
        let (games, played) = if self.score.is_empty() && !self.refused {
            (0, 0)
        } else {
            (self.number, self.played)
        };
        let tally = format!("Games played to their end: {played} of {games}.");
        if played < games {
            return Err(Failure::Refused(tally));
        }
        self.say(&tally)
    }
}

/// The command that a line gives, if it is nothing but words.
fn command(items: &[Item]) -> Option<String> {
    let word = |item: &Item| match item {
        Item::Word(word) => Some(word.to_lowercase()),
        _ => None,
    };
    let words: Vec<String> = items.iter().map(word).collect::<Option<_>>()?;
    (!words.is_empty()).then(|| words.join(" "))
}

/// A text broken at blanks.
fn in_lines(text: &str) -> String {
    wrapped(text).collect::<Vec<_>>().join("\n")
}

/// The lines of a text, broken at blanks.
fn wrapped(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split('\n').flat_map(|line| {
        let mut lines = vec![String::new()];
        for word in line.split(' ') {
            let last = lines.len() - 1;
            if !lines[last].is_empty() && lines[last].len() + 1 + word.len() > COLUMNS {
                lines.push(word.into());
            } else {
                if !lines[last].is_empty() {
                    lines[last].push(' ');
                }
                lines[last].push_str(word);
            }
        }
        lines
    })
}

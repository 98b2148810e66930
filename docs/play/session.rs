//! A game at the terminal, or a file of games: reads lines, plays them at the table, and answers.

use crate::board;
use crate::computer::Computer;
use crate::lines::Lines;
use crate::notation::{Item, Reader};
#[cfg(not(feature = "match-play"))]
use crate::options::ELSEWHERE;
use crate::options::{Options, Player};
#[cfg(feature = "match-play")]
use crate::request::Request;
use crate::score::Score;
use crate::sitting::{name, Sitting};
use crate::table::{Code, Refusal, State};
use checkers::rules::Side;
use std::fmt;
use std::io::{self, BufRead, Write};

/// What the input and the output can do.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Somebody types: the game is shown and asks for moves, and a wrong one may be corrected.
    /// Otherwise the first wrong move ends the session, or its game.
    pub interactive: bool,
    /// May the board have colours?
    pub colour: bool,
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

const HELP: [&str; 3] = [
    "\
11-15        a step, by the numbers of the squares
15x22        a jump; 22x15x6 a whole chain, or 22x6 if there is one way only
2 1 3 0      one step or jump as the contract takes it: row and column of the
             start, row and column of the landing square
moves        lists the legal moves
state        shows the board and what the contract tells of the game
cost         shows what the last call and the game so far cost
",
    MATCH_PLAY_HELP,
    "\
help or ?    shows this text
quit         ends the session

(b) is a man and (B) a king of Black, who begins and moves down the board;
(w) and (W) are White's. Square brackets mark the last move. A score can be
pasted with numbers, comments and result: 1. 11-15 23-19 2. 8-11 {a comment}
The result 1-0 is Black's win and 0-1 White's, as always in English draughts.
",
];

/// What the feature `match-play` adds to the help.
#[cfg(feature = "match-play")]
pub const MATCH_PLAY_HELP: &str = "\
resign       gives the game up
draw         offers a draw, or accepts it
claim draw   ends a game that goes nowhere: 80 moves, or a position thrice
claim win    for the player who waits, when the time of the other is up
             Behind these, black or white names who asks: with draw white,
             White accepts a draw while Black is to move
clock        shows how long the turn has lasted, and how long it may
";
#[cfg(not(feature = "match-play"))]
const MATCH_PLAY_HELP: &str = "";

const WELCOME: &str = "A contract is deployed and a game set up. Type a move like 11-15, or help.";

const LEAVE: &str = "Type quit to leave.";

#[cfg(feature = "match-play")]
const NO_CLAIM: &str = "The computer never claims the win when your time is up.";

const NO_UNDO: &str = "There is no undo: a move that the contract has accepted stands.";

/// The features that play by the official rules what this build plays by those of the core.
const OFFICIAL: &str = if cfg!(feature = "match-play") {
    "match-play,official-rules"
} else {
    "official-rules"
};

const LINKED: &str = "\
The linked code is metered without the wasm machine, so a call on the network
costs more: play a built wasm with --wasm FILE to see what the network would
charge for it.
";

const WASM: &str = "\
This is what the network would charge for the calls of the wasm, at the rates
of the public network. Not in it: the deployment, and each transaction's size
and inclusion.
";

/// Turns without a capture or a move of a man after which two computers stop.
const PATIENCE: u32 = 80;

/// Columns of a line of text.
const COLUMNS: usize = 76;

/// Plays what the input says until it ends or somebody quits.
pub fn run(
    options: Options,
    screen: Screen,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), Failure> {
    let mut session = Session::new(options, screen, output)?;
    if screen.interactive {
        session.say(WELCOME)?;
        #[cfg(feature = "match-play")]
        if session.options.move_seconds > 0 && session.options.black != session.options.white {
            session.say(NO_CLAIM)?;
        }
    } else if session.options.keep_going {
        session.say("Game 1")?;
    }
    let mut lines = Lines::new(input);
    loop {
        session.let_computers_play()?;
        session.prompt()?;
        let Some(line) = lines.next().transpose()? else {
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

struct Session<W> {
    options: Options,
    screen: Screen,
    output: W,
    reader: Reader,
    computer: Computer,
    sitting: Sitting,
    score: Score,
    /// Must the board be shown before the next prompt?
    changed: bool,
    /// The number of the game in a file of several.
    number: u32,
    /// Has something in this game of the file been refused? Then the rest of it is left out.
    refused: bool,
    /// How many games of the file have been played to their end.
    played: u32,
    /// The number of the line.
    line: u32,
}

impl<W: Write> Session<W> {
    fn new(options: Options, screen: Screen, output: W) -> Result<Session<W>, Failure> {
        Ok(Session {
            sitting: Sitting::new(&options.code, options.move_seconds).map_err(Failure::Host)?,
            computer: Computer::new(options.seed),
            reader: Reader::default(),
            options,
            screen,
            output,
            score: Score::default(),
            changed: true,
            number: 1,
            refused: false,
            played: 0,
            line: 0,
        })
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        for line in wrapped(text) {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let marked = self
            .sitting
            .last
            .as_ref()
            .map_or(&[][..], |turn| &turn.path);
        let board = board::draw(&self.sitting.state.position, marked, self.screen.colour);
        self.output.write_all(board.as_bytes())?;
        self.say(&self.sitting.standing())
    }

    /// Shows a game that has changed, and asks for a move, if somebody is there to see it.
    fn prompt(&mut self) -> Result<(), Failure> {
        if !self.screen.interactive {
            return Ok(());
        }
        if let Some((what, _)) = self.reader.open() {
            write!(self.output, "{what}> ")?;
            return Ok(self.output.flush()?);
        }
        if std::mem::take(&mut self.changed) {
            self.show_board()?;
            if self.sitting.state.finished {
                self.say(LEAVE)?;
            }
        }
        let prompt = match self.sitting.state {
            State { finished: true, .. } => "over",
            State {
                side: Side::Black, ..
            } => "black",
            State {
                side: Side::White, ..
            } => "white",
        };
        write!(self.output, "{prompt}> ")?;
        Ok(self.output.flush()?)
    }

    /// Lets the computer play while it is to move.
    fn let_computers_play(&mut self) -> Result<(), Failure> {
        let both = self.options.black == Player::Computer && self.options.white == Player::Computer;
        loop {
            let side = self.sitting.state.side;
            let player = self.player(side);
            let patient = !both || self.sitting.quiet < PATIENCE;
            if self.sitting.state.finished || player == Player::Human || !patient {
                return Ok(());
            }
            if both && self.screen.interactive {
                self.show_board()?;
            }
            self.computer_turn(side)?;
            if both && self.sitting.quiet == PATIENCE {
                let stop = format!(
                    "The computers stop: no capture and no move of a man in {PATIENCE} turns."
                );
                self.say(&stop)?;
            }
        }
    }

    fn player(&self, side: Side) -> Player {
        match side {
            Side::Black => self.options.black,
            Side::White => self.options.white,
        }
    }

    fn computer_turn(&mut self, side: Side) -> Result<(), Failure> {
        #[cfg(feature = "match-play")]
        let declines = self.sitting.offer().is_some();
        loop {
            let hop = self.computer.choose(self.sitting.game);
            let hop = hop.ok_or_else(|| Failure::Host("the computer found no move".into()))?;
            match self.sitting.play(hop.from, hop.to) {
                Ok(()) => self.changed = true,
                Err(Refusal::Contract(why) | Refusal::Host(why)) => {
                    return Err(Failure::Host(format!("the computer's move failed: {why}")));
                }
            }
            if !self.sitting.game.is_held() {
                break;
            }
        }
        if let Some(turn) = &self.sitting.last {
            let text = format!("{} (computer) plays {turn}.", name(side));
            self.say(&text)?;
        }
        #[cfg(feature = "match-play")]
        if declines {
            self.say(&format!("{} declines the draw.", name(side)))?;
        }
        Ok(())
    }

    /// Does what a line says, up to the first thing that is wrong.
    fn hear(&mut self, line: &str) -> Result<Answer, Failure> {
        let was_open = self.reader.open();
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
        let why: Vec<String> = wrapped(&why).collect();
        Err(Failure::Refused(why.join("\n")))
    }

    fn obey(&mut self, word: &str) -> Result<Answer, Failure> {
        #[cfg(feature = "match-play")]
        if let Some((request, side)) = Request::read(word) {
            if let Err(why) = self.ask(request, side)? {
                self.wrong(why)?;
            }
            return Ok(Answer::GoOn);
        }
        match word {
            "moves" => {
                #[cfg(feature = "match-play")]
                let moves = self.sitting.moves_of_contract();
                #[cfg(not(feature = "match-play"))]
                let moves = self.sitting.moves();
                self.say(&moves.unwrap_or_else(|| self.sitting.standing()))?;
            }
            #[cfg(feature = "match-play")]
            "clock" => self.say(&self.sitting.clock())?,
            "state" => {
                self.show_board()?;
                let [black, white] = [Side::Black, Side::White]
                    .map(|side| address(self.sitting.table.address(side)));
                writeln!(
                    self.output,
                    "Player one, Black: {black}\nPlayer two, White: {white}"
                )?;
            }
            "cost" => {
                write!(self.output, "{}", self.sitting.table.bill())?;
                self.output.write_all(match self.options.code {
                    Code::Linked => LINKED.as_bytes(),
                    Code::Wasm(_) => WASM.as_bytes(),
                })?;
            }
            "undo" => self.say(NO_UNDO)?,
            "help" | "?" => self.output.write_all(HELP.concat().as_bytes())?,
            "quit" | "exit" => return Ok(Answer::Quit),
            _ => {
                let instead = instead(word);
                self.wrong(format!("\"{word}\" is no command. {instead}"))?;
            }
        }
        Ok(Answer::GoOn)
    }

    /// Asks the contract for something. If nobody is named, the side to move asks, or the only one
    /// that somebody types for. The inner error says what is wrong.
    #[cfg(feature = "match-play")]
    fn ask(
        &mut self,
        request: Request,
        named: Option<Side>,
    ) -> Result<Result<(), String>, Failure> {
        if !self.sitting.table.has_match_play() {
            let call = request.name();
            return Ok(Err(format!("This contract has no {call}.")));
        }
        self.let_computers_play()?;
        let to_move = self.sitting.state.side;
        let side = named.unwrap_or(match (self.options.black, self.options.white) {
            (Player::Human, Player::Computer) => Side::Black,
            (Player::Computer, Player::Human) => Side::White,
            _ if request == Request::ClaimWin => to_move.opponent(),
            _ => to_move,
        });
        let (who, other) = (name(side), name(side.opponent()));
        if self.player(side) == Player::Computer {
            if self.sitting.state.finished {
                return Ok(Err(self.sitting.standing()));
            }
            return Ok(Err(format!(
                "The computer plays {who}, and asks for nothing."
            )));
        }
        match self.sitting.ask(side, request) {
            Ok(()) => {}
            Err(Refusal::Contract(mut error)) => {
                // Who has offered a draw cannot accept it, but the other who types here can.
                let open = request == Request::AgreeDraw && !self.sitting.state.finished;
                if open && self.player(side.opponent()) == Player::Human {
                    let word = other.to_lowercase();
                    error += &format!(" {other} accepts it with draw {word}.");
                }
                if self.screen.interactive {
                    return Ok(Err(error));
                }
                let call = request.name();
                return Ok(Err(format!("{who}'s {call} is refused. {error}")));
            }
            Err(Refusal::Host(why)) => return Err(Failure::Host(why)),
        }
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
        Ok(Ok(()))
    }

    /// In a file of games between people, the result of a score is what they have agreed or conceded.
    /// Who types a result may ask for it in words.
    #[cfg(feature = "match-play")]
    fn settle(&mut self) -> Result<(), Failure> {
        let computes = [self.options.black, self.options.white].contains(&Player::Computer);
        if self.screen.interactive || computes {
            return Ok(());
        }
        let Ok(Some(outcome)) = self.score.outcome() else {
            return Ok(());
        };
        match self.sitting.settle(outcome) {
            Ok(()) => Ok(()),
            Err(Refusal::Contract(why) | Refusal::Host(why)) => Err(Failure::Host(why)),
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
                self.let_computers_play()?;
                let path = match self.sitting.path(&text, &squares) {
                    Ok(path) => path,
                    Err(why) => return Ok(Err(why)),
                };
                for (i, leg) in path.windows(2).enumerate() {
                    let (from, to) = (leg[0], leg[1]);
                    let squares = [from.row(), from.col(), to.row(), to.col()];
                    let refused = match self.submit(squares)? {
                        Ok(()) => continue,
                        Err(error) if i == 0 => self.refused(&text, &error),
                        Err(error) => {
                            let leg = format!("{}x{} of {text}", from.number(), to.number());
                            self.refused(&leg, &format!("{error} The jumps before it stand."))
                        }
                    };
                    return Ok(Err(refused));
                }
                Ok(Ok(()))
            }
            Item::Call(squares) => {
                self.let_computers_play()?;
                let [a, b, c, d] = squares;
                let answer = self.submit(squares)?;
                Ok(answer.map_err(|error| self.refused(&format!("{a} {b} {c} {d}"), &error)))
            }
            Item::Result(_) => {
                #[cfg(feature = "match-play")]
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

    /// Sends one step or jump. The inner error is the contract's.
    fn submit(&mut self, squares: [u32; 4]) -> Result<Result<(), String>, Failure> {
        #[cfg(feature = "match-play")]
        let late = (self.sitting.time_left() == Some(0)).then_some(self.sitting.state.side);
        match self.sitting.submit(squares) {
            Ok(()) => {
                self.changed = true;
                #[cfg(feature = "match-play")]
                if let (Some(side), false) = (late, self.sitting.game.is_held()) {
                    let who = name(side);
                    self.say(&format!("{who}'s move is accepted late: the time was up."))?;
                }
                Ok(Ok(()))
            }
            Err(Refusal::Contract(error)) => Ok(Err(error)),
            Err(Refusal::Host(why)) => Err(Failure::Host(why)),
        }
    }

    /// What to say of a refused move: the error, and what could be played. In a file, which move too.
    fn refused(&self, text: &str, error: &str) -> String {
        let State {
            side, move_number, ..
        } = self.sitting.state;
        let mut said = String::new();
        if !self.screen.interactive {
            // Scores count a move of each side as one.
            let number = move_number.div_ceil(2);
            said += &format!("{}'s move {number}, {text}, is refused. ", name(side));
        }
        said += error;
        if let Some(moves) = self.sitting.moves() {
            said += "\n";
            said += &moves;
        }
        if self.sitting.goes_on_after_crowning() {
            said += &format!(
                "\nBy the official rules the crowning has ended the move. The feature \
                 official-rules has them:\ncargo run --example play --features {OFFICIAL}"
            );
        }
        said
    }

    fn next_game(&mut self) -> Result<(), Failure> {
        if self.number == 1 && !self.options.keep_going {
            self.say("Game 1")?;
        }
        self.end_game()?;
        self.sitting =
            Sitting::new(&self.options.code, self.options.move_seconds).map_err(Failure::Host)?;
        self.score = Score::default();
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
        #[cfg(feature = "match-play")]
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

/// What can be typed instead of words that are no command.
fn instead(words: &str) -> String {
    #[cfg(feature = "match-play")]
    if let Some(forms) = Request::forms(words) {
        return format!("Type {forms}.");
    }
    #[cfg(not(feature = "match-play"))]
    if let Some("resign" | "draw" | "claim" | "clock") = words.split(' ').next() {
        return ELSEWHERE.into();
    }
    "Type a move like 11-15, or help.".into()
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

fn address(address: &soroban_sdk::Address) -> String {
    let text = address.to_string();
    let mut bytes = vec![0; text.len() as usize];
    text.copy_into_slice(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
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

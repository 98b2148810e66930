//! What the text of one game says beside its moves: its headers, its result, and where it ends.

use crate::notation::{Item, Outcome};
use checkers::rules::{Position, Side, Square};

const SET_UP: &str = "\
A game from a set-up position cannot be played: the contract knows only the usual start.";

/// The number of English draughts among the games of PDN.
const ENGLISH_DRAUGHTS: u32 = 21;

/// The text of a game, as far as it has been read.
#[derive(Default)]
pub struct Score {
    /// The names of its headers, in small letters.
    headers: Vec<String>,
    /// Is it past its headers?
    has_moves: bool,
    /// The result at its end.
    last_word: Option<Outcome>,
    /// The result in its headers.
    header: Option<Outcome>,
}

impl Score {
    /// Does this begin the next game? A game ends with its result, or where headers begin behind its
    /// moves. One without moves ends where a header comes for the second time.
    pub fn ends_before(&self, item: &Item) -> bool {
        let has_ended = self.last_word.is_some();
        match item {
            Item::Result(_) => false,
            Item::Tag(name, _) => {
                let again = self.headers.contains(&name.to_lowercase());
                has_ended || self.has_moves || again
            }
            item if item.is_header() => has_ended || self.has_moves,
            _ => has_ended,
        }
    }

    /// Reads on. An error says why the game cannot be played.
    pub fn enter(&mut self, item: &Item) -> Result<(), String> {
        match item {
            Item::Tag(name, value) => return self.enter_header(name.to_lowercase(), value),
            Item::Result(outcome) => self.last_word = Some(*outcome),
            item => self.has_moves |= !item.is_header(),
        }
        Ok(())
    }

    fn enter_header(&mut self, name: String, value: &str) -> Result<(), String> {
        let answer = match name.as_str() {
            "fen" if !is_usual_start(value) => Err(SET_UP.into()),
            "gametype" => is_english_draughts(value),
            "result" => {
                self.header = Outcome::read(value.trim());
                Ok(())
            }
            _ => Ok(()),
        };
        self.headers.push(name);
        answer
    }

    /// Is there nothing in it?
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty() && !self.has_moves && self.last_word.is_none()
    }

    /// The result: the one at the end or, if that is missing or open, the one in the headers. An
    /// error if the two contradict each other: neither is better known than the other.
    pub fn outcome(&self) -> Result<Option<Outcome>, String> {
        match (self.last_word, self.header) {
            (None | Some(Outcome::Open), Some(header)) => Ok(Some(header)),
            (Some(end), Some(header)) if header != Outcome::Open && header != end => Err(format!(
                "The score contradicts itself: at its end {end}, in its Result header {header}. \
                 The moves stand, and neither result is taken."
            )),
            (end, _) => Ok(end),
        }
    }
}

/// The type comes first in a value like `21,W,8,8,N1`. What is no number says nothing.
fn is_english_draughts(value: &str) -> Result<(), String> {
    let number = value.split(',').next();
    match number.and_then(|number| number.trim().parse::<u32>().ok()) {
        Some(number) if number != ENGLISH_DRAUGHTS => Err(format!(
            "A game of type {number} cannot be played: the contract plays English draughts, \
             which is type {ENGLISH_DRAUGHTS}."
        )),
        _ => Ok(()),
    }
}

/// Is it the position in which every game of the contract begins? An empty FEN sets nothing up.
fn is_usual_start(fen: &str) -> bool {
    let fen = fen.trim_matches(|c: char| c.is_whitespace() || "\"'.".contains(c));
    fen.is_empty() || position(fen) == Some((Side::Black, Position::START))
}

/// The side to move and the pieces of a FEN as PDN has it: `B:W18,K22,25-32:B1-12`.
fn position(fen: &str) -> Option<(Side, Position)> {
    let mut fields = fen.split(':').map(str::trim);
    let (to_move, "") = fields.next().and_then(coloured)? else {
        return None;
    };
    let mut position = Position::default();
    for field in fields {
        // Counts of moves, which say nothing of the position.
        if field.starts_with(['H', 'F']) {
            continue;
        }
        let (side, squares) = coloured(field)?;
        for squares in squares.split(|c: char| c == ',' || c.is_whitespace()) {
            place(&mut position, side, squares)?;
        }
    }
    Some((to_move, position))
}

/// The side that a field is about, and the rest of the field.
fn coloured(field: &str) -> Option<(Side, &str)> {
    let mut rest = field.chars();
    let side = match rest.next()?.to_ascii_uppercase() {
        'B' => Side::Black,
        'W' => Side::White,
        _ => return None,
    };
    Some((side, rest.as_str().trim()))
}

/// Places the men or kings of an item like `18`, `K22` or `25-32`.
fn place(position: &mut Position, side: Side, squares: &str) -> Option<()> {
    if squares.is_empty() {
        return Some(());
    }
    let king = squares.strip_prefix(['K', 'k']);
    let numbers = king.unwrap_or(squares);
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    for number in first.parse::<u8>().ok()?..=last.parse().ok()? {
        let square = Square::new(number.checked_sub(1)?)?;
        position.place(square, side);
        if king.is_some() {
            position.crown(square);
        }
    }
    Some(())
}

//! Reads moves as players write them: Portable Draughts Notation, and the four numbers of a call.

use checkers::rules::Square;
use std::fmt;

/// Something that a line of text says.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A move: the squares touched, or the first and the last of a chain. As written, and read.
    Move(String, Vec<Square>),
    /// from_row, from_col, to_row, to_col, as the contract takes them.
    Call([u32; 4]),
    /// The end of a game: the result that the score gives.
    Result(Outcome),
    /// A header: its name and value. Only who uses the value has to understand it.
    Tag(String, String),
    /// A word: a command, if it is one.
    Word(String),
    /// What cannot be read: the text, and what is wrong with it.
    Unreadable(String, &'static str),
}

impl Item {
    /// Does it stand where headers stand, readable or not?
    pub fn is_header(&self) -> bool {
        match self {
            Item::Tag(..) => true,
            Item::Unreadable(text, _) => text.starts_with('['),
            _ => false,
        }
    }
}

/// The result that a score gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// `1-0` or `2-0`: in games that Black begins, the first figure is Black's.
    BlackWon,
    /// `0-1` or `0-2`.
    WhiteWon,
    /// `1/2-1/2` or `1-1`.
    Drawn,
    /// `*` or `0-0`: no result.
    Open,
}

impl Outcome {
    /// Reads a result as it stands at the end of a score, or in its header.
    pub fn read(token: &str) -> Option<Outcome> {
        match token {
            "1-0" | "2-0" => Some(Outcome::BlackWon),
            "0-1" | "0-2" => Some(Outcome::WhiteWon),
            "1/2-1/2" | "1-1" => Some(Outcome::Drawn),
            "*" | "0-0" => Some(Outcome::Open),
            _ => None,
        }
    }
}

/// In the middle of a sentence.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::BlackWon => "Black won",
            Outcome::WhiteWon => "White won",
            Outcome::Drawn => "the game was drawn",
            Outcome::Open => "there is no result",
        })
    }
}

/// Reads line after line. Comments in braces and variations may go over several lines.
#[derive(Default)]
pub struct Reader {
    in_comment: bool,
    /// How many variations deep.
    variations: usize,
}

impl Reader {
    /// What a comment or variation that is still open is called, and what closes it; `None` between
    /// items.
    pub fn open(&self) -> Option<(&'static str, char)> {
        match self {
            Reader {
                in_comment: true, ..
            } => Some(("comment", '}')),
            Reader { variations: 0, .. } => None,
            _ => Some(("variation", ')')),
        }
    }

    /// What the next line says, in order. Move numbers, comments, variations and marks of
    /// annotation (`!`, `$1`) say nothing.
    pub fn read(&mut self, line: &str) -> Vec<Item> {
        if self.open().is_none() {
            if line.starts_with('%') {
                return Vec::new();
            }
            if let Some(call) = call(line) {
                return vec![Item::Call(call)];
            }
            // Behind a move it is a mark of annotation.
            if line.trim() == "?" {
                return vec![Item::Word("?".into())];
            }
        }
        let mut items = Vec::new();
        let mut token = String::new();
        let mut rest = line.chars();
        while let Some(c) = rest.next() {
            if self.in_comment {
                self.in_comment = c != '}';
                continue;
            }
            if !(c.is_whitespace() || "{}();[]".contains(c)) {
                token.push(c);
                continue;
            }
            self.take(&mut token, &mut items);
            match c {
                '{' => self.in_comment = true,
                '(' => self.variations += 1,
                ')' if self.variations > 0 => self.variations -= 1,
                ';' => return items,
                _ if c.is_whitespace() || self.variations > 0 => {}
                '[' => match tag(rest.as_str()) {
                    Some((name, value, after)) => {
                        items.push(Item::Tag(name.into(), value));
                        rest = after.chars();
                    }
                    None => {
                        let text = format!("[{}", rest.as_str());
                        items.push(Item::Unreadable(
                            text,
                            "a header looks like [Event \"...\"]",
                        ));
                        return items;
                    }
                },
                _ => items.push(Item::Unreadable(
                    c.into(),
                    "it closes what was never opened",
                )),
            }
        }
        self.take(&mut token, &mut items);
        items
    }

    fn take(&self, token: &mut String, items: &mut Vec<Item>) {
        if self.variations == 0 {
            items.extend(item(token));
        }
        token.clear();
    }
}

/// Four numbers, with blanks or commas between them.
fn call(line: &str) -> Option<[u32; 4]> {
    let words = line.split(|c: char| c == ',' || c.is_whitespace());
    let numbers: Option<Vec<u32>> = words
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    numbers?.try_into().ok()
}

/// The name and value of a header, and the text behind it. Reads on from the opening bracket.
fn tag(text: &str) -> Option<(&str, String, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    let (name, text) = text.split_at(end);
    if !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let (value, after) = quoted(text.trim_start()).or_else(|| {
        let (value, after) = text.split_once(']')?;
        Some((value.trim().trim_matches('"').into(), after))
    })?;
    Some((name, value, after))
}

/// The value of a header that is in quotes, and the text behind its closing bracket. Quotes in it
/// should be escaped, and often are not: the one before the bracket is the last.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?.chars();
    let mut value = String::new();
    loop {
        match rest.next()? {
            '"' => match rest.as_str().trim_start().strip_prefix(']') {
                Some(after) => return Some((value, after)),
                None => value.push('"'),
            },
            '\\' => value.push(rest.next()?),
            c => value.push(c),
        }
    }
}

/// What moves are marked with: good, bad, forced.
const MARKS: [char; 3] = ['!', '?', '*'];

/// What a token says, if anything.
fn item(token: &str) -> Option<Item> {
    // As books and web pages print it.
    let plain = token.replace(['–', '−'], "-").replace('×', "x");
    let text = without_glyphs(without_move_number(&plain));
    if let Some(outcome) = Outcome::read(text) {
        return Some(Item::Result(outcome));
    }
    let text = text.trim_end_matches(MARKS);
    if text.is_empty() {
        return None;
    }
    if text.chars().all(char::is_alphabetic) {
        return Some(Item::Word(text.into()));
    }
    Some(match squares(text) {
        Ok(squares) => Item::Move(text.into(), squares),
        Err(why) => Item::Unreadable(token.into(), why),
    })
}

/// `12.`, `12...` and what is left of `12.22-18`.
fn without_move_number(token: &str) -> &str {
    let after = token.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.starts_with('.') {
        after.trim_start_matches('.')
    } else {
        token
    }
}

/// What is left of `11-15$1$14`. Marks may stand before and behind.
fn without_glyphs(text: &str) -> &str {
    let is_number = |glyph: &str| glyph.trim_end_matches(MARKS).parse::<u32>().is_ok();
    match text.split_once('$') {
        Some((before, glyphs)) if glyphs.split('$').all(is_number) => before,
        _ => text,
    }
}

fn squares(text: &str) -> Result<Vec<Square>, &'static str> {
    let numbers = text.split(['-', 'x', 'X']).map(str::parse::<u32>);
    let numbers = numbers
        .collect::<Result<Vec<u32>, _>>()
        .map_err(|_| "it is neither a move nor a command")?;
    if numbers.len() < 2 {
        return Err("a move names at least two squares, like 11-15");
    }
    let square = |number: u32| Square::new(u8::try_from(number.checked_sub(1)?).ok()?);
    let squares: Option<Vec<Square>> = numbers.into_iter().map(square).collect();
    squares.ok_or("squares are numbered from 1 to 32")
}

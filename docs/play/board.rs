//! Draws a position.
//!
//! A square is six columns by two lines: its number (dark squares only), then the piece. `(b)` and
//! `(w)` are men, `(B)` and `(W)` kings, so that nothing depends on colour. Square brackets mark the
//! last move. Without colour, light squares are dotted.

use checkers::rules::{Position, Side, Square, SIZE};

/// Columns of a square.
const WIDTH: usize = 6;

/// Colours of the 256-colour palette, as parameters of the escape sequence.
mod paint {
    pub const LIGHT: &str = "48;5;223";
    pub const DARK: &str = "48;5;65;38;5;253";
    pub const MARKED: &str = "48;5;136;38;5;231";
    pub const BLACK_PIECE: &str = "48;5;16;38;5;231;1";
    pub const WHITE_PIECE: &str = "48;5;255;38;5;16;1";
}

/// The board in 18 lines of at most 53 columns: row 0, Black's side, is at the top.
pub fn draw(position: &Position, marked: &[Square], colour: bool) -> String {
    let mut lines = vec![columns()];
    for row in 0..SIZE {
        let (mut upper, mut lower) = (String::from("   "), format!(" {row} "));
        for col in 0..SIZE {
            let (number, piece) = match Square::at(row, col) {
                Some(square) => dark(position, square, marked.contains(&square), colour),
                None => light(colour),
            };
            upper += &number;
            lower += &piece;
        }
        lines.push(upper.trim_end().into());
        lines.push(format!("{lower} {row}"));
    }
    lines.push(columns());
    lines.join("\n") + "\n"
}

fn columns() -> String {
    let numbers: String = (0..SIZE).map(|col| format!("{col:^WIDTH$}")).collect();
    format!("   {numbers}").trim_end().into()
}

/// The two lines of a light square.
fn light(colour: bool) -> (String, String) {
    let line = if colour {
        painted(paint::LIGHT, &" ".repeat(WIDTH))
    } else {
        ".".repeat(WIDTH)
    };
    (line.clone(), line)
}

/// The two lines of a dark square.
fn dark(position: &Position, square: Square, marked: bool, colour: bool) -> (String, String) {
    let piece = position.side_at(square);
    let letter = match (piece, position.is_king(square)) {
        (None, _) => ' ',
        (Some(Side::Black), false) => 'b',
        (Some(Side::Black), true) => 'B',
        (Some(Side::White), false) => 'w',
        (Some(Side::White), true) => 'W',
    };
    let disc = match (marked, piece) {
        (true, _) => format!("[{letter}]"),
        (false, Some(_)) => format!("({letter})"),
        (false, None) => "   ".into(),
    };
    let number = format!("{:<WIDTH$}", square.number());
    if !colour {
        return (number, format!("  {disc} "));
    }
    let ground = if marked { paint::MARKED } else { paint::DARK };
    let disc = match piece {
        None => painted(ground, &disc),
        Some(Side::Black) => painted(paint::BLACK_PIECE, &disc),
        Some(Side::White) => painted(paint::WHITE_PIECE, &disc),
    };
    let lower = painted(ground, "  ") + &disc + &painted(ground, " ");
    (painted(ground, &number), lower)
}

fn painted(paint: &str, text: &str) -> String {
    format!("\x1b[{paint}m{text}\x1b[0m")
}

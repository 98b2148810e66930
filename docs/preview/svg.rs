//! Draws a game as an SVG.
//!
//! Row 0, Black's side, is at the top, as in the terminal. A king wears a crown. Nothing depends on
//! colour alone, and the ground around the board is left to the page.

use checkers::rules::{Square, SIZE};
use checkers::views::GameState;
use std::fmt::Write;

/// The side of a square; every length below is in the same unit.
const CELL: u32 = 56;
/// Room around the board for the numbers of rows and columns.
const MARGIN: u32 = 28;
const BOARD: u32 = CELL * SIZE;
const WHOLE: u32 = BOARD + 2 * MARGIN;

/// What every picture begins with: colours (`color` is that of a piece's rim), and the shapes of a man
/// and of a crown around the point 0, 0.
const HEAD: &str = r##"<style>
text { font: 15px sans-serif; text-anchor: middle; dominant-baseline: central; fill: #8a8378 }
.number { font-size: 10px; text-anchor: start; fill: #d9e2d3 }
.light { fill: #f0e2c4 }
.dark { fill: #66805a }
.black { fill: #2b2a2e; stroke: #0f0e10; color: #77747c }
.white { fill: #faf6ec; stroke: #8d8371; color: #c3b79f }
.black .crown { fill: #e9b949; stroke: none }
.white .crown { fill: #b3352d; stroke: none }
</style>
<defs>
<g id="man"><circle cy="2" r="20" fill="#000" stroke="none" opacity="0.3"/><circle r="20" stroke-width="1.5"/><circle r="15" fill="none" stroke="currentColor" stroke-width="1.5"/></g>
<path id="crown" d="M-10 8 L-12 -6 L-5 0 L0 -10 L5 0 L12 -6 L10 8 Z"/>
</defs>
"##;

/// The picture.
pub fn draw(game: &GameState) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WHOLE} {WHOLE}\" width=\"{WHOLE}\" height=\"{WHOLE}\" role=\"img\">\n"
    );
    let _ = writeln!(svg, "<title>{}</title>", title(game));
    svg += HEAD;
    // The whole board in dark, then the light squares on it.
    svg += &rectangle("dark", MARGIN, MARGIN, BOARD);
    for row in 0..SIZE {
        svg += &text("", MARGIN / 2, middle(row), row);
        svg += &text("", WHOLE - MARGIN / 2, middle(row), row);
        svg += &text("", middle(row), MARGIN / 2, row);
        svg += &text("", middle(row), WHOLE - MARGIN / 2, row);
        for col in 0..SIZE {
            if Square::at(row, col).is_none() {
                svg += &rectangle("light", near_edge(col), near_edge(row), CELL);
            }
        }
    }
    for square in Square::all() {
        let (x, y) = (near_edge(square.col()) + 3, near_edge(square.row()) + 8);
        svg += &text("number", x, y, square.number().into());
        let cell = game.board.cells.get(square.cell() as u32).unwrap_or(0);
        svg += &piece(cell, middle(square.col()), middle(square.row()));
    }
    svg + "</svg>\n"
}

/// What is told to those who do not see the picture.
fn title(game: &GameState) -> String {
    let to_move = if game.turn.current_player == 1 {
        "Black"
    } else {
        "White"
    };
    let number = game.turn.move_number;
    format!("A game of draughts before move {number}, {to_move} to move")
}

/// Where the square of a row or column begins.
const fn near_edge(index: u32) -> u32 {
    MARGIN + index * CELL
}

/// The middle of the square of a row or column.
const fn middle(index: u32) -> u32 {
    near_edge(index) + CELL / 2
}

/// A piece as the contract's cells have it: 1 and 2 man and king of Black, -1 and -2 of White.
fn piece(cell: i32, x: u32, y: u32) -> String {
    let side = match cell {
        0 => return String::new(),
        1.. => "black",
        _ => "white",
    };
    let crown = if cell.abs() == 2 {
        r##"<use href="#crown" class="crown"/>"##
    } else {
        ""
    };
    format!(
        "<g class=\"{side}\" transform=\"translate({x} {y})\"><use href=\"#man\"/>{crown}</g>\n"
    )
}

fn rectangle(class: &str, x: u32, y: u32, size: u32) -> String {
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>\n")
}

fn text(class: &str, x: u32, y: u32, number: u32) -> String {
    let class = match class {
        "" => String::new(),
        class => format!(" class=\"{class}\""),
    };
    format!("<text{class} x=\"{x}\" y=\"{y}\">{number}</text>\n")
}

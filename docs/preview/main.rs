//! Draws the picture of the README: `cargo run --example preview > docs/preview.svg`.
//!
//! The position is the one of the test `the_preview_shows_this_position` in `src/test.rs`, from a
//! real match. `position` plays it through the contract, `svg` draws what `get_state` returns.

mod position;
mod svg;

fn main() {
    print!("{}", svg::draw(&position::state()));
}

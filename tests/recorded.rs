//! Games recorded from the transitional example: every call, code and state.

// Games by the rules of the core.
#![cfg(not(feature = "official-rules"))]

mod support;

use support::{built_wasm, recorded_games, Table};

#[test]
fn the_linked_code_plays_the_recorded_games() {
    for file in ["transitional.jsonl", "chain-step.jsonl"] {
        for game in recorded_games(file) {
            Table::native().play(&game);
        }
    }
}

#[test]
fn the_wasm_plays_the_recorded_games() {
    let Some(wasm) = built_wasm() else { return };
    for file in ["transitional.jsonl", "chain-step.jsonl"] {
        for game in recorded_games(file) {
            Table::wasm(&wasm).play(&game);
        }
    }
}

//! What a contract says about itself: the functions it has, and each error in the words of its
//! doc comment.

use checkers::errors::CheckersError;
use soroban_sdk::xdr::{self, Limited, Limits, ReadXdr, ScSpecEntry};
use std::io::Cursor;

/// What a contract that plays this game has.
const FUNCTIONS: [&str; 3] = ["init_game", "submit_move", "get_state"];

/// The interface of a contract that plays this game.
pub struct Spec {
    functions: Vec<String>,
    entries: Vec<ScSpecEntry>,
}

impl Spec {
    /// The interface of the linked code: of these functions beside the common ones.
    pub fn linked(functions: &[&str]) -> Spec {
        let functions = FUNCTIONS.iter().chain(functions);
        let mut errors = Limited::new(Cursor::new(CheckersError::spec_xdr()), Limits::none());
        let errors: Result<Vec<_>, _> = ScSpecEntry::read_xdr_iter(&mut errors).collect();
        Spec {
            functions: functions.map(|name| name.to_string()).collect(),
            entries: errors.expect("the compiler has written them"),
        }
    }

    /// The interface that a wasm carries.
    pub fn of_wasm(wasm: &[u8]) -> Result<Spec, String> {
        let section = custom_section(wasm, b"contractspecv0").unwrap_or_default();
        let mut section = Limited::new(Cursor::new(section), Limits::none());
        let entries = ScSpecEntry::read_xdr_iter(&mut section).collect();
        Spec::of_entries(entries).ok_or("not the wasm of a contract for this game".into())
    }

    /// The interface in base 64, if it is that of a contract for this game.
    pub fn of_base64(text: &str) -> Option<Spec> {
        let mut text = Limited::new(Cursor::new(text.trim()), Limits::none());
        Spec::of_entries(ScSpecEntry::read_xdr_base64_iter(&mut text).collect())
    }

    fn of_entries(entries: Result<Vec<ScSpecEntry>, xdr::Error>) -> Option<Spec> {
        let entries = entries.ok()?;
        let function = |entry: &ScSpecEntry| match entry {
            ScSpecEntry::FunctionV0(function) => Some(function.name.0.to_utf8_string_lossy()),
            _ => None,
        };
        let functions = entries.iter().filter_map(function).collect();
        let spec = Spec { functions, entries };
        FUNCTIONS
            .iter()
            .all(|name| spec.has_function(name))
            .then_some(spec)
    }

    /// Does the contract have this entry point?
    pub fn has_function(&self, name: &str) -> bool {
        self.functions.iter().any(|function| function == name)
    }

    /// Is it deployed with the seconds for a turn?
    pub fn has_clock(&self) -> bool {
        self.has_function("__constructor")
    }

    /// An error if seconds for a turn are given to a contract that has no clock.
    pub fn takes_clock(&self, move_seconds: u32) -> Result<(), String> {
        if move_seconds > 0 && !self.has_clock() {
            return Err("this contract has no clock: play it without --clock".into());
        }
        Ok(())
    }

    /// An error as a player reads it: its name, and its doc comment on one line.
    pub fn explain(&self, code: u32) -> String {
        for entry in &self.entries {
            let ScSpecEntry::UdtErrorEnumV0(errors) = entry else {
                continue;
            };
            if let Some(case) = errors.cases.iter().find(|case| case.value == code) {
                let doc = case.doc.to_utf8_string_lossy();
                let words: Vec<&str> = doc.split_whitespace().collect();
                return format!("{}: {}", case.name.to_utf8_string_lossy(), words.join(" "));
            }
        }
        format!("error {code} of the contract")
    }
}

/// The contents of a custom section of a wasm, up to the first byte that is not well-formed.
fn custom_section<'a>(wasm: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let mut rest = wasm.strip_prefix(b"\0asm\x01\0\0\0")?;
    loop {
        let (&id, after) = rest.split_first()?;
        let (size, after) = leb128(after)?;
        let (section, after) = after.split_at_checked(size)?;
        if id == 0 {
            let (length, contents) = leb128(section)?;
            let (found, contents) = contents.split_at_checked(length)?;
            if found == name {
                return Some(contents);
            }
        }
        rest = after;
    }
}

/// A number in LEB128, and what follows it.
fn leb128(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0;
    for (i, byte) in bytes.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7F) << (7 * i);
        if byte & 0x80 == 0 {
            return Some((value, &bytes[i + 1..]));
        }
    }
    None
}

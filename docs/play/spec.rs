//! What a contract says about itself: the functions it has, and each error in the words of its
//! doc comment.

use checkers::errors::CheckersError;
use soroban_sdk::xdr::{Limited, Limits, ReadXdr, ScSpecEntry};
use std::io::Cursor;

/// The entries of a contract's interface.
pub struct Spec(Vec<ScSpecEntry>);

impl Spec {
    /// The errors of the linked code. Its functions are known to the compiler.
    pub fn linked() -> Spec {
        Spec::read(&CheckersError::spec_xdr()).unwrap_or_default()
    }

    /// The interface that a wasm carries, if it is a contract that plays this game.
    pub fn of_wasm(wasm: &[u8]) -> Option<Spec> {
        let spec = Spec::read(custom_section(wasm, b"contractspecv0")?)?;
        let plays = ["init_game", "submit_move", "get_state"]
            .iter()
            .all(|name| spec.has_function(name));
        plays.then_some(spec)
    }

    fn read(xdr: &[u8]) -> Option<Spec> {
        let mut xdr = Limited::new(Cursor::new(xdr), Limits::none());
        let entries: Result<Vec<_>, _> = ScSpecEntry::read_xdr_iter(&mut xdr).collect();
        entries.ok().map(Spec)
    }

    /// Does the contract have this entry point? Of the linked code nothing is known.
    pub fn has_function(&self, name: &str) -> bool {
        self.0.iter().any(|entry| match entry {
            ScSpecEntry::FunctionV0(function) => function.name.0.as_slice() == name.as_bytes(),
            _ => false,
        })
    }

    /// An error as a player reads it: its name, and its doc comment on one line.
    pub fn explain(&self, code: u32) -> String {
        for entry in &self.0 {
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

impl Default for Spec {
    /// Says nothing.
    fn default() -> Spec {
        Spec(Vec::new())
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

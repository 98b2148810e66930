//! Lines of text as they come: in whatever encoding, with the line ends of any system.

use std::io::{self, BufRead, ErrorKind};

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The lines of an input, without what ends them: a line feed, a carriage return, or both.
///
/// Nothing in the bytes is an error. What cannot be seen (a byte order mark, the end of file of DOS)
/// is a blank.
pub struct Lines<R> {
    input: R,
    /// The last line ended in a carriage return. A line feed behind it is no line of its own.
    after_return: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Lines<R> {
        Lines {
            input,
            after_return: false,
        }
    }

    fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let bytes = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            let Some(&first) = bytes.first() else {
                return Ok((!line.is_empty()).then_some(line));
            };
            if std::mem::take(&mut self.after_return) && first == b'\n' {
                self.input.consume(1);
                continue;
            }
            let end = bytes.iter().position(|byte| b"\n\r".contains(byte));
            let taken = end.unwrap_or(bytes.len());
            line.extend_from_slice(&bytes[..taken]);
            if let Some(end) = end {
                self.after_return = bytes[end] == b'\r';
                self.input.consume(taken + 1);
                return Ok(Some(line));
            }
            self.input.consume(taken);
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        let line = self.read().transpose()?;
        Some(line.map(|bytes| text(&bytes)))
    }
}

/// UTF-8 or, where it is none, Latin-1: in old files the names of people are written in it.
fn text(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    let is_unseen = |c: char| c.is_control() || c == BYTE_ORDER_MARK;
    // What stands at the beginning of a line stays there.
    text.trim_start_matches(BYTE_ORDER_MARK)
        .replace(is_unseen, " ")
}

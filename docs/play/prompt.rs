//! Where lines come from: a file or a pipe here, a terminal in `terminal`.

use crate::lines::Lines;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// What a pause has been ended by.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Pause {
    /// Its time.
    Over,
    /// Somebody who wants to type.
    Key,
    /// Somebody who wants to leave.
    Leave,
}

/// A source of lines.
pub trait Input {
    /// Shows a prompt and reads the next line; `None` at the end. Without a prompt nothing is shown.
    /// `words` are what could be meant.
    fn line(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        output: &mut dyn Write,
    ) -> io::Result<Option<String>>;

    /// Lets time pass, until somebody wants to type.
    fn pause(&mut self, time: Duration) -> io::Result<Pause>;
}

/// Lines as they come, from a file or a pipe.
impl<R: BufRead> Input for Lines<R> {
    fn line(
        &mut self,
        prompt: &str,
        _words: Vec<String>,
        output: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        output.write_all(prompt.as_bytes())?;
        output.flush()?;
        self.next().transpose()
    }

    fn pause(&mut self, time: Duration) -> io::Result<Pause> {
        std::thread::sleep(time);
        Ok(Pause::Over)
    }
}

/// Where the text begins that can be completed, and what it can become: the whole line, or else its
/// last word.
pub fn completions(words: &[String], line: &str) -> (usize, Vec<String>) {
    let last_word = line.rfind(' ').map_or(0, |blank| blank + 1);
    let beginning_at = |start: usize| -> Vec<String> {
        let text = line[start..].to_lowercase();
        let fits = |word: &&String| word.starts_with(&text);
        words.iter().filter(fits).cloned().collect()
    };
    match beginning_at(0) {
        none if none.is_empty() => (last_word, beginning_at(last_word)),
        some => (0, some),
    }
}

//! A terminal with somebody before it: lines are edited, remembered, and completed with Tab.

use crate::prompt::{completions, Input, Pause};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::terminal;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

/// The terminal.
pub struct Terminal {
    editor: Editor<Words, DefaultHistory>,
    /// What was pasted behind the first line.
    pasted: VecDeque<String>,
    /// Whole lines that were typed in a pause, and the beginning of one.
    typed: VecDeque<String>,
    begun: String,
}

impl Terminal {
    /// The terminal that the program runs in.
    pub fn open() -> io::Result<Terminal> {
        let mut editor = Editor::new().map_err(io::Error::other)?;
        editor.set_helper(Some(Words(Vec::new())));
        Ok(Terminal {
            editor,
            pasted: VecDeque::new(),
            typed: VecDeque::new(),
            begun: String::new(),
        })
    }
}

impl Input for Terminal {
    fn line(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        output: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        if let Some(line) = self.pasted.pop_front() {
            return Ok(Some(line));
        }
        if let Some(line) = self.typed.pop_front() {
            // Nobody has seen it yet.
            writeln!(output, "{prompt}{line}")?;
            return Ok(Some(line));
        }
        self.editor.set_helper(Some(Words(words)));
        let begun = std::mem::take(&mut self.begun);
        let text = match self.editor.readline_with_initial(prompt, (&begun, "")) {
            Ok(text) => text,
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(None),
            Err(ReadlineError::Io(error)) => return Err(error),
            Err(error) => return Err(io::Error::other(error)),
        };
        // The history keeps what can be kept; a line is not lost for it.
        let _ = self.editor.add_history_entry(&text);
        let mut lines = text.lines().map(String::from);
        let first = lines.next().unwrap_or_default();
        self.pasted = lines.collect();
        Ok(Some(first))
    }

    fn pause(&mut self, time: Duration) -> io::Result<Pause> {
        if !(self.typed.is_empty() && self.pasted.is_empty()) {
            return Ok(Pause::Key);
        }
        let _raw = Raw::enter()?;
        if !event::poll(time)? {
            return Ok(Pause::Over);
        }
        // More than one key may be there: somebody types fast, or pastes.
        let mut pause = Pause::Over;
        while event::poll(Duration::ZERO)? {
            let Event::Key(key) = event::read()? else {
                continue;
            };
            match key.code {
                _ if key.kind == KeyEventKind::Release => {}
                KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    return Ok(Pause::Leave);
                }
                KeyCode::Char(typed) => {
                    self.begun.push(typed);
                    pause = Pause::Key;
                }
                KeyCode::Enter if !self.begun.is_empty() => {
                    self.typed.push_back(std::mem::take(&mut self.begun));
                    pause = Pause::Key;
                }
                _ => pause = Pause::Key,
            }
        }
        Ok(pause)
    }
}

/// The terminal shows no keys and gives each of them at once, until this is dropped.
struct Raw;

impl Raw {
    fn enter() -> io::Result<Raw> {
        terminal::enable_raw_mode()?;
        Ok(Raw)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // There is nothing to be done about a terminal that cannot be set back.
        let _ = terminal::disable_raw_mode();
    }
}

/// Completes what is typed from these.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(&self.0, &line[..position]))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

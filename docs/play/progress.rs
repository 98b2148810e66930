//! What is going on, in a line that comes and goes below what a terminal shows.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

const TICK: Duration = Duration::from_millis(120);

/// The line. It is nowhere if nobody is there to see it.
#[derive(Clone, Default)]
pub struct Progress {
    bar: Option<ProgressBar>,
    live: bool,
}

impl Progress {
    /// A line on standard error, if that is a terminal.
    pub fn new(live: bool) -> Progress {
        Progress { bar: None, live }
    }

    /// Says what is going on now.
    pub fn show(&mut self, what: &str) {
        if !self.live {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_style(ProgressStyle::default_spinner());
            bar.enable_steady_tick(TICK);
            bar
        });
        bar.set_message(what.to_string());
    }

    /// It is over.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

//! How far a run has come: a bar on a terminal, a plain line now and then elsewhere, both on standard error.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::console;
use super::numbers::{grouped, spoken};
use crate::arena::{Observer, Status};

/// How often a plain line is written.
const PLAIN_EVERY: Duration = Duration::from_secs(5);

/// How often a bar is drawn, per second.
const DRAWS_PER_SECOND: u8 = 8;

/// What is shown of a run under way.
pub(super) enum Progress {
    /// Nothing.
    Hidden,
    /// A bar that is drawn over and over.
    Bar(ProgressBar),
    /// A line every few seconds.
    Plain(Plain),
}

impl Progress {
    /// The progress that suits standard error.
    pub(super) fn new(shown: bool) -> Progress {
        match (shown, io::stderr().is_terminal()) {
            (false, _) => Progress::Hidden,
            (true, true) => Progress::Bar(bar()),
            (true, false) => Progress::Plain(Plain::new()),
        }
    }

    /// Takes note that so many games of so many are played, those of an earlier sitting included.
    pub(super) fn note(&mut self, done: u64, total: u64) {
        match self {
            Progress::Hidden => {}
            Progress::Bar(bar) => draw(bar, done, total),
            Progress::Plain(plain) => {
                if let Some(line) = plain.line(Instant::now(), done, total) {
                    console::complain(&line);
                }
            }
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Progress {
    fn update(&mut self, status: &Status<'_>) {
        if let Progress::Bar(bar) = self {
            bar.set_message(status.rules.to_owned());
        }
        self.note(status.games, status.total);
    }
}

fn draw(bar: &ProgressBar, done: u64, total: u64) {
    let begins = bar.length().is_none();
    bar.set_length(total);
    bar.set_position(done);
    if begins {
        // What an earlier sitting played says nothing of the speed of this one.
        bar.reset_eta();
    }
}

fn bar() -> ProgressBar {
    const TEMPLATE: &str = "{msg}  {wide_bar} {percent:>3} %  {human_pos} of {human_len} games, {per_sec}, {eta} left";
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(DRAWS_PER_SECOND));
    let style = ProgressStyle::with_template(TEMPLATE).expect("the template is a constant");
    bar.set_style(style.with_key("per_sec", per_second));
    bar
}

/// Writes the speed without decimals.
fn per_second(state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write) {
    let _ = write!(out, "{} games/s", grouped(state.per_sec() as u64));
}

/// When the last line was written, and how far the run was when it began.
pub(super) struct Plain {
    said: Instant,
    begin: Option<(Instant, u64)>,
}

impl Plain {
    fn new() -> Plain {
        Plain { said: Instant::now(), begin: None }
    }

    /// The line to write, if it is time for one.
    fn line(&mut self, now: Instant, done: u64, total: u64) -> Option<String> {
        let (began, first) = *self.begin.get_or_insert((now, done));
        if now.duration_since(self.said) < PLAIN_EVERY || done >= total {
            return None;
        }
        self.said = now;
        let speed = (done - first) as f64 / now.duration_since(began).as_secs_f64().max(1e-3);
        let left = Duration::try_from_secs_f64((total - done) as f64 / speed).map_or_else(|_| "?".to_owned(), spoken);
        let percent = 100.0 * done as f64 / total as f64;
        Some(format!("{} of {} games ({percent:.0} %), {} games/s, {left} left", grouped(done), grouped(total), grouped(speed as u64)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_come_every_few_seconds_and_count_from_where_the_sitting_began() {
        let start = Instant::now();
        let mut plain = Plain { said: start, begin: None };
        assert_eq!(plain.line(start, 1000, 10_000), None);
        assert_eq!(plain.line(start + Duration::from_secs(4), 2000, 10_000), None);
        let line = plain.line(start + Duration::from_secs(5), 6000, 10_000);
        assert_eq!(line.as_deref(), Some("6,000 of 10,000 games (60 %), 1,000 games/s, 4.0 s left"));
        assert_eq!(plain.line(start + Duration::from_secs(11), 10_000, 10_000), None);
    }
}

//! How far a run has come: a bar on a terminal, a plain line now and then elsewhere, both on
//! standard error.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use unobench_findings::tell::number::{fixed, percent, share_with_margin, signed};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::call::{self, OutputStream};
use super::console::{self, Verbosity, one_line};
use super::numbers::{grouped, spoken};
use super::options::ProgressOptions;
#[cfg(unix)]
use super::signals;
use unobench_experiment::run::{ProgressObserver, RuleSetResults, Status, Stop, StrategySums};
use unobench_findings::estimate::Estimate;

const PLAIN_EVERY: Duration = Duration::from_secs(5);

const DRAWS_PER_SECOND: u8 = 8;

/// How a command shows its progress on standard error: not at all, as a bar, or as lines.
pub(super) enum ProgressDisplay {
    Hidden,
    Bar(ProgressBar, Arc<AtomicBool>),
    Plain(PlainProgress),
}

impl ProgressDisplay {
    /// What suits standard error, unless nothing is to be shown.
    pub(super) fn new(options: &ProgressOptions, verbosity: Verbosity) -> ProgressDisplay {
        let is_shown = verbosity > Verbosity::Quiet && !options.no_progress && !call::is_embedded();
        match (is_shown, OutputStream::Err.is_terminal()) {
            (false, _) => ProgressDisplay::Hidden,
            (true, true) => ProgressDisplay::Bar(bar(), continued()),
            (true, false) => ProgressDisplay::Plain(PlainProgress::new()),
        }
    }

    /// Takes note that so many games of so many are played, those of an earlier session included.
    pub(super) fn note(&mut self, done: u64, total: u64) {
        self.tell(done, total, "");
    }

    pub(super) fn say(&self, text: &str) {
        if let ProgressDisplay::Bar(bar, _) = self {
            bar.set_message(one_line(text));
        }
    }

    pub(super) fn begin(&self, text: &str) {
        self.say(text);
        if let ProgressDisplay::Plain(_) = self {
            console::complain(text);
        }
    }

    fn tell(&mut self, done: u64, total: u64, about: &str) {
        call::tell(done, total);
        match self {
            ProgressDisplay::Hidden => {}
            ProgressDisplay::Bar(bar, continued) => {
                redraw_if(continued, bar);
                draw(bar, done, total);
            }
            ProgressDisplay::Plain(plain) => {
                if let Some(line) = plain.line(Instant::now(), done, total, about) {
                    console::complain(&line);
                }
            }
        }
    }

    pub(super) fn finish(&self) {
        if let ProgressDisplay::Bar(bar, _) = self {
            bar.finish_and_clear();
        }
    }
}

impl ProgressObserver for ProgressDisplay {
    fn update(&mut self, status: &Status<'_>) {
        if let ProgressDisplay::Bar(bar, continued) = self {
            redraw_if(continued, bar);
            if status.results.stop.is_some() && bar.prefix().is_empty() {
                bar.set_style(style(OPEN_TEMPLATE));
            }
            bar.set_prefix(one_line(status.rules));
            bar.set_message(one_line(live(&status.results)));
        }
        let about = if status.results.stop.is_some() { "about " } else { "" };
        self.tell(status.games, status.total, about);
    }
}

fn draw(bar: &ProgressBar, done: u64, total: u64) {
    let begins = bar.length().is_none();
    bar.set_length(total);
    bar.set_position(done);
    if begins {
        // What an earlier session played says nothing of the speed of this one.
        bar.reset_eta();
    }
}

/// Whether the program was stopped and goes on; on a terminal other lines stand there by then.
fn continued() -> Arc<AtomicBool> {
    #[cfg(unix)]
    return signals::noted(signal_hook::consts::signal::SIGCONT);
    #[cfg(not(unix))]
    Arc::default()
}

/// Begins the bar anew below what is there, and does not count the pause, if there was one.
fn redraw_if(continued: &AtomicBool, bar: &ProgressBar) {
    if continued.swap(false, Ordering::Relaxed) {
        bar.set_draw_target(target());
        bar.reset_eta();
    }
}

fn target() -> ProgressDrawTarget {
    ProgressDrawTarget::stderr_with_hz(DRAWS_PER_SECOND)
}

const TEMPLATE: &str = "{prefix}  {wide_bar} {percent:>3} %  {human_pos} of {human_len} games, \
    {per_sec}, {eta} left\n{wide_msg}";

const OPEN_TEMPLATE: &str = "{prefix}  {wide_bar} {human_pos} of about {human_len} games, \
 {per_sec}, about {eta} left\n{wide_msg}";

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, target());
    bar.set_style(style(TEMPLATE));
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is a constant").with_key(
        "per_sec",
        |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{} games/s", grouped(state.per_sec() as u64));
        },
    )
}

const NAMED: usize = 4;

fn live(results: &RuleSetResults<'_>) -> String {
    let strategies = || {
        (0..results.schedule.strategies().len()).filter_map(|strategy| results.strategy(strategy))
    };
    match results.stop {
        Some(Stop::Sprt { .. }) => {
            let ratios = results.log_likelihood_ratio();
            ratios.map_or_else(String::new, |(llr, reverse, (lower, upper))| {
                let both =
                    reverse.map_or_else(String::new, |ratio| format!(" and {}", signed(ratio, 2)));
                let [llr, lower, upper] = [llr, lower, upper].map(|number| signed(number, 2));
                format!("log-likelihood ratio {llr}{both}; bounds {lower} and {upper}")
            })
        }
        Some(Stop::FixedWidth { width }) => {
            let widths = strategies().map(|sums| {
                results.watched(&sums.rate).map_or(1.0, |interval| interval.high - interval.low)
            });
            let widest = widths.fold(0.0, f64::max);
            format!("the widest interval is {} wide; it ends at {width}", fixed(widest, 4))
        }
        None => {
            let mut rates: Vec<(f64, String)> = strategies()
                .filter_map(|sums| Some((sums.rate.rate()?, rate(results, &sums)?)))
                .collect();
            rates.sort_by(|entry, other| other.0.total_cmp(&entry.0));
            rates.into_iter().take(NAMED).map(|(_, text)| text).collect::<Vec<_>>().join("  ")
        }
    }
}

fn rate(results: &RuleSetResults<'_>, sums: &StrategySums<'_>) -> Option<String> {
    let interval = results.interval(&sums.rate)?;
    let rate = Estimate { value: sums.rate.rate()?, interval: Some(interval) };
    let name = &results.schedule.strategies()[sums.tally.strategy];
    Some(format!("{name} {}", share_with_margin(rate)))
}

/// When the last line was written, and how far the run was when it began.
pub(super) struct PlainProgress {
    said: Instant,
    begin: Option<(Instant, u64)>,
}

impl PlainProgress {
    fn new() -> PlainProgress {
        PlainProgress { said: Instant::now(), begin: None }
    }

    fn line(&mut self, now: Instant, done: u64, total: u64, about: &str) -> Option<String> {
        let (began, first) = *self.begin.get_or_insert((now, done));
        if now.duration_since(self.said) < PLAIN_EVERY || done >= total {
            return None;
        }
        self.said = now;
        let speed = (done - first) as f64 / now.duration_since(began).as_secs_f64().max(1e-3);
        let left = Duration::try_from_secs_f64((total - done) as f64 / speed)
            .map_or_else(|_| "?".to_owned(), spoken);
        let share = percent(done as f64 / total as f64, 0);
        Some(format!(
            "{} of {about}{} games ({share}), {} games/s, {about}{left} left",
            grouped(done),
            grouped(total),
            grouped(speed as u64)
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_come_every_few_seconds_and_count_from_where_the_session_began() {
        let start = Instant::now();
        let mut plain = PlainProgress { said: start, begin: None };
        assert_eq!(plain.line(start, 1000, 10_000, ""), None);
        assert_eq!(plain.line(start + Duration::from_secs(4), 2000, 10_000, ""), None);
        let line = plain.line(start + Duration::from_secs(5), 6000, 10_000, "");
        let told = "6,000 of 10,000 games (60 %), 1,000 games/s, 4.0 s left";
        assert_eq!(line.as_deref(), Some(told));
        let line = plain.line(start + Duration::from_secs(10), 8000, 12_000, "about ");
        let told = "8,000 of about 12,000 games (67 %), 700 games/s, about 5.7 s left";
        assert_eq!(line.as_deref(), Some(told));
        assert_eq!(plain.line(start + Duration::from_secs(16), 10_000, 10_000, ""), None);
    }
}

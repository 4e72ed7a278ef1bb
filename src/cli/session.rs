//! What the commands that play whole runs share: playing with progress and Ctrl-C, going on, and
//! saying how it ended.

use super::budget::Budget;
use super::console::{Verbosity, complain};
use super::failure::{Failure, OrFailure as _, Result};
use super::numbers::{grouped, spoken};
use super::options::{BotOptions, CommonOptions, ProgressOptions};
use super::progress::ProgressDisplay;
use super::resumed::tell_of_resuming;
use super::{interrupt, outcome, report};
use std::path::{Path, PathBuf};
use std::time::Duration;
use unobench_bots::Pool;
use unobench_disk::read_text;
use unobench_experiment::run::{self, Control, NamedBots, Results, RunConfig};
use unobench_experiment::{Existing, Invocation, Played, RunEnding};
use unobench_findings::documents::Manifest;

/// What happens to a run that is in the directory already.
pub(super) fn existing(common: &CommonOptions) -> Existing {
    if common.resume { Existing::Resume } else { common.keep.existing() }
}

pub(super) fn here(config: RunConfig, bots: &BotOptions, common: &CommonOptions) -> RunConfig {
    RunConfig {
        threads: common.machine.threads,
        move_time: bots.move_time,
        out: common.keep.out(),
        existing: existing(common),
        deadline: common.deadline,
        invocation: invocation(),
        ..config
    }
}

pub(super) fn about(games: u64, time: Duration) -> String {
    format!("{} games ({})", rounded(games), about_time(time))
}

pub(super) fn about_time(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        "less than a second".to_owned()
    } else {
        format!("about {}", spoken(time))
    }
}

/// A number with two digits that count, for what nobody knows better.
fn rounded(number: u64) -> String {
    let unit = 10_u64.pow(number.max(1).ilog10().saturating_sub(1));
    grouped(number.div_ceil(unit) * unit)
}

pub(super) fn progress(options: &ProgressOptions, verbosity: Verbosity) -> ProgressDisplay {
    ProgressDisplay::new(options, verbosity)
}

fn arguments() -> Vec<String> {
    let arguments = super::call::arguments();
    arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect()
}

pub(super) fn invocation() -> Invocation {
    Invocation { arguments: arguments(), commit: option_env!("UNOBENCH_COMMIT") }
}

pub(super) fn name_bots(config: &mut RunConfig, verbosity: Verbosity) -> Result<Option<Pool>> {
    let NamedBots { pool, remarks } = config.name_bots(super::catalogue()).or_usage()?;
    if pool.is_some() {
        interrupt::wait_for_bots(config.move_time);
    }
    remarks.iter().for_each(|remark| verbosity.say(remark));
    Ok(pool)
}

pub(super) fn play(
    config: &RunConfig,
    bots: Option<Pool>,
    common: &CommonOptions,
) -> Result<Played<Results>> {
    // Where a rule stops a run nobody knows how long it takes.
    if config.stop.is_none() {
        Budget::agree(common, || Budget::of_run(config))?;
    }
    make_room(&config.out, config.existing)?;
    let cancel = interrupt::listen();
    let mut progress = progress(&common.progress, common.verbosity());
    let control = Control { cancel: &cancel, observer: &mut progress };
    let played = run::run_with_bots(config, bots, control);
    progress.finish();
    let report = played.map_err(outcome::failure)?;
    tell_of_resuming(report.found.header(), report.resumed.as_ref(), common.verbosity());
    Ok(report)
}

/// Refuses a directory that holds another run, before it is said what would be played.
pub(super) fn refuse_taken(config: &RunConfig) -> Result {
    let plan = config.plan().or_usage()?;
    let taken = unobench_experiment::refuse_taken(plan.header(), &config.out, config.existing);
    taken.map_err(|error| outcome::failure(error.into()))
}

/// Makes room in the default directory: a run that was interrupted there is kept under a name of
/// its own, and it is said how to go on with it.
pub(super) fn make_room(out: &Path, existing: Existing) -> Result {
    if existing != Existing::ReplaceFinished {
        return Ok(());
    }
    let made = unobench_experiment::make_room(out);
    if let Some(aside) = made.map_err(|error| outcome::failure(error.into()))? {
        let go_on = to_go_on(&arguments_of(&aside), Some(&aside));
        let (out, aside) = (out.display(), aside.display());
        Verbosity::chosen().say(&format!(
            "the interrupted run that was in {out} is kept in {aside}; to continue it: {go_on}"
        ));
    }
    Ok(())
}

/// The arguments by which a run was begun; none where its manifest does not tell.
fn arguments_of(directory: &Path) -> Vec<String> {
    let read = || {
        let text = read_text(&directory.join("manifest.json"), LONGEST_MANIFEST).ok()?;
        let manifest: Manifest = serde_json::from_str(&text).ok()?;
        manifest.host.arguments
    };
    read().unwrap_or_default()
}

/// The longest manifest that is read, in bytes.
const LONGEST_MANIFEST: u64 = 10_000_000;

/// Makes the report that was asked for, and says how it ended, and how to go on if it is not over.
pub(super) fn conclude<T>(played: &Played<T>, common: &CommonOptions) -> Result {
    let (out, verbosity) = (common.keep.out(), common.verbosity());
    if common.keep.report {
        report::of_run(&out, verbosity)?;
    } else {
        report::renew(&out, verbosity)?;
    }
    match played.ending {
        RunEnding::Complete => Ok(()),
        RunEnding::TimeUp => {
            let (time, go_on) = (spoken(played.time), go_on());
            verbosity
                .say(&format!("stopped after {time}, as --max-time says; to continue: {go_on}"));
            Ok(())
        }
        RunEnding::Interrupted => {
            let (out, go_on) = (out.display(), go_on());
            complain(&format!("interrupted; what was played is in {out}; to continue: {go_on}"));
            Err(Failure::Interrupted)
        }
    }
}

fn go_on() -> String {
    to_go_on(&arguments(), None)
}

fn to_go_on(arguments: &[String], directory: Option<&Path>) -> String {
    let mut words = vec![super::NAME.to_owned()];
    let begun =
        arguments.iter().filter(|argument| !["--force", "--resume"].contains(&&***argument));
    let mut before = "";
    for argument in begun {
        words.push(shell_word(&with_other_rounds(before, argument)));
        before = argument;
    }
    if arguments.is_empty() {
        words.push("with the same arguments".to_owned());
    }
    if let Some(directory) = directory {
        words.extend(["-o".to_owned(), shell_word(&directory.to_string_lossy())]);
    }
    words.push("--resume".to_owned());
    words.join(" ")
}

/// An argument after another one; where it names a file of rounds, which the rest does not go to,
/// it names a new one.
fn with_other_rounds(before: &str, argument: &str) -> String {
    let other = |path: &str| next_name(Path::new(path)).to_string_lossy().into_owned();
    match argument.strip_prefix("--rounds=") {
        Some(path) => format!("--rounds={}", other(path)),
        None if before == "--rounds" => other(argument),
        None => argument.to_owned(),
    }
}

/// The next free name after that of a file which is there: `a-2.csv`, `a-3.csv` and so on after
/// `a.csv`.
pub(super) fn next_name(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let end = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    let numbered = stem.rsplit_once('-').and_then(|(base, number)| {
        Some((base, number.parse::<u32>().ok().filter(|&number| number > 1)?))
    });
    let (base, number) = numbered.unwrap_or((&stem, 1));
    let named = |number: u32| path.with_file_name(format!("{base}-{number}.{end}"));
    let is_free = |path: &PathBuf| path.symlink_metadata().is_err();
    (number.saturating_add(1)..).map(named).find(is_free).unwrap_or_else(|| path.to_owned())
}

pub(super) fn shell_word(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forecasts_have_two_digits_that_count() {
        let shown = [0, 7, 99, 100, 101, 14_001, 999_999].map(rounded);
        assert_eq!(shown, ["0", "7", "99", "100", "110", "15,000", "1,000,000"]);
    }

    #[test]
    fn the_command_that_goes_on_names_a_new_file_of_rounds() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
        for (file, next) in [("a.csv", "a-2.csv"), ("b-1.csv", "b-1-2.csv")] {
            assert_eq!(with_other_rounds("--rounds", &path(file)), path(next));
        }
        std::fs::write(path("a-2.csv"), "").expect("it is written");
        for file in ["a.csv", "a-2.csv"] {
            let expected = format!("--rounds={}", path("a-3.csv"));
            assert_eq!(with_other_rounds("", &format!("--rounds={}", path(file))), expected);
        }
        assert_eq!(with_other_rounds("-o", "rounds.csv"), "rounds.csv");
    }

    #[test]
    fn arguments_are_quoted_for_a_shell_only_where_they_need_it() {
        for (argument, shown) in [
            ("--set", "--set"),
            ("a=b", "a=b"),
            ("my rules.toml", "'my rules.toml'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
            ("x=[\"0\"]", "'x=[\"0\"]'"),
        ] {
            assert_eq!(shell_word(argument), shown);
        }
    }
}

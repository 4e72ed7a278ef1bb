//! `unobench report`: what run directories say, or who lost how much in a record, in pictures.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::ValueHint::{AnyPath, FilePath};

use super::console::Verbosity;
use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::line_up::strategy;
use super::options::{VerbosityOptions, a_file};
use super::replay::losses::{JUDGE, check_judge, to_page};
use super::resumed::tell_of_version;
use super::{outcome, replay};
use unobench_core::bounded::quoted;
use unobench_experiment::store::PROGRESS;
use unobench_experiment::{Derived, Dropped, derive, matches_of};
use unobench_report::{FILE_NAME, ReportError, Source, write_report};

/// What `report` is told: runs or a record, and where the page goes.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// Directories of runs; several are compared with each other. Or a game record: how much of its
    /// chance to win each player lost, and where
    #[arg(value_name = "DIR", required = true, value_hint = AnyPath)]
    directories: Vec<PathBuf>,

    /// The file to write [default: report.html in the first directory; beside a record the name of
    /// its file with .html]
    #[arg(short = 'o', long, value_name = "FILE", value_parser = a_file(), value_hint = FilePath)]
    out: Option<PathBuf>,

    /// With a record: the strategy that judges it, which has to say how likely each action is to
    /// win [default: champion]
    #[arg(long, value_name = "STRATEGY")]
    ask: Option<String>,

    #[command(flatten)]
    verbosity: VerbosityOptions,
}

pub(super) fn run(args: &ReportArgs) -> Result {
    if let Some(record) = args.directories.iter().find(|path| path.is_file()) {
        if args.directories.len() == 1 {
            return of_record(args, record);
        }
        refuse!(
            "{} is a file, and a record has a report of its own: name it alone",
            quoted(&record.to_string_lossy())
        );
    }
    if let Some(judge) = &args.ask {
        refuse!(
            "--ask {} goes with the file of a record; {} is not one",
            quoted(judge),
            quoted(&args.directories[0].to_string_lossy())
        );
    }
    let out = args.out.clone().unwrap_or_else(|| args.directories[0].join(FILE_NAME));
    let verbosity = args.verbosity.verbosity();
    let directories: Vec<PathBuf> =
        args.directories.iter().flat_map(|path| with_matches(path)).collect();
    let derived = directories.iter().map(|path| derive(path).map_err(outcome::failure));
    let derived: Vec<_> = derived.collect::<Result<_, _>>()?;
    let read = || directories.iter().zip(&derived);
    let sources = read().map(|(directory, derived)| Source {
        directory: directory.clone(),
        derived: derived.as_ref().map(|derived| derived.files().to_owned()),
    });
    let sources: Vec<Source> = sources.collect();
    write_report(&sources, &out).map_err(failure)?;
    read().for_each(|(directory, derived)| tell_of_source(directory, derived.as_ref(), verbosity));
    verbosity.tell_of_page(&out);
    Ok(())
}

fn of_record(args: &ReportArgs, record: &Path) -> Result {
    let text = args.ask.as_deref().unwrap_or(JUDGE);
    let judge = strategy(text)?;
    check_judge(&judge)?;
    let (input, name) = (replay::open(record)?, record.to_string_lossy());
    let asked = unobench_record::analyse(input, &judge, None).or_usage_in(quoted(&name))?;
    let out = args.out.clone().unwrap_or_else(|| record.with_extension("html"));
    to_page(record, text, &asked, &out, args.verbosity.verbosity())
}

/// Says what the report was made from, where that is not all of a `progress.jsonl` of this version.
fn tell_of_source(directory: &Path, derived: Option<&Derived>, verbosity: Verbosity) {
    let directory = directory.display();
    let Some(Derived { version, dropped, .. }) = derived else {
        return verbosity
            .say(&format!("{directory} has no {PROGRESS}: its other files were used as they are"));
    };
    tell_of_version(version, verbosity);
    if let Some(Dropped { line, reason, .. }) = dropped {
        verbosity.say(&format!(
            "{directory}: {PROGRESS} is damaged from line {line} on ({reason}); what follows was \
             left out"
        ));
    }
}

/// Writes the report of what has just been played.
pub(super) fn of_run(directory: &Path, verbosity: Verbosity) -> Result {
    let out = directory.join(FILE_NAME);
    // Its files were made from `progress.jsonl` a moment ago.
    let source = |directory: PathBuf| Source { derived: Some(directory.clone()), directory };
    let sources: Vec<Source> = with_matches(directory).map(source).collect();
    write_report(&sources, &out).map_err(failure)?;
    verbosity.tell_of_page(&out);
    Ok(())
}

/// Writes the report again if there is one of an earlier session, which is out of date now.
pub(super) fn renew(directory: &Path, verbosity: Verbosity) -> Result {
    if directory.join(FILE_NAME).is_file() { of_run(directory, verbosity) } else { Ok(()) }
}

/// A directory, and that of the matches which belong to it.
fn with_matches(directory: &Path) -> impl Iterator<Item = PathBuf> {
    [directory.to_owned()].into_iter().chain(matches_of(directory))
}

fn failure(error: ReportError) -> Failure {
    if error.is_of_input() { Failure::Usage(error.into()) } else { Failure::Failed(error.into()) }
}

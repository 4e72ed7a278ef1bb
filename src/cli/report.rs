//! `unobench report`: what run directories say, in pictures.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::console::Verbosity;
use super::failure::Failure;
use super::options::VerbosityOptions;
use super::{outcome, session};
use unobench_experiment::store::{Dropped, PROGRESS};
use unobench_experiment::{Derived, derive};
use unobench_report::{FILE_NAME, Source, write_report};

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// Directories of runs; several are compared with each other
    #[arg(value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    directories: Vec<PathBuf>,

    /// The file to write [default: report.html in the first directory]
    #[arg(short = 'o', long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,

    #[command(flatten)]
    verbosity: VerbosityOptions,
}

/// Runs `unobench report`.
pub(super) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let out = args.out.clone().unwrap_or_else(|| args.directories[0].join(FILE_NAME));
    let verbosity = args.verbosity.verbosity();
    let derived = args
        .directories
        .iter()
        .map(|directory| derive(directory).map_err(outcome::failure))
        .collect::<Result<Vec<_>, _>>()?;
    let read = || args.directories.iter().zip(&derived);
    let sources = read().map(|(directory, derived)| Source {
        directory: directory.clone(),
        derived: derived.as_ref().map(|derived| derived.files().to_owned()),
    });
    write(&sources.collect::<Vec<_>>(), &out)?;
    read().for_each(|(directory, derived)| tell_of_source(directory, derived.as_ref(), verbosity));
    tell_of_page(&out, verbosity);
    Ok(())
}

/// Says what the report was made from, where that is not all of a `progress.jsonl` of this version.
fn tell_of_source(directory: &Path, derived: Option<&Derived>, verbosity: Verbosity) {
    let directory = directory.display();
    let Some(Derived { format, version, dropped, .. }) = derived else {
        return verbosity.say(&format!(
            "{directory} has no {PROGRESS}: its other files were taken as they stand"
        ));
    };
    session::tell_of_version(*format, version, verbosity);
    if let Some(Dropped { line, reason, .. }) = dropped {
        verbosity.say(&format!(
            "{directory}: {PROGRESS} is damaged from line {line} on ({reason}); what follows was \
             left out"
        ));
    }
}

/// Writes the report of what has just been played if it was asked for, or if there is one of an
/// earlier session, which is out of date now.
pub(super) fn of_run(
    asked_for: bool,
    directory: &Path,
    verbosity: Verbosity,
) -> Result<(), Failure> {
    let out = directory.join(FILE_NAME);
    if asked_for || out.is_file() {
        // Its files were made from `progress.jsonl` a moment ago.
        let derived = Some(directory.to_owned());
        write(&[Source { directory: directory.to_owned(), derived }], &out)?;
        tell_of_page(&out, verbosity);
    }
    Ok(())
}

fn write(sources: &[Source], out: &Path) -> Result<(), Failure> {
    write_report(sources, out).map_err(|error| {
        if error.is_of_input() {
            Failure::Usage(error.into())
        } else {
            Failure::Failed(error.into())
        }
    })
}

fn tell_of_page(out: &Path, verbosity: Verbosity) {
    verbosity.say(&format!("the report is in {}; open it in a browser", out.display()));
}

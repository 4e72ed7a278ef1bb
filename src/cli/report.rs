//! `unobench report`: what run directories say, in pictures.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::console::Verbosity;
use super::failure::Failure;
use super::options::{KeepOptions, VerbosityOptions};
use unobench_report::{FILE_NAME, write_report};

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
    write(&args.directories, &out, args.verbosity.verbosity())
}

/// Writes the report of what has just been played if it was asked for, or if there is one of an
/// earlier session, which is out of date now.
pub(super) fn of_run(
    keep: &KeepOptions,
    directory: &Path,
    verbosity: Verbosity,
) -> Result<(), Failure> {
    let out = directory.join(FILE_NAME);
    if keep.report || out.is_file() {
        write(&[directory.to_owned()], &out, verbosity)
    } else {
        Ok(())
    }
}

fn write(directories: &[PathBuf], out: &Path, verbosity: Verbosity) -> Result<(), Failure> {
    match write_report(directories, out) {
        Ok(()) => {
            verbosity.say(&format!("the report is in {}; open it in a browser", out.display()));
            Ok(())
        }
        Err(error) if error.is_of_input() => Err(Failure::Usage(error.into())),
        Err(error) => Err(Failure::Failed(error.into())),
    }
}

//! `unobench report`: what run directories say, in pictures.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::console::Talk;
use super::failure::Failure;
use super::options::{KeepOptions, TalkOptions};
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
    talk: TalkOptions,
}

/// Runs `unobench report`.
pub(super) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let out = args.out.clone().unwrap_or_else(|| args.directories[0].join(FILE_NAME));
    write(&args.directories, &out, args.talk.talk())
}

/// Writes the report of what has just been played if it was asked for, or if there is one of an
/// earlier session, which is out of date now.
pub(super) fn of_run(keep: &KeepOptions, directory: &Path, talk: Talk) -> Result<(), Failure> {
    let out = directory.join(FILE_NAME);
    if keep.report || out.is_file() { write(&[directory.to_owned()], &out, talk) } else { Ok(()) }
}

fn write(directories: &[PathBuf], out: &Path, talk: Talk) -> Result<(), Failure> {
    match write_report(directories, out) {
        Ok(()) => {
            talk.say(&format!("the report is in {}; open it in a browser", out.display()));
            Ok(())
        }
        Err(error) if error.is_of_input() => Err(Failure::Usage(error.into())),
        Err(error) => Err(Failure::Failed(error.into())),
    }
}

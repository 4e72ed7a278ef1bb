//! `unobench merge`: the parts of a run put together.

use std::path::PathBuf;

use clap::Args;
use clap::ValueHint::DirPath;

use super::console::Verbosity;
use super::failure::Failure;
use super::matches::Leg;
use super::options::{FormatOptions, KeepOptions};
use super::{outcome, report, run, session};
use unobench_experiment::{Found, merge};

#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// The directories of all parts, in any order
    #[arg(value_name = "DIR", value_hint = DirPath, required = true)]
    parts: Vec<PathBuf>,

    #[command(flatten)]
    keep: KeepOptions,

    #[command(flatten)]
    format: FormatOptions,
}

pub(super) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let out = args.keep.out();
    let merged = merge(&args.parts, &out, args.keep.existing(), &session::invocation())
        .map_err(outcome::failure)?;
    let verbosity = Verbosity::chosen(false);
    session::tell_of_version(merged.found.version(), verbosity);
    match merged.found {
        Found::Run(_) => {
            let leg = Leg { played: merged.of_run(), out: out.clone() };
            run::print(&[leg], args.format.format)?;
        }
        Found::Survey(ref survey) => {
            let footer = format!("seed {}, files in {}", survey.header().seed, out.display());
            outcome::print_survey(survey, true, &footer, args.format.format)?;
        }
    }
    report::of_run(args.keep.report, &out, verbosity)
}

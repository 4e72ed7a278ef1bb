//! `unobench gather`: puts lines in order, and says what is to be played next.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::ValueHint::{DirPath, FilePath};

use super::console::{self, Verbosity};
use super::failure::{Failure, OrFailure as _, Result};
use super::numbers::grouped;
use super::options::a_directory;
use super::{report, resumed, session};
use unobench_core::bounded::quoted;
use unobench_experiment::scale::{
    Gather, GatherAnswer, GatherConfig, ScaleError, SealedPlan, read_line,
};

/// What `gather` is told: the plan, and where its results go.
#[derive(Debug, Args)]
pub(super) struct GatherArgs {
    /// The plan that `unobench plan` made
    #[arg(value_name = "PLAN", value_hint = FilePath)]
    plan: PathBuf,

    /// Directory for the results; a plan that was begun there is continued
    #[arg(short = 'o', long, value_name = "DIR")]
    #[arg(value_parser = a_directory(), value_hint = DirPath)]
    out: PathBuf,

    /// How many chunks after the last one on disk may be under way; lines that arrive early wait in
    /// memory
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(256).expect("it is not 0"))]
    window: NonZeroUsize,

    /// Delete another run that is in the directory
    #[arg(long)]
    force: bool,

    /// Write a page of charts, report.html, beside the results
    #[arg(long)]
    report: bool,
}

pub(super) fn run(args: &GatherArgs) -> Result {
    let plans = SealedPlan::read(&args.plan).map_err(|error| failure(error.into()))?;
    let config = GatherConfig {
        out: args.out.clone(),
        force: args.force,
        window: args.window,
        invocation: session::invocation(),
    };
    let verbosity = Verbosity::chosen();
    let mut gather = Gather::open(&plans, config).map_err(failure)?;
    resumed::tell_of_resumed(gather.resumed(), verbosity);
    let mut answers = GatherAnswers { refused: 0, is_complete: false, verbosity };
    answers.give(gather.begin().map_err(failure)?)?;
    let (mut input, mut line) = (io::stdin().lock(), Vec::new());
    while read_line(&mut input, &mut line).or_failed("cannot read lines")? {
        answers.give(gather.take(&line).map_err(failure)?)?;
    }
    gather.finish().map_err(failure)?;
    if args.report {
        report::of_run(&args.out, verbosity)?;
    } else {
        report::renew(&args.out, verbosity)?;
    }
    answers.conclude(args)
}

/// How many refused lines are explained.
const SAID: u64 = 10;

/// What `gather` has answered so far: how many lines it refused, and whether it is done.
struct GatherAnswers {
    refused: u64,
    /// Whether the last answer said that everything is played.
    is_complete: bool,
    verbosity: Verbosity,
}

impl GatherAnswers {
    fn give(&mut self, answer: GatherAnswer) -> Result {
        if let GatherAnswer::Refused { refused } = &answer {
            self.refused += 1;
            match self.refused {
                1..=SAID => self.verbosity.say(&format!("a line was refused: {}", quoted(refused))),
                n if n == SAID + 1 => self.verbosity.say("further refused lines are only counted"),
                _ => {}
            }
        }
        let text = serde_json::to_string(&answer).or_failed("cannot answer")?;
        console::print_as_it_is(&(text + "\n"))?;
        self.is_complete = matches!(answer, GatherAnswer::Done { .. });
        Ok(())
    }

    fn conclude(&self, args: &GatherArgs) -> Result {
        if self.is_complete {
            return Ok(());
        }
        if self.refused > 0 {
            return Err(Failure::Failed(anyhow::anyhow!(
                "{} lines were refused; their chunks have still to be played",
                grouped(self.refused)
            )));
        }
        let (plan, out) = (args.plan.display(), args.out.display());
        self.verbosity.say(&format!(
            "not everything is played; to continue: unobench gather {plan} -o {out}"
        ));
        Ok(())
    }
}

pub(super) fn failure(error: ScaleError) -> Failure {
    if error.is_usage() { Failure::Usage(error.into()) } else { Failure::Failed(error.into()) }
}

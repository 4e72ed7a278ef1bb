//! `unobench plan`: what is to be played, sealed, for other machines.

use std::iter;

use clap::Subcommand;

use super::compare::ComparePlan;
use super::console::{self, Verbosity};
use super::duel::DuelPlan;
use super::failure::{Failure, OrFailure as _, Result};
use super::matches::MatchesOptions;
use super::run::RunPlan;
use super::skill::SkillPlan;
use super::survey::ToSurvey;
use super::sweep::SweepPlan;
use super::tournament::TournamentPlan;
use super::{examined, outcome};
use unobench_bots::BotError;
use unobench_experiment::run::{NamedBots, RunConfig};
use unobench_experiment::scale::SealedPlan;
use unobench_experiment::survey::BotCare;
use unobench_findings::panel::LEARNED;

/// The commands whose games can be planned for other machines.
#[derive(Debug, Subcommand)]
pub(super) enum PlanCommand {
    /// Plan what `unobench run` plays
    Run(RunPlan),
    /// Plan what `unobench duel` plays
    Duel(DuelPlan),
    /// Plan what `unobench tournament` plays
    Tournament(TournamentPlan),
    /// Plan what `unobench rules compare` plays
    #[command(subcommand)]
    Rules(PlanRulesCommand),
    /// Plan what `unobench sweep` plays
    Sweep(SweepPlan),
    /// Plan what `unobench skill` plays
    Skill(SkillPlan),
}

/// The commands of `rules` whose games can be planned.
#[derive(Debug, Subcommand)]
pub(super) enum PlanRulesCommand {
    /// Plan what `unobench rules compare` plays
    Compare(ComparePlan),
}

pub(super) fn run(command: &PlanCommand) -> Result {
    let verbosity = Verbosity::chosen();
    let care = BotCare::default();
    let plans = match command {
        PlanCommand::Run(plan) => of_run(plan.config(verbosity)?, plan.matches, verbosity)?,
        PlanCommand::Duel(plan) => of_run(plan.config()?, plan.matches, verbosity)?,
        PlanCommand::Tournament(plan) => of_run(plan.config()?, plan.matches, verbosity)?,
        PlanCommand::Rules(PlanRulesCommand::Compare(plan)) => {
            let whole = plan.survey(verbosity, &care)?;
            let keys = plan.keys(&whole)?;
            iter::once(whole)
                .chain(keys)
                .map(|survey| of_survey(&survey))
                .collect::<Result<_, _>>()?
        }
        PlanCommand::Sweep(plan) => vec![of_survey(&plan.survey(verbosity, &care)?)?],
        PlanCommand::Skill(plan) => vec![of_survey(&plan.survey(verbosity, &care)?)?],
    };
    let lines = plans.iter().map(|plan| String::from_utf8_lossy(plan.line()));
    console::print_as_it_is(&lines.collect::<String>())
}

/// A bot that is not on this machine, but where it is going to play, has the name that it was
/// given, or none but how it is written.
fn of_run(
    mut config: RunConfig,
    matches: MatchesOptions,
    verbosity: Verbosity,
) -> Result<Vec<SealedPlan>> {
    match config.name_bots(super::catalogue()) {
        Ok(NamedBots { remarks, .. }) => remarks.iter().for_each(|remark| verbosity.say(remark)),
        error @ Err(BotError::NameOfLibrary { .. }) => drop(error.or_usage()?),
        Err(_) => {}
    }
    let later = matches.after(&config)?;
    let plans = iter::once(config).chain(later).map(|config| SealedPlan::of_run(&config));
    plans.collect::<Result<_, _>>().map_err(outcome::failure)
}

fn of_survey(survey: &ToSurvey) -> Result<SealedPlan> {
    let learns = survey.lessons.is_some();
    if learns || survey.is_examined && !examined::unknown(&survey.header, &survey.rules).is_empty()
    {
        let who =
            if learns { LEARNED } else { "rules that are new to champion, without --no-learn" };
        return Err(Failure::usage(format!(
            "{who}: a plan does not carry networks that have learned the rules; play it without \
             `plan`, on one machine"
        )));
    }
    let plan = SealedPlan::of_survey(survey.header.clone(), &survey.rules, super::catalogue());
    plan.map_err(outcome::failure)
}

//! `unobench plan`: what is to be played, sealed, for other machines.

use clap::Subcommand;

use super::compare::ComparePlan;
use super::console::{self, Verbosity};
use super::duel::DuelPlan;
use super::failure::Failure;
use super::outcome;
use super::run::RunPlan;
use super::skill::SkillPlan;
use super::survey::ToSurvey;
use super::sweep::SweepPlan;
use super::tournament::TournamentPlan;
use unobench_bots::BotError;
use unobench_experiment::RunError;
use unobench_experiment::run::{NamedBots, RunConfig};
use unobench_experiment::scale::SealedPlan;
use unobench_experiment::survey::BotCare;
use unobench_findings::panel::LEARNED;

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

#[derive(Debug, Subcommand)]
pub(super) enum PlanRulesCommand {
    /// Plan what `unobench rules compare` plays
    Compare(ComparePlan),
}

pub(super) fn run(command: &PlanCommand) -> Result<(), Failure> {
    let verbosity = Verbosity::chosen(false);
    let care = BotCare::default();
    let plan = match command {
        PlanCommand::Run(plan) => of_run(plan.config(verbosity)?, verbosity),
        PlanCommand::Duel(plan) => of_run(plan.config()?, verbosity),
        PlanCommand::Tournament(plan) => of_run(plan.config()?, verbosity),
        PlanCommand::Rules(PlanRulesCommand::Compare(plan)) => {
            of_survey(&plan.survey(verbosity, &care)?)?
        }
        PlanCommand::Sweep(plan) => of_survey(&plan.survey(verbosity, &care)?)?,
        PlanCommand::Skill(plan) => of_survey(&plan.survey(verbosity, &care)?)?,
    };
    console::print_as_it_is(&String::from_utf8_lossy(plan.map_err(outcome::failure)?.line()))
}

/// A bot that is not on this machine, but where it is going to play, has the name that it was
/// given, or none but how it is written.
fn of_run(mut config: RunConfig, verbosity: Verbosity) -> Result<SealedPlan, RunError> {
    match config.name_bots(super::catalogue()) {
        Ok(NamedBots { remarks, .. }) => remarks.iter().for_each(|remark| verbosity.say(remark)),
        Err(error @ BotError::NameOfLibrary { .. }) => return Err(error.into()),
        Err(_) => {}
    }
    SealedPlan::of_run(&config)
}

fn of_survey(survey: &ToSurvey) -> Result<Result<SealedPlan, RunError>, Failure> {
    if survey.lessons.is_some() {
        return Err(Failure::usage(format!(
            "{LEARNED}: a plan does not carry networks that have learned the rules; play it \
             without `plan`, on one machine"
        )));
    }
    Ok(SealedPlan::of_survey(survey.header.clone(), &survey.rules, super::catalogue()))
}

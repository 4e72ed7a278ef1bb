//! Whether who sits as `champion` knows the rules that are asked about. The networks that come with
//! the program say which exams they passed; under any other rule set they are examined, by a
//! specialist that learns nothing else and by heuristics. A specialist that passes where they do
//! not, or that surely wins more than they do, sits in their place.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use clap::ValueHint::FilePath;
use serde_json::json;

use super::console;
use super::failure::{Failure, Result};
use super::interrupt;
use super::learned::TrainSession;
use super::line_up::strategy;
use super::network_cache;
use super::options::{RuleOptions, check_players};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Aim, StrategySpec};
use unobench_experiment::contest::Contest;
use unobench_experiment::header::exam;
use unobench_experiment::knowledge_test::{KnowledgeTest, mirrored};
use unobench_experiment::survey::LearnedSeats;
use unobench_experiment::{Header, HeaderRules};
use unobench_findings::documents::ExamVerdict;
use unobench_findings::documents::KnowledgeResult;
use unobench_findings::panel::{CHAMPION, CHAMPIONS, SPECIALIST};
use unobench_strategies::net::{Nets, StoredResult, StoredTest, specialist};
use unobench_train::TrainPlan;

/// Games that a specialist learns from, at most.
const GAMES: u64 = 40_000;

/// Decisions that it learns from, at most: half a minute of a core.
const DECISIONS: u64 = 2_500_000;

/// The seeds of what it learns from, and of the games of exams: others than those that people
/// choose.
const SEEDS: [u64; 2] = [1 << 47, 1 << 48];

/// Who examines besides the specialist.
const HEURISTICS: [&str; 2] = ["counter", "linear"];

/// How many examine: the heuristics and the specialist.
const EXAMINERS: usize = HEURISTICS.len() + 1;

/// What is said of rules whose exam nobody has passed.
pub(super) const UNKNOWN: &str =
    "Nobody is said to know these rules, since champion has passed no exam under them";

/// Whether `champion` is examined under rule sets that are new to it.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct LearnOptions {
    /// Do not examine `champion` under rule sets that are new to it, which takes up to half a
    /// minute of a core for each; then nobody is said to know them
    #[arg(long)]
    pub(super) no_learn: bool,
}

/// What is known of the rule sets that the networks that come with the program were examined on.
pub(super) fn known(rules: &[RuleSet], seats: &BTreeSet<usize>) -> Vec<KnowledgeResult> {
    exam::known(rules, seats, |digest, players| {
        let exam = Nets::champion().examined(digest, players)?;
        let in_its_place = match exam.in_its_place {
            true => Some(file_digest(specialist(digest, players)?)),
            false => None,
        };
        Some(exam::ExamResult { in_its_place, met: told(&exam.met) })
    })
}

fn told(met: &[StoredResult]) -> Vec<exam::ExaminerResult> {
    met.iter()
        .map(|StoredResult { examiner, games, won }| exam::ExaminerResult {
            examiner: examiner.clone(),
            games: *games,
            won: *won,
        })
        .collect()
}

/// A network as it sits in place of `champion`.
fn in_its_place(nets: &Arc<Nets>) -> StrategySpec {
    let net = super::catalogue().parse("net").expect("it is in the library");
    net.with_file(CHAMPION, nets.clone())
}

fn file_digest(nets: &Arc<Nets>) -> String {
    in_its_place(nets).file_digest().expect("it has a file").1
}

/// Who sits in place of `champion`, of those who come with the program.
pub(super) fn seated(header: &Header) -> LearnedSeats {
    let mut learned = LearnedSeats::default();
    seat(header, &mut learned);
    learned
}

/// Adds those who sit in place of `champion`, of those who come with the program.
pub(super) fn seat(header: &Header, learned: &mut LearnedSeats) {
    for exam in header.examined.iter().filter(|exam| exam.digest.is_some()) {
        let rules = header.rules.iter().find(|rules| rules.name == exam.rules);
        let nets = rules.and_then(|rules| specialist(&rules.digest(), exam.players));
        if let Some(nets) = nets.filter(|nets| exam.digest == Some(file_digest(nets))) {
            learned.put_in_its_place(&exam.rules, exam.players, in_its_place(nets));
        }
    }
}

/// The rule sets, and the seats, at which nobody was examined.
pub(super) fn unknown<'r>(header: &Header, rules: &'r [RuleSet]) -> Vec<(&'r RuleSet, usize)> {
    let seats = header.seats_of(CHAMPION);
    let each = rules.iter().flat_map(|rules| seats.iter().map(move |&players| (rules, players)));
    each.filter(|(rules, players)| header.examined(&rules.name, *players).is_none()).collect()
}

/// How a specialist learns a rule set, to examine `champion` by it.
fn specialist_plan(rules: &RuleSet, players: usize) -> TrainPlan {
    let [seed, _] = SEEDS;
    TrainPlan {
        decisions: Some(DECISIONS),
        ..TrainPlan::new(super::catalogue(), rules, players, seed, GAMES)
    }
}

/// Examines `champion` where nobody was examined yet, and says who sits in its place.
pub(super) fn examine(
    header: &mut Header,
    rules: &[RuleSet],
    learned: &mut LearnedSeats,
    session: &TrainSession<'_>,
) -> Result {
    let plans: Vec<TrainPlan> = unknown(header, rules)
        .into_iter()
        .map(|(rules, players)| specialist_plan(rules, players))
        .collect();
    let told_first = format!("{CHAMPION} is examined under rules that it may not know");
    let finish = |plan: &TrainPlan, nets: Nets| {
        let exam = examined(plan.named(), plan.players, &nets, session.cancel)?;
        Some(nets.with_exam(exam))
    };
    for (plan, nets) in plans.iter().zip(session.networks(&told_first, &plans, finish)?) {
        let (rules, players) = (plan.named(), plan.players);
        let digest = network_cache::settings_digest(plan);
        let exam = nets.examined(&digest, players).expect("it has examined").clone();
        let nets = Arc::new(nets);
        let digest = exam.in_its_place.then(|| file_digest(&nets));
        if exam.in_its_place {
            learned.put_in_its_place(&rules.name, players, in_its_place(&nets));
        }
        let exam = exam::ExamResult { in_its_place: digest, met: told(&exam.met) };
        header.examined.push(exam::found(rules, players, exam));
    }
    Ok(())
}

/// Examines `champion` and, where that does not pass, a specialist; none if it was cancelled.
fn examined(
    rules: &RuleSet,
    players: usize,
    specialist: &Nets,
    cancel: &AtomicBool,
) -> Option<StoredTest> {
    let [_, seed] = SEEDS;
    let contest = Contest { rules: rules.clone(), players, seed, aim: Aim::Wins };
    let specialist = [in_its_place(&Arc::new(specialist.clone()))];
    let champions: Vec<StrategySpec> =
        (1..=CHAMPIONS).map(|seed| of_library(&format!("{CHAMPION}:seed={seed}"))).collect();
    let test = KnowledgeTest::new(&contest, &champions, EXAMINERS);
    let alone = test.meet(&specialist[0], cancel)?;
    let alone = exam::ExaminerResult { examiner: SPECIALIST.to_owned(), ..alone };
    let verdict = |met: &[exam::ExaminerResult]| {
        let exam = exam::ExamResult { in_its_place: None, met: met.to_vec() };
        exam::found(rules, players, exam).verdict
    };
    let own = [vec![alone.clone()], met_by_heuristics(&contest, &champions, cancel)?].concat();
    let digest = HeaderRules::from(rules).digest();
    if verdict(&own) == ExamVerdict::Passed {
        return Some(StoredTest { digest, players, in_its_place: false, met: as_stored(own) });
    }
    let mirrored = mirrored(&alone, CHAMPION.to_owned(), contest.fair());
    let of_specialist =
        [vec![mirrored], met_by_heuristics(&contest, &specialist, cancel)?].concat();
    let is_better = verdict(&[alone]) == ExamVerdict::Lost;
    let sits = is_better || verdict(&of_specialist) == ExamVerdict::Passed;
    let met = as_stored(if sits { of_specialist } else { own });
    Some(StoredTest { digest, players, in_its_place: sits, met })
}

/// What each heuristic won of those who sit by turns; none if it was cancelled.
fn met_by_heuristics(
    contest: &Contest,
    sit: &[StrategySpec],
    cancel: &AtomicBool,
) -> Option<Vec<exam::ExaminerResult>> {
    let test = KnowledgeTest::new(contest, sit, EXAMINERS);
    HEURISTICS.iter().map(|name| test.meet(&of_library(name), cancel)).collect()
}

fn of_library(name: &str) -> StrategySpec {
    super::catalogue().parse(name).expect("it is in the library")
}

/// Results as a file of networks has them.
fn as_stored(met: Vec<exam::ExaminerResult>) -> Vec<StoredResult> {
    met.into_iter()
        .map(|exam::ExaminerResult { examiner, games, won }| StoredResult { examiner, games, won })
        .collect()
}

/// What `scripts/examine` and `scripts/knows` ask for.
#[derive(Debug, Args)]
pub(super) struct ExamineArgs {
    /// A network that learned nothing but this rule set; it examines `champion` besides heuristics
    #[arg(value_name = "FILE", value_hint = FilePath, required_unless_present = "by")]
    specialist: Option<PathBuf>,

    /// Instead, a strategy that examines those of --sits; may be given several times
    #[arg(long, value_name = "STRATEGY", requires = "sits", conflicts_with = "specialist")]
    by: Vec<String>,

    /// A strategy that is examined; several take turns
    #[arg(long, value_name = "STRATEGY", requires = "by")]
    sits: Vec<String>,

    #[command(flatten)]
    rules: RuleOptions,

    /// Seats at the table, 2 to 10
    #[arg(short = 'p', long, value_name = "N", default_value_t = 4)]
    players: u8,
}

/// Prints the exam of `champion` under a rule set, as a file of networks has it; or what each of
/// some examiners won.
pub(super) fn run(args: &ExamineArgs) -> Result {
    let players = check_players(args.players)?;
    let chosen = args.rules.load(&["official"], players)?;
    let nets = args.specialist.as_ref().map(|path| Nets::read(path, &unobench_disk::Disk));
    let nets = nets.transpose().map_err(|error| Failure::usage(error.to_string()))?;
    let cancel = interrupt::listen();
    for rules in &chosen.sets {
        let told = match &nets {
            Some(nets) => examined(rules, players, nets, &cancel).map(|exam| exam.written()),
            None => examined_by(args, rules, players, &cancel)?,
        };
        console::print(&told.ok_or(Failure::Interrupted)?)?;
    }
    Ok(())
}

/// What those of `--by` won of those of `--sits`, a line each; none if it was cancelled.
fn examined_by(
    args: &ExamineArgs,
    rules: &RuleSet,
    players: usize,
    cancel: &AtomicBool,
) -> Result<Option<String>> {
    let [by, sits] = [&args.by, &args.sits]
        .map(|texts| texts.iter().map(|text| strategy(text)).collect::<Result<Vec<_>>>());
    let (by, sits) = (by?, sits?);
    let [_, seed] = SEEDS;
    let contest = Contest { rules: rules.clone(), players, seed, aim: Aim::Wins };
    let test = KnowledgeTest::new(&contest, &sits, by.len());
    let mut lines = String::new();
    for examiner in &by {
        let Some(exam::ExaminerResult { examiner, games, won }) = test.meet(examiner, cancel)
        else {
            return Ok(None);
        };
        let line = json!({
            "examiner": examiner, "games": games, "won": won, "share": contest.fair(),
        });
        lines += &format!("{line}\n");
    }
    Ok(Some(lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever adds a key or a rule set runs `scripts/examine`.
    #[test]
    fn champion_was_examined_on_every_rule_set_that_ships() {
        for rules in RuleSet::shipped_names().map(|name| RuleSet::load(name).expect("a rule set")) {
            let digest = HeaderRules::from(&rules).digest();
            let seats =
                [2, 3, 4, 6].into_iter().filter(|&players| rules.validate_for(players).is_ok());
            for players in seats {
                let exam = Nets::champion().examined(&digest, players);
                assert!(exam.is_some(), "{} at {players} seats", rules.name);
                let sits = exam.is_some_and(|exam| exam.in_its_place);
                let is_here = specialist(&digest, players).is_some();
                assert_eq!(sits, is_here, "{} at {players} seats", rules.name);
            }
        }
    }
}

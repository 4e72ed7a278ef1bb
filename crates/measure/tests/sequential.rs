//! A survey that is stopped as soon as its answer is sure.

use std::sync::atomic::{AtomicBool, AtomicU64};
use unobench_core::rules::RuleSet;
use unobench_findings::finding::{Finding, Findings as _};
use unobench_findings::metric::Metric;
use unobench_measure::survey::{
    LearnedSeats, LookEnd, LookTables, OfficialGames, SequentialSurvey, Survey, TableGuests,
};
use unobench_measure::{Leg, Plan, PlayMonitor, settle};
use unobench_stats::Verdict;
use unobench_stats::looks::{LOOKS, Look};

/// Games of each leg: fifty blocks at the first of five looks.
const GAMES: u64 = 1600;

struct Played {
    survey: Survey,
    /// The looks that were played.
    looks: Vec<Look>,
}

fn rules(name: &str) -> [RuleSet; 2] {
    [RuleSet::official(), RuleSet::load(name).expect("a rule set")]
}

fn plan(rules: &[RuleSet], games: u64) -> Plan {
    let header = settle::header(rules, 2, 1, [games; 2]).expect("a survey");
    Plan::of_survey(header, rules, unobench_strategies::CATALOGUE, 0).expect("a plan")
}

/// Plays all looks, in jobs of so many blocks at most.
fn play(mut looks: SequentialSurvey<'_>, rules: &[RuleSet], most_blocks: u64) -> Played {
    let learned = LearnedSeats::default();
    let catalogue = unobench_strategies::CATALOGUE;
    let seated = TableGuests { catalogue, learned: &learned, guests: None };
    let header = looks.plan().header().clone();
    let tables = LookTables::new(seated, rules, &header);
    let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
    let monitor = PlayMonitor { stopped: &stopped, games: &games };
    let mut played = Vec::new();
    loop {
        played.push(looks.look());
        for job in looks.jobs(most_blocks) {
            let tally = tables.play(&header, &job, monitor).expect("strategies");
            looks.add(&job, &tally.expect("it is not stopped")).expect("its job");
        }
        if looks.finish_look() == LookEnd::Answered {
            return Played { survey: looks.survey(), looks: played };
        }
    }
}

fn findings(survey: &Survey) -> Vec<Finding> {
    survey.all().collect()
}

fn verdict(survey: &Survey, metric: Metric, table: &str) -> Option<Verdict> {
    let found = findings(survey);
    let is_it = |found: &&Finding| {
        (found.metric, &*found.table, &*found.against) == (metric, table, "official")
    };
    found.iter().find(is_it).expect("an effect").verdict
}

fn games_of(survey: &Survey) -> Vec<u64> {
    survey.header().legs.iter().map(|leg| leg.games).collect()
}

#[test]
fn what_is_large_ends_early_and_what_is_open_goes_on() {
    let rules = rules("until-playable");
    let Played { survey, looks } =
        play(SequentialSurvey::new(plan(&rules, GAMES), Look::last(), None), &rules, u64::MAX);
    assert!(looks.len() > 1, "fifty blocks settle not everything");
    let games = games_of(&survey);
    assert!(games.iter().any(|games| *games < GAMES), "{games:?}");
    for leg in &survey.header().legs {
        let look = leg.ended_at.and_then(Look::numbered).expect("a look");
        assert_eq!(leg.games, GAMES / look.times_fewer(), "{leg:?}");
        assert_eq!(leg.error_share(), look.error_share());
    }
    assert_eq!(verdict(&survey, Metric::CardsDrawn, "counter"), Some(Verdict::More));
}

/// Nobody plays on for what can be no other.
#[test]
fn the_same_rules_under_another_name_take_one_look() {
    let mut other = RuleSet::official();
    other.name = "as ever".into();
    let rules = [RuleSet::official(), other];
    let Played { survey, looks } =
        play(SequentialSurvey::new(plan(&rules, GAMES), Look::last(), None), &rules, u64::MAX);
    assert_eq!(looks.len(), 1);
    assert_eq!(verdict(&survey, Metric::LENGTH, "champion"), Some(Verdict::Same));
}

#[test]
fn however_it_is_cut_and_whoever_played_the_official_game_it_is_the_same() {
    let rules = rules("stacking");
    let looks = || SequentialSurvey::new(plan(&rules, GAMES), Look::last(), None);
    let whole = play(looks(), &rules, u64::MAX);
    let cut = play(looks(), &rules, 70);
    assert_eq!(findings(&whole.survey), findings(&cut.survey));

    let learned = LearnedSeats::default();
    let catalogue = unobench_strategies::CATALOGUE;
    let seated = TableGuests { catalogue, learned: &learned, guests: None };
    let official = plan(&rules[..1], GAMES);
    let tables = LookTables::new(seated, &rules[..1], official.header());
    let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
    let monitor = PlayMonitor { stopped: &stopped, games: &games };
    let known = OfficialGames::play(&official, &tables, monitor).expect("strategies");
    let known = known.expect("it is not stopped");
    let read = OfficialGames::read(&known.json().expect("JSON")).expect("the same");
    assert_eq!(read, known);
    let half = SequentialSurvey::new(plan(&rules, GAMES), Look::last(), Some(&known));
    assert_eq!(2 * half.most_games(), looks().most_games());
    let half = play(half, &rules, u64::MAX);
    assert_eq!((half.looks, findings(&half.survey)), (whole.looks, findings(&whole.survey)));

    // Of other games they are not taken.
    let longer = SequentialSurvey::new(plan(&rules, 2 * GAMES), Look::last(), Some(&known));
    assert!(longer.jobs(u64::MAX).iter().any(|job| job.rules == 0));
    assert_eq!(known.differences(&official, &tables, monitor), Ok(Vec::new()));
    let longer = plan(&rules[..1], 2 * GAMES);
    assert!(known.differences(&longer, &tables, monitor).is_ok_and(|found| !found.is_empty()));
}

/// One look is a survey of all games, with all error left for it.
#[test]
fn at_once_it_is_a_survey_as_ever() {
    let rules = rules("jump-in");
    let Played { survey, looks } =
        play(SequentialSurvey::at_once(plan(&rules, 200)), &rules, u64::MAX);
    let learned = LearnedSeats::default();
    let catalogue = unobench_strategies::CATALOGUE;
    let seated = TableGuests { catalogue, learned: &learned, guests: None };
    let (stopped, games) = (AtomicBool::new(false), AtomicU64::new(0));
    let monitor = PlayMonitor { stopped: &stopped, games: &games };
    let all = Survey::play(&plan(&rules, 200), seated, &rules, monitor).expect("it is played");
    assert_eq!((looks, findings(&survey)), (vec![Look::last()], findings(&all)));
    assert!(survey.header().legs.iter().all(|leg: &Leg| leg.error_share() == 1.0));
}

/// At an early look an interval reaches farther than one of as many games that nobody looked at
/// before.
#[test]
fn who_looks_early_says_less() {
    let rules = rules("deal-five");
    let first = Look::all().next().expect("a look");
    let early = play(SequentialSurvey::new(plan(&rules, GAMES), first, None), &rules, u64::MAX);
    let few = plan(&rules, GAMES / first.times_fewer());
    let at_once = play(SequentialSurvey::at_once(few), &rules, u64::MAX);
    assert_eq!(games_of(&early.survey), games_of(&at_once.survey));
    let pairs = findings(&early.survey).into_iter().zip(findings(&at_once.survey));
    let mut wider = 0;
    for (early, at_once) in pairs.filter(|(found, _)| found.against == "official") {
        assert_eq!((early.metric, early.value), (at_once.metric, at_once.value));
        let (Some(low), Some(earlier)) = (at_once.low, early.low) else { continue };
        assert!(earlier <= low, "{early:?}");
        wider += usize::from(earlier < low);
    }
    assert!(wider > 40, "{wider}");
    assert_eq!(usize::from(LOOKS), Look::all().count());
}

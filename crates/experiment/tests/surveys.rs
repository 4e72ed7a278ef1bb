//! Surveys in a directory, and what each of their legs plays.

use super::headers::exam;
use super::*;
use std::sync::atomic::AtomicU64;
use unobench_bots::Contestant;
use unobench_core::table::TableSetup;
use unobench_engine::workers::PlayMonitor;
use unobench_experiment::run::{self, RunConfig};
use unobench_experiment::survey::{
    LeadCurve, LearnedSeats, Metric, MetricEffect, PlayedRuleSet, Survey, SurveyConfig,
    SurveyControl, SurveyTally, TableGuests, survey,
};
use unobench_experiment::testing::with_sums;
use unobench_findings::csv;
use unobench_findings::panel::{CHAMPION, CHAMPIONS};
use unobench_findings::question::Question;
use unobench_findings::wide::Wide;
use unobench_stats::Verdict;
use unobench_strategies::net::SEEDS;

fn rules() -> Vec<RuleSet> {
    let official = RuleSet::official();
    let copy = RuleSet { name: "copy".to_owned(), ..official.clone() };
    vec![official, copy, RuleSet::load("double").expect("a shipped rule set")]
}

/// Chunks of a rule set: of 550 blocks by 64, 100 by 32, 50 by 16 and 50 by 1.
const CHUNKS: usize = 9 + 4 + 4 + 4 + 50;

fn leg(play: Play, players: usize, blocks: u64, chunk: u64) -> Leg {
    let games = blocks * GROUPS as u64 * play.games_per_block(players);
    Leg { chunk: Some(chunk), ..Leg::new(play, games, players) }
}

pub(super) fn header(question: Study) -> Header {
    let named = |name: &str| name.to_owned();
    let alone = |name: &str| Play::Alone { strategy: named(name), others: named("random") };
    let ceiling = |name: &str| Play::Ceiling { strategy: named(name), others: named("random") };
    let pool = || vec![named("random"), named("high-points")];
    let legs = vec![
        leg(Play::Starters { strategy: named("random") }, PLAYERS, 11, 64),
        leg(alone("high-points"), PLAYERS, 2, 32),
        leg(alone("most-colour"), PLAYERS, 1, 16),
        leg(Play::Mixed { strategies: pool() }, 4, 1, 16).at(4),
        leg(ceiling("counter"), PLAYERS, 1, 1),
    ];
    Header::new(question, 7, PLAYERS, "official", rules().iter().map(Into::into).collect(), legs)
}

fn config(header: Header, out: &Path, threads: usize, existing: Existing) -> SurveyConfig {
    SurveyConfig {
        header,
        catalogue: unobench_strategies::CATALOGUE,
        rules: rules(),
        learned: Default::default(),
        threads,
        out: out.to_owned(),
        existing,
        deadline: None,
        invocation: Invocation::NONE,
    }
}

fn play(config: &SurveyConfig) -> Result<Played<Survey>, RunError> {
    survey(config, SurveyControl { cancel: &AtomicBool::new(false), observe: &mut |_, _| {} })
}

pub(super) fn played(header: Header, threads: usize) -> TempDir {
    let directory = tempdir().expect("a directory");
    let report =
        play(&config(header, directory.path(), threads, Existing::Refuse)).expect("it is played");
    assert_eq!((report.ending, report.games > 0), (RunEnding::Complete, true));
    directory
}

fn run(out: &Path, existing: Existing) -> Result<Played<Results>, RunError> {
    let random = Contestant::parse("random", unobench_strategies::CATALOGUE).expect("a strategy");
    let config = RunConfig {
        question: Study::Run,
        rules: vec![RuleSet::official()],
        line_up: vec![random],
        players: 2,
        games: 40,
        out: out.to_owned(),
        existing,
        ..RunConfig::default()
    };
    run::run(&config, Control { cancel: &AtomicBool::new(false), observer: &mut () })
}

#[test]
fn the_number_of_threads_leaves_no_trace() {
    let files = bytes(played(header(Study::Compare), 1).path());
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let all = "findings.csv findings.json manifest.json progress.jsonl turns.csv";
    assert_eq!(names.join(" "), all);
    assert_eq!(line_ends(&files[PROGRESS]).count(), 1 + 3 * CHUNKS);
    for threads in [2, 3] {
        let again = played(header(Study::Compare), threads);
        assert_eq!(bytes(again.path()), files, "{threads} threads");
    }
}

#[test]
fn a_survey_that_is_not_kept_finds_the_same() {
    let directory = tempdir().expect("a directory");
    let kept = play(&config(header(Study::Compare), directory.path(), 2, Existing::Refuse));
    let kept = kept.expect("it is played").found;
    let plan = Plan::new(kept.header().clone()).expect("its plan");
    let (catalogue, learned) = (unobench_strategies::CATALOGUE, LearnedSeats::default());
    let seated = TableGuests { catalogue, learned: &learned, guests: None };
    let (stop, games) = (AtomicBool::new(false), AtomicU64::new(0));
    let monitor = PlayMonitor { stopped: &stop, games: &games };
    let found = Survey::play(&plan, seated, &rules(), monitor).expect("it is played");
    assert_eq!(found, kept);
    assert!(found.all().eq(kept.all()) && games.into_inner() > 0);
}

#[test]
fn an_interrupted_survey_is_resumed_to_the_same_bytes() {
    let files = bytes(played(header(Study::Compare), 2).path());
    let directory = tempdir().expect("a directory");
    let (mut sessions, mut ending) = (0, RunEnding::Interrupted);
    while ending == RunEnding::Interrupted {
        sessions += 1;
        let (cancel, enough) = (AtomicBool::new(false), sessions * 1500);
        let mut observe = |done: u64, _: u64| cancel.store(done >= enough, Ordering::Relaxed);
        let threads = 1 + sessions as usize % 3;
        let config = config(header(Study::Compare), directory.path(), threads, Existing::Resume);
        let report = survey(&config, SurveyControl { cancel: &cancel, observe: &mut observe })
            .expect("it is played");
        let manifest = fs::read(directory.path().join("manifest.json")).expect("a file");
        let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
        assert_eq!(manifest["complete"], report.ending == RunEnding::Complete);
        ending = report.ending;
    }
    assert!(sessions > 2, "{sessions} sessions");
    assert_eq!(bytes(directory.path()), files);
}

#[test]
fn a_longer_survey_goes_on_with_a_shorter_one() {
    let mut longer = header(Study::Compare);
    longer.legs[0].games = 30 * 50 * PLAYERS as u64;
    longer.legs[1].games = 3 * 50 * PLAYERS as u64;
    let games: u64 = longer.legs.iter().map(|leg| 3 * leg.games).sum();
    let files = bytes(played(longer.clone(), 2).path());
    let directory = played(header(Study::Compare), 2);
    let report =
        play(&config(longer.clone(), directory.path(), 2, Existing::Resume)).expect("it goes on");
    assert_eq!(bytes(directory.path()), files);
    let resumed = report.resumed.expect("something was there").games;
    assert_eq!(resumed + report.games, games);
    // All whole chunks: 512 of 550 blocks, 96 of 100; of the legs that are no longer all 50.
    assert_eq!(resumed, 3 * ((512 + 96 + 2 * 50) * PLAYERS as u64 + 50 * 4));
}

#[test]
fn what_somebody_else_left_is_refused_with_the_difference() {
    let directory = played(header(Study::Compare), 2);
    let before = bytes(directory.path());
    let refusal = |header: Header, existing| {
        let error =
            play(&config(header, directory.path(), 1, existing)).expect_err("something is there");
        assert!(error.is_usage());
        error.to_string()
    };
    let same = refusal(header(Study::Compare), Existing::Refuse);
    assert!(same.contains("--resume"), "{same}");
    for existing in [Existing::Refuse, Existing::Resume] {
        for (other, words) in [
            (Header { seed: 8, ..header(Study::Compare) }, "(seed: 7 there, 8 here)"),
            (header(Study::Sweep), "(question: compare there, sweep here)"),
            (
                Header { baseline: "double".to_owned(), ..header(Study::Compare) },
                "(baseline: official there, double here)",
            ),
        ] {
            let told = refusal(other, existing);
            assert!(told.contains(words), "{told}");
        }
        let mut shorter = header(Study::Compare);
        shorter.legs[1].games = 150;
        let told = refusal(shorter, existing);
        assert!(told.contains("(legs 2.games: 300 there, 150 here)"), "{told}");
        let error = run(directory.path(), existing).expect_err("a survey is there");
        assert_usage(&error, "(question: compare there, run here; ");
    }
    assert_eq!(bytes(directory.path()), before, "nothing is lost");

    let a_run = tempdir().expect("a directory");
    run(a_run.path(), Existing::Refuse).expect("it is played");
    for existing in [Existing::Refuse, Existing::Resume] {
        let error = play(&config(header(Study::Compare), a_run.path(), 1, existing))
            .expect_err("a run is there");
        assert_usage(&error, "(question: run there, compare here; ");
    }
}

#[test]
fn finished_surveys_and_runs_replace_each_other() {
    let directory = played(header(Study::Compare), 2);
    let survey_files = bytes(directory.path());
    run(directory.path(), Existing::ReplaceFinished).expect("the survey is finished");
    let found: Vec<Finding> =
        csv::read(bytes(directory.path())["findings.csv"].as_slice()).expect("findings");
    assert!(
        found.iter().all(|finding| finding.question != Question::Effects),
        "nothing of the survey is left"
    );
    play(&config(header(Study::Compare), directory.path(), 2, Existing::ReplaceFinished))
        .expect("the run is finished");
    assert_eq!(bytes(directory.path()), survey_files);

    let progress = &survey_files[PROGRESS];
    write_progress(directory.path(), &progress[..progress.len() - 1]);
    let error = run(directory.path(), Existing::ReplaceFinished)
        .expect_err("the survey is not finished any more");
    assert!(matches!(error, RunError::Store(StoreError::OtherRun { .. })), "{error}");
    run(directory.path(), Existing::Replace).expect("it may be replaced all the same");
}

#[test]
fn a_survey_plays_the_rules_of_its_header() {
    let directory = tempdir().expect("a directory");
    let mut other = config(header(Study::Compare), directory.path(), 1, Existing::Refuse);
    other.rules.swap(0, 2);
    assert_usage(&play(&other).expect_err("they are in another order"), "the rules");
    let mut header = header(Study::Compare);
    header.legs[0].play = LegPlay::Survey(Play::Starters { strategy: "cheat".to_owned() });
    let error = play(&config(header, directory.path(), 1, Existing::Refuse))
        .expect_err("whoever sees cards is not charted");
    assert_usage(&error, "cheat");
}

/// What was played of a rule set, by what is written in a directory.
fn sums<T>(directory: &TempDir, rules: usize, read: impl FnOnce(&PlayedRuleSet<'_>) -> T) -> T {
    with_sums(directory.path(), rules, read)
}

fn surveyed(question: Study) -> Survey {
    let directory = tempdir().expect("a directory");
    play(&config(header(question), directory.path(), 2, Existing::Refuse))
        .expect("it is played")
        .found
}

#[test]
fn rule_sets_that_are_the_same_differ_by_nothing() {
    let survey = surveyed(Study::Compare);
    let effects_of = |rules: usize| survey.effects().filter(move |effect| effect.rules == rules);
    let [copy, double] = [1, 2];
    let same: Vec<_> = effects_of(copy).filter(|effect| !effect.is_of_fairness).collect();
    // Nobody plays matches here, and the pool is not measured at the mixed table.
    let at = |table: usize| same.iter().filter(|effect| effect.table == table).count();
    let counts = (at(0), at(1), same.len());
    let all = Metric::of_surveys().len();
    assert_eq!(counts, (all - 4, all - 6, 2 * all - 10));
    for effect in same {
        let name = effect.metric.name();
        assert_eq!((effect.difference, effect.value), (0.0, effect.baseline_value), "{name}");
        let interval = effect.interval.map(|interval| (interval.low, interval.high));
        assert_eq!(interval, Some((0.0, 0.0)), "{name}");
        assert_eq!((effect.p_value, effect.q_value, effect.family), (Some(1.0), None, None));
        assert_eq!(effect.pairing, None, "nothing is left that pairing could take away");
        assert_eq!(effect.verdict, Some(Verdict::Same));
    }
    assert!(effects_of(double).any(|effect| effect.difference != 0.0));
}

#[test]
fn deals_are_shared_where_cards_and_hands_agree() {
    let mut other = rules();
    other[2] = RuleSet::load("official").expect("a shipped rule set");
    other[1].set("setup.first_dealer=random").expect("another dealer");
    other[1].set("setup.start_wild=dealer").expect("who names a colour");
    other[2].set("setup.hand_size=5").expect("smaller hands");
    let mut header = header(Study::Sweep);
    for place in [1, 2] {
        header.rules[place] = HeaderRules::from(&other[place]);
    }
    header.legs.truncate(1);
    let directory = tempdir().expect("a directory");
    let config =
        SurveyConfig { rules: other, ..config(header, directory.path(), 2, Existing::Refuse) };
    let survey = play(&config).expect("it is played").found;
    assert_eq!(survey.header().unpaired(), ["official+setup.hand_size=5"]);
    let seats: Vec<Finding> = survey.of(Question::Seats).collect();
    let rates = || seats.iter().filter(|finding| finding.metric == Metric::WinRate);
    assert_eq!(rates().count(), 3 * PLAYERS);
    assert!(rates().all(|finding| finding.games == Some(11 * 50 * PLAYERS as u64)));
    assert!(seats.iter().all(|finding| finding.metric != Metric::ScoreMean));
}

#[test]
fn a_sweep_has_a_tidy_file() {
    let directory = played(header(Study::Sweep), 2);
    let file = fs::File::open(directory.path().join("findings.csv")).expect("a file");
    let table = Wide::of(Question::Curve, &csv::read(file).expect("findings"));
    let columns: Vec<&str> = table.columns.iter().map(|heading| &*heading.name).collect();
    assert_eq!(columns[..3], ["rules", "players", "table"]);
    assert_eq!(columns[columns.len() - 5..], ["metric", "value", "low", "high", "rules_digest"]);
    let swept = &columns[3..columns.len() - 5];
    assert!(!swept.is_empty() && swept.iter().all(|key| key.contains('.')), "{swept:?}");
    assert_eq!(table.rows.len(), 3 * (2 * Metric::of_surveys().len() - 10));
    assert!(table.rows.iter().any(|row| row[2] == "random+high-points"), "{table:?}");
}

/// From deal to deal all move on by one seat.
#[test]
fn those_who_have_learned_play_by_turns_and_each_is_a_group() {
    let named = |name: &str| name.to_owned();
    let starters = |name: &str| Play::Starters { strategy: named(name) };
    let mixed = |name: &str| Play::Mixed { strategies: vec![named("counter"), named(name)] };
    let alone = |name: &str| Play::Alone { strategy: named("counter"), others: named(name) };
    let legs = |name: &str| {
        [starters(name), mixed(name), alone(name)].map(|play| leg(play, PLAYERS, 2, 16)).to_vec()
    };
    let learners = ["random", "high-points"];
    let (mut learned, mut networks) = (LearnedSeats::default(), Vec::new());
    for rules in rules() {
        for (seed, name) in (0..).zip(learners) {
            let spec = unobench_strategies::strategy(name).expect("a strategy");
            learned.add(&rules.name, PLAYERS, seed, spec);
            let (rules, digest) = (rules.name.clone(), named(name));
            networks.push(LearnedNetwork { rules, players: PLAYERS, seed, digest });
        }
    }
    let surveyed = |name: &str, learning: Option<Learning>| {
        let header = Header { legs: legs(name), learned: learning, ..header(Study::Compare) };
        let directory = tempdir().expect("a directory");
        let config = config(header, directory.path(), 2, Existing::Refuse);
        let played = play(&SurveyConfig { learned: learned.clone(), ..config });
        (played.expect("it is played").found, directory)
    };
    let (of_learned, of_both) =
        surveyed(LEARNED, Some(Learning { games: 8, learners: 2, networks }));
    let alone = learners.map(|name| surveyed(name, None));
    // At a mixed table all move on by a seat only after each of those who have learned has played.
    for leg in [0, 2] {
        for rules in 0..rules().len() {
            let groups = sums(&of_both, rules, |sums| sums.groups(leg).to_vec());
            assert_eq!(groups.iter().flatten().count(), 2);
            for (learner, (_, directory)) in alone.iter().enumerate() {
                // Chances are told for all of them together.
                let sum = sums(directory, rules, |sums| {
                    let own = sums.groups(leg).iter().skip(learner).step_by(2);
                    uncharted(&SurveyTally::sum(PLAYERS, own.flatten()))
                });
                assert_eq!(groups[learner].as_ref().map(uncharted), Some(sum));
            }
        }
    }
    let names = [0, 1].map(|place| &*of_learned.panel()[place].name);
    assert_eq!(names, ["learned", "counter+learned"]);
    let turns = |survey: &Survey| {
        let place = ("official", &*survey.panel()[0].name, Metric::TurnsMean, "");
        let is_it = |finding: &Finding| {
            (&*finding.rules, &*finding.table, finding.metric, &*finding.against) == place
        };
        survey
            .of(Question::Effects)
            .find(is_it)
            .and_then(|finding| finding.known())
            .expect("it is measured")
    };
    let [random, other] = alone.each_ref().map(|(survey, _)| turns(survey).value);
    let turns = turns(&of_learned);
    let interval = turns.interval.expect("there are two");
    assert!((turns.value - (random + other) / 2.0).abs() < 2.0);
    assert!(interval.high - interval.low > 5.0 * (random - other).abs());
    assert_eq!(sums(&of_both, 0, |sums| sums.groups(1).iter().flatten().count()), 2);
}

/// Without what was said of chances.
fn uncharted(tally: &SurveyTally) -> SurveyTally {
    SurveyTally { course: LeadCurve::default(), ..tally.clone() }
}

/// Each plays every third block, and the spread of their mean is √3 times smaller; at a mixed table
/// all move on by a seat after each has played. Whoever knows more plays alone there, and nowhere
/// else.
#[test]
fn three_sit_as_champion_in_turn_but_where_another_knows_more() {
    assert_eq!(CHAMPIONS, SEEDS);
    let spec = |name| unobench_strategies::strategy(name).expect("a strategy");
    let played = |name: &str| {
        let [strategy, others] = [name, "counter"].map(str::to_owned);
        let plays = [
            Play::Starters { strategy: strategy.clone() },
            Play::Mixed { strategies: vec![others.clone(), strategy.clone()] },
            Play::Alone { strategy, others },
        ];
        let legs = plays.map(|play| leg(play, PLAYERS, 1, 16)).to_vec();
        let rules = header(Study::Compare).rules;
        let header = Header::new(Study::Compare, 7, PLAYERS, "official", rules, legs);
        let header = Header { examined: vec![exam("copy", Some("a"))], ..header };
        let directory = tempdir().expect("a directory");
        let mut config = config(header, directory.path(), 2, Existing::Refuse);
        config.learned.put_in_its_place("copy", PLAYERS, spec("high-points"));
        (play(&config).expect("it is played").found, directory)
    };
    let names = ["champion:seed=1", "champion:seed=2", "champion:seed=3", "high-points"];
    let ((survey, in_turn), alone) = (played(CHAMPION), names.map(played));
    let groups = |directory: &TempDir, rules| {
        sums(directory, rules, |sums| [0, 1, 2].map(|leg| sums.groups(leg).to_vec()))
    };
    // A group has one block, of its number.
    let (found, own) = (groups(&in_turn, 0), alone.each_ref().map(|(_, own)| groups(own, 0)));
    for block in 0..GROUPS {
        let is_own = |leg: usize| found[leg][block] == own[block % 3][leg][block];
        assert!(is_own(0) && is_own(2), "block {block}");
        for (mixed, name, by) in
            [(&found[1], names[block % 3], block / 3 % 2), (&own[0][1], names[0], block % 2)]
        {
            let (mut order, mut stats) = (["counter", name].map(spec), Vec::new());
            order.rotate_left(by);
            let table = TableSetup::new(&rules()[0], PLAYERS, &order, false, 7).table();
            table.stats_block(block as u64, None, &mut stats);
            let turns = stats.iter().map(|round| u64::from(round.outcome.turns)).sum();
            assert_eq!(mixed[block].as_ref().map(|game| game.turns), Some(turns), "block {block}");
        }
    }
    let [found, own] = [&in_turn, &alone[3].1].map(|directory| groups(directory, 1));
    assert!(found[0] == own[0] && found[2] == own[2]);
    let variance = |rules, champions| {
        let header = Header { champions: Some(champions), ..survey.header().clone() };
        let survey = Survey::new(header, |rules| Ok::<_, ()>(groups(&in_turn, rules).concat()));
        let place = (rules, 0, Metric::CardsDrawn);
        let is_it = |effect: &&MetricEffect| (effect.rules, effect.table, effect.metric) == place;
        let interval =
            survey.expect("sums").effects().find(is_it).and_then(|effect| effect.interval);
        interval.map(|interval| (interval.high - interval.low).powi(2)).expect("it varies")
    };
    let [single, three, luck] = [1, 3, 1 << 60].map(|champions| variance(2, champions));
    assert!(((single - luck) / (three - luck) - 3.0).abs() < 1e-6, "{single}, {three}, {luck}");
    assert_eq!(variance(1, 3), variance(1, 1));
}

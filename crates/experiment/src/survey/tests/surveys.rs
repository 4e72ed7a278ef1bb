//! Threads, parts, interruptions and damage leave no trace in the files of a survey; what is
//! somebody else's is left alone.

use super::super::header::{GROUPS, Header, Inquiry, Leg};
use super::super::progress::Survey;
use super::super::run::{SurveyConfig, SurveyControl, SurveyReport, survey};
use super::super::tally::Tally;
use super::super::{FAIR, Learned, effects, skill};
use crate::header::HeaderRules;
use crate::merge::merge;
use crate::output;
use crate::run::{self, Control, Question, RunConfig};
use crate::store::{PROGRESS, StoreError};
use crate::testing::bytes;
use crate::{Ending, Existing, Invocation, MergeError, Merged, RunError};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::{TempDir, tempdir};
use unobench_bots::Contestant;
use unobench_core::rules::RuleSet;
use unobench_core::table::TableSetup;
use unobench_engine::Shard;
use unobench_files::documents::{LearnedNetwork, Learning, Play};
use unobench_files::metric::Metric;
use unobench_files::panel::LEARNED;
use unobench_stats::Verdict;

const PLAYERS: usize = 3;

fn rules() -> Vec<RuleSet> {
    let official = RuleSet::official();
    let copy = RuleSet { name: "copy".to_owned(), ..official.clone() };
    vec![official, copy, RuleSet::load("double").expect("a shipped rule set")]
}

/// Chunks of a rule set: of 550 blocks by 64, 100 by 32, 50 by 16 and 50 by 1.
const CHUNKS: usize = 9 + 4 + 4 + 4 + 50;

/// A survey of all sorts of legs, some of several shares for the threads.
fn header(question: Inquiry) -> Header {
    let named = |name: &str| name.to_owned();
    let legs = vec![
        Leg {
            play: Play::Starters { strategy: named("random") },
            players: None,
            blocks_per_group: 11,
            chunk: Some(64),
        },
        Leg {
            play: Play::Alone { strategy: named("high-points"), others: named("random") },
            players: None,
            blocks_per_group: 2,
            chunk: Some(32),
        },
        Leg {
            play: Play::Alone { strategy: named("most-colour"), others: named("random") },
            players: None,
            blocks_per_group: 1,
            chunk: Some(16),
        },
        Leg {
            play: Play::Mixed { strategies: vec![named("random"), named("high-points")] },
            players: Some(4),
            blocks_per_group: 1,
            chunk: Some(16),
        },
        Leg {
            play: Play::Ceiling { strategy: named("counter"), others: named("random") },
            players: None,
            blocks_per_group: 1,
            chunk: Some(1),
        },
    ];
    let rules = rules()
        .iter()
        .map(|rules| HeaderRules { name: rules.name.clone(), settings: rules.settings_json() })
        .collect();
    Header::new(question, 7, PLAYERS, "official", rules, legs)
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
        max_time: None,
        invocation: Invocation::NONE,
    }
}

fn play(config: &SurveyConfig) -> Result<SurveyReport, RunError> {
    survey(config, SurveyControl { cancel: &AtomicBool::new(false), observe: &mut |_, _| {} })
}

fn played(header: Header, threads: usize) -> TempDir {
    let directory = tempdir().expect("a directory");
    let report =
        play(&config(header, directory.path(), threads, Existing::Refuse)).expect("it is played");
    assert_eq!(
        (report.ending, report.survey.header().games_to_play()),
        (Ending::Complete, report.games)
    );
    directory
}

/// A run of a few games, in a directory.
fn run(out: &Path, existing: Existing) -> Result<run::RunReport, RunError> {
    let random = Contestant::parse("random", unobench_strategies::CATALOGUE).expect("a strategy");
    let config = RunConfig {
        question: Question::Run,
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
    let files = bytes(played(header(Inquiry::Compare), 1).path());
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["effects.csv", "manifest.json", PROGRESS, "seats.csv", "summary.json", "turns.csv"]
    );
    assert_eq!(files[PROGRESS].iter().filter(|&&byte| byte == b'\n').count(), 1 + 3 * CHUNKS);
    for threads in [2, 3] {
        assert_eq!(
            bytes(played(header(Inquiry::Compare), threads).path()),
            files,
            "{threads} threads"
        );
    }
}

#[test]
fn shards_merge_to_the_whole() {
    let whole = played(header(Inquiry::Sweep), 2);
    let parts: Vec<TempDir> = (1..=3)
        .map(|part| {
            played(header(Inquiry::Sweep).with_shard(Some(Shard { part, of: 3 })), part as usize)
        })
        .collect();
    let paths: Vec<PathBuf> =
        [2, 0, 1].iter().map(|&part: &usize| parts[part].path().to_owned()).collect();
    let merged = tempdir().expect("a directory");
    let report =
        merge(&paths, merged.path(), Existing::Refuse, &Invocation::NONE).expect("they fit");
    assert!(matches!(report, Merged::Survey(report) if report.survey.header().shard.is_none()));
    assert_eq!(bytes(merged.path()), bytes(whole.path()));

    let refusal = |paths: &[&Path]| {
        let out = tempdir().expect("a directory");
        let paths: Vec<PathBuf> = paths.iter().map(|path| path.to_path_buf()).collect();
        let error = merge(&paths, out.path(), Existing::Refuse, &Invocation::NONE)
            .expect_err("they do not fit");
        assert_eq!(bytes(out.path()).len(), 0, "nothing is left behind");
        error
    };
    let [one, two] = [parts[0].path(), parts[1].path()];
    let other = played(
        Header { seed: 8, ..header(Inquiry::Sweep).with_shard(Some(Shard { part: 3, of: 3 })) },
        2,
    );
    let RunError::Merge(MergeError::Missing(missing)) = refusal(&[one, two]) else {
        panic!("the third is missing");
    };
    assert_eq!(missing, [Shard { part: 3, of: 3 }]);
    assert!(matches!(refusal(&[one, two, two]), RunError::Merge(MergeError::Twice { .. })));
    assert!(matches!(refusal(&[whole.path()]), RunError::Merge(MergeError::Whole(_))));
    let error = refusal(&[one, two, other.path()]);
    assert!(error.to_string().contains("seed: 8 there, 7 here"), "{error}");
    let a_run = tempdir().expect("a directory");
    run(a_run.path(), Existing::Refuse).expect("it is played");
    assert!(matches!(refusal(&[one, a_run.path()]), RunError::Merge(MergeError::Whole(_))));
    let last = fs::read(two.join(PROGRESS)).expect("a file");
    fs::write(two.join(PROGRESS), &last[..last.len() - 1]).expect("it is written");
    assert!(matches!(
        refusal(&[one, two, parts[2].path()]),
        RunError::Merge(MergeError::Damaged { .. })
    ));
}

#[test]
fn an_interrupted_survey_is_resumed_to_the_same_bytes() {
    let files = bytes(played(header(Inquiry::Compare), 2).path());
    let directory = tempdir().expect("a directory");
    let (mut sessions, mut ending) = (0, Ending::Interrupted);
    while ending == Ending::Interrupted {
        sessions += 1;
        let (cancel, enough) = (AtomicBool::new(false), sessions * 1500);
        let mut observe = |done: u64, _: u64| cancel.store(done >= enough, Ordering::Relaxed);
        let config = config(
            header(Inquiry::Compare),
            directory.path(),
            1 + sessions as usize % 3,
            Existing::Resume,
        );
        let report = survey(&config, SurveyControl { cancel: &cancel, observe: &mut observe })
            .expect("it is played");
        let manifest: serde_json::Value = serde_json::from_slice(
            &fs::read(directory.path().join("manifest.json")).expect("a file"),
        )
        .expect("JSON");
        assert_eq!(manifest["complete"], report.ending == Ending::Complete);
        ending = report.ending;
    }
    assert!(sessions > 2, "{sessions} sessions");
    assert_eq!(bytes(directory.path()), files);
}

#[test]
fn a_survey_cut_anywhere_is_resumed_to_the_same_bytes() {
    let mut header = header(Inquiry::Compare);
    header.legs.truncate(2);
    header.legs[0].blocks_per_group = 1;
    let files = bytes(played(header.clone(), 2).path());
    let progress = &files[PROGRESS];
    let first = progress.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
    let directory = tempdir().expect("a directory");
    for end in [0, first - 2, first, first + 1, progress.len() / 2, progress.len() - 1] {
        fs::write(directory.path().join(PROGRESS), &progress[..end]).expect("it is written");
        let report = play(&config(header.clone(), directory.path(), 2, Existing::Resume))
            .expect("it is played");
        let cut = end == 0 || progress[end - 1] != b'\n';
        assert_eq!(report.resumed.expect("it was resumed").dropped.is_some(), cut, "{end}");
        assert_eq!(bytes(directory.path()), files, "{end}");
    }
    let last = progress[..progress.len() - 1]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .expect("several lines")
        + 1;
    let mut damaged = progress.clone();
    damaged[last + 30] ^= 1;
    fs::write(directory.path().join(PROGRESS), &damaged).expect("it is written");
    let report =
        play(&config(header.clone(), directory.path(), 1, Existing::Resume)).expect("it is played");
    let dropped = report.resumed.expect("it was resumed").dropped.expect("and damaged");
    assert_eq!(
        (dropped.line as usize, dropped.bytes as usize),
        (1 + 3 * (1 + 4), progress.len() - last)
    );
    assert_eq!(dropped.reason, "its check sum is wrong, or it is of another run");
    assert_eq!(report.games, 4 * PLAYERS as u64, "the last chunk is played again, and no other");
    assert_eq!(bytes(directory.path()), files);
}

#[test]
fn a_line_of_another_survey_is_refused() {
    let of_seed = |seed| Header { seed, ..header(Inquiry::Skill) };
    let (here, other) = (played(of_seed(7), 2), played(of_seed(8), 2));
    let files = bytes(here.path());
    let lines = |directory: &Path| -> Vec<String> {
        let text = fs::read_to_string(directory.join(PROGRESS)).expect("lines of text");
        text.split_inclusive('\n').map(str::to_owned).collect()
    };
    let mut mixed = lines(here.path());
    mixed[40].clone_from(&lines(other.path())[40]);
    fs::write(here.path().join(PROGRESS), mixed.concat()).expect("it is written");
    let report =
        play(&config(of_seed(7), here.path(), 2, Existing::Resume)).expect("it is resumed");
    let dropped = report.resumed.expect("it was resumed").dropped.expect("one is of another");
    assert_eq!(dropped.line, 41);
    assert_eq!(bytes(here.path()), files);
}

#[test]
fn a_finished_survey_only_writes_its_files_again() {
    let directory = played(header(Inquiry::Compare), 1);
    let files = bytes(directory.path());
    fs::remove_file(directory.path().join("effects.csv")).expect("it was there");
    let report = play(&config(header(Inquiry::Compare), directory.path(), 3, Existing::Resume))
        .expect("it is resumed");
    assert_eq!((report.games, report.ending), (0, Ending::Complete));
    assert_eq!(bytes(directory.path()), files);
}

#[test]
fn a_longer_survey_goes_on_with_a_shorter_one() {
    let mut longer = header(Inquiry::Compare);
    longer.legs[0].blocks_per_group = 30;
    longer.legs[1].blocks_per_group = 3;
    let files = bytes(played(longer.clone(), 2).path());
    let directory = played(header(Inquiry::Compare), 2);
    let report =
        play(&config(longer.clone(), directory.path(), 2, Existing::Resume)).expect("it goes on");
    assert_eq!(bytes(directory.path()), files);
    let resumed = report.resumed.expect("something was there").games;
    assert_eq!(resumed + report.games, longer.games_to_play());
    // All whole chunks: 512 of 550 blocks, 96 of 100; of the legs that are no longer all 50.
    assert_eq!(resumed, 3 * ((512 + 96 + 2 * 50) * PLAYERS as u64 + 50 * 4));
}

#[test]
fn a_survey_whose_time_is_up_is_written() {
    let mut long = header(Inquiry::Compare);
    (long.legs[0].blocks_per_group, long.legs[0].chunk) = (1 << 30, Some(1 << 20));
    let directory = tempdir().expect("a directory");
    let timed = SurveyConfig {
        max_time: Some(Duration::from_millis(30)),
        ..config(long, directory.path(), 2, Existing::Refuse)
    };
    let report = play(&timed).expect("it is played");
    assert_eq!((report.ending, report.games), (Ending::TimeUp, 0));
    assert_eq!(report.survey.played().count(), 0);
    assert_eq!(
        bytes(directory.path()).len(),
        6,
        "every file is there, and holds what is known: nothing"
    );
}

#[test]
fn what_somebody_else_left_is_refused_with_the_difference() {
    let directory = played(header(Inquiry::Compare), 2);
    let before = bytes(directory.path());
    let refusal = |header: Header, existing| {
        let error =
            play(&config(header, directory.path(), 1, existing)).expect_err("something is there");
        assert!(error.is_usage());
        error.to_string()
    };
    let same = refusal(header(Inquiry::Compare), Existing::Refuse);
    assert!(same.contains("--resume"), "{same}");
    for existing in [Existing::Refuse, Existing::Resume] {
        for (other, words) in [
            (Header { seed: 8, ..header(Inquiry::Compare) }, "(seed: 7 there, 8 here)"),
            (header(Inquiry::Sweep), "(question: compare there, sweep here)"),
            (
                Header { baseline: "double".to_owned(), ..header(Inquiry::Compare) },
                "(baseline: official there, double here)",
            ),
        ] {
            let told = refusal(other, existing);
            assert!(told.contains(words), "{told}");
        }
        let mut shorter = header(Inquiry::Compare);
        shorter.legs[1].blocks_per_group = 1;
        let told = refusal(shorter, existing);
        assert!(told.contains("(legs 2.blocks_per_group: 2 there, 1 here)"), "{told}");
        let error = run(directory.path(), existing).expect_err("a survey is there");
        assert!(
            error.is_usage()
                && error.to_string().contains("(question: compare there, another here)"),
            "{error}"
        );
    }
    assert_eq!(bytes(directory.path()), before, "nothing is lost");

    let a_run = tempdir().expect("a directory");
    run(a_run.path(), Existing::Refuse).expect("it is played");
    for existing in [Existing::Refuse, Existing::Resume] {
        let error = play(&config(header(Inquiry::Compare), a_run.path(), 1, existing))
            .expect_err("a run is there");
        assert!(
            error.is_usage()
                && error.to_string().contains("(question: another there, compare here)"),
            "{error}"
        );
    }
}

#[test]
fn finished_surveys_and_runs_replace_each_other() {
    let directory = played(header(Inquiry::Compare), 2);
    let survey_files = bytes(directory.path());
    run(directory.path(), Existing::ReplaceFinished).expect("the survey is finished");
    assert!(!bytes(directory.path()).contains_key("effects.csv"), "nothing of the survey is left");
    play(&config(header(Inquiry::Compare), directory.path(), 2, Existing::ReplaceFinished))
        .expect("the run is finished");
    assert_eq!(bytes(directory.path()), survey_files);

    let progress = &survey_files[PROGRESS];
    fs::write(directory.path().join(PROGRESS), &progress[..progress.len() - 1])
        .expect("it is written");
    let error = run(directory.path(), Existing::ReplaceFinished)
        .expect_err("the survey is not finished any more");
    assert!(matches!(error, RunError::Store(StoreError::OtherRun { .. })), "{error}");
    run(directory.path(), Existing::Replace).expect("it may be replaced all the same");
}

#[test]
fn a_survey_plays_the_rules_of_its_header() {
    let directory = tempdir().expect("a directory");
    let mut other = config(header(Inquiry::Compare), directory.path(), 1, Existing::Refuse);
    other.rules.swap(0, 2);
    let error = play(&other).expect_err("they are in another order");
    assert!(error.is_usage() && error.to_string().contains("the rules"), "{error}");
    let mut header = header(Inquiry::Compare);
    header.legs[0].play = Play::Starters { strategy: "cheat".to_owned() };
    let error = play(&config(header, directory.path(), 1, Existing::Refuse))
        .expect_err("whoever sees cards is not charted");
    assert!(error.is_usage() && error.to_string().contains("cheat"), "{error}");
}

fn surveyed(question: Inquiry) -> Survey {
    let directory = tempdir().expect("a directory");
    play(&config(header(question), directory.path(), 2, Existing::Refuse))
        .expect("it is played")
        .survey
}

#[test]
fn rule_sets_that_are_the_same_differ_by_nothing() {
    let survey = surveyed(Inquiry::Compare);
    let same: Vec<_> = effects(&survey)
        .into_iter()
        .filter(|effect| effect.rules == "copy" && effect.baseline != FAIR)
        .collect();
    // The pool is not measured at the mixed table.
    let at = |name: &str| same.iter().filter(|effect| effect.table == name).count();
    let counts = (at("random"), at("random+high-points"), same.len());
    let all = Metric::all().len();
    assert_eq!(counts, (all, all - 2, 2 * all - 2));
    for effect in same {
        assert_eq!(
            (effect.difference, effect.value),
            (0.0, effect.baseline_value),
            "{}",
            effect.metric.name()
        );
        assert_eq!(
            effect.interval.map(|interval| (interval.low, interval.high)),
            Some((0.0, 0.0)),
            "{}",
            effect.metric.name()
        );
        assert_eq!((effect.p_value, effect.p_adjusted), (Some(1.0), Some(1.0)));
        assert_eq!(effect.pairing, None, "nothing is left that pairing could take away");
        assert_ne!(effect.verdict, Verdict::More);
        assert_ne!(effect.verdict, Verdict::Less);
    }
    assert!(
        effects(&survey).iter().any(|effect| effect.rules == "double" && effect.difference != 0.0)
    );
}

#[test]
fn deals_are_shared_where_cards_and_hands_agree() {
    let mut other = rules();
    other[2] = RuleSet::load("official").expect("a shipped rule set");
    other[1].set("setup.first_dealer=random").expect("another dealer");
    other[1].set("setup.start_wild=dealer").expect("who names a colour");
    other[2].set("setup.hand_size=5").expect("smaller hands");
    let mut header = header(Inquiry::Sweep);
    for place in [1, 2] {
        let (name, settings) = (other[place].name.clone(), other[place].settings_json());
        header.rules[place] = HeaderRules { name, settings };
    }
    header.legs.truncate(1);
    let directory = tempdir().expect("a directory");
    let config =
        SurveyConfig { rules: other, ..config(header, directory.path(), 2, Existing::Refuse) };
    let survey = play(&config).expect("it is played").survey;
    assert_eq!(output::survey::unpaired(&survey), ["official+setup.hand_size=5"]);
    assert!(survey.share_deals(0, 1) && !survey.share_deals(0, 2));
    let seats = output::survey::seats(&survey);
    assert_eq!(seats.len(), 3 * PLAYERS);
    assert!(
        seats.iter().all(|row| row.games == 11 * 50 * PLAYERS as u64 && row.score_mean.is_none())
    );
}

/// Each quantity at each table and point, with what was set there.
#[test]
fn a_sweep_has_a_tidy_file() {
    let directory = played(header(Inquiry::Sweep), 2);
    let text = fs::read_to_string(directory.path().join("sweep.csv")).expect("a file");
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a header").split(',').collect();
    assert_eq!(columns[..3], ["rules", "players", "table"]);
    assert_eq!(columns[columns.len() - 4..], ["metric", "value", "low", "high"]);
    let swept = &columns[3..columns.len() - 4];
    assert!(!swept.is_empty() && swept.iter().all(|key| key.contains('.')), "{swept:?}");
    let all = Metric::all().len();
    assert_eq!(lines.count(), 3 * (all + all - 2));
    assert!(text.contains("\nofficial,4,random+high-points,"), "{text}");
}

/// From deal to deal all move on by one seat.
#[test]
fn those_who_have_learned_play_by_turns_and_each_is_a_group() {
    let named = |name: &str| name.to_owned();
    let starters = |name: &str| Play::Starters { strategy: named(name) };
    let mixed = |name: &str| Play::Mixed { strategies: vec![named("counter"), named(name)] };
    let alone = |name: &str| Play::Alone { strategy: named("counter"), others: named(name) };
    let legs = |name: &str| {
        let leg = |play| Leg { play, players: None, blocks_per_group: 2, chunk: Some(16) };
        vec![leg(starters(name)), leg(mixed(name)), leg(alone(name))]
    };
    let learners = ["random", "high-points"];
    let (mut learned, mut networks) = (Learned::default(), Vec::new());
    for rules in rules() {
        for (seed, name) in (0..).zip(learners) {
            let spec = unobench_strategies::strategy(name).expect("a strategy");
            learned.add(&rules.name, PLAYERS, seed, spec);
            let (rules, digest) = (rules.name.clone(), named(name));
            networks.push(LearnedNetwork { rules, players: PLAYERS, seed, digest });
        }
    }
    let surveyed = |name: &str, learning: Option<Learning>| {
        let header = Header { legs: legs(name), learned: learning, ..header(Inquiry::Compare) };
        let directory = tempdir().expect("a directory");
        let config = config(header, directory.path(), 2, Existing::Refuse);
        play(&SurveyConfig { learned: learned.clone(), ..config }).expect("it is played").survey
    };
    let of_learned = surveyed(LEARNED, Some(Learning { games: 8, learners: 2, networks }));
    let alone = learners.map(|name| surveyed(name, None));
    // At a mixed table all move on by a seat only after each of those who have learned has played.
    for leg in [0, 2] {
        for rules in 0..rules().len() {
            let groups = of_learned.groups(rules, leg);
            assert_eq!(groups.iter().flatten().count(), 2);
            for (learner, survey) in alone.iter().enumerate() {
                let own = survey.groups(rules, leg).iter().skip(learner).step_by(2).flatten();
                assert_eq!(groups[learner], Some(Tally::sum(PLAYERS, own)));
            }
        }
    }
    let [table, mixed] = [0, 1].map(|place| of_learned.panel()[place].clone());
    assert_eq!((&*table.name, &*mixed.name), ("learned", "counter+learned"));
    let turns = of_learned.measure(Metric::TurnsMean, 0, &table).expect("it is measured");
    let [random, other] = alone.each_ref().map(|survey| {
        survey.measure(Metric::TurnsMean, 0, &survey.panel()[0]).expect("it is measured").value
    });
    let interval = turns.interval().expect("there are two");
    assert!((turns.value - (random + other) / 2.0).abs() < 2.0);
    assert!(interval.high - interval.low > 5.0 * (random - other).abs());
    assert_eq!(of_learned.groups(0, 1).iter().flatten().count(), 2);
}

#[test]
fn a_mixed_table_moves_on_from_deal_to_deal() {
    let directory = played(header(Inquiry::Compare), 2);
    let again = config(header(Inquiry::Compare), directory.path(), 1, Existing::Resume);
    let survey = play(&again).expect("it is there").survey;
    let leg = survey.panel()[1].leg;
    let strategies = ["random", "high-points"]
        .map(|name| unobench_strategies::CATALOGUE.parse(name).expect("a strategy"));
    let orders = [[0, 1], [1, 0]].map(|order| order.map(|place: usize| strategies[place].clone()));
    let seed = survey.header().seed;
    let turns = |block: usize, order: &[_; 2]| -> u64 {
        let table = TableSetup::new(&rules()[0], 4, order, false, seed).table();
        let mut stats = Vec::new();
        table.stats_block(block as u64, &mut stats);
        stats.iter().map(|round| u64::from(round.outcome.turns)).sum()
    };
    // A group has one block, of its number.
    for (block, group) in survey.groups(0, leg).iter().enumerate() {
        let found = group.as_ref().expect("it is played").turns;
        assert_eq!(found, turns(block, &orders[block % 2]), "block {block}");
    }
    assert!((0..GROUPS).any(|block| turns(block, &orders[0]) != turns(block, &orders[1])));
}

/// A skill survey of two strategies by two who know chance.
fn skill_header() -> Header {
    let named = |name: &str| name.to_owned();
    let leg = |play: Play| Leg { play, players: None, blocks_per_group: 1, chunk: Some(8) };
    let alone = |name: &str| leg(Play::Alone { strategy: named(name), others: named("random") });
    let ceiling = |playouts: u32| {
        leg(Play::Ceiling {
            strategy: format!("cheat:playouts={playouts}"),
            others: named("random"),
        })
    };
    let pairs = leg(Play::Pairs { pool: vec![named("random"), named("high-points")] });
    let legs = vec![alone("random"), alone("high-points"), ceiling(1), ceiling(4), pairs];
    Header { players: 2, legs, ..header(Inquiry::Skill) }
}

#[test]
fn skill_is_measured_by_all_its_legs_on_any_number_of_threads() {
    let one = played(skill_header(), 1);
    assert_eq!(bytes(played(skill_header(), 3).path()), bytes(one.path()));
    let again = config(skill_header(), one.path(), 1, Existing::Resume);
    let report = play(&again).expect("it is there");
    assert_eq!(report.games, 0);
    for found in skill(&report.survey) {
        let steps = found.steps.expect("pairs");
        assert_eq!((steps.pool, found.ladder.len()), (2, 4));
        assert!(found.best_and_second.is_some());
    }
    // Other strategies are another survey.
    let mut other = skill_header();
    other.legs[1].play =
        Play::Alone { strategy: "most-colour".to_owned(), others: "random".to_owned() };
    assert!(play(&config(other, one.path(), 1, Existing::Resume)).is_err());
}

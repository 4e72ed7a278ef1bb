//! Lines come in any order, twice, late, damaged or wrong: the directory is what one machine would
//! have written, or somebody is told.

use crate::support::bytes;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use tempfile::tempdir;
use unobench_bots::Contestant;
use unobench_core::rules::RuleSet;
use unobench_experiment::Existing;
use unobench_experiment::output::manifest::Invocation;
use unobench_experiment::run::{self, Control, RunConfig, Stop};
use unobench_experiment::scale::{
    Gather, GatherAnswer, GatherConfig, JobText, PlanFileError, PlayConfig, ScaleError, SealedPlan,
    play_jobs,
};
use unobench_experiment::store::PROGRESS;
use unobench_experiment::survey::{self, LearnedSeats, Play, SurveyConfig, SurveyControl};
use unobench_measure::header::{Header, Leg, LegPlay, Study, VERSION};
use unobench_measure::line::{LineOrigin, seal, unseal};
use unobench_strategies::CATALOGUE;

fn run_config() -> RunConfig {
    let named = |name: &str| Contestant::parse(name, CATALOGUE).expect("a strategy");
    RunConfig {
        rules: ["official", "double"].map(|name| RuleSet::load(name).expect("shipped")).to_vec(),
        line_up: vec![named("random"), named("high-points")],
        players: 2,
        games: 240,
        seed: 5,
        ..RunConfig::default()
    }
}

fn of_run(config: RunConfig) -> SealedPlan {
    SealedPlan::of_run(&config).expect("it can be played")
}

fn duel_config() -> RunConfig {
    RunConfig {
        question: Study::Duel,
        line_ups: Some(vec![vec![1, 0]]),
        games: 20_000,
        stop: Some(Stop::Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 }),
        ..run_config()
    }
}

fn survey_config() -> SurveyConfig {
    let rules = run_config().rules;
    let random = || "random".to_owned();
    let legs = vec![
        Leg { chunk: Some(64), ..Leg::new(Play::Starters { strategy: random() }, 700, 2) },
        Leg {
            chunk: Some(16),
            ..Leg::new(Play::Alone { strategy: "counter".to_owned(), others: random() }, 100, 2)
        },
    ];
    let of_header = rules.iter().map(Into::into).collect();
    let header = Header::new(Study::Compare, 3, 2, "official", of_header, legs);
    SurveyConfig {
        header,
        catalogue: CATALOGUE,
        rules,
        learned: Default::default(),
        threads: 2,
        out: PathBuf::new(),
        existing: Existing::Refuse,
        deadline: None,
        invocation: Invocation::NONE,
    }
}

type Played = (SealedPlan, BTreeMap<String, Vec<u8>>);

static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let run = |config: RunConfig| {
        let out = tempdir().expect("a directory");
        let here = RunConfig { out: out.path().to_owned(), ..config.clone() };
        let control = Control { cancel: &AtomicBool::new(false), observer: &mut () };
        run::run(&here, control).expect("it is played");
        (of_run(config), bytes(out.path()))
    };
    let out = tempdir().expect("a directory");
    let config = survey_config();
    let here = SurveyConfig { out: out.path().to_owned(), ..config.clone() };
    let control = SurveyControl { cancel: &AtomicBool::new(false), observe: &mut |_, _| {} };
    survey::survey(&here, control).expect("it is played");
    let survey = SealedPlan::of_survey(config.header, &config.rules, CATALOGUE);
    let survey = (survey.expect("it can be made"), bytes(out.path()));
    vec![run(run_config()), run(duel_config()), survey]
});

fn config(out: &Path, window: usize) -> GatherConfig {
    GatherConfig {
        out: out.to_owned(),
        force: false,
        window: NonZeroUsize::new(window).expect("some"),
        invocation: Invocation::NONE,
    }
}

fn play(plan: &SealedPlan, jobs: &[JobText]) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    let texts = jobs.iter().map(|job| Ok(serde_json::to_string(job).expect("JSON")));
    let hand_on = |line: &[u8]| {
        lines.push(line.to_vec());
        Ok(())
    };
    try_jobs(plan, texts, hand_on).expect("they are jobs of this plan");
    lines
}

/// Gathers what is left of a plan, each window's lines in the reverse order and twice; returns how
/// many chunks were played.
fn gather(plan: &SealedPlan, out: &Path, window: usize) -> usize {
    let mut gather = Gather::open(from_ref(plan), config(out, window)).expect("a directory");
    let mut answer = gather.begin().expect("jobs");
    assert!(!matches!(&answer, GatherAnswer::Next { next, .. } if next.len() > window));
    let mut count = 0;
    while let GatherAnswer::Next { next, .. } = answer {
        count += next.len();
        let mut lines = play(plan, &next);
        assert_eq!(lines.len(), next.len());
        lines.reverse();
        let mut more = Vec::new();
        let mut last = None;
        for line in lines.iter().chain(&lines) {
            match gather.take(line).expect("a line") {
                GatherAnswer::Next { next, games, total } => {
                    assert!(games <= total && next.len() <= window);
                    more.extend(next);
                }
                other => last = Some(other),
            }
        }
        answer = match last {
            Some(last) => last,
            None => GatherAnswer::Next { next: more, games: 0, total: 0 },
        };
        if let GatherAnswer::Next { next, .. } = &answer {
            assert!(!next.is_empty(), "lines were taken, and nothing is left to do");
        }
    }
    assert!(matches!(answer, GatherAnswer::Done { .. }), "{answer:?}");
    gather.finish().expect("files");
    count
}

#[test]
fn a_directory_is_what_one_machine_would_have_written() {
    for (plan, files) in &*PLAYED {
        for window in [1, 5, 1000] {
            let out = tempdir().expect("a directory");
            let count = gather(plan, out.path(), window);
            assert_eq!(&bytes(out.path()), files, "window {window}");
            let lines = files[PROGRESS].iter().filter(|&&byte| byte == b'\n').count() - 1;
            // What is played in vain when a rule stops a rule set is at most a window.
            assert!((lines..=lines + 2 * window).contains(&count), "{count} of {lines}");
        }
    }
}

#[test]
fn what_was_killed_anywhere_goes_on_to_the_same_bytes() {
    for (plan, files) in &*PLAYED {
        let progress = &files[PROGRESS];
        for end in (0..progress.len()).step_by(progress.len() / 4).chain([progress.len()]) {
            let out = tempdir().expect("a directory");
            fs::write(out.path().join(PROGRESS), &progress[..end]).expect("it is written");
            let count = gather(plan, out.path(), 3);
            assert_eq!((count == 0, bytes(out.path())), (end == progress.len(), files.clone()));
        }
    }
}

#[test]
fn a_longer_plan_goes_on_with_a_shorter_one() {
    let out = tempdir().expect("a directory");
    let plan = |games| of_run(RunConfig { games, ..run_config() });
    let short = gather(&plan(400), out.path(), 5);
    let more = gather(&plan(1200), out.path(), 5);
    let whole = tempdir().expect("a directory");
    assert_eq!(gather(&plan(1200), whole.path(), 5), short + more);
    assert_eq!(bytes(out.path()), bytes(whole.path()));
    assert!(more > 0 && short > 0);
}

fn unsealed(plan: &SealedPlan, line: &[u8]) -> Value {
    origins(plan)
        .into_iter()
        .find_map(|origin| unseal(line, origin).ok())
        .expect("a line of this plan")
}

fn origins(plan: &SealedPlan) -> Vec<LineOrigin> {
    let header = plan.plan().header();
    (0..header.legs.len()).flat_map(|leg| [0, 1].map(|rules| header.origin(rules, leg))).collect()
}

fn begun<'p>(plan: &'p SealedPlan, out: &Path) -> (Gather<'p>, Vec<Vec<u8>>) {
    let mut gather = Gather::open(from_ref(plan), config(out, 4)).expect("a directory");
    let GatherAnswer::Next { next, .. } = gather.begin().expect("jobs") else { panic!("jobs") };
    let mut lines = play(plan, &next);
    lines.sort_by_key(|line| unsealed(plan, line)["chunk"].as_u64());
    (gather, lines)
}

fn refusal(answer: GatherAnswer) -> String {
    match answer {
        GatherAnswer::Refused { refused } => refused,
        other => panic!("{other:?}"),
    }
}

#[test]
fn lines_that_cannot_be_believed_are_refused_and_played_again() {
    for (plan, files) in &*PLAYED {
        let out = tempdir().expect("a directory");
        let (mut gather, lines) = begun(plan, out.path());
        let mut damaged = lines[0].clone();
        damaged[60] ^= 1;
        let cut = &lines[0][..lines[0].len() - 1];
        for line in [damaged.as_slice(), cut, b"\n", b"{}\n", b"\xff\xfe\n"] {
            refusal(gather.take(line).expect("no reason to stop"));
        }
        // Sealed, and not what this program writes of a chunk.
        let reseal = |change: fn(&mut Value)| {
            let mut value = unsealed(plan, &lines[0]);
            change(&mut value);
            seal(&value, origins(plan)[0]).expect("JSON")
        };
        for (change, words) in [
            ((|line| line["blocks"] = json!(9999)) as fn(&mut Value), "not chunk 0"),
            (|line| line["rules"] = json!("stacking"), "its rule set is not one of the plan"),
            (|line| line["chunk"] = json!(1_000_000), "there is no such chunk"),
        ] {
            let refused = refusal(gather.take(&reseal(change)).expect("no reason to stop"));
            assert!(refused.contains(words), "{refused}");
        }
        drop(gather);
        self::gather(plan, out.path(), 4);
        assert_eq!(&bytes(out.path()), files);
    }
}

#[test]
fn a_tally_that_does_not_fit_is_refused_in_its_turn() {
    let (plan, _) = &PLAYED[2];
    let out = tempdir().expect("a directory");
    let (mut gather, lines) = begun(plan, out.path());
    let mut value = unsealed(plan, &lines[0]);
    value["tally"][0]["games"] = json!(1);
    let line = seal(&value, origins(plan)[0]).expect("JSON");
    let refused = refusal(gather.take(&line).expect("no reason to stop"));
    assert_eq!(refused, "its tally does not fit the leg");
    assert!(matches!(
        gather.take(&lines[0]).expect("a line"),
        GatherAnswer::Next { games: 128, .. }
    ));
}

#[test]
fn lines_of_another_plan_and_beyond_the_window_are_refused() {
    let [plan, other] = [5, 6].map(|seed| of_run(RunConfig { seed, ..run_config() }));
    let out = tempdir().expect("a directory");
    let mut narrow = Gather::open(from_ref(&plan), config(out.path(), 2)).expect("a directory");
    narrow.begin().expect("jobs");
    let beyond = "it is not the turn of chunk 3 yet: it lies beyond the window, see --window";
    for (from, words) in
        [(&other, "its check sum is wrong, or it is of another run"), (&plan, beyond)]
    {
        let (_, lines) = begun(from, tempdir().expect("a directory").path());
        assert_eq!(refusal(narrow.take(&lines[3]).expect("no reason to stop")), words);
    }
}

#[test]
fn machines_that_disagree_are_told_apart_with_both_values() {
    let plan = of_run(run_config());
    let wrong = |line: &[u8]| {
        let mut value = unsealed(&plan, line);
        let turns = value["tally"]["line_ups"]["turns"][0].as_u64().expect("a number");
        value["tally"]["line_ups"]["turns"][0] = json!(turns + 1);
        seal(&value, origins(&plan)[0]).expect("JSON")
    };
    // One that waits for its turn, and one that is on disk.
    for place in [2, 0] {
        let out = tempdir().expect("a directory");
        let (mut gather, lines) = begun(&plan, out.path());
        gather.take(&lines[place]).expect("a line");
        let error = gather.take(&wrong(&lines[place])).expect_err("they differ");
        assert!(matches!(error, ScaleError::Disagree { .. }) && !error.is_usage());
        let turns = unsealed(&plan, &lines[place])["tally"]["line_ups"]["turns"][0].as_u64();
        let turns = turns.expect("a number");
        for words in [
            &format!("machines disagree about chunk {place} of official"),
            &format!("{turns} there, {} here", turns + 1),
        ] {
            assert!(error.to_string().contains(words.as_str()), "{error}");
        }
    }
}

#[test]
fn a_plan_comes_back_from_its_file() {
    let dir = tempdir().expect("a directory");
    let path = dir.path().join("plan.json");
    for (plan, _) in &*PLAYED {
        fs::write(&path, plan.line()).expect("it is written");
        let read = SealedPlan::read(&path).expect("a plan").remove(0);
        assert_eq!((read.line(), read.check()), (plan.line(), plan.check()));
        assert_eq!(read.games(), plan.games());
    }
}

#[test]
fn plans_that_are_none_or_of_another_program_are_refused() {
    let dir = tempdir().expect("a directory");
    let path = dir.path().join("plan.json");
    let read = |contents: &[u8]| {
        fs::write(&path, contents).expect("it is written");
        SealedPlan::read(&path).expect_err("it is refused")
    };
    let line = of_run(run_config()).line().to_vec();
    let mut changed = line.clone();
    changed[90] ^= 1;
    for contents in [&b""[..], b"{}", b"[1, 2]\n", &changed, &line[..40]] {
        let error = read(contents);
        assert!(matches!(error, PlanFileError::NoPlan { .. }) && error.is_usage(), "{error}");
        assert!(error.to_string().contains("plan.json"), "{error}");
    }
    let mut header: Value = unseal(&line, LineOrigin::none()).expect("a header");
    header["version"] = json!("9.9.9");
    let error = read(&seal(&header, LineOrigin::none()).expect("JSON")).to_string();
    assert!(error.contains("9.9.9") && error.contains(VERSION), "{error}");
    let missing = SealedPlan::read(&dir.path().join("none")).expect_err("it is not there");
    assert!(missing.is_usage() && missing.to_string().contains("none"), "{missing}");
}

fn job(plan: &str, [rules, leg, chunk]: [u64; 3]) -> String {
    json!({"plan": plan, "rules": rules, "leg": leg, "chunk": chunk, "seconds": 1.0}).to_string()
}

fn try_jobs(
    plan: &SealedPlan,
    jobs: impl Iterator<Item = io::Result<String>>,
    hand_on: impl FnMut(&[u8]) -> io::Result<()> + Send,
) -> Result<(), ScaleError> {
    let cancel = AtomicBool::new(false);
    let config = PlayConfig {
        catalogue: CATALOGUE,
        threads: 2,
        move_time: None,
        in_its_place: |_| LearnedSeats::default(),
        cancel: &cancel,
    };
    play_jobs(plan, &config, jobs, hand_on)
}

fn try_job(plan: &SealedPlan, job: &str) -> Result<(), ScaleError> {
    try_jobs(plan, [Ok(job.to_owned())].into_iter(), |_| Ok(()))
}

#[test]
fn jobs_that_are_none_are_refused() {
    let plan = of_run(run_config());
    try_job(&plan, &job(plan.check(), [0, 0, 0])).expect("a job");
    for (text, words) in [
        (job("0123456789abcdef", [0, 0, 0]), "of plan 0123456789abcdef"),
        (job(plan.check(), [2, 0, 0]), "no such chunk"),
        (job(plan.check(), [0, 1, 0]), "no such chunk"),
        (job(plan.check(), [0, 0, u64::MAX]), "no such chunk"),
        (json!({"chunk": 1}).to_string(), "missing field"),
    ] {
        let error = try_job(&plan, &text).expect_err("it is none");
        assert!(error.is_usage() && error.to_string().contains(words), "{error}");
    }
}

/// A weight file with other weights, a strategy that is not there.
#[test]
fn a_plan_that_would_be_played_otherwise_here_is_refused() {
    let dir = tempdir().expect("a directory");
    let weights = dir.path().join("mine.toml");
    let built_in = CATALOGUE.parse("linear").expect("a strategy").entry().file.expect("a format");
    let text = (built_in.built_in)().text();
    fs::write(&weights, &text).expect("it is written");
    let linear = format!("linear:file={}", weights.display());
    let named = Contestant::parse(&linear, CATALOGUE).expect("a strategy");
    let run = RunConfig { line_up: vec![named.clone(), named], ..run_config() };
    let mut survey = survey_config();
    let alone = Play::Alone { strategy: linear, others: "random".to_owned() };
    survey.header.legs[1].play = LegPlay::Survey(alone);
    let plans = [
        of_run(run),
        SealedPlan::of_survey(survey.header, &survey.rules, CATALOGUE).expect("it can be made"),
    ];
    let first = |plan: &SealedPlan| try_job(plan, &job(plan.check(), [0, 0, 0]));
    let refused = || {
        for plan in &plans {
            let error = first(plan).expect_err("the weights are others, or gone");
            assert!(error.is_usage() && error.to_string().contains("mine.toml"), "{error}");
        }
    };
    for plan in &plans {
        first(plan).expect("nothing has changed");
    }
    let (head, tail) = text.rsplit_once("= ").expect("a weight");
    let value = tail.lines().next().expect("a number");
    fs::write(&weights, format!("{head}= 0.125{}", &tail[value.len()..])).expect("it is written");
    refused();
    fs::remove_file(&weights).expect("it is there");
    refused();
}

#[test]
fn namesakes_of_a_line_up_come_back_from_a_plan() {
    let named = |name: &str| Contestant::parse(name, CATALOGUE).expect("a strategy");
    let config = RunConfig {
        line_up: vec![named("random"), named("random"), named("high-points")],
        line_ups: Some(vec![vec![0, 1], vec![1, 2]]),
        ..run_config()
    };
    let plan = of_run(config);
    assert!(String::from_utf8_lossy(plan.line()).contains("random#2"));
    let out = tempdir().expect("a directory");
    gather(&plan, out.path(), 100);
}

#[test]
fn a_line_that_cannot_be_handed_on_ends_it() {
    let plan = of_run(run_config());
    let jobs = std::iter::repeat_with(|| Ok(job(plan.check(), [0, 0, 0])));
    let closed = |_: &[u8]| Err(io::ErrorKind::BrokenPipe.into());
    let error = try_jobs(&plan, jobs, closed).expect_err("nobody reads");
    assert!(matches!(error, ScaleError::Pipe { .. }), "{error}");
}

#[test]
fn another_experiment_in_the_directory_is_left_alone() {
    let (plan, files) = &PLAYED[0];
    let other = of_run(RunConfig { seed: 6, ..run_config() });
    let out = tempdir().expect("a directory");
    fs::write(out.path().join(PROGRESS), &files[PROGRESS]).expect("it is written");
    let Err(error) = Gather::open(from_ref(&other), config(out.path(), 4)) else {
        panic!("another run")
    };
    assert!(error.to_string().contains("seed: 5 there, 6 here"), "{error}");
    assert_eq!(fs::read(out.path().join(PROGRESS)).ok().as_ref(), Some(&files[PROGRESS]));
    let forced = GatherConfig { force: true, ..config(out.path(), 4) };
    drop(Gather::open(from_ref(&other), forced).expect("it is thrown away"));
    gather(plan, tempdir().expect("a directory").path(), 4);
}

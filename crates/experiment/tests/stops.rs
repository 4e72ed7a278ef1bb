//! Runs that end by a rule: where they look, and what they say.

use super::*;
use unobench_experiment::output::findings;
use unobench_findings::duel::Duel;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_measure::stop::FEWEST_BLOCKS;
use unobench_stats::Interval;

const TEST: Stop = Stop::Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };

fn stopping(stop: Stop, games: u64) -> Plan {
    changed(&plan("a b", 2, Seating::Rotate, games), |header| {
        if let Some(look) = stop.look(2) {
            header.question = Study::Duel;
            (header.legs[0].look, header.legs[0].chunk) = (Some(look), Some(look));
        }
        header.stop = Some(stop);
    })
}

fn play(plan: &Plan, out: &Path, deadline: Option<Instant>) -> Played<Results> {
    super::play(&Sitting { deadline, ..job(plan, out, 2, Existing::Resume) }).expect("it is played")
}

fn cut(out: &Path, lines: usize) {
    let text = progress(out);
    write_progress(out, &text[..=line_ends(&text).nth(lines - 1).expect("so many lines")]);
}

#[test]
fn a_test_is_looked_at_after_whole_looks_whatever_chunks_cost() {
    let quick = stopping(TEST, 200_000);
    let look = quick.header().legs[0].look.expect("looks");
    assert_eq!(look, TEST.sprt().expect("a test").look(2));
    let slow = changed(&quick, |header| header.legs[0].chunk = Some(look / 2));
    let ends = [&quick, &slow].map(|plan| {
        let directory = played(plan, 1);
        let report = play(plan, directory.path(), None);
        assert_eq!(report.ending, RunEnding::Complete);
        report.found.rule_sets().map(|rules| rules.blocks()).collect::<Vec<_>>()
    });
    assert_eq!(ends[0], ends[1]);
    assert!(ends[0].iter().all(|blocks| blocks.is_multiple_of(look)), "{ends:?} {look}");
    assert!(ends[0].iter().all(|blocks| *blocks < 100_000), "{ends:?}");
}

#[test]
fn looks_that_are_not_of_whole_chunks_are_refused() {
    let header = stopping(TEST, 2000).header().clone();
    for (look, chunk, stop) in [(Some(9), Some(8), Some(TEST)), (Some(8), Some(8), None)] {
        let mut header = Header { stop, ..header.clone() };
        (header.legs[0].look, header.legs[0].chunk) = (look, chunk);
        let error = Plan::new(header).expect_err("it is refused").to_string();
        assert!(error.contains("look"), "{error}");
    }
}

/// The difference of a duel, its ratings and those of the summary are one figure.
#[test]
fn every_table_has_the_same_elo() {
    let directory = played(&stopping(TEST, 200_000), 2);
    let found = findings(&play(&stopping(TEST, 200_000), directory.path(), None).found);
    let ratings: Vec<&Finding> = all_of(&found, Question::Ratings, Metric::Rating).collect();
    let summary: Vec<&Finding> = all_of(&found, Question::Strength, Metric::Elo).collect();
    let close = |figure: Option<f64>, other: f64| {
        let figure = figure.expect("a figure");
        assert!((figure - other).abs() < 1e-9, "{figure} is not {other}");
    };
    for (number, Duel { elo, .. }) in Duel::all(&found, &[]).enumerate() {
        let (first, second) = (ratings[2 * number], ratings[2 * number + 1]);
        let own = summary[2 * number];
        assert_eq!((&own.rules, &own.subject), (&elo.rules, &elo.subject));
        close(elo.value, first.value.expect("rated") - second.value.expect("rated"));
        close(elo.low, 2.0 * first.low.expect("an end"));
        close(elo.high, -2.0 * second.low.expect("an end"));
        close(own.value, first.value.expect("rated"));
        close(own.low, first.low.expect("an end"));
        // `b` wins more: its Elo is at most that of the null hypothesis, as the test says.
        assert!(elo.high.is_some_and(|high| high < 20.0), "{elo:?}");
    }
    assert_eq!(Duel::all(&found, &[]).count(), 2);
}

#[test]
fn a_run_ends_by_the_width_of_its_plain_intervals() {
    let plan = stopping(Stop::FixedWidth { width: 0.04 }, 200_000);
    let directory = played(&plan, 2);
    let report = play(&plan, directory.path(), None);
    for finding in all_of(&findings(&report.found), Question::Strength, Metric::WinRate) {
        let width = finding.high.expect("an end") - finding.low.expect("an end");
        assert!(width <= 0.04 && width > 0.035, "{finding:?}");
    }
    assert!(report.found.rule_sets().all(|rules| rules.blocks() >= FEWEST_BLOCKS));
    let wide = stopping(Stop::FixedWidth { width: 0.5 }, 200_000);
    let directory = played(&wide, 1);
    let report = play(&wide, directory.path(), None);
    let blocks: Vec<u64> = report.found.rule_sets().map(|rules| rules.blocks()).collect();
    assert_eq!(blocks, [200, 200], "not before the width is known");
}

fn widths(report: &Played<Results>) -> [f64; 3] {
    let found = findings(&report.found);
    [
        (Question::Strength, Metric::WinRate),
        (Question::Strength, Metric::Elo),
        (Question::Matchups, Metric::MeanDifference),
    ]
    .map(|(question, metric)| {
        let mut all = all_of(&found, question, metric);
        let finding = all.find(|finding| finding.rules == "official").expect("a finding");
        finding.high.expect("an end") - finding.low.expect("an end")
    })
}

/// Stopped by hand a run says what holds at any time; stopped by its rule, what holds then.
#[test]
fn a_run_that_was_stopped_by_hand_has_intervals_that_hold_at_any_time() {
    let plan = stopping(Stop::FixedWidth { width: 0.01 }, 200_000);
    let directory = played(&plan, 1);
    cut(directory.path(), 60);
    let stopped = play(&plan, directory.path(), Some(Instant::now()));
    assert_eq!(stopped.ending, RunEnding::TimeUp);
    let rules = stopped.found.rule_sets().next().expect("rule sets");
    assert!(!rules.has_ended());
    let plain = rules.strategy(0).expect("it played").rate.interval().expect("blocks");
    let blocks = rules.blocks();
    let fixed = changed(&plan, |header| {
        header.stop = None;
        header.legs[0].games = 2 * blocks;
    });
    let directory = played(&fixed, 1);
    let [anytime, at_end] = [widths(&stopped), widths(&play(&fixed, directory.path(), None))];
    assert!((at_end[0] - (plain.high - plain.low)).abs() < 1e-12);
    for (wider, narrower) in anytime.iter().zip(at_end) {
        assert!(*wider > 1.3 * narrower, "{anytime:?} {at_end:?}");
    }
}

#[test]
fn a_duel_that_was_stopped_by_hand_keeps_the_plain_estimate() {
    // Both hypotheses are near the truth.
    let test = Stop::Sprt { elo0: -70.0, elo1: -66.0, alpha: 0.05, beta: 0.05 };
    let plan = stopping(test, 2_000_000);
    let directory = played(&plan, 2);
    let ended = play(&plan, directory.path(), None);
    assert_eq!(ended.ending, RunEnding::Complete);
    cut(directory.path(), 20);
    let stopped = play(&plan, directory.path(), Some(Instant::now()));
    assert_eq!(stopped.ending, RunEnding::TimeUp);
    for (report, by_hand) in [(&ended, false), (&stopped, true)] {
        let rules = report.found.rule_sets().next().expect("rule sets");
        let fit = rules.ratings().expect("rated");
        let plain = fit.difference(0, 1).expect("rated");
        let told = rules.duel_difference(&fit).expect("rated");
        assert_eq!(told.elo == plain.elo, by_hand, "{told:?} {plain:?}");
        let width = |interval: Option<Interval>| interval.map(|i| i.high - i.low);
        assert_eq!(width(told.interval) > width(plain.interval).map(|w| 1.5 * w), by_hand);
    }
}

/// What a run will take is said before it begins, better as it goes on, and in the end right.
#[test]
fn forecasts_come_true() {
    let test = Stop::Sprt { elo0: -70.0, elo1: -66.0, alpha: 0.05, beta: 0.05 };
    let width = Stop::FixedWidth { width: 0.02 };
    for (stop, planned) in [(test, 34_000..36_500), (width, 4500..5200)] {
        let plan = stopping(stop, 2_000_000);
        let nothing = plan.expected_games(&plan.empty_totals()).expect("a rule") / 4;
        assert!(planned.contains(&nothing), "{stop:?}: {nothing}");
        let directory = played(&plan, 2);
        let ended = play(&plan, directory.path(), None);
        let rules = ended.found.rule_sets().next().expect("rule sets");
        let blocks = rules.blocks();
        assert_eq!(rules.expected_blocks(), blocks);
        cut(directory.path(), 20);
        let begun = play(&plan, directory.path(), Some(Instant::now()));
        let rules = begun.found.rule_sets().next().expect("rule sets");
        let expected = rules.expected_blocks();
        assert!(rules.blocks() < blocks, "{stop:?}");
        assert!((blocks / 5..5 * blocks).contains(&expected), "{stop:?}: {expected}, not {blocks}");
    }
}

#[test]
fn the_horizon_of_a_sequential_test_stays() {
    let short = played(&stopping(TEST, 4000), 1);
    let error = super::play(&job(&stopping(TEST, 40_000), short.path(), 1, Existing::Resume))
        .expect_err("it looked at its prefixes with that horizon");
    assert!(error.to_string().contains("games: 4000 there, 40000 here"), "{error}");
}

#[test]
fn a_stop_rule_looks_at_prefixes_only() {
    let longer = plan("a b c", PLAYERS, Seating::Rotate, 30_000);
    let plan = changed(&longer, |header| header.stop = Some(Stop::FixedWidth { width: 0.2 }));
    let (directory, two) = (tempdir().expect("a directory"), tempdir().expect("a directory"));
    let report = resumed(&plan, directory.path(), 1);
    assert_eq!(report.ending, RunEnding::Complete);
    assert!(report.found.rule_sets().map(|rules| rules.blocks()).eq([200, 200]));
    resumed(&plan, two.path(), 3);
    assert_eq!(bytes(directory.path()), bytes(two.path()));
    let contents = progress(directory.path());
    write_progress(directory.path(), &contents[..contents.len() * 2 / 3]);
    resumed(&plan, directory.path(), 2);
    assert_eq!(bytes(directory.path()), bytes(two.path()));
}

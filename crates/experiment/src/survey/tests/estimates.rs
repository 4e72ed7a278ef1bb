//! What is concluded from tallies made by hand, against figures computed by hand.

use super::super::header::{GROUPS, Header, Inquiry, Leg};
use super::super::progress::Survey;
use super::super::tally::Tally;
use super::super::{Effect, FAIR, effects, factorial, skill};
use crate::header::HeaderRules;
use crate::store::line::{Origin, seal};
use crate::store::progress::{ChunkRecord, Progress};
use serde_json::json;
use unobench_engine::histogram::Histogram;
use unobench_files::documents::Play;
use unobench_files::metric::Metric;
use unobench_stats::Verdict;

/// The 97.5 % point of Student's t with 49 degrees of freedom: SciPy 1.17,
/// `scipy.stats.t.ppf(0.975, 49)`.
const T49: f64 = 2.009_575_237_129_239_2;

/// The standard error of 50 groups half of which are `step` higher than the other half:
/// √(50/49·step²/4 / 50).
fn error_of_halves(step: f64) -> f64 {
    step / 2.0 / 7.0
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-9 * expected.abs().max(1.0),
        "{found} is not {expected}"
    );
}

fn starters() -> Play {
    Play::Starters { strategy: "random".to_owned() }
}

/// Who is called an oracle knows chance.
fn alone(strategy: &str) -> Play {
    let (strategy, others) = (strategy.to_owned(), "random".to_owned());
    match strategy.as_str() {
        "oracle" => Play::Ceiling { strategy, others },
        _ => Play::Alone { strategy, others },
    }
}

/// A survey whose tallies are what a function says of rule set, leg and group.
fn survey(
    question: Inquiry,
    players: usize,
    rules: &[&str],
    legs: &[Leg],
    tally: impl Fn(usize, usize, usize) -> Tally,
) -> Survey {
    let named = |name: &&str| HeaderRules {
        name: (*name).to_owned(),
        settings: json!({"scoring": {"partners": false}}),
    };
    survey_of_rules(question, players, rules.iter().map(named).collect(), legs, tally)
}

/// The same of rule sets that differ.
fn survey_of_rules(
    question: Inquiry,
    players: usize,
    rules: Vec<HeaderRules>,
    legs: &[Leg],
    tally: impl Fn(usize, usize, usize) -> Tally,
) -> Survey {
    let baseline = rules[0].name.clone();
    let names: Vec<String> = rules.iter().map(|rules| rules.name.clone()).collect();
    let header = Header::new(question, 1, players, &baseline, rules, legs.to_vec());
    header.check().expect("a survey that can be made");
    let mut progress = Progress::new(header);
    for (number, name) in names.iter().enumerate() {
        for (leg, group) in
            (0..legs.len()).flat_map(|leg| (0..GROUPS).map(move |group| (leg, group)))
        {
            let blocks = legs[leg].blocks_per_group;
            progress
                .add(&record(name, leg, group, blocks, tally(number, leg, group)))
                .unwrap_or_else(|error| panic!("{name}, leg {leg}, group {group}: {error}"));
        }
    }
    survey_of(&progress)
}

fn survey_of(progress: &Progress<Header>) -> Survey {
    Survey::new(progress.experiment().clone(), progress.totals().clone())
}

/// Formats 1 and 2 had a line for each group.
#[test]
fn lines_of_an_older_format_say_the_same() {
    let today = two_rule_sets(Inquiry::Compare);
    for format in [1, 2] {
        let mut progress = Progress::new(today.header().of_version(format, "0.1.0"));
        for rules in 0..3 {
            let origin = progress.experiment().origin(rules, 0);
            for (group, tally) in today.groups(rules, 0).iter().enumerate() {
                let name = &today.header().rules[rules].name;
                let record = json!({"rules": name, "leg": 0, "group": group, "tally": tally});
                let line = seal(&record, origin).expect("JSON");
                progress.add_line(&line).expect("it comes next");
            }
        }
        assert!(progress.is_complete());
        assert_eq!(effects(&survey_of(&progress)), effects(&today));
        let twice = seal(&json!({"rules": "third"}), Origin::none()).expect("JSON");
        assert!(progress.add_line(&twice).is_err());
    }
}

/// The line of a chunk that is a group.
fn record(
    rules: &str,
    leg: usize,
    group: usize,
    blocks: u64,
    of_group: Tally,
) -> ChunkRecord<Vec<Option<Tally>>> {
    let mut tally = vec![None; GROUPS];
    tally[group] = Some(of_group);
    let (rules, chunk) = (rules.to_owned(), group as u64);
    ChunkRecord { rules, leg: Some(leg), chunk, first: chunk * blocks, blocks, tally }
}

/// The values of some games as a histogram.
fn histogram(values: &[i64]) -> Histogram {
    values.iter().map(|&value| (value, 1)).collect()
}

/// Two blocks of two games each at two seats: the first seat's wins of each, and the turns of the
/// four games.
fn four_games(first_wins: [u64; 2], lengths: [i64; 4]) -> Tally {
    let mut tally = Tally::new(2);
    first_wins.into_iter().for_each(|wins| tally.add_block(2, &[wins, 2 - wins]));
    tally.turns = lengths.iter().sum::<i64>() as u64;
    tally.lengths = histogram(&lengths);
    tally.scores = histogram(&[10, 10, 20, 20]);
    (
        tally.asked,
        tally.asked_of_won,
        tally.forced,
        tally.drawn,
        tally.lead_changes,
        tally.trailed,
    ) = (30, 30, 6, 8, 4, 12);
    tally
}

fn leg_of_two() -> [Leg; 1] {
    [Leg { play: starters(), players: None, blocks_per_group: 2, chunk: None }]
}

/// Official: the first seat wins 3 and 2 of 4 games by turns; games take 10 turns in every group
/// but for a wave. The other: 2 of 4, and a turn or two more.
fn two_rule_sets(question: Inquiry) -> Survey {
    survey(question, 2, &["official", "other", "third"], &leg_of_two(), |rules, _, group| {
        let half = group % 2;
        let wave = 10 + (group % 5) as i64;
        match rules {
            0 => four_games([2, 1 - half as u64], [wave; 4]),
            1 => four_games([1, 1], [wave + 1 + half as i64; 4]),
            _ => four_games([2, 2 - half as u64], [wave + (group % 3) as i64; 4]),
        }
    })
}

fn find<'a>(effects: &'a [Effect], rules: &str, baseline: &str, metric: Metric) -> &'a Effect {
    let wanted = |effect: &&Effect| {
        (effect.rules.as_str(), effect.baseline.as_str(), effect.metric)
            == (rules, baseline, metric)
    };
    effects.iter().find(wanted).unwrap_or_else(|| panic!("{rules} {baseline} {}", metric.name()))
}

#[test]
fn what_beginning_is_worth_has_the_interval_of_its_groups() {
    let effects = effects(&two_rule_sets(Inquiry::Compare));
    let found = find(&effects, "official", FAIR, Metric::FirstSeat);
    // Groups win 3/4 and 1/2 of their games.
    close(found.value, 0.625);
    close(found.baseline_value, 0.5);
    close(found.difference, 0.125);
    let half = T49 * error_of_halves(0.25);
    let interval = found.interval.expect("fifty groups");
    close(interval.low, 0.125 - half);
    close(interval.high, 0.125 + half);
    // t = 0.125 / (0.125 / 7): SciPy's 2·t.sf(7, 49).
    close(found.p_value.expect("it varies") * 1e9, 6.633_730_440_219_506);
}

#[test]
fn a_difference_is_taken_group_by_group() {
    let effects = effects(&two_rule_sets(Inquiry::Compare));
    let found = find(&effects, "other", "official", Metric::TurnsMean);
    close(found.value, 13.5);
    close(found.baseline_value, 12.0);
    close(found.difference, 1.5);
    let interval = found.interval.expect("fifty groups");
    close(interval.low, 1.5 - T49 * error_of_halves(1.0));
    close(interval.high, 1.5 + T49 * error_of_halves(1.0));
    // t = 1.5 / (0.5 / 7) = 21.
    close(found.p_value.expect("it varies") * 1e26, 3.771_931_777_375_682_6);
    // The wave of variance 2 is in both and cancels; what is left is the half of variance 1/4.
    close(found.pairing.expect("a gain"), (2.0 + 2.0 + 0.25) / 0.25);
    let median = find(&effects, "other", "official", Metric::TurnsP50);
    close(
        median.interval.expect("fifty groups").high - median.difference,
        T49 * error_of_halves(1.0),
    );
}

#[test]
fn where_nothing_varies_there_is_no_p_value() {
    let constant = |rules: usize, _: usize, _: usize| four_games([1, 1], [10 + rules as i64; 4]);
    let effects =
        effects(&survey(Inquiry::Compare, 2, &["official", "other"], &leg_of_two(), constant));
    let found = find(&effects, "other", "official", Metric::TurnsMean);
    assert_eq!(
        (found.difference, found.p_value, found.p_adjusted, found.pairing),
        (1.0, None, None, None)
    );
    assert_eq!(found.interval.map(|interval| (interval.low, interval.high)), Some((1.0, 1.0)));
    assert_eq!(found.verdict, Verdict::Unclear);
    let drawn = find(&effects, "other", "official", Metric::CardsDrawn);
    assert_eq!((drawn.difference, drawn.p_value, drawn.p_adjusted), (0.0, Some(1.0), Some(1.0)));
    assert_eq!(drawn.verdict, Verdict::Same);
    let seats = find(&effects, "other", FAIR, Metric::SeatImbalance);
    assert_eq!((seats.value, seats.p_value, seats.p_adjusted), (0.0, None, None));
}

/// Holm's adjusted values, by their definition.
fn holm(p: &[f64]) -> Vec<f64> {
    let adjusted = |value: f64| {
        let steps = p.iter().filter(|&&other| other <= value).map(|&other| {
            let not_smaller = p.iter().filter(|&&another| another >= other).count() as f64;
            (not_smaller * other).min(1.0)
        });
        steps.fold(0.0, f64::max)
    };
    p.iter().map(|&value| adjusted(value)).collect()
}

#[test]
fn comparisons_are_corrected_by_holm_over_the_whole_table() {
    for question in [Inquiry::Compare, Inquiry::Sweep] {
        let effects = effects(&two_rule_sets(question));
        let tested: Vec<&Effect> =
            effects.iter().filter(|effect| effect.p_value.is_some()).collect();
        let p_values: Vec<f64> = tested.iter().filter_map(|effect| effect.p_value).collect();
        assert!(p_values.len() > 20);
        for (effect, expected) in tested.iter().zip(holm(&p_values)) {
            close(effect.p_adjusted.expect("corrected with the others"), expected);
        }
        let known = |effect: &Effect| effect.p_value.is_some() == effect.p_adjusted.is_some();
        assert!(effects.iter().all(known));
    }
}

/// A turn and a half of twelve is more than one percent, for sure; a first seat that wins 62.5 %
/// gains more than half a point.
#[test]
fn verdicts_are_told_by_the_smallest_effect_worth_telling() {
    let survey = two_rule_sets(Inquiry::Compare);
    let effects = effects(&survey);
    let turns = find(&effects, "other", "official", Metric::TurnsMean);
    close(turns.margin, 0.12);
    assert_eq!(turns.verdict, Verdict::More);
    let first = find(&effects, "official", FAIR, Metric::FirstSeat);
    close(first.margin, 0.005);
    assert_eq!(first.verdict, Verdict::More);
    let mut header = survey.header().clone();
    header.worth = Some(30.0);
    let tallies = (0..3).flat_map(|rules| survey.groups(rules, 0).to_vec()).collect();
    let coarse = super::super::effects(&Survey::new(header, tallies));
    let turns = find(&coarse, "other", "official", Metric::TurnsMean);
    close(turns.margin, 3.6);
    assert_eq!(turns.verdict, Verdict::Same);
    // At two seats 15 points more for one seat are 15 less for the other.
    close(find(&coarse, "official", FAIR, Metric::SeatImbalance).margin, 0.3);
}

#[test]
fn effects_are_sorted_by_their_key() {
    let effects = effects(&two_rule_sets(Inquiry::Sweep));
    let keys: Vec<_> = effects
        .iter()
        .map(|effect| (&effect.rules, &effect.baseline, effect.metric.name()))
        .collect();
    assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    // Two against fairness for each of three; 16 metrics against the baseline for each of two,
    // without a pool.
    assert_eq!(keys.len(), 3 * 2 + 2 * 16);
}

#[test]
fn seats_are_compared_with_fairness_by_the_variation_of_blocks() {
    let effects = effects(&two_rule_sets(Inquiry::Compare));
    let found = find(&effects, "official", FAIR, Metric::SeatImbalance);
    // Shares 0.625 and 0.375 against 0.5: √(2·0.125²/0.5).
    close(found.value, 0.25);
    assert_eq!((found.baseline_value, found.difference, found.interval), (0.0, found.value, None));
    // Blocks differ by 2 (50), 0 (25) and −2 (25) wins: Student's t of the differences, squared.
    let (mean, squares) = (0.5, 75.0 * 4.0);
    let t = mean / ((squares - 100.0 * mean * mean) / 99.0 / 100.0_f64).sqrt();
    close(found.p_value.expect("they vary"), unobench_stats::student::p_value(t, 99));
}

#[test]
fn a_survey_of_a_single_group_has_values_and_no_intervals() {
    let header = Header::new(
        Inquiry::Compare,
        1,
        2,
        "official",
        vec![HeaderRules { name: "official".to_owned(), settings: json!({}) }],
        leg_of_two().to_vec(),
    );
    let mut progress = Progress::new(header);
    let of = |group, tally| record("official", 0, group, 2, tally);
    let tally = || four_games([2, 1], [10; 4]);
    assert!(
        progress.add(&of(1, tally())).is_err_and(|reason| reason
            == "it is chunk 1 of leg 0 of official, not chunk 0 of leg 0 of official")
    );
    let broken = of(0, Tally { games: 5, ..tally() });
    assert!(progress.add(&broken).is_err_and(|reason| reason.contains("tally")));
    assert!(effects(&survey_of(&progress)).is_empty());
    progress.add(&of(0, tally())).expect("it comes next");
    let effects = effects(&survey_of(&progress));
    let found = find(&effects, "official", FAIR, Metric::FirstSeat);
    assert_eq!(
        (found.value, found.interval, found.p_value, found.p_adjusted),
        (0.75, None, None, None)
    );
}

/// A beginner that wins as often as its fair share, two strategies that win more, and one who knows
/// chance; blocks of three games.
fn of_skill(wins: [u64; 4]) -> Survey {
    let legs: Vec<Leg> = ["random", "better", "best", "oracle"]
        .iter()
        .map(|name| Leg { play: alone(name), players: None, blocks_per_group: 3, chunk: None })
        .collect();
    survey(Inquiry::Skill, 3, &["official"], &legs, |_, leg, group| {
        let won = wins[leg] + if leg == 0 { 0 } else { (group as u64 + leg as u64) % 2 };
        let mut tally = Tally::new(3);
        for block in 0..3 {
            let mine = (won + block) / 3;
            tally.add_block(3, &[mine, 3 - mine, 0]);
        }
        tally
    })
}

#[test]
fn rates_of_the_ladder_stay_between_0_and_1() {
    let legs = ["random", "best", "oracle"].map(|name| Leg {
        play: alone(name),
        players: None,
        blocks_per_group: 1,
        chunk: None,
    });
    let found = survey(Inquiry::Skill, 3, &["official"], &legs, |_, _, group| {
        let mut tally = Tally::new(3);
        tally.add_block(3, &if group == 0 { [0, 3, 0] } else { [3, 0, 0] });
        tally
    });
    let step = &skill(&found)[0].ladder[1];
    let (low, high) = step.win_rate_low.zip(step.win_rate_high).expect("fifty groups");
    close(step.win_rate, 0.98);
    close(low, 0.98 - T49 * 0.02);
    assert!(high == 1.0 && step.elo_low.is_some() && step.elo_high.is_none(), "{step:?}");
}

#[test]
fn the_ladder_says_what_each_of_it_wins() {
    let found = &skill(&of_skill([3, 4, 5, 8]))[0];
    assert_eq!(
        (found.rules.as_str(), found.others.as_str(), found.best.as_str()),
        ("official", "random", "best")
    );
    let names: Vec<&str> = found.ladder.iter().map(|step| step.strategy.as_str()).collect();
    assert_eq!(names, ["random", "better", "best", "oracle"]);
    let rates: Vec<f64> = found.ladder.iter().map(|step| step.win_rate).collect();
    for (rate, expected) in rates.iter().zip([3.0, 4.5, 5.5, 8.5]) {
        close(*rate, expected / 9.0);
    }
    let high = found.ladder[2].win_rate_high.expect("fifty groups");
    close(high - rates[2], T49 * error_of_halves(1.0 / 9.0));
    close(found.ladder[0].elo.expect("neither 0 nor 1"), 0.0);
    assert_eq!(
        found.ladder[0].win_rate_low.zip(found.ladder[0].win_rate_high),
        Some((rates[0], rates[0]))
    );
}

#[test]
fn the_ladder_is_by_strength_between_beginner_and_who_knows_chance() {
    let found = &skill(&of_skill([3, 7, 5, 8]))[0];
    let names: Vec<&str> = found.ladder.iter().map(|step| step.strategy.as_str()).collect();
    assert_eq!(
        (names.as_slice(), found.best.as_str()),
        (["random", "best", "better", "oracle"].as_slice(), "better")
    );
}

#[test]
fn who_always_wins_has_no_elo() {
    let found = &skill(&of_skill([0, 4, 5, 8]))[0];
    assert_eq!((found.ladder[0].win_rate, found.ladder[0].elo), (0.0, None));
}

/// A pool of two over three seats: what the best gains is told by the half of the groups in which
/// it was not chosen.
#[test]
fn the_best_of_the_pool_is_chosen_in_the_other_half() {
    let legs = [
        Leg { play: starters(), players: None, blocks_per_group: 1, chunk: None },
        Leg { play: alone("even"), players: None, blocks_per_group: 10, chunk: None },
        Leg { play: alone("odd"), players: None, blocks_per_group: 10, chunk: None },
    ];
    let survey = survey(Inquiry::Compare, 3, &["official"], &legs, |_, leg, group| {
        if leg == 0 {
            let mut tally = Tally::new(3);
            tally.add_block(3, &[1, 1, 1]);
            (tally.turns, tally.lengths, tally.scores) =
                (30, histogram(&[10, 10, 10]), histogram(&[5, 5, 5]));
            return tally;
        }
        // Each is lucky in its half: 18 of 30 there, 12 in the other.
        let lucky = (group % 2 == 0) == (leg == 1);
        let mut tally = Tally::new(3);
        for block in 0..10 {
            let mine = 1 + u64::from(block < if lucky { 8 } else { 2 });
            tally.add_block(3, &[mine, 3 - mine, 0]);
        }
        tally
    });
    let gain = survey.measure(Metric::SkillGain, 0, &survey.panel()[0]).expect("a pool");
    // The odd groups choose "odd", of which the even groups then tell 12 of 30, and the reverse.
    close(gain.value, 12.0 / 30.0 - 1.0 / 3.0);
    assert!(
        gain.groups
            .iter()
            .all(|group| group.is_some_and(|gain| (gain - (0.4 - 1.0 / 3.0)).abs() < 1e-12))
    );
    let neighbours =
        survey.measure(Metric::NeighbourGain, 0, &survey.panel()[0]).expect("three seats");
    // Who sits after wins all that is left: 12 of 30 where it is lucky and 18 where not, who sits
    // before nothing.
    close(neighbours.value, 0.5);
}

#[test]
fn quantities_of_the_course_are_ratios_of_sums() {
    let survey = two_rule_sets(Inquiry::Compare);
    let value = |metric: Metric| {
        survey.measure(metric, 0, &survey.panel()[0]).expect("it is measured").value
    };
    close(value(Metric::ForcedShare), 6.0 / 30.0);
    close(value(Metric::TrailedShare), 12.0 / 30.0);
    close(value(Metric::LeadChanges), 1.0);
    close(value(Metric::CardsDrawn), 2.0);
    close(value(Metric::StalledShare), 0.0);
    close(value(Metric::ScoreMean), 15.0);
    close(value(Metric::TurnsMean), 12.0);
    assert_eq!(survey.measure(Metric::SkillGain, 0, &survey.panel()[0]), None);
    assert_eq!(survey.measure(Metric::NeighbourGain, 0, &survey.panel()[0]), None);
    let names: Vec<&str> = Metric::all().map(|metric| metric.name()).collect();
    assert!(names.iter().enumerate().all(|(place, name)| !names[..place].contains(name)));
}

/// Two equal candidates of which each is lucky in one half of the groups: neither is called the
/// best for it.
#[test]
fn the_best_of_a_skill_survey_is_chosen_in_the_other_half() {
    let names = ["random", "even", "odd", "oracle"];
    let legs = names.map(|name| Leg {
        play: alone(name),
        players: None,
        blocks_per_group: 10,
        chunk: None,
    });
    let found = survey(Inquiry::Skill, 3, &["official"], &legs, |_, leg, group| {
        let lucky = (group % 2 == 0) == (leg == 1);
        let mut tally = Tally::new(3);
        for block in 0..10 {
            let mine = match leg {
                0 => 1,
                3 => 3,
                _ => 1 + u64::from(block < if lucky { 8 } else { 2 }),
            };
            tally.add_block(3, &[mine, 3 - mine, 0]);
        }
        tally
    });
    let found = &skill(&found)[0];
    assert_eq!(found.best, "even or odd");
    close(found.win_rate.expect("games").0, 12.0 / 30.0);
}

/// A skill survey at two seats: `worse` and `better`, two who know chance, and all pairs of three.
fn of_two_seats() -> Survey {
    let others = || "worse".to_owned();
    let ceiling = |playouts: u32| Play::Ceiling {
        strategy: format!("o:playouts={playouts}"),
        others: others(),
    };
    let three = vec!["worse".to_owned(), "better".to_owned(), "worst".to_owned()];
    let plays = [
        Play::Alone { strategy: "worse".to_owned(), others: others() },
        Play::Alone { strategy: "better".to_owned(), others: others() },
        ceiling(1),
        ceiling(4),
        Play::Pairs { pool: three },
    ];
    let legs = plays.map(|play| Leg { play, players: None, blocks_per_group: 10, chunk: None });
    survey(Inquiry::Skill, 2, &["official"], &legs, |_, leg, group| {
        let mut tally = Tally::new(2);
        for block in 0..10_u64 {
            match leg {
                // Of twenty games ten, twelve, sixteen, eighteen; one more or less by groups.
                0..=3 => {
                    let more = [0, 2, 6, 8][leg] + (group as u64 % 2) * u64::from(leg > 0);
                    let mine = 1 + u64::from(block < more);
                    tally.add_block(2, &[mine, 2 - mine]);
                }
                _ => {
                    // In six of ten deals who is better wins whoever moves first.
                    let won = |one: usize, other: usize| {
                        let rank = [1, 0, 2];
                        u64::from((rank[one] < rank[other]) == (block < 6))
                    };
                    let cells = (0..9).flat_map(|pair| {
                        let (one, other) = (pair / 3, pair % 3);
                        [if one == other { 0 } else { won(one, other) }; 2]
                    });
                    tally.add_pairs(cells.collect());
                    tally.add_block(6, &[3, 3]);
                }
            }
        }
        tally
    })
}

#[test]
fn the_ladder_of_all_pairs_is_in_steps() {
    let found = &skill(&of_two_seats())[0];
    let steps = found.steps.as_ref().expect("pairs");
    assert_eq!((steps.pool, steps.best.as_str(), steps.worst.as_str()), (3, "better", "worst"));
    // All win 60 % against whoever is worse, so ratings are as far apart as 12 and 8 wins of 20 in
    // all games of the best and the worst say: d with 2·(p(d/2) + p(d)) = 2.4.
    let share = |elo: f64| 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0));
    close(share(steps.elo.0 / 2.0) + share(steps.elo.0), 1.2);
    close(steps.steps.0, steps.elo.0 / (400.0 * 1.5_f64.log10()));
    let best = found.best_and_second.as_ref().expect("pairs");
    assert_eq!((best.best.as_str(), best.second.as_str()), ("better", "worse"));
    close(best.win_rate.0, 0.6);
    let names: Vec<&str> = found.ladder.iter().map(|step| step.strategy.as_str()).collect();
    assert_eq!(names, ["worse", "better", "o:playouts=1", "o:playouts=4"]);
}

/// Rule sets with two keys that are set together, one of two values, and one that is the same.
fn settings(stacks: bool, drawn: &str) -> serde_json::Value {
    let stack = if stacks { "stack" } else { "none" };
    json!({
        "responses": {"draw_two": stack, "wild_draw_four": stack},
        "play": {"drawn_card": drawn, "bluff": true},
        "scoring": {"partners": false},
    })
}

fn rules_of(name: &str, settings: serde_json::Value) -> HeaderRules {
    HeaderRules { name: name.to_owned(), settings }
}

/// Games take 40 turns, 4 more with the one, 10 more with the other, 6 fewer still with both; half
/// of the groups 2 more with the one.
#[test]
fn what_is_put_in_matters_alone_and_together() {
    let rules = vec![
        rules_of("official", settings(false, "may_play")),
        rules_of("official+keep", settings(false, "keep")),
        rules_of("official+stacking", settings(true, "may_play")),
        rules_of("official+stacking+keep", settings(true, "keep")),
    ];
    let turns = |rules: usize, _: usize, group: usize| {
        let (keeps, stacks) = ((rules % 2) as i64, (rules / 2) as i64);
        let wave = 40 + (group % 5) as i64;
        let step = (group % 2) as i64;
        four_games([1, 1], [wave + (3 + 2 * step) * stacks + 10 * keeps - 6 * stacks * keeps; 4])
    };
    let of = |question| {
        let survey = survey_of_rules(question, 2, rules.clone(), &leg_of_two(), turns);
        factorial(&survey)
    };
    assert_eq!(of(Inquiry::Compare), None);
    let found = of(Inquiry::Sweep).expect("all combinations");
    assert_eq!(found.factors, ["stacking", "keep"]);
    let row = |kind: &str, effect: &str| {
        let is_it = |row: &&unobench_files::rows::FactorialRow| {
            (&*row.metric, &*row.kind, &*row.effect) == ("turns_mean", kind, effect)
        };
        found.rows.iter().find(is_it).unwrap_or_else(|| panic!("{kind} {effect}"))
    };
    close(row("mean", "").value.expect("a mean"), 42.0 + 2.0 + 5.0 - 1.5);
    // The wave is in all and cancels; what is left are the steps.
    let stacking = row("alone", "stacking");
    close(stacking.value.expect("an effect"), 1.0);
    close(stacking.high.expect("groups"), 1.0 + T49 * error_of_halves(2.0));
    assert_eq!(stacking.verdict, "more", "beyond 1 % of the mean, 45.5 turns");
    close(row("alone", "keep").value.expect("an effect"), 7.0);
    close(row("together", "stacking × keep").value.expect("an effect"), -6.0);
    let share = |name: &str| row("share", name).value.expect("a share");
    close(share("alone") + share("together"), 1.0);
    assert_eq!(share("more"), 0.0);
    // (0.5² + 3.5² − the variance of the first) to 1.5².
    let chance = error_of_halves(2.0).powi(2) / 4.0;
    close(share("together"), 2.25 / (12.5 + 2.25 - chance));
}

#[test]
fn what_is_not_played_in_every_combination_is_no_factorial() {
    let none = |rules: Vec<HeaderRules>| {
        let same = |_: usize, _: usize, _: usize| four_games([1, 1], [10; 4]);
        factorial(&survey_of_rules(Inquiry::Sweep, 2, rules, &leg_of_two(), same))
    };
    let official = || rules_of("official", settings(false, "may_play"));
    let three = || {
        let (keep, stack) = (settings(false, "keep"), settings(true, "may_play"));
        vec![official(), rules_of("official+a=1", keep), rules_of("official+b=1", stack)]
    };
    assert_eq!(none(three()), None, "one combination is missing");
    let third = rules_of("official+a=2", settings(false, "must_play"));
    assert_eq!(none([three(), vec![third]].concat()), None, "three values");
    assert_eq!(none(three()[..2].to_vec()), None, "one thing alone");
    let both = rules_of("official+a=1+b=1", settings(true, "keep"));
    let found = none([three(), vec![both.clone()]].concat()).expect("all combinations");
    assert_eq!(
        found.factors,
        ["responses.draw_two=stack, responses.wild_draw_four=stack", "play.drawn_card=keep"]
    );
    // The baseline may be beside the grid.
    let mut beside = vec![rules_of("official", settings(false, "must_play"))];
    beside.push(rules_of("official+a=0", settings(false, "may_play")));
    beside.extend(three()[1..].to_vec());
    beside.push(both);
    assert!(none(beside).is_some());
}

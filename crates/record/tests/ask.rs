use crate::support::record;
use std::sync::Arc;
use unobench_core::game::{Decision, Seat};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::Aim;
use unobench_record::{Departure, Draw, Judgement, LossShares, Losses, analyse, ask, unlearned};
use unobench_strategies::net::{Net, Nets, Origin};
use unobench_strategies::strategy;
use unobench_tests::rule_set;

fn asked_of(rules: &str, texts: &[&str], judge: &str, games: u64, seat: Option<Seat>) -> Judgement {
    let record = record(&rule_set(rules), 4, texts, games, 5, false);
    ask(record.as_slice(), &strategy(judge).expect("a strategy"), seat).expect("a legal record")
}

fn asked(rules: &str, texts: &[&str], judge: &str) -> Judgement {
    asked_of(rules, texts, judge, 4, None)
}

fn rows(losses: &Losses) -> Vec<&LossShares> {
    losses.players().collect()
}

#[test]
fn a_strategy_agrees_with_its_own_record() {
    for rules in ["official", "seven-zero", "stacking"] {
        for name in ["most-colour", "counter", "punisher"] {
            let asked = asked(rules, &[name], name);
            assert!(asked.decisions > 20 && asked.report.rounds == 4);
            assert_eq!(asked.departures, [], "{rules} {name}");
        }
    }
}

#[test]
fn where_two_strategies_differ_the_line_is_named() {
    let asked = asked("official", &["high-points"], "low-points");
    assert!(!asked.departures.is_empty() && asked.departures.len() as u64 <= asked.decisions);
    let first = &asked.departures[0];
    assert!(first.line > 1 && first.done != first.would, "{first:?}");
    assert_eq!(first.player, "high-points");
}

/// What it would do is what it thinks best, whatever is to be decided; so it loses nothing itself.
#[test]
fn who_gives_chances_does_what_it_thinks_best() {
    let rules = ["official", "everything"].into_iter().chain(RuleSet::shipped_with_tag("asks"));
    let mut decisions = Vec::new();
    for rules in rules {
        let itself = asked(rules, &["champion"], "champion");
        let losses = itself.losses.as_ref().expect("it gives chances");
        // Calls are not judged, and where people forget them nobody decides that.
        let judged = |departure: &&Departure| departure.decision != Decision::Uno;
        assert_eq!(itself.departures.iter().find(judged), None, "{rules}");
        assert!(rows(losses).iter().all(|row| row.lost == 0 && row.same == row.decisions));
        let random = asked(rules, &["random"], "champion");
        for departure in &random.departures {
            match departure.chances {
                Some(chances) => {
                    assert!(chances.done <= chances.best, "{rules}: {departure:?}");
                    assert!(chances.done >= 0.0 && chances.best <= 1.0, "{rules}: {departure:?}");
                    decisions.push(departure.decision.name());
                }
                None => assert_eq!(departure.decision, Decision::Uno, "{rules}"),
            }
        }
        let lost: u64 =
            rows(random.losses.as_ref().expect("chances")).iter().map(|row| row.lost).sum();
        assert!(lost > 0, "{rules}");
    }
    decisions.sort_unstable();
    decisions.dedup();
    assert!(decisions.len() >= 8, "{decisions:?}");
}

/// Of a hundred decisions after which `champion` is said to win so often, it wins about so many.
#[test]
fn what_is_said_is_what_happens() {
    let record = record(&rule_set("official"), 2, &["champion"], 1500, 5, false);
    let champion = strategy("champion").expect("a strategy");
    let asked = analyse(record.as_slice(), &champion, None).expect("a legal record");
    let mut ranges = [(0, 0.0, 0); 5];
    for row in rows(asked.losses.as_ref().expect("chances")) {
        assert_eq!(row.said.iter().map(|stated| stated.decisions).sum::<u64>(), row.decisions);
        for (percent, part) in row.said.iter().enumerate() {
            let range = &mut ranges[percent / 20];
            range.0 += part.decisions;
            range.1 += part.chances as f64 / 1e6;
            range.2 += part.won;
        }
    }
    for (decisions, said, won) in ranges {
        let gap = (said - won as f64) / decisions as f64;
        assert!(decisions > 1000 && gap.abs() < 0.04, "{ranges:?}");
    }
}

/// Who keeps its seat has a row for it; who changes seats has one by its name. Sums are the same,
/// and so are those of each seat asked alone.
#[test]
fn losses_add_up() {
    let line_up = ["high-points", "champion"];
    let by_name = asked_of("official", &line_up, "champion", 16, None);
    let losses = by_name.losses.as_ref().expect("chances");
    let names: Vec<(Option<usize>, &str)> =
        rows(losses).iter().map(|row| (row.seat, row.player.as_str())).collect();
    assert_eq!(names, [(None, "champion"), (None, "high-points")]);
    let all: u64 = rows(losses).iter().map(|row| row.lost).sum();
    let of_departures: f64 = by_name.departures.iter().map(|departure| departure.lost()).sum();
    assert!(all > 0 && (all as f64 / 1e6 - of_departures).abs() < 1e-3, "{all}, {of_departures}");
    let of_seats = (0..4).map(|seat| {
        let asked = asked_of("official", &line_up, "champion", 16, Some(Seat::new(seat)));
        assert!(asked.departures.iter().all(|departure| departure.seat == seat));
        assert_eq!(asked.seats, 4);
        rows(asked.losses.as_ref().expect("chances")).iter().map(|row| row.lost).sum::<u64>()
    });
    assert_eq!(of_seats.sum::<u64>(), all);
    // Four deals, each in four seatings with two seats for each.
    let row = rows(losses)[1];
    let blocks = row.blocks;
    assert_eq!((blocks.number, row.rounds), (4, 4 * rows_per_deal()));
    assert!(blocks.count_squares == 4 * u128::from(rows_per_deal()).pow(2));
    assert!(blocks.sum_squares > 0 && blocks.products == u128::from(row.lost * rows_per_deal()));
    let said: u64 = losses.said.iter().map(|part| part.decisions).sum();
    assert_eq!(said, rows(losses).iter().map(|row| row.decisions).sum::<u64>());
    assert!(
        losses
            .said
            .iter()
            .all(|stated| stated.won <= stated.decisions && stated.blocks.number <= 4)
    );
    let costliest = &losses.costliest;
    assert!(costliest.windows(2).all(|two| two[0].lost() >= two[1].lost()));
    assert_eq!(row.costliest.as_ref(), costliest.first());
    let most = by_name.departures.iter().map(|departure| departure.lost()).fold(0.0, f64::max);
    assert!((costliest[0].lost() - most).abs() < 1e-12 && !costliest[0].hand.is_empty());
    let alone = asked("official", &["high-points"], "champion");
    let seats: Vec<Option<usize>> =
        rows(alone.losses.as_ref().expect("chances")).iter().map(|row| row.seat).collect();
    assert_eq!(seats, [Some(0), Some(1), Some(2), Some(3)]);
    let record = record(&RuleSet::official(), 4, &line_up, 16, 5, false);
    let champion = strategy("champion").expect("a strategy");
    let analysed = analyse(record.as_slice(), &champion, None).expect("a legal record");
    assert!(analysed.departures.is_empty() && analysed.losses == by_name.losses);
}

const fn rows_per_deal() -> u64 {
    2 * 4
}

#[test]
fn the_course_of_a_round_ends_with_its_winner() {
    let asked = asked_of("official", &["random", "champion"], "champion", 8, None);
    let losses = asked.losses.expect("chances");
    let course = &losses.courses[0];
    assert!(losses.courses.len() == 6 && course.line == 1 && course.rules == "official");
    assert_eq!((course.players.len(), course.winners.len()), (4, 1));
    assert!(course.points.len() > 10);
    assert!(course.points.windows(2).all(|two| two[0].turns <= two[1].turns));
    assert!(course.points.iter().all(|point| point.turns <= course.turns && point.seat < 4));
}

#[test]
fn only_who_says_how_likely_it_wins_judges() {
    for (judge, judges) in [
        ("random", false),
        ("linear", false),
        ("cheat:playouts=2", false),
        ("flat-mc:playouts=8,aim=score", false),
        ("flat-mc:playouts=8", true),
        ("net", true),
    ] {
        assert_eq!(asked("official", &["random"], judge).losses.is_some(), judges, "{judge}");
    }
}

#[test]
fn who_was_trained_for_something_else_says_so() {
    let table = |players| {
        let origin = Origin {
            players,
            rules: "official".into(),
            seed: 1,
            games: 1,
            command: "unobench train".into(),
            aim: Aim::Wins,
        };
        (origin, Net::rounded(players, &vec![0.0; Net::len(players)]))
    };
    let nets = Nets::new([2, 4, 6].map(table));
    let said = |rules: &str, seats| {
        let net = strategy("net").expect("a strategy").with_file("own", Arc::new(nets.clone()));
        unlearned(&net, &net.player(), rules, seats)
    };
    assert_eq!(said("official", 4), None);
    for (rules, seats, words) in [
        ("official", 5, "at 5 seats, but at 6"),
        ("everything", 2, "(everything, 2 seats), but official at 2"),
    ] {
        let told = said(rules, seats).expect("a caution");
        let words = format!("net:file=own has not learned these rules {words}");
        assert!(told.starts_with(&words), "{told}");
    }
    assert_eq!(asked("everything", &["random"], "champion").unlearned, None);
    assert_eq!(asked("everything", &["random"], "counter").unlearned, None);
}

/// Its mean is 0, by what each draw could have been.
#[test]
fn luck_is_luck() {
    let champion = strategy("champion").expect("a strategy");
    let odd = [
        "play.draw=until_playable",
        "play.drawn_matches=colour",
        "play.drawn_wild4=plain",
        "deck.wild_draw_four=8",
    ];
    let mut matching = rule_set("official");
    matching.set_all(&odd.map(str::to_owned)).expect("settings");
    let rules = ["official", "until-playable", "stacking"].map(rule_set);
    for rules in rules.iter().chain([&matching]) {
        let name = &rules.name;
        let record = record(rules, 3, &["counter"], 60, 4, false);
        let luck = analyse(&record[..], &champion, None).expect("a good record").luck;
        let mean = luck.sums[0] / luck.draws as f64;
        let error =
            (luck.sums[1] / luck.draws as f64 - mean * mean).sqrt() / (luck.draws as f64).sqrt();
        assert!(luck.draws > 400 && mean.abs() < 3.5 * error, "{name}: {mean} ± {error}");
        let all = [&luck.luckiest, &luck.unluckiest];
        let sizes = all.map(|draws| draws.iter().map(Draw::luck).collect::<Vec<_>>());
        assert!(sizes[0].is_sorted_by(|size, other| size >= other) && sizes[0][2] > 2.0 * error);
        assert!(sizes[1].is_sorted() && sizes[1][2] < 0.0, "{sizes:?}");
    }
}

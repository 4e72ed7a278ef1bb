//! Tallies agree with sums taken game by game, in whatever order and by whomever they are taken.

use super::{Dice, plan};
use crate::run::results::Results;
use crate::run::totals::{Group, Totals};
use unobench_core::table::{Outcome, PlayBlocks, SeatMap};
use unobench_engine::histogram::Histogram;
use unobench_engine::schedule::{Schedule, Seating};
use unobench_engine::sums::Sum;
use unobench_engine::tally::Tally;
use unobench_stats::{RatioMean, SeatSums, quantile};

const BLOCKS: u64 = 60;

/// One game, seen plainly.
struct Game {
    block: u64,
    seating: SeatMap,
    outcome: Outcome,
}

/// Where the seats may be paired, some games have two winners.
fn dice(schedule: &Schedule) -> Dice {
    let players = schedule.players();
    Dice { players, partners: players.is_multiple_of(2), rules: 0 }
}

fn games(schedule: &Schedule) -> Vec<Game> {
    let dice = dice(schedule);
    let mut games = Vec::new();
    for block in 0..BLOCKS {
        let seatings = schedule.seatings(block);
        let mut outcomes = Vec::new();
        dice.play_block(block, &seatings, &mut outcomes);
        games.extend(seatings.into_iter().zip(outcomes).map(|(seating, outcome)| Game {
            block,
            seating,
            outcome,
        }));
    }
    games
}

/// Tallies some blocks, those that follow each other at the same table together.
fn tally(schedule: &Schedule, blocks: impl Iterator<Item = u64>) -> Tally {
    let dice = dice(schedule);
    let mut tally = Tally::new(schedule);
    let mut blocks = blocks.peekable();
    let mut outcomes = Vec::new();
    while let Some(block) = blocks.next() {
        let line_up = schedule.line_up_of(block);
        dice.play_block(block, &schedule.seatings(block), &mut outcomes);
        if blocks.peek().is_none_or(|&next| schedule.line_up_of(next) != line_up) {
            tally.add_blocks(schedule, line_up, &outcomes);
            outcomes.clear();
        }
    }
    tally
}

/// A quantity by strategy, summed by block.
fn by_block(
    games: &[Game],
    players: usize,
    strategy: usize,
    value: impl Fn(&Game, usize) -> i64,
) -> Vec<(i64, i64)> {
    let mut blocks = vec![(0, 0); BLOCKS as usize];
    for game in games {
        for seat in (0..players).filter(|&seat| usize::from(game.seating[seat]) == strategy) {
            blocks[game.block as usize].0 += 1;
            blocks[game.block as usize].1 += value(game, seat);
        }
    }
    blocks
}

fn won(game: &Game, seat: usize) -> i64 {
    i64::from(game.outcome.winners >> seat & 1)
}

fn score(game: &Game, seat: usize) -> i64 {
    game.outcome.scores[seat].into()
}

/// Line-ups of every sort: as many strategies as seats, fewer, more, with and without repetition.
fn cases() -> Vec<(&'static str, usize, Seating)> {
    vec![
        ("a b c d", 4, Seating::Rotate),
        ("a b", 4, Seating::Rotate),
        ("b a a", 3, Seating::All),
        ("a b c d", 2, Seating::Rotate),
        ("a b a c", 3, Seating::All),
        ("a b c", 3, Seating::Fixed),
        ("a", 5, Seating::Rotate),
        ("a", 4, Seating::All),
        ("a", 2, Seating::Fixed),
        ("a b c", 4, Seating::Rotate),
        ("a b", 6, Seating::Fixed),
        ("a b c d e f g h i j", 10, Seating::Rotate),
    ]
}

/// Each case with its games, seen plainly, and the results of their tally.
fn played() -> impl Iterator<Item = (&'static str, usize, Vec<Game>, Results)> {
    cases().into_iter().map(|(line_up, players, seating)| {
        let plan = plan(line_up, players, seating, 1, None);
        let schedule = plan.schedule();
        let mut totals = vec![Totals::new(schedule); 2];
        // As chunks of two blocks.
        for first in (0..BLOCKS).step_by(2) {
            let chunk = tally(schedule, first..first + 2);
            totals[0].add(first / 2, &chunk).expect("a tally of the schedule");
        }
        (line_up, players, games(schedule), Results::new(plan.clone(), totals))
    })
}

/// Each strategy with each other.
fn two_of(schedule: &Schedule) -> impl Iterator<Item = (usize, usize)> {
    let strategies = schedule.strategies().len();
    let all = (0..strategies).flat_map(move |one| (0..strategies).map(move |other| (one, other)));
    all.filter(|(one, other)| one != other)
}

/// Differences of two strategies per appearance, in the blocks that both played.
fn per_appearance(ones: &[(i64, i64)], others: &[(i64, i64)]) -> Vec<f64> {
    let both = ones.iter().zip(others).filter(|(a, b)| a.0 > 0 && b.0 > 0);
    both.map(|(a, b)| a.1 as f64 / a.0 as f64 - b.1 as f64 / b.0 as f64).collect()
}

#[test]
fn strategies_are_tallied_as_if_game_by_game() {
    for (line_up, players, games, results) in played() {
        let schedule = results.schedule();
        let rules = results.rule_sets().next().expect("two rule sets");
        assert_eq!((rules.games(), rules.blocks()), (games.len() as u64, BLOCKS));
        for strategy in 0..schedule.strategies().len() {
            let sums = rules.strategy(strategy).expect("it played");
            let total = |value: &dyn Fn(&Game, usize) -> i64| {
                by_block(&games, players, strategy, value).iter().map(|block| block.1).sum::<i64>()
            };
            let wins = by_block(&games, players, strategy, won);
            let squares = wins
                .iter()
                .map(|&(a, w)| (a * a, w * w, a * w))
                .fold((0, 0, 0), |s, b| (s.0 + b.0, s.1 + b.1, s.2 + b.2));
            let ratio = sums.wins;
            assert_eq!(
                (ratio.appearances as i64, ratio.wins as i64),
                (wins.iter().map(|block| block.0).sum(), total(&won)),
                "{line_up}"
            );
            assert_eq!(
                (
                    ratio.appearances_squares as i64,
                    ratio.wins_squares as i64,
                    ratio.products as i64
                ),
                squares,
                "{line_up}"
            );
            assert_eq!(ratio.blocks as usize, wins.iter().filter(|block| block.0 > 0).count());
            assert_eq!(sums.turns.sum as i64, total(&|game, _| game.outcome.turns.into()));
            assert_eq!(sums.stalled as i64, total(&|game, _| game.outcome.stalled.into()));
            assert_eq!(
                sums.tally.hand_points as i64,
                total(&|game, seat| game.outcome.hand_points[seat].into())
            );
            assert_eq!(
                sums.tally.faults as i64,
                total(&|game, seat| game.outcome.faults[seat].into())
            );
            assert_eq!(
                sums.tally.scores.iter().map(|(score, count)| score * count as i64).sum::<i64>(),
                total(&score)
            );
            let scores = by_block(&games, players, strategy, score);
            assert_eq!(
                sums.tally.score_squares,
                scores.iter().map(|block| i128::from(block.1 * block.1)).sum::<i128>()
            );
            assert_eq!(
                sums.tally.score_appearances,
                scores.iter().map(|block| i128::from(block.0 * block.1)).sum::<i128>()
            );
        }
    }
}

#[test]
fn means_are_ratios_of_sums_over_blocks() {
    fn turns(game: &Game, _: usize) -> i64 {
        game.outcome.turns.into()
    }
    for (line_up, players, games, results) in played() {
        let rules = results.rule_sets().next().expect("two rule sets");
        let same = |found: RatioMean, blocks: &[(i64, i64)]| {
            let sum = |of: fn(i64, i64) -> i64| -> i128 {
                blocks.iter().map(|&(a, x)| i128::from(of(a, x))).sum()
            };
            let expected = RatioMean {
                blocks: blocks.iter().filter(|block| block.0 > 0).count() as u64,
                appearances: sum(|a, _| a) as u64,
                sum: sum(|_, x| x),
                appearances_squares: sum(|a, _| a * a),
                squares: sum(|_, x| x * x),
                products: sum(|a, x| a * x),
            };
            assert_eq!(found, expected, "{line_up}");
        };
        for strategy in 0..results.schedule().strategies().len() {
            let sums = rules.strategy(strategy).expect("it played");
            same(sums.turns, &by_block(&games, players, strategy, turns));
            same(sums.scores, &by_block(&games, players, strategy, score));
        }
        let mut all = vec![(0, 0); BLOCKS as usize];
        for game in &games {
            all[game.block as usize].0 += 1;
            all[game.block as usize].1 += turns(game, 0);
        }
        same(rules.turns(), &all);
    }
}

#[test]
fn pairs_are_compared_by_block() {
    for (line_up, players, games, results) in played() {
        let schedule = results.schedule();
        let rules = results.rule_sets().next().expect("two rule sets");
        for (one, other) in two_of(schedule) {
            let [ones, others] =
                [one, other].map(|strategy| by_block(&games, players, strategy, score));
            let differences = per_appearance(&ones, &others);
            let pair = rules.pair(one, other).expect("they met");
            let difference = rules.difference(&pair);
            let count = |sign: f64| {
                differences
                    .iter()
                    .filter(|d| if d.abs() < 1e-9 { sign == 0.0 } else { d.signum() == sign })
                    .count() as u64
            };
            assert_eq!(
                [pair.ahead, pair.tied, pair.behind],
                [1.0, 0.0, -1.0].map(count),
                "{line_up}"
            );
            let mean = differences.iter().sum::<f64>() / differences.len() as f64;
            assert!(
                difference.mean().is_some_and(|found| (found - mean).abs() < 1e-9),
                "{line_up}"
            );
            let squares =
                differences.iter().map(|d| d * d).sum::<f64>() * (schedule.scale() as f64).powi(2);
            assert!(
                (difference.squares as f64 - squares).abs() <= 1e-9 * squares.abs(),
                "{line_up}"
            );
        }
    }
}

/// Differences of wins are those of each block, where line-ups weigh them alike.
#[test]
fn differences_of_wins_are_taken_block_by_block() {
    let mut told = 0;
    for (line_up, players, games, results) in played() {
        let schedule = results.schedule();
        let rules = results.rule_sets().next().expect("two rule sets");
        for (one, other) in two_of(schedule) {
            let Some(found) = rules.win_difference(one, other) else { continue };
            let [ones, others] =
                [one, other].map(|strategy| by_block(&games, players, strategy, won));
            let differences = per_appearance(&ones, &others);
            assert_eq!(found.blocks as usize, differences.len());
            let sum: f64 = differences.iter().sum::<f64>() * schedule.scale() as f64;
            let squares =
                differences.iter().map(|d| d * d).sum::<f64>() * (schedule.scale() as f64).powi(2);
            assert!((found.sum as f64 - sum).abs() < 1e-6, "{line_up}");
            assert!((found.squares as f64 - squares).abs() < 1e-6 * squares.max(1.0), "{line_up}");
            told += 1;
        }
    }
    assert!(told > 20, "{told}");
}

#[test]
fn seats_count_from_the_first_to_move() {
    for (_, players, games, results) in played() {
        let rules = results.rule_sets().next().expect("two rule sets");
        for from_first in 0..players {
            let seat = |game: &Game| (usize::from(game.outcome.first) + from_first) % players;
            let sums = rules.seat(from_first);
            assert_eq!(
                sums.wins as i64,
                games.iter().map(|game| won(game, seat(game))).sum::<i64>()
            );
            assert_eq!(sums.appearances as usize, games.len());
            assert_eq!(
                rules.totals.seats[from_first].score,
                games.iter().map(|game| score(game, seat(game))).sum::<i64>()
            );
            let mut blocks = vec![0; BLOCKS as usize];
            games.iter().for_each(|game| blocks[game.block as usize] += won(game, seat(game)));
            assert_eq!(
                sums.wins_squares as i64,
                blocks.iter().map(|wins| wins * wins).sum::<i64>()
            );
        }
    }
}

#[test]
fn seats_are_tested_by_the_wins_of_whole_blocks() {
    let mut tested = 0;
    for (line_up, players, games, results) in played() {
        let rules = results.rule_sets().next().expect("two rule sets");
        let mut blocks = vec![vec![0; players]; BLOCKS as usize];
        for game in &games {
            for (from_first, wins) in blocks[game.block as usize].iter_mut().enumerate() {
                let seat = (usize::from(game.outcome.first) + from_first) % players;
                *wins += won(game, seat) as u64;
            }
        }
        let (mut wins, mut products) = (vec![0; players], vec![0; players * players]);
        for block in &blocks {
            for (seat, one) in block.iter().enumerate() {
                wins[seat] += one;
                for (other, more) in block.iter().enumerate() {
                    products[seat * players + other] += one * more;
                }
            }
        }
        let count = games.len() as u64;
        let sums = SeatSums { blocks: BLOCKS, games: count, wins: &wins, products: &products };
        let is_told = results.header().seating != "fixed" || !line_up.contains(' ');
        assert_eq!(rules.equal_seats(), sums.test().filter(|_| is_told), "{line_up}");
        tested += usize::from(rules.equal_seats().is_some());
    }
    assert!(tested > 5, "{tested}");
}

#[test]
fn the_groups_of_chunks_together_are_the_whole() {
    for (line_up, _, _, results) in played() {
        let rules = results.rule_sets().next().expect("two rule sets");
        let mut whole = Group::default();
        whole.scores.resize(results.schedule().strategies().len(), Histogram::default());
        for group in rules.groups {
            whole.turns.add(&group.turns).expect("few games");
            for (sum, scores) in whole.scores.iter_mut().zip(&group.scores) {
                sum.add(scores).expect("few games");
            }
        }
        assert!(rules.groups.iter().filter(|group| group.turns.total() > 0).count() == 30);
        assert_eq!(whole.turns, rules.totals.turns, "{line_up}");
        for (scores, strategy) in whole.scores.iter().zip(&rules.totals.strategies) {
            assert_eq!(*scores, strategy.scores, "{line_up}");
        }
        let found = rules.turns_quantile(0.5).expect("30 groups");
        let median = quantile(0.5, rules.totals.turns.iter()).expect("games") as f64;
        assert!(found.low - 0.5 < median && median < found.high + 0.5, "{line_up}");
    }
}

#[test]
fn cross_products_and_line_ups_are_sums_over_blocks() {
    for (line_up, players, seating) in cases() {
        let plan = plan(line_up, players, seating, 1, None);
        let schedule = plan.schedule();
        let games = games(schedule);
        let mut tally = tally(schedule, 0..BLOCKS);
        let strategies = schedule.strategies().len();
        let seat_wins = |from_first: usize| {
            let mut blocks = vec![0; BLOCKS as usize];
            for game in &games {
                blocks[game.block as usize] +=
                    won(game, (usize::from(game.outcome.first) + from_first) % players);
            }
            blocks
        };
        let wins = |number: usize| match number.checked_sub(strategies) {
            Some(seat) => seat_wins(seat),
            None => {
                by_block(&games, players, number, won).into_iter().map(|block| block.1).collect()
            }
        };
        let mut expected = Vec::new();
        for (i, j) in
            (0..strategies + players).flat_map(|i| (i..strategies + players).map(move |j| (i, j)))
        {
            let sum: i64 = wins(i).iter().zip(wins(j)).map(|(a, b): (&i64, i64)| a * b).sum();
            expected.extend((sum > 0).then_some([i as u64, j as u64, sum as u64]));
        }
        tally.cross.retain(|cell| cell[2] > 0);
        assert_eq!(tally.cross, expected, "{line_up}");
        let decided: i64 =
            games.iter().map(|game| i64::from(game.outcome.winners.count_ones())).sum();
        let line_ups = &tally.line_ups;
        assert_eq!(line_ups.iter().flat_map(|sums| &sums.wins).sum::<u64>() as i64, decided);
        assert_eq!(
            line_ups.iter().flat_map(|sums| &sums.firsts).sum::<u64>() as usize,
            games.len()
        );
        assert_eq!(tally.blocks(), BLOCKS);
    }
}

#[test]
fn the_order_of_blocks_leaves_no_trace() {
    for (line_up, players, seating) in cases() {
        let schedule = plan(line_up, players, seating, 1, None).schedule().clone();
        let whole = tally(&schedule, 0..BLOCKS);
        assert_eq!(tally(&schedule, (0..BLOCKS).rev()), whole);
        let mut parts = Tally::new(&schedule);
        for part in [2, 0, 1] {
            let part = tally(&schedule, (0..BLOCKS).filter(|block| block % 3 == part));
            parts.add(&part).expect("it fits");
        }
        assert_eq!(parts, whole);
    }
}

#[test]
fn written_tallies_add_up_to_the_tally_of_all_their_blocks() {
    for (line_up, players, seating) in cases() {
        let schedule = plan(line_up, players, seating, 1, None).schedule().clone();
        let mut sum = Tally::new(&schedule);
        for blocks in [0..1, 1..20, 20..BLOCKS] {
            let text = serde_json::to_string(&tally(&schedule, blocks)).expect("it is JSON");
            sum.add(&serde_json::from_str(&text).expect("it is a tally")).expect("it fits");
        }
        assert_eq!(sum, tally(&schedule, 0..BLOCKS), "{line_up}");
        assert_eq!(sum.blocks(), BLOCKS);
    }
}

#[test]
fn tallies_of_another_line_up_are_refused() {
    let schedule =
        |line_up, players| plan(line_up, players, Seating::Rotate, 1, None).schedule().clone();
    let (small, large) = (schedule("a b", 2), schedule("a b c", 3));
    assert!(Tally::new(&small).add(&tally(&large, 0..BLOCKS)).is_err());
}

#[test]
fn columns_of_different_lengths_are_refused() {
    let schedule = plan("a b", 2, Seating::Rotate, 1, None).schedule().clone();
    let mut value = serde_json::to_value(tally(&schedule, 0..BLOCKS)).expect("it is JSON");
    assert!(serde_json::from_value::<Tally>(value.clone()).is_ok());
    value["pairs"]["tied"] = serde_json::json!([]);
    assert!(serde_json::from_value::<Tally>(value).is_err());
}

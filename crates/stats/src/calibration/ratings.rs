//! Ratings and ranks: coverage of their intervals.

use super::{Chance, assert_documented};
use crate::Interval;
use crate::plackett_luce::tests::Blocks;
use crate::plackett_luce::{Rating, Ratings};
use crate::ranks::ranks;
use std::fmt;

const SEED: u64 = 20_260_301;

/// The common number with a probability, otherwise one of its own.
fn shared(chance: &mut Chance, common: f64, probability: f64) -> f64 {
    let own = chance.uniform();
    if chance.happens(probability) { common } else { own }
}

/// How many intervals there were and how many held the truth.
#[derive(Debug, Clone, Copy, Default)]
struct Coverage {
    intervals: u64,
    held: u64,
}

impl Coverage {
    fn count(&mut self, interval: Option<Interval>, truth: f64) {
        if let Some(interval) = interval {
            self.intervals += 1;
            self.held += u64::from(interval.contains(truth));
        }
    }

    fn rate(&self) -> f64 {
        self.held as f64 / self.intervals as f64
    }
}

/// What the games of a block have in common.
#[derive(Debug, Clone, Copy)]
enum Luck {
    /// Nothing.
    Independent,
    /// In most games the same seat wins, whoever sits there: strategies differ less from block to
    /// block than in independent games.
    OfSeats,
    /// In most games the same strategy wins, wherever it sits: they differ more.
    OfStrategies,
}

impl fmt::Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Luck::Independent => "none",
            Luck::OfSeats => "of seats",
            Luck::OfStrategies => "of strategies",
        })
    }
}

/// A tournament of known strengths.
struct Tournament {
    elo: Vec<f64>,
    seats: Vec<f64>,
    /// The strength of nobody.
    nobody: f64,
    line_ups: Vec<Vec<usize>>,
    /// Blocks of each line-up.
    blocks: usize,
    luck: Luck,
}

/// Six strategies in all 15 line-ups of four, with an advantage of the first seat and some stalled
/// games.
fn fours(blocks: usize, luck: Luck) -> Tournament {
    let members = |set: u32| (0..6).filter(move |&member| set >> member & 1 == 1).collect();
    let line_ups = (0..64_u32).filter(|set| set.count_ones() == 4).map(members).collect();
    let elo = vec![-150.0, -80.0, -20.0, 30.0, 80.0, 140.0];
    Tournament { elo, seats: vec![40.0, 10.0, -15.0, -35.0], nobody: 0.1, line_ups, blocks, luck }
}

/// One strategy against each of five others at two seats.
fn gauntlet(blocks: usize, luck: Luck) -> Tournament {
    let line_ups = (1..6).map(|opponent| vec![0, opponent]).collect();
    let elo = vec![100.0, -120.0, -60.0, 0.0, 20.0, 60.0];
    Tournament { elo, seats: vec![15.0, -15.0], nobody: 0.0, line_ups, blocks, luck }
}

impl Tournament {
    /// Plays all blocks.
    fn play(&self, chance: &mut Chance) -> Blocks {
        let lists: Vec<&[usize]> = self.line_ups.iter().map(Vec::as_slice).collect();
        let mut blocks = Blocks::new(self.elo.len(), &lists);
        for line_up in
            (0..lists.len()).flat_map(|line_up| std::iter::repeat_n(line_up, self.blocks))
        {
            let common = chance.uniform();
            let games: Vec<(usize, Vec<usize>)> = (0..self.seats.len())
                .map(|first| {
                    (first, self.winner(chance, line_up, first, common).into_iter().collect())
                })
                .collect();
            let games: Vec<(usize, &[usize])> =
                games.iter().map(|(first, seats)| (*first, seats.as_slice())).collect();
            blocks.add(line_up, &games, 1);
        }
        blocks
    }

    /// The seat that wins, if any: each with the model's probability, whatever the games of a block
    /// have in common.
    fn winner(
        &self,
        chance: &mut Chance,
        line_up: usize,
        first: usize,
        common: f64,
    ) -> Option<usize> {
        let members = &self.line_ups[line_up];
        let seats = members.len();
        let strength = |seat: usize| {
            10_f64.powf((self.elo[members[(first + seat) % seats]] + self.seats[seat]) / 400.0)
        };
        let order: Vec<usize> = match self.luck {
            Luck::Independent | Luck::OfSeats => (0..seats).collect(),
            Luck::OfStrategies => {
                (0..seats).map(|position| (position + seats - first) % seats).collect()
            }
        };
        let point = match self.luck {
            Luck::Independent => chance.uniform(),
            Luck::OfSeats | Luck::OfStrategies => shared(chance, common, 0.6),
        };
        let mut left =
            point * (self.nobody + order.iter().map(|&seat| strength(seat)).sum::<f64>());
        order.into_iter().find(|&seat| {
            left -= strength(seat);
            left < 0.0
        })
    }

    /// The coverage for ratings, differences and seats, and the mean error of the ratings by
    /// strategy.
    fn coverage(&self, trials: usize) -> ([Coverage; 3], Vec<f64>) {
        let mut chance = Chance::new(SEED);
        let (mut coverage, mut errors) = ([Coverage::default(); 3], vec![0.0; self.elo.len()]);
        let mean = self.elo.iter().sum::<f64>() / self.elo.len() as f64;
        let interval = |rating: Option<Rating>| rating.and_then(|rating| rating.interval);
        for _ in 0..trials {
            let blocks = self.play(&mut chance);
            let Ok(ratings) = Ratings::fit(&blocks.games(1)) else { continue };
            for (strategy, elo) in self.elo.iter().enumerate() {
                let rating = ratings.rating(strategy);
                coverage[0].count(interval(rating), elo - mean);
                errors[strategy] +=
                    rating.map_or(0.0, |rating| rating.elo - (elo - mean)) / trials as f64;
                for other in 0..strategy {
                    coverage[1].count(
                        interval(ratings.difference(strategy, other)),
                        elo - self.elo[other],
                    );
                }
            }
            self.seats
                .iter()
                .enumerate()
                .for_each(|(seat, &elo)| coverage[2].count(interval(ratings.seat(seat)), elo));
        }
        (coverage, errors)
    }
}

/// Six strategies of which four are as good as each other, in the same line-ups.
fn level(blocks: usize, luck: Luck) -> Tournament {
    Tournament { elo: vec![-30.0, 0.0, 0.0, 0.0, 0.0, 30.0], ..fours(blocks, luck) }
}

impl Tournament {
    /// How often the intervals of ranks hold all true ranks at once, and their mean length.
    fn ranked(&self, trials: usize) -> (Coverage, f64) {
        let mut chance = Chance::new(SEED);
        let (mut coverage, mut length) = (Coverage::default(), 0.0);
        let number = self.elo.len();
        for _ in 0..trials {
            let blocks = self.play(&mut chance);
            let Ok(ratings) = Ratings::fit(&blocks.games(1)) else { continue };
            let pairs =
                (0..number).flat_map(|one| (one + 1..number).map(move |other| (one, other)));
            let compared: Vec<_> =
                pairs.filter_map(|(one, other)| ratings.compared(one, other)).collect();
            let ranks = ranks(number, &compared);
            let holds = self.elo.iter().zip(&ranks).all(|(own, &(first, last))| {
                let rank = 1 + self.elo.iter().filter(|other| *other > own).count();
                (first..=last).contains(&rank)
            });
            coverage.intervals += 1;
            coverage.held += u64::from(holds);
            length += ranks.iter().map(|(first, last)| (last - first) as f64).sum::<f64>();
        }
        (coverage, length / (coverage.intervals * number as u64) as f64)
    }
}

fn assert_calibrated(what: &str, coverage: &[Coverage], least: f64, most: f64) {
    for coverage in coverage {
        assert!(
            (least..=most).contains(&coverage.rate()),
            "{what}: coverage {} in {coverage:?}",
            coverage.rate()
        );
    }
}

#[test]
fn ratings_are_recovered_whatever_the_games_of_a_block_have_in_common() {
    for luck in [Luck::Independent, Luck::OfSeats, Luck::OfStrategies] {
        let (coverage, errors) = fours(20, luck).coverage(150);
        assert_calibrated(&format!("{luck:?}"), &coverage, 0.92, 0.98);
        assert!(errors.iter().all(|error| error.abs() < 4.0), "{luck:?}: {errors:?}");
    }
}

#[test]
fn ratings_of_few_blocks_do_not_promise_too_much() {
    let (coverage, _) = fours(2, Luck::OfStrategies).coverage(150);
    assert_calibrated("30 blocks", &coverage, 0.92, 1.0);
    let (coverage, _) = gauntlet(15, Luck::Independent).coverage(150);
    assert_calibrated("a gauntlet", &coverage, 0.92, 0.99);
}

#[test]
fn ranks_hold_all_at_once() {
    for luck in [Luck::OfSeats, Luck::OfStrategies] {
        for tournament in [fours(20, luck), level(60, luck)] {
            let (coverage, _) = tournament.ranked(200);
            // 95 % less three standard errors.
            assert!(coverage.rate() >= 0.904, "{luck:?}: {coverage:?}");
        }
    }
    let (_, far) = fours(100, Luck::OfSeats).ranked(20);
    assert!(far < 0.5, "many games tell strategies apart: {far}");
}

#[test]
#[ignore = "takes a minute or more"]
fn the_table_of_the_ranks_is_as_documented() {
    const TRIALS: usize = 4000;
    let row = |(name, tournament): (&str, Tournament)| {
        let (coverage, length) = tournament.ranked(TRIALS);
        let Tournament { luck, .. } = tournament;
        let blocks = tournament.blocks * tournament.line_ups.len();
        format!("| {name} | {blocks} | {luck} | {} | {length:.2} |", percent(&coverage))
    };
    let rows = [Luck::Independent, Luck::OfSeats, Luck::OfStrategies].map(|luck| {
        let fours = [4, 20, 100].map(|blocks| ("4 of 6", fours(blocks, luck)));
        let levels = [4, 20, 100].map(|blocks| ("4 of 6, four equal", level(blocks, luck)));
        fours.into_iter().chain(levels)
    });
    assert_documented(rows.into_iter().flatten().map(row));
}

/// A share in per cent.
fn percent(coverage: &Coverage) -> String {
    format!("{:.1}", 100.0 * coverage.rate())
}

#[test]
#[ignore = "takes minutes"]
fn the_table_of_the_ratings_is_as_documented() {
    const TRIALS: usize = 10_000;
    let row = |(name, tournament): (&str, Tournament)| {
        let (coverage, errors) = tournament.coverage(TRIALS);
        let [ratings, differences, seats] = coverage.each_ref().map(percent);
        let bias = errors.iter().fold(0.0_f64, |most, error| most.max(error.abs()));
        let Tournament { luck, .. } = tournament;
        let blocks = tournament.blocks * tournament.line_ups.len();
        let ratable = (TRIALS * tournament.elo.len()) as f64;
        let unrated = 100.0 * (1.0 - coverage[0].intervals as f64 / ratable);
        format!(
            "| {name} | {blocks} | {luck} | {ratings} | {differences} | {seats} | {unrated:.1} | \
             {bias:.1} |"
        )
    };
    let tournaments = [Luck::Independent, Luck::OfSeats, Luck::OfStrategies].map(|luck| {
        let fours = [2, 4, 20, 100].map(|blocks| ("4 of 6", fours(blocks, luck)));
        let gauntlets = [10, 30, 200].map(|blocks| ("gauntlet of 5", gauntlet(blocks, luck)));
        fours.into_iter().chain(gauntlets)
    });
    assert_documented(tournaments.into_iter().flatten().map(row));
}

//! The parts of the variance, the ladder, and the ceiling with endless playouts: bias, and coverage
//! of their intervals.

use super::{Chance, assert_documented};
use crate::skill::{
    Crossed, CrossedSums, Endless, GainSums, Ladder, Pairs, Part, steps, variance_shares,
};
use crate::{Interval, share_of_elo};

const SEED: u64 = 20_260_701;
const GROUPS: usize = 50;

/// Trials of a row of the page.
const TRIALS: usize = 4000;

/// How often an interval held the truth, and how far estimates were from it on average.
#[derive(Debug, Clone, Copy, Default)]
struct Record {
    trials: usize,
    held: usize,
    error: f64,
}

impl Record {
    fn add(&mut self, value: f64, interval: Option<Interval>, truth: f64) {
        self.trials += 1;
        self.held += usize::from(interval.is_some_and(|interval| interval.contains(truth)));
        self.error += value - truth;
    }

    fn coverage(&self) -> f64 {
        100.0 * self.held as f64 / self.trials as f64
    }

    fn bias(&self) -> f64 {
        self.error / self.trials as f64
    }
}

/// Deals of which each strategy wins in each seat with a probability that is a mean and a sum of
/// effects, each of which raises it or lowers it by its size: those of strategies and seats by
/// turns, those with the deal by lot.
#[derive(Debug, Clone, Copy)]
struct Effects {
    name: &'static str,
    design: Crossed,
    mean: f64,
    strategy: f64,
    seat: f64,
    strategy_seat: f64,
    deal: f64,
    deal_seat: f64,
    strategy_deal: f64,
    strategy_deal_seat: f64,
}

/// Nothing but chance.
const NOTHING: Effects = Effects {
    name: "nothing but chance",
    design: Crossed { strategies: 4, seats: 2, repeats: 2 },
    mean: 0.5,
    strategy: 0.0,
    seat: 0.0,
    strategy_seat: 0.0,
    deal: 0.0,
    deal_seat: 0.0,
    strategy_deal: 0.0,
    strategy_deal_seat: 0.0,
};

/// Mostly the cards and chance, as in the official game.
const SOMETHING: Effects = Effects {
    name: "a little of all",
    strategy: 0.06,
    seat: 0.02,
    strategy_seat: 0.01,
    deal: 0.02,
    deal_seat: 0.2,
    strategy_deal: 0.04,
    strategy_deal_seat: 0.06,
    ..NOTHING
};

const CARDS: Effects = Effects { name: "the cards", deal_seat: 0.4, ..NOTHING };

/// At four seats.
const FOUR: Effects = Effects {
    name: "a little of all",
    design: Crossed { strategies: 4, seats: 4, repeats: 2 },
    mean: 0.25,
    strategy: 0.04,
    seat: 0.01,
    strategy_seat: 0.005,
    deal: 0.01,
    deal_seat: 0.1,
    strategy_deal: 0.03,
    strategy_deal_seat: 0.04,
};

impl Effects {
    /// The shares of the parts, in the order of [`Part::ALL`].
    fn truth(&self) -> [f64; 10] {
        let square = |effect: f64| effect * effect;
        let (of_strategies, of_seats) =
            (1.0 / self.design.strategies as f64, 1.0 / self.design.seats as f64);
        let (among_strategies, among_seats) = (1.0 - of_strategies, 1.0 - of_seats);
        let all = square(self.strategy_deal_seat);
        let deal = square(self.deal)
            + square(self.deal_seat) * of_seats
            + square(self.strategy_deal) * of_strategies
            + all * of_strategies * of_seats;
        let deal_seat = (square(self.deal_seat) + all * of_strategies) * among_seats;
        let strategy_deal = (square(self.strategy_deal) + all * of_seats) * among_strategies;
        let strategy_deal_seat = all * among_strategies * among_seats;
        let (strategy, seat) = (square(self.strategy), square(self.seat));
        let strategy_seat = square(self.strategy_seat);
        let (cards, interaction) =
            (deal + deal_seat, strategy_seat + strategy_deal + strategy_deal_seat);
        let whole = self.mean * (1.0 - self.mean);
        let chance = whole - strategy - seat - cards - interaction;
        [
            strategy,
            seat,
            cards,
            interaction,
            chance,
            deal,
            deal_seat,
            strategy_seat,
            strategy_deal,
            strategy_deal_seat,
        ]
        .map(|part| part / whole)
    }

    /// The wins of each strategy in each seat of a deal.
    fn deal(&self, chance: &mut Chance) -> Vec<u64> {
        let Crossed { strategies, seats, repeats } = self.design;
        let by_turns = |place: usize| if place.is_multiple_of(2) { 1.0 } else { -1.0 };
        let mut by_lot = |effect: f64| if chance.happens(0.5) { effect } else { -effect };
        let of_deal = self.mean + by_lot(self.deal);
        let of_seats: Vec<f64> = (0..seats).map(|_| by_lot(self.deal_seat)).collect();
        let of_strategies: Vec<f64> = (0..strategies).map(|_| by_lot(self.strategy_deal)).collect();
        let cells: Vec<f64> = (0..strategies * seats)
            .map(|cell| {
                let (strategy, seat) = (cell / seats, cell % seats);
                of_deal
                    + of_seats[seat]
                    + of_strategies[strategy]
                    + by_turns(strategy) * self.strategy
                    + by_turns(seat) * self.seat
                    + by_turns(strategy) * by_turns(seat) * self.strategy_seat
                    + by_lot(self.strategy_deal_seat)
            })
            .collect();
        let won = |rate: f64| (0..repeats).filter(|_| chance.happens(rate)).count() as u64;
        cells.into_iter().map(won).collect()
    }

    fn records(&self, deals: usize, trials: usize) -> [Record; 10] {
        let (mut chance, truth) = (Chance::new(SEED), self.truth());
        let mut records = [Record::default(); 10];
        for _ in 0..trials {
            let group = |_| {
                let mut sums = CrossedSums::default();
                (0..deals).for_each(|_| {
                    sums.add_deal(self.design.seats, &self.deal(&mut chance));
                });
                sums
            };
            let groups: Vec<CrossedSums> = (0..GROUPS).map(group).collect();
            let shares = variance_shares(&groups, self.design).expect("games that vary");
            for ((record, share), truth) in records.iter_mut().zip(shares).zip(truth) {
                record.add(share.value, share.interval, truth);
            }
        }
        records
    }
}

/// A pool at two seats: points of each, and of moving first.
#[derive(Debug, Clone, Copy)]
struct Pool {
    name: &'static str,
    elo: [f64; 6],
    first: f64,
}

const POOLS: [Pool; 3] = [
    Pool { name: "all equal", elo: [0.0; 6], first: 20.0 },
    Pool { name: "two good, two bad", elo: [30.0, 30.0, 0.0, 0.0, -30.0, -30.0], first: 20.0 },
    Pool { name: "a long ladder", elo: [200.0, 120.0, 40.0, -40.0, -120.0, -200.0], first: 0.0 },
];

impl Pool {
    fn truth(&self) -> f64 {
        (self.elo[0] - self.elo[5]) / crate::skill::step()
    }

    /// Half of the games of a deal are decided by its own number.
    fn group(&self, deals: u64, chance: &mut Chance) -> Pairs {
        let mut pairs = Pairs::new(6);
        pairs.deals = deals;
        for _ in 0..deals {
            let deal = chance.uniform();
            for first in 0..6 {
                for second in (0..6).filter(|&second| second != first) {
                    let own = chance.uniform();
                    let point = if chance.happens(0.5) { deal } else { own };
                    let above = self.elo[first] - self.elo[second] + self.first;
                    let cell = if point < share_of_elo(above, 0.5) {
                        2 * (first * 6 + second)
                    } else {
                        2 * (second * 6 + first) + 1
                    };
                    pairs.wins[cell] += 1;
                }
            }
        }
        pairs
    }

    /// Of the cross-fitted range in steps, and of the range by the games that chose its ends.
    fn records(&self, deals: u64, trials: usize) -> [Record; 2] {
        let mut chance = Chance::new(SEED);
        let mut records = [Record::default(); 2];
        for _ in 0..trials {
            let groups: Vec<Option<Pairs>> =
                (0..GROUPS).map(|_| Some(self.group(deals, &mut chance))).collect();
            let range = Ladder::new(&groups).and_then(|ladder| ladder.range()).expect("all won");
            let (value, interval) = steps(&range);
            records[0].add(value, interval, self.truth());
            let naive = Ladder::naive(&groups).expect("all won");
            records[1].add(naive / crate::skill::step(), None, self.truth());
        }
        records
    }
}

/// The learning effect over a beginner with 50 %, of the best of some strategies as either half of
/// the groups tells the other; and of the best by all games.
fn best_of(rates: &[f64], games: usize, trials: usize) -> [Record; 2] {
    let mut chance = Chance::new(SEED);
    let mut records = [Record::default(); 2];
    let truth = rates.iter().copied().fold(0.0, f64::max) - 0.5;
    for _ in 0..trials {
        let mut groups = |rate: f64| -> Vec<f64> {
            let won = |_| (0..games).filter(|_| chance.happens(rate)).count() as f64;
            (0..GROUPS).map(won).map(|won| won / games as f64).collect()
        };
        let beginner = groups(0.5);
        let pool: Vec<Vec<f64>> = rates.iter().map(|&rate| groups(rate)).collect();
        let best = |skip: usize, step: usize| {
            let sum = |gains: &[f64]| gains.iter().skip(skip).step_by(step).sum::<f64>();
            let last = (0..pool.len()).max_by(|&a, &b| sum(&pool[a]).total_cmp(&sum(&pool[b])));
            last.expect("a pool")
        };
        let mut measure = |chosen: [usize; 2], record: usize| {
            let gains: Vec<[f64; 3]> = (0..GROUPS)
                .map(|group| [beginner[group], pool[chosen[group % 2]][group], 1.0])
                .collect();
            let chosen_apart = chosen[0] != chosen[1];
            let sums = GainSums { chosen_apart, ..GainSums::new(&gains) };
            let learning = sums.relative_skill().expect("groups").learning;
            records[record].add(learning.value, Some(learning.interval), truth);
        };
        measure([best(1, 2), best(0, 2)], 0);
        measure([best(0, 1); 2], 1);
    }
    records
}

/// The relative skill by endless playouts, where what is lost by so many falls with this power of
/// their number: a beginner with 50 %, an optimal player with 70 %, and a ceiling that wins 80 %
/// with the smaller number and 95 % with endless ones.
fn endless(power: f64, games: usize, trials: usize) -> Record {
    let mut chance = Chance::new(SEED);
    let mut record = Record::default();
    let rates = [0.5, 0.7, 0.8, 0.95 - 0.15 * 4.0_f64.powf(-power)];
    for _ in 0..trials {
        let mut group = |rate: f64| {
            let won = (0..games).filter(|_| chance.happens(rate)).count();
            Some(won as f64 / games as f64)
        };
        let gains: Vec<Vec<Option<f64>>> =
            rates.map(|rate| (0..GROUPS).map(|_| group(rate)).collect()).to_vec();
        let endless = Endless::new(&gains[2], &gains[3], 4.0).expect("groups");
        let of_groups: Vec<[f64; 3]> = (0..GROUPS)
            .filter_map(|group| Some([gains[0][group]?, gains[1][group]?, endless.gains[group]?]))
            .collect();
        let found = GainSums::new(&of_groups).relative_skill().expect("groups");
        let skill = found.skill.expect("a gain");
        record.add(skill.value, Some(skill.interval), 0.2 / 0.45);
    }
    record
}

#[test]
fn the_parts_of_the_variance_are_recovered() {
    for effects in [SOMETHING, FOUR, CARDS] {
        for (part, record) in Part::ALL.into_iter().zip(effects.records(20, 200)) {
            assert!(record.bias().abs() < 0.004, "{} {part:?}: {record:?}", effects.name);
            assert!(record.coverage() > 89.0, "{} {part:?}: {record:?}", effects.name);
        }
    }
}

#[test]
fn choosing_best_and_worst_makes_no_ladder() {
    let [honest, naive] = POOLS[0].records(4, 100);
    assert!(honest.bias().abs() < 0.06 && honest.coverage() > 88.0, "{honest:?}");
    assert!(naive.bias() > 0.15, "{naive:?}");
}

#[test]
fn the_best_is_not_better_for_being_chosen() {
    let [honest, naive] = best_of(&[0.6; 5], 40, 400);
    assert!(honest.bias().abs() < 0.003 && honest.coverage() > 92.0, "{honest:?}");
    assert!(naive.bias() > 0.008, "{naive:?}");
}

#[test]
fn endless_playouts_are_extrapolated() {
    let record = endless(0.5, 40, 200);
    assert!(record.bias().abs() < 0.01 && record.coverage() > 90.0, "{record:?}");
}

#[test]
#[ignore = "takes a minute or more"]
fn the_table_of_the_variance_is_as_documented() {
    let variances = [NOTHING, SOMETHING, CARDS, FOUR].into_iter().flat_map(|effects| {
        [2, 20, 100].map(|deals| {
            let records = effects.records(deals, TRIALS);
            let covered = records[..5].iter().map(|record| format!("{:.1}", record.coverage()));
            let bias = records.iter().fold(0.0, |most: f64, record| most.max(record.bias().abs()));
            format!(
                "| {} | {} | {} | {} | {:.2} |",
                effects.name,
                effects.design.seats,
                GROUPS * deals,
                covered.collect::<Vec<_>>().join(" | "),
                100.0 * bias
            )
        })
    });
    assert_documented(variances);
}

#[test]
#[ignore = "takes a minute or more"]
fn the_table_of_the_ladder_is_as_documented() {
    let ladders = POOLS.into_iter().flat_map(|pool| {
        [2, 10].map(|deals| {
            let [honest, naive] = pool.records(deals, 1000);
            format!(
                "| {} | {:.2} | {} | {:+.2} | {:.1} | {:+.2} |",
                pool.name,
                pool.truth(),
                GROUPS as u64 * deals,
                honest.bias(),
                honest.coverage(),
                naive.bias()
            )
        })
    });
    assert_documented(ladders);
}

#[test]
#[ignore = "takes a minute or more"]
fn the_table_of_the_best_is_as_documented() {
    let pools: [&[f64]; 4] = [&[0.6; 2], &[0.6; 5], &[0.6, 0.59, 0.58], &[0.6, 0.5, 0.5]];
    assert_documented(pools.into_iter().flat_map(|rates| {
        [40, 400].map(|games| {
            let [honest, naive] = best_of(rates, games, TRIALS);
            format!(
                "| {rates:?} | {} | {:+.2} | {:.1} | {:+.2} | {:.1} |",
                GROUPS * games,
                100.0 * honest.bias(),
                honest.coverage(),
                100.0 * naive.bias(),
                naive.coverage()
            )
        })
    }));
}

#[test]
#[ignore = "takes a minute or more"]
fn the_table_of_endless_playouts_is_as_documented() {
    let ceilings = [0.4, 0.5, 0.7, 1.0].into_iter().flat_map(|power| {
        [40, 400].map(|games| {
            let record = endless(power, games, TRIALS);
            format!(
                "| {power} | {} | {:+.3} | {:.1} |",
                GROUPS * games,
                record.bias(),
                record.coverage()
            )
        })
    });
    assert_documented(ceilings);
}

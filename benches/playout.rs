//! What a search does all day: a world that fits a view, dealt and played to its end by `random`,
//! from the first decision of a round.
//!
//! Elements are playouts, determinization included. Beside them whole rounds of `random` with deal
//! and score, so that the ratio is one run's. Called with `--count N` or `--rounds N` it does just
//! that many, for `scripts/playouts`.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use unobench_core::cards::{Bits as _, Cards, Compact, FastBits};
use unobench_core::game::{
    ActiveRules, Determinizer, OfficialRules, Prepared, RandomChance, Round, RulesSource, View,
};
use unobench_core::machine::CpuJob;
use unobench_core::rng::{Rng, RoundKey};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{FromSettings as _, ParameterValues, Strategy, drive};
use unobench_core::table::{SeatMap, Table, TableSetup};
use unobench_strategies::random::Uniform;

/// Playouts, or rounds, in one iteration.
const TIMES: u64 = 64;

/// Decisions that playouts start from, each the first of its round.
const STARTS: u64 = 256;

struct Playouts<'a, C: Cards, L> {
    worlds: &'a Determinizer<'a, C>,
    active_rules: L,
    rules: &'a RuleSet,
    rng: &'a mut Rng,
    players: &'a mut [Uniform; MAX_SEATS],
    times: u64,
}

impl<C: Cards, L: RulesSource> CpuJob for Playouts<'_, C, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut round: Round<C> = *self.worlds.base();
        for _ in 0..self.times {
            self.worlds.sample(self.rng, &mut round);
            let key = RoundKey::new(self.rng.bits(), 0, 0);
            let mut chance = RandomChance::new(
                self.active_rules,
                &self.rules.people,
                key,
                Rng::from_key(self.rng.bits()),
            );
            drive(&mut round, &mut chance, self.players, &[0; MAX_SEATS]);
            black_box(round.standing());
        }
    }
}

/// Plays `times` playouts from each of some first decisions, in the fastest way on this machine.
fn play_out(rules: &RuleSet, active: &ActiveRules, players: usize, starts: u64, times: u64) {
    if FastBits::is_available() {
        play_out_with::<Compact<FastBits>>(rules, active, players, starts, times);
    } else {
        play_out_with::<Compact>(rules, active, players, starts, times);
    }
}

fn play_out_with<C: Cards>(
    rules: &RuleSet,
    active: &ActiveRules,
    players: usize,
    starts: u64,
    times: u64,
) {
    let mut rng = Rng::from_key(1);
    let mut policy: [Uniform; MAX_SEATS] = std::array::from_fn(|_| {
        let mut random = Uniform::new(&ParameterValues::new(&[]));
        random.begin(Some(&Rng::from_key(rng.bits())));
        random
    });
    for block in 0..starts {
        let deck: Prepared<C> = Prepared::new(rules, players);
        let (round, _) = support::deal(rules, active, &deck, block);
        let view = View::new(&round, active, &[0; MAX_SEATS], round.actor());
        view.way().compiled(Playouts {
            worlds: &view.determinizer::<C>(),
            active_rules: OfficialRules(active),
            rules,
            rng: &mut rng,
            players: &mut policy,
            times,
        });
    }
}

fn play_rounds(table: &dyn Table, first: u64, rounds: u64) {
    let mut outcomes = Vec::with_capacity(1);
    for block in first..first + rounds {
        outcomes.clear();
        table.play_block(block, &[SeatMap::default()], &mut outcomes);
        black_box(&outcomes);
    }
}

fn playout(criterion: &mut Criterion) {
    let rules = RuleSet::official();
    let active = ActiveRules::of(&rules);
    let mut group = criterion.benchmark_group("playout");
    for players in support::SEATS {
        group.throughput(Throughput::Elements(TIMES * 4));
        group.bench_function(BenchmarkId::new("first decision", players), |bencher| {
            bencher.iter(|| play_out(&rules, &active, players, 4, TIMES));
        });
        group.throughput(Throughput::Elements(TIMES));
        let table = TableSetup::new(&rules, players, &[support::spec("random")], false, 1).table();
        let mut block = 0;
        group.bench_function(BenchmarkId::new("whole round", players), |bencher| {
            bencher.iter(|| {
                play_rounds(&*table, block, TIMES);
                block += TIMES;
            });
        });
    }
    group.finish();
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |flag: &str| {
        arguments
            .iter()
            .position(|argument| argument == flag)
            .and_then(|at| arguments.get(at + 1)?.parse::<u64>().ok())
    };
    let rules = RuleSet::official();
    if let Some(times) = number("--count") {
        play_out(&rules, &ActiveRules::of(&rules), 4, STARTS, times / STARTS);
    } else if let Some(rounds) = number("--rounds") {
        play_rounds(
            &*TableSetup::new(&rules, 4, &[support::spec("random")], false, 1).table(),
            0,
            rounds,
        );
    } else {
        let mut criterion = support::criterion().configure_from_args();
        playout(&mut criterion);
        criterion.final_summary();
    }
}

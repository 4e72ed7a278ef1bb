//! Whole rounds, seeding, deal, play and score included, and the same by the naive reference
//! engine, so that the ratio is one run's. Elements are rounds; the mean turns of a round are
//! printed, for those who think in turns.

#[path = "../tests/game/reference/mod.rs"]
mod reference;
mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use reference::{MatchPlay, Player, Settings, Shuffler};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::table::SeatMap;
use unobench_core::table::{Table, TableSetup, open_table};

/// Rounds in one iteration.
const ROUNDS: u64 = 64;

/// Rule sets besides the official one: played by the code that takes the rules as data, and by the
/// one for large decks.
const OTHER_RULES: [(&str, &[&str]); 2] =
    [("rules as data", &["play.wild_on_wild=false"]), ("two packs", &["deck.packs=2"])];

fn table(rules: &RuleSet, players: usize, strategy: &str) -> TableSetup {
    TableSetup::new(rules, players, &[support::spec(strategy)], false, 1)
}

fn mean_turns(table: &dyn Table) -> f64 {
    const SAMPLE: u64 = 2000;
    let mut outcomes = Vec::new();
    (0..SAMPLE).for_each(|block| table.play_block(block, &[SeatMap::default()], &mut outcomes));
    outcomes.iter().map(|outcome| f64::from(outcome.turns)).sum::<f64>() / SAMPLE as f64
}

/// Plays new blocks in each iteration, so that no branch predictor knows them by heart.
fn play_on(table: &dyn Table, block: &mut u64) -> u32 {
    let mut outcomes = Vec::with_capacity(ROUNDS as usize);
    for _ in 0..ROUNDS {
        *block += 1;
        table.play_block(*block, &[[0; MAX_SEATS]], &mut outcomes);
    }
    outcomes.iter().map(|outcome| outcome.turns).sum()
}

fn play_reference(settings: &Settings, shuffler: &mut Shuffler, players: usize) -> u64 {
    let match_play = MatchPlay::new(settings, players, 0);
    (0..ROUNDS)
        .map(|_| {
            let start = shuffler.deal(settings, &match_play);
            reference::play_round(settings, start, shuffler, false).turns
        })
        .sum()
}

fn round(criterion: &mut Criterion) {
    let official = RuleSet::official();
    let settings = Settings::from_json(&official.settings_json())
        .expect("the reference reads the same settings");
    let mut group = criterion.benchmark_group("round");
    group.throughput(Throughput::Elements(ROUNDS));
    for strategy in support::STRATEGIES {
        for players in support::SEATS {
            let setup = table(&official, players, strategy);
            let tables = [("unobench", setup.clone().table()), ("open", open_table(setup))];
            let turns = mean_turns(&*tables[0].1);
            eprintln!("{strategy}, {players} seats: {turns:.1} turns a round");
            for (name, table) in tables {
                let mut block = 0;
                group.bench_function(
                    BenchmarkId::new(format!("{name}/{strategy}"), players),
                    |bencher| {
                        bencher.iter(|| play_on(black_box(&*table), &mut block));
                    },
                );
            }
            let player = if strategy == "random" { Player::Random } else { Player::HighPoints };
            let mut shuffler = Shuffler::new(1, vec![player; players]);
            group.bench_function(
                BenchmarkId::new(format!("reference/{strategy}"), players),
                |bencher| {
                    bencher.iter(|| play_reference(black_box(&settings), &mut shuffler, players));
                },
            );
        }
    }
    for (name, assignments) in OTHER_RULES {
        let mut rules = RuleSet::official();
        rules.set_all(assignments).expect("settings of the catalogue");
        let table = table(&rules, 4, "random").table();
        let mut block = 0;
        group.bench_function(BenchmarkId::new(format!("{name}/random"), 4), |bencher| {
            bencher.iter(|| play_on(black_box(&*table), &mut block));
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = support::criterion(); targets = round }
criterion_main!(benches);

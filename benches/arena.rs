//! The arena with one thread and with two: chunks of blocks in parallel; and what tallying costs.
//! Elements are rounds.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use unobench_core::rules::RuleSet;
use unobench_core::table::{Outcome, SeatMap, Table, TableSetup};
use unobench_engine::{Schedule, Seating, Tally};

const CHUNKS: u64 = 16;
const BLOCKS_PER_CHUNK: u64 = 256;

fn rotations() -> Vec<SeatMap> {
    let seat = |seat: usize, shift| if seat < 4 { ((seat + shift) % 4) as u8 } else { 0 };
    (0..4).map(|shift| std::array::from_fn(|place| seat(place, shift))).collect()
}

fn play_chunk(table: &dyn Table, seatings: &[SeatMap], first: u64) -> u64 {
    let mut outcomes = Vec::with_capacity(seatings.len());
    let mut turns = 0;
    for block in first..first + BLOCKS_PER_CHUNK {
        outcomes.clear();
        table.play_block(block, seatings, &mut outcomes);
        turns += outcomes.iter().map(|outcome| u64::from(outcome.turns)).sum::<u64>();
    }
    turns
}

fn arena(criterion: &mut Criterion) {
    let line_up = ["random", "high-points", "random", "high-points"].map(support::spec);
    let table = TableSetup::new(&RuleSet::official(), 4, &line_up, false, 1).table();
    let seatings = rotations();
    let mut group = criterion.benchmark_group("arena");
    group.throughput(Throughput::Elements(CHUNKS * BLOCKS_PER_CHUNK * seatings.len() as u64));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool of threads");
        let mut first = 0;
        group.bench_function(BenchmarkId::new("threads", threads), |bencher| {
            bencher.iter(|| {
                first += CHUNKS * BLOCKS_PER_CHUNK;
                let chunk = |chunk| {
                    play_chunk(black_box(&*table), &seatings, first + chunk * BLOCKS_PER_CHUNK)
                };
                pool.install(|| (0..CHUNKS).into_par_iter().map(chunk).sum::<u64>())
            });
        });
    }
    group.finish();
}

/// What the statistics cost: rounds played, and the same rounds tallied.
fn tally(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tally");
    for players in [2, 4] {
        let names = vec!["random".to_owned(); players];
        let schedule = Schedule::new(&names, players, Seating::Rotate).expect("a table");
        let table =
            TableSetup::new(&RuleSet::official(), players, &[support::spec("random")], false, 1)
                .table();
        let seatings = schedule.seatings(0);
        let mut blocks: Vec<Vec<Outcome>> = vec![Vec::new(); BLOCKS_PER_CHUNK as usize];
        blocks
            .iter_mut()
            .zip(0..)
            .for_each(|(outcomes, block)| table.play_block(block, &seatings, outcomes));
        group.throughput(Throughput::Elements(BLOCKS_PER_CHUNK * players as u64));
        group.bench_function(BenchmarkId::new("played", players), |bencher| {
            let mut outcomes = Vec::with_capacity(players);
            bencher.iter(|| {
                for block in 0..BLOCKS_PER_CHUNK {
                    outcomes.clear();
                    table.play_block(black_box(block), &seatings, &mut outcomes);
                }
            });
        });
        group.bench_function(BenchmarkId::new("tallied", players), |bencher| {
            let mut tally = Tally::new(&schedule);
            bencher.iter(|| {
                blocks.iter().for_each(|outcomes| {
                    tally.add_blocks(&schedule, players, 0, black_box(outcomes))
                })
            });
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = support::criterion(); targets = arena, tally }
criterion_main!(benches);

//! The arena with one thread and with two: chunks of blocks in parallel. Elements are rounds.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use unobench::arena::Places;
use unobench::arena::table::Table;
use unobench::rules::{MAX_SEATS, RuleSet};

const CHUNKS: u64 = 16;
const BLOCKS_PER_CHUNK: u64 = 256;

/// Each of the four seats in turn has the first strategy.
fn rotations() -> Vec<Places> {
    let seating = |shift: usize| {
        let mut seating = [0; MAX_SEATS];
        (0..4).for_each(|seat| seating[seat] = ((seat + shift) % 4) as u8);
        seating
    };
    (0..4).map(seating).collect()
}

fn play_chunk(table: &Table, seatings: &[Places], first: u64) -> u64 {
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
    let table = Table::new(&RuleSet::official(), 4, &line_up, false, 1);
    let seatings = rotations();
    let mut group = criterion.benchmark_group("arena");
    group.throughput(Throughput::Elements(CHUNKS * BLOCKS_PER_CHUNK * seatings.len() as u64));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
        let mut first = 0;
        group.bench_function(BenchmarkId::new("threads", threads), |bencher| {
            bencher.iter(|| {
                first += CHUNKS * BLOCKS_PER_CHUNK;
                let chunk = |chunk| play_chunk(black_box(&table), &seatings, first + chunk * BLOCKS_PER_CHUNK);
                pool.install(|| (0..CHUNKS).into_par_iter().map(chunk).sum::<u64>())
            });
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = support::criterion(); targets = arena }
criterion_main!(benches);

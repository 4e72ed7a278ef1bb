//! Legal actions of positions from the middle of rounds. Elements are positions.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use unobench_core::cards::Compact;
use unobench_core::game::{Action, Round};

fn legal(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal");
    for players in support::SEATS {
        let positions = support::positions(players, 20);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("list", players), |bencher| {
            bencher.iter(|| {
                let mut count = 0_u32;
                for (round, _) in &positions {
                    black_box(round).for_each_action(|action| {
                        black_box(action);
                        count += 1;
                    });
                }
                count
            });
        });
        group.bench_function(BenchmarkId::new("check", players), |bencher| {
            let is_legal = |(round, action): &&(Round<Compact>, Action)| {
                black_box(round).is_legal(black_box(*action))
            };
            bencher.iter(|| positions.iter().filter(is_legal).count());
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = support::criterion(); targets = legal }
criterion_main!(benches);

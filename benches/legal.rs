//! Legal actions of positions from the middle of rounds. Elements are positions.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn legal(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal");
    for players in support::SEATS {
        let positions = support::positions(players, 20);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_with_input(
            BenchmarkId::new("list", players),
            &positions,
            |bencher, positions| {
                bencher.iter(|| {
                    let mut count = 0_u32;
                    for (round, _) in positions {
                        black_box(round).for_each_action(|action| {
                            black_box(action);
                            count += 1;
                        });
                    }
                    count
                });
            },
        );
        group.bench_with_input(
            BenchmarkId::new("check", players),
            &positions,
            |bencher, positions| {
                bencher.iter(|| {
                    positions
                        .iter()
                        .filter(|(round, action)| black_box(round).is_legal(black_box(*action)))
                        .count()
                });
            },
        );
    }
    group.finish();
}

criterion_group! { name = benches; config = support::criterion(); targets = legal }
criterion_main!(benches);

//! Dealing: who deals, the hands, the start card. Elements are deals.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use unobench_core::cards::Compact;
use unobench_core::game::{ActiveRules, Prepared};
use unobench_core::rules::RuleSet;

fn deal(criterion: &mut Criterion) {
    let rules = RuleSet::official();
    let active = ActiveRules::of(&rules);
    let mut group = criterion.benchmark_group("deal");
    group.throughput(Throughput::Elements(1));
    for players in support::SEATS {
        let deck: Prepared<Compact> = Prepared::new(&rules, players);
        let mut block = 0;
        group.bench_function(BenchmarkId::from_parameter(players), |bencher| {
            bencher.iter(|| {
                block += 1;
                black_box(support::deal(&rules, &active, &deck, block))
            });
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = support::criterion(); targets = deal }
criterion_main!(benches);

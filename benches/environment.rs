//! Steps of the environment with observations and masks, all seats learners, and what of it is the
//! observation and the mask. Elements are rows. The actions are legal ones at random, chosen
//! outside of the clock.

mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use unobench_core::game::{ActiveRules, View};
use unobench_core::rng::Rng;
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_env::actions::{ACTIONS, legal, write_mask};
use unobench_env::observation::Layout;
use unobench_env::{Environment, Rows, Setup};

const TABLES: usize = 4096;

fn choose(rows: &Rows, rng: &mut Rng) -> Vec<u8> {
    let chosen = |mask: &[bool]| {
        let legal = mask.iter().filter(|legal| **legal).count();
        let pick = rng.below(legal.max(1) as u32) as usize;
        (0..ACTIONS).filter(|&action| mask[action]).nth(pick).unwrap_or(0) as u8
    };
    rows.masks.chunks(ACTIONS).map(chosen).collect()
}

fn environment(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("environment");
    group.throughput(Throughput::Elements(TABLES as u64));
    for players in support::SEATS {
        let setup = Setup::new(RuleSet::official(), players).tables(TABLES);
        let mut environment = Environment::new(setup).expect("the official game can be played");
        let mut rows = environment.reset(None).expect("it can be dealt");
        let mut rng = Rng::from_key(1);
        group.bench_function(BenchmarkId::new("step", players), |bencher| {
            bencher.iter_custom(|steps| {
                let mut spent = Duration::ZERO;
                for _ in 0..steps {
                    let actions = choose(&rows, &mut rng);
                    let begun = Instant::now();
                    environment.step_into(&actions, rows.as_mut()).expect("they are legal");
                    spent += begun.elapsed();
                }
                spent
            });
        });
        let active = ActiveRules::of(&RuleSet::official());
        let positions = support::positions(players, 100);
        let views = || {
            positions
                .iter()
                .map(|(round, _)| View::new(round, &active, &[0; MAX_SEATS], round.actor()))
        };
        group.throughput(Throughput::Elements(positions.len() as u64));
        for layout in Layout::ALL {
            group.bench_function(BenchmarkId::new(layout.names()[0], players), |bencher| {
                let mut row = vec![0; layout.bytes(false, players)];
                bencher.iter(|| {
                    for view in views() {
                        row.fill(0);
                        black_box(layout.observe(&view, &mut row));
                    }
                });
            });
        }
        group.bench_function(BenchmarkId::new("mask", players), |bencher| {
            bencher.iter(|| {
                for view in views() {
                    let mut mask = [false; ACTIONS];
                    write_mask(legal(&view, true), &mut mask);
                    black_box(mask);
                }
            });
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = support::criterion(); targets = environment }
criterion_main!(benches);

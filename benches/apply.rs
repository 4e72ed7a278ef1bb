//! Taking actions that were chosen beforehand: the state machine alone, without strategies.
//! Elements are actions, of `clone` rounds.

mod support;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use unobench_core::cards::Compact;
use unobench_core::game::{Action, ActiveRules, Prepared, RandomChance, Round};
use unobench_core::rules::RuleSet;

/// Rounds behind one measurement: enough that no branch predictor knows them by heart.
const ROUNDS: u64 = 200;

/// A dealt round, and the actions that lead to its end.
struct Script<'a> {
    round: Round<Compact>,
    chance: RandomChance<'a, &'a ActiveRules, Compact>,
    actions: Vec<Action>,
}

fn scripts<'a>(rules: &'a RuleSet, active: &'a ActiveRules, players: usize) -> Vec<Script<'a>> {
    let deck: Prepared<Compact> = Prepared::new(rules, players);
    let script = |block| {
        let (round, chance) = support::deal(rules, active, &deck, block);
        let mut actions = Vec::new();
        support::play(round, chance.clone(), active, "random", block, |_, action| {
            actions.push(action)
        });
        Script { round, chance, actions }
    };
    (0..ROUNDS).map(script).collect()
}

fn apply(criterion: &mut Criterion) {
    let rules = RuleSet::official();
    let active = ActiveRules::of(&rules);
    let mut group = criterion.benchmark_group("apply");
    for players in support::SEATS {
        let scripts = scripts(&rules, &active, players);
        group.throughput(Throughput::Elements(
            scripts.iter().map(|script| script.actions.len() as u64).sum(),
        ));
        group.bench_with_input(
            BenchmarkId::new("checked", players),
            &scripts,
            |bencher, scripts| {
                bencher.iter(|| {
                    for Script { round, chance, actions } in scripts {
                        let (mut round, mut chance) = (*round, chance.clone());
                        for &action in actions {
                            round.apply(&mut chance, action).expect("a legal action");
                        }
                        black_box(&round);
                    }
                });
            },
        );
        group.bench_with_input(
            BenchmarkId::new("trusted", players),
            &scripts,
            |bencher, scripts| {
                bencher.iter(|| {
                    for Script { round, chance, actions } in scripts {
                        let (mut round, mut chance) = (*round, chance.clone());
                        actions.iter().for_each(|&action| round.apply_trusted(&mut chance, action));
                        black_box(&round);
                    }
                });
            },
        );
        group.throughput(Throughput::Elements(ROUNDS));
        group.bench_with_input(BenchmarkId::new("clone", players), &scripts, |bencher, scripts| {
            bencher.iter(|| scripts.iter().for_each(|script| _ = black_box(script.round)));
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = support::criterion(); targets = apply }
criterion_main!(benches);

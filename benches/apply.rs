//! Taking actions that were chosen beforehand: the state machine alone, without strategies.
//! Elements are actions, of `clone` rounds.

mod support;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use unobench_core::cards::Compact;
use unobench_core::game::{Action, ActiveRules, Prepared, RandomChance, Round};
use unobench_core::rules::RuleSet;

/// Rounds behind one measurement: enough that no branch predictor knows them by heart.
const ROUNDS: u64 = 200;

type WorldChance<'a> = RandomChance<'a, &'a ActiveRules, Compact>;

struct Script<'a> {
    round: Round<Compact>,
    chance: WorldChance<'a>,
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

fn take_all(
    group: &mut BenchmarkGroup<'_, WallTime>,
    (name, players): (&str, usize),
    scripts: &[Script<'_>],
    take: impl for<'a> Fn(&mut Round<Compact>, &mut WorldChance<'a>, Action),
) {
    group.bench_function(BenchmarkId::new(name, players), |bencher| {
        bencher.iter(|| {
            for Script { round, chance, actions } in scripts {
                let (mut round, mut chance) = (*round, chance.clone());
                actions.iter().for_each(|&action| take(&mut round, &mut chance, action));
                black_box(&round);
            }
        });
    });
}

fn apply(criterion: &mut Criterion) {
    let rules = RuleSet::official();
    let active = ActiveRules::of(&rules);
    let mut group = criterion.benchmark_group("apply");
    for players in support::SEATS {
        let scripts = scripts(&rules, &active, players);
        let actions = scripts.iter().map(|script| script.actions.len() as u64).sum();
        group.throughput(Throughput::Elements(actions));
        take_all(&mut group, ("checked", players), &scripts, |round, chance, action| {
            round.apply(chance, action).expect("a legal action");
        });
        take_all(&mut group, ("trusted", players), &scripts, |round, chance, action| {
            round.apply_trusted(chance, action);
        });
        group.throughput(Throughput::Elements(ROUNDS));
        group.bench_function(BenchmarkId::new("clone", players), |bencher| {
            bencher.iter(|| scripts.iter().for_each(|script| _ = black_box(script.round)));
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = support::criterion(); targets = apply }
criterion_main!(benches);

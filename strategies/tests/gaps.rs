//! What `champion` tells of actions that it does not take.

use crate::scene::*;
use unobench_core::game::Scoring;
use unobench_strategies::net::{Learned, Nets, Taken, chance_of_other};
use unobench_tests::is_thorough;

const TABLE: &str = include_str!("../learners/net/gaps.csv");

/// How likely the seat of a view wins by the action that is taken, by another, by the same where no
/// gap is looked at, and which it is: each other action in turn.
fn chances(champion: &mut Learned, view: &View<'_>) -> Vec<(f64, f64, f64, Action)> {
    let (taken, estimates) = Strategy::consider(champion, view);
    let chance = |action| {
        estimates.iter().find(|estimate| estimate.action == action).map(|estimate| estimate.value)
    };
    let Some(best) = chance(taken) else { return Vec::new() };
    let others = estimates.iter().filter(|estimate| estimate.action != taken);
    let told = others.map(|estimate| {
        (best, estimate.value, champion.said(view, estimate.action, estimate.action))
    });
    told.zip(estimates.iter().filter(|estimate| estimate.action != taken))
        .filter_map(|((best, told, alone), estimate)| Some((best, told, alone?, estimate.action)))
        .collect()
}

#[test]
fn the_table_has_every_rule_set_that_ships() {
    let mut rows = TABLE.lines();
    assert_eq!(rows.next(), Some("rules,2,2 sure,3,3 sure,4,4 sure,6,6 sure"));
    let names: Vec<&str> = rows.filter_map(|row| row.split(',').next()).collect();
    let expected: Vec<&str> = std::iter::once("any").chain(RuleSet::shipped_names()).collect();
    assert_eq!(names, expected);
    assert!(TABLE.len() < 6000, "{} bytes in the program", TABLE.len());
}

#[test]
fn a_wider_gap_stays_wider_and_none_grows() {
    let mut unknown = RuleSet::official();
    unknown.set("setup.hand_size=9").expect("a key");
    unknown.set("play.stall_turns=77").ok();
    let shipped = RuleSet::shipped_names().map(|name| RuleSet::load(name).expect("a rule set"));
    for rules in shipped.chain([unknown]).map(|rules| ActiveRules::of(&rules)) {
        for (players, taken) in
            (2..=10).flat_map(|players| [(players, Taken::Best), (players, Taken::SureWin)])
        {
            let told = |gap| {
                let both = [1_000_000, 1_000_000 - gap];
                1_000_000 - chance_of_other(&rules, players, taken, both)
            };
            let gaps: Vec<i32> = (0..=200).map(|step| told(5000 * step)).collect();
            assert!(gaps[0] == 0 && gaps.is_sorted(), "{players}: {gaps:?}");
            assert!((0..).zip(&gaps).all(|(step, &gap)| gap <= 5000 * step), "{players}");
        }
    }
}

#[test]
fn what_is_told_of_others_keeps_their_order() {
    for (rules, players) in [("official", 2), ("stacking", 3), ("seven-zero", 4), ("partners", 4)] {
        let mut champion = Learned::of(Nets::champion().clone());
        let mut seen = 0;
        play(rules, players, 30, "champion", |_, view, _| {
            let mut all = chances(&mut champion, view);
            all.sort_by(|entry, other| entry.2.total_cmp(&other.2));
            assert!(all.is_sorted_by(|gap, other| gap.1 <= other.1), "{rules}: {all:?}");
            for (best, told, alone, action) in all {
                assert!(told >= alone && (told <= best || alone > best), "{rules}: {action:?}");
                seen += 1;
            }
        });
        assert!(seen > 300, "{rules}: {seen}");
    }
}

/// How a round goes on among `champion` with an action, by the same chance for all: whether the seat
/// wins that takes it.
fn wins(champion: &mut Learned, view: &View<'_>, round: &Round, action: Action) -> bool {
    let (rules, seat) = (view.rules(), view.seat());
    let key = RoundKey::new(9, u64::from(view.turns()), 0);
    let mut chance = RandomChance::new(rules, &rules.people, key, key.stream(Purpose::Deal, 0));
    let (mut memory, mut round, mut action) = (Memory::default(), *round, action);
    loop {
        round.apply_trusted_dyn(&mut Observed::new(&mut chance, &mut memory), action);
        if round.standing() != RoundStatus::Waits {
            let scoring = Scoring::new(rules.scoring, &rules.own);
            return scoring.score(&round).winners.contains(seat);
        }
        let view = View::new(&round, rules, &[0; MAX_SEATS], round.actor()).remembering(&memory);
        action = Strategy::decide(champion, &view);
    }
}

/// In points of 100, over decisions of `champion`: by how much less often the seat wins with
/// another action, as is told, as the networks see it, and as it is found.
fn gaps(rules: &str, players: usize, rounds: u64) -> [f64; 3] {
    let mut champion = Learned::of(Nets::champion().clone());
    let (mut sums, mut count, mut number) = ([0.0; 3], 0.0, 0);
    play(rules, players, rounds, "champion", |round, view, taken| {
        number += 1;
        if view.decision() == Decision::Uno || number % 4 != 0 {
            return;
        }
        let all = chances(&mut champion, view);
        let Some(&(best, told, alone, other)) = all.get(number / 4 % all.len().max(1)) else {
            return;
        };
        let won = [taken, other].map(|action| wins(&mut champion, view, round, action));
        let [won, other] = won.map(|won| f64::from(u8::from(won)));
        count += 1.0;
        for (sum, gap) in sums.iter_mut().zip([best - told, best - alone, won - other]) {
            *sum += 100.0 * gap;
        }
    });
    sums.map(|sum| sum / count)
}

/// The rounds are other ones than those by which the table was made. Before a commit it is the official
/// game of two alone, before a release all.
#[test]
fn gaps_are_as_wide_as_playing_on_finds_them() {
    let tables = [("official", 2), ("official", 4), ("stacking", 2), ("seven-zero", 3)];
    for (rules, players) in &tables[..if is_thorough() { tables.len() } else { 1 }] {
        let [told, seen, found] = gaps(rules, *players, 700);
        assert!((told - found).abs() < 2.5, "{rules}: {told} is told, {found} found");
        assert!(seen - found > 2.0, "{rules}: the networks see {seen}, and {found} is found");
    }
}

//! What networks are told: that `net` goes by it, and a thousand positions that programs in other
//! languages check themselves by (`docs/NETWORKS.md`).

#![allow(clippy::disallowed_methods, reason = "tests make files as they please")]

use crate::support::*;
use std::cmp::Reverse;
use std::fmt::Write as _;
use unobench_core::strategy::Aim;
use unobench_strategies::net::rows::{rows as rows_of, slots};
use unobench_strategies::net::{DEPTH, Net, Nets, OUTPUTS, Origin, WIDTH};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/networks.vector");
const POSITIONS: usize = 1000;
const COLOURS: u8 = 65;
const PASS: u8 = 72;
const CALL: u8 = 73;
const SEATS: u8 = 77;

/// A network whose weights are made from their places in the file, so that first sums go around,
/// and second ones are clipped.
fn formula(players: usize) -> Net {
    let first = (rows_of(slots(players)) + 1) * WIDTH;
    let second = first + (WIDTH + 1) * DEPTH;
    let weight = |place: usize| {
        let mixed = (place as u32).wrapping_mul(0x9e37_79b1);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca77);
        let number = ((mixed ^ mixed >> 13) >> 16) as i16;
        let shift = if place < first { 0 } else { if place < second { 7 } else { 3 } };
        f32::from(number >> shift) / 1024.0
    };
    Net::rounded(players, &(0..Net::len(players)).map(weight).collect::<Vec<_>>())
}

fn table(rules: RuleSet, players: usize, seed: u64) -> Environment {
    let setup = Setup { net_rows: true, seed, ..Setup::new(rules, players) };
    Environment::new(setup).expect("what can be played")
}

fn active(env: &Environment) -> Vec<BTreeSet<u16>> {
    let mut all = Vec::new();
    let mut visit = |_, _, rows: &[u16]| {
        let set: BTreeSet<u16> = rows.iter().copied().collect();
        assert_eq!(set.len(), rows.len(), "no row counts twice");
        all.push(set);
    };
    env.net_rows(&mut visit).expect("a deal");
    all
}

/// What rows are worth at a table, by a network.
fn worth(net: Net, env: &Environment) -> impl Fn(&BTreeSet<u16>) -> [i32; OUTPUTS] + use<> {
    let under = net.under(&env.effects());
    move |rows| net.worth(&under, &rows.iter().copied().collect::<Vec<_>>())
}

fn legal(rows: &Rows) -> Vec<u8> {
    (0..rows.masks.len() as u8).filter(|&number| rows.masks[usize::from(number)]).collect()
}

/// What `net` does at the table: it calls, never passes where it could draw or play, and otherwise
/// does the first of what is worth most.
fn choice(env: &Environment, win: impl Fn(&BTreeSet<u16>) -> i32, rows: &Rows) -> u8 {
    let legal = legal(rows);
    if legal.contains(&CALL) {
        return CALL;
    }
    let plays = field(&rows.observations, "decision") == [0];
    let valued = legal.iter().zip(active(env)).filter(|(number, _)| !plays || **number != PASS);
    // Of seats that are worth as much the first, wherever play goes: they are counted from it.
    let (seat, players) = (rows.facts[0].seat, env.setup().players as u8);
    let backwards = field(&rows.observations, "direction") == [1];
    let order = |number: u8| match number.checked_sub(SEATS - 1) {
        Some(added @ 10..) => COLOURS + added - 10,
        Some(offset @ 1..) if backwards => 150 + (seat + players - offset) % players,
        Some(offset @ 1..) => 150 + (seat + offset) % players,
        _ if number >= COLOURS => 50 + number,
        _ => number,
    };
    let best = valued.max_by_key(|(number, rows)| (win(rows), Reverse(order(**number))));
    best.map_or(0, |(&number, _)| number)
}

#[test]
fn a_policy_by_these_rows_plays_as_net_does() {
    for players in [2, 4] {
        let net = formula(players);
        let path = format!("{}/formula-{players}.net", env!("CARGO_TARGET_TMPDIR"));
        let (any, command) = (Origin::ANY_RULES.to_owned(), String::new());
        let origin = Origin { players, rules: any, seed: 0, games: 0, command, aim: Aim::Wins };
        std::fs::write(&path, Nets::new([(origin, net.clone())]).bytes()).expect("written");
        let line_up = vec![format!("net:file={path}"); players];
        let line_up: Vec<&str> = line_up.iter().map(String::as_str).collect();
        for name in RuleSet::shipped_names().step_by(stride()) {
            // Where people act, nobody surely wins in one turn: all is left to the network.
            let rules = rule_set(&format!("{name} people.catches_colour=1"));
            if rules.validate_for(players).is_err() {
                continue;
            }
            let expected = wins(&run(&rules, &line_up, 1), players);
            let seated = play(setup(rules.clone(), &line_up), 1, |_, _| 0);
            assert_eq!(seated, expected, "{name} {players}");
            assert_eq!(played(table(rules, players, 1), &net, 1), expected, "{name} {players}");
        }
    }
}

fn played(mut env: Environment, net: &Net, blocks: usize) -> Vec<(Vec<f32>, i32)> {
    let mut rows = env.reset(None).expect("a deal");
    let (mut results, worth) = (Vec::new(), worth(net.clone(), &env));
    while results.len() < blocks {
        rows = env.step(&[choice(&env, |rows| worth(rows)[0], &rows)]).expect("a legal action");
        results.extend(rows.facts[0].ended.map(|ended| (rows.rewards.clone(), ended.turns)));
    }
    results
}

/// Rows in rising order, each by how far it is from the one before, in two hexadecimal digits; `ff`
/// goes 255 on and is no row.
fn steps(rows: &BTreeSet<u16>) -> String {
    let (mut text, mut before) = (String::new(), 0);
    for &row in rows {
        let step = row - std::mem::replace(&mut before, row);
        let _ = write!(text, "{}{:02x}", "ff".repeat(usize::from(step / 255)), step % 255);
    }
    text
}

fn position(name: &str, seed: u64, decision: usize, env: &Environment, rows: &Rows) -> String {
    let (worth, all) = (worth(formula(env.setup().players), env), active(env));
    let shared = all.iter().skip(1).fold(all[0].clone(), |shared, rows| &shared & rows);
    let mut line = format!("{name} {} {seed} {decision} {}", env.setup().players, steps(&shared));
    for (number, rows) in legal(rows).iter().zip(&all) {
        let [win, points] = worth(rows);
        line += &format!(" {number}:{}:{win}:{points}", steps(&(rows - &shared)));
    }
    line + "\n"
}

fn positions() -> String {
    let names: Vec<&str> = RuleSet::shipped_names().collect();
    let (mut lines, mut known) = (Vec::new(), BTreeSet::new());
    for seed in 0_usize.. {
        let (name, players) = (names[seed % names.len()], [2, 4, 3, 2, 6, 2, 10][seed % 7]);
        if rule_set(name).validate_for(players).is_err() {
            continue;
        }
        let mut env = table(rule_set(name), players, seed as u64);
        let mut rows = env.reset(None).expect("a deal");
        if known.insert((name, players)) {
            let effects = env.effects().map(|effect| effect.to_string()).join(" ");
            lines.push(format!("effects {name} {players} {effects}\n"));
        }
        for decision in 0..60 {
            if decision % 9 == seed % 9 {
                lines.push(position(name, seed as u64, decision, &env, &rows));
            }
            if lines.len() == POSITIONS + known.len() {
                return lines.concat();
            }
            let legal = legal(&rows);
            rows = env.step(&[legal[7 * decision % legal.len()]]).expect("a legal action");
            if rows.facts[0].ended.is_some() {
                break;
            }
        }
    }
    unreachable!("seeds do not end")
}

/// `UNOBENCH_REGENERATE=1` writes the file anew, where what networks are told has changed.
#[test]
fn a_thousand_positions_are_what_they_were() {
    let new = positions();
    if std::env::var_os("UNOBENCH_REGENERATE").is_some() {
        std::fs::write(FILE, &new).expect("written");
    }
    let old = std::fs::read_to_string(FILE).expect("tests/data/networks.vector");
    for (is, should_be) in old.lines().zip(new.lines()) {
        assert_eq!(is, should_be, "UNOBENCH_REGENERATE=1 writes the file anew");
    }
    assert_eq!(old.len(), new.len());
}

#[test]
fn rows_are_given_where_they_are_asked_for() {
    let env = Environment::new(setup(rule_set("official"), &["learn", "learn"])).expect("it");
    let error = env.net_rows(&mut |_, _, _| {}).expect_err("not asked for").to_string();
    assert!(error.contains("net_rows=True"), "{error}");
    let error = table(rule_set("official"), 2, 1).net_rows(&mut |_, _, _| {}).expect_err("no deal");
    assert_eq!(error.to_string(), "net_rows() before reset(): nothing is dealt yet");
}

//! Pinned values: what a seed promises must not change unnoticed.
//!
//! Generators against published vectors and slow twins, and `data/signatures.txt`: stream words,
//! draws, one deal, and a hash of all outcomes of some blocks for each rule set, number of seats
//! and strategy. A change of the file is a change of every recorded result: it needs a new minor
//! version and a word in the changelog. To write the file anew:
//! `UNOBENCH_BLESS=1 cargo test --release value_stability`.

use crate::reference::shuffler::Rng as SplitMix;
use crate::support::*;
use rand::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use unobench_core::digest::fnv1a;
use unobench_tests::{rotations, specs};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/signatures.txt");

const BLOCKS: u64 = 200;

const SEED: u64 = 1;

const PURPOSES: [Purpose; 7] = {
    use Purpose::*;
    [Dealer, Deal, Reshuffle, Chance, People, Strategy, Playout]
};

/// xoshiro256++, written from D. Blackman and S. Vigna, "Scrambled linear pseudorandom number
/// generators", ACM TOMS 47, 2021, figure 5.
struct SlowXoshiro([u64; 4]);

impl SlowXoshiro {
    fn from_key(key: u64) -> SlowXoshiro {
        let mut words = SplitMix(key);
        SlowXoshiro(std::array::from_fn(|_| words.word()))
    }

    fn next(&mut self) -> u64 {
        let [s0, s1, s2, s3] = self.0;
        let result = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
        let (t2, t3) = (s2 ^ s0, s3 ^ s1);
        self.0 = [s0 ^ t3, s1 ^ t2, t2 ^ (s1 << 17), t3.rotate_left(45)];
        result
    }
}

/// The first words from state 1, 2, 3, 4.
///
/// Source: the authors' C program, <https://prng.di.unimi.it/xoshiro256plusplus.c>, as quoted in
/// the tests of rand_xoshiro 0.8.
const XOSHIRO_WORDS: &str = "41943041 58720359 3588806011781223 3591011842654386 9228616714210784205 9973669472204895162 \
     14011001112246962877 12406186145184390807 15849039046786891736 10450023813501588000";

/// The first words from state 1477776061723855037.
///
/// Source: S. Vigna's C program, <https://prng.di.unimi.it/splitmix64.c>, as quoted in the tests of
/// rand_xoshiro 0.8.
const SPLIT_MIX_WORDS: &str = "1985237415132408290 2979275885539914483 13511426838097143398 8488337342461049707 \
     15141737807933549159 17093170987380407015 16389528042912955399 13177319091862933652";

#[test]
fn generators_give_the_published_words() {
    let mut slow = SlowXoshiro([1, 2, 3, 4]);
    let mut state = [0; 32];
    (0..4).for_each(|word| state[8 * word] = word as u8 + 1);
    let mut library = Xoshiro256PlusPlus::from_seed(state);
    for word in XOSHIRO_WORDS.split(' ').map(str::parse) {
        assert_eq!((Ok(slow.next()), Ok(library.next_u64())), (word.clone(), word));
    }
    let mut split_mix = SplitMix(1_477_776_061_723_855_037);
    for word in SPLIT_MIX_WORDS.split(' ').map(str::parse) {
        assert_eq!(Ok(split_mix.word()), word);
    }
}

#[test]
fn a_key_seeds_xoshiro_by_split_mix() {
    for key in [0, 1, 42, u64::MAX, 0x9E37_79B9_7F4A_7C15, 0x9E37_79B9_7F4A_7C15_u64.wrapping_neg()]
    {
        let mut slow = SlowXoshiro::from_key(key);
        let mut fast = Rng::from_key(key);
        for _ in 0..1000 {
            assert_eq!(fast.bits(), slow.next(), "key {key}");
        }
    }
}

/// Lemire's method with an exact rejection, in the plainest words: of each 128-bit product, the low
/// half decides whether it counts.
fn slow_below(words: &mut SlowXoshiro, bound: u64) -> u64 {
    let rejected = ((1_u128 << 64) % u128::from(bound)) as u64;
    loop {
        let product = u128::from(words.next()) * u128::from(bound);
        if product as u64 >= rejected {
            return (product >> 64) as u64;
        }
    }
}

#[test]
fn bounded_draws_are_those_of_the_slow_twin() {
    for bound in (1..=600).chain([1 << 31, (1 << 31) + 1, u32::MAX]) {
        let key = u64::from(bound);
        let mut slow = SlowXoshiro::from_key(key);
        let mut fast = Rng::from_key(key);
        for _ in 0..100 {
            assert_eq!(u64::from(fast.below(bound)), slow_below(&mut slow, key), "bound {bound}");
        }
    }
}

/// The first words of these keys are among the one in four thousand million that this bound throws
/// away.
#[test]
fn a_rejected_draw_is_drawn_again() {
    const BOUND: u32 = 4_294_901_761;
    for key in [8_320_287_050, 12_468_865_270] {
        let mut slow = SlowXoshiro::from_key(key);
        let mut fast = Rng::from_key(key);
        assert_eq!(u64::from(fast.below(BOUND)), slow_below(&mut slow, BOUND.into()));
        assert_eq!(fast.bits(), slow.next(), "as many words were drawn");
        let (first, bound) = (Rng::from_key(key).bits(), u64::from(BOUND));
        let is_rejected = first.wrapping_mul(bound) < bound.wrapping_neg() % bound;
        assert!(is_rejected, "the first word is to be rejected");
    }
}

/// The batched draw in the plainest words: the word is a fraction, each bound in turn takes its
/// whole part, and the last rest decides.
fn slow_falling(words: &mut SlowXoshiro, bound: u64, len: u64) -> Vec<u64> {
    let total: u128 = (0..len).map(|step| u128::from(bound - step)).product();
    let rejected = ((1_u128 << 64) % total) as u64;
    loop {
        // word × total / 2⁶⁴ is the number in the falling mixed base; word × total mod 2⁶⁴ is the
        // rest.
        let product = u128::from(words.next()) * total;
        if product as u64 >= rejected {
            let mut number = product >> 64;
            let mut digits = vec![0; len as usize];
            for step in (0..len).rev() {
                digits[step as usize] = (number % u128::from(bound - step)) as u64;
                number /= u128::from(bound - step);
            }
            return digits;
        }
    }
}

#[test]
fn batched_draws_are_those_of_the_slow_twin() {
    fn check<const N: usize>(bound: u32) {
        let key = u64::from(bound) << 8 | N as u64;
        let mut slow = SlowXoshiro::from_key(key);
        let mut fast = Rng::from_key(key);
        for _ in 0..50 {
            let numbers = fast.below_falling::<N>(bound).map(u64::from);
            let wanted = slow_falling(&mut slow, u64::from(bound), N as u64);
            assert_eq!(numbers.to_vec(), wanted, "{N} below {bound}");
        }
    }
    for bound in 7..=512 {
        check::<1>(bound);
        check::<2>(bound);
        check::<3>(bound);
        check::<7>(bound);
    }
}

#[test]
fn streams_differ_from_each_other() {
    let mut firsts = BTreeSet::new();
    let mut count = 0;
    for (seed, block, round) in [0, 1, 2, u64::MAX]
        .into_iter()
        .flat_map(|s| (0..20).flat_map(move |b| (0..3).map(move |r| (s, b, r))))
    {
        for purpose in PURPOSES {
            for index in 0..10 {
                firsts.insert(RoundKey::new(seed, block, round).stream(purpose, index).bits());
                count += 1;
            }
        }
    }
    assert_eq!(firsts.len(), count, "two streams begin with the same word");
}

/// The signature of some blocks: a hash of everything that their outcomes say.
fn signature(outcomes: &[Outcome]) -> u64 {
    let mut hashed = Vec::new();
    let mut add = |number: u64| hashed.extend(number.to_le_bytes());
    for outcome in outcomes {
        // Every field, so that a new one is not forgotten here; the last three are of matches and
        // of bots alone.
        let Outcome {
            winners,
            scores,
            hand_points,
            turns,
            stalled,
            blocked,
            first,
            faults,
            rounds: _,
            ahead: _,
            asked: _,
        } = outcome;
        add(u64::from(*winners));
        scores.iter().for_each(|&score| add(score as u64));
        hand_points.iter().chain(faults).for_each(|&number| add(u64::from(number)));
        add(u64::from(*turns));
        add(u64::from(*stalled) | u64::from(*blocked) << 1);
        add(u64::from(*first));
    }
    fnv1a(&hashed)
}

/// Plays blocks in all [`rotations`], on the fast table and on the portable one, which must
/// agree.
fn play(
    rules: &RuleSet,
    players: usize,
    strategies: &[&str],
    match_play: bool,
    blocks: u64,
) -> Vec<Outcome> {
    let specs = specs(strategies);
    let setup = TableSetup::new(rules, players, &specs, match_play, SEED);
    let seatings = rotations(players, specs.len());
    let [fast, portable] = [setup.clone().table(), open_table(setup)].map(|table| {
        let mut outcomes = Vec::new();
        (0..blocks).for_each(|block| table.play_block(block, &seatings, &mut outcomes));
        outcomes
    });
    assert_eq!(fast, portable, "{} at {players} seats: fast and portable table differ", rules.name);
    fast
}

fn values() -> String {
    let mut text = String::from(
        "# Pinned values of seed 1; see tests/game/value_stability.rs. UNOBENCH_BLESS=1 cargo test \
         --release value_stability writes them anew.\n",
    );
    let mut line = |name: String, value: String| {
        writeln!(text, "{name} = {value}").expect("a string takes all")
    };
    for (seed, block, round) in [(1, 0, 0), (1, 1, 0), (1, 0, 1), (2, 0, 0), (u64::MAX, 1 << 40, 7)]
    {
        for purpose in PURPOSES {
            let mut stream = RoundKey::new(seed, block, round).stream(purpose, 3);
            let words = format!("{:016x} {:016x}", stream.bits(), stream.bits());
            line(format!("stream {seed} {block} {round} {purpose:?} 3"), words);
        }
    }
    let mut rng = Rng::from_key(1);
    let falling: Vec<u32> = (1..=108).rev().map(|bound| rng.below(bound)).collect();
    line("below 108, 107 …".into(), format!("{falling:?}"));
    line("below_falling 7 of 108".into(), format!("{:?}", rng.below_falling::<7>(108)));
    line("below_falling 7 of 512".into(), format!("{:?}", rng.below_falling::<7>(512)));
    let mut order: Vec<u8> = (0..20).collect();
    rng.shuffle(&mut order);
    line("shuffle 20".into(), format!("{order:?}"));
    let coins: Vec<u8> = (0..16).map(|_| u8::from(rng.coin(1 << 31))).collect();
    line("coins of a half".into(), format!("{coins:?}"));
    for (name, cards) in deal() {
        line(format!("deal official 4 seats block 0 {name}"), cards);
    }
    for (name, value) in signatures() {
        line(format!("signature {name}"), format!("{value:016x}"));
    }
    text
}

/// The first official deal at four seats: the dealer, the hands, and the pile from which the first
/// card is drawn.
fn deal() -> Vec<(String, String)> {
    let text = |kinds: Vec<Kind>| {
        kinds.iter().map(|kind| kind.text(0).to_string()).collect::<Vec<_>>().join(" ")
    };
    let key = RoundKey::new(SEED, 0, 0);
    let deck: Prepared<Compact> = Prepared::new(&RuleSet::official(), 4);
    let opening = deck.first_opening(key);
    let round = deck.deal(opening, &mut key.stream(Purpose::Deal, 0));
    let mut lines = vec![("dealer".to_owned(), opening.dealer.index().to_string())];
    for seat in 0..4 {
        lines.push((format!("seat {seat}"), text(kinds_of(round.hand(Seat::new(seat))))));
    }
    lines.push(("pile".to_owned(), text(pile_kinds(&round))));
    lines
}

fn signatures() -> Vec<(String, u64)> {
    const LINE_UP: [&str; 2] = ["random", "high-points"];
    let mut lines = Vec::new();
    let mut add = |name: String, rules: &RuleSet, players, line_up: &[&str]| {
        lines.push((name, signature(&play(rules, players, line_up, false, BLOCKS))));
    };
    let shipped = |name: &str| RuleSet::load(name).expect("a shipped rule set");
    for name in RuleSet::shipped_names() {
        add(format!("{name} 4 seats"), &shipped(name), 4, &LINE_UP);
    }
    for players in MIN_SEATS..=MAX_SEATS {
        add(format!("official {players} seats"), &official(""), players, &LINE_UP);
    }
    add("two packs 10 seats".into(), &official("deck.packs=2"), 10, &LINE_UP);
    let people = official(
        "people.forgets_uno=0.3 people.remembers_uno=0.5 people.catches_uno=0.4 \
         people.calls_falsely=0.1 uno.false_call_penalty=2",
    );
    add("people 4 seats".into(), &people, 4, &LINE_UP);
    for entry in CATALOGUE.entries() {
        let line_up = [&*affordable(entry.name).to_string(), "random", "random", "random"];
        add(format!("strategy {} against random", entry.name), &official(""), 4, &line_up);
    }
    for name in ["official", "lazy", "partners", "penalty-200"] {
        let outcomes = play(&shipped(name), 4, &LINE_UP, true, 20);
        lines.push((format!("{name} 4 seats, match"), signature(&outcomes)));
    }
    lines
}

#[test]
fn pinned_values_hold() {
    let values = values();
    if std::env::var_os("UNOBENCH_BLESS").is_some() {
        std::fs::write(FILE, &values).expect("tests/game/data can be written");
    }
    let pinned = std::fs::read_to_string(FILE)
        .expect("tests/game/data/signatures.txt, or UNOBENCH_BLESS=1 to write it");
    let known: BTreeSet<&str> = pinned.lines().collect();
    let changed: Vec<&str> = values.lines().filter(|line| !known.contains(line)).collect();
    assert!(changed.is_empty(), "pinned values changed; now:\n{}", changed.join("\n"));
    assert_eq!(pinned, values, "the order or the comments of tests/game/data/signatures.txt");
}

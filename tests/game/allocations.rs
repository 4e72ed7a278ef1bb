//! Playouts ask the system for no memory, and decisions by search for some at their beginning
//! alone.
//!
//! The test binary counts what each thread asks for; see [`Counting`].

use crate::support::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use unobench_core::strategy::{Cost, FromSettings as _, ParameterValues, drive};
use unobench_strategies::random::Uniform;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static MEMORY: Counting = Counting;

impl Counting {
    fn count() {
        // A thread that is about to end has no counter any more, and nobody who would read it.
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
    }
}

// SAFETY: every call is handed on to the system's allocator as it came, whose contract is thereby
// kept; the counter beside it has no destructor and asks for no memory itself.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::count();
        // SAFETY: as for the implementation.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as for the implementation.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counting::count();
        // SAFETY: as for the implementation.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Counting::count();
        // SAFETY: as for the implementation.
        unsafe { System.realloc(memory, layout, size) }
    }
}

fn asked_by(work: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    work();
    ASKED.get() - before
}

const TOTALS: [i32; MAX_SEATS] = [0; MAX_SEATS];

#[test]
fn what_asks_for_memory_is_counted() {
    assert_eq!(asked_by(|| ()), 0);
    let mut kept = Vec::new();
    assert_eq!(asked_by(|| kept.push(std::hint::black_box(1))), 1);
}

/// A world is dealt and played to its end, hundreds of times, from the first decision of a round.
fn playouts<C: Cards>(house: &House) -> u64 {
    let (round, _) = house.open::<C>(0);
    let worlds = View::new(&round, &house.active_rules, &TOTALS, round.actor()).determinizer::<C>();
    let mut rng = Rng::from_key(1);
    let mut players: [Uniform; MAX_SEATS] = std::array::from_fn(|_| {
        let mut random = Uniform::new(&ParameterValues::new(&[]));
        random.begin(Some(&Rng::from_key(rng.bits())));
        random
    });
    let mut world: Round<C> = *worlds.base();
    asked_by(|| {
        for playout in 0..300 {
            match playout % 2 {
                0 => worlds.sample(&mut rng, &mut world),
                _ => worlds.sample_inferred(&mut rng, 1 << 31, &mut world),
            }
            let key = RoundKey::new(rng.bits(), 0, 0);
            let mut chance = house.chance(key, Rng::from_key(rng.bits()));
            drive(&mut world, &mut chance, &mut players, &TOTALS);
            assert_ne!(world.standing(), RoundStatus::Waits);
        }
    })
}

#[test]
fn playouts_ask_for_no_memory() {
    for name in RuleSet::shipped_names() {
        let rules = RuleSet::load(name).expect("a shipped rule set");
        let players = (2..=4)
            .rev()
            .find(|&players| rules.validate_for(players).is_ok())
            .expect("two, three or four can play");
        assert_eq!(playouts::<Roomy>(&House::of(rules, players, 1)), 0, "{name}");
    }
    assert_eq!(playouts::<Compact>(&House::of(RuleSet::official(), 4, 1)), 0);
}

fn asked_by_decision(text: &str) -> u64 {
    let spec = strategy(text).expect("a search");
    let house = House::of(RuleSet::official(), 4, 1);
    let (round, chance) = house.open::<Roomy>(0);
    let mut player: Player = spec.player();
    player.begin(Some(&Rng::from_key(1)));
    let view = View::new(&round, &house.active_rules, &TOTALS, round.actor());
    asked_by(|| {
        player.act(&round, view, Some(&chance));
    })
}

/// A decision takes its memory as it begins, and a tree as often as it doubles.
#[test]
fn searches_ask_for_memory_by_the_decision_and_not_by_the_playout() {
    const DOUBLINGS: u64 = 5;
    for entry in CATALOGUE.entries().filter(|entry| entry.traits.cost == Cost::Search) {
        let has_policy = entry.parameters.iter().any(|parameter| parameter.name == "policy");
        let policies: &[&str] = if has_policy {
            &[",policy=linear", ",policy=most-colour", ",policy=random"]
        } else {
            &[",margin=1"]
        };
        for more in policies {
            let name = entry.name;
            let [few, many] = [25, 400]
                .map(|playouts| asked_by_decision(&format!("{name}:playouts={playouts}{more}")));
            let grows = if ["flat-mc", "search"].contains(&name) { 0 } else { DOUBLINGS };
            assert!(many <= few + grows, "{name} with {more}: {few} and {many}");
        }
    }
}

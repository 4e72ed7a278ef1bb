//! A long comparison of the two engines, for `scripts/fuzz`: random rule sets, any number of seats,
//! until so many rounds agree.

use super::compare::{Case, Counts};
use super::rules::{all_keys, random_rules};
use super::sweeps::compared;
use super::tape::Deal;
use crate::support::*;

const BATCH: usize = 2000;

fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).unwrap_or_else(|_| default.to_string());
    text.parse().unwrap_or_else(|_| panic!("{name} = {text} is not a whole number"))
}

fn cases(keys: &[(String, Vec<String>)], rng: &mut Rng) -> Vec<Case> {
    let case = |_| {
        let players = MIN_SEATS + rng.below((MAX_SEATS - MIN_SEATS + 1) as u32) as usize;
        let rules = random_rules(keys, players, rng);
        let deal = if rng.below(4) == 0 { Deal::Live } else { Deal::Laid };
        Case::random(&rules, players, deal, rng)
    };
    (0..BATCH).map(case).collect()
}

#[test]
#[ignore = "takes long; scripts/fuzz runs it"]
fn long_fuzz() {
    let (rounds, seed) = (number("UNOBENCH_FUZZ_ROUNDS", 100_000), number("UNOBENCH_FUZZ_SEED", 1));
    let keys = all_keys();
    let mut rng = Rng::from_key(seed ^ 0x6675_7A7A);
    let mut total = Counts::default();
    while total.rounds < rounds {
        let cases = cases(&keys, &mut rng);
        let (counts, worst) = compared(&cases);
        if let Some((case, difference, _)) = worst {
            panic!("the engines differ:\n{}", case.report(&difference));
        }
        total = total.add(counts);
        println!("{} of {rounds} rounds agree: {total:?}", total.rounds);
    }
}

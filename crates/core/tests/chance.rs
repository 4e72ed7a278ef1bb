use unobench_core::game::{
    ActiveRules, Chance, Coin, OfficialRules, PeopleRates, Prepared, RandomChance, SeatSet,
    TurnEvents,
};
use unobench_core::rng::{Rng, RoundKey};
use unobench_core::rules::{People, Person, Probability, RuleSet};

const COINS: [Coin; 5] =
    [Coin::Advises, Coin::PlaysOutOfTurn, Coin::Talks, Coin::CallsFalsely, Coin::Misplays];

fn people(chances: [[f64; 5]; 2]) -> People {
    let mut people = People::OFFICIAL;
    for (person, chances) in people.seats.iter_mut().zip(chances) {
        let [advises, plays_out_of_turn, talks, calls_falsely, misplays] =
            chances.map(|chance| Probability::from_f64(chance).expect("a probability"));
        *person = Person { advises, plays_out_of_turn, talks, calls_falsely, misplays, ..*person };
    }
    people
}

/// On how many turns of `turns` which of the five things happened, as bits; both seats can do each.
fn happenings(people: &People, turns: u32) -> Vec<u32> {
    let rates = PeopleRates::of(people);
    let chances =
        [rates.advises, rates.plays_out_of_turn, rates.talks, rates.calls_falsely, rates.misplays];
    let turn_events = TurnEvents::new(chances);
    let both = SeatSet::first(2);
    let key = RoundKey::new(3, 0, 0);
    let mut chance: RandomChance<'_, _> =
        RandomChance::new(OfficialRules(&ActiveRules::OFFICIAL), people, key, Rng::from_key(1));
    let deck: Prepared = Prepared::new(&RuleSet::official(), 2);
    let round = *deck.table();
    let mut counts = vec![0; 32];
    for _ in 0..turns {
        let mut happened = 0;
        if !chance.is_surely_quiet(turn_events.noise()) && !chance.is_quiet(turn_events.noise()) {
            chance.may_act(&turn_events);
            for (index, (coin, most)) in COINS.into_iter().zip(chances).enumerate() {
                happened |= u32::from(chance.one_of(&round, coin, both, most).is_some()) << index;
            }
        }
        counts[happened as usize] += 1;
    }
    counts
}

/// Chi-square against independent events, each with the mean of the two seats' probabilities;
/// 61.1 is the 99.9th percentile of 31 degrees.
#[test]
fn turn_events_are_independent_and_as_likely_as_they_should() {
    let chances = [[0.1, 0.5, 0.3, 0.2, 0.4], [0.3, 0.1, 0.3, 0.6, 0.0]];
    let turns = 400_000;
    let counts = happenings(&people(chances), turns);
    let statistic: f64 = (0..32)
        .map(|set| {
            let part = |index: usize| {
                let mean = (chances[0][index] + chances[1][index]) / 2.0;
                if set >> index & 1 == 1 { mean } else { 1.0 - mean }
            };
            let expected = f64::from(turns) * (0..5).map(part).product::<f64>();
            (f64::from(counts[set]) - expected).powi(2) / expected
        })
        .sum();
    assert!(statistic < 61.1, "chi-square {statistic}: {counts:?}");
}

#[test]
fn what_is_certain_happens_on_every_turn() {
    assert_eq!(happenings(&people([[1.0, 0.0, 1.0, 0.0, 0.0]; 2]), 1000)[0b101], 1000);
    assert_eq!(happenings(&people([[0.0; 5]; 2]), 1000)[0], 1000);
}

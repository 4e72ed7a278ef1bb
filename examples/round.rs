//! Plays one round, decision by decision, and says what happens.

use unobench::game::{
    Action, ActiveRules, Event, Observed, Observer, Prepared, Round, RoundStatus,
};
use unobench::rng::RoundKey;
use unobench::rules::RuleSet;

/// Prints what happens.
struct Narrator;

impl Observer for Narrator {
    fn saw(&mut self, _round: &Round, event: Event) {
        println!("{event:?}");
    }
}

fn main() {
    let rules = RuleSet::official();
    let active = ActiveRules::of(&rules);
    let deck = Prepared::new(&rules, 3);
    let key = RoundKey::new(1, 0, 0); // seed 1, deal 0, round 0 of a match
    let dealt = deck.dealt(key, deck.first_opening(key));
    let (mut round, mut chance) = (dealt.round, dealt.chance(&active, &rules.people));
    round.open(&mut Observed::new(&mut chance, &mut Narrator), &rules.setup);
    while round.standing() == RoundStatus::Waits {
        let mut first: Option<Action> = None;
        round.for_each_action(|action| first = first.or(Some(action)));
        let action = first.expect("a decision has actions");
        round
            .apply(&mut Observed::new(&mut chance, &mut Narrator), action)
            .expect("it is one of the legal ones");
    }
    println!("{:?} after {} turns", round.standing(), round.turns());
}

//! Who sits at the seats of a taped round.

use crate::support::*;

/// The name of the mind that takes any legal action, each equally likely: bluffs, challenges,
/// silence, needless draws.
pub(crate) const ANYTHING: &str = "anything";

/// The name of the mind that takes any legal action, but three times out of four one that does
/// something.
pub(crate) const EAGER: &str = "eager";

#[derive(Clone, Debug)]
pub(crate) enum Mind {
    Anything(Rng),
    Eager(Rng),
    Strategy(Box<FastPlayer>),
}

impl Mind {
    pub(crate) fn new(name: &str, key: RoundKey, seat: usize) -> Mind {
        let rng = key.stream(Purpose::Strategy, seat as u64);
        if name == ANYTHING {
            return Mind::Anything(rng);
        }
        if name == EAGER {
            return Mind::Eager(rng);
        }
        let spec = strategy(name).unwrap_or_else(|error| panic!("{error}"));
        let mut player = FastPlayer::of(&spec).expect("a strategy that goes by its view alone");
        FastStrategy::begin(&mut player, Some(&rng));
        Mind::Strategy(Box::new(player))
    }

    /// Strategies do not play with wide cards, which no table has: they look at roomy ones.
    pub(crate) fn decide<C: Cards>(
        &mut self,
        round: &Round<C>,
        rules: &ActiveRules,
        totals: &[i32; MAX_SEATS],
    ) -> Action {
        match self {
            Mind::Anything(rng) => any_of(&legal_actions(round), rng),
            Mind::Eager(rng) => {
                let mut legal = legal_actions(round);
                if rng.below(4) > 0 {
                    legal.retain(|action| *action != Action::No);
                }
                any_of(&legal, rng)
            }
            Mind::Strategy(player) => {
                decide(player.as_mut(), &View::new(round, rules, totals, round.actor()))
            }
        }
    }
}

fn any_of(actions: &[Action], rng: &mut Rng) -> Action {
    actions[rng.below(actions.len() as u32) as usize]
}

/// A line-up: at most tables everybody does anything, at others strategies sit down too.
pub(crate) fn random_line_up(players: usize, rng: &mut Rng) -> Vec<String> {
    let mut names = vec![ANYTHING, EAGER, EAGER];
    let moving = unobench_core::rules::RuleSet::load("seven-zero").expect("a shipped rule set");
    names.extend(unwatched(&ActiveRules::of(&moving)).map(|entry| entry.name));
    let mut any = |names: &[&'static str]| names[rng.below(names.len() as u32) as usize];
    let pool = match any(&["anything", "eager", "eager", "one strategy", "mixed", "mixed"]) {
        "one strategy" => vec![any(&names)],
        "mixed" => names,
        name => vec![name],
    };
    (0..players).map(|_| any(&pool).to_string()).collect()
}

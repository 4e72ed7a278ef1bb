//! Scripted positions for the tests of the strategies, and the names that most of them use.

pub(super) use std::path::Path;
pub(super) use std::sync::Arc;
pub(super) use unobench_core::cards::{Colour, Kind, KindSet, Roomy};
pub(super) use unobench_core::game::{
    Action, ActiveRules, Decision, Memory, Observed, Opening, Prepared, RandomChance, Round,
    RoundStatus, Seat, View,
};
pub(super) use unobench_core::rng::{Purpose, Rng, RoundKey};
pub(super) use unobench_core::rules::{MAX_SEATS, RuleSet};
pub(super) use unobench_core::strategy::{Aim, CardChoice, Entry, FastStrategy, FromSettings as _};
pub(super) use unobench_core::strategy::{ParameterValues, Player, Strategy, StrategySpec};
pub(super) use unobench_core::table::{SeatMap, TableSetup};
pub(super) use unobench_disk::Disk;
pub(super) use unobench_strategies::{CATALOGUE, FastPlayer, strategy};

#[derive(Debug, Clone, Default)]
pub(super) struct Scene {
    settings: Vec<String>,
    hands: Vec<Vec<Kind>>,
    up: Vec<Kind>,
    pile: Vec<Kind>,
    acts: Vec<Action>,
    totals: [i32; MAX_SEATS],
}

/// Cards as they are written, such as `R5 W+4`; `W+n` without cards that draw something else.
pub(super) fn cards(text: &str) -> Vec<Kind> {
    text.split_whitespace()
        .map(|card| Kind::parse(card, 0).unwrap_or_else(|_| panic!("no card: {card}")))
        .collect()
}

pub(super) fn card(text: &str) -> Kind {
    cards(text)[0]
}

pub(super) fn player(name: &str) -> Box<dyn Strategy> {
    let spec = strategy(name).expect("a strategy");
    let Player::Honest(mut player) = spec.player() else { panic!("{name} is a bound") };
    player.begin(Some(&Rng::from_key(1)));
    player
}

pub(super) fn play(
    rules: &str,
    players: usize,
    rounds: u64,
    strategy: &str,
    mut visit: impl FnMut(&Round, &View<'_>, Action),
) {
    let rules = RuleSet::load(rules).expect("a shipped rule set");
    let active = ActiveRules::of(&rules);
    let deck: Prepared = Prepared::new(&rules, players);
    let mut player = player(strategy);
    for block in 0..rounds {
        let key = RoundKey::new(1, block, 0);
        let dealt = deck.dealt(key, deck.first_opening(key));
        let (mut round, mut chance) = (dealt.round, dealt.chance(&active, &rules.people));
        round.open_dyn(&mut chance, &rules.setup);
        while round.standing() == RoundStatus::Waits {
            let view = View::new(&round, &active, &[0; MAX_SEATS], round.actor());
            let action = player.decide(&view);
            visit(&round, &view, action);
            round.apply_dyn(&mut chance, action).expect("a legal action");
        }
    }
}

/// The colours that a strategy names in a hundred such positions, each once.
pub(super) fn named(scene: &Scene, strategy: &str) -> Vec<Colour> {
    let mut player = player(strategy);
    let mut colour = |view: &View<'_>| match player.decide(view) {
        Action::Colour(colour) => colour,
        action => panic!("{action:?} is no colour"),
    };
    let mut colours: Vec<Colour> =
        scene.look(|view| std::iter::repeat_with(|| colour(view)).take(100).collect());
    colours.sort_unstable_by_key(|colour| colour.index());
    colours.dedup();
    colours
}

impl Scene {
    /// A table with these hands by seat, where seat 0 moves first on this up card.
    pub(super) fn new(up: &str, hands: &[&str]) -> Scene {
        Scene {
            up: cards(up),
            hands: hands.iter().map(|hand| cards(hand)).collect(),
            pile: cards("B1 B2 B3 B4 B6 B7"),
            ..Scene::default()
        }
    }

    /// Changes rules; settings are separated by spaces.
    pub(super) fn rule(mut self, settings: &str) -> Scene {
        self.settings.extend(settings.split(' ').map(String::from));
        self
    }

    pub(super) fn pile(mut self, pile: &str) -> Scene {
        self.pile = cards(pile);
        self
    }

    pub(super) fn totals(mut self, totals: &[i32]) -> Scene {
        self.totals[..totals.len()].copy_from_slice(totals);
        self
    }

    pub(super) fn plays(self, text: &str) -> Scene {
        self.then(Action::Card(card(text)))
    }

    pub(super) fn names(self, text: &str, colour: Colour) -> Scene {
        self.plays(text).then(Action::Colour(colour))
    }

    pub(super) fn then(mut self, action: Action) -> Scene {
        self.acts.push(action);
        self
    }

    /// Looks at the table with the eyes of the seat that has to decide.
    pub(super) fn look<T>(&self, look: impl FnOnce(&View<'_, Roomy>) -> T) -> T {
        let mut rules = RuleSet::official();
        rules.set_all(&self.settings).expect("settings");
        let active = ActiveRules::of(&rules);
        let key = RoundKey::new(1, 0, 0);
        let mut chance =
            RandomChance::new(&active, &rules.people, key, key.stream(Purpose::Deal, 0));
        let opening = Opening::dealt_by(Seat::new(self.hands.len() - 1), self.hands.len());
        let pile: Vec<Kind> = self.pile.iter().rev().chain(&self.up).copied().collect();
        let mut round = Round::<Roomy>::with_cards(opening, &self.hands, pile).expect("few cards");
        let mut memory = Memory::default();
        round.open_dyn(&mut chance, &rules.setup);
        for &action in &self.acts {
            let mut chance = Observed::new(&mut chance, &mut memory);
            round.apply_dyn(&mut chance, action).expect("a legal action");
        }
        look(&View::new(&round, &active, &self.totals, round.actor()).remembering(&memory))
    }

    pub(super) fn ask(&self, strategy: &str, decision: Decision) -> Action {
        let mut player = player(strategy);
        self.look(|view| {
            assert_eq!(view.decision(), decision);
            player.decide(view)
        })
    }

    /// The card that a strategy plays, as it is written; `-` where it draws.
    pub(super) fn play(&self, strategy: &str) -> String {
        match self.ask(strategy, Decision::Play) {
            Action::Card(kind) => kind.text(0).to_string(),
            _ => "-".to_owned(),
        }
    }
}

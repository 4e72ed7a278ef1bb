use crate::scene::player;
use std::any::Any;
use std::path::Path;
use unobench_core::cards::{Colour, Kind, Roomy};
use unobench_core::game::{
    Action, ActiveRules, Decision, Opening, Options, Prepared, RandomChance, Round, Seat, Standing,
    View,
};
use unobench_core::rng::{Purpose, Rng, RoundKey};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Player, Settings, StrategySpec};
use unobench_strategies::linear::{ENTRY, Feature, Linear, Seats, Weights};
use unobench_strategies::strategy;

/// Rules under which all decisions are met, each with its number of seats.
const TABLES: [(&str, usize); 9] = [
    ("official", 2),
    ("official", 4),
    ("everything", 3),
    ("seven-zero", 3),
    ("five-exchange", 4),
    ("stacking-mixed", 2),
    ("partners", 4),
    ("last-standing", 5),
    ("jump-in", 10),
];

const TOTALS: [i32; MAX_SEATS] = [0; MAX_SEATS];

fn linear() -> Linear {
    Linear::new(&Settings::new(&[0]))
}

/// All legal actions.
fn legal(options: Options<u128>) -> Vec<Action> {
    let declining = options.may_decline.then_some(Action::No);
    let cards = options.kinds.iter().map(Action::Card);
    cards.chain(options.seats.iter().map(Action::Seat)).chain(declining).collect()
}

/// The legal actions of any decision but calling UNO.
fn actions(view: &View<'_, Roomy>) -> Vec<Action> {
    match view.decision() {
        Decision::Colour => Colour::ALL.map(Action::Colour).to_vec(),
        Decision::Challenge => vec![Action::Yes, Action::No],
        Decision::Uno => Vec::new(),
        _ => legal(view.options()),
    }
}

/// Plays rounds of a rule set by `linear`; `visit` sees each decision.
fn play(
    rules: &str,
    players: usize,
    blocks: u64,
    mut visit: impl FnMut(&Round<Roomy>, &View<'_, Roomy>, Action),
) {
    let rules = RuleSet::load(rules).expect("a shipped rule set");
    let active = ActiveRules::of(&rules);
    let deck = Prepared::<Roomy>::new(&rules, players);
    let mut linear = player("linear");
    for block in 0..blocks {
        let key = RoundKey::new(1, block, 0);
        let mut rng = key.stream(Purpose::Deal, 0);
        let mut round = deck.deal(deck.first_opening(key), &mut rng);
        let mut chance = RandomChance::new(&active, &rules.people, key, rng);
        round.open_dyn(&mut chance, &rules.setup);
        while round.standing() == Standing::Waits {
            let view = View::new(&round, &active, &TOTALS, round.actor());
            let action = linear.decide(&view);
            visit(&round, &view, action);
            round.apply_dyn(&mut chance, action).expect("a legal action");
        }
    }
}

/// The features of an action, each summed up.
fn features(view: &View<'_, Roomy>, action: Action) -> [f32; Feature::COUNT] {
    let mut sums = [0.0; Feature::COUNT];
    linear().features(view, action, |feature, value| sums[feature as usize] += value);
    sums
}

#[test]
fn features_are_finite_and_small() {
    for (rules, players) in TABLES {
        play(rules, players, 5, |_, view, _| {
            for action in actions(view) {
                let features = features(view, action);
                assert!(
                    features.iter().all(|value| value.is_finite() && value.abs() <= 20.0),
                    "{rules}: {action:?} {features:?}"
                );
            }
        });
    }
}

#[test]
fn features_are_blind_to_what_is_hidden() {
    let mut rng = Rng::from_key(1);
    for (rules, players) in TABLES {
        let active = ActiveRules::of(&RuleSet::load(rules).expect("a shipped rule set"));
        play(rules, players, 3, |round, view, _| {
            let mut other = *round;
            view.determinizer().sample(&mut rng, &mut other);
            let other = View::new(&other, &active, &TOTALS, view.seat());
            for action in actions(view) {
                assert_eq!(features(view, action), features(&other, action), "{rules}: {action:?}");
            }
        });
    }
}

#[test]
fn the_most_valuable_action_is_taken() {
    let mut decisions = std::collections::BTreeSet::new();
    for (rules, players) in TABLES {
        play(rules, players, 5, |_, view, taken| {
            let values: Vec<(f32, Action)> = actions(view)
                .into_iter()
                .map(|action| (linear().value_of(view, action), action))
                .collect();
            let best = values.iter().map(|(value, _)| *value).fold(f32::NEG_INFINITY, f32::max);
            if let Some((value, _)) = values.iter().find(|(_, action)| *action == taken) {
                decisions.insert(view.decision().name());
                assert_eq!(*value, best, "{rules}, {:?}: {taken:?} of {values:?}", view.decision());
            }
        });
    }
    for decision in
        ["play", "drawn", "colour", "challenge", "answer", "jump_in", "swap", "exchange", "give"]
    {
        assert!(decisions.contains(decision), "{decision} is never met: {decisions:?}");
    }
}

#[test]
fn every_feature_matters_somewhere() {
    let mut seen = [false; Feature::COUNT];
    for (rules, players) in TABLES {
        play(rules, players, 30, |_, view, _| {
            for action in actions(view) {
                features(view, action)
                    .iter()
                    .zip(&mut seen)
                    .for_each(|(value, seen)| *seen |= *value != 0.0);
            }
        });
    }
    let never: Vec<&str> = Feature::ALL
        .iter()
        .filter(|&&feature| !seen[feature as usize])
        .map(|feature| feature.name())
        .collect();
    assert!(never.is_empty(), "{never:?}");
}

/// Seat 0 is to move on red 1, dealt these cards by seat `players` − 1.
fn position<T>(hands: &[&str], ask: impl FnOnce(&View<'_, Roomy>) -> T) -> T {
    let cards = |text: &str| -> Vec<Kind> {
        text.split_whitespace().map(|card| Kind::parse(card, 0).expect("a card")).collect()
    };
    let rules = RuleSet::official();
    let active = ActiveRules::of(&rules);
    let key = RoundKey::new(1, 0, 0);
    let mut chance = RandomChance::new(&active, &rules.people, key, key.stream(Purpose::Deal, 0));
    let hands: Vec<Vec<Kind>> = hands.iter().map(|hand| cards(hand)).collect();
    let opening = Opening::dealt_by(Seat::new(hands.len() - 1), hands.len());
    let mut round = Round::<Roomy>::with_cards(opening, &hands, cards("B1 B2 B3 B4 B6 B7 R1"))
        .expect("few cards");
    round.open_dyn(&mut chance, &rules.setup);
    ask(&View::new(&round, &active, &TOTALS, round.actor()))
}

fn card(text: &str) -> Action {
    Action::Card(Kind::parse(text, 0).expect("a card"))
}

#[test]
fn features_say_what_they_say() {
    position(&["RS R5 R6 B5 W", "G1 G2"], |view| {
        let skip = features(view, card("RS"));
        let of = |feature: Feature| skip[feature as usize];
        assert_eq!(
            (of(Feature::Skip), of(Feature::Points), of(Feature::SkipUrgent)),
            (1.0, 0.4, 0.5)
        );
        assert_eq!(
            (of(Feature::Again), of(Feature::AgainFits), of(Feature::PassesUrgent)),
            (1.0, 0.25, 0.0)
        );
        assert_eq!((of(Feature::ColourShare), of(Feature::FitShare)), (0.5, 0.75));
        assert_eq!(
            (of(Feature::ColoursMissing), of(Feature::ColourEnds), of(Feature::ChangesColour)),
            (0.5, 0.0, 0.0)
        );
        let five = features(view, card("R5"));
        let of = |feature: Feature| five[feature as usize];
        assert_eq!(
            (of(Feature::SameSymbol), of(Feature::FitShare), of(Feature::PassesUrgent)),
            (0.25, 1.0, 0.5)
        );
        assert!(of(Feature::Stuck) > 0.0 && of(Feature::StuckUrgent) == of(Feature::Stuck) * 0.5);
        let wild = features(view, card("W"));
        assert_eq!(
            (wild[Feature::Wild as usize], wild[Feature::ColourShare as usize]),
            (1.0, 0.75),
            "red would be named"
        );
        let draw = features(view, Action::No);
        assert_eq!(
            (
                draw[Feature::Draws as usize],
                draw[Feature::DrawsUrgent as usize],
                draw[Feature::DrawsForWild as usize]
            ),
            (1.0, 0.5, 0.0)
        );
    });
    position(&["W+4 R6", "G1 G2", "G3"], |view| {
        let bluff = features(view, card("W+4"));
        let of = |feature: Feature| bluff[feature as usize];
        assert_eq!(
            (
                of(Feature::Bluffs),
                of(Feature::WildDraw),
                of(Feature::WildDrawUrgent),
                of(Feature::PassesUrgent)
            ),
            (1.0, 1.0, 0.5, 1.0)
        );
        assert_eq!((of(Feature::LastFits), of(Feature::WildUrgent)), (1.0, 1.0));
    });
}

#[test]
fn each_number_of_players_has_its_weights() {
    let weights = Seats::ALL.into_iter().fold(Weights::built_in().clone(), |weights, seats| {
        Feature::ALL.iter().fold(weights, |weights, &feature| weights.with(seats, feature, 0.0))
    });
    let weights =
        weights.with(Seats::Two, Feature::Draws, 1.0).with(Seats::More, Feature::Draws, -1.0);
    let spec = StrategySpec::new(&ENTRY).with_file("weights.toml", weights.kept());
    let Player::Honest(mut player) = spec.player() else { panic!("it is no bound") };
    let mut plays = |hands: &[&str]| position(hands, |view| player.decide(view));
    assert_eq!(plays(&["R5 R6", "G1 G2"]), Action::No);
    assert_eq!(plays(&["R5 R6", "G1 G2", "G3"]), card("R5"), "the first of equals");
}

#[test]
fn weight_files_come_back_as_they_were_written() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("weights.toml");
    let mut rng = Rng::from_key(1);
    for _ in 0..20 {
        let weights = Feature::ALL.iter().fold(Weights::built_in().clone(), |weights, &feature| {
            weights.with(Seats::More, feature, (f64::from(rng.below(2_000_001)) / 1e6 - 1.0) as f32)
        });
        std::fs::write(&path, weights.to_toml()).expect("it is written");
        assert_eq!(Weights::read(&path), Ok(weights));
    }
}

/// The value for nothing but zeros was computed apart from this code, from the definition of
/// FNV-1a.
#[test]
fn a_digest_tells_weights_apart() {
    let digest = |weights: Weights| {
        let spec = StrategySpec::new(&ENTRY).with_file("weights.toml", weights.kept());
        let (path, digest) = spec.file_digest().expect("it has a file");
        assert_eq!(path, "weights.toml");
        digest
    };
    let built_in = Weights::clone(Weights::built_in());
    assert_eq!(digest(built_in.clone()), digest(built_in.clone()));
    for (seats, feature) in
        [(Seats::Two, Feature::ALL[0]), (Seats::More, Feature::ALL[Feature::COUNT - 1])]
    {
        let weight = built_in.of(seats)[feature as usize];
        let other = built_in.clone().with(seats, feature, f32::from_bits(weight.to_bits() + 1));
        assert_ne!(digest(other), digest(built_in.clone()));
    }
    let zeros = Seats::ALL.into_iter().fold(built_in, |weights, seats| {
        Feature::ALL.iter().fold(weights, |weights, &feature| weights.with(seats, feature, 0.0))
    });
    assert_eq!(digest(zeros), "fnv1a64:a78e4e2d3bbe4d40");
}

#[test]
fn every_error_of_a_weight_file_names_file_key_value_and_what_is_allowed() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("weights.toml");
    let good = Weights::built_in().to_toml();
    let skip = good.lines().find(|line| line.starts_with("skip = ")).expect("a weight").to_owned();
    let of_more = &good[good.find("[more]").expect("the second table")..];
    let refused = |text: &str, words: &[&str]| {
        std::fs::write(&path, text).expect("it is written");
        let message = Weights::read(&path).expect_err(text).to_string();
        assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
        for word in words {
            assert!(message.contains(word), "{word:?} is missing in: {message}");
        }
    };
    refused("[two", &["not valid TOML"]);
    refused(
        &good.replacen(&skip, "skips = 1", 1),
        &["two.skips = 1", "did you mean skip?", "draw_two"],
    );
    refused(&good.replacen(&skip, "", 1), &["two.skip is missing"]);
    for value in ["inf", "nan", "\"much\"", "1000.5", "true"] {
        refused(
            &good.replacen(&skip, &format!("skip = {value}"), 1),
            &[&format!("two.skip = {value}"), "a number from -1000 to 1000"],
        );
    }
    refused(of_more, &["[two] is missing"]);
    refused(&format!("{good}\n[three]\n"), &["three", "[two] and [more]"]);
    refused(&format!("two = 3\n{of_more}"), &["two = 3", "a table"]);
    let missing =
        Weights::read(Path::new("no/such/file.toml")).expect_err("there is none").to_string();
    assert!(missing.starts_with("no/such/file.toml: cannot read the weights"), "{missing}");
}

#[test]
fn the_strategy_is_written_with_its_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("weights.toml");
    std::fs::write(&path, Weights::built_in().to_toml()).expect("it is written");
    let text = format!("linear:file={}", path.display());
    let spec = strategy(&text).expect("a strategy");
    assert_eq!(spec.to_string(), text);
    let file: &dyn Any = spec.file().expect("the file that was named");
    assert_eq!(file.downcast_ref(), Some(Weights::built_in()));
}

use crate::net::file;
use crate::scene::*;
use std::any::Any;
use unobench_core::strategy::StrategyFile as _;
use unobench_strategies::linear::{ENTRY, Feature, Linear, PlayerCount, Weights};

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
    Linear::new(&ParameterValues::new(&[0]))
}

/// The legal actions of any decision but calling UNO.
fn actions(view: &View<'_>) -> Vec<Action> {
    let mut actions = view.actions();
    actions.retain(|action| view.decision() != Decision::Uno && *action != Action::Pass);
    actions
}

fn features(view: &View<'_>, action: Action) -> [f32; Feature::COUNT] {
    let mut sums = [0.0; Feature::COUNT];
    linear().features(view, action, |feature, value| sums[feature as usize] += value);
    sums
}

#[test]
fn features_are_blind_to_what_is_hidden() {
    let mut rng = Rng::from_key(1);
    for (rules, players) in TABLES {
        let active = ActiveRules::of(&RuleSet::load(rules).expect("a shipped rule set"));
        play(rules, players, 3, "linear", |round, view, _| {
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
        play(rules, players, 5, "linear", |_, view, taken| {
            let value = |action| (linear().value_of(view, action), action);
            let values: Vec<(f32, Action)> = actions(view).into_iter().map(value).collect();
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
fn every_feature_is_small_and_matters_somewhere() {
    let mut seen = [false; Feature::COUNT];
    for (rules, players) in TABLES {
        play(rules, players, 30, "linear", |_, view, _| {
            for action in actions(view) {
                let features = features(view, action);
                let are_small = features.iter().all(|value| value.abs() <= 20.0);
                assert!(are_small, "{rules}: {action:?} {features:?}");
                seen.iter_mut().zip(features).for_each(|(seen, value)| *seen |= value != 0.0);
            }
        });
    }
    let never = Feature::ALL.iter().filter(|&&feature| !seen[feature as usize]);
    let never: Vec<&str> = never.map(|feature| feature.name()).collect();
    assert!(never.is_empty(), "{never:?}");
}

/// Hands at a table where the first is to move on red 1, what it does, and features of that.
const POSITIONS: [(&[&str], &str, &str); 5] = [
    (
        &["RS R5 R6 B5 W", "G1 G2"],
        "RS",
        "skip=1 points=0.4 skip_urgent=0.5 again=1 again_fits=0.25 passes_urgent=0 \
         colour_share=0.5 fit_share=0.75 colours_missing=0.5 colour_ends=0 changes_colour=0",
    ),
    (&["RS R5 R6 B5 W", "G1 G2"], "R5", "same_symbol=0.25 fit_share=1 passes_urgent=0.5"),
    // Red would be named.
    (&["RS R5 R6 B5 W", "G1 G2"], "W", "wild=1 colour_share=0.75"),
    (&["RS R5 R6 B5 W", "G1 G2"], "-", "draws=1 draws_urgent=0.5 draws_for_wild=0"),
    (
        &["W+4 R6", "G1 G2", "G3"],
        "W+4",
        "bluffs=1 wild_draw=1 wild_draw_urgent=0.5 passes_urgent=1 last_fits=1 wild_urgent=1",
    ),
];

#[test]
fn features_say_what_they_say() {
    for (hands, does, values) in POSITIONS {
        Scene::new("R1", hands).look(|view| {
            let features = features(view, if does == "-" { Action::No } else { card(does) });
            for (name, value) in values.split(' ').filter_map(|value| value.split_once('=')) {
                let place = Feature::ALL.iter().position(|feature| feature.name() == name);
                let found = features[place.expect("a feature")];
                assert_eq!(Ok(found), value.parse(), "{does}: {name}");
            }
            let [stuck, urgent] =
                [Feature::Stuck, Feature::StuckUrgent].map(|feature| features[feature as usize]);
            assert!(does != "R5" || (stuck > 0.0 && urgent == stuck * 0.5));
        });
    }
}

fn card(text: &str) -> Action {
    Action::Card(crate::scene::card(text))
}

fn zeros() -> Weights {
    PlayerCount::ALL.into_iter().fold(Weights::clone(Weights::built_in()), |weights, seats| {
        Feature::ALL.iter().fold(weights, |weights, &feature| weights.with(seats, feature, 0.0))
    })
}

#[test]
fn each_number_of_players_has_its_weights() {
    let weights = zeros().with(PlayerCount::Two, Feature::Draws, 1.0).with(
        PlayerCount::More,
        Feature::Draws,
        -1.0,
    );
    let spec = StrategySpec::new(&ENTRY).with_file("weights.toml", Arc::new(weights));
    let Player::Honest(mut player) = spec.player() else { panic!("it is no bound") };
    let mut plays = |hands: &[&str]| Scene::new("R1", hands).look(|view| player.decide(view));
    assert_eq!(plays(&["R5 R6", "G1 G2"]), Action::No);
    assert_eq!(plays(&["R5 R6", "G1 G2", "G3"]), card("R5"), "the first of equals");
}

#[test]
fn weight_files_come_back_as_they_were_written() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("weights.toml");
    let mut rng = Rng::from_key(1);
    let built_in = Weights::clone(Weights::built_in());
    for _ in 0..20 {
        let weights = Feature::ALL.iter().fold(built_in.clone(), |weights, &feature| {
            weights.with(
                PlayerCount::More,
                feature,
                (f64::from(rng.below(2_000_001)) / 1e6 - 1.0) as f32,
            )
        });
        std::fs::write(&path, weights.text()).expect("it is written");
        assert_eq!(Weights::read(&path, &Disk), Ok(weights));
    }
}

/// The value for nothing but zeros was computed apart from this code, from the definition of
/// FNV-1a.
#[test]
fn a_digest_tells_weights_apart() {
    let digest = |weights: Weights| {
        let spec = StrategySpec::new(&ENTRY).with_file("weights.toml", Arc::new(weights));
        let (path, digest) = spec.file_digest().expect("it has a file");
        assert_eq!(path, "weights.toml");
        digest
    };
    let built_in = Weights::clone(Weights::built_in());
    assert_eq!(digest(built_in.clone()), digest(built_in.clone()));
    for (seats, feature) in
        [(PlayerCount::Two, Feature::ALL[0]), (PlayerCount::More, Feature::ALL[Feature::COUNT - 1])]
    {
        let weight = built_in.of(seats)[feature as usize];
        let other = built_in.clone().with(seats, feature, f32::from_bits(weight.to_bits() + 1));
        assert_ne!(digest(other), digest(built_in.clone()));
    }
    assert_eq!(digest(zeros()), "fnv1a64:a78e4e2d3bbe4d40");
}

#[test]
fn every_error_of_a_weight_file_names_file_key_value_and_what_is_allowed() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("weights.toml");
    let good = Weights::built_in().text();
    let skip = good.lines().find(|line| line.starts_with("skip = ")).expect("a weight").to_owned();
    let of_more = &good[good.find("[more]").expect("the second table")..];
    let refused = |text: &str, words: &[&str]| {
        std::fs::write(&path, text).expect("it is written");
        let message = Weights::read(&path, &Disk).expect_err(text).to_string();
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
    let missing = Weights::read(Path::new("no/such/file.toml"), &Disk)
        .expect_err("there is none")
        .to_string();
    assert!(missing.starts_with("no/such/file.toml: cannot read the weights"), "{missing}");
}

#[test]
fn the_strategy_is_written_with_its_file() {
    let (_directory, path) = file(Weights::built_in().text().as_bytes());
    let text = format!("linear:file={}", path.display());
    let spec = strategy(&text).expect("a strategy");
    assert_eq!(spec.to_string(), text);
    let file: &dyn Any = spec.file().expect("the file that was named");
    assert_eq!(file.downcast_ref(), Some(&**Weights::built_in()));
}

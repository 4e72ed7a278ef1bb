//! Every strategy of the catalogue keeps the promises that a strategy makes.

mod pinned;

use crate::support;
use crate::support::{Rng, *};
use proptest::prelude::*;
use std::path::Path;
use unobench_core::game::{Chance as _, Memory, Options};
use unobench_core::strategy::{Cost, Parameter, ParameterRange, Recall, SeatStreams, Visibility};

type Cards = Roomy;

const FOLDERS: [&str; 4] = ["fast", "heuristics", "learners", "searches"];

/// Files in them that are no strategy.
const NOT_STRATEGIES: &str =
    "ahead bluff choices effect flat lib orders policy simulation state tables tactics tree";

/// The strategies of `orders.rs`, which differ in the order of their cards alone.
const ORDERS: &str = "colour-first low-points most-colour most-matches number-first \
                      specials-first specials-last wilds-first";

/// Each strategy with its defaults, and with each parameter at its bounds.
fn specs() -> Vec<StrategySpec> {
    let mut texts: Vec<String> = Vec::new();
    for entry in CATALOGUE.entries() {
        texts.push(entry.name.to_owned());
        for bound in [|p: &Parameter| p.range().0, |p: &Parameter| p.range().1] {
            // All but files, and budgets, of which the largest takes too long.
            let tried = entry
                .parameters
                .iter()
                .filter(|parameter| parameter.values != ParameterRange::File);
            let written = |parameter: &Parameter| {
                format!("{}={}", parameter.name, parameter.written(bound(parameter)))
            };
            let settings: Vec<String> =
                tried.filter(|parameter| parameter.name != BUDGET).map(written).collect();
            texts.extend(settings.iter().map(|setting| format!("{}:{setting}", entry.name)));
            if settings.len() > 1 {
                texts.push(format!("{}:{}", entry.name, settings.join(",")));
            }
        }
    }
    texts.iter().map(|text| spec_of(text)).collect()
}

/// A strategy that thinks little; a search plays its playouts by a cheap policy, where none is
/// asked for.
fn spec_of(text: &str) -> StrategySpec {
    let spec = affordable(text);
    if text.contains("policy=") || !spec.entry().parameters.iter().any(|p| p.name == "policy") {
        return spec;
    }
    let separator = if text.contains(':') { ',' } else { ':' };
    affordable(&format!("{text}{separator}policy=high-points"))
}

fn line_ups() -> impl Strategy<Value = Vec<StrategySpec>> {
    prop::collection::vec(prop::sample::select(specs()), MAX_SEATS)
}

struct Moment<'a> {
    round: &'a Round<Cards>,
    active_rules: &'a ActiveRules,
    player: &'a Player,
    memory: &'a Memory,
    future: &'a RandomChance<'a, &'a ActiveRules>,
    spec: &'a StrategySpec,
}

const TOTALS: [i32; MAX_SEATS] = [0; MAX_SEATS];

impl Moment<'_> {
    fn seat(&self) -> Seat {
        self.round.actor()
    }

    fn view(&self) -> View<'_, Cards> {
        View::new(self.round, self.active_rules, &TOTALS, self.seat()).remembering(self.memory)
    }

    fn options(&self) -> Options<u128> {
        self.round.options()
    }

    /// What this player would do in a round that it cannot tell from this one, or some other player
    /// in this one.
    fn choice_of(&self, player: &Player, round: &Round<Cards>) -> Action {
        let view = View::new(round, self.active_rules, &TOTALS, self.seat());
        player.clone().act(round, view.remembering(self.memory), Some(self.future))
    }

    fn hand(&self) -> Vec<Kind> {
        kinds_of(self.view().hand())
    }
}

/// Plays a round of a house by its strategies; `visit` sees each decision and what was chosen.
fn play(
    house: &House,
    line_up: &[StrategySpec],
    block: u64,
    mut visit: impl FnMut(&Moment<'_>, Action),
) -> (Vec<Action>, Round<Cards>) {
    let (mut round, mut chance) = house.open::<Cards>(block);
    let streams = SeatStreams::new(RoundKey::new(house.seed, block, 0), house.players);
    let mut players: Vec<Player> =
        line_up.iter().take(house.players).map(StrategySpec::player).collect();
    streams.begin(&mut players);
    let mut actions = Vec::new();
    let mut memory = Memory::default();
    while round.standing() == RoundStatus::Waits {
        let seat = round.actor();
        let before = players[seat.index()].clone();
        let view = View::new(&round, &house.active_rules, &TOTALS, seat).remembering(&memory);
        let future = chance.foresee().expect("the world goes on");
        let action = players[seat.index()].act(&round, view, Some(&future));
        let (spec, active_rules) = (&line_up[seat.index()], &house.active_rules);
        let moment = {
            let (round, player, memory, future) = (&round, &before, &memory, &future);
            Moment { round, active_rules, player, memory, future, spec }
        };
        visit(&moment, action);
        apply(&mut round, &mut Observed::new(&mut chance, &mut memory), action)
            .unwrap_or_else(|error| panic!("{spec}: {error}"));
        actions.push(action);
    }
    (actions, round)
}

proptest! {
    #![proptest_config(cases(40))]

    /// Only legal actions; same seed, same choices; and the hot loop plays what the trait says.
    #[test]
    fn rounds_are_legal_and_repeat(house in houses(), line_up in line_ups()) {
        let (actions, round) = play(&house, &line_up, 0, |_, _| ());
        prop_assert_eq!(&actions, &play(&house, &line_up, 0, |_, _| ()).0);
        let mut outcomes = Vec::new();
        let mut seating: SeatMap = [0; MAX_SEATS];
        (0..house.players).for_each(|seat| seating[seat] = seat as u8);
        let House { rules, players, seed, .. } = &house;
        let setup = TableSetup::new(rules, *players, &line_up[..*players], false, *seed);
        setup.clone().table().play_block(0, &[seating], &mut outcomes);
        open_table(setup).play_block(0, &[seating], &mut outcomes);
        let score = Scoring::of(&house.rules).score(&round);
        let expected = Outcome {
            winners: score.winners.bits(),
            scores: score.scores,
            hand_points: score.points,
            turns: round.turns(),
            stalled: round.standing() == RoundStatus::Stalled,
            blocked: matches!(round.standing(), RoundStatus::Blocked(_)),
            first: round.first().index() as u8,
            ..outcomes[0]
        };
        prop_assert_eq!(outcomes, [expected; 2]);
    }

    /// The same view with another hidden world (other hands, another order of the pile, hence
    /// another future): the same choice. What is not stochastic makes the same choices whatever its
    /// generator; what has no memory makes them without its past.
    #[test]
    fn strategies_are_blind_to_what_is_hidden_and_declared_traits_hold(
        house in houses(), line_up in line_ups()
    ) {
        let mut rng = chooser(house.seed);
        play(&house, &line_up, 0, |moment, action| {
            let traits = moment.spec.entry().traits;
            if traits.sight == Visibility::Own {
                let mut other = *moment.round;
                moment.view().determinizer::<Cards>().sample(&mut rng, &mut other);
                let choice = moment.choice_of(moment.player, &other);
                assert_eq!(choice, action, "{} peeps", moment.spec);
            }
            let other_rng = Rng::from_key(rng.bits());
            let begun = |mut player: Player| {
                player.begin(Some(&other_rng));
                player
            };
            let choice = |player: &Player| moment.choice_of(player, moment.round);
            let veteran = choice(&begun(moment.player.clone()));
            let (novice, wanted) = if traits.stochastic {
                (choice(&begun(moment.spec.player())), veteran)
            } else {
                assert_eq!(veteran, action, "{} draws random numbers", moment.spec);
                (choice(&moment.spec.player()), action)
            };
            assert_eq!(novice, wanted, "{} remembers", moment.spec);
        });
    }
}

/// What declares itself stochastic is: in some position, another generator makes it choose
/// otherwise.
#[test]
fn no_trait_is_declared_in_vain() {
    for entry in CATALOGUE.entries() {
        // The one world that an oracle looks into leaves nothing to chance but what the policy does
        // there.
        let policy =
            if entry.traits.sight == Visibility::Everything { ":policy=random" } else { "" };
        let line_up = vec![spec_of(&format!("{}{policy}", entry.name)); 4];
        let mut draws = false;
        for block in 0..20 {
            play(&House::of(RuleSet::official(), 4, 1), &line_up, block, |moment, action| {
                let mut other = moment.player.clone();
                other.begin(Some(&Rng::from_key(block)));
                draws |= moment.choice_of(&other, moment.round) != action;
            });
        }
        assert!(!entry.traits.stochastic || draws, "{} is not stochastic", entry.name);
    }
}

#[test]
fn entries_describe_what_they_are() {
    let mut names = BTreeSet::new();
    for entry in CATALOGUE.entries() {
        let Entry { name, description, source, tier, parameters, traits, .. } = entry;
        let holds = |is_so: bool, what: &str| assert!(is_so, "{name}: {what}");
        holds(names.insert(name), "it is there twice");
        holds(is_kebab(name), "it is not kebab-case");
        let texts = [description, source, &traits.looks_at];
        holds(texts.iter().all(|text| !text.trim().is_empty()), "it lacks a text");
        holds(*tier <= 5, "tiers are 0 to 5");
        holds(traits.recall == Recall::Nothing || *tier >= 2, "memory is tier 2 at least");
        let is_bound = traits.sight != Visibility::Own;
        holds(is_bound == (*tier == 5), "bounds, and only they, see more than a seat does");
        holds((traits.cost == Cost::Search) == (*tier >= 4), "tiers 4 and 5 search");
        let cheap = "tiers 0 to 2, and only they, are cheap; scripts/instructions --heuristics";
        holds((traits.cost == Cost::Cheap) == (*tier <= 2), cheap);
        let mut keys = BTreeSet::new();
        for parameter in *parameters {
            let is_told = keys.insert(parameter.name) && !parameter.description.is_empty();
            let (min, max) = parameter.range();
            let is_range = min < max || parameter.values == ParameterRange::File;
            let is_within = (min..=max).contains(&parameter.default());
            holds(is_told && is_range && is_within, parameter.name);
        }
    }
    assert!(CATALOGUE.entries().is_sorted_by_key(|entry| entry.tier), "in order of tier");
    for pinned in ["random", "high-points"] {
        assert!(names.contains(&pinned), "{pinned} is pinned, in docs/STRATEGIES.md");
    }
}

fn is_kebab(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    name.split('-').all(|word| !word.is_empty() && word.chars().all(is_plain))
}

/// Each file in the folders of `strategies/` is in the catalogue under its name, and each entry has
/// its file, which begins with that name.
#[test]
fn files_and_catalogue_agree() {
    let folder = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../strategies").join(name);
    let files_of = |name| std::fs::read_dir(folder(name)).expect("a folder of strategies");
    let mut files = BTreeMap::new();
    for file in FOLDERS.into_iter().flat_map(files_of) {
        let path = file.expect("a file").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        if path.extension().is_some_and(|extension| extension == "rs")
            && NOT_STRATEGIES.split(' ').all(|other| other != stem)
        {
            files.insert(stem.replace('_', "-"), std::fs::read_to_string(&path).expect("a text"));
        }
    }
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let orders: Vec<&str> = ORDERS.split(' ').collect();
    let in_files = CATALOGUE.entries().filter(|entry| !orders.contains(&entry.name));
    let mut catalogue: Vec<&str> = in_files.map(|entry| entry.name).collect();
    catalogue.sort_unstable();
    assert_eq!(CATALOGUE.entries().count(), names.len() + orders.len());
    assert_eq!(names, catalogue);
    for (name, text) in files {
        let is_named = text.starts_with(&format!("//! `{name}`: "));
        assert!(is_named, "{name}: the first line says what it is");
        assert!(text.contains(&format!("name: \"{name}\"")), "{name}: its entry is in its file");
    }
}

/// Every shipped rule set is played by every strategy at every table that it allows.
#[test]
fn every_strategy_plays_every_shipped_rule_set() {
    for name in RuleSet::shipped_names() {
        let rules = RuleSet::load(name).expect("a shipped rule set");
        for players in (2..=MAX_SEATS).filter(|&players| rules.validate_for(players).is_ok()) {
            let house = House::of(rules.clone(), players, 1);
            for shift in (0..support::strategies()).step_by(players) {
                let name = |seat| support::entry((seat + shift) % support::strategies()).name;
                let line_up: Vec<_> = (0..players).map(|seat| spec_of(name(seat))).collect();
                play(&house, &line_up, shift as u64, |_, _| ());
            }
        }
    }
}

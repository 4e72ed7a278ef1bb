//! The strategies. To add one: a file beside this one, and its line in the list at the end of this
//! file.
//!
//! Heuristics are [`FastStrategy`]s: they are compiled into the tables of `fast.rs`, too. Searches
//! and bounds, which think for longer than the game takes, play at open tables.

mod choices;
#[cfg(not(test))] // unit tests ask for single decisions, and build faster without these tables
mod fast;
#[cfg(test)]
mod scene;
mod search;
pub(crate) mod tactics;

use unobench_core::cards::{Cards, Colour, Kind, KindSet};
use unobench_core::game::{Action, Seat, SeatSet, View};
use unobench_core::strategy::{
    CardChoice, Catalogue, Entry, FastStrategy, Player, Settings, StrategyError, StrategySpec,
};

/// What the entries of this library have in common.
const LIBRARY: Entry = Entry {
    #[cfg(not(test))]
    fast_table: fast::table,
    ..Entry::new("", "", |_| unreachable!("every entry says how it is made"))
};

/// The strategies of this library.
pub static CATALOGUE: Catalogue = Catalogue::new(&ENTRIES);

/// The strategy of this library that is written `name` or `name:key=value,key=value`.
///
/// # Errors
/// If there is no such strategy or parameter, or a value is not allowed.
///
/// # Examples
///
/// ```
/// let strategy = unobench_strategies::strategy("save-wilds:own=3")?;
/// assert_eq!(strategy.name(), "save-wilds");
/// # Ok::<(), unobench_core::strategy::StrategyError>(())
/// ```
pub fn strategy(text: &str) -> Result<StrategySpec, StrategyError> {
    CATALOGUE.parse(text)
}

/// The strategy that `docs/STRATEGIES.md` writes, as it stands there.
#[cfg(test)]
#[allow(unreachable_pub)]
#[path = "../tests/data/twins.rs"]
mod twins;

/// Declares the strategies from one list: their modules and their entries.
macro_rules! strategies {
    ($($module:ident $(:: $type:ident)?,)*) => {
        $(pub mod $module;)*

        /// All strategies, in order of tier.
        static ENTRIES: [Entry; [$(stringify!($module)),*].len()] = [$($module::ENTRY,)*];

        impl FastPlayer {
            /// The player that a spec describes; none of one that is not fast, or not of this
            /// library.
            pub fn of(spec: &StrategySpec) -> Option<FastPlayer> {
                let place = ENTRIES.iter().position(|entry| std::ptr::eq(entry, spec.entry()))?;
                let makers: &[fn(&Settings<'_>) -> Option<FastPlayer>] = &[
                    $(|_settings| {
                        $(return Some(FastPlayer::$type($module::$type::new(_settings)));)?
                        #[allow(unreachable_code)]
                        None
                    },)*
                ];
                makers[place](&spec.settings())
            }
        }

        choices::choices! {
            /// One of the fast strategies; a match instead of a table of functions, so that the
            /// small ones are inlined where they are called.
            pub enum FastPlayer { $($($type($module::$type),)?)* }
        }
    };
}

strategies! {
    random::Random,
    first_legal::FirstLegal,
    high_points::HighPoints,
    low_points::LowPoints,
    wilds_first::WildsFirst,
    save_wilds::SaveWilds,
    number_first::NumberFirst,
    colour_first::ColourFirst,
    specials_first::SpecialsFirst,
    specials_last::SpecialsLast,
    most_colour::MostColour,
    most_matches::MostMatches,
    eager_draw::EagerDraw,
    rlcard_v1::RlcardV1,
    punisher::Punisher,
    counter::Counter,
    bluffer::Bluffer,
    switcher::Switcher,
    linear::Linear,
    flat_mc,
    pimc,
    ismcts,
    cheat,
    oracle,
}

// Players are cloned for every seat of every game: there must be nothing to count or to free.
const _: () = assert!(!std::mem::needs_drop::<FastPlayer>());

#[cfg(test)]
mod tests {
    use super::twins::{ENTRY, Twins};
    use super::{CATALOGUE, FastPlayer, strategy};
    use crate::scene::{Scene, card};
    use crate::search::{SearchPlayer, SightedPlayer};
    use unobench_core::cards::Roomy;
    use unobench_core::game::{
        Action, ActiveRules, Decision, Prepared, RandomChance, Round, Standing,
    };
    use unobench_core::rng::{Purpose, RoundKey};
    use unobench_core::rules::{MAX_SEATS, RuleSet};
    use unobench_core::strategy::{Entry, Settings, StrategyError, StrategySpec, decide, drive};

    /// Players are cloned for each seat of each game: two cache lines at most, and nothing to free.
    /// What is large is the worker's.
    #[test]
    fn a_player_is_small() {
        for size in [size_of::<FastPlayer>(), size_of::<SearchPlayer>(), size_of::<SightedPlayer>()]
        {
            assert!(size <= 128, "{size} bytes");
        }
    }

    /// Whoever needs no table that watches can sit at a fast one.
    #[test]
    fn all_who_need_not_be_watched_are_fast() {
        for entry in CATALOGUE.entries() {
            let player = FastPlayer::of(&StrategySpec::new(entry));
            assert_eq!(player.is_some(), !entry.traits.is_watched(), "{}", entry.name);
        }
    }

    /// Somebody else's strategies have names of their own, which a command line can write.
    #[test]
    fn names_are_unlike_and_can_be_written() {
        const fn named(name: &'static str) -> [Entry; 1] {
            [Entry::new(name, "somebody else's", |_| unreachable!())]
        }
        static NEW: [Entry; 1] = named("mine");
        static TAKEN: [Entry; 1] = named("random");
        static NAMELESS: [Entry; 1] = named("");
        static BOT: [Entry; 1] = named("cmd");
        static ODD: [Entry; 1] = named("my bot");
        assert!(CATALOGUE.with(&NEW).is_ok_and(|more| more.parse("mine").is_ok()));
        assert!(matches!(CATALOGUE.with(&TAKEN), Err(StrategyError::Repeated("random"))));
        for more in [&NAMELESS, &BOT, &ODD] {
            assert!(matches!(CATALOGUE.with(more), Err(StrategyError::Name(_))), "{more:?}");
        }
    }

    #[test]
    fn every_name_parses_and_prints() {
        for entry in CATALOGUE.entries() {
            let spec = strategy(entry.name).unwrap();
            assert_eq!(spec.to_string(), entry.name);
            assert_eq!(spec.name(), entry.name);
        }
    }

    #[test]
    fn parameters_parse_and_print_where_they_differ() {
        let spec = strategy("save-wilds:other=3,own=4").unwrap();
        assert_eq!(spec.to_string(), "save-wilds:other=3");
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_is_allowed() {
        let message = |text: &str| strategy(text).unwrap_err().to_string();
        assert!(message("randon").contains("did you mean \"random\"?"));
        assert!(!message("xyz").contains("did you mean"));
        assert!(message("random:x=1").contains("it has none"));
        assert!(message("save-wilds:owns=1").contains("it has own, other"));
        assert!(message("save-wilds:own").contains("key=value"));
        assert!(message("save-wilds:own=0").contains("from 1 to 20"));
        assert!(message("save-wilds:own=1,own=2").contains("twice"));
        assert!(message("save-wilds:").contains("key=value"));
        assert!(message("cmd:./bot").contains("external bot"));
    }

    /// The tutorial's strategy is not in the catalogue yet: who follows the page puts it there.
    #[test]
    fn the_strategy_of_the_tutorial_plays() {
        assert!(CATALOGUE.entries().all(|entry| entry.name != ENTRY.name), "the page adds it");
        let asked = |hand: &str| {
            let mut twins = Twins::new(&Settings::new(&[]));
            Scene::new("R5", &[hand, "B1 B2"])
                .look(|view| decide(&mut twins, view, Decision::Play, view.options()))
        };
        assert_eq!(asked("R9 R3 R3 G7"), Action::Card(card("R3")));
        assert_eq!(asked("R9 R3 W W"), Action::Card(card("R9")));
        let rules = RuleSet::official();
        let active = ActiveRules::of(&rules);
        let deck: Prepared<Roomy> = Prepared::new(&rules, 4);
        for block in 0..100 {
            let key = RoundKey::new(1, block, 0);
            let mut rng = key.stream(Purpose::Deal, 0);
            let mut round: Round<Roomy> = deck.deal(deck.first_opening(key), &mut rng);
            let mut chance = RandomChance::new(&active, &rules.people, key, rng);
            round.open(&mut chance, &rules.setup);
            let mut players: [Twins; MAX_SEATS] =
                std::array::from_fn(|_| Twins::new(&Settings::new(&[])));
            drive(&mut round, &mut chance, &mut players, &[0; MAX_SEATS]);
            assert_ne!(round.standing(), Standing::Waits);
        }
    }
}

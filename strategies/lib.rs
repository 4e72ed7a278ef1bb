//! The strategies. To add one: a file beside this one, and its line in the list at the end of this
//! file.
//!
//! Heuristics are [`FastStrategy`]s: they are compiled into the tables of `fast.rs`, too. Searches
//! and bounds, which think for longer than the game takes, play at open tables.

mod fast;

pub use unobench_fast::*;
pub use unobench_heuristics::*;
pub use unobench_learners::*;
pub use unobench_searches::*;

use unobench_core::cards::{Cards, Colour, Kind, KindSet};
use unobench_core::game::{Action, Decision, Seat, View};
use unobench_core::strategy::{
    CardChoice, Catalogue, Entry, FastStrategy, SeatChoice, Settings, StrategyError, StrategySpec,
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

/// Declares the strategies from one list: their modules and their entries.
macro_rules! strategies {
    ($($module:ident $(:: $type:ident)?,)*) => {
        /// All strategies, in order of tier.
        static ENTRIES: [Entry; [$(stringify!($module)),*].len()] = [
            $(Entry { fast_table: fast::table, ..$module::ENTRY },)*
        ];

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

        choices! {
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
    quiet::Quiet,
    linear::Linear,
    net::Learned,
    champion::Champion,
    flat_mc,
    pimc,
    ismcts,
    search,
    cheat,
    oracle,
}

// Players are cloned for every seat of every game: there must be nothing to count or to free.
const _: () = assert!(!std::mem::needs_drop::<FastPlayer>());

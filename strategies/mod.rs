//! The strategies. To add one: a file beside this one, and its line in the list at the end of this
//! file.

use crate::cards::{Cards, Colour, Kind, KindSet};
use crate::game::{Action, Seat, SeatSet, View};
use crate::rng::Rng;
use crate::strategy::{CardChoice, Clairvoyant, Entry, Settings, Sight, Strategy, World, decide};

#[cfg(test)]
mod scene;
mod search;
mod spec;
pub(crate) mod tactics;

pub use search::Estimate;
pub use spec::{StrategyError, StrategySpec};

/// The strategy that `docs/STRATEGIES.md` writes, as it stands there.
#[cfg(test)]
#[allow(unreachable_pub)]
#[path = "../tests/data/twins.rs"]
mod twins;

/// Declares the strategies from one list: their modules, the catalogue, and [`Player`], which is
/// any one of them.
macro_rules! strategies {
    ($($module:ident :: $type:ident,)* ; bounds: $($bound:ident :: $seer:ident,)*) => {
        $(pub mod $module;)*
        $(pub mod $bound;)*

        /// All strategies, in order of tier.
        pub static CATALOGUE: &[Entry] = &[$($module::ENTRY,)* $($bound::ENTRY,)*];

        /// A strategy of the catalogue; a match instead of a table of functions, so that the small
        /// ones are inlined where they are called.
        #[derive(Debug, Clone)]
        pub enum Player {
            $(
                #[doc = concat!("`", stringify!($module), "`")]
                $type($module::$type),
            )*
            $(
                #[doc = concat!("`", stringify!($bound), "`")]
                $seer($bound::$seer),
            )*
        }

        // Players are cloned for every seat of every game: there must be nothing to count or to
        // free.
        const _: () = assert!(!std::mem::needs_drop::<Player>());

        impl Player {
            /// The strategy with this index in the catalogue and these values of its parameters, in
            /// their order.
            ///
            /// # Panics
            /// If there is no such strategy.
            #[must_use]
            pub fn new(index: usize, settings: &Settings<'_>) -> Player {
                let makers: &[fn(&Settings<'_>) -> Player] = &[
                    $(|settings| Player::$type($module::$type::new(settings)),)*
                    $(|settings| Player::$seer($bound::$seer::new(settings)),)*
                ];
                makers[index](settings)
            }

            /// What it is let see.
            #[must_use]
            pub const fn sight(&self) -> Sight {
                match self {
                    $(Player::$type(_) => $module::ENTRY.traits.sight,)*
                    $(Player::$seer(_) => $bound::ENTRY.traits.sight,)*
                }
            }

            /// Makes any decision: an honest strategy by its view alone.
            pub fn act<C: Cards>(&mut self, world: &World<'_, C>) -> Action {
                let view = world.view();
                match self {
                    $(Player::$type(strategy) => decide(strategy, view, view.decision(), view.options()),)*
                    $(Player::$seer(seer) => seer.choose(world),)*
                }
            }
        }

        /// Each decision is the strategy's own.
        impl Strategy for Player {
            #[inline(always)]
            fn begin(&mut self, rng: Option<&Rng>) {
                match self {
                    $(Player::$type(strategy) => strategy.begin(rng),)*
                    $(Player::$seer(seer) => seer.begin(rng),)*
                }
            }
            #[inline(always)]
            fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self {
                    $(Player::$type(strategy) => strategy.play(view, choice),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            #[inline(always)]
            fn drawn<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self {
                    $(Player::$type(strategy) => strategy.drawn(view, choice),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            #[inline(always)]
            fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
                match self {
                    $(Player::$type(strategy) => strategy.colour(view),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            #[inline(always)]
            fn uno<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
                match self {
                    $(Player::$type(strategy) => strategy.uno(view),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            fn challenge<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
                match self {
                    $(Player::$type(strategy) => strategy.challenge(view),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            fn answer<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self {
                    $(Player::$type(strategy) => strategy.answer(view, choice),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            fn jump_in<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self {
                    $(Player::$type(strategy) => strategy.jump_in(view, choice),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            fn double<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
                match self {
                    $(Player::$type(strategy) => strategy.double(view, choice),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            fn swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Seat {
                match self {
                    $(Player::$type(strategy) => strategy.swap(view, seats),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            fn exchange<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
                match self {
                    $(Player::$type(strategy) => strategy.exchange(view, seats),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
            fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
                match self {
                    $(Player::$type(strategy) => strategy.give(view, kinds),)*
                    $(Player::$seer(_) => blindfolded(),)*
                }
            }
        }
    };
}

/// A bound is asked to play by a view.
#[cold]
#[inline(never)]
fn blindfolded() -> ! {
    panic!("a bound plays only at a table that lets it see; see `House::is_watched`")
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
    flat_mc::FlatMc,
    pimc::Pimc,
    ismcts::Ismcts,
    ; bounds:
    cheat::Cheat,
    oracle::Oracle,
}

#[cfg(test)]
mod tests {
    use super::twins::{ENTRY, Twins};
    use super::{CATALOGUE, Player, decide};
    use crate::cards::Roomy;
    use crate::game::{Action, Decision, Law, Live, Prepared, Round, Standing};
    use crate::rng::{Purpose, RoundKey};
    use crate::rules::{MAX_SEATS, RuleSet};
    use crate::strategies::scene::{Scene, card};
    use crate::strategy::{Settings, drive};

    /// Players are cloned for each seat of each game: two cache lines at most, and nothing to free.
    /// What is large is the worker's.
    #[test]
    fn a_player_is_small() {
        assert!(size_of::<Player>() <= 128, "{} bytes", size_of::<Player>());
    }

    /// The tutorial's strategy is not in the catalogue yet: who follows the page puts it there.
    #[test]
    fn the_strategy_of_the_tutorial_plays() {
        assert!(CATALOGUE.iter().all(|entry| entry.name != ENTRY.name), "the page adds it");
        let asked = |hand: &str| {
            let mut twins = Twins::new(&Settings::new(&[]));
            Scene::new("R5", &[hand, "B1 B2"])
                .look(|view| decide(&mut twins, view, Decision::Play, view.options()))
        };
        assert_eq!(asked("R9 R3 R3 G7"), Action::Card(card("R3")));
        assert_eq!(asked("R9 R3 W W"), Action::Card(card("R9")));
        let rules = RuleSet::official();
        let law = Law::of(&rules);
        let deck: Prepared<Roomy> = Prepared::new(&rules, 4);
        for block in 0..100 {
            let key = RoundKey::new(1, block, 0);
            let mut rng = key.stream(Purpose::Deal, 0);
            let mut round: Round<Roomy> = deck.deal(deck.first_opening(key), &mut rng);
            let mut env = Live::new(&law, &rules.people, key, rng);
            round.open(&mut env, &rules.setup);
            let mut players: [Twins; MAX_SEATS] =
                std::array::from_fn(|_| Twins::new(&Settings::new(&[])));
            drive(&mut round, &mut env, &mut players, &[0; MAX_SEATS]);
            assert_ne!(round.standing(), Standing::Waits);
        }
    }
}

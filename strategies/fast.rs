//! Tables at which nobody but fast strategies sits, each an instance of the game of its own.
//!
//! There are as few as speed allows, since each takes seconds to compile. With decks of usual size:
//! the official game as constants, for any strategies and for the two that others compare with
//! alone, where nobody asks which strategy it is; rules as data but for keys that few rule sets
//! change, for any strategies and for `random` alone, which is how rule sets are measured; and any
//! rules. With larger decks: any rules. Where the processor lacks what they are compiled for, open
//! tables play.

use crate::FastPlayer;
use crate::high_points::HighPoints;
use crate::random::{Random, Uniform};
use unobench_core::cards::{Bits as _, Cards, Compact, FastBits, Roomy};
use unobench_core::game::{ActiveRules, CommonRules, OfficialRules, Prepared};
use unobench_core::machine::Job;
use unobench_core::strategy::Settings;
use unobench_core::table::{
    Inlined, Outcome, PlayBlocks, RoundStats, SeatMap, Table, TableSetup, open_table, play_block,
    stats_block,
};

/// The cards of the standard deck.
type Small = Compact<FastBits>;
/// The cards of any deck.
type Large = Roomy<FastBits>;

/// The fastest table for this, if all strategies are fast ones and the machine is.
pub(crate) fn table(setup: &TableSetup) -> Option<Box<dyn Table>> {
    if !FastBits::is_available() {
        return None;
    }
    let players = setup.strategies.iter().map(FastPlayer::of).collect::<Option<Vec<_>>>()?;
    let deck = Prepared::new(&setup.rules, setup.players);
    let special = Special::of(setup, &players);
    let small =
        setup.rules.deck.cards().is_compact().then(|| Prepared::new(&setup.rules, setup.players));
    let open = open_table(setup.clone());
    Some(Box::new(FastTable { deck, small, players, special, open, setup: setup.clone() }))
}

/// A table of fast strategies.
#[derive(Debug)]
struct FastTable {
    deck: Prepared<Large>,
    /// The same, if it is small enough.
    small: Option<Prepared<Small>>,
    players: Vec<FastPlayer>,
    special: Option<Special>,
    /// What large decks' statistics of rounds are taken at.
    open: Box<dyn Table>,
    setup: TableSetup,
}

/// What is played faster than any rules by any strategies.
#[derive(Debug)]
enum Special {
    Official(Prepared<Small>, Vec<FastPlayer>),
    OfficialRandom(Prepared<Small>, Vec<Uniform>),
    OfficialHighPoints(Prepared<Small>, Vec<HighPoints>),
    Random(Prepared<Small>, Vec<Uniform>),
    Common(Prepared<Small>, Vec<FastPlayer>),
    Rare(Prepared<Small>, Vec<FastPlayer>),
}

impl Special {
    fn of(setup: &TableSetup, players: &[FastPlayer]) -> Option<Special> {
        let rules = &setup.rules;
        if !rules.deck.cards().is_compact() {
            return None;
        }
        let deck = Prepared::new(rules, setup.players);
        let count = players.len();
        let all = |name: &str| setup.strategies.iter().all(|spec| spec.name() == name);
        let random = || vec![Uniform::new(&Settings::new(&[])); count];
        let is_random = all("random")
            && setup.strategies.iter().all(|spec| Random::is_pinned(&spec.settings()));
        let is_common = CommonRules::of(&setup.active_rules).is_some();
        match (setup.active_rules.is_official(), is_random) {
            (true, true) => Some(Special::OfficialRandom(deck, random())),
            (true, false) if all("high-points") => {
                let alone = vec![HighPoints::new(&Settings::new(&[])); count];
                Some(Special::OfficialHighPoints(deck, alone))
            }
            (true, false) => Some(Special::Official(deck, players.to_vec())),
            (false, true) if is_common => Some(Special::Random(deck, random())),
            (false, false) if is_common => Some(Special::Common(deck, players.to_vec())),
            (false, _) => Some(Special::Rare(deck, players.to_vec())),
        }
    }
}

impl PlayBlocks for FastTable {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        let setup = &self.setup;
        match &self.special {
            Some(Special::Official(deck, players)) => {
                official::play(deck, setup, players, block, seatings, outcomes);
            }
            Some(Special::OfficialRandom(deck, players)) => {
                official_random::play(deck, setup, players, block, seatings, outcomes);
            }
            Some(Special::OfficialHighPoints(deck, players)) => {
                official_high_points::play(deck, setup, players, block, seatings, outcomes);
            }
            Some(Special::Random(deck, players)) => {
                common_random::play(deck, setup, players, block, seatings, outcomes);
            }
            Some(Special::Common(deck, players)) => {
                common::play(deck, setup, players, block, seatings, outcomes);
            }
            Some(Special::Rare(deck, players)) => {
                rare::play(deck, setup, players, block, seatings, outcomes);
            }
            None => any::play(&self.deck, setup, &self.players, block, seatings, outcomes),
        }
    }
}

impl Table for FastTable {
    fn stats_block(&self, block: u64, stats: &mut Vec<RoundStats>) {
        let FastTable { small, players, setup, open, .. } = self;
        match small {
            Some(deck) => FastBits::compiled(StatsBlock { deck, players, setup, block, stats }),
            None => open.stats_block(block, stats),
        }
    }
}

/// Where the rules come from: the official game's are constants.
const fn official_rules(active: &ActiveRules) -> OfficialRules<'_> {
    OfficialRules(active)
}

/// Where the rules come from: most are data without the keys that few rule sets change.
fn common_rules(active: &ActiveRules) -> CommonRules<'_> {
    CommonRules::of(active).expect("no such key acts at these tables")
}

/// Where the rules come from: any rules are data.
const fn any_rules(active: &ActiveRules) -> &ActiveRules {
    active
}

/// Declares an instance of the game in a module of its own, so that the compiler builds several of
/// them side by side.
macro_rules! instance {
    ($module:ident: $rules:ident, $cards:ty, $player:ty) => {
        mod $module {
            use super::*;

            struct Block<'a> {
                deck: &'a Prepared<$cards>,
                setup: &'a TableSetup,
                players: &'a [$player],
                block: u64,
                seatings: &'a [SeatMap],
                outcomes: &'a mut Vec<Outcome>,
            }

            impl Job for Block<'_> {
                #[inline(always)]
                fn run(self) {
                    let Block { deck, setup, players, block, seatings, outcomes } = self;
                    let rules = $rules(&setup.active_rules);
                    play_block::<$cards, _, Inlined<$player>>(
                        deck, setup, rules, players, block, seatings, outcomes,
                    );
                }
            }

            pub(super) fn play(
                deck: &Prepared<$cards>,
                setup: &TableSetup,
                players: &[$player],
                block: u64,
                seatings: &[SeatMap],
                outcomes: &mut Vec<Outcome>,
            ) {
                <$cards as Cards>::Bits::compiled(Block {
                    deck,
                    setup,
                    players,
                    block,
                    seatings,
                    outcomes,
                });
            }
        }
    };
}

instance!(official: official_rules, Small, FastPlayer);
instance!(official_random: official_rules, Small, Uniform);
instance!(official_high_points: official_rules, Small, HighPoints);
instance!(common_random: common_rules, Small, Uniform);
instance!(common: common_rules, Small, FastPlayer);
instance!(rare: any_rules, Small, FastPlayer);
instance!(any: any_rules, Large, FastPlayer);

struct StatsBlock<'a> {
    deck: &'a Prepared<Small>,
    players: &'a [FastPlayer],
    setup: &'a TableSetup,
    block: u64,
    stats: &'a mut Vec<RoundStats>,
}

impl Job for StatsBlock<'_> {
    #[inline(always)]
    fn run(self) {
        let StatsBlock { deck, players, setup, block, stats } = self;
        let rules = any_rules(&setup.active_rules);
        stats_block::<Small, _, Inlined<FastPlayer>>(deck, setup, rules, players, block, stats);
    }
}

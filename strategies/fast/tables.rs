//! Tables at which nobody but fast strategies sits, each an instance of the game of its own.
//!
//! There are as few as speed allows, since each takes seconds to compile. With decks of usual size:
//! the official game as constants, for any strategies and for the two that others compare with
//! alone, where nobody asks which strategy it is; rules as data but for keys that few rule sets
//! change, for any strategies and for `random` alone, which is how rule sets are measured; and any
//! rules. With larger decks: any rules, for the same two. Where the processor lacks what they are
//! compiled for, open tables play.

use crate::first_legal::FirstLegal;
use crate::high_points::HighPoints;
use crate::orders::Order;
use crate::punisher::Punisher;
use crate::random::{Random, Uniform};
use crate::save_wilds::SaveWilds;
use std::any::Any;
use std::convert::identity;
use std::sync::Arc;
use unobench_core::cards::{Bits as _, Compact, FastBits, Roomy};
use unobench_core::game::{Action, ActiveRules, CommonRules, OfficialRules, Prepared};
use unobench_core::machine::CpuJob;
use unobench_core::strategy::{AnyFast, Called, Holds, StrategySpec};
use unobench_core::table::{
    Inlined, Judge, Outcome, PlayBlocks, RoundStats, SeatMap, Table, TableSetup, open_table,
    play_block, stats_block,
};
use unobench_tactics::choices;
use unobench_tactics::prelude::*;

choices! {
    /// A player at fast tables: one of the strategies that are inlined there, or one that is
    /// called.
    pub enum FastPlayer<P: Holds = Arc<dyn AnyFast>> {
        Random(Random),
        FirstLegal(FirstLegal),
        HighPoints(HighPoints),
        Order(Order),
        SaveWilds(SaveWilds),
        Punisher(Punisher),
        Called(Called<P>),
    }
}

/// A player that is cloned for every seat of every game.
type Lent<'a> = FastPlayer<&'a dyn AnyFast>;

// There must be nothing to count or to free.
const _: () = assert!(!std::mem::needs_drop::<Lent<'_>>());

impl FastPlayer {
    /// The player that a spec describes; none of one that is not fast.
    pub fn of(spec: &StrategySpec) -> Option<FastPlayer> {
        let strategy = spec.entry().fast?(&spec.settings());
        let any: &dyn Any = &*strategy;
        let inlined = (any.downcast_ref().cloned().map(FastPlayer::Random))
            .or_else(|| any.downcast_ref().cloned().map(FastPlayer::FirstLegal))
            .or_else(|| any.downcast_ref().cloned().map(FastPlayer::HighPoints))
            .or_else(|| any.downcast_ref().cloned().map(FastPlayer::Order))
            .or_else(|| any.downcast_ref().cloned().map(FastPlayer::SaveWilds))
            .or_else(|| any.downcast_ref().cloned().map(FastPlayer::Punisher));
        Some(inlined.unwrap_or_else(|| FastPlayer::Called(Called::new(strategy))))
    }

    #[inline(always)]
    fn lent(&self) -> Lent<'_> {
        match self {
            FastPlayer::Random(player) => FastPlayer::Random(player.clone()),
            FastPlayer::FirstLegal(player) => FastPlayer::FirstLegal(player.clone()),
            FastPlayer::HighPoints(player) => FastPlayer::HighPoints(player.clone()),
            FastPlayer::Order(player) => FastPlayer::Order(*player),
            FastPlayer::SaveWilds(player) => FastPlayer::SaveWilds(player.clone()),
            FastPlayer::Punisher(player) => FastPlayer::Punisher(player.clone()),
            FastPlayer::Called(player) => FastPlayer::Called(player.lent()),
        }
    }
}

/// Decks of at most 128 cards, with the fastest bit operations of this processor.
type Small = Compact<FastBits>;
/// Decks of at most 512 cards, with the fastest bit operations of this processor.
type Large = Roomy<FastBits>;

/// The fastest table for this, if all strategies are fast ones and the machine is.
pub fn table(setup: &TableSetup) -> Option<Box<dyn Table>> {
    if !FastBits::is_available() || setup.is_watched() {
        return None;
    }
    let players = setup.strategies.iter().map(FastPlayer::of).collect::<Option<Vec<_>>>()?;
    let is_small = setup.rules.deck.cards().is_compact();
    let small = is_small.then(|| Prepared::new(&setup.rules, setup.players));
    let random = || vec![Uniform::new(&ParameterValues::new(&[])); players.len()];
    let is_random =
        players.iter().all(|player| matches!(player, FastPlayer::Random(it) if it.is_pinned()));
    // A page, whose module is to be small, has one instance for each size of deck.
    let is_page = cfg!(target_family = "wasm");
    let instance = match (is_small, is_random) {
        (true, _) if is_page => rare::instance(setup, players.clone()),
        (false, _) if is_page => any::instance(setup, players.clone()),
        (false, true) => any_random::instance(setup, random()),
        (false, false) => any::instance(setup, players.clone()),
        (true, _) => small_instance(setup, &players, is_random),
    };
    Some(Box::new(FastTable {
        instance,
        small,
        players,
        open: open_table(setup.clone()),
        setup: setup.clone(),
    }))
}

fn small_instance(
    setup: &TableSetup,
    players: &[FastPlayer],
    is_random: bool,
) -> Box<dyn PlayBlocks> {
    let count = players.len();
    let random = || vec![Uniform::new(&ParameterValues::new(&[])); count];
    let is_high_points = players.iter().all(|player| matches!(player, FastPlayer::HighPoints(_)));
    let players = players.to_vec();
    if setup.active_rules.is_official() {
        return match (is_random, is_high_points) {
            (true, _) => official_random::instance(setup, random()),
            (_, true) => official_high_points::instance(setup, vec![HighPoints; count]),
            _ => official::instance(setup, players),
        };
    }
    match (CommonRules::of(&setup.active_rules).is_some(), is_random) {
        (true, true) => common_random::instance(setup, random()),
        (true, false) => common::instance(setup, players),
        (false, _) => rare::instance(setup, players),
    }
}

/// A table at which nobody but fast strategies sits, with an instance of the game of its own.
struct FastTable {
    instance: Box<dyn PlayBlocks>,
    /// The deck that statistics of rounds are taken with, if it is small enough.
    small: Option<Prepared<Small>>,
    players: Vec<FastPlayer>,
    /// Where they are taken otherwise.
    open: Box<dyn Table>,
    setup: TableSetup,
}

impl std::fmt::Debug for FastTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FastTable").field("setup", &self.setup).finish_non_exhaustive()
    }
}

impl PlayBlocks for FastTable {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        self.instance.play_block(block, seatings, outcomes);
    }
}

impl Table for FastTable {
    fn stats_block(&self, block: u64, judge: Option<&dyn Judge>, stats: &mut Vec<RoundStats>) {
        let FastTable { small, players, setup, open, .. } = self;
        match small {
            Some(deck) if judge.is_none() => {
                let way = deck.table().way();
                way.compiled(StatsBlock { deck, players, setup, block, stats });
            }
            _ => open.stats_block(block, judge, stats),
        }
    }
}

/// Where the rules come from: most are data without the keys that few rule sets change.
fn common_rules(active: &ActiveRules) -> CommonRules<'_> {
    CommonRules::of(active).expect("no such key acts at these tables")
}

/// Declares an instance of the game in a module of its own, so that the compiler builds several of
/// them side by side.
macro_rules! instance {
    ($module:ident: $rules:ident, $cards:ty, $player:ty, $lent:path) => {
        mod $module {
            use super::*;

            /// A table of this instance: the rules, prepared, and who plays.
            struct Instance {
                deck: Prepared<$cards>,
                players: Vec<$player>,
                setup: TableSetup,
            }

            pub(super) fn instance(
                setup: &TableSetup,
                players: Vec<$player>,
            ) -> Box<dyn PlayBlocks> {
                let deck = Prepared::new(&setup.rules, setup.players);
                Box::new(Instance { deck, players, setup: setup.clone() })
            }

            impl PlayBlocks for Instance {
                fn play_block(
                    &self,
                    block: u64,
                    seatings: &[SeatMap],
                    outcomes: &mut Vec<Outcome>,
                ) {
                    let way = self.deck.table().way();
                    way.compiled(Block { at: self, block, seatings, outcomes });
                }
            }

            /// A block to play at the table, and where its outcomes go.
            struct Block<'a> {
                at: &'a Instance,
                block: u64,
                seatings: &'a [SeatMap],
                outcomes: &'a mut Vec<Outcome>,
            }

            impl CpuJob for Block<'_> {
                type Output = ();

                #[inline(always)]
                fn run(self) {
                    let Block { at: Instance { deck, players, setup }, .. } = self;
                    play_block::<$cards, _, Inlined<_>>(
                        deck,
                        setup,
                        $rules(&setup.active_rules),
                        (&[], |number: usize| $lent(&players[number])),
                        self.block,
                        self.seatings,
                        self.outcomes,
                    );
                }
            }
        }
    };
}

instance!(official: OfficialRules, Small, FastPlayer, FastPlayer::lent);
instance!(official_random: OfficialRules, Small, Uniform, Uniform::clone);
instance!(official_high_points: OfficialRules, Small, HighPoints, HighPoints::clone);
instance!(common_random: common_rules, Small, Uniform, Uniform::clone);
instance!(common: common_rules, Small, FastPlayer, FastPlayer::lent);
instance!(rare: identity, Small, FastPlayer, FastPlayer::lent);
instance!(any_random: identity, Large, Uniform, Uniform::clone);
instance!(any: identity, Large, FastPlayer, FastPlayer::lent);

/// A block whose rounds' statistics are taken, as a job for code compiled for this processor.
struct StatsBlock<'a> {
    deck: &'a Prepared<Small>,
    players: &'a [FastPlayer],
    setup: &'a TableSetup,
    block: u64,
    stats: &'a mut Vec<RoundStats>,
}

impl CpuJob for StatsBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let StatsBlock { deck, players, setup, block, stats } = self;
        let players: Vec<Lent<'_>> = players.iter().map(FastPlayer::lent).collect();
        let rules = &setup.active_rules;
        stats_block::<Small, _, Inlined<_>>(deck, setup, rules, &players, None, block, stats);
    }
}

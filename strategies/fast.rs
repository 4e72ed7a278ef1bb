//! Tables at which nobody but fast strategies sits, each an instance of the game of its own.
//!
//! There are as few as speed allows, since each takes seconds to compile: the official game as
//! constants and any rules as data, for the cards of the standard deck; any rules for larger decks;
//! and the two strategies that others compare with alone at a table, where nobody asks which
//! strategy it is. Where the processor lacks what they are compiled for, open tables play.

use crate::high_points::HighPoints;
use crate::random::Random;
use crate::FastPlayer;
use unobench_core::cards::{Bits, Cards, Compact, FastBits, Roomy};
use unobench_core::game::{LawSource, Official, Prepared};
use unobench_core::machine::Job;
use unobench_core::strategy::{FastStrategy, Settings, StrategySpec};
use unobench_core::table::{
    Chart, Inlined, Outcome, Places, PlayBlocks, Table, TableSetup, chart_block, play_block,
};

/// The fastest table for this, if all strategies are fast ones and the machine is.
pub(crate) fn table(setup: &TableSetup) -> Option<Box<dyn Table>> {
    if !FastBits::is_available() {
        return None;
    }
    let players = setup.strategies.iter().map(FastPlayer::of).collect::<Option<Vec<_>>>()?;
    let seats = Seats::of(&setup.strategies, players);
    let (rules, seated) = (&setup.rules, setup.players);
    let deck = if rules.deck.cards().is_compact() {
        Deck::Compact(Prepared::new(rules, seated))
    } else {
        Deck::Roomy(Prepared::new(rules, seated))
    };
    let is_official = setup.law.is_official();
    Some(Box::new(FastTable { deck, seats, setup: setup.clone(), is_official }))
}

#[derive(Debug)]
struct FastTable {
    deck: Deck,
    seats: Seats,
    setup: TableSetup,
    /// Whether the official game is played, worked out once.
    is_official: bool,
}

/// The deck, in the type that fits it.
#[derive(Debug)]
enum Deck {
    Compact(Prepared<Compact<FastBits>>),
    Roomy(Prepared<Roomy<FastBits>>),
}

/// Who sits there: one strategy alone, as `random` does where rule sets are compared, or several.
#[derive(Debug)]
struct Seats {
    players: Vec<FastPlayer>,
    alone: Alone,
}

#[derive(Debug)]
enum Alone {
    Random(Vec<Random>),
    HighPoints(Vec<HighPoints>),
    No,
}

impl Seats {
    fn of(specs: &[StrategySpec], players: Vec<FastPlayer>) -> Seats {
        let all = |name: &str| specs.iter().all(|spec| spec.name() == name);
        let settings = Settings::new(&[]);
        let alone = if all("random") {
            Alone::Random(vec![Random::new(&settings); specs.len()])
        } else if all("high-points") {
            Alone::HighPoints(vec![HighPoints::new(&settings); specs.len()])
        } else {
            Alone::No
        };
        Seats { players, alone }
    }
}

impl PlayBlocks for FastTable {
    fn play_block(&self, block: u64, seatings: &[Places], outcomes: &mut Vec<Outcome>) {
        let FastTable { deck, seats, setup, is_official } = self;
        let law = &setup.law;
        let official = Official(law);
        match deck {
            Deck::Roomy(deck) => play(deck, setup, law, &seats.players, block, seatings, outcomes),
            Deck::Compact(deck) => match (*is_official, &seats.alone) {
                (true, Alone::Random(alone)) => {
                    play(deck, setup, official, alone, block, seatings, outcomes)
                }
                (true, Alone::HighPoints(alone)) => {
                    play(deck, setup, official, alone, block, seatings, outcomes)
                }
                (true, Alone::No) => {
                    play(deck, setup, official, &seats.players, block, seatings, outcomes)
                }
                (false, Alone::Random(alone)) => {
                    play(deck, setup, law, alone, block, seatings, outcomes)
                }
                (false, _) => play(deck, setup, law, &seats.players, block, seatings, outcomes),
            },
        }
    }

}

impl Table for FastTable {
    fn chart_block(&self, block: u64, charts: &mut Vec<Chart>) {
        let FastTable { deck, seats, setup, .. } = self;
        match deck {
            Deck::Compact(deck) => chart(deck, setup, &seats.players, block, charts),
            Deck::Roomy(deck) => chart(deck, setup, &seats.players, block, charts),
        }
    }
}

/// An instance of the game, in a function of its own.
#[inline(never)]
fn play<C: Cards, L: LawSource, S: FastStrategy>(
    deck: &Prepared<C>,
    setup: &TableSetup,
    law: L,
    strategies: &[S],
    block: u64,
    seatings: &[Places],
    outcomes: &mut Vec<Outcome>,
) {
    C::Bits::compiled(Block { deck, setup, law, strategies, block, seatings, outcomes });
}

struct Block<'a, C: Cards, L, S> {
    deck: &'a Prepared<C>,
    setup: &'a TableSetup,
    law: L,
    strategies: &'a [S],
    block: u64,
    seatings: &'a [Places],
    outcomes: &'a mut Vec<Outcome>,
}

impl<C: Cards, L: LawSource, S: FastStrategy> Job for Block<'_, C, L, S> {
    #[inline(always)]
    fn run(self) {
        let Block { deck, setup, law, strategies, block, seatings, outcomes } = self;
        play_block::<C, L, Inlined<S>>(deck, setup, law, strategies, block, seatings, outcomes);
    }
}

#[inline(never)]
fn chart<C: Cards>(
    deck: &Prepared<C>,
    setup: &TableSetup,
    strategies: &[FastPlayer],
    block: u64,
    charts: &mut Vec<Chart>,
) {
    C::Bits::compiled(ChartJob { deck, setup, strategies, block, charts });
}

struct ChartJob<'a, C: Cards> {
    deck: &'a Prepared<C>,
    setup: &'a TableSetup,
    strategies: &'a [FastPlayer],
    block: u64,
    charts: &'a mut Vec<Chart>,
}

impl<C: Cards> Job for ChartJob<'_, C> {
    #[inline(always)]
    fn run(self) {
        let ChartJob { deck, setup, strategies, block, charts } = self;
        chart_block::<C, _, Inlined<FastPlayer>>(deck, setup, &setup.law, strategies, block, charts);
    }
}

//! Taking down a round that is played: its lines, one after the other, as the machine tells of
//! them.

use super::event_lines::{EventLines, hands_of};
use super::line::{Line, RoundLine};
use super::order::{PileOrder, draw_order};
use serde_json::Value;
use std::io;
use std::sync::Arc;
use unobench_core::cards::{Cards, Kind, Roomy};
use unobench_core::game::{ActiveRules, Event, RandomChance, Round};
use unobench_core::rules::{MAX_SEATS, RuleSet};

pub(super) trait LineSink {
    /// Writes a line, of which the round, if there is one, tells just then.
    fn line(&mut self, line: &Line, round: Option<&Round>) -> io::Result<()>;
}

#[derive(Debug)]
pub(crate) struct Caption<'a> {
    pub(crate) rules: &'a Arc<RuleSet>,
    pub(crate) settings: &'a Arc<Value>,
    pub(crate) names: Vec<String>,
    pub(crate) block: u64,
    pub(crate) seating: u64,
    pub(crate) round: u64,
    pub(crate) totals: &'a [i32; MAX_SEATS],
}

impl Caption<'_> {
    /// The line that a round begins with which is dealt and not yet open.
    pub(crate) fn line(self, dealt: &Round, layout: &PileOrder) -> Line {
        Line::Round(Box::new(RoundLine {
            rules: Arc::clone(self.rules),
            settings: Arc::clone(self.settings),
            block: self.block,
            seating: self.seating,
            round: self.round,
            players: self.names,
            dealer: dealt.dealer(),
            first: dealt.first(),
            hands: hands_of(dealt),
            draw_pile: layout.draw_pile.clone(),
            totals: self.totals[..dealt.players()].iter().map(|&total| i64::from(total)).collect(),
        }))
    }
}

/// Turns what is told of a round into lines. A copy of it goes on from where it was copied.
#[derive(Debug, Clone)]
pub(crate) struct RecordWriter {
    event_lines: EventLines,
    places: std::vec::IntoIter<usize>,
}

impl RecordWriter {
    pub(crate) fn new(layout: &PileOrder) -> RecordWriter {
        RecordWriter {
            event_lines: EventLines::default(),
            places: layout.places.clone().into_iter(),
        }
    }

    pub(crate) fn drawn(&mut self, kind: Kind) {
        self.event_lines.drawn(kind);
    }

    pub(crate) fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.event_lines.crashed(cards, first);
    }

    pub(crate) fn event(&mut self, round: &Round, event: Event) -> Option<Line> {
        if let Event::TurnUp { returned: true, .. } = event {
            self.event_lines.place =
                self.places.next().expect("a place for each card that goes back");
        }
        self.event_lines.tell(round, event)
    }
}

/// The line of a pile that was filled anew; `future` is the chance that it will be drawn by.
pub(crate) fn reshuffle(
    future: Option<RandomChance<'_, &ActiveRules>>,
    pile: &<Roomy as Cards>::Pile,
) -> Line {
    let future = future.expect("what is written down is played by known chance");
    Line::Reshuffle { draw_pile: draw_order(future, pile) }
}

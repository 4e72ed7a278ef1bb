//! Who listens while a person plays: the record, and what the person sees, in sentences and as events.

use super::tell::Gathered;
use super::words::PlayWords;
use crate::line::Line;
use crate::record_writer::LineSink;
use crate::seen::{SeatLines, ViewFields};
use crate::told::DecisionTrace;
use std::io;
use unobench_core::cards::{Cards, DrawPile, Kind, Notation, Roomy};
use unobench_core::game::{ActiveRules, Event, Observer, RandomChance, Round};

/// Lines of JSON, one for each line of a played round, and the notation of its cards.
pub(super) struct RecordLines<'a>(pub(super) &'a mut Vec<String>, pub(super) Notation);

impl LineSink for RecordLines<'_> {
    fn line(
        &mut self,
        line: &Line,
        told: &DecisionTrace,
        _round: Option<&Round>,
    ) -> io::Result<()> {
        self.0.push(line.json(told, self.1).text());
        Ok(())
    }
}

/// What the person has seen so far: sentences, and the same as events of the bot protocol.
#[derive(Debug, Clone, Default)]
pub(super) struct Story {
    pub(super) log: Vec<String>,
    pub(super) events: Vec<ViewFields>,
}

impl Story {
    /// How much it has of either.
    pub(super) fn len(&self) -> [usize; 2] {
        [self.log.len(), self.events.len()]
    }

    pub(super) fn truncate(&mut self, [log, events]: [usize; 2]) {
        self.log.truncate(log);
        self.events.truncate(events);
    }
}

/// Follows a round that a person plays, and adds what the person sees to the story.
pub(super) struct PlayListener<'a> {
    pub(super) story: &'a mut Story,
    pub(super) words: &'a PlayWords,
    pub(super) gathered: Gathered,
    /// Some lines need several events, which may be of several decisions.
    pub(super) seat_lines: &'a mut SeatLines,
}

impl Observer for PlayListener<'_> {
    fn reshuffled(
        &mut self,
        pile: &<Roomy as Cards>::Pile,
        _future: Option<RandomChance<'_, &ActiveRules>>,
    ) {
        let cards = pile.len();
        self.story.log.push(format!("the discard pile is shuffled: {cards} cards to draw"));
        self.story.events.push(SeatLines::reshuffle(cards));
    }

    fn drawn(&mut self, kind: Kind) {
        self.gathered.drawn.push(kind);
        self.seat_lines.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.seat_lines.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        self.story.log.push(self.words.tell(round, event, &mut self.gathered));
        let PlayListener { story, words, seat_lines, .. } = self;
        seat_lines.saw(round, event, &[words.me()], |_, seen| story.events.push(seen));
    }
}

//! Who listens while a person plays: the record, and the log of what the person sees.

use super::tell::Gathered;
use super::words::Words;
use crate::record_writer::{RecordWriter, reshuffle};
use unobench_core::cards::{Cards, DrawPile, Kind, Notation, Roomy};
use unobench_core::game::{ActiveRules, Event, Observer, RandomChance, Round};

pub(super) struct PlayListener<'a> {
    pub(super) writer: &'a mut RecordWriter,
    pub(super) lines: &'a mut Vec<String>,
    pub(super) notation: Notation,
    pub(super) log: &'a mut Vec<String>,
    pub(super) words: &'a Words,
    pub(super) gathered: Gathered,
}

impl Observer for PlayListener<'_> {
    fn reshuffled(
        &mut self,
        pile: &<Roomy as Cards>::Pile,
        future: Option<RandomChance<'_, &ActiveRules>>,
    ) {
        self.lines.push(reshuffle(future, pile).text(self.notation));
        self.log.push(format!("the discard pile is shuffled: {} cards to draw", pile.len()));
    }

    fn drawn(&mut self, kind: Kind) {
        self.writer.drawn(kind);
        self.gathered.drawn.push(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.writer.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        let line = self.writer.event(round, event);
        self.lines.extend(line.map(|line| line.text(self.notation)));
        self.log.push(self.words.tell(round, event, &mut self.gathered));
    }
}

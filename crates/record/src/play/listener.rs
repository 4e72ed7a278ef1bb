//! Who listens while a person plays: the record, and the log of what the person sees.

use super::tell::Gathered;
use super::words::Words;
use crate::line::Line;
use crate::record_writer::LineSink;
use crate::told::Told;
use std::io;
use unobench_core::cards::{Cards, DrawPile, Kind, Notation, Roomy};
use unobench_core::game::{ActiveRules, Event, Observer, RandomChance, Round};

pub(super) struct RecordLines<'a>(pub(super) &'a mut Vec<String>, pub(super) Notation);

impl LineSink for RecordLines<'_> {
    fn line(&mut self, line: &Line, told: &Told, _round: Option<&Round>) -> io::Result<()> {
        self.0.push(line.json(told, self.1).text());
        Ok(())
    }
}

pub(super) struct PlayListener<'a> {
    pub(super) log: &'a mut Vec<String>,
    pub(super) words: &'a Words,
    pub(super) gathered: Gathered,
}

impl Observer for PlayListener<'_> {
    fn reshuffled(
        &mut self,
        pile: &<Roomy as Cards>::Pile,
        _future: Option<RandomChance<'_, &ActiveRules>>,
    ) {
        self.log.push(format!("the discard pile is shuffled: {} cards to draw", pile.len()));
    }

    fn drawn(&mut self, kind: Kind) {
        self.gathered.drawn.push(kind);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        self.log.push(self.words.tell(round, event, &mut self.gathered));
    }
}

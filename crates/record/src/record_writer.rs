//! Taking down a game that is played elsewhere, decision by decision, as [`super::Trace`] takes
//! down those that it plays itself.

use super::event_lines::{EventLines, hands_of, round_end};
use super::line::{Line, RoundLine};
use super::order::{Layout, draw_order};
use super::trace::match_end;
use serde_json::Value;
use std::sync::Arc;
use unobench_core::cards::{Cards, Kind, Roomy};
use unobench_core::game::match_play::{MatchEnd, MatchPlay};
use unobench_core::game::{ActiveRules, Dealt, Event, RandomChance, Round, RoundScore};
use unobench_core::rules::{MAX_SEATS, RuleSet};

/// What stands above a round.
#[derive(Debug)]
pub(crate) struct Caption<'a> {
    /// The rules.
    pub(crate) rules: &'a Arc<RuleSet>,
    /// The same as they are written.
    pub(crate) settings: &'a Arc<Value>,
    /// Who plays, by seat.
    pub(crate) names: &'a [String],
    /// Number of the game.
    pub(crate) block: u64,
    /// Number of the round in its match.
    pub(crate) round: u64,
    /// Match points so far.
    pub(crate) totals: &'a [i32; MAX_SEATS],
}

/// Writes the lines of one round to the end of a list, each without its line end. A copy of it goes
/// on from where it was copied.
#[derive(Debug, Clone)]
pub(crate) struct RecordWriter {
    event_lines: EventLines,
    /// Where the cards go that are put back, in their order.
    places: std::vec::IntoIter<usize>,
    blank_draws: u8,
}

impl RecordWriter {
    /// Begins a round that is dealt and not yet open.
    pub(crate) fn begin(
        caption: &Caption<'_>,
        active: &ActiveRules,
        dealt: &Dealt,
        out: &mut Vec<String>,
    ) -> RecordWriter {
        let layout = Layout::find(dealt, active, caption.rules);
        let dealt = &dealt.round;
        let line = Line::Round(Box::new(RoundLine {
            rules: Arc::clone(caption.rules),
            settings: Arc::clone(caption.settings),
            block: caption.block,
            seating: 0,
            round: caption.round,
            players: caption.names.to_vec(),
            dealer: dealt.dealer(),
            first: dealt.first(),
            hands: hands_of(dealt),
            draw_pile: layout.draw_pile,
            totals: caption.totals[..dealt.players()]
                .iter()
                .map(|&total| i64::from(total))
                .collect(),
        }));
        let writer = RecordWriter {
            event_lines: EventLines::default(),
            places: layout.places.into_iter(),
            blank_draws: caption.rules.deck.blank_draws,
        };
        writer.put(&line, out);
        writer
    }

    /// Notes a card that the next draw is about.
    pub(crate) fn drawn(&mut self, kind: Kind) {
        self.event_lines.drawn(kind);
    }

    /// Notes the hands that the next crash is about.
    pub(crate) fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.event_lines.crashed(cards, first);
    }

    /// Takes down an event.
    pub(crate) fn event(&mut self, round: &Round, event: Event, out: &mut Vec<String>) {
        if let Event::TurnUp { returned: true, .. } = event {
            self.event_lines.place =
                self.places.next().expect("a place for each card that goes back");
        }
        for line in self.event_lines.tell(round, event).into_iter().flatten() {
            self.put(&line, out);
        }
    }

    /// Takes down that the pile was filled anew; `future` is the chance that it will be drawn by.
    pub(crate) fn reshuffled(
        &mut self,
        future: RandomChance<'_, &ActiveRules>,
        pile: &<Roomy as Cards>::Pile,
        out: &mut Vec<String>,
    ) {
        self.flush(out);
        self.put(&Line::Reshuffle { draw_pile: draw_order(future, pile) }, out);
    }

    /// Takes down how the round ended.
    pub(crate) fn end_round(
        &mut self,
        round: &Round,
        rules: &RuleSet,
        score: &RoundScore,
        out: &mut Vec<String>,
    ) {
        self.flush(out);
        self.put(&round_end(round, rules, score), out);
    }

    /// Takes down how a match ended.
    pub(crate) fn end_match(
        &self,
        game: &MatchPlay,
        players: usize,
        end: MatchEnd,
        out: &mut Vec<String>,
    ) {
        self.put(&match_end(game, players, Some(end)), out);
    }

    fn flush(&mut self, out: &mut Vec<String>) {
        if let Some(line) = self.event_lines.held() {
            self.put(&line, out);
        }
    }

    fn put(&self, line: &Line, out: &mut Vec<String>) {
        out.push(line.text(self.blank_draws));
    }
}

//! A table that is put together from what one seat sees of it.

use super::apply::Stage;
use super::legal::matching;
use super::state::{Covered, HandClues, Top};
use super::{
    ActiveRules, Decision, Direction, Memory, Opening, Pending, PendingPenalty, Round, Seat,
};
use crate::cards::{Colour, Counts as _, Kind, KindSet};
use crate::rules::{AfterWild, Pass, RuleSet};

/// What everybody could see a seat do, of which its hand tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Watched {
    /// For each colour the cards that it drew since it did not follow; none if it always did.
    pub not_followed: [Option<u16>; 4],
    /// For each colour how many turns ago it named it, at least 1.
    pub named: [Option<u16>; 4],
    /// The card that it laid last, and whether that changed the colour.
    pub laid: Option<(Kind, bool)>,
}

/// What one seat, which has to decide, sees of a table; lists are by seat.
#[derive(Debug, Clone)]
pub struct Position {
    /// Who decides.
    pub seat: Seat,
    /// What: [`Decision::Play`], [`Decision::Drawn`], [`Decision::Answer`] or
    /// [`Decision::Challenge`].
    pub decision: Decision,
    /// The seat's own cards.
    pub hand: Vec<Kind>,
    /// Of these what it has just drawn, where it may play that.
    pub drawn: Vec<Kind>,
    /// Numbers of cards in all hands.
    pub sizes: Vec<u32>,
    /// Cards that are known to be in hands.
    pub known: Vec<Vec<Kind>>,
    /// What else was seen of each seat.
    pub watched: Vec<Watched>,
    /// The discard pile with the up card.
    pub discards: Vec<Kind>,
    /// The up card.
    pub up: Kind,
    /// The active colour; none where it was forgotten.
    pub colour: Option<Colour>,
    /// The colour before a wild draw four that may be challenged.
    pub before: Option<Colour>,
    /// What hits the seat.
    pub pending: Pending,
    /// The direction of play.
    pub direction: Direction,
    /// Turns played so far.
    pub turns: u32,
    /// Seats that went out, the first first, and those that were knocked out.
    pub out: [Vec<Seat>; 2],
    /// Who started the silence that holds.
    pub silence: Option<Seat>,
    /// Cards that each takes when its hand is next empty.
    pub refills: Vec<u8>,
    /// Seats with one card that did not call.
    pub missed_calls: Vec<Seat>,
}

/// Why there is no table that a seat sees so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Impossible(pub String);

impl Position {
    /// A table that looks so to the seat, and what it remembers. What it does not see is any of
    /// what may be there: the same view, whatever is hidden.
    ///
    /// # Errors
    /// If there are more cards of a kind, or in all, than the deck has; or nothing to decide.
    pub fn round(&self, rules: &RuleSet) -> Result<(Round, Memory), Impossible> {
        let active = ActiveRules::of(rules);
        let refused = |why: String| Err(Impossible(why));
        let (mut left, notation) = (active.copies, active.notation);
        for &kind in self.hand.iter().chain(&self.discards).chain(self.known.iter().flatten()) {
            let Some(fewer) = left[kind.index()].checked_sub(1) else {
                let (card, all) = (kind.text(notation), active.copies[kind.index()]);
                return refused(format!(
                    "{card} is there more often than the deck has it, which is {all}"
                ));
            };
            left[kind.index()] = fewer;
        }
        let mut unseen: Vec<Kind> = Kind::all()
            .flat_map(|kind| std::iter::repeat_n(kind, usize::from(left[kind.index()])))
            .collect();
        let mut hands = self.known.clone();
        for (seat, hand) in hands.iter_mut().enumerate() {
            let size = self.sizes[seat] as usize;
            if seat == self.seat.index() {
                hand.clone_from(&self.hand);
            }
            let Some(hidden) = size.checked_sub(hand.len()) else {
                return refused(format!(
                    "{} cards are known of a hand of {size}: more than it has",
                    hand.len()
                ));
            };
            let Some(from) = unseen.len().checked_sub(hidden) else {
                return refused(format!(
                    "{size} cards in one hand are more than the {} that are left of the deck",
                    unseen.len()
                ));
            };
            hand.extend(unseen.drain(from..));
        }
        let opening = Opening::with_first(self.seat, hands.len());
        let mut round: Round = Round::with_cards(opening, &hands, unseen)
            .map_err(|count| Impossible(format!("{count} cards are too many")))?;
        self.discards.iter().for_each(|&kind| round.discard.insert(kind));
        self.set(&mut round, &active);
        self.ask(&mut round, &active)?;
        let mut memory = Memory::default();
        for (seat, known) in self.known.iter().enumerate() {
            memory.learn(self.seat, Seat::new(seat), known);
        }
        Ok((round, memory))
    }

    /// Everything but the cards and the decision.
    fn set(&self, round: &mut Round, active: &ActiveRules) {
        let colour = self.colour.unwrap_or(Colour::Red);
        let keeps_under = active.play.after_wild == AfterWild::ColourOrUnder;
        round.play.under = Some(self.up).filter(|up| keeps_under && !up.is_wild());
        let matching = |card, colour| matching(active, card, colour, round.play.under);
        round.top = Top { card: self.up, colour, matching: matching(self.up, colour) };
        let before = self.before.unwrap_or(Colour::Red);
        let top = Top { card: Kind::WILD, colour: before, matching: matching(Kind::WILD, before) };
        round.covered =
            Covered { top, under: None, forgotten: self.before.is_none(), guarded: false };
        round.people.forgot_colour = self.colour.is_none();
        if self.direction == Direction::Counterclockwise {
            round.turn_round();
        }
        for (place, seats) in self.out.iter().enumerate() {
            for &seat in seats {
                round.close_ranks(seat);
                round.in_play = round.in_play.without(seat);
                let out = match place {
                    0 => &mut round.finish.places,
                    _ => &mut round.finish.knocked_out,
                };
                *out = out.with_last(seat);
            }
        }
        (round.turns, round.silence) = (self.turns, self.silence);
        (round.to_move, round.player) = (self.seat, round.before(self.seat));
        round.pending = self.pending;
        round.play.may_pass = active.play.pass == Pass::Always;
        for seat in (0..self.sizes.len()).map(Seat::new) {
            let state = round.seat_mut(seat);
            state.refill = self.refills[seat.index()];
            state.missed_call = self.missed_calls.contains(&seat);
            let Watched { not_followed, named, laid } = self.watched[seat.index()];
            let count = 1 + not_followed.iter().flatten().max().copied().unwrap_or(0).min(65_534);
            let now = 1 + self.turns.min(u32::from(u16::MAX) - 1) as u16;
            round.drawn[seat.index()] = HandClues {
                count,
                not_followed: not_followed.map(|draws| draws.map_or(0, |drawn| count - drawn)),
                named: named.map(|age| age.map_or(0, |turns| now.saturating_sub(turns).max(1))),
                laid: laid
                    .map_or(0, |(kind, turns)| 1 + kind.index() as u16 + (u16::from(turns) << 8)),
            };
        }
    }

    /// What the seat has to decide.
    fn ask(&self, round: &mut Round, rules: &ActiveRules) -> Result<(), Impossible> {
        let stage = match self.decision {
            Decision::Play if self.pending.hit == PendingPenalty::Nothing => {
                *round = round.on_turn(rules, self.seat);
                Stage::Stop
            }
            Decision::Drawn => {
                let drawn: KindSet<_> = self.drawn.iter().copied().collect();
                let choice = round.choice_drawn_by(rules, self.seat).map(|kinds| kinds.and(drawn));
                round.card = choice.legal.first().unwrap_or(Kind::WILD);
                round.wait_for_kind(self.seat, Decision::Drawn, choice.of_drawn(rules))
            }
            Decision::Challenge => round.face(),
            _ => round.meet_hit(rules),
        };
        match stage {
            Stage::Stop => Ok(()),
            _ => Err(Impossible(
                "nothing answers what hits you under these rules: take it, and lose the turn"
                    .to_owned(),
            )),
        }
    }
}

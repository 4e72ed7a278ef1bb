//! A full state that fits what one seat sees.

use super::legal::{blocking, dishonest};
use super::state::Top;
use super::{ActiveRules, Decision, Memory, Round, Seat, SeatList};
use crate::cards::{Cards, Colour, DrawPile, Kind, KindSet, Multiset};
use crate::rng::Rng;
use crate::rules::MAX_SEATS;

/// How often a card is drawn anew that what is known of a hand speaks against, before it is taken
/// all the same.
const TRIES: u32 = 24;

/// What a seat can infer of a hand: the more recent a card, the less is known of it.
#[derive(Debug, Clone, Copy)]
struct Inference {
    /// Kinds that the hand has not if a wild draw four that waits for its challenge was honest.
    honest: KindSet<u128>,
    /// For each colour, how many cards of the hand may have it: those drawn since its owner last
    /// drew and did not follow.
    free: [u32; 4],
}

/// All full states that fit what a seat sees, to be sampled from without allocation.
///
/// A sample keeps what the seat sees: its own hand, all hand sizes, the piles' sizes, the discard
/// pile, cards that it knows. All other cards are dealt anew, the hidden part of the others' hands
/// from those that nobody showed; the rest is the draw pile, in no order yet. What others have
/// decided and not yet shown is guessed: everybody who can jump in wants to, a card that is given
/// in exchange is any. Whether a wild draw four that waits for its challenge was a bluff follows
/// from its player's new hand. The chance to come is not part of it: a search has to give it
/// fresh streams.
///
/// It does not depend on what is hidden: the same view gives the same samples from the same
/// generator.
#[derive(Debug, Clone)]
#[must_use]
pub struct Determinizer<'a, C: Cards> {
    /// The table with what is known of each hand in it, and everything else in the pile.
    base: Round<C>,
    active_rules: &'a ActiveRules,
    seat: Seat,
    /// Cards to be dealt to each seat.
    hidden: [u16; MAX_SEATS],
    order: SeatList,
    inferences: [Option<Inference>; MAX_SEATS],
}

impl<'a, C: Cards> Determinizer<'a, C> {
    pub(super) fn new<D: Cards>(
        round: &Round<D>,
        rules: &'a ActiveRules,
        memory: Option<&Memory>,
        seat: Seat,
    ) -> Self {
        let mut copies = [0_u16; 128];
        for index in 0..round.pile.len() {
            copies[round.pile.get(index).index()] += 1;
        }
        let mut base = round.recast::<C>();
        let mut hidden = [0; MAX_SEATS];
        let others = (0..round.players()).map(Seat::new).filter(|&other| other != seat);
        for other in others {
            round.hand(other).for_each(|kind, count| copies[kind.index()] += count as u16);
            let mut hand = C::Set::default();
            if let Some(memory) = memory {
                memory.known(seat, other).for_each(|kind, count| {
                    let is_right = round.hand(other).count(kind) >= count;
                    debug_assert!(is_right, "what is known of {other:?} is wrong");
                    copies[kind.index()] -= count as u16;
                    (0..count).for_each(|_| hand.insert(kind));
                });
            }
            hidden[other.index()] = round.seat(other).size - hand.len() as u16;
            base.seat_mut(other).hand = hand;
        }
        base.pile.clear();
        for (index, &copies) in copies.iter().enumerate() {
            (0..copies).for_each(|_| base.pile.push(Kind::from_index(index)));
        }
        base.pile.loosen();
        let mut inferences: [Option<Inference>; MAX_SEATS] = std::array::from_fn(|other| {
            Inference::of(round, Seat::new(other), hidden[other]).filter(|_| hidden[other] > 0)
        });
        if let Some((player, barred)) = round
            .honest_if(rules)
            .filter(|&(player, _)| player != seat && hidden[player.index()] > 0)
        {
            inferences[player.index()].get_or_insert(Inference::NONE).honest = barred;
        }
        let mut order = SeatList::EMPTY;
        for certain in [false, true] {
            for other in (0..round.players()).map(Seat::new) {
                if hidden[other.index()] > 0 && inferences[other.index()].is_none() == certain {
                    order = order.with_last(other);
                }
            }
        }
        Determinizer { base, active_rules: rules, seat, hidden, order, inferences }
    }

    /// The table with what is known of each hand in it, and all other cards in the pile.
    pub const fn base(&self) -> &Round<C> {
        &self.base
    }

    /// Samples a state: all deals of the hidden cards are equally likely.
    #[inline(always)]
    pub fn sample(&self, rng: &mut Rng, round: &mut Round<C>) {
        *round = self.base;
        for seat in self.order.iter() {
            self.deal(round, seat, rng);
        }
        self.guess(round, rng);
    }

    /// Samples a state in the light of what was inferred: with a chance of `trust` in 2⁻³² each
    /// hand is dealt such that the colours that its owner did not follow are only among the cards
    /// drawn since.
    ///
    /// Hands with more known of them are dealt first, a card after the other, each uniform among
    /// those that fit.
    pub fn sample_inferred(&self, rng: &mut Rng, trust: u64, round: &mut Round<C>) {
        *round = self.base;
        for seat in self.order.iter() {
            match self.inferences[seat.index()] {
                Some(inference) if rng.coin(trust) => {
                    self.deal_inferred(round, seat, &inference, rng)
                }
                _ => self.deal(round, seat, rng),
            }
        }
        self.guess(round, rng);
    }

    #[inline(always)]
    fn deal(&self, round: &mut Round<C>, seat: Seat, rng: &mut Rng) {
        let mut hand = round.seat(seat).hand;
        round.deal_to(&mut hand, usize::from(self.hidden[seat.index()]), rng);
        round.seat_mut(seat).hand = hand;
    }

    fn deal_inferred(
        &self,
        round: &mut Round<C>,
        seat: Seat,
        inference: &Inference,
        rng: &mut Rng,
    ) {
        let mut hand = round.seat(seat).hand;
        for slot in 0..u32::from(self.hidden[seat.index()]) {
            let barred = inference.barred::<C::Word>(slot);
            let mut index = rng.below(round.pile.len() as u32) as usize;
            for _ in 0..TRIES {
                if !barred.contains(round.pile.get(index)) {
                    break;
                }
                index = rng.below(round.pile.len() as u32) as usize;
            }
            hand.insert(round.pile.take_loose(index));
        }
        round.seat_mut(seat).hand = hand;
    }

    /// What others have decided and not yet shown.
    #[inline(always)]
    fn guess(&self, round: &mut Round<C>, rng: &mut Rng) {
        if let Some((player, card)) =
            self.base.may_have_bluffed(self.active_rules).filter(|(player, _)| *player != self.seat)
        {
            let hand = round.hand(player).kinds();
            round.pending.bluff = !round.covered.forgotten
                && dishonest(self.active_rules, hand, &round.covered.top).contains(card);
        }
        round.guess_jumpers(self.active_rules, self.seat);
        round.guess_gift(self.seat, rng);
    }
}

impl Inference {
    fn of<C: Cards>(round: &Round<C>, seat: Seat, hidden: u16) -> Option<Inference> {
        let drawn = &round.drawn[seat.index()];
        let free = drawn
            .not_followed
            .map(|then| if then > 0 { u32::from(drawn.count - then) } else { u32::MAX });
        free.iter()
            .any(|&free| free < u32::from(hidden))
            .then_some(Inference { free, ..Inference::NONE })
    }

    const NONE: Inference = Inference { honest: KindSet::EMPTY, free: [u32::MAX; 4] };

    /// The kinds that the hidden card with this number is not.
    fn barred<W: crate::cards::Word>(&self, slot: u32) -> KindSet<W> {
        let barred = Colour::ALL.into_iter().filter(|colour| self.free[colour.index()] <= slot);
        barred.fold(KindSet(W::truncated(self.honest.0)), |barred, colour| {
            barred.or(KindSet::of_colour(colour))
        })
    }
}

impl<C: Cards> Round<C> {
    /// The same table as `seat`, who has to decide, sees it, with all cards that it does not see
    /// dealt anew; see [`Determinizer`].
    ///
    /// What play has told about the other hands is not taken into account.
    pub fn determinized(&self, rules: &ActiveRules, seat: Seat, rng: &mut Rng) -> Self {
        let mut round = *self;
        Determinizer::<C>::new(self, rules, None, seat).sample(rng, &mut round);
        round
    }

    /// Whose wild draw four, or added card like it, may turn out a bluff: it waits for its challenge,
    /// or its player still names the colour or calls.
    fn may_have_bluffed(&self, rules: &ActiveRules) -> Option<(Seat, Kind)> {
        let just_laid = rules.flags.bluffable.contains(self.card)
            && matches!(self.decision, Decision::Colour | Decision::Uno);
        let waits = self.pending.challengeable.map(|player| (player, self.pending.card));
        waits.or(just_laid.then_some((self.player, self.card)))
    }

    /// Whose wild draw four waits for its challenge, and what its player then has not in the hand
    /// if it was honest.
    fn honest_if(&self, rules: &ActiveRules) -> Option<(Seat, KindSet<u128>)> {
        let (player, card) = self.may_have_bluffed(rules).filter(|_| !self.covered.forgotten)?;
        let matching = self.covered.top.matching.iter().collect();
        let top = Top { card: self.covered.top.card, colour: self.covered.top.colour, matching };
        Some((player, blocking(rules, &top, card)))
    }

    /// Of the others who were asked to jump in before, nobody knows yet who wants to: all who can.
    /// Who is asked yet hangs on their hands.
    #[inline(always)]
    fn guess_jumpers(&mut self, rules: &ActiveRules, seat: Seat) {
        if !matches!(self.decision, Decision::JumpIn | Decision::Double) {
            return;
        }
        let mut jumpers = self.jump_in.jumpers.filter(|jumper| jumper == seat);
        self.jump_in.to_ask = self.others_who_may_jump_in(rules).without(self.actor);
        let mut asked = self.player;
        while asked != self.actor {
            if asked != seat && self.may_jump_in(rules, asked) {
                jumpers = jumpers.with(asked);
            }
            self.jump_in.to_ask = self.jump_in.to_ask.without(asked);
            asked = self.after(asked);
        }
        self.jump_in.jumpers = jumpers;
    }

    /// Who gives second in an exchange does not know what it will get.
    #[inline(always)]
    fn guess_gift(&mut self, seat: Seat, rng: &mut Rng) {
        if self.hands.gives.is_none() || self.player == seat {
            return;
        }
        let hand = self.hand(self.player);
        let mut left = rng.below(hand.len());
        let mut gift = None;
        hand.for_each(|kind, count| {
            if gift.is_none() && left < count {
                gift = Some(kind);
            }
            left = left.saturating_sub(count);
        });
        self.hands.gives = gift;
    }
}

//! Cards that a rule set adds, step by step, and players who are knocked out. Catalogue:
//! `[[deck.card]]`, `finish.mercy`.

use super::apply::Stage;
use super::state::{HandClues, Pending, PendingPenalty};
use super::{ActiveRules, Chance, Decision, Event, Round, RoundStatus, Seat, SeatList, Why};
use crate::cards::{Cards, Colour, Counts, Kind, KindSet, Multiset, Word};
use crate::rules::{
    Challenge, ColourChoice, Discard, Honest, MOST_STEPS, MercyAfter, NamedBy, ReverseRule, Step,
    TwoPlayerReverse, Until, Who,
};

impl Discard {
    /// The kinds that go, with this card laid and this colour active.
    pub fn kinds<W: Word>(self, laid: Kind, colour: Colour) -> KindSet<W> {
        match self {
            Discard::Colour => KindSet::of_colour(colour),
            Discard::Symbol => KindSet::of_symbol(laid.symbol()),
            Discard::Numbers(numbers) => {
                let has = |kind: &Kind| numbers >> (kind.index() / 4) & 1 == 1;
                KindSet::<W>::NUMBERS.iter().filter(has).collect()
            }
        }
    }
}

impl<C: Cards> Round<C> {
    /// A card that the rule set adds takes effect.
    #[inline(never)]
    pub(crate) fn own_card(&mut self, chance: &mut impl Chance<C>) -> Stage {
        (self.own.left, self.own.chosen) = (MOST_STEPS as u8, None);
        self.own.victim_named = self.needs_no_victim(chance.rules());
        self.own.again = false;
        // What the card answers is no more, until it hits the next player.
        let answers = self.laid.answers && self.pending.hit == PendingPenalty::Draw;
        self.own.stacked = if answers { self.pending.owed } else { 0 };
        self.pending = Pending { bluff: self.pending.bluff, ..Pending::NOTHING };
        self.take_steps(chance)
    }

    /// Whether no victim names a colour: the wheel does, or that of a start card is named already.
    fn needs_no_victim(&self, rules: &ActiveRules) -> bool {
        rules.play.colour_choice == ColourChoice::Wheel || self.turns == 0
    }

    /// Whether an added card waits for somebody in the midst of its effect.
    pub(crate) fn is_midway(&self) -> bool {
        self.own.left > 0
    }

    /// Goes on with the steps of an added card, if one is taking effect.
    pub(crate) fn take_steps(&mut self, chance: &mut impl Chance<C>) -> Stage {
        // Nothing more happens to who is out, nor among those who are left alone.
        while self.is_midway() && self.in_play.contains(self.player) && self.in_play.has_several() {
            let card = chance.rules().own.of(self.card);
            let step = MOST_STEPS - usize::from(self.own.left);
            self.own.left -= 1;
            let step = card.map_or(Step::Nothing, |card| card.effect[step]);
            if let Some(stage) = self.take_step(chance, step) {
                return stage;
            }
        }
        self.own.left = 0;
        // Who is hit by the card comes before its player moves again.
        self.own.again &= self.in_play.contains(self.player) && !self.goes_out(chance.rules());
        if self.own.again && self.pending.hit == PendingPenalty::Nothing {
            (self.to_move, self.laid.steps_back, self.own.again) = (self.player, false, false);
        }
        Stage::Acted
    }

    /// Takes a step; gives a stage where somebody is asked.
    fn take_step(&mut self, chance: &mut impl Chance<C>, step: Step) -> Option<Stage> {
        self.pass_over_the_gone();
        match step {
            Step::Nothing => {}
            Step::Reverse => self.reverse_own(chance),
            Step::Again if self.goes_out(chance.rules()) => {}
            Step::Again => {
                (self.to_move, self.laid.steps_back) = (self.after(self.player), false);
                self.own.again = true;
            }
            Step::Skip(seats) => (0..seats).for_each(|_| self.loses(chance, self.to_move)),
            Step::Hit(cards) => self.hit_by_own(chance.rules(), cards),
            Step::Loses(who) => return self.each(chance, who, Self::loses),
            Step::Draw { .. } | Step::DrawUntil { .. } | Step::Throw { .. }
                if self.is_over_without_draw(chance.rules()) => {}
            Step::Draw { who, cards, skip } => {
                return self.each(chance, who, |round, chance, seat| {
                    round.pay(chance, seat, u32::from(cards), Why::Effect);
                    if skip {
                        round.loses(chance, seat);
                    }
                });
            }
            Step::DrawUntil { who, until: Until::Colour, named_by: NamedBy::Victim, .. }
                if !self.own.victim_named =>
            {
                let asked = self.ask_for_chosen(chance, who);
                return asked.or_else(|| self.ask_the_victim(chance.rules(), who));
            }
            Step::DrawUntil { who, until, skip, .. } => {
                self.own.victim_named = self.needs_no_victim(chance.rules());
                return self.each(chance, who, |round, chance, seat| {
                    round.draw_until(chance, seat, until);
                    if skip {
                        round.loses(chance, seat);
                    }
                });
            }
            Step::Swap(_) if self.moves_nothing(chance.rules()) => {}
            Step::Swap(Who::Chosen) => match self.swap_hands(chance, false) {
                Stage::Acted => {}
                stage => return Some(stage),
            },
            Step::Swap(who) => self.swap_with(chance, who),
            Step::PassOn => {
                let _ = self.rotate_hands(chance);
            }
            Step::Shuffle => self.shuffle_hands(chance),
            Step::Discard(what) => self.discard_own(chance, what),
            Step::Throw { who, least, most } => {
                return self.each(chance, who, |round, chance, seat| {
                    let _ = round.throw(chance, seat, 1, [least, most], Why::Effect);
                });
            }
        }
        None
    }

    /// The player swaps hands with somebody, and with nobody where the turn has come back to it.
    fn swap_with(&mut self, chance: &mut impl Chance<C>, who: Who) {
        for with in self.seats_of(who).without(self.player).iter() {
            let _ = self.swap(chance, with);
        }
    }

    /// Does something to each seat that a step is about, in order, once a chosen one is chosen.
    fn each<E: Chance<C>>(
        &mut self,
        chance: &mut E,
        who: Who,
        act: impl Fn(&mut Self, &mut E, Seat),
    ) -> Option<Stage> {
        let asked = self.ask_for_chosen(chance, who);
        if asked.is_none() {
            for seat in self.seats_of(who).iter() {
                if !self.is_done(chance.rules(), seat) {
                    act(self, chance, seat);
                }
            }
        }
        asked
    }

    /// Whether nothing more happens to a seat: it is left alone, or its last card ends the round.
    fn is_done(&self, rules: &ActiveRules, seat: Seat) -> bool {
        !self.in_play.has_several() || seat == self.player && self.ends_the_round(rules)
    }

    /// The player chooses a seat, once for all steps of a card; the only one is chosen unasked.
    fn ask_for_chosen(&mut self, chance: &mut impl Chance<C>, who: Who) -> Option<Stage> {
        if who != Who::Chosen || self.own.chosen.is_some() {
            return None;
        }
        let others = self.in_play.without(self.player);
        if others.has_several() {
            self.own.left += 1;
            return Some(self.wait_for_seat(Decision::Target, others));
        }
        if let Some(whom) = others.only() {
            self.choose(chance, whom);
        }
        None
    }

    pub(crate) fn choose(&mut self, chance: &mut impl Chance<C>, whom: Seat) {
        self.own.chosen = Some(whom);
        self.tell(chance, Event::Targets { seat: self.player, whom });
    }

    fn seats_of(&self, who: Who) -> SeatList {
        let list = |seats: SeatList, seat: Seat| seats.with_last(seat);
        let others = || self.others_from(self.player).fold(SeatList::EMPTY, list);
        let only = |seat: Seat| SeatList::EMPTY.with_last(seat);
        match who {
            Who::Next => only(self.to_move),
            Who::Previous => only(self.before(self.player)),
            Who::Chosen => {
                let chosen = self.own.chosen.filter(|&seat| self.in_play.contains(seat));
                chosen.map_or(SeatList::EMPTY, only)
            }
            Who::Others => others(),
            Who::All => others().with_last(self.player),
            Who::Own => only(self.player),
        }
    }

    /// A seat loses its turn: the one that would be next at once, another when it comes to move.
    fn loses(&mut self, chance: &mut impl Chance<C>, seat: Seat) {
        if !self.in_play.contains(seat)
            || seat == self.player
            || self.ends_the_round(chance.rules())
        {
            return;
        }
        if seat == self.to_move {
            self.laid.steps_back = false;
            self.lose_turn(chance);
        } else {
            self.own.losing = self.own.losing.with(seat);
        }
    }

    /// Whether the player to move has lost this turn earlier; it loses it now.
    pub(crate) fn has_lost_turn(&mut self, chance: &mut impl Chance<C>) -> bool {
        let loses = self.own.losing.contains(self.to_move);
        if loses {
            self.own.losing = self.own.losing.without(self.to_move);
            self.lose_turn(chance);
        }
        loses
    }

    /// The player to move loses the turn.
    pub(crate) fn lose_turn(&mut self, chance: &mut impl Chance<C>) {
        let seat = self.to_move;
        self.end_own_silence(chance.rules());
        self.tell(chance, Event::LoseTurn { seat });
        self.to_move = self.after(seat);
    }

    /// As a reverse; among two the other loses its turn at once.
    fn reverse_own(&mut self, chance: &mut impl Chance<C>) {
        let play = &chance.rules().play;
        let (lasting, turns) =
            (play.reverse == ReverseRule::Lasting, self.turns_direction(chance.rules()));
        let skips = play.two_player_reverse == TwoPlayerReverse::Skip;
        if lasting && turns {
            self.turn_round();
        }
        (self.to_move, self.laid.steps_back) = (self.after(self.player), false);
        if self.two_in_play(chance.rules()) && skips {
            let other = self.to_move;
            self.loses(chance, other);
            self.to_move = if self.own.again { other } else { self.player };
        } else if !lasting && turns {
            self.laid.steps_back = true;
            self.to_move = self.before(self.player);
        }
    }

    /// The next player has to draw, with what the card answers, and may challenge as its rule says.
    fn hit_by_own(&mut self, rules: &ActiveRules, cards: u8) {
        let (bluff, honest) = (self.pending.bluff, rules.own.of(self.card).map(|card| card.honest));
        self.hit(PendingPenalty::Draw, self.own.stacked + u16::from(cards));
        self.pending.from_start = self.turns == 0;
        if honest == Some(Honest::NoColour) && !self.pending.from_start {
            let open = rules.play.bluff && rules.play.challenge != Challenge::Off;
            self.pending.bluff = bluff;
            self.pending.challengeable = open.then_some(self.player);
        }
    }

    /// Who draws until a colour comes names it.
    fn ask_the_victim(&mut self, rules: &ActiveRules, who: Who) -> Option<Stage> {
        let victim = self.seats_of(who).first().filter(|&seat| !self.is_done(rules, seat))?;
        self.own.left += 1;
        Some(self.wait_for(victim, Decision::Colour))
    }

    /// The victim has named the colour, which is the active one from now on.
    pub(crate) fn name_victims_colour(
        &mut self,
        chance: &mut impl Chance<C>,
        colour: Colour,
    ) -> Stage {
        self.own.victim_named = true;
        self.tell(chance, Event::NameColour { seat: self.actor, colour });
        self.show_wild(chance.rules(), self.card, colour);
        self.take_steps(chance)
    }

    /// A seat draws until a card comes, which all see. As long as no colour is named nothing is
    /// drawn.
    fn draw_until(&mut self, chance: &mut impl Chance<C>, seat: Seat, until: Until) {
        if self.people.forgot_colour {
            return;
        }
        let mut count = 0;
        while !self.is_full(chance.rules(), seat)
            && let Some(kind) = self.draw_card(chance, seat)
        {
            count += 1;
            let comes = match until {
                Until::Colour => kind.colour() == Some(self.top.colour),
                Until::Playable => self.choice_drawn(chance, seat).playable.contains(kind),
            };
            if comes {
                break;
            }
        }
        if count > 0 {
            self.tell(chance, Event::Draw { seat, owed: count, why: Why::Shown });
        }
        self.knock_out_if_full(chance, seat);
    }

    /// Cards leave the player's hand and go under the up card, without effect and without a call.
    fn discard_own(&mut self, chance: &mut impl Chance<C>, what: Discard) {
        if what == Discard::Colour && self.people.forgot_colour {
            return;
        }
        let seat = self.player;
        let kinds = self.seat(seat).hand.kinds().and(what.kinds(self.card, self.top.colour));
        if kinds.is_empty() {
            return;
        }
        self.tell(chance, Event::Discards { seat, kinds: kinds.iter().collect() });
        for kind in kinds.iter() {
            for _ in 0..self.seat(seat).hand.count(kind) {
                self.seat_mut(seat).lose(kind);
                self.discard.insert(kind);
            }
        }
        self.seat_mut(seat).missed_call = false;
        if self.seat(seat).size == 0 {
            let card = self.card;
            self.seat_mut(seat).last_card = Some(card);
            self.finish.emptied = self.finish.emptied.without(seat).with_last(seat);
        }
    }

    /// Whether a hand has as many cards as knock a player out, so that nothing more is drawn. Who
    /// is left alone is not knocked out.
    pub(crate) fn is_full(&self, rules: &ActiveRules, seat: Seat) -> bool {
        rules.finish.mercy_after == MercyAfter::Card && self.is_knocked_out(rules, seat)
    }

    fn is_knocked_out(&self, rules: &ActiveRules, seat: Seat) -> bool {
        rules.finish.mercy > 0
            && self.in_play.has_several()
            && (!self.in_play.contains(seat)
                || self.seat(seat).size >= u16::from(rules.finish.mercy))
    }

    /// Who has drawn too many cards is out, and the cards stay aside until the next reshuffle.
    pub(crate) fn knock_out_if_full(&mut self, chance: &mut impl Chance<C>, seat: Seat) {
        if !self.in_play.contains(seat) || !self.is_knocked_out(chance.rules(), seat) {
            return;
        }
        self.tell(chance, Event::KnockedOut { seat });
        let state = self.seat_mut(seat);
        let hand = std::mem::take(&mut state.hand);
        (state.size, state.missed_call) = (0, false);
        hand.for_each(|kind, count| (0..count).for_each(|_| self.discard.insert(kind)));
        self.drawn[seat.index()] = HandClues::NOTHING;
        self.in_play = self.in_play.without(seat);
        self.close_ranks(seat);
        self.finish.emptied = self.finish.emptied.without(seat);
        self.finish.knocked_out = self.finish.knocked_out.with_last(seat);
        // Nobody challenges who is knocked out.
        if self.pending.challengeable == Some(seat) {
            (self.pending.challengeable, self.covered.guarded) = (None, false);
        }
    }

    /// The move passes over seats that have left.
    pub(crate) fn pass_over_the_gone(&mut self) {
        while !self.in_play.contains(self.to_move) && !self.in_play.is_empty() {
            (self.to_move, self.laid.steps_back) = (self.after(self.to_move), false);
        }
    }

    /// Where all others are knocked out, the one who is left wins.
    pub(crate) fn wins_alone(&mut self, rules: &ActiveRules) -> bool {
        let last = self.in_play.only().filter(|_| !self.finish.knocked_out.is_empty());
        if let Some(seat) = last {
            self.end(rules, RoundStatus::Won(self.finish.places.first().unwrap_or(seat)));
        }
        last.is_some()
    }
}

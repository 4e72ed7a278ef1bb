//! Cards that move hands, or make everybody draw, and the launcher. Catalogue: `[hands]`; of
//! `[deck]` `swap_hands`, `shuffle_hands`, `crash`, `downpour_one`, `downpour_two`.

use super::apply::Stage;
use super::state::{HandClues, PendingPenalty};
use super::{ActiveRules, CardChoice, Chance, Decision, Event, Round, Seat, SeatSet, Why};
use crate::cards::{Cards, Kind, KindSet, Multiset, Symbol};
use crate::rules::{DrawnCard, FinishWhen, MAX_SEATS, Swap, SwapOnLastCard};

/// The most cards that hands can hold together: all of the largest deck.
const MOST_CARDS: usize = 512;

impl<C: Cards> Round<C> {
    /// A wild of another edition takes effect.
    #[inline(never)]
    pub(crate) fn special_card(&mut self, chance: &mut impl Chance<C>, symbol: Symbol) -> Stage {
        match symbol {
            Symbol::BlankDraw => {
                let rules = chance.rules();
                let stacked =
                    if rules.flags.has_answers { self.stacked_under_draw_two(rules) } else { 0 };
                self.hit(PendingPenalty::Draw, stacked + u16::from(rules.notation.blank_draws()));
            }
            Symbol::DownpourOne => self.downpour(chance, 1),
            Symbol::DownpourTwo => self.downpour(chance, 2),
            Symbol::SwapHands => {
                let keeps = chance.rules().hands.swap != Swap::Must;
                return self.swap_hands(chance, keeps);
            }
            Symbol::ShuffleHands => self.shuffle_hands(chance),
            Symbol::Crash => self.crash(chance),
            symbol if symbol.own().is_some() => return self.own_card(chance),
            _ => {}
        }
        Stage::Acted
    }

    /// A 7, a 0 or a 5 takes effect, where it does something.
    #[inline(always)]
    pub(crate) fn number_acts(&mut self, chance: &mut impl Chance<C>, symbol: Symbol) -> Stage {
        match symbol {
            Symbol::Seven => {
                let keeps = chance.rules().hands.swap == Swap::May;
                self.swap_hands(chance, keeps)
            }
            Symbol::Zero => self.rotate_hands(chance),
            _ => self.offer_exchange(chance.rules()),
        }
    }

    /// A card that moves hands, as the last one, may move none. Catalogue:
    /// `hands.swap_on_last_card`.
    pub(crate) fn moves_nothing(&self, rules: &ActiveRules) -> bool {
        rules.hands.swap_on_last_card == SwapOnLastCard::RoundEnds
            && self.seat(self.player).size == 0
            || !self.in_play.has_several()
    }

    /// All others draw, in the direction of play from the next seat on; nobody loses a turn.
    fn downpour(&mut self, chance: &mut impl Chance<C>, owed: u32) {
        if self.is_over_without_draw(chance.rules()) {
            return;
        }
        for seat in self.others_from(self.player) {
            self.pay(chance, seat, owed, Why::Downpour);
        }
    }

    /// The player chooses whom to swap hands with, if it has to. Catalogue: `hands.swap`.
    #[inline]
    pub(crate) fn swap_hands(&mut self, chance: &mut impl Chance<C>, may_keep: bool) -> Stage {
        if self.moves_nothing(chance.rules()) {
            return Stage::Acted;
        }
        let others = self.in_play.without(self.player);
        if others.has_several() || may_keep {
            let stage = self.wait_for_seat(Decision::Swap, others);
            self.choice.may_decline = may_keep;
            stage
        } else {
            others.only().map_or(Stage::Acted, |with| self.swap(chance, with))
        }
    }

    /// The player swaps hands with another seat; what is known of a hand goes with it.
    #[inline(never)]
    pub(crate) fn swap(&mut self, chance: &mut impl Chance<C>, with: Seat) -> Stage {
        let seat = self.player;
        let before = self.sizes_if_some_are_0(chance.rules());
        self.swap_two(seat, with);
        self.tell(chance, Event::Swap { seat, with });
        self.note_emptied(before, seat);
        Stage::Acted
    }

    #[inline(never)]
    pub(crate) fn rotate_hands(&mut self, chance: &mut impl Chance<C>) -> Stage {
        if self.moves_nothing(chance.rules()) {
            return Stage::Acted;
        }
        let player = self.player;
        let before = self.sizes_if_some_are_0(chance.rules());
        // Each seat but the player trades with the player in turn: its hand is then that of the
        // seat before it.
        let mut seat = self.after(player);
        while seat != player {
            self.swap_two(player, seat);
            seat = self.after(seat);
        }
        self.tell(chance, Event::Rotate { direction: self.direction });
        self.note_emptied(before, player);
        Stage::Acted
    }

    fn swap_two(&mut self, first_seat: Seat, other: Seat) {
        let (mine, theirs) = (*self.seat(first_seat), *self.seat(other));
        for (seat, from) in [(first_seat, theirs), (other, mine)] {
            let state = self.seat_mut(seat);
            (state.hand, state.size, state.missed_call) = (from.hand, from.size, false);
        }
        self.drawn.swap(first_seat.index(), other.index());
    }

    /// The sizes of the hands, where one in play may be empty.
    fn sizes_if_some_are_0(&self, rules: &ActiveRules) -> Option<[u16; MAX_SEATS]> {
        self.some_may_have_none(rules).then(|| self.seats.map(|seat| seat.size))
    }

    /// Whether a hand in play may be empty: one that was emptied and not yet looked at, or that of
    /// somebody who has not brought in yet.
    fn some_may_have_none(&self, rules: &ActiveRules) -> bool {
        let may = !self.finish.emptied.is_empty() || rules.finish.when == FinishWhen::BringIn;
        debug_assert!(may || self.in_play().iter().all(|seat| self.seat(seat).size > 0));
        may
    }

    fn note_emptied(&mut self, before: Option<[u16; MAX_SEATS]>, from: Seat) {
        let Some(before) = before else { return };
        for seat in std::iter::once(from).chain(self.others_from(from)) {
            let (was_empty, is_empty) = (before[seat.index()] == 0, self.seat(seat).size == 0);
            if was_empty != is_empty {
                self.seat_mut(seat).last_card = None;
                self.finish.emptied = if is_empty {
                    self.finish.emptied.with_last(seat)
                } else {
                    self.finish.emptied.without(seat)
                };
            }
        }
    }

    /// The player may exchange a card with anybody who has one.
    #[inline(never)]
    fn offer_exchange(&mut self, rules: &ActiveRules) -> Stage {
        if self.seat(self.player).size == 0 {
            return Stage::Acted;
        }
        let others = self.in_play.without(self.player);
        let partners = if self.some_may_have_none(rules) {
            others.filter(|seat| self.seat(seat).size > 0)
        } else {
            others
        };
        if partners.is_empty() {
            return Stage::Acted;
        }
        let stage = self.wait_for_seat(Decision::Exchange, partners);
        self.choice.may_decline = true;
        stage
    }

    #[inline(always)]
    pub(crate) fn wait_for_seat(&mut self, decision: Decision, seats: SeatSet) -> Stage {
        self.hands.choosable = seats;
        self.wait_for(self.player, decision)
    }

    /// The player exchanges a card with this seat: each gives one, the player first.
    pub(crate) fn exchange_with(&mut self, chance: &mut impl Chance<C>, with: Seat) -> Stage {
        self.hands.partner = with;
        self.hands.gives = None;
        self.ask_for_gift(chance, self.player)
    }

    /// A seat chooses a card to give; where it has one kind only it is not asked.
    fn ask_for_gift(&mut self, chance: &mut impl Chance<C>, seat: Seat) -> Stage {
        let kinds = self.seat(seat).hand.kinds();
        match kinds.first() {
            Some(only) if kinds.len() == 1 => self.give(chance, only),
            _ => self.wait_for_kind(seat, Decision::Give, CardChoice::of(kinds, false)),
        }
    }

    /// One of the two gives this card; once both have, the cards change hands.
    pub(crate) fn give(&mut self, chance: &mut impl Chance<C>, kind: Kind) -> Stage {
        let (seat, with) = (self.player, self.hands.partner);
        let Some(gives) = self.hands.gives.take() else {
            self.hands.gives = Some(kind);
            return self.ask_for_gift(chance, with);
        };
        self.hand_over(seat, with, gives);
        self.hand_over(with, seat, kind);
        self.tell(chance, Event::Exchange { seat, with, gives, gets: kind });
        Stage::Acted
    }

    fn hand_over(&mut self, from: Seat, to: Seat, kind: Kind) {
        self.seat_mut(from).lose(kind);
        self.seat_mut(to).gain(kind);
        self.drawn[to.index()].count += 1;
    }

    /// The player to move presses the launcher's button instead of drawing. Catalogue:
    /// `hands.launcher`.
    #[inline(never)]
    pub(crate) fn draw_from_launcher(&mut self, chance: &mut impl Chance<C>) -> Stage {
        if self.nothing_to_draw(chance.rules()) {
            return self.keep_drawn(chance);
        }
        let drawn = self.throw(chance, self.to_move, 1, chance.rules().hands.thrown(), Why::Turn);
        if !self.in_play.contains(self.to_move) {
            return Stage::Next;
        }
        if chance.rules().play.drawn_card == DrawnCard::Keep {
            self.keep_drawn(chance)
        } else {
            self.offer_drawn(chance, drawn)
        }
    }

    #[inline(never)]
    pub(crate) fn pay_by_launcher(
        &mut self,
        chance: &mut impl Chance<C>,
        seat: Seat,
        presses: u32,
        why: Why,
    ) {
        if presses > 0 {
            let _ = self.throw(chance, seat, presses, chance.rules().hands.thrown(), why);
        }
    }

    /// Presses the button so often, then takes what is thrown, each time from the first to the
    /// second of these numbers; gives its kinds.
    pub(crate) fn throw<E: Chance<C>>(
        &mut self,
        chance: &mut E,
        seat: Seat,
        presses: u32,
        thrown: [u8; 2],
        why: Why,
    ) -> KindSet<C::Word> {
        let [least, most] = thrown.map(u32::from);
        let owed = if least == most {
            presses * most
        } else {
            chance.press_often(seat, presses, least, most)
        };
        let kinds = self.draw_all(chance, seat, owed);
        self.tell(chance, Event::Draw { seat, owed, why });
        self.knock_out_if_full(chance, seat);
        kinds
    }

    /// Draws what is owed, or what there is, or what it takes to be knocked out; gives its kinds.
    pub(crate) fn draw_all(
        &mut self,
        chance: &mut impl Chance<C>,
        seat: Seat,
        owed: u32,
    ) -> KindSet<C::Word> {
        let mut kinds = KindSet::EMPTY;
        for _ in 0..owed {
            if self.is_full(chance.rules(), seat) {
                break;
            }
            let Some(kind) = self.draw_card(chance, seat) else { break };
            kinds = kinds.or(KindSet::only(kind));
        }
        kinds
    }

    /// The player's and the next player's hands are shuffled together and dealt out again, each
    /// getting the number it had.
    fn crash(&mut self, chance: &mut impl Chance<C>) {
        if self.moves_nothing(chance.rules()) {
            return;
        }
        let (seat, with) = (self.player, self.to_move);
        let first = usize::from(self.seat(seat).size);
        let mut buffer = [Kind::WILD; MOST_CARDS];
        let len = self.collect_hands([seat, with].into_iter(), &mut buffer);
        let cards = &mut buffer[..len];
        if len > 1 {
            chance.crash(cards);
        }
        if chance.listens() {
            chance.crashed(cards, first);
            chance.saw(self, Event::Crash { seat, with });
        }
        self.set_hand(seat, &cards[..first]);
        self.set_hand(with, &cards[first..]);
    }

    /// All hands are collected, shuffled and dealt out again one by one, from the next seat in the
    /// direction of play on, the player last. Catalogue: `deck.shuffle_hands`.
    ///
    /// Who gets how many is certain, and which is chance: so the cards are shuffled and cut into
    /// hands, in order of the seats.
    #[inline(never)]
    pub(crate) fn shuffle_hands(&mut self, chance: &mut impl Chance<C>) {
        if self.moves_nothing(chance.rules()) {
            return;
        }
        let player = self.player;
        let before = self.sizes_if_some_are_0(chance.rules());
        let mut buffer = [Kind::WILD; MOST_CARDS];
        let len = self.collect_hands(self.in_play.iter(), &mut buffer);
        let mut sizes = [0; MAX_SEATS];
        let players = self.in_play.len() as usize;
        let order = self.others_from(player).chain(std::iter::once(player));
        for (turn, seat) in order.enumerate() {
            sizes[seat.index()] = len / players + usize::from(turn < len % players);
        }
        let mut rest = &mut buffer[..len];
        if len > 1 {
            chance.crash(rest);
        }
        for seat in self.in_play.iter() {
            let (hand, others) = rest.split_at_mut(sizes[seat.index()]);
            self.set_hand(seat, hand);
            let state = self.seat_mut(seat);
            (state.size, state.missed_call) = (hand.len() as u16, false);
            rest = others;
        }
        self.tell(chance, Event::Redeal { seat: player });
        self.note_emptied(before, player);
    }

    /// Writes the cards of hands one after the other, and gives how many they are.
    fn collect_hands(&self, seats: impl Iterator<Item = Seat>, cards: &mut [Kind]) -> usize {
        let mut len = 0;
        for seat in seats {
            self.seat(seat).hand.for_each(|kind, count| {
                cards[len..len + count as usize].fill(kind);
                len += count as usize;
            });
        }
        len
    }

    fn set_hand(&mut self, seat: Seat, cards: &[Kind]) {
        let mut hand = C::Set::default();
        cards.iter().for_each(|&kind| hand.insert(kind));
        self.seat_mut(seat).hand = hand;
        self.drawn[seat.index()] = HandClues::NOTHING;
    }
}

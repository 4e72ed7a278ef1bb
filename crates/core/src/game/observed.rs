//! Somebody who listens to a round, between it and its chance.

use super::{
    ActiveRules, Chance, Coin, Event, Race, RandomChance, Round, Seat, SeatSet, TurnEvents,
};
use crate::cards::{Cards, Kind, KindSet, Roomy};
use crate::rules::{Person, Probability, Weight};

/// Somebody who listens to a round.
pub trait Observer<C: Cards = Roomy> {
    /// Hears of a card that the next [`Event::Draw`] is about.
    fn drawn(&mut self, _kind: Kind) {}
    /// Hears of the new hands that the next [`Event::Crash`] is about, the player's first.
    fn crashed(&mut self, _cards: &[Kind], _first: usize) {}
    /// Hears what happened; the table stands as it does just then.
    fn saw(&mut self, _round: &Round<C>, _event: Event) {}
    /// Hears that the player to move is about to play or to draw, whether or not it is asked.
    fn turn(&mut self, _round: &Round<C>) {}
    /// Hears that the pile was filled anew, and by what chance it will be drawn, where that is
    /// known.
    fn reshuffled(&mut self, _pile: &C::Pile, _future: Option<RandomChance<'_, &ActiveRules, C>>) {}
    /// Hears that cards of the pile came into order, or that one was put back; and by what chance
    /// it will be drawn from here, where that is known.
    fn pile_changed(
        &mut self,
        _pile: &C::Pile,
        _future: Option<RandomChance<'_, &ActiveRules, C>>,
    ) {
    }
}

/// Chance with one more listener, who hears of everything first.
#[derive(Debug)]
pub struct Observed<'a, E: ?Sized, O: ?Sized> {
    /// Where the outcomes come from.
    pub chance: &'a mut E,
    /// Who listens to it.
    pub observer: &'a mut O,
}

impl<'a, E: ?Sized, O: ?Sized> Observed<'a, E, O> {
    /// The same chance, listened to.
    pub fn new(chance: &'a mut E, observer: &'a mut O) -> Self {
        Observed { chance, observer }
    }
}

/// Methods of a chance that the chance behind it answers alone.
#[doc(hidden)]
#[macro_export]
macro_rules! behind {
    ($me:ident; $(
        fn $name:ident(&$($own:ident)+ $(, $argument:ident: $type:ty)*) $(-> $answer:ty)?;
    )+) => {
        $(#[inline(always)]
        fn $name(&$($own)+ $(, $argument: $type)*) $(-> $answer)? {
            $me.chance.$name($($argument),*)
        })+
    };
}

/// What a chance answers without telling anybody, answered by the chance behind it.
macro_rules! all_outcomes_behind {
    ($me:ident; $cards:ident) => {
        behind! { $me;
            fn rules(&$me) -> &ActiveRules;
            fn house(&$me) -> &ActiveRules;
            fn foresee(&$me) -> Option<RandomChance<'_, &ActiveRules, $cards>>;
            fn person(&$me, seat: Seat) -> &Person;
            fn crash(&mut $me, cards: &mut [Kind]);
            fn coin(&mut $me, coin: Coin, seat: Seat, probability: Probability) -> bool;
            fn pick(&mut $me, coin: Coin, seats: SeatSet) -> Seat;
            fn is_surely_quiet(&mut $me, most: u64) -> bool;
            fn is_quiet(&mut $me, noise: u64) -> bool;
            fn may_act(&mut $me, turn_events: &TurnEvents);
            fn may_misplay(&$me) -> bool;
            fn one_of(
                &mut $me, round: &Round<$cards>, coin: Coin, seats: SeatSet, most: Probability
            ) -> Option<Seat>;
            fn pick_card(&mut $me, coin: Coin, seat: Seat, kinds: KindSet<$cards::Word>) -> Kind;
            fn press(&mut $me, seat: Seat, least: u32, most: u32) -> u32;
            fn press_often(&mut $me, seat: Seat, presses: u32, least: u32, most: u32) -> u32;
            fn race(&mut $me, race: Race, candidates: &[(Seat, Weight)]) -> usize;
            fn last_hand(&mut $me, round: &Round<$cards>) -> Option<Seat>;
        }
    };
}

impl<C: Cards, E: Chance<C> + ?Sized, O: Observer<C> + ?Sized> Chance<C> for Observed<'_, E, O> {
    #[inline(always)]
    fn listens(&self) -> bool {
        true
    }

    fn shuffle_more(&mut self, pile: &mut C::Pile) {
        self.chance.shuffle_more(pile);
        self.observer.pile_changed(pile, self.chance.foresee());
    }

    fn reshuffled(&mut self, pile: &mut C::Pile) {
        self.chance.reshuffled(pile);
        self.observer.reshuffled(pile, self.chance.foresee());
    }

    fn put_back(&mut self, pile: &mut C::Pile, kind: Kind) {
        self.chance.put_back(pile, kind);
        self.observer.pile_changed(pile, self.chance.foresee());
    }

    #[inline(always)]
    fn drawn(&mut self, kind: Kind) {
        self.observer.drawn(kind);
        if self.chance.listens() {
            self.chance.drawn(kind);
        }
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.observer.crashed(cards, first);
        if self.chance.listens() {
            self.chance.crashed(cards, first);
        }
    }

    #[inline(always)]
    fn saw(&mut self, round: &Round<C>, event: Event) {
        self.observer.saw(round, event);
        if self.chance.listens() {
            self.chance.saw(round, event);
        }
    }

    #[inline(always)]
    fn turn(&mut self, round: &Round<C>) {
        self.observer.turn(round);
        if self.chance.listens() {
            self.chance.turn(round);
        }
    }

    all_outcomes_behind! { self; C }
}

/// Any chance as one type, so that what plays with it is compiled once.
#[allow(missing_debug_implementations, reason = "what it holds need not say what it is")]
pub struct AnyChance<'a, C: Cards = Roomy> {
    /// Where the outcomes come from.
    pub chance: &'a mut dyn Chance<C>,
}

impl<C: Cards> Chance<C> for AnyChance<'_, C> {
    behind! { self;
        fn listens(&self) -> bool;
        fn has_rare_rules(&self) -> bool;
        fn shuffle_more(&mut self, pile: &mut C::Pile);
        fn reshuffled(&mut self, pile: &mut C::Pile);
        fn put_back(&mut self, pile: &mut C::Pile, kind: Kind);
        fn drawn(&mut self, kind: Kind);
        fn crashed(&mut self, cards: &[Kind], first: usize);
        fn saw(&mut self, round: &Round<C>, event: Event);
        fn turn(&mut self, round: &Round<C>);
    }

    all_outcomes_behind! { self; C }
}

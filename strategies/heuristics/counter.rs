//! `counter`: counts cards, and remembers which colours the others did not follow.

use super::bluff::Bluff;
use super::tactics::{agrees_if_it_pays, may_hold, of_symbol, spoil_or_swap, unfit, worth_playing};
use unobench_core::cards::Symbol;
use unobench_tactics::effect::CardEffect;
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "counter",
    description: "weighs what it can follow later itself against what the player who moves next \
        can follow, by the cards not seen and the colours not followed",
    source: "source A: name a colour that your opponents do not have; the counting and the weights \
        are our own",
    tier: 2,
    parameters: &[
        Parameter::whole("own", 10, 0, 1000)
            .means("what a further card of the colour in its hand is worth"),
        Parameter::whole("same", 4, 0, 1000).means(
            "among three or more, what a card of the same number or symbol in another colour is \
             worth",
        ),
        Parameter::whole("stay", 40, 0, 1000).means(
            "between two, what it is worth to follow the colour, and to keep what follows by its \
             number",
        ),
        Parameter::whole("stop", 40, 0, 1000).means(
            "what it is worth that a player with one card left cannot follow; with n cards left, \
             1/n of that",
        ),
        Parameter::whole("punish", 0, 0, 1000).means(
            "what a card drawn by a player with one card left is worth; with n cards left, 1/n of \
             that",
        ),
        Parameter::whole("wild", 1000, 0, 1000)
            .means("what it is worth to keep a wild while a coloured card is playable"),
        Parameter::whole("hold", 4, 1, 20)
            .means("draws rather than spend a wild while its own hand has more cards than this"),
        Parameter::whole("late", 2, 0, 20)
            .means("spends wilds once another hand has this many cards or fewer"),
        Parameter::whole("suspicion", 0, 0, 100).means(
            "in percent, how often it takes others to bluff with a wild draw four when they could \
             play another card; 0: never challenges",
        ),
    ],
    traits: Traits {
        recall: Recall::Table,
        looks_at: "hand sizes, direction, discard pile, which colours others did not follow",
        ..HEURISTIC
    },
    ..LIBRARY.fast::<Counter>()
};

/// Counts cards. Bluffs and keeps quiet about its last card where these are given.
#[derive(Debug, Clone)]
pub struct Counter {
    pub(super) weights: CounterWeights,
    pub(super) suspicion: u32,
    pub(super) bluff: Option<Bluff>,
    /// Does not call UNO where at most so many opponents are in play.
    pub(super) quiet_among: Option<u32>,
}

impl Counter {
    pub(super) const STANDARD: Counter =
        Counter { weights: CounterWeights::STANDARD, suspicion: 0, bluff: None, quiet_among: None };

    #[inline(always)]
    fn bluffs<C: Cards>(&self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> bool {
        choice.legal != choice.playable && self.bluff.is_some_and(|bluff| bluff.pays(view))
    }
}

/// What things are worth, all in the same unit; see the parameters.
#[derive(Debug, Clone, Copy)]
pub(super) struct CounterWeights {
    own: i32,
    same: i32,
    stay: i32,
    stop: i32,
    punish: i32,
    wild: i32,
    hold: u32,
    late: u32,
}

impl CounterWeights {
    pub(super) const STANDARD: CounterWeights = CounterWeights {
        own: 10,
        same: 4,
        stay: 40,
        stop: 40,
        punish: 0,
        wild: 1000,
        hold: 4,
        late: 2,
    };

    /// The best card; none where only wilds are playable and there is time to keep them.
    #[inline(always)]
    pub(super) fn choose<C: Cards>(
        &self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let saves = playable.coloured().is_empty() && choice.may_decline && self.has_time(view);
        if saves { None } else { self.best(view, playable) }
    }

    #[inline(always)]
    fn has_time<C: Cards>(&self, view: &View<'_, C>) -> bool {
        view.hand_size(view.seat()) > self.hold
            && view.in_play().iter().all(|seat| view.hand_size(seat) > self.late)
    }

    /// The best of some cards; of equal ones the highest.
    #[inline(always)]
    pub(super) fn best<C: Cards>(
        &self,
        view: &View<'_, C>,
        playable: KindSet<C::Word>,
    ) -> Option<Kind> {
        let (first, last) = (playable.first()?, playable.last()?);
        Some(if first == last { first } else { Scales::new(self, view).best(playable) })
    }

    /// The best colour to name for the player who moves next.
    #[inline(always)]
    pub(super) fn best_colour<C: Cards>(&self, view: &View<'_, C>) -> Colour {
        let mut scales = Scales::new(self, view);
        let (next, mut best) = (scales.next, (i32::MIN, Colour::Red));
        for colour in (0..4).map(Colour::from_index) {
            let value = scales.standing(colour, next);
            if value > best.0 {
                best = (value, colour);
            }
        }
        best.1
    }
}

/// The best card so far, the higher among equals: its value and its index in one number, so that
/// one comparison is enough.
struct Best(i64);

impl Best {
    const NONE: Best = Best(i64::MIN);

    #[inline(always)]
    fn offer(&mut self, value: i32, kind: Kind) {
        self.0 = self.0.max(i64::from(value) << 8 | kind.index() as i64);
    }

    #[inline(always)]
    fn beats(&self, value: i32) -> bool {
        self.0 >> 8 > i64::from(value)
    }

    #[inline(always)]
    fn kind(&self) -> Kind {
        Kind::from_index((self.0 & 0xFF) as usize)
    }
}

/// What `counter` knows at one decision, to weigh its cards by.
struct Scales<'a, 'v, C: Cards> {
    weights: &'a CounterWeights,
    view: &'a View<'v, C>,
    next: Seat,
    between_two: bool,
    unseen: Option<Unseen>,
}

/// Cards that are in other hands or in the draw pile, and those of each colour among them.
#[derive(Clone, Copy)]
struct Unseen {
    all: u32,
    by_colour: [u32; 4],
}

impl<'a, 'v, C: Cards> Scales<'a, 'v, C> {
    #[inline(always)]
    fn new(weights: &'a CounterWeights, view: &'a View<'v, C>) -> Self {
        Scales {
            weights,
            view,
            next: view.after(view.seat()),
            between_two: view.in_play().len() == 2,
            unseen: None,
        }
    }

    #[inline(always)]
    fn best(mut self, playable: KindSet<C::Word>) -> Kind {
        let mut best = Best::NONE;
        let mut coloured = playable.coloured();
        while !coloured.is_empty() {
            let colour = Colour::from_index(coloured.lowest());
            let here = coloured.and(KindSet::of_colour(colour));
            self.weigh_colour(colour, here, &mut best);
            coloured = coloured.without(here);
        }
        for wild in playable.and(KindSet::WILDS).iter() {
            self.weigh_wild(wild, &mut best);
        }
        best.kind()
    }

    /// Weighs cards of one colour. After a number it is always the next player who moves, so that
    /// the colour is weighed once for all of them.
    #[inline(always)]
    fn weigh_colour(&mut self, colour: Colour, kinds: KindSet<C::Word>, best: &mut Best) {
        let stays = if self.between_two && colour == self.view.active_colour() {
            self.weights.stay
        } else {
            0
        };
        let extra = stays - self.weights.own;
        let numbers = kinds.and(KindSet::NUMBERS);
        if !numbers.is_empty() {
            let standing = self.standing(colour, self.next) + extra;
            for kind in numbers.iter() {
                best.offer(standing + self.matches(colour, kind.symbol()), kind);
            }
        }
        for kind in kinds.without(numbers).iter() {
            let effect = CardEffect::of(self.view, kind, self.between_two);
            let value = self.standing(colour, effect.acts(self.view))
                + extra
                + self.matches(colour, kind.symbol())
                + self.harm(effect);
            best.offer(value, kind);
        }
    }

    /// Weighs a wild by the best colour that it could name, where that may be enough.
    #[inline(always)]
    fn weigh_wild(&mut self, kind: Kind, best: &mut Best) {
        let effect = CardEffect::of(self.view, kind, self.between_two);
        let value = self.harm(effect) - self.weights.wild;
        let most =
            self.weights.own * self.view.hand_size(self.view.seat()) as i32 + self.weights.stop;
        if best.beats(value + most) {
            return;
        }
        let mut named = i32::MIN;
        for colour in (0..4).map(Colour::from_index) {
            named = named.max(self.standing(colour, effect.acts(self.view)));
        }
        best.offer(value + named, kind);
    }

    /// What the other cards of the same symbol in the hand are worth: between two they follow
    /// whatever happens, and are kept.
    #[inline(always)]
    fn matches(&self, colour: Colour, symbol: Symbol) -> i32 {
        let others =
            self.view.kinds().and(of_symbol(symbol)).without(KindSet::of_colour(colour)).len()
                as i32;
        if self.between_two { -others } else { self.weights.same * others }
    }

    #[inline(always)]
    fn harm(&self, effect: CardEffect) -> i32 {
        if effect.draws == 0 {
            0
        } else {
            self.weights.punish * effect.draws as i32 / self.view.hand_size(self.next).max(1) as i32
        }
    }

    /// What it is worth that a colour stands when a seat moves next.
    #[inline(always)]
    fn standing(&mut self, colour: Colour, mover: Seat) -> i32 {
        let own = self.weights.own * self.view.count_colour(colour) as i32;
        if mover == self.view.seat() {
            return own;
        }
        let held = self.view.hand_size(mover);
        let chance = self.may_follow(mover, held, colour) as i32;
        let threat = chance * (self.weights.stop / held.max(1) as i32) / CERTAIN as i32;
        if self.view.partner() == Some(mover) { own + threat } else { own - threat }
    }

    /// The chance, out of [`CERTAIN`], that a seat has a card of a colour: it may be among those
    /// that it drew since it did not follow the colour.
    #[inline(always)]
    fn may_follow(&mut self, seat: Seat, held: u32, colour: Colour) -> u32 {
        let unknown = may_hold(self.view, seat, colour);
        if unknown == 0 {
            return 0;
        }
        if held > COUNTED {
            QUARTER[unknown.min(15) as usize]
        } else {
            self.counted_chance(unknown, colour)
        }
    }

    /// The chance, out of [`CERTAIN`], that some unknown cards have a colour, by the cards not
    /// seen.
    #[inline(always)]
    fn counted_chance(&mut self, unknown: u32, colour: Colour) -> u32 {
        let view = self.view;
        let unseen = match self.unseen {
            Some(unseen) => unseen,
            None => *self.unseen.insert(Unseen::of(view)),
        };
        let others = unseen.all - unseen.by_colour[colour.index()].min(unseen.all);
        let lacks = (0..unknown).fold(CERTAIN, |chance, _| chance * others / unseen.all.max(1));
        CERTAIN - lacks
    }
}

impl Unseen {
    #[inline(always)]
    fn of<C: Cards>(view: &View<'_, C>) -> Unseen {
        let held = view
            .in_play()
            .without(view.seat())
            .iter()
            .map(|seat| view.hand_size(seat))
            .sum::<u32>();
        Unseen { all: held + view.draw_pile_len() as u32, by_colour: view.unseen_by_colour() }
    }
}

const CERTAIN: u32 = 1 << 8;

/// The chance that a hand of so many cards has one of a certain colour, if every fourth card is of
/// it.
const QUARTER: [u32; 16] =
    [0, 64, 112, 148, 175, 195, 210, 222, 230, 237, 242, 245, 248, 250, 251, 253];

/// Hands of so many cards or fewer are worth counting the unseen cards for.
const COUNTED: u32 = 3;

impl FromSettings for Counter {
    fn new(settings: &ParameterValues<'_>) -> Counter {
        let weight = |index| settings.whole(index) as i32;
        let weights = CounterWeights {
            own: weight(0),
            same: weight(1),
            stay: weight(2),
            stop: weight(3),
            punish: weight(4),
            wild: weight(5),
            hold: settings.whole(6),
            late: settings.whole(7),
        };
        Counter { weights, suspicion: settings.whole(8), ..Counter::STANDARD }
    }
}

impl FastStrategy for Counter {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if self.bluffs(view, choice) {
            return choice.legal.without(choice.playable).last();
        }
        self.weights.choose(view, choice)
    }

    /// Answers whatever hits; a bluff among the answers by the same rule.
    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        match view.decision() {
            Decision::Drawn => self.play(view, choice),
            Decision::Answer if self.bluffs(view, choice) => {
                choice.legal.without(choice.playable).last()
            }
            Decision::Answer => self.weights.best(view, choice.playable),
            _ => careful::card(view, choice),
        }
    }

    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        self.weights.best_colour(view)
    }

    fn agrees<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        match (view.decision(), self.quiet_among) {
            (Decision::Uno, Some(others)) => view.opponents().len() > others,
            _ => agrees_if_it_pays(view, self.suspicion),
        }
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
        spoil_or_swap(view, choice, 2)
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        unfit(view, kinds)
    }
}

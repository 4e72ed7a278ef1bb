//! Which rows of the first layer count for an action: what the table looks like once it is taken,
//! as far as the seat may see.

mod hand;
mod lineup;
mod numbers;
mod opponents;
mod own;

pub use lineup::Lineup;

use super::rows::{Active, Own, RowSink};
use hand::Hand;
use lineup::Other;
use numbers::{bucket, buckets, shares};
use unobench_core::cards::{Cards, Colour, Kind, Multiset as _, Symbol};
use unobench_core::game::{Action, CardChoice, Decision, PendingPenalty, Seat, SeatSet, View};
use unobench_core::rules::{
    Double, DrawTwoResponse, MAX_SEATS, ReverseReturns, Step, Swap, WildDrawFourResponse,
};
use unobench_tactics::effect::CardEffect;
use unobench_tactics::smallest;

/// A decision as the network sees it.
#[derive(Debug)]
pub struct Scene<'a, 'v, C: Cards> {
    view: &'a View<'v, C>,
    choice: CardChoice<C::Word>,
    /// The player's hand as it is before the action.
    hand: Hand,
    /// The colours by the number of cards, among equals in their order.
    order: [Colour; 4],
    /// What a wild is thought to name: the first of them, if it is held.
    named: Colour,
    unseen: [u32; 4],
    /// The same as numbers of rows.
    shares: [u32; 4],
    unseen_wilds: u32,
    unseen_all: u32,
    opponents: SeatSet,
    /// All others in play, and how many of them are looked at one by one.
    rest: SeatSet,
    looked_at: usize,
    /// What hits the player, in cards.
    owed: u32,
    others: [Other; MAX_SEATS],
    /// What is known of others' hands; nothing where hands stay with their players.
    known: Option<Box<[Hand; MAX_SEATS]>>,
    /// The seat that plays after the player.
    next: Seat,
    /// What is looked at under these rules alone.
    jumps_in: bool,
    answers: bool,
    has_more: bool,
}

/// Where hands are after an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moves {
    /// Where they were.
    None,
    /// The player and another have swapped.
    Swap(Seat),
    /// Each has that of the seat before.
    Rotate,
    /// All were shuffled together.
    Shuffle,
    /// Those of the player and the next were.
    Crash,
}

impl Moves {
    /// The number of the row that says so.
    const fn number(self) -> u32 {
        match self {
            Moves::None => 0,
            Moves::Swap(_) => 1,
            Moves::Rotate => 2,
            Moves::Shuffle => 3,
            Moves::Crash => 4,
        }
    }
}

/// The table once an action is taken, as far as the player may see.
#[derive(Debug, Clone, Copy)]
pub struct After {
    laid: Option<Kind>,
    hand: Hand,
    up: Kind,
    colour: Colour,
    effect: CardEffect,
    /// Whether the hand has the same cards as before of all colours but the active one.
    keeps: bool,
    /// How hands move then.
    moves: Moves,
}

impl<'a, 'v, C: Cards> Scene<'a, 'v, C> {
    /// The decision of a view; so many opponents are looked at one by one.
    #[inline(always)]
    pub fn new(
        view: &'a View<'v, C>,
        choice: CardChoice<C::Word>,
        slots: usize,
    ) -> Scene<'a, 'v, C> {
        let hand = Hand::new(view);
        let unseen = view.unseen_by_colour();
        let unseen_all = view.hand_sizes().sum::<u32>() - hand.size + view.draw_pile_len() as u32;
        let pending = view.pending();
        let opponents = view.opponents();
        let rules = view.rules();
        let jumps_in = rules.jump_in.enabled || rules.jump_in.double != Double::Off;
        let order = sorted(&hand.held);
        let coloured = hand.held != [0; 4];
        let mut others = [Other::UNKNOWN; MAX_SEATS];
        let rest = view.in_play().without(view.seat());
        for seat in rest.iter() {
            others[seat.index()] = Other::new(view, opponents, seat);
        }
        if rules.moves_hands() {
            others[view.seat().index()] = Other::new(view, opponents, view.seat());
        }
        Scene {
            view,
            choice,
            order,
            named: if coloured { order[0] } else { view.active_colour() },
            unseen_wilds: unseen_all.saturating_sub(unseen.iter().sum()),
            shares: shares(unseen, unseen_all),
            unseen,
            unseen_all,
            hand,
            opponents,
            owed: if pending.hit == PendingPenalty::Draw { u32::from(pending.owed) } else { 0 },
            rest,
            looked_at: slots.min(rest.len() as usize),
            others,
            has_more: jumps_in || rules.moves_hands(),
            known: rules.moves_hands().then(|| known(view)),
            next: view.after(view.seat()),
            jumps_in,
            answers: rules.responses.draw_two != DrawTwoResponse::None
                || rules.responses.wild_draw_four != WildDrawFourResponse::None
                || rules.responses.reverse_returns != ReverseReturns::Off,
        }
    }

    /// Adds the rows that count for an action besides those that count whatever is done.
    #[inline(always)]
    pub fn rows(&self, action: Action, active: &mut Active) {
        let after = self.after(action);
        let lineup = self.shared(&after, active);
        self.own(action, &after, &lineup, active);
    }

    /// What the rows that actions share depend on: those with the same number share them. None
    /// where they may not.
    #[inline(always)]
    pub fn shares(&self, after: &After) -> Option<u32> {
        let CardEffect { skips, reverses, draws, turns, again } = after.effect;
        let flags = [turns, again, skips, reverses];
        let effect = flags.iter().fold(draws, |all, &flag| all << 1 | u32::from(flag));
        let stays = self.known.is_none() && after.keeps;
        stays.then_some(effect << 2 | after.colour.index() as u32)
    }

    /// Adds the rows that depend on the colour and the effect alone.
    #[inline(always)]
    pub fn shared(&self, after: &After, active: &mut impl RowSink) -> Lineup {
        let mut lineup = self.lineup(after);
        self.other_colours(after, &lineup, active);
        self.effects(&lineup, after, active);
        match self.known {
            Some(_) => self.opponents::<true>(&mut lineup, after, active),
            None => self.opponents::<false>(&mut lineup, after, active),
        }
        lineup
    }

    /// Adds all others.
    #[inline(always)]
    pub fn own(&self, action: Action, after: &After, lineup: &Lineup, active: &mut impl RowSink) {
        let unseen_same = match after.up.is_wild() {
            true => 0,
            false => self.view.unseen_alike(after.up, after.colour),
        };
        self.hand(after, lineup, active);
        self.action(action, after, active);
        self.up(after, unseen_same, active);
        self.follow(lineup, after, unseen_same, active);
    }

    #[inline(always)]
    fn effect(&self, kind: Kind) -> CardEffect {
        CardEffect::of(self.view, kind, self.rest.len() == 1)
    }

    #[inline(always)]
    fn hits(&self, after: &After) -> u32 {
        let answers = after.effect.draws > 0 && self.view.decision() == Decision::Answer;
        after.effect.draws + if answers { self.owed } else { 0 }
    }

    /// The table once an action is taken.
    #[inline(always)]
    pub fn after(&self, action: Action) -> After {
        let view = self.view;
        let laid = action.card().filter(|_| self.view.decision() != Decision::Give);
        let mut after = After {
            laid,
            hand: self.hand,
            up: view.up_card(),
            colour: view.active_colour(),
            effect: CardEffect::NOTHING,
            keeps: view.decision() != Decision::Give,
            moves: Moves::None,
        };
        if let Some(kind) = action.card() {
            after.hand.loses(view, kind);
        }
        // What is drawn for sure is in the hand already.
        match (self.view.decision(), action) {
            (Decision::Play, Action::No) => after.hand.size += 1,
            (Decision::Answer | Decision::Challenge, Action::No) => after.hand.size += self.owed,
            _ => {}
        }
        if let Some(kind) = laid {
            after.up = kind;
            after.colour = kind.colour().unwrap_or(self.named);
            after.effect = self.effect(kind);
            if kind.index() >= Kind::PRINTED {
                self.discards(kind, &mut after);
            }
        }
        if let Action::Colour(colour) = action {
            after.colour = colour;
            if let Some(wild) = view.wild_to_name() {
                after.up = wild;
                after.effect = self.effect(wild);
            }
        }
        if let Some(known) = &self.known {
            self.moved(action, known, &mut after);
        }
        after
    }

    /// Cards that go with one that is laid.
    #[cold]
    fn discards(&self, laid: Kind, after: &mut After) {
        let card = self.view.rules().own.of(laid);
        for step in card.iter().flat_map(|card| &card.effect) {
            let &Step::Discard(what) = step else { continue };
            after.keeps = false;
            for kind in self.view.kinds().and(what.kinds(laid, after.colour)).iter() {
                let left = self.view.hand().count(kind) - u32::from(kind == laid);
                after.hand.loses_some(self.view, kind, left, true);
            }
        }
    }

    /// How hands move if this is done: a swap is thought to be with who holds the fewest cards, and
    /// to be left where it need not be and they are no fewer.
    fn moves(&self, action: Action, after: &After) -> Moves {
        let (view, hands) = (self.view, &self.view.rules().hands);
        if let Action::Seat(seat) = action {
            let swaps = view.decision() == Decision::Swap;
            return if swaps { Moves::Swap(seat) } else { Moves::None };
        }
        let swap = |may: bool| {
            let with = smallest(view);
            let gains = view.hand_size(with) < after.hand.size;
            if may && !gains { Moves::None } else { Moves::Swap(with) }
        };
        let symbol = match (after.laid, action) {
            _ if after.hand.size == 0 || self.rest.is_empty() => return Moves::None,
            (Some(kind), _) => kind.symbol(),
            (None, Action::Colour(_)) => after.up.symbol(),
            _ => return Moves::None,
        };
        match symbol {
            Symbol::Seven if hands.seven_swaps => swap(hands.swap == Swap::May),
            Symbol::SwapHands => swap(hands.swap != Swap::Must),
            Symbol::Zero if hands.zero_rotates => Moves::Rotate,
            Symbol::ShuffleHands => Moves::Shuffle,
            Symbol::Crash => Moves::Crash,
            _ => Moves::None,
        }
    }

    fn moved(&self, action: Action, known: &[Hand; MAX_SEATS], after: &mut After) {
        let view = self.view;
        after.moves = self.moves(action, after);
        after.keeps &= after.moves == Moves::None;
        after.hand = match after.moves {
            Moves::None => after.hand,
            Moves::Swap(seat) => known[seat.index()],
            Moves::Rotate => known[view.before(view.seat()).index()],
            Moves::Crash => Hand::hidden(after.hand.size),
            Moves::Shuffle => {
                let all: u32 = self.rest.iter().map(|seat| view.hand_size(seat)).sum();
                Hand::hidden((all + after.hand.size) / (self.rest.len() + 1))
            }
        };
    }

    /// Adds the rows that count whatever is done, but for those of the rule set.
    #[inline(always)]
    pub fn common(&self, active: &mut impl RowSink) {
        let view = self.view;
        let wilds = const { &buckets::<9>(&[1, 2, 4, 6, 8]) };
        active.own(Own::UnseenWilds, bucket(self.unseen_wilds, wilds));
        let draws = const { &buckets::<5>(&[1, 2, 4]) };
        active.own(Own::UnseenDraws, bucket(view.unseen(Kind::WILD_DRAW_FOUR), draws));
        let pile = const { &buckets::<71>(&[5, 12, 25, 45, 70]) };
        active.own(Own::Pile, bucket(view.draw_pile_len() as u32, pile));
        let turn = const { &buckets::<101>(&[5, 12, 25, 50, 100]) };
        active.own(Own::Turn, bucket(view.turns(), turn));
        active.own(Own::InPlay, self.rest.len().saturating_sub(1));
        let nearest = self.opponents.iter().map(|seat| self.others[seat.index()].size);
        let nearest = u32::from(nearest.min().unwrap_or(0));
        active.own(Own::Nearest, bucket(nearest, const { &buckets::<10>(&[2, 3, 4, 6, 9]) }));
        if self.answers {
            let twos =
                Colour::ALL.map(|colour| view.unseen(Kind::coloured(colour, Symbol::DrawTwo)));
            let bounds = const { &buckets::<7>(&[1, 2, 4, 6]) };
            active.own(Own::UnseenTwos, bucket(twos.iter().sum(), bounds));
        }
        if let Some(seat) = view.silence() {
            active.own(Own::Silence, 1 + u32::from(seat != view.seat()));
        }
    }
}

#[inline(never)]
fn known<C: Cards>(view: &View<'_, C>) -> Box<[Hand; MAX_SEATS]> {
    let mut known = Box::new([Hand::NOTHING; MAX_SEATS]);
    for seat in view.in_play().without(view.seat()).iter() {
        let cards = &mut known[seat.index()];
        if let Some(shown) = view.known(seat) {
            *cards = Hand::of(view, shown);
        }
        let size = view.hand_size(seat);
        cards.hidden = size.saturating_sub(cards.size);
        cards.size = size;
    }
    known
}

/// The colours by the number of cards, among equals in their order.
#[inline(always)]
fn sorted(held: &[u32; 4]) -> [Colour; 4] {
    let rank = |colour: Colour| ((0xFFFF - held[colour.index()]) << 2) + colour.index() as u32;
    let mut ranks =
        [rank(Colour::Red), rank(Colour::Blue), rank(Colour::Green), rank(Colour::Yellow)];
    for (index, other) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        let (lower, higher) = (ranks[index].min(ranks[other]), ranks[index].max(ranks[other]));
        (ranks[index], ranks[other]) = (lower, higher);
    }
    ranks.map(|rank| Colour::ALL[(rank & 3) as usize])
}

/// This colour first, the others in their order.
#[inline(always)]
fn led_by(first: Colour, order: [Colour; 4]) -> [Colour; 4] {
    let mut led = [first; 4];
    let mut passed = false;
    for place in 1..4 {
        passed |= order[place - 1] == first;
        led[place] = if passed { order[place] } else { order[place - 1] };
    }
    led
}

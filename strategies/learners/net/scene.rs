//! Which rows of the first layer count for an action: what the table looks like once it is taken,
//! as far as the seat may see.

use super::rows::{Active, Own, Slot};
use unobench_core::cards::{Cards, Colour, Kind, KindSet, Multiset, Symbol};
use unobench_core::game::{Action, CardChoice, Decision, Hit, Seat, SeatSet, View};
use unobench_core::rules::{
    Double, DrawRule, DrawTwoResponse, DrawnCard, FinishWhen, MAX_SEATS, ReverseReturns,
    SkipResponse, WildDrawFourResponse,
};
use unobench_fast::effect::Effect;
use unobench_fast::tactics::{power, smallest};

/// 1 / n for the sizes that occur, and 1 for 0.
#[inline(always)]
fn inverse(n: u32) -> f32 {
    1.0 / n.max(1) as f32
}

/// A probability as the number of a row: more rows where little chances differ.
#[inline(always)]
fn chance(p: f32) -> u32 {
    const BOUNDS: [f32; 7] = [0.03, 0.08, 0.16, 0.28, 0.42, 0.6, 0.8];
    BOUNDS.iter().filter(|&&bound| p >= bound).count() as u32
}

/// A colour's share of the unseen cards as the number of a row.
#[inline(always)]
fn share(part: u32, all: u32) -> u32 {
    const BOUNDS: [f32; 6] = [0.14, 0.18, 0.21, 0.24, 0.27, 0.31];
    let share = part as f32 * inverse(all);
    BOUNDS.iter().filter(|&&bound| share >= bound).count() as u32
}

/// A number as that of a row: how many of the bounds it reaches.
#[inline(always)]
fn bucket(number: u32, bounds: &[u32]) -> u32 {
    bounds.iter().filter(|&&bound| number >= bound).count() as u32
}

/// A decision as the network sees it.
#[derive(Debug)]
pub struct Scene<'a, 'v, C: Cards> {
    view: &'a View<'v, C>,
    choice: CardChoice<C::Word>,
    /// The player's hand as it is before the action.
    hand: Hand,
    /// What a wild is thought to name: the colour held most.
    named: Colour,
    unseen: [u32; 4],
    /// The same as numbers of rows.
    shares: [u32; 4],
    unseen_wilds: u32,
    unseen_all: u32,
    opponents: SeatSet,
    /// What hits the player, in cards.
    owed: u32,
    slots: usize,
    others: [Other; MAX_SEATS],
}

#[derive(Debug, Clone, Copy)]
struct Hand {
    held: [u32; 4],
    /// For each colour the symbols, a bit each.
    symbols: [u16; 4],
    size: u32,
    points: u32,
    /// Wilds that make nobody draw, and those that do.
    wilds: u32,
    wild_draws: u32,
}

#[derive(Debug, Clone, Copy)]
struct Other {
    /// For each colour the cards drawn since it did not follow, if it did not.
    drawn: [Option<u32>; 4],
    /// For each colour the number of the row that says how long ago it was named, if it was.
    named: [Option<u32>; 4],
    /// The last card's colour if it has one, and whether it changed the colour; none: it laid none.
    laid: Option<(Option<Colour>, bool)>,
}

impl Other {
    const UNKNOWN: Other = Other { drawn: [None; 4], named: [None; 4], laid: None };

    #[inline(always)]
    fn new<C: Cards>(view: &View<'_, C>, seat: Seat) -> Other {
        let rounds = |turns: u32| turns / view.in_play().len();
        Other {
            drawn: Colour::ALL.map(|colour| view.drawn_since_not_following(seat, colour)),
            named: Colour::ALL.map(|colour| {
                let turns = view.turns_since_naming(seat, colour)?;
                Some(bucket(rounds(turns), &[2, 4, 8]))
            }),
            laid: view.last_laid(seat).map(|(kind, changed)| (kind.colour(), changed)),
        }
    }
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
        let mut others = [Other::UNKNOWN; MAX_SEATS];
        for seat in view.in_play().without(view.seat()).iter() {
            others[seat.index()] = Other::new(view, seat);
        }
        let most = Colour::ALL.into_iter().rev().max_by_key(|&colour| hand.held[colour.index()]);
        let coloured = hand.held != [0; 4];
        Scene {
            view,
            choice,
            named: most.filter(|_| coloured).unwrap_or(view.active_colour()),
            unseen_wilds: unseen_all.saturating_sub(unseen.iter().sum()),
            shares: unseen.map(|unseen| share(unseen, unseen_all)),
            unseen,
            unseen_all,
            hand,
            opponents: view.opponents(),
            owed: if pending.hit == Hit::Draw { u32::from(pending.owed) } else { 0 },
            slots,
            others,
        }
    }

    /// Adds the rows that count for an action besides those that count whatever is done.
    #[inline(always)]
    pub fn rows(&self, action: Action, active: &mut Active) {
        let after = self.after(action);
        self.hand(&after, active);
        self.action(action, &after, active);
        self.table(&after, active);
        for (slot, seat) in self.order(&after).take(self.slots).enumerate() {
            self.opponent(slot, seat, &after, active);
        }
    }

    #[inline(always)]
    fn after(&self, action: Action) -> After {
        let view = self.view;
        let laid = action.card().filter(|_| self.view.decision() != Decision::Give);
        let mut after = After {
            laid,
            hand: self.hand,
            up: view.up_card(),
            colour: view.active_colour(),
            effect: Effect::NOTHING,
            order: Colour::ALL,
            same: 0,
            fits: 0,
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
            after.effect = Effect::of(view, kind, view.in_play().len() == 2);
        }
        if let Action::Colour(colour) = action {
            after.colour = colour;
            if let Some(wild) = view.wild_to_name() {
                after.up = wild;
                after.effect = Effect::of(view, wild, view.in_play().len() == 2);
            }
        }
        let Hand { held, symbols, wilds, wild_draws, .. } = after.hand;
        after.order = sorted(after.colour, &held);
        if !after.up.is_wild() {
            let symbol = 1 << (after.up.index() >> 2);
            for (place, colour) in after.order.iter().enumerate().skip(1) {
                if symbols[colour.index()] & symbol != 0 {
                    after.same |= 1 << (place - 1);
                }
            }
        }
        after.fits =
            held[after.colour.index()] + wilds + wild_draws + u32::from(after.same).count_ones();
        after
    }

    #[inline(always)]
    fn hand(&self, after: &After, active: &mut Active) {
        let mut masks = [0; 4];
        let Hand { held, symbols, size, points, wilds, wild_draws } = after.hand;
        for (place, colour) in after.order.iter().enumerate() {
            let (count, mask) = (held[colour.index()], symbols[colour.index()]);
            masks[place] = mask;
            active.own_at(Own::Count0, place, count);
            let draws = 1 << Symbol::DrawTwo.index() | 1 << Symbol::DrawOne.index();
            let actions = u32::from(mask & 1 << Symbol::Skip.index() != 0)
                | u32::from(mask & 1 << Symbol::Reverse.index() != 0) << 1
                | u32::from(mask & draws != 0) << 2;
            active.own_bits(Own::Actions0, place, actions);
        }
        let links = |one: usize, other: usize| (masks[one] & masks[other]).count_ones();
        active.own(Own::Wilds, wilds);
        active.own(Own::WildDraws, wild_draws);
        active.own(Own::Size, size);
        active.own(Own::Links1, links(0, 1));
        active.own(Own::Links2, links(0, 2));
        active.own(Own::Links3, links(0, 3));
        active.own(Own::Links, links(1, 2) + links(1, 3) + links(2, 3));
        active.own(Own::Fits, after.fits);
        active.own_bits(Own::Same, 0, u32::from(after.same));
        active.own(Own::Colours, held.iter().filter(|&&count| count > 0).count() as u32);
        match size {
            1 => {
                let draws = 1 << Symbol::DrawTwo.index();
                let last = match after {
                    _ if wild_draws > 0 => 1,
                    _ if wilds > 0 => 0,
                    _ if held[after.colour.index()] > 0 => 2 + u32::from(masks[0] & draws != 0),
                    After { same: 1.., .. } => 4,
                    _ => 5,
                };
                active.own(Own::Last, last);
            }
            2 => {
                let linked = wilds + wild_draws > 0
                    || held.contains(&2)
                    || links(0, 1) + links(0, 2) + links(0, 3) + links(1, 2) > 0;
                active.own(Own::Pair, after.fits.min(2) + 3 * u32::from(linked));
            }
            _ => {}
        }
        active.own(Own::Points, bucket(points, &[5, 10, 20, 35, 55, 80, 120]));
    }

    #[inline(always)]
    fn action(&self, action: Action, after: &After, active: &mut Active) {
        let view = self.view;
        let kind = match action {
            Action::Card(_) => 0,
            Action::Colour(_) => 1,
            Action::Seat(_) => 2,
            Action::Yes => 3,
            Action::No => 4,
            Action::Pass => 5,
        };
        active.own(Own::Decision, 6 * self.view.decision() as u32 + kind);
        if let Some(kind) = action.card() {
            active.own(Own::Symbol, kind.symbol() as u32);
        }
        if let Some(kind) = after.laid {
            if !self.choice.playable.contains(kind) && self.choice.legal.contains(kind) {
                active.own(Own::Bluff, 0);
            }
            let below = view.up_card();
            if !kind.is_wild() && !below.is_wild() && kind.symbol() == below.symbol() {
                active.own(Own::Matches, 0);
            }
        }
        if after.colour != view.active_colour() {
            active.own(Own::Changes, 0);
        }
        if matches!(self.view.decision(), Decision::Play | Decision::Drawn)
            && matches!(action, Action::No | Action::Pass)
        {
            let coloured = !self.choice.playable.coloured().is_empty();
            let wild = !self.choice.playable.and(KindSet::WILDS).is_empty();
            active.own(Own::Declines, u32::from(wild) + 2 * u32::from(coloured));
        }
        let acts = after.effect.acts(view);
        active.own(
            Own::Acts,
            if acts == view.seat() {
                1
            } else if self.opponents.contains(acts) {
                0
            } else {
                2
            },
        );
        if after.effect.draws > 0 {
            let owed = if self.view.decision() == Decision::Answer { self.owed } else { 0 };
            active.own(Own::Draws, bucket(owed + after.effect.draws, &[2, 3, 4, 5, 7, 9, 13]));
        }
        if self.owed > 0 && after.laid.is_none() && self.view.decision() != Decision::Colour {
            active.own(Own::Owed, bucket(self.owed, &[2, 3, 4, 5, 7, 9, 13]));
        }
        if self.view.decision() == Decision::Challenge {
            active.own(Own::LikelyBluff, self.likely_bluff());
        }
        if let Some(gain) = self.gain(action, after) {
            let gain = (gain + 7).clamp(0, 14) as u32;
            active.own(Own::Gain, bucket(gain, &[2, 5, 7, 8, 10, 12, 14]));
        }
    }

    /// By how many cards the player's hand shrinks if the action moves hands.
    fn gain(&self, action: Action, after: &After) -> Option<i32> {
        let (view, hands) = (self.view, &self.view.rules().hands);
        let gain = |seat| after.hand.size as i32 - view.hand_size(seat) as i32;
        if let Action::Seat(seat) = action {
            return Some(gain(seat));
        }
        match after.laid?.symbol() {
            _ if after.hand.size == 0 => None,
            Symbol::Seven if hands.seven_swaps => Some(gain(smallest(view))),
            Symbol::SwapHands => Some(gain(smallest(view))),
            Symbol::Zero if hands.zero_rotates => Some(gain(view.before(view.seat()))),
            _ => None,
        }
    }

    /// The chance, as a row, that who laid a wild draw four had a card of the colour.
    fn likely_bluff(&self) -> u32 {
        let view = self.view;
        let (Some(player), Some(colour)) =
            (view.pending().challengeable, view.colour_before_wild_draw_four())
        else {
            return 0;
        };
        let lacks = 1.0 - self.unseen[colour.index()] as f32 * inverse(self.unseen_all);
        chance(1.0 - power(lacks, self.may_hold(player, colour, view.hand_size(player))))
    }

    #[inline(always)]
    fn table(&self, after: &After, active: &mut Active) {
        for (place, colour) in after.order.iter().enumerate() {
            active.own_at(Own::Unseen0, place, self.shares[colour.index()]);
        }
        active.own(Own::UnseenSame, bucket(self.unseen_same(after), &[1, 2, 4, 6]));
        let up = match after.up.symbol() {
            Symbol::Zero => 0,
            symbol if symbol.is_number() => 1,
            Symbol::Skip => 2,
            Symbol::Reverse => 3,
            Symbol::DrawOne | Symbol::DrawTwo => 4,
            Symbol::WildDrawFour | Symbol::BlankDraw => 6,
            Symbol::Wild | Symbol::BlankWild => 5,
            _ => 7,
        };
        active.own(Own::Up, up);
    }

    /// Adds the rows that count whatever is done.
    #[inline(always)]
    pub fn common(&self, active: &mut Active) {
        let view = self.view;
        active.own(Own::UnseenWilds, bucket(self.unseen_wilds, &[1, 2, 4, 6, 8]));
        active.own(Own::UnseenDraws, bucket(view.unseen(Kind::WILD_DRAW_FOUR), &[1, 2, 4]));
        active.own(Own::Pile, bucket(view.draw_pile_len() as u32, &[5, 12, 25, 45, 70]));
        active.own(Own::Turn, bucket(view.turns(), &[5, 12, 25, 50, 100]));
        // With one seat in play, who answers a last card, this wraps and counts as the most seats.
        // Networks have learned it so: to mend it would change trainings.
        active.own(Own::InPlay, view.in_play().len().wrapping_sub(2));
        let nearest = self.opponents.iter().map(|seat| view.hand_size(seat)).min().unwrap_or(0);
        active.own(Own::Nearest, bucket(nearest, &[2, 3, 4, 6, 9]));
        self.rules(active);
    }

    #[inline(always)]
    fn rules(&self, active: &mut Active) {
        let rules = self.view.rules();
        let (play, responses) = (&rules.play, &rules.responses);
        let has = [
            play.draw == DrawRule::UntilPlayable,
            play.drawn_card != DrawnCard::MayPlay,
            play.bluff,
            rules.jump_in.enabled || rules.jump_in.double != Double::Off,
            rules.hands.seven_swaps,
            rules.hands.zero_rotates,
            responses.draw_two == DrawTwoResponse::Stack,
            responses.draw_two == DrawTwoResponse::Deflect,
            responses.wild_draw_four != WildDrawFourResponse::None,
            responses.skip != SkipResponse::None,
            responses.reverse_returns != ReverseReturns::Off,
            responses.victim_plays,
            rules.finish.when != FinishWhen::FirstOut,
            rules.special_cards,
            rules.scoring.partners,
            play.same_number_together > 0,
        ];
        for (bit, _) in has.iter().enumerate().filter(|(_, has)| **has) {
            active.own(Own::Rules, bit as u32);
        }
    }

    /// Unseen cards of other colours with the symbol of the up card.
    #[inline(always)]
    fn unseen_same(&self, after: &After) -> u32 {
        if after.up.is_wild() {
            return 0;
        }
        let first = after.up.index() & !3;
        (first..first + 4)
            .map(Kind::from_index)
            .filter(|kind| kind.colour() != Some(after.colour))
            .map(|kind| self.view.unseen(kind))
            .sum()
    }

    /// The others in the order in which they act after an action.
    #[inline(always)]
    fn order(&self, after: &After) -> impl Iterator<Item = Seat> + use<C> {
        let view = self.view;
        let (me, first) = (view.seat(), after.effect.acts(view));
        let direction = match after.effect.reverses {
            true => view.direction().reversed(),
            false => view.direction(),
        };
        let others = view.in_play().without(me);
        let first =
            if first == me { others.next_after(me, direction).unwrap_or(me) } else { first };
        let mut seat = first;
        (0..others.len()).map(move |_| {
            let this = seat;
            seat = others.next_after(seat, direction).unwrap_or(seat);
            this
        })
    }

    #[inline(always)]
    fn may_hold(&self, seat: Seat, colour: Colour, size: u32) -> u32 {
        self.others[seat.index()].drawn[colour.index()].map_or(size, |drawn| drawn.min(size))
    }

    #[inline(always)]
    fn opponent(&self, slot: usize, seat: Seat, after: &After, active: &mut Active) {
        let view = self.view;
        let victim = after.effect.draws > 0 && seat == view.after(view.seat());
        let more = match victim {
            true if self.view.decision() == Decision::Answer => self.owed + after.effect.draws,
            true => after.effect.draws,
            false => 0,
        };
        let size = view.hand_size(seat) + more;
        active.slot(slot, Slot::Hand, size.saturating_sub(1));
        let other = &self.others[seat.index()];
        for (place, colour) in after.order.iter().enumerate() {
            let held = match other.drawn[colour.index()] {
                None => 6,
                Some(drawn) => bucket((drawn + more) * 12 / size.max(1), &[1, 3, 5, 8, 11]),
            };
            active.slot_at(slot, Slot::Holds0, place, held);
            if let Some(rounds) = other.named[colour.index()] {
                active.slot_at(slot, Slot::Named0, place, rounds);
            }
        }
        let laid = match other.laid {
            None => 9,
            Some((None, _)) => 8,
            Some((Some(colour), changed)) => {
                let place = after.order.iter().position(|&other| other == colour).unwrap_or(0);
                2 * place as u32 + u32::from(changed)
            }
        };
        active.slot(slot, Slot::Laid, laid);
        let plays = self.unseen[after.colour.index()] + self.unseen_wilds + self.unseen_same(after);
        let stuck = power(
            1.0 - plays as f32 * inverse(self.unseen_all),
            (self.may_hold(seat, after.colour, view.hand_size(seat)) + more).min(size),
        );
        active.slot(slot, Slot::Stuck, chance(stuck));
        if size == 1 {
            active.slot(slot, Slot::Out, chance(1.0 - stuck));
        }
        if view.missed_call(seat) {
            active.slot(slot, Slot::Standing, 0);
        }
        if !self.opponents.contains(seat) {
            active.slot(slot, Slot::Standing, 1);
        }
    }
}

impl Hand {
    #[inline(always)]
    fn new<C: Cards>(view: &View<'_, C>) -> Hand {
        let (mut symbols, mut points) = ([0_u16; 4], 0);
        view.hand().for_each(|kind, count| {
            points += count * view.points_of(kind);
            if let Some(colour) = kind.colour() {
                symbols[colour.index()] |= 1 << (kind.index() >> 2);
            }
        });
        let wild_draws = view.hand().count(Kind::WILD_DRAW_FOUR)
            + view.hand().count(Kind::wild(Symbol::BlankDraw));
        Hand {
            held: Colour::ALL.map(|colour| view.count_colour(colour)),
            symbols,
            size: view.hand_size(view.seat()),
            points,
            wilds: view.hand().count_among(KindSet::WILDS) - wild_draws,
            wild_draws,
        }
    }

    #[inline(always)]
    fn loses<C: Cards>(&mut self, view: &View<'_, C>, kind: Kind) {
        self.size -= 1;
        self.points -= view.points_of(kind);
        match kind.colour() {
            Some(colour) => {
                self.held[colour.index()] -= 1;
                if view.hand().count(kind) == 1 {
                    self.symbols[colour.index()] &= !(1 << (kind.index() >> 2));
                }
            }
            None if matches!(kind.symbol(), Symbol::WildDrawFour | Symbol::BlankDraw) => {
                self.wild_draws -= 1;
            }
            None => self.wilds -= 1,
        }
    }
}

/// The active colour first, the others by the number of cards, among equals in their order.
#[inline(always)]
fn sorted(active: Colour, held: &[u32; 4]) -> [Colour; 4] {
    let rank = |colour: Colour| {
        let first = u32::from(colour != active) << 16;
        first + ((255 - held[colour.index()]) << 2) + colour.index() as u32
    };
    let mut ranks = Colour::ALL.map(rank);
    for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        let (lower, higher) = (ranks[one].min(ranks[other]), ranks[one].max(ranks[other]));
        (ranks[one], ranks[other]) = (lower, higher);
    }
    ranks.map(|rank| Colour::ALL[(rank & 3) as usize])
}

#[derive(Debug, Clone, Copy)]
struct After {
    laid: Option<Kind>,
    hand: Hand,
    up: Kind,
    colour: Colour,
    effect: Effect,
    /// The colours as the network sees them.
    order: [Colour; 4],
    /// In which of the further colours the symbol of the up card is held, a bit each.
    same: u8,
    /// Cards that could be played on the up card.
    fits: u32,
}

//! What the features of all actions of a decision have in common, and the features themselves.
//!
//! Features are handed to a visitor one by one, only those that are not 0: playing adds up weights
//! without ever holding them all.

use super::feature::Feature;
use super::weights::WeightRow;
use unobench_core::cards::{
    Cards, Colour, Counts as _, Kind, KindSet, Multiset, OWN_BASE, Symbol, WILD_BASE,
};
use unobench_core::game::{Action, CardChoice, Decision, PendingPenalty, Seat, SeatSet, View};
use unobench_tactics::effect::CardEffect;
use unobench_tactics::{may_hold, power, smallest};

/// Who takes the features, each with its value.
pub(super) trait Takes: FnMut(Feature, f32) {}

impl<V: FnMut(Feature, f32)> Takes for V {}

const WILD_DRAW_FOUR: u32 = 4;

/// 1 / n for the sizes that occur, so that nothing is divided while playing.
const INVERSE: [f32; 128] = {
    let mut table = [1.0; 128];
    let mut n = 2;
    while n < table.len() {
        table[n] = 1.0 / n as f32;
        n += 1;
    }
    table
};

/// 1 / n, and 1 for 0.
#[inline(always)]
fn inverse(n: u32) -> f32 {
    INVERSE[(n as usize).min(INVERSE.len() - 1)]
}

/// The state after an action, as far as the features of colours go.
#[derive(Debug, Clone, Copy)]
struct AfterAction {
    left: u32,
    colour: Colour,
    /// Of these, cards of that colour.
    of_colour: u32,
    /// Of these, cards that could be played.
    fits: u32,
    /// Unseen cards of other colours that could be played all the same, wilds left out.
    unseen_matches: u32,
    /// Who acts next; none if the player does.
    acts: Option<Seat>,
}

/// What the features of all actions of one decision have in common.
#[derive(Debug)]
pub(super) struct LinearScene<'a, 'v, C: Cards> {
    view: &'a View<'v, C>,
    size: u32,
    held: [u32; 4],
    unseen: [u32; 4],
    unseen_wilds: u32,
    per_unseen: f32,
    next: Seat,
    opponents: SeatSet,
    /// The urgency of the opponent who is nearest to going out.
    urgency: f32,
    two: bool,
}

impl<'a, 'v, C: Cards> LinearScene<'a, 'v, C> {
    #[inline(always)]
    pub(super) fn new(view: &'a View<'v, C>) -> Self {
        let opponents = view.opponents();
        let (unseen, unseen_wilds) = unseen(view);
        let mut scene = LinearScene {
            view,
            size: view.hand_size(view.seat()),
            held: Colour::ALL.map(|colour| view.count_colour(colour)),
            unseen,
            unseen_wilds,
            per_unseen: inverse(unseen.iter().sum::<u32>() + unseen_wilds),
            next: view.after(view.seat()),
            opponents,
            urgency: 0.0,
            two: view.in_play().len() == 2,
        };
        scene.urgency =
            opponents.iter().map(|seat| inverse(view.hand_size(seat))).fold(0.0, f32::max);
        scene
    }

    /// How much it matters that a seat does not go out: one over the size of its hand, of a partner
    /// minus that.
    #[inline(always)]
    fn urgency_of(&self, seat: Seat) -> f32 {
        let near = inverse(self.view.hand_size(seat));
        if self.opponents.contains(seat) { near } else { -near }
    }

    #[inline(always)]
    pub(super) fn features(
        &self,
        table: &WeightRow,
        choice: CardChoice<C::Word>,
        action: Action,
        add: &mut impl Takes,
    ) {
        match (self.view.decision(), action) {
            (Decision::Give, Action::Card(kind)) => self.giving(kind, add),
            (_, Action::Card(kind)) => self.card(table, choice.playable, kind, add),
            (_, Action::Colour(colour)) => self.naming(colour, add),
            (Decision::Swap, Action::Seat(seat)) => {
                add(Feature::HandGain, self.gain(self.size, seat))
            }
            (_, Action::Seat(seat)) => add(Feature::Exchanges, self.urgency_of(seat)),
            (_, Action::Yes) => self.challenging(add),
            (_, Action::No | Action::Pass) => self.declining(choice, add),
        }
    }

    #[inline(always)]
    fn card(
        &self,
        table: &WeightRow,
        playable: KindSet<C::Word>,
        kind: Kind,
        add: &mut impl Takes,
    ) {
        let effect = CardEffect::of(self.view, kind, self.two);
        self.symbol(kind, playable, effect, add);
        let acts = Some(effect.acts(self.view)).filter(|&seat| seat != self.view.seat());
        self.turns(effect, acts, add);
        self.hands(kind, add);
        match kind.colour() {
            Some(colour) => self.coloured(kind, colour, acts, add),
            None => self.wild(table, acts, add),
        }
    }

    #[inline(always)]
    fn symbol(
        &self,
        kind: Kind,
        playable: KindSet<C::Word>,
        effect: CardEffect,
        add: &mut impl Takes,
    ) {
        add(Feature::Points, self.view.points_of(kind) as f32 / 50.0);
        if kind.is_wild() {
            add(if effect.draws > 0 { Feature::WildDraw } else { Feature::Wild }, 1.0);
            add(Feature::WildSmallHand, inverse(self.size));
            add(Feature::WildUrgent, self.urgency);
            if !playable.contains(kind) {
                add(Feature::Bluffs, 1.0);
            }
        } else if !kind.symbol().is_number() {
            let (feature, value) = match effect {
                CardEffect { draws, .. } if draws > 0 => (Feature::DrawTwo, draws as f32 / 2.0),
                CardEffect { skips: true, .. } => (Feature::Skip, 1.0),
                _ => (Feature::Reverse, 1.0),
            };
            add(feature, value);
            add(Feature::ActionSmallHand, inverse(self.size));
        }
    }

    #[inline(always)]
    fn turns(&self, effect: CardEffect, acts: Option<Seat>, add: &mut impl Takes) {
        let victim = self.urgency_of(self.next);
        if effect.draws >= WILD_DRAW_FOUR {
            add(Feature::WildDrawUrgent, victim);
        } else if effect.draws > 0 {
            add(Feature::DrawTwoUrgent, victim);
        } else if effect.skips {
            add(Feature::SkipUrgent, victim);
        }
        match acts {
            Some(seat) => add(Feature::PassesUrgent, self.urgency_of(seat)),
            None => add(Feature::Again, 1.0),
        }
    }

    /// What it does to the player's hand that it moves hands.
    #[inline(always)]
    fn hands(&self, kind: Kind, add: &mut impl Takes) {
        let hands = &self.view.rules().hands;
        let partner = match kind.symbol() {
            Symbol::Seven if hands.seven_swaps => smallest(self.view),
            Symbol::SwapHands => smallest(self.view),
            Symbol::Zero if hands.zero_rotates => self.view.before(self.view.seat()),
            _ => return,
        };
        if self.size > 1 {
            add(Feature::HandGain, self.gain(self.size - 1, partner));
        }
    }

    /// By how many cards a hand of this size shrinks when it is swapped, in tens.
    #[inline(always)]
    fn gain(&self, size: u32, other: Seat) -> f32 {
        (size as f32 - self.view.hand_size(other) as f32) / 10.0
    }

    #[inline(always)]
    fn coloured(&self, kind: Kind, colour: Colour, acts: Option<Seat>, add: &mut impl Takes) {
        let left = self.size - 1;
        let hand = self.view.hand();
        let symbol = KindSet::like(kind);
        let same_symbol = hand.count_among(symbol.without(KindSet::only(kind)));
        let of_colour = self.held[colour.index()] - 1;
        let wilds = hand.count_among(KindSet::WILDS);
        let unseen_symbol = self.unseen_symbol(kind);
        if colour != self.view.active_colour() {
            add(Feature::ChangesColour, 1.0);
        }
        if of_colour == 0 {
            add(Feature::ColourEnds, 1.0);
        }
        add(Feature::SameSymbol, same_symbol as f32 / 4.0);
        add(Feature::SymbolUnseen, unseen_symbol as f32 / 8.0);
        let missing = self.held.iter().filter(|&&count| count == 0).count() as u32
            + u32::from(of_colour == 0);
        add(Feature::ColoursMissing, missing as f32 / 4.0);
        let other_colours = unseen_symbol - self.view.unseen(kind);
        let after = AfterAction {
            left,
            colour,
            of_colour,
            fits: of_colour + same_symbol + wilds,
            unseen_matches: other_colours,
            acts,
        };
        self.after(after, wilds, add);
    }

    /// What a wild leaves, when the best colour is named.
    #[inline(always)]
    fn wild(&self, table: &WeightRow, acts: Option<Seat>, add: &mut impl Takes) {
        let left = self.size - 1;
        let missing = self.held.iter().filter(|&&count| count == 0).count();
        add(Feature::ColoursMissing, missing as f32 / 4.0);
        let wilds = self.view.hand().count_among(KindSet::WILDS) - 1;
        let mut best: Option<(f32, AfterAction)> = None;
        for colour in Colour::ALL {
            let after = self.named(colour, left, wilds, acts);
            let mut value = 0.0;
            self.after(after, wilds, &mut |feature, x| value += table[feature as usize] * x);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, after));
            }
        }
        if let Some((_, after)) = best {
            self.after(after, wilds, add);
        }
    }

    /// Features of a colour that is named, when the wild has left the hand.
    #[inline(always)]
    fn naming(&self, colour: Colour, add: &mut impl Takes) {
        let wilds = self.view.hand().count_among(KindSet::WILDS);
        self.after(self.named(colour, self.size, wilds, Some(self.next)), wilds, add);
    }

    #[inline(always)]
    fn named(&self, colour: Colour, left: u32, wilds: u32, acts: Option<Seat>) -> AfterAction {
        let of_colour = self.held[colour.index()];
        AfterAction { left, colour, of_colour, fits: of_colour + wilds, unseen_matches: 0, acts }
    }

    /// Features of what is left: the player's hand, and what others can do.
    #[inline(always)]
    fn after(&self, after: AfterAction, wilds: u32, add: &mut impl Takes) {
        let share = inverse(after.left);
        add(Feature::ColourShare, after.of_colour as f32 * share);
        add(Feature::FitShare, after.fits as f32 * share);
        add(Feature::ColourUnseen, self.unseen[after.colour.index()] as f32 * self.per_unseen);
        match after.left {
            0 => add(Feature::Out, 1.0),
            1 if wilds > 0 => add(Feature::LastWild, 1.0),
            1 if after.fits > 0 => add(Feature::LastFits, 1.0),
            2 => add(Feature::PairFits, after.fits as f32 / 2.0),
            _ => {}
        }
        match after.acts {
            None if after.fits > 0 => add(Feature::AgainFits, share),
            None => {}
            Some(seat) => {
                let stuck = self.stuck(seat, after.colour, after.unseen_matches);
                add(Feature::Stuck, stuck);
                add(Feature::StuckUrgent, stuck * self.urgency_of(seat));
            }
        }
    }

    /// The chance that a seat has nothing to play, as far as unseen cards and what it did not
    /// follow tell.
    #[inline(always)]
    fn stuck(&self, seat: Seat, colour: Colour, matches: u32) -> f32 {
        let plays =
            (self.unseen[colour.index()] + matches + self.unseen_wilds) as f32 * self.per_unseen;
        power(1.0 - plays, may_hold(self.view, seat, colour))
    }

    /// Unseen cards with the symbol of a coloured card, in all colours.
    #[inline(always)]
    fn unseen_symbol(&self, kind: Kind) -> u32 {
        let first = kind.index() & !3;
        (first..first + 4).map(|index| self.view.unseen(Kind::from_index(index))).sum()
    }

    #[inline(always)]
    fn declining(&self, choice: CardChoice<C::Word>, add: &mut impl Takes) {
        match self.view.decision() {
            Decision::Play if !choice.playable.is_empty() => {
                add(Feature::Draws, 1.0);
                add(Feature::DrawsUrgent, self.urgency);
                add(Feature::DrawsSmallHand, inverse(self.size));
                if choice.playable.coloured().is_empty() {
                    add(Feature::DrawsForWild, 1.0);
                }
            }
            Decision::Drawn => {
                add(Feature::Keeps, 1.0);
                if choice.playable.coloured().is_empty() {
                    add(Feature::KeepsWild, 1.0);
                }
            }
            Decision::Answer => add(Feature::Takes, self.owed()),
            Decision::Play => {}
            decision if decision.info().lays.is_some() => add(Feature::Passes, 1.0),
            _ => {}
        }
    }

    /// What hits the player, in fours of cards to draw; a half for a skip.
    #[inline(always)]
    fn owed(&self) -> f32 {
        let pending = self.view.pending();
        if pending.hit == PendingPenalty::Draw {
            f32::from(pending.owed) / WILD_DRAW_FOUR as f32
        } else {
            0.5
        }
    }

    #[inline(always)]
    fn challenging(&self, add: &mut impl Takes) {
        add(Feature::Challenges, 1.0);
        let pending = self.view.pending();
        let (Some(player), Some(colour)) =
            (pending.challengeable, self.view.colour_before_wild_draw_four())
        else {
            return;
        };
        let lacks = 1.0 - self.unseen[colour.index()] as f32 * self.per_unseen;
        add(Feature::LikelyBluff, 1.0 - power(lacks, may_hold(self.view, player, colour)));
    }

    #[inline(always)]
    fn giving(&self, kind: Kind, add: &mut impl Takes) {
        add(Feature::GivesPoints, self.view.points_of(kind) as f32 / 50.0);
        match kind.colour() {
            Some(colour) => {
                add(Feature::GivesColour, self.held[colour.index()] as f32 * inverse(self.size))
            }
            None => add(Feature::Wild, -1.0),
        }
    }
}

/// How many cards of each colour, and how many wilds, are neither in the player's hand nor on the
/// discard pile.
#[inline(always)]
fn unseen<C: Cards>(view: &View<'_, C>) -> ([u32; 4], u32) {
    let (copies, discards) = (&view.rules().copies, view.discards());
    let mut wilds = 0;
    for kind in (WILD_BASE..OWN_BASE.min(C::Counts::KINDS)).map(Kind::from_index) {
        wilds += u32::from(copies[kind.index()]) - discards.count(kind);
    }
    (view.unseen_by_colour(), wilds - view.hand().count_among(KindSet::WILDS))
}

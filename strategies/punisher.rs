//! `punisher`: spends skips and draws on a neighbour who is nearly out.

use super::most_colour::{most_frequent, rarest};
use super::{CardChoice, Cards, Colour, Entry, Kind, KindSet, Seat, SeatSet, Strategy, View};
use crate::cards::{Symbol, Word};
use crate::strategy::{Parameter, Traits, fewest_cards};

/// What the catalogue says.
pub const ENTRY: Entry = Entry {
    name: "punisher",
    description: "plays the colour it holds most of and keeps its action cards back; spends them, the hardest first, on a next player who is nearly out",
    source: "source D: keep others from being the first to finish; how is our own",
    tier: 2,
    parameters: &[Parameter {
        name: "threshold",
        description: "punishes a next player with this many cards or fewer",
        default: 2,
        min: 1,
        max: 20,
    }, Parameter {
        name: "suspicion",
        description: "in percent, how often it takes others to bluff with a wild draw four when they could play another card; 0: never challenges",
        default: 0,
        min: 0,
        max: 100,
    }],
    traits: Traits { stochastic: false, memory: false, looks_at: "hand sizes, direction, which colours others did not follow" },
};

/// Punishes a neighbour who is nearly out.
#[derive(Debug, Clone)]
pub struct Punisher {
    threshold: u32,
    suspicion: u32,
}

impl Punisher {
    /// The strategy with its threshold and its suspicion.
    #[must_use]
    pub fn new(parameters: &[i64]) -> Punisher {
        Punisher { threshold: parameters[0] as u32, suspicion: parameters[1] as u32 }
    }

    /// Whether somebody is nearly out.
    fn is_nearly_out<C: Cards>(&self, view: &View<'_, C>, seat: Seat) -> bool {
        view.hand_size(seat) <= self.threshold
    }

    /// How likely it is, by Bayes' rule, that a wild draw four was a bluff: a quarter of the other cards have the colour that stood before.
    fn chance_of_bluff<C: Cards>(&self, view: &View<'_, C>, player: Seat, colour: Colour) -> f64 {
        let unseen = view.drawn_since_not_following(player, colour).unwrap_or(u32::MAX).min(view.hand_size(player));
        let lacks = (0..unseen).fold(1.0, |chance, _| chance * 0.75);
        let bluffs = (1.0 - lacks) * f64::from(self.suspicion) / 100.0;
        bluffs / (bluffs + lacks)
    }

    /// The hardest of the playable cards that make the next player lose a turn.
    #[inline(always)]
    fn hardest<C: Cards>(view: &View<'_, C>, playable: KindSet<C::Word>) -> Option<Kind> {
        let of = |symbol: Symbol| playable.and(KindSet(C::Word::symbol(symbol.index())));
        let wild = |symbol: Symbol| playable.and(KindSet::only(Kind::wild(symbol)));
        let reverses = if view.in_play().len() == 2 { of(Symbol::Reverse) } else { KindSet::EMPTY };
        [
            wild(Symbol::BlankDraw),
            wild(Symbol::WildDrawFour),
            of(Symbol::DrawTwo),
            wild(Symbol::DownpourTwo),
            of(Symbol::DrawOne),
            of(Symbol::Skip).or(reverses),
            wild(Symbol::DownpourOne),
        ]
        .into_iter()
        .find_map(|kinds| kinds.last())
    }
}

impl Strategy for Punisher {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let next = view.after(view.seat());
        if view.hand_size(next) <= self.threshold
            && let Some(kind) = Self::hardest(view, choice.playable)
        {
            return Some(kind);
        }
        let numbers = choice.playable.and(KindSet(C::Word::NUMBERS));
        most_frequent(view, if numbers.is_empty() { choice.playable } else { numbers })
    }

    /// The hardest card that answers.
    fn answer<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        Self::hardest(view, choice.playable).or(choice.playable.last())
    }

    /// Challenges where more cards are to be gained than lost: an upheld challenge spares what is owed and costs the other as much, a wrong one
    /// costs two.
    fn challenge<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        let pending = view.pending();
        let (Some(player), Some(colour)) = (pending.challengeable, view.colour_before_wild_draw_four()) else { return false };
        let chance = self.chance_of_bluff(view, player, colour);
        chance * f64::from(2 * pending.owed) > (1.0 - chance) * 2.0
    }

    /// Takes a card from who is nearly out, and gives one that does not fit.
    fn exchange<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        let seat = fewest_cards(view, seats);
        (self.is_nearly_out(view, seat) && view.hand_size(view.seat()) > view.hand_size(seat)).then_some(seat)
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        let fits = KindSet::of_colour(view.active_colour()).or(KindSet(C::Word::symbol(view.up_card().symbol().index()))).or(KindSet::WILDS);
        let unfit = kinds.without(fits);
        rarest(view, if unfit.is_empty() { kinds } else { unfit })
    }
}

//! What a card does to others, as far as a player who thinks ahead needs to know.

use unobench_core::cards::{Cards, Kind, Symbol};
use unobench_core::game::{Seat, View};
use unobench_core::rules::{CustomCard, Step, TwoPlayerReverse};

/// What a card does to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardEffect {
    /// Whether the next player loses a turn.
    pub skips: bool,
    /// Whether it turns the direction, and nothing else.
    pub reverses: bool,
    /// Cards that somebody else draws.
    pub draws: u32,
    /// Whether it turns the direction before it hits.
    pub turns: bool,
    /// Whether its player moves once more.
    pub again: bool,
}

impl CardEffect {
    /// Nothing.
    pub const NOTHING: CardEffect =
        CardEffect { skips: false, reverses: false, draws: 0, turns: false, again: false };

    /// What a card does in the game that is looked at; `two`: with two seats in play.
    #[inline(always)]
    pub fn of<C: Cards>(view: &View<'_, C>, kind: Kind, two: bool) -> CardEffect {
        let rules = view.rules();
        let draws = |draws| CardEffect { skips: true, draws, ..CardEffect::NOTHING };
        match kind.symbol() {
            Symbol::Skip => draws(0),
            Symbol::Reverse if two && rules.play.two_player_reverse == TwoPlayerReverse::Skip => {
                draws(0)
            }
            Symbol::Reverse => CardEffect { reverses: true, ..CardEffect::NOTHING },
            Symbol::DrawOne => draws(1),
            Symbol::DrawTwo => draws(2),
            Symbol::WildDrawFour => draws(4),
            Symbol::BlankDraw => draws(u32::from(rules.notation.blank_draws())),
            Symbol::DownpourOne => CardEffect { draws: 1, ..CardEffect::NOTHING },
            Symbol::DownpourTwo => CardEffect { draws: 2, ..CardEffect::NOTHING },
            _ => rules.own.of(kind).map_or(CardEffect::NOTHING, |card| {
                CardEffect::added(
                    card,
                    two && rules.play.two_player_reverse == TwoPlayerReverse::Skip,
                )
            }),
        }
    }

    /// What an added card does; a reverse may skip the only other player, so that what follows hits
    /// the player itself, and nobody else.
    #[cold]
    fn added(card: &CustomCard, reverse_skips: bool) -> CardEffect {
        let (reverses, hits) = (card.effect.contains(&Step::Reverse), card.hits().is_some());
        if reverses && reverse_skips && hits {
            return CardEffect::NOTHING;
        }
        let again = card.effect.contains(&Step::Again);
        CardEffect {
            skips: card.skips() && !again,
            reverses: reverses && !card.skips(),
            draws: card.draws(),
            turns: reverses && hits,
            again,
        }
    }

    /// Who draws, of those who are hit alone.
    #[inline(always)]
    pub fn victim<C: Cards>(self, view: &View<'_, C>) -> Seat {
        if self.turns { view.before(view.seat()) } else { view.after(view.seat()) }
    }

    /// Who acts next where a view's seat does this.
    #[inline(always)]
    pub fn acts<C: Cards>(self, view: &View<'_, C>) -> Seat {
        match self {
            CardEffect { again: true, .. } => view.seat(),
            CardEffect { skips: true, turns: true, .. } => view.before(view.before(view.seat())),
            CardEffect { skips: true, .. } => view.after(view.after(view.seat())),
            CardEffect { reverses: true, .. } => view.before(view.seat()),
            _ => view.after(view.seat()),
        }
    }
}

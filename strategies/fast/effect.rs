//! What a card does to others, as far as a player who thinks ahead needs to know.

use unobench_core::cards::{Cards, Kind, Symbol};
use unobench_core::game::{Seat, View};
use unobench_core::rules::{OwnCard, Step, TwoPlayerReverse};

/// What a card does to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
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

impl Effect {
    /// Nothing.
    pub const NOTHING: Effect =
        Effect { skips: false, reverses: false, draws: 0, turns: false, again: false };

    /// What a card does in the game that is looked at; `two`: with two seats in play.
    #[inline(always)]
    pub fn of<C: Cards>(view: &View<'_, C>, kind: Kind, two: bool) -> Effect {
        let rules = view.rules();
        let draws = |draws| Effect { skips: true, draws, ..Effect::NOTHING };
        match kind.symbol() {
            Symbol::Skip => draws(0),
            Symbol::Reverse if two && rules.play.two_player_reverse == TwoPlayerReverse::Skip => {
                draws(0)
            }
            Symbol::Reverse => Effect { reverses: true, ..Effect::NOTHING },
            Symbol::DrawOne => draws(1),
            Symbol::DrawTwo => draws(2),
            Symbol::WildDrawFour => draws(4),
            Symbol::BlankDraw => draws(u32::from(rules.notation.blank_draws())),
            Symbol::DownpourOne => Effect { draws: 1, ..Effect::NOTHING },
            Symbol::DownpourTwo => Effect { draws: 2, ..Effect::NOTHING },
            _ => rules.own.of(kind).map_or(Effect::NOTHING, |card| {
                Effect::added(card, two && rules.play.two_player_reverse == TwoPlayerReverse::Skip)
            }),
        }
    }

    /// What an added card does; a reverse may skip the only other player, so that what follows hits
    /// the player itself, and nobody else.
    #[cold]
    fn added(card: &OwnCard, reverse_skips: bool) -> Effect {
        let (reverses, hits) = (card.effect.contains(&Step::Reverse), card.hits().is_some());
        if reverses && reverse_skips && hits {
            return Effect::NOTHING;
        }
        let again = card.effect.contains(&Step::Again);
        Effect {
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
            Effect { again: true, .. } => view.seat(),
            Effect { skips: true, turns: true, .. } => view.before(view.before(view.seat())),
            Effect { skips: true, .. } => view.after(view.after(view.seat())),
            Effect { reverses: true, .. } => view.before(view.seat()),
            _ => view.after(view.seat()),
        }
    }
}

//! `rlcard-v1`: the rule agent that comes with the RLCard toolkit.

use unobench_core::cards::Multiset;
use unobench_core::rng::Rng;
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "rlcard-v1",
    description: "plays a wild draw four when it honestly may, else any coloured card at random, \
        else a wild; names the colour it holds most of",
    source: "RLCard (Zha et al., 2019), UNORuleAgentV1 of its UNO rule models; the differences are \
        described in its source file",
    tier: 1,
    parameters: &[Parameter::choice("names", &["most", "any"]).means(
        "the colour that it names for a wild: the one it holds most of, or any, as there; \
            for a wild draw four always the first",
    )],
    traits: Traits { stochastic: true, ..HEURISTIC },
    ..LIBRARY.fast::<RlcardV1>()
};

/// Plays by the rule of RLCard's agent, by our rules of the game.
///
/// The agent takes a wild draw four if there is one among its legal actions, and names the colour
/// that most of its cards have; otherwise it takes one of its coloured cards at random, each copy
/// with the same chance; without one, a wild. It draws only when it has to.
///
/// Where ours must differ: RLCard lets a wild draw four be played only when nothing else may be,
/// this game whenever no card of the active colour is held, and then the agent's rule puts it
/// first. RLCard has no swaps, answers, jump-ins or challenges; they are decided as usual here. A
/// drawn card is played by RLCard's game itself, unless it fits by its symbol alone; here it is a
/// choice, which the same rule makes. The colour of a plain wild is one of four at random there,
/// and so here with `names=any`; otherwise it is the most frequent one, as the agent means it.
#[derive(Debug, Clone)]
pub struct RlcardV1 {
    rng: Rng,
    names_any: bool,
}

impl RlcardV1 {
    /// One of the cards of these kinds in the hand, each copy with the same chance.
    #[inline(always)]
    fn any_card<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Option<Kind> {
        if kinds.len() < 2 {
            return kinds.first();
        }
        let hand = view.hand();
        let mut rank = self.rng.below(hand.count_among(kinds));
        kinds.iter().find(|&kind| {
            let copies = hand.count(kind);
            let is_here = rank < copies;
            rank = rank.wrapping_sub(copies);
            is_here
        })
    }
}

impl FromSettings for RlcardV1 {
    fn new(settings: &ParameterValues<'_>) -> RlcardV1 {
        RlcardV1 { rng: Rng::from_key(0), names_any: settings.whole(0) == 1 }
    }
}

impl FastStrategy for RlcardV1 {
    #[inline(always)]
    fn rng(&mut self) -> Option<&mut Rng> {
        Some(&mut self.rng)
    }

    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if choice.playable.contains(Kind::WILD_DRAW_FOUR) {
            return Some(Kind::WILD_DRAW_FOUR);
        }
        let coloured = choice.playable.coloured();
        self.any_card(view, if coloured.is_empty() { choice.playable } else { coloured })
    }

    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        match view.decision() {
            Decision::Drawn => self.play(view, choice),
            Decision::Answer => self.play(view, choice).or(choice.playable.last()),
            _ => careful::card(view, choice),
        }
    }

    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        if self.names_any && view.wild_to_name() != Some(Kind::WILD_DRAW_FOUR) {
            return Colour::from_index(self.rng.below(4) as usize);
        }
        view.most_held_colour()
    }
}

//! `eager-draw`: draws by choice rather than spend its special cards early.

use super::tactics::{most_frequent, worth_playing};
use super::{CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, View};
use unobench_core::cards::Word;
use unobench_core::strategy::{Cost, Parameter, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `eager-draw`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "eager-draw",
    description: "like most-colour, but rather draws than plays a special card, as long as its own \
        hand is small and every other one large",
    source: "source D: there can be reasons to draw although a card fits; source E: one may; what \
        for is our own",
    tier: 1,
    parameters: &[
        Parameter::choice(
            "keeps",
            "which cards it rather keeps than plays",
            &["specials", "actions", "wilds"],
        ),
        Parameter::whole("own", "draws by choice only with this many cards or fewer", 4, 1, 20),
        Parameter::whole(
            "other",
            "plays what it can once another hand has this many cards or fewer",
            3,
            0,
            20,
        ),
    ],
    traits: Traits {
        stochastic: false,
        recall: Recall::Nothing,
        sight: Sight::Own,
        looks_at: "hand sizes",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(EagerDraw::new(settings)),
    ..LIBRARY
};

/// Which cards are kept, by their place in the parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keeps {
    Specials,
    Actions,
    Wilds,
}

/// Rather draws than plays a special card.
#[derive(Debug, Clone)]
pub struct EagerDraw {
    keeps: Keeps,
    own: u32,
    other: u32,
}

impl EagerDraw {
    /// The strategy with the cards that it keeps and its two thresholds.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> EagerDraw {
        let keeps = [Keeps::Specials, Keeps::Actions, Keeps::Wilds][settings.whole(0) as usize];
        EagerDraw { keeps, own: settings.whole(1), other: settings.whole(2) }
    }

    /// The playable cards that it would rather keep.
    #[inline(always)]
    fn kept<W: Word>(&self, playable: KindSet<W>) -> KindSet<W> {
        match self.keeps {
            Keeps::Specials => playable.without(KindSet::NUMBERS),
            Keeps::Actions => playable.coloured().without(KindSet::NUMBERS),
            Keeps::Wilds => playable.and(KindSet::WILDS),
        }
    }

    /// Whether there is time to draw. With one card left there is none: to play it wins.
    #[inline(always)]
    fn has_time<C: Cards>(&self, view: &View<'_, C>) -> bool {
        let own = view.hand_size(view.seat());
        own > 1
            && own <= self.own
            && view
                .in_play()
                .without(view.seat())
                .iter()
                .all(|seat| view.hand_size(seat) > self.other)
    }
}

impl FastStrategy for EagerDraw {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let free = playable.without(self.kept(playable));
        if free.is_empty() && choice.may_decline && self.has_time(view) {
            None
        } else {
            most_frequent(view, playable)
        }
    }

    /// Keeps a drawn card by the same rule.
    #[inline(never)]
    fn drawn<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.play(view, choice)
    }

    /// Answers whenever it can: to take is dearer than any card.
    fn answer<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        most_frequent(view, choice.playable)
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::Scene;
    use unobench_core::game::{Action, Decision};

    #[test]
    fn it_draws_rather_than_plays_a_special_card() {
        let scene = Scene::new("R5", &["RS W G7", "B1 B2 B3 B4"]);
        assert_eq!(scene.play("eager-draw"), "-");
        assert_eq!(
            scene.play("eager-draw:keeps=actions"),
            "RS",
            "a wild is free, but a coloured card is played before it"
        );
        assert_eq!(scene.play("eager-draw:keeps=wilds"), "RS");
        assert_eq!(scene.play("eager-draw:own=2"), "RS", "its hand is too large");
        assert_eq!(scene.play("eager-draw:other=4"), "RS", "another hand is too small");
        assert_eq!(
            Scene::new("R5", &["RS R2 G7", "B1 B2 B3 B4"]).play("eager-draw"),
            "RS",
            "a number could be played"
        );
    }

    #[test]
    fn it_plays_where_it_may_not_draw_and_goes_out_when_it_can() {
        assert_eq!(
            Scene::new("R5", &["RS W G7", "B1 B2 B3 B4"])
                .rule("play.voluntary_draw=false")
                .play("eager-draw"),
            "RS"
        );
        assert_eq!(Scene::new("R5", &["W", "B1 B2 B3 B4"]).play("eager-draw"), "W");
    }

    #[test]
    fn it_keeps_a_drawn_special_card_too() {
        let scene = Scene::new("R5", &["G7 G8", "B1 B2 B3 B4"]).pile("RS B7");
        assert_eq!(scene.ask("eager-draw", Decision::Drawn), Action::No);
        assert_ne!(scene.ask("eager-draw:own=2", Decision::Drawn), Action::No);
    }

    #[test]
    fn it_answers_with_any_card() {
        let scene = Scene::new("R5", &["R+2 R7 R8", "G+2 G7 G8 G9"])
            .rule("responses.draw_two=deflect")
            .plays("R+2");
        assert_ne!(scene.ask("eager-draw:other=0", Decision::Answer), Action::No);
    }
}

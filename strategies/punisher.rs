//! `punisher`: spends skips and draws on a neighbour who is nearly out.

use super::tactics::{
    hardest, pays_to_challenge, prefer, spoiled_by_exchange, unfit, worth_playing,
};
use super::{
    CardChoice, Cards, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, Seat, SeatSet, View,
};
use unobench_core::strategy::{Cost, Parameter, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `punisher`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "punisher",
    description: "plays the colour it holds most of and keeps its action cards back; spends them, \
        the hardest first, on a next player who is nearly out",
    source: "source D: keep others from being the first to finish; how is our own",
    tier: 2,
    parameters: &[
        Parameter::whole(
            "threshold",
            "punishes a next player with this many cards or fewer",
            2,
            1,
            20,
        ),
        Parameter::whole(
            "suspicion",
            "in percent, how often it takes others to bluff with a wild draw four when they could \
             play another card; 0: never challenges",
            0,
            0,
            100,
        ),
    ],
    traits: Traits {
        stochastic: false,
        recall: Recall::Table,
        sight: Sight::Own,
        looks_at: "hand sizes, direction, which colours others did not follow",
        cost: Cost::Cheap,
    },
    make: |settings| Player::honest(Punisher::new(settings)),
    ..LIBRARY
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
    pub fn new(settings: &Settings<'_>) -> Punisher {
        Punisher { threshold: settings.whole(0), suspicion: settings.whole(1) }
    }
}

impl FastStrategy for Punisher {
    #[inline(always)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let next = view.after(view.seat());
        if view.hand_size(next) <= self.threshold
            && let Some(kind) = hardest(view, playable)
        {
            return Some(kind);
        }
        prefer(view, playable.and(KindSet::NUMBERS), playable)
    }

    /// The hardest card that answers.
    fn answer<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        hardest(view, choice.playable).or(choice.playable.last())
    }

    fn challenge<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        pays_to_challenge(view, self.suspicion)
    }

    /// Takes a card from who is nearly out, and gives one that does not fit.
    fn exchange<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        spoiled_by_exchange(view, seats, self.threshold)
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        unfit(view, kinds)
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::{Scene, card};
    use unobench_core::cards::Colour;
    use unobench_core::game::{Action, Decision, Seat};

    #[test]
    fn it_spends_its_hardest_card_on_who_is_nearly_out() {
        let hands = |next| ["R9 R8 RS R+2 G7", next, "Y1 Y2 Y3"];
        assert_eq!(Scene::new("R5", &hands("G1 G2 G3")).play("punisher"), "R9");
        assert_eq!(Scene::new("R5", &hands("G1 G2")).play("punisher"), "R+2");
        assert_eq!(Scene::new("R5", &hands("G1 G2")).play("punisher:threshold=1"), "R9");
    }

    /// Many unseen cards hardly lack a colour, so with suspicion 100 a bluff is likely, with
    /// suspicion 1 hardly.
    #[test]
    fn it_challenges_who_is_likely_to_bluff() {
        let scene =
            Scene::new("R5", &["W+4 R2 R3 R4 R6 R7 R8 R9", "G1 G2 G3"]).names("W+4", Colour::Blue);
        let challenges =
            |suspicion| scene.ask(&format!("punisher:suspicion={suspicion}"), Decision::Challenge);
        assert_eq!([0, 1, 100].map(challenges), [Action::No, Action::No, Action::Yes]);
    }

    #[test]
    fn it_exchanges_with_who_is_nearly_out_and_gives_what_does_not_fit() {
        let scene = |mine, theirs| {
            Scene::new("R1", &[mine, "G1 G2 G3", theirs])
                .rule("hands.five_exchanges=true")
                .plays("R5")
        };
        let whom = |mine, theirs| scene(mine, theirs).ask("punisher", Decision::Exchange);
        assert_eq!(whom("R5 R9 Y3 Y4 W G7", "G4"), Action::Seat(Seat::new(2)));
        assert_eq!(whom("R5 R9 Y3 Y4 W G7", "G4 G5 G6"), Action::No, "nobody is nearly out");
        assert_eq!(whom("R5 R9 G8", "G4 G5"), Action::No, "it holds no more itself");
        let gives = scene("R5 R9 Y3 Y4 W G7", "G4")
            .then(Action::Seat(Seat::new(2)))
            .ask("punisher", Decision::Give);
        assert_eq!(
            gives,
            Action::Card(card("G7")),
            "neither red nor a wild, and of the rarest colour"
        );
    }
}

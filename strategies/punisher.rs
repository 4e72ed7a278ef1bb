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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Roomy;
    use crate::game::{Action, Decision, Law, Live, Opening, Round};
    use crate::rng::RoundKey;
    use crate::rules::{MAX_SEATS, RuleSet};

    fn cards(text: &str) -> Vec<Kind> {
        text.split_whitespace().map(|card| Kind::parse(card, 0).expect("a card")).collect()
    }

    /// A table where seat 0 has done what is wanted of it, up to seat `who`'s decision; then what a punisher with these parameters decides.
    fn decides<T>(
        settings: &[&str],
        hands: &[&str],
        actions: &[Action],
        decision: Decision,
        parameters: [i64; 2],
        ask: impl FnOnce(&mut Punisher, &View<'_, Roomy>) -> T,
    ) -> T {
        let mut rules = RuleSet::official();
        rules.set_all(settings).expect("settings");
        let law = Law::of(&rules);
        let key = RoundKey::new(1, 0, 0);
        let mut env = Live::new(&law, &rules.people, key, key.stream(crate::rng::Purpose::Deal, 0));
        let opening = Opening::dealt_by(Seat::new(hands.len() - 1), hands.len());
        let hands: Vec<Vec<Kind>> = hands.iter().map(|hand| cards(hand)).collect();
        let mut round = Round::<Roomy>::with_cards(opening, &hands, cards("B1 B2 B3 B4 B6 B7 R1")).expect("few cards");
        round.open(&mut env, &rules.setup);
        for &action in actions {
            round.apply(&mut env, action).expect("a legal action");
        }
        assert_eq!(round.decision(), decision);
        ask(&mut Punisher::new(&parameters), &View::new(&round, &law, &[0; MAX_SEATS], round.actor()))
    }

    /// Seven unseen cards lack a colour with chance 0.75⁷ = 0.13, so with suspicion 100 a bluff is likely, with suspicion 1 hardly.
    #[test]
    fn it_challenges_who_is_likely_to_bluff() {
        let wild = [Action::Card(Kind::WILD_DRAW_FOUR), Action::Colour(Colour::Blue)];
        let hands = ["W+4 R2 R3 R4 R6 R7 R8 R9", "G1 G2 G3"];
        let challenges = |suspicion| decides(&[], &hands, &wild, Decision::Challenge, [2, suspicion], |punisher, view| punisher.challenge(view));
        assert_eq!([0, 1, 100].map(challenges), [false, false, true]);
    }

    #[test]
    fn it_exchanges_with_who_is_nearly_out_and_gives_what_does_not_fit() {
        let five = [Action::Card(Kind::coloured(Colour::Red, Symbol::Five))];
        let settings = ["hands.five_exchanges=true"];
        let whom = |mine: &str, theirs: &str| {
            decides(&settings, &[mine, "G1 G2 G3", theirs], &five, Decision::Exchange, [2, 0], |punisher, view| {
                punisher.exchange(view, view.options().seats)
            })
        };
        assert_eq!(whom("R5 R9 Y3 Y4 W G7", "G4"), Some(Seat::new(2)));
        assert_eq!(whom("R5 R9 Y3 Y4 W G7", "G4 G5 G6"), None, "nobody is nearly out");
        assert_eq!(whom("R5 R9 G8", "G4 G5"), None, "it holds no more itself");
        let (hands, actions) = (["R5 R9 Y3 Y4 W G7", "G1 G2 G3", "G4"], [five[0], Action::Seat(Seat::new(2))]);
        let gives =
            decides(&settings, &hands, &actions, Decision::Give, [2, 0], |punisher, view| punisher.give(view, view.kinds()));
        assert_eq!(gives, Kind::coloured(Colour::Green, Symbol::Seven), "neither red nor a wild, and of the rarest colour");
    }
}

//! `counter`: counts cards, and remembers which colours the others did not follow.

use super::tactics::{of_symbol, pays_to_challenge, spoiled_by_exchange, unfit, unseen_of_colour, worth_playing};
use super::{CardChoice, Cards, Colour, Entry, Kind, KindSet, Seat, SeatSet, Strategy, View};
use crate::cards::Symbol;
use crate::rules::TwoPlayerReverse;
use crate::strategy::{Cost, Parameter, Recall, Settings, Sight, Traits};

/// What the catalogue says.
pub const ENTRY: Entry = Entry {
    name: "counter",
    description: "weighs what it can follow later itself against what the player who moves next can follow, by the cards not seen and the colours not followed",
    source: "source A: name a colour that your opponents do not have; the counting and the weights are our own",
    tier: 2,
    parameters: &[
        Parameter::whole("own", "what a further card of the colour in its hand is worth", 10, 0, 1000),
        Parameter::whole("same", "among three or more, what a card of the same number or symbol in another colour is worth", 4, 0, 1000),
        Parameter::whole("stay", "between two, what it is worth to follow the colour, and to keep what follows by its number", 40, 0, 1000),
        Parameter::whole(
            "stop",
            "what it is worth that a player with one card left cannot follow; with more cards as many times less",
            40,
            0,
            1000,
        ),
        Parameter::whole(
            "punish",
            "what a card drawn by a player with one card left is worth; with more cards as many times less",
            0,
            0,
            1000,
        ),
        Parameter::whole("wild", "what it is worth to keep a wild while a coloured card is playable", 1000, 0, 1000),
        Parameter::whole("hold", "rather draws than spends a wild while its own hand has more cards than this", 4, 1, 20),
        Parameter::whole("late", "spends wilds once another hand has this many cards or fewer", 2, 0, 20),
        Parameter::whole(
            "suspicion",
            "in percent, how often it takes others to bluff with a wild draw four when they could play another card; 0: never challenges",
            0,
            0,
            100,
        ),
    ],
    traits: Traits {
        stochastic: false,
        recall: Recall::Table,
        sight: Sight::Own,
        looks_at: "hand sizes, direction, discard pile, which colours others did not follow",
        cost: Cost::Moderate,
    },
};

/// Counts cards.
#[derive(Debug, Clone)]
pub struct Counter {
    weights: Weights,
    suspicion: u32,
}

impl Counter {
    /// The strategy with its weights and its suspicion.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> Counter {
        let weight = |index| settings.whole(index) as i32;
        let weights = Weights {
            own: weight(0),
            same: weight(1),
            stay: weight(2),
            stop: weight(3),
            punish: weight(4),
            wild: weight(5),
            hold: settings.whole(6),
            late: settings.whole(7),
        };
        Counter { weights, suspicion: settings.whole(8) }
    }
}

/// What things are worth, all in the same unit; see the parameters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    own: i32,
    same: i32,
    stay: i32,
    stop: i32,
    punish: i32,
    wild: i32,
    hold: u32,
    late: u32,
}

impl Weights {
    /// Those of `counter`, when none are given.
    pub(super) const STANDARD: Weights = Weights { own: 10, same: 4, stay: 40, stop: 40, punish: 0, wild: 1000, hold: 4, late: 2 };

    /// The best card; none where only wilds are playable and there is time to keep them.
    #[inline(always)]
    pub(super) fn choose<C: Cards>(&self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let saves = playable.coloured().is_empty() && choice.may_decline && self.has_time(view);
        if saves { None } else { self.best(view, playable) }
    }

    /// The best answer to what hits.
    pub(super) fn answer<C: Cards>(&self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.best(view, choice.playable)
    }

    /// Whether nobody is near the end.
    #[inline(always)]
    fn has_time<C: Cards>(&self, view: &View<'_, C>) -> bool {
        view.hand_size(view.seat()) > self.hold && view.in_play().iter().all(|seat| view.hand_size(seat) > self.late)
    }

    /// The best of some cards; of equal ones the highest.
    #[inline(always)]
    fn best<C: Cards>(&self, view: &View<'_, C>, playable: KindSet<C::Word>) -> Option<Kind> {
        if playable.len() < 2 {
            return playable.first();
        }
        self.weigh(view, playable)
    }

    #[inline(never)]
    fn weigh<C: Cards>(&self, view: &View<'_, C>, playable: KindSet<C::Word>) -> Option<Kind> {
        let next = view.after(view.seat());
        let table = Table::new(view, next);
        playable.iter().max_by_key(|&kind| self.value(view, &table, kind))
    }

    /// What it is worth to play a card.
    #[inline(always)]
    fn value<C: Cards>(&self, view: &View<'_, C>, table: &Table, kind: Kind) -> i32 {
        let effect = Effect::of(view, table.next, kind.symbol());
        let harm = self.punish * effect.draws / table.size;
        let Some(colour) = kind.colour() else {
            let named = Colour::ALL.map(|colour| self.standing(view, colour, effect.mover)).into_iter().max().unwrap_or(0);
            return named + harm - self.wild;
        };
        let others = view.kinds().and(of_symbol(kind.symbol())).without(KindSet::of_colour(colour)).len() as i32;
        let matches =
            if table.between_two { (if colour == view.active_colour() { self.stay } else { 0 }) - others } else { self.same * others };
        self.standing(view, colour, effect.mover) - self.own + matches + harm
    }

    /// What it is worth that a colour stands when a seat moves next.
    #[inline(always)]
    fn standing<C: Cards>(&self, view: &View<'_, C>, colour: Colour, mover: Seat) -> i32 {
        let own = self.own * view.count_colour(colour) as i32;
        if mover == view.seat() {
            return own;
        }
        let chance = may_follow(view, mover, colour) as i32;
        let threat = chance * (self.stop / view.hand_size(mover).max(1) as i32) / CERTAIN as i32;
        if view.partner() == Some(mover) { own + threat } else { own - threat }
    }

    /// The best colour to name for the player who moves next.
    pub(super) fn best_colour<C: Cards>(&self, view: &View<'_, C>) -> Colour {
        let next = view.after(view.seat());
        let value = |colour: &Colour| self.standing(view, *colour, next);
        Colour::ALL.into_iter().rev().max_by_key(value).unwrap_or(Colour::Red)
    }
}

/// What is looked up once for a decision.
struct Table {
    next: Seat,
    size: i32,
    between_two: bool,
}

impl Table {
    #[inline(always)]
    fn new<C: Cards>(view: &View<'_, C>, next: Seat) -> Table {
        Table { next, size: view.hand_size(next).max(1) as i32, between_two: view.in_play().len() == 2 }
    }
}

/// What a card does to the next player, and who moves after it.
struct Effect {
    draws: i32,
    mover: Seat,
}

impl Effect {
    #[inline(always)]
    fn of<C: Cards>(view: &View<'_, C>, next: Seat, symbol: Symbol) -> Effect {
        if symbol.is_number() {
            return Effect { draws: 0, mover: next };
        }
        let draws = match symbol {
            Symbol::DrawOne | Symbol::DownpourOne => 1,
            Symbol::DrawTwo | Symbol::DownpourTwo => 2,
            Symbol::WildDrawFour => 4,
            Symbol::BlankDraw => i32::from(view.law().blank_draws),
            _ => 0,
        };
        let mover = match symbol {
            Symbol::Reverse if view.in_play().len() > 2 || view.law().play.two_player_reverse == TwoPlayerReverse::Reverse => {
                view.before(view.seat())
            }
            Symbol::Skip | Symbol::Reverse | Symbol::DrawOne | Symbol::DrawTwo | Symbol::BlankDraw | Symbol::WildDrawFour => {
                view.after(next)
            }
            _ => next,
        };
        Effect { draws, mover }
    }
}

/// A chance of one.
const CERTAIN: u32 = 1 << 8;

/// The chance that a hand of so many cards has one of a certain colour, if every fourth card is of it.
const QUARTER: [u32; 16] = [0, 64, 112, 148, 175, 195, 210, 222, 230, 237, 242, 245, 248, 250, 251, 253];

/// Hands of so many cards or fewer are worth counting the unseen cards for.
const COUNTED: u32 = 3;

/// The chance, out of [`CERTAIN`], that a seat has a card of a colour: it may be among those that it drew since it did not follow the colour.
#[inline(always)]
fn may_follow<C: Cards>(view: &View<'_, C>, seat: Seat, colour: Colour) -> u32 {
    let held = view.hand_size(seat);
    let unknown = view.drawn_since_not_following(seat, colour).map_or(held, |drawn| drawn.min(held));
    if unknown == 0 {
        return 0;
    }
    if held > COUNTED { QUARTER[unknown.min(15) as usize] } else { counted_chance(view, unknown, colour) }
}

/// The chance, out of [`CERTAIN`], that some unknown cards have a colour, by the cards not seen.
#[inline(never)]
fn counted_chance<C: Cards>(view: &View<'_, C>, unknown: u32, colour: Colour) -> u32 {
    let hidden = view.in_play().without(view.seat()).iter().map(|seat| view.hand_size(seat)).sum::<u32>() + view.draw_pile_len() as u32;
    let others = hidden - unseen_of_colour(view, colour).min(hidden);
    let lacks = (0..unknown).fold(CERTAIN, |chance, _| chance * others / hidden.max(1));
    CERTAIN - lacks
}

impl Strategy for Counter {
    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.weights.choose(view, choice)
    }

    #[inline(never)]
    fn drawn<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.weights.choose(view, choice)
    }

    fn answer<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.weights.answer(view, choice)
    }

    #[inline(never)]
    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        self.weights.best_colour(view)
    }

    fn challenge<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        pays_to_challenge(view, self.suspicion)
    }

    fn exchange<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        spoiled_by_exchange(view, seats, 2)
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        unfit(view, kinds)
    }
}

#[cfg(test)]
mod tests {
    use crate::cards::Colour;
    use crate::game::{Action, Decision};
    use crate::strategies::scene::Scene;

    #[test]
    fn it_holds_wilds_back_while_there_is_time() {
        let far = "G1 G2 G3 G4";
        assert_eq!(Scene::new("R5", &["W G7 G8 B9 Y1", far]).play("counter"), "-");
        assert_eq!(Scene::new("R5", &["W G7 G8 B9 Y1", "G1 G2"]).play("counter"), "W");
        assert_eq!(Scene::new("R5", &["W G7 G8 B9", far]).play("counter"), "W");
        assert_eq!(Scene::new("R5", &["W R7 G8 B9", far]).play("counter"), "R7");
    }

    #[test]
    fn between_two_it_stays_in_the_colour_and_among_more_it_goes_by_its_hand() {
        let mine = "R9 G5 G6 G7";
        assert_eq!(Scene::new("R5", &[mine, "Y1 Y2 Y3"]).play("counter"), "R9");
        assert_eq!(Scene::new("R5", &[mine, "Y1 Y2 Y3", "Y4 Y6 Y7"]).play("counter"), "G5");
        assert_eq!(Scene::new("R5", &[mine, "Y1 Y2 Y3"]).play("counter:stay=0"), "G5");
    }

    /// It holds as much blue as green. The other seat has drawn and not followed green.
    #[test]
    fn it_names_the_colour_that_the_next_player_lacks() {
        let scene = Scene::new("R5", &["W W B9 B6 G7 G8", "Y1 Y2"]).pile("Y3 Y4 Y6");
        assert_eq!(scene.clone().plays("W").ask("counter", Decision::Colour), Action::Colour(Colour::Blue));
        assert_eq!(scene.names("W", Colour::Green).plays("W").ask("counter", Decision::Colour), Action::Colour(Colour::Green));
    }
}

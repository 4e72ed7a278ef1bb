//! What a strategy is: a seat's decisions, and how it is described.
//!
//! A strategy implements [`Strategy`]: one method, the choice of a card, is required; every other
//! decision has a default that it may override. It sees the table through a [`View`] and learns
//! nothing else. `docs/ARCHITECTURE.md` tells how to add one.

use crate::cards::{Cards, Colour, Kind, KindSet};
pub use crate::game::CardChoice;
use crate::game::{
    Action, Decision, Env, Law, Live, Memory, Options, Remembering, Round, Seat, SeatSet, Stage,
    Standing, View,
};
use crate::rng::{Purpose, Rng, RoundKey};
use crate::rules::MAX_SEATS;
use crate::strategies::Player;
use crate::strategies::linear::Weights;
use crate::strategies::tactics::worth_playing;

/// Where the seats' random numbers come from: one generator for each seat of a round, the same in
/// each seating of a block.
#[derive(Debug, Clone)]
pub struct SeatStreams {
    rngs: [Option<Rng>; MAX_SEATS],
}

impl SeatStreams {
    /// The streams of the round with this key, for `players` seats: 0 where nobody draws random
    /// numbers, so that none is computed.
    #[inline(always)]
    #[must_use]
    pub fn new(key: RoundKey, players: usize) -> SeatStreams {
        let mut streams = SeatStreams::NONE;
        streams.seed(key, players);
        streams
    }

    /// Makes these the streams of the round with this key, where they lie.
    #[inline(always)]
    pub(crate) fn seed(&mut self, key: RoundKey, players: usize) {
        for (seat, rng) in self.rngs.iter_mut().enumerate().take(players) {
            *rng = Some(key.stream(Purpose::Strategy, seat as u64));
        }
    }

    /// No streams: nobody draws random numbers.
    pub(crate) const NONE: SeatStreams = SeatStreams { rngs: [const { None }; MAX_SEATS] };

    /// A seat's generator at its beginning.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, seat: Seat) -> Option<&Rng> {
        self.rngs[seat.index()].as_ref()
    }
}

/// How a seat plays.
///
/// Everything a method is given is lent for the call. A method that returns `None` declines: it
/// draws, keeps the card, takes the penalty, passes. Returning a kind that is not in `legal`, or
/// `None` where declining is not allowed, is a bug in the strategy.
pub trait Strategy: Clone + Send + Sync {
    /// Called before each round, so that the strategy forgets the last one. A strategy that
    /// declares itself stochastic is given its seat's generator, to take a copy of; others may get
    /// none.
    #[inline(always)]
    fn begin(&mut self, _rng: Option<&Rng>) {}

    /// Plays a card, or draws.
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind>;

    /// Plays the card just drawn, or keeps it. Default: plays it when that is honest, and would not
    /// trade the hand for a longer one.
    #[inline(always)]
    fn drawn<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        worth_playing(view, choice).last()
    }

    /// Names a colour. Default: the one of which most cards are in the hand.
    #[inline(always)]
    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        view.most_held_colour()
    }

    /// Calls UNO. Default: always.
    ///
    /// No strategy of ours does otherwise. A call costs nothing and tells nothing, since hand sizes
    /// are public; not to call in the hope that nobody sees it (source D) can only cost the
    /// penalty. Nor is a false call ever asked for: it costs cards, or nothing and gains nothing.
    #[inline(always)]
    fn uno<C: Cards>(&mut self, _view: &View<'_, C>) -> bool {
        true
    }

    /// Challenges a wild draw four. Default: never, which is right against all who do not bluff.
    #[inline(always)]
    fn challenge<C: Cards>(&mut self, _view: &View<'_, C>) -> bool {
        false
    }

    /// Answers what hits. Default: as it would play, from the answering cards.
    fn answer<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        if choice.playable.is_empty() {
            None
        } else {
            self.play(view, choice).or(choice.playable.last())
        }
    }

    /// Jumps in. Default: whenever it can, but to trade the hand for a longer one: it is a card
    /// less.
    fn jump_in<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        worth_playing(view, choice).last()
    }

    /// Jumps in on the own card. Default: whenever it can, but to trade the hand for a longer one:
    /// it is a card less.
    fn double<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        worth_playing(view, choice).last()
    }

    /// Chooses whom to swap hands with. Default: the opponent who holds fewest cards; a partner,
    /// where every opponent holds more than it itself.
    fn swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Seat {
        best_to_swap_with(view, seats)
    }

    /// Chooses whom to exchange a card with. Default: nobody, since who is asked gives what it
    /// wants least.
    fn exchange<C: Cards>(&mut self, _view: &View<'_, C>, _seats: SeatSet) -> Option<Seat> {
        None
    }

    /// Chooses a card to give. Default: the dearest of the colour that it holds least of; a wild
    /// only where there is nothing else.
    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        rarest(view, kinds)
    }
}

/// Whom to swap hands with: the opponent with the fewest cards, among equals who has fewest cards
/// to take when its hand is empty, then the next in turn. Where all opponents hold more than the
/// own hand, the partner, so that the short hand stays in the team.
pub fn best_to_swap_with<C: Cards>(view: &View<'_, C>, seats: SeatSet) -> Seat {
    let partner = view.partner().filter(|&partner| seats.contains(partner));
    let opponents = partner.map_or(seats, |partner| seats.without(partner));
    let own = view.hand_size(view.seat());
    match in_turn(view, opponents).min_by_key(|&seat| (view.hand_size(seat), view.refill(seat))) {
        Some(best) if partner.is_none() || view.hand_size(best) <= own => best,
        _ => partner.expect("a swap has somebody to choose"),
    }
}

/// Some seats, in the order of play from the next one on.
fn in_turn<'a, C: Cards>(view: &'a View<'_, C>, seats: SeatSet) -> impl Iterator<Item = Seat> + 'a {
    let next = view.after(view.seat());
    let on = move |seat: &Seat| {
        Some(view.after(*seat)).filter(|&after| after != next && after != view.seat())
    };
    std::iter::successors(Some(next), on).filter(move |&seat| seats.contains(seat))
}

/// The card to give away: of the colour of which fewest cards are in the hand, the dearest; a wild
/// only where there is nothing else.
pub fn rarest<C: Cards>(view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
    let held =
        Colour::ALL.into_iter().filter(|&colour| !kinds.and(KindSet::of_colour(colour)).is_empty());
    let rare = held.min_by_key(|&colour| view.count_colour(colour));
    most_points(view, rare.map_or(kinds, |colour| kinds.and(KindSet::of_colour(colour))))
}

/// The seat with the fewest cards, among equals the next in turn.
pub fn fewest_cards<C: Cards>(view: &View<'_, C>, seats: SeatSet) -> Seat {
    let mut best = None;
    let mut seat = view.after(view.seat());
    while seat != view.seat() {
        let size = view.hand_size(seat);
        if seats.contains(seat) && best.is_none_or(|(_, fewest)| size < fewest) {
            best = Some((seat, size));
        }
        seat = view.after(seat);
    }
    best.expect("a swap has somebody to choose").0
}

/// The kind worth most points, among equals the one that `high-points` would play.
pub fn most_points<C: Cards>(view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
    let points = |kind: &Kind| view.points_of(*kind);
    let most = kinds.iter().map(|kind| points(&kind)).max();
    let dearest: KindSet<C::Word> = kinds
        .iter()
        .filter(|kind| Some(points(kind)) == most)
        .fold(KindSet::EMPTY, |set, kind| set.or(KindSet::only(kind)));
    highest(dearest).expect("a hand to give from")
}

/// The highest coloured playable kind, else the first wild: the order of cards of `high-points`.
#[inline(always)]
pub fn highest<W: crate::cards::Word>(kinds: KindSet<W>) -> Option<Kind> {
    kinds.coloured().last().or_else(|| kinds.first())
}

/// Puts the decision that a round waits for to a strategy, and returns its action.
pub fn decide<C: Cards, S: Strategy>(
    strategy: &mut S,
    view: &View<'_, C>,
    decision: Decision,
    options: Options<C::Word>,
) -> Action {
    let choice = CardChoice {
        legal: options.kinds,
        playable: options.playable,
        may_decline: options.may_decline,
    };
    let card = |kind: Option<Kind>| kind.map_or(Action::No, Action::Card);
    let yes = |answer: bool| if answer { Action::Yes } else { Action::No };
    match decision {
        Decision::Play => card(strategy.play(view, choice)),
        Decision::Drawn => card(strategy.drawn(view, choice)),
        Decision::Colour => Action::Colour(strategy.colour(view)),
        Decision::Uno => yes(strategy.uno(view)),
        Decision::Challenge => yes(strategy.challenge(view)),
        Decision::Answer => card(strategy.answer(view, choice)),
        Decision::JumpIn => card(strategy.jump_in(view, choice)),
        Decision::Double => card(strategy.double(view, choice)),
        Decision::Swap => Action::Seat(strategy.swap(view, options.seats)),
        Decision::Exchange => {
            strategy.exchange(view, options.seats).map_or(Action::No, Action::Seat)
        }
        Decision::Give => Action::Card(strategy.give(view, options.kinds)),
    }
}

/// What a strategy declares of itself; tests hold it to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits {
    /// Whether it draws random numbers.
    pub stochastic: bool,
    /// What it remembers of the round so far.
    pub recall: Recall,
    /// What it is let see.
    pub sight: Sight,
    /// What it looks at besides its own hand and the up card.
    pub looks_at: &'static str,
    /// How much work a decision is.
    pub cost: Cost,
}

impl Traits {
    /// Whether it plays on in thought, which takes thousands of times as long as a decision by
    /// rules of thumb.
    #[must_use]
    pub const fn searches(self) -> bool {
        matches!(self.cost, Cost::Search)
    }

    /// Whether it is a bound: it sees what no player may.
    #[must_use]
    pub const fn is_bound(self) -> bool {
        !matches!(self.sight, Sight::Own)
    }

    /// Whether its table has to keep count of the cards that were shown, or to let it see more than
    /// a view.
    #[must_use]
    pub const fn is_watched(self) -> bool {
        matches!(self.recall, Recall::Shown) || self.is_bound()
    }
}

/// What a strategy remembers of the round so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recall {
    /// Nothing.
    Nothing,
    /// What lies open on the table: the discard pile, and who drew on which colour.
    Table,
    /// Besides, the cards that it was shown or held: after challenges, swaps, exchanges, crashes,
    /// cards taken back.
    Shown,
}

/// What a strategy is let see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Its own hand and what is public.
    Own,
    /// All hands: a bound, no strategy for play.
    Hands,
    /// All hands and the order of the cards to come: a bound, no strategy for play.
    Everything,
}

/// How much work a decision is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// A round takes at most three times the instructions of one of `random`.
    Cheap,
    /// A round takes at most thirty times the instructions of one of `random`.
    Moderate,
    /// It plays on in thought: so many playouts a decision.
    Search,
}

/// A parameter of a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name in `strategy:name=value`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// Which values it takes, and which when none is given.
    pub values: Values,
}

/// Which values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// A whole number in a range.
    #[allow(missing_docs)]
    Whole { default: i64, min: i64, max: i64 },
    /// A number with up to three decimals in a range; here in thousandths.
    #[allow(missing_docs)]
    Decimal { default: i64, min: i64, max: i64 },
    /// One of some words, the first unless said otherwise.
    Choice(&'static [&'static str]),
    /// The path of a file; without one what is built in.
    File,
}

/// How many parts of one a decimal parameter is counted in.
pub const THOUSANDTHS: i64 = 1000;

impl Parameter {
    /// A whole number.
    #[must_use]
    pub const fn whole(
        name: &'static str,
        description: &'static str,
        default: i64,
        min: i64,
        max: i64,
    ) -> Parameter {
        Parameter { name, description, values: Values::Whole { default, min, max } }
    }

    /// A number with up to three decimals, all given in thousandths.
    #[must_use]
    pub const fn decimal(
        name: &'static str,
        description: &'static str,
        default: i64,
        min: i64,
        max: i64,
    ) -> Parameter {
        Parameter { name, description, values: Values::Decimal { default, min, max } }
    }

    /// One of some words, by default the first.
    #[must_use]
    pub const fn choice(
        name: &'static str,
        description: &'static str,
        words: &'static [&'static str],
    ) -> Parameter {
        Parameter { name, description, values: Values::Choice(words) }
    }

    /// A file.
    #[must_use]
    pub const fn file(name: &'static str, description: &'static str) -> Parameter {
        Parameter { name, description, values: Values::File }
    }

    /// The value when none is given, in the parameter's own count.
    #[must_use]
    pub const fn default(&self) -> i64 {
        match self.values {
            Values::Whole { default, .. } | Values::Decimal { default, .. } => default,
            Values::Choice(_) | Values::File => 0,
        }
    }

    /// The smallest and the largest value, in the parameter's own count; of a file none but the one
    /// built in.
    #[must_use]
    pub const fn range(&self) -> (i64, i64) {
        match self.values {
            Values::Whole { min, max, .. } | Values::Decimal { min, max, .. } => (min, max),
            Values::Choice(words) => (0, words.len() as i64 - 1),
            Values::File => (0, 0),
        }
    }

    /// A value as it is written.
    #[must_use]
    pub fn written(&self, value: i64) -> String {
        match self.values {
            Values::Whole { .. } => value.to_string(),
            Values::Decimal { .. } => (value as f64 / THOUSANDTHS as f64).to_string(),
            Values::Choice(words) => words[value as usize].to_owned(),
            Values::File => "built-in".to_owned(),
        }
    }
}

/// The values of a strategy's parameters, in their order.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a> {
    values: &'a [i64],
    weights: Option<&'static Weights>,
}

impl<'a> Settings<'a> {
    /// These values; decimals in thousandths, words by their place.
    #[must_use]
    pub const fn new(values: &'a [i64]) -> Self {
        Settings { values, weights: None }
    }

    /// The same with weights in place of those built in.
    #[must_use]
    pub const fn with_weights(self, weights: Option<&'static Weights>) -> Self {
        Settings { weights, ..self }
    }

    /// A whole number, or the place of a word.
    ///
    /// # Panics
    /// If there is no such parameter.
    #[must_use]
    pub fn whole(&self, index: usize) -> u32 {
        u32::try_from(self.values[index]).expect("no parameter is negative")
    }

    /// A decimal.
    ///
    /// # Panics
    /// If there is no such parameter.
    #[must_use]
    pub fn decimal(&self, index: usize) -> f64 {
        self.values[index] as f64 / THOUSANDTHS as f64
    }

    /// The weights that were read from a file, if one was named.
    #[must_use]
    pub const fn weights(&self) -> Option<&'static Weights> {
        self.weights
    }
}

/// What the catalogue says of a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// Where the idea is from.
    pub source: &'static str,
    /// 0 no thought, 1 heuristics, 2 with memory or an eye on others, 3 learned, 4 search, 5 bounds
    /// that see what nobody may.
    pub tier: u8,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it declares of itself.
    pub traits: Traits,
}

/// Plays a round to its end: puts each decision to the strategy of the seat that has to decide.
///
/// The decisions are matched here and not in [`decide`], so that a small strategy is inlined
/// between the stages of the round.
#[inline(always)]
pub fn drive<C: Cards, E: Env, S: Strategy>(
    round: &mut Round<C>,
    env: &mut E,
    strategies: &mut [S; MAX_SEATS],
    totals: &[i32; MAX_SEATS],
) {
    let asks_to_play = round.standing() == Standing::Waits && round.decision() == Decision::Play;
    let mut stage = if asks_to_play { Stage::Offer } else { Stage::Stop };
    loop {
        stage = round.go_on(env, stage);
        if stage == Stage::Offer {
            let seat = round.to_move;
            let view = View::new(round, env.house(), totals, seat);
            stage = match strategies[seat.index()].play(&view, round.card_choice()) {
                Some(kind) => {
                    let stage = round.play_from_hand(env, kind);
                    round.settle(env, stage)
                }
                None => Stage::Draw,
            };
        } else {
            if stage == Stage::Stop {
                if round.standing() != Standing::Waits {
                    return;
                }
                stage = decide_between_turns(round, env, strategies, totals);
            }
            stage = round.settle(env, stage);
        }
    }
}

/// Puts any other decision than what to play.
#[inline(always)]
fn decide_between_turns<C: Cards, E: Env, S: Strategy>(
    round: &mut Round<C>,
    env: &mut E,
    strategies: &mut [S; MAX_SEATS],
    totals: &[i32; MAX_SEATS],
) -> Stage {
    let seat = round.actor();
    let strategy = &mut strategies[seat.index()];
    let view = View::new(round, env.house(), totals, seat);
    match round.decision() {
        Decision::Drawn => match strategy.drawn(&view, round.card_choice()) {
            Some(kind) => round.play_drawn(env, kind),
            None => round.keep_drawn(env),
        },
        Decision::Colour => {
            let colour = strategy.colour(&view);
            round.name_colour(env, colour)
        }
        Decision::Uno => {
            let wants = strategy.uno(&view);
            round.call_or_not(env, wants)
        }
        Decision::Challenge if !strategy.challenge(&view) => round.accept(env),
        Decision::Challenge => round.challenge(env),
        decision if !env.law().course.asks_more => {
            unreachable!("{decision:?} is no decision of the official game")
        }
        Decision::JumpIn => {
            let wants = strategy.jump_in(&view, round.card_choice()).is_some();
            round.want_to_jump_in(env, wants)
        }
        Decision::Double => {
            let wants = strategy.double(&view, round.card_choice()).is_some();
            round.want_to_jump_in(env, wants)
        }
        Decision::Answer => match strategy.answer(&view, round.card_choice()) {
            Some(kind) => round.answer(env, kind),
            None => round.face(env),
        },
        Decision::Swap => {
            let with = strategy.swap(&view, round.seat_options());
            round.swap(env, with)
        }
        Decision::Exchange => match strategy.exchange(&view, round.seat_options()) {
            Some(with) => round.exchange_with(env, with),
            None => Stage::Acted,
        },
        Decision::Give => {
            let kind = strategy.give(&view, round.card_choice().legal);
            round.give(env, kind)
        }
        Decision::Play => unreachable!("what to play is asked as a turn begins"),
    }
}

/// A table as those may see it who see more than a seat: the whole round, and for some the chance
/// to come.
#[derive(Debug)]
pub struct World<'a, C: Cards> {
    round: &'a Round<C>,
    view: View<'a, C>,
    future: Option<Live<'a, &'a Law>>,
}

impl<'a, C: Cards> World<'a, C> {
    /// The world at a decision, and how it would go on.
    #[must_use]
    pub fn new(round: &'a Round<C>, view: View<'a, C>, future: Option<Live<'a, &'a Law>>) -> Self {
        World { round, view, future }
    }

    /// The whole round, all hands open.
    #[must_use]
    pub const fn round(&self) -> &'a Round<C> {
        self.round
    }

    /// What an honest player would see.
    #[must_use]
    pub const fn view(&self) -> &View<'a, C> {
        &self.view
    }

    /// The chance to come; none where it is not known.
    #[must_use]
    pub const fn future(&self) -> Option<&Live<'a, &'a Law>> {
        self.future.as_ref()
    }
}

/// A bound: what somebody could reach who sees what nobody may. It sits only at tables that let it
/// see, and is labelled wherever it is shown.
pub trait Clairvoyant: Clone + Send + Sync {
    /// Called before each round, as [`Strategy::begin`].
    fn begin(&mut self, _rng: Option<&Rng>) {}

    /// Makes any decision.
    fn choose<C: Cards>(&mut self, world: &World<'_, C>) -> Action;
}

/// Plays a round to its end like [`drive`], at a table that keeps count of the cards that are
/// shown, and lets see who is to see.
pub fn drive_watched<C: Cards, E: Env>(
    round: &mut Round<C>,
    env: &mut E,
    players: &mut [Player; MAX_SEATS],
    totals: &[i32; MAX_SEATS],
) {
    let mut memory = Memory::default();
    while round.standing() == Standing::Waits {
        let seat = round.actor();
        let player = &mut players[seat.index()];
        let view = View::new(round, env.house(), totals, seat).remembering(&memory);
        let future = if player.sight() == Sight::Everything { env.foresee() } else { None };
        let action = player.act(&World::new(round, view, future));
        round.apply_trusted(&mut Remembering::new(env, &mut memory), action);
    }
}

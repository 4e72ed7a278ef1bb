//! What a strategy is: a seat's decisions, and how it is described.
//!
//! A strategy implements [`Strategy`]: one method, the choice of a card, is required; every other decision has a default that it may
//! override. It sees the table through a [`View`] and learns nothing else. `docs/ARCHITECTURE.md` tells how to add one.

use crate::cards::{Cards, Colour, Kind, KindSet};
pub use crate::game::CardChoice;
use crate::game::{Action, Decision, Env, Law, Options, Round, Seat, SeatSet, Stage, Standing, View};
use crate::rng::{Purpose, Rng, RoundKey};
use crate::rules::MAX_SEATS;

/// Where the seats' random numbers come from: one generator for each seat of a round, the same in each seating of a block.
#[derive(Debug, Clone)]
pub struct SeatStreams {
    rngs: [Option<Rng>; MAX_SEATS],
}

impl SeatStreams {
    /// The streams of the round with this key, for `players` seats: 0 where nobody draws random numbers, so that none is computed.
    #[inline(always)]
    #[must_use]
    pub fn new(key: RoundKey, players: usize) -> SeatStreams {
        let mut streams = SeatStreams::NONE;
        for (seat, rng) in streams.rngs.iter_mut().enumerate().take(players) {
            *rng = Some(key.stream(Purpose::Strategy, seat as u64));
        }
        streams
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
/// Everything a method is given is lent for the call. A method that returns `None` declines: it draws, keeps the card, takes the
/// penalty, passes. Returning a kind that is not in `legal`, or `None` where declining is not allowed, is a bug in the strategy.
pub trait Strategy: Clone + Send + Sync {
    /// Called before each round, so that the strategy forgets the last one. A strategy that declares itself stochastic is given its seat's
    /// generator, to take a copy of; others may get none.
    #[inline(always)]
    fn begin(&mut self, _rng: Option<&Rng>) {}

    /// Plays a card, or draws.
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind>;

    /// Plays the card just drawn, or keeps it. Default: plays it when that is honest.
    #[inline(always)]
    fn drawn<C: Cards>(&mut self, _view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        choice.playable.last()
    }

    /// Names a colour. Default: the one of which most cards are in the hand.
    #[inline(always)]
    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        view.most_held_colour()
    }

    /// Calls UNO. Default: always.
    #[inline(always)]
    fn uno<C: Cards>(&mut self, _view: &View<'_, C>) -> bool {
        true
    }

    /// Challenges a wild draw four. Default: never.
    #[inline(always)]
    fn challenge<C: Cards>(&mut self, _view: &View<'_, C>) -> bool {
        false
    }

    /// Answers what hits. Default: as it would play, from the answering cards.
    fn answer<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if choice.playable.is_empty() { None } else { self.play(view, choice).or(choice.playable.last()) }
    }

    /// Jumps in. Default: whenever it can.
    fn jump_in<C: Cards>(&mut self, _view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        choice.playable.last()
    }

    /// Jumps in on the own card. Default: whenever it can.
    fn double<C: Cards>(&mut self, _view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        choice.playable.last()
    }

    /// Chooses whom to swap hands with. Default: who holds fewest cards, among equals the next in turn.
    fn swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Seat {
        fewest_cards(view, seats)
    }

    /// Chooses whom to exchange a card with. Default: nobody.
    fn exchange<C: Cards>(&mut self, _view: &View<'_, C>, _seats: SeatSet) -> Option<Seat> {
        None
    }

    /// Chooses a card to give. Default: the one worth most points, among equals the one that `high-points` would play.
    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        most_points(view, kinds)
    }
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
    let dearest: KindSet<C::Word> =
        kinds.iter().filter(|kind| Some(points(kind)) == most).fold(KindSet::EMPTY, |set, kind| set.or(KindSet::only(kind)));
    highest(dearest).expect("a hand to give from")
}

/// The highest coloured playable kind, else the first wild: the order of cards of `high-points`.
#[inline(always)]
pub fn highest<W: crate::cards::Word>(kinds: KindSet<W>) -> Option<Kind> {
    kinds.coloured().last().or_else(|| kinds.first())
}

/// Puts the decision that a round waits for to a strategy, and returns its action.
pub fn decide<C: Cards, S: Strategy>(strategy: &mut S, view: &View<'_, C>, decision: Decision, options: Options<C::Word>) -> Action {
    let choice = CardChoice { legal: options.kinds, playable: options.playable, may_decline: options.may_decline };
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
        Decision::Exchange => strategy.exchange(view, options.seats).map_or(Action::No, Action::Seat),
        Decision::Give => Action::Card(strategy.give(view, options.kinds)),
    }
}

/// How strong and how costly a strategy's kind of thinking is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits {
    /// Whether it draws random numbers.
    pub stochastic: bool,
    /// Whether it remembers what happened earlier in the round.
    pub memory: bool,
    /// What it looks at besides its own hand and the up card.
    pub looks_at: &'static str,
}

/// A parameter of a strategy: a whole number in a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The name in `strategy:name=value`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// The value when none is given.
    pub default: i64,
    /// The smallest value allowed.
    pub min: i64,
    /// The largest value allowed.
    pub max: i64,
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
    /// 0 no thought, 1 heuristics, 2 with memory or an eye on others, 3 learned, 4 search.
    pub tier: u8,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it declares of itself.
    pub traits: Traits,
}

/// Plays a round to its end: puts each decision to the strategy of the seat that has to decide.
///
/// The frequent decisions are matched here, so that a small strategy is inlined between the stages of the round; the others go
/// through [`decide`].
#[inline(always)]
pub fn drive<C: Cards, E: Env, S: Strategy>(round: &mut Round<C>, env: &mut E, strategies: &mut [S; MAX_SEATS], totals: &[i32; MAX_SEATS]) {
    let mut stage = if round.decision() == Decision::Play { Stage::Offer } else { Stage::Stop };
    if round.standing() != Standing::Waits {
        return;
    }
    loop {
        if stage == Stage::Offer {
            let seat = round.to_move;
            let view = View::new(round, env.law(), totals, seat);
            stage = match strategies[seat.index()].play(&view, round.card_choice()) {
                Some(kind) => {
                    let stage = round.play_from_hand(env, kind);
                    round.settle(env, stage)
                }
                None => Stage::Draw,
            };
        } else {
            if round.standing() != Standing::Waits {
                return;
            }
            stage = decide_between_turns(round, env, strategies, totals);
        }
        stage = round.go_on(env, stage);
        while stage < Stage::Offer {
            stage = round.settle(env, stage);
            stage = round.go_on(env, stage);
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
    let view = View::new(round, env.law(), totals, seat);
    let stage = match round.decision() {
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
        _ => {
            let action = decide_rarely(strategy, round, env.law(), totals, seat);
            round.take_action_of(env, action)
        }
    };
    round.settle(env, stage)
}

#[inline(never)]
fn decide_rarely<C: Cards, S: Strategy>(strategy: &mut S, round: &Round<C>, law: &Law, totals: &[i32; MAX_SEATS], seat: Seat) -> Action {
    decide(strategy, &View::new(round, law, totals, seat), round.decision(), round.options())
}

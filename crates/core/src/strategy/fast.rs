//! Strategies that are compiled into the tables, so that the small ones are inlined between the
//! stages of the round.

use super::tactics::rarest;
use super::{ActionEstimate, CardChoice, Lesson, SeatChoice, Strategy, careful};
use crate::cards::{Cards, Colour, Kind, KindSet};
use crate::game::{Action, AnswerKind, Chance, Decision, Round, RoundStatus, Seat, Stage, View};
use crate::rng::Rng;
use crate::rules::MAX_SEATS;

/// How a seat plays, whatever type the cards are of: one method, the choice of a card, is required;
/// every other decision has a default.
///
/// Everything a method is given is lent for the call. A method that returns `None` declines: it
/// draws, keeps the card, takes the penalty, passes. Returning a kind that is not in `legal`, or
/// `None` where declining is not allowed, is a bug in the strategy.
pub trait FastStrategy: Clone + Send + Sync {
    /// Whether it looks at [`View::last_laid`] or [`View::turns_since_naming`]; where nobody does,
    /// neither is noted.
    const LOOKS_BACK: bool = false;

    /// Whether it asks its view for the decision or the options when it chooses what to play; where
    /// nobody does, neither is noted before a card is played.
    const LOOKS_AT_DECISION: bool = true;

    /// Called before each round, so that the strategy forgets the last one. A strategy that
    /// declares itself stochastic is given its seat's generator, to take a copy of; others may get
    /// none.
    #[inline(always)]
    fn begin(&mut self, rng: Option<&Rng>) {
        if let (Some(own), Some(rng)) = (self.rng(), rng) {
            *own = rng.clone();
        }
    }

    /// Its copy of the generator, if it draws random numbers.
    #[inline(always)]
    fn rng(&mut self) -> Option<&mut Rng> {
        None
    }

    /// Makes a decision as a copy would that begins with these random numbers, and goes on with
    /// those that it leaves. Who holds a file answers by a copy that does not count who holds it.
    #[inline(always)]
    fn answer<C: Cards>(&self, rng: &mut Rng, view: &View<'_, C>) -> Action {
        let mut copy = self.clone();
        copy.begin(Some(rng));
        let answer = decide(&mut copy, view);
        if let Some(used) = copy.rng() {
            *rng = used.clone();
        }
        answer
    }

    /// Plays a card, or draws.
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind>;

    /// Makes any other decision to lay a card: the one just drawn, an answer, a jump-in. Default:
    /// [`careful::card`], but an answer is what it would play, from the answering cards.
    #[inline(always)]
    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        if view.decision() == Decision::Answer && !choice.playable.is_empty() {
            return self.play(view, choice).or(choice.playable.last());
        }
        careful::card(view, choice)
    }

    /// Names a colour. Default: the one of which most cards are in the hand.
    #[inline(always)]
    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        view.most_held_colour()
    }

    /// Says yes to a question: calls UNO, challenges a wild draw four. Default: as a careful person
    /// does.
    ///
    /// A call costs nothing and tells nothing, since hand sizes are public; not to call in the hope
    /// that nobody sees it (source D, the library's `quiet`) can only cost the penalty. Nor is a
    /// false call ever asked for: it costs cards, or nothing and gains nothing. A challenge is
    /// never right against those who do not bluff.
    #[inline(always)]
    fn agrees<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        view.decision().info().careful
    }

    /// Chooses somebody to swap hands with, or to exchange a card with. Default: [`careful::seat`].
    fn choose<C: Cards>(&mut self, view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
        careful::seat(view, choice)
    }

    /// Chooses a card to give. Default: the dearest of the colour that it holds least of; a wild
    /// only where there is nothing else.
    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        rarest(view, kinds)
    }

    /// What it thinks of an action, by which it decides; nothing unless it has such thoughts.
    fn value<C: Cards>(&self, _view: &View<'_, C>, _action: Action) -> Option<f64> {
        None
    }

    /// What it says of an action to those who want to know, where it takes this one or another; by
    /// default what it thinks of it.
    fn said<C: Cards>(&self, view: &View<'_, C>, action: Action, _taken: Action) -> Option<f64> {
        self.value(view, action)
    }

    /// Whether [`FastStrategy::said`] is the chance to win, from 0 to 1.
    fn gives_chances(&self) -> bool {
        false
    }

    /// See [`Strategy::prospect`].
    fn prospect<C: Cards>(&self, _view: &View<'_, C>) -> Option<i32> {
        None
    }

    /// What it was trained for, of all that it knows the nearest to a table of so many seats;
    /// nothing where it was not trained.
    fn lesson(&self, _players: usize) -> Option<Lesson<'_>> {
        None
    }
}

impl<S: FastStrategy + 'static> Strategy for S {
    fn begin(&mut self, rng: Option<&Rng>) {
        FastStrategy::begin(self, rng);
    }

    fn decide(&mut self, view: &View<'_>) -> Action {
        decide(self, view)
    }

    fn consider(&mut self, view: &View<'_>) -> (Action, Vec<ActionEstimate>) {
        let taken = Strategy::decide(self, view);
        let estimate = |&action: &Action| {
            let value = self.said(view, action, taken)?;
            Some(ActionEstimate { action, value, playouts: None })
        };
        (taken, view.actions().iter().filter_map(estimate).collect())
    }

    fn gives_chances(&self) -> bool {
        FastStrategy::gives_chances(self)
    }

    fn prospect(&self, view: &View<'_>) -> Option<i32> {
        FastStrategy::prospect(self, view)
    }

    fn lesson(&self, players: usize) -> Option<Lesson<'_>> {
        FastStrategy::lesson(self, players)
    }
}

/// Puts the decision that a round waits for to a strategy, and returns its action.
#[inline(always)]
pub fn decide<C: Cards, S: FastStrategy>(strategy: &mut S, view: &View<'_, C>) -> Action {
    let decision = view.decision();
    match decision.asks_for() {
        AnswerKind::Kind => {
            let choice = view.card_choice();
            let kind = match decision {
                // Who may pass is asked without a card to play, too.
                Decision::Play if choice.legal.is_empty() => None,
                Decision::Play => strategy.play(view, choice),
                Decision::Give => Some(strategy.give(view, choice.legal)),
                _ => strategy.lay(view, choice),
            };
            kind.map_or(Action::No, Action::Card)
        }
        AnswerKind::Colour => Action::Colour(strategy.colour(view)),
        AnswerKind::YesNo if strategy.agrees(view) => Action::Yes,
        AnswerKind::YesNo => Action::No,
        AnswerKind::Seat => {
            let choice = view.options().seat_choice();
            strategy.choose(view, choice).map_or(Action::No, Action::Seat)
        }
    }
}

/// Plays a round to its end: puts each decision to the strategy of the seat that has to decide.
///
/// The decisions are matched here and not in [`decide`], so that a small strategy is inlined
/// between the stages of the round.
#[inline(always)]
pub fn drive<C: Cards, E: Chance<C>, S: FastStrategy>(
    round: &mut Round<C>,
    chance: &mut E,
    strategies: &mut [S; MAX_SEATS],
    totals: &[i32; MAX_SEATS],
) {
    let mut stage = Stage::Stop;
    loop {
        stage = round.go_on(chance, stage);
        if stage == Stage::Offer {
            if S::LOOKS_AT_DECISION {
                round.wait_for_play(chance);
            }
            let choice = round.play_choice(chance.rules());
            stage = play(round, chance, strategies, totals, choice);
            if stage != Stage::Draw {
                stage = round.settle(chance, stage);
            }
        } else {
            if stage == Stage::Stop {
                if round.standing() != RoundStatus::Waits {
                    return;
                }
                stage = decide_between_turns(round, chance, strategies, totals);
            }
            stage = round.settle(chance, stage);
        }
    }
}

/// A seat lays a card or names a colour, which is noted where somebody looks back.
#[inline(always)]
fn note<C: Cards, S: FastStrategy>(round: &mut Round<C>, seat: Seat, action: Action) {
    if S::LOOKS_BACK {
        round.note(seat, action);
    }
}

#[inline(always)]
fn play<C: Cards, E: Chance<C>, S: FastStrategy>(
    round: &mut Round<C>,
    chance: &mut E,
    strategies: &mut [S; MAX_SEATS],
    totals: &[i32; MAX_SEATS],
    choice: CardChoice<C::Word>,
) -> Stage {
    let seat = round.to_move;
    // Who may pass is asked without a card to play, too; no strategy here passes.
    if chance.has_rare_rules() && choice.legal.is_empty() {
        return Stage::Draw;
    }
    let view = View::new(round, chance.house(), totals, seat);
    let Some(kind) = strategies[seat.index()].play(&view, choice) else { return Stage::Draw };
    note::<C, S>(round, seat, Action::Card(kind));
    round.play_from_hand(chance, kind)
}

/// As [`play`], where the round waits for that: as it begins, or with no card to draw.
#[cold]
#[inline(never)]
fn play_waiting<C: Cards, E: Chance<C>, S: FastStrategy>(
    round: &mut Round<C>,
    chance: &mut E,
    strategies: &mut [S; MAX_SEATS],
    totals: &[i32; MAX_SEATS],
) -> Stage {
    play(round, chance, strategies, totals, round.choice)
}

#[inline(always)]
fn decide_between_turns<C: Cards, E: Chance<C>, S: FastStrategy>(
    round: &mut Round<C>,
    chance: &mut E,
    strategies: &mut [S; MAX_SEATS],
    totals: &[i32; MAX_SEATS],
) -> Stage {
    if round.decision() == Decision::Play {
        return play_waiting(round, chance, strategies, totals);
    }
    let seat = round.actor();
    let strategy = &mut strategies[seat.index()];
    let view = View::new(round, chance.house(), totals, seat);
    match round.decision() {
        Decision::Drawn => match strategy.lay(&view, round.choice) {
            Some(kind) => {
                note::<C, S>(round, seat, Action::Card(kind));
                round.play_drawn(chance, kind)
            }
            None => round.keep_drawn(chance),
        },
        Decision::Colour => {
            let colour = strategy.colour(&view);
            note::<C, S>(round, seat, Action::Colour(colour));
            round.name_colour(chance, colour)
        }
        Decision::Uno => {
            let wants = strategy.agrees(&view);
            round.call_or_not(chance, wants)
        }
        Decision::Challenge if strategy.agrees(&view) => round.challenge(chance),
        Decision::Challenge => round.accept(),
        decision if !chance.rules().flags.asks_more => {
            unreachable!("{decision:?} is no decision of the official game")
        }
        decision => {
            let action = if decision.info().lays.is_some() {
                let kind = strategy.lay(&view, round.choice);
                kind.map_or(Action::No, Action::Card)
            } else {
                decide(strategy, &view)
            };
            if decision.is_noted() {
                note::<C, S>(round, seat, action);
            }
            round.take_house_action(chance, action)
        }
    }
}

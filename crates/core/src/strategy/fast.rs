//! Strategies that are compiled into the tables, so that the small ones are inlined between the
//! stages of the round.

use super::tactics::{best_to_swap_with, rarest, worth_playing};
use super::{CardChoice, Estimate, Lesson, Strategy};
use crate::cards::{Cards, Colour, Kind, KindSet};
use crate::game::{Action, Chance, Decision, Options, Round, Seat, SeatSet, Stage, Standing, View};
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
    /// A call costs nothing and tells nothing, since hand sizes are public; not to call in the hope
    /// that nobody sees it (source D, the library's `quiet`) can only cost the penalty. Nor is a
    /// false call ever asked for: it costs cards, or nothing and gains nothing.
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

    /// Jumps in on a card that it laid itself. Default: whenever it can, but to trade the hand for
    /// a longer one: it is a card less.
    fn double<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        worth_playing(view, choice).last()
    }

    /// Lays another card of the number that it has just laid. Default: whenever it can, but to
    /// trade the hand for a longer one: it is a card less.
    fn together<C: Cards>(
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

    /// Chooses whom to swap hands with where it may keep its hand. Default: somebody who holds
    /// fewer cards than it does, or nobody.
    fn may_swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        let with = self.swap(view, seats);
        (view.hand_size(with) < view.hand_size(view.seat())).then_some(with)
    }

    /// Chooses whom to exchange a card with. Default: nobody, since who is asked gives what it
    /// wants least.
    fn exchange<C: Cards>(&mut self, _view: &View<'_, C>, _seats: SeatSet) -> Option<Seat> {
        None
    }

    /// What it thinks of an action, for those who want to know; nothing unless it has such
    /// thoughts.
    fn value<C: Cards>(&self, _view: &View<'_, C>, _action: Action) -> Option<f64> {
        None
    }

    /// Whether [`FastStrategy::value`] is the chance to win, from 0 to 1.
    fn gives_chances(&self) -> bool {
        false
    }

    /// What it was trained for, of all that it knows the nearest to a table of so many seats;
    /// nothing where it was not trained.
    fn lesson(&self, _players: usize) -> Option<Lesson<'_>> {
        None
    }

    /// Chooses a card to give. Default: the dearest of the colour that it holds least of; a wild
    /// only where there is nothing else.
    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        rarest(view, kinds)
    }
}

/// A fast strategy is a strategy.
impl<S: FastStrategy + 'static> Strategy for S {
    fn begin(&mut self, rng: Option<&Rng>) {
        FastStrategy::begin(self, rng);
    }

    fn decide(&mut self, view: &View<'_>) -> Action {
        decide(self, view, view.decision(), view.options())
    }

    fn consider(&mut self, view: &View<'_>) -> (Action, Vec<Estimate>) {
        let action = Strategy::decide(self, view);
        let estimate = |&action: &Action| {
            let value = self.value(view, action)?;
            Some(Estimate { action, value, playouts: None })
        };
        (action, view.actions().iter().filter_map(estimate).collect())
    }

    fn gives_chances(&self) -> bool {
        FastStrategy::gives_chances(self)
    }

    fn lesson(&self, players: usize) -> Option<Lesson<'_>> {
        FastStrategy::lesson(self, players)
    }
}

/// Puts the decision that a round waits for to a strategy, and returns its action.
pub fn decide<C: Cards, S: FastStrategy>(
    strategy: &mut S,
    view: &View<'_, C>,
    decision: Decision,
    options: Options<C::Word>,
) -> Action {
    let choice = options.card_choice();
    let card = |kind: Option<Kind>| kind.map_or(Action::No, Action::Card);
    let yes = |answer: bool| if answer { Action::Yes } else { Action::No };
    match decision {
        // Who may pass is asked without a card to play, too.
        Decision::Play if choice.legal.is_empty() => Action::No,
        Decision::Play => card(strategy.play(view, choice)),
        Decision::Drawn => card(strategy.drawn(view, choice)),
        Decision::Colour => Action::Colour(strategy.colour(view)),
        Decision::Uno => yes(strategy.uno(view)),
        Decision::Challenge => yes(strategy.challenge(view)),
        Decision::Answer => card(strategy.answer(view, choice)),
        Decision::JumpIn => card(strategy.jump_in(view, choice)),
        Decision::Double => card(strategy.double(view, choice)),
        Decision::Together => card(strategy.together(view, choice)),
        Decision::Swap if options.may_decline => {
            strategy.may_swap(view, options.seats).map_or(Action::No, Action::Seat)
        }
        Decision::Swap => Action::Seat(strategy.swap(view, options.seats)),
        Decision::Exchange => {
            strategy.exchange(view, options.seats).map_or(Action::No, Action::Seat)
        }
        Decision::Give => Action::Card(strategy.give(view, options.kinds)),
    }
}

/// Plays a round to its end: puts each decision to the strategy of the seat that has to decide.
///
/// The decisions are matched here and not in [`decide`], so that a small strategy is inlined
/// between the stages of the round.
#[inline(always)]
pub fn drive<C: Cards, E: Chance<C> + ?Sized, S: FastStrategy>(
    round: &mut Round<C>,
    chance: &mut E,
    strategies: &mut [S; MAX_SEATS],
    totals: &[i32; MAX_SEATS],
) {
    let asks_to_play = round.standing() == Standing::Waits && round.decision() == Decision::Play;
    let mut stage = if asks_to_play { Stage::Offer } else { Stage::Stop };
    loop {
        stage = round.go_on(chance, stage);
        if stage == Stage::Offer {
            let seat = round.to_move;
            if S::LOOKS_AT_DECISION {
                round.wait_for_play(chance);
            }
            let choice = round.play_choice(chance);
            let view = View::new(round, chance.house(), totals, seat);
            // Who may pass is asked without a card to play, too; no strategy here passes.
            let has_none = chance.has_rare_rules() && choice.legal.is_empty();
            let played = if has_none { None } else { strategies[seat.index()].play(&view, choice) };
            stage = match played {
                Some(kind) => {
                    note::<C, S>(round, seat, Action::Card(kind));
                    let stage = round.play_from_hand(chance, kind);
                    round.settle(chance, stage)
                }
                None => Stage::Draw,
            };
        } else {
            if stage == Stage::Stop {
                if round.standing() != Standing::Waits {
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

/// Puts any other decision than what to play.
#[inline(always)]
fn decide_between_turns<C: Cards, E: Chance<C> + ?Sized, S: FastStrategy>(
    round: &mut Round<C>,
    chance: &mut E,
    strategies: &mut [S; MAX_SEATS],
    totals: &[i32; MAX_SEATS],
) -> Stage {
    let seat = round.actor();
    let strategy = &mut strategies[seat.index()];
    let view = View::new(round, chance.house(), totals, seat);
    match round.decision() {
        Decision::Drawn => match strategy.drawn(&view, round.card_choice()) {
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
            let wants = strategy.uno(&view);
            round.call_or_not(chance, wants)
        }
        Decision::Challenge if !strategy.challenge(&view) => round.accept(chance),
        Decision::Challenge => round.challenge(chance),
        decision if !chance.rules().flags.asks_more => {
            unreachable!("{decision:?} is no decision of the official game")
        }
        Decision::JumpIn => {
            let wants = strategy.jump_in(&view, round.card_choice()).is_some();
            round.want_to_jump_in(chance, wants)
        }
        Decision::Double => {
            let wants = strategy.double(&view, round.card_choice()).is_some();
            round.want_to_jump_in(chance, wants)
        }
        Decision::Together => match strategy.together(&view, round.card_choice()) {
            Some(kind) => {
                note::<C, S>(round, seat, Action::Card(kind));
                round.lay_together(chance, kind)
            }
            None => Stage::Named,
        },
        Decision::Answer => match strategy.answer(&view, round.card_choice()) {
            Some(kind) => {
                note::<C, S>(round, seat, Action::Card(kind));
                round.answer(chance, kind)
            }
            None => round.face(chance),
        },
        Decision::Swap if round.card_choice().may_decline => {
            match strategy.may_swap(&view, round.seat_options()) {
                Some(with) => round.swap(chance, with),
                None => Stage::Acted,
            }
        }
        Decision::Swap => {
            let with = strategy.swap(&view, round.seat_options());
            round.swap(chance, with)
        }
        Decision::Exchange => match strategy.exchange(&view, round.seat_options()) {
            Some(with) => round.exchange_with(chance, with),
            None => Stage::Acted,
        },
        Decision::Give => {
            let kind = strategy.give(&view, round.card_choice().legal);
            round.give(chance, kind)
        }
        Decision::Play => unreachable!("what to play is asked as a turn begins"),
    }
}

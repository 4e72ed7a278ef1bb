//! A world in which everything happens as it was chosen, and which compares what the machine tells
//! with the record.
//!
//! The machine is never told anything but legal actions and possible outcomes. At the first line
//! that the rules do not bring forth the world halts: the rest of the machine's step runs on
//! without looking at the record; every answer given then is possible and leads to an end. What to
//! choose is found by `search`, which tries things: then no line is taken and nobody listens.

use super::ReplayError;
use super::audience::Audience;
use super::complaint::{differs, list, to_decide, wrong_event};
use super::event_lines::{EventLines, round_end, sorted};
use super::line::{EndReason, Line};
use super::order::{insert_at, lay_out, same_cards};
use super::parse::Numbered;
use super::stream::{Go, RecordStream, StreamStop};
use super::told::{OfferedAction, TakenPart};
use unobench_core::cards::{Cards, DrawPile, Kind, KindSet, Multiset as _, Roomy};
use unobench_core::game::{
    Action, ActiveRules, Chance, Coin, Event, How, PendingPenalty, Race, Round, RoundScore,
    RoundStatus, Scoring, Seat, SeatSet, View, Why,
};
use unobench_core::rules::{ColourChoice, MAX_SEATS, Person, Probability, RuleSet, Weight};

/// The draw pile of a round that is checked or written down.
pub(super) type RoomyPile = <Roomy as Cards>::Pile;

/// What was chosen where more than one outcome was possible, and how many were.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChanceOutcome {
    pub(super) chosen: usize,
    pub(super) outcomes: usize,
    /// The number of lines of the round before.
    pub(super) line: usize,
}

/// A step of the machine: the action that is taken, none as the round is opened, and what chance
/// then chooses.
#[derive(Debug, Clone, Default)]
pub(super) struct Move {
    pub(super) action: Option<Action>,
    pub(super) choices: Vec<ChanceOutcome>,
    /// What a line tells of the action, and the number of lines of the round before.
    pub(super) act: Option<OfferedAction>,
    pub(super) line: usize,
}

/// Plays a round as its lines tell it, and compares its events with them.
pub(super) struct Checker<'a, 'i> {
    pub(super) rules: &'a RuleSet,
    active: &'a ActiveRules,
    pub(super) stream: &'a mut RecordStream<'i>,
    audience: &'a mut dyn Audience,
    pub(super) event_lines: EventLines,
    pub(super) choices: Vec<ChanceOutcome>,
    chosen: usize,
    /// Where something is only tried, the number of lines that agreed with it until then.
    pub(super) trial: Option<usize>,
    /// Where a round is played by what its lines tell, what was taken of the next line's.
    pub(super) told: Option<TakenPart>,
    /// Whether the line at which the world halted is nearly right: the event and who does it.
    pub(super) is_near: bool,
    pub(super) halt: Option<StreamStop>,
}

impl<'a, 'i> Checker<'a, 'i> {
    pub(super) fn new(
        rules: &'a RuleSet,
        active: &'a ActiveRules,
        stream: &'a mut RecordStream<'i>,
        audience: &'a mut dyn Audience,
    ) -> Self {
        Checker {
            rules,
            active,
            stream,
            audience,
            event_lines: EventLines::default(),
            choices: Vec::new(),
            chosen: 0,
            trial: None,
            told: None,
            is_near: false,
            halt: None,
        }
    }

    /// Makes a move and compares the lines that come of it; gives the score of a round that is over
    /// by it.
    pub(super) fn step(
        &mut self,
        round: &mut Round,
        step: Move,
    ) -> Result<Option<RoundScore>, StreamStop> {
        let rules = self.rules;
        (self.choices, self.chosen) = (step.choices, 0);
        match step.action {
            None => round.open_dyn(self, &rules.setup),
            Some(action) => {
                if self.trial.is_none() {
                    let line = self.stream.next_number()?;
                    self.audience.decides(round, self.active, line, action)?;
                }
                round.apply_trusted_dyn(self, action);
            }
        }
        self.audience.settled(round, self.active);
        self.check_halt()?;
        if round.standing() == RoundStatus::Waits {
            return Ok(None);
        }
        let score = Scoring::of(rules).score(round);
        self.audience.ends(round, &score)?;
        self.pass_over_last_skip(round);
        self.compare(&round_end(round, rules, &score), round);
        self.check_halt().map(|()| Some(score))
    }

    fn check_halt(&mut self) -> Go {
        self.halt.take().map_or(Ok(()), Err)
    }

    /// The complaint where no action leads to the next line.
    pub(super) fn undecided(&mut self, round: &Round) -> StreamStop {
        self.wrong_event(to_decide(round, self.active.notation))
    }

    fn wrong_event(&mut self, demanded: String) -> StreamStop {
        let notation = self.stream.notation();
        match self.stream.front() {
            Err(error) => error.into(),
            Ok(None) => self.stream.truncated("round", demanded).into(),
            Ok(Some(Numbered { number, line, .. })) => {
                wrong_event(*number, line, demanded, notation).into()
            }
        }
    }

    fn wrong_line(&mut self, demanded: &Line) -> StreamStop {
        let notation = self.stream.notation();
        match self.stream.front() {
            Ok(Some(found)) => differs(found.number, &found.line, demanded, notation).into(),
            Ok(None) => self.wrong_event(demanded.text(notation)),
            Err(error) => error.into(),
        }
    }

    fn wrong_field(&mut self, field: &str, found: String, demanded: String) -> StreamStop {
        let taken = self.stream.last();
        let (line, event) = match self.stream.front() {
            Ok(Some(Numbered { number, line, .. })) if field != "place" => (*number, line.event()),
            Ok(_) => (taken, "turn_up"),
            Err(error) => return error.into(),
        };
        ReplayError::Differs { line, event, field: field.to_owned(), found, demanded }.into()
    }

    fn refuse(&mut self, complaint: impl FnOnce(&mut Self) -> StreamStop) {
        if self.halt.is_none() {
            self.halt =
                Some(if self.trial.is_some() { StreamStop::Reached } else { complaint(self) });
        }
    }

    /// The line that comes so many lines after the next one, while nothing is wrong.
    fn peek(&mut self, index: usize) -> Option<&Line> {
        if self.halt.is_some() { None } else { self.stream.peek(self.trial.unwrap_or(0) + index) }
    }

    fn front(&mut self) -> Option<&Line> {
        self.peek(0)
    }

    /// The draw that comes so many lines after the next one; the reshuffle that it needs may come
    /// first.
    fn draw_at(&mut self, index: usize) -> Option<(Seat, u64, Why)> {
        let is_late = matches!(self.peek(index), Some(Line::Reshuffle { .. }));
        match self.peek(index + usize::from(is_late)) {
            Some(&Line::Draw { seat, owed, why, .. }) => Some((seat, owed, why)),
            _ => None,
        }
    }

    fn compare(&mut self, demanded: &Line, round: &Round) {
        let is_wheel = self.active.play.colour_choice == ColourChoice::Wheel;
        let Some(found) = self.front() else {
            return self.refuse(|checker| checker.wrong_line(demanded));
        };
        if may_be_left_out(demanded, found) {
            return;
        }
        let is_near = (found.event(), found.seat()) == (demanded.event(), demanded.seat());
        if found == demanded
            || is_wheel && agrees_but_for_colour(found, demanded)
            || is_other_word(found, demanded) && !self.is_paid_misplay()
        {
            return self.take(Some(demanded), Some(round));
        }
        if self.halt.is_none() {
            self.is_near = is_near;
        }
        self.refuse(|checker| checker.wrong_line(demanded));
    }

    fn take(&mut self, meant: Option<&Line>, round: Option<&Round>) {
        if let Some(line) = self.trial {
            self.halt = self.told_more(line);
            self.trial = Some(line + usize::from(self.halt.is_none()));
            return;
        }
        let told = match self.stream.take() {
            Ok(Some(taken)) => self.audience.line(&taken, meant, round),
            Ok(None) => Ok(()),
            Err(error) => Err(error.into()),
        };
        self.halt = told.err();
    }

    /// A turn that would be lost to a skip laid as the last card: the rules leave open whether that
    /// is said.
    fn pass_over_last_skip(&mut self, round: &Round) {
        let view = View::new(round, self.active, &[0; MAX_SEATS], round.first());
        let may_lose = matches!(round.standing(), RoundStatus::Won(_))
            && view.pending().hit == PendingPenalty::Skip;
        match self.front() {
            Some(Line::LoseTurn { seat }) if may_lose && *seat == view.to_move() => {
                self.take(None, Some(round));
            }
            _ => {}
        }
    }

    /// Whether the next line tells of a misplay that somebody notices.
    fn is_paid_misplay(&mut self) -> bool {
        let Some(&(Line::Play { seat, .. } | Line::Misplay { seat, .. })) = self.front() else {
            return false;
        };
        self.draw_at(1).is_some_and(|(draws, _, why)| (draws, why) == (seat, Why::Misplay))
    }

    /// Whether the next line tells of a card out of turn that nobody noticed. It changes nothing
    /// and has no event; a record that tells of it all the same is no worse for it.
    fn is_unnoticed(&mut self, round: &Round, seats: &[Option<Seat>]) -> bool {
        let Some(&Line::Misplay { seat, card }) = self.front() else { return false };
        seats.contains(&Some(seat))
            && !self.person(seat).catches_fault.is_always()
            && round.hand(seat).kinds().contains(card)
            && !self.is_paid_misplay()
    }

    /// Chooses one of so many outcomes: as it was said or, where nothing was, as it is told.
    fn choose(&mut self, outcomes: usize) -> usize {
        if outcomes < 2 || self.halt.is_some() {
            return 0;
        }
        if self.chosen == self.choices.len() {
            let (chosen, line) = (self.told_outcome(outcomes), self.trial.unwrap_or_default());
            self.choices.push(ChanceOutcome { chosen, outcomes, line });
        }
        self.chosen += 1;
        self.choices[self.chosen - 1].chosen
    }
}

/// After the last card's draw the lost turn may go unsaid.
fn may_be_left_out(demanded: &Line, found: &Line) -> bool {
    matches!(demanded, Line::LoseTurn { .. })
        && matches!(
            found,
            Line::RoundEnd(end) if matches!(end.reason, EndReason::Out | EndReason::Last)
        )
}

/// Whether a play says what the rules demand but for its colour, as under the wheel, where nobody
/// names one.
fn agrees_but_for_colour(found: &Line, demanded: &Line) -> bool {
    match (found, demanded) {
        (
            Line::Play { seat, card, colour: None, how },
            Line::Play { seat: player, card: kind, how: way, .. },
        ) => (seat, card, how) == (player, kind, way),
        _ => false,
    }
}

/// Whether a misplay is written as a play. One that nobody noticed stands as played, so a reader
/// may take it for one.
fn is_other_word(found: &Line, demanded: &Line) -> bool {
    match (found, demanded) {
        (
            Line::Play { seat, card, colour: None, how: How::Turn },
            Line::Misplay { seat: player, card: kind },
        ) => (seat, card) == (player, kind),
        _ => false,
    }
}

/// What may come of it where one of some seats is drawn and its coin tossed: nobody, where that is
/// possible, and each seat.
pub(super) fn outcomes(chance: &dyn Chance, coin: Coin, seats: SeatSet) -> Vec<Option<Seat>> {
    let likely = |seat: Seat| coin.probability(chance.person(seat));
    let is_sure = !seats.is_empty() && seats.iter().all(|seat| likely(seat).is_always());
    let able = seats.iter().filter(|&seat| !likely(seat).is_never()).map(Some);
    (!is_sure).then_some(None).into_iter().chain(able).collect()
}

impl Chance for Checker<'_, '_> {
    fn listens(&self) -> bool {
        true
    }

    unobench_core::reads! {
        fn rules(&self) -> &ActiveRules = self.active;
        fn person(&self, seat: Seat) -> &Person = &self.rules.people.seats[seat.index()];
    }

    fn shuffle_more(&mut self, pile: &mut RoomyPile) {
        pile.settle_all();
    }

    fn reshuffled(&mut self, pile: &mut RoomyPile) {
        if let Some(Line::Reshuffle { draw_pile }) = self.front()
            && same_cards(draw_pile, pile)
        {
            lay_out(pile, draw_pile);
            let meant = Line::Reshuffle { draw_pile: draw_pile.clone() };
            return self.take(Some(&meant), None);
        }
        let notation = self.active.notation;
        self.refuse(|checker| {
            let cards = sorted((0..pile.len()).map(|index| pile.get(index)).collect());
            let cards = list(&cards, notation);
            let demanded = format!("a reshuffle of these cards in any order: {cards}");
            match checker.front() {
                Some(Line::Reshuffle { draw_pile }) => {
                    let found = list(draw_pile, notation);
                    checker.wrong_field("draw_pile", found, demanded)
                }
                _ => checker.wrong_event(demanded),
            }
        });
    }

    fn put_back(&mut self, pile: &mut RoomyPile, kind: Kind) {
        let (place, most) = (self.event_lines.place, pile.len());
        if place > most {
            let demanded = format!("a place from 0 to {most}");
            self.refuse(|checker| checker.wrong_field("place", place.to_string(), demanded));
        }
        // Once something is wrong the card goes to the bottom, so that others come up.
        insert_at(pile, kind, if self.halt.is_none() { place } else { usize::MAX });
    }

    fn crash(&mut self, cards: &mut [Kind]) {
        let both = sorted(cards.to_vec());
        let Some(Line::Crash { hands, .. } | Line::Redeal { hands }) = self.front() else { return };
        let dealt = hands.concat();
        if sorted(dealt.clone()) == both {
            return cards.copy_from_slice(&dealt);
        }
        let notation = self.active.notation;
        self.refuse(|checker| {
            let [found, demanded] = [dealt, both].map(|cards| list(&cards, notation));
            let demanded = format!("the cards of these hands in any order: {demanded}");
            checker.wrong_field("hands", found, demanded)
        });
    }

    fn coin(&mut self, _coin: Coin, _seat: Seat, _probability: Probability) -> bool {
        self.choose(2) == 1
    }

    fn pick(&mut self, _coin: Coin, _seats: SeatSet) -> Seat {
        unreachable!("a seat is picked in `one_of`")
    }

    fn one_of(
        &mut self,
        round: &Round,
        coin: Coin,
        seats: SeatSet,
        most: Probability,
    ) -> Option<Seat> {
        if most.is_never() {
            return None;
        }
        let outcomes = outcomes(self, coin, seats);
        let skips = coin == Coin::PlaysOutOfTurn && self.is_unnoticed(round, &outcomes);
        let chosen = self.choose(outcomes.len() + usize::from(skips));
        outcomes.get(chosen).copied().unwrap_or_else(|| {
            self.take(None, None);
            None
        })
    }

    fn pick_card(&mut self, _coin: Coin, _seat: Seat, kinds: KindSet<u128>) -> Kind {
        kinds.iter().nth(self.choose(kinds.len() as usize)).expect("a card to lay")
    }

    /// As many cards as the draw to come says.
    fn press(&mut self, seat: Seat, least: u32, most: u32) -> u32 {
        let draw = self.draw_at(0).filter(|(draws, ..)| *draws == seat);
        draw.map_or(least, |(_, owed, _)| owed.clamp(least.into(), most.into()) as u32)
    }

    fn press_often(&mut self, seat: Seat, presses: u32, least: u32, most: u32) -> u32 {
        self.press(seat, presses * least, presses * most)
    }

    /// A slam ends with the one who draws; anybody else is quicker.
    fn race(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize {
        if race != Race::Slam {
            return self.choose(candidates.len());
        }
        let last = self.draw_at(0).filter(|(.., why)| *why == Why::Slam).map(|(seat, ..)| seat);
        candidates.iter().position(|(seat, _)| Some(*seat) != last).unwrap_or(0)
    }

    fn drawn(&mut self, kind: Kind) {
        self.event_lines.drawn(kind);
        self.audience.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.event_lines.crashed(cards, first);
        self.audience.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        self.audience.saw(round, event);
        if let Event::TurnUp { .. } = event {
            self.event_lines.place = match self.front() {
                Some(Line::TurnUp { returned_to: Some(place), .. }) => *place,
                _ => 0,
            };
        }
        if let Some(line) = self.event_lines.tell(round, event) {
            return self.compare(&line, round);
        }
        // A wild's line waits for its colour; where the next one is of another card, none helps.
        if let Event::Play { seat, card, how } = event {
            let colour = match self.front() {
                Some(Line::Play { colour, .. }) => *colour,
                _ => None,
            };
            let line = Line::Play { seat, card, colour, how };
            if self.front() != Some(&line) {
                self.compare(&line, round);
            }
        }
    }
}

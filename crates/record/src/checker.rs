//! A world in which everything happens as a record says, and which compares what the machine tells
//! with the record.
//!
//! The machine is never told anything but legal actions and possible outcomes. Where the record has
//! none, the first error is kept and the rest of the machine's step runs on without looking at the
//! record; every answer given then is possible and leads to an end. Which decisions the lines to
//! come imply is found in `choice`, which chance outcomes in `foresight`.

use super::ReplayError;
use super::audience::Audience;
use super::complaint::{differs, list, wrong_event};
use super::event_lines::{EventLines, sorted};
use super::line::{EndReason, Line};
use super::order::{insert_at, lay_out, same_cards};
use super::stream::{Go, Numbered, Stop, Stream};
use unobench_core::cards::{Cards, DrawPile, Kind, KindSet, Roomy};
use unobench_core::game::{
    Action, ActiveRules, Chance, Coin, Event, How, Race, Round, Seat, SeatSet, Why,
};
use unobench_core::rules::{ColourChoice, People, Person, Probability, Weight};

type RoomyPile = <Roomy as Cards>::Pile;

pub(super) struct Checker<'a, 'i> {
    pub(super) active_rules: &'a ActiveRules,
    people: &'a People,
    pub(super) stream: &'a mut Stream<'i>,
    audience: &'a mut dyn Audience,
    pub(super) event_lines: EventLines,
    /// Whether the player forgets a wanted call and remembers it late.
    pub(super) calls_late: bool,
    /// Who may still notice the call that was missed last; nobody once anything else has happened.
    pub(super) may_notice_call: SeatSet,
    halt: Option<Stop>,
    idle: Idle,
}

impl<'a, 'i> Checker<'a, 'i> {
    pub(super) fn new(
        rules: &'a ActiveRules,
        people: &'a People,
        stream: &'a mut Stream<'i>,
        audience: &'a mut dyn Audience,
    ) -> Self {
        Checker {
            active_rules: rules,
            people,
            stream,
            audience,
            event_lines: EventLines::default(),
            calls_late: false,
            may_notice_call: SeatSet::EMPTY,
            halt: None,
            idle: Idle::default(),
        }
    }

    pub(super) fn check_halt(&mut self) -> Go {
        self.halt.take().map_or(Ok(()), Err)
    }

    /// Whether nobody can lay or draw, by the lines and the hands, and each seat has been asked.
    pub(super) fn is_dead(&self, round: &Round) -> bool {
        let has_none = |seat| round.on_turn(self.active_rules, seat).options().kinds.is_empty();
        round.in_play().iter().all(|seat| self.idle.seats.contains(seat) && has_none(seat))
    }

    /// Goes on after a step of the machine, unless something was wrong.
    pub(super) fn go_on(&mut self, round: &Round) -> Go {
        self.audience.settled(round, self.active_rules);
        self.check_halt()
    }

    pub(super) fn next_action(&mut self, round: &Round) -> Result<Action, Stop> {
        let action = self.decide(round)?;
        let line = self.stream.next_number()?;
        self.audience.decides(round, self.active_rules, line, action)?;
        Ok(action)
    }

    pub(super) fn compare(&mut self, demanded: &Line, round: &Round) -> Go {
        let notation = self.stream.notation();
        let Some(found) = self.stream.front()? else {
            return Err(self.stream.truncated("round", demanded.text(notation)).into());
        };
        if may_be_left_out(demanded, &found.line) {
            return Ok(());
        }
        if !agrees(&found.line, demanded, self.active_rules) {
            let (number, found) = (found.number, &found.line);
            let error = throws_too_much(number, found, demanded, self.active_rules)
                .unwrap_or_else(|| differs(number, found, demanded, notation));
            return Err(error.into());
        }
        if is_other_word(&found.line, demanded) && self.misplay_is_paid_for() {
            return Err(self.wrong_event(demanded.text(notation)));
        }
        self.take(Some(demanded), Some(round))
    }

    fn check(&mut self, demanded: &Line, round: &Round) {
        if self.halt.is_none() {
            self.halt = self.compare(demanded, round).err();
        }
    }

    pub(super) fn check_held(&mut self, round: &Round) {
        if let Some(line) = self.event_lines.held() {
            self.check(&line, round);
        }
    }

    pub(super) fn pass_over(&mut self) {
        if self.halt.is_none() {
            self.halt = self.take(None, None).err();
        }
    }

    fn take(&mut self, meant: Option<&Line>, round: Option<&Round>) -> Go {
        match self.stream.take()? {
            Some(taken) => self.audience.line(&taken, meant, round),
            None => Ok(()),
        }
    }

    pub(super) fn front(&mut self) -> Option<&Line> {
        if self.halt.is_some() {
            return None;
        }
        match self.stream.front() {
            Ok(numbered) => numbered.map(|numbered| &numbered.line),
            Err(error) => {
                self.halt = Some(error.into());
                None
            }
        }
    }

    pub(super) fn fail(&mut self, field: &str, found: String, demanded: String) {
        if self.halt.is_some() {
            return;
        }
        let taken = self.stream.last();
        let (line, event) = match self.stream.front() {
            Ok(Some(Numbered { number, line })) if field != "place" => (*number, line.event()),
            Ok(_) => (taken, "turn_up"),
            Err(error) => return self.halt = Some(error.into()),
        };
        let field = field.to_owned();
        self.halt = Some(ReplayError::Differs { line, event, field, found, demanded }.into());
    }

    fn fail_event(&mut self, demanded: String) {
        if self.halt.is_none() {
            self.halt = Some(self.wrong_event(demanded));
        }
    }

    pub(super) fn wrong_event(&mut self, demanded: String) -> Stop {
        let notation = self.stream.notation();
        match self.stream.front() {
            Err(error) => error.into(),
            Ok(None) => self.stream.truncated("round", demanded).into(),
            Ok(Some(Numbered { number, line })) => {
                wrong_event(*number, line, demanded, notation).into()
            }
        }
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

/// Whether a line says what the rules demand; under the wheel nobody names a colour, so it need not
/// be said.
fn agrees(found: &Line, demanded: &Line, rules: &ActiveRules) -> bool {
    match (found, demanded) {
        (
            Line::Play { seat, card, colour: None, how },
            Line::Play { seat: player, card: kind, how: way, .. },
        ) if rules.play.colour_choice == ColourChoice::Wheel => {
            (seat, card, how) == (player, kind, way)
        }
        _ => found == demanded || is_other_word(found, demanded),
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

/// The error for a draw of more cards than the launcher can throw; what is demanded is then the
/// most that it can.
fn throws_too_much(
    line: u64,
    found: &Line,
    demanded: &Line,
    rules: &ActiveRules,
) -> Option<ReplayError> {
    match (found, demanded) {
        (
            Line::Draw { seat, owed, why, .. },
            Line::Draw { seat: draws, owed: most, why: reason, .. },
        ) if rules.hands.launcher > 0 && (seat, why) == (draws, reason) && owed > most => {
            let (field, found) = ("owed".to_owned(), owed.to_string());
            let demanded = format!("at most {most}");
            Some(ReplayError::Differs { line, event: "draw", field, found, demanded })
        }
        _ => None,
    }
}

impl Chance for Checker<'_, '_> {
    fn listens(&self) -> bool {
        true
    }

    fn rules(&self) -> &ActiveRules {
        self.active_rules
    }

    fn person(&self, seat: Seat) -> &Person {
        &self.people.seats[seat.index()]
    }

    fn shuffle_more(&mut self, pile: &mut RoomyPile) {
        pile.settle_all();
    }

    fn reshuffled(&mut self, pile: &mut RoomyPile) {
        let notation = self.active_rules.notation;
        let demanded = |pile: &RoomyPile| {
            let cards = sorted((0..pile.len()).map(|index| pile.get(index)).collect());
            format!("a reshuffle of these cards in any order: {}", list(&cards, notation))
        };
        match self.front() {
            Some(Line::Reshuffle { draw_pile }) if same_cards(draw_pile, pile) => {
                let meant = Line::Reshuffle { draw_pile: draw_pile.clone() };
                lay_out(pile, draw_pile);
                self.halt = self.take(Some(&meant), None).err();
            }
            Some(Line::Reshuffle { draw_pile }) => {
                let found = list(draw_pile, notation);
                self.fail("draw_pile", found, demanded(pile));
            }
            _ => self.fail_event(demanded(pile)),
        }
    }

    fn put_back(&mut self, pile: &mut RoomyPile, kind: Kind) {
        let place = self.event_lines.place;
        if self.halt.is_none() && place > pile.len() {
            self.fail("place", place.to_string(), format!("a place from 0 to {}", pile.len()));
        }
        // Once something is wrong the card goes to the bottom, so that others come up.
        insert_at(pile, kind, if self.halt.is_none() { place } else { usize::MAX });
    }

    fn crash(&mut self, cards: &mut [Kind]) {
        let both = sorted(cards.to_vec());
        let Some(Line::Crash { hands, .. } | Line::Redeal { hands }) = self.front() else { return };
        let dealt = hands.concat();
        if sorted(dealt.clone()) == both {
            cards.copy_from_slice(&dealt);
        } else {
            let notation = self.active_rules.notation;
            let [found, demanded] = [dealt, both].map(|cards| list(&cards, notation));
            self.fail("hands", found, format!("the cards of these hands in any order: {demanded}"));
        }
    }

    fn coin(&mut self, coin: Coin, seat: Seat, _probability: Probability) -> bool {
        self.front().is_some() && self.comes_up(coin, seat)
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
        let chance = |seat| coin.probability(&self.people.seats[Seat::index(seat)]);
        if most.is_never() || seats.iter().all(|seat| chance(seat).is_never()) {
            return None;
        }
        let seat = seats.only().unwrap_or_else(|| self.who_acts(round, coin, seats));
        let chance = coin.probability(self.person(seat));
        let acts = match chance.is_never() || chance.is_always() {
            true => chance.is_always(),
            false => self.front().is_some() && self.acts(round, coin, seat),
        };
        acts.then_some(seat)
    }

    fn pick_card(&mut self, _coin: Coin, seat: Seat, kinds: KindSet<u128>) -> Kind {
        self.card_of(seat, kinds)
    }

    fn press(&mut self, seat: Seat, least: u32, most: u32) -> u32 {
        self.throw(seat, least, most)
    }

    fn press_often(&mut self, seat: Seat, presses: u32, least: u32, most: u32) -> u32 {
        self.throw(seat, presses * least, presses * most)
    }

    fn race(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize {
        self.winner(race, candidates)
    }

    fn drawn(&mut self, kind: Kind) {
        self.idle.seats = SeatSet::EMPTY;
        self.event_lines.drawn(kind);
        self.audience.drawn(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.event_lines.crashed(cards, first);
        self.audience.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        self.idle.hear(round, event);
        self.audience.saw(round, event);
        self.await_answers(event);
        if let Event::TurnUp { .. } = event {
            self.event_lines.place = match self.front() {
                Some(Line::TurnUp { returned_to: Some(place), .. }) => *place,
                _ => 0,
            };
        }
        if let Some(line) = self.event_lines.tell(round, event) {
            self.check(&line, round);
        }
    }
}

/// Who has done nothing on its own turn since a card last moved: the replayer's own count for
/// `finish.blocked`, by what is told.
#[derive(Default)]
struct Idle {
    seats: SeatSet,
    /// Whether a draw belongs to the turn that goes on.
    drew: bool,
}

impl Idle {
    fn hear(&mut self, round: &Round, event: Event) {
        match event {
            Event::Keep { .. } if std::mem::take(&mut self.drew) => {}
            Event::Keep { seat } | Event::Pass { seat } => self.seats = self.seats.with(seat),
            Event::Draw { seat, why: Why::Misplay, .. } if seat == round.mover() => {
                self.seats = self.seats.with(seat);
            }
            Event::Draw { why: Why::Turn, .. } => self.drew = true,
            Event::Play { .. } => *self = Idle::default(),
            _ => {}
        }
    }
}

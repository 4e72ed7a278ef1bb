//! Checks a record against the rules, from its first line to its last, and counts what is in it.

use super::audience::{Audience, Nobody};
use super::checker::Checker;
use super::complaint::wrong_event;
use super::follow::{self, End};
use super::games::GameOrder;
use super::line::{Line, RoundLine};
use super::parse::Numbered;
use super::stream::{Go, RecordStream, StreamStop};
use super::{ReplayError, Result};
use serde_json::Value;
use std::io::BufRead;
use std::sync::Arc;
use unobench_core::cards::{Kind, Roomy};
use unobench_core::game::{ActiveRules, Opening, Round, RoundScore, RoundStatus};
use unobench_core::rules::RuleSet;
use unobench_core::table::winner;

/// What a record that was checked contains, in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplayReport {
    pub rounds: u64,
    pub matches: u64,
    /// Events: lines that are not blank.
    pub events: u64,
    pub turns: u64,
    pub stalled: u64,
    /// Rounds that were played by what their lines tell; how the others went was searched for.
    pub told: u64,
    /// Rounds of which hidden cards were filled in.
    pub filled: u64,
    /// Where the record breaks off, if it does, and what would come next.
    pub open_end: Option<String>,
}

/// Checks a record against the rules, event by event.
///
/// It is checked that the deck is that of the settings, that each action is legal where it stands,
/// that each event is what the rules make of it, cards and their order included, and that the
/// rounds of a match follow one another. What the rules leave open is taken as it stands: which
/// strategy plays, how cards are shuffled, what people happen to do.
///
/// # Errors
/// The first thing that is wrong: a [`ReplayError`] with the line's number, what stands there and
/// what the rules demand.
pub fn replay(mut input: impl BufRead) -> Result<ReplayReport> {
    let mut nobody = Nobody;
    let mut referee = Referee::new(&mut input, &mut nobody);
    match referee.run() {
        Err(StreamStop::Broken(error)) => Err(error),
        _ => Ok(referee.report()),
    }
}

/// As [`replay()`], of a record that may break off: it is checked as far as it goes.
///
/// # Errors
/// As [`replay()`], but for where it ends.
pub fn replay_so_far(mut input: impl BufRead) -> Result<ReplayReport> {
    check_so_far(&mut input, &mut Nobody)
}

/// Checks a record, which may break off, and lets somebody follow it, as long as there is interest.
pub(super) fn check_so_far(
    input: &mut dyn BufRead,
    audience: &mut dyn Audience,
) -> Result<ReplayReport> {
    let mut referee = Referee::new(input, audience);
    match referee.run() {
        Err(StreamStop::Broken(error @ ReplayError::Truncated { .. })) => {
            Ok(ReplayReport { open_end: Some(error.to_string()), ..referee.report() })
        }
        Err(StreamStop::Broken(error)) => Err(error),
        _ => Ok(referee.report()),
    }
}

/// Checks the rounds of a record one after the other.
pub(super) struct Referee<'i, 'a> {
    pub(super) stream: RecordStream<'i>,
    audience: &'a mut dyn Audience,
    /// How rounds follow one another; nothing where only one is looked at.
    games: Option<GameOrder>,
    /// The settings and number of seats that were found playable last.
    pub(super) accepted: Option<(Arc<Value>, usize)>,
    report: ReplayReport,
}

impl<'i, 'a> Referee<'i, 'a> {
    pub(super) fn new(input: &'i mut dyn BufRead, audience: &'a mut dyn Audience) -> Self {
        Referee { games: Some(GameOrder::new()), ..Referee::within(input, 0, audience) }
    }

    /// Who looks at a round in the midst of a record, which was checked before: `input` begins with
    /// it, after so many lines.
    pub(super) fn within(
        input: &'i mut dyn BufRead,
        lines: u64,
        audience: &'a mut dyn Audience,
    ) -> Self {
        Referee {
            stream: RecordStream::after(input, lines),
            audience,
            games: None,
            accepted: None,
            report: ReplayReport::default(),
        }
    }

    pub(super) fn report(&self) -> ReplayReport {
        let (events, filled) = (self.stream.taken(), self.stream.fillings);
        ReplayReport { events, filled, ..self.report.clone() }
    }

    pub(super) fn run(&mut self) -> Go {
        while let Some(taken) = self.stream.take()? {
            match &taken.line {
                Line::Round(round) => self.round(&taken, round)?,
                Line::MatchEnd(end) => {
                    if let Some(games) = &mut self.games {
                        games.end_match(taken.number, end, self.stream.notation())?;
                    }
                    self.report.matches += 1;
                    self.audience.line(&taken, Some(&taken.line), None)?;
                }
                _ => return Err(self.no_round(&taken).into()),
            }
        }
        if self.report.rounds == 0 {
            return Err(ReplayError::Empty.into());
        }
        let missing = self.games.as_ref().and_then(GameOrder::missing);
        missing.map_or(Ok(()), |demanded| Err(self.stream.truncated("match", demanded).into()))
    }

    fn no_round(&self, taken: &Numbered) -> ReplayError {
        let demanded = if self.report.rounds == 0 {
            "round, which a record begins with"
        } else {
            "round, match_end, or the end of the record"
        };
        wrong_event(taken.number, &taken.line, demanded, self.stream.notation())
    }

    fn round(&mut self, taken: &Numbered, line: &RoundLine) -> Go {
        self.accept_rules(taken.number, line)?;
        check_deal(taken.number, line)?;
        if let Some(games) = &mut self.games {
            games.begin(taken.number, line)?;
        }
        let round = dealt(taken.number, line)?;
        self.audience.line(taken, Some(&taken.line), Some(&round))?;
        self.play(round, &line.rules)
    }

    fn accept_rules(&mut self, number: u64, line: &RoundLine) -> Result {
        let seats = line.players.len();
        if self.accepted.as_ref().is_some_and(|(settings, accepted)| {
            Arc::ptr_eq(settings, &line.settings) && *accepted == seats
        }) {
            return Ok(());
        }
        line.rules
            .validate_for(seats)
            .map_err(|error| ReplayError::Rules { line: number, error: Box::new(error) })?;
        self.accepted = Some((Arc::clone(&line.settings), seats));
        Ok(())
    }

    fn play(&mut self, mut round: Round, rules: &RuleSet) -> Go {
        let active = ActiveRules::of(rules);
        let (moves, end) = follow::moves(round, rules, &active, &mut self.stream);
        self.report.told += u64::from(end.is_some());
        if let Some(End { round, score, lines }) = end.filter(|_| !self.audience.listens()) {
            (0..lines).try_for_each(|_| self.stream.take().map(drop))?;
            self.end(&round, &score);
            return Ok(());
        }
        let mut checker = Checker::new(rules, &active, &mut self.stream, &mut *self.audience);
        for step in moves {
            if let Some(score) = checker.step(&mut round, step)? {
                self.end(&round, &score);
                return Ok(());
            }
        }
        Err(checker.undecided(&round))
    }

    fn end(&mut self, round: &Round, score: &RoundScore) {
        if let Some(games) = &mut self.games {
            games.end_round(score, winner(round));
        }
        self.report.rounds += 1;
        self.report.turns += u64::from(round.turns());
        self.report.stalled += u64::from(round.standing() == RoundStatus::Stalled);
    }
}

fn dealt(number: u64, line: &RoundLine) -> Result<Round> {
    let opening = Opening { dealer: line.dealer, first: line.first };
    let pile = line.draw_pile.iter().rev().copied();
    Round::<Roomy>::with_cards(opening, &line.hands, pile).map_err(|count| {
        let (found, demanded) = (format!("{count} cards"), "the deck of the settings".to_owned());
        ReplayError::of_round(number, "hands", found, demanded)
    })
}

/// Checks that every hand has its size, and that hands and draw pile are the deck.
fn check_deal(number: u64, line: &RoundLine) -> Result {
    let hand_size = usize::from(line.rules.setup.hand_size);
    let mut hands = line.hands.iter().enumerate();
    if let Some((seat, hand)) = hands.find(|(_, hand)| hand.len() != hand_size) {
        let found = format!("{} cards at seat {seat}", hand.len());
        return Err(ReplayError::of_round(number, "hands", found, format!("{hand_size} cards")));
    }
    let deck = line.rules.deck.cards();
    let mut counts = [0_usize; Kind::COUNT];
    line.hands.iter().flatten().chain(&line.draw_pile).for_each(|kind| counts[kind.index()] += 1);
    match Kind::all().find(|kind| counts[kind.index()] != usize::from(deck.copies(*kind))) {
        Some(kind) => {
            let text = kind.text(line.rules.deck.notation());
            let found = format!("{} of {text}", counts[kind.index()]);
            let demanded = format!("{}, as the deck has", deck.copies(kind));
            Err(ReplayError::of_round(number, "hands and draw_pile", found, demanded))
        }
        None => Ok(()),
    }
}

//! Checking a record against the rules, event by event.

use super::ReplayError;
use super::ask::{Asker, next_line};
use super::checker::Checker;
use super::event_lines::round_end;
use super::games::Games;
use super::line::{Line, RoundLine};
use super::script::{Numbered, Script};
use super::stream::{Stop, Stream};
use super::table::Table;
use super::watch::Watch;
use super::witness::{self, Witness};
use serde_json::Value;
use std::io::BufRead;
use std::sync::Arc;
use unobench_core::cards::{Kind, Roomy};
use unobench_core::game::{
    ActiveRules, Hit, Observed, Opening, Round, RoundScore, Scoring, Seat, Standing, View,
};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::table::winner;

/// What a record that keeps to the rules has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReplayReport {
    /// Rounds.
    pub rounds: u64,
    /// Matches; 0 in a record of single rounds.
    pub matches: u64,
    /// Events: lines that are not blank.
    pub events: u64,
    /// Turns of all rounds.
    pub turns: u64,
    /// Rounds that reached the turn limit.
    pub stalled: u64,
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
///
/// # Examples
///
/// ```
/// # use unobench_core::rules::{MAX_SEATS, RuleSet};
/// # use unobench_record::{Form, Trace};
/// use unobench_record::replay;
///
/// # let mut record = Vec::new();
/// # Trace {
/// #     rules: &RuleSet::official(),
/// #     players: 2,
/// #     strategies: &[unobench_strategies::strategy("random").expect("a strategy")],
/// #     seatings: &|_block| vec![[0; MAX_SEATS]],
/// #     games: 1,
/// #     seed: 1,
/// #     match_play: false,
/// #     form: Form::JsonLines,
/// # }
/// # .write(&mut record)
/// # .expect("memory takes everything");
/// // `record` has one round.
/// assert_eq!(replay(record.as_slice()).expect("it keeps to the rules").rounds, 1);
/// // Without its last line it breaks off.
/// let end = record[..record.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("lines");
/// assert!(replay(&record[..=end]).is_err());
/// ```
pub fn replay(mut input: impl BufRead) -> Result<ReplayReport, ReplayError> {
    replay_dyn(&mut input)
}

/// As [`replay()`]; compiled here, once for all readers.
fn replay_dyn(input: &mut dyn BufRead) -> Result<ReplayReport, ReplayError> {
    let mut referee = Referee::new(input, None);
    match referee.run() {
        Ok(()) | Err(Stop::Reached) => Ok(referee.report()),
        Err(Stop::Broken(error)) => Err(error),
    }
}

/// Who checks a record.
pub(super) struct Referee<R> {
    pub(super) stream: Stream<R>,
    /// How rounds follow one another; nothing where only one is looked at.
    games: Option<Games>,
    /// The settings and number of seats that were found playable last.
    pub(super) accepted: Option<(Arc<Value>, usize)>,
    report: ReplayReport,
    /// Who is asked what it would have done, if anybody is.
    pub(super) asker: Option<Asker>,
    /// Who is told of each decision, if anybody is.
    pub(super) witness: Option<Witness>,
}

impl<R: BufRead> Referee<R> {
    pub(super) fn new(input: R, watch: Option<Watch>) -> Referee<R> {
        let stream = Stream::new(Script::new(input), watch);
        Referee {
            stream,
            games: Some(Games::new()),
            accepted: None,
            report: ReplayReport::default(),
            asker: None,
            witness: None,
        }
    }

    /// Who looks at a round in the midst of a record, which was checked before: `input` begins with
    /// it, after so many lines.
    pub(super) fn within(input: R, lines: u64, watch: Watch) -> Referee<R> {
        let stream = Stream::new(Script::after(input, lines), Some(watch));
        Referee {
            stream,
            games: None,
            accepted: None,
            report: ReplayReport::default(),
            asker: None,
            witness: None,
        }
    }

    /// What the record has, as far as it was checked.
    pub(super) fn report(&self) -> ReplayReport {
        ReplayReport { events: self.stream.taken(), ..self.report }
    }

    /// Number of lines read so far.
    pub(super) const fn lines(&self) -> u64 {
        self.stream.lines()
    }

    /// What the watch has seen.
    pub(super) fn table(&self) -> Option<Table> {
        self.stream.table()
    }

    /// Checks the record to its end.
    pub(super) fn run(&mut self) -> Result<(), Stop> {
        while let Some(Numbered { number, line }) = self.stream.take()? {
            match line {
                Line::Round(round) => self.round(number, &round)?,
                Line::MatchEnd(end) => {
                    if let Some(games) = &mut self.games {
                        games.end_match(number, &end, self.stream.blank_draws())?;
                    }
                    self.report.matches += 1;
                    self.stream.go_on()?;
                }
                other => return Err(self.no_round(number, &other).into()),
            }
        }
        if self.report.rounds == 0 {
            return Err(ReplayError::Empty.into());
        }
        self.games
            .as_ref()
            .and_then(Games::missing)
            .map_or(Ok(()), |demanded| Err(self.stream.truncated("match", demanded).into()))
    }

    fn no_round(&self, line: u64, found: &Line) -> ReplayError {
        let found_text = super::parse::shortened(found.text(self.stream.blank_draws()));
        let demanded = if self.report.rounds == 0 {
            "round, which a record begins with"
        } else {
            "round, match_end, or the end of the record"
        };
        ReplayError::WrongEvent {
            line,
            event: found.event(),
            found: found_text,
            demanded: demanded.into(),
        }
    }

    fn round(&mut self, number: u64, line: &RoundLine) -> Result<(), Stop> {
        self.accept_rules(number, line)?;
        check_deal(number, line)?;
        if let Some(games) = &mut self.games {
            games.begin(number, line)?;
        }
        self.stream.go_on()?;
        self.play(number, line)
    }

    fn accept_rules(&mut self, number: u64, line: &RoundLine) -> Result<(), ReplayError> {
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

    fn play(&mut self, number: u64, line: &RoundLine) -> Result<(), Stop> {
        let rules = &*line.rules;
        let opening = Opening { dealer: line.dealer, first: line.first };
        let pile = line.draw_pile.iter().rev().copied();
        let mut round =
            Round::<Roomy>::with_cards(opening, &line.hands, pile).map_err(|count| {
                ReplayError::Differs {
                    line: number,
                    event: "round",
                    field: "hands".into(),
                    found: format!("{count} cards"),
                    demanded: "the deck of the settings".into(),
                }
            })?;
        let active = ActiveRules::of(rules);
        if let Some(asker) = &mut self.asker {
            asker.begin(number, line);
        }
        witness::begins(&mut self.witness, line)?;
        let mut checker = Checker::new(&active, &rules.people, &mut self.stream);
        round.open_dyn(&mut checker, &rules.setup);
        checker.go_on(&round)?;
        while round.standing() == Standing::Waits {
            let action = checker.decide(&round)?;
            witness::decides(&mut self.witness, &round, &active, action)?;
            match &mut self.asker {
                None => round.apply_trusted_dyn(&mut checker, action),
                Some(asker) => {
                    asker.compare(&round, &active, next_line(checker.stream)?, action);
                    round.apply_trusted_dyn(
                        &mut Observed::new(&mut checker, &mut asker.memory),
                        action,
                    );
                }
            }
            checker.go_on(&round)?;
        }
        let score = Scoring::of(rules).score(&round);
        if let Some(asker) = &mut self.asker {
            asker.end(round.turns(), score.winners);
        }
        witness::ends(&mut self.witness, &score)?;
        self.end_round(&round, rules, &active, &score)
    }

    fn end_round(
        &mut self,
        round: &Round,
        rules: &RuleSet,
        active: &ActiveRules,
        score: &RoundScore,
    ) -> Result<(), Stop> {
        self.pass_over_last_skip(round, active)?;
        let demanded = round_end(round, rules, score);
        let compared = Checker::new(active, &rules.people, &mut self.stream).compare(&demanded);
        if let Ok(()) | Err(Stop::Reached) = compared {
            if let Some(games) = &mut self.games {
                games.end_round(score, winner(round));
            }
            self.report.rounds += 1;
            self.report.turns += u64::from(round.turns());
            self.report.stalled += u64::from(round.standing() == Standing::Stalled);
        }
        compared
    }

    /// A turn that would be lost to a skip laid as the last card: the rules leave open whether that
    /// is said.
    fn pass_over_last_skip(&mut self, round: &Round, active: &ActiveRules) -> Result<(), Stop> {
        let view = View::new(round, active, &[0; MAX_SEATS], round.first());
        let may_lose = round.standing() != Standing::Stalled && view.pending().hit == Hit::Skip;
        let loses = |seat: Seat| may_lose && seat == view.to_move();
        match self.stream.front()? {
            Some(Numbered { line: Line::LoseTurn { seat }, .. }) if loses(*seat) => {
                self.stream.take()?;
                self.stream.go_on()
            }
            _ => Ok(()),
        }
    }
}

/// Checks that every hand has its size, and that hands and draw pile are the deck.
fn check_deal(number: u64, line: &RoundLine) -> Result<(), ReplayError> {
    let error = |field: &str, found: String, demanded: String| {
        Err(ReplayError::Differs {
            line: number,
            event: "round",
            field: field.to_owned(),
            found,
            demanded,
        })
    };
    let hand_size = usize::from(line.rules.setup.hand_size);
    if let Some((seat, hand)) =
        line.hands.iter().enumerate().find(|(_, hand)| hand.len() != hand_size)
    {
        return error(
            "hands",
            format!("{} cards at seat {seat}", hand.len()),
            format!("{hand_size} cards"),
        );
    }
    let deck = line.rules.deck.cards();
    let mut counts = [0_usize; Kind::COUNT];
    line.hands.iter().flatten().chain(&line.draw_pile).for_each(|kind| counts[kind.index()] += 1);
    match Kind::all().find(|kind| counts[kind.index()] != usize::from(deck.copies(*kind))) {
        Some(kind) => {
            let text = kind.text(line.rules.deck.blank_draws);
            let (found, demanded) = (counts[kind.index()], deck.copies(kind));
            error(
                "hands and draw_pile",
                format!("{found} of {text}"),
                format!("{demanded}, as the deck has"),
            )
        }
        None => Ok(()),
    }
}

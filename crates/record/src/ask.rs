//! What a strategy says of the decisions of a record: at each it is asked what it would have done,
//! and what its other actions were worth.

use super::advice::Advice;
use super::audience::{Audience, is_unsure};
use super::complaint::{in_notation, word_of};
use super::event_lines::cards_of;
use super::line::{Line, RoundLine};
use super::losses::{Agreement, CoursePoint, Departure, Losses, WinChances, chances, unlearned};
use super::luck::{Draw, JudgedDraw, Luck};
use super::parse::Numbered;
use super::play::{PlayWords, in_hand_order};
use super::replay::check_so_far;
use super::stream::Go;
use super::{ReplayError, ReplayReport, Result};
use std::io::BufRead;
use std::sync::Arc;
use unobench_core::cards::{Counts as _, Kind, Roomy};
use unobench_core::game::{
    Action, ActiveRules, Event, Memory, Observer, Round, RoundScore, Seat, View, Why,
};
use unobench_core::rng::RoundKey;
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{
    Ears, Notification, Player, SeatStreams, StrategySpec, tell, tell_opening,
};

/// What a strategy says of the decisions of a record, with the report of the record's check.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judgement {
    pub report: ReplayReport,
    pub decisions: u64,
    pub departures: Vec<Departure>,
    /// What the players lost; nothing where the strategy does not say how likely each action is to
    /// win.
    pub losses: Option<Losses>,
    /// How lucky the draws were, where [`analyse`] asks.
    pub luck: Luck,
    pub seats: usize,
    /// A rule set and number of seats that the strategy was not trained for, and what it was
    /// trained for instead, in a sentence; nothing if there is none.
    pub unlearned: Option<String>,
}

/// Checks a record as [`super::replay()`] does, and asks a strategy at each decision what it would
/// have done, by what the seat could see.
///
/// It is asked in every seat or in one alone, each with random numbers of its own. A decision not
/// to jump in is left out, since a story alone does not tell it from a race that was lost.
pub fn ask(
    mut input: impl BufRead,
    strategy: &StrategySpec,
    seat: Option<Seat>,
) -> Result<Judgement> {
    ask_in(&mut input, Asker { lists: true, ..Asker::new(strategy, seat) })
}

/// As [`ask()`], but keeps no departures beside the costliest, so that it takes no more memory for
/// a long record than for a short one.
pub fn analyse(
    mut input: impl BufRead,
    strategy: &StrategySpec,
    seat: Option<Seat>,
) -> Result<Judgement> {
    ask_in(&mut input, Asker::new(strategy, seat))
}

fn ask_in(input: &mut dyn BufRead, mut asker: Asker) -> Result<Judgement> {
    let report = check_so_far(input, &mut asker)?;
    asker.asked.losses.iter_mut().for_each(Losses::end_block);
    Ok(Judgement { report, ..asker.asked })
}

/// Advice on the decision that a line of a record tells of, from 1, if it tells of one.
///
/// # Errors
/// What is wrong with the record, or that it hides the hand of who decides.
pub fn advise_at(
    mut input: impl BufRead,
    line: u64,
    strategy: &StrategySpec,
) -> Result<Option<Advice>> {
    let mut asker = Asker { wanted: Some(line), ..Asker::new(strategy, None) };
    check_so_far(&mut input, &mut asker)?;
    match asker.hides {
        Some(seat) => Err(ReplayError::HiddenHand { line, seat }),
        None => Ok(asker.advice),
    }
}

/// Follows a record and asks a strategy at each decision what it would have done.
struct Asker {
    spec: StrategySpec,
    strategy: Player,
    players: Vec<Player>,
    seat: Option<Seat>,
    /// Whether all departures are kept, not only the costliest.
    lists: bool,
    names: Vec<String>,
    totals: [i32; MAX_SEATS],
    begin: u64,
    memory: Memory,
    /// The rules, once somebody has decided in the round; what was seen is remembered from then on.
    open: Option<ActiveRules>,
    opening: Vec<Event>,
    round: u32,
    asked: Judgement,
    /// A line of which nothing is wanted but advice.
    wanted: Option<u64>,
    rules: Arc<RuleSet>,
    advice: Option<Advice>,
    /// The seats whose hands the record of the round hides, and the one that was asked about.
    hidden: Vec<usize>,
    hides: Option<usize>,
    /// What the next draw is about, and the line that was read last.
    shown: Vec<Kind>,
    line: u64,
}

impl Asker {
    fn new(spec: &StrategySpec, seat: Option<Seat>) -> Asker {
        let strategy = spec.player();
        let losses = strategy.gives_chances().then(Losses::default);
        Asker {
            spec: spec.clone(),
            players: vec![strategy.clone(); MAX_SEATS],
            strategy,
            seat,
            lists: false,
            names: Vec::new(),
            totals: [0; MAX_SEATS],
            begin: 0,
            memory: Memory::default(),
            open: None,
            opening: Vec::new(),
            round: 0,
            wanted: None,
            rules: Arc::new(RuleSet::official()),
            advice: None,
            hidden: Vec::new(),
            hides: None,
            shown: Vec::new(),
            line: 0,
            asked: Judgement { losses, ..Judgement::default() },
        }
    }

    fn begin(&mut self, number: u64, line: &RoundLine) {
        self.begin = number;
        self.names.clone_from(&line.players);
        self.hidden.clone_from(&line.hidden);
        self.rules = Arc::clone(&line.rules);
        self.totals = [0; MAX_SEATS];
        for (total, &told) in self.totals.iter_mut().zip(&line.totals) {
            *total = i32::try_from(told).unwrap_or(if told < 0 { i32::MIN } else { i32::MAX });
        }
        self.memory.clear();
        self.open = None;
        self.opening.clear();
        self.round = u32::try_from(line.round).unwrap_or(u32::MAX);
        let streams = SeatStreams::new(RoundKey::new(0, line.block, line.round), MAX_SEATS);
        for (seat, player) in self.players.iter_mut().enumerate() {
            // Who plays on in a match keeps what it remembers.
            if line.round == 0 {
                *player = self.strategy.clone();
            }
            player.begin(streams.of(Seat::new(seat)).as_ref());
        }
        let seats = self.names.len();
        self.asked.seats = self.asked.seats.max(seats);
        if self.asked.unlearned.is_none() {
            self.asked.unlearned = unlearned(&self.spec, &self.strategy, &line.rules.name, seats);
        }
        if let Some(losses) = &mut self.asked.losses {
            losses.begin(number, line, |seat| self.seat.is_none_or(|only| only.index() == seat));
        }
    }

    /// Judges the luck of a draw, where it is one of cards that are counted.
    fn judge(&mut self, round: &Round, active: &ActiveRules, seat: Seat, why: Why, cards: &[Kind]) {
        let is_asked = self.seat.is_none_or(|only| only == seat) && round.in_play().contains(seat);
        let is_counted = why != Why::Shown && active.hands.launcher == 0;
        if self.lists || self.wanted.is_some() || !is_asked || !is_counted {
            return;
        }
        let draw = |cards: &[Kind]| Draw {
            line: self.line + 1,
            turns: round.turns(),
            seat: seat.index(),
            player: self.names.get(seat.index()).cloned().unwrap_or_default(),
            cards: in_notation(cards, active.notation),
            before: 0.0,
            after: 0.0,
        };
        let (totals, memory, judge) = (&self.totals, &self.memory, &mut self.strategy);
        let drawn = JudgedDraw { round, active, totals, memory, judge, seat, cards, why };
        drawn.judge(&mut self.asked.luck, draw);
    }

    /// Compares what was done with what the strategy would have done; `line` tells of it.
    fn compare(&mut self, round: &Round, active: &ActiveRules, line: u64, done: Action) {
        let seat = round.actor();
        if let Some(wanted) = self.wanted {
            if wanted == line && self.hidden.contains(&seat.index()) {
                self.hides = Some(seat.index());
            } else if wanted == line && self.advice.is_none() {
                self.advise(round, active);
            }
            return;
        }
        if is_unsure(round.decision(), done) || self.seat.is_some_and(|only| only != seat) {
            return;
        }
        let (would, chances) = self.consider(round, active, done);
        self.asked.decisions += 1;
        if let Some(chances) = chances {
            let agreement = if would == done { Agreement::Same } else { Agreement::Other };
            self.add_chances(round, chances, agreement);
        }
        if would != done {
            let departure = self.departure(round, active, [done, would], chances);
            self.add_departure(Departure { line, ..departure });
        }
    }

    /// Keeps the advice on the decision that the round waits for.
    fn advise(&mut self, round: &Round, active: &ActiveRules) {
        let seat = round.actor();
        let view = View::new(round, active, &self.totals, seat).remembering(&self.memory);
        let player = &mut self.players[seat.index()];
        let words = PlayWords::new(self.names.clone(), seat, self.rules.deck);
        self.advice = Some(Advice::of(&self.spec, player, &view, &self.rules, &words));
    }

    /// What the strategy would do, and what it thinks of that and of what was done, where it says.
    fn consider(
        &mut self,
        round: &Round,
        active: &ActiveRules,
        done: Action,
    ) -> (Action, Option<WinChances>) {
        let seat = round.actor();
        let view = View::new(round, active, &self.totals, seat).remembering(&self.memory);
        let player = &mut self.players[seat.index()];
        match &self.asked.losses {
            Some(_) => {
                let (would, thoughts) = player.consider(round, view);
                (would, chances(&thoughts, would, done))
            }
            None => (player.act(round, view, None), None),
        }
    }

    /// Adds what a decision lost, and the chance that was left to the course of the round.
    fn add_chances(&mut self, round: &Round, chances: WinChances, agreement: Agreement) {
        let Some(losses) = &mut self.asked.losses else { return };
        let seat = round.actor().index();
        let name = self.names.get(seat).map_or("", String::as_str);
        losses.add(seat, name, chances, agreement);
        let point = CoursePoint { turns: round.turns(), seat, chance: chances.done };
        losses.course(self.begin).into_iter().for_each(|course| course.points.push(point));
    }

    /// A decision at which the strategy would have done something else; its line is not yet told.
    fn departure(
        &self,
        round: &Round,
        active: &ActiveRules,
        [done, would]: [Action; 2],
        chances: Option<WinChances>,
    ) -> Departure {
        let seat = round.actor();
        let view = View::new(round, active, &self.totals, seat).remembering(&self.memory);
        let [done, would] =
            [done, would].map(|action| word_of(round.decision(), action, active.notation));
        Departure {
            line: 0,
            turns: round.turns(),
            seat: seat.index(),
            player: self.names.get(seat.index()).cloned().unwrap_or_default(),
            decision: round.decision(),
            done,
            would,
            chances,
            up_card: up_card(&view),
            hand: hand(&view),
        }
    }

    /// Adds a departure where it is among the costliest, and to the list if there is one.
    fn add_departure(&mut self, departure: Departure) {
        if let Some(losses) = self.asked.losses.as_mut().filter(|_| departure.lost() > 0.0) {
            losses.compare(&departure);
        }
        self.asked.departures.extend(Some(departure).filter(|_| self.lists));
    }
}

impl Audience for Asker {
    fn line(&mut self, taken: &Numbered, _meant: Option<&Line>, _round: Option<&Round>) -> Go {
        self.line = taken.number;
        if let Line::Round(line) = &taken.line {
            self.begin(taken.number, line);
        }
        Ok(())
    }

    fn decides(&mut self, round: &Round, active: &ActiveRules, line: u64, action: Action) -> Go {
        if self.open.is_none() {
            self.open = Some(*active);
            let opening = (self.round, &self.opening[..]);
            tell_opening(&mut self.players, round, active, &self.totals, opening);
        }
        self.compare(round, active, line, action);
        Ok(())
    }

    fn drawn(&mut self, kind: Kind) {
        Observer::<Roomy>::drawn(&mut self.memory, kind);
        self.shown.push(kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        Observer::<Roomy>::crashed(&mut self.memory, cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        match &self.open {
            Some(rules) => {
                let rules = &rules.clone();
                self.memory.saw(round, event);
                if let Event::Draw { seat, why, .. } = event {
                    let cards = std::mem::take(&mut self.shown);
                    self.judge(round, rules, seat, why, &cards);
                }
                let mut ears = Ears { players: &mut self.players, rules, totals: &self.totals };
                ears.saw(round, event);
            }
            None => {
                self.shown.clear();
                self.opening.push(event);
            }
        }
    }

    fn ends(&mut self, round: &Round, score: &RoundScore) -> Go {
        if let Some(rules) = &self.open {
            tell(&mut self.players, round, rules, &self.totals, Notification::End(score));
        }
        let Some(losses) = &mut self.asked.losses else { return Ok(()) };
        losses.end_round(&self.names, score.winners);
        if let Some(course) = losses.course(self.begin) {
            course.turns = round.turns();
            course.winners = score.winners.iter().map(Seat::index).collect();
        }
        Ok(())
    }
}

fn up_card(view: &View<'_>) -> String {
    if view.discards().is_empty() {
        return String::new();
    }
    let card = view.up_card().text(view.rules().notation);
    let is_open = view.up_card().is_wild() && view.is_colour_named();
    let named = is_open.then(|| format!(" {}", view.active_colour()));
    format!("{card}{}", named.unwrap_or_default())
}

fn hand(view: &View<'_>) -> String {
    let mut cards = cards_of(view.hand());
    cards.sort_by_key(|&card| in_hand_order(card));
    in_notation(&cards, view.rules().notation)
}

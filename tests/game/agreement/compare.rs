//! One case: a rule set, a table, a seed; played by both engines, a round or a match.

use super::memory::Memory;
use super::minds::random_line_up;
use super::tape::{Deal, Table, Tape, opening};
use super::world::{Difference, TapeWorld};
use crate::reference::events::with_sorted_hands;
use crate::reference::{self, RoundResult, Settings, play_round};
use crate::support::*;
use serde_json::json;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use unobench_core::game::match_play::{MatchEnd, MatchPlay};

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) rules: RuleSet,
    pub(crate) line_up: Vec<String>,
    pub(crate) seed: u64,
    pub(crate) deal: Deal,
    pub(crate) whole_match: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) rounds: u64,
    pub(crate) questions: u64,
    pub(crate) events: u64,
    pub(crate) turns: u64,
    pub(crate) stalled: u64,
    pub(crate) blocked: u64,
    pub(crate) matches: u64,
}

impl Counts {
    pub(crate) fn add(self, other: Counts) -> Counts {
        Counts {
            rounds: self.rounds + other.rounds,
            questions: self.questions + other.questions,
            events: self.events + other.events,
            turns: self.turns + other.turns,
            stalled: self.stalled + other.stalled,
            blocked: self.blocked + other.blocked,
            matches: self.matches + other.matches,
        }
    }
}

impl Case {
    pub(crate) fn random(rules: &RuleSet, players: usize, deal: Deal, rng: &mut Rng) -> Case {
        let line_up = random_line_up(players, rng);
        Case { rules: rules.clone(), line_up, seed: rng.bits(), deal, whole_match: false }
    }

    pub(crate) fn run(&self) -> Result<Counts, Difference> {
        catch_unwind(AssertUnwindSafe(|| self.play())).unwrap_or_else(|panic| {
            let text = format!("an engine panics: {:?}", text_of(&*panic));
            Err(Difference { events: usize::MAX, text })
        })
    }

    /// Whether the tables are compared too, at every decision: in all rounds on the arena's streams
    /// and a fourth of the others, for it takes as long as all the rest.
    fn looks(&self) -> bool {
        self.deal == Deal::Live || self.seed.is_multiple_of(4)
    }

    fn play(&self) -> Result<Counts, Difference> {
        let active = ActiveRules::of(&self.rules);
        let settings = self.settings();
        let mut fast = self.match_play();
        let dealer = fast.opening().dealer.index();
        let mut naive = reference::MatchPlay::new(&settings, self.line_up.len(), dealer);
        let mut counts = Counts::default();
        loop {
            let tape = play_fast(&Table { looks: self.looks(), ..self.table(&active, &fast) });
            let result = play_naive(&settings, &self.line_up, &tape)?;
            let end = fast.add(&tape.score, tape.standing.winner());
            naive.add(&result);
            compare_matches(&fast, &end, &naive)
                .map_err(|text| Difference { events: tape.events.len(), text })?;
            counts = counts.add(counts_of(&tape));
            if !self.whole_match || end.is_some() {
                return Ok(Counts { matches: u64::from(self.whole_match), ..counts });
            }
        }
    }

    /// The round that starts the case, as the fast engine plays it.
    pub(crate) fn tape(&self) -> Tape {
        play_fast(&self.table(&ActiveRules::of(&self.rules), &self.match_play()))
    }

    /// The table at which the next round of a match is played, unwatched.
    fn table<'a>(&'a self, active_rules: &'a ActiveRules, game: &MatchPlay) -> Table<'a> {
        Table {
            rules: &self.rules,
            active_rules,
            line_up: &self.line_up,
            key: RoundKey::new(self.seed, 0, u64::from(game.rounds())),
            deal: self.deal,
            opening: game.opening(),
            round: game.rounds(),
            totals: *game.totals(),
            looks: false,
        }
    }

    fn match_play(&self) -> MatchPlay {
        let players = self.line_up.len();
        let first = opening(players, &mut Rng::from_key(self.seed ^ 0xDEA1));
        MatchPlay::new(&self.rules, players, first)
    }

    fn settings(&self) -> Settings {
        Settings::from_json(&self.rules.settings_json()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The record of a round that starts the case, as the naive engine writes it.
    pub(crate) fn naive_record(&self) -> Vec<Value> {
        let mut tape = self.tape();
        tape.start.settings = self.rules.settings_json();
        play_naive(&self.settings(), &self.line_up, &tape)
            .unwrap_or_else(|difference| panic!("{}", self.report(&difference)))
            .events
    }

    pub(crate) fn report(&self, difference: &Difference) -> String {
        let mut text = String::new();
        _ = writeln!(text, "{}", difference.text);
        _ = writeln!(
            text,
            "--- {} seats, seed {}, {:?}, match {}",
            self.line_up.len(),
            self.seed,
            self.deal,
            self.whole_match
        );
        _ = writeln!(text, "line-up {}", self.line_up.join(" "));
        _ = writeln!(text, "{}", self.rules.to_short_toml());
        text
    }
}

fn play_fast(table: &Table<'_>) -> Tape {
    if table.rules.deck.cards().is_compact() {
        table.play::<Compact>()
    } else {
        table.play::<Roomy>()
    }
}

fn counts_of(tape: &Tape) -> Counts {
    Counts {
        rounds: 1,
        questions: tape.entries.len() as u64,
        events: tape.events.len() as u64,
        turns: u64::from(tape.turns),
        stalled: u64::from(tape.standing == RoundStatus::Stalled),
        blocked: u64::from(matches!(tape.standing, RoundStatus::Blocked(_))),
        matches: 0,
    }
}

pub(crate) fn play_naive(
    settings: &Settings,
    line_up: &[String],
    tape: &Tape,
) -> Result<RoundResult, Difference> {
    let memory = Memory::new(line_up.len());
    let mut world = TapeWorld { tape, line_up, asked: 0, decided: 0, memory };
    let played = catch_unwind(AssertUnwindSafe(|| {
        play_round(settings, tape.start.clone(), &mut world, true)
    }));
    let asked = world.asked;
    let result = played.map_err(|panic| with_prefix(tape, difference_of(tape, asked, panic)))?;
    compare_rounds(tape, asked, &result).map_err(|difference| with_prefix(tape, difference))?;
    Ok(result)
}

fn difference_of(tape: &Tape, asked: usize, panic: Box<dyn std::any::Any + Send>) -> Difference {
    match panic.downcast::<Difference>() {
        Ok(difference) => *difference,
        Err(other) => {
            let events = tape.entries.get(asked).map_or(tape.events.len(), |entry| entry.0);
            let text = text_of(&*other).unwrap_or_default();
            Difference { events, text: format!("naive panics: {text}") }
        }
    }
}

fn text_of(panic: &(dyn std::any::Any + Send)) -> Option<String> {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
}

/// The record up to the difference stands after it.
fn with_prefix(tape: &Tape, difference: Difference) -> Difference {
    let mut text = difference.text;
    _ = write!(text, "\nafter\n{}", tape.start.event());
    for event in tape.events.iter().take(difference.events.saturating_add(1)) {
        _ = write!(text, "\n{event}");
    }
    Difference { text, ..difference }
}

fn compare_rounds(tape: &Tape, asked: usize, naive: &RoundResult) -> Result<(), Difference> {
    // The first event of the naive record is the deal, which it was handed.
    let (theirs, ours) = (&naive.events[1..], &tape.events);
    if let Some(events) = (0..ours.len().max(theirs.len()))
        .find(|&index| !are_same(ours.get(index), theirs.get(index)))
    {
        let text =
            format!("event {events}: naive {:?}, fast {:?}", theirs.get(events), ours.get(events));
        return Err(Difference { events, text });
    }
    if asked != tape.entries.len() {
        return Err(Difference {
            events: ours.len(),
            text: format!("naive is over, fast asks {:?}", tape.entries[asked]),
        });
    }
    Ok(())
}

/// Whether two lines say the same; hands have no order.
fn are_same(line: Option<&Value>, other: Option<&Value>) -> bool {
    let (Some(line), Some(other)) = (line, other) else { return false };
    line == other
        || line.get("hands").is_some()
            && with_sorted_hands(line.clone()) == with_sorted_hands(other.clone())
}

pub(crate) fn compare_matches(
    fast: &MatchPlay,
    end: &Option<MatchEnd>,
    naive: &reference::MatchPlay<'_>,
) -> Result<(), String> {
    let players = naive.totals.len();
    let Opening { dealer, first } = fast.opening();
    let ours = json!({
        "totals": fast.totals()[..players],
        "rounds": fast.rounds(),
        "over": end.is_some(),
        "winner": end.and_then(|end| end.winners.iter().next()).map(Seat::index),
        "dealer": dealer.index(),
        "first": first.index(),
    });
    let theirs = json!({
        "totals": naive.totals,
        "rounds": naive.rounds,
        "over": naive.is_over(),
        "winner": naive.winner(),
        "dealer": naive.dealer,
        "first": naive.first,
    });
    assert!(players <= MAX_SEATS);
    if ours == theirs { Ok(()) } else { Err(format!("match: naive {theirs}, fast {ours}")) }
}

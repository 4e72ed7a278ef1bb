//! Line by line, for screen readers, pipes and files: no escape codes, nothing that is overwritten.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};
use unobench_findings::tell::number::counted;

use super::{Ending, Keeper, Terms, statistics};
use crate::cli::console::{self, Style};
use crate::cli::failure::{Failure, Result};
use unobench_core::game::{Action, Decision};
use unobench_record::play::{
    PersonView, Phase, PlaySession, PlaySetup, PlayWords, SeatView, read_choice,
};

const HELP: &str = "\
Type the number of a choice, a card in its notation (R5, W+4), or a word such as draw.
  ?  this help      h  a hint: what champion would do (--hint)
  t  the table      l  everything that happened in this session
  s  statistics so far
  u  take the last decision back (with --casual)
  q  quit
Cards: R, B, G, Y are red, blue, green and yellow; S is skip, R after a colour reverse,
W a wild. A star marks cards that you may choose now.
";

const READ_AHEAD: usize = 100;

const LONGEST_LINE: u64 = 10_000;

const LONGEST_QUOTE: usize = 60;

const GLANCE: Duration = Duration::from_millis(100);

/// What came of waiting for a line that the person types.
enum Input {
    Line(String),
    TimeUp,
    End,
    Interrupted,
}

pub(super) fn play(
    session: &mut PlaySession<'_>,
    setup: &PlaySetup,
    terms: &Terms,
    keeper: &mut Keeper,
) -> Result<Ending> {
    let mut table = PlainTable {
        lines: read_lines(),
        setup,
        terms,
        told: 0,
        prompts: io::stdin().is_terminal(),
    };
    let seat = setup.game_setup().seat.index() + 1;
    console::print(&format!("{}. You sit in seat {seat}. ? shows help.\n", terms.title))?;
    loop {
        session.run();
        keeper.keep(session)?;
        table.tell_news(session)?;
        let ending = match session.phase() {
            Phase::Yours => table.decide(session)?,
            _ if terms.is_over(session) => Some(Ending::Done),
            _ => table.pause(session)?,
        };
        if let Some(ending) = ending {
            return Ok(ending);
        }
    }
}

/// Reads lines as they come, so that nobody has to wait for one that does not.
fn read_lines() -> Receiver<String> {
    let (sender, lines) = sync_channel(READ_AHEAD);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        // What is no UTF-8 is no choice either, and is told as far as it can be read; so is what
        // is longer than any choice, piece by piece.
        while let Ok(1..) = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                return;
            }
            line.clear();
        }
    });
    lines
}

/// What `play --plain` works with: the lines typed, the table, and how much of the log it told.
struct PlainTable<'t> {
    lines: Receiver<String>,
    setup: &'t PlaySetup,
    terms: &'t Terms,
    told: usize,
    prompts: bool,
}

impl PlainTable<'_> {
    fn tell_news(&mut self, session: &PlaySession<'_>) -> Result {
        // After a decision was taken back the log is shorter than what was told.
        let from = self.told.min(session.log().len());
        self.told = session.log().len();
        let news: String = session.log()[from..].iter().map(|line| format!("  {line}\n")).collect();
        if news.is_empty() { Ok(()) } else { say(&format!("\n{news}")) }
    }

    fn decide(&mut self, session: &mut PlaySession<'_>) -> Result<Option<Ending>> {
        let scene = session.scene();
        say(&describe(&scene, self.setup.words()))?;
        say(&ask(&scene))?;
        let hurries = matches!(scene.decision, Some(Decision::JumpIn | Decision::Double));
        let time = self.terms.time.filter(|_| hurries);
        if let Some(time) = time {
            console::print(&format!("You have {} seconds.\n", time.as_secs_f64()))?;
        }
        let until = time.map(|time| Instant::now() + time);
        loop {
            let line = match self.wait(until)? {
                Input::Line(line) => line,
                Input::TimeUp => {
                    console::print("Time is up: you let it pass.\n")?;
                    session.act(Action::No).map_err(|error| Failure::Failed(error.into()))?;
                    return Ok(None);
                }
                Input::End => return Ok(Some(Ending::Done)),
                Input::Interrupted => return Ok(Some(Ending::Interrupted)),
            };
            if let Some(action) = read_choice(&scene.choices, &line) {
                session.act(action).map_err(|error| Failure::Failed(error.into()))?;
                return Ok(None);
            }
            match self.answer(session, &line)? {
                PromptAnswer::AskAgain => {}
                PromptAnswer::LookAgain => return Ok(None),
                PromptAnswer::End => return Ok(Some(Ending::Done)),
                PromptAnswer::Unknown => console::print(&format!(
                    "{} is not one of the choices: {}\n",
                    quoted(&line),
                    summary(&scene)
                ))?,
            }
        }
    }

    fn pause(&mut self, session: &mut PlaySession<'_>) -> Result<Option<Ending>> {
        let next =
            if session.phase() == Phase::MatchOver { "a new match" } else { "the next round" };
        console::print(&format!("Enter for {next}, q to quit.\n"))?;
        loop {
            match self.wait(None)? {
                Input::Line(line) if line.trim().is_empty() => {
                    session.next_round();
                    return Ok(None);
                }
                Input::Line(line) => match self.answer(session, &line)? {
                    PromptAnswer::End => return Ok(Some(Ending::Done)),
                    PromptAnswer::LookAgain => return Ok(None),
                    PromptAnswer::AskAgain => {}
                    PromptAnswer::Unknown => console::print(&format!(
                        "{} does nothing here: Enter continues, q quits, ? shows help.\n",
                        quoted(&line)
                    ))?,
                },
                Input::End => return Ok(Some(Ending::Done)),
                Input::Interrupted => return Ok(Some(Ending::Interrupted)),
                Input::TimeUp => {}
            }
        }
    }

    fn answer(&mut self, session: &mut PlaySession<'_>, line: &str) -> Result<PromptAnswer> {
        match line.trim().to_lowercase().as_str() {
            "?" | "help" => console::print(HELP)?,
            "h" | "hint" => say(&self.hint(session))?,
            "t" | "table" => say(&describe(&session.scene(), self.setup.words()))?,
            "l" | "log" => {
                say(&session.log().iter().map(|line| format!("  {line}\n")).collect::<String>())?
            }
            "s" | "statistics" => say(&statistics(session, self.setup))?,
            "q" | "quit" => return Ok(PromptAnswer::End),
            "u" | "undo" if session.undo() => {
                self.told = session.log().len();
                console::print("Your last decision is taken back.\n")?;
                return Ok(PromptAnswer::LookAgain);
            }
            "u" | "undo" => console::print(no_undo(self.setup))?,
            "" => {}
            _ => return Ok(PromptAnswer::Unknown),
        }
        Ok(PromptAnswer::AskAgain)
    }

    fn hint(&self, session: &mut PlaySession<'_>) -> String {
        let choices = session.scene().choices;
        match session.hint() {
            Some(hint) => {
                let lines = hint.lines(&choices, self.setup.words());
                lines.iter().map(|line| format!("{line}\n")).collect()
            }
            None => "Hints are for your own decisions.\n".to_owned(),
        }
    }

    fn wait(&self, until: Option<Instant>) -> Result<Input> {
        if self.prompts {
            console::print("> ")?;
        }
        loop {
            if self.terms.is_cancelled() {
                return Ok(Input::Interrupted);
            }
            let left = until.map_or(GLANCE, |until| {
                until.saturating_duration_since(Instant::now()).min(GLANCE)
            });
            match self.lines.recv_timeout(left) {
                Ok(line) => return Ok(Input::Line(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Input::End),
                Err(RecvTimeoutError::Timeout)
                    if until.is_some_and(|until| Instant::now() >= until) =>
                {
                    return Ok(Input::TimeUp);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn say(text: &str) -> Result {
    console::print(&Style::of_stdout().flow(text))
}

/// A line as it is told back: in quotes, not too long, without anything that moves the cursor.
fn quoted(line: &str) -> String {
    let shown: String = line.chars().take(LONGEST_QUOTE).collect();
    let more = if shown.len() < line.len() { " ..." } else { "" };
    format!("\"{}\"{more}", shown.escape_debug())
}

/// What follows after the person typed something that is no choice.
enum PromptAnswer {
    AskAgain,
    LookAgain,
    End,
    Unknown,
}

pub(super) fn no_undo(setup: &PlaySetup) -> &'static str {
    if setup.game_setup().casual {
        "There is no decision to take back.\n"
    } else {
        "Decisions are taken back only with --casual.\n"
    }
}

fn describe(scene: &PersonView, words: &PlayWords) -> String {
    let up_card = scene.up_card.map(|card| format!("up card {}", words.card(card)));
    let up_card = up_card.unwrap_or_else(|| "no up card yet".to_owned());
    let colour = scene.colour.map(|colour| format!("colour {colour}"));
    let colour = colour.unwrap_or_else(|| "no colour named".to_owned());
    let mut text = format!(
        "\nTable: {up_card}, {colour}, play goes {}, {} cards to draw.\n",
        scene.direction, scene.pile
    );
    scene.notes.iter().for_each(|note| text.push_str(&format!("Note: {note}.\n")));
    let places: Vec<String> =
        scene.places.iter().filter(|place| !place.is_you).map(describe_place).collect();
    text.push_str(&format!("Others: {}.\n", places.join("; ")));
    let hand = scene
        .hand
        .iter()
        .map(|held| words.short(held.card).to_string() + if held.is_legal { "*" } else { "" });
    let hand: Vec<String> = hand.collect();
    let points = scene.places.iter().find(|place| place.is_you).map_or(0, |place| place.points);
    text.push_str(&format!(
        "Your hand, {}, {points} points: {}\n",
        counted(scene.hand.len() as u64, "card"),
        hand.join(" ")
    ));
    text
}

fn describe_place(place: &SeatView) -> String {
    let cards =
        if place.is_out { "out".to_owned() } else { counted(u64::from(place.cards), "card") };
    let partner = if place.is_partner { ", your partner" } else { "" };
    format!("{} {cards}, {} points{partner}", place.name, place.points)
}

fn ask(scene: &PersonView) -> String {
    let choices = scene.choices.iter().enumerate().map(|(index, choice)| {
        let number = index + 1;
        let label = if choice.label == choice.short {
            String::new()
        } else {
            format!(": {}", choice.label)
        };
        format!("  {number}. {}{label}\n", choice.short)
    });
    format!("{}\n{}", scene.question, choices.collect::<String>())
}

fn summary(scene: &PersonView) -> String {
    let words: Vec<&str> = scene.choices.iter().map(|choice| choice.short.as_str()).collect();
    format!("a number from 1 to {}, {}, or ? for help", scene.choices.len(), words.join(", "))
}

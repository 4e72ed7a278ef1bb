//! What the full screen of `replay --tui` shows and what each key does, without a terminal.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::losses::decided;
use crate::cli::play::Ending;
use unobench_core::bounded::quoted;
use unobench_core::game::Seat;
use unobench_record::{Departure, ReplayError, ReplayLog, TableAt};

/// What the full screen of `replay --tui` shows: a place in the record, and whose view it is.
pub(super) struct Viewer<'f> {
    pub(super) log: &'f ReplayLog,
    pub(super) title: String,
    pub(super) asked: Option<String>,
    pub(super) frame: usize,
    /// Whose view it is; none: all hands are shown.
    pub(super) eyes: Option<Seat>,
    pub(super) table: TableAt,
    pub(super) told: Vec<String>,
    pub(super) helps: bool,
    /// The digits of a line's number, while it is typed.
    pub(super) line: Option<String>,
    pub(super) message: String,
    pub(super) ending: Option<Ending>,
}

const PAGE: usize = 10;

const MOST_DIGITS: usize = 12;

impl<'f> Viewer<'f> {
    pub(super) fn new(
        log: &'f ReplayLog,
        title: String,
        asked: Option<String>,
    ) -> Result<Viewer<'f>, ReplayError> {
        Ok(Viewer {
            log,
            title: quoted(&title),
            asked: asked.as_deref().map(quoted),
            frame: 0,
            eyes: None,
            table: log.table(0)?,
            told: log.told(0, None)?,
            helps: false,
            line: None,
            message: log.broken_off().unwrap_or_default().to_owned(),
            ending: None,
        })
    }

    pub(super) fn go_to(&mut self, frame: usize) {
        match (self.log.table(frame), self.log.told(frame, self.eyes)) {
            (Ok(table), Ok(told)) => (self.frame, self.table, self.told) = (frame, table, told),
            (Err(error), _) | (_, Err(error)) => self.message = error.to_string(),
        }
    }

    pub(super) fn look_from(&mut self, eyes: Option<Seat>) {
        self.eyes = eyes.filter(|seat| seat.index() < self.table.seats.len());
        self.go_to(self.frame);
    }

    pub(super) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.ending = Some(Ending::Interrupted);
            }
            return;
        }
        self.message.clear();
        match self.line.take() {
            _ if self.helps => self.helps = false,
            Some(digits) => self.key_of_line(digits, key.code),
            None => self.key_of_log(key.code),
        }
    }

    fn key_of_log(&mut self, code: KeyCode) {
        let last = self.log.frames() - 1;
        match code {
            KeyCode::Char('q') | KeyCode::Esc => self.ending = Some(Ending::Done),
            KeyCode::Char('?') | KeyCode::F(1) => self.helps = true,
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => {
                self.go_to((self.frame + 1).min(last))
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => {
                self.go_to(self.frame.saturating_sub(1))
            }
            KeyCode::PageDown => self.go_to((self.frame + PAGE).min(last)),
            KeyCode::PageUp => self.go_to(self.frame.saturating_sub(PAGE)),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(last),
            KeyCode::Char('n') => self
                .jump(self.log.next_begin(self.frame), "There is no other round after this one."),
            KeyCode::Char('p') => self.previous_round(),
            KeyCode::Char('d') | KeyCode::Tab => {
                self.jump_to_departure(self.log.next_departure(self.frame), "after")
            }
            KeyCode::Char('D') | KeyCode::BackTab => {
                self.jump_to_departure(self.log.previous_departure(self.frame), "before")
            }
            KeyCode::Char('g') => self.line = Some(String::new()),
            KeyCode::Char('a') => self.look_from(None),
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.look_from_seat(digit as usize - '0' as usize)
            }
            _ => {}
        }
    }

    fn key_of_line(&mut self, mut digits: String, code: KeyCode) {
        match code {
            KeyCode::Char(digit) if digit.is_ascii_digit() && digits.len() < MOST_DIGITS => {
                digits.push(digit)
            }
            KeyCode::Backspace => _ = digits.pop(),
            KeyCode::Enter => return self.go_to_line(&digits),
            KeyCode::Esc => return,
            _ => {}
        }
        self.line = Some(digits);
    }

    fn go_to_line(&mut self, digits: &str) {
        let last = self.log.line_of(self.log.frames() - 1);
        match digits.parse() {
            Ok(line) if (1..=last).contains(&line) => self.go_to(self.log.frame_of(line)),
            _ => {
                self.message =
                    format!("There is no line {digits}: the record has lines 1 to {last}.")
            }
        }
    }

    fn previous_round(&mut self) {
        let begin = self.log.begin_of(self.frame);
        let to =
            if self.frame > begin { begin } else { self.log.begin_of(begin.saturating_sub(1)) };
        self.jump(Some(to).filter(|&to| to != self.frame), "There is no round before this one.");
    }

    fn jump_to_departure(&mut self, to: Option<usize>, where_to: &str) {
        let nothing = match &self.asked {
            None => "Nobody was asked: name a strategy with --ask.".to_owned(),
            Some(strategy) => format!(
                "There is no decision {where_to} this one at which {strategy} would have acted \
                 differently."
            ),
        };
        self.jump(to, &nothing);
    }

    fn jump(&mut self, to: Option<usize>, nothing: &str) {
        match to {
            Some(frame) => self.go_to(frame),
            None => self.message = nothing.to_owned(),
        }
    }

    fn look_from_seat(&mut self, seat: usize) {
        let seats = self.table.seats.len();
        if seat < seats {
            self.look_from(Some(Seat::new(seat)));
        } else {
            self.message =
                format!("There is no seat {seat}: the seats are 0 to {}.", seats.saturating_sub(1));
        }
    }

    pub(super) fn shows(&self, seat: Seat) -> bool {
        let is_over = matches!(self.table.event, "round_end" | "match_end");
        is_over || self.eyes.is_none_or(|eyes| eyes == seat)
    }

    /// What the strategy would have done in the decisions that come next, as far as it may be
    /// shown.
    pub(super) fn departures(&self) -> Vec<String> {
        let Some(strategy) = &self.asked else { return Vec::new() };
        self.log
            .departures_at(self.frame)
            .map(|departure| self.departure(strategy, departure))
            .collect()
    }

    fn departure(&self, strategy: &str, departure: &Departure) -> String {
        let (seat, player) = (departure.seat, quoted(&departure.player));
        if !self.shows(Seat::new(seat)) {
            return format!(
                "next: {seat} {player} decides, and {strategy} would do something else (a shows \
                 all hands)"
            );
        }
        format!("next: {seat} {player}, {}", decided(departure, strategy))
    }
}

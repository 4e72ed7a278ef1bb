//! What the full screen shows and what each key does, without a terminal: keys come in, the session
//! moves on.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::plain::no_undo;
use super::{Ending, Terms};
use unobench_core::game::{Action, Decision};
use unobench_record::play::{Hint, HintUse, PersonView, Phase, PlaySession, PlaySetup};

/// Which box lies over the table on the person's screen, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overlay {
    Nothing,
    Help,
    Hand,
    Statistics,
}

/// What the full screen of `play` shows: the table as the person sees it, the cursor, and hints.
pub(super) struct App<'a, 's, 't> {
    pub(super) session: &'a mut PlaySession<'s>,
    pub(super) setup: &'t PlaySetup,
    pub(super) terms: &'t Terms,
    pub(super) scene: PersonView,
    pub(super) cursor: usize,
    digits: String,
    pub(super) hint: Option<Hint>,
    /// The chance to win from 0 to 1, as the adviser sees it, once it was asked.
    pub(super) chance: Option<f64>,
    asks: bool,
    gives_chances: bool,
    pub(super) overlay: Overlay,
    pub(super) scrolled: usize,
    pub(super) until: Option<Instant>,
    pub(super) message: String,
    quits: bool,
    pub(super) ending: Option<Ending>,
}

const PAGE: usize = 5;

impl<'a, 's, 't> App<'a, 's, 't> {
    pub(super) fn new(
        session: &'a mut PlaySession<'s>,
        setup: &'t PlaySetup,
        terms: &'t Terms,
    ) -> Self {
        let scene = session.scene();
        let message = String::new();
        let game_setup = setup.game_setup();
        let adviser = game_setup.adviser.as_ref().filter(|_| game_setup.hints == HintUse::Always);
        let mut app = App {
            session,
            setup,
            terms,
            scene,
            cursor: 0,
            digits: String::new(),
            hint: None,
            chance: None,
            asks: false,
            gives_chances: adviser.is_some_and(|adviser| adviser.player().gives_chances()),
            overlay: Overlay::Nothing,
            scrolled: 0,
            until: None,
            message,
            quits: false,
            ending: None,
        };
        app.look();
        app
    }

    pub(super) fn step(&mut self) -> bool {
        if self.session.phase() != Phase::Others {
            return false;
        }
        self.session.step();
        self.look();
        true
    }

    pub(super) fn others_play(&self) -> bool {
        self.session.phase() == Phase::Others
    }

    fn look(&mut self) {
        self.scene = self.session.scene();
        if !matches!(self.session.phase(), Phase::Yours | Phase::Others) {
            self.scene.places.iter_mut().for_each(|place| place.to_move = false);
        }
        (self.cursor, self.scrolled) = (0, 0);
        self.digits.clear();
        (self.hint, self.chance) = (None, None);
        let hurries = matches!(self.scene.decision, Some(Decision::JumpIn | Decision::Double));
        self.asks = self.gives_chances && self.session.phase() == Phase::Yours && !hurries;
        self.until = self.terms.time.filter(|_| hurries).map(|time| Instant::now() + time);
        if self.session.phase() == Phase::MatchOver {
            self.overlay = Overlay::Statistics;
        }
        if self.session.phase() != Phase::Yours
            && self.session.phase() != Phase::Others
            && self.terms.is_over(self.session)
        {
            self.message = "All rounds are played: Enter ends the session.".to_owned();
        }
    }

    pub(super) fn think(&mut self) -> bool {
        if !std::mem::take(&mut self.asks) {
            return false;
        }
        self.chance = self.session.hint().and_then(Hint::chance);
        true
    }

    pub(super) fn left(&self) -> Option<Duration> {
        self.until.map(|until| until.saturating_duration_since(Instant::now()))
    }

    pub(super) fn tick(&mut self) {
        if self.terms.is_cancelled() {
            self.ending = Some(Ending::Interrupted);
        }
        if self.left().is_some_and(|left| left.is_zero()) {
            self.act(Action::No);
            self.message = "Time is up: you let it pass.".to_owned();
        }
    }

    pub(super) fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if matches!(key.code, KeyCode::Char('c' | 'd')) {
                self.ending = Some(if key.code == KeyCode::Char('c') {
                    Ending::Interrupted
                } else {
                    Ending::Done
                });
            }
            return;
        }
        let quits = std::mem::take(&mut self.quits);
        self.message.clear();
        match key.code {
            _ if self.overlay != Overlay::Nothing => self.overlay = Overlay::Nothing,
            KeyCode::Char('q') if quits => self.ending = Some(Ending::Done),
            KeyCode::Char('q') => {
                self.quits = true;
                self.message = "Press q again to quit.".to_owned();
            }
            KeyCode::Char('?') | KeyCode::F(1) => self.overlay = Overlay::Help,
            KeyCode::Char('v') => self.overlay = Overlay::Hand,
            KeyCode::Char('s') => self.overlay = Overlay::Statistics,
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('h') => self.ask_for_hint(),
            KeyCode::PageUp => {
                self.scrolled =
                    (self.scrolled + PAGE).min(self.session.log().len().saturating_sub(1))
            }
            KeyCode::PageDown => self.scrolled = self.scrolled.saturating_sub(PAGE),
            code => self.key_of_phase(code),
        }
    }

    fn key_of_phase(&mut self, code: KeyCode) {
        match self.session.phase() {
            Phase::Yours => self.key_of_choice(code),
            Phase::Others => {}
            Phase::RoundOver | Phase::MatchOver => {
                if !matches!(code, KeyCode::Enter | KeyCode::Char(' ')) {
                    return;
                }
                if self.terms.is_over(self.session) {
                    self.ending = Some(Ending::Done);
                } else {
                    self.session.next_round();
                    self.look();
                }
            }
        }
    }

    /// Arrows and digits mark a choice, Enter takes it, a letter takes the one that it stands for.
    fn key_of_choice(&mut self, code: KeyCode) {
        let count = self.scene.choices.len().max(1);
        match code {
            KeyCode::Left | KeyCode::Up | KeyCode::BackTab => {
                self.mark((self.cursor + count - 1) % count)
            }
            KeyCode::Right | KeyCode::Down | KeyCode::Tab => self.mark((self.cursor + 1) % count),
            KeyCode::Home => self.mark(0),
            KeyCode::End => self.mark(count - 1),
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(choice) = self.scene.choices.get(self.cursor) {
                    self.act(choice.action);
                }
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.digit(digit),
            KeyCode::Char(letter) => {
                let letter = letter.to_lowercase().to_string();
                if let Some(choice) =
                    self.scene.choices.iter().find(|choice| choice.typed.contains(&letter))
                {
                    self.act(choice.action);
                }
            }
            _ => {}
        }
    }

    fn mark(&mut self, cursor: usize) {
        self.cursor = cursor;
        self.digits.clear();
    }

    fn digit(&mut self, digit: char) {
        self.digits.push(digit);
        for digits in [self.digits.clone(), digit.to_string()] {
            let number: usize = digits.parse().unwrap_or(0);
            if (1..=self.scene.choices.len()).contains(&number) {
                self.cursor = number - 1;
                self.digits = digits;
                return;
            }
        }
        self.digits.clear();
    }

    fn act(&mut self, action: Action) {
        if let Err(error) = self.session.act(action) {
            self.message = error.to_string();
        }
        self.look();
    }

    fn undo(&mut self) {
        if self.session.undo() {
            self.look();
            self.message = "Your last decision is taken back.".to_owned();
        } else {
            self.message = no_undo(self.setup).trim_end().to_owned();
        }
    }

    fn ask_for_hint(&mut self) {
        if self.hint.take().is_some() {
            return;
        }
        match self.session.hint() {
            Some(hint) => self.hint = Some(hint.clone()),
            None => self.message = "Hints are for your own decisions.".to_owned(),
        }
    }
}

//! A full screen: raw mode and the alternate screen, given back however it ends.

use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::{DefaultTerminal, Frame};

use super::failure::{Failure, OrFailure as _};

/// How long it is waited for a key before the clock is looked at.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// A terminal in raw mode on its alternate screen; leaves both when it is dropped, and before a panic is reported.
pub(super) struct Screen {
    terminal: DefaultTerminal,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn open() -> Result<Screen, Failure> {
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            return Err(Failure::usage("the full screen needs a terminal whose cursor moves, and TERM is \"dumb\""));
        }
        match ratatui::try_init() {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                // It may have failed half way.
                ratatui::restore();
                Err(error).or_failed("cannot use the terminal as a full screen")
            }
        }
    }

    /// Paints everything anew; what has not changed is not written again.
    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame<'_>)) -> Result<(), Failure> {
        self.terminal.draw(paint).map(drop).or_failed("cannot write to the terminal")
    }

    /// The next key that is pressed, if one is within this time.
    pub(super) fn key(&self, wait: Duration) -> Result<Option<KeyEvent>, Failure> {
        const PROBLEM: &str = "cannot read the keyboard";
        if !event::poll(wait).or_failed(PROBLEM)? {
            return Ok(None);
        }
        match event::read().or_failed(PROBLEM)? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Ok(Some(key)),
            _ => Ok(None),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing is left to be done where this fails.
        let _ = self.terminal.show_cursor();
        ratatui::restore();
    }
}

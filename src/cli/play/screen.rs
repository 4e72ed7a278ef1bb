//! The full screen: raw mode and the alternate screen, given back however the session ends.

use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};

use super::app::App;
use super::paint::{self, Paint};
use super::{Ending, Keeper, Terms};
use crate::cli::console::Look;
use crate::cli::failure::{Failure, OrFailure as _};
use crate::play::{Session, Setup};

/// How often the clock is looked at while no key is pressed.
const TICK: Duration = Duration::from_millis(100);

/// A terminal in raw mode on its alternate screen; leaves both when it is dropped, and before a panic is reported.
struct Screen {
    terminal: DefaultTerminal,
}

impl Screen {
    fn open() -> Result<Screen, Failure> {
        match ratatui::try_init() {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                // It may have failed half way.
                ratatui::restore();
                Err(error).or_failed("cannot use the terminal as a full screen; --plain plays line by line")
            }
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

/// Plays until somebody has had enough.
pub(super) fn play(session: &mut Session<'_>, setup: &Setup, terms: &Terms, keeper: &mut Keeper) -> Result<Ending, Failure> {
    let paint = Paint { coloured: Look::of_stdout().coloured };
    let mut screen = Screen::open()?;
    let mut app = App::new(session, setup, terms);
    loop {
        screen.terminal.draw(|frame| paint::draw(frame, &app, paint)).or_failed("cannot draw on the terminal")?;
        let others_play = app.step();
        let wait = if others_play { Duration::ZERO } else { TICK };
        if event::poll(wait).or_failed("cannot read the keyboard")?
            && let Event::Key(key) = event::read().or_failed("cannot read the keyboard")?
        {
            app.key(key);
        }
        app.tick();
        if let Some(ending) = app.ending {
            return Ok(ending);
        }
        keeper.keep(app.session)?;
    }
}

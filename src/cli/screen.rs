//! A full screen: raw mode and the alternate screen, given back however it ends.

use std::io::{self, BufWriter, Stdout, Write as _};
use std::mem::{self, ManuallyDrop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::crossterm::queue;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::{Frame, Terminal};

use super::failure::{Failure, OrFailure as _};

/// How long it is waited for a key before the clock is looked at.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// How long the keyboard is waited for before it is looked whether keys are still wanted.
const GLANCE: Duration = Duration::from_millis(20);

/// Bytes that are written at once: more than a change of the screen takes.
const FRAME: usize = 1 << 16;

/// A terminal in raw mode on its alternate screen; leaves both when it is dropped, and before a
/// panic is reported.
///
/// The keyboard is read apart: where the terminal goes away, reading does not come back, and the
/// session still has to be saved.
pub(super) struct Screen {
    /// Never dropped: it would complain to a terminal that went away, and panic when that fails.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<BufWriter<Stdout>>>>,
    keys: Receiver<io::Result<KeyEvent>>,
    /// Whether no more keys are wanted: what is typed from then on is for whoever comes next.
    closing: Arc<AtomicBool>,
}

impl Screen {
    pub(super) fn open() -> Result<Screen, Failure> {
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            return Err(Failure::usage(
                "the full screen needs a terminal whose cursor moves, and TERM is \"dumb\"",
            ));
        }
        let opened = ratatui::try_init().and_then(|unbuffered| {
            // It would give the terminal back when dropped.
            mem::forget(unbuffered);
            let out = BufWriter::with_capacity(FRAME, io::stdout());
            Terminal::new(CrosstermBackend::new(out))
        });
        match opened {
            Ok(terminal) => {
                let (sender, keys) = channel();
                let closing = Arc::new(AtomicBool::new(false));
                let is_closing = Arc::clone(&closing);
                std::thread::spawn(move || read_keys(&sender, &is_closing));
                Ok(Screen { terminal: ManuallyDrop::new(terminal), keys, closing })
            }
            Err(error) => {
                // It may have failed half way.
                let _ = ratatui::try_restore();
                Err(error).or_failed("cannot use the terminal as a full screen")
            }
        }
    }

    /// Paints everything anew; what has not changed is not written again, and what has is shown at
    /// once where the terminal can do that.
    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame<'_>)) -> Result<(), Failure> {
        let terminal = &mut *self.terminal;
        queue!(terminal.backend_mut(), BeginSynchronizedUpdate)
            .and_then(|()| terminal.draw(paint).map(drop))
            .and_then(|()| queue!(terminal.backend_mut(), EndSynchronizedUpdate))
            .and_then(|()| terminal.backend_mut().flush())
            .or_failed("cannot write to the terminal")
    }

    pub(super) fn key(&self, wait: Duration) -> Result<Option<KeyEvent>, Failure> {
        match self.keys.recv_timeout(wait) {
            Ok(key) => key.map(Some).or_failed("cannot read the keyboard"),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(Failure::Failed(anyhow::anyhow!("nobody reads the keyboard any more")))
            }
        }
    }
}

fn read_keys(sender: &Sender<io::Result<KeyEvent>>, closing: &AtomicBool) {
    while !closing.load(Ordering::Relaxed) {
        let key = match event::poll(GLANCE) {
            Ok(false) => continue,
            Ok(true) => event::read(),
            Err(error) => Err(error),
        };
        let key = match key {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => Ok(key),
            Ok(_) => continue,
            Err(error) => Err(error),
        };
        let failed = key.is_err();
        if sender.send(key).is_err() || failed {
            return;
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        // The reader hangs up when it is done; one that does not come back from a terminal that
        // went away is not waited for.
        while self.keys.recv_timeout(TICK).is_ok() {}
        // Nothing is left to be done where this fails.
        let _ = self.terminal.show_cursor();
        let _ = ratatui::try_restore();
    }
}

//! A full screen: raw mode and the alternate screen, given back however it ends.

use std::io::{self, BufWriter, Stdout, Write as _};
use std::mem::{self, ManuallyDrop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::{Frame, Terminal};

use super::failure::{Failure, OrFailure as _, Result, refuse};
#[cfg(unix)]
use super::signals::noted;
#[cfg(unix)]
use signal_hook::consts::signal::{SIGCONT, SIGTSTP};

/// How long it is waited for a key before the clock is looked at.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// How long the keyboard is waited for before it is looked whether keys are still wanted.
const GLANCE: Duration = Duration::from_millis(100);

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
    came_back: bool,
    #[cfg(unix)]
    pauses: Pauses,
}

const UNUSABLE: &str = "cannot use the terminal as a full screen";

/// A terminal of which nothing is painted yet.
fn blank() -> io::Result<Terminal<CrosstermBackend<BufWriter<Stdout>>>> {
    Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(FRAME, io::stdout())))
}

static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back, where a screen is open.
pub(super) fn give_back() {
    if IS_OPEN.swap(false, Ordering::Relaxed) {
        // Nothing is left to be done where this fails.
        let _ = execute!(io::stdout(), Show);
        let _ = ratatui::try_restore();
    }
}

impl Screen {
    pub(super) fn open() -> Result<Screen> {
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            refuse!("the full screen needs a terminal whose cursor moves, and TERM is \"dumb\"");
        }
        let opened = ratatui::try_init().and_then(|unbuffered| {
            // It would give the terminal back when dropped.
            mem::forget(unbuffered);
            blank()
        });
        match opened {
            Ok(terminal) => {
                IS_OPEN.store(true, Ordering::Relaxed);
                let (sender, keys) = channel();
                let closing = Arc::new(AtomicBool::new(false));
                let is_closing = Arc::clone(&closing);
                std::thread::spawn(move || read_keys(&sender, &is_closing));
                Ok(Screen {
                    terminal: ManuallyDrop::new(terminal),
                    keys,
                    closing,
                    came_back: false,
                    #[cfg(unix)]
                    pauses: Pauses { asked: noted(SIGTSTP), over: noted(SIGCONT) },
                })
            }
            Err(error) => {
                // It may have failed half way.
                let _ = ratatui::try_restore();
                Err(error).or_failed(UNUSABLE)
            }
        }
    }

    /// Begins anew: to clear a terminal asks it where its cursor is, and some never answer.
    fn wipe(&mut self) -> Result {
        let wiped = execute!(io::stdout(), Clear(ClearType::All)).and_then(|()| blank());
        (self.terminal, self.came_back) = (ManuallyDrop::new(wiped.or_failed(UNUSABLE)?), true);
        Ok(())
    }

    /// Whether everything has to be painted.
    pub(super) fn is_back(&mut self) -> bool {
        std::mem::take(&mut self.came_back)
    }

    /// Paints everything anew; what has not changed is not written again, and what has is shown at
    /// once where the terminal can do that.
    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame<'_>)) -> Result {
        let terminal = &mut *self.terminal;
        queue!(terminal.backend_mut(), BeginSynchronizedUpdate)
            .and_then(|()| terminal.draw(paint).map(drop))
            .and_then(|()| queue!(terminal.backend_mut(), EndSynchronizedUpdate))
            .and_then(|()| terminal.backend_mut().flush())
            .or_failed("cannot write to the terminal")
    }

    pub(super) fn key(&mut self, wait: Duration) -> Result<Option<KeyEvent>> {
        #[cfg(unix)]
        self.pause_if_asked()?;
        match self.keys.recv_timeout(wait) {
            #[cfg(unix)]
            Ok(Ok(key)) if is_ctrl_z(&key) => self.pause().map(|()| None),
            Ok(Ok(key)) if key.code == KeyCode::Null => self.wipe().map(|()| None),
            Ok(key) => key.map(Some).or_failed("cannot read the keyboard"),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(Failure::Failed(anyhow::anyhow!("nobody reads the keyboard any more")))
            }
        }
    }
}

/// What a shell with job control sends a program that is to pause, and to go on.
#[cfg(unix)]
struct Pauses {
    asked: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

/// In raw mode the terminal does not turn the key into the signal.
#[cfg(unix)]
fn is_ctrl_z(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL
}

#[cfg(unix)]
impl Screen {
    fn pause_if_asked(&mut self) -> Result {
        if self.pauses.asked.swap(false, Ordering::Relaxed) {
            return self.pause();
        }
        if self.pauses.over.swap(false, Ordering::Relaxed) {
            // It was stopped by what no program hears.
            give_back();
            return self.come_back();
        }
        Ok(())
    }

    /// Gives the terminal back, stops, and goes on where somebody continues the program.
    fn pause(&mut self) -> Result {
        // Without a shell that could continue it, it goes on.
        if rustix::process::getsid(None).ok() == Some(rustix::process::getpid()) {
            return Ok(());
        }
        give_back();
        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
        self.pauses.over.store(false, Ordering::Relaxed);
        self.come_back()
    }

    fn come_back(&mut self) -> Result {
        enable_raw_mode()
            .and_then(|()| execute!(io::stdout(), EnterAlternateScreen))
            .or_failed(UNUSABLE)?;
        IS_OPEN.store(true, Ordering::Relaxed);
        self.wipe()
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
            // No key, but a reason to paint.
            Ok(Event::Resize(..)) => Ok(KeyEvent::from(KeyCode::Null)),
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
        give_back();
    }
}

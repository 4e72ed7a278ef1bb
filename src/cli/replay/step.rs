//! Stepping through a record on a full screen.

use std::io::{self, IsTerminal as _};

use super::viewer::Viewer;
use super::{ReplayArgs, open, paint, seat_of};
use crate::cli::console::Style;
use crate::cli::failure::{Failure, OrFailure as _, Result, refuse};
use crate::cli::interrupt::listen_silently;
use crate::cli::line_up::strategy;
use crate::cli::paint::Paint;
use crate::cli::play::Ending;
use crate::cli::screen::{Screen, TICK};
use unobench_core::bounded::quoted;
use unobench_record::ReplayLog;

pub(super) fn through(args: &ReplayArgs) -> Result {
    if args.file.as_os_str() == "-" {
        refuse!("--tui reads keys from standard input, so the record has to be in a file");
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        refuse!(
            "replay --tui: the full screen needs a terminal for input and output; without --tui \
             the record is checked"
        );
    }
    let name = quoted(&args.file.to_string_lossy());
    let strategy = args.ask.as_deref().map(strategy).transpose()?;
    let log = ReplayLog::read(open(&args.file)?, strategy.as_ref()).or_usage_in(&name)?;
    let mut viewer = Viewer::new(&log, name.clone(), args.ask.clone()).or_usage_in(&name)?;
    if let Some(line) = args.at {
        let last = log.line_of(log.frames() - 1);
        if line > last {
            refuse!("--at {line}: the record has lines 1 to {last}");
        }
        viewer.go_to(log.frame_of(line));
    }
    if let Some(seat) = args.seat {
        viewer.look_from(Some(seat_of(viewer.table.seats.len(), seat)?));
    }
    let ending = show(&mut viewer, Paint { coloured: Style::of_stdout().coloured })?;
    if ending == Ending::Interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

fn show(viewer: &mut Viewer<'_>, paint: Paint) -> Result<Ending> {
    let cancelled = listen_silently();
    let mut screen = Screen::open()?;
    loop {
        screen.draw(|frame| paint::draw(frame, viewer, paint))?;
        if let Some(key) = screen.key(TICK)? {
            viewer.key(key);
        }
        if cancelled.load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(Ending::Interrupted);
        }
        if let Some(ending) = viewer.ending {
            return Ok(ending);
        }
    }
}

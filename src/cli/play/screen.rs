//! The full screen: keys in, what the session shows out.

use std::time::{Duration, Instant};

use super::app::App;
use super::paint;
use super::{Ending, Keeper, Terms};
use crate::cli::console::Style;
use crate::cli::failure::Result;
use crate::cli::paint::Paint;
use crate::cli::screen::{Screen, TICK};
use unobench_record::play::{PlaySession, PlaySetup};

const GLIMPSE: Duration = Duration::from_millis(30);

/// The time from one move of the others to the next, unless a key hurries them.
const PACE: Duration = Duration::from_millis(300);

pub(super) fn play(
    session: &mut PlaySession<'_>,
    setup: &PlaySetup,
    terms: &Terms,
    keeper: &mut Keeper,
) -> Result<Ending> {
    let paint = Paint { coloured: Style::of_stdout().coloured };
    let mut screen = Screen::open()?;
    let mut app = App::new(session, setup, terms);
    let (mut painted, mut moved) = (None::<Instant>, Instant::now());
    let (mut hurries, mut changed) = (false, true);
    loop {
        let others_play = app.others_play();
        hurries &= others_play;
        if others_play && (hurries || moved.elapsed() >= PACE) {
            play_on(&mut app, if hurries { GLIMPSE } else { Duration::ZERO });
            (moved, changed) = (Instant::now(), true);
        }
        // Who types ahead need not wait for what each key changes.
        let mut key = screen.key(Duration::ZERO)?;
        changed |= app.until.is_some() || screen.is_back();
        if changed && (key.is_none() || painted.is_none_or(|painted| painted.elapsed() >= TICK)) {
            draw(&mut screen, &mut app, paint)?;
            (painted, changed) = (Some(Instant::now()), false);
        }
        if key.is_none() {
            key = screen.key(if hurries { Duration::ZERO } else { TICK })?;
        }
        if let Some(key) = key {
            hurries = others_play;
            changed = true;
            app.key(key);
        }
        app.tick();
        if let Some(ending) = app.ending {
            return Ok(ending);
        }
        keeper.keep(app.session)?;
    }
}

/// Lets the others do one move, and further ones for so long.
fn play_on(app: &mut App<'_, '_, '_>, time: Duration) {
    let begun = Instant::now();
    while app.step() && begun.elapsed() < time {}
}

/// Draws the screen, and again once the adviser has thought, if it had to.
fn draw(screen: &mut Screen, app: &mut App<'_, '_, '_>, paint: Paint) -> Result {
    screen.draw(|frame| paint::draw(frame, app, paint))?;
    if app.think() {
        screen.draw(|frame| paint::draw(frame, app, paint))?;
    }
    Ok(())
}

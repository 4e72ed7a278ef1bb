//! The full screen: keys in, what the session shows out.

use std::time::{Duration, Instant};

use super::app::App;
use super::paint;
use super::{Ending, Keeper, Terms};
use crate::cli::console::Style;
use crate::cli::failure::Failure;
use crate::cli::paint::Paint;
use crate::cli::screen::{Screen, TICK};
use unobench_record::play::{PlaySession, PlaySetup};

const GLIMPSE: Duration = Duration::from_millis(30);

pub(super) fn play(
    session: &mut PlaySession<'_>,
    setup: &PlaySetup,
    terms: &Terms,
    keeper: &mut Keeper,
) -> Result<Ending, Failure> {
    let paint = Paint { coloured: Style::of_stdout().coloured };
    let mut screen = Screen::open()?;
    let mut app = App::new(session, setup, terms);
    let mut painted: Option<Instant> = None;
    loop {
        let begun = Instant::now();
        let mut others_play = app.step();
        while others_play && begun.elapsed() < GLIMPSE {
            others_play = app.step();
        }
        // Who types ahead need not wait for what each key changes.
        let mut key = screen.key(Duration::ZERO)?;
        if key.is_none() || painted.is_none_or(|painted| painted.elapsed() >= TICK) {
            screen.draw(|frame| paint::draw(frame, &app, paint))?;
            if app.think() {
                screen.draw(|frame| paint::draw(frame, &app, paint))?;
            }
            painted = Some(Instant::now());
        }
        if key.is_none() {
            key = screen.key(if others_play { Duration::ZERO } else { TICK })?;
        }
        if let Some(key) = key {
            app.key(key);
        }
        app.tick();
        if let Some(ending) = app.ending {
            return Ok(ending);
        }
        keeper.keep(app.session)?;
    }
}

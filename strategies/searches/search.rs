//! `search`: plays by its network, and looks ahead where the best actions are close.

use super::{AheadPlayer, BUDGET, Entry, HONEST, LIBRARY, MARGIN, Parameter, Player, TURNS};
use std::path::Path;
use std::sync::Arc;
use unobench_core::bounded::quoted;
use unobench_core::reader::Reader;
use unobench_core::strategy::{FileFormat, StrategyFile};
use unobench_learners::net::Nets;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "search",
    description: "plays by its network, and where actions are close tries them in worlds that fit \
        what it sees, the network playing on for everybody and judging the outcome",
    source: "truncated rollouts (G. Tesauro and G. Galperin, NIPS 1996) in common worlds",
    tier: 4,
    parameters: &[
        Parameter::file("file").means("the network to play by instead of the built-in ones"),
        BUDGET,
        MARGIN,
        TURNS,
    ],
    traits: HONEST,
    make: |settings| Player::honest(AheadPlayer::new(settings)),
    file: Some(FileFormat { read, built_in: || &**Nets::champion() }),
    ..LIBRARY
};

/// Reads networks, all of which must choose by the chance to win.
fn read(path: &Path, files: &dyn Reader) -> Result<Arc<dyn StrategyFile>, String> {
    let nets = Nets::read(path, files).map_err(|error| error.to_string())?;
    if !nets.give_chances() {
        return Err(format!(
            "{}: it learned to do well in points; allowed: networks that learned to win",
            quoted(&path.to_string_lossy())
        ));
    }
    Ok(Arc::new(nets))
}

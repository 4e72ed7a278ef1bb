//! Networks that learned nothing but one rule set, for one number of seats, and won the exam of those
//! that come with the program: they sit as `champion` where that rule set is measured.
//!
//! `specialists.net` is a file of networks of which each `[[table]]` has the `digest` of its rule
//! set besides; `scripts/examine` writes it.

use super::file::{Nets, Specialist};
use std::sync::{Arc, OnceLock};

static ALL: OnceLock<Vec<(String, Arc<Nets>)>> = OnceLock::new();

#[cfg(feature = "embedded")]
const FILE: Option<&[u8]> = Some(include_bytes!("specialists.net"));

#[cfg(not(feature = "embedded"))]
const FILE: Option<&[u8]> = None;

/// The network that sits as `champion` under a rule set, by a digest of its settings, at tables of
/// so many seats; none where nobody is known to be better, and where no networks are built in.
pub fn specialist(digest: &str, players: usize) -> Option<&'static Arc<Nets>> {
    let known = ALL.get_or_init(|| FILE.map_or_else(Vec::new, read));
    let seats = |nets: &Nets| nets.tables()[0].0.players;
    let found = known.iter().find(|(key, nets)| key == digest && seats(nets) == players);
    found.map(|(_, nets)| nets)
}

fn read(file: &[u8]) -> Vec<(String, Arc<Nets>)> {
    let all =
        Nets::specialists(file).expect("the specialists that come with the program are complete");
    let entry = |Specialist { digest, origin, net }| (digest, Arc::new(Nets::new([(origin, net)])));
    all.into_iter().map(entry).collect()
}

//! What the command line will have and does not have yet: said so, rather than left to look like a typing error.
//!
//! When one of these is built, its line here goes away.

use clap::error::{ContextKind, ContextValue};

use super::failure::Failure;

/// Commands and flags that are specified and not built.
const PLANNED: [&str; 10] = ["duel", "tournament", "sweep", "skill", "tune", "play", "bot", "report", "compare", "--until-ci"];

/// Turns a complaint about an unknown command or flag into a plain word where it is only not built yet.
pub(super) fn explain(error: &clap::Error) -> Option<Failure> {
    let unknown = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg].into_iter().find_map(|kind| error.get(kind));
    let Some(ContextValue::String(word)) = unknown else { return None };
    PLANNED.iter().find(|planned| *planned == word).map(|planned| not_built(planned))
}

/// Refuses a strategy of a kind that is not built yet; external bots are refused where strategies are read.
pub(super) fn refuse_strategy(text: &str) -> Result<(), Failure> {
    if text.starts_with("linear:") {
        return Err(Failure::usage(format!("strategy {text:?}: weight files (linear:…) are not implemented yet")));
    }
    Ok(())
}

fn not_built(what: &str) -> Failure {
    let shown = if what == "compare" { "rules compare" } else { what };
    Failure::usage(format!("{shown} is not implemented yet; `unobench --help` lists what is"))
}

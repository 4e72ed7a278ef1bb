//! What the command line will have and does not have yet: said so, rather than left to look like a typing error.
//!
//! When one of these is built, its line here goes away.

use clap::error::{ContextKind, ContextValue};

use super::failure::Failure;

/// Commands and flags that are specified and not built.
const PLANNED: [&str; 1] = ["report"];

/// Turns a complaint about an unknown command or flag into a plain word where it is only not built yet.
pub(super) fn explain(error: &clap::Error) -> Option<Failure> {
    let unknown = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg].into_iter().find_map(|kind| error.get(kind));
    let Some(ContextValue::String(word)) = unknown else { return None };
    PLANNED.iter().find(|planned| *planned == word).map(|planned| not_built(planned))
}

fn not_built(what: &str) -> Failure {
    Failure::usage(format!("{what} is not implemented yet; `unobench --help` lists what is"))
}

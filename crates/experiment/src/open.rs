//! Directories opened to be played in, whatever is there.

use crate::any::AnyHeader;
use crate::error::RunError;
use crate::run::plan::Plan;
use crate::store::directory::{self, Existing, Opened};
use crate::store::progress::{Experiment, Progress};
use crate::store::{Lock, StoreError};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Opens a locked directory for a run or survey of which nothing is played yet.
pub(crate) fn open<E: Experiment<Header = AnyHeader>>(
    experiment: E,
    lock: Lock,
    existing: Existing,
) -> Result<Opened<E>, StoreError> {
    directory::open(Progress::new(experiment), lock, existing, is_finished)
}

/// Makes room for another run in a directory: one that was interrupted there is kept beside it,
/// under a name of its own, which is returned. Finished ones stay, and so does what is no run.
///
/// # Errors
/// If another process writes there, or the directory cannot be read or renamed.
pub fn make_room(out: &Path) -> Result<Option<PathBuf>, RunError> {
    Ok(directory::set_aside(out, is_finished)?)
}

/// Whether a run or a survey was played to its end.
fn is_finished(there: AnyHeader, header: u64, lines: &mut BufReader<File>) -> bool {
    match there {
        AnyHeader::Run(there) => {
            Plan::from_header(*there).is_ok_and(|plan| is_complete(plan, header, lines))
        }
        AnyHeader::Survey(there) => there.check().is_ok() && is_complete(*there, header, lines),
    }
}

fn is_complete(experiment: impl Experiment, header: u64, lines: &mut BufReader<File>) -> bool {
    let mut progress = Progress::new(experiment);
    progress.add_lines(lines, header).is_ok() && progress.is_complete()
}

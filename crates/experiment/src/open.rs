//! Directories opened to be played in, whatever is there.

use crate::any::AnyHeader;
use crate::run::plan::Plan;
use crate::run::progress::RunProgress;
use crate::store::directory::{self, Existing, Opened};
use crate::store::progress::Progress;
use crate::store::{Lock, StoreError};
use crate::survey::progress::SurveyProgress;
use std::fs::File;
use std::io::BufReader;

/// Opens a locked directory for a run or survey of which nothing is played yet.
pub(crate) fn open<P: Progress<Header = AnyHeader>>(
    progress: P,
    lock: Lock,
    existing: Existing,
) -> Result<Opened<P>, StoreError> {
    directory::open(progress, lock, existing, is_finished)
}

/// Whether a run or a survey was played to its end.
fn is_finished(there: AnyHeader, header: u64, lines: &mut BufReader<File>) -> bool {
    match there {
        AnyHeader::Run(there) => Plan::from_header(*there)
            .is_ok_and(|plan| is_complete(RunProgress::new(&plan), header, lines)),
        AnyHeader::Survey(there) => SurveyProgress::from_header(*there)
            .is_ok_and(|progress| is_complete(progress, header, lines)),
    }
}

fn is_complete(mut progress: impl Progress, header: u64, lines: &mut BufReader<File>) -> bool {
    progress.add_lines(lines, header).is_ok() && progress.is_complete()
}

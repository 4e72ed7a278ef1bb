//! The files of a directory made anew from its `progress.jsonl` alone, so that whoever reads them
//! need not believe those that are there.

use crate::directory::ResultsSource;
use crate::error::RunError;
use crate::found::RunFindings;
use crate::output::conclude;
use crate::output::manifest::{Invocation, SessionHost};
use crate::progress::{Dropped, Progress};
use crate::store::{PROGRESS, StoreError};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use unobench_disk::{read_text, replace_file};
use unobench_findings::json;
use unobench_measure::plan::Plan;

/// The longest `manifest.json` whose `host` is taken over, in bytes.
const LONGEST_MANIFEST: u64 = 1 << 28;

/// The files that were made again of a run or survey, in a temporary directory.
#[derive(Debug)]
pub struct Derived {
    files: TempDir,
    pub version: String,
    /// What was found.
    pub found: RunFindings,
    /// What could not be believed of it, and is left out.
    pub dropped: Option<Dropped>,
}

impl Derived {
    pub fn files(&self) -> &Path {
        self.files.path()
    }
}

const NOBODY: SessionHost<'static> =
    SessionHost { threads: 0, invocation: &Invocation::NONE, time: Duration::ZERO, games: 0 };

/// Writes the files of a run or survey into a temporary directory, as its `progress.jsonl` has
/// them; none if there is no such file. What it cannot tell, the `host` of `manifest.json`, is
/// taken from the manifest that is there.
pub fn derive(directory: &Path) -> Result<Option<Derived>, RunError> {
    if directory.join(PROGRESS).symlink_metadata().is_err() {
        return Ok(None);
    }
    let files = TempDir::with_prefix("unobench")
        .map_err(|source| StoreError::CreateDirectory { path: std::env::temp_dir(), source })?;
    let mut source = ResultsSource::open(directory)?;
    let version = source.header.version.clone();
    let mut progress = Progress::new(Plan::new(source.header.clone())?);
    let dropped = source.add_lines(&mut progress)?;
    let found = conclude(&mut progress, directory, files.path(), &NOBODY)?;
    take_host(directory, files.path())?;
    Ok(Some(Derived { files, version, found, dropped }))
}

fn take_host(directory: &Path, out: &Path) -> Result<(), RunError> {
    let (Some(manifest), Some(mut here)) = (manifest_in(directory), manifest_in(out)) else {
        return Ok(());
    };
    if let Some(host) = manifest.get("host") {
        here["host"] = host.clone();
    }
    replace_file(&out.join("manifest.json"), |file| json::write(file, &here))
        .map_err(|error| StoreError::from(error).into())
}

/// The manifest of a directory; none if there is none that can be read.
fn manifest_in(directory: &Path) -> Option<Value> {
    let text = read_text(&directory.join("manifest.json"), LONGEST_MANIFEST).ok()?;
    serde_json::from_str(&text).ok()
}

//! The files of a run or survey made anew from its `progress.jsonl` alone, so that whoever reads
//! them need not believe those that are there.

use crate::any::AnyHeader;
use crate::error::RunError;
use crate::output::{self, manifest::Host};
use crate::run::plan::Plan;
use crate::run::progress::RunProgress;
use crate::store::directory::PartDirectory;
use crate::store::progress::{Dropped, Progress};
use crate::store::{PROGRESS, StoreError};
use crate::survey::progress::SurveyProgress;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use unobench_core::bounded::read_text;
use unobench_files::file::replace_file;
use unobench_files::json;

/// The longest `manifest.json` whose `host` is taken over, in bytes.
const LONGEST_MANIFEST: u64 = 1 << 28;

/// What was found in a `progress.jsonl`, and the files that were made from it.
#[derive(Debug)]
pub struct Derived {
    files: TempDir,
    /// The version of its format.
    pub format: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// What could not be believed of it, and is left out.
    pub dropped: Option<Dropped>,
}

impl Derived {
    /// The directory of the files, which goes away with this.
    #[must_use]
    pub fn files(&self) -> &Path {
        self.files.path()
    }
}

/// Writes the files of a run or survey into a temporary directory, as its `progress.jsonl` has
/// them; none if there is no such file. What it cannot tell, the `host` of `manifest.json`, is
/// taken from the manifest that is there.
///
/// # Errors
/// If `progress.jsonl` cannot be read or has no header, or a file cannot be written.
pub fn derive(directory: &Path) -> Result<Option<Derived>, RunError> {
    if directory.join(PROGRESS).symlink_metadata().is_err() {
        return Ok(None);
    }
    let files = temporary_directory()?;
    let out = files.path();
    let mut source: PartDirectory<AnyHeader> = PartDirectory::open(directory)?;
    let (format, version) = source.header.versions();
    let version = version.to_owned();
    let dropped = match source.header.clone() {
        AnyHeader::Run(header) => {
            let plan = Plan::from_header(*header)?;
            let mut progress = RunProgress::new(&plan);
            let (dropped, complete) = add(&mut source, &mut progress)?;
            output::write_run(out, &progress.into_results(), complete, &NOBODY)?;
            dropped
        }
        AnyHeader::Survey(header) => {
            let mut progress = SurveyProgress::from_header(*header)?;
            let (dropped, complete) = add(&mut source, &mut progress)?;
            output::write_survey(out, &progress.into_survey(), complete, &NOBODY)?;
            dropped
        }
    };
    take_host(directory, out)?;
    Ok(Some(Derived { files, format, version, dropped }))
}

/// A session in which nobody played.
const NOBODY: Host<'static> = Host { threads: 0, arguments: &[], time: Duration::ZERO, games: 0 };

fn temporary_directory() -> Result<TempDir, StoreError> {
    let failed = |source| StoreError::CreateDirectory { path: std::env::temp_dir(), source };
    TempDir::with_prefix("unobench").map_err(failed)
}

/// Adds up all lines that can be believed; says what cannot, and whether everything was played.
fn add<P: Progress<Header = AnyHeader>>(
    source: &mut PartDirectory<AnyHeader>,
    progress: &mut P,
) -> Result<(Option<Dropped>, bool), StoreError> {
    let dropped = source.add_lines(progress)?;
    Ok((dropped, progress.is_complete()))
}

/// Takes over what the manifest that is there says of the machine, if it can be read.
fn take_host(directory: &Path, out: &Path) -> Result<(), RunError> {
    let read = |directory: &Path| -> Option<Value> {
        let text = read_text(&directory.join("manifest.json"), LONGEST_MANIFEST).ok()?;
        serde_json::from_str(&text).ok()
    };
    let (Some(there), Some(mut here)) = (read(directory), read(out)) else { return Ok(()) };
    if let Some(host) = there.get("host") {
        here["host"] = host.clone();
    }
    replace_file(&out.join("manifest.json"), |file| json::write(file, &here))
        .map_err(|error| StoreError::from(error).into())
}

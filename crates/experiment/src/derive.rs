//! The files of a run or survey made anew from its `progress.jsonl` alone, so that whoever reads
//! them need not believe those that are there.

use crate::any::AnyHeader;
use crate::error::RunError;
use crate::output::{
    Outputs,
    manifest::{Host, Invocation},
};
use crate::run::plan::Plan;
use crate::store::directory::PartDirectory;
use crate::store::progress::{Dropped, Progress};
use crate::store::{PROGRESS, StoreError};
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
        AnyHeader::Run(header) => write(&mut source, Plan::from_header(*header)?, out)?,
        AnyHeader::Survey(header) => {
            header.check()?;
            write(&mut source, *header, out)?
        }
    };
    take_host(directory, out)?;
    Ok(Some(Derived { files, format, version, dropped }))
}

/// A session in which nobody played.
const NOBODY: Host<'static> =
    Host { threads: 0, invocation: &Invocation::NONE, time: Duration::ZERO, games: 0 };

fn temporary_directory() -> Result<TempDir, StoreError> {
    let failed = |source| StoreError::CreateDirectory { path: std::env::temp_dir(), source };
    TempDir::with_prefix("unobench").map_err(failed)
}

/// Adds up all lines that can be believed and writes what they say; returns what cannot.
fn write<E: Outputs<Header = AnyHeader>>(
    source: &mut PartDirectory<AnyHeader>,
    experiment: E,
    out: &Path,
) -> Result<Option<Dropped>, StoreError> {
    let mut progress = Progress::new(experiment);
    let dropped = source.add_lines(&mut progress)?;
    E::conclude(&mut progress, out, &NOBODY)?;
    Ok(dropped)
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

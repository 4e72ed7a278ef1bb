//! All access of the package to files: `unobench_disk`.

use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyPermissionError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::{Error, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use unobench_core::bounded;

/// An error about a file, which names it.
fn failed(path: &Path, error: &Error) -> PyErr {
    let told = format!("{}: {error}", bounded::quoted_path(path));
    match error.kind() {
        ErrorKind::NotFound => PyFileNotFoundError::new_err(told),
        ErrorKind::PermissionDenied => PyPermissionError::new_err(told),
        ErrorKind::InvalidData => PyValueError::new_err(told),
        _ => PyOSError::new_err(told),
    }
}

/// The bytes of a regular file that has at most so many.
#[pyfunction]
pub(crate) fn read(py: Python<'_>, path: PathBuf, most: u64) -> PyResult<Bound<'_, PyBytes>> {
    let read = py.detach(|| unobench_disk::read(&path, most));
    read.map(|bytes| PyBytes::new(py, &bytes)).map_err(|error| failed(&path, &error))
}

/// So many bytes of a regular file from a place on, fewer at its end.
#[pyfunction]
pub(crate) fn read_part(
    py: Python<'_>,
    path: PathBuf,
    first: u64,
    many: u64,
) -> PyResult<Bound<'_, PyBytes>> {
    let mut bytes = Vec::new();
    let read = py.detach(|| {
        let mut file = unobench_disk::open(&path)?;
        file.seek(SeekFrom::Start(first))?;
        file.take(many).read_to_end(&mut bytes)
    });
    read.map(|_| PyBytes::new(py, &bytes)).map_err(|error| failed(&path, &error))
}

/// Writes a file whole, in place of an old one; if it cannot be written the old one is left.
#[pyfunction]
pub(crate) fn replace_file(py: Python<'_>, path: PathBuf, data: &[u8]) -> PyResult<()> {
    let written = py.detach(|| unobench_disk::replace_file(&path, |out| out.write_all(data)));
    written.map_err(|error| PyOSError::new_err(error.to_string()))
}

/// A foreign text as messages quote it: no more than 200 characters, none of them hidden.
#[pyfunction]
pub(crate) fn quoted(text: &str) -> String {
    bounded::quoted(text)
}

//! What several tests need.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The bytes of every file of a directory, the manifest's without `host`.
pub(crate) fn bytes(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let mut contents = fs::read(entry.path()).expect("a file");
        if name == "manifest.json" {
            let mut manifest: Value = serde_json::from_slice(&contents).expect("JSON");
            let host = manifest.as_object_mut().expect("an object").shift_remove("host");
            host.expect("what belongs to the machine");
            contents = manifest.to_string().into_bytes();
        }
        (name, contents)
    };
    let entries = fs::read_dir(directory).expect("a directory");
    entries.map(|entry| read(entry.expect("an entry"))).collect()
}

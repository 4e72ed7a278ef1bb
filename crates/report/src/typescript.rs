//! Types of documents as TypeScript declares them, for the tests that hold the page to them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use ts_rs::{Config, TS};

/// A type with what is said of it. Numbers are those of JSON, however large.
pub(crate) fn declared<T: TS>() -> String {
    let mut text = T::docs().unwrap_or_default();
    let declaration = T::decl(&Config::new().with_large_int("number"));
    let _ = writeln!(text, "export {declaration}");
    text
}

/// Holds a file of the page to some types, or writes it where that is asked for.
pub(crate) fn check(path: &str, declarations: &[String]) {
    let head = "// Made from the types of Rust: UNOBENCH_REGENERATE=1 cargo test writes it anew.\n";
    let wanted = format!("{head}\n{}", declarations.join("\n"));
    let place = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("UNOBENCH_REGENERATE").is_some() {
        fs::write(&place, &wanted).expect("it can be written");
    }
    let text = fs::read_to_string(&place).expect("it can be read");
    assert!(text == wanted, "{path} is not what the types say");
}

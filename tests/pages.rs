//! Parts of pages that are made from measurements, between marks that say by what.

use std::path::PathBuf;
use std::sync::Mutex;

/// With this variable set, the tests write the parts instead of comparing them.
pub(crate) const REGENERATE: &str = "UNOBENCH_REGENERATE";

pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

pub(crate) fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Compares the parts of a file between the marks of a test file with what they should be, or
/// writes them.
pub(crate) fn check(file: &str, made_by: &str, parts: &[String]) {
    let [begin, end] = ["begin", "end"].map(|mark| format!("<!-- made by {made_by}: {mark} -->\n"));
    // Tests that write parts of one file must not do so at the same time.
    static WRITING: Mutex<()> = Mutex::new(());
    let _writing = WRITING.lock();
    let old = text(file);
    let mut new = String::new();
    let mut rest = old.as_str();
    for part in parts {
        let none = |mark: &str| panic!("{file} has no further {mark}");
        let (before, after) = rest.split_once(&begin).unwrap_or_else(|| none(&begin));
        let (_, after) = after.split_once(&end).unwrap_or_else(|| none(&end));
        new += &format!("{before}{begin}{part}{end}");
        rest = after;
    }
    new += rest;
    if std::env::var_os(REGENERATE).is_some() {
        std::fs::write(path(file), &new).unwrap_or_else(|error| panic!("{file}: {error}"));
        return;
    }
    let same = old.lines().zip(new.lines()).take_while(|(is, should_be)| is == should_be).count();
    let line = |page: &str| page.lines().nth(same).unwrap_or("(the end)").to_owned();
    let difference = format!("\n  is:        {}\n  should be: {}", line(&old), line(&new));
    let anew = format!("to write it anew: {REGENERATE}=1 cargo test --release");
    assert!(old == new, "{file}, line {}, is not what was measured; {anew}{difference}", same + 1);
}

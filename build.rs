//! Tells the program which commit it is built from, as far as that is known: from the repository,
//! or from what `cargo package` wrote down. Changes that are not committed are not seen.

use std::fs;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(commit) = packaged().or_else(checked_out) {
        println!("cargo::rustc-env=UNOBENCH_COMMIT={commit}");
    }
}

/// The commit of a package: 40 digits after `"sha1": "`.
#[allow(clippy::disallowed_methods, reason = "what gives access to files is not built yet")]
fn packaged() -> Option<String> {
    const FILE: &str = ".cargo_vcs_info.json";
    let text = fs::read_to_string(FILE).ok()?;
    println!("cargo::rerun-if-changed={FILE}");
    Some(text.split("\"sha1\"").nth(1)?.split('"').nth(1)?.to_owned())
}

fn checked_out() -> Option<String> {
    if !git(&["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    // A commit changes the log of HEAD, wherever HEAD points.
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if fs::exists(&path).unwrap_or(false) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    Some(commit)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

//! Ctrl-C: what was played is kept, and `--resume` goes on to the same bytes.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::dir::{Dir, assert_reads};

/// How many lines there are in a file by now.
pub(super) fn lines(dir: &Dir, name: &str) -> usize {
    fs::read(dir.path(name)).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
fn after_ctrl_c_a_run_resumes_to_the_same_bytes() {
    let dir = Dir::new();
    let long = "run random -p 4 -r official -n 400000 -j 1 --no-progress -o";
    dir.output(&format!("{long} whole"));
    let cut = format!("{long} cut");
    let told = dir.interrupted(&cut, || lines(&dir, "cut/progress.jsonl") >= 3);
    assert_reads(&told.err, "--resume");
    assert!(dir.has("cut/summary.csv") && !dir.has("cut/matches"), "what was played is written");
    assert_reads(&dir.told(&cut).ended(2).err, "--resume");
    dir.output(&format!("{cut} --resume"));
    dir.assert_same_files("whole", "cut");
}

#[test]
fn after_ctrl_c_a_training_resumes_to_the_same_bytes() {
    let dir = Dir::new();
    let train = |games: u32, out: &str| {
        format!("train -r stacking -n {games} --check 200 --no-progress -o {out}")
    };
    dir.output(&train(2000, "whole.net"));
    let cut = train(2000, "cut.net");
    assert_reads(&dir.interrupted(&cut, || dir.has("cut.net.state")).err, "--resume");
    dir.refused(&cut, "cut.net.state … --resume");
    let other = format!("{} --resume", train(3000, "cut.net"));
    dir.refused(&other, "cut.net.state … 2000 games … 3000 games");
    dir.output(&format!("{cut} --resume"));
    assert!(!dir.has("cut.net.state"));
    assert_eq!(dir.bytes("whole.net"), dir.bytes("cut.net"));
}

#[test]
fn ctrl_c_leaves_a_record_of_whole_games() {
    let dir = Dir::new();
    let trace = "trace random -p 4 -r official -n 100000000 -o record.jsonl";
    // It has another name until it is whole, or none.
    let is_long = |length: u64| length > 100_000;
    dir.interrupted(trace, || lengths(&dir.path("")).into_iter().any(is_long));
    assert_reads(&dir.output("replay record.jsonl"), "ok: ");
}

/// How long files of a directory are that stand in it or that processes have open.
fn lengths(directory: &Path) -> Vec<u64> {
    let entries = |path: &Path| fs::read_dir(path).into_iter().flatten().flatten();
    let opened = |process: fs::DirEntry| entries(&process.path().join("fd"));
    let is_here = |file: &fs::DirEntry| {
        let leads_here = |to: PathBuf| to.starts_with(directory);
        file.path().starts_with(directory) || file.path().read_link().is_ok_and(leads_here)
    };
    let files = entries(directory).chain(entries(Path::new("/proc")).flat_map(opened));
    let files = files.filter(is_here).filter_map(|file| fs::metadata(file.path()).ok());
    files.filter(fs::Metadata::is_file).map(|data| data.len()).collect()
}

#[test]
fn ctrl_c_keeps_what_was_learned_before_a_comparison() {
    let dir = Dir::new();
    let compare = "rules compare stacking --strategy learned --learn-games 1000 --learners 1 -p 2 \
        -n 100 --pool-games 0 --set play.turn_limit=100 --no-progress -o out";
    let kept = dir.path("cache/unobench");
    let begun = || fs::read_dir(&kept).is_ok_and(|files| files.count() > 0);
    let told = dir.interrupted(compare, begun);
    assert_reads(&told.err, "interrupted while learning; kept: 1 of 2 networks, in ");
    let mut again = dir.command(compare);
    let again = again.env("XDG_CACHE_HOME", dir.path("cache")).output().expect("it runs");
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(again.status.success(), "{said}");
    assert_reads(&said, "1 network to train, … ; 1 network from");
}

#[test]
fn ctrl_c_keeps_the_best_response_so_far() {
    let dir = Dir::new();
    let exploit = "exploit random -n 1e9 --no-progress -o best.net";
    let told = dir.interrupted(exploit, || dir.has("best.net.state"));
    assert_reads(&told.err, "the same command with --resume continues it");
    dir.output("run net:file=best.net random -n 20 -q -p 2");
}

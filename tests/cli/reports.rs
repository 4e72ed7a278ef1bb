//! The page of pictures: `report`, and `--report` of what plays.

use super::{bytes, output, refused, scratch, small, unobench};
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use unobench_core::digest::fnv1a;

fn page(path: &Path) -> String {
    String::from_utf8(bytes(path.to_owned())).expect("UTF-8")
}

/// The anchors of the pictures.
fn pictures(page: &str) -> Vec<&str> {
    page.split("<section class=\"figure\" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

#[test]
fn a_record_has_a_page_that_says_where_it_was_lost() {
    let dir = scratch();
    output(dir.path(), &["trace", "champion", "random", "-n", "2", "-o", "games.jsonl"]);
    unobench(dir.path()).args(["report", "games.jsonl"]).assert().success();
    let whole = page(&dir.path().join("games.html"));
    assert_eq!(pictures(&whole), ["lost", "course", "costliest"]);
    for words in ["Where was it lost? games.jsonl", "Judge", "champion", "official", "opinion"] {
        assert!(whole.contains(words), "{words:?} is missing");
    }
    unobench(dir.path()).args(["report", "games.jsonl"]).assert().success();
    assert_eq!(page(&dir.path().join("games.html")), whole, "the same record, the same bytes");
    let args = ["report", "games.jsonl", "--ask", "flat-mc:playouts=4", "-o", "other.html"];
    unobench(dir.path()).args(args).assert().success();
    assert!(page(&dir.path().join("other.html")).contains("As flat-mc:playouts=4 sees it"));
}

#[test]
fn each_question_has_the_pictures_that_fit_it() {
    let dir = scratch();
    let questions: [(&str, &[&str], &[&str]); 5] = [
        (
            "run",
            &["run", "random", "high-points", "-p", "2", "-r", "official", "-n", "400"],
            &["win-rates", "seats", "scores", "turns"],
        ),
        ("duel", &["duel", "most-colour", "random"], &["duel", "win-rates"]),
        (
            "tournament",
            &["tournament", "random", "high-points", "most-colour", "-n", "2000"],
            &[
                "ratings",
                "ranks",
                "win-rates",
                "crosstable-wins",
                "crosstable",
                "seats",
                "scores",
                "turns",
            ],
        ),
        (
            "compare",
            &["rules", "compare", "official", "double", "h2o", "-n", "4000", "--pool-games", "400"],
            &["turns-mean", "skill-gain", "first-seat", "cards-drawn", "seats", "turns"],
        ),
        (
            "skill",
            &[
                "skill",
                "high-points",
                "most-colour",
                "--oracle",
                "cheat:playouts=4",
                "-n",
                "2000",
                "--search-games",
                "100",
            ],
            &["skill-ladder"],
        ),
    ];
    for (name, args, wanted) in questions {
        output(dir.path(), &[args, &["--report", "-q", "-o", name]].concat());
        let page = page(&dir.path().join(name).join("report.html"));
        let shown = pictures(&page);
        for picture in wanted {
            assert!(shown.contains(picture), "{name}: {picture} is missing in {shown:?}");
        }
        assert!(page.contains(&format!("unobench {}", args[0])), "{name}: the command is not told");
        assert!(page.len() < 2_000_000, "{name}: {} bytes", page.len());
    }
}

#[test]
fn a_report_is_made_of_one_directory_or_several() {
    let dir = scratch();
    output(dir.path(), &small("a"));
    let mut other = small("b");
    other.extend(["-s", "2"]);
    output(dir.path(), &other);
    unobench(dir.path())
        .args(["report", "a"])
        .assert()
        .success()
        .stdout("")
        .stderr(contains("a/report.html"));
    assert!(page(&dir.path().join("a/report.html")).starts_with("<!DOCTYPE html>"));
    output(dir.path(), &["report", "-q", "a", "b", "-o", "both.html"]);
    let both = page(&dir.path().join("both.html"));
    assert!(both.contains("Compared: a and b") && pictures(&both).contains(&"win-rates"));
    output(dir.path(), &["report", "-q", "b", "-o", "once.html"]);
    output(dir.path(), &["report", "-q", "b", "-o", "twice.html"]);
    assert!(
        bytes(dir.path().join("once.html")) == bytes(dir.path().join("twice.html")),
        "the same files give the same bytes"
    );
}

#[test]
fn a_figure_alone_goes_to_standard_output_or_to_a_file() {
    let dir = scratch();
    output(dir.path(), &small("out"));
    output(dir.path(), &["trace", "champion", "random", "-n", "2", "-o", "games.jsonl"]);
    for (from, name, words) in
        [("out", "win-rates", "games won, %"), ("games.jsonl", "lost", "chance to win lost")]
    {
        let args = ["report", from, "--figure", name, "--svg"];
        let svg = output(dir.path(), &args);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains(words));
        output(dir.path(), &[&args[..], &["-q", "-o", "figure.svg"]].concat());
        assert_eq!(page(&dir.path().join("figure.svg")), svg);
        assert!(!dir.path().join("out/report.html").exists(), "no page is written");
        assert!(!dir.path().join("games.html").exists(), "no page is written");
    }
    let no = ["there is no figure ladder in this report", "win-rates", "turns"];
    refused(dir.path(), &["report", "out", "--figure", "ladder", "--svg"], &no);
    let no = ["there is no figure ladder in this report", "lost, course, costliest"];
    refused(dir.path(), &["report", "games.jsonl", "--figure", "ladder", "--svg"], &no);
    refused(dir.path(), &["report", "out", "--figure", "turns"], &["--svg"]);
    refused(dir.path(), &["report", "out", "--svg"], &["--figure <NAME>"]);
    let itself = ["--figure", "lost", "--svg", "-o", "games.jsonl"];
    refused(dir.path(), &[&["report", "games.jsonl"], &itself[..]].concat(), &["is the record"]);
}

#[test]
fn a_report_of_an_earlier_session_is_made_anew() {
    let dir = scratch();
    let first: Vec<&str> = vec![
        "run",
        "random",
        "high-points",
        "-p",
        "2",
        "-r",
        "official",
        "-n",
        "4000",
        "-o",
        "out",
        "-q",
    ];
    output(dir.path(), &[first.as_slice(), &["--report"]].concat());
    let path = dir.path().join("out/report.html");
    let whole = page(&path);
    fs::write(&path, "out of date").expect("it can be written");
    output(dir.path(), &[first.as_slice(), &["--resume"]].concat());
    assert_eq!(
        page(&path).len() / 100,
        whole.len() / 100,
        "but for the command and the time it is the same"
    );
    output(dir.path(), &[first.as_slice(), &["--force"]].concat());
    assert!(!path.exists(), "another run begins without the report of the one before");
}

#[test]
fn a_report_believes_progress_jsonl_and_no_other_file() {
    let dir = scratch();
    output(dir.path(), &small("out"));
    let report = |page: &str| unobench(dir.path()).args(["report", "out", "-o", page]).assert();
    report("right.html").success().stderr(contains("no progress.jsonl").not());
    let summary = dir.path().join("out/summary.csv");
    let rows = fs::read_to_string(&summary).expect("a table");
    let cut = rows.lines().take(2).map(|row| format!("{row}\n")).collect::<String>();
    fs::write(&summary, cut).expect("it can be written");
    report("still.html").success();
    assert_eq!(page(&dir.path().join("still.html")), page(&dir.path().join("right.html")));

    let progress = dir.path().join("out/progress.jsonl");
    let lines = fs::read(&progress).expect("lines");
    fs::write(&progress, &lines[..lines.len() - 9]).expect("it can be written");
    report("half.html")
        .success()
        .stderr(contains("is damaged from line").and(contains("left out")));
    assert!(page(&dir.path().join("half.html")).contains("not all games are there"));

    fs::write(&progress, "no header\n").expect("it can be written");
    refused(dir.path(), &["report", "out"], &["out/progress.jsonl", "the header of a run"]);
    fs::remove_file(&progress).expect("it was there");
    report("believed.html").success().stderr(contains("out has no progress.jsonl"));
    assert!(page(&dir.path().join("believed.html")).contains("there is no progress.jsonl"));
}

/// Writes a run as another version might have, in another format.
fn age(directory: &Path, format: u32) {
    let path = directory.join("progress.jsonl");
    let text = page(&path);
    let (header, lines) = text.split_once('\n').expect("a header");
    let (_, rest) = header.split_once(',').expect("a format");
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let rest = rest.replacen(&version, "\"version\":\"0.1.0\"", 1);
    let (contents, _) = rest.rsplit_once(",\"check\":").expect("a sum");
    let contents = format!("{{\"format\":{format},{contents}");
    let sum = fnv1a(contents.as_bytes());
    fs::write(path, format!("{contents},\"check\":\"{sum:016x}\"}}\n{lines}"))
        .expect("it can be written");
}

#[test]
fn files_of_another_format_are_refused_and_said_to_be_so() {
    let dir = scratch();
    output(dir.path(), &small("out"));
    age(&dir.path().join("out"), 4);
    let words = ["out/progress.jsonl", "unobench 0.1.0, in format 4", "--force"];
    for args in [vec!["report", "out"], small("out"), vec!["merge", "out", "-o", "whole"]] {
        refused(dir.path(), &args, &words);
    }
    refused(dir.path(), &[small("out"), vec!["--resume"]].concat(), &words);
    output(dir.path(), &[small("out"), vec!["--force"]].concat());
}

#[test]
fn what_cannot_be_reported_is_refused_with_its_name() {
    let dir = scratch();
    refused(dir.path(), &["report"], &["DIR"]);
    refused(dir.path(), &["report", "nowhere"], &["cannot read nowhere"]);
    fs::create_dir(dir.path().join("empty")).expect("it can be made");
    refused(dir.path(), &["report", "empty"], &["empty is not a run directory", "manifest.json"]);
    output(dir.path(), &small("out"));
    fs::write(dir.path().join("out/summary.csv"), "rules,players\nofficial,two\n")
        .expect("it can be written");
    fs::remove_file(dir.path().join("out/progress.jsonl")).expect("it was there");
    refused(dir.path(), &["report", "out"], &["summary.csv is damaged", "line: 2"]);
    output(dir.path(), &small("well"));
    unobench(dir.path())
        .args(["report", "well", "-o", "missing/report.html"])
        .assert()
        .code(1)
        .stderr(contains("cannot write missing/report.html").and(contains("panicked").not()));
}

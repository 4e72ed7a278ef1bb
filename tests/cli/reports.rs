//! The page of pictures: `report`, and `--report` of what plays.

use super::SMALL;
use crate::dir::{Dir, assert_reads};
use unobench_core::digest::fnv1a;

/// The anchors of the pictures.
pub(super) fn pictures(page: &str) -> Vec<&str> {
    let sections = page.split("<section class=\"figure\" id=\"").skip(1);
    sections.filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn a_record_has_a_page_that_says_where_it_was_lost() {
    let dir = Dir::new();
    dir.output("trace champion random -n 2 -o games.jsonl");
    dir.output("report games.jsonl");
    let whole = dir.text("games.html");
    assert_eq!(pictures(&whole), ["lost", "course", "costliest"]);
    for words in ["Where was it lost? games.jsonl", "Judge", "champion", "official", "opinion"] {
        assert_reads(&whole, words);
    }
    dir.output("report games.jsonl");
    assert_eq!(dir.text("games.html"), whole, "the same record, the same bytes");
    dir.output("report games.jsonl --ask flat-mc:playouts=4 -o other.html");
    assert_reads(&dir.text("other.html"), "As flat-mc:playouts=4 sees it");
}

#[test]
fn each_question_has_the_pictures_that_fit_it() {
    let dir = Dir::new();
    for (line, wanted) in [
        (
            "run random high-points -p 2 -r official -n 400",
            ["win-rates", "seats", "scores", "turns"].as_slice(),
        ),
        ("duel most-colour random", &["duel", "win-rates"]),
        (
            "tournament random high-points most-colour -n 2000",
            &["ratings", "ranks", "win-rates", "crosstable-wins", "crosstable", "seats", "turns"],
        ),
        (
            "rules compare official double h2o -n 2000 --pool-games 400",
            &["turns-p50", "skill-gain", "first-seat", "cards-drawn", "seats", "turns"],
        ),
        (
            "skill high-points --oracle cheat:playouts=4 -n 1000 --search-games 100",
            &["skill-ladder"],
        ),
    ] {
        dir.output(&format!("{line} --report -q --force -o out"));
        let page = dir.text("out/report.html");
        let shown = pictures(&page);
        for picture in wanted {
            assert!(shown.contains(picture), "{line}: {picture} is missing in {shown:?}");
        }
        let command = line.split(' ').next().expect("a word");
        assert_reads(&page, &format!("unobench {command}"));
        assert!(page.len() < 2_000_000, "{line}: {} bytes", page.len());
    }
}

#[test]
fn a_report_is_made_of_one_directory_or_several() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} a"));
    dir.output(&format!("{SMALL} b -s 2"));
    let told = dir.told("report a").ended(0);
    assert!(told.out.is_empty(), "{}", told.out);
    assert_reads(&told.err, "a/report.html");
    assert!(dir.text("a/report.html").starts_with("<!DOCTYPE html>"));
    dir.output("report -q a b -o both.html");
    let both = dir.text("both.html");
    assert_reads(&both, "Compared: a and b");
    assert!(pictures(&both).contains(&"win-rates"));
    for page in ["once.html", "twice.html"] {
        dir.output(&format!("report -q b -o {page}"));
    }
    assert!(dir.bytes("once.html") == dir.bytes("twice.html"), "the same files, the same bytes");
}

#[test]
fn a_figure_alone_goes_to_standard_output_or_to_a_file() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} out"));
    dir.output("trace champion random -n 2 -o games.jsonl");
    for (from, name, words) in
        [("out", "win-rates", "games won, %"), ("games.jsonl", "lost", "chance to win lost")]
    {
        let line = format!("report {from} --figure {name} --svg");
        let svg = dir.output(&line);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains(words));
        dir.output(&format!("{line} -q -o figure.svg"));
        assert_eq!(dir.text("figure.svg"), svg);
        assert!(!dir.has("out/report.html") && !dir.has("games.html"), "no page is written");
    }
    let no = "there is no figure ladder in this report; allowed: win-rates … turns";
    dir.refused("report out --figure ladder --svg", no);
}

#[test]
fn a_report_of_an_earlier_session_is_made_anew() {
    let dir = Dir::new();
    let run = format!("{SMALL} out");
    dir.output(&format!("{run} --report"));
    let whole = dir.text("out/report.html");
    dir.write("out/report.html", "out of date");
    dir.output(&format!("{run} --resume"));
    // It is the same but for the command and the time.
    assert_eq!(dir.text("out/report.html").len() / 100, whole.len() / 100);
    dir.output(&format!("{run} --force"));
    assert!(!dir.has("out/report.html"), "another run begins without the report before it");
}

#[test]
fn a_report_believes_progress_jsonl_and_no_other_file() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} out"));
    let report = |page: &str| dir.said(&format!("report out -o {page}"));
    assert!(!report("right.html").contains("no progress.jsonl"));
    let rows = dir.text("out/summary.csv");
    let cut: String = rows.lines().take(2).map(|row| format!("{row}\n")).collect();
    dir.write("out/summary.csv", cut);
    report("still.html");
    assert_eq!(dir.text("still.html"), dir.text("right.html"));

    let lines = dir.bytes("out/progress.jsonl");
    dir.write("out/progress.jsonl", &lines[..lines.len() - 9]);
    assert_reads(&report("half.html"), "is damaged from line … left out");
    assert_reads(&dir.text("half.html"), "not all games are there");

    dir.write("out/progress.jsonl", "no header\n");
    dir.refused("report out", "out/progress.jsonl … the header of a run");
    dir.remove("out/progress.jsonl");
    assert_reads(&report("believed.html"), "out has no progress.jsonl");
    assert_reads(&dir.text("believed.html"), "there is no progress.jsonl");

    dir.write("out/summary.csv", "rules,players\nofficial,two\n");
    dir.refused("report out", "summary.csv is damaged … line: 2");
}

#[test]
fn a_page_that_cannot_be_written_is_an_error() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} out"));
    let told = dir.told("report out -o missing/report.html").ended(1).err;
    assert_reads(&told, "cannot write missing/report.html");
    assert!(!told.contains("panicked"), "{told}");
}

#[test]
fn files_of_another_format_are_refused_and_said_to_be_so() {
    let dir = Dir::new();
    let header = "{\"format\":4,\"version\":\"0.4.0\"";
    let sum = fnv1a(header.as_bytes());
    dir.write("out/progress.jsonl", format!("{header},\"check\":\"{sum:016x}\"}}\n"));
    for line in ["report out", &format!("{SMALL} out --resume")] {
        dir.refused(line, "out/progress.jsonl … unobench 0.4.0, in format 4 … --force");
    }
    dir.output(&format!("{SMALL} out --force"));
}

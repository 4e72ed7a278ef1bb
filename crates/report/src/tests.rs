//! Whole reports from run directories that are made here.

use super::*;
use crate::made::{around, effect, found};
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;
use unobench_findings::csv;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_stats::{Interval, Verdict};

/// A name that would like to be HTML.
const HOSTILE: &str = "<script>alert(1)</script>&\"'";

/// The largest report of all rule sets, in bytes.
const LIMIT: usize = 1_000_000;

/// A directory with these files, and what was found.
fn directory(files: &[(&str, &str)], found: &[Finding]) -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        fs::write(directory.path().join(name), text).expect("it is written");
    }
    if !found.is_empty() {
        let file = fs::File::create(directory.path().join("findings.csv")).expect("a file");
        csv::write(file, found.iter().cloned()).expect("it is written");
    }
    directory
}

fn standing(path: &Path) -> Source {
    Source { directory: path.to_owned(), derived: None }
}

fn reported(directories: &[&TempDir]) -> Result<String, ReportError> {
    report(&directories.iter().map(|directory| standing(directory.path())).collect::<Vec<_>>())
}

/// What a report says, as its page reads it.
fn told(directories: &[&TempDir]) -> Value {
    let html = reported(directories).expect("it is a run");
    let (_, rest) = html.split_once("id=\"data\">").expect("it has data");
    serde_json::from_str(rest.split("</script>").next().expect("they end")).expect("JSON")
}

fn ids(document: &Value) -> Vec<&str> {
    let figures = document["figures"].as_array().expect("figures");
    figures.iter().filter_map(|figure| figure["id"].as_str()).collect()
}

fn figure<'a>(document: &'a Value, id: &str) -> &'a Value {
    let mut figures = document["figures"].as_array().expect("figures").iter();
    figures.find(|figure| figure["id"] == id).unwrap_or_else(|| panic!("there is no {id}"))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn tournament(rules: &str, strategies: &[&str]) -> TempDir {
    let (name, count) = (quoted(rules), strategies.len());
    let finding = |question: Question, subject: &str, against: &str| Finding {
        rules: rules.to_owned(),
        players: 2,
        games: Some(1000),
        ..found(question, subject, against)
    };
    let mut found = Vec::new();
    let mut scores = "rules,players,strategy,score,count\n".to_owned();
    for (place, strategy) in strategies.iter().enumerate() {
        let rate = 0.4 + 0.2 * place as f64 / count as f64;
        found.push(around(&finding(Question::Strength, strategy, ""), Metric::WinRate, rate, 0.01));
        found.push(around(
            &finding(Question::Ratings, strategy, ""),
            Metric::Rating,
            10.0 * place as f64,
            2.0,
        ));
        for score in [0, 5, 20, 50, 120] {
            scores += &format!("{name},2,{},{score},{}\n", quoted(strategy), 100 + place);
        }
        for (other, opponent) in strategies.iter().enumerate().skip(place + 1) {
            let pair = Finding {
                verdict: Some(Verdict::Less),
                ..finding(Question::Crosstable, strategy, opponent)
            };
            found.push(around(&pair, Metric::Points, place as f64 - other as f64, 0.4));
        }
    }
    let seats = [("seat 1", 0.52), ("seat 2", 0.48)];
    found.extend(seats.map(|(seat, rate)| {
        around(&finding(Question::Seats, seat, ""), Metric::WinRate, rate, 0.01)
    }));
    let manifest = serde_json::json!({
        "question": "tournament", "seed": 1, "players": 2, "version": "0.1.0",
        "program": "unobench", "line_up": strategies,
        "rules": [{
            "name": rules, "games": 1000, "blocks": 500,
            "settings": {"uno": {"call": true}, "note": HOSTILE},
        }],
        "host": {"arguments": ["tournament", strategies.first()]},
    });
    let turns = format!("rules,players,turns,count\n{name},2,20,500\n{name},2,31,500\n");
    let files =
        [("manifest.json", manifest.to_string()), ("scores.csv", scores), ("turns.csv", turns)];
    directory(&files.each_ref().map(|(name, text)| (*name, text.as_str())), &found)
}

fn comparison(sets: usize) -> TempDir {
    let mut all = Vec::new();
    let mut turns = "rules,players,turns,count\n".to_owned();
    for set in 0..sets {
        let name = format!("rule-set-{set}");
        let shift = 0.123_456_789_012 * (set as f64 - 7.0);
        let verdict = if set % 3 == 0 { Verdict::Same } else { Verdict::More };
        for metric in Metric::of_surveys() {
            for baseline in ["fair", "official"] {
                all.extend(effect([&name, baseline, ""], (metric, 50.5), shift, verdict));
            }
        }
        for length in 10..900 {
            let count = 1 + 1_000_000 / (10 + (length - 60_i64).pow(2));
            turns += &format!("{name},4,{length},{count}\n");
        }
        for seat in ["seat 1", "seat 2", "seat 3", "seat 4"] {
            let finding = Finding { rules: name.clone(), ..found(Question::Seats, seat, "") };
            all.push(around(&finding, Metric::WinRate, 0.251_234_567_8, 0.001_111_111_1));
        }
    }
    let manifest =
        serde_json::json!({"question": "compare", "baseline": "official", "players": 4, "seed": 1});
    directory(&[("manifest.json", &manifest.to_string()), ("turns.csv", &turns)], &all)
}

#[test]
fn a_tournament_tells_everything_that_fits() {
    let document = told(&[&tournament("official", &["a", "b", "c"])]);
    assert_eq!(ids(&document), ["ratings", "win-rates", "crosstable", "seats", "scores", "turns"]);
    assert_eq!(document["title"], "Who is best: a, b or c?");
    assert_eq!(document["headline"], "From a (0.0 ± 2.0 Elo) up to c (20.0 ± 2.0 Elo).");
    let anchors = document["bullets"].as_array().expect("bullets").iter().map(|bullet| &bullet[1]);
    assert!(anchors.eq(["win-rates", "crosstable", "seats", "scores", "turns"].iter()));
    assert_eq!(document["sources"][0]["command"], "unobench tournament a");
    let told = figure(&document, "crosstable")["sentences"][0].as_str().expect("a sentence");
    assert!(told.starts_with("3 of 3 pairs clearly differ"), "{told}");
    let everything = &document["everything"];
    assert_eq!((&everything["columns"][8], &everything["rows"]), (&json!("value"), &json!(11)));
}

/// A kind of chart from each question, in the shape that the page reads.
#[test]
fn charts_are_numbers_with_their_intervals() {
    let document = told(&[&tournament("official", &["a", "b", "c"])]);
    assert_eq!(
        figure(&document, "win-rates")["chart"],
        json!({
            "kind": "intervals", "what": "games won, %", "unit": "plain", "by_ratio": false,
            "references": [50], "band": null, "rows": [
                {"name": "c", "note": "53.3 ± 1.0", "marks": [[0, 0, 53.333, 52.333, 54.333]]},
                {"name": "b", "note": "46.7 ± 1.0", "marks": [[0, 0, 46.667, 45.667, 47.667]]},
                {"name": "a", "note": "40.0 ± 1.0", "marks": [[0, 0, 40, 39, 41]]},
            ],
        })
    );
    let heat = &figure(&document, "crosstable")["chart"];
    assert_eq!((&heat["kind"], &heat["rows"]), (&json!("heat"), &json!(["c", "b", "a"])));
    let cells = json!([null, [0, 1, 1, 0.6, 1.4], [0, 1, 2, 1.6, 2.4]]);
    assert_eq!((&heat["cells"][0], &heat["cells"][1][1]), (&cells, &Value::Null));
    let turns = &figure(&document, "turns")["chart"];
    assert_eq!(turns["kind"], "distributions");
    assert_eq!((&turns["edges"][0], &turns["edges"][12]), (&json!(20), &json!(32)));
    let curve = &turns["rows"][0]["curves"][0];
    let numbers = (&curve["median"], &curve["mean"], &curve["left_out"]);
    assert_eq!(numbers, (&20.into(), &json!([25.5]), &0.into()));
    assert_eq!(curve["shares"], json!([5000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5000]));
    let swept = [3, 7, 10].map(|hand| {
        let finding = found(Question::Curve, &format!("setup.hand_size={hand}"), "");
        around(
            &Finding { table: "counter".to_owned(), ..finding },
            Metric::TurnsP50,
            hand.into(),
            1.0,
        )
    });
    let document = told(&[&directory(&[], &swept)]);
    let chart = &figure(&document, "sweep-turns-p50")["chart"];
    assert_eq!((&chart["kind"], &chart["connected"]), (&json!("curves"), &json!(true)));
    assert_eq!(chart["places"], json!([[3, "3"], [7, "7"], [10, "10"]]));
    let points = json!([[3, 3, 2, 4], [7, 7, 6, 8], [10, 10, 9, 11]]);
    assert_eq!(chart["panels"][0]["lines"][0]["points"], points);
}

/// Two rows of the same pair, of which only that of the wins is sure.
#[test]
fn a_tournament_shows_ranks_and_crosstables_as_they_are_written() {
    let rank = |strategy: &str, place: f64, low: f64, high: f64| {
        found(Question::Ranks, strategy, "").estimate(
            Metric::Place,
            place,
            Some(Interval { low, high }),
        )
    };
    let pair = |metric: Metric, strategy: &str, against: &str, value: f64, q: f64| {
        let verdict = Some(if q < 0.05 { Verdict::More } else { Verdict::Unclear });
        let finding = around(&found(Question::Crosstable, strategy, against), metric, value, 0.01);
        Finding { q_value: Some(q), verdict, ..finding }
    };
    let found = [
        rank("b", 1.0, 1.0, 1.0),
        rank("c", 2.0, 2.0, 3.0),
        rank("a", 3.0, 2.0, 3.0),
        pair(Metric::Wins, "b", "a", 0.125, 0.001),
        pair(Metric::Wins, "a", "c", 0.002, 0.3),
        pair(Metric::Wins, "b", "c", 0.04, 0.002),
        pair(Metric::Points, "a", "b", -0.5, 0.06),
    ];
    let document = told(&[&directory(&[], &found)]);
    let first = |id: &str| figure(&document, id)["sentences"][0].as_str().expect("told").to_owned();
    assert_eq!(first("ranks"), "b is clearly first; the ranks of 1 of 3 strategies are certain.");
    let notes =
        [0, 1, 2].map(|row| figure(&document, "ranks")["chart"]["rows"][row]["note"].clone());
    assert_eq!(notes, ["1", "2 to 3", "2 to 3"]);
    let wins = first("crosstable-wins");
    assert!(wins.starts_with("2 of 3 pairs clearly differ"), "{wins}");
    assert!(wins.contains("b over a, 12.5 ± 1.0 % of games"), "{wins}");
    let cells = &figure(&document, "crosstable-wins")["chart"]["cells"];
    let both = (&cells[0][2], &cells[1][0]);
    assert_eq!(both, (&json!([0, 1, 12.5, 11.5, 13.5]), &json!([0, 2, -4, -5, -3])));
    assert_eq!(cells[1][2], json!([0, 4, -0.2, -1.2, 0.8]), "not told apart");
    assert!(first("crosstable").starts_with("0 of 1 pairs clearly differ"));
}

#[test]
fn hostile_names_stay_text() {
    let html = reported(&[&tournament(HOSTILE, &[HOSTILE, "</style>", "b"])]).expect("it is a run");
    let viewer = page(&ReportDocument::default());
    assert_eq!(html.matches('<').count(), viewer.matches('<').count(), "no name adds an element");
    assert!(html.contains("\\u003cscript>alert(1)\\u003c/script>"), "in the data");
    let title = page(&ReportDocument { title: HOSTILE.to_owned(), ..ReportDocument::default() });
    assert!(title.contains("<title>&lt;script>alert(1)&lt;/script>&amp;"), "in the title");
}

#[test]
fn nothing_is_fetched_and_nothing_else_runs() {
    let html = reported(&[&tournament("official", &["a", "b", "c"])]).expect("it is a run");
    let policy = "content=\"default-src 'none'; script-src 'sha256-";
    assert!(html.contains(policy) && !html.contains("unsafe-"));
    assert!([" src=", "@import", "url("].iter().all(|word| !html.contains(word)));
    assert!(VIEWER.len() < 180_000, "{} bytes", VIEWER.len());
    assert_eq!([TITLE, DOCUMENT].map(|mark| VIEWER.matches(mark).count()), [1, 1]);
}

#[test]
fn whichever_files_are_there_are_shown() {
    let whole = tournament("official", &["a", "b", "c"]);
    for name in source::FILES {
        let path = whole.path().join(name);
        let Ok(text) = fs::read_to_string(&path) else { continue };
        fs::remove_file(&path).expect("it was there");
        assert!(reported(&[&whole]).is_ok(), "without {name}");
        assert!(reported(&[&directory(&[(name, &text)], &[])]).is_ok(), "{name} alone");
        fs::write(&path, text).expect("it is written");
    }
    let empty = directory(&[("manifest.json", "{}")], &[]);
    assert!(reported(&[&empty]).expect("it is a run").contains("There are no results yet"));
}

#[test]
fn what_is_no_run_or_not_there_is_named() {
    let other = directory(&[("notes.txt", "none")], &[]);
    let error = reported(&[&other]).expect_err("it is no run");
    assert!(error.is_of_input() && error.to_string().contains("is not a run directory"), "{error}");
    let missing = other.path().join("missing");
    let error = report(&[standing(&missing)]).expect_err("it is not there");
    let told = format!("cannot read {}: no such file", missing.display());
    assert!(error.is_of_input() && error.to_string().contains(&told), "{error}");
    assert!(matches!(report(&[]), Err(ReportError::Nothing)));
}

#[test]
fn damaged_files_are_named_with_the_line() {
    let found = |players: &str, value: &str| {
        let columns = "question,rules,players,table,of,against,metric,value";
        format!("{columns}\nstrength,official,{players},,a,,win_rate,{value}\n")
    };
    let large = "is not a number from -1e15 to 1e15";
    let damaged = [
        ("findings.csv", "question,rules\nstrength\n".to_owned(), "record 1"),
        ("findings.csv", found("two", "0.5"), "line: 2"),
        ("findings.csv", found("2", "NaN"), "NaN is not a number from -1e15 to 1e15"),
        ("findings.csv", found("2", "1e300"), large),
        ("turns.csv", "rules,players,turns\nofficial,2,20\n".to_owned(), "missing field `count`"),
        ("manifest.json", "{\"seed\": ".to_owned(), "EOF"),
    ];
    for (name, text, told) in damaged {
        let directory = directory(&[(name, &text)], &[]);
        let error = reported(&[&directory]).expect_err(told);
        assert!(error.is_of_input(), "{error}");
        let (path, error) = (directory.path().join(name).display().to_string(), error.to_string());
        assert!(error.contains(&path) && error.contains(told), "{told}: {error}");
    }
}

#[test]
fn extreme_numbers_are_told_without_a_panic() {
    let scores = "rules,players,strategy,score,count\n\
        a,2,x,-9223372036854775808,18446744073709551615\n\
        a,2,x,9223372036854775807,1\na,2,y,0,5\nb,2,x,3,0\n";
    let huge = Some(Interval { low: -1e15, high: 1e15 });
    let turns = |rules: &str, base: f64, difference: f64| {
        effect([rules, "official", ""], (Metric::TurnsMean, base), difference, Verdict::More)
    };
    let [wide, tiny] = turns("r", 1e-300, 1e15);
    let all = [
        found(Question::Strength, "x", "").estimate(Metric::WinRate, 1e15, huge),
        found(Question::Strength, "y", "").number(Metric::WinRate, None),
        around(
            &Finding { players: 0, ..found(Question::Strength, "x", "") },
            Metric::WinRate,
            0.0,
            0.0,
        ),
        wide.estimate(Metric::TurnsMean, 1e15, huge),
        tiny,
        found(Question::Seats, "seat 0", "").number(Metric::WinRate, 1.0),
        Finding {
            players: 99,
            ..found(Question::Seats, "seat 4294967295", "").number(Metric::WinRate, 1.0)
        },
    ];
    let all = [&all[..], &turns("s", 2.0, -2.0)].concat();
    let text = told(&[&directory(&[("scores.csv", scores)], &all)]).to_string();
    assert!(["NaN", "inf "].iter().all(|word| !text.contains(word)), "{text}");
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let (directory, other) = (tournament("official", &["a", "b", "c"]), comparison(8));
    assert_eq!(
        reported(&[&directory, &other]).expect("runs"),
        reported(&[&directory, &other]).expect("runs")
    );
}

#[test]
fn several_directories_share_their_figures() {
    let [directory, other] = [(); 2].map(|()| tournament("official", &["a", "b", "c"]));
    let document = told(&[&directory, &other]);
    assert_eq!(ids(&document).iter().filter(|id| **id == "win-rates").count(), 1);
    let [label, other] =
        [directory, other].map(|run| run.path().file_name().expect("a name").display().to_string());
    assert_eq!(figure(&document, "win-rates")["series"], json!([label, other]));
    assert_eq!(document["title"], format!("Compared: {label} and {other}"));
}

#[test]
fn a_comparison_of_all_rule_sets_is_below_the_limit() {
    let run = comparison(71);
    let html = reported(&[&run]).expect("it is a run");
    assert!(html.len() < LIMIT, "{} bytes", html.len());
    let document = told(&[&run]);
    assert_eq!(figure(&document, "turns-p50")["chart"]["rows"].as_array().map(Vec::len), Some(71));
    assert_eq!(document["bullets"].as_array().map(Vec::len), Some(5));
}

#[test]
fn a_report_is_written_whole_and_readable() {
    let run = tournament("official", &["a", "b", "c"]);
    let out = run.path().join(FILE_NAME);
    fs::write(&out, "old").expect("it is written");
    write_report(&[standing(run.path())], &out).expect("it is a run");
    assert!(fs::read_to_string(&out).expect("a file").starts_with("<!DOCTYPE html>"));
    let elsewhere = run.path().join("missing").join(FILE_NAME);
    let error =
        write_report(&[standing(run.path())], &elsewhere).expect_err("the directory is not there");
    let told = format!("cannot write {}", elsewhere.display());
    assert!(!error.is_of_input() && error.to_string().starts_with(&told), "{error}");
}

/// What the band shades is what `settle` says that hardly anybody would notice.
#[test]
fn the_band_reaches_from_one_end_of_what_nobody_notices_to_the_other() {
    let least =
        unobench_findings::tell::plain::noticed_from(Metric::SkillGain).expect("people see it");
    let findings = |metric| effect(["x", "official", ""], (metric, 0.0), 0.09, Verdict::Unclear);
    let all = [findings(Metric::SkillGain), findings(Metric::LowestChance)];
    let document = told(&[&directory(&[], all.as_flattened())]);
    let seen = figure(&document, "skill-gain");
    assert_eq!(seen["chart"]["band"], json!([-least, least].map(document::Short)));
    let words = seen["noticed"].as_str().expect("words");
    assert!(words.ends_with(&format!("Hardly, within {least} games in 100 of no effect")));
    let unseen = figure(&document, "lowest-chance");
    let reading = unseen["reading"].as_str().expect("words");
    assert!(reading.contains("People at a table do not see this"));
    assert_eq!((&unseen["chart"]["band"], &unseen["noticed"]), (&Value::Null, &json!("")));
}

#[test]
fn games_without_points_have_their_share_beside_the_curves() {
    let scores = "rules,players,strategy,score,count\n\
        official,2,a,0,30\nofficial,2,a,20,50\nofficial,2,a,40,20\n";
    let document = told(&[&directory(&[("scores.csv", scores)], &[])]);
    let chart = &figure(&document, "scores")["chart"];
    assert_eq!((&chart["left_out"], &chart["edges"][0]), (&json!("no points"), &json!(20)));
    let curve = &chart["rows"][0]["curves"][0];
    assert_eq!((&curve["left_out"], &curve["mean"]), (&json!(0.3), &json!([18])));
}

#[test]
fn every_figure_names_the_players() {
    let document = told(&[&tournament("official", &["a", "b", "c"])]);
    for id in ids(&document) {
        assert_eq!(figure(&document, id)["players"], "a, b and c (2 seats)", "{id}");
    }
}

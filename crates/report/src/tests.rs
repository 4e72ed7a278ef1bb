//! Whole reports from run directories that are made here.

use super::*;
use crate::made::{around, effect, found};
use std::fs;
use tempfile::TempDir;
use unobench_findings::csv;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_stats::Interval;

/// A name that would like to be HTML.
const HOSTILE: &str = "<script>alert(1)</script>&\"'";

/// The largest report that is fit to be sent by mail.
const LIMIT: usize = 2_000_000;

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

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn tournament(rules: &str, strategies: &[&str]) -> TempDir {
    let (name, count) = (quoted(rules), strategies.len());
    let of = |question: &str, of: &str, against: &str| Finding {
        rules: rules.to_owned(),
        players: 2,
        games: Some(1000),
        ..found(question, of, against)
    };
    let mut found = Vec::new();
    let mut scores = "rules,players,strategy,score,count\n".to_owned();
    for (place, strategy) in strategies.iter().enumerate() {
        let rate = 0.4 + 0.2 * place as f64 / count as f64;
        found.push(around(&of("strength", strategy, ""), "win_rate", rate, 0.01));
        found.push(around(&of("ratings", strategy, ""), "rating", 10.0 * place as f64, 2.0));
        for score in [0, 5, 20, 50, 120] {
            scores += &format!("{name},2,{},{score},{}\n", quoted(strategy), 100 + place);
        }
        for (other, opponent) in strategies.iter().enumerate().filter(|(other, _)| *other != place)
        {
            let by = place as f64 - other as f64;
            let of = of("matchups", strategy, opponent);
            found.push(around(&of, "mean_difference", by, 0.4));
        }
    }
    let seats = [("1", 0.52), ("2", 0.48)];
    found.extend(seats.map(|(seat, rate)| around(&of("seats", seat, ""), "win_rate", rate, 0.01)));
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
        let verdict = if set % 3 == 0 { "same" } else { "more" };
        for metric in Metric::all() {
            for baseline in ["fair", "official"] {
                all.extend(effect([&name, baseline, ""], (metric, 50.5), shift, verdict));
            }
        }
        for length in 10..900 {
            let count = 1 + 1_000_000 / (10 + (length - 60_i64).pow(2));
            turns += &format!("{name},4,{length},{count}\n");
        }
        for seat in ["1", "2", "3", "4"] {
            let of = Finding { rules: name.clone(), ..found("seats", seat, "") };
            all.push(around(&of, "win_rate", 0.251_234_567_8, 0.001_111_111_1));
        }
    }
    let manifest =
        serde_json::json!({"question": "compare", "baseline": "official", "players": 4, "seed": 1});
    directory(&[("manifest.json", &manifest.to_string()), ("turns.csv", &turns)], &all)
}

#[test]
fn a_tournament_has_a_picture_of_everything_that_fits() {
    let html = reported(&[&tournament("official", &["a", "b", "c"])]).expect("it is a run");
    for id in ["ratings", "win-rates", "crosstable", "seats", "scores", "turns"] {
        assert!(html.contains(&format!("<section class=\"figure\" id=\"{id}\">")), "{id}");
    }
    assert!(html.contains("unobench tournament a"));
    assert!(html.contains("3 of 3 pairs clearly differ"));
}

/// Two rows of the same pair, of which only that of the wins is sure.
#[test]
fn a_tournament_shows_ranks_and_crosstables_as_they_are_written() {
    let rank = |of: &str, place: f64, low: f64, high: f64| {
        found("ranks", of, "").estimate("place", place, Some(Interval { low, high }))
    };
    let pair = |metric: &str, of: &str, against: &str, value: f64, q: f64| {
        let verdict = if q < 0.05 { "more" } else { "unclear" }.to_owned();
        let of = around(&found("crosstable", of, against), metric, value, 0.01);
        Finding { q_value: Some(q), verdict, ..of }
    };
    let found = [
        rank("b", 1.0, 1.0, 1.0),
        rank("c", 2.0, 2.0, 3.0),
        rank("a", 3.0, 2.0, 3.0),
        pair("wins", "b", "a", 0.125, 0.001),
        pair("wins", "a", "c", 0.002, 0.3),
        pair("wins", "b", "c", 0.04, 0.002),
        pair("points", "a", "b", -0.5, 0.06),
    ];
    let run = directory(&[], &found);
    let html = reported(&[&run]).expect("it is a run");
    let section = |id: &str| {
        let start = html.find(&format!("<section class=\"figure\" id=\"{id}\">")).expect(id);
        let rest = &html[start..];
        rest[..rest.find("</section>").expect("it ends")].to_owned()
    };
    let ranks = section("ranks");
    assert!(ranks.contains("b is clearly first; the ranks of 1 of 3 strategies are certain."));
    assert!(ranks.contains("\n2 to 3</text>") && ranks.contains("\n1</text>"), "{ranks}");
    let wins = section("crosstable-wins");
    assert!(wins.contains("2 of 3 pairs clearly differ"), "{wins}");
    assert!(wins.contains("b over a, 12.5\u{a0}±\u{a0}1.0\u{a0}% of games"), "{wins}");
    assert!(wins.contains("\n+12.5</text>") && wins.contains("\n−4.0</text>"), "{wins}");
    let points = section("crosstable");
    assert!(points.contains("0 of 1 pairs clearly differ"), "{points}");
    assert!(points.contains("\n−0.5</text>") && !points.contains("12.5"), "{points}");
}

#[test]
fn hostile_names_stay_text() {
    let html = reported(&[&tournament(HOSTILE, &[HOSTILE, "</style>", "b"])]).expect("it is a run");
    assert!(!html.contains("<script>alert"));
    assert!(!html.contains("</style>,") && html.matches("</style>").count() == 1);
    assert_eq!(html.matches("<script").count(), 2, "the data and the script of the page");
    assert_eq!(html.matches("</script>").count(), 2);
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;"));
    assert!(html.contains("\\u003cscript>alert(1)\\u003c/script>"), "in the data");
}

#[test]
fn every_picture_has_a_text_alternative_and_nothing_is_fetched() {
    for html in
        [reported(&[&tournament("official", &["a", "b", "c"])]), reported(&[&comparison(9)])]
    {
        let html = html.expect("it is a run");
        assert!(html.matches("<svg ").count() > 4);
        let told = html.matches("role=\"img\" aria-label=\"").count();
        assert_eq!(html.matches("<svg ").count(), told);
        let elsewhere = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        assert!(!elsewhere.contains("http://") && !elsewhere.contains("https://"));
        assert!([" src=", "@import", "url("].iter().all(|word| !elsewhere.contains(word)));
        assert!(html.contains("default-src 'none'"));
    }
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
    let told = format!("cannot read {}", missing.display());
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
fn extreme_numbers_are_drawn_without_a_panic() {
    let scores = "rules,players,strategy,score,count\n\
        a,2,x,-9223372036854775808,18446744073709551615\n\
        a,2,x,9223372036854775807,1\na,2,y,0,5\nb,2,x,3,0\n";
    let huge = Some(Interval { low: -1e15, high: 1e15 });
    let turns = |rules: &str, base: f64, difference: f64| {
        effect([rules, "official", ""], (Metric::TurnsMean, base), difference, "more")
    };
    let [wide, tiny] = turns("r", 1e-300, 1e15);
    let all = [
        found("strength", "x", "").estimate("win_rate", 1e15, huge),
        found("strength", "y", "").number("win_rate", None),
        around(&Finding { players: 0, ..found("strength", "x", "") }, "win_rate", 0.0, 0.0),
        wide.estimate("turns_mean", 1e15, huge),
        tiny,
        found("seats", "0", "").number("win_rate", 1.0),
        Finding { players: 99, ..found("seats", "4294967295", "").number("win_rate", 1.0) },
    ];
    let all = [&all[..], &turns("s", 2.0, -2.0)].concat();
    let run = directory(&[("scores.csv", scores)], &all);
    let html = reported(&[&run]).expect("it is a run");
    let found = ["NaN", "inf "].map(|word| {
        html.find(word).map(|place| html[..place].chars().rev().take(60).collect::<String>())
    });
    assert_eq!(found, [None, None]);
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let (one, other) = (tournament("official", &["a", "b", "c"]), comparison(8));
    assert_eq!(reported(&[&one, &other]).expect("runs"), reported(&[&one, &other]).expect("runs"));
}

#[test]
fn several_directories_share_their_pictures() {
    let [one, other] = [(); 2].map(|()| tournament("official", &["a", "b", "c"]));
    let html = reported(&[&one, &other]).expect("runs");
    assert_eq!(html.matches("id=\"win-rates\"").count(), 1);
    assert!(html.contains("class=\"legend\""));
    let [one, other] =
        [one, other].map(|run| run.path().file_name().expect("a name").display().to_string());
    assert!(html.contains(&format!("Compared: {one} and {other}")));
}

#[test]
fn a_comparison_of_all_rule_sets_is_below_the_limit() {
    let html = reported(&[&comparison(60)]).expect("it is a run");
    assert!(html.len() < LIMIT, "{} bytes", html.len());
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

fn alone(run: &TempDir, name: &str) -> Result<String, ReportError> {
    figure(&[standing(run.path())], name)
}

fn four_rule_sets() -> TempDir {
    let mut scores = "rules,players,strategy,score,count\n".to_owned();
    let mut turns = "rules,players,turns,count\n".to_owned();
    let mut rates = Vec::new();
    for (set, rules) in ["official", "stacking", "h2o", "jump-in"].iter().enumerate() {
        for (place, strategy) in ["a", "b", "c"].iter().enumerate() {
            let zeros = 200 + 37 * set + 101 * place;
            scores += &format!("{rules},2,{strategy},0,{zeros}\n");
            for score in (5..400).step_by(5) {
                scores += &format!("{rules},2,{strategy},{score},{}\n", 3 + set);
            }
            let rate = 0.3 + 0.1 * place as f64;
            let of = found("strength", strategy, "");
            let of = Finding { rules: (*rules).to_owned(), players: 2, ..of };
            rates.push(around(&of, "win_rate", rate, 1e-4));
        }
        turns += &format!("{rules},2,{},500\n{rules},2,90,500\n", 30 + set);
    }
    let manifest = serde_json::json!({
        "question": "run", "seed": 1, "players": 2, "line_up": ["a", "b", "c"],
        "rules": [{"name": "official"}, {"name": "stacking"}, {"name": "h2o"}, {"name": "jump-in"}],
    });
    let manifest = manifest.to_string();
    let files = [("manifest.json", &*manifest), ("scores.csv", &scores), ("turns.csv", &turns)];
    directory(&files, &rates)
}

fn elements<'a>(
    document: &'a roxmltree::Document<'_>,
    name: &str,
    (attribute, value): (&str, &str),
) -> Vec<roxmltree::Node<'a, 'a>> {
    let is_it = |node: &roxmltree::Node<'_, '_>| {
        node.has_tag_name(("http://www.w3.org/2000/svg", name))
            && (attribute.is_empty() || node.attribute(attribute) == Some(value))
    };
    document.descendants().filter(is_it).collect()
}

fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("it is XML");
    let words = |node: &roxmltree::Node<'_, '_>| node.text().unwrap_or_default().trim().to_owned();
    elements(&document, "text", ("", "")).iter().map(words).collect()
}

#[test]
fn a_figure_alone_is_svg_that_says_what_it_shows() {
    let runs =
        [tournament("official", &["a", "b", "c"]), tournament(HOSTILE, &[HOSTILE, "b", "c"])];
    for run in runs {
        for id in ["ratings", "win-rates", "crosstable", "seats", "scores", "turns"] {
            let svg = alone(&run, id).expect("it is there");
            let document = roxmltree::Document::parse(&svg).expect("it is XML");
            let of = |name| elements(&document, name, ("", ""))[0].text().unwrap_or_default();
            assert!(of("title").len() > 3 && of("desc").starts_with(of("title")), "{id}");
            assert!(of("style").contains("prefers-color-scheme: dark"), "{id}");
            let root = document.root_element();
            assert_eq!(root.attribute("role"), Some("img"));
            assert!(root.attribute("font-family").is_some_and(|it| it.ends_with("sans-serif")));
            assert!(!svg.contains("var(--"), "its colours are its own");
            assert!(texts(&svg).iter().any(|text| text.starts_with("Players: ")), "{id}");
            assert!(texts(&svg).iter().any(|text| text.contains("seed 1")), "{id}");
        }
    }
}

#[test]
fn figures_are_found_by_their_names_or_by_parts_that_no_other_has() {
    let run = tournament("official", &["a", "b", "c"]);
    assert_eq!(alone(&run, "win").expect("one has it"), alone(&run, "win-rates").expect("all"));
    let error = alone(&run, "ladder").expect_err("there is none");
    let all = "win-rates, crosstable, seats, scores, turns";
    let told = format!("there is no figure ladder in this report; allowed: ratings, {all}");
    assert!(error.is_of_input());
    assert_eq!(error.to_string(), told);
    let error = alone(&comparison(3), "share").expect_err("there are several");
    let all = "forced-share, stalled-share, blocked-share";
    assert_eq!(error.to_string(), format!("several figures are called share: {all}"));
    let empty = directory(&[("manifest.json", "{}")], &[]);
    let error = alone(&empty, "scores").expect_err("there are none");
    assert_eq!(error.to_string(), "there is no figure scores: this report has none");
}

#[test]
fn several_distributions_of_a_row_are_lines_and_their_axis_says_that_it_is_logarithmic() {
    let run = four_rule_sets();
    let svg = alone(&run, "scores").expect("it is there");
    let document = roxmltree::Document::parse(&svg).expect("it is XML");
    let filled = |of: &str| elements(&document, of, ("opacity", "0.3")).len();
    assert_eq!((filled("polygon"), filled("rect")), (0, 0), "nothing lies over anything");
    let lines = ["#0072B2", "#D55E00", "#009E73", "#CC79A7"]
        .map(|color| elements(&document, "polyline", ("stroke", color)).len());
    assert_eq!(lines, [3; 4], "a line of each rule set for each strategy");
    assert!(texts(&svg).contains(&"points in a game (log scale)".to_owned()));
    let svg = alone(&run, "turns").expect("it is there");
    assert!(texts(&svg).contains(&"turns in a game".to_owned()));
}

#[test]
fn games_without_points_have_their_share_beside_the_curves() {
    let run = four_rule_sets();
    let scores = fs::read_to_string(run.path().join("scores.csv")).expect("it was written");
    let rows: Vec<Vec<&str>> = scores.lines().skip(1).map(|it| it.split(',').collect()).collect();
    let mut wanted = Vec::new();
    for strategy in ["a", "b", "c"] {
        for rules in ["official", "stacking", "h2o", "jump-in"] {
            let of = rows.iter().filter(|row| (row[0], row[2]) == (rules, strategy));
            let count = |row: &&Vec<&str>| row[4].parse::<u32>().expect("a count");
            let all: u32 = of.clone().map(|row| count(&row)).sum();
            let zeros: u32 = of.filter(|row| row[3] == "0").map(|row| count(&row)).sum();
            wanted.push(format!("{:.1} %", 100.0 * f64::from(zeros) / f64::from(all)));
        }
    }
    let svg = alone(&run, "scores").expect("it is there");
    let shown: Vec<String> = texts(&svg).into_iter().filter(|text| text.ends_with(" %")).collect();
    assert_eq!(shown, wanted);
    assert!(texts(&svg).contains(&"no points".to_owned()));
}

/// The place of a number on the horizontal axis of a picture, from two of its numbers.
fn place_of(document: &roxmltree::Document<'_>, number: f64, ticks: [(&str, f64); 2]) -> f64 {
    let [(x0, one), (x1, other)] = ticks.map(|(text, value)| {
        let found = elements(document, "text", ("text-anchor", "middle"));
        let tick = found.into_iter().find(|it| it.text().unwrap_or_default().trim() == text);
        let x = tick.expect(text).attribute("x").expect("a place").parse::<f64>();
        (x.expect("a number"), value)
    });
    x0 + (number - one) * (x1 - x0) / (other - one)
}

#[test]
fn the_band_reaches_from_one_end_of_what_nobody_notices_to_the_other() {
    let least = unobench_findings::plain::noticed_from(Metric::SkillGain).expect("people see it");
    let of = |rules: &str, metric, difference: f64| {
        let [effect, base] = effect([rules, "official", ""], (metric, 0.0), difference, "unclear");
        [around(&effect, metric.name(), difference, 0.01), base]
    };
    let all = [
        of("x", Metric::SkillGain, 0.09),
        of("y", Metric::SkillGain, -0.09),
        of("x", Metric::LowestChance, 0.09),
    ];
    let run = directory(&[], all.as_flattened());
    let svg = alone(&run, "skill-gain").expect("it is there");
    let document = roxmltree::Document::parse(&svg).expect("it is XML");
    // The first is that of the legend.
    let band = elements(&document, "rect", ("fill", "#F3EEDC"))[1];
    let at = |name| band.attribute(name).expect(name).parse::<f64>().expect("a number");
    let ends = [at("x"), at("x") + at("width")];
    let wanted = [-least, least].map(|end| place_of(&document, end, [("−8", -8.0), ("+8", 8.0)]));
    for (end, wanted) in ends.iter().zip(wanted) {
        assert!((end - wanted).abs() < 3.0, "{ends:?} {wanted}");
    }
    let told = format!("Hardly, within {least} games in 100 of no effect");
    assert!(texts(&svg).iter().any(|text| text.ends_with(&told)), "{:?}", texts(&svg));
    let unseen = alone(&run, "lowest-chance").expect("it is there");
    assert!(texts(&unseen).join(" ").contains("People at a table do not see this"));
    let document = roxmltree::Document::parse(&unseen).expect("it is XML");
    assert!(elements(&document, "rect", ("fill", "#F3EEDC")).is_empty());
}

#[test]
fn every_interval_has_whiskers_that_a_dot_does_not_hide() {
    let html = reported(&[&four_rule_sets()]).expect("it is a run");
    let start = html.find("id=\"win-rates\"").expect("it is there");
    let narrow = html[start..].split("<svg ").nth(2).expect("the narrow picture");
    let narrow = narrow.split("</svg>").next().expect("it ends");
    for color in ["#0072B2", "#D55E00", "#009E73", "#CC79A7"] {
        let whiskers = format!("<polyline fill=\"none\" stroke=\"{color}\"");
        assert_eq!(narrow.matches(&whiskers).count(), 3, "{color}");
    }
}

/// A sweep over three ways to draw, with long names.
fn sweep_of_names() -> TempDir {
    let names = ["until_one_can_be_played", "one", "until_playable"];
    let all = names.iter().zip(40..).map(|(name, value)| {
        let of = found("curve", &format!("play.draw={name}"), "");
        around(&Finding { table: "random".to_owned(), ..of }, "turns_p50", value.into(), 1.0)
    });
    directory(&[], &all.collect::<Vec<_>>())
}

/// Where a text of a picture is: left, right, top and bottom, by less than it may take.
fn extent(node: &roxmltree::Node<'_, '_>) -> [f64; 4] {
    let at = |name| node.attribute(name).and_then(|it| it.parse::<f64>().ok()).unwrap_or(0.0);
    let size = at("font-size");
    let text = node.text().unwrap_or_default().trim();
    let width = 0.8 * chart::width_of(text) * size / chart::LETTERS;
    let left = match node.attribute("text-anchor") {
        Some("middle") => at("x") - width / 2.0,
        Some("end") => at("x") - width,
        _ => at("x"),
    };
    [left, left + width, at("y") - 0.6 * size, at("y")]
}

#[test]
fn labels_of_a_picture_are_whole_and_do_not_lie_over_each_other() {
    for (run, ids) in [
        (four_rule_sets(), ["win-rates", "scores", "turns"]),
        (comparison(3), ["turns-p50", "first-seat", "turns"]),
        (sweep_of_names(), ["sweep-turns-p50"; 3]),
    ] {
        for id in ids {
            let svg = alone(&run, id).expect("it is there");
            let document = roxmltree::Document::parse(&svg).expect("it is XML");
            let picture = elements(&document, "g", ("class", "over-lines"))[0];
            let is_text = |it: &roxmltree::Node<'_, '_>| it.tag_name().name() == "text";
            let inside: Vec<_> = picture.descendants().filter(is_text).collect();
            assert!(inside.len() > 5, "{id}");
            for (place, one) in inside.iter().enumerate() {
                let [left, right, ..] = extent(one);
                assert!(left >= 0.0 && right <= 1480.0, "{id}: {:?} is cut off", one.text());
                for other in &inside[place + 1..] {
                    let (a, b) = (extent(one), extent(other));
                    let meet = a[0] < b[1] && b[0] < a[1] && a[2] < b[3] && b[2] < a[3];
                    assert!(!meet, "{id}: {:?} and {:?}", one.text(), other.text());
                }
            }
        }
    }
}

#[test]
fn every_figure_names_the_players() {
    let runs = [tournament("official", &["a", "b", "c"]), four_rule_sets()];
    for run in runs {
        let html = reported(&[&run]).expect("it is a run");
        let sections = html.matches("<section class=\"figure\"").count();
        let named = html.matches("Players: a, b and c (2 seats)").count();
        assert!(sections > 2);
        assert_eq!(named, sections);
    }
}

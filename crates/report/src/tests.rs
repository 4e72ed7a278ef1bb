//! Whole reports from run directories that are made here.

use super::*;
use std::collections::BTreeMap;
use std::fs;
use tempfile::TempDir;
use unobench_findings::csv;
use unobench_findings::estimate::between;
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;

/// A name that would like to be HTML.
const HOSTILE: &str = "<script>alert(1)</script>&\"'";

/// The largest report that is fit to be sent by mail.
const LIMIT: usize = 2_000_000;

/// A directory with these files; wide tables of questions go into its `findings.csv`.
fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let mut findings: Vec<Finding> = Vec::new();
    for (name, text) in files {
        let stem = name.strip_suffix(".csv").unwrap_or_default();
        if ["summary", "seats", "matchups", "ratings", "ranks", "crosstable", "effects", "curve"]
            .contains(&stem)
        {
            findings.extend(long(stem, text));
            continue;
        }
        fs::write(directory.path().join(name), text).expect("it is written");
    }
    if !findings.is_empty() {
        let file = fs::File::create(directory.path().join("findings.csv")).expect("a file");
        csv::write(file, findings).expect("it is written");
    }
    directory
}

/// The findings of a wide table.
fn long(question: &str, text: &str) -> Vec<Finding> {
    let rows: Vec<BTreeMap<String, String>> = csv::read(text.as_bytes()).expect("rows");
    let of_row = |row: &BTreeMap<String, String>| {
        let text = |name: &str| row.get(name).cloned().unwrap_or_default();
        let number = |name: &str| row.get(name)?.parse::<f64>().ok();
        let ends = |low: &str, high: &str| between(number(low), number(high));
        let of = Finding {
            question: question.replace("summary", "strength"),
            rules: text("rules"),
            players: number("players").unwrap_or_default() as u32,
            table: text("table"),
            of: text("strategy") + &text("seat"),
            against: text("opponent") + &text("baseline"),
            verdict: text("verdict"),
            q_value: number("p_adjusted"),
            games: number("games").map(|games| games as u64),
            ..Finding::default()
        };
        let alone = Finding { against: String::new(), verdict: String::new(), ..of.clone() };
        let (metric, measure) = (text("metric"), text("measure"));
        let plain = ["wins", "score_mean", "blocks", "ahead", "tied", "behind"];
        let mut found: Vec<Finding> =
            plain.into_iter().filter_map(|name| Some(of.number(name, number(name)?))).collect();
        let own = ends("low", "high");
        match question {
            "summary" | "seats" => found.push(of.estimate(
                "win_rate",
                number("win_rate"),
                ends("win_rate_low", "win_rate_high"),
            )),
            "matchups" => {
                found.push(of.estimate("mean_difference", number("mean_difference"), own))
            }
            "ratings" => found.push(of.estimate("rating", number("rating"), own)),
            "ranks" => found.push(of.estimate("place", number("place"), ends("first", "last"))),
            "crosstable" => found.push(of.estimate(&measure, number("difference"), own)),
            "curve" => {
                let of = Finding { of: format!("play.draw={}", text("play.draw")), ..alone };
                found.push(of.estimate(&metric, number("value"), own));
            }
            _ => {
                let base = Finding { rules: text("baseline"), ..alone.clone() };
                let fair = Finding { of: "fair".to_owned(), ..alone.clone() };
                let base = if base.rules == "fair" { fair } else { base };
                found.push(of.estimate(&metric, number("difference"), own));
                found.push(alone.number(&metric, number("value")));
                found.push(base.number(&metric, number("baseline_value")));
            }
        }
        found
    };
    rows.iter().flat_map(of_row).collect()
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

const SUMMARY: &str = "rules,players,strategy,games,wins,win_rate,win_rate_low,\
    win_rate_high,elo,score_mean,hand_points_mean,turns_mean,stalled,faults\n";
const MATCHUPS: &str =
    "rules,players,strategy,opponent,blocks,ahead,tied,behind,mean_difference,low,high\n";
const SEATS: &str =
    "rules,players,seat,games,wins,win_rate,win_rate_low,win_rate_high,score_mean\n";
const EFFECTS: &str = "rules,baseline,metric,value,baseline_value,difference,low,high,verdict\n";

fn tournament(rules: &str, strategies: &[&str]) -> TempDir {
    let (of, count) = (quoted(rules), strategies.len());
    let (mut summary, mut matchups) = (SUMMARY.to_owned(), MATCHUPS.to_owned());
    let mut ratings = "rules,players,strategy,rating,low,high,games\n".to_owned();
    let mut scores = "rules,players,strategy,score,count\n".to_owned();
    for (place, strategy) in strategies.iter().enumerate() {
        let name = quoted(strategy);
        let rate = 0.4 + 0.2 * place as f64 / count as f64;
        let (low, high) = (rate - 0.01, rate + 0.01);
        summary += &format!("{of},2,{name},1000,500,{rate},{low},{high},1,20,10,30,0,0\n");
        let rating = 10.0 * place as f64;
        let (low, high) = (rating - 2.0, rating + 2.0);
        ratings += &format!("{of},2,{name},{rating},{low},{high},1000\n");
        for score in [0, 5, 20, 50, 120] {
            scores += &format!("{of},2,{name},{score},{}\n", 100 + place);
        }
        for (other, opponent) in strategies.iter().enumerate().filter(|(other, _)| *other != place)
        {
            let (opponent, by) = (quoted(opponent), place as f64 - other as f64);
            let (low, high) = (by - 0.4, by + 0.4);
            matchups += &format!("{of},2,{name},{opponent},100,40,30,30,{by},{low},{high}\n");
        }
    }
    let manifest = serde_json::json!({
        "question": "tournament", "seed": 1, "players": 2, "version": "0.1.0",
        "program": "unobench", "line_up": strategies,
        "rules": [{
            "name": rules, "games": 1000, "blocks": 500,
            "settings": {"uno": {"call": true}, "note": HOSTILE},
        }],
        "host": {"arguments": ["tournament", strategies.first()]},
    });
    let turns = format!("rules,players,turns,count\n{of},2,20,500\n{of},2,31,500\n");
    let seats =
        format!("{SEATS}{of},2,1,1000,520,0.52,0.51,0.53,\n{of},2,2,1000,480,0.48,0.47,0.49,\n");
    directory(&[
        ("manifest.json", &manifest.to_string()),
        ("summary.csv", &summary),
        ("matchups.csv", &matchups),
        ("ratings.csv", &ratings),
        ("scores.csv", &scores),
        ("turns.csv", &turns),
        ("seats.csv", &seats),
    ])
}

fn comparison(sets: usize) -> TempDir {
    let mut effects = EFFECTS.to_owned();
    let mut turns = "rules,players,turns,count\n".to_owned();
    let mut seats = SEATS.to_owned();
    for set in 0..sets {
        let shift = 0.123_456_789_012 * (set as f64 - 7.0);
        let (value, low, high) = (50.5 + shift, shift - 0.1, shift + 0.1);
        let verdict = if set % 3 == 0 { "same" } else { "more" };
        for metric in Metric::all() {
            for baseline in ["fair", "official"] {
                let of = format!("rule-set-{set},{baseline},{metric}");
                effects += &format!("{of},{value},50.5,{shift},{low},{high},{verdict}\n");
            }
        }
        for length in 10..900 {
            let count = 1 + 1_000_000 / (10 + (length - 60_i64).pow(2));
            turns += &format!("rule-set-{set},4,{length},{count}\n");
        }
        for seat in 1..=4 {
            let rate = "0.2512345678,0.25012345,0.2523456789";
            seats += &format!("rule-set-{set},4,{seat},1000000,250000,{rate},\n");
        }
    }
    let manifest =
        serde_json::json!({"question": "compare", "baseline": "official", "players": 4, "seed": 1});
    directory(&[
        ("manifest.json", &manifest.to_string()),
        ("effects.csv", &effects),
        ("turns.csv", &turns),
        ("seats.csv", &seats),
    ])
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
    let ranks = "rules,strategy,place,first,last\nofficial,b,1,1,1\nofficial,c,2,2,3\n\
                 official,a,3,2,3\n";
    let pairs = "rules,measure,strategy,opponent,difference,low,high,p_adjusted\n\
                 official,wins,a,b,-0.125,-0.135,-0.115,0.001\n\
                 official,wins,a,c,0.002,-0.008,0.012,0.3\n\
                 official,wins,b,c,0.04,0.03,0.05,0.002\n\
                 official,points,a,b,-0.5,-0.51,-0.49,0.06\n";
    let run = directory(&[("ranks.csv", ranks), ("crosstable.csv", pairs)]);
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
        assert!(reported(&[&directory(&[(name, &text)])]).is_ok(), "{name} alone");
        fs::write(&path, text).expect("it is written");
    }
    let empty = directory(&[("manifest.json", "{}")]);
    assert!(reported(&[&empty]).expect("it is a run").contains("There are no results yet"));
}

#[test]
fn what_is_no_run_or_not_there_is_named() {
    let other = directory(&[("notes.txt", "none")]);
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
        let directory = directory(&[(name, &text)]);
        let error = reported(&[&directory]).expect_err(told);
        assert!(error.is_of_input(), "{error}");
        let (path, error) = (directory.path().join(name).display().to_string(), error.to_string());
        assert!(error.contains(&path) && error.contains(told), "{told}: {error}");
    }
}

#[test]
fn extreme_numbers_are_drawn_without_a_panic() {
    let summary = format!(
        "{SUMMARY}a,2,x,1,1,1e15,-1e15,1e15,,,,,0,0\n\
         a,2,y,0,0,,,,,,,,0,0\nb,0,x,1,1,0,0,0,,,,,0,0\n"
    );
    let scores = "rules,players,strategy,score,count\n\
        a,2,x,-9223372036854775808,18446744073709551615\n\
        a,2,x,9223372036854775807,1\na,2,y,0,5\nb,2,x,3,0\n";
    let effects = format!(
        "{EFFECTS}r,official,turns_mean,1e15,1e-300,1e15,-1e15,1e15,more\n\
         r,official,cards_drawn,0,0,0,,,\n\
         s,official,turns_mean,1,2,-2,-3,5,unclear\n"
    );
    let seats = format!("{SEATS}a,99,0,1,1,1,1,1,\na,99,4294967295,1,1,1,1,1,\n");
    let run = directory(&[
        ("summary.csv", &summary),
        ("scores.csv", scores),
        ("effects.csv", &effects),
        ("seats.csv", &seats),
    ]);
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
    let mut summary = SUMMARY.to_owned();
    for (set, rules) in ["official", "stacking", "h2o", "jump-in"].iter().enumerate() {
        for (place, strategy) in ["a", "b", "c"].iter().enumerate() {
            let zeros = 200 + 37 * set + 101 * place;
            scores += &format!("{rules},2,{strategy},0,{zeros}\n");
            for score in (5..400).step_by(5) {
                scores += &format!("{rules},2,{strategy},{score},{}\n", 3 + set);
            }
            let rate = 0.3 + 0.1 * place as f64;
            let (low, high) = (rate - 1e-4, rate + 1e-4);
            let rates = format!("{rate},{low},{high}");
            summary += &format!("{rules},2,{strategy},9,5,{rates},1,20,10,30,0,0\n");
        }
        turns += &format!("{rules},2,{},500\n{rules},2,90,500\n", 30 + set);
    }
    let manifest = serde_json::json!({
        "question": "run", "seed": 1, "players": 2, "line_up": ["a", "b", "c"],
        "rules": [{"name": "official"}, {"name": "stacking"}, {"name": "h2o"}, {"name": "jump-in"}],
    });
    let manifest = manifest.to_string();
    directory(&[
        ("manifest.json", &manifest),
        ("summary.csv", &summary),
        ("scores.csv", &scores),
        ("turns.csv", &turns),
    ])
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
    let empty = directory(&[("manifest.json", "{}")]);
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
    let least = settle::noticed_from(Metric::SkillGain).expect("people see it");
    let row = |rules: &str, metric: &str, value: f64| {
        let (low, high) = (value - 0.01, value + 0.01);
        format!("{rules},official,{metric},,,{value},{low},{high},unclear\n")
    };
    let rows = row("x", "skill_gain", 0.09) + &row("y", "skill_gain", -0.09);
    let effects = format!("{EFFECTS}{rows}{}", row("x", "lowest_chance", 0.09));
    let run = directory(&[("effects.csv", &effects)]);
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
    let mut sweep = "rules,players,table,play.draw,metric,value,low,high\n".to_owned();
    for (place, name) in ["until_one_can_be_played", "one", "until_playable"].iter().enumerate() {
        let (value, low, high) = (40 + place, 39 + place, 41 + place);
        sweep += &format!("{name},4,random,{name},turns_p50,{value},{low},{high}\n");
    }
    directory(&[("curve.csv", &sweep)])
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

//! What rule sets do and how much of them is skill: `rules compare`, `sweep` and `skill`.

use super::{
    bytes, column, every_file, json_file, keys, only_rewrites, output, refused, scratch, table,
    table_of, unobench, without_footer,
};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::path::Path;

const EFFECTS: &str = "rules,baseline,players,table,metric,value,baseline_value,difference,low,\
                       high,p_value,p_adjusted,verdict";

fn compare(out: &str) -> Vec<&str> {
    vec![
        "rules",
        "compare",
        "official",
        "double",
        "-n",
        "4000",
        "--pool-games",
        "400",
        "-o",
        out,
        "-q",
    ]
}

fn sweep(out: &str) -> Vec<&str> {
    vec![
        "sweep",
        "--set",
        "setup.hand_size=5,7",
        "--set",
        "play.drawn_card=keep,may_play",
        "-n",
        "800",
        "--pool-games",
        "0",
        "-o",
        out,
        "-q",
    ]
}

fn skill(out: &str) -> Vec<&str> {
    let pool = [
        "skill",
        "high-points",
        "most-colour",
        "--oracle",
        "cheat:playouts=4",
        "-n",
        "2000",
        "--search-games",
        "100",
    ];
    [pool.as_slice(), &["-o", out, "-q"]].concat()
}

/// The rows of an `effects.csv`, which are sorted by their key columns.
fn effects(text: &str) -> Vec<Vec<String>> {
    let (header, rows) = table_of(text);
    assert_eq!(header.join(","), EFFECTS);
    assert!(rows.is_sorted_by(|a, b| a[..5] < b[..5]), "not in order, or twice");
    rows
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("{cell:?} is no number"))
}

/// Where colours are asked for, what is surely more is cyan and what is surely less yellow, nothing
/// else; the words are the same.
#[test]
fn what_is_sure_is_coloured() {
    let dir = scratch();
    let args = [
        "rules",
        "compare",
        "official",
        "until-playable",
        "-n",
        "4000",
        "--pool-games",
        "400",
        "--strategy",
        "random",
        "-q",
    ];
    let row = |out: &str, color: &str| -> String {
        let told = output(dir.path(), &[&args[..], &["-o", out, "--color", color]].concat());
        let mut rows = told.lines().skip_while(|line| !line.starts_with("official"));
        rows.nth(1).expect("its row").to_owned()
    };
    let (plain, coloured) = (row("plain", "never"), row("coloured", "always"));
    let (more, less, end) = ("\x1b[38;5;6m", "\x1b[38;5;3m", "\x1b[39m");
    let marks = |mark: char| plain.matches(mark).count();
    assert!(marks('▲') > 2 && marks('▼') > 0, "{plain}");
    let cells: Vec<&str> = coloured.split(end).collect();
    assert_eq!(
        cells.iter().filter(|cell| cell.contains(more) && cell.contains('▲')).count(),
        marks('▲')
    );
    assert_eq!(
        cells.iter().filter(|cell| cell.contains(less) && cell.contains('▼')).count(),
        marks('▼')
    );
    assert_eq!([more, less].map(|code| coloured.matches(code).count()), [marks('▲'), marks('▼')]);
    let bare = [more, less, end].iter().fold(coloured.clone(), |text, code| text.replace(code, ""));
    assert_eq!(
        bare.split_whitespace().collect::<Vec<_>>(),
        plain.split_whitespace().collect::<Vec<_>>()
    );
}

#[test]
fn rule_sets_are_measured_against_a_baseline() {
    let dir = scratch();
    let told = output(dir.path(), &compare("out"));
    for word in [
        "2 rule sets against official, 4,000 games at each table",
        "double at 4 seats: a game, ",
        "tables: random in every seat; counter in every seat; linear in every seat; mixed: \
         random, high-points, counter, linear in turn",
        "each alone among random",
        "pairing on the same deals",
        "the first player",
        "▲ ▼",
    ] {
        assert!(told.contains(word), "{word:?} is missing in:\n{told}");
    }
    let text = String::from_utf8(bytes(dir.path().join("out/effects.csv"))).expect("UTF-8");
    let rows = effects(&text);
    let of = |rules: &str, baseline: &str, table: &str| -> Vec<&str> {
        rows.iter()
            .filter(|row| row[0] == rules && row[1] == baseline && row[2] == "4" && row[3] == table)
            .map(|row| row[4].as_str())
            .collect()
    };
    let tables = ["random", "counter", "linear", "random+high-points+counter+linear"];
    for table in tables {
        assert_eq!(of("official", "fair", table), ["first_seat", "seat_imbalance"]);
        assert_eq!(of("double", "fair", table), ["first_seat", "seat_imbalance"]);
        // The pool plays among the first.
        assert_eq!(of("double", "official", table).len(), if table == "random" { 18 } else { 16 });
    }
    assert_eq!(rows.len(), 4 * 4 + 18 + 3 * 16);
    for row in &rows {
        let difference = number(&row[7]);
        assert!((number(&row[5]) - number(&row[6]) - difference).abs() < 1e-9, "{row:?}");
        if !row[8].is_empty() {
            assert!(number(&row[8]) <= difference && difference <= number(&row[9]), "{row:?}");
        }
        assert_eq!(row[10].is_empty(), row[11].is_empty());
        assert!(
            row[10].is_empty() || number(&row[10]) <= number(&row[11]) && number(&row[11]) <= 1.0,
            "{row:?}"
        );
        assert!(["more", "less", "same", "unclear"].contains(&&*row[12]), "{row:?}");
    }
    let (header, seats) = table(&dir.path().join("out/seats.csv"));
    assert_eq!(
        header.join(","),
        "rules,players,table,seat,games,wins,win_rate,win_rate_low,win_rate_high,score_mean"
    );
    assert_eq!(seats.len(), 2 * 4 * 4);
    let (header, turns) = table(&dir.path().join("out/turns.csv"));
    assert_eq!(header.join(","), "rules,players,table,turns,count");
    let games: f64 = turns.iter().map(|row| number(&row[column(&header, "count")])).sum();
    assert_eq!(games, 4.0 * 8000.0);
}

#[test]
fn a_survey_has_a_summary_for_programs() {
    let dir = scratch();
    output(dir.path(), &compare("out"));
    let summary = json_file(&dir.path().join("out/summary.json"));
    let expected = [
        "program", "version", "question", "complete", "seed", "players", "baseline", "legs",
        "unpaired", "measures", "effects", "seats",
    ];
    assert_eq!(keys(&summary), expected);
    assert_eq!(
        (summary["question"].as_str(), summary["complete"].as_bool()),
        (Some("compare"), Some(true))
    );
    assert_eq!(summary["legs"].as_array().map(Vec::len), Some(10));
    assert_eq!(keys(&summary["measures"][0]["measures"]["turns_mean"]), ["value", "low", "high"]);
    assert_eq!(summary["effects"].as_array().map(Vec::len), Some(82));
    let manifest = json_file(&dir.path().join("out/manifest.json"));
    assert_eq!(
        (manifest["baseline"].as_str(), manifest["groups"].as_u64()),
        (Some("official"), Some(50))
    );
    assert_eq!(manifest["rules"][1]["settings"]["jump_in"]["double"], "any");
}

#[test]
fn surveys_are_the_same_whatever_the_threads() {
    let dir = scratch();
    for (one, two) in
        [(compare("c1"), compare("c2")), (sweep("s1"), sweep("s2")), (skill("k1"), skill("k2"))]
    {
        let out = |args: &[&str]| args[args.len() - 2].to_owned();
        let told = output(dir.path(), &[one.clone(), vec!["-j", "1"]].concat());
        assert_eq!(
            without_footer(&told),
            without_footer(&output(dir.path(), &[two.clone(), vec!["-j", "2"]].concat()))
        );
        assert_eq!(
            every_file(&dir.path().join(out(&one))),
            every_file(&dir.path().join(out(&two)))
        );
    }
}

#[test]
fn surveys_are_printed_in_every_format() {
    let dir = scratch();
    for args in [compare("compare"), sweep("sweep"), skill("skill")] {
        let out = args[args.len() - 2];
        let with = |format: &'static str| {
            output(dir.path(), &[args.clone(), vec!["--resume", "--format", format]].concat())
        };
        let json: Value = serde_json::from_str(&with("json")).expect("JSON");
        assert_eq!(json, json_file(&dir.path().join(out).join("summary.json")));
        let markdown = with("markdown");
        assert!(markdown.contains("| --- | ---: |") && markdown.contains("\n- "), "{markdown}");
        assert!(with("table").contains(&format!("files in {out}")));
        let csv = with("csv");
        if out == "skill" {
            let (header, rows) = table_of(&csv);
            assert_eq!(
                header.join(","),
                "rules,strategy,games,win_rate,win_rate_low,win_rate_high,elo,elo_low,elo_high"
            );
            assert_eq!(rows.len(), 4);
        } else {
            assert_eq!(csv.into_bytes(), bytes(dir.path().join(out).join("effects.csv")));
        }
    }
}

#[test]
fn finished_surveys_are_only_written_again() {
    let dir = scratch();
    for (args, out, lost) in [
        (compare("compare"), "compare", "effects.csv"),
        (sweep("sweep"), "sweep", "seats.csv"),
        (skill("skill"), "skill", "summary.json"),
    ] {
        output(dir.path(), &args);
        only_rewrites(dir.path(), &args, out, lost);
    }
    let other = [skill("compare"), vec!["--resume"]].concat();
    refused(dir.path(), &other, &["compare", "question: compare there, skill here"]);
    let run = ["run", "random", "-p", "2", "-r", "official", "-n", "100", "-q", "-o", "compare"];
    refused(dir.path(), &run, &["compare", "question: compare there"]);
    output(dir.path(), &[run.as_slice(), &["--force"]].concat());
    refused(dir.path(), &compare("compare"), &["compare", "question"]);
}

#[test]
fn parts_of_a_survey_are_merged() {
    let dir = scratch();
    for (name, args) in [("compare", compare("whole-compare")), ("skill", skill("whole-skill"))] {
        output(dir.path(), &args);
        for part in ["1/3", "2/3", "3/3"] {
            let out = format!("{name}-{}", &part[..1]);
            let mut args: Vec<&str> = args.clone();
            let place = args.iter().position(|arg| *arg == "-o").expect("a directory") + 1;
            args[place] = &out;
            output(dir.path(), &[args.as_slice(), &["--shard", part]].concat());
        }
        let parts = [2, 3, 1].map(|part| format!("{name}-{part}"));
        let merged = format!("merged-{name}");
        let told = output(dir.path(), &["merge", &parts[0], &parts[1], &parts[2], "-o", &merged]);
        assert_eq!(
            without_footer(&told),
            without_footer(&output(dir.path(), &[args, vec!["--resume"]].concat()))
        );
        assert_eq!(
            every_file(&dir.path().join(format!("whole-{name}"))),
            every_file(&dir.path().join(&merged))
        );
        refused(
            dir.path(),
            &["merge", &parts[0], &parts[1], "-o", "incomplete"],
            &["1/3", "missing"],
        );
    }
    refused(
        dir.path(),
        &["merge", "compare-1", "skill-2", "compare-3", "-o", "mixed"],
        &["question: skill there, compare here"],
    );
}

#[test]
fn a_survey_that_is_cut_short_goes_on_to_the_same_bytes() {
    let dir = scratch();
    output(dir.path(), &compare("out"));
    let before = every_file(&dir.path().join("out"));
    let progress = &before["progress.jsonl"];
    fs::write(dir.path().join("out/progress.jsonl"), &progress[..progress.len() / 3])
        .expect("written");
    let resume = [compare("out"), vec!["--resume", "-j", "2"]].concat();
    let loud: Vec<&str> = resume.iter().copied().filter(|arg| *arg != "-q").collect();
    unobench(dir.path())
        .args(loud)
        .assert()
        .success()
        .stderr(contains("progress.jsonl is damaged"));
    assert_eq!(every_file(&dir.path().join("out")), before);
}

#[test]
fn a_survey_whose_time_is_up_says_how_to_go_on() {
    let dir = scratch();
    let args = [
        "rules",
        "compare",
        "official",
        "double",
        "-n",
        "1e12",
        "--max-time",
        "200ms",
        "-o",
        "out",
    ];
    let stopped = unobench(dir.path()).args(args).args(["--format", "json"]).assert().success();
    let told: Value = serde_json::from_slice(&stopped.get_output().stdout).expect("JSON");
    assert_eq!(told["complete"], false);
    stopped.stderr(contains("--max-time").and(contains("--resume")));
    assert_eq!(json_file(&dir.path().join("out/summary.json"))["complete"], false);
}

#[test]
fn rule_sets_of_another_deck_are_compared_without_pairing_and_it_says_so() {
    let dir = scratch();
    let args = ["rules", "compare", "junior", "-n", "800", "--pool-games", "0", "-o", "out", "-q"];
    let told = output(dir.path(), &args);
    assert!(told.contains("compared without pairing: junior"), "{told}");
    assert!(!told.contains("pairing on the same deals"), "nothing was paired: {told}");
    assert_eq!(
        json_file(&dir.path().join("out/summary.json"))["unpaired"],
        serde_json::json!(["junior"])
    );
}

#[test]
fn comparisons_that_make_no_sense_are_refused() {
    let dir = scratch();
    refused(
        dir.path(),
        &["rules", "compare", "official", "dubble"],
        &["dubble", "did you mean double?"],
    );
    refused(
        dir.path(),
        &["rules", "compare", "double", "--baseline", "offical"],
        &["offical", "did you mean official?"],
    );
    refused(
        dir.path(),
        &["rules", "compare", "double", "double"],
        &["two rule sets are called double"],
    );
    refused(dir.path(), &["rules", "compare", "double", "--pool", "randon"], &["randon", "random"]);
    refused(dir.path(), &["rules", "compare", "double", "--strategy", "cmd:./bot"], &["cmd"]);
    refused(
        dir.path(),
        &["rules", "compare", "double", "--strategy", "ismcts:playouts=4", "-n", "100", "-o", "w"],
        &["ismcts", "chart"],
    );
    refused(dir.path(), &["rules", "compare", "double", "-p", "11"], &["--players 11", "2 to 10"]);
    refused(dir.path(), &["rules", "compare", "partners", "-p", "5"], &["partners", "5"]);
    refused(dir.path(), &["rules", "compare", "double", "-n", "0"], &["--games"]);
    refused(dir.path(), &["rules", "compare", "double", "--until-ci", "0.1"], &["--until-ci"]);
    fs::write(dir.path().join("fair.toml"), "extends = \"double\"\n").expect("written");
    refused(dir.path(), &["rules", "compare", "fair.toml", "-o", "f"], &["fair", "another name"]);
    fs::create_dir(dir.path().join("own")).expect("created");
    fs::write(dir.path().join("own/official.toml"), "extends = \"double\"\n").expect("written");
    refused(
        dir.path(),
        &["rules", "compare", "own/official.toml", "-o", "o"],
        &["two rule sets are called official"],
    );
    assert!(!Path::new(&dir.path().join("results")).exists());
}

#[test]
fn a_sweep_plays_every_combination_of_values() {
    let dir = scratch();
    let told = output(dir.path(), &sweep("out"));
    assert!(told.contains("5 rule sets against official"), "{told}");
    let names: Vec<String> = json_file(&dir.path().join("out/manifest.json"))["rules"]
        .as_array()
        .expect("rule sets")
        .iter()
        .map(|rules| rules["name"].as_str().expect("a name").to_owned())
        .collect();
    let point =
        |size: u8, drawn: &str| format!("official+setup.hand_size={size}+play.drawn_card={drawn}");
    assert_eq!(
        names,
        [
            "official".to_owned(),
            point(5, "keep"),
            point(5, "may_play"),
            point(7, "keep"),
            point(7, "may_play")
        ]
    );
    let rows =
        effects(&String::from_utf8(bytes(dir.path().join("out/effects.csv"))).expect("UTF-8"));
    let same: Vec<&Vec<String>> =
        rows.iter().filter(|row| row[0] == point(7, "may_play") && row[1] == "official").collect();
    assert_eq!(same.len(), 4 * 16, "without a pool neither skill nor neighbours are measured");
    assert!(
        same.iter().all(|row| row[7] == "0" && row[10] == "1" && row[12] == "same"),
        "the baseline's own values change nothing"
    );
}

#[test]
fn sweeps_that_make_no_sense_are_refused() {
    let dir = scratch();
    refused(dir.path(), &["sweep"], &["--set"]);
    refused(dir.path(), &["sweep", "--set", "setup.hand_size"], &["--set", "key=value"]);
    refused(
        dir.path(),
        &["sweep", "--set", "setup.hand_size=5,7,5"],
        &["--set", "setup.hand_size=5", "twice"],
    );
    refused(dir.path(), &["sweep", "--set", "setup.hand_siz=5"], &["setup.hand_siz", "hand_size"]);
    refused(dir.path(), &["sweep", "--set", "setup.hand_size=5,50"], &["setup.hand_size", "50"]);
    refused(dir.path(), &["sweep", "--set", "setup.hand_size=5,"], &["setup.hand_size"]);
    refused(
        dir.path(),
        &["sweep", "-r", "offical", "--set", "setup.hand_size=5"],
        &["offical", "official"],
    );
    refused(
        dir.path(),
        &["sweep", "-p", "10", "--set", "setup.hand_size=20"],
        &["setup.hand_size"],
    );
    assert!(!dir.path().join("results").exists());
}

#[test]
fn skill_is_told_with_the_pool() {
    let dir = scratch();
    let told = output(dir.path(), &skill("out"));
    for word in [
        "official, 2 seats: each alone among random",
        "cheat:playouts=4",
        "the best, ",
        "the best of all pairs, wins ",
        "of 3 strategies, up to ",
        " steps of 60 % wins (",
    ] {
        assert!(told.contains(word), "{word:?} is missing in:\n{told}");
    }
    let summary = json_file(&dir.path().join("out/summary.json"));
    assert_eq!(
        keys(&summary),
        [
            "program", "version", "question", "complete", "seed", "players", "baseline", "legs",
            "skill"
        ]
    );
    let found = &summary["skill"][0];
    let expected = ["rules", "others", "best", "win_rate", "best_and_second", "steps", "ladder"];
    assert_eq!(keys(found), expected);
    let ladder: Vec<&str> = found["ladder"]
        .as_array()
        .expect("steps")
        .iter()
        .map(|step| step["strategy"].as_str().expect("a name"))
        .collect();
    assert_eq!((ladder[0], ladder[3]), ("random", "cheat:playouts=4"));
    assert!(!dir.path().join("out/effects.csv").exists());
}

/// Those who see all are the last of the ladder, the strongest at its end.
#[test]
fn who_knows_chance_is_above_the_ladder() {
    let dir = scratch();
    let args = [skill("out"), vec!["-p", "3", "--oracle", "cheat:playouts=1"]].concat();
    let told = output(dir.path(), &args);
    assert!(told.contains(" % of its games among 2 random"), "{told}");
    assert!(!told.contains("steps of 60 %"), "there are no pairs at three seats");
    let found = &json_file(&dir.path().join("out/summary.json"))["skill"][0];
    let ladder = found["ladder"].as_array().expect("steps");
    let names: Vec<&str> =
        ladder.iter().map(|step| step["strategy"].as_str().expect("a name")).collect();
    assert_eq!(names[3..], ["cheat:playouts=1", "cheat:playouts=4"]);
}

/// Searches are too dear for the leg in which all pairs play.
#[test]
fn a_ladder_of_searches_has_no_pairs() {
    let dir = scratch();
    let args = ["skill", "ismcts:playouts=2", "--oracle", "cheat:playouts=1", "-n", "200"];
    let games = ["--search-games", "100", "-o", "out", "-q"];
    let told = output(dir.path(), &[args.as_slice(), &games].concat());
    assert!(told.contains(" % of its games against random"), "{told}");
    assert!(!told.contains("steps of"), "{told}");
}

#[test]
fn skill_of_several_rule_sets_is_told_apart() {
    let dir = scratch();
    let args = [skill("out"), vec!["-r", "official", "-r", "double", "--format", "csv"]].concat();
    let (header, rows) = table_of(&output(dir.path(), &args));
    let rules = column(&header, "rules");
    assert_eq!(
        rows.iter().map(|row| row[rules].as_str()).collect::<Vec<_>>(),
        [["official"; 4], ["double"; 4]].concat()
    );
}

#[test]
fn questions_of_skill_that_make_no_sense_are_refused() {
    let dir = scratch();
    refused(dir.path(), &["skill", "random"], &["at least one strategy besides"]);
    refused(dir.path(), &["skill", "randon"], &["randon", "random"]);
    refused(dir.path(), &["skill", "--oracle", "nobody"], &["nobody"]);
    refused(dir.path(), &["skill", "--oracle", "linear"], &["no hidden cards", "cheat and oracle"]);
    refused(dir.path(), &["skill", "cheat"], &["sees hidden cards", "--oracle"]);
    refused(dir.path(), &["skill", "--search-games", "0"], &["--search-games"]);
    refused(dir.path(), &["skill", "-r", "offical"], &["offical", "official"]);
    assert!(!dir.path().join("results").exists());
}

/// A slip of the finger makes thousands of rule sets, or more than memory holds.
#[test]
fn more_than_two_thousand_rule_sets_are_asked_for() {
    let dir = scratch();
    let range = |count: usize| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let points = format!("scoring.target={}", range(2001));
    refused(dir.path(), &["sweep", "--set", &points, "-o", "out"], &["2001", "2000", "--yes"]);
    let many: Vec<String> = ["scoring.target", "play.turn_limit", "setup.hand_size"]
        .map(|key| format!("{key}={}", range(5000)))
        .to_vec();
    let mut args = vec!["sweep", "-o", "out"];
    many.iter().for_each(|key| args.extend(["--set", key]));
    refused(dir.path(), &args, &["125000000000", "--yes"]);
    assert!(!dir.path().join("out").exists());
}

/// Seats, keys and tables are crossed, and one file has it all.
#[test]
fn a_sweep_goes_over_keys_seats_and_tables() {
    let dir = scratch();
    let args = [
        "sweep",
        "--set",
        "setup.hand_size=3..5",
        "-p",
        "2..3,6",
        "--panel",
        "random",
        "high-points+random",
        "-n",
        "60",
        "--pool-games",
        "0",
        "-o",
        "out",
        "-q",
    ];
    output(dir.path(), &args);
    let (header, rows) = table(&dir.path().join("out/sweep.csv"));
    assert_eq!(header.join(","), "rules,players,table,setup.hand_size,metric,value,low,high");
    // The three sizes and the seven of the baseline, at three numbers of seats and two tables.
    let points = |metric: &str| rows.iter().filter(|row| row[4] == metric).count();
    assert_eq!(points("turns_mean"), 4 * 3 * 2);
    let of = |cells: [&str; 4]| rows.iter().any(|row| row[..4] == cells);
    assert!(of(["official+setup.hand_size=4", "6", "high-points+random", "4"]));
}

/// Rule sets are put in and left out with all their settings, and what matters is told first.
#[test]
fn a_sweep_puts_rule_sets_in_and_leaves_them_out() {
    let dir = scratch();
    let what = ["sweep", "--switch", "ubisoft-draw-to-match", "stacking", "--strategy", "random"];
    let args = [&what[..], &["-n", "20000", "--pool-games", "0", "-o", "out"]].concat();
    let told = output(dir.path(), &args);
    let first = told.lines().next().expect("a line");
    let depends = "at 4 seats, the length of a game depends on ubisoft-draw-to-match (+";
    assert!(first.starts_with(depends), "{told}");
    let (header, rows) = table(&dir.path().join("out/sweep.csv"));
    assert_eq!(header[3..6], ["play.draw", "responses.draw_two", "responses.wild_draw_four"]);
    let mut names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    names.dedup();
    let put_in = ["", "+stacking", "+ubisoft-draw-to-match", "+ubisoft-draw-to-match+stacking"];
    assert_eq!(names, put_in.map(|name| format!("official{name}")));
    let (_, rows) = table(&dir.path().join("out/factorial.csv"));
    let row = rows
        .iter()
        .find(|row| row[2..5] == ["turns_mean", "alone", "ubisoft-draw-to-match"])
        .expect("an effect");
    assert_eq!(row[10], "more");
    output(dir.path(), &["report", "out"]);
    let html = String::from_utf8(bytes(dir.path().join("out/report.html"))).expect("UTF-8");
    assert!(
        html.contains("id=\"matters-turns-mean-4\"") && html.contains("id=\"sweep-turns-mean\"")
    );
    for (args, words) in [
        (&["sweep", "--switch", "official"][..], &["changes nothing"][..]),
        (&["sweep", "--switch", "nobody"], &["nobody"]),
        (&["sweep", "--switch", "stacking", "ubisoft-all"], &["stacking", "ubisoft-all", "both"]),
        (&["sweep", "--switch", "stacking", "--set", "responses.draw_two=none,stack"], &["both"]),
        (&["sweep", "-r", "stacking", "--switch", "ubisoft-stacking"], &["changes nothing"]),
    ] {
        refused(dir.path(), args, words);
    }
}

/// A table's own strategy cannot tell how much skill counts there.
#[test]
fn a_pool_that_cannot_measure_skill_measures_none() {
    let dir = scratch();
    let args = |pool| {
        let what = ["rules", "compare", "official", "--strategy", "counter", "--pool", pool];
        [&what[..], &["-n", "400", "--pool-games", "200", "-o", "out", "--force", "-q"]].concat()
    };
    assert!(!output(dir.path(), &args("counter")).contains("skill +%"));
    assert!(output(dir.path(), &args("high-points")).contains("skill +%"));
}

/// Half the effect takes four times the games.
#[test]
fn the_smallest_effect_says_how_much_is_played() {
    let dir = scratch();
    let games = |worth: &str| {
        let plan = output(dir.path(), &["plan", "rules", "compare", "official", "--worth", worth]);
        let plan: Value = serde_json::from_str(&plan).expect("JSON");
        assert_eq!(plan["worth"].as_f64(), worth.parse().ok());
        plan["legs"][0]["games"].as_u64()
    };
    assert_eq!(
        (games("1"), games("2"), games("0.5")),
        (Some(200_000), Some(50_000), Some(800_000))
    );
    for (worth, word) in [("0", "above 0"), ("100", "below 100"), ("-1", "--worth")] {
        let args = ["rules", "compare", "official", &format!("--worth={worth}")];
        refused(dir.path(), &args, &[word]);
    }
}

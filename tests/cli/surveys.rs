//! What rule sets do and how much of them is skill: `rules compare`, `sweep` and `skill`.

use crate::dir::{Dir, Table, assert_reads, flat, json, keys, number, without_footer};
use serde_json::json;

const EFFECTS: &str = "rules,baseline,players,table,metric,value,baseline_value,difference,low,\
                       high,p_value,p_adjusted,verdict,family,q_value,undecided,games,\
                       rules_digest";

const COMPARE: &str = "rules compare official double -n 2000 --pool-games 400 -q";

const SWEEP: &str = "sweep --set setup.hand_size=5,7 --set play.drawn_card=keep,may_play -n 400 \
                     --pool-games 0 -q";

const SKILL: &str = "skill high-points most-colour --oracle cheat:playouts=4 -n 1000 \
                     --search-games 50 -q";

/// Each kind of survey, and a file of it.
const KINDS: [(&str, &str, &str); 3] = [
    ("compare", COMPARE, "findings.csv"),
    ("sweep", SWEEP, "turns.csv"),
    ("skill", SKILL, "findings.json"),
];

/// The effects of a survey, each once.
fn effects(dir: &Dir, out: &str) -> Vec<Vec<String>> {
    let Table { header, rows } = dir.shown(out, "effects");
    assert_eq!(header.join(","), EFFECTS);
    let key = |row: &Vec<String>| [0, 2, 3, 1, 4].map(|place| row[place].clone());
    assert!(rows.is_sorted_by(|a, b| key(a) < key(b)), "not in order, or twice");
    rows
}

/// What is measured where somebody sits alone among others, and no seat begins in turn.
const PLAYED_ALONE: [&str; 6] =
    ["leader_wins", "match_gain", "match_rounds", "match_turns", "neighbour_gain", "skill_gain"];

/// Where colours are asked for, what is surely more is cyan and what is surely less yellow, nothing
/// else; the words are the same.
#[test]
fn what_is_sure_is_coloured() {
    let dir = Dir::new();
    let row = |color: &str| -> String {
        let args = "rules compare official seven-zero -n 4000 --pool-games 4000 -q \
            --strategy counter -o";
        let told = dir.output(&format!("{args} {color} --color {color}"));
        let mut rows = told.lines().skip_while(|line| !line.starts_with("official"));
        rows.nth(1).expect("its row").to_owned()
    };
    let [plain, coloured] = ["never", "always"].map(row);
    let (more, less, end) = ("\x1b[38;5;6m", "\x1b[38;5;3m", "\x1b[39m");
    let cells: Vec<&str> = coloured.split(end).collect();
    for (code, mark, least) in [(more, '▲', 3), (less, '▼', 1)] {
        let marks = plain.matches(mark).count();
        assert!(marks >= least, "{plain}");
        let right = cells.iter().filter(|cell| cell.contains(code) && cell.contains(mark));
        assert_eq!((right.count(), coloured.matches(code).count()), (marks, marks), "{mark}");
    }
    let bare = [more, less, end].iter().fold(coloured.clone(), |text, code| text.replace(code, ""));
    assert_eq!(flat(&bare), flat(&plain));
}

#[test]
fn rule_sets_are_measured_against_a_baseline() {
    let dir = Dir::new();
    let told = dir.output(&format!("{COMPARE} -o out"));
    for words in [
        "2 rule sets against official, 2,000 games at each table",
        "double at 4 seats: a typical game, ",
        "tables: random in every seat; counter in every seat; champion in every seat; mixed: \
         champion, counter, linear, most-colour in turn",
        "each alone among counter or most-colour",
        "pairing on the same deals",
        "the first player",
        "▲ ▼",
    ] {
        assert_reads(&told, words);
    }
    let rows = effects(&dir, "out");
    let of = |rules: &str, baseline: &str, table: &str| -> Vec<&str> {
        let rows = rows.iter().filter(|row| row[..4] == [rules, baseline, "4", table]);
        rows.map(|row| row[4].as_str()).collect()
    };
    let tables = ["random", "counter", "champion", "mixed"];
    for table in tables {
        for rules in ["official", "double"] {
            assert_eq!(of(rules, "fair", table), ["first_seat", "seat_imbalance"]);
        }
        // The pool plays among these, too, and among beginners.
        assert_eq!(of("double", "official", table).len(), if table == "counter" { 23 } else { 17 });
    }
    assert_eq!(of("double", "official", "most-colour"), PLAYED_ALONE);
    assert_eq!(rows.len(), 4 * 4 + 23 + 3 * 17 + PLAYED_ALONE.len());
    rows.iter().for_each(|row| assert_is_an_effect(row));
    let seats = dir.shown("out", "seats");
    let header = "rules,players,table,seat,games,wins,win_rate,win_rate_low,win_rate_high";
    assert_eq!(seats.header.join(","), format!("{header},score_mean,rules_digest"));
    assert_eq!(seats.rows.len(), 2 * 4 * 4);
    let turns = dir.table("out/turns.csv");
    assert_eq!(turns.header.join(","), "rules,players,table,turns,count,rules_digest");
    assert_eq!(turns.numbers("count").iter().sum::<f64>(), 4.0 * 4000.0);
}

/// The numbers of an effect go together.
fn assert_is_an_effect(row: &[String]) {
    let difference = number(&row[7]);
    assert!((number(&row[5]) - number(&row[6]) - difference).abs() < 1e-9, "{row:?}");
    if !row[8].is_empty() {
        assert!(number(&row[8]) <= difference && difference <= number(&row[9]), "{row:?}");
    }
    let is_primary = ["turns_p50", "first_seat", "score_mean", "cards_drawn", "skill_gain"]
        .contains(&&*row[4])
        && ["counter", "champion"].contains(&&*row[3]);
    assert_eq!(row[13], if is_primary { "primary" } else { "explore" }, "{row:?}");
    assert_eq!(row[11], if is_primary { row[14].clone() } else { String::new() }, "{row:?}");
    assert_eq!(row[10].is_empty(), row[14].is_empty());
    if !row[10].is_empty() {
        assert!(number(&row[10]) <= number(&row[14]) && number(&row[14]) <= 1.0, "{row:?}");
    }
    assert!(["more", "less", "same", "unclear"].contains(&&*row[12]), "{row:?}");
}

#[test]
fn a_survey_has_a_summary_for_programs() {
    let dir = Dir::new();
    dir.output(&format!("{COMPARE} -o out"));
    let document = dir.json("out/findings.json");
    let expected = "program version question complete seed players baseline examined findings \
        tables";
    assert_eq!(keys(&document), expected);
    assert_eq!((&document["question"], &document["complete"]), (&json!("compare"), &json!(true)));
    assert_eq!(keys(&document["tables"]), "chances effects seats");
    assert_eq!(dir.rows("out", "effects").len(), 96);
    let told = document["findings"].as_array().expect("sentences");
    let is_told = |of: &&serde_json::Value| of["metric"] == "turns_p50" && of["of"] == "double";
    let told = told.iter().find(is_told).expect("it is told");
    let sentence = told["sentence"].as_str().expect("a sentence");
    assert_reads(sentence, "length under double: … turns");
    let manifest = dir.json("out/manifest.json");
    assert_eq!(manifest["legs"].as_array().map(Vec::len), Some(8));
    assert_eq!((&manifest["baseline"], &manifest["groups"]), (&json!("official"), &json!(50)));
    assert_eq!(manifest["rules"][1]["settings"]["jump_in"]["double"], "any");
}

#[test]
fn surveys_are_the_same_whatever_the_threads_and_in_every_format() {
    let dir = Dir::new();
    for (name, survey, lost) in KINDS {
        let survey = &format!("{survey} -p 2");
        let [one, two] = [1, 2].map(|n| dir.output(&format!("{survey} -j {n} -o {name}-{n}")));
        assert_eq!(without_footer(&one), without_footer(&two));
        let out = format!("{name}-1");
        dir.assert_same_files(&out, &format!("{name}-2"));
        let with =
            |format: &str| dir.output(&format!("{survey} -o {out} --resume --format {format}"));
        assert_eq!(json(&with("json")), dir.json(&format!("{out}/findings.json")));
        let markdown = with("markdown");
        assert!(markdown.contains("| --- | ---: |") && markdown.contains("\n- "), "{markdown}");
        assert_reads(&with("table"), &format!("files in {out}"));
        let csv = with("csv");
        if name == "skill" {
            let Table { header, rows } = Table::of(&csv);
            let columns = "rules,players,strategy,others,games,win_rate,win_rate_low";
            let rest = "win_rate_high,elo,elo_low,elo_high,rules_digest";
            assert_eq!(header.join(","), format!("{columns},{rest}"));
            assert_eq!(rows.len(), 4);
        } else {
            assert_eq!(csv, dir.output(&format!("show {out} effects --format csv")));
        }
        dir.only_rewrites(survey, &out, lost);
    }
    let other = format!("{SKILL} -o compare-1 --resume");
    dir.refused(&other, "compare-1 … question: compare there, skill here");
    let run = "run random -p 2 -r official -n 100 -q -o compare-1";
    dir.refused(run, "compare-1 … question: compare there");
    dir.output(&format!("{run} --force"));
    dir.refused(&format!("{COMPARE} -o compare-1"), "compare-1 … question");
}

#[test]
fn a_survey_that_is_cut_short_goes_on() {
    let dir = Dir::new();
    let compare = format!("{COMPARE} -p 2");
    for name in ["compare", "whole"] {
        dir.output(&format!("{compare} -o {name}"));
    }
    let progress = dir.bytes("compare/progress.jsonl");
    dir.write("compare/progress.jsonl", &progress[..progress.len() / 3]);
    let resume = format!("{} -o compare --resume -j 2", compare.replace(" -q", ""));
    assert_reads(&dir.said(&resume), "progress.jsonl is damaged");
    dir.assert_same_files("compare", "whole");
}

#[test]
fn a_survey_whose_time_is_up_says_how_to_go_on() {
    let dir = Dir::new();
    let args = "rules compare official double -n 1e12 --max-time 200ms -o out --format json";
    let stopped = dir.told(args).ended(0);
    assert_eq!(json(&stopped.out)["complete"], false);
    assert_reads(&stopped.err, "--max-time");
    assert_reads(&stopped.err, "--resume");
    assert_eq!(dir.json("out/findings.json")["complete"], false);
}

#[test]
fn rule_sets_of_another_deck_are_compared_without_pairing_and_it_says_so() {
    let dir = Dir::new();
    let told = dir.output("rules compare junior -n 400 --pool-games 0 -o out -q");
    assert_reads(&told, "compared without pairing: junior");
    assert!(!told.contains("pairing on the same deals"), "nothing was paired: {told}");
    assert_eq!(dir.json("out/findings.json")["unpaired"], json!(["junior"]));
}

#[test]
fn a_sweep_plays_every_combination_of_values() {
    let dir = Dir::new();
    assert_reads(&dir.output(&format!("{SWEEP} -o out")), "5 rule sets against official");
    let manifest = dir.json("out/manifest.json");
    let rules = manifest["rules"].as_array().expect("rule sets").iter();
    let names: Vec<&str> = rules.map(|rules| rules["name"].as_str().expect("a name")).collect();
    let mut points = vec!["official".to_owned()];
    for size in [5, 7] {
        for drawn in ["keep", "may_play"] {
            points.push(format!("official+setup.hand_size={size}+play.drawn_card={drawn}"));
        }
    }
    assert_eq!(names, points);
    let rows = effects(&dir, "out");
    let own = rows.iter().filter(|row| row[0] == points[4] && row[1] == "official");
    assert_eq!(own.clone().count(), 4 * 17, "without a pool neither skill nor neighbours");
    for row in own {
        let nothing = (row[7].as_str(), row[10].as_str(), row[12].as_str());
        assert_eq!(nothing, ("0", "1", "same"), "the baseline's own values change nothing");
    }
}

/// Seats, keys and tables are crossed, and one file has it all.
#[test]
fn a_sweep_goes_over_keys_seats_and_tables() {
    let dir = Dir::new();
    let panel = "--panel random high-points+random -n 60 --pool-games 0";
    dir.output(&format!("sweep --set setup.hand_size=3..5 -p 2..3,6 {panel} -o out -q"));
    let Table { header, rows } = dir.shown("out", "curve");
    assert_eq!(
        header.join(","),
        "rules,players,table,setup.hand_size,metric,value,low,high,rules_digest"
    );
    // The three sizes and the seven of the baseline, at three numbers of seats and two tables.
    assert_eq!(rows.iter().filter(|row| row[4] == "turns_mean").count(), 4 * 3 * 2);
    let one = ["official+setup.hand_size=4", "6", "high-points+random", "4"];
    assert!(rows.iter().any(|row| row[..4] == one));
}

/// Rule sets are put in and left out with all their settings, and what matters is told first.
#[test]
fn a_sweep_puts_rule_sets_in_and_leaves_them_out() {
    let dir = Dir::new();
    let what = "sweep --switch ubisoft-draw-to-match stacking --strategy random";
    let told = dir.output(&format!("{what} -n 20000 --pool-games 0 -o out"));
    let first = told.lines().next().expect("a line");
    let depends = "at 4 seats, the length of a game depends on ubisoft-draw-to-match (+";
    assert!(first.starts_with(depends), "{told}");
    let table = dir.shown("out", "curve");
    assert_eq!(table.header[3..6], ["play.draw", "responses.draw_two", "responses.wild_draw_four"]);
    let mut names = table.column("rules");
    names.dedup();
    let put_in = ["", "+stacking", "+ubisoft-draw-to-match", "+ubisoft-draw-to-match+stacking"];
    assert_eq!(names, put_in.map(|name| format!("official{name}")));
    let rows = dir.shown("out", "factorial").rows;
    let effect = ["turns_p50", "ubisoft-draw-to-match"];
    let row = rows.iter().find(|row| row[2..4] == effect).expect("an effect");
    assert_eq!(row[9], "more");
    dir.output("report out");
    let html = dir.text("out/report.html");
    for anchor in ["matters-turns-p50-4", "sweep-turns-p50"] {
        assert_reads(&html, &format!("id=\"{anchor}\""));
    }
}

/// A table's own strategy cannot tell how much skill counts there.
#[test]
fn a_pool_that_cannot_measure_skill_measures_none() {
    let dir = Dir::new();
    let args = "rules compare official --strategy counter -n 400 --pool-games 200 -o out --force \
        -q --pool";
    assert!(!dir.output(&format!("{args} counter")).contains("skill +%"));
    assert_reads(&dir.output(&format!("{args} high-points")), "skill +%");
}

/// Half the effect takes four times the games.
#[test]
fn the_smallest_effect_says_how_much_is_played() {
    let dir = Dir::new();
    for (worth, games) in [(1.0, 200_000), (2.0, 50_000), (0.5, 800_000)] {
        let plan = json(&dir.output(&format!("plan rules compare official --worth {worth}")));
        assert_eq!((&plan["worth"], &plan["legs"][0]["games"]), (&json!(worth), &json!(games)));
    }
}

// Skill

#[test]
fn skill_is_told_with_the_pool() {
    let dir = Dir::new();
    let told = dir.output(&format!("{SKILL} -o out"));
    assert_reads(&told, "official, 2 seats: each alone among counter");
    for words in ["cheat:playouts=4", "the best, ", "the best of all pairs, wins "] {
        assert_reads(&told, words);
    }
    assert_reads(&told, "of 3 strategies, up to … steps of 60 % wins (");
    let best = dir.rows("out", "best");
    let metrics: Vec<&str> = best.iter().filter_map(|row| row["metric"].as_str()).collect();
    let is_there = |metric: &str| metrics.contains(&metric);
    assert!(["win_rate", "heads", "elo", "steps", "pool"].into_iter().all(is_there), "{metrics:?}");
    let ladder = ladder(&told);
    assert_eq!((ladder.len(), ladder[0], ladder[3]), (4, "random", "cheat:playouts=4"));
    assert_eq!(dir.rows("out", "skill").len(), 4);
    assert!(dir.rows("out", "effects").is_empty());
}

/// Who stands on the ladder, from the bottom.
fn ladder(told: &str) -> Vec<&str> {
    let rows = told.lines().skip_while(|line| !line.starts_with('═')).skip(1);
    rows.map_while(|line| line.split_whitespace().next()).collect()
}

/// Those who see all are the last of the ladder, the strongest at its end.
#[test]
fn who_knows_chance_is_above_the_ladder() {
    let dir = Dir::new();
    let told = dir.output(&format!("{SKILL} -o out -p 3 --oracle cheat:playouts=1"));
    assert_reads(&told, " % of its games among counter");
    assert!(!told.contains("steps of 60 %"), "there are no pairs at three seats");
    assert!(ladder(&told)[3].starts_with("cheat:playouts=1"), "{told}");
    assert!(ladder(&told)[4].starts_with("cheat:playouts=4"), "{told}");
}

#[test]
fn skill_has_a_ladder_for_each_rule_set() {
    let dir = Dir::new();
    let rules = "-r official -r double --format csv";
    let table = Table::of(&dir.output(&format!("{SKILL} -o out {rules}")));
    assert_eq!(table.column("rules"), [["double"; 4], ["official"; 4]].concat());
}

/// Searches are too dear for the leg in which all pairs play.
#[test]
fn a_ladder_of_searches_has_no_pairs() {
    let dir = Dir::new();
    let args = "skill ismcts:playouts=2 --oracle cheat:playouts=1 -n 100 --search-games 40";
    let told = dir.output(&format!("{args} -o out -q"));
    assert_reads(&told, " % of its games among counter");
    assert!(!told.contains("steps of"), "{told}");
}

//! One question, one answer: what twelve commands found is told alike in text and Markdown, in
//! JSON, by `show`, on the page and in its pictures.

use crate::dir::{Dir, document, json};
use crate::rules_table::assert_within_range;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use unobench_findings::csv;
use unobench_findings::finding::Finding;
use unobench_findings::metric::{ARGUED, Metric};
use unobench_findings::question::Question;
use unobench_stats::Verdict;

/// What is answered, how, and by which words.
const SAID: [(&str, &str, &str); 14] = [
    ("best", "open", "strategies cannot be told apart"),
    ("best", "open", " be told apart from "),
    ("best", "open", "t is undecided between"),
    ("best", "open", " may be first;"),
    ("best", "sure", " wins most: "),
    ("best", "sure", " is better than "),
    ("best", "sure", " is clearly first;"),
    ("best", "neither", "either of "),
    ("best", "nobody", "than champion itself"),
    ("best", "sure", "the best, champion, wins"),
    ("seats", "open", "the seats cannot be told apart"),
    ("seats", "open", "is fair: open"),
    ("seats", "sure", "an advantage"),
    ("seats", "sure", "a disadvantage"),
];

type Answers = BTreeSet<(&'static str, &'static str)>;

fn answers(text: &str) -> Answers {
    let said = SAID.iter().filter(|(.., words)| text.contains(words));
    said.map(|&(question, answer, _)| (question, answer)).collect()
}

/// Who is best by the numbers of a document.
fn best(found: &Value) -> &'static str {
    let numbers = |rows: &Value, name: &str| -> Vec<f64> {
        let rows = rows.as_array().expect("rows").iter();
        rows.map(|row| row[name].as_f64().expect("a number")).collect()
    };
    let tables = &found["tables"];
    if let Some(duel) = tables["duel"].get(0) {
        return match duel["verdict"].as_str().expect("a verdict") {
            "unclear" => "open",
            "same" => "neither",
            _ => "sure",
        };
    }
    if let Some(best) = tables["best"].as_array() {
        let best = best.iter().find(|row| row["metric"] == "win_rate").expect("who is best");
        return if best["of"] == best["against"] { "nobody" } else { "sure" };
    }
    let is_sure = if tables["ranks"].is_array() {
        numbers(&tables["ranks"], "first").iter().filter(|rank| **rank == 1.0).count() == 1
    } else {
        let low = numbers(&tables["strength"], "win_rate_low").into_iter().fold(0.0, f64::max);
        let high = numbers(&tables["strength"], "win_rate_high");
        high.iter().filter(|high| **high >= low).count() == 1
    };
    if is_sure { "sure" } else { "open" }
}

/// The figures of a page, by their anchors.
fn figures(page: &str) -> BTreeMap<String, Value> {
    let Value::Array(figures) = document(page)["figures"].take() else { panic!("figures") };
    let named = |figure: Value| (figure["id"].as_str().expect("an anchor").to_owned(), figure);
    figures.into_iter().map(named).collect()
}

/// What a page says of each of them.
fn said(figures: &BTreeMap<String, Value>) -> BTreeMap<&str, Vec<String>> {
    let told =
        |figure: &Value| serde_json::from_value(figure["sentences"].clone()).expect("sentences");
    figures.iter().map(|(id, figure)| (id.as_str(), told(figure))).collect()
}

#[test]
fn contests_are_told_alike_everywhere() {
    let dir = Dir::new();
    for (line, wanted) in [
        ("run random most-colour -r official -p 2 -n 4000", "sure"),
        ("run save-wilds most-colour --match -r official -p 2 -n 40", "open"),
        ("duel save-wilds most-colour", "sure"),
        ("duel save-wilds most-colour -n 400", "open"),
        ("duel counter random -p 4 -r stacking", "sure"),
        ("tournament random high-points counter -n 3000", "sure"),
        ("skill champion --others champion --oracle cheat:playouts=9 -n 400", "nobody"),
    ] {
        let line = format!("{line} -q -o out");
        let with = |more: &str| dir.output(&format!("{line} {more}"));
        let text = with("--force --report");
        let (page, markdown) = (dir.text("out/report.html"), with("--resume --format markdown"));
        let figures = figures(&page);
        let said = said(&figures);
        let told = [&text, &markdown, &said.values().flatten().cloned().collect::<String>()];
        let all: Answers = told.into_iter().flat_map(|told| answers(told)).collect();
        let seats = [("seats", "open")].into_iter().filter(|_| said.contains_key("seats"));
        assert_eq!(all, Answers::from_iter(seats.chain([("best", wanted)])), "{line}: {told:#?}");
        for found in [dir.json("out/findings.json"), json(&with("--resume --format json"))] {
            assert_eq!(best(&found), wanted, "{line}");
        }
        assert_findings_agree(&dir);
        let is_silent =
            |told: &&String| answers(told).iter().all(|(question, _)| *question != "best");
        assert_eq!(told.into_iter().filter(is_silent).count(), 0, "{line}: {told:#?}");
        if line.starts_with("duel") {
            let tone = &figures["duel"]["chart"]["rows"][0]["marks"][0][1];
            assert_eq!(*tone == 1, wanted == "sure", "{line}");
        }
        // "± 0.14 for the terminal's ± 0.16"
        if let Some((_, mean)) = text.split_once(" lasts ") {
            let mean = mean.split(" turns").next().expect("a number");
            assert!(said["turns"][0].contains(&format!(": {mean} on average")), "{mean}");
        }
    }
}

/// A finding has one number, one sign and one verdict: in its row, in its sentence, and in the
/// table that `show` makes.
#[track_caller]
fn assert_findings_agree(dir: &Dir) {
    let document = dir.json("out/findings.json");
    assert_eq!(json(&dir.output("show out --format json")), document["tables"]);
    let rows: Vec<Finding> = csv::read(&*dir.bytes("out/findings.csv")).expect("findings");
    rows.iter().for_each(assert_within_range);
    let sentences = document["findings"].as_array().expect("sentences");
    let told = rows.iter().filter_map(|finding| Some((finding, finding.sentence()?)));
    assert_eq!(told.clone().count(), sentences.len());
    for (finding, sentence) in told {
        let is_it = |other: &&Value| other["sentence"] == *sentence;
        let written = sentences.iter().find(is_it).expect("it is told");
        assert_eq!(written["value"].as_f64(), finding.value, "{sentence}");
        let value = finding.value.expect("a number");
        let is_so = match finding.verdict {
            Some(Verdict::More) => value > 0.0,
            Some(Verdict::Less) => value < 0.0,
            _ => true,
        };
        assert!(is_so, "{sentence}: {finding:?}");
        // Of two strategies the one that has more is named first.
        let is_of_two = [Question::Crosstable, Question::Duel].contains(&finding.question);
        let said = match (finding.verdict, value < 0.0 && is_of_two) {
            (Some(Verdict::More), _) | (Some(Verdict::Less), true) => ": more (",
            (Some(Verdict::Less), false) => ": less (",
            (Some(Verdict::Same), _) => ": about the same (",
            (Some(Verdict::Unclear), _) => ": open (",
            (None, _) => " (",
        };
        assert!(sentence.contains(said), "{sentence}");
    }
}

/// The verdicts on a metric against the baseline or fairness, by rule set and table.
fn verdicts(effects: &Value, metric: Metric) -> BTreeMap<[&str; 2], &str> {
    let is_it = |row: &&Value| {
        row["metric"] == metric.name() && (row["baseline"] == "fair") == metric.words().is_of_seats
    };
    let rows = effects.as_array().expect("rows").iter().filter(is_it);
    let cells = rows
        .map(|row| ["rules", "table", "verdict"].map(|name| row[name].as_str().expect("a text")));
    cells.map(|[rules, table, verdict]| ([rules, table], verdict)).collect()
}

const VERDICTS: [&str; 4] = ["more", "less", "same", "unclear"];

/// Which verdicts are given by words, one for each; what contains another comes last.
fn given<'a>(text: &str, words: [&str; 4]) -> BTreeSet<&'a str> {
    let mut text = text.to_owned();
    let given = VERDICTS.into_iter().zip(words).rev();
    let given = given.filter(|(_, words)| {
        let before = std::mem::take(&mut text);
        text = before.replace(words, "");
        text != before
    });
    given.map(|(verdict, _)| verdict).collect()
}

#[test]
fn effects_are_told_alike_everywhere() {
    let dir = Dir::new();
    for line in [
        "rules compare official stacking -n 17600 --pool-games 25000",
        "sweep --set setup.hand_size=1,7 --worth 20 -n 1000 --pool-games 200",
        "sweep --switch stacking ubisoft-draw-to-match -n 1000 --pool-games 0 --panel random champion",
    ] {
        let line = format!("{line} -q -o out");
        dir.output(&format!("{line} --force --report"));
        let told = dir.output(&format!("{line} --resume --format markdown"));
        let figures = figures(&dir.text("out/report.html"));
        let said = said(&figures);
        let document = json(&dir.output(&format!("{line} --resume --format json")));
        assert_eq!(document, dir.json("out/findings.json"));
        assert_findings_agree(&dir);
        let effects = &document["tables"]["effects"];
        for metric in ARGUED {
            let verdicts = verdicts(effects, metric);
            let count = |at: &str, verdict| {
                let is_it = |(key, found): &(&[&str; 2], &&str)| key[1] == at && **found == verdict;
                verdicts.iter().filter(is_it).count()
            };
            // The page at each table, of which several sentences may tell.
            let mut at_tables: BTreeMap<&str, String> = BTreeMap::new();
            for sentence in said.get(&*metric.id()).into_iter().flatten() {
                let (table, told) = sentence.split_once(": ").expect("a table");
                let table = table.strip_prefix("Among ").expect("a table");
                *at_tables.entry(table).or_default() += &told.to_lowercase();
            }
            for (table, told) in at_tables {
                for (verdict, words) in VERDICTS.into_iter().zip(metric.words().more_and_less) {
                    let count = count(table, verdict);
                    let is_told = told.contains(&format!("{words} under {count}"));
                    assert_eq!(is_told, count > 0, "{line}: {metric}: {table}: {told}");
                }
            }
            // The terminal: a sentence for each rule set, and a mark in each row of the table.
            let verdicts_of = |rules: &str, table: Option<&str>| -> BTreeSet<&str> {
                let is_it =
                    |key: &&[&str; 2]| key[0] == rules && table.is_none_or(|table| key[1] == table);
                verdicts.keys().filter(is_it).map(|key| verdicts[key]).collect()
            };
            for sentence in told.lines().filter(|line| line.contains(" seats among ")) {
                let rules = sentence[2..].split(" at ").next().expect("a rule set");
                let at = |table| verdicts_of(rules, Some(table));
                // What is told is that of who knows the rules best; of a fair share all are asked.
                let known: BTreeSet<&str> = match metric {
                    Metric::FirstSeat => at("counter").union(&at("champion")).copied().collect(),
                    _ if at("champion").is_empty() => at("counter"),
                    _ => at("champion"),
                };
                let all = verdicts_of(rules, None);
                let asked = match metric {
                    Metric::SkillGain if !at("counter").is_empty() => at("counter"),
                    _ if known.is_empty() || metric == Metric::SkillGain => all,
                    _ => known,
                };
                let sure = sentence.split_once("We are sure about ").map_or("", |(_, rest)| rest);
                let sure = sure.split(". ").next().unwrap_or_default();
                let is_sure = match metric {
                    Metric::FirstSeat => {
                        ["is an advantage.", "is a disadvantage.", "a fair share."]
                            .iter()
                            .any(|words| sentence.contains(words))
                    }
                    _ => sure.contains(metric.words().topic),
                };
                let is_settled = asked.len() == 1 && !asked.contains("unclear");
                assert_eq!(is_sure, is_settled, "{line}: {metric}: {sentence}");
            }
            let mut rows =
                told.lines().map(|row| row.trim_matches('|').split(" | ").collect::<Vec<_>>());
            let heads = rows.find(|row| row[0].trim() == "rules").expect("a table");
            let column = heads.iter().position(|head| *head == metric.words().heading);
            for row in rows.filter(|row| row.len() == heads.len()) {
                let Some(column) = column else { continue };
                let (wanted, cell) = (verdicts_of(row[0].trim(), Some(row[2])), row[column]);
                let plain = ["△▲", "▽▼", "≈="].into_iter().fold(cell.to_owned(), |cell, pair| {
                    let (faint, mark) = pair.split_at('△'.len_utf8());
                    cell.replace(faint, mark)
                });
                assert_eq!(given(&plain, ["▲", "▼", "=", "?"]), wanted, "{line}: {row:?}");
            }
        }
        // "there is none at all", of a row that is official
        let alias = "official+setup.hand_size=7 is official by another name";
        let has_alias = line.contains("1,7");
        assert_eq!(told.contains(alias), has_alias);
        assert!(!(has_alias && said["turns-p50"][0].contains("of 2 rule sets")), "{said:?}");
        if let Some(matters) = said.get("matters-turns-p50-4") {
            let matters = matters[0].trim_end_matches('.').to_lowercase();
            assert!(told.to_lowercase().contains(&matters), "{matters}: {told}");
        }
    }
}

//! Answers to what people ask about house rules, from directories of surveys, as one line of JSON
//! for the page; or, after `--play`, to questions that are in none, by playing them at four seats.
//! `scripts/web-answers` unpacks what is in `results/` and runs this.

#![allow(clippy::disallowed_methods, reason = "it reads what its script unpacked")]

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, read};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use unobench_core::rules::{RuleQuestion, RuleSet};
use unobench_findings::comparison::{Comparison, effects};
use unobench_findings::csv;
use unobench_findings::finding::Finding;
use unobench_findings::panel::CHAMPION;
use unobench_findings::tell::plain::PlainAnswer;
use unobench_measure::settle::SettleRequest;
use unobench_web::{Survey, hundred};

type Error = Box<dyn std::error::Error>;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((flag, names)) if flag == "--play" => played(names),
        _ => surveyed(&arguments),
    }
}

/// As `unobench settle` plays them.
fn played(names: &[String]) -> Result<(), Error> {
    let mut answers = Map::new();
    for name in names {
        let request = json!({"rules": [name], "players": 4, "seed": 1, "whole": true});
        let mut survey = Survey::new(&request.to_string())?;
        let plan: Value = serde_json::from_str(&survey.plan())?;
        for place in 0..plan["games"].as_array().map_or(0, Vec::len) {
            survey.add(&survey.play(place)?)?;
        }
        let mut answer: Value = serde_json::from_str(&survey.answer())?;
        for key in ["command", "version"] {
            answer[key] = plan[key].clone();
        }
        eprintln!("{name}: {}", answer["told"]);
        answers.insert(name.clone(), json!({"4": answer}));
    }
    println!("{}", Value::Object(answers));
    Ok(())
}

fn surveyed(directories: &[String]) -> Result<(), Error> {
    let (mut answers, mut surveys) = (Map::new(), Map::new());
    for directory in directories.iter().map(PathBuf::from) {
        let manifest: Value = serde_json::from_slice(&read(directory.join("manifest.json"))?)?;
        let players = manifest["players"].to_string();
        let games = |leg: usize| manifest["legs"][leg]["games"].clone();
        let command = manifest["host"]["arguments"].as_array().into_iter().flatten();
        // Where it was written and by how many threads changes nothing.
        let command = command.filter_map(Value::as_str).take_while(|word| *word != "-o");
        let command: Vec<&str> = command.collect();
        let survey = json!({
            "version": manifest["version"], "seed": manifest["seed"], "games": games(0),
            "command": format!("unobench {}", command.join(" ")),
        });
        surveys.insert(players.clone(), survey);
        for (rules, answer) in of_survey(&directory, &manifest)? {
            let entry = answers.entry(rules).or_insert_with(|| Value::Object(Map::new()));
            entry.as_object_mut().expect("an object").insert(players.clone(), answer);
        }
    }
    let questions: Vec<Value> = RuleQuestion::all().iter().map(asked).collect();
    let is_own = |name: &&str| {
        RuleQuestion::all().iter().all(|question| question.set.as_deref() != Some(*name))
    };
    let own = RuleSet::shipped_names().filter(is_own).filter(|name| *name != "official");
    let rule = |name: &str| Ok::<_, Error>((name.to_owned(), RuleSet::load(name)?.description));
    let sets: BTreeMap<String, String> = own.map(rule).collect::<Result<_, _>>()?;
    let document =
        json!({"questions": questions, "sets": sets, "surveys": surveys, "answers": answers});
    println!("{document}");
    Ok(())
}

fn asked(question: &'static RuleQuestion) -> Value {
    let RuleQuestion { id, set, .. } = question;
    let phrases: Vec<&str> = question.phrases.iter().map(|phrase| &*phrase.words).collect();
    let asked = SettleRequest::question(question, &[], RuleSet::load).expect("a question");
    // The page shows the first phrase above it.
    let mut printed = asked.printed(phrases[0]).into_iter();
    let (printed, unplayed) = (printed.next(), printed.next());
    let plays = asked.rules.is_some();
    let rule = asked.rules.filter(|_| set.is_some()).map(|rules| rules.description);
    json!({
        "id": id, "phrases": phrases, "printed": printed, "set": set,
        "unplayed": unplayed, "plays": plays, "rule": rule,
    })
}

/// What is said of each rule set of a survey but the first, and how long a hundred games are under
/// each.
fn of_survey(directory: &Path, manifest: &Value) -> Result<BTreeMap<String, Value>, Error> {
    let players = manifest["players"].as_u64().ok_or("no seats")? as usize;
    let examined = manifest["examined"].as_array().into_iter().flatten();
    let passed = examined.filter(|exam| exam["verdict"] == "passed");
    let known: BTreeSet<&str> = passed.filter_map(|exam| exam["rules"].as_str()).collect();
    let findings: Vec<Finding> = csv::read(File::open(directory.join("findings.csv"))?)?;
    let found = effects(&findings);
    let mut told = BTreeMap::new();
    for (rules, lengths) in lengths(directory, manifest)? {
        let dots = hundred(lengths);
        let own: Vec<Comparison<'_>> =
            found.iter().filter(|effect| effect.rules == rules).copied().collect();
        if rules == "official" {
            told.insert(rules, json!({"dots": dots}));
            continue;
        }
        let PlainAnswer { told: plain, sure, lengths } = PlainAnswer::to(&own);
        let lengths = lengths.map(|both| both.map(|turns| (10.0 * turns).round() / 10.0));
        let mut tell = |name: &str, asked: &SettleRequest| {
            let said = asked.told(players, known.contains(&*rules), &plain);
            let answer = json!({"told": said, "sure": sure, "lengths": lengths, "dots": dots});
            told.insert(name.to_owned(), answer);
        };
        tell(&rules, &SettleRequest::set(&rules, Vec::new(), RuleSet::load)?);
        // What it changes besides is told with the question.
        let of_set = |question: &&RuleQuestion| question.set.as_deref() == Some(&rules);
        for question in
            RuleQuestion::all().iter().filter(of_set).filter(|question| question.also.is_some())
        {
            tell(&question.id, &SettleRequest::question(question, &[], RuleSet::load)?);
        }
    }
    Ok(told)
}

/// How often games of `champion` had so many turns, by rule set.
fn lengths(
    directory: &Path,
    manifest: &Value,
) -> Result<BTreeMap<String, BTreeMap<i64, u64>>, Error> {
    let legs = manifest["legs"].as_array().ok_or("no legs")?;
    let is_wanted = |leg: &Value| leg["play"] == json!({"leg": "starters", "strategy": CHAMPION});
    let wanted = legs.iter().position(is_wanted).ok_or("champion did not play")?;
    let mut lengths: BTreeMap<String, BTreeMap<i64, u64>> = BTreeMap::new();
    for line in BufReader::new(File::open(directory.join("progress.jsonl"))?).lines().skip(1) {
        let line: Value = serde_json::from_str(&line?)?;
        if line["leg"] != wanted {
            continue;
        }
        let rules =
            lengths.entry(line["rules"].as_str().ok_or("no rules")?.to_owned()).or_default();
        for group in line["tally"].as_array().into_iter().flatten() {
            let numbers = |key: &str| group["lengths"][key].as_array().into_iter().flatten();
            for (turns, count) in numbers("value").zip(numbers("count")) {
                let count = count.as_u64().ok_or("no count")?;
                *rules.entry(turns.as_i64().ok_or("no turns")?).or_default() += count;
            }
        }
    }
    Ok(lengths)
}

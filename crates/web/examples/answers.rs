//! Answers to what people ask about house rules, from directories of surveys: what ships with the
//! program, and what the page says at once, in files of the directory that is named first; or,
//! after `--play`, to questions that are in none, by playing them at four seats, as JSON.
//! `scripts/web-answers` unpacks what is in `results/` and runs this.

#![allow(clippy::disallowed_methods, reason = "it reads what its script unpacked")]

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs::{File, read, write};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use unobench_core::rules::{RuleQuestion, RuleSet};
use unobench_experiment::{RunFindings, derive};
use unobench_findings::comparison::effects;
use unobench_findings::documents::Play;
use unobench_findings::finding::Finding;
use unobench_findings::known::KnownEffect;
use unobench_findings::panel::CHAMPION;
use unobench_findings::tell::plain::PlainAnswer;
use unobench_findings::{csv, json};
use unobench_measure::answers::{KnownRules, KnownSurvey, RuleAnswer, changed};
use unobench_measure::settle::{self, SettleRequest};
use unobench_measure::survey::Survey as MeasuredSurvey;
use unobench_measure::{Header, HeaderRules, Leg};
use unobench_web::{Survey, hundred};

/// How often games had so many turns.
type Lengths = BTreeMap<i64, u64>;

/// Seats at which questions are played that are in no survey.
const PLAYERS: usize = 4;

type Error = Box<dyn std::error::Error>;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((flag, names)) if flag == "--play" => played(names),
        Some((out, directories)) => {
            let directories: Vec<PathBuf> = directories.iter().map(PathBuf::from).collect();
            surveyed(Path::new(out), &directories)
        }
        None => Err("a directory to write to, and those of surveys".into()),
    }
}

/// As `unobench settle` plays them.
fn played(names: &[String]) -> Result<(), Error> {
    let mut answers = Map::new();
    for name in names {
        let request = json!({"rules": [name], "players": PLAYERS, "seed": 1});
        let mut survey = Survey::new(&request.to_string())?;
        let plan: Value = serde_json::from_str(&survey.plan())?;
        let mut jobs = plan["jobs"].clone();
        while let Some(of_look) = jobs.as_array().filter(|jobs| !jobs.is_empty()) {
            for job in of_look {
                survey.add(&survey.play(&job.to_string())?)?;
            }
            jobs = serde_json::from_str(&survey.go_on()?)?;
        }
        let mut answer: Value = serde_json::from_str(&survey.answer())?;
        answer["version"] = plan["version"].clone();
        let question = RuleQuestion::by_id(name).ok_or("no question")?;
        let asked = SettleRequest::question(question, &[], RuleSet::load)?;
        let rules = asked.rules.ok_or("it cannot be played")?;
        answer["rules"] = json!(changed(&rules));
        answer["games"] = json!(settle::games(PLAYERS));
        eprintln!("{name}: {}", answer["told"]);
        answers.insert(name.clone(), json!({PLAYERS.to_string(): answer}));
    }
    println!("{}", Value::Object(answers));
    Ok(())
}

/// Writes what surveys say: what ships with the program, and what the page says at once.
fn surveyed(out: &Path, directories: &[PathBuf]) -> Result<(), Error> {
    let (mut answers, mut page, mut surveys) = (Map::new(), Map::new(), Vec::new());
    let mut effects: Vec<KnownEffect> = Vec::new();
    for directory in directories {
        let survey = Surveyed::read(directory)?;
        page.insert(survey.players().to_string(), survey.about()?);
        let (known, told) = survey.answers(&mut effects)?;
        surveys.push(known);
        for (rules, answer) in told {
            let entry = answers.entry(rules).or_insert_with(|| Value::Object(Map::new()));
            let entry = entry.as_object_mut().expect("an object");
            entry.insert(survey.players().to_string(), answer);
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
        json!({"questions": questions, "sets": sets, "surveys": page, "answers": answers});
    write(out.join("answers.json"), format!("{document}\n"))?;
    csv::write(File::create(out.join("effects.csv"))?, effects)?;
    json::write(File::create(out.join("surveys.json"))?, &surveys)?;
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

/// A survey in a directory.
struct Surveyed<'a> {
    directory: &'a Path,
    survey: Box<MeasuredSurvey>,
}

/// The answers about each rule set, by its name or that of a question about it.
type Told = BTreeMap<String, Value>;

impl Surveyed<'_> {
    fn read(directory: &Path) -> Result<Surveyed<'_>, Error> {
        let derived = derive(directory)?.ok_or("no progress.jsonl")?;
        let RunFindings::Survey(survey) = derived.found else { return Err("no survey".into()) };
        Ok(Surveyed { directory, survey })
    }

    fn players(&self) -> usize {
        self.survey.header().players
    }

    /// What the page says of the survey itself.
    fn about(&self) -> Result<Value, Error> {
        let manifest: Value = serde_json::from_slice(&read(self.directory.join("manifest.json"))?)?;
        let command = manifest["host"]["arguments"].as_array().into_iter().flatten();
        // Where it was written and by how many threads changes nothing.
        let command = command.filter_map(Value::as_str).take_while(|word| *word != "-o");
        let command: Vec<&str> = command.collect();
        let header = self.survey.header();
        Ok(json!({
            "version": header.version, "seed": header.seed, "games": header.legs[0].games,
            "command": format!("unobench {}", command.join(" ")),
        }))
    }

    /// What ships of it, and what is said of each rule set, with how long a hundred games are under
    /// each; effects that ship are added to those of other surveys.
    fn answers(&self, effects: &mut Vec<KnownEffect>) -> Result<(KnownSurvey, Told), Error> {
        let header = self.survey.header();
        let (mut told, mut rules, mut played) = (Told::new(), Vec::new(), None);
        let lengths = lengths(self.directory, header)?;
        for (place, of_header) in header.rules.iter().enumerate() {
            let name = &of_header.name;
            let Some(answer) = RuleAnswer::of(&self.survey, place) else { continue };
            let dots = hundred(lengths.get(name).cloned().unwrap_or_default());
            if place == header.baseline() {
                told.insert(name.clone(), json!({"dots": dots}));
                continue;
            }
            let known = answer.known();
            told.extend(said(name, &answer, &known, &dots)?);
            rules.extend(unchanged(of_header, answer.knows)?);
            effects.extend(known);
            played = Some(answer.played);
        }
        let played = played.ok_or("no rule set")?;
        Ok((KnownSurvey { played, rules }, told))
    }
}

/// A rule set that is still what was played.
fn unchanged(rules: &HeaderRules, knows: bool) -> Result<Option<KnownRules>, Error> {
    let now = RuleSet::load(&rules.name)?;
    let is_same = rules.read()?.differences(&now).is_empty();
    let (name, digest) = (rules.name.clone(), HeaderRules::from(&now).digest());
    Ok(is_same.then_some(KnownRules { name, digest, knows }))
}

/// What is said of a rule set, and of each question about it that says more. What ships says the
/// same as all that was found.
fn said(
    rules: &str,
    answer: &RuleAnswer,
    known: &[KnownEffect],
    dots: &[u32],
) -> Result<Vec<(String, Value)>, Error> {
    let shipped: Vec<Finding> = known.iter().flat_map(KnownEffect::findings).collect();
    let plain = PlainAnswer::to(&effects(&shipped));
    let whole = PlainAnswer::to(&effects(&answer.findings));
    if (&plain.told, &plain.sure) != (&whole.told, &whole.sure) {
        return Err(format!("{rules}: {plain:?} ships of {whole:?}").into());
    }
    let PlainAnswer { told: plain, sure, lengths } = plain;
    let lengths = lengths.map(|both| both.map(|turns| (10.0 * turns).round() / 10.0));
    let tell = |name: &str, asked: &SettleRequest| {
        let told = asked.told(answer.played.players, answer.knows, &plain);
        let said = json!({"told": told, "sure": sure, "lengths": lengths, "dots": dots});
        (name.to_owned(), said)
    };
    let mut all = vec![tell(rules, &SettleRequest::set(rules, Vec::new(), RuleSet::load)?)];
    // What it changes besides is told with the question.
    let of_set = |question: &&RuleQuestion| question.set.as_deref() == Some(rules);
    for question in
        RuleQuestion::all().iter().filter(of_set).filter(|question| question.also.is_some())
    {
        all.push(tell(&question.id, &SettleRequest::question(question, &[], RuleSet::load)?));
    }
    Ok(all)
}

/// How often games of `champion` had so many turns, by rule set.
fn lengths(directory: &Path, header: &Header) -> Result<BTreeMap<String, Lengths>, Error> {
    let is_wanted =
        |leg: &Leg| leg.survey() == Some(&Play::Starters { strategy: CHAMPION.to_owned() });
    let wanted = header.legs.iter().position(is_wanted).ok_or("champion did not play")?;
    let mut lengths: BTreeMap<String, Lengths> = BTreeMap::new();
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

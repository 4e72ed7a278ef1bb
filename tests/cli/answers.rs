//! One question has one answer: what ships with the program, what the page says at once and what
//! the terminal prints are the same, for every rule set and number of seats of the surveys.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::Value;
use unobench_core::rules::{self, RuleQuestion, RuleSet, Understood};
use unobench_experiment::answers::{KnownAnswers, PlayedAnswers, RuleAnswer, changed};
use unobench_experiment::settle::SettleRequest;
use unobench_findings::comparison::effects;
use unobench_findings::tell::plain::PlainAnswer;

use crate::dir::{Dir, flat};
use crate::pages::text;
use crate::sentences::unreadable;

pub(super) fn known() -> KnownAnswers {
    let [surveys, effects] =
        ["surveys.json", "effects.csv"].map(|name| text(&format!("src/cli/answers/{name}")));
    KnownAnswers::read(&surveys, &effects).expect("it can be read")
}

/// What is told to who asks, and of what is sure.
fn told(asked: &SettleRequest, answer: &RuleAnswer) -> [String; 2] {
    let plain = PlainAnswer::to(&effects(&answer.findings));
    [asked.told(answer.played.players, answer.knows, &plain.told), plain.sure]
}

/// What is asked with the name of a rule set, on the page and on the terminal: some are what a
/// question is about, which says more.
fn asked(name: &str) -> (&str, SettleRequest) {
    let (id, asked) = match rules::asked(name) {
        Understood::This(question) => {
            (&*question.id, SettleRequest::question(question, &[], RuleSet::load))
        }
        _ => (name, SettleRequest::set(name, Vec::new(), RuleSet::load)),
    };
    (id, asked.expect("a rule set"))
}

/// All rule sets of all surveys that ship, each with its seats and its answer.
fn answers(known: &KnownAnswers) -> Vec<(String, RuleAnswer)> {
    let of_survey = known.surveys().iter().flat_map(|survey| {
        survey.rules.iter().map(|rules| (rules.name.clone(), survey.played.players))
    });
    of_survey
        .map(|(name, players)| {
            let rules = RuleSet::load(&name).expect("it ships");
            let answer = known.of(&rules, players);
            (name, answer.expect("a shipped rule set is as it was played; scripts/web-answers"))
        })
        .collect()
}

#[test]
fn the_page_says_what_ships_with_the_program() {
    let page: Value = serde_json::from_str(&text("web/src/site/answers.json")).expect("JSON");
    let all = answers(&known());
    let seats: BTreeSet<usize> = all.iter().map(|(_, answer)| answer.played.players).collect();
    assert_eq!(seats, BTreeSet::from([2, 3, 4, 6]));
    for (name, answer) in &all {
        let (id, asked) = asked(name);
        let of_question = &page["answers"][id];
        let of_name = if of_question.is_null() { &page["answers"][name] } else { of_question };
        let here = &of_name[answer.played.players.to_string()];
        assert_eq!(told(&asked, answer), [&here["told"], &here["sure"]].map(said), "{name}");
    }
    let of_page = page["answers"].as_object().expect("an object").values();
    let of_page = of_page.flat_map(|seats| seats.as_object().expect("by seats").values());
    let is_set = |answer: &&Value| answer.get("told").is_some();
    assert!(all.len() > 280 && of_page.filter(is_set).count() >= all.len());
}

fn said(text: &Value) -> String {
    text.as_str().expect("text").to_owned()
}

/// Every seventh of them, at once: nothing is played.
#[test]
fn the_terminal_says_what_ships_with_the_program() {
    let dir = Dir::new();
    for (name, answer) in answers(&known()).iter().step_by(7) {
        let players = answer.played.players;
        let screen = flat(&dir.output(&format!("settle {name} -p {players}")));
        for words in told(&asked(name).1, answer) {
            assert!(screen.contains(&flat(&words)), "{words}\n{screen}");
        }
        assert!(screen.contains("--anew"), "{screen}");
        let details = flat(&dir.output(&format!("settle {name} -p {players} --details")));
        // Who is said to know the rules is what the networks of this version say of their exams.
        assert_eq!(details.contains("passed its exam"), answer.knows, "{details}");
    }
}

/// What was played for questions that no survey answers.
fn played() -> PlayedAnswers {
    PlayedAnswers::read(&text("src/cli/answers/played.json")).expect("it can be read")
}

fn question(id: &str) -> SettleRequest {
    let question = RuleQuestion::by_id(id).unwrap_or_else(|| panic!("{id} is no question"));
    SettleRequest::question(question, &[], RuleSet::load).expect("a question")
}

/// The page shows the words of the file as they are; the terminal says the same at once.
#[test]
fn the_terminal_says_what_the_page_says_of_questions_that_were_played() {
    let (dir, played) = (Dir::new(), played());
    assert!(played.answers().len() > 20);
    for (id, seats) in played.answers() {
        for (players, answer) in seats {
            let screen = flat(&dir.output(&format!("settle {id} -p {players}")));
            for words in [&answer.told, &answer.sure] {
                assert!(screen.contains(&flat(words)), "{words}\n{screen}");
            }
            assert!(screen.contains("--anew"), "{screen}");
            let details = flat(&dir.output(&format!("settle {id} -p {players} --details")));
            let measured = format!("Measured by version {} for this question", answer.version);
            assert!(details.contains(&measured), "{details}");
            for words in [&answer.told, &answer.sure] {
                assert!(details.contains(&flat(words)), "{words}\n{details}");
            }
        }
    }
}

/// What ships is what would be played today: its rules are those of the question, its words are
/// read back, and it is of the version of the surveys that ship.
#[test]
fn what_was_played_for_questions_is_what_they_ask() {
    let (known, played) = (known(), played());
    for (id, seats) in played.answers() {
        let asked = question(id);
        let rules = asked.rules.as_ref().unwrap_or_else(|| panic!("{id} is not played"));
        for (&players, answer) in seats {
            assert_eq!(answer.rules, changed(rules), "{id}: scripts/web-answers --play");
            assert_eq!(known.of(rules, players), None, "{id}: a survey answers it");
            let plainly = answer.known(id, players).expect("it is told as today");
            let told = asked.told(players, plainly.knows, &plainly.plain.told);
            assert_eq!(told, answer.told, "{id}");
            assert_eq!(unreadable(&plainly.plain.told, &plainly.plain.sure), None, "{id}");
            let of_survey = known.surveys().iter().map(|survey| &survey.played);
            let of_survey = of_survey.clone().find(|survey| survey.players == players);
            let of_survey = of_survey.expect("a survey of as many seats");
            assert_eq!(answer.version, of_survey.version, "{id}: scripts/web-answers --play");
            assert_eq!(plainly.played.seed, of_survey.seed, "{id}");
        }
    }
}

/// Every question that can be played has an answer that ships, at four seats or at those that it
/// is of.
#[test]
fn every_question_that_can_be_played_is_answered_at_once() {
    let (known, played) = (known(), played());
    for asked in RuleQuestion::all().iter().map(|asked| question(&asked.id)) {
        let Some(rules) = &asked.rules else { continue };
        let players = usize::from(asked.usual_players());
        let is_answered = known.of(rules, players).is_some() || played.of(rules, players).is_some();
        assert!(is_answered, "{}", rules.name);
    }
}

#[test]
fn other_rules_than_those_that_were_played_for_a_question_do_not_ship() {
    let played = played();
    let mut rules = question("pass").rules.expect("it is played");
    assert!(played.of(&rules, 4).is_some());
    assert_eq!(played.of(&rules, 3), None);
    rules.set_each_once(&["setup.hand_size=6".to_owned()]).expect("a key");
    assert_eq!(played.of(&rules, 4), None);
    assert_eq!(played.of(&RuleSet::official(), 4), None);
    let cut = text("src/cli/answers/played.json").replacen("\"games\"", "\"game\"", 1);
    assert!(PlayedAnswers::read(&cut).unwrap_err().contains("games"));
}

/// What the answers are of is what is asked: a key more, other seats or another seed are played.
#[test]
fn what_was_not_surveyed_does_not_ship() {
    let known = known();
    let mut rules = RuleSet::load("stacking").expect("it ships");
    assert!(known.of(&rules, 4).is_some());
    assert_eq!(known.of(&rules, 5), None);
    rules.set_each_once(&["setup.hand_size=6".to_owned()]).expect("a key");
    assert_eq!(known.of(&rules, 4), None);
    assert_eq!(known.of(&RuleSet::official(), 4), None);
}

/// What ships cannot be damaged in silence.
#[test]
fn what_cannot_be_read_is_said() {
    let refused = |surveys: &str, effects: &str| KnownAnswers::read(surveys, effects).unwrap_err();
    assert!(refused("{", "").contains("line 1"));
    let [surveys, effects] =
        ["surveys.json", "effects.csv"].map(|name| text(&format!("src/cli/answers/{name}")));
    let misspelt = effects.replacen(",turns_p50,", ",turn_p50,", 1);
    assert!(refused(&surveys, &misspelt).contains("turn_p50"));
}

/// What is cut short does not look finished: both streams say so.
#[test]
#[cfg(unix)]
fn an_interrupted_answer_says_so_first() {
    let dir = Dir::new();
    let begun = Instant::now();
    let told = dir.interrupted("settle seven-zero --anew --no-learn -p 10 -j 1", || {
        begun.elapsed() > Duration::from_secs(4)
    });
    assert_eq!(told.status, Some(130), "{}{}", told.out, told.err);
    assert!(told.err.contains("interrupted"), "{}", told.err);
    if let Some(answer) = told.out.find("As a house rule") {
        assert!(told.out[..answer].contains("Interrupted: "), "{}", told.out);
    }
}

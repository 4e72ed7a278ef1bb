//! Documents that other code writes or that are kept in files are held to types here, and the types
//! of all documents to what the page has.
//! `UNOBENCH_REGENERATE=1 cargo test -p unobench-web documents` writes those anew.

use super::*;
use crate::typescript::{check, declared};
use crate::{ask, which};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// What `champion` thinks of each action in a position, as `unobench ask --quick --format json` says
/// it.
#[derive(Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
struct HandAdvice {
    strategy: String,
    rules: String,
    players: usize,
    seat: usize,
    decision: String,
    /// The best first.
    options: Vec<AdvisedAction>,
    /// A sentence where `champion` was not trained for what is played.
    unlearned: Option<String>,
}

/// An action, and what is thought of it.
#[derive(Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
struct AdvisedAction {
    /// As in records, such as "R5" or "draw".
    action: String,
    /// In words.
    label: String,
    /// The letter of the colour that a wild would name.
    colour: Option<char>,
    /// The chance to win that it leaves, 0 to 1; none where nobody can say.
    chance: Option<f64>,
    /// How low and how high it may be.
    low: Option<f64>,
    high: Option<f64>,
    /// Who says what.
    said: Vec<SaidOfAction>,
    /// How much less that is than the best, in points of 100.
    cost: Option<f64>,
    playouts: Option<u32>,
    /// In words.
    thinks: String,
    /// What can be seen to follow.
    why: Vec<String>,
}

/// A chance to win as one strategy says it, 0 to 1, with its interval.
#[derive(Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
struct SaidOfAction {
    /// Who says it.
    by: String,
    chance: f64,
    low: f64,
    high: f64,
    /// How often the action was played on to the end.
    playouts: Option<u32>,
}

/// What some words ask, as `unobench settle --which --format json` says it, of which this is what
/// the page reads.
#[derive(Deserialize, TS)]
struct WhichAnswer {
    /// The question that is meant.
    #[serde(rename = "match")]
    question: Option<String>,
    /// Questions that may be meant.
    offered: Vec<String>,
    /// The rule set that is meant.
    set: Option<String>,
}

/// What people ask, and what is known of it without playing: `web/src/site/answers.json`.
#[derive(Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
struct StoredAnswers {
    questions: Vec<PageQuestion>,
    /// What rule sets do that no question is about, by name.
    sets: BTreeMap<String, String>,
    /// Where the answers come from, by the number of players.
    surveys: BTreeMap<String, StoredSurvey>,
    /// By question or rule set, and by the number of players.
    answers: BTreeMap<String, BTreeMap<String, StoredAnswer>>,
}

/// A question about the rules, or a rule set.
#[derive(Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
struct PageQuestion {
    id: String,
    phrases: Vec<String>,
    /// What the printed rules say to the first of them.
    printed: String,
    /// The rule set that answers it, if one does.
    set: Option<String>,
    /// Why nothing is played.
    unplayed: Option<String>,
    /// Whether it can be played.
    plays: bool,
    /// What the rule set does, in words.
    rule: Option<String>,
}

/// A survey that was played before.
#[derive(Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
struct StoredSurvey {
    version: String,
    seed: u64,
    /// How many games each rule set had.
    games: u64,
    command: String,
}

/// What is known of a rule set at one number of players; of the printed rules the dots alone.
#[derive(Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
struct StoredAnswer {
    /// As in what a survey answers.
    #[ts(optional)]
    told: Option<String>,
    #[ts(optional)]
    sure: Option<String>,
    #[ts(optional = nullable)]
    lengths: Option<[f64; 2]>,
    /// A hundred games: how many there are by fives of turns.
    dots: Vec<u32>,
}

/// What was played for a question: `src/cli/answers/played.json` has it by question, and by the
/// number of players.
#[derive(Serialize, Deserialize, TS)]
struct PlayedAnswer {
    #[serde(flatten)]
    answer: SurveyAnswer,
    version: String,
    /// What the rules have otherwise than the official game, as `KEY=VALUE`.
    rules: Vec<String>,
    /// Games at each table, and of one who knows the game among others.
    games: [u32; 2],
}

/// A file of the project.
fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(project(path)).expect("it can be read")
}

#[test]
fn the_page_has_the_types_of_its_documents() {
    let declarations = [
        declared::<TableRequest>(),
        declared::<RuleSetInfo>(),
        declared::<TableScene>(),
        declared::<ScenePhase>(),
        declared::<ScenePlayer>(),
        declared::<SceneCard>(),
        declared::<SceneChoice>(),
        declared::<TableHint>(),
        declared::<ChoiceChance>(),
        declared::<HandReplays>(),
        declared::<TableAnalysis>(),
        declared::<CostliestDecision>(),
        declared::<LuckyDraw>(),
        declared::<SurveyRequest>(),
        declared::<SurveyPlan<'_>>(),
        declared::<SurveyJob>(),
        declared::<SurveyAnswer>(),
        declared::<GameRequest>(),
        declared::<GameSummary<'_>>(),
        declared::<GameFrame>(),
        declared::<FramePlayer>(),
        declared::<HandAdvice>(),
        declared::<SaidOfAction>(),
        declared::<AdvisedAction>(),
        declared::<WhichAnswer>(),
        declared::<StoredAnswers>(),
        declared::<PageQuestion>(),
        declared::<StoredSurvey>(),
        declared::<StoredAnswer>(),
        declared::<PlayedAnswer>(),
    ];
    check("web/src/documents/module.ts", &declarations);
}

/// Holds a document to a type: nothing in it is missing there, and nothing else is in it.
fn check_type<T: Serialize + for<'a> Deserialize<'a>>(text: &str) {
    let document: T = serde_json::from_str(text).expect("it has the fields of the type");
    let wanted: Value = serde_json::from_str(text).expect("it is JSON");
    assert_eq!(serde_json::to_value(document).expect("it can be written"), wanted);
}

#[test]
fn advice_and_what_words_ask_have_their_types() {
    for position in ["R5 B2 W W+4; up R9; others 3 1 5", "R5 B2; up W GREEN; others 3 1 5"] {
        check_type::<HandAdvice>(&ask(position, "official", "").expect("a position"));
    }
    for words in ["can you stack a +4 on a +2", "7-0", "two people reverse", "how does a rook move"]
    {
        let answer = which(words).expect("rule sets can be read");
        let WhichAnswer { question, offered, set } =
            serde_json::from_str(&answer).expect("it has the fields of the type");
        let document: Value = serde_json::from_str(&answer).expect("it is JSON");
        let fields = serde_json::json!({"match": question, "offered": offered, "set": set});
        for (name, field) in fields.as_object().expect("an object") {
            assert_eq!(&document[name], field, "{words}: {name}");
        }
    }
}

#[test]
fn stored_answers_have_their_types() {
    let text = read("web/src/site/answers.json");
    let document: StoredAnswers = serde_json::from_str(&text).expect("it has the fields");
    assert!(document.answers["official"].values().all(|answer| answer.told.is_none()));
    check_type::<BTreeMap<String, BTreeMap<String, PlayedAnswer>>>(&read(
        "src/cli/answers/played.json",
    ));
}

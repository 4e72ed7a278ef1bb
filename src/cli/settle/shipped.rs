//! Answers to questions that no survey has: they were played before and ship, and the page says
//! them from the same file. They are sentences; `--anew` plays them again, for every number.

use super::{AnswerOrigin, Measurement, SettleArgs, further, known, wrapped};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use unobench_core::rules::RuleSet;
use unobench_experiment::answers::{PlainlyKnown, PlayedAnswers, RuleAnswer};
use unobench_experiment::settle::SettleRequest;

/// What was played for questions, as `scripts/web-answers --play` writes it.
static PLAYED: LazyLock<PlayedAnswers> = LazyLock::new(|| {
    let answers = include_str!("../answers/played.json");
    PlayedAnswers::read(answers).expect("what ships can be read")
});

/// What is told where these very rules were played for a question, unless they are to be played
/// anew.
pub(super) fn told(
    args: &SettleArgs,
    asked: &SettleRequest,
    rules: &RuleSet,
    players: usize,
) -> Option<String> {
    let found = if args.is_played() { None } else { PLAYED.of(rules, players) }?;
    let PlainlyKnown { played, knows, plain } = found;
    let sets = [RuleSet::official(), rules.clone()];
    let exam = known(&sets, &BTreeSet::from([players])).into_iter().next_back();
    let measurement = Measurement {
        answer: RuleAnswer { played, knows, findings: Vec::new() },
        exam: exam.filter(|exam| knows && exam.rules == rules.name),
        origin: AnswerOrigin::Question,
        played: Vec::new(),
        keys: Vec::new(),
    };
    let sentence = asked.told(players, knows, &plain.told);
    let told = measurement.plainly(args, players, &sentence, plain);
    if !args.details {
        return Some(told);
    }
    let measured = wrapped(&measurement.measured(rules));
    let more = measured.into_iter().chain(further(asked, players));
    Some(format!("{told}\n{}\n", more.collect::<Vec<_>>().join("\n")))
}

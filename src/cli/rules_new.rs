//! `unobench rules new`: a rule-set file from what a table plays, asked or given by flags.
//!
//! Flags, questions and the lines of the file come from one table, `questions.toml`.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::ValueHint::FilePath;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use serde::Deserialize;

use super::console;
use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::options::a_file;
use super::session::shell_word;
use unobench_core::bounded::quoted;
use unobench_core::rules::drawn::rules_of_seed;
use unobench_core::rules::{KeyInfo, RuleSet};
use unobench_disk::write_file;
use unobench_findings::tell::speech::capital;

/// What `rules new` is told: the file to write, and the rules of the table.
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The file to write
    #[arg(value_name = "FILE", value_parser = a_file(), value_hint = FilePath)]
    #[arg(default_value = "house-rules.toml")]
    file: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,

    /// Rules drawn at random by this seed instead of those of your table, to try out what others
    /// say of rules that nobody planned for
    #[arg(long, value_name = "SEED")]
    drawn: Option<u64>,

    #[command(flatten)]
    answers: RuleAnswers,
}

/// Something in which tables differ.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableQuestion {
    flag: String,
    asks: String,
    keys: Vec<String>,
    /// The words that may be answered, the official one first; none where the answer is a number,
    /// the value of the only key.
    #[serde(default)]
    answers: Vec<AnswerChoice>,
    /// The words that a plain yes and no mean, where they are none themselves.
    yes: Option<String>,
    no: Option<String>,
}

/// A word that may be answered, what it means, and the values of the question's keys.
#[derive(Debug, Deserialize)]
struct AnswerChoice(String, String, Vec<toml::Value>);

static QUESTIONS: LazyLock<Vec<TableQuestion>> = LazyLock::new(|| {
    let mut file: BTreeMap<String, Vec<TableQuestion>> =
        toml::from_str(include_str!("questions.toml")).expect("the file is tested");
    file.remove("question").expect("it holds questions")
});

pub(super) fn run(args: &NewArgs) -> Result {
    let file = shell_word(&args.file.to_string_lossy());
    if !args.force && args.file.symlink_metadata().is_ok() {
        refuse!("{file} exists already; choose another file, or --force to overwrite it");
    }
    let text = match args.drawn {
        Some(seed) => drawn(seed),
        None if args.answers.0.iter().any(Option::is_some) => args.answers.text(),
        None => ask()?.text(),
    };
    let rules = RuleSet::parse(&text, &args.file.to_string_lossy()).or_usage()?;
    let written = write_file(&args.file, |out| out.write_all(text.as_bytes()));
    written.map_err(|error| Failure::Failed(error.into()))?;
    let seats = if rules.scoring.partners { " -p 4" } else { "" };
    let next = if rules.differences(&RuleSet::official()).is_empty() {
        format!("these are the official rules; change a line, then: unobench rules check {file}")
    } else {
        format!("next: unobench rules check {file}{seats}\n      unobench settle {file}{seats}")
    };
    console::print(&format!("wrote {file}: {}\n{next}\n", rules.description))
}

/// A file that says in what the rules of a seed differ from the official ones.
fn drawn(seed: u64) -> String {
    let rules = rules_of_seed(seed);
    let mut text = format!("description = \"{}\"\n", rules.description);
    for (key, value, _) in rules.differences(&RuleSet::official()) {
        text += &format!("{key} = {value}\n");
    }
    text
}

/// An answer to each question; none where the official game is meant.
#[derive(Debug, Clone)]
struct RuleAnswers(Vec<Option<String>>);

impl Args for RuleAnswers {
    fn augment_args(command: Command) -> Command {
        command.args(QUESTIONS.iter().map(TableQuestion::flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        RuleAnswers::augment_args(command)
    }
}

impl FromArgMatches for RuleAnswers {
    fn from_arg_matches(matches: &ArgMatches) -> Result<RuleAnswers, clap::Error> {
        let mut answers = Vec::new();
        for question in QUESTIONS.iter() {
            let text = matches.get_one::<String>(&question.flag);
            answers.push(text.map(|text| question.read(text).unwrap_or_else(|_| text.clone())));
        }
        Ok(RuleAnswers(answers))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = RuleAnswers::from_arg_matches(matches)?;
        Ok(())
    }
}

impl TableQuestion {
    fn flag(&'static self) -> Arg {
        let flag = Arg::new(&*self.flag)
            .long(&*self.flag)
            .help(format!("{} [default: {}]", self.asks, self.default()))
            .help_heading("What your table plays");
        if self.answers.is_empty() {
            return flag.value_name("N").value_parser(|text: &str| number(&self.keys[0], text));
        }
        let values = self.answers.iter().map(|AnswerChoice(word, means, _)| {
            PossibleValue::new(word).help(means).aliases(self.plain(word))
        });
        let values: Vec<PossibleValue> = values.collect();
        flag.value_name("ANSWER").value_parser(PossibleValuesParser::new(values))
    }

    /// The plain answer that means this word, if one does.
    fn plain(&self, word: &str) -> Option<&'static str> {
        [("yes", &self.yes), ("no", &self.no)]
            .into_iter()
            .find(|(_, means)| means.as_deref() == Some(word))
            .map(|(plain, _)| plain)
    }

    fn default(&self) -> String {
        self.answers.first().map_or_else(|| info(&self.keys[0]).default, |choice| choice.0.clone())
    }

    fn read(&self, text: &str) -> Result<String, String> {
        if text.is_empty() {
            return Ok(self.default());
        }
        if self.answers.is_empty() {
            return number(&self.keys[0], text);
        }
        let text = text.to_lowercase();
        let plainly = match text.as_str() {
            "yes" | "y" => self.yes.as_ref(),
            "no" | "n" => self.no.as_ref(),
            _ => None,
        };
        if let Some(word) = plainly {
            return Ok(word.clone());
        }
        let words: Vec<&str> = self.answers.iter().map(|choice| &*choice.0).collect();
        let begun: Vec<&str> =
            words.iter().copied().filter(|word| word.starts_with(&text)).collect();
        match (words.contains(&&*text), &begun[..]) {
            (true, _) => Ok(text),
            (false, [word]) => Ok((*word).to_owned()),
            _ => {
                let (text, words) = (quoted(&text), words.join(", "));
                Err(format!("\"{text}\" is not allowed; allowed: {words}"))
            }
        }
    }

    fn choice(&self, answer: &str) -> Option<&AnswerChoice> {
        self.answers.iter().find(|choice| choice.0 == answer)
    }

    fn value(&self, answer: &str, place: usize) -> String {
        self.choice(answer).map_or_else(|| answer.to_owned(), |choice| choice.2[place].to_string())
    }

    fn told(&self, answer: &str) -> String {
        match self.choice(answer) {
            Some(choice) => format!("{} {}.", self.asks, capital(&choice.1)),
            None => self.asks.clone(),
        }
    }

    fn asked(&self) -> String {
        let allowed: String = match &self.answers[..] {
            [] => format!("  {}\n", info(&self.keys[0]).allowed),
            answers => answers
                .iter()
                .map(|AnswerChoice(word, means, _)| format!("  {word:<15} {means}\n"))
                .collect(),
        };
        format!("{}\n{allowed}[{}] ", self.asks, self.default())
    }
}

fn info(key: &str) -> KeyInfo {
    RuleSet::keys().into_iter().find(|info| info.key == key).expect("a key of the catalogue")
}

fn number(key: &str, text: &str) -> Result<String, String> {
    let refused = || format!("{} is not allowed; allowed: {}", quoted(text), info(key).allowed);
    let number: u32 = text.parse().map_err(|_| refused())?;
    RuleSet::official().set(&format!("{key}={number}")).map_err(|_| refused())?;
    Ok(number.to_string())
}

impl RuleAnswers {
    fn all(&self) -> impl Iterator<Item = (&'static TableQuestion, String)> {
        QUESTIONS.iter().zip(&self.0).map(|(question, answer)| {
            (question, answer.clone().unwrap_or_else(|| question.default()))
        })
    }

    /// The file: a line with a comment for each key, in the order of the catalogue.
    fn text(&self) -> String {
        let mut text = format!(
            "# House rules, written by `unobench rules new`. `unobench rules show official` shows \
             all other keys.\ndescription = \"{}\"\nextends = \"official\"\n",
            self.description()
        );
        let mut section = String::new();
        for info in RuleSet::keys() {
            let sets = |(question, answer): (&'static TableQuestion, String)| {
                let place = question.keys.iter().position(|key| *key == info.key)?;
                // The first key of a question has the answer, the others what they mean.
                let comment =
                    if place == 0 { question.told(&answer) } else { info.meaning.clone() };
                Some((comment, question.value(&answer, place)))
            };
            let Some((comment, value)) = self.all().find_map(sets) else { continue };
            let (of_key, name) = info.key.split_once('.').expect("a dotted key");
            if of_key != section {
                of_key.clone_into(&mut section);
                text += &format!("\n[{section}]\n");
            }
            let options = textwrap::Options::new(90)
                .initial_indent("# ")
                .subsequent_indent("# ")
                .break_words(false);
            let allowed = format!("Allowed: {}", info.allowed);
            for line in [&comment, &allowed] {
                text += &(textwrap::fill(line, &options) + "\n");
            }
            text += &format!("{name} = {value}\n");
        }
        text
    }

    fn description(&self) -> String {
        let told: Vec<String> = self
            .all()
            .filter(|(question, answer)| *answer != question.default())
            .map(|(question, answer)| {
                format!("{} {}", question.flag.replace('-', " "), answer.replace('-', " "))
            })
            .collect();
        if told.is_empty() { "the official rules".to_owned() } else { told.join(", ") }
    }
}

/// Asks every question on standard error, and reads the answers, a line each, from standard input.
fn ask() -> Result<RuleAnswers> {
    let is_terminal = io::stdin().is_terminal();
    let mut input = io::stdin().lock();
    let mut answers = Vec::new();
    say("What does your table play? An empty answer takes the official rule.\n");
    while let Some(question) = QUESTIONS.get(answers.len()) {
        say(&format!("\n{}/{} {}", answers.len() + 1, QUESTIONS.len(), question.asked()));
        let mut line = String::new();
        let read = input.read_line(&mut line).or_failed("cannot read the answer")?;
        if !is_terminal || read == 0 {
            say("\n");
        }
        match (question.read(line.trim()), read) {
            (_, 0) if answers.is_empty() => return Err(nobody_to_ask()),
            (_, 0) => return Err(unanswered(question)),
            (Ok(answer), _) => answers.push(Some(answer)),
            (Err(refusal), _) if is_terminal => say(&format!("{refusal}\n")),
            (Err(refusal), _) => {
                refuse!("--{}: {refusal}", question.flag);
            }
        }
    }
    say("\n");
    Ok(RuleAnswers(answers))
}

fn say(text: &str) {
    // That nobody reads a question does not matter.
    let _ = write!(io::stderr().lock(), "{text}").and_then(|()| io::stderr().flush());
}

/// The flags that answer without being asked.
fn flags() -> String {
    let flags: Vec<String> =
        QUESTIONS.iter().map(|question| format!("--{}", question.flag)).collect();
    format!(
        "use flags to say what your table plays: {} (`unobench rules new --help`)",
        flags.join(", ")
    )
}

fn nobody_to_ask() -> Failure {
    Failure::usage(format!("rules new: there is no terminal to ask on; {}", flags()))
}

fn unanswered(question: &TableQuestion) -> Failure {
    Failure::usage(format!(
        "rules new: the input ended at \"{}\"; nothing is written; answer every question, or {}",
        question.asks,
        flags()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(given: &[(&str, &str)]) -> RuleAnswers {
        let answer = |question: &TableQuestion| {
            given
                .iter()
                .find(|(flag, _)| *flag == question.flag)
                .map(|(_, word)| (*word).to_owned())
        };
        assert!(given.iter().all(|(flag, _)| QUESTIONS.iter().any(|known| known.flag == *flag)));
        RuleAnswers(QUESTIONS.iter().map(answer).collect())
    }

    #[test]
    fn every_answer_to_every_question_is_a_rule_set() {
        let official = RuleSet::official();
        for question in QUESTIONS.iter() {
            let words: Vec<String> = match &question.answers[..] {
                [] => vec![question.default(), "1".to_owned()],
                answers => answers.iter().map(|choice| choice.0.clone()).collect(),
            };
            let keys = question.keys.len();
            assert!(question.answers.iter().all(|choice| choice.2.len() == keys), "{question:?}");
            for word in &words {
                let text = answers(&[(&question.flag, word)]).text();
                let rules = RuleSet::parse(&text, "kitchen.toml")
                    .unwrap_or_else(|error| panic!("{} {word}: {error}\n{text}", question.flag));
                let is_official = rules.differences(&official).is_empty();
                assert_eq!(is_official, *word == question.default(), "{} {word}", question.flag);
                let is_short =
                    |line: &str| line.chars().count() <= 100 || line.starts_with("card = ");
                assert!(text.lines().all(is_short), "{text}");
            }
        }
    }

    /// A question that can be answered by yes or no takes both; a flag takes what is typed.
    #[test]
    fn plain_questions_take_plain_answers() {
        let is_plain = |question: &&TableQuestion| {
            let asks = &question.asks;
            ["May ", "Do ", "Does "].iter().any(|word| asks.starts_with(word))
                || asks.contains(": may ")
        };
        let mut plain = 0;
        for question in QUESTIONS.iter().filter(is_plain) {
            let read = |text: &str| question.read(text).unwrap_or_else(|error| panic!("{error}"));
            assert_ne!(read("yes"), read("No"), "{}", question.asks);
            for (word, flag) in [("yes", read("yes")), ("no", read("no"))] {
                let command = Command::new("new").arg(question.flag());
                let given = format!("--{}={word}", question.flag);
                let matches = command.try_get_matches_from(["new", &given]).expect("an answer");
                let taken = matches.get_one::<String>(&question.flag).expect("a word");
                assert_eq!(question.read(taken), Ok(flag), "{given}");
            }
            plain += 1;
        }
        assert!(plain >= 8, "{plain}");
    }

    #[test]
    fn every_line_of_the_file_has_a_comment() {
        let text = answers(&[("stacking", "same"), ("hand-size", "5")]).text();
        let lines: Vec<&str> = text.lines().skip(3).collect();
        for pair in lines.windows(2).filter(|pair| pair[1].contains(" = ")) {
            assert!(pair[0].starts_with("# "), "{text}");
        }
        assert!(text.contains("description = \"hand size 5, stacking same\"\n"), "{text}");
    }
}

//! `unobench rules new`: a rule-set file from what a table plays, asked or given by flags.
//!
//! Flags, questions and the lines of the file come from one table, [`QUESTIONS`].

use std::fs::File;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueHint};

use super::console;
use super::failure::{Failure, OrFailure as _};
use super::options::a_file;
use super::session::shell_word;
use unobench_core::bounded::quoted;
use unobench_core::rules::{KeyInfo, RuleSet};
use unobench_files::words::capital;

/// Arguments of `rules new`.
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The file to write
    #[arg(
        value_name = "FILE",
        default_value = "house-rules.toml",
        value_parser = a_file(),
        value_hint = ValueHint::FilePath
    )]
    file: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    answers: Answers,
}

/// Something in which tables differ.
#[derive(Debug)]
struct Question {
    flag: &'static str,
    asks: &'static str,
    kind: Kind,
}

/// What may be answered.
#[derive(Debug)]
enum Kind {
    /// A number, the value of a key.
    Number(&'static str),
    /// One of several words, the official one first.
    Choice(&'static [Choice]),
}

/// A word that may be answered, what it means, and the keys with the values that it sets; all words
/// of a question set the same keys.
#[derive(Debug)]
struct Choice {
    word: &'static str,
    means: &'static str,
    sets: &'static [(&'static str, &'static str)],
}

const fn choice(
    word: &'static str,
    means: &'static str,
    sets: &'static [(&'static str, &'static str)],
) -> Choice {
    Choice { word, means, sets }
}

/// What tables differ in, in the order in which it is asked.
static QUESTIONS: [Question; 15] = [
    Question {
        flag: "hand-size",
        asks: "How many cards is everybody dealt?",
        kind: Kind::Number("setup.hand_size"),
    },
    Question {
        flag: "stacking",
        asks: "May a draw card be answered with another one, so that the sum is passed on?",
        kind: Kind::Choice(&[
            choice(
                "no",
                "no",
                &[("responses.draw_two", "\"none\""), ("responses.wild_draw_four", "\"none\"")],
            ),
            choice(
                "twos",
                "a draw two with a draw two",
                &[("responses.draw_two", "\"stack\""), ("responses.wild_draw_four", "\"none\"")],
            ),
            choice(
                "same",
                "a draw two with a draw two, a wild draw four with a wild draw four",
                &[("responses.draw_two", "\"stack\""), ("responses.wild_draw_four", "\"stack\"")],
            ),
            choice(
                "mixed",
                "any draw card with any draw card",
                &[
                    ("responses.draw_two", "\"stack\""),
                    ("responses.wild_draw_four", "\"stack_mixed\""),
                ],
            ),
        ]),
    },
    Question {
        flag: "penalty-turn",
        asks: "Does drawing for a draw card cost the turn?",
        kind: Kind::Choice(&[
            choice("lost", "the turn is lost", &[("responses.victim_plays", "false")]),
            choice("played", "first draw, then play", &[("responses.victim_plays", "true")]),
        ]),
    },
    Question {
        flag: "draw",
        asks: "How many cards does a player without a fitting card draw?",
        kind: Kind::Choice(&[
            choice("one", "one card", &[("play.draw", "\"one\"")]),
            choice(
                "until-playable",
                "cards until one fits",
                &[("play.draw", "\"until_playable\"")],
            ),
        ]),
    },
    Question {
        flag: "drawn-card",
        asks: "A drawn card that fits: may it be played at once?",
        kind: Kind::Choice(&[
            choice("may-play", "it may", &[("play.drawn_card", "\"may_play\"")]),
            choice("must-play", "it must (force play)", &[("play.drawn_card", "\"must_play\"")]),
            choice("keep", "it stays in the hand", &[("play.drawn_card", "\"keep\"")]),
        ]),
    },
    Question {
        flag: "wild-draw-four",
        asks: "When may a wild draw four be played?",
        kind: Kind::Choice(&[
            choice(
                "bluff",
                "at any time, but a player who holds the colour is bluffing and may be challenged",
                &[
                    ("play.wild4_needs", "\"no_colour\""),
                    ("play.bluff", "true"),
                    ("play.challenge", "\"draw\""),
                ],
            ),
            choice(
                "honest",
                "only without a card of the colour; nobody bluffs",
                &[
                    ("play.wild4_needs", "\"no_colour\""),
                    ("play.bluff", "false"),
                    ("play.challenge", "\"draw\""),
                ],
            ),
            choice(
                "any-time",
                "at any time, and nobody challenges it",
                &[
                    ("play.wild4_needs", "\"nothing\""),
                    ("play.bluff", "true"),
                    ("play.challenge", "\"off\""),
                ],
            ),
        ]),
    },
    Question {
        flag: "seven-zero",
        asks: "Do sevens and zeros move hands?",
        kind: Kind::Choice(&[
            choice("no", "no", &[("hands.seven_swaps", "false"), ("hands.zero_rotates", "false")]),
            choice(
                "yes",
                "a 7 swaps two hands, a 0 passes all hands on",
                &[("hands.seven_swaps", "true"), ("hands.zero_rotates", "true")],
            ),
            choice(
                "seven",
                "only a 7, which swaps two hands",
                &[("hands.seven_swaps", "true"), ("hands.zero_rotates", "false")],
            ),
            choice(
                "zero",
                "only a 0, which passes all hands on",
                &[("hands.seven_swaps", "false"), ("hands.zero_rotates", "true")],
            ),
        ]),
    },
    Question {
        flag: "jump-in",
        asks: "May whoever has the identical card play it out of turn?",
        kind: Kind::Choice(&[
            choice(
                "no",
                "no",
                &[("jump_in.enabled", "false"), ("people.next_player_reaction", "0.0")],
            ),
            choice(
                "yes",
                "yes, if quicker than the next player",
                &[("jump_in.enabled", "true"), ("people.next_player_reaction", "1.0")],
            ),
        ]),
    },
    Question {
        flag: "same-number",
        asks: "How many more cards of the same number may be laid in one turn?",
        kind: Kind::Number("play.same_number_together"),
    },
    Question {
        flag: "last-card",
        asks: "Which card may be the last?",
        kind: Kind::Choice(&[
            choice("any", "any card", &[("play.no_finish_on", "[]")]),
            choice(
                "number",
                "only a number",
                &[("play.no_finish_on", "[\"S\", \"R\", \"+2\", \"W\", \"W+4\"]")],
            ),
        ]),
    },
    Question {
        flag: "call",
        asks: "Do players have to call UNO?",
        kind: Kind::Choice(&[
            choice("yes", "yes", &[("uno.call", "true")]),
            choice("no", "no", &[("uno.call", "false")]),
        ]),
    },
    Question {
        flag: "call-penalty",
        asks: "How many cards does a player caught not calling draw?",
        kind: Kind::Number("uno.penalty"),
    },
    Question {
        flag: "scoring",
        asks: "Who gets points?",
        kind: Kind::Choice(&[
            choice(
                "winner",
                "the winner, for all cards left in other hands",
                &[
                    ("scoring.method", "\"winner_takes\""),
                    ("setup.next_dealer", "\"rotate\""),
                    ("scoring.at_target", "\"wins\""),
                    ("scoring.rounds", "0"),
                ],
            ),
            choice(
                "own",
                "each player, for the cards left in their own hand, and the fewest points win",
                &[
                    ("scoring.method", "\"own_points\""),
                    ("setup.next_dealer", "\"rotate\""),
                    ("scoring.at_target", "\"loses\""),
                    ("scoring.rounds", "0"),
                ],
            ),
            choice(
                "none",
                "nobody: whoever wins most of ten rounds wins, and the loser of a round deals the \
                 next",
                &[
                    ("scoring.method", "\"lazy\""),
                    ("setup.next_dealer", "\"loser\""),
                    ("scoring.at_target", "\"wins\""),
                    ("scoring.rounds", "10"),
                ],
            ),
        ]),
    },
    Question {
        flag: "target",
        asks: "How many points end the match?",
        kind: Kind::Number("scoring.target"),
    },
    Question {
        flag: "partners",
        asks: "Do players who sit opposite each other win together?",
        kind: Kind::Choice(&[
            choice("no", "no", &[("scoring.partners", "false")]),
            choice("yes", "yes, with 4, 6, 8 or 10 players", &[("scoring.partners", "true")]),
        ]),
    },
];

/// Runs `unobench rules new`.
pub(super) fn run(args: &NewArgs) -> Result<(), Failure> {
    let file = shell_word(&args.file.to_string_lossy());
    if !args.force && args.file.symlink_metadata().is_ok() {
        return Err(Failure::usage(format!(
            "{file} exists already; choose another file, or --force to overwrite it"
        )));
    }
    let answers = if args.answers.are_given() { args.answers.clone() } else { ask()? };
    let text = answers.text();
    let rules = RuleSet::parse(&text, &args.file.to_string_lossy()).or_usage()?;
    let doing = || format!("cannot write {file}");
    let written = if args.force { File::create(&args.file) } else { File::create_new(&args.file) };
    written.and_then(|mut out| out.write_all(text.as_bytes())).or_failed(doing())?;
    let seats = if rules.scoring.partners { " -p 4" } else { "" };
    let next = if rules.differences(&RuleSet::official()).is_empty() {
        format!("these are the official rules; change a line, then: unobench rules check {file}")
    } else {
        format!("next: unobench rules check {file}{seats}\n      unobench settle {file}{seats}")
    };
    console::print(&format!("wrote {file}: {}\n{next}\n", rules.description))
}

/// An answer to each question; none where the official game is meant.
#[derive(Debug, Clone)]
struct Answers(Vec<Option<String>>);

impl Args for Answers {
    fn augment_args(command: Command) -> Command {
        command.args(QUESTIONS.iter().map(Question::flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Answers::augment_args(command)
    }
}

impl FromArgMatches for Answers {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Answers, clap::Error> {
        let answer = |question: &Question| matches.get_one::<String>(question.flag).cloned();
        Ok(Answers(QUESTIONS.iter().map(answer).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Answers::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Question {
    fn flag(&self) -> Arg {
        let flag = Arg::new(self.flag)
            .long(self.flag)
            .help(format!("{} [default: {}]", self.asks, self.default()))
            .help_heading("What your table plays");
        match self.kind {
            Kind::Number(key) => {
                let check = move |text: &str| number(key, text);
                flag.value_name("N").value_parser(check)
            }
            Kind::Choice(choices) => {
                let value = |choice: &Choice| PossibleValue::new(choice.word).help(choice.means);
                let values: Vec<PossibleValue> = choices.iter().map(value).collect();
                flag.value_name("ANSWER").value_parser(PossibleValuesParser::new(values))
            }
        }
    }

    /// What the official game answers.
    fn default(&self) -> String {
        match self.kind {
            Kind::Number(key) => info(key).default,
            Kind::Choice(choices) => choices[0].word.to_owned(),
        }
    }

    /// Reads an answer; of a word its beginning is enough.
    fn read(&self, text: &str) -> Result<String, String> {
        match self.kind {
            _ if text.is_empty() => Ok(self.default()),
            Kind::Number(key) => number(key, text),
            Kind::Choice(choices) => {
                let text = text.to_lowercase();
                let begins = |choice: &&Choice| choice.word.starts_with(&text);
                let exact = choices.iter().find(|choice| choice.word == text);
                let mut meant = choices.iter().filter(begins);
                match (exact, meant.next(), meant.next()) {
                    (Some(choice), ..) | (None, Some(choice), None) => Ok(choice.word.to_owned()),
                    _ => {
                        let words: Vec<&str> = choices.iter().map(|choice| choice.word).collect();
                        let (text, words) = (quoted(&text), words.join(", "));
                        Err(format!("\"{text}\" is not allowed; allowed: {words}"))
                    }
                }
            }
        }
    }

    /// The keys that an answer sets, with their values.
    fn sets(&self, answer: &str) -> Vec<(&'static str, String)> {
        match self.kind {
            Kind::Number(key) => vec![(key, answer.to_owned())],
            Kind::Choice(choices) => {
                let chosen = choices.iter().find(|choice| choice.word == answer);
                let sets = chosen.unwrap_or(&choices[0]).sets.iter();
                sets.map(|&(key, value)| (key, value.to_owned())).collect()
            }
        }
    }

    /// The question with an answer, as a comment.
    fn told(&self, answer: &str) -> String {
        match self.kind {
            Kind::Number(_) => self.asks.to_owned(),
            Kind::Choice(choices) => {
                let chosen = choices.iter().find(|choice| choice.word == answer);
                format!("{} {}.", self.asks, capital(chosen.unwrap_or(&choices[0]).means))
            }
        }
    }

    /// The question as it is asked, with what may be answered.
    fn asked(&self) -> String {
        let allowed = match self.kind {
            Kind::Number(key) => format!("  {}\n", info(key).allowed),
            Kind::Choice(choices) => choices
                .iter()
                .map(|choice| format!("  {:<15} {}\n", choice.word, choice.means))
                .collect(),
        };
        format!("{}\n{allowed}[{}] ", self.asks, self.default())
    }
}

/// What the catalogue says of a key.
fn info(key: &str) -> KeyInfo {
    RuleSet::keys().into_iter().find(|info| info.key == key).expect("a key of the catalogue")
}

/// Reads the number that a key takes.
fn number(key: &str, text: &str) -> Result<String, String> {
    let refused = || format!("{} is not allowed; allowed: {}", quoted(text), info(key).allowed);
    let number: u32 = text.parse().map_err(|_| refused())?;
    RuleSet::official().set(&format!("{key}={number}")).map_err(|_| refused())?;
    Ok(number.to_string())
}

impl Answers {
    fn are_given(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    /// Each question with its answer.
    fn all(&self) -> impl Iterator<Item = (&'static Question, String)> {
        let answer = |(question, answer): (&'static Question, &Option<String>)| {
            (question, answer.clone().unwrap_or_else(|| question.default()))
        };
        QUESTIONS.iter().zip(&self.0).map(answer)
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
            let sets = |(question, answer): (&'static Question, String)| {
                let sets = question.sets(&answer);
                let place = sets.iter().position(|(key, _)| *key == info.key)?;
                // The first key of a question has the answer, the others what they mean.
                let comment =
                    if place == 0 { question.told(&answer) } else { info.meaning.clone() };
                Some((comment, sets[place].1.clone()))
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

    /// What is not official, in a line.
    fn description(&self) -> String {
        let differs = |(question, answer): &(&Question, String)| *answer != question.default();
        let told: Vec<String> = self
            .all()
            .filter(differs)
            .map(|(question, answer)| {
                format!("{} {}", question.flag.replace('-', " "), answer.replace('-', " "))
            })
            .collect();
        if told.is_empty() { "the official rules".to_owned() } else { told.join(", ") }
    }
}

/// Asks every question on standard error, and reads the answers, a line each, from standard input.
fn ask() -> Result<Answers, Failure> {
    let is_terminal = io::stdin().is_terminal();
    let mut input = io::stdin().lock();
    let mut answers = Vec::new();
    let say = |text: &str| {
        // That nobody reads a question does not matter.
        let _ = write!(io::stderr().lock(), "{text}").and_then(|()| io::stderr().flush());
    };
    say("What does your table play? An empty answer takes the official rule.\n");
    while let Some(question) = QUESTIONS.get(answers.len()) {
        say(&format!("\n{}/{} {}", answers.len() + 1, QUESTIONS.len(), question.asked()));
        let mut line = String::new();
        let read = input.read_line(&mut line).or_failed("cannot read the answer")?;
        if !is_terminal || read == 0 {
            say("\n");
        }
        match (question.read(line.trim()), read) {
            (_, 0) => return Err(unanswered(question, answers.is_empty())),
            (Ok(answer), _) => answers.push(Some(answer)),
            (Err(refusal), _) if is_terminal => say(&format!("{refusal}\n")),
            (Err(refusal), _) => {
                return Err(Failure::usage(format!("--{}: {refusal}", question.flag)));
            }
        }
    }
    say("\n");
    Ok(Answers(answers))
}

/// The input ended before every question was answered.
fn unanswered(question: &Question, at_once: bool) -> Failure {
    let flags: Vec<String> =
        QUESTIONS.iter().map(|question| format!("--{}", question.flag)).collect();
    let flags = format!(
        "use flags to say what your table plays: {} (`unobench rules new --help`)",
        flags.join(", ")
    );
    Failure::usage(if at_once {
        format!("rules new: there is no terminal to ask on; {flags}")
    } else {
        format!(
            "rules new: the input ended at \"{}\"; nothing is written; answer every question, or \
             {flags}",
            question.asks
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(given: &[(&str, &str)]) -> Answers {
        let answer = |question: &Question| {
            given
                .iter()
                .find(|(flag, _)| *flag == question.flag)
                .map(|(_, word)| (*word).to_owned())
        };
        assert!(given.iter().all(|(flag, _)| QUESTIONS.iter().any(|known| known.flag == *flag)));
        Answers(QUESTIONS.iter().map(answer).collect())
    }

    #[test]
    fn every_answer_to_every_question_is_a_rule_set() {
        let official = RuleSet::official();
        for question in &QUESTIONS {
            let words: Vec<String> = match question.kind {
                Kind::Number(key) => vec![info(key).default, "1".to_owned()],
                Kind::Choice(choices) => {
                    choices.iter().map(|choice| choice.word.to_owned()).collect()
                }
            };
            for word in &words {
                let text = answers(&[(question.flag, word)]).text();
                let rules = RuleSet::parse(&text, "kitchen.toml")
                    .unwrap_or_else(|error| panic!("{} {word}: {error}\n{text}", question.flag));
                let is_official = rules.differences(&official).is_empty();
                assert_eq!(is_official, *word == question.default(), "{} {word}", question.flag);
                assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
            }
        }
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

    #[test]
    fn an_answer_may_be_cut_short_and_has_to_be_allowed() {
        let question = |flag: &str| QUESTIONS.iter().find(|known| known.flag == flag).expect("one");
        let read = |flag: &str, text: &str| question(flag).read(text);
        assert_eq!(read("jump-in", "Y").as_deref(), Ok("yes"));
        assert_eq!(read("jump-in", "").as_deref(), Ok("no"));
        assert_eq!(read("seven-zero", "seven").as_deref(), Ok("seven"));
        assert_eq!(read("hand-size", "5").as_deref(), Ok("5"));
        for (flag, text, allowed) in [
            ("jump-in", "perhaps", "no, yes"),
            ("stacking", "x", "no, twos, same, mixed"),
            ("hand-size", "21", "1 to 20"),
            ("hand-size", "many", "1 to 20"),
        ] {
            let refusal = read(flag, text).expect_err("it is not allowed");
            assert!(refusal.contains(text) && refusal.contains(allowed), "{refusal}");
        }
    }
}

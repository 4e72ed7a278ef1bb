//! `unobench settle`: one question about a house rule, one answer.
//!
//! The rule set is found by words, and measured as `rules compare` measures it, with a number of
//! games that is always the same, so that the same question gets the same answer. What it counted
//! is not kept.

use std::num::NonZeroU64;
use std::path::Path;

use clap::Args;
use clap::ValueHint::FilePath;

use super::compare::MeasureOptions;
use super::console::{self, Style, Verbosity, one_line};
use super::failure::{Failure, OrFailure as _};
use super::interrupt;
use super::numbers::grouped;
use super::options::{
    ChangeOptions, MachineOptions, ProgressOptions, SeedOptions, check_playable, check_players,
};
use super::session::{invocation, progress, shell_word};
use super::survey::{Bots, ToSurvey};
use unobench_core::bounded::quoted;
use unobench_core::rules::{RuleSet, Search};
use unobench_core::slip::MOST;
use unobench_experiment::survey::{
    Effect, Learned, Survey, SurveyConfig, SurveyControl, effects, survey,
};
use unobench_experiment::{Ending, Existing};
use unobench_files::rows::EffectRow;
use unobench_files::words::listed;
use unobench_report::settle::{Answer, Change, Question};

const SEATS_PLAYED: u64 = 800_000;

/// Games in which somebody who plays well sits among beginners, times the seats that play them.
const SEATS_OF_SKILL: u64 = 1_200_000;

/// Who plays well there: the strongest that many games can be played of.
const SKILLED: &str = "linear";

const LINES: usize = 8;
const WIDTH: usize = 80;

#[derive(Debug, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct SettleArgs {
    /// What people call the rule, such as `stacking`, `7-0` or `draw to match`; the name of a rule
    /// set; or a TOML file
    #[arg(
        value_name = "WORDS",
        required_unless_present = "set",
        value_hint = FilePath,
        help_heading = None
    )]
    words: Vec<String>,

    /// Seats at the table, 2 to 10
    #[arg(short = 'p', long, value_name = "N", default_value_t = 4)]
    players: u8,

    #[command(flatten)]
    changes: ChangeOptions,

    #[command(flatten)]
    seed: SeedOptions,

    #[command(flatten)]
    machine: MachineOptions,

    #[command(flatten)]
    progress: ProgressOptions,
}

pub(super) fn run(args: &SettleArgs) -> Result<(), Failure> {
    let players = check_players(args.players)?;
    let asked = Asked::of(args)?;
    check_playable(&asked.rules, players)?;
    let official = RuleSet::official();
    if asked.rules.differences(&official).is_empty() {
        return Err(Failure::usage(format!(
            "{}: that is the official game, with which house rules are compared; name a house rule \
             (`unobench rules list`)",
            quoted(&asked.rules.name)
        )));
    }
    let seed = args.seed.seed;
    let survey = measure(args, &asked.rules, players)?;
    let header = survey.header();
    let told: Vec<Effect> = effects(&survey);
    let rows: Vec<EffectRow> = told.iter().map(EffectRow::from).collect();
    let games = header.legs[0].games;
    let answer = Answer::to(Question {
        rows: &rows,
        same_scoring: asked.rules.scoring == official.scoring,
        games,
        worth: header.worth(),
    });
    let deals =
        if asked.rules.deals_as(&official) { "the same deals as" } else { "different deals from" };
    let measured = format!(
        "Measured: {} games each among people who play at random, who count cards, who play well, \
         and people of all sorts, on {deals} the official game, seed {seed}. A difference below {} \
         in 100 counts as none.",
        grouped(games),
        header.worth()
    );
    let style = Style::of_stdout();
    let lines = lines(&title(&asked.rules, players), &answer);
    let (title, rest) = lines.split_first().expect("it begins with the title");
    let more = wrapped(&measured).into_iter().chain(asked.more(args)).collect::<Vec<_>>();
    console::print(&format!("{}\n{}\n\n{}\n", style.bold(title), rest.join("\n"), more.join("\n")))
}

struct Asked {
    rules: RuleSet,
    search: Search,
}

impl Asked {
    fn of(args: &SettleArgs) -> Result<Asked, Failure> {
        let words = args.words.join(" ");
        let with_changes = |name: &str, search| -> Result<Asked, Failure> {
            Ok(Asked { rules: args.changes.load(name)?, search })
        };
        if args.words.is_empty() {
            return with_changes("official", Search::default());
        }
        if words.ends_with(".toml") || Path::new(&words).is_file() {
            return with_changes(&words, Search::default());
        }
        let search = RuleSet::search(&words);
        match search.only() {
            Some(name) => with_changes(name, search),
            None if search.found.is_empty() => Err(nothing_fits(&words)),
            None => Err(several_fit(&words, &search)),
        }
    }

    fn more(&self, args: &SettleArgs) -> Vec<String> {
        let name = shell_word(match args.words.as_slice() {
            [file] if self.search.found.is_empty() => file,
            _ => self.rules.name.split('+').next().unwrap_or_default(),
        });
        let changes: String = args
            .changes
            .set
            .iter()
            .map(|change| format!(" --set {}", shell_word(change)))
            .collect();
        let seats = if args.players == 4 { String::new() } else { format!(" -p {}", args.players) };
        let mut more = vec![
            // The keys would be set on the official game, too.
            match changes.as_str() {
                "" => format!("Every figure: unobench rules compare {name}{seats}"),
                _ => format!("Every figure: unobench sweep -r {name}{changes}{seats}"),
            },
            format!("The rule itself: unobench rules show {name}{changes} --format table"),
        ];
        let others = self.search.found.len().saturating_sub(1);
        if others > 0 {
            let words = shell_word(&args.words.join(" "));
            more.push(format!(
                "{others} more matching these words: unobench rules list --search {words}"
            ));
        }
        more
    }
}

fn nothing_fits(words: &str) -> Failure {
    let near = RuleSet::near(words);
    let near: Vec<String> = near.iter().map(|name| asked_for(name)).collect();
    let perhaps = match near.as_slice() {
        [] => String::new(),
        near => format!("; perhaps {}", near.join("; ")),
    };
    Failure::usage(format!(
        "no rule set fits \"{}\"{perhaps}; `unobench rules list` shows all, and a file of your own \
         can be asked about, too: `unobench rules new`",
        quoted(words)
    ))
}

fn several_fit(words: &str, search: &Search) -> Failure {
    let best = &search.found[..search.best];
    let named: Vec<String> = best.iter().take(MOST).map(|name| asked_for(name)).collect();
    let rest = match best.len() - named.len() {
        0 => String::new(),
        more => format!("; {more} more: `unobench rules list --search {}`", shell_word(words)),
    };
    Failure::usage(format!(
        "\"{}\" fits {} rule sets equally well: {}{rest}",
        quoted(words),
        best.len(),
        named.join("; ")
    ))
}

fn asked_for(name: &str) -> String {
    let description = RuleSet::load(name).map(|rules| rules.description).unwrap_or_default();
    format!("`unobench settle {name}` ({description})")
}

fn measure(args: &SettleArgs, rules: &RuleSet, players: usize) -> Result<Survey, Failure> {
    let games = |seats_played: u64| seats_played / players as u64;
    let of_panel = NonZeroU64::new(games(SEATS_PLAYED)).unwrap_or(NonZeroU64::MIN);
    let skilled = (SKILLED, games(SEATS_OF_SKILL));
    let measure = MeasureOptions::fixed(players, of_panel, skilled, &args.seed);
    let official = RuleSet::official();
    let sets = vec![official.clone(), rules.clone()];
    let ToSurvey { header, rules, .. } = measure.survey(
        unobench_experiment::Question::Compare,
        &official.name,
        sets,
        Bots::default(),
    )?;
    let games: u64 = header.legs.iter().map(|leg| leg.games).sum();
    let verbosity = Verbosity::chosen(false);
    verbosity.say(&format!(
        "{} at {players} seats against the official game: {} games, about ten seconds",
        quoted(&rules[1].name),
        grouped(games * 2)
    ));
    let out = tempfile::tempdir().or_failed("cannot make a temporary directory")?;
    let cancel = interrupt::listen();
    let config = SurveyConfig {
        catalogue: super::catalogue(),
        header,
        rules,
        learned: Learned::default(),
        threads: args.machine.threads(),
        out: out.path().to_owned(),
        existing: Existing::Refuse,
        max_time: None,
        invocation: invocation(),
    };
    let mut progress = progress(&args.progress, verbosity);
    let observe = &mut |done, total| progress.note(done, total);
    let played = survey(&config, SurveyControl { cancel: &cancel, observe });
    progress.finish();
    let report = played.map_err(super::outcome::failure)?;
    match report.ending {
        Ending::Complete => Ok(report.found),
        Ending::Interrupted | Ending::TimeUp => {
            console::complain("interrupted; nothing is kept");
            Err(Failure::Interrupted)
        }
    }
}

fn title(rules: &RuleSet, players: usize) -> String {
    let description = match rules.description.as_str() {
        "" => String::new(),
        text => format!(": {text}"),
    };
    one_line(format!("{} at {players} seats{description}", rules.name))
}

/// The answer in at most eight lines; of changes for which there is no room only the names.
fn lines(title: &str, answer: &Answer) -> Vec<String> {
    let with = |told: &[Change], named: &[Change]| -> Vec<String> {
        let names: Vec<&str> = named.iter().map(|change| change.name.as_str()).collect();
        let also = (!names.is_empty()).then(|| format!("Also different: {}.", listed(&names)));
        let told = told.iter().map(|change| &change.sentence);
        let last = answer.same.iter().chain(&answer.unclear).chain([&answer.notice]);
        let sentences = told.chain(&also).chain(last);
        wrapped(title).into_iter().chain(sentences.flat_map(|sentence| wrapped(sentence))).collect()
    };
    let mut lines: Vec<String> = Vec::new();
    for told in (0..=answer.changes.len()).rev() {
        let (told, named) = answer.changes.split_at(told);
        lines = with(told, named);
        if lines.len() <= LINES {
            break;
        }
    }
    lines
}

/// The lines of a text, at most 80 columns wide whatever the terminal, those after the first
/// indented.
fn wrapped(text: &str) -> Vec<String> {
    let options = textwrap::Options::new(WIDTH)
        .break_words(false)
        .subsequent_indent("  ")
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Into::into).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_at_most_eight_lines_of_eighty_columns() {
        let long =
            |name: &str| format!("{name}: {}.", "about so much more if people think, ".repeat(3));
        let change = |name: &str| Change { name: name.to_owned(), sentence: long(name) };
        let answer = Answer {
            changes: ["Length", "Drawing", "Points", "Lead"].map(change).to_vec(),
            same: Some(long("No different")),
            unclear: None,
            notice: long("Would anybody notice?"),
        };
        let told = lines("stacking: draw twos add up", &answer);
        assert!(told.len() <= LINES && told.iter().all(|line| line.chars().count() <= WIDTH));
        let all = told.join("\n");
        assert!(all.contains("Would anybody notice?"), "{all}");
        assert!(all.contains("Also different: ") && all.contains(" and Lead."), "{all}");
    }
}

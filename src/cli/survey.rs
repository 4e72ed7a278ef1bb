//! What `rules compare`, `sweep` and `skill` share: playing a survey, going on, and saying how it
//! ended.

use std::collections::BTreeSet;

use serde_json::json;

use super::budget::Budget;
use super::console::Verbosity;
use super::failure::{OrFailure as _, Result};
use super::learned::{self, TrainSession};
use super::line_up::contestant;
use super::options::{BotOptions, CommonOptions};
use super::paper::{self, csv_of_findings};
use super::resumed::tell_of_resuming;
use super::session::{existing, invocation, make_room};
use super::{effects, examined, faults, interrupt, outcome, session};
use unobench_bots::Contestant;
use unobench_core::rules::RuleSet;
use unobench_experiment::survey::{
    self, BotCare, Header, Leg, Study, Survey, SurveyBots, SurveyConfig, SurveyControl,
};
use unobench_experiment::{Played, RunEnding, output, refuse_taken};
use unobench_findings::documents::Learning;
use unobench_findings::finding::Findings as _;
use unobench_findings::panel::CHAMPION;
use unobench_findings::question::Question;

/// A survey that is still to be played, with the networks and bots that it needs.
pub(super) struct ToSurvey {
    pub(super) header: Header,
    pub(super) rules: Vec<RuleSet>,
    /// Who is to learn the rule sets first.
    pub(super) lessons: Option<Learning>,
    /// Whether [`CHAMPION`] is examined where that was not done before.
    pub(super) is_examined: bool,
    pub(super) bots: Option<SurveyBots>,
}

/// What a survey asks: how `rules` differ from the baseline among them, by the games of `legs`.
pub(super) struct SurveyParts<'a> {
    pub(super) question: Study,
    pub(super) seed: u64,
    pub(super) players: usize,
    pub(super) baseline: &'a str,
    pub(super) rules: Vec<RuleSet>,
    pub(super) legs: Vec<Leg>,
}

/// The bots that a survey is to have, and the texts that named them, in the same order.
#[derive(Debug, Default)]
pub(super) struct Bots {
    bots: Option<SurveyBots>,
    texts: Vec<String>,
}

impl Bots {
    pub(super) fn among<'a>(
        texts: impl Iterator<Item = &'a str>,
        care: &BotCare,
        verbosity: Verbosity,
    ) -> Result<Bots> {
        let texts: BTreeSet<String> =
            texts.filter(|text| Contestant::is_bot(text)).map(str::to_owned).collect();
        let bots = texts.iter().map(|text| contestant(text)).collect::<Result<_, _>>()?;
        let named = SurveyBots::of(bots, care, super::catalogue()).or_usage()?;
        if named.is_some() {
            interrupt::wait_for_bots(care.move_time);
        }
        let (bots, remarks) = named.unzip();
        remarks.iter().flatten().for_each(|remark| verbosity.say(remark));
        Ok(Bots { bots, texts: texts.into_iter().collect() })
    }

    pub(super) fn name(&self, text: &str) -> Option<String> {
        let place = self.texts.iter().position(|known| known == text)?;
        Some(self.bots.as_ref()?.named()[place].to_string())
    }

    pub(super) fn sit_down(self, survey: &mut ToSurvey) {
        let named = self.bots.iter().flat_map(SurveyBots::named);
        let written = named.filter_map(|contestant| {
            Some((contestant.to_string(), contestant.bot()?.command_line()))
        });
        survey.header.bots = written.collect();
        survey.bots = self.bots;
    }
}

impl ToSurvey {
    pub(super) fn new(parts: SurveyParts<'_>) -> Result<ToSurvey> {
        let SurveyParts { question, seed, players, baseline, rules, legs } = parts;
        let of_header = rules.iter().map(Into::into).collect();
        let mut header = Header::new(question, seed, players, baseline, of_header, legs);
        header.check().or_usage()?;
        header.examined = examined::known(&rules, &header.seats_of(CHAMPION));
        Ok(ToSurvey { header, rules, lessons: None, is_examined: false, bots: None })
    }
}

impl CommonOptions {
    pub(super) fn bot_care(&self, bots: &BotOptions) -> BotCare {
        let (out, resumed) = (Some(self.keep.out()), self.resume);
        BotCare { move_time: bots.move_time, out, resumed }
    }

    pub(super) fn verbosity(&self) -> Verbosity {
        self.verbosity.verbosity()
    }

    /// Refuses a directory that holds another run, before it is said what would be played.
    pub(super) fn refuse_taken(&self, survey: &ToSurvey) -> Result {
        let taken = refuse_taken(&survey.header, &self.keep.out(), existing(self));
        taken.map_err(|error| outcome::failure(error.into()))
    }

    pub(super) fn play(&self, survey: ToSurvey) -> Result<Played<Survey>> {
        let verbosity = self.verbosity();
        verbosity.say(&format!(
            "seed {}, results go to {}",
            survey.header.seed,
            self.keep.out().display()
        ));
        Budget::agree(self, || Ok(Budget::of_survey(&survey.header, self.machine.threads())))?;
        let existing = existing(self);
        make_room(&self.keep.out(), existing)?;
        let cancel = interrupt::listen();
        let training =
            TrainSession::new(verbosity, &self.machine, &self.progress, &cancel, self.deadline);
        let ToSurvey { mut header, rules, lessons, is_examined, bots } = survey;
        let mut learned = learned::learn(lessons, &mut header, &rules, &training)?;
        examined::seat(&header, &mut learned);
        if is_examined {
            examined::examine(&mut header, &rules, &mut learned, &training)?;
        }
        let config = SurveyConfig {
            catalogue: super::catalogue(),
            header,
            rules,
            learned,
            threads: self.machine.threads(),
            out: self.keep.out(),
            existing,
            deadline: self.deadline,
            invocation: invocation(),
        };
        let mut progress = session::progress(&self.progress, verbosity);
        let observe = &mut |done, total| progress.note(done, total);
        let control = SurveyControl { cancel: &cancel, observe };
        let played = survey::survey_with_bots(&config, bots, control);
        progress.finish();
        let report = played.map_err(outcome::failure)?;
        tell_of_resuming(report.found.header(), report.resumed.as_ref(), verbosity);
        Ok(report)
    }
}

/// A strategy of the library, written as results name it, but that a network of [`CHAMPION`] plays
/// alone that is asked for; a bot is refused, where there is no room for one.
pub(super) fn named(text: &str) -> Result<String> {
    let spec = super::line_up::strategy(text)?.to_string();
    let is_first = spec == CHAMPION && text.contains("seed");
    Ok(if is_first { format!("{CHAMPION}:seed=1") } else { spec })
}

/// Prints what was found, and these lines after it.
pub(super) fn print(report: &Played<Survey>, more: &[String], options: &CommonOptions) -> Result {
    let more: String = more.iter().map(|line| line.clone() + "\n").collect();
    let more = if more.is_empty() { more } else { more + "\n" };
    let footer = more
        + &faults::of_failed_bots(report.faults, &report.troubles)
        + &outcome::footer(report, report.found.header(), &options.keep.out());
    let (survey, complete) = (&report.found, report.ending == RunEnding::Complete);
    let question = match survey.header().question {
        Study::Skill => Question::Skill,
        _ => Question::Effects,
    };
    let text = |paper| {
        let told = match survey.at_once() {
            Some(findings) => effects::tables(survey, &findings, paper),
            None => paper.remarks(vec![effects::too_many(survey)]),
        };
        told + &footer + "\n"
    };
    let csv = || csv_of_findings(question, &survey.all().collect::<Vec<_>>());
    let json = || json!(output::document(survey.header(), survey, Vec::new(), complete));
    paper::print(options.format.format, text, csv, json)
}

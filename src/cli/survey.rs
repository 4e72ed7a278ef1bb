//! What `rules compare`, `sweep` and `skill` share: playing a survey, going on, and saying how it
//! ended.

use std::collections::BTreeSet;
use std::time::Instant;

use super::console::{Verbosity, complain};
use super::failure::{Failure, OrFailure as _};
use super::learned::{self, Lessons};
use super::line_up::contestant;
use super::numbers::{grouped, spoken};
use super::options::{BotOptions, CommonOptions};
use super::session::{existing, go_on, invocation, make_room, tell_of_resuming};
use super::{faults, interrupt, outcome, report, session};
use unobench_bots::Contestant;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::StrategySpec;
use unobench_experiment::survey::{
    self, BotCare, Header, Leg, Question, Survey, SurveyBots, SurveyConfig, SurveyControl,
};
use unobench_experiment::{Ending, Played};

/// What is to be measured, with its rule sets.
#[derive(Debug)]
pub(super) struct ToSurvey {
    pub(super) header: Header,
    pub(super) rules: Vec<RuleSet>,
    /// How much is to be learned first, if some play that have learned the rules.
    pub(super) lessons: Option<Lessons>,
    /// The bots that play, if some do.
    pub(super) bots: Option<SurveyBots>,
}

/// The bots among those who are asked for.
#[derive(Debug, Default)]
pub(super) struct Bots {
    bots: Option<SurveyBots>,
    /// How they were asked for, in the order of the bots.
    texts: Vec<String>,
}

impl Bots {
    /// Bots among these texts, with names.
    pub(super) fn among<'a>(
        texts: impl Iterator<Item = &'a str>,
        care: &BotCare,
        verbosity: Verbosity,
    ) -> Result<Bots, Failure> {
        let texts: BTreeSet<String> =
            texts.filter(|text| Contestant::is_bot(text)).map(str::to_owned).collect();
        let bots = texts.iter().map(|text| contestant(text)).collect::<Result<_, _>>()?;
        interrupt::end_at_once()?;
        let named = SurveyBots::of(bots, care, super::catalogue()).or_usage()?;
        let (bots, remarks) = named.unzip();
        remarks.iter().flatten().for_each(|remark| verbosity.say(remark));
        Ok(Bots { bots, texts: texts.into_iter().collect() })
    }

    /// What somebody is called who is asked for so, if it is a bot.
    pub(super) fn name(&self, text: &str) -> Option<String> {
        let place = self.texts.iter().position(|known| known == text)?;
        Some(self.bots.as_ref()?.named()[place].to_string())
    }

    /// Seats them in a survey.
    pub(super) fn sit_down(self, survey: &mut ToSurvey) {
        let named = self.bots.iter().flat_map(SurveyBots::named);
        let written = named.filter_map(|one| Some((one.to_string(), one.bot()?.command_line())));
        survey.header.bots = written.collect();
        survey.bots = self.bots;
    }
}

impl ToSurvey {
    pub(super) fn new(
        question: Question,
        seed: u64,
        players: usize,
        baseline: &str,
        rules: Vec<RuleSet>,
        legs: Vec<Leg>,
    ) -> Result<ToSurvey, Failure> {
        let of_header = rules.iter().map(Into::into).collect();
        let header = Header::new(question, seed, players, baseline, of_header, legs);
        header.check().or_usage()?;
        Ok(ToSurvey { header, rules, lessons: None, bots: None })
    }
}

impl CommonOptions {
    /// How bots are treated that play in a survey here.
    pub(super) fn bot_care(&self, bots: &BotOptions) -> BotCare {
        let (out, resumed) = (Some(self.keep.out()), self.resume.resume);
        BotCare { move_time: bots.move_time, out, resumed }
    }

    /// How much is to be said.
    pub(super) fn verbosity(&self) -> Verbosity {
        self.verbosity.verbosity()
    }

    /// Plays a survey, with progress and Ctrl-C.
    pub(super) fn play(&self, mut survey: ToSurvey) -> Result<Played<Survey>, Failure> {
        let verbosity = self.verbosity();
        verbosity.say(&format!(
            "seed {}, results go to {}",
            survey.header.seed,
            self.keep.out().display()
        ));
        let existing = existing(&self.keep, &self.resume, &self.part);
        make_room(&self.keep.out(), existing)?;
        let cancel = interrupt::listen()?;
        let deadline = self.part.max_time.and_then(|time| Instant::now().checked_add(time));
        let learned = learned::learn(&mut survey, self, &cancel, deadline)?;
        let ToSurvey { header, rules, bots, .. } = survey;
        let config = SurveyConfig {
            catalogue: super::catalogue(),
            header: Header { shard: self.part.shard, ..header },
            rules,
            learned,
            threads: self.machine.threads(),
            out: self.keep.out(),
            existing,
            max_time: deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
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

    /// Makes the report that was asked for, and says how it ended, and how to go on if it is not
    /// over.
    pub(super) fn conclude(&self, report: &Played<Survey>) -> Result<(), Failure> {
        report::of_run(self.keep.report, &self.keep.out(), self.verbosity())?;
        match report.ending {
            Ending::Complete => Ok(()),
            Ending::TimeUp => {
                self.verbosity().say(&format!(
                    "stopped after {}, as --max-time says; to continue: {}",
                    spoken(report.time),
                    go_on()
                ));
                Ok(())
            }
            Ending::Interrupted => {
                complain(&format!(
                    "interrupted; what was played is in {}; to continue: {}",
                    self.keep.out().display(),
                    go_on()
                ));
                Err(Failure::Interrupted)
            }
        }
    }

    /// How much was played, how fast, from which seed, and where it is.
    pub(super) fn footer(&self, report: &Played<Survey>) -> String {
        let played = match report.games {
            0 => String::new(),
            games => {
                let speed = (games as f64 / report.time.as_secs_f64().max(1e-9)) as u64;
                format!(
                    "{} games in {} ({} games/s), ",
                    grouped(games),
                    spoken(report.time),
                    grouped(speed)
                )
            }
        };
        format!(
            "{}{played}seed {}, files in {}",
            faults::of_failed_bots(report.faults, &report.troubles),
            report.found.header().seed,
            self.keep.out().display()
        )
    }
}

/// A strategy of the library, written as results name it; a bot is refused, where there is no room
/// for one.
pub(super) fn named(text: &str) -> Result<String, Failure> {
    let spec: StrategySpec = super::line_up::strategy(text)?;
    Ok(spec.to_string())
}

/// Prints what a survey found, in the format asked for.
pub(super) fn print(report: &Played<Survey>, options: &CommonOptions) -> Result<(), Failure> {
    outcome::print_survey(
        &report.found,
        report.ending == Ending::Complete,
        &options.footer(report),
        options.format.format,
    )
}

//! The matches that follow single rounds, since they may have another answer.

use clap::Args;
use serde_json::{Value, json};

use super::console::Verbosity;
use super::failure::{OrFailure as _, Result};
use super::faults;
use super::numbers::{count_or_none, grouped};
use super::options::CommonOptions;
use super::outcome::{self, footer};
use super::paper::csv_of;
use super::session::{self, about_time};
use unobench_bots::{Contestant, Pool};
use unobench_core::rules::RuleSet;
use unobench_experiment::run::{Results, RunConfig, Stop, Study};
use unobench_experiment::{Lock, MATCHES, Played, RunEnding, output};
use unobench_findings::question::Question;
use unobench_findings::rule_set::RuleSetFindings;
use unobench_findings::wide::{Heading, Wide};

/// The most that follow if nobody says how many,
const MOST: u64 = 10_000;
/// and the fewest, since fewer tell nothing, but for a duel, which ends as soon as it knows.
const FEWEST: u64 = 100;

/// How many matches follow single rounds.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct MatchesOptions {
    /// How many matches of each rule set follow the single rounds, at most, into `matches` in the
    /// directory; 0: none [default: up to 10,000; in `run` and `tournament` as many as take about a
    /// third as long as the rounds, if these are 100 or more; none where somebody searches]
    #[arg(long, value_name = "N", value_parser = count_or_none, conflicts_with = "match_play")]
    matches: Option<u64>,
}

impl MatchesOptions {
    /// The matches that follow single rounds: under the rule sets whose matches have several
    /// rounds. Unless they are asked for there are none of those who search, whom a match takes too
    /// long, and of bots only in a duel.
    pub(super) fn after(self, config: &RunConfig) -> Result<Option<RunConfig>> {
        let rules: Vec<RuleSet> =
            config.rules.iter().filter(|rules| rules.scoring.rounds != 1).cloned().collect();
        let is_duel = config.question == Study::Duel;
        let is_slow = |contestant: &Contestant| {
            contestant.strategy().entry().traits.searches()
                || (contestant.bot().is_some() && !is_duel)
        };
        let has_none = config.match_play || rules.is_empty();
        let later = RunConfig {
            rules,
            match_play: true,
            rounds: None,
            stop: config.stop.filter(|stop| matches!(stop, Stop::Sprt { .. })),
            out: config.out.join(MATCHES),
            ..config.clone()
        };
        let mut rounds = config.clone();
        if let Some(Stop::FixedWidth { width }) = config.stop {
            // As many as leave so wide an interval to one of so many equal sides.
            let sides = config.schedule().or_usage()?.strategies().len() as f64;
            let ends = 2.0 * 1.96 / (width * config.players as f64);
            rounds.games = rounds.games.min(((sides - 1.0) * ends.powi(2)) as u64);
        }
        let most = MOST.min(rounds.games / 10);
        let games = match self.matches {
            _ if has_none => 0,
            Some(games) => games,
            None if config.line_up.iter().any(is_slow) => 0,
            None if is_duel => config.games.min(MOST),
            None if most < FEWEST => 0,
            None => most.min(later.games_beside(&rounds).or_usage()?),
        };
        let is_enough = is_duel || self.matches.is_some() || games >= FEWEST;
        Ok((games > 0 && is_enough).then_some(RunConfig { games, ..later }))
    }
}

/// Plays single rounds, and then, if they are complete, the matches that follow them.
pub(super) fn play(
    config: &RunConfig,
    bots: Option<Pool>,
    later: Option<RunConfig>,
    common: &CommonOptions,
) -> Result<Vec<PlayedRun>> {
    let rounds = session::play(config, bots, common)?;
    let later = later.filter(|_| rounds.ending == RunEnding::Complete);
    let mut legs = vec![PlayedRun { played: rounds, out: config.out.clone() }];
    if let Some(later) = later {
        // Nobody else may begin anything there.
        let _lock = Lock::take(&config.out).map_err(|error| outcome::failure(error.into()))?;
        legs.push(PlayedRun { played: session::play(&later, None, common)?, out: later.out });
    }
    Ok(legs)
}

/// Says which matches follow.
pub(super) fn announce(later: &RunConfig, verbosity: Verbosity) -> Result {
    if verbosity == Verbosity::Quiet {
        return Ok(());
    }
    let games = later.schedule().or_usage()?.extent(later.games).or_usage()?.games;
    let time = about_time(later.time_of(games).or_usage()? * later.rules.len() as u32);
    let of_each = if later.rules.len() > 1 { " of each rule set" } else { "" };
    verbosity.say(&format!("then up to {} matches{of_each} ({time})", grouped(games)));
    Ok(())
}

/// What was played, in single rounds or in matches, and where it is.
pub(super) struct PlayedRun {
    pub(super) played: Played<Results>,
    pub(super) out: std::path::PathBuf,
}

impl PlayedRun {
    pub(super) fn is_match(&self) -> bool {
        self.played.found.header().r#match
    }

    /// What is to be said of bots that failed under a rule set.
    pub(super) fn faults(&self, run: &RuleSetFindings<'_>) -> Vec<String> {
        let (found, troubles) = (&self.played.found, &self.played.troubles);
        let line_up = found.schedule().strategies();
        faults::of_faults(run, line_up, found.header().on_fault, troubles)
    }

    /// What is played under a rule set: single rounds, or matches to so many points.
    pub(super) fn plays(&self, rules: &str) -> String {
        let of_name =
            self.played.found.header().rules.iter().find(|rule_set| rule_set.name == rules);
        let number = |key: &str| of_name?.settings.at(key).as_u64();
        match (number("scoring.rounds"), number("scoring.target")) {
            _ if !self.is_match() => "single rounds".to_owned(),
            (Some(rounds), _) if rounds > 0 => format!("matches of {rounds} rounds"),
            (_, Some(target)) => format!("matches to {target}"),
            _ => "matches".to_owned(),
        }
    }
}

/// What was found, as in `findings.json`, with where that is, and the same of the matches if there
/// are any.
pub(super) fn document(legs: &[PlayedRun]) -> Value {
    let mut document = document_of(&legs[0]);
    if let Some(matches) = legs.get(1) {
        document["matches"] = document_of(matches);
    }
    document
}

fn document_of(leg: &PlayedRun) -> Value {
    let (found, complete) = (&leg.played.found, leg.played.ending == RunEnding::Complete);
    let findings = output::findings(found);
    let mut document =
        json!(output::document(found.header(), &findings, output::tests(found), complete));
    document["directory"] = json!(leg.out.display().to_string());
    document
}

/// The table of a question, of rounds and then of matches.
pub(super) fn csv_of_legs(question: Question, legs: &[PlayedRun]) -> Result<String> {
    let findings: Vec<_> = legs.iter().map(|leg| output::findings(&leg.played.found)).collect();
    let mut table = Wide::of(question, &findings[0]);
    let all = findings.iter().zip(legs).flat_map(|(found, leg)| {
        let rows = Wide::of(question, found).rows.into_iter();
        rows.map(move |row| [vec![json!(leg.is_match())], row].concat())
    });
    table.rows = all.collect();
    table.columns.insert(0, Heading { name: "match".to_owned(), is_real: false });
    csv_of(question, &table)
}

/// The last line of what is printed.
pub(super) fn footers(legs: &[PlayedRun]) -> String {
    let footers: Vec<String> =
        legs.iter().map(|leg| footer(&leg.played, leg.played.found.header(), &leg.out)).collect();
    footers.join("; ") + "\n"
}

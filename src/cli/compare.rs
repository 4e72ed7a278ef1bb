//! `unobench rules compare`: what house rules do to the game.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;

use clap::Args;
use clap::ValueHint::FilePath;

use super::bundles::{keys, of_keys};
use super::console::Verbosity;
use super::examined::LearnOptions;
use super::failure::{Result, refuse};
use super::learned::learning;
use super::line_up::{self, is_learned};
use super::numbers::{self, grouped};
use super::options::{
    ALL_RULES, ChangeOptions, CommonOptions, GameOptions, KeepOptions, Planned, RuleOptions,
    SeedOptions, check_playable, check_players, or_usual,
};
use super::session::conclude;
use super::survey::{self, Bots, SurveyParts, ToSurvey, named};
use unobench_bots::Contestant;
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_engine::MAX_GAMES;
use unobench_experiment::settle::OTHERS;
use unobench_experiment::survey::{BotCare, Header, Leg, Play, Study, Survey, WORTH};
use unobench_experiment::{KEYS, Played, RunEnding};
use unobench_findings::documents::Learning;
use unobench_findings::panel::{ALL_SORTS, LEARNED, MIXED, PANEL};
use unobench_findings::tell::number::counted;
use unobench_findings::tell::speech::listed;

/// Games of each table and rule set by which an effect of one percent can be told, when no number
/// is given.
const DEFAULT_GAMES: f64 = 200_000.0;

/// By whom is measured what knowing the game is worth when nobody is named.
const DEFAULT_POOL: [&str; 1] = ["champion"];

/// At which tables, in how many games and by whom rule sets are measured.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct MeasureOptions {
    /// Seats at the table, 2 to 10: a number, several such as `2,4`, or a range such as `2..6`
    #[arg(short = 'p', long, value_name = "N,…", default_value = "4", value_delimiter = ',')]
    #[arg(value_parser = numbers::range)]
    players: Vec<RangeInclusive<u64>>,

    #[command(flatten)]
    games: GameOptions,

    /// The tables at which everything is measured: a strategy that sits in every seat; several
    /// joined by `+` that sit in turn, of which the last may be a bot, such as `cmd:./bot --flag`;
    /// or `mixed`, which is champion+counter+linear+most-colour. `champion` is three networks that
    /// play in turn, `champion:seed=2` one of them. Strategies that see what no player may are
    /// refused. `learned` is a player who has learned the rule set being played: see --learn-games
    /// [default: random, counter, champion, mixed]
    #[arg(long, value_name = "TABLE", num_args = 1..)]
    panel: Vec<String>,

    /// The same as --panel with one table
    #[arg(long, value_name = "TABLE", conflicts_with = "panel")]
    strategy: Option<String>,

    /// Strategies and bots by which skill and the influence of neighbours are measured, each alone
    /// among copies of the panel's first single strategy, of random only where there is no other,
    /// or, with the usual panel, of counter and of most-colour [default: champion]
    #[arg(long, value_name = "STRATEGY", num_args = 1..)]
    pool: Vec<String>,

    /// Games from which each `learned` network learns: networks are trained for each rule set and
    /// number of seats before anything is measured. They are kept in the user's cache directory
    /// ($XDG_CACHE_HOME/unobench, or ~/.cache/unobench), so that they are trained only once
    /// [default: 60000]
    #[arg(long, value_name = "N", value_parser = numbers::count, hide_short_help = true)]
    learn_games: Option<NonZeroU64>,

    /// How many networks learn each rule set, independently: 1, 2, 5, 10, 25 or 50. They play in
    /// turn, and the intervals come from how much they differ; with a single one, from the games
    /// alone [default: 5, which takes about a minute on two cores for each rule set]
    #[arg(long, value_name = "N", hide_short_help = true)]
    learners: Option<usize>,

    /// The smallest effect that matters: this many percent of turns, cards and scores, and half as
    /// many points of win rates and other shares. Without --games it also decides how many are
    /// played
    #[arg(long, value_name = "PERCENT", default_value_t = WORTH)]
    worth: f64,

    /// Games of each strategy of the pool, per rule set; 0 measures neither
    #[arg(long, value_name = "N", value_parser = numbers::count_or_none, default_value = "100000")]
    pool_games: u64,

    /// Matches of a strategy that is alone in its pool, per rule set; 0 plays none [default: a tenth
    /// of --pool-games]
    #[arg(long, value_name = "N", value_parser = numbers::count_or_none, hide_short_help = true)]
    match_games: Option<u64>,

    #[command(flatten)]
    seed: SeedOptions,
}

/// More rule sets than anybody measures at once.
pub(super) const MANY: usize = 100_000;

/// Of so many rule sets that change several keys each is taken apart.
const FEW: usize = 3;

/// How many times fewer games are played of each key alone.
const FEWER: u64 = 4;

/// What `rules compare` plays: rule sets, and the one that they are compared with.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct ComparePlan {
    /// Rule sets: names from `unobench rules list`, TOML files, or `all` for every one
    /// that adds no cards [default: all]
    #[arg(value_name = "NAME|FILE", value_hint = FilePath, help_heading = None)]
    names: Vec<String>,

    /// The rule set that the others are compared with
    #[arg(long, value_name = "NAME|FILE", default_value = "official")]
    baseline: String,

    #[command(flatten)]
    changes: ChangeOptions,

    #[command(flatten)]
    learn: LearnOptions,

    #[command(flatten)]
    measure: MeasureOptions,
}

/// What `compare` is told: which rule sets it compares, with which bots, and where results go.
pub(super) type CompareArgs = Planned<ComparePlan>;

pub(super) fn compare(args: &CompareArgs) -> Result {
    let common = &args.common;
    let survey = args.plan.survey(common.verbosity(), &common.bot_care(&args.bots))?;
    let keys = args.plan.keys(&survey)?;
    common.refuse_taken(&survey)?;
    announce(common.verbosity(), &survey);
    let whole = common.play(survey)?;
    let keys = keys.filter(|_| whole.ending == RunEnding::Complete);
    let apart = keys.map(|keys| play_keys(keys, common)).transpose()?;
    let told = apart.as_ref().map(|apart| of_keys(&apart.found)).unwrap_or_default();
    survey::print(&whole, &told, common)?;
    match apart.filter(|apart| apart.ending != RunEnding::Complete) {
        Some(apart) => conclude(&apart, common),
        None => conclude(&whole, common),
    }
}

/// Plays each key alone, in a directory of its own beside the files of the whole.
fn play_keys(keys: ToSurvey, common: &CommonOptions) -> Result<Played<Survey>> {
    let names: Vec<&str> = keys.rules.iter().map(|rules| &*rules.name).skip(1).collect();
    common.verbosity().say(&format!("each key alone: {}", listed(&names)));
    let (out, force) = (Some(common.keep.out().join(KEYS)), !common.resume);
    CommonOptions { keep: KeepOptions { out, force, report: false }, ..common.clone() }.play(keys)
}

pub(super) fn play(survey: ToSurvey, common: &CommonOptions) -> Result {
    common.refuse_taken(&survey)?;
    announce(common.verbosity(), &survey);
    let report = common.play(survey)?;
    survey::print(&report, &[], common)?;
    conclude(&report, common)
}

impl ComparePlan {
    pub(super) fn survey(&self, verbosity: Verbosity, care: &BotCare) -> Result<ToSurvey> {
        let players = self.measure.players()?;
        let baseline = self.changes.load(&self.baseline)?;
        let names =
            if self.names.is_empty() { vec![ALL_RULES.to_owned()] } else { self.names.clone() };
        let options = RuleOptions { rules: names, changes: self.changes.clone() };
        let mut rules: Option<Vec<RuleSet>> = None;
        for players in players {
            check_playable(&baseline, players)?;
            let chosen = options.load(&[], players)?;
            chosen.left_out.iter().for_each(|left_out| verbosity.say(left_out));
            let kept = rules.map(|mut rules| {
                rules.retain(|rules| chosen.sets.contains(rules));
                rules
            });
            rules = Some(kept.unwrap_or(chosen.sets));
        }
        let mut rules = rules.unwrap_or_default();
        match rules.iter().find(|rules| rules.name == baseline.name) {
            None => rules.insert(0, baseline.clone()),
            Some(namesake) if *namesake != baseline => {
                refuse!(
                    "--baseline: two rule sets are called {}, and their results could not be told \
                     apart",
                    baseline.name
                );
            }
            Some(_) => {}
        }
        MeasureOptions::check_count(Some(rules.len()))?;
        let bots = self.measure.bots(care, verbosity)?;
        let survey = self.measure.survey(Study::Compare, &baseline.name, rules, bots)?;
        Ok(ToSurvey { is_examined: !self.learn.no_learn, ..survey })
    }

    /// What each key does alone of the rule sets that change several, if these are few and nobody
    /// at the tables has to learn or is asked.
    pub(super) fn keys(&self, whole: &ToSurvey) -> Result<Option<ToSurvey>> {
        let Header { baseline, .. } = &whole.header;
        let baseline = whole
            .rules
            .iter()
            .find(|rules| rules.name == *baseline)
            .expect("the baseline is one of them");
        let players = self.measure.players()?;
        let mut apart: Vec<Vec<RuleSet>> =
            whole.rules.iter().map(|rules| keys(rules, baseline, &players)).collect();
        apart.retain(|keys| !keys.is_empty());
        let is_few = (1..=FEW).contains(&apart.len());
        if !is_few || whole.lessons.is_some() || whole.bots.is_some() {
            return Ok(None);
        }
        let mut rules = vec![baseline.clone()];
        for key in apart.into_iter().flatten() {
            if rules.iter().all(|known| known.name != key.name) {
                rules.push(key);
            }
        }
        let games =
            self.measure.games.games.map_or_else(|| self.measure.default_games(), From::from);
        let measure = MeasureOptions {
            games: GameOptions { games: NonZeroU64::new(games.div_ceil(FEWER)) },
            pool_games: self.measure.pool_games.div_ceil(FEWER),
            match_games: Some(0),
            ..self.measure.clone()
        };
        let survey = measure.survey(Study::Compare, &baseline.name, rules, Bots::default())?;
        Ok(Some(ToSurvey { is_examined: false, ..survey }))
    }
}

impl MeasureOptions {
    pub(super) fn check_count(count: Option<usize>) -> Result {
        match count {
            Some(count) if count <= MANY => Ok(()),
            Some(count) => refuse!(
                "{count} rule sets are more than {MANY}, which is the most; sweep fewer values"
            ),
            None => refuse!("--set: more combinations than can be counted"),
        }
    }

    pub(super) fn survey(
        &self,
        question: Study,
        baseline: &str,
        rules: Vec<RuleSet>,
        bots: Bots,
    ) -> Result<ToSurvey> {
        if !(self.worth > 0.0 && self.worth < 100.0) {
            refuse!(
                "--worth {}: the smallest effect that matters is above 0 and below 100 percent",
                self.worth
            );
        }
        let players = self.players()?;
        let legs = self.legs(&players, &bots)?;
        let mut survey = ToSurvey::new(SurveyParts {
            question,
            seed: self.seed.seed,
            players: players[0],
            baseline,
            rules,
            legs,
        })?;
        survey.header.worth = Some(self.worth);
        survey.lessons = self.lessons(&survey.header)?;
        bots.sit_down(&mut survey);
        Ok(survey)
    }

    pub(super) fn bots(&self, care: &BotCare, verbosity: Verbosity) -> Result<Bots> {
        let tables = self.strategy.iter().chain(&self.panel).flat_map(|table| sorts(table));
        Bots::among(tables.chain(self.pool.iter().map(String::as_str)), care, verbosity)
    }

    fn lessons(&self, header: &Header) -> Result<Option<Learning>> {
        let games = self.learn_games.map(NonZeroU64::get);
        if !header.seats_of(LEARNED).is_empty() && is_learned(LEARNED) {
            return learning(games, self.learners).map(Some);
        }
        let useless = games.map(|_| "--learn-games").or(self.learners.map(|_| "--learners"));
        useless.map_or(Ok(None), |flag| {
            refuse!("{flag}: no table plays as {LEARNED}; choose it with --strategy or --panel")
        })
    }

    /// The numbers of seats, at least one, each once and in order.
    pub(super) fn players(&self) -> Result<Vec<usize>> {
        let asked: BTreeSet<u64> = self.players.iter().cloned().flatten().take(1000).collect();
        asked.into_iter().map(|players| check_players(players.min(255) as u8)).collect()
    }

    fn panel(&self, bots: &Bots) -> Result<Vec<Play>> {
        let named = self.strategy.as_ref().map_or(&*self.panel, std::slice::from_ref);
        let mut panel: Vec<Play> = Vec::new();
        for name in or_usual(named, &PANEL) {
            let seated = |name: &str| bots.name(name).map_or_else(|| seated(name), Ok);
            let mut strategies: Vec<String> =
                sorts(name).into_iter().map(seated).collect::<Result<_, _>>()?;
            let table = match strategies.len() {
                1 => Play::Starters { strategy: strategies.remove(0) },
                _ => Play::Mixed { strategies },
            };
            if panel.contains(&table) {
                refuse!("--panel: {} would be played twice", quoted(name));
            }
            panel.push(table);
        }
        Ok(panel)
    }

    fn legs(&self, players: &[usize], bots: &Bots) -> Result<Vec<Leg>> {
        let (panel, pool) = (self.panel(bots)?, self.pool(bots)?);
        let games = self.games.games.map_or_else(|| self.default_games(), NonZeroU64::get);
        let of_pool = self.plays_of_pool(&pool, &self.others(&panel)).into_iter();
        let of_panel = panel.into_iter().map(|table| (table, games));
        let plays: Vec<(Play, u64)> =
            of_panel.chain(of_pool.filter(|(_, games)| *games > 0)).collect();
        let mut legs = Vec::new();
        for &seats in players {
            for (play, games) in &plays {
                let leg = Leg::new(play.clone(), *games, seats);
                legs.push(if players.len() > 1 { leg.at(seats) } else { leg });
            }
        }
        Ok(legs)
    }

    /// The strategies among which each of the pool sits alone.
    fn others(&self, panel: &[Play]) -> Vec<String> {
        if self.panel.is_empty() && self.strategy.is_none() {
            return OTHERS.map(str::to_owned).into();
        }
        let mut all = Vec::new();
        for table in panel {
            if let Play::Starters { strategy } = table {
                all.push(strategy.clone());
            }
        }
        all.sort_by_key(|strategy| strategy == "random");
        all.truncate(1);
        all
    }

    /// What those of the pool play among others, each with its number of games.
    fn plays_of_pool(&self, pool: &[String], others: &[String]) -> Vec<(Play, u64)> {
        let matches = self.match_games.unwrap_or(self.pool_games / 10);
        let mut plays = Vec::new();
        for others in others {
            let pool: Vec<&String> = pool.iter().filter(|strategy| *strategy != others).collect();
            for &strategy in &pool {
                let (strategy, others) = (strategy.clone(), others.clone());
                plays.push((Play::Alone { strategy, others }, self.pool_games));
            }
            if let [strategy] = pool[..] {
                let (strategy, others) = (strategy.clone(), others.clone());
                plays.push((Play::Matches { strategy, others }, matches));
            }
        }
        plays
    }

    fn pool(&self, bots: &Bots) -> Result<Vec<String>> {
        // In whatever order they are named.
        let pool: BTreeSet<&str> = or_usual(&self.pool, &DEFAULT_POOL).into_iter().collect();
        pool.into_iter().map(|text| bots.name(text).map_or_else(|| named(text), Ok)).collect()
    }

    /// As many as it takes to tell the smallest effect, whose square they are inverse to.
    fn default_games(&self) -> u64 {
        (DEFAULT_GAMES * (WORTH / self.worth).powi(2)).clamp(1.0, MAX_GAMES as f64) as u64
    }
}

/// Who sits in turn at a table; the command line of a bot may have a plus sign itself.
fn sorts(table: &str) -> Vec<&str> {
    if table == MIXED {
        return ALL_SORTS.to_vec();
    }
    let mut sorts = Vec::new();
    let mut rest = table;
    while let Some((sort, others)) =
        rest.split_once('+').filter(|(sort, _)| !Contestant::is_bot(sort))
    {
        sorts.push(sort);
        rest = others;
    }
    sorts.push(rest);
    sorts
}

fn seated(name: &str) -> Result<String> {
    if is_learned(name) {
        return match name {
            LEARNED => Ok(LEARNED.to_owned()),
            name => refuse!(
                "--panel {}: {LEARNED} has no parameters; --learn-games and --learners say how \
                 much is learned",
                quoted(name)
            ),
        };
    }
    let spec = line_up::strategy(name)?;
    if spec.entry().traits.is_bound() {
        refuse!(
            "--panel {}: it sees what no player may, so its rounds cannot be charted",
            quoted(&spec.to_string())
        );
    }
    named(name)
}

fn announce(verbosity: Verbosity, survey: &ToSurvey) {
    let Header { players, ref baseline, ref legs, ref rules, .. } = survey.header;
    let count = counted(rules.len() as u64, "rule set");
    verbosity.say(&format!("measuring {count} against {baseline}, on the same deals; for each:"));
    for leg in legs {
        let (games, seats) = (grouped(leg.games), leg.seats(players));
        verbosity.say(&format!("  {games} games at {seats} seats: {}", leg.play));
    }
}

//! `unobench tournament`: many strategies against each other, and how they are ranked.

use clap::{Args, ValueEnum};
use serde_json::json;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;

use super::bound::{marked, marked_in, note};
use super::console::{Verbosity, one_line};
use super::failure::{OrFailure as _, Result, refuse};
use super::line_up::contestants;
use super::matches::{self, MatchesOptions, PlayedRun, document, footers};
use super::numbers::{counted_games, grouped, undecided_share};
use super::options::{
    BotOptions, CommonOptions, FaultOptions, GameOptions, OutputFormat, RuleOptions, SeedOptions,
    check_players,
};
use super::paper::{self, PaperStyle, csv_of_findings};
use super::session::{self, conclude, here};
use super::text_table::{TextTable, figures, words};
use super::{duel, faults};
use unobench_bots::{Contestant, OnFault};
use unobench_core::bounded::quoted;
use unobench_core::rng::{Purpose, RoundKey};
use unobench_engine::{Schedule, Seating};
use unobench_experiment::output;
use unobench_experiment::run::{RuleSetResults, RunConfig, Study};
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;
use unobench_findings::rule_set::RuleSetFindings;
use unobench_findings::tell::length::unfinished;
use unobench_findings::tell::matches::who_ranks_above;
use unobench_findings::tell::number::{decimals_for, short_percent, signed};
use unobench_findings::tell::plain::undecided;
use unobench_findings::tell::ratings::{self, elo_of_tournament, not_transitive};
use unobench_findings::tell::run::{Named, certain, ranks};
use unobench_report::circles;
use unobench_stats::plackett_luce::{RatingError, Ratings, Standing};
use unobench_stats::{Interval, Verdict};

const CIRCLES: usize = 5;

/// What `tournament` plays: strategies, and who meets whom.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct TournamentPlan {
    /// Strategies, at least two: `name`, `name:key=value,…`, or bots, such as `cmd:./bot --flag`
    #[arg(value_name = "STRATEGY", required = true, num_args = 2.., help_heading = None)]
    strategies: Vec<String>,

    /// Who plays whom
    #[arg(long, value_enum, default_value_t, value_name = "KIND")]
    kind: TournamentKind,

    /// How many line-ups `--kind random` draws
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    line_ups: u32,

    #[command(flatten)]
    rules: RuleOptions,

    /// Seats at the table, 2 to 10
    #[arg(short = 'p', long, value_name = "N", default_value_t = 2)]
    players: u8,

    /// Play whole matches, to the end of the scoring, instead of single rounds
    #[arg(long = "match")]
    match_play: bool,

    /// Also rate strategies that see hidden cards; they are bounds, not competitors
    #[arg(long)]
    with_bounds: bool,

    #[command(flatten)]
    faults: FaultOptions,

    #[command(flatten)]
    games: GameOptions,

    #[command(flatten)]
    pub(super) matches: MatchesOptions,

    #[command(flatten)]
    seed: SeedOptions,
}

/// What `tournament` is told: what it plays, what is shown, and where results go.
#[derive(Debug, Args)]
pub(super) struct TournamentArgs {
    #[command(flatten)]
    plan: TournamentPlan,

    /// What the crosstable compares: wins, as the ranking does, or points
    #[arg(long, value_enum, default_value_t, value_name = "MEASURE")]
    #[arg(help_heading = "What is shown")]
    crosstable: Measure,

    #[command(flatten)]
    bots: BotOptions,

    #[command(flatten)]
    common: CommonOptions,
}

/// Who plays whom.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum TournamentKind {
    /// Everybody against everybody: at more than two seats each alone among copies of the other,
    /// both ways
    #[default]
    RoundRobin,
    /// The first against everybody else, in the same way
    Gauntlet,
    /// Every combination of as many strategies as there are seats
    Exhaustive,
    /// Line-ups drawn at random
    Random,
}

/// What a crosstable compares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Measure {
    /// Wins per game, in percent
    #[default]
    Wins,
    /// Points per game
    Points,
}

impl Measure {
    /// What the crosstable measures, what it is multiplied by to be shown, and what that is called.
    fn shown(self) -> (Metric, f64, &'static str) {
        match self {
            Measure::Wins => (Metric::Wins, 100.0, "wins per game in %"),
            Measure::Points => (Metric::Points, 1.0, "points per game"),
        }
    }
}

pub(super) fn run(args: &TournamentArgs) -> Result {
    let verbosity = args.common.verbosity();
    let mut config = here(args.plan.config()?, &args.bots, &args.common);
    let bots = session::name_bots(&mut config, verbosity)?;
    session::refuse_taken(&config)?;
    let later = args.plan.matches.after(&config)?;
    announce(&args.plan, &config, later.as_ref(), verbosity)?;
    let legs = matches::play(&config, bots, later, &args.common)?;
    print(&legs, args.common.format.format, args.crosstable)?;
    conclude(&legs[legs.len() - 1].played, &args.common)
}

impl TournamentPlan {
    pub(super) fn config(&self) -> Result<RunConfig> {
        let players = check_players(self.players)?;
        let mut line_up = contestants(&self.strategies)?;
        // The same games in whatever order they are named; a gauntlet is of the first.
        let fixed = usize::from(self.kind == TournamentKind::Gauntlet).min(line_up.len());
        line_up[fixed..].sort_by_cached_key(ToString::to_string);
        refuse_bounds(self, &line_up)?;
        let config = RunConfig {
            rules: self.rules.load(&["official"], players)?.sets,
            question: Study::Tournament,
            line_ups: Some(line_ups(self, line_up.len(), players)?),
            line_up,
            players,
            seed: self.seed.seed,
            seating: Seating::Rotate,
            match_play: self.match_play,
            on_fault: self.faults.on_fault.unwrap_or(OnFault::Lose),
            ..RunConfig::default()
        };
        self.games.set(config)
    }
}

fn refuse_bounds(args: &TournamentPlan, line_up: &[Contestant]) -> Result {
    let bound = line_up.iter().find(|contestant| contestant.strategy().entry().traits.is_bound());
    match bound.filter(|_| !args.with_bounds) {
        None => Ok(()),
        Some(bound) => refuse!(
            "{} sees hidden cards and is not rated among those that do not; --with-bounds rates it \
             anyway",
            quoted(&bound.to_string())
        ),
    }
}

fn line_ups(args: &TournamentPlan, strategies: usize, players: usize) -> Result<Vec<Vec<usize>>> {
    match args.kind {
        TournamentKind::RoundRobin => {
            let mut line_ups = Vec::new();
            for strategy in 0..strategies {
                for other in strategy + 1..strategies {
                    line_ups.extend(between([strategy, other], players));
                }
            }
            Ok(line_ups)
        }
        TournamentKind::Gauntlet => {
            Ok((1..strategies).flat_map(|other| between([0, other], players)).collect())
        }
        TournamentKind::Exhaustive if strategies < players => refuse!(
            "--kind exhaustive: {strategies} strategies do not fill {players} seats; name more, or \
             use --kind round-robin"
        ),
        TournamentKind::Exhaustive => {
            // Counts the combinations before anybody lists them.
            Schedule::new(&(0..strategies).collect::<Vec<_>>(), players, Seating::Rotate)
                .or_usage()?;
            Ok(combinations(strategies, players))
        }
        TournamentKind::Random => Ok((0..args.line_ups)
            .map(|number| drawn(args.seed.seed, number.into(), strategies, players))
            .collect()),
    }
}

/// Each of two alone among copies of the other.
fn between(pair: [usize; 2], players: usize) -> impl Iterator<Item = Vec<usize>> {
    let line_ups = duel::line_ups(players, false).into_iter();
    line_ups.map(move |line_up| line_up.into_iter().map(|side| pair[side]).collect())
}

fn combinations(strategies: usize, players: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..players {
        let mut longer = Vec::new();
        for list in &all {
            let first = list.last().map_or(0, |last| last + 1);
            longer.extend((first..strategies).map(|next| [list.clone(), vec![next]].concat()));
        }
        all = longer;
    }
    all
}

/// A line-up drawn at random: everybody once before anybody twice.
fn drawn(seed: u64, number: u64, strategies: usize, players: usize) -> Vec<usize> {
    /// The round by whose key line-ups are drawn; no match is so long.
    const LINE_UPS: u64 = u64::MAX - 1;
    let mut rng = RoundKey::new(seed, number, LINE_UPS).stream(Purpose::Chance, 0);
    let mut left = Vec::new();
    (0..players)
        .map(|_| {
            if left.is_empty() {
                left = (0..strategies).collect();
            }
            left.swap_remove(rng.below(left.len() as u32) as usize)
        })
        .collect()
}

fn announce(
    args: &TournamentPlan,
    config: &RunConfig,
    later: Option<&RunConfig>,
    verbosity: Verbosity,
) -> Result {
    let line_ups = config.line_ups.as_deref().unwrap_or_default();
    let games = config.schedule().or_usage()?.extent(config.games).or_usage()?.games;
    let time = session::about_time(config.time_of(games).or_usage()?);
    let rules: Vec<&str> = config.rules.iter().map(|rules| rules.name.as_str()).collect();
    let kind =
        args.kind.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    verbosity.say(&format!(
        "{kind} tournament of {} strategies under {} at {} seats: {} line-ups, {} games, {time}{}",
        config.line_up.len(),
        rules.join(", "),
        config.players,
        grouped(line_ups.len() as u64),
        grouped(games),
        if rules.len() > 1 { " for each rule set" } else { "" }
    ));
    later.map_or(Ok(()), |later| matches::announce(later, verbosity))?;
    verbosity.say(&format!("seed {}, results go to {}", config.seed, config.out.display()));
    Ok(())
}

fn print(legs: &[PlayedRun], format: OutputFormat, measure: Measure) -> Result {
    let found: Vec<Vec<Finding>> =
        legs.iter().map(|leg| output::findings(&leg.played.found)).collect();
    let told: Vec<Vec<Ranking<'_>>> =
        legs.iter().zip(&found).map(|(leg, found)| Ranking::all(leg, found, measure)).collect();
    let text = |paper| {
        let matches = |ranking: &Ranking<'_>| {
            told.get(1)?.iter().find(|in_matches| in_matches.run.rules() == ranking.run.rules())
        };
        let tables: String = told[0].iter().map(|told| told.text(matches(told), paper)).collect();
        tables + &footers(legs)
    };
    let csv = || csv_of_findings(Question::Ratings, &found[0]);
    let json = || {
        let mut document = document(legs);
        for (place, told) in told.iter().enumerate() {
            let section = if place == 0 { &mut document } else { &mut document["matches"] };
            section["circles"] = told
                .iter()
                .map(|told| json!({"rules": told.run.rules(), "circles": told.circles()}))
                .collect();
        }
        document
    };
    paper::print(format, text, csv, json)
}

/// How the strategies of a tournament did under one rule set: ratings, ranks and crosstable.
struct Ranking<'a> {
    leg: &'a PlayedRun,
    run: RuleSetFindings<'a>,
    /// The strategies, in the order of the line-up.
    names: &'a [String],
    /// What findings do not say of those without a rating: why there is none.
    fit: Result<Ratings, RatingError>,
    measure: Measure,
    /// The highest rating first; without ratings, who won most.
    ranks: Vec<&'a Finding>,
}

impl<'a> Ranking<'a> {
    fn all(leg: &'a PlayedRun, found: &'a [Finding], measure: Measure) -> Vec<Ranking<'a>> {
        let played = leg.played.found.played().into_iter();
        played.filter_map(|rules| Ranking::new(leg, &rules, found, measure)).collect()
    }

    /// None of a rule set of which nothing was played.
    fn new(
        leg: &'a PlayedRun,
        rules: &RuleSetResults<'_>,
        found: &'a [Finding],
        measure: Measure,
    ) -> Option<Ranking<'a>> {
        let run = RuleSetFindings::of(found, rules.name)?;
        let mut ranks: Vec<&Finding> = run.all(Question::Ranks, Metric::Place).collect();
        ranks.sort_by(|rank, other| place(rank).total_cmp(&place(other)));
        let names = leg.played.found.schedule().strategies();
        Some(Ranking { leg, run, names, fit: rules.ratings(), measure, ranks })
    }

    fn text(&self, matches: Option<&Ranking<'_>>, paper: PaperStyle) -> String {
        let run = &self.run;
        let table = paper.table(&self.standings(matches));
        let remarks = paper.remarks(self.remarks(matches).into_iter().chain(note(&table)));
        format!(
            "{}, {} seats, {}\n\n{table}\n{}, row less column; ▲ ▼: significant at 5 % after \
             Holm's correction\n\n{}\n{remarks}\n",
            one_line(run.rules()),
            run.players(),
            counted_games(run.games(), self.leg.is_match()),
            self.measure.shown().2,
            paper.table(&self.crosstable())
        )
    }

    fn standings(&self, matches: Option<&Ranking<'_>>) -> TextTable {
        let mut columns = vec![
            figures("#"),
            words("strategy").key(),
            figures("Elo"),
            words("rank"),
            figures("games"),
            figures("wins"),
            figures("faults"),
        ];
        if self.has_undecided() {
            columns.insert(6, figures("undecided"));
        }
        if matches.is_some() {
            columns.extend([figures("Elo in matches"), words("rank in matches")]);
        }
        let mut rows = Vec::new();
        for rank in &self.ranks {
            let in_matches =
                matches.and_then(|ranking| Some(ranking.standing(ranking.rank(&rank.subject)?)));
            let mut row = self.row(rank);
            row.extend(in_matches.into_iter().flatten());
            rows.push(row);
        }
        TextTable { columns, rows }
    }

    /// Whether there is a column for games that nobody won.
    fn has_undecided(&self) -> bool {
        undecided_share(self.run.undecided()).is_some()
    }

    /// The share of games that a strategy won, with how many it played; none if it played none.
    fn won(&self, strategy: &str) -> Option<&'a Finding> {
        self.run.one(Question::Strength, strategy, Metric::WinRate)
    }

    /// A strategy's line of the standings, without what it has in matches.
    fn row(&self, rank: &Finding) -> Vec<String> {
        let won = self.won(&rank.subject);
        let share = won.and_then(|won| won.value);
        let [elo, possible] = self.standing(rank);
        let mut row = vec![
            written(rank.value),
            marked(&rank.subject),
            elo,
            possible,
            grouped(won.and_then(|won| won.games).unwrap_or_default()),
            share.map_or_else(|| "–".to_owned(), short_percent),
            faults::count(&self.run, &rank.subject),
        ];
        if self.has_undecided() {
            let share = won.and_then(|won| undecided_share(won.undecided.unwrap_or_default()));
            row.insert(6, share.unwrap_or_else(|| "–".to_owned()));
        }
        row
    }

    /// The rating of a strategy, and the ranks that it may have.
    fn standing(&self, rank: &Finding) -> [String; 2] {
        let [first, last] = [rank.low, rank.high].map(written);
        let possible = if first == last { first } else { format!("{first} to {last}") };
        let rating = self.run.known(Question::Ratings, &rank.subject, Metric::Rating);
        [rating.map_or_else(|| self.unrated(&rank.subject), elo), possible]
    }

    /// Why a strategy has no rating.
    fn unrated(&self, strategy: &str) -> String {
        let place = self.names.iter().position(|name| name == strategy);
        let standing = self.fit.as_ref().ok().zip(place).map(|(fit, place)| fit.standing(place));
        let told = match standing {
            Some(Standing::Above) => "above all rated",
            Some(Standing::Below) => "below all rated",
            Some(Standing::Apart) => "not connected",
            Some(Standing::Rated(_)) | None => "–",
        };
        told.to_owned()
    }

    fn circles(&self) -> Vec<Vec<usize>> {
        let (metric, ..) = self.measure.shown();
        let met: Vec<Finding> = self.run.all(Question::Crosstable, metric).cloned().collect();
        circles(&met, self.names, CIRCLES)
    }

    fn crosstable(&self) -> TextTable {
        let numbers = (1..=self.ranks.len()).map(|place| figures(place.to_string()));
        let columns = [figures("#"), words("strategy").key()].into_iter().chain(numbers).collect();
        let mut rows = Vec::new();
        for (place, rank) in (1..).zip(&self.ranks) {
            let mut row = vec![place.to_string(), marked_in(&self.run, &rank.subject)];
            row.extend(self.ranks.iter().map(|other| self.cell(&rank.subject, &other.subject)));
            rows.push(row);
        }
        TextTable { columns, rows }
    }

    /// What one has more than another.
    fn cell(&self, strategy: &str, other: &str) -> String {
        match (self.met(strategy, other), self.met(other, strategy)) {
            (Some(finding), _) => self.ahead(finding, 1.0),
            (None, Some(finding)) => self.ahead(finding, -1.0),
            _ if strategy == other => "·".to_owned(),
            _ => String::new(),
        }
    }

    fn met(&self, strategy: &str, other: &str) -> Option<&'a Finding> {
        let (metric, ..) = self.measure.shown();
        self.run.between(Question::Crosstable, [strategy, other], metric)
    }

    /// By how much one of two is ahead; seen from the other with a sign of -1.
    fn ahead(&self, finding: &Finding, sign: f64) -> String {
        let known = finding.known().unwrap_or_default().times(self.measure.shown().1);
        let places = decimals_for(known.margin().unwrap_or(0.0)).min(2);
        let mark = match finding.verdict {
            Some(Verdict::More | Verdict::Less) if sign * known.value > 0.0 => " ▲",
            Some(Verdict::More | Verdict::Less) => " ▼",
            _ => "",
        };
        signed(sign * known.value, places) + mark
    }

    fn rank(&self, strategy: &str) -> Option<&'a Finding> {
        self.run.one(Question::Ranks, strategy, Metric::Place)
    }

    fn name(&self, rank: &Finding) -> String {
        marked_in(&self.run, &rank.subject)
    }

    /// Who is first, in single rounds or in matches.
    fn first(&self) -> String {
        let mut named = Vec::new();
        for rank in &self.ranks {
            let estimate = rank.known().unwrap_or_default();
            named.push(Named { name: self.name(rank), estimate });
        }
        format!("In {} {}", self.leg.plays(self.run.rules()), ranks(&named))
    }

    /// Who surely ranks above others in rounds and below them in matches.
    fn disagreement(&self, matches: &Ranking<'_>) -> Option<String> {
        let mut above = Vec::new();
        for rank in &self.ranks {
            let Some(match_rank) = matches.rank(&rank.subject) else { continue };
            let mut others = Vec::new();
            for other in self.ranks.iter().filter(|other| rank.high < other.low) {
                let in_matches = matches.rank(&other.subject);
                if in_matches.is_some_and(|other_rank| other_rank.high < match_rank.low) {
                    others.push(self.name(other));
                }
            }
            if !others.is_empty() {
                above.push((self.name(rank), others));
            }
        }
        who_ranks_above(self.run.rules(), &above)
    }

    fn remarks(&self, matches: Option<&Ranking<'_>>) -> Vec<String> {
        let run = &self.run;
        let mut remarks: Vec<String> = undecided(run.undecided()).into_iter().collect();
        if !run.is_decided() {
            return remarks;
        }
        remarks.push(self.first());
        if let Some(matches) = matches {
            let games = counted_games(matches.run.games(), true);
            remarks.push(format!("{} ({games})", matches.first()));
            remarks.extend(self.disagreement(matches));
        }
        remarks.extend(self.certain());
        match &self.fit {
            Ok(fit) => remarks.extend(self.about_ratings(fit)),
            Err(error) => remarks.push(format!("no ratings, so ranked by wins: {error}")),
        }
        for circle in self.circles() {
            let names: Vec<&str> =
                circle.iter().map(|&strategy| self.names[strategy].as_str()).collect();
            remarks.push(not_transitive(&names));
        }
        remarks.push(unfinished(run.count(Metric::Stalled), run.count(Metric::Blocked)));
        remarks.extend(self.leg.faults(run));
        remarks
    }

    /// Who won every game, or none, if anybody did.
    fn certain(&self) -> Option<String> {
        let mut rates = Vec::new();
        for rank in &self.ranks {
            if let Some(share) = self.won(&rank.subject).and_then(|won| won.value) {
                let estimate = Estimate::exactly(100.0 * share);
                rates.push(Named { name: self.name(rank), estimate });
            }
        }
        certain(&rates)
    }

    /// What the ratings and the ranks mean, and what each seat is worth. No file has the ratings of
    /// seats, so that there is no finding of them.
    fn about_ratings(&self, fit: &Ratings) -> Vec<String> {
        let players = self.run.players() as usize;
        let seats: Vec<(usize, f64)> =
            (0..players).filter_map(|seat| Some((seat + 1, fit.seat(seat)?.elo))).collect();
        let mut remarks =
            vec![elo_of_tournament(players, self.run.fair_share()), ratings::RANK.to_owned()];
        remarks.extend(ratings::seats(&seats));
        remarks
    }
}

/// A place, or a rank, from 1.
fn written(place: Option<f64>) -> String {
    place.unwrap_or_default().to_string()
}

/// The place of a strategy in the ranking, from 1.
fn place(rank: &Finding) -> f64 {
    rank.value.unwrap_or(f64::INFINITY)
}

/// A rating with its interval, each with its sign.
fn elo(rating: Estimate) -> String {
    let Some(Interval { low, high }) = rating.interval else { return signed(rating.value, 1) };
    let decimals = decimals_for((high - low) / 2.0).min(2);
    let [elo, low, high] = [rating.value, low, high].map(|end| signed(end, decimals));
    format!("{elo} [{low}, {high}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_in_order_and_complete() {
        assert_eq!(combinations(4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(combinations(12, 4).len(), 495);
    }

    #[test]
    fn line_ups_drawn_at_random_hold_everybody_once_before_anybody_twice() {
        for number in 0..50 {
            let mut few = drawn(1, number, 3, 5);
            few[..3].sort_unstable();
            assert_eq!(few[..3], [0, 1, 2]);
            assert_ne!(few[3], few[4]);
            let mut many = drawn(1, number, 9, 4);
            many.sort_unstable();
            many.dedup();
            assert_eq!(many.len(), 4);
        }
        assert_eq!(drawn(1, 7, 9, 4), drawn(1, 7, 9, 4));
        assert!((0..50).any(|number| drawn(1, number, 9, 4) != drawn(2, number, 9, 4)));
    }
}

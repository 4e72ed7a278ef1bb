//! The result of a run for a person: a table with sentences that say what it shows, and on a
//! terminal a row for each further rule set.

use super::bound::marked_in;
use super::matches::PlayedRun;
use super::numbers::{counted_games, grouped, undecided_share, unfinished_games};
use super::paper::PaperStyle;
use super::sparkline::sparkline;
use super::text_table::{CellTone, TextTable, figures, words};
use super::{bound, faults};
use unobench_core::shown::Shown;
use unobench_experiment::output;
use unobench_experiment::run::RuleSetResults;
use unobench_findings::comparison::of_first_seat;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::{Finding, FindingKey, of_seat};
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::tell::number::{
    difference_to, fixed, percent, share_with_margin, with_margin,
};
use unobench_findings::tell::plain::undecided;
use unobench_findings::tell::run::{Named, best, scale_of_elo, seats};
use unobench_stats::Interval;

const LEGEND: &str = "wins: share of games won, with its 95 % interval; × fair: times the fair \
    share; score: points won per game, with its 95 % interval; in hand: points left in hand per \
    game; bars: how often, from the least to the 99 % quantile";

const TONES: &str = "; cyan: significantly above the fair share; yellow: significantly below";

/// What single rounds say, with what the matches say that followed them, if any did.
pub(super) fn tables(legs: &[PlayedRun], paper: PaperStyle) -> String {
    let found: Vec<Vec<Finding>> =
        legs.iter().map(|leg| output::findings(&leg.played.found)).collect();
    let told: Vec<Vec<RuleSetTable<'_>>> =
        legs.iter().zip(&found).map(|(leg, found)| RuleSetTable::all(leg, found)).collect();
    let matches = |standings: &RuleSetTable<'_>| {
        told.get(1)?
            .iter()
            .find(|match_standings| match_standings.rules.name == standings.rules.name)
    };
    let whole = if matches!(paper, PaperStyle::Markdown) { told[0].len() } else { 1 };
    let (first, others) = told[0].split_at(whole.min(told[0].len()));
    let mut text: String =
        first.iter().map(|standings| standings.table(matches(standings), paper)).collect();
    if !others.is_empty() {
        let columns = [words("rules"), words("wins most"), words("in matches"), figures("turns")];
        let rows = others.iter().map(|standings| standings.row(matches(standings))).collect();
        let table = TextTable { columns: columns.into(), rows };
        let mut notes: Vec<String> =
            others.iter().flat_map(|standings| standings.notes(matches(standings))).collect();
        notes.push(format!("`unobench show {} strength` has every figure", legs[0].out.display()));
        text += &format!("{}\n{}\n", paper.table(&table), paper.remarks(notes));
    }
    let legend =
        legend(&text, &told[0], told[0].iter().any(|standings| matches(standings).is_some()));
    text + &paper.closing(&(legend + if paper.is_coloured() { TONES } else { "" }))
}

fn legend(text: &str, told: &[RuleSetTable<'_>], has_matches: bool) -> String {
    let mut legend = LEGEND.to_owned();
    if has_matches {
        legend += "; in matches: share of matches won, with its 95 % interval";
    }
    if told.iter().any(|standings| undecided_share(standings.undecided()).is_some()) {
        legend +=
            "; undecided: share of games that nobody won, in wins an equal part for each side";
    }
    if let Some(standings) = told.iter().find(|standings| standings.is_rated()) {
        let scale = scale_of_elo(standings.rules.schedule.players(), standings.fair_share());
        legend +=
            &format!("; Elo: ratings from who won in which seat, their mean is 0, and {scale}");
    }
    bound::note(text).into_iter().for_each(|note| legend += &format!("; {note}"));
    legend
}

/// What was found under a rule set.
struct RuleSetTable<'a> {
    leg: &'a PlayedRun,
    rules: RuleSetResults<'a>,
    /// What was found under it.
    found: Vec<&'a Finding>,
    /// What each strategy won, the most first.
    rates: Vec<&'a Finding>,
}

impl<'a> RuleSetTable<'a> {
    fn all(leg: &'a PlayedRun, found: &'a [Finding]) -> Vec<RuleSetTable<'a>> {
        let played = leg.played.found.rule_sets().filter(|rules| rules.blocks() > 0);
        let mut tables = Vec::new();
        for rules in played {
            let found: Vec<&Finding> =
                found.iter().filter(|finding| finding.rules == rules.name).collect();
            let mut rates = found.clone();
            rates.retain(|finding| {
                (finding.question, finding.metric) == (Question::Strength, Metric::WinRate)
            });
            rates.sort_by(|rate, other| won(other).value.total_cmp(&won(rate).value));
            tables.push(RuleSetTable { leg, rules, found, rates });
        }
        tables
    }

    fn finding(&self, question: Question, subject: &str, metric: Metric) -> Option<&'a Finding> {
        let (rules, players) = (self.rules.name, self.rules.schedule.players() as u32);
        let key = FindingKey { question, rules, players, table: "", subject, against: "", metric };
        self.found.iter().find(|found| found.key() == key).copied()
    }

    fn known(&self, question: Question, subject: &str, metric: Metric) -> Option<Estimate> {
        self.finding(question, subject, metric)?.known()
    }

    /// What all games were: each was played.
    fn of_games(&self, metric: Metric) -> &'a Finding {
        self.finding(Question::Games, "", metric).expect("all games are counted")
    }

    /// How many games ended so.
    fn count(&self, metric: Metric) -> u64 {
        self.of_games(metric).value.unwrap_or_default() as u64
    }

    fn games(&self) -> u64 {
        self.of_games(Metric::FairShare).games.unwrap_or_default()
    }

    fn fair_share(&self) -> f64 {
        self.of_games(Metric::FairShare).value.unwrap_or_default()
    }

    /// The share of games that nobody won.
    fn undecided(&self) -> f64 {
        self.of_games(Metric::FairShare).undecided.unwrap_or_default()
    }

    fn is_decided(&self) -> bool {
        self.undecided() < 1.0
    }

    /// What else is known of a strategy.
    fn of(&self, rate: &Finding, metric: Metric) -> Option<Estimate> {
        self.known(Question::Strength, &rate.subject, metric)
    }

    fn is_rated(&self) -> bool {
        self.rates.iter().any(|rate| self.of(rate, Metric::Elo).is_some())
    }

    fn name(&self, rate: &Finding) -> String {
        Shown::of(&marked_in(&self.rules, &rate.subject)).to_string()
    }

    /// Whether anything is said of who is better.
    fn is_told(&self) -> bool {
        self.is_decided() && !self.rules.has_substitutes()
    }

    fn plays(&self) -> String {
        self.leg.plays(self.rules.name)
    }

    fn table(&self, matches: Option<&RuleSetTable<'_>>, paper: PaperStyle) -> String {
        let (rules, players) = (Shown::of(self.rules.name), self.rules.schedule.players());
        let games = counted_games(self.games(), self.rules.is_match());
        let tone = |row: usize, column: usize| {
            let rate = match column {
                _ if !self.is_told() => None,
                2..=4 => Some(won(self.rates[row])),
                5 => matches
                    .filter(|standings| standings.is_told())
                    .and_then(|standings| standings.of(self.rates[row], Metric::WinRate)),
                _ => None,
            };
            against(rate?, self.fair_share())
        };
        format!(
            "{}\n\n{}\n{}\n",
            paper.heading(&format!("{rules}, {players} seats, {games}")),
            paper.toned(&self.standings(matches), tone),
            paper.remarks(self.remarks(matches))
        )
    }

    /// Who wins most, in rounds and in matches, and how long a game lasts.
    fn row(&self, matches: Option<&RuleSetTable<'_>>) -> Vec<String> {
        let turns =
            with_margin(self.known(Question::Games, "", Metric::TurnsMean).unwrap_or_default());
        let in_matches = matches.map_or_else(|| "–".to_owned(), RuleSetTable::leader);
        vec![Shown::of(self.rules.name).to_string(), self.leader(), in_matches, turns]
    }

    /// What no table says: where matches surely have another answer, and faults.
    fn notes(&self, matches: Option<&RuleSetTable<'_>>) -> Vec<String> {
        let faults = faults::of_faults(&self.rules, &self.leg.played.troubles);
        let faults = faults.into_iter().map(|fault| format!("{}: {fault}", self.rules.name));
        matches
            .and_then(|standings| self.disagreement(standings))
            .into_iter()
            .chain(faults)
            .collect()
    }

    /// Who won most, and of how many others that could be said as well.
    fn leader(&self) -> String {
        if self.rules.has_substitutes() {
            return "no verdict".to_owned();
        }
        let rates = self.rates.split_first().filter(|_| self.is_decided());
        let Some((best, others)) = rates else { return "–".to_owned() };
        let as_good = others.iter().filter(|rate| won(rate).high() >= won(best).low()).count();
        let or = if as_good == 0 { String::new() } else { format!(" or {as_good} more") };
        format!("{}{or}: {}", self.name(best), share_with_margin(won(best)))
    }

    fn standings(&self, matches: Option<&RuleSetTable<'_>>) -> TextTable {
        let mut columns = vec![
            words("strategy"),
            figures("games").minor(),
            figures("wins"),
            figures("× fair"),
            figures("Elo"),
            figures("score"),
            figures("in hand").minor(),
            words("scores above 0").minor(),
        ];
        let mut rows: Vec<Vec<String>> =
            self.rates.iter().map(|rate| self.standing(rate, matches)).collect();
        if matches.is_some() {
            columns.insert(5, figures("in matches"));
        }
        let shares = self.rates.iter().map(|rate| rate.undecided.unwrap_or_default());
        let shares: Vec<Option<String>> = shares.map(undecided_share).collect();
        if shares.iter().any(Option::is_some) {
            columns.insert(4, figures("undecided"));
            let cells = rows.iter_mut().zip(shares);
            cells.for_each(|(row, share)| row.insert(4, share.unwrap_or_else(|| "–".to_owned())));
        }
        if self.rules.totals.strategies.iter().any(|tally| tally.asked > 0) {
            columns.push(figures("faults"));
            let cells = rows.iter_mut().zip(&self.rates);
            cells.for_each(|(row, rate)| row.push(self.faults(rate)));
        }
        TextTable { columns, rows }
    }

    /// How often somebody else had to decide.
    fn faults(&self, rate: &Finding) -> String {
        let place =
            self.rules.schedule.strategies().iter().position(|other| *other == rate.subject);
        place.map_or_else(String::new, |place| faults::count(&self.rules, place))
    }

    fn standing(&self, rate: &Finding, matches: Option<&RuleSetTable<'_>>) -> Vec<String> {
        let place =
            self.rules.schedule.strategies().iter().position(|other| *other == rate.subject);
        let sums = place.and_then(|place| self.rules.strategy(place));
        let scores = sums.map(|sums| sums.tally.scores.iter().filter(|(score, _)| *score > 0));
        let in_hand = self.of(rate, Metric::HandPointsMean).unwrap_or_default();
        let mut cells = vec![
            self.name(rate),
            grouped(rate.games.unwrap_or_default()),
            share_with_margin(won(rate)),
            fixed(won(rate).value / self.fair_share(), 3),
            self.of(rate, Metric::Elo).map_or_else(|| "–".to_owned(), elo),
            with_margin(self.of(rate, Metric::ScoreMean).unwrap_or_default()),
            fixed(in_hand.value, 2),
            scores.and_then(sparkline).map_or_else(String::new, |(_, bars, _)| bars),
        ];
        let in_matches = matches.and_then(|standings| standings.of(rate, Metric::WinRate));
        in_matches.into_iter().for_each(|rate| cells.insert(5, share_with_margin(rate)));
        cells
    }

    /// How long 5, 50 and 95 % of all games last at most.
    fn of_quantiles(&self, game: &str) -> Option<String> {
        let [short, middling, long] =
            [Metric::TurnsP05, Metric::TurnsP50, Metric::TurnsP95].map(|metric| {
                let estimate = self.known(Question::Games, "", metric)?;
                let Interval { low, high } = estimate.interval?;
                Some(format!("{} [{low}, {high}]", estimate.value))
            });
        let (short, middling, long) = (short?, middling?, long?);
        let all = if self.rules.is_match() { "es" } else { "s" };
        Some(format!(
            "5, 50 and 95 % of all {game}{all} last at most {short}, {middling} and {long} turns"
        ))
    }

    /// Who wins most; where matches followed, in rounds and in matches, and where these disagree.
    fn who_is_best(&self, matches: Option<&RuleSetTable<'_>>) -> Vec<String> {
        let Some(matches) = matches else { return vec![self.best()] };
        let games = counted_games(matches.games(), true);
        let rounds = format!("In {} {}", self.plays(), self.best());
        let in_matches = format!("In {} {} ({games})", matches.plays(), matches.best());
        [rounds, in_matches].into_iter().chain(self.disagreement(matches)).collect()
    }

    fn best(&self) -> String {
        let rates: Vec<Named> = self
            .rates
            .iter()
            .map(|rate| Named { name: self.name(rate), estimate: won(rate).times(100.0) })
            .collect();
        best(&rates, 100.0 * self.fair_share())
    }

    /// Where who wins most of the matches surely wins fewer rounds than who wins most of those.
    fn disagreement(&self, matches: &RuleSetTable<'_>) -> Option<String> {
        let rates = self.rates.iter().copied();
        let both: Vec<(&Finding, Estimate)> =
            rates.filter_map(|rate| Some((rate, matches.of(rate, Metric::WinRate)?))).collect();
        let (leader, of_one) = both.first()?;
        let (other, of_other) = both.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let are_sure = won(leader).low() > won(other).high() && of_other.low() > of_one.high();
        let are_sure = are_sure && self.is_told() && matches.is_told();
        let [name, other] = [leader, other].map(|rate| self.name(rate));
        let (rules, plays) = (Shown::of(self.rules.name), matches.plays());
        are_sure.then(|| {
            format!(
                "rounds and matches of {rules} disagree: in single rounds {name} wins more than \
                 {other}, in {plays} {other} wins more than {name}"
            )
        })
    }

    /// How long games last, and how many did not finish.
    fn length(&self) -> String {
        let rules = &self.rules;
        let game = if rules.is_match() { "match" } else { "game" };
        let lengths = sparkline(rules.totals.turns.iter())
            .map_or_else(String::new, |(low, bars, high)| format!(" ({low} {bars} {high})"));
        let mean = self.known(Question::Games, "", Metric::TurnsMean).unwrap_or_default();
        let turns = format!("{} turns on average{lengths}", with_margin(mean));
        let (stalled, blocked) = (self.count(Metric::Stalled), self.count(Metric::Blocked));
        let told = unfinished_games(stalled, blocked);
        match stalled + blocked {
            0 => format!("a {game} lasts {turns}; none stalled"),
            unfinished if unfinished == self.games() => format!("no {game} finished: {told}"),
            unfinished => format!(
                "a {game} that finishes lasts {turns}; {} did not: {told}",
                percent(unfinished as f64 / self.games() as f64, 2),
            ),
        }
    }

    fn remarks(&self, matches: Option<&RuleSetTable<'_>>) -> Vec<String> {
        let rules = &self.rules;
        let equal = self
            .finding(Question::Games, "", Metric::SeatImbalance)
            .and_then(|finding| finding.p_value);
        let mut remarks: Vec<String> = undecided(self.undecided()).into_iter().collect();
        if self.is_decided() {
            if self.rates.len() > 1 {
                remarks.extend(self.who_is_best(matches));
            }
            let first = self
                .known(Question::Seats, &of_seat(1), Metric::WinRate)
                .filter(|_| self.is_told());
            remarks.extend(first.map(|first| {
                let (first, fair) = (first.times(100.0), 100.0 * self.fair_share());
                seats(first, fair, of_first_seat(first, fair, equal), equal)
            }));
        }
        remarks.push(self.length());
        remarks.extend(self.of_quantiles(if rules.is_match() { "match" } else { "game" }));
        remarks.extend(matches.map(RuleSetTable::length));
        if rules.stop.is_some() && !rules.has_ended() {
            remarks.push(
                "stopped by hand before the requested precision was reached: these wider intervals \
                 hold whenever you stop"
                    .to_owned(),
            );
        }
        remarks.extend(faults::of_faults(rules, &self.leg.played.troubles));
        if rules.fewest_win {
            remarks.push("scores count against a player: fewer are better".to_owned());
        }
        remarks
    }
}

/// The share that a strategy won.
fn won(rate: &Finding) -> Estimate {
    rate.known().unwrap_or_default()
}

fn against(rate: Estimate, fair: f64) -> Option<CellTone> {
    let tone = if rate.value > fair { CellTone::More } else { CellTone::Less };
    (!rate.holds(fair)).then_some(tone)
}

fn elo(rate: Estimate) -> String {
    difference_to(rate, 1)
}

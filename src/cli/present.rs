//! The result of a run for a person: a table with sentences that say what it shows, and on a
//! terminal a row for each further rule set.

use super::bound::marked_in;
use super::matches::PlayedRun;
use super::numbers::{counted_games, grouped, undecided_share};
use super::paper::PaperStyle;
use super::sparkline::sparkline;
use super::text_table::{CellTone, TextTable, figures, words};
use super::{bound, faults};
use unobench_core::shown::Shown;
use unobench_experiment::output;
use unobench_experiment::run::RuleSetResults;
use unobench_findings::comparison::of_first_seat;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::{Finding, of_seat};
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::rule_set::RuleSetFindings;
use unobench_findings::tell::length::{length, quantiles};
use unobench_findings::tell::matches::who_wins_more;
use unobench_findings::tell::number::{difference_to, fixed, share_with_margin, with_margin};
use unobench_findings::tell::plain::undecided;
use unobench_findings::tell::ratings::elo_of_run;
use unobench_findings::tell::run::{Named, best, leader, seats};

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
            .find(|match_standings| match_standings.run.rules() == standings.run.rules())
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
    if told.iter().any(|standings| undecided_share(standings.run.undecided()).is_some()) {
        legend +=
            "; undecided: share of games that nobody won, in wins an equal part for each side";
    }
    if let Some(standings) = told.iter().find(|standings| standings.is_rated()) {
        let RuleSetTable { run, .. } = standings;
        legend += &format!("; {}", elo_of_run(run.players() as usize, run.fair_share()));
    }
    bound::note(text).into_iter().for_each(|note| legend += &format!("; {note}"));
    legend
}

/// What was found under a rule set.
struct RuleSetTable<'a> {
    leg: &'a PlayedRun,
    /// What was played: its distributions, whose rows are in files of their own, and whether it ended
    /// as planned.
    rules: RuleSetResults<'a>,
    run: RuleSetFindings<'a>,
    /// What each strategy won, the most first.
    rates: Vec<&'a Finding>,
}

impl<'a> RuleSetTable<'a> {
    fn all(leg: &'a PlayedRun, found: &'a [Finding]) -> Vec<RuleSetTable<'a>> {
        let rule_sets = leg.played.found.rule_sets();
        rule_sets.filter_map(|rules| RuleSetTable::new(leg, rules, found)).collect()
    }

    /// None of a rule set of which nothing was played.
    fn new(
        leg: &'a PlayedRun,
        rules: RuleSetResults<'a>,
        found: &'a [Finding],
    ) -> Option<RuleSetTable<'a>> {
        let run = RuleSetFindings::of(found, rules.name)?;
        let mut rates: Vec<&Finding> = run.all(Question::Strength, Metric::WinRate).collect();
        rates.sort_by(|rate, other| won(other).value.total_cmp(&won(rate).value));
        Some(RuleSetTable { leg, rules, run, rates })
    }

    /// What else is known of a strategy.
    fn of(&self, rate: &Finding, metric: Metric) -> Option<Estimate> {
        self.run.known(Question::Strength, &rate.subject, metric)
    }

    fn is_rated(&self) -> bool {
        self.rates.iter().any(|rate| self.of(rate, Metric::Elo).is_some())
    }

    fn name(&self, rate: &Finding) -> String {
        Shown::of(&marked_in(&self.run, &rate.subject)).to_string()
    }

    /// The shares that strategies won, in percent, the most first.
    fn named(&self) -> Vec<Named> {
        let mut named = Vec::new();
        for rate in &self.rates {
            named.push(Named { name: self.name(rate), estimate: won(rate).times(100.0) });
        }
        named
    }

    /// Whether anything is said of who is better.
    fn is_told(&self) -> bool {
        self.run.is_decided() && !self.run.has_substitutes()
    }

    fn plays(&self) -> String {
        self.leg.plays(self.run.rules())
    }

    /// What is played: games, or matches.
    fn noun(&self) -> &'static str {
        if self.leg.is_match() { "match" } else { "game" }
    }

    fn table(&self, matches: Option<&RuleSetTable<'_>>, paper: PaperStyle) -> String {
        let (rules, players) = (Shown::of(self.run.rules()), self.run.players());
        let games = counted_games(self.run.games(), self.leg.is_match());
        let tone = |row: usize, column: usize| {
            let rate = match column {
                _ if !self.is_told() => None,
                2..=4 => Some(won(self.rates[row])),
                5 => matches
                    .filter(|standings| standings.is_told())
                    .and_then(|standings| standings.of(self.rates[row], Metric::WinRate)),
                _ => None,
            };
            against(rate?, self.run.fair_share())
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
        let turns = self.run.known(Question::Games, "", Metric::TurnsMean).unwrap_or_default();
        let in_matches = matches.map_or_else(|| "–".to_owned(), RuleSetTable::leader);
        let rules = Shown::of(self.run.rules()).to_string();
        vec![rules, self.leader(), in_matches, with_margin(turns)]
    }

    /// What no table says: where matches surely have another answer, and faults.
    fn notes(&self, matches: Option<&RuleSetTable<'_>>) -> Vec<String> {
        let faults = self.leg.faults(&self.run).into_iter();
        let faults = faults.map(|fault| format!("{}: {fault}", self.run.rules()));
        matches
            .and_then(|standings| self.disagreement(standings))
            .into_iter()
            .chain(faults)
            .collect()
    }

    /// Who won most, and of how many others that could be said as well.
    fn leader(&self) -> String {
        if self.run.has_substitutes() {
            return "no verdict".to_owned();
        }
        let named = if self.run.is_decided() { self.named() } else { Vec::new() };
        leader(&named).unwrap_or_else(|| "–".to_owned())
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
            cells.for_each(|(row, rate)| row.push(faults::count(&self.run, &rate.subject)));
        }
        TextTable { columns, rows }
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
            fixed(won(rate).value / self.run.fair_share(), 3),
            self.of(rate, Metric::Elo).map_or_else(|| "–".to_owned(), elo),
            with_margin(self.of(rate, Metric::ScoreMean).unwrap_or_default()),
            fixed(in_hand.value, 2),
            scores.and_then(sparkline).map_or_else(String::new, |(_, bars, _)| bars),
        ];
        let in_matches = matches.and_then(|standings| standings.of(rate, Metric::WinRate));
        in_matches.into_iter().for_each(|rate| cells.insert(5, share_with_margin(rate)));
        cells
    }

    /// Who wins most; where matches followed, in rounds and in matches, and where these disagree.
    fn who_is_best(&self, matches: Option<&RuleSetTable<'_>>) -> Vec<String> {
        let Some(matches) = matches else { return vec![self.best()] };
        let games = counted_games(matches.run.games(), true);
        let rounds = format!("In {} {}", self.plays(), self.best());
        let in_matches = format!("In {} {} ({games})", matches.plays(), matches.best());
        [rounds, in_matches].into_iter().chain(self.disagreement(matches)).collect()
    }

    fn best(&self) -> String {
        best(&self.named(), 100.0 * self.run.fair_share())
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
        let rules = Shown::of(self.run.rules()).to_string();
        are_sure.then(|| who_wins_more(&rules, [&name, &other], &matches.plays()))
    }

    /// How long games last, and how many did not finish.
    fn length(&self) -> String {
        let picture = sparkline(self.rules.totals.turns.iter())
            .map_or_else(String::new, |(low, bars, high)| format!(" ({low} {bars} {high})"));
        length(&self.run, self.noun(), &picture)
    }

    /// What going first is worth, where anything is said of it.
    fn first_seat(&self) -> Option<String> {
        let equal = self.run.one(Question::Games, "", Metric::SeatImbalance);
        let equal = equal.and_then(|finding| finding.p_value);
        let first = self.run.known(Question::Seats, &of_seat(1), Metric::WinRate);
        let first = first.filter(|_| self.is_told())?.times(100.0);
        let fair = 100.0 * self.run.fair_share();
        Some(seats(first, fair, of_first_seat(first, fair, equal), equal))
    }

    fn remarks(&self, matches: Option<&RuleSetTable<'_>>) -> Vec<String> {
        let rules = &self.rules;
        let mut remarks: Vec<String> = undecided(self.run.undecided()).into_iter().collect();
        if self.run.is_decided() {
            if self.rates.len() > 1 {
                remarks.extend(self.who_is_best(matches));
            }
            remarks.extend(self.first_seat());
        }
        remarks.push(self.length());
        remarks.extend(quantiles(&self.run, self.noun()));
        remarks.extend(matches.map(RuleSetTable::length));
        if rules.stop.is_some() && !rules.has_ended() {
            remarks.push(
                "stopped by hand before the requested precision was reached: these wider intervals \
                 hold whenever you stop"
                    .to_owned(),
            );
        }
        remarks.extend(self.leg.faults(&self.run));
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

//! What a survey found: effects, curves, seats, chances, what is worth most of what is put in, and
//! what playing well is worth.

use crate::header::{HeaderRules, Study};
use crate::survey::{AtTable, GameCounts, Metric, MetricEffect, RANGES, Survey, swept};
use serde_json::Value;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::{Finding, Findings, of_percent, of_seat};
use unobench_findings::question::Question;
use unobench_findings::rows::{FAIR, TurnsRow};
use unobench_findings::settings::{Settings, at};
use unobench_findings::wide::JOIN;

impl Findings for Survey {
    fn of(&self, question: Question) -> Box<dyn Iterator<Item = Finding> + '_> {
        if matches!(question, Question::Factorial | Question::Variance | Question::Line) {
            return sorted(
                self.factorial().iter().filter(|finding| finding.question == question).cloned(),
            );
        }
        let header = self.header();
        let keys = (header.question == Study::Sweep).then(|| swept(header));
        let of_rules = move |rules: usize| {
            let tables = 0..self.panel().len();
            let found =
                tables.flat_map(|table| found_at(self, question, rules, table, keys.as_deref()));
            let skill = self.rules(rules).map_or(&[][..], |results| &results.skill);
            sorted(
                found.chain(skill.iter().filter(|finding| finding.question == question).cloned()),
            )
        };
        Box::new(by_name(self).flat_map(of_rules))
    }
}

fn sorted<'a>(found: impl Iterator<Item = Finding>) -> Box<dyn Iterator<Item = Finding> + 'a> {
    let mut found: Vec<Finding> = found.collect();
    found.sort_by(|finding, other| finding.place().cmp(&other.place()));
    Box::new(found.into_iter())
}

fn by_name(survey: &Survey) -> impl Iterator<Item = usize> {
    let mut played: Vec<usize> = survey.played().collect();
    played.sort_by_key(|&rules| &survey.header().rules[rules].name);
    played.into_iter()
}

fn found_at(
    survey: &Survey,
    question: Question,
    rules: usize,
    table: usize,
    swept: Option<&[String]>,
) -> Vec<Finding> {
    let (Some(found), panelist) = (survey.rules(rules), &survey.panel()[table]) else {
        return Vec::new();
    };
    let here = &found.tables[table];
    let HeaderRules { name, settings } = &survey.header().rules[rules];
    let at_table = from(unmeasured(survey, question, rules, table), here.games);
    let finding_of = |subject: String| Finding { subject, ..at_table.clone() };
    match question {
        Question::Chances => chances(here, finding_of),
        Question::Seats => seats(here, finding_of),
        Question::Curve => {
            swept.map_or_else(Vec::new, |keys| values(here, &finding_of(point(settings, keys))))
        }
        Question::Effects => {
            let fair = [(Metric::FirstSeat, here.fair), (Metric::SeatImbalance, 0.0)];
            let fair = fair.into_iter().filter(|_| panelist.has_seats());
            let fair =
                fair.map(|(metric, value)| finding_of(FAIR.to_owned()).number(metric, value));
            let values = swept.is_none().then(|| values(here, &finding_of(name.clone())));
            let effects = found.effects.iter().filter(|effect| effect.table == table);
            let baseline = &survey.header().baseline;
            let told =
                effects.map(|effect| of_effect(here, finding_of(name.clone()), baseline, effect));
            values.into_iter().flatten().chain(fair).chain(told).collect()
        }
        _ => Vec::new(),
    }
}

/// A finding of a rule set at a table that has no number yet.
fn unmeasured(survey: &Survey, question: Question, rules: usize, table: usize) -> Finding {
    let panelist = &survey.panel()[table];
    Finding {
        question,
        rules: survey.header().rules[rules].name.clone(),
        players: panelist.players as u32,
        table: panelist.name.clone(),
        rules_digest: survey.digest(rules).to_owned(),
        ..Finding::default()
    }
}

fn from(finding: Finding, GameCounts { all, undecided }: GameCounts) -> Finding {
    let share = undecided as f64 / all as f64;
    let is_played = all > 0;
    Finding { undecided: is_played.then_some(share), games: is_played.then_some(all), ..finding }
}

fn by_metric(finding: Finding, here: &AtTable) -> Finding {
    if finding.metric.words().is_of_pool { from(finding, here.games_of_pool) } else { finding }
}

fn of_effect(here: &AtTable, finding: Finding, baseline: &str, effect: &MetricEffect) -> Finding {
    let against = if effect.is_of_fairness { FAIR } else { baseline };
    let finding = Finding { against: against.to_owned(), ..finding };
    let found = Finding {
        p_value: effect.p_value,
        q_value: effect.q_value,
        family: effect.family,
        verdict: effect.verdict,
        ..finding.estimate(effect.metric, effect.difference, effect.interval)
    };
    by_metric(found, here)
}

/// What each metric is, of a sweep by the values of its keys.
fn values(here: &AtTable, finding: &Finding) -> Vec<Finding> {
    here.metrics
        .iter()
        .map(|(metric, Estimate { value, interval })| {
            by_metric(finding.estimate(*metric, *value, *interval), here)
        })
        .collect()
}

fn point(settings: &Settings, keys: &[String]) -> String {
    let tree = settings.tree();
    let mut written = Vec::new();
    for key in keys {
        written.push(match at(&tree, key) {
            Value::String(text) => format!("{key}={text}"),
            other => format!("{key}={other}"),
        });
    }
    written.join(JOIN)
}

fn seats(here: &AtTable, finding_of: impl Fn(String) -> Finding) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, (wins, rate)) in (1..).zip(&here.seats) {
        let finding = finding_of(of_seat(number));
        findings.push(finding.count(Metric::Wins, *wins));
        findings.push(finding.estimate(Metric::WinRate, rate.value, rate.interval));
    }
    findings
}

/// How many games had a length.
pub fn turns(survey: &Survey) -> impl Iterator<Item = TurnsRow> {
    let mut tables: Vec<usize> = (0..survey.panel().len()).collect();
    tables.sort_by_key(|&table| (survey.panel()[table].players, &survey.panel()[table].name));
    let at_table = move |rules: usize, table: usize| {
        let lengths =
            survey.rules(rules).and_then(|results| results.tables[table].lengths.as_ref());
        let panelist = &survey.panel()[table];
        let lengths = lengths.into_iter().flat_map(|lengths| lengths.iter());
        lengths.map(move |(turns, count)| TurnsRow {
            rules: survey.header().rules[rules].name.clone(),
            players: panelist.players as u32,
            table: Some(panelist.name.clone()),
            turns,
            count,
            rules_digest: survey.digest(rules).to_owned(),
        })
    };
    let of_rules =
        move |rules| tables.clone().into_iter().flat_map(move |table| at_table(rules, table));
    by_name(survey).flat_map(of_rules)
}

fn chances(here: &AtTable, finding_of: impl Fn(String) -> Finding) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (range, &[said, won]) in here.chances.iter().enumerate() {
        let finding = finding_of(of_percent(100 * range / RANGES));
        findings.push(finding.count(Metric::Said, said));
        findings.push(finding.count(Metric::Won, won));
    }
    findings
}

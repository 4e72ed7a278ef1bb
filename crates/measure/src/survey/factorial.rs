//! A sweep read as one: what matters alone, and what together, where everything is either left out
//! or put in, in every combination; and what each one more does, where one number is swept.

use super::effects::MetricEffect;
use super::learners::Of;
use super::metric::Measured;
use super::panel::{PanelTable, PlayedRuleSet};
use crate::header::{Header, HeaderRules, Study};
use serde_json::Value;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::Finding;
use unobench_findings::metric::{ARGUED, ASKED_FIRST, Metric};
use unobench_findings::question::{Family, Question};
use unobench_findings::settings::at;
use unobench_stats::{GroupEstimate, factorial, holm, line, verdicts};

const SHARES: [&str; 3] = ["alone", "together", "more"];

/// A sweep that is read as one: what it varies, and the rule set of each case.
#[derive(Debug, PartialEq)]
struct FactorialDesign {
    kind: FactorKind,
    /// The rule set of each combination, or of each number.
    cells: Vec<usize>,
}

/// What a sweep varies: things left out or put in, or one number.
#[derive(Debug, PartialEq)]
enum FactorKind {
    /// Bit *f* of a combination is factor *f*.
    Factors(Vec<String>),
    /// The numbers that a key has, ascending, and as they are written.
    Number(String, Vec<f64>, Vec<String>),
}

impl FactorKind {
    fn metrics(&self) -> &'static [Metric] {
        match self {
            FactorKind::Factors(_) => &ARGUED,
            FactorKind::Number(..) => &ASKED_FIRST,
        }
    }

    /// The mean of what is measured in all cells, and what is made of their differences.
    fn effects(&self, values: &[f64]) -> Vec<f64> {
        match self {
            FactorKind::Factors(_) => factorial::effects(values),
            FactorKind::Number(_, numbers, _) => line::effects(numbers, values),
        }
    }

    /// Which of the effects are told, in answer to what, what each is of, and by which factor.
    fn told(&self) -> Vec<(usize, Question, String, f64)> {
        match self {
            FactorKind::Factors(factors) => {
                let sets = (0..1_usize << factors.len()).filter(|set| set.count_ones() <= 2);
                sets.map(|set| (set, Question::Factorial, named(factors, set), 1.0)).collect()
            }
            FactorKind::Number(key, numbers, written) => {
                let range = numbers[numbers.len() - 1] - numbers[0];
                let mut told = vec![(1, Question::Line, key.clone(), 1.0 / range)];
                for (place, number) in (2..).zip(written) {
                    told.push((place, Question::Line, format!("{key}={number}"), 1.0));
                }
                told
            }
        }
    }
}

pub(crate) fn swept(header: &Header) -> Vec<String> {
    differing(&header.rules.iter().collect::<Vec<_>>())
}

/// The keys whose values are not the same in all of some rule sets, in their order.
fn differing(rules: &[&HeaderRules]) -> Vec<String> {
    let first = rules[0].settings.tree();
    let mut same = Vec::new();
    for (section, entries) in first.as_object().into_iter().flatten() {
        for name in entries.as_object().into_iter().flat_map(|entries| entries.keys()) {
            same.push(format!("{section}.{name}"));
        }
    }
    let mut keys = Vec::new();
    for rules in &rules[1..] {
        let tree = rules.settings.tree();
        keys.extend(same.extract_if(.., |key| at(&tree, key) != at(&first, key)));
    }
    keys.sort();
    keys
}

/// What the rule sets of a design are measured to be, as they come, by table, metric that is argued
/// about, and combination.
pub(super) struct MeasuredCells {
    design: FactorialDesign,
    measured: Vec<Vec<Vec<Option<Measured>>>>,
}

impl MeasuredCells {
    /// Of a sweep of two values of each of two things or more, or of a number, with nothing
    /// measured yet.
    pub(super) fn of(header: &Header, panel: &[PanelTable]) -> Option<MeasuredCells> {
        let design = (header.question == Study::Sweep).then(|| FactorialDesign::of(header))??;
        let of_table = vec![vec![None; design.cells.len()]; design.kind.metrics().len()];
        Some(MeasuredCells { measured: vec![of_table; panel.len()], design })
    }

    /// Takes what a rule set is measured to be at a table; where a number is swept, none of what
    /// cannot be compared by these effects.
    pub(super) fn take(
        &mut self,
        rules: usize,
        table: usize,
        measured: &[Option<Measured>],
        effects: &[MetricEffect],
    ) {
        let Some(cell) = self.design.cells.iter().position(|&place| place == rules) else { return };
        let is_line = matches!(self.design.kind, FactorKind::Number(..));
        for (metric, measurement) in Metric::of_surveys().zip(measured) {
            let is_spoilt =
                effects.iter().any(|effect| effect.metric == metric && effect.verdict.is_none());
            let asked = self.design.kind.metrics().iter();
            if let Some(place) = asked.clone().position(|asked| *asked == metric)
                && !(is_line && is_spoilt)
            {
                self.measured[table][place][cell].clone_from(measurement);
            }
        }
    }

    /// What a sweep says of what is put in: the effects of one and of two, which are one family,
    /// and the parts of the variance that are due to them; or of a number, the slope and how far
    /// each value lies from the line, which are one family too. None if some combinations are not
    /// played yet.
    pub(super) fn factorial(
        self,
        panel: &[PanelTable],
        base: &PlayedRuleSet<'_>,
        is_played: impl Fn(usize) -> bool,
    ) -> Option<Vec<Finding>> {
        let MeasuredCells { design, measured } = self;
        design.cells.iter().all(|&rules| is_played(rules)).then_some(())?;
        let mut told = SweepFindings::default();
        for (table, measured) in panel.iter().zip(measured) {
            for (metric, measured) in design.kind.metrics().iter().zip(measured) {
                let all: Option<Vec<Measured>> = measured.into_iter().collect();
                told.add(base, (table, *metric), &all.unwrap_or_default(), &design);
            }
        }
        Some(told.judged())
    }
}

/// What a sweep says, before and while it is judged.
#[derive(Default)]
struct SweepFindings {
    found: Vec<Finding>,
    /// Effects, with the findings that they belong to and their margins.
    family: Vec<(usize, GroupEstimate, f64)>,
}

impl SweepFindings {
    /// The findings, those of the family with its tests.
    fn judged(self) -> Vec<Finding> {
        let SweepFindings { mut found, family } = self;
        let p_values: Vec<f64> = family.iter().map(|(_, estimate, _)| estimate.p_value()).collect();
        let margins: Vec<_> =
            family.iter().map(|(_, estimate, margin)| (*estimate, *margin)).collect();
        let corrected = holm(&p_values).into_iter().zip(verdicts(&margins, holm));
        for (((place, ..), p), (q, verdict)) in family.iter().zip(p_values).zip(corrected) {
            let finding = &mut found[*place];
            (finding.p_value, finding.q_value, finding.family) =
                (Some(p), Some(q), Some(Family::Primary));
            finding.verdict = Some(verdict);
        }
        found
    }

    /// Adds what is told of a metric at a table, by what it is measured to be in each cell; nothing
    /// where there is nothing.
    fn add(
        &mut self,
        base: &PlayedRuleSet<'_>,
        (table, metric): (&PanelTable, Metric),
        measured: &[Measured],
        FactorialDesign { kind, cells }: &FactorialDesign,
    ) {
        let Some(first) = measured.first() else { return };
        let Some(whole) = effects_of(kind, measured, |measured| Some(measured.value)) else {
            return;
        };
        let groups: Vec<Option<Vec<f64>>> = (0..first.groups.len())
            .map(|group| effects_of(kind, measured, |measured| measured.groups[group]))
            .collect();
        let margin = base.header.margin(metric, table.players, whole[0]);
        for (set, question, name, factor) in kind.told() {
            let value = whole[set];
            let of_groups: Vec<Option<f64>> =
                groups.iter().map(|group| group.as_ref().map(|effects| effects[set])).collect();
            let against = if set == 0 { Of::Value } else { Of::Baseline };
            let measured = Measured { value, groups: of_groups };
            let estimate =
                base.of_any_learner(metric, table, (against, cells), measured).estimate();
            let interval = estimate.and_then(|estimate| estimate.interval());
            if let Some(estimate) = estimate.filter(|_| set > 0) {
                self.family.push((self.found.len(), estimate, margin));
            }
            let Estimate { value, interval } = Estimate { value, interval }.times(factor);
            self.found.push(unmeasured(table, question, name).estimate(metric, value, interval));
        }
        if let FactorKind::Factors(_) = kind {
            self.add_variance(table, metric, groups);
        }
    }

    /// Adds the parts of the variance of a metric that are due to what is put in.
    fn add_variance(&mut self, table: &PanelTable, metric: Metric, groups: Vec<Option<Vec<f64>>>) {
        let played: Vec<Vec<f64>> = groups.into_iter().flatten().collect();
        let shares = factorial::shares(&played).into_iter().flatten();
        for (name, share) in SHARES.into_iter().zip(shares) {
            let finding = unmeasured(table, Question::Variance, name.to_owned());
            self.found.push(finding.estimate(metric, share.estimate, share.interval()));
        }
    }
}

/// An answer about a metric at a table, without its number.
fn unmeasured(table: &PanelTable, question: Question, subject: String) -> Finding {
    Finding {
        question,
        players: table.players as u32,
        table: table.name.clone(),
        subject,
        ..Finding::default()
    }
}

fn effects_of(
    kind: &FactorKind,
    measured: &[Measured],
    quantity: impl Fn(&Measured) -> Option<f64>,
) -> Option<Vec<f64>> {
    let values: Option<Vec<f64>> = measured.iter().map(quantity).collect();
    values.map(|values| kind.effects(&values))
}

fn named(factors: &[String], set: usize) -> String {
    let members = factors.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
    members.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(" × ")
}

impl FactorialDesign {
    fn of(header: &Header) -> Option<FactorialDesign> {
        let all: Vec<usize> = (0..header.rules.len()).collect();
        let base = header.rules.iter().position(|rules| rules.name == header.baseline)?;
        let others: Vec<usize> = all.iter().copied().filter(|&place| place != base).collect();
        FactorialDesign::of_rules(header, &all)
            .or_else(|| FactorialDesign::of_rules(header, &others))
            .or_else(|| FactorialDesign::of_number(header))
    }

    /// Three or more numbers of the one key in which rule sets differ.
    fn of_number(header: &Header) -> Option<FactorialDesign> {
        let [key] = &*swept(header) else { return None };
        let values: Vec<Value> =
            header.rules.iter().map(|rules| at(&rules.settings.tree(), key).clone()).collect();
        let numbers: Vec<f64> = values.iter().map(Value::as_f64).collect::<Option<_>>()?;
        let mut cells: Vec<usize> = (0..numbers.len()).collect();
        cells.sort_by(|&cell, &other| numbers[cell].total_cmp(&numbers[other]));
        cells.dedup_by_key(|cell| numbers[*cell]);
        let numbers: Vec<f64> = cells.iter().map(|&cell| numbers[cell]).collect();
        let all = cells.iter().map(|&cell| written(&values[cell])).collect();
        (cells.len() > 2)
            .then(|| FactorialDesign { kind: FactorKind::Number(key.clone(), numbers, all), cells })
    }

    fn of_rules(header: &Header, places: &[usize]) -> Option<FactorialDesign> {
        let rules: Vec<&HeaderRules> = places.iter().map(|&place| &header.rules[place]).collect();
        let keys = if rules.is_empty() { return None } else { differing(&rules) };
        let values: Vec<Vec<Value>> = rules.iter().map(|rules| values_of(rules, &keys)).collect();
        let mut factors = changed_together(&keys, &values)?;
        // What changes fastest was named last.
        factors.sort_by_key(|factor| {
            factor.pattern.iter().position(|put_in| *put_in).map(std::cmp::Reverse)
        });
        if factors.len() < 2 || 1_usize.checked_shl(factors.len() as u32)? > rules.len() {
            return None;
        }
        let cells = cells_of(places, &factors)?;
        let name = |place: usize| header.rules[cells[place]].name.as_str();
        let names = factors
            .iter()
            .enumerate()
            .map(|(bit, factor)| factor.name(name(0), name(1 << bit)))
            .collect();
        Some(FactorialDesign { kind: FactorKind::Factors(names), cells })
    }
}

/// What is put in or left out: the rule sets in which it is put in, and which keys it changes.
struct PutIn {
    pattern: Vec<bool>,
    changes: Vec<String>,
}

impl PutIn {
    /// What a rule set calls it that has nothing else put in, or its changes.
    fn name(&self, without: &str, with: &str) -> String {
        // A rule set that is put in has a name of its own.
        let added = with.strip_prefix(without).and_then(|rest| rest.strip_prefix('+'));
        let own = added.filter(|added| !added.contains('='));
        own.map_or_else(|| self.changes.join(", "), str::to_owned)
    }
}

/// The values that a rule set has for these keys.
fn values_of(rules: &HeaderRules, keys: &[String]) -> Vec<Value> {
    let tree = rules.settings.tree();
    keys.iter().map(|key| at(&tree, key).clone()).collect()
}

/// The factors, by the values that each rule set has for each key: keys that are changed together
/// are one. None if a key has more than two values.
fn changed_together(keys: &[String], values: &[Vec<Value>]) -> Option<Vec<PutIn>> {
    let mut factors: Vec<PutIn> = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        let values: Vec<&Value> = values.iter().map(|row| &row[place]).collect();
        let out = values[0];
        let put_in = values.iter().find(|value| **value != out)?;
        values.iter().all(|value| *value == out || value == put_in).then_some(())?;
        let pattern: Vec<bool> = values.iter().map(|value| *value != out).collect();
        let change = format!("{key}={}", written(put_in));
        match factors.iter_mut().find(|known| known.pattern == pattern) {
            Some(factor) => factor.changes.push(change),
            None => factors.push(PutIn { pattern, changes: vec![change] }),
        }
    }
    Some(factors)
}

/// The rule set of each combination, the first of several; none if one is missing.
fn cells_of(places: &[usize], factors: &[PutIn]) -> Option<Vec<usize>> {
    let mut cells: Vec<Option<usize>> = vec![None; 1 << factors.len()];
    for (row, &place) in places.iter().enumerate() {
        let bits = factors.iter().enumerate();
        let cell: usize = bits.map(|(bit, factor)| usize::from(factor.pattern[row]) << bit).sum();
        cells[cell].get_or_insert(place);
    }
    cells.into_iter().collect()
}

fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

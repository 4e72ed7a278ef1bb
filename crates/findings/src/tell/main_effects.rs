//! What matters, alone and together, in a sweep of everything that can be put in and left out: the
//! rows of effects, by size and in sentences.

use crate::comparison::{Comparison, contrasts};
use crate::estimate::Estimate;
use crate::finding::{Finding, all_of};
use crate::metric::Metric;
use crate::question::Question;
use crate::tell::number::{decimals_of, difference, signed, with_margin};
use crate::tell::plain::most_informed;
use crate::tell::speech::distinct;
use std::collections::BTreeSet;
use unobench_stats::Verdict;

const BIGGEST: usize = 3;

/// An effect in a sweep, by its name, with all comparisons that tell of it.
#[derive(Debug, Clone)]
pub struct MainEffect<'a> {
    pub effect: &'a str,
    pub found: Vec<Comparison<'a>>,
}

impl MainEffect<'_> {
    pub fn is_told(&self) -> bool {
        self.found.iter().any(Comparison::is_sure)
    }

    fn size(&self) -> f64 {
        let sizes = self.found.iter().map(|found| found.difference.value.abs());
        sizes.sum::<f64>() / self.found.len() as f64
    }

    /// With the effect at one table, that of who knows the rules best where it is sure.
    fn written(&self, unit: &str) -> String {
        let sure: Vec<Comparison<'_>> =
            self.found.iter().filter(|found| found.is_sure()).copied().collect();
        let Some(found) = most_informed(&sure) else { return self.effect.to_owned() };
        let (shown, table) = (found.shown(), &found.table);
        format!("{} ({}{unit} among {table})", self.effect, difference(shown))
    }
}

/// A difference by itself, with as many digits as its interval allows.
pub fn with_sign(effect: Estimate) -> String {
    signed(effect.value, decimals_of(effect))
}

/// At how many seats something was put in and left out.
pub fn sizes(found: &[Finding]) -> BTreeSet<u32> {
    found
        .iter()
        .filter(|finding| finding.question == Question::Factorial)
        .map(|finding| finding.players)
        .collect()
}

/// The effects on a metric, of one and of two, the largest first.
pub fn matters(found: &[Finding], players: u32, metric: Metric) -> Vec<MainEffect<'_>> {
    let mut all: Vec<MainEffect<'_>> = Vec::new();
    let contrasts = contrasts(found, Question::Factorial);
    for found in contrasts.filter(|found| (found.players, found.metric) == (players, metric)) {
        match all.iter_mut().find(|matter| matter.effect == found.subject) {
            Some(matter) => matter.found.push(found),
            None => all.push(MainEffect { effect: &found.found.subject, found: vec![found] }),
        }
    }
    all.sort_by(|matter, other| other.size().total_cmp(&matter.size()));
    all
}

/// What is above a table of what matters for a metric, whose rows are those that are told.
pub fn title(all: &[MainEffect<'_>], players: u32, metric: Metric) -> String {
    let left_out = all.iter().filter(|matter| !matter.is_told()).count();
    let (subject, unit) = (metric.words().subject, metric.words().unit);
    format!(
        "What matters for {subject} at {players} seats, in{unit} (of {} effects {left_out} are left \
         out: too small, or not known yet)",
        all.len()
    )
}

/// What an effect of one and of two is, and how sure the marks of such a table are.
pub fn legend(found: &[Finding]) -> String {
    let alone =
        contrasts(found, Question::Factorial).filter(|contrast| !contrast.subject.contains(" × "));
    let count = distinct(alone.map(|contrast| &contrast.found.subject)).len();
    format!(
        "what one of the {count} does is the mean over all combinations of the others; × is what two \
         do together beyond what each does alone. In at most 5 % of such sweeps is any ▲ or ▼ \
         wrong, and in at most 5 % any = (Holm, over all effects), so in at least 90 % none"
    )
}

/// The three that matter most for a metric, and how much is due to what is alone and together.
pub fn sentences(found: &[Finding], players: u32, metric: Metric) -> Vec<String> {
    let all = matters(found, players, metric);
    if all.is_empty() {
        return Vec::new();
    }
    let (subject, unit) = (metric.words().subject, metric.words().unit);
    let told: Vec<&MainEffect<'_>> = all.iter().filter(|matter| matter.is_told()).collect();
    let biggest: Vec<String> =
        told.iter().take(BIGGEST).map(|matter| matter.written(unit)).collect();
    let mut comparisons = all.iter().flat_map(|matter| &matter.found);
    let is_nothing = comparisons.all(|comparison| comparison.verdict == Some(Verdict::Same));
    let mut sentences = vec![match told.len() {
        0 if is_nothing => {
            format!("none of them changes {subject} enough to matter, alone or together")
        }
        0 => format!("whether {subject} depends on any of them is not known yet"),
        1..=BIGGEST => format!("{subject} depends on {}", biggest.join("; ")),
        _ => format!("{subject} depends most on {}", biggest.join("; ")),
    }];
    let table = most_informed(&all[0].found).map_or("", |found| &found.found.table);
    let here = all_of(found, Question::Variance, metric);
    let here: Vec<&Finding> =
        here.filter(|finding| (finding.players, &*finding.table) == (players, table)).collect();
    let share = |part: &str| share(here.iter().find(|finding| finding.subject == part)?);
    if let [Some(alone), Some(together), Some(more)] = ["alone", "together", "more"].map(share) {
        let among = table;
        sentences.push(format!(
            "of the variance of {subject} between all combinations, among {among}, {alone} % is \
             what each does alone, {together} % what pairs do beyond that, {more} % what three and \
             more do"
        ));
    }
    sentences
}

/// How much of the variance is due to some effects, in percent, where that is known.
fn share(finding: &Finding) -> Option<String> {
    let share = finding.known()?;
    let is_known = share.margin().is_some_and(|margin| margin < 0.15);
    // A share that was estimated below 0 is none.
    let share = share.map(|share| share.clamp(0.0, 1.0));
    is_known.then(|| with_margin(share.times(100.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::{around, found};

    fn factor(
        table: &str,
        effect: &str,
        value: f64,
        verdict: impl Into<Option<Verdict>>,
    ) -> Finding {
        let (table, verdict) = (table.to_owned(), verdict.into());
        let finding = Finding { table, verdict, ..found(Question::Factorial, effect, "") };
        around(&finding, Metric::LENGTH, value, 0.2)
    }

    #[test]
    fn the_biggest_are_told_first_and_only_where_they_are_sure() {
        let share = |effect: &str, value: f64| Finding {
            question: Question::Variance,
            low: Some(value - 0.01),
            high: Some(value + 0.01),
            ..factor("counter", effect, value, None)
        };
        let mut found = vec![
            factor("counter", "a", -3.0, Verdict::Less),
            factor("counter", "a × b", 0.1, Verdict::Same),
            factor("counter", "b", 9.0, Verdict::More),
            factor("random", "a", 0.4, Verdict::Unclear),
            factor("random", "a × b", 0.1, Verdict::Same),
            factor("random", "b", 12.0, Verdict::More),
        ];
        found.extend([share("alone", 0.914), share("together", 0.086), share("more", -0.001)]);
        assert_eq!(
            sentences(&found, 4, Metric::LENGTH),
            [
                "the length of a game depends on b (+9.00 ± 0.20 turns among counter); a \
                 (−3.00 ± 0.20 turns among counter)",
                "of the variance of the length of a game between all combinations, among counter, \
                 91.4 ± 1.0 % is what each does alone, 8.6 ± 1.0 % what pairs do beyond that, \
                 0.0 [0.0, 0.9] % what three and more do"
            ]
        );
        assert!(sentences(&found, 2, Metric::LENGTH).is_empty());
        let all = matters(&found, 4, Metric::LENGTH);
        assert_eq!(
            title(&all, 4, Metric::LENGTH),
            "What matters for the length of a game at 4 seats, in turns (of 3 effects 1 are left \
             out: too small, or not known yet)"
        );
        assert!(legend(&found).starts_with("what one of the 2 does is the mean "));
        let same = [factor("random", "a", 0.1, Verdict::Same)];
        assert!(sentences(&same, 4, Metric::LENGTH)[0].contains("none of them changes"));
    }
}

//! What is to be known of a duel besides its answer, which is in [`run`](super::run): how large the
//! difference is, what pairing gained, whether the two sides agree, how far the test got, and what
//! holds over several rule sets.

use super::length::unfinished;
use super::number::{decimals_for, ends, fixed, grouped, scientific, significant, with_margin};
use super::run::{duel as answer, scale_of_elo};
use super::speech::listed;
use crate::duel::Duel;
use crate::estimate::Estimate;
use crate::finding::Finding;
use crate::metric::Metric;

/// Below which p-value the two sides are said to disagree.
const DISAGREEMENT: f64 = 0.01;

/// The answer of a duel, and how large the difference is, where that is not said by it.
pub fn answer_with_difference(duel: &Duel<'_>) -> String {
    let told = answer(duel, duel.elo.verdict);
    match duel.elo.known() {
        _ if !duel.substituted().is_empty() => told,
        Some(elo) => format!("{told}; the Elo difference is {}", with_margin(elo)),
        None if duel.swept().is_some() => told,
        None => format!("{told}; the Elo difference is unknown"),
    }
}

/// All that is to be known of a duel.
pub fn remarks(duel: &Duel<'_>) -> Vec<String> {
    let mut remarks = elo(duel);
    remarks.extend(pairing(duel));
    remarks.extend(sides_disagree(duel));
    remarks.extend(test(duel));
    remarks.extend(corrected(duel));
    remarks.extend(open(duel));
    let unfinished = unfinished(duel.count(Metric::Stalled), duel.count(Metric::Blocked));
    remarks.push(format!("{unfinished}, {} faults", grouped(duel.count(Metric::Faults))));
    remarks
}

/// How much stronger one is, how sure that is, and what it means.
fn elo(duel: &Duel<'_>) -> Vec<String> {
    let Some(known) = duel.elo.known() else { return Vec::new() };
    let Finding { subject: strategy, against: other, players, .. } = duel.elo;
    let precision = match known.interval {
        Some(_) if duel.has_ended() => {
            "median-unbiased, 95 % interval, corrected for early stopping"
        }
        Some(_) => "stopped by hand: a 95 % interval that holds whenever you stop",
        None => "too few deals for an interval",
    };
    let scale = scale_of_elo(*players as usize, duel.run.fair_share());
    let elo = with_ends(known);
    vec![format!("Elo of {strategy} over {other}: {elo} ({precision})"), format!("Elo: {scale}")]
}

/// With the ends of its interval, and at least one decimal.
fn with_ends(estimate: Estimate) -> String {
    let decimals = estimate.margin().map_or(1, |margin| decimals_for(margin).max(1));
    fixed(estimate.value, decimals) + &ends(estimate.interval, decimals)
}

/// How many games on other deals one is worth.
fn pairing(duel: &Duel<'_>) -> Option<String> {
    let reduction = fixed(duel.number(Metric::VarianceReduction)?, 2);
    Some(format!("pairing: worth {reduction} times as many unpaired games"))
}

/// Whether it surely matters who of the two is alone.
fn sides_disagree(duel: &Duel<'_>) -> Option<String> {
    duel.number(Metric::VarianceReduction)?;
    let Finding { value, p_value, .. } = duel.of_both(Metric::SidesDiffer)?;
    let (z, p) = value.zip(*p_value).filter(|(_, p)| *p < DISAGREEMENT)?;
    Some(format!(
        "the two sides disagree (z = {}, p = {}): how good a strategy is depends on how many of the \
         other sit at the table",
        fixed(z, 1),
        scientific(p, 2)
    ))
}

/// How far the test got.
fn test(duel: &Duel<'_>) -> Option<String> {
    let test = duel.test?;
    let Finding { subject: strategy, against: other, .. } = duel.elo;
    let reverse = test.reverse.map_or_else(String::new, |reverse| {
        let reverse = fixed(reverse, 2);
        format!(" of {strategy} over {other}, {reverse} of {other} over {strategy}")
    });
    let [elo0, elo1, alpha, beta] = [test.elo0, test.elo1, test.alpha, test.beta].map(significant);
    let [llr, lower, upper] = [test.llr, test.lower, test.upper].map(|number| fixed(number, 2));
    Some(format!(
        "test of {elo0} against {elo1} Elo: log-likelihood ratio {llr}{reverse}, between {lower} (H0) \
         and {upper} (H1); alpha {alpha}, beta {beta}"
    ))
}

/// Whether what the test says holds after the correction for all rule sets; nothing where there is
/// one.
fn corrected(duel: &Duel<'_>) -> Option<String> {
    duel.test?;
    let Finding { p_value, q_value, .. } = duel.elo;
    let p = q_value.filter(|p| p_value.is_some_and(|own| own != *p))?;
    let sure = if duel.sure().is_some() { "still significant" } else { "no longer significant" };
    Some(format!("corrected for all rule sets: {sure} (p = {})", scientific(p, 2)))
}

/// What would decide a test that has not decided.
fn open(duel: &Duel<'_>) -> Option<String> {
    duel.test?;
    let is_open = duel.accepted().is_none() && duel.substituted().is_empty();
    (is_open && duel.undecided() < 1.0 && duel.swept().is_none()).then(|| {
        "the test has not decided; more games (--games; matches: --matches) or hypotheses farther \
         apart (--elo1) would"
            .to_owned()
    })
}

/// One answer over several rule sets: what is sure after Holm's correction. Nothing of one alone.
pub fn over_rule_sets(duels: &[Duel<'_>]) -> Option<String> {
    let mut told: Vec<(String, Vec<&str>)> = Vec::new();
    for duel in duels {
        let is_swept = duel.swept().is_some() && duel.swept_p() * (duels.len() as f64) < 0.05;
        let said = match duel.sure() {
            None if !is_swept => "nothing is significant".to_owned(),
            accepted => answer(duel, accepted),
        };
        match told.iter_mut().find(|(of_others, _)| *of_others == said) {
            Some((_, rules)) => rules.push(duel.run.rules()),
            None => told.push((said, vec![duel.run.rules()])),
        }
    }
    let parts: Vec<String> =
        told.into_iter().map(|(said, rules)| format!("{said} under {}", listed(&rules))).collect();
    let count = duels.len();
    (count > 1).then(|| format!("all {count} rule sets together (Holm): {}", parts.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::{DuelTest, Hypothesis};
    use crate::made::{around, found};
    use crate::question::Question;
    use unobench_stats::Verdict;

    fn test_of(rules: &str, accepted: Option<Hypothesis>) -> DuelTest {
        DuelTest {
            rules: rules.to_owned(),
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            llr: 2.345,
            reverse: Some(-7.0),
            lower: -3.0,
            upper: 3.0,
            accepted,
        }
    }

    /// Of a duel under a rule set that says this much, corrected to this p-value.
    fn findings(rules: &str, verdict: Verdict, q_value: f64) -> Vec<Finding> {
        let finding = |question: Question, subject: &str, against: &str| Finding {
            rules: rules.to_owned(),
            games: Some(400),
            ..found(question, subject, against)
        };
        let duel = finding(Question::Duel, "a", "b");
        let elo = around(&duel, Metric::Elo, 12.344, 0.21);
        vec![
            finding(Question::Games, "", "").number(Metric::FairShare, 0.25),
            Finding { verdict: Some(verdict), p_value: Some(0.01), q_value: Some(q_value), ..elo },
            duel.count(Metric::Ended, 1),
            duel.count(Metric::Stalled, 3),
            duel.count(Metric::Faults, 1200),
            duel.number(Metric::VarianceReduction, 1.876),
            Finding { p_value: Some(0.000_12), ..duel.number(Metric::SidesDiffer, -3.84) },
        ]
    }

    #[test]
    fn each_number_of_a_duel_is_told() {
        let (all, tests) = (findings("official", Verdict::More, 0.02), [test_of("official", None)]);
        let duel = Duel::all(&all, &tests).next().expect("a duel");
        assert_eq!(
            remarks(&duel),
            [
                "Elo of a over b: 12.34 [12.13, 12.55] (median-unbiased, 95 % interval, corrected \
                 for early stopping)",
                "Elo: a difference of 100 = the better wins 37 % of the games at 4 seats",
                "pairing: worth 1.88 times as many unpaired games",
                "the two sides disagree (z = −3.8, p = 1.20e−4): how good a strategy is depends on \
                 how many of the other sit at the table",
                "test of 0 against 5 Elo: log-likelihood ratio 2.35 of a over b, −7.00 of b over a, \
                 between −3.00 (H0) and 3.00 (H1); alpha 0.05, beta 0.05",
                "corrected for all rule sets: still significant (p = 2.00e−2)",
                "3 stalled, 1,200 faults",
            ]
        );
        assert_eq!(
            answer_with_difference(&duel),
            "a is better than b; the Elo difference is 12.34 ± 0.21"
        );
        let open = findings("official", Verdict::Unclear, 0.01);
        let duel = Duel::all(&open, &tests).next().expect("a duel");
        let told = remarks(&duel).join("\n");
        assert!(told.contains("the test has not decided"), "{told}");
        assert!(!told.contains("corrected for all"), "{told}");
    }

    #[test]
    fn over_rule_sets_only_what_is_sure_is_told() {
        let all = [
            findings("official", Verdict::More, 0.02),
            findings("other", Verdict::More, 0.04),
            findings("third", Verdict::Unclear, 0.01),
        ]
        .concat();
        let tests = ["official", "other", "third"].map(|rules| test_of(rules, None));
        let duels: Vec<Duel<'_>> = Duel::all(&all, &tests).collect();
        assert_eq!(
            over_rule_sets(&duels).as_deref(),
            Some(
                "all 3 rule sets together (Holm): a is better than b under official; nothing is \
                 significant under other and third"
            )
        );
        assert_eq!(over_rule_sets(&duels[..1]), None);
    }
}

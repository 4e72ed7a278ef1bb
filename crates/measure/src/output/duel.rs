//! What a duel says: each side's win rate, the Elo difference, and the test.

use crate::results::{Results, RuleSetResults};
use crate::stop::Stop;
use unobench_findings::duel::{DuelTest, Hypothesis};
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::{Family, Question};
use unobench_stats::{DuelEstimate, RatioSums, SprtDecision, Stagewise, Verdict, holm};

/// What was found of the two of a duel, and of each alone among copies of the other. The p-values
/// of all rule sets are one family.
pub(super) fn findings(results: &Results) -> Vec<Finding> {
    let mut found: Vec<Finding> = results.played().iter().flat_map(of_rules).collect();
    let mut elos: Vec<&mut Finding> = found
        .iter_mut()
        .filter(|finding| (finding.question, finding.metric) == (Question::Duel, Metric::Elo))
        .collect();
    let p_values: Vec<f64> = elos.iter().map(|finding| finding.p_value.unwrap_or(1.0)).collect();
    for (finding, q_value) in elos.iter_mut().zip(holm(&p_values)) {
        finding.q_value = finding.p_value.map(|_| q_value);
    }
    found
}

fn of_rules(rules: &RuleSetResults<'_>) -> Vec<Finding> {
    if rules.schedule.strategies().len() != 2 {
        return Vec::new();
    }
    let finding = rules.between(Question::Duel, [0, 1]);
    let (estimate, sides) = rules.with_sides(|sides| {
        let sums: Vec<_> =
            sides.iter().map(|side| (usize::from(side.reversed), side.sums())).collect();
        (DuelEstimate::new(sides), sums)
    });
    let fit = rules.ratings().ok();
    let elo = fit.as_ref().and_then(|fit| rules.duel_difference(fit));
    let elo = finding.estimate(
        Metric::Elo,
        elo.map(|difference| difference.elo),
        elo.and_then(|difference| difference.interval),
    );
    let played = [0, 1].into_iter().filter_map(|number| rules.strategy(number));
    let reduction =
        estimate.map(|estimate| estimate.variance_reduction).filter(|_| rules.is_decided());
    let mut found = vec![
        finding.count(Metric::Ended, u64::from(rules.has_ended())),
        finding.number(Metric::VarianceReduction, reduction),
        finding.count(Metric::Stalled, rules.stalled()),
        finding.count(Metric::Blocked, rules.blocked()),
        finding.count(Metric::UndecidedGames, rules.undecided()),
        finding.count(Metric::Faults, played.map(|sums| sums.tally.faults).sum()),
    ];
    let disagreement = estimate.and_then(|estimate| estimate.disagreement);
    found.extend(disagreement.filter(|_| !rules.has_substitutes()).map(|sides| Finding {
        p_value: Some(sides.p_value),
        ..finding.number(Metric::SidesDiffer, sides.z)
    }));
    let tested = tested(rules, &elo, fit.as_ref().and_then(|fit| rules.stagewise(fit)));
    found.push(tested.unwrap_or(elo));
    found.extend(sides.iter().flat_map(|(lone, sums)| of_side(rules, *lone, sums)));
    found
}

/// How often the one of the two that sits alone at the tables of a side wins.
fn of_side(rules: &RuleSetResults<'_>, lone: usize, sums: &RatioSums) -> [Finding; 4] {
    let finding = rules.between(Question::Sides, [lone, 1 - lone]);
    let finding = Finding { games: Some(sums.appearances), ..finding };
    [
        finding.count(Metric::Wins, rules.lone_wins(lone, sums)),
        finding.estimate(Metric::WinRate, sums.rate(), rules.interval(sums)),
        finding.number(Metric::FairShare, rules.fair_share),
        finding.number(Metric::VarianceReduction, sums.variance_reduction()),
    ]
}

/// The difference with what the test says of it, which is nothing where random played for one of
/// the two; none if the games were not played for one.
fn tested(rules: &RuleSetResults<'_>, elo: &Finding, found: Option<Stagewise>) -> Option<Finding> {
    let test = test(rules)?;
    let is_open = test.accepted.is_none() && !rules.has_substitutes();
    let verdict = test.accepted.map(Hypothesis::verdict).or(is_open.then_some(Verdict::Unclear));
    let p_value = test.accepted.and_then(|accepted| match accepted {
        Hypothesis::H0 => found.map(|estimate| estimate.alternative),
        Hypothesis::H1 => found.map(|estimate| estimate.null),
        Hypothesis::H2 => found.and_then(|estimate| estimate.reverse),
    });
    Some(Finding { p_value, family: Some(Family::Primary), verdict, ..elo.clone() })
}

/// The sequential test under each rule set of a duel; none if the games were not played for one.
pub fn tests(results: &Results) -> Vec<DuelTest> {
    results.played().iter().filter_map(test).collect()
}

fn test(rules: &RuleSetResults<'_>) -> Option<DuelTest> {
    let Stop::Sprt { elo0, elo1, alpha, beta } = rules.stop? else { return None };
    let (llr, reverse, (lower, upper)) = rules.log_likelihood_ratio()?;
    let may_say = rules.is_decided() && !rules.has_substitutes();
    let accepted = rules.decision().filter(|_| may_say).and_then(|decision| match decision {
        SprtDecision::AcceptNull => Some(Hypothesis::H0),
        SprtDecision::AcceptAlternative => Some(Hypothesis::H1),
        SprtDecision::AcceptReverse => Some(Hypothesis::H2),
        SprtDecision::Continue => None,
    });
    let rules = rules.name.to_owned();
    Some(DuelTest { rules, elo0, elo1, alpha, beta, llr, reverse, lower, upper, accepted })
}

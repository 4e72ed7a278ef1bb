//! What a duel says: each side's win rate, the Elo difference, and the test.

use crate::results::{Results, RuleSetResults};
use crate::stop::Stop;
use unobench_files::documents::{DisagreementEntry, DuelEntry, Hypothesis, TestEntry};
use unobench_files::estimate::ends;
use unobench_files::rows::SideRow;
use unobench_stats::{Decision, DuelEstimate, Stagewise, holm};

pub fn duels(results: &Results) -> Vec<DuelEntry> {
    let mut duels: Vec<DuelEntry> =
        results.played().iter().filter_map(|rules| duel(rules)).collect();
    let p_of = |duel: &DuelEntry| duel.test.and_then(|test| test.p_value);
    let adjusted = holm(&duels.iter().map(|duel| p_of(duel).unwrap_or(1.0)).collect::<Vec<_>>());
    for (duel, p) in duels.iter_mut().zip(adjusted) {
        let known = p_of(duel).map(|_| p);
        duel.test.iter_mut().for_each(|test| test.p_adjusted = known);
    }
    duels
}

fn duel(rules: &RuleSetResults<'_>) -> Option<DuelEntry> {
    let [strategy, opponent] = rules.schedule.strategies() else { return None };
    let (estimate, rates) = rules.with_sides(|sides| {
        let sums: Vec<_> = sides.iter().map(|side| (side.reversed, side.sums())).collect();
        (DuelEstimate::new(sides), sums)
    });
    let row = |(reversed, sums): &(bool, unobench_stats::RatioSums)| {
        let (lone, others) = if *reversed { (opponent, strategy) } else { (strategy, opponent) };
        let (win_rate_low, win_rate_high) = ends(rules.interval(sums));
        SideRow {
            rules: rules.name.to_owned(),
            players: rules.schedule.players() as u32,
            strategy: lone.clone(),
            opponent: others.clone(),
            games: sums.appearances,
            wins: rules.lone_wins(usize::from(*reversed), sums),
            win_rate: sums.rate(),
            win_rate_low,
            win_rate_high,
            fair_share: rules.fair_share,
            variance_reduction: sums.variance_reduction(),
            r#match: rules.is_match(),
            rules_digest: rules.digest(),
        }
    };
    let faults = [0, 1]
        .into_iter()
        .filter_map(|number| rules.strategy(number))
        .map(|sums| sums.tally.faults)
        .sum();
    let fit = rules.ratings().ok();
    let difference = fit.as_ref().and_then(|fit| rules.duel_difference(fit));
    let (elo_low, elo_high) = ends(difference.and_then(|difference| difference.interval));
    let disagreement = estimate.and_then(|estimate| estimate.disagreement);
    let is_decided = rules.is_decided();
    Some(DuelEntry {
        rules: rules.name.to_owned(),
        strategy: strategy.clone(),
        opponent: opponent.clone(),
        elo: difference.map(|difference| difference.elo),
        elo_low,
        elo_high,
        ended: rules.has_ended(),
        variance_reduction: estimate.map(|it| it.variance_reduction).filter(|_| is_decided),
        sides_disagree: disagreement
            .map(|sides| DisagreementEntry { z: Some(sides.z), p_value: Some(sides.p_value) }),
        test: test(rules, fit.as_ref().and_then(|fit| rules.stagewise(fit))),
        stalled: rules.stalled(),
        blocked: rules.blocked(),
        undecided: rules.undecided(),
        faults,
        sides: rates.iter().map(row).collect(),
    })
}

fn test(rules: &RuleSetResults<'_>, found: Option<Stagewise>) -> Option<TestEntry> {
    let Stop::Sprt { elo0, elo1, alpha, beta } = rules.stop? else { return None };
    let (llr, reverse, (lower, upper)) = rules.log_likelihood_ratio()?;
    let accepted = match rules.decision().filter(|_| rules.is_decided()) {
        Some(Decision::AcceptNull) => Some(Hypothesis::H0),
        Some(Decision::AcceptAlternative) => Some(Hypothesis::H1),
        Some(Decision::AcceptReverse) => Some(Hypothesis::H2),
        Some(Decision::Continue) | None => None,
    };
    let p_value = found.zip(accepted).and_then(|(found, accepted)| match accepted {
        Hypothesis::H0 => Some(found.alternative),
        Hypothesis::H1 => Some(found.null),
        Hypothesis::H2 => found.reverse,
    });
    let test =
        TestEntry { elo0, elo1, alpha, beta, llr, reverse, lower, upper, ..TestEntry::default() };
    Some(TestEntry { accepted, p_value, ..test })
}

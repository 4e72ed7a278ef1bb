//! What a duel says: each side's win rate, the Elo difference, and the test.

use crate::results::{Results, RuleSetResults};
use crate::stop::Stop;
use unobench_findings::documents::{DisagreementEntry, DuelEntry, Hypothesis, TestEntry};
use unobench_findings::estimate::{between, ends};
use unobench_findings::finding::Finding;
use unobench_findings::rows::{PRIMARY, SideRow};
use unobench_stats::{Decision, DuelEstimate, Stagewise, Verdict, holm};

/// What was found of the two of a duel, and of each alone among copies of the other.
pub(super) fn findings(results: &Results) -> Vec<Finding> {
    let played = results.played();
    let of = |duel: DuelEntry| {
        let rules = played.iter().find(|rules| rules.name == duel.rules).expect("it was played");
        let sides = duel.sides.iter().flat_map(|side| of_side(rules.finding("sides"), side));
        let sides: Vec<Finding> = sides.collect();
        of_duel(rules.finding("duel"), &duel).into_iter().chain(sides)
    };
    duels(results).into_iter().flat_map(of).collect()
}

fn of_duel(of: Finding, duel: &DuelEntry) -> Vec<Finding> {
    let of = Finding { of: duel.strategy.clone(), against: duel.opponent.clone(), ..of };
    let elo = of.estimate("elo", duel.elo, between(duel.elo_low, duel.elo_high));
    let mut found = vec![
        of.count("ended", u64::from(duel.ended)),
        of.number("variance_reduction", duel.variance_reduction),
        of.count("stalled", duel.stalled),
        of.count("blocked", duel.blocked),
        of.count("undecided_games", duel.undecided),
        of.count("faults", duel.faults),
    ];
    found.extend(
        duel.sides_disagree
            .map(|sides| Finding { p_value: sides.p_value, ..of.number("sides_differ", sides.z) }),
    );
    let Some(test) = duel.test else { return [vec![elo], found].concat() };
    let verdict = match test.accepted {
        Some(Hypothesis::H0) => Verdict::Same,
        Some(Hypothesis::H1) => Verdict::More,
        Some(Hypothesis::H2) => Verdict::Less,
        None => Verdict::Unclear,
    };
    let accepted = test.accepted.map(|hypothesis| f64::from(hypothesis as u8));
    let numbers = [
        ("elo0", Some(test.elo0)),
        ("elo1", Some(test.elo1)),
        ("alpha", Some(test.alpha)),
        ("beta", Some(test.beta)),
        ("llr", Some(test.llr)),
        ("reverse", test.reverse),
        ("lower", Some(test.lower)),
        ("upper", Some(test.upper)),
        ("accepted", accepted),
    ];
    found.extend(numbers.map(|(metric, value)| of.number(metric, value)));
    found.push(Finding {
        p_value: test.p_value,
        q_value: test.p_adjusted,
        family: PRIMARY.to_owned(),
        verdict: Verdict::name(verdict).to_owned(),
        ..elo
    });
    found
}

fn of_side(of: Finding, side: &SideRow) -> Vec<Finding> {
    let of = Finding {
        of: side.strategy.clone(),
        against: side.opponent.clone(),
        games: Some(side.games),
        ..of
    };
    let rate = between(side.win_rate_low, side.win_rate_high);
    vec![
        of.count("wins", side.wins),
        of.estimate("win_rate", side.win_rate, rate),
        of.number("fair_share", side.fair_share),
        of.number("variance_reduction", side.variance_reduction),
    ]
}

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

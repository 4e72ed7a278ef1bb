//! How long games last, and how many did not finish.

use super::number::{grouped, percent, plural, with_margin};
use crate::metric::Metric;
use crate::question::Question;
use crate::rule_set::RuleSetFindings;
use unobench_stats::Interval;

/// How many games did not finish, and why.
pub fn unfinished(stalled: u64, blocked: u64) -> String {
    match blocked {
        0 => format!("{} stalled", grouped(stalled)),
        blocked => format!("{} stalled, {} blocked", grouped(stalled), grouped(blocked)),
    }
}

/// How long games last, with a picture of it, and how many did not finish; `noun` is what is played,
/// a game or a match.
pub fn length(run: &RuleSetFindings<'_>, noun: &str, picture: &str) -> String {
    let mean = run.known(Question::Games, "", Metric::TurnsMean).unwrap_or_default();
    let turns = format!("{} turns on average{picture}", with_margin(mean));
    let (stalled, blocked) = (run.count(Metric::Stalled), run.count(Metric::Blocked));
    let told = unfinished(stalled, blocked);
    match stalled + blocked {
        0 => format!("a {noun} lasts {turns}; none stalled"),
        all if all == run.games() => format!("no {noun} finished: {told}"),
        some => format!(
            "a {noun} that finishes lasts {turns}; {} did not: {told}",
            percent(some as f64 / run.games() as f64, 2),
        ),
    }
}

/// How long 5, 50 and 95 % of all games last at most; nothing where one of these has no interval.
pub fn quantiles(run: &RuleSetFindings<'_>, noun: &str) -> Option<String> {
    let [short, middling, long] =
        [Metric::TurnsP05, Metric::TurnsP50, Metric::TurnsP95].map(|metric| quantile(run, metric));
    let (short, middling, long) = (short?, middling?, long?);
    let plural = plural(noun);
    Some(format!(
        "5, 50 and 95 % of all {plural} last at most {short}, {middling} and {long} turns"
    ))
}

/// A quantile of the lengths of all games, with its interval.
fn quantile(run: &RuleSetFindings<'_>, metric: Metric) -> Option<String> {
    let estimate = run.known(Question::Games, "", metric)?;
    let Interval { low, high } = estimate.interval?;
    Some(format!("{} [{low}, {high}]", estimate.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Finding;
    use crate::made::{around, found};

    fn told(stalled: u64, blocked: u64) -> [Option<String>; 2] {
        let finding = Finding { games: Some(200), ..found(Question::Games, "", "") };
        let mut all = vec![
            finding.number(Metric::FairShare, 0.25),
            around(&finding, Metric::TurnsMean, 45.0, 0.5),
            finding.count(Metric::Stalled, stalled),
            finding.count(Metric::Blocked, blocked),
        ];
        let quantiles = [Metric::TurnsP05, Metric::TurnsP50, Metric::TurnsP95];
        all.extend(quantiles.map(|metric| around(&finding, metric, 30.0, 1.0)));
        let run = RuleSetFindings::of(&all, "official").expect("it was played");
        [Some(length(&run, "game", " (12 ▁█ 99)")), super::quantiles(&run, "match")]
    }

    #[test]
    fn games_that_did_not_finish_are_counted() {
        for (unfinished, wanted) in [
            ([0, 0], "a game lasts 45.0 ± 0.5 turns on average (12 ▁█ 99); none stalled"),
            (
                [3, 2],
                "a game that finishes lasts 45.0 ± 0.5 turns on average (12 ▁█ 99); 2.50 % did not: \
                 3 stalled, 2 blocked",
            ),
            ([200, 0], "no game finished: 200 stalled"),
        ] {
            assert_eq!(told(unfinished[0], unfinished[1])[0].as_deref(), Some(wanted));
        }
        let quantiles = "5, 50 and 95 % of all matches last at most 30 [29, 31], 30 [29, 31] and 30 \
                         [29, 31] turns";
        assert_eq!(told(0, 0)[1].as_deref(), Some(quantiles));
    }
}

//! Between which ends a quantity lies. An interval ends where its quantity does: no share is below
//! 0, and no seats are less unequal than equal ones. What is estimated without bias may itself come
//! out beyond, as the part of a variance does that is none; it is told as the end, too.

use crate::finding::Finding;
use crate::metric::Metric;
use crate::rows::FAIR;

/// The least and the most that a quantity may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// Any number.
    Any,
    /// Not below 0: turns, cards, how unequal the seats are.
    FromZero,
    /// From 0 to 1: how often something happens.
    Share,
    /// From −1 to 1: how much larger one share is than another.
    Gain,
}

/// What is measured of players and pairs of them; all else has no ends.
const OF_PLAYERS: [(&str, Range); 7] = [
    ("win_rate", Range::Share),
    ("heads", Range::Share),
    ("turns_mean", Range::FromZero),
    ("turns_p05", Range::FromZero),
    ("turns_p50", Range::FromZero),
    ("turns_p95", Range::FromZero),
    ("seat_imbalance", Range::FromZero),
];

impl Range {
    /// That of the value of a finding.
    pub fn of(found: &Finding) -> Range {
        let Finding { question, of, against, metric, .. } = found;
        let of_metric = || Metric::named(metric).map_or(Range::Any, |of| of.words().range);
        match (&**question, &**against) {
            ("variance", _) => Range::Share,
            ("effects" | "curve", "") => of_metric(),
            ("factorial", _) if of.is_empty() => of_metric(),
            ("effects", _) => of_metric().of_differences(),
            // Other contrasts are multiples of differences.
            ("factorial" | "line", _) => Range::Any,
            (_, against) => {
                let known = OF_PLAYERS.iter().find(|(name, _)| name == metric);
                let range = known.map_or(Range::Any, |(_, range)| *range);
                if against == FAIR { range.of_differences() } else { range }
            }
        }
    }

    /// That of differences of two such quantities.
    fn of_differences(self) -> Range {
        match self {
            Range::Share => Range::Gain,
            _ => Range::Any,
        }
    }

    /// Its ends.
    pub fn ends(self) -> [f64; 2] {
        match self {
            Range::Any => [f64::NEG_INFINITY, f64::INFINITY],
            Range::FromZero => [0.0, f64::INFINITY],
            Range::Share => [0.0, 1.0],
            Range::Gain => [-1.0, 1.0],
        }
    }

    /// A number, or the end beyond which it is.
    pub fn within(self, number: f64) -> f64 {
        let [least, most] = self.ends();
        number.clamp(least, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_stats::Interval;

    #[test]
    fn intervals_end_where_their_quantity_does() {
        let found = |[question, against, metric]: [&str; 3], [value, low, high]: [f64; 3]| {
            let of = Finding {
                question: question.to_owned(),
                of: "new".to_owned(),
                against: against.to_owned(),
                ..Finding::default()
            };
            let found = of.estimate(metric, value, Some(Interval { low, high }));
            [found.value, found.low, found.high].map(Option::unwrap)
        };
        let w = ["effects", "", "seat_imbalance"];
        assert_eq!(found(w, [0.01, -0.02, 0.04]), [0.01, 0.0, 0.04]);
        let stalled = ["curve", "", "stalled_share"];
        assert_eq!(found(stalled, [0.01, -0.02, 1.04]), [0.01, 0.0, 1.0]);
        // A difference of shares may be below 0, as what skill gains may.
        for of in [["effects", "official", "stalled_share"], ["effects", "", "skill_gain"]] {
            assert_eq!(found(of, [0.01, -0.02, 1.04]), [0.01, -0.02, 1.0]);
        }
        let turns = [1.0, -2.0, 4.0];
        assert_eq!(found(["effects", "", "turns_p95"], turns), [1.0, 0.0, 4.0]);
        assert_eq!(found(["effects", "official", "turns_p95"], turns), turns);
        assert_eq!(found(["variance", "", "turns_p95"], [-0.1, -0.4, 0.2]), [0.0, 0.0, 0.2]);
        assert_eq!(found(["strength", "", "win_rate"], turns), [1.0, 0.0, 1.0]);
        assert_eq!(found(["seats", FAIR, "win_rate"], [-0.5, -2.0, 0.2]), [-0.5, -1.0, 0.2]);
        assert_eq!(found(["strength", "", "elo"], turns), turns);
    }

    #[test]
    fn every_metric_is_within_its_range_where_it_says_so() {
        for metric in Metric::all() {
            let is_share = metric.words().scale == crate::metric::Scale::Share;
            let is_of_shares = matches!(metric.words().range, Range::Share | Range::Gain);
            assert_eq!(is_share, is_of_shares, "{metric}");
        }
    }
}

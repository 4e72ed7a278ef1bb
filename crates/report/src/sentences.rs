//! Sentences made from numbers: they claim only what the intervals support.

use unobench_files::documents::{EstimateEntry, SkillEntry, StepsEntry};
use unobench_files::estimate::Estimate;
use unobench_files::words::told_p;
use unobench_stats::Interval;

use super::words::{at_most, capital, counted, fixed, listed_up_to, plain, with_margin};

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) of: Estimate,
}

/// The two-sided 95 % point of the normal distribution.
pub(super) const NORMAL_95: f64 = 1.959_963_985;

const NAMED: usize = 4;

pub(super) fn best(
    rates: &[Named],
    fair: Option<f64>,
    [verb, most]: [&str; 2],
    unit: &str,
) -> String {
    let mut sorted: Vec<&Named> = rates.iter().collect();
    sorted.sort_by(|a, b| b.of.value.total_cmp(&a.of.value));
    let Some((first, others)) = sorted.split_first() else {
        return "Nothing was measured.".to_owned();
    };
    let share = fair
        .map_or_else(String::new, |fair| format!(" where {}{unit} is the fair share", plain(fair)));
    if others.is_empty() {
        return format!("{} {verb} {}{unit}{share}.", first.name, with_margin(first.of));
    }
    if rates.iter().any(|rate| rate.of.interval.is_none()) {
        return format!(
            "{} {verb} {most}, {}{unit}{share}; there are too few games to say how certain that \
             is.",
            first.name,
            plain(first.of.value)
        );
    }
    if let Some(fair) = fair.filter(|fair| rates.iter().all(|rate| rate.of.holds(*fair))) {
        let bound = rates.iter().map(|rate| rate.of.farthest(fair)).fold(0.0, f64::max);
        return format!(
            "The strategies cannot be told apart: {}{unit} is the fair share, every interval \
             contains it, and no difference from it is larger than {} points.",
            plain(fair),
            at_most(bound)
        );
    }
    let rivals: Vec<&str> = others
        .iter()
        .filter(|rate| rate.of.high() >= first.of.low())
        .map(|rate| rate.name.as_str())
        .collect();
    let head = format!("{} {verb} {most}: {}{unit}{share}", first.name, with_margin(first.of));
    if rivals.is_empty() {
        format!("{head}; the intervals of all others lie below.")
    } else {
        format!("{head}; it cannot be told apart from {}.", listed_up_to(&rivals, NAMED))
    }
}

/// What going first is worth: the rate of the first seat, and the largest deviation of any. Whether
/// seats differ at all is told by the p-value of a test of all together, if there was one.
pub(super) fn seats(rates: &[Named], fair: f64, equal: Option<f64>) -> String {
    let Some(first) = rates.first() else { return "Nothing was measured.".to_owned() };
    let head = format!(
        "The first player wins {} % where {} % is the fair share",
        with_margin(first.of),
        plain(fair)
    );
    let known = rates.iter().all(|rate| rate.of.interval.is_some());
    let bound = at_most(rates.iter().map(|rate| rate.of.farthest(fair)).fold(0.0, f64::max));
    let alike = equal.map_or_else(|| rates.iter().all(|rate| rate.of.holds(fair)), |p| p >= 0.05);
    let p = equal.map_or_else(String::new, |p| format!(" ({})", told_p(p)));
    if !known {
        format!("{head}; there are too few games to say how certain that is.")
    } else if alike {
        format!(
            "{head}: the seats cannot be told apart{p}, and none differs from the fair share by \
             more than {bound} points."
        )
    } else if first.of.holds(fair) {
        format!(
            "{head}: going first makes no difference that luck could not explain, but the seats \
             differ{p}, by at most {bound} points."
        )
    } else {
        let word = if first.of.value > fair { "an advantage" } else { "a disadvantage" };
        format!(
            "{head}: {word}; the seats differ{p}, but none differs from the fair share by more \
            than {bound} points."
        )
    }
}

pub(super) fn between(
    one: &str,
    other: &str,
    pairs: &[(Named, Estimate)],
    unit: &str,
) -> Option<String> {
    let difference = |(here, there): &(Named, Estimate)| {
        let half = here.of.margin()?.hypot(there.margin()?);
        let value = there.value - here.of.value;
        let interval = Some(Interval { low: value - half, high: value + half });
        Some(Named { name: here.name.clone(), of: Estimate { value, interval } })
    };
    let differences: Vec<Named> = pairs.iter().filter_map(difference).collect();
    let largest =
        differences.iter().max_by(|a, b| a.of.value.abs().total_cmp(&b.of.value.abs()))?;
    let apart = differences.iter().filter(|it| !it.of.holds(0.0)).count();
    if apart == 0 {
        let bound = differences.iter().map(|it| it.of.farthest(0.0)).fold(0.0, f64::max);
        return Some(format!(
            "Between {one} and {other} no difference is larger than {}{unit}.",
            at_most(bound)
        ));
    }
    Some(format!(
        "Between {one} and {other} {apart} of {} differ beyond their intervals (taken as \
         independent, each by itself); {} most, by {}{unit}.",
        differences.len(),
        largest.name,
        with_margin(largest.of)
    ))
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Change {
    pub(super) rate: Named,
    pub(super) told: String,
    /// Whether it survives the correction.
    pub(super) sure: bool,
}

/// What rule sets do to a quantity: how many clearly differ, which most, and how little the others
/// can.
pub(super) fn changes(all: &[Change], than: &str, [more, less]: [&str; 2], unit: &str) -> String {
    let of = |wanted: &dyn Fn(&Change) -> bool| -> Vec<&Change> {
        let mut found: Vec<&Change> = all.iter().filter(|change| wanted(change)).collect();
        found.sort_by(|a, b| b.rate.of.value.abs().total_cmp(&a.rate.of.value.abs()));
        found
    };
    let up = of(&|change| change.sure && change.rate.of.value > 0.0);
    let down = of(&|change| change.sure && change.rate.of.value <= 0.0);
    let rest = of(&|change| !change.sure);
    let sets = counted(all.len(), "rule set");
    let bound = rest
        .iter()
        .filter(|change| change.rate.of.interval.is_some())
        .map(|change| change.rate.of.farthest(0.0))
        .reduce(f64::max);
    let mut told: Vec<String> = Vec::new();
    for (found, what) in [(&up, more), (&down, less)] {
        let Some(most) = found.first() else { continue };
        let of = if told.is_empty() { format!(" of {sets}") } else { String::new() };
        let most_under = if found.len() == 1 { "" } else { "most under " };
        let (count, Change { rate, told: size, .. }) = (found.len(), most);
        told.push(format!("{what} under {count}{of}, {most_under}{} ({size})", rate.name));
    }
    match (told.is_empty(), bound.map(at_most)) {
        (true, Some(bound)) => format!(
            "None of {sets} clearly differs from {than}; no difference is larger than \
             {bound}{unit}."
        ),
        (true, None) => format!("None of {sets} can be told apart from {than}."),
        (false, Some(bound)) => {
            let others = if rest.len() == 1 { "one".to_owned() } else { rest.len().to_string() };
            let least = match bound.as_str() {
                "0" => "there is none at all".to_owned(),
                bound => format!("no difference is larger than {bound}{unit}"),
            };
            format!("{}; under the other {others}, {least}.", capital(&told.join("; ")))
        }
        (false, None) => format!("{}.", capital(&told.join("; "))),
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shape {
    pub(super) name: String,
    pub(super) mean: f64,
    /// Below these are a twentieth, a half and nineteen twentieths.
    pub(super) quantiles: [i64; 3],
    pub(super) count: f64,
    pub(super) deviation: f64,
}

pub(super) fn shapes(shapes: &[Shape], what: &str, more: &str, less: &str) -> String {
    let mut sorted: Vec<&Shape> = shapes.iter().collect();
    sorted.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else {
        return "Nothing was measured.".to_owned();
    };
    let middle = |shape: &Shape| {
        let (value, half) = (shape.mean, NORMAL_95 * shape.deviation / shape.count.sqrt());
        let interval = Some(Interval { low: value - half, high: value + half });
        let mean = with_margin(Estimate { value, interval });
        let [low, _, high] = shape.quantiles;
        format!("{mean} on average, nine of ten from {low} to {high}")
    };
    if sorted.len() == 1 {
        let name = if first.name.is_empty() { String::new() } else { format!("{}: ", first.name) };
        return format!("{name}{what}: {}.", middle(first));
    }
    let [first, last] = [first, last].map(|shape| format!("{} ({})", shape.name, middle(shape)));
    format!("{what}: {more} {first}, {less} {last}.")
}

/// Who may be first, and of how many strategies the rank is sure; the value of a rate is its place,
/// the interval the ranks that it may have.
pub(super) fn ranks(rates: &[Named]) -> String {
    let mut sorted: Vec<&Named> = rates.iter().collect();
    sorted.sort_by(|a, b| a.of.value.total_cmp(&b.of.value));
    let first: Vec<&str> =
        sorted.iter().filter(|rate| rate.of.low() <= 1.0).map(|rate| rate.name.as_str()).collect();
    let sure = rates.iter().filter(|rate| rate.of.low() >= rate.of.high()).count();
    let head = match first.as_slice() {
        [one] => format!("{one} is clearly first"),
        [one, other] => format!("{one} or {other} may be first"),
        several => format!("Any of {} may be first", listed_up_to(several, NAMED)),
    };
    format!("{head}; the ranks of {sure} of {} strategies are certain.", rates.len())
}

/// Pairs of strategies that are told apart, of so many; the widest gap; and circles.
pub(super) fn crosstable(
    sure: usize,
    pairs: usize,
    widest: Option<(&str, &str, Estimate)>,
    unit: &str,
    circles: &[[String; 3]],
) -> String {
    let head = format!("{sure} of {pairs} pairs clearly differ (at 5 %, Holm's correction)");
    let head = match widest {
        Some((one, other, gap)) if sure > 0 => {
            format!("{head}; the widest gap is {one} over {other}, {}{unit}", with_margin(gap))
        }
        _ => head,
    };
    let circle = |[a, b, c]: &[String; 3]| format!("{a} beats {b}, {b} beats {c}, {c} beats {a}");
    match circles {
        [] => format!("{head}; there is no cycle in which each clearly beats the next."),
        [one] => format!("{head}; there is one cycle: {}.", circle(one)),
        [one, ..] => {
            format!("{head}; {}, for instance: {}.", counted(circles.len(), "cycle"), circle(one))
        }
    }
}

pub(super) fn duel(
    strategy: &str,
    opponent: &str,
    elo: Option<Estimate>,
    accepted: Option<&str>,
    hypotheses: Option<(f64, f64)>,
) -> String {
    let elo_told = elo.map_or_else(|| "unknown".to_owned(), with_margin);
    let accepted_that = |than: &str, bound: f64| {
        let bound = plain(bound);
        format!("The test accepts that {strategy} is {than} than {bound} Elo above {opponent}")
    };
    let test = match (accepted, hypotheses) {
        (Some("H1"), Some((0.0, _))) => {
            format!("The test accepts that {strategy} is better than {opponent}")
        }
        (Some("H1"), Some((zero, _))) => accepted_that("more", zero),
        (Some("H0"), Some((_, one))) => accepted_that("less", one),
        (_, Some(_)) => format!("The test of {strategy} against {opponent} has not decided yet"),
        _ => match elo {
            Some(elo) if elo.low() > 0.0 => format!("{strategy} is clearly better than {opponent}"),
            Some(elo) if elo.high() < 0.0 => format!("{strategy} is clearly worse than {opponent}"),
            _ => format!("{strategy} and {opponent} cannot be told apart"),
        },
    };
    format!("{test}; the Elo difference is {elo_told}.")
}

pub(super) fn skill(rules: &str, found: &SkillEntry) -> String {
    let shown = |EstimateEntry { value, low, high }: EstimateEntry, decimals, scale| {
        let of = Estimate::of(value, low, high)?.times(scale);
        let [low, value, high] = of.ends().map(|end| fixed(end, decimals));
        Some(of.interval.map_or(value.clone(), |_| format!("{value} [{low}, {high}]")))
    };
    let SkillEntry { best, others, .. } = found;
    let mut parts = Vec::new();
    let rate = found.win_rate.and_then(|rate| shown(rate, 1, 100.0));
    parts.extend(rate.map(|rate| format!("{best} wins {rate} % of games among {others}")));
    if let Some(StepsEntry { best, worst, steps, .. }) = &found.steps {
        parts.extend(shown(*steps, 2, 1.0).map(|steps| {
            let each = "at each of which the better player wins 60 %";
            format!("{worst} and {best} are {steps} steps apart, {each}")
        }));
    }
    format!("{rules}: {}.", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(value: f64, margin: f64) -> Estimate {
        let interval = Interval { low: value - margin, high: value + margin };
        Estimate { value, interval: Some(interval) }
    }

    fn rate(name: &str, value: f64, margin: f64) -> Named {
        Named { name: name.to_owned(), of: about(value, margin) }
    }

    fn change(name: &str, value: f64, margin: f64, sure: bool) -> Change {
        Change { rate: rate(name, value, margin), told: format!("× {value}"), sure }
    }

    #[test]
    fn a_winner_is_named_only_when_the_intervals_part() {
        let clear = [rate("a", 48.2, 0.3), rate("b", 58.18, 0.28)];
        let told = best(&clear, Some(50.0), ["wins", "most"], " %");
        assert_eq!(
            told,
            "b wins most: 58.18 ± 0.28 % where 50 % is the fair share; the intervals of all others \
             lie below."
        );
        let close = [rate("a", 58.0, 0.3), rate("b", 58.2, 0.3), rate("c", 20.0, 0.3)];
        let told = best(&close, Some(50.0), ["wins", "most"], " %");
        assert!(told.ends_with("it cannot be told apart from a."), "{told}");
    }

    #[test]
    fn where_nothing_differs_the_bound_is_told() {
        let even = [rate("a", 50.1, 0.3), rate("b", 49.9, 0.3)];
        let told = best(&even, Some(50.0), ["wins", "most"], " %");
        assert!(
            told.starts_with("The strategies cannot be told apart")
                && told.ends_with("no difference from it is larger than 0.4 points."),
            "{told}"
        );
    }

    #[test]
    fn an_unknown_interval_claims_nothing() {
        let unknown =
            [Named { of: Estimate::exactly(1.0), ..rate("a", 1.0, 0.0) }, rate("b", 0.2, 0.1)];
        assert!(best(&unknown, Some(0.5), ["wins", "most"], " %").contains("too few games"));
        assert!(seats(&unknown, 0.5, None).contains("too few games"));
        assert_eq!(best(&[], None, ["wins", "most"], ""), "Nothing was measured.");
        assert_eq!(seats(&[], 0.5, None), "Nothing was measured.");
        let told = |p| seats(&[rate("1", 26.2, 0.1), rate("2", 23.8, 0.1)], 25.0, Some(p));
        assert!(told(0.2).contains("the seats cannot be told apart (p = 0.20)"));
        assert!(told(1e-5).contains("an advantage; the seats differ (p < 0.001)"));
    }

    #[test]
    fn beginning_is_worth_something_only_beyond_the_interval() {
        let differ = "an advantage; the seats differ, but none differs from the fair share by \
                      more than 1.3 points";
        for (first, second, margin, words) in [
            (26.2, 23.8, 0.1, differ),
            (23.8, 26.2, 0.1, "a disadvantage"),
            (25.1, 24.9, 0.2, "none differs from the fair share by more than 0.3 points"),
            (25.1, 26.9, 0.2, "but the seats differ"),
        ] {
            let told = seats(&[rate("1", first, margin), rate("2", second, margin)], 25.0, None);
            assert!(told.contains(words), "{told}");
        }
    }

    #[test]
    fn changes_count_what_survives_and_bound_the_rest() {
        let all = [
            change("h2o", 5.2, 0.1, true),
            change("lazy", 0.1, 0.3, false),
            change("slam", 1.5, 0.1, true),
            change("cars", -0.5, 0.1, true),
        ];
        let told = |all: &[Change], unit| {
            changes(all, "official", ["longer games", "shorter games"], unit)
        };
        assert_eq!(
            told(&all, " turns"),
            "Longer games under 2 of 4 rule sets, most under h2o (× 5.2); shorter games \
             under 1, cars (× -0.5); under the other one, no difference is larger than 0.4 turns."
        );
        let same = [change("h2o", 5.2, 0.1, true), change("lazy", 0.0, 0.0, false)];
        assert!(told(&same, "").ends_with("under the other one, there is none at all."));
        let none = [change("lazy", 0.1, 0.3, false), change("slam", 0.0, 0.1, false)];
        assert_eq!(
            told(&none, " turns"),
            "None of 2 rule sets clearly differs from official; no difference is larger than \
             0.4 turns."
        );
    }

    #[test]
    fn runs_are_compared_by_the_margins_of_both() {
        let same = [(rate("a", 50.0, 0.3), about(50.1, 0.4))];
        assert_eq!(
            between("old", "new", &same, " points").as_deref(),
            Some("Between old and new no difference is larger than 0.6 points.")
        );
        let apart =
            [(rate("a", 50.0, 0.3), about(52.0, 0.4)), (rate("b", 1.0, 0.3), about(1.0, 0.4))];
        let told = between("old", "new", &apart, " points").expect("intervals are known");
        assert!(
            told.contains("1 of 2 differ") && told.contains("a most, by 2.0 ± 0.5 points"),
            "{told}"
        );
        assert_eq!(between("old", "new", &[], ""), None);
    }

    #[test]
    fn a_duel_says_what_the_test_accepts() {
        let (elo, clear) = (Some(about(-12.0, 36.0)), Some(about(9.0, 1.0)));
        let (h0, h1, bounds) = (Some("H0"), Some("H1"), Some((0.0, 5.0)));
        for (elo, accepted, bounds, words) in [
            (elo, h0, bounds, "The test accepts that a is less than 5 Elo above b"),
            (elo, h1, bounds, "The test accepts that a is better than b;"),
            (elo, h1, Some((-5.0, 5.0)), "The test accepts that a is more than −5 Elo above b;"),
            (elo, None, bounds, "The test of a against b has not decided"),
            (elo, None, None, "a and b cannot be told apart"),
            (clear, None, None, "a is clearly better than b"),
        ] {
            let told = duel("a", "b", elo, accepted, bounds);
            assert!(told.starts_with(words), "{told}");
        }
    }

    #[test]
    fn a_crosstable_tells_how_many_pairs_part() {
        let widest = Some(("bluffer", "random", about(15.5, 1.3)));
        let told = crosstable(62, 66, widest, " points a game", &[]);
        assert_eq!(
            told,
            "62 of 66 pairs clearly differ (at 5 %, Holm's correction); the \
             widest gap is bluffer over random, 15.5 ± 1.3 points a game; there is no cycle in \
             which each clearly beats the next."
        );
        let circle = ["a", "b", "c"].map(str::to_owned);
        let told = crosstable(3, 3, None, "", &[circle]);
        assert!(told.ends_with("there is one cycle: a beats b, b beats c, c beats a."), "{told}");
    }

    #[test]
    fn who_may_be_first_is_told() {
        let rank = |name: &str, value: f64, low: f64, high: f64| Named {
            name: name.to_owned(),
            of: Estimate { value, interval: Some(Interval { low, high }) },
        };
        let clear = [rank("b", 2.0, 2.0, 3.0), rank("c", 3.0, 2.0, 3.0), rank("a", 1.0, 1.0, 1.0)];
        let certain = "the ranks of 1 of 3 strategies are certain.";
        assert_eq!(ranks(&clear), format!("a is clearly first; {certain}"));
        let open = [rank("b", 2.0, 1.0, 2.0), rank("a", 1.0, 1.0, 2.0)];
        let told = "a or b may be first; the ranks of 0 of 2 strategies are certain.";
        assert_eq!(ranks(&open), told);
    }

    #[test]
    fn distributions_are_told_by_their_middles() {
        let shape = |name: &str, mean: f64| Shape {
            name: name.to_owned(),
            mean,
            quantiles: [7, 30, 90],
            count: 100.0,
            deviation: 1.0,
        };
        assert_eq!(
            shapes(&[shape("", 38.2)], "Turns in a game", "most", "fewest"),
            "Turns in a game: 38.20 ± 0.20 on average, nine of ten from 7 to 90."
        );
        let two =
            shapes(&[shape("a", 38.2), shape("b", 50.0)], "Turns in a game", "most", "fewest");
        assert!(
            two.contains("most b (50.00 ± 0.20 on average")
                && two.contains("fewest a (38.20 ± 0.20 on average"),
            "{two}"
        );
    }

    #[test]
    fn skill_is_told_in_wins_and_steps() {
        let estimate = |value: f64, margin: f64| EstimateEntry {
            value: Some(value),
            low: Some(value - margin),
            high: Some(value + margin),
        };
        let steps = StepsEntry {
            best: "linear".to_owned(),
            worst: "random".to_owned(),
            steps: estimate(2.5, 0.1),
            ..StepsEntry::default()
        };
        let found = SkillEntry {
            best: "linear".to_owned(),
            others: "random".to_owned(),
            win_rate: Some(estimate(0.695, 0.007)),
            steps: Some(steps),
            ..SkillEntry::default()
        };
        assert_eq!(
            skill("official", &found),
            "official: linear wins 69.5 [68.8, 70.2] % of games among random; random and linear \
            are 2.50 [2.40, 2.60] steps apart, at each of which the better player wins 60 %."
        );
    }
}

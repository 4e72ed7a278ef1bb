//! Sentences made from numbers: they claim only what verdicts and intervals support. Those that are
//! public are the terminal's too, so that it says the same; they end without a stop.

use crate::documents::KnowledgeResult;
use crate::duel::Duel;
use crate::estimate::Estimate;
use crate::finding::{Finding, all_of};
use crate::metric::Metric;
use crate::question::Question;
use crate::tell::number::{
    at_most, counted, fixed, p_value, percent, signed, significant, with_margin,
};
use crate::tell::plain::undecided;
use crate::tell::speech::{capital, listed, listed_up_to, no_verdict};
use unobench_stats::{Verdict, win_rate};

/// A share of games in percent, or another number, with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    pub name: String,
    pub estimate: Estimate,
}

const NAMED: usize = 4;

/// Of more exams each is not told.
const FEW: usize = 3;

/// Who plays as `champion`, how well it knows rule sets, and where somebody else sits in its place.
pub fn exams(champions: Option<usize>, all: &[KnowledgeResult]) -> Vec<String> {
    let in_turn = champions.map(|count| format!("champion plays by {count} networks in turn"));
    let (told, passed): (Vec<&KnowledgeResult>, Vec<&KnowledgeResult>) =
        all.iter().partition(|exam| all.len() <= FEW || exam.digest.is_some() || !exam.is_passed());
    let told = told.into_iter().map(|exam| format!("{}: {}", exam.rules, exam.told()));
    let passed = (!passed.is_empty()).then(|| {
        format!(
            "champion passed {} exams: every examiner surely won less than its share and a point \
             (of 100 games; two points at two seats)",
            passed.len()
        )
    });
    in_turn.into_iter().chain(told).chain(passed).collect()
}

fn names(rates: &[Named]) -> impl Iterator<Item = &str> {
    rates.iter().map(|rate| &*rate.name)
}

/// Who wins most of the strategies of a run.
pub fn best(rates: &[Named], fair: f64) -> String {
    let mut sorted: Vec<&Named> = rates.iter().collect();
    sorted.sort_by(|a, b| b.estimate.value.total_cmp(&a.estimate.value));
    let Some((Named { name, estimate }, others)) = sorted.split_first() else {
        return "nothing was measured".to_owned();
    };
    if let Some(nothing) = no_verdict(names(rates)) {
        return nothing;
    }
    let share = format!("{} % is the fair share", significant(fair));
    let rate = format!("{} % where {share}", with_margin(*estimate));
    let certain = certain(rates).map_or_else(String::new, |told| format!("; {told}"));
    let rivals: Vec<&str> = others
        .iter()
        .filter(|rate| rate.estimate.high() >= estimate.low())
        .map(|rate| rate.name.as_str())
        .collect();
    let told = if rates.iter().any(|rate| rate.estimate.interval.is_none()) {
        format!("{name} wins {rate}; there are too few games to say how certain that is")
    } else if others.is_empty() {
        format!("{name} wins {rate}")
    } else if rates.iter().all(|rate| rate.estimate.holds(fair)) {
        format!(
            "the strategies cannot be told apart yet: {share}, which lies within every interval"
        )
    } else if rivals.is_empty() {
        format!("{name} wins most: {rate}")
    } else {
        format!("{name} wins {rate}; it cannot yet be told apart from {}", listed(&rivals))
    };
    told + &certain
}

/// Who wins most, and of how many others that could be said as well, for a cell of a table; the first
/// of these rates is the highest.
pub fn leader(rates: &[Named]) -> Option<String> {
    let (Named { name, estimate }, others) = rates.split_first()?;
    let as_good = others.iter().filter(|rate| rate.estimate.high() >= estimate.low()).count();
    let or = if as_good == 0 { String::new() } else { format!(" or {as_good} more") };
    Some(format!("{name}{or}: {} %", with_margin(*estimate)))
}

/// From the least to the most, where what that means is said elsewhere.
pub fn rungs(rates: &[Named], unit: &str) -> String {
    let sorted = |a: &&Named, b: &&Named| a.estimate.value.total_cmp(&b.estimate.value);
    let told = |rate: &Named| format!("{} ({}{unit})", rate.name, with_margin(rate.estimate));
    match (rates.iter().min_by(sorted), rates.iter().max_by(sorted)) {
        (Some(low), Some(high)) => format!("From {} up to {}.", told(low), told(high)),
        _ => "Nothing was measured.".to_owned(),
    }
}

/// What going first is worth: the first player's share of wins, what is said of it, and the p-value
/// of a test of all seats together, if there was one.
pub fn seats(first: Estimate, fair: f64, verdict: Option<Verdict>, equal: Option<f64>) -> String {
    let p = equal.map_or_else(String::new, |p| format!(" ({})", p_value(p)));
    let told = match (verdict, equal) {
        (None, _) => "there are too few games to say how certain that is".to_owned(),
        (Some(Verdict::More), None) => "an advantage".to_owned(),
        (Some(Verdict::Less), None) => "a disadvantage".to_owned(),
        (Some(Verdict::More), _) => format!("an advantage; the seats differ{p}"),
        (Some(Verdict::Less), _) => format!("a disadvantage; the seats differ{p}"),
        (Some(Verdict::Same), _) => "a fair share, near enough".to_owned(),
        (Some(Verdict::Unclear), None) => "open".to_owned(),
        (Some(Verdict::Unclear), Some(equal)) if equal < 0.05 => {
            format!("open, but the seats differ{p}")
        }
        (Some(Verdict::Unclear), _) => format!("the seats cannot be told apart{p}"),
    };
    format!(
        "the first player wins {} % where {} % is fair: {told}",
        with_margin(first),
        significant(fair)
    )
}

/// What one rule set does to a quantity, for sentences about several of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub rate: Named,
    pub told: String,
    /// What is said of it, corrected for all.
    pub verdict: Option<Verdict>,
    /// Whether nobody at the table can act on the rule set.
    pub is_idle: bool,
}

impl Change {
    /// Of how many times as much the quantity is.
    pub fn of_times(name: String, times: Estimate, verdict: Option<Verdict>) -> Change {
        let estimate = times.map(|times| 100.0 * (times - 1.0));
        let told = format!("× {}", fixed(times.value, 2));
        Change { rate: Named { name, estimate }, told, verdict, is_idle: false }
    }

    /// Of a difference in points.
    pub fn of_points(name: String, points: Estimate, verdict: Option<Verdict>) -> Change {
        let told = format!("{} points", signed(points.value, 1));
        Change { rate: Named { name, estimate: points }, told, verdict, is_idle: false }
    }
}

/// What rule sets do to a quantity: how many clearly differ, and which most; then how little the
/// others can, and those of which nothing can be said.
pub fn changes(all: &[Change], words: [&str; 2], unit: &str) -> Vec<String> {
    let selection = |wanted: &dyn Fn(&Change) -> bool| -> Vec<&Change> {
        let mut found: Vec<&Change> = all.iter().filter(|change| wanted(change)).collect();
        found.sort_by(|a, b| b.rate.estimate.value.abs().total_cmp(&a.rate.estimate.value.abs()));
        found
    };
    let sets = counted(all.len() as u64, "rule set");
    let mut told: Vec<String> = Vec::new();
    for (verdict, what) in [Verdict::More, Verdict::Less].into_iter().zip(words) {
        let found = selection(&|change| change.verdict == Some(verdict));
        let Some(most) = found.first() else { continue };
        let total = if told.is_empty() { format!(" of {sets}") } else { String::new() };
        let most_under = if found.len() == 1 { "" } else { "most under " };
        let (count, Change { rate, told: size, .. }) = (found.len(), most);
        told.push(format!("{what} under {count}{total}, {most_under}{} ({size})", rate.name));
    }
    if told.is_empty() {
        told.push(format!("clearly neither {} nor {} under any of {sets}", words[0], words[1]));
    }
    let is_small = |change: &Change| {
        !change.is_idle && matches!(change.verdict, Some(Verdict::Same | Verdict::Unclear))
    };
    let others = selection(&|change| is_small(change) && change.rate.estimate.interval.is_some());
    let bound = others.iter().map(|change| change.rate.estimate.farthest(0.0)).reduce(f64::max);
    let mut rest: Vec<String> = Vec::new();
    if let Some(bound) = bound {
        let no_more = format!("no difference is larger than {}{unit}", at_most(bound));
        match others.len() {
            count if count == all.len() => told.push(no_more),
            1 => rest.push(format!("under {}, {no_more}", others[0].rate.name)),
            count => rest.push(format!("under {count} others, {no_more}")),
        }
    }
    let names = |wanted: &dyn Fn(&Change) -> bool| {
        let names: Vec<&str> =
            selection(wanted).into_iter().map(|change| &*change.rate.name).collect();
        (!names.is_empty()).then(|| listed_up_to(&names, NAMED))
    };
    let idle = names(&|change| change.is_idle);
    rest.extend(idle.map(|sets| format!("nobody can act on {sets}: every game stays the same")));
    rest.extend(names(&|change| change.verdict.is_none()).map(|sets| {
        format!(
            "no verdict on {sets}, where some games do not finish, points count otherwise or random \
             made more than 1 % of a bot's decisions"
        )
    }));
    let sentences = [told, rest].into_iter().filter(|told| !told.is_empty());
    sentences.map(|told| format!("{}.", capital(&told.join("; ")))).collect()
}

/// A distribution by its name, mean and quantiles, for sentences about several of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    pub name: String,
    pub mean: Estimate,
    /// Below these are a twentieth, a half and nineteen twentieths.
    pub quantiles: [i64; 3],
}

impl Shape {
    fn middle(&self) -> String {
        let [low, _, high] = self.quantiles;
        format!("{} on average, nine of ten from {low} to {high}", with_margin(self.mean))
    }
}

pub fn shapes(shapes: &[Shape], what: &str, more: &str, less: &str) -> String {
    let mut sorted: Vec<&Shape> = shapes.iter().collect();
    sorted.sort_by(|a, b| b.mean.value.total_cmp(&a.mean.value));
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else {
        return "Nothing was measured.".to_owned();
    };
    if sorted.len() == 1 {
        let name = if first.name.is_empty() { String::new() } else { format!("{}: ", first.name) };
        return format!("{name}{what}: {}.", first.middle());
    }
    let [first, last] = [first, last].map(|shape| format!("{} ({})", shape.name, shape.middle()));
    format!("{what}: {more} {first}, {less} {last}.")
}

/// Who may be first, and of how many strategies the rank is sure; the value of a rate is its place,
/// the interval the ranks that it may have.
pub fn ranks(rates: &[Named]) -> String {
    let mut sorted: Vec<&Named> = rates.iter().collect();
    sorted.sort_by(|a, b| a.estimate.value.total_cmp(&b.estimate.value));
    let first: Vec<&str> = sorted
        .iter()
        .filter(|rate| rate.estimate.low() <= 1.0)
        .map(|rate| rate.name.as_str())
        .collect();
    let sure = rates.iter().filter(|rate| rate.estimate.low() >= rate.estimate.high()).count();
    let head = match first.as_slice() {
        [strategy] => format!("{strategy} is clearly first"),
        [strategy, other] => format!("{strategy} or {other} may be first"),
        several => format!("any of {} may be first", listed_up_to(several, NAMED)),
    };
    let nothing = no_verdict(names(rates)).map_or_else(String::new, |told| format!("; {told}"));
    format!("{head}; the ranks of {sure} of {} strategies are certain{nothing}", rates.len())
}

/// Pairs of strategies that are told apart, of so many; the widest gap; and circles.
pub fn crosstable(
    sure: usize,
    pairs: usize,
    widest: Option<(&str, &str, Estimate)>,
    unit: &str,
    circles: &[Vec<&str>],
) -> String {
    let head = format!("{sure} of {pairs} pairs clearly differ (at 5 %, Holm's correction)");
    let head = match widest {
        Some((winner, other, gap)) if sure > 0 => {
            format!("{head}; the widest gap is {winner} over {other}, {}{unit}", with_margin(gap))
        }
        _ => head,
    };
    match circles {
        [] => format!("{head}; there is no cycle in which each clearly beats the next."),
        [cycle] => format!("{head}; there is one cycle: {}.", beats_in_turn(cycle)),
        [cycle, ..] => {
            format!(
                "{head}; {}, for instance: {}.",
                counted(circles.len() as u64, "cycle"),
                beats_in_turn(cycle)
            )
        }
    }
}

/// The strategies of a cycle, each of which beats the next.
fn beats_in_turn(cycle: &[&str]) -> String {
    format!("{} beats {}", cycle.join(" beats "), cycle[0])
}

/// Says what a difference of 100 Elo points is: the share of games that the better strategy wins
/// alone among others who are all equal, with its partner where partners win together.
pub fn scale_of_elo(players: usize, fair_share: f64) -> String {
    let winners = (fair_share * players as f64).round() as u32;
    format!(
        "a difference of 100 = the better wins {} of the games at {players} seats",
        percent(win_rate(100.0, players, winners), 0)
    )
}

/// Those who won every game, and those who lost them, in words; rates are in percent. Nothing is
/// said where random played for one of them.
pub fn certain(rates: &[Named]) -> Option<String> {
    let clause = |rate: f64, what: &str| {
        let names = rates.iter().filter(|named| named.estimate.value == rate);
        let names: Vec<&str> = names.map(|named| named.name.as_str()).collect();
        (!names.is_empty()).then(|| format!("{} {what} every game", listed(&names)))
    };
    let told: Vec<String> =
        [clause(100.0, "won"), clause(0.0, "lost")].into_iter().flatten().collect();
    (!told.is_empty() && no_verdict(names(rates)).is_none()).then(|| told.join("; "))
}

/// Whether one strategy is better than another, by this verdict on the test; first, how many games
/// nobody won.
pub fn duel(duel: &Duel<'_>, verdict: Option<Verdict>) -> String {
    let Finding { subject: strategy, against: opponent, high, .. } = duel.elo;
    let nobody = undecided(duel.undecided());
    if let Some(nobody) = nobody.clone().filter(|_| duel.undecided() >= 1.0) {
        return nobody;
    }
    let first = nobody.map_or_else(String::new, |told| format!("{told}: "));
    if let [_, ..] = *duel.substituted() {
        let who = listed(&duel.substituted());
        return format!(
            "{first}there is no verdict on {strategy} and {opponent}, for random made more than 1 % \
             of the decisions of {who}"
        );
    }
    match duel.swept() {
        Some([winner, loser]) if duel.swept_p() < 0.05 => {
            return format!("{winner} is better than {loser}, who lost every game");
        }
        Some([winner, loser]) => {
            return format!(
                "{loser} lost every game, but these are too few to call {winner} better"
            );
        }
        None => {}
    }
    let [elo0, elo1] = duel.test.map_or([0.0; 2], |test| [test.elo0, test.elo1]);
    let both = duel.test.is_some_and(|test| test.reverse.is_some());
    let told = match verdict {
        Some(Verdict::More) if elo0 >= 0.0 => format!("{strategy} is better than {opponent}"),
        Some(Verdict::More) => {
            format!("{strategy} is not worse than {opponent} by {} Elo", -elo0)
        }
        Some(Verdict::Less) => format!("{opponent} is better than {strategy}"),
        Some(Verdict::Same) if high.is_some_and(|high| high < 0.0) => {
            format!("{opponent} is better than {strategy}")
        }
        Some(Verdict::Same) if both => {
            format!("neither of {strategy} and {opponent} is better by {elo1} Elo")
        }
        Some(Verdict::Same) => {
            format!("{strategy} is not better than {opponent} by {elo1} Elo")
        }
        _ => format!("it is undecided between {strategy} and {opponent}"),
    };
    first + &told
}

/// The value of a finding so many times as large, with its interval if it has one.
fn with_interval(finding: &Finding, decimals: usize, times: f64) -> Option<String> {
    let estimate = finding.known()?.times(times);
    let [low, value, high] = estimate.ends().map(|end| fixed(end, decimals));
    Some(match estimate.interval {
        Some(_) => format!("{value} [{low}, {high}]"),
        None => value,
    })
}

/// What playing well is worth under a rule set.
pub fn skill(found: &[Finding], rules: &str) -> Vec<String> {
    // Who is the best is what is asked, so that it is looked for by all else.
    let best = |metric: Metric| {
        all_of(found, Question::Best, metric).find(|finding| finding.rules == rules)
    };
    let alone = best(Metric::WinRate).and_then(|finding| {
        let Finding { subject: best, against: others, .. } = finding;
        let rate = with_interval(finding, 1, 100.0)?;
        Some(match best == others {
            true => format!("nobody of these wins more among {others} than {others} itself"),
            false => format!("the best, {best}, wins {rate} % of its games among {others}"),
        })
    });
    let heads = best(Metric::Heads).and_then(|finding| {
        let Finding { subject: better, against: other, .. } = finding;
        let against = format!(
            "{} % of its games against {other}, the second",
            with_interval(finding, 1, 100.0)?
        );
        Some(format!("{better}, the best of all pairs, wins {against}"))
    });
    let ladder = best(Metric::Elo).zip(best(Metric::Steps)).and_then(|(elo, steps)| {
        let Finding { subject: best_of_pool, against: worst, .. } = elo;
        let pool = best(Metric::Pool).and_then(|finding| finding.value).unwrap_or_default();
        let ends =
            format!("from {worst}, the worst of {pool} strategies, up to {best_of_pool}, the best");
        let (steps, elo) = (with_interval(steps, 2, 1.0)?, with_interval(elo, 0, 1.0)?);
        Some(format!("the ladder {ends}, has {steps} steps of 60 % wins ({elo} Elo)"))
    });
    alone.into_iter().chain(heads).chain(ladder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::of_first_seat;
    use crate::duel::DuelTest;
    use crate::made::{around, found};
    use unobench_stats::Interval;

    fn about(value: f64, margin: f64) -> Estimate {
        Estimate { value, interval: Some(Interval { low: value - margin, high: value + margin }) }
    }

    fn rate(name: &str, value: f64, margin: f64) -> Named {
        Named { name: name.to_owned(), estimate: about(value, margin) }
    }

    #[test]
    fn a_winner_is_named_only_when_the_intervals_part() {
        for (rates, wanted) in [
            (
                vec![rate("a", 48.2, 0.3), rate("b", 58.18, 0.28)],
                "b wins most: 58.18 ± 0.28 % where 50 % is the fair share",
            ),
            (
                vec![rate("a", 58.0, 0.3), rate("b", 58.2, 0.3), rate("c", 20.0, 0.3)],
                "b wins 58.20 ± 0.30 % where 50 % is the fair share; it cannot yet be told apart \
                 from a",
            ),
            (
                vec![rate("a", 50.1, 0.3), rate("b", 49.9, 0.3)],
                "the strategies cannot be told apart yet: 50 % is the fair share, which lies \
                 within every interval",
            ),
            (
                vec![Named { name: "a".to_owned(), estimate: Estimate::exactly(1.0) }],
                "a wins 1 % where 50 % is the fair share; there are too few games to say how \
                 certain that is",
            ),
            (Vec::new(), "nothing was measured"),
        ] {
            assert_eq!(best(&rates, 50.0), wanted);
        }
    }

    #[test]
    fn a_leader_says_of_how_many_others_it_could_be_said() {
        let rates = [rate("a", 58.0, 0.28), rate("b", 57.8, 0.28), rate("c", 20.0, 0.28)];
        assert_eq!(leader(&rates).as_deref(), Some("a or 1 more: 58.00 ± 0.28 %"));
        assert_eq!(leader(&rates[2..]).as_deref(), Some("c: 20.00 ± 0.28 %"));
        assert_eq!(leader(&[]), None);
    }

    /// "more than the fair share; the seats may win equally often (p = 0.099)"
    #[test]
    fn no_sentence_about_seats_contradicts_itself() {
        for (value, margin, p, wanted) in [
            (26.2, 0.1, Some(1e-9), "an advantage; the seats differ (p < 0.001)"),
            (23.8, 0.1, None, "a disadvantage"),
            (25.1, 0.2, None, "open"),
            (25.1, 0.2, Some(0.314), "the seats cannot be told apart (p = 0.31)"),
            (25.1, 0.2, Some(0.01), "open, but the seats differ (p = 0.010)"),
            (26.2, 0.1, Some(0.099), "the seats cannot be told apart (p = 0.099)"),
            (26.2, f64::NAN, Some(0.01), "there are too few games to say how certain that is"),
        ] {
            let first = about(value, margin);
            let first = Estimate { interval: first.interval.filter(|_| margin > 0.0), ..first };
            let told = seats(first, 25.0, of_first_seat(first, 25.0, p), p);
            assert!(told.ends_with(&format!(" where 25 % is fair: {wanted}")), "{told}");
        }
    }

    #[test]
    fn changes_count_what_survives_and_bound_the_rest() {
        let change = |name: &str, value: f64, margin: f64, verdict| Change {
            rate: rate(name, value, margin),
            told: format!("× {value}"),
            verdict,
            is_idle: name == "idle",
        };
        let told = |all: &[Change]| changes(all, ["longer games", "shorter games"], " turns");
        let lazy = change("lazy", 0.1, 0.3, Some(Verdict::Unclear));
        let all = [
            change("h2o", 5.2, 0.1, Some(Verdict::More)),
            lazy.clone(),
            change("slam", 1.5, 0.1, Some(Verdict::More)),
            change("cars", -0.5, 0.1, Some(Verdict::Less)),
            change("idle", 0.0, 0.0, Some(Verdict::Same)),
            change("endless", 9.0, 0.1, None),
        ];
        assert_eq!(
            told(&all),
            [
                "Longer games under 2 of 6 rule sets, most under h2o (× 5.2); shorter games under \
                 1, cars (× -0.5).",
                "Under lazy, no difference is larger than 0.4 turns; nobody can act on idle: every \
                 game stays the same; no verdict on endless, where some games do not finish, points \
                 count otherwise or random made more than 1 % of a bot's decisions.",
            ]
        );
        assert_eq!(
            told(&[lazy.clone(), change("slam", 0.0, 0.1, Some(Verdict::Same))]),
            ["Clearly neither longer games nor shorter games under any of 2 rule sets; no \
                difference is larger than 0.4 turns."]
        );
    }

    #[test]
    fn changes_are_told_as_multiples_or_in_points() {
        let more = Some(Verdict::More);
        let times = Change::of_times("a".to_owned(), about(1.25, 0.05), more);
        assert_eq!((&*times.told, times.rate.estimate.value), ("× 1.25", 25.0));
        let points = Change::of_points("a".to_owned(), about(-1.25, 0.05), more);
        assert_eq!((&*points.told, points.rate.estimate.value), ("−1.2 points", -1.25));
    }

    /// A duel with one side alone each: their games, those that they won, and numbers of the test.
    fn duel_of(names: [&str; 2], games: u64, won: [u64; 2]) -> Vec<Finding> {
        let undecided = games - won[0] - won[1];
        let share = Some(undecided as f64 / games as f64);
        let elo = Finding { undecided: share, ..found(Question::Duel, names[0], names[1]) };
        let side = |place: usize| {
            let finding = found(Question::Sides, names[place], names[1 - place]);
            Finding { games: Some(games), ..finding.count(Metric::Wins, won[place]) }
        };
        let all = [
            elo.number(Metric::Elo, None),
            elo.count(Metric::UndecidedGames, undecided),
            side(0),
            side(1),
        ];
        all.into()
    }

    /// A test from this Elo difference to 5, of both where it begins at nothing.
    fn test_from(elo0: f64) -> DuelTest {
        DuelTest {
            rules: "official".to_owned(),
            elo0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            llr: 0.0,
            reverse: (elo0 >= 0.0).then_some(0.0),
            lower: -3.0,
            upper: 3.0,
            accepted: None,
        }
    }

    fn told_of(found: &[Finding], test: &DuelTest, verdict: Option<Verdict>) -> String {
        let tests = std::slice::from_ref(test);
        duel(&Duel::all(found, tests).next().expect("a duel"), verdict)
    }

    /// Whoever is named first, a duel that one side won throughout says the same.
    #[test]
    fn who_won_every_game_is_told_in_either_order() {
        let told = |names, games, won| {
            told_of(&duel_of(names, games, won), &test_from(0.0), Some(Verdict::Same))
        };
        for (lost, wanted) in [
            (400, "b is better than a, who lost every game"),
            (4, "a lost every game, but these are too few to call b better"),
        ] {
            assert_eq!(told(["a", "b"], lost, [0, lost]), wanted);
            assert_eq!(told(["b", "a"], lost, [lost, 0]), wanted);
        }
        for (won, games) in [([1, 399], 400), ([0, 399], 400), ([200, 200], 400)] {
            assert!(!told(["a", "b"], games, won).contains("every game"), "{won:?}");
        }
        let rates = [rate("c", 100.0, 1.0), rate("a", 0.0, 1.0), rate("b", 0.0, 1.0)];
        assert_eq!(certain(&rates).as_deref(), Some("c won every game; a and b lost every game"));
        assert_eq!(certain(&[rate("a", 0.1, 1.0)]), None);
    }

    #[test]
    fn a_duel_says_what_the_test_accepts() {
        use Verdict::{Less, More, Same, Unclear};
        let nobody = "20 % of the games ended without a winner; we count them as draws: a is better \
                      than b";
        let nothing = "nobody won a single game, so nothing is said of strength, the first \
                       player or skill";
        for (verdict, elo0, won, wanted) in [
            (Same, 0.0, 50, "neither of a and b is better by 5 Elo"),
            (Same, -5.0, 50, "a is not better than b by 5 Elo"),
            (More, 0.0, 50, "a is better than b"),
            (Less, 0.0, 50, "b is better than a"),
            (More, -5.0, 50, "a is not worse than b by 5 Elo"),
            (Unclear, 0.0, 50, "it is undecided between a and b"),
            (More, 0.0, 40, nobody),
            (Unclear, 0.0, 0, nothing),
        ] {
            let found = duel_of(["a", "b"], 100, [won, won]);
            assert_eq!(told_of(&found, &test_from(elo0), Some(verdict)), wanted);
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
        let told = crosstable(3, 3, None, "", &[vec!["a", "b", "c"]]);
        assert!(told.ends_with("there is one cycle: a beats b beats c beats a."), "{told}");
    }

    #[test]
    fn distributions_are_told_by_their_middles() {
        let shape = |name: &str, mean: f64| Shape {
            name: name.to_owned(),
            mean: about(mean, 0.2),
            quantiles: [7, 30, 90],
        };
        let single = shapes(&[shape("", 38.2)], "Turns in a game", "most", "fewest");
        assert_eq!(single, "Turns in a game: 38.20 ± 0.20 on average, nine of ten from 7 to 90.");
        let two =
            shapes(&[shape("a", 38.2), shape("b", 50.0)], "Turns in a game", "most", "fewest");
        let parts = ["most b (50.00 ± 0.20 on average", "fewest a (38.20 ± 0.20 on average"];
        assert!(parts.iter().all(|part| two.contains(part)), "{two}");
    }

    /// 10^(1/4) = 1.778 to as many others; of two who win together each counts a half.
    #[test]
    fn a_hundred_points_are_a_share_of_games() {
        for (players, fair, share) in
            [(2, 0.5, "64 %"), (3, 1.0 / 3.0, "47 %"), (4, 0.25, "37 %"), (4, 0.5, "64 %")]
        {
            assert!(scale_of_elo(players, fair).contains(share), "{players} {fair}");
        }
    }

    /// "between champion and champion the better player wins 50.0 [50.0, 50.0] %"
    #[test]
    fn nobody_is_better_than_itself() {
        let best = |strategy: &str, against: &str, metric: Metric, value: f64, margin: f64| {
            around(&found(Question::Best, strategy, against), metric, value, margin)
        };
        let told = |others: &str| {
            let all = [
                best("linear", others, Metric::WinRate, 0.695, 0.007),
                best("linear", "random", Metric::Elo, 176.0, 7.0),
                best("linear", "random", Metric::Steps, 2.5, 0.1),
                best("linear", "random", Metric::Pool, 3.0, 0.0),
            ];
            skill(&all, "official")
        };
        assert_eq!(
            told("random"),
            [
                "the best, linear, wins 69.5 [68.8, 70.2] % of its games among random",
                "the ladder from random, the worst of 3 strategies, up to linear, the best, has \
                 2.50 [2.40, 2.60] steps of 60 % wins (176 [169, 183] Elo)",
            ]
        );
        assert_eq!(told("linear")[0], "nobody of these wins more among linear than linear itself");
    }
}

//! What is said above and below the table of a survey: what its marks mean, who sat at its tables,
//! and what is to be known of its games. What is said of the effects themselves is in
//! [`answers`](super::answers).

use super::answers::some;
use super::number::{fixed, grouped, percent};
use super::speech::listed;
use crate::comparison::Comparison;
use crate::documents::Learning;
use crate::finding::{Finding, FindingKey, of_percent};
use crate::metric::Metric;
use crate::panel::{ALL_SORTS, LEARNED, MIXED};
use crate::question::Question;

/// The range of chances that is told: from so many percent to ten more.
const TOLD_CHANCE: usize = 60;

/// By what the effects of a survey are judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgedBy<'a> {
    /// The rule set that others are compared with.
    pub baseline: &'a str,
    /// The smallest effect that matters, in percent; of shares half as many points.
    pub smallest_effect: f64,
}

/// What was compared with a baseline, in how many games at each table.
pub fn title(rule_sets: usize, baseline: &str, games: u64) -> String {
    let games = grouped(games);
    format!("{rule_sets} rule sets against {baseline}, {games} games at each table")
}

/// What is said where there is more than can be looked at.
pub fn too_many(rule_sets: usize, baseline: &str) -> String {
    format!(
        "{} against {baseline}: too many rule sets for a screen; `unobench show` has them as tables",
        grouped(rule_sets as u64)
    )
}

/// What the marks of a table of effects mean; `bots` are those that played.
pub fn legend<S: AsRef<str>>(judged_by: JudgedBy<'_>, bots: &[S]) -> String {
    let JudgedBy { baseline, smallest_effect } = judged_by;
    let bots = if bots.is_empty() { "" } else { ", or random played for a bot" };
    format!(
        "▲ ▼: more or less than {baseline} by more than {smallest_effect} % (shares: {} points); \
         =: the same, to within that; ?: not known yet; ≡: nobody there can act on the rule, so \
         every game stays the same; !: not compared, for more than 1 game in 1,000 does not finish \
         (length), or points are counted otherwise{bots}. First seat and seats w are compared with \
         fair seats. What is asked first, at the tables of counter and champion: length, first \
         seat, points, drawing and skill. In at most 5 % of such tables is any ▲ or ▼ wrong, and \
         in at most 5 % any = (Holm), so in at least 90 % none. △ ▽ ≈: the same of all else, which \
         is exploration: of △ and ▽ 5 % are wrong on average, and of ≈ as many (Benjamini and \
         Hochberg).",
        smallest_effect / 2.0
    )
}

/// What the marks of a sweep over a number mean.
pub fn legend_of_line(judged_by: JudgedBy<'_>) -> String {
    let JudgedBy { baseline, smallest_effect } = judged_by;
    format!(
        "more: what each step of the number does, as the straight line of least squares has \
         it; ▲ ▼: from its first value to its last that is more or less by more than \
         {smallest_effect} % (shares: {} points); =: the same, to within that; straight: no value \
         is further than that from the line. ?: not known yet. In at most 5 % of such sweeps is \
         any ▲, ▼ or no wrong, and in at most 5 % any = or yes (Holm). {baseline} is compared in \
         `unobench show`",
        smallest_effect / 2.0
    )
}

/// Who sits at the tables of these names.
pub fn tables(names: &[String]) -> String {
    let mut told = Vec::new();
    for name in names {
        told.push(match &**name {
            MIXED => format!("{name}: {} in turn", ALL_SORTS.join(", ")),
            _ if name.contains('+') => format!("{name}: {} in turn", name.replace('+', ", ")),
            _ => format!("{name} in every seat"),
        });
    }
    format!("tables: {}", told.join("; "))
}

/// By whom skill is measured, and among whom; nothing where nobody sits alone.
pub fn pool(members: &[String], others: &[String]) -> Option<String> {
    let (pool, others) = (listed(members), others.join(" or "));
    (!members.is_empty())
        .then(|| format!("skill and neighbour by {pool}, each alone among {others}"))
}

/// Why nothing is said where these bots sit, for which random decided too often.
pub fn substituted(bots: &[String]) -> Option<String> {
    let names = listed(bots);
    (!bots.is_empty()).then(|| {
        format!(
            "there is no verdict where {names} played: random made more than 1 % of the decisions"
        )
    })
}

/// How those have learned who play as `learned`, and what that does to the intervals.
pub fn learned(learning: &Learning) -> String {
    let intervals = match learning.learners {
        1 => {
            "one for each rule set and number of seats: the intervals come from that one's games, \
             and another network might have learned differently"
                .to_owned()
        }
        learners => format!(
            "{learners} for each rule set and number of seats: the intervals come from how much \
             they differ"
        ),
    };
    format!("{LEARNED}: {}, not on the deals that are measured; {intervals}", learning.people())
}

/// Of which rule sets nobody knows whether somebody knows them.
pub fn unknown(rules: &[String]) -> Option<String> {
    let names = some(rules);
    (!rules.is_empty())
        .then(|| format!("nobody is said to know {names}: champion has passed no exam there"))
}

/// How many games did not finish, by how, under the rule sets of some effects: a sentence for each
/// way to end.
pub fn unfinished(found: &[Comparison<'_>]) -> Vec<String> {
    let mut sentences = Vec::new();
    for (metric, ended) in
        [(Metric::StalledShare, "stalled"), (Metric::BlockedShare, "were blocked")]
    {
        let mut shares = Vec::new();
        for effect in found.iter().filter(|effect| effect.metric == metric) {
            if let Some(share) = effect.value.filter(|share| *share > 0.0) {
                let (rules, table) = (&effect.rules, &effect.table);
                shares.push(format!("{rules} ({table}, {})", percent(share, 2)));
            }
        }
        if !shares.is_empty() {
            sentences.push(format!("some games {ended}: {}", some(&shares)));
        }
    }
    sentences
}

/// How true the chances are that `champion` gives to sides under a baseline, at each of these tables
/// by their seats and names; nothing where nobody was asked.
pub fn chances(found: &[Finding], baseline: &str, tables: &[(u32, &str)]) -> Option<String> {
    let mut told = Vec::new();
    for &(players, table) in tables {
        let said = count_of_chances(found, (baseline, players, table), Metric::Said);
        let won = count_of_chances(found, (baseline, players, table), Metric::Won);
        if let Some((said, won)) = said.zip(won).filter(|(said, _)| *said > 0.0) {
            told.push(format!("{} ({table})", percent(won / said, 0)));
        }
    }
    let (first, last) = (TOLD_CHANCE / 10, TOLD_CHANCE / 10 + 1);
    (!told.is_empty()).then(|| {
        format!(
            "chances under {baseline}: where a side was said to win {first} to {last} of 10 games, \
             it won {}; `unobench show` has all",
            listed(&told)
        )
    })
}

/// How often a side was said to have the chance that is told, or won then, under a rule set at a
/// table.
fn count_of_chances(
    found: &[Finding],
    (rules, players, table): (&str, u32, &str),
    metric: Metric,
) -> Option<f64> {
    let (question, subject) = (Question::Chances, &*of_percent(TOLD_CHANCE));
    let key = FindingKey { question, rules, players, table, subject, against: "", metric };
    found.iter().find(|finding| finding.key() == key)?.value
}

/// How many unpaired games one is worth that is played on the deals of the baseline, by these gains
/// of rule sets at tables; nothing where there are none.
pub fn pairing(gains: &[f64]) -> Option<String> {
    let mut sorted = gains.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (least, most) = (sorted.first()?, sorted.last()?);
    let [median, least, most] =
        [sorted[sorted.len() / 2], *least, *most].map(|gain| fixed(gain, 2));
    Some(format!(
        "pairing on the same deals: by turns worth {median} times as many unpaired games (median; \
         {least} to {most}); it gains little where games soon diverge"
    ))
}

/// Which rule sets do not deal as the baseline does.
pub fn unpaired(rules: &[String], baseline: &str) -> Option<String> {
    let names = listed(rules);
    (!rules.is_empty()).then(|| {
        format!(
            "dealt differently from {baseline}, since their cards, hand size or start card differ, \
             so compared without pairing: {names}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::effects;
    use crate::made::{effect, found};
    use unobench_stats::Verdict;

    /// The number that stands after some words.
    fn number_after(told: &str, words: &str) -> f64 {
        let (_, rest) = told.split_once(words).unwrap_or_else(|| panic!("{words}: {told}"));
        rest.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
    }

    #[test]
    fn legends_say_what_effects_are_judged_by() {
        for smallest_effect in [0.5, 1.0, 3.0, 12.5] {
            let judged_by = JudgedBy { baseline: "plain", smallest_effect };
            for told in [legend::<&str>(judged_by, &[]), legend_of_line(judged_by)] {
                assert_eq!(number_after(&told, "by more than "), smallest_effect);
                assert_eq!(number_after(&told, "(shares: "), smallest_effect / 2.0);
                assert!(told.contains("plain") && !told.contains("bot,"), "{told}");
            }
            assert!(legend(judged_by, &["lazy"]).contains("or random played for a bot"));
        }
    }

    #[test]
    fn games_that_did_not_finish_are_told_of_the_rule_set_and_not_of_the_baseline() {
        let of = |rules: &str, metric: Metric, share: f64| {
            let names = [rules, "official", "counter"];
            let [effect, base] = effect(names, (metric, 0.5), share - 0.5, Verdict::More);
            let value = Finding { against: String::new(), ..effect.number(metric, share) };
            [effect, base, value]
        };
        let all = [
            of("a", Metric::StalledShare, 0.0),
            of("b", Metric::StalledShare, 0.0125),
            of("b", Metric::BlockedShare, 0.25),
        ];
        assert_eq!(
            unfinished(&effects(all.as_flattened())),
            [
                "some games stalled: b (counter, 1.25 %)",
                "some games were blocked: b (counter, 25.00 %)"
            ]
        );
    }

    #[test]
    fn chances_are_told_by_table_in_their_order() {
        let of = |table: &str, range: usize, [said, won]: [u64; 2]| {
            let finding = Finding {
                table: table.to_owned(),
                ..found(Question::Chances, &of_percent(range), "")
            };
            [finding.count(Metric::Said, said), finding.count(Metric::Won, won)]
        };
        let all = [
            of("counter", 60, [200, 130]),
            of("counter", 70, [10, 10]),
            of("random", 60, [100, 73]),
            of("unasked", 60, [0, 0]),
        ];
        let tables = [(4, "random"), (4, "counter"), (4, "unasked"), (3, "counter")];
        let told = chances(all.as_flattened(), "official", &tables).expect("they are known");
        assert!(
            told.contains("to win 6 to 7 of 10 games, it won 73 % (random) and 65 % (counter);")
        );
        assert_eq!(chances(all.as_flattened(), "plain", &tables), None);
    }

    #[test]
    fn what_pairing_gains_is_the_median_of_all() {
        let told = pairing(&[4.0, 1.5, 2.0]).expect("there are gains");
        assert_eq!(number_after(&told, "worth "), 2.0);
        assert!(told.contains("(median; 1.50 to 4.00)"), "{told}");
        assert_eq!(pairing(&[]), None);
    }
}

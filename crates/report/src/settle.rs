//! The answer to one question about a house rule, in words for people at a table: what changes, for
//! whom, and whether anybody would notice. What is said is a verdict by the smallest effect that
//! matters, corrected over everything that was measured.

use crate::answers::{are_known, cannot_act, groups, names, teller};
use crate::sentences::undecided;
use crate::words::{sentence, with_margin};
use unobench_findings::comparison::{Comparison, of_those_who_act, unfinished};
use unobench_findings::metric::{ASKED, ASKED_TOO, Metric, Scale};
use unobench_findings::panel::{KNOWING, WHO_KNOW};
use unobench_findings::words::{capital, grouped, listed};
use unobench_stats::Verdict::{self, Less, More, Same, Unclear};

/// Up to so many percent, nobody at a table sees a change.
const HARDLY: f64 = 5.0;

/// Of the length of games, where too many do not finish.
pub(crate) const TOO_LONG: &str = "not said, for some games do not finish";

/// Of points, where they mean something else.
pub(crate) const COUNTED_OTHERWISE: &str = "counted differently, so they are not compared";

/// From how many percent on people at a table see a change, or from how many games in a hundred;
/// none of what they do not see.
pub(crate) fn noticed_from(metric: Metric) -> Option<f64> {
    metric.words().is_seen.then_some(HARDLY)
}

#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// Its effects, against the official game at one number of seats.
    pub found: &'a [Comparison<'a>],
    pub games: u64,
    /// The smallest change that matters, in percent.
    pub worth: f64,
    /// Whether somebody was examined who is said to know the rules.
    pub knows: bool,
}

/// What a rule set changes for those who know the rules, of what is always asked.
pub fn changes(found: &[Comparison<'_>]) -> String {
    let is_of_them = |of: &&Comparison<'_>| KNOWING.contains(&&*of.table) && !of.is_of_fairness();
    let found: Vec<Comparison<'_>> = found.iter().filter(is_of_them).copied().collect();
    let told = ASKED.map(|metric| Told::of(metric, &found)).into_iter();
    let told: Vec<String> =
        told.filter(|told| told.largest().is_some()).map(|told| told.sentence()).collect();
    if told.is_empty() { "no change is settled.".to_owned() } else { told.join(" ") }
}

/// What is said of something, and the same without what holds at some tables alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    pub topic: String,
    pub sentence: String,
    pub short: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// How many games nobody won, where these are many.
    pub nobody: Option<String>,
    /// Whether something is said of those who know the rules as one.
    pub of_whom: Option<String>,
    /// Length, going first, points, and what knowing the game is worth, changed or not.
    pub asked: Vec<Said>,
    /// What else changes: what people can see first, the largest change first.
    pub changes: Vec<Said>,
    pub same: Option<String>,
    pub unclear: Option<String>,
    /// The tables that cannot act on the rule.
    pub idle: Option<String>,
    pub notice: String,
}

impl Answer {
    pub fn to(question: Question<'_>) -> Answer {
        let (mut found, idle) = of_those_who_act(question.found);
        found.retain(|found| !found.is_of_fairness());
        found.iter_mut().for_each(|found| found.knows = question.knows);
        let told = |metric| Told::of(metric, &found);
        let asked: Vec<Told<'_>> = ASKED.map(told).into();
        let others: Vec<Told<'_>> =
            ASKED_TOO.into_iter().map(told).filter(|told| !told.is_nothing()).collect();
        let (mut changed, unchanged): (Vec<&Told<'_>>, Vec<&Told<'_>>) =
            others.iter().partition(|told| told.largest().is_some());
        changed.sort_by(|one, other| {
            other.rank().partial_cmp(&one.rank()).unwrap_or(std::cmp::Ordering::Equal)
        });
        let (same, unclear): (Vec<&Told<'_>>, Vec<&Told<'_>>) =
            unchanged.into_iter().partition(|told| told.is_same());
        let topics = |told: &[&Told<'_>]| {
            let topics: Vec<&str> = told.iter().map(|told| told.topic()).collect();
            (!topics.is_empty()).then(|| listed(&topics))
        };
        let games = grouped(question.games);
        let knows =
            asked.iter().flat_map(|told| groups(&told.found)).any(|(_, group)| are_known(&group));
        Answer {
            nobody: undecided(unfinished(question.found)).map(|told| sentence(&told)),
            of_whom: knows.then(|| format!("For {WHO_KNOW}, wherever {} agree:", listed(&KNOWING))),
            asked: asked.iter().map(Told::said).collect(),
            changes: changed.into_iter().map(Told::said).collect(),
            same: topics(&same).map(|topics| format!("No different: {topics}.")),
            unclear: topics(&unclear)
                .map(|topics| format!("Not settled by {games} games: {topics}.")),
            idle: cannot_act(&idle, &str::to_owned).map(|told| told + "."),
            notice: format!("Would anybody notice? {}", notice(&asked, &others, question)),
        }
    }
}

#[derive(Debug)]
struct Told<'a> {
    metric: Metric,
    found: Vec<Comparison<'a>>,
}

impl<'a> Told<'a> {
    fn of(metric: Metric, all: &[Comparison<'a>]) -> Told<'a> {
        let found = all.iter().filter(|found| found.metric == metric).copied().collect();
        Told { metric, found }
    }

    /// Whether it was not measured, or is nothing with the rule and without.
    fn is_nothing(&self) -> bool {
        self.found.iter().all(|found| (found.base, found.difference.value) == (Some(0.0), 0.0))
    }

    fn topic(&self) -> &'static str {
        self.metric.words().topic
    }

    /// The table at which it changes most.
    fn largest(&self) -> Option<&Comparison<'a>> {
        let changed = self.found.iter().filter(|found| found.is_sure());
        changed.max_by(|one, other| one.percent().total_cmp(&other.percent()))
    }

    fn is_same(&self) -> bool {
        self.found.iter().all(|found| found.verdict == Some(Same))
    }

    /// What people can see comes first, then what changes most.
    fn rank(&self) -> (bool, f64) {
        (self.metric.words().is_seen, self.largest().map_or(0.0, Comparison::percent))
    }

    fn sentence(&self) -> String {
        let groups = groups(&self.found);
        let told = |(verdict, group): &(Verdict, Vec<Comparison<'_>>)| match verdict {
            More => self.filled(0, group),
            Less => self.filled(1, group),
            Same => "no different".to_owned(),
            Unclear => self.open(group),
        };
        let among = |of: &(Verdict, Vec<Comparison<'_>>)| listed(&names(&of.1, &str::to_owned));
        let known = groups.iter().position(|(_, group)| are_known(group));
        let open: Vec<Comparison<'_>> =
            self.found.iter().filter(|found| found.verdict.is_none()).copied().collect();
        let said = match (&groups[..], known) {
            ([], _) if self.found.is_empty() => "no different".to_owned(),
            ([], _) if self.metric.is_of_points() => COUNTED_OTHERWISE.to_owned(),
            ([], _) => TOO_LONG.to_owned(),
            ([one], _) => told(one),
            (_, None) => {
                let each = groups.iter().map(|of| format!("{} among {}", told(of), among(of)));
                each.collect::<Vec<_>>().join("; ")
            }
            (_, Some(known)) => {
                let others = groups.iter().enumerate().filter(|(place, _)| *place != known);
                let others = others.map(|(_, of)| format!("{}: {}", among(of), told(of)));
                format!("{} ({})", told(&groups[known]), others.collect::<Vec<_>>().join("; "))
            }
        };
        let open = match open.is_empty() || groups.is_empty() {
            true => String::new(),
            false => format!("; {} among {}", TOO_LONG, listed(&names(&open, &str::to_owned))),
        };
        format!("{}{}: {said}{open}.", capital(self.topic()), self.officially())
    }

    fn said(&self) -> Said {
        let knows = |found: &&Comparison<'_>| KNOWING.contains(&&*found.table);
        let known: Vec<Comparison<'_>> = self.found.iter().filter(knows).copied().collect();
        let short = match self.metric.words().is_of_pool || known.is_empty() {
            true => self.sentence(),
            false => Told { found: known, ..*self }.sentence(),
        };
        Said { topic: self.topic().to_owned(), sentence: self.sentence(), short }
    }

    fn filled(&self, which: usize, group: &[Comparison<'_>]) -> String {
        let Some(teller) = teller(group) else { return String::new() };
        let amount = rounded(self.size(teller));
        singular(self.metric.words().settled[which].replace('#', &amount), &amount)
    }

    fn size(&self, found: &Comparison<'_>) -> f64 {
        match self.metric.words().scale {
            Scale::Often => found.percent(),
            _ => found.shown().value.abs(),
        }
    }

    /// What is settled, in one clause, where all say the same who are asked: those who know the
    /// rules, or whoever plays well among others.
    fn plain(&self) -> Option<(Verdict, String)> {
        let first = self.found.first()?.verdict?;
        if self.found.iter().any(|found| found.verdict != Some(first)) {
            return None;
        }
        let which = match first {
            More => 0,
            Less => 1,
            Same => return Some((Same, self.topic().to_owned())),
            Unclear => return None,
        };
        let mut sizes: Vec<f64> = self.found.iter().map(|found| self.size(found)).collect();
        sizes.sort_by(f64::total_cmp);
        let [least, most] = [sizes[0], sizes[sizes.len() - 1]].map(rounded);
        let amount = if least == most { most } else { format!("{least} to {most}") };
        let base = teller(&self.found).and_then(|found| found.base).unwrap_or_default();
        let usual = format!("{:.0}", base * self.metric.factor());
        let words = self.metric.words().plain[which];
        Some((first, singular(words.replace('#', &amount).replace('~', &usual), &amount)))
    }

    /// How much it may be that is not settled, in the unit of its metric.
    fn open(&self, group: &[Comparison<'_>]) -> String {
        let shown = teller(group).map(Comparison::shown).filter(|of| of.interval.is_some());
        match shown.filter(|_| self.metric.words().scale != Scale::Often) {
            Some(of) if of.value > 0.0 => format!("not settled, +{}", with_margin(of)),
            Some(of) => format!("not settled, {}", with_margin(of)),
            None => "not settled".to_owned(),
        }
    }

    /// What it is in the official game, for who tells it.
    fn officially(&self) -> String {
        let base = teller(&self.found).and_then(|found| found.base);
        let words = self.metric.words().officially;
        base.filter(|_| !words.is_empty()).map_or_else(String::new, |base| {
            format!(" ({})", words.replace('#', &format!("{:.0}", base * self.metric.factor())))
        })
    }
}

/// One turn, not one turns.
fn singular(words: String, amount: &str) -> String {
    if amount != "1" {
        return words;
    }
    ["turns", "cards", "points", "games"].into_iter().fold(words, |words, plural| {
        words.replacen(&format!("1 {plural}"), &format!("1 {}", &plural[..plural.len() - 1]), 1)
    })
}

/// An answer for somebody who reads no statistics.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plain {
    /// What changes and what does not, and whether anybody would notice.
    pub told: String,
    /// What is sure, what is not settled, and what cannot be compared, by topic.
    pub sure: String,
    /// The turns of a game without the rule and with it, where the length is settled.
    pub lengths: Option<[f64; 2]>,
}

impl Plain {
    pub fn to(question: Question<'_>) -> Plain {
        let (mut found, _) = of_those_who_act(question.found);
        found.retain(|of| {
            let is_asked = of.metric.words().is_of_pool || KNOWING.contains(&&*of.table);
            is_asked && !of.is_of_fairness()
        });
        let is_seen = |metric: &Metric| ASKED.contains(metric) || metric.words().is_seen;
        let all = ASKED.into_iter().chain(ASKED_TOO).filter(is_seen);
        let all = all.map(|metric| Told::of(metric, &found)).filter(|told| !told.is_nothing());
        let (mut changes, mut same, mut sure) = (vec![], vec![], vec![]);
        let (mut open, mut apart, mut lengths, mut most) = (vec![], vec![], None, None);
        for told in all {
            let said = told.plain();
            match &said {
                None if told.found.iter().all(|of| of.verdict.is_none()) => {
                    apart.push(told.topic())
                }
                None => open.push(told.topic()),
                Some((Same, _)) => same.push(told.topic()),
                Some((_, clause)) => {
                    changes.push(clause.clone());
                    let seen = told.largest().filter(|_| told.metric.words().is_seen);
                    most = seen.map(Comparison::percent).into_iter().chain(most).reduce(f64::max);
                }
            }
            sure.extend(said.map(|_| told.topic()));
            if told.metric == Metric::LENGTH && sure.contains(&told.topic()) {
                let of = teller(&told.found);
                lengths = of.and_then(|of| Some([of.base?, of.base? + of.difference.value]));
            }
        }
        let change = match changes.is_empty() {
            true if open.is_empty() => "nothing changes by enough to matter".to_owned(),
            true => "nothing is known to change".to_owned(),
            false => listed(&changes),
        };
        let notice = match most {
            Some(most) if most >= HARDLY => "People would notice",
            Some(_) => "Hardly anybody would notice that",
            None if open.is_empty() => "Nobody would notice",
            None => "Whether anybody would notice is not settled",
        };
        let same = (!same.is_empty()).then(|| format!("No different: {}", listed(&same)));
        let nobody = undecided(unfinished(question.found));
        let told = nobody.into_iter().chain([change]).chain(same).chain([notice.to_owned()]);
        // The first goes on after a colon.
        let told = told.enumerate().map(|(place, of)| if place > 0 { capital(&of) } else { of });
        let known = [("Sure of", sure), ("Not settled", open), ("Not compared", apart)].into_iter();
        let known = known.filter(|(_, topics)| !topics.is_empty());
        let known = known.map(|(word, topics)| format!("{word}: {}.", listed(&topics)));
        Plain {
            told: told.collect::<Vec<_>>().join(". ") + ".",
            sure: known.collect::<Vec<_>>().join(" "),
            lengths,
        }
    }
}

/// Whether people would notice, by what they can see at a table, and where.
fn notice(asked: &[Told<'_>], others: &[Told<'_>], question: Question<'_>) -> String {
    let Question { games, worth, .. } = question;
    let seen = || asked.iter().chain(others).filter(|told| told.metric.words().is_seen);
    let largest = seen().filter_map(|told| Some((told.topic(), told.largest()?)));
    let largest = largest.max_by(|(_, one), (_, other)| one.percent().total_cmp(&other.percent()));
    if let Some((topic, found)) = largest {
        let would = if found.percent() < HARDLY { "Hardly" } else { "Yes" };
        let (percent, table) = (found.percent(), &found.table);
        let places = usize::from(percent < 2.0 * HARDLY);
        return format!("{would}: the largest change is {percent:.places$} % ({topic}, {table}).");
    }
    let mut all = seen().flat_map(|told| &told.found);
    if all.any(|found| found.verdict == Some(Unclear)) {
        format!("Not settled by {} games.", grouped(games))
    } else {
        format!("No: nothing at the table changes by as much as {worth} %.")
    }
}

/// A number with as many digits as people want.
fn rounded(number: f64) -> String {
    let places = usize::from(number < 0.75);
    match format!("{number:.places$}") {
        text if text == "0.0" => "less than 0.1".to_owned(),
        text => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::effect;
    use unobench_findings::comparison::effects;
    use unobench_findings::finding::Finding;
    use unobench_findings::panel::MIXED;

    /// At `champion`, the mixed table, `counter` and `random`, with the values that are compared.
    fn rows(metric: Metric, before: f64, effects: [(f64, Verdict); 4]) -> Vec<Finding> {
        let tables = ["champion", MIXED, "counter", "random"];
        let row = |(table, (difference, verdict)): (&str, (f64, Verdict))| {
            let of = ["new", "official", table];
            let [of, base] = effect(of, (metric, before), difference, verdict.name());
            [Finding { low: None, high: None, ..of }, base]
        };
        tables.into_iter().zip(effects).flat_map(row).collect()
    }

    fn answer(rows: &[Vec<Finding>]) -> Answer {
        let rows = rows.concat();
        Answer::to(Question { found: &effects(&rows), games: 200_000, worth: 1.0, knows: true })
    }

    fn sentences(said: &[Said]) -> Vec<&str> {
        said.iter().map(|said| &*said.sentence).collect()
    }

    #[test]
    fn what_people_ask_first_is_always_told_and_the_rest_where_it_changes() {
        let told = answer(&[
            rows(
                Metric::LENGTH,
                44.6,
                [(-1.1, Less), (-1.0, Less), (-0.96, Less), (-0.5, Unclear)],
            ),
            rows(
                Metric::FirstSeat,
                0.26,
                [(0.001, Same), (0.0, Unclear), (0.0, Same), (0.0, Same)],
            ),
            rows(Metric::ScoreMean, 125.0, [(9.1, More), (2.6, More), (3.0, More), (0.2, Same)]),
            rows(Metric::SkillGain, 0.05, [(0.0101, More); 4]),
            rows(Metric::LeadChanges, 3.0, [(-0.2, Less); 4]),
            rows(Metric::CardsDrawn, 20.0, [(0.01, Same); 4]),
            rows(Metric::StalledShare, 0.0, [(0.0, Same); 4]),
        ]);
        assert_eq!(
            sentences(&told.asked),
            [
                "Length (45 turns): 1 turn shorter (random: not settled).",
                "Going first (26 wins in 100): no different (mixed: not settled).",
                "Points (125 a win): 9 points more among champion; 3 points more among mixed and \
                 counter; no different among random.",
                "Skill (+5 in 100): 1 in 100 more.",
            ]
        );
        assert_eq!(told.asked[0].short, "Length (45 turns): 1 turn shorter.");
        let points =
            "Points (125 a win): 9 points more among champion; 3 points more among counter.";
        assert_eq!(told.asked[2].short, points);
        assert_eq!(sentences(&told.changes), ["Lead: changes hands 7 % less often."]);
        assert_eq!(told.same.as_deref(), Some("No different: drawing."));
        let whom = "For people who know the rules, wherever counter and champion agree:";
        assert_eq!((told.of_whom.as_deref(), told.idle), (Some(whom), None));
        let notice = "Would anybody notice? Yes: the largest change is 7.3 % (points, champion).";
        assert_eq!(told.notice, notice);
    }

    /// Random and the mixed table say nothing here.
    #[test]
    fn in_plain_words_only_what_is_settled_is_told() {
        let plain = |rows: &[Vec<Finding>]| {
            let rows = rows.concat();
            Plain::to(Question { found: &effects(&rows), games: 200, worth: 1.0, knows: true })
        };
        let first = || rows(Metric::FirstSeat, 0.26, [(0.0, Same); 4]);
        let told = plain(&[
            rows(Metric::LENGTH, 46.0, [(-2.2, Less), (9.0, More), (-1.0, Less), (9.0, More)]),
            first(),
            rows(Metric::ScoreMean, 125.0, [(9.1, More), (0.0, Same), (3.0, Unclear), (0.0, Same)]),
        ]);
        let words = "games get shorter by about 1 to 2 turns of 46. No different: going first. \
                     Hardly anybody would notice that.";
        assert_eq!((&*told.told, told.lengths), (words, Some([46.0, 43.8])));
        assert_eq!(told.sure, "Sure of: length and going first. Not settled: points.");
        // Whoever wins little more of few points changes much.
        let points = rows(Metric::ScoreMean, 20.0, [(1.4, More); 4]);
        let told = plain(&[rows(Metric::LENGTH, 46.0, [(0.4, Unclear); 4]), points]);
        let words = "who goes out gets 1 point more than the usual 20. People would notice.";
        assert_eq!((&*told.told, told.lengths), (words, None));
        let same = plain(&[rows(Metric::LENGTH, 46.0, [(0.1, Same); 4]), first()]);
        let words = "nothing changes by enough to matter. No different: length and going first. \
                     Nobody would notice.";
        assert_eq!((&*same.told, same.lengths), (words, Some([46.0, 46.1])));
        let mut apart = rows(Metric::ScoreMean, 125.0, [(9.0, More); 4]);
        apart.iter_mut().for_each(|row| row.verdict.clear());
        let mut stalled = rows(Metric::StalledShare, 0.0, [(0.4, Unclear); 4]);
        let of = Finding { against: String::new(), value: Some(0.4), ..stalled[0].clone() };
        stalled.push(of);
        let told = plain(&[apart, stalled, first()]);
        let words = "nobody won 40.0 % of the games; each side has an equal part of them. Nothing \
                     is known to change. No different: going first. Whether anybody would notice \
                     is not settled.";
        assert_eq!(told.told, words);
        let sure = "Sure of: going first. Not settled: endless games. Not compared: points.";
        assert_eq!(told.sure, sure);
    }

    #[test]
    fn a_change_is_noticed_by_its_size_before_it_is_rounded() {
        let notice = |difference| {
            let verdict = if difference < 0.0 { Less } else { More };
            answer(&[rows(Metric::LENGTH, 100.0, [(difference, verdict); 4])]).notice
        };
        let told = |would: &str, percent: &str| {
            format!(
                "Would anybody notice? {would}: the largest change is {percent} % (length, random)."
            )
        };
        assert_eq!(notice(-4.64), told("Hardly", "4.6"));
        assert_eq!(notice(5.2), told("Yes", "5.2"));
        assert_eq!(notice(50.4), told("Yes", "50"));
        let same = answer(&[rows(Metric::LENGTH, 40.0, [(0.1, Same); 4])]);
        assert!(same.notice.ends_with("No: nothing at the table changes by as much as 1 %."));
        let unclear = answer(&[
            rows(Metric::LENGTH, 40.0, [(0.4, Unclear); 4]),
            // What nobody sees at a table does not count.
            rows(Metric::LeadChanges, 3.0, [(1.0, More); 4]),
        ]);
        assert!(unclear.notice.ends_with("notice? Not settled by 200,000 games."));
        assert_eq!(unclear.asked[0].sentence, "Length (40 turns): not settled.");
        let mut first = rows(Metric::FirstSeat, 0.26, [(0.002, Unclear); 4]);
        first.iter_mut().for_each(|row| {
            (row.low, row.high) = (Some(-0.001), Some(0.005));
        });
        let told = "Going first (26 wins in 100): not settled, +0.2 ± 0.3.";
        assert_eq!(answer(&[first]).asked[1].sentence, told);
    }

    #[test]
    fn a_table_that_cannot_act_is_told_apart() {
        let some = [(-1.0, Less), (-1.0, Less), (0.0, Same), (0.0, Same)];
        let told = answer(&[rows(Metric::LENGTH, 40.0, some)]);
        let length = "Length (40 turns): 1 turn shorter.";
        assert_eq!((&*told.asked[0].sentence, told.of_whom), (length, None));
        let idle = "counter and random cannot act on it: every game stays the same.";
        assert_eq!(told.idle.as_deref(), Some(idle));
        let nobody = answer(&[rows(Metric::LENGTH, 40.0, [(0.0, Same); 4])]);
        assert_eq!(nobody.asked[0].sentence, "Length: no different.");
        // Who sits among them may act.
        let skill = rows(Metric::SkillGain, 0.05, [(0.02, More); 4]);
        let among = answer(&[rows(Metric::LENGTH, 40.0, [(0.0, Same); 4]), skill]);
        assert_eq!(among.asked[3].sentence, "Skill (+5 in 100): 2 in 100 more.");
    }

    #[test]
    fn points_that_are_counted_otherwise_are_not_compared() {
        let mut rows = rows(Metric::ScoreMean, 125.0, [(9.0, More); 4]);
        rows.iter_mut().for_each(|row| row.verdict.clear());
        let answer = answer(&[rows]);
        assert!(answer.asked[2].sentence.contains("counted differently"), "{answer:?}");
        assert!(answer.notice.contains("No: nothing at the table"), "{answer:?}");
    }

    #[test]
    fn a_key_alone_is_told_of_where_it_changes_something() {
        let length =
            rows(Metric::LENGTH, 46.0, [(-2.0, Less), (-2.0, Less), (0.1, Same), (9.0, More)]);
        let told = "Length (46 turns): 2 turns shorter among champion; no different among counter.";
        assert_eq!(changes(&effects(&length)), told);
        let same = rows(Metric::LENGTH, 46.0, [(0.0, Same); 4]);
        assert_eq!(changes(&effects(&same)), "no change is settled.");
    }

    #[test]
    fn numbers_have_as_many_digits_as_people_want() {
        for (number, shown) in
            [(0.94, "1"), (0.6, "0.6"), (0.42, "0.4"), (38.2, "38"), (0.0, "less than 0.1")]
        {
            assert_eq!(rounded(number), shown);
        }
    }
}

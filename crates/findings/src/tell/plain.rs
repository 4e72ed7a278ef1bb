//! The answer to one question about a house rule, in words for people at a table: what changes, for
//! whom, and whether anybody would notice. What is said is a verdict by the smallest effect that
//! matters, corrected over what is asked. It is told of the table that knows the rules best; those
//! who play as in the official game have a sentence of their own where they differ by much. Of what
//! is not settled it says the bound, or what it would take.

use crate::comparison::{Comparison, of_those_who_act, unfinished};
use crate::metric::{ASKED, ASKED_TOO, Metric, Scale};
use crate::panel::{LEARNED, PRIMARY_TABLES};
use crate::tell::number::{fixed, grouped, percent};
use crate::tell::speech::{capital, listed};
use unobench_stats::Verdict::{Less, More, Same, Unclear};

/// Below so many percent, hardly anybody at a table sees a change. See docs/STATISTICS.md, "What
/// people notice".
const HARDLY: f64 = 5.0;

/// A bound is an answer up to this part of the quantity.
const BOUND: f64 = 0.1;

/// Where it would take so many times more games than are left to be played, no more are.
const HOPELESS: f64 = 2.0;

/// Who plays as in the official game is told of beside where the change there is by more than this
/// part less or more.
const APART: f64 = 1.0 / 3.0;

/// Who plays as in the official game.
const AS_EVER: &str = "counter";

/// From how many percent on people at a table see a change, or from how many games in a hundred;
/// none of what they do not see.
pub fn noticed_from(metric: Metric) -> Option<f64> {
    metric.words().is_seen.then_some(HARDLY)
}

/// What a rule does to one metric.
#[derive(Debug)]
struct TopicEffect<'a> {
    metric: Metric,
    /// By the table that knows the rules best.
    told: Comparison<'a>,
    /// By those who play as in the official game, if others know the rules better.
    as_ever: Option<Comparison<'a>>,
}

/// What is known of a topic.
#[derive(Debug, Clone, Copy, PartialEq)]
enum TopicKnowledge {
    More,
    Less,
    Same,
    /// Any change is smaller than this.
    Below(f64),
    Open,
    /// Nothing was compared.
    NotCompared,
}

impl<'a> TopicEffect<'a> {
    /// By all comparisons of a metric; none if there is none, or it is nothing with the rule and
    /// without.
    fn of(metric: Metric, all: &[Comparison<'a>]) -> Option<TopicEffect<'a>> {
        let found: Vec<Comparison<'a>> =
            all.iter().filter(|found| found.metric == metric).copied().collect();
        let is_nothing =
            |found: &Comparison<'_>| (found.base, found.difference.value) == (Some(0.0), 0.0);
        let told = *most_informed(&found).filter(|_| !found.iter().all(is_nothing))?;
        let is_as_ever = |found: &&Comparison<'_>| found.table == AS_EVER && told.table != AS_EVER;
        let as_ever = found.iter().find(is_as_ever).filter(|_| !metric.words().is_of_pool);
        Some(TopicEffect { metric, told, as_ever: as_ever.copied() })
    }

    fn topic(&self) -> &'static str {
        self.metric.words().topic
    }

    fn known(&self) -> TopicKnowledge {
        match self.told.verdict {
            None => TopicKnowledge::NotCompared,
            Some(More) => TopicKnowledge::More,
            Some(Less) => TopicKnowledge::Less,
            Some(Same) => TopicKnowledge::Same,
            Some(Unclear) => bound(&self.told).map_or(TopicKnowledge::Open, TopicKnowledge::Below),
        }
    }

    /// What changes by a comparison, in one clause.
    fn clause(&self, found: &Comparison<'_>) -> String {
        let size = match self.metric.words().scale {
            Scale::Often => found.percent(),
            _ => found.shown().value.abs(),
        };
        let amount = rounded(size);
        let usual = fixed(found.base.unwrap_or_default() * self.metric.factor(), 0);
        let words = self.metric.words().plain[usize::from(found.verdict == Some(Less))];
        singular(words.replace('#', &amount).replace('~', &usual), &amount)
    }

    /// How large a change may be, in one clause.
    fn bound_clause(&self, bound: f64) -> String {
        self.with_bound(self.metric.words().bound, bound)
    }

    /// Words with a bound and what is usual.
    fn with_bound(&self, words: &str, bound: f64) -> String {
        let usual = fixed(self.told.base.unwrap_or_default() * self.metric.factor(), 0);
        let amount = rounded_up(bound);
        singular(words.replace('#', &amount).replace('~', &usual), &amount)
    }

    /// The most that a change may be that is not settled, where there are words for it.
    fn at_most(&self) -> Option<String> {
        let words = self.metric.words().bound;
        let of_size = &words[words.find("by less than")?..];
        let difference = self.told.difference.interval.map(|_| self.told.difference)?;
        let most = difference.farthest(0.0) * self.metric.factor();
        Some(format!("if at all {}", self.with_bound(of_size, most)))
    }

    /// That, where it is what is known.
    fn bound_told(&self) -> Option<String> {
        match self.known() {
            TopicKnowledge::Below(bound) => Some(self.bound_clause(bound)),
            _ => None,
        }
    }

    fn is_seen(&self) -> bool {
        self.metric.words().is_seen
    }

    /// With how much it may be at most, and how many games it would take.
    fn open_topic(&self) -> String {
        let times = games_to_settle(&self.told).map(times_as_many);
        let times = times.map(|times| format!("it would take {times}"));
        let known: Vec<String> = self.at_most().into_iter().chain(times).collect();
        match &*known {
            [] => self.topic().to_owned(),
            known => format!("{} ({})", self.topic(), known.join("; ")),
        }
    }

    /// The comparisons that its sentences are told from.
    fn told_from(&self) -> impl Iterator<Item = &Comparison<'a>> {
        [&self.told].into_iter().chain(&self.as_ever)
    }

    /// What those see who play as in the official game, where it is known and differs by much.
    fn told_apart(&self) -> Option<&Comparison<'a>> {
        let other = self.as_ever.as_ref()?;
        let [size, told] = [other, &self.told].map(|found| found.difference.value);
        let is_settled = other.verdict.is_some_and(|verdict| verdict != Unclear);
        let is_alike = self.told.verdict == other.verdict
            && (other.verdict == Some(Same) || (size - told).abs() <= APART * told.abs());
        // What is a bound for one and nothing for the other is no difference.
        let is_nothing = other.verdict == Some(Same) && !self.told.is_sure();
        (is_settled && !is_alike && !is_nothing).then_some(other)
    }
}

/// Whether people at a table would see what is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Noticed {
    Hardly,
    Open,
    Surely,
}

impl Noticed {
    /// By the whole interval: below [`HARDLY`] hardly anybody sees it, above people do.
    fn of(found: &Comparison<'_>) -> Noticed {
        match found.percents() {
            [low, _] if low >= HARDLY => Noticed::Surely,
            [_, high] if high < HARDLY => Noticed::Hardly,
            _ => Noticed::Open,
        }
    }
}

/// One turn, not one turns.
fn singular(words: String, amount: &str) -> String {
    if amount != "1" {
        return words;
    }
    let pairs =
        ["1 turns", "1 cards", "1 points", "1 games"].map(|many| (many, &many[..many.len() - 1]));
    let all = pairs.into_iter().chain([(" are drawn", " is drawn")]);
    all.fold(words, |words, (many, single)| words.replacen(many, single, 1))
}

/// An answer for somebody who reads no statistics.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlainAnswer {
    /// What changes and what does not, and whether anybody would notice.
    pub told: String,
    /// What is sure, and what is not settled, by topic.
    pub sure: String,
    /// The turns of a game without the rule and with it, where the length is settled.
    pub lengths: Option<[f64; 2]>,
}

impl PlainAnswer {
    /// Of effects against the official game at one number of seats.
    pub fn to(all: &[Comparison<'_>]) -> PlainAnswer {
        let topics = Topics(asked(all));
        let told = undecided(unfinished(all)).into_iter().chain([topics.change()]);
        let told = told.chain(topics.same()).chain(topics.bounds_beside());
        let told = told.chain(topics.notice().map(str::to_owned)).chain(topics.apart());
        // The first goes on after a colon.
        let told = told
            .enumerate()
            .map(|(place, sentence)| if place > 0 { capital(&sentence) } else { sentence });
        let length = topics.0.iter().find(|topic| topic.metric == Metric::LENGTH);
        let length = length.filter(|topic| is_sure(topic.known())).map(|topic| topic.told);
        PlainAnswer {
            told: told.collect::<Vec<_>>().join(". ") + ".",
            sure: topics.sure(),
            lengths: length.and_then(|comparison| {
                Some([comparison.base?, comparison.base? + comparison.difference.value])
            }),
        }
    }
}

fn is_sure(known: TopicKnowledge) -> bool {
    matches!(known, TopicKnowledge::More | TopicKnowledge::Less | TopicKnowledge::Same)
}

/// How many times as many games would settle what a comparison says: so many that the half of its
/// interval is as large as the difference, or as what is left of the bound.
fn games_to_settle(found: &Comparison<'_>) -> Option<f64> {
    let difference = found.difference;
    let margin = difference.margin().filter(|margin| *margin > 0.0)?;
    let usual = BOUND * found.base?.abs();
    let wanted = difference.value.abs().max(usual - difference.value.abs());
    (wanted > 0.0).then(|| (margin / wanted).powi(2))
}

/// Whether a comparison says so little that more games are worth it, of which so many times as many
/// can be played: it is not settled, people might notice what it may be, and so many might settle
/// it.
fn is_worth_more(found: &Comparison<'_>, times: u64) -> bool {
    let is_bounded = bound(found).is_some() && Noticed::of(found) == Noticed::Hardly;
    let is_hopeless = games_to_settle(found).is_some_and(|needed| needed > HOPELESS * times as f64);
    found.verdict == Some(Unclear) && !is_bounded && !is_hopeless
}

/// How large a change may be, where that is an answer.
fn bound(found: &Comparison<'_>) -> Option<f64> {
    let farthest = found.difference.interval.map(|_| found.difference.farthest(0.0))?;
    let usual = found.base?.abs();
    let words = found.metric.words();
    (!words.bound.is_empty() && farthest <= BOUND * usual).then(|| farthest * found.metric.factor())
}

/// The metrics and tables of which more games may say more, of which so many times as many can be
/// played.
pub fn worth_more_games<'a>(all: &[Comparison<'a>], times: u64) -> Vec<(Metric, &'a str)> {
    let topics = asked(all);
    let found = topics.iter().flat_map(TopicEffect::told_from);
    found
        .filter(|found| is_worth_more(found, times))
        .map(|found| (found.metric, &*found.found.table))
        .collect()
}

/// All that is asked of a rule.
struct Topics<'a>(Vec<TopicEffect<'a>>);

impl<'a> Topics<'a> {
    fn known(
        &self,
        is_wanted: impl Fn(TopicKnowledge) -> bool,
    ) -> impl Iterator<Item = &TopicEffect<'a>> {
        self.0.iter().filter(move |topic| is_wanted(topic.known()))
    }

    fn changes(&self) -> Vec<&TopicEffect<'a>> {
        self.known(|known| matches!(known, TopicKnowledge::More | TopicKnowledge::Less)).collect()
    }

    fn is_any_open(&self) -> bool {
        self.known(|known| known == TopicKnowledge::Open).next().is_some()
    }

    /// How large changes may be that are not settled.
    fn bounds(&self) -> Vec<String> {
        self.0.iter().filter_map(TopicEffect::bound_told).collect()
    }

    /// What changes; where nothing does for sure, how much it may be.
    fn change(&self) -> String {
        let changes = self.changes();
        let clauses: Vec<String> = changes.iter().map(|topic| topic.clause(&topic.told)).collect();
        let is_any_same = self.known(|known| known == TopicKnowledge::Same).next().is_some();
        match (&*clauses, &*self.bounds()) {
            ([], []) if is_any_same && !self.is_any_open() => {
                "nothing changes by enough to matter".to_owned()
            }
            ([], []) if is_any_same => "we found no change that we are sure of".to_owned(),
            ([], []) if !self.is_any_open() => {
                "what it changes for those who know it best was not compared".to_owned()
            }
            ([], []) => "the games that were played do not settle what it changes".to_owned(),
            ([], bounds) => format!(
                "we found no change that we are sure of; if there is one, it is small: {}",
                listed(bounds)
            ),
            (clauses, _) => listed(clauses),
        }
    }

    fn same(&self) -> Option<String> {
        let same = self.known(|known| known == TopicKnowledge::Same);
        let same: Vec<&str> = same.map(TopicEffect::topic).collect();
        (!same.is_empty()).then(|| format!("No different: {}", listed(&same)))
    }

    /// How large other changes may be, beside those that are told.
    fn bounds_beside(&self) -> Option<String> {
        let bounds = self.bounds();
        let is_told = !self.changes().is_empty() && !bounds.is_empty();
        is_told.then(|| format!("Anything else changes by little, if at all: {}", listed(&bounds)))
    }

    /// Whether people would notice what changes, or may change.
    fn notice(&self) -> Option<&'static str> {
        let changes = self.changes();
        let changes = changes.into_iter().filter(|topic| topic.is_seen());
        let noticed: Vec<Noticed> = changes.map(|topic| Noticed::of(&topic.told)).collect();
        let bounded = self.known(|known| matches!(known, TopicKnowledge::Below(_)));
        let are_small = bounded
            .filter(|topic| topic.is_seen())
            .all(|topic| Noticed::of(&topic.told) == Noticed::Hardly);
        let is_any = |wanted| noticed.contains(&wanted);
        if is_any(Noticed::Surely) {
            return Some("People would notice");
        }
        if !noticed.is_empty() {
            let is_small = !is_any(Noticed::Open);
            return Some(match is_small {
                true => "Hardly anybody would notice that",
                false => "Whether anybody would notice is open",
            });
        }
        let is_open = |known| matches!(known, TopicKnowledge::Open | TopicKnowledge::NotCompared);
        let is_settled = self.known(is_open).next().is_none() && !self.0.is_empty();
        match self.bounds().is_empty() {
            true if is_settled => Some("Nobody would notice"),
            false if is_settled && are_small => Some("Hardly anybody would notice that"),
            _ => None,
        }
    }

    /// What those see who play as in the official game, where it differs by much.
    fn apart(&self) -> Option<String> {
        let apart = self.0.iter().filter_map(|topic| Some((topic, topic.told_apart()?)));
        let (same, changes): (Vec<_>, Vec<_>) =
            apart.partition(|(_, found)| found.verdict == Some(Same));
        let clauses: Vec<String> =
            changes.iter().map(|(topic, found)| topic.clause(found)).collect();
        let topics: Vec<&str> = same.iter().map(|(topic, _)| topic.topic()).collect();
        let changes = (!clauses.is_empty()).then(|| listed(&clauses));
        let same = (!topics.is_empty()).then(|| format!("no different: {}", listed(&topics)));
        let told: Vec<String> = changes.into_iter().chain(same).collect();
        (!told.is_empty()).then(|| {
            format!("Card counters, who play as in the official game, see: {}", told.join("; "))
        })
    }

    /// What is sure, and what is not settled, by topic.
    fn sure(&self) -> String {
        let topics: Vec<&str> = self.known(is_sure).map(TopicEffect::topic).collect();
        let open = self.known(|known| known == TopicKnowledge::Open);
        let open: Vec<String> = open.map(TopicEffect::open_topic).collect();
        let apart = self.known(|known| known == TopicKnowledge::NotCompared);
        let apart: Vec<&str> = apart.map(TopicEffect::topic).collect();
        let sentences = [
            ("We are sure about ", listed(&topics)),
            ("Not settled with the games that were played: ", listed(&open)),
            ("Not compared: ", listed(&apart)),
        ];
        let told = sentences.iter().filter(|(_, topics)| !topics.is_empty());
        told.map(|(start, topics)| format!("{start}{topics}.")).collect::<Vec<_>>().join(" ")
    }
}

/// What is asked of effects, of those who know the rules, or, where none were measured, of all who
/// were.
fn asked<'a>(all: &[Comparison<'a>]) -> Vec<TopicEffect<'a>> {
    let (mut found, _) = of_those_who_act(all);
    let knows = |comparison: &Comparison<'_>| PRIMARY_TABLES.contains(&&*comparison.table);
    let all_are_asked = !found.iter().any(knows);
    found.retain(|comparison| {
        let is_asked = all_are_asked || comparison.metric.words().is_of_pool || knows(comparison);
        is_asked && !comparison.is_of_fairness()
    });
    let is_seen = |metric: &Metric| ASKED.contains(metric) || metric.words().is_seen;
    let metrics = ASKED.into_iter().chain(ASKED_TOO).filter(is_seen);
    metrics.filter_map(|metric| TopicEffect::of(metric, &found)).collect()
}

/// Who tells the number of a group: who knows the rules best.
pub fn most_informed<'a, 'f>(group: &'a [Comparison<'f>]) -> Option<&'a Comparison<'f>> {
    let named = |name: &&str| group.iter().find(|found| found.table == *name);
    PRIMARY_TABLES.iter().rev().chain(&[LEARNED]).find_map(named).or(group.first())
}

/// How many games nobody won, where that is worth a sentence: more than one in twenty. Where nobody
/// won any, nothing is said of strength or seats.
pub fn undecided(share: f64) -> Option<String> {
    if share >= 1.0 {
        let nothing = "so nothing is said of strength, the first player or skill";
        return Some(format!("nobody won a single game, {nothing}"));
    }
    let share = (share > 0.05).then(|| percent(share, usize::from(share < 0.1)))?;
    Some(format!("{share} of the games ended without a winner; we count them as draws"))
}

fn times_as_many(times: f64) -> String {
    match times {
        times if times > 1000.0 => "more than 1,000 times as many".to_owned(),
        times if times > 20.0 => format!("about {} times as many", (times / 10.0).ceil() * 10.0),
        times if times > 2.0 => format!("about {} times as many", times.ceil()),
        _ => "about twice as many".to_owned(),
    }
}

/// A number with as many digits as people want.
fn rounded(number: f64) -> String {
    if number >= 999.5 {
        return grouped(number.round() as u64);
    }
    let places = usize::from(number < 0.75);
    match fixed(number, places) {
        text if text == "0.0" => "less than 0.1".to_owned(),
        text => text,
    }
}

/// The same, and no less than the number.
fn rounded_up(number: f64) -> String {
    let unit = if number <= 0.9 { 0.1 } else { 1.0 };
    // A tiny bit less, so that 0.4 is not made 0.5 by the way in which it is stored.
    fixed((number / unit - 1e-9).ceil() * unit, usize::from(unit < 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::effects;
    use crate::finding::Finding;
    use crate::panel::MIXED;
    use crate::question::Question;
    use unobench_stats::{Interval, Verdict};

    const TABLES: [&str; 4] = ["champion", MIXED, "counter", "random"];

    /// A value at each of the tables, with differences and halves of their intervals.
    fn within(metric: Metric, before: f64, effects: [(f64, f64, Verdict); 4]) -> Vec<Finding> {
        let row = |(table, (difference, margin, verdict)): (&str, (f64, f64, Verdict))| {
            let finding_of = |rules: &str| Finding {
                question: Question::Effects,
                rules: rules.to_owned(),
                subject: rules.to_owned(),
                table: table.to_owned(),
                players: 4,
                ..Finding::default()
            };
            let interval = Interval { low: difference - margin, high: difference + margin };
            let (against, verdict) = ("official".to_owned(), Some(verdict));
            let effect = Finding { against, verdict, ..finding_of("new") };
            let before = finding_of("official").number(metric, before);
            [effect.estimate(metric, difference, Some(interval)), before]
        };
        TABLES.into_iter().zip(effects).flat_map(row).collect()
    }

    /// Of differences that are known to a hundredth of them.
    fn rows(metric: Metric, before: f64, effects: [(f64, Verdict); 4]) -> Vec<Finding> {
        let with_margin =
            |(value, verdict): (f64, Verdict)| (value, 0.01 * f64::abs(value), verdict);
        within(metric, before, effects.map(with_margin))
    }

    fn plain(rows: &[Vec<Finding>]) -> PlainAnswer {
        PlainAnswer::to(&effects(&rows.concat()))
    }

    /// Random and the mixed table say nothing here.
    #[test]
    fn in_plain_words_only_what_is_settled_is_told() {
        let first = || rows(Metric::FirstSeat, 0.26, [(0.0, Same); 4]);
        let told = plain(&[
            rows(Metric::LENGTH, 46.0, [(-2.2, Less), (9.0, More), (-2.0, Less), (9.0, More)]),
            first(),
            rows(Metric::ScoreMean, 125.0, [(9.1, More), (0.0, Same), (8.0, More), (0.0, Same)]),
        ]);
        let words = "games get shorter by about 2 turns of 46 and the winner of a round scores 9 \
                     points more (usually 125). No different: going first. People would notice.";
        assert_eq!((&*told.told, told.lengths), (words, Some([46.0, 43.8])));
        assert_eq!(told.sure, "We are sure about length, going first and points.");
        let same = plain(&[rows(Metric::LENGTH, 46.0, [(0.1, Same); 4]), first()]);
        let words = "nothing changes by enough to matter. No different: length and going first. \
                     Nobody would notice.";
        assert_eq!((&*same.told, same.lengths), (words, Some([46.0, 46.1])));
        let mut apart = rows(Metric::ScoreMean, 125.0, [(9.0, More); 4]);
        apart.iter_mut().for_each(|row| row.verdict = None);
        let mut stalled = rows(Metric::StalledShare, 0.0, [(0.4, Unclear); 4]);
        let finding = Finding { against: String::new(), value: Some(0.4), ..stalled[0].clone() };
        stalled.push(finding);
        let told = plain(&[apart, stalled, first()]);
        let words = "40 % of the games ended without a winner; we count them as draws. We found no \
                     change that we are sure of. No different: going first.";
        assert_eq!(told.told, words);
        let sure = "We are sure about going first. Not settled with the games that were played: \
                    endless games (it would take about twice as many). Not compared: points.";
        assert_eq!(told.sure, sure);
    }

    /// "longer by about 9 to 24 turns", of who counts cards and of who learned the rule
    #[test]
    fn who_plays_as_ever_has_a_sentence_where_it_differs_by_more_than_a_third() {
        let drawn = |champion: (f64, Verdict), counter: (f64, Verdict)| {
            let mixed = (9.0, More);
            plain(&[rows(Metric::CardsDrawn, 40.0, [champion, mixed, counter, mixed])]).told
        };
        let more = "14 cards more are drawn in a game. People would notice.";
        let of_counters = |what: &str| {
            format!("{more} Card counters, who play as in the official game, see: {what}.")
        };
        let learned = (14.0, More);
        assert_eq!(drawn(learned, (12.0, More)), more);
        assert_eq!(drawn(learned, (3.0, Unclear)), more);
        assert_eq!(drawn(learned, (9.0, More)), of_counters("9 cards more are drawn in a game"));
        assert_eq!(drawn(learned, (-1.0, Less)), of_counters("1 card fewer is drawn in a game"));
        assert_eq!(drawn(learned, (0.1, Same)), of_counters("no different: drawing"));
    }

    /// Within a tenth of the quantity the bound is the answer; else what it would take is said.
    #[test]
    fn what_is_not_settled_has_a_bound_or_what_it_would_take() {
        let length = |difference: f64, margin: f64, verdict: Verdict| {
            plain(&[within(Metric::LENGTH, 45.0, [(difference, margin, verdict); 4])])
        };
        let found = length(0.4, 1.1, Unclear);
        let words = "we found no change that we are sure of; if there is one, it is small: the \
                     length by less than 2 turns of 45. Hardly anybody would notice that.";
        assert_eq!((&*found.told, &*found.sure), (words, ""));
        let seen = length(0.1, 3.9, Unclear).told;
        assert!(seen.ends_with("small: the length by less than 4 turns of 45."), "{seen}");
        let open = length(1.0, 7.0, Unclear);
        assert_eq!(open.told, "the games that were played do not settle what it changes.");
        let sure = "Not settled with the games that were played: length (if at all by less than \
                    8 turns of 45; it would take about 4 times as many).";
        assert_eq!(open.sure, sure);
        let first = within(Metric::FirstSeat, 0.25, [(0.004, 0.006, Unclear); 4]);
        let points = rows(Metric::ScoreMean, 20.0, [(1.4, More); 4]);
        let told = plain(&[points, first]);
        let words = "the winner of a round scores 1 point more (usually 20). Anything else changes \
                     by little, if at all: going first by less than 1 game in 100. People would \
                     notice.";
        assert_eq!(told.told, words);
    }

    /// By the point alone it would be hardly noticed, or noticed.
    #[test]
    fn whether_people_notice_is_asked_of_the_whole_interval() {
        let notice = |percent: f64, margin: f64| {
            let turns_of = |percent: f64| percent * 0.46;
            let all = [(turns_of(percent), turns_of(margin), More); 4];
            let told = plain(&[within(Metric::LENGTH, 46.0, all)]).told;
            told.split(". ").last().unwrap_or_default().to_owned()
        };
        assert_eq!(notice(3.0, 1.0), "Hardly anybody would notice that.");
        assert_eq!(notice(4.5, 1.0), "Whether anybody would notice is open.");
        assert_eq!(notice(5.5, 1.0), "Whether anybody would notice is open.");
        assert_eq!(notice(6.5, 1.0), "People would notice.");
    }

    #[test]
    fn numbers_have_as_many_digits_as_people_want() {
        for (number, shown) in [
            (0.94, "1"),
            (0.6, "0.6"),
            (0.42, "0.4"),
            (38.2, "38"),
            (1004.3, "1,004"),
            (0.0, "less than 0.1"),
        ] {
            assert_eq!(rounded(number), shown);
        }
        for (bound, shown) in [(0.94, "1"), (0.4, "0.4"), (0.41, "0.5"), (1.0, "1"), (1.3, "2")] {
            assert_eq!(rounded_up(bound), shown);
        }
    }
}

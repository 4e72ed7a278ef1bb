//! What was asked, and what answers it before any figure does.

use super::source::Run;
use unobench_findings::comparison::effects;
use unobench_findings::documents::Learning;
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::all_of;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::study::Study;
use unobench_findings::tell::answers::answers;
use unobench_findings::tell::matches::who_wins_more;
use unobench_findings::tell::number::counted;
use unobench_findings::tell::speech::{capital, distinct, listed, listed_up_to};
use unobench_findings::tell::sweep_line::lines;
use unobench_findings::wide::point;

/// Of more names only their number is in a title, and of more rule sets none is told by itself.
const FEW: usize = 3;

/// Whether the second of two runs has the matches of which the first has the single rounds.
fn are_rounds_and_matches(runs: &[Run]) -> bool {
    let [rounds, matches] = runs else { return false };
    rounds.manifest.r#match != Some(true)
        && matches.manifest.r#match == Some(true)
        && rounds.manifest.line_up == matches.manifest.line_up
}

/// Names single rounds and their matches as what they are.
pub(super) fn name(runs: &mut [Run]) {
    if are_rounds_and_matches(runs) {
        for (run, name) in runs.iter_mut().zip(["single rounds", "matches"]) {
            run.label = name.to_owned();
            run.directory = name.to_owned();
        }
    }
}

pub(super) fn title(runs: &[Run]) -> String {
    match runs {
        [run] => asked(run),
        [run, _] if are_rounds_and_matches(runs) => asked(run),
        _ => {
            let labels: Vec<&str> = runs.iter().map(|run| run.label.as_str()).collect();
            format!("Compared: {}", listed(&labels))
        }
    }
}

/// Names of which one is asked for: "a, b or c".
fn one_of(names: &[String]) -> String {
    let all = listed(names);
    all.rsplit_once(" and ").map_or(all.clone(), |(some, last)| format!("{some} or {last}"))
}

fn asked(run: &Run) -> String {
    let line_up = run.manifest.line_up.as_deref().unwrap_or_default();
    let rules: Vec<&str> = run.manifest.rules.iter().map(|rules| rules.name.as_str()).collect();
    let others: Vec<&str> = rules.iter().filter(|name| **name != run.baseline()).copied().collect();
    let Some(study) = run.study() else { return format!("Report: {}", run.label) };
    match study {
        Study::Run if (2..=FEW).contains(&line_up.len()) => {
            format!("Who wins: {}?", one_of(line_up))
        }
        Study::Run => "Who wins?".to_owned(),
        Study::Duel => match line_up {
            [strategy, other] => format!("Is {strategy} better than {other}?"),
            _ => "Which is better?".to_owned(),
        },
        Study::Tournament if line_up.len() <= FEW => format!("Who is best: {}?", one_of(line_up)),
        Study::Tournament => {
            format!(
                "Who is best of {}?",
                counted(line_up.len() as u64, "strategy").replace("ys", "ies")
            )
        }
        Study::Compare if others.is_empty() => "What does it change?".to_owned(),
        Study::Compare if others.len() <= FEW => {
            format!("What does {} change?", listed(&others).replace(" and ", " or "))
        }
        Study::Compare => format!("What do {} change?", counted(others.len() as u64, "rule set")),
        Study::Sweep => match (&*switches(run), &*keys(run)) {
            ([], []) => "What changes?".to_owned(),
            ([], keys) => format!("What does {} change?", listed_up_to(keys, FEW)),
            (names, _) => {
                format!("What do {} change, alone and together?", listed_up_to(names, FEW))
            }
        },
        Study::Skill => format!("What is playing well worth under {}?", listed_up_to(&rules, FEW)),
    }
}

fn keys(run: &Run) -> Vec<&str> {
    let of_curves = run.findings.iter().filter(|finding| finding.question == Question::Curve);
    distinct(of_curves.flat_map(|finding| point(&finding.subject)).map(|(key, _)| key))
}

fn switches(run: &Run) -> Vec<&str> {
    let of_one = run.findings.iter().filter(|finding| finding.question == Question::Factorial);
    distinct(
        of_one
            .map(|finding| &*finding.subject)
            .filter(|effect| !effect.is_empty() && !effect.contains(" × ")),
    )
}

/// What is told before the figures tell: the headline first, if it is not theirs, and what would
/// be said otherwise of matches or at other tables; each with the anchor of a figure.
pub(super) fn front(runs: &[Run]) -> (Option<[String; 2]>, Vec<[String; 2]>) {
    if are_rounds_and_matches(runs) {
        let told = reversed(&runs[0], &runs[1]).into_iter();
        return (None, told.map(|told| [told, "win-rates".to_owned()]).collect());
    }
    match runs {
        [run] if run.study() == Some(Study::Compare) => of_comparison(run),
        [run] => of_number(run),
        _ => (None, Vec::new()),
    }
}

fn of_comparison(run: &Run) -> (Option<[String; 2]>, Vec<[String; 2]>) {
    let rules: Vec<&str> = run.manifest.rules.iter().map(|rules| rules.name.as_str()).collect();
    let learned = run.manifest.learned.as_ref().map(Learning::people);
    let knows = |rules: &str, players: u32| run.manifest.knows(rules, players);
    let mut told =
        answers(&rules, run.baseline(), &effects(&run.findings), learned.as_deref(), &knows);
    if rules.iter().filter(|name| **name != run.baseline()).count() > FEW {
        told.retain(|told| {
            told.starts_with("longer or shorter, depending") && !told.ends_with(": none")
        });
        let told = told.into_iter();
        return (None, told.map(|told| [capital(&told) + ".", "turns-p50".to_owned()]).collect());
    }
    parted(told, "turns-p50")
}

/// Of a sweep over a number, what each step does.
fn of_number(run: &Run) -> (Option<[String; 2]>, Vec<[String; 2]>) {
    let told = lines(&run.findings, run.baseline()).into_iter().map(|line| {
        let mut rules = run.manifest.rules.iter();
        let is_known = rules.all(|rule_set| run.manifest.knows(&rule_set.name, line.players));
        line.sentence(&run.findings, is_known)
    });
    parted(told.collect(), "sweep-turns-p50")
}

/// The first is the headline; how sure that is, is the first that is told below it.
fn parted(told: Vec<String>, anchor: &str) -> (Option<[String; 2]>, Vec<[String; 2]>) {
    let with_anchor = |told: String| [told, anchor.to_owned()];
    let mut told = told.into_iter();
    let Some(first) = told.next() else { return (None, Vec::new()) };
    let (first, sure) = first.split_once(" We are sure about ").unwrap_or((&first, ""));
    let sure = (!sure.is_empty()).then(|| with_anchor(format!("We are sure about {sure}")));
    (Some(with_anchor(first.to_owned())), sure.into_iter().chain(told.map(with_anchor)).collect())
}

/// Where single rounds and matches surely have another answer.
fn reversed(rounds: &Run, matches: &Run) -> Vec<String> {
    let rules = rounds.manifest.rules.iter().map(|rules| &*rules.name);
    rules.filter_map(|rules| reversed_under(rules, rounds, matches)).collect()
}

fn reversed_under(rules: &str, rounds: &Run, matches: &Run) -> Option<String> {
    let [rounds, matches] = [rounds, matches].map(|run| WinRates::of(run, rules));
    let (strategy, other) = (rounds.best()?, matches.best()?);
    let is_sure = rounds.sets_apart(strategy, other)? && matches.sets_apart(other, strategy)?;
    is_sure.then(|| capital(&who_wins_more(rules, [strategy, other], "matches")) + ".")
}

/// How often each strategy of a run wins under a rule set.
struct WinRates<'a>(Vec<(&'a str, Estimate)>);

impl<'a> WinRates<'a> {
    fn of(run: &'a Run, rules: &str) -> WinRates<'a> {
        let all = all_of(&run.findings, Question::Strength, Metric::WinRate)
            .filter(|finding| finding.rules == rules);
        WinRates(all.filter_map(|finding| Some((&*finding.subject, finding.known()?))).collect())
    }

    fn best(&self) -> Option<&'a str> {
        let best = self.0.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
        best.map(|(name, _)| *name)
    }

    /// Whether the interval of one lies above that of another; none without both.
    fn sets_apart(&self, strategy: &str, other: &str) -> Option<bool> {
        Some(self.rate(strategy)?.low() > self.rate(other)?.high())
    }

    fn rate(&self, strategy: &str) -> Option<Estimate> {
        self.0.iter().find(|(name, _)| *name == strategy).map(|(_, rate)| *rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::{around, found};
    use serde_json::json;

    fn run(study: Option<Study>, line_up: &[&str], rules: &[&str]) -> Run {
        let rules: Vec<_> = rules.iter().map(|name| json!({"name": name})).collect();
        let manifest = json!({
            "question": study, "line_up": line_up, "rules": rules, "baseline": "official",
        });
        let manifest = serde_json::from_value(manifest).expect("a manifest");
        Run { label: "out".to_owned(), manifest, ..Run::default() }
    }

    #[test]
    fn a_title_is_what_was_asked() {
        let many = ["a", "b", "c", "d", "e"];
        for (run, wanted) in [
            (run(Some(Study::Run), &["a", "b", "c"], &[]), "Who wins: a, b or c?"),
            (run(Some(Study::Run), &many, &[]), "Who wins?"),
            (run(Some(Study::Duel), &["a", "b"], &[]), "Is a better than b?"),
            (run(Some(Study::Tournament), &many, &[]), "Who is best of 5 strategies?"),
            (run(Some(Study::Compare), &[], &["official", "h2o"]), "What does h2o change?"),
            (run(Some(Study::Compare), &[], &many), "What do 5 rule sets change?"),
            (
                run(Some(Study::Skill), &[], &["official"]),
                "What is playing well worth under official?",
            ),
            (run(None, &[], &[]), "Report: out"),
        ] {
            assert_eq!(title(&[run]), wanted);
        }
        let mut swept = run(Some(Study::Sweep), &[], &[]);
        swept.findings = vec![found(Question::Curve, "setup.hand_size=3", "")];
        assert_eq!(title(&[swept.clone()]), "What does setup.hand_size change?");
        let alone = found(Question::Factorial, "h2o", "");
        let switched = Run { findings: vec![alone], ..swept.clone() };
        assert_eq!(title(&[switched]), "What do h2o change, alone and together?");
        assert_eq!(title(&[swept.clone(), swept]), "Compared: out and out");
    }

    #[test]
    fn matches_are_told_where_they_reverse() {
        let rated_run = |rates: [f64; 2], is_match: bool| {
            let mut run = run(Some(Study::Run), &["a", "b"], &["official"]);
            run.manifest.r#match = Some(is_match);
            let rate = |(name, rate)| {
                around(&found(Question::Strength, name, ""), Metric::WinRate, rate, 0.01)
            };
            run.findings = ["a", "b"].into_iter().zip(rates).map(rate).collect();
            run
        };
        let told = |rounds, matches| front(&[rated_run(rounds, false), rated_run(matches, true)]).1;
        assert!(told([0.6, 0.4], [0.7, 0.3]).is_empty());
        assert!(told([0.6, 0.4], [0.49, 0.5]).is_empty());
        let reversed = told([0.6, 0.4], [0.4, 0.6]);
        assert!(reversed[0][0].ends_with("in matches b wins more than a."), "{reversed:?}");
        assert_eq!(
            title(&[rated_run([0.6, 0.4], false), rated_run([0.4, 0.6], true)]),
            "Who wins: a or b?"
        );
    }
}

//! What house rules do, in sentences that answer the argument: who is right, and among whom. What is
//! said is a verdict by the smallest effect worth telling, corrected over the whole table.

use super::compare::{ALL_SORTS, MIXED};
use unobench_experiment::survey::{Effect, FAIR, Metric, Survey};
use unobench_files::words::{decimals_for, listed};
use unobench_stats::{Interval, Verdict};

/// How many names a sentence has.
const NAMED: usize = 5;

/// Up to so many rule sets are spoken of one by one.
const FEW: usize = 3;

/// Who plays at random, so that everybody else is taken to think.
const THOUGHTLESS: &str = "random";

/// Answers about each rule set if there are few, and about all of them otherwise.
pub(super) fn answers(survey: &Survey, effects: &[Effect]) -> Vec<String> {
    let baseline = &survey.header().baseline;
    let all: Vec<&str> =
        survey.played().map(|rules| survey.header().rules[rules].name.as_str()).collect();
    let others: Vec<&str> = all.iter().copied().filter(|name| name != baseline).collect();
    let mut seats: Vec<usize> = survey.panel().iter().map(|table| table.players).collect();
    seats.dedup();
    let mut answers = Vec::new();
    for players in seats {
        let effects: Vec<&Effect> =
            effects.iter().filter(|effect| effect.players == players).collect();
        if others.len() > FEW {
            answers.extend(of_many(&effects, baseline, players));
            continue;
        }
        let one_by_one = if others.is_empty() { &all } else { &others };
        for rules in one_by_one {
            let of = |baseline: &str, metric| -> Vec<&Effect> {
                let wanted = |effect: &&&Effect| {
                    (&*effect.rules, &*effect.baseline, effect.metric) == (rules, baseline, metric)
                };
                effects.iter().filter(wanted).copied().collect()
            };
            let parts = [
                length(&of(baseline, Metric::TurnsMean), baseline),
                beginning(&of(FAIR, Metric::FirstSeat)),
                skill(&of(baseline, Metric::SkillGain), baseline),
            ];
            for part in parts.into_iter().flatten() {
                answers.push(format!("{rules} at {players} seats: {part}"));
            }
        }
    }
    answers
}

/// How much longer games are.
fn length(effects: &[&Effect], baseline: &str) -> Option<String> {
    let told = |group: &[&Effect], verdict| match verdict {
        Verdict::More => format!("{} turns longer", amounts(group, 1.0)),
        Verdict::Less => format!("{} turns shorter", amounts(group, 1.0)),
        Verdict::Same => "neither longer nor shorter by anything worth telling".to_owned(),
        Verdict::Unclear => "longer or shorter by too little to tell yet".to_owned(),
    };
    let bases = effects.iter().map(|effect| effect.baseline_value);
    let (least, most) = bases.fold((f64::MAX, 0.0_f64), |(a, b), base| (a.min(base), b.max(base)));
    let said = by_verdict(effects, told)?;
    let of =
        if most - least < 0.5 { format!("{least:.0}") } else { format!("{least:.0} to {most:.0}") };
    Some(format!("a game, {of} turns under {baseline}, is {said}"))
}

/// What beginning is worth.
fn beginning(effects: &[&Effect]) -> Option<String> {
    let told = |group: &[&Effect], verdict| match verdict {
        Verdict::More => format!("wins {} points more than a fair share", amounts(group, 100.0)),
        Verdict::Less => format!("wins {} points less than a fair share", amounts(group, 100.0)),
        Verdict::Same => "wins a fair share".to_owned(),
        Verdict::Unclear => "wins a share too near the fair one to tell yet".to_owned(),
    };
    Some(format!("whoever begins {}", by_verdict(effects, told)?))
}

/// How much more the best of the pool wins.
fn skill(effects: &[&Effect], baseline: &str) -> Option<String> {
    let told = |group: &[&Effect], verdict| match verdict {
        Verdict::More => format!("{} points more than under {baseline}", amounts(group, 100.0)),
        Verdict::Less => format!("{} points less than under {baseline}", amounts(group, 100.0)),
        Verdict::Same => format!("as much as under {baseline}"),
        Verdict::Unclear => format!("about as much as under {baseline}, too near to tell yet"),
    };
    let [effect] = effects else { return None };
    let said = told(&[effect], effect.verdict);
    Some(format!("playing well among {} wins {said}", short(&effect.table)))
}

/// What is said of each group of tables that a verdict is the same of, and who sits there.
fn by_verdict(effects: &[&Effect], told: impl Fn(&[&Effect], Verdict) -> String) -> Option<String> {
    let verdicts = [Verdict::More, Verdict::Less, Verdict::Same, Verdict::Unclear];
    let groups: Vec<(Verdict, Vec<&Effect>)> = verdicts
        .into_iter()
        .map(|verdict| {
            let group = effects.iter().filter(|effect| effect.verdict == verdict);
            (verdict, group.copied().collect::<Vec<_>>())
        })
        .filter(|(_, group)| !group.is_empty())
        .collect();
    let said: Vec<String> = groups
        .iter()
        .map(|(verdict, group)| {
            let said = told(group, *verdict);
            match who(group, effects) {
                Some(who) => said + &who,
                None => said,
            }
        })
        .collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// Who sits at some of the tables; none if they are the only one.
fn who(group: &[&Effect], all: &[&Effect]) -> Option<String> {
    let thinks = |effect: &&&Effect| effect.table != THOUGHTLESS;
    let (thinking, of_all) =
        (group.iter().filter(thinks).count(), all.iter().filter(thinks).count());
    let both = of_all > 0 && of_all < all.len();
    match (group.len(), thinking) {
        _ if all.len() == 1 => None,
        (count, _) if count == all.len() => Some(", whoever plays".to_owned()),
        (count, thinking) if both && thinking == of_all && count == thinking => {
            Some(" if people think".to_owned())
        }
        (_, 0) => Some(" if people play at random".to_owned()),
        _ => {
            let names: Vec<String> = group.iter().map(|effect| short(&effect.table)).collect();
            Some(format!(" among {}", listed(&names)))
        }
    }
}

/// The least and the greatest of some differences, without their signs.
fn amounts(group: &[&Effect], scale: f64) -> String {
    let margin = group.iter().filter_map(|effect| effect.interval);
    let margin =
        margin.map(|Interval { low, high }| scale * (high - low) / 2.0).fold(0.0, f64::max);
    let places = if margin > 0.0 { decimals_for(margin).min(1) } else { 1 };
    let shown = |value: f64| format!("{:.places$}", scale * value);
    let sizes = || group.iter().map(|effect| effect.difference.abs());
    let [least, most] = [sizes().fold(f64::MAX, f64::min), sizes().fold(0.0, f64::max)].map(shown);
    if least == most { least } else { format!("{least} to {most}") }
}

/// What many rule sets do, the largest effects first.
fn of_many(effects: &[&Effect], baseline: &str, players: usize) -> Vec<String> {
    let agreed = |metric: Metric, against: &str, verdict: Verdict| {
        let mut agreed: Vec<(String, f64)> = by_rules(effects, metric, against)
            .into_iter()
            .filter(|(_, group)| group.iter().all(|effect| effect.verdict == verdict))
            .map(|(rules, group)| {
                let relative = |effect: &&Effect| match metric {
                    Metric::TurnsMean => 100.0 * effect.difference / effect.baseline_value,
                    _ => 100.0 * effect.difference,
                };
                let mean = group.iter().map(relative).sum::<f64>() / group.len() as f64;
                (rules.to_owned(), mean)
            })
            .collect();
        agreed.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
        agreed
    };
    let say = |what: String, found: Vec<(String, f64)>, unit: &str| {
        let names: Vec<String> =
            found.iter().map(|(rules, mean)| format!("{rules} ({mean:+.1}{unit})")).collect();
        format!("{what}: {}", some(&names))
    };
    let plain = |what: &str, found: Vec<(String, f64)>| {
        let names: Vec<String> = found.into_iter().map(|(rules, _)| rules).collect();
        format!("{what}: {}", some(&names))
    };
    let contested: Vec<String> = by_rules(effects, Metric::TurnsMean, baseline)
        .into_iter()
        .filter(|(_, group)| {
            let is = |verdict| group.iter().any(|effect| effect.verdict == verdict);
            is(Verdict::More) && (is(Verdict::Less) || is(Verdict::Same))
                || is(Verdict::Less) && is(Verdict::Same)
        })
        .map(|(rules, _)| rules.to_owned())
        .collect();
    let turns = |verdict| agreed(Metric::TurnsMean, baseline, verdict);
    let seats = |verdict| agreed(Metric::FirstSeat, FAIR, verdict);
    let mut said = vec![
        say(
            format!("at {players} seats, longer than {baseline} whoever plays"),
            turns(Verdict::More),
            " %",
        ),
        say("shorter whoever plays".to_owned(), turns(Verdict::Less), " %"),
        plain("as long, to anybody's notice", turns(Verdict::Same)),
        format!("longer or shorter, or no different, depending on who plays: {}", some(&contested)),
        say(
            "whoever begins wins more than a fair share".to_owned(),
            seats(Verdict::More),
            " points",
        ),
        say("less than a fair share".to_owned(), seats(Verdict::Less), " points"),
    ];
    if effects.iter().any(|effect| effect.metric == Metric::SkillGain) {
        let skill = |verdict| agreed(Metric::SkillGain, baseline, verdict);
        said.push(say("more reward for skill".to_owned(), skill(Verdict::More), " points"));
        said.push(say("less reward for skill".to_owned(), skill(Verdict::Less), " points"));
    }
    said
}

/// The effects of each rule set on a quantity.
fn by_rules<'a>(
    effects: &[&'a Effect],
    metric: Metric,
    baseline: &str,
) -> Vec<(&'a str, Vec<&'a Effect>)> {
    let mut groups: Vec<(&str, Vec<&Effect>)> = Vec::new();
    let wanted = |effect: &&&Effect| effect.metric == metric && effect.baseline == baseline;
    for &effect in effects.iter().filter(wanted) {
        match groups.last_mut() {
            Some((rules, group)) if *rules == effect.rules => group.push(effect),
            _ => groups.push((&effect.rules, vec![effect])),
        }
    }
    groups
}

/// The first of some names, and how many more there are.
pub(super) fn some(names: &[String]) -> String {
    match names.len() {
        0 => "none".to_owned(),
        count if count > NAMED => {
            format!("{} and {} more", names[..NAMED].join(", "), count - NAMED)
        }
        _ => names.join(", "),
    }
}

/// The name of a table where there is little room.
pub(super) fn short(table: &str) -> String {
    if table == ALL_SORTS.join("+") { MIXED.to_owned() } else { table.to_owned() }
}

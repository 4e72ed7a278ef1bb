//! What a survey found, for a person: tables, and sentences that say only what survives the
//! correction.

use super::bound::marked;
use super::console::{Style, one_line};
use super::numbers::grouped;
use super::text_table::{Column, TextTable, Tone, figures, words};
use super::verdict::percent;
use unobench_experiment::output::survey::unpaired;
use unobench_experiment::survey::{
    Effect, FAIR, Inquiry, Metric, Play, Skill, Survey, effects, skill,
};
use unobench_files::rows::StepRow;
use unobench_files::words::{decimals_for, fixed, listed};
use unobench_stats::skill::Undefined;
use unobench_stats::{GroupEstimate, Interval};

/// The quantities of the table, with their headings and what they are multiplied by.
const SHOWN: [(Metric, &str, f64); 11] = [
    (Metric::FirstSeat, "first seat %", 100.0),
    (Metric::SeatImbalance, "seats w", 1.0),
    (Metric::TurnsMean, "turns", 1.0),
    (Metric::TurnsP95, "p95", 1.0),
    (Metric::ScoreMean, "score", 1.0),
    (Metric::CardsDrawn, "drawn", 1.0),
    (Metric::ForcedShare, "forced %", 100.0),
    (Metric::LeadChanges, "lead changes", 1.0),
    (Metric::TrailedShare, "behind %", 100.0),
    (Metric::SkillGain, "skill +%", 100.0),
    (Metric::NeighbourGain, "after/before +%", 100.0),
];

/// What the headings and marks mean.
const LEGEND: &str = "▲ ▼: more or less than the baseline, sure at 5 % after correction for many comparisons (seats: than fair); seats w: how unequal they are, Cohen's w; \
p95: 95 % of games are no longer; score: the highest of a game; forced: turns with at most one kind of card to play; \
lead changes: how often another seat alone holds fewest cards; behind: turns on which the later winner does not hold fewest; \
skill: what the best of the pool wins above its fair share; after/before: what sitting after rather than before one of the pool gains";

/// How many rule sets a sentence names.
const NAMED: usize = 5;

/// Writes a survey as tables for a terminal.
pub(super) fn tables(survey: &Survey, style: Style) -> String {
    if survey.header().question == Inquiry::Skill {
        return skill(survey)
            .iter()
            .map(|skill| of_skill(survey, skill, |text_table| text_table.aligned(style), ""))
            .collect();
    }
    let effects = effects(survey);
    let sentences: String =
        sentences(survey, &effects).iter().map(|sentence| one_line(sentence) + "\n").collect();
    let text_table = text_table(survey, &effects);
    let tone = |row: usize, column: usize| match text_table.rows[row][column].chars().last() {
        Some('▲') => Some(Tone::More),
        Some('▼') => Some(Tone::Less),
        _ => None,
    };
    format!(
        "{}\n\n{}\n{sentences}\n{LEGEND}\n",
        style.bold(&title(survey)),
        text_table.toned(style, tone)
    )
}

/// Writes a survey as Markdown.
pub(super) fn markdown(survey: &Survey) -> String {
    if survey.header().question == Inquiry::Skill {
        return skill(survey)
            .iter()
            .map(|skill| of_skill(survey, skill, TextTable::markdown, "- "))
            .collect();
    }
    let effects = effects(survey);
    let sentences: String = sentences(survey, &effects)
        .iter()
        .map(|sentence| format!("- {}\n", one_line(sentence)))
        .collect();
    format!(
        "### {}\n\n{}\n{sentences}\n{LEGEND}\n\n",
        title(survey),
        text_table(survey, &effects).markdown()
    )
}

fn title(survey: &Survey) -> String {
    let header = survey.header();
    let games = header.legs.first().map_or(0, |leg| leg.games(header.players));
    one_line(format!(
        "{} rule sets against {}, {} seats, {} games each",
        survey.played().count(),
        header.baseline,
        header.players,
        grouped(games)
    ))
}

fn text_table(survey: &Survey, effects: &[Effect]) -> TextTable {
    let shown: Vec<_> = SHOWN
        .into_iter()
        .filter(|(metric, ..)| survey.played().any(|rules| metric.measure(survey, rules).is_some()))
        .collect();
    let columns: Vec<Column> = std::iter::once(words("rules"))
        .chain(shown.iter().map(|(_, heading, _)| figures(*heading)))
        .collect();
    let row = |rules: usize| {
        let name = &survey.header().rules[rules].name;
        let cells =
            shown.iter().map(|&(metric, _, scale)| cell(survey, rules, effects, metric, scale));
        std::iter::once(name.clone()).chain(cells).collect()
    };
    TextTable { columns, rows: survey.played().map(row).collect() }
}

/// A quantity with as many digits as its interval warrants, and a mark where it differs for sure.
fn cell(survey: &Survey, rules: usize, effects: &[Effect], metric: Metric, scale: f64) -> String {
    let Some(measured) = metric.measure(survey, rules) else { return "–".to_owned() };
    let estimate: Option<GroupEstimate> = measured.estimate();
    let margin = estimate
        .and_then(|estimate| estimate.interval())
        .map_or(0.0, |Interval { low, high }| scale * (high - low) / 2.0);
    let places = if margin > 0.0 { decimals_for(margin) } else { 1 };
    let name = &survey.header().rules[rules].name;
    let of_seats = matches!(metric, Metric::FirstSeat | Metric::SeatImbalance);
    let against = if of_seats { FAIR } else { &survey.header().baseline };
    let effect = effects.iter().find(|effect| {
        effect.rules == *name && effect.baseline == against && effect.metric == metric
    });
    let mark = match effect.filter(|effect| effect.is_significant()) {
        Some(effect) if effect.difference > 0.0 => " ▲",
        Some(_) => " ▼",
        None => "  ",
    };
    fixed(scale * measured.value, places) + mark
}

/// What the numbers say.
fn sentences(survey: &Survey, effects: &[Effect]) -> Vec<String> {
    let header = survey.header();
    let found = |baseline: &str, metric: Metric, up: bool| -> Vec<&Effect> {
        let wanted = |effect: &&Effect| {
            effect.baseline == baseline && effect.metric == metric && effect.is_significant()
        };
        let mut list: Vec<&Effect> = effects
            .iter()
            .filter(wanted)
            .filter(|effect| (effect.difference > 0.0) == up)
            .collect();
        list.sort_by(|a, b| b.difference.abs().total_cmp(&a.difference.abs()));
        list
    };
    let mut sentences = Vec::new();
    let first_seat = |up: bool, what: &str| {
        let list = found(FAIR, Metric::FirstSeat, up);
        say(&list, what, |effect| format!("{} ({})", effect.rules, percent(effect.value)))
    };
    sentences.push(first_seat(true, "whoever begins wins more than the fair share"));
    sentences.push(first_seat(false, "whoever begins wins less"));
    let times = |effect: &Effect| {
        format!("{} (× {:.2})", effect.rules, effect.value / effect.baseline_value)
    };
    sentences.push(say(
        &found(&header.baseline, Metric::TurnsMean, true),
        &format!("longer than {}", header.baseline),
        times,
    ));
    sentences.push(say(&found(&header.baseline, Metric::TurnsMean, false), "shorter", times));
    if header.legs.iter().any(|leg| matches!(leg.play, Play::Alone { .. })) {
        let points = |effect: &Effect| {
            format!("{} ({:+.1} points)", effect.rules, 100.0 * effect.difference)
        };
        let pool = pool(survey);
        sentences.push(say(
            &found(&header.baseline, Metric::SkillGain, true),
            &format!("more skill (by {pool})"),
            points,
        ));
        sentences.push(say(
            &found(&header.baseline, Metric::SkillGain, false),
            "less skill",
            points,
        ));
    }
    sentences.extend(of_pairing(survey, effects));
    let stalled: Vec<&Effect> = effects
        .iter()
        .filter(|effect| effect.metric == Metric::StalledShare && effect.value > 0.0)
        .collect();
    if !stalled.is_empty() {
        sentences.push(say(&stalled, "some games stalled", |effect| {
            format!("{} ({:.2} %)", effect.rules, 100.0 * effect.value)
        }));
    }
    sentences
}

/// Lists what there is, the largest first, or says that there is none.
fn say(list: &[&Effect], what: &str, shown: impl Fn(&Effect) -> String) -> String {
    if list.is_empty() {
        return format!("{what}: none for sure");
    }
    let named: Vec<String> = list.iter().take(NAMED).map(|effect| shown(effect)).collect();
    let more = if list.len() > NAMED {
        format!(" and {} more", list.len() - NAMED)
    } else {
        String::new()
    };
    format!("{what}: {}{more}", named.join(", "))
}

/// What the same deals gained.
fn of_pairing(survey: &Survey, effects: &[Effect]) -> Vec<String> {
    let apart = unpaired(survey);
    let paired = effects
        .iter()
        .filter(|effect| effect.metric == Metric::TurnsMean && !apart.contains(&effect.rules));
    let mut gains: Vec<f64> = paired.filter_map(|effect| effect.pairing).collect();
    gains.sort_by(f64::total_cmp);
    let mut sentences = Vec::new();
    if let (Some(least), Some(most)) = (gains.first(), gains.last()) {
        let median = gains[gains.len() / 2];
        sentences.push(format!(
            "pairing on the same deals: differences in turns are as precise as with {median:.2} times as many games (median; {least:.2} to {most:.2}); it gains little where games part ways soon"
        ));
    }
    if !apart.is_empty() {
        let names: Vec<&str> = apart.iter().map(String::as_str).collect();
        let baseline = &survey.header().baseline;
        sentences
            .push(format!("other deals than {baseline}, as their deck or setup differs, so compared without pairing: {}", listed(&names)));
    }
    sentences
}

fn pool(survey: &Survey) -> String {
    let members: Vec<&str> = survey
        .header()
        .legs
        .iter()
        .filter_map(|leg| {
            if let Play::Alone { strategy, .. } = &leg.play {
                Some(strategy.as_str())
            } else {
                None
            }
        })
        .collect();
    listed(&members)
}

fn of_skill(
    survey: &Survey,
    skill: &Skill,
    written: impl Fn(&TextTable) -> String,
    bullet: &str,
) -> String {
    let over = format!("Elo over {}", one_line(&skill.others));
    let columns = vec![words("strategy"), figures("games"), figures("wins"), figures(over)];
    let ladder = TextTable { columns, rows: skill.ladder.iter().map(step).collect() };
    let table = written(&ladder);
    let players = survey.header().players;
    let rules = survey.header().rules.iter().position(|rules| rules.name == skill.rules);
    let scale = rules.map(|rules| {
        let scale = super::verdict::scale_of_elo(players, survey.fair_share(rules));
        format!("Elo: Plackett–Luce against the others; {scale}")
    });
    let sentences =
        skill_sentences(survey, skill).into_iter().chain(scale).chain(super::duel::noted(&table));
    let remarks: String =
        sentences.map(|sentence| format!("{bullet}{}\n", one_line(sentence))).collect();
    let (rules, others) = (one_line(&skill.rules), one_line(&skill.others));
    format!("{rules}, {players} seats: each alone among {others}\n\n{table}\n{remarks}\n")
}

fn step(step: &StepRow) -> Vec<String> {
    let range = |low: f64, high: f64, places: usize| format!(" [{low:.places$}, {high:.places$}]");
    let wins = format!("{:.2} %", 100.0 * step.win_rate)
        + &step
            .win_rate_low
            .zip(step.win_rate_high)
            .map_or_else(String::new, |(low, high)| range(100.0 * low, 100.0 * high, 2));
    let elo = step.elo.map_or_else(|| "–".to_owned(), |elo| format!("{elo:+.1}"));
    let elo = elo
        + &step
            .elo_low
            .zip(step.elo_high)
            .map_or_else(String::new, |(low, high)| range(low, high, 1));
    vec![marked(&step.strategy), grouped(step.games), wins, elo]
}

fn skill_sentences(survey: &Survey, skill: &Skill) -> Vec<String> {
    let beginner = skill.ladder.first().map_or("", |step| step.strategy.as_str());
    let fictive = skill.ladder.last().map_or("", |step| step.strategy.as_str());
    let mut sentences = Vec::new();
    if let Ok(relative) = &skill.relative {
        let points = |estimate: &unobench_stats::skill::Estimate| {
            format!(
                "{:+.2} points [{:.2}, {:.2}]",
                100.0 * estimate.value,
                100.0 * estimate.interval.low,
                100.0 * estimate.interval.high
            )
        };
        sentences.push(format!(
            "learning effect, {} over {beginner}: {}",
            skill.best,
            points(&relative.learning)
        ));
        sentences.push(format!(
            "random effect, {fictive} over {}: {}",
            skill.best,
            points(&relative.random)
        ));
        sentences.push(match &relative.skill {
            Ok(skill) => format!(
                "relative skill (Borm and van der Genugten; 0 is pure chance, 1 pure skill): {:.3} [{:.3}, {:.3}]",
                skill.value, skill.interval.low, skill.interval.high
            ),
            Err(reason) => format!("relative skill: undefined; {}", undefined(*reason)),
        });
    }
    if let Some(deal) = skill.deal {
        let interval = deal.interval.map_or_else(String::new, |i| {
            format!(" [{:.1}, {:.1}]", 100.0 * i.low, 100.0 * i.high)
        });
        let pool = survey.header().legs.iter().find_map(|leg| {
            if let Play::Deals { pool, .. } = &leg.play { Some(pool) } else { None }
        });
        let pool: Vec<&str> = pool.into_iter().flatten().map(String::as_str).collect();
        sentences.push(format!(
            "the deal explains {:.1} %{interval} of the variance of who wins, among {} drawn by lot for each seat",
            100.0 * deal.value,
            listed(&pool)
        ));
    }
    if let Some(rounds) = skill.rounds {
        let shown = |rounds: Option<u64>| rounds.map_or_else(|| "no number".to_owned(), grouped);
        sentences.push(format!(
            "{} leads {} with 95 % probability after {} rounds [{}, {}]",
            skill.best,
            skill.others,
            shown(rounds.rounds),
            shown(rounds.low),
            shown(rounds.high)
        ));
    }
    sentences
}

fn undefined(reason: Undefined) -> String {
    reason.to_string()
}

//! What a survey found, for a person: tables, and sentences that say only what survives the
//! correction.

use super::bound::marked;
use super::console::{Style, one_line};
use super::numbers::grouped;
use super::text_table::{Column, TextTable, Tone, figures, words};
use super::verdict::percent;
use unobench_experiment::output::survey::unpaired;
use unobench_experiment::survey::{
    BestAndSecond, ByEndless, DealShare, Effect, FAIR, Inquiry, Metric, Play, Rate, Skill, Steps,
    Survey, effects, skill,
};
use unobench_files::rows::StepRow;
use unobench_files::words::{decimals_for, fixed, listed};
use unobench_stats::skill::{Estimate, Part, RoundsToLead, Share, Undefined};
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
    let columns = vec![words("strategy"), figures("games"), figures("wins"), figures("Elo")];
    let ladder = TextTable { columns, rows: skill.ladder.iter().map(step).collect() };
    let table = written(&ladder);
    let remarks = |sentences: Vec<String>| -> String {
        let lines = sentences.iter().map(|sentence| format!("{bullet}{}\n", one_line(sentence)));
        lines.collect()
    };
    let luck = remarks(of_luck(survey, skill));
    let variance = skill.variance.map_or_else(String::new, |shares| {
        format!("\n{}", written(&parts(&shares)) + &remarks(of_variance(survey, &shares)) + "\n")
    });
    let mut last = of_relative(skill);
    last.extend(of_deal(survey, skill));
    last.extend(super::duel::noted(&table));
    let (rules, others) = (one_line(&skill.rules), one_line(&skill.others));
    let players = survey.header().players;
    let last = remarks(last);
    format!(
        "{rules}, {players} seats: each alone among {others}\n\n{table}\n{luck}{variance}{last}\n"
    )
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

/// A value with its interval.
fn with_ends(value: f64, interval: Option<Interval>, scale: f64, places: usize) -> String {
    let ends = interval.map_or_else(String::new, |Interval { low, high }| {
        format!(" [{:.places$}, {:.places$}]", scale * low, scale * high)
    });
    format!("{:.places$}{ends}", scale * value)
}

/// What one game tells, and how many it takes.
fn of_luck(survey: &Survey, skill: &Skill) -> Vec<String> {
    let (players, mut sentences) = (survey.header().players, Vec::new());
    let Skill { best, others, .. } = skill;
    let share = |(value, interval): Rate| with_ends(value, interval, 100.0, 1);
    if let Some((rate, rounds)) = skill.win_rate.zip(skill.rounds) {
        let (rate, games) = (share(rate), numbered(rounds));
        sentences.push(if players == 2 {
            format!(
                "in one game between {best} and {others} the better wins {rate} %; the better is known with 95 % after {games} games"
            )
        } else {
            let many = players - 1;
            format!(
                "in one game {best} among {many} {others} wins {rate} %; it leads each of them with 95 % after {games} games"
            )
        });
    }
    if let Some(BestAndSecond { best, second, win_rate, rounds }) = &skill.best_and_second {
        sentences.push(format!(
            "in one game between {best} and {second}, the best and the second of all pairs, the better wins {} %; the better is known with 95 % after {} games",
            share(*win_rate),
            numbered(*rounds)
        ));
    }
    if let Some(Steps { pool, best, worst, elo, steps }) = &skill.steps {
        sentences.push(format!(
            "the ladder from {worst}, the worst of {pool} strategies, up to {best}, the best, has {} steps of 60 % wins ({} Elo)",
            with_ends(steps.0, steps.1, 1.0, 2),
            with_ends(elo.0, elo.1, 1.0, 0)
        ));
    }
    sentences
}

fn numbered(RoundsToLead { rounds, low, high }: RoundsToLead) -> String {
    let shown = |rounds: Option<u64>| rounds.map_or_else(|| "no number of".to_owned(), grouped);
    let end = |rounds: Option<u64>| rounds.map_or_else(|| "unknown".to_owned(), grouped);
    format!("{} [{}, {}]", shown(rounds), end(low), end(high))
}

/// The parts of the variance.
fn parts(shares: &[Share; 10]) -> TextTable {
    let row = |share: &Share| {
        let told = match share.part {
            Part::Strategy => "who plays",
            Part::Seat => "the seat",
            Part::Cards => "the cards",
            Part::Interaction => "who plays × seat and cards",
            Part::Chance => "chance in play",
            Part::Deal => "· of the cards: the deal, in any seat",
            Part::DealSeat => "· of the cards: the seat that a deal favours",
            Part::StrategySeat => "· who plays × the seat",
            Part::StrategyDeal => "· who plays × the deal",
            Part::StrategyDealSeat => "· who plays × the deal × the seat",
        };
        let interval = share.interval.map(Interval::of_rates);
        vec![told.to_owned(), with_ends(share.value.max(0.0), interval, 100.0, 2)]
    };
    TextTable {
        columns: vec![words("what decides one game"), figures("% of the variance")],
        rows: shares.iter().map(row).collect(),
    }
}

/// Whose variance it is.
fn of_variance(survey: &Survey, shares: &[Share; 10]) -> Vec<String> {
    let crossed = survey.header().legs.iter().find_map(|leg| match &leg.play {
        Play::Crossed { pool, others, repeats } => Some((pool, others, repeats)),
        _ => None,
    });
    let mut sentences = Vec::new();
    if let Some((pool, others, repeats)) = crossed {
        sentences.push(format!(
            "the variance is of who wins one game as one of {}, each as likely, in any seat among {others}, counted from who begins; each deal was played {repeats} times by each in each seat",
            listed(pool)
        ));
    }
    if shares.iter().any(|share| share.value < 0.0) {
        sentences.push("a share that was estimated below 0 is shown as 0".to_owned());
    }
    sentences
}

/// The measure of Borm and van der Genugten, and what it owes to who knows chance.
fn of_relative(skill: &Skill) -> Vec<String> {
    let beginner = skill.ladder.first().map_or("", |step| step.strategy.as_str());
    let fictive = skill.ceilings.last().map_or("", |(strategy, _)| strategy.as_str());
    let Ok(relative) = &skill.relative else { return Vec::new() };
    let points = |estimate: &Estimate| {
        let Interval { low, high } = estimate.interval;
        format!("{:+.2} points [{:.2}, {:.2}]", 100.0 * estimate.value, 100.0 * low, 100.0 * high)
    };
    let share = |skill: &Result<Estimate, Undefined>| match skill {
        Ok(skill) => with_ends(skill.value, Some(skill.interval), 1.0, 3),
        Err(reason) => format!("undefined; {reason}"),
    };
    let mut sentences = vec![
        format!("learning effect, {} over {beginner}: {}", skill.best, points(&relative.learning)),
        format!("random effect, {fictive} over {}: {}", skill.best, points(&relative.random)),
        format!(
            "relative skill (Borm and van der Genugten; 0 is pure chance, 1 pure skill) by {fictive}: {}",
            share(&relative.skill)
        ),
    ];
    let weaker = skill.ceilings.split_last().map_or(&[][..], |(_, weaker)| weaker);
    sentences.extend(
        weaker.iter().map(|(strategy, skill)| format!("· by {strategy}: {}", share(skill))),
    );
    if let Some(ByEndless { skill, left, converged }) = &skill.endless {
        sentences.push(format!("· by endless playouts, extrapolated as if losses fell with the root of their number: {}", share(skill)));
        let left = points(left);
        sentences.push(if *converged {
            format!("endless playouts would win {left} more: the ceiling has converged")
        } else {
            format!(
                "endless playouts would win {left} more: the ceiling has not converged, and rule sets are not to be compared by the relative skill"
            )
        });
    } else {
        sentences.push(
            "whether the ceiling has converged is not known: rule sets are not to be compared by the relative skill"
                .to_owned(),
        );
    }
    sentences
}

/// What the deal explains, of surveys until format 3.
fn of_deal(survey: &Survey, skill: &Skill) -> Option<String> {
    let DealShare { value, interval } = skill.deal?;
    let pool = survey.header().legs.iter().find_map(|leg| match &leg.play {
        Play::Deals { pool, .. } => Some(listed(pool)),
        _ => None,
    })?;
    Some(format!(
        "the deal explains {} % of the variance of who wins, among {pool} drawn by lot for each seat",
        with_ends(value, interval, 100.0, 1)
    ))
}

//! What a survey found, for a person: a table, and what is to be known about it.

use super::bound::marked;
use super::console::{Style, one_line};
use super::numbers::grouped;
use super::text_table::{Column, TextTable, Tone, figures, words};
use unobench_experiment::output::survey::unpaired;
use unobench_experiment::survey::{
    BestAndSecond, ByEndless, DealShare, Effect, FAIR, Factorial, Header, Metric, Panelist, Play,
    Question, Rate, Skill, Steps, Survey, effects, factorial, skill,
};
use unobench_files::documents::Learning;
use unobench_files::panel::{LEARNED, short};
use unobench_files::rows::{EffectRow, FactorialRow, StepRow};
use unobench_files::words::{decimals_for, fixed, listed};
use unobench_report::answers::{answers, some};
use unobench_report::matters::{self, QUANTITIES, Quantity, matters, with_sign};
use unobench_stats::skill::{Estimate, Part, RoundsToLead, Share, Undefined};
use unobench_stats::{GroupEstimate, Interval, Verdict};

/// The quantities of the table, with their headings and what they are multiplied by.
const SHOWN: [(Metric, &str, f64); 11] = [
    (Metric::FirstSeat, "first seat %", 100.0),
    (Metric::SeatImbalance, "seats w", 1.0),
    (Metric::TurnsMean, "turns", 1.0),
    (Metric::TurnsP95, "p95", 1.0),
    (Metric::ScoreMean, "score", 1.0),
    (Metric::CardsDrawn, "drawn", 1.0),
    (Metric::ForcedShare, "no choice %", 100.0),
    (Metric::LeadChanges, "lead changes", 1.0),
    (Metric::TrailedShare, "behind %", 100.0),
    (Metric::SkillGain, "skill +%", 100.0),
    (Metric::NeighbourGain, "neighbour +%", 100.0),
];

/// What the headings mean.
const HEADINGS: &str = "seats w: how unequal the seats are, Cohen's w, which is above 0 by chance \
    too (its differences from the baseline, in effects.csv, are tested too cautiously where seats \
    are nearly equal); p95: 95 % of games are no longer; score: the highest of a game; no choice: \
    turns with at most one kind of card to play; lead changes: how often another seat takes the \
    lead, holding the fewest cards alone; behind: turns on which the later winner does not hold \
    the fewest; skill: what the best of the pool wins above its fair share; neighbour: what \
    sitting after rather than before one of the pool gains";

/// Writes a survey as tables for a terminal.
pub(super) fn tables(survey: &Survey, style: Style) -> String {
    if survey.header().question == Question::Skill {
        return skill(survey)
            .iter()
            .map(|skill| of_skill(survey, skill, |text_table| text_table.aligned(style), ""))
            .collect();
    }
    let effects = effects(survey);
    let written = |list: Vec<String>| -> String {
        list.iter().map(|sentence| one_line(sentence) + "\n").collect()
    };
    let text_table = text_table(survey, &effects);
    let tone = |row: usize, column: usize| match text_table.rows[row][column].chars().last() {
        Some('▲') => Some(Tone::More),
        Some('▼') => Some(Tone::Less),
        _ => None,
    };
    let of_table = |title: &str, table: &TextTable| {
        format!("{}\n\n{}\n", style.bold(title), table.aligned(style))
    };
    format!(
        "{}{}\n{}\n\n{}\n{}\n",
        of_matters(survey, written, of_table),
        written(of_rule_sets(survey, &effects)),
        style.bold(&title(survey)),
        text_table.toned(style, tone),
        written(remarks(survey, &effects))
    )
}

/// Writes a survey as Markdown.
pub(super) fn markdown(survey: &Survey) -> String {
    if survey.header().question == Question::Skill {
        return skill(survey)
            .iter()
            .map(|skill| of_skill(survey, skill, TextTable::markdown, "- "))
            .collect();
    }
    let effects = effects(survey);
    let written = |list: Vec<String>| -> String {
        list.iter().map(|sentence| format!("- {}\n", one_line(sentence))).collect()
    };
    let of_table =
        |title: &str, table: &TextTable| format!("### {title}\n\n{}\n", table.markdown());
    format!(
        "{}{}\n### {}\n\n{}\n{}\n",
        of_matters(survey, written, of_table),
        written(of_rule_sets(survey, &effects)),
        title(survey),
        text_table(survey, &effects).markdown(),
        written(remarks(survey, &effects))
    )
}

/// What matters, where everything is put in and left out: what is biggest, the tables, and how
/// they are read.
fn of_matters(
    survey: &Survey,
    written: impl Fn(Vec<String>) -> String,
    of_table: impl Fn(&str, &TextTable) -> String,
) -> String {
    factorial(survey).map_or_else(String::new, |found| {
        let tables = of_factors(&found);
        let shown = tables.iter().map(|(title, table)| of_table(title, table));
        let shown: String = shown.collect();
        written(biggest(&found)) + "\n" + &shown + &written(of_factorial(&found))
    })
}

/// What matters most, for what people argue about.
fn biggest(found: &Factorial) -> Vec<String> {
    let told = |players: u32| {
        let sentences = QUANTITIES
            .into_iter()
            .flat_map(move |quantity| matters::sentences(&found.rows, players, quantity));
        sentences.map(move |sentence| format!("at {players} seats, {sentence}"))
    };
    matters::sizes(&found.rows).into_iter().flat_map(told).collect()
}

/// What matters for each quantity, alone and together, at each table: the effects of which one is
/// more or less than nothing, the largest first.
fn of_factors(found: &Factorial) -> Vec<(String, TextTable)> {
    let of_size = |players: u32| {
        QUANTITIES.into_iter().filter_map(move |quantity| of_factor(found, players, quantity))
    };
    matters::sizes(&found.rows).into_iter().flat_map(of_size).collect()
}

fn of_factor(found: &Factorial, players: u32, quantity: Quantity) -> Option<(String, TextTable)> {
    let Quantity { metric, title, unit, scale } = quantity;
    let all = matters(&found.rows, players, metric);
    let tables = distinct(all.iter().flat_map(|of| of.rows.iter().map(|row| short(&row.table))));
    let cell = |row: &&FactorialRow| {
        let mark = match row.verdict.as_str() {
            "more" => " ▲",
            "less" => " ▼",
            "same" => " =",
            "unclear" => " ?",
            _ => "  ",
        };
        with_sign(row, scale) + mark
    };
    let told = all.iter().filter(|of| of.is_told());
    let rows: Vec<Vec<String>> = told
        .map(|of| [of.effect.to_owned()].into_iter().chain(of.rows.iter().map(cell)).collect())
        .collect();
    let left = all.len() - rows.len();
    let columns = [words("switched on")].into_iter().chain(tables.into_iter().map(figures));
    (!rows.is_empty()).then(|| {
        let title = format!(
            "What matters for {title} at {players} seats, in{unit} (of {} effects {left} are left \
             out: too small, or not known yet)",
            all.len()
        );
        (title, TextTable { columns: columns.collect(), rows })
    })
}

/// How these are read.
fn of_factorial(found: &Factorial) -> Vec<String> {
    let count = found.factors.len();
    vec![
        format!(
            "what one of the {count} does is the mean over all combinations of the others; × is \
             what two do together beyond what each does alone. In at most 5 % of such sweeps is \
             any ▲ or ▼ wrong (Holm, over all effects)"
        ),
        String::new(),
    ]
}

fn title(survey: &Survey) -> String {
    let header = survey.header();
    let games = header.legs.first().map_or(0, |leg| leg.games);
    one_line(format!(
        "{} rule sets against {}, {} games at each table",
        survey.played().count(),
        header.baseline,
        grouped(games)
    ))
}

fn text_table(survey: &Survey, effects: &[Effect]) -> TextTable {
    let panel = survey.panel();
    let is_measured = |metric: Metric| {
        let at = |rules| panel.iter().any(|table| metric.measure(survey, rules, table).is_some());
        survey.played().any(at)
    };
    let shown: Vec<_> = SHOWN.into_iter().filter(|(metric, ..)| is_measured(*metric)).collect();
    let columns: Vec<Column> = [words("rules"), figures("seats").key(), words("table").key()]
        .into_iter()
        .chain(shown.iter().map(|(_, heading, _)| figures(*heading)))
        .collect();
    let row = |(rules, table): (usize, &Panelist)| {
        let name = &survey.header().rules[rules].name;
        let place = [name.clone(), table.players.to_string(), short(&table.name)];
        let cell = |&(metric, _, scale)| cell(survey, rules, table, effects, metric, scale);
        place.into_iter().chain(shown.iter().map(cell)).collect()
    };
    let rows = survey.played().flat_map(|rules| panel.iter().map(move |table| (rules, table)));
    TextTable { columns, rows: rows.map(row).collect() }
}

/// A quantity with as many digits as its interval warrants, and a mark for the verdict on it.
fn cell(
    survey: &Survey,
    rules: usize,
    table: &Panelist,
    effects: &[Effect],
    metric: Metric,
    scale: f64,
) -> String {
    let Some(measured) = metric.measure(survey, rules, table) else { return "–  ".to_owned() };
    let estimate: Option<GroupEstimate> = measured.estimate();
    let margin = estimate
        .and_then(|estimate| estimate.interval())
        .map_or(0.0, |Interval { low, high }| scale * (high - low) / 2.0);
    let places = if margin > 0.0 { decimals_for(margin) } else { 1 };
    let name = &survey.header().rules[rules].name;
    let of_seats = matches!(metric, Metric::FirstSeat | Metric::SeatImbalance);
    let against = if of_seats { FAIR } else { &survey.header().baseline };
    let is_it = |effect: &&Effect| {
        (&*effect.rules, &*effect.baseline, effect.metric) == (name, against, metric)
            && (effect.players, &effect.table) == (table.players, &table.name)
    };
    let mark = match effects.iter().find(is_it).map(|effect| effect.verdict) {
        Some(Verdict::More) => " ▲",
        Some(Verdict::Less) => " ▼",
        Some(Verdict::Same) => " =",
        Some(Verdict::Unclear) => " ?",
        None => "  ",
    };
    fixed(scale * measured.value, places) + mark
}

/// The answers to the argument.
fn of_rule_sets(survey: &Survey, effects: &[Effect]) -> Vec<String> {
    let rows: Vec<EffectRow> = effects.iter().map(EffectRow::from).collect();
    let Header { ref rules, ref baseline, .. } = *survey.header();
    let names: Vec<&str> = survey.played().map(|place| rules[place].name.as_str()).collect();
    let learned = survey.header().learned.as_ref().map(Learning::people);
    answers(&names, baseline, &rows, learned.as_deref())
}

/// What is to be known about the table.
fn remarks(survey: &Survey, effects: &[Effect]) -> Vec<String> {
    let header = survey.header();
    let (worth, baseline) = (header.worth(), &header.baseline);
    let mut remarks = vec![format!(
        "▲ ▼: more or less than {baseline} by more than {worth} % (shares: {} points); =: the \
         same, to within that; ?: not known yet. First seat and seats w are compared with \
         fair seats. In at most 5 % of such tables is any ▲ or ▼ wrong, and in at most 5 % any = \
         (Holm, over the whole table).",
        worth / 2.0
    )];
    let tables: Vec<String> = distinct(survey.panel().into_iter().map(|table| table.name))
        .into_iter()
        .map(|name| match short(&name) {
            short if name.contains('+') => format!("{short}: {} in turn", name.replace('+', ", ")),
            short => format!("{short} in every seat"),
        })
        .collect();
    remarks.push(format!("tables: {}", tables.join("; ")));
    remarks.extend(header.learned.as_ref().map(of_learning));
    let pool = header.legs.iter().filter_map(|leg| match leg.survey()? {
        Play::Alone { strategy, others } => Some((strategy.clone(), others.clone())),
        _ => None,
    });
    let (pool, others): (Vec<String>, Vec<String>) = pool.unzip();
    if let [others] = &*distinct(others.into_iter()) {
        let pool = listed(&distinct(pool.into_iter()));
        remarks.push(format!("skill and neighbour by {pool}, each alone among {others}"));
    }
    remarks.push(HEADINGS.to_owned());
    remarks.extend(of_pairing(survey, effects));
    let stalled: Vec<String> = effects
        .iter()
        .filter(|effect| effect.metric == Metric::StalledShare && effect.value > 0.0)
        .map(|effect| {
            format!("{} ({}, {:.2} %)", effect.rules, short(&effect.table), 100.0 * effect.value)
        })
        .collect();
    if !stalled.is_empty() {
        remarks.push(format!("some games stalled: {}", some(&stalled)));
    }
    remarks
}

/// Who has learned the rules, and what intervals say of them.
fn of_learning(learning: &Learning) -> String {
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

/// Whether groups are of learners, not of deals.
fn is_by_learners(survey: &Survey, table: &str) -> bool {
    let several = survey.header().learned.as_ref().is_some_and(|learning| learning.learners > 1);
    several && table.split('+').any(|name| name == LEARNED)
}

/// Each once, in the order of first appearance.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct
}

/// What the same deals gained.
fn of_pairing(survey: &Survey, effects: &[Effect]) -> Vec<String> {
    let apart = unpaired(survey);
    let paired = effects.iter().filter(|effect| {
        let is_paired = !apart.contains(&effect.rules) && !is_by_learners(survey, &effect.table);
        effect.metric == Metric::TurnsMean && is_paired
    });
    let mut gains: Vec<f64> = paired.filter_map(|effect| effect.pairing).collect();
    gains.sort_by(f64::total_cmp);
    let mut sentences = Vec::new();
    if let (Some(least), Some(most)) = (gains.first(), gains.last()) {
        let median = gains[gains.len() / 2];
        sentences.push(format!(
            "pairing on the same deals: differences in turns are as precise as with {median:.2} \
            times as many games \
             (median; {least:.2} to {most:.2}); it gains little where games soon diverge"
        ));
    }
    if !apart.is_empty() {
        let baseline = &survey.header().baseline;
        sentences.push(format!(
            "dealt differently from {baseline}, since their cards, hand size or start card differ, \
             so compared without pairing: {}",
            listed(&apart)
        ));
    }
    sentences
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
    let remarks = |sentences: Vec<String>| -> String {
        let lines = sentences.iter().map(|sentence| format!("{bullet}{}\n", one_line(sentence)));
        lines.collect()
    };
    let players = survey.header().players;
    let rules = survey.header().rules.iter().position(|rules| rules.name == skill.rules);
    let scale = rules.map(|rules| {
        let scale = super::verdict::scale_of_elo(players, survey.fair_share(rules, players));
        format!("Elo: Plackett–Luce against the others; {scale}")
    });
    let luck = remarks(of_luck(survey, skill));
    let variance = skill.variance.map_or_else(String::new, |shares| {
        format!("\n{}", written(&parts(&shares)) + &remarks(of_variance(survey, &shares)) + "\n")
    });
    let mut last = of_relative(skill);
    last.extend(of_deal(survey, skill));
    last.extend(scale);
    last.extend(super::duel::noted(&table));
    let (rules, others) = (one_line(&skill.rules), one_line(&skill.others));
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
                "in one game between {best} and {others} the better player wins {rate} %; after \
                 {games} games it leads with 95 % probability"
            )
        } else {
            let many = players - 1;
            format!(
                "in one game {best} among {many} {others} wins {rate} %; after {games} games it \
                 leads each of them with 95 % probability"
            )
        });
    }
    if let Some(BestAndSecond { best, second, win_rate, rounds }) = &skill.best_and_second {
        sentences.push(format!(
            "in one game between {best} and {second}, the best and the second of all pairs, the \
             better player wins {} %; after {} games it leads with 95 % probability",
            share(*win_rate),
            numbered(*rounds)
        ));
    }
    if let Some(Steps { pool, best, worst, elo, steps }) = &skill.steps {
        sentences.push(format!(
            "the ladder from {worst}, the worst of {pool} strategies, up to {best}, the best, has \
            {} steps of 60 % wins ({} Elo)",
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
    let crossed = survey.header().legs.iter().find_map(|leg| match leg.survey()? {
        Play::Crossed { pool, others, repeats } => Some((pool, others, repeats)),
        _ => None,
    });
    let mut sentences = Vec::new();
    if let Some((pool, others, repeats)) = crossed {
        sentences.push(format!(
            "the variance is that of winning one game: one of {}, each equally likely, sits in any \
             seat, counted from the first player, among {others}; each of them played each deal \
             {repeats} times in each seat",
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
            "relative skill (Borm and van der Genugten; 0 is pure chance, 1 pure skill) by \
            {fictive}: {}",
            share(&relative.skill)
        ),
    ];
    let weaker = skill.ceilings.split_last().map_or(&[][..], |(_, weaker)| weaker);
    sentences.extend(
        weaker.iter().map(|(strategy, skill)| format!("· by {strategy}: {}", share(skill))),
    );
    if let Some(ByEndless { skill, left, converged }) = &skill.endless {
        sentences.push(format!(
            "· by endless playouts, extrapolated as if losses fell with the root of their number: \
            {}",
            share(skill)
        ));
        let left = points(left);
        sentences.push(if *converged {
            format!("endless playouts would win {left} more: the ceiling has converged")
        } else {
            format!(
                "endless playouts would win {left} more: the ceiling has not converged, so do not \
                 compare rule sets by relative skill"
            )
        });
    } else {
        sentences.push(
            "it is not known whether the ceiling has converged: do not compare rule sets by \
             relative skill"
                .to_owned(),
        );
    }
    sentences
}

/// What the deal explains, of surveys until format 3.
fn of_deal(survey: &Survey, skill: &Skill) -> Option<String> {
    let DealShare { value, interval } = skill.deal?;
    let pool = survey.header().legs.iter().find_map(|leg| match leg.survey()? {
        Play::Deals { pool, .. } => Some(listed(pool)),
        _ => None,
    })?;
    Some(format!(
        "the deal explains {} % of the variance of who wins, among {pool} drawn by lot for each \
         seat",
        with_ends(value, interval, 100.0, 1)
    ))
}

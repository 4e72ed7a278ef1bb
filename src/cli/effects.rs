//! What a survey found, for a person: a table, and what is to be known about it.

use super::bound::{marked, note};
use super::console::one_line;
use super::numbers::grouped;
use super::paper::PaperStyle;
use super::text_table::{CellTone, TextColumn, TextTable, figures, words};
use unobench_experiment::survey::{FAIR, Header, MetricEffect, PanelTable, Play, Study, Survey};
use unobench_findings::comparison::{self, Comparison, Idle, ValueIndex, aliases};
use unobench_findings::documents::{KnowledgeResult, Learning};
use unobench_findings::estimate::between;
use unobench_findings::finding::Finding;
use unobench_findings::metric::{ARGUED, Metric, TABLED};
use unobench_findings::panel::{ALL_SORTS, CHAMPION, LEARNED, MIXED};
use unobench_findings::question::Question;
use unobench_findings::tell::answers::{answers, some};
use unobench_findings::tell::main_effects::{self, matters, with_sign};
use unobench_findings::tell::number::{decimals_for, difference, ends, fixed, percent, signed};
use unobench_findings::tell::run::{exams, scale_of_elo, skill};
use unobench_findings::tell::speech::{distinct, listed};
use unobench_findings::tell::sweep_line::{self, SweepLine};
use unobench_stats::Verdict;

pub(super) fn tables(survey: &Survey, findings: &[Finding], paper: PaperStyle) -> String {
    if survey.header().question == Study::Skill {
        return survey.skill().map(|found| of_skill(survey, found, paper)).collect();
    }
    let lines = sweep_line::lines(findings, &survey.header().baseline);
    if !lines.is_empty() {
        return lines.iter().map(|line| of_line(survey, findings, line, paper)).collect::<String>()
            + &paper.remarks(remarks(survey, &of_number(survey)))
            + "\n";
    }
    let found = comparison::effects(findings);
    let text_table = text_table(survey, findings, &found);
    let tone = |row: usize, column: usize| match text_table.rows[row][column].chars().last() {
        Some('▲') => Some(CellTone::More),
        Some('▼') => Some(CellTone::Less),
        _ => None,
    };
    format!(
        "{}{}\n{}\n\n{}\n{}\n",
        of_matters(findings, paper),
        paper.remarks(of_rule_sets(survey, &found)),
        paper.heading(&title(survey)),
        paper.toned(&text_table, tone),
        paper.remarks(remarks(survey, &legend(survey)))
    )
}

/// What is said where there is more than can be looked at.
pub(super) fn too_many(survey: &Survey) -> String {
    format!(
        "{} against {}: too many rule sets for a screen; `unobench show` has them as tables",
        grouped(survey.played().count() as u64),
        survey.header().baseline
    )
}

/// What matters for each metric, alone and together, at each table: in sentences, and the effects
/// of which one is more or less than nothing, the largest first.
fn of_matters(found: &[Finding], paper: PaperStyle) -> String {
    let sizes = main_effects::sizes(found);
    let all = || sizes.iter().flat_map(|&players| ARGUED.map(|metric| (players, metric)));
    let told = all().flat_map(|(players, metric)| {
        let sentences = main_effects::sentences(found, players, metric).into_iter();
        sentences.map(move |sentence| format!("at {players} seats, {sentence}"))
    });
    let shown = all().filter_map(|(players, metric)| {
        let (title, table) = of_factor(found, players, metric)?;
        Some(format!("{}\n\n{}\n", paper.heading(&title), paper.table(&table)))
    });
    let shown: String = shown.collect();
    match sizes.is_empty() {
        true => String::new(),
        false => paper.remarks(told) + "\n" + &shown + &paper.remarks(of_factorial(found)),
    }
}

fn of_factor(found: &[Finding], players: u32, metric: Metric) -> Option<(String, TextTable)> {
    let all = matters(found, players, metric);
    let tables = distinct(
        all.iter()
            .flat_map(|matter| matter.found.iter().map(|comparison| comparison.table.clone())),
    );
    let mut rows = Vec::new();
    for matter in all.iter().filter(|matter| matter.is_told()) {
        let cells = matter.found.iter().map(|found| with_sign(found.shown()) + " " + found.mark());
        rows.push([matter.effect.to_owned()].into_iter().chain(cells).collect());
    }
    let left = all.len() - rows.len();
    let columns = [words("switched on")].into_iter().chain(tables.into_iter().map(figures));
    (!rows.is_empty()).then(|| {
        let words = metric.words();
        let title = format!(
            "What matters for {} at {players} seats, in{} (of {} effects {left} are left out: too \
             small, or not known yet)",
            words.subject,
            words.unit,
            all.len()
        );
        (title, TextTable { columns: columns.collect(), rows })
    })
}

fn of_factorial(found: &[Finding]) -> Vec<String> {
    let alone = comparison::contrasts(found, Question::Factorial)
        .filter(|contrast| !contrast.subject.contains(" × "));
    let count = distinct(alone.map(|contrast| &contrast.found.subject)).len();
    vec![
        format!(
            "what one of the {count} does is the mean over all combinations of the others; × is \
             what two do together beyond what each does alone. In at most 5 % of such sweeps is \
             any ▲ or ▼ wrong, and in at most 5 % any = (Holm, over all effects), so in at least \
             90 % none"
        ),
        String::new(),
    ]
}

/// What a number does, in a sentence, and at each table what is measured at each value.
fn of_line(
    survey: &Survey,
    findings: &[Finding],
    line: &SweepLine<'_>,
    paper: PaperStyle,
) -> String {
    let SweepLine { players, key, slopes, .. } = line;
    let header = survey.header();
    let is_known = header.rules.iter().all(|rules| header.knows(&rules.name, *players as usize));
    let mut told = paper.remarks([line.sentence(findings, is_known)]);
    for table in distinct(slopes.iter().map(|slope| &slope.found.table)) {
        let title = format!("{key} at {players} seats, among {table}");
        let table = paper.table(&table_of_line(findings, line, table));
        told += &format!("\n{}\n\n{table}\n", paper.heading(&title));
    }
    told
}

/// What is measured at a table at each value of a number, with what each step does.
fn table_of_line(findings: &[Finding], line: &SweepLine<'_>, table: &str) -> TextTable {
    let SweepLine { players, key, numbers, step, slopes, .. } = line;
    let at = |number: &str, metric| {
        sweep_line::at(findings, (*players, table), &format!("{key}={number}"), metric)
    };
    let values = numbers.iter().map(|number| figures((*number).to_owned()));
    let columns = [words("")].into_iter().chain(values);
    let columns = columns.chain([figures(format!("{step} more")), words("straight?")]);
    let row = |metric: Metric| {
        let mut slopes = slopes.iter();
        let slope = slopes.find(|slope| slope.metric == metric && slope.found.table == table);
        let more =
            slope.map_or_else(String::new, |slope| difference(slope.shown()) + " " + slope.mark());
        let shape = match line.straight(&[table], metric) {
            Some(Verdict::Same) => "yes",
            Some(Verdict::More) => "no",
            Some(_) => "?",
            None => "",
        };
        let values = numbers.iter().map(|number| shown(at(number, metric), metric));
        let name = [metric.words().heading.to_owned()].into_iter();
        name.chain(values).chain([more, shape.to_owned()]).collect()
    };
    let is_measured = |metric: &Metric| numbers.iter().any(|number| at(number, *metric).is_some());
    let rows = TABLED.into_iter().filter(is_measured).map(row).collect();
    TextTable { columns: columns.collect(), rows }
}

/// A value with as many digits as its interval allows.
fn shown(value: Option<&Finding>, metric: Metric) -> String {
    let Some(known) = value.and_then(Finding::known) else { return "–".to_owned() };
    let estimate = known.times(metric.factor());
    let margin = estimate.margin().unwrap_or(0.0);
    fixed(estimate.value, if margin > 0.0 { decimals_for(margin) } else { 1 })
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

fn text_table(survey: &Survey, findings: &[Finding], found: &[Comparison<'_>]) -> TextTable {
    let (panel, aliases, values) = (survey.panel(), aliases(found), ValueIndex::of(findings));
    let at = |rules: usize, table: &PanelTable, metric| {
        values.at(&survey.header().rules[rules].name, table.players as u32, &table.name, metric)
    };
    let is_measured = |metric: &Metric| {
        survey.played().any(|rules| panel.iter().any(|table| at(rules, table, *metric).is_some()))
    };
    let shown: Vec<Metric> = TABLED.into_iter().filter(is_measured).collect();
    let columns: Vec<TextColumn> = [words("rules"), figures("seats").key(), words("table").key()]
        .into_iter()
        .chain(shown.iter().map(|metric| figures(metric.words().heading)))
        .collect();
    let row = |(rules, table): (usize, &PanelTable)| {
        let name = &survey.header().rules[rules].name;
        let place = [name.clone(), table.players.to_string(), table.name.clone()];
        let here = found.iter().filter(|comparison| {
            (&comparison.subject, &comparison.table, comparison.players as usize)
                == (name, &table.name, table.players)
        });
        let here: Vec<Comparison<'_>> = here.copied().collect();
        // The baseline by another name could be no other, whoever plays.
        let idle = (!aliases.contains(&&**name)).then(|| Idle::of(&here));
        let baseline = &survey.header().baseline;
        let cell = |&metric| cell(at(rules, table, metric), metric, baseline, &here, idle.as_ref());
        place.into_iter().chain(shown.iter().map(cell)).collect()
    };
    let rows = survey.played().flat_map(|rules| panel.iter().map(move |table| (rules, table)));
    TextTable { columns, rows: rows.map(row).collect() }
}

fn cell<'a>(
    value: Option<&Finding>,
    metric: Metric,
    baseline: &str,
    here: &[Comparison<'a>],
    idle: Option<&Idle<'a>>,
) -> String {
    let against = if metric.words().is_of_seats { FAIR } else { baseline };
    let mut here = here.iter();
    let marked = match here.find(|found| found.metric == metric && found.against == against) {
        Some(found) if idle.is_some_and(|idle| idle.holds(found)) => "≡",
        Some(found) if found.verdict.is_none() => "!",
        Some(found) => found.mark(),
        None => "",
    };
    format!("{} {marked:<1}", shown(value, metric))
}

fn of_rule_sets(survey: &Survey, found: &[Comparison<'_>]) -> Vec<String> {
    let header = survey.header();
    let Header { rules: ref sets, ref baseline, .. } = *header;
    let names: Vec<&str> = survey.played().map(|place| sets[place].name.as_str()).collect();
    let learned = header.learned.as_ref().map(Learning::people);
    let knows = |rules: &str, players: u32| header.knows(rules, players as usize);
    answers(&names, baseline, found, learned.as_deref(), &knows)
}

fn of_number(survey: &Survey) -> String {
    let worth = survey.header().smallest_effect();
    format!(
        "more: what each step of the number does, as the straight line of least squares has \
         it; ▲ ▼: from its first value to its last that is more or less by more than {worth} % \
         (shares: {} points); =: the same, to within that; straight: no value is further than that \
         from the line. ?: not known yet. In at most 5 % of such sweeps is any ▲, ▼ or no wrong, \
         and in at most 5 % any = or yes (Holm). {} is compared in `unobench show`",
        worth / 2.0,
        survey.header().baseline
    )
}

fn legend(survey: &Survey) -> String {
    let header = survey.header();
    let (worth, baseline) = (header.smallest_effect(), &header.baseline);
    let bots = if header.bots.is_empty() { "" } else { ", or random played for a bot" };
    format!(
        "▲ ▼: more or less than {baseline} by more than {worth} % (shares: {} points); =: the \
         same, to within that; ?: not known yet; ≡: nobody there can act on the rule, so \
         every game stays the same; !: not compared, for more than 1 game in 1,000 does not finish \
         (length), or points are counted otherwise{bots}. First seat and seats w are compared with \
         fair seats. What is asked first, at the tables of counter and champion: length, first \
         seat, points, drawing and skill. In at most 5 % of such tables is any ▲ or ▼ wrong, and \
         in at most 5 % any = (Holm), so in at least 90 % none. △ ▽ ≈: the same of all else, which \
         is exploration: of △ and ▽ 5 % are wrong on average, and of ≈ as many (Benjamini and \
         Hochberg).",
        worth / 2.0
    )
}

fn remarks(survey: &Survey, legend: &str) -> Vec<String> {
    let header = survey.header();
    let mut remarks = vec![legend.to_owned()];
    let panel = survey.panel().iter().filter(|table| table.has_seats());
    let tables: Vec<String> = distinct(panel.map(|table| table.name.clone()))
        .into_iter()
        .map(|name| match &*name {
            MIXED => format!("{name}: {} in turn", ALL_SORTS.join(", ")),
            _ if name.contains('+') => format!("{name}: {} in turn", name.replace('+', ", ")),
            _ => format!("{name} in every seat"),
        })
        .collect();
    remarks.push(format!("tables: {}", tables.join("; ")));
    remarks.extend(of_substituted(survey));
    remarks.extend(header.learned.as_ref().map(of_learning));
    remarks.extend(of_exams(header));
    let pool = header.legs.iter().filter_map(|leg| match leg.survey()? {
        Play::Alone { strategy, others } => Some((strategy.clone(), others.clone())),
        _ => None,
    });
    let (pool, others): (Vec<String>, Vec<String>) = pool.unzip();
    if !pool.is_empty() {
        let [pool, others] = [pool, others].map(|names| distinct(names.into_iter()));
        let (pool, others) = (listed(&pool), others.join(" or "));
        remarks.push(format!("skill and neighbour by {pool}, each alone among {others}"));
    }
    remarks.push(TABLED.into_iter().filter_map(Metric::explained).collect::<Vec<_>>().join("; "));
    remarks.extend(of_chances(survey));
    remarks.extend(of_pairing(survey));
    for (metric, ended) in
        [(Metric::StalledShare, "stalled"), (Metric::BlockedShare, "were blocked")]
    {
        let found = by_name(survey).filter(|effect| effect.metric == metric && effect.value > 0.0);
        let told = found.map(|effect| {
            let (rules, table) = names(survey, effect);
            format!("{rules} ({table}, {})", percent(effect.value, 2))
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            remarks.push(format!("some games {ended}: {}", some(&told)));
        }
    }
    remarks
}

/// Why nothing is said where some bots sit.
fn of_substituted(survey: &Survey) -> Option<String> {
    let bots: Vec<String> = survey.substituted().into_iter().map(one_line).collect();
    (!bots.is_empty()).then(|| {
        let bots = listed(&bots);
        format!(
            "there is no verdict where {bots} played: random made more than 1 % of the decisions"
        )
    })
}

/// What an effect is of: the rule set, and the table.
fn names<'s>(survey: &'s Survey, effect: &MetricEffect) -> (&'s str, &'s str) {
    (&survey.header().rules[effect.rules].name, &survey.panel()[effect.table].name)
}

/// All effects, in the order of the names of what they are of.
fn by_name(survey: &Survey) -> impl Iterator<Item = &MetricEffect> {
    let mut effects: Vec<&MetricEffect> = survey.effects().collect();
    effects.sort_by_key(|effect| {
        (names(survey, effect).0, survey.panel()[effect.table].players, names(survey, effect).1)
    });
    effects.into_iter()
}

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

/// Who sits as `champion`, and of which rule sets nobody knows whether they know them.
fn of_exams(header: &Header) -> Vec<String> {
    let mut said = exams(header.champions, &header.examined);
    let names = header.rules.iter().map(|rules| rules.name.clone());
    let seats = header.seats_of(CHAMPION);
    let unknown: Vec<String> =
        names.filter(|name| !seats.iter().all(|&players| header.knows(name, players))).collect();
    if !unknown.is_empty() {
        let unknown = some(&unknown);
        said.push(format!("nobody is said to know {unknown}: champion has passed no exam there"));
    }
    said
}

/// How true the chances are that `champion` gives to sides, at each table.
fn of_chances(survey: &Survey) -> Option<String> {
    let tables = survey.panel().iter().enumerate();
    let told: Vec<String> = tables
        .filter_map(|(place, table)| {
            let [said, won] = *survey.chances_of_baseline(place).get(6)?;
            let share = percent(won as f64 / said as f64, 0);
            (said > 0).then(|| format!("{share} ({})", table.name))
        })
        .collect();
    (!told.is_empty()).then(|| {
        let baseline = &survey.header().baseline;
        format!(
            "chances under {baseline}: where a side was said to win 6 to 7 of 10 games, it won {}; \
             `unobench show` has all",
            listed(&told)
        )
    })
}

/// Whether groups are of learners, not of deals.
fn is_by_learners(survey: &Survey, table: &str) -> bool {
    let several = survey.header().learned.as_ref().is_some_and(|learning| learning.learners > 1);
    several && table.split('+').any(|name| name == LEARNED)
}

fn of_pairing(survey: &Survey) -> Vec<String> {
    let apart = survey.header().unpaired();
    let paired = survey.effects().filter(|effect| {
        let (rules, table) = names(survey, effect);
        let is_paired = !apart.iter().any(|name| name == rules) && !is_by_learners(survey, table);
        effect.metric == Metric::LENGTH && is_paired
    });
    let mut gains: Vec<f64> = paired.filter_map(|effect| effect.pairing).collect();
    gains.sort_by(f64::total_cmp);
    let mut sentences = Vec::new();
    if let (Some(least), Some(most)) = (gains.first(), gains.last()) {
        let median = gains[gains.len() / 2];
        let [median, least, most] = [median, *least, *most].map(|gain| fixed(gain, 2));
        sentences.push(format!(
            "pairing on the same deals: by turns worth {median} times as many unpaired games \
             (median; {least} to {most}); it gains little where games soon diverge"
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

/// A ladder and who is the best of it, under one rule set.
fn of_skill(survey: &Survey, found: &[Finding], paper: PaperStyle) -> String {
    let Finding { rules, against: others, .. } = &found[0];
    let over = format!("Elo over {}", one_line(others));
    let mut columns = vec![words("strategy"), figures("games"), figures("wins"), figures(over)];
    let ladder: Vec<&Finding> =
        found.iter().filter(|finding| finding.question == Question::Skill).collect();
    let steps = ladder.chunk_by(|finding, other| finding.subject == other.subject);
    let has_bots = !survey.header().bots.is_empty();
    columns.extend(has_bots.then(|| figures("faults")));
    let rows = steps.map(|step| self::step(step, has_bots)).collect();
    let table = paper.table(&TextTable { columns, rows });
    let players = survey.header().players;
    let mut last = skill(found, rules);
    let place = survey.header().rules.iter().position(|rule_set| rule_set.name == *rules);
    last.extend(of_substituted(survey));
    last.extend(place.map(|place| {
        let scale = scale_of_elo(players, survey.fair_share(place));
        format!("Elo: Plackett–Luce against the others; {scale}")
    }));
    last.extend(survey.header().examined(rules, players).map(KnowledgeResult::told));
    last.extend(note(&table));
    let (rules, others) = (one_line(rules), one_line(others));
    let last = paper.remarks(last);
    format!("{rules}, {players} seats: each alone among {others}\n\n{table}\n{last}\n")
}

/// The row of a strategy; with its faults, where bots play.
fn step(found: &[&Finding], has_bots: bool) -> Vec<String> {
    let finding_of = |metric: Metric| found.iter().find(|finding| finding.metric == metric);
    let wins = finding_of(Metric::WinRate)
        .and_then(|finding| finding.known())
        .unwrap_or_default()
        .times(100.0);
    let elo = finding_of(Metric::Elo)
        .and_then(|finding| Some((finding.value?, between(finding.low, finding.high))));
    let mut row = vec![
        marked(&found[0].subject),
        grouped(found[0].games.unwrap_or_default()),
        format!("{} %{}", fixed(wins.value, 2), ends(wins.interval, 2)),
        elo.map_or_else(
            || "–".to_owned(),
            |(elo, interval)| format!("{}{}", signed(elo, 1), ends(interval, 1)),
        ),
    ];
    let faults = finding_of(Metric::Faults).and_then(|finding| finding.value).unwrap_or_default();
    row.extend(has_bots.then(|| grouped(faults as u64)));
    row
}

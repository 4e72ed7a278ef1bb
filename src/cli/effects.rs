//! What a survey found, for a person: a table, and what is to be known about it.

use super::bound::{marked, note};
use super::console::one_line;
use super::numbers::grouped;
use super::paper::PaperStyle;
use super::text_table::{CellTone, TextColumn, TextTable, figures, words};
use unobench_experiment::survey::{FAIR, Header, PanelTable, Play, Study, Survey};
use unobench_findings::comparison::{self, Comparison, Idle, ValueIndex, aliases};
use unobench_findings::documents::{KnowledgeResult, Learning};
use unobench_findings::estimate::between;
use unobench_findings::finding::Finding;
use unobench_findings::metric::{ARGUED, Metric, TABLED};
use unobench_findings::panel::{CHAMPION, LEARNED};
use unobench_findings::question::Question;
use unobench_findings::tell;
use unobench_findings::tell::answers::answers;
use unobench_findings::tell::main_effects::{self, matters, with_sign};
use unobench_findings::tell::number::{decimals_for, difference, ends, fixed, signed};
use unobench_findings::tell::ratings::elo_of_ladder;
use unobench_findings::tell::run::{exams, skill};
use unobench_findings::tell::speech::distinct;
use unobench_findings::tell::survey::JudgedBy;
use unobench_findings::tell::sweep_line::{self, SweepLine};
use unobench_stats::Verdict;

pub(super) fn tables(survey: &Survey, findings: &[Finding], paper: PaperStyle) -> String {
    if survey.header().question == Study::Skill {
        return survey.skill().map(|found| of_skill(survey, found, paper)).collect();
    }
    let lines = sweep_line::lines(findings, &survey.header().baseline);
    if !lines.is_empty() {
        return lines.iter().map(|line| of_line(survey, findings, line, paper)).collect::<String>()
            + &paper.remarks(remarks(
                survey,
                findings,
                tell::survey::legend_of_line(judged_by(survey)),
            ))
            + "\n";
    }
    let found = comparison::effects(findings);
    let text_table = text_table(survey, findings, &found);
    let tone = |row: usize, column: usize| match text_table.rows[row][column].chars().last() {
        Some('▲') => Some(CellTone::More),
        Some('▼') => Some(CellTone::Less),
        _ => None,
    };
    let bots: Vec<&String> = survey.header().bots.keys().collect();
    let legend = tell::survey::legend(judged_by(survey), &bots);
    format!(
        "{}{}\n{}\n\n{}\n{}\n",
        of_matters(findings, paper),
        paper.remarks(of_rule_sets(survey, &found)),
        paper.heading(&title(survey)),
        paper.toned(&text_table, tone),
        paper.remarks(remarks(survey, findings, legend))
    )
}

/// What is said where there is more than can be looked at.
pub(super) fn too_many(survey: &Survey) -> String {
    tell::survey::too_many(survey.played().count(), &survey.header().baseline)
}

fn judged_by(survey: &Survey) -> JudgedBy<'_> {
    let header = survey.header();
    JudgedBy { baseline: &header.baseline, smallest_effect: header.smallest_effect() }
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
        false => {
            let legend = [main_effects::legend(found), String::new()];
            paper.remarks(told) + "\n" + &shown + &paper.remarks(legend)
        }
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
    let columns = [words("switched on")].into_iter().chain(tables.into_iter().map(figures));
    (!rows.is_empty()).then(|| {
        let title = main_effects::title(&all, players, metric);
        (title, TextTable { columns: columns.collect(), rows })
    })
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
    one_line(tell::survey::title(survey.played().count(), &header.baseline, games))
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

/// What stands below the table of a survey, the meaning of its marks first.
fn remarks(survey: &Survey, findings: &[Finding], legend: String) -> Vec<String> {
    let header = survey.header();
    let mut remarks = vec![legend];
    let panel = survey.panel().iter().filter(|table| table.has_seats());
    remarks.push(tell::survey::tables(&distinct(panel.map(|table| table.name.clone()))));
    remarks.extend(of_substituted(survey));
    remarks.extend(header.learned.as_ref().map(tell::survey::learned));
    remarks.extend(of_exams(header));
    remarks.extend(of_pool(header));
    remarks.push(TABLED.into_iter().filter_map(Metric::explained).collect::<Vec<_>>().join("; "));
    let panel = survey.panel().iter();
    let tables: Vec<(u32, &str)> =
        panel.map(|table| (table.players as u32, &*table.name)).collect();
    remarks.extend(tell::survey::chances(findings, &header.baseline, &tables));
    remarks.extend(of_pairing(survey));
    let against_baseline: Vec<Comparison<'_>> = comparison::effects(findings)
        .into_iter()
        .filter(|effect| !effect.is_of_fairness())
        .collect();
    remarks.extend(tell::survey::unfinished(&against_baseline));
    remarks
}

/// Why nothing is said where some bots sit.
fn of_substituted(survey: &Survey) -> Option<String> {
    tell::survey::substituted(&survey.substituted().into_iter().map(one_line).collect::<Vec<_>>())
}

/// By whom skill is measured, and among whom.
fn of_pool(header: &Header) -> Option<String> {
    let pool = header.legs.iter().filter_map(|leg| match leg.survey()? {
        Play::Alone { strategy, others } => Some((strategy.clone(), others.clone())),
        _ => None,
    });
    let (pool, others): (Vec<String>, Vec<String>) = pool.unzip();
    tell::survey::pool(&distinct(pool.into_iter()), &distinct(others.into_iter()))
}

/// Who sits as `champion`, and of which rule sets nobody knows whether they know them.
fn of_exams(header: &Header) -> Vec<String> {
    let mut said = exams(header.champions, &header.examined);
    let names = header.rules.iter().map(|rules| rules.name.clone());
    let seats = header.seats_of(CHAMPION);
    let unknown: Vec<String> =
        names.filter(|name| !seats.iter().all(|&players| header.knows(name, players))).collect();
    said.extend(tell::survey::unknown(&unknown));
    said
}

/// Whether groups are of learners, not of deals.
fn is_by_learners(survey: &Survey, table: &str) -> bool {
    let several = survey.header().learned.as_ref().is_some_and(|learning| learning.learners > 1);
    several && table.split('+').any(|name| name == LEARNED)
}

/// What pairing gained. That is of the sums alone: no file has it, so that there is no finding.
fn of_pairing(survey: &Survey) -> Vec<String> {
    let header = survey.header();
    let apart = header.unpaired();
    let paired = survey.effects().filter(|effect| {
        let rules = &header.rules[effect.rules].name;
        let is_by_learners = is_by_learners(survey, &survey.panel()[effect.table].name);
        effect.metric == Metric::LENGTH && !apart.contains(rules) && !is_by_learners
    });
    let gains: Vec<f64> = paired.filter_map(|effect| effect.pairing).collect();
    tell::survey::pairing(&gains)
        .into_iter()
        .chain(tell::survey::unpaired(&apart, &header.baseline))
        .collect()
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
    last.extend(place.map(|place| elo_of_ladder(players, survey.fair_share(place))));
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

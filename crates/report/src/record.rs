//! The page of a game record: who lost how much, how rounds went, and which decisions lost most.

use super::document::{
    Chart, Curves, DocumentLine, DocumentRow, DocumentTable, Figure, Intervals, Mark, MarkTone,
    Panel, PlayedFacts, Point, ReportDocument, Short,
};
use super::{ReportError, page};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;
use unobench_core::bounded::quoted;
use unobench_disk::write_file;
use unobench_findings::estimate::Estimate;
use unobench_findings::tell::number::{counted, fixed, grouped, percent, with_margin};
use unobench_findings::tell::speech::{distinct, listed_up_to};
use unobench_record::{
    Blocks, Departure, Judgement, LossShares, Losses, MILLION, StatedChances, WinProbabilityCurve,
};
use unobench_stats::{Interval, RatioMean};

/// The most players of a picture; the table has all.
const ROWS: usize = 64;

/// How many of the costliest decisions are in the picture; the table has all.
const COSTLIEST: usize = 10;

/// Chances are judged where they occur in so many deals.
const FEWEST_DEALS: u64 = 30;

const PLACES: u32 = 12;

const NAMED: usize = 12;

/// The record that a page is about, and what a strategy says of its decisions.
#[derive(Debug, Clone, Copy)]
pub struct Analysis<'a> {
    pub file: &'a str,
    pub strategy: &'a str,
    pub asked: &'a Judgement,
    pub losses: &'a Losses,
}

/// What a player lost in a round, in chances to win from 0 to 1, with its 95 % interval: that of a
/// ratio over blocks, none for fewer than two.
pub fn lost_a_round(player: &LossShares) -> (f64, Option<Interval>) {
    let sums = over(&player.blocks, player.rounds, player.lost);
    let interval = sums.interval().map(|Interval { low, high }| Interval {
        low: (low / MILLION).max(0.0),
        high: high / MILLION,
    });
    (sums.mean().unwrap_or(0.0) / MILLION, interval)
}

fn over(blocks: &Blocks, count: u64, sum: u64) -> RatioMean {
    let [appearances_squares, squares, products] =
        [blocks.count_squares, blocks.sum_squares, blocks.products]
            .map(|sum| i128::try_from(sum).unwrap_or(i128::MAX));
    RatioMean {
        blocks: blocks.number,
        appearances: count,
        sum: sum.into(),
        appearances_squares,
        squares,
        products,
    }
}

const FOOT: &str = "A loss is an opinion: the chance to win after what the strategy would have done \
    minus the chance after what was done, both as the strategy sees them from what the seat could \
    see. One loss may be far off, sums are less so. Calls of UNO and jump-ins that were not taken \
    are not judged. Intervals are 95 % intervals over deals.";

fn document(analysis: &Analysis<'_>) -> ReportDocument {
    let figures = [lost(analysis), costliest(analysis), courses(analysis), reliability(analysis)];
    let document = ReportDocument {
        title: format!("Where was it lost? {}", quoted(analysis.file)),
        sources: vec![PlayedFacts { facts: facts(analysis), ..PlayedFacts::default() }],
        figures: figures.into_iter().flatten().collect(),
        foot: FOOT,
        everything: players(analysis),
        ..ReportDocument::default()
    };
    document.told(None, Vec::new(), "There is no decision in this record that could be judged.")
}

/// Writes the page of a record to a file, which is replaced at one stroke.
pub fn write_report_of_record(analysis: &Analysis<'_>, out: &Path) -> Result<(), ReportError> {
    let html = page(&document(analysis));
    Ok(write_file(out, |file| file.write_all(html.as_bytes()))?)
}

fn facts(analysis: &Analysis<'_>) -> Vec<(&'static str, String)> {
    let Analysis { asked, losses, .. } = analysis;
    let report = &asked.report;
    let rules = distinct(losses.courses.iter().map(|course| quoted(&course.rules)));
    let mut facts = vec![
        ("Record", quoted(analysis.file)),
        ("Judge", quoted(analysis.strategy)),
        ("Rules", listed_up_to(&rules, NAMED)),
        ("Players", who_played(analysis)),
        ("Rounds", grouped(report.rounds)),
        ("Decisions", grouped(losses.players().map(|player| player.decisions).sum())),
    ];
    facts.extend(asked.unlearned.iter().map(|sentence| ("Caution", sentence.clone())));
    facts
}

fn who_played(analysis: &Analysis<'_>) -> String {
    let players: Vec<String> = analysis.losses.players().map(name).collect();
    listed_up_to(&players, NAMED)
}

/// A player as it is named in pictures and tables: with its seat, where it keeps it.
fn name(player: &LossShares) -> String {
    called(player.seat, &player.player)
}

fn called(seat: Option<usize>, player: &str) -> String {
    seat.map_or_else(|| quoted(player), |seat| format!("{} in seat {seat}", quoted(player)))
}

fn lost(analysis: &Analysis<'_>) -> Option<Figure> {
    let mut players: Vec<&LossShares> = analysis.losses.players().collect();
    players.sort_by(|player, other| lost_a_round(other).0.total_cmp(&lost_a_round(player).0));
    let mut rows: Vec<DocumentRow> = players.iter().map(|player| row_of(player)).collect();
    let said = |row: &DocumentRow| format!("{} ({} %)", row.name, row.note);
    let judge = quoted(analysis.strategy);
    let mut sentence = format!("As {judge} sees it, {} lost most in a round", said(rows.first()?));
    if players.iter().all(|player| player.lost == 0) {
        sentence = format!("As {judge} sees it, nobody lost anything");
    } else if let [_, .., last] = rows.as_slice() {
        sentence += &format!(", {} least", said(last));
    }
    rows.truncate(ROWS);
    let chart = Intervals {
        what: "chance to win lost in a round, %".to_owned(),
        references: vec![Short(0.0)],
        rows,
        ..Intervals::default()
    };
    Some(Figure {
        id: "lost".to_owned(),
        title: "Who lost most?".to_owned(),
        players: who_played(analysis),
        sentences: vec![sentence + "."],
        reading: "A player who always does what the judge would do loses nothing. Whiskers are 95 \
            % intervals over deals; a single deal has none."
            .to_owned(),
        chart: Chart::Intervals(chart),
        ..Figure::default()
    })
}

fn row_of(player: &LossShares) -> DocumentRow {
    let (value, interval) = lost_a_round(player);
    let estimate = Estimate { value, interval }.times(100.0);
    let note = match interval {
        Some(_) => with_margin(estimate),
        None => fixed(estimate.value, 1),
    };
    DocumentRow {
        name: name(player),
        marks: vec![Mark { series: 0, estimate, tone: MarkTone::Series }],
        note,
    }
}

/// What each player lost, in chances to win: a loss of 1 in all is a whole win.
fn players(analysis: &Analysis<'_>) -> DocumentTable {
    DocumentTable::of(analysis.losses.players().map(|player| {
        let in_all = player.lost as f64 / MILLION;
        let (a_round, interval) = lost_a_round(player);
        json!({
            "player": name(player), "rounds": player.rounds, "decisions": player.decisions,
            "same": player.same, "lost a decision": in_all / player.decisions.max(1) as f64,
            "lost a round": a_round, "low": interval.map(|ends| ends.low),
            "high": interval.map(|ends| ends.high), "lost in all": in_all,
        })
    }))
}

fn courses(analysis: &Analysis<'_>) -> Option<Figure> {
    let courses: Vec<&WinProbabilityCurve> =
        analysis.losses.courses.iter().filter(|course| !course.points.is_empty()).collect();
    let keeps_seats = analysis.losses.players().any(|player| player.seat.is_some());
    let names = |course: &WinProbabilityCurve| -> Vec<String> {
        let seats = course.players.iter().enumerate();
        seats.map(|(seat, player)| called(keeps_seats.then_some(seat), player)).collect()
    };
    let series = distinct(courses.iter().flat_map(|course| names(course)));
    let panel = |course: &&WinProbabilityCurve| {
        let place = |name: String| series.iter().position(|known| *known == name);
        let lines = names(course).into_iter().enumerate().filter_map(|(seat, name)| {
            let points = points_of(course, seat);
            (!points.is_empty()).then_some(DocumentLine { series: place(name)?, points })
        });
        let title = (courses.len() > 1).then(|| format!("from line {}", grouped(course.line)));
        Panel { title: title.unwrap_or_default(), lines: lines.collect() }
    };
    let turns = courses.iter().map(|course| course.turns).max()?;
    let chart = Curves {
        across: "turns played".to_owned(),
        what: "chance to win, %".to_owned(),
        range: Some([0.0, 100.0].map(Short)),
        places: ticks(turns),
        connected: true,
        panels: courses.iter().map(panel).collect(),
        ..Curves::default()
    };
    let rounds = if courses.len() == 1 { "" } else { " Rounds are the first of the record." };
    Some(Figure {
        id: "course".to_owned(),
        title: "How did the rounds go?".to_owned(),
        series,
        players: who_played(analysis),
        reading: format!(
            "A dot is the chance after a decision of that player, as {} sees it from that \
             player's view, so that the chances of all need not add up to 100 %. The last dot is \
             how the round ended.{rounds}",
            quoted(analysis.strategy)
        ),
        chart: Chart::Curves(chart),
        ..Figure::default()
    })
}

/// The numbers along an axis of so many turns.
fn ticks(turns: u32) -> Vec<(Short, String)> {
    let step = (turns / PLACES).max(1).next_multiple_of(if turns > PLACES { 5 } else { 1 });
    let places = (0..=turns.next_multiple_of(step)).step_by(step as usize);
    places.map(|turn| (Short(turn.into()), turn.to_string())).collect()
}

/// A seat's line, which ends with how the round did.
fn points_of(course: &WinProbabilityCurve, seat: usize) -> Vec<Point> {
    let own = course.points.iter().filter(|point| point.seat == seat);
    let mut points: Vec<Point> = own.map(|own| point(own.turns, own.chance)).collect();
    if !points.is_empty() {
        let won = course.winners.contains(&seat);
        points.push(point(course.turns, if won { 1.0 } else { 0.0 }));
    }
    points
}

/// A chance to win after so many turns, in percent.
fn point(turns: u32, chance: f64) -> Point {
    Point { at: turns.into(), estimate: Estimate::exactly(100.0 * chance) }
}

/// How often those won who were said to win so often: what the judge's chances are worth.
fn reliability(analysis: &Analysis<'_>) -> Option<Figure> {
    let said = &analysis.losses.said;
    let known = said.iter().enumerate().filter(|(_, bin)| bin.blocks.number >= FEWEST_DEALS);
    let rows: Vec<DocumentRow> =
        known.filter_map(|(tenth, bin)| row_of_tenth(tenth, bin)).collect();
    let as_said = rows.iter().filter(|row| {
        let [said, won] = [&row.marks[0], &row.marks[1]].map(|mark| mark.estimate);
        won.interval.is_some_and(|won| (won.low..=won.high).contains(&said.value))
    });
    let (as_said, all) = (as_said.count(), rows.len());
    let judge = quoted(analysis.strategy);
    let chart = Intervals { what: "won, %".to_owned(), rows, ..Intervals::default() };
    (all > 0).then(|| Figure {
        id: "reliability".to_owned(),
        title: format!("Does what {judge} says come true?"),
        players: who_played(analysis),
        series: vec!["said".to_owned(), "won".to_owned()],
        sentences: vec![format!(
            "In {as_said} of {}, what {judge} said on average lies within the interval of what was \
             won.",
            counted(all as u64, "range")
        )],
        reading: format!(
            "Decisions by the chance to win that {judge} gave what was done, in tenths: the mean \
             chance, and how many of them were in rounds that were won. Whiskers are 95 % \
             intervals over deals; ranges that occur in fewer than {FEWEST_DEALS} deals are left out."
        ),
        chart: Chart::Intervals(chart),
        ..Figure::default()
    })
}

/// What was said and what was won in a tenth of the chances; none where its interval is not known.
fn row_of_tenth(tenth: usize, bin: &StatedChances) -> Option<DocumentRow> {
    let sums = over(&bin.blocks, bin.decisions, bin.won);
    let inside = sums.interval()?;
    let [low, high] = [inside.low.max(0.0), inside.high.min(1.0)];
    let won = Estimate { value: sums.mean()?, interval: Some(Interval { low, high }) };
    let said = bin.chances as f64 / MILLION / bin.decisions as f64;
    let (won, said) = (won.times(100.0), Estimate::exactly(100.0 * said));
    let marks = vec![drawn(0, said), drawn(1, won)];
    let note = format!("{} said, {} won", fixed(said.value, 1), with_margin(won));
    Some(DocumentRow { name: format!("{} to {} %", 10 * tenth, 10 * tenth + 10), marks, note })
}

fn costliest(analysis: &Analysis<'_>) -> Option<Figure> {
    let all = &analysis.losses.costliest;
    let worst = all.first()?;
    let chart = Intervals {
        what: "chance to win, %".to_owned(),
        rows: all.iter().take(COSTLIEST).map(row_of_decision).collect(),
        ..Intervals::default()
    };
    let judge = quoted(analysis.strategy);
    Some(Figure {
        id: "costliest".to_owned(),
        title: "Which decisions lost most?".to_owned(),
        players: who_played(analysis),
        series: vec![
            "after what was done".to_owned(),
            format!("after what {judge} would have done"),
        ],
        sentences: vec![told_of_costliest(worst)],
        reading: format!(
            "The {} that lost most; the numbers have their hands and up cards. Seats are counted \
             from 0, as in the record.",
            counted(all.len() as u64, "decision")
        ),
        chart: Chart::Intervals(chart),
        details: Some(decisions(all)),
        ..Figure::default()
    })
}

/// The chances after what was done and after what would have been better.
fn row_of_decision(departure: &Departure) -> DocumentRow {
    let mut marks = Vec::new();
    if let Some(chances) = departure.chances {
        marks.push(drawn(0, Estimate::exactly(100.0 * chances.done)));
        marks.push(drawn(1, Estimate::exactly(100.0 * chances.best)));
    }
    DocumentRow {
        name: format!("line {}, {}", departure.line, who(departure)),
        marks,
        note: departure.compared(),
    }
}

/// An estimate in the colour of its series.
fn drawn(series: usize, estimate: Estimate) -> Mark {
    Mark { series, estimate, tone: MarkTone::Series }
}

fn told_of_costliest(worst: &Departure) -> String {
    let card = &worst.up_card;
    let up_card = if card.is_empty() { String::new() } else { format!(" on {card}") };
    format!(
        "The costliest decision was that of {} after {} turns (line {}){up_card}: {}. It lost \
         {}.",
        who(worst),
        worst.turns,
        grouped(worst.line),
        worst.compared(),
        percent(worst.lost(), 1)
    )
}

fn decisions(all: &[Departure]) -> DocumentTable {
    DocumentTable::of(all.iter().map(|departure| {
        json!({
            "line": departure.line, "turns": departure.turns, "player": who(departure), "decision": departure.decision.name(),
            "up card": departure.up_card, "hand": departure.hand, "done": departure.done, "better": departure.would,
            "chance done": departure.chances.map(|chances| chances.done),
            "chance best": departure.chances.map(|chances| chances.best), "chance lost": departure.lost(),
        })
    }))
}

fn who(departure: &Departure) -> String {
    called(Some(departure.seat), &departure.player)
}

//! The page of a game record: who lost how much, how rounds went, and which decisions lost most.

use super::chart::intervals::{Hue, IntervalRow, Intervals, Mark, ends};
use super::chart::lines::{Line, Lines, Panel, Point};
use super::chart::{Axis, Unit};
use super::figure::{Figure, of_rows};
use super::page::{Frame, fact_list, framed};
use super::words::{counted, distinct, grouped, listed_up_to, with_margin};
use super::{ReportError, alone, named};
use maud::html;
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::Path;
use unobench_core::bounded::quoted;
use unobench_disk::write_file;
use unobench_findings::estimate::Estimate;
use unobench_record::{Course, Departure, Judgement, Losses, Lost, MILLION};
use unobench_stats::{Interval, RatioMean};

/// The most players of a picture; the table has all.
const ROWS: usize = 64;

/// How many of the costliest decisions are in the picture; the table has all.
const COSTLIEST: usize = 10;

const PLACES: u32 = 12;

const NAMED: usize = 12;

#[derive(Debug, Clone, Copy)]
pub struct Analysis<'a> {
    pub file: &'a str,
    pub strategy: &'a str,
    pub asked: &'a Judgement,
    pub losses: &'a Losses,
}

/// What a player lost in a round, in chances to win from 0 to 1, with its 95 % interval: that of a
/// ratio over blocks, none for fewer than two.
pub fn lost_a_round(player: &Lost) -> (f64, Option<Interval>) {
    let whole = |sum: u128| i128::try_from(sum).unwrap_or(i128::MAX);
    let sums = RatioMean {
        blocks: player.blocks,
        appearances: player.rounds,
        sum: player.lost.into(),
        appearances_squares: whole(player.rounds_squares),
        squares: whole(player.lost_squares),
        products: whole(player.products),
    };
    let share = |end: f64| end / MILLION;
    let interval = sums.interval();
    let interval =
        interval.map(|it| Interval { low: share(it.low).max(0.0), high: share(it.high) });
    (share(sums.mean().unwrap_or(0.0)), interval)
}

/// The page of a record as HTML.
pub fn report_of_record(analysis: &Analysis<'_>) -> Result<String, ReportError> {
    let figures = figures(analysis)?;
    let facts = facts(analysis);
    let frame = Frame {
        title: format!("Where was it lost? {}", quoted(analysis.file)),
        head: html! { div.runs { section.run { (fact_list(&facts)) } } },
        foot: "A loss is an opinion: the chance to win after what the strategy would have done \
            minus the chance after what was done, both as the strategy sees them from what the \
            seat could see. Totals overstate the loss, since small ones are noise; trust only large \
            ones. Calls of UNO and jump-ins that were not taken are not judged. Intervals \
            are 95 % intervals over deals.",
        nothing: "There is no decision in this record that could be judged.",
    };
    Ok(framed(&frame, &figures))
}

/// One figure of the page of a record as SVG that stands alone, by its name as in
/// [`figure`](fn@crate::figure).
pub fn figure_of_record(analysis: &Analysis<'_>, name: &str) -> Result<String, ReportError> {
    let figures = figures(analysis)?;
    let source = format!("Record: {}.", quoted(analysis.file));
    Ok(alone::svg(named(&figures, name)?, &source))
}

fn figures(analysis: &Analysis<'_>) -> Result<Vec<Figure>, ReportError> {
    let made = [lost(analysis)?, courses(analysis)?, costliest(analysis)?];
    Ok(made.into_iter().flatten().collect())
}

/// Writes the page of a record to a file, which is replaced at one stroke.
pub fn write_report_of_record(analysis: &Analysis<'_>, out: &Path) -> Result<(), ReportError> {
    let html = report_of_record(analysis)?;
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
fn name(player: &Lost) -> String {
    called(player.seat, &player.player)
}

fn called(seat: Option<usize>, player: &str) -> String {
    seat.map_or_else(|| quoted(player), |seat| format!("{} in seat {seat}", quoted(player)))
}

fn lost(analysis: &Analysis<'_>) -> Result<Option<Figure>, ReportError> {
    let mut players: Vec<&Lost> = analysis.losses.players().collect();
    if players.is_empty() {
        return Ok(None);
    }
    players.sort_by(|one, other| lost_a_round(other).0.total_cmp(&lost_a_round(one).0));
    let mut rows: Vec<IntervalRow> = players.iter().map(|player| row_of(player)).collect();
    let said = |row: &IntervalRow| format!("{} ({} %)", row.name, row.note);
    let mut sentence = format!(
        "As {} sees it, {} lost most in a round",
        quoted(analysis.strategy),
        said(&rows[0])
    );
    if let [_, .., last] = rows.as_slice() {
        sentence += &format!(", {} least", said(last));
    }
    rows.truncate(ROWS);
    let chart = Intervals {
        axis: Axis::around(ends(&rows).into_iter().chain([0.0]), false, Unit::Plain),
        title: "chance to win lost in a round, %".to_owned(),
        references: vec![0.0],
        band: None,
        series: 1,
        rows,
    };
    let figure = Figure {
        id: "lost".to_owned(),
        title: "Chances lost".to_owned(),
        players: who_played(analysis),
        sentences: vec![sentence + "."],
        reading:
            "A player who always does what the judge would do loses nothing. Whiskers are 95 % \
            intervals over deals; a single deal has none. In the table, a loss of 1 in all is a \
            whole win."
                .to_owned(),
        table: of_rows(players.iter().map(|player| table_row(player))),
        ..Figure::default()
    };
    figure.drawn(&chart, "Chances lost by each player.").map(Some)
}

fn row_of(player: &Lost) -> IntervalRow {
    let (value, interval) = lost_a_round(player);
    let of = Estimate { value, interval }.times(100.0);
    let note = match interval {
        Some(_) => with_margin(of),
        None => format!("{:.1}", of.value),
    };
    let mark = Mark { series: 0, of, tone: Hue::Series };
    IntervalRow { name: name(player), marks: vec![mark], note }
}

fn table_row(player: &Lost) -> Value {
    let in_all = player.lost as f64 / MILLION;
    let (a_round, interval) = lost_a_round(player);
    json!({
        "player": name(player),
        "rounds": player.rounds,
        "decisions": player.decisions,
        "same": player.same,
        "lost_a_decision": in_all / player.decisions.max(1) as f64,
        "lost_a_round": a_round,
        "lost_a_round_low": interval.map(|it| it.low),
        "lost_a_round_high": interval.map(|it| it.high),
        "lost_in_all": in_all,
    })
}

fn courses(analysis: &Analysis<'_>) -> Result<Option<Figure>, ReportError> {
    let courses: Vec<&Course> =
        analysis.losses.courses.iter().filter(|course| !course.points.is_empty()).collect();
    let keeps_seats = analysis.losses.players().any(|player| player.seat.is_some());
    let names = |course: &Course| -> Vec<String> {
        let seats = course.players.iter().enumerate();
        seats.map(|(seat, player)| called(keeps_seats.then_some(seat), player)).collect()
    };
    let series = distinct(courses.iter().flat_map(|course| names(course)));
    let panel = |course: &&Course| {
        let place = |name: String| series.iter().position(|known| *known == name);
        let lines = names(course).into_iter().enumerate().filter_map(|(seat, name)| {
            let points = points_of(course, seat);
            (!points.is_empty()).then_some(Line { series: place(name)?, points })
        });
        let title = (courses.len() > 1).then(|| format!("from line {}", grouped(course.line)));
        Panel { title: title.unwrap_or_default(), lines: lines.collect() }
    };
    let Some(turns) = courses.iter().map(|course| course.turns).max() else { return Ok(None) };
    let step = (turns / PLACES).max(1).next_multiple_of(if turns > PLACES { 5 } else { 1 });
    let places = (0..=turns.next_multiple_of(step)).step_by(step as usize);
    let places = places.map(|turn| (turn.into(), turn.to_string()));
    let chart = Lines {
        panels: courses.iter().map(panel).collect(),
        places: places.collect(),
        title: "turns played".to_owned(),
        axis: Axis::exactly(0.0, 100.0, false, Unit::Plain),
        what: "chance to win, %".to_owned(),
        reference: None,
        band: None,
        connected: true,
    };
    let sentence = match courses.len() {
        1 => format!("How likely each player was to win, turn by turn, over {turns} turns."),
        many => {
            format!("How likely each player was to win in {many} rounds, the first of the record.")
        }
    };
    let rows = courses.iter().flat_map(|course| {
        course.points.iter().map(move |point| {
            json!({
                "from_line": course.line,
                "turns": point.turns,
                "seat": point.seat,
                "player": quoted(&course.players[point.seat]),
                "chance_done": point.chance,
            })
        })
    });
    let figure = Figure {
        id: "course".to_owned(),
        title: "How the rounds went".to_owned(),
        legend: series,
        players: who_played(analysis),
        sentences: vec![sentence],
        reading: format!(
            "A dot is the chance after a decision of that player, as {} sees it from that \
             player's view, so that the chances of all need not add up to 100 %. The last dot is \
             how the round ended.",
            quoted(analysis.strategy)
        ),
        table: of_rows(rows),
        ..Figure::default()
    };
    figure.drawn(&chart, "Lines of chances to win.").map(Some)
}

/// A seat's line, which ends with how the round did.
fn points_of(course: &Course, seat: usize) -> Vec<Point> {
    let point = |turns: u32, value: f64| Point { at: turns.into(), of: Estimate::exactly(value) };
    let own = course.points.iter().filter(|point| point.seat == seat);
    let mut points: Vec<Point> = own.map(|own| point(own.turns, 100.0 * own.chance)).collect();
    if !points.is_empty() {
        let has_won = course.winners.contains(&seat);
        points.push(point(course.turns, if has_won { 100.0 } else { 0.0 }));
    }
    points
}

fn costliest(analysis: &Analysis<'_>) -> Result<Option<Figure>, ReportError> {
    let all = &analysis.losses.costliest;
    let Some(worst) = all.first() else { return Ok(None) };
    let mark = |series: usize, share: f64| Mark {
        series,
        of: Estimate::exactly(100.0 * share),
        tone: Hue::Series,
    };
    let row = |departure: &Departure| IntervalRow {
        name: format!("line {}, {}", departure.line, who(departure)),
        marks: departure
            .chances
            .iter()
            .flat_map(|chances| [mark(0, chances.done), mark(1, chances.best)])
            .collect(),
        note: departure.compared(),
    };
    let rows: Vec<IntervalRow> = all.iter().take(COSTLIEST).map(row).collect();
    let chart = Intervals {
        axis: Axis::around(ends(&rows), false, Unit::Plain),
        title: "chance to win, %".to_owned(),
        references: Vec::new(),
        band: None,
        series: 2,
        rows,
    };
    let card = &worst.up_card;
    let up_card = if card.is_empty() { String::new() } else { format!(" on {card}") };
    let sentence = format!(
        "The costliest decision was that of {} after {} turns (line {}){up_card}: {}. It lost \
         {:.1} %.",
        who(worst),
        worst.turns,
        grouped(worst.line),
        worst.compared(),
        100.0 * worst.lost()
    );
    let row = |departure: &Departure| {
        json!({
            "line": departure.line,
            "turns": departure.turns,
            "player": who(departure),
            "decision": departure.decision.name(),
            "up_card": departure.up_card,
            "hand": departure.hand,
            "done": departure.done,
            "better": departure.would,
            "chance_done": departure.chances.map(|chances| chances.done),
            "chance_best": departure.chances.map(|chances| chances.best),
            "chance_lost": departure.lost(),
        })
    };
    let figure = Figure {
        id: "costliest".to_owned(),
        title: "The costliest decisions".to_owned(),
        players: who_played(analysis),
        legend: vec![
            "after what was done".to_owned(),
            format!("after what {} would have done", quoted(analysis.strategy)),
        ],
        sentences: vec![sentence],
        reading: format!(
            "The {} that lost most; the table has their hands and up cards. Seats are counted \
             from 0, as in the record.",
            counted(all.len(), "decision")
        ),
        table: of_rows(all.iter().map(row)),
        ..Figure::default()
    };
    figure.drawn(&chart, "Pairs of chances to win.").map(Some)
}

fn who(departure: &Departure) -> String {
    called(Some(departure.seat), &departure.player)
}

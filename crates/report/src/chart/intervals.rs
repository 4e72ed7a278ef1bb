//! Estimates with their intervals, one row each: dots and whiskers.

use super::palette::{BAND, DOWN, INK, PAPER, SOFT, UNSURE, UP, series};
use super::{Area, Axis, Chart, DrawError, Names, draw_axis, fine, letters, width_of};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use unobench_findings::estimate::Estimate;
use unobench_stats::Interval;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hue {
    Series,
    Up,
    Down,
    /// Explored, and sure.
    Faint,
    Unsure,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mark {
    pub(crate) series: usize,
    pub(crate) of: Estimate,
    pub(crate) tone: Hue,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct IntervalRow {
    pub(crate) name: String,
    pub(crate) marks: Vec<Mark>,
    /// Its numbers, written at the right where there is room.
    pub(crate) note: String,
}

impl IntervalRow {
    pub(crate) fn new(name: &str) -> IntervalRow {
        IntervalRow { name: name.to_owned(), marks: Vec::new(), note: String::new() }
    }

    pub(crate) fn mean(&self) -> f64 {
        let sum: f64 = self.marks.iter().map(|mark| mark.of.value).sum();
        sum / self.marks.len().max(1) as f64
    }
}

pub(crate) fn ends(rows: &[IntervalRow]) -> Vec<f64> {
    rows.iter().flat_map(|row| &row.marks).flat_map(|mark| mark.of.ends()).collect()
}

#[derive(Debug, Clone)]
pub(crate) struct Intervals {
    pub(crate) rows: Vec<IntervalRow>,
    pub(crate) axis: Axis,
    pub(crate) title: String,
    pub(crate) references: Vec<f64>,
    pub(crate) band: Option<Interval>,
    pub(crate) series: usize,
}

/// Height of a row with one mark, and of each further one.
const ROW: f64 = 20.0;
const FURTHER: f64 = 10.5;
/// Height below the rows: numbers and title.
const FOOT: f64 = 44.0;
const DOT: f64 = 3.7;
const HOLLOW: f64 = 1.6;
/// Width of whiskers in units of the drawing, and half the height of their ends, which reach beyond
/// the dot, so that an interval is seen even where the dot is wider.
const WHISKER: u32 = 3;
const END: f64 = 5.2;

impl Intervals {
    fn names(&self, width: u32) -> Names {
        Names::new(self.rows.iter().map(|row| row.name.as_str()), width)
    }

    fn row_height(&self, names: Names) -> f64 {
        ROW + FURTHER * (self.series.max(1) - 1) as f64 + names.lift()
    }

    fn notes(&self, width: u32) -> f64 {
        if width < 500 {
            return 22.0;
        }
        self.rows.iter().map(|row| width_of(&row.note)).fold(0.0, f64::max) + 16.0
    }
}

impl Chart for Intervals {
    const OVER_LINES: bool = true;

    fn height(&self, width: u32) -> u32 {
        (self.row_height(self.names(width)) * self.rows.len().max(1) as f64 + FOOT + 8.0).ceil()
            as u32
    }

    fn draw(&self, area: &Area<'_>, width: u32) -> Result<(), DrawError> {
        let names = self.names(width);
        let notes = self.notes(width);
        let count = self.rows.len().max(1) as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_top(fine(4.0))
            .margin_right(fine(notes))
            .x_label_area_size(fine(FOOT))
            .y_label_area_size(fine(names.left))
            .build_cartesian_2d(self.axis, 0.0..count)?;
        if let Some(Interval { low, high }) = self.band {
            let corners = [(self.axis.clamp(low), 0.0), (self.axis.clamp(high), count)];
            chart.draw_series([Rectangle::new(corners, BAND.filled())])?;
        }
        draw_axis(&mut chart, self.axis.titled(&self.title), width)?;
        for &at in self.references.iter().filter(|at| self.axis.contains(**at)) {
            let style = ShapeStyle::from(&INK).stroke_width(3);
            chart.draw_series([PathElement::new(vec![(at, 0.0), (at, count)], style)])?;
        }
        let height = self.row_height(names);
        for (place, row) in self.rows.iter().enumerate() {
            let middle = chart.backend_coord(&(self.axis.at(0.0), count - place as f64 - 0.5)).1
                + fine(names.lift() / 2.0);
            names.write(area, &row.name, middle, (height - names.lift()) / 2.0 + 3.0, width)?;
            if width >= 500 && !row.note.is_empty() {
                let at = (fine(f64::from(width) - 4.0), middle);
                area.draw_text(&row.note, &letters(SOFT, HPos::Right), at)?;
            }
            for mark in &row.marks {
                let shift = FURTHER * (mark.series as f64 - (self.series.max(1) - 1) as f64 / 2.0);
                let at = |value: f64| chart.backend_coord(&(self.axis.clamp(value), 0.0)).0;
                draw_mark(area, mark, self.series > 1, at, middle + fine(shift))?;
            }
        }
        Ok(())
    }
}

fn draw_mark(
    area: &Area<'_>,
    mark: &Mark,
    several: bool,
    at: impl Fn(f64) -> i32,
    y: i32,
) -> Result<(), DrawError> {
    let color = match mark.tone {
        Hue::Series => series(mark.series),
        Hue::Up => UP,
        Hue::Down => DOWN,
        Hue::Faint | Hue::Unsure if several => series(mark.series),
        Hue::Faint | Hue::Unsure => UNSURE,
    };
    if let Some(Interval { low, high }) = mark.of.interval {
        whiskers(area, [(at(low), y), (at(high), y)], color)?;
    }
    let x = at(mark.of.value);
    if matches!(mark.tone, Hue::Unsure | Hue::Faint) && several {
        dot(area, mark.series, (x, y), color)?;
        // Small enough for a triangle, whose middle is lower than that of other shapes.
        let hole = if mark.tone == Hue::Faint { HOLLOW / 2.0 } else { HOLLOW };
        return area.draw(&Circle::new((x, y + fine(0.5)), fine(hole), PAPER.filled()));
    }
    if mark.tone == Hue::Unsure {
        area.draw(&Circle::new((x, y), fine(DOT), PAPER.filled()))?;
        let style = ShapeStyle::from(&color).stroke_width(3);
        return area.draw(&Circle::new((x, y), fine(DOT), style));
    }
    dot(area, mark.series, (x, y), color)
}

pub(super) fn whiskers(
    area: &Area<'_>,
    [low, high]: [(i32, i32); 2],
    color: RGBColor,
) -> Result<(), DrawError> {
    let end = fine(END);
    let across = if low.1 == high.1 { (0, end) } else { (end, 0) };
    let bar =
        |(x, y): (i32, i32)| [(x - across.0, y - across.1), (x + across.0, y + across.1), (x, y)];
    let path: Vec<(i32, i32)> = bar(low).into_iter().chain(bar(high).into_iter().rev()).collect();
    area.draw(&PathElement::new(path, ShapeStyle::from(&color).stroke_width(WHISKER)))
}

pub(super) fn dot(
    area: &Area<'_>,
    number: usize,
    (x, y): (i32, i32),
    color: RGBColor,
) -> Result<(), DrawError> {
    let (r, fill) = (fine(DOT), color.filled());
    let polygon = |corners: &[(i32, i32)]| area.draw(&Polygon::new(corners, fill));
    match number % 4 {
        0 => area.draw(&Circle::new((x, y), r, fill)),
        1 => polygon(&[(x, y - r - 1), (x - r, y + r - 1), (x + r, y + r - 1)]),
        2 => area.draw(&Rectangle::new([(x - r + 1, y - r + 1), (x + r - 1, y + r - 1)], fill)),
        _ => polygon(&[(x, y - r - 2), (x - r - 2, y), (x, y + r + 2), (x + r + 2, y)]),
    }
}

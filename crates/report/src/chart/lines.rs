//! Lines with bands over one axis, in small multiples that share both axes.

use super::intervals::{dot, whiskers};
use super::palette::{BAND, GRID, INK, PAPER, SOFT, series};
use super::{
    Area, Axis, Chart, DrawError, Unit, axis_letters, clipped, fine, letters, thin, width_of,
};
use plotters::coord::ranged1d::ValueFormatter as _;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use unobench_findings::estimate::Estimate;
use unobench_stats::Interval;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub(crate) at: f64,
    pub(crate) of: Estimate,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) series: usize,
    pub(crate) points: Vec<Point>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) lines: Vec<Line>,
}

#[derive(Debug, Clone)]
pub(crate) struct Lines {
    pub(crate) panels: Vec<Panel>,
    pub(crate) places: Vec<(f64, String)>,
    pub(crate) title: String,
    pub(crate) axis: Axis,
    pub(crate) what: String,
    pub(crate) reference: Option<f64>,
    /// From where to where the pictures are shaded from left to right.
    pub(crate) band: Option<Interval>,
    /// Whether places are numbers, between which there are others.
    pub(crate) connected: bool,
}

const MARGIN: f64 = 22.0;
const HEAD: f64 = 20.0;
const FOOT: f64 = 24.0;
/// The least width of the numbers of the vertical axis, how many they are at most, and the space
/// beside them.
const SIDE: f64 = 42.0;
const NUMBERS: usize = 6;
const BESIDE: f64 = 14.0;
const EDGE: f64 = 12.0;
const FILLING: f64 = 0.2;
const GAP: f64 = 8.0;

impl Lines {
    fn grid(&self, width: u32) -> (usize, f64) {
        match (self.panels.len(), width >= 500) {
            (..=1, true) => (1, 330.0),
            (..=1, false) => (1, 260.0),
            (2 | 4, true) => (2, 240.0),
            (_, true) => (3, 220.0),
            (_, false) => (1, 200.0),
        }
    }

    fn rows(&self, width: u32) -> usize {
        self.panels.len().div_ceil(self.grid(width).0).max(1)
    }

    /// The horizontal axis; names stand in the middle of as much room as each has.
    fn across(&self) -> Axis {
        if !self.connected {
            let last = self.places.len().max(1) as f64 - 1.0;
            return Axis::exactly(-0.5, last + 0.5, false, Unit::Plain);
        }
        let places = self.places.iter().map(|(place, _)| *place);
        Axis::around(places, false, Unit::Plain)
    }

    fn side(&self) -> f64 {
        let numbers = self.axis.ticks(NUMBERS).into_iter();
        let widths = numbers.map(|number| width_of(&self.axis.format_ext(&number)) + BESIDE);
        widths.fold(SIDE, f64::max)
    }

    fn every(&self, width: f64) -> usize {
        let axis = self.across();
        let room = |every: usize| {
            let named: Vec<&(f64, String)> = self.places.iter().step_by(every).collect();
            named.windows(2).all(|pair| {
                let [(one, name), (other, next)] = [pair[0], pair[1]];
                let apart = (axis.share(*other) - axis.share(*one)) * (width - self.side() - EDGE);
                apart >= (width_of(name) + width_of(next)) / 2.0 + GAP
            })
        };
        (1..=self.places.len()).find(|every| room(*every)).unwrap_or(1)
    }

    fn draw_panel(&self, area: &Area<'_>, panel: &Panel, width: f64) -> Result<(), DrawError> {
        let across = self.across();
        let mut chart = ChartBuilder::on(area)
            .margin_top(fine(HEAD))
            .margin_right(fine(EDGE))
            .x_label_area_size(fine(FOOT))
            .y_label_area_size(fine(self.side()))
            .build_cartesian_2d(across, self.axis)?;
        let (left, right) = (across.at(0.0), across.at(1.0));
        if let Some(Interval { low, high }) = self.band {
            let corners = [(left, self.axis.clamp(low)), (right, self.axis.clamp(high))];
            chart.draw_series([Rectangle::new(corners, BAND.filled())])?;
        }
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .y_labels(NUMBERS)
            .y_max_light_lines(1)
            .light_line_style(PAPER.mix(0.0))
            .bold_line_style(thin(GRID))
            .axis_style(thin(SOFT))
            .y_label_style(letters(SOFT, HPos::Right))
            .draw()?;
        // The chart counts from the corner of the whole picture, an area from its own.
        let (columns, rows) = area.get_pixel_range();
        let (x0, y0) = (columns.start, rows.start);
        let floor = vec![(left, self.axis.at(0.0)), (right, self.axis.at(0.0))];
        chart.draw_series([PathElement::new(floor, thin(SOFT))])?;
        if let Some(reference) = self.reference.filter(|at| self.axis.contains(*at)) {
            let line = vec![(left, reference), (right, reference)];
            chart.draw_series([PathElement::new(line, thin(INK))])?;
        }
        // Bands first, so that none hides a line.
        for line in panel.lines.iter().filter(|_| self.connected) {
            let end =
                |point: &Point, which: usize| (point.at, self.axis.clamp(point.of.ends()[which]));
            let upper = line.points.iter().map(|point| end(point, 2));
            let band: Vec<(f64, f64)> =
                upper.chain(line.points.iter().rev().map(|point| end(point, 0))).collect();
            let color = series(line.series).mix(FILLING);
            chart.draw_series([Polygon::new(band, color)])?;
        }
        for line in panel.lines.iter().filter(|_| self.connected) {
            let path: Vec<(f64, f64)> =
                line.points.iter().map(|point| (point.at, point.of.value)).collect();
            let style = ShapeStyle::from(&series(line.series)).stroke_width(3);
            chart.draw_series([PathElement::new(path, style)])?;
        }
        let count = panel.lines.len() as f64;
        for (place, line) in panel.lines.iter().enumerate() {
            let shift =
                if self.connected { 0.0 } else { 13.0 * (place as f64 - (count - 1.0) / 2.0) };
            for point in &line.points {
                let on = |value: f64| {
                    let (x, y) = chart.backend_coord(&(point.at, self.axis.clamp(value)));
                    (x - x0 + fine(shift), y - y0)
                };
                let whisker = point.of.interval.filter(|_| !self.connected);
                if let Some(Interval { low, high }) = whisker {
                    whiskers(area, [on(low), on(high)], series(line.series))?;
                }
                dot(area, line.series, on(point.of.value), series(line.series))?;
            }
        }
        let floor = chart.backend_coord(&(left, self.axis.at(0.0))).1 - y0;
        for (place, name) in self.places.iter().step_by(self.every(width)) {
            let x = chart.backend_coord(&(*place, self.axis.at(0.0))).0 - x0;
            // At the ends of the axis a name may be wider than the room beside it.
            let half = width_of(name) / 2.0;
            let x = x.min(fine(width - half)).max(fine(half));
            area.draw_text(name, &axis_letters(), (x, floor + fine(FOOT / 2.0)))?;
        }
        let title = clipped(&panel.title, width - self.side() - EDGE);
        area.draw_text(&title, &letters(INK, HPos::Left), (fine(self.side()), fine(HEAD / 2.0)))
    }
}

impl Chart for Lines {
    const OVER_LINES: bool = true;

    fn height(&self, width: u32) -> u32 {
        (self.rows(width) as f64 * self.grid(width).1 + 2.0 * MARGIN).ceil() as u32
    }

    fn draw(&self, area: &Area<'_>, width: u32) -> Result<(), DrawError> {
        let (columns, height) = self.grid(width);
        let (head, rest) = area.split_vertically(fine(MARGIN));
        let (body, foot) = rest.split_vertically(fine(height * self.rows(width) as f64));
        let middle = fine(MARGIN / 2.0);
        head.draw_text(&self.what, &letters(SOFT, HPos::Left), (fine(4.0), middle))?;
        let center = fine(f64::from(width) / 2.0);
        foot.draw_text(&self.title, &axis_letters(), (center, middle))?;
        let panels = body.split_evenly((self.rows(width), columns));
        for (area, panel) in panels.iter().zip(&self.panels) {
            self.draw_panel(area, panel, f64::from(width) / columns as f64)?;
        }
        Ok(())
    }
}

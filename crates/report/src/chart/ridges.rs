//! Distributions, one above the other on the same axis; curves of one row lie over each other.

use super::super::words::fixed;
use super::intervals::dot;
use super::palette::{GRID, INK, SOFT, series};
use super::{Area, Axis, Chart, DrawError, Names, draw_axis, fine, letters};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    pub(crate) series: usize,
    /// Places on the axis and the height there, at least 0.
    pub(crate) points: Vec<(f64, f64)>,
    /// Half of it is not above this.
    pub(crate) median: f64,
}

impl Curve {
    /// The points without the ends that are too low to be seen.
    fn visible(&self) -> &[(f64, f64)] {
        let least = LOWEST * self.points.iter().map(|point| point.1).fold(0.0, f64::max);
        let first = self.points.iter().position(|point| point.1 > least).unwrap_or(0);
        let last = self.points.iter().rposition(|point| point.1 > least).map_or(0, |last| last + 1);
        &self.points[first.saturating_sub(1)..(last + 1).min(self.points.len())]
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RidgeRow {
    pub(crate) name: String,
    pub(crate) curves: Vec<Curve>,
    /// Series, and what share of each the curves leave out; nothing if they leave out none.
    pub(crate) left_out: Vec<(usize, f64)>,
}

/// Ridges: filled where a row has one curve, lines where curves of several series lie over each
/// other.
#[derive(Debug, Clone)]
pub(crate) struct Ridges {
    pub(crate) rows: Vec<RidgeRow>,
    pub(crate) axis: Axis,
    pub(crate) title: String,
    pub(crate) series: usize,
    pub(crate) left_out: &'static str,
}

const FOOT: f64 = 44.0;
const MIDDLING: f64 = 1.1;
const HIGHEST: f64 = 2.6;
/// The height of the highest of several lines, in rows, so that those of two rows do not cross.
const LINES_HIGHEST: f64 = 0.98;
/// Height of the strip for the medians of several series: its margin, and what each takes.
const STRIP: f64 = 5.0;
const MEDIAN: f64 = 8.0;
/// Width beside the curves for the shares of what they leave out, on a wide page and on a narrow
/// one, and the width of a bar of 100 %.
const SHARES: f64 = 132.0;
const SHARES_NARROW: f64 = 92.0;
const BAR: f64 = 60.0;
const BAR_NARROW: f64 = 24.0;
/// Height that a share takes, and that of its bar.
const SHARE: f64 = 14.0;
const BAR_HEIGHT: f64 = 8.0;
/// What is lower than this share of a ridge's peak is not drawn at either end.
const LOWEST: f64 = 0.004;
const FILLING: f64 = 0.3;

impl Ridges {
    fn peaks(&self) -> Vec<f64> {
        let peak = |curve: &Curve| curve.points.iter().map(|point| point.1).fold(0.0, f64::max);
        self.rows.iter().map(|row| row.curves.iter().map(peak).fold(0.0, f64::max)).collect()
    }

    /// Rows for a height of 1: few high ridges must not flatten all others.
    fn scale(&self) -> f64 {
        let mut peaks = self.peaks();
        peaks.sort_by(f64::total_cmp);
        match (peaks.get(peaks.len() / 2), peaks.last()) {
            (_, Some(&highest)) if highest > 0.0 && self.has_lines() => LINES_HIGHEST / highest,
            (Some(&middle), Some(&highest)) if middle > 0.0 => {
                (MIDDLING / middle).min(HIGHEST / highest)
            }
            (_, Some(&highest)) if highest > 0.0 => MIDDLING / highest,
            _ => 1.0,
        }
    }

    fn has_lines(&self) -> bool {
        self.series > 1
    }

    fn strip(&self) -> f64 {
        if self.has_lines() { STRIP + MEDIAN * self.series as f64 } else { 0.0 }
    }

    fn leaves_out(&self) -> bool {
        self.rows.iter().any(|row| !row.left_out.is_empty())
    }

    fn beside(&self, width: u32) -> f64 {
        match (self.leaves_out(), width >= 500) {
            (false, _) => 14.0,
            (true, true) => SHARES,
            (true, false) => SHARES_NARROW,
        }
    }

    fn head(&self) -> f64 {
        if self.leaves_out() { 20.0 } else { 4.0 }
    }

    /// Rows that ridges reach above the first.
    fn air(&self) -> f64 {
        let scale = self.scale();
        self.peaks()
            .into_iter()
            .enumerate()
            .map(|(place, peak)| scale * peak - place as f64 - 1.0)
            .fold(0.0, f64::max)
            + 0.15
    }

    /// A single row needs no name.
    fn names(&self, width: u32) -> Names {
        if self.rows.len() == 1 {
            return Names { left: 12.0, above: false };
        }
        Names::new(self.rows.iter().map(|row| row.name.as_str()), width)
    }

    fn row_height(&self) -> f64 {
        let shares = SHARE * self.series as f64 + 6.0 - self.strip();
        let curves: f64 = match (self.rows.len(), self.has_lines()) {
            (0 | 1, _) => 200.0,
            (2..=4, _) => 64.0,
            (5..=14, true) => 48.0,
            (5..=14, false) => 38.0,
            (_, true) => 36.0,
            (_, false) => 24.0,
        };
        if self.leaves_out() { curves.max(shares) } else { curves }
    }

    /// Draws the curves of a row and their medians; `base` is where the curves stand, and a row is
    /// `whole` units high.
    fn draw_curves(
        &self,
        chart: &mut Plane<'_, '_>,
        row: &RidgeRow,
        (base, whole): (f64, f64),
    ) -> Result<(), DrawError> {
        let scale = self.scale() * self.row_height() / whole;
        for curve in &row.curves {
            let color = series(curve.series);
            let points = curve.visible();
            let top: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x, base + scale * y)).collect();
            if !self.has_lines() {
                let ends = points.last().into_iter().chain(points.first());
                let ends = ends.map(|&(x, _)| (x, base));
                let outline: Vec<_> = top.iter().copied().chain(ends).collect();
                chart.draw_series([Polygon::new(outline, color.mix(FILLING))])?;
            }
            let style = ShapeStyle::from(&color).stroke_width(3);
            chart.draw_series([PathElement::new(top, style)])?;
            if self.axis.contains(curve.median) && !self.has_lines() {
                let end = base + 0.22 * self.row_height() / whole;
                let tick = vec![(curve.median, base), (curve.median, end)];
                let style = ShapeStyle::from(&INK).stroke_width(4);
                chart.draw_series([PathElement::new(tick, style)])?;
            }
        }
        Ok(())
    }

    fn draw_medians(
        &self,
        area: &Area<'_>,
        chart: &Plane<'_, '_>,
        row: &RidgeRow,
        base: f64,
    ) -> Result<(), DrawError> {
        let [from, to] = [0.0, 1.0].map(|end| chart.backend_coord(&(self.axis.at(end), base)));
        let style = ShapeStyle::from(&SOFT).stroke_width(1);
        area.draw(&PathElement::new(vec![from, to], style))?;
        for curve in row.curves.iter().filter(|curve| self.axis.contains(curve.median)) {
            let (x, floor) = chart.backend_coord(&(curve.median, base));
            let y = floor + fine(STRIP + MEDIAN * curve.series as f64);
            dot(area, curve.series, (x, y), series(curve.series))?;
        }
        Ok(())
    }

    fn draw_shares(
        &self,
        area: &Area<'_>,
        row: &RidgeRow,
        middle: i32,
        width: u32,
    ) -> Result<(), DrawError> {
        let bar = if width >= 500 { BAR } else { BAR_NARROW };
        let left = f64::from(width) - self.beside(width) + 12.0;
        let count = row.left_out.len() as f64;
        for (place, (number, share)) in row.left_out.iter().enumerate() {
            let y = middle + fine(SHARE * (place as f64 - (count - 1.0) / 2.0));
            let half = fine(BAR_HEIGHT / 2.0);
            let box_to = |right: f64| [(fine(left), y - half), (fine(right), y + half)];
            area.draw(&Rectangle::new(box_to(left + bar), GRID.filled()))?;
            area.draw(&Rectangle::new(box_to(left + bar * share), series(*number).filled()))?;
            let text = format!("{} %", fixed(100.0 * share, 1));
            let at = (fine(left + bar + 6.0), y);
            area.draw_text(&text, &letters(SOFT, HPos::Left), at)?;
        }
        Ok(())
    }
}

type Plane<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, RangedCoordf64>>;

impl Chart for Ridges {
    const OVER_LINES: bool = true;

    fn height(&self, width: u32) -> u32 {
        let row = self.row_height() + self.strip() + self.names(width).lift();
        let rows = self.rows.len().max(1) as f64 + self.air();
        (row * rows + FOOT + self.head() + 4.0).ceil() as u32
    }

    fn draw(&self, area: &Area<'_>, width: u32) -> Result<(), DrawError> {
        let names = self.names(width);
        let count = self.rows.len().max(1) as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_top(fine(self.head()))
            .margin_right(fine(self.beside(width)))
            .x_label_area_size(fine(FOOT))
            .y_label_area_size(fine(names.left))
            .build_cartesian_2d(self.axis, 0.0..count + self.air())?;
        draw_axis(&mut chart, self.axis.titled(&self.title), width)?;
        let whole = self.row_height() + self.strip() + names.lift();
        for (place, row) in self.rows.iter().enumerate() {
            let floor = count - place as f64 - 1.0;
            let base = floor + self.strip() / whole;
            self.draw_curves(&mut chart, row, (base, whole))?;
            if self.has_lines() {
                self.draw_medians(area, &chart, row, base)?;
            }
            let y = chart.backend_coord(&(self.axis.at(0.0), base)).1;
            if count > 1.0 {
                names.write(area, &row.name, y - fine(7.0), self.row_height(), width)?;
            }
            let bottom = chart.backend_coord(&(self.axis.at(0.0), floor)).1;
            let middle = bottom - fine((whole - names.lift()) / 2.0);
            self.draw_shares(area, row, middle, width)?;
        }
        if self.leaves_out() {
            let left = f64::from(width) - self.beside(width) + 12.0;
            area.draw_text(self.left_out, &letters(SOFT, HPos::Left), (fine(left), fine(10.0)))?;
        }
        Ok(())
    }
}

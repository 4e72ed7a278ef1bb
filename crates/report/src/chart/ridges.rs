//! Distributions, one above the other on the same axis; curves of one row lie over each other.

use super::palette::{GRID, INK, PAPER, SOFT, series};
use super::{Area, Axis, Chart, DrawError, Names, axis_letters, fine};
use plotters::chart::ChartBuilder;
use plotters::element::{PathElement, Polygon};
use plotters::style::{Color, ShapeStyle};

/// A distribution.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    /// Its series.
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

/// A row of the picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RidgeRow {
    /// Its name.
    pub(crate) name: String,
    /// Its curves.
    pub(crate) curves: Vec<Curve>,
}

/// Ridges.
#[derive(Debug, Clone)]
pub(crate) struct Ridges {
    /// From the top.
    pub(crate) rows: Vec<RidgeRow>,
    /// The horizontal axis.
    pub(crate) axis: Axis,
    /// What is on it.
    pub(crate) title: String,
}

/// Height below the rows: numbers and title.
const FOOT: f64 = 44.0;
/// The height of a ridge of middling height, in rows.
const MIDDLING: f64 = 1.1;
/// The height of the highest ridge, at most, in rows.
const HIGHEST: f64 = 2.6;
/// What is lower than this share of a ridge's peak is not drawn at either end.
const LOWEST: f64 = 0.004;
/// How much of what is behind a ridge shows through.
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
            (Some(&middle), Some(&highest)) if middle > 0.0 => {
                (MIDDLING / middle).min(HIGHEST / highest)
            }
            (_, Some(&highest)) if highest > 0.0 => MIDDLING / highest,
            _ => 1.0,
        }
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

    /// Height of a row for its curve.
    fn row_height(&self) -> f64 {
        match self.rows.len() {
            0 | 1 => 200.0,
            2..=4 => 64.0,
            5..=14 => 38.0,
            _ => 24.0,
        }
    }
}

impl Chart for Ridges {
    const OVER_LINES: bool = true;

    fn height(&self, width: u32) -> u32 {
        let row = self.row_height() + self.names(width).lift();
        (row * (self.rows.len().max(1) as f64 + self.air()) + FOOT + 8.0).ceil() as u32
    }

    fn draw(&self, area: &Area<'_>, width: u32) -> Result<(), DrawError> {
        let names = self.names(width);
        let count = self.rows.len().max(1) as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_top(fine(4.0))
            .margin_right(fine(14.0))
            .x_label_area_size(fine(FOOT))
            .y_label_area_size(fine(names.left))
            .build_cartesian_2d(self.axis, 0.0..count + self.air())?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels((width / 62) as usize)
            .x_max_light_lines(1)
            .light_line_style(PAPER.mix(0.0))
            .bold_line_style(ShapeStyle::from(&GRID).stroke_width(2))
            .axis_style(ShapeStyle::from(&SOFT).stroke_width(2))
            .x_label_style(axis_letters())
            .axis_desc_style(axis_letters())
            .x_desc(&self.title)
            .draw()?;
        let height = self.row_height();
        let scale = self.scale() * height / (height + names.lift());
        for (place, row) in self.rows.iter().enumerate() {
            let base = count - place as f64 - 1.0;
            for curve in &row.curves {
                let color = series(curve.series);
                let points = curve.visible();
                let top: Vec<(f64, f64)> =
                    points.iter().map(|&(x, y)| (x, base + scale * y)).collect();
                let ends =
                    [points.last(), points.first()].into_iter().flatten().map(|&(x, _)| (x, base));
                chart.draw_series(std::iter::once(Polygon::new(
                    top.iter().copied().chain(ends).collect::<Vec<_>>(),
                    color.mix(FILLING),
                )))?;
                chart.draw_series(std::iter::once(PathElement::new(
                    top,
                    ShapeStyle::from(&color).stroke_width(3),
                )))?;
                if self.axis.contains(curve.median) {
                    let tick = vec![
                        (curve.median, base),
                        (curve.median, base + 0.22 * height / (height + names.lift())),
                    ];
                    chart.draw_series(std::iter::once(PathElement::new(
                        tick,
                        ShapeStyle::from(&INK).stroke_width(4),
                    )))?;
                }
            }
            if count > 1.0 {
                let floor = chart.backend_coord(&(self.axis.at(0.0), base)).1;
                names.write(area, &row.name, floor - fine(7.0), height, width)?;
            }
        }
        Ok(())
    }
}

//! Pictures: drawn by `plotters` as SVG, once for a wide page and once for a narrow one.
//!
//! A picture is drawn in the few colours of a light page, which `palette` replaces on a dark one
//! (`[fill="#0072B2"]`), so that it is right on its own too. Lengths are in CSS pixels; the drawing
//! is [`FINE`] times as fine, because plotters counts in whole numbers.

mod axis;
pub(super) mod heat;
pub(super) mod intervals;
pub(super) mod lines;
pub(super) mod palette;
pub(super) mod ridges;

pub(super) use axis::{Axis, Unit};

use super::ReportError;
use palette::{GRID, INK, PAPER, SOFT};
use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Units of the drawing in a CSS pixel.
const FINE: f64 = 2.0;

const WIDTHS: [u32; 2] = [740, 350];

pub(super) const LETTERS: f64 = 12.5;

const TICK_WIDTH: u32 = 62;

/// By how much plotters divides the size of letters before it writes it.
const PLOTTERS_LETTERS: f64 = 1.24;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

type DrawError = DrawingAreaErrorKind<std::io::Error>;

#[derive(Debug, Clone, Default)]
pub(super) struct Picture {
    wide: Drawing,
    narrow: Drawing,
    told: String,
}

impl Picture {
    /// As SVG for a wide page and for a narrow one, in the style of the page around it.
    pub(super) fn inline(&self) -> [String; 2] {
        [&self.wide, &self.narrow].map(|drawing| drawing.inline(&self.told))
    }

    pub(super) fn told(&self) -> &str {
        &self.told
    }

    pub(super) fn wide(&self) -> &Drawing {
        &self.wide
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Drawing {
    pub(super) elements: String,
    pub(super) size: (u32, u32),
    /// Whether letters lie over lines and need the paper around them.
    over_lines: bool,
}

impl Drawing {
    /// The class by which the style sheet knows whether letters lie over lines.
    pub(super) fn class(&self) -> &'static str {
        if self.over_lines { "over-lines" } else { "plain" }
    }

    /// SVG that shrinks with the page.
    fn inline(&self, told: &str) -> String {
        let (told, class) = (maud::html! { (told) }.into_string(), self.class());
        let (width, elements) = (self.size.0, &self.elements);
        let [right, bottom] = [self.size.0, self.size.1].map(|length| fine(length.into()));
        format!(
            "<svg class=\"{class}\" role=\"img\" aria-label=\"{told}\" \
             viewBox=\"0 0 {right} {bottom}\" style=\"max-width:{width}px\" \
             xmlns=\"http://www.w3.org/2000/svg\">{elements}</svg>"
        )
    }
}

pub(super) trait Chart {
    fn height(&self, width: u32) -> u32;

    /// Whether letters lie over lines and need the paper around them.
    const OVER_LINES: bool;

    fn draw(&self, area: &Area<'_>, width: u32) -> Result<(), DrawError>;
}

pub(super) fn picture(chart: &impl Chart, told: &str) -> Result<Picture, ReportError> {
    let [wide, narrow] = WIDTHS;
    let (wide, narrow) = (drawing(chart, wide)?, drawing(chart, narrow)?);
    Ok(Picture { wide, narrow, told: told.to_owned() })
}

fn drawing<C: Chart>(chart: &C, width: u32) -> Result<Drawing, ReportError> {
    let mut text = String::new();
    let height = chart.height(width);
    {
        let size = (fine(width.into()) as u32, fine(height.into()) as u32);
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        chart
            .draw(&area, width)
            .and_then(|()| area.present())
            .map_err(|error| ReportError::Drawing(error.to_string()))?;
    }
    Ok(Drawing { elements: elements(&text), size: (width, height), over_lines: C::OVER_LINES })
}

/// What is in an SVG, without what goes without saying or is said by the style sheet.
fn elements(svg: &str) -> String {
    let inside = svg.split_once('>').map_or("", |(_, inside)| inside);
    let inside = inside.trim_end().strip_suffix("</svg>").unwrap_or(inside);
    inside
        .replace(" opacity=\"1\"", "")
        .replace(" stroke=\"none\" stroke-width=\"1\"", "")
        .replace(" stroke=\"none\"", "")
        .replace(" \"/>\n", "\"/>")
        .replace(" font-family=\"sans-serif\"", "")
        .replace("\n</text>", "</text>")
}

pub(super) fn fine(length: f64) -> i32 {
    (length * FINE).round() as i32
}

/// How wide a text is in a wide sans-serif face, to two places; SVG is measured only where it is
/// shown.
pub(super) fn width_of(text: &str) -> f64 {
    let of_size = |letter: char| match letter {
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '†' => 0.98,
        'i' | 'j' | 'l' | '.' | ',' | ':' | '\'' | '|' | 'I' => 0.33,
        'f' | 'r' | 't' | '-' | '(' | ')' | '[' | ']' | ' ' => 0.41,
        letter if letter.is_uppercase() || "+−±×=".contains(letter) => 0.8,
        _ => 0.64,
    };
    text.chars().map(of_size).sum::<f64>() * LETTERS
}

fn clipped(text: &str, width: f64) -> String {
    let letters: Vec<char> = text.chars().collect();
    let shortened = |room: usize| -> String {
        if room == letters.len() {
            return text.to_owned();
        }
        let tail = (room - 1) / 2;
        let (head, tail) = (&letters[..room - 1 - tail], &letters[letters.len() - tail..]);
        head.iter().chain(&['…']).chain(tail).collect()
    };
    let least = letters.len().min(4);
    let mut all = (least..=letters.len()).rev().map(shortened);
    all.find(|text| width_of(text) <= width).unwrap_or_else(|| shortened(least))
}

fn letters<'a>(color: RGBColor, h_pos: HPos) -> TextStyle<'a> {
    let font = ("sans-serif", LETTERS * FINE * PLOTTERS_LETTERS).into_font();
    TextStyle { font, color: color.to_backend_color(), pos: Pos::new(h_pos, VPos::Center) }
}

fn upright<'a>(color: RGBColor) -> TextStyle<'a> {
    letters(color, HPos::Left).transform(FontTransform::Rotate270)
}

#[derive(Debug, Clone, Copy)]
struct Names {
    left: f64,
    /// Whether a name stands above its row, because there is no room beside it.
    above: bool,
}

impl Names {
    /// A share of the width beyond which names stand above their rows.
    const SHARE: f64 = 0.42;

    const GAP: f64 = 8.0;

    fn new<'a>(names: impl Iterator<Item = &'a str>, width: u32) -> Names {
        let longest = names.map(width_of).fold(0.0, f64::max) + Names::GAP + 4.0;
        let above = longest > Names::SHARE * f64::from(width);
        Names { left: if above { 24.0 } else { longest }, above }
    }

    fn lift(self) -> f64 {
        if self.above { 16.0 } else { 0.0 }
    }

    /// Writes a name: beside `middle`, or above it by half the row's height; both in units of the
    /// drawing.
    fn write(
        self,
        area: &Area<'_>,
        name: &str,
        middle: i32,
        half: f64,
        width: u32,
    ) -> Result<(), DrawError> {
        if self.above {
            let name = clipped(name, f64::from(width) - 6.0);
            area.draw_text(&name, &letters(INK, HPos::Left), (fine(2.0), middle - fine(half)))
        } else {
            area.draw_text(name, &letters(INK, HPos::Right), (fine(self.left - Names::GAP), middle))
        }
    }
}

fn thin(color: RGBColor) -> ShapeStyle {
    ShapeStyle::from(&color).stroke_width(2)
}

fn draw_axis<Y: Ranged<ValueType = f64> + ValueFormatter<f64>>(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<Axis, Y>>,
    title: String,
    width: u32,
) -> Result<(), DrawError> {
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels((width / TICK_WIDTH) as usize)
        .x_max_light_lines(1)
        .light_line_style(PAPER.mix(0.0))
        .bold_line_style(thin(GRID))
        .axis_style(thin(SOFT))
        .x_label_style(axis_letters())
        .axis_desc_style(axis_letters())
        .x_desc(title)
        .draw()
}

fn axis_letters<'a>() -> TextStyle<'a> {
    letters(SOFT, HPos::Center)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_their_ends() {
        assert_eq!(clipped("short", 100.0), "short");
        let long = clipped("official+setup.hand_size=9", 90.0);
        assert!(long.starts_with("offic") && long.ends_with("ze=9"), "{long}");
        assert!(width_of(&long) <= 90.0, "{long}");
        assert!(width_of(&clipped("official+setup.hand_size=9", 95.0)) > width_of(&long) - 1.0);
        assert_eq!(clipped("mmmmmmmmmm", 1.0).chars().count(), 4);
        assert_eq!(clipped("mm", 1.0), "mm");
    }

    #[test]
    fn the_text_alternative_cannot_break_out_of_its_attribute() {
        let drawing = Drawing { elements: String::new(), size: (1, 1), over_lines: true };
        let svg = drawing.inline("a \"quoted\" <script>");
        assert!(svg.contains("aria-label=\"a &quot;quoted&quot; &lt;script&gt;\""), "{svg}");
    }
}

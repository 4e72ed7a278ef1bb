//! The colours in which pictures are drawn; `page.css` replaces each by that of the light or the
//! dark page.
//!
//! # Source
//! Series: Okabe and Ito 2008, *Color Universal Design*, eight colours that the colour-blind can
//! tell apart; markers differ in shape as well.

use plotters::style::RGBColor;

/// Words and lines in front.
pub(super) const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
/// Words at axes.
pub(super) const SOFT: RGBColor = RGBColor(0x66, 0x66, 0x66);
/// Lines behind.
pub(super) const GRID: RGBColor = RGBColor(0xDD, 0xDD, 0xDD);
/// What is behind everything.
pub(super) const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);
/// What cannot be told from nothing.
pub(super) const UNSURE: RGBColor = RGBColor(0x8C, 0x8C, 0x8C);
/// More, for sure.
pub(super) const UP: RGBColor = SERIES[0];
/// Less, for sure.
pub(super) const DOWN: RGBColor = SERIES[1];

/// Series, in their order; they repeat after the last, in other shapes.
const SERIES: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x77, 0x33, 0x99),
];

/// How many shades a heat map has to either side of nothing.
pub(super) const SHADES: i32 = 4;

/// Less, from the palest on.
const LESS: [RGBColor; 4] = [
    RGBColor(0xFB, 0xE7, 0xD9),
    RGBColor(0xF7, 0xCF, 0xB3),
    RGBColor(0xF1, 0xB1, 0x86),
    RGBColor(0xEB, 0x93, 0x59),
];
/// More, from the palest on.
const MORE: [RGBColor; 4] = [
    RGBColor(0xD9, 0xEA, 0xF4),
    RGBColor(0xB3, 0xD5, 0xE8),
    RGBColor(0x86, 0xBC, 0xDB),
    RGBColor(0x59, 0xA3, 0xCE),
];

/// The colour of a series.
pub(super) fn series(number: usize) -> RGBColor {
    SERIES[number % SERIES.len()]
}

/// How many colours there are before they repeat.
pub(crate) const SERIES_COLOURS: usize = SERIES.len();

/// A shade of a heat map: below 0 less, above 0 more.
pub(super) fn shade(step: i32) -> RGBColor {
    let place = (step.unsigned_abs() as usize).min(SHADES as usize);
    match step {
        0 => PAPER,
        ..0 => LESS[place - 1],
        _ => MORE[place - 1],
    }
}

/// The shapes of markers, as the legend shows them; a series has the shape of its number.
pub(crate) const SHAPES: [char; 4] = ['●', '▲', '■', '◆'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_replaces_every_colour() {
        let css = include_str!("../page.css");
        let shades = (-SHADES..=SHADES).filter(|step| *step != 0).map(shade);
        let all = [INK, SOFT, GRID, PAPER, UNSURE].into_iter().chain(SERIES).chain(shades);
        for RGBColor(red, green, blue) in all {
            let colour = format!("[fill=\"#{red:02X}{green:02X}{blue:02X}\"]");
            assert!(css.contains(&colour), "{colour}");
        }
    }
}

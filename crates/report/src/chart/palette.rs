//! The colours in which pictures are drawn, which are those of a light page, and what they are on a
//! dark one. Pages and pictures that stand alone have their style from here.
//!
//! # Source
//! Series: Okabe and Ito 2008, *Color Universal Design*, eight colours that the colour-blind can
//! tell apart; markers differ in shape as well.

use plotters::style::RGBColor;
use std::fmt::Write as _;

pub(crate) const INK: RGBColor = RGBColor(0x1D, 0x21, 0x29);
pub(crate) const SOFT: RGBColor = RGBColor(0x5B, 0x62, 0x70);
/// Lines behind.
pub(super) const GRID: RGBColor = RGBColor(0xD9, 0xDC, 0xE2);
pub(crate) const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);
/// Changes that people at a table hardly notice.
pub(crate) const BAND: RGBColor = RGBColor(0xF3, 0xEE, 0xDC);
/// What cannot be told from nothing.
pub(super) const UNSURE: RGBColor = RGBColor(0x85, 0x8B, 0x96);
pub(super) const UP: RGBColor = SERIES[0];
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

pub(super) const SHADES: i32 = 4;

const LESS: [RGBColor; 4] = [
    RGBColor(0xFB, 0xE7, 0xD9),
    RGBColor(0xF7, 0xCF, 0xB3),
    RGBColor(0xF1, 0xB1, 0x86),
    RGBColor(0xEB, 0x93, 0x59),
];
const MORE: [RGBColor; 4] = [
    RGBColor(0xD9, 0xEA, 0xF4),
    RGBColor(0xB3, 0xD5, 0xE8),
    RGBColor(0x86, 0xBC, 0xDB),
    RGBColor(0x59, 0xA3, 0xCE),
];

/// Every colour by its name in style sheets, with what it is on a dark page.
const DARK: [(&str, RGBColor, RGBColor); 21] = [
    ("ink", INK, RGBColor(0xE8, 0xEA, 0xEF)),
    ("soft", SOFT, RGBColor(0xA3, 0xAA, 0xB8)),
    ("grid", GRID, RGBColor(0x3A, 0x40, 0x4C)),
    ("paper", PAPER, DARK_PAPER),
    ("band", BAND, RGBColor(0x2C, 0x2A, 0x22)),
    ("unsure", UNSURE, RGBColor(0x8A, 0x92, 0xA0)),
    ("s0", SERIES[0], RGBColor(0x5C, 0xB8, 0xF0)),
    ("s1", SERIES[1], RGBColor(0xFF, 0x8A, 0x3D)),
    ("s2", SERIES[2], RGBColor(0x2F, 0xC7, 0x9B)),
    ("s3", SERIES[3], RGBColor(0xE6, 0xA3, 0xC8)),
    ("s4", SERIES[4], RGBColor(0xF0, 0xB9, 0x3A)),
    ("s5", SERIES[5], RGBColor(0x8F, 0xD0, 0xF7)),
    ("s6", SERIES[6], RGBColor(0xC3, 0x9B, 0xEA)),
    ("less0", LESS[0], RGBColor(0x3A, 0x2A, 0x20)),
    ("less1", LESS[1], RGBColor(0x55, 0x34, 0x20)),
    ("less2", LESS[2], RGBColor(0x74, 0x41, 0x1F)),
    ("less3", LESS[3], RGBColor(0x94, 0x50, 0x1F)),
    ("more0", MORE[0], RGBColor(0x1E, 0x2F, 0x3A)),
    ("more1", MORE[1], RGBColor(0x1F, 0x42, 0x57)),
    ("more2", MORE[2], RGBColor(0x20, 0x56, 0x74)),
    ("more3", MORE[3], RGBColor(0x22, 0x6B, 0x92)),
];

pub(crate) const DARK_PAPER: RGBColor = RGBColor(0x15, 0x18, 0x1E);

const WHERE_DARK: &str = "@media screen and (prefers-color-scheme: dark)";

pub(crate) fn series(number: usize) -> RGBColor {
    SERIES[number % SERIES.len()]
}

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

pub(crate) fn code(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// The style of pictures, which are drawn in the colours of a light page, on a dark one.
pub(crate) fn style_of_pictures() -> String {
    let mut style = format!("{WHERE_DARK} {{\n");
    for (_, light, dark) in DARK {
        let (light, dark) = (code(light), code(dark));
        for what in ["fill", "stroke"] {
            writeln!(style, "[{what}=\"{light}\"] {{ {what}: {dark}; }}").expect("memory");
        }
    }
    style + "}\n"
}

/// The style of pages: all colours as variables, and the style of pictures.
pub(crate) fn style_of_pages() -> String {
    let variables = |of: fn(&(&str, RGBColor, RGBColor)) -> RGBColor| {
        let variable = |it: &(&str, RGBColor, RGBColor)| format!(" --{}: {};", it.0, code(of(it)));
        format!(":root {{{} }}\n", DARK.iter().map(variable).collect::<String>())
    };
    let (light, dark) = (variables(|it| it.1), variables(|it| it.2));
    format!("{light}{WHERE_DARK} {{ {dark}}}\n{}", style_of_pictures())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_one_for_a_dark_page() {
        let style = style_of_pages();
        let shades = (-SHADES..=SHADES).filter(|step| *step != 0).map(shade);
        let all = [INK, SOFT, GRID, PAPER, BAND, UNSURE].into_iter().chain(SERIES).chain(shades);
        for colour in all.map(code) {
            for what in ["fill", "stroke"] {
                let rule = format!("[{what}=\"{colour}\"] {{ {what}: #");
                assert_eq!(style.matches(&rule).count(), 1, "{rule}");
            }
            assert!(style.contains(&format!(": {colour};")), "{colour}");
        }
    }

    #[test]
    fn the_page_names_no_colour_that_is_not_declared() {
        let (css, style) = (include_str!("../page.css"), style_of_pages());
        for part in css.split("var(--").skip(1) {
            let name = part.split(')').next().unwrap_or_default();
            let declared = format!("--{name}: #");
            assert!(style.contains(&declared) || css.contains(&declared), "{name}");
        }
    }
}

//! A table of numbers in colours: blue is more, orange is less, and what cannot be told from
//! nothing has no colour.

use super::palette::{GRID, INK, SHADES, SOFT, shade};
use super::{Area, Chart, DrawError, Names, clipped, fine, letters, upright, width_of};
use plotters::element::Rectangle;
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, ShapeStyle};

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HeatCell {
    pub(crate) value: f64,
    pub(crate) text: String,
    pub(crate) sure: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Heat {
    pub(crate) rows: Vec<String>,
    pub(crate) columns: Vec<String>,
    /// By row and column; none where there is nothing.
    pub(crate) cells: Vec<Vec<Option<HeatCell>>>,
}

const NUMBER_WIDTH: f64 = 36.0;
const WIDEST: f64 = 110.0;

struct Measures {
    left: f64,
    top: f64,
    cell: (f64, f64),
}

impl Heat {
    fn layout(&self, width: u32) -> Measures {
        let most = Names::SHARE * f64::from(width);
        let left = self.rows.iter().map(|name| width_of(name)).fold(0.0, f64::max).min(most) + 10.0;
        let cell = ((f64::from(width) - left - 2.0) / self.columns.len().max(1) as f64).min(WIDEST);
        let longest = self.columns.iter().map(|name| width_of(name)).fold(0.0, f64::max);
        let lying = longest + 4.0 <= cell;
        let top = if lying { 22.0 } else { longest.min(150.0) + 8.0 };
        Measures {
            left,
            top,
            cell: (cell, if cell < NUMBER_WIDTH { cell.clamp(14.0, 22.0) } else { 24.0 }),
        }
    }

    fn largest(&self) -> f64 {
        let sure = self.cells.iter().flatten().flatten().filter(|cell| cell.sure);
        sure.map(|cell| cell.value.abs()).fold(0.0, f64::max)
    }
}

impl Chart for Heat {
    const OVER_LINES: bool = false;

    fn height(&self, width: u32) -> u32 {
        let layout = self.layout(width);
        (layout.top + layout.cell.1 * self.rows.len() as f64 + 4.0).ceil() as u32
    }

    fn draw(&self, area: &Area<'_>, width: u32) -> Result<(), DrawError> {
        let Measures { left, top, cell: (wide, high) } = self.layout(width);
        for (place, name) in self.columns.iter().enumerate() {
            let middle = left + wide * (place as f64 + 0.5);
            if top > 22.0 {
                let at = (fine(middle), fine(top - 5.0));
                area.draw_text(&clipped(name, top - 8.0), &upright(INK), at)?;
            } else {
                area.draw_text(name, &letters(INK, HPos::Center), (fine(middle), fine(top / 2.0)))?;
            }
        }
        let largest = self.largest();
        for (place, name) in self.rows.iter().enumerate() {
            let y = top + high * place as f64;
            let at = (fine(left - 6.0), fine(y + high / 2.0));
            area.draw_text(&clipped(name, left - 8.0), &letters(INK, HPos::Right), at)?;
            for (column, cell) in self.cells[place].iter().enumerate() {
                let x = left + wide * column as f64;
                let corners = [(fine(x), fine(y)), (fine(x + wide) - 1, fine(y + high) - 1)];
                let Some(cell) = cell else {
                    area.draw(&Rectangle::new(corners, GRID.filled()))?;
                    continue;
                };
                area.draw(&Rectangle::new(corners, shade(step(cell, largest)).filled()))?;
                area.draw(&Rectangle::new(corners, ShapeStyle::from(&GRID).stroke_width(1)))?;
                if wide >= NUMBER_WIDTH {
                    let color = if cell.sure { INK } else { SOFT };
                    let at = (fine(x + wide / 2.0), fine(y + high / 2.0));
                    area.draw_text(&cell.text, &letters(color, HPos::Center), at)?;
                }
            }
        }
        Ok(())
    }
}

/// The shade of a cell: none unless it is sure, then by its size.
fn step(cell: &HeatCell, largest: f64) -> i32 {
    if !cell.sure || largest <= 0.0 {
        return 0;
    }
    let size = (f64::from(SHADES) * cell.value.abs() / largest).ceil().clamp(1.0, f64::from(SHADES))
        as i32;
    if cell.value < 0.0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_sure_has_a_colour() {
        let cell = |value: f64, sure: bool| HeatCell { value, text: String::new(), sure };
        assert_eq!(step(&cell(5.0, false), 10.0), 0);
        assert_eq!(step(&cell(10.0, true), 10.0), SHADES);
        assert_eq!(step(&cell(-0.1, true), 10.0), -1);
        assert_eq!(step(&cell(-1.0, true), 0.0), 0);
    }
}

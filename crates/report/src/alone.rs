//! A picture that stands alone: SVG with its heading, its players, its legend and how it is read,
//! in the colours of a light page or, where the reader's screen is dark, of a dark one.

use super::chart::palette::{
    BAND, DARK_PAPER, INK, PAPER, SHAPES, SOFT, code, series, style_of_pictures,
};
use super::chart::{LETTERS, fine, width_of};
use super::figure::Figure;
use plotters::style::RGBColor;
use std::fmt::Write as _;

const FACES: &str = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/// Space around everything, in CSS pixels.
const MARGIN: f64 = 16.0;
/// Sizes of letters, and how high a line of such letters is.
const HEADING: f64 = 18.0;
const SMALL: f64 = 11.5;
const LEADING: f64 = 1.45;
/// Space between two names of a legend, and the width of a mark in front of one.
const BETWEEN: f64 = 20.0;
const MARK: f64 = 17.0;
/// Width of the band's mark and the space after it.
const SWATCH: f64 = 26.0;

struct Sheet {
    elements: String,
    /// Where the next line begins, in CSS pixels.
    y: f64,
    width: f64,
}

impl Sheet {
    fn word(&mut self, text: &str, x: f64, (size, color): (f64, RGBColor), attributes: &str) {
        let (x, y) = (fine(MARGIN + x), fine(self.y + size));
        let (size, color, text) = (fine(size), code(color), escaped(text));
        let place = format!("x=\"{x}\" y=\"{y}\" font-size=\"{size}\"");
        writeln!(self.elements, "<text {place} fill=\"{color}\"{attributes}>{text}</text>")
            .expect("memory");
    }

    fn lines(&mut self, text: &str, (size, color): (f64, RGBColor), attributes: &str) {
        for line in wrapped(text, self.width * LETTERS / size) {
            self.word(&line, 0.0, (size, color), attributes);
            self.y += size * LEADING;
        }
    }

    fn legend(&mut self, figure: &Figure) {
        let mut x = 0.0;
        for (number, name) in figure.legend.iter().enumerate() {
            let wide = MARK + width_of(name);
            if x > 0.0 && x + wide > self.width {
                (x, self.y) = (0.0, self.y + LETTERS * LEADING);
            }
            let mark = SHAPES[number % SHAPES.len()].to_string();
            self.word(&mark, x, (LETTERS, series(number)), "");
            self.word(name, x + MARK, (LETTERS, INK), "");
            x += wide + BETWEEN;
        }
        if x > 0.0 {
            self.y += LETTERS * LEADING;
        }
        if let Some(band) = &figure.band {
            let (paint, line) = (code(BAND), code(SOFT));
            let (left, top) = (fine(MARGIN + 0.5), fine(self.y + 2.5));
            let place = format!("x=\"{left}\" y=\"{top}\" width=\"36\" height=\"20\"");
            writeln!(self.elements, "<rect {place} fill=\"{paint}\" stroke=\"{line}\"/>")
                .expect("memory");
            for line in wrapped(band, self.width - SWATCH) {
                self.word(&line, SWATCH, (LETTERS, INK), "");
                self.y += LETTERS * LEADING;
            }
        }
    }

    fn picture(&mut self, figure: &Figure) {
        let drawing = figure.picture.wide();
        let (left, top) = (fine(MARGIN), fine(self.y));
        let (class, elements) = (drawing.class(), &drawing.elements);
        let place = format!("class=\"{class}\" transform=\"translate({left} {top})\"");
        writeln!(self.elements, "<g {place}>\n{elements}</g>").expect("memory");
        self.y += f64::from(drawing.size.1);
    }
}

pub(super) fn svg(figure: &Figure, source: &str) -> String {
    let width = f64::from(figure.picture.wide().size.0);
    let mut sheet = Sheet { elements: String::new(), y: MARGIN, width };
    sheet.lines(&figure.title, (HEADING, INK), " font-weight=\"600\"");
    if !figure.players.is_empty() {
        sheet.lines(&format!("Players: {}", figure.players), (LETTERS, SOFT), "");
    }
    sheet.y += 4.0;
    sheet.legend(figure);
    sheet.y += 4.0;
    sheet.picture(figure);
    sheet.y += 4.0;
    sheet.lines(&figure.reading, (SMALL, SOFT), "");
    sheet.lines(source, (SMALL, SOFT), "");
    let (wide, high) = ((width + 2.0 * MARGIN).ceil(), (sheet.y + MARGIN / 2.0).ceil());
    let (right, bottom, elements) = (fine(wide), fine(high), &sheet.elements);
    let [title, told] = [figure.title.as_str(), figure.picture.told()].map(escaped);
    let (style, paper) = (style(), code(PAPER));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {right} {bottom}\" role=\"img\" aria-labelledby=\"title description\" \
         font-family=\"{FACES}\">\n<title id=\"title\">{title}</title>\n\
         <desc id=\"description\">{told}</desc>\n<style>\n{style}</style>\n\
         <rect width=\"{right}\" height=\"{bottom}\" fill=\"{paper}\"/>\n{elements}</svg>\n"
    )
}

/// Letters over lines have the paper around them.
fn style() -> String {
    let paper = code(PAPER);
    let around = format!(
        ".over-lines text {{ paint-order: stroke; stroke: {paper}; stroke-width: 6px; \
         stroke-linejoin: round; }}\n"
    );
    let dark = style_of_pictures();
    // What has no attribute that the style of pictures could find.
    let over = format!(".over-lines text {{ stroke: {}; }}\n", code(DARK_PAPER));
    let inside = dark.strip_suffix("}\n").unwrap_or(&dark);
    format!("{around}{inside}{over}}}\n")
}

fn escaped(text: &str) -> String {
    maud::html! { (text) }.into_string()
}

fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width_of(&format!("{line} {word}")) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(wrapped("one two three", width_of("one two")), ["one two", "three"]);
        assert_eq!(wrapped("  incomprehensible ", 1.0), ["incomprehensible"]);
        assert!(wrapped("", 10.0).is_empty());
    }
}

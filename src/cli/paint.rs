//! What full screens have in common: colours that are welcome or not, lines that fit, a word when
//! the screen is too small. Whatever colours say is said by letters and marks, too.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use unobench_core::cards::Kind;

pub(super) const SMALLEST: (u16, u16) = (60, 18);

/// Whether full screens are drawn with colours, bold and reversed letters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    pub(super) coloured: bool,
}

impl Paint {
    pub(super) fn bold(self) -> Style {
        self.with(Modifier::BOLD)
    }

    pub(super) fn reversed(self) -> Style {
        self.with(Modifier::REVERSED)
    }

    fn with(self, modifier: Modifier) -> Style {
        if self.coloured { Style::new().add_modifier(modifier) } else { Style::new() }
    }

    pub(super) fn card(self, card: Kind, text: String) -> Span<'static> {
        Span::styled(text, self.face(card.colour()))
    }
}

pub(super) fn is_too_small(frame: &mut Frame<'_>) -> bool {
    let (area, (width, height)) = (frame.area(), SMALLEST);
    if area.width >= width && area.height >= height {
        return false;
    }
    let text = format!(
        "This screen has {}x{} characters; at least {width}x{height} are needed. Make it larger.",
        area.width, area.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    true
}

/// A box in the middle of a part of the screen, or of all of it where that part is too low.
pub(super) fn draw_box(frame: &mut Frame<'_>, part: Rect, title: &str, lines: Vec<Line<'_>>) {
    let wanted = (lines.len() as u16).saturating_add(2);
    let area = if part.height >= wanted { part } else { frame.area() };
    let (width, height) = (SMALLEST.0.min(area.width), wanted.min(area.height));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let middle = Rect { x, y, width, height };
    frame.render_widget(Clear, middle);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), middle);
}

pub(super) const BOX_WIDTH: u16 = SMALLEST.0 - 2;

/// Lines of so many columns, filled with pieces that are not broken.
pub(super) fn wrap_spans(spans: Vec<Span<'static>>, width: u16) -> Vec<Line<'static>> {
    let mut lines: Vec<Vec<Span<'static>>> = vec![Vec::new()];
    let mut used = 0;
    for span in spans {
        let length = span.width();
        if used + length > usize::from(width) && used > 0 {
            lines.push(Vec::new());
            used = 0;
        }
        used += length;
        lines.last_mut().expect("there is a line").push(span);
    }
    lines.into_iter().map(Line::from).collect()
}

/// A sentence in lines of at most so many characters, broken between words where that is possible.
pub(super) fn wrapped(sentence: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The last sentences that fit into an area as a whole, each begun with a mark, those that are new
/// with a star.
pub(super) fn last_sentences<'a>(
    sentences: &'a [String],
    new_from: usize,
    area: Rect,
    paint: Paint,
) -> Vec<Line<'a>> {
    let height = usize::from(area.height);
    let mut lines: Vec<Line<'a>> = Vec::new();
    for (index, sentence) in sentences.iter().enumerate().rev() {
        let is_new = index >= new_from;
        let style = if is_new { paint.bold() } else { Style::new() };
        let parts = wrapped(sentence, usize::from(area.width).saturating_sub(2));
        if !lines.is_empty() && lines.len() + parts.len() > height {
            break;
        }
        lines.extend(parts.into_iter().enumerate().rev().map(|(row, part)| {
            let mark = if is_new && row == 0 { "* " } else { "  " };
            Line::styled(format!("{mark}{part}"), style)
        }));
    }
    lines.truncate(height);
    lines.reverse();
    lines
}

pub(super) fn cut(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}

/// What a screen of this size shows, line by line, and its cells.
#[cfg(test)]
pub(super) fn shown_on(
    (width, height): (u16, u16),
    draw: impl FnOnce(&mut Frame<'_>),
) -> (String, Vec<ratatui::buffer::Cell>) {
    let screen = ratatui::backend::TestBackend::new(width, height);
    let mut terminal = ratatui::Terminal::new(screen).expect("a screen");
    terminal.draw(draw).expect("it is drawn");
    let cells = terminal.backend().buffer().content().to_vec();
    let rows = cells.chunks(usize::from(width));
    let rows: Vec<String> =
        rows.map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect();
    (rows.join("\n"), cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_broken_between_words() {
        assert_eq!(wrapped("you draw 2 cards", 9), ["you draw", "2 cards"]);
        assert_eq!(wrapped("immeasurable", 5), ["immeasurable"]);
        assert_eq!(wrapped("", 5), [""]);
    }

    #[test]
    fn the_last_sentences_are_shown_and_new_ones_marked() {
        let area = Rect { x: 0, y: 0, width: 20, height: 2 };
        let told = ["one".to_owned(), "two".to_owned(), "three".to_owned()];
        let lines: Vec<String> = last_sentences(&told, 2, area, Paint { coloured: false })
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(lines, ["  two", "* three"]);
    }
}

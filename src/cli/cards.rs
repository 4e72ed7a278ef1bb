//! Cards on full screens: boxes in their colours, large ones with their symbol in blocks.
//!
//! Faces have colours of the palette of 256, which no theme of a terminal changes: they are as
//! readable on a dark ground as on a light one. Frames, heights and letters say whatever colours
//! say, too.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use super::paint::Paint;
use unobench_core::cards::{Colour, Kind, Notation, Symbol};

/// How large a card is drawn: 6 columns by 3 lines, or 9 by 7.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CardSize {
    Small,
    Large,
}

impl CardSize {
    pub(super) const fn width(self) -> u16 {
        [6, 9][self as usize]
    }

    pub(super) const fn height(self) -> u16 {
        [3, 7][self as usize]
    }
}

/// Whether the person may choose a card of the hand, and whether the cursor is on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CardState {
    Idle,
    Playable,
    Marked,
}

/// A card as it is drawn on a full screen, with the number from 1 that is typed to choose it.
#[derive(Debug, Clone, Copy)]
pub(super) struct CardPicture {
    pub(super) kind: Kind,
    pub(super) notation: Notation,
    pub(super) size: CardSize,
    pub(super) standing: CardState,
    pub(super) number: Option<usize>,
}

/// For a colour of the game: letters on a card's face, the face, the frame of a card that may not
/// be chosen, a line on whatever ground the terminal has, and a block on the dark face of a wild.
/// Cards without a colour and the back of all have only the first three.
fn palette(colour: Option<Colour>) -> [Color; 5] {
    match colour {
        Some(Colour::Red) => [231, 160, 52, 160, 196],
        Some(Colour::Blue) => [231, 26, 17, 32, 33],
        Some(Colour::Green) => [231, 28, 22, 34, 34],
        Some(Colour::Yellow) => [16, 220, 136, 178, 220],
        None => [231, 238, 245, 231, 231],
    }
    .map(Color::Indexed)
}

impl Paint {
    pub(super) fn face(self, colour: Option<Colour>) -> Style {
        let [letters, face, ..] = palette(colour);
        self.coloured_by(|style| style.fg(letters).bg(face).add_modifier(Modifier::BOLD))
    }

    fn coloured_by(self, colours: impl FnOnce(Style) -> Style) -> Style {
        if self.coloured { colours(Style::new()) } else { Style::new() }
    }

    fn frame(self, colour: Option<Colour>, standing: CardState) -> Style {
        let [letters, _, idle, ..] = palette(colour);
        let line = if standing == CardState::Idle { idle } else { letters };
        self.face(colour).patch(self.coloured_by(|style| style.fg(line)))
    }

    /// A line in a colour of the game, on whatever ground the terminal has.
    pub(super) fn line(self, colour: Option<Colour>) -> Style {
        let line = colour.map(|colour| palette(Some(colour))[3]);
        self.coloured_by(|style| line.map_or(style, |line| style.fg(line)))
    }

    /// Draws a card with its upper left corner here; what is off the screen is cut.
    pub(super) fn draw_card(self, frame: &mut Frame<'_>, (x, y): (u16, u16), card: CardPicture) {
        let edge = self.frame(card.kind.colour(), card.standing);
        let (top, bottom, side) = edges(card);
        let mut lines = vec![Line::styled(top, edge)];
        lines.extend(self.inside(card).into_iter().map(|mut spans| {
            spans.insert(0, Span::styled(side, edge));
            spans.push(Span::styled(side, edge));
            Line::from(spans)
        }));
        lines.push(self.lower_edge(card, &bottom, edge));
        put(frame, (x, y), card.size.width(), lines);
    }

    /// The lower edge; a small wild has the four colours there.
    fn lower_edge(self, card: CardPicture, bottom: &str, edge: Style) -> Line<'static> {
        let has_colours = card.size == CardSize::Small && card.kind.is_wild();
        let letters = bottom.chars().enumerate().map(|(place, letter)| {
            let colour = Colour::ALL.get(place.wrapping_sub(1)).filter(|_| has_colours);
            let style = colour.map_or(edge, |&colour| edge.patch(self.bright(colour)));
            Span::styled(letter.to_string(), style)
        });
        Line::from_iter(letters)
    }

    fn inside(self, card: CardPicture) -> Vec<Vec<Span<'static>>> {
        let style = self.face(card.kind.colour());
        let text = card.kind.text(card.notation).to_string();
        let whole = |text: String| vec![Span::styled(text, style)];
        match card.size {
            CardSize::Small => vec![whole(format!("{text:^4}"))],
            CardSize::Large => {
                let mut lines = vec![whole(format!("{text:<7}"))];
                lines.extend(self.symbol(card, style));
                lines.push(whole(format!("{text:>7}")));
                lines
            }
        }
    }

    fn symbol(self, card: CardPicture, style: Style) -> Vec<Vec<Span<'static>>> {
        let symbol = card.kind.symbol();
        if !symbol.is_wild() {
            let lines = blocks(symbol, card.notation).into_iter();
            return lines.map(|line| vec![Span::styled(format!("{line:^7}"), style)]).collect();
        }
        let pair = |left: Colour, other: Colour| {
            let block = |colour| Span::styled("███", style.patch(self.bright(colour)));
            vec![block(left), Span::styled(" ", style), block(other)]
        };
        let word = wild_word(symbol, card.notation);
        vec![
            pair(Colour::Red, Colour::Blue),
            pair(Colour::Green, Colour::Yellow),
            vec![Span::styled(format!("{word:^7}"), style)],
        ]
    }

    fn bright(self, colour: Colour) -> Style {
        self.coloured_by(|style| style.fg(palette(Some(colour))[4]))
    }

    pub(super) fn draw_back(
        self,
        frame: &mut Frame<'_>,
        (x, y): (u16, u16),
        size: CardSize,
        cards: usize,
    ) {
        let style = self.face(None);
        let inner = usize::from(size.width()) - 2;
        let count = cards.to_string();
        let inside: &[&str] = match size {
            CardSize::Small => &[&count],
            CardSize::Large => &["░░░░░░░", "", &count, "to draw", "░░░░░░░"],
        };
        let mut lines = vec![Line::styled(format!("╭{}╮", "─".repeat(inner)), style)];
        lines.extend(inside.iter().map(|line| Line::styled(format!("│{line:^inner$}│"), style)));
        lines.push(Line::styled(format!("╰{}╯", "─".repeat(inner)), style));
        put(frame, (x, y), size.width(), lines);
    }
}

fn edges(card: CardPicture) -> (String, String, &'static str) {
    let inner = usize::from(card.size.width()) - 2;
    let ([left, line, right], [low_left, low_right], side) = match card.standing {
        CardState::Marked => (["╔", "═", "╗"], ["╚", "╝"], "║"),
        CardState::Playable | CardState::Idle => (["╭", "─", "╮"], ["╰", "╯"], "│"),
    };
    let number = card.number.map_or_else(String::new, |number| number.to_string());
    let before = usize::from(number.len() < inner);
    let after = inner.saturating_sub(number.len() + before);
    (
        format!("{left}{}{number}{}{right}", line.repeat(before), line.repeat(after)),
        format!("{low_left}{}{low_right}", line.repeat(inner)),
        side,
    )
}

/// Draws lines one below the other; what is off the screen is cut.
pub(super) fn put(frame: &mut Frame<'_>, (x, y): (u16, u16), width: u16, lines: Vec<Line<'_>>) {
    for (row, line) in (y..).zip(lines) {
        let area = Rect { x, y: row, width, height: 1 }.intersection(frame.area());
        if !area.is_empty() {
            frame.render_widget(line, area);
        }
    }
}

const DIGITS: [[&str; 3]; 10] = [
    ["█▀█", "█ █", "▀▀▀"],
    ["▀█ ", " █ ", "▀▀▀"],
    ["▀▀█", "█▀▀", "▀▀▀"],
    ["▀▀█", " ▀█", "▀▀▀"],
    ["█ █", "▀▀█", "  ▀"],
    ["█▀▀", "▀▀█", "▀▀▀"],
    ["█▀▀", "█▀█", "▀▀▀"],
    ["▀▀█", "  █", "  ▀"],
    ["█▀█", "█▀█", "▀▀▀"],
    ["█▀█", "▀▀█", "▀▀▀"],
];

fn blocks(symbol: Symbol, notation: Notation) -> [String; 3] {
    match symbol {
        Symbol::Skip => ["▄▀▀█▄", "█▄▀ █", " ▀▀▀ "].map(str::to_owned),
        Symbol::Reverse => ["◄━━━━", "     ", "━━━━►"].map(str::to_owned),
        Symbol::DrawOne => with_plus(1),
        Symbol::DrawTwo => with_plus(2),
        number if number.is_number() => DIGITS[number.index()].map(str::to_owned),
        added => [String::new(), added.text(notation), String::new()],
    }
}

fn with_plus(digit: usize) -> [String; 3] {
    let plus = [" ▄ ", "▀█▀", "   "];
    std::array::from_fn(|row| format!("{} {}", plus[row], DIGITS[digit][row]))
}

fn wild_word(symbol: Symbol, notation: Notation) -> String {
    match symbol {
        Symbol::WildDrawFour => "draw 4".to_owned(),
        Symbol::BlankDraw => format!("draw {}", notation.blank_draws()),
        Symbol::BlankWild => "blank".to_owned(),
        Symbol::SwapHands => "swap".to_owned(),
        Symbol::ShuffleHands => "shuffle".to_owned(),
        Symbol::Crash => "crash".to_owned(),
        Symbol::DownpourOne => "all +1".to_owned(),
        Symbol::DownpourTwo => "all +2".to_owned(),
        Symbol::Wild => "wild".to_owned(),
        added => added.text(notation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::paint::shown_on;
    use ratatui::buffer::Cell;

    fn drawn(
        kind: Kind,
        size: CardSize,
        standing: CardState,
        coloured: bool,
    ) -> (String, Vec<Cell>) {
        let card =
            CardPicture { kind, notation: Notation::of_blanks(12), size, standing, number: None };
        let draw = |frame: &mut Frame<'_>| Paint { coloured }.draw_card(frame, (0, 0), card);
        shown_on((size.width(), size.height()), draw)
    }

    /// The luminance of a colour of the cube of 6 by 6 by 6 or of the greys, 0 to 1.
    fn luminance(colour: Color) -> f64 {
        let Color::Indexed(index) = colour else { panic!("{colour:?} depends on the theme") };
        let levels = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];
        let [red, green, blue] = match index {
            16..=231 => [36, 6, 1].map(|step| levels[usize::from((index - 16) / step % 6)]),
            232.. => [8.0 + 10.0 * f64::from(index - 232); 3],
            _ => panic!("{index} depends on the theme"),
        };
        let linear = |level: f64| (level / 255.0).powf(2.2);
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast that the accessibility guidelines for the web ask for is 4.5.
    #[test]
    fn what_is_written_on_a_card_can_be_read_on_any_ground_whether_it_may_be_played_or_not() {
        for kind in Kind::printed() {
            for standing in [CardState::Idle, CardState::Playable, CardState::Marked] {
                let (text, cells) = drawn(kind, CardSize::Small, standing, true);
                let written = kind.text(12).to_string();
                let is_written = |symbol: &str| symbol != " " && written.contains(symbol);
                let cells = cells.iter().filter(|cell| is_written(cell.symbol()));
                assert_eq!(cells.clone().count(), written.len(), "{text}");
                for cell in cells {
                    let (foreground, other) = (luminance(cell.fg), luminance(cell.bg));
                    let contrast = (foreground.max(other) + 0.05) / (foreground.min(other) + 0.05);
                    assert!(contrast >= 4.5, "{written}, {standing:?}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn every_card_is_as_large_as_its_size_and_the_same_without_colours() {
        for kind in Kind::printed() {
            for size in [CardSize::Small, CardSize::Large] {
                let (text, cells) = drawn(kind, size, CardState::Idle, false);
                assert!(cells.iter().all(|cell| cell.bg == Color::Reset));
                assert_eq!(text, drawn(kind, size, CardState::Idle, true).0);
                let written = kind.text(12).to_string();
                let count = if size == CardSize::Large { 2 } else { 1 };
                assert!(text.matches(&written).count() >= count, "{written}: {text}");
                for line in text.lines() {
                    let edges = (line.chars().next(), line.chars().last());
                    let expected = ['╭', '╮', '│', '╰', '╯'];
                    assert!([edges.0, edges.1].iter().flatten().all(|c| expected.contains(c)));
                }
            }
        }
    }

    #[test]
    fn the_symbol_of_a_large_card_is_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for symbol in Symbol::ALL {
            let word = || vec![wild_word(symbol, Notation::of_blanks(12))];
            let lines =
                if symbol.is_wild() { word() } else { blocks(symbol, Notation::PRINTED).to_vec() };
            assert!(lines.iter().all(|line| line.chars().count() <= 7), "{lines:?}");
            assert!(seen.insert(lines), "{symbol:?} looks like another one");
        }
    }
}

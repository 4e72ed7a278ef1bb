//! The table: the others around it in the order of play, both piles in the middle, you below.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType};
use unobench_findings::tell::number::counted;

use super::app::App;
use crate::cli::cards::{CardPicture, CardSize, CardState, put};
use crate::cli::paint::{Paint, cut};
use unobench_core::cards::Colour;
use unobench_record::play::{SeatView, colour_word};

pub(super) const LOWEST: u16 = 8;

const WIDEST_SEAT: u16 = 22;

/// The most columns and lines of a table with its seats: a larger one has everybody far away.
const LARGEST: (u16, u16) = (88, 18);

/// The other seats around the table: on the person's left, opposite, and on the right.
struct SeatRing<'a> {
    left: Vec<&'a SeatView>,
    top: Vec<&'a SeatView>,
    right: Vec<&'a SeatView>,
}

impl<'a> SeatRing<'a> {
    fn of(places: &'a [SeatView]) -> SeatRing<'a> {
        let me = places.iter().position(|place| place.is_you).unwrap_or(0);
        let others: Vec<&SeatView> =
            (1..places.len()).map(|after| &places[(me + after) % places.len()]).collect();
        let at_side = (others.len() + 1) / 3;
        let (left, rest) = others.split_at(at_side);
        let (top, right) = rest.split_at(rest.len() - at_side);
        let left = left.iter().rev().copied().collect();
        SeatRing { left, top: top.to_vec(), right: right.to_vec() }
    }
}

pub(super) fn draw_table(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, area: Rect, paint: Paint) {
    let ring = SeatRing::of(&app.scene.places);
    let area = centred(area, LARGEST);
    let is_high = area.height >= 3 + LOWEST + 2 && 3 * ring.left.len() as u16 <= area.height - 3;
    let lines = if is_high { 3 } else { 2 };
    let above = if ring.top.is_empty() { 0 } else { lines };
    let size = if area.height >= above + 10 && area.width >= 40 {
        CardSize::Large
    } else {
        CardSize::Small
    };
    let beside = (area.width.saturating_sub(2 * size.width() + 3) / 2).min(WIDEST_SEAT);
    let middle = Rect {
        x: area.x + beside,
        y: area.y + above,
        width: area.width - 2 * beside,
        height: area.height - above,
    };
    let mut x = area.x;
    for (index, place) in ring.top.iter().enumerate() {
        let width = (area.x + area.width - x) / (ring.top.len() - index) as u16;
        let shown = paint.place(place, width.min(WIDEST_SEAT), lines);
        let used = shown.iter().map(Line::width).max().unwrap_or(0) as u16;
        put(frame, (x + width.saturating_sub(used) / 2, area.y), width, shown);
        x += width;
    }
    for (places, x) in [(&ring.left, area.x), (&ring.right, middle.x + middle.width)] {
        let share = middle.height / (places.len() as u16).max(1);
        for (place, index) in places.iter().zip(0..) {
            let y = middle.y + index * share + share.saturating_sub(lines) / 2;
            put(frame, (x, y), beside, paint.place(place, beside, lines));
        }
    }
    draw_middle(frame, app, middle, size, paint);
}

/// The middle of an area, at most so wide and high.
fn centred(area: Rect, (width, height): (u16, u16)) -> Rect {
    let (width, height) = (area.width.min(width), area.height.min(height));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}

fn draw_middle(
    frame: &mut Frame<'_>,
    app: &App<'_, '_, '_>,
    area: Rect,
    size: CardSize,
    paint: Paint,
) {
    let scene = &app.scene;
    let colour = Colour::ALL.into_iter().find(|&c| Some(colour_word(c)) == scene.colour);
    let edge = paint.line(colour);
    let clockwise = scene.direction == "clockwise";
    let (above, below) = if clockwise { ("▸", "◂") } else { ("◂", "▸") };
    let arrows = |arrow: &str| Line::styled(format!(" {arrow} {arrow} {arrow} "), edge).centered();
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(edge)
        .title_top(arrows(above))
        .title_bottom(arrows(below));
    frame.render_widget(block, area);
    let (left, right) = if clockwise { ("▴", "▾") } else { ("▾", "▴") };
    let half = area.y + area.height / 2;
    put(frame, (area.x, half), 1, vec![Line::styled(left, edge)]);
    put(frame, (area.x + area.width - 1, half), 1, vec![Line::styled(right, edge)]);
    let x = area.x + area.width.saturating_sub(2 * size.width() + 1) / 2;
    let y = area.y + area.height.saturating_sub(size.height() + 1) / 2;
    paint.draw_back(frame, (x, y), size, scene.pile);
    let up = (x + size.width() + 1, y);
    let Some(kind) = scene.up_card else { return };
    let notation = app.setup.game_setup().rules.deck.notation();
    let standing = CardState::Playable;
    paint.draw_card(frame, up, CardPicture { kind, notation, size, standing, number: None });
    let below = y + size.height();
    put(frame, (x, below), size.width(), vec![Line::raw("pile").centered()]);
    let word = scene.colour.unwrap_or("none");
    let named = if size == CardSize::Large { format!(" {word} ") } else { word.to_owned() };
    let named = Line::from(Span::styled(named, paint.face(colour))).centered();
    put(frame, (up.0, below), size.width(), vec![named]);
}

fn cards_of(place: &SeatView) -> String {
    match (place.is_out, place.cards) {
        (true, _) => "out".to_owned(),
        (false, 1) if place.missed_call => "1 card".to_owned(),
        (false, 1) => "UNO! 1 card".to_owned(),
        (false, cards) => counted(u64::from(cards), "card"),
    }
}

impl Paint {
    /// A seat in so many lines: its name, its cards, and its points where there is a line for them.
    fn place(self, place: &SeatView, width: u16, lines: u16) -> Vec<Line<'static>> {
        let width = usize::from(width.saturating_sub(1));
        let partner = if place.is_partner { "+" } else { "" };
        let room = width.saturating_sub(1);
        let full = format!("{}{partner}", place.name);
        // In full, on two lines where there are some to spare.
        let (name, more) = match &textwrap::wrap(&full, room.max(1))[..] {
            [name, more] if lines > 2 => (name.to_string(), Some(more.to_string())),
            _ => (shortened(&full, room), None),
        };
        let (mark, style) =
            if place.to_move { ("▶", self.reversed()) } else { (" ", self.bold()) };
        let cards = cards_of(place);
        let points = format!("{} point{}", place.points, if place.points == 1 { "" } else { "s" });
        let fits = |text: &String| text.chars().count() <= room;
        let backs = "▮".repeat(if place.is_out { 0 } else { place.cards as usize });
        let long = [format!("{backs} {cards}"), format!("{backs} {}", place.cards)];
        let drawn = long.into_iter().find(|text| !backs.is_empty() && fits(text));
        let both = Some(format!("{cards}, {points}")).filter(fits);
        let mut shown = vec![Line::from(vec![Span::raw(mark), Span::styled(name, style)])];
        let is_broken = u16::from(more.is_some());
        shown.extend(more.map(|more| Line::from(vec![Span::raw(" "), Span::styled(more, style)])));
        let held = match (lines, drawn) {
            (3.., drawn) => drawn.unwrap_or(cards),
            (_, drawn) if place.points == 0 => drawn.unwrap_or(cards),
            _ => both.unwrap_or(cards),
        };
        let style = if place.cards == 1 && !place.is_out { self.reversed() } else { Style::new() };
        shown.push(Line::from(vec![Span::raw(" "), Span::styled(held, style)]));
        if lines > 2 + is_broken {
            shown.push(Line::raw(format!(" {points}")));
        }
        shown
    }
}

fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    cut(text, width.saturating_sub(1)) + "…"
}

//! Painting the full screen of `replay --tui`.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};

use super::viewer::Viewer;
use crate::cli::numbers::grouped;
use crate::cli::paint::{Paint, cut, draw_box, is_too_small, last_sentences, wrap_spans};
use unobench_core::cards::Kind;
use unobench_core::game::Direction;
use unobench_record::{TableSeat, Upcoming};

/// Lines that everything takes but the hands and the events: title, table, two borders, keys.
const FIXED_LINES: usize = 7;

/// Lines of events that remain where hands take several lines each.
const FEW_EVENTS: usize = 4;

const HELP: &str = "\
right, down, Enter, space   one event forwards
left, up, Backspace         one event backwards
PgDn, PgUp                  ten events
Home, End                   the first event, the last one
n p                         next round, previous one
g                           go to a line: its number, Enter
a                           show all hands
0 to 9                      show what this seat may see
d, Tab                      next decision at which the
D, Shift-Tab                  strategy of --ask differs, and
                              the previous one
q, Esc, Ctrl-C              quit
>  is the player to move, [R5] the up card.
Any key continues.";

pub(super) fn draw(frame: &mut Frame<'_>, viewer: &Viewer<'_>, paint: Paint) {
    if is_too_small(frame) {
        return;
    }
    let area = frame.area();
    let hands = paint.hands(viewer, area.width, usize::from(area.height) - FIXED_LINES);
    let [title, table, cards, events, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(3),
        Constraint::Length(1 + hands.len() as u16),
        Constraint::Min(2),
        Constraint::Length(1),
    ])
    .areas(area);
    let (log, at) = (viewer.log, &viewer.table);
    let (line, last) = (grouped(at.line), grouped(log.line_of(log.frames() - 1)));
    let position = format!(" line {line} of {last}, {}: {}; {}", at.event, at.title, viewer.title);
    frame.render_widget(Line::styled(position, paint.reversed()), title);
    frame.render_widget(Paragraph::new(paint.state(viewer)), table);
    let whose = viewer.eyes.map(|seat| format!(" What seat {} may see ", viewer.table.name(seat)));
    let whose = whose.unwrap_or_else(|| " All hands ".to_owned());
    let block = Block::new().borders(Borders::TOP).title(whose);
    frame.render_widget(Paragraph::new(hands).block(block), cards);
    draw_events(frame, viewer, events, paint);
    frame.render_widget(Line::styled(bottom(viewer), paint.reversed()), footer);
    if viewer.helps {
        draw_box(frame, area, " Keys ", HELP.lines().map(Line::from).collect());
    }
}

fn bottom(viewer: &Viewer<'_>) -> String {
    if let Some(digits) = &viewer.line {
        return format!(" Go to line: {digits}_   Enter goes   Esc does not");
    }
    if !viewer.message.is_empty() {
        return format!(" {}", viewer.message);
    }
    let asked = viewer.log.departures().map_or_else(String::new, |(departures, decisions)| {
        format!("   d D differs at {} of {}", grouped(departures.len() as u64), grouped(decisions))
    });
    format!(" left/right steps   n p round{asked}   ? help   q quit")
}

fn draw_events(frame: &mut Frame<'_>, viewer: &Viewer<'_>, area: Rect, paint: Paint) {
    let block = Block::new().borders(Borders::TOP).title(" What happened ");
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let newest = viewer.told.len().saturating_sub(1);
    let told: Vec<String> = viewer.told.iter().cloned().chain(viewer.departures()).collect();
    frame.render_widget(Paragraph::new(last_sentences(&told, newest, inner, paint)), inner);
}

impl Paint {
    fn state(self, viewer: &Viewer<'_>) -> Vec<Line<'static>> {
        let table = &viewer.table;
        let up_card = table.up_card;
        let up_card = up_card.map(|card| self.card(card, format!("[{}]", table.cards(&[card]))));
        let colour = table.colour.map_or("none", unobench_record::play::colour_word);
        let direction =
            if table.direction == Direction::Clockwise { "clockwise" } else { "counterclockwise" };
        let pile = table.draw_pile.len();
        let first = Line::from(vec![
            Span::raw(" Up card "),
            up_card.unwrap_or_else(|| Span::raw("none")),
            Span::raw("   colour "),
            Span::styled(colour, self.face(table.colour)),
            Span::raw(format!("   {direction}   pile {pile}   turns {}", table.turns)),
        ]);
        let more: Vec<String> =
            table.more.iter().map(|(name, what)| format!("{name}: {what}")).collect();
        vec![
            first,
            Line::styled(format!(" {}", next(viewer)), self.bold()),
            Line::raw(format!(" {}", more.join("; "))),
        ]
    }

    fn hands(self, viewer: &Viewer<'_>, width: u16, room: usize) -> Vec<Line<'static>> {
        let seats = &viewer.table.seats;
        let whole: Vec<Line<'_>> =
            seats.iter().flat_map(|seat| wrap_spans(self.seat(viewer, seat), width)).collect();
        if whole.len() + FEW_EVENTS <= room {
            return whole;
        }
        seats.iter().map(|seat| Line::from(self.seat(viewer, seat))).collect()
    }

    fn seat(self, viewer: &Viewer<'_>, seat: &TableSeat) -> Vec<Span<'static>> {
        let moves =
            matches!(&viewer.table.next, Some(Upcoming::Turn { mover, .. }) if *mover == seat.seat);
        let mark = if moves { '>' } else { ' ' };
        let out = if seat.is_out { " (out)" } else { "" };
        let count = seat.hand.len();
        let mut spans = vec![Span::raw(format!("{mark}{}{out}, {count}:", cut(&seat.name, 24)))];
        if viewer.shows(seat.seat) {
            spans.extend(seat.hand.iter().flat_map(|&card: &Kind| {
                [Span::raw(" "), self.card(card, viewer.table.cards(&[card]))]
            }));
        } else {
            spans.push(Span::raw(if count == 1 { " card" } else { " cards" }));
        }
        spans
    }
}

/// Whose turn it is; what others are asked is shown to them alone, since it may tell what they
/// hold.
fn next(viewer: &Viewer<'_>) -> String {
    let table = &viewer.table;
    let Some(next) = &table.next else { return String::new() };
    let Upcoming::Turn { mover, asked, pending } = next else {
        return "The round is over.".to_owned();
    };
    let asked = asked
        .filter(|(seat, _)| viewer.shows(*seat))
        .map_or_else(String::new, |(seat, decision)| {
            format!("; {} has to decide: {}", table.name(seat), decision.name())
        });
    let pending = if pending == "nothing" { String::new() } else { format!("; {pending}") };
    match table.name(*mover) {
        "" => format!("Turn: {}{asked}{pending}", mover.index()),
        name => format!("Turn: {name}{asked}{pending}"),
    }
}

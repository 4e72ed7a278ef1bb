//! Painting the full screen. Whatever colours say is said by letters and marks, too.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};

use super::app::App;
use crate::cards::{Colour, Kind};
use crate::play::{Choice, Phase, Place};

/// The smallest screen on which everything fits.
pub(super) const SMALLEST: (u16, u16) = (60, 20);

/// Lines that everything takes but the cards in hand and the choices.
const FIXED_LINES: u16 = 12;

/// The most lines that the choices take.
const MOST_LINES: usize = 4;

/// How things may look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    /// Whether colours are welcome.
    pub(super) coloured: bool,
}

const HELP: &str = "\
arrows, Tab     mark a choice
digits          mark the choice with this number
Enter, space    take the marked choice
r b g y         name a colour
d               draw       k  keep the drawn card
y n             yes or no, jump in or let it pass
h               what the strategy of --hint would do
u               take the last decision back (--casual)
PgUp, PgDn      scroll what happened
q q, Ctrl-C     quit

Cards: R B G Y are red, blue, green, yellow; S is skip,
R after a colour is reverse, +2 draw two, W a wild.
[R5] may be chosen now. New since your last decision: *

Any key goes on.";

/// Paints the screen.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, paint: Paint) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return draw_too_small(frame, area);
    }
    let choices = paint.choices(app, area.width);
    let hand = paint.hand(app, area.width, area.height - FIXED_LINES - choices.len() as u16);
    let [title, table, middle, cards, prompt, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(2),
        Constraint::Min(4),
        Constraint::Length(1 + hand.len() as u16),
        Constraint::Length(3 + choices.len() as u16),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(Line::from(paint.title(app)).style(Style::new().add_modifier(Modifier::REVERSED)), title);
    frame.render_widget(paint.table(app), table);
    draw_middle(frame, app, middle, paint);
    let held = format!(" Your hand: {} ", crate::play::counted(app.scene.hand.len() as u32, "card"));
    frame.render_widget(Paragraph::new(hand).block(Block::new().borders(Borders::TOP).title(held)), cards);
    frame.render_widget(paint.prompt(app, choices), prompt);
    frame.render_widget(Line::from(keys(app)).style(Style::new().add_modifier(Modifier::REVERSED)), footer);
    if app.helps {
        draw_help(frame, area);
    }
}

fn draw_too_small(frame: &mut Frame<'_>, area: Rect) {
    let (width, height) = SMALLEST;
    let text = format!(
        "This screen has {}x{} characters; the game needs {width}x{height}. Make it larger, or play with --plain.",
        area.width, area.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// Who sits at the table to the left, what happened to the right, and a hint below that.
fn draw_middle(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, area: Rect, paint: Paint) {
    let [left, right] = Layout::horizontal([Constraint::Percentage(45), Constraint::Percentage(55)]).areas(area);
    let places = Block::new().borders(Borders::TOP).title(" At the table ");
    let inner = places.inner(left);
    frame.render_widget(places, left);
    frame.render_widget(Paragraph::new(paint.places(app, inner)), inner);
    let wanted = app.hint.as_ref().map_or(0, |lines| 1 + lines.len() as u16).min(area.height - area.height / 3);
    let [log, hint] = Layout::vertical([Constraint::Min(1), Constraint::Length(wanted)]).areas(right);
    draw_log(frame, app, log);
    if let Some(lines) = &app.hint {
        let text: Vec<Line<'_>> = lines.iter().map(|line| Line::from(line.as_str())).collect();
        frame.render_widget(Paragraph::new(text).block(Block::new().borders(Borders::TOP | Borders::LEFT).title(" Hint ")), hint);
    }
}

/// The last sentences that fit, those since the person's last decision marked.
fn draw_log(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, area: Rect) {
    let title = if app.scrolled > 0 { " What happened (PgDn) " } else { " What happened " };
    let block = Block::new().borders(Borders::TOP | Borders::LEFT).title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let log = app.session.log();
    let end = log.len() - app.scrolled.min(log.len());
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (index, sentence) in log[..end].iter().enumerate().rev() {
        let is_new = index >= app.session.seen();
        let style = if is_new { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let rows = wrapped(sentence, usize::from(inner.width).saturating_sub(2));
        for (row, part) in rows.into_iter().enumerate().rev() {
            let mark = if is_new && row == 0 { "* " } else { "  " };
            lines.push(Line::styled(format!("{mark}{part}"), style));
        }
        if lines.len() >= usize::from(inner.height) {
            break;
        }
    }
    lines.truncate(usize::from(inner.height));
    lines.reverse();
    frame.render_widget(Paragraph::new(lines), inner);
}

fn draw_help(frame: &mut Frame<'_>, area: Rect) {
    let height = (HELP.lines().count() as u16 + 2).min(area.height);
    let width = 60.min(area.width);
    let box_area = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    frame.render_widget(Clear, box_area);
    frame.render_widget(Paragraph::new(HELP).block(Block::bordered().title(" Keys ")), box_area);
}

/// What the keys do now.
fn keys(app: &App<'_, '_, '_>) -> &'static str {
    match app.session.phase() {
        Phase::Yours => " arrows/digits mark   Enter takes   h hint   u undo   ? help",
        Phase::Others => " the others play   q quit",
        Phase::RoundOver => " Enter goes on   u undo   ? help   q quit",
        Phase::MatchOver => " Enter plays a new match   u undo   ? help   q quit",
    }
}

impl Paint {
    fn title(self, app: &App<'_, '_, '_>) -> String {
        let (game, round) = app.session.number();
        let sitting = app.setup.sitting();
        let number = if sitting.match_play { format!("match {game}, round {round}") } else { format!("round {game}") };
        format!(" {}: {number}", app.terms.title)
    }

    /// The up card and all that holds.
    fn table(self, app: &App<'_, '_, '_>) -> Text<'static> {
        let scene = &app.scene;
        let up_card = scene.up_card.map_or_else(|| Span::raw("none"), |card| self.card(app, card, String::new(), ""));
        let colour = scene.colour.map_or_else(|| "not named".to_owned(), str::to_owned);
        let style = scene.colour.and_then(|word| Colour::ALL.into_iter().find(|&c| crate::play::colour_word(c) == word));
        let first = Line::from(vec![
            Span::raw(" Up card "),
            up_card,
            Span::raw("   colour "),
            Span::styled(colour, self.style(style)),
            Span::raw(format!("   {}   pile {}", scene.direction, scene.pile)),
        ]);
        Text::from(vec![first, Line::styled(format!(" {}", scene.notes.join("; ")), Style::new().add_modifier(Modifier::BOLD))])
    }

    /// The seats, one a line or, where there are more than lines, two.
    fn places(self, app: &App<'_, '_, '_>, area: Rect) -> Vec<Line<'static>> {
        let places = &app.scene.places;
        let columns = if places.len() > usize::from(area.height) { 2 } else { 1 };
        let width = usize::from(area.width) / columns;
        places.chunks(columns).map(|row| Line::from(row.iter().map(|place| self.place(place, width)).collect::<Vec<_>>())).collect()
    }

    fn place(self, place: &Place, width: usize) -> Span<'static> {
        let mark = if place.to_move { '>' } else { ' ' };
        let partner = if place.is_partner { "+" } else { "" };
        let cards = match (place.is_out, place.cards) {
            (true, _) => "out".to_owned(),
            (false, 1) => "1 card!".to_owned(),
            (false, cards) => format!("{cards} cards"),
        };
        let points = format!("{:>4}", place.points);
        let room = width.saturating_sub(cards.len() + points.len() + 4);
        let name = cut(&format!("{}{partner}", place.name), room);
        let style = if place.to_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        Span::styled(cut_or_pad(&format!("{mark}{name:<room$} {cards}{points}"), width), style)
    }

    /// The hand; in brackets what may be chosen.
    fn hand(self, app: &App<'_, '_, '_>, width: u16, height: u16) -> Vec<Line<'static>> {
        let spans = app.scene.hand.iter().map(|held| {
            let (open, close) = if held.is_legal { ("[", "]") } else { (" ", " ") };
            self.card(app, held.card, open.to_owned(), close)
        });
        let mut lines = wrap_spans(spans.collect(), width);
        let most = usize::from(height.max(1));
        if lines.len() > most {
            lines.truncate(most - 1);
            lines.push(Line::raw(" ... and more cards than fit here"));
        }
        lines
    }

    /// The choices, numbered, the marked one between arrows.
    fn choices(self, app: &App<'_, '_, '_>, width: u16) -> Vec<Line<'static>> {
        let spans = app.scene.choices.iter().enumerate().map(|(index, choice)| {
            let is_marked = index == app.cursor;
            let (open, close) = if is_marked { (">", "<") } else { (" ", " ") };
            let style = self.style(colour_of(choice));
            let style = if is_marked { style.add_modifier(Modifier::REVERSED) } else { style };
            Span::styled(format!("{open}{} {}{close}", index + 1, choice.short), style)
        });
        let lines = wrap_spans(spans.collect(), width);
        if lines.len() <= MOST_LINES { lines } else { lines_around(lines, app.cursor) }
    }

    fn prompt(self, app: &App<'_, '_, '_>, choices: Vec<Line<'static>>) -> Paragraph<'static> {
        let question = match app.session.phase() {
            Phase::Yours => app.scene.question.clone(),
            Phase::Others => "The others play ...".to_owned(),
            Phase::RoundOver => "The round is over: Enter goes on.".to_owned(),
            Phase::MatchOver => "The match is over: Enter plays another.".to_owned(),
        };
        let time = app.left().map_or_else(String::new, |left| format!("   {:.1} s left", left.as_secs_f64()));
        let mut lines = vec![Line::styled(format!(" {question}{time}"), Style::new().add_modifier(Modifier::BOLD))];
        lines.extend(choices);
        let marked = app.scene.choices.get(app.cursor).map_or_else(String::new, |choice| format!(" Enter: {}", choice.label));
        lines.push(Line::raw(if app.message.is_empty() { marked } else { format!(" {}", app.message) }));
        Paragraph::new(lines).block(Block::new().borders(Borders::TOP))
    }

    /// A card in its notation and colour.
    fn card(self, app: &App<'_, '_, '_>, card: Kind, open: String, close: &str) -> Span<'static> {
        let text = app.setup.words().short(card);
        Span::styled(format!("{open}{text}{close}"), self.style(card.colour()).add_modifier(Modifier::BOLD))
    }

    fn style(self, colour: Option<Colour>) -> Style {
        match colour {
            _ if !self.coloured => Style::new(),
            Some(Colour::Red) => Style::new().fg(Color::Red),
            Some(Colour::Blue) => Style::new().fg(Color::LightBlue),
            Some(Colour::Green) => Style::new().fg(Color::Green),
            Some(Colour::Yellow) => Style::new().fg(Color::Yellow),
            None => Style::new(),
        }
    }
}

/// The colour that a choice is about.
fn colour_of(choice: &Choice) -> Option<Colour> {
    match choice.action {
        crate::game::Action::Card(card) => card.colour(),
        crate::game::Action::Colour(colour) => Some(colour),
        _ => None,
    }
}

/// Of too many lines of choices those around the marked one.
fn lines_around(lines: Vec<Line<'static>>, cursor: usize) -> Vec<Line<'static>> {
    let mut before = 0;
    let marked = lines.iter().position(|line| {
        before += line.spans.len();
        cursor < before
    });
    let marked = marked.unwrap_or(0);
    let from = marked.saturating_sub(1).min(lines.len() - MOST_LINES);
    lines.into_iter().skip(from).take(MOST_LINES).collect()
}

/// Lines of so many columns, filled with pieces that are not broken.
fn wrap_spans(spans: Vec<Span<'static>>, width: u16) -> Vec<Line<'static>> {
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
fn wrapped(sentence: &str, width: usize) -> Vec<String> {
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

fn cut(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}

fn cut_or_pad(text: &str, width: usize) -> String {
    format!("{:<width$}", cut(text, width))
}

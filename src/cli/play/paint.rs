//! Painting the full screen. Whatever colours say is said by letters and marks, too.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Paragraph};

use super::app::{App, Overlay};
use super::statistics;
use crate::cli::paint::{
    BOX_WIDTH, Paint, cut, draw_box, is_too_small, last_sentences, wrap_spans, wrapped,
};
use unobench_core::cards::Colour;
use unobench_record::play::{Choice, HandCard, Phase, Place};

/// Lines that everything takes but the cards in hand and the choices.
const FIXED_LINES: u16 = 12;

/// The fewest columns that a seat takes with its name.
const NARROWEST: usize = 24;

/// The most lines that the choices take.
const MOST_LINES: usize = 4;

const HELP: &str = "\
arrows, Tab    mark a choice         Enter, space  take it
digits         mark the choice with this number
r b g y        name a colour
d              draw                  k  keep the drawn card
y n            yes or no: challenge, call, jump in
h              what the strategy of --hint would do
u              take the last decision back (--casual)
v              view all your cards   s  statistics so far
PgUp, PgDn     scroll what happened
q q, Ctrl-C    quit
Cards: R B G Y are red, blue, green and yellow; S is skip,
R after a colour reverse, +2 draw two, W a wild.
[R5] may be chosen now. * is new since your last decision.
Any key goes on.";

/// Paints the screen.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, paint: Paint) {
    if is_too_small(frame) {
        return;
    }
    let area = frame.area();
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
    frame.render_widget(Line::from(paint.title(app)).style(paint.reversed()), title);
    frame.render_widget(paint.table(app), table);
    let has_room = draw_middle(frame, app, middle, paint);
    let held = format!(
        " Your hand: {} ",
        unobench_record::play::counted(app.scene.hand.len() as u32, "card")
    );
    frame.render_widget(
        Paragraph::new(hand).block(Block::new().borders(Borders::TOP).title(held)),
        cards,
    );
    frame.render_widget(paint.prompt(app, choices), prompt);
    frame.render_widget(Line::from(keys(app)).style(paint.reversed()), footer);
    if !has_room {
        draw_box(frame, " Hint; h hides it ", hint_lines(app, BOX_WIDTH));
    }
    draw_overlay(frame, app, paint);
}

/// Who sits at the table to the left, what happened to the right, and a hint below that; whether
/// there is room for that.
fn draw_middle(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, area: Rect, paint: Paint) -> bool {
    let [left, right] =
        Layout::horizontal([Constraint::Percentage(45), Constraint::Percentage(55)]).areas(area);
    let places = Block::new().borders(Borders::TOP).title(" At the table ");
    let inner = places.inner(left);
    frame.render_widget(places, left);
    frame.render_widget(Paragraph::new(paint.places(app, inner)), inner);
    let hint = hint_lines(app, right.width.saturating_sub(1));
    let fits = hint.len() < usize::from(area.height - area.height / 3);
    let wanted = if fits && !hint.is_empty() { 1 + hint.len() as u16 } else { 0 };
    let [log, below] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(wanted)]).areas(right);
    draw_log(frame, app, log, paint);
    if fits {
        frame.render_widget(
            Paragraph::new(hint)
                .block(Block::new().borders(Borders::TOP | Borders::LEFT).title(" Hint ")),
            below,
        );
    }
    fits
}

/// The hint in lines of so many columns; none where it is not shown.
fn hint_lines(app: &App<'_, '_, '_>, width: u16) -> Vec<Line<'static>> {
    let sentences = app.hint.iter().flatten();
    sentences.flat_map(|sentence| wrapped(sentence, usize::from(width))).map(Line::from).collect()
}

/// The last sentences that fit, those since the person's last decision marked.
fn draw_log(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, area: Rect, paint: Paint) {
    let title = if app.scrolled > 0 { " What happened (PgDn) " } else { " What happened " };
    let block = Block::new().borders(Borders::TOP | Borders::LEFT).title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let log = app.session.log();
    let end = log.len() - app.scrolled.min(log.len());
    frame.render_widget(
        Paragraph::new(last_sentences(&log[..end], app.session.seen(), inner, paint)),
        inner,
    );
}

/// Draws what lies over everything else.
fn draw_overlay(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, paint: Paint) {
    match app.overlay {
        Overlay::Nothing => {}
        Overlay::Help => draw_box(frame, " Keys ", HELP.lines().map(Line::from).collect()),
        Overlay::Hand => {
            draw_box(frame, " All your cards; any key goes on ", paint.counted_hand(app, BOX_WIDTH))
        }
        Overlay::Statistics => {
            let text = statistics(app.session, app.setup);
            let lines = text
                .lines()
                .flat_map(|line| wrapped(line, usize::from(BOX_WIDTH)))
                .map(Line::from)
                .collect();
            draw_box(frame, " So far; any key goes on ", lines);
        }
    }
}

/// What the keys do now.
fn keys(app: &App<'_, '_, '_>) -> String {
    let sitting = app.setup.sitting();
    let hint = if sitting.adviser.is_some() { "   h hint" } else { "" };
    let undo = if sitting.casual { "   u undo" } else { "" };
    match app.session.phase() {
        Phase::Yours => format!(" arrows/digits mark   Enter takes{hint}{undo}   ? help"),
        Phase::Others => " the others play   q quit".to_owned(),
        Phase::RoundOver => format!(" Enter goes on{undo}   ? help   q quit"),
        Phase::MatchOver => format!(" Enter plays a new match{undo}   ? help   q quit"),
    }
}

impl Paint {
    fn title(self, app: &App<'_, '_, '_>) -> String {
        let (game, round) = app.session.number();
        let sitting = app.setup.sitting();
        let number = if sitting.match_play {
            format!("match {game}, round {round}")
        } else {
            format!("round {game}")
        };
        format!(" {}: {number}", app.terms.title)
    }

    /// The up card and all that holds.
    fn table(self, app: &App<'_, '_, '_>) -> Text<'static> {
        let scene = &app.scene;
        let up_card = scene.up_card.map_or_else(
            || Span::raw("none"),
            |card| self.card(card, app.setup.words().short(card)),
        );
        let colour = scene.colour.map_or_else(|| "not named".to_owned(), str::to_owned);
        let style = scene.colour.and_then(|word| {
            Colour::ALL.into_iter().find(|&c| unobench_record::play::colour_word(c) == word)
        });
        let first = Line::from(vec![
            Span::raw(" Up card "),
            up_card,
            Span::raw("   colour "),
            Span::styled(colour, self.colour(style)),
            Span::raw(format!("   {}   pile {}", scene.direction, scene.pile)),
        ]);
        Text::from(vec![first, Line::styled(format!(" {}", scene.notes.join("; ")), self.bold())])
    }

    /// The seats, one a line or, where there are more than lines, two; where not even these fit,
    /// numbers of seats and cards alone.
    fn places(self, app: &App<'_, '_, '_>, area: Rect) -> Vec<Line<'static>> {
        let (places, lines) = (&app.scene.places, usize::from(area.height));
        let width = usize::from(area.width);
        let columns = if places.len() > lines { 2 } else { 1 };
        if places.len() > columns * lines || width / columns < NARROWEST {
            return wrap_spans(
                places.iter().map(|place| self.short_place(place)).collect(),
                area.width,
            );
        }
        places
            .chunks(columns)
            .map(|row| {
                Line::from(
                    row.iter().map(|place| self.place(place, width / columns)).collect::<Vec<_>>(),
                )
            })
            .collect()
    }

    /// A seat's number, a star for the person's own, and its cards.
    fn short_place(self, place: &Place) -> Span<'static> {
        let mark = if place.to_move { '>' } else { ' ' };
        let own = if place.is_you { "*" } else { "" };
        let cards = if place.is_out { "-".to_owned() } else { place.cards.to_string() };
        let style = if place.to_move { self.bold() } else { Style::new() };
        Span::styled(format!("{:<6}", format!("{mark}{}{own}:{cards}", place.seat.index())), style)
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
        let style = if place.to_move { self.bold() } else { Style::new() };
        Span::styled(cut_or_pad(&format!("{mark}{name:<room$} {cards}{points}"), width), style)
    }

    /// The hand, in brackets what may be chosen; with copies counted where it does not fit
    /// otherwise.
    fn hand(self, app: &App<'_, '_, '_>, width: u16, height: u16) -> Vec<Line<'static>> {
        let most = usize::from(height.max(1));
        let spans = app.scene.hand.iter().map(|&held| self.held(app, held, 1)).collect();
        let lines = wrap_spans(spans, width);
        if lines.len() <= most {
            return lines;
        }
        let mut lines = self.counted_hand(app, width);
        if lines.len() > most {
            lines.truncate(most - 1);
            lines.push(Line::raw(" ... v shows all your cards"));
        }
        lines
    }

    /// The hand with copies of a card counted.
    fn counted_hand(self, app: &App<'_, '_, '_>, width: u16) -> Vec<Line<'static>> {
        let groups = app.scene.hand.chunk_by(|one, other| one.card == other.card);
        wrap_spans(groups.map(|group| self.held(app, group[0], group.len())).collect(), width)
    }

    fn held(self, app: &App<'_, '_, '_>, held: HandCard, count: usize) -> Span<'static> {
        let (open, close) = if held.is_legal { ("[", "]") } else { (" ", " ") };
        let times = if count > 1 { format!("x{count}") } else { String::new() };
        self.card(held.card, format!("{open}{}{times}{close}", app.setup.words().short(held.card)))
    }

    /// The choices, numbered, the marked one between arrows.
    fn choices(self, app: &App<'_, '_, '_>, width: u16) -> Vec<Line<'static>> {
        let spans = app.scene.choices.iter().enumerate().map(|(index, choice)| {
            let is_marked = index == app.cursor;
            let (open, close) = if is_marked { (">", "<") } else { (" ", " ") };
            let style = self.colour(colour_of(choice));
            let style = if is_marked { style.patch(self.reversed()) } else { style };
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
        let time = app
            .left()
            .map_or_else(String::new, |left| format!("   {:.1} s left", left.as_secs_f64()));
        let mut lines = vec![Line::styled(format!(" {question}{time}"), self.bold())];
        lines.extend(choices);
        let marked = app
            .scene
            .choices
            .get(app.cursor)
            .map_or_else(String::new, |choice| format!(" Enter: {}", choice.label));
        lines.push(Line::raw(if app.message.is_empty() {
            marked
        } else {
            format!(" {}", app.message)
        }));
        Paragraph::new(lines).block(Block::new().borders(Borders::TOP))
    }
}

/// The colour that a choice is about.
fn colour_of(choice: &Choice) -> Option<Colour> {
    match choice.action {
        unobench_core::game::Action::Card(card) => card.colour(),
        unobench_core::game::Action::Colour(colour) => Some(colour),
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

fn cut_or_pad(text: &str, width: usize) -> String {
    format!("{:<width$}", cut(text, width))
}

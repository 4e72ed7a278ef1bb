//! Painting the full screen. Whatever colours say is said by letters and marks, too.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Padding, Paragraph};
use unobench_findings::tell::number::{counted, fixed, percent};

use super::app::{App, Overlay};
use super::hand::{Fan, draw_fan};
use super::statistics;
use super::story::{MOST_EVENTS, story};
use super::table::{LOWEST, draw_table};
use crate::cli::paint::{
    BOX_WIDTH, Paint, draw_box, is_too_small, last_sentences, wrap_spans, wrapped,
};
use unobench_core::cards::Colour;
use unobench_core::game::Action;
use unobench_core::strategy::ActionEstimate;
use unobench_record::play::{Phase, ReasonUnit, WordedChoice};

const MOST_LINES: usize = 4;

/// Lines that everything takes but the table, the hand and the prompt: title, border, keys.
const FIXED_LINES: u16 = 3;

const BAR: usize = 10;

const WIDE: u16 = 7 + BAR as u16 + 8;

pub(super) const HELP: &str = "\
arrows, Tab   mark a choice        Enter, space  take it
digits        mark the choice with this number
r b g y       name a colour
d             draw                 k  keep the drawn card
y n           yes or no: challenge, call, jump in
h             a hint: what champion would do (--hint)
u             take the last decision back (--casual)
v             view all your cards  s  statistics so far
PgUp, PgDn    scroll what happened
q q, Ctrl-C   quit
Cards: R B G Y are red, blue, green and yellow; S is skip,
R after a colour reverse, +2 draw two, W a wild.
You may choose a card with a number; in a list, [R5].
* is new since your last decision, + is your partner.
Any key continues.";

/// Where the choices stand that are cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CardChoices {
    /// In the hand, which is a fan.
    InHand,
    /// Among the other choices.
    Listed,
}

pub(super) fn draw(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, paint: Paint) {
    if is_too_small(frame) {
        return;
    }
    let area = frame.area();
    let prompt = paint.prompt(app, area.width, CardChoices::InHand);
    let free = area.height.saturating_sub(FIXED_LINES + prompt.len() as u16);
    let fan = Fan::of(app.scene.hand.len(), area.width, free);
    let prompt = match fan {
        Some(_) => prompt,
        None => paint.prompt(app, area.width, CardChoices::Listed),
    };
    let free = area.height.saturating_sub(FIXED_LINES + prompt.len() as u16 + LOWEST);
    let hand = if fan.is_some() { Vec::new() } else { paint.hand(app, area.width, free) };
    let [title, upper, border, held, asked, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(4),
        Constraint::Length(1),
        Constraint::Length(fan.map_or(hand.len() as u16, Fan::height)),
        Constraint::Length(prompt.len() as u16),
        Constraint::Length(1),
    ])
    .areas(area);
    paint.draw_bar(frame, title, paint.title(app));
    let has_room = draw_upper(frame, app, upper, paint);
    draw_border(frame, app, border, paint);
    match fan {
        Some(fan) => draw_fan(frame, app, held, fan, paint),
        None => frame.render_widget(Paragraph::new(hand), held),
    }
    frame.render_widget(Paragraph::new(prompt), asked);
    paint.draw_bar(frame, footer, keys(app));
    if !has_room {
        draw_box(frame, upper, " Hint; h hides it ", hint_lines(app, BOX_WIDTH, paint));
    }
    draw_overlay(frame, app, paint);
}

/// The table to the left, what happened to the right, and a hint below that; whether there is room
/// for the hint.
fn draw_upper(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, area: Rect, paint: Paint) -> bool {
    let [left, right] =
        Layout::horizontal([Constraint::Percentage(62), Constraint::Percentage(38)]).areas(area);
    draw_table(frame, app, left, paint);
    let hint = hint_lines(app, right.width.saturating_sub(3), paint);
    let fits = hint.len() < usize::from(area.height - area.height / 3);
    let wanted = if fits && !hint.is_empty() { 1 + hint.len() as u16 } else { 0 };
    let [log, below] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(wanted)]).areas(right);
    draw_story(frame, app, log, paint);
    if fits {
        let block = side(" Hint ").padding(Padding::left(1));
        frame.render_widget(Paragraph::new(hint).block(block), below);
    }
    fits
}

fn side(title: &str) -> Block<'_> {
    Block::new().borders(Borders::TOP | Borders::LEFT).title(title)
}

fn draw_story(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, area: Rect, paint: Paint) {
    let block = side(if app.scrolled > 0 { " What happened (PgDn) " } else { " What happened " });
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let players = app.setup.game_setup().players;
    // What stands further up is not on the screen.
    let most = MOST_EVENTS * (app.scrolled + usize::from(inner.height) + 1);
    let log = app.session.log();
    let from = log.len().saturating_sub(most);
    let seen = app.session.seen().saturating_sub(from);
    let told = story(&log[from..], seen, app.setup.words(), players);
    let end = told.len() - app.scrolled.min(told.len());
    let new_from = told.iter().position(|sentence| sentence.is_new).unwrap_or(told.len());
    let texts: Vec<String> = told.into_iter().take(end).map(|sentence| sentence.text).collect();
    frame.render_widget(Paragraph::new(last_sentences(&texts, new_from, inner, paint)), inner);
}

/// The line above the hand: how many cards and points the person has and, where the adviser says
/// so, how likely it wins.
fn draw_border(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, area: Rect, paint: Paint) {
    let mark = if app.session.phase() == Phase::Yours { "▶ " } else { "" };
    let cards = counted(app.scene.hand.len() as u64, "card");
    let points = app.scene.places.iter().find(|place| place.is_you).map_or(0, |you| you.points);
    let held = format!(" {mark}Your hand: {cards}, {points} points ");
    let style = if mark.is_empty() { Style::new() } else { paint.bold() };
    let mut border = Block::new().borders(Borders::TOP).title(Line::styled(held.clone(), style));
    if let Some(chance) = app.chance {
        let long = format!(" Chance to win {} {} ", bar(chance), percent(chance, 1));
        let fits = held.chars().count() + long.chars().count() < usize::from(area.width);
        let told = if fits { long } else { format!(" Chance to win {} ", percent(chance, 1)) };
        border = border.title(Line::styled(told, paint.bold()).right_aligned());
    }
    frame.render_widget(border, area);
}

/// A chance from 0 to 1 as a bar, to an eighth of a character.
fn bar(chance: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (chance.clamp(0.0, 1.0) * (8 * BAR) as f64).round() as usize;
    let shown = "█".repeat(eighths / 8) + PARTS[eighths % 8];
    let rest = BAR - shown.chars().count();
    shown + &"░".repeat(rest)
}

fn hint_lines(app: &App<'_, '_, '_>, width: u16, paint: Paint) -> Vec<Line<'static>> {
    let Some(hint) = &app.hint else { return Vec::new() };
    let choices = &app.scene.choices;
    let told = hint.lines(choices, app.setup.words());
    let sentences = |from: usize, style: Style| {
        let lines = told[from.min(told.len())..].iter();
        let parts = lines.flat_map(|text| wrapped(text.trim_start(), usize::from(width)));
        parts.map(move |line| Line::styled(line, style)).collect::<Vec<_>>()
    };
    let mut lines = sentences(0, paint.bold());
    lines.truncate(wrapped(&told[0], usize::from(width)).len());
    let short = |reason: &ActionEstimate| {
        let choice = choices.iter().find(|choice| choice.action == reason.action);
        choice.map_or("", |choice| choice.short.as_str())
    };
    let (tried, rest): (Vec<ActionEstimate>, Vec<ActionEstimate>) =
        hint.ranked().into_iter().partition(|reason| reason.playouts != Some(0));
    lines.extend(tried.into_iter().map(|reason| {
        Line::raw(format!("{:<7}{}", short(&reason), figure(hint.measure, reason, width)))
    }));
    if !rest.is_empty() {
        let rest: Vec<&str> = rest.iter().map(short).collect();
        let told = wrapped(&format!("not tried: {}", rest.join(", ")), usize::from(width));
        lines.extend(told.into_iter().map(Line::from));
    }
    lines.extend(sentences(1 + hint.reasons.len(), Style::new()));
    lines
}

/// What an action is worth, a chance with a bar where so many columns have room for it.
fn figure(measure: ReasonUnit, reason: ActionEstimate, width: u16) -> String {
    match measure {
        ReasonUnit::Wins | ReasonUnit::Chance if width >= WIDE => {
            format!("{} {:>7}", bar(reason.value), percent(reason.value, 1))
        }
        ReasonUnit::Wins | ReasonUnit::Chance => format!("{:>7}", percent(reason.value, 1)),
        ReasonUnit::Lead => format!("{:>6} points", fixed(600.0 * (reason.value - 0.5), 0)),
        ReasonUnit::Value => format!("{:>7}", fixed(reason.value, 2)),
    }
}

fn draw_overlay(frame: &mut Frame<'_>, app: &App<'_, '_, '_>, paint: Paint) {
    let area = frame.area();
    match app.overlay {
        Overlay::Nothing => {}
        Overlay::Help => draw_box(frame, area, " Keys ", HELP.lines().map(Line::from).collect()),
        Overlay::Hand => {
            let hand = paint.counted_hand(app, BOX_WIDTH);
            draw_box(frame, area, " All your cards; any key continues ", hand);
        }
        Overlay::Statistics => {
            let text = statistics(app.session, app.setup);
            let lines = text.lines().flat_map(|line| wrapped(line, usize::from(BOX_WIDTH)));
            draw_box(frame, area, " So far; any key continues ", lines.map(Line::from).collect());
        }
    }
}

fn keys(app: &App<'_, '_, '_>) -> String {
    let game_setup = app.setup.game_setup();
    let hint = if game_setup.adviser.is_some() { "   h hint" } else { "" };
    let undo = if game_setup.casual { "   u undo" } else { "" };
    match app.session.phase() {
        Phase::Yours => format!(" arrows/digits mark   Enter takes{hint}{undo}   ? help"),
        Phase::Others => " the others play   q quit".to_owned(),
        Phase::RoundOver => format!(" Enter continues{undo}   ? help   q quit"),
        Phase::MatchOver => format!(" Enter plays a new match{undo}   ? help   q quit"),
    }
}

impl Paint {
    fn draw_bar(self, frame: &mut Frame<'_>, area: Rect, text: String) {
        frame.render_widget(Block::new().style(self.reversed()), area);
        frame.render_widget(Line::styled(text, self.reversed()), area);
    }

    fn title(self, app: &App<'_, '_, '_>) -> String {
        let (game, round) = app.session.number();
        let number = if app.setup.game_setup().match_play {
            format!("match {game}, round {round}")
        } else {
            format!("round {game}")
        };
        format!(" {}: {number}", app.terms.title)
    }

    /// The choices, numbered, the marked one between arrows.
    fn choices(self, app: &App<'_, '_, '_>, width: u16, cards: CardChoices) -> Vec<Line<'static>> {
        let choices = app.scene.choices.iter().enumerate();
        let listed = choices
            .filter(|(_, choice)| cards == CardChoices::Listed || choice.action.card().is_none());
        let spans = listed.map(|(index, choice)| {
            let is_marked = index == app.cursor;
            let (open, close) = if is_marked { (">", "<") } else { ("[", "]") };
            let style = match colour_of(choice) {
                _ if is_marked => self.reversed(),
                Some(colour) => self.face(Some(colour)),
                None => Style::new(),
            };
            Span::styled(format!("{open}{} {}{close}", index + 1, choice.short), style)
        });
        let lines = wrap_spans(spans.collect(), width - 1);
        let lines = if lines.len() <= MOST_LINES { lines } else { lines_around(lines, app.cursor) };
        let indented = lines.into_iter().map(|mut line| {
            line.spans.insert(0, Span::raw(" "));
            line
        });
        indented.collect()
    }

    fn prompt(self, app: &App<'_, '_, '_>, width: u16, cards: CardChoices) -> Vec<Line<'static>> {
        let question = match app.session.phase() {
            Phase::Yours => app.scene.question.clone(),
            Phase::Others => "The others play ...".to_owned(),
            Phase::RoundOver => "The round is over: Enter continues.".to_owned(),
            Phase::MatchOver => "The match is over: Enter plays another.".to_owned(),
        };
        let time = app.left().map(|left| format!("   {} s left", fixed(left.as_secs_f64(), 1)));
        let question = question + &time.unwrap_or_default();
        let sentences = |text: String, style: Style| {
            let lines = wrapped(&text, usize::from(width) - 1).into_iter();
            lines.map(move |line| Line::styled(format!(" {line}"), style))
        };
        let mut lines: Vec<Line<'_>> = sentences(question, self.bold()).collect();
        if !app.scene.notes.is_empty() {
            lines.extend(sentences(app.scene.notes.join("; ") + ".", Style::new()));
        }
        lines.extend(self.choices(app, width, cards));
        let marked = app.scene.choices.get(app.cursor);
        let marked = marked.map(|choice| format!(" Enter: {}", choice.label)).unwrap_or_default();
        let told = if app.message.is_empty() { marked } else { format!(" {}", app.message) };
        lines.push(Line::raw(told));
        lines
    }
}

fn colour_of(choice: &WordedChoice) -> Option<Colour> {
    match choice.action {
        Action::Card(card) => card.colour(),
        Action::Colour(colour) => Some(colour),
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
    let from = marked.unwrap_or(0).saturating_sub(1).min(lines.len() - MOST_LINES);
    lines.into_iter().skip(from).take(MOST_LINES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_the_chance_is_high() {
        let bars = [0.0, 0.173, 0.5, 0.99, 1.0, 7.0].map(bar);
        let shown =
            ["░░░░░░░░░░", "█▊░░░░░░░░", "█████░░░░░", "█████████▉", "██████████", "██████████"];
        assert_eq!(bars, shown);
    }
}

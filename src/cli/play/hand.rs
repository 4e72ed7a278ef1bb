//! The person's hand: cards side by side, one over the other where there are many, or their
//! notation alone where not even that fits.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::app::App;
use crate::cli::cards::{CardPicture, CardSize, CardState, put};
use crate::cli::paint::{Paint, wrap_spans};
use unobench_core::game::Action;
use unobench_record::play::HandCard;

/// The fewest columns of a card that another one covers: its edge and three letters.
const FEWEST_SEEN: u16 = 4;

/// Lines by which cards that may be chosen stand higher than the others.
const RAISE: u16 = 1;

/// How the person's hand is laid out: size of its cards, rows, and columns from card to card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fan {
    size: CardSize,
    rows: u16,
    step: u16,
    per_row: usize,
}

/// What a fan may be: the size of its cards, its rows, the fewest columns from one card to the
/// next, and the fewest lines that remain for everything else.
const FANS: [(CardSize, u16, u16, u16); 6] = [
    (CardSize::Large, 1, 9, 20),
    (CardSize::Small, 1, 6, 8),
    (CardSize::Small, 2, 6, 12),
    (CardSize::Small, 1, FEWEST_SEEN, 8),
    (CardSize::Small, 2, FEWEST_SEEN, 8),
    (CardSize::Small, 3, FEWEST_SEEN, 12),
];

impl Fan {
    /// The best fan for so many cards on so many columns, where `lines` are left for it and for the
    /// table; none where there is no room for one.
    pub(super) fn of(cards: usize, width: u16, lines: u16) -> Option<Fan> {
        FANS.into_iter().find_map(|(size, rows, least, remaining)| {
            let per_row = cards.div_ceil(usize::from(rows)).max(1);
            let gaps = u16::try_from(per_row - 1).ok()?;
            let room = width.checked_sub(size.width() + 2)?;
            let step = room.checked_div(gaps).unwrap_or(room).min(size.width() + 1);
            let fan = Fan { size, rows, step, per_row };
            (step >= least && lines >= remaining + fan.height()).then_some(fan)
        })
    }

    pub(super) fn height(self) -> u16 {
        self.rows * (self.size.height() + RAISE)
    }
}

/// Draws the hand as a fan: what may be chosen stands higher and has its number, what is marked
/// has a frame of double lines.
pub(super) fn draw_fan(
    frame: &mut Frame<'_>,
    app: &App<'_, '_, '_>,
    area: Rect,
    fan: Fan,
    paint: Paint,
) {
    let hand = &app.scene.hand;
    let marked = hand.iter().position(|held| choice_of(app, *held) == Some(app.cursor));
    for index in 0..hand.len() {
        let (row, column) = (index / fan.per_row, index % fan.per_row);
        let x = area.x + 1 + column as u16 * fan.step;
        let top = area.y + row as u16 * (fan.size.height() + RAISE);
        let number = choice_of(app, hand[index]);
        let is_first = index == 0 || hand[index - 1].card != hand[index].card;
        let standing = match number {
            _ if Some(index) == marked => CardState::Marked,
            Some(_) => CardState::Playable,
            None => CardState::Idle,
        };
        let card = CardPicture {
            kind: hand[index].card,
            notation: app.setup.game_setup().rules.deck.notation(),
            size: fan.size,
            standing,
            number: number.filter(|_| is_first).map(|number| number + 1),
        };
        let raise = if standing == CardState::Idle { RAISE } else { 0 };
        paint.draw_card(frame, (x, top + raise), card);
        if standing == CardState::Marked {
            let middle = (fan.size.width() - 2) / 2;
            let mark = Line::styled("▲▲", paint.bold());
            put(frame, (x + middle, top + fan.size.height()), 2, vec![mark]);
        }
    }
}

fn choice_of(app: &App<'_, '_, '_>, held: HandCard) -> Option<usize> {
    app.scene.choices.iter().position(|choice| choice.action == Action::Card(held.card))
}

impl Paint {
    /// The hand in notation, in brackets what may be chosen; with copies counted where it does not
    /// fit otherwise.
    pub(super) fn hand(self, app: &App<'_, '_, '_>, width: u16, height: u16) -> Vec<Line<'static>> {
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

    pub(super) fn counted_hand(self, app: &App<'_, '_, '_>, width: u16) -> Vec<Line<'static>> {
        let groups = app.scene.hand.chunk_by(|held, other| held.card == other.card);
        wrap_spans(groups.map(|group| self.held(app, group[0], group.len())).collect(), width)
    }

    fn held(self, app: &App<'_, '_, '_>, held: HandCard, count: usize) -> Span<'static> {
        let (open, close) = if held.is_legal { ("[", "]") } else { (" ", " ") };
        let times = if count > 1 { format!("x{count}") } else { String::new() };
        self.card(held.card, format!("{open}{}{times}{close}", app.setup.words().short(held.card)))
    }
}

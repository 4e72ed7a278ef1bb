//! A view as it is told a bot: everything that a strategy of the library may ask of its [`View`],
//! and nothing else.

use super::message::{Pending, Sight};
use serde_json::{Map, Value};
use unobench_core::cards::{Colour, Counts as _, Kind, Multiset, Notation};
use unobench_core::game::{Direction, Hit, Seat, SeatSet, View};

impl Sight {
    pub(super) fn of(view: &View<'_>, notation: Notation) -> Sight {
        let text = |kind: Kind| kind.text(notation).to_string();
        let seats = || (0..view.players()).map(Seat::new);
        let known =
            |seat| view.known(seat).map_or_else(Vec::new, |cards| cards_of(cards, notation));
        Sight {
            seat: view.seat().index(),
            hand: cards_of(view.hand(), notation),
            playable: view.options().playable.iter().map(text).collect(),
            hand_sizes: seats().map(|seat| view.hand_size(seat)).collect(),
            up_card: text(view.up_card()),
            wild_to_name: view.wild_to_name().map(text),
            active_colour: view.is_colour_named().then(|| view.active_colour().letter()),
            direction: if view.direction() == Direction::Clockwise { 1 } else { -1 },
            to_move: view.to_move().index(),
            dealer: view.dealer().index(),
            first: view.first().index(),
            in_play: indices(view.in_play()),
            opponents: indices(view.opponents()),
            partner: view.partner().map(Seat::index),
            places: view.places().iter().map(Seat::index).collect(),
            pending: pending(view, notation),
            colour_before_wild_draw_four: view.colour_before_wild_draw_four().map(Colour::letter),
            discards: counts(|kind| view.discards().count(kind), notation),
            unseen: counts(|kind| view.unseen(kind), notation),
            known: seats().map(known).collect(),
            drawn_since_not_following: seats().map(|seat| not_followed(view, seat)).collect(),
            draw_pile: view.draw_pile_len(),
            turns: view.turns(),
            totals: seats().map(|seat| view.total(seat)).collect(),
            silence: view.silence().map(Seat::index),
            refills: seats().map(|seat| view.refill(seat)).collect(),
            missed_calls: seats().filter(|&seat| view.missed_call(seat)).map(Seat::index).collect(),
        }
    }
}

fn indices(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

fn cards_of<S: Multiset>(set: &S, notation: Notation) -> Vec<String> {
    let mut cards = Vec::new();
    set.for_each(|kind, count| {
        cards.extend(std::iter::repeat_n(kind.text(notation).to_string(), count as usize))
    });
    cards
}

fn counts(of: impl Fn(Kind) -> u32, notation: Notation) -> Map<String, Value> {
    let kinds = (0..Kind::COUNT)
        .map(Kind::from_index)
        .map(|kind| (kind, of(kind)))
        .filter(|(_, count)| *count > 0);
    kinds.map(|(kind, count)| (kind.text(notation).to_string(), count.into())).collect()
}

fn not_followed(view: &View<'_>, seat: Seat) -> Map<String, Value> {
    let of = |colour: Colour| {
        view.drawn_since_not_following(seat, colour)
            .map(|cards| (colour.letter().to_string(), cards.into()))
    };
    Colour::ALL.into_iter().filter_map(of).collect()
}

fn pending(view: &View<'_>, notation: Notation) -> Pending {
    let pending = view.pending();
    let hit = match pending.hit {
        Hit::Nothing => "nothing",
        Hit::Skip => "skip",
        Hit::Draw => "draw",
    };
    let hits = pending.hit != Hit::Nothing;
    Pending {
        hit,
        owed: if hits { pending.owed } else { 0 },
        card: hits.then(|| pending.card.text(notation).to_string()),
        challengeable: pending.challengeable.filter(|_| hits).map(Seat::index),
        from_start: hits && pending.from_start,
    }
}

//! What is on the table, as the fast engine shows it to a seat and as the naive engine has it.

use super::memory::Memory;
use super::record::Translation;
use super::tape::{Table, colour};
use crate::reference::game::{Game, Pending};
use crate::reference::settings::When;
use crate::reference::{Act, Card, Colour, Decision};
use crate::support::*;
use unobench_core::cards;
use unobench_core::game::{Direction, Options, PendingPenalty};
use unobench_core::rules::FinishWhen;

/// The table at a decision or at the end of a round, in the naive engine's words; cards are sorted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Position {
    hands: Vec<Vec<Card>>,
    discard_pile: Vec<Card>,
    draw_pile: usize,
    up: Card,
    /// The active colour; as long as none is named, the one before; before the first, red.
    colour: Colour,
    direction: i32,
    turns: u64,
    dealer: usize,
    first: usize,
    silence: Option<usize>,
    in_play: Vec<usize>,
    places: Vec<usize>,
    refills: Vec<usize>,
    totals: Vec<i64>,
    /// The seats after and before each; none once the round is decided, for nobody comes to move.
    beside: Vec<(usize, usize)>,
    looks_back: Vec<LookBack>,
    /// What a round that is over has not.
    asked: Option<Asked>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LookBack {
    pub(crate) since_naming: [Option<u64>; 4],
    /// The card that it laid last, and whether that changed the colour.
    pub(crate) laid: Option<(Card, bool)>,
}

#[derive(Clone, Debug, PartialEq)]
struct Asked {
    to_move: usize,
    pending: Option<Hits>,
    colour_before_wild_draw_four: Option<Colour>,
    /// Whether nobody has to name a forgotten colour; that is open while a colour is named.
    is_colour_named: bool,
    /// The kinds on offer on its own turn that are no bluff.
    playable: Vec<Card>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Hits {
    is_skip: bool,
    owed: u32,
    card: Card,
    start: bool,
    challengeable: Option<usize>,
}

fn may_bluff(decision: Decision) -> bool {
    matches!(decision, "play" | "drawn" | "answer")
}

fn seats(seats: impl IntoIterator<Item = Seat>) -> Vec<usize> {
    seats.into_iter().map(Seat::index).collect()
}

impl Position {
    /// What a seat is shown; the hands are what each seat is shown of its own.
    pub(crate) fn shown<C: Cards>(
        table: &Table<'_>,
        translation: &Translation,
        round: &Round<C>,
        looker: usize,
    ) -> Position {
        let view_of = |seat| View::new(round, table.active_rules, &table.totals, Seat::new(seat));
        let view = view_of(looker);
        let all = || (0..view.players()).map(Seat::new);
        let mut discards = Vec::new();
        view.discards().for_each_card(|kind| discards.push(kind));
        let hand = |seat| sorted(translation.cards(kinds_of(view_of(seat).hand())));
        let is_decided = match table.active_rules.finish.when {
            FinishWhen::LastStanding => view.in_play().len() < 2,
            _ => !view.places().is_empty(),
        };
        let beside = |seat| (view.after(seat).index(), view.before(seat).index());
        Position {
            hands: (0..view.players()).map(hand).collect(),
            discard_pile: sorted(translation.cards(discards)),
            draw_pile: view.draw_pile_len(),
            up: translation.card(view.up_card()),
            colour: colour(view.active_colour()),
            direction: if view.direction() == Direction::Clockwise { 1 } else { -1 },
            turns: view.turns().into(),
            dealer: view.dealer().index(),
            first: view.first().index(),
            silence: view.silence().map(Seat::index),
            in_play: seats(view.in_play().iter()),
            places: seats(view.places().iter()),
            refills: all().map(|seat| view.refill(seat) as usize).collect(),
            totals: all().map(|seat| view.total(seat).into()).collect(),
            beside: if is_decided { Vec::new() } else { all().map(beside).collect() },
            looks_back: (view.in_play().iter())
                .map(|seat| LookBack::shown(translation, &view, seat))
                .collect(),
            asked: (round.standing() == RoundStatus::Waits)
                .then(|| Asked::shown(translation, round, &view)),
        }
    }

    pub(crate) fn of(
        game: &Game<'_>,
        totals: &[i64],
        memory: &Memory,
        asked: Option<(Decision, &[Act])>,
    ) -> Position {
        let is_decided = match game.settings.finish.when {
            When::LastStanding => game.seats_in_play().len() < 2,
            _ => !game.places.is_empty(),
        };
        let beside = |seat| (game.next(seat), game.before(seat));
        // It counts the turn of a drawn card once that is played or kept.
        let turns = game.turns + u64::from(asked.is_some_and(|(decision, _)| decision == "drawn"));
        Position {
            hands: game.hands.iter().cloned().map(sorted).collect(),
            discard_pile: sorted(game.discard_pile.clone()),
            draw_pile: game.draw_pile.len(),
            up: game.up,
            colour: game.last_colour.unwrap_or(Colour::Red),
            direction: game.direction,
            turns,
            dealer: game.dealer,
            first: game.first,
            silence: game.silence,
            in_play: game.seats_in_play(),
            places: game.places.clone(),
            refills: game.refill.clone(),
            totals: totals.to_vec(),
            beside: if is_decided { Vec::new() } else { (0..game.seats()).map(beside).collect() },
            looks_back: memory.look_back(turns, &game.seats_in_play()),
            asked: asked.map(|(decision, legal)| Asked::of(game, decision, legal)),
        }
    }
}

impl LookBack {
    fn shown<C: Cards>(translation: &Translation, view: &View<'_, C>, seat: Seat) -> LookBack {
        let since = |colour| view.turns_since_naming(seat, colour).map(u64::from);
        let laid = view.last_laid(seat);
        LookBack {
            since_naming: cards::Colour::ALL.map(since),
            laid: laid.map(|(kind, changed)| (translation.card(kind), changed)),
        }
    }
}

impl Asked {
    fn shown<C: Cards>(translation: &Translation, round: &Round<C>, view: &View<'_, C>) -> Asked {
        let options = if view.seat() == round.actor() { round.options() } else { Options::NONE };
        assert_eq!(view.options(), options, "{:?} is shown another's options", view.seat());
        let decision = round.decision().name();
        let playable = if may_bluff(decision) {
            sorted(translation.cards(round.options().playable.iter()))
        } else {
            Vec::new()
        };
        Asked {
            to_move: view.to_move().index(),
            pending: Hits::shown(translation, view),
            colour_before_wild_draw_four: view.colour_before_wild_draw_four().map(colour),
            is_colour_named: decision == "colour" || view.is_colour_named(),
            playable,
        }
    }

    fn of(game: &Game<'_>, decision: Decision, legal: &[Act]) -> Asked {
        let seat = game.to_move;
        let playable = |act: &Act| match *act {
            Act::Card(card) if decision == "drawn" => {
                game.playable_drawn(seat, card).then_some(card)
            }
            Act::Card(card) if may_bluff(decision) => {
                (!game.settings.may_bluff(card) || game.honest(seat, card)).then_some(card)
            }
            _ => None,
        };
        let before = match &game.pending {
            Some(Pending::Draw(p)) if game.challengeable(p) => p.before,
            _ => None,
        };
        Asked {
            to_move: game.to_move,
            pending: game.pending.as_ref().map(|pending| Hits::of(game, pending)),
            colour_before_wild_draw_four: before.and_then(|before| before.colour),
            is_colour_named: decision == "colour" || game.colour.is_some(),
            playable: sorted(legal.iter().filter_map(playable).collect()),
        }
    }
}

impl Hits {
    fn shown<C: Cards>(translation: &Translation, view: &View<'_, C>) -> Option<Hits> {
        let pending = view.pending();
        if pending.hit == PendingPenalty::Nothing {
            assert_eq!(pending, unobench_core::game::Pending::NOTHING);
            return None;
        }
        Some(Hits {
            is_skip: pending.hit == PendingPenalty::Skip,
            owed: pending.owed.into(),
            card: translation.card(pending.card),
            start: pending.from_start,
            challengeable: pending.challengeable.map(Seat::index),
        })
    }

    fn of(game: &Game<'_>, pending: &Pending) -> Hits {
        match pending {
            Pending::Skip(skip) => Hits {
                is_skip: true,
                owed: 0,
                // What nothing answers is shown as a wild.
                card: skip.card.unwrap_or(Card::Wild),
                start: skip.start,
                challengeable: None,
            },
            Pending::Draw(p) => Hits {
                is_skip: false,
                owed: p.owed,
                card: p.card,
                start: p.start,
                challengeable: game.challengeable(p).then_some(p.from),
            },
        }
    }
}

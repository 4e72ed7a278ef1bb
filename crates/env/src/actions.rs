//! The actions by number: the same for all rule sets and for each number of seats.
//!
//! They are those of the bot protocol and of game records, so a wild and the colour that it names
//! are two decisions. Other seats are counted from the player's in the direction of play.

use unobench_core::cards::{Cards, Colour, Kind, Symbol};
use unobench_core::game::{Action, Decision, Direction, Seat, View};
use unobench_core::rules::{MAX_SEATS, RuleSet};

/// The actions under rule sets that add no cards.
pub const ACTIONS: usize = SEATS + MAX_SEATS - 1;

/// The actions under rule sets that add cards, which come after all others.
pub const ADDED_ACTIONS: usize = ACTIONS + ADDED;

/// The kinds that a rule set may add here: 7 wilds, and 8 symbols in each colour.
pub(crate) const ADDED: usize = ADDED_WILDS + 4 * 8;
pub(crate) const ADDED_WILDS: usize = Symbol::OWN_WILDS;
const OWN_COLOURED: usize = ACTIONS + ADDED_WILDS;
/// The first wild.
pub(crate) const WILDS: usize = 56;

/// The first colour; the cards are before it, in order of their kinds.
const COLOURS: usize = 65;
/// What is neither card nor colour nor seat, by the words of the bot protocol.
const WORDS: [&str; 8] =
    ["draw", "keep", "take", "pass", "call", "stay_silent", "challenge", "accept"];
const DRAW: usize = COLOURS + 4;
const KEEP: usize = DRAW + 1;
const TAKE: usize = DRAW + 2;
const PASS: usize = DRAW + 3;
const CALL: usize = DRAW + 4;
const STAY_SILENT: usize = DRAW + 5;
const CHALLENGE: usize = DRAW + 6;
const ACCEPT: usize = DRAW + 7;
const SEATS: usize = DRAW + WORDS.len();

// A new kind of card would move all others.
const _: () = assert!(Kind::PRINTED == COLOURS && ADDED_ACTIONS <= 128);

/// A set of actions, a bit for each.
pub type ActionSet = u128;

/// The names of the actions of a rule set, in order of their numbers.
///
/// # Examples
///
/// ```
/// use unobench_core::rules::RuleSet;
/// use unobench_env::actions::names;
///
/// let names = names(&RuleSet::official());
/// assert_eq!((names[0].as_str(), names[63].as_str()), ("R0", "W+4"));
/// assert_eq!(names[65..71].join(" "), "colour R colour B colour G colour Y draw keep");
/// assert_eq!(names[85], "seat +9");
/// ```
pub fn names(rules: &RuleSet) -> Vec<String> {
    let notation = rules.deck.notation();
    let cards = Kind::printed().map(|kind| kind.text(notation).to_string());
    let colours = Colour::ALL.into_iter().map(|colour| format!("colour {colour}"));
    let words = WORDS.into_iter().map(str::to_owned);
    let seats = (1..MAX_SEATS).map(|offset| format!("seat +{offset}"));
    let deck = rules.deck.cards();
    let added = Kind::all().skip(COLOURS).take(ADDED).map(|kind| match deck.copies(kind) {
        0 => format!("no card {}", card(kind)),
        _ => kind.text(notation).to_string(),
    });
    cards.chain(colours).chain(words).chain(seats).chain(added).take(count(rules)).collect()
}

/// How many actions there are under a rule set.
pub fn count(rules: &RuleSet) -> usize {
    if rules.adds_cards() { ADDED_ACTIONS } else { ACTIONS }
}

/// Whether all cards of a rule set have numbers.
pub fn have_numbers(rules: &RuleSet) -> bool {
    let deck = rules.deck.cards();
    Kind::all().skip(COLOURS + ADDED).all(|kind| deck.copies(kind) == 0)
}

/// The number of the action that plays a card.
#[inline(always)]
pub fn card(kind: Kind) -> usize {
    let index = kind.index();
    if index < COLOURS { index } else { index - COLOURS + ACTIONS }
}

/// The legal actions of the decision that a view's seat is asked for; where it can play a card that
/// is no bluff, to draw is among them only by choice.
#[inline(always)]
pub fn legal<C: Cards>(view: &View<'_, C>, draw_by_choice: bool) -> ActionSet {
    let mut set = 0;
    view.for_each_action(|action| set |= 1 << number(view, action));
    let must_play =
        !draw_by_choice && view.decision() == Decision::Play && !view.options().playable.is_empty();
    set & !(ActionSet::from(must_play) << DRAW)
}

/// The number of an action of the decision that a view's seat is asked for.
#[inline(always)]
pub fn number<C: Cards>(view: &View<'_, C>, action: Action) -> usize {
    match (action, view.decision()) {
        (Action::Card(kind), _) => card(kind),
        (Action::Colour(colour), _) => COLOURS + colour.index(),
        (Action::Seat(seat), _) => SEATS + offset(view, seat) - 1,
        (Action::Yes, Decision::Uno) => CALL,
        (Action::Yes, _) => CHALLENGE,
        (Action::No, Decision::Play) => DRAW,
        (Action::No, Decision::Drawn) => KEEP,
        (Action::No, Decision::Answer) => TAKE,
        (Action::No, Decision::Uno) => STAY_SILENT,
        (Action::No, Decision::Challenge) => ACCEPT,
        (Action::No | Action::Pass, _) => PASS,
    }
}

/// The action with this number at the decision that a view's seat is asked for; it must be a legal
/// one.
#[inline(always)]
pub fn action<C: Cards>(view: &View<'_, C>, number: usize) -> Action {
    match number {
        0..COLOURS => Action::Card(Kind::from_index(number)),
        COLOURS..DRAW => Action::Colour(Colour::from_index(number - COLOURS)),
        PASS if view.decision() == Decision::Play => Action::Pass,
        CALL | CHALLENGE => Action::Yes,
        DRAW..SEATS => Action::No,
        ACTIONS.. => Action::Card(Kind::from_index(number - ACTIONS + COLOURS)),
        _ => Action::Seat(at_offset(view, number + 1 - SEATS)),
    }
}

/// How many seats after the player's a seat is, in the direction of play; those that are out count.
#[inline(always)]
pub fn offset<C: Cards>(view: &View<'_, C>, seat: Seat) -> usize {
    let (own, other, players) = (view.seat().index(), seat.index(), view.players());
    match view.direction() {
        Direction::Clockwise => (other + players - own) % players,
        Direction::Counterclockwise => (own + players - other) % players,
    }
}

/// The seat that is this many after the player's in the direction of play.
#[inline(always)]
pub fn at_offset<C: Cards>(view: &View<'_, C>, offset: usize) -> Seat {
    let (own, players) = (view.seat().index(), view.players());
    Seat::new(match view.direction() {
        Direction::Clockwise => (own + offset) % players,
        Direction::Counterclockwise => (own + players - offset % players) % players,
    })
}

/// An order of the colours, in which planes and the actions beside them are: the colour in each
/// place.
pub type ColourOrder = [u8; 4];

pub const AS_THEY_ARE: ColourOrder = [0, 1, 2, 3];

/// The actions of the first colour, each of which those of the others follow.
const COLOURED: ActionSet = {
    let fourth = ActionSet::MAX / 15;
    fourth & ((1 << WILDS) - 1) | 1 << COLOURS | fourth << OWN_COLOURED & ((1 << ADDED_ACTIONS) - 1)
};

/// A set of actions with the colours in this order.
#[inline(always)]
pub fn ordered(set: ActionSet, order: ColourOrder) -> ActionSet {
    let bits = |(place, colour): (usize, u8)| (set >> colour & COLOURED) << place;
    order.into_iter().enumerate().fold(set & !(COLOURED * 15), |all, pair| all | bits(pair))
}

/// The number that an action has where colours are as they are.
#[inline(always)]
pub fn unordered(number: usize, order: ColourOrder) -> usize {
    let first = match number {
        0..WILDS => number & !3,
        COLOURS..DRAW => COLOURS,
        OWN_COLOURED..ADDED_ACTIONS => number - (number - OWN_COLOURED) % 4,
        _ => return number,
    };
    first + usize::from(order[number - first])
}

/// For each byte its bits as truth values.
pub(crate) static SPREAD: [[bool; 8]; 256] = {
    let mut spread = [[false; 8]; 256];
    let mut place = 0;
    while place < 256 * 8 {
        spread[place / 8][place % 8] = (place / 8) >> (place % 8) & 1 == 1;
        place += 1;
    }
    spread
};

/// Writes a set of actions as one truth value each.
#[inline(always)]
pub fn write_mask(set: ActionSet, mask: &mut [bool]) {
    for (byte, part) in set.to_le_bytes().into_iter().zip(mask.chunks_mut(8)) {
        part.copy_from_slice(&SPREAD[usize::from(byte)][..part.len()]);
    }
}

//! A slow observer: what is on the table, worked out in plain vectors from what is told, and
//! compared with the round at every decision.
//!
//! No event says that a turn begins or that a card takes effect. The observer knows it from the
//! first thing told that belongs to what comes after, or from the decision that is waited for: see
//! [`turns`].

mod check;
mod legal;
mod turns;

use unobench_core::cards::{Cards, Colour, Counts, DrawPile, Kind, Multiset, Symbol};
use unobench_core::game::{
    Action, ActiveRules, Direction, Event, Fault, How, Pending, Round, Seat, Why,
};
use unobench_core::rules::{
    Challenge, ColourChoice, DrawRule, FinishWhen, MAX_SEATS, RuleSet, SilenceMode, SwapOnLastCard,
};

use crate::support::{Heard, House};
use turns::Phase;

/// Cards drawn for most faults, and on top of a penalty that was forgotten or wrongly challenged.
const FAULT: u32 = 2;

/// What belongs to one seat.
#[derive(Debug, Clone, Default)]
struct Place {
    hand: Vec<Kind>,
    /// Cards drawn since the seat last drew and did not follow a colour.
    since: [Option<u32>; 4],
    missed_call: bool,
    /// Cards that the seat takes when its hand is next empty.
    refill: u32,
    is_out: bool,
}

/// The up card and the colour to match; none while it is not named.
type Top = (Kind, Option<Colour>);

/// What a card is laid on.
#[derive(Debug, Clone, Copy)]
struct Table {
    top: Top,
    /// The colour that was last to be matched.
    colour: Colour,
    /// The last card that was not a wild.
    under: Option<Kind>,
}

/// What somebody will have to draw for what was just told.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Debt {
    seat: Seat,
    why: Why,
    owed: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct Observer<'a> {
    rules: &'a RuleSet,
    active_rules: &'a ActiveRules,
    places: Vec<Place>,
    pile: usize,
    /// Bottom first.
    discard: Vec<Kind>,
    table: Table,
    /// What the last card was laid on.
    before: Table,
    direction: i32,
    /// The card under a wild draw four stays out of a reshuffle.
    guarded: bool,
    bluff: bool,
    colour_forgotten: bool,
    /// Cards told one by one, of which the next draw is.
    told: Vec<Kind>,
    crashed: Option<(Vec<Kind>, usize)>,
    /// A card that does not fit, and what was told since: the next event says whether anybody
    /// noticed.
    misplay: Option<(Seat, Kind, Vec<Heard>)>,
    debt: Option<Debt>,
    /// The seat that drew instead of playing, and what it drew.
    drew: Option<(Seat, Vec<Kind>)>,
    turns: u32,
    dealer: Seat,
    first: Seat,
    to_move: Seat,
    phase: Phase,
    pending: Pending,
    /// How many seats were asked whether they jump in on the card that lies there.
    asked: usize,
    silence: Option<Seat>,
    /// The seats that went out, the first first.
    ranking: Vec<Seat>,
    /// Who has won, while the last card's draw may still be settled.
    winner: Option<Seat>,
}

impl<'a> Observer<'a> {
    /// An observer of a dealt round, before its start card is turned up.
    pub(crate) fn new<C: Cards>(house: &'a House, round: &Round<C>) -> Observer<'a> {
        let refill = u32::from(house.active_rules.finish.refills);
        let place = |seat| Place {
            hand: cards_of(round.hand(Seat::new(seat))),
            refill,
            ..Place::default()
        };
        let table = Table { top: (Kind::WILD, None), colour: Colour::Red, under: None };
        Observer {
            rules: &house.rules,
            active_rules: &house.active_rules,
            places: (0..house.players).map(place).collect(),
            pile: round.pile().len(),
            discard: Vec::new(),
            table,
            before: table,
            direction: 1,
            guarded: false,
            bluff: false,
            colour_forgotten: false,
            told: Vec::new(),
            crashed: None,
            misplay: None,
            debt: None,
            drew: None,
            turns: 0,
            dealer: round.dealer(),
            first: round.first(),
            to_move: round.first(),
            phase: Phase::Opening,
            pending: Pending::NOTHING,
            asked: 0,
            silence: None,
            ranking: Vec::new(),
            winner: None,
        }
    }

    fn place(&mut self, seat: Seat) -> &mut Place {
        &mut self.places[seat.index()]
    }

    fn hand(&self, seat: Seat) -> &[Kind] {
        &self.places[seat.index()].hand
    }

    pub(crate) fn hear(&mut self, heard: Heard) {
        if let Some((_, _, later)) =
            self.misplay.as_mut().filter(|_| !matches!(heard, Heard::Event(_)))
        {
            return later.push(heard);
        }
        match heard {
            Heard::Drawn(kind) => {
                self.told.push(kind);
                self.pile -= 1;
            }
            Heard::Reshuffled(cards) => self.reshuffle(cards),
            Heard::Crashed(cards, first) => self.crashed = Some((cards, first)),
            Heard::Accepted => {
                self.guarded = false;
                self.pending.challengeable = None;
            }
            Heard::Event(event) => {
                self.settle_misplay(Some(&event));
                self.see(event);
            }
        }
    }

    /// Catalogue: the discard pile except its top card is shuffled; the card under a wild draw four
    /// that may come back stays.
    fn reshuffle(&mut self, mut cards: Vec<Kind>) {
        assert_eq!(self.pile, 0, "a reshuffle before the pile is empty");
        let shuffled = self.discard.len() - self.kept();
        let mut shuffled: Vec<Kind> = self.discard.drain(..shuffled).collect();
        shuffled.sort_unstable();
        cards.sort_unstable();
        assert_eq!(cards, shuffled, "the new pile is the old discard pile");
        self.pile = cards.len();
    }

    /// The number of cards that a reshuffle leaves; a card that was taken back may have left none.
    fn kept(&self) -> usize {
        let kept = if self.guarded { 2 } else { 1 };
        self.discard.len().min(kept)
    }

    fn see(&mut self, event: Event) {
        match event {
            Event::TurnUp { card, returned } => self.turn_up(card, returned),
            Event::NameColour { seat, colour } => self.name_colour(seat, colour),
            Event::Play { seat, card, how } => self.play(seat, card, how),
            Event::ForgetsColour { seat } => self.forget_colour(seat),
            Event::Uno { seat, called, false_call: false } => self.call(seat, called),
            Event::Uno { seat, .. } => self.call_falsely(seat),
            Event::Caught { seat, by, of } => self.catch(seat, by, of),
            Event::Draw { seat, owed, why } => self.draw(seat, owed, why),
            Event::Keep { seat } => self.keep(seat),
            Event::LoseTurn { seat } => self.lose_turn(seat),
            Event::Challenge { seat, against, upheld } => self.challenge(seat, against, upheld),
            Event::TakeBack { seat, card } => self.take_back(seat, card),
            Event::Swap { seat, with } => self.swap(seat, with),
            Event::Rotate { direction } => self.rotate(direction),
            Event::Exchange { seat, with, gives, gets } => self.exchange(seat, with, [gives, gets]),
            Event::Crash { seat, with } => self.crash(seat, with),
            Event::Misplay { seat, card } => self.misplay(seat, card),
            Event::Speaks { seat } => self.speak(seat),
            Event::Advises { seat } => self.advise(seat),
            Event::Out { seat, place } => self.go_out(seat, place),
        }
    }

    fn turn_up(&mut self, card: Kind, returned: bool) {
        let acts = self.rules.setup.start_card.allows(card.symbol());
        if returned {
            assert!(!acts, "{card:?} may lie as the first up card");
            return;
        }
        self.pile -= 1;
        self.put_down(card);
        if acts {
            self.start_card_acts(card);
        }
    }

    /// A card comes to lie on the discard pile.
    fn put_down(&mut self, card: Kind) {
        self.discard.push(card);
        self.before = self.table;
        self.table.top = (card, card.colour());
        self.colour_forgotten = false;
        if let Some(colour) = card.colour() {
            self.table.colour = colour;
            self.table.under = Some(card);
        }
    }

    fn name_colour(&mut self, seat: Seat, colour: Colour) {
        let wheel = self.active_rules.play.colour_choice == ColourChoice::Wheel;
        if self.colour_forgotten {
            self.begin();
            assert_eq!(seat, self.to_move, "the next player to move names a forgotten colour");
        } else if let Phase::Laid(laid) = self.phase {
            assert_eq!(seat, laid.last);
            assert!(
                !wheel || colour == turned(self.before.colour, self.direction),
                "the wheel goes on"
            );
        }
        assert_eq!(self.table.top.1, None, "a colour was to be named");
        self.colour_forgotten = false;
        self.table.top.1 = Some(colour);
        self.table.colour = colour;
    }

    fn forget_colour(&mut self, seat: Seat) {
        assert_eq!((self.laid().last, self.table.top.1), (seat, None));
        assert_eq!(self.active_rules.play.colour_choice, ColourChoice::Free);
        self.colour_forgotten = true;
    }

    fn play(&mut self, seat: Seat, card: Kind, how: How) {
        match how {
            How::Turn | How::Drawn => self.play_in_turn(seat, card, how),
            How::Answer => self.play_answer(seat, card),
            How::JumpIn | How::Double => self.play_out_of_turn(seat, card, how),
        }
        self.turns += u32::from(how != How::Drawn);
        self.lay(seat, card);
    }

    /// A card leaves the hand.
    fn lay(&mut self, seat: Seat, card: Kind) {
        self.drew = None;
        self.asked = 0;
        self.bluff = card == Kind::WILD_DRAW_FOUR && !self.is_honest(seat);
        self.place(seat).lose(card);
        self.place(seat).missed_call = false;
        self.start_or_end_silence(seat, card);
        self.put_down(card);
        self.guarded = card == Kind::WILD_DRAW_FOUR
            && self.active_rules.play.bluff
            && self.active_rules.play.challenge == Challenge::TakeBack;
    }

    /// Catalogue: `[silence]`; the up card is still the one before.
    fn start_or_end_silence(&mut self, seat: Seat, card: Kind) {
        let (starts, ends) = match self.active_rules.silence.mode {
            SilenceMode::Off => (false, false),
            SilenceMode::Twos => (card.symbol() == Symbol::Two, false),
            SilenceMode::Wilds => (card.is_wild(), card.colour() != self.table.top.1),
        };
        if starts {
            self.silence = Some(seat);
        } else if ends {
            self.silence = None;
        }
    }

    fn call(&mut self, seat: Seat, called: bool) {
        assert_eq!(
            (self.laid().last, self.hand(seat).len()),
            (seat, 1),
            "a call is due at one card"
        );
        self.place(seat).missed_call = !called;
    }

    fn call_falsely(&mut self, seat: Seat) {
        self.begin();
        assert_eq!((seat, self.pending), (self.to_move, Pending::NOTHING));
        self.owe(seat, Why::FalseCall, u32::from(self.active_rules.uno.false_call_penalty));
    }

    fn catch(&mut self, seat: Seat, by: Seat, of: Fault) {
        let laid = self.laid();
        assert!(
            seat == laid.last && by != seat && self.is_in_play(by),
            "{by:?} cannot catch {seat:?}"
        );
        match of {
            Fault::Uno => {
                assert!(
                    std::mem::take(&mut self.place(seat).missed_call),
                    "caught without a fault"
                );
                self.owe(seat, Why::Uno, u32::from(self.active_rules.uno.penalty));
            }
            Fault::Penalty => {
                let owed = laid.forgotten.expect("a penalty was forgotten");
                self.owe(seat, Why::Forgotten, owed + FAULT);
            }
        }
    }

    fn owe(&mut self, seat: Seat, why: Why, owed: u32) {
        self.debt = Some(Debt { seat, why, owed });
    }

    fn draw(&mut self, seat: Seat, owed: u32, why: Why) {
        self.reach_draw(why);
        let due = self.due(seat, why);
        self.check_owed(owed, due, why);
        self.take_told(seat, owed, why);
        if why == Why::Misplay && seat == self.to_move {
            self.end_turn(seat);
        }
    }

    /// A press of the launcher's button throws what it throws; refills are plain cards.
    fn check_owed(&self, owed: u32, due: u32, why: Why) {
        let most = u32::from(self.active_rules.hands.launcher);
        if most > 0 && why != Why::Refill {
            assert!(owed <= due * most, "{why:?}: {due} presses throw {owed}");
        } else if why != Why::Turn || self.active_rules.play.draw == DrawRule::One {
            assert_eq!(owed, due, "{why:?}");
        }
    }

    /// How many cards, or presses of the launcher's button, a seat owes for a reason.
    fn due(&mut self, seat: Seat, why: Why) -> u32 {
        match why {
            Why::Turn => {
                assert_eq!((seat, self.pending), (self.to_move, Pending::NOTHING));
                1
            }
            Why::Penalty | Why::Start => {
                assert_eq!((seat, self.pending.from_start), (self.to_move, why == Why::Start));
                u32::from(self.pending.owed)
            }
            Why::Slam => FAULT,
            Why::Downpour => {
                if self.table.top.0.symbol() == Symbol::DownpourOne {
                    1
                } else {
                    2
                }
            }
            Why::Refill => self.refill(seat),
            _ => {
                let debt = self.debt.take().expect("somebody owes cards");
                assert_eq!((debt.seat, debt.why), (seat, why));
                debt.owed
            }
        }
    }

    fn refill(&mut self, seat: Seat) -> u32 {
        assert!(self.is_in_play(seat) && self.winner.is_none());
        let place = self.place(seat);
        assert!(place.hand.is_empty() && place.refill > 0, "a refill without need");
        place.refill -= 1;
        place.refill + 1
    }

    fn take_told(&mut self, seat: Seat, owed: u32, why: Why) {
        let cards = std::mem::take(&mut self.told);
        let count = cards.len() as u32;
        let piles = (self.pile, self.discard.len());
        assert!(
            count == owed || (count < owed && piles == (0, self.kept())),
            "fewer cards than owed, and cards in the piles {piles:?}"
        );
        let place = self.place(seat);
        place.receive(count);
        place.missed_call &= count == 0;
        place.hand.extend(&cards);
        if why == Why::Turn {
            self.turns += 1;
            self.drew = Some((seat, cards));
        }
    }

    fn keep(&mut self, seat: Seat) {
        self.begin();
        assert_eq!((seat, self.pending), (self.to_move, Pending::NOTHING));
        self.turns += u32::from(self.drew.take().is_none());
        let colour = self.table.top.1.expect("a colour to follow");
        self.place(seat).since[colour.index()] = Some(0);
        self.end_turn(seat);
    }

    fn lose_turn(&mut self, seat: Seat) {
        self.begin();
        assert!(
            seat == self.to_move && self.pending != Pending::NOTHING,
            "nothing takes the turn away"
        );
        self.pending = Pending::NOTHING;
        self.end_turn(seat);
    }

    fn challenge(&mut self, seat: Seat, against: Seat, upheld: bool) {
        self.begin();
        assert_eq!((seat, Some(against)), (self.to_move, self.pending.challengeable));
        assert_eq!(upheld, self.bluff, "a challenge is upheld if the card was a bluff");
        let owed = u32::from(self.pending.owed);
        self.guarded &= upheld;
        self.pending.challengeable = None;
        if upheld {
            self.pending = Pending::NOTHING;
            self.owe(against, Why::Challenge, owed);
        } else {
            self.owe(seat, Why::Challenge, owed + FAULT);
        }
    }

    /// A wild draw four that was a bluff, or a card that was played in place of a penalty.
    fn take_back(&mut self, seat: Seat, card: Kind) {
        assert_eq!(self.discard.pop(), Some(card));
        self.place(seat).hand.push(card);
        self.table = self.before;
        self.guarded = false;
        self.colour_forgotten = false;
        if let Phase::Laid(laid) = self.phase {
            assert_eq!((laid.last, laid.card, laid.cards), (seat, card, 1));
            self.end_turn(seat);
        } else {
            assert_eq!(card, Kind::WILD_DRAW_FOUR);
        }
    }

    /// A card moves hands: its player, who must have some, or the catalogue lets the last card move
    /// them.
    fn move_hands(&mut self, seat: Seat) {
        self.take_effect();
        assert_eq!(seat, self.acted_from(), "hands are moved by another seat");
        let moves = self.active_rules.hands.swap_on_last_card == SwapOnLastCard::Applies
            || !self.hand(seat).is_empty();
        assert!(moves, "the last card moves nothing");
    }

    fn swap(&mut self, seat: Seat, with: Seat) {
        self.move_hands(seat);
        assert!(with != seat && self.is_in_play(with));
        self.swap_two(seat, with);
    }

    /// What is known of a hand goes with it; what its owner did not call does not.
    fn swap_two(&mut self, one: Seat, other: Seat) {
        let (mine, theirs) = (self.places[one.index()].clone(), self.places[other.index()].clone());
        for (seat, from) in [(one, theirs), (other, mine)] {
            let place = self.place(seat);
            (place.hand, place.since, place.missed_call) = (from.hand, from.since, false);
        }
    }

    fn rotate(&mut self, direction: Direction) {
        self.take_effect();
        self.move_hands(self.acted_from());
        assert_eq!(direction, self.way());
        let old = self.places.clone();
        for seat in self.seats_in_play() {
            let (from, next) = (&old[seat.index()], self.next(seat));
            let place = self.place(next);
            (place.hand, place.since, place.missed_call) = (from.hand.clone(), from.since, false);
        }
    }

    fn exchange(&mut self, seat: Seat, with: Seat, cards: [Kind; 2]) {
        self.take_effect();
        assert_eq!((seat, self.table.top.0.symbol()), (self.acted_from(), Symbol::Five));
        assert!(with != seat && self.is_in_play(with) && self.active_rules.hands.five_exchanges);
        for (from, to, card) in [(seat, with, cards[0]), (with, seat, cards[1])] {
            self.place(from).lose(card);
            self.place(to).receive(1);
            self.place(to).hand.push(card);
        }
    }

    fn crash(&mut self, seat: Seat, with: Seat) {
        self.move_hands(seat);
        assert_eq!(with, self.next(seat), "the next player's hand");
        let (cards, first) = self.crashed.take().expect("the cards are told first");
        let (mine, theirs) = (self.hand(seat).to_vec(), self.hand(with).to_vec());
        assert_eq!(
            (first, cards.len()),
            (mine.len(), mine.len() + theirs.len()),
            "each gets the number it had"
        );
        assert_eq!(sorted(&cards), sorted(&[mine, theirs].concat()), "the same cards");
        for (seat, hand) in [(seat, &cards[..first]), (with, &cards[first..])] {
            let place = self.place(seat);
            (place.hand, place.since) = (hand.to_vec(), Default::default());
        }
    }

    /// A card that does not fit, by the player to move, or one that is laid out of turn; this is
    /// always noticed, or not told.
    fn misplay(&mut self, seat: Seat, card: Kind) {
        self.begin();
        assert!(self.hand(seat).contains(&card) && self.is_in_play(seat));
        if seat != self.to_move {
            return self.owe(seat, Why::Misplay, FAULT);
        }
        assert!(
            self.pending == Pending::NOTHING && !self.fits(card) && !self.is_barred(seat, card),
            "{card:?} fits"
        );
        self.turns += 1;
        self.misplay = Some((seat, card, Vec::new()));
    }

    /// What is told next says whether a card that does not fit was noticed; if not, it stands as
    /// played.
    fn settle_misplay(&mut self, next: Option<&Event>) {
        let Some((seat, card, later)) = self.misplay.take() else { return };
        let noticed = matches!(next, Some(Event::Draw { seat: drawer, why: Why::Misplay, .. }) if *drawer == seat);
        if noticed {
            self.owe(seat, Why::Misplay, FAULT);
        } else {
            self.phase = Phase::laid_by(seat, card);
            self.lay(seat, card);
        }
        later.into_iter().for_each(|heard| self.hear(heard));
    }

    fn speak(&mut self, seat: Seat) {
        self.begin();
        assert!(
            self.silence.take().is_some() && self.is_in_play(seat),
            "there was no silence to break"
        );
        self.owe(seat, Why::Silence, u32::from(self.active_rules.silence.penalty));
    }

    fn advise(&mut self, seat: Seat) {
        self.begin();
        assert!(seat != self.to_move && self.is_in_play(seat));
        self.owe(seat, Why::Advice, FAULT);
    }

    fn go_out(&mut self, seat: Seat, place: u32) {
        let bring_in = self.active_rules.finish.when == FinishWhen::BringIn;
        if bring_in {
            self.begin();
            assert_eq!(
                (seat, self.pending),
                (self.to_move, Pending::NOTHING),
                "who comes to move without cards wins"
            );
        } else {
            self.take_effect();
        }
        assert!(
            self.hand(seat).is_empty() && self.is_in_play(seat) && self.winner.is_none(),
            "out with cards"
        );
        self.place(seat).is_out = true;
        self.ranking.push(seat);
        assert_eq!(self.ranking.len() as u32, place);
        let decided = self.active_rules.finish.when != FinishWhen::LastStanding
            || self.seats_in_play().len() == 1;
        self.winner = self.ranking.first().copied().filter(|_| decided);
        self.move_passes_on();
    }
}

impl Place {
    fn lose(&mut self, card: Kind) {
        let index = self
            .hand
            .iter()
            .position(|&held| held == card)
            .expect("a card that leaves the hand is in it");
        self.hand.remove(index);
    }

    /// So many cards come into the hand.
    fn receive(&mut self, count: u32) {
        self.since.iter_mut().flatten().for_each(|since| *since += count);
    }
}

/// Catalogue: a black card moves the colour one on, the other way when play is not clockwise.
fn turned(colour: Colour, direction: i32) -> Colour {
    let wheel = [Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow];
    let place = wheel.iter().position(|&other| other == colour).expect("a colour of the wheel");
    wheel[(place as i32 + direction).rem_euclid(4) as usize]
}

/// The cards of a set, one by one, in order.
fn counted<S: Counts>(counts: &S) -> Vec<Kind> {
    let mut cards = Vec::new();
    counts.for_each(|kind, count| cards.extend(std::iter::repeat_n(kind, count as usize)));
    cards
}

fn cards_of<S: Multiset>(set: &S) -> Vec<Kind> {
    let mut cards = Vec::new();
    set.for_each(|kind, count| cards.extend(std::iter::repeat_n(kind, count as usize)));
    cards
}

fn sorted(cards: &[Kind]) -> Vec<Kind> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}

fn kinds_of(cards: &[Kind]) -> Vec<Kind> {
    let mut kinds = sorted(cards);
    kinds.dedup();
    kinds
}

/// Everything that anybody could try.
pub(crate) fn conceivable_actions() -> impl Iterator<Item = Action> {
    let cards = Kind::all().map(Action::Card);
    let colours = Colour::ALL.into_iter().map(Action::Colour);
    let seats = (0..MAX_SEATS).map(|seat| Action::Seat(Seat::new(seat)));
    cards.chain(colours).chain(seats).chain([Action::Yes, Action::No])
}

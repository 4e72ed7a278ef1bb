//! A slow observer: what is on the table, worked out in plain vectors from what is told, and compared with the round at every decision.

use unobench::cards::{Cards, Colour, Counts, DrawPile, Kind, Multiset, Symbol};
use unobench::game::{Action, Decision, Direction, Event, Fault, Hit, How, Law, Options, Round, Seat, Standing, View, Why};
use unobench::rules::{AfterWild, Challenge, DrawnCard, MAX_SEATS, ReverseRule, RuleSet, Wild4Needs};

use crate::support::{Heard, House};

/// What belongs to one seat.
#[derive(Debug, Clone, Default)]
struct Place {
    hand: Vec<Kind>,
    /// Cards drawn since the seat last drew and did not follow a colour.
    since: [Option<u32>; 4],
    /// Cards drawn by this hand.
    drawn: u32,
    missed_call: bool,
}

/// The up card and the colour to match; none while it is not named.
type Top = (Kind, Option<Colour>);

#[derive(Debug, Clone)]
pub(crate) struct Observer<'a> {
    rules: &'a RuleSet,
    law: &'a Law,
    places: Vec<Place>,
    pile: usize,
    /// Bottom first.
    discard: Vec<Kind>,
    top: Top,
    /// What the last card was laid on.
    before: Top,
    under: Option<Kind>,
    direction: i32,
    /// A reverse lies on the pile and has not acted yet.
    turns_round: bool,
    /// The card under a wild draw four stays out of a reshuffle.
    guarded: bool,
    bluff: bool,
    /// Cards told one by one, of which the next draw is.
    told: Vec<Kind>,
    crashed: Option<(Vec<Kind>, usize)>,
    /// The seat that drew instead of playing, and the last card that it drew.
    drew: Option<(Seat, Kind)>,
    turns: u32,
    out: Option<Seat>,
}

impl<'a> Observer<'a> {
    /// An observer of a dealt round, before its start card is turned up.
    pub(crate) fn new<C: Cards>(house: &'a House, round: &Round<C>) -> Observer<'a> {
        let place = |seat| Place { hand: cards_of(round.hand(Seat::new(seat))), ..Place::default() };
        Observer {
            rules: &house.rules,
            law: &house.law,
            places: (0..house.players).map(place).collect(),
            pile: round.pile().len(),
            discard: Vec::new(),
            top: (Kind::WILD, None),
            before: (Kind::WILD, None),
            under: None,
            direction: 1,
            turns_round: false,
            guarded: false,
            bluff: false,
            told: Vec::new(),
            crashed: None,
            drew: None,
            turns: 0,
            out: None,
        }
    }

    fn place(&mut self, seat: Seat) -> &mut Place {
        &mut self.places[seat.index()]
    }

    pub(crate) fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Drawn(kind) => {
                self.told.push(kind);
                self.pile -= 1;
            }
            Heard::Reshuffled(cards) => self.reshuffle(cards),
            Heard::Crashed(cards, first) => self.crashed = Some((cards, first)),
            Heard::Accepted => self.guarded = false,
            Heard::Event(event) => self.see(event),
        }
    }

    /// Catalogue: the discard pile except its top card is shuffled; the card under a wild draw four that may come back stays.
    fn reshuffle(&mut self, mut cards: Vec<Kind>) {
        assert_eq!(self.pile, 0, "a reshuffle before the pile is empty");
        let kept = if self.guarded { 2 } else { 1 };
        let mut shuffled: Vec<Kind> = self.discard.drain(..self.discard.len() - kept).collect();
        shuffled.sort_unstable();
        cards.sort_unstable();
        assert_eq!(cards, shuffled, "the new pile is the old discard pile");
        self.pile = cards.len();
    }

    fn see(&mut self, event: Event) {
        match event {
            Event::TurnUp { card, returned } => self.turn_up(card, returned),
            Event::NameColour { colour, .. } => self.top.1 = Some(colour),
            Event::Play { seat, card, how } => self.play(seat, card, how),
            Event::Uno { seat, called, false_call: false } => {
                assert_eq!(self.place(seat).hand.len(), 1, "a call is due at one card");
                self.place(seat).missed_call = !called;
            }
            Event::Uno { .. } | Event::Rotate { .. } => {}
            Event::Caught { seat, by, of } => {
                assert!(of == Fault::Uno && by != seat && self.place(seat).missed_call, "caught without a fault");
                self.place(seat).missed_call = false;
            }
            Event::Draw { seat, owed, why } => self.draw(seat, owed, why),
            Event::Keep { seat } => self.keep(seat),
            Event::LoseTurn { .. } => {}
            Event::Challenge { seat, against, upheld } => {
                assert!(seat != against && upheld == self.bluff, "a challenge is upheld if the card was a bluff");
                self.guarded &= upheld;
            }
            Event::TakeBack { seat, card } => {
                assert_eq!((self.discard.pop(), self.top.0), (Some(card), Kind::WILD_DRAW_FOUR));
                self.place(seat).hand.push(card);
                self.top = self.before;
                self.guarded = false;
            }
            Event::Swap { seat, with } => {
                self.places.swap(seat.index(), with.index());
                self.place(seat).missed_call = false;
                self.place(with).missed_call = false;
            }
            Event::Crash { seat, with } => self.crash(seat, with),
            Event::Out { seat, .. } => {
                assert!(self.place(seat).hand.is_empty() && self.out.is_none(), "out with cards");
                self.out = Some(seat);
            }
            event => panic!("{event:?} belongs to a rule that is not built"),
        }
    }

    fn turn_up(&mut self, card: Kind, returned: bool) {
        let stays = self.rules.setup.start_card.allows(card.symbol());
        if returned {
            assert!(!stays, "{card:?} may lie as the first up card");
            return;
        }
        self.pile -= 1;
        self.discard.push(card);
        self.top = (card, card.colour());
        self.under = (!card.is_wild()).then_some(card);
        if stays && card.symbol() == Symbol::Reverse && self.law.play.reverse == ReverseRule::Lasting {
            self.direction = -1;
        }
    }

    fn play(&mut self, seat: Seat, card: Kind, how: How) {
        self.act();
        self.turns += u32::from(how == How::Turn);
        if how == How::Drawn {
            assert_eq!(self.drew, Some((seat, card)), "the card just drawn");
        }
        self.drew = None;
        let honest = card == Kind::WILD_DRAW_FOUR && {
            let hand = self.places[seat.index()].hand.clone();
            is_honest(self.law, &hand, self.top)
        };
        self.bluff = card == Kind::WILD_DRAW_FOUR && !honest;
        let hand = &mut self.place(seat).hand;
        let index = hand.iter().position(|&held| held == card).expect("a card that is played is in the hand");
        hand.remove(index);
        self.place(seat).missed_call = false;
        self.discard.push(card);
        self.before = self.top;
        self.top = (card, card.colour());
        if !card.is_wild() {
            self.under = Some(card);
        }
        self.turns_round = card.symbol() == Symbol::Reverse && self.law.play.reverse == ReverseRule::Lasting;
        self.guarded = card == Kind::WILD_DRAW_FOUR && self.law.play.bluff && self.law.play.challenge == Challenge::TakeBack;
    }

    /// The action of the last card has taken effect.
    fn act(&mut self) {
        if std::mem::take(&mut self.turns_round) {
            self.direction = -self.direction;
        }
    }

    fn draw(&mut self, seat: Seat, owed: u32, why: Why) {
        let cards = std::mem::take(&mut self.told);
        let count = cards.len() as u32;
        assert!(count <= owed);
        if count < owed {
            let left = if self.guarded { 2 } else { 1 };
            assert_eq!((self.pile, self.discard.len()), (0, left), "fewer cards than owed only when the piles are empty");
        }
        if why == Why::Turn {
            self.turns += 1;
            self.drew = cards.last().map(|&card| (seat, card));
        }
        let place = self.place(seat);
        place.since.iter_mut().flatten().for_each(|since| *since += count);
        place.drawn += count;
        place.missed_call &= count == 0;
        place.hand.extend(cards);
    }

    fn keep(&mut self, seat: Seat) {
        if self.drew.take().is_none_or(|(drawer, _)| drawer != seat) {
            self.turns += 1;
        }
        let colour = self.top.1.expect("a colour to follow");
        self.place(seat).since[colour.index()] = Some(0);
    }

    fn crash(&mut self, seat: Seat, with: Seat) {
        let (cards, first) = self.crashed.take().expect("the cards are told first");
        let (mine, theirs) = (self.place(seat).hand.clone(), self.place(with).hand.clone());
        assert_eq!((first, cards.len()), (mine.len(), mine.len() + theirs.len()), "each gets the number it had");
        assert_eq!(sorted(&cards), sorted(&[mine, theirs].concat()), "the same cards");
        for (seat, hand) in [(seat, &cards[..first]), (with, &cards[first..])] {
            let place = self.place(seat);
            *place = Place { hand: hand.to_vec(), missed_call: place.missed_call, ..Place::default() };
        }
    }

    /// Compares the round with what was told, at a decision or at the end.
    pub(crate) fn check<C: Cards>(&mut self, round: &Round<C>) {
        assert!(self.told.is_empty(), "cards were told without a draw");
        if round.standing() != Standing::Waits || !matches!(round.decision(), Decision::Uno | Decision::Swap) {
            self.act();
        }
        self.check_cards(round);
        self.check_ring(round);
        for seat in 0..self.places.len() {
            self.check_view(round, Seat::new(seat));
        }
        match round.standing() {
            Standing::Waits => self.check_decision(round),
            Standing::Won(seat) => assert_eq!(self.out, Some(seat)),
            Standing::Stalled => assert!(self.out.is_none() && self.turns >= self.law.play.turn_limit),
        }
    }

    fn check_cards<C: Cards>(&self, round: &Round<C>) {
        let mut all: Vec<Kind> = (0..round.pile().len()).map(|index| round.pile().get(index)).collect();
        assert_eq!(all.len(), self.pile);
        for (seat, place) in self.places.iter().enumerate() {
            assert_eq!(cards_of(round.hand(Seat::new(seat))), sorted(&place.hand), "the hand of seat {seat}");
            all.extend(&place.hand);
        }
        assert_eq!(counted(round.discards()), sorted(&self.discard));
        all.extend(&self.discard);
        assert_eq!(sorted(&all), self.rules.deck.cards().cards().collect::<Vec<_>>(), "cards are conserved");
        assert_eq!(round.cards_in_play(), all.len());
    }

    fn check_ring<C: Cards>(&self, round: &Round<C>) {
        let players = self.places.len() as i32;
        let direction = if self.direction == 1 { Direction::Clockwise } else { Direction::Counterclockwise };
        assert_eq!((round.direction(), round.players()), (direction, self.places.len()));
        for seat in 0..players {
            let beside = |step: i32| Seat::new((seat + step * self.direction).rem_euclid(players) as usize);
            let seat = Seat::new(seat as usize);
            assert_eq!((round.after(seat), round.before(seat)), (beside(1), beside(-1)));
        }
    }

    /// What a seat is shown is what everybody was told.
    fn check_view<C: Cards>(&self, round: &Round<C>, seat: Seat) {
        let totals = std::array::from_fn(|seat| seat as i32);
        let view = View::new(round, self.law, &totals, seat);
        assert_eq!(cards_of(view.hand()), sorted(&self.places[seat.index()].hand));
        assert_eq!((view.seat(), view.turns(), view.draw_pile_len()), (seat, self.turns, self.pile));
        assert_eq!(counted(view.discards()), sorted(&self.discard));
        if let Some(colour) = self.top.1 {
            assert_eq!((view.up_card(), view.active_colour()), (self.top.0, colour));
        }
        assert!(format!("{:?}", view.pending()).contains("bluff: false"), "a bluff shows");
        for (other, place) in self.places.iter().enumerate() {
            let other = Seat::new(other);
            assert_eq!(view.hand_size(other) as usize, place.hand.len());
            assert_eq!(view.missed_call(other), place.missed_call && place.hand.len() == 1, "the call of {other:?}");
            assert_eq!(view.total(other), totals[other.index()]);
            for colour in Colour::ALL {
                let since = view.drawn_since_not_following(other, colour);
                assert_eq!(since, place.since[colour.index()], "{place:?}, {colour:?}");
            }
        }
    }

    fn check_decision<C: Cards>(&self, round: &Round<C>) {
        let (actor, decision, options) = (round.actor(), round.decision(), round.options());
        let view = View::new(round, self.law, &[0; MAX_SEATS], actor);
        let pending = view.pending();
        let mut actions = Vec::new();
        round.for_each_action(|action| actions.push(action));
        assert!(actions.len() >= 2, "a decision without a choice: {decision:?} {actions:?}");
        match decision {
            Decision::Play | Decision::Drawn => {
                assert_eq!((pending.hit, pending.owed, pending.challengeable), (Hit::Nothing, 0, None));
                assert_eq!(view.to_move(), actor);
                self.check_cards_to_play(actor, decision, &options);
            }
            Decision::Challenge => {
                assert_eq!((pending.hit, pending.owed, view.to_move()), (Hit::Draw, 4, actor));
                assert_eq!(pending.challengeable, Some(round.before(actor)));
                assert!(self.law.play.bluff && self.law.play.challenge != Challenge::Off);
            }
            Decision::Uno => assert!(self.law.uno.call && self.places[actor.index()].hand.len() == 1),
            Decision::Colour => assert!(self.top.0.is_wild() && self.top.1.is_none(), "a colour is named for a wild"),
            Decision::Swap => assert_eq!(options.seats.len() as usize, self.places.len() - 1),
            decision => panic!("{decision:?} belongs to a rule that is not built"),
        }
    }

    /// Catalogue: § 2 `[play]`, kind by kind.
    fn check_cards_to_play<W: unobench::cards::Word>(&self, actor: Seat, decision: Decision, options: &Options<W>) {
        let hand = &self.places[actor.index()].hand;
        let honest = is_honest(self.law, hand, self.top);
        let mut legal: Vec<Kind> = kinds_of(hand).into_iter().filter(|&kind| self.may_be_played(hand, kind, honest)).collect();
        if decision == Decision::Drawn {
            let drawn = self.drew.expect("a card was drawn");
            assert_eq!(drawn.0, actor);
            legal.retain(|&kind| kind == drawn.1);
        }
        let playable: Vec<Kind> = legal.iter().copied().filter(|&kind| honest || kind != Kind::WILD_DRAW_FOUR).collect();
        assert_eq!(options.kinds.iter().collect::<Vec<_>>(), legal);
        assert_eq!(options.playable.iter().collect::<Vec<_>>(), playable);
        if decision == Decision::Play {
            assert_eq!(options.may_decline, self.law.play.voluntary_draw || playable.is_empty());
        } else {
            assert!(options.may_decline);
            assert_ne!(self.law.play.drawn_card, DrawnCard::Keep);
            assert!(self.law.play.drawn_card == DrawnCard::MayPlay || playable.is_empty(), "must be played");
        }
    }

    fn may_be_played(&self, hand: &[Kind], kind: Kind, honest: bool) -> bool {
        let (up, colour) = self.top;
        let barred = hand.len() == 1 && self.law.play.no_finish_on.contains(kind.symbol());
        let bluffs = kind == Kind::WILD_DRAW_FOUR && !honest;
        let matches = if kind.is_wild() {
            self.law.play.wild_on_wild || !up.is_wild()
        } else {
            let below = self.under.filter(|_| up.is_wild() && self.law.play.after_wild == AfterWild::ColourOrUnder);
            kind.colour() == colour || kind.symbol() == below.unwrap_or(up).symbol()
        };
        matches && !barred && (self.law.play.bluff || !bluffs)
    }
}

/// Catalogue: `play.wild4_needs`; the hand may hold the wild draw four itself, or have lost it.
fn is_honest(law: &Law, hand: &[Kind], (up, colour): Top) -> bool {
    let of_colour = |kind: &&Kind| kind.colour() == colour;
    match law.play.wild4_needs {
        Wild4Needs::NoColour => !hand.iter().any(|kind| of_colour(&kind)),
        Wild4Needs::NoMatch => !hand.iter().any(|kind| of_colour(&kind) || (!kind.is_wild() && kind.symbol() == up.symbol())),
        Wild4Needs::NoNumberOfColour => !hand.iter().any(|kind| of_colour(&kind) && kind.symbol().is_number()),
        Wild4Needs::Nothing => true,
    }
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

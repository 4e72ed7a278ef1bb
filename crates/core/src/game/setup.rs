//! The deal and the start card. Catalogue: `[setup]`.

use super::apply::Stage;
use super::chance::BATCH;
use super::state::{Pending, PendingPenalty};
use super::{ActiveRules, Chance, Decision, Event, RandomChance, Round, RulesSource, Seat};
use crate::cards::{Cards, Colour, Counts, DrawPile, Kind, Multiset, Roomy, Symbol};
use crate::rng::{Purpose, Rng, RoundKey};
use crate::rules::{
    ColourChoice, FirstDealer, MOST_STEPS, OnStart, OwnCards, Pass, People, ReverseRule, RuleSet,
    SetupRules, StartCard, StartReverse, StartWild, TwoPlayerReverse,
};

/// A deck, ready to be dealt again and again.
#[derive(Debug, Clone)]
pub struct Prepared<C: Cards = Roomy> {
    /// The table before the deal, the whole deck in the draw pile.
    table: Round<C>,
    setup: SetupRules,
    players: usize,
}

/// Who deals and who moves first.
///
/// # Examples
///
/// ```
/// use unobench_core::game::{Opening, Seat};
///
/// let opening = Opening::dealt_by(Seat::S3, 4);
/// assert_eq!((opening.dealer, opening.first), (Seat::S3, Seat::S0));
/// assert_eq!(Opening::with_first(Seat::S0, 4), opening);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Opening {
    /// The dealer.
    pub dealer: Seat,
    /// The seat that moves first, before the start card acts.
    pub first: Seat,
}

/// A round that is dealt and not yet open.
///
/// # Examples
///
/// ```
/// use unobench_core::cards::DrawPile;
/// use unobench_core::game::{ActiveRules, Prepared, RoundStatus};
/// use unobench_core::rng::RoundKey;
/// use unobench_core::rules::RuleSet;
///
/// let rules = RuleSet::official();
/// let (active, key) = (ActiveRules::of(&rules), RoundKey::new(1, 0, 0));
/// let deck: Prepared = Prepared::new(&rules, 4);
/// let mut dealt = deck.dealt(key, deck.first_opening(key));
/// let mut chance = dealt.chance(&active, &rules.people);
/// dealt.round.open(&mut chance, &rules.setup);
/// assert_eq!(dealt.round.standing(), RoundStatus::Waits);
/// assert_eq!(dealt.round.pile().len(), 108 - 4 * 7 - 1);
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Dealt<C: Cards = Roomy> {
    /// Which round it is.
    pub key: RoundKey,
    /// The table, the hands dealt.
    pub round: Round<C>,
    /// The stream that the draw pile is drawn by.
    pub rng: Rng,
}

impl<C: Cards> Dealt<C> {
    /// The chance of the round from here on.
    #[inline(always)]
    pub fn chance<'a, L: RulesSource>(
        &self,
        active: L,
        people: &'a People,
    ) -> RandomChance<'a, L, C> {
        RandomChance::new(active, people, self.key, self.rng.clone())
    }
}

impl Opening {
    /// The usual opening: the seat clockwise after the dealer is first.
    pub fn dealt_by(dealer: Seat, players: usize) -> Opening {
        Opening { dealer, first: Seat::new((dealer.index() + 1) % players) }
    }

    /// The usual opening in which this seat is first.
    pub fn with_first(first: Seat, players: usize) -> Opening {
        Opening { dealer: Seat::new((first.index() + players - 1) % players), first }
    }
}

impl<C: Cards> Prepared<C> {
    /// Shuffles nothing yet: the deck of a rule set for a number of seats.
    ///
    /// # Panics
    /// If the machine lacks what the type of the cards is compiled for: see `Bits::is_available`.
    pub fn new(rules: &RuleSet, players: usize) -> Self {
        let mut deck = C::Pile::empty();
        for kind in rules.deck.cards().cards() {
            deck.push(kind);
        }
        Prepared {
            table: Round::table(players, Seat::S0, Seat::S0, deck),
            setup: rules.setup,
            players,
        }
    }

    /// The deck of these rules, dealt as in the official game, with fewer cards if there are few.
    pub fn of(rules: &ActiveRules, players: usize) -> Self {
        let mut deck = C::Pile::empty();
        for kind in Kind::all() {
            (0..rules.copies[kind.index()]).for_each(|_| deck.push(kind));
        }
        let most = (deck.len() - 1) / players;
        let usual = SetupRules::OFFICIAL;
        let setup = SetupRules { hand_size: usual.hand_size.min(most as u8), ..usual };
        Prepared { table: Round::table(players, Seat::S0, Seat::S0, deck), setup, players }
    }

    /// Who deals the first round. Catalogue: `setup.first_dealer`.
    ///
    /// The draw for the highest number is decided by a single bounded draw: the seats are
    /// exchangeable in it (each gets a card from the same shuffled deck, and ties are drawn again),
    /// so each is the dealer with the same chance, and the cards go back before the deal.
    #[inline(always)]
    pub fn first_opening(&self, key: RoundKey) -> Opening {
        let dealer = match self.setup.first_dealer {
            FirstDealer::Seat(seat) => Seat::new(usize::from(seat)),
            FirstDealer::Random | FirstDealer::Draw => {
                Seat::new(key.below(Purpose::Dealer, self.players as u32) as usize)
            }
        };
        Opening::dealt_by(dealer, self.players)
    }

    /// The table before the deal.
    #[inline(always)]
    pub fn table(&self) -> &Round<C> {
        &self.table
    }

    /// Deals the hands.
    pub fn deal(&self, opening: Opening, rng: &mut Rng) -> Round<C> {
        let mut round = self.table;
        self.deal_onto(&mut round, opening, rng);
        round
    }

    /// Deals a round: the hands and the stream that its pile is drawn by.
    #[inline(always)]
    pub fn dealt(&self, key: RoundKey, opening: Opening) -> Dealt<C> {
        let mut rng = key.stream(Purpose::Deal, 0);
        let round = self.deal(opening, &mut rng);
        Dealt { key, round, rng }
    }

    /// Deals the hands onto a copy of the [`Prepared::table`].
    #[inline(always)]
    pub fn deal_onto(&self, round: &mut Round<C>, opening: Opening, rng: &mut Rng) {
        round.seat_players(opening.dealer, opening.first);
        let hand_size = usize::from(self.setup.hand_size);
        for seat in 0..self.players {
            let mut hand = C::Set::default();
            round.deal_to(&mut hand, hand_size, rng);
            let state = round.seat_mut(Seat::new(seat));
            state.hand = hand;
            state.size = hand_size as u16;
        }
    }
}

impl<C: Cards> Round<C> {
    /// Puts given hands and a given draw pile on the table, as a record or a determinization has
    /// them.
    ///
    /// `pile` is in order from the bottom up; the last card is the top one.
    ///
    /// # Errors
    /// The number of cards of one kind, when it is more than the card sets hold; the number of all
    /// cards, when the pile cannot hold them.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::cards::{Kind, Multiset};
    /// use unobench_core::game::{Opening, Round, Seat};
    ///
    /// let cards = |text: &str| -> Vec<Kind> {
    ///     text.split(' ').map(|card| Kind::parse(card, 0).expect("a card")).collect()
    /// };
    /// let opening = Opening::dealt_by(Seat::S1, 2);
    /// let hands = [cards("R1 W"), cards("B2 B2 Y+2")];
    /// let round: Round = Round::with_cards(opening, &hands, cards("G7 R5")).expect("few cards");
    /// assert_eq!((round.hand(Seat::S1).len(), round.cards_in_play()), (3, 7));
    /// ```
    pub fn with_cards(
        opening: Opening,
        hands: &[Vec<Kind>],
        pile: impl IntoIterator<Item = Kind>,
    ) -> Result<Round<C>, usize> {
        let mut round: Round<C> =
            Round::table(hands.len(), opening.dealer, opening.first, C::Pile::empty());
        let mut copies = [0; Kind::COUNT];
        let mut total = 0;
        let mut count = |kind: Kind| {
            copies[kind.index()] += 1;
            total += 1;
            let fits =
                copies[kind.index()] <= C::Set::MAX_COPIES as usize && total <= C::Pile::CAPACITY;
            if fits {
                Ok(())
            } else {
                Err(if total > C::Pile::CAPACITY { total } else { copies[kind.index()] })
            }
        };
        for (seat, hand) in hands.iter().enumerate() {
            for &kind in hand {
                count(kind)?;
                round.seat_mut(Seat::new(seat)).hand.insert(kind);
            }
            round.seat_mut(Seat::new(seat)).size = hand.len() as u16;
        }
        for kind in pile {
            count(kind)?;
            round.pile.push(kind);
        }
        round.pile.settle_all();
        Ok(round)
    }

    /// Deals so many cards of the loose pile to a hand.
    #[inline(always)]
    pub(super) fn deal_to(&mut self, hand: &mut C::Set, cards: usize, rng: &mut Rng) {
        let mut left = cards;
        while left >= BATCH {
            let len = self.pile.len();
            for index in rng.below_falling::<BATCH>(len as u32) {
                hand.insert(self.pile.take_loose(index as usize));
            }
            left -= BATCH;
        }
        for _ in 0..left {
            let index = rng.below(self.pile.len() as u32);
            hand.insert(self.pile.take_loose(index as usize));
        }
    }

    /// Turns up the start card and goes on to the first decision.
    #[inline(always)]
    pub fn open(&mut self, chance: &mut impl Chance<C>, setup: &SetupRules) {
        let refills = chance.rules().finish.refills;
        if chance.rules().play.pass == Pass::Always {
            self.play.may_pass = true;
        }
        if refills > 0 {
            self.seats.iter_mut().for_each(|seat| seat.refill = refills);
        }
        let stage = self.turn_up(chance, setup);
        self.advance(chance, stage);
    }

    #[inline(always)]
    fn turn_up(&mut self, chance: &mut impl Chance<C>, setup: &SetupRules) -> Stage {
        let kind = loop {
            if self.pile.len() == self.pile.loose() {
                chance.shuffle_more(&mut self.pile);
            }
            let kind = self.pile.pop();
            let lets = setup.start_card.lets(kind, &chance.rules().own);
            let stays = matches!(lets, OnStart::Acts | OnStart::Nothing)
                || !self.some_card_may_start(setup.start_card, &chance.rules().own);
            let returned = !stays && lets == OnStart::Back;
            self.tell(chance, Event::TurnUp { card: kind, returned });
            match lets {
                _ if stays => break kind,
                OnStart::Buried => self.discard.insert(kind),
                _ => chance.put_back(&mut self.pile, kind),
            }
        };
        let acts = setup.start_card.lets(kind, &chance.rules().own) == OnStart::Acts;
        self.card = kind;
        if kind.is_wild() {
            if acts && kind.symbol().own().is_some() {
                self.own.left = MOST_STEPS as u8;
            }
            return self.turn_up_wild(chance, setup, kind);
        }
        self.put_on_top(chance, kind, Colour::from_index(kind.index()));
        if acts && chance.has_rare_rules() && kind.symbol().own().is_some() {
            return self.own_card(chance);
        }
        if acts {
            self.start_action(chance, setup, kind);
        }
        Stage::Next
    }

    /// Whether the draw pile has a card that may start; where it has none, what is turned up stays
    /// and does nothing.
    #[cold]
    fn some_card_may_start(&self, rule: StartCard, own: &OwnCards) -> bool {
        (0..self.pile.len()).any(|index| rule.allows(self.pile.get(index), own))
    }

    /// A wild is turned up: its colour has to be named. Catalogue: `setup.start_wild`,
    /// `play.colour_choice`.
    fn turn_up_wild(
        &mut self,
        chance: &mut impl Chance<C>,
        setup: &SetupRules,
        kind: Kind,
    ) -> Stage {
        self.discard.insert(kind);
        self.top.card = kind;
        self.opening = true;
        let wheel = chance.rules().play.colour_choice == ColourChoice::Wheel;
        let dealer_names = setup.start_wild == StartWild::Dealer && !wheel;
        self.wait_for(if dealer_names { self.dealer } else { self.first }, Decision::Colour)
    }

    #[cold]
    pub(crate) fn name_start_colour(
        &mut self,
        chance: &mut impl Chance<C>,
        colour: Colour,
    ) -> Stage {
        self.opening = false;
        self.tell(chance, Event::NameColour { seat: self.actor, colour });
        self.show_wild(chance.rules(), self.top.card, colour);
        if self.is_midway() { self.own_card(chance) } else { Stage::Next }
    }

    /// A turned-up action card acts as if the dealer had played it. Catalogue: `setup.start_card`,
    /// `setup.start_reverse`.
    #[inline(always)]
    fn start_action(&mut self, chance: &mut impl Chance<C>, setup: &SetupRules, kind: Kind) {
        let (hit, owed) = match kind.symbol() {
            Symbol::Skip => (PendingPenalty::Skip, 0),
            Symbol::DrawOne => (PendingPenalty::Draw, 1),
            Symbol::DrawTwo => (PendingPenalty::Draw, 2),
            Symbol::Reverse => return self.start_reverse(chance, setup),
            _ => return,
        };
        self.pending = Pending { hit, owed, from_start: true, card: kind, ..Pending::NOTHING };
    }

    fn start_reverse(&mut self, chance: &mut impl Chance<C>, setup: &SetupRules) {
        let active = chance.rules();
        let skips = self.players == 2 && active.play.two_player_reverse == TwoPlayerReverse::Skip;
        let (left_of_dealer, right_of_dealer) = (self.after(self.dealer), self.before(self.dealer));
        if active.play.reverse == ReverseRule::Lasting {
            self.turn_round();
        }
        if skips {
            self.to_move = left_of_dealer;
            self.pending =
                Pending { hit: PendingPenalty::Skip, from_start: true, ..Pending::NOTHING };
        } else {
            self.to_move = match setup.start_reverse {
                StartReverse::RightOfDealer => right_of_dealer,
                StartReverse::Dealer => self.dealer,
                StartReverse::FirstPlayer => self.first,
            };
        }
    }
}

//! What a round asks of its surroundings: the rules, every chance outcome, and who listens.
//!
//! A round holds no randomness. Each chance outcome is asked of a [`Chance`], so that one machine
//! serves the arena (streams of random numbers), game records (outcomes written down), replay
//! (outcomes read), and search (fresh streams for each determinization).

use super::turn_events::{MISPLAY, TurnEvents};
use super::{ActiveRules, Event, Round, RulesSource, Seat, SeatSet};
use crate::cards::{BitsWitness, Cards, DrawPile, Kind, KindSet, Roomy};
use crate::rng::{Purpose, Rng, RoundKey};
use crate::rules::{People, Person, Probability, Weight};
use std::cmp::Ordering;
use std::marker::PhantomData;

/// Declares the coins, each with the key in `[people]` that holds its probability.
macro_rules! coins {
    ($($coin:ident = $key:ident,)+) => {
        /// What a coin decides, or what somebody is drawn for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Coin {
            $($coin,)+
        }

        impl Coin {
            /// The key in `[people]` that holds the coin's probability.
            pub const fn key(self) -> &'static str {
                match self { $(Coin::$coin => stringify!($key),)+ }
            }

            /// The coin's probability for a person.
            pub const fn probability(self, person: &Person) -> Probability {
                match self { $(Coin::$coin => person.$key,)+ }
            }
        }
    };
}

coins! {
    ForgetsUno = forgets_uno,
    RemembersUno = remembers_uno,
    CatchesUno = catches_uno,
    CallsFalsely = calls_falsely,
    CatchesFault = catches_fault,
    PlaysOutOfTurn = plays_out_of_turn,
    Talks = talks,
    Misplays = misplays,
    Advises = advises,
    ForgetsColour = forgets_colour,
    ForgetsPenalty = forgets_penalty,
    CatchesColour = catches_colour,
}

/// What a race is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Race {
    /// Who notices a missing call, against who remembers it.
    Uno,
    /// Who notices that a penalty was not drawn.
    Penalty,
    /// Who notices that no colour was named.
    Colour,
    /// Whose hand is on the pile next.
    Slam,
    /// Who jumps in; the next player is listed last, and may be listed before, too.
    JumpIn,
}

/// Cards whose places one draw of random bits decides: the product of seven bounds up to 512 stays
/// below 2⁶⁴.
pub(crate) const BATCH: usize = 7;

/// Where a round gets its rules and its chance outcomes from, and whom it tells what happens.
///
/// It has no type parameters of its own, so that slow paths share one instance of the game: that
/// for [`AnyChance`](super::AnyChance). Listeners implement [`Observer`](super::Observer).
pub trait Chance<C: Cards = Roomy> {
    /// Whether anybody listens to what is told; where not, nothing is.
    #[inline(always)]
    fn listens(&self) -> bool {
        false
    }

    /// The rules that act.
    fn rules(&self) -> &ActiveRules;
    /// The rules as players are told them, scoring included.
    #[inline(always)]
    fn house(&self) -> &ActiveRules {
        self.rules()
    }
    /// Whether a key acts that few rule sets change; where not, none of them is asked about.
    #[inline(always)]
    fn has_rare_rules(&self) -> bool {
        self.rules().flags.has_rare_rules
    }
    /// What a person is like.
    fn person(&self, seat: Seat) -> &Person;

    /// Brings at least one more card of a pile that is all loose and not empty into its order, see
    /// [`DrawPile::settle`].
    fn shuffle_more(&mut self, pile: &mut C::Pile);
    /// Tells that the pile was filled anew from the discard pile and is all loose.
    fn reshuffled(&mut self, pile: &mut C::Pile);
    /// Puts a turned-up card back at a random place.
    fn put_back(&mut self, pile: &mut C::Pile, kind: Kind);
    /// Puts the cards of two hands, or of all, into a random order.
    fn crash(&mut self, cards: &mut [Kind]);
    /// Tosses a coin; asked only for probabilities between 0 and 1.
    fn coin(&mut self, coin: Coin, seat: Seat, probability: Probability) -> bool;
    /// Tosses a person's coin; one that cannot fall but one way is not tossed.
    #[inline(always)]
    fn toss(&mut self, coin: Coin, seat: Seat) -> bool {
        let probability = coin.probability(self.person(seat));
        if probability.is_never() || probability.is_always() {
            return probability.is_always();
        }
        self.coin(coin, seat, probability)
    }
    /// Draws one of two or more seats, each equally likely; its coin is tossed next.
    fn pick(&mut self, coin: Coin, seats: SeatSet) -> Seat;
    /// Whether nobody would do anything on a turn even if there were occasion for everything: then
    /// no more is asked. `most` is how likely, in 2⁻⁶⁴, an occasion would be where everybody is as
    /// likely as the likeliest; never 0.
    #[inline(always)]
    fn is_surely_quiet(&mut self, _most: u64) -> bool {
        false
    }
    /// Whether nobody does anything on a turn of which [`Chance::is_surely_quiet`] does not say so:
    /// then [`Chance::one_of`] is not asked. `noise` is how likely an occasion is on this turn.
    fn is_quiet(&mut self, _noise: u64) -> bool {
        false
    }
    /// Tells, on a turn that may not be quiet, what may happen on it.
    fn may_act(&mut self, _turn_events: &TurnEvents) {}
    /// Whether the player to move may misplay on this turn; where not, [`Chance::one_of`] is not
    /// asked for that.
    fn may_misplay(&self) -> bool {
        true
    }
    /// Draws one of some seats, each equally likely, and tosses its coin; gives the seat if it
    /// falls so. `most` is the highest probability at the table.
    fn one_of(
        &mut self,
        _round: &Round<C>,
        coin: Coin,
        seats: SeatSet,
        most: Probability,
    ) -> Option<Seat> {
        if most.is_never()
            || seats.iter().all(|seat| coin.probability(self.person(seat)).is_never())
        {
            return None;
        }
        let seat = seats.only().unwrap_or_else(|| self.pick(coin, seats));
        self.toss(coin, seat).then_some(seat)
    }
    /// Draws the kind of card that a seat lays by mistake, one of two or more, each equally likely.
    fn pick_card(&mut self, coin: Coin, seat: Seat, kinds: KindSet<C::Word>) -> Kind;
    /// Presses the launcher's button: a number of cards from `least` to `most`, each equally
    /// likely; asked only where these differ.
    fn press(&mut self, seat: Seat, least: u32, most: u32) -> u32;
    /// Presses the launcher's button so often: all cards that it throws.
    fn press_often(&mut self, seat: Seat, presses: u32, least: u32, most: u32) -> u32 {
        (0..presses).map(|_| self.press(seat, least, most)).sum()
    }
    /// Runs a race among two or more candidates of positive weight; returns the winner's index.
    fn race(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize;
    /// Who of two or more is the last to lay a hand on the pile after a call; none where nobody who
    /// is left ever reacts.
    fn last_hand(&mut self, round: &Round<C>) -> Option<Seat> {
        round.last_of_races(self)
    }

    /// Tells a card that the next [`Event::Draw`] is about.
    fn drawn(&mut self, _kind: Kind) {}
    /// Tells the new hands that the next [`Event::Crash`] is about, the player's first.
    fn crashed(&mut self, _cards: &[Kind], _first: usize) {}
    /// Tells what happened and how the table stands just then.
    fn saw(&mut self, _round: &Round<C>, _event: Event) {}
    /// Tells that the player to move is about to play or to draw.
    fn turn(&mut self, _round: &Round<C>) {}
    /// The chance to come from here on, for those who are let see that.
    fn foresee(&self) -> Option<RandomChance<'_, &ActiveRules, C>> {
        None
    }
}

/// The chance of tables: outcomes from streams of random numbers, and nobody listens.
#[derive(Debug, Clone)]
#[must_use]
pub struct RandomChance<'a, L, C = Roomy> {
    rules: L,
    people: &'a People,
    key: RoundKey,
    /// The stream that the draw pile is drawn by: the deal's, after a reshuffle that reshuffle's.
    pile: Rng,
    reshuffles: u64,
    chance: Option<Rng>,
    flesh: Option<Flesh>,
    /// Random bits for the turns to come, [`TURN_BITS`] for each, the next turn's lowest; a single
    /// 1 above them.
    turns: u64,
    may_misplay: bool,
    cards: PhantomData<C>,
}

/// The chance of what people do, from the first time that somebody does something.
#[derive(Debug, Clone)]
struct Flesh {
    rng: Rng,
    /// For each event of the turn, a number below 2³²; above that where there is none.
    tickets: [u64; 5],
    /// What [`Chance::is_quiet`] was decided by.
    noise_bits: u64,
}

/// How many random bits say of most turns that nobody does anything.
const TURN_BITS: u32 = 8;
/// The turns that one draw of 64 bits is for.
const TURNS: u32 = 63 / TURN_BITS;
/// [`RandomChance::turns`] where no bits are left.
const NO_TURNS: u64 = 1;

/// The place of a coin's event among those of a turn.
const fn event_index(coin: Coin) -> usize {
    match coin {
        Coin::Advises => 0,
        Coin::PlaysOutOfTurn => 1,
        Coin::Talks => 2,
        Coin::CallsFalsely => 3,
        _ => MISPLAY,
    }
}

impl<'a, L: RulesSource, C: Cards> RandomChance<'a, L, C> {
    /// The chance of the round with this key; `deal` is the deal's stream after the hands were
    /// dealt.
    #[inline(always)]
    pub fn new(rules: L, people: &'a People, key: RoundKey, deal: Rng) -> Self {
        RandomChance {
            rules,
            people,
            key,
            pile: deal,
            reshuffles: 0,
            chance: None,
            flesh: None,
            turns: NO_TURNS,
            may_misplay: false,
            cards: PhantomData,
        }
    }

    /// The same chance from here on, the rules from another source.
    pub fn under<M>(&self, rules: M) -> RandomChance<'a, M, C> {
        self.with(rules, self.people)
    }

    /// The same chance from here on, the rules and the people from elsewhere; for the same cards in
    /// any type.
    pub fn with<'b, M, D>(&self, rules: M, people: &'b People) -> RandomChance<'b, M, D> {
        RandomChance {
            rules,
            people,
            key: self.key,
            pile: self.pile.clone(),
            reshuffles: self.reshuffles,
            chance: self.chance.clone(),
            flesh: self.flesh.clone(),
            turns: self.turns,
            may_misplay: self.may_misplay,
            cards: PhantomData,
        }
    }

    /// The same chance from here on, for the same cards in another type.
    pub fn recast<D>(&self) -> RandomChance<'a, L, D> {
        self.with(self.rules, self.people)
    }

    fn chance(&mut self) -> &mut Rng {
        let key = self.key;
        self.chance.get_or_insert_with(|| key.stream(Purpose::Chance, 0))
    }

    #[inline(always)]
    fn flesh(&mut self) -> &mut Flesh {
        if self.flesh.is_none() {
            self.wake_flesh();
        }
        self.flesh.as_mut().expect("the stream is there")
    }

    #[cold]
    #[inline(never)]
    fn wake_flesh(&mut self) {
        let rng = self.key.stream(Purpose::People, 0);
        self.flesh = Some(Flesh { rng, tickets: [u64::MAX; 5], noise_bits: 0 });
    }

    #[inline(never)]
    fn draw_turns(&mut self) {
        self.turns = self.flesh().rng.bits() >> (64 - TURNS * TURN_BITS) | 1 << (TURNS * TURN_BITS);
    }

    /// The bits of the next turn: the highest of the 64 that say what happens on it.
    #[inline(always)]
    const fn turn_bits(&self) -> u64 {
        self.turns & ((1 << TURN_BITS) - 1)
    }
}

impl<L: RulesSource, C: Cards> Chance<C> for RandomChance<'_, L, C> {
    reads! {
        fn rules(&self) -> &ActiveRules = self.rules.rules();
        fn house(&self) -> &ActiveRules = self.rules.house();
        fn has_rare_rules(&self) -> bool = self.rules.has_rare_rules();
    }

    fn foresee(&self) -> Option<RandomChance<'_, &ActiveRules, C>> {
        Some(self.under(self.rules.house()))
    }

    #[inline(always)]
    fn person(&self, seat: Seat) -> &Person {
        &self.people.seats[seat.index()]
    }

    /// Seven steps of the shuffle for one draw of 64 bits.
    #[inline(always)]
    fn shuffle_more(&mut self, pile: &mut C::Pile) {
        let loose = pile.loose() as u32;
        if loose >= BATCH as u32 {
            pile.settle_batch(self.pile.below_falling::<BATCH>(loose));
        } else {
            pile.settle(self.pile.below(loose) as usize);
        }
    }

    fn reshuffled(&mut self, _pile: &mut C::Pile) {
        self.pile = self.key.stream(Purpose::Reshuffle, self.reshuffles);
        self.reshuffles += 1;
    }

    /// At a random place among cards in random order is the same as anywhere among loose cards.
    fn put_back(&mut self, pile: &mut C::Pile, kind: Kind) {
        pile.loosen();
        pile.push(kind);
    }

    fn crash(&mut self, cards: &mut [Kind]) {
        self.chance().shuffle(cards);
    }

    #[inline(always)]
    fn coin(&mut self, _coin: Coin, _seat: Seat, probability: Probability) -> bool {
        self.flesh().rng.coin(probability.raw())
    }

    fn pick(&mut self, _coin: Coin, seats: SeatSet) -> Seat {
        seats.nth(self.flesh().rng.below(seats.len()) as usize)
    }

    /// A turn's 64 bits, as a number, are below the probability of an occasion as often as there is
    /// one. Their highest eight mostly say that they are not.
    #[inline(always)]
    fn is_surely_quiet(&mut self, most: u64) -> bool {
        self.may_misplay = false;
        if self.turns == NO_TURNS {
            self.draw_turns();
        }
        let is_quiet = self.turn_bits() > most >> (64 - TURN_BITS);
        if is_quiet {
            self.turns >>= TURN_BITS;
        }
        is_quiet
    }

    /// The rest of the turn's bits are drawn where the highest do not tell.
    #[inline(always)]
    fn is_quiet(&mut self, noise: u64) -> bool {
        let highest = self.turn_bits();
        self.turns >>= TURN_BITS;
        if highest > noise >> (64 - TURN_BITS) {
            return true;
        }
        let flesh = self.flesh();
        flesh.noise_bits = highest << (64 - TURN_BITS) | flesh.rng.bits() >> TURN_BITS;
        flesh.noise_bits >= noise && noise != u64::MAX
    }

    /// The tickets of a turn with at least one occasion. The bits of [`Chance::is_quiet`], uniform
    /// below the probability of that, tell which is the first; those before it are none, those
    /// after it are as they come.
    fn may_act(&mut self, turn_events: &TurnEvents) {
        let flesh = self.flesh();
        let first =
            turn_events.noise[..MISPLAY].iter().filter(|&&noise| flesh.noise_bits >= noise).count();
        for (index, (ticket, chance)) in
            flesh.tickets.iter_mut().zip(turn_events.chances).enumerate()
        {
            *ticket = match index.cmp(&first) {
                _ if chance.is_never() => u64::MAX,
                Ordering::Less => u64::MAX,
                Ordering::Equal => ((flesh.rng.bits() >> 32) * chance.raw()) >> 32,
                Ordering::Greater => flesh.rng.bits() >> 32,
            };
        }
        self.may_misplay = flesh.tickets[MISPLAY] < turn_events.chances[MISPLAY].raw();
    }

    #[inline(always)]
    fn may_misplay(&self) -> bool {
        self.may_misplay
    }

    /// A ticket below the highest probability makes it an occasion; for the seat that is drawn the
    /// same ticket tells.
    #[inline(always)]
    fn one_of(
        &mut self,
        _round: &Round<C>,
        coin: Coin,
        seats: SeatSet,
        most: Probability,
    ) -> Option<Seat> {
        if event_index(coin) == MISPLAY && !self.may_misplay {
            return None;
        }
        let ticket = self.flesh().tickets[event_index(coin)];
        if ticket >= most.raw() || seats.is_empty() {
            return None;
        }
        let seat = seats.only().unwrap_or_else(|| self.pick(coin, seats));
        (ticket < coin.probability(self.person(seat)).raw()).then_some(seat)
    }

    fn pick_card(&mut self, _coin: Coin, _seat: Seat, kinds: KindSet<C::Word>) -> Kind {
        kinds.nth(BitsWitness::PORTABLE, self.flesh().rng.below(kinds.len()))
    }

    fn press(&mut self, _seat: Seat, least: u32, most: u32) -> u32 {
        least + self.chance().below(most - least + 1)
    }

    #[inline(always)]
    fn race(&mut self, _race: Race, candidates: &[(Seat, Weight)]) -> usize {
        let total: u32 = candidates.iter().map(|(_, weight)| weight.raw()).sum();
        let mut ticket = self.flesh().rng.below(total);
        for (index, (_, weight)) in candidates.iter().enumerate() {
            if ticket < weight.raw() {
                return index;
            }
            ticket -= weight.raw();
        }
        unreachable!("the ticket is below the sum of the weights")
    }

    /// Where all react alike, each is as likely to be the last as any other.
    fn last_hand(&mut self, round: &Round<C>) -> Option<Seat> {
        if !self.rules().people_rates.react_alike {
            return round.last_of_races(self);
        }
        let others = round.others_at_the_pile();
        Some(others.nth(self.flesh().rng.below(others.len()) as usize))
    }
}

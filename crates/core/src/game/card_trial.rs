//! An added card, tried out: the engine plays it on a small table, and what happened is noted.
//!
//! Nobody else does anything there: people make no mistakes, nobody jumps in, calls, answers or is
//! knocked out, and whoever comes to move passes. So all that happens is the card's doing.

use super::{
    Action, ActiveRules, Chance, Coin, Decision, Direction, Event, Opening, Race, Round,
    RoundStatus, Seat, SeatSet, Why,
};
use crate::cards::{Cards, Colour, DrawPile, Kind, KindSet, Multiset, Roomy, Symbol};
use crate::rules::{
    Discard, JumpInRules, Pass, People, Person, Probability, Reshuffle, RuleSet, SetupRules,
    SilenceRules, Until, Weight,
};

/// How a card comes to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Occasion {
    /// It is laid by a player who has others left.
    Laid,
    /// It is laid by a player who has no other.
    LastCard,
    /// It is turned up; the dealer is as its player.
    Start,
}

/// A seat, seen from the player of the card in the direction of play before the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// Who laid it; of a start card the dealer.
    Player,
    /// So many seats on, from 1.
    Forward(usize),
    /// So many seats back, from 1.
    Backward(usize),
    /// The seat of a choice of the player, the first 0.
    Chosen(usize),
    /// All but the player.
    Others,
    /// All.
    Everybody,
}

/// What somebody does or has done, or what happens at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Act {
    /// Draws so many cards.
    Draws(u32),
    /// Presses the launcher's button so often, which throws from the first to the second.
    IsThrown { presses: u32, thrown: [u32; 2] },
    /// Draws until a card comes, which may be told as any of these.
    DrawsUntil(Vec<Until>),
    /// Takes so many cards for an emptied hand.
    TakesNew(u32),
    /// Loses a turn.
    LosesTurn,
    /// May answer with these symbols instead of drawing.
    MayAnswer(Vec<Symbol>),
    /// May challenge instead of drawing.
    MayChallenge,
    /// Names the colour in the midst of the effect.
    NamesColour,
    /// Swaps hands with a seat, which has any of these names.
    SwapsWith(Vec<Name>),
    /// Loses cards of the hand, which may be told as any of these.
    Discards(Vec<Discard>),
    /// Is out.
    IsOut,
    /// Moves next, though the seats in between have lost no turn.
    MovesNext,
    /// The direction of play turns.
    DirectionTurns,
    /// All hands pass on.
    HandsPassOn,
    /// All hands are shuffled and dealt again.
    HandsAreShuffled,
}

/// Something that happened: to whom, by all names that fit, and what. What happens at the table
/// happens to nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Happening {
    pub(super) whom: Vec<Name>,
    pub(super) act: Act,
}

/// What came of a trial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TrialOutcome {
    /// The card may not be laid so.
    Barred,
    /// It goes back into the draw pile, instead of being the start card.
    GoesBack,
    /// It stays under the next card that is turned up.
    StaysUnder,
    /// It lay there, and this happened.
    Acted(Vec<Happening>),
}

/// How a trial is set up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial {
    pub(super) kind: Kind,
    pub(super) seats: usize,
    pub(super) occasion: Occasion,
    /// Whom the player chooses for the steps of the card: so many seats on, from 1.
    pub(super) target: usize,
    /// Which of several: they differ in whom the player swaps with, and in the order of the pile.
    pub(super) number: usize,
}

/// What a trial came to.
#[derive(Debug, Clone)]
pub(super) struct TrialResult {
    pub(super) outcome: TrialOutcome,
    /// Whether the player had a choice of a seat for the steps of the card.
    pub(super) has_target: bool,
}

/// How many trials with the same seats and target differ.
pub(super) const TRIALS: usize = 3;
/// More turns than a table needs until everybody has been asked.
const MOST_DECISIONS: usize = 60;
const WILDS: [Symbol; 7] = [
    Symbol::Wild,
    Symbol::BlankWild,
    Symbol::SwapHands,
    Symbol::ShuffleHands,
    Symbol::Crash,
    Symbol::DownpourOne,
    Symbol::DownpourTwo,
];

/// The rules of a trial: those of a rule set, but nobody does anything besides passing.
pub(super) fn quiet(rules: &RuleSet) -> RuleSet {
    let mut quiet = rules.clone();
    (quiet.people, quiet.jump_in) = (People::OFFICIAL, JumpInRules::OFFICIAL);
    (quiet.silence, quiet.finish.mercy) = (SilenceRules::OFFICIAL, 0);
    (quiet.uno.call, quiet.uno.slam) = (false, false);
    (quiet.play.pass, quiet.play.reshuffle) = (Pass::Always, Reshuffle::BelowTop);
    (quiet.play.turn_limit, quiet.play.same_number_together) = (u32::MAX, 0);
    quiet
}

impl Trial {
    /// Plays the card by rules that are [`quiet`].
    pub(super) fn play(&self, rules: &RuleSet, active: &ActiveRules) -> TrialResult {
        let mut table = TrialTable::new(*self, active);
        let barred_by = self.lay(&mut table, rules);
        TrialResult {
            has_target: table.has_target,
            outcome: barred_by.unwrap_or(TrialOutcome::Acted(table.happenings)),
        }
    }

    /// Has the card laid, or turned up, and lets its effect take place; gives why it has none.
    fn lay(&self, table: &mut TrialTable<'_>, rules: &RuleSet) -> Option<TrialOutcome> {
        let dealt = Round::with_cards(self.opening(), &self.hands(), self.pile());
        let mut round = dealt.expect("no more cards than a table holds");
        let is_start = self.occasion == Occasion::Start;
        round.open_dyn(table, if is_start { &rules.setup } else { &SetupRules::OFFICIAL });
        if is_start {
            if table.turned_up.first() != Some(&(self.kind, false)) {
                return Some(TrialOutcome::GoesBack);
            }
            if table.turned_up.len() > 1 {
                return Some(TrialOutcome::StaysUnder);
            }
        } else {
            let action = Action::Card(self.kind);
            if !round.is_legal(action) {
                return Some(TrialOutcome::Barred);
            }
            table.forget();
            round.apply_trusted_dyn(table, action);
        }
        table.go_round(&mut round);
        if round.standing() != RoundStatus::Waits {
            // Nobody moves any more.
            let is_told = |happening: &Happening| {
                !matches!(happening.act, Act::DirectionTurns | Act::MovesNext)
            };
            table.happenings.retain(is_told);
        }
        None
    }

    fn player(&self) -> Seat {
        Seat::new(if self.occasion == Occasion::Start { self.seats - 1 } else { 0 })
    }

    fn opening(&self) -> Opening {
        Opening::with_first(Seat::S0, self.seats)
    }

    /// All hands are alike, so that it does not matter where they go: every number, a card of the
    /// same symbol, and cards of each colour that may be active, but none of that of the first up
    /// card if the card has to be honest.
    fn hands(&self) -> Vec<Vec<Kind>> {
        let is_wild = self.kind.is_wild();
        let kind = |colour: Colour, symbol: Symbol| Kind::coloured(colour, symbol);
        let numbers = Symbol::ALL.into_iter().filter(|symbol| symbol.is_number());
        let mut hand: Vec<Kind> = numbers.map(|number| kind(Colour::Yellow, number)).collect();
        hand.extend([Colour::Blue, Colour::Green].map(|colour| kind(colour, Symbol::DrawTwo)));
        if is_wild {
            hand.push(self.kind);
        } else {
            hand.push(kind(Colour::Red, Symbol::DrawTwo));
            hand.push(kind(Colour::Yellow, self.kind.symbol()));
        }
        let mut hands = vec![hand; self.seats];
        match self.occasion {
            Occasion::Laid => hands[0].push(self.kind),
            Occasion::LastCard => hands[0] = vec![self.kind],
            Occasion::Start => {}
        }
        hands
    }

    /// The draw pile, its top card last: below what is turned up, cards of three colours and wilds
    /// in turn, so that it shows for which card somebody draws.
    fn pile(&self) -> Vec<Kind> {
        const NUMBERS: [Symbol; 9] = [
            Symbol::One,
            Symbol::Two,
            Symbol::Three,
            Symbol::Four,
            Symbol::Five,
            Symbol::Six,
            Symbol::Seven,
            Symbol::Eight,
            Symbol::Nine,
        ];
        let wild = |place: usize| Kind::wild(WILDS[place % WILDS.len()]);
        let card =
            |colour: Colour, place: usize| Kind::coloured(colour, NUMBERS[place % NUMBERS.len()]);
        let in_turn = |place: usize| match (place + self.number) % 6 {
            0 | 3 => card(Colour::Green, place / 3),
            1 | 4 => wild(place / 3),
            2 => card(Colour::Red, place / 6),
            _ => card(Colour::Blue, place / 6),
        };
        let most = <Roomy as Cards>::Pile::CAPACITY - 16 * self.seats;
        // No more wilds than there may be of a kind.
        let mut pile: Vec<Kind> = (0..most.min(45 * WILDS.len())).map(in_turn).collect();
        pile.push(Kind::coloured(Colour::Red, Symbol::Zero));
        if self.occasion == Occasion::Start {
            pile.push(self.kind);
        }
        pile
    }
}

/// The chance of a trial, and who notes what happens.
struct TrialTable<'a> {
    trial: Trial,
    active: &'a ActiveRules,
    happenings: Vec<Happening>,
    turned_up: Vec<(Kind, bool)>,
    direction: Direction,
    chosen: Vec<Seat>,
    has_target: bool,
    drawn: Vec<Kind>,
    pressed: Option<(u32, [u32; 2])>,
    /// Whether the colour that is named is told of.
    tells_colour: bool,
    /// Who may challenge before drawing.
    challenger: Option<Seat>,
    /// Who has lost a turn before anybody moved.
    lost: SeatSet,
    has_moved: bool,
}

impl<'a> TrialTable<'a> {
    fn new(trial: Trial, active: &'a ActiveRules) -> TrialTable<'a> {
        TrialTable {
            trial,
            active,
            happenings: Vec::new(),
            turned_up: Vec::new(),
            direction: Direction::Clockwise,
            chosen: Vec::new(),
            has_target: false,
            drawn: Vec::new(),
            pressed: None,
            tells_colour: false,
            challenger: None,
            lost: SeatSet::EMPTY,
            has_moved: false,
        }
    }

    /// Forgets what the start card did.
    fn forget(&mut self) {
        *self = TrialTable::new(self.trial, self.active);
    }

    /// Lets everybody pass until all have been asked, or the round is over.
    fn go_round(&mut self, round: &mut Round) {
        let mut passes = 0;
        for _ in 0..MOST_DECISIONS {
            if round.standing() != RoundStatus::Waits || passes == self.trial.seats {
                break;
            }
            let action = self.decide(round);
            passes += usize::from(action == Action::Pass);
            round.apply_trusted_dyn(self, action);
        }
        self.note_direction(round);
    }

    fn decide(&mut self, round: &Round) -> Action {
        match round.decision() {
            Decision::Play => {
                self.note_mover(round);
                Action::Pass
            }
            Decision::Colour => {
                self.tells_colour =
                    self.trial.occasion == Occasion::Start || round.is_midway() && !round.opening;
                Action::Colour(Colour::Blue)
            }
            Decision::Target => {
                self.has_target = true;
                Action::Seat(self.choosable(round, self.trial.target))
            }
            Decision::Swap => {
                let distance = self.trial.target + self.trial.number + self.chosen.len();
                let whom = self.choosable(round, 1 + distance % (self.trial.seats - 1));
                self.chosen.push(whom);
                Action::Seat(whom)
            }
            Decision::Challenge => {
                self.challenger = Some(round.actor());
                Action::No
            }
            _ => Action::No,
        }
    }

    /// The seat so far on from the player, if it may be chosen.
    fn choosable(&self, round: &Round, distance: usize) -> Seat {
        let wanted = Seat::new((self.trial.player().index() + distance) % self.trial.seats);
        let seats = round.hands.choosable;
        if seats.contains(wanted) { wanted } else { seats.nth(0) }
    }

    /// All names of a seat.
    fn names(&self, seat: Seat) -> Vec<Name> {
        let (seats, player) = (self.trial.seats, self.trial.player());
        let distance = (seat.index() + seats - player.index()) % seats;
        if distance == 0 {
            return vec![Name::Player];
        }
        let chosen = self.chosen.iter().enumerate().filter(|(_, chosen)| **chosen == seat);
        chosen
            .map(|(number, _)| Name::Chosen(number))
            .chain([Name::Forward(distance), Name::Backward(seats - distance)])
            .collect()
    }

    fn note(&mut self, seat: Seat, act: Act) {
        self.happenings.push(Happening { whom: self.names(seat), act });
    }

    fn note_for_all(&mut self, act: Act) {
        self.happenings.push(Happening { whom: Vec::new(), act });
    }

    /// With two at the table it does not show which way play goes.
    fn note_direction(&mut self, round: &Round) {
        if round.direction() != self.direction {
            self.direction = round.direction();
            if self.trial.seats > 2 {
                self.note_for_all(Act::DirectionTurns);
            }
        }
    }

    /// Who moves first after the card, if that is not the next one who has lost no turn.
    fn note_mover(&mut self, round: &Round) {
        if std::mem::replace(&mut self.has_moved, true) {
            return;
        }
        self.note_direction(round);
        let mut expected = round.after(self.trial.player());
        for _ in 0..self.trial.seats {
            if self.lost.contains(expected) || !round.in_play().contains(expected) {
                expected = round.after(expected);
            }
        }
        if round.to_move() != expected {
            self.note(round.to_move(), Act::MovesNext);
        }
    }

    fn note_draw(&mut self, round: &Round, (seat, owed, why): (Seat, u32, Why)) {
        let (drawn, pressed) = (std::mem::take(&mut self.drawn), self.pressed.take());
        let act = match (why, pressed) {
            (Why::Turn, _) => return,
            (Why::Refill, _) => Act::TakesNew(owed),
            (Why::Shown, _) => Act::DrawsUntil(stops(&drawn, round.active_colour())),
            (_, Some((presses, thrown))) => Act::IsThrown { presses, thrown },
            _ => Act::Draws(owed),
        };
        self.note(seat, act);
        if matches!(why, Why::Penalty | Why::Start) {
            self.note_ways_out(round, seat);
        }
    }

    /// What who is hit may do instead of drawing.
    fn note_ways_out(&mut self, round: &Round, seat: Seat) {
        let colour = Some(round.active_colour());
        let answers: KindSet<u128> = self.active.flags.answers.to(round.pending.card, colour);
        let mut symbols: Vec<Symbol> = answers
            .iter()
            .filter(|kind| self.active.copies[kind.index()] > 0)
            .map(Kind::symbol)
            .collect();
        symbols.dedup();
        if !symbols.is_empty() {
            self.note(seat, Act::MayAnswer(symbols));
        }
        if self.challenger.take() == Some(seat) {
            self.note(seat, Act::MayChallenge);
        }
    }

    fn note_discard(&mut self, round: &Round, seat: Seat, kinds: KindSet<u128>) {
        let hand: Vec<Kind> = round.hand(seat).kinds().iter().collect();
        let number = |kind: Kind| kind.symbol().is_number().then(|| kind.index() / 4);
        let numbers = kinds.iter().filter_map(number).fold(0, |bits, number| bits | 1 << number);
        let goes = |what: Discard| -> KindSet<u128> {
            let all = what.kinds::<u128>(self.trial.kind, round.active_colour());
            hand.iter().copied().filter(|&kind| all.contains(kind)).collect()
        };
        let ways = [Discard::Colour, Discard::Symbol, Discard::Numbers(numbers)];
        let fits = ways.into_iter().filter(|&what| goes(what) == kinds).collect();
        self.note(seat, Act::Discards(fits));
    }
}

/// What somebody may have drawn for, who saw these cards: a wild fits, and has no colour.
fn stops(drawn: &[Kind], colour: Colour) -> Vec<Until> {
    let Some((last, before)) = drawn.split_last() else { return Vec::new() };
    if last.colour() != Some(colour) {
        vec![Until::Playable]
    } else if before.iter().any(|kind| kind.is_wild()) {
        vec![Until::Colour]
    } else {
        vec![Until::Colour, Until::Playable]
    }
}

impl Chance for TrialTable<'_> {
    reads! {
        fn listens(&self) -> bool = true;
        fn rules(&self) -> &ActiveRules = self.active;
    }

    fn person(&self, seat: Seat) -> &Person {
        &self.active.people.seats[seat.index()]
    }

    fn shuffle_more(&mut self, pile: &mut <Roomy as Cards>::Pile) {
        pile.settle_all();
    }

    fn reshuffled(&mut self, _pile: &mut <Roomy as Cards>::Pile) {}

    fn put_back(&mut self, pile: &mut <Roomy as Cards>::Pile, kind: Kind) {
        let cards: Vec<Kind> = (0..pile.len()).map(|index| pile.get(index)).collect();
        pile.clear();
        std::iter::once(kind).chain(cards).for_each(|kind| pile.push(kind));
        pile.settle_all();
    }

    fn crash(&mut self, _cards: &mut [Kind]) {}

    fn coin(&mut self, _coin: Coin, _seat: Seat, _probability: Probability) -> bool {
        false
    }

    fn pick(&mut self, _coin: Coin, seats: SeatSet) -> Seat {
        seats.nth(0)
    }

    fn pick_card(&mut self, _coin: Coin, _seat: Seat, kinds: KindSet<u128>) -> Kind {
        kinds.first().expect("one of two or more")
    }

    fn press(&mut self, seat: Seat, least: u32, most: u32) -> u32 {
        self.press_often(seat, 1, least, most)
    }

    fn press_often(&mut self, _seat: Seat, presses: u32, least: u32, most: u32) -> u32 {
        self.pressed = Some((presses, [least, most]));
        presses
    }

    fn race(&mut self, _race: Race, _candidates: &[(Seat, Weight)]) -> usize {
        0
    }

    fn drawn(&mut self, kind: Kind) {
        self.drawn.push(kind);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        self.note_direction(round);
        match event {
            Event::TurnUp { card, returned } => self.turned_up.push((card, returned)),
            Event::NameColour { seat, .. } if self.tells_colour => {
                self.note(seat, Act::NamesColour);
            }
            Event::Draw { seat, owed, why } => self.note_draw(round, (seat, owed, why)),
            // Once the round is decided no turn is left to lose.
            Event::LoseTurn { seat } if round.finish.winner.is_none() => {
                if !self.has_moved {
                    self.lost = self.lost.with(seat);
                }
                self.note(seat, Act::LosesTurn);
            }
            Event::Swap { seat, with } => {
                let with = self.names(with);
                self.note(seat, Act::SwapsWith(with));
            }
            Event::Rotate { .. } => self.note_for_all(Act::HandsPassOn),
            Event::Redeal { .. } => self.note_for_all(Act::HandsAreShuffled),
            Event::Targets { whom, .. } if self.trial.seats > 2 => self.chosen.push(whom),
            Event::Discards { seat, kinds } => self.note_discard(round, seat, kinds),
            Event::Out { seat, .. } => self.note(seat, Act::IsOut),
            _ => {}
        }
    }
}

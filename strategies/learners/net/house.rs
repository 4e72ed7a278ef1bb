//! What the network is told of the rule set: what happens under it among players who draw lots for
//! what they do. So whatever a rule does is told, and no rule is named. It stands from the first
//! card to the last.
//!
//! Some thousand decisions are made, always with the same seed, by the code that plays everywhere.
//! Counted are, for each class of cards, what follows when one is laid, until the next turn; what
//! happens and is decided on a turn; and how rounds end. A number is the square root of a rate,
//! whose error is as large for what is seldom as for what is frequent.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use unobench_core::cards::{Kind, Multiset as _, Symbol};
use unobench_core::game::{
    Action, ActiveRules, Chance, Dealt, Decision, Event, Fault, How, Observed, Observer, Prepared,
    Round, RoundScore, RoundStatus, Scoring, Seat, View, Why,
};
use unobench_core::rng::{Purpose, Rng, RoundKey};
use unobench_core::rules::{MAX_SEATS, SetupRules};

/// Classes of cards: numbers but 0, 5 and 7, those, each printed symbol with a colour, wilds that
/// make nobody draw, wilds that do, other wilds, added cards with a colour, added wilds.
const CLASSES: usize = 13;

/// For each: how many there are, their points, how often one is laid and is of the laid ones; cards
/// that the next seat, others and the player itself draw; whether the player is to move again, the
/// seat before it, or another one that is not next; whether hands change; whether it is answered,
/// and whether another card comes on it out of turn.
const MEASURES: usize = 12;

/// Kinds of what happens: see [`place`].
const EVENTS: usize = 33;

const WHYS: usize = 16;
const DECISIONS: usize = Decision::ALL.len();

/// Ends of rounds: won, stalled, blocked; turns; seats that win, and are left; points of the
/// winners, of the others, of their hands; whether who is out first wins; cards, seats, hands.
const ENDS: usize = 13;

/// How many numbers describe a rule set.
pub const EFFECTS: usize = CLASSES * MEASURES + EVENTS + WHYS + 2 * DECISIONS + ENDS;

/// What 1 is in them, as a power of two.
pub(super) const EFFECT_BITS: u32 = 10;

/// The same as a number.
pub const EFFECT: f32 = (1 << EFFECT_BITS) as f32;

/// Decisions that are made, and the most in a round.
const STEPS: u32 = 10_000;
const LONGEST: u32 = 600;

/// So many rule sets are remembered.
const KEPT: usize = 4096;

/// What describes a rule set at a number of seats, in [`EFFECT`]ths.
pub type Effects = [i16; EFFECTS];

/// What rule sets do, by their number and the number of seats, kept for later tables.
type EffectsCache = HashMap<(u64, usize), Arc<Effects>>;

/// What a rule set does at a table of so many seats.
pub fn effects(rules: &ActiveRules, players: usize) -> Arc<Effects> {
    static KNOWN: LazyLock<Mutex<EffectsCache>> = LazyLock::new(Mutex::default);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (rules.id, players);
    if let Some(found) = known().get(&key) {
        return Arc::clone(found);
    }
    let found = Arc::new(tried(rules, players));
    let mut known = known();
    if known.len() >= KEPT {
        known.clear();
    }
    known.insert(key, Arc::clone(&found));
    found
}

fn class(kind: Kind) -> usize {
    match kind.symbol() {
        symbol if symbol.own().is_some() => 11 + usize::from(kind.colour().is_none()),
        Symbol::Zero => 1,
        Symbol::Five => 2,
        Symbol::Seven => 3,
        Symbol::Skip => 4,
        Symbol::Reverse => 5,
        Symbol::DrawOne => 6,
        Symbol::DrawTwo => 7,
        Symbol::Wild | Symbol::BlankWild => 8,
        Symbol::WildDrawFour | Symbol::BlankDraw => 9,
        symbol if symbol.is_wild() => 10,
        _ => 0,
    }
}

/// Which kind of event it is; none for cards that are turned up, and drawn, of which the reason
/// counts.
fn place(event: Event) -> Option<usize> {
    Some(match event {
        Event::TurnUp { .. } | Event::Draw { .. } => return None,
        Event::NameColour { .. } => 0,
        Event::Play { how, .. } => 1 + how as usize,
        Event::ForgetsColour { .. } => 7,
        Event::ColourWaits { .. } => 8,
        Event::Uno { false_call: true, .. } => 9,
        Event::Uno { called, .. } => 10 + usize::from(called),
        Event::Caught { fault, .. } => 12 + Fault::ALL.iter().position(|known| *known == fault)?,
        Event::Keep { .. } => 15,
        Event::Pass { .. } => 16,
        Event::LoseTurn { .. } => 17,
        Event::Challenge { upheld, .. } => 18 + usize::from(upheld),
        Event::TakeBack { .. } => 20,
        Event::Swap { .. } => 21,
        Event::Rotate { .. } => 22,
        Event::Exchange { .. } => 23,
        Event::Crash { .. } => 24,
        Event::Redeal { .. } => 25,
        Event::Misplay { .. } => 26,
        Event::Speaks { .. } => 27,
        Event::Advises { .. } => 28,
        Event::Out { .. } => 29,
        Event::Targets { .. } => 30,
        Event::Discards { .. } => 31,
        Event::KnockedOut { .. } => 32,
    })
}

/// A card that was laid, and what has followed so far.
struct LastPlay {
    class: usize,
    seat: Seat,
    next: Seat,
    before: Seat,
    sizes: [i32; MAX_SEATS],
}

/// What is counted in the rounds that show what a rule set does.
struct EffectTrial {
    classes: [[u32; MEASURES]; CLASSES],
    events: [u32; EVENTS],
    whys: [u32; WHYS],
    decisions: [[u32; 2]; DECISIONS],
    turns: u32,
    held: u32,
    /// Cards that were drawn and of which no event has told yet.
    drawn: u32,
    laid: Option<LastPlay>,
    first_out: Option<Seat>,
}

impl Observer for EffectTrial {
    fn drawn(&mut self, _kind: Kind) {
        self.drawn += 1;
    }

    fn turn(&mut self, round: &Round) {
        self.turns += 1;
        let players = round.players();
        let sizes = (0..players).map(|seat| round.hand(Seat::new(seat)).len());
        self.held += sizes.clone().sum::<u32>();
        let Some(LastPlay { class, seat, next, before, sizes: were }) = self.laid.take() else {
            return;
        };
        let counts = &mut self.classes[class];
        let mover = round.to_move();
        let place = match mover {
            _ if mover == seat => Some(6),
            _ if mover == next => None,
            _ if mover == before => Some(7),
            _ => Some(8),
        };
        place.into_iter().for_each(|place| counts[place] += 1);
        counts[9] += u32::from(sizes.zip(were).any(|(now, was)| now as i32 != was));
    }

    fn saw(&mut self, round: &Round, event: Event) {
        place(event).into_iter().for_each(|place| self.events[place] += 1);
        match event {
            Event::Play { seat, card, how } => {
                if let Some(LastPlay { class, .. }) = self.laid.take() {
                    let place = if how == How::Answer { 10 } else { 11 };
                    self.classes[class][place] += 1;
                }
                let class = class(card);
                self.classes[class][2] += 1;
                let sizes = std::array::from_fn(|index| {
                    if index < round.players() {
                        round.hand(Seat::new(index)).len() as i32
                    } else {
                        0
                    }
                });
                let (next, before) = (round.after(seat), round.before(seat));
                self.laid = Some(LastPlay { class, seat, next, before, sizes });
            }
            Event::Draw { seat, why, .. } => {
                let drawn = std::mem::take(&mut self.drawn);
                let place = Why::all().position(|known| known == why);
                place.into_iter().for_each(|place| self.whys[place] += drawn);
                if let Some(laid) = &mut self.laid {
                    laid.sizes[seat.index()] += drawn as i32;
                    let place = match seat {
                        _ if seat == laid.seat => 5,
                        _ if seat == laid.next => 3,
                        _ => 4,
                    };
                    self.classes[laid.class][place] += drawn;
                }
            }
            Event::Out { seat, .. } => self.first_out = self.first_out.or(Some(seat)),
            _ => {}
        }
    }
}

impl EffectTrial {
    /// What somebody does who draws lots, and draws only now and then where a card can be played.
    fn decide(&mut self, view: &View<'_>, rng: &mut Rng) -> Action {
        let actions = view.actions();
        let counts = &mut self.decisions[view.decision() as usize];
        *counts = [counts[0] + 1, counts[1] + actions.len() as u32];
        if view.decision() == Decision::Uno {
            return Action::Yes;
        }
        let mut draw = || actions[rng.below(actions.len() as u32) as usize];
        match draw() {
            Action::No if view.decision() == Decision::Play => draw(),
            action => action,
        }
    }
}

/// How a round ended: what [`ENDS`] counts of it, in that order, but for what is of all rounds.
struct EndOfRound {
    is_won: bool,
    is_stalled: bool,
    is_blocked: bool,
    /// The winners, as a share of the seats.
    winners: f32,
    /// Who was not knocked out, as a share of the seats.
    in_play: f32,
    /// The scores of the winners and of the others, and the points that winners hold, in hundreds.
    score: f32,
    score_of_others: f32,
    points: f32,
    /// Whether who had no cards first was a winner.
    is_first_out_winner: f32,
}

impl EndOfRound {
    fn of(round: &Round, score: &RoundScore, first_out: Option<Seat>) -> EndOfRound {
        let players = round.players();
        let seats = || (0..players).map(Seat::new);
        let winners = seats().filter(|seat| score.winners.contains(*seat)).count().max(1) as f32;
        let sum = |measure: &dyn Fn(Seat) -> f32| seats().map(measure).sum::<f32>();
        let wins = |seat: Seat| f32::from(u8::from(score.winners.contains(seat)));
        let scores = |seat: Seat| score.scores[seat.index()] as f32 / 100.0;
        let points = |seat: Seat| score.points[seat.index()] as f32 / 100.0;
        let standing = round.standing();
        EndOfRound {
            is_won: matches!(standing, RoundStatus::Won(_)),
            is_stalled: matches!(standing, RoundStatus::Stalled | RoundStatus::Waits),
            is_blocked: matches!(standing, RoundStatus::Blocked(_)),
            winners: sum(&wins) / players as f32,
            in_play: round.in_play().len() as f32 / players as f32,
            score: sum(&|seat| wins(seat) * scores(seat)) / winners,
            score_of_others: sum(&|seat| (1.0 - wins(seat)) * scores(seat)) / players as f32,
            points: sum(&|seat| wins(seat) * points(seat)) / winners,
            is_first_out_winner: first_out.map_or(0.0, wins),
        }
    }

    /// At the place of the length, which is of all rounds, there is nothing.
    fn numbers(&self) -> [f32; ENDS - 3] {
        let [is_won, is_stalled, is_blocked] =
            [self.is_won, self.is_stalled, self.is_blocked].map(|is_so| f32::from(u8::from(is_so)));
        [
            is_won,
            is_stalled,
            is_blocked,
            0.0,
            self.winners,
            self.in_play,
            self.score,
            self.score_of_others,
            self.points,
            self.is_first_out_winner,
        ]
    }
}

/// The place of the mean length among [`ENDS`], and where those of the deck and hands begin.
const LENGTH: usize = 3;
const DECK: usize = 10;

impl EffectTrial {
    fn new() -> EffectTrial {
        EffectTrial {
            classes: [[0; MEASURES]; CLASSES],
            events: [0; EVENTS],
            whys: [0; WHYS],
            decisions: [[0; 2]; DECISIONS],
            turns: 0,
            held: 0,
            drawn: 0,
            laid: None,
            first_out: None,
        }
    }

    /// Plays a round for so many decisions, and counts them.
    fn play(&mut self, rules: &ActiveRules, dealt: Dealt, rng: &mut Rng, steps: &mut u32) -> Round {
        let mut chance = dealt.chance(rules, &rules.people);
        let mut round = dealt.round;
        (self.laid, self.first_out, self.drawn) = (None, None, 0);
        round.open_dyn(&mut Observed::new(&mut chance, self), &SetupRules::OFFICIAL);
        let end = *steps + LONGEST;
        *steps += 1; // also where nobody is asked
        while round.standing() == RoundStatus::Waits && *steps < end {
            *steps += 1;
            let view = View::new(&round, rules, &[0; MAX_SEATS], round.actor());
            let action = self.decide(&view, rng);
            let chance: &mut dyn Chance = &mut Observed::new(&mut chance, self);
            round.apply_trusted_dyn(chance, action);
        }
        round
    }

    /// What each class of cards was seen to do.
    fn of_classes(&self, rules: &ActiveRules, cards: f32, turns: f32) -> Vec<f32> {
        let mut numbers = Vec::with_capacity(EFFECTS);
        for (number, counts) in self.classes.iter().enumerate() {
            let kinds =
                || (0..Kind::COUNT).map(Kind::from_index).filter(|&kind| class(kind) == number);
            let copies = |kind: Kind| f32::from(rules.copies[kind.index()]);
            let all: f32 = kinds().map(copies).sum();
            let points: f32 =
                kinds().map(|kind| copies(kind) * f32::from(rules.points[kind.index()])).sum();
            numbers.extend([(all / cards).sqrt(), (points / all.max(1.0) / 50.0).sqrt()]);
            numbers.push((counts[2] as f32 / turns).sqrt());
            let laid = counts[2].max(1) as f32;
            numbers.extend(counts[3..].iter().map(|&count| (count as f32 / laid).sqrt()));
        }
        numbers
    }

    /// How often there were events and decisions, and how many options these had.
    fn of_events(&self, turns: f32) -> Vec<f32> {
        let rate = |&count: &u32| (count as f32 / turns).sqrt();
        let options = |&[count, options]: &[u32; 2]| options as f32 / count.max(1) as f32 / 8.0;
        let mut numbers: Vec<f32> = self.events.iter().chain(&self.whys).map(rate).collect();
        numbers.extend(self.decisions.iter().map(|[count, _]| rate(count)));
        numbers.extend(self.decisions.iter().map(options));
        numbers
    }
}

fn tried(rules: &ActiveRules, players: usize) -> Effects {
    let mut short = *rules;
    short.play.turn_limit = short.play.turn_limit.min(LONGEST);
    // Each hand is played as if it were the last.
    short.finish.refills = 0;
    let rules = &short;
    let deck: Prepared = Prepared::of(rules, players);
    let scoring = Scoring::new(rules.scoring, &rules.own);
    let mut trial = EffectTrial::new();
    let mut ends = [0.0_f32; ENDS];
    let (mut rounds, mut steps) = (0, 0);
    while steps < STEPS {
        let key = RoundKey::new(0, rounds, 0);
        let mut rng = key.stream(Purpose::Strategy, 0);
        let dealt = deck.dealt(key, deck.first_opening(key));
        let round = trial.play(rules, dealt, &mut rng, &mut steps);
        rounds += 1;
        let end = EndOfRound::of(&round, &scoring.score(&round), trial.first_out);
        ends.iter_mut().zip(end.numbers()).for_each(|(sum, number)| *sum += number);
    }
    ends.iter_mut().for_each(|sum| *sum /= rounds as f32);
    let turns = trial.turns.max(1) as f32;
    ends[LENGTH] = (turns / rounds as f32 / 100.0).sqrt();
    let cards = rules.copies.iter().map(|&copies| u32::from(copies)).sum::<u32>() as f32;
    let held = trial.held as f32 / turns / players as f32;
    ends[DECK..].copy_from_slice(&[cards / 108.0, players as f32 / 10.0, held / 10.0]);
    let mut numbers = trial.of_classes(rules, cards, turns);
    numbers.extend(trial.of_events(turns));
    numbers.extend(ends);
    let whole = |number: &f32| (number.clamp(-8.0, 8.0) * EFFECT).round() as i16;
    std::array::from_fn(|place| whole(&numbers[place]))
}

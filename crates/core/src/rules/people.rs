//! `[people]`: what people at the table do, as probabilities and weights in fixed point, so that
//! the game itself is free of floats.
//!
//! A file states values for all seats in `[people]` and for single ones in `[people.seat.N]`; here
//! they stand resolved, one [`Person`] a seat.

use super::MAX_SEATS;
use super::section::{Limits, Setting, section};
use super::value::Value;
use crate::cards::Notation;

/// A probability in fixed point: `round(p × 2^32)`, 0 to 2^32 inclusive.
///
/// # Examples
///
/// ```
/// use unobench_core::rules::Probability;
///
/// let half = Probability::from_f64(0.5).expect("a probability");
/// assert_eq!((half.raw(), half.to_f64()), (1 << 31, 0.5));
/// assert!(half < Probability::ALWAYS && Probability::from_f64(1.5).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[must_use]
pub struct Probability(u64);

/// A weight in 16.16 fixed point: `round(w × 2^16)` of a weight from 0 to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(u32);

impl Probability {
    /// 0: it does not happen.
    pub const NEVER: Probability = Probability(0);
    /// 1: it always happens.
    pub const ALWAYS: Probability = Probability(1 << 32);

    /// The nearest probability in fixed point; none if `p` is not a number from 0 to 1.
    pub fn from_f64(p: f64) -> Option<Probability> {
        (0.0..=1.0).contains(&p).then(|| Probability((p * Self::ALWAYS.0 as f64).round() as u64))
    }

    /// The shortest decimal fraction that [`Probability::from_f64`] maps to this value: 0.05 stays
    /// 0.05.
    pub fn to_f64(self) -> f64 {
        shortest(self.0 as f64 / Self::ALWAYS.0 as f64, |p| Self::from_f64(p) == Some(self))
    }

    reads! {
        const:
        /// Whether it does not happen.
        pub fn is_never(self) -> bool = self.0 == 0;
        /// Whether it always happens.
        pub fn is_always(self) -> bool = self.0 == Self::ALWAYS.0;
        /// The fixed-point value, 0 to 2^32: it happens when a uniform 32-bit number is below it.
        pub fn raw(self) -> u64 = self.0;
    }
}

impl Weight {
    /// The largest weight.
    pub const MAX: f64 = 1000.0;
    /// 0: never quicker than anybody.
    pub const ZERO: Weight = Weight(0);
    /// 1: as quick as the usual player.
    pub const ONE: Weight = Weight(1 << 16);

    /// The nearest weight in fixed point; none if `weight` is not a number from 0 to 1000.
    pub fn from_f64(weight: f64) -> Option<Weight> {
        (0.0..=Self::MAX)
            .contains(&weight)
            .then(|| Weight((weight * f64::from(Self::ONE.0)).round() as u32))
    }

    /// The shortest decimal fraction that [`Weight::from_f64`] maps to this value.
    pub fn to_f64(self) -> f64 {
        shortest(f64::from(self.0) / f64::from(Self::ONE.0), |weight| {
            Self::from_f64(weight) == Some(self)
        })
    }

    /// The fixed-point value, 0 to 1000 × 2^16.
    #[inline(always)]
    pub const fn raw(self) -> u32 {
        self.0
    }
}

/// Rounds to as few decimals as `same` allows.
fn shortest(exact: f64, same: impl Fn(f64) -> bool) -> f64 {
    let mut rounded = (0..17).filter_map(|decimals| format!("{exact:.decimals$}").parse().ok());
    rounded.find(|&candidate| same(candidate)).unwrap_or(exact)
}

fn read_float(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| i32::try_from(value.as_integer()?).ok().map(f64::from))
}

impl Setting for Probability {
    fn read(value: &Value, _: Limits, _: &Notation) -> Option<Probability> {
        Probability::from_f64(read_float(value)?)
    }

    fn write(self, _: &Notation) -> Value {
        Value::Float(self.to_f64())
    }

    fn allowed(_: Limits) -> String {
        "0 to 1".into()
    }
}

impl Setting for Weight {
    fn read(value: &Value, _: Limits, _: &Notation) -> Option<Weight> {
        Weight::from_f64(read_float(value)?)
    }

    fn write(self, _: &Notation) -> Value {
        Value::Float(self.to_f64())
    }

    fn allowed(_: Limits) -> String {
        format!("0 to {}", Weight::MAX)
    }
}

section! {
    /// What one person does.
    Person {
        /// Probability of forgetting a wanted call, per occasion.
        forgets_uno: Probability = Probability::NEVER;
        /// Probability of calling late, having forgotten: races the catchers (D).
        remembers_uno: Probability = Probability::NEVER;
        /// Probability that a misplay, advice or a card out of turn is noticed at all.
        catches_fault: Probability = Probability::ALWAYS;
        /// Probability of laying a card out of turn, per turn of another: takes it back, draws 2
        /// (D).
        plays_out_of_turn: Probability = Probability::NEVER;
        /// Probability of noticing an opponent's missing call, per opponent and occasion.
        catches_uno: Probability = Probability::NEVER;
        /// Probability of calling without cause, per own turn.
        calls_falsely: Probability = Probability::NEVER;
        /// Probability of speaking during a silence, when drawn as the one seat of a turn that
        /// might.
        talks: Probability = Probability::NEVER;
        /// Probability of laying a card that does not fit, per own turn: takes it back, draws 2,
        /// the turn is over (A, B, C, D).
        misplays: Probability = Probability::NEVER;
        /// Probability of giving advice, when drawn as the one seat of a turn that might: draws 2
        /// (A1, D).
        advises: Probability = Probability::NEVER;
        /// Probability of forgetting to name a colour: the next player to move does (D).
        forgets_colour: Probability = Probability::NEVER;
        /// Probability of noticing that a colour was not named, per other seat and occasion (D).
        catches_colour: Probability = Probability::NEVER;
        /// Cards drawn by a player caught forgetting a colour (D: 2).
        colour_penalty: u8 = 2, in 0..=10;
        /// Probability of playing a fitting card instead of drawing a penalty: if caught, draws 2
        /// more (D).
        forgets_penalty: Probability = Probability::NEVER;
        /// Weight in a race, the rate of an exponential reaction time.
        reaction: Weight = Weight::ONE;
        /// Weight of the next player against those who would jump in; 0: never quicker.
        next_player_reaction: Weight = Weight::ZERO;
    }
}

impl Person {
    /// The same person, whose mistakes are never left to chance; what they notice of others, and
    /// how fast they react, stays.
    pub const fn without_mistakes(self) -> Person {
        Person {
            forgets_uno: Probability::NEVER,
            plays_out_of_turn: Probability::NEVER,
            calls_falsely: Probability::NEVER,
            talks: Probability::NEVER,
            misplays: Probability::NEVER,
            advises: Probability::NEVER,
            forgets_colour: Probability::NEVER,
            forgets_penalty: Probability::NEVER,
            ..self
        }
    }
}

/// What the people at the table do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct People {
    /// One person a seat; seats beyond the table's are not looked at.
    pub seats: [Person; MAX_SEATS],
}

impl People {
    /// The official rules: everybody is faultless.
    pub const OFFICIAL: Self = Self { seats: [Person::OFFICIAL; MAX_SEATS] };

    /// Whether something holds for the person at any seat.
    pub fn any(&self, holds: impl Fn(&Person) -> bool) -> bool {
        self.seats.iter().any(holds)
    }

    /// The person from whom single seats differ, as a file would state it in `[people]`.
    ///
    /// That is the highest seat's person, key by key, unless no other seat shares the value: files
    /// single out low seats.
    pub(super) fn common(&self) -> Person {
        use super::section::Section;
        let mut common = self.seats[MAX_SEATS - 1];
        for key in common.keys() {
            let value_of = |seat: usize| self.seats[seat].get(key.name, &Notation::PRINTED);
            let shared = |&seat: &usize| {
                (0..MAX_SEATS).any(|other| other != seat && value_of(other) == value_of(seat))
            };
            let seat = (0..MAX_SEATS).rev().find(shared).unwrap_or(MAX_SEATS - 1);
            let accepted = common.set(key.name, &value_of(seat), &Notation::PRINTED);
            assert!(accepted, "a person's {} can be read back", key.name);
        }
        common
    }
}

impl Default for People {
    fn default() -> Self {
        Self::OFFICIAL
    }
}

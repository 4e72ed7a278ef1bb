//! From the chance that a network sees to how often seats won that it saw so: straight lines between
//! knots, in whole numbers, so that every machine finds the same. `scripts/chances` makes them.

use toml::Value;

/// How many knots there are: at logits from -6 to 6, half a unit apart.
const KNOTS: usize = 25;
/// How far apart they are, as a power of two, in 2⁻²⁰.
const STEP: u32 = 19;
/// The largest logit.
const END: i32 = (KNOTS as i32 / 2) << STEP;

/// How often seats won, by the chance that a network for so many seats gave them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fit {
    pub(super) players: usize,
    /// At each knot the chance, in millionths; none falls.
    won: [i32; KNOTS],
}

impl Fit {
    pub(super) fn read(fit: &Value) -> Option<Fit> {
        let whole = |value: &Value| i32::try_from(value.as_integer()?).ok();
        let won: Option<Vec<i32>> = fit.get("won")?.as_array()?.iter().map(whole).collect();
        let won: [i32; KNOTS] = won?.try_into().ok()?;
        let is_chance = |chance: &i32| (1..=1_000_000).contains(chance);
        let players = usize::try_from(whole(fit.get("players")?)?).ok()?;
        (won.is_sorted() && won.iter().all(is_chance)).then_some(Fit { players, won })
    }

    /// The chance to win, in millionths, where the network has this logit, in 2⁻²⁰.
    pub(super) fn chance(&self, logit: i32) -> i32 {
        let from_first = logit.clamp(-END, END - 1) + END;
        let (knot, part) = (from_first as usize >> STEP, from_first % (1 << STEP));
        let [low, high] = [self.won[knot], self.won[knot + 1]];
        low + ((i64::from(high - low) * i64::from(part)) >> STEP) as i32
    }
}

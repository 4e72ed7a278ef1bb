//! What may happen on a turn besides play, and how likely. Catalogue: `[people]`.

use crate::rules::Probability;

/// What may happen on a turn besides play: advice, a card out of turn, speech, a false call, a
/// misplay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnEvents {
    /// The highest probability at the table of each of them; 0 where there is no occasion for it.
    pub(crate) chances: [Probability; 5],
    /// How likely it is that at least one of them up to each happens, in 2⁻⁶⁴, to the nearest
    /// below; of what is certain all ones.
    pub(crate) noise: [u64; 5],
}

impl TurnEvents {
    /// Nothing can happen.
    pub const NONE: TurnEvents = TurnEvents { chances: [Probability::NEVER; 5], noise: [0; 5] };

    /// Events with these highest probabilities.
    pub fn new(chances: [Probability; 5]) -> TurnEvents {
        let mut noise = Noise::NONE;
        let up_to = chances.map(|chance| {
            noise = noise.or(chance);
            noise.raw()
        });
        TurnEvents { chances, noise: up_to }
    }

    /// How likely it is that anything happens, in 2⁻⁶⁴, to the nearest below; of what is certain
    /// all ones.
    #[inline(always)]
    pub const fn noise(&self) -> u64 {
        self.noise[MISPLAY]
    }
}

/// The place of misplays among the events of a turn.
pub(crate) const MISPLAY: usize = 4;

/// How likely at least one of some independent events is.
#[derive(Debug, Clone, Copy)]
struct Noise {
    /// How likely none of them is, in 2⁻⁶⁴.
    quiet: u128,
}

impl Noise {
    const NONE: Noise = Noise { quiet: 1 << 64 };

    fn or(self, chance: Probability) -> Noise {
        Noise { quiet: (self.quiet * u128::from(Probability::ALWAYS.raw() - chance.raw())) >> 32 }
    }

    /// In 2⁻⁶⁴, to the nearest below; of what is certain all ones.
    fn raw(&self) -> u64 {
        u64::try_from((1 << 64) - self.quiet).unwrap_or(u64::MAX)
    }
}

//! Random numbers, as a training draws them.

use unobench_core::rng::Rng;

/// Which of these parts a number falls into.
pub(crate) fn draw(mut number: u32, parts: impl Iterator<Item = u32>) -> Option<usize> {
    for (place, part) in parts.enumerate() {
        if number < part {
            return Some(place);
        }
        number -= part;
    }
    None
}

/// A number from 0 to 1, which it never is.
pub(crate) fn uniform(rng: &mut Rng) -> f32 {
    (rng.bits() >> 40) as f32 / (1_u64 << 24) as f32
}

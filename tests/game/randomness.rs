//! Random numbers are uniform where they claim to be: chi-square with fixed seeds.

use crate::support::*;

#[test]
fn bounded_draws_are_uniform() {
    for bound in [2, 3, 7, 54, 101, 108] {
        let mut rng = Rng::from_key(u64::from(bound));
        let mut counts = vec![0; bound as usize];
        (0..200 * bound).for_each(|_| counts[rng.below(bound) as usize] += 1);
        assert_uniform(&counts, &format!("below {bound}"));
    }
}

/// A draw of 32 bits would make the lower third of these numbers twice as likely.
#[test]
fn large_bounds_are_uniform() {
    let bound = 0xC000_0000_u32;
    let mut rng = Rng::from_key(3);
    let mut counts = [0; 12];
    (0..12_000).for_each(|_| counts[(rng.below(bound) >> 28) as usize] += 1);
    assert_uniform(&counts, "below 3 × 2³⁰");
}

#[test]
fn batched_draws_are_uniform_together() {
    let mut rng = Rng::from_key(5);
    let mut triples = [0; 7 * 6 * 5];
    for _ in 0..210 * 100 {
        let [a, b, c] = rng.below_falling::<3>(7).map(|number| number as usize);
        triples[(a * 6 + b) * 5 + c] += 1;
    }
    assert_uniform(&triples, "three below 7, 6, 5");
    let mut each: [Vec<u64>; 7] = std::array::from_fn(|step| vec![0; 108 - step]);
    for _ in 0..20_000 {
        let numbers = rng.below_falling::<7>(108);
        each.iter_mut().zip(numbers).for_each(|(counts, number)| counts[number as usize] += 1);
    }
    for (step, counts) in each.iter().enumerate() {
        assert_uniform(counts, &format!("number {step} of seven below 108"));
    }
}

#[test]
fn shuffles_are_uniform_over_permutations() {
    let mut rng = Rng::from_key(7);
    let mut counts = [0; 256];
    for _ in 0..24 * 200 {
        let mut items = [0, 1, 2, 3];
        rng.shuffle(&mut items);
        counts[items.iter().fold(0, |code, item| 4 * code + item)] += 1;
    }
    let seen: Vec<u64> = counts.into_iter().filter(|&count| count > 0).collect();
    assert_eq!(seen.len(), 24, "all permutations of four");
    assert_uniform(&seen, "permutations of four");
}

#[test]
fn coins_fall_as_often_as_they_should() {
    let mut rng = Rng::from_key(11);
    for eighths in 0..=8_u64 {
        let heads = (0..8000).filter(|_| rng.coin(eighths << 29)).count() as f64;
        let expected = 1000.0 * eighths as f64;
        let deviation = (expected * (1.0 - eighths as f64 / 8.0)).sqrt();
        assert!((heads - expected).abs() <= 4.0 * deviation, "{eighths}/8: {heads} of 8000");
    }
}

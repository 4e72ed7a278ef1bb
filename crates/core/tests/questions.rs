//! Questions of any length: what is longer than anybody asks is none, and is told at once.

use unobench_core::rules::{MOST_ASKED, Understood, asked};

#[test]
fn what_is_longer_than_any_question_is_none() {
    let stacking = "can you stack a +2 on a +2";
    let padded = |length: usize| format!("{stacking:<length$}");
    let plain = asked(stacking);
    assert!(matches!(&plain, Understood::This(_)), "{plain:?}");
    assert_eq!(asked(&padded(MOST_ASKED)), plain);
    assert_eq!(asked(&padded(MOST_ASKED + 1)), Understood::Nothing);
    for word in ["x", "stack ", "\u{e9}"] {
        assert_eq!(asked(&word.repeat(100_000)), Understood::Nothing);
    }
    // One word as long as may be, which is compared with no known one letter by letter.
    assert_eq!(asked(&"x".repeat(MOST_ASKED)), Understood::Nothing);
}

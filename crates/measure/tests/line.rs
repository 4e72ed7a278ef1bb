//! Lines with a check sum.

use serde::{Deserialize, Serialize};
use unobench_measure::line::{LineOrigin, seal, unseal};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Sample {
    text: String,
    number: i128,
}

fn sample() -> Sample {
    Sample { text: "a,\"check\":\"b".to_owned(), number: i128::from(u64::MAX) * 5 }
}

#[test]
fn sealed_lines_open_again() {
    let line = seal(&sample(), LineOrigin::none()).expect("it is JSON");
    assert_eq!(unseal(&line, LineOrigin::none()), Ok(sample()));
    let value: serde_json::Value =
        serde_json::from_slice(&line[..line.len() - 1]).expect("a JSON object");
    assert_eq!(value["check"].as_str().map(str::len), Some(16));
}

#[test]
fn lines_of_another_origin_do_not_open() {
    let [source, other] = ["one", "other"].map(|run| LineOrigin::of(&run));
    let line = seal(&sample(), source).expect("it is JSON");
    assert_eq!(unseal(&line, source), Ok(sample()));
    for origin in [other, LineOrigin::none()] {
        assert!(unseal::<Sample>(&line, origin).is_err(), "{origin:?}");
    }
}

#[test]
fn cut_and_altered_lines_do_not() {
    let line = seal(&sample(), LineOrigin::none()).expect("it is JSON");
    for end in 0..line.len() {
        assert!(unseal::<Sample>(&line[..end], LineOrigin::none()).is_err(), "{end}");
    }
    for place in 0..line.len() {
        for bit in 0..8 {
            let mut altered = line.clone();
            altered[place] ^= 1 << bit;
            let read = unseal::<Sample>(&altered, LineOrigin::none());
            assert!(read.is_err(), "byte {place}, bit {bit}");
        }
    }
}

//! Lines with a check sum.
//!
//! Every line of `progress.jsonl` is a JSON object that ends with `"check"`: the 64-bit FNV-1a sum,
//! in 16 hexadecimal digits, of the line's origin and then of its bytes before `,"check"`. A line
//! that is cut short or altered is thus found, and so is a line of another run.

use serde::{Serialize, de::DeserializeOwned};
use unobench_core::digest::{fnv1a, fnv1a_after};

const CHECK: &str = ",\"check\":\"";

/// The sum of everything that determines a line, with which the sum of the line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineOrigin(u64);

impl LineOrigin {
    pub fn none() -> LineOrigin {
        LineOrigin(fnv1a(b""))
    }

    pub fn of(header: &impl Serialize) -> LineOrigin {
        LineOrigin(fnv1a(&serde_json::to_vec(header).expect("a header is JSON")))
    }
}

pub fn seal(object: &impl Serialize, origin: LineOrigin) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(object)?;
    line.pop();
    let sum = fnv1a_after(origin.0, &line);
    line.extend_from_slice(format!("{CHECK}{sum:016x}\"}}\n").as_bytes());
    Ok(line)
}

/// Checks a line, which may end with a line feed, and returns its object.
pub fn unseal<T: DeserializeOwned>(line: &[u8], origin: LineOrigin) -> Result<T, String> {
    let line = line.strip_suffix(b"\n").ok_or("it is cut short")?;
    let contents = line.len().checked_sub(CHECK.len() + 18).ok_or("it is cut short")?;
    let (contents, check) = line.split_at(contents);
    let sum = fnv1a_after(origin.0, contents);
    if check != format!("{CHECK}{sum:016x}\"}}").as_bytes() {
        return Err("its check sum is wrong, or it is of another run".to_owned());
    }
    serde_json::from_slice(&[contents, b"}"].concat()).map_err(|error| error.to_string())
}

pub fn check_of(line: &[u8]) -> &str {
    const END: usize = "\"}\n".len();
    let end = line.len().saturating_sub(END);
    let sum = line.get(end.saturating_sub(16)..end).unwrap_or_default();
    std::str::from_utf8(sum).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

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
}

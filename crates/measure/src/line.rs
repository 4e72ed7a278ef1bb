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

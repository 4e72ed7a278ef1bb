//! JSON as it is written to files: over several lines, with a line feed at the end.

use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};

pub fn write(mut writer: impl Write, document: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut writer, document)?;
    writer.write_all(b"\n")
}

/// A number as JSON has it: whole ones without a decimal point, and null where it is unknown.
pub fn number(number: Option<f64>) -> Value {
    /// Up to here every whole number is one of its own.
    const WHOLE: f64 = 9_007_199_254_740_992.0;
    match number.filter(|number| number.is_finite()) {
        Some(whole) if whole.fract() == 0.0 && whole.abs() <= WHOLE => json!(whole as i64),
        other => json!(other),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn unknown_numbers_are_null() {
        let row = serde_json::json!({"low": super::number(Some(f64::NAN)), "games": 3});
        let mut text = Vec::new();
        super::write(&mut text, &row).expect("memory is large enough");
        let expected = "{\n  \"low\": null,\n  \"games\": 3\n}\n";
        assert_eq!(String::from_utf8(text).expect("it is UTF-8"), expected);
    }
}

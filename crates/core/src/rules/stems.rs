//! Words without their endings, by which texts about rules are compared.
//!
//! In any order and without small words; numbers are the same in words and in digits, and a draw
//! two is a +2.

use std::collections::BTreeSet;

/// Words that say nothing about a rule.
const SMALL: [&str; 33] = [
    "a", "allow", "an", "and", "are", "as", "at", "be", "by", "can", "card", "do", "does", "for",
    "house", "how", "i", "if", "in", "is", "it", "my", "of", "on", "or", "our", "rule", "the",
    "to", "we", "what", "with", "you",
];

/// Words that stand for another one.
const SAME: [(&str, &str); 17] = [
    ("zero", "0"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("ten", "10"),
    ("till", "until"),
    ("not", "no"),
    ("never", "no"),
    ("without", "no"),
    ("color", "colour"),
    ("team", "partner"),
    ("trade", "swap"),
];

/// The stems of the words of a text, the small ones left out.
pub(super) fn stems(text: &str) -> BTreeSet<String> {
    let text = text.to_lowercase().replace("n't", " not");
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '+'));
    let mut stems: Vec<String> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        let stem = stem(word);
        let is_number = stem.bytes().all(|byte| byte.is_ascii_digit());
        match stems.last_mut() {
            // A draw two is a +2.
            Some(last) if is_number && ["plu", "draw", "+"].contains(&last.as_str()) => {
                *last = format!("+{stem}");
            }
            _ if SMALL.contains(&word) || SMALL.contains(&stem.as_str()) => {}
            _ => stems.push(stem),
        }
    }
    stems.into_iter().collect()
}

/// A word without its ending, as far as that can be told from its letters.
pub(super) fn stem(word: &str) -> String {
    let cut = |ending: &str| word.strip_suffix(ending).filter(|rest| rest.chars().count() >= 3);
    let mut stem = cut("ing").or_else(|| cut("ed")).or_else(|| cut("s")).unwrap_or(word);
    stem = stem.strip_suffix('e').filter(|rest| rest.len() > 3).unwrap_or(stem);
    let mut last = stem.chars().rev();
    let doubled = last.next().zip(last.next()).is_some_and(|(letter, other)| letter == other);
    if doubled && stem.len() > 3 && !stem.ends_with(|letter: char| letter.is_ascii_digit()) {
        stem = &stem[..stem.len() - stem.chars().last().map_or(0, char::len_utf8)];
    }
    let same = SAME.iter().find(|(word, _)| *word == stem);
    same.map_or_else(|| stem.to_owned(), |(_, same)| (*same).to_owned())
}

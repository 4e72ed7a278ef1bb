//! What happened as a short story: what one seat does in a row is one sentence.

use unobench_core::game::Seat;
use unobench_findings::tell::speech::capital;
use unobench_record::play::PlayWords;

pub(super) const MOST_EVENTS: usize = 3;

/// A sentence about at most 3 events, for the person, and whether these are new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StorySentence {
    pub(super) text: String,
    pub(super) is_new: bool,
}

pub(super) fn story(
    log: &[String],
    seen: usize,
    words: &PlayWords,
    players: usize,
) -> Vec<StorySentence> {
    let names: Vec<String> = (0..players).map(|seat| words.who(Seat::new(seat)) + " ").collect();
    let mut told = Vec::new();
    let mut from = 0;
    while from < log.len() {
        let name = names.iter().find(|name| log[from].starts_with(*name));
        let is_new = from >= seen;
        let goes_on = |index: &usize| {
            let event = &log[*index];
            name.is_some_and(|name| event.starts_with(name))
                // The one before says so little that another may follow.
                && !log[*index - 1].contains([':', ';', ','])
                && (*index >= seen) == is_new
        };
        let end = (from + 1..log.len().min(from + MOST_EVENTS))
            .take_while(goes_on)
            .last()
            .map_or(from + 1, |last| last + 1);
        let told_already = name.map_or(0, String::len);
        let parts: Vec<String> =
            log[from + 1..end].iter().map(|event| event[told_already..].to_owned()).collect();
        told.push(StorySentence { text: sentence(&log[from], &parts), is_new });
        from = end;
    }
    told
}

fn sentence(first: &str, rest: &[String]) -> String {
    let text = match rest {
        [] => first.to_owned(),
        [middle @ .., last] => {
            let middle: String = middle.iter().map(|part| format!(", {part}")).collect();
            format!("{first}{middle} and {last}")
        }
    };
    capital(&text) + if text.ends_with(['.', '!', '?']) { "" } else { "." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_seat_does_in_a_row_is_one_sentence() {
        let words = PlayWords::new(
            vec!["person".into(), "counter".into()],
            Seat::S0,
            unobench_core::rules::DeckRules::OFFICIAL,
        );
        let log = [
            "you deal; 2 counter is first",
            "the start card is green draw two",
            "2 counter draws 2 cards for the start card",
            "2 counter loses the turn",
            "you draw 1 card: red 5",
            "you play the card just drawn: red 5",
            "2 counter plays wild",
            "2 counter names red",
            "2 counter calls UNO",
            "2 counter plays red 5",
        ]
        .map(str::to_owned);
        let told = story(&log, 7, &words, 2);
        let texts: Vec<&str> = told.iter().map(|sentence| &*sentence.text).collect();
        assert_eq!(
            texts,
            [
                "You deal; 2 counter is first.",
                "The start card is green draw two.",
                "2 counter draws 2 cards for the start card and loses the turn.",
                "You draw 1 card: red 5.",
                "You play the card just drawn: red 5.",
                "2 counter plays wild.",
                "2 counter names red, calls UNO and plays red 5.",
            ]
        );
        let new: Vec<bool> = told.iter().map(|sentence| sentence.is_new).collect();
        assert_eq!(new, [false, false, false, false, false, false, true], "none is old and new");
    }
}

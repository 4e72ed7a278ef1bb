//! Cards as people write them, and as `ask` prints them: "red 5", "wild draw four".

use crate::play::PlayWords;
use unobench_core::cards::Kind;
use unobench_core::game::Seat;
use unobench_core::rules::DeckRules;

/// Numbers that people write as words or as figures.
const NUMBERS: [(&str, &str); 3] = [("ONE", "1"), ("TWO", "2"), ("FOUR", "4")];

/// The names of a deck's cards in words, with their notation, those of most words first.
pub(crate) struct CardNames(Vec<(Vec<String>, String)>);

impl CardNames {
    pub(crate) fn of(deck: DeckRules) -> CardNames {
        let (words, notation) = (PlayWords::new(Vec::new(), Seat::new(0), deck), deck.notation());
        let mut names = Vec::new();
        for kind in notation.kinds() {
            let short = kind.text(notation).to_string();
            for name in names_of(kind, &words, &short) {
                let name = name.to_uppercase().split_whitespace().map(str::to_owned).collect();
                names.push((name, short.clone()));
            }
        }
        names.sort_by_key(|(name, _): &(Vec<String>, String)| std::cmp::Reverse(name.len()));
        CardNames(names)
    }

    /// The same words, which stand in capitals, with the notation in the place of each name.
    pub(crate) fn in_notation(&self, words: &[String]) -> Vec<String> {
        let (mut rest, mut cards) = (words, Vec::new());
        while let Some((first, after)) = rest.split_first() {
            match self.0.iter().find(|(name, _)| rest.starts_with(name)) {
                Some((name, short)) => {
                    cards.push(short.clone());
                    rest = &rest[name.len()..];
                }
                None => {
                    cards.push(first.clone());
                    rest = after;
                }
            }
        }
        cards
    }
}

/// What a card may be called: "red draw two", "red draw 2", "red +2".
fn names_of(kind: Kind, words: &PlayWords, short: &str) -> Vec<String> {
    let name = words.card(kind).to_uppercase();
    let figures = NUMBERS.iter().fold(name.clone(), |name, (word, figure)| {
        let replaced = name.split(' ').map(|part| if part == *word { *figure } else { part });
        replaced.collect::<Vec<_>>().join(" ")
    });
    let symbol = short.get(1..).filter(|symbol| !symbol.is_empty());
    let first = name.split(' ').next().unwrap_or_default().to_owned();
    let by_symbol = symbol.map(|symbol| format!("{first} {symbol}"));
    [name, figures].into_iter().chain(by_symbol).collect()
}

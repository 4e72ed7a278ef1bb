//! Finding the question that somebody asks about the rules, in their own words.
//!
//! Questions stand in `questions.toml`, each with the ways in which people ask it. What is asked is
//! compared with these ways by the words that they share, rare words counting for more. A word is
//! its stem, numbers are digits, and what is said for the same thing is one word: a draw two,
//! taking two, plus two are all `+2`. A card *on* another keeps its place: `+4 on +2` is not `+2 on
//! +4`.

use super::{RuleSet, search::stem};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// How like a way of asking is that certainly means the same.
const SURE: f64 = 0.6;
/// How like one is that has the same words.
const SAME_WORDS: f64 = 0.999;
/// How much more like the next best question is at most.
const CLEARLY: f64 = 1.25;
/// What is less like than this is no question about the rules.
const LEAST: f64 = 0.35;
/// So many questions are offered where none is certain.
const OFFERED: usize = 3;

/// Something that people ask about the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its name, which also asks it.
    pub id: String,
    /// The ways in which people ask it.
    pub phrases: Vec<String>,
    /// What the printed rules say.
    pub answer: String,
    /// Where they say it.
    pub source: String,
    /// What makes the house rule on top of the official game, as `KEY=VALUE`.
    pub keys: Vec<String>,
    /// The shipped rule set that is that,
    pub set: Option<String>,
    /// and what it changes besides.
    pub also: Option<String>,
    /// Why no rule file can say it.
    pub cannot: Option<String>,
}

/// What somebody may have asked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Asked {
    /// This.
    This(&'static Question),
    /// One of these, the likeliest first.
    Perhaps(Vec<&'static Question>),
    /// A rule set by its name, or what people call it.
    Set(&'static str),
    /// Nothing about the rules.
    Nothing,
}

/// Words that say nothing about a rule.
const SMALL: &str = "\
    a all allow also an and are as at be but by can card could did do does even ever for from \
    game get give got had has have he house how i if im in into is it its just legal may me \
    mean my of ok okay or our permitted please put really rule she should so some somebody \
    someone still that the their them then there these they thing this those to up us want was \
    way we were what when where which while whose why will with would you your";

/// What is one word before small ones are left out.
const SAID: [(&str, &str); 12] = [
    ("on top of", "on"),
    ("onto", "on"),
    ("against", "on"),
    ("have to", "must"),
    ("has to", "must"),
    ("had to", "must"),
    ("need to", "must"),
    ("sixes", "6s"),
    ("sevens", "7s"),
    ("force play", "forceplay"),
    ("throw in", "jump in"),
    ("throwing in", "jump in"),
];

/// What is said for the same thing, after numbers are digits: the word, and the ways to say it.
const SAME: &[(&str, &str)] = &[
    ("+2", "draw 2|take 2|pick up 2|pick 2|plus 2|+ 2|2 plus"),
    ("+4", "wild draw 4|wild +4|wild 4|w +4|draw 4|take 4|pick up 4|pick 4|plus 4|+ 4"),
    ("+6", "draw 6|plus 6|+ 6"),
    ("+10", "draw 10|plus 10|+ 10"),
    ("must", "forced|force|oblige|require|mandatory|compulsory|supposed|obligatory"),
    ("same number", "2s|3s|4s|5s|6s|8s|9s"),
    ("deck", "draw pile|stock|kitty|pack|discard pile|pile"),
    ("play", "put down|lay down|lay|throw|place|drop|use"),
    ("draw", "pick up|take up|take|pick|collect"),
    ("end", "go out|finish|win with|last card|final card|win on|win"),
    ("turn", "go"),
    ("skip", "miss a turn|stop card"),
    ("reverse", "change direction|turn back|bounce|mirror|send back"),
    ("wild", "colour change|change colour|joker|black"),
    ("challenge", "call the bluff|call bluff|accuse|prove"),
    ("bluff", "lie|illegal +4|cheat"),
    ("2 player", "1 on 1|1v1"),
    ("empty", "run out|no card left|no more card|out of card|exhaust"),
    ("player", "people|person|everybody|opponent"),
    ("team", "2v2"),
    ("begin", "start|first turn|go first|turn up|turned over|opening"),
    ("match", "fit|suitable"),
    ("point", "score|worth"),
    ("until", "till|keep draw|keep on draw"),
    ("no", "not|never|without|none"),
    ("swap", "trade|switch|exchange"),
    ("jump", "snap|cut|interrupt|out of turn"),
    ("talk", "speak|silent|silence|quiet"),
    ("penalty", "punishment|fine"),
];

/// Words beside which `uno` is the call; elsewhere it is the game.
const CALLS: [&str; 7] = ["say", "cal", "shout", "forget", "yel", "catch", "said"];

/// Whoever speaks of these does not ask about UNO.
const OTHER_GAMES: &str = "\
    chess chessboard checkers draughts poker blackjack monopoly rummy bridge canasta solitaire \
    scrabble backgammon dominoes catan fish hearts spades football soccer tennis weather rook \
    bishop pawn checkmate";

/// Cards that may lie on one another.
const CARDS: [&str; 6] = ["+2", "+4", "+6", "skip", "revers", "wild"];

/// Words that turn two cards round: whoever answers a +2 with a +4 lays a +4 on a +2.
const ANSWERS: [&str; 6] = ["answer", "respond", "counter", "block", "dodge", "cancel"];

impl Question {
    /// All, in the order of the file.
    pub fn all() -> &'static [Question] {
        static ALL: OnceLock<Vec<Question>> = OnceLock::new();
        ALL.get_or_init(|| {
            let file: BTreeMap<String, Vec<BTreeMap<String, toml::Value>>> =
                toml::from_str(include_str!("questions.toml"))
                    .expect("questions, which a test reads");
            file["question"].iter().map(Question::of).collect()
        })
    }

    fn of(entry: &BTreeMap<String, toml::Value>) -> Question {
        let text = |key: &str| Some(entry.get(key)?.as_str()?.to_owned());
        let list = |key: &str| -> Vec<String> {
            let all = entry.get(key).and_then(toml::Value::as_array).into_iter().flatten();
            all.filter_map(|one| one.as_str().map(str::to_owned)).collect()
        };
        Question {
            id: text("id").unwrap_or_default(),
            phrases: list("phrases"),
            answer: text("answer").unwrap_or_default(),
            source: text("source").unwrap_or_default(),
            keys: list("keys"),
            set: text("set"),
            also: text("also"),
            cannot: text("cannot"),
        }
    }

    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::Question;
    ///
    /// assert!(Question::by_id("stacking").is_some_and(|of| of.answer.starts_with("No:")));
    /// ```
    pub fn by_id(id: &str) -> Option<&'static Question> {
        Question::all().iter().find(|question| question.id == id)
    }
}

/// The characters of the longest question; of more nothing is understood.
pub const MOST_ASKED: usize = 500;

/// What is asked in some words.
///
/// # Examples
///
/// ```
/// use unobench_core::rules::{Asked, Question, asked};
///
/// let Asked::This(question) = asked("is it legal to put a +4 on a +2?") else { panic!() };
/// assert_eq!(question.id, "plus4-on-plus2");
/// assert_eq!(asked("how does a rook move"), Asked::Nothing);
/// ```
pub fn asked(words: &str) -> Asked {
    if words.chars().nth(MOST_ASKED).is_some() {
        return Asked::Nothing;
    }
    let text = words.trim().to_lowercase();
    if let Some(question) = Question::by_id(&text.replace(' ', "-")) {
        return Asked::This(question);
    }
    let of_set = |name: &'static str| {
        let is_it = |question: &&Question| question.set.as_deref() == Some(name);
        Question::all().iter().find(is_it).map_or(Asked::Set(name), Asked::This)
    };
    if let Some(name) = RuleSet::shipped_names().find(|name| *name == text) {
        return of_set(name);
    }
    let book = Book::get();
    let ranked = book.ranked(&book.corrected(terms(words)));
    if ranked.iter().take_while(|(likeness, _)| *likeness > SAME_WORDS).count() == 1 {
        return Asked::This(ranked[0].1);
    }
    if let Some(name) = super::search::named(words) {
        return of_set(name);
    }
    let [(first, question), (second, _), ..] = ranked[..] else { return Asked::Nothing };
    if first >= SURE && first >= CLEARLY * second {
        return Asked::This(question);
    }
    let near = ranked.into_iter().filter(|(likeness, _)| *likeness >= LEAST);
    match near.take(OFFERED).map(|(_, of)| of).collect::<Vec<_>>() {
        near if near.is_empty() => Asked::Nothing,
        near => Asked::Perhaps(near),
    }
}

/// The ways of asking all questions, as they are compared.
struct Book {
    phrases: Vec<Vec<BTreeSet<String>>>,
    /// How much a term says: the rarer it is among the questions, the more.
    weights: BTreeMap<String, f64>,
    /// That of a term of no question.
    most: f64,
}

impl Book {
    fn get() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            let of =
                |question: &Question| question.phrases.iter().map(|said| terms(said)).collect();
            let phrases: Vec<Vec<BTreeSet<String>>> = Question::all().iter().map(of).collect();
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for of_question in &phrases {
                let all: BTreeSet<&String> = of_question.iter().flatten().collect();
                all.into_iter().for_each(|term| *counts.entry(term.clone()).or_default() += 1);
            }
            let most = (phrases.len() as f64 + 1.0).ln();
            let weight = |count: usize| most - (count as f64).ln();
            let weights = counts.into_iter().map(|(term, count)| (term, weight(count))).collect();
            Book { phrases, weights, most }
        })
    }

    /// All questions by how like they are to what is asked, the likeliest first.
    fn ranked(&self, asked: &BTreeSet<String>) -> Vec<(f64, &'static Question)> {
        let all = Question::all().iter().zip(&self.phrases);
        let mut ranked: Vec<_> = all.map(|(of, said)| (self.likeness(asked, said), of)).collect();
        ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        ranked
    }

    fn weight(&self, term: &str) -> f64 {
        let known = self.weights.get(term).copied();
        match term.contains(" on ") {
            true => 2.0 * known.unwrap_or(self.most),
            // What nobody asks about is of something else.
            false => known.unwrap_or(1.5 * self.most),
        }
    }

    /// With words of five letters and more that are written nearly as known ones as these.
    fn corrected(&self, terms: BTreeSet<String>) -> BTreeSet<String> {
        let correct = |term: String| {
            if term.len() < 5 || self.weights.contains_key(&term) {
                return term;
            }
            let whole = stem(&format!("{term}g"));
            if self.weights.contains_key(&whole) {
                return whole;
            }
            // Of five letters another one is another word: a poker is no power.
            let is_near = |known: &&String| {
                // A letter is at most four bytes, and only one may differ.
                if known.len().abs_diff(term.len()) > 4 {
                    return false;
                }
                let is_other = known.len() == term.len() && term.len() < 6;
                let swaps = strsim::osa_distance(known, &term) == 1;
                let letters = |word: &str| word.chars().collect::<BTreeSet<char>>();
                known.len() > 3 && swaps && (!is_other || letters(known) == letters(&term))
            };
            self.weights.keys().find(is_near).cloned().unwrap_or(term)
        };
        terms.into_iter().map(correct).collect()
    }

    /// How like one of the ways of asking, from 0 to 1: twice what both say, of what each says.
    ///
    /// # Source
    /// Dice, *Measures of the amount of ecologic association between species*, 1945, weighted as by
    /// Spärck Jones, *A statistical interpretation of term specificity*, 1972.
    fn likeness(&self, asked: &BTreeSet<String>, said: &[BTreeSet<String>]) -> f64 {
        let weight = |terms: &mut dyn Iterator<Item = &String>| -> f64 {
            terms.map(|term| self.weight(term)).sum()
        };
        let like = |phrase: &BTreeSet<String>| {
            let both = weight(&mut asked.intersection(phrase));
            2.0 * both / (weight(&mut asked.iter()) + weight(&mut phrase.iter())).max(1e-9)
        };
        said.iter().map(like).fold(0.0, f64::max)
    }
}

/// What a text says of the rules: stems of words, and pairs of cards one on another.
fn terms(text: &str) -> BTreeSet<String> {
    let words = together(words(text));
    static OTHERS: OnceLock<BTreeSet<String>> = OnceLock::new();
    let others = OTHERS.get_or_init(|| OTHER_GAMES.split_whitespace().map(stem).collect());
    if words.iter().all(|word| word != "uno") && words.iter().any(|word| others.contains(word)) {
        return BTreeSet::new();
    }
    let is_call = words.iter().any(|word| CALLS.contains(&&**word));
    let mut terms: BTreeSet<String> = BTreeSet::new();
    for (place, word) in words.iter().enumerate() {
        let cards = |from: usize, to: usize| {
            let some = words[from.min(to)..to.min(words.len())].iter();
            some.filter(|word| CARDS.contains(&&***word)).collect::<Vec<_>>()
        };
        let pair = match &**word {
            "on" => {
                let [above, under] =
                    [cards(place.saturating_sub(3), place), cards(place + 1, place + 3)];
                above.last().copied().zip(under.first().copied())
            }
            word if ANSWERS.contains(&word) => match cards(place + 1, words.len())[..] {
                [under, card, ..] => Some((card, under)),
                _ => None,
            },
            _ => None,
        };
        terms.extend(pair.map(|(card, under)| format!("{card} on {under}")));
        match &**word {
            "on" => {}
            "uno" if !is_call => {}
            _ => drop(terms.insert(word.clone())),
        }
    }
    terms
}

/// The stems of the words of a text, small ones left out; a number is in digits.
fn words(text: &str) -> Vec<String> {
    static SMALL_WORDS: OnceLock<BTreeSet<&str>> = OnceLock::new();
    let small = SMALL_WORDS.get_or_init(|| SMALL.split_whitespace().collect());
    let text = text.to_lowercase().replace("n't", " not").replace(['\'', '’'], "");
    let text = SAID.iter().fold(text, |text, (from, to)| text.replace(from, to));
    let is_plural = |word: &str| {
        word.strip_suffix('s').is_some_and(|number| number.bytes().all(|of| of.is_ascii_digit()))
    };
    let text = text.replace("+2s", "+2").replace("+4s", "+4");
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '+'));
    let is_small = |word: &str| small.contains(word) || word == "rules";
    let words = words.filter(|word| !word.is_empty() && !is_small(word));
    let words = words.map(|word| match word {
        "on" => word.to_owned(),
        word if is_plural(word) => word.to_owned(),
        word => stem(word),
    });
    words.collect()
}

/// With what is said for the same thing as one word.
fn together(mut words: Vec<String>) -> Vec<String> {
    static WAYS: OnceLock<Vec<(String, Vec<Vec<String>>)>> = OnceLock::new();
    let ways = WAYS.get_or_init(|| {
        let ways = |(word, all): &(&'static str, &str)| {
            (self::words(word).join(" "), all.split('|').map(self::words).collect())
        };
        SAME.iter().map(ways).collect()
    });
    for (word, all) in ways {
        for way in all.iter().filter(|way| !way.is_empty()) {
            let mut from = 0;
            while let Some(place) =
                words[from..].windows(way.len()).position(|some| some == way.as_slice())
            {
                let place = from + place;
                words.splice(place..place + way.len(), [word.clone()]);
                from = place + 1;
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_asking_finds_its_question() {
        let wrong: Vec<_> = Question::all()
            .iter()
            .flat_map(|question| question.phrases.iter().map(move |said| (question, said)))
            .filter(|(question, said)| !matches!(asked(said), Asked::This(of) if of == *question))
            .map(|(question, said)| (&question.id, said, told(&asked(said))))
            .collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
    }

    fn told(asked: &Asked) -> Vec<&'static str> {
        match asked {
            Asked::This(question) => vec![&question.id],
            Asked::Perhaps(all) => all.iter().map(|of| of.id.as_str()).chain(["?"]).collect(),
            Asked::Set(name) => vec![name, "set"],
            Asked::Nothing => Vec::new(),
        }
    }

    /// Written before there was a matcher, and found by it at last; a few are in the file, too.
    #[test]
    fn other_ways_of_asking_find_it_or_are_offered_it() {
        let wrong: Vec<_> = OTHERS
            .into_iter()
            .map(|(said, id)| (said, id, told(&asked(said))))
            .filter(|(_, id, told)| !(id.is_empty() && told.is_empty() || told.contains(id)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Letters are the sources of docs/RULES.md, with the number of a sheet.
    #[test]
    fn what_a_question_says_there_is() {
        let is_source = |text: &str| {
            let (letter, number) = text.split_at(1);
            "ABCDE".contains(letter) && number.bytes().all(|of| of.is_ascii_digit())
                || ["printed sheet", "docs/RULES.md"].contains(&text)
                || text == "pages about the deck"
        };
        for question in Question::all() {
            let Question { id, answer, source, keys, set, cannot, .. } = question;
            let words = answer.split_whitespace().count();
            assert!((1..=25).contains(&words), "{id}: {words} words");
            let first = source.strip_prefix("sheets differ: ").unwrap_or(source);
            let first = first.split([',', ';']).next().unwrap_or_default();
            let first = first.split(' ').next().filter(|of| of.len() < 3).unwrap_or(first);
            assert!(is_source(first), "{id}: {source}");
            let mut rules = RuleSet::official();
            rules.set_all(keys).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(rules == RuleSet::official(), keys.is_empty(), "{id}");
            let is_set = set.as_ref().is_none_or(|set| RuleSet::load(set).is_ok());
            assert!(is_set && (cannot.is_some() || !keys.is_empty() || set.is_some()), "{id}");
        }
    }

    const OTHERS: [(&str, &str); 45] = [
        ("can I put a plus four on top of a plus two", "plus4-on-plus2"),
        ("is it ok to stack two draw 2s", "plus2-on-plus2"),
        ("house rule: keep drawing cards till you get one you can use", "draw-until"),
        ("do i need to play a card if i have one", "draw-by-choice"),
        ("can your last card be a wild", "end-on-wild"),
        ("are you allowed to win with a skip", "end-on-action"),
        ("what happens when the deck runs out of cards", "deck-empty"),
        ("how many cards do we start with", "hand-size"),
        ("my brother forgot to say uno how many does he pick up", "call-penalty"),
        ("swap hands on a 7", "seven-zero"),
        ("can you throw in a card when it is not your turn", "jump-in"),
        ("does a reverse skip in a two player game", "two-reverse"),
        ("can i challenge a wild 4 if im not the next player", "challenge-who"),
        ("illegal draw four caught, who draws", "challenge-won"),
        ("first card is a draw 4 what do we do", "start-wild4"),
        ("starting card is a wild who picks the color", "start-wild"),
        ("how much are wild cards worth at the end", "card-points"),
        ("what score do you play up to", "target"),
        ("can I drop all my sixes together", "same-number"),
        ("two people in teams", "partners"),
        ("do you keep playing for second and third place", "play-on"),
        ("can you finish with a draw 2 and do they still have to draw", "end-on-draw"),
        ("talking is forbidden after a 2", "silence"),
        ("max number of players with one pack", "how-many-players"),
        ("i picked up a playable card must i play it", "must-play-drawn"),
        ("can i keep the card i drew even if it fits", "must-play-drawn"),
        ("reverse on a plus 2 to send it back", "reverse-a-plus2"),
        ("skip card to avoid a +2", "skip-a-plus2"),
        ("25 cards and you're dead", "no-mercy"),
        ("is there a timer for each turn", "time-limit"),
        ("what is the white card", "blank"),
        ("who deals next", "next-dealer"),
        ("can you name the color that's already there", "wild-same-colour"),
        ("play a +4 even though you have the right color", "wild4-when"),
        ("said uno but i had 3 cards left", "false-call"),
        ("no stacking", "stacking"),
        ("slapping the deck", "slap"),
        ("what if somebody puts down the wrong card", "wrong-card"),
        ("forced play", "draw-by-choice"),
        ("uno extreme", "attack"),
        ("extreme", "extreme"),
        ("uno all wild", "all-wild"),
        ("uno teams", "uno-teams"),
        ("can you castle in chess", ""),
        ("how do I play poker", ""),
    ];
}

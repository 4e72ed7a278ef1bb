//! Finding the question that somebody asks about the rules, in their own words.
//!
//! Questions stand in `questions.toml`, each with the ways in which people ask it. What is asked is
//! compared with these ways by the words that they share, rare words counting for more. A word is
//! its stem, numbers are digits, and what is said for the same thing is one word: a draw two,
//! taking two, plus two are all `+2`. A card *on* another keeps its place: `+4 on +2` is not `+2 on
//! +4`.

use super::RuleSet;
use super::other_names::named;
use super::stems::stem;
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
pub struct RuleQuestion {
    /// Its name, which also asks it.
    pub id: String,
    /// The ways in which people ask it.
    pub phrases: Vec<Phrase>,
    /// What the printed rules say, in a sentence that stands without a yes or no.
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
    /// Why its keys change no game that is counted here.
    pub idle: Option<String>,
    /// How many players have to sit there so that its keys change anything.
    pub players: Option<u8>,
}

/// A way in which people ask a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// As somebody asks.
    pub words: String,
    /// What the printed rules say to it.
    pub side: PrintedAnswer,
}

/// What the printed rules say to some words. A question is asked both ways, "must I" and "may I
/// not", so that this is of the words and not of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintedAnswer {
    /// They say yes.
    Yes,
    /// They say no.
    No,
    /// Neither is asked for, or it is not known which one it is.
    Open,
}

impl PrintedAnswer {
    /// The word, where there is one.
    pub fn word(self) -> Option<&'static str> {
        match self {
            PrintedAnswer::Yes => Some("yes"),
            PrintedAnswer::No => Some("no"),
            PrintedAnswer::Open => None,
        }
    }
}

impl Phrase {
    /// As it is written in the file.
    fn of(line: &str) -> Phrase {
        let (side, words) = match (line.strip_prefix("yes: "), line.strip_prefix("no: ")) {
            (Some(words), _) => (PrintedAnswer::Yes, words),
            (_, Some(words)) => (PrintedAnswer::No, words),
            _ => (PrintedAnswer::Open, line),
        };
        Phrase { words: words.to_owned(), side }
    }
}

/// What somebody may have asked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Understood {
    /// This.
    This(&'static RuleQuestion),
    /// One of these, the likeliest first.
    Perhaps(Vec<&'static RuleQuestion>),
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
const SAID: [(&str, &str); 14] = [
    ("on top of", "on"),
    ("onto", "on"),
    ("against", "on"),
    ("have to", "must"),
    ("has to", "must"),
    ("had to", "must"),
    ("need to", "must"),
    ("got to", "must"),
    ("gotta", "must"),
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

impl RuleQuestion {
    /// All, in the order of the file.
    pub fn all() -> &'static [RuleQuestion] {
        static ALL: OnceLock<Vec<RuleQuestion>> = OnceLock::new();
        ALL.get_or_init(|| {
            let file: BTreeMap<String, Vec<BTreeMap<String, toml::Value>>> =
                toml::from_str(include_str!("questions.toml"))
                    .expect("questions, which a test reads");
            file["question"].iter().map(RuleQuestion::of).collect()
        })
    }

    fn of(entry: &BTreeMap<String, toml::Value>) -> RuleQuestion {
        let text = |key: &str| Some(entry.get(key)?.as_str()?.to_owned());
        let list = |key: &str| -> Vec<String> {
            let all = entry.get(key).and_then(toml::Value::as_array).into_iter().flatten();
            all.filter_map(|element| element.as_str().map(str::to_owned)).collect()
        };
        RuleQuestion {
            id: text("id").unwrap_or_default(),
            phrases: list("phrases").iter().map(|line| Phrase::of(line)).collect(),
            answer: text("answer").unwrap_or_default(),
            source: text("source").unwrap_or_default(),
            keys: list("keys"),
            set: text("set"),
            also: text("also"),
            cannot: text("cannot"),
            idle: text("idle"),
            players: entry
                .get("players")
                .and_then(toml::Value::as_integer)
                .map(|count| count as u8),
        }
    }

    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleQuestion;
    ///
    /// let stacking = RuleQuestion::by_id("stacking").unwrap();
    /// assert!(stacking.answer.starts_with("Draws do not"));
    /// ```
    pub fn by_id(id: &str) -> Option<&'static RuleQuestion> {
        RuleQuestion::all().iter().find(|question| question.id == id)
    }

    /// What the printed rules say to some words that ask this. It is known only where a way of
    /// asking says the same words in the same order, asks in the same manner, and denies as often:
    /// a `not`, an `only` or a `must` more turns an answer round.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::{PrintedAnswer, RuleQuestion};
    ///
    /// let question = RuleQuestion::by_id("draw-by-choice").unwrap();
    /// assert_eq!(question.side("may I pick up on purpose?"), PrintedAnswer::Yes);
    /// assert_eq!(question.side("do I have to play if I can?"), PrintedAnswer::No);
    /// assert_eq!(question.side("may I not pick up on purpose?"), PrintedAnswer::Open);
    /// ```
    pub fn side(&self, words: &str) -> PrintedAnswer {
        let book = PhraseBook::get();
        let asked = Manner::of(words, book);
        let is_same = |phrase: &&Phrase| Manner::of(&phrase.words, book) == asked;
        let mut sides = self.phrases.iter().filter(is_same).map(|phrase| phrase.side);
        let first = sides.next().unwrap_or(PrintedAnswer::Open);
        if sides.all(|side| side == first) { first } else { PrintedAnswer::Open }
    }

    /// The printed answer to some words, with the yes or no that is said to them.
    pub fn answered(&self, words: &str) -> String {
        let (first, rest) = self.answer.split_at(1);
        match self.side(words) {
            PrintedAnswer::Open => self.answer.clone(),
            PrintedAnswer::Yes => format!("Yes: {}{rest}", first.to_lowercase()),
            PrintedAnswer::No => format!("No: {}{rest}", first.to_lowercase()),
        }
    }
}

/// How something is asked: what an answer of yes or no hangs on.
#[derive(Debug, PartialEq, Eq)]
struct Manner {
    /// What the words say, in their order, but for a "must", which may stand anywhere.
    said: Vec<String>,
    musts: usize,
    /// Cards on one another.
    pairs: BTreeSet<String>,
    /// What it asks for besides a yes or no, in its order.
    asks: Vec<String>,
}

/// What all that forces is called.
const MUST: &str = "must";

/// Words that are small where questions are compared, but not where they are answered.
const ASKING: &str = "how what when where which whose why should or mean if rule rules against";

impl Manner {
    fn of(text: &str, book: &PhraseBook) -> Manner {
        let said = together(words(text));
        let is_call = is_of_call(&said);
        let is_said = |word: &String| word != "on" && (is_call || word != "uno");
        let said = said.into_iter().filter(is_said);
        let said = said.map(|word| book.corrected_word(word));
        let (musts, said): (Vec<String>, Vec<String>) = said.partition(|word| word == MUST);
        let pairs = terms(text).into_iter().filter(|term| term.contains(" on ")).collect();
        let asking = |word: &&str| ASKING.split(' ').any(|known| known == *word);
        let lower = text.to_lowercase();
        let asks = lower.split(|letter: char| !letter.is_alphanumeric()).filter(asking);
        Manner { said, musts: musts.len(), pairs, asks: asks.map(str::to_owned).collect() }
    }
}

/// The characters of the longest question; of more nothing is understood.
pub const MOST_ASKED: usize = 500;

/// What is asked in some words.
///
/// # Examples
///
/// ```
/// use unobench_core::rules::{Understood, asked};
///
/// let Understood::This(question) = asked("is it legal to put a +4 on a +2?") else { panic!() };
/// assert_eq!(question.id, "plus4-on-plus2");
/// assert_eq!(asked("how does a rook move"), Understood::Nothing);
/// ```
pub fn asked(words: &str) -> Understood {
    if words.chars().nth(MOST_ASKED).is_some() {
        return Understood::Nothing;
    }
    let text = words.trim().to_lowercase();
    if let Some(question) = RuleQuestion::by_id(&text.replace(' ', "-")) {
        return Understood::This(question);
    }
    let of_set = |name: &'static str| {
        let is_it = |question: &&RuleQuestion| question.set.as_deref() == Some(name);
        RuleQuestion::all().iter().find(is_it).map_or(Understood::Set(name), Understood::This)
    };
    if let Some(name) = RuleSet::shipped_names().find(|name| *name == text) {
        return of_set(name);
    }
    let book = PhraseBook::get();
    let ranked = book.ranked(&book.corrected(terms(words)));
    if ranked.iter().take_while(|(likeness, _)| *likeness > SAME_WORDS).count() == 1 {
        return Understood::This(ranked[0].1);
    }
    if let Some(name) = named(words) {
        return of_set(name);
    }
    let [(first, question), (second, _), ..] = ranked[..] else { return Understood::Nothing };
    if first >= SURE && first >= CLEARLY * second {
        return Understood::This(question);
    }
    let near = ranked.into_iter().filter(|(likeness, _)| *likeness >= LEAST);
    match near.take(OFFERED).map(|(_, candidate)| candidate).collect::<Vec<_>>() {
        near if near.is_empty() => Understood::Nothing,
        near => Understood::Perhaps(near),
    }
}

/// The ways of asking all questions, as they are compared.
struct PhraseBook {
    phrases: Vec<Vec<BTreeSet<String>>>,
    /// How much a term says: the rarer it is among the questions, the more.
    weights: BTreeMap<String, f64>,
    /// That of a term of no question.
    most: f64,
}

impl PhraseBook {
    fn get() -> &'static PhraseBook {
        static BOOK: OnceLock<PhraseBook> = OnceLock::new();
        BOOK.get_or_init(|| {
            let terms_of = |question: &RuleQuestion| {
                question.phrases.iter().map(|phrase| terms(&phrase.words)).collect()
            };
            let phrases: Vec<Vec<BTreeSet<String>>> =
                RuleQuestion::all().iter().map(terms_of).collect();
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for of_question in &phrases {
                let all: BTreeSet<&String> = of_question.iter().flatten().collect();
                all.into_iter().for_each(|term| *counts.entry(term.clone()).or_default() += 1);
            }
            let most = (phrases.len() as f64 + 1.0).ln();
            let weight = |count: usize| most - (count as f64).ln();
            let weights = counts.into_iter().map(|(term, count)| (term, weight(count))).collect();
            PhraseBook { phrases, weights, most }
        })
    }

    /// All questions by how like they are to what is asked, the likeliest first.
    fn ranked(&self, asked: &BTreeSet<String>) -> Vec<(f64, &'static RuleQuestion)> {
        let all = RuleQuestion::all().iter().zip(&self.phrases);
        let mut ranked: Vec<_> =
            all.map(|(question, said)| (self.likeness(asked, said), question)).collect();
        ranked.sort_by(|(likeness, _), (other, _)| other.total_cmp(likeness));
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
        terms.into_iter().map(|term| self.corrected_word(term)).collect()
    }

    fn corrected_word(&self, term: String) -> String {
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
    let is_call = is_of_call(&words);
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

/// Whether `uno` is a word that is called there, not the game.
fn is_of_call(words: &[String]) -> bool {
    words.iter().any(|word| CALLS.contains(&&**word))
}

/// The stems of the words of a text, small ones left out; a number is in digits.
fn words(text: &str) -> Vec<String> {
    static SMALL_WORDS: OnceLock<BTreeSet<&str>> = OnceLock::new();
    let small = SMALL_WORDS.get_or_init(|| SMALL.split_whitespace().collect());
    let text = text.to_lowercase().replace("n't", " not").replace(['\'', '’'], "");
    let text = SAID.iter().fold(text, |text, (from, to)| text.replace(from, to));
    let is_plural = |word: &str| {
        word.strip_suffix('s')
            .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
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
        let wrong: Vec<_> = RuleQuestion::all()
            .iter()
            .flat_map(|question| question.phrases.iter().map(move |said| (question, &said.words)))
            .filter(
                |(question, said)| !matches!(asked(said), Understood::This(of) if of == *question),
            )
            .map(|(question, said)| (&question.id, said, told(&asked(said))))
            .collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
    }

    fn told(asked: &Understood) -> Vec<&'static str> {
        match asked {
            Understood::This(question) => vec![&question.id],
            Understood::Perhaps(all) => {
                all.iter().map(|question| question.id.as_str()).chain(["?"]).collect()
            }
            Understood::Set(name) => vec![name, "set"],
            Understood::Nothing => Vec::new(),
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
            "ABCDE".contains(letter) && number.bytes().all(|byte| byte.is_ascii_digit())
                || ["printed sheet", "docs/RULES.md"].contains(&text)
                || text == "pages about the deck"
        };
        for question in RuleQuestion::all() {
            let RuleQuestion { id, answer, source, keys, set, cannot, idle, .. } = question;
            let words = answer.split_whitespace().count();
            assert!((1..=25).contains(&words), "{id}: {words} words");
            let first = source.strip_prefix("sheets differ: ").unwrap_or(source);
            let first = first.split([',', ';']).next().unwrap_or_default();
            let first = first.split(' ').next().filter(|word| word.len() < 3).unwrap_or(first);
            assert!(is_source(first), "{id}: {source}");
            assert!(cannot.is_none() || idle.is_none(), "{id}");
            let is_yes_or_no =
                ["Yes", "No:", "No,", "No."].iter().any(|start| answer.starts_with(start));
            assert!(!is_yes_or_no, "{id}: its phrases say yes or no: {answer}");
            // B and C are nearly the text of A2.
            let names = |letter: char| {
                let mut words = source.split(|character: char| !character.is_ascii_alphanumeric());
                words.any(|word| word.starts_with(letter) && word.len() < 3)
            };
            assert!(!(names('B') && names('C')) || names('A'), "{id}: {source}");
            let mut rules = RuleSet::official();
            rules.set_all(keys).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(rules == RuleSet::official(), keys.is_empty(), "{id}");
            let is_set = set.as_ref().is_none_or(|set| RuleSet::load(set).is_ok());
            assert!(is_set && (cannot.is_some() || !keys.is_empty() || set.is_some()), "{id}");
        }
    }

    /// What it is called first is what it asks for.
    fn asks_yes_or_no(words: &str) -> bool {
        let opens = ["can", "may", "must", "is", "are", "am", "do", "does"];
        opens.contains(&words.split(' ').next().unwrap_or_default()) && !words.contains(" who ")
    }

    /// Phrases to which the printed rules say neither.
    const NEITHER: [&str; 12] = [
        "do you draw one or three when you cannot go",
        "is there a pass in uno",
        "does the bluffer take back the draw four",
        "is challenging +4 optional",
        "do you have to announce your last card",
        "do we need a second pack",
        "is talking about cards allowed",
        "can you tell others what cards you have",
        "can we use a timer for each turn",
        "can a player leave early",
        "are you out with 25 cards",
        "do the dare or draw two",
    ];

    #[test]
    fn who_asks_for_yes_or_no_gets_it_where_it_is_known() {
        let phrases = RuleQuestion::all().iter().flat_map(|question| &question.phrases);
        let open = phrases
            .filter(|phrase| phrase.side == PrintedAnswer::Open && asks_yes_or_no(&phrase.words));
        let open: Vec<&str> = open.map(|phrase| &*phrase.words).collect();
        assert_eq!(open, NEITHER);
    }

    #[test]
    fn every_way_of_asking_is_told_its_own_yes_or_no() {
        for question in RuleQuestion::all() {
            for Phrase { words, side } in &question.phrases {
                let manner = Manner::of(words, PhraseBook::get());
                assert_eq!(question.side(words), *side, "{}: {words}: {manner:?}", question.id);
                let said = question.answered(words);
                let first = said.split(": ").next().filter(|word| ["Yes", "No"].contains(word));
                assert_eq!(first.map(str::to_lowercase).as_deref(), side.word(), "{words}: {said}");
            }
        }
    }

    /// Words that are turned round are not answered by the phrase that they were.
    #[test]
    fn words_turned_round_are_not_those_of_their_phrase() {
        let turned = |words: &str| {
            let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
            let is_must = words.contains("must") || words.contains("have to");
            let modals: &[&str] = if is_must { &["can", "may"] } else { &["must", "should"] };
            let modals = modals.iter().filter(|_| asks_yes_or_no(words));
            let modals = modals.map(|modal| format!("{modal} {}", rest.replace("have to ", "")));
            let before = ["why", "when", "should", "isn't it so that", "is it forbidden to"];
            let before = before.iter().map(|word| format!("{word} {words}"));
            let within = ["never", "only", "not", "only not", "hardly"];
            let within = within.iter().map(|word| format!("{first} {word} {rest}"));
            modals.chain(before).chain(within).collect::<Vec<String>>()
        };
        let book = PhraseBook::get();
        let is_forced = |words: &str| {
            ["forced", "need to", "mandatory"].iter().any(|term| words.contains(term))
        };
        for Phrase { words, .. } in
            RuleQuestion::all().iter().flat_map(|question| &question.phrases)
        {
            let manner = Manner::of(words, book);
            for text in
                turned(words).iter().filter(|text| !is_forced(words) || !text.starts_with("must"))
            {
                assert_ne!(Manner::of(text, book), manner, "{text}");
            }
        }
    }

    #[test]
    fn others_words_are_told_what_they_ask() {
        let side = |id: &str, words: &str| RuleQuestion::by_id(id).expect("a question").side(words);
        for (id, words, told) in [
            ("plus4-on-plus2", "is it legal to put a +4 on a +2?", PrintedAnswer::No),
            ("plus4-on-plus2", "is it illegal to put a +4 on a +2?", PrintedAnswer::Open),
            ("stacking", "what is stacking", PrintedAnswer::Open),
            ("stacking", "why can't you stack", PrintedAnswer::Open),
            ("stacking", "is stacking forbidden", PrintedAnswer::Open),
            ("stacking", "can you stack", PrintedAnswer::No),
            ("wild4-bluff", "is it against the rules to bluff with a +4", PrintedAnswer::Open),
            ("draw-by-choice", "have I got to draw even though I could play", PrintedAnswer::Open),
            ("draw-by-choice", "Must I play if I can?", PrintedAnswer::No),
            ("draw-by-choice", "can I not draw even though I could play", PrintedAnswer::Open),
            ("start-action", "does the first card have to be a number?", PrintedAnswer::No),
            ("start-action", "can the first card be a number", PrintedAnswer::Open),
            ("wild4-holding-wild", "must I play my +4 instead of the wild", PrintedAnswer::Open),
            (
                "play-after-penalty",
                "do you lose your turn when you pick up four?",
                PrintedAnswer::Yes,
            ),
        ] {
            assert_eq!(side(id, words), told, "{words}");
        }
    }

    const OTHERS: [(&str, &str); 46] = [
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
        ("somebody leaves the game, what now", "player-leaves"),
    ];
}

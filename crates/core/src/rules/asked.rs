//! Finding the question that somebody asks about the rules, in their own words.
//!
//! What is asked is compared with the ways in which people ask each question, by the words that
//! they share, rare words counting for more. A question is taken only if it explains every word
//! that says something: whoever asks about a swap, too, does not get an answer that knows of none.
//! What is near is offered.

use super::RuleSet;
use super::other_names::named;
use super::question::RuleQuestion;
use super::wording::{Wording, is_relation};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// How like a way of asking is that certainly means the same.
const SURE: f64 = 0.7;
/// How like one is that has the same words.
const SAME_WORDS: f64 = 0.999;
/// How much more like than the next best question it has to be.
const CLEARLY: f64 = 1.4;
/// What is less near than this is no question about the rules.
const LEAST: f64 = 0.3;
/// So many questions are offered where none is certain.
const OFFERED: usize = 3;
/// How much a word counts that another way of asking the same question has.
const ELSEWHERE: f64 = 0.4;
/// How much a word counts against a question that does not have it.
const LEFT_OVER: f64 = 0.2;
/// What is shared and weighs so much is half of what it could tell.
const HALF: f64 = 1.5;

/// Words that no question has to explain: it is the answer that turns on a "must", and whoever
/// lays a card plays it.
const SAID_ANYWHERE: [&str; 3] = ["must", "play", "on"];

/// The characters of the longest question; of more nothing is understood.
pub const MOST_ASKED: usize = 500;

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
    if let Some(name) = RuleSet::shipped_names().find(|name| *name == text) {
        return of_set(name);
    }
    let wording = Wording::typed(words);
    let book = PhraseBook::get();
    let all = book.compared(&wording.terms);
    let same = all.iter().filter(|it| it.likeness > SAME_WORDS && it.explains);
    if let [only] = same.collect::<Vec<_>>()[..] {
        return Understood::This(only.question);
    }
    if let Some(name) = named(words) {
        return of_set(name);
    }
    // One word is only the whole of a question or none: empty cards are no empty deck.
    match taken(&all).filter(|_| wording.terms.len() > 1) {
        Some(question) => Understood::This(question),
        None if book.is_of_something_else(&wording) => Understood::Nothing,
        None => offered(all),
    }
}

/// The question of a rule set, or else the rule set.
fn of_set(name: &'static str) -> Understood {
    let of_it = RuleQuestion::all().iter().find(|question| question.set.as_deref() == Some(name));
    of_it.map_or(Understood::Set(name), Understood::This)
}

/// The question that is surely meant: it explains all that is said, and is clearly the likest, also
/// when what people tell is compared.
fn taken(all: &[Likely]) -> Option<&'static RuleQuestion> {
    let by_likeness = |left: &&Likely, right: &&Likely| left.likeness.total_cmp(&right.likeness);
    let first = all.iter().max_by(by_likeness)?;
    let others = all.iter().filter(|other| other.question.id != first.question.id);
    let second = others.max_by(by_likeness).map_or(0.0, |second| second.likeness);
    let is_sure = first.likeness >= SURE && first.likeness >= CLEARLY * second;
    let is_nearest = all.iter().all(|other| other.nearness <= first.nearness);
    (is_sure && first.explains && is_nearest).then_some(first.question)
}

/// Those that may be meant, the nearest first.
fn offered(mut all: Vec<Likely>) -> Understood {
    all.retain(|compared| compared.nearness >= LEAST);
    all.sort_by(|left, right| right.nearness.total_cmp(&left.nearness));
    match all.into_iter().take(OFFERED).map(|compared| compared.question).collect::<Vec<_>>() {
        near if near.is_empty() => Understood::Nothing,
        near => Understood::Perhaps(near),
    }
}

/// A question, compared with what is asked.
struct Likely {
    question: &'static RuleQuestion,
    /// How like one of its ways of asking is, from 0 to 1.
    likeness: f64,
    /// The same for stories, most of whose words belong to no question.
    nearness: f64,
    /// Whether every word that says something is one of its own.
    explains: bool,
}

/// How much terms say: the rarer one is among the questions, the more.
struct TermWeights {
    of: BTreeMap<String, f64>,
    /// That of a term of no question.
    most: f64,
}

impl TermWeights {
    fn among(vocabularies: &[BTreeSet<String>]) -> TermWeights {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for term in vocabularies.iter().flatten() {
            *counts.entry(term.clone()).or_default() += 1;
        }
        let most = (vocabularies.len() as f64 + 1.0).ln();
        let weighed = counts.into_iter().map(|(term, count)| (term, most - (count as f64).ln()));
        TermWeights { of: weighed.collect(), most }
    }

    fn weight(&self, term: &str) -> f64 {
        let known = self.of.get(term).copied();
        match is_relation(term) {
            true => 2.0 * known.unwrap_or(self.most),
            // What nobody asks about is of something else.
            false => known.unwrap_or(1.5 * self.most),
        }
    }

    fn weigh<'a>(&self, terms: impl Iterator<Item = &'a String>) -> f64 {
        terms.map(|term| self.weight(term)).sum()
    }
}

/// The texts of each question, as they are compared.
struct QuestionTexts {
    texts: Vec<Vec<BTreeSet<String>>>,
    /// All words of the texts of each question.
    vocabularies: Vec<BTreeSet<String>>,
    weights: TermWeights,
}

impl QuestionTexts {
    fn of(texts_of: impl Fn(&'static RuleQuestion) -> Vec<&'static str>) -> QuestionTexts {
        let terms = |question| {
            texts_of(question).into_iter().map(|text| Wording::typed(text).terms).collect()
        };
        let texts: Vec<Vec<BTreeSet<String>>> = RuleQuestion::all().iter().map(terms).collect();
        let vocabularies: Vec<BTreeSet<String>> =
            texts.iter().map(|said| said.iter().flatten().cloned().collect()).collect();
        let weights = TermWeights::among(&vocabularies);
        QuestionTexts { texts, vocabularies, weights }
    }
}

/// The ways of asking all questions, as they are compared.
struct PhraseBook {
    /// The phrases, by which a question is taken.
    phrases: QuestionTexts,
    /// The phrases and what people tell besides, by which it is offered.
    stories: QuestionTexts,
}

impl PhraseBook {
    fn get() -> &'static PhraseBook {
        static BOOK: OnceLock<PhraseBook> = OnceLock::new();
        BOOK.get_or_init(|| {
            let phrases = |question: &'static RuleQuestion| {
                question.phrases.iter().map(|phrase| &*phrase.words)
            };
            PhraseBook {
                phrases: QuestionTexts::of(|question| phrases(question).collect()),
                stories: QuestionTexts::of(|question| {
                    phrases(question).chain(question.told.iter().map(|told| &**told)).collect()
                }),
            }
        })
    }

    /// All questions, compared with what is asked.
    fn compared(&self, asked: &BTreeSet<String>) -> Vec<Likely> {
        let all = RuleQuestion::all().iter().enumerate();
        all.map(|(place, question)| self.likely(asked, place, question)).collect()
    }

    /// The question at a place, compared with what is asked.
    fn likely(
        &self,
        asked: &BTreeSet<String>,
        place: usize,
        question: &'static RuleQuestion,
    ) -> Likely {
        let vocabulary = &self.phrases.vocabularies[place];
        let is_explained =
            |term: &String| SAID_ANYWHERE.contains(&term.as_str()) || vocabulary.contains(term);
        let is_said_anywhere =
            asked.len() < 2 && asked.iter().all(|term| SAID_ANYWHERE.contains(&term.as_str()));
        let phrases = self.phrases.texts[place].iter();
        Likely {
            question,
            likeness: phrases.map(|said| self.likeness(asked, said)).fold(0.0, f64::max),
            nearness: self.nearness(asked, place),
            explains: asked.iter().all(is_explained) && !is_said_anywhere,
        }
    }

    /// Twice what both say, of what each says.
    ///
    /// # Source
    /// Dice, *Measures of the amount of ecologic association between species*, 1945, weighted as by
    /// Spärck Jones, *A statistical interpretation of term specificity*, 1972.
    fn likeness(&self, asked: &BTreeSet<String>, said: &BTreeSet<String>) -> f64 {
        let weights = &self.phrases.weights;
        let both = weights.weigh(asked.intersection(said));
        2.0 * both / (weights.weigh(asked.iter()) + weights.weigh(said.iter())).max(1e-9)
    }

    /// How much of a way of asking a question, or of a story, is said, and a little of what else
    /// the question knows; words of another story count little against it.
    ///
    /// # Source
    /// Tversky, *Features of similarity*, 1977.
    fn nearness(&self, asked: &BTreeSet<String>, place: usize) -> f64 {
        let QuestionTexts { texts, vocabularies, weights } = &self.stories;
        let known = weights.weigh(asked.intersection(&vocabularies[place]));
        let all = weights.weigh(asked.iter());
        let near = |said: &BTreeSet<String>| {
            let both = weights.weigh(asked.intersection(said));
            let found = both + ELSEWHERE * (known - both);
            let missing = (1.0 - LEFT_OVER) * weights.weigh(said.difference(asked));
            let share = found / (found + missing + LEFT_OVER * (all - both)).max(1e-9);
            share * found / (found + HALF)
        };
        texts[place].iter().map(near).fold(0.0, f64::max)
    }

    /// Whether what is asked has no word that is of the game and of little else, and many that are
    /// of no question.
    fn is_of_something_else(&self, wording: &Wording) -> bool {
        let unknown =
            wording.terms.iter().filter(|term| !self.stories.weights.of.contains_key(*term));
        let (unknown, all) = (unknown.count(), wording.terms.len());
        match wording.of_the_game {
            0 => 3 * unknown >= all,
            1 => 2 * unknown > all,
            _ => false,
        }
    }
}

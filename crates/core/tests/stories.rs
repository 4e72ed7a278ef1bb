//! What people might ask in stories of their own is answered as what they mean, or that is offered;
//! never as something else.

use unobench_core::rules::{RuleQuestion, Understood, asked};

/// A line of the list: what is meant, and the words.
struct Story {
    /// The names of the questions, one of which is meant.
    meant: Vec<&'static str>,
    /// Whether it has a condition that none of our answers knows.
    is_conditional: bool,
    words: &'static str,
}

/// What is said to some words.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    Answer(String),
    Offer(Vec<String>),
}

/// A list of stories, and how many of those about the rules are found: as many as were when the
/// matcher or what people tell was last worked on. The lists from the third on were tried once
/// before it was: then 123 of 144, 43 of 66, 79 of 94, 66 of 91, 81 of 107 and 51 of 60 were found.
struct List {
    name: &'static str,
    text: &'static str,
    found: usize,
}

const LISTS: [List; 7] = [
    List { name: "first and second", text: include_str!("data/stories.txt"), found: 119 },
    List { name: "third", text: include_str!("data/stories3.txt"), found: 142 },
    List { name: "fourth", text: include_str!("data/stories4.txt"), found: 65 },
    List { name: "fifth", text: include_str!("data/stories5.txt"), found: 93 },
    List { name: "sixth", text: include_str!("data/stories6.txt"), found: 88 },
    List { name: "seventh", text: include_str!("data/stories7.txt"), found: 104 },
    List { name: "eighth", text: include_str!("data/stories8.txt"), found: 51 },
];

impl List {
    fn stories(&self) -> Vec<Story> {
        let lines = self.text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let story = |line: &'static str| {
            let (meant, words) = line.split_once(": ").expect("what is meant, and the words");
            let meant = meant.trim_start_matches("named ");
            let ids = meant.trim_start_matches('?').split('|').filter(|id| *id != "none");
            Story { meant: ids.collect(), is_conditional: meant.starts_with('?'), words }
        };
        lines.map(story).collect()
    }
}

fn stories() -> Vec<Story> {
    LISTS.iter().flat_map(List::stories).collect()
}

fn told(words: &str) -> Told {
    match asked(words) {
        Understood::This(question) => Told::Answer(question.id.clone()),
        Understood::Set(name) => Told::Answer(name.to_owned()),
        Understood::Perhaps(all) => {
            Told::Offer(all.iter().map(|question| question.id.clone()).collect())
        }
        Understood::Nothing => Told::Offer(Vec::new()),
    }
}

#[test]
fn stories_name_questions_that_there_are() {
    for id in stories().iter().flat_map(|story| &story.meant) {
        assert!(RuleQuestion::by_id(id).is_some(), "{id}");
    }
}

/// Of a story that is not answered something may be offered, of a foreign one as well.
#[test]
fn no_story_is_answered_as_another_question() {
    for Story { meant, is_conditional, words } in stories() {
        if let Told::Answer(id) = told(words) {
            assert!(!is_conditional && meant.contains(&&*id), "{words}: {id}, not {meant:?}");
        }
    }
}

#[test]
fn stories_about_the_rules_are_answered_or_offered_as_often_as_they_were() {
    let is_found = |story: &&Story| match told(story.words) {
        Told::Answer(id) => story.meant.contains(&&*id),
        Told::Offer(ids) => ids.iter().any(|id| story.meant.contains(&&**id)),
    };
    for list in &LISTS {
        let stories = list.stories();
        let of_rules = stories.iter().filter(|story| !story.meant.is_empty());
        let (found, missed): (Vec<&Story>, Vec<&Story>) = of_rules.partition(is_found);
        let missed: Vec<&str> = missed.iter().map(|story| story.words).collect();
        assert!(found.len() >= list.found, "{}: {} found, not {missed:#?}", list.name, found.len());
    }
}

/// What has nothing to do with the game, in words that the game has, too.
#[test]
fn what_somebody_else_says_does_not_change_what_is_asked() {
    for question in RuleQuestion::all() {
        let words = &question.phrases[0].words;
        for before in ["my cousin says that", "is it true that", "hi, quick question:"] {
            assert_eq!(asked(&format!("{before} {words}")), asked(words), "{before} {words}");
        }
    }
}

/// A condition that no answer knows is never answered as if it were not there.
#[test]
fn a_condition_that_is_left_over_makes_an_offer() {
    for question in RuleQuestion::all() {
        for after in ["if you are left-handed", "unless it rains outside", "only on my birthday"] {
            let words = format!("{} {after}", question.phrases[0].words);
            assert!(matches!(told(&words), Told::Offer(_)), "{words}: {:?}", told(&words));
        }
    }
}

/// Letters that are swapped or doubled in words of four letters and more.
#[test]
fn one_wrong_letter_is_read() {
    for (words, id) in [
        ("can you satck cards", "stacking"),
        ("can yuo put a +2 on a +2", "plus2-on-plus2"),
        ("do you hvae to say uno", "call"),
        ("what hapens when the deck rns out", "deck-empty"),
        ("can you finnish on a wild", "end-on-wild"),
        ("dont you draw untill you can play", "draw-until"),
        ("whats the penalty for not sayng uno", "call-penalty"),
    ] {
        let is_it = match told(words) {
            Told::Answer(answered) => answered == id,
            Told::Offer(ids) => ids.iter().any(|offered| offered == id),
        };
        assert!(is_it, "{words}: {:?}", told(words));
    }
}

/// Who does it to whom is part of what is asked.
#[test]
fn i_challenged_is_not_they_challenged_me() {
    for (words, id) in [
        ("I challenged and was wrong", "challenge-lost"),
        ("they challenged me and I lied", "challenge-won"),
        ("they challenged me and I was honest, how many do they draw", "challenge-lost"),
        ("I challenged and was right", "challenge-won"),
    ] {
        assert_eq!(told(words), Told::Answer(id.to_owned()), "{words}");
    }
    let other = told("they challenged me and I was right");
    assert!(matches!(other, Told::Offer(_)), "{other:?}");
}

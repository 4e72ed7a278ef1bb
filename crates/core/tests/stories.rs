//! What people might ask in stories of their own is answered as what they mean, or that is offered;
//! never as something else.

use unobench_core::rules::{Understood, asked};

/// A line of the list: what is meant, and the words.
struct Story {
    meant: &'static str,
    words: &'static str,
}

fn stories() -> Vec<Story> {
    let lines = include_str!("data/stories.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let story = |line: &'static str| {
        let (meant, words) = line.split_once(": ").expect("what is meant, and the words");
        Story { meant: meant.trim_start_matches("named "), words }
    };
    lines.map(story).collect()
}

/// What is said to some words: the question that is answered, with `!`, or those offered.
fn said(words: &str) -> Vec<String> {
    match asked(words) {
        Understood::This(question) => vec![format!("!{}", question.id)],
        Understood::Set(name) => vec![format!("!{name}")],
        Understood::Perhaps(all) => all.iter().map(|question| question.id.clone()).collect(),
        Understood::Nothing => Vec::new(),
    }
}

#[test]
fn outcomes() {
    for Story { meant, words } in stories() {
        println!("{meant}\t{}\t{words}", said(words).join(" "));
    }
}

#[test]
fn zz_phrases() {
    use unobench_core::rules::RuleQuestion;
    for question in RuleQuestion::all() {
        for phrase in &question.phrases {
            let told = said(&phrase.words);
            if told != [format!("!{}", question.id)] {
                println!("PHRASE {} | {} | {told:?}", question.id, phrase.words);
            }
        }
    }
}

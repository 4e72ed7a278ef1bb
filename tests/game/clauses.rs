//! Each clause of the catalogue is checked on both engines, and on the core with every type of
//! cards.
//!
//! `clauses/SECTION.txt` has the clauses with their scenes and facts; [`script`], [`scene`] and
//! [`facts`] say how they are written. What is neither is a test of [`in_rust`]. [`table`] makes
//! the tables of `docs/RULES.md` from the same files and checks that no key, and no value that is a
//! word, lacks a clause. `meet.txt` has what the catalogue leaves open where two rules meet.
//!
//! `UNOBENCH_CLAUSE=play_skip cargo test --release -p unobench-tests --test game clauses` checks
//! those whose name begins so. A new rule needs its clauses in its section's file, nothing else here.

mod facts;
mod fast;
mod in_rust;
mod naive;
mod position;
mod scene;
mod script;
mod table;
mod teller;
mod told;

use std::panic::{AssertUnwindSafe, catch_unwind};

use scene::Scene;
use script::{Clause, Line};

/// With this variable set, only the clauses whose name begins so are checked.
const CLAUSE: &str = "UNOBENCH_CLAUSE";

/// One test for each file of clauses, in the order of the catalogue.
macro_rules! sections {
    ($($section:ident)*) => {
        const SECTIONS: &[&str] = &[$(stringify!($section)),*];
        $(#[test]
        fn $section() {
            check_section(stringify!($section));
        })*
    };
}

sections! { deck setup play responses jump_in hands finish scoring uno silence people order sets }

const MEETINGS: &str = "meet";

#[test]
fn meet() {
    check_section(MEETINGS);
}

/// A name that begins none is a mistake.
#[test]
fn clauses_that_are_asked_for() {
    let wanted = std::env::var(CLAUSE).unwrap_or_default();
    let clauses = SECTIONS.iter().chain(&[MEETINGS]).flat_map(|section| script::clauses(section));
    let is_found = clauses.into_iter().any(|clause| clause.name.starts_with(&wanted));
    assert!(is_found, "{CLAUSE}={wanted}: no clause is called so");
}

fn check_section(section: &str) {
    let wanted = std::env::var(CLAUSE).unwrap_or_default();
    let clauses = script::clauses(section);
    let clauses = clauses.iter().filter(|clause| clause.name.starts_with(&wanted));
    let lines = clauses.flat_map(|clause| clause.lines.iter().map(move |line| (clause, line)));
    let faults: Vec<String> = lines.flat_map(|(clause, line)| faults(clause, line)).collect();
    assert!(faults.is_empty(), "the file or an engine is wrong\n{}", faults.join("\n"));
}

fn faults(clause: &Clause, line: &Line) -> Vec<String> {
    let report = |text: String| format!("{}: {}: {text}", line.place, clause.name);
    let faults = match line.word.as_str() {
        "deal" => Scene::of(line).map_or_else(|error| vec![error], |scene| faults_of(&scene)),
        _ => facts::check(clause, line).err().into_iter().collect(),
    };
    faults.into_iter().map(report).collect()
}

fn faults_of(scene: &Scene) -> Vec<String> {
    let mut faults = Vec::new();
    let mut widest_fits = false;
    for (cards, play) in fast::CARDS {
        match caught(|| play(scene)) {
            Ok(fits) => widest_fits = fits,
            Err(fault) => faults.push(format!("the core with {cards} cards: {fault}")),
        }
    }
    if faults.is_empty() && !widest_fits {
        faults.push("no type of cards holds so many".to_owned());
    }
    let naive = caught(|| naive::play(scene)).err();
    faults.extend(naive.map(|fault| format!("the naive engine: {fault}")));
    faults
}

/// What a function gives, or with which words it stops.
fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|thrown| match thrown.downcast::<String>() {
        Ok(text) => *text,
        Err(thrown) => thrown.downcast_ref::<&str>().map_or("panics".into(), ToString::to_string),
    })
}

//! The findings of a file, read anew whenever they are asked for: there may be more than memory
//! holds. Of the tables of questions no more than the rows of one rule set are there at a time.

use crate::comparison::is_value;
use crate::csv::{self, Error};
use crate::finding::Finding;
use crate::question::Question;
use crate::wide::Wide;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::iter::Peekable;

/// A file in the order of `findings.csv`.
pub struct Stored<'a> {
    open: &'a dyn Fn() -> io::Result<Box<dyn Read>>,
}

/// The findings of a file one by one, each read as it is asked for.
type FindingRows<'a> = Box<dyn Iterator<Item = Result<Finding, Error>> + 'a>;

impl<'a> Stored<'a> {
    pub fn new(open: &'a dyn Fn() -> io::Result<Box<dyn Read>>) -> Stored<'a> {
        Stored { open }
    }

    /// All findings, in the order of the file.
    pub fn rows(&self) -> Result<impl Iterator<Item = Result<Finding, Error>> + use<>, Error> {
        Ok(csv::rows((self.open)()?))
    }

    /// The questions that are answered, in the order of their tables, with how many findings each
    /// has.
    pub fn questions(&self) -> Result<Vec<(Question, usize)>, Error> {
        let mut counts = BTreeMap::new();
        for found in self.rows()? {
            *counts.entry(found?.question).or_insert(0) += 1;
        }
        let counted = Question::ALL
            .into_iter()
            .filter_map(|question| Some((question, *counts.get(&question)?)));
        Ok(counted.collect())
    }

    /// The table of a question, in parts of a rule set each, one after the other.
    ///
    /// # Errors
    /// If the file is damaged, or `each` fails.
    pub fn tables<E: From<Error>>(
        &self,
        question: Question,
        mut each: impl FnMut(Wide) -> Result<(), E>,
    ) -> Result<(), E> {
        let compared_with = self.compared_with(question)?;
        let others = self.values_of(&compared_with)?;
        let mut curve = self.some(|found| found.question == Question::Curve)?.peekable();
        let mut asked = self.some(move |found| found.question == question)?.peekable();
        while let Some(first) = asked.next().transpose()? {
            let rules = first.rules.clone();
            let mut all = Vec::new();
            if !compared_with.is_empty() {
                while next_if(&mut curve, |found| *found.rules < *rules)?.is_some() {}
                all.extend(while_some(|| next_if(&mut curve, |found| found.rules == rules))?);
            }
            let before = all.len();
            all.push(first);
            all.extend(while_some(|| next_if(&mut asked, |found| found.rules == rules))?);
            let own = before..all.len();
            all.extend(others.iter().filter(|found| found.rules != rules).cloned());
            each(Wide::of_some(question, &all, &all[own]))?;
        }
        Ok(())
    }

    fn some(&self, wanted: impl Fn(&Finding) -> bool + 'a) -> Result<FindingRows<'a>, Error> {
        // Errors go on to whoever reads.
        Ok(Box::new(self.rows()?.filter(move |found| found.as_ref().map_or(true, &wanted))))
    }

    /// The rule sets that those of a question are compared with.
    fn compared_with(&self, question: Question) -> Result<BTreeSet<String>, Error> {
        self.some(move |found| found.question == question && !found.against.is_empty())?
            .map(|found| Ok(found?.against))
            .collect()
    }

    /// The values of rule sets, which others are compared with.
    fn values_of(&self, rules: &BTreeSet<String>) -> Result<Vec<Finding>, Error> {
        if rules.is_empty() {
            return Ok(Vec::new());
        }
        let mut values = Vec::new();
        for found in self.some(is_value)? {
            let found = found?;
            if rules.contains(&found.rules) {
                values.push(found);
            }
        }
        Ok(values)
    }
}

/// The next finding, if it is one that is wanted.
fn next_if(
    rows: &mut Peekable<FindingRows<'_>>,
    is_wanted: impl Fn(&Finding) -> bool,
) -> Result<Option<Finding>, Error> {
    rows.next_if(|found| found.as_ref().map_or(true, &is_wanted)).transpose()
}

fn while_some<T, E>(mut next: impl FnMut() -> Result<Option<T>, E>) -> Result<Vec<T>, E> {
    std::iter::from_fn(|| next().transpose()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Metric;
    use crate::rows::FAIR;
    use serde_json::json;

    const QUESTIONS_WITH_VALUES: [Question; 2] = [Question::Curve, Question::Effects];

    /// What a sweep of three rule sets at two tables finds, and of seats, in the order of a file.
    fn found() -> Vec<Finding> {
        let mut all = Vec::new();
        for (place, rules) in ["a", "b", "official"].into_iter().enumerate() {
            for (players, subject) in [(2, "seat 1"), (2, "seat 2"), (4, "seat 1")] {
                let seat = finding(Question::Seats, rules, players);
                let seat = Finding { subject: subject.to_owned(), ..seat };
                all.extend([seat.count(Metric::Wins, 3), seat.number(Metric::WinRate, 0.25)]);
            }
            for (question, players) in QUESTIONS_WITH_VALUES.into_iter().zip([2, 4]) {
                let value = finding(question, rules, players);
                let value = value.number(Metric::FirstSeat, 0.25 + place as f64);
                let fair = Finding { subject: FAIR.to_owned(), ..value.clone() };
                let effect = |against: &str, players| Finding {
                    against: against.to_owned(),
                    question: Question::Effects,
                    players,
                    ..value.clone()
                };
                all.extend([effect(FAIR, players), effect("official", players), fair]);
                all.push(Finding { subject: "k=1; l=2".to_owned(), ..value });
            }
        }
        all.sort_by(|finding, other| finding.place().cmp(&other.place()));
        all
    }

    fn finding(question: Question, rules: &str, players: u32) -> Finding {
        Finding { question, rules: rules.to_owned(), players, ..Finding::default() }
    }

    #[test]
    fn parts_of_a_table_are_the_table() {
        let all = found();
        let mut file = Vec::new();
        csv::write(&mut file, all.iter().cloned()).expect("memory takes it");
        let open = || -> io::Result<Box<dyn Read>> { Ok(Box::new(io::Cursor::new(file.clone()))) };
        let stored = Stored::new(&open);
        let asked = stored.questions().expect("questions");
        assert_eq!(asked.iter().map(|(_, count)| count).sum::<usize>(), all.len());
        for (question, _) in asked {
            let whole = Wide::of(question, &all);
            let mut parts = Wide { columns: whole.columns.clone(), rows: Vec::new() };
            let add = |part: Wide| -> Result<(), Error> {
                assert_eq!(part.columns, parts.columns, "{question}");
                parts.rows.extend(part.rows);
                Ok(())
            };
            stored.tables(question, add).expect("a table");
            assert_eq!(json!(parts), json!(whole), "{question}");
        }
    }
}

//! Findings, a file for each question, which turns sums into findings. Nothing is played or tallied
//! here, and nothing is estimated that `stats` does not.

pub mod crosstable;
pub mod distributions;
mod duel;
mod games;
mod matchups;
pub mod ranks;
mod ratings;
mod seats;
mod strength;
pub mod survey;

use crate::header::{Header, Study};
use crate::results::Results;
pub use duel::tests;
use unobench_findings::documents::{Document, DocumentHead, FindingsView};
use unobench_findings::duel::DuelTest;
use unobench_findings::finding::{Finding, Findings};
use unobench_findings::wide::tables;

/// What was found in a run, in the order of `findings.csv`.
pub fn findings(results: &Results) -> Vec<Finding> {
    let question = results.header().question;
    let mut found = Vec::new();
    for rules in results.played() {
        let fit = rules.ratings().ok();
        found.extend(strength::strength(&rules, fit.as_ref()));
        found.extend(games::games(&rules));
        found.extend(seats::seats(&rules));
        found.extend(matchups::matchups(&rules));
        if question != Study::Run {
            found.extend(ratings::ratings(&rules, fit.as_ref()));
        }
        if question == Study::Tournament {
            found.extend(ranks::ranks(&rules, fit.as_ref()));
            found.extend(crosstable::crosstable(&rules));
        }
    }
    if question == Study::Duel {
        found.extend(duel::findings(results));
    }
    found.sort_by(|finding, other| finding.place().cmp(&other.place()));
    found
}

/// What is told of findings, and their tables, in one document.
pub fn document<'a>(
    header: &Header,
    findings: &'a dyn Findings,
    tests: Vec<DuelTest>,
    complete: bool,
) -> Document<'a> {
    Document {
        head: DocumentHead { complete: Some(complete), ..head(header) },
        learned: header.learned.clone(),
        examined: header.examined.clone(),
        unpaired: header.unpaired(),
        tests,
        findings: FindingsView(findings),
        tables: tables(findings),
    }
}

/// What every document says first, all but whether it is complete.
pub fn head(header: &Header) -> DocumentHead {
    DocumentHead {
        program: Some(header.program.clone()),
        version: Some(header.version.clone()),
        question: Some(header.question),
        complete: None,
        seed: Some(header.seed),
        players: Some(header.players as u32),
        baseline: Some(header.baseline.clone()).filter(|baseline| !baseline.is_empty()),
    }
}

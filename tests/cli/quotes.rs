//! What pages quote is the answer that ships with the program: the terminal, Python, the server for
//! agents and the page say it, and the book is made of these pages. Tables over all rule sets keep
//! their own correction, so that of these only the number and its sign are compared.

use unobench_core::rules::RuleSet;
use unobench_experiment::answers::RuleAnswer;
use unobench_findings::comparison::{Comparison, effects};
use unobench_findings::metric::Metric;
use unobench_findings::panel::CHAMPION;

use super::answers::known;
use crate::dir::{Dir, flat};
use crate::pages::text;

/// The headings of columns that ship, and what they are of.
const COLUMNS: [(&str, Metric, &str); 5] = [
    ("turns", Metric::LENGTH, CHAMPION),
    ("points a win", Metric::ScoreMean, CHAMPION),
    ("cards drawn", Metric::CardsDrawn, CHAMPION),
    ("knowing the game, points", Metric::SkillGain, "counter"),
    ("knowing the game among beginners, points", Metric::SkillGain, "most-colour"),
];

/// The change that a cell shows, such as that of `44.3 (−1.1 ± 0.5)`.
fn change(cell: &str) -> Option<f64> {
    let (_, rest) = cell.split_once('(')?;
    let (number, _) = rest.split_once(' ')?;
    Some(number.replace('−', "-").parse().expect("a number"))
}

/// What an answer says has changed, as a table shows it.
fn known_change(answer: &RuleAnswer, metric: Metric, table: &str) -> Option<f64> {
    let all = effects(&answer.findings);
    let is_it = |effect: &&Comparison<'_>| {
        (&*effect.table, effect.metric, &*effect.against) == (table, metric, "official")
    };
    let effect = all.iter().find(is_it)?;
    effect.verdict.map(|_| effect.difference.value * metric.factor())
}

/// A decimal is shown, and what ships has three digits or more.
fn is_same(shown: f64, known: f64) -> bool {
    let is_near = (shown - known).abs() <= 0.0501 + 0.005 * known.abs();
    is_near && (shown == 0.0 || shown.signum() == known.signum())
}

/// What is wrong with the rows of a page's table, and how many cells were compared.
fn wrong(page: &str) -> (Vec<String>, usize) {
    let known = known();
    let cells = |row: &str| -> Vec<String> {
        row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let rows = page.lines().filter(|line| line.starts_with("| ")).map(cells);
    let mut rows = rows.skip_while(|row| row[0] != "rules");
    let heading = rows.next().expect("a table of rule sets");
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for row in rows.filter(|row| row[0] != "official") {
        let rules = RuleSet::load(&row[0]).ok();
        let Some(answer) = rules.and_then(|rules| known.of(&rules, 4)) else { continue };
        for (cell, heading) in row.iter().zip(&heading) {
            let column = COLUMNS.iter().find(|(name, ..)| name == heading);
            let Some((_, metric, table)) = column else { continue };
            let found = (change(cell), known_change(&answer, *metric, table));
            let is_it = match found {
                (Some(shown), Some(known)) => is_same(shown, known),
                (shown, known) => shown.is_none() && known.is_none(),
            };
            if !is_it {
                wrong.push(format!("{}, {heading}: {cell}, and {:?} ships", row[0], found.1));
            }
            compared += 1;
        }
    }
    (wrong, compared)
}

#[test]
fn tables_of_pages_have_the_numbers_and_signs_that_ship() {
    for (page, least) in [("README.md", 24), ("docs/FINDINGS.md", 6), ("docs/HOUSE-RULES.md", 250)]
    {
        let (wrong, compared) = wrong(&text(page));
        assert!(wrong.is_empty(), "{page}: {wrong:#?}");
        assert!(compared >= least, "{page}: {compared} compared");
    }
}

#[test]
fn a_table_with_another_number_or_sign_is_told_apart() {
    let page = text("README.md");
    let row = page.lines().find(|line| line.starts_with("| until-playable ")).expect("a row");
    for (right, other) in [("(+23.5", "(−23.5"), ("(+23.5", "(+33.5"), ("(+23.5 ± 2.3)", "")] {
        let changed = row.replacen(right, other, 1);
        assert_ne!(changed, row);
        assert_eq!(wrong(&page.replace(row, &changed)).0.len(), 1, "{changed}");
    }
}

/// Blocks that show what `settle` prints.
#[test]
fn pages_quote_what_settle_prints() {
    let dir = Dir::new();
    let mut quoted = 0;
    for page in ["README.md", "docs/GUIDE.md", "docs/HOUSE-RULES.md", "docs/FINDINGS.md"] {
        let page = text(page);
        let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
        for pair in blocks.windows(2).filter(|pair| pair[1].contains("As a house rule (")) {
            let Some(asked) = pair[0].trim().strip_prefix("unobench settle ") else { continue };
            if asked.contains(['\n', '|']) {
                continue;
            }
            let answer = pair[1].strip_prefix("text").unwrap_or(pair[1]);
            assert_eq!(flat(&dir.output(&format!("settle {asked}"))), flat(answer), "{asked}");
            quoted += 1;
        }
    }
    assert!(quoted > 0);
}

/// The book is made of these pages.
#[test]
fn the_book_has_the_pages_about_house_rules() {
    let summary = text("web/book/SUMMARY.md");
    for page in ["README", "GUIDE", "FINDINGS", "HOUSE-RULES"] {
        assert!(summary.contains(&format!("({page}.md)")), "{page}: {summary}");
    }
}

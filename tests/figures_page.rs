//! Figures of pages that no test makes say with which version they were measured, and those that are
//! in `results` are what is there.
//!
//! A block is a paragraph, an item of a list or a table. It says its version in its words, or a
//! table in those of the paragraph before or after it; or a comment at its end says it with the
//! directories in one of which each figure is: `<!-- of 0.8.2: DIRECTORY … -->`.

use crate::pages::text;
use crate::rules_table::{findings, unpacked};
use std::collections::BTreeMap;
use unobench_findings::finding::Finding;

const PAGES: [&str; 4] =
    ["README.md", "docs/STRATEGIES.md", "docs/EDITIONS.md", "docs/STATISTICS.md"];

/// The parts of a page that no test makes.
fn unmade(page: &str) -> String {
    let mut parts = page.split("<!-- made by ");
    let first = parts.next().unwrap_or_default().to_owned();
    let ends = |part: &&str| part.split(" -->").next().is_some_and(|mark| mark.ends_with(": end"));
    let after = parts.filter(ends).filter_map(|part| part.split_once(" -->"));
    after.fold(first, |all, (_, part)| all + "\n" + part)
}

fn blocks(page: &str) -> Vec<String> {
    let page = unmade(page).replace("\n- ", "\n\n- ");
    page.split("\n\n")
        .map(|block| block.trim().to_owned())
        .filter(|block| !block.is_empty())
        .collect()
}

/// The figures of a block with halves of intervals, as they are written.
fn figures(block: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = block.split_whitespace().collect();
    let number = |word: &str| {
        let digits = |character: char| character.is_ascii_digit() || character == '.';
        word.trim_matches(|character: char| !character.is_ascii_digit())
            .chars()
            .filter(|character| digits(*character))
            .collect()
    };
    let is_number = |word: &str| {
        word.chars().any(|character| character.is_ascii_digit())
            && !word.chars().any(char::is_alphabetic)
    };
    let around = words
        .windows(3)
        .filter(|window| window[1] == "±" && is_number(window[0]) && is_number(window[2]));
    around.map(|window| (number(window[0]), number(window[2]))).collect()
}

/// The versions that a text names in full, such as 0.8.2.
fn versions(text: &str) -> Vec<&str> {
    let words =
        text.split(|character: char| !(character.is_ascii_alphanumeric() || character == '.'));
    let is_version = |word: &&str| {
        let parts: Vec<&str> = word.split('.').collect();
        parts.len() == 3 && parts.iter().all(|part| part.parse::<u32>().is_ok())
    };
    words.map(|word| word.trim_end_matches('.')).filter(is_version).collect()
}

/// The version and the directories of a comment at the end of a block.
fn comment(block: &str) -> Option<(&str, Vec<&str>)> {
    let told = block.split_once("<!-- of ")?.1.split_once(" -->")?.0;
    let (version, directories) = told.split_once(": ").unwrap_or((told, ""));
    Some((version, directories.split_whitespace().collect()))
}

/// Whether a finding is written so, in its own unit or in hundredths.
fn is_written(found: &Finding, (value, margin): &(String, String)) -> bool {
    let places = |text: &str| text.split_once('.').map_or(0, |(_, digits)| digits.len() as i32);
    let is_near = |number: f64, text: &str| {
        let written: f64 = text.parse().expect("a number");
        (number.abs() - written).abs() <= 0.501 * 10f64.powi(-places(text))
    };
    let Some(known) = found.known() else { return false };
    let Some(half) = known.margin() else { return false };
    [1.0, 100.0].iter().any(|by| is_near(by * known.value, value) && is_near(by * half, margin))
}

/// The results that were read so far, with the version that played them.
#[derive(Default)]
struct Results(BTreeMap<String, (String, Vec<Finding>)>);

impl Results {
    fn read(&mut self, directory: &str) -> &(String, Vec<Finding>) {
        let read = || {
            let result = directory.trim_start_matches("results/");
            let manifest = unpacked(result, "manifest.json");
            let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
            let version = manifest["version"].as_str().expect("a version").to_owned();
            (version, findings(result))
        };
        self.0.entry(directory.to_owned()).or_insert_with(read)
    }

    /// The figures of a block that are in none of these directories, and the directories that
    /// another version played.
    fn complaints(&mut self, block: &str, (version, all): (&str, Vec<&str>)) -> Vec<String> {
        let mut missing = figures(block);
        let mut wrong = Vec::new();
        for directory in all {
            let (played, found) = self.read(directory);
            missing.retain(|figure| !found.iter().any(|finding| is_written(finding, figure)));
            if played != version {
                wrong.push(format!("{directory} is of {played}"));
            }
        }
        wrong.extend(missing.into_iter().map(|(value, half)| format!("no {value} ± {half}")));
        wrong
    }
}

#[test]
fn figures_say_their_version_or_are_in_the_results() {
    let (mut results, mut wrong) = (Results::default(), Vec::new());
    let changes = text("CHANGELOG.md");
    for page in PAGES {
        let all = blocks(&text(page));
        for (place, block) in all.iter().enumerate().filter(|(_, block)| !figures(block).is_empty())
        {
            let beside = [place.wrapping_sub(1), place + 1].into_iter();
            let beside =
                beside.filter_map(|index| all.get(index)).filter(|_| block.starts_with('|'));
            let told = std::iter::once(block).chain(beside);
            let told: Vec<&str> = told.flat_map(|passage| versions(passage)).collect();
            let unknown =
                told.iter().filter(|version| !changes.contains(&format!("\n## {version}")));
            let unknown = unknown.map(|version| format!("there was no {version}"));
            let complaints: Vec<String> = match comment(block) {
                Some(source) => results.complaints(block, source),
                None if told.is_empty() => vec!["no version".to_owned()],
                None => unknown.collect(),
            };
            let head = block.lines().next().unwrap_or_default();
            wrong.extend(complaints.iter().map(|what| format!("{page}: {what}: {head}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_is_made_and_what_says_a_version_is_told_apart() {
    let page = "a 1 ± 2\n<!-- made by x: begin -->\n3 ± 4\n<!-- made by x: end -->\nb";
    assert!(unmade(page).contains("1 ± 2") && !unmade(page).contains("3 ± 4"), "{}", unmade(page));
    assert_eq!(versions("of 0.8.2, and 0.6, 1.2.3.4, (0.5.0)."), ["0.8.2", "0.5.0"]);
    let found = figures("| 2 | 22.2 ± 0.7 | (+4.4 ± 1.4) |");
    assert_eq!(found, [("22.2".into(), "0.7".into()), ("4.4".into(), "1.4".into())]);
}

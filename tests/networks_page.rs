//! `docs/NETWORKS.md`: the tables of rows, made from the lists that the network has.

use crate::pages::check;
use unobench_core::game::trait_names;
use unobench_strategies::net::rows::{Own, Slot};

/// A line for each group; groups that say the same of further colours are one.
fn groups(all: &[(&str, usize, &str)]) -> String {
    let mut table = "| groups | first row | rows | what they say |\n|---|--:|--:|---|\n".to_owned();
    let mut first = 0;
    let is_one = |_: &_, next: &(&str, usize, &str)| next.2.starts_with("The same of");
    for groups in all.chunk_by(is_one) {
        let (name, size, says) = groups[0];
        table += &match groups {
            [_] => format!("| {name} | {first} | {size} | {says} |\n"),
            _ => format!(
                "| {name} to {} | {first} | {} × {size} | {says} Then the same of further colours. \
                 |\n",
                groups[groups.len() - 1].0,
                groups.len()
            ),
        };
        first += groups.iter().map(|(_, size, _)| size).sum::<usize>();
    }
    table
}

/// The rows of the rule set, some in a line.
fn traits() -> String {
    let line = |(number, names): (usize, &[&str])| format!("| {number} | {} |\n", names.join(", "));
    let all = trait_names();
    let lines = all.chunks(15).enumerate().map(|(at, names)| line((15 * at, names)));
    lines.fold("| from | |\n|--:|---|\n".to_owned(), |table, line| table + &line)
}

#[test]
fn the_page_of_the_networks_has_the_rows() {
    let names = trait_names();
    assert!(names.iter().all(|name| names.iter().filter(|other| *other == name).count() == 1));
    check(
        "docs/NETWORKS.md",
        "tests/networks_page.rs",
        &[groups(Own::ALL), traits(), groups(Slot::ALL)],
    );
}

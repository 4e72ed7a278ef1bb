//! `docs/NETWORKS.md`: the tables of rows, made from the lists that the network has.

use crate::pages::check;
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

#[test]
fn the_page_of_the_networks_has_the_rows() {
    check("docs/NETWORKS.md", "tests/networks_page.rs", &[groups(Own::ALL), groups(Slot::ALL)]);
}

//! The networks are files beside the module, one for each size of table: who plays needs few.

use unobench_core::strategy::Aim;
use unobench_learners::net::{Nets, SEEDS, Shipped};
use wasm_bindgen::prelude::wasm_bindgen;

/// The tables that networks have learned; at others the nearest play, of two the larger.
const SIZES: [usize; 5] = [10, 6, 4, 3, 2];

const NAMES: [(&str, Aim); 2] = [("champion", Aim::Wins), ("score", Aim::Score)];

/// Takes networks, from a file called as [`needs`] says.
///
/// # Errors
/// If it is no such file.
#[wasm_bindgen]
pub fn give(name: &str, file: Vec<u8>) -> Result<(), String> {
    shipped(name).ok_or_else(|| format!("there are no networks {name}"))?.give(file)
}

/// `champion-4` is that of seed 1 for 4 seats, `champion-2-4` that of seed 2.
fn shipped(name: &str) -> Option<Shipped> {
    let (name, _size) = name.rsplit_once('-')?;
    let (kind, seed) = name.split_once('-').unwrap_or((name, "1"));
    let (_, aim) = NAMES.iter().find(|(known, _)| *known == kind)?;
    let seed = seed.parse().ok().filter(|seed| (1..=SEEDS).contains(seed))?;
    Some(Shipped(*aim, seed))
}

/// What a table of so many seats needs of a file of networks, as a file.
///
/// # Errors
/// If it is no such file.
#[wasm_bindgen]
pub fn cut(file: &[u8], players: usize) -> Result<Vec<u8>, String> {
    Nets::cut(file, players).ok_or_else(|| "this is no file of networks".to_owned())
}

/// The names of the files that a table needs, a line each; a survey needs those of all seeds.
#[wasm_bindgen]
pub fn needs(players: usize, by_points: bool, is_survey: bool) -> String {
    let mut needed = vec!["champion".to_owned()];
    needed.extend((2..=SEEDS).filter(|_| is_survey).map(|seed| format!("champion-{seed}")));
    needed.extend(by_points.then(|| "score".to_owned()));
    let size = SIZES.into_iter().min_by_key(|size| size.abs_diff(players)).unwrap_or(4);
    needed.iter().map(|name| format!("{name}-{size}\n")).collect()
}

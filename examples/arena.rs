//! Writes a strategy and puts it into the arena.

use unobench::prelude::*;

/// Plays the first legal card and names the colour it holds most of.
#[derive(Clone)]
struct Hasty;

impl Strategy for Hasty {
    fn decide(&mut self, view: &View) -> Action {
        match view.decision() {
            Decision::Colour => Action::Colour(view.most_held_colour()),
            _ => view.actions()[0],
        }
    }
}

static HASTY: Entry =
    Entry::new("hasty", "plays the first legal card", |_| Player::honest(Hasty)).version("1");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let strategies = [StrategySpec::new(&HASTY), strategy("random")?, strategy("counter")?];
    print!("{}", arena(strategies).games(30_000).run()?);
    Ok(())
}

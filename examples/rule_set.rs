//! Plays by rules of one's own: the official game, but draw twos are stacked and a seven swaps
//! hands.

use unobench::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rules = RuleSet::official();
    rules.set("responses.draw_two=stack")?;
    rules.set("hands.seven_swaps=true")?;
    println!("{}", rules.to_short_toml());
    let strategies = ["random", "counter", "linear"].map(strategy);
    let strategies: Vec<_> = strategies.into_iter().collect::<Result<_, _>>()?;
    print!("{}", arena(strategies).rules(rules).games(30_000).run()?);
    Ok(())
}

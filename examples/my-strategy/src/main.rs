//! The whole command line, with this crate's strategy in it:
//! `cargo run --release -- duel collector random`.

#[cfg(feature = "program")]
fn main() -> std::process::ExitCode {
    unobench::main_with(&my_strategy::MINE)
}

/// Without the command line: a duel in memory.
#[cfg(not(feature = "program"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use unobench::prelude::*;
    let mine = StrategySpec::new(&my_strategy::MINE[0]);
    println!("{}", arena([mine, strategy("random")?]).run()?);
    Ok(())
}

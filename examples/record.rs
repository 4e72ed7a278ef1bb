//! Writes the record of a round and reads it again, checking every event against the rules.

use unobench::prelude::*;
use unobench::record::{Form, Trace, pretty, replay};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let trace = Trace {
        rules: &RuleSet::official(),
        players: 2,
        strategies: &[strategy("counter")?, strategy("random")?],
        seatings: &|_block| vec![[0, 1, 0, 0, 0, 0, 0, 0, 0, 0]],
        games: 1,
        seed: 7,
        match_play: false,
        form: Form::JsonLines,
    };
    let mut record = Vec::new();
    trace.write(&mut record)?;
    let report = replay(record.as_slice())?;
    println!("{} round, {} turns, no rule broken", report.rounds, report.turns);
    pretty(record.as_slice(), &mut std::io::stdout().lock(), false)?;
    Ok(())
}

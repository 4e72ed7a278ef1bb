//! How what was played is explained.

use std::path::Path;

use super::failure::Failure;
use super::numbers::{counted_games, spoken};
use unobench_experiment::header::Header;
use unobench_experiment::{Played, RunError};

pub(super) fn failure(error: RunError) -> Failure {
    if error.is_usage() { Failure::Usage(error.into()) } else { Failure::Failed(error.into()) }
}

pub(super) fn footer<T>(report: &Played<T>, header: &Header, out: &Path) -> String {
    let played = match report.games {
        0 => String::new(),
        games => {
            let speed = (games as f64 / report.time.as_secs_f64().max(1e-9)) as u64;
            let [games, speed] = [games, speed].map(|number| counted_games(number, header.r#match));
            format!("{games} in {} ({speed}/s), ", spoken(report.time))
        }
    };
    format!("{played}seed {}, files in {}", header.seed, out.display())
}

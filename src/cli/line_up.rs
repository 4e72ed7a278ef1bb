//! Who plays: strategies and bots as they are written on the command line, and how many seats they
//! fill.

use super::failure::{Failure, OrFailure as _, Result, refuse};
use super::options::{check_players, or_usual};
use std::collections::BTreeSet;
use unobench_bots::Contestant;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS};
use unobench_core::strategy::{StrategyError, StrategySpec};
use unobench_engine::schedule::{MAX_STRATEGIES, ScheduleError};
use unobench_findings::panel::LEARNED;

pub(super) const DEFAULT_PLAYERS: usize = 4;

/// Those who are named or usual, at least one, and the seats at which they play, 2 to 10: they are
/// repeated to fill the table, and play in every combination where there are more than seats.
pub(super) fn line_up(
    named: &[String],
    players: Option<u8>,
    usual: &[&str],
) -> Result<(Vec<Contestant>, usize)> {
    let players = seats(named.len(), players)?;
    Ok((contestants(&or_usual(named, usual))?, players))
}

/// Those who are named, of whom there are not more than can play; what is too much is refused
/// before anybody is compared with anybody.
pub(super) fn contestants<S: AsRef<str> + Ord>(named: &[S]) -> Result<Vec<Contestant>> {
    let count = named.iter().collect::<BTreeSet<_>>().len();
    if count > MAX_STRATEGIES {
        return Err(ScheduleError::TooManyStrategies(count)).or_usage();
    }
    named.iter().map(|text| contestant(text.as_ref())).collect()
}

/// Whether a text stands for who has learned the rules that are played, with parameters or without;
/// not where somebody has brought a strategy of that name.
pub(super) fn is_learned(text: &str) -> bool {
    text.split(':').next() == Some(LEARNED) && super::catalogue().find(LEARNED).is_none()
}

pub(super) fn check_not_learned(text: &str) -> Result {
    if !is_learned(text) {
        return Ok(());
    }
    refuse!(
        "{LEARNED} learns the rules before they are measured, which only `rules compare` and \
         `sweep` do (--strategy, --panel); elsewhere: `unobench train`, and the strategy \
         net:file=PATH"
    )
}

pub(super) fn strategy(text: &str) -> Result<StrategySpec> {
    check_not_learned(text)?;
    if Contestant::is_bot(text) {
        return Err(Failure::usage(StrategyError::External(text.to_owned()).to_string()));
    }
    super::catalogue().parse(text).or_usage()
}

pub(super) fn contestant(text: &str) -> Result<Contestant> {
    check_not_learned(text)?;
    Contestant::parse(text, super::catalogue()).or_usage()
}

fn seats(strategies: usize, asked: Option<u8>) -> Result<usize> {
    if let Some(players) = asked {
        return check_players(players);
    }
    match strategies {
        0 | 1 => Ok(DEFAULT_PLAYERS),
        strategies if (MIN_SEATS..=MAX_SEATS).contains(&strategies) => Ok(strategies),
        strategies => refuse!(
            "{strategies} strategies do not fit at one table of {MIN_SEATS} to {MAX_SEATS} seats; \
             say with --players how many play at a time, and every combination plays"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_strategies_is_the_number_of_seats_unless_said_otherwise() {
        let usual = Some(DEFAULT_PLAYERS);
        for (strategies, asked, expected) in [
            (3, None, Some(3)),
            (3, Some(2), Some(2)),
            (2, Some(10), Some(10)),
            (0, None, usual),
            (1, None, usual),
            (2, Some(0), None),
            (2, Some(1), None),
            (2, Some(11), None),
            (11, None, None),
        ] {
            assert_eq!(seats(strategies, asked).ok(), expected, "{strategies} {asked:?}");
        }
    }
}

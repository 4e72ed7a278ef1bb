//! Whether `champion` knows the rules that are asked about. The networks that come with the program
//! say what they were examined on; under any other rule set they meet a network that has learned
//! nothing else, and whoever won more sits as `champion`.

use std::collections::BTreeSet;
use std::sync::Arc;

use clap::Args;

use super::failure::Result;
use super::learned::{Pupil, School};
use super::line_up::strategy;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Aim, StrategySpec};
use unobench_experiment::Header;
use unobench_experiment::contest::Contest;
use unobench_experiment::header::exam;
use unobench_experiment::survey::Learned;
use unobench_findings::documents::Examined;
use unobench_findings::panel::CHAMPION;
use unobench_strategies::net::{Exam, Nets};

/// Games that the other learns from, at most.
const GAMES: u64 = 40_000;

/// Decisions that it learns from, at most: half a minute of a core.
const DECISIONS: u64 = 2_500_000;

/// Games of the two against each other.
const MET: u64 = 4_000;

/// The seeds of what it learns from, and of these games: others than those that people choose.
const SEEDS: [u64; 2] = [1 << 47, 1 << 48];

/// What is said of rules under which nobody was examined, or `champion` surely won less.
pub(super) const UNKNOWN: &str =
    "Nobody is said to know these rules, since champion has passed no exam under them";

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct LearnOptions {
    /// Do not examine `champion` under rule sets that are new to it, which takes up to half a
    /// minute of a core for each; then nobody is said to know them
    #[arg(long)]
    pub(super) no_learn: bool,
}

/// What is known of those rule sets under which the networks that come with the program did not
/// surely win less than who learned nothing else.
pub(super) fn known(rules: &[RuleSet], seats: &BTreeSet<usize>) -> Vec<Examined> {
    exam::known(rules, seats, |digest, players| {
        Nets::champion().examined(digest, players).map(written)
    })
}

fn written(Exam { players, games, won, .. }: &Exam) -> exam::Exam {
    exam::Exam { players: *players, games: *games, won: *won }
}

/// The rule sets, and the seats, under which that is not known.
pub(super) fn unknown<'r>(header: &Header, rules: &'r [RuleSet]) -> Vec<(&'r RuleSet, usize)> {
    let seats = header.seats_of(CHAMPION);
    let each = rules.iter().flat_map(|rules| seats.iter().map(move |&players| (rules, players)));
    each.filter(|(rules, players)| header.examined(&rules.name, *players).is_none()).collect()
}

/// Examines `champion` where that is not known yet, and says who sits in its place.
pub(super) fn examine(
    header: &mut Header,
    rules: &[RuleSet],
    learned: &mut Learned,
    school: &School<'_>,
) -> Result {
    let pupil = |(rules, players)| {
        let (games, decisions, [seed, _]) = (GAMES, Some(DECISIONS), SEEDS);
        Pupil { rules, players, games, decisions, seed }
    };
    let pupils: Vec<Pupil<'_>> = unknown(header, rules).into_iter().map(pupil).collect();
    let [champion, net] = [strategy(CHAMPION)?, strategy("net")?];
    let told = format!("{CHAMPION} is examined under rules that it may not know");
    let meet = |pupil: &Pupil<'_>, nets| meet(pupil, nets, [&net, &champion], school);
    for (pupil, nets) in pupils.iter().zip(school.networks(&told, &pupils, meet)?) {
        let Pupil { rules, players, .. } = *pupil;
        let exam = nets.examined(&pupil.settings(), players).expect("it met champion").clone();
        let other = net.clone().with_file(CHAMPION, Arc::new(nets));
        let digest = other.file_digest().map(|(_, digest)| digest);
        let of = exam::found(rules, players, written(&exam), digest);
        if of.rate > of.share {
            learned.put_in_its_place(&rules.name, players, other);
            header.examined.push(of);
        } else {
            header.examined.push(Examined { digest: None, ..of });
        }
    }
    Ok(())
}

/// Lets a network that has learned these rules meet `champion`.
fn meet(
    pupil: &Pupil<'_>,
    nets: Nets,
    [net, champion]: [&StrategySpec; 2],
    school: &School<'_>,
) -> Option<Nets> {
    let Pupil { rules, players, .. } = *pupil;
    let [_, seed] = SEEDS;
    let contest = Contest { rules: rules.clone(), players, seed, aim: Aim::Wins };
    let other = net.clone().with_file(CHAMPION, Arc::new(nets.clone()));
    let blocks = MET.div_ceil(contest.games_of_duel(1));
    let won = contest.duel([&other, champion], blocks, school.cancel)?;
    let won = won.ends().map(|share| (1e6 * share).round() as u32);
    let (digest, games) = (pupil.settings(), contest.games_of_duel(blocks));
    let [low, rate, high] = won;
    Some(nets.with_exam(Exam { digest, players, games, won: [rate, low, high] }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_experiment::HeaderRules;

    /// Whoever adds a key or a rule set runs `scripts/examine`.
    #[test]
    fn champion_was_examined_on_every_rule_set_that_ships() {
        for rules in RuleSet::shipped_names().map(|name| RuleSet::load(name).expect("a rule set")) {
            let digest = HeaderRules::from(&rules).digest();
            for players in [2, 4].into_iter().filter(|&of| rules.validate_for(of).is_ok()) {
                let exam = Nets::champion().examined(&digest, players);
                let is_of_table = exam.is_some_and(|exam| exam.players == players);
                assert!(is_of_table, "{} at {players} seats", rules.name);
            }
        }
    }
}

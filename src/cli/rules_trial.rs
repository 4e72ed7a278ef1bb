//! What some rounds of a rule set show before it is played in earnest: that nobody can win, or
//! score.

use super::numbers::grouped;
use unobench_core::rules::{MAX_SEATS, RuleSet, ScoringMethod};
use unobench_core::table::{Outcome, TableSetup};
use unobench_strategies::strategy;

const ROUNDS: u64 = 200;
/// The most turns of each round, so that a trial is short whatever the turn limit is.
const MOST_TURNS: u32 = 2_000;
/// Who plays, in turn: one who lays what it can, and one who does so well.
const PLAYERS: [&str; 2] = ["random", "counter"];

/// What never happened in some rounds at a table of so many.
pub(super) fn warnings(rules: &RuleSet, players: usize) -> Vec<String> {
    let outcomes = played(rules, players);
    let never = |what: &str| {
        let turns = rules.play.turn_limit.min(MOST_TURNS);
        format!(
            "warning: in none of {} rounds did anybody {what} ({players} seats, {} in turn, {} \
             turns at most)",
            outcomes.len(),
            PLAYERS.join(" and "),
            grouped(u64::from(turns))
        )
    };
    let counts_points = rules.scoring.method != ScoringMethod::Lazy;
    if outcomes.iter().all(|outcome| outcome.winners == 0) {
        vec![never("win")]
    } else if counts_points && outcomes.iter().all(|outcome| outcome.scores == [0; MAX_SEATS]) {
        vec![never("score")]
    } else {
        Vec::new()
    }
}

fn played(rules: &RuleSet, players: usize) -> Vec<Outcome> {
    let mut rules = rules.clone();
    rules.play.turn_limit = rules.play.turn_limit.min(MOST_TURNS);
    let line_up = PLAYERS.map(|name| strategy(name).expect("a strategy of the library"));
    let table = TableSetup::new(&rules, players, &line_up, false, 0).table();
    let seating: [u8; MAX_SEATS] = std::array::from_fn(|seat| (seat % PLAYERS.len()) as u8);
    let mut outcomes = Vec::new();
    for block in 0..ROUNDS {
        table.play_block(block, &[seating], &mut outcomes);
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = r#"play.no_finish_on=[0,1,2,3,4,5,6,7,8,9,S,R,"+2",W,"W+4"]"#;

    fn warned(settings: &[&str], players: usize) -> Vec<String> {
        let mut rules = RuleSet::official();
        rules.set_all(settings).expect("allowed values");
        warnings(&rules, players)
    }

    #[test]
    fn it_warns_where_nobody_ever_wins_or_scores() {
        let never = warned(&[ALL, "play.turn_limit=1000000"], 2).remove(0);
        let words = "warning: in none of 200 rounds did anybody win (2 seats, random and counter \
                     in turn, 2,000 turns at most)";
        assert_eq!(never, words);
        assert!(warned(&[ALL, "play.turn_limit=100"], 4)[0].contains("4 seats"));
        let symbols = "0=0,1=0,2=0,3=0,4=0,5=0,6=0,7=0,8=0,9=0,S=0,R=0,+2=0,W=0,W+4=0";
        let worthless = format!("scoring.points={{{symbols}}}");
        assert!(warned(&[&worthless], 3)[0].contains("did anybody score"));
        let method = "scoring.method=own_points";
        assert!(warned(&[&worthless, method], 2)[0].contains("did anybody score"));
        let lazy = ["scoring.method=lazy", "scoring.rounds=3", "setup.next_dealer=loser"];
        assert!(warned(&[&[worthless.as_str()][..], &lazy].concat(), 2).is_empty());
    }

    #[test]
    fn it_says_nothing_of_the_rule_sets_that_ship() {
        for name in RuleSet::shipped_names() {
            let rules = RuleSet::load(name).expect("a rule set that ships");
            let players = [2, 4].into_iter().find(|&players| rules.validate_for(players).is_ok());
            let warned = warnings(&rules, players.expect("two or four can play"));
            assert!(warned.is_empty(), "{name}: {warned:?}");
        }
    }
}

use crate::scene::Scene;
use unobench_core::game::{Action, Decision};
use unobench_core::rules::RuleSet;
use unobench_core::table::TableSetup;
use unobench_strategies::strategy;

#[test]
fn it_does_not_call_where_few_could_notice() {
    let three = Scene::new("R5", &["R1 G2", "G3 G4", "Y1 Y2"]).plays("R1");
    assert_eq!(three.ask("quiet", Decision::Uno), Action::No);
    assert_eq!(three.ask("quiet:others=2", Decision::Uno), Action::No);
    assert_eq!(three.ask("quiet:others=1", Decision::Uno), Action::Yes);
    assert_eq!(three.ask("counter", Decision::Uno), Action::Yes);
}

#[test]
fn otherwise_it_plays_like_counter() {
    let played = |name: &str| {
        let rules = RuleSet::load("everything").expect("a shipped rule set");
        let specs = [strategy(name), strategy("most-colour")].map(|spec| spec.expect("a strategy"));
        let table = TableSetup::new(&rules, 3, &specs, false, 1).table();
        let mut outcomes = Vec::new();
        let seating = [0, 1, 1, 0, 0, 0, 0, 0, 0, 0];
        (0..300).for_each(|block| table.play_block(block, &[seating], &mut outcomes));
        outcomes
    };
    assert_eq!(played("quiet:others=0"), played("counter"));
    assert_ne!(played("quiet"), played("counter"));
}

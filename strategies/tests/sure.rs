//! Wins for sure within a seat's own turn.

use crate::scene::*;
use unobench_core::cards::Multiset as _;
use unobench_core::rules::drawn::{asked_of_seed, rules_of_seed};

type Luck<'a> = (&'a ActiveRules, &'a RandomChance<'a, &'a ActiveRules>);

/// Whether some way of the seat's own leads to its win, whatever an opponent who may challenge
/// does, with two seats in play; the same as a search without a memory.
fn wins(round: &Round, (rules, chance): Luck<'_>) -> bool {
    let seat = round.actor();
    let view = View::new(round, rules, &[0; MAX_SEATS], seat);
    view.actions().iter().any(|&action| {
        // After a number or a plain wild it is the turn of others, even if they can do nothing.
        let is_end = |kind: Kind| kind.symbol().is_number() || kind == Kind::WILD;
        let again = round.in_play().len() == 2
            && !action.card().or(view.wild_to_name()).is_some_and(is_end);
        !matches!(action, Action::No) && leads(round, seat, action, again, (rules, chance))
    })
}

fn leads(
    round: &Round,
    seat: Seat,
    action: Action,
    again: bool,
    (rules, chance): Luck<'_>,
) -> bool {
    let (mut after, mut chance) = (*round, chance.clone());
    after.apply_dyn(&mut chance, action).expect("a legal action");
    let then = |action| leads(&after, seat, action, again, (rules, &chance));
    match (after.standing(), after.decision()) {
        (RoundStatus::Won(winner), _) => winner == seat,
        (RoundStatus::Waits, Decision::Challenge) => {
            [Action::Yes, Action::No].into_iter().all(then)
        }
        (RoundStatus::Waits, Decision::Uno) => after.actor() == seat && then(Action::Yes),
        (RoundStatus::Waits, Decision::Play) if !again => false,
        // What is drawn is chance.
        (RoundStatus::Waits, Decision::Play | Decision::Colour) if after.actor() == seat => {
            after.hand(seat).len() <= round.hand(seat).len() && wins(&after, (rules, &chance))
        }
        _ => false,
    }
}

/// Plays rounds by lots among those who hold many actions, and visits each decision.
fn visit(
    rules: &RuleSet,
    players: usize,
    rounds: u64,
    mut look: impl FnMut(&Round, &ActiveRules, &RandomChance<'_, &ActiveRules>),
) {
    let active = ActiveRules::of(rules);
    let deck: Prepared = Prepared::new(rules, players);
    for block in 0..rounds {
        let key = RoundKey::new(1, block, 0);
        let mut rng = key.stream(Purpose::Strategy, 0);
        let dealt = deck.dealt(key, deck.first_opening(key));
        let (mut round, mut chance) = (dealt.round, dealt.chance(&active, &rules.people));
        round.open_dyn(&mut chance, &rules.setup);
        while round.standing() == RoundStatus::Waits && round.turns() < 300 {
            look(&round, &active, &chance);
            let view = View::new(&round, &active, &[0; MAX_SEATS], round.actor());
            let actions = view.actions();
            let cards = actions.iter().filter(|action| matches!(action, Action::Card(_)));
            // Numbers first, so that actions are what is left.
            let lowest = cards.min_by_key(|action| action.card().map(Kind::symbol)).copied();
            let any = actions[rng.below(actions.len() as u32) as usize];
            let action = if rng.below(4) == 0 { any } else { lowest.unwrap_or(any) };
            round.apply_dyn(&mut chance, action).expect("a legal action");
        }
    }
}

/// Under the official rules it is found wherever there is one.
#[test]
fn a_sure_win_is_found() {
    let mut found = 0;
    for players in [2, 3] {
        visit(&RuleSet::official(), players, 3000, |round, rules, chance| {
            let view = View::new(round, rules, &[0; MAX_SEATS], round.actor());
            let asked = matches!(view.decision(), Decision::Play | Decision::Colour);
            if !asked || view.hand_size(view.seat()) > 6 {
                return;
            }
            let sure = view.surely_wins();
            let mut rng = Rng::from_key(1);
            let mut other = *round;
            let always = (0..60).all(|_| {
                let is_win = wins(&other, (rules, chance));
                view.determinizer().sample(&mut rng, &mut other);
                is_win
            });
            assert_eq!(sure.is_some(), always, "{view:?}");
            let chain = view.hand_size(view.seat()) > 1;
            found += u32::from(chain && sure.is_some());
        });
    }
    assert!(found > 100, "{found} chains");
}

/// Whatever the others hold it is the same, under any rules.
#[test]
fn a_sure_win_does_not_depend_on_what_is_hidden() {
    let mut found = 0;
    for seed in 0..400 {
        let rules = if seed % 2 == 0 { rules_of_seed(seed) } else { asked_of_seed(seed) };
        for players in [2, 3] {
            visit(&rules, players, 30, |round, active, _| {
                let view = View::new(round, active, &[0; MAX_SEATS], round.actor());
                let asked = [Decision::Play, Decision::Drawn, Decision::Colour, Decision::Answer];
                let Some(action) = view.surely_wins().filter(|_| asked.contains(&view.decision()))
                else {
                    return;
                };
                found += 1;
                let mut rng = Rng::from_key(seed);
                let mut other = *round;
                for _ in 0..4 {
                    view.determinizer().sample(&mut rng, &mut other);
                    let here = View::new(&other, active, &[0; MAX_SEATS], view.seat());
                    assert_eq!(here.surely_wins(), Some(action), "{} {view:?}", rules.name);
                }
            });
        }
    }
    assert!(found > 100, "{found} wins");
}

/// A reverse that another follows, and a skip that wins at once.
#[test]
fn champion_wins_within_its_turn() {
    let scene = Scene::new("R1", &["G0 RS BS GS YS GR", "R1 R2 R3 R4 R5 R6 R7 R8 R9 B8 B9 B0"]);
    assert_eq!(scene.play("champion"), "RS");
}

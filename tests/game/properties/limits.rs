//! A round ends: so many turns at most, and so many events.

use crate::support::*;
use proptest::prelude::*;
use unobench_core::game::How;

/// The turn limit of the tables here, the lowest that is allowed.
const LIMIT: u32 = 100;

/// How many events a round has at most, for each seat and each turn up to one beyond the limit.
///
/// A turn lays one card or none. Before it, one seat at most gives advice, plays out of turn,
/// speaks, and calls falsely, each with what it costs (10); a forgotten colour is named (1). What
/// hits the player is challenged, taken back, drawn, or loses the turn (5). Then somebody draws,
/// plays, names a colour, calls, is caught and draws (7), and the card swaps, rotates, exchanges or
/// crashes hands (1). For each seat the card may bring one draw in a downpour, and one leaving or
/// one draw of new cards (3). The pile is filled anew once at most for each card laid, and once for
/// one that goes back (2). That is 26 a turn and 3 a seat: 16 a seat where there are two.
const EVENTS: usize = 16;

/// Counts what happens, and answers once somebody is out: while a last card is settled they are
/// taken beyond the limit, too, each with a card that does not come back.
#[derive(Default)]
struct Events {
    all: usize,
    is_out: bool,
    late_answers: u32,
}

impl<C: Cards> Observer<C> for Events {
    fn saw(&mut self, _round: &Round<C>, event: Event) {
        self.all += 1;
        match event {
            Event::Out { .. } => self.is_out = true,
            Event::Play { how: How::Answer, .. } => self.late_answers += u32::from(self.is_out),
            _ => {}
        }
    }

    fn reshuffled(&mut self, _pile: &C::Pile, _future: Option<RandomChance<'_, &ActiveRules, C>>) {
        self.all += 1;
    }
}

/// Any rules, those that go round most of all.
fn houses() -> impl Strategy<Value = House> {
    const ROUND: &[&str] = &[
        "jump_in.enabled=true jump_in.double=any deck.packs=2",
        "uno.penalty=7 people.forgets_uno=1 people.catches_uno=1",
        "hands.launcher=10 people.misplays=1 people.catches_fault=0",
    ];
    let round = prop::collection::vec(prop::sample::select(ROUND), 0..4);
    (settings(0..12), round, 2..=10_usize, any::<u64>()).prop_map(
        |(mut settings, round, players, seed)| {
            settings.extend(round.into_iter().chain(["play.turn_limit=100"]).map(String::from));
            House::new(&settings, players, seed)
        },
    )
}

/// Plays a round by first choices, which play whatever they may, or by any; gives the turns and
/// the events.
fn played<C: Cards>(house: &House, is_eager: bool) -> (u32, Events) {
    let most = LIMIT + 1 + house.rules.deck_size() as u32;
    let (mut round, mut random) = house.deal::<C>(0);
    let mut events = Events::default();
    let mut chance = Observed::new(&mut random, &mut events);
    open(&mut round, &mut chance, &house.rules.setup);
    let mut rng = chooser(house.seed);
    while round.standing() == RoundStatus::Waits {
        let legal = legal_actions(&round);
        let choice = if is_eager { 0 } else { rng.below(legal.len() as u32) as usize };
        apply(&mut round, &mut chance, legal[choice]).expect("a legal action");
        assert!(round.turns() <= most, "{} turns", round.turns());
    }
    (round.turns(), events)
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_round_ends(house in houses(), is_eager in any::<bool>()) {
        let (turns, events) = played::<Roomy>(&house, is_eager);
        let most = LIMIT + 1 + events.late_answers;
        prop_assert!(turns <= most, "{} turns", turns);
        let all = events.all;
        prop_assert!(all <= EVENTS * house.players * most as usize, "{} events", all);
    }
}

/// What went round for ever: everybody jumps in, is caught without a call, and draws anew.
#[test]
fn jump_ins_do_not_go_round_for_ever() {
    let settings = "jump_in.enabled=true jump_in.double=any uno.penalty=7 people.forgets_uno=1 \
                    people.catches_fault=0 people.catches_uno=1 people.misplays=1 \
                    hands.launcher=10 play.turn_limit=100";
    for seed in 0..200 {
        let house = House::new(&[settings], 8, seed);
        assert!(house.rules.jump_in.enabled);
        assert!(played::<Roomy>(&house, true).0 <= LIMIT + 1);
    }
}

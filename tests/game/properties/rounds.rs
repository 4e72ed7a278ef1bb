//! Rounds under random rule sets, played by anybody who keeps to the rules and nothing else.

use crate::agreement::compare::Case;
use crate::agreement::minds::ANYTHING;
use crate::agreement::tape::{Deal, Outcome, Question, Tape};
use crate::support::*;
use proptest::prelude::*;
use rayon::prelude::*;
use std::fmt::Debug;
use unobench_core::game::How;
use unobench_core::rules::FinishWhen;

/// More decisions than a round of the longest turn limit can have.
const DECISIONS: usize = 4000;

/// Plays a round at random; `visit` sees each decision and what is chosen.
fn play_at_random<C: Cards, E: Chance<C>>(
    mut round: Round<C>,
    chance: &mut E,
    seed: u64,
    mut visit: impl FnMut(&Round<C>, &mut E, Action),
) -> Round<C> {
    let mut rng = chooser(seed);
    for _ in 0..DECISIONS {
        if round.standing() != RoundStatus::Waits {
            return round;
        }
        let actions = legal_actions(&round);
        let action = actions[rng.below(actions.len() as u32) as usize];
        visit(&round, chance, action);
        apply(&mut round, chance, action).expect("a legal action");
    }
    panic!("the round does not end");
}

/// The case that both engines play for a house, in which everybody takes any legal action.
fn case(house: &House) -> Case {
    Case {
        rules: house.rules.clone(),
        line_up: vec![ANYTHING.to_owned(); house.players],
        seed: house.seed,
        deal: Deal::Live,
        whole_match: false,
    }
}

fn check_round(house: &House) {
    let case = case(house);
    case.run().unwrap_or_else(|difference| panic!("{}", case.report(&difference)));
    if house.rules.deck.cards().is_compact() {
        count_cards::<Compact>(house);
    }
    count_cards::<Roomy>(house);
}

/// Plays a round at random; at each decision all cards are there, there is a choice, and who comes
/// to move is in play.
fn count_cards<C: Cards>(house: &House) {
    let deck: Vec<Kind> = house.rules.deck.cards().cards().collect();
    let (round, mut chance) = house.open::<C>(0);
    let end = play_at_random(round, &mut chance, house.seed, |round, _, _| {
        assert_eq!((all_cards(round), round.cards_in_play()), (deck.clone(), deck.len()));
        assert!(legal_actions(round).len() >= 2, "no choice: {:?}", round.decision());
        if round.decision() == Decision::Play {
            assert!(round.in_play().contains(round.actor()), "the move passes to who is out");
            let bring_in = house.rules.finish.when == FinishWhen::BringIn;
            let has_cards = |seat| !round.hand(seat).is_empty();
            assert!(bring_in || round.in_play().iter().all(has_cards), "nothing left to play");
        }
    });
    assert_eq!(all_cards(&end), deck, "cards are conserved");
}

/// What happens in a round: the decisions, and the lines of its record, with how a card is played,
/// why cards are drawn, and what somebody is caught at.
fn happenings(tape: &Tape) -> BTreeSet<String> {
    let line = |event: &Value| {
        let text = |key: &str| event[key].as_str().map(str::to_owned);
        let more = text("how").or_else(|| text("why")).or_else(|| text("of"));
        [text("event"), more].into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    let question = |(_, question, outcome): &(usize, Question, Outcome)| match question {
        Question::Decision { decision, .. } => Some(decision.to_string()),
        Question::Coin { what: "forgets_colour", .. } => {
            (outcome.number() == 1).then(|| "forgets colour".to_owned())
        }
        _ => None,
    };
    tape.events.iter().map(line).chain(tape.entries.iter().filter_map(question)).collect()
}

fn summary<C: Cards>(round: &Round<C>) -> (RoundStatus, u32, Vec<Vec<Kind>>) {
    let hand = |seat| kinds_of(round.hand(Seat::new(seat)));
    (round.standing(), round.turns(), (0..round.players()).map(hand).collect())
}

fn script<C: Cards>(house: &House) -> (Vec<Action>, Round<C>) {
    let (round, mut chance) = house.open::<C>(0);
    let mut actions = Vec::new();
    let end = play_at_random(round, &mut chance, house.seed, |_, _, action| actions.push(action));
    (actions, end)
}

fn crowded_houses() -> impl Strategy<Value = House> {
    (settings(15..50), 2..=6_usize, any::<u64>())
        .prop_map(|(settings, players, seed)| House::new(&settings, players, seed))
}

/// All cards, in order; each hand has as many as it says.
fn all_cards<C: Cards>(round: &Round<C>) -> Vec<Kind> {
    let mut cards = pile_kinds(round);
    let mut add = |kind, count: u32| cards.extend(std::iter::repeat_n(kind, count as usize));
    round.discards().for_each(&mut add);
    for seat in (0..round.players()).map(Seat::new) {
        round.hand(seat).for_each(&mut add);
        let size = View::new(round, &ActiveRules::OFFICIAL, &[0; MAX_SEATS], seat).hand_size(seat);
        assert_eq!(size, round.hand(seat).len());
    }
    sorted(cards)
}

fn shown<C: Cards>(round: &Round<C>, rules: &ActiveRules, seat: Seat) -> String {
    let view = View::new(round, rules, &[0; MAX_SEATS], seat);
    let of_seat = |other: Seat| {
        let since = Colour::ALL.map(|colour| view.drawn_since_not_following(other, colour));
        let beside = (view.before(other), view.after(other));
        (view.hand_size(other), view.missed_call(other), view.refill(other), beside, since)
    };
    let seats: Vec<_> = (0..view.players()).map(|other| of_seat(Seat::new(other))).collect();
    let table = (view.up_card(), view.active_colour(), view.draw_pile_len(), view.discards());
    let course = (view.turns(), view.to_move(), view.dealer(), view.first(), view.direction());
    let left = (view.in_play(), view.places(), view.silence());
    let hit = (view.pending(), view.colour_before_wild_draw_four());
    let choice = (round.standing(), round.decision(), round.actor(), view.options());
    format!("{:?} {seats:?} {table:?} {course:?} {left:?} {hit:?} {choice:?}", view.hand())
}

fn check_determinized<C: Cards>(house: &House, round: &Round<C>, other: &Round<C>) {
    let actor = round.actor();
    assert_eq!(shown(other, &house.active_rules, actor), shown(round, &house.active_rules, actor));
    assert_eq!(legal_actions(other), legal_actions(round));
    assert_eq!(all_cards(other), all_cards(round));
}

fn play_on<C: Cards>(house: &House, round: Round<C>, seed: u64) {
    let cards = all_cards(&round);
    let key = RoundKey::new(seed, 0, 0);
    let mut chance = house.chance(key, key.stream(Purpose::Deal, 0));
    let end = play_at_random(round, &mut chance, seed, |round, _, _| {
        assert_eq!(round.cards_in_play(), cards.len())
    });
    assert_eq!(all_cards(&end), cards, "cards are conserved");
}

fn conceivable_actions() -> impl Iterator<Item = Action> {
    let cards = Kind::printed().map(Action::Card);
    let colours = Colour::ALL.into_iter().map(Action::Colour);
    let seats = (0..MAX_SEATS).map(|seat| Action::Seat(Seat::new(seat)));
    cards.chain(colours).chain(seats).chain([Action::Yes, Action::No])
}

struct Nobody;

impl<C: Cards> Observer<C> for Nobody {}

/// Every conceivable action is accepted if it is legal, and otherwise refused; what was refused
/// leaves no trace.
fn check_acceptance<C: Cards, E: Chance<C> + Clone + Debug>(
    round: &Round<C>,
    chance: &E,
    traces: bool,
) {
    let legal = legal_actions(round);
    let (mut probe, mut world) = (*round, chance.clone());
    for action in conceivable_actions() {
        assert_eq!(round.is_legal(action), legal.contains(&action), "{action:?}");
        if legal.contains(&action) {
            assert!(apply(&mut round.clone(), &mut chance.clone(), action).is_ok(), "{action:?}");
        } else {
            let error = IllegalAction { decision: round.decision(), action };
            assert_eq!(apply(&mut probe, &mut world, action), Err(error));
            assert!(error.to_string().contains(round.decision().name()));
        }
    }
    let is_same = !traces || format!("{probe:?} {world:?}") == format!("{round:?} {chance:?}");
    assert!(is_same, "a trace of what was refused");
}

proptest! {
    #![proptest_config(cases(300))]

    /// The legal cards are those of the catalogue, a decision has a choice, the round ends, cards
    /// are conserved, and what happens and what each seat is shown is what the naive engine has.
    #[test]
    fn rounds_are_those_of_the_naive_engine(house in houses()) {
        check_round(&house);
    }

    #[test]
    fn crowded_rounds_are_those_of_the_naive_engine(house in crowded_houses()) {
        check_round(&house);
    }

    #[test]
    fn an_action_is_legal_exactly_if_it_is_accepted(house in houses()) {
        let (round, mut chance) = house.open::<Roomy>(0);
        let mut seen = BTreeSet::new();
        play_at_random(round, &mut chance, house.seed, |round, chance, _| {
            // Looked at now and then, for it takes long.
            let traces = seen.insert(round.decision().name())
                || (round.turns() + house.seed as u32).is_multiple_of(8);
            check_acceptance(round, chance, traces);
        });
    }

    #[test]
    fn nothing_is_legal_once_a_round_is_over(house in houses()) {
        let (_, mut end) = script::<Roomy>(&house);
        let (_, mut chance) = house.open::<Roomy>(0);
        prop_assert!(legal_actions(&end).is_empty());
        for action in conceivable_actions() {
            prop_assert!(!end.is_legal(action) && apply(&mut end, &mut chance, action).is_err());
        }
    }

    /// A clone made anywhere in the round, at each kind of decision and before and after chance,
    /// comes to the same end by the same actions.
    #[test]
    fn clones_replay(house in houses(), at in any::<prop::sample::Index>()) {
        let (actions, _) = script::<Roomy>(&house);
        let cut = if actions.is_empty() { 0 } else { at.index(actions.len()) };
        let (round, mut chance) = house.open::<Roomy>(0);
        let (mut clones, mut seen, mut index) = (Vec::new(), BTreeSet::new(), 0);
        let end = play_at_random(round, &mut chance, house.seed, |round, chance, action| {
            assert_eq!(action, actions[index]);
            if seen.insert(round.decision().name()) || index == cut {
                clones.push((index, *round, chance.clone()));
            }
            index += 1;
        });
        for (index, mut clone, mut world) in clones {
            for &action in &actions[index..] {
                apply(&mut clone, &mut world, action).expect("a legal action");
            }
            prop_assert_eq!(format!("{clone:?} {world:?}"), format!("{end:?} {chance:?}"));
        }
    }

    /// The types that cards are kept in make no difference, nor does it matter whether somebody
    /// listens.
    #[test]
    fn every_instance_plays_the_same_round(house in houses()) {
        let (actions, end) = script::<Roomy>(&house);
        if house.rules.deck.cards().is_compact() {
            let (compact_actions, compact) = script::<Compact>(&house);
            prop_assert_eq!((&actions, summary(&end)), (&compact_actions, summary(&compact)));
        }
        let (mut round, mut random) = house.deal::<Roomy>(0);
        let mut nobody = Nobody;
        let mut chance = Observed::new(&mut random, &mut nobody);
        round.open(&mut chance, &house.rules.setup);
        actions.iter().for_each(|&action| round.apply_trusted(&mut chance, action));
        prop_assert_eq!(format!("{round:?}"), format!("{end:?}"));
    }

    /// A determinization keeps what its seat sees, and every card, and can be played on by other
    /// chance.
    #[test]
    fn determinizations_preserve_the_view(house in houses()) {
        let (round, mut chance) = house.open::<Roomy>(0);
        let mut rng = chooser(house.seed);
        let mut seen = BTreeSet::new();
        play_at_random(round, &mut chance, house.seed, |round, _, _| {
            let other = round.determinized(&house.active_rules, round.actor(), &mut rng);
            check_determinized(&house, round, &other);
            if seen.insert(round.decision().name()) || round.turns().is_multiple_of(50) {
                play_on(&house, other, rng.bits());
            }
        });
    }
}

/// Small decks, many penalties, swaps and cards that may be taken back: the piles run empty where
/// it matters, and missed calls change hands.
pub(super) fn scarce_houses() -> impl Iterator<Item = House> {
    let scarce = "deck.edition=junior deck.wild_draw_four=8 deck.swap_hands=4 \
                  play.challenge=take_back \
                  people.forgets_uno=0.5 people.catches_uno=0.3 uno.penalty=10";
    let tables = [
        ("setup.hand_size=2", 10),
        ("setup.hand_size=4", 3),
        ("setup.hand_size=9", 7),
        ("setup.hand_size=2 people.forgets_uno=1 people.catches_uno=0", 4),
    ];
    tables.into_iter().flat_map(move |(settings, players)| {
        (0..100).map(move |seed| House::new(&[scarce, settings], players, seed))
    })
}

#[test]
fn scarce_cards_are_accounted_for() {
    scarce_houses().par_bridge().for_each(|house| check_round(&house));
}

/// Rule sets that hold between them everything that can happen, and let it happen often.
const FULL: &[&str] = &[
    "responses.draw_two=stack responses.wild_draw_four=stack_mixed responses.skip=identical \
     jump_in.enabled=true jump_in.actions=sum jump_in.double=any \
     people.next_player_reaction=1 hands.seven_swaps=true hands.zero_rotates=true \
     hands.swap_on_last_card=applies hands.five_exchanges=true play.challenge=take_back \
     deck.packs=2 people.forgets_uno=0.4 people.catches_uno=0.4 people.remembers_uno=0.4 \
     people.forgets_penalty=0.4 people.forgets_colour=0.4 uno.slam=true \
     finish.when=last_standing",
    "responses.draw_two=deflect responses.wild_draw_four=deflect \
     responses.reverse_returns=all responses.skip_passes=true jump_in.enabled=true \
     jump_in.resume=original deck.packs=2 deck.crash=4 deck.downpour_two=4 \
     play.reverse=one_turn silence.mode=twos people.talks=0.3 people.misplays=0.2 \
     people.advises=0.2 people.plays_out_of_turn=0.2 people.catches_fault=0.5 \
     people.calls_falsely=0.2 uno.false_call_penalty=2 finish.when=bring_in",
    "responses.reverse_returns=all responses.wild_draw_four=stack jump_in.double=no_draws \
     hands.launcher=3 deck.swap_hands=4 deck.downpour_one=4 deck.blanks=4 deck.blank_draws=3 \
     play.after_wild=colour_or_under finish.refills=3 silence.mode=wilds people.talks=0.3 \
     people.forgets_colour=0.5 people.misplays=0.1",
];

/// The tables of [`FULL`], and those of each rule set that asks for decisions of its own, alone and
/// with one of [`FULL`] on top; a small hand ends a round soon.
pub(super) fn full_houses(seeds: u64) -> impl Iterator<Item = House> {
    let house = |rules: &RuleSet, settings, seed| {
        House::on(rules.clone(), &[settings, "setup.hand_size=4"], 2 + seed as usize % 5, seed)
    };
    let full = FULL.iter().flat_map(move |&settings| {
        (0..seeds).map(move |seed| house(&RuleSet::official(), settings, seed))
    });
    let asking = RuleSet::shipped_with_tag("asks").flat_map(move |name| {
        let rules = RuleSet::load(name).expect("a rule set that ships");
        let settings = |seed| FULL.get(seed as usize % 6).copied().unwrap_or_default();
        (0..seeds).map(move |seed| house(&rules, settings(seed), seed))
    });
    full.chain(asking)
}

/// Added cards, which alone ask for a target and discard, and players who are knocked out.
const ADDED: &str = "finish.mercy=12 responses.by_value=last deck.packs=2 \
     deck.card=[{symbol=\"T\",wild=8,effect=[{who=\"chosen\",draw=5},{discard=\"colour\"}]},\
     {symbol=\"V\",wild=8,effect=[{who=\"next\",draw_until=\"colour\",named_by=\"victim\",\
     skip=true}]}]";

fn all_houses(seeds: u64) -> impl Iterator<Item = House> {
    let added = move |seed| House::new(&[ADDED, "setup.hand_size=4"], 2 + seed as usize % 5, seed);
    full_houses(seeds).chain((0..seeds).map(added))
}

#[test]
fn everything_that_can_happen_is_compared() {
    let seen: BTreeSet<String> = all_houses(60)
        .par_bridge()
        .flat_map_iter(|house| {
            check_round(&house);
            happenings(&case(&house).tape())
        })
        .collect();
    let events = "turn_up name_colour uno keep lose_turn challenge take_back reshuffle swap rotate \
                  exchange crash misplay speaks advises out target discard knock_out \
                  round_end";
    let reasons = "turn penalty challenge uno false_call slam silence misplay advice forgotten \
                   downpour refill start effect shown";
    let mut expected: BTreeSet<String> = events.split(' ').map(String::from).collect();
    expected.extend(Decision::ALL.map(|decision| decision.name().to_owned()));
    expected.extend(reasons.split(' ').map(|why| format!("draw {why}")));
    expected.extend(How::all().map(|(_, how)| format!("play {}", how.name)));
    expected.extend(["caught uno", "caught penalty", "forgets colour"].map(String::from));
    assert_eq!(seen, expected);
}

/// None of the decisions takes an action that is not legal, nor is it changed by one; and each has
/// a determinization that can be played on.
#[test]
fn every_decision_refuses_what_is_illegal() {
    let mut counts = BTreeMap::new();
    for house in all_houses(30) {
        let (round, mut chance) = house.open::<Roomy>(0);
        let mut rng = chooser(house.seed);
        play_at_random(round, &mut chance, house.seed, |round, chance, _| {
            let count = counts.entry(round.decision().name()).or_insert(0);
            *count += 1;
            if *count <= 40 {
                check_acceptance(round, chance, true);
                let other = round.determinized(&house.active_rules, round.actor(), &mut rng);
                check_determinized(&house, round, &other);
                play_on(&house, other, rng.bits());
            }
        });
    }
    for decision in Decision::ALL.map(|decision| decision.name()) {
        assert!(counts.get(decision).is_some_and(|&count| count >= 40), "{decision}: {counts:?}");
    }
}

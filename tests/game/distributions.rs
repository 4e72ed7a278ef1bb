//! Every chance outcome has the distribution that the catalogue says, tested by chi-square with
//! fixed seeds.
//!
//! The agreement tests take outcomes as given; here they are counted. All go through the arena's
//! own chance, [`RandomChance`].

use crate::support::official as rules;
use crate::support::*;
use unobench_core::game::{Coin, Race, TurnEvents};
use unobench_core::rules::{Probability, Weight};

fn key(seed: u64, block: u64) -> RoundKey {
    RoundKey::new(seed, block, 0)
}

fn copies(rules: &RuleSet) -> Vec<f64> {
    Kind::all().map(|kind| f64::from(rules.deck.cards().copies(kind))).collect()
}

fn random_chance(key: RoundKey) -> RandomChance<'static, &'static ActiveRules, Compact> {
    static PEOPLE: unobench_core::rules::People = unobench_core::rules::People::OFFICIAL;
    RandomChance::new(&ActiveRules::OFFICIAL, &PEOPLE, key, key.stream(Purpose::Deal, 0))
}

fn first_kinds(count: usize) -> Vec<Kind> {
    (0..count).map(Kind::from_index).collect()
}

fn pile_of<P: DrawPile>(kinds: &[Kind]) -> P {
    let mut pile = P::empty();
    kinds.iter().for_each(|&kind| pile.push(kind));
    pile
}

fn draw_all<C: Cards, E: Chance<C>>(pile: &mut C::Pile, chance: &mut E) -> Vec<usize> {
    let mut order = Vec::new();
    while !pile.is_empty() {
        if pile.len() == pile.loose() {
            chance.shuffle_more(pile);
        }
        order.push(pile.pop().index());
    }
    order
}

/// The number of a permutation of 0..n, from 0 to n! − 1.
fn rank(order: &[usize]) -> usize {
    let smaller_later =
        |place: usize| order[place + 1..].iter().filter(|&&other| other < order[place]).count();
    (0..order.len()).fold(0, |rank, place| rank * (order.len() - place) + smaller_later(place))
}

#[test]
fn ranks_of_permutations_are_all_different() {
    let mut ranks: Vec<usize> = Vec::new();
    for (a, b, c) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] {
        ranks.push(rank(&[a, b, c]));
    }
    assert_eq!(ranks, [0, 1, 2, 3, 4, 5]);
}

/// The hand of each seat holds each kind as often as the deck does: hypergeometric, so the variance
/// is the finite population's.
fn assert_deal_is_uniform<C: Cards>(rules: &RuleSet, players: usize) {
    let prepared = Prepared::<C>::new(rules, players);
    let mut counts = vec![vec![0; Kind::COUNT]; players];
    for block in 0..20_000 {
        let mut rng = key(41, block).stream(Purpose::Deal, 0);
        let round = prepared.deal(Opening::dealt_by(Seat::new(0), players), &mut rng);
        for (seat, counts) in counts.iter_mut().enumerate() {
            round
                .hand(Seat::new(seat))
                .for_each(|kind, count| counts[kind.index()] += u64::from(count));
        }
    }
    let (deck, hand) = (f64::from(rules.deck_size()), f64::from(rules.setup.hand_size));
    for counts in counts {
        assert_fits("the deal", &counts, &copies(rules), (deck - hand) / (deck - 1.0));
    }
}

#[test]
fn hands_are_uniform() {
    assert_deal_is_uniform::<Compact>(&rules(""), 4);
    assert_deal_is_uniform::<Compact>(&rules("setup.hand_size=3 deck.edition=junior"), 2);
    assert_deal_is_uniform::<Compact>(&rules("setup.hand_size=10"), 10);
    assert_deal_is_uniform::<Roomy>(&rules("setup.hand_size=20 deck.packs=2 deck.blanks=4"), 3);
}

/// Two seats never prefer equal cards: which pairs of cards fall to seats 0 and 1 is uniform too.
#[test]
fn hands_of_one_card_are_independent() {
    let rules = rules("setup.hand_size=1 deck.edition=junior deck.wild=0");
    let prepared = Prepared::<Compact>::new(&rules, 2);
    let mut counts = [0; 3];
    for block in 0..60_000 {
        let round = prepared
            .deal(Opening::dealt_by(Seat::new(0), 2), &mut key(43, block).stream(Purpose::Deal, 0));
        let kind = |seat| round.hand(Seat::new(seat)).kinds().first().expect("one card").index();
        let (card, other) = (kind(0), kind(1));
        let alike = [card == other, card & 3 == other & 3].map(usize::from);
        counts[2 - alike[0] - alike[1]] += 1;
    }
    // 52 cards, 13 of each colour; the two 1s of each colour are the only equal cards.
    assert_fits("pairs", &counts, &[8.0, 52.0 * 12.0 - 8.0, 52.0 * 39.0], 1.0);
}

#[test]
fn cards_drawn_after_the_deal_are_uniform() {
    let rules = rules("");
    let prepared = Prepared::<Compact>::new(&rules, 4);
    let mut counts = vec![vec![0; Kind::COUNT]; 80];
    for block in 0..20_000 {
        let key = key(47, block);
        let mut rng = key.stream(Purpose::Deal, 0);
        let mut pile = *prepared.deal(Opening::dealt_by(Seat::new(0), 4), &mut rng).pile();
        let mut chance: RandomChance<'_, _, Compact> =
            RandomChance::new(&ActiveRules::OFFICIAL, &rules.people, key, rng);
        for (place, kind) in draw_all(&mut pile, &mut chance).into_iter().enumerate() {
            counts[place][kind] += 1;
        }
    }
    for place in [0, 1, 2, 10, 40, 78, 79] {
        assert_fits(&format!("place {place}"), &counts[place], &copies(&rules), 1.0);
    }
}

fn start_cards(rules: &RuleSet) -> Vec<u64> {
    let active = ActiveRules::of(rules);
    let prepared = Prepared::<Compact>::new(rules, 3);
    let mut counts = vec![0; Kind::COUNT];
    for block in 0..40_000 {
        let key = key(53, block);
        let mut rng = key.stream(Purpose::Deal, 0);
        let mut round = prepared.deal(Opening::dealt_by(Seat::new(2), 3), &mut rng);
        // Where the start card hits the first player, what happens next leaves it on top only until
        // somebody decides.
        let mut chance = RandomChance::new(&active, &rules.people, key, rng);
        let mut start = StartCard::default();
        open(&mut round, &mut Observed::new(&mut chance, &mut start), &rules.setup);
        counts[start.0.expect("a start card").index()] += 1;
    }
    counts
}

#[derive(Default)]
struct StartCard(Option<Kind>);

impl<C: Cards> Observer<C> for StartCard {
    fn saw(&mut self, _round: &Round<C>, event: Event) {
        if let Event::TurnUp { card, returned: false } = event {
            self.0 = Some(card);
        }
    }
}

#[test]
fn start_cards_are_uniform_over_those_that_may_start() {
    for settings in ["", "setup.start_card=number", "deck.blanks=4 deck.crash=2"] {
        let rules = rules(settings);
        let mut weights = copies(&rules);
        for kind in
            Kind::all().filter(|kind| !rules.setup.start_card.allows(*kind, &rules.deck.card))
        {
            weights[kind.index()] = 0.0;
        }
        assert_fits("start card", &start_cards(&rules), &weights, 1.0);
    }
}

#[test]
fn every_order_of_a_reshuffled_pile_is_equally_likely() {
    let mut counts = [vec![0; 120], vec![0; 120]];
    for block in 0..24_000 {
        let mut chance = random_chance(key(59, block));
        for counts in &mut counts {
            let mut pile: <Compact as Cards>::Pile = pile_of(&first_kinds(5));
            chance.reshuffled(&mut pile);
            counts[rank(&draw_all(&mut pile, &mut chance))] += 1;
        }
    }
    counts.iter().for_each(|counts| assert_uniform(counts, "reshuffle"));
}

/// What two reshuffles of a round have in common is chance alone.
#[test]
fn reshuffles_of_a_round_are_independent() {
    let mut counts = vec![0; 36];
    for block in 0..20_000 {
        let mut chance = random_chance(key(61, block));
        let mut order = || {
            let mut pile: <Compact as Cards>::Pile = pile_of(&first_kinds(3));
            chance.reshuffled(&mut pile);
            rank(&draw_all(&mut pile, &mut chance))
        };
        counts[6 * order() + order()] += 1;
    }
    assert_uniform(&counts, "pairs of reshuffles");
}

#[test]
fn every_place_for_a_card_that_goes_back_is_equally_likely() {
    let mut counts = vec![0; 6];
    for block in 0..30_000 {
        let mut chance = random_chance(key(67, block));
        let mut pile: <Compact as Cards>::Pile = pile_of(&first_kinds(6));
        chance.shuffle_more(&mut pile);
        let kind = pile.pop();
        chance.put_back(&mut pile, kind);
        let place =
            draw_all(&mut pile, &mut chance).into_iter().position(|other| other == kind.index());
        counts[place.expect("the card is in the pile")] += 1;
    }
    assert_uniform(&counts, "places");
}

#[test]
fn every_order_of_a_crash_is_equally_likely() {
    let mut counts = vec![0; 120];
    for block in 0..24_000 {
        let mut cards = first_kinds(5);
        random_chance(key(71, block)).crash(&mut cards);
        counts[rank(&cards.iter().map(|kind| kind.index()).collect::<Vec<_>>())] += 1;
    }
    assert_uniform(&counts, "crash");
}

#[test]
fn every_seat_deals_equally_often() {
    for rule in ["draw", "random"] {
        for players in [2, 3, 4, 7, 10] {
            let prepared =
                Prepared::<Compact>::new(&rules(&format!("setup.first_dealer={rule}")), players);
            let mut counts = vec![0; players];
            for block in 0..20_000 {
                counts[prepared.first_opening(key(73, block)).dealer.index()] += 1;
            }
            assert_uniform(&counts, &format!("dealer by {rule}, {players} seats"));
        }
    }
}

#[test]
fn coins_fall_with_their_probability() {
    for p in [0.01, 0.05, 0.3, 0.5, 0.97] {
        let mut counts = [0; 2];
        for block in 0..200 {
            let mut chance = random_chance(key(79, block));
            for _ in 0..200 {
                let probability = Probability::from_f64(p).expect("a probability");
                counts[usize::from(chance.coin(Coin::CatchesUno, Seat::new(1), probability))] += 1;
            }
        }
        assert_fits(&format!("coin of {p}"), &counts, &[1.0 - p, p], 1.0);
    }
}

#[test]
fn races_are_won_by_weight() {
    let weights = [1.0, 0.25, 3.0, 0.5];
    let weighted = |(seat, &weight)| (Seat::new(seat), Weight::from_f64(weight).expect("a weight"));
    let candidates: Vec<(Seat, Weight)> = weights.iter().enumerate().map(weighted).collect();
    let mut counts = [0; 4];
    for block in 0..200 {
        let mut chance = random_chance(key(83, block));
        for _ in 0..200 {
            counts[chance.race(Race::Uno, &candidates)] += 1;
        }
    }
    assert_fits("race", &counts, &weights, 1.0);
}

/// Turns are decided by eight bits each where these tell, by all 64 where not.
#[test]
fn turns_are_quiet_with_their_probability() {
    for most in [0.000_2, 1.0 / 1280.0, 0.01, 0.05, 0.5] {
        for share in [0.0, 0.1, 0.5, 1.0] {
            let [most, now] =
                [most, most * share].map(|p| Probability::from_f64(p).expect("a probability"));
            let [most, now] = [most, now].map(|p| TurnEvents::new([p; 5]).noise());
            let mut counts = [0; 2];
            for block in 0..100 {
                let mut chance = random_chance(key(103, block));
                for _ in 0..2000 {
                    let is_quiet = chance.is_surely_quiet(most) || chance.is_quiet(now);
                    counts[usize::from(!is_quiet)] += 1;
                }
            }
            let p = now as f64 / 2f64.powi(64);
            if now == 0 {
                assert_eq!(counts[1], 0, "no noise, at most {most}");
            } else {
                assert_fits(&format!("noise of {p}, at most {most}"), &counts, &[1.0 - p, p], 1.0);
            }
        }
    }
}

/// One turn does not tell of the next, though a draw serves several.
#[test]
fn turns_are_quiet_independently() {
    for p in [0.02, 0.1] {
        let noise = TurnEvents::new([Probability::from_f64(p).expect("a probability"); 5]).noise();
        let mut counts = [0; 4];
        for block in 0..100 {
            let mut chance = random_chance(key(109, block));
            let mut is_loud =
                || usize::from(!(chance.is_surely_quiet(noise) || chance.is_quiet(noise)));
            for _ in 0..1000 {
                counts[2 * is_loud() + is_loud()] += 1;
            }
        }
        let loud = noise as f64 / 2f64.powi(64);
        let quiet = 1.0 - loud;
        let weights = [quiet * quiet, quiet * loud, loud * quiet, loud * loud];
        assert_fits(&format!("pairs of turns, {p}"), &counts, &weights, 1.0);
    }
}

/// Where reactions differ the hands go down in races; where all are alike one draw says whose is
/// the last.
#[test]
fn the_last_hand_at_a_slam_is_anybodys_or_the_slowest_ones() {
    for weights in [[1.0, 1.0, 1.0], [4.0, 4.0, 4.0], [1.0, 0.25, 3.0], [0.5, 1.0, 2.0]] {
        let [a, b, c] = weights;
        let rules = rules(&format!(
            "people.seat.0.reaction={a} people.seat.1.reaction={b} people.seat.2.reaction={c} \
             people.reaction={}",
            f64::max(a, 0.5)
        ));
        let active = ActiveRules::of(&rules);
        assert_eq!(active.people_rates.react_alike, weights[0] == weights[2]);
        // The dealer, seat 3, is who called.
        let hands = vec![vec![Kind::WILD]; 4];
        let round = Round::<Compact>::with_cards(Opening::dealt_by(Seat::new(3), 4), &hands, [])
            .expect("the cards fit");
        let mut counts = [0; 3];
        for block in 0..30_000 {
            let key = key(107, block);
            let mut chance =
                RandomChance::new(&active, &rules.people, key, key.stream(Purpose::Deal, 0));
            counts[chance.last_hand(&round).expect("somebody is last").index()] += 1;
        }
        let total: f64 = weights.iter().sum();
        let last = |seat: usize| {
            let [next, other] = [(seat + 1) % 3, (seat + 2) % 3];
            let first_then = |first: usize, second: usize| {
                weights[first] / total * weights[second] / (total - weights[first])
            };
            first_then(next, other) + first_then(other, next)
        };
        let expected = [0, 1, 2].map(last);
        assert_fits(&format!("last hand of {weights:?}"), &counts, &expected, 1.0);
    }
}

/// What `random` decides at a table with this hand of seat 0, over many of its streams, as counts
/// of the legal actions.
fn choices_of_random<C: Cards>(
    settings: &str,
    hand: &str,
    script: &[Action],
) -> (Decision, Vec<(Action, u64)>) {
    let rules = rules(settings);
    let active = ActiveRules::of(&rules);
    let hands = [hand, "B1 B2 B3", "B4 B5 B6", "B7 B8 B9"].map(kinds);
    let opening = Opening::dealt_by(Seat::new(3), 4);
    // The pile's top is drawn at random; all its cards are equal but the start card, which is drawn
    // first from a pile of one.
    let mut round = Round::<C>::with_cards(opening, &hands, kinds("R5")).expect("the cards fit");
    let mut chance =
        RandomChance::new(&active, &rules.people, key(89, 0), key(89, 0).stream(Purpose::Deal, 0));
    open(&mut round, &mut chance, &rules.setup);
    for &action in script {
        apply(&mut round, &mut chance, action).expect("a legal action");
    }
    let mut counts = Vec::new();
    round.for_each_action(|action| counts.push((action, 0)));
    let spec = strategy("random").expect("a strategy");
    for block in 0..10_000 {
        let mut player = FastPlayer::of(&spec).expect("a fast strategy");
        FastStrategy::begin(&mut player, Some(&key(97, block).stream(Purpose::Strategy, 0)));
        let view = View::new(&round, &active, &[0; MAX_SEATS], round.actor());
        let chosen = decide(&mut player, &view);
        counts.iter_mut().find(|(action, _)| *action == chosen).expect("a legal action").1 += 1;
    }
    (round.decision(), counts)
}

#[track_caller]
fn assert_random_draws<C: Cards>(settings: &str, hand: &str, script: &[Action], never: &[Action]) {
    let (decision, counts) = choices_of_random::<C>(settings, hand, script);
    let weights: Vec<f64> =
        counts.iter().map(|(action, _)| if never.contains(action) { 0.0 } else { 1.0 }).collect();
    let counts: Vec<u64> = counts.into_iter().map(|(_, count)| count).collect();
    assert_fits(decision.name(), &counts, &weights, 1.0);
}

fn random_is_uniform<C: Cards>() {
    let card = |text: &str| Action::Card(kind(text));
    // Over kinds, however many copies; never draws with a playable card, never bluffs.
    assert_random_draws::<C>("", "R1 R1 R2 Y5 W W W G3 W+4", &[], &[Action::No, card("W+4")]);
    assert_random_draws::<C>("", "W G5 Y5 G1 W+4", &[], &[Action::No]);
    assert_random_draws::<C>("", "W R1 R2", &[card("W")], &[]);
    let swaps = [card("WS"), Action::Colour(Colour::Green)];
    assert_random_draws::<C>("deck.swap_hands=1", "WS R1 R2", &swaps, &[]);
}

#[test]
fn random_chooses_uniformly() {
    random_is_uniform::<Compact>();
    random_is_uniform::<Roomy>();
}

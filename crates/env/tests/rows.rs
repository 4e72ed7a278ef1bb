//! What is seen: the layout, that it says what the view says, and nothing else.

#![allow(clippy::disallowed_methods, reason = "tests make files as they please")]

use crate::support::*;
use unobench_core::cards::{DrawPile, Kind, Multiset as _, Roomy};
use unobench_core::digest::fnv1a;
use unobench_core::game::{Action, ActiveRules, Decision, Prepared, Round, RoundStatus, View};
use unobench_core::rng::{Rng, RoundKey};
use unobench_core::rules::{MAX_SEATS, OwnCards};
use unobench_env::actions::{
    ADDED_ACTIONS, AS_THEY_ARE, action, at_offset, card, legal, names, number, offset, ordered,
    unordered,
};
use unobench_env::observation::{ADDED_BYTES, Layout, table};

/// Plays blocks by actions that are chosen from what is seen, and shows each decision.
fn decisions(rules: &RuleSet, players: usize, blocks: u64, mut see: impl FnMut(&Round, &View<'_>)) {
    let (active, totals) = (ActiveRules::of(rules), [0; MAX_SEATS]);
    let deck: Prepared = Prepared::new(rules, players);
    for block in 0..blocks {
        let key = RoundKey::new(1, block, 0);
        let dealt = deck.dealt(key, deck.first_opening(key));
        let (mut round, mut chance) = (dealt.round, dealt.chance(&active, &rules.people));
        round.open(&mut chance, &rules.setup);
        while round.standing() == RoundStatus::Waits && round.turns() < 120 {
            let view = View::new(&round, &active, &totals, round.actor());
            see(&round, &view);
            let (row, mask) = seen(&view);
            let chosen = action(&view, scattered(&row, &mask).into());
            round.apply(&mut chance, chosen).expect("a legal action");
        }
    }
}

fn seen(view: &View<'_>) -> (Vec<u8>, Vec<bool>) {
    let adds = view.rules().own != OwnCards::NONE;
    let (bytes, count) = if adds { (ADDED_BYTES, ADDED_ACTIONS) } else { (BYTES, ACTIONS) };
    let mut row = vec![0; bytes];
    Layout::Cards.observe(view, &mut row);
    let set = legal(view, true);
    (row, (0..count).map(|number| set >> number & 1 == 1).collect())
}

fn everywhere(mut visit: impl FnMut(&RuleSet, usize)) {
    for name in RuleSet::shipped_names() {
        let rules = rule_set(name);
        for players in [2, 4, 10] {
            if rules.validate_for(players).is_ok() {
                visit(&rules, players);
            }
        }
    }
    let targeted = include_str!("../../../examples/cards/targeted-draw.toml");
    visit(&RuleSet::parse(targeted, "targeted-draw.toml").expect("a rule set"), 4);
}

#[test]
fn hidden_cards_change_no_byte() {
    let mut rng = Rng::from_key(3);
    let mut differ = 0;
    everywhere(|rules, players| {
        let active = ActiveRules::of(rules);
        decisions(rules, players, 2, |round, view| {
            let worlds = view.determinizer::<Roomy>();
            let mut world = *worlds.base();
            worlds.sample(&mut rng, &mut world);
            let other = View::new(&world, &active, view.totals(), view.seat());
            assert_eq!(seen(view), seen(&other), "{} at {players} seats", rules.name);
            let next = view.after(view.seat());
            differ += usize::from(world.hand(next) != round.hand(next));
        });
    });
    assert!(differ > 10_000, "the other worlds are others: {differ}");
}

#[test]
fn every_action_has_a_number_of_its_own() {
    let mut taken = BTreeSet::new();
    everywhere(|rules, players| {
        decisions(rules, players, 3, |_, view| {
            let actions = view.actions();
            taken.insert(view.decision().name());
            assert_eq!(legal(view, true).count_ones() as usize, actions.len());
            for choice in actions {
                let number = number(view, choice);
                assert_eq!(action(view, number), choice);
                let seen = ordered(1 << number, [2, 0, 3, 1]).trailing_zeros() as usize;
                assert_eq!(unordered(seen, [2, 0, 3, 1]), number);
                assert_eq!(unordered(number, AS_THEY_ARE), number);
            }
            for seats in 0..players {
                assert_eq!(offset(view, at_offset(view, seats)), seats);
            }
        });
    });
    assert_eq!(taken.len(), Decision::ALL.len(), "{taken:?}");
    let all = names(&rule_set("plus-ten"));
    assert!(all.contains(&"W+10".into()) && all.len() == ACTIONS && ACTIONS <= 128);
    assert_eq!(BTreeSet::from_iter(all).len(), ACTIONS);
    let all = names(&rule_set("no-mercy"));
    assert_eq!((all[86].as_str(), all[93].as_str(), all.len()), ("WR4", "R+4", ADDED_ACTIONS));
    assert_eq!(BTreeSet::from_iter(all).len(), ADDED_ACTIONS);
}

#[test]
fn what_has_no_number_is_refused() {
    let card = |symbol: &char| format!("{{symbol=\"{symbol}\",per_colour=1}}");
    let rules = |symbols: &[char]| {
        let mut rules = rule_set("official");
        let cards: Vec<String> = symbols.iter().map(card).collect();
        rules.set_all(&[format!("deck.card=[{}]", cards.join(","))]).expect("cards");
        Environment::new(Setup::new(rules, 2))
    };
    let symbols: Vec<char> = ('a'..='i').collect();
    assert!(rules(&symbols[..8]).is_ok());
    let error = rules(&symbols).expect_err("nine").to_string();
    assert!(error.contains("more than 8 cards with colours"), "{error}");
}

#[test]
fn rows_say_what_the_view_says() {
    everywhere(|rules, players| {
        decisions(rules, players, 1, |round, view| {
            let (row, _) = seen(view);
            for (place, kind) in Kind::all().enumerate() {
                let parts = match place.checked_sub(Kind::PRINTED) {
                    None => ["hand", "discards"].map(|name| field(&row, name)[place]),
                    Some(place) if row.len() > BYTES => {
                        let count = |name| field(&row, name).get(place).copied().unwrap_or(0);
                        ["added_hand", "added_discards"].map(count)
                    }
                    Some(_) => continue,
                };
                let [held, discarded] = parts.map(u32::from);
                assert_eq!(held, view.hand().count(kind));
                let unseen = u32::from(view.rules().copies[place]) - held - discarded;
                assert_eq!(unseen, view.unseen(kind));
            }
            for place in 0..MAX_SEATS {
                let [size, bits] = ["hand_sizes", "seats"].map(|name| field(&row, name)[place]);
                if place >= players {
                    assert_eq!((size, bits), (0, 0));
                    continue;
                }
                let seat = at_offset(view, place);
                let is = |bit: u8| bits & bit != 0;
                assert_eq!(u32::from(size), view.hand_size(seat));
                assert!(is(1) && is(2) == view.in_play().contains(seat));
                assert_eq!(is(4), place == 0 || view.partner() == Some(seat));
                assert_eq!(is(8), view.missed_call(seat));
                assert_eq!((is(16), is(32)), (seat == view.dealer(), seat == view.first()));
                assert_eq!(is(64), seat == view.to_move());
                assert_eq!(is(128), view.silence() == Some(seat));
                assert_eq!(u32::from(field(&row, "refills")[place]), view.refill(seat));
            }
            let left = DrawPile::len(round.pile()).min(255);
            assert_eq!(usize::from(field(&row, "draw_pile")[0]), left);
            assert_eq!(field(&row, "up_card")[0], card(view.up_card()) as u8);
            assert_eq!(u32::from(field(&row, "owed")[0]), u32::from(view.pending().owed));
            let bluff = Action::Card(Kind::WILD_DRAW_FOUR);
            let bluffs = view.actions().contains(&bluff)
                && !view.options().playable.contains(Kind::WILD_DRAW_FOUR);
            assert_eq!(field(&row, "bluffs"), [u8::from(bluffs)]);
        });
    });
}

/// The layout is never changed: a better one gets another name.
#[test]
fn rows_are_what_they_were() {
    // `everything` as it was when its rows were pinned.
    let names = ["official", "everything play.voluntary_draw=true", "seven-rounds"];
    let digests = |layout: Layout| {
        names.map(|name| {
            let mut all = Vec::new();
            decisions(&rule_set(name), 4, 3, |_, view| {
                let mut row = vec![0; layout.bytes(false, 4)];
                let order = layout.observe(view, &mut row);
                all.extend(row);
                all.extend(ordered(legal(view, true), order).to_le_bytes());
            });
            format!("{:016x}", fnv1a(&all))
        })
    };
    let cards = ["eb673ba51b575326", "4cf29c9379f986f8", "ff3a4fcb79319fd2"];
    assert_eq!(digests(Layout::Cards), cards);
    let planes = ["906723964586e82b", "efe24491e0943f18", "e65e1494869a9087"];
    assert_eq!(digests(Layout::Planes), planes);
}

/// The page says what the code does; `UNOBENCH_REGENERATE=1` writes it anew.
#[test]
fn the_page_has_the_table_of_the_bytes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/PYTHON.md");
    let page = std::fs::read_to_string(path).expect("docs/PYTHON.md");
    let [begin, end] =
        ["begin", "end"].map(|mark| format!("<!-- made by crates/env/tests/rows.rs: {mark} -->\n"));
    let (before, rest) = page.split_once(&begin).expect("the mark at the beginning");
    let (is, after) = rest.split_once(&end).expect("the mark at the end");
    if std::env::var_os("UNOBENCH_REGENERATE").is_some() {
        std::fs::write(path, format!("{before}{begin}{}{end}{after}", table())).expect("a page");
    } else {
        assert_eq!(is, table(), "UNOBENCH_REGENERATE=1 writes the table anew");
    }
}

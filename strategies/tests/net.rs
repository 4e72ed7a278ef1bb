use crate::scene::*;
use unobench_core::digest::fnv1a;
use unobench_core::game::ActiveRules;
use unobench_core::rules::drawn::{all_keys, companions};
use unobench_strategies::net::rows::{Active, Own, Slot, digest, rows, shared, slots};
use unobench_strategies::net::{DEPTH, Net, Nets, OUTPUTS, Origin, WIDTH, effects};

pub(super) fn net(players: usize, seed: u64) -> Net {
    let mut rng = Rng::from_key(seed);
    let weights: Vec<f32> =
        (0..Net::len(players)).map(|_| rng.below(2001) as f32 / 1000.0 - 1.0).collect();
    Net::rounded(players, &weights)
}

pub(super) fn origin(players: usize) -> Origin {
    Origin {
        players,
        rules: "official".into(),
        seed: u64::MAX,
        games: 5,
        command: "unobench train -r \"a file\"".into(),
        aim: Aim::Wins,
    }
}

/// What the page on the network says, without a trick.
fn slow(net: &Net, rows_of: usize, active: &[u16]) -> [i64; OUTPUTS] {
    let all: Vec<i64> = net.weights().map(|weight| (weight * 1024.0) as i64).collect();
    let (first, rest) = all.split_at(rows_of * WIDTH);
    let (bias, rest) = rest.split_at(WIDTH);
    let (second, rest) = rest.split_at(DEPTH * WIDTH);
    let (second_bias, rest) = rest.split_at(DEPTH);
    let (third, third_bias) = rest.split_at(OUTPUTS * DEPTH);
    let clip = |number: i64| number.clamp(0, 8 * 1024 - 1);
    let units: Vec<i64> = (0..WIDTH)
        .map(|unit| {
            let rows = active.iter().map(|&row| first[usize::from(row) * WIDTH + unit]);
            // Sums of 16 bits wrap, so that their order does not matter.
            clip(i64::from((bias[unit] + rows.sum::<i64>()) as i16))
        })
        .collect();
    let hidden: Vec<i64> = (0..DEPTH)
        .map(|place| {
            let sum: i64 = (0..WIDTH).map(|unit| units[unit] * second[unit * DEPTH + place]).sum();
            clip((sum >> 10) + second_bias[place])
        })
        .collect();
    std::array::from_fn(|output| {
        let sum: i64 = (0..DEPTH).map(|unit| hidden[unit] * third[output * DEPTH + unit]).sum();
        sum + 1024 * third_bias[output]
    })
}

#[test]
fn the_fast_sums_are_the_plain_ones() {
    let mut rng = Rng::from_key(7);
    for players in [2, 4, 10] {
        let net = net(players, players as u64);
        let count = rows(slots(players));
        for _ in 0..200 {
            let active: Vec<u16> =
                (0..rng.below(100)).map(|_| rng.below(count as u32) as u16).collect();
            let (common, own) = active.split_at(active.len() / 3);
            let found = net.worth(&net.sums(net.bias(), common), own).map(i64::from);
            assert_eq!(found, slow(&net, count, &active));
        }
    }
}

#[test]
fn what_rows_share_is_theirs() {
    for players in [2, 3, 6, 10] {
        let (count, parts) = shared(slots(players));
        assert!(parts.iter().all(|&(row, part, _)| {
            usize::from(row) < rows(slots(players)) && usize::from(part) < count
        }));
        let used = |index: usize| parts.iter().any(|part| usize::from(part.1) == index);
        assert!((0..count).all(used), "{players} seats");
    }
}

fn rows_of(view: &View<'_>, action: Action) -> Vec<u16> {
    let scene = unobench_strategies::net::Scene::new(view, view.options().card_choice(), 1);
    let mut active = Active::default();
    scene.common(&mut active);
    scene.rows(action, &mut active);
    let mut rows = active.rows().to_vec();
    rows.sort_unstable();
    rows
}

#[test]
fn colours_that_change_places_are_one_case() {
    let play = |up: &str, hand: &str, action: &str| {
        Scene::new(up, &[hand, "W W W"]).look(|view| rows_of(view, Action::Card(card(action))))
    };
    let rows = play("R5", "R3 R7 B7 G1 W", "R7");
    assert_eq!(rows, play("B5", "B3 B7 R7 Y1 W", "B7"));
    assert_ne!(rows, play("R5", "R3 R7 B7 G1 W", "R3"));
}

#[test]
fn every_row_is_counted_once() {
    let own: usize = Own::ALL.iter().map(|group| group.1).sum();
    let slot: usize = Slot::ALL.iter().map(|group| group.1).sum();
    assert_eq!((Own::ROWS, Slot::ROWS), (own, slot));
    assert_eq!(rows(3), own + 3 * slot);
    Scene::new("R5", &["R3 R7 B7 W+4", "R1 R2"]).look(|view| {
        for action in view.actions() {
            let mut rows = rows_of(view, action);
            let count = rows.len();
            rows.dedup();
            assert_eq!(rows.len(), count, "{action:?}");
        }
    });
}

/// What an opponent laid and named is seen, and its cards are not.
#[test]
fn the_network_looks_back_and_into_no_hand() {
    let scene = |theirs: &str| {
        Scene::new("R5", &["R7 R1 B2", theirs, "Y1 Y2"]).plays("R7").plays("B7").look(|view| {
            assert_eq!(view.last_laid(Seat::new(1)), Some((card("B7"), true)));
            assert_eq!(view.last_laid(Seat::new(0)), Some((card("R7"), false)));
            assert_eq!(view.last_laid(Seat::new(2)), None);
            rows_of(view, Action::No)
        })
    };
    assert_eq!(scene("B7 G3 G4"), scene("B7 Y8 W"));
    let named = Scene::new("R5", &["R7 R1 B2", "W G4 G5"])
        .plays("R7")
        .names("W", Colour::Green)
        .look(|view| {
            Colour::ALL.map(|colour| view.turns_since_naming(Seat::new(1), colour).is_some())
        });
    assert_eq!(named, [false, false, true, false]);
}

fn of_opponent(rows: &[u16], group: Slot) -> Vec<usize> {
    let sizes = || Slot::ALL.iter().map(|group| group.1);
    let first = Own::ROWS + sizes().take(group as usize).sum::<usize>();
    let last = first + Slot::ALL[group as usize].1;
    let within = rows.iter().map(|&row| usize::from(row)).filter(|row| (first..last).contains(row));
    within.map(|row| row - first).collect()
}

/// Who swapped knows what the other holds now, until it is played; nobody else does.
#[test]
fn the_network_knows_the_cards_that_it_gave_away() {
    let scene =
        |theirs: &str| Scene::new("R5", &["R7 R1 B2 W", theirs]).rule("hands.seven_swaps=true");
    // Seat 1 now holds R1 B2 W, draws, and seat 0 decides with what it got.
    let rows = scene("R3 G4 G5").plays("R7").then(Action::No).look(|view| {
        assert_eq!(view.seat(), Seat::new(0));
        rows_of(view, Action::Card(card("R3")))
    });
    assert_eq!(of_opponent(&rows, Slot::KnownWilds), [0], "one wild");
    assert_eq!(of_opponent(&rows, Slot::Known0), [0], "one red card");
    assert_eq!(of_opponent(&rows, Slot::KnownFits), [1], "the red card and the wild");
    assert_eq!(of_opponent(&rows, Slot::Hidden), [0], "the card that was drawn");
    // Before the swap nothing was known, and what the other holds makes no difference.
    let before = |theirs| scene(theirs).look(|view| rows_of(view, Action::Card(card("R7"))));
    assert_eq!(before("R3 G4 G5"), before("Y1 W+4 W"));
    // In the thought of a swap the other has the own hand: a wild among three cards.
    let rows = before("R3 G4 G5");
    assert_eq!(of_opponent(&rows, Slot::KnownWilds), [0]);
    assert_eq!(of_opponent(&rows, Slot::Hand), [2], "three cards");
    assert_eq!(of_opponent(&rows, Slot::Hidden), [] as [usize; 0]);
    // Where hands stay, nothing of the kind counts.
    let plain = Scene::new("R5", &["R7 R1 B2 W", "R3 G4 G5"]);
    let rows = plain.look(|view| rows_of(view, Action::Card(card("R7"))));
    assert_eq!(of_opponent(&rows, Slot::KnownWilds), [] as [usize; 0]);
}

#[test]
fn the_champion_plays_what_wins_at_once() {
    assert_eq!(Scene::new("R5", &["R9", "R1 R2 R3 B1"]).play("net"), "R9");
    let Action::Colour(_) =
        Scene::new("R5", &["W B1", "R1 R2"]).plays("W").ask("net", Decision::Colour)
    else {
        panic!("a colour is named");
    };
}

pub(super) fn file(bytes: &[u8]) -> (tempfile::TempDir, std::path::PathBuf) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("a.net");
    std::fs::write(&path, bytes).expect("written");
    (dir, path)
}

fn refusal(bytes: &[u8]) -> String {
    let (_dir, path) = file(bytes);
    let text = Nets::read(&path, &Disk).expect_err("a damaged file").to_string();
    assert!(text.contains("a.net"), "{text}");
    text
}

/// The bytes with a part of the header replaced, and the sum that fits.
fn changed(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let end = bytes.windows(2).position(|two| two == b"\n\n").expect("a header");
    let header = std::str::from_utf8(&bytes[..end]).expect("text").replace(from, to);
    let mut changed = [header.as_bytes(), &bytes[end..bytes.len() - 8]].concat();
    changed.extend(fnv1a(&changed).to_le_bytes());
    changed
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let nets = Nets::new([(origin(4), net(4, 1)), (origin(2), net(2, 2)), (origin(2), net(2, 3))]);
    assert_eq!(nets.tables().len(), 2, "of two for the same number the later one");
    let (_dir, path) = file(&nets.bytes());
    assert_eq!(Nets::read(&path, &Disk).expect("a file"), nets);
    assert_eq!(nets.of(2).1, net(2, 3));
    assert!(nets.give_chances());

    let score = Nets::new([(Origin { aim: Aim::Score, ..origin(2) }, net(2, 2))]);
    let (_dir, path) = file(&score.bytes());
    assert_eq!(Nets::read(&path, &Disk).expect("a file"), score);
    assert!(!score.give_chances());
    assert_eq!([3, 9].map(|seats| &nets.of(seats).1), [&net(4, 1); 2], "the nearest, the larger");
}

/// A file of one network for two seats, at which wins were found to be seldom.
fn fitted() -> Vec<u8> {
    let bytes = Nets::new([(origin(2), net(2, 2))]).bytes();
    let won: Vec<i32> = (1..=25).map(|knot| knot * knot * 1000).collect();
    let fit = format!(
        "[[fit]]\nplayers = 2\nrules = \"official\"\nseed = \"7\"\ngames = 9\nworst = 12\nwon = {won:?}"
    );
    changed(&bytes, "[[table]]", &format!("{fit}\n[[table]]"))
}

#[test]
fn chances_are_as_often_as_was_found() {
    let (_dir, path) = file(&fitted());
    let nets = Nets::read(&path, &Disk).expect("a file");
    Scene::new("R5", &["R3 R7", "R1 R2"]).look(|view| {
        // At a knot, halfway to the next, and beyond the last ones.
        let logits = [-6 << 20, 0, 1 << 18, 6 << 20, i32::MIN, i32::MAX];
        let found = logits.map(|logit| nets.chance(view, logit));
        assert_eq!(found, [1000, 169_000, 182_500, 624_999, 1000, 624_999]);
        assert_eq!(Nets::new([(origin(2), net(2, 2))]).chance(view, 0), 500_000, "nothing found");
    });
}

/// To name a colour reveals nothing, so a seat's chance stays as it was when the wild was laid, and
/// after a bluff too.
#[test]
fn naming_the_best_colour_changes_no_chance() {
    for (rules, players) in [("official", 2), ("official", 4), ("everything", 4), ("stacking", 3)] {
        let mut adviser = player("champion");
        let (mut before, mut pairs, mut moved) = (None::<(Seat, f64)>, 0, 0);
        play(rules, players, 150, "champion", |round, view, action| {
            let (_, thoughts) = adviser.consider(view);
            let chance = thoughts.iter().find(|thought| thought.action == action);
            let chance = chance.map(|thought| thought.value);
            let named = before.filter(|_| view.decision() == Decision::Colour);
            if let (Some((seat, before)), Some(now)) = (named, chance) {
                pairs += usize::from(seat == round.actor());
                moved += usize::from(seat == round.actor() && (before - now).abs() > 0.05);
            }
            let is_laid = action.card().is_some_and(|kind| kind.is_wild());
            before = chance.filter(|_| is_laid).map(|chance| (round.actor(), chance));
        });
        assert!(pairs > 100 && 50 * moved <= pairs, "{rules}: {moved} of {pairs}");
    }
}

#[test]
fn damaged_files_are_refused() {
    let bytes = Nets::new([(origin(2), net(2, 2))]).bytes();
    assert!(refusal(&changed(&fitted(), "won = [1000", "won = [0")).contains("25 chances"));
    assert!(refusal(&changed(&fitted(), "625000]", "9]")).contains("none falls"));
    assert!(refusal(&changed(&fitted(), "[[fit]]\nplayers", "[[fit]]\nseats")).contains("[[fit]]"));
    let own = format!("{:016x}", digest());
    assert!(refusal(b"PK\x03\x04").contains("first line"));
    assert!(refusal(&bytes[..bytes.len() / 2]).contains("not those that were written"));
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    assert!(refusal(&flipped).contains("not those that were written"));
    let other = refusal(&changed(&bytes, &own, "0123456789abcdef"));
    assert!(other.contains("inputs") && other.contains(&own), "{other}");
    assert!(refusal(&changed(&bytes, "width = 64", "width = 65")).contains("width is 65"));
    assert!(refusal(&changed(&bytes, "players = 2", "players = 11")).contains("from 2 to 10"));
    assert!(refusal(&changed(&bytes, "players = 2", "players = 4")).contains("fewer weights"));
    assert!(refusal(&changed(&bytes, "games = 5", "plays = 5")).contains("games is missing"));
    assert!(refusal(&changed(&bytes, "[[table]]", "[table]")).contains("no [[table]]"));
    let aim = refusal(&changed(&bytes, "games = 5", "games = 5\naim = \"luck\""));
    assert!(aim.contains("aim is luck; allowed: wins, score"), "{aim}");
    let nowhere = Nets::read(Path::new("no/where.net"), &Disk).expect_err("no file").to_string();
    assert!(nowhere.contains("no/where.net"), "{nowhere}");
}

/// Rounds are won by the networks that learned to win them; matches by those that learned to lead
/// in points, as the champion plays there.
#[test]
fn who_learned_for_points_wins_matches() {
    let mut seatings: [SeatMap; 2] = [[0; MAX_SEATS]; 2];
    (seatings[0][1], seatings[1][0]) = (1, 1);
    let official = RuleSet::official();
    let won = |names: [&str; 2], match_play| {
        let strategies = names.map(|name| unobench_strategies::strategy(name).expect("known"));
        let table = TableSetup::new(&official, 2, &strategies, match_play, 5).table();
        let mut outcomes = Vec::new();
        (0..500).for_each(|block| table.play_block(block, &seatings, &mut outcomes));
        // Who learned for points sits in the second seat, then in the first.
        let by_score = |(game, outcome): &(usize, &unobench_core::table::Outcome)| {
            outcome.winners >> (1 - game % 2) & 1 == 1
        };
        outcomes.iter().enumerate().filter(by_score).count()
    };
    let (matches, rounds) = (
        won(["champion:aim=win", "champion"], true),
        won(["champion", "champion:aim=score"], false),
    );
    assert!(matches > 540, "{matches} of 1,000 matches");
    assert!(rounds < 500, "{rounds} of 1,000 rounds");
    let champion = unobench_strategies::strategy("champion").expect("known");
    let aims = |name| champion.aiming(&RuleSet::load(name).expect("a rule set"), true);
    assert!(aims("lazy") == champion && aims("no-mercy") == champion, "no points; knock-outs");
}

/// Whoever plays at a fast table or an open one, or looks ahead.
#[test]
fn networks_are_freed_with_their_players() {
    let nets = Arc::new(Nets::new([(origin(2), net(2, 1))]));
    let freed = Arc::downgrade(&nets);
    let named = |name| {
        unobench_strategies::strategy(name).expect("a strategy").with_file("a.net", nets.clone())
    };
    for strategies in [[named("net"), named("net")], [named("net"), named("search:playouts=1")]] {
        let table = TableSetup::new(&RuleSet::official(), 2, &strategies, false, 5).table();
        table.play_block(0, &[[0, 1, 0, 0, 0, 0, 0, 0, 0, 0]], &mut Vec::new());
    }
    drop(nets);
    assert!(freed.upgrade().is_none(), "somebody still has them");
}

/// What a key does is told without a line in the strategies that names it.
#[test]
fn whatever_acts_in_a_round_is_told() {
    let apart =
        ["setup.", "scoring.target", "scoring.at_target", "scoring.rounds", "finish.refills"];
    let more = ["people.catches_colour=1", "hands.seven_swaps=true"];
    for (key, values) in all_keys() {
        if apart.iter().any(|apart| key.starts_with(apart)) {
            continue;
        }
        let is_told = |value: &String, players: usize| {
            let mut before = RuleSet::official();
            before
                .set_all(&[companions(&key, value), more.map(String::from).to_vec()].concat())
                .ok()?;
            let mut after = before.clone();
            after.set_all(&[format!("{key}={value}")]).ok()?;
            before.validate_for(players).and(after.validate_for(players)).ok()?;
            let [before, after] =
                [before, after].map(|rules| effects(&ActiveRules::of(&rules), players));
            (before != after).then_some(())
        };
        let told =
            values.iter().any(|value| [2, 4].iter().any(|&seats| is_told(value, seats).is_some()));
        assert!(told, "{key}");
    }
}

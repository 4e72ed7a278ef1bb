//! Sessions played by a person who chooses at random among what is offered, and by one who does
//! what the hint says.

use crate::support::TracedGames;
use std::collections::BTreeSet;
use unobench_core::game::{Action, Decision, Seat};
use unobench_core::rng::Rng;
use unobench_core::rules::RuleSet;
use unobench_record::play::{
    GameSetup, HintUse, PersonView, Phase, PlaySession, PlaySetup, PlayWords, ReasonUnit,
    read_choice,
};
use unobench_record::testing::redealt;
use unobench_record::{Form, advise_at, replay};
use unobench_tests::{rule_set as rules, specs};

const RULES: [&str; 5] = ["official", "seven-zero", "jump-in", "stacking", "everything"];

fn game_setup(rules: RuleSet, opponents: &[&str]) -> GameSetup {
    GameSetup {
        rules,
        players: 4,
        seat: Seat::new(1),
        opponents: specs(opponents),
        adviser: None,
        hints: HintUse::Always,
        match_play: false,
        casual: false,
        human_errors: false,
        seed: 1,
    }
}

fn advised(adviser: &str, rules: RuleSet, opponents: &[&str]) -> GameSetup {
    GameSetup { adviser: specs(&[adviser]).pop(), ..game_setup(rules, opponents) }
}

/// Who is asked for hints alone is not asked otherwise: what the person does is not compared.
#[test]
fn hints_on_request_are_not_counted() {
    for (hints, counted) in [(HintUse::Always, 2), (HintUse::OnRequest, 0)] {
        let table = advised("linear", rules("official"), &["random"]);
        let setup = PlaySetup::new(GameSetup { hints, ..table });
        let mut session = PlaySession::new(&setup);
        for asks in [true, false] {
            session.run();
            assert_eq!(session.phase(), Phase::Yours);
            if asks {
                assert_eq!(session.hint().expect("it is asked").strategy, "linear");
            }
            let action = session.scene().choices[0].action;
            session.act(action).expect("a choice");
        }
        assert_eq!(session.tally().advised, counted);
    }
}

fn any_choice(scene: &PersonView, rng: &mut Rng) -> Action {
    let choice = &scene.choices[rng.below(scene.choices.len() as u32) as usize];
    let typed = &choice.typed[rng.below(choice.typed.len() as u32) as usize];
    let action = read_choice(&scene.choices, typed).expect("what is offered may be typed");
    assert_eq!(action, choice.action, "{typed:?} among {:?}", scene.choices);
    action
}

fn play_round(
    session: &mut PlaySession<'_>,
    rng: &mut Rng,
    mut look: impl FnMut(&PlaySession<'_>, &PersonView),
) {
    loop {
        session.run();
        if session.phase() != Phase::Yours {
            return;
        }
        let scene = session.scene();
        look(session, &scene);
        session.act(any_choice(&scene, rng)).expect("what is offered is legal");
    }
}

fn record_of(session: &PlaySession<'_>) -> String {
    session.record().iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_decision_of_the_catalogue_comes_to_the_person_and_the_record_replays() {
    let mut met = BTreeSet::new();
    let mut more = rules("everything");
    more.set_all(&["hands.five_exchanges=true", "jump_in.double=any", "play.bluff=true"])
        .expect("keys");
    let sets = RULES.iter().map(|name| rules(name)).chain([
        rules("five-exchange"),
        rules("forgetful"),
        rules("partners"),
        more,
    ]);
    let sets = sets.chain(RuleSet::shipped_with_tag("asks").map(rules));
    let added = include_str!("../../../examples/cards/targeted-draw.toml");
    for set in sets.chain([RuleSet::parse(added, "added.toml").expect("a rule set")]) {
        let setup = PlaySetup::new(game_setup(set, &["most-colour", "random", "counter"]));
        let mut session = PlaySession::new(&setup);
        let mut rng = Rng::from_key(7);
        for _ in 0..12 {
            play_round(&mut session, &mut rng, |_, scene| {
                met.insert(scene.decision.expect("a decision").name());
                assert!(scene.choices.len() > 1, "{scene:?}");
                assert!(scene.question.ends_with(['?', '.']), "{scene:?}");
            });
            session.next_round();
        }
        let report = replay(record_of(&session).as_bytes())
            .unwrap_or_else(|error| panic!("{}: {error}", setup.game_setup().rules.name));
        assert_eq!((report.rounds, session.tally().rounds), (12, 12));
    }
    let all: BTreeSet<&str> = Decision::ALL.into_iter().map(Decision::name).collect();
    assert_eq!(met, all);
}

/// A person who does what a strategy says makes the very games that the arena would play.
#[test]
fn a_session_is_the_game_that_the_arena_would_play() {
    for (name, match_play) in
        [("official", true), ("everything", false), ("jump-in", false), ("forgetful", false)]
    {
        let (rules, games) = (rules(name), if match_play { 1 } else { 5 });
        let texts = &["random", "counter", "champion", "punisher"];
        let (players, seed, seatings) = (4, 5, 1);
        let traced =
            TracedGames { rules: &rules, players, texts, games, seed, match_play, seatings }
                .text(Form::JsonLines);
        let game_setup = advised("counter", rules.clone(), &["random", "champion", "punisher"]);
        let setup = PlaySetup::new(GameSetup {
            match_play,
            casual: true,
            human_errors: true,
            seed,
            ..game_setup
        });
        let mut session = PlaySession::new(&setup);
        for _ in 0..games {
            loop {
                session.run();
                match session.phase() {
                    Phase::Yours => {
                        let action = session.hint().expect("advice").action;
                        session.act(action).expect("a legal action");
                    }
                    Phase::RoundOver if match_play => session.next_round(),
                    _ => break,
                }
            }
            session.next_round();
        }
        let tally = session.tally();
        assert!(tally.advised > 0 && tally.followed == tally.advised);
        let played = record_of(&session).replace("\"person\"", "\"counter\"");
        assert!(played.into_bytes() == traced, "{name}");
    }
}

#[test]
fn hints_change_nothing() {
    let (rules, opponents) = (rules("everything"), ["random", "punisher"]);
    let with = PlaySetup::new(advised("flat-mc:playouts=20", rules.clone(), &opponents));
    let without = PlaySetup::new(game_setup(rules, &opponents));
    let (mut session, mut other) = (PlaySession::new(&with), PlaySession::new(&without));
    let mut asked = 0;
    let mut rng = Rng::from_key(3);
    loop {
        session.run();
        other.run();
        assert_eq!((session.log(), session.phase()), (other.log(), other.phase()));
        if session.phase() != Phase::Yours {
            break;
        }
        let scene = session.scene();
        let hint = session.hint().cloned();
        assert_eq!(session.hint().cloned(), hint, "asked twice, it says the same");
        let hint = hint.expect("advice");
        assert!(scene.choices.iter().any(|choice| choice.action == hint.action));
        assert!(hint.reasons.iter().all(|reason| (0.0..=1.0).contains(&reason.value)));
        asked += u32::from(hint.reasons.iter().any(|reason| reason.playouts > Some(0)));
        let lines = hint.lines(&scene.choices, with.words());
        assert!(lines[0].starts_with("flat-mc:playouts=20 would "), "{lines:?}");
        assert_eq!(session.scene(), other.scene());
        let action = any_choice(&scene, &mut rng);
        session.act(action).expect("a legal action");
        other.act(action).expect("a legal action");
    }
    assert!(asked > 3, "{asked}");
    assert_eq!(record_of(&session), record_of(&other));
}

/// The chance of each action is told, the best one first and marked, at any number of seats; what
/// was lost is counted.
#[test]
fn a_hint_may_say_how_likely_each_action_wins() {
    for players in [2, 3, 5, 10] {
        let game_setup = advised("champion", rules("official"), &["champion"]);
        let setup = PlaySetup::new(GameSetup { players, ..game_setup });
        let mut session = PlaySession::new(&setup);
        let mut rng = Rng::from_key(1);
        let (mut told, mut lost) = (0, 0.0);
        loop {
            session.run();
            if session.phase() != Phase::Yours {
                break;
            }
            let scene = session.scene();
            let hint = session.hint().cloned().expect("advice");
            let lines = hint.lines(&scene.choices, setup.words());
            assert_eq!(hint.measure, ReasonUnit::Chance);
            assert_eq!(hint.unlearned, None, "{players} seats");
            let action = any_choice(&scene, &mut rng);
            if scene.decision != Some(Decision::Uno) {
                assert_eq!(hint.reasons.len(), scene.choices.len(), "{hint:?}");
                assert!(lines[1].ends_with(" % to win, the best"), "{lines:?}");
                assert!(lines[2].ends_with(" % to win"), "{lines:?}");
                told += 1;
                let chance = |action| {
                    hint.reasons.iter().find(|reason| reason.action == action).expect("one").value
                };
                lost += chance(hint.action) - chance(action);
            }
            session.act(action).expect("a legal action");
        }
        let found = session.tally().lost.expect("chances");
        assert!(told > 0 && lost > 0.0 && (found - lost).abs() < 1e-9, "{found} {lost}");
        let text = session.tally().text(setup.words(), players, Some("champion"));
        let words = "as champion sees it, your other decisions together lost ";
        assert!(text.contains(words), "{text}");
    }
}

/// To the last digit, on more than a thousand positions.
#[test]
fn advice_on_a_line_of_a_record_is_the_hint_of_that_moment() {
    let champion = specs(&["champion"]).pop().expect("a strategy");
    let mut positions = 0;
    for (seed, name) in (1..).zip(RULES.repeat(18)) {
        let setup =
            PlaySetup::new(GameSetup { seed, ..advised("champion", rules(name), &["random"]) });
        let mut session = PlaySession::new(&setup);
        let (mut rng, mut hints) = (Rng::from_key(seed), Vec::new());
        play_round(&mut session, &mut rng, |session, scene| {
            if matches!(scene.decision, Some(Decision::Play | Decision::Drawn)) {
                let hint = session.clone().hint().cloned().expect("advice");
                let ranked = hint.ranked();
                hints.push(
                    ranked
                        .iter()
                        .map(|estimate| hint.chance_of(estimate.action))
                        .collect::<Vec<_>>(),
                );
            }
        });
        let record = record_of(&session);
        let is_own = |line: &&str| line.contains("\"seat\":1,");
        let lines = (1..).zip(record.lines()).filter(|(_, line)| is_own(line));
        let advice = lines.filter_map(|(number, _)| {
            let advice = advise_at(record.as_bytes(), number, &champion).expect("a record")?;
            let is_asked = advice.seat == 1 && ["play", "drawn"].contains(&advice.decision);
            is_asked.then(|| advice.options.iter().map(|option| option.chance).collect::<Vec<_>>())
        });
        // Some are told by the line of another seat, which interrupts.
        let mut hints = hints.into_iter();
        for asked in advice {
            assert!(hints.any(|hint| hint == asked), "{name}, seed {seed}: {asked:?}");
            positions += 1;
        }
    }
    assert!(positions >= 1000, "{positions}");
}

#[test]
fn every_searcher_gives_its_reasons() {
    for text in ["flat-mc", "pimc", "ismcts", "ismcts:root=ucb", "flat-mc:aim=score"] {
        let separator = if text.contains(':') { ',' } else { ':' };
        let adviser = format!("{text}{separator}playouts=60");
        let setup = PlaySetup::new(advised(&adviser, rules("official"), &["random"]));
        let mut session = PlaySession::new(&setup);
        session.run();
        let choices = session.scene().choices;
        let hint = session.hint().expect("advice").clone();
        let measure = if text.contains("score") { ReasonUnit::Lead } else { ReasonUnit::Wins };
        assert_eq!(hint.measure, measure, "{text}");
        assert_eq!(hint.reasons.len(), choices.len(), "{text}");
        let playouts: u32 = hint.reasons.iter().filter_map(|reason| reason.playouts).sum();
        assert!((50..=60).contains(&playouts), "{text}: {playouts}");
    }
}

#[test]
fn linear_gives_its_values_and_the_best_one_is_its_choice() {
    let setup = PlaySetup::new(advised("linear", rules("official"), &["random"]));
    let mut session = PlaySession::new(&setup);
    session.run();
    let hint = session.hint().expect("advice");
    let reasons = hint.reasons.iter();
    let best =
        reasons.max_by(|reason, other| reason.value.total_cmp(&other.value)).expect("reasons");
    assert_eq!((hint.measure, best.action), (ReasonUnit::Value, hint.action));
}

#[test]
fn undo_restores_everything_exactly() {
    let casual = |casual| {
        let game_setup = game_setup(rules("everything"), &["random", "counter"]);
        PlaySetup::new(GameSetup { casual, match_play: true, ..game_setup })
    };
    let (setup, strict) = (casual(true), casual(false));
    let (mut session, mut straight) = (PlaySession::new(&setup), PlaySession::new(&strict));
    let mut rng = Rng::from_key(11);
    let mut undone = 0;
    for _ in 0..400 {
        session.run();
        if session.phase() != Phase::Yours {
            session.next_round();
            continue;
        }
        let state = |session: &PlaySession<'_>| {
            let (log, lines) = (session.log().to_vec(), session.record().len());
            (session.scene(), log, *session.tally(), session.number(), lines)
        };
        let before = state(&session);
        // Something is tried, and what comes of it, into the next round too.
        session.act(any_choice(&before.0, &mut rng)).expect("a legal action");
        session.run();
        session.next_round();
        assert!(session.undo());
        undone += 1;
        assert_eq!(state(&session), before);
        let action = any_choice(&before.0, &mut rng);
        session.act(action).expect("a legal action");
        while straight.phase() != Phase::Yours {
            straight.run();
            straight.next_round();
        }
        assert!(!straight.undo(), "only casual sessions go back");
        straight.act(action).expect("a legal action");
    }
    session.run();
    straight.run();
    assert!(undone > 100 && session.undone() == undone);
    assert_eq!(session.log(), straight.log());
    assert_eq!(record_of(&session), record_of(&straight));
}

/// Two tables that differ in nothing that the person may see look the same: what the others hold,
/// and the pile, may be dealt anew.
#[test]
fn what_is_hidden_is_not_shown() {
    for name in RULES {
        let setup = PlaySetup::new(game_setup(rules(name), &["random"]));
        let mut session = PlaySession::new(&setup);
        let mut rng = Rng::from_key(2);
        for _ in 0..6 {
            let mut from = session.log().len();
            play_round(&mut session, &mut rng, |session, scene| {
                let told = &session.log()[from..];
                from = session.log().len();
                assert_tells_no_hidden_cards(told, setup.words());
                let held: u32 =
                    scene.places.iter().filter(|place| place.is_you).map(|place| place.cards).sum();
                assert_eq!(scene.hand.len(), held as usize, "the hand is the person's own");
                let unchanged = (0..5).all(|key| redealt(session, key).scene() == *scene);
                assert!(unchanged, "{name}: {scene:?}");
            });
            session.next_round();
        }
    }
}

/// A hint does not depend on cards that the person cannot see.
#[test]
fn hints_are_blind() {
    for adviser in ["counter", "punisher", "linear", "ismcts:playouts=30", "pimc:playouts=30"] {
        for rules in [rules("official"), rules("everything")] {
            let setup = PlaySetup::new(advised(adviser, rules, &["most-colour"]));
            let mut session = PlaySession::new(&setup);
            let mut rng = Rng::from_key(6);
            play_round(&mut session, &mut rng, |session, scene| {
                let hint = session.clone().hint().cloned();
                let is_blind = (0..3).all(|key| redealt(session, key).hint() == hint.as_ref());
                assert!(is_blind, "{scene:?}")
            });
        }
    }
}

#[test]
#[should_panic(expected = "sees hidden cards")]
fn who_sees_hidden_cards_gives_no_hints() {
    _ = PlaySetup::new(advised("cheat", rules("official"), &["random"]));
}

/// What others draw or exchange is told without the cards.
fn assert_tells_no_hidden_cards(told: &[String], words: &PlayWords) {
    let cards: Vec<String> =
        unobench_core::cards::Kind::printed().map(|card| words.card(card)).collect();
    let hides = |line: &&String| {
        [" draws ", " exchanges ", " shuffles "].iter().any(|word| line.contains(word))
    };
    for line in told.iter().filter(|line| !line.contains("you")).filter(hides) {
        assert!(!line.contains([':', ',']), "{line}");
        let text = format!("{line} ");
        let names = |card: &String| card.contains(' ') && text.contains(&format!(" {card} "));
        assert!(!cards.iter().any(names), "{line}");
    }
}

#[test]
fn illegal_actions_are_refused_and_change_nothing() {
    let setup = PlaySetup::new(game_setup(rules("official"), &["random"]));
    let mut session = PlaySession::new(&setup);
    session.run();
    let before = (session.scene(), session.log().to_vec());
    assert!(session.act(Action::Yes).is_err());
    assert_eq!((session.scene(), session.log().to_vec()), before);
}

#[test]
fn the_tally_adds_up() {
    let setup = PlaySetup::new(GameSetup {
        match_play: true,
        ..game_setup(rules("official"), &["random"])
    });
    let mut session = PlaySession::new(&setup);
    let mut rng = Rng::from_key(4);
    while session.phase() != Phase::MatchOver {
        play_round(&mut session, &mut rng, |_, _| {});
        if session.phase() == Phase::RoundOver {
            session.next_round();
        }
    }
    let tally = session.tally();
    let wins = [tally.wins, tally.match_wins].map(|wins| wins.iter().sum::<u32>());
    assert_eq!((tally.matches, wins), (1, [tally.rounds, 1]));
    let report = replay(record_of(&session).as_bytes()).expect("a legal match");
    assert_eq!((report.matches, report.rounds), (1, u64::from(tally.rounds)));
    assert!(tally.text(setup.words(), 4, None).contains("2 you: "));
    // An unfinished match is not yet in the record.
    session.next_round();
    play_round(&mut session, &mut rng, |_, _| {});
    assert_eq!(replay(record_of(&session).as_bytes()).expect("a legal match").matches, 1);
}

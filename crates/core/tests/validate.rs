use crate::catalogue::assert_says;
use unobench_core::cards::Symbol;
use unobench_core::rules::{MAX_SEATS, MIN_SEATS, RuleSet};

fn set(settings: &str) -> Result<RuleSet, String> {
    let mut rules = RuleSet::official();
    let set = rules.set_all(&settings.split_whitespace().collect::<Vec<_>>());
    set.map(|()| rules).map_err(|error| error.to_string())
}

fn with(settings: &str) -> RuleSet {
    set(settings).unwrap_or_else(|error| panic!("{error}"))
}

fn error_of(settings: &str) -> String {
    set(settings).expect_err("a combination that cannot be played")
}

#[track_caller]
fn assert_refused_for(players: usize, settings: &str, parts: &[&str]) {
    let error = with(settings).validate_for(players).expect_err("a table that cannot play");
    assert_says(&error.to_string(), parts);
}

fn scored_by(method: &str) -> String {
    let dealer = if method == "lazy" { "loser" } else { "rotate" };
    format!(
        "finish.when=last_standing scoring.rounds=3 setup.next_dealer={dealer} \
         scoring.method={method}"
    )
}

/// What needs something else, what that is and what it is here, and what is allowed instead.
#[test]
fn what_needs_something_else_is_refused_without_it() {
    let refused = |settings: &str, [needs, needed, here, allowed]: [&str; 4]| {
        let message = error_of(settings);
        let [needed, here] = [format!("needs {needed}, "), format!("here {here}: ")];
        assert_says(&message, &["--set: ", needs, &needed, &here, &format!("; allowed{allowed}")]);
    };
    for when in ["first_out", "bring_in"] {
        let needs = ["scoring.method = \"placement\"", "finish.when = \"last_standing\""];
        let otherwise = " otherwise: winner_takes, own_points, lazy";
        let settings = format!("scoring.method=placement finish.when={when}");
        refused(&settings, [needs[0], needs[1], &format!("{when:?}"), otherwise]);
    }
    let (lazy, loser) = ("scoring.method = \"lazy\"", "setup.next_dealer = \"loser\"");
    let rounds = [lazy, "scoring.rounds", "0", ": 1 to 1000"];
    refused("scoring.method=lazy setup.next_dealer=loser", rounds);
    refused("scoring.method=lazy scoring.rounds=3", [lazy, loser, "\"rotate\"", ": loser"]);
    let methods = ["winner_takes", "own_points", "placement", "lazy"];
    let (partners, takes) = ("scoring.partners = true", "scoring.method = \"winner_takes\"");
    for method in methods {
        let here = &*format!("{method:?}");
        let scored = scored_by(method);
        if method != "lazy" {
            let settings = scored.replace("=rotate", "=loser");
            refused(&settings, [loser, lazy, here, " otherwise: rotate"]);
        }
        if method != "own_points" {
            let (loses, own) = ("scoring.at_target = \"loses\"", "scoring.method = \"own_points\"");
            let settings = format!("{scored} scoring.at_target=loses");
            refused(&settings, [loses, own, here, " otherwise: wins"]);
        }
        if method != "winner_takes" {
            let settings = format!("scoring.partners=true {scored}");
            refused(&settings, [partners, takes, here, " otherwise: false"]);
        }
    }
    for when in ["last_standing", "bring_in"] {
        let settings = format!("scoring.partners=true finish.when={when}");
        let first_out = "finish.when = \"first_out\"";
        refused(&settings, [partners, first_out, &format!("{when:?}"), " otherwise: false"]);
    }
    let call = "uno.call = true";
    let slam = ["uno.slam = true", call, "false", " otherwise: false"];
    refused("uno.call=false uno.slam=true", slam);
    for key in ["people.", "people.seat.0.", "people.seat.9."]
        .map(|prefix| format!("{prefix}calls_falsely"))
    {
        let parts = [&format!("{key} = 0.25"), call, "false", " otherwise: 0"];
        refused(&format!("uno.call=false {key}=0.25"), parts);
    }
    for draw_two in ["none", "deflect"] {
        let keys = ["responses.wild_draw_four = \"stack_mixed\"", "responses.draw_two = \"stack\""];
        let here = format!("{draw_two:?}");
        let settings =
            format!("responses.wild_draw_four=stack_mixed responses.draw_two={draw_two}");
        refused(&settings, [keys[0], keys[1], &here, " otherwise: none, deflect, stack"]);
    }
    let launcher =
        ["hands.launcher = 3", "play.draw = \"one\"", "\"until_playable\"", " otherwise: 0"];
    refused("hands.launcher=3 play.draw=until_playable", launcher);
}

#[test]
fn a_blank_that_draws_is_barred_only_where_blanks_draw() {
    let mut rules = with("deck.blank_draws=10 play.no_finish_on=[\"W+10\"]");
    let error = rules.set("deck.blank_draws=0").expect_err("bars a card that is none").to_string();
    assert!(error.contains("play.no_finish_on") && error.contains("deck.blank_draws"), "{error}");
}

/// Whatever blanks may draw may be given points before there is such a blank, and counts as soon as
/// there is one; the points of another are a mistake.
#[test]
fn points_of_a_blank_that_draws_need_no_such_blank() {
    for drawn in 0..=u8::MAX {
        let points = format!("scoring.points={{W+{drawn}=2}}");
        let blank = RuleSet::official().set(&format!("deck.blank_draws={drawn}"));
        let is_card = drawn == 4 || (drawn != 0 && blank.is_ok());
        assert_eq!(RuleSet::official().set(&points).is_ok(), is_card, "{points}");
    }
    let mut rules = with("scoring.points={W+10=2}");
    let read = RuleSet::from_settings_json("read", &rules.settings_json()).expect("its own");
    assert!(read.differences(&rules).is_empty());
    let read = RuleSet::parse(&rules.to_short_toml(), "x.toml").expect("its own");
    assert!(read.differences(&rules).is_empty());
    let error = rules.set("deck.blank_draws=8").expect_err("points of no card").to_string();
    assert!(error.contains("\"W+10\"") && error.contains("deck.blank_draws = 8"), "{error}");
    rules.set_all(&["deck.blank_draws=10", "deck.blanks=2"]).expect("a deck that has them");
    assert_eq!(rules.scoring.points.of(Symbol::BlankDraw), Some(2));
}

/// What a message allows otherwise is every other value of the key: a new value has to be named
/// there too.
#[test]
fn a_refused_choice_names_all_others() {
    for (key, refused, company) in [
        ("scoring.method", "placement", "finish.when=first_out"),
        ("responses.wild_draw_four", "stack_mixed", "responses.draw_two=none"),
        ("setup.next_dealer", "loser", "scoring.method=winner_takes"),
        ("scoring.at_target", "loses", "scoring.method=winner_takes"),
    ] {
        let known = RuleSet::keys().into_iter().find(|known| known.key == key).expect("a key");
        let others: Vec<_> = known.allowed.split(", ").filter(|word| *word != refused).collect();
        let message = error_of(&format!("{company} {key}={refused}"));
        let end = format!("; allowed otherwise: {}", others.join(", "));
        assert!(message.ends_with(&end), "{message}");
    }
}

#[test]
fn tables_have_2_to_10_seats() {
    for players in [0, 1, 11, usize::MAX] {
        assert_refused_for(players, "", &[&players.to_string(), "2 to 10"]);
    }
    for players in MIN_SEATS..=MAX_SEATS {
        with("").validate_for(players).expect("an official table");
    }
}

#[test]
fn partners_sit_opposite() {
    for players in [2, 3, 5, 7, 9] {
        let parts = ["scoring.partners", &players.to_string(), "even", "from 4"];
        assert_refused_for(players, "scoring.partners=true", &parts);
    }
    for players in [4, 6, 8, 10] {
        with("scoring.partners=true").validate_for(players).expect("an even table");
    }
}

#[test]
fn the_first_dealer_has_a_seat() {
    assert_refused_for(4, "setup.first_dealer=4", &["setup.first_dealer = 4", "0 to 3"]);
    with("setup.first_dealer=4").validate_for(5).expect("the last seat deals");
}

#[test]
fn the_deck_covers_the_deal() {
    let parts = ["setup.hand_size = 11", "111 cards", "the deck has 108", "1 to 10"];
    assert_refused_for(10, "setup.hand_size=11", &parts);
    with("setup.hand_size=11 deck.packs=2").validate_for(10).expect("two packs");
    assert_refused_for(8, "setup.hand_size=7 deck.edition=junior", &["57 cards", "56", "1 to 6"]);
    with("setup.hand_size=5 deck.edition=junior").validate_for(10).expect("51 of 56");
}

#[test]
fn people_sit_at_the_table() {
    assert_refused_for(4, "people.seat.6.talks=0.5", &["people.seat.6.talks = 0.5", "0 to 3"]);
    with("people.seat.6.talks=0.5").validate_for(7).expect("the seventh seat");
    let everybody: String = (0..9).map(|seat| format!("people.seat.{seat}.talks=0.5 ")).collect();
    with(&everybody).validate_for(9).expect("nine of nine seats");
}

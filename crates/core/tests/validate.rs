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
fn assert_refused(settings: &str, parts: &[&str]) {
    let message = error_of(settings);
    assert_says(&message, parts);
    assert_says(&message, &["--set: ", " needs ", ", here ", ": ", "; allowed"]);
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

#[test]
fn placement_needs_play_to_the_last() {
    for when in ["first_out", "bring_in"] {
        let here = format!("here {when:?}");
        let needs = ["scoring.method = \"placement\"", "finish.when = \"last_standing\"", &here];
        let settings = format!("scoring.method=placement finish.when={when}");
        assert_refused(&settings, &[&needs[..], &["winner_takes, own_points, lazy"]].concat());
    }
}

#[test]
fn lazy_needs_rounds_and_the_loser_as_dealer_who_needs_lazy() {
    let (lazy, loser) = ("scoring.method = \"lazy\"", "setup.next_dealer = \"loser\"");
    let rounds = [lazy, "scoring.rounds", "here 0", "1 to 1000"];
    assert_refused("scoring.method=lazy setup.next_dealer=loser", &rounds);
    let dealer = [lazy, loser, "\"rotate\"", "allowed: loser"];
    assert_refused("scoring.method=lazy scoring.rounds=3", &dealer);
    for method in ["winner_takes", "own_points", "placement"] {
        let here = format!("here {method:?}");
        let settings =
            format!("finish.when=last_standing scoring.method={method} setup.next_dealer=loser");
        assert_refused(&settings, &[loser, lazy, &here, "otherwise: rotate"]);
    }
}

#[test]
fn the_target_loses_with_own_points_alone() {
    let needs = ["scoring.at_target = \"loses\"", "scoring.method = \"own_points\""];
    for method in ["winner_takes", "placement", "lazy"] {
        let here = format!("here {method:?}");
        let settings = format!("{} scoring.at_target=loses", scored_by(method));
        assert_refused(&settings, &[&needs[..], &[&here, "otherwise: wins"]].concat());
    }
}

#[test]
fn partners_need_winner_takes_and_first_out() {
    let refused = |settings: &str, needs: &str, here: &str| {
        let here = format!("here {here:?}");
        let parts = ["scoring.partners = true", needs, &here, "otherwise: false"];
        assert_refused(&format!("scoring.partners=true {settings}"), &parts);
    };
    for method in ["own_points", "placement", "lazy"] {
        refused(&scored_by(method), "scoring.method = \"winner_takes\"", method);
    }
    for when in ["last_standing", "bring_in"] {
        refused(&format!("finish.when={when}"), "finish.when = \"first_out\"", when);
    }
}

#[test]
fn calls_have_to_exist() {
    let call = "uno.call = true, here false";
    let slam = ["uno.slam = true", call, "otherwise: false"];
    assert_refused("uno.call=false uno.slam=true", &slam);
    for key in
        ["people.calls_falsely", "people.seat.0.calls_falsely", "people.seat.9.calls_falsely"]
    {
        let parts = [&format!("{key} = 0.25"), call, "otherwise: 0"];
        assert_refused(&format!("uno.call=false {key}=0.25"), &parts);
    }
}

#[test]
fn draws_have_to_fit() {
    let keys = ["responses.wild_draw_four = \"stack_mixed\"", "responses.draw_two = \"stack\""];
    for draw_two in ["none", "deflect"] {
        let settings =
            format!("responses.wild_draw_four=stack_mixed responses.draw_two={draw_two}");
        let here = format!("here {draw_two:?}");
        let parts = [&keys[..], &[&here, "otherwise: none, deflect, stack"]].concat();
        assert_refused(&settings, &parts);
    }
    let launcher =
        ["hands.launcher = 3", "play.draw = \"one\"", "here \"until_playable\"", "otherwise: 0"];
    assert_refused("hands.launcher=3 play.draw=until_playable", &launcher);
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
    let parts = ["57 cards", "56", "1 to 6"];
    assert_refused_for(8, "setup.hand_size=7 deck.edition=junior", &parts);
    with("setup.hand_size=5 deck.edition=junior").validate_for(10).expect("51 of 56");
}

#[test]
fn a_start_card_may_be_missing_from_a_small_rest() {
    for players in MIN_SEATS..=MAX_SEATS {
        assert!(with("").always_finds_start_card(players));
    }
    assert!(with("setup.hand_size=10").always_finds_start_card(10));
    assert!(!with("setup.hand_size=15").always_finds_start_card(7));
    assert!(with("setup.start_card=number setup.hand_size=15").always_finds_start_card(5));
    assert!(!with("setup.start_card=number setup.hand_size=19").always_finds_start_card(4));
}

#[test]
fn people_sit_at_the_table() {
    assert_refused_for(4, "people.seat.6.talks=0.5", &["people.seat.6.talks = 0.5", "0 to 3"]);
    with("people.seat.6.talks=0.5").validate_for(7).expect("the seventh seat");
    let everybody: String = (0..9).map(|seat| format!("people.seat.{seat}.talks=0.5 ")).collect();
    with(&everybody).validate_for(9).expect("nine of nine seats");
}

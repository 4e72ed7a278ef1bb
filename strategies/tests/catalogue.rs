use crate::scene::*;
use unobench_core::strategy::StrategyError;

/// Players are cloned for each seat of each game: two cache lines at most, and nothing to free.
/// What is large is the worker's.
#[test]
fn a_player_is_small() {
    assert!(size_of::<FastPlayer>() <= 128, "{} bytes", size_of::<FastPlayer>());
    for entry in CATALOGUE.entries() {
        let size = match StrategySpec::new(entry).player() {
            Player::Honest(strategy) => size_of_val(&*strategy),
            Player::Clairvoyant(seer) => size_of_val(&*seer),
        };
        assert!(size <= 128, "{}: {size} bytes", entry.name);
    }
}

/// Whoever needs no table that watches can sit at a fast one.
#[test]
fn all_who_need_not_be_watched_are_fast() {
    for entry in CATALOGUE.entries() {
        let is_fast = FastPlayer::of(&StrategySpec::new(entry)).is_some();
        assert!(is_fast != entry.traits.is_watched(&ActiveRules::OFFICIAL), "{}", entry.name);
    }
}

/// Somebody else's strategies have names of their own, which a command line can write.
#[test]
fn names_are_unlike_and_can_be_written() {
    let with = |name| {
        let entry = Entry::new(name, "somebody else's", |_| unreachable!());
        CATALOGUE.with(Box::leak(Box::new([entry])))
    };
    assert!(with("mine").is_ok_and(|more| more.parse("mine").is_ok()));
    assert!(matches!(with("random"), Err(StrategyError::Repeated("random"))));
    for name in ["", "cmd", "my bot", "=1+1", "bot\u{202e}"] {
        assert!(matches!(with(name), Err(StrategyError::Name(_))), "{name:?}");
    }
}

#[test]
fn errors_name_what_is_wrong_and_what_is_allowed() {
    let message = |text: &str| strategy(text).unwrap_err().to_string();
    assert!(message("randon").contains("did you mean \"random\"?"));
    assert!(!message("xyz").contains("did you mean"));
    assert!(message("high-points:x=1").contains("it has none"));
    assert!(message("save-wilds:owns=1").contains("it has own, other"));
    assert!(message("save-wilds:own").contains("key=value"));
    assert!(message("save-wilds:own=0").contains("from 1 to 20"));
    assert!(message("save-wilds:own=1,own=2").contains("twice"));
    assert!(message("save-wilds:").contains("key=value"));
    assert!(message("cmd:./bot").contains("external bot"));
}

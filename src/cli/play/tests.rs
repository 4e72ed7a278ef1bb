//! The full screen without a terminal: keys go in, what is painted is looked at.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;

use super::app::{App, Overlay};
use super::{Ending, Terms, paint};
use crate::cli::paint::{Paint, SMALLEST, shown_on};
use unobench_core::cards::{Colour, Kind};
use unobench_core::game::{Decision, Seat};
use unobench_core::rng::Rng;
use unobench_core::rules::RuleSet;
use unobench_core::shown::is_hidden;
use unobench_record::play::{GameSetup, HandCard, HintUse, Phase, PlaySession, PlaySetup};
use unobench_strategies::strategy;

fn setup(rules: &str, players: usize, casual: bool) -> PlaySetup {
    let mut rules = RuleSet::load(rules).expect("a shipped rule set");
    if rules.name == "everything" {
        // Points are places there: a match to the usual target takes hundreds of rounds.
        rules.set("scoring.target=4").expect("a key");
    }
    PlaySetup::new(GameSetup {
        rules,
        players,
        seat: Seat::S0,
        opponents: vec![strategy("most-colour").expect("a strategy")],
        adviser: Some(strategy("linear").expect("a strategy")),
        hints: HintUse::Always,
        match_play: true,
        casual,
        human_errors: false,
        seed: 3,
    })
}

fn at_table(setup: &PlaySetup, time: Option<Duration>, look: impl FnOnce(&mut App<'_, '_, '_>)) {
    let cancelled = Arc::new(AtomicBool::new(false));
    let terms = Terms { time, rounds: None, title: "a test".to_owned(), cancelled };
    let mut session = PlaySession::new(setup);
    let mut app = App::new(&mut session, setup, &terms);
    while app.step() {}
    look(&mut app);
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn painted(app: &App<'_, '_, '_>, size: (u16, u16), coloured: bool) -> (String, Vec<Color>) {
    let (screen, cells) = shown_on(size, |frame| paint::draw(frame, app, Paint { coloured }));
    (screen, cells.iter().map(|cell| cell.fg).collect())
}

/// Plays on by keys alone, painting the screen at each step, until somebody has won the match.
fn play_match(app: &mut App<'_, '_, '_>, sizes: &[(u16, u16)]) -> u32 {
    let mut rng = Rng::from_key(9);
    let mut decisions = 0;
    for step in 0.. {
        while app.step() {}
        assert!(step < 20_000, "a match comes to its end");
        let size = sizes[step % sizes.len()];
        let (screen, _) = painted(app, size, true);
        match app.session.phase() {
            Phase::Yours => {
                assert!(screen.contains("Your hand"), "{screen}");
                assert!(is_marked(&screen, 1), "the first choice is marked: {screen}");
                assert!(shows_every_count(&screen, app), "{screen}");
                decisions += 1;
                let choice = rng.below(app.scene.choices.len() as u32);
                for _ in 0..choice {
                    app.key(key(KeyCode::Right));
                }
                let (screen, _) = painted(app, size, true);
                assert!(is_marked(&screen, choice + 1), "choice {choice}: {screen}");
                assert!(!screen.contains("What happened") || shows_hand(&screen, app), "{screen}");
                app.key(key(KeyCode::Enter));
            }
            Phase::RoundOver => app.key(key(KeyCode::Enter)),
            Phase::MatchOver => return decisions,
            Phase::Others => unreachable!("the others have played"),
        }
    }
    unreachable!("the steps do not end")
}

fn is_marked(screen: &str, number: u32) -> bool {
    let edge = format!("╔═{number}");
    let is_whole = |rest: &str| !rest.starts_with(|letter: char| letter.is_ascii_digit());
    screen.split(&edge).skip(1).any(is_whole) || screen.contains(&format!(">{number} "))
}

fn shows_hand(screen: &str, app: &App<'_, '_, '_>) -> bool {
    let hand = screen.split("Your hand").nth(1).unwrap_or_default();
    let shows = |held: &HandCard| hand.contains(&app.setup.words().short(held.card));
    app.scene.hand.iter().all(shows) || hand.contains("v shows all your cards")
}

fn shows_every_count(screen: &str, app: &App<'_, '_, '_>) -> bool {
    let lines: Vec<&str> = screen.lines().collect();
    app.scene.places.iter().filter(|place| !place.is_you).all(|place| {
        let name: String = place.name.chars().take(4).collect();
        let count = if place.is_out { "out".to_owned() } else { format!(" {}", place.cards) };
        // A long name has two lines.
        lines.windows(3).any(|rows| {
            let columns = rows[0].match_indices(&name).map(|(at, _)| rows[0][..at].chars().count());
            let below = columns.flat_map(|column| {
                rows[1..].iter().map(move |row| {
                    row.chars().skip(column.saturating_sub(1)).take(22).collect::<String>()
                })
            });
            below.into_iter().any(|below| below.contains(&count))
        })
    })
}

/// The path of a weight file is part of who plays.
#[cfg(unix)]
#[test]
fn hostile_names_are_painted_escaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ev\u{1b}[2J\u{9b}\u{202e}\r\nil");
    let weights = include_str!("../../../strategies/learners/linear/built_in.toml");
    std::fs::write(&path, weights).expect("it is written");
    let linear =
        strategy(&format!("linear:file={}", path.display())).expect("a file of all weights");
    let setup = PlaySetup::new(GameSetup {
        opponents: vec![linear.clone()],
        adviser: Some(linear),
        ..setup("official", 3, true).game_setup().clone()
    });
    at_table(&setup, None, |app| {
        for press in [KeyCode::Char('h'), KeyCode::Char('s'), KeyCode::Enter, KeyCode::Enter] {
            let (screen, _) = painted(app, (160, 40), true);
            let hidden = |letter: char| letter != '\n' && is_hidden(letter);
            assert!(!screen.contains(hidden), "{screen:?}");
            assert!(screen.contains(r"ev\u{1b}[2J"), "{screen}");
            app.key(key(press));
            while app.step() {}
        }
    });
}

#[test]
fn a_match_of_any_rules_is_played_by_keys() {
    for (rules, players) in [("everything", 4), ("official", 10)] {
        at_table(&setup(rules, players, false), None, |app| {
            assert!(play_match(app, &[SMALLEST, (80, 24), (200, 60)]) > 5);
            assert_eq!(app.session.tally().matches, 1);
        });
    }
}

#[test]
fn a_screen_that_is_too_small_says_so_and_a_larger_one_goes_on() {
    at_table(&setup("official", 4, false), None, |app| {
        for size in [(59, 18), (60, 17), (20, 5), (1, 1)] {
            let (screen, _) = painted(app, size, true);
            assert!(!screen.contains("Your hand"), "{screen}");
            assert!(size.0 < 20 || screen.contains("screen"), "{screen}");
        }
        assert!(painted(app, SMALLEST, true).0.contains("Your hand"));
    });
}

#[test]
fn nothing_is_coloured_where_colours_are_not_welcome() {
    at_table(&setup("official", 4, false), None, |app| {
        let (plain, colours) = painted(app, (80, 24), false);
        assert!(colours.iter().all(|&colour| colour == Color::Reset));
        let (coloured, colours) = painted(app, (80, 24), true);
        assert!(colours.iter().any(|&colour| colour != Color::Reset));
        assert_eq!(plain, coloured, "the letters say the same");
        let legal = app.scene.hand.iter().filter(|held| held.is_legal).count();
        let raised = plain.split("Your hand").nth(1).and_then(|hand| hand.lines().nth(1));
        let raised = raised.expect("the edges of cards that may be chosen");
        assert_eq!(raised.matches(['╭', '╔']).count(), legal, "{plain}");
    });
}

#[test]
fn who_does_not_jump_in_within_the_time_lets_it_pass() {
    at_table(&setup("jump-in", 4, false), Some(Duration::from_secs(5)), |app| {
        for _ in 0..5000 {
            while app.step() {}
            if app.scene.decision == Some(Decision::JumpIn) {
                let left = app.left().expect("a clock");
                assert!(left <= Duration::from_secs(5));
                assert!(painted(app, SMALLEST, false).0.contains("s left"));
                app.tick();
                assert_eq!(app.scene.decision, Some(Decision::JumpIn), "there is time left");
                app.until = Some(Instant::now());
                app.tick();
                assert!(app.message.starts_with("Time is up"));
                return;
            }
            assert!(app.left().is_none(), "other decisions have all the time");
            app.key(key(KeyCode::Enter));
        }
        panic!("there was no occasion to jump in");
    });
}

#[test]
fn hints_help_undo_and_quitting_have_their_keys() {
    at_table(&setup("official", 4, true), None, |app| {
        app.key(key(KeyCode::Char('u')));
        assert!(app.message.contains("no decision to take back"));
        let before = app.scene.clone();
        app.key(key(KeyCode::Char('2')));
        assert_eq!(app.cursor, 1);
        app.key(key(KeyCode::Char('h')));
        assert!(painted(app, SMALLEST, true).0.contains("linear would"));
        app.key(key(KeyCode::Char('?')));
        assert!(painted(app, SMALLEST, true).0.contains("Any key continues"));
        app.key(key(KeyCode::Enter));
        let is_closed = app.overlay == Overlay::Nothing && app.scene == before;
        assert!(is_closed, "the key that closes the help does nothing else");
        app.key(key(KeyCode::Char('v')));
        assert!(painted(app, SMALLEST, true).0.contains("All your cards"));
        app.key(key(KeyCode::Char('s')));
        app.key(key(KeyCode::Char('s')));
        assert!(painted(app, SMALLEST, true).0.contains("0 rounds"));
        app.key(key(KeyCode::Enter));
        app.key(key(KeyCode::Enter));
        while app.step() {}
        app.key(key(KeyCode::Char('u')));
        assert_eq!(app.scene, before);
        app.key(key(KeyCode::Char('q')));
        app.key(key(KeyCode::Char('x')));
        app.key(key(KeyCode::Char('q')));
        assert_eq!(app.ending, None, "only two in a row quit");
        app.key(key(KeyCode::Char('q')));
        assert_eq!(app.ending, Some(Ending::Done));
        app.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(app.ending, Some(Ending::Interrupted));
    });
}

#[test]
fn letters_take_the_choice_that_they_stand_for() {
    at_table(&setup("official", 4, false), None, |app| {
        let before = app.scene.hand.len();
        app.key(key(KeyCode::Char('d')));
        while app.step() {}
        assert!(app.session.log().iter().any(|line| line.starts_with("you draw 1 card: ")));
        let has_played = app.session.log().iter().any(|line| line.starts_with("you play"));
        assert!(app.scene.hand.len() > before || has_played);
    });
}

fn hand_of(count: usize) -> Vec<HandCard> {
    let mut cards: Vec<Kind> = Kind::printed().collect();
    cards.sort_by_key(|card| (card.colour().map_or(4, Colour::index), card.symbol().index()));
    let step = cards.len() as f64 / count as f64;
    (0..count)
        .map(|index| cards[(index as f64 * step) as usize])
        .map(|card| HandCard { card, is_legal: false })
        .collect()
}

#[test]
fn every_hand_fits_every_screen() {
    at_table(&setup("official", 4, false), None, |app| {
        for size in [SMALLEST, (60, 20), (80, 24), (120, 40), (250, 80)] {
            for count in [1, 2, 7, 12, 13, 19, 25, 40] {
                app.scene.hand = hand_of(count);
                for held in &mut app.scene.hand {
                    held.is_legal =
                        app.scene.choices.iter().any(|c| c.action.card() == Some(held.card));
                }
                let (screen, _) = painted(app, size, false);
                assert!(shows_hand(&screen, app), "{count} cards on {size:?}: {screen}");
                for text in [&*app.scene.question, "? help", "draw", "Enter: ", "pile", "2 most-c"]
                {
                    let is_there = screen.contains(text);
                    assert!(is_there, "{text:?} with {count} cards on {size:?}: {screen}");
                }
                let is_fan = screen.split("Your hand").nth(1).expect("a hand").contains('╰');
                assert!(is_fan || count > 13, "{count} cards are drawn on {size:?}: {screen}");
            }
        }
    });
}

#[test]
fn everybody_sits_around_the_table() {
    for players in 2..=10 {
        at_table(&setup("official", players, false), None, |app| {
            for size in [SMALLEST, (60, 20), (80, 24), (120, 40)] {
                let (screen, _) = painted(app, size, false);
                assert!(shows_every_count(&screen, app), "{players} seats on {size:?}: {screen}");
            }
            let (screen, _) = painted(app, (120, 40), false);
            for place in app.scene.places.iter().filter(|place| !place.is_you) {
                assert!(screen.contains(&place.name), "{players} seats: {screen}");
            }
        });
    }
}

#[test]
fn the_table_shows_the_direction_the_colour_and_who_has_one_card() {
    at_table(&setup("official", 4, false), None, |app| {
        let on = |app: &App<'_, '_, '_>| painted(app, (80, 24), false).0;
        (app.scene.direction, app.scene.colour) = ("clockwise", Some("blue"));
        let screen = on(app);
        assert!(screen.contains("▸ ▸ ▸ ───────╮") && screen.contains(" blue "), "{screen}");
        (app.scene.direction, app.scene.colour) = ("counterclockwise", None);
        let screen = on(app);
        assert!(screen.contains("◂ ◂ ◂ ───────╮") && screen.contains(" none "), "{screen}");
        assert!(!screen.contains("UNO"), "{screen}");
        app.scene.places[2].cards = 1;
        assert!(on(app).contains("UNO! 1 card"));
        app.scene.places[2].missed_call = true;
        let screen = on(app);
        assert!(screen.contains(" 1") && !screen.contains("UNO"), "{screen}");
    });
}

fn advised(adviser: &str) -> PlaySetup {
    let adviser = Some(strategy(adviser).expect("a strategy"));
    PlaySetup::new(GameSetup { adviser, ..setup("official", 2, false).game_setup().clone() })
}

#[test]
fn the_chance_to_win_is_shown_where_the_adviser_gives_one() {
    for (adviser, is_shown) in [("champion", true), ("linear", false)] {
        at_table(&advised(adviser), None, |app| {
            assert_eq!(app.think(), is_shown);
            assert!(!app.think(), "the adviser is asked once");
            for size in [SMALLEST, (80, 24)] {
                let (screen, _) = painted(app, size, false);
                let is_marked = screen.contains(" % ─") || screen.contains(" % \n");
                assert_eq!(is_marked, is_shown, "{screen}");
                assert_eq!(screen.contains("Chance to win "), is_shown, "{screen}");
            }
            app.key(key(KeyCode::Char('h')));
            let (screen, _) = painted(app, (80, 24), false);
            assert!(screen.contains(&format!("{adviser} would ")), "{screen}");
            assert_eq!(screen.matches("░ ").count() > 1, is_shown, "{screen}");
        });
    }
}

#[test]
fn choices_that_a_search_did_not_try_take_one_line() {
    at_table(&advised("ismcts:playouts=2"), None, |app| {
        app.key(key(KeyCode::Char('h')));
        let (screen, _) = painted(app, (120, 40), false);
        assert!(app.scene.choices.len() > 3, "{screen}");
        assert_eq!(screen.matches("not tried").count(), 1, "{screen}");
    });
}

#[test]
fn nobody_is_to_move_once_the_round_is_over() {
    at_table(&setup("official", 2, false), None, |app| {
        while app.session.phase() != Phase::RoundOver {
            while app.step() {}
            app.key(key(KeyCode::Enter));
        }
        let (screen, _) = painted(app, (80, 24), false);
        assert!(screen.contains("The round is over") && !screen.contains('▶'), "{screen}");
    });
}

#[test]
fn help_and_hints_are_not_cut() {
    at_table(&setup("official", 4, true), None, |app| {
        app.key(key(KeyCode::Char('h')));
        let choices = app.scene.choices.clone();
        for size in [SMALLEST, (60, 20), (80, 24), (120, 40)] {
            let (screen, _) = painted(app, size, false);
            let hint = screen.split(" Hint").nth(1).expect("a hint");
            assert!(shows_hand(&screen, app), "{screen}");
            for choice in &choices {
                assert!(hint.contains(&choice.short), "{} on {size:?}: {screen}", choice.short);
            }
        }
        app.key(key(KeyCode::Char('?')));
        for size in [SMALLEST, (80, 24), (120, 40)] {
            let (screen, _) = painted(app, size, false);
            for line in paint::HELP.lines() {
                assert!(screen.contains(line), "{line:?} on {size:?}: {screen}");
            }
        }
    });
}

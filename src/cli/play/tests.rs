//! The full screen without a terminal: keys go in, what is painted is looked at.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;

use super::app::{App, Overlay};
use super::{Ending, Terms, paint};
use crate::cli::paint::{Paint, SMALLEST};
use unobench_core::game::{Decision, Seat};
use unobench_core::rng::Rng;
use unobench_core::rules::RuleSet;
use unobench_core::shown::is_hidden;
use unobench_record::play::{Phase, Session, Setup, Sitting};
use unobench_strategies::strategy;

fn setup(rules: &str, players: usize, casual: bool) -> Setup {
    let mut rules = RuleSet::load(rules).expect("a shipped rule set");
    if rules.name == "everything" {
        // Points are places there: a match to the usual target takes hundreds of rounds.
        rules.set("scoring.target=4").expect("a key");
    }
    Setup::new(Sitting {
        rules,
        players,
        seat: Seat::S0,
        opponents: vec![strategy("most-colour").expect("a strategy")],
        adviser: Some(strategy("linear").expect("a strategy")),
        match_play: true,
        casual,
        seed: 3,
    })
}

fn terms(time: Option<Duration>) -> Terms {
    Terms {
        time,
        rounds: None,
        title: "a test".to_owned(),
        cancelled: Arc::new(AtomicBool::new(false)),
    }
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// What a screen of this size shows.
fn painted(
    app: &App<'_, '_, '_>,
    (width, height): (u16, u16),
    coloured: bool,
) -> (String, Vec<Color>) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    terminal.draw(|frame| paint::draw(frame, app, Paint { coloured })).expect("it is painted");
    let buffer = terminal.backend().buffer();
    let rows: Vec<String> = buffer
        .content()
        .chunks(usize::from(width))
        .map(|row| row.iter().map(|cell| cell.symbol()).collect())
        .collect();
    (rows.join("\n"), buffer.content().iter().map(|cell| cell.fg).collect())
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
                assert!(screen.contains(">1 "), "the first choice is marked: {screen}");
                assert!(shows_every_count(&screen, app), "{screen}");
                decisions += 1;
                let choice = rng.below(app.scene.choices.len() as u32);
                for _ in 0..choice {
                    app.key(key(KeyCode::Right));
                }
                assert!(
                    painted(app, size, true).0.contains(&format!(">{} ", choice + 1)),
                    "the marked choice is on the screen"
                );
                app.key(key(KeyCode::Enter));
            }
            Phase::RoundOver => app.key(key(KeyCode::Enter)),
            Phase::MatchOver => return decisions,
            Phase::Others => unreachable!("the others have played"),
        }
    }
    unreachable!("the steps do not end")
}

/// Whether the number of cards of each seat can be read somewhere.
fn shows_every_count(screen: &str, app: &App<'_, '_, '_>) -> bool {
    app.scene.places.iter().all(|place| {
        let (seat, own) = (place.seat.index(), if place.is_you { "*" } else { "" });
        let short = if place.is_out {
            format!("{seat}{own}:-")
        } else {
            format!("{seat}{own}:{}", place.cards)
        };
        let long = if place.is_out { " out".to_owned() } else { format!(" {} card", place.cards) };
        let name: String = place.name.chars().take(4).collect();
        screen.contains(&short)
            || screen.lines().any(|line| line.split(&name).skip(1).any(|rest| rest.contains(&long)))
    })
}

/// The path of a weight file is part of who plays.
#[cfg(unix)]
#[test]
fn hostile_names_are_painted_escaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ev\u{1b}[2J\u{9b}\u{202e}\r\nil");
    let weights = include_str!("../../../strategies/linear/built_in.toml");
    std::fs::write(&path, weights).expect("it is written");
    let linear =
        strategy(&format!("linear:file={}", path.display())).expect("a file of all weights");
    let setup = Setup::new(Sitting {
        opponents: vec![linear.clone()],
        adviser: Some(linear),
        ..setup("official", 3, true).sitting().clone()
    });
    let mut session = Session::new(&setup);
    let terms = terms(None);
    let mut app = App::new(&mut session, &setup, &terms);
    while app.step() {}
    for press in [KeyCode::Char('h'), KeyCode::Char('s'), KeyCode::Enter, KeyCode::Enter] {
        let (screen, _) = painted(&app, (160, 40), true);
        let hidden = |letter: char| letter != '\n' && is_hidden(letter);
        assert!(!screen.contains(hidden), "{screen:?}");
        assert!(screen.contains(r"ev\u{1b}[2J"), "{screen}");
        app.key(key(press));
        while app.step() {}
    }
}

/// Plays a match by keys, on screens of any size.
fn play_a_match(rules: &str, players: usize) {
    let setup = setup(rules, players, false);
    let terms = terms(None);
    let mut session = Session::new(&setup);
    let mut app = App::new(&mut session, &setup, &terms);
    assert!(play_match(&mut app, &[SMALLEST, (80, 24), (200, 60)]) > 5);
    assert_eq!(session.tally().matches, 1);
}

#[test]
fn a_match_of_any_rules_is_played_by_keys() {
    play_a_match("everything", 4);
}

#[test]
fn a_match_of_ten_is_played_by_keys() {
    play_a_match("official", 10);
}

#[test]
fn a_screen_that_is_too_small_says_so_and_a_larger_one_goes_on() {
    let (setup, terms) = (setup("official", 4, false), terms(None));
    let mut session = Session::new(&setup);
    let mut app = App::new(&mut session, &setup, &terms);
    while app.step() {}
    for size in [(59, 18), (60, 17), (20, 5), (1, 1)] {
        let (screen, _) = painted(&app, size, true);
        assert!(!screen.contains("Your hand"), "{screen}");
        assert!(size.0 < 20 || screen.contains("screen"), "{screen}");
    }
    assert!(painted(&app, SMALLEST, true).0.contains("Your hand"));
}

#[test]
fn nothing_is_coloured_where_colours_are_not_welcome() {
    let (setup, terms) = (setup("official", 4, false), terms(None));
    let mut session = Session::new(&setup);
    let mut app = App::new(&mut session, &setup, &terms);
    while app.step() {}
    let (plain, colours) = painted(&app, (80, 24), false);
    assert!(colours.iter().all(|&colour| colour == Color::Reset));
    let (coloured, colours) = painted(&app, (80, 24), true);
    assert!(colours.iter().any(|&colour| colour != Color::Reset));
    assert_eq!(plain, coloured, "the letters say the same");
    let legal = app.scene.hand.iter().filter(|held| held.is_legal).count();
    let hand = plain
        .split("Your hand")
        .nth(1)
        .expect("a hand")
        .split("Your turn")
        .next()
        .expect("a prompt");
    assert_eq!(hand.matches('[').count(), legal, "{plain}");
}

#[test]
fn who_does_not_jump_in_within_the_time_lets_it_pass() {
    let (setup, terms) = (setup("jump-in", 4, false), terms(Some(Duration::from_secs(5))));
    let mut session = Session::new(&setup);
    let mut app = App::new(&mut session, &setup, &terms);
    for _ in 0..5000 {
        while app.step() {}
        if app.scene.decision == Some(Decision::JumpIn) {
            let left = app.left().expect("a clock");
            assert!(
                left <= Duration::from_secs(5)
                    && painted(&app, SMALLEST, false).0.contains("s left")
            );
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
}

#[test]
fn hints_help_undo_and_quitting_have_their_keys() {
    let (setup, terms) = (setup("official", 4, true), terms(None));
    let mut session = Session::new(&setup);
    let mut app = App::new(&mut session, &setup, &terms);
    while app.step() {}
    app.key(key(KeyCode::Char('u')));
    assert!(app.message.contains("no decision to take back"));
    let before = app.scene.clone();
    app.key(key(KeyCode::Char('2')));
    assert_eq!(app.cursor, 1);
    app.key(key(KeyCode::Char('h')));
    assert!(painted(&app, SMALLEST, true).0.contains("linear would"));
    app.key(key(KeyCode::Char('?')));
    assert!(painted(&app, SMALLEST, true).0.contains("Any key goes on"));
    app.key(key(KeyCode::Enter));
    assert!(
        app.overlay == Overlay::Nothing && app.scene == before,
        "the key that closes the help does nothing else"
    );
    app.key(key(KeyCode::Char('v')));
    assert!(painted(&app, SMALLEST, true).0.contains("All your cards"));
    app.key(key(KeyCode::Char('s')));
    app.key(key(KeyCode::Char('s')));
    assert!(painted(&app, SMALLEST, true).0.contains("0 rounds"));
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
}

#[test]
fn letters_take_the_choice_that_they_stand_for() {
    let (setup, terms) = (setup("official", 4, false), terms(None));
    let mut session = Session::new(&setup);
    let mut app = App::new(&mut session, &setup, &terms);
    while app.step() {}
    let before = app.scene.hand.len();
    app.key(key(KeyCode::Char('d')));
    while app.step() {}
    assert!(app.session.log().iter().any(|line| line.starts_with("you draw 1 card: ")));
    assert!(
        app.scene.hand.len() > before
            || app.session.log().iter().any(|line| line.starts_with("you play"))
    );
}

//! The full screen without a terminal: keys go in, what is painted is looked at.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::paint;
use super::viewer::Viewer;
use crate::cli::paint::{Paint, SMALLEST, shown_on};
use crate::cli::play::Ending;
use unobench_core::game::Seat;
use unobench_core::rules::RuleSet;
use unobench_core::shown::is_hidden;
use unobench_core::table::SeatMap;
use unobench_record::testing::traced;
use unobench_record::{Form, ReplayLog, Trace};
use unobench_strategies::strategy;

/// A record of some rounds that `high-points` plays alone, with `low-points` asked.
fn log(rules: &str, players: usize, games: u64) -> ReplayLog {
    read(&record(rules, players, games))
}

fn read(record: &[u8]) -> ReplayLog {
    ReplayLog::read(record, Some(&strategy("low-points").expect("a strategy")))
        .expect("a legal record")
}

fn record(rules: &str, players: usize, games: u64) -> Vec<u8> {
    let rules = RuleSet::load(rules).expect("a shipped rule set");
    let strategies = [strategy("high-points").expect("a strategy")];
    let seatings = |_| vec![SeatMap::from([0; 10])];
    traced(&Trace {
        rules: &rules,
        players,
        strategies: &strategies,
        seatings: &seatings,
        games,
        seed: 3,
        match_play: false,
        form: Form::JsonLines,
    })
}

fn viewer(log: &ReplayLog) -> Viewer<'_> {
    Viewer::new(log, "games.jsonl".to_owned(), Some("low-points".to_owned()))
        .expect("a first frame")
}

fn press(viewer: &mut Viewer<'_>, keys: &[KeyCode]) {
    keys.iter().for_each(|&code| viewer.key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn painted(viewer: &Viewer<'_>, size: (u16, u16)) -> String {
    shown_on(size, |frame| paint::draw(frame, viewer, Paint { coloured: true })).0
}

/// Names of a record, of its file and of a strategy are painted escaped.
#[test]
fn hostile_names_are_painted_escaped() {
    let evil = "ev\u{1b}[2J\u{9b}\u{202e}\r\nil";
    let in_json = "ev\\u001b[2J\u{9b}\u{202e}\\r\\nil";
    let record = String::from_utf8(record("official", 4, 2)).expect("UTF-8");
    let record = record.replace("\"high-points\"", &format!("\"{in_json}\""));
    let log = read(record.replace("\"official\"", &format!("\"{in_json}\"")).as_bytes());
    let mut viewer =
        Viewer::new(&log, evil.to_owned(), Some(evil.to_owned())).expect("a first frame");
    for keys in [KeyCode::Right, KeyCode::Char('d'), KeyCode::End, KeyCode::Char('d')] {
        press(&mut viewer, &[keys]);
        let screen = painted(&viewer, (200, 40));
        assert!(!screen.contains(|letter: char| letter != '\n' && is_hidden(letter)), "{screen:?}");
        assert!(screen.contains(r"ev\u{1b}[2J"), "{screen}");
    }
}

#[test]
fn events_are_shown_forwards_and_backwards_on_screens_of_any_size() {
    for (rules, players) in [("everything", 10), ("official", 4)] {
        let log = log(rules, players, 1);
        let mut viewer = viewer(&log);
        let mut shown = Vec::new();
        let last = log.frames().min(60) - 1;
        for frame in 0..=last {
            assert_eq!(viewer.frame, frame);
            let screen = painted(&viewer, if frame % 3 == 0 { SMALLEST } else { (100, 40) });
            let mut said = vec![format!("line {} of", log.line_of(frame)), "Up card".to_owned()];
            said.extend((0..players).map(|seat| format!("{seat} high-points")));
            for text in said {
                assert!(screen.contains(&text), "{text} is on the screen: {screen}");
            }
            shown.push((viewer.table.clone(), viewer.told.clone()));
            if frame < last {
                press(&mut viewer, &[KeyCode::Right]);
            }
        }
        for frame in (0..=last).rev() {
            let now = (viewer.table.clone(), viewer.told.clone());
            assert_eq!((viewer.frame, &now), (frame, &shown[frame]));
            press(&mut viewer, &[KeyCode::Left]);
        }
        assert_eq!(viewer.frame, 0);
        press(&mut viewer, &[KeyCode::Left, KeyCode::End, KeyCode::Right]);
        assert_eq!(viewer.frame, log.frames() - 1, "the last event is the last");
    }
}

#[test]
fn keys_jump_to_the_decisions_at_which_the_strategy_differs() {
    let log = log("official", 4, 3);
    let mut viewer = viewer(&log);
    let count = log.departures().expect("somebody was asked").0.len();
    let mut met = viewer.departures().len();
    let mut frames = vec![];
    while log.next_departure(viewer.frame).is_some() {
        press(&mut viewer, &[KeyCode::Char('d')]);
        met += viewer.departures().len();
        frames.push(viewer.frame);
        assert!(painted(&viewer, (100, 30)).contains("low-points would: "));
    }
    assert_eq!(met, count);
    press(&mut viewer, &[KeyCode::Tab]);
    assert!(viewer.message.contains("no decision after this one"), "{}", viewer.message);
    frames.pop();
    while let Some(frame) = frames.pop() {
        press(&mut viewer, &[KeyCode::Char('D')]);
        assert_eq!(viewer.frame, frame);
    }
}

#[test]
fn rounds_lines_help_and_the_end_have_their_keys() {
    let log = log("official", 4, 3);
    let mut viewer = viewer(&log);
    press(&mut viewer, &[KeyCode::Char('n'), KeyCode::Right, KeyCode::Right]);
    let begin = log.next_begin(0).expect("a second round");
    assert_eq!(viewer.frame, begin + 2);
    press(&mut viewer, &[KeyCode::Char('p')]);
    assert_eq!(viewer.frame, begin);
    press(&mut viewer, &[KeyCode::Char('p')]);
    assert_eq!(viewer.frame, 0);
    press(&mut viewer, &[KeyCode::Char('p')]);
    assert!(viewer.message.contains("no round before"));
    press(&mut viewer, &['g', '1', '2'].map(KeyCode::Char));
    press(&mut viewer, &[KeyCode::Enter]);
    assert_eq!(viewer.frame, 11);
    press(&mut viewer, &[KeyCode::Char('g'), KeyCode::Char('0'), KeyCode::Enter]);
    assert!(viewer.message.contains("no line 0") && viewer.frame == 11);
    press(&mut viewer, &[KeyCode::Char('7')]);
    assert!(viewer.message.contains("the seats are 0 to 3"));
    press(&mut viewer, &[KeyCode::Char('?')]);
    assert!(painted(&viewer, SMALLEST).contains("Any key continues."));
    press(&mut viewer, &[KeyCode::Char('q')]);
    let closes = "the key that closes the help does nothing else";
    assert_eq!((viewer.ending, viewer.helps), (None, false), "{closes}");
    press(&mut viewer, &[KeyCode::End, KeyCode::PageUp, KeyCode::Char('q')]);
    assert_eq!((viewer.frame, viewer.ending), (log.frames() - 11, Some(Ending::Done)));
    viewer.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert_eq!(viewer.ending, Some(Ending::Interrupted));
}

/// What one seat is shown has none of the other hands in it until the round is over.
#[test]
fn one_seats_view_shows_its_own_hand_alone() {
    let log = log("official", 4, 1);
    let mut viewer = viewer(&log);
    press(&mut viewer, &[KeyCode::Char('2')]);
    assert_eq!(viewer.eyes, Some(Seat::new(2)));
    for frame in 0..log.frames() {
        let screen = painted(&viewer, (120, 40));
        let (_, hands) = screen.split_once("may see").expect("hands");
        let (hands, _) = hands.split_once("What happened").expect("events");
        for seat in &viewer.table.seats {
            let out = if seat.is_out { " (out)" } else { "" };
            let (count, cards) = (seat.hand.len(), viewer.table.cards(&seat.hand));
            let own = format!("{}{out}, {count}: {cards}", seat.name);
            let is_shown = seat.seat == Seat::new(2) || viewer.table.event == "round_end";
            let is_right = seat.hand.is_empty() || hands.contains(own.as_str()) == is_shown;
            assert!(is_right, "frame {frame}, {own}: {screen}");
        }
        press(&mut viewer, &[KeyCode::Enter]);
    }
    press(&mut viewer, &[KeyCode::Char('a')]);
    assert!(viewer.eyes.is_none() && painted(&viewer, SMALLEST).contains("All hands"));
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let log = log("official", 4, 1);
    let viewer = viewer(&log);
    for size in [(59, 18), (60, 17), (30, 6)] {
        assert!(painted(&viewer, size).contains("This screen has"), "{size:?}");
    }
    painted(&viewer, (1, 1));
}

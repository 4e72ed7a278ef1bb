use crate::support::record;
use unobench_core::game::Seat;
use unobench_record::{ReplayError, ReplayLog, table_at};
use unobench_tests::rule_set;

fn log_of(rules: &str, match_play: bool) -> (Vec<u8>, ReplayLog) {
    let mut rules = rule_set(rules);
    if match_play {
        rules.set("scoring.target=200").expect("a key");
    }
    let record = record(&rules, 4, &["high-points"], 2, 5, match_play);
    let strategy = unobench_strategies::strategy("low-points").expect("a strategy");
    let log = ReplayLog::read(record.as_slice(), Some(&strategy)).expect("a legal record");
    (record, log)
}

#[test]
fn every_frame_is_the_table_that_is_found_by_reading_from_the_start() {
    for (rules, match_play) in [("everything", false), ("official", true), ("seven-zero", false)] {
        let (record, log) = log_of(rules, match_play);
        assert_eq!(log.frames(), record.iter().filter(|&&byte| byte == b'\n').count());
        for frame in (0..log.frames()).step_by(101).chain([log.frames() - 1]) {
            let expected = table_at(record.as_slice(), log.line_of(frame)).expect("a table");
            let table = log.table(frame).expect("a table").to_string();
            assert_eq!(table, expected, "{rules}, frame {frame}");
            let told = log.told(frame, None).expect("sentences");
            assert_eq!(told.len(), frame - log.begin_of(frame) + 1);
        }
    }
}

#[test]
fn departures_are_reached_from_both_sides() {
    let (_, log) = log_of("official", true);
    let (departures, decisions) = log.departures().expect("somebody was asked");
    assert!(departures.len() > 2 && decisions > departures.len() as u64);
    let (mut frame, mut forwards) = (0, Vec::new());
    while let Some(next) = log.next_departure(frame) {
        assert!(log.departures_at(next).next().is_some());
        assert!(log.departures_at(next).all(|departure| departure.line == log.line_of(next) + 1));
        forwards.push(next);
        frame = next;
    }
    let mut backwards = vec![frame];
    while let Some(before) = log.previous_departure(frame) {
        backwards.push(before);
        frame = before;
    }
    backwards.reverse();
    assert_eq!(forwards, backwards);
}

/// What one seat is told does not change with the cards that others draw: a card is named only
/// with who shows it.
#[test]
fn one_seat_is_told_its_own_cards_alone() {
    let (_, log) = log_of("everything", false);
    let last = log.frames() - 1;
    for frame in [log.next_begin(0).map_or(last, |begin| begin - 1), last] {
        let all = log.told(frame, None).expect("sentences");
        let sentences = log.told(frame, Some(Seat::new(2))).expect("sentences");
        assert_eq!(all.len(), sentences.len());
        for (all, sentence) in all.iter().zip(&sentences).filter(|(all, _)| all.contains(" draws "))
        {
            assert_eq!(
                sentence.contains(": "),
                sentence.starts_with("2 ") && all.contains(": "),
                "{sentence}"
            );
        }
        let mut exchanges = sentences.iter().filter(|line| line.contains("hands with"));
        assert!(exchanges.all(|line| !line.contains(" | ")));
    }
}

#[test]
fn a_record_that_ends_too_soon_is_shown_as_far_as_it_goes() {
    let (record, _) = log_of("official", false);
    let mut cut: Vec<u8> =
        record.split_inclusive(|&byte| byte == b'\n').take(9).flatten().copied().collect();
    let log = ReplayLog::read(cut.as_slice(), None).expect("right as far as it goes");
    assert!(log.frames() == 9 && log.broken_off().is_some() && log.departures().is_none());
    assert!(log.table(8).is_ok());
    cut.extend(b"{}\n");
    assert!(ReplayLog::read(cut.as_slice(), None).is_err());
    assert!(matches!(ReplayLog::read(&b""[..], None), Err(ReplayError::Empty)));
}

/// What is held in memory to be stepped through has a limit, which the error names.
#[test]
fn a_record_without_end_is_not_read_to_its_end() {
    let endless = std::io::BufReader::new(std::io::repeat(b'\n'));
    let error = ReplayLog::read(endless, None).expect_err("it has no end").to_string();
    assert!(error.contains("longer than 100000000 bytes"), "{error}");
}

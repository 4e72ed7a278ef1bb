use super::*;

fn schedule(line_up: &str, players: usize, seating: Seating) -> Schedule {
    let line_up: Vec<&str> = line_up.split(' ').collect();
    Schedule::new(&line_up, players, seating).expect("a line-up that can be seated")
}

fn seatings(schedule: &Schedule, block: u64) -> Vec<String> {
    let name = |&number: &u8| schedule.strategies()[usize::from(number)].as_str();
    let text = |seating: &SeatMap| seating[..schedule.players()].iter().map(name).collect();
    schedule.seatings(block).iter().map(text).collect()
}

#[test]
fn rotation_puts_each_strategy_in_each_seat_once() {
    assert_eq!(seatings(&schedule("a b c", 3, Seating::Rotate), 7), ["abc", "bca", "cab"]);
}

#[test]
fn no_game_is_played_twice() {
    for (line_up, players, games) in [
        ("a b", 4, vec!["abab", "baba"]),
        ("a", 10, vec!["aaaaaaaaaa"]),
        ("a a b", 3, vec!["aab", "aba", "baa"]),
        ("a b a b a b", 6, vec!["ababab", "bababa"]),
        ("a b b a", 4, vec!["abba", "bbaa", "baab", "aabb"]),
    ] {
        let schedule = schedule(line_up, players, Seating::Rotate);
        assert_eq!(seatings(&schedule, 0), games);
        assert_eq!(schedule.extent(1).expect("a game").games, games.len() as u64);
    }
}

#[test]
fn fewer_strategies_than_seats_appear_equally_often() {
    let blocks = |line_up: &str, players| -> Vec<String> {
        let schedule = schedule(line_up, players, Seating::Fixed);
        let blocks = 0..schedule.line_ups().len() as u64;
        blocks.map(|block| seatings(&schedule, block).concat()).collect()
    };
    assert_eq!(blocks("a b c", 4), ["abca", "abcb", "abcc"]);
    assert_eq!(blocks("a b", 5), ["ababa", "ababb"]);
    assert_eq!(blocks("a b c", 5), ["abcab", "abcac", "abcbc"]);
    for (line_up, players) in [("a b c", 4), ("a b c d e f g", 10), ("a b c d", 6)] {
        let schedule = schedule(line_up, players, Seating::Rotate);
        let mut appearances = vec![0; schedule.strategies().len()];
        for entrant in schedule.line_ups().iter().flat_map(|line_up| &line_up.entrants) {
            appearances[entrant.strategy] += entrant.appearances;
        }
        assert!(appearances.iter().all(|&count| count == appearances[0]), "{appearances:?}");
    }
}

#[test]
fn all_plays_each_distinct_order_once() {
    assert_eq!(seatings(&schedule("a b a", 3, Seating::All), 0), ["aab", "aba", "baa"]);
    assert_eq!(seatings(&schedule("a b c", 3, Seating::All), 0).len(), 6);
    assert_eq!(schedule("a b c d e f g", 7, Seating::All).games_per_cycle(), 5040);
    let too_many = Schedule::new(&["a", "b", "c", "d", "e", "f", "g", "h"], 8, Seating::All);
    assert_eq!(too_many, Err(ScheduleError::TooManySeatings { players: 8, seatings: 40_320 }));
    assert_eq!(schedule("a", 10, Seating::All).games_per_cycle(), 1);
}

#[test]
fn fixed_plays_the_line_up_as_it_stands() {
    assert_eq!(seatings(&schedule("c a", 2, Seating::Fixed), 3), ["ca"]);
}

#[test]
fn more_strategies_than_seats_play_in_every_combination_in_order() {
    let schedule = schedule("a b c d", 2, Seating::Fixed);
    let blocks: Vec<String> = (0..7).map(|block| seatings(&schedule, block).concat()).collect();
    assert_eq!(blocks, ["ab", "ac", "ad", "bc", "bd", "cd", "ab"]);
}

#[test]
fn positions_of_equals_are_in_order() {
    let schedule = schedule("a b a", 3, Seating::All);
    let positions = schedule.seats(0).iter().map(|game| game.positions[..3].to_vec());
    assert_eq!(positions.collect::<Vec<_>>(), [[0, 2, 1], [0, 1, 2], [1, 0, 2]]);
}

#[test]
fn games_are_rounded_up_to_whole_cycles() {
    let schedule = schedule("a b c", 2, Seating::Rotate);
    assert_eq!(schedule.extent(1), Ok(Extent { blocks: 3, games: 6 }));
    assert_eq!(schedule.extent(6), Ok(Extent { blocks: 3, games: 6 }));
    assert_eq!(schedule.extent(7), Ok(Extent { blocks: 6, games: 12 }));
    assert_eq!(schedule.extent(0), Err(ScheduleError::Games(0)));
    assert_eq!(schedule.extent(u64::MAX), Err(ScheduleError::Games(u64::MAX)));
}

#[test]
fn games_before_a_block_count_the_blocks_of_different_sizes() {
    let schedule = schedule("a a b", 2, Seating::All);
    let sizes: Vec<u32> = (0..3).map(|line_up| schedule.games_per_block(line_up)).collect();
    assert_eq!(sizes, [1, 2, 2]);
    let before = (0..=7).map(|block| schedule.games_before(block));
    assert_eq!(before.collect::<Vec<_>>(), [0, 1, 3, 5, 6, 8, 10, 11]);
    assert_eq!(schedule.scale(), 2);
}

#[test]
fn entrants_are_the_distinct_strategies_of_a_line_up() {
    let schedule = schedule("b a b", 3, Seating::Rotate);
    let entrants = schedule.line_ups()[0].entrants.iter();
    let told = entrants.map(|entrant| (entrant.strategy, entrant.appearances, entrant.factor));
    assert_eq!(told.collect::<Vec<_>>(), [(0, 6, 1), (1, 3, 2)]);
    assert_eq!(schedule.representatives(), [0, 1]);
}

#[test]
fn listed_line_ups_play_in_turn() {
    let schedule =
        Schedule::of_line_ups(&["a", "b"], 3, Seating::Rotate, &[vec![0, 1, 1], vec![1, 0, 0]])
            .expect("they can be seated");
    assert_eq!(seatings(&schedule, 0), ["abb", "bba", "bab"]);
    assert_eq!(seatings(&schedule, 3), ["baa", "aab", "aba"]);
    assert_eq!(schedule.extent(7), Ok(Extent { blocks: 4, games: 12 }));
    let seated = |list: &[Vec<usize>]| Schedule::of_line_ups(&["a", "b"], 2, Seating::Rotate, list);
    let short = ScheduleError::Seats { place: 2, found: 1, players: 2 };
    assert_eq!(seated(&[vec![0, 1], vec![0]]), Err(short));
    let nobody = ScheduleError::Member { place: 1, number: 3, strategies: 2 };
    assert_eq!(seated(&[vec![0, 2]]), Err(nobody));
    let twice = Schedule::of_line_ups(&["a", "a"], 2, Seating::Rotate, &[vec![0, 1]]);
    assert_eq!(twice, Err(ScheduleError::Repeated("a".to_owned())));
}

#[test]
fn line_ups_that_cannot_be_seated_are_refused() {
    assert_eq!(Schedule::new::<&str>(&[], 4, Seating::Rotate), Err(ScheduleError::NoStrategies));
    assert_eq!(Schedule::new(&["a"], 1, Seating::Rotate), Err(ScheduleError::Players(1)));
    assert_eq!(Schedule::new(&["a"], 11, Seating::Rotate), Err(ScheduleError::Players(11)));
    let error = |names: std::ops::Range<usize>, players| {
        Schedule::new(&names.collect::<Vec<_>>(), players, Seating::Rotate).expect_err("too many")
    };
    let (strategies, players, line_ups) = (20, 10, 184_756);
    assert_eq!(error(0..20, 10), ScheduleError::TooManyLineUps { strategies, players, line_ups });
    assert_eq!(error(0..256, 2), ScheduleError::TooManyStrategies(256));
}

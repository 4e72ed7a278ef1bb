use unobench_core::game::{ActiveRules, Direction, Seat, SeatList, SeatSet};
use unobench_core::rules::{MAX_SEATS, RuleSet};

#[test]
fn the_next_of_a_set_is_the_one_that_going_round_meets_first() {
    for bits in 0..1 << MAX_SEATS {
        let all = Seat::ALL.into_iter().filter(|seat| bits >> seat.index() & 1 == 1);
        let set = all.fold(SeatSet::EMPTY, SeatSet::with);
        for seat in Seat::ALL {
            for (direction, step) in
                [(Direction::Clockwise, 1), (Direction::Counterclockwise, MAX_SEATS - 1)]
            {
                let mut round =
                    (1..=MAX_SEATS).map(|i| Seat::new((seat.index() + i * step) % MAX_SEATS));
                let met = round.find(|&other| set.contains(other));
                let next = set.next_after(seat, direction);
                assert_eq!(next, met, "{set:?} after {seat:?}, {direction:?}");
            }
        }
    }
}

#[test]
fn a_list_keeps_its_order() {
    let list = Seat::ALL.into_iter().rev().fold(SeatList::EMPTY, SeatList::with_last);
    assert_eq!(list.iter().map(Seat::index).collect::<Vec<_>>(), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    let list = list.without(Seat::new(9)).with_last(Seat::new(8));
    assert_eq!(list.iter().map(Seat::index).collect::<Vec<_>>(), [7, 6, 5, 4, 3, 2, 1, 0, 8]);
    assert_eq!((list.len(), list.first()), (9, Some(Seat::new(7))));
    assert_eq!(Seat::ALL.into_iter().fold(list, SeatList::without), SeatList::EMPTY);
}

#[test]
fn the_constant_is_the_official_rule_set() {
    assert_eq!(ActiveRules::of(&RuleSet::official()), ActiveRules::OFFICIAL);
}

#[test]
fn what_acts_in_no_round_does_not_slow_it() {
    let active = |setting: &str| {
        let mut rules = RuleSet::official();
        rules.set(setting).expect("a setting");
        ActiveRules::of(&rules)
    };
    assert!(active("scoring.target=200").is_official() && active("deck.packs=2").is_official());
    assert!(!active("play.bluff=false").is_official() && !active("deck.crash=1").is_official());
}

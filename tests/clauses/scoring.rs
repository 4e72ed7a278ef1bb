//! `[scoring]`: points, and when a match is over.

use unobench_core::cards::{CardSet, Multiset};
use unobench_core::game::match_play::{MAX_STALLS, MatchEnd, MatchPlay};
use unobench_core::game::{Opening, RoundScore, Scoring, Seat, SeatSet};
use unobench_core::rules::MAX_SEATS;

use super::scene::{cards, rules, scene};

/// Points of a hand.
fn points(assignments: &[&str], hand: &str) -> u32 {
    let rules = rules(assignments);
    let mut set = CardSet::<u64, 5>::default();
    cards(hand, rules.deck.blank_draws).into_iter().for_each(|kind| set.insert(kind));
    Scoring::of(&rules).hand_points(&set)
}

/// A match at a table of four, fed with made-up rounds.
struct Match {
    game: MatchPlay,
    partners: bool,
    end: Option<MatchEnd>,
}

fn match_of(assignments: &[&str]) -> Match {
    let rules = rules(assignments);
    let game = MatchPlay::new(&rules, 4, Opening::dealt_by(Seat::new(3), 4));
    Match { game, partners: rules.scoring.partners, end: None }
}

impl Match {
    /// A round with these scores, won by this seat.
    fn round(&mut self, winner: usize, scores: [i32; 4]) -> &mut Match {
        self.add(Some(winner), scores, [0; 4])
    }

    fn add(&mut self, winner: Option<usize>, scores: [i32; 4], points: [u32; 4]) -> &mut Match {
        assert_eq!(self.end, None, "the match goes on");
        let mut score =
            RoundScore { winners: SeatSet::EMPTY, points: [0; MAX_SEATS], scores: [0; MAX_SEATS] };
        score.scores[..4].copy_from_slice(&scores);
        score.points[..4].copy_from_slice(&points);
        for seat in
            winner.into_iter().chain(winner.filter(|_| self.partners).map(|seat| (seat + 2) % 4))
        {
            score.winners = score.winners.with(Seat::new(seat));
        }
        self.end = self.game.add(&score, winner.map(Seat::new));
        self
    }

    /// The winners of the match; none while it goes on.
    fn winners(&self) -> Option<Vec<usize>> {
        self.end.map(|end| end.winners.iter().map(Seat::index).collect())
    }

    /// Who deals next and who is first.
    fn next(&self) -> (usize, usize) {
        let opening = self.game.opening();
        (opening.dealer.index(), opening.first.index())
    }
}

/// scoring | all | Points: numbers their face, coloured action cards 20, wilds 50, downpours 20.
#[test]
fn scoring_points() {
    for number in 0..=9 {
        assert_eq!(points(&[], &format!("G{number}")), number);
    }
    for action in ["RS", "BR", "G+1", "Y+2", "D1", "D2"] {
        assert_eq!(points(&[], action), 20);
    }
    for wild in ["W", "W+4", "WB", "WS", "WC"] {
        assert_eq!(points(&[], wild), 50);
    }
    assert_eq!(points(&["deck.blank_draws=10"], "W+10"), 50);
    assert_eq!(points(&[], "R9 R9 B+2 W"), 88);
}

/// scoring.method = winner_takes | all | The winner gets the points in all other hands.
#[test]
fn scoring_method_winner_takes() {
    let mut table = scene(&[], "R1 | R3 R4 | W BS", "R5 Y1").start();
    assert_eq!(table.act("0:R1").won_by(0).scores(), [77, 0, 0]);
}

/// scoring.method = own_points | A1, A2, B, C, D | Players write down their own points.
#[test]
fn scoring_method_own_points() {
    let mut table = scene(&["scoring.method=own_points"], "R1 | R3 R4 | W BS", "R5 Y1").start();
    assert_eq!(table.act("0:R1").won_by(0).scores(), [0, 7, 70]);
}

/// scoring.method = lazy | A, C | No points; most rounds won wins the match.
#[test]
fn scoring_method_lazy() {
    let lazy = ["scoring.method=lazy", "scoring.rounds=3", "setup.next_dealer=loser"];
    let mut table = scene(&lazy, "R1 | R3 R4 | W BS", "R5 Y1").start();
    assert_eq!(table.act("0:R1").won_by(0).scores(), [0, 0, 0]);
    let mut game = match_of(&lazy);
    game.round(1, [0; 4]).round(2, [0; 4]).round(1, [0; 4]);
    assert_eq!(game.winners(), Some(vec![1]));
}

/// setup.next_dealer = rotate | A, B, C | The next seat clockwise deals, and the seat after it is
/// first.
#[test]
fn scoring_next_dealer_rotate() {
    let mut game = match_of(&[]);
    assert_eq!(game.next(), (3, 0));
    assert_eq!(game.round(2, [0, 0, 5, 0]).next(), (0, 1));
    assert_eq!(game.add(None, [0; 4], [0; 4]).next(), (1, 2));
}

/// setup.next_dealer = loser | A, C | The loser (most points in hand, the lowest seat among equals)
/// deals, the winner moves first.
#[test]
fn scoring_next_dealer_loser() {
    let lazy = ["scoring.method=lazy", "scoring.rounds=9", "setup.next_dealer=loser"];
    assert_eq!(match_of(&lazy).add(Some(1), [0; 4], [5, 0, 7, 7]).next(), (2, 1));
}

/// setup.next_dealer = loser | A, C | The loser is never the winner, though all hands count
/// nothing.
#[test]
fn scoring_next_dealer_loser_is_not_the_winner() {
    let lazy = ["scoring.method=lazy", "scoring.rounds=9", "setup.next_dealer=loser"];
    assert_eq!(match_of(&lazy).add(Some(0), [0; 4], [0; 4]).next(), (1, 0));
}

/// setup.next_dealer = loser | – | After a stall the next dealer clockwise deals, and the seat
/// after that one is first.
#[test]
fn scoring_next_dealer_loser_after_a_stall() {
    let lazy = ["scoring.method=lazy", "scoring.rounds=9", "setup.next_dealer=loser"];
    assert_eq!(match_of(&lazy).add(None, [0; 4], [5, 0, 7, 7]).next(), (0, 1));
}

/// scoring.target | A, B, C, D, E | The total that ends the match.
#[test]
fn scoring_target() {
    let mut game = match_of(&["scoring.target=200"]);
    assert_eq!(game.round(2, [0, 0, 199, 0]).winners(), None);
    assert_eq!(game.round(2, [0, 0, 1, 0]).winners(), Some(vec![2]));
}

/// scoring.at_target = wins | A3 | Whoever reaches the target wins; of several the one with most,
/// and nobody where they are equal.
#[test]
fn scoring_at_target_wins() {
    let wins = ["scoring.method=own_points", "scoring.at_target=wins", "scoring.target=100"];
    assert_eq!(match_of(&wins).round(0, [0, 50, 120, 100]).winners(), Some(vec![2]));
    assert_eq!(match_of(&wins).round(0, [0, 120, 120, 100]).winners(), Some(vec![]));
}

/// scoring.at_target = loses | A1, A2, B, C, D | Whoever reaches the target first loses; the fewest
/// points win, and nobody where two are equal.
#[test]
fn scoring_at_target_loses() {
    let loses = ["scoring.method=own_points", "scoring.target=100"];
    assert_eq!(match_of(&loses).round(1, [10, 0, 120, 30]).winners(), Some(vec![1]));
    assert_eq!(
        match_of(&loses).round(1, [10, 0, 20, 30]).round(0, [0, 10, 100, 30]).winners(),
        Some(vec![])
    );
}

/// scoring.rounds | D | A fixed number of rounds instead of the target; the best total wins, equal
/// totals: nobody.
#[test]
fn scoring_rounds() {
    let mut game = match_of(&["scoring.rounds=2", "scoring.target=100"]);
    assert_eq!(game.round(1, [0, 300, 0, 0]).winners(), None);
    assert_eq!(game.round(0, [299, 0, 0, 0]).winners(), Some(vec![1]));
    assert_eq!(
        match_of(&["scoring.rounds=2"]).round(1, [0, 30, 0, 0]).round(0, [30, 0, 0, 0]).winners(),
        Some(vec![])
    );
}

/// scoring.rounds | D | With own_points the fewest points win, unless `at_target = wins`.
#[test]
fn scoring_rounds_of_own_points() {
    let rounds = ["scoring.method=own_points", "scoring.rounds=1"];
    assert_eq!(match_of(&rounds).round(1, [10, 0, 20, 30]).winners(), Some(vec![1]));
    let wins = ["scoring.method=own_points", "scoring.rounds=1", "scoring.at_target=wins"];
    assert_eq!(match_of(&wins).round(1, [10, 0, 20, 30]).winners(), Some(vec![3]));
}

/// scoring.zero_points | E | What a 0 counts: nothing, or ten.
#[test]
fn scoring_zero_points() {
    assert_eq!(points(&[], "R0 B0 G3"), 3);
    assert_eq!(points(&["scoring.zero_points=10"], "R0 B0 G3"), 23);
}

/// scoring.lone_zero_points | A2, A4 | What a 0 counts as the only card left in a hand.
#[test]
fn scoring_lone_zero_points() {
    let lone = ["scoring.lone_zero_points=50", "scoring.zero_points=10"];
    assert_eq!(points(&lone, "R0"), 50);
    assert_eq!(points(&lone, "R0 B0"), 20);
    assert_eq!(points(&lone, "R0 B3"), 13);
    assert_eq!(points(&["scoring.lone_zero_points=50"], "B3"), 3);
}

/// scoring.last_downpour | A2, A4 | The winner whose last card is D1 has 20 points taken off the
/// total, D2 40.
#[test]
fn scoring_last_downpour() {
    let downpours = ["deck.downpour_one=2", "deck.downpour_two=2", "scoring.last_downpour=20"];
    let score = |more: &[&str], hand: &str| {
        let mut table =
            scene(&[&downpours[..], more].concat(), &format!("{hand} | R3 W"), "R5 Y1 Y2").start();
        table.act(&format!("0:{hand} 0:=R")).won_by(0).scores()
    };
    assert_eq!(score(&[], "D1"), [54 - 20, 0]);
    assert_eq!(score(&[], "D2"), [56 - 40, 0]);
    assert_eq!(score(&[], "W"), [53, 0]);
    assert_eq!(score(&["scoring.method=own_points"], "D2"), [-40, 56]);
    assert_eq!(
        score(&["scoring.method=lazy", "scoring.rounds=3", "setup.next_dealer=loser"], "D2"),
        [0, 0]
    );
}

/// scoring.partners = false | all | Everybody plays alone.
#[test]
fn scoring_partners_false() {
    let mut table = scene(&[], "R1 | R3 R4 | W BS | B9 B9", "R5 Y1").start();
    assert_eq!(table.act("0:R1").won_by(0).scores(), [95, 0, 0, 0]);
    assert_eq!(table.score().winners.len(), 1);
}

/// scoring.partners = true | D | A team wins when one of the two is out; the points of the other
/// teams go to both of it.
#[test]
fn scoring_partners_true() {
    let mut table = scene(&["scoring.partners=true"], "R1 | R3 R4 | W BS | B9 B9", "R5 Y1").start();
    assert_eq!(table.act("0:R1").won_by(0).scores(), [25, 0, 25, 0]);
    assert_eq!(table.score().winners.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
}

/// scoring.partners = true | D | Totals and ties go by team, though a last downpour took points off
/// one of the two alone.
#[test]
fn scoring_partners_true_match() {
    let partners = ["scoring.partners=true", "scoring.target=100", "scoring.last_downpour=20"];
    assert_eq!(match_of(&partners).round(1, [0, 120, 0, 120]).winners(), Some(vec![1, 3]));
    assert_eq!(match_of(&partners).round(1, [0, 100, 0, 120]).winners(), Some(vec![1, 3]));
    let rounds = ["scoring.partners=true", "scoring.rounds=2"];
    assert_eq!(
        match_of(&rounds).round(1, [0, 20, 0, 20]).round(0, [20, 0, 20, 0]).winners(),
        Some(vec![])
    );
}

/// scoring | – | A stalled round gives nobody points.
#[test]
fn scoring_of_a_stalled_round() {
    let table =
        scene(&["play.turn_limit=100", "scoring.method=own_points"], "B1 B2 | G1 G2", "R5").start();
    let score = table.score();
    assert_eq!(
        (score.scores, &score.points[..2], score.winners),
        ([0; MAX_SEATS], &[3, 3][..], SeatSet::EMPTY)
    );
}

/// scoring | – | A match in which 20 rounds in a row stall ends without a winner.
#[test]
fn scoring_ends_after_twenty_stalls() {
    let mut game = match_of(&[]);
    game.round(0, [50, 0, 0, 0]);
    for _ in 1..MAX_STALLS {
        game.add(None, [0; 4], [1; 4]);
        assert_eq!(game.winners(), None);
    }
    assert_eq!(
        game.add(None, [0; 4], [1; 4]).end,
        Some(MatchEnd { winners: SeatSet::EMPTY, stalled: true })
    );
    assert_eq!(MAX_STALLS, 20);
}

/// scoring.method = placement | – | For `last_standing`: n−1 points for the first out down to 0 for
/// the last one left.
#[test]
fn scoring_method_placement() {
    let rules = ["scoring.method=placement", "finish.when=last_standing", "uno.call=false"];
    let mut table = scene(&rules, "R1 R9 | R3 | R4 | W B1", "R6 Y1").start();
    assert_eq!(table.act("0:R1 1:R3 2:R4 3:draw 0:R9").won_by(1).scores(), [1, 3, 2, 0]);
}

/// scoring.method = placement | – | Cards left in a hand count nothing, and the first out is the
/// winner of the round.
#[test]
fn scoring_method_placement_without_points() {
    let rules = ["scoring.method=placement", "finish.when=last_standing", "uno.call=false"];
    let mut table = scene(&rules, "R1 | R3 | W W+4", "R6 Y1").start();
    assert_eq!(table.act("0:R1 1:R3").won_by(0).scores(), [2, 1, 0]);
    let stalled =
        scene(&[rules[0], rules[1], rules[2], "play.turn_limit=100"], "B1 B2 | G1 G2", "R5")
            .start();
    assert_eq!(stalled.score().scores, [0; MAX_SEATS]);
}

/// scoring.method = winner_takes | – | With `last_standing` the first out gets the points of
/// whoever has cards at the end.
#[test]
fn scoring_method_winner_takes_with_last_standing() {
    let mut table =
        scene(&["finish.when=last_standing", "uno.call=false"], "R1 | R3 | W B9", "R6 Y1").start();
    assert_eq!(table.act("0:R1 1:R3").won_by(0).scores(), [59, 0, 0]);
}

/// scoring.method = lazy | – | With `last_standing` the winner is the first out, the loser the last
/// one left.
#[test]
fn scoring_method_lazy_with_last_standing() {
    let lazy = [
        "scoring.method=lazy",
        "scoring.rounds=3",
        "setup.next_dealer=loser",
        "finish.when=last_standing",
        "uno.call=false",
    ];
    let mut table = scene(&lazy, "R1 B9 | R3 | R4 | R9 B8", "R6 Y1").start();
    table.act("0:R1 1:R3 2:R4 3:R9 0:B9").won_by(1).places(&[1, 2, 0]);
    let score = table.score();
    assert_eq!((&score.points[..4], &score.scores[..4]), (&[0, 0, 0, 8][..], &[0; 4][..]));
    assert_eq!(match_of(&lazy).add(Some(1), [0; 4], [0, 0, 0, 8]).next(), (3, 1));
}

/// scoring | – | Cards that were swapped away count for who holds them at the end; the winner has
/// none.
#[test]
fn scoring_after_a_swap() {
    let swap = ["hands.seven_swaps=true", "hands.swap_on_last_card=applies"];
    let mut table = scene(&swap, "R7 | R3 W | Y1 Y2", "R6 Y1").start();
    assert_eq!(table.act("0:R7 0:>1").won_by(1).scores(), [0, 56, 0]);
    let mut table =
        scene(&[swap[0], swap[1], "scoring.method=own_points"], "R7 | R3 W | Y1 Y2", "R6 Y1")
            .start();
    assert_eq!(table.act("0:R7 0:>1").won_by(1).scores(), [53, 0, 3]);
}

/// scoring.last_downpour | A2, A4 | Not for a hand that was emptied by a swap, whatever its owner
/// laid before.
#[test]
fn scoring_last_downpour_not_by_a_swap() {
    let rules = [
        "finish.when=bring_in",
        "deck.downpour_one=2",
        "scoring.last_downpour=20",
        "hands.seven_swaps=true",
        "uno.call=false",
    ];
    // Seat 0 lays D1 as its last card and gets cards by a swap; seat 1 is without cards then and
    // wins.
    let mut table = scene(&rules, "D1 | R7 | R4 R3 B1", "R6 R8 R9 Y1").start();
    table.act("0:D1 0:=R 1:R7 1:>0").holds(1, "").holds(0, "R8").act("2:R4 0:R8");
    assert_eq!(table.won_by(1).scores(), [0, 13, 0]);
    let mut table = scene(&rules, "D1 | R7 B7 | R4 R3 B1", "R6 R8 R9 Y1").start();
    table.act("0:D1 0:=R 1:R8 2:R4");
    assert_eq!(table.won_by(0).scores(), [7 + 7 + 3 + 1 + 9 - 20, 0, 0], "by a card");
}

/// scoring.last_downpour | – | For the winner's seat alone, and neither with `lazy` nor with
/// `placement`.
#[test]
fn scoring_last_downpour_of_the_winner() {
    let downpours = ["deck.downpour_two=2", "scoring.last_downpour=20"];
    let mut table = scene(
        &[downpours[0], downpours[1], "scoring.partners=true"],
        "D2 | R3 | W | B9",
        "R5 Y1 Y2 Y1 Y2 Y1 Y2",
    )
    .start();
    assert_eq!(table.act("0:D2 0:=R").won_by(0).scores(), [18 - 40, 0, 18, 0]);
    let placement =
        [downpours[0], downpours[1], "scoring.method=placement", "finish.when=last_standing"];
    let mut table = scene(&placement, "D2 | B9", "R5 Y1 Y2").start();
    assert_eq!(table.act("0:D2 0:=R").won_by(0).scores(), [1, 0]);
}

/// scoring.partners = true | D | The team's other seat counts nothing either; `winner` in the
/// record is the team's lowest seat, whichever went out, and both are credited.
#[test]
fn scoring_partners_true_with_three_teams() {
    let mut table = scene(&["scoring.partners=true"], "B1 | R3 | W | R1 | B9 | G9", "R6 Y1")
        .dealt_by(2)
        .start();
    table.act("3:R1").won_by(3);
    assert_eq!(table.scores(), [71, 0, 0, 71, 0, 0], "B1 of seat 0 is the team's own");
    assert_eq!(table.score().winners.iter().map(Seat::index).collect::<Vec<_>>(), [0, 3]);
}

/// scoring.count = points | all | The scoring adds up points.
#[test]
fn scoring_count_points() {
    assert_eq!(points(&[], "R9 W B5"), 64);
}

/// scoring.count = cards | A5 | The scoring adds up one for each card; what keys say about points
/// has no effect.
#[test]
fn scoring_count_cards() {
    let rules = [
        "scoring.count=cards",
        "scoring.zero_points=10",
        "scoring.lone_zero_points=50",
        "scoring.points={W=40}",
    ];
    assert_eq!(points(&rules, "R9 W B0"), 3);
    assert_eq!(points(&rules, "B0"), 1);
    let downpour = ["scoring.count=cards", "scoring.last_downpour=20", "deck.downpour_one=1"];
    let mut table = scene(&downpour, "D1 | R3 R4", "R5 Y1 Y2").start();
    assert_eq!(table.act("0:D1 0:=R").won_by(0).scores(), [3, 0]);
}

/// scoring.points | decks on sale | A table overrides what symbols count; what a lone 0 counts wins
/// over it, and it over what a 0 counts.
#[test]
fn scoring_points_of_symbols() {
    let rules = ["scoring.points={WS=40, +2=10, 0=3}", "scoring.zero_points=10"];
    assert_eq!(points(&rules, "WS R+2 R0 RS"), 40 + 10 + 3 + 20);
    assert_eq!(points(&rules, "R0"), 3);
    let lone = ["scoring.points={0=3}", "scoring.lone_zero_points=50"];
    assert_eq!((points(&lone, "R0"), points(&lone, "R0 R1")), (50, 4));
}

//! Match play apart from the rounds: both engines add up the same made-up results.

use super::compare::compare_matches;
use super::rules::accept;
use crate::reference::scoring::{loser, team};
use crate::reference::{self, Reason, RoundResult, Settings};
use crate::support::*;
use unobench_core::game::RoundScore;
use unobench_core::game::match_play::MatchPlay;
use unobench_core::rules::ScoringMethod;

/// The most that a card counts in made-up rounds.
#[derive(Clone, Copy)]
enum Cards {
    /// Small numbers, so that totals are often equal.
    Few,
    /// Nothing: rounds are won for nothing.
    Worthless,
}

/// A round as it might end.
fn made_up(
    rules: &RuleSet,
    players: usize,
    cards: Cards,
    rng: &mut Rng,
) -> (RoundScore, Option<Seat>) {
    let mut score =
        RoundScore { winners: SeatSet::EMPTY, points: [0; MAX_SEATS], scores: [0; MAX_SEATS] };
    let ten = if matches!(cards, Cards::Worthless) { 0 } else { 10 };
    for points in &mut score.points[..players] {
        *points = ten * rng.below(4);
    }
    if rng.below(6) == 0 {
        return (score, None);
    }
    let winner = Seat::new(rng.below(players as u32) as usize);
    score.points[winner.index()] = 0;
    score.winners = SeatSet::EMPTY.with(winner);
    if rules.scoring.partners {
        score.winners = score.winners.with(Seat::new((winner.index() + players / 2) % players));
    }
    let given = (ten * rng.below(6)) as i32;
    for seat in 0..players {
        score.scores[seat] = match rules.scoring.method {
            ScoringMethod::WinnerTakes if score.winners.contains(Seat::new(seat)) => given,
            ScoringMethod::OwnPoints => score.points[seat] as i32,
            _ => 0,
        };
    }
    let downpour = rules.scoring.last_downpour > 0
        && rng.below(2) == 0
        && rules.scoring.method != ScoringMethod::Lazy;
    score.scores[winner.index()] -= if downpour { 20 } else { 0 };
    (score, Some(winner))
}

/// The same result for the naive engine.
pub(crate) fn as_naive(
    settings: &Settings,
    players: usize,
    opening: Opening,
    score: &RoundScore,
    winner: Option<Seat>,
) -> RoundResult {
    let points: Vec<i64> = score.points[..players].iter().map(|&points| points.into()).collect();
    let rotated = (opening.dealer.index() + 1) % players;
    let lazy = settings.setup.next_dealer == reference::settings::NextDealer::Loser;
    let (next_dealer, next_first) = match winner.map(Seat::index) {
        Some(winner) if lazy => (loser(winner, &points), winner),
        _ => (rotated, (rotated + 1) % players),
    };
    RoundResult {
        events: Vec::<Value>::new(),
        winner: winner.map(|winner| team(settings, players, winner.index())[0]),
        reason: if winner.is_some() { Reason::Out } else { Reason::Stalled },
        points,
        scores: score.scores[..players].iter().map(|&score| score.into()).collect(),
        turns: 0,
        next_dealer,
        next_first,
    }
}

#[test]
fn made_up_rounds_add_up_to_the_same_matches() {
    let lines = [
        "scoring.target=60",
        "scoring.rounds=4",
        "scoring.target=60 scoring.method=own_points",
        "scoring.target=60 scoring.method=own_points scoring.at_target=wins scoring.last_downpour=20",
        "scoring.rounds=3 scoring.method=own_points",
        "scoring.rounds=4 scoring.method=lazy setup.next_dealer=loser",
        "scoring.rounds=3 scoring.partners=true scoring.last_downpour=20",
        "scoring.target=80 scoring.partners=true scoring.last_downpour=20",
    ];
    let mut rng = Rng::from_key(31);
    let mut stalled = 0;
    for (line, players) in
        lines.into_iter().flat_map(|line| [2, 3, 4, 6, 10].map(|players| (line, players)))
    {
        let Some(rules) = accept(&words(line), players) else { continue };
        let settings = Settings::from_json(&rules.settings_json()).expect("settings");
        for game in 0..300 {
            let opening = Opening::dealt_by(Seat::new(game % players), players);
            let cards = if game % 10 == 0 { Cards::Worthless } else { Cards::Few };
            let mut fast = MatchPlay::new(&rules, players, opening);
            let mut naive = reference::MatchPlay::new(&settings, players, opening.dealer.index());
            loop {
                let opening = fast.opening();
                let (score, winner) = made_up(&rules, players, cards, &mut rng);
                let end = fast.add(&score, winner);
                naive.add(&as_naive(&settings, players, opening, &score, winner));
                compare_matches(&fast, &end, &naive)
                    .unwrap_or_else(|text| panic!("{line:?} {players} seats: {text}"));
                if let Some(end) = end {
                    let is_counted = rules.scoring.rounds > 0;
                    stalled += usize::from(end.stalled);
                    assert!(!(end.stalled && is_counted), "{line:?}: it has its own count");
                    break;
                }
            }
        }
    }
    assert!(stalled > 100, "{stalled} matches that get nowhere");
}

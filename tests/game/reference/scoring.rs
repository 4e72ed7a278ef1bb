//! § 2 `[scoring]` for one round: points, scores, who deals and who is first next.

use serde_json::json;

use super::cards::Card;
use super::events;
use super::round::{Ending, Round, RoundResult};
use super::settings::{Count, Method, NextDealer, Settings};

/// The points of a hand (§ 2 `[scoring]` "Points").
pub fn hand_points(settings: &Settings, hand: &[Card]) -> i64 {
    let rules = &settings.scoring;
    // § 2 `scoring.count` cards: one for each card.
    if rules.count == Count::Cards {
        return hand.len() as i64;
    }
    // § 2 `scoring.lone_zero_points`: what a 0 counts as the only card left; 0: no such rule.
    if let [Card::Number(_, 0)] = hand
        && rules.lone_zero_points > 0
    {
        return rules.lone_zero_points;
    }
    hand.iter().map(|&card| card_points(settings, card)).sum()
}

pub fn card_points(settings: &Settings, card: Card) -> i64 {
    // § 2 `scoring.count` cards.
    if settings.scoring.count == Count::Cards {
        return 1;
    }
    // § 2 `scoring.points`: it wins over `zero_points`.
    let table = &settings.scoring.points;
    if let Some((_, points)) = table.iter().find(|(symbol, _)| *symbol == card.symbol()) {
        return *points;
    }
    match card {
        // § 2 `scoring.zero_points`.
        Card::Number(_, 0) => settings.scoring.zero_points,
        _ => settings.own(card).map_or_else(|| card.face_points(), |own| own.points),
    }
}

/// The seats of a seat's team: partners sit opposite (§ 2 `scoring.partners`).
pub fn team(settings: &Settings, seats: usize, seat: usize) -> Vec<usize> {
    if settings.scoring.partners {
        let half = seats / 2;
        vec![seat % half, seat % half + half]
    } else {
        vec![seat]
    }
}

impl Round<'_> {
    pub fn result(mut self, ending: Ending) -> RoundResult {
        let hands = self.game.hands.iter();
        let points: Vec<i64> = hands.map(|hand| hand_points(self.game.settings, hand)).collect();
        let scores = self.scores(ending.winner, &points);
        let settings = self.game.settings;
        let n = self.game.seats();
        // With partners the team's lowest seat stands for it.
        let winner = ending.winner.map(|w| team(settings, n, w)[0]);
        let (next_dealer, next_first) = self.next_dealer_and_first(ending.winner, &points);
        let turns = self.game.turns;
        let hands = events::hands(&self.game.hands);
        self.emit(|| {
            json!({
                "event": "round_end",
                "winner": winner,
                "reason": ending.reason.name(),
                "hands": hands,
                "points": points,
                "scores": scores,
                "turns": turns,
            })
        });
        RoundResult {
            events: self.events.unwrap_or_default(),
            winner,
            reason: ending.reason,
            points,
            scores,
            turns,
            next_dealer,
            next_first,
        }
    }

    /// § 2 `scoring.method`. A stalled round gives no points, and cards that the winner holds at the
    /// end count nothing.
    fn scores(&self, winner: Option<usize>, points: &[i64]) -> Vec<i64> {
        let n = self.game.seats();
        let Some(winner) = winner else { return vec![0; n] };
        match self.game.settings.scoring.method {
            Method::WinnerTakes => self.winner_takes(winner, points),
            // Players write down their own.
            Method::OwnPoints => {
                let mut scores = points.to_vec();
                scores[winner] = -self.last_downpour(winner);
                scores
            }
            // No points.
            Method::Lazy => vec![0; n],
            Method::Placement => self.placement(),
        }
    }

    /// The winner gets the points in all other hands; with partners both seats of the team get the
    /// points of the other teams.
    fn winner_takes(&self, winner: usize, points: &[i64]) -> Vec<i64> {
        let n = points.len();
        let team = team(self.game.settings, n, winner);
        let sum: i64 = (0..n).filter(|s| !team.contains(s)).map(|s| points[s]).sum();
        // § 2 `scoring.knock_out_points`.
        let out = self.game.knocked_out.iter().filter(|s| !team.contains(s)).count() as i64;
        let rules = &self.game.settings.scoring;
        let bonus = if rules.count == Count::Cards { 0 } else { out * rules.knock_out_points };
        let mut scores = vec![0; n];
        for seat in team {
            scores[seat] = sum + bonus;
        }
        scores[winner] -= self.last_downpour(winner);
        scores
    }

    /// n−1 points for the first out down to 0.
    fn placement(&self) -> Vec<i64> {
        let n = self.game.seats();
        let mut scores = vec![0; n];
        for (place, &seat) in self.game.places.iter().enumerate() {
            scores[seat] = (n - 1 - place) as i64;
        }
        scores
    }

    /// § 2 `scoring.last_downpour`: what is taken off for the winner whose last card is D1, and
    /// twice that for D2.
    fn last_downpour(&self, winner: usize) -> i64 {
        match self.game.last_card[winner] {
            _ if self.game.settings.scoring.count == Count::Cards => 0,
            Some(Card::Downpour(n)) => self.game.settings.scoring.last_downpour * i64::from(n),
            _ => 0,
        }
    }

    /// § 2 `setup.next_dealer`. rotate: the next seat clockwise deals, and the first player is the
    /// one after the dealer. loser: lazy scoring's, whose winner moves first; after a stall dealer
    /// and order rotate.
    fn next_dealer_and_first(&self, winner: Option<usize>, points: &[i64]) -> (usize, usize) {
        let rotated = self.game.neighbour(self.game.dealer, 1);
        match (self.game.settings.setup.next_dealer, winner) {
            (NextDealer::Loser, Some(winner)) => (loser(winner, points), winner),
            _ => (rotated, self.game.neighbour(rotated, 1)),
        }
    }
}

/// § 2 `scoring.method` lazy: most points in hand, the lowest seat among equals; the winner does
/// not lose.
pub fn loser(winner: usize, points: &[i64]) -> usize {
    let mut loser = if winner == 0 { 1 } else { 0 };
    for seat in 0..points.len() {
        if seat != winner && points[seat] > points[loser] {
            loser = seat;
        }
    }
    loser
}

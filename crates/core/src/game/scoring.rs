//! What a finished round is worth. Catalogue: `[scoring]`.

use super::{Round, Seat, SeatList, SeatSet};
use crate::cards::{Cards, Kind, KindSet, Multiset, Symbol};
use crate::rules::{
    Count, MAX_SEATS, OwnCards, RuleSet, ScoringMethod, ScoringRules, USUAL_POINTS,
};

/// The scoring of a rule set.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Scoring {
    rules: ScoringRules,
    /// What the cards count that the rule set adds, each at its symbol's place.
    own: [u16; Symbol::OWN],
    /// Whether cards count what they usually do.
    is_usual: bool,
}

/// The result of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundScore {
    /// The seats credited with the win: one, a pair of partners, or none after a stall.
    pub winners: SeatSet,
    /// Points of the cards left in each hand.
    pub points: [u32; MAX_SEATS],
    /// Points given to each seat.
    pub scores: [i32; MAX_SEATS],
}

impl Scoring {
    /// The scoring by these rules.
    #[inline(always)]
    pub fn new(rules: ScoringRules, own: &OwnCards) -> Scoring {
        let is_usual = rules.zero_points == 0
            && rules.lone_zero_points == 0
            && rules.points.is_empty()
            && matches!(rules.count, Count::Points)
            && *own == OwnCards::NONE;
        Scoring { rules, own: own.points(), is_usual }
    }

    /// The scoring of a rule set.
    pub fn of(rules: &RuleSet) -> Scoring {
        Scoring::new(rules.scoring, &rules.deck.card)
    }

    /// Points of a hand. Catalogue: § 2 "Points", `zero_points`, `lone_zero_points`.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::cards::{Cards, Kind, Multiset, Roomy};
    /// use unobench_core::game::Scoring;
    /// use unobench_core::rules::RuleSet;
    ///
    /// let mut hand = <Roomy as Cards>::Set::default();
    /// for text in ["R9", "B0", "YS", "W+4"] {
    ///     hand.insert(Kind::parse(text, 0).expect("a card"));
    /// }
    /// assert_eq!(Scoring::of(&RuleSet::official()).hand_points(&hand), 9 + 0 + 20 + 50);
    /// ```
    #[inline(always)]
    pub fn hand_points<S: Multiset>(&self, hand: &S) -> u32 {
        if self.is_usual {
            return hand.weigh(&USUAL_POINTS);
        }
        self.unusual_points(hand)
    }

    /// Points of a hand where some cards count otherwise than usual.
    fn unusual_points<S: Multiset>(&self, hand: &S) -> u32 {
        if self.rules.count == Count::Cards {
            return hand.len();
        }
        let zeros = hand.count_among(KindSet::of_symbol(Symbol::Zero));
        if self.rules.lone_zero_points > 0 && zeros == 1 && hand.len() == 1 {
            return u32::from(self.rules.lone_zero_points);
        }
        if self.rules.points.is_empty() && self.own == [0; Symbol::OWN] {
            return hand.weigh(&USUAL_POINTS) + zeros * u32::from(self.rules.zero_points);
        }
        let mut points = 0;
        hand.for_each(|kind, count| points += count * self.rules.card_points(kind, &self.own));
        points
    }

    /// What a finished round is worth.
    #[inline(always)]
    pub fn score<C: Cards>(&self, round: &Round<C>) -> RoundScore {
        let mut score =
            RoundScore { winners: SeatSet::EMPTY, points: [0; MAX_SEATS], scores: [0; MAX_SEATS] };
        for (points, seat) in score.points.iter_mut().zip(&round.seats[..round.players()]) {
            *points = self.hand_points(&seat.hand);
        }
        let Some(winner) = round.standing().winner() else { return score };
        score.winners = self.winners(winner, round.players());
        self.give(&mut score, round.players());
        self.reward_knock_outs(&mut score, round.knocked_out());
        if self.rules.method == ScoringMethod::Placement {
            give_by_place(round.places(), round.players(), &mut score.scores);
        }
        if self.rules.last_downpour > 0 && self.rules.count != Count::Cards {
            self.take_off_last_downpour(winner, round.seat(winner).last_card, &mut score.scores);
        }
        score
    }

    /// The seats credited with a win. Catalogue: `scoring.partners`.
    #[inline(always)]
    pub fn winners(&self, winner: Seat, players: usize) -> SeatSet {
        let alone = SeatSet::EMPTY.with(winner);
        if self.rules.partners { alone.with(partner(winner, players)) } else { alone }
    }

    #[inline(always)]
    fn give(&self, score: &mut RoundScore, players: usize) {
        let RoundScore { winners, points, scores } = score;
        match self.rules.method {
            ScoringMethod::WinnerTakes => {
                let mut total = points[..players].iter().sum::<u32>() as i32;
                // Cards that winners hold at the end count nothing.
                for seat in winners.iter() {
                    total -= points[seat.index()] as i32;
                }
                for seat in winners.iter() {
                    scores[seat.index()] = total;
                }
            }
            ScoringMethod::OwnPoints => {
                for seat in (0..players).filter(|&seat| !winners.contains(Seat::new(seat))) {
                    scores[seat] = points[seat] as i32;
                }
            }
            ScoringMethod::Lazy | ScoringMethod::Placement => {}
        }
    }

    /// Catalogue: `scoring.knock_out_points`.
    #[inline(always)]
    fn reward_knock_outs(&self, score: &mut RoundScore, knocked_out: SeatList) {
        let counts = self.rules.knock_out_points > 0
            && self.rules.method == ScoringMethod::WinnerTakes
            && self.rules.count == Count::Points;
        if counts {
            let others = knocked_out.iter().filter(|&seat| !score.winners.contains(seat)).count();
            for seat in score.winners.iter() {
                score.scores[seat.index()] += others as i32 * self.rules.knock_out_points as i32;
            }
        }
    }

    /// Catalogue: `scoring.last_downpour`.
    fn take_off_last_downpour(
        &self,
        winner: Seat,
        last: Option<Kind>,
        scores: &mut [i32; MAX_SEATS],
    ) {
        let counts =
            matches!(self.rules.method, ScoringMethod::WinnerTakes | ScoringMethod::OwnPoints);
        let penalty = i32::from(self.rules.last_downpour);
        scores[winner.index()] -= match last.map_or(Symbol::Wild, Kind::symbol) {
            Symbol::DownpourOne if counts => penalty,
            Symbol::DownpourTwo if counts => 2 * penalty,
            _ => 0,
        };
    }
}

/// One point fewer for each place, none for the last one left. Catalogue: `scoring.method` =
/// placement.
fn give_by_place(places: SeatList, players: usize, scores: &mut [i32; MAX_SEATS]) {
    for (place, seat) in places.iter().enumerate() {
        scores[seat.index()] = (players - 1 - place) as i32;
    }
}

/// The seat opposite. Catalogue: `scoring.partners`.
pub(crate) fn partner(seat: Seat, players: usize) -> Seat {
    Seat::new((seat.index() + players / 2) % players)
}

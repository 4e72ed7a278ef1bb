//! How rounds follow one another: who deals, who is first, the totals, and where a match ends.
//!
//! A record is of matches or of single rounds, and does not say which. The first game tells: if a
//! `match_end` follows its first round, or another round of the same block and seating with its
//! points, these are matches; otherwise they are single rounds, whose number in `round` means
//! nothing.

use super::complaint::{differs, wrong_event};
use super::event_lines::match_end;
use super::line::{Line, MatchEndLine, RoundLine};
use super::parse::shortened;
use super::{ReplayError, Result};
use std::fmt::Debug;
use std::sync::Arc;
use unobench_core::cards::Notation;
use unobench_core::game::match_play::{MatchEnd, MatchPlay};
use unobench_core::game::{Opening, RoundScore, Seat};
use unobench_core::rules::{FirstDealer, RuleSet};

/// Whether a record is of single rounds or of matches, once that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GameKind {
    Unknown,
    Rounds,
    Matches,
}

/// The game of a record that is not yet over, with the match as it stands.
#[derive(Debug)]
struct OpenGame {
    rules: Arc<RuleSet>,
    /// The line of its first round, and the number in its `round`.
    begun: (u64, u64),
    block: u64,
    seating: u64,
    players: Vec<String>,
    play: MatchPlay,
    end: Option<MatchEnd>,
}

/// What the rounds of a record were so far, by which the next one is checked.
#[derive(Debug)]
pub(super) struct GameOrder {
    kind: GameKind,
    game: Option<OpenGame>,
}

impl GameOrder {
    pub(super) const fn new() -> GameOrder {
        GameOrder { kind: GameKind::Unknown, game: None }
    }

    pub(super) fn begin(&mut self, number: u64, round: &RoundLine) -> Result {
        self.settle_kind(round)?;
        match (&self.game, self.kind) {
            (Some(game), GameKind::Matches) => game.check_next(number, round),
            _ => self.begin_game(number, round),
        }
    }

    /// The second round of a record tells what kind of games it has.
    fn settle_kind(&mut self, round: &RoundLine) -> Result {
        if let (Some(game), GameKind::Unknown) = (&self.game, self.kind) {
            let same_place =
                round.round > 0 && (round.block, round.seating) == (game.block, game.seating);
            let counts = round.totals.iter().any(|&total| total != 0)
                || game.play.totals().iter().all(|&total| total == 0);
            let goes_on = same_place && counts;
            self.kind = if goes_on { GameKind::Matches } else { GameKind::Rounds };
            return if goes_on { game.check_begun() } else { Ok(()) };
        }
        Ok(())
    }

    fn begin_game(&mut self, number: u64, round: &RoundLine) -> Result {
        let seats = round.players.len();
        if self.kind == GameKind::Matches {
            equal(number, "round", round.round, 0)?;
        }
        equal(number, "totals", &round.totals, &vec![0; seats])?;
        if let FirstDealer::Seat(seat) = round.rules.setup.first_dealer {
            equal(number, "dealer", round.dealer.index(), usize::from(seat))?;
        }
        let opening = Opening::dealt_by(round.dealer, seats);
        equal(number, "first", round.first.index(), opening.first.index())?;
        self.game = Some(OpenGame {
            rules: Arc::clone(&round.rules),
            begun: (number, round.round),
            block: round.block,
            seating: round.seating,
            players: round.players.clone(),
            play: MatchPlay::new(&round.rules, seats, opening),
            end: None,
        });
        Ok(())
    }

    pub(super) fn end_round(&mut self, score: &RoundScore, winner: Option<Seat>) {
        if let Some(game) = &mut self.game {
            game.end = game.play.add(score, winner);
        }
    }

    pub(super) fn end_match(
        &mut self,
        number: u64,
        line: &MatchEndLine,
        notation: Notation,
    ) -> Result {
        let found = Line::MatchEnd(Box::new(line.clone()));
        let wrong = |demanded: &str| wrong_event(number, &found, demanded, notation);
        if self.kind == GameKind::Rounds {
            return Err(wrong(
                "another round, for the games before this one are single rounds without an end of \
                 a match",
            ));
        }
        let Some(game) = self.game.take() else { return Err(wrong("a round first")) };
        let Some(end) = game.end else {
            return Err(wrong("another round, for nobody has won the match"));
        };
        self.kind = GameKind::Matches;
        game.check_begun()?;
        let demanded = match_end(&game.play, game.players.len(), Some(end));
        if found == demanded { Ok(()) } else { Err(differs(number, &found, &demanded, notation)) }
    }

    /// What is missing at the end of the record: the rest of a match.
    pub(super) fn missing(&self) -> Option<String> {
        let game = self.game.as_ref().filter(|_| self.kind == GameKind::Matches)?;
        Some(match game.end {
            Some(_) => "match_end".to_owned(),
            None => format!("round {} of the match", game.play.rounds()),
        })
    }
}

impl OpenGame {
    /// Checks that a match began with round 0, once it is known to be a match.
    fn check_begun(&self) -> Result {
        let (number, round) = self.begun;
        equal(number, "round", round, 0)
    }

    fn check_next(&self, number: u64, round: &RoundLine) -> Result {
        if self.end.is_some() {
            let found = Line::Round(Box::new(round.clone()));
            return Err(wrong_event(number, &found, "match_end", round.rules.deck.notation()));
        }
        equal(number, "block", round.block, self.block)?;
        equal(number, "seating", round.seating, self.seating)?;
        equal(number, "round", round.round, u64::from(self.play.rounds()))?;
        if *round.rules != *self.rules {
            let (found, demanded) = ("other rules", "those of the match's first round");
            let [found, demanded] = [found, demanded].map(str::to_owned);
            return Err(ReplayError::of_round(number, "settings", found, demanded));
        }
        if round.players != self.players {
            let names = [&round.players, &self.players];
            let [found, demanded] = names.map(|names| shortened(format!("{names:?}")));
            return Err(ReplayError::of_round(number, "players", found, demanded));
        }
        let opening = self.play.opening();
        equal(number, "dealer", round.dealer.index(), opening.dealer.index())?;
        equal(number, "first", round.first.index(), opening.first.index())?;
        let totals = &self.play.totals()[..self.players.len()];
        let totals: Vec<i64> = totals.iter().map(|&total| i64::from(total)).collect();
        equal(number, "totals", &round.totals, &totals)
    }
}

/// Checks a field of the line of a round, of this number.
fn equal<T: PartialEq + Debug>(number: u64, field: &str, found: T, demanded: T) -> Result {
    if found == demanded {
        return Ok(());
    }
    let [found, demanded] = [found, demanded].map(|value| format!("{value:?}"));
    Err(ReplayError::of_round(number, field, found, demanded))
}

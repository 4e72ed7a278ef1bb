//! How rounds follow one another: who deals, who is first, the totals, and where a match ends.
//!
//! A record is of matches or of single rounds, and does not say which. The first game tells: if a
//! `match_end` follows its first round, or another round of the same block and seating with its
//! points, these are matches; otherwise they are single rounds, whose number in `round` means
//! nothing.

use super::ReplayError;
use super::complaint::{differs, wrong_event};
use super::event_lines::match_end;
use super::line::{Line, MatchEndLine, RoundLine};
use super::parse::shortened;
use std::sync::Arc;
use unobench_core::game::match_play::{MatchEnd, MatchPlay};
use unobench_core::game::{Opening, RoundScore, Seat};
use unobench_core::rules::{FirstDealer, RuleSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GameKind {
    Unknown,
    Rounds,
    Matches,
}

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

#[derive(Debug)]
pub(super) struct GameOrder {
    kind: GameKind,
    game: Option<OpenGame>,
}

impl GameOrder {
    pub(super) const fn new() -> GameOrder {
        GameOrder { kind: GameKind::Unknown, game: None }
    }

    pub(super) fn begin(&mut self, number: u64, round: &RoundLine) -> Result<(), ReplayError> {
        self.settle_kind(round)?;
        match (&self.game, self.kind) {
            (Some(game), GameKind::Matches) => game.check_next(number, round),
            _ => self.begin_game(number, round),
        }
    }

    /// The second round of a record tells what kind of games it has.
    fn settle_kind(&mut self, round: &RoundLine) -> Result<(), ReplayError> {
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

    fn begin_game(&mut self, number: u64, round: &RoundLine) -> Result<(), ReplayError> {
        let check = Check { number };
        let seats = round.players.len();
        if self.kind == GameKind::Matches {
            check.equal("round", round.round, 0)?;
        }
        check.equal_lists("totals", &round.totals, &vec![0; seats])?;
        if let FirstDealer::Seat(seat) = round.rules.setup.first_dealer {
            check.equal("dealer", round.dealer.index() as u64, u64::from(seat))?;
        }
        let opening = Opening::dealt_by(round.dealer, seats);
        check.equal("first", round.first.index() as u64, opening.first.index() as u64)?;
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
        blank_draws: u8,
    ) -> Result<(), ReplayError> {
        let found = Line::MatchEnd(Box::new(line.clone()));
        let wrong = |demanded: &str| wrong_event(number, &found, demanded, blank_draws);
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
        if found == demanded {
            Ok(())
        } else {
            Err(differs(number, &found, &demanded, blank_draws))
        }
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
    fn check_begun(&self) -> Result<(), ReplayError> {
        let (number, round) = self.begun;
        Check { number }.equal("round", round, 0)
    }

    fn check_next(&self, number: u64, round: &RoundLine) -> Result<(), ReplayError> {
        if self.end.is_some() {
            let found = Line::Round(Box::new(round.clone()));
            return Err(wrong_event(number, &found, "match_end", round.rules.deck.blank_draws));
        }
        let check = Check { number };
        check.equal("block", round.block, self.block)?;
        check.equal("seating", round.seating, self.seating)?;
        check.equal("round", round.round, u64::from(self.play.rounds()))?;
        if *round.rules != *self.rules {
            return Err(check.error("settings", "other rules", "those of the match's first round"));
        }
        if round.players != self.players {
            return Err(check.error(
                "players",
                &shortened(format!("{:?}", round.players)),
                &shortened(format!("{:?}", self.players)),
            ));
        }
        let opening = self.play.opening();
        check.equal("dealer", round.dealer.index() as u64, opening.dealer.index() as u64)?;
        check.equal("first", round.first.index() as u64, opening.first.index() as u64)?;
        let totals: Vec<i64> = self
            .play
            .totals()
            .iter()
            .take(self.players.len())
            .map(|&total| i64::from(total))
            .collect();
        check.equal_lists("totals", &round.totals, &totals)
    }
}

struct Check {
    number: u64,
}

impl Check {
    fn error(&self, field: &str, found: &str, demanded: &str) -> ReplayError {
        let (field, found, demanded) = (field.to_owned(), found.to_owned(), demanded.to_owned());
        ReplayError::Differs { line: self.number, event: "round", field, found, demanded }
    }

    fn equal(&self, field: &str, found: u64, demanded: u64) -> Result<(), ReplayError> {
        if found == demanded {
            Ok(())
        } else {
            Err(self.error(field, &found.to_string(), &demanded.to_string()))
        }
    }

    fn equal_lists(&self, field: &str, found: &[i64], demanded: &[i64]) -> Result<(), ReplayError> {
        if found == demanded {
            Ok(())
        } else {
            Err(self.error(field, &format!("{found:?}"), &format!("{demanded:?}")))
        }
    }
}

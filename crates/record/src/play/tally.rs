//! What was played in a session, in numbers and in words.

use super::words::PlayWords;
use std::fmt::Write as _;
use unobench_core::game::match_play::MatchEnd;
use unobench_core::game::{RoundScore, Seat};
use unobench_core::rules::MAX_SEATS;
use unobench_findings::tell::number::{counted, percent};

/// What was played in a session: games, wins and points by seat, and hints followed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SessionTally {
    pub rounds: u32,
    pub matches: u32,
    pub wins: [u32; MAX_SEATS],
    pub match_wins: [u32; MAX_SEATS],
    pub points: [i64; MAX_SEATS],
    pub advised: u32,
    /// Of these, those at which the person did what the hint said.
    pub followed: u32,
    /// What the person lost at them, in chances to win, 1 for a whole one; nothing where the
    /// adviser gives no chances.
    pub lost: Option<f64>,
}

impl SessionTally {
    pub(super) fn add_round(&mut self, score: &RoundScore) {
        self.rounds += 1;
        score.winners.iter().for_each(|seat| self.wins[seat.index()] += 1);
        for (points, given) in self.points.iter_mut().zip(score.scores) {
            *points += i64::from(given);
        }
    }

    pub(super) fn add_match(&mut self, end: &MatchEnd) {
        self.matches += 1;
        end.winners.iter().for_each(|seat| self.match_wins[seat.index()] += 1);
    }

    /// The rounds and matches, each player's, and how often the person did what the adviser said.
    pub fn text(&self, words: &PlayWords, players: usize, adviser: Option<&str>) -> String {
        let mut text = counted(u64::from(self.rounds), "round");
        if self.matches > 0 {
            let matches = if self.matches == 1 { "match" } else { "matches" };
            _ = write!(text, ", {} {matches}", self.matches);
        }
        text.push('\n');
        for seat in (0..players).map(Seat::new) {
            text.push_str(&self.player(words, seat));
        }
        if let Some(adviser) = adviser.filter(|_| self.advised > 0) {
            text.push_str(&self.agreement(adviser));
        }
        text
    }

    /// The line of a player: rounds and matches won, and points.
    fn player(&self, words: &PlayWords, seat: Seat) -> String {
        let index = seat.index();
        let name = if seat == words.me() { format!("{} you", index + 1) } else { words.name(seat) };
        let matches = if self.matches > 0 {
            format!(", {} matches won", self.match_wins[index])
        } else {
            String::new()
        };
        let rounds = counted(u64::from(self.wins[index]), "round");
        format!("  {name}: {rounds} won{matches}, {} points\n", self.points[index])
    }

    /// How often the person did what the adviser would have done, and what the rest lost.
    fn agreement(&self, adviser: &str) -> String {
        let share = percent(f64::from(self.followed) / f64::from(self.advised), 0);
        let mut text = format!(
            "you did what {adviser} would have done at {} of {} decisions ({share})\n",
            self.followed, self.advised
        );
        if let Some(lost) = self.lost.filter(|_| self.followed < self.advised) {
            _ = writeln!(
                text,
                "as {adviser} sees it, your other decisions together lost {} of a win",
                percent(lost, 1)
            );
        }
        text
    }
}

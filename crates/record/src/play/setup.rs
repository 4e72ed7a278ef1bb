//! A table that is set: rules, deck and players, ready to be dealt.

use super::guests::Invited;
use super::words::PlayWords;
use serde_json::Value;
use std::sync::Arc;
use unobench_core::game::match_play::{MatchEnd, MatchPlay};
use unobench_core::game::{ActiveRules, Prepared, Round, RoundScore, RoundStatus, Scoring, Seat};
use unobench_core::rules::RuleSet;
use unobench_core::strategy::{Player, StrategySpec};

const PERSON: &str = "person";

/// When the adviser is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HintUse {
    /// At every decision of the person, and it is counted how often they did the same.
    Always,
    /// Where the person wants a hint.
    OnRequest,
}

/// What a person wants to play: rules, seat, opponents and adviser.
#[derive(Debug, Clone)]
pub struct GameSetup {
    pub rules: RuleSet,
    pub players: usize,
    pub seat: Seat,
    pub opponents: Vec<StrategySpec>,
    /// Who gives hints; it must not see hidden cards.
    pub adviser: Option<StrategySpec>,
    pub hints: HintUse,
    pub match_play: bool,
    pub casual: bool,
    /// Chance makes mistakes for the person, too, as often as `[people]` says.
    pub human_errors: bool,
    pub seed: u64,
}

/// A table that is set for a person, with all that does not change from round to round.
#[derive(Debug, Clone)]
pub struct PlaySetup {
    /// What the person wants to play.
    pub(super) game_setup: GameSetup,
    pub(super) rules: Arc<RuleSet>,
    pub(super) settings: Arc<Value>,
    pub(super) active_rules: ActiveRules,
    pub(super) scoring: Scoring,
    pub(super) deck: Prepared,
    pub(super) names: Vec<String>,
    /// Who plays, by seat; in the person's seat the adviser, who only gives advice.
    pub(super) players: Vec<Player>,
    pub(super) words: PlayWords,
    pub(super) invited: Option<Invited>,
    pub(super) is_guest: Vec<bool>,
}

impl GameSetup {
    /// The rules as they are played and recorded: the person makes their own mistakes.
    pub fn played(&self) -> RuleSet {
        let rules = self.rules.clone();
        if self.human_errors { rules } else { rules.without_mistakes_at(self.seat.index()) }
    }
}

impl PlaySetup {
    /// Sets a table.
    ///
    /// # Panics
    /// If there are no opponents, the seat is not at the table, or the adviser sees hidden cards.
    pub fn new(game_setup: GameSetup) -> PlaySetup {
        PlaySetup::with_guests(game_setup, None)
    }

    /// Sets a table at which some opponents are guests; in their places are those who decide what
    /// they fail to.
    ///
    /// # Panics
    /// As [`PlaySetup::new`].
    pub fn with_guests(game_setup: GameSetup, invited: Option<Invited>) -> PlaySetup {
        let (seat, players) = (game_setup.seat.index(), game_setup.players);
        assert!(seat < players, "seat {seat} of {players}");
        assert!(
            game_setup.adviser.as_ref().is_none_or(|adviser| adviser.player().is_honest()),
            "the adviser sees hidden cards"
        );
        let others = (0..players).filter(|&other| other != seat);
        let mut specs = vec![None; players];
        let mut guests: Vec<Option<&str>> = vec![None; players];
        for (seat, (place, spec)) in others.zip(game_setup.opponents.iter().enumerate().cycle()) {
            specs[seat] = Some(spec);
            guests[seat] = invited.as_ref().and_then(|invited| invited.names[place].as_deref());
        }
        let names: Vec<String> = specs
            .iter()
            .zip(&guests)
            .map(|seated| match seated {
                (_, Some(guest)) => (*guest).to_owned(),
                (Some(spec), None) => spec.to_string(),
                (None, None) => PERSON.to_owned(),
            })
            .collect();
        let is_guest = guests.iter().map(Option::is_some).collect();
        let nobody = game_setup.adviser.as_ref().unwrap_or(&game_setup.opponents[0]);
        let rules = game_setup.played();
        let players = specs
            .iter()
            .map(|spec| match spec {
                Some(opponent) => opponent.aiming(&rules, game_setup.match_play).player(),
                None => nobody.player(),
            })
            .collect();
        PlaySetup {
            settings: Arc::new(rules.settings_json()),
            active_rules: ActiveRules::of(&rules),
            scoring: Scoring::of(&rules),
            deck: Prepared::new(&rules, game_setup.players),
            words: PlayWords::new(names.clone(), game_setup.seat, rules.deck),
            rules: Arc::new(rules),
            names,
            players,
            game_setup,
            is_guest,
            invited,
        }
    }

    unobench_core::reads! {
        pub fn game_setup(&self) -> &GameSetup = &self.game_setup;
        pub fn words(&self) -> &PlayWords = &self.words;
    }

    /// What is told at the end of a round: who wins it, what is left in the hands, what it gives.
    pub(super) fn round_result(&self, round: &Round, score: &RoundScore) -> Vec<String> {
        let names: Vec<String> = score.winners.iter().map(|seat| self.words.who(seat)).collect();
        let winners = match names.as_slice() {
            [] => "nobody wins".to_owned(),
            [winner] => format!("{winner} {} the round", win(winner)),
            several => format!("{} win the round", several.join(" and ")),
        };
        let winners = match round.standing() {
            RoundStatus::Stalled => format!("the round reaches the turn limit: {winners}"),
            RoundStatus::Blocked(_) => format!("nobody can lay or draw a card: {winners}"),
            RoundStatus::Won(_) | RoundStatus::Waits => winners,
        };
        let (mut points, mut scores) = (Vec::new(), Vec::new());
        for seat in 0..self.game_setup.players {
            let who = self.words.who(Seat::new(seat));
            points.push(format!("{who} {}", score.points[seat]));
            scores.push(format!("{who} {}", score.scores[seat]));
        }
        vec![
            winners,
            format!("points left in the hands: {}", points.join(", ")),
            format!("points given: {}", scores.join(", ")),
        ]
    }

    pub(super) fn match_over(&self, end: &MatchEnd, game: &MatchPlay) -> String {
        let names: Vec<String> = end.winners.iter().map(|seat| self.words.who(seat)).collect();
        let rounds = game.rounds();
        match names.as_slice() {
            [] => format!("nobody wins the match of {rounds} rounds"),
            [winner] => format!("{winner} {} the match after {rounds} rounds", win(winner)),
            several => format!("{} win the match after {rounds} rounds", several.join(" and ")),
        }
    }
}

fn win(who: &str) -> &'static str {
    if who == "you" { "win" } else { "wins" }
}

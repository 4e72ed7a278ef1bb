//! What the adviser of a person would do at their decision, and what it thinks of each action.

use super::words::{PlayWords, WordedChoice};
use crate::losses::{WinChances, chances, unlearned};
use std::cmp::Reverse;
use unobench_core::bounded::quoted;
use unobench_core::game::{Action, View};
use unobench_core::strategy::{ActionEstimate, Player, StrategySpec};
use unobench_findings::tell::number::{fixed, percent};

/// What the adviser would do at the person's decision, and what it thinks of each action.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    pub strategy: String,
    pub habit: &'static str,
    pub action: Action,
    pub measure: ReasonUnit,
    pub reasons: Vec<ActionEstimate>,
    /// A sentence where it was trained, but not for what is played.
    pub unlearned: Option<String>,
}

/// What the numbers of a hint's actions are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReasonUnit {
    /// The part of its playouts that were won, 0 to 1.
    Wins,
    /// The chance to win, 0 to 1.
    Chance,
    /// The mean of its playouts' leads, 0.5 plus points over 600, 0 to 1.
    Lead,
    Value,
}

/// What a strategy, which sees no hidden cards, thinks of the actions of a view.
///
/// # Panics
/// If it sees hidden cards.
pub fn consider(spec: &StrategySpec, player: &mut Player, view: &View<'_>, rules: &str) -> Hint {
    let unlearned = unlearned(spec, player, rules, view.players());
    let Player::Honest(strategy) = player else { panic!("an adviser sees no hidden cards") };
    let (action, reasons) = strategy.consider(view);
    let plays_out = reasons.iter().any(|reason| reason.playouts.is_some());
    let measure = match (plays_out, strategy.gives_chances()) {
        (true, true) => ReasonUnit::Wins,
        (true, false) => ReasonUnit::Lead,
        (false, true) => ReasonUnit::Chance,
        (false, false) => ReasonUnit::Value,
    };
    let (strategy, habit) = (spec.to_string(), spec.entry().description);
    Hint { strategy, habit, action, measure, reasons, unlearned }
}

impl Hint {
    /// The hint in words: what it would do, then what it thinks of each action, the best first, or
    /// else what it does in general.
    pub fn lines(&self, choices: &[WordedChoice], words: &PlayWords) -> Vec<String> {
        let label = |action: Action| {
            choices
                .iter()
                .find(|choice| choice.action == action)
                .map_or_else(String::new, |c| c.label.clone())
        };
        let mut lines = vec![format!(
            "{} would {}",
            quoted(&self.strategy),
            as_infinitive(&label(self.action), self.action, words)
        )];
        if self.reasons.is_empty() {
            lines.push(format!("  {}", self.habit));
        }
        lines.extend(
            self.ranked()
                .iter()
                .map(|reason| format!("  {}: {}", label(reason.action), self.reason(reason))),
        );
        let unlearned = self.unlearned.iter().filter(|_| !self.reasons.is_empty());
        lines.extend(unlearned.map(|sentence| format!("  {sentence}")));
        lines
    }

    pub fn ranked(&self) -> Vec<ActionEstimate> {
        let mut reasons = self.reasons.clone();
        // What it would do comes first of equals.
        reasons.sort_by_key(|reason| reason.action != self.action);
        reasons.sort_by(|reason, other| other.value.total_cmp(&reason.value));
        // Those that it has not tried come last.
        reasons.sort_by_key(|reason| Reverse(reason.playouts.min(Some(1))));
        reasons
    }

    /// The chance to win, from 0 to 1, as the strategy sees it; nothing where it gives none or was
    /// not trained for what is played.
    pub fn chance(&self) -> Option<f64> {
        self.chance_of(self.action).filter(|_| self.unlearned.is_none())
    }

    /// The chance to win that an action leaves; nothing where the strategy gives none for it.
    pub fn chance_of(&self, action: Action) -> Option<f64> {
        let gives_chances = matches!(self.measure, ReasonUnit::Wins | ReasonUnit::Chance);
        let reason = self.reasons.iter().find(|reason| reason.action == action);
        reason
            .filter(|reason| gives_chances && reason.playouts != Some(0))
            .map(|reason| reason.value)
    }

    /// What the person loses by an action, in chances to win from 0 to 1, as the strategy sees it;
    /// nothing where it gives no chance for it.
    pub(super) fn lost(&self, action: Action) -> Option<f64> {
        let gives_chances = matches!(self.measure, ReasonUnit::Wins | ReasonUnit::Chance);
        chances(&self.reasons, self.action, action).filter(|_| gives_chances).map(WinChances::lost)
    }

    pub(crate) fn reason(&self, reason: &ActionEstimate) -> String {
        match (self.measure, reason.playouts) {
            (_, Some(0)) => "not tried".to_owned(),
            (ReasonUnit::Wins, Some(playouts)) => {
                format!("wins {} of {playouts} playouts", percent(reason.value, 1))
            }
            (ReasonUnit::Chance, _) => {
                let best = if reason.action == self.action { ", the best" } else { "" };
                format!("{} to win{best}", percent(reason.value, 1))
            }
            (ReasonUnit::Lead, Some(playouts)) => format!(
                "a mean lead of {} points in {playouts} playouts",
                fixed(600.0 * (reason.value - 0.5), 0)
            ),
            _ => format!("value {}", fixed(reason.value, 2)),
        }
    }
}

fn as_infinitive(label: &str, action: Action, words: &PlayWords) -> String {
    match action {
        Action::Seat(seat) => format!("choose {}", words.name(seat)),
        _ => label.to_owned(),
    }
}

//! What to play in a position, and why: what a strategy thinks of each action, and what can be seen
//! to follow from it.

use crate::foreseen::Foresight;
use crate::play::{Hint, PlayWords, WordedChoice, colour_word, consider};
use crate::position::{PositionTable, read};
use crate::stated::StatedChance;
use serde::Serialize;
use unobench_core::cards::Colour;
use unobench_core::game::{Action, ActiveRules, Impossible, View};
use unobench_core::rng::RoundKey;
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Player, SeatStreams, StrategySpec};

/// What a strategy thinks of each legal action in a position, the best first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    pub strategy: String,
    pub rules: String,
    pub players: usize,
    pub seat: usize,
    pub decision: &'static str,
    pub options: Vec<Advised>,
    /// A sentence where the strategy was not trained for what is played.
    pub unlearned: Option<String>,
}

/// An action.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advised {
    /// As in records, such as "R5" or "draw", and in words.
    pub action: String,
    pub label: String,
    /// The colour that a wild would name.
    pub colour: Option<char>,
    /// The chance to win that it leaves, 0 to 1, as it is told; none where nobody can say.
    pub chance: Option<f64>,
    /// How low and how high it may be.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// Who says what: the strategy, then a search, as far as they say something.
    pub said: Vec<StatedChance>,
    /// How much less that is than the best, in points of 100.
    pub cost: Option<f64>,
    pub playouts: Option<u32>,
    /// What the strategy thinks of it, in words.
    pub thinks: String,
    /// What can be seen to follow, whatever the hidden cards are.
    pub why: Vec<String>,
}

/// Advice on a position in words or as JSON.
///
/// # Errors
/// What is wrong with the position.
pub fn advise(text: &str, rules: &RuleSet, spec: &StrategySpec) -> Result<Advice, Impossible> {
    let PositionTable { round, memory, totals } = read(text, rules)?;
    // Points are those of a match.
    let spec = &spec.aiming(rules, totals.iter().any(|&total| total != 0));
    let (active, mut player) = (ActiveRules::of(rules), spec.player());
    let seat = round.actor();
    player.begin(SeatStreams::new(RoundKey::new(0, 0, 0), MAX_SEATS).of(seat).as_ref());
    let view = View::new(&round, &active, &totals, seat).remembering(&memory);
    let words = PlayWords::new(Vec::new(), seat, rules.deck);
    Ok(Advice::of(spec, &mut player, &view, rules, &words))
}

impl Advice {
    pub(crate) fn of(
        spec: &StrategySpec,
        player: &mut Player,
        view: &View<'_>,
        rules: &RuleSet,
        words: &PlayWords,
    ) -> Advice {
        let hint = consider(spec, player, view, &rules.name);
        let choices = ranked(words.choices(view), &hint);
        let foresight = Foresight::of(view, rules, words);
        let mut adviser = ChoiceAdviser { spec, player, rules, foresight, hint: &hint };
        Advice {
            strategy: spec.to_string(),
            rules: rules.name.clone(),
            players: view.players(),
            seat: view.seat().index(),
            decision: view.decision().name(),
            options: choices.into_iter().map(|choice| adviser.advised(choice)).collect(),
            unlearned: hint.unlearned.clone(),
        }
    }
}

/// The choices, the best first; whatever the strategy thinks nothing of comes last.
fn ranked(mut choices: Vec<WordedChoice>, hint: &Hint) -> Vec<WordedChoice> {
    let place = |action| hint.ranked().iter().position(|estimate| estimate.action == action);
    choices
        .sort_by_key(|choice| (choice.action != hint.action, place(choice.action).unwrap_or(99)));
    choices
}

/// A strategy that gives advice, what it thinks of the position, and what can be seen to follow.
struct ChoiceAdviser<'a, 'v> {
    spec: &'a StrategySpec,
    player: &'a mut Player,
    rules: &'a RuleSet,
    foresight: Foresight<'a, 'v>,
    hint: &'a Hint,
}

impl ChoiceAdviser<'_, '_> {
    /// What is thought of a choice, and what can be seen to follow from it.
    fn advised(&mut self, choice: WordedChoice) -> Advised {
        let foreseen = self.foresight.of_action(choice.action, &mut |view| match consider(
            self.spec,
            self.player,
            view,
            &self.rules.name,
        )
        .action
        {
            Action::Colour(colour) => Some(colour),
            _ => None,
        });
        let chance = self.hint.chance_of(choice.action);
        let best = self.hint.chance_of(self.hint.action);
        let reason = self.hint.reasons.iter().find(|reason| reason.action == choice.action);
        let said = chance.map(|chance| {
            let playouts = reason.and_then(|reason| reason.playouts);
            StatedChance::of(&self.hint.strategy, chance, playouts)
        });
        Advised {
            action: choice.short,
            label: with_colour(&choice.label, foreseen.colour),
            colour: foreseen.colour.map(Colour::letter),
            chance,
            low: said.as_ref().map(|said| said.low),
            high: said.as_ref().map(|said| said.high),
            said: said.into_iter().collect(),
            cost: chance.zip(best).map(|(chance, best)| 100.0 * (best - chance)),
            playouts: reason.and_then(|reason| reason.playouts),
            thinks: reason.map_or_else(String::new, |reason| self.hint.reason(reason)),
            why: foreseen.told,
        }
    }
}

/// The label of a choice with the colour that it names, which stands before a bluff.
fn with_colour(label: &str, colour: Option<Colour>) -> String {
    let naming = colour.map(|colour| format!(", naming {}", colour_word(colour)));
    let (play, bluff) = label.split_at(label.find(',').unwrap_or(label.len()));
    format!("{play}{}{bluff}", naming.unwrap_or_default())
}

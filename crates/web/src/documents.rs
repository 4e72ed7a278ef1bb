//! The documents that the page asks with and gets, in JSON. `web/src/documents/module.ts` has the
//! same types, made from these, so that the page does not compile where they differ.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
mod tests;

/// A table that is asked for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct TableRequest {
    pub(crate) rules: String,
    /// `KEY=VALUE` on top of the rules.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub(crate) set: Vec<String>,
    pub(crate) players: usize,
    /// The person's seat, from 1.
    pub(crate) seat: usize,
    pub(crate) seed: u64,
    /// Whether a match is played for points, not single rounds.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub(crate) matches: bool,
    /// Strategies for the other seats, again from the first where there are too few.
    pub(crate) opponents: Vec<String>,
}

/// A rule set that comes with the program.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct RuleSetInfo {
    pub(crate) name: &'static str,
    pub(crate) description: String,
}

/// What a table waits for: the person, another player, the next round, or the next match.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(TS))]
pub(crate) enum ScenePhase {
    Yours,
    Others,
    Round,
    Match,
}

/// What the person may see of a table, and what may be done.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub(crate) struct TableScene {
    pub(crate) phase: ScenePhase,
    /// By seat.
    pub(crate) places: Vec<ScenePlayer>,
    /// The card on the pile.
    pub(crate) up: Option<String>,
    /// The active colour; none while one waits to be named.
    pub(crate) colour: Option<&'static str>,
    pub(crate) clockwise: bool,
    /// How many cards can be drawn.
    pub(crate) pile: usize,
    pub(crate) notes: Vec<String>,
    pub(crate) hand: Vec<SceneCard>,
    pub(crate) question: String,
    pub(crate) choices: Vec<SceneChoice>,
    /// The lines of the story from the one that was asked for.
    pub(crate) log: Vec<String>,
    /// How many lines the story has in all.
    pub(crate) log_length: usize,
    /// The number of the game, from 1, and of the round in it.
    pub(crate) game: u64,
    pub(crate) round: u64,
    /// How many decisions were taken back so far.
    pub(crate) undone: u32,
    /// Whether the person has won this round.
    pub(crate) won: bool,
}

/// A player at a table.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub(crate) struct ScenePlayer {
    /// From 1.
    pub(crate) seat: usize,
    pub(crate) name: String,
    /// How many cards the player holds.
    pub(crate) cards: u32,
    /// In the match, or over the session.
    pub(crate) points: i64,
    pub(crate) to_move: bool,
    /// Whether it is the person.
    pub(crate) you: bool,
    /// Whether the player has no cards left, or was put out.
    pub(crate) out: bool,
    pub(crate) partner: bool,
    pub(crate) missed_call: bool,
}

/// A card in the person's hand.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct SceneCard {
    pub(crate) card: String,
    /// Whether it may be played now.
    pub(crate) legal: bool,
}

/// Something that the person may do.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct SceneChoice {
    /// How it is asked for.
    pub(crate) short: String,
    /// In words.
    pub(crate) label: String,
    /// The card that it plays, if it plays one.
    pub(crate) card: Option<String>,
}

/// What `champion` would do, and the chance to win that it gives each choice.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct TableHint {
    /// The `short` of a choice.
    pub(crate) best: String,
    pub(crate) chances: Vec<ChoiceChance>,
}

/// A choice, and the chance to win after it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct ChoiceChance {
    pub(crate) short: String,
    pub(crate) label: String,
    /// 0 to 1.
    pub(crate) chance: Option<f64>,
}

/// How often `champion` won with the person's hand.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct HandReplays {
    pub(crate) won: usize,
    /// How many games were played.
    pub(crate) games: u32,
}

/// What the person lost, where, and the luckiest and unluckiest draws, by `champion`'s chances.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct TableAnalysis {
    /// In games.
    pub(crate) lost: Option<f64>,
    pub(crate) decisions: Option<u64>,
    /// How many of them `champion` would have made.
    pub(crate) same: Option<u64>,
    pub(crate) costliest: Option<CostliestDecision>,
    /// After each decision the turns that were played, and the person's chance to win, 0 to 1.
    pub(crate) course: Option<Vec<(u32, f64)>>,
    pub(crate) luckiest: Vec<LuckyDraw>,
    pub(crate) unluckiest: Vec<LuckyDraw>,
    /// A sentence where `champion` was not trained for what was played.
    pub(crate) unlearned: Option<String>,
}

/// The decision that cost most.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct CostliestDecision {
    /// The line of the record that tells of it, from 1.
    pub(crate) line: u64,
    /// How many turns were played before.
    pub(crate) turns: u32,
    pub(crate) done: String,
    /// What `champion` would have done.
    pub(crate) would: String,
    /// How much the chance to win fell, 0 to 1.
    pub(crate) lost: f64,
    /// The card on the pile, with the colour that was named.
    pub(crate) up: String,
    pub(crate) hand: String,
}

/// A draw that changed chances.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct LuckyDraw {
    /// From 1.
    pub(crate) seat: usize,
    pub(crate) player: String,
    pub(crate) cards: String,
    /// How many turns were played before.
    pub(crate) turns: u32,
    /// The mean chance to win over what could have come, 0 to 1, and the chance after what came.
    pub(crate) before: f64,
    pub(crate) after: f64,
}

/// A survey of a house rule that is asked for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct SurveyRequest {
    /// Questions and rule sets by their names: the first as it is, what the others change on top.
    pub(crate) rules: Vec<String>,
    /// `KEY=VALUE` on top of them all.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub(crate) set: Vec<String>,
    pub(crate) players: usize,
    pub(crate) seed: u64,
    /// So many at each table, and of one who knows the game among others, whatever they say; until
    /// the answer is sure, as `settle` plays, if it is not said.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) games: Option<[u64; 2]>,
}

/// What a survey will play.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct SurveyPlan<'a> {
    /// The rule set.
    pub(crate) name: &'a str,
    /// What the printed rules say.
    pub(crate) printed: Vec<String>,
    /// The command line that plays the same.
    pub(crate) command: String,
    pub(crate) version: &'static str,
    /// How many games will be played at most.
    pub(crate) most: u64,
    /// What is played first.
    pub(crate) jobs: Vec<SurveyJob>,
}

/// A part of what a survey plays, for whoever has time.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct SurveyJob {
    /// The official game, 0, or the house rule, 1.
    pub(crate) rules: usize,
    /// Who plays, by a place in the plan.
    pub(crate) leg: usize,
    /// The first of its blocks, and how many there are.
    pub(crate) first: u64,
    pub(crate) blocks: u64,
    /// The games of all its blocks.
    pub(crate) games: u64,
}

/// What a survey found.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct SurveyAnswer {
    /// For whom and, after a colon, what changes.
    pub(crate) told: String,
    /// What is sure of it, and what is open.
    pub(crate) sure: String,
    /// The median turns of a game without the rule and with it, where the length is settled.
    pub(crate) lengths: Option<[f64; 2]>,
    /// A hundred games without the rule and with it: how many there are by fives of turns.
    pub(crate) dots: [Vec<u32>; 2],
}

/// A game of a survey that is asked for: with the house rule or without it, by its number from 1,
/// or the `nth`, from 0, of those that are as long as the ones in a pile of dots.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct GameRequest {
    #[serde(flatten)]
    pub(crate) survey: SurveyRequest,
    pub(crate) with: bool,
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) number: Option<u64>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<usize>"))]
    pub(crate) bin: usize,
    /// Longer ones too.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub(crate) last: bool,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<usize>"))]
    pub(crate) nth: usize,
}

/// A game that can be looked at.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct GameSummary<'a> {
    /// Its number in the survey, from 1.
    pub(crate) number: u64,
    /// The command line that shows the same.
    pub(crate) command: &'a str,
    /// How many frames there are to see.
    pub(crate) frames: usize,
}

/// The table after an event, with all cards open.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct GameFrame {
    /// What happened until then, the last first.
    pub(crate) story: Vec<String>,
    /// The card on the pile.
    pub(crate) up: Option<String>,
    /// The letter of the active colour.
    pub(crate) colour: Option<String>,
    pub(crate) turns: u64,
    pub(crate) seats: Vec<FramePlayer>,
}

/// A player of a game that is looked at.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct FramePlayer {
    pub(crate) name: String,
    pub(crate) hand: String,
    /// Whether the player has no cards left, or was put out.
    pub(crate) out: bool,
    /// Whether it is the player's turn, or answer.
    pub(crate) moves: bool,
}

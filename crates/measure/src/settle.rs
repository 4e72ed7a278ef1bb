//! One question about a house rule: which rule set it asks for, what is played of it, and what is
//! said then.
//!
//! No more is played as soon as the answer is sure, at looks that are always the same, so that the
//! same question gets the same answer; see
//! [`SequentialSurvey`](crate::survey::SequentialSurvey).

use crate::header::{GROUPS, Header, Leg, PlanError, Study, WORTH};
use serde_json::{Value, json};
use unobench_core::rules::{RuleError, RuleQuestion, RuleSet};
use unobench_findings::documents::Play;
use unobench_findings::panel::{ALL_SORTS, CHAMPION, CHAMPIONS, MIXED, PANEL};
use unobench_findings::tell::speech::uncapital;
use unobench_stats::looks::Look;

/// Games at each table, at most, times the seats that play them.
const SEATS_PLAYED: u64 = 280_000;

/// The same where one who knows the game sits among others.
const SEATS_OF_SKILL: u64 = 400_000;

/// Blocks of a leg are a multiple of this, so that at every look all groups have equally many, and
/// so have all networks that take turns.
const BLOCKS: u64 = (GROUPS * CHAMPIONS) as u64 * 16;

/// The seed of what is played where nobody says.
pub const SEED: u64 = 1;

/// With how many players a rule set is played where nobody says.
const PLAYERS: u8 = 4;

/// Among whom `champion` sits alone: a counter, and a beginner who has merely read the rules.
pub const OTHERS: [&str; 2] = ["counter", "most-colour"];

/// What somebody wants to know.
#[derive(Debug)]
pub struct SettleRequest {
    /// What the printed rules say; none where a rule set is named that is no question.
    pub question: Option<&'static RuleQuestion>,
    /// What is played; none where no rule file can say it.
    pub rules: Option<RuleSet>,
    /// The rule set or file that this is, but for the keys that are set on it.
    pub base: String,
    pub keys: Vec<String>,
}

impl SettleRequest {
    /// A question, with more keys set on top of it; `load` finds a rule set by its name.
    ///
    /// # Errors
    /// If there is no such key or value.
    pub fn question(
        question: &'static RuleQuestion,
        set: &[String],
        load: impl FnOnce(&str) -> Result<RuleSet, RuleError>,
    ) -> Result<SettleRequest, RuleError> {
        let base = question.set.as_deref().unwrap_or("official");
        let own = if question.set.is_none() { &question.keys[..] } else { &[] };
        let asked = SettleRequest::set(base, [own, set].concat(), load)?;
        // With more keys an idle one may act.
        let is_idle = question.idle.is_some() && set.is_empty();
        let rules = asked.rules.filter(|_| question.cannot.is_none() && !is_idle);
        Ok(SettleRequest { question: Some(question), rules, ..asked })
    }

    /// A rule set by its name, or in a file.
    ///
    /// # Errors
    /// If there is none, or no such key or value.
    pub fn set(
        name: &str,
        keys: Vec<String>,
        load: impl FnOnce(&str) -> Result<RuleSet, RuleError>,
    ) -> Result<SettleRequest, RuleError> {
        let mut rules = load(name)?;
        rules.set_each_once(&keys)?;
        Ok(SettleRequest { question: None, rules: Some(rules), base: name.to_owned(), keys })
    }

    /// What some words ask: this, or nothing but these questions that may be meant, for a program.
    pub fn json(asked: Option<&SettleRequest>, words: &str, near: &[&RuleQuestion]) -> Value {
        let offered: Vec<&str> = near.iter().map(|question| question.id.as_str()).collect();
        let set = asked.filter(|request| request.rules.is_some()).map(|request| &request.base);
        let Some(question) = asked.and_then(|request| request.question) else {
            return json!({"match": null, "asked": null, "offered": offered, "set": set});
        };
        let RuleQuestion { id, source, keys, set, .. } = question;
        json!({
            "match": id, "asked": question.title(), "offered": [], "says": question.side(words).word(),
            "printed": question.answered(words), "source": source, "keys": keys, "set": set,
        })
    }

    /// What these words are taken to ask: the question, or a rule set that they call by another
    /// name.
    pub fn taken(&self, words: &str) -> Option<String> {
        match (self.question, &self.rules) {
            (Some(question), _) => Some(format!("You asked: {}", question.title())),
            (None, Some(rules)) if self.keys.is_empty() && words != self.base => {
                Some(format!("You asked about the rule set {}.", rules.name))
            }
            _ => None,
        }
    }

    /// What the printed rules say to some words, and why nothing is played.
    pub fn printed(&self, words: &str) -> Vec<String> {
        let Some(question) = self.question else {
            return Vec::new();
        };
        let answer = &question.answer;
        let said = match question.side(words).word() {
            Some(word) => format!("{word}. {answer}"),
            // It goes on after a colon.
            None => uncapital(answer),
        };
        let told = format!("By the printed rules: {said} ({})", question.source);
        let cannot = question.cannot.as_ref();
        let cannot =
            cannot.map(|why| format!("As a house rule it cannot be played here yet: {why}."));
        let idle = question.idle.as_ref().filter(|_| self.rules.is_none());
        let idle = idle.map(|why| format!("As a house rule it changes no game here: {why}."));
        [Some(told), cannot, idle].into_iter().flatten().collect()
    }

    /// With how many players it is played where nobody says.
    pub fn usual_players(&self) -> u8 {
        self.question.and_then(|question| question.players).unwrap_or(PLAYERS)
    }

    /// Why nothing is played with so many players, where it changes no game of theirs.
    pub fn idle_at(&self, players: usize) -> Option<String> {
        let only = self.question?.players.filter(|&only| usize::from(only) != players)?;
        let why = format!("As a house rule it changes games of {only} players alone.");
        self.keys.is_empty().then_some(why)
    }

    /// What the house rule does, for somebody who reads no statistics; whether anybody is said to
    /// know it.
    pub fn told(&self, players: usize, knows: bool, told: &str) -> String {
        let also = self.question.and_then(|question| question.also.as_deref());
        let also = also.map_or_else(String::new, |also| format!(" As it is played here: {also}."));
        let name = self.rules.as_ref().map_or("", |rules| &*rules.name);
        let (whom, unless) = match knows {
            true => (" who know the rules", ""),
            false => (
                "",
                " No player here has practised this rule; people who have may see other numbers.",
            ),
        };
        format!("As a house rule ({name}), {players} players{whom}: {told}{unless}{also}")
    }
}

/// The last look of an answer that has to be quick: a quarter of the games.
pub fn quick() -> Look {
    Look::all().find(|look| look.times_fewer() == 4).expect("one of the looks")
}

/// Games at each table, and of one who knows the game among others, at most.
pub fn games(players: usize) -> [u64; 2] {
    let players = players as u64;
    [SEATS_PLAYED, SEATS_OF_SKILL].map(|seats| {
        // A block has a game for each seat.
        let blocks = seats / players.pow(2);
        ((blocks + BLOCKS / 2) / BLOCKS).max(1) * BLOCKS * players
    })
}

/// Rule sets against the first of them, at the usual tables.
///
/// # Errors
/// If they cannot be told apart.
pub fn header(
    rules: &[RuleSet],
    players: usize,
    seed: u64,
    [of_panel, of_skill]: [u64; 2],
) -> Result<Header, PlanError> {
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let table = |name: &str| match name {
        MIXED => Play::Mixed { strategies: owned(&ALL_SORTS) },
        name => Play::Starters { strategy: name.to_owned() },
    };
    let alone =
        |others: &str| Play::Alone { strategy: CHAMPION.to_owned(), others: others.to_owned() };
    let tables = PANEL.map(|name| Leg::new(table(name), of_panel, players));
    let skill = OTHERS.map(|others| Leg::new(alone(others), of_skill, players));
    let legs = tables.into_iter().chain(skill).collect();
    let (named, baseline) = (rules.iter().map(Into::into).collect(), &rules[0].name);
    let header = Header::new(Study::Compare, seed, players, baseline, named, legs);
    header.check()?;
    Ok(Header { worth: Some(WORTH), ..header })
}

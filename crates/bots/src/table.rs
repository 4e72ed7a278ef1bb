//! A table with bots: what is played there, who sits at it, and the pool of those who are bots.

use super::message::Texts;
use super::pool::Pool;
use super::spec::Contestant;
use serde_json::Value;
use std::sync::Arc;
use unobench_core::cards::Notation;
use unobench_core::game::Prepared;
use unobench_core::strategy::{Player, StrategySpec};
use unobench_core::table::TableSetup;

/// A table at which at least one bot may sit, ready to play blocks of games.
#[derive(Debug)]
pub struct BotTable<'a> {
    pub(super) setup: TableSetup,
    /// For each contestant the strategy that makes its decisions or, for a bot, those that it
    /// fails to make.
    pub(super) strategies: Vec<Player>,
    pub(super) deck: Prepared,
    pub(super) texts: Texts,
    pub(super) settings: Arc<Value>,
    pub(super) bots: Vec<Option<usize>>,
    pub(super) pool: &'a Pool,
}

impl<'a> BotTable<'a> {
    /// Sets a table for contestants, whose strategies are those of the setup
    /// ([`Contestant::strategies`]) and whose bots the pool has.
    ///
    /// # Panics
    /// If the strategies are not those of so many contestants, or the pool lacks a bot.
    pub fn new(setup: TableSetup, contestants: &[Contestant], pool: &'a Pool) -> BotTable<'a> {
        assert_eq!(setup.strategies.len(), contestants.len(), "a strategy for each contestant");
        let rules = &setup.rules;
        BotTable {
            strategies: setup.strategies.iter().map(StrategySpec::player).collect(),
            deck: Prepared::new(rules, setup.players),
            texts: Texts::of(rules.deck.notation()),
            settings: Arc::new(rules.settings_json()),
            bots: contestants
                .iter()
                .map(|contestant| contestant.bot().map(|bot| pool.place_of(bot)))
                .collect(),
            setup,
            pool,
        }
    }

    pub(super) fn notation(&self) -> Notation {
        self.setup.rules.deck.notation()
    }
}

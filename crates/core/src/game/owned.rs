//! A game for whoever wants to play one: what it needs is inside, so that what compiles is right.

use super::{
    Action, ActiveRules, Decision, IllegalAction, OfficialRules, Prepared, RandomChance, Round,
    RoundScore, RoundStatus, Scoring, Seat, View,
};
use crate::rng::RoundKey;
use crate::rules::{MAX_SEATS, People, RuleError, RuleSet};

/// A game of one round, which owns its rules, its chance and its table.
///
/// It is the round that block 0 of a run with the same seed, rules and seats deals first, and it is
/// open: the start card lies there. A copy plays on by the same chance, so who searches by copies
/// foresees the cards to come; [`View::determinizer`] does not.
///
/// Who plays millions uses the parts, [`Prepared`], [`Round`] and [`RandomChance`], and prepares
/// the rules once.
///
/// # Examples
///
/// ```
/// use unobench_core::game::Game;
/// use unobench_core::rules::RuleSet;
///
/// let mut game = Game::new(&RuleSet::official(), 4, 1)?;
/// while let Some(&action) = game.legal_actions().first() {
///     game.apply(action)?;
/// }
/// assert!(game.winner().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    active_rules: ActiveRules,
    people: People,
    scoring: Scoring,
    chance: RandomChance<'static, OfficialRules<'static>>,
    round: Round,
}

impl Game {
    /// Deals a game and turns up its start card.
    ///
    /// # Errors
    /// If the rules cannot be played by so many, 2 to 10.
    pub fn new(rules: &RuleSet, seats: usize, seed: u64) -> Result<Game, RuleError> {
        rules.validate_for(seats)?;
        let deck: Prepared = Prepared::new(rules, seats);
        let key = RoundKey::new(seed, 0, 0);
        let dealt = deck.dealt(key, deck.first_opening(key));
        let active_rules = ActiveRules::of(rules);
        let mut round = dealt.round;
        let mut chance = dealt.chance(&active_rules, &rules.people);
        round.open_dyn(&mut chance, &rules.setup);
        let chance = chance.with(OFFICIAL, const { &People::OFFICIAL });
        let (people, scoring) = (rules.people, Scoring::of(rules));
        Ok(Game { active_rules, people, scoring, chance, round })
    }

    /// The table, all hands open.
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.round.standing() != RoundStatus::Waits
    }

    /// Who has to decide what; nobody once it is over.
    pub fn asked(&self) -> Option<(Seat, Decision)> {
        (!self.is_over()).then(|| (self.round.actor(), self.round.decision()))
    }

    /// What may be done now, in a fixed order; nothing once it is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.round.for_each_action(|action| actions.push(action));
        actions
    }

    /// The table as a seat may see it.
    pub fn view(&self, seat: Seat) -> View<'_> {
        View::new(&self.round, &self.active_rules, &[0; MAX_SEATS], seat)
    }

    /// Takes the action of the seat that has to decide.
    ///
    /// # Errors
    /// If it is not legal now; nothing has changed then.
    pub fn apply(&mut self, action: Action) -> Result<(), IllegalAction> {
        let mut chance = self.chance.with(&self.active_rules, &self.people);
        let taken = self.round.apply_dyn(&mut chance, action);
        self.chance = chance.with(OFFICIAL, const { &People::OFFICIAL });
        taken
    }

    /// Who won; nobody before the end, and where play stalled or nobody could go on.
    pub fn winner(&self) -> Option<Seat> {
        self.round.standing().winner()
    }

    /// Points and scores, once it is over.
    pub fn score(&self) -> Option<RoundScore> {
        self.is_over().then(|| self.scoring.score(&self.round))
    }
}

/// What stands in for the rules while nothing is asked.
const OFFICIAL: OfficialRules<'static> = OfficialRules(&ActiveRules::OFFICIAL);

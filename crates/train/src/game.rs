//! A game from which the network learns.

use crate::model::{Model, Parts, UnitWeights, add_to_bias, add_to_rows};
use crate::plan::{AGAINST_ITS_PAST, MOST_RIVALS, TrainPlan, TrainStage};
use crate::random::{draw, uniform};
use crate::taught::Taught;
use std::ops::Range;
use std::sync::Arc;
use unobench_core::game::{
    Action, ActiveRules, Chance, Decision, Memory, Observed, Prepared, Round, RoundStatus, Scoring,
    Seat, View,
};
use unobench_core::rng::{Purpose, Rng, RoundKey};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Aim, Player, StrategySpec};
use unobench_learners::net::rows::Active;
use unobench_learners::net::{Effects, OUTPUTS, Scene, WIDTH, effects};

/// How much an error of the output counts that is not aimed at.
const BESIDE: f32 = 0.1;

/// Actions that are taken less often than this are not learned from where another one was taken.
const SELDOM: f32 = 0.01;

/// Turns after which a game is lost for all: so many, and more for each player. Who wins it all the
/// same learns to hoard cards and to let it come to that.
const LONGEST: u32 = 300;
const LONGER: u32 = 300;

/// What a game that is learned from is played with: the plan, the stage and the weights.
#[derive(Clone, Copy)]
pub(crate) struct Trainer<'a> {
    pub(crate) plan: &'a TrainPlan,
    pub(crate) stage: &'a TrainStage,
    pub(crate) model: &'a Model,
    pub(crate) parts: &'a Parts,
    /// The rows that it does not see, in order.
    pub(crate) unseen: &'a [u16],
    /// The network as it was when the second stage began.
    pub(crate) past: Option<&'a StrategySpec>,
}

impl Trainer<'_> {
    /// Whom the next game is played against; none: against itself.
    fn rival(&self, rng: &mut Rng) -> Option<(usize, &StrategySpec)> {
        let past = self.past.map(|past| (MOST_RIVALS, (AGAINST_ITS_PAST, past)));
        let rivals = self.plan.rivals.iter().map(|(share, spec)| (*share, spec)).enumerate();
        let all: Vec<_> = rivals.chain(past).collect();
        let place = draw(rng.below(1000), all.iter().map(|(_, (share, _))| *share))?;
        let (number, (_, spec)) = all[place];
        Some((number, spec))
    }
}

/// A rule set made ready for training games at a number of seats.
#[derive(Debug)]
pub(crate) struct TrainTable {
    rules: RuleSet,
    deck: Prepared,
    active: ActiveRules,
    effects: Arc<Effects>,
    scoring: Scoring,
    players: usize,
}

impl TrainTable {
    pub(crate) fn new(rules: &RuleSet, players: usize) -> TrainTable {
        let mut rules = rules.clone();
        // Each hand is played as if it were the last.
        rules.finish.refills = 0;
        let (rules, active) = (&rules, ActiveRules::of(&rules));
        TrainTable {
            deck: Prepared::new(rules, players),
            effects: effects(&active, players),
            active,
            scoring: Scoring::of(rules),
            rules: rules.clone(),
            players,
        }
    }
}

/// A table of a training game, and what the network's first layer begins with there.
pub(crate) struct TrainSeats<'a> {
    table: &'a TrainTable,
    sums: [f32; WIDTH],
}

impl<'a> TrainSeats<'a> {
    #[inline(always)]
    pub(crate) fn new(table: &'a TrainTable, school: Trainer<'_>) -> TrainSeats<'a> {
        TrainSeats { table, sums: school.model.under(school.parts, &table.effects) }
    }
}

impl Trainer<'_> {
    #[inline(always)]
    fn seen<'a>(&'a self, rows: &'a [u16]) -> impl Iterator<Item = u16> + 'a {
        let is_seen = |row: &u16| self.unseen.is_empty() || self.unseen.binary_search(row).is_err();
        rows.iter().copied().filter(is_seen)
    }
}

/// A legal action of a decision as the network values it, with its share in the policy.
#[derive(Debug, Clone)]
struct Candidate {
    action: Action,
    rows: Range<usize>,
    units: UnitWeights,
    share: f32,
}

/// A decision of a training game, with its candidates and the one that was chosen.
#[derive(Debug)]
struct TakenDecision {
    seat: usize,
    /// The rows that all share.
    common: Range<usize>,
    among: Range<usize>,
    chosen: usize,
}

/// A desk at which games are played one after the other, and the gradient of what they teach.
#[derive(Debug)]
pub(crate) struct TrainWorker {
    /// The number of the rule set that was played last.
    pub(crate) rules: usize,
    pub(crate) gradient: Vec<f32>,
    pub(crate) taught: Taught,
    /// How many decisions it has learned from, each by the part that counts.
    pub(crate) counted: f32,
    /// The decisions of a game, the actions among which each was made, and their rows.
    taken: Vec<TakenDecision>,
    candidates: Vec<Candidate>,
    rows: Vec<u16>,
    /// The slopes of what all decisions share.
    shared: [f32; WIDTH],
}

impl TrainWorker {
    pub(crate) fn new(weights: usize) -> TrainWorker {
        TrainWorker {
            rules: 0,
            gradient: vec![0.0; weights],
            taught: Taught::default(),
            counted: 0.0,
            taken: Vec::new(),
            candidates: Vec::new(),
            rows: Vec::new(),
            shared: [0.0; WIDTH],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.gradient.fill(0.0);
        self.shared.fill(0.0);
        self.taught = Taught::default();
    }

    /// Adds to the gradient what all decisions share. Each counts as this part of one.
    #[inline(always)]
    pub(crate) fn end(&mut self, school: Trainer<'_>, seated: &TrainSeats<'_>, part: f32) {
        add_to_bias(&mut self.gradient, school.parts, &seated.table.effects, &self.shared);
        self.counted = part * self.taught.samples as f32;
        if part < 1.0 {
            self.gradient.iter_mut().for_each(|slope| *slope *= part);
        }
    }

    #[inline(always)]
    pub(crate) fn play(&mut self, school: Trainer<'_>, seated: &TrainSeats<'_>, key: RoundKey) {
        let TrainTable { rules, deck, active, players, .. } = seated.table;
        self.rows.clear();
        self.candidates.clear();
        self.taken.clear();
        let mut rng = key.stream(Purpose::Strategy, MAX_SEATS as u64);
        let rival = school.rival(&mut rng);
        let own_seat = rng.below(*players as u32) as usize;
        let mut others: Vec<Option<Player>> = (0..*players)
            .map(|seat| Some(begun(rival.filter(|_| seat != own_seat)?.1, key, seat)))
            .collect();
        let dealt = deck.dealt(key, deck.first_opening(key));
        let (mut round, mut chance) = (dealt.round, dealt.chance(active, &rules.people));
        let mut memory = active.moves_hands().then(Memory::default);
        round.open(&mut chance, &rules.setup);
        let totals = [0; MAX_SEATS];
        // Who has not learned yet to end a round would otherwise play it for ever.
        let longest = LONGEST + LONGER * *players as u32;
        while round.standing() == RoundStatus::Waits && round.turns() < longest {
            let seat = round.actor();
            let view = View::new(&round, active, &totals, seat);
            let view = memory.as_ref().map_or(view, |memory| view.remembering(memory));
            let action = match &mut others[seat.index()] {
                Some(player) => player.act(&round, view, None),
                None => self.decide(school, seated, &view, &mut rng),
            };
            let chance: &mut dyn Chance = &mut chance;
            match &mut memory {
                Some(memory) => {
                    round.apply_trusted_dyn(&mut Observed::new(chance, memory), action);
                }
                None => round.apply_trusted_dyn(chance, action),
            }
        }
        self.learn(school, seated, &round);
        self.count_round(&round, rival.map(|(rival, _)| rival), Seat::new(own_seat));
    }

    /// Counts a round, and who won it where it was played against a rival.
    fn count_round(&mut self, round: &Round, rival: Option<usize>, own_seat: Seat) {
        self.taught.games += 1;
        self.taught.turns += u64::from(round.turns());
        self.taught.unfinished += u64::from(round.standing().winner().is_none());
        if let Some(rival) = rival {
            let won = round.standing().winner() == Some(own_seat);
            let (games, wins) = &mut self.taught.against[rival];
            *games += 1;
            *wins += u64::from(won);
        }
    }

    /// Takes the best action, or now and then another, and keeps what there is to learn from it.
    #[inline(always)]
    fn decide(
        &mut self,
        school: Trainer<'_>,
        seated: &TrainSeats<'_>,
        view: &View<'_>,
        rng: &mut Rng,
    ) -> Action {
        let Trainer { plan, model, parts, .. } = school;
        if view.decision() == Decision::Uno {
            return Action::Yes;
        }
        let actions = view.actions();
        if let [only] = actions[..] {
            return only;
        }
        let scene = Scene::new(view, view.options().card_choice(), plan.slots());
        let mut active = Active::default();
        scene.common(&mut active);
        let (candidates, rows) = (&mut self.candidates, &mut self.rows);
        let start = rows.len();
        rows.extend(school.seen(active.rows()));
        let common = start..rows.len();
        let sums = model.sums(&seated.sums, &rows[common.clone()]);
        let first = candidates.len();
        for &action in &actions {
            active.truncate(0);
            scene.rows(action, &mut active);
            let start = rows.len();
            rows.extend(school.seen(active.rows()));
            let units = model.forward(parts, &sums, &rows[start..]);
            candidates.push(Candidate { action, rows: start..rows.len(), units, share: 0.0 });
        }
        let these = &mut candidates[first..];
        let chosen = choose(these, plan, rng);
        let action = these[chosen].action;
        let (seat, among) = (view.seat().index(), first..candidates.len());
        self.taken.push(TakenDecision { seat, common, among, chosen: first + chosen });
        action
    }

    /// Goes back through the decisions of each seat. The value of the action that was taken learns
    /// by TD(λ) (R. S. Sutton, *Learning to Predict by the Methods of Temporal Differences*,
    /// Machine Learning 3, 1988); by how much it turned out better than the mean of what could have
    /// been taken, it is preferred to the others: a step up the gradient of the policy, with the
    /// values as its critic (R. S. Sutton and others, *Policy Gradient Methods for Reinforcement
    /// Learning with Function Approximation*, NIPS 1999).
    #[inline(always)]
    fn learn(&mut self, school: Trainer<'_>, seated: &TrainSeats<'_>, round: &Round) {
        let Trainer { plan, stage, model, parts, .. } = school;
        let mut targets = targets(seated.table, round);
        let aim = plan.aim as usize;
        let weights: [f32; OUTPUTS] =
            std::array::from_fn(|output| if output == aim { 1.0 } else { BESIDE });
        for TakenDecision { seat, common, among, chosen } in self.taken.iter().rev() {
            let mut sums = [0.0; WIDTH];
            let target = &mut targets[*seat];
            let these = &self.candidates[among.clone()];
            let mean: f32 = these.iter().map(|c| c.share * c.units.expected()[aim]).sum();
            let better = stage.choice * plan.sharpness * (target[aim] - mean);
            for (place, Candidate { rows, units, share, .. }) in among.clone().zip(these) {
                let mut slopes = [0.0; OUTPUTS];
                if place == *chosen {
                    let expected = units.expected();
                    for (output, slope) in slopes.iter_mut().enumerate() {
                        *slope = weights[output] * (expected[output] - target[output]);
                    }
                    slopes[aim] -= better * (1.0 - share);
                } else if *share > SELDOM {
                    slopes[aim] = better * share;
                } else {
                    continue;
                }
                let rows = &self.rows[rows.clone()];
                model.backward(parts, (rows, &mut sums), units, slopes, &mut self.gradient);
            }
            add_to_rows(&mut self.gradient, &self.rows[common.clone()], &sums);
            self.shared.iter_mut().zip(&sums).for_each(|(shared, slope)| *shared += slope);
            let Candidate { units, .. } = &self.candidates[*chosen];
            let expected = units.expected();
            self.taught.samples += 1;
            self.taught.loss += loss(plan.aim, expected[aim], target[aim]);
            for (target, expected) in target.iter_mut().zip(expected) {
                *target = stage.trust * *target + (1.0 - stage.trust) * expected;
            }
        }
    }
}

/// A rival's player of a seat, with random numbers of the round.
fn begun(spec: &StrategySpec, key: RoundKey, seat: usize) -> Player {
    let mut player = spec.player();
    player.begin(Some(&key.stream(Purpose::Strategy, seat as u64)));
    player
}

/// For each seat what it is to expect: whether it wins, and its lead over the others, in hundreds.
#[inline(always)]
fn targets(table: &TrainTable, round: &Round) -> [[f32; OUTPUTS]; MAX_SEATS] {
    let TrainTable { ref scoring, ref active, players, .. } = *table;
    let score = scoring.score(round);
    let points: i32 = score.scores[..players].iter().sum();
    let hundred = if active.scoring.fewest_win() { -100.0 } else { 100.0 };
    std::array::from_fn(|seat| {
        if seat >= players || round.standing() == RoundStatus::Waits {
            return [0.0; OUTPUTS];
        }
        let own = score.scores[seat];
        let lead = own as f32 - (points - own) as f32 / (players - 1) as f32;
        [f32::from(u8::from(score.winners.contains(Seat::new(seat)))), lead / hundred]
    })
}

/// The cross-entropy of a chance, or the squared error of a lead.
fn loss(aim: Aim, expected: f32, target: f32) -> f64 {
    let (expected, target) = (f64::from(expected), f64::from(target));
    match aim {
        Aim::Wins => {
            let chance = expected.clamp(1e-6, 1.0 - 1e-6);
            -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
        }
        Aim::Score => (expected - target).powi(2),
    }
}

/// Draws an action, the better the likelier, and notes how likely each is.
fn choose(candidates: &mut [Candidate], plan: &TrainPlan, rng: &mut Rng) -> usize {
    let aim = plan.aim as usize;
    let values = candidates.iter().map(|candidate| candidate.units.outputs[aim]);
    let most = values.fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for Candidate { units, share, .. } in candidates.iter_mut() {
        *share = (plan.sharpness * (units.outputs[aim] - most)).exp();
        sum += *share;
    }
    candidates.iter_mut().for_each(|candidate| candidate.share /= sum);
    let mut left = uniform(rng);
    let drawn = candidates.iter().position(|candidate| {
        left -= candidate.share;
        left < 0.0
    });
    drawn.unwrap_or(candidates.len() - 1)
}

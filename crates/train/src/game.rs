//! A game from which the network learns.

use crate::model::{Model, Parts, Units};
use crate::{Plan, Taught, uniform};
use std::ops::Range;
use unobench_core::game::{
    Action, ActiveRules, Decision, Prepared, Round, Scoring, Seat, Standing, View,
};
use unobench_core::rng::{Purpose, Rng, RoundKey};
use unobench_core::rules::MAX_SEATS;
use unobench_core::strategy::{Aim, Player};
use unobench_learners::net::rows::Active;
use unobench_learners::net::{OUTPUTS, Scene};

/// How much an error of the output counts that is not aimed at.
const BESIDE: f32 = 0.1;

/// Actions that are taken less often than this are not learned from where another one was taken.
const SELDOM: f32 = 0.01;

#[derive(Clone, Copy)]
pub(crate) struct School<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) deck: &'a Prepared,
    pub(crate) active: &'a ActiveRules,
    pub(crate) scoring: &'a Scoring,
    pub(crate) model: &'a Model,
    pub(crate) parts: &'a Parts,
    /// The rows that it does not see, in order.
    pub(crate) unseen: &'a [u16],
}

#[derive(Debug, Clone)]
struct Candidate {
    action: Action,
    rows: Range<usize>,
    units: Units,
    share: f32,
}

/// A decision that was made: who made it, among which candidates, and which was taken.
#[derive(Debug)]
struct Taken {
    seat: usize,
    among: Range<usize>,
    chosen: usize,
}

/// A desk at which games are played one after the other, and the gradient of what they teach.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) gradient: Vec<f32>,
    pub(crate) taught: Taught,
    /// The decisions of a game, the actions among which each was made, and their rows.
    taken: Vec<Taken>,
    candidates: Vec<Candidate>,
    rows: Vec<u16>,
}

impl Desk {
    pub(crate) fn new(weights: usize) -> Desk {
        Desk {
            gradient: vec![0.0; weights],
            taught: Taught::default(),
            taken: Vec::new(),
            candidates: Vec::new(),
            rows: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.gradient.fill(0.0);
        self.taught = Taught::default();
    }

    /// Plays a game and adds to the gradient what it teaches.
    #[inline(always)]
    pub(crate) fn play(&mut self, school: School<'_>, game: u64) {
        let School { plan, active, .. } = school;
        self.rows.clear();
        self.candidates.clear();
        self.taken.clear();
        let key = RoundKey::new(plan.seed, game, 0);
        let mut rng = key.stream(Purpose::Strategy, MAX_SEATS as u64);
        let (rival, own_seat) = plan.rival(&mut rng);
        let mut others: Vec<Option<Player>> = (0..plan.players)
            .map(|seat| {
                let rival = rival.filter(|_| seat != own_seat)?;
                let mut player = plan.rivals[rival].1.player();
                player.begin(Some(&key.stream(Purpose::Strategy, seat as u64)));
                Some(player)
            })
            .collect();
        let dealt = school.deck.dealt(key, school.deck.first_opening(key));
        let (mut round, mut chance) = (dealt.round, dealt.chance(active, &plan.rules.people));
        round.open(&mut chance, &plan.rules.setup);
        let totals = [0; MAX_SEATS];
        while round.standing() == Standing::Waits && round.turns() < plan.longest {
            let seat = round.actor();
            let view = View::new(&round, active, &totals, seat);
            let action = match &mut others[seat.index()] {
                Some(player) => player.act(&round, view, None),
                None => self.decide(school, &view, &mut rng),
            };
            round.apply_trusted_dyn(&mut chance, action);
        }
        self.learn(school, &round);
        self.taught.games += 1;
        self.taught.turns += u64::from(round.turns());
        if let Some(rival) = rival {
            let won = round.standing().winner() == Some(Seat::new(own_seat));
            let (games, wins) = &mut self.taught.against[rival];
            *games += 1;
            *wins += u64::from(won);
        }
    }

    /// Takes the best action, or now and then another, and keeps what there is to learn from it.
    #[inline(always)]
    fn decide(&mut self, school: School<'_>, view: &View<'_>, rng: &mut Rng) -> Action {
        let School { plan, model, parts, unseen, .. } = school;
        if view.decision() == Decision::Uno {
            return Action::Yes;
        }
        let actions = view.actions();
        if let [only] = actions[..] {
            return only;
        }
        let choice = view.options().card_choice();
        let scene = Scene::new(view, choice, plan.slots());
        let mut active = Active::default();
        scene.common(&mut active);
        let common = active.rows().len();
        let (candidates, rows) = (&mut self.candidates, &mut self.rows);
        let first = candidates.len();
        for &action in &actions {
            active.truncate(common);
            scene.rows(action, &mut active);
            let start = rows.len();
            let is_seen = |row: &&u16| unseen.binary_search(row).is_err();
            rows.extend(active.rows().iter().filter(is_seen));
            let units = model.forward(parts, &rows[start..]);
            candidates.push(Candidate { action, rows: start..rows.len(), units, share: 0.0 });
        }
        let these = &mut candidates[first..];
        let chosen = draw(these, plan, rng);
        let action = these[chosen].action;
        let seat = view.seat().index();
        self.taken.push(Taken { seat, among: first..candidates.len(), chosen: first + chosen });
        action
    }

    /// Goes back through the decisions of each seat. The value of the action that was taken learns
    /// by TD(λ) (R. S. Sutton, *Learning to Predict by the Methods of Temporal Differences*,
    /// Machine Learning 3, 1988); by how much it turned out better than the mean of what could have
    /// been taken, it is preferred to the others: a step up the gradient of the policy, with the
    /// values as its critic (R. S. Sutton and others, *Policy Gradient Methods for Reinforcement
    /// Learning with Function Approximation*, NIPS 1999).
    #[inline(always)]
    fn learn(&mut self, school: School<'_>, round: &Round) {
        let School { plan, model, parts, .. } = school;
        let score = school.scoring.score(round);
        let points: i32 = score.scores[..plan.players].iter().sum();
        // For each seat what it is to expect: whether it wins, and its lead over the others, in
        // hundreds.
        let hundred = if plan.rules.scoring.fewest_win() { -100.0 } else { 100.0 };
        let mut targets: [[f32; OUTPUTS]; MAX_SEATS] = std::array::from_fn(|seat| {
            if seat >= plan.players || round.standing() == Standing::Waits {
                return [0.0; OUTPUTS];
            }
            let own = score.scores[seat];
            let lead = own as f32 - (points - own) as f32 / (plan.players - 1) as f32;
            [f32::from(u8::from(score.winners.contains(Seat::new(seat)))), lead / hundred]
        });
        let aim = plan.aim as usize;
        let weights: [f32; OUTPUTS] =
            std::array::from_fn(|output| if output == aim { 1.0 } else { BESIDE });
        for Taken { seat, among, chosen } in self.taken.iter().rev() {
            let target = &mut targets[*seat];
            let these = &self.candidates[among.clone()];
            let mean: f32 = these.iter().map(|c| c.share * c.units.expected()[aim]).sum();
            let better = plan.choice * plan.sharpness * (target[aim] - mean);
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
                model.backward(parts, rows, units, slopes, &mut self.gradient);
            }
            let Candidate { units, .. } = &self.candidates[*chosen];
            let expected = units.expected();
            self.taught.samples += 1;
            self.taught.loss += loss(plan.aim, expected[aim], target[aim]);
            for (target, expected) in target.iter_mut().zip(expected) {
                *target = plan.trust * *target + (1.0 - plan.trust) * expected;
            }
        }
    }
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
fn draw(candidates: &mut [Candidate], plan: &Plan, rng: &mut Rng) -> usize {
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

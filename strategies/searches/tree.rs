//! A tree of what was done and how it went, grown by playouts.

use super::flat::{ActionTrial, sequential_halving};
use super::simulation::Returns;
use super::state::{MOST_ACTIONS, Root, Searcher};
use unobench_core::game::{Action, RoundStatus, Seat};
use unobench_core::strategy::ParameterValues;

/// The most decisions that the tree is followed down in one playout.
const DEEPEST: usize = 64;

/// How a search grows its tree and chooses in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeSettings {
    /// The weight of curiosity against what was seen: the constant of UCB1.
    pub(super) exploration: f64,
    /// How many decisions deep it goes; from there on the policy plays.
    pub(super) depth: usize,
    /// How often a decision is met before anything but the policy's action is tried there.
    pub(super) patience: u32,
    /// Whether the root's actions are tried in common worlds and halved, rather than chosen by
    /// their bounds.
    pub(super) halves: bool,
    /// Whether others do in the tree what the policy does, rather than what was best for them so
    /// far.
    pub(super) others_by_policy: bool,
    /// In how many worlds the playouts are made, each with a tree of its own; 0: each playout in a
    /// world of its own, all in one tree.
    pub(super) worlds: u32,
}

impl TreeSettings {
    /// By the settings from the seventh on: exploration, depth, others, patience, root.
    pub(super) fn common(settings: &ParameterValues<'_>) -> TreeSettings {
        TreeSettings {
            exploration: settings.decimal(6),
            depth: settings.whole(7) as usize,
            others_by_policy: settings.whole(8) == 0,
            worlds: 0,
            patience: settings.whole(9),
            halves: settings.whole(10) == 0,
        }
    }
}

/// The tree of a search, with a node for each action that it tried.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    settings: TreeSettings,
    nodes: Vec<Node>,
}

/// An action in the tree of a search: how often it was tried, and the sum of what it was worth.
#[derive(Debug, Clone, Copy)]
struct Node {
    action: Action,
    actor: Seat,
    visits: u32,
    /// How often it could have been taken when its parent was visited.
    available: u32,
    total: f64,
    first_child: u32,
    next_sibling: u32,
}

const NONE: u32 = u32::MAX;

impl Node {
    const fn new(action: Action, actor: Seat) -> Node {
        let (first_child, next_sibling) = (NONE, NONE);
        Node { action, actor, visits: 0, available: 0, total: 0.0, first_child, next_sibling }
    }

    fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    /// What is to be expected of it, and what might be: UCB1 with availability in place of the
    /// parent's visits.
    fn bound(&self, exploration: f64) -> f64 {
        self.mean() + exploration * (f64::from(self.available).ln() / f64::from(self.visits)).sqrt()
    }
}

impl ActionTrial for Tree {
    fn try_out(&mut self, searcher: &mut Searcher<'_>, action: Action) -> Returns {
        self.grow(searcher, Some(action))
    }
}

impl Tree {
    pub(super) fn new(settings: TreeSettings) -> Tree {
        Tree { settings, nodes: vec![Node::new(Action::No, Seat::S0)] }
    }

    /// Information set Monte Carlo tree search with a single observer, or a tree for each of some
    /// worlds.
    ///
    /// Source: P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search",
    /// IEEE TCIAIG 4, 2012; UCB1: P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of
    /// the multiarmed bandit problem", Machine Learning 47, 2002.
    pub(super) fn search(&mut self, searcher: &mut Searcher<'_>, root: &Root) -> Action {
        if self.settings.worlds > 0 {
            return self.sum_of_worlds(searcher, root);
        }
        if self.settings.halves {
            return sequential_halving(self, searcher, root);
        }
        for _ in 0..searcher.settings.playouts {
            searcher.simulator.sample(&mut searcher.rng);
            searcher.simulator.rewind();
            self.grow(searcher, None);
        }
        for &action in root.actions() {
            let (total, visits) = self
                .child(0, action)
                .map_or((0.0, 0), |node| (self.nodes[node].total, self.nodes[node].visits));
            searcher.note(action, total, visits);
        }
        self.most_visited(root)
    }

    /// The action that was tried most often at the root, among equals the better one.
    fn most_visited(&self, root: &Root) -> Action {
        let tried = |action: &Action| {
            self.child(0, *action)
                .map_or((0, 0.0), |node| (self.nodes[node].visits, self.nodes[node].mean()))
        };
        let best = root.actions().iter().max_by(|action, other| {
            let (score, other) = (tried(action), tried(other));
            score.0.cmp(&other.0).then(score.1.total_cmp(&other.1))
        });
        *best.expect("a decision has actions")
    }

    /// Searches each of some worlds as if it were known, and takes the action that is best on
    /// average.
    fn sum_of_worlds(&mut self, searcher: &mut Searcher<'_>, root: &Root) -> Action {
        let mut sums = [0.0; MOST_ACTIONS];
        let mut visits = [0; MOST_ACTIONS];
        let mut left = searcher.settings.playouts;
        let count = self.settings.worlds.min(left);
        for done in 0..count {
            searcher.simulator.sample(&mut searcher.rng);
            let playouts = left / (count - done);
            left -= playouts;
            self.nodes.splice(.., [Node::new(Action::No, Seat::S0)]);
            for _ in 0..playouts {
                searcher.simulator.rewind();
                self.grow(searcher, None);
            }
            for ((sum, visits), &action) in sums.iter_mut().zip(&mut visits).zip(root.actions()) {
                let Some(node) = self.child(0, action) else { continue };
                *sum += self.nodes[node].mean();
                *visits += self.nodes[node].visits;
            }
        }
        for ((sum, visits), &action) in sums.iter().zip(visits).zip(root.actions()) {
            // What counts is the mean over the worlds, each with the same weight.
            searcher.note(action, sum / f64::from(count.max(1)) * f64::from(visits), visits);
        }
        let best =
            (0..root.actions().len()).max_by(|&index, &other| sums[index].total_cmp(&sums[other]));
        root.actions()[best.expect("a decision has actions")]
    }

    /// Follows the tree down in a world, from the root by a given action if there is one, adds an
    /// action to it, plays on to the end, and notes the results along the way.
    fn grow(&mut self, searcher: &mut Searcher<'_>, first: Option<Action>) -> Returns {
        let (me, settings) = (searcher.simulator.actor(), self.settings);
        let mut path = [0; DEEPEST];
        let mut depth = 0;
        let mut node = 0;
        while depth < settings.depth.min(DEEPEST) {
            let simulator = &mut searcher.simulator;
            if simulator.standing() != RoundStatus::Waits {
                break;
            }
            let is_root = node == 0;
            let by_policy = !is_root
                && (self.nodes[node].visits < settings.patience
                    || (settings.others_by_policy && simulator.actor() != me));
            let given = first.filter(|_| is_root);
            let (child, is_new) =
                match given.or_else(|| by_policy.then(|| simulator.policy_action())) {
                    Some(action) => self.follow(node, action, simulator.actor()),
                    None => self.select(node, searcher),
                };
            searcher.simulator.apply(self.nodes[child].action);
            path[depth] = child;
            depth += 1;
            node = child;
            if is_new && !is_root {
                break;
            }
        }
        let returns = searcher.simulator.play_out();
        for &node in &path[..depth] {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.total += returns.of(node.actor);
        }
        returns
    }

    /// The child for an action, made if there is none; and whether it was made.
    fn follow(&mut self, parent: usize, action: Action, actor: Seat) -> (usize, bool) {
        match self.child(parent, action) {
            Some(child) => (child, false),
            None => (self.add(parent, Node { available: 1, ..Node::new(action, actor) }), true),
        }
    }

    /// One of the legal actions: one that was never tried, the policy's first; else the one with
    /// the highest bound.
    fn select(&mut self, parent: usize, searcher: &mut Searcher<'_>) -> (usize, bool) {
        let Searcher { rng, simulator, .. } = searcher;
        let mut untried = None;
        let mut untried_count = 0;
        let mut best = (f64::NEG_INFINITY, 0);
        simulator.for_each_action(&mut |action| {
            let Some(child) = self.child(parent, action) else {
                untried_count += 1;
                if rng.below(untried_count) == 0 {
                    untried = Some(action);
                }
                return;
            };
            self.nodes[child].available += 1;
            let bound = self.nodes[child].bound(self.settings.exploration);
            if bound > best.0 {
                best = (bound, child);
            }
        });
        let Some(mut action) = untried else { return (best.1, false) };
        if best.0 == f64::NEG_INFINITY {
            action = simulator.policy_action();
        }
        (self.add(parent, Node { available: 1, ..Node::new(action, simulator.actor()) }), true)
    }

    fn child(&self, parent: usize, action: Action) -> Option<usize> {
        let mut child = self.nodes[parent].first_child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            if node.action == action {
                return Some(child as usize);
            }
            child = node.next_sibling;
        }
        None
    }

    fn add(&mut self, parent: usize, mut node: Node) -> usize {
        let index = self.nodes.len();
        node.next_sibling = self.nodes[parent].first_child;
        self.nodes[parent].first_child = index as u32;
        self.nodes.push(node);
        index
    }
}

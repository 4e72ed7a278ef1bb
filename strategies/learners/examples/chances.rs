//! Plays rounds of `champion` among itself, to find how true the chances are that it says.
//! `scripts/chances` runs it.
//!
//! `cargo run --release -p unobench-learners --example chances -- WHAT SEATS SEED FIRST ROUNDS
//! CHAMPION RULES…` plays for each rule set the rounds numbered from FIRST on, with CHAMPION 1, 2 or
//! 3: which of the networks. WHAT is
//!
//! - `decisions`: for each hundredth of chances a line: decisions after which one was said, the sum
//!   of these, and how many were in rounds that the seat won;
//! - `pairs`: now and then a round is played a second time from a decision on, with another action
//!   in place of the one that was taken. A line has what was said of both and whether the seat won
//!   with either. Both ways have the same hands, the same pile and the same chance to come, so they
//!   differ by the action alone. Which decisions are tried, and with which action, depends on the
//!   seed and the round alone.

use std::error::Error;
use std::io::{BufWriter, Write, stdout};
use unobench_core::game::{
    Action, ActiveRules, Chance, Decision, Memory, Observed, Prepared, Round, RoundStatus, Scoring,
    Seat, View,
};
use unobench_core::rng::{Purpose, Rng, RoundKey};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Aim, FastStrategy, Strategy};
use unobench_learners::net::{Learned, Shipped};

type Done = Result<(), Box<dyn Error>>;

/// Prints what is found under a rule set.
type Print = fn(&Asked, &RuleSet, &mut dyn Write) -> Done;

/// Of so many decisions with a choice one is tried, on average.
const EVERY: u32 = 8;

const HUNDREDTHS: usize = 100;

/// Points of the match so far.
const TOTALS: [i32; MAX_SEATS] = [0; MAX_SEATS];

/// A round under way, and what lies open of it.
#[derive(Clone)]
struct Table<C> {
    round: Round,
    memory: Memory,
    chance: C,
}

impl<C: Chance> Table<C> {
    fn view<'a>(&'a self, rules: &'a ActiveRules) -> View<'a> {
        View::new(&self.round, rules, &TOTALS, self.round.actor()).remembering(&self.memory)
    }

    fn apply(&mut self, action: Action) {
        let mut observed = Observed::new(&mut self.chance, &mut self.memory);
        self.round.apply_trusted_dyn(&mut observed, action);
    }

    fn is_open(&self) -> bool {
        self.round.standing() == RoundStatus::Waits
    }

    fn play_on(&mut self, rules: &ActiveRules, player: &mut Learned) {
        while self.is_open() {
            let action = Strategy::decide(player, &self.view(rules));
            self.apply(action);
        }
    }
}

/// A chance that was said, in millionths.
fn millionths(chance: f64) -> u64 {
    (1e6 * chance).round() as u64
}

/// Two actions, of which the first was taken, and how the round went with either.
struct Pair {
    seat: Seat,
    decision: Decision,
    /// What the networks say of the one that was taken, and of the other alone.
    said: [u64; 2],
    /// What is told of the other.
    told: u64,
    won_by_other: bool,
}

/// What is played, and by whom.
struct Game<'a> {
    rules: &'a RuleSet,
    active: ActiveRules,
    scoring: Scoring,
    deck: Prepared,
    player: Learned,
}

impl Game<'_> {
    fn won(&self, round: &Round, seat: Seat) -> bool {
        self.scoring.score(round).winners.contains(seat)
    }

    fn table(&self, key: RoundKey) -> Table<impl Chance + Clone> {
        let dealt = self.deck.dealt(key, self.deck.first_opening(key));
        let chance = dealt.chance(&self.active, &self.rules.people);
        let mut table = Table { round: dealt.round, memory: Memory::default(), chance };
        let mut observed = Observed::new(&mut table.chance, &mut table.memory);
        table.round.open_dyn(&mut observed, &self.rules.setup);
        table
    }

    /// The chances that were said of what was done, in millionths, and whether the seat won.
    fn decisions(&self, key: RoundKey) -> Vec<(u64, bool)> {
        let (mut table, mut player) = (self.table(key), self.player.clone());
        let mut all = Vec::new();
        while table.is_open() {
            let view = table.view(&self.active);
            let action = Strategy::decide(&mut player, &view);
            // As in a record, which does not tell who would not jump in.
            let is_told = (view.decision(), action) != (Decision::JumpIn, Action::No);
            let said = player.said(&view, action, action).filter(|_| is_told);
            all.extend(said.map(|said| (millionths(said), view.seat())));
            table.apply(action);
        }
        let won = |(said, seat)| (said, self.won(&table.round, seat));
        all.into_iter().map(won).collect()
    }

    /// What was tried, and whether the seat won by what it did.
    fn pairs(&self, key: RoundKey) -> Vec<(Pair, bool)> {
        let (mut table, mut player) = (self.table(key), self.player.clone());
        let mut rng = key.stream(Purpose::Strategy, 0);
        let mut all = Vec::new();
        while table.is_open() {
            if let Some((other, pair)) = pair(&mut player, &table.view(&self.active), &mut rng) {
                let mut second = table.clone();
                second.apply(other);
                second.play_on(&self.active, &mut player);
                let won_by_other = self.won(&second.round, pair.seat);
                all.push(Pair { won_by_other, ..pair });
            }
            let action = Strategy::decide(&mut player, &table.view(&self.active));
            table.apply(action);
        }
        let won = |pair: Pair| {
            let won = self.won(&table.round, pair.seat);
            (pair, won)
        };
        all.into_iter().map(won).collect()
    }
}

/// Another action than the one that is taken, each equally likely, if this decision is to be tried.
fn pair(player: &mut Learned, view: &View<'_>, rng: &mut Rng) -> Option<(Action, Pair)> {
    if view.decision() == Decision::Uno || view.actions().len() < 2 || rng.below(EVERY) > 0 {
        return None;
    }
    let (taken, estimates) = player.consider(view);
    let of_taken = estimates.iter().find(|estimate| estimate.action == taken)?;
    let others: Vec<_> = estimates.iter().filter(|estimate| estimate.action != taken).collect();
    let other = others.get(rng.below(others.len().max(1) as u32) as usize)?;
    let alone = player.said(view, other.action, other.action)?;
    let pair = Pair {
        seat: view.seat(),
        decision: view.decision(),
        said: [of_taken.value, alone].map(millionths),
        told: millionths(other.value),
        won_by_other: false,
    };
    Some((other.action, pair))
}

/// What is asked of each rule set: which rounds, and who plays.
struct Asked {
    seats: usize,
    seed: u64,
    rounds: std::ops::Range<u64>,
    player: Learned,
}

impl Asked {
    fn read(words: &[String]) -> Result<Asked, Box<dyn Error>> {
        let [seats, seed, first, rounds, champion] = words else {
            return Err("WHAT SEATS SEED FIRST ROUNDS CHAMPION RULES… are missing".into());
        };
        let first = first.parse()?;
        Ok(Asked {
            seats: seats.parse()?,
            seed: seed.parse()?,
            rounds: first..first + rounds.parse::<u64>()?,
            player: Learned::of(Shipped(Aim::Wins, champion.parse()?).nets().clone()),
        })
    }

    fn game<'a>(&self, rules: &'a RuleSet) -> Game<'a> {
        let active = ActiveRules::of(rules);
        let scoring = Scoring::new(active.scoring, &active.own);
        let deck = Prepared::new(rules, self.seats);
        Game { rules, active, scoring, deck, player: self.player.clone() }
    }

    fn keys(&self) -> impl Iterator<Item = (u64, RoundKey)> {
        self.rounds.clone().map(|round| (round, RoundKey::new(self.seed, round, 0)))
    }

    fn decisions(&self, rules: &RuleSet, out: &mut dyn Write) -> Done {
        let game = self.game(rules);
        let mut bins = [[0; 3]; HUNDREDTHS];
        for (said, won) in self.keys().flat_map(|(_, key)| game.decisions(key)) {
            let place = (said as usize * HUNDREDTHS / 1_000_000).min(HUNDREDTHS - 1);
            let sums = bins[place].iter_mut().zip([1, said, u64::from(won)]);
            sums.for_each(|(sum, term)| *sum += term);
        }
        for (percent, [decisions, said, won]) in bins.into_iter().enumerate() {
            writeln!(out, "{},{percent},{decisions},{said},{won}", rules.name)?;
        }
        Ok(())
    }

    fn pairs(&self, rules: &RuleSet, out: &mut dyn Write) -> Done {
        let game = self.game(rules);
        for (round, key) in self.keys() {
            for (Pair { decision, said: [said, other], told, won_by_other, .. }, won) in
                game.pairs(key)
            {
                let [won, won_by_other] = [won, won_by_other].map(u8::from);
                let (name, decision) = (&rules.name, decision.name());
                writeln!(
                    out,
                    "{name},{round},{decision},{said},{other},{told},{won},{won_by_other}"
                )?;
            }
        }
        Ok(())
    }
}

fn main() -> Done {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (how, names) = words.split_at(words.len().min(6));
    let [what, how @ ..] = how else {
        return Err("decisions or pairs?".into());
    };
    let asked = Asked::read(how)?;
    let mut out = BufWriter::new(stdout().lock());
    let (header, print): (_, Print) = match &**what {
        "decisions" => ("rules,percent,decisions,said,won", Asked::decisions),
        "pairs" => ("rules,round,decision,said,other,told,won,won_by_other", Asked::pairs),
        other => return Err(format!("\"{other}\": allowed are decisions, pairs").into()),
    };
    writeln!(out, "{header}")?;
    for name in names {
        let rules = RuleSet::load(name)?;
        rules.validate_for(asked.seats)?;
        print(&asked, &rules, &mut out)?;
    }
    Ok(out.flush()?)
}

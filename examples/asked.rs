//! Asks about positions of rounds of `champion` among itself, as `unobench ask`
//! does, and plays on from there, to find how true the answers are. `scripts/chances` runs it.
//!
//! `cargo run --release --example asked -- SEATS SEED POSITIONS TIMES
//! PLAYOUTS RULES…` prints a line for each legal action of a position: what `champion` says of it and what a
//! search says, in millionths; and how many of TIMES rounds the seat won that went on by it, the
//! hidden hands as they were, the pile shuffled anew. It takes one decision with a choice of a
//! round, the K-th, where K is drawn at random below 64 and the round has so many. So each of the
//! first 64 is as likely as the others, however the round goes on. Where PLAYOUTS is 0 nobody searches, and the line of the
//! first action alone is printed, whose chance is that of the position.

use std::error::Error;
use std::io::{BufWriter, Write, stdout};
use unobench_core::game::{
    Action, ActiveRules, Chance, Decision, Memory, Observed, Prepared, RandomChance, Round,
    RoundStatus, Scoring, Seat, View,
};
use unobench_core::rng::{Purpose, Rng, RoundKey};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Player, StrategySpec};
use unobench_record::Advice;
use unobench_record::play::PlayWords;
use unobench_record::testing::advised;
use unobench_strategies::strategy;

type Done = Result<(), Box<dyn Error>>;

/// Of so many decisions with a choice, the first of a round, one is drawn.
const DRAWN: u32 = 64;

/// Points of the match so far.
const TOTALS: [i32; MAX_SEATS] = [0; MAX_SEATS];

/// A round under way, and what lies open of it.
#[derive(Clone)]
struct Position {
    round: Round,
    memory: Memory,
}

impl Position {
    fn view<'a>(&'a self, rules: &'a ActiveRules) -> View<'a> {
        View::new(&self.round, rules, &TOTALS, self.round.actor()).remembering(&self.memory)
    }

    fn apply(&mut self, chance: &mut impl Chance, action: Action) {
        self.round.apply_trusted_dyn(&mut Observed::new(chance, &mut self.memory), action);
    }

    fn is_open(&self) -> bool {
        self.round.standing() == RoundStatus::Waits
    }

    fn has_choice(&self, rules: &ActiveRules) -> bool {
        let view = self.view(rules);
        view.decision() != Decision::Uno && view.actions().len() > 1
    }

    fn decide(&self, rules: &ActiveRules, player: &mut Player) -> Action {
        player.act(&self.round, self.view(rules), None)
    }

    fn play_on(&mut self, rules: &ActiveRules, chance: &mut impl Chance, player: &mut Player) {
        while self.is_open() {
            let action = self.decide(rules, player);
            self.apply(chance, action);
        }
    }
}

/// What is played, who is asked, and how often a position is played on.
struct Asked<'a> {
    rules: &'a RuleSet,
    active: ActiveRules,
    scoring: Scoring,
    deck: Prepared,
    champion: StrategySpec,
    search: Option<StrategySpec>,
    times: u64,
}

impl Asked<'_> {
    /// A decision of a round, if it has as many as were drawn.
    fn position(&self, key: RoundKey) -> Option<Position> {
        let dealt = self.deck.dealt(key, self.deck.first_opening(key));
        let mut chance = dealt.chance(&self.active, &self.rules.people);
        let mut at = Position { round: dealt.round, memory: Memory::default() };
        at.round.open_dyn(&mut Observed::new(&mut chance, &mut at.memory), &self.rules.setup);
        let mut left = key.stream(Purpose::Strategy, 0).below(DRAWN);
        let mut player = self.champion.player();
        while at.is_open() {
            if at.has_choice(&self.active) {
                if left == 0 {
                    return Some(at);
                }
                left -= 1;
            }
            let action = at.decide(&self.active, &mut player);
            at.apply(&mut chance, action);
        }
        None
    }

    /// How many rounds the seat wins that go on by an action.
    fn won(&self, position: &Position, key: RoundKey, action: Action) -> u64 {
        let (seat, mut player): (Seat, _) = (position.round.actor(), self.champion.player());
        let mut won = 0;
        for time in 0..self.times {
            let key = RoundKey::new(key.stream(Purpose::Playout, 0).bits() ^ time, time, 1);
            let rng: Rng = key.stream(Purpose::Deal, 0);
            let mut chance = RandomChance::new(&self.active, &self.rules.people, key, rng);
            let mut at = position.clone();
            at.round.loosen_pile();
            at.apply(&mut chance, action);
            at.play_on(&self.active, &mut chance, &mut player);
            won += u64::from(self.scoring.score(&at.round).winners.contains(seat));
        }
        won
    }

    fn print(&self, number: u64, key: RoundKey, position: &Position, out: &mut dyn Write) -> Done {
        let view = position.view(&self.active);
        let advice = advised(&view, self.rules, &self.champion);
        let searched = self.search.as_ref().map(|search| advised(&view, self.rules, search));
        let words = PlayWords::new(Vec::new(), view.seat(), self.rules.deck);
        let choices = words.choices(&view);
        let lines = if self.search.is_some() { usize::MAX } else { 1 };
        for (place, option) in advice.options.iter().enumerate().take(lines) {
            let choice = choices.iter().find(|choice| choice.short == option.action);
            let action = choice.ok_or("no such action")?.action;
            writeln!(
                out,
                "{},{number},{},{place},{},{},{},{}",
                self.rules.name,
                view.decision().name(),
                option.action,
                said(&advice, &option.action),
                searched.as_ref().map_or_else(String::new, |found| said(found, &option.action)),
                self.won(position, key, action)
            )?;
        }
        Ok(())
    }
}

/// What is said of an action, in millionths, or nothing.
fn said(advice: &Advice, action: &str) -> String {
    let of = advice.options.iter().find(|option| option.action == action);
    let chance = of.and_then(|of| of.chance);
    chance.map_or_else(String::new, |chance| (1e6 * chance).round().to_string())
}

fn main() -> Done {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [seats, seed, positions, times, playouts, names @ ..] = &words[..] else {
        return Err("SEATS SEED POSITIONS TIMES PLAYOUTS RULES… are missing".into());
    };
    let (seats, seed, times) = (seats.parse()?, seed.parse()?, times.parse()?);
    let search = format!("flat-mc:playouts={playouts},policy=champion,width=64,root=even");
    let search = if playouts == "0" { None } else { Some(strategy(&search)?) };
    let mut out = BufWriter::new(stdout().lock());
    writeln!(out, "rules,round,decision,place,action,champion,searched,won")?;
    for name in names {
        let rules = &RuleSet::load(name)?;
        rules.validate_for(seats)?;
        let active = ActiveRules::of(rules);
        let scoring = Scoring::new(active.scoring, &active.own);
        let deck = Prepared::new(rules, seats);
        let (champion, search) = (strategy("champion:aim=win")?, search.clone());
        let asked = Asked { rules, active, scoring, deck, champion, search, times };
        let rounds = (0..).map(|number| (number, RoundKey::new(seed, number, 0)));
        let found = rounds.filter_map(|(number, key)| Some((number, key, asked.position(key)?)));
        for (number, key, position) in found.take(positions.parse()?) {
            asked.print(number, key, &position, &mut out)?;
        }
    }
    Ok(out.flush()?)
}

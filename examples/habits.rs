//! Prints how strategies play: how often each does what it could also leave, and what it wins by
//! challenging, from games played on both ways from the true hands.
//!
//! `cargo run --release --example habits -- RULES SEATS GAMES STRATEGY…`: each plays a rule set,
//! by name or file, against copies of itself, with seed 7.

use std::error::Error;
use unobench::cards::{Colour, Kind, Symbol};
use unobench::game::{
    Action, ActiveRules, Decision, Memory, Observed, Prepared, Round, RoundStatus, Seat, View,
};
use unobench::rng::{Purpose, RoundKey};
use unobench::rules::{MAX_SEATS, RuleSet};
use unobench::strategies::strategy;
use unobench::strategy::{Player, StrategySpec};

/// What is counted: when it could be done, in words.
const HABITS: [&str; 20] = [
    "draws though a card could be played",
    "… a card of a colour, not only wilds",
    "plays a wild though a card of a colour could be played",
    "… while somebody else holds at most two cards",
    "plays an action card though a number could be played",
    "… while the next player holds at most two cards",
    "changes the colour by a number though it could stay",
    "keeps a drawn card that could be played",
    "bluffs: plays a wild draw four though it has the colour",
    "… of all its wild draw fours, so many are bluffs",
    "challenges a wild draw four",
    "… and so many challenges are upheld",
    "names the colour that it holds most of",
    "… or one of which it holds none",
    "answers a card that hits it",
    "plays a 7 though it could play another card",
    "… while it holds fewer cards than all others",
    "swaps hands with who holds the fewest cards",
    "plays a 0 though it could play another card",
    "lays a card out of turn",
];

/// Points of the match so far.
const TOTALS: [i32; MAX_SEATS] = [0; MAX_SEATS];

/// For each habit how often it could be done, and was.
#[derive(Debug, Clone, Default)]
struct Counts([(u32, u32); HABITS.len()]);

impl Counts {
    fn count(&mut self, habit: usize, done: bool) {
        let (could, did) = &mut self.0[habit];
        *could += 1;
        *did += u32::from(done);
    }
}

/// Somebody who looks over the players' shoulders.
#[derive(Debug, Default)]
struct Watcher {
    counts: Counts,
    /// Whether the last wild draw four was a bluff.
    bluff: bool,
    /// For honest cards and bluffs how often they could be challenged, and how often that alone would
    /// have won, or leaving it alone.
    challenges: [[u32; 3]; 2],
}

impl Watcher {
    fn saw(&mut self, view: &View<'_>, action: Action) {
        match view.decision() {
            Decision::Play => self.saw_play(view, action),
            Decision::Drawn if !view.options().playable.is_empty() => {
                self.counts.count(7, action == Action::No);
            }
            Decision::Colour => self.saw_colour(view, action),
            Decision::Challenge => {
                self.counts.count(10, action == Action::Yes);
                if action == Action::Yes {
                    self.counts.count(11, self.bluff);
                }
            }
            Decision::Answer => self.counts.count(14, action != Action::No),
            Decision::Swap => {
                let fewest = view.opponents().iter().map(|seat| view.hand_size(seat)).min();
                let with = action.seat().map(|seat| view.hand_size(seat));
                self.counts.count(17, with.is_some() && with == fewest);
            }
            Decision::JumpIn => self.counts.count(19, action != Action::No),
            _ => {}
        }
        let draw_four = action.card() == Some(Kind::WILD_DRAW_FOUR);
        if draw_four && matches!(view.decision(), Decision::Play | Decision::Drawn) {
            self.bluff = !view.options().playable.contains(Kind::WILD_DRAW_FOUR);
            self.counts.count(9, self.bluff);
        }
    }

    fn saw_play(&mut self, view: &View<'_>, action: Action) {
        let options = view.options();
        let (playable, card) = (options.playable, action.card());
        if playable.is_empty() {
            return;
        }
        let coloured = playable.coloured();
        self.counts.count(0, action == Action::No);
        if !coloured.is_empty() {
            self.counts.count(1, action == Action::No);
        }
        if options.kinds.contains(Kind::WILD_DRAW_FOUR) && !playable.contains(Kind::WILD_DRAW_FOUR)
        {
            self.counts.count(8, card == Some(Kind::WILD_DRAW_FOUR));
        }
        let near = |seat: Seat| view.hand_size(seat) <= 2;
        if !coloured.is_empty() && playable != coloured {
            let wild = card.is_some_and(Kind::is_wild);
            self.counts.count(2, wild);
            if view.opponents().iter().any(near) {
                self.counts.count(3, wild);
            }
        }
        let hands = &view.rules().hands;
        for (habit, symbol, acts) in
            [(15, Symbol::Seven, hands.seven_swaps), (18, Symbol::Zero, hands.zero_rotates)]
        {
            let is_symbol = |kind: Kind| kind.symbol() == symbol;
            if acts && playable.iter().any(is_symbol) && !playable.iter().all(is_symbol) {
                let plays = card.is_some_and(is_symbol);
                self.counts.count(habit, plays);
                let own = view.hand_size(view.seat());
                if habit == 15 && view.opponents().iter().all(|seat| own < view.hand_size(seat)) {
                    self.counts.count(16, plays);
                }
            }
        }
        let Some(card) = card.filter(|card| !card.is_wild()) else { return };
        let is_number = |kind: Kind| kind.symbol().is_number();
        let numbers = coloured.iter().filter(|&kind| is_number(kind)).count();
        if numbers > 0 && numbers < coloured.len() as usize {
            self.counts.count(4, !is_number(card));
            if near(view.after(view.seat())) {
                self.counts.count(5, !is_number(card));
            }
        }
        let stays = |kind: Kind| kind.colour() == Some(view.active_colour());
        let staying = coloured.iter().filter(|&kind| stays(kind)).count();
        if is_number(card) && staying > 0 && staying < coloured.len() as usize {
            self.counts.count(6, !stays(card));
        }
    }

    fn saw_colour(&mut self, view: &View<'_>, action: Action) {
        let Action::Colour(named) = action else { return };
        let held = Colour::ALL.map(|colour| view.count_colour(colour));
        let most = held.into_iter().max().unwrap_or(0);
        if most > 0 {
            self.counts.count(12, held[named.index()] == most);
            self.counts.count(13, held[named.index()] == 0);
        }
    }
}

/// What the player who has to decide sees.
fn view_of<'a>(round: &'a Round, active: &'a ActiveRules, memory: &'a Memory) -> View<'a> {
    View::new(round, active, &TOTALS, round.actor()).remembering(memory)
}

/// What it does.
fn act(players: &mut [Player], round: &Round, view: View<'_>) -> Action {
    players[round.actor().index()].act(round, view, None)
}

/// A strategy's habits in so many games against copies of itself.
fn habits(rules: &RuleSet, spec: &StrategySpec, seats: usize, games: u64) -> Watcher {
    let active = ActiveRules::of(rules);
    let deck = Prepared::new(rules, seats);
    let mut watcher = Watcher::default();
    for game in 0..games {
        let key = RoundKey::new(7, game, 0);
        let seated = || {
            let mut players: Vec<Player> = (0..seats).map(|_| spec.player()).collect();
            for (seat, player) in players.iter_mut().enumerate() {
                player.begin(Some(&key.stream(Purpose::Strategy, seat as u64)));
            }
            players
        };
        let dealt = deck.dealt(key, deck.first_opening(key));
        let (mut round, mut chance) = (dealt.round, dealt.chance(&active, &rules.people));
        let (mut players, mut memory) = (seated(), Memory::default());
        round.open(&mut chance, &rules.setup);
        while round.standing() == RoundStatus::Waits {
            let view = view_of(&round, &active, &memory);
            let action = act(&mut players, &round, view);
            watcher.saw(&view, action);
            if view.decision() == Decision::Challenge {
                let [with, without] = [Action::Yes, Action::No].map(|action| {
                    let mut table = (round, chance.clone(), memory.clone(), seated());
                    let (round, chance, memory, players) = &mut table;
                    let (seat, mut next) = (round.actor(), action);
                    loop {
                        let mut seen = Observed::new(chance, memory);
                        round.apply(&mut seen, next).expect("strategies act legally");
                        if round.standing() != RoundStatus::Waits {
                            return round.standing().winner() == Some(seat);
                        }
                        next = act(players, round, view_of(round, &active, memory));
                    }
                });
                let [all, gained, lost] = &mut watcher.challenges[usize::from(watcher.bluff)];
                *all += 1;
                *gained += u32::from(with && !without);
                *lost += u32::from(without && !with);
            }
            let mut seen = Observed::new(&mut chance, &mut memory);
            round.apply(&mut seen, action).expect("strategies act legally");
        }
    }
    watcher
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, seats, games, names @ ..] = &arguments[..] else {
        return Err("say RULES SEATS GAMES STRATEGY…".into());
    };
    let (seats, games): (usize, u64) = (seats.parse()?, games.parse()?);
    let rules = RuleSet::load(rules)?;
    rules.validate_for(seats)?;
    let mut columns = Vec::new();
    for name in names {
        columns.push((name, habits(&rules, &strategy(name)?, seats, games)));
    }
    print!("{:<56}", "in % of the times when it could");
    columns.iter().for_each(|(name, _)| print!("{name:>14}"));
    println!();
    for (habit, text) in HABITS.iter().enumerate() {
        print!("{text:<56}");
        for (_, Watcher { counts, .. }) in &columns {
            let (could, did) = counts.0[habit];
            let share = 100.0 * f64::from(did) / f64::from(could.max(1));
            let error =
                196.0 * ((share / 100.0) * (1.0 - share / 100.0) / f64::from(could.max(1))).sqrt();
            let shown = if could == 0 { "–".into() } else { format!("{share:.1} ± {error:.1}") };
            print!("{shown:>14}");
        }
        println!();
    }
    for (name, Watcher { challenges, .. }) in &columns {
        let gain = challenges.map(|[all, gained, lost]| {
            let [all, gained, lost] = [all.max(1), gained, lost].map(f64::from);
            let error = (gained + lost - (gained - lost).powi(2) / all).sqrt() / all;
            (100.0 * (gained - lost) / all, 196.0 * error)
        });
        let [(honest, of_honest), (bluff, of_bluff)] = gain;
        println!("{name}: a challenge of an honest card wins {honest:+.1} ± {of_honest:.1} points");
        println!("{name}: a challenge of a bluff wins {bluff:+.1} ± {of_bluff:.1} points");
    }
    Ok(())
}

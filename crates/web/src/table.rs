//! A table for a person: one round or a match against strategies, and what was lost in it.

use crate::documents::{
    ChoiceChance, CostliestDecision, HandReplays, LuckyDraw, RuleSetInfo, SceneCard, SceneChoice,
    ScenePhase, ScenePlayer, TableAnalysis, TableHint, TableRequest, TableScene,
};
use crate::{CATALOGUE, json, told};
use unobench_core::game::Seat;
use unobench_core::rules::RuleSet;
use unobench_core::strategy::StrategySpec;
use unobench_record::play::{
    GameSetup, HintUse, Phase, PlaySession, PlaySetup, SeatView, read_choice,
};
use unobench_record::{Departure, Draw, analyse};
use wasm_bindgen::prelude::wasm_bindgen;

const ADVISER: &str = "champion";

/// How often a hand is played again to see how good it was.
const REPLAYS: u32 = 100;

/// The names and descriptions of all rule sets that come with the program.
///
/// # Errors
/// If one cannot be read, which a test rules out.
#[wasm_bindgen]
pub fn rule_sets() -> Result<String, String> {
    let mut all = Vec::new();
    for name in RuleSet::shipped_names() {
        let description = RuleSet::load(name).map_err(told)?.description;
        all.push(RuleSetInfo { name, description });
    }
    Ok(json(all))
}

/// A person at a table.
#[wasm_bindgen]
pub struct Table {
    session: PlaySession<'static>,
    setup: &'static PlaySetup,
    /// Rounds that the person had won when this one was dealt.
    before: u32,
    /// The table as it was dealt, at the person's first decision.
    dealt: Option<PlaySession<'static>>,
}

#[wasm_bindgen]
impl Table {
    /// Sets the table that is wanted, in JSON.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    #[wasm_bindgen(constructor)]
    pub fn new(wanted: &str) -> Result<Table, String> {
        let wanted: TableRequest = serde_json::from_str(wanted).map_err(told)?;
        let mut rules = RuleSet::load(&wanted.rules).map_err(told)?;
        rules.set_each_once(&wanted.set).map_err(told)?;
        rules.validate_for(wanted.players).map_err(told)?;
        if !(1..=wanted.players).contains(&wanted.seat) {
            return Err(format!("seat {}; there are 1 to {}", wanted.seat, wanted.players));
        }
        if wanted.opponents.is_empty() {
            return Err("name an opponent".to_owned());
        }
        let opponents: Vec<StrategySpec> = wanted
            .opponents
            .iter()
            .map(|name| CATALOGUE.parse(name).map_err(told))
            .collect::<Result<_, _>>()?;
        let game_setup = GameSetup {
            rules,
            players: wanted.players,
            seat: Seat::new(wanted.seat - 1),
            opponents,
            adviser: Some(CATALOGUE.parse(ADVISER).map_err(told)?),
            hints: HintUse::Always,
            match_play: wanted.matches,
            casual: true,
            human_errors: false,
            seed: wanted.seed,
        };
        // A table is there as long as its page.
        let setup: &'static PlaySetup = Box::leak(Box::new(PlaySetup::new(game_setup)));
        let mut table = Table { session: PlaySession::new(setup), setup, before: 0, dealt: None };
        table.remember();
        Ok(table)
    }

    /// What the person may see, what was told since line `from` of the story, and what may be done.
    pub fn scene(&self, from: usize) -> String {
        let text = |card| self.setup.words().short(card);
        let scene = self.session.scene();
        let choices = scene.choices.iter().map(|choice| SceneChoice {
            short: choice.short.clone(),
            label: choice.label.clone(),
            card: choice.action.card().map(text),
        });
        let hand = scene.hand.iter();
        let hand = hand.map(|held| SceneCard { card: text(held.card), legal: held.is_legal });
        let (game, round) = self.session.number();
        let log = self.session.log();
        json(TableScene {
            phase: phase_of(self.session.phase()),
            places: scene.places.iter().map(player_of).collect(),
            up: scene.up_card.map(text),
            colour: scene.colour,
            clockwise: scene.direction == "clockwise",
            pile: scene.pile,
            hand: hand.collect(),
            choices: choices.collect(),
            notes: scene.notes,
            question: scene.question,
            log: log.get(from..).unwrap_or_default().to_vec(),
            log_length: log.len(),
            game,
            round,
            undone: self.session.undone(),
            won: self.wins() > self.before,
        })
    }

    /// Lets the next of the others decide.
    pub fn step(&mut self) {
        self.session.step();
        self.remember();
    }

    /// Does one of the choices, as its `short` says it.
    ///
    /// # Errors
    /// If it is none of them.
    pub fn act(&mut self, short: &str) -> Result<(), String> {
        let action = read_choice(&self.session.scene().choices, short);
        self.session.act(action.ok_or_else(|| format!("{short} cannot be done now"))?).map_err(told)
    }

    /// Takes the last decision back; false where there is none.
    pub fn undo(&mut self) -> bool {
        self.session.undo()
    }

    /// Goes back to the person's decision that a line of the record tells of, from 1; false where
    /// there is none.
    pub fn back_to(&mut self, line: usize) -> bool {
        self.session.back_to(line)
    }

    /// Deals the next round.
    pub fn next(&mut self) {
        (self.before, self.dealt) = (self.wins(), None);
        self.session.next_round();
        self.remember();
    }

    /// What `champion` would do, and the chance to win that it gives each choice.
    pub fn hint(&mut self) -> String {
        let choices = self.session.scene().choices;
        let Some(hint) = self.session.hint() else { return "null".to_owned() };
        let best = choices.iter().find(|choice| choice.action == hint.action);
        let best = best.map_or_else(String::new, |choice| choice.short.clone());
        let chances = choices.iter().map(|choice| ChoiceChance {
            short: choice.short.clone(),
            label: choice.label.clone(),
            chance: hint.chance_of(choice.action),
        });
        json(TableHint { best, chances: chances.collect() })
    }

    /// How many of a hundred games `champion` wins from the person's first decision, everything
    /// that the person did not see being shuffled anew: how good the hand was.
    pub fn replays(&self) -> String {
        let me = self.setup.game_setup().seat.index();
        let Some(dealt) = &self.dealt else { return "null".to_owned() };
        let won = |key: u32| {
            let mut other = dealt.redealt(u64::from(key));
            loop {
                match other.phase() {
                    Phase::Others => other.step(),
                    Phase::Yours => {
                        let action = other.hint().map(|hint| hint.action);
                        let action = action.expect("the person is asked");
                        other.act(action).expect("champion does what is legal");
                    }
                    Phase::RoundOver | Phase::MatchOver => break,
                }
            }
            other.tally().wins[me] > dealt.tally().wins[me]
        };
        let won = (0..REPLAYS).filter(|&key| won(key)).count();
        json(HandReplays { won, games: REPLAYS })
    }

    /// What the person lost, where, and the luckiest and unluckiest draws, by `champion`'s chances.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn analysis(&self) -> Result<String, String> {
        let judge = CATALOGUE.parse(ADVISER).map_err(told)?;
        let lines = [self.session.record(), self.session.unfinished()].concat().join("\n") + "\n";
        let me = self.setup.game_setup().seat;
        let found = analyse(lines.as_bytes(), &judge, None).map_err(told)?;
        let losses = found.losses.unwrap_or_default();
        let mine = losses.players().find(|player| player.seat == Some(me.index()));
        let course = losses.courses.last().map(|course| {
            let points = course.points.iter().filter(|point| point.seat == me.index());
            points.map(|point| (point.turns, point.chance)).collect()
        });
        Ok(json(TableAnalysis {
            lost: mine.map(|player| player.lost as f64 / unobench_record::MILLION),
            decisions: mine.map(|player| player.decisions),
            same: mine.map(|player| player.same),
            costliest: mine.and_then(|player| player.costliest.as_ref()).map(decision_of),
            course,
            luckiest: found.luck.luckiest.iter().map(draw_of).collect(),
            unluckiest: found.luck.unluckiest.iter().map(draw_of).collect(),
            unlearned: found.unlearned,
        }))
    }
}

fn phase_of(phase: Phase) -> ScenePhase {
    match phase {
        Phase::Yours => ScenePhase::Yours,
        Phase::Others => ScenePhase::Others,
        Phase::RoundOver => ScenePhase::Round,
        Phase::MatchOver => ScenePhase::Match,
    }
}

fn player_of(view: &SeatView) -> ScenePlayer {
    ScenePlayer {
        seat: view.seat.index() + 1,
        name: view.name.clone(),
        cards: view.cards,
        points: view.points,
        to_move: view.to_move,
        you: view.is_you,
        out: view.is_out,
        partner: view.is_partner,
        missed_call: view.missed_call,
    }
}

fn decision_of(departure: &Departure) -> CostliestDecision {
    CostliestDecision {
        line: departure.line,
        turns: departure.turns,
        done: departure.done.clone(),
        would: departure.would.clone(),
        lost: departure.lost(),
        up: departure.up_card.clone(),
        hand: departure.hand.clone(),
    }
}

fn draw_of(draw: &Draw) -> LuckyDraw {
    LuckyDraw {
        seat: draw.seat + 1,
        player: draw.player.clone(),
        cards: draw.cards.clone(),
        turns: draw.turns,
        before: draw.before,
        after: draw.after,
    }
}

impl Table {
    fn wins(&self) -> u32 {
        self.session.tally().wins[self.setup.game_setup().seat.index()]
    }

    fn remember(&mut self) {
        if self.dealt.is_none() && self.session.phase() == Phase::Yours {
            self.dealt = Some(self.session.clone());
        }
    }
}

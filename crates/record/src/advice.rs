//! What to play in a position, and why: what a strategy thinks of each action, and what can be seen
//! to follow from it.

use crate::play::{Hint, PlayWords, WordedChoice, colour_word, consider};
use crate::position::{PositionTable, read};
use serde::Serialize;
use unobench_core::cards::{Colour, Kind, Multiset as _};
use unobench_core::game::{
    Action, ActiveRules, Dealt, Decision, Event, Impossible, Observed, Observer, PendingPenalty,
    Round, Seat, View,
};
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::{Player, SeatStreams, StrategySpec};
use unobench_findings::tell::number::counted;

/// What a strategy thinks of each legal action in a position, the best first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    pub strategy: String,
    pub rules: String,
    pub players: usize,
    pub seat: usize,
    pub decision: &'static str,
    pub options: Vec<Advised>,
    /// A sentence where the strategy was not trained for what is played.
    pub unlearned: Option<String>,
}

/// An action.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advised {
    /// As in records, such as "R5" or "draw", and in words.
    pub action: String,
    pub label: String,
    /// The colour that a wild would name.
    pub colour: Option<char>,
    /// The chance to win that it leaves, 0 to 1, as the strategy sees it, or the part of playouts
    /// that were won; none where the strategy gives none.
    pub chance: Option<f64>,
    /// How much less that is than the best, in points of 100.
    pub cost: Option<f64>,
    pub playouts: Option<u32>,
    /// What the strategy thinks of it, in words.
    pub thinks: String,
    /// What can be seen to follow.
    pub why: Vec<String>,
}

/// Advice on a position in words or as JSON.
///
/// # Errors
/// What is wrong with the position.
pub fn advise(text: &str, rules: &RuleSet, spec: &StrategySpec) -> Result<Advice, Impossible> {
    let PositionTable { round, memory, totals } = read(text, rules)?;
    // Points are those of a match.
    let spec = &spec.aiming(rules, totals.iter().any(|&total| total != 0));
    let (active, mut player) = (ActiveRules::of(rules), spec.player());
    let seat = round.actor();
    player.begin(SeatStreams::new(RoundKey::new(0, 0, 0), MAX_SEATS).of(seat).as_ref());
    let view = View::new(&round, &active, &totals, seat).remembering(&memory);
    let words = PlayWords::new(Vec::new(), seat, rules.deck);
    Ok(Advice::of(spec, &mut player, &view, (&round, rules), &words))
}

impl Advice {
    pub(crate) fn of(
        spec: &StrategySpec,
        player: &mut Player,
        view: &View<'_>,
        (round, rules): (&Round, &RuleSet),
        words: &PlayWords,
    ) -> Advice {
        let hint = consider(spec, player, view, &rules.name);
        let choices = ranked(words.choices(view), &hint);
        let mut adviser = ChoiceAdviser { spec, player, view, round, rules, words, hint: &hint };
        Advice {
            strategy: spec.to_string(),
            rules: rules.name.clone(),
            players: view.players(),
            seat: view.seat().index(),
            decision: view.decision().name(),
            options: choices.into_iter().map(|choice| adviser.advised(choice)).collect(),
            unlearned: hint.unlearned.clone(),
        }
    }
}

/// The choices, the best first; whatever the strategy thinks nothing of comes last.
fn ranked(mut choices: Vec<WordedChoice>, hint: &Hint) -> Vec<WordedChoice> {
    let place = |action| hint.ranked().iter().position(|estimate| estimate.action == action);
    choices
        .sort_by_key(|choice| (choice.action != hint.action, place(choice.action).unwrap_or(99)));
    choices
}

/// A strategy that gives advice, the position, and what it thinks of it.
struct ChoiceAdviser<'a, 'v> {
    spec: &'a StrategySpec,
    player: &'a mut Player,
    view: &'a View<'v>,
    round: &'a Round,
    rules: &'a RuleSet,
    words: &'a PlayWords,
    hint: &'a Hint,
}

impl ChoiceAdviser<'_, '_> {
    /// What is thought of a choice, and what can be seen to follow from it.
    fn advised(&mut self, choice: WordedChoice) -> Advised {
        let seen = self.public_action(choice.action);
        let chance = self.hint.chance_of(choice.action);
        let best = self.hint.chance_of(self.hint.action);
        let reason = self.hint.reasons.iter().find(|reason| reason.action == choice.action);
        Advised {
            action: choice.short,
            label: with_colour(&choice.label, seen.colour),
            colour: seen.colour.map(Colour::letter),
            chance,
            cost: chance.zip(best).map(|(chance, best)| 100.0 * (best - chance)),
            playouts: reason.and_then(|reason| reason.playouts),
            thinks: reason.map_or_else(String::new, |reason| self.hint.reason(reason)),
            why: seen.told(choice.action, self.view, self.words),
        }
    }

    /// What everybody sees of an action; the strategy names the colour of a wild.
    fn public_action(&mut self, action: Action) -> PublicAction {
        let (spec, rules) = (self.spec, self.rules);
        PublicAction::after(action, self.round, self.view, rules, |view| {
            match consider(spec, self.player, view, &rules.name).action {
                Action::Colour(colour) => Some(colour),
                _ => None,
            }
        })
    }
}

/// The label of a choice with the colour that it names, which stands before a bluff.
fn with_colour(label: &str, colour: Option<Colour>) -> String {
    let naming = colour.map(|colour| format!(", naming {}", colour_word(colour)));
    let (play, bluff) = label.split_at(label.find(',').unwrap_or(label.len()));
    format!("{play}{}{bluff}", naming.unwrap_or_default())
}

/// What everybody sees of an action, up to where it hangs on hidden cards.
#[derive(Debug, Default)]
struct PublicAction {
    colour: Option<Colour>,
    events: Vec<Event>,
    /// The table at the next turn, or where somebody is hit.
    then: Option<Round>,
    is_turn: bool,
    /// Whether others may answer what hits them.
    may_answer: bool,
}

impl Observer for PublicAction {
    fn saw(&mut self, round: &Round, event: Event) {
        if matches!(event, Event::Draw { .. } | Event::LoseTurn { .. }) && self.may_answer {
            self.then.get_or_insert(*round);
        }
        self.events.extend(Some(event).filter(|_| self.then.is_none()));
    }

    fn turn(&mut self, round: &Round) {
        self.is_turn |= self.then.is_none();
        self.then.get_or_insert(*round);
    }
}

impl PublicAction {
    /// Lays the card; a wild's colour is what `name` says. Nothing else is tried: what it leads to
    /// hangs on hidden cards.
    fn after(
        action: Action,
        round: &Round,
        view: &View<'_>,
        rules: &RuleSet,
        name: impl FnOnce(&View<'_>) -> Option<Colour>,
    ) -> PublicAction {
        let active = view.rules();
        let may_answer = active.responses != ActiveRules::OFFICIAL.responses;
        let mut seen = PublicAction { may_answer, ..PublicAction::default() };
        let (Action::Card(_), seat) = (action, view.seat()) else { return seen };
        let key = RoundKey::new(0, 0, 0);
        let dealt = Dealt { key, round: *round, rng: key.stream(Purpose::Deal, 0) };
        let mut chance = dealt.chance(active, &rules.people);
        let mut chance = Observed::new(&mut chance, &mut seen);
        let (mut after, mut colour) = (*round, None);
        after.apply_trusted_dyn(&mut chance, action);
        if after.decision() == Decision::Colour && after.actor() == seat {
            colour = name(&View::new(&after, active, view.totals(), seat));
            let named = colour.map(Action::Colour).filter(|&named| after.is_legal(named));
            named.into_iter().for_each(|named| after.apply_trusted_dyn(&mut chance, named));
        }
        if after.decision() == Decision::Uno && after.actor() == seat && after.is_legal(Action::Yes)
        {
            after.apply_trusted_dyn(&mut chance, Action::Yes);
        }
        seen.colour = colour;
        seen.then.get_or_insert(after);
        seen
    }

    /// The same in words.
    fn told(&self, action: Action, view: &View<'_>, words: &PlayWords) -> Vec<String> {
        let Some(then) = &self.then else {
            return fitting_draws(action, view).into_iter().collect();
        };
        let (me, next) = (view.seat(), then.to_move());
        let events = self.events.iter();
        let mut told: Vec<String> =
            events.filter_map(|event| told_of_another(event, me, words)).collect();
        let hit = told_of_hit(then, view, words);
        let is_hit = hit.is_some();
        told.extend(hit);
        told.push(told_of_hand_left(then, me));
        if then.hand(me).len() == 0 || !self.is_turn {
            return told;
        }
        if next == me {
            told.push("you move again".to_owned());
        } else if !is_hit {
            let fitting = share_of_unseen(then.matching().iter(), view);
            told.push(format!("{} could follow with {fitting}", words.name(next)));
        }
        told
    }
}

/// How many of the cards that the seat does not see are of these kinds.
fn share_of_unseen(kinds: impl Iterator<Item = Kind>, view: &View<'_>) -> String {
    let unseen = kinds.map(|kind| view.unseen(kind)).sum::<u32>();
    let all = Kind::all().map(|kind| view.unseen(kind)).sum::<u32>();
    format!("{unseen} of the {all} cards unseen")
}

/// How many cards would fit where the seat draws instead of playing.
fn fitting_draws(action: Action, view: &View<'_>) -> Option<String> {
    let draws = (view.decision(), action) == (Decision::Play, Action::No);
    draws.then(|| format!("{} would fit", share_of_unseen(view.matching().iter(), view)))
}

/// What another player draws, or that a player loses the turn.
fn told_of_another(event: &Event, me: Seat, words: &PlayWords) -> Option<String> {
    match *event {
        Event::Draw { seat, owed, .. } if seat != me => {
            Some(format!("{} draws {owed}", words.name(seat)))
        }
        Event::LoseTurn { seat } => Some(format!("{} loses the turn", words.name(seat))),
        _ => None,
    }
}

/// What the next player is hit for, if anything.
fn told_of_hit(then: &Round, view: &View<'_>, words: &PlayWords) -> Option<String> {
    let (me, next) = (view.seat(), then.to_move());
    let pending = View::new(then, view.rules(), view.totals(), me).pending();
    if pending.hit == PendingPenalty::Nothing || next == me {
        return None;
    }
    let penalty = match pending.hit {
        PendingPenalty::Draw => counted(u64::from(pending.owed), "card"),
        _ => "a lost turn".to_owned(),
    };
    Some(format!("hits {} for {penalty}", words.name(next)))
}

/// How many cards the seat has left, and how many of them would fit.
fn told_of_hand_left(then: &Round, me: Seat) -> String {
    let left = then.hand(me);
    match left.len() {
        0 => "that was the last card".to_owned(),
        cards => {
            let fit = left.count_among(then.matching());
            format!("leaves {}, {fit} of which would fit", counted(u64::from(cards), "card"))
        }
    }
}

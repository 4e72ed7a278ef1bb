//! What a seat can see to follow from an action, whatever the hidden cards are.
//!
//! The action is tried in many worlds that fit what the seat sees, each with a chance of its own,
//! and only what is the same in all of them is told. Where a hand has changed hands, its cards are
//! told as far as the seat knows them. Mistakes of people are not foreseen.

use crate::play::PlayWords;
use unobench_core::cards::{Cards, Colour, Kind, Multiset as _, Roomy};
use unobench_core::game::{
    Action, ActiveRules, Decision, Determinizer, Event, Observed, Observer, PendingPenalty,
    RandomChance, Round, RoundStatus, Seat, View,
};
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::{MAX_SEATS, People, RuleSet};
use unobench_findings::tell::number::counted;

/// In so many worlds an action is tried.
const WORLDS: u64 = 32;

/// What a seat sees, the rules as they are among people who err in nothing, and how it is said.
pub(crate) struct Foresight<'a, 'v> {
    view: &'a View<'v>,
    rules: ActiveRules,
    worlds: Determinizer<'a, Roomy>,
    words: &'a PlayWords,
}

/// What follows from an action.
#[derive(Debug, Default)]
pub(crate) struct Foreseen {
    /// The colour that a wild names.
    pub(crate) colour: Option<Colour>,
    /// What is certain, in words.
    pub(crate) told: Vec<String>,
}

impl<'a, 'v> Foresight<'a, 'v> {
    pub(crate) fn of(
        view: &'a View<'v>,
        rules: &RuleSet,
        words: &'a PlayWords,
    ) -> Foresight<'a, 'v> {
        let rules = ActiveRules::of(&RuleSet { people: People::OFFICIAL, ..rules.clone() });
        Foresight { view, rules, worlds: view.determinizer(), words }
    }

    /// What follows from an action; a wild's colour is what `name` says.
    pub(crate) fn of_action(
        &self,
        action: Action,
        name: &mut dyn FnMut(&View<'_>) -> Option<Colour>,
    ) -> Foreseen {
        let decision = self.view.decision();
        let lays = action.card().is_some() && decision.info().lays.is_some();
        let swaps = matches!(action, Action::Seat(_)) && decision == Decision::Swap;
        if !lays && !swaps {
            let told = fitting_draws(action, self.view).into_iter().collect();
            return Foreseen { told, ..Foreseen::default() };
        }
        let mut first = self.in_world(0, action, name);
        for world in 1..WORLDS {
            let told = self.in_world(world, action, &mut |_| first.colour).told;
            first.told.retain(|line| told.contains(line));
        }
        first.told.extend(action.card().and_then(|card| self.condition(card)));
        first
    }

    /// What follows in one of the worlds; all others let it happen.
    fn in_world(
        &self,
        world: u64,
        action: Action,
        name: &mut dyn FnMut(&View<'_>) -> Option<Colour>,
    ) -> Foreseen {
        let key = RoundKey::new(0, world, 0);
        let mut after = *self.worlds.base();
        self.worlds.sample(&mut key.stream(Purpose::Playout, 0), &mut after);
        let deal = key.stream(Purpose::Deal, 0);
        let mut chance = RandomChance::new(&self.rules, &People::OFFICIAL, key, deal);
        let mut seen = PublicAction::of(self.view);
        let (mut colour, mut next) = (None, Some(action));
        while let Some(action) = next.filter(|&action| after.is_legal(action)) {
            after.apply_trusted_dyn(&mut Observed::new(&mut chance, &mut seen), action);
            let waits = seen.then.is_none() && after.standing() == RoundStatus::Waits;
            next = match (after.decision(), after.actor() == self.view.seat()) {
                _ if !waits => None,
                (Decision::Colour, true) => {
                    let view = self.view;
                    let named = View::new(&after, view.rules(), view.totals(), view.seat());
                    colour = name(&named);
                    colour.map(Action::Colour)
                }
                (Decision::Uno, true) => Some(Action::Yes),
                (Decision::JumpIn | Decision::Double, false) => Some(Action::No),
                _ => None,
            };
        }
        seen.then.get_or_insert(after);
        Foreseen { colour, told: seen.told(self.view, self.words) }
    }

    /// On what all of it depends.
    fn condition(&self, card: Kind) -> Option<String> {
        let may = self.rules.jump_in.enabled && self.view.unseen(card) > 0;
        may.then(|| "unless somebody jumps in".to_owned())
    }
}

/// A hand as the seat that decides knows it.
#[derive(Debug, Clone, Copy, Default)]
struct KnownHand {
    /// Who held it before; nobody where hands were shuffled together.
    from: Option<Seat>,
    known: <Roomy as Cards>::Set,
}

impl KnownHand {
    fn loses(&mut self, card: Kind) {
        if self.known.kinds().contains(card) {
            self.known.remove(card);
        }
    }
}

/// What everybody sees of an action, up to the next turn or to where somebody is hit.
#[derive(Debug)]
struct PublicAction {
    events: Vec<Event>,
    hands: [KnownHand; MAX_SEATS],
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
        if self.then.is_none() {
            self.follow_hands(round, event);
            self.events.push(event);
        }
    }

    fn turn(&mut self, round: &Round) {
        self.is_turn |= self.then.is_none();
        self.then.get_or_insert(*round);
    }
}

impl PublicAction {
    fn of(view: &View<'_>) -> PublicAction {
        let mut hands = [KnownHand::default(); MAX_SEATS];
        for (seat, hand) in hands.iter_mut().enumerate().take(view.players()) {
            let seat = Seat::new(seat);
            hand.from = Some(seat);
            if seat == view.seat() {
                hand.known = *view.hand();
            } else if let Some(known) = view.known(seat) {
                known.for_each(|kind, count| (0..count).for_each(|_| hand.known.insert(kind)));
            }
        }
        PublicAction {
            events: Vec::new(),
            hands,
            then: None,
            is_turn: false,
            may_answer: view.rules().responses != ActiveRules::OFFICIAL.responses,
        }
    }

    /// Where hands go, and which of their cards are still known.
    fn follow_hands(&mut self, round: &Round, event: Event) {
        let hands = &mut self.hands;
        match event {
            Event::Play { seat, card, .. } => hands[seat.index()].loses(card),
            Event::Discards { seat, kinds } => round.hand(seat).for_each(|card, count| {
                (0..count)
                    .filter(|_| kinds.contains(card))
                    .for_each(|_| hands[seat.index()].loses(card));
            }),
            Event::Swap { seat, with } => hands.swap(seat.index(), with.index()),
            Event::Rotate { .. } => {
                let before = *hands;
                for giver in round.in_play().iter() {
                    hands[round.after(giver).index()] = before[giver.index()];
                }
            }
            Event::Crash { seat, with } => {
                [seat, with].iter().for_each(|seat| hands[seat.index()] = KnownHand::default());
            }
            Event::Redeal { .. } => {
                let seats = round.in_play().iter();
                seats.for_each(|seat| hands[seat.index()] = KnownHand::default());
            }
            _ => {}
        }
    }

    /// The same in words.
    fn told(&self, view: &View<'_>, words: &PlayWords) -> Vec<String> {
        let Some(then) = &self.then else { return Vec::new() };
        let (me, next) = (view.seat(), then.to_move());
        let events = self.events.iter();
        let mut told: Vec<String> =
            events.filter_map(|event| told_of_another(event, me, words)).collect();
        let hit = told_of_hit(then, view, words);
        let is_hit = hit.is_some();
        told.extend(hit);
        told.extend(self.told_of_hand(then, me, words));
        told.extend(self.told_of_hand_given(then, me, words));
        if then.hand(me).is_empty() || !self.is_turn {
            return told;
        }
        let follows = self.hands[next.index()].from;
        if next == me {
            told.push("you move again".to_owned());
        } else if !is_hit && follows.is_some_and(|holder| holder != me) {
            let fitting = share_of_unseen(then.matching().iter(), view);
            told.push(format!("{} could follow with {fitting}", words.name(next)));
        }
        told
    }

    /// What the seat would hold, as far as it knows.
    fn told_of_hand(&self, then: &Round, me: Seat, words: &PlayWords) -> Vec<String> {
        if let Some(choice) = told_of_swap(then, me) {
            return choice;
        }
        let KnownHand { from, known } = &self.hands[me.index()];
        let (all, fit) = (then.hand(me).len(), known.count_among(then.matching()));
        let told = match from {
            None => format!("you would hold {}, dealt anew", cards(all)),
            Some(from) if *from == me => match (all, all - known.len()) {
                (0, _) => "that was the last card".to_owned(),
                (_, 0) => format!("leaves {}, {fit} of which would fit", cards(all)),
                (_, drawn) => {
                    let left = cards(known.len());
                    format!("leaves {left}, {fit} of which would fit, and {drawn} more to draw")
                }
            },
            Some(from) => {
                let hand = format!("you would hold the {} of {}", cards(all), words.name(*from));
                match known.len() {
                    0 => format!("{hand}, which you do not know"),
                    count if count == all => format!("{hand}, {fit} of which would fit"),
                    _ => format!("{hand}, of which you know {}", listed(known, words)),
                }
            }
        };
        vec![told]
    }

    /// Who would hold what is now the seat's hand.
    fn told_of_hand_given(&self, then: &Round, me: Seat, words: &PlayWords) -> Option<String> {
        let mut others = (0..then.players()).map(Seat::new).filter(|&seat| seat != me);
        let holder = others.find(|seat| self.hands[seat.index()].from == Some(me))?;
        let (name, given) = (words.name(holder), &self.hands[holder.index()].known);
        let fit = given.count_among(then.matching());
        Some(match given.len() {
            0 => format!("{name} would hold no card"),
            left => {
                let left = cards(left);
                format!("{name} would hold your {left}, {fit} of which would fit")
            }
        })
    }
}

fn cards(count: u32) -> String {
    counted(u64::from(count), "card")
}

/// Cards in words, in order.
fn listed(known: &<Roomy as Cards>::Set, words: &PlayWords) -> String {
    let mut list = Vec::new();
    known.for_each(|card, count| (0..count).for_each(|_| list.push(words.card(card))));
    list.join(", ")
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
        PendingPenalty::Draw => cards(u32::from(pending.owed)),
        _ => "a lost turn".to_owned(),
    };
    Some(format!("hits {} for {penalty}", words.name(next)))
}

/// That the seat then swaps hands, where it has to choose with whom, and the hand that it may keep.
fn told_of_swap(then: &Round, me: Seat) -> Option<Vec<String>> {
    let waits = then.standing() == RoundStatus::Waits && then.actor() == me;
    if !waits || then.decision() != Decision::Swap {
        return None;
    }
    let others = then.in_play().iter().filter(|&seat| seat != me);
    let sizes: Vec<String> = others.map(|seat| then.hand(seat).len().to_string()).collect();
    let (last, first) = sizes.split_last()?;
    let sizes = if first.is_empty() {
        counted(last.parse().unwrap_or_default(), "card")
    } else {
        format!("{} or {last} cards", first.join(", "))
    };
    Some(if then.is_legal(Action::No) {
        let left = then.hand(me);
        let (count, fit) = (left.len(), left.count_among(then.matching()));
        vec![
            format!("leaves {}, {fit} of which would fit", cards(count)),
            format!("you may then swap hands with a player of your choice, for {sizes}"),
        ]
    } else {
        vec![format!("you then swap hands with a player of your choice, for {sizes}")]
    })
}

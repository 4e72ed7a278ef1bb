//! What the cards that a rule set adds do, in words: what happened when the engine played them.

use super::ActiveRules;
use super::card_trial::{Act, Happening, Name, Occasion, TRIALS, Trial, TrialOutcome, quiet};
use crate::cards::{Kind, Notation, Symbol};
use crate::rules::{CustomCard, Discard, MAX_SEATS, MIN_SEATS, RuleSet, Until};
use std::collections::BTreeSet;

const NUMBERS: [&str; 11] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ORDINALS: [&str; 10] =
    ["no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

impl RuleSet {
    /// What each added card does: its name, and sentences for more than two seats, for two, as the
    /// last card, and as the start card; more of them where it depends on how many play.
    ///
    /// The engine plays the card at every number of seats that can play these rules, and the
    /// sentences tell what happened there. Seats are named from the player of the card on, in the
    /// direction of play before the card.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleSet;
    ///
    /// let mut rules = RuleSet::official();
    /// let card = "deck.card=[{symbol=\"V\",per_colour=1,effect=[{turn=\"skip\"},\
    ///     {who=\"next\",draw=2}]}]";
    /// rules.set(card).expect("a card");
    /// let (name, words) = rules.added_cards_in_words().remove(0);
    /// assert_eq!(name, "V (V)");
    /// assert_eq!(words[0], "with more than two: the next player loses a turn; the one behind \
    ///     the next draws 2");
    /// assert_eq!(words[1], "with two: the other loses a turn; the player draws 2");
    /// ```
    pub fn added_cards_in_words(&self) -> Vec<(String, Vec<String>)> {
        let quiet = quiet(self);
        let active = ActiveRules::of(&quiet);
        let words = CardWords { rules: &quiet, active: &active, seats: self.playable_seats() };
        let told = |card: &CustomCard| {
            let name = format!("{} ({})", card.text.as_str(), card.name.as_str());
            (name, words.sentences(card))
        };
        self.deck.card.iter().map(told).collect()
    }

    /// So many can play these rules; where nobody can, as if all could.
    fn playable_seats(&self) -> Vec<usize> {
        let can_play = |&seats: &usize| self.validate_for(seats).is_ok();
        let playable: Vec<usize> = (MIN_SEATS..=MAX_SEATS).filter(can_play).collect();
        if playable.is_empty() { (MIN_SEATS..=MAX_SEATS).collect() } else { playable }
    }
}

/// Who tells the cards of a rule set.
struct CardWords<'a> {
    rules: &'a RuleSet,
    active: &'a ActiveRules,
    seats: Vec<usize>,
}

/// What happens at tables of so many seats, in all ways in which it may be told.
struct TableWordings {
    seats: Vec<usize>,
    ways: Vec<TrialOutcome>,
}

/// Tables of neighbouring sizes at which the same choices make a difference.
struct TableSizes {
    choices: Vec<ChosenSeat>,
    /// For each size the ways to tell what happens, by choice.
    tables: Vec<(usize, Vec<Vec<TrialOutcome>>)>,
}

impl TableSizes {
    /// For each choice the tables of neighbouring sizes at which the same is told, together.
    fn cases(&self) -> Vec<(&ChosenSeat, TableWordings)> {
        let mut cases: Vec<(&ChosenSeat, TableWordings)> = Vec::new();
        for (place, choice) in self.choices.iter().enumerate() {
            for (seats, ways) in &self.tables {
                let ways = &ways[place];
                let last = cases.last_mut().filter(|(last_choice, _)| *last_choice == choice);
                let both = last.as_ref().map_or(Vec::new(), |(_, last)| common(&last.ways, ways));
                match last {
                    _ if ways.is_empty() => {}
                    Some((_, last)) if !both.is_empty() => {
                        last.ways = both;
                        last.seats.push(*seats);
                    }
                    _ => {
                        let seats = vec![*seats];
                        cases.push((choice, TableWordings { seats, ways: ways.clone() }));
                    }
                }
            }
        }
        cases
    }
}

/// Whom the player chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ChosenSeat {
    /// Anybody, or there is no choice.
    Anybody,
    /// One of these seats.
    OneOf(Vec<Name>),
    /// None of these.
    Another(Vec<Name>),
}

/// How a card comes to act, and whom its player chooses.
type Case<'a> = (Kind, Occasion, &'a ChosenSeat);

impl CardWords<'_> {
    fn sentences(&self, card: &CustomCard) -> Vec<String> {
        let kind = Kind::all().find(|kind| kind.symbol() == card.symbol).expect("an added symbol");
        let (two, more): (Vec<usize>, Vec<usize>) =
            self.seats.iter().partition(|&&seats| seats == 2);
        [
            self.lines((kind, Occasion::Laid), &more),
            self.lines((kind, Occasion::Laid), &two),
            self.lines((kind, Occasion::LastCard), &self.seats),
            self.lines((kind, Occasion::Start), &self.seats),
        ]
        .concat()
    }

    /// What happens on an occasion, a line for each case in which it is something else.
    fn lines(&self, card: (Kind, Occasion), seats: &[usize]) -> Vec<String> {
        let (mut rest, mut runs) = (seats, Vec::new());
        while let Some(&most) = rest.last() {
            let run = self.run(card, self.choices(card, most), rest);
            rest = &rest[..rest.len() - run.tables.len()];
            runs.push(run);
        }
        let cases = runs.iter().rev().flat_map(TableSizes::cases);
        let cases: Vec<(&ChosenSeat, TableWordings)> = cases.collect();
        let is_split = cases.iter().any(|(_, tables)| tables.seats.len() < seats.len());
        let line = |(choice, tables): &(&ChosenSeat, TableWordings)| {
            let with = with_so_many(&tables.seats, &self.seats);
            let at = match card.1 {
                Occasion::Laid => with,
                Occasion::LastCard if is_split => format!("as the last card {with}"),
                Occasion::LastCard => "as the last card".to_owned(),
                Occasion::Start if is_split => format!("as the start card {with}"),
                Occasion::Start => "as the start card".to_owned(),
            };
            let choosing = choosing(choice, Nouns::of(card.1));
            format!("{at}{choosing}: {}", self.told(tables, card.1))
        };
        cases.iter().map(line).collect()
    }

    /// The largest tables, as many as these choices make the only difference at.
    fn run(&self, card: (Kind, Occasion), choices: Vec<ChosenSeat>, seats: &[usize]) -> TableSizes {
        let mut tables = Vec::new();
        for &seats in seats.iter().rev() {
            let ways = choices.iter().map(|choice| self.ways((card.0, card.1, choice), seats));
            let (ways, is_sure): (Vec<_>, Vec<bool>) = ways.unzip();
            if !tables.is_empty() && is_sure.contains(&false) {
                break;
            }
            tables.push((seats, ways));
        }
        tables.reverse();
        TableSizes { choices, tables }
    }

    /// The choices of the player that make a difference, at the largest table.
    fn choices(&self, card: (Kind, Occasion), seats: usize) -> Vec<ChosenSeat> {
        let mut alike: Vec<(Vec<usize>, Vec<TrialOutcome>)> = Vec::new();
        for target in 1..seats {
            let (ways, has_target) = self.ways_with(card, seats, target);
            if !has_target {
                return vec![ChosenSeat::Anybody];
            }
            let met = alike.iter_mut().find_map(|(targets, outcomes)| {
                let both = common(outcomes, &ways);
                (!both.is_empty()).then_some((targets, outcomes, both))
            });
            match met {
                Some((targets, outcomes, both)) => {
                    targets.push(target);
                    *outcomes = both;
                }
                None => alike.push((vec![target], ways)),
            }
        }
        let Some(usual) = (0..alike.len()).max_by_key(|&index| alike[index].0.len()) else {
            return vec![ChosenSeat::Anybody];
        };
        let usual = alike.remove(usual).0;
        if alike.is_empty() {
            return vec![ChosenSeat::Anybody];
        }
        let near = |&target: &usize| {
            if target <= seats / 2 { Name::Forward(target) } else { Name::Backward(seats - target) }
        };
        let names = |targets: &[usize]| targets.iter().map(near).collect::<Vec<Name>>();
        let told: Vec<Vec<Name>> = alike.iter().map(|(targets, _)| names(targets)).collect();
        debug_assert!(!usual.is_empty());
        let another = ChosenSeat::Another(told.concat());
        told.into_iter().map(ChosenSeat::OneOf).chain([another]).collect()
    }

    /// The ways to tell what happens at a table of so many, whoever is chosen among those whom the
    /// case is about, none where there is nobody; and whether they tell it of all of these.
    fn ways(&self, (kind, occasion, choice): Case<'_>, seats: usize) -> (Vec<TrialOutcome>, bool) {
        let mut all: Option<Vec<TrialOutcome>> = None;
        for target in (1..seats).filter(|&target| choice.is_about(target, seats)) {
            let (ways, has_target) = self.ways_with((kind, occasion), seats, target);
            let both = all.as_ref().map_or_else(|| ways.clone(), |all| common(all, &ways));
            if both.is_empty() {
                return (all.unwrap_or_default(), false);
            }
            all = Some(both);
            if !has_target {
                break;
            }
        }
        (all.unwrap_or_default(), true)
    }

    /// The ways to tell what happens where the player chooses this seat, whatever is drawn; and
    /// whether it has the choice.
    fn ways_with(
        &self,
        (kind, occasion): (Kind, Occasion),
        seats: usize,
        target: usize,
    ) -> (Vec<TrialOutcome>, bool) {
        let trial = |number: usize| {
            let trial = Trial { kind, seats, occasion, target, number };
            let played = trial.play(self.rules, self.active);
            let ways = match played.outcome {
                TrialOutcome::Acted(happenings) => {
                    let ways = grouped_or_not(happenings, 0, seats);
                    ways.into_iter().map(TrialOutcome::Acted).collect()
                }
                outcome => vec![outcome],
            };
            (ways, played.has_target)
        };
        let (first, has_target) = trial(0);
        let all = (1..TRIALS).try_fold(first.clone(), |ways, number| {
            Some(common(&ways, &trial(number).0)).filter(|ways| !ways.is_empty())
        });
        (all.unwrap_or(first), has_target)
    }

    fn told(&self, tables: &TableWordings, occasion: Occasion) -> String {
        let told = match &tables.ways[0] {
            TrialOutcome::Barred => "it may not be laid",
            TrialOutcome::GoesBack => "it goes back into the draw pile",
            TrialOutcome::StaysUnder => "it stays under the next card that is turned up",
            TrialOutcome::Acted(happenings) if happenings.is_empty() => "nothing",
            TrialOutcome::Acted(happenings) => {
                let nouns = match Nouns::of(occasion) {
                    Nouns::FromPlayer if tables.seats == [2] => Nouns::OfTwo,
                    nouns => nouns,
                };
                return CardSentence::told(nouns, self.active.notation, happenings);
            }
        };
        told.to_owned()
    }
}

/// For so many of those who can play: `with two`, `with more than two`, `with three`.
fn with_so_many(seats: &[usize], all: &[usize]) -> String {
    let number = |seats: usize| NUMBERS[seats];
    let more_than_two = all.iter().filter(|&&seats| seats > 2);
    match seats {
        [two @ 2] => format!("with {}", number(*two)),
        _ if more_than_two.eq(seats) => "with more than two".to_owned(),
        [count] => format!("with {}", number(*count)),
        [first, .., last] if all.last() == Some(last) => {
            format!("with {} or more", number(*first))
        }
        [first, .., last] => format!("with {} to {}", number(*first), number(*last)),
        [] => String::new(),
    }
}

impl ChosenSeat {
    /// Whether it is about who sits so far on from the player.
    fn is_about(&self, target: usize, seats: usize) -> bool {
        let is_one = |name: &Name| match *name {
            Name::Forward(on) => on == target,
            Name::Backward(back) => back == seats - target,
            _ => false,
        };
        match self {
            ChosenSeat::Anybody => true,
            ChosenSeat::OneOf(names) => names.iter().any(is_one),
            ChosenSeat::Another(names) => !names.iter().any(is_one),
        }
    }
}

/// Whom the player chooses, where it matters.
fn choosing(choice: &ChosenSeat, nouns: Nouns) -> String {
    match choice {
        ChosenSeat::Anybody => String::new(),
        ChosenSeat::OneOf(names) => {
            let names: Vec<String> = names.iter().map(|&name| nouns.seat(name)).collect();
            format!(", choosing {}", names.join(" or "))
        }
        ChosenSeat::Another(_) => ", choosing another".to_owned(),
    }
}

/// The ways to tell both.
fn common(outcomes: &[TrialOutcome], other: &[TrialOutcome]) -> Vec<TrialOutcome> {
    let pairs = outcomes.iter().flat_map(|outcome| other.iter().map(move |other| (outcome, other)));
    let both = pairs.filter_map(|pair| match pair {
        (TrialOutcome::Acted(acted), TrialOutcome::Acted(other)) if acted.len() == other.len() => {
            let happenings = acted.iter().zip(other).map(|(happening, other)| happening.and(other));
            happenings.collect::<Option<Vec<Happening>>>().map(TrialOutcome::Acted)
        }
        (outcome, other) => (outcome == other).then(|| outcome.clone()),
    });
    let mut ways: Vec<TrialOutcome> = Vec::new();
    both.for_each(|way| {
        if !ways.contains(&way) {
            ways.push(way);
        }
    });
    ways
}

/// What two lists share, if anything; two that are empty share that.
fn shared<T: Clone + PartialEq>(list: &[T], other: &[T]) -> Option<Vec<T>> {
    let shared: Vec<T> = list.iter().filter(|&element| other.contains(element)).cloned().collect();
    (!shared.is_empty() || list.is_empty() && other.is_empty()).then_some(shared)
}

impl Happening {
    /// What tells both, if they are the same.
    fn and(&self, other: &Happening) -> Option<Happening> {
        Some(Happening { whom: shared(&self.whom, &other.whom)?, act: self.act.and(&other.act)? })
    }

    /// So many seats on from the player.
    fn distance(&self) -> Option<usize> {
        self.whom.iter().find_map(|name| match name {
            Name::Forward(distance) => Some(*distance),
            _ => None,
        })
    }
}

impl Act {
    fn and(&self, other: &Act) -> Option<Act> {
        match (self, other) {
            (Act::DrawsUntil(stops), Act::DrawsUntil(other)) => {
                shared(stops, other).map(Act::DrawsUntil)
            }
            (Act::SwapsWith(names), Act::SwapsWith(other)) => {
                shared(names, other).map(Act::SwapsWith)
            }
            (Act::Discards(discards), Act::Discards(other)) => {
                shared(discards, other).map(Act::Discards)
            }
            (act, other) => (act == other).then(|| act.clone()),
        }
    }
}

/// The ways to tell what happened from a place on: where all others did the same, together or one
/// by one.
fn grouped_or_not(happened: Vec<Happening>, from: usize, seats: usize) -> Vec<Vec<Happening>> {
    for start in from..happened.len() {
        for period in 1..=2 {
            if let Some(grouped) = grouped(&happened, (start, period), seats) {
                let mut ways = grouped_or_not(grouped, start + period, seats);
                ways.extend(grouped_or_not(happened, start + 1, seats));
                return ways;
            }
        }
    }
    vec![happened]
}

/// What happened, told of all others together where it happened to each of them in turn, this
/// number of things to each.
fn grouped(
    happened: &[Happening],
    (start, period): (usize, usize),
    seats: usize,
) -> Option<Vec<Happening>> {
    let end = start + period * (seats - 1);
    let block = happened.get(start..end).filter(|_| seats > 2)?;
    let mut acts: Vec<Act> = block[..period].iter().map(|first| first.act.clone()).collect();
    let mut met = Vec::new();
    for turn in block.chunks(period) {
        let distance = turn[0].distance()?;
        if met.contains(&distance)
            || turn.iter().any(|happening| happening.distance() != Some(distance))
        {
            return None;
        }
        met.push(distance);
        let both = acts.iter().zip(turn).map(|(act, happening)| act.and(&happening.act));
        acts = both.collect::<Option<Vec<Act>>>()?;
    }
    let is_all = |happening: &&Happening| {
        happening.whom == [Name::Player] && happening.act.and(&acts[0]).is_some()
    };
    let last = happened.get(end).filter(is_all).filter(|_| period == 1);
    let whom = vec![if last.is_some() { Name::Everybody } else { Name::Others }];
    let together = acts.into_iter().map(|act| Happening { whom: whom.clone(), act });
    let rest = &happened[end + usize::from(last.is_some())..];
    Some(happened[..start].iter().cloned().chain(together).chain(rest.iter().cloned()).collect())
}

/// What seats are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nouns {
    /// At a table of two.
    OfTwo,
    /// From the player of the card on.
    FromPlayer,
    /// From the dealer on.
    FromDealer,
}

impl Nouns {
    const fn of(occasion: Occasion) -> Nouns {
        match occasion {
            Occasion::Start => Nouns::FromDealer,
            Occasion::Laid | Occasion::LastCard => Nouns::FromPlayer,
        }
    }

    fn seat(self, name: Name) -> String {
        let words = match (name, self) {
            (Name::Player, Nouns::FromDealer) => "the dealer",
            (Name::Player, _) => "the player",
            (Name::Forward(_) | Name::Backward(_), Nouns::OfTwo) => "the other",
            (Name::Forward(1), Nouns::FromPlayer) => "the next player",
            (Name::Forward(2), Nouns::FromPlayer) => "the one behind the next",
            (Name::Forward(on), Nouns::FromPlayer) => {
                return format!("the {} player after", ORDINALS[on]);
            }
            (Name::Forward(on), _) => return format!("the {} player", ORDINALS[on]),
            (Name::Backward(1), Nouns::FromDealer) => "the one before the dealer",
            (Name::Backward(1), _) => "the one before",
            (Name::Backward(back), _) => return format!("the {} player before", ORDINALS[back]),
            (Name::Others, _) => "each other player",
            (Name::Everybody, _) => "everybody",
            (Name::Chosen(_), _) => "somebody of choice",
        };
        words.to_owned()
    }
}

/// Whether a verb is about one or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grammar {
    Singular,
    Plural,
}

/// A sentence that is being told.
struct CardSentence {
    nouns: Nouns,
    notation: Notation,
    /// How many choices the player has.
    choices: usize,
    has_told_choice: bool,
}

/// Who did what: neighbours who did the same, and all that they did.
struct Clause {
    whom: Vec<Name>,
    acts: Vec<Act>,
}

impl CardSentence {
    fn told(nouns: Nouns, notation: Notation, happenings: &[Happening]) -> String {
        let choice = |name: Name| match name {
            Name::Chosen(choice) => Some(choice),
            _ => None,
        };
        let names = happenings.iter().flat_map(|happening| {
            let with = match &happening.act {
                Act::SwapsWith(names) => Some(best(names)),
                _ => None,
            };
            with.into_iter().chain((!happening.whom.is_empty()).then(|| best(&happening.whom)))
        });
        let choices: BTreeSet<usize> = names.filter_map(choice).collect();
        let choices = choices.len();
        let mut sentence = CardSentence { nouns, notation, choices, has_told_choice: false };
        let clauses = clauses(happenings);
        let told: Vec<String> = clauses.iter().map(|clause| sentence.clause(clause)).collect();
        let told = told.join("; ");
        // Of what comes first nobody says `then`.
        told.strip_prefix("then ").unwrap_or(&told).to_owned()
    }

    fn clause(&mut self, clause: &Clause) -> String {
        let (ways_out, acts): (Vec<&Act>, Vec<&Act>) = clause
            .acts
            .iter()
            .partition(|act| matches!(act, Act::MayAnswer(_) | Act::MayChallenge));
        let grammar = if clause.whom.len() > 1 { Grammar::Plural } else { Grammar::Singular };
        let subject = self.subject(&clause.whom);
        let verbs: Vec<String> = acts.iter().map(|act| self.verb(act, grammar)).collect();
        let ways_out: String =
            ways_out.iter().map(|act| format!(", or {}", self.verb(act, grammar))).collect();
        let does = joined(&verbs);
        match clause.acts[..] {
            [Act::MovesNext] if clause.whom == [Name::Player] => {
                format!("then {subject} moves once more")
            }
            [Act::MovesNext] => format!("then {subject} moves"),
            _ if subject.is_empty() => does,
            _ => format!("{subject} {does}{ways_out}"),
        }
    }

    fn subject(&mut self, whom: &[Name]) -> String {
        let is_row = whom.len() > 2
            && whom.iter().enumerate().all(|(place, &name)| name == Name::Forward(place + 1));
        if is_row {
            let row = NUMBERS[whom.len()];
            return match self.nouns {
                Nouns::FromDealer => format!("the first {row} players"),
                _ => format!("the next {row} players"),
            };
        }
        joined(&whom.iter().map(|&name| self.name(name)).collect::<Vec<_>>())
    }

    fn name(&mut self, name: Name) -> String {
        if let Name::Chosen(choice) = name { self.chosen(choice) } else { self.nouns.seat(name) }
    }

    /// The only one who is chosen, or one of several in the order of the choices.
    fn chosen(&mut self, choice: usize) -> String {
        if self.choices > 1 {
            return format!("the {} one chosen", ORDINALS[choice + 1]);
        }
        let is_told = std::mem::replace(&mut self.has_told_choice, true);
        if is_told { "the one chosen" } else { "somebody of choice" }.to_owned()
    }

    fn verb(&mut self, act: &Act, grammar: Grammar) -> String {
        let (s, is) = match grammar {
            Grammar::Singular => ("s", "is"),
            Grammar::Plural => ("", "are"),
        };
        match act {
            Act::Draws(cards) => format!("draw{s} {cards}"),
            Act::IsThrown { presses: 1, thrown: [least, most] } => {
                format!("{is} thrown {least} to {most}")
            }
            Act::IsThrown { presses, thrown: [least, most] } => {
                format!("{is} thrown {least} to {most} {presses} times")
            }
            Act::DrawsUntil(until) => {
                let until = match until.first() {
                    Some(Until::Colour) => "a card of the active colour comes",
                    _ => "one that fits comes",
                };
                format!("draw{s} until {until}")
            }
            Act::TakesNew(cards) => format!("take{s} {cards} new cards"),
            Act::LosesTurn => format!("lose{s} a turn"),
            Act::MayAnswer(symbols) => format!("answer{s} with {}", self.symbols(symbols)),
            Act::MayChallenge => format!("challenge{s} it"),
            Act::NamesColour => format!("name{s} the colour"),
            Act::SwapsWith(names) => format!("swap{s} hands with {}", self.name(best(names))),
            Act::Discards(what) => format!("discard{s} {}", discarded(what)),
            Act::IsOut => format!("{is} out"),
            Act::MovesNext => format!("move{s}"),
            Act::DirectionTurns => "the direction turns".to_owned(),
            Act::HandsPassOn => "all hands pass on".to_owned(),
            Act::HandsAreShuffled => "all hands are shuffled and dealt again".to_owned(),
        }
    }

    fn symbols(&self, symbols: &[Symbol]) -> String {
        let written: Vec<String> =
            symbols.iter().map(|symbol| symbol.text(self.notation).to_string()).collect();
        match written.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// What belongs together: all that one did in a row, then all who did the same.
fn clauses(happenings: &[Happening]) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    for happening in happenings {
        let whom: Vec<Name> =
            if happening.whom.is_empty() { Vec::new() } else { vec![best(&happening.whom)] };
        // Who has lost a turn may answer for it, and then begins anew.
        let is_over = |acts: &[Act], next: &Act| {
            let is_end = |act: &Act| matches!(act, Act::MovesNext | Act::LosesTurn);
            *next == Act::MovesNext || acts.iter().any(is_end)
        };
        match clauses.last_mut() {
            Some(last)
                if last.whom == whom
                    && !whom.is_empty()
                    && !is_over(&last.acts, &happening.act) =>
            {
                last.acts.push(happening.act.clone());
            }
            _ => clauses.push(Clause { whom, acts: vec![happening.act.clone()] }),
        }
    }
    let mut joined: Vec<Clause> = Vec::new();
    for clause in clauses {
        match joined.last_mut() {
            Some(last) if last.acts == clause.acts && are_neighbours(last, &clause) => {
                last.whom.extend(clause.whom);
            }
            _ => joined.push(clause),
        }
    }
    joined
}

/// Whether two may be told together: single seats, each once.
fn are_neighbours(clause: &Clause, other: &Clause) -> bool {
    let is_seat = |name: &Name| !matches!(name, Name::Others | Name::Everybody);
    let is_new = |name: &Name| is_seat(name) && !clause.whom.contains(name);
    !clause.whom.is_empty()
        && !other.whom.is_empty()
        && clause.whom.iter().all(is_seat)
        && other.whom.iter().all(is_new)
}

/// The plainest of the names that fit.
fn best(names: &[Name]) -> Name {
    let plainness = |name: &&Name| match name {
        Name::Player | Name::Others | Name::Everybody => 0,
        Name::Chosen(choice) => 1 + choice,
        Name::Forward(1) => 20,
        Name::Backward(1) => 21,
        Name::Forward(on) => 21 + on,
        Name::Backward(back) => 40 + back,
    };
    *names.iter().min_by_key(plainness).expect("a seat has a name")
}

fn discarded(what: &[Discard]) -> String {
    match what.first() {
        Some(Discard::Colour) => "the active colour".to_owned(),
        Some(Discard::Symbol) | None => "the same symbol".to_owned(),
        Some(Discard::Numbers(bits)) => {
            let numbers = (0..10).filter(|number| bits >> number & 1 == 1);
            let numbers: Vec<String> = numbers.map(|number: u8| number.to_string()).collect();
            format!("all {}", joined(&numbers))
        }
    }
}

/// Words in a row: `a, b and c`.
fn joined(words: &[String]) -> String {
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

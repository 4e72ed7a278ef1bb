//! Scripted tables in text: hands and pile in card notation, chance and decisions as words, events
//! as short sentences.
//!
//! Hands are separated by `|`, the pile is top first and begins with the start card; the dealer is
//! the last seat, so that seat 0 is first. A decision is `seat:word`, the word a card, `=R` for a
//! colour, `>2` for a seat, or `draw`, `keep`, `uno`, `silent`, `challenge`, `accept`, `take` a
//! penalty or a skip, `pass` where one may jump in, double or exchange. Who gives a card in
//! exchange decides on the card.

use std::collections::VecDeque;

use crate::support::{apply, open};
use unobench_core::cards::{Cards, Colour, DrawPile, Kind, KindSet, Multiset, Roomy};
use unobench_core::game::{
    Action, ActiveRules, Chance, Coin, Decision, Event, Fault, How, Opening, Race, Round,
    RoundScore, Scoring, Seat, SeatSet, Standing, Why,
};
use unobench_core::rules::{Person, Probability, RuleSet, Weight};

/// The official rules with some values changed.
pub(crate) fn rules(assignments: &[&str]) -> RuleSet {
    let mut rules = RuleSet::official();
    rules.set_all(assignments).unwrap_or_else(|error| panic!("{error}"));
    rules
}

/// Cards in text notation.
pub(crate) fn cards(text: &str, blank_draws: u8) -> Vec<Kind> {
    text.split_whitespace()
        .map(|card| Kind::parse(card, blank_draws).unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

/// A table about to be opened.
pub(crate) struct Scene {
    rules: RuleSet,
    hands: Vec<Vec<Kind>>,
    pile: Vec<Kind>,
    dealer: usize,
    script: Script,
}

/// Chance as it is wanted, and what happened.
#[derive(Default)]
struct Script {
    coins: VecDeque<(String, usize, bool)>,
    races: VecDeque<(String, usize)>,
    picks: VecDeque<(String, String, usize)>,
    slips: VecDeque<(String, usize, Kind)>,
    presses: VecDeque<(usize, u32)>,
    places: VecDeque<usize>,
    reshuffle: Vec<Kind>,
    crash: Vec<Kind>,
    blank_draws: u8,
    drawn: Vec<Kind>,
    crashed: Vec<Kind>,
    told: Vec<String>,
}

/// A table at play.
pub(crate) struct Table {
    rules: RuleSet,
    world: World,
    pub(crate) round: Round<Roomy>,
}

struct World {
    active_rules: ActiveRules,
    people: unobench_core::rules::People,
    script: Script,
}

/// A table with these rules on top of the official ones, these hands and this pile.
pub(crate) fn scene(assignments: &[&str], hands: &str, pile: &str) -> Scene {
    let rules = rules(assignments);
    let blank_draws = rules.deck.blank_draws;
    let hands: Vec<_> = hands.split('|').map(|hand| cards(hand, blank_draws)).collect();
    let pile = cards(pile, blank_draws);
    let dealer = hands.len() - 1;
    Scene { rules, hands, pile, dealer, script: Script { blank_draws, ..Script::default() } }
}

impl Scene {
    /// Another dealer than the last seat.
    pub(crate) fn dealt_by(mut self, dealer: usize) -> Scene {
        self.dealer = dealer;
        self
    }

    /// How coins fall: `forgets_uno 0 yes, catches_uno 1 no`.
    pub(crate) fn coins(mut self, text: &str) -> Scene {
        let parse = |coin: &str| {
            let words: Vec<_> = coin.split_whitespace().collect();
            (words[0].to_owned(), words[1].parse().expect("a seat"), words[2] == "yes")
        };
        self.script.coins = text.split(',').map(parse).collect();
        self
    }

    /// Who runs in the races and who wins: `1 0:0` is seats 1 and 0, the first of the list wins.
    pub(crate) fn races(mut self, races: &[(&str, usize)]) -> Scene {
        self.script.races =
            races.iter().map(|(runners, winner)| ((*runners).to_owned(), *winner)).collect();
        self
    }

    /// Who is drawn: `("talks", "0 1 2", 1)` draws seat 1 among these three.
    pub(crate) fn picks(mut self, picks: &[(&str, &str, usize)]) -> Scene {
        self.script.picks = picks
            .iter()
            .map(|(what, among, seat)| ((*what).to_owned(), (*among).to_owned(), *seat))
            .collect();
        self
    }

    /// Which cards are laid by mistake: `misplays 0 B3, forgets_penalty 1 R4`.
    pub(crate) fn slips(mut self, text: &str) -> Scene {
        let parse = |slip: &str| {
            let words: Vec<_> = slip.split_whitespace().collect();
            (
                words[0].to_owned(),
                words[1].parse().expect("a seat"),
                cards(words[2], self.script.blank_draws)[0],
            )
        };
        self.script.slips = text.split(',').map(parse).collect();
        self
    }

    /// How many cards the launcher throws: `0 3, 1 0` throws three to seat 0, then none to seat 1.
    pub(crate) fn presses(mut self, text: &str) -> Scene {
        let parse = |press: &str| {
            let (seat, cards) = press.trim().split_once(' ').expect("a seat and a number");
            (seat.parse().expect("a seat"), cards.parse().expect("a number"))
        };
        self.script.presses = text.split(',').map(parse).collect();
        self
    }

    /// Where cards go back into the draw pile, from the top.
    pub(crate) fn places(mut self, places: &[usize]) -> Scene {
        self.script.places = places.iter().copied().collect();
        self
    }

    /// The order, top first, in which a reshuffled pile lies.
    pub(crate) fn reshuffle(mut self, order: &str) -> Scene {
        self.script.reshuffle = cards(order, self.script.blank_draws);
        self
    }

    /// The order in which the cards of a crash, or of all hands by seat, are dealt out.
    pub(crate) fn crash(mut self, order: &str) -> Scene {
        self.script.crash = cards(order, self.script.blank_draws);
        self
    }

    /// Turns up the start card.
    pub(crate) fn open(self) -> Table {
        let opening = Opening::dealt_by(Seat::new(self.dealer), self.hands.len());
        let mut round = Round::with_cards(opening, &self.hands, self.pile.iter().rev().copied())
            .expect("the cards fit");
        let mut world = World {
            active_rules: ActiveRules::of(&self.rules),
            people: self.rules.people,
            script: self.script,
        };
        open(&mut round, &mut world, &self.rules.setup);
        Table { rules: self.rules, world, round }
    }

    /// Turns up the start card and forgets that this was told.
    pub(crate) fn start(self) -> Table {
        let mut table = self.open();
        table.world.script.told.retain(|event| !event.starts_with("up "));
        table
    }
}

impl Table {
    /// Takes decisions: `0:R5 0:uno 1:draw`.
    #[track_caller]
    pub(crate) fn act(&mut self, script: &str) -> &mut Table {
        for step in script.split_whitespace() {
            let (seat, word) = step.split_once(':').expect("seat:word");
            assert_eq!(
                self.actor(),
                seat.parse::<usize>().expect("a seat"),
                "who decides before {step}, {}",
                self.asked()
            );
            let action = self.action(word);
            apply(&mut self.round, &mut self.world, action)
                .unwrap_or_else(|error| panic!("{step}: {error}; {}", self.asked()));
        }
        self
    }

    fn action(&self, word: &str) -> Action {
        match (word, word.split_at(1)) {
            ("pass", _) if self.round.decision() == Decision::Play => Action::Pass,
            ("draw" | "keep" | "accept" | "silent" | "take" | "pass", _) => Action::No,
            ("uno" | "challenge", _) => Action::Yes,
            (_, ("=", letter)) => Action::Colour(
                Colour::from_letter(letter.chars().next().expect("a letter")).expect("a colour"),
            ),
            (_, (">", seat)) => Action::Seat(Seat::new(seat.parse().expect("a seat"))),
            _ => Action::Card(
                Kind::parse(word, self.rules.deck.blank_draws)
                    .unwrap_or_else(|error| panic!("{error}")),
            ),
        }
    }

    fn actor(&self) -> usize {
        self.round.actor().index()
    }

    fn text(&self, kind: Kind) -> String {
        kind.text(self.rules.deck.blank_draws).to_string()
    }

    /// What is waited for: `0 play R1 W+4 draw`.
    pub(crate) fn asked(&self) -> String {
        if self.round.standing() != Standing::Waits {
            return format!("{:?}", self.round.standing());
        }
        let decision = self.round.decision();
        let mut text = format!("{} {}", self.actor(), decision.name());
        self.round.for_each_action(|action| {
            text += " ";
            text += &match action {
                Action::Card(kind) => self.text(kind),
                Action::Colour(colour) => format!("={colour}"),
                Action::Seat(seat) => format!(">{}", seat.index()),
                Action::Pass => "pass".to_owned(),
                Action::Yes | Action::No => word(decision, action == Action::Yes).to_owned(),
            };
        });
        text
    }

    /// Checks what is waited for.
    #[track_caller]
    pub(crate) fn asks(&mut self, expected: &str) -> &mut Table {
        assert_eq!(self.asked(), expected);
        self
    }

    /// Checks all that happened since the last check; with `…` at the end, how it began.
    #[track_caller]
    pub(crate) fn told(&mut self, expected: &str) -> &mut Table {
        let told = std::mem::take(&mut self.world.script.told).join("; ");
        match expected.strip_suffix('…') {
            Some(beginning) => {
                assert!(told.starts_with(beginning), "{told}\ndoes not begin with\n{beginning}")
            }
            None => assert_eq!(told, expected),
        }
        self
    }

    /// Whether this happened since the last check.
    pub(crate) fn tells(&self, event: &str) -> bool {
        self.world.script.told.iter().any(|told| told == event)
    }

    /// Checks the cards of a hand, in any order.
    #[track_caller]
    pub(crate) fn holds(&mut self, seat: usize, expected: &str) -> &mut Table {
        assert_eq!(
            self.hand(seat),
            sorted(&cards(expected, self.rules.deck.blank_draws), self.rules.deck.blank_draws),
            "hand of seat {seat}"
        );
        self
    }

    fn hand(&self, seat: usize) -> String {
        let mut kinds = Vec::new();
        self.round
            .hand(Seat::new(seat))
            .for_each(|kind, count| kinds.extend(std::iter::repeat_n(kind, count as usize)));
        sorted(&kinds, self.rules.deck.blank_draws)
    }

    /// Checks that every coin, race, draw of a seat or card, and press of the script was asked for.
    #[track_caller]
    pub(crate) fn used_up(&mut self) -> &mut Table {
        let script = &self.world.script;
        let left = (
            script.coins.len(),
            script.races.len(),
            script.picks.len(),
            script.slips.len(),
            script.presses.len(),
        );
        assert_eq!(left, (0, 0, 0, 0, 0), "coins, races, picks, slips and presses left over");
        self
    }

    /// Checks the up card, with `=` and the active colour after a wild.
    #[track_caller]
    pub(crate) fn shows(&mut self, expected: &str) -> &mut Table {
        assert_eq!(up_card(&self.round), expected, "the up card");
        self
    }

    /// Checks the number of turns played.
    #[track_caller]
    pub(crate) fn turns(&mut self, expected: u32) -> &mut Table {
        assert_eq!(self.round.turns(), expected, "turns");
        self
    }

    /// Checks who won.
    #[track_caller]
    pub(crate) fn won_by(&mut self, seat: usize) -> &mut Table {
        assert_eq!(self.round.standing(), Standing::Won(Seat::new(seat)), "{}", self.asked());
        self
    }

    /// Checks who went out, the first first.
    #[track_caller]
    pub(crate) fn places(&mut self, expected: &[usize]) -> &mut Table {
        assert_eq!(
            self.round.places().iter().map(Seat::index).collect::<Vec<_>>(),
            expected,
            "places"
        );
        self
    }

    /// What the finished round is worth.
    pub(crate) fn score(&self) -> RoundScore {
        Scoring::of(&self.rules).score(&self.round)
    }

    /// The scores given, by seat.
    pub(crate) fn scores(&self) -> Vec<i32> {
        self.score().scores[..self.round.players()].to_vec()
    }
}

fn sorted(kinds: &[Kind], blank_draws: u8) -> String {
    let mut kinds = kinds.to_vec();
    kinds.sort_unstable();
    kinds.iter().map(|kind| kind.text(blank_draws).to_string()).collect::<Vec<_>>().join(" ")
}

fn word(decision: Decision, yes: bool) -> &'static str {
    match (decision, yes) {
        (Decision::Play, _) => "draw",
        (Decision::Drawn, _) => "keep",
        (Decision::Uno, true) => "uno",
        (Decision::Uno, false) => "silent",
        (Decision::Challenge, true) => "challenge",
        (Decision::Challenge, false) => "accept",
        (Decision::Answer, _) => "take",
        _ => "pass",
    }
}

impl World {
    fn text(&self, kind: Kind) -> String {
        kind.text(self.script.blank_draws).to_string()
    }

    fn tell(&mut self, text: String) {
        self.script.told.push(text);
    }

    fn play_text(&self, seat: Seat, card: Kind, how: How) -> String {
        let how = match how {
            How::Turn => String::new(),
            How::Answer => " in answer".to_owned(),
            How::JumpIn => " jumping in".to_owned(),
            How::Double => " doubling".to_owned(),
            how => format!(" {}", how.name()),
        };
        format!("{} plays {}{how}", seat.index(), self.text(card))
    }

    /// A colour that is named later is told in a sentence of its own.
    fn colour_waits(&mut self) {
        if let Some(last) = self.script.told.last_mut() {
            *last = last.replace(" plays ", " lays ");
        }
    }

    fn draw_text(&mut self, seat: Seat, owed: u32, why: Why) -> String {
        let drawn: String = std::mem::take(&mut self.script.drawn)
            .into_iter()
            .map(|kind| format!(" {}", self.text(kind)))
            .collect();
        format!("{} draws{drawn} ({} {owed})", seat.index(), format!("{why:?}").to_lowercase())
    }
}

impl<C: Cards> Chance<C> for World {
    fn listens(&self) -> bool {
        true
    }

    fn rules(&self) -> &ActiveRules {
        &self.active_rules
    }

    fn person(&self, seat: Seat) -> &Person {
        &self.people.seats[seat.index()]
    }

    fn shuffle_more(&mut self, _pile: &mut C::Pile) {
        unreachable!("the pile is in order");
    }

    fn reshuffled(&mut self, pile: &mut C::Pile) {
        let mut kinds: Vec<Kind> = (0..pile.len()).map(|index| pile.get(index)).collect();
        if !self.script.reshuffle.is_empty() {
            let order: Vec<Kind> = self.script.reshuffle.drain(..).rev().collect();
            assert_eq!(
                sorted(&order, self.script.blank_draws),
                sorted(&kinds, self.script.blank_draws),
                "the cards of the reshuffle"
            );
            kinds = order;
        }
        for (index, &kind) in kinds.iter().enumerate() {
            pile.put(index, kind);
        }
        pile.settle_all();
        let order = kinds.iter().rev().map(|&kind| self.text(kind)).collect::<Vec<_>>().join(" ");
        self.tell(format!("reshuffle {order}"));
    }

    fn put_back(&mut self, pile: &mut C::Pile, kind: Kind) {
        let mut kinds: Vec<Kind> = (0..pile.len()).rev().map(|index| pile.get(index)).collect();
        let place = self.script.places.pop_front().unwrap_or(kinds.len());
        kinds.insert(place, kind);
        pile.clear();
        kinds.iter().rev().for_each(|&kind| pile.push(kind));
        pile.settle_all();
        let up = self.script.told.pop().expect("a card was turned up");
        self.tell(format!("{up} {place}"));
    }

    fn crash(&mut self, cards: &mut [Kind]) {
        let order = std::mem::take(&mut self.script.crash);
        assert_eq!(
            sorted(&order, self.script.blank_draws),
            sorted(cards, self.script.blank_draws),
            "the cards of the crash"
        );
        cards.copy_from_slice(&order);
    }

    fn coin(&mut self, coin: Coin, seat: Seat, _probability: Probability) -> bool {
        let (what, whose, up) = self
            .script
            .coins
            .pop_front()
            .unwrap_or_else(|| panic!("no coin for {} of {seat:?}", coin.key()));
        assert_eq!((what.as_str(), whose), (coin.key(), seat.index()), "the next coin");
        up
    }

    fn pick(&mut self, coin: Coin, seats: SeatSet) -> Seat {
        let (what, who, seat) = self
            .script
            .picks
            .pop_front()
            .unwrap_or_else(|| panic!("no pick for {} of {seats:?}", coin.key()));
        let among = seats.iter().map(|seat| seat.index().to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!((what.as_str(), who), (coin.key(), among), "the next pick");
        Seat::new(seat)
    }

    fn pick_card(&mut self, coin: Coin, seat: Seat, kinds: KindSet<C::Word>) -> Kind {
        let (what, whose, card) = self
            .script
            .slips
            .pop_front()
            .unwrap_or_else(|| panic!("no card for {} of {seat:?}", coin.key()));
        assert_eq!((what.as_str(), whose), (coin.key(), seat.index()), "the next card by mistake");
        assert!(kinds.contains(card), "{card:?} among {kinds:?}");
        card
    }

    fn press(&mut self, seat: Seat, least: u32, most: u32) -> u32 {
        let (whose, cards) =
            self.script.presses.pop_front().unwrap_or_else(|| panic!("no press by {seat:?}"));
        assert_eq!(whose, seat.index(), "who presses");
        assert!((least..=most).contains(&cards), "the launcher throws {least} to {most}");
        cards
    }

    fn race(&mut self, race: Race, candidates: &[(Seat, Weight)]) -> usize {
        let (runners, winner) = self
            .script
            .races
            .pop_front()
            .unwrap_or_else(|| panic!("no race {race:?} of {candidates:?}"));
        let seats = candidates
            .iter()
            .map(|(seat, _)| seat.index().to_string())
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(seats, runners, "who races");
        winner
    }

    fn drawn(&mut self, kind: Kind) {
        self.script.drawn.push(kind);
    }

    fn crashed(&mut self, cards: &[Kind], _first: usize) {
        self.script.crashed = cards.to_vec();
    }

    fn saw(&mut self, _round: &Round<C>, event: Event) {
        if let Event::NameColour { colour, .. } = event
            && let Some(last) = self.script.told.last_mut()
            && last.contains(" plays ")
        {
            *last += &format!(" ={colour}");
            return;
        }
        let text = match event {
            Event::TurnUp { card, returned } => {
                format!("up {}{}", self.text(card), if returned { " back" } else { "" })
            }
            Event::NameColour { seat, colour } => format!("{} names {colour}", seat.index()),
            Event::Play { seat, card, how } => self.play_text(seat, card, how),
            Event::Uno { seat, false_call: true, .. } => format!("{} calls falsely", seat.index()),
            Event::Uno { seat, called, .. } => {
                format!("{} {}", seat.index(), if called { "calls" } else { "is silent" })
            }
            Event::Caught { seat, by, of: Fault::Uno } => {
                format!("{} caught by {}", seat.index(), by.index())
            }
            Event::Caught { seat, by, of: Fault::Penalty } => {
                format!("{} caught without penalty by {}", seat.index(), by.index())
            }
            Event::ForgetsColour { seat } => format!("{} forgets the colour", seat.index()),
            Event::ColourWaits { .. } => return self.colour_waits(),
            Event::Caught { seat, by, of: Fault::Colour } => {
                format!("{} caught without colour by {}", seat.index(), by.index())
            }
            Event::Draw { seat, owed, why } => self.draw_text(seat, owed, why),
            Event::Keep { seat } => format!("{} keeps", seat.index()),
            Event::Pass { seat } => format!("{} passes", seat.index()),
            Event::LoseTurn { seat } => format!("{} loses turn", seat.index()),
            Event::Challenge { seat, against, upheld } => {
                format!(
                    "{} challenges {} {}",
                    seat.index(),
                    against.index(),
                    if upheld { "rightly" } else { "wrongly" }
                )
            }
            Event::TakeBack { seat, card } => {
                format!("{} takes back {}", seat.index(), self.text(card))
            }
            Event::Swap { seat, with } => format!("{} swaps with {}", seat.index(), with.index()),
            Event::Rotate { direction } => {
                format!("hands rotate {}", format!("{direction:?}").to_lowercase())
            }
            Event::Exchange { seat, with, gives, gets } => {
                format!(
                    "{} exchanges {} for {} with {}",
                    seat.index(),
                    self.text(gives),
                    self.text(gets),
                    with.index()
                )
            }
            Event::Misplay { seat, card } => {
                format!("{} misplays {}", seat.index(), self.text(card))
            }
            Event::Speaks { seat } => format!("{} speaks", seat.index()),
            Event::Advises { seat } => format!("{} advises", seat.index()),
            Event::Crash { seat, with } => {
                format!("{} crashes with {}", seat.index(), with.index())
            }
            Event::Redeal { seat } => format!("{} shuffles all hands", seat.index()),
            Event::Out { seat, place } => format!("{} out {place}", seat.index()),
        };
        self.tell(text);
    }
}

/// The up card as text, with the active colour of a wild.
pub(crate) fn up_card<C: Cards>(round: &Round<C>) -> String {
    let card = round.up_card();
    let colour = if card.is_wild() { format!("={}", round.active_colour()) } else { String::new() };
    format!("{}{colour}", card.text(0))
}

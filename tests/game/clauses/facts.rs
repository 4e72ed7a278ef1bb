//! Facts: what a rule set is, without a scene.
//!
//! - `deck 108: 1 of 0, 4 of W W+4`: the size of the deck, and how often cards are in it; a symbol
//!   stands for each colour.
//! - `points R9 W = 59; R0 = 0`: what hands count.
//! - `match 1 wins 0 300 0 0; goes on; 2 x stalls; 0 wins 299 0 0 0; won by 1`: rounds with their
//!   scores at a table of four, and how the match then stands: `goes on`, `won by`, `tied`,
//!   `stalled`.
//! - `refused scoring.partners=true finish.when=bring_in: finish.when`: the error with which values
//!   are refused names the first key, and these words.
//! - `seats 4 6 8 10`: the tables that can play.
//! - `in Rust`: a test of the clause's name in `in_rust.rs`.

use std::iter::empty;

use unobench_core::cards::{Cards, Kind, Multiset, Roomy};
use unobench_core::game::match_play::MatchPlay;
use unobench_core::game::{Opening, RoundScore, Scoring, Seat, SeatSet};
use unobench_core::rules::{MAX_SEATS, RuleSet};

use super::in_rust;
use super::scene::words;
use super::script::{Clause, Line};
use crate::agreement::matches::as_naive;
use crate::reference::scoring::{hand_points, team};
use crate::reference::{self, Card, Settings, deck};

pub(crate) fn check(clause: &Clause, line: &Line) -> Result<(), String> {
    match line.word.as_str() {
        "deck" => check_deck(line),
        "points" => check_points(line),
        "match" => check_match(line),
        "refused" => check_refused(line),
        "seats" => check_seats(line),
        "in" if in_rust::names().any(|name| name == clause.name) => Ok(()),
        "in" => Err(format!("in_rust.rs has no test {}", clause.name)),
        other => {
            Err(format!("{other:?} begins no line: deal, deck, points, match, refused, seats, in"))
        }
    }
}

fn expect<T: PartialEq + std::fmt::Debug>(
    what: &str,
    wanted: T,
    core: T,
    naive: T,
) -> Result<(), String> {
    if core == wanted && naive == wanted {
        return Ok(());
    }
    Err(format!("{what} is {wanted:?}; the core has {core:?}, the naive engine {naive:?}"))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("{text:?} is no number"))
}

fn settings(rules: &RuleSet) -> Result<Settings, String> {
    Settings::from_json(&rules.settings_json())
}

fn kind(rules: &RuleSet, card: &str) -> Result<Kind, String> {
    Kind::parse(card, rules.deck.notation()).map_err(|error| error.to_string())
}

fn naive_card(card: &str) -> Card {
    card.parse().unwrap_or_else(|_| Card::own(card))
}

fn check_deck(line: &Line) -> Result<(), String> {
    let rules = line.rules(empty())?;
    let cards = deck(&settings(&rules)?);
    let (size, counts) = line.text.split_once(": ").ok_or("it is `deck SIZE: N of CARDS`")?;
    expect("the size", number(size)?, usize::from(rules.deck_size()), cards.len())?;
    for count in counts.split(", ") {
        let (copies, named) = count.split_once(" of ").ok_or("it is `N of CARDS`")?;
        let each = |card: &String| match kind(&rules, card) {
            Ok(_) => vec![card.clone()],
            Err(_) => ["R", "B", "G", "Y"].map(|colour| format!("{colour}{card}")).to_vec(),
        };
        for card in words(named).iter().flat_map(each) {
            let naive = naive_card(&card);
            let found = cards.iter().filter(|&&other| other == naive).count();
            let copies_in_core = rules.deck.cards().copies(kind(&rules, &card)?);
            expect(&card, number(copies)?, usize::from(copies_in_core), found)?;
        }
    }
    Ok(())
}

fn check_points(line: &Line) -> Result<(), String> {
    let rules = line.rules(empty())?;
    for hand in line.text.split("; ") {
        let (hand, points) = hand.split_once(" = ").ok_or("it is `points CARDS = N`")?;
        let mut set = <Roomy as Cards>::Set::default();
        let mut cards = Vec::new();
        for card in words(hand) {
            set.insert(kind(&rules, &card)?);
            cards.push(naive_card(&card));
        }
        let core = i64::from(Scoring::of(&rules).hand_points(&set));
        expect(hand, number(points)?, core, hand_points(&settings(&rules)?, &cards))?;
    }
    Ok(())
}

/// A match at a table of four on both engines.
struct Match<'a> {
    settings: &'a Settings,
    core: MatchPlay,
    naive: reference::MatchPlay<'a>,
    stands: [String; 2],
}

fn check_match(line: &Line) -> Result<(), String> {
    let rules = line.rules(empty())?;
    let settings = settings(&rules)?;
    let mut play = Match {
        settings: &settings,
        core: MatchPlay::new(&rules, 4, Opening::dealt_by(Seat::new(3), 4)),
        naive: reference::MatchPlay::new(&settings, 4, 3),
        stands: ["goes on", "goes on"].map(str::to_owned),
    };
    for item in line.text.split("; ") {
        let (rounds, what) = item.split_once(" x ").unwrap_or(("1", item));
        if let Some((winner, scores)) = what.split_once(" wins ") {
            for _ in 0..number(rounds)? {
                play.add(Some(number(winner)?), &words(scores))?;
            }
        } else if what == "stalls" {
            for _ in 0..number(rounds)? {
                play.add(None, &words("0 0 0 0"))?;
            }
        } else {
            let [core, naive] = &play.stands;
            expect("the match", item, core, naive)?;
        }
    }
    Ok(())
}

impl Match<'_> {
    fn add(&mut self, winner: Option<usize>, scores: &[String]) -> Result<(), String> {
        if self.stands.iter().any(|stands| stands != "goes on") {
            return Err(format!("the match is over: {:?}", self.stands));
        }
        let winners = winner.map_or(Vec::new(), |winner| team(self.settings, 4, winner));
        let mut score =
            RoundScore { winners: SeatSet::EMPTY, points: [0; MAX_SEATS], scores: [0; MAX_SEATS] };
        score.winners =
            winners.iter().map(|&seat| Seat::new(seat)).fold(score.winners, SeatSet::with);
        for (to, from) in score.scores.iter_mut().zip(scores) {
            *to = number(from)?;
        }
        let (opening, winner) = (self.core.opening(), winner.map(Seat::new));
        self.naive.add(&as_naive(self.settings, 4, opening, &score, winner));
        let core = match self.core.add(&score, winner) {
            None => "goes on".to_owned(),
            Some(end) => {
                ends(end.stalled, &end.winners.iter().map(Seat::index).collect::<Vec<_>>())
            }
        };
        let naive = if self.naive.is_over() {
            let winners =
                self.naive.winner().map_or(Vec::new(), |seat| team(self.settings, 4, seat));
            ends(self.naive.leads_nowhere(), &winners)
        } else {
            "goes on".to_owned()
        };
        self.stands = [core, naive];
        Ok(())
    }
}

fn ends(stalled: bool, winners: &[usize]) -> String {
    match (stalled, winners) {
        (true, []) => "stalled".to_owned(),
        (_, []) => "tied".to_owned(),
        _ => winners.iter().fold("won by".to_owned(), |text, seat| format!("{text} {seat}")),
    }
}

fn check_refused(line: &Line) -> Result<(), String> {
    let (values, parts) = line.text.split_once(": ").unwrap_or((&line.text, ""));
    let values = words(values);
    let mut rules = line.rules(empty())?;
    let error = rules.set_all(&values).err().ok_or("it is not refused")?.to_string();
    let key = values[0].split('=').next().unwrap_or_default();
    match words(parts).iter().map(String::as_str).chain([key]).find(|part| !error.contains(part)) {
        Some(part) => Err(format!("the error does not name {part}: {error}")),
        None => Ok(()),
    }
}

fn check_seats(line: &Line) -> Result<(), String> {
    let rules = line.rules(empty())?;
    let tables = (0..=MAX_SEATS + 1).filter(|&seats| rules.validate_for(seats).is_ok());
    let found = tables.map(|seats| seats.to_string()).collect::<Vec<_>>().join(" ");
    if found == line.text { Ok(()) } else { Err(format!("so many seats can play: {found}")) }
}

//! Records as a spectator or a player saw them: where the draw pile of a round is a number, and
//! hands may be numbers too, cards are found that fit all that its lines tell.
//!
//! A card that is shown later is where it came from; nobody knows which of a hand's hidden cards it
//! was, so it is the one that came last. All others are any of those that are left. What the rules
//! make of hidden cards (whether one could have been laid) is not looked at: the check then says
//! what does not fit.

use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use unobench_core::game::ActiveRules;
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::RuleSet;

/// The field of a filled-in round that names the seats whose hands were hidden.
pub(super) const HIDDEN: &str = "hidden_hands";

/// Whether a line begins a round of which the draw pile is a number.
pub(super) fn hides(line: &[u8]) -> bool {
    let text = str::from_utf8(line).unwrap_or_default();
    let pile = text.split_once("\"draw_pile\"").map(|(_, rest)| rest.trim_start());
    let value = pile.and_then(|rest| rest.strip_prefix(':')).map(str::trim_start);
    value.is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit())) && begins_round(line)
}

pub(super) fn begins_round(line: &[u8]) -> bool {
    serde_json::from_slice::<Value>(line).is_ok_and(|line| line["event"] == "round")
}

/// Cards by their number, each of a shuffle, and what it is, once that is known.
#[derive(Default)]
struct ShuffledCards {
    cards: Vec<(usize, Option<String>)>,
    /// Of each shuffle the cards that are nowhere yet.
    left: Vec<BTreeMap<String, usize>>,
}

const TRIES: usize = 20_000;

/// Nothing, or in words why no hidden cards fit what the lines tell.
type Filled = Result<(), String>;

impl ShuffledCards {
    /// Cards of a shuffle, each as it is told, or a number of hidden ones.
    fn dealt(&mut self, shuffle: usize, told: &Value) -> Result<Vec<usize>, String> {
        let hidden = told.as_u64().map(|count| count.min(10_000) as usize);
        let shown = told.as_array().map_or(&[][..], Vec::as_slice);
        let first = self.cards.len();
        let count = hidden.unwrap_or(shown.len());
        self.cards.extend((0..count).map(|_| (shuffle, None)));
        let all: Vec<usize> = (first..first + count).collect();
        self.show(&all, shown)?;
        Ok(all)
    }

    fn show(&mut self, cards: &[usize], shown: &[Value]) -> Filled {
        cards.iter().zip(shown).try_for_each(|(&card, text)| self.is(card, text))
    }

    fn is(&mut self, card: usize, text: &Value) -> Filled {
        let text = text.as_str().unwrap_or_default();
        let (shuffle, known) = &mut self.cards[card];
        if let Some(known) = known {
            return if known == text { Ok(()) } else { Err(format!("{text} where {known} lay")) };
        }
        let left = self.left[*shuffle].get_mut(text).filter(|left| **left > 0);
        *left.ok_or_else(|| format!("{text}, of which no more is left"))? -= 1;
        *known = Some(text.to_owned());
        Ok(())
    }

    /// Takes a card out of a hand: one that is known to be it, or else the hidden one that came
    /// last.
    fn leaves(&mut self, hand: &mut Vec<usize>, text: &Value) -> Result<usize, String> {
        let known = hand.iter().rposition(|&card| self.cards[card].1.as_deref() == text.as_str());
        let hidden = hand.iter().rposition(|&card| self.cards[card].1.is_none());
        let place = known.or(hidden).ok_or_else(|| format!("{text}, which is not held"))?;
        let card = hand.remove(place);
        self.is(card, text).map(|()| card)
    }

    fn texts(&self, cards: &[usize]) -> Value {
        cards.iter().map(|&card| self.cards[card].1.clone().unwrap_or_default()).collect()
    }

    /// Makes the hidden cards of a hand any of those that are left, so that it has these points, if
    /// chance finds some that do.
    fn fill_hand(&mut self, hand: &[usize], points: u64, worth: &BTreeMap<String, u64>, seat: u64) {
        let worth_of = |text: &str| worth.get(text).copied().unwrap_or_default();
        let known = |card: &usize| self.cards[*card].1.as_deref();
        let sum: u64 = hand.iter().filter_map(known).map(worth_of).sum();
        let hidden: Vec<usize> =
            hand.iter().copied().filter(|card| known(card).is_none()).collect();
        let mut rng = RoundKey::new(0, seat, 1).stream(Purpose::Deal, 0);
        for _ in 0..if hidden.is_empty() { 0 } else { TRIES } {
            let (mut left, mut cards, mut total) = (self.left.clone(), Vec::new(), sum);
            for &card in &hidden {
                let left = &mut left[self.cards[card].0];
                let all: usize = left.values().sum();
                let mut place = rng.below(all.max(1) as u32) as usize;
                let drawn = left.iter_mut().find(|(_, count)| {
                    let is_it = place < **count;
                    place = place.saturating_sub(**count);
                    is_it
                });
                let Some((text, count)) = drawn else { return };
                *count -= 1;
                total += worth_of(text);
                cards.push(text.clone());
            }
            if total == points {
                self.left = left;
                for (card, text) in hidden.iter().zip(cards) {
                    self.cards[*card].1 = Some(text);
                }
                return;
            }
        }
    }

    /// Makes each hidden card any of those that are left.
    fn fill(&mut self) -> Filled {
        for shuffle in 0..self.left.len() {
            let left = std::mem::take(&mut self.left[shuffle]);
            let mut left: Vec<String> =
                left.into_iter().flat_map(|(text, count)| vec![text; count]).collect();
            let mut rng = RoundKey::new(0, shuffle as u64, 0).stream(Purpose::Deal, 0);
            let hidden = self
                .cards
                .iter_mut()
                .filter(|(origin, known)| *origin == shuffle && known.is_none());
            for (_, card) in hidden {
                if left.is_empty() {
                    return Err("more hidden cards than are left of the deck".to_owned());
                }
                *card = Some(left.swap_remove(rng.below(left.len() as u32) as usize));
            }
        }
        Ok(())
    }
}

/// A round as its lines tell it: which cards lie where.
struct Followed {
    cards: ShuffledCards,
    hands: Vec<Vec<usize>>,
    pile: VecDeque<usize>,
    laid: Vec<usize>,
    /// The cards that lines name: the index of the line, its field, and which.
    named: Vec<(usize, &'static str, Vec<usize>)>,
}

impl Followed {
    /// As the line that begins it says.
    fn dealt(round: &Value, rules: &RuleSet) -> Result<Followed, String> {
        let mut deck = BTreeMap::new();
        for kind in rules.deck.cards().cards() {
            *deck.entry(kind.text(rules.deck.notation()).to_string()).or_insert(0) += 1;
        }
        let mut cards = ShuffledCards { left: vec![deck], ..ShuffledCards::default() };
        let hands = round["hands"].as_array().filter(|hands| !hands.is_empty());
        let hands = hands.ok_or("it has no hands")?.iter();
        let hands = hands.map(|hand| cards.dealt(0, hand)).collect::<Result<Vec<_>, _>>()?;
        let pile = VecDeque::from(cards.dealt(0, &round["draw_pile"])?);
        Ok(Followed { cards, hands, pile, laid: Vec::new(), named: Vec::new() })
    }

    fn line(&mut self, index: usize, line: &mut Value) -> Filled {
        let seats = self.hands.len();
        let seat_of = |field: &str| line[field].as_u64().unwrap_or_default() as usize % seats;
        let seat = seat_of("seat");
        match line["event"].as_str().unwrap_or_default() {
            "turn_up" => return self.turn_up(line),
            "draw" => return self.draw(index, seat, &line["cards"]),
            "play" => {
                let card = self.cards.leaves(&mut self.hands[seat], &line["card"])?;
                self.laid.push(card);
            }
            "take_back" => self.hands[seat].extend(self.laid.pop()),
            "swap" => self.hands.swap(seat, seat_of("with")),
            "rotate" if line["direction"] == 1 => self.hands.rotate_right(1),
            "rotate" => self.hands.rotate_left(1),
            "reshuffle" => return self.reshuffle(index, &line["draw_pile"]),
            "round_end" => return self.round_end(&line["hands"]),
            "exchange" | "crash" | "redeal" | "misplay" | "discard" | "knock_out" => {
                return Err("hidden cards are not followed through this event".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// The first card of the pile, which is laid, or returned to some place in it.
    fn turn_up(&mut self, line: &mut Value) -> Filled {
        let card = self.pile.pop_front().ok_or("a card of an empty pile")?;
        self.cards.is(card, &line["card"])?;
        if line["returned"] != true {
            self.laid.push(card);
            return Ok(());
        }
        let told = line["place"].as_u64().map(|place| place as usize);
        let place = told.unwrap_or(self.pile.len()).min(self.pile.len());
        self.pile.insert(place, card);
        line["place"] = json!(place);
        Ok(())
    }

    fn draw(&mut self, index: usize, seat: usize, told: &Value) -> Filled {
        let count = count_of(told).unwrap_or(0);
        if count > self.pile.len() {
            return Err("more cards than the draw pile has".to_owned());
        }
        let drawn: Vec<usize> = self.pile.drain(..count).collect();
        self.cards.show(&drawn, told.as_array().map_or(&[][..], Vec::as_slice))?;
        self.hands[seat].extend(&drawn);
        self.named.push((index, "cards", drawn));
        Ok(())
    }

    /// The cards under those that stay become a new pile, of a shuffle of its own.
    fn reshuffle(&mut self, index: usize, told: &Value) -> Filled {
        let under = self.laid.len().min(count_of(told).unwrap_or(0));
        let mut left = BTreeMap::new();
        for card in self.laid.drain(..under) {
            let text = self.cards.cards[card].1.clone().unwrap_or_default();
            *left.entry(text).or_insert(0) += 1;
        }
        self.cards.left.push(left);
        let pile = self.cards.dealt(self.cards.left.len() - 1, told)?;
        self.pile.extend(&pile);
        self.named.push((index, "draw_pile", pile));
        Ok(())
    }

    /// The cards that hands show at the end were in them.
    fn round_end(&mut self, told: &Value) -> Filled {
        let shown = told.as_array().into_iter().flatten();
        for (hand, shown) in self.hands.iter().zip(shown) {
            let mut left = hand.clone();
            for card in shown.as_array().into_iter().flatten() {
                self.cards.leaves(&mut left, card)?;
            }
        }
        Ok(())
    }

    /// Makes the hidden cards any that fit the points that hands had at the end, if they are told.
    fn find(&mut self, rules: &RuleSet, points: &Value) -> Filled {
        let active = ActiveRules::of(rules);
        let mut worth = BTreeMap::new();
        for kind in active.notation.kinds() {
            let points = u64::from(active.points[kind.index()]);
            worth.insert(kind.text(active.notation).to_string(), points);
        }
        let points = points.as_array().into_iter().flatten();
        for (seat, (hand, points)) in (0..).zip(self.hands.iter().zip(points)) {
            self.cards.fill_hand(hand, points.as_u64().unwrap_or_default(), &worth, seat);
        }
        self.cards.fill()
    }
}

/// How many cards a line tells of, by their number or one by one.
fn count_of(told: &Value) -> Option<usize> {
    told.as_array().map(Vec::len).or(told.as_u64().map(|count| count as usize))
}

/// The seats of which the hands are numbers.
fn hidden_hands(hands: &Value) -> Value {
    let hands = hands.as_array().into_iter().flatten().enumerate();
    hands.filter(|(_, hand)| hand.is_number()).map(|(seat, _)| seat).collect()
}

/// Fills in the hidden cards of a round's lines; else the index of one that does not fit, and why.
pub(super) fn fill(lines: &mut [Value]) -> Result<(), (usize, String)> {
    let of_line = |index: usize| move |why| (index, why);
    let rules = RuleSet::from_settings_json("round", &lines[0]["settings"])
        .map_err(|error| (0, error.to_string()))?;
    let mut round = Followed::dealt(&lines[0], &rules).map_err(of_line(0))?;
    let (dealt, first_pile) = (round.hands.clone(), Vec::from(round.pile.clone()));
    for (index, line) in lines.iter_mut().enumerate().skip(1) {
        round.line(index, line).map_err(of_line(index))?;
    }
    let end = lines.iter().rposition(|line| line["event"] == "round_end");
    let points = end.map_or(&Value::Null, |end| &lines[end]["points"]);
    round.find(&rules, points).map_err(of_line(0))?;
    let Followed { cards, hands, named, .. } = round;
    for fields in lines.iter_mut().filter_map(Value::as_object_mut) {
        fields.retain(|field, _| field != "act" && field != "got");
    }
    lines[0][HIDDEN] = hidden_hands(&lines[0]["hands"]);
    lines[0]["draw_pile"] = cards.texts(&first_pile);
    lines[0]["hands"] = dealt.iter().map(|hand| cards.texts(hand)).collect();
    for (index, field, which) in &named {
        lines[*index][field] = cards.texts(which);
    }
    if let Some(end) = end {
        lines[end]["hands"] = hands.iter().map(|hand| cards.texts(hand)).collect();
    }
    Ok(())
}

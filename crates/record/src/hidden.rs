//! Records as a spectator or a player saw them: where the draw pile of a round is a number, and
//! hands may be numbers too, cards are found that fit all that its lines tell.
//!
//! A card that is shown later is where it came from; nobody knows which of a hand's hidden cards it
//! was, so it is the one that came last. All others are any of those that are left. What the rules
//! make of hidden cards (whether one could have been laid) is not looked at: the check then says
//! what does not fit.

use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use unobench_core::cards::Kind;
use unobench_core::game::ActiveRules;
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::RuleSet;

/// Whether a line begins a round of which the draw pile is a number.
pub(super) fn hides(line: &[u8]) -> bool {
    let text = str::from_utf8(line).unwrap_or_default();
    let pile = text.split_once("\"draw_pile\"").map(|(_, rest)| rest.trim_start());
    let is_number = |rest: &str| rest[1..].trim_start().starts_with(|c: char| c.is_ascii_digit());
    pile.is_some_and(|rest| rest.starts_with(':') && is_number(rest)) && begins_round(line)
}

pub(super) fn begins_round(line: &[u8]) -> bool {
    serde_json::from_slice::<Value>(line).is_ok_and(|line| line["event"] == "round")
}

/// Cards by their number, each of a shuffle, and what it is, once that is known.
#[derive(Default)]
struct Cards {
    cards: Vec<(usize, Option<String>)>,
    /// Of each shuffle the cards that are nowhere yet.
    left: Vec<BTreeMap<String, usize>>,
}

const TRIES: usize = 20_000;

type Filled = Result<(), String>;

impl Cards {
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
        let hidden = || hand.iter().rposition(|&card| self.cards[card].1.is_none());
        let place = known.or_else(hidden).ok_or_else(|| format!("{text}, which is not held"))?;
        let card = hand.remove(place);
        self.is(card, text).map(|()| card)
    }

    fn texts(&self, cards: &[usize]) -> Value {
        cards.iter().map(|&card| self.cards[card].1.clone().unwrap_or_default()).collect()
    }

    /// Makes the hidden cards of a hand any of those that are left, so that it has these points, if
    /// chance finds some that do.
    fn fill_hand(&mut self, hand: &[usize], points: u64, worth: &BTreeMap<String, u64>, seat: u64) {
        let of = |text: &str| worth.get(text).copied().unwrap_or_default();
        let known = |card: &usize| self.cards[*card].1.as_deref();
        let sum: u64 = hand.iter().filter_map(known).map(of).sum();
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
                total += of(text);
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
            let hidden =
                self.cards.iter_mut().filter(|(of, known)| *of == shuffle && known.is_none());
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

/// Fills in the hidden cards of a round's lines; else the index of one that does not fit, and why.
pub(super) fn fill(lines: &mut [Value]) -> Result<(), (usize, String)> {
    let round = lines[0].clone();
    let rules = RuleSet::from_settings_json("round", &round["settings"])
        .map_err(|error| (0, error.to_string()))?;
    let mut deck = BTreeMap::new();
    for kind in rules.deck.cards().cards() {
        *deck.entry(kind.text(rules.deck.notation()).to_string()).or_insert(0) += 1;
    }
    let mut cards = Cards { left: vec![deck], ..Cards::default() };
    let of_line = |line| move |why| (line, why);
    let told = round["hands"].as_array().filter(|hands| !hands.is_empty()).cloned();
    let told = told.ok_or_else(|| (0, "it has no hands".to_owned()))?;
    let hands = told.iter().map(|hand| cards.dealt(0, hand)).collect::<Result<Vec<_>, _>>();
    let mut hands = hands.map_err(of_line(0))?;
    let mut pile = VecDeque::from(cards.dealt(0, &round["draw_pile"]).map_err(of_line(0))?);
    let (dealt, first_pile) = (hands.clone(), Vec::from(pile.clone()));
    let (mut laid, mut drawn) = (Vec::new(), Vec::new());
    for (index, line) in lines.iter_mut().enumerate().skip(1) {
        let seat = line["seat"].as_u64().unwrap_or_default() as usize % hands.len();
        let mut one = || -> Filled {
            match line["event"].as_str().unwrap_or_default() {
                "turn_up" => {
                    let card = pile.pop_front().ok_or("a card of an empty pile")?;
                    cards.is(card, &line["card"])?;
                    if line["returned"] == true {
                        let place = line["place"].as_u64().map(|place| place as usize);
                        let place = place.unwrap_or(pile.len()).min(pile.len());
                        pile.insert(place, card);
                        line["place"] = json!(place);
                    } else {
                        laid.push(card);
                    }
                }
                "draw" => {
                    let count = line["cards"].as_array().map(Vec::len);
                    let count = count.or(line["cards"].as_u64().map(|of| of as usize)).unwrap_or(0);
                    if count > pile.len() {
                        return Err("more cards than the draw pile has".to_owned());
                    }
                    let taken: Vec<usize> = pile.drain(..count).collect();
                    cards.show(&taken, line["cards"].as_array().map_or(&[][..], Vec::as_slice))?;
                    hands[seat].extend(&taken);
                    drawn.push((index, "cards", taken));
                }
                "play" => laid.push(cards.leaves(&mut hands[seat], &line["card"])?),
                "take_back" => hands[seat].extend(laid.pop()),
                "swap" => {
                    let with = line["with"].as_u64().unwrap_or_default() as usize;
                    hands.swap(seat, with % told.len());
                }
                "rotate" if line["direction"] == 1 => hands.rotate_right(1),
                "rotate" => hands.rotate_left(1),
                "reshuffle" => {
                    let all = line["draw_pile"].as_array().map(Vec::len);
                    let all = all.or(line["draw_pile"].as_u64().map(|of| of as usize));
                    let under = laid.len().min(all.unwrap_or(0));
                    let mut left = BTreeMap::new();
                    for card in laid.drain(..under) {
                        let text = cards.cards[card].1.clone().unwrap_or_default();
                        *left.entry(text).or_insert(0) += 1;
                    }
                    cards.left.push(left);
                    let new = cards.dealt(cards.left.len() - 1, &line["draw_pile"])?;
                    pile.extend(&new);
                    drawn.push((index, "draw_pile", new));
                }
                "round_end" => {
                    let shown = line["hands"].as_array().cloned().unwrap_or_default();
                    for (hand, shown) in hands.iter_mut().zip(&shown) {
                        let mut left = hand.clone();
                        for card in shown.as_array().into_iter().flatten() {
                            cards.leaves(&mut left, card)?;
                        }
                    }
                }
                "exchange" | "crash" | "redeal" | "misplay" | "discard" | "knock_out" => {
                    return Err("hidden cards are not followed through this event".to_owned());
                }
                _ => {}
            }
            Ok(())
        };
        one().map_err(of_line(index))?;
    }
    let active = ActiveRules::of(&rules);
    let worth = |kind: Kind| {
        (kind.text(active.notation).to_string(), u64::from(active.points[kind.index()]))
    };
    let worth: BTreeMap<String, u64> = active.notation.kinds().map(worth).collect();
    let end = lines.iter().rposition(|line| line["event"] == "round_end");
    let ended = end.and_then(|end| lines[end]["points"].as_array());
    for (seat, (hand, points)) in (0..).zip(hands.iter().zip(ended.into_iter().flatten())) {
        cards.fill_hand(hand, points.as_u64().unwrap_or_default(), &worth, seat);
    }
    cards.fill().map_err(of_line(0))?;
    for fields in lines.iter_mut().filter_map(Value::as_object_mut) {
        fields.retain(|field, _| field != "act" && field != "got");
    }
    lines[0]["draw_pile"] = cards.texts(&first_pile);
    lines[0]["hands"] = dealt.iter().map(|hand| cards.texts(hand)).collect();
    for (index, field, taken) in &drawn {
        lines[*index][field] = cards.texts(taken);
    }
    if let Some(end) = end {
        lines[end]["hands"] = hands.iter().map(|hand| cards.texts(hand)).collect();
    }
    Ok(())
}

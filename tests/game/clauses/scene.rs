//! A scene: a deal, and what happens from there on, in items with `;` between them.
//!
//! ```text
//! deal R+2 R1 R2 | B1 B2 | G1 R3 G3 up R5 Y1 Y2; 0:R+2; 1 draws Y1 Y2 (penalty 2); 1 loses turn;
//!   asks 2 play R3 draw; holds 1 B1 B2 Y1 Y2
//! ```
//!
//! The hands by seat, and `up` the pile, its top first, which is the start card. The last seat
//! deals, so that seat 0 is first; `dealer 0` says otherwise. `with key=value key=value` adds
//! rules; a value in brackets may have spaces, and the wilds that it adds begin with a capital. Then
//! the items, in the order of time:
//!
//! - `0:R+2 1:take`, decisions: a seat and a word, which is a card (also the one to give in an
//!   exchange), `=R` a colour, `>2` a seat, `draw`, `keep`, `uno`, `silent`, `challenge`, `accept`,
//!   `take` a penalty or a skip, or `pass`. `49 x 0:draw 1:draw`: so often, whatever happens.
//! - `1 loses turn`, what happens: every event, as a sentence of [`super::told`], but for what a
//!   decision says itself: that a seat plays a card (and names its colour), calls or is silent,
//!   swaps, keeps or passes. Who wants to jump in or double may be too slow, so that is told. `…`
//!   stands for all events up to the next item. What was turned up may be left out.
//! - `asks 2 play R3 draw` and other checks: how the table is now, see [`super::position`].
//!
//! `chance talks 0 1* 2, talks 1 yes` has the outcomes of chance in the order in which they are
//! asked for. A star marks the seat that is drawn, or wins the race; a coin falls `yes` or `no`;
//! `misplays 0 B3` is a card laid by mistake, `press 0 3` a number of cards thrown, `shuffle R1 R5`
//! a new order of cards, `back 2` the place from the top where a card goes back (else the bottom).

use std::collections::VecDeque;

use unobench_core::rules::RuleSet;

use super::position::CHECKS;
use super::script::Line;

pub(crate) struct Scene {
    pub(crate) rules: RuleSet,
    pub(crate) hands: Vec<Vec<String>>,
    pub(crate) pile: Vec<String>,
    pub(crate) dealer: usize,
    pub(crate) items: VecDeque<Item>,
    pub(crate) chance: VecDeque<String>,
}

#[derive(Clone)]
pub(crate) enum Item {
    Decision(usize, String),
    Event(String),
    /// Whatever happens up to here.
    Anything,
    Check(String),
}

impl Scene {
    pub(crate) fn of(line: &Line) -> Result<Scene, String> {
        let mut items = line.text.split(';').map(str::trim);
        let deal = items.next().unwrap_or_default();
        let (hands, pile) = deal.split_once(" up ").ok_or("a deal is `HANDS up PILE`")?;
        let hands: Vec<_> = hands.split('|').map(words).collect();
        let with = items.clone().filter_map(|item| item.strip_prefix("with "));
        let mut scene = Scene {
            rules: line.rules(with.flat_map(words))?,
            dealer: hands.len() - 1,
            hands,
            pile: words(pile),
            items: VecDeque::new(),
            chance: VecDeque::new(),
        };
        items.try_for_each(|item| scene.add(item))?;
        Ok(scene)
    }

    fn add(&mut self, item: &str) -> Result<(), String> {
        let (first, rest) = item.split_once(' ').unwrap_or((item, ""));
        match first {
            "" => return Err("an item is empty".into()),
            "…" => self.items.push_back(Item::Anything),
            "with" => {}
            "dealer" => self.dealer = rest.parse().map_err(|_| format!("{item}: no seat"))?,
            "chance" => self.chance.extend(rest.split(", ").map(str::to_owned)),
            _ if CHECKS.contains(&first) => self.items.push_back(Item::Check(item.to_owned())),
            _ => match (rest.strip_prefix("x ").map(decisions), first.parse()) {
                (Some(often), Ok(times)) => {
                    let often = often.ok_or_else(|| format!("{item}: only decisions repeat"))?;
                    for decision in std::iter::repeat_n(often, times).flatten() {
                        self.items.extend([decision, Item::Anything]);
                    }
                }
                _ => match decisions(item) {
                    Some(decisions) => self.items.extend(decisions),
                    None => self.items.push_back(Item::Event(item.to_owned())),
                },
            },
        }
        Ok(())
    }
}

/// What spaces part, but for those in brackets.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut open = 0;
    let parts = |letter: char| {
        open += i32::from("[{".contains(letter)) - i32::from("]}".contains(letter));
        letter.is_whitespace() && open == 0
    };
    text.split(parts).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The decisions of an item, if it has nothing else.
fn decisions(item: &str) -> Option<Vec<Item>> {
    let decision = |step: &str| {
        let (seat, word) = step.split_once(':')?;
        Some(Item::Decision(seat.parse().ok()?, word.to_owned()))
    };
    item.split_whitespace().map(decision).collect()
}

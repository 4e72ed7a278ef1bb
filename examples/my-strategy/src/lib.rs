//! A strategy: plays the card that leaves it most cards of one colour, and hurts who is nearly out.

use unobench::prelude::*;

/// What the command line knows of it.
pub static MINE: [Entry; 1] = [Entry::new(
    "collector",
    "keeps one colour, and its draw cards for whoever is nearly out",
    |_| Player::honest(Collector),
)
.version(env!("CARGO_PKG_VERSION"))];

/// Collects a colour.
#[derive(Debug, Clone)]
pub struct Collector;

impl Strategy for Collector {
    fn decide(&mut self, view: &View) -> Action {
        let actions = view.actions();
        match view.decision() {
            Decision::Play | Decision::Drawn | Decision::Answer => {
                let best = actions.iter().copied().max_by_key(|&action| worth(view, action));
                best.expect("a decision has actions")
            }
            Decision::Colour => Action::Colour(view.most_held_colour()),
            Decision::Uno => Action::Yes,
            Decision::Challenge => Action::No,
            _ => actions[0],
        }
    }
}

/// How good it is to play a card now; declining is worth nothing.
fn worth(view: &View, action: Action) -> i32 {
    let Some(card) = action.card() else { return 0 };
    let next = view.after(view.seat());
    let hurts = matches!(card.symbol(), Symbol::DrawTwo | Symbol::WildDrawFour | Symbol::Skip);
    match card.colour() {
        _ if hurts && view.hand_size(next) <= 2 => 100,
        Some(colour) => 10 + view.count_colour(colour) as i32,
        None => 1,
    }
}

//! The two strategies with a pinned definition: `random` and `high-points`.

use super::cards::{COLOURS, Card, Colour};
use super::game::Game;
use super::scoring::card_points;
use super::world::{Act, Decision};

/// What `random` may do: plays whenever it can, any of the playable kinds, honest wild draw fours
/// only, in answers too; never challenges; always calls UNO; everywhere else any of the legal acts.
pub fn random_support(game: &Game<'_>, seat: usize, decision: Decision, legal: &[Act]) -> Vec<Act> {
    let honest = honest_acts(game, seat, legal);
    match decision {
        "challenge" => vec![Act::Accept],
        "uno" => vec![Act::Call],
        "play" => {
            let cards: Vec<Act> =
                honest.iter().copied().filter(|act| matches!(act, Act::Card(_))).collect();
            // It draws only without a card, and never passes.
            if cards.is_empty() { vec![Act::Draw] } else { cards }
        }
        "drawn" => {
            let playable = playable_drawn(game, seat, legal);
            if playable.is_empty() { vec![Act::Keep] } else { playable }
        }
        "answer" => honest,
        _ => legal.to_vec(),
    }
}

fn playable_drawn(game: &Game<'_>, seat: usize, legal: &[Act]) -> Vec<Act> {
    let playable = |act: &&Act| match act {
        Act::Card(card) => game.playable_drawn(seat, *card),
        _ => false,
    };
    legal.iter().filter(playable).copied().collect()
}

fn honest_acts(game: &Game<'_>, seat: usize, legal: &[Act]) -> Vec<Act> {
    let keep = |act: &&Act| {
        let bluffs = |card| game.settings.may_bluff(card) && !game.honest(seat, card);
        !matches!(act, Act::Card(card) if bluffs(*card))
    };
    legal.iter().filter(keep).copied().collect()
}

pub fn naive_high_points(game: &Game<'_>, seat: usize, decision: Decision, legal: &[Act]) -> Act {
    match decision {
        "drawn" => best_card(game, &playable_drawn(game, seat, legal)).unwrap_or(Act::Keep),
        "play" | "answer" => {
            let honest = honest_acts(game, seat, legal);
            best_card(game, &honest).unwrap_or_else(|| nothing(&honest))
        }
        "colour" => Act::Colour(colour_of_most(&game.hands[seat])),
        "challenge" => Act::Accept,
        "uno" => Act::Call,
        "swap" | "target" => fewest_cards(game, seat, legal),
        "exchange" => Act::Pass,
        "give" => worth_most(game, legal),
        // Jumps in and lays cards whenever it can.
        _ => best_card(game, legal).unwrap_or(Act::Pass),
    }
}

/// Of the coloured cards the highest symbol, then the last colour; without one a wild in its order.
fn best_card(game: &Game<'_>, acts: &[Act]) -> Option<Act> {
    let cards = acts.iter().filter_map(|act| match act {
        Act::Card(card) => Some(*card),
        _ => None,
    });
    cards.max_by_key(|&card| preference(game, card)).map(Act::Card)
}

/// How much `high-points` likes to play a card: coloured before wild, then by its order.
fn preference(game: &Game<'_>, card: Card) -> (bool, i64, Option<Colour>) {
    // Those that the rule set adds come after all others of theirs, as they stand in the file.
    let place = |symbol: String| {
        game.settings.deck.card.iter().position(|own| own.symbol == symbol).unwrap_or(0) as i64
    };
    let rank = match card {
        Card::Number(_, n) => i64::from(n),
        Card::Skip(_) => 10,
        Card::Reverse(_) => 11,
        Card::DrawOne(_) => 12,
        Card::DrawTwo(_) => 13,
        // Wilds in the order W, WB, WS, WH, WC, D1, D2, a blank that draws, and only then W+4.
        Card::Wild => -1,
        Card::Blank(0) => -2,
        Card::SwapHands => -3,
        Card::ShuffleHands => -4,
        Card::Crash => -5,
        Card::Downpour(1) => -6,
        Card::Downpour(_) => -7,
        Card::Blank(_) => -8,
        Card::WildDrawFour => -9,
        Card::Own(Some(_), _) => 20 + place(card.symbol()),
        Card::Own(None, _) => -10 - place(card.symbol()),
    };
    (!card.is_wild(), rank, card.colour())
}

fn nothing(acts: &[Act]) -> Act {
    let nothing = |act: &&Act| !matches!(act, Act::Card(_) | Act::Pass);
    *acts.iter().find(nothing).expect("there is one besides the cards")
}

/// The colour of which most cards are left in the hand, among equals the first; none left: red.
fn colour_of_most(hand: &[Card]) -> Colour {
    let count = |colour: Colour| hand.iter().filter(|c| c.colour() == Some(colour)).count();
    COLOURS.into_iter().rev().max_by_key(|&colour| count(colour)).expect("four colours")
}

/// Who holds fewest cards, among equals the next in turn.
fn fewest_cards(game: &Game<'_>, seat: usize, legal: &[Act]) -> Act {
    let mut others = game.others(seat);
    others.retain(|&s| legal.contains(&Act::Seat(s)));
    let fewest = others.into_iter().min_by_key(|&s| game.hands[s].len());
    Act::Seat(fewest.expect("there is somebody to swap with"))
}

/// The card worth most points, among equals by the order of cards.
fn worth_most(game: &Game<'_>, legal: &[Act]) -> Act {
    let worth = |act: &&Act| match act {
        Act::Card(card) => (card_points(game.settings, *card), preference(game, *card)),
        _ => unreachable!("only cards are given"),
    };
    *legal.iter().max_by_key(worth).expect("there is a card to give")
}

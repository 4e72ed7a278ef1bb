//! What a played card does once nobody jumps in any more.

use super::cards::Card;
use super::game::{Before, Penalty, Pending, Skip};
use super::jump_in::Laid;
use super::round::Round;
use super::settings::{
    ByValue, DrawTwoResponse, ReverseLasts, Swap, TwoPlayerReverse, Wild4Response,
};

/// Which seat moves next, seen from the seat from which the action acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next one in the direction of play.
    After,
    /// The one before (§ 2 `play.reverse` one_turn).
    Before,
    /// This one.
    Is(usize),
}

impl Round<'_> {
    /// The action takes effect: swaps and rotations, direction, the pending skip or draw (§ 3.3).
    pub fn act(
        &mut self,
        card: Card,
        laid: Laid,
        answered: Option<Pending>,
        before: Before,
    ) -> Next {
        let actor = laid.actor;
        match (card, answered) {
            (Card::Reverse(_), Some(pending)) => self.send_back(pending, laid),
            // § 2 `responses.skip_passes`: passes the penalty to the next player.
            (Card::Skip(_), Some(Pending::Draw(p))) => {
                self.game.pending = Some(Pending::Draw(Penalty { start: false, ..p }));
            }
            (Card::DrawOne(_) | Card::DrawTwo(_), answered) => {
                self.hit_by_draw_two(card, actor, answered);
            }
            (Card::WildDrawFour, answered) => self.hit_by_wild4(actor, answered, before),
            (Card::Reverse(_), None) => return self.reverse(laid),
            (Card::Skip(_), _) => self.game.pending = Some(skip(Some(card))),
            (Card::Number(..), _) => self.act_number(card, actor),
            (Card::Wild | Card::Blank(0), _) => {}
            // § 2 `deck.blank_draws`: the next player draws that many and loses the turn.
            (Card::Blank(n), answered) => {
                let stacked = match answered {
                    Some(Pending::Draw(p)) => p.owed,
                    _ => 0,
                };
                let penalty = penalty(stacked + u32::from(n), card, actor);
                self.game.pending = Some(Pending::Draw(penalty));
            }
            // § 2 `hands.swap` may_card: the white card "can exchange".
            (Card::SwapHands, _) => {
                self.swap_hands(actor, self.game.settings.hands.swap != Swap::Must);
            }
            (Card::ShuffleHands, _) => self.redeal(actor),
            (Card::Crash, _) => self.crash(actor),
            (Card::Downpour(n), _) => self.downpour(actor, n),
            (Card::Own(..), answered) => return self.act_own(card, laid, answered, before),
        }
        Next::After
    }

    /// § 2 `[hands]`: 7, 0 and 5.
    fn act_number(&mut self, card: Card, actor: usize) {
        let rules = &self.game.settings.hands;
        match card {
            Card::Number(_, 7) if rules.seven_swaps => {
                self.swap_hands(actor, rules.swap == Swap::May);
            }
            Card::Number(_, 0) if rules.zero_rotates => self.rotate_hands(actor),
            Card::Number(_, 5) if rules.five_exchanges => self.exchange(actor),
            _ => {}
        }
    }

    fn reverse(&mut self, laid: Laid) -> Next {
        let play = &self.game.settings.play;
        let one_turn = play.reverse == ReverseLasts::OneTurn;
        let odd = laid.reverses % 2 == 1;
        // § 2 `play.two_player_reverse` skip: with two seats in play it turns the direction and
        // skips; several under `sum` skip once; with one_turn it only skips.
        if self.game.two_in_play() && play.two_player_reverse == TwoPlayerReverse::Skip {
            self.game.pending = Some(skip(None));
            if !one_turn {
                self.turn_direction(laid.reverses);
            }
            return Next::After;
        }
        // § 2 `play.reverse` one_turn: the direction stays; the seat before the one who played it
        // moves next.
        if one_turn {
            return if odd { Next::Before } else { Next::After };
        }
        self.turn_direction(laid.reverses);
        Next::After
    }

    fn turn_direction(&mut self, reverses: u32) {
        if reverses % 2 == 1 {
            self.game.direction = -self.game.direction;
        }
    }

    /// § 2 `responses.reverse_returns`: turns the direction, as in lasting, and sends the penalty
    /// back, precisely: to the next seat in the new direction. A returned wild draw four cannot be
    /// challenged.
    fn send_back(&mut self, pending: Pending, laid: Laid) {
        self.turn_direction(laid.reverses);
        self.game.pending = Some(match pending {
            Pending::Draw(p) => Pending::Draw(Penalty { start: false, ..p }),
            Pending::Skip(skip) => Pending::Skip(Skip { start: false, ..skip }),
        });
    }

    /// A draw two (or a draw one), which may add up with what it answers.
    fn hit_by_draw_two(&mut self, card: Card, actor: usize, answered: Option<Pending>) {
        // § 2 `responses.last_card`: met, nobody draws.
        if matches!(&answered, Some(Pending::Draw(p)) if p.last) {
            return;
        }
        let stacked = match answered {
            Some(Pending::Draw(p)) if self.draw_two_adds_to(p.card) => p.owed,
            _ => 0,
        };
        let own = card.coloured_draw().unwrap_or(0);
        self.game.pending = Some(Pending::Draw(penalty(stacked + own, card, actor)));
    }

    /// Whether a draw two adds to the penalty that it answers.
    fn draw_two_adds_to(&self, answered: Card) -> bool {
        let rules = &self.game.settings.responses;
        match answered {
            // § 2 `responses.by_value`, `answered_by`: values add up.
            _ if rules.by_value != ByValue::Off => true,
            Card::Own(..) => true,
            // § 2 `responses.wild_draw_four` stack_mixed: a draw two of the named colour adds too;
            // deflect: it then acts as a plain draw two.
            Card::WildDrawFour => rules.wild_draw_four == Wild4Response::StackMixed,
            // § 2 `responses.draw_two` stack: it adds up; deflect: it does not.
            _ => rules.draw_two == DrawTwoResponse::Stack,
        }
    }

    /// A wild draw four; as an answer (stack, stack_mixed) it always adds up.
    fn hit_by_wild4(&mut self, actor: usize, answered: Option<Pending>, before: Before) {
        let stacked = match answered {
            Some(Pending::Draw(p)) => p.owed,
            _ => 0,
        };
        let mut penalty = penalty(stacked + 4, Card::WildDrawFour, actor);
        penalty.before = Some(before);
        self.game.pending = Some(Pending::Draw(penalty));
    }

    /// § 2 `deck.downpour_one`, `deck.downpour_two`: all others draw, nobody loses a turn; in the
    /// direction of play from the next seat on (§ 3).
    fn downpour(&mut self, actor: usize, n: u8) {
        if self.ends_without_draw(actor) {
            return;
        }
        for seat in self.game.others(actor) {
            self.pay(seat, u32::from(n), "downpour");
        }
    }
}

pub fn penalty(owed: u32, card: Card, from: usize) -> Penalty {
    Penalty { owed, card, from, start: false, answered: false, before: None, last: false }
}

fn skip(card: Option<Card>) -> Pending {
    Pending::Skip(Skip { card, start: false })
}

//! § 2 `[jump_in]`: identical cards out of turn.

use super::cards::Card;
use super::play::How;
use super::round::Round;
use super::settings::{Actions, Double, DrawTwoResponse, Resume};
use super::world::Act;

/// What lies on the pile once nobody jumps in any more.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    /// The seat from which the surviving action acts and after which the move passes on.
    pub actor: usize,
    /// How often a reverse turns.
    pub reverses: u32,
}

impl Round<'_> {
    /// Jump-ins, in a loop, until nobody wants to (§ 3.3).
    pub fn jump_ins(&mut self, first: usize, card: Card) -> Laid {
        let mut last = first;
        let mut cards = 1;
        // § 2 `play.turn_limit`: none is offered once the limit is reached.
        while self.game.turns < self.game.settings.play.turn_limit
            && self.game.seats_in_play().len() > 1
            && let Some(seat) = self.window(first, last, card)
        {
            let how = if seat == last { How::Double } else { How::JumpIn };
            if self.lay(seat, card, how).forgot {
                self.forgotten_colour_is_caught(seat);
            }
            last = seat;
            cards += 1;
        }
        let rules = &self.game.settings.jump_in;
        Laid {
            actor: resumes_from(rules.resume, first, last),
            // `replace`: the first card's action is cancelled, the second acts. `sum`: two reverses
            // turn twice; nothing else adds up.
            reverses: if rules.actions == Actions::Sum { cards } else { 1 },
        }
    }

    /// One window: who lays the identical card, if anybody does.
    fn window(&mut self, first: usize, last: usize, card: Card) -> Option<usize> {
        let mut candidates = Vec::new();
        for seat in self.may_jump_in(last, card) {
            let kind = if seat == last { "double" } else { "jump_in" };
            if self.decide(seat, kind, &[Act::Card(card), Act::Pass]) != Act::Pass {
                candidates.push((seat, self.game.settings.people(seat).reaction));
            }
        }
        if candidates.is_empty() {
            return None;
        }
        // In a jump-in the next player is a candidate as well (§ 2 `people.reaction`), listed last.
        let next = self.game.next(resumes_from(self.game.settings.jump_in.resume, first, last));
        candidates.push((next, self.game.settings.people(next).next_player_reaction));
        let winner = self.race("jump_in", &candidates)?;
        // If the next player wins the race, the window closes.
        (winner + 1 < candidates.len()).then(|| candidates[winner].0)
    }

    /// The seats that hold the identical card and may lay it: the one who just played (a double),
    /// then the others in the order of play.
    fn may_jump_in(&self, last: usize, card: Card) -> Vec<usize> {
        // The same colour and symbol, or `W` on `W`; no other wild.
        if card.is_wild() && card != Card::Wild {
            return Vec::new();
        }
        let rules = &self.game.settings.jump_in;
        let mut seats = Vec::new();
        let may_double = match rules.double {
            Double::Off => false,
            Double::NoDraws => card.coloured_draw().is_none(),
            // § 2 `responses.one_at_a_time`: where draw twos stack none is doubled.
            Double::Any => {
                let responses = &self.game.settings.responses;
                let one_at_a_time =
                    responses.one_at_a_time && responses.draw_two == DrawTwoResponse::Stack;
                !(one_at_a_time && card.coloured_draw().is_some())
            }
        };
        if may_double {
            seats.push(last);
        }
        // A double works without `enabled`; the others then may not jump in.
        if rules.enabled {
            seats.extend(self.game.others(last));
        }
        seats.retain(|&s| self.game.hands[s].contains(&card) && !self.game.barred(s, card));
        seats
    }
}

fn resumes_from(resume: Resume, first: usize, last: usize) -> usize {
    match resume {
        Resume::AfterJumper => last,
        Resume::Original => first,
    }
}

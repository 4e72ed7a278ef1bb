//! § 2 `[uno]`: calls, missing calls, false calls and the slam.

use super::events;
use super::round::Round;
use super::settings::People;
use super::world::Act;

impl Round<'_> {
    /// § 2 `uno.call`: who plays the last card but one has to call.
    pub fn call_uno(&mut self, seat: usize) {
        if !self.game.settings.uno.call || self.game.hands[seat].len() != 1 {
            return;
        }
        let people = self.game.settings.people(seat);
        let wants = self.decide(seat, "uno", &[Act::Call, Act::Silent]) == Act::Call;
        // § 2 `people.forgets_uno`: wants to call and forgets.
        let forgot = wants && self.coin("forgets_uno", seat, people.forgets_uno);
        let called = wants && !forgot;
        self.emit(|| events::uno(seat, called));
        if called {
            self.slam(seat);
            return;
        }
        // § 2 `people.remembers_uno`: having forgotten, calls late.
        let remembers = forgot && self.coin("remembers_uno", seat, people.remembers_uno);
        self.missing_call(seat, remembers);
    }

    /// Who notices a missing call races the player who remembers it.
    fn missing_call(&mut self, seat: usize, remembers: bool) {
        let mut candidates = self.noticing(seat, "catches_uno", |p| p.catches_uno);
        if remembers {
            candidates.push((seat, self.game.settings.people(seat).reaction));
        }
        let Some(winner) = self.race("uno", &candidates) else { return };
        let by = candidates[winner].0;
        if by == seat {
            self.emit(|| events::uno(seat, true));
            self.slam(seat);
        } else {
            // § 2 `uno.penalty`: drawn by who did not call and was caught.
            self.emit(|| events::caught(seat, by, "uno"));
            self.pay(seat, self.game.settings.uno.penalty, "uno");
        }
    }

    /// § 2 `people.catches_uno`, `people.catches_colour`: the other seats in play (a partner too)
    /// that notice, with their reaction.
    pub fn noticing(
        &mut self,
        seat: usize,
        what: &'static str,
        chance: fn(&People) -> f64,
    ) -> Vec<(usize, f64)> {
        let mut noticing = Vec::new();
        for other in self.game.others(seat) {
            let people = self.game.settings.people(other);
            if self.coin(what, other, chance(people)) {
                noticing.push((other, people.reaction));
            }
        }
        noticing
    }

    /// § 2 `uno.slam`: at a call all others in play lay a hand on the pile; the last one draws 2
    /// (with one other, that one). The order is drawn by weight without replacement (§ 2
    /// `people.reaction`).
    fn slam(&mut self, seat: usize) {
        if !self.game.settings.uno.slam {
            return;
        }
        let others = self.game.others(seat);
        let mut left: Vec<(usize, f64)> =
            others.into_iter().map(|s| (s, self.game.settings.people(s).reaction)).collect();
        while left.len() > 1 {
            // When all weights are 0 nobody acts.
            let Some(winner) = self.race("slam", &left) else { return };
            left.remove(winner);
        }
        if let [(last, _)] = left[..] {
            self.pay(last, 2, "slam");
        }
    }

    /// § 2 `people.calls_falsely`: calls without cause on its own turn, with nothing pending
    /// (`uno.false_call_penalty`).
    pub fn false_call(&mut self, seat: usize) {
        let people = self.game.settings.people(seat);
        if self.game.pending.is_some() || !self.coin("calls_falsely", seat, people.calls_falsely) {
            return;
        }
        self.emit(|| events::false_call(seat));
        self.pay(seat, self.game.settings.uno.false_call_penalty, "false_call");
    }
}

//! When nobody may speak. Catalogue: `[silence]`; who speaks all the same: `people.talks`.

use super::{ActiveRules, Chance, Event, Round, Seat, Why};
use crate::cards::{Cards, Kind, Symbol};
use crate::rules::SilenceMode;

impl<C: Cards> Round<C> {
    #[inline(always)]
    pub(crate) fn begin_or_end_silence(&mut self, rules: &ActiveRules, kind: Kind) {
        match rules.silence.mode {
            SilenceMode::Twos if kind.symbol() == Symbol::Two => self.silence = Some(self.player),
            SilenceMode::Wilds if kind.is_wild() => self.silence = Some(self.player),
            SilenceMode::Wilds
                if self.people.forgot_colour || kind.colour() != Some(self.top.colour) =>
            {
                self.silence = None
            }
            _ => {}
        }
    }

    /// The silence of twos ends when the move comes back to who played the 2.
    #[inline(always)]
    pub(crate) fn end_own_silence(&mut self, rules: &ActiveRules) {
        if self.silence == Some(self.to_move) && rules.silence.mode == SilenceMode::Twos {
            self.silence = None;
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn break_silence(&mut self, chance: &mut impl Chance<C>, seat: Seat) {
        self.tell(chance, Event::Speaks { seat });
        self.silence = None;
        let penalty = u32::from(chance.rules().silence.penalty);
        self.pay(chance, seat, penalty, Why::Silence);
    }
}

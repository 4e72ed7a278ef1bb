//! `switcher`: offensive as long as there is time, defensive when somebody is about to win.

use super::counter::CounterWeights;
use super::tactics::{hardest, spoil_or_swap, unfit, worth_playing};
use unobench_core::rules::AtTarget;
use unobench_tactics::prelude::*;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "switcher",
    description: "keeps its wilds as long as there is time; sheds points once somebody is about to \
        go out or near the target, and its own hand is not short",
    source: "source D: part of the skill is to know when an offensive and when a defensive tactic \
        is right; the thresholds are our own",
    tier: 2,
    parameters: &[
        Parameter::whole("other", 1, 0, 20)
            .means("is defensive once an opponent has this many cards or fewer"),
        Parameter::whole("own", 3, 0, 20).means("never defensive with this many cards or fewer"),
        Parameter::whole("margin", 50, 0, 1000).means(
            "is defensive, too, where an opponent lacks this many points or fewer to the target \
             (or it itself, if that loses)",
        ),
    ],
    traits: Traits {
        recall: Recall::Table,
        looks_at: "hand sizes, direction, match points, discard pile, which colours others did not \
            follow",
        ..HEURISTIC
    },
    ..LIBRARY.fast::<Switcher>()
};

/// Switches between offence and defence.
#[derive(Debug, Clone)]
pub struct Switcher {
    other: u32,
    own: u32,
    margin: i32,
}

impl Switcher {
    #[inline(always)]
    fn is_defensive<C: Cards>(&self, view: &View<'_, C>) -> bool {
        view.hand_size(view.seat()) > self.own
            && (self.one_is_nearly_out(view) || self.match_is_near_its_end(view))
    }

    /// Whether an opponent has few cards left. Most seats have more, so that is what is asked
    /// first.
    #[inline(always)]
    fn one_is_nearly_out<C: Cards>(&self, view: &View<'_, C>) -> bool {
        for (seat, size) in view.hand_sizes().enumerate() {
            if size <= self.other && view.opponents().contains(Seat::new(seat)) {
                return true;
            }
        }
        false
    }

    /// Whether this round may end the match against it.
    #[inline(always)]
    fn match_is_near_its_end<C: Cards>(&self, view: &View<'_, C>) -> bool {
        let scoring = &view.rules().scoring;
        let near = scoring.target as i32 - self.margin;
        if scoring.rounds > 0
            || view.totals().iter().fold(i32::MIN, |most, &total| most.max(total)) < near
        {
            return false;
        }
        match scoring.at_target {
            AtTarget::Loses => view.total(view.seat()) >= near,
            AtTarget::Wins => view.opponents().iter().any(|seat| view.total(seat) >= near),
        }
    }

    /// The dearest card; of several wilds the hardest on others.
    #[inline(always)]
    fn dearest<C: Cards>(view: &View<'_, C>, playable: KindSet<C::Word>) -> Option<Kind> {
        hardest(view, playable).or_else(|| playable.last())
    }
}

impl FromSettings for Switcher {
    fn new(settings: &ParameterValues<'_>) -> Switcher {
        Switcher {
            other: settings.whole(0),
            own: settings.whole(1),
            margin: settings.whole(2) as i32,
        }
    }
}

impl FastStrategy for Switcher {
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        let playable = worth_playing(view, choice);
        let is_free = playable.first() != playable.last();
        if is_free && self.is_defensive(view) {
            Self::dearest(view, playable)
        } else {
            CounterWeights::STANDARD.choose(view, choice)
        }
    }

    /// Plays the card just drawn whenever it is worth it; keeps a wild only in the offensive.
    fn lay<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        match view.decision() {
            Decision::Drawn if self.is_defensive(view) => {
                Self::dearest(view, worth_playing(view, choice))
            }
            Decision::Drawn => CounterWeights::STANDARD.choose(view, choice),
            Decision::Answer if self.is_defensive(view) => Self::dearest(view, choice.playable),
            Decision::Answer => CounterWeights::STANDARD.best(view, choice.playable),
            _ => careful::card(view, choice),
        }
    }

    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        CounterWeights::STANDARD.best_colour(view)
    }

    fn choose<C: Cards>(&mut self, view: &View<'_, C>, choice: SeatChoice) -> Option<Seat> {
        spoil_or_swap(view, choice, self.other)
    }

    /// Gives what does not fit; when it is defensive, what costs most.
    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        if self.is_defensive(view) {
            unobench_core::strategy::tactics::most_points(view, kinds)
        } else {
            unfit(view, kinds)
        }
    }
}

//! What a view tells of hands, calls that were missed and colours that were not followed, is what
//! follows from what everybody was told. The rules have no use for it, so no other test follows it.

use super::rounds::{full_houses, scarce_houses};
use crate::support::*;
use proptest::prelude::*;
use rayon::prelude::*;
use unobench_core::game::{Fault, Why};

#[derive(Debug, Clone, Copy, Default)]
struct Known {
    missed_call: bool,
    /// Cards drawn since the seat last drew and did not follow a colour.
    since: [Option<u32>; 4],
}

impl Known {
    fn receive(&mut self, count: u32) {
        self.since.iter_mut().flatten().for_each(|since| *since += count);
    }
}

#[derive(Debug, Default)]
struct Follower {
    hands: [Known; MAX_SEATS],
    /// Cards told one by one, of which the next draw is.
    drawn: u32,
    /// Who laid a card by mistake, and whether a call had been missed, which a card that goes back
    /// leaves as it was.
    mislaid: Option<(Seat, bool)>,
}

impl Follower {
    fn of(&mut self, seat: Seat) -> &mut Known {
        &mut self.hands[seat.index()]
    }

    fn draw(&mut self, seat: Seat, why: Why) {
        let mislaid = self.mislaid.filter(|&(by, _)| by == seat && why == Why::Misplay);
        if let Some((_, missed)) = mislaid {
            self.of(seat).missed_call = missed;
        }
        let count = std::mem::take(&mut self.drawn);
        let known = self.of(seat);
        known.receive(count);
        known.missed_call &= count == 0;
    }

    /// Hands move from one seat to another: what is known goes with them, a missed call does not.
    fn move_hands(&mut self, moves: impl Iterator<Item = (Seat, Seat)>) {
        let old = self.hands;
        for (from, to) in moves {
            *self.of(to) = Known { missed_call: false, ..old[from.index()] };
        }
    }

    fn check<C: Cards>(&self, house: &House, round: &Round<C>) {
        for looker in (0..house.players).map(Seat::new) {
            let view = View::new(round, &house.active_rules, &[0; MAX_SEATS], looker);
            for seat in (0..house.players).map(Seat::new) {
                let known = &self.hands[seat.index()];
                let missed = known.missed_call && view.hand_size(seat) == 1;
                assert_eq!(view.missed_call(seat), missed, "the call of {seat:?}");
                let since = Colour::ALL.map(|colour| view.drawn_since_not_following(seat, colour));
                assert_eq!(since, known.since, "{seat:?}");
            }
        }
    }
}

impl<C: Cards> Observer<C> for Follower {
    fn drawn(&mut self, _kind: Kind) {
        self.drawn += 1;
    }

    fn saw(&mut self, round: &Round<C>, event: Event) {
        match event {
            Event::Play { seat, .. } | Event::Discards { seat, .. } => {
                self.of(seat).missed_call = false;
            }
            Event::Uno { seat, called, false_call: false } => self.of(seat).missed_call = !called,
            Event::Caught { seat, fault: Fault::Uno, .. } => self.of(seat).missed_call = false,
            Event::Draw { seat, why, .. } => self.draw(seat, why),
            Event::Keep { seat } => self.of(seat).since[round.active_colour().index()] = Some(0),
            Event::Swap { seat, with } => self.move_hands([(seat, with), (with, seat)].into_iter()),
            Event::Rotate { .. } => {
                self.move_hands(round.in_play().iter().map(|seat| (seat, round.after(seat))));
            }
            Event::Exchange { seat, with, .. } => {
                [seat, with].into_iter().for_each(|seat| self.of(seat).receive(1));
            }
            Event::Redeal { .. } => {
                round.in_play().iter().for_each(|seat| *self.of(seat) = Known::default());
            }
            Event::KnockedOut { seat } => *self.of(seat) = Known::default(),
            Event::Crash { seat, with } => {
                [seat, with].into_iter().for_each(|seat| self.of(seat).since = [None; 4]);
            }
            _ => {}
        }
        self.mislaid = None;
        if let Event::Misplay { seat, .. } = event {
            self.mislaid = Some((seat, std::mem::take(&mut self.of(seat).missed_call)));
        }
    }
}

/// Plays a round by random actions and looks at each decision, and at the end.
fn follow<C: Cards>(house: &House) {
    let (mut round, mut chance) = house.deal::<C>(0);
    let mut follower = Follower::default();
    open(&mut round, &mut Observed::new(&mut chance, &mut follower), &house.rules.setup);
    let mut rng = chooser(house.seed);
    follower.check(house, &round);
    while round.standing() == RoundStatus::Waits {
        let legal = legal_actions(&round);
        let action = legal[rng.below(legal.len() as u32) as usize];
        let mut chance = Observed::new(&mut chance, &mut follower);
        apply(&mut round, &mut chance, action).expect("a legal action");
        follower.check(house, &round);
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn what_is_known_of_hands_was_told(house in houses()) {
        if house.rules.deck.cards().is_compact() {
            follow::<Compact>(&house);
        }
        follow::<Roomy>(&house);
    }
}

/// Calls are missed and hands change owners as often as can be.
#[test]
fn what_is_known_moves_with_the_hands() {
    full_houses(100).chain(scarce_houses()).par_bridge().for_each(|house| follow::<Roomy>(&house));
}

//! Rounds that are watched for their course: who leads, what is forced, how much is drawn.
//!
//! A deal is played once for each seat that may begin, with the hands and the order of the pile as
//! they were dealt. So what the beginner gains is not mixed up with whose hand is better. Everybody
//! plays the same strategies in every round of the block.

use super::outcome::Outcome;
use super::table::{House, outcome_of_round};
use crate::cards::{Cards, DrawPile, Kind};
use crate::game::{
    Decision, Env, Event, How, LawSource, Live, Opening, Prepared, Round, Seat, Standing, View, Why,
};
use crate::machine::Job;
use crate::rng::{Purpose, RoundKey};
use crate::rules::MAX_SEATS;
use crate::strategies::Player;
use crate::strategy::{SeatStreams, Strategy as _, decide};

/// A round and its course.
///
/// A turn counts from where the player to move plays from the hand or draws: what hit it is
/// settled, and it does not lose the turn. So a turn without a card to play counts, and so does one
/// with a card that must be played, though nobody is asked on either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chart {
    /// How it ended; `first` is the seat that began.
    pub outcome: Outcome,
    /// Turns on which somebody was to play or draw.
    pub asked: u32,
    /// Those on which at most one kind of card could be played, so that there was nothing to choose
    /// between cards.
    pub forced: u32,
    /// How often another seat than the last leader was alone in holding fewest cards when a turn
    /// began.
    pub lead_changes: u32,
    /// Turns at whose beginning the seat that went out in the end held more cards than another; 0
    /// if the round stalled.
    pub trailed: u32,
    /// Cards drawn from the pile, for whatever reason.
    pub drawn: u32,
}

/// What is noted while a round is played.
#[derive(Default)]
struct Notes {
    asked: u32,
    forced: u32,
    lead_changes: u32,
    leader: Option<Seat>,
    trailed: [u32; MAX_SEATS],
    drawn: u32,
    /// Cards drawn since the last draw was told.
    untold: u32,
    /// Whether the turn that is played is noted.
    is_noted: bool,
}

impl Notes {
    /// Takes note of how the table stands when a turn begins; `since` cards were drawn by a seat
    /// since then.
    #[inline(always)]
    fn begin_turn<C: Cards>(&mut self, round: &Round<C>, forced: bool, (seat, since): (Seat, u32)) {
        self.is_noted = true;
        self.asked += 1;
        self.forced += u32::from(forced);
        let size = |of: Seat| u32::from(round.seat(of).size) - if of == seat { since } else { 0 };
        let seats = round.in_play();
        let fewest = seats.iter().map(size).min().unwrap_or(0);
        let mut leaders = seats.iter().filter(|&seat| size(seat) == fewest);
        let (leader, tied) = (leaders.next(), leaders.next().is_some());
        for seat in seats.iter() {
            self.trailed[seat.index()] += u32::from(size(seat) > fewest);
        }
        if !tied && leader != self.leader {
            self.lead_changes += u32::from(self.leader.is_some());
            self.leader = leader;
        }
    }

    /// Takes note of a turn on which nobody was asked: there is nothing to play, or a single card
    /// that must be played.
    #[inline(always)]
    fn hear<C: Cards>(
        &mut self,
        round: &Round<C>,
        event: Event,
        only_card: impl FnOnce(Seat) -> bool,
    ) {
        let since = match event {
            Event::Draw { .. } => std::mem::take(&mut self.untold),
            _ => 0,
        };
        match event {
            Event::Play { seat, how: How::Turn, .. } if !self.is_noted => {
                self.begin_turn(round, only_card(seat), (seat, 0))
            }
            Event::Draw { seat, why: Why::Turn, .. } | Event::Keep { seat } if !self.is_noted => {
                self.begin_turn(round, true, (seat, since))
            }
            _ => {}
        }
        if matches!(event, Event::Play { .. } | Event::Keep { .. }) {
            self.is_noted = false;
        }
    }

    fn chart(&self, outcome: Outcome, standing: Standing) -> Chart {
        let trailed =
            if let Standing::Won(seat) = standing { self.trailed[seat.index()] } else { 0 };
        let Notes { asked, forced, lead_changes, drawn, .. } = *self;
        Chart { outcome, asked, forced, lead_changes, trailed, drawn }
    }
}

/// A world that is listened to.
struct Noting<'a, E> {
    inner: &'a mut E,
    notes: Notes,
}

impl<E: Env> Env for Noting<'_, E> {
    const LISTENS: bool = true;
    crate::chance_of!(inner);

    fn shuffle_more<P: DrawPile>(&mut self, pile: &mut P) {
        self.inner.shuffle_more(pile);
    }

    fn reshuffled<P: DrawPile>(&mut self, pile: &mut P) {
        self.inner.reshuffled(pile);
    }

    fn put_back<P: DrawPile>(&mut self, pile: &mut P, kind: Kind) {
        self.inner.put_back(pile, kind);
    }

    fn drawn(&mut self, _: Kind) {
        self.notes.drawn += 1;
        self.notes.untold += 1;
    }

    #[inline(always)]
    fn saw<C: Cards>(&mut self, round: &Round<C>, event: Event) {
        let inner = &*self.inner;
        self.notes.hear(round, event, |seat| round.choices(inner, seat).legal.len() <= 1);
    }
}

/// A deal to be played with each seat beginning.
pub(super) struct ChartBlock<'a, C: Cards> {
    pub(super) deck: &'a Prepared<C>,
    pub(super) house: &'a House,
    pub(super) block: u64,
    pub(super) charts: &'a mut Vec<Chart>,
}

impl<C: Cards> Job for ChartBlock<'_, C> {
    #[inline(always)]
    fn run(self) {
        let ChartBlock { deck, house, block, charts } = self;
        let key = RoundKey::new(house.seed, block, 0);
        let drawn_first = deck.first_opening(key).first.index();
        let mut dealt = *deck.table();
        let mut rng = key.stream(Purpose::Deal, 0);
        deck.deal_onto(&mut dealt, deck.first_opening(key), &mut rng);
        let streams = SeatStreams::new(key, house.random_seats);
        let mut players: [Player; MAX_SEATS] =
            std::array::from_fn(|seat| house.strategies[seat % house.strategies.len()].clone());
        for turn in 0..house.players {
            let first = Seat::new((drawn_first + turn) % house.players);
            let mut round = dealt;
            round.seat_players(Opening::with_first(first, house.players).dealer, first);
            let mut live = Live::new(&house.law, &house.rules.people, key, rng.clone());
            players
                .iter_mut()
                .enumerate()
                .take(house.players)
                .for_each(|(seat, player)| player.begin(streams.of(Seat::new(seat))));
            charts.push(play(&mut round, &mut live, house, &mut players));
        }
    }
}

/// Plays a dealt round to its end.
#[inline(always)]
fn play<C: Cards, L: LawSource>(
    round: &mut Round<C>,
    live: &mut Live<'_, L>,
    house: &House,
    players: &mut [Player; MAX_SEATS],
) -> Chart {
    let mut env = Noting { inner: live, notes: Notes::default() };
    round.open(&mut env, &house.rules.setup);
    while round.standing() == Standing::Waits {
        let seat = round.actor();
        if round.decision() == Decision::Play {
            env.notes.begin_turn(round, round.options().kinds.len() <= 1, (seat, 0));
        }
        let view = View::new(round, env.house(), &[0; MAX_SEATS], seat);
        let action = decide(&mut players[seat.index()], &view, round.decision(), round.options());
        round.apply_trusted(&mut env, action);
    }
    env.notes.chart(outcome_of_round(house, round), round.standing())
}

//! Statistics of a round: who leads, what is forced, how much is drawn.
//!
//! A deal is played once for each seat that may begin, with the hands and the order of the pile as
//! they were dealt. So what the beginner gains is not mixed up with whose hand is better. Everybody
//! plays the same strategies in every round of the block.

use super::{Drive, Outcome, TableSetup, outcome_of_round};
use crate::cards::{Cards, Kind};
use crate::game::{
    ActiveRules, Decision, Event, How, Memory, Observed, Observer, Opening, Prepared, Round,
    RulesSource, Seat, Standing, Why,
};
use crate::rng::RoundKey;
use crate::rules::MAX_SEATS;
use crate::strategy::{Heard, SeatStreams};

/// How a round ended, and what was counted on the way.
///
/// A turn counts from where the player to move plays from the hand or draws: what hit it is
/// settled, and it does not lose the turn. So a turn without a card to play counts, and so does one
/// with a card that must be played, though nobody is asked on either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct RoundStats {
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

/// What is noted while a round is played: it observes the round, and is told before each action.
#[derive(Debug)]
#[must_use]
pub struct RoundNotes<'a> {
    active_rules: &'a ActiveRules,
    asked: u32,
    forced: u32,
    lead_changes: u32,
    leader: Option<Seat>,
    trailed: [u32; MAX_SEATS],
    drawn: u32,
    untold: u32,
    /// Whether the turn that is played is noted.
    is_noted: bool,
}

impl<'a> RoundNotes<'a> {
    /// Nothing is noted yet.
    pub const fn new(rules: &'a ActiveRules) -> RoundNotes<'a> {
        RoundNotes {
            active_rules: rules,
            asked: 0,
            forced: 0,
            lead_changes: 0,
            leader: None,
            trailed: [0; MAX_SEATS],
            drawn: 0,
            untold: 0,
            is_noted: false,
        }
    }

    /// Takes note of an action about to be done: a turn begins where somebody is to play.
    #[inline(always)]
    pub fn before_action<C: Cards>(&mut self, round: &Round<C>) {
        if round.decision() == Decision::Play {
            self.begin_turn(round, round.options().kinds.len() <= 1, (round.actor(), 0));
        }
    }

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
    fn hear<C: Cards>(&mut self, round: &Round<C>, event: Event) {
        let since = match event {
            Event::Draw { .. } => std::mem::take(&mut self.untold),
            _ => 0,
        };
        match event {
            Event::Play { seat, how: How::Turn, .. } if !self.is_noted => self.begin_turn(
                round,
                round.choices(self.active_rules, seat).legal.len() <= 1,
                (seat, 0),
            ),
            Event::Draw { seat, why: Why::Turn, .. } | Event::Keep { seat } if !self.is_noted => {
                self.begin_turn(round, true, (seat, since))
            }
            _ => {}
        }
        if matches!(event, Event::Play { .. } | Event::Keep { .. } | Event::Pass { .. }) {
            self.is_noted = false;
        }
    }

    /// What was noted of a round that ended so.
    pub fn stats(&self, outcome: Outcome, standing: Standing) -> RoundStats {
        let trailed =
            if let Some(seat) = standing.winner() { self.trailed[seat.index()] } else { 0 };
        let RoundNotes { asked, forced, lead_changes, drawn, .. } = *self;
        RoundStats { outcome, asked, forced, lead_changes, trailed, drawn }
    }
}

impl<C: Cards> Observer<C> for RoundNotes<'_> {
    #[inline(always)]
    fn drawn(&mut self, _kind: Kind) {
        self.drawn += 1;
        self.untold += 1;
    }

    #[inline(always)]
    fn saw(&mut self, round: &Round<C>, event: Event) {
        self.hear(round, event);
    }
}

/// Plays one deal with each seat beginning and appends how each round went.
#[inline(always)]
pub fn stats_block<C: Cards, L: RulesSource, D: Drive<C>>(
    deck: &Prepared<C>,
    setup: &TableSetup,
    rules: L,
    strategies: &[D::Player],
    block: u64,
    stats: &mut Vec<RoundStats>,
) {
    let key = RoundKey::new(setup.seed, block, 0);
    let drawn_first = deck.first_opening(key).first.index();
    let dealt = deck.dealt(key, deck.first_opening(key));
    let mut streams = SeatStreams::new(key, setup.random_seats());
    streams.keep();
    for turn in 0..setup.players {
        let first = Seat::new((drawn_first + turn) % setup.players);
        let mut round = dealt.round;
        round.seat_players(Opening::with_first(first, setup.players).dealer, first);
        let mut chance = dealt.chance(rules, &setup.rules.people);
        let mut players: [D::Player; MAX_SEATS] =
            std::array::from_fn(|seat| strategies[seat % strategies.len()].clone());
        for (seat, player) in players.iter_mut().enumerate().take(setup.players) {
            D::begin(player, streams.of(Seat::new(seat)).as_ref());
        }
        let mut noted = Noted::<C, D> {
            notes: RoundNotes::new(&setup.active_rules),
            players: &mut players,
            setup,
            opening: Some(Vec::new()),
            memory: setup.is_watched().then(Box::default),
        };
        round.open(&mut Observed::new(&mut chance, &mut noted), &setup.rules.setup);
        let opening = noted.opening.take().unwrap_or_default();
        let tell = |players: &mut _, round: &_, heard| {
            D::tell(players, round, setup, &[0; MAX_SEATS], heard);
        };
        tell(noted.players, &round, Heard::Round(0));
        opening.into_iter().for_each(|event| tell(noted.players, &round, Heard::Event(event)));
        while round.standing() == Standing::Waits {
            let seat = round.actor();
            noted.notes.before_action(&round);
            let player = &mut noted.players[seat.index()];
            let memory = noted.memory.as_deref();
            let action = D::act(player, &round, &chance, &[0; MAX_SEATS], memory);
            round.apply_trusted(&mut Observed::new(&mut chance, &mut noted), action);
        }
        if D::listens(noted.players) {
            tell(noted.players, &round, Heard::End(&setup.scoring.score(&round)));
        }
        stats.push(noted.notes.stats(outcome_of_round(setup, &round), round.standing()));
    }
}

/// Notes what happens, and lets the players hear of it.
struct Noted<'a, C: Cards, D: Drive<C>> {
    notes: RoundNotes<'a>,
    players: &'a mut [D::Player; MAX_SEATS],
    setup: &'a TableSetup,
    /// What happened so far, as long as the round is being opened.
    opening: Option<Vec<Event>>,
    /// The cards that were shown, where somebody remembers them.
    memory: Option<Box<Memory>>,
}

impl<C: Cards, D: Drive<C>> Observer<C> for Noted<'_, C, D> {
    #[inline(always)]
    fn drawn(&mut self, kind: Kind) {
        Observer::<C>::drawn(&mut self.notes, kind);
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        if let Some(memory) = &mut self.memory {
            Observer::<C>::crashed(&mut **memory, cards, first);
        }
    }

    #[inline(always)]
    fn saw(&mut self, round: &Round<C>, event: Event) {
        self.notes.hear(round, event);
        if let Some(memory) = &mut self.memory {
            memory.saw(round, event);
        }
        if D::listens(self.players) {
            match &mut self.opening {
                Some(opening) => opening.push(event),
                None => {
                    let heard = Heard::Event(event);
                    D::tell(self.players, round, self.setup, &[0; MAX_SEATS], heard);
                }
            }
        }
    }
}

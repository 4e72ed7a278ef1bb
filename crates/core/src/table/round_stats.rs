//! Statistics of a round: what is forced, how much is drawn, and who was likely to win.
//!
//! A deal is played once for each seat that may begin, with the hands and the order of the pile as
//! they were dealt. So what the beginner gains is not mixed up with whose hand is better. Everybody
//! plays the same strategies in every round of the block.

use super::{Drive, Outcome, TableSetup, outcome_of_round};
use crate::cards::{Cards, Kind, Roomy};
use crate::game::{
    ActiveRules, Event, Memory, Observed, Observer, Opening, Prepared, Round, RoundStatus,
    RulesSource, Seat,
};
use crate::rng::RoundKey;
use crate::rules::MAX_SEATS;
use crate::strategy::{Notification, SeatStreams};

/// How a round ended, and what was counted on the way.
///
/// A turn counts from where the player to move plays from the hand or draws: what hit it is
/// settled, and it does not lose the turn. So a turn without a card to play counts, and so does one
/// with a card that must be played, though nobody is asked on either.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct RoundStats {
    /// How it ended; `first` is the seat that began.
    pub outcome: Outcome,
    /// Turns on which somebody was to play or draw.
    pub asked: u32,
    /// Those on which at most one kind of card could be played, so that there was nothing to choose
    /// between cards.
    pub forced: u32,
    /// Cards drawn from the pile, for whatever reason.
    pub drawn: u32,
    /// What a judge said of each seat as each turn began, until the first seat was out; nothing
    /// where there was none.
    pub prospects: Vec<SeatProspects>,
}

/// For each seat its chance to win, in millionths.
pub type SeatProspects = [i32; MAX_SEATS];

/// Says how a round stands.
pub trait Judge<C: Cards = Roomy>: Sync {
    /// How likely each seat is to win, from what it may see itself.
    fn prospects(&self, round: &Round<C>, memory: &Memory) -> SeatProspects;
}

/// What is noted while a round is played, by who observes it.
pub struct RoundNotes<'a, C: Cards = Roomy> {
    active_rules: &'a ActiveRules,
    asked: u32,
    forced: u32,
    drawn: u32,
    judge: Option<(&'a dyn Judge<C>, Box<Memory>)>,
    prospects: Vec<SeatProspects>,
}

impl<'a, C: Cards> RoundNotes<'a, C> {
    /// Nothing is noted yet.
    pub fn new(active_rules: &'a ActiveRules, judge: Option<&'a dyn Judge<C>>) -> Self {
        let judge = judge.map(|judge| (judge, Box::default()));
        RoundNotes { active_rules, asked: 0, forced: 0, drawn: 0, judge, prospects: Vec::new() }
    }

    /// What was noted of a round that ended so.
    pub fn stats(self, outcome: Outcome) -> RoundStats {
        let RoundNotes { asked, forced, drawn, prospects, .. } = self;
        RoundStats { outcome, asked, forced, drawn, prospects }
    }
}

impl<C: Cards> Observer<C> for RoundNotes<'_, C> {
    #[inline(always)]
    fn drawn(&mut self, kind: Kind) {
        self.drawn += 1;
        if let Some((_, memory)) = &mut self.judge {
            Observer::<C>::drawn(&mut **memory, kind);
        }
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        if let Some((_, memory)) = &mut self.judge {
            Observer::<C>::crashed(&mut **memory, cards, first);
        }
    }

    #[inline(always)]
    fn saw(&mut self, round: &Round<C>, event: Event) {
        if let Some((_, memory)) = &mut self.judge {
            memory.saw(round, event);
        }
    }

    #[inline(always)]
    fn turn(&mut self, round: &Round<C>) {
        self.asked += 1;
        let legal = round.choice_of(self.active_rules, round.to_move).legal;
        self.forced += u32::from(legal.len() <= 1);
        if let Some((judge, memory)) = &self.judge
            && round.places().is_empty()
        {
            self.prospects.push(judge.prospects(round, memory));
        }
    }
}

/// Plays one deal with each seat beginning and appends how each round went.
#[inline(always)]
pub fn stats_block<C: Cards, L: RulesSource, D: Drive<C>>(
    deck: &Prepared<C>,
    setup: &TableSetup,
    rules: L,
    strategies: &[D::Player],
    judge: Option<&dyn Judge<C>>,
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
            notes: RoundNotes::new(&setup.active_rules, judge),
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
        tell(noted.players, &round, Notification::Round(0));
        opening
            .into_iter()
            .for_each(|event| tell(noted.players, &round, Notification::Event(event)));
        while round.standing() == RoundStatus::Waits {
            let seat = round.actor();
            let player = &mut noted.players[seat.index()];
            let memory = noted.memory.as_deref();
            let action = D::act(player, &round, &chance, &[0; MAX_SEATS], memory);
            round.apply_trusted(&mut Observed::new(&mut chance, &mut noted), action);
        }
        if D::listens(noted.players) {
            tell(noted.players, &round, Notification::End(&setup.scoring.score(&round)));
        }
        stats.push(noted.notes.stats(outcome_of_round(setup, &round)));
    }
}

/// The play of one round whose statistics are noted on the way.
struct Noted<'a, C: Cards, D: Drive<C>> {
    notes: RoundNotes<'a, C>,
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
        self.notes.drawn(kind);
        if let Some(memory) = &mut self.memory {
            Observer::<C>::drawn(&mut **memory, kind);
        }
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.notes.crashed(cards, first);
        if let Some(memory) = &mut self.memory {
            Observer::<C>::crashed(&mut **memory, cards, first);
        }
    }

    #[inline(always)]
    fn turn(&mut self, round: &Round<C>) {
        self.notes.turn(round);
    }

    #[inline(always)]
    fn saw(&mut self, round: &Round<C>, event: Event) {
        self.notes.saw(round, event);
        if let Some(memory) = &mut self.memory {
            memory.saw(round, event);
        }
        if D::listens(self.players) {
            match &mut self.opening {
                Some(opening) => opening.push(event),
                None => {
                    let heard = Notification::Event(event);
                    D::tell(self.players, round, self.setup, &[0; MAX_SEATS], heard);
                }
            }
        }
    }
}

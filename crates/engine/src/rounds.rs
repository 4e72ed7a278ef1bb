//! What each seat did in each round, for whoever wants a row for each.
//!
//! Fast tables count nothing on the way. So these rounds are played at a table of their own, which
//! is slower and plays the same games; whoever asks for no rounds pays nothing.

use unobench_core::cards::Kind;
use unobench_core::game::{
    Chance, Dealt, Event, Observed, Observer, Opening, Prepared, Round, RoundStatus,
};
use unobench_core::rng::RoundKey;
use unobench_core::rules::MAX_SEATS;
use unobench_core::strategy::{
    Player, SeatStreams, StrategySpec, drive_players, tell_end, tell_opening,
};
use unobench_core::table::{Outcome, RunningMatch, SeatMap, TableSetup, outcome_of_round};

/// What one seat did in one round, for a row of the rounds file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatRound {
    /// The place of the seating among those of its block, from 0.
    pub seating: u32,
    /// The place of the round in its match, from 0; 0 of a round alone.
    pub round: u32,
    pub strategy: u8,
    /// The seat, counted from 0 for the one that moves first in the game.
    pub place: u8,
    pub won: bool,
    pub score: i32,
    pub hand_points: u32,
    pub turns: u32,
    pub drawn: u32,
}

/// Something that plays blocks, and notes what each seat did in each round.
pub trait NoteRounds: Send + Sync {
    /// Plays a deal in each of the seatings, which hold the number of the strategy in each seat.
    /// Gives an outcome for each, and its rounds: of each round the seats, the first to move in the
    /// game first.
    fn note_block(&self, block: u64, seatings: &[SeatMap]) -> (Vec<Outcome>, Vec<SeatRound>);
}

/// A table at which the rounds of each seat are noted, slower than one that only counts.
#[derive(Debug)]
pub struct NotingTable {
    deck: Prepared,
    players: Vec<Player>,
    setup: TableSetup,
}

impl NotingTable {
    pub fn new(setup: TableSetup) -> NotingTable {
        let deck = Prepared::new(&setup.rules, setup.players);
        let players = setup.strategies.iter().map(StrategySpec::player).collect();
        NotingTable { deck, players, setup }
    }
}

impl NoteRounds for NotingTable {
    fn note_block(&self, block: u64, seatings: &[SeatMap]) -> (Vec<Outcome>, Vec<SeatRound>) {
        let (mut outcomes, mut rounds) = (Vec::new(), Vec::new());
        let NotingTable { deck, players, setup } = self;
        let deal = Deal::new(setup, deck, block);
        for (seating, numbers) in (0..).zip(seatings) {
            let mut seated: Vec<Player> = numbers[..setup.players]
                .iter()
                .map(|&number| players[usize::from(number)].clone())
                .collect();
            let mut decide =
                |round: &mut Round, chance: &mut dyn Chance, opened: OpenedRound<'_>| {
                    let OpenedRound { key, totals, opening } = opened;
                    SeatStreams::new(key, setup.random_seats()).begin(&mut seated);
                    let rules = &setup.active_rules;
                    tell_opening(&mut seated, round, rules, totals, opening);
                    drive_players(round, chance, &mut seated, totals, setup.is_watched());
                    tell_end(&mut seated, round, rules, totals, &setup.scoring);
                };
            outcomes.extend(deal.note_game((seating, numbers), None, &mut decide, &mut rounds));
        }
        (outcomes, rounds)
    }
}

/// What plays an opened round on, to its end or until it stops.
pub type PlayOn<'a> = dyn FnMut(&mut Round, &mut dyn Chance, OpenedRound<'_>) + 'a;

/// What is known of a round at its opening, for who plays it on.
#[derive(Debug, Clone, Copy)]
pub struct OpenedRound<'a> {
    pub key: RoundKey,
    pub totals: &'a [i32; MAX_SEATS],
    pub opening: (u32, &'a [Event]),
}

/// The deal of a block, from which its games are played and noted one by one.
#[derive(Debug)]
pub struct Deal<'a> {
    setup: &'a TableSetup,
    deck: &'a Prepared,
    block: u64,
    first: Dealt,
}

impl<'a> Deal<'a> {
    pub fn new(setup: &'a TableSetup, deck: &'a Prepared, block: u64) -> Deal<'a> {
        let key = RoundKey::new(setup.seed, block, 0);
        Deal { setup, deck, block, first: deck.dealt(key, deck.first_opening(key)) }
    }

    /// Plays a game in a seating, of which the place and the strategies' numbers are given, and
    /// notes its rounds; gives how it ended. If `play_on` leaves a round before its end, there is
    /// no outcome.
    ///
    /// `settled` is how a game of one round counts, where that is known and may be otherwise than
    /// it was played.
    pub fn note_game(
        &self,
        (seating, numbers): (u32, &SeatMap),
        settled: Option<&Outcome>,
        play_on: &mut PlayOn<'_>,
        rounds: &mut Vec<SeatRound>,
    ) -> Option<Outcome> {
        let setup = self.setup;
        let opening =
            Opening { dealer: self.first.round.dealer(), first: self.first.round.first() };
        let mut running = setup.match_play.then(|| RunningMatch::new(setup, opening));
        let mut dealt = self.first.clone();
        loop {
            let number = running.as_ref().map_or(0, |running| running.play.rounds());
            let totals = running.as_ref().map_or([0; MAX_SEATS], |running| *running.play.totals());
            let mut round = dealt.round;
            let mut drawn = DealtBlock { opening: Some(Vec::new()), ..DealtBlock::default() };
            let mut chance = dealt.chance(&setup.active_rules, &setup.rules.people);
            let mut chance = Observed::new(&mut chance, &mut drawn);
            round.open_dyn(&mut chance, &setup.rules.setup);
            let events = chance.observer.opening.take().unwrap_or_default();
            let opened =
                OpenedRound { key: dealt.key, totals: &totals, opening: (number, &events[..]) };
            play_on(&mut round, &mut chance, opened);
            if round.standing() == RoundStatus::Waits {
                return None;
            }
            let played = outcome_of_round(setup, &round);
            let counted = settled.filter(|_| running.is_none()).copied().unwrap_or(played);
            rounds.extend((0..setup.players).map(|place| {
                let seat = (opening.first.index() + place) % setup.players;
                SeatRound {
                    seating,
                    round: number,
                    strategy: numbers[seat],
                    place: place as u8,
                    won: counted.winners >> seat & 1 == 1,
                    score: counted.scores[seat],
                    hand_points: counted.hand_points[seat],
                    turns: counted.turns,
                    drawn: drawn.by_seat[seat],
                }
            }));
            let Some(running) = &mut running else { return Some(counted) };
            if let Some(outcome) = running.add(setup, &round) {
                return Some(outcome);
            }
            let key = RoundKey::new(setup.seed, self.block, u64::from(running.play.rounds()));
            dealt = self.deck.dealt(key, running.play.opening());
        }
    }
}

/// What is noted of a round while it is played: its opening events and the cards each seat drew.
#[derive(Debug, Default)]
struct DealtBlock {
    /// What happens, as long as the round is being opened.
    opening: Option<Vec<Event>>,
    by_seat: [u32; MAX_SEATS],
    /// Cards drawn since the last draw was told.
    untold: u32,
}

impl Observer for DealtBlock {
    fn drawn(&mut self, _kind: Kind) {
        self.untold += 1;
    }

    fn saw(&mut self, _round: &Round, event: Event) {
        if let Some(opening) = &mut self.opening {
            opening.push(event);
        }
        if let Event::Draw { seat, .. } = event {
            self.by_seat[seat.index()] += std::mem::take(&mut self.untold);
        }
    }
}

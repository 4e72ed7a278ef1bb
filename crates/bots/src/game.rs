//! A game at a table with bots: played from one bot's decision to the next.

use super::chair::{BotQuestion, SeatConnection};
use super::table::BotTable;
use unobench_core::cards::{Cards, DrawPile, Kind, Roomy};
use unobench_core::game::{
    Action, ActiveRules, Event, Memory, Observed, Observer, Opening, RandomChance, Round,
    RoundStatus, Seat, View,
};
use unobench_core::rng::{Purpose, RoundKey};
use unobench_core::rules::MAX_SEATS;
use unobench_core::strategy::{self, Ears, Notification, Player, SeatStreams};
use unobench_core::table::{
    Judge, Outcome, RoundNotes, RoundStats, RunningMatch, outcome_of_round,
};
use unobench_record::{Decided, SeatLines, ViewFields};

/// The match points of a round that is no match's.
const NO_TOTALS: &[i32; MAX_SEATS] = &[0; MAX_SEATS];

/// One game at a table with bots, which stops where a bot has to decide.
pub(super) struct BotGame<'a> {
    pub(super) table: &'a BotTable<'a>,
    block: u64,
    round: Round,
    chance: RandomChance<'a, &'a ActiveRules>,
    pub(super) told: BotFeed<'a>,
    players: Vec<Player>,
    /// For each seat the bot, if one sits there.
    bots: [Option<usize>; MAX_SEATS],
    memory: Memory,
    running: Option<RunningMatch>,
    faults: [u32; MAX_SEATS],
    asked: [u32; MAX_SEATS],
    pub(super) actions: Vec<Decided>,
    pub(super) outcome: Option<Outcome>,
}

/// What the bots of one game are told of it, as it happens.
pub(super) struct BotFeed<'a> {
    seat_lines: SeatLines,
    /// Those of all chairs, where somebody wants to hear what happens.
    seats: Vec<Seat>,
    /// Of those bots that are told what happens.
    pub(super) chairs: Vec<SeatConnection>,
    notes: Option<RoundNotes<'a>>,
}

impl<'a> BotFeed<'a> {
    fn new(
        table: &BotTable<'_>,
        chairs: Vec<SeatConnection>,
        notes: Option<RoundNotes<'a>>,
    ) -> BotFeed<'a> {
        let somebody_hears = chairs.iter().any(|chair| table.pool.hears(chair.bot));
        let seats = chairs.iter().filter(|_| somebody_hears).map(|chair| chair.seat).collect();
        BotFeed { seat_lines: SeatLines::new(table.notation()), seats, chairs, notes }
    }
}

/// The bot of each seat, if one sits there, and those that are told what happens.
fn seat_bots(
    table: &BotTable<'_>,
    key: RoundKey,
    numbers: &[u8],
) -> ([Option<usize>; MAX_SEATS], Vec<SeatConnection>) {
    let players = table.setup.players;
    let mut bots = [None; MAX_SEATS];
    let mut chairs = Vec::new();
    for seat in (0..players).map(Seat::new) {
        bots[seat.index()] = table.bots[usize::from(numbers[seat.index()])];
        if let Some(bot) = bots[seat.index()].filter(|&bot| table.pool.is_told(bot)) {
            // 53 bits survive in languages whose numbers are all floating.
            let seed = key.stream(Purpose::Bot, seat.index() as u64).bits() >> 11;
            chairs.push(SeatConnection::new(bot, seat, players, &table.settings, seed));
        }
    }
    (bots, chairs)
}

impl<'a> BotGame<'a> {
    /// A game about to begin; `numbers` are the strategies by seat.
    pub(super) fn new(table: &'a BotTable<'a>, block: u64, numbers: &[u8]) -> BotGame<'a> {
        BotGame::charted(table, block, numbers, None, None)
    }

    /// With a turn, a round that begins so many seats after the one that was drawn, and of which is
    /// counted what happens.
    pub(super) fn charted(
        table: &'a BotTable<'a>,
        block: u64,
        numbers: &[u8],
        turn: Option<usize>,
        judge: Option<&'a dyn Judge>,
    ) -> BotGame<'a> {
        let setup = &table.setup;
        let player = |seat: usize| table.strategies[usize::from(numbers[seat])].clone();
        let players = (0..setup.players).map(player).collect();
        let key = RoundKey::new(setup.seed, block, 0);
        let (bots, chairs) = seat_bots(table, key, numbers);
        let opening = table.deck.first_opening(key);
        let dealt = table.deck.dealt(key, opening);
        let mut round = dealt.round;
        if let Some(turn) = turn {
            let first = Seat::new((opening.first.index() + turn) % setup.players);
            round.seat_players(Opening::with_first(first, setup.players).dealer, first);
        }
        let chance = dealt.chance(&setup.active_rules, &setup.rules.people);
        let notes = turn.map(|_| RoundNotes::new(&setup.active_rules, judge));
        let mut game = BotGame {
            table,
            block,
            round,
            chance,
            told: BotFeed::new(table, chairs, notes),
            players,
            bots,
            memory: Memory::default(),
            running: setup.match_play.then(|| RunningMatch::new(setup, opening)),
            faults: [0; MAX_SEATS],
            asked: [0; MAX_SEATS],
            actions: Vec::new(),
            outcome: None,
        };
        game.open(key);
        game
    }

    fn open(&mut self, key: RoundKey) {
        let setup = &self.table.setup;
        let number = self.running.as_ref().map_or(0, |running| u64::from(running.play.rounds()));
        let totals = totals(&self.running);
        let round = &self.round;
        self.told.tell_each(|lines, seat| lines.round(round, &setup.rules, number, totals, seat));
        let mut chance = Observed::new(&mut self.chance, &mut self.told);
        let opening =
            strategy::open(&mut self.round, &mut chance, &setup.rules.setup, &self.players);
        SeatStreams::new(key, setup.random_seats()).begin(&mut self.players);
        self.memory.clear();
        let (rules, opening) = (&setup.active_rules, (number as u32, &opening[..]));
        strategy::tell_opening(&mut self.players, &self.round, rules, totals, opening);
    }

    /// Plays until a bot has to decide, and says which; none when the game is over, or is given up
    /// because the run is stopped.
    pub(super) fn go_on(&mut self) -> Option<usize> {
        while self.outcome.is_none() {
            if self.table.pool.is_stopped() {
                let BotGame { faults, asked, .. } = *self;
                self.outcome = Some(Outcome { stalled: true, faults, asked, ..Outcome::default() });
            } else if self.round.standing() != RoundStatus::Waits {
                self.end_round();
            } else if let Some(bot) = self.asked() {
                return Some(bot);
            } else {
                let action = self.decide();
                self.apply((action, None));
            }
        }
        None
    }

    /// The table as the seat sees it that has to decide.
    pub(super) fn view(&self) -> View<'_> {
        let (rules, seat) = (&self.table.setup.active_rules, self.round.actor());
        View::new(&self.round, rules, totals(&self.running), seat).remembering(&self.memory)
    }

    pub(super) fn question(&self) -> (BotQuestion, Vec<Action>) {
        BotQuestion::of(&self.view(), &self.table.texts)
    }

    /// The chair of a bot that has to decide and is told what happens.
    pub(super) fn chair(&mut self) -> &mut SeatConnection {
        let seat = self.round.actor();
        self.told.chairs.iter_mut().find(|chair| chair.seat == seat).expect("a bot sits there")
    }

    pub(super) fn take(&mut self, decided: Option<Decided>) {
        self.asked[self.round.actor().index()] += 1;
        let decided = decided.unwrap_or_else(|| {
            self.faults[self.round.actor().index()] += 1;
            (self.decide(), None)
        });
        self.apply(decided);
    }

    /// The decision of the library's strategy at the seat that has to decide, made as at any other
    /// table.
    fn decide(&mut self) -> Action {
        let (setup, seat) = (&self.table.setup, self.round.actor());
        let view = View::new(&self.round, &setup.active_rules, totals(&self.running), seat);
        let view = view.remembering(setup.is_watched().then_some(&self.memory));
        self.players[seat.index()].act(&self.round, view, Some(&self.chance))
    }

    /// Does again what was done, up to the next decision or the end.
    pub(super) fn replay(&mut self, actions: &[Action]) {
        for &action in actions {
            self.end_rounds();
            self.apply((action, None));
        }
        self.end_rounds();
    }

    fn end_rounds(&mut self) {
        while self.outcome.is_none() && self.round.standing() != RoundStatus::Waits {
            self.end_round();
        }
    }

    pub(super) fn asked(&self) -> Option<usize> {
        self.bots[self.round.actor().index()]
    }

    pub(super) fn stats(self) -> Option<RoundStats> {
        Some(self.told.notes?.stats(self.outcome?))
    }

    fn apply(&mut self, decided: Decided) {
        let action = decided.0;
        self.actions.push(decided);
        let mut told = Observed::new(&mut self.chance, &mut self.told);
        let mut remembered = Observed::new(&mut told, &mut self.memory);
        let (rules, totals) = (&self.table.setup.active_rules, totals(&self.running));
        let mut ears = Ears { players: &mut self.players, rules, totals };
        self.round.apply_trusted_dyn(&mut Observed::new(&mut remembered, &mut ears), action);
    }

    fn end_round(&mut self) {
        let setup = &self.table.setup;
        let score = setup.scoring.score(&self.round);
        let (totals, heard) = (totals(&self.running), Notification::End(&score));
        strategy::tell(&mut self.players, &self.round, &setup.active_rules, totals, heard);
        let round = &self.round;
        self.told.tell_each(|lines, seat| lines.round_end(round, &setup.rules, &score, seat));
        let outcome = if let Some(running) = &mut self.running {
            let Some(ended) = running.add(setup, &self.round) else {
                let key = RoundKey::new(setup.seed, self.block, u64::from(running.play.rounds()));
                let dealt = self.table.deck.dealt(key, running.play.opening());
                self.chance = dealt.chance(&setup.active_rules, &setup.rules.people);
                self.round = dealt.round;
                return self.open(key);
            };
            let winner = (ended.winners != 0).then(|| ended.winners.trailing_zeros() as usize);
            let (scores, rounds) = (&ended.scores[..setup.players], running.play.rounds());
            self.told.tell_each(|_, _| SeatLines::match_end(winner, scores, rounds));
            ended
        } else {
            outcome_of_round(setup, &self.round)
        };
        let outcome = Outcome { faults: self.faults, asked: self.asked, ..outcome };
        self.outcome = Some(self.table.pool.settings.on_fault.settle(outcome, setup.players));
    }
}

fn totals(running: &Option<RunningMatch>) -> &[i32; MAX_SEATS] {
    running.as_ref().map_or(NO_TOTALS, |running| running.play.totals())
}

impl BotFeed<'_> {
    /// Tells the chairs, where somebody wants to hear it.
    fn tell_each(&mut self, line: impl Fn(&SeatLines, Seat) -> ViewFields) {
        for (chair, &seat) in self.chairs.iter_mut().zip(&self.seats) {
            chair.happens(line(&self.seat_lines, seat));
        }
    }
}

impl Observer for BotFeed<'_> {
    fn reshuffled(
        &mut self,
        pile: &<Roomy as Cards>::Pile,
        _future: Option<RandomChance<'_, &ActiveRules>>,
    ) {
        self.tell_each(|_, _| SeatLines::reshuffle(pile.len()));
    }

    fn drawn(&mut self, kind: Kind) {
        self.notes.iter_mut().for_each(|notes| notes.drawn(kind));
        self.seat_lines.drawn(kind);
    }

    fn turn(&mut self, round: &Round) {
        self.notes.iter_mut().for_each(|notes| notes.turn(round));
    }

    fn crashed(&mut self, cards: &[Kind], first: usize) {
        self.notes.iter_mut().for_each(|notes| notes.crashed(cards, first));
        self.seat_lines.crashed(cards, first);
    }

    fn saw(&mut self, round: &Round, event: Event) {
        self.notes.iter_mut().for_each(|notes| notes.saw(round, event));
        let chairs = &mut self.chairs;
        self.seat_lines.saw(round, event, &self.seats, |index, seen| chairs[index].happens(seen));
    }
}

#[cfg(test)]
mod tests {
    use super::super::log::Log;
    use super::super::message::Observation;
    use super::super::pool::Pool;
    use super::super::settings::PoolSettings;
    use super::super::spec::Contestant;
    use super::*;
    use unobench_core::rng::Rng;
    use unobench_core::rules::RuleSet;
    use unobench_core::table::TableSetup;
    use unobench_strategies::CATALOGUE;

    const PLAYERS: usize = 4;

    fn elsewhere(game: &BotGame<'_>, rng: &mut Rng) -> Observation {
        let (view, mut other) = (game.view(), game.round);
        view.determinizer().sample(rng, &mut other);
        let (active, totals) = (&game.table.setup.active_rules, totals(&game.running));
        let view = View::new(&other, active, totals, other.actor()).remembering(&game.memory);
        Observation::of(&view, &game.table.texts)
    }

    fn idle_bot() -> ([Contestant; 1], Pool) {
        let contestants = [Contestant::parse("cmd:sh -c true", CATALOGUE).expect("a bot")];
        let pool = Pool::of(&contestants, PoolSettings::default(), Log::Nowhere);
        (contestants, pool.expect("a shell").expect("a bot"))
    }

    #[test]
    fn the_view_does_not_depend_on_hidden_cards_under_any_rule_set() {
        let (contestants, pool) = idle_bot();
        let (strategies, mut rng) = (Contestant::strategies(&contestants), Rng::from_key(1));
        for name in RuleSet::shipped_names() {
            let rules = RuleSet::load(name).expect("a rule set");
            let setup = TableSetup::new(&rules, PLAYERS, &strategies, false, 1);
            let table = BotTable::new(setup, &contestants, &pool);
            for block in 0..3 {
                let mut game = BotGame::new(&table, block, &[0; MAX_SEATS]);
                while game.go_on().is_some() {
                    assert_eq!(game.question().0.view, elsewhere(&game, &mut rng), "{name}");
                    game.take(None);
                }
                let Outcome { faults, asked, .. } = game.outcome.expect("the game is over");
                let failed = faults.iter().sum::<u32>() as usize;
                assert_eq!(failed, game.actions.len(), "every decision was a bot's");
                assert_eq!(asked, faults);
            }
        }
    }

    #[test]
    fn what_is_stopped_is_given_up_and_nobody_asked() {
        let (contestants, pool) = idle_bot();
        let strategies = Contestant::strategies(&contestants);
        let setup = TableSetup::new(&RuleSet::official(), PLAYERS, &strategies, true, 1);
        let table = BotTable::new(setup, &contestants, &pool);
        pool.stop();
        let played = table.play(0, &[[0; MAX_SEATS]; 2]);
        assert!(played.len() == 2 && played.iter().all(|(_, actions)| actions.is_empty()));
        assert_eq!(pool.diary().decision_count(), 0);
    }
}

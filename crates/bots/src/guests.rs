//! Bots at a table with a person: the session plays, and the bots are told what it plays.

use super::chair::KnownAs;
use super::diary::Trouble;
use super::game::BotGame;
use super::play::decide;
use super::pool::Pool;
use super::spec::Contestant;
use super::table::BotTable;
use unobench_core::game::Action;
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::table::{SeatMap, TableSetup};
use unobench_record::Decided;
use unobench_record::play::SeatControl;

/// The bots at a table with a person, with the processes that play for them.
#[derive(Debug)]
pub struct BotGuests {
    rules: RuleSet,
    /// Who sits where; in the person's seat anybody who is no bot.
    seats: Vec<Contestant>,
    match_play: bool,
    seed: u64,
    pool: Pool,
    told: Option<ToldSoFar>,
}

/// How much of which game the bots at a person's table were told.
#[derive(Debug)]
struct ToldSoFar {
    game: u64,
    actions: Vec<Action>,
    known_as: Vec<Option<KnownAs>>,
}

impl BotGuests {
    pub const fn new(
        rules: RuleSet,
        seats: Vec<Contestant>,
        match_play: bool,
        seed: u64,
        pool: Pool,
    ) -> BotGuests {
        BotGuests { rules, seats, match_play, seed, pool, told: None }
    }

    pub fn faults(&self) -> (u64, Vec<Trouble>) {
        (self.pool.diary().fault_count(), self.pool.troubles())
    }

    fn at<T>(
        &mut self,
        number: u64,
        actions: &[Action],
        act: impl FnOnce(&mut BotGame<'_>, &Pool) -> T,
    ) -> T {
        const EACH_ITS_OWN: SeatMap = {
            let mut numbers = [0; MAX_SEATS];
            let mut seat = 0;
            while seat < MAX_SEATS {
                numbers[seat] = seat as u8;
                seat += 1;
            }
            numbers
        };
        let BotGuests { rules, seats, match_play, seed, pool, told } = self;
        let strategies = Contestant::strategies(seats);
        let setup = TableSetup::new(rules, seats.len(), &strategies, *match_play, *seed);
        let table = BotTable::new(setup, seats, pool);
        let mut game = BotGame::new(&table, number, &EACH_ITS_OWN);
        game.replay(actions);
        if let Some(told) = told.take() {
            let goes_on = told.game == number && actions.starts_with(&told.actions);
            for (chair, known_as) in game.told.chairs.iter_mut().zip(told.known_as) {
                chair.known_as = known_as;
                if !goes_on {
                    chair.abandon();
                }
            }
        }
        let done = act(&mut game, pool);
        let known_as = game.told.chairs.iter().map(|chair| chair.known_as).collect();
        *told = Some(ToldSoFar { game: number, actions: actions.to_vec(), known_as });
        done
    }
}

impl SeatControl for BotGuests {
    fn decide(&mut self, number: u64, actions: &[Action]) -> Option<Decided> {
        self.at(number, actions, |game, pool| {
            let bot = game.asked()?;
            decide(&mut pool.crew().slots[bot], &mut [game]).pop()?
        })
    }

    fn end(&mut self, number: u64, actions: &[Action]) {
        self.at(number, actions, |game, pool| {
            let mut crew = pool.crew();
            game.told.chairs.iter_mut().for_each(|chair| crew.slots[chair.bot].end(chair));
        });
        self.told = None;
    }
}

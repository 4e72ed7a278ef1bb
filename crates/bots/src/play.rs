//! The play at a table with bots: blocks as the arena's table plays them, the games of a block
//! together.

use super::game::BotGame;
use super::slot::{PendingQuestion, Slot};
use super::table::BotTable;
use unobench_core::game::{Chance, Round, RoundStatus, View};
use unobench_core::table::{Judge, Outcome, PlayBlocks, RoundStats, SeatMap, Table};
use unobench_engine::rounds::{Deal, NoteRounds, OpenedRound, SeatRound};
use unobench_record::Decided;

impl BotTable<'_> {
    /// Plays one deal in each of the seatings; gives for each how it ended and every decision that
    /// was made, in their order. After [`Pool::stop`](super::Pool::stop) it gives up what is not
    /// over.
    pub fn play(&self, block: u64, seatings: &[SeatMap]) -> Vec<(Outcome, Vec<Decided>)> {
        let ended = self.play_all(&[(block, seatings)]).into_iter();
        ended.map(|game| (game.outcome.expect("the game is over"), game.actions)).collect()
    }

    fn play_all(&self, blocks: &[(u64, &[SeatMap])]) -> Vec<BotGame<'_>> {
        let of_block = |&(block, seatings): &(u64, &[SeatMap])| -> Vec<BotGame<'_>> {
            seatings.iter().map(|seating| BotGame::new(self, block, seating)).collect()
        };
        self.play_games(blocks.iter().flat_map(of_block).collect())
    }

    fn play_games<'g>(&self, mut games: Vec<BotGame<'g>>) -> Vec<BotGame<'g>> {
        let mut crew = self.pool.crew();
        let slots = &mut crew.slots;
        let mut open: Vec<&mut BotGame<'g>> = games.iter_mut().collect();
        while !open.is_empty() {
            let mut waiting: Vec<Vec<&mut BotGame<'g>>> =
                slots.iter().map(|_| Vec::new()).collect();
            for game in open.drain(..) {
                match game.go_on() {
                    Some(bot) => waiting[bot].push(game),
                    None => {
                        let chairs = game.told.chairs.iter_mut();
                        chairs.for_each(|chair| slots[chair.bot].end(chair));
                    }
                }
            }
            for (slot, mut games) in
                slots.iter_mut().zip(waiting).filter(|(_, queue)| !queue.is_empty())
            {
                for games in games.chunks_mut(slot.at_once(self.setup.players)) {
                    let decided = decide(slot, games);
                    games.iter_mut().zip(decided).for_each(|(game, decided)| game.take(decided));
                }
                open.append(&mut games);
            }
        }
        games
    }
}

/// What a bot does in some games that wait for it, asked about all of them at once; nothing where
/// that is no action, or the run is stopped.
pub(super) fn decide(slot: &mut Slot, games: &mut [&mut BotGame<'_>]) -> Vec<Option<Decided>> {
    if let Some(callback) = slot.spec.callback() {
        let views: Vec<View<'_>> = games.iter().map(|game| game.view()).collect();
        return slot.call(&*callback, &games[0].table.setup.rules, &views);
    }
    let put = games.iter_mut().map(|game| {
        let (question, actions) = game.question();
        (PendingQuestion { chair: game.chair(), question, answer: None }, actions)
    });
    let (mut asked, actions): (Vec<_>, Vec<_>) = put.unzip();
    slot.ask(&mut asked);
    let answers = asked.into_iter().map(|asked| asked.answer.and_then(Result::ok));
    let decided = answers
        .zip(actions)
        .map(|(answer, actions)| answer.map(|(index, why)| (actions[index], why)));
    decided.collect()
}

impl Table for BotTable<'_> {
    fn stats_block(&self, block: u64, judge: Option<&dyn Judge>, stats: &mut Vec<RoundStats>) {
        self.stats_blocks(&[(block, judge)], stats);
    }

    fn stats_blocks(&self, blocks: &[(u64, Option<&dyn Judge>)], stats: &mut Vec<RoundStats>) {
        let strategies = self.strategies.len();
        let numbers: SeatMap = std::array::from_fn(|seat| (seat % strategies) as u8);
        let of_block = |&(block, judge)| {
            let turns = 0..self.setup.players;
            turns.map(move |turn| BotGame::charted(self, block, &numbers, Some(turn), judge))
        };
        let games = self.play_games(blocks.iter().flat_map(of_block).collect());
        stats.extend(games.into_iter().filter_map(BotGame::stats));
    }
}

impl NoteRounds for BotTable<'_> {
    /// Everybody is asked once; what they decided is then done again, and noted.
    fn note_block(&self, block: u64, seatings: &[SeatMap]) -> (Vec<Outcome>, Vec<SeatRound>) {
        let (mut outcomes, mut rounds) = (Vec::new(), Vec::new());
        let deal = Deal::new(&self.setup, &self.deck, block);
        let games = (0..).zip(seatings).zip(self.play(block, seatings));
        for ((seating, numbers), (outcome, actions)) in games {
            let mut actions = actions.into_iter();
            let mut play_on = |round: &mut Round, chance: &mut dyn Chance, _: OpenedRound<'_>| {
                while round.standing() == RoundStatus::Waits
                    && let Some((action, _)) = actions.next()
                {
                    round.apply_trusted_dyn(chance, action);
                }
            };
            deal.note_game((seating, numbers), Some(&outcome), &mut play_on, &mut rounds);
            outcomes.push(outcome);
        }
        (outcomes, rounds)
    }
}

impl PlayBlocks for BotTable<'_> {
    fn play_block(&self, block: u64, seatings: &[SeatMap], outcomes: &mut Vec<Outcome>) {
        self.play_blocks(&[(block, seatings)], outcomes);
    }

    fn play_blocks(&self, blocks: &[(u64, &[SeatMap])], outcomes: &mut Vec<Outcome>) {
        outcomes.extend(self.play_all(blocks).into_iter().filter_map(|game| game.outcome));
    }

    fn side_by_side(&self) -> u64 {
        self.pool.side_by_side(self.setup.players)
    }
}

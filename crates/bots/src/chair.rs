//! A bot's seat in a game: what it has to be told, and under which number it knows the game.
//!
//! An answer names only its game, so the number is what keeps bot and table in step. After a
//! question that was not answered as it should, the game goes on under a new number: the old one is
//! closed and the new one told from its beginning. Whatever is still said of the old one can then
//! be recognised and dropped. The same is done for a process that was started anew and has heard of
//! nothing.

use super::message::{ActRequest, Legal, Observation, Texts, ToBot, WantedEvents};
use serde_json::Value;
use std::sync::Arc;
use unobench_core::game::{Action, Decision, Seat, View};
use unobench_record::ViewFields;

/// A bot's seat in one game, with the events that the bot is to be told of it.
#[derive(Debug)]
pub(super) struct SeatConnection {
    pub(super) bot: usize,
    pub(super) seat: Seat,
    players: usize,
    settings: Arc<Value>,
    bot_seed: u64,
    events: Vec<ViewFields>,
    pub(super) known_as: Option<KnownAs>,
}

/// The number by which one start of a bot's process knows a game, and how much it was told.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownAs {
    start: u32,
    number: u64,
    told: usize,
    abandoned: bool,
}

/// Hands out numbers of games to one process after another.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Which start of the process it is, from 1.
    pub(super) start: u32,
    pub(super) last: u64,
}

impl SeatConnection {
    pub(super) fn new(
        bot: usize,
        seat: Seat,
        players: usize,
        settings: &Arc<Value>,
        bot_seed: u64,
    ) -> SeatConnection {
        SeatConnection {
            bot,
            seat,
            players,
            settings: Arc::clone(settings),
            bot_seed,
            events: Vec::new(),
            known_as: None,
        }
    }

    pub(super) fn happens(&mut self, event: ViewFields) {
        self.events.push(event);
    }

    pub(super) fn abandon(&mut self) -> Option<u64> {
        self.known_as.as_mut().map(|known_as| {
            known_as.abandoned = true;
            known_as.number
        })
    }

    /// Writes what the process does not know yet, and gives the number by which it knows the game.
    pub(super) fn write_news(
        &mut self,
        numbers: &mut Numbers,
        wanted: &WantedEvents,
        out: &mut Vec<u8>,
    ) -> u64 {
        let told_by_now = self.known_as.filter(|known_as| known_as.start == numbers.start);
        let known_as = match told_by_now {
            Some(known_as) if !known_as.abandoned => known_as,
            given_up => {
                if let Some(KnownAs { number, .. }) = given_up {
                    ToBot::Endgame { game: number }.write(out);
                }
                self.begin(numbers, out)
            }
        };
        for event in self.events[known_as.told..].iter().filter(|event| wanted.has(event)) {
            ToBot::Event { game: known_as.number, event }.write(out);
        }
        self.known_as = Some(KnownAs { told: self.events.len(), ..known_as });
        known_as.number
    }

    fn begin(&self, numbers: &mut Numbers, out: &mut Vec<u8>) -> KnownAs {
        numbers.last += 1;
        let game = numbers.last;
        let SeatConnection { seat, players, bot_seed, .. } = *self;
        ToBot::Newgame { game, seat: seat.index(), players, settings: &self.settings, bot_seed }
            .write(out);
        KnownAs { start: numbers.start, number: game, told: 0, abandoned: false }
    }
}

/// A decision as bots are asked about it: a line of the protocol, of no game.
pub fn question(view: &View<'_>, texts: &Texts) -> String {
    let mut line = Vec::new();
    BotQuestion::of(view, texts).0.write(0, &mut line);
    String::from_utf8_lossy(&line).into_owned()
}

/// What a bot is asked at one decision: the legal actions and what its seat sees.
#[derive(Debug)]
pub(super) struct BotQuestion {
    pub(super) decision: Decision,
    pub(super) legal: Vec<Legal>,
    pub(super) view: Observation,
}

impl BotQuestion {
    /// What a view's seat is asked, and the actions that its answer may name.
    pub(super) fn of(view: &View<'_>, texts: &Texts) -> (BotQuestion, Vec<Action>) {
        let (legal, actions) = Legal::list(view, texts);
        (
            BotQuestion { decision: view.decision(), legal, view: Observation::of(view, texts) },
            actions,
        )
    }

    pub(super) fn write(&self, game: u64, out: &mut Vec<u8>) {
        ToBot::Act(self.act(game)).write(out);
    }

    pub(super) fn act(&self, game: u64) -> ActRequest<'_> {
        ActRequest { game, decision: self.decision.name(), legal: &self.legal, view: &self.view }
    }
}

//! A session: the round that is being played, who plays it, and how rounds follow one another.

use super::hint::{Hint, consider};
use super::listener::{PlayListener, RecordLines, Story};
use super::scene::{Awaited, PersonView};
use super::setup::HintUse;
use super::setup::PlaySetup;
use super::tally::SessionTally;
use super::tell::Gathered;
use crate::event_lines::{match_end, round_end};
use crate::order::PileOrder;
use crate::record_writer::{RecordHeading, RecordWriter, Recording, Sink};
use crate::seen::{SeatLines, ViewFields};
use serde_json::Value;
use unobench_core::cards::Roomy;
use unobench_core::game::match_play::MatchPlay;
use unobench_core::game::{
    Action, ActiveRules, Event, IllegalAction, Memory, Observed, RandomChance, Round, RoundScore,
    RoundStatus, View,
};
use unobench_core::rng::{Rng, RoundKey};
use unobench_core::strategy::{self, Ears, Notification, Player, SeatStreams, tell_opening};
use unobench_core::table::winner;

const UNDO_LIMIT: usize = 1000;

/// Who has to act in a session, or what is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Yours,
    Others,
    RoundOver,
    MatchOver,
}

/// Everything that a decision changes, the record and the log apart, which only grow. A copy of it
/// goes on in the same way.
#[derive(Debug, Clone)]
struct SessionState<'t> {
    round: Round,
    chance: RandomChance<'t, &'t ActiveRules>,
    writer: RecordWriter,
    memory: Memory,
    seat_lines: SeatLines,
    players: Vec<Player>,
    game: MatchPlay,
    block: u64,
    phase: Phase,
    hint: Option<Hint>,
    tally: SessionTally,
    /// How much of the story stood there when the person had decided.
    seen: [usize; 2],
    whole: usize,
    actions: Vec<Action>,
}

/// A session as it stood at an earlier decision, to which the person may go back.
#[derive(Debug, Clone)]
struct Snapshot<'t> {
    position: Box<SessionState<'t>>,
    lines: usize,
    story: [usize; 2],
}

/// What a person plays at one table, round after round, with its record and what may be undone.
#[derive(Debug, Clone)]
pub struct PlaySession<'t> {
    setup: &'t PlaySetup,
    now: Box<SessionState<'t>>,
    lines: Vec<String>,
    story: Story,
    past: Vec<Snapshot<'t>>,
    undone: u32,
}

impl<'t> PlaySession<'t> {
    pub fn new(setup: &'t PlaySetup) -> PlaySession<'t> {
        let (mut lines, mut story) = (Vec::new(), Story::default());
        let now = SessionState::deal(setup, 0, (None, None), &mut lines, &mut story);
        let mut session =
            PlaySession { setup, now: Box::new(now), lines, story, past: Vec::new(), undone: 0 };
        session.settle();
        session
    }

    pub fn phase(&self) -> Phase {
        self.now.phase
    }

    pub fn scene(&self) -> PersonView {
        let points = self.points();
        let awaited = match self.now.phase {
            Phase::Yours => Awaited::Person,
            Phase::Others | Phase::RoundOver | Phase::MatchOver => Awaited::Others,
        };
        PersonView::new(&self.view(), &self.setup.words, &points, awaited)
    }

    /// Points of the match so far or, where single rounds are played, of the session.
    fn points(&self) -> Vec<i64> {
        if self.setup.game_setup.match_play {
            return self.now.game.totals().iter().map(|&total| i64::from(total)).collect();
        }
        self.now.tally.points.to_vec()
    }

    pub fn number(&self) -> (u64, u64) {
        let is_over = matches!(self.now.phase, Phase::RoundOver | Phase::MatchOver);
        (self.now.block + 1, u64::from(self.now.game.rounds()) + u64::from(!is_over))
    }

    unobench_core::reads! {
        pub fn log(&self) -> &[String] = &self.story.log;
        pub fn seen(&self) -> usize = self.now.seen[0].min(self.story.log.len());
        /// What the person has seen since it decided last, or since the deal.
        pub fn news(&self) -> &[ViewFields] = &self.story.events[self.now.seen[1]..];
        pub fn tally(&self) -> &SessionTally = &self.now.tally;
        pub fn undone(&self) -> u32 = self.undone;
        pub fn record(&self) -> &[String] = &self.lines[..self.now.whole];
        pub fn unfinished(&self) -> &[String] = &self.lines[self.now.whole..];
    }

    pub fn step(&mut self) {
        if self.now.phase != Phase::Others {
            return;
        }
        let SessionState { round, chance, memory, players, game, block, actions, .. } =
            &mut *self.now;
        let seat = round.actor();
        let invited = self.setup.invited.as_ref().filter(|_| self.setup.is_guest[seat.index()]);
        let decided = invited.and_then(|invited| invited.decide(*block, actions));
        let decided = decided.filter(|decided| round.is_legal(decided.0));
        let (action, why) = decided.unwrap_or_else(|| {
            let view = View::new(round, &self.setup.active_rules, game.totals(), seat);
            let view = view.remembering(&*memory);
            (players[seat.index()].act(round, view, Some(&*chance)), None)
        });
        self.take(action, why)
            .unwrap_or_else(|error| panic!("{}: {error}", self.setup.names[seat.index()]));
    }

    pub fn run(&mut self) {
        while self.now.phase == Phase::Others {
            self.step();
        }
    }

    /// Takes the person's action.
    ///
    /// # Errors
    /// [`IllegalAction`] when it is not among [`PersonView::choices`]; nothing has changed then.
    pub fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        if self.now.phase != Phase::Yours || !self.now.round.is_legal(action) {
            return Err(IllegalAction { decision: self.now.round.decision(), action });
        }
        if self.setup.game_setup.casual {
            let (position, lines, story) = (self.now.clone(), self.lines.len(), self.story.len());
            if self.past.len() == UNDO_LIMIT {
                self.past.remove(0);
            }
            self.past.push(Snapshot { position, lines, story });
        }
        if self.setup.game_setup.hints == HintUse::Always
            && let Some(hint) = self.hint()
        {
            let (follows, lost) = (hint.action == action, hint.lost(action));
            let tally = &mut self.now.tally;
            tally.advised += 1;
            tally.followed += u32::from(follows);
            tally.lost = lost.map(|lost| tally.lost.unwrap_or(0.0) + lost).or(tally.lost);
        }
        self.now.seen = self.story.len();
        self.take(action, None)
    }

    /// Goes back to the person's last decision; gives false where there is none or decisions may
    /// not be taken back.
    pub fn undo(&mut self) -> bool {
        let Some(Snapshot { position, lines, story }) = self.past.pop() else { return false };
        self.now = position;
        self.lines.truncate(lines);
        self.story.truncate(story);
        self.undone += 1;
        true
    }

    /// Goes back to the person's decision that a line of the record tells of, from 1; gives false
    /// where there is none or decisions may not be taken back.
    pub fn back_to(&mut self, line: usize) -> bool {
        let Some(place) = self.past.iter().rposition(|past| past.lines < line) else {
            return false;
        };
        while self.past.len() > place {
            self.undo();
        }
        true
    }

    /// What the adviser would do here; nothing where there is no adviser or the person is not
    /// asked.
    ///
    /// The adviser is asked once for each decision, when its answer is wanted or the person has
    /// decided; it draws from a stream of its own.
    pub fn hint(&mut self) -> Option<&Hint> {
        let adviser = self.setup.game_setup.adviser.as_ref()?;
        if self.now.phase != Phase::Yours {
            return None;
        }
        if self.now.hint.is_none() {
            let SessionState { round, memory, players, game, .. } = &mut *self.now;
            let seat = self.setup.game_setup.seat;
            let player = &mut players[seat.index()];
            let view = View::new(round, &self.setup.active_rules, game.totals(), seat);
            let view = view.remembering(&*memory);
            self.now.hint = Some(consider(adviser, player, &view, &self.setup.rules.name));
        }
        self.now.hint.as_ref()
    }

    /// Deals the next round or, after a match or where single rounds are played, the next game;
    /// does nothing while a round is played.
    pub fn next_round(&mut self) {
        let going_on = match self.now.phase {
            Phase::RoundOver if self.setup.game_setup.match_play => Some(self.now.game),
            Phase::RoundOver | Phase::MatchOver => None,
            Phase::Yours | Phase::Others => return,
        };
        let block = self.now.block + u64::from(going_on.is_none());
        let (tally, whole) = (self.now.tally, self.now.whole);
        let actions = going_on.map(|_| std::mem::take(&mut self.now.actions)).unwrap_or_default();
        // Who plays on in a match keeps what it remembers.
        let players = going_on.map(|_| std::mem::take(&mut self.now.players));
        let going_on = (going_on, players);
        let now = SessionState::deal(self.setup, block, going_on, &mut self.lines, &mut self.story);
        *self.now = SessionState { tally, whole, actions, ..now };
        self.settle();
    }

    /// The same for the person, with all that they do not see shuffled anew.
    pub fn redealt(&self, key: u64) -> PlaySession<'t> {
        let mut other = self.clone();
        let determinizer = self.view().remembering(&self.now.memory).determinizer::<Roomy>();
        determinizer.sample(&mut Rng::from_key(key), &mut other.now.round);
        other
    }

    /// What the person sees, if its seat is asked.
    pub fn view(&self) -> View<'_, Roomy> {
        let (setup, now) = (self.setup, &self.now);
        View::new(&now.round, &setup.active_rules, now.game.totals(), setup.game_setup.seat)
    }

    fn take(&mut self, action: Action, why: Option<Value>) -> Result<(), IllegalAction> {
        let SessionState { round, chance, writer, memory, seat_lines, players, game, .. } =
            &mut *self.now;
        let seen = (&mut self.story, seat_lines);
        let (mut lines, mut listener) = self.setup.listeners(&mut self.lines, seen);
        let mut sink = Sink::new(&mut lines);
        let mut recording = Recording::new(chance, writer, &mut sink);
        recording.decides(round, action, why);
        let mut listened = Observed::new(&mut recording, &mut listener);
        let mut remembered = Observed::new(&mut listened, memory);
        let mut ears = Ears { players, rules: &self.setup.active_rules, totals: game.totals() };
        round.apply_dyn(&mut Observed::new(&mut remembered, &mut ears), action)?;
        self.now.actions.push(action);
        self.now.hint = None;
        self.settle();
        Ok(())
    }

    fn settle(&mut self) {
        self.now.phase = match self.now.round.standing() {
            RoundStatus::Waits if self.now.round.actor() == self.setup.game_setup.seat => {
                Phase::Yours
            }
            RoundStatus::Waits => Phase::Others,
            _ => self.end_round(),
        };
    }

    fn end_round(&mut self) -> Phase {
        let setup = self.setup;
        let SessionState { round, game, tally, players, writer, seat_lines, .. } = &mut *self.now;
        let score: RoundScore = setup.scoring.score(round);
        strategy::tell(
            players,
            round,
            &setup.active_rules,
            game.totals(),
            Notification::End(&score),
        );
        let notation = setup.rules.deck.notation();
        let mut lines = RecordLines(&mut self.lines, notation);
        writer.end(&round_end(round, &setup.rules, &score), &mut Sink::new(&mut lines), round);
        tally.add_round(&score);
        self.story.log.extend(setup.round_result(round, &score));
        let ended = seat_lines.round_end(round, &setup.rules, &score, setup.game_setup.seat);
        self.story.events.push(ended);
        let end = game.add(&score, winner(round)).filter(|_| setup.game_setup.match_play);
        if let Some(end) = end {
            self.lines.push(match_end(game, setup.game_setup.players, Some(end)).text(notation));
            tally.add_match(&end);
            self.story.log.push(setup.match_over(&end, game));
        }
        if end.is_some() || !setup.game_setup.match_play {
            self.now.whole = self.lines.len();
            let SessionState { block, ref actions, .. } = *self.now;
            setup.invited.iter().for_each(|invited| invited.end(block, actions));
        }
        if end.is_some() { Phase::MatchOver } else { Phase::RoundOver }
    }
}

impl PlaySetup {
    fn listeners<'a>(
        &'a self,
        lines: &'a mut Vec<String>,
        (story, seat_lines): (&'a mut Story, &'a mut SeatLines),
    ) -> (RecordLines<'a>, PlayListener<'a>) {
        let (notation, gathered) = (self.rules.deck.notation(), Gathered::default());
        let words = &self.words;
        (RecordLines(lines, notation), PlayListener { story, words, gathered, seat_lines })
    }
}

impl PlaySetup {
    /// A game that begins with the first round of a block.
    fn first_game(&self, block: u64) -> MatchPlay {
        let key = RoundKey::new(self.game_setup.seed, block, 0);
        MatchPlay::new(&self.rules, self.game_setup.players, self.deck.first_opening(key))
    }

    /// Tells the person who deals and who is first; the lines of the round as the seat sees them.
    fn tell_deal(&self, round: &Round, game: &MatchPlay, story: &mut Story) -> SeatLines {
        story.log.push(format!(
            "{}; {} first",
            self.words.does(round.dealer(), "deal", "deals"),
            self.words.does(round.first(), "are", "is")
        ));
        let (number, seat) = (u64::from(game.rounds()), self.game_setup.seat);
        let seat_lines = SeatLines::new(self.rules.deck.notation());
        story.events.push(seat_lines.round(round, &self.rules, number, game.totals(), seat));
        seat_lines
    }

    /// The line of the record that a round begins with.
    fn round_line(
        &self,
        round: &Round,
        layout: &PileOrder,
        block: u64,
        game: &MatchPlay,
    ) -> String {
        let heading = RecordHeading {
            rules: &self.rules,
            settings: &self.settings,
            names: self.names.clone(),
            block,
            seating: 0,
            round: u64::from(game.rounds()),
            totals: game.totals(),
        };
        heading.line(round, layout).text(self.rules.deck.notation())
    }

    /// The players with their random numbers of the round, who have been told how it began.
    fn begin_round(
        &self,
        playing_on: Option<Vec<Player>>,
        key: RoundKey,
        (round, game): (&Round, &MatchPlay),
        opening: &[Event],
    ) -> Vec<Player> {
        let mut players = playing_on.unwrap_or_else(|| self.players.clone());
        SeatStreams::new(key, self.game_setup.players).begin(&mut players);
        let opening = (game.rounds(), opening);
        tell_opening(&mut players, round, &self.active_rules, game.totals(), opening);
        players
    }
}

impl<'t> SessionState<'t> {
    /// Deals a round: the first of a game, or the next of one.
    fn deal(
        setup: &'t PlaySetup,
        block: u64,
        (game, players): (Option<MatchPlay>, Option<Vec<Player>>),
        lines: &mut Vec<String>,
        story: &mut Story,
    ) -> SessionState<'t> {
        let game = game.unwrap_or_else(|| setup.first_game(block));
        let key = RoundKey::new(setup.game_setup.seed, block, u64::from(game.rounds()));
        let dealt = setup.deck.dealt(key, game.opening());
        let mut round = dealt.round;
        let seen = story.len();
        let mut seat_lines = setup.tell_deal(&round, &game, story);
        let layout = PileOrder::find(&dealt, &setup.active_rules, &setup.rules);
        lines.push(setup.round_line(&round, &layout, block, &game));
        let mut writer = RecordWriter::new(&layout);
        let mut chance = dealt.chance(&setup.active_rules, &setup.rules.people);
        let (mut lines, mut listener) = setup.listeners(lines, (story, &mut seat_lines));
        let mut sink = Sink::new(&mut lines);
        let mut recording = Recording::new(&mut chance, &mut writer, &mut sink);
        let mut observed = Observed::new(&mut recording, &mut listener);
        let opening = strategy::open(&mut round, &mut observed, &setup.rules.setup, &setup.players);
        let players = setup.begin_round(players, key, (&round, &game), &opening);
        SessionState {
            round,
            chance,
            writer,
            memory: Memory::default(),
            seat_lines,
            players,
            game,
            block,
            phase: Phase::Others,
            hint: None,
            tally: SessionTally::default(),
            seen,
            whole: 0,
            actions: Vec::new(),
        }
    }
}

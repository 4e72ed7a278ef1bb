//! A place for one process of a bot: asks it, waits for it, starts it anew when it dies.
//!
//! Each question has the whole move time: the clock of the oldest open one starts when the batch is
//! sent, and again whenever the bot has answered one, for most bots think about one thing at a
//! time. A late answer to a question that was given up starts it again, too: the bot is only now
//! free. What cannot be an answer to anything that was asked is put down to the oldest open
//! question, which the bot must be about.

use super::callback::Callback;
use super::chair::{BotQuestion, Numbers, SeatConnection, question};
use super::diary::{BotFault, BotStats, FaultNote};
use super::log::LogBook;
use super::message::{
    ActRequest, ActResponse, BatchResponse, EVENTS, Ready, Texts, ToBot, WantedEvents,
};
use super::process::{Process, ProcessOutput};
use super::settings::{BY_BATCHES, PoolSettings};
use super::spec::{BotSpec, NAME};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use unobench_core::bounded::{self, quoted};
use unobench_core::game::View;
use unobench_core::rules::RuleSet;
use unobench_record::Decided;

const RESTARTS: u32 = 3;

/// After how many deadlines that it misses in a row, without a word in between, a bot is taken to
/// hang, and its process ended.
const MISSES: u32 = 10;

/// How many late answers are waited for at a time; what is owed longer will not come.
const OWED: usize = 4096;

const SHOWN: usize = 2000;

/// How often somebody who waits for a bot looks whether the run was stopped.
const LOOK: Duration = Duration::from_millis(50);

/// A question to a bot in one game, and its answer or fault once there is one.
#[derive(Debug)]
pub(super) struct PendingQuestion<'a> {
    pub(super) chair: &'a mut SeatConnection,
    pub(super) question: BotQuestion,
    pub(super) answer: Option<Result<(usize, Option<Value>), BotFault>>,
}

/// A line of a bot, whether it came whole, and how long after the questions.
#[derive(Debug, Clone, Copy)]
struct AnswerLine<'a> {
    text: &'a [u8],
    whole: bool,
    time: Duration,
}

/// A place for one process of a bot, with what is known of how the bot behaved there.
#[derive(Debug)]
pub(super) struct Slot {
    bot: usize,
    pub(super) spec: BotSpec,
    settings: PoolSettings,
    log: Arc<LogBook>,
    stopped: Arc<AtomicBool>,
    batches: Arc<AtomicBool>,
    deaf: Arc<AtomicBool>,
    started: Arc<Started>,
    /// What its process said of itself when it was ready.
    ready: Ready,
    process: Option<Process>,
    numbers: Numbers,
    owed: BTreeSet<u64>,
    missed: u32,
    /// How many decisions it was asked for at once, the last time.
    together: usize,
    pub(super) diary: BotStats,
}

/// Why a process of a bot is given up.
enum LossCause {
    Dead,
    Hangs,
}

/// Whether any process of a bot was ever ready, and why none was where one slot has given up.
#[derive(Debug, Default)]
pub(super) struct Started {
    was_ready: AtomicBool,
    given_up: Mutex<Option<String>>,
}

impl Started {
    fn give_up(&self, reason: String) {
        let mut given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        given_up.get_or_insert(reason);
    }

    /// Why it never started, if it was to and did not.
    pub(super) fn why_not(&self) -> Option<String> {
        let given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        given_up.clone().filter(|_| !self.was_ready.load(Ordering::Relaxed))
    }
}

/// What the slots of a bot have in common.
#[derive(Debug, Clone, Copy)]
pub(super) struct Common<'a> {
    pub(super) log: &'a Arc<LogBook>,
    pub(super) stopped: &'a Arc<AtomicBool>,
    pub(super) batches: &'a Arc<AtomicBool>,
    pub(super) deaf: &'a Arc<AtomicBool>,
    pub(super) started: &'a Arc<Started>,
}

impl Slot {
    pub(super) fn new(
        bot: usize,
        spec: &BotSpec,
        settings: PoolSettings,
        Common { log, stopped, batches, deaf, started }: Common<'_>,
    ) -> Slot {
        Slot {
            bot,
            spec: spec.clone(),
            settings,
            log: Arc::clone(log),
            stopped: Arc::clone(stopped),
            batches: Arc::clone(batches),
            deaf: Arc::clone(deaf),
            started: Arc::clone(started),
            ready: Ready::default(),
            process: None,
            numbers: Numbers::default(),
            owed: BTreeSet::new(),
            missed: 0,
            together: 0,
            diary: BotStats::default(),
        }
    }

    /// How many games it is asked about at once: a process about those of so many deals, as is
    /// promised to who has a time limit for all of them.
    pub(super) fn at_once(&self, players: usize) -> usize {
        if self.spec.words.is_empty() { usize::MAX } else { BY_BATCHES as usize * players }
    }

    /// Asks a function. It did not choose how much it is asked at once, so that a batch may take
    /// the move time for each of its decisions.
    pub(super) fn call(
        &mut self,
        callback: &dyn Callback,
        rules: &RuleSet,
        views: &[View<'_>],
    ) -> Vec<Option<Decided>> {
        if self.is_stopped() {
            return vec![None; views.len()];
        }
        views.iter().for_each(|view| self.diary.note_asked(view.decision()));
        let began = Instant::now();
        let Some(answers) = callback.decide(rules, views) else {
            // What is played after that must not count.
            while !self.is_stopped() {
                std::thread::sleep(LOOK);
            }
            return vec![None; views.len()];
        };
        let time = began.elapsed() / views.len() as u32;
        let late = (time > self.settings.move_time).then_some(BotFault::Late);
        let taken = answers.into_iter().zip(views).map(|(answer, view)| {
            let wrong = late.map(|late| (late, late.to_string()));
            let (fault, what) = match wrong.map_or(answer, Err) {
                Ok(decided) => {
                    self.diary.note_time(time);
                    decided.1.iter().for_each(|why| self.log.add_why(self.bot, why));
                    return Some(decided);
                }
                Err(wrong) => wrong,
            };
            if self.diary.note_fault(fault) && !self.is_stopped() {
                let sent = question(view, &Texts::of(rules.deck.notation()));
                self.note(fault, what.clone(), sent.as_bytes(), what.as_bytes());
            }
            None
        });
        taken.collect()
    }

    /// Puts all questions at once, and comes back when each has an answer or a fault, or the run is
    /// stopped.
    pub(super) fn ask(&mut self, asked: &mut [PendingQuestion<'_>]) {
        if self.is_stopped() {
            return;
        }
        asked.iter().for_each(|asked| self.diary.note_asked(asked.question.decision));
        while oldest(asked).is_some() {
            let is_ready = self.is_ready();
            if self.is_stopped() {
                return;
            }
            if !is_ready {
                return self.give_up_all(asked, &vec![0; asked.len()], BotFault::Dead, &[]);
            }
            let lost = self.ask_process(asked);
            match lost {
                Ok(()) => return,
                Err(LossCause::Dead) => {
                    self.bury("died");
                    if let Some(oldest) = oldest(asked) {
                        self.give_up(asked, oldest, 0, BotFault::Dead, &[]);
                    }
                }
                Err(LossCause::Hangs) => self.bury("hung and was stopped"),
            }
        }
    }

    /// Tells a bot the end of a game; one that is dead is not started for that.
    pub(super) fn end(&mut self, chair: &mut SeatConnection) {
        let Some(process) = self.process.as_ref().filter(|_| !self.is_stopped()) else { return };
        let mut lines = Vec::new();
        let game = chair.write_news(&mut self.numbers, &self.ready.events, &mut lines);
        ToBot::Endgame { game }.write(&mut lines);
        process.send(lines);
    }

    pub(super) fn quit(&mut self) {
        if let Some(process) = &mut self.process {
            process.quit();
        }
    }

    fn is_ready(&mut self) -> bool {
        self.listen_between();
        while self.process.is_none() && self.numbers.start <= RESTARTS && !self.is_stopped() {
            let tried = self.try_to_start();
            if let Err(reason) = tried
                && self.numbers.start > RESTARTS
                && !self.is_stopped()
            {
                self.started.give_up(reason);
            }
        }
        self.process.is_some()
    }

    /// Starts the process before anything is asked, and gives the bot's own name.
    pub(super) fn introduce(&mut self) -> Result<String, String> {
        if self.process.is_none() {
            self.try_to_start()?;
        }
        Ok(self.diary.names.last().cloned().unwrap_or_default())
    }

    fn try_to_start(&mut self) -> Result<(), String> {
        self.diary.restarts += u64::from(self.numbers.start > 0);
        self.numbers.start += 1;
        self.owed.clear();
        self.missed = 0;
        match self.start() {
            Ok((process, ready)) => {
                self.process = Some(process);
                self.started.was_ready.store(true, Ordering::Relaxed);
                self.batches.fetch_or(ready.batch, Ordering::Relaxed);
                self.deaf.store(ready.events == WantedEvents::All(false), Ordering::Relaxed);
                self.take_name(&ready.name);
                self.ready = ready;
                Ok(())
            }
            Err(reason) => {
                self.log.note(self.bot, &format!("did not start: {reason}"));
                self.log.note_end(self.bot);
                Err(reason)
            }
        }
    }

    fn start(&self) -> Result<(Process, Ready), String> {
        let mut process =
            Process::start(&self.spec, self.bot, &self.log).map_err(|error| error.to_string())?;
        let mut line = Vec::new();
        ToBot::Hello { version: env!("CARGO_PKG_VERSION") }.write(&mut line);
        process.send(line);
        let heard = hear(&mut process, Instant::now() + self.settings.start_time, &self.stopped);
        let reason = match heard {
            Some(ProcessOutput::Line { text, .. }) => match serde_json::from_slice(&text) {
                Ok(ready @ Ready { .. }) if ready.r#type == "ready" => match ready.events.unknown()
                {
                    None => return Ok((process, ready)),
                    Some(event) => format!(
                        "it wants events called \"{}\"; allowed: true, false, or a list of {EVENTS}",
                        quoted(event)
                    ),
                },
                _ => format!(
                    "its first line is not {{\"type\": \"ready\", \"name\": …}} but {}",
                    shown(&text)
                ),
            },
            Some(ProcessOutput::Closed) => "it ended before it was ready".to_owned(),
            None if self.is_stopped() => "the run was stopped before it was ready".to_owned(),
            None => format!("it was not ready in {:?}", self.settings.start_time),
        };
        process.kill();
        Err(reason)
    }

    fn take_name(&mut self, name: &str) {
        let used = bounded::cut(name, NAME);
        if used != name {
            self.log.note(self.bot, &format!("its name is longer than {NAME} characters: {used}"));
        }
        self.diary.note_name(used);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Hears what was said up to now, while nothing was asked: late answers, or nothing that
    /// counts.
    fn listen_between(&mut self) {
        let now = Instant::now();
        while let Some(heard) = self.process.as_mut().and_then(Process::heard) {
            match heard {
                ProcessOutput::Line { text, at, .. } => {
                    self.take_late(&text);
                    // A bot that never stops would be listened to for ever.
                    if at > now {
                        return;
                    }
                }
                ProcessOutput::Closed => self.bury("died"),
            }
        }
    }

    /// Takes a late answer to a question that was given up; false if the line is none.
    fn take_late(&mut self, text: &[u8]) -> bool {
        if !self.ready.batch {
            return serde_json::from_slice(text)
                .is_ok_and(|ActResponse { game, .. }| self.owed.remove(&game));
        }
        let late = serde_json::from_slice(text);
        late.is_ok_and(|BatchResponse { items }| {
            let owed = items.iter().filter(|item| self.owed.remove(&item.game)).count();
            owed > 0 && owed == items.len()
        })
    }

    fn bury(&mut self, what: &str) {
        if let Some(mut process) = self.process.take() {
            process.kill();
            self.log.note(self.bot, what);
            self.log.note_end(self.bot);
        }
    }

    /// Asks what is open, and waits until all is answered or given up, or the run is stopped.
    fn ask_process(&mut self, asked: &mut [PendingQuestion<'_>]) -> Result<(), LossCause> {
        let games = self.send_questions(asked)?;
        let sent = Instant::now();
        let mut clock = sent;
        let mut waiting = None;
        while let Some(oldest) = oldest(asked) {
            let deadline = clock + self.settings.move_time;
            let process = self.process.as_mut().ok_or(LossCause::Dead)?;
            let heard = waiting.take().or_else(|| hear(process, deadline, &self.stopped));
            if heard.is_none() && self.is_stopped() {
                return Ok(());
            }
            match heard {
                Some(ProcessOutput::Line { text, whole, at }) if at <= deadline => {
                    self.missed = 0;
                    let time = at.saturating_duration_since(sent);
                    let answer = AnswerLine { text: &text, whole, time };
                    self.take(asked, &games, oldest, answer);
                    clock = at.max(clock);
                }
                Some(ProcessOutput::Closed) => return Err(LossCause::Dead),
                late => {
                    waiting = late;
                    self.miss(asked, &games, oldest)?;
                    clock = deadline;
                }
            }
        }
        if let Some(ProcessOutput::Line { text, .. }) = waiting {
            self.take_late(&text);
        }
        Ok(())
    }

    /// Sends what each open question's game has to tell, and the questions; the numbers by which
    /// the games are known.
    fn send_questions(&mut self, asked: &mut [PendingQuestion<'_>]) -> Result<Vec<u64>, LossCause> {
        let mut games = vec![0; asked.len()];
        let mut lines = Vec::new();
        for (index, PendingQuestion { chair, question, .. }) in
            asked.iter_mut().enumerate().filter(|(_, asked)| asked.answer.is_none())
        {
            games[index] = chair.write_news(&mut self.numbers, &self.ready.events, &mut lines);
            if !self.ready.batch {
                question.write(games[index], &mut lines);
            }
        }
        if self.ready.batch {
            let items = open(asked).map(|(index, entry)| entry.question.act(games[index]));
            let items: Vec<ActRequest<'_>> = items.collect();
            self.together = items.len();
            ToBot::Acts { items: &items }.write(&mut lines);
        }
        let process = self.process.as_mut().ok_or(LossCause::Dead)?;
        if process.send(lines) { Ok(games) } else { Err(LossCause::Hangs) }
    }

    /// Gives up what is not answered in time: the oldest question or, of a batch, from which no
    /// answer comes alone, all.
    fn miss(
        &mut self,
        asked: &mut [PendingQuestion<'_>],
        games: &[u64],
        oldest: usize,
    ) -> Result<(), LossCause> {
        let late = if self.ready.batch { asked.len() } else { oldest + 1 };
        self.give_up_all(&mut asked[..late], games, BotFault::Late, &[]);
        self.missed += 1;
        if self.missed == MISSES { Err(LossCause::Hangs) } else { Ok(()) }
    }

    /// Takes a line that is to be an answer.
    fn take(
        &mut self,
        asked: &mut [PendingQuestion<'_>],
        games: &[u64],
        oldest: usize,
        line: AnswerLine<'_>,
    ) {
        let AnswerLine { text, whole, .. } = line;
        if self.take_late(text) {
            return;
        }
        if self.ready.batch {
            let answers = serde_json::from_slice::<BatchResponse>(text).ok().filter(|_| whole);
            for answer in answers.map_or_else(Vec::new, |answers| answers.items) {
                self.take_one(asked, games, oldest, answer, line);
            }
            // The batch is over: what is not in it will not come.
            return self.give_up_all(asked, games, BotFault::Malformed, text);
        }
        let answer = serde_json::from_slice::<ActResponse>(text).ok().filter(|_| whole);
        match answer {
            Some(answer) => self.take_one(asked, games, oldest, answer, line),
            None => self.give_up(asked, oldest, games[oldest], BotFault::Malformed, text),
        }
    }

    /// Takes one answer of a line.
    fn take_one(
        &mut self,
        asked: &mut [PendingQuestion<'_>],
        games: &[u64],
        oldest: usize,
        ActResponse { game, action, mut more }: ActResponse,
        AnswerLine { text, time, .. }: AnswerLine<'_>,
    ) {
        let Some((index, entry)) = open(asked).find(|(index, _)| games[*index] == game) else {
            let is_open = asked[oldest].answer.is_none();
            return if is_open {
                self.give_up(asked, oldest, games[oldest], BotFault::WrongGame, text);
            };
        };
        let legal = entry.question.legal.len();
        match action
            .as_u64()
            .and_then(|action| usize::try_from(action).ok())
            .filter(|&action| action < legal)
        {
            Some(_) if more.get("why").is_some_and(|why| !is_reason(why)) => {
                self.fault(&mut asked[index], game, BotFault::Malformed, text);
            }
            Some(action) => {
                let why = more.remove("why").filter(|why| !why.is_null());
                why.iter().for_each(|why| self.log.add_why(self.bot, why));
                asked[index].answer = Some(Ok((action, why)));
                self.diary.note_time(time);
            }
            None => self.fault(&mut asked[index], game, BotFault::OutOfRange, text),
        }
    }

    fn give_up_all(
        &mut self,
        asked: &mut [PendingQuestion<'_>],
        games: &[u64],
        fault: BotFault,
        received: &[u8],
    ) {
        let open: Vec<usize> = open(asked).map(|(index, _)| index).collect();
        open.into_iter()
            .for_each(|index| self.give_up(asked, index, games[index], fault, received));
    }

    /// Lets a question go whose answer may still come: the game goes on under another number.
    fn give_up(
        &mut self,
        asked: &mut [PendingQuestion<'_>],
        index: usize,
        game: u64,
        fault: BotFault,
        received: &[u8],
    ) {
        self.fault(&mut asked[index], game, fault, received);
        self.owed.extend(asked[index].chair.abandon());
        if self.owed.len() > OWED {
            self.owed.pop_first();
        }
    }

    fn fault(
        &mut self,
        asked: &mut PendingQuestion<'_>,
        game: u64,
        fault: BotFault,
        received: &[u8],
    ) {
        asked.answer = Some(Err(fault));
        if self.diary.note_fault(fault) {
            let sent = if game > 0 { self.sent(&asked.question, game) } else { Vec::new() };
            let what = in_words(fault, asked.question.legal.len(), received);
            self.note(fault, what, &sent, received);
        }
    }

    /// How it was asked; of decisions that were asked for together only this one.
    fn sent(&self, question: &BotQuestion, game: u64) -> Vec<u8> {
        let mut sent = Vec::new();
        if self.ready.batch {
            ToBot::Acts { items: &[question.act(game)] }.write(&mut sent);
        } else {
            question.write(game, &mut sent);
        }
        sent
    }

    fn note(&mut self, fault: BotFault, what: String, sent: &[u8], received: &[u8]) {
        let (sent, received) = (shown(sent.trim_ascii_end()), shown(received));
        let suffix = match self.together {
            0 | 1 => String::new(),
            many => format!(" (one of {many} items)"),
        };
        let told = format!("{what}\n  sent{suffix}: {sent}\n  received: {received}");
        self.log.note(self.bot, &told);
        self.diary.notes.push(FaultNote { fault, what, sent, received });
    }
}

/// What a process says next, up to a deadline or until the run is stopped.
fn hear(process: &mut Process, deadline: Instant, stopped: &AtomicBool) -> Option<ProcessOutput> {
    loop {
        let look = deadline.min(Instant::now() + LOOK);
        let heard = process.hear(look);
        if heard.is_some() || look == deadline || stopped.load(Ordering::Relaxed) {
            return heard;
        }
    }
}

fn open<'a, 'b>(
    asked: &'a [PendingQuestion<'b>],
) -> impl Iterator<Item = (usize, &'a PendingQuestion<'b>)> {
    asked.iter().enumerate().filter(|(_, asked)| asked.answer.is_none())
}

fn oldest(asked: &[PendingQuestion<'_>]) -> Option<usize> {
    asked.iter().position(|asked| asked.answer.is_none())
}

/// Whether it may be said why: a sentence, a number, or nothing.
fn is_reason(why: &Value) -> bool {
    why.is_string() || why.is_number() || why.is_null()
}

fn in_words(fault: BotFault, legal: usize, received: &[u8]) -> String {
    match (fault, serde_json::from_slice::<ActResponse>(received)) {
        (BotFault::Malformed, Ok(ActResponse { more, .. }))
            if !more.get("why").is_none_or(is_reason) =>
        {
            "its \"why\" is neither a sentence nor a number".to_owned()
        }
        (BotFault::OutOfRange, Ok(ActResponse { action, .. })) => format!(
            "action {} is not among the {legal} legal ones, 0 to {}",
            quoted(&action.to_string()),
            legal - 1
        ),
        _ => fault.to_string(),
    }
}

fn shown(text: &[u8]) -> String {
    let mut shown = String::from_utf8_lossy(&text[..text.len().min(SHOWN)]).into_owned();
    if text.len() > SHOWN {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GRACE;
    use crate::MAX_LINE;
    use crate::log::KEPT;

    #[test]
    fn the_document_tells_the_limits() {
        let document = include_str!("../../../docs/BOTS.md");
        let PoolSettings { move_time, start_time, .. } = PoolSettings::default();
        let told = (move_time.as_secs(), start_time.as_secs(), RESTARTS, MISSES, MAX_LINE);
        assert_eq!(told, (1, 10, 3, 10, 65_536));
        assert_eq!((NAME, GRACE.as_secs(), KEPT), (100, 1, 1_000_000));
        for words in [
            "one second for a decision",
            "ten seconds",
            "at most three times",
            "ten deadlines in a row",
            "65,536 bytes",
            "at most 100 characters",
            "a second later is ended",
            "the first and the last million bytes",
        ] {
            let told = document.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains(words), "{words}");
        }
    }
}

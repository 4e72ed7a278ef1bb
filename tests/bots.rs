//! External bots: the protocol, and what happens to those who do not keep to it. The bots are modes
//! of `tests/data/bot.py`.

#[cfg(target_os = "linux")]
mod end;
mod listener;
mod program;

use std::process::Command;
use std::time::Duration;

use crate::dir::{Dir, project};
use unobench_bots::{BotFault, BotStats, BotTable, Contestant, Log, OnFault, Pool, PoolSettings};
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::{Outcome, PlayBlocks as _, SeatMap, TableSetup};
use unobench_engine::{Schedule, Seating};
use unobench_strategies::CATALOGUE;

/// A move time that a bot which answers at all keeps even on a busy machine.
const PATIENT: Duration = Duration::from_secs(20);

/// A move time for bots that do not answer.
const SHORT: Duration = Duration::from_millis(30);

fn written(arguments: &str) -> String {
    let python = Command::new("python3").arg("--version").output();
    let is_there = python.is_ok_and(|output| output.status.success());
    assert!(is_there, "the tests of external bots need python3 in the PATH");
    format!("cmd:python3 '{}' {arguments}", project("tests/data/bot.py").display())
}

fn bot(arguments: &str) -> Contestant {
    contestant(&written(arguments))
}

fn contestant(text: &str) -> Contestant {
    Contestant::parse(text, CATALOGUE).expect("somebody who can play")
}

struct Match<'a> {
    rules: RuleSet,
    players: usize,
    others: &'a [&'a str],
    match_play: bool,
    seating: Seating,
    blocks: u64,
    settings: PoolSettings,
    log: Log,
}

impl Match<'_> {
    fn of(move_time: Duration) -> Match<'static> {
        let start_time = Duration::from_secs(60);
        Match {
            rules: RuleSet::official(),
            players: 3,
            others: &["high-points", "random"],
            match_play: false,
            seating: Seating::Rotate,
            blocks: 2,
            settings: PoolSettings { move_time, start_time, ..PoolSettings::default() },
            log: Log::Nowhere,
        }
    }

    fn seatings(&self) -> Vec<Vec<SeatMap>> {
        let line_up: Vec<&str> = ["bot"].into_iter().chain(self.others.iter().copied()).collect();
        let schedule = Schedule::new(&line_up, self.players, self.seating);
        let schedule = schedule.expect("a line-up that can be seated");
        (0..self.blocks).map(|block| schedule.seatings(block).to_vec()).collect()
    }

    fn line_up(&self, bot: Contestant) -> Vec<Contestant> {
        [bot].into_iter().chain(self.others.iter().map(|name| contestant(name))).collect()
    }

    fn pool(&self, line_up: &[Contestant]) -> Pool {
        let pool = Pool::of(line_up, self.settings, self.log.clone());
        pool.expect("the bot is there").expect("a bot")
    }

    fn table<'a>(&self, line_up: &[Contestant], pool: &'a Pool) -> BotTable<'a> {
        let strategies = Contestant::strategies(line_up);
        let setup = TableSetup::new(&self.rules, self.players, &strategies, self.match_play, 1);
        BotTable::new(setup, line_up, pool)
    }

    fn on(&self, pool: &Pool, line_up: &[Contestant]) -> Vec<Outcome> {
        let table = self.table(line_up, pool);
        let blocks = (0..).zip(self.seatings());
        let played = blocks.flat_map(|(block, seatings)| table.play(block, &seatings));
        // Tables without bots ask nobody.
        played.map(|(outcome, _)| Outcome { asked: [0; MAX_SEATS], ..outcome }).collect()
    }

    fn with(&self, bot: Contestant) -> (Vec<Outcome>, BotStats) {
        let line_up = self.line_up(bot);
        let pool = self.pool(&line_up);
        let outcomes = self.on(&pool, &line_up);
        (outcomes, pool.diary())
    }

    fn without(&self, stand_in: &str) -> Vec<Outcome> {
        let names = [stand_in].into_iter().chain(self.others.iter().copied());
        let strategies: Vec<StrategySpec> =
            names.map(|name| CATALOGUE.parse(name).expect("a strategy")).collect();
        let setup = TableSetup::new(&self.rules, self.players, &strategies, self.match_play, 1);
        let table = setup.table();
        let mut outcomes = Vec::new();
        for (block, seatings) in (0..).zip(self.seatings()) {
            table.play_block(block, &seatings, &mut outcomes);
        }
        outcomes
    }

    fn seats_of_bot(&self) -> Vec<usize> {
        let seat = |seating: &SeatMap| seating.iter().position(|&number| number == 0);
        self.seatings().concat().iter().filter_map(seat).collect()
    }
}

fn faults(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().flat_map(|outcome| outcome.faults).map(u64::from).sum()
}

fn counted(diary: &BotStats, fault: BotFault) -> u64 {
    diary.faults[fault as usize]
}

/// A bot whose every decision is a fault plays as `random` does, and is charged with every one of
/// them.
fn assert_plays_as_random(arguments: &str, game: &Match<'_>) -> BotStats {
    let (mut outcomes, diary) = game.with(bot(arguments));
    assert_eq!(faults(&outcomes), diary.decision_count(), "{arguments}: {:?}", diary.faults);
    assert_eq!(faults(&outcomes), diary.fault_count(), "{arguments}");
    for (outcome, seat) in outcomes.iter_mut().zip(game.seats_of_bot()) {
        outcome.faults[seat] = 0;
        assert_eq!(outcome.faults, [0; MAX_SEATS], "{arguments}: another seat is charged");
    }
    assert_eq!(outcomes, game.without("random"), "{arguments}");
    diary
}

/// A bot that plays as `first-legal` and fails once is charged once, and all games but one are
/// those that it would have played without. Gives how many are others.
fn assert_fails_once(bot: Contestant, fault: BotFault, game: &Match<'_>) -> (usize, BotStats) {
    let (outcomes, diary) = game.with(bot);
    let once = (faults(&outcomes), counted(&diary, fault), diary.notes.len());
    assert_eq!(once, (1, 1, 1), "{fault:?}: {:?}", diary.faults);
    let pairs = outcomes.iter().zip(game.without("first-legal"));
    let affected: Vec<_> = pairs.filter(|(outcome, sound)| **outcome != *sound).collect();
    assert!(affected.iter().all(|(outcome, _)| faults(&[**outcome]) == 1), "{affected:?}");
    (affected.len(), diary)
}

// Bots that behave

/// A bot that answers as `first-legal` plays its games, under every rule set; and is told no hidden
/// card, but all that its own hand follows from.
#[test]
fn a_bot_plays_under_every_rule_set_and_is_told_no_hidden_card() {
    let dir = Dir::new();
    let record = format!("record always '{}'", dir.path("heard").display());
    let usual = Match {
        players: 4,
        others: &["high-points", "random", "punisher"],
        seating: Seating::Fixed,
        ..Match::of(PATIENT)
    };
    let line_up = usual.line_up(bot(&record));
    let pool = usual.pool(&line_up);
    for name in RuleSet::shipped_names() {
        let rules = RuleSet::load(name).expect("a rule set");
        let game = Match { rules, match_play: name == "lazy", log: Log::Nowhere, ..usual };
        assert_eq!(game.on(&pool, &line_up), game.without("first-legal"), "{name}");
    }
    let diary = pool.diary();
    assert_eq!((diary.fault_count(), diary.restarts), (0, 0));
    assert_eq!(diary.names, ["record"]);
    drop(pool);
    let (messages, open) = listener::listen(&dir.text("heard"));
    assert!(messages > 100 * RuleSet::shipped_names().count() && open == 0, "{messages}, {open}");
}

#[test]
fn a_bot_plays_matches_and_in_several_seats() {
    let game = Match { match_play: true, blocks: 1, ..Match::of(PATIENT) };
    assert_eq!(game.with(bot("good")).0, game.without("first-legal"));
    // One strategy and two bots of one kind; two bots that are not the same.
    for (others, stand_ins, players) in [
        (vec![contestant("random")], ["first-legal", "random"], 3),
        (vec![bot("good again")], ["first-legal"; 2], 2),
    ] {
        let game = Match { players, ..Match::of(PATIENT) };
        let line_up = [vec![bot("good")], others].concat();
        let pool = game.pool(&line_up);
        let table = game.table(&line_up, &pool);
        let seatings = [[0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]];
        let strategies = stand_ins.map(|name| CATALOGUE.parse(name).expect("a strategy"));
        let mut expected = Vec::new();
        let setup = TableSetup::new(&game.rules, players, &strategies, false, 1);
        setup.table().play_block(5, &seatings, &mut expected);
        let played = table.play(5, &seatings).into_iter();
        let played = played.map(|(outcome, _)| Outcome { asked: [0; MAX_SEATS], ..outcome });
        assert_eq!(played.collect::<Vec<_>>(), expected);
    }
}

/// It is asked about several deals at once, answers in any order, and hears what it wants to.
#[test]
fn a_bot_takes_decisions_in_batches() {
    let dir = Dir::new();
    let heard = format!("record always '{}'", dir.path("heard").display());
    let bot = |mode: &str, set: &str| {
        contestant(&written(mode).replacen("cmd:", &format!("cmd:env {set} "), 1))
    };
    let game = Match { blocks: 70, ..Match::of(PATIENT) };
    let line_up = game.line_up(bot(&heard, "'BATCH=[\"round_end\"]'"));
    let pool = game.pool(&line_up);
    let table = game.table(&line_up, &pool);
    let (seatings, mut outcomes) = (game.seatings(), Vec::new());
    let blocks: Vec<_> = (0..).zip(seatings.iter().map(|block| &block[..])).collect();
    assert_eq!(table.side_by_side(), 1, "nobody has said so yet");
    table.play_blocks(&blocks, &mut outcomes);
    assert_eq!(table.side_by_side(), 512);
    outcomes.iter_mut().for_each(|outcome| outcome.asked = [0; MAX_SEATS]);
    assert_eq!((outcomes, pool.diary().fault_count()), (game.without("first-legal"), 0));
    drop(table);
    drop(pool);
    let text = dir.text("heard");
    let told = |words: &str| text.lines().filter(|line| line.contains(words)).count();
    assert_eq!((told("\"event\""), told("\"act\"")), (told("\"event\":\"round_end\""), 0));
    let most = text.lines().map(|line| line.matches("\"decision\"").count()).max();
    assert_eq!(most, Some(64 * game.players), "those of 64 deals, as the page promises");
    for (mode, set, fault) in [
        ("range 8", "BATCH=false", BotFault::OutOfRange),
        ("short 8", "BATCH=false", BotFault::Malformed),
    ] {
        let (_, diary) = assert_fails_once(bot(mode, set), fault, &Match::of(PATIENT));
        let sent = &diary.notes[0].sent;
        assert!(sent.starts_with("{\"type\":\"acts\",\"items\":[{\"game\":"), "{mode}: {sent}");
    }
    let (outcomes, diary) =
        Match::of(Duration::from_secs(1)).with(bot("late 8", "BATCH=false LATE=1.5"));
    let late = counted(&diary, BotFault::Late);
    assert!(late > 1 && late == diary.fault_count() && late == faults(&outcomes), "a whole batch");
    let (_, diary) = Match::of(PATIENT).with(bot("good", "'BATCH=[\"nothing\"]'"));
    assert_eq!(counted(&diary, BotFault::Dead), diary.decision_count());
}

#[test]
fn what_a_bot_says_on_standard_error_goes_to_the_log() {
    let dir = Dir::new();
    let game = Match { log: Log::File(dir.path("bots.log")), ..Match::of(PATIENT) };
    let (outcomes, diary) = game.with(bot("stderr"));
    assert_eq!((outcomes, diary.fault_count()), (game.without("first-legal"), 0));
    for words in ["the bot's own words", "why: \"so\"\n"] {
        let said = dir.text("bots.log").matches(words).count();
        assert_eq!(said as u64, diary.decision_count(), "{words}");
    }
}

// Bots that fail once

#[test]
fn one_bad_answer_costs_one_decision_and_no_other_game() {
    for (mode, fault) in [
        ("range", BotFault::OutOfRange),
        ("negative", BotFault::OutOfRange),
        ("fraction", BotFault::OutOfRange),
        ("text", BotFault::OutOfRange),
        ("wrong-game", BotFault::WrongGame),
        ("malformed", BotFault::Malformed),
        ("array", BotFault::Malformed),
        ("why", BotFault::Malformed),
        ("why-alone", BotFault::Malformed),
        ("bytes", BotFault::Malformed),
        ("chatter", BotFault::Malformed),
        ("huge", BotFault::Malformed),
    ] {
        let failing = bot(&format!("{mode} 8"));
        let (_, diary) = assert_fails_once(failing, fault, &Match::of(PATIENT));
        assert_eq!(diary.restarts, 0, "{mode}");
        let sent = &diary.notes[0].sent;
        assert!(sent.starts_with("{\"type\":\"act\",\"game\":"), "{mode}: {sent}");
    }
}

/// The late answer comes half a second after its time, the others at once.
#[test]
fn a_late_or_missing_answer_leaves_the_next_ones_in_step() {
    let game = Match::of(Duration::from_secs(1));
    let late = written("late 8").replacen("cmd:", "cmd:env LATE=1.5 ", 1);
    assert_eq!(assert_fails_once(contestant(&late), BotFault::Late, &game).0, 1);
    assert_fails_once(bot("silent 8"), BotFault::Late, &game);
}

#[test]
fn a_process_that_dies_is_started_again_and_told_where_its_games_stand() {
    let dir = Dir::new();
    let mortal = bot(&format!("die 8 '{}'", dir.path("mark").display()));
    let (_, diary) = assert_fails_once(mortal, BotFault::Dead, &Match::of(PATIENT));
    assert_eq!(diary.restarts, 1);
}

// Bots that fail always

#[test]
fn bots_that_never_answer_well_play_as_random() {
    for mode in ["range", "wrong-game", "malformed", "array", "bytes", "huge", "flood", "yes"] {
        let diary = assert_plays_as_random(mode, &Match::of(PATIENT));
        assert_eq!(diary.restarts, 0, "{mode}");
    }
    let game = Match { players: 2, others: &["high-points"], blocks: 1, ..Match::of(SHORT) };
    let diary = assert_plays_as_random("late", &game);
    assert_eq!(
        counted(&diary, BotFault::Late) + counted(&diary, BotFault::Dead),
        diary.fault_count()
    );
}

#[test]
fn a_bot_that_hangs_is_ended_and_started_again_three_times() {
    for mode in ["hang", "stream", "silent"] {
        let diary = assert_plays_as_random(mode, &Match { blocks: 4, ..Match::of(SHORT) });
        assert_eq!(diary.restarts, 3, "{mode}");
        let late = counted(&diary, BotFault::Late) + counted(&diary, BotFault::Malformed);
        let is_given_up = counted(&diary, BotFault::Dead) > 0;
        // Ten in a row, four times; where the machine is busy, a stream is heard after some.
        let most = if mode == "stream" { 80 } else { 44 };
        assert!((40..=most).contains(&late) && is_given_up, "{mode}: {:?}", diary.faults);
    }
}

#[test]
fn a_bot_that_dies_is_started_again_three_times() {
    for mode in ["die", "die-at-once", "unready"] {
        let diary = assert_plays_as_random(mode, &Match::of(PATIENT));
        let deaths = (diary.restarts, counted(&diary, BotFault::Dead));
        assert_eq!(deaths, (3, diary.decision_count()), "{mode}");
    }
    let mut game = Match::of(PATIENT);
    game.settings.start_time = SHORT;
    assert_eq!(assert_plays_as_random("mute", &game).restarts, 3);
}

#[test]
fn a_bot_that_fails_cannot_win_where_faults_lose_the_game() {
    let settings = PoolSettings { on_fault: OnFault::Lose, ..Match::of(PATIENT).settings };
    let game = Match { settings, others: &["random"], players: 2, blocks: 6, ..Match::of(PATIENT) };
    let (outcomes, _) = game.with(bot("range"));
    let sound = game.without("random");
    let seats = game.seats_of_bot();
    for ((outcome, sound), &seat) in outcomes.iter().zip(&sound).zip(&seats) {
        assert!(outcome.faults[seat] > 0);
        assert_eq!(outcome.winners, 1 << (1 - seat), "the other one wins");
        assert_eq!(outcome.turns, sound.turns, "the game is played to its end");
        assert_eq!(outcome.scores.iter().sum::<i32>(), sound.scores.iter().sum::<i32>());
    }
    assert!(sound.iter().zip(seats).any(|(outcome, seat)| outcome.winners == 1 << seat));
}

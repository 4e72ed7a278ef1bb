//! External bots: the protocol, and what happens to those who do not keep to it. The bots are modes
//! of `tests/data/bot.py`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use unobench_bots::{BotTable, Contestant, Diary, Fault, Log, OnFault, Pool, PoolSettings};
use unobench_core::game::Decision;
use unobench_core::rules::{MAX_SEATS, RuleSet};
use unobench_core::strategy::StrategySpec;
use unobench_core::table::{Outcome, SeatMap, TableSetup};
use unobench_engine::{Schedule, Seating};
use unobench_strategies::CATALOGUE;

pub(super) const PROGRAM: &str = env!("CARGO_BIN_EXE_unobench");

/// A move time that a bot which answers at all keeps even on a busy machine.
const PATIENT: Duration = Duration::from_secs(20);

/// A move time for bots that do not answer.
const SHORT: Duration = Duration::from_millis(30);

/// The test bot with these arguments.
pub(super) fn bot(arguments: &str) -> Contestant {
    let python = Command::new("python3").arg("--version").output();
    assert!(
        python.is_ok_and(|output| output.status.success()),
        "the tests of external bots need python3 in the PATH"
    );
    command(&format!("python3 '{}/tests/data/bot.py' {arguments}", env!("CARGO_MANIFEST_DIR")))
}

/// The bot with this command line.
pub(super) fn command(line: &str) -> Contestant {
    Contestant::parse(&format!("cmd:{line}"), CATALOGUE).expect("a bot")
}

fn strategy(name: &str) -> StrategySpec {
    CATALOGUE.parse(name).expect("a strategy of the library")
}

/// What is played with a bot, and how it is treated.
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
        Match {
            rules: RuleSet::official(),
            players: 3,
            others: &["high-points", "random"],
            match_play: false,
            seating: Seating::Rotate,
            blocks: 2,
            settings: PoolSettings {
                move_time,
                start_time: Duration::from_secs(60),
                ..PoolSettings::default()
            },
            log: Log::Nowhere,
        }
    }

    fn schedule(&self) -> Schedule {
        let line_up: Vec<&str> = ["bot"].into_iter().chain(self.others.iter().copied()).collect();
        Schedule::new(&line_up, self.players, self.seating).expect("a line-up that can be seated")
    }

    /// Plays with a bot in the first place.
    fn with(&self, bot: Contestant) -> (Vec<Outcome>, Diary) {
        let mut contestants = vec![bot];
        contestants.extend(self.others.iter().map(|name| strategy(name).into()));
        let pool = Pool::of(&contestants, self.settings, self.log.clone())
            .expect("the bot is there")
            .expect("a bot");
        let table =
            BotTable::new(&self.rules, self.players, &contestants, self.match_play, 1, &pool);
        let schedule = self.schedule();
        let blocks =
            (0..self.blocks).flat_map(|block| table.play(block, &schedule.seatings(block)));
        let outcomes = blocks.map(|(outcome, _)| outcome).collect();
        (outcomes, pool.diary())
    }

    /// Plays without bots, with a strategy in the first place.
    fn without(&self, stand_in: &str) -> Vec<Outcome> {
        let strategies: Vec<StrategySpec> =
            [stand_in].iter().chain(self.others).map(|name| strategy(name)).collect();
        let table =
            TableSetup::new(&self.rules, self.players, &strategies, self.match_play, 1).table();
        let schedule = self.schedule();
        let mut outcomes = Vec::new();
        (0..self.blocks)
            .for_each(|block| table.play_block(block, &schedule.seatings(block), &mut outcomes));
        outcomes
    }

    /// For each game the seat of who is in the first place.
    fn seats_of_bot(&self) -> Vec<usize> {
        let schedule = self.schedule();
        let seat = |seating: &SeatMap| {
            seating.iter().position(|&number| number == 0).expect("it plays in each game")
        };
        (0..self.blocks)
            .flat_map(|block| schedule.seatings(block))
            .map(|seating| seat(&seating))
            .collect()
    }
}

fn blameless(outcomes: &[Outcome]) -> Vec<Outcome> {
    outcomes.iter().map(|outcome| Outcome { faults: [0; MAX_SEATS], ..*outcome }).collect()
}

fn faults(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().flat_map(|outcome| outcome.faults).map(u64::from).sum()
}

fn counted(diary: &Diary, fault: Fault) -> u64 {
    diary.faults[fault as usize]
}

/// A bot whose every decision is a fault plays as `random` does, and is charged with every one of
/// them.
fn assert_plays_as_random(arguments: &str, game: &Match<'_>) -> Diary {
    let (outcomes, diary) = game.with(bot(arguments));
    assert_eq!(blameless(&outcomes), game.without("random"), "{arguments}");
    assert_eq!(faults(&outcomes), diary.decision_count(), "{arguments}: {:?}", diary.faults);
    assert_eq!(faults(&outcomes), diary.fault_count(), "{arguments}");
    for (outcome, seat) in outcomes.iter().zip(game.seats_of_bot()) {
        assert_eq!(
            outcome.faults.iter().sum::<u32>(),
            outcome.faults[seat],
            "{arguments}: another seat is charged"
        );
    }
    diary
}

/// A bot that plays as `first-legal` and fails once is charged once, and all games but one are
/// those that it would have played without.
fn assert_fails_once(arguments: &str, fault: Fault, game: &Match<'_>) -> Diary {
    let (outcomes, diary) = game.with(bot(arguments));
    let sound = game.without("first-legal");
    assert_eq!(
        (faults(&outcomes), counted(&diary, fault)),
        (1, 1),
        "{arguments}: {:?}",
        diary.faults
    );
    for (index, (outcome, sound)) in outcomes.iter().zip(&sound).enumerate() {
        assert!(
            faults(&[*outcome]) == 1 || outcome == sound,
            "{arguments}: game {index} is affected: {outcome:?}, not {sound:?}"
        );
    }
    assert_eq!(diary.notes.len(), 1);
    diary
}

// Bots that behave

#[test]
fn a_bot_that_answers_as_first_legal_plays_its_games_under_every_rule_set() {
    for name in RuleSet::shipped_names() {
        let rules = RuleSet::load(name).expect("a rule set");
        let game = Match {
            rules,
            players: 4,
            others: &["high-points", "random", "punisher"],
            seating: Seating::Fixed,
            blocks: 2,
            ..Match::of(PATIENT)
        };
        let (outcomes, diary) = game.with(bot("good"));
        assert_eq!(outcomes, game.without("first-legal"), "{name}");
        assert_eq!((diary.fault_count(), diary.restarts), (0, 0), "{name}");
        assert_eq!(diary.names, ["good"], "{name}");
    }
}

#[test]
fn a_bot_plays_matches_and_both_of_two_seats() {
    let game = Match { match_play: true, blocks: 1, ..Match::of(PATIENT) };
    assert_eq!(game.with(bot("good")).0, game.without("first-legal"));
    let line_up = [bot("good"), strategy("random").into()];
    let pool =
        Pool::of(&line_up, game.settings, Log::Nowhere).expect("it is there").expect("a bot");
    let table = BotTable::new(&game.rules, 3, &line_up, false, 1, &pool);
    let mut expected = Vec::new();
    let seatings = [[0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]];
    TableSetup::new(&game.rules, 3, &[strategy("first-legal"), strategy("random")], false, 1)
        .table()
        .play_block(5, &seatings, &mut expected);
    let played: Vec<Outcome> =
        table.play(5, &seatings).into_iter().map(|(outcome, _)| outcome).collect();
    assert_eq!(played, expected);
}

#[test]
fn two_bots_play_against_each_other() {
    let line_up = [bot("good"), bot("good again")];
    let settings = PoolSettings { move_time: PATIENT, ..PoolSettings::default() };
    let pool = Pool::of(&line_up, settings, Log::Nowhere).expect("they are there").expect("bots");
    let rules = RuleSet::official();
    let table = BotTable::new(&rules, 2, &line_up, false, 1, &pool);
    let seatings = [[0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]];
    let mut expected = Vec::new();
    TableSetup::new(&rules, 2, &[strategy("first-legal"), strategy("first-legal")], false, 1)
        .table()
        .play_block(9, &seatings, &mut expected);
    let played: Vec<Outcome> =
        table.play(9, &seatings).into_iter().map(|(outcome, _)| outcome).collect();
    assert_eq!(played, expected);
}

#[test]
fn what_a_bot_says_on_standard_error_goes_to_the_log() {
    let dir = TempDir::new().expect("a directory");
    let path = dir.path().join("bots.log");
    let game = Match { log: Log::File(path.clone()), ..Match::of(PATIENT) };
    let (outcomes, diary) = game.with(bot("stderr"));
    assert_eq!((outcomes, diary.fault_count()), (game.without("first-legal"), 0));
    let log = fs::read_to_string(path).expect("a log");
    assert_eq!(log.matches("the bot's own words").count() as u64, diary.decision_count());
}

// Bots that fail once

#[test]
fn one_bad_answer_costs_one_decision_and_no_other_game() {
    for (mode, fault) in [
        ("range", Fault::OutOfRange),
        ("negative", Fault::OutOfRange),
        ("fraction", Fault::OutOfRange),
        ("text", Fault::OutOfRange),
        ("wrong-game", Fault::WrongGame),
        ("malformed", Fault::Malformed),
        ("array", Fault::Malformed),
        ("bytes", Fault::Malformed),
        ("chatter", Fault::Malformed),
        ("huge", Fault::Malformed),
    ] {
        let diary = assert_fails_once(&format!("{mode} 8"), fault, &Match::of(PATIENT));
        assert_eq!(diary.restarts, 0, "{mode}");
        assert!(
            diary.notes[0].sent.starts_with("{\"type\":\"act\",\"game\":"),
            "{mode}: {:?}",
            diary.notes
        );
    }
}

#[test]
fn a_late_answer_is_recognised_and_dropped() {
    // The answer comes one second after its time, the others at once.
    let game = Match::of(Duration::from_secs(2));
    let sleepy = format!("env LATE=3 {}", bot("late 8").to_string().trim_start_matches("cmd:"));
    let (outcomes, diary) = game.with(command(&sleepy));
    let affected = outcomes
        .iter()
        .zip(game.without("first-legal"))
        .filter(|(outcome, sound)| **outcome != *sound)
        .count();
    assert_eq!(
        (faults(&outcomes), counted(&diary, Fault::Late), affected),
        (1, 1, 1),
        "{:?}",
        diary.faults
    );
}

#[test]
fn a_decision_that_is_never_answered_leaves_the_next_ones_in_step() {
    assert_fails_once("silent 8", Fault::Late, &Match::of(Duration::from_secs(2)));
}

#[test]
fn a_process_that_dies_is_started_again_and_told_where_its_games_stand() {
    let dir = TempDir::new().expect("a directory");
    let mark = dir.path().join("mark");
    let diary =
        assert_fails_once(&format!("die 8 '{}'", mark.display()), Fault::Dead, &Match::of(PATIENT));
    assert_eq!(diary.restarts, 1);
}

// Bots that fail always

#[test]
fn bots_that_never_answer_well_play_as_random() {
    for mode in ["range", "wrong-game", "malformed", "array", "bytes", "huge", "flood", "yes"] {
        let diary = assert_plays_as_random(mode, &Match::of(PATIENT));
        assert_eq!(diary.restarts, 0, "{mode}");
    }
}

#[test]
fn a_bot_that_hangs_is_ended_and_started_again_three_times() {
    for mode in ["hang", "stream", "silent"] {
        let game = Match { blocks: 4, ..Match::of(SHORT) };
        let diary = assert_plays_as_random(mode, &game);
        assert_eq!(diary.restarts, 3, "{mode}");
        let late = counted(&diary, Fault::Late) + counted(&diary, Fault::Malformed);
        assert!(
            (40..=44).contains(&late) && counted(&diary, Fault::Dead) > 0,
            "{mode}: {:?}",
            diary.faults
        );
    }
}

#[test]
fn a_bot_that_is_always_late_plays_as_random() {
    let game = Match { players: 2, others: &["high-points"], blocks: 1, ..Match::of(SHORT) };
    let diary = assert_plays_as_random("late", &game);
    assert_eq!(counted(&diary, Fault::Late) + counted(&diary, Fault::Dead), diary.fault_count());
}

#[test]
fn a_bot_that_dies_is_started_again_three_times() {
    for mode in ["die", "die-at-once", "unready"] {
        let diary = assert_plays_as_random(mode, &Match::of(PATIENT));
        assert_eq!(
            (diary.restarts, counted(&diary, Fault::Dead)),
            (3, diary.decision_count()),
            "{mode}"
        );
    }
    let mut game = Match::of(PATIENT);
    game.settings.start_time = SHORT;
    assert_eq!(assert_plays_as_random("mute", &game).restarts, 3);
}

// The program

/// The program with these arguments: its status, standard output, standard error.
pub(super) fn unobench(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output =
        Command::new(PROGRAM).current_dir(dir).args(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The column of a CSV file by the strategy, which stands in the third.
fn column(csv: &str, name: &str) -> Vec<(String, String)> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let place = reader
        .headers()
        .expect("a header")
        .iter()
        .position(|column| column == name)
        .expect("the column");
    reader
        .records()
        .map(|row| row.expect("a row"))
        .map(|row| (row[2].to_owned(), row[place].to_owned()))
        .collect()
}

#[test]
fn run_counts_faults_and_keeps_a_log() {
    let dir = TempDir::new().expect("a directory");
    let bot = bot("malformed 30").to_string();
    let (status, _, errors) = unobench(
        dir.path(),
        &["run", &bot, "random", "-r", "official", "-n", "20", "-j", "1", "-o", "out", "-q"],
    );
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let summary = fs::read_to_string(dir.path().join("out/summary.csv")).expect("a summary");
    assert_eq!(
        column(&summary, "faults"),
        [("malformed", "1"), ("random", "0")].map(|(name, count)| (name.into(), count.into()))
    );
    let log = fs::read_to_string(dir.path().join("out/bots.log")).expect("a log");
    assert!(log.contains("received: {\"game\": "), "{log}");
}

#[test]
fn a_run_with_a_bot_plays_the_rounds_of_a_run_without() {
    let dir = TempDir::new().expect("a directory");
    let good = bot("good").to_string();
    let rest = [
        "most-colour",
        "random",
        "-r",
        "stacking",
        "-r",
        "seven-zero",
        "-n",
        "30",
        "-q",
        "-j",
        "2",
        "-o",
    ];
    for (who, out) in [(good.as_str(), "with"), ("first-legal", "without")] {
        let mut arguments = vec!["run", who];
        arguments.extend(rest);
        arguments.push(out);
        assert_eq!(unobench(dir.path(), &arguments).0, Some(0));
    }
    // Rows are in the order of names, and a matchup has the first name's sign: the other files tell
    // as much.
    for name in ["summary.csv", "seats.csv", "scores.csv", "turns.csv"] {
        let read = |out: &str| fs::read_to_string(dir.path().join(out).join(name)).expect("a file");
        let sorted = |text: String| {
            let mut lines: Vec<String> =
                text.replace(",good,", ",first-legal,").lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(read("with")), sorted(read("without")), "{name}");
    }
}

#[test]
fn a_traced_game_with_a_bot_is_a_legal_game_and_the_one_that_is_run() {
    let dir = TempDir::new().expect("a directory");
    let bot = bot("good").to_string();
    for mode in [&[][..], &["--match"]] {
        for (who, out) in [(bot.as_str(), "with.jsonl"), ("first-legal", "without.jsonl")] {
            let mut arguments =
                vec!["trace", who, "random", "-r", "seven-zero", "-n", "5", "-o", out];
            arguments.extend(mode);
            assert_eq!(unobench(dir.path(), &arguments).0, Some(0));
        }
        let read = |out: &str| fs::read_to_string(dir.path().join(out)).expect("a record");
        assert_eq!(
            read("with.jsonl").replace("\"good\"", "\"first-legal\""),
            read("without.jsonl")
        );
        assert_eq!(unobench(dir.path(), &["replay", "with.jsonl"]).0, Some(0));
    }
}

/// The names of those who play, as `summary.csv` has them.
fn names(dir: &Path, out: &str) -> Vec<String> {
    let summary = fs::read_to_string(dir.join(out).join("summary.csv")).expect("a summary");
    column(&summary, "games").into_iter().map(|(name, _)| name).collect()
}

#[test]
fn bots_have_names_in_tables_and_headers() {
    let dir = TempDir::new().expect("a directory");
    let (good, again) = (bot("good").to_string(), bot("good again").to_string());
    let play = |line_up: &[&str], out: &str| {
        let rest = ["-r", "official", "-p", "2", "-n", "12", "-j", "1", "-o", out, "-q"];
        let (status, told, errors) = unobench(dir.path(), &[line_up, &rest].concat());
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        (told, names(dir.path(), out))
    };
    let mine = format!("mine={good}");
    let (told, found) = play(&["run", &mine, &good, &again, "random"], "run");
    assert_eq!(found, ["good", "good-2", "mine", "random"]);
    assert!(told.contains("\nmine ") && told.contains("\ngood-2 "), "{told}");
    let written = [("good", &good), ("good-2", &again), ("mine", &good)];
    for (file, pointer) in [("manifest.json", "/bots"), ("progress.jsonl", "/bots")] {
        let text = fs::read_to_string(dir.path().join("run").join(file)).expect("a file");
        let first = if file == "manifest.json" { &text } else { text.lines().next().expect("one") };
        let document: Value = serde_json::from_str(first).expect("JSON");
        let bots = document.pointer(pointer).and_then(Value::as_object).expect("bots");
        let bots: Vec<_> = bots.iter().map(|(name, line)| (name.as_str(), line.as_str())).collect();
        assert_eq!(bots, written.map(|(name, line)| (name, Some(line.as_str()))), "{file}");
    }
    // In a run the same bot is the same strategy, in a tournament another entrant.
    assert_eq!(play(&["run", &mine, &mine], "same").1, ["mine"]);
    assert_eq!(play(&["tournament", &good, &good], "entrants").1, ["good", "good-2"]);
    assert_eq!(play(&["duel", &mine, "random"], "duel").1, ["mine", "random"]);
}

#[test]
fn a_run_that_goes_on_keeps_the_names_of_its_bots() {
    let dir = TempDir::new().expect("a directory");
    let good = bot("good").to_string();
    let play = |name: &str, first: &str, games: &str, more: &[&str]| {
        let mut command = Command::new(PROGRAM);
        let rest = ["-r", "official", "-p", "2", "-n", games, "-q", "-o", "out"];
        command.args(["run", first, "random"]).args(rest).args(more);
        let output = command.env("NAME", name).current_dir(dir.path()).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    assert_eq!(play("alice", &good, "4", &[]), (Some(0), String::new()));
    // Neither what the bot says now nor what it is given makes it another run.
    let given = format!("carol={good}");
    for (first, games) in [(&good, "8"), (&given, "12"), (&good, "12")] {
        assert_eq!(play("bob", first, games, &["--resume"]), (Some(0), String::new()));
        assert_eq!(names(dir.path(), "out"), ["alice", "random"]);
    }
    // Whose name is known is not asked for it: this bot does not start any more.
    assert_eq!(play("random", &good, "12", &["--resume"]), (Some(0), String::new()));
    let other = bot("good again").to_string();
    let (status, errors) = play("alice", &other, "12", &["--resume"]);
    assert!(status == Some(2) && errors.contains("bots"), "{errors}");
}

#[test]
fn names_of_the_library_are_refused_and_others_told() {
    let dir = TempDir::new().expect("a directory");
    let good = bot("good").to_string();
    let play = |first: &str, own: &str| {
        let mut command = Command::new(PROGRAM);
        command.args(["run", first, "random", "-r", "official", "-n", "4", "-o", "out", "--force"]);
        let output = command.env("NAME", own).current_dir(dir.path()).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    for (first, own) in [(format!("linear={good}"), "x"), (good.clone(), "linear")] {
        let (status, errors) = play(&first, own);
        let hint = format!("as in \"my-linear={good}\"");
        assert!(status == Some(2) && errors.contains(&hint), "{errors}");
        assert!(!dir.path().join("out").exists());
    }
    for own in ["", "=1+1", "a\u{202e}b"] {
        let (status, errors) = play(&good, own);
        assert!(status == Some(0) && errors.contains("calls itself"), "{own}: {errors}");
        assert!(names(dir.path(), "out").contains(&good));
    }
    let dead = bot("die-at-once").to_string();
    let (status, errors) = play(&dead, "x");
    assert!(status == Some(0) && errors.contains("did not say its name: it ended"), "{errors}");
}

#[test]
fn asking_for_its_name_is_one_of_the_starts_of_a_bot() {
    let dir = TempDir::new().expect("a directory");
    let bot = bot("die-at-once").to_string();
    let arguments = ["run", &bot, "random", "-r", "official", "-n", "4", "-j", "1", "-o", "out"];
    assert_eq!(unobench(dir.path(), &arguments).0, Some(0));
    let log = fs::read_to_string(dir.path().join("out/bots.log")).expect("a log");
    assert_eq!(log.matches("did not start").count(), 4, "{log}");
}

#[test]
fn shards_and_plans_with_bots_give_the_bytes_of_one_run() {
    let dir = TempDir::new().expect("a directory");
    let bots = [bot("good").to_string(), format!("mine={}", bot("good again"))];
    let line_up = [bots[0].as_str(), &bots[1], "random", "-r", "official", "-p", "2", "-n", "60"];
    let play = |before: &[&str], after: &[&str]| {
        let (status, told, errors) = unobench(dir.path(), &[before, &line_up, after].concat());
        assert_eq!(status, Some(0), "{errors}");
        told
    };
    play(&["run"], &["-o", "whole"]);
    for part in ["1", "2"] {
        play(&["run"], &["-o", part, "--shard", &format!("{part}/2")]);
    }
    assert_eq!(unobench(dir.path(), &["merge", "1", "2", "-o", "merged"]).0, Some(0));
    fs::write(dir.path().join("plan"), play(&["plan", "run"], &[])).expect("a file");
    let fed = |arguments: &[&str], input: &str| {
        fs::write(dir.path().join("input"), input).expect("a file");
        let input = fs::File::open(dir.path().join("input")).expect("a file");
        let mut command = Command::new(PROGRAM);
        let output = command.args(arguments).current_dir(dir.path()).stdin(input).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let answer = fed(&["gather", "plan", "-o", "gathered"], "");
    let answer: Value = serde_json::from_str(answer.lines().next().expect("one")).expect("JSON");
    let jobs = answer["next"].as_array().expect("jobs").iter();
    let jobs: String = jobs.map(|job| format!("{job}\n")).collect();
    let lines = fed(&["chunk", "plan"], &jobs);
    fed(&["gather", "plan", "-o", "gathered"], &lines);
    let read = |out: &str, file: &str| fs::read(dir.path().join(out).join(file)).expect(out);
    assert_eq!(names(dir.path(), "whole"), ["good", "mine", "random"]);
    for file in ["summary.csv", "matchups.csv", "progress.jsonl"] {
        for out in ["merged", "gathered"] {
            assert!(read(out, file) == read("whole", file), "{out}: {file}");
        }
    }
}

#[test]
fn bots_that_cannot_be_are_refused() {
    let dir = TempDir::new().expect("a directory");
    for (arguments, word) in [
        (&["run", "cmd:./nobody", "random"][..], "\"./nobody\""),
        (&["run", "cmd:", "random"], "names no program"),
        (&["run", "cmd:sh 'x", "random"], "quote"),
        (&["trace", "cmd:no-such-program", "random"], "PATH"),
        (&["bot", "check", "./nobody"], "\"./nobody\""),
        (&["run", "random", "--move-time", "0"], "a time above 0"),
    ] {
        let (status, _, errors) = unobench(dir.path(), arguments);
        assert!(status == Some(2) && errors.contains(word), "{arguments:?}: {errors}");
    }
}

#[test]
fn bots_that_cannot_start_leave_no_directory() {
    let dir = TempDir::new().expect("a directory");
    fs::write(dir.path().join("text"), "no program").expect("a file");
    for command in ["run", "duel", "tournament"] {
        for (bot, word) in [("cmd:./nobody", "there is no program"), ("cmd:./text", "executable")] {
            let arguments = [command, bot, "random", "-p", "2", "-o", "a/new/one"];
            let (status, _, errors) = unobench(dir.path(), &arguments);
            assert!(status == Some(2) && errors.contains(word), "{arguments:?}: {errors}");
            assert!(!dir.path().join("a").exists(), "{arguments:?}");
        }
    }
}

#[test]
fn quiet_commands_show_nothing_of_what_bots_say_on_standard_error() {
    let dir = TempDir::new().expect("a directory");
    let bot = bot("stderr").to_string();
    for command in
        [&["trace", &bot, "random"][..], &["bot", "check", &bot, "-r", "official", "-n", "4"]]
    {
        let (status, _, errors) = unobench(dir.path(), command);
        let shown = errors.contains(r"own words \u{1b}[2Jeee") && !errors.contains('\x1b');
        assert!(status == Some(0) && shown, "{command:?}: {errors}");
        let (status, _, errors) = unobench(dir.path(), &[command, &["-q"]].concat());
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{command:?}");
    }
}

#[test]
fn of_a_long_name_the_beginning_is_used() {
    let dir = TempDir::new().expect("a directory");
    let bot = bot("long-name").to_string();
    let (_, told, _) = unobench(dir.path(), &["bot", "check", &bot, "-r", "official", "-n", "4"]);
    let name = told.lines().next().and_then(|line| line.split(' ').next_back());
    assert_eq!(name.map(str::to_owned), Some("n".repeat(100) + "…"), "{told}");
}

#[test]
fn a_chatty_bot_fills_no_disk() {
    let dir = TempDir::new().expect("a directory");
    let bot = bot("chatty").to_string();
    let arguments = ["run", &bot, "random", "-r", "official", "-n", "4", "-j", "1", "-o", "out"];
    assert_eq!(unobench(dir.path(), &arguments).0, Some(0));
    let log = fs::read_to_string(dir.path().join("out/bots.log")).expect("a log");
    let said = "2000000 bytes left out; the last 1000000 follow\n";
    let (first, last) = log.split_once(said).expect("how much was left out");
    let numbers = |text: &str| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("line "));
        lines.map(|line| line[..6].trim().parse().expect("a number")).collect::<Vec<u32>>()
    };
    assert_eq!(numbers(first), (0..10_000).collect::<Vec<_>>());
    assert_eq!(numbers(last), (30_000..40_000).collect::<Vec<_>>());
}

/// Whether there is a program of this name.
fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// A copied bot has no fault in any kind of decision.
fn assert_passes(program: &str, file: &str, name: &str) {
    let dir = TempDir::new().expect("a directory");
    for file in [file, "unobot.py"] {
        let there = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/bots").join(file);
        fs::copy(there, dir.path().join(file)).expect("it is copied");
    }
    let line = format!("{program} {file}");
    let (status, told, errors) =
        unobench(dir.path(), &["bot", "check", &line, "--move-time", "20s"]);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{told}");
    let called = format!("calls itself {name}\n");
    assert!(told.contains(&called) && told.contains("99th percentile"), "{told}");
    for decision in Decision::ALL {
        let line = told
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{} ", decision.name())));
        let count = line
            .and_then(|line| line.split_whitespace().last())
            .unwrap_or_else(|| panic!("{}: {told}", decision.name()));
        assert_ne!(count, "0", "{} was never asked", decision.name());
    }
}

#[test]
fn bots_to_copy_pass_the_check_in_every_decision() {
    assert!(is_there("python3"), "the tests of external bots need python3 in the PATH");
    assert_passes("python3", "example.py", "most frequent colour");
    assert_passes("python3", "template.py", "my python bot");
}

#[test]
fn the_bot_to_copy_in_javascript_passes_the_check() {
    if is_there("node") {
        assert_passes("node", "template.js", "my javascript bot");
    } else {
        eprintln!("skipped: there is no program \"node\" in the PATH");
    }
}

/// The helper for Python tells its methods what happens, in the game that it is about.
#[test]
fn the_helper_tells_of_games_and_their_events() {
    const BOT: &str = "\
from unobot import Bot, colour_of
import sys

class Watcher(Bot):
    name = 'watcher'

    def new_game(self, game):
        game.memory['asked'] = 0
        game.memory['lucky'] = game.rng.random()
        assert not game.events and game.settings['setup']['hand_size'] == 7

    def choose(self, decision):
        game = decision.game
        game.memory['asked'] += 1
        assert game.seat == decision.view['seat'] and game.players == 3
        assert game.events[0]['event'] == 'round' and decision.hand == decision.view['hand']
        assert colour_of('R5') == 'R' and colour_of('W+4') is None
        return decision.find('call') or decision.honest()[-1]

    def game_over(self, game):
        asked, last = game.memory['asked'], game.events[-1]['event']
        print('over', game.number, asked > 0, last, game.memory['lucky'], file=sys.stderr)

Watcher().run()
";
    let dir = TempDir::new().expect("a directory");
    let helper = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/bots/unobot.py");
    fs::copy(helper, dir.path().join("unobot.py")).expect("it is copied");
    fs::write(dir.path().join("watcher.py"), BOT).expect("a file");
    let overs = |out: &str| {
        let line_up = ["run", "cmd:python3 watcher.py", "random", "-p", "3", "-r", "official"];
        let rest = ["-n", "6", "-j", "1", "--move-time", "20s", "-o", out, "-q"];
        let (status, _, errors) = unobench(dir.path(), &[&line_up[..], &rest].concat());
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        let summary = fs::read_to_string(dir.path().join(out).join("summary.csv")).expect("a file");
        assert!(column(&summary, "faults").contains(&("watcher".to_owned(), "0".to_owned())));
        fs::read_to_string(dir.path().join(out).join("bots.log")).expect("a log")
    };
    let log = overs("first");
    let games = log.lines().filter(|line| line.starts_with("over ")).count();
    assert!(games >= 6 && games == log.lines().count(), "{log}");
    assert!(log.lines().all(|line| line.contains(" True round_end 0.")), "{log}");
    assert_eq!(overs("again"), log, "random numbers are those of the deal");
}

#[test]
fn bot_check_says_what_is_wrong() {
    let dir = TempDir::new().expect("a directory");
    let wrong = bot("malformed 5").to_string();
    let (status, told, errors) = unobench(
        dir.path(),
        &["bot", "check", &wrong, "-r", "official", "-n", "4", "--move-time", "20s"],
    );
    assert_eq!((status, errors.as_str()), (Some(1), "error: 1 fault\n"), "{told}");
    assert!(
        told.contains("came back: {\"game\": ") && told.contains("sent:      {\"type\":\"act\""),
        "{told}"
    );
}

// Surveys

#[test]
fn surveys_measure_a_bot_as_they_measure_a_strategy_that_plays_alike() {
    let dir = TempDir::new().expect("a directory");
    let good = bot("good").to_string();
    let measure = |who: &str, out: &str| {
        let with_random = format!("random+{who}");
        let panel = ["rules", "compare", "double", "--panel", who, &with_random];
        let pool = ["--pool", who, "high-points", "-p", "3", "-n", "100", "--pool-games", "50"];
        let arguments = [&panel[..], &pool, &["-q", "-o", out]].concat();
        let (status, told, errors) = unobench(dir.path(), &arguments);
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{told}");
        fs::read_to_string(dir.path().join(out).join("effects.csv")).expect("a file")
    };
    let with = measure(&good, "with");
    assert_eq!(with, measure("first-legal", "without").replace("first-legal", "good"));
    let manifest = fs::read_to_string(dir.path().join("with/manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["bots"]["good"], good.as_str());
    // A bot of another name is another one; it keeps the name that it has there.
    let renamed = format!("mine={good}");
    let line_up = ["skill", &renamed, "random", "--oracle", "oracle:playouts=1", "-o", "skill"];
    let games = ["-n", "100", "--search-games", "50", "--format", "csv"];
    let (status, told, errors) = unobench(dir.path(), &[&line_up[..], &games, &["-q"]].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(told.contains(",mine,"), "{told}");
    let again = ["skill", &good, "random", "--oracle", "oracle:playouts=1", "-o", "skill"];
    let again = [&again[..], &games, &["-q", "--resume"]].concat();
    assert_eq!(unobench(dir.path(), &again), (Some(0), told, String::new()));
}

#[test]
fn plans_of_surveys_have_bots_and_say_what_failed() {
    let dir = TempDir::new().expect("a directory");
    let range = bot("range").to_string();
    let measure = ["--panel", &range, "--pool", "random", "-p", "2", "-n", "100"];
    let games = ["--pool-games", "0", "--move-time", "20s", "-o", "out"];
    let (status, told, errors) =
        unobench(dir.path(), &[&["rules", "compare", "double"], &measure[..], &games].concat());
    assert_eq!(status, Some(0), "{errors}");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("which random made: range; the first time: action "), "{told}");
    let plan = ["plan", "rules", "compare", "double", "--pool-games", "0"];
    let (status, told, errors) = unobench(dir.path(), &[&plan[..], &measure].concat());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    fs::write(dir.path().join("plan"), &told).expect("a file");
    let plan: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(plan["bots"]["range"], range.as_str());
    let command = format!(
        "'{PROGRAM}' gather plan -o gathered < /dev/null | python3 -c 'import json
for job in json.loads(input())[\"next\"]: print(json.dumps(job))' > jobs
         '{PROGRAM}' chunk plan < jobs | '{PROGRAM}' gather plan -o gathered -q"
    );
    let output = Command::new("sh").args(["-c", &command]).current_dir(dir.path()).output();
    let output = output.expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |out: &str| fs::read_to_string(dir.path().join(out).join("effects.csv"));
    assert_eq!(read("gathered").expect("a file"), read("out").expect("a file"));
}

// With a person

#[test]
fn a_person_plays_the_games_with_a_bot_that_it_plays_with_a_strategy() {
    let dir = TempDir::new().expect("a directory");
    let heard = dir.path().join("heard");
    let written = bot(&format!("record always '{}'", heard.display())).to_string();
    let play = |opponent: &str, out: &str| {
        let words = "play --plain counter -p 4 --match --casual --rounds 3 -s 5 -r seven-zero -o";
        let mut command = Command::new(PROGRAM);
        command.args(words.split(' ')).args([out, opponent, "--move-time", "20s"]);
        fs::write(dir.path().join("input"), "1\n1\n\n1\nundo\n".repeat(400)).expect("a file");
        let input = fs::File::open(dir.path().join("input")).expect("a file");
        let output = command.stdin(input).current_dir(dir.path()).output().expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (with, without) = (play(&written, "with"), play("first-legal", "without"));
    assert_eq!((with.0, with.2.as_str()), (Some(0), ""));
    assert_eq!(
        with.1.replace("record:", "first-legal:").lines().last(),
        without.1.replace("without", "with").lines().last()
    );
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap_or_default();
    let unnamed = |text: String| text.replace("\"record\"", "\"first-legal\"");
    for (with, without) in [("with", "without"), ("with.unfinished", "without.unfinished")] {
        assert_eq!(unnamed(read(with)), read(without), "{with}");
    }
    assert!(!read("with").is_empty() || !read("with.unfinished").is_empty());
    assert!(with.1.contains("decisions were taken back"), "{}", with.1);
    let (messages, open) = listen_until(&read("heard"));
    assert!(messages > 100 && open <= 1, "{messages} {open}");
}

#[test]
fn a_person_is_told_why_a_bot_failed() {
    let dir = TempDir::new().expect("a directory");
    fs::write(dir.path().join("input"), "1\n".repeat(300)).expect("a file");
    let bot = bot("range").to_string();
    let input = fs::File::open(dir.path().join("input")).expect("a file");
    let arguments = ["play", "--plain", "-p", "2", "--rounds", "1", "-s", "1", &bot];
    let output = Command::new(PROGRAM).args(arguments).stdin(input).output().expect("it runs");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("which random made: range; the first time: action "), "{told}");
}

// What a bot is told

/// What the fields of each event are, as a bot is told them. `hand` comes only where a hand is
/// shown.
const FIELDS: [(&str, &[&str]); 24] = [
    ("round", &["rules", "round", "dealer", "first", "hands", "draw_pile", "totals"]),
    ("turn_up", &["card", "returned"]),
    ("name_colour", &["seat", "colour"]),
    ("play", &["seat", "card", "colour", "how"]),
    ("uno", &["seat", "called", "false_call"]),
    ("caught", &["seat", "by", "of"]),
    ("draw", &["seat", "cards", "owed", "why"]),
    ("keep", &["seat"]),
    ("pass", &["seat"]),
    ("lose_turn", &["seat"]),
    ("challenge", &["seat", "against", "upheld", "hand"]),
    ("take_back", &["seat", "card"]),
    ("reshuffle", &["draw_pile"]),
    ("swap", &["seat", "with", "hand"]),
    ("rotate", &["direction", "hand"]),
    ("exchange", &["seat", "with", "gives", "gets"]),
    ("crash", &["seat", "with", "hands"]),
    ("redeal", &["hands"]),
    ("misplay", &["seat", "card"]),
    ("speaks", &["seat"]),
    ("advises", &["seat"]),
    ("out", &["seat", "place"]),
    ("round_end", &["winner", "reason", "hands", "points", "scores", "turns"]),
    ("match_end", &["winner", "totals", "rounds"]),
];

/// A bot's seat in a game, as somebody knows it who hears only what the bot is told.
struct Listener {
    seat: u64,
    hand: Vec<String>,
}

fn cards(value: &Value) -> Vec<String> {
    value
        .as_array()
        .unwrap_or_else(|| panic!("cards: {value}"))
        .iter()
        .map(|card| card.as_str().expect("a card").to_owned())
        .collect()
}

impl Listener {
    fn lose(&mut self, card: &Value) {
        let place = self.hand.iter().position(|held| Some(held.as_str()) == card.as_str());
        self.hand.remove(place.unwrap_or_else(|| panic!("{card} is not in {:?}", self.hand)));
    }

    fn get(&mut self, card: &Value) {
        self.hand.push(card.as_str().expect("a card").to_owned());
    }

    /// Takes an event in, and checks that nothing hidden is in it.
    fn hear(&mut self, message: &Value) {
        let event = message["event"].as_str().expect("the name of an event");
        let (_, allowed) =
            FIELDS.iter().find(|(name, _)| *name == event).unwrap_or_else(|| panic!("{message}"));
        for field in message.as_object().expect("an object").keys().skip(3) {
            assert!(allowed.contains(&field.as_str()), "{field}: {message}");
        }
        let is_me = |field: &str| message[field] == self.seat;
        let shown = message.get("hand").is_some();
        match event {
            "round" | "round_end" => {
                for (seat, hand) in message["hands"].as_array().expect("hands").iter().enumerate() {
                    assert_eq!(hand.is_array(), seat as u64 == self.seat, "{message}");
                    assert!(hand.is_array() || hand.is_u64(), "{message}");
                }
                assert!(message.get("draw_pile").is_none_or(Value::is_u64), "{message}");
                let own = cards(&message["hands"][self.seat as usize]);
                if event == "round" {
                    self.hand = own;
                } else {
                    self.check(&own, &[]);
                }
            }
            "reshuffle" => assert!(message["draw_pile"].is_u64(), "{message}"),
            "draw" if is_me("seat") => self.hand.extend(cards(&message["cards"])),
            "draw" => assert!(message["cards"].is_u64(), "{message}"),
            "play" if is_me("seat") => self.lose(&message["card"]),
            "take_back" if is_me("seat") => self.get(&message["card"]),
            "challenge" => assert_eq!(shown, is_me("seat"), "{message}"),
            "swap" => {
                assert_eq!(shown, is_me("seat") || is_me("with"), "{message}");
                self.hand = message.get("hand").map_or(std::mem::take(&mut self.hand), cards);
            }
            "rotate" => {
                self.hand = message.get("hand").map_or(std::mem::take(&mut self.hand), cards)
            }
            "exchange" if is_me("seat") || is_me("with") => {
                let (gives, gets) =
                    if is_me("seat") { ("gives", "gets") } else { ("gets", "gives") };
                self.lose(&message[gives]);
                self.get(&message[gets]);
            }
            "exchange" => assert!(
                message.get("gives").is_none() && message.get("gets").is_none(),
                "{message}"
            ),
            "redeal" => {
                let hands = message["hands"].as_array().expect("hands");
                for (seat, hand) in hands.iter().enumerate() {
                    assert_eq!(hand.is_array(), seat as u64 == self.seat, "{message}");
                }
                self.hand = cards(&hands[self.seat as usize]);
            }
            "crash" => {
                let hands = &message["hands"];
                assert_eq!(
                    (hands[0].is_array(), hands[1].is_array()),
                    (is_me("seat"), is_me("seat") || is_me("with")),
                    "{message}"
                );
                if is_me("seat") || is_me("with") {
                    self.hand = cards(&hands[usize::from(is_me("with"))]);
                }
            }
            _ => {}
        }
    }

    /// The hand is the one that follows from what was told; a wild whose colour is not named yet
    /// has left it.
    fn check(&self, hand: &[String], unnamed: &[&str]) {
        let sorted = |cards: &[String]| {
            let mut cards = cards.to_vec();
            cards.sort();
            cards
        };
        let with =
            |card: &&str| sorted(&[hand, &[(*card).to_owned()]].concat()) == sorted(&self.hand);
        assert!(
            sorted(hand) == sorted(&self.hand) || unnamed.iter().any(with),
            "{hand:?}, not {:?}",
            self.hand
        );
    }
}

/// Hears what a bot heard: events without a hidden card, from which its own hand follows; gives the
/// number of messages. All games have come to their end.
fn listen(heard: &str) -> usize {
    let (count, open) = listen_until(heard);
    assert_eq!(open, 0);
    count
}

/// The same, with the number of games that have not come to their end.
fn listen_until(heard: &str) -> (usize, usize) {
    let mut games = std::collections::HashMap::new();
    let told = heard.lines().filter_map(|line| line.strip_prefix("→ "));
    let mut count = 0;
    for message in told.map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        count += 1;
        let game = message["game"].as_u64();
        match message["type"].as_str().expect("a type") {
            "newgame" => {
                let seat = message["seat"].as_u64().expect("a seat");
                let before = games.insert(game, Listener { seat, hand: Vec::new() });
                assert!(before.is_none(), "{message}");
                assert!(message["bot_seed"].as_u64().expect("a seed") < 1 << 53);
            }
            "event" => games.get_mut(&game).expect("a game that was begun").hear(&message),
            "act" => {
                let listener = games.get(&game).expect("a game that was begun");
                let unnamed: &[&str] = if message["decision"] == "colour" {
                    &["W", "W+4", "W+10", "W+8", "WB", "WS", "WH", "WC", "D1", "D2"]
                } else {
                    &[]
                };
                listener.check(&cards(&message["view"]["hand"]), unnamed);
                assert_eq!(message["view"]["seat"], listener.seat);
            }
            "endgame" => assert!(games.remove(&game).is_some(), "{message}"),
            kind => assert!(kind == "hello" || kind == "quit", "{message}"),
        }
    }
    (count, games.len())
}

#[test]
fn a_bot_is_told_no_hidden_card_and_all_that_its_own_hand_follows_from() {
    let dir = TempDir::new().expect("a directory");
    for name in RuleSet::shipped_names() {
        let record = dir.path().join(name);
        let rules = RuleSet::load(name).expect("a rule set");
        let game = Match {
            rules,
            players: 4,
            others: &["random"],
            blocks: 1,
            match_play: name == "lazy",
            ..Match::of(PATIENT)
        };
        assert_eq!(
            game.with(bot(&format!("record always '{}'", record.display()))).1.fault_count(),
            0,
            "{name}"
        );
        assert!(listen(&fs::read_to_string(record).expect("what was heard")) > 100, "{name}");
    }
}

// The document

/// The exchange in `docs/BOTS.md` is what the program and a bot said, settings and all views but
/// the first left out.
#[test]
fn the_exchange_in_the_document_is_real() {
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/BOTS.md"))
        .expect("the document");
    let shown =
        document.split("```jsonl\n").find(|part| part.starts_with("→ ")).expect("an exchange");
    let dir = TempDir::new().expect("a directory");
    let record = dir.path().join("heard");
    let bot = bot(&format!("record always '{}'", record.display())).to_string();
    let (status, _, errors) =
        unobench(dir.path(), &["trace", &bot, "random", "-s", SEED_OF_DOCUMENT]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let heard = fs::read_to_string(record)
        .expect("what was heard")
        .replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let real: Vec<String> = heard.lines().map(abridged).collect();
    let shown: Vec<&str> = shown.split("```").next().expect("its end").lines().collect();
    assert_eq!(shown, real);
}

/// The seed of the exchange in the document: a short round.
const SEED_OF_DOCUMENT: &str = "6";

/// A line with settings, and all views but the first, left out.
fn abridged(line: &str) -> String {
    let (direction, message) = line.split_at("→ ".len());
    let mut message: Value = serde_json::from_str(message).expect("JSON");
    let is_first = message["view"]["turns"].as_u64().is_some_and(|turns| turns <= 1);
    for field in ["settings", "view"].into_iter().skip(usize::from(is_first) * 2) {
        if let Some(value) = message.get_mut(field) {
            *value = Value::String("…".to_owned());
        }
    }
    format!("{direction}{message}")
}

// What a fault costs

#[test]
fn a_bot_that_fails_cannot_win_where_faults_lose_the_game() {
    let settings = PoolSettings { on_fault: OnFault::Lose, ..Match::of(PATIENT).settings };
    let game = Match { settings, others: &["random"], players: 2, blocks: 6, ..Match::of(PATIENT) };
    let (outcomes, _) = game.with(bot("range"));
    let sound = game.without("random");
    for ((outcome, sound), seat) in outcomes.iter().zip(&sound).zip(game.seats_of_bot()) {
        assert!(outcome.faults[seat] > 0);
        assert_eq!(outcome.winners, 1 << (1 - seat), "the other one wins");
        assert_eq!(outcome.turns, sound.turns, "the game is played to its end");
        assert_eq!(outcome.scores.iter().sum::<i32>(), sound.scores.iter().sum::<i32>());
    }
    assert!(
        sound.iter().zip(game.seats_of_bot()).any(|(outcome, seat)| outcome.winners == 1 << seat)
    );
}

#[test]
fn duels_and_tournaments_are_lost_by_faults_and_tell_the_last_words() {
    let dir = TempDir::new().expect("a directory");
    let arguments = format!("python3 '{}/tests/data/bot.py'", env!("CARGO_MANIFEST_DIR"));
    let (range, die) = (format!("cmd:{arguments} range"), format!("cmd:{arguments} die-aloud"));
    let play = |arguments: &[&str]| {
        let output = Command::new(PROGRAM).args(arguments).current_dir(dir.path()).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let common = ["-n", "40", "-q", "--format", "markdown"];
    let with = |first: &[&str], out: &str, more: &[&str]| {
        let told = play(&[first, &common, &["-o", out], more].concat());
        let header = fs::read_to_string(dir.path().join(out).join("progress.jsonl"));
        let header = header.expect("a file").lines().next().expect("a header").to_owned();
        let rates = fs::read_to_string(dir.path().join(out).join("summary.csv")).expect("a file");
        (told, header.contains("\"on_fault\":\"lose\""), column(&rates, "win_rate"))
    };
    let lost = |rates: &[(String, String)]| {
        rates.iter().any(|(name, rate)| name == "range" && rate == "0")
    };
    for first in [["tournament", &range, "random"], ["duel", &range, "random"]] {
        let (told, loses, rates) = with(&first, first[0], &[]);
        assert!(told.contains("it could not win those games") && loses && lost(&rates), "{told}");
        let fault = told.split("the first time: action ").nth(1).expect("which index it was");
        let index = fault.split(' ').next().expect("a number");
        let legal = format!("{index} is not among the {index} legal ones, 0 to ");
        assert!(fault.starts_with(&legal), "{told}");
        let (told, loses, rates) = with(&first, "random", &["--on-fault", "random", "--force"]);
        assert!(!told.contains("could not win") && !loses && !lost(&rates), "{told}");
    }
    let (told, loses, rates) = with(&["run", &range, "random", "-r", "official"], "run", &[]);
    assert!(told.contains("random decided for it") && !loses && !lost(&rates), "{told}");
    let (told, ..) = with(&["tournament", &die, "random"], "die", &["-j", "1"]);
    assert!(told.contains("before it died it said: the end"), "{told}");
}

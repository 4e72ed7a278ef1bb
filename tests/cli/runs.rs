//! Runs: their files, and what is made of files that are there already.

use super::SMALL;
use crate::dir::{CSV_FILES, Dir, assert_reads, json, without_footer};

#[test]
fn a_run_writes_its_files_and_prints_a_table() {
    let dir = Dir::new();
    let told = dir.output("run random high-points -n 400 -r official -r keep-drawn -o out");
    for word in ["official", "keep-drawn", "random", "high-points", "seed"] {
        assert_reads(&told, word);
    }
    for name in CSV_FILES.into_iter().chain(["manifest.json", "progress.jsonl"]) {
        assert!(!dir.bytes(&format!("out/{name}")).is_empty(), "{name}");
    }
    let header = dir.table("out/summary.csv").header.join(",");
    let first = "rules,players,strategy,games,wins,win_rate,win_rate_low,win_rate_high,elo,";
    let last = ",stalled,faults,score_mean_low,score_mean_high,turns_mean_low,turns_mean_high";
    assert!(header.starts_with(first) && header.contains(last), "{header}");
}

#[test]
fn a_run_prints_every_format_and_nothing_else() {
    let dir = Dir::new();
    let with = |format: &str| dir.output(&format!("{SMALL} {format} --format {format}"));
    assert_eq!(with("csv"), dir.text("csv/summary.csv"));
    assert!(json(&with("json")).is_object());
    assert!(with("markdown").lines().any(|row| row.starts_with("| ") && row.contains("random")));
    assert_reads(&with("table"), "high-points");
}

#[test]
fn more_strategies_than_seats_play_every_combination() {
    let dir = Dir::new();
    dir.output("run random high-points first-legal -p 2 -n 600 -r official -o out -q");
    let matchups = dir.output("show out matchups --format csv");
    for (one, other) in
        [("random", "high-points"), ("random", "first-legal"), ("high-points", "first-legal")]
    {
        let pairs = [format!("{one},{other}"), format!("{other},{one}")];
        assert!(pairs.iter().any(|pair| matchups.contains(pair)), "{pairs:?}");
    }
}

#[test]
fn the_same_arguments_give_the_same_bytes_whatever_the_threads() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} one -j 1"));
    dir.output(&format!("{SMALL} two -j 2"));
    dir.assert_same_csv("one", "two");
    dir.output(&format!("{SMALL} other -s 2"));
    let seeds = ["one", "other"].map(|out| dir.bytes(&format!("{out}/scores.csv")));
    assert!(seeds[0] != seeds[1], "another seed plays other games");
}

/// What rounds and matches say, and where they disagree, of a run and of a tournament.
#[test]
fn matches_follow_rounds_and_may_have_another_answer() {
    let dir = Dir::new();
    let disagree = "rounds and matches of official disagree: ";
    for (command, best, other) in [
        ("run", "save-wilds wins most: ", "in single rounds save-wilds wins more than most-colour"),
        ("tournament", "save-wilds is clearly first;", "save-wilds ranks above most-colour"),
    ] {
        let line = format!("{command} save-wilds most-colour -p 2 -r official -n 40000 -q");
        let told = dir.output(&format!("{line} -o {command}"));
        let matched = best.replace("save-wilds", "most-colour");
        let words = format!("In single rounds {best} … In matches to 500 {matched} … {disagree}");
        assert_reads(&told, &format!("{words}{other}"));
        let out = format!("{command}/matches");
        let played = dir.rows(&out, "games")[0]["games"].clone();
        let alone = line.replace("40000", &format!("{played} --match"));
        assert!(!dir.output(&format!("{alone} -o {command}-alone")).contains("rounds"));
        dir.assert_same_files(&out, &format!("{command}-alone"));
        let whole = dir.files(command);
        std::fs::remove_dir_all(dir.path(&out)).expect("it is there");
        let found = json(&dir.output(&format!("{line} -o {command} --resume --format json")));
        assert!(dir.files(command) == whole, "they are played when it is resumed");
        let alone = json(&dir.output(&format!("{alone} -o {out} --resume --format json")));
        assert_eq!(found["matches"], alone);
    }
    for none in ["-n 900", "-n 8000 --matches 0", "-n 8000 --set scoring.rounds=1 --report"] {
        dir.output(&format!("run random counter -p 2 -r official -q -o none --force {none}"));
        assert!(!dir.has("none/matches"), "{none}");
    }
    let search = "run flat-mc:playouts=1 random -p 2 --set scoring.target=40 -n 1000 -q -o search";
    dir.output(search);
    assert!(!dir.has("search/matches"), "searches take too long");
    dir.output(&format!("{search} --resume --matches 2"));
    assert!(dir.has("search/matches"), "unless they are asked for");
    dir.refused("run random --match --matches 5", "'--match' cannot be used with '--matches <N>'");
}

// Directories

#[test]
fn a_directory_with_another_run_is_left_alone() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} out"));
    let before = dir.bytes("out/summary.csv");
    dir.refused(&format!("{SMALL} out -s 2"), "out … --force");
    dir.refused(&format!("{SMALL} out -s 2 --resume"), "out");
    assert!(before == dir.bytes("out/summary.csv"), "what was there is lost");
    dir.output(&format!("{SMALL} out -s 2 --force"));
    assert!(before != dir.bytes("out/summary.csv"), "--force plays the other run");
}

#[test]
fn the_default_directory_takes_one_finished_run_after_the_other() {
    let dir = Dir::new();
    for seed in [1, 2] {
        dir.output(&format!("run random -p 2 -n 200 -r official -q -s {seed}"));
    }
    assert!(dir.has("results/latest/summary.csv"));
}

#[test]
fn an_interrupted_default_run_makes_room_for_the_next_one() {
    let dir = Dir::new();
    dir.output("run random counter -r official -n 10M --max-time 200ms");
    let played = dir.bytes("results/latest/progress.jsonl");
    let told = dir.said("run random -p 2 -r official -n 200");
    let aside = "results/latest-interrupted-1";
    let resume = told.lines().find(|line| line.contains(aside)).expect("it says where it is");
    let (_, command) = resume.split_once("to continue it: unobench ").expect("and how to continue");
    assert_eq!(dir.bytes(&format!("{aside}/progress.jsonl")), played);
    assert!(dir.has("results/latest/summary.csv"));
    // What it says goes on where the run stopped.
    assert_reads(&dir.said(command), "resumed after ");
    let grown = dir.bytes(&format!("{aside}/progress.jsonl"));
    assert!(grown.starts_with(&played) && grown.len() > played.len(), "it is the same run");
}

#[cfg(unix)]
#[test]
fn a_default_run_that_is_still_going_on_is_left_alone() {
    let dir = Dir::new();
    let latest = dir.path("results/latest");
    let lock = unobench_experiment::Lock::take(&latest).expect("nobody has it");
    dir.write("results/latest/progress.jsonl", "it is being written\n");
    let told = dir.told("run random -p 2 -r official -n 200 -q").ended(1);
    assert_reads(&told.err, "another run is writing to results/latest; wait");
    drop(lock);
}

#[test]
fn resuming_a_finished_run_writes_the_files_again() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} out"));
    let header = dir.text("out/progress.jsonl").lines().next().expect("a header").to_owned();
    assert!(!header.contains("\"files\""), "nothing was read from a file");
    dir.only_rewrites(SMALL.trim_end_matches(" -o"), "out", "turns.csv");
}

/// What the weights in a file are is part of a run, its comments are not.
#[test]
fn a_run_does_not_go_on_with_other_weights_in_the_same_file() {
    let dir = Dir::new();
    let built_in = include_str!("../../strategies/learners/linear/built_in.toml");
    let run = "run linear:file=my.toml random -p 2 -r official -n 200 -o out -q";
    dir.write("my.toml", built_in);
    dir.output(run);
    let digest = dir.json("out/manifest.json")["files"]["my.toml"].clone();
    let digest = digest.as_str().filter(|digest| digest.starts_with("fnv1a64:")).expect("a digest");
    dir.write("my.toml", format!("# another comment\n{built_in}"));
    dir.output(&format!("{run} --resume"));
    let skip = built_in.lines().find(|line| line.starts_with("skip = ")).expect("a weight");
    dir.write("my.toml", built_in.replacen(skip, "skip = 3.25", 1));
    dir.refused(&format!("{run} --resume"), &format!("files.my.toml … {digest} … here"));
    dir.output(&format!("{run} --force"));
    dir.write("my.toml", built_in.replacen("skip = ", "skips = ", 1));
    dir.refused(run, "my.toml … two.skips … did you mean skip?");
}

#[test]
fn a_directory_that_cannot_be_written_fails() {
    let dir = Dir::new();
    dir.write("file", "");
    for out in ["file/out", "file"] {
        let told = dir.told(&format!("{SMALL} {out}"));
        assert!(matches!(told.status, Some(1 | 2)), "{}", told.err);
        assert_reads(&told.err, "error: … file");
    }
}

#[test]
fn a_progress_file_is_resumed_from_its_last_whole_record() {
    let dir = Dir::new();
    dir.output(&format!("{SMALL} whole"));
    let whole = dir.bytes("whole/progress.jsonl");
    dir.output(&format!("{SMALL} cut"));
    dir.write("cut/progress.jsonl", &whole[..whole.len() - 7]);
    let resume = SMALL.replace(" -q", "");
    assert_reads(&dir.said(&format!("{resume} cut --resume")), "progress.jsonl");
    dir.assert_same_csv("whole", "cut");
    // What is damaged is never taken for a result.
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle..middle + 4].copy_from_slice(b"\0{\"]");
    dir.write("cut/progress.jsonl", damaged);
    let resumed = dir.told(&format!("{resume} cut --resume"));
    assert_reads(&resumed.err, "progress.jsonl");
    match resumed.status {
        Some(0) => dir.assert_same_csv("whole", "cut"),
        other => assert_eq!(other, Some(2)),
    }
}

#[test]
fn a_time_limit_ends_a_run_that_is_far_too_long() {
    let dir = Dir::new();
    let run = "run random -p 2 -r official -n 1e12 --max-time 200ms -o out";
    assert_reads(&dir.said(run), "--resume");
    assert!(dir.has("out/summary.csv"));
}

/// Runs that stop when their intervals are narrow enough stop at the same deal on every machine.
#[test]
fn a_run_stops_when_its_intervals_are_narrow_enough() {
    let dir = Dir::new();
    let until = |width: &str, rest: &str| {
        format!("run random high-points -r official -q --until-ci {width} {rest}")
    };
    let [one, two] = ["1", "2"].map(|n| dir.output(&until("0.04", &format!("-o {n} -j {n}"))));
    assert_eq!(without_footer(&one), without_footer(&two));
    dir.assert_same_files("1", "2");
    let narrow = dir.table("1/summary.csv");
    let [low, high, games] =
        ["win_rate_low", "win_rate_high", "games"].map(|name| narrow.numbers(name));
    assert!(low.iter().zip(&high).all(|(low, high)| high - low <= 0.04), "{low:?} {high:?}");
    assert!(games.iter().all(|&games| games < 100_000.0), "{games:?}");
    dir.only_rewrites(&until("0.04", "-j 2"), "1", "findings.json");
    dir.output(&until("0.2", "-o wide"));
    let wide = dir.table("wide/summary.csv").numbers("games")[0];
    assert!(wide < games[0], "a wider interval takes fewer games");
    dir.output(&until("0.001", "-n 1000 -o few"));
    let most = dir.table("few/summary.csv").numbers("games")[0];
    assert_eq!(most, 1000.0, "--games is the most that is played");
}

#[test]
fn as_many_games_are_played_as_are_announced() {
    let dir = Dir::new();
    for command in ["tournament", "run"] {
        let rest = "counter linear random -p 2 -r official -n 100 --no-progress -o";
        assert_reads(&dir.said(&format!("{command} {rest} {command}")), " 102 games");
        assert_eq!(dir.rows(command, "games")[0]["games"], 102);
    }
}

/// Means of turns are of the games that finish; those that do not are counted, and told of.
#[test]
fn games_that_nobody_can_go_on_with_are_counted_apart() {
    let dir = Dir::new();
    let told = dir.output("run random -p 2 -r like-thewilltotick -n 900 -o out");
    dir.output("trace random random -r like-thewilltotick -n 900 -o rounds.jsonl");
    let record = dir.text("rounds.jsonl");
    let ends: Vec<_> = record.lines().map(json).filter(|it| it["event"] == "round_end").collect();
    let (blocked, finished): (Vec<_>, Vec<_>) =
        ends.iter().partition(|end| end["reason"] == "blocked");
    assert!(!blocked.is_empty() && finished.iter().all(|end| end["reason"] == "out"));
    let turns: u64 = finished.iter().filter_map(|end| end["turns"].as_u64()).sum();
    let mean = turns as f64 / finished.len() as f64;
    let [games, strategies] = ["games", "strength"].map(|of| dir.rows("out", of).remove(0));
    for (row, seats) in [(&games, 1), (&strategies, 2)] {
        assert_eq!(
            (&row["stalled"], &row["blocked"]),
            (&0.into(), &(seats * blocked.len()).into())
        );
    }
    assert_eq!(strategies["turns_mean"], mean);
    let [low, high] =
        ["turns_mean_low", "turns_mean_high"].map(|end| strategies[end].as_f64().expect("an end"));
    let squares = |end: &&serde_json::Value| (end["turns"].as_f64().expect("turns") - mean).powi(2);
    let error = (finished.iter().map(squares).sum::<f64>()).sqrt() / finished.len() as f64;
    assert!(((high - low) / (2.0 * 1.963 * error) - 1.0).abs() < 0.001, "{low} {mean} {high}");
    let share = 100.0 * blocked.len() as f64 / ends.len() as f64;
    let pattern =
        format!("a game that finishes lasts {mean:.1} … {share:.2} % did not: 0 stalled, ");
    assert_reads(&told, &format!("{pattern}{} blocked", blocked.len()));
    assert!(dir.table("out/summary.csv").header.iter().any(|column| column == "blocked"));
}

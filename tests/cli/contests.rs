//! Duels, tournaments, and runs that stop by themselves.

use super::{
    column, every_file, json_file, keys, only_rewrites, output, refused, scratch, table, table_of,
    unobench, without_footer,
};
use predicates::str::contains;
use serde_json::Value;
use unobench_core::rules::RuleSet;
use unobench_core::table::{SeatMap, TableSetup};
use unobench_stats::{Decision, Side, Sprt};

const DUEL_COLUMNS: &str = "rules,players,strategy,opponent,games,wins,win_rate,win_rate_low,\
    win_rate_high,fair_share,variance_reduction";

const RATING_COLUMNS: &str = "rules,players,strategy,rating,low,high,games";

fn duel<'a>(players: &'a str, out: &'a str, threads: &'a str) -> Vec<&'a str> {
    vec!["duel", "most-colour", "random", "-p", players, "-o", out, "-j", threads, "-q"]
}

#[test]
fn a_duel_stops_by_itself_at_the_same_deal_whatever_the_threads() {
    let dir = scratch();
    for players in ["2", "4"] {
        let (one, two) = (format!("one-{players}"), format!("two-{players}"));
        let told = output(dir.path(), &duel(players, &one, "1"));
        assert_eq!(
            without_footer(&told),
            without_footer(&output(dir.path(), &duel(players, &two, "2")))
        );
        assert_eq!(every_file(&dir.path().join(&one)), every_file(&dir.path().join(&two)));
        assert!(told.starts_with("most-colour is better than random (official"), "{told}");
        for word in [
            "Elo of most-colour over random",
            "pairing: ",
            "log-likelihood ratio",
            "(H0)",
            "(H1)",
            "0 stalled, 0 faults",
        ] {
            assert!(told.contains(word), "{word:?} is missing in:\n{told}");
        }
        let sides = if players == "2" { 1 } else { 2 };
        let summary = json_file(&dir.path().join(&one).join("summary.json"));
        let found = &summary["duels"][0];
        assert_eq!(
            (found["test"]["accepted"].as_str(), found["sides"].as_array().map(Vec::len)),
            (Some("H1"), Some(sides))
        );
        let played = found["sides"]
            .as_array()
            .expect("sides")
            .iter()
            .map(|side| side["games"].as_u64().expect("games"))
            .sum::<u64>();
        assert!((100..100_000).contains(&played), "{played} games");
        only_rewrites(dir.path(), &duel(players, &one, "2"), &one, "ratings.csv");
    }
}

#[test]
fn a_duel_is_printed_in_every_format() {
    let dir = scratch();
    let args = [duel("4", "out", "2"), vec!["--resume", "--format"]].concat();
    let with = |format: &'static str| output(dir.path(), &[args.clone(), vec![format]].concat());
    let (header, rows) = table_of(&with("csv"));
    assert_eq!(header.join(","), DUEL_COLUMNS);
    assert_eq!(rows.iter().map(|row| &row[2]).collect::<Vec<_>>(), ["most-colour", "random"]);
    let json: Value = serde_json::from_str(&with("json")).expect("JSON");
    assert_eq!(keys(&json), ["version", "seed", "duels", "ratings"]);
    let duel = &json["duels"][0];
    let expected = [
        "rules",
        "strategy",
        "opponent",
        "elo",
        "elo_low",
        "elo_high",
        "ended",
        "variance_reduction",
        "sides_disagree",
        "test",
        "stalled",
        "faults",
    ];
    assert_eq!(keys(duel)[..12], expected);
    assert_eq!(duel["ended"], true);
    assert!(
        duel["elo_low"].as_f64() < duel["elo"].as_f64()
            && duel["elo"].as_f64() < duel["elo_high"].as_f64()
    );
    let markdown = with("markdown");
    assert!(
        markdown.starts_with("**most-colour is better than random")
            && markdown.contains("| alone | against |"),
        "{markdown}"
    );
    assert!(with("table").contains("3 random"));
    let (header, rows) = table(&dir.path().join("out/ratings.csv"));
    assert_eq!(header.join(","), RATING_COLUMNS);
    let ratings: Vec<f64> = rows.iter().map(|row| row[3].parse().expect("a rating")).collect();
    assert!(
        ratings.len() == 2 && (ratings[0] + ratings[1]).abs() < 1e-9 && ratings[0] > 0.0,
        "{ratings:?}"
    );
}

/// The test, the interval, the ratings and the summary say one thing.
#[test]
fn the_interval_of_a_duel_agrees_with_its_verdict_and_every_table_has_its_elo() {
    let dir = scratch();
    for (a, b, seed) in [
        ("most-colour", "random", "1"),
        ("high-points", "most-colour", "1"),
        ("save-wilds", "most-colour", "2"),
        ("random", "first-legal", "3"),
    ] {
        let args = ["duel", a, b, "-s", seed, "--elo1", "10", "-o", "out", "--force", "-q"];
        let told = output(dir.path(), &args);
        assert!(told.contains("too high as often as too low"), "{told}");
        assert!(
            told.contains("a difference of 100 = the better wins 64 % of the rounds"),
            "{told}"
        );
        let summary = json_file(&dir.path().join("out/summary.json"));
        let duel = &summary["duels"][0];
        let number = |value: &Value| value.as_f64().expect("a number");
        let (low, high) = (number(&duel["elo_low"]), number(&duel["elo_high"]));
        match duel["test"]["accepted"].as_str().expect("it is decided") {
            "H1" => assert!(low > 0.0, "{told}"),
            _ => assert!(high < 10.0, "{told}"),
        }
        assert!(low < number(&duel["elo"]) && number(&duel["elo"]) < high, "{told}");
        assert!(number(&duel["test"]["p_value"]) < 0.05, "{told}");
        for table in ["ratings", "summary"] {
            let key = if table == "ratings" { "rating" } else { "elo" };
            let rows = summary[table].as_array().expect("rows");
            let of = |name: &str| {
                number(&rows.iter().find(|row| row["strategy"] == name).expect("a row")[key])
            };
            assert!((of(a) - of(b) - number(&duel["elo"])).abs() < 1e-9, "{table}: {told}");
        }
    }
}

#[test]
fn the_same_strategy_is_not_played_against_itself() {
    let dir = scratch();
    for (a, b) in [("random", "random"), ("save-wilds", "save-wilds:own=4")] {
        let args = ["duel", a, b];
        let told = output(dir.path(), &args);
        assert!(told.contains("neither is better; no games are played"), "{told}");
        let json = output(dir.path(), &[args.as_slice(), &["--format", "json"]].concat());
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert!(json["same"].is_string() && json["duels"] == serde_json::json!([]), "{json}");
        refused(dir.path(), &["plan", "duel", a, b], &["nothing to play", "neither is better"]);
    }
    assert!(!dir.path().join("results").exists());
}

#[test]
fn a_duel_says_how_long_it_takes() {
    let dir = scratch();
    let args = ["duel", "most-colour", "random", "-o", "out", "--no-progress"];
    let told = unobench(dir.path()).args(args).output().expect("it runs").stderr;
    let told = String::from_utf8_lossy(&told).split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "it probably takes 1,500 games (less than a second) if the difference is 55 Elo",
        "27,000 games (less than a second) if it is 0",
        "45,000 games (less than a second) at worst",
    ] {
        assert!(told.contains(words), "{words:?} is missing in: {told}");
    }
    let args = ["tournament", "pimc:playouts=50", "random", "-n", "2", "-o", "t", "-j", "1"];
    let told = unobench(dir.path()).args(args).output().expect("it runs").stderr;
    let told = String::from_utf8_lossy(&told).into_owned();
    assert!(told.contains("2 games, less than a second"), "{told}");
}

#[test]
fn as_many_games_are_played_as_are_announced() {
    let dir = scratch();
    for (args, games) in [
        (["tournament", "counter", "linear", "random"], 102),
        (["run", "counter", "linear", "random"], 102),
    ] {
        let more = ["-p", "2", "-r", "official", "-n", "100", "-o", args[0], "--no-progress"];
        let run = unobench(dir.path()).args(args).args(more).output().expect("it runs");
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(told.contains(&format!(" {games} games")), "{told}");
        let summary = json_file(&dir.path().join(args[0]).join("summary.json"));
        assert_eq!(summary["games"][0]["games"], games);
    }
}

#[test]
fn several_rule_sets_have_one_answer() {
    let dir = scratch();
    let rules = ["-r", "official", "-r", "stacking", "-r", "seven-zero"];
    let args = ["duel", "most-colour", "random", "-o", "out", "-q"];
    let told = output(dir.path(), &[args.as_slice(), &rules].concat());
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains(
            "all 3 rule sets together (Holm): most-colour is better than random under official, \
             seven-zero and stacking"
        ),
        "{told}"
    );
    let summary = json_file(&dir.path().join("out/summary.json"));
    let tests: Vec<(f64, f64)> = summary["duels"]
        .as_array()
        .expect("duels")
        .iter()
        .map(|duel| {
            let p = |key: &str| duel["test"][key].as_f64().expect("a p-value");
            (p("p_value"), p("p_adjusted"))
        })
        .collect();
    let own: Vec<f64> = tests.iter().map(|test| test.0).collect();
    let adjusted: Vec<f64> = tests.iter().map(|test| test.1).collect();
    assert_eq!(adjusted, unobench_stats::holm(&own));
    assert!(told.contains("corrected for all rule sets: still significant"), "{told}");
}

/// The duel of `random` with itself as its blocks come, looked at after each.
fn accepts_alternative(players: usize, seed: u64, sprt: &Sprt) -> bool {
    let random = unobench_strategies::strategy("random").expect("a strategy");
    let strategies = [random.clone(), random];
    let table = TableSetup::new(&RuleSet::official(), players, &strategies, false, seed).table();
    let seating = |lone: usize| -> SeatMap {
        std::array::from_fn(|seat| u8::from(seat < players && seat != lone))
    };
    let seatings: Vec<SeatMap> = (0..players).map(seating).collect();
    let mut counts = vec![0; players + 1];
    let mut outcomes = Vec::new();
    for block in 0..100_000 {
        outcomes.clear();
        table.play_block(block, &seatings, &mut outcomes);
        let wins = outcomes
            .iter()
            .enumerate()
            .filter(|(lone, outcome)| outcome.winners >> lone & 1 == 1)
            .count();
        counts[wins] += 1;
        match sprt.decide(&[Side {
            counts: &counts,
            fair_share: 1.0 / players as f64,
            winners: 1,
            reversed: false,
        }]) {
            Decision::Continue => {}
            decision => return decision == Decision::AcceptAlternative,
        }
    }
    panic!("undecided: {counts:?}");
}

#[test]
fn twins_are_called_different_no_more_often_than_alpha_allows() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("a test");
    for players in [2, 4] {
        let errors = (0..300).filter(|&seed| accepts_alternative(players, seed, &sprt)).count();
        // 0.05 of 300 is 15.
        assert!(errors <= 15, "{errors} of 300 at {players} seats");
    }
}

#[test]
fn duels_that_make_no_sense_are_refused() {
    let dir = scratch();
    refused(dir.path(), &["duel", "random"], &["<B>"]);
    refused(dir.path(), &["duel", "random", "most-color"], &["most-color", "most-colour"]);
    refused(
        dir.path(),
        &["duel", "random", "high-points", "--shard", "1/2"],
        &["stops by itself", "shards"],
    );
    refused(
        dir.path(),
        &["duel", "random", "high-points", "--elo0", "5", "--elo1", "5"],
        &["elo0 is 5", "elo1 is 5", "less than"],
    );
    refused(
        dir.path(),
        &["duel", "random", "high-points", "--elo0=-5", "--elo1=-6"],
        &["elo0 is -5", "elo1 is -6"],
    );
    refused(
        dir.path(),
        &["duel", "random", "high-points", "--elo1", "2000"],
        &["elo1 is 2000", "-1000 to 1000"],
    );
    refused(dir.path(), &["duel", "random", "high-points", "--elo1", "nan"], &["elo1"]);
    for name in ["alpha", "beta"] {
        for value in ["0", "0.6", "-0.1", "nan"] {
            let flag = format!("--{name}={value}");
            refused(
                dir.path(),
                &["duel", "random", "high-points", &flag],
                &[name, "above 0 and at most 0.5"],
            );
        }
    }
    refused(dir.path(), &["duel", "random", "high-points", "-p", "1"], &["--players 1", "2 to 10"]);
    refused(
        dir.path(),
        &["duel", "random", "high-points", "-r", "partners", "-p", "5"],
        &["partners", "5"],
    );
    assert!(!dir.path().join("results").exists(), "nothing may be left of a duel that was refused");
}

#[test]
fn an_undecided_duel_says_so() {
    let dir = scratch();
    let args = ["duel", "most-colour", "punisher", "-n", "40", "-o", "out", "--elo1", "1"];
    unobench(dir.path())
        .args(args)
        .assert()
        .success()
        .stdout(contains("undecided between most-colour and punisher"));
}

// Runs that stop by themselves

fn until<'a>(width: &'a str, out: &'a str, threads: &'a str) -> Vec<&'a str> {
    vec![
        "run",
        "random",
        "high-points",
        "-r",
        "official",
        "--until-ci",
        width,
        "-o",
        out,
        "-j",
        threads,
        "-q",
    ]
}

#[test]
fn a_run_stops_when_its_intervals_are_narrow_enough() {
    let dir = scratch();
    let told = output(dir.path(), &until("0.04", "one", "1"));
    assert_eq!(
        without_footer(&told),
        without_footer(&output(dir.path(), &until("0.04", "two", "2")))
    );
    assert_eq!(every_file(&dir.path().join("one")), every_file(&dir.path().join("two")));
    let (header, rows) = table(&dir.path().join("one/summary.csv"));
    for row in rows {
        let cell = |name: &str| row[column(&header, name)].parse::<f64>().expect("a number");
        assert!(cell("win_rate_high") - cell("win_rate_low") <= 0.04, "{row:?}");
        assert!(cell("games") < 100_000.0, "{row:?}");
    }
    only_rewrites(dir.path(), &until("0.04", "one", "2"), "one", "summary.json");
    let wider = output(dir.path(), &[until("0.2", "three", "1"), vec!["--format", "csv"]].concat());
    let (header, rows) = table_of(&wider);
    let (_, narrow) = table(&dir.path().join("one/summary.csv"));
    let games =
        |rows: &[Vec<String>]| rows[0][column(&header, "games")].parse::<u64>().expect("games");
    assert!(games(&rows) < games(&narrow), "a wider interval takes fewer games");
    let few = [until("0.001", "four", "1"), vec!["-n", "1000", "--format", "csv"]].concat();
    assert_eq!(
        games(&table_of(&output(dir.path(), &few)).1),
        1000,
        "--games is the most that is played"
    );
}

#[test]
fn widths_that_make_no_sense_are_refused() {
    let dir = scratch();
    for width in ["0", "1", "1.5", "-0.1", "nan", "inf", "narrow", ""] {
        refused(
            dir.path(),
            &["run", &format!("--until-ci={width}")],
            &["--until-ci", "above 0 and below 1"],
        );
    }
    refused(
        dir.path(),
        &["run", "--until-ci", "0.02", "--shard", "1/2"],
        &["stops by itself", "shards"],
    );
    assert!(!dir.path().join("results").exists());
}

// Tournaments

const FIELD: [&str; 4] = ["random", "high-points", "most-colour", "first-legal"];

fn tournament<'a>(kind: &'a str, players: &'a str, out: &'a str) -> Vec<&'a str> {
    [
        &["tournament"],
        FIELD.as_slice(),
        &["--kind", kind, "-p", players, "-n", "3000", "-o", out, "-q"],
    ]
    .concat()
}

#[test]
fn tournaments_of_every_kind_rate_everybody() {
    let dir = scratch();
    for (kind, players, line_ups) in [
        ("round-robin", "2", 6),
        ("round-robin", "3", 12),
        ("gauntlet", "2", 3),
        ("gauntlet", "4", 6),
        ("exhaustive", "3", 4),
        ("random", "4", 200),
    ] {
        let out = format!("{kind}-{players}");
        let told = output(dir.path(), &tournament(kind, players, &out));
        assert!(told.starts_with(&format!("official, {players} seats, ")), "{told}");
        for word in [
            "most-colour",
            "wins per game in %, row less column",
            "rank: the best and the worst that are possible",
            "a difference of 100 = the better wins",
            "Plackett–Luce",
            "what each seat is worth",
            "stalled",
        ] {
            assert!(told.contains(word), "{kind}: {word:?} is missing in:\n{told}");
        }
        let manifest = json_file(&dir.path().join(&out).join("manifest.json"));
        assert_eq!(manifest["line_ups"].as_array().map(Vec::len), Some(line_ups), "{kind}");
        assert_eq!(manifest["question"], "tournament");
        let (header, rows) = table(&dir.path().join(&out).join("ratings.csv"));
        assert_eq!(header.join(","), RATING_COLUMNS);
        let names: Vec<&str> = rows.iter().map(|row| row[2].as_str()).collect();
        assert_eq!(
            names,
            ["first-legal", "high-points", "most-colour", "random"],
            "sorted by their key"
        );
        let sum: f64 = rows.iter().map(|row| row[3].parse::<f64>().expect("a rating")).sum();
        assert!(sum.abs() < 1e-6, "{kind}: {sum}");
        let of = |name: &str| {
            rows[names.iter().position(|one| *one == name).expect("rated")][3]
                .parse::<f64>()
                .expect("a rating")
        };
        assert!(of("most-colour") > of("random"), "{kind}");
        for row in &rows {
            let ends: Vec<f64> =
                row[3..6].iter().map(|cell| cell.parse().expect("a number")).collect();
            assert!(ends[1] < ends[0] && ends[0] < ends[2], "{row:?}");
        }
        let summary = json_file(&dir.path().join(&out).join("summary.json"));
        let expected = [
            "program",
            "version",
            "question",
            "complete",
            "seed",
            "players",
            "games",
            "summary",
            "quantiles",
            "seats",
            "matchups",
            "ratings",
            "ranks",
            "crosstable",
        ];
        assert_eq!(keys(&summary), expected);
        assert_eq!(summary["ratings"].as_array().map(Vec::len), Some(4));
        assert_eq!(summary["ranks"].as_array().map(Vec::len), Some(4));
    }
}

#[test]
fn a_tournament_is_the_same_whatever_the_threads_and_in_every_format() {
    let dir = scratch();
    let with = |out: &'static str, more: &[&'static str]| {
        output(dir.path(), &[tournament("round-robin", "3", out), more.to_vec()].concat())
    };
    let told = with("one", &["-j", "1"]);
    assert_eq!(without_footer(&told), without_footer(&with("two", &["-j", "2"])));
    assert_eq!(every_file(&dir.path().join("one")), every_file(&dir.path().join("two")));
    assert_eq!(
        with("one", &["--resume", "--format", "csv"]).into_bytes(),
        every_file(&dir.path().join("one"))["ratings.csv"]
    );
    let json: Value =
        serde_json::from_str(&with("one", &["--resume", "--format", "json"])).expect("JSON");
    let expected = ["version", "seed", "ratings", "ranks", "crosstable", "matchups", "circles"];
    assert_eq!(keys(&json), expected);
    let summary = json_file(&dir.path().join("one/summary.json"));
    for table in ["ratings", "ranks", "crosstable", "matchups"] {
        assert_eq!(json[table], summary[table], "{table}");
    }
    let ranks = json["ranks"].as_array().expect("ranks");
    assert_eq!(ranks.len(), FIELD.len());
    for rank in ranks {
        let of = |key: &str| rank[key].as_u64().expect("a rank");
        assert!(1 <= of("first") && of("first") <= of("last") && of("last") <= 4, "{rank}");
    }
    let points = with("one", &["--resume", "--crosstable", "points"]);
    assert!(points.contains("points per game, row less column"), "{points}");
    assert_eq!(json["circles"][0]["rules"], "official");
    assert!(
        with("one", &["--resume", "--format", "markdown"]).contains("| # | strategy |")
            || with("one", &["--resume", "--format", "markdown"]).contains("| --- |")
    );
    only_rewrites(dir.path(), &tournament("round-robin", "3", "one"), "one", "ratings.csv");
}

#[test]
fn parts_of_a_tournament_are_merged() {
    let dir = scratch();
    output(dir.path(), &tournament("gauntlet", "2", "whole"));
    for part in ["1/2", "2/2"] {
        output(
            dir.path(),
            &[tournament("gauntlet", "2", &part[..1]), vec!["--shard", part]].concat(),
        );
    }
    output(dir.path(), &["merge", "2", "1", "-o", "merged"]);
    assert_eq!(every_file(&dir.path().join("whole")), every_file(&dir.path().join("merged")));
}

#[test]
fn tournaments_that_make_no_sense_are_refused() {
    let dir = scratch();
    refused(dir.path(), &["tournament", "random"], &["STRATEGY", "2"]);
    refused(
        dir.path(),
        &["tournament", "random", "cheat:playouts=4"],
        &["cheat", "hidden cards", "--with-bounds"],
    );
    refused(
        dir.path(),
        &["tournament", "random", "high-points", "--kind", "exhaustive", "-p", "3"],
        &["--kind exhaustive", "2", "3 seats"],
    );
    refused(
        dir.path(),
        &["tournament", "random", "high-points", "--kind", "swiss"],
        &["--kind", "round-robin", "gauntlet"],
    );
    refused(
        dir.path(),
        &["tournament", "random", "high-points", "--line-ups", "0"],
        &["--line-ups"],
    );
    refused(
        dir.path(),
        &["tournament", "random", "high-points", "--until-ci", "0.1"],
        &["--until-ci"],
    );
    // 847,660,528 combinations, which nobody may begin to list.
    let many: Vec<String> =
        (1..=40).map(|weight| format!("save-wilds:own={}", weight.min(20))).collect();
    let many = many.iter().map(String::as_str).collect::<Vec<_>>();
    let args = [&["tournament"], many.as_slice(), &["--kind", "exhaustive", "-p", "10"]].concat();
    refused(dir.path(), &args, &["line-ups", "at most"]);
    output(
        dir.path(),
        &[
            "tournament",
            "random",
            "cheat:playouts=2",
            "--with-bounds",
            "-n",
            "8",
            "-o",
            "bounds",
            "-q",
        ],
    );
}

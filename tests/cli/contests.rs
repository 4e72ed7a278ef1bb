//! Duels and tournaments.

use crate::dir::{Dir, Table, assert_reads, json, keys, number, without_footer};
use serde_json::Value;

const DUEL: &str = "duel most-colour random -q";

const RATINGS: &str = "rules,players,strategy,rating,low,high,games,rules_digest";

#[test]
fn a_duel_stops_by_itself_at_the_same_deal_whatever_the_threads() {
    let dir = Dir::new();
    for players in [2, 4] {
        let [told, two] = [1, 2].map(|threads| {
            dir.output(&format!("{DUEL} -p {players} -j {threads} -o {players}-{threads}"))
        });
        assert_eq!(without_footer(&told), without_footer(&two));
        let out = format!("{players}-1");
        dir.assert_same_files(&out, &format!("{players}-2"));
        assert!(
            told.starts_with("In single rounds most-colour is better than random (official"),
            "{told}"
        );
        assert_reads(&told, "Elo of most-colour over random … pairing: ");
        assert_reads(&told, "log-likelihood ratio … (H0) … (H1) … 0 stalled, 0 faults");
        assert_eq!(dir.rows(&out, "duel")[0]["accepted"], 1);
        let sides = dir.rows(&out, "sides");
        assert_eq!(sides.len(), if players == 2 { 1 } else { 2 });
        let played: u64 = sides.iter().filter_map(|side| side["games"].as_u64()).sum();
        assert!((100..100_000).contains(&played), "{played} games");
        dir.only_rewrites(&format!("{DUEL} -p {players}"), &out, "findings.csv");
    }
}

#[test]
fn a_duel_is_printed_in_every_format() {
    let dir = Dir::new();
    let with = |format: &str| dir.output(&format!("{DUEL} -p 4 -o out --resume --format {format}"));
    let table = Table::of(&with("csv"));
    assert_eq!(
        table.header.join(","),
        "match,rules,players,strategy,opponent,games,wins,win_rate,win_rate_low,win_rate_high,\
         fair_share,variance_reduction,rules_digest"
    );
    assert_eq!(table.column("strategy"), ["most-colour", "random", "most-colour", "random"]);
    assert_eq!(table.column("match"), ["false", "false", "true", "true"]);
    let found = json(&with("json"));
    let all = "program version question complete seed players findings tables directory matches";
    assert_eq!(keys(&found), all);
    assert_eq!(found["matches"]["tables"]["duel"][0]["verdict"], "more");
    let duel = &found["tables"]["duel"][0];
    assert_eq!((&duel["ended"], &duel["verdict"]), (&1.into(), &"more".into()));
    let sentence = found["findings"].as_array().expect("findings").iter();
    let mut sentence = sentence.filter(|of| of["question"] == "duel");
    let sentence = sentence.next().expect("it is told")["sentence"].as_str().expect("a text");
    assert_reads(sentence, "most-colour is … Elo stronger than random: more (official, 4 seats)");
    let markdown = with("markdown");
    assert!(
        markdown.starts_with("**In single rounds most-colour is better than random"),
        "{markdown}"
    );
    assert_reads(&markdown, "| alone | against |");
    assert_reads(&with("table"), "3 random");
    let ratings = dir.shown("out", "ratings");
    assert_eq!(ratings.header.join(","), RATINGS);
    let ratings = ratings.numbers("rating");
    assert!(ratings.len() == 2 && (ratings[0] + ratings[1]).abs() < 1e-9 && ratings[0] > 0.0);
}

#[test]
fn a_duel_answers_for_rounds_and_for_matches() {
    let dir = Dir::new();
    let line = "duel save-wilds most-colour -q";
    let told = dir.output(&format!("{line} -o out --report"));
    for words in [
        "In single rounds save-wilds is better than most-colour (official, 2 seats, … games)",
        "In matches to 500 most-colour is better than save-wilds (official, 2 seats, … matches)",
        "rounds and matches of official disagree: in single rounds save-wilds is better than …, \
         in matches to 500 most-colour is better than save-wilds",
    ] {
        assert_reads(&told, words);
    }
    assert_reads(&dir.text("out/report.html"), "matches, official: …");
    dir.remove("out/report.html");
    let alone = dir.output(&format!("{line} --match -n 10000 -o alone"));
    assert!(!alone.contains("rounds") && !dir.has("alone/matches"), "{alone}");
    dir.assert_same_files("out/matches", "alone");

    // Cut short among the matches.
    let whole = dir.files("out");
    let lines: Vec<String> =
        dir.text("out/matches/progress.jsonl").lines().map(str::to_owned).collect();
    dir.write("out/matches/progress.jsonl", lines[..3].join("\n") + "\n");
    dir.output(&format!("{line} -o out --resume"));
    assert!(dir.files("out") == whole);

    // They go with the duel, and are kept with it.
    dir.output("run random -n 100 -q -o out --force");
    assert!(!dir.has("out/matches"));
    dir.output(&format!("{line} -o results/latest"));
    dir.write("results/latest/matches/progress.jsonl", lines[..3].join("\n") + "\n");
    dir.output("run random -n 100 -q");
    assert!(dir.has("results/latest-interrupted-1/matches") && !dir.has("results/latest/matches"));
}

/// The test, the interval, the ratings and the summary say one thing.
#[test]
fn the_interval_of_a_duel_agrees_with_its_verdict_and_every_table_has_its_elo() {
    let dir = Dir::new();
    for (a, b, seed) in [
        ("most-colour", "random", 1),
        ("high-points", "most-colour", 1),
        ("save-wilds", "most-colour", 2),
        ("random", "first-legal", 3),
    ] {
        let told = dir.output(&format!("duel {a} {b} -s {seed} --elo1 10 -o out --force -q"));
        assert_reads(&told, "median-unbiased … a difference of 100 = the better wins");
        let duel = &dir.rows("out", "duel")[0];
        let number = |value: &Value| value.as_f64().expect("a number");
        let [low, elo, high] = ["elo_low", "elo", "elo_high"].map(|key| number(&duel[key]));
        assert!(low < elo && elo < high, "{told}");
        match duel["verdict"].as_str().expect("it is decided") {
            "more" => assert!(low > 0.0, "{told}"),
            "less" => assert!(high < 0.0, "{told}"),
            _ => assert!(low > -10.0 && high < 10.0, "{told}"),
        }
        assert!(number(&duel["p_value"]) < 0.05, "{told}");
        for (table, key) in [("ratings", "rating"), ("strength", "elo")] {
            let rows = dir.rows("out", table);
            let of = |name: &str| {
                number(&rows.iter().find(|row| row["strategy"] == name).expect("a row")[key])
            };
            assert!((of(a) - of(b) - elo).abs() < 1e-9, "{table}: {told}");
        }
    }
}

/// Exchanging two names mirrors all that is said, however many games nobody wins.
#[test]
fn it_does_not_matter_who_is_named_first() {
    const PAIR: [&str; 2] = ["colour-first", "number-first"];
    let dir = Dir::new();
    let symbols = "0 1 2 3 4 5 6 7 8 9 S R +2 W W+4".replace(' ', "\",\"");
    let never = format!("no_finish_on=[\"{symbols}\"]");
    let swapped = |text: &str| {
        let [one, other] = PAIR;
        text.replace(one, "\0").replace(other, one).replace('\0', other)
    };
    let number = |of: &Value| of.as_f64().map_or(f64::NAN, |number| (1e9 * number).round());
    let mut shares = Vec::new();
    for (players, rules) in [(2, "official"), (4, "official"), (4, "partners")] {
        let long = "--set play.turn_limit=100";
        for (place, more) in [
            "",
            long,
            &format!("{long} --set setup.hand_size=16"),
            &format!("{long} --set 'play.{never}'"),
        ]
        .into_iter()
        .enumerate()
        {
            let told = |command: &str, names: [&str; 2], of: &str| {
                let [one, other] = names;
                let how = format!("-p {players} -r {rules} {more} -n 3000 --matches 0 -s 5");
                dir.output(&format!("{command} {one} {other} {of} {how} -o out --force -q"))
            };
            let [one, other] = [PAIR, [PAIR[1], PAIR[0]]];
            let first_line = |text: String| text.lines().next().unwrap_or_default().to_owned();
            let case = format!("{players} seats, {rules} {more}");
            let duels = [one, other].map(|names| {
                let said = first_line(told("duel", names, ""));
                (said, dir.rows("out", "duel")[0].clone())
            });
            let [(said_of_a, a), (said_of_b, b)] = &duels;
            let said = [said_of_a, said_of_b];
            let is_of_one = said[0].contains(" is better than ");
            let again = if is_of_one { said[1].clone() } else { swapped(said[1]) };
            assert_eq!(*said[0], again, "{case}");
            for (key, turned) in [("elo", "elo"), ("elo_low", "elo_high"), ("elo_high", "elo_low")]
            {
                let (here, there) = (number(&a[key]), -number(&b[turned]));
                let is_none = here.is_nan() && there.is_nan();
                assert!(if place == 3 { is_none } else { here == there }, "{case}: {key}");
            }
            let turned = |of: &Value| match of.as_str() {
                Some("more") => "less".into(),
                Some("less") => "more".into(),
                _ => of.clone(),
            };
            assert_eq!(a["verdict"], turned(&b["verdict"]), "{case}");
            assert_eq!(number(&a["llr"]), number(&b["reverse"]), "{case}");
            let rows = [one, other].map(|names| {
                told("run", names, "");
                let mut rows = dir.table("out/summary.csv").rows;
                rows.sort();
                // The fit of ratings rounds as its unknowns are ordered.
                let told = |cell: &String| match cell.parse::<f64>() {
                    Ok(number) => format!("{number:.9}"),
                    Err(_) => cell.clone(),
                };
                rows.iter().flatten().map(told).collect::<Vec<_>>()
            });
            assert_eq!(rows[0], rows[1], "{case}");
            let all = [one, other]
                .map(|names| without_footer(&told("tournament", names, "random")).to_owned());
            assert_eq!(all[0], all[1], "{case}");
            let skill = format!("skill --oracle oracle:playouts=1 --search-games 20 -r {rules}");
            for command in [&*skill, "rules compare stacking --panel counter --pool"] {
                let surveys = [one, other].map(|[one, other]| {
                    let how = format!("-p {players} {more} -n 100 -s 5 -o out --force -q");
                    without_footer(&dir.output(&format!("{command} {one} {other} {how}")))
                        .to_owned()
                });
                assert_eq!(surveys[0], surveys[1], "{case}");
            }
            shares.push(a["undecided"].as_f64().expect("a share"));
            assert_eq!(said[0].contains("nobody won"), shares[shares.len() - 1] > 0.05, "{said:?}");
            assert!(place < 3 || said[0].contains("nothing is said of strength"), "{said:?}");
        }
    }
    let is_there = |low: f64, high: f64| shares.iter().any(|share| (low..=high).contains(share));
    assert!(
        is_there(0.0, 0.0) && is_there(0.002, 0.05) && is_there(0.1, 0.7) && is_there(1.0, 1.0),
        "{shares:?}"
    );
}

#[test]
fn a_duel_says_how_long_it_takes() {
    let dir = Dir::new();
    assert_reads(
        &dir.said("duel most-colour random -o out --no-progress"),
        "it probably takes 1,800 games (less than a second) if the difference is 55 Elo … 29,000 \
         games (less than a second) if it is 0 … 57,000 games (less than a second) at worst",
    );
    let told = dir.said("tournament pimc:playouts=50 random -n 2 -o t -j 1");
    assert_reads(&told, "2 games, less than a second");
}

#[test]
fn several_rule_sets_have_one_answer() {
    let dir = Dir::new();
    let rules = "-r official -r stacking -r seven-zero";
    let told = dir.output(&format!("{DUEL} {rules} -o out"));
    let words = "all 3 rule sets together (Holm): most-colour is better than random under \
        official, seven-zero and stacking";
    assert_reads(&told, words);
    assert_reads(&told, "corrected for all rule sets: still significant");
    let duels = dir.rows("out", "duel");
    let values = |key: &str| -> Vec<f64> {
        duels.iter().map(|duel| duel[key].as_f64().expect("a p-value")).collect()
    };
    assert_eq!(values("p_adjusted"), unobench_stats::holm(&values("p_value")));
}

// Tournaments

const FIELD: &str = "random high-points most-colour first-legal";

#[test]
fn tournaments_of_every_kind_rate_everybody() {
    let dir = Dir::new();
    for (kind, players, line_ups) in [
        ("round-robin", 2, 6),
        ("round-robin", 3, 12),
        ("gauntlet", 2, 3),
        ("gauntlet", 4, 6),
        ("exhaustive", 3, 4),
        ("random", 4, 200),
    ] {
        let out = format!("{kind}-{players}");
        let rest = format!("--kind {kind} -p {players} -n 2000 -o {out} -q");
        let told = dir.output(&format!("tournament {FIELD} {rest}"));
        assert!(told.starts_with(&format!("official, {players} seats, ")), "{told}");
        for words in [
            "most-colour",
            "wins per game in %, row less column",
            "rank: the best and the worst that are possible",
            "a difference of 100 = the better wins",
            "Plackett–Luce",
            "what each seat is worth",
            "stalled",
        ] {
            assert_reads(&told, words);
        }
        let manifest = dir.json(&format!("{out}/manifest.json"));
        assert_eq!(manifest["line_ups"].as_array().map(Vec::len), Some(line_ups), "{kind}");
        assert_eq!(manifest["question"], "tournament");
        assert_ratings(&dir, &out);
        let document = dir.json(&format!("{out}/findings.json"));
        let expected = "program version question complete seed players findings tables";
        assert_eq!(keys(&document), expected);
        let tables = "crosstable games matchups ranks ratings seats strength";
        assert_eq!(keys(&document["tables"]), tables);
        for key in ["ratings", "ranks"] {
            assert_eq!(dir.rows(&out, key).len(), 4, "{key}");
        }
    }
}

/// Everybody of the field has a rating within its interval, in the order of names.
fn assert_ratings(dir: &Dir, out: &str) {
    let table = dir.shown(out, "ratings");
    assert_eq!(table.header.join(","), RATINGS);
    let names = ["first-legal", "high-points", "most-colour", "random"];
    assert_eq!(table.column("strategy"), names);
    let ratings = table.numbers("rating");
    assert!(ratings.iter().sum::<f64>().abs() < 1e-6, "{out}: {ratings:?}");
    assert!(ratings[2] > ratings[3], "{out}: {ratings:?}");
    for row in &table.rows {
        let [rating, low, high] = [3, 4, 5].map(|place| number(&row[place]));
        assert!(low < rating && rating < high, "{row:?}");
    }
}

#[test]
fn a_tournament_is_the_same_whatever_the_threads_and_in_every_format() {
    let dir = Dir::new();
    let tournament = format!("tournament {FIELD} -p 3 -n 3000 -q");
    let with = |rest: &str| dir.output(&format!("{tournament} {rest}"));
    let told = with("-o one -j 1");
    assert_eq!(without_footer(&told), without_footer(&with("-o two -j 2")));
    dir.assert_same_files("one", "two");
    let again = |rest: &str| with(&format!("-o one --resume {rest}"));
    assert_eq!(again("--format csv"), dir.output("show one ratings --format csv"));
    let json = json(&again("--format json"));
    let document = dir.json("one/findings.json");
    for key in document.as_object().expect("a document").keys() {
        assert_eq!(json[key], document[key], "{key}");
    }
    let ranks = json["tables"]["ranks"].as_array().expect("ranks");
    assert_eq!(ranks.len(), 4);
    for rank in ranks {
        let of = |key: &str| rank[key].as_u64().expect("a rank");
        assert!(1 <= of("first") && of("first") <= of("last") && of("last") <= 4, "{rank}");
    }
    assert_reads(&again("--crosstable points"), "points per game, row less column");
    assert_eq!(json["circles"][0]["rules"], "official");
    assert_reads(&again("--format markdown"), "| --- |");
    dir.only_rewrites(&tournament, "one", "findings.csv");
}

#[test]
fn bounds_are_rated_if_asked() {
    let dir = Dir::new();
    dir.output("tournament random cheat:playouts=2 --with-bounds -n 8 -o bounds -q");
    let rated = dir.shown("bounds", "ratings");
    assert_eq!(rated.column("strategy"), ["cheat:playouts=2", "random"]);
}

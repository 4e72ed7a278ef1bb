//! Duels and tournaments.

use crate::dir::{Dir, assert_reads, without_footer};
use serde_json::Value;
use unobench_tests::is_thorough;

const DUEL: &str = "duel most-colour random -q";

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
        let sides = dir.rows(&out, "sides");
        assert_eq!(sides.len(), if players == 2 { 1 } else { 2 });
        let played: u64 = sides.iter().filter_map(|side| side["games"].as_u64()).sum();
        assert!((100..100_000).contains(&played), "{played} games");
        dir.only_rewrites(&format!("{DUEL} -p {players}"), &out, "findings.csv");
    }
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
            let rating = |name: &str| {
                number(&rows.iter().find(|row| row["strategy"] == name).expect("a row")[key])
            };
            assert!((rating(a) - rating(b) - elo).abs() < 1e-9, "{table}: {told}");
        }
    }
}

/// Exchanging two names mirrors all that is said, however many games nobody wins. Before a commit it
/// is tried at one table, before a release at three.
#[test]
fn it_does_not_matter_who_is_named_first() {
    const PAIR: [&str; 2] = ["colour-first", "number-first"];
    let dir = Dir::new();
    let symbols = "0 1 2 3 4 5 6 7 8 9 S R +2 W W+4".replace(' ', "\",\"");
    let never = format!("no_finish_on=[\"{symbols}\"]");
    let swapped = |text: &str| {
        let [name, other] = PAIR;
        text.replace(name, "\0").replace(other, name).replace('\0', other)
    };
    let number = |cell: &Value| cell.as_f64().map_or(f64::NAN, |number| (1e9 * number).round());
    let mut shares = Vec::new();
    let tables = [(2, "official"), (4, "official"), (4, "partners")];
    for (players, rules) in &tables[..if is_thorough() { tables.len() } else { 1 }] {
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
            let told = |command: &str, names: [&str; 2], rest: &str| {
                let [name, other] = names;
                let how = format!("-p {players} -r {rules} {more} -n 3000 --matches 0 -s 5");
                dir.output(&format!("{command} {name} {other} {rest} {how} -o out --force -q"))
            };
            let [pair, other] = [PAIR, [PAIR[1], PAIR[0]]];
            let first_line = |text: String| text.lines().next().unwrap_or_default().to_owned();
            let case = format!("{players} seats, {rules} {more}");
            let duels = [pair, other].map(|names| {
                let said = first_line(told("duel", names, ""));
                let test = dir.json("out/findings.json")["tests"][0].clone();
                (said, dir.rows("out", "duel")[0].clone(), test)
            });
            let [(said_of_a, a, test_of_a), (said_of_b, b, test_of_b)] = &duels;
            let said = [said_of_a, said_of_b];
            let is_of_one = said[0].contains(" is better than ");
            let again = if is_of_one { said[1].clone() } else { swapped(said[1]) };
            assert_eq!(*said[0], again, "{case}");
            for (key, turned) in [("elo", "elo"), ("elo_low", "elo_high"), ("elo_high", "elo_low")]
            {
                let (here, mirrored) = (number(&a[key]), -number(&b[turned]));
                let is_none = here.is_nan() && mirrored.is_nan();
                assert!(if place == 3 { is_none } else { here == mirrored }, "{case}: {key}");
            }
            let turned = |verdict: &Value| match verdict.as_str() {
                Some("more") => "less".into(),
                Some("less") => "more".into(),
                _ => verdict.clone(),
            };
            assert_eq!(a["verdict"], turned(&b["verdict"]), "{case}");
            assert_eq!(number(&test_of_a["llr"]), number(&test_of_b["reverse"]), "{case}");
            let rows = [pair, other].map(|names| {
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
            let all = [pair, other]
                .map(|names| without_footer(&told("tournament", names, "random")).to_owned());
            assert_eq!(all[0], all[1], "{case}");
            let skill = format!("skill --oracle oracle:playouts=1 --search-games 20 -r {rules}");
            // Surveys take longest, so with no game undecided and with all, at either end.
            let at_ends = [0, 3].contains(&place) && (*players == 2 || *rules == "partners");
            let surveys = [&*skill, "rules compare stacking --panel counter --pool"];
            for command in surveys.iter().filter(|_| at_ends) {
                let surveys = [pair, other].map(|[name, other]| {
                    let how = format!("-p {players} {more} -n 100 -s 5 -o out --force -q");
                    without_footer(&dir.output(&format!("{command} {name} {other} {how}")))
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
    // Two seats leave few games undecided.
    let ranges = [(0.0, 0.0), (0.002, 0.05), (1.0, 1.0), (0.1, 0.7)];
    let ranges = &ranges[..if is_thorough() { ranges.len() } else { 3 }];
    assert!(ranges.iter().all(|&(low, high)| is_there(low, high)), "{shares:?}");
}

const FIELD: &str = "random high-points most-colour first-legal";

#[test]
fn a_tournament_is_the_same_whatever_the_threads() {
    let dir = Dir::new();
    let tournament = format!("tournament {FIELD} -p 3 -n 3000 -q");
    let with = |rest: &str| dir.output(&format!("{tournament} {rest}"));
    assert_eq!(without_footer(&with("-o one -j 1")), without_footer(&with("-o two -j 2")));
    dir.assert_same_files("one", "two");
    dir.only_rewrites(&tournament, "one", "findings.csv");
}

//! Networks and parameters that are found by playing.

use crate::dir::{Dir, assert_reads};

fn small(games: u32, out: &str) -> String {
    format!("train -r stacking -n {games} --check 200 --no-progress -o {out}")
}

/// What is said of a network at the beginning of its file.
fn header(dir: &Dir, name: &str) -> String {
    String::from_utf8_lossy(&dir.bytes(name)).into_owned()
}

#[test]
fn a_network_is_the_same_whatever_the_threads_and_can_be_played() {
    let dir = Dir::new();
    let told = dir.output(&format!("{} -j 1", small(400, "one.net")));
    assert!(told.starts_with("found: net:file=one.net\n"), "{told}");
    assert_reads(&told, "fresh deals");
    assert_reads(&told, "against … linear");
    dir.output(&format!("{} -j 2", small(400, "two.net")));
    assert_eq!(dir.bytes("one.net"), dir.bytes("two.net"));
    assert_reads(&header(&dir, "one.net"), "unobench train -r stacking -p 2 -s 1 -n 400");

    // How it learned is in the file, and changes what it learned: the last weights, but for the
    // sum at the end.
    let weights = |more: &str| {
        dir.output(&format!("{} {more}", small(100, "less.net")));
        assert_reads(&header(&dir, "less.net"), &format!("-n 100 {more}"));
        let file = dir.bytes("less.net");
        dir.remove("less.net");
        file[file.len() - 2000..file.len() - 16].to_vec()
    };
    let changes = ["", "--lambda 0.5", "--without Named Laid", "--aim score"].map(weights);
    let [usual, other, blind, points] = changes;
    assert!(usual != other && usual != blind && other != blind && points != usual);
    let shares = ["", "=9", "=9 --also-times 5 --drawn 2"];
    let [once, often, more] = shares.map(|of| weights(&format!("--also official same-number{of}")));
    assert!(once != often && often != more);
    dir.refused("train -o a.net --also same-number=0", "--also same-number=0 … 1 to 100");

    // Another number of seats is added to the file, and a network may begin with another.
    let from = format!("{} --from one.net", small(100, "more.net"));
    dir.output(&from);
    dir.output(&format!("{from} -p 3"));
    dir.output(&format!("{} -p 3 --against random", small(100, "one.net")));
    assert_reads(&header(&dir, "one.net"), "players = 2 … players = 3");
    let run = "run net:file=one.net random champion -n 60 -q -p 3";
    assert_reads(&dir.output(run), "net:file=one.net");
}

#[test]
fn somebody_learns_to_beat_a_strategy() {
    let dir = Dir::new();
    let exploit = |target: &str, games: u32, more: &str| {
        let quick = "--check 4000 --no-progress -q -o best.net";
        dir.output(&format!("exploit {target} -n {games} {quick} {more}"))
    };
    let told = exploit("random", 3000, "--attempts 2");
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("random weights, seed 1  wins "), "{told}");
    assert!(lines[1].starts_with("random weights, seed 2  wins "), "{told}");
    assert_reads(lines[2], "on other deals … 50.0 % is fair");
    assert_reads(&told, "lower bound");
    let wins: Vec<f64> = (lines[..3].iter())
        .filter_map(|line| line.split_once("wins ")?.1.split_once(" ±")?.0.parse().ok())
        .collect();
    assert!(wins.len() == 3 && wins.iter().all(|&wins| wins > 52.0), "{told}");

    // What was learned is a network, and one can begin with it.
    let more = "--attempts 0 --set responses.draw_two=stack --search 20";
    let told = exploit("best.net", 40, more);
    assert!(told.starts_with("its own weights        wins "), "{told}");
    assert_reads(&told, "search by its network wins ");
    assert_reads(&told, "against net:file=best.net");
    let command = "exploit best.net -r official --set responses.draw_two=stack -p 2 -s 1 -n 40";
    assert_reads(&header(&dir, "best.net"), command);
    let told = exploit("best.net", 40, "--attempts 0 --search 0");
    assert!(!told.contains("search"), "{told}");
}

//! Networks that are trained: the same whatever the threads, interrupted, refused.

use super::{bytes, interrupt_once, output, refused, scratch, unobench};
use predicates::str::contains;
use std::fs;

/// A short training.
fn small<'a>(games: &'a str, out: &'a str) -> Vec<&'a str> {
    vec!["train", "-r", "stacking", "-n", games, "--check", "200", "--no-progress", "-o", out]
}

#[test]
fn a_network_is_the_same_whatever_the_threads_and_can_be_played() {
    let dir = scratch();
    let told = output(dir.path(), &[small("400", "one.net"), vec!["--threads", "1"]].concat());
    assert!(told.starts_with("found: net:file=one.net\n"), "{told}");
    assert!(told.contains("against") && told.contains("linear") && told.contains("fresh deals"));
    output(dir.path(), &[small("400", "two.net"), vec!["--threads", "2"]].concat());
    let one = bytes(dir.path().join("one.net"));
    assert_eq!(one, bytes(dir.path().join("two.net")));
    let header = String::from_utf8_lossy(&one).into_owned();
    assert!(header.contains("unobench train -r stacking -p 2 -s 1 -n 400"), "{header}");

    // How it learned is in the file, and changes what it learned: the last weights, but for the
    // sum at the end.
    let weights = |more: &[&str]| {
        output(dir.path(), &[&small("100", "less.net"), more].concat());
        let file = bytes(dir.path().join("less.net"));
        fs::remove_file(dir.path().join("less.net")).expect("it is there");
        let header = String::from_utf8_lossy(&file).into_owned();
        assert!(header.contains(&[&["-n 100"], more].concat().join(" ")), "{header}");
        file[file.len() - 2000..file.len() - 16].to_vec()
    };
    let kinds = [&[][..], &["--lambda", "0.5"], &["--without", "Named", "Laid"]];
    let [usual, other, blind] = kinds.map(weights);
    assert!(usual != other && usual != blind && other != blind);
    assert!(weights(&["--aim", "score"]) != usual);

    // Another number of seats is added to the file, and a network may begin with another.
    let from = ["--from", "one.net"];
    output(dir.path(), &[small("100", "more.net"), from.to_vec()].concat());
    let seats = [small("100", "more.net"), from.to_vec(), vec!["-p", "3"]].concat();
    output(dir.path(), &seats);
    let more = ["-p", "3", "--against", "random"];
    output(dir.path(), &[small("100", "one.net"), more.to_vec()].concat());
    let header = String::from_utf8_lossy(&bytes(dir.path().join("one.net"))).into_owned();
    assert!(header.contains("players = 2") && header.contains("players = 3"), "{header}");
    let run = ["run", "net:file=one.net", "random", "champion", "-n", "60", "--quiet", "-p", "3"];
    assert!(output(dir.path(), &run).contains("net:file=one.net"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_goes_on() {
    let dir = scratch();
    let long = |out| small("4000", out);
    output(dir.path(), &long("whole.net"));
    let state = dir.path().join("cut.net.state");
    let stopped = interrupt_once(dir.path(), &long("cut.net"), || state.exists());
    assert_eq!(stopped.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&stopped.stderr).contains("--resume"));
    refused(dir.path(), &long("cut.net"), &["cut.net.state", "--resume"]);
    let other = [small("5000", "cut.net"), vec!["--resume"]].concat();
    refused(dir.path(), &other, &["cut.net.state", "4000 games", "5000 games"]);
    output(dir.path(), &[long("cut.net"), vec!["--resume"]].concat());
    assert!(!state.exists());
    assert_eq!(bytes(dir.path().join("whole.net")), bytes(dir.path().join("cut.net")));
}

#[test]
fn what_cannot_be_trained_is_refused() {
    let dir = scratch();
    let without = [small("100", "a.net"), vec!["--without", "Named", "Hands"]].concat();
    refused(dir.path(), &without, &["--without Hands", "allowed: Count, ", ", Named, "]);
    let lambda = [small("100", "a.net"), vec!["--lambda", "1.5"]].concat();
    refused(dir.path(), &lambda, &["--lambda <L>", "1.5", "from 0 to 1"]);
    let lazy = ["scoring.method=lazy", "scoring.rounds=5", "setup.next_dealer=loser"];
    let lazy = lazy.iter().flat_map(|key| ["--set", *key]).chain(["--aim", "score"]);
    for command in [small("100", "a.net"), vec!["tune", "counter"]] {
        let points = command.into_iter().chain(lazy.clone()).collect::<Vec<_>>();
        refused(dir.path(), &points, &["--aim score", "scoring.method = lazy", "allowed: wins"]);
    }
    fs::write(dir.path().join("bad.net"), "no network").expect("it is written");
    refused(dir.path(), &small("100", "bad.net"), &["bad.net", "first line"]);
    refused(dir.path(), &["run", "net:file=bad.net"], &["bad.net", "first line"]);
    let from = [small("100", "a.net"), vec!["--from", "bad.net"]].concat();
    refused(dir.path(), &from, &["bad.net", "first line"]);
    let resumed = [small("100", "a.net"), vec!["--resume"]].concat();
    refused(dir.path(), &resumed, &["a.net.state", "nothing to continue"]);
    refused(dir.path(), &["train"], &["--out"]);
    let nobody = [small("100", "a.net"), vec!["--against", "nobody"]].concat();
    refused(dir.path(), &nobody, &["nobody"]);
    let many = [small("100", "a.net"), vec!["--against"], vec!["random"; 17]].concat();
    refused(dir.path(), &many, &["--against names 17", "at most 16"]);
    let seats = [small("100", "a.net"), vec!["-p", "11"]].concat();
    refused(dir.path(), &seats, &["2 to 10 seats"]);
    unobench(dir.path())
        .args(small("100", "no/such/directory/a.net"))
        .assert()
        .failure()
        .stderr(contains("no/such/directory"));
}

#[test]
fn somebody_learns_to_beat_a_strategy() {
    let dir = scratch();
    let exploit = |target, attempts, games| {
        let quick = ["-n", games, "--check", "4000", "--no-progress", "--quiet", "-o", "best.net"];
        [&["exploit", target, "--attempts", attempts], &quick[..]].concat()
    };
    let told = output(dir.path(), &exploit("random", "2", "3000"));
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("random weights, seed 1  wins "), "{told}");
    assert!(lines[1].starts_with("random weights, seed 2  wins "), "{told}");
    assert!(lines[2].contains("on other deals") && lines[2].contains("50.0 % is fair"), "{told}");
    assert!(told.contains("lower bound"), "{told}");
    let wins: Vec<f64> = (lines[..3].iter())
        .filter_map(|line| line.split_once("wins ")?.1.split_once(" ±")?.0.parse().ok())
        .collect();
    assert!(wins.len() == 3 && wins.iter().all(|&wins| wins > 52.0), "{told}");

    // What was learned is a network, and one can begin with it.
    let more = ["--set", "responses.draw_two=stack", "--search", "20"];
    let told = output(dir.path(), &[exploit("best.net", "0", "40"), more.to_vec()].concat());
    assert!(told.starts_with("its own weights        wins "), "{told}");
    assert!(told.contains("\nsearch by its network  wins "), "{told}");
    assert!(told.contains("against net:file=best.net"), "{told}");
    let header = String::from_utf8_lossy(&bytes(dir.path().join("best.net"))).into_owned();
    let command = "exploit best.net -r official --set responses.draw_two=stack -p 2 -s 1 -n 40";
    assert!(header.contains(command), "{header}");

    let none = [exploit("best.net", "0", "40"), vec!["--search", "0"]].concat();
    let told = output(dir.path(), &none);
    assert!(!told.contains("search"), "{told}");

    refused(dir.path(), &exploit("random", "0", "40"), &["--attempts 0", "random", "1 to 100"]);
    let search = [exploit("random", "1", "40"), vec!["--search", "9"]].concat();
    refused(dir.path(), &search, &["--search 9", "random has no network", "allowed: 0"]);
    let score = [exploit("champion:aim=score", "1", "40"), vec!["--search", "9"]].concat();
    refused(dir.path(), &score, &["--search 9", "champion:aim=score has no network"]);
    refused(dir.path(), &exploit("nobody", "1", "40"), &["nobody"]);
    let seats = [exploit("random", "1", "40"), vec!["-p", "1"]].concat();
    refused(dir.path(), &seats, &["2 to 10 seats"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_for_a_best_response_keeps_the_best_so_far() {
    let dir = scratch();
    let args = ["exploit", "random", "-n", "400", "--attempts", "100", "--check", "200"];
    let args = [&args[..], &["--no-progress", "-o", "best.net"]].concat();
    let found = dir.path().join("best.net");
    let stopped = interrupt_once(dir.path(), &args, || found.exists());
    assert_eq!(stopped.status.code(), Some(130));
    output(dir.path(), &["run", "net:file=best.net", "random", "-n", "20", "--quiet", "-p", "2"]);
}

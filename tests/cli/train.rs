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
    let quick = "--check 4000 --no-progress";
    let told = dir.output(&format!("train --rival random -n 3000 {quick} -o best.net"));
    assert_reads(&told, "found: net:file=best.net\n … net … random … 50.0 is fair … lower bound");
    let wins =
        told.split_once("random ").and_then(|(_, rest)| rest.split_once(" ±")).map(|of| of.0);
    let wins = wins.and_then(|wins| wins.trim().parse::<f64>().ok());
    assert!(wins.is_some_and(|wins| wins > 52.0), "{told}");
    assert_reads(&header(&dir, "best.net"), "unobench train -r official -p 2 -s 1 -n 3000 --rival");

    // Who plays by a network is met by one that begins with it, and by who looks ahead with it.
    let table = "--set responses.draw_two=stack -n 40 --check 20 --no-progress";
    let ran = dir.told(&format!("exploit best.net {table} -o one.net")).ended(0);
    assert_reads(&ran.err, "against net:file=best.net (100 %); it begins with the network given");
    assert_reads(&ran.out, "net … net:file=best.net … search by its network … net:file=best.net");
    let command = "--set responses.draw_two=stack -p 2 -s 1 -n 40 --rival best.net";
    assert_reads(&header(&dir, "one.net"), command);
    let same = format!("train --rival best.net {table}");
    dir.output(&format!("{same} -o two.net"));
    assert_eq!(dir.bytes("one.net"), dir.bytes("two.net"));
    dir.output(&format!("{same} --from random -o two.net"));
    assert_ne!(dir.bytes("one.net"), dir.bytes("two.net"));
    let unkept = dir.told(&same).ended(0).out;
    assert!(unkept.starts_with("\nalone") && !unkept.contains("found"), "{unkept}");
}

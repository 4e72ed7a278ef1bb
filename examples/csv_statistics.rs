//! Reads the counts of matchups of a run and puts an interval on them: here the wins of a
//! strategy in 500 deals of two games each, as a CSV file might hold them.

use unobench::stats::RatioSums;

/// Wins in a deal, and how many deals had so many.
const COUNTS: &str = "wins,deals\n0,96\n1,251\n2,153\n";

fn main() {
    let mut sums = RatioSums::of(1);
    for line in COUNTS.lines().skip(1) {
        let (wins, deals) = line.split_once(',').expect("two columns");
        let number = |text: &str| text.parse::<u64>().expect("a count");
        sums.add(2, number(wins), number(deals));
    }
    let (rate, interval) = (sums.rate().expect("a rate"), sums.interval().expect("an interval"));
    println!(
        "wins {:.1} % of {} games, 95 % interval {:.1} to {:.1} %",
        100.0 * rate,
        sums.appearances,
        100.0 * interval.low,
        100.0 * interval.high
    );
}

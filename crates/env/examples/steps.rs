use std::time::{Duration, Instant};
use unobench_core::rules::RuleSet;
use unobench_env::actions::ACTIONS;
use unobench_env::{Environment, Learners, Setup};
fn main() {
    for (opponents, name) in [(vec![], "self"), (vec!["linear"], "linear")] {
        for tables in [64, 256, 1024, 4096, 16384] {
            for pause in [0, 300, 10_000] {
                if pause > 0 && tables > 4096 {
                    continue;
                }
                let mut line = format!("{name} tables {tables} pause {pause}us:");
                for threads in [1, 2] {
                    let learners =
                        if opponents.is_empty() { Learners::All } else { Learners::Seats(vec![0]) };
                    let mut setup = Setup::new(RuleSet::official(), 2)
                        .seats(&learners, &opponents)
                        .unwrap()
                        .tables(tables);
                    setup.threads = threads;
                    let mut env = Environment::new(setup).unwrap();
                    let mut rows = env.reset(None).unwrap();
                    let mut times = Vec::new();
                    let begun = Instant::now();
                    let first = |mask: &[bool]| mask.iter().position(|&l| l).unwrap_or(0) as u8;
                    while begun.elapsed() < Duration::from_millis(1500) {
                        let actions: Vec<u8> = rows.masks.chunks(ACTIONS).map(first).collect();
                        if pause > 0 {
                            std::thread::sleep(Duration::from_micros(pause));
                        }
                        let at = Instant::now();
                        env.step_into(&actions, rows.as_mut()).unwrap();
                        times.push(at.elapsed());
                    }
                    times.sort();
                    let q = |p: usize| times[times.len() * p / 100].as_nanos() as f64 / 1e3;
                    line +=
                        &format!("  [{threads}] p5 {:.0} p20 {:.0} p50 {:.0}", q(5), q(20), q(50));
                }
                println!("{line}");
            }
        }
    }
}

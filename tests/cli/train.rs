//! Networks that are found by playing.

use crate::dir::Dir;

#[test]
fn a_network_is_the_same_whatever_the_threads() {
    let dir = Dir::new();
    for threads in [1, 2] {
        let of = format!("-j {threads} -o {threads}.net");
        dir.output(&format!("train -r stacking -n 400 --check 200 --no-progress {of}"));
    }
    assert_eq!(dir.bytes("1.net"), dir.bytes("2.net"));
}

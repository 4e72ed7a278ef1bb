//! What rule sets do and how much of them is skill: `rules compare`, `sweep` and `skill`.

use crate::dir::{Dir, number, without_footer};

const COMPARE: &str = "rules compare official double -n 2000 --pool-games 400 -q";

const SWEEP: &str = "sweep --set setup.hand_size=5,7 --set play.drawn_card=keep,may_play -n 400 \
                     --pool-games 0 -q";

const SKILL: &str = "skill high-points most-colour --oracle cheat:playouts=4 -n 1000 \
                     --search-games 50 -q";

/// Each kind of survey, and a file of it.
const KINDS: [(&str, &str, &str); 3] = [
    ("compare", COMPARE, "findings.csv"),
    ("sweep", SWEEP, "turns.csv"),
    ("skill", SKILL, "findings.json"),
];

/// The numbers of an effect go together.
fn assert_is_an_effect(row: &[String]) {
    let difference = number(&row[7]);
    assert!((number(&row[5]) - number(&row[6]) - difference).abs() < 1e-9, "{row:?}");
    if !row[8].is_empty() {
        assert!(number(&row[8]) <= difference && difference <= number(&row[9]), "{row:?}");
    }
    let is_primary = ["turns_p50", "first_seat", "score_mean", "cards_drawn", "skill_gain"]
        .contains(&&*row[4])
        && ["counter", "champion"].contains(&&*row[3]);
    assert_eq!(row[13], if is_primary { "primary" } else { "explore" }, "{row:?}");
    assert_eq!(row[11], if is_primary { row[14].clone() } else { String::new() }, "{row:?}");
    assert_eq!(row[10].is_empty(), row[14].is_empty());
    if !row[10].is_empty() {
        assert!(number(&row[10]) <= number(&row[14]) && number(&row[14]) <= 1.0, "{row:?}");
    }
    assert!(["more", "less", "same", "unclear"].contains(&&*row[12]), "{row:?}");
}

#[test]
fn surveys_are_the_same_whatever_the_threads() {
    let dir = Dir::new();
    for (name, survey, lost) in KINDS {
        let survey = &format!("{survey} -p 2");
        let [single, two] = [1, 2].map(|n| dir.output(&format!("{survey} -j {n} -o {name}-{n}")));
        assert_eq!(without_footer(&single), without_footer(&two));
        let out = format!("{name}-1");
        dir.assert_same_files(&out, &format!("{name}-2"));
        dir.only_rewrites(survey, &out, lost);
    }
    let rows = dir.shown("compare-1", "effects").rows;
    let key = |row: &Vec<String>| [0, 2, 3, 1, 4].map(|place| row[place].clone());
    assert!(rows.is_sorted_by(|a, b| key(a) < key(b)), "not in order, or twice");
    rows.iter().for_each(|row| assert_is_an_effect(row));
}

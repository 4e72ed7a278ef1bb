//! Where single rounds and the matches that follow them surely have other answers.

use super::speech::listed;

/// Says of a rule set how they differ.
pub fn disagree(rules: &str, how: &str) -> String {
    format!("rounds and matches of {rules} disagree: {how}")
}

/// Where the first of two wins more in single rounds, and the other in what follows, such as
/// `matches to 500`.
pub fn who_wins_more(rules: &str, [first, other]: [&str; 2], matches: &str) -> String {
    let how = format!(
        "in single rounds {first} wins more than {other}, in {matches} {other} wins more than \
         {first}"
    );
    disagree(rules, &how)
}

/// Where somebody ranks above others in single rounds and below them in matches: each with these
/// others; nothing where nobody does.
pub fn who_ranks_above(rules: &str, above: &[(String, Vec<String>)]) -> Option<String> {
    let told: Vec<String> = above
        .iter()
        .map(|(name, others)| {
            let others = listed(others);
            format!("{name} ranks above {others} in single rounds, below in matches")
        })
        .collect();
    (!told.is_empty()).then(|| disagree(rules, &told.join("; ")))
}

/// Where the tests of two duels say something else, each of what was played.
pub fn who_is_better(rules: &str, answers: &[(String, String)]) -> String {
    let told: Vec<String> =
        answers.iter().map(|(plays, answer)| format!("in {plays} {answer}")).collect();
    disagree(rules, &told.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_answers_are_told() {
        assert_eq!(
            who_wins_more("official", ["a", "b"], "matches to 500"),
            "rounds and matches of official disagree: in single rounds a wins more than b, in \
             matches to 500 b wins more than a"
        );
        let above = [("a".to_owned(), vec!["b".to_owned(), "c".to_owned()])];
        assert_eq!(
            who_ranks_above("official", &above).as_deref(),
            Some(
                "rounds and matches of official disagree: a ranks above b and c in single rounds, \
                 below in matches"
            )
        );
        assert_eq!(who_ranks_above("official", &[]), None);
        let answers = [("single rounds", "a is better"), ("matches", "b is better")];
        let answers = answers.map(|(plays, answer)| (plays.to_owned(), answer.to_owned()));
        assert_eq!(
            who_is_better("official", &answers),
            "rounds and matches of official disagree: in single rounds a is better, in matches b is \
             better"
        );
    }
}

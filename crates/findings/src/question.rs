//! How each question's findings stand in a table, and in sentences.

/// What is said of a metric, by a factor.
type Sentences = &'static [(&'static str, f64, &'static str)];

/// What findings answer, in the order of their tables: a name, the columns, and what is said of
/// some metrics.
///
/// A column is `name=source`, or the name alone where both are the same. A source is a field of
/// [`Finding`](crate::finding::Finding) (with `here` and `there`, the values that are compared, and
/// `holm`, what is corrected by his method), or a `METRIC`, `METRIC.low` and so on. With a column
/// `metric` each finding has a row. Only what is compared is in tables that say with what. In a
/// sentence `#` is how much, by a factor, `@` what it is of, `^` what that is compared with.
pub(crate) const QUESTIONS: [(&str, &str, Sentences); 17] = [
    (
        "strength",
        "rules players strategy=of games wins win_rate win_rate_low=win_rate.low \
         win_rate_high=win_rate.high elo elo_low=elo.low elo_high=elo.high score_mean score_sd \
         score_p05 score_p50 score_p95 hand_points_mean turns_mean stalled faults \
         score_mean_low=score_mean.low score_mean_high=score_mean.high \
         turns_mean_low=turns_mean.low turns_mean_high=turns_mean.high undecided blocked \
         rules_digest",
        &[
            ("win_rate", 100.0, "@ won # % of its games"),
            ("score_mean", 1.0, "@ got # points a game"),
        ],
    ),
    (
        "games",
        "rules players games blocks stalled blocked undecided=undecided_games fair_share \
         turns_mean turns_mean_low=turns_mean.low turns_mean_high=turns_mean.high \
         turns_p05 turns_p05_low=turns_p05.low turns_p05_high=turns_p05.high \
         turns_p50 turns_p50_low=turns_p50.low turns_p50_high=turns_p50.high \
         turns_p95 turns_p95_low=turns_p95.low turns_p95_high=turns_p95.high \
         seat_imbalance seat_imbalance_p=seat_imbalance.p_value rules_digest",
        &[
            ("turns_mean", 1.0, "a game that finishes lasts # turns on average"),
            ("turns_p50", 1.0, "half of all games last at most # turns"),
        ],
    ),
    (
        "seats",
        "rules players table seat=of games wins win_rate win_rate_low=win_rate.low \
         win_rate_high=win_rate.high score_mean rules_digest",
        &[("win_rate", 100.0, "seat @ won # % of the games")],
    ),
    (
        "matchups",
        "rules players strategy=of opponent=against blocks ahead tied behind mean_difference \
         low=mean_difference.low high=mean_difference.high rules_digest",
        &[("mean_difference", 1.0, "@ got # points a game more than ^")],
    ),
    (
        "ratings",
        "rules players strategy=of rating low=rating.low high=rating.high games faults rules_digest",
        &[("rating", 1.0, "@ is rated # Elo")],
    ),
    ("ranks", "rules players strategy=of place first=place.low last=place.high rules_digest", &[]),
    (
        "crosstable",
        "rules players measure=metric strategy=of opponent=against difference=value low high \
         p_adjusted=q_value verdict rules_digest",
        &[
            ("wins", 100.0, "@ won # games in 100 more than ^"),
            ("points", 1.0, "@ got # points a game more than ^"),
        ],
    ),
    (
        "duel",
        "rules players strategy=of opponent=against games elo elo_low=elo.low elo_high=elo.high \
         p_value=elo.p_value p_adjusted=elo.q_value verdict=elo.verdict ended variance_reduction \
         sides_z=sides_differ sides_p=sides_differ.p_value stalled blocked undecided \
         undecided_games faults elo0 elo1 alpha beta llr reverse lower upper accepted rules_digest",
        &[("elo", 1.0, "@ is # Elo stronger than ^")],
    ),
    (
        "sides",
        "rules players strategy=of opponent=against games wins win_rate win_rate_low=win_rate.low \
         win_rate_high=win_rate.high fair_share variance_reduction rules_digest",
        &[("win_rate", 100.0, "@ alone among ^ won # % of the games")],
    ),
    (
        "effects",
        "rules baseline=against players table metric value=here baseline_value=there \
         difference=value low high p_value p_adjusted=holm verdict family q_value undecided games \
         rules_digest",
        &[],
    ),
    ("chances", "rules players table percent=of said won rules_digest", &[]),
    ("curve", "rules players table keys metric value low high rules_digest", &[]),
    (
        "factorial",
        "players table metric effect=of value low high p_value p_adjusted=q_value verdict",
        &[],
    ),
    ("variance", "players table metric kind=of value low high", &[]),
    ("line", "players table metric of value low high p_value p_adjusted=q_value verdict", &[]),
    (
        "skill",
        "rules players strategy=of others=against games win_rate win_rate_low=win_rate.low \
         win_rate_high=win_rate.high elo elo_low=elo.low elo_high=elo.high faults rules_digest",
        &[("win_rate", 100.0, "@ alone among ^ won # % of the games")],
    ),
    ("best", "rules players of against metric value low high rules_digest", &[]),
];

/// The columns of tables that hold whole numbers; the package of Python names them, too.
const WHOLE: [&str; 32] = [
    "accepted",
    "ahead",
    "behind",
    "blocked",
    "blocks",
    "ended",
    "faults",
    "first",
    "games",
    "last",
    "percent",
    "place",
    "players",
    "said",
    "score_p05",
    "score_p50",
    "score_p95",
    "seat",
    "stalled",
    "tied",
    "turns_p05",
    "turns_p05_high",
    "turns_p05_low",
    "turns_p50",
    "turns_p50_high",
    "turns_p50_low",
    "turns_p95",
    "turns_p95_high",
    "turns_p95_low",
    "undecided_games",
    "wins",
    "won",
];

/// Whether the numbers of a column of some table may have fractions. Columns of keys hold whatever
/// their keys do.
pub(crate) fn is_real(column: &str) -> bool {
    let is_named =
        |columns: &str| columns.split_whitespace().any(|of| of.split('=').next() == Some(column));
    !WHOLE.contains(&column) && QUESTIONS.iter().any(|(_, columns, _)| is_named(columns))
}

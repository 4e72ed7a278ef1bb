//! What is measured: a row of the table for each metric, with all that is written about it in files,
//! tables, sentences and pictures. First those of rule sets, which surveys measure; then what is
//! counted and estimated of runs, duels and tournaments.
//!
//! How a metric of a rule set is computed is a line of `crates/measure/src/survey/metric.rs`.

use crate::range::Range;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// Something that is measured, in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[expect(missing_docs, reason = "the rows of the table say what they are")]
pub enum Metric {
    #[default]
    FirstSeat,
    SeatImbalance,
    TurnsMean,
    TurnsP05,
    TurnsP50,
    TurnsP95,
    ScoreMean,
    ScoreSd,
    ScoreP05,
    ScoreP50,
    ScoreP95,
    ForcedShare,
    LeadChanges,
    LowestChance,
    CardsDrawn,
    StalledShare,
    BlockedShare,
    SkillGain,
    NeighbourGain,
    MatchRounds,
    MatchTurns,
    LeaderWins,
    MatchGain,
    Wins,
    WinRate,
    Elo,
    HandPointsMean,
    Stalled,
    Blocked,
    Faults,
    ByDefault,
    Blocks,
    UndecidedGames,
    FairShare,
    Ahead,
    Tied,
    Behind,
    MeanDifference,
    Rating,
    Place,
    Points,
    Ended,
    VarianceReduction,
    SidesDiffer,
    Said,
    Won,
    Heads,
    Steps,
    Pool,
}

/// How a metric is counted, and so how a difference is told and how small one does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Turns, cards, points: differences as they are.
    Number,
    /// How often something happens: differences in percent.
    Often,
    /// A share from 0 to 1: in hundredths.
    Share,
    /// How unequal the seats are: Cohen's w.
    Inequality,
}

pub const TABLED: [Metric; 15] = [
    Metric::FirstSeat,
    Metric::SeatImbalance,
    Metric::LENGTH,
    Metric::TurnsP95,
    Metric::TurnsMean,
    Metric::ScoreMean,
    Metric::CardsDrawn,
    Metric::ForcedShare,
    Metric::LeadChanges,
    Metric::LowestChance,
    Metric::SkillGain,
    Metric::NeighbourGain,
    Metric::MatchRounds,
    Metric::LeaderWins,
    Metric::MatchGain,
];

/// Those of the pictures of rule sets.
pub const PICTURED: [Metric; 11] = [
    Metric::LENGTH,
    Metric::SkillGain,
    Metric::FirstSeat,
    Metric::LeadChanges,
    Metric::LowestChance,
    Metric::ForcedShare,
    Metric::CardsDrawn,
    Metric::ScoreMean,
    Metric::NeighbourGain,
    Metric::StalledShare,
    Metric::BlockedShare,
];

/// Those of the lines over the values of a key.
pub const LINED: [Metric; 7] = {
    use Metric::*;
    [Metric::LENGTH, FirstSeat, SeatImbalance, StalledShare, BlockedShare, ScoreMean, SkillGain]
};

/// What a rule set is asked first: the family of verdicts that hold together.
pub const ASKED_FIRST: [Metric; 5] =
    [Metric::LENGTH, Metric::FirstSeat, Metric::ScoreMean, Metric::CardsDrawn, Metric::SkillGain];

/// Those that `settle` always tells of, and how it begins to.
pub const ASKED: [Metric; 4] =
    [Metric::LENGTH, Metric::FirstSeat, Metric::ScoreMean, Metric::SkillGain];

/// Those that it tells of where they change, in the order in which people ask.
pub const ASKED_TOO: [Metric; 5] = {
    use Metric::*;
    [CardsDrawn, LeadChanges, LowestChance, StalledShare, BlockedShare]
};

/// Those that people argue about, which are answered in sentences.
pub const ARGUED: [Metric; 3] = [Metric::LENGTH, Metric::FirstSeat, Metric::SkillGain];

/// A row of the table: what is written about a metric. Words that nobody writes are empty.
#[derive(Debug)]
pub struct MetricWords {
    metric: Metric,
    /// In files.
    pub name: &'static str,
    pub scale: Scale,
    /// Between which ends a value of it lies.
    pub range: Range,
    /// Whether it is a whole number wherever a table has a column for it.
    is_count: bool,
    /// What follows a number of it.
    pub unit: &'static str,
    /// Whether fair seats are what it is compared with first.
    pub is_of_seats: bool,
    /// Whether it is measured by a pool of strategies, each alone among others.
    pub is_of_pool: bool,
    /// Whether it is of the chances to win, as `champion` sees them.
    pub is_of_chances: bool,
    /// Whether it is known how far it differs between players who learned the same rules from other
    /// games (`scripts/learners`): an interval at their table is as much wider. What hardly a game
    /// has, such as a stall, and matches were not measured; neither was anything of runs.
    pub has_spread: bool,
    /// Whether people at a table could see a change.
    pub is_seen: bool,
    /// Over its column in tables, and what that means.
    pub heading: &'static str,
    /// See [`MetricWords::heading`].
    pub meaning: &'static str,
    /// In a word or two, for people at a table.
    pub topic: &'static str,
    /// What `settle` says where it is more and where it is less: `#` stands for how much, `~` for
    /// what it is in the official game.
    pub plain: [&'static str; 2],
    /// What it says where a change is not settled, but is surely smaller than `#`.
    pub bound: &'static str,
    /// What it is, as in "depends on".
    pub subject: &'static str,
    pub title: &'static str,
    pub difference: &'static str,
    /// What more and less of it are.
    pub more_and_less: [&'static str; 2],
    /// What a value is, and what is at its axis.
    pub value: &'static str,
    /// See [`MetricWords::value`].
    pub axis: &'static str,
}

impl MetricWords {
    /// Of a metric that is in files alone.
    const fn new(
        metric: Metric,
        name: &'static str,
        scale: Scale,
        unit: &'static str,
    ) -> MetricWords {
        MetricWords {
            metric,
            name,
            scale,
            range: match scale {
                Scale::Share => Range::Share,
                Scale::Number | Scale::Often | Scale::Inequality => Range::FromZero,
            },
            unit,
            is_count: false,
            is_of_seats: false,
            is_of_pool: false,
            is_of_chances: false,
            has_spread: true,
            is_seen: false,
            heading: "",
            meaning: "",
            topic: "",
            plain: [""; 2],
            bound: "",
            subject: "",
            title: "",
            difference: "",
            more_and_less: [""; 2],
            value: "",
            axis: "",
        }
    }

    /// Of what is counted, which is in files alone.
    const fn count(metric: Metric, name: &'static str) -> MetricWords {
        MetricWords { is_count: true, ..MetricWords::other(metric, name) }
    }

    /// Of a share that players win, which is in files alone.
    const fn share(metric: Metric, name: &'static str) -> MetricWords {
        MetricWords { has_spread: false, ..MetricWords::new(metric, name, Scale::Share, "") }
    }

    /// Of any other number of a run, which is in files alone.
    const fn other(metric: Metric, name: &'static str) -> MetricWords {
        let (range, has_spread) = (Range::Any, false);
        MetricWords { range, has_spread, ..MetricWords::new(metric, name, Scale::Number, "") }
    }

    /// The same of a quantile of whole numbers, which is one of them.
    const fn quantile(self) -> MetricWords {
        MetricWords { is_count: true, ..self }
    }
}

/// In the order of the metrics.
static ROWS: [MetricWords; 49] = TABLE;

/// In the order of the metrics.
const TABLE: [MetricWords; 49] = [
    MetricWords {
        is_of_seats: true,
        is_seen: true,
        heading: "first seat %",
        topic: "going first",
        plain: [
            "whoever goes first wins # games in 100 more",
            "whoever goes first wins # games in 100 fewer",
        ],
        bound: "going first by less than # games in 100",
        subject: "the first seat's share of wins",
        title: "What going first is worth",
        difference: "The share of games won by the first player, less the fair share.",
        more_and_less: ["an advantage for the first player", "a disadvantage for the first player"],
        value: "The share of games won by the first player, less an equal share.",
        axis: "points above an equal share",
        ..MetricWords::new(Metric::FirstSeat, "first_seat", Scale::Share, " points")
    },
    MetricWords {
        is_of_seats: true,
        heading: "seats w",
        meaning: "how unequal the seats are, Cohen's w, which is above 0 by chance too (its \
            differences from the baseline, in findings.csv, are tested too cautiously where seats \
            are nearly equal)",
        title: "How unequal the seats are",
        value: "Cohen’s w of the seats’ win rates, counted from the first player: 0.1 is small; \
            chance alone makes it a little more than 0.",
        axis: "Cohen’s w",
        ..MetricWords::new(Metric::SeatImbalance, "seat_imbalance", Scale::Inequality, "")
    },
    MetricWords {
        heading: "mean",
        meaning: "turns, of games that finish",
        ..MetricWords::new(Metric::TurnsMean, "turns_mean", Scale::Number, " turns")
    },
    MetricWords::new(Metric::TurnsP05, "turns_p05", Scale::Number, " turns").quantile(),
    MetricWords {
        is_seen: true,
        heading: "turns",
        meaning: "half of all games are no longer",
        topic: "length",
        plain: [
            "games get longer by about # turns of ~",
            "games get shorter by about # turns of ~",
        ],
        bound: "the length by less than # turns of ~",
        subject: "the length of a game",
        title: "How long games last",
        difference: "The turns that half of all games do not exceed, as a multiple of the \
            baseline's.",
        more_and_less: ["longer games", "shorter games"],
        value: "The turns that half of all games do not exceed.",
        axis: "turns of a game",
        ..MetricWords::new(Metric::TurnsP50, "turns_p50", Scale::Number, " turns").quantile()
    },
    MetricWords {
        heading: "p95",
        meaning: "95 % of games are no longer",
        ..MetricWords::new(Metric::TurnsP95, "turns_p95", Scale::Number, " turns").quantile()
    },
    MetricWords {
        is_seen: true,
        heading: "score",
        meaning: "the highest of a game",
        topic: "points",
        plain: [
            "the winner of a round scores # points more (usually ~)",
            "the winner of a round scores # points fewer (usually ~)",
        ],
        bound: "points by less than # of ~",
        title: "How much a game is worth",
        difference: "The highest score of a game, on average, as a multiple of the baseline's.",
        more_and_less: ["higher scores", "lower scores"],
        value: "The highest score of a game, on average.",
        axis: "points",
        range: Range::Any,
        ..MetricWords::new(Metric::ScoreMean, "score_mean", Scale::Number, " points")
    },
    MetricWords::new(Metric::ScoreSd, "score_sd", Scale::Number, " points"),
    MetricWords {
        range: Range::Any,
        ..MetricWords::new(Metric::ScoreP05, "score_p05", Scale::Number, " points").quantile()
    },
    MetricWords {
        range: Range::Any,
        ..MetricWords::new(Metric::ScoreP50, "score_p50", Scale::Number, " points").quantile()
    },
    MetricWords {
        range: Range::Any,
        ..MetricWords::new(Metric::ScoreP95, "score_p95", Scale::Number, " points").quantile()
    },
    MetricWords {
        heading: "no choice %",
        meaning: "turns with at most one kind of card to play",
        title: "How often there is nothing to choose",
        difference: "The share of turns with at most one kind of card to play, less the \
            baseline's.",
        more_and_less: ["less to choose", "more to choose"],
        ..MetricWords::new(Metric::ForcedShare, "forced_share", Scale::Share, " %")
    },
    MetricWords {
        is_of_chances: true,
        heading: "lead changes",
        meaning: "how often in a game another side becomes the likeliest to win, as champion sees \
            the table",
        topic: "lead",
        title: "How often the lead changes",
        difference: "How often in a game another side becomes the likeliest to win, as a multiple \
            of the baseline's.",
        more_and_less: ["more changes of the lead", "fewer changes of the lead"],
        ..MetricWords::new(Metric::LeadChanges, "lead_changes", Scale::Often, "")
    },
    MetricWords {
        is_of_chances: true,
        heading: "lowest %",
        meaning: "the lowest chance that the later winner had: the lower, the greater the comebacks",
        topic: "comebacks",
        title: "How low the winner had fallen",
        difference: "The lowest chance that the later winner had in the game, less the baseline's.",
        more_and_less: ["smaller comebacks", "greater comebacks"],
        ..MetricWords::new(Metric::LowestChance, "lowest_chance", Scale::Share, " %")
    },
    MetricWords {
        is_seen: true,
        heading: "drawn",
        topic: "drawing",
        plain: ["# cards more are drawn in a game", "# cards fewer are drawn in a game"],
        bound: "drawing by less than # cards of ~",
        title: "How many cards are drawn",
        difference: "Cards drawn in a game, as a multiple of the baseline's.",
        more_and_less: ["more cards drawn", "fewer cards drawn"],
        ..MetricWords::new(Metric::CardsDrawn, "cards_drawn", Scale::Number, " cards")
    },
    MetricWords {
        is_seen: true,
        topic: "endless games",
        plain: ["# games in 100 more never end", "# games in 100 fewer never end"],
        title: "How many games stall",
        difference: "The share of games that stall, less the baseline's.",
        more_and_less: ["more stalled games", "fewer stalled games"],
        value: "The share of games that reach the limit of turns, and that nobody wins.",
        axis: "% of games",
        has_spread: false,
        ..MetricWords::new(Metric::StalledShare, "stalled_share", Scale::Share, " %")
    },
    MetricWords {
        is_seen: true,
        topic: "dead ends",
        plain: ["# games in 100 more get stuck", "# games in 100 fewer get stuck"],
        title: "How many games are blocked",
        difference: "The share of games that are blocked, less the baseline's.",
        more_and_less: ["more blocked games", "fewer blocked games"],
        value: "The share of games that are over because nobody can lay or draw a card any more.",
        axis: "% of games",
        has_spread: false,
        ..MetricWords::new(Metric::BlockedShare, "blocked_share", Scale::Share, " %")
    },
    MetricWords {
        is_of_pool: true,
        is_seen: true,
        heading: "skill +%",
        meaning: "what the best of the pool wins above its fair share, alone among such players",
        topic: "skill",
        plain: [
            "whoever plays well wins # games in 100 more",
            "whoever plays well wins # games in 100 fewer",
        ],
        bound: "skill by less than # games in 100",
        subject: "what skill is worth",
        title: "How much skill matters",
        difference: "What the best strategy of the pool wins above the fair share, less the same \
            under the baseline.",
        more_and_less: ["more reward for skill", "less reward for skill"],
        value: "What the best strategy of the pool wins above the fair share.",
        axis: "points above the fair share",
        range: Range::Gain,
        ..MetricWords::new(Metric::SkillGain, "skill_gain", Scale::Share, " points")
    },
    MetricWords {
        is_of_pool: true,
        heading: "neighbour +%",
        meaning: "what sitting after rather than before one of the pool gains",
        title: "Whether it matters whom you sit next to",
        difference: "What sitting after rather than before a strategy of the pool gains, less the \
            same under the baseline.",
        more_and_less: [
            "a gain from sitting after a good player",
            "a gain from sitting before a good player",
        ],
        range: Range::Gain,
        ..MetricWords::new(Metric::NeighbourGain, "neighbour_gain", Scale::Share, " points")
    },
    MetricWords {
        is_of_pool: true,
        heading: "rounds",
        meaning: "of a match to the points that win it, of one of the pool among such players",
        has_spread: false,
        ..MetricWords::new(Metric::MatchRounds, "match_rounds", Scale::Number, " rounds")
    },
    MetricWords {
        is_of_pool: true,
        has_spread: false,
        ..MetricWords::new(Metric::MatchTurns, "match_turns", Scale::Number, " turns")
    },
    MetricWords {
        is_of_pool: true,
        heading: "leader %",
        meaning: "how often who leads when somebody has half the points wins the match",
        has_spread: false,
        ..MetricWords::new(Metric::LeaderWins, "leader_wins", Scale::Share, " points")
    },
    MetricWords {
        is_of_pool: true,
        heading: "match +%",
        meaning: "what one of the pool wins of matches, less what it wins of rounds",
        range: Range::Gain,
        has_spread: false,
        ..MetricWords::new(Metric::MatchGain, "match_gain", Scale::Share, " points")
    },
    MetricWords::count(Metric::Wins, "wins"),
    MetricWords::share(Metric::WinRate, "win_rate"),
    MetricWords::other(Metric::Elo, "elo"),
    MetricWords::other(Metric::HandPointsMean, "hand_points_mean"),
    MetricWords::count(Metric::Stalled, "stalled"),
    MetricWords::count(Metric::Blocked, "blocked"),
    MetricWords::count(Metric::Faults, "faults"),
    MetricWords::other(Metric::ByDefault, "by_default"),
    MetricWords::count(Metric::Blocks, "blocks"),
    MetricWords::count(Metric::UndecidedGames, "undecided_games"),
    MetricWords::other(Metric::FairShare, "fair_share"),
    MetricWords::count(Metric::Ahead, "ahead"),
    MetricWords::count(Metric::Tied, "tied"),
    MetricWords::count(Metric::Behind, "behind"),
    MetricWords::other(Metric::MeanDifference, "mean_difference"),
    MetricWords::other(Metric::Rating, "rating"),
    MetricWords::count(Metric::Place, "place"),
    MetricWords::other(Metric::Points, "points"),
    MetricWords::count(Metric::Ended, "ended"),
    MetricWords::other(Metric::VarianceReduction, "variance_reduction"),
    MetricWords::other(Metric::SidesDiffer, "sides_differ"),
    MetricWords::count(Metric::Said, "said"),
    MetricWords::count(Metric::Won, "won"),
    MetricWords::share(Metric::Heads, "heads"),
    MetricWords::other(Metric::Steps, "steps"),
    MetricWords::other(Metric::Pool, "pool"),
];

/// How many of them surveys measure: the first of the table.
const OF_SURVEYS: usize = Metric::MatchGain as usize + 1;

impl Metric {
    /// What is said first of how long games last.
    pub const LENGTH: Metric = Metric::TurnsP50;

    /// Those that surveys measure of a rule set, in their order.
    pub fn of_surveys() -> impl ExactSizeIterator<Item = Metric> + Clone {
        ROWS[..OF_SURVEYS].iter().map(|words| words.metric)
    }

    pub fn all() -> impl ExactSizeIterator<Item = Metric> + Clone {
        ROWS.iter().map(|words| words.metric)
    }

    /// By its name in files.
    pub fn named(name: &str) -> Option<Metric> {
        Metric::all().find(|metric| metric.name() == name)
    }

    /// Whether it is a whole number wherever a table has a column for it.
    pub(crate) const fn is_count(self) -> bool {
        TABLE[self as usize].is_count
    }

    pub fn words(self) -> &'static MetricWords {
        &ROWS[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.words().name
    }

    /// What a value is multiplied by to be shown: 100 for shares.
    pub fn factor(self) -> f64 {
        if self.words().scale == Scale::Share { 100.0 } else { 1.0 }
    }

    /// Whether it is the same wherever all games are the same in every move: not what could have
    /// been done, nor what others do or think.
    pub fn is_of_moves(self) -> bool {
        let MetricWords { is_of_pool, is_of_chances, .. } = self.words();
        self != Metric::ForcedShare && !is_of_pool && !is_of_chances
    }

    /// The anchor of its picture, and a part of those of others.
    pub fn id(self) -> String {
        self.name().replace('_', "-")
    }

    /// Its heading, and what that means; none where it explains itself.
    pub fn explained(self) -> Option<String> {
        let MetricWords { heading, meaning, .. } = self.words();
        let heading = heading.trim_end_matches('%').trim_end_matches('+').trim_end();
        (!meaning.is_empty()).then(|| format!("{heading}: {meaning}"))
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Metric {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Metric, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        Metric::named(&name)
            .ok_or_else(|| de::Error::custom(format_args!("unknown metric `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_its_row_and_the_words_that_are_written() {
        for (place, metric) in Metric::all().enumerate() {
            assert_eq!(metric as usize, place, "{metric}");
            assert_eq!(Metric::named(metric.name()), Some(metric));
        }
        let empty = |words: &[&str]| words.iter().any(|word| word.is_empty());
        for words in TABLED.map(Metric::words) {
            assert!(!empty(&[words.heading]), "{}", words.name);
        }
        for words in PICTURED.map(Metric::words) {
            let [more, less] = words.more_and_less;
            assert!(!empty(&[words.title, words.difference, more, less]), "{}", words.name);
        }
        for words in LINED.map(Metric::words) {
            assert!(!empty(&[words.title, words.value, words.axis]), "{}", words.name);
        }
        for words in ASKED.into_iter().chain(ASKED_TOO).map(Metric::words) {
            assert!(!empty(&[words.topic]), "{}", words.name);
            assert!(!words.is_seen || !empty(&words.plain), "{}", words.name);
        }
        for words in ARGUED.map(Metric::words) {
            assert!(!empty(&[words.subject]), "{}", words.name);
        }
        assert_eq!(Metric::named("none"), None);
        let json = serde_json::from_str::<Metric>("\"turn_mean\"");
        assert!(json.is_err_and(|error| error.to_string().contains("unknown metric `turn_mean`")));
    }
}

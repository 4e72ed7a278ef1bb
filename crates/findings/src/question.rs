//! What findings answer, and how the findings of each question stand in a table and in sentences.

use crate::metric::Metric;
use crate::vocabulary;

vocabulary! {
    /// What a finding answers, in the order of their tables.
    #[derive(Default)]
    pub enum Question: "question" {
        /// How much a strategy won and got.
        #[default]
        Strength = "strength",
        /// What all games of a rule set were.
        Games = "games",
        /// What each seat won.
        Seats = "seats",
        /// What a strategy got more than another that it met, by block.
        Matchups = "matchups",
        /// How strong a strategy is, in Elo.
        Ratings = "ratings",
        /// Which places a strategy may have.
        Ranks = "ranks",
        /// What a strategy won of each other.
        Crosstable = "crosstable",
        /// By how much one of two is stronger.
        Duel = "duel",
        /// What each of two won alone among copies of the other.
        Sides = "sides",
        /// What a rule set changes.
        Effects = "effects",
        /// How often sides won that were said to have some chance.
        Chances = "chances",
        /// What a rule set is, by the values of keys.
        Curve = "curve",
        /// What is put in, alone and together.
        Factorial = "factorial",
        /// How much of the variance is due to what is put in.
        Variance = "variance",
        /// What each one more of a number does.
        Line = "line",
        /// What each of a ladder won alone among others.
        Skill = "skill",
        /// Who is the best of a ladder, and by how much.
        Best = "best",
    }
}

vocabulary! {
    /// The promise that a verdict is part of.
    pub enum Family: "family" {
        /// One of the questions of a rule set among those who know the rules: corrected by Holm's
        /// method, so that there is hardly one error in all of them.
        Primary = "primary",
        /// All the rest: corrected by Benjamini's and Hochberg's method, so that few of those that
        /// are marked are errors.
        Explore = "explore",
    }
}

/// A column of the table of a question.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    /// Its name where it is not that of its source.
    name: Option<&'static str>,
    pub(crate) source: Source,
    /// Whether its numbers may have fractions; whole ones have no decimal point.
    pub(crate) is_real: bool,
}

/// What a cell is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    Rules,
    Players,
    Table,
    /// What it is of; of a seat or a range of chances the number.
    Of,
    Against,
    /// The name of what is measured: each finding has a row.
    MetricName,
    Digest,
    /// The most games of those of a row.
    Games,
    /// The share of games that nobody won.
    UndecidedShare,
    /// The value that is compared, and the one that it is compared with.
    Here,
    There,
    /// The p-value that Holm's method corrected.
    Holm,
    /// A column for each key of a curve.
    Keys,
    /// A part of the finding that has the row for itself.
    Own(FindingPart),
    /// A part of the finding of a metric.
    Metric(Metric, FindingPart),
}

/// A part of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FindingPart {
    Value,
    Low,
    High,
    PValue,
    QValue,
    Family,
    Verdict,
}

impl FindingPart {
    pub(crate) fn name(self) -> &'static str {
        match self {
            FindingPart::Value => "value",
            FindingPart::Low => "low",
            FindingPart::High => "high",
            FindingPart::PValue => "p_value",
            FindingPart::QValue => "q_value",
            FindingPart::Family => "family",
            FindingPart::Verdict => "verdict",
        }
    }
}

impl Column {
    pub(crate) fn name(&self) -> String {
        let name = match (self.name, self.source) {
            (Some(name), _) => name,
            (_, Source::Metric(metric, FindingPart::Value)) => metric.name(),
            (_, Source::Metric(metric, part)) => return format!("{metric}_{}", part.name()),
            (_, Source::Own(part)) => part.name(),
            (_, Source::Rules) => "rules",
            (_, Source::Players) => "players",
            (_, Source::Table) => "table",
            (_, Source::Of) => "of",
            (_, Source::Against) => "against",
            (_, Source::MetricName) => "metric",
            (_, Source::Digest) => "rules_digest",
            (_, Source::Games) => "games",
            (_, Source::UndecidedShare) => "undecided",
            (_, Source::Here | Source::There | Source::Holm | Source::Keys) => {
                unreachable!("a column that has a name")
            }
        };
        name.to_owned()
    }

    /// Under another name.
    const fn named(self, name: &'static str) -> Column {
        Column { name: Some(name), ..self }
    }
}

const fn column(source: Source) -> Column {
    let is_real = match source {
        Source::Metric(metric, FindingPart::Value | FindingPart::Low | FindingPart::High) => {
            !metric.is_count()
        }
        Source::Metric(..) | Source::Own(_) => true,
        Source::Here | Source::There | Source::Holm | Source::UndecidedShare => true,
        _ => false,
    };
    Column { name: None, source, is_real }
}

const fn value(metric: Metric) -> Column {
    column(Source::Metric(metric, FindingPart::Value))
}

const fn low(metric: Metric) -> Column {
    column(Source::Metric(metric, FindingPart::Low))
}

const fn high(metric: Metric) -> Column {
    column(Source::Metric(metric, FindingPart::High))
}

const fn p_value(metric: Metric) -> Column {
    column(Source::Metric(metric, FindingPart::PValue))
}

const RULES: Column = column(Source::Rules);
const PLAYERS: Column = column(Source::Players);
const TABLE: Column = column(Source::Table);
const OF: Column = column(Source::Of);
const AGAINST: Column = column(Source::Against);
const METRIC: Column = column(Source::MetricName);
const DIGEST: Column = column(Source::Digest);
const GAMES: Column = column(Source::Games);
const UNDECIDED: Column = column(Source::UndecidedShare);
const HERE: Column = column(Source::Here);
const THERE: Column = column(Source::There);
const HOLM: Column = column(Source::Holm);
const KEYS: Column = column(Source::Keys);
const VALUE: Column = column(Source::Own(FindingPart::Value));
const LOW: Column = column(Source::Own(FindingPart::Low));
const HIGH: Column = column(Source::Own(FindingPart::High));
const P_VALUE: Column = column(Source::Own(FindingPart::PValue));
const Q_VALUE: Column = column(Source::Own(FindingPart::QValue));
const FAMILY: Column = column(Source::Own(FindingPart::Family));
const VERDICT: Column = column(Source::Own(FindingPart::Verdict));
const STRATEGY: Column = OF.named("strategy");
const OPPONENT: Column = AGAINST.named("opponent");
const ADJUSTED: Column = Q_VALUE.named("p_adjusted");

/// A count that stands in a column which is a share in other tables.
const UNDECIDED_GAMES: Column =
    Column { is_real: true, ..value(Metric::UndecidedGames).named("undecided") };

/// A sentence about a metric: `#` is how much, by a factor, `@` what it is of, `^` what that is
/// compared with.
type SentencePattern = (Metric, f64, &'static str);

/// The columns of each table.
mod columns {
    use super::*;
    use crate::metric::Metric::*;

    pub(super) const STRENGTH: &[Column] = &[
        RULES,
        PLAYERS,
        STRATEGY,
        GAMES,
        value(Wins),
        value(WinRate),
        low(WinRate),
        high(WinRate),
        value(Elo),
        low(Elo),
        high(Elo),
        value(ScoreMean),
        value(ScoreSd),
        value(ScoreP05),
        value(ScoreP50),
        value(ScoreP95),
        value(HandPointsMean),
        value(TurnsMean),
        value(Stalled),
        value(Faults),
        low(ScoreMean),
        high(ScoreMean),
        low(TurnsMean),
        high(TurnsMean),
        UNDECIDED,
        value(Blocked),
        DIGEST,
    ];
    pub(super) const ALL_GAMES: &[Column] = &[
        RULES,
        PLAYERS,
        GAMES,
        value(Blocks),
        value(Stalled),
        value(Blocked),
        UNDECIDED_GAMES,
        value(FairShare),
        value(TurnsMean),
        low(TurnsMean),
        high(TurnsMean),
        value(TurnsP05),
        low(TurnsP05),
        high(TurnsP05),
        value(TurnsP50),
        low(TurnsP50),
        high(TurnsP50),
        value(TurnsP95),
        low(TurnsP95),
        high(TurnsP95),
        value(SeatImbalance),
        p_value(SeatImbalance).named("seat_imbalance_p"),
        DIGEST,
    ];
    pub(super) const SEATS: &[Column] = &[
        RULES,
        PLAYERS,
        TABLE,
        OF.named("seat"),
        GAMES,
        value(Wins),
        value(WinRate),
        low(WinRate),
        high(WinRate),
        value(ScoreMean),
        DIGEST,
    ];
    pub(super) const MATCHUPS: &[Column] = &[
        RULES,
        PLAYERS,
        STRATEGY,
        OPPONENT,
        value(Blocks),
        value(Ahead),
        value(Tied),
        value(Behind),
        value(MeanDifference),
        low(MeanDifference).named("low"),
        high(MeanDifference).named("high"),
        DIGEST,
    ];
    pub(super) const RATINGS: &[Column] = &[
        RULES,
        PLAYERS,
        STRATEGY,
        value(Rating),
        low(Rating).named("low"),
        high(Rating).named("high"),
        GAMES,
        value(Faults),
        DIGEST,
    ];
    pub(super) const RANKS: &[Column] = &[
        RULES,
        PLAYERS,
        STRATEGY,
        value(Place),
        low(Place).named("first"),
        high(Place).named("last"),
        DIGEST,
    ];
    pub(super) const CROSSTABLE: &[Column] = &[
        RULES,
        PLAYERS,
        METRIC.named("measure"),
        STRATEGY,
        OPPONENT,
        VALUE.named("difference"),
        LOW,
        HIGH,
        ADJUSTED,
        VERDICT,
        DIGEST,
    ];
    pub(super) const DUEL: &[Column] = &[
        RULES,
        PLAYERS,
        STRATEGY,
        OPPONENT,
        GAMES,
        value(Elo),
        low(Elo),
        high(Elo),
        p_value(Elo).named("p_value"),
        column(Source::Metric(Elo, FindingPart::QValue)).named("p_adjusted"),
        column(Source::Metric(Elo, FindingPart::Verdict)).named("verdict"),
        value(Ended),
        value(VarianceReduction),
        value(SidesDiffer).named("sides_z"),
        p_value(SidesDiffer).named("sides_p"),
        value(Stalled),
        value(Blocked),
        UNDECIDED,
        value(UndecidedGames),
        value(Faults),
        DIGEST,
    ];
    pub(super) const SIDES: &[Column] = &[
        RULES,
        PLAYERS,
        STRATEGY,
        OPPONENT,
        GAMES,
        value(Wins),
        value(WinRate),
        low(WinRate),
        high(WinRate),
        value(FairShare),
        value(VarianceReduction),
        DIGEST,
    ];
    pub(super) const EFFECTS: &[Column] = &[
        RULES,
        AGAINST.named("baseline"),
        PLAYERS,
        TABLE,
        METRIC,
        HERE.named("value"),
        THERE.named("baseline_value"),
        VALUE.named("difference"),
        LOW,
        HIGH,
        P_VALUE,
        HOLM.named("p_adjusted"),
        VERDICT,
        FAMILY,
        Q_VALUE,
        UNDECIDED,
        GAMES,
        DIGEST,
    ];
    pub(super) const CHANCES: &[Column] =
        &[RULES, PLAYERS, TABLE, OF.named("percent"), value(Said), value(Won), DIGEST];
    pub(super) const CURVE: &[Column] =
        &[RULES, PLAYERS, TABLE, KEYS.named("keys"), METRIC, VALUE, LOW, HIGH, DIGEST];
    pub(super) const FACTORIAL: &[Column] =
        &[PLAYERS, TABLE, METRIC, OF.named("effect"), VALUE, LOW, HIGH, P_VALUE, ADJUSTED, VERDICT];
    pub(super) const VARIANCE: &[Column] =
        &[PLAYERS, TABLE, METRIC, OF.named("kind"), VALUE, LOW, HIGH];
    pub(super) const LINE: &[Column] =
        &[PLAYERS, TABLE, METRIC, OF, VALUE, LOW, HIGH, P_VALUE, ADJUSTED, VERDICT];
    pub(super) const SKILL: &[Column] = &[
        RULES,
        PLAYERS,
        STRATEGY,
        AGAINST.named("others"),
        GAMES,
        value(WinRate),
        low(WinRate),
        high(WinRate),
        value(Elo),
        low(Elo),
        high(Elo),
        value(Faults),
        DIGEST,
    ];
    pub(super) const BEST: &[Column] =
        &[RULES, PLAYERS, OF, AGAINST, METRIC, VALUE, LOW, HIGH, DIGEST];
}

impl Question {
    /// The columns of its table. With a column of metrics' names each finding has a row. Only what
    /// is compared is in tables that say with what.
    pub(crate) fn columns(self) -> &'static [Column] {
        match self {
            Question::Strength => columns::STRENGTH,
            Question::Games => columns::ALL_GAMES,
            Question::Seats => columns::SEATS,
            Question::Matchups => columns::MATCHUPS,
            Question::Ratings => columns::RATINGS,
            Question::Ranks => columns::RANKS,
            Question::Crosstable => columns::CROSSTABLE,
            Question::Duel => columns::DUEL,
            Question::Sides => columns::SIDES,
            Question::Effects => columns::EFFECTS,
            Question::Chances => columns::CHANCES,
            Question::Curve => columns::CURVE,
            Question::Factorial => columns::FACTORIAL,
            Question::Variance => columns::VARIANCE,
            Question::Line => columns::LINE,
            Question::Skill => columns::SKILL,
            Question::Best => columns::BEST,
        }
    }

    /// What is said of some metrics.
    pub(crate) fn sentences(self) -> &'static [SentencePattern] {
        use Metric::*;
        match self {
            Question::Strength => &[
                (WinRate, 100.0, "@ won # % of its games"),
                (ScoreMean, 1.0, "@ got # points a game"),
            ],
            Question::Games => &[
                (TurnsMean, 1.0, "a game that finishes lasts # turns on average"),
                (TurnsP50, 1.0, "half of all games last at most # turns"),
            ],
            Question::Seats => &[(WinRate, 100.0, "@ won # % of the games")],
            Question::Matchups => &[(MeanDifference, 1.0, "@ got # points a game more than ^")],
            Question::Ratings => &[(Rating, 1.0, "@ is rated # Elo")],
            Question::Crosstable => &[
                (Wins, 100.0, "@ won # games in 100 more than ^"),
                (Points, 1.0, "@ got # points a game more than ^"),
            ],
            Question::Duel => &[(Elo, 1.0, "@ is # Elo stronger than ^")],
            Question::Sides | Question::Skill => {
                &[(WinRate, 100.0, "@ alone among ^ won # % of the games")]
            }
            Question::Ranks
            | Question::Effects
            | Question::Chances
            | Question::Curve
            | Question::Factorial
            | Question::Variance
            | Question::Line
            | Question::Best => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_its_columns_each_once() {
        for question in Question::ALL {
            let mut names: Vec<String> = question.columns().iter().map(Column::name).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{question}");
        }
    }
}

//! A run directory as it is read: whichever of its files are there.

use super::{ReportError, Source};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use unobench_core::shown::Shown;
use unobench_disk::{open_shown, read_text};
use unobench_findings::comparison::{aliases, effects};
use unobench_findings::csv;
use unobench_findings::documents::{DocumentHead, Manifest, Play};
use unobench_findings::estimate::Estimate;
use unobench_findings::finding::{BY_DEFAULT, Finding};
use unobench_findings::metric::Metric;
use unobench_findings::panel::place;
use unobench_findings::question::Question;
use unobench_findings::rows::{FAIR, LadderRow, ScoreRow, TurnsRow};
use unobench_findings::study::Study;
use unobench_findings::tell::speech::{DEFAULT_MARK, distinct, no_verdict};

/// The files that a report shows; a directory with none of them is no run.
pub(super) const FILES: [&str; 6] =
    ["manifest.json", "findings.csv", "scores.csv", "turns.csv", "ladder.csv", "heads.csv"];

/// The questions of which the strategies are marked that did not play themselves.
const MARKED: [Question; 7] = [
    Question::Strength,
    Question::Matchups,
    Question::Ratings,
    Question::Ranks,
    Question::Crosstable,
    Question::Duel,
    Question::Sides,
];

/// The question of which no sentence and no figure tells.
const UNTOLD: Question = Question::Chances;

/// Files in which each row is a strategy alone among others.
pub(super) const LADDERS: [&str; 2] = ["ladder", "heads"];

fn of_ladder(row: LadderRow) -> Finding {
    let LadderRow { rules, players, strategy, opponent: against, win_rate, .. } = row;
    let (question, metric) = (Question::Skill, Metric::WinRate);
    let (value, low, high) = (win_rate, row.win_rate_low, row.win_rate_high);
    let all = Finding {
        question,
        rules,
        players,
        subject: strategy,
        against,
        metric,
        ..Finding::default()
    };
    Finding { value, low, high, ..all }
}

/// Where findings and rule sets stand, made when it is first asked for: there may be very many.
#[derive(Debug, Default)]
pub(super) struct Places(OnceLock<HashMap<String, Vec<usize>>>);

/// A copy may be given other findings.
impl Clone for Places {
    fn clone(&self) -> Places {
        Places::default()
    }
}

/// A run directory, or one of its tables, with all that a report reads from its files.
#[derive(Debug, Clone, Default)]
pub(super) struct Run {
    /// What tells it from the other directories of the report.
    pub(super) label: String,
    /// The same of the whole directory, where this is one of its tables.
    pub(super) directory: String,
    pub(super) is_derived: bool,
    pub(super) manifest: Manifest,
    /// All but the effects of the baseline by another name. Bots of which more than 1 % of the
    /// decisions were made for them are marked.
    pub(super) findings: Vec<Finding>,
    pub(super) places: Places,
    /// What the files say of which [`LADDERS`] has the names.
    pub(super) ladders: [Vec<Finding>; 2],
    pub(super) is_marked: bool,
    pub(super) scores: Vec<ScoreRow>,
    pub(super) turns: Vec<TurnsRow>,
}

impl Run {
    fn read(source: &Source) -> Result<Run, ReportError> {
        let directory = source.derived.as_ref().unwrap_or(&source.directory);
        directory.read_dir().map_err(|source| ReportError::Read {
            path: directory.to_owned(),
            source: told(source),
        })?;
        if !FILES.iter().any(|name| directory.join(name).is_file()) {
            return Err(ReportError::NotARun { path: directory.to_owned() });
        }
        let mut findings =
            rows_that(directory.join("findings.csv"), |found: &Finding| found.question != UNTOLD)?;
        let mut ladders: [Vec<Finding>; 2] = Default::default();
        for (name, ladder) in LADDERS.iter().zip(&mut ladders) {
            let rows: Vec<LadderRow> = table(directory.join(format!("{name}.csv")))?;
            ladder.extend(rows.into_iter().map(of_ladder));
        }
        let own: Vec<String> =
            aliases(&effects(&findings)).into_iter().map(str::to_owned).collect();
        findings.retain(|finding| {
            finding.question != Question::Effects
                || ["", FAIR].contains(&&*finding.against)
                || !own.contains(&finding.rules)
        });
        Ok(Run {
            is_derived: source.derived.is_some(),
            manifest: json(directory.join("manifest.json"))?,
            scores: table(directory.join("scores.csv"))?,
            turns: table(directory.join("turns.csv"))?,
            is_marked: mark(&mut findings),
            findings,
            ladders,
            ..Run::default()
        })
    }

    /// All findings, each with what it answers.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &Finding)> + Clone {
        let ladders = LADDERS.into_iter().zip(&self.ladders);
        let ladders = ladders.flat_map(|(name, rows)| rows.iter().map(move |row| (name, row)));
        self.findings.iter().map(|found| (found.question.name(), found)).chain(ladders)
    }

    /// Which command's games these are; none where the manifest does not say.
    pub(super) fn study(&self) -> Option<Study> {
        self.head().question
    }

    pub(super) fn head(&self) -> &DocumentHead {
        &self.manifest.head
    }

    /// Whose games these are, where a sentence begins.
    pub(super) fn among(&self) -> String {
        let is_table = self.label != self.directory;
        if is_table { format!("Among {}", self.label) } else { self.label.clone() }
    }

    unobench_core::reads! {
        /// The name of the rule set that others are compared with; empty if there is none.
        pub(super) fn baseline(&self) -> &str = self.head().baseline.as_deref().unwrap_or_default();
    }

    /// What was found under a rule set.
    fn of_rules(&self, rules: &str) -> impl Iterator<Item = &Finding> {
        let places = self.places.0.get_or_init(|| {
            let mut places: HashMap<String, Vec<usize>> = HashMap::new();
            for (place, found) in self.findings.iter().enumerate() {
                match places.get_mut(&found.rules) {
                    Some(known) => known.push(place),
                    None => _ = places.insert(found.rules.clone(), vec![place]),
                }
            }
            places
        });
        places.get(rules).into_iter().flatten().map(|&place| &self.findings[place])
    }

    /// What was found of all games of a rule set.
    fn of_games(&self, rules: &str, metric: Metric) -> Option<&Finding> {
        let wanted = (Question::Games, metric);
        self.of_rules(rules).find(|found| (found.question, found.metric) == wanted)
    }

    /// The share of games that a strategy wins which plays as well as all others: as the program
    /// wrote it, or else 1/n.
    pub(super) fn fair_share(&self, rules: &str, players: u32) -> f64 {
        let written = self.of_games(rules, Metric::FairShare).and_then(|finding| finding.value);
        let written = written.filter(|share| *share > 0.0 && *share <= 1.0);
        written.unwrap_or(1.0 / f64::from(players.max(1)))
    }

    /// The share of games that nobody won.
    pub(super) fn undecided(&self, rules: &str) -> f64 {
        self.of_games(rules, Metric::Blocks)
            .and_then(|finding| finding.undecided)
            .unwrap_or_default()
    }

    /// Why nothing is said of a rule set under which random played for somebody.
    pub(super) fn no_verdict(&self, rules: &str) -> Option<String> {
        let wanted = (Question::Strength, Metric::ByDefault);
        let of_bots =
            self.of_rules(rules).filter(|finding| (finding.question, finding.metric) == wanted);
        no_verdict(of_bots.map(|finding| &finding.subject))
    }

    /// The p-value of a test of all seats of a run.
    pub(super) fn equal_seats(&self, rules: &str) -> Option<f64> {
        self.of_games(rules, Metric::SeatImbalance)?.p_value
    }

    /// The mean of the turns of games that finished.
    pub(super) fn turns_mean(&self, rules: &str) -> Option<Estimate> {
        self.of_rules(rules)
            .filter(|finding| finding.against.is_empty() && finding.metric == Metric::TurnsMean)
            .find(|finding| {
                [Question::Games, Question::Effects, Question::Curve].contains(&finding.question)
            })?
            .known()
    }

    pub(super) fn score_mean(&self, rules: &str, strategy: &str) -> Option<Estimate> {
        self.of_strategy(Question::Strength, rules, strategy, Metric::ScoreMean)?.known()
    }

    pub(super) fn of_strategy(
        &self,
        question: Question,
        rules: &str,
        strategy: &str,
        metric: Metric,
    ) -> Option<&Finding> {
        let wanted = (question, strategy, metric);
        self.of_rules(rules)
            .find(|finding| (finding.question, &*finding.subject, finding.metric) == wanted)
    }

    /// The rule sets in the order in which they were played; those that the manifest does not name
    /// come last.
    pub(super) fn place_of(&self, rules: &str) -> usize {
        let named = &self.manifest.rules;
        named.iter().position(|rule_set| rule_set.name == rules).unwrap_or(named.len())
    }
}

pub(super) fn read_all(sources: &[Source]) -> Result<Vec<Run>, ReportError> {
    let mut runs = sources.iter().map(Run::read).collect::<Result<Vec<_>, _>>()?;
    // A name such as "." says nothing; where the directory is does.
    let directories = sources.iter().map(|source| &source.directory);
    let places: Vec<PathBuf> =
        directories.map(|path| path.canonicalize().unwrap_or(path.clone())).collect();
    for (run, label) in runs.iter_mut().zip(labels(&places)) {
        run.directory.clone_from(&label);
        run.label = label;
    }
    Ok(runs)
}

/// The same runs, those of surveys taken apart by who sat at the table, so that tables are compared
/// as directories are.
pub(super) fn by_table(runs: &[Run]) -> Cow<'_, [Run]> {
    if runs.iter().all(|run| tables_of(run).len() < 2) {
        return Cow::Borrowed(runs);
    }
    let mut apart = Vec::new();
    for run in runs {
        let mut tables = tables_of(run);
        if tables.len() < 2 {
            apart.push(run.clone());
            continue;
        }
        tables.sort_by_key(|(players, table)| (*players, place_in_panel(run, table)));
        let several_sizes = tables.iter().any(|(players, _)| *players != tables[0].0);
        for (players, table) in tables {
            let mut named = vec![table.to_owned()];
            if runs.len() > 1 {
                named.insert(0, run.label.clone());
            }
            named.extend(several_sizes.then(|| format!("{players} seats")));
            let is_here =
                |finding: &&Finding| (finding.players, &*finding.table) == (players, table);
            let lasted_here =
                |row: &&TurnsRow| (row.players, row.table.as_deref()) == (players, Some(table));
            apart.push(Run {
                label: named.join(", "),
                findings: run.findings.iter().filter(is_here).cloned().collect(),
                turns: run.turns.iter().filter(lasted_here).cloned().collect(),
                directory: run.directory.clone(),
                manifest: run.manifest.clone(),
                scores: run.scores.clone(),
                ladders: run.ladders.clone(),
                places: Places::default(),
                ..*run
            });
        }
    }
    Cow::Owned(apart)
}

/// The tables at which rule sets are compared.
fn tables_of(run: &Run) -> Vec<(u32, &str)> {
    let effects = run.findings.iter().filter(|finding| finding.question == Question::Effects);
    let compared = effects.filter(|finding| !finding.against.is_empty());
    distinct(compared.map(|finding| (finding.players, finding.table.as_str())))
}

/// The place of a table in all pictures: who knows the rules first, then that in the panel; tables
/// that the manifest does not name come last.
pub(super) fn place_in_panel(run: &Run, table: &str) -> (usize, usize) {
    let mut legs = run.manifest.legs.iter().flatten();
    let in_panel = legs.position(|leg| match &leg.play {
        Play::Starters { strategy } => strategy == table,
        Play::Mixed { strategies } => strategies.join("+") == table,
        _ => false,
    });
    (place(table), in_panel.unwrap_or(usize::MAX))
}

/// The last parts of the paths, as many as it takes to tell them apart, or their places if nothing
/// does.
fn labels(directories: &[PathBuf]) -> Vec<String> {
    for parts in 1..=4 {
        let names: Vec<String> = directories.iter().map(|path| tail(path, parts)).collect();
        if (1..names.len()).all(|place| !names[..place].contains(&names[place])) {
            return names;
        }
    }
    (1..).zip(directories).map(|(number, path)| format!("{} ({number})", tail(path, 1))).collect()
}

/// The last so many parts of a path, as people may see them.
fn tail(path: &Path, parts: usize) -> String {
    let names: Vec<String> = path
        .components()
        .map(|part| Shown::of(&part.as_os_str().to_string_lossy()).to_string())
        .collect();
    names[names.len().saturating_sub(parts)..].join("/")
}

/// Marks the names of bots that did not play themselves; whether there are any.
fn mark(findings: &mut [Finding]) -> bool {
    let bots: Vec<(String, String)> = findings
        .iter()
        .filter(|finding| finding.metric == Metric::ByDefault)
        .filter(|finding| finding.value.is_some_and(|share| share > BY_DEFAULT))
        .map(|finding| (finding.rules.clone(), finding.subject.clone()))
        .collect();
    for found in findings.iter_mut().filter(|finding| MARKED.contains(&finding.question)) {
        let Finding { rules, subject: strategy, against, .. } = found;
        for name in [strategy, against] {
            if bots.iter().any(|(at, bot)| at == rules && bot == name) {
                name.extend([' ', DEFAULT_MARK]);
            }
        }
    }
    !bots.is_empty()
}

/// An error as it is told wherever a file is missing.
fn told(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(io::ErrorKind::NotFound, "no such file"),
        _ => error,
    }
}

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 256_000_000;

fn text(path: &Path) -> Result<Option<String>, ReportError> {
    match read_text(path, MAX_FILE) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(ReportError::Read { path: path.to_owned(), source }),
    }
}

fn json<D: DeserializeOwned + Default>(path: PathBuf) -> Result<D, ReportError> {
    let Some(text) = text(&path)? else { return Ok(D::default()) };
    let value = serde_json::from_str(&text).map(visible).and_then(serde_json::from_value);
    value.map_err(|error| damaged(path, &error))
}

fn table<R: DeserializeOwned>(path: PathBuf) -> Result<Vec<R>, ReportError> {
    rows_that(path, |_| true)
}

/// The rows of a table that are wanted, read one by one: the file is never in memory as a whole.
fn rows_that<R: DeserializeOwned>(
    path: PathBuf,
    is_wanted: impl Fn(&R) -> bool,
) -> Result<Vec<R>, ReportError> {
    let file = match open_shown(&path, MAX_FILE) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(ReportError::Read { path, source }),
    };
    let rows = csv::rows(file).filter(|row| row.as_ref().map_or(true, &is_wanted));
    rows.collect::<Result<_, _>>().map_err(|error| damaged(path, &error))
}

fn damaged(path: PathBuf, error: &dyn std::error::Error) -> ReportError {
    ReportError::Damaged { path, reason: error.to_string() }
}

/// A document in whose texts nothing is hidden, and nothing turns the direction of writing.
fn visible(value: Value) -> Value {
    let shown = |text: &str| Shown::lines(text).to_string();
    match value {
        Value::String(text) => Value::String(shown(&text)),
        Value::Array(values) => values.into_iter().map(visible).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(key, value)| (shown(&key), visible(value))).collect()
        }
        plain => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn directories_are_named_by_as_much_of_their_paths_as_tells_them_apart() {
        let paths = |names: &[&str]| -> Vec<PathBuf> { names.iter().map(PathBuf::from).collect() };
        assert_eq!(labels(&paths(&["results/a", "results/b"])), ["a", "b"]);
        assert_eq!(labels(&paths(&["one/a", "two/a"])), ["one/a", "two/a"]);
        assert_eq!(labels(&paths(&["a", "a"])), ["a (1)", "a (2)"]);
    }

    #[test]
    fn who_knows_the_rules_is_told_of_first_and_the_others_as_in_the_panel() {
        let legs = json!({"legs": [
            {"play": {"leg": "starters", "strategy": "random"}},
            {"play": {"leg": "starters", "strategy": "champion"}},
        ]});
        let effect = |table: &str| Finding {
            question: Question::Effects,
            table: table.to_owned(),
            against: "official".to_owned(),
            ..Finding::default()
        };
        let run = Run {
            manifest: serde_json::from_value(legs).expect("a manifest"),
            findings: ["champion", "counter", "other", "random"].map(effect).to_vec(),
            ..Run::default()
        };
        let labels: Vec<String> = by_table(&[run]).iter().map(|run| run.label.clone()).collect();
        assert_eq!(labels, ["champion", "counter", "random", "other"]);
    }

    #[test]
    fn the_fair_share_is_the_written_one_or_that_of_the_seats() {
        let finding = Finding {
            question: Question::Games,
            rules: "partners".to_owned(),
            ..Finding::default()
        };
        let run = Run { findings: vec![finding.number(Metric::FairShare, 0.5)], ..Run::default() };
        assert_eq!(run.fair_share("partners", 4), 0.5);
        assert_eq!(run.fair_share("official", 4), 0.25);
    }
}

//! Files of networks: a header that says how they were made, and the weights.
//!
//! The first line is `unobench-net 3`. Lines of TOML follow up to an empty line: the sizes, the
//! digest of the list of inputs, and a `[[table]]` for each number of seats with the rule set, the
//! seed, the games and the command it was trained by, and `aim = "score"` if it learned to do well
//! in points instead of wins; and a `[[fit]]` for each at which it was found how often seats win
//! that are said to; and an `[[examined]]` for each rule set and number of seats at which they
//! met examiners. Then come the weights, 16 bits each, the lowest
//! byte first, in the order of the tables and of [`Net`]'s fields; then the 64-bit FNV-1a sum of
//! all bytes before it.

use super::fit::Fit;
use super::gaps::{Taken, chance_of_other};
use super::model::{DEPTH, Net, WIDTH, said};
use super::rows;
use super::seats::nearest;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use toml::Value;
use unobench_core::bounded::quoted;
use unobench_core::cards::Cards;
use unobench_core::digest::fnv1a;
use unobench_core::game::View;
use unobench_core::reader::Reader;
use unobench_core::rules::MAX_SEATS;
use unobench_core::strategy::{Aim, StrategyFile};

const MAGIC: &str = "unobench-net 3\n";

/// The most games that a training is believed to have had.
const MAX_GAMES: u64 = 1_000_000_000_000_000;

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 4_000_000;

/// How many times networks were made that come with the program, each from other games.
pub const SEEDS: usize = 3;

const FILES: usize = SEEDS * Aim::ALL.len();

static BUILT_IN: [OnceLock<Arc<Nets>>; FILES] = [const { OnceLock::new() }; FILES];

/// Files that were given by whoever has none built in.
static GIVEN: [OnceLock<Vec<u8>>; FILES] = [const { OnceLock::new() }; FILES];

/// A file that comes with the program: what its networks learned to do well in, and their seed, from
/// 1 to [`SEEDS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped(pub Aim, pub usize);

impl Shipped {
    fn place(self) -> usize {
        Aim::ALL.len() * (self.1 - 1) + self.0 as usize
    }

    #[cfg(feature = "embedded")]
    fn built_in(self) -> Option<&'static [u8]> {
        const BYTES: [&[u8]; FILES] = [
            include_bytes!("champion.net"),
            include_bytes!("score.net"),
            include_bytes!("champion-2.net"),
            include_bytes!("score-2.net"),
            include_bytes!("champion-3.net"),
            include_bytes!("score-3.net"),
        ];
        Some(BYTES[self.place()])
    }

    #[cfg(not(feature = "embedded"))]
    fn built_in(self) -> Option<&'static [u8]> {
        None
    }

    /// Takes a file instead of the one built in, before anybody plays by it; a second one changes
    /// nothing.
    ///
    /// # Errors
    /// If it is no file of networks.
    pub fn give(self, file: Vec<u8>) -> Result<(), String> {
        Nets::parse(&file).map_err(|reason| reason.to_string())?;
        let _ = GIVEN[self.place()].set(file);
        Ok(())
    }

    /// Its networks; they are read once.
    ///
    /// # Panics
    /// If they are neither built in nor were given.
    pub fn nets(self) -> &'static Arc<Nets> {
        BUILT_IN[self.place()].get_or_init(|| {
            let file = GIVEN[self.place()].get().map(Vec::as_slice).or(self.built_in());
            let file = file.expect("the networks are built in, or were given");
            Arc::new(
                Nets::parse(file).expect("the networks that come with the program are complete"),
            )
        })
    }
}

/// Networks for some numbers of seats, and how they were made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nets {
    tables: Vec<(Origin, Net)>,
    /// How often seats win by what they say, by number of seats.
    fits: Vec<Fit>,
    /// Who met them, or who sits in their place, under which rules.
    examined: Vec<StoredTest>,
}

/// How a network was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Seats at the table.
    pub players: usize,
    /// The rule set, with what was set besides.
    pub rules: String,
    /// The seed of the training.
    pub seed: u64,
    /// Games played in training.
    pub games: u64,
    /// The command.
    pub command: String,
    /// What it learned to do well in.
    pub aim: Aim,
}

/// An exam of the networks under a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTest {
    /// A digest of the settings of the rule set.
    pub digest: String,
    /// Seats at the table.
    pub players: usize,
    /// Whether the network that examined them sits in their place.
    pub in_its_place: bool,
    /// Who met whoever sits.
    pub met: Vec<StoredResult>,
}

/// What an examiner won, in each of the seats that it had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResult {
    /// The strategy.
    pub examiner: String,
    /// Games.
    pub games: u64,
    /// In millionths: what a seat won of a game, and the ends of its interval.
    pub won: [u32; 3],
}

impl StoredTest {
    fn read(value: &Value) -> Option<StoredTest> {
        let met = value.get("met")?.as_array()?.iter().map(StoredResult::read);
        Some(StoredTest {
            digest: value.get("digest")?.as_str()?.to_owned(),
            players: natural(value.get("players")?)?.try_into().ok()?,
            in_its_place: value
                .get("in_its_place")
                .is_some_and(|flag| flag.as_bool() == Some(true)),
            met: met.collect::<Option<_>>()?,
        })
    }

    /// The exam as a file has it.
    pub fn written(&self) -> String {
        let StoredTest { digest, players, in_its_place, met } = self;
        let mut text = format!("[[examined]]\ndigest = \"{digest}\"\nplayers = {players}\n");
        if *in_its_place {
            text += "in_its_place = true\n";
        }
        let met: Vec<String> = met.iter().map(StoredResult::written).collect();
        text + &format!("met = [{}]\n", met.join(", "))
    }
}

impl StoredResult {
    fn read(value: &Value) -> Option<StoredResult> {
        let [examiner, games, won @ ..] = value.as_array()?.as_slice() else { return None };
        let share = |entry: &Value| {
            natural(entry)?.try_into().ok().filter(|millionths| *millionths <= 1_000_000)
        };
        let won: Option<Vec<u32>> = won.iter().map(share).collect();
        let (examiner, won) = (examiner.as_str()?.to_owned(), won?.try_into().ok()?);
        Some(StoredResult { examiner, games: natural(games)?, won })
    }

    fn written(&self) -> String {
        let StoredResult { examiner, games, won: [rate, low, high] } = self;
        format!("[{}, {games}, {rate}, {low}, {high}]", Value::from(examiner.as_str()))
    }
}

/// A network for one rule set, with what that is known by.
pub(super) struct Specialist {
    pub(super) digest: String,
    pub(super) origin: Origin,
    pub(super) net: Net,
}

/// A whole number that is not negative.
fn natural(value: &Value) -> Option<u64> {
    u64::try_from(value.as_integer()?).ok()
}

impl Origin {
    /// The rule set of a network that learned many.
    pub const ANY_RULES: &str = "any";
}

/// Why a file of networks cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .reason.of(&quoted(&.path.to_string_lossy())))]
pub struct NetsError {
    path: PathBuf,
    reason: Reason,
}

/// What is wrong with a file of networks, for the user who named it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Reason {
    #[error("cannot read the network: {0}")]
    Unreadable(String),
    #[error("this is not a network: its first line is not {}", quoted(MAGIC.trim_end()))]
    Magic,
    #[error("the network is longer than {MAX_FILE} bytes")]
    Long,
    #[error("the network is damaged: {0}")]
    Damaged(&'static str),
    #[error("the header is damaged: {key} is {}; allowed: {allowed}", quoted(.found))]
    Header { key: &'static str, found: String, allowed: String },
}

impl Reason {
    /// What is wrong with the file of this name.
    fn of(&self, path: &str) -> String {
        match self {
            Reason::Unreadable(error) => format!("cannot read the network {path}: {error}"),
            reason => format!("{path}: {reason}"),
        }
    }
}

impl Nets {
    /// The networks that come with the program; they are read once.
    pub fn champion() -> &'static Arc<Nets> {
        Shipped(Aim::Wins, 1).nets()
    }

    /// Whether all of them choose by the chance to win.
    pub fn give_chances(&self) -> bool {
        self.tables.iter().all(|(origin, _)| origin.aim == Aim::Wins)
    }

    /// Networks for several numbers of seats in one file; of two for the same number the later one.
    pub fn new(tables: impl IntoIterator<Item = (Origin, Net)>) -> Nets {
        let mut kept: Vec<(Origin, Net)> = Vec::new();
        for (origin, net) in tables {
            kept.retain(|(_, other)| other.players != net.players);
            kept.push((origin, net));
        }
        kept.sort_by_key(|(_, net)| net.players);
        Nets { tables: kept, fits: Vec::new(), examined: Vec::new() }
    }

    /// The tables, by number of seats.
    pub fn tables(&self) -> &[(Origin, Net)] {
        &self.tables
    }

    /// The network for so many seats, or that for the nearest number, of two the larger; and how it
    /// was made.
    pub fn of(&self, players: usize) -> &(Origin, Net) {
        nearest(&self.tables, players, |(_, net)| net.players).expect("a file has a network")
    }

    /// That for the table that a seat sees.
    #[inline(always)]
    pub fn at<C: Cards>(&self, view: &View<'_, C>) -> &(Origin, Net) {
        self.of(view.players())
    }

    /// How likely, in millionths, the seat of a view wins where they have this logit, in 2⁻²⁰: as
    /// often as was found at the nearest number of seats or, where nothing was, as they have it.
    pub fn chance<C: Cards>(&self, view: &View<'_, C>, logit: i32) -> i32 {
        match nearest(&self.fits, view.players(), |fit| fit.players) {
            Some(fit) => fit.chance(logit),
            None => (1e6 * said(logit, Aim::Wins)).round() as i32,
        }
    }

    /// The chance of an action that the seat of a view does not take, in millionths, from those of
    /// the one that it takes and of this one: by what was found of such gaps or, where nothing was
    /// found of chances, as they have it.
    pub fn chance_of_other<C: Cards>(
        &self,
        view: &View<'_, C>,
        taken: Taken,
        [best, other]: [i32; 2],
    ) -> i32 {
        if self.fits.is_empty() {
            return other;
        }
        chance_of_other(view.rules(), view.players(), taken, [best, other])
    }

    /// What a table of so many seats needs of a file, as a file; none of what is none.
    pub fn cut(file: &[u8], players: usize) -> Option<Vec<u8>> {
        let nets = Nets::parse(file).ok()?;
        let place =
            nets.tables.iter().position(|(_, net)| net.players == nets.of(players).1.players)?;
        let rest = file.strip_prefix(MAGIC.as_bytes())?;
        let end = rest.windows(2).position(|two| two == b"\n\n")?;
        let mut header: toml::Table = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
        let tables = header.get_mut("table")?.as_array_mut()?;
        *tables = vec![tables.swap_remove(place)];
        let size = nets.tables[place].1.players;
        if let Some(exams) = header.get_mut("examined").and_then(Value::as_array_mut) {
            let seats = |exam: &Value| StoredTest::read(exam).map(|exam| exam.players);
            exams.retain(|exam| seats(exam).is_some_and(|seats| nets.of(seats).1.players == size));
        }
        let text = header.to_string().replace("\n\n", "\n");
        let mut bytes = format!("{MAGIC}{}\n\n", text.trim_end()).into_bytes();
        bytes.extend(nets.tables[place].1.numbers().flat_map(i16::to_le_bytes));
        Some(sealed(bytes))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no network of this program.
    pub fn read(path: &Path, files: &dyn Reader) -> Result<Nets, NetsError> {
        let bytes = files.bytes(path, MAX_FILE).map_err(Reason::Unreadable);
        let nets = bytes.and_then(|bytes| Nets::parse(&bytes));
        nets.map_err(|reason| NetsError { path: path.to_owned(), reason })
    }

    fn parse(bytes: &[u8]) -> Result<Nets, Reason> {
        let (header, weights) = opened(bytes)?;
        let tables = tables_of(&header, weights)?;
        let list = |key| header.get(key).and_then(Value::as_array).into_iter().flatten();
        let fits: Option<_> = list("fit").map(Fit::read).collect();
        let fits =
            fits.ok_or(Reason::Damaged("a [[fit]] has not 25 chances of which none falls"))?;
        let examined: Option<_> = list("examined").map(StoredTest::read).collect();
        let examined = examined.ok_or(Reason::Damaged("an [[examined]] is not complete"))?;
        Ok(Nets { fits, examined, ..Nets::new(tables) })
    }

    /// The networks of a file of which each is for one rule set.
    pub(super) fn specialists(bytes: &[u8]) -> Result<Vec<Specialist>, String> {
        let told = |reason: Reason| reason.to_string();
        let (header, weights) = opened(bytes).map_err(told)?;
        let tables = tables_of(&header, weights).map_err(told)?;
        let entries = header.get("table").and_then(Value::as_array).into_iter().flatten();
        let specialist = |((origin, net), entry): ((Origin, Net), &Value)| {
            let digest = entry.get("digest").and_then(Value::as_str);
            let digest = digest.ok_or("a [[table]] has no digest")?.to_owned();
            Ok(Specialist { digest, origin, net })
        };
        tables.into_iter().zip(entries).map(specialist).collect()
    }

    /// Their exam under a rule set, by a digest of its settings, at tables of so many seats.
    pub fn examined(&self, digest: &str, players: usize) -> Option<&StoredTest> {
        self.examined.iter().find(|exam| exam.digest == digest && exam.players == players)
    }

    /// The same with an exam.
    #[must_use]
    pub fn with_exam(self, exam: StoredTest) -> Nets {
        Nets { examined: vec![exam], ..self }
    }

    /// The bytes of a file, without what was found of chances.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = MAGIC.to_owned() + &self.header();
        text.extend(self.examined.iter().map(StoredTest::written));
        let mut bytes = (text + "\n").into_bytes();
        for (_, net) in &self.tables {
            bytes.extend(net.numbers().flat_map(i16::to_le_bytes));
        }
        sealed(bytes)
    }

    fn header(&self) -> String {
        let mut text =
            format!("inputs = \"{:016x}\"\nwidth = {WIDTH}\ndepth = {DEPTH}\n", rows::digest());
        for (Origin { players, rules, seed, games, command, aim }, _) in &self.tables {
            let (rules, command) = (Value::from(rules.as_str()), Value::from(command.as_str()));
            let _ = write!(
                text,
                "[[table]]\nplayers = {players}\nrules = {rules}\nseed = \"{seed}\"\ngames = \
                 {games}\ncommand = {command}\n",
            );
            if *aim != Aim::default() {
                let _ = writeln!(text, "aim = \"{aim}\"");
            }
        }
        text
    }
}

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(fnv1a(&bytes).to_le_bytes());
    bytes
}

/// The header of a file, and the bytes of its weights.
fn opened(bytes: &[u8]) -> Result<(toml::Table, &[u8]), Reason> {
    if bytes.len() as u64 > MAX_FILE {
        return Err(Reason::Long);
    }
    let rest = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(Reason::Magic)?;
    let (sealed, sum) =
        bytes.split_last_chunk::<8>().ok_or(Reason::Damaged("it ends too early"))?;
    if fnv1a(sealed) != u64::from_le_bytes(*sum) {
        return Err(Reason::Damaged("its bytes are not those that were written"));
    }
    let end = rest.windows(2).position(|two| two == b"\n\n");
    let end = end.ok_or(Reason::Damaged("its header does not end"))?;
    let header = std::str::from_utf8(&rest[..end]).ok().and_then(|text| text.parse().ok());
    let header: toml::Table = header.ok_or(Reason::Damaged("its header is not TOML"))?;
    fits(&header, "inputs", &format!("{:016x}", rows::digest()))?;
    fits(&header, "width", &WIDTH.to_string())?;
    fits(&header, "depth", &DEPTH.to_string())?;
    Ok((header, &rest[end + 2..rest.len() - 8]))
}

/// The networks of a file, each with how it was made.
fn tables_of(header: &toml::Table, mut weights: &[u8]) -> Result<Vec<(Origin, Net)>, Reason> {
    let origins = header.get("table").and_then(Value::as_array).filter(|list| !list.is_empty());
    let origins = origins.ok_or(Reason::Damaged("its header has no [[table]]"))?;
    let mut tables = Vec::new();
    for origin in origins {
        let origin = read_origin(origin)?;
        let count = 2 * Net::len(origin.players);
        let (own, others) = weights
            .split_at_checked(count)
            .ok_or(Reason::Damaged("it has fewer weights than its header says"))?;
        weights = others;
        let numbers: Vec<i16> =
            own.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
        let net = Net::of_numbers(origin.players, &numbers);
        if !net.is_sound() {
            return Err(Reason::Damaged("a weight is too large"));
        }
        tables.push((origin, net));
    }
    if !weights.is_empty() {
        return Err(Reason::Damaged("it has more weights than its header says"));
    }
    Ok(tables)
}

fn fits(header: &toml::Table, key: &'static str, allowed: &str) -> Result<(), Reason> {
    let found = header.get(key).map_or_else(|| "missing".to_owned(), written);
    if found == allowed {
        return Ok(());
    }
    Err(Reason::Header { key, found, allowed: format!("{allowed}, as this program has it") })
}

/// A value as the header has it, without quotes.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn read_origin(table: &Value) -> Result<Origin, Reason> {
    let value = |key: &'static str, allowed: &str| {
        let missing = || Reason::Header { key, found: "missing".into(), allowed: allowed.into() };
        table.get(key).map(written).ok_or_else(missing)
    };
    let number = |key: &'static str, low: u64, high: u64| {
        let allowed = format!("a whole number from {low} to {high}");
        let found = value(key, &allowed)?;
        let number = found.parse().ok().filter(|number| (low..=high).contains(number));
        number.ok_or(Reason::Header { key, found, allowed })
    };
    Ok(Origin {
        players: number("players", 2, MAX_SEATS as u64)? as usize,
        rules: value("rules", "a text")?,
        seed: number("seed", 0, u64::MAX)?,
        games: number("games", 0, MAX_GAMES)?,
        command: value("command", "a text")?,
        aim: {
            let found = table.get("aim").map_or_else(|| Aim::default().to_string(), written);
            let aim = Aim::ALL.into_iter().find(|aim| aim.to_string() == found);
            aim.ok_or(Reason::Header { key: "aim", found, allowed: "wins, score".into() })?
        },
    })
}

impl StrategyFile for Nets {
    fn text(&self) -> String {
        let numbers = self.tables.iter().flat_map(|(_, net)| net.numbers());
        let weights: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
        format!("{MAGIC}{}weights = \"{:016x}\"\n", self.header(), fnv1a(&weights))
    }
}

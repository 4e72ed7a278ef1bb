//! How a strategy is described: its name, its parameters, what it declares of itself; and one
//! with values for its parameters.

use super::{
    Aim, AnyFast, FastStrategy, Parameter, ParameterRange, ParameterValues, Player, StrategyFile,
};
use crate::digest::fnv1a;
use crate::game::ActiveRules;
use crate::reader::Reader;
use crate::rules::{Count, RuleSet, ScoringMethod, ScoringRules};
use crate::table::{Table, TableSetup};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// What the catalogue says of a strategy.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// Where the idea is from.
    pub source: &'static str,
    /// 0 no thought, 1 heuristics, 2 with memory or an eye on others, 3 learned, 4 search, 5 bounds
    /// that see what nobody may.
    pub tier: u8,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it declares of itself.
    pub traits: Traits,
    /// Its version; none of the library's own, which go by that of the program.
    pub version: Option<&'static str>,
    /// Makes the player with these settings.
    pub make: fn(&ParameterValues<'_>) -> Player,
    /// How its [`ParameterRange::File`] is read, if it has such a parameter.
    pub file: Option<FileFormat>,
    /// Makes a [`FastStrategy`] with these settings; none if it is not one.
    pub fast: Option<MakeFast>,
}

/// Sets the fast table of a library, where all who sit there are fast strategies.
pub type SetFastTable = fn(&TableSetup) -> Option<Box<dyn Table>>;

/// How a fast strategy is made, for tables that do not know its type.
pub type MakeFast = fn(&ParameterValues<'_>) -> Arc<dyn AnyFast>;

impl Entry {
    /// A strategy without parameters that is not stochastic and does not search; the methods say
    /// otherwise.
    pub const fn new(
        name: &'static str,
        description: &'static str,
        make: fn(&ParameterValues<'_>) -> Player,
    ) -> Entry {
        Entry {
            name,
            description,
            source: "",
            tier: 1,
            parameters: &[],
            traits: Traits {
                stochastic: false,
                recall: Recall::Nothing,
                sight: Visibility::Own,
                looks_at: "",
                cost: Cost::Moderate,
            },
            version: None,
            make,
            file: None,
            fast: None,
        }
    }

    /// The same for a fast strategy.
    pub const fn fast<S: FromSettings>(self) -> Entry {
        Entry {
            make: |settings| Player::honest(S::new(settings)),
            fast: Some(|settings| Arc::new(S::new(settings))),
            ..self
        }
    }

    /// The same with a version, which stands in the header of every run that it plays in.
    pub const fn version(mut self, version: &'static str) -> Entry {
        self.version = Some(version);
        self
    }

    /// The same with these parameters, which [`ParameterValues`] hands over in their order.
    pub const fn parameters(mut self, parameters: &'static [Parameter]) -> Entry {
        self.parameters = parameters;
        self
    }

    /// The same, given its seat's random numbers when a round begins.
    pub const fn stochastic(mut self) -> Entry {
        self.traits.stochastic = true;
        self
    }

    /// The same, at tables that remember which cards each seat was shown; see
    /// [`View::known`](crate::game::View::known).
    pub const fn remembering(mut self) -> Entry {
        self.traits.recall = Recall::Shown;
        self
    }
}

/// A fast strategy that is made from its settings.
pub trait FromSettings: FastStrategy + fmt::Debug + 'static {
    /// The strategy with these settings.
    fn new(settings: &ParameterValues<'_>) -> Self;
}

/// A file of a strategy; players share it, and it is freed with the last of them.
pub type SharedFile = Arc<dyn StrategyFile>;

/// How the files of a strategy are read.
#[derive(Debug, Clone, Copy)]
pub struct FileFormat {
    /// Asks the reader for one.
    ///
    /// # Errors
    /// What is wrong with the file, its path included.
    pub read: fn(&Path, &dyn Reader) -> Result<SharedFile, String>,
    /// The one that is built in.
    pub built_in: fn() -> &'static dyn StrategyFile,
}

/// What a strategy declares of itself; tests hold it to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits {
    /// Whether it draws random numbers.
    pub stochastic: bool,
    /// What it remembers of the round so far.
    pub recall: Recall,
    /// What it is let see.
    pub sight: Visibility,
    /// What it looks at besides its own hand and the up card.
    pub looks_at: &'static str,
    /// How much work a decision is.
    pub cost: Cost,
}

impl Traits {
    /// Whether it plays on in thought, which takes thousands of times as long as a decision by
    /// rules of thumb.
    pub const fn searches(self) -> bool {
        matches!(self.cost, Cost::Search)
    }

    /// Whether it is a bound: it sees what no player may.
    pub const fn is_bound(self) -> bool {
        !matches!(self.sight, Visibility::Own)
    }

    /// Whether its table has to keep count of the cards that were shown under these rules, or to
    /// let it see more than a view.
    pub fn is_watched(self, rules: &ActiveRules) -> bool {
        match self.recall {
            Recall::Shown => true,
            Recall::Moved => rules.moves_hands(),
            Recall::Nothing | Recall::Table => self.is_bound(),
        }
    }
}

/// What a strategy remembers of the round so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recall {
    /// Nothing.
    Nothing,
    /// What lies open on the table: the discard pile, and who drew on which colour.
    Table,
    /// Besides, under rules by which hands or cards go from player to player, those that it was
    /// shown or held; see [`ActiveRules::moves_hands`].
    Moved,
    /// Besides, under any rules, the cards that it was shown or held: after challenges, swaps,
    /// exchanges, crashes, cards taken back.
    Shown,
}

/// What a strategy is let see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Its own hand and what is public.
    Own,
    /// All hands: a bound, no strategy for play.
    Hands,
    /// All hands and the order of the cards to come: a bound, no strategy for play.
    Everything,
}

/// How much work a decision is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// A round takes at most three times the instructions of one of `random`.
    Cheap,
    /// A round takes at most thirty times the instructions of one of `random`.
    Moderate,
    /// A round takes at most three hundred times the instructions of one of `random`.
    Heavy,
    /// It plays on in thought: so many playouts a decision.
    Search,
}

impl Cost {
    /// About how many nanoseconds a core takes for the part of one seat in a round, with so many
    /// playouts a decision; measured in the official game, and right to a factor of two or three.
    pub const fn nanoseconds(self, playouts: u32) -> u64 {
        match self {
            Cost::Cheap => 400,
            Cost::Moderate => 2_000,
            Cost::Heavy => 40_000,
            Cost::Search => 60_000 * playouts as u64,
        }
    }
}

/// A strategy of a catalogue with values for its parameters.
#[derive(Debug, Clone)]
pub struct StrategySpec {
    entry: &'static Entry,
    pub(super) values: Vec<i64>,
    file: Option<NamedFile>,
    pub(super) fast_table: Option<SetFastTable>,
}

/// A file that a strategy was read from, with the path that its settings name.
#[derive(Debug, Clone)]
struct NamedFile {
    path: String,
    file: Arc<dyn StrategyFile>,
}

impl PartialEq for StrategySpec {
    fn eq(&self, other: &StrategySpec) -> bool {
        let file = |spec: &StrategySpec| spec.file.as_ref().map(|file| file.file.text());
        std::ptr::eq(self.entry, other.entry)
            && self.values == other.values
            && self.to_string() == other.to_string()
            && file(self) == file(other)
    }
}

impl StrategySpec {
    /// A strategy with the default values of its parameters.
    pub fn new(entry: &'static Entry) -> StrategySpec {
        let values = entry.parameters.iter().map(Parameter::default).collect();
        StrategySpec { entry, values, file: None, fast_table: None }
    }

    reads! {
        /// What the catalogue says of the strategy.
        pub fn entry(&self) -> &'static Entry = self.entry;
        /// The strategy's name without its parameters.
        pub fn name(&self) -> &'static str = self.entry.name;
        /// The fast tables of the catalogue that it is from, if that has some.
        pub fn fast_table(&self) -> Option<SetFastTable> = self.fast_table;
    }

    /// What it is made with.
    pub fn settings(&self) -> ParameterValues<'_> {
        ParameterValues::new(&self.values).with_file(self.file.as_ref().map(|named| &named.file))
    }

    /// The strategy, ready to play.
    pub fn player(&self) -> Player {
        (self.entry.make)(&self.settings())
    }

    /// About how many nanoseconds a core takes for its part of a round, by what it declares; a
    /// search says by its parameter `playouts` how many it makes for a decision.
    pub fn nanoseconds_per_round(&self) -> u64 {
        let playouts = self.playouts().map_or(1, |place| self.settings().whole(place));
        self.entry.traits.cost.nanoseconds(playouts)
    }

    /// The same strategy with as few playouts as may be, if it makes any.
    pub fn hasty(&self) -> StrategySpec {
        self.playouts().into_iter().fold(self.clone(), |spec, place| spec.with_value(place, 0))
    }

    /// The same strategy in games of this kind: who aims at what the game asks for (`auto` of
    /// [`Aim::CHOICE`]) aims at points where those of the cards win a match, elsewhere at the win.
    pub fn aiming(&self, rules: &RuleSet, match_play: bool) -> StrategySpec {
        use ScoringMethod::{OwnPoints, WinnerTakes};
        let ScoringRules { method, count, knock_out_points, .. } = rules.scoring;
        let by_points = matches!((method, count), (WinnerTakes | OwnPoints, Count::Points));
        let by_points = by_points && match_play && knock_out_points == 0;
        let asks = |known: &Parameter| known.values == Aim::CHOICE.values;
        let place = self.entry.parameters.iter().position(asks);
        match place.filter(|&place| by_points && self.values[place] == Aim::CHOICE.default()) {
            Some(place) => self.clone().with_value(place, 2),
            None => self.clone(),
        }
    }

    /// The place of the parameter that says how many playouts it makes for a decision.
    fn playouts(&self) -> Option<usize> {
        self.entry.parameters.iter().position(|known| known.name == "playouts")
    }

    /// The values of the parameters, in their order and own count; see [`ParameterValues`].
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The same strategy with another value of the parameter with this index; what is out of its
    /// range is put to the nearest bound.
    ///
    /// # Panics
    /// If there is no such parameter.
    #[must_use]
    pub fn with_value(mut self, index: usize, value: i64) -> StrategySpec {
        let (min, max) = self.entry.parameters[index].range();
        self.values[index] = value.clamp(min, max);
        self
    }

    /// The file that it plays by, if it was given one.
    pub fn file(&self) -> Option<&dyn StrategyFile> {
        self.file.as_ref().map(|named| &*named.file)
    }

    /// The path of the file that it was given, with a digest of what was read: what tells a run
    /// from one with another file of the same name. The digest is 64-bit FNV-1a of
    /// [`StrategyFile::text`], so that comments and spaces do not count.
    pub fn file_digest(&self) -> Option<(String, String)> {
        let digest =
            |file: &NamedFile| format!("fnv1a64:{:016x}", fnv1a(file.file.text().as_bytes()));
        self.file.as_ref().map(|file| (file.path.clone(), digest(file)))
    }

    /// The same strategy with this file, as if it had been read from this path.
    #[must_use]
    pub fn with_file(mut self, path: &str, file: Arc<dyn StrategyFile>) -> StrategySpec {
        self.file = Some(NamedFile { path: path.to_owned(), file });
        self
    }
}

impl fmt::Display for StrategySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let mut separator = ':';
        for (parameter, value) in self.entry().parameters.iter().zip(&self.values) {
            let file = self.file.as_ref().filter(|_| parameter.values == ParameterRange::File);
            if let Some(file) = file {
                write!(f, "{separator}{}={}", parameter.name, file.path)?;
            } else if *value != parameter.default() {
                write!(f, "{separator}{}={}", parameter.name, parameter.written(*value))?;
            } else {
                continue;
            }
            separator = ',';
        }
        Ok(())
    }
}

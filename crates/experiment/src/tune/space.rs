//! What is tuned: parameters of a strategy in ranges, or the weights of `linear`.

use unobench_core::bounded::quoted;
use unobench_core::strategy::{
    Catalogue, Number, Parameter, StrategyError, StrategyFile, StrategySpec, THOUSANDTHS, Values,
};

/// A range of a parameter spans this many units, so that a step of one unit means as much for each.
const UNITS: f64 = 4.0;

/// A number that is tuned.
#[derive(Debug, Clone, PartialEq)]
pub struct Dimension {
    /// The parameter or feature.
    pub name: String,
    /// Where it starts.
    pub start: f64,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// What a step of one means for it.
    pub unit: f64,
    /// The smallest probe that makes a difference.
    pub least: f64,
}

impl Dimension {
    /// The value within bounds.
    #[must_use]
    pub fn bounded(&self, value: f64) -> f64 {
        value.clamp(self.low, self.high)
    }

    /// The value so many units to the side that the sign says; near a bound that of the nearest
    /// value with room to both sides.
    #[must_use]
    pub fn aside(&self, value: f64, sign: f64, units: f64) -> f64 {
        let reach = self.reach(units);
        self.bounded(value.max(self.low + reach).min(self.high - reach) + sign * reach)
    }

    /// How far a probe of so many units goes: no less than makes a difference, no more than there
    /// is room for.
    #[must_use]
    pub fn reach(&self, units: f64) -> f64 {
        (units * self.unit).max(self.least).min((self.high - self.low) / 2.0)
    }
}

/// Which weights are tuned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Selection {
    /// All.
    #[default]
    All,
    /// Those of these features.
    Only(Vec<String>),
    /// All but those of these features.
    Except(Vec<String>),
}

impl Selection {
    /// The places of the numbers that are tuned.
    fn places(&self, numbers: &[Number]) -> Result<Vec<usize>, SpaceError> {
        match self {
            Selection::All => Ok((0..numbers.len()).collect()),
            Selection::Only(names) => named("--only", names, numbers),
            Selection::Except(names) => {
                let out = named("--except", names, numbers)?;
                let left: Vec<usize> =
                    (0..numbers.len()).filter(|place| !out.contains(place)).collect();
                if left.is_empty() { Err(SpaceError::NoFeatureLeft) } else { Ok(left) }
            }
        }
    }
}

/// What is tuned, and the strategy that it belongs to.
#[derive(Debug, Clone)]
pub struct Space {
    base: StrategySpec,
    dimensions: Vec<Dimension>,
    coordinates: Coordinates,
}

/// What the dimensions stand for.
#[derive(Debug, Clone)]
enum Coordinates {
    /// Parameters by their index.
    Parameters(Vec<usize>),
    /// Numbers of the file that the strategy plays by with so many players, by their place.
    Weights(usize, Vec<usize>),
}

/// Something that cannot be tuned.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SpaceError {
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    #[error(
        "strategy \"{}\": nothing to tune; name parameters with ranges, such as {example}",
        quoted(.strategy)
    )]
    Nothing { strategy: String, example: String },
    #[error("strategy \"{strategy}\" has no parameter \"{}\"; {allowed}", quoted(.key))]
    UnknownParameter { strategy: &'static str, key: String, allowed: String },
    #[error("strategy \"{strategy}\": parameter \"{key}\" is given twice")]
    Twice { strategy: &'static str, key: String },
    #[error(
        "strategy \"{strategy}\": parameter \"{key}\" is not a number and cannot be tuned; it is \
         {allowed}"
    )]
    NoNumber { strategy: &'static str, key: String, allowed: String },
    #[error(
        "strategy \"{strategy}\": {key} = \"{}\" is not allowed; it is {allowed}",
        quoted(.value)
    )]
    Bound { strategy: &'static str, key: String, value: String, allowed: String },
    #[error(
        "strategy \"{strategy}\": {key} = {}..{} is empty; the lower bound has to be below the \
         upper one",
        quoted(.low), quoted(.high)
    )]
    Empty { strategy: &'static str, key: String, low: String, high: String },
    #[error("{flag}: \"{}\" is not a feature; allowed: {allowed}", quoted(.name))]
    UnknownFeature { flag: &'static str, name: String, allowed: String },
    #[error("{flag}: \"{name}\" is named twice")]
    FeatureTwice { flag: &'static str, name: String },
    #[error("--except leaves no feature to tune")]
    NoFeatureLeft,
    #[error("--only and --except name features of `linear`; {0} is tuned by parameter=lo..hi")]
    NoFeatures(String),
}

impl Space {
    /// Reads `strategy:key=lo..hi,key=value`; of `linear` without a range the weights are tuned
    /// that play with so many players, all or only some.
    ///
    /// # Errors
    /// If there is no such strategy, parameter or feature, or a range is not allowed.
    pub fn parse(
        text: &str,
        selection: &Selection,
        players: usize,
        catalogue: Catalogue,
    ) -> Result<Space, SpaceError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let (ranges, fixed): (Vec<&str>, Vec<&str>) = settings
            .split(',')
            .filter(|setting| !setting.is_empty())
            .partition(|setting| range(setting).is_some());
        let base =
            if fixed.is_empty() { name.to_owned() } else { format!("{name}:{}", fixed.join(",")) };
        let base = catalogue.parse(&base)?;
        if let Some(file) = file_of(&base).filter(|_| ranges.is_empty()) {
            let numbers = file.numbers(players);
            return Ok(Space::weights(base, selection.places(&numbers)?, &numbers, players));
        }
        if *selection != Selection::All {
            return Err(SpaceError::NoFeatures(base.to_string()));
        }
        let fixed: Vec<&str> = fixed
            .iter()
            .filter_map(|setting| setting.split_once('='))
            .map(|(key, _)| key)
            .collect();
        Space::parameters(base, &ranges, &fixed)
    }

    fn weights(
        base: StrategySpec,
        places: Vec<usize>,
        numbers: &[Number],
        players: usize,
    ) -> Space {
        let dimension = |&place: &usize| Dimension {
            name: numbers[place].name.to_owned(),
            start: numbers[place].value,
            low: numbers[place].low,
            high: numbers[place].high,
            unit: 1.0,
            least: 0.0,
        };
        let dimensions = places.iter().map(dimension).collect();
        Space { base, dimensions, coordinates: Coordinates::Weights(players, places) }
    }

    fn parameters(
        base: StrategySpec,
        ranges: &[&str],
        fixed: &[&str],
    ) -> Result<Space, SpaceError> {
        if ranges.is_empty() {
            return Err(SpaceError::Nothing {
                strategy: base.to_string(),
                example: example(&base),
            });
        }
        let strategy = base.name();
        let (mut dimensions, mut indices) = (Vec::new(), Vec::new());
        for setting in ranges {
            let (key, low, high) = range(setting).expect("it was found to be a range");
            let index = index_of(&base, key)?;
            if indices.contains(&index) || fixed.contains(&key) {
                return Err(SpaceError::Twice { strategy, key: key.to_owned() });
            }
            indices.push(index);
            dimensions.push(dimension(&base, index, low, high)?);
        }
        Ok(Space { base, dimensions, coordinates: Coordinates::Parameters(indices) })
    }

    /// The numbers that are tuned.
    #[must_use]
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// The strategy before it is tuned: the numbers at their start.
    #[must_use]
    pub fn start(&self) -> StrategySpec {
        match self.coordinates {
            Coordinates::Parameters(_) => self.strategy(
                &self.dimensions.iter().map(|dimension| dimension.start).collect::<Vec<_>>(),
            ),
            Coordinates::Weights(..) => self.base.clone(),
        }
    }

    /// The strategy with these numbers.
    #[must_use]
    pub fn strategy(&self, numbers: &[f64]) -> StrategySpec {
        match &self.coordinates {
            Coordinates::Parameters(indices) => {
                let values = indices.iter().zip(numbers);
                values.fold(self.base.clone(), |spec, (&index, &number)| {
                    let value = (number * scale(&spec.entry().parameters[index])).round() as i64;
                    spec.with_value(index, value)
                })
            }
            Coordinates::Weights(..) => {
                let tuned = self.tuned_file(numbers).expect("weights are tuned");
                self.base.clone().with_file("tuned", tuned)
            }
        }
    }

    /// The strategy's file with these numbers in place; none where parameters are tuned.
    #[must_use]
    pub fn tuned_file(&self, numbers: &[f64]) -> Option<&'static dyn StrategyFile> {
        let Coordinates::Weights(players, places) = &self.coordinates else { return None };
        let file = file_of(&self.base)?;
        let mut values: Vec<f64> =
            file.numbers(*players).iter().map(|number| number.value).collect();
        places.iter().zip(numbers).for_each(|(&place, &number)| values[place] = number);
        Some(file.with_numbers(*players, &values))
    }
}

/// The file that a strategy plays by, if it plays by one.
fn file_of(spec: &StrategySpec) -> Option<&'static dyn StrategyFile> {
    spec.file().or_else(|| spec.entry().file.map(|format| (format.built_in)()))
}

/// Splits `key=lo..hi`.
fn range(setting: &str) -> Option<(&str, &str, &str)> {
    let (key, value) = setting.split_once('=')?;
    let (low, high) = value.split_once("..")?;
    // A path such as `../weights.toml` is no range.
    let is_number = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_digit() || b"+-._e".contains(&byte))
    };
    (is_number(low) || is_number(high)).then_some((key, low, high))
}

/// How a range is written for this strategy.
fn example(spec: &StrategySpec) -> String {
    let numeric = spec.entry().parameters.iter().find(|parameter| is_number(parameter));
    numeric.map_or("save-wilds:own=1..7 (this one has no number to tune)".to_owned(), |parameter| {
        let (min, max) = parameter.range();
        format!(
            "{}:{}={}..{}",
            spec.name(),
            parameter.name,
            parameter.written(min),
            parameter.written(max)
        )
    })
}

fn is_number(parameter: &Parameter) -> bool {
    matches!(parameter.values, Values::Whole { .. } | Values::Decimal { .. })
}

/// How many of a parameter's own count make one.
fn scale(parameter: &Parameter) -> f64 {
    if matches!(parameter.values, Values::Decimal { .. }) { THOUSANDTHS as f64 } else { 1.0 }
}

fn index_of(base: &StrategySpec, key: &str) -> Result<usize, SpaceError> {
    let (strategy, parameters) = (base.name(), base.entry().parameters);
    let index = parameters.iter().position(|parameter| parameter.name == key).ok_or_else(|| {
        SpaceError::UnknownParameter {
            strategy,
            key: key.to_owned(),
            allowed: match parameters {
                [] => "it has none".to_owned(),
                parameters => format!(
                    "it has {}",
                    parameters
                        .iter()
                        .map(|parameter| parameter.name)
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
            },
        }
    })?;
    if is_number(&parameters[index]) {
        Ok(index)
    } else {
        Err(SpaceError::NoNumber {
            strategy,
            key: key.to_owned(),
            allowed: parameters[index].allowed(),
        })
    }
}

fn dimension(
    base: &StrategySpec,
    index: usize,
    low: &str,
    high: &str,
) -> Result<Dimension, SpaceError> {
    let parameter = &base.entry().parameters[index];
    let (strategy, key) = (base.name(), parameter.name.to_owned());
    let bound = |text: &str| {
        parameter.read(text).ok_or_else(|| SpaceError::Bound {
            strategy,
            key: key.clone(),
            value: text.to_owned(),
            allowed: parameter.allowed(),
        })
    };
    let (low, high) = (bound(low)?, bound(high)?);
    if low >= high {
        return Err(SpaceError::Empty {
            strategy,
            key,
            low: parameter.written(low),
            high: parameter.written(high),
        });
    }
    let number = |value: i64| value as f64 / scale(parameter);
    Ok(Dimension {
        start: number(base.values()[index].clamp(low, high)),
        low: number(low),
        high: number(high),
        unit: number(high - low) / UNITS,
        least: 0.5 / scale(parameter),
        name: key,
    })
}

/// The places of the numbers with these names.
fn named(
    flag: &'static str,
    names: &[String],
    numbers: &[Number],
) -> Result<Vec<usize>, SpaceError> {
    let mut places = Vec::new();
    for name in names {
        let place = numbers.iter().position(|number| number.name == name).ok_or_else(|| {
            let all: Vec<_> = numbers.iter().map(|number| number.name).collect();
            SpaceError::UnknownFeature { flag, name: name.clone(), allowed: all.join(", ") }
        })?;
        if places.contains(&place) {
            return Err(SpaceError::FeatureTwice { flag, name: name.clone() });
        }
        places.push(place);
    }
    Ok(places)
}

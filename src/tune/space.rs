//! What is tuned: parameters of a strategy in ranges, or the weights of `linear`.

use crate::strategies::linear::{Feature, MAX_WEIGHT, Seats, Weights};
use crate::strategies::{StrategyError, StrategySpec};
use crate::strategy::{Parameter, THOUSANDTHS, Values};

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
    /// The features that are tuned.
    fn features(&self) -> Result<Vec<Feature>, SpaceError> {
        match self {
            Selection::All => Ok(Feature::ALL.to_vec()),
            Selection::Only(names) => named("--only", names),
            Selection::Except(names) => {
                let out = named("--except", names)?;
                let left: Vec<Feature> =
                    Feature::ALL.iter().copied().filter(|feature| !out.contains(feature)).collect();
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
    /// Weights of features.
    Weights(Seats, Vec<Feature>),
}

/// Something that cannot be tuned.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SpaceError {
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    #[error(
        "strategy \"{strategy}\": nothing to tune; name parameters with ranges, such as {example}"
    )]
    Nothing { strategy: String, example: String },
    #[error("strategy \"{strategy}\" has no parameter \"{key}\"; {allowed}")]
    UnknownParameter { strategy: &'static str, key: String, allowed: String },
    #[error("strategy \"{strategy}\": parameter \"{key}\" is given twice")]
    Twice { strategy: &'static str, key: String },
    #[error(
        "strategy \"{strategy}\": parameter \"{key}\" is no number and cannot be tuned; it is {allowed}"
    )]
    NoNumber { strategy: &'static str, key: String, allowed: String },
    #[error("strategy \"{strategy}\": {key} = \"{value}\" is not allowed; it is {allowed}")]
    Bound { strategy: &'static str, key: String, value: String, allowed: String },
    #[error(
        "strategy \"{strategy}\": {key} = {low}..{high} is empty; the lower bound has to be below the upper one"
    )]
    Empty { strategy: &'static str, key: String, low: String, high: String },
    #[error("{flag}: \"{name}\" is no feature; allowed: {allowed}")]
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
    pub fn parse(text: &str, selection: &Selection, players: usize) -> Result<Space, SpaceError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let (ranges, fixed): (Vec<&str>, Vec<&str>) = settings
            .split(',')
            .filter(|setting| !setting.is_empty())
            .partition(|setting| range(setting).is_some());
        let base =
            if fixed.is_empty() { name.to_owned() } else { format!("{name}:{}", fixed.join(",")) };
        let base: StrategySpec = base.parse()?;
        let is_linear =
            base.entry().parameters.iter().any(|parameter| parameter.values == Values::File);
        if ranges.is_empty() && is_linear {
            return Ok(Space::weights(base, selection.features()?, Seats::of(players)));
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

    fn weights(base: StrategySpec, features: Vec<Feature>, seats: Seats) -> Space {
        let start = weights_of(&base);
        let bound = f64::from(MAX_WEIGHT);
        let dimension = |feature: &Feature| Dimension {
            name: feature.name().to_owned(),
            start: f64::from(start.of(seats)[*feature as usize]),
            low: -bound,
            high: bound,
            unit: 1.0,
            least: 0.0,
        };
        let dimensions = features.iter().map(dimension).collect();
        Space { base, dimensions, coordinates: Coordinates::Weights(seats, features) }
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
            Coordinates::Weights(..) => self.base.clone().with_weights(
                "tuned",
                self.tuned_weights(numbers).expect("weights are tuned").kept(),
            ),
        }
    }

    /// The weights with these numbers in place; none where parameters are tuned.
    #[must_use]
    pub fn tuned_weights(&self, numbers: &[f64]) -> Option<Weights> {
        let Coordinates::Weights(seats, features) = &self.coordinates else { return None };
        let start = weights_of(&self.base).clone();
        Some(features.iter().zip(numbers).fold(start, |weights, (&feature, &number)| {
            weights.with(*seats, feature, number as f32)
        }))
    }
}

/// The weights that a `linear` plays by.
fn weights_of(spec: &StrategySpec) -> &'static Weights {
    spec.weights().unwrap_or_else(Weights::built_in)
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

fn named(flag: &'static str, names: &[String]) -> Result<Vec<Feature>, SpaceError> {
    let mut features = Vec::new();
    for name in names {
        let feature =
            Feature::ALL.iter().find(|feature| feature.name() == name).ok_or_else(|| {
                let all: Vec<_> = Feature::ALL.iter().map(|feature| feature.name()).collect();
                SpaceError::UnknownFeature { flag, name: name.clone(), allowed: all.join(", ") }
            })?;
        if features.contains(feature) {
            return Err(SpaceError::FeatureTwice { flag, name: name.clone() });
        }
        features.push(*feature);
    }
    Ok(features)
}

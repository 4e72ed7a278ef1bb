//! What is tuned: parameters of a strategy, each in a range.

use unobench_core::bounded::quoted;
use unobench_core::strategy::{
    Catalogue, Parameter, StrategyError, StrategySpec, THOUSANDTHS, Values,
};

/// A range spans this many units, so that a step of one unit means as much for each parameter.
const UNITS: f64 = 4.0;

#[derive(Debug, Clone, PartialEq)]
pub struct Dimension {
    pub name: String,
    pub index: usize,
    pub start: f64,
    pub low: f64,
    pub high: f64,
    /// What a step of one means for it.
    pub unit: f64,
    /// The smallest probe that makes a difference.
    pub least: f64,
}

impl Dimension {
    fn new(
        base: &StrategySpec,
        (key, low, high): (&str, &str, &str),
    ) -> Result<Dimension, SpaceError> {
        let index = index_of(base, key)?;
        let parameter = &base.entry().parameters[index];
        let (strategy, name) = (base.name(), parameter.name.to_owned());
        let bound = |text: &str| {
            parameter.read(text).ok_or_else(|| SpaceError::Bound {
                strategy,
                key: name.clone(),
                value: text.to_owned(),
                allowed: parameter.allowed(),
            })
        };
        let (low, high) = (bound(low)?, bound(high)?);
        if low >= high {
            let (low, high) = (parameter.written(low), parameter.written(high));
            return Err(SpaceError::Empty { strategy, key: name, low, high });
        }
        let number = |value: i64| value as f64 / scale(parameter);
        Ok(Dimension {
            index,
            start: number(base.values()[index].clamp(low, high)),
            low: number(low),
            high: number(high),
            unit: number(high - low) / UNITS,
            least: 0.5 / scale(parameter),
            name,
        })
    }

    pub fn bounded(&self, value: f64) -> f64 {
        value.clamp(self.low, self.high)
    }

    /// The value so many units to the side that the sign says; near a bound that of the nearest
    /// value with room to both sides.
    pub fn aside(&self, value: f64, sign: f64, units: f64) -> f64 {
        let reach = self.reach(units);
        self.bounded(value.max(self.low + reach).min(self.high - reach) + sign * reach)
    }

    /// How far a probe of so many units goes: no less than makes a difference, no more than there
    /// is room for.
    pub fn reach(&self, units: f64) -> f64 {
        (units * self.unit).max(self.least).min((self.high - self.low) / 2.0)
    }
}

#[derive(Debug, Clone)]
pub struct Space {
    base: StrategySpec,
    pub dimensions: Vec<Dimension>,
}

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
}

impl Space {
    /// Reads `strategy:key=lo..hi,key=value`.
    pub fn parse(text: &str, catalogue: Catalogue) -> Result<Space, SpaceError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let (ranges, fixed): (Vec<&str>, Vec<&str>) = settings
            .split(',')
            .filter(|setting| !setting.is_empty())
            .partition(|setting| range(setting).is_some());
        let base = match fixed[..] {
            [] => catalogue.parse(name)?,
            _ => catalogue.parse(&format!("{name}:{}", fixed.join(",")))?,
        };
        if ranges.is_empty() {
            let (strategy, example) = (base.to_string(), example(&base));
            return Err(SpaceError::Nothing { strategy, example });
        }
        let mut taken: Vec<&str> =
            fixed.iter().filter_map(|setting| Some(setting.split_once('=')?.0)).collect();
        let mut dimensions = Vec::new();
        for range in ranges.into_iter().filter_map(range) {
            let dimension = Dimension::new(&base, range)?;
            if taken.contains(&range.0) {
                return Err(SpaceError::Twice { strategy: base.name(), key: dimension.name });
            }
            taken.push(range.0);
            dimensions.push(dimension);
        }
        Ok(Space { base, dimensions })
    }

    pub fn start(&self) -> StrategySpec {
        self.strategy(&self.dimensions.iter().map(|dimension| dimension.start).collect::<Vec<_>>())
    }

    pub fn strategy(&self, numbers: &[f64]) -> StrategySpec {
        let values = self.dimensions.iter().zip(numbers);
        values.fold(self.base.clone(), |spec, (&Dimension { index, .. }, &number)| {
            let value = (number * scale(&spec.entry().parameters[index])).round() as i64;
            spec.with_value(index, value)
        })
    }
}

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

fn example(spec: &StrategySpec) -> String {
    let numeric = spec.entry().parameters.iter().find(|parameter| is_number(parameter));
    numeric.map_or("save-wilds:own=1..7 (this one has no number to tune)".to_owned(), |parameter| {
        let (min, max) = parameter.range();
        let (low, high) = (parameter.written(min), parameter.written(max));
        format!("{}:{}={low}..{high}", spec.name(), parameter.name)
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
    let Some(index) = parameters.iter().position(|parameter| parameter.name == key) else {
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let allowed = format!("it has {names}");
        return Err(SpaceError::UnknownParameter { strategy, key: key.to_owned(), allowed });
    };
    if !is_number(&parameters[index]) {
        let allowed = parameters[index].allowed();
        return Err(SpaceError::NoNumber { strategy, key: key.to_owned(), allowed });
    }
    Ok(index)
}

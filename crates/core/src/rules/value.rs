//! A value as it stands in a file of rules: TOML's where rules can be read from text, and otherwise
//! as much of it as it takes to say what is wrong with a rule set.

#[cfg(feature = "text")]
pub(super) use toml::Value;

/// A value that is only compared and printed.
#[cfg(not(feature = "text"))]
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    String(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    Array(Vec<Value>),
    Table(Vec<(String, Value)>),
}

#[cfg(feature = "text")]
pub(super) fn entries_of(value: &Value) -> Option<impl Iterator<Item = (&str, &Value)>> {
    Some(value.as_table()?.iter().map(|(key, value)| (key.as_str(), value)))
}

pub(super) fn table_of(entries: impl IntoIterator<Item = (impl Into<String>, Value)>) -> Value {
    Value::Table(entries.into_iter().map(|(name, value)| (name.into(), value)).collect())
}

#[cfg(not(feature = "text"))]
pub(super) fn entries_of(value: &Value) -> Option<impl Iterator<Item = (&str, &Value)>> {
    let Value::Table(entries) = value else { return None };
    Some(entries.iter().map(|(key, value)| (key.as_str(), value)))
}

#[cfg(not(feature = "text"))]
impl Value {
    pub(super) fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = self { Some(text) } else { None }
    }

    pub(super) fn as_integer(&self) -> Option<i64> {
        if let Value::Integer(number) = self { Some(*number) } else { None }
    }

    pub(super) fn as_float(&self) -> Option<f64> {
        if let Value::Float(number) = self { Some(*number) } else { None }
    }

    pub(super) fn as_bool(&self) -> Option<bool> {
        if let Value::Boolean(is) = self { Some(*is) } else { None }
    }

    pub(super) fn as_array(&self) -> Option<&Vec<Value>> {
        if let Value::Array(values) = self { Some(values) } else { None }
    }
}

#[cfg(not(feature = "text"))]
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::String(text) => write!(f, "{text:?}"),
            Value::Integer(number) => number.fmt(f),
            Value::Float(number) => write!(f, "{number:?}"),
            Value::Boolean(is) => is.fmt(f),
            Value::Array(values) => f.debug_list().entries(values).finish(),
            Value::Table(entries) => {
                f.debug_map().entries(entries.iter().map(|(key, value)| (key, value))).finish()
            }
        }
    }
}

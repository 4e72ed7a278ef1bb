//! The settings of a rule set, as headers and manifests have them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::sync::Arc;

/// All keys of a rule set: JSON without spaces, since a tree of it would need three times the room,
/// which is shared by all who have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings(Arc<str>);

impl Settings {
    pub fn text(&self) -> &str {
        &self.0
    }

    pub fn tree(&self) -> Value {
        serde_json::from_str(&self.0).unwrap_or_default()
    }

    /// The value of a key such as `setup.hand_size`, or of a section; null of another.
    pub fn at(&self, key: &str) -> Value {
        at(&self.tree(), key).clone()
    }
}

/// The same in a tree.
pub fn at<'a>(tree: &'a Value, key: &str) -> &'a Value {
    key.split('.').fold(tree, |tree, part| tree.get(part).unwrap_or(&Value::Null))
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::from(Value::Null)
    }
}

impl From<Value> for Settings {
    fn from(tree: Value) -> Settings {
        Settings(tree.to_string().into())
    }
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tree().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
        Value::deserialize(deserializer).map(Settings::from)
    }
}

//! What the game cannot play yet.

use super::{RuleError, RuleSet};

/// Keys whose values other than the default are refused, or, with `=`, one refused value.
///
/// A line goes when its rule is built.
pub(super) const NOT_BUILT: &[&str] = &[
    "responses.draw_two",
    "responses.wild_draw_four",
    "responses.skip",
    "responses.reverse_returns",
    "responses.skip_passes",
    "jump_in.enabled",
    "jump_in.resume",
    "jump_in.actions",
    "jump_in.double",
    "hands.seven_swaps",
    "hands.zero_rotates",
    "hands.swap_on_last_card",
    "hands.five_exchanges",
    "hands.launcher",
    "finish.when",
    "finish.refills",
    "scoring.method=placement",
    "uno.slam",
    "silence.mode",
    "silence.penalty",
    "people.catches_fault",
    "people.plays_out_of_turn",
    "people.talks",
    "people.misplays",
    "people.advises",
    "people.forgets_colour",
    "people.forgets_penalty",
    "people.next_player_reaction",
];

impl RuleSet {
    /// Checks that the game knows every rule that is switched on.
    ///
    /// # Errors
    /// [`RuleError::NotImplemented`] with the first key of the catalogue whose value cannot be played yet.
    pub fn check_implemented(&self) -> Result<(), RuleError> {
        NOT_BUILT.iter().try_for_each(|line| self.check_built(line))
    }

    fn check_built(&self, line: &str) -> Result<(), RuleError> {
        let (key, only) = line.split_once('=').map_or((line, None), |(key, value)| (key, Some(value)));
        let refused = |value: &str| only.is_none_or(|only| value.trim_matches('"') == only);
        match self.departures(key).into_iter().find(|(_, value, _)| refused(value)) {
            Some((key, value, default)) => Err(RuleError::NotImplemented { key, value, default }),
            None => Ok(()),
        }
    }

    /// The places where a key departs from the official rules: key, value, official value.
    fn departures(&self, key: &str) -> Vec<(String, String, String)> {
        let (section, name) = key.split_once('.').expect("a key has a section");
        let is_key = |other: &str| match other.split_once('.') {
            Some((first, rest)) => first == section && rest.rsplit('.').next() == Some(name),
            None => false,
        };
        RuleSet::official().differences(self).into_iter().filter(|(key, ..)| is_key(key)).map(|(key, a, b)| (key, b, a)).collect()
    }
}

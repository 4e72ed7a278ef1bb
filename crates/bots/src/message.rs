//! The messages of the protocol: what is told a bot, and what it answers. `docs/BOTS.md` says what
//! each field means.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};
use unobench_core::cards::{Colour, Kind, Notation};
use unobench_core::game::{Action, Decision, View};

/// A message of the protocol to a bot, one line of JSON.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ToBot<'a> {
    Hello {
        version: &'a str,
    },
    Newgame {
        game: u64,
        seat: usize,
        players: usize,
        settings: &'a Value,
        bot_seed: u64,
    },
    Event {
        game: u64,
        #[serde(flatten)]
        event: &'a Map<String, Value>,
    },
    Act(ActRequest<'a>),
    /// Several decisions, for bots that take them in batches.
    Acts {
        items: &'a [ActRequest<'a>],
    },
    Endgame {
        game: u64,
    },
    Quit,
}

/// A decision that is wanted.
#[derive(Debug, Clone, Copy, Serialize)]
#[allow(missing_docs)]
pub struct ActRequest<'a> {
    pub game: u64,
    pub decision: &'a str,
    pub legal: &'a [Legal],
    pub view: &'a Observation,
}

impl ToBot<'_> {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        serde_json::to_writer(&mut *out, self).expect("a message is JSON");
        out.push(b'\n');
    }
}

/// A legal action as a bot is offered it, with the card, colour or seat that it names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Legal {
    pub action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<TextSpan>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
}

impl Legal {
    fn new(decision: Decision, action: Action, texts: &Texts) -> Legal {
        let (card, colour, seat) = match action {
            Action::Card(kind) => (Some(texts.card(kind)), None, None),
            Action::Colour(colour) => (None, Some(colour.letter()), None),
            Action::Seat(seat) => (None, None, Some(seat.index())),
            Action::Yes | Action::No | Action::Pass => (None, None, None),
        };
        Legal { action: decision.word(action), card, colour, seat }
    }

    /// The legal actions of a view's seat, in the order of the answer's indices.
    pub(super) fn list(view: &View<'_>, texts: &Texts) -> (Vec<Legal>, Vec<Action>) {
        let actions = view.actions();
        let legal = actions.iter().map(|&action| Legal::new(view.decision(), action, texts));
        (legal.collect(), actions)
    }
}

/// The text of a card or a colour, kept where it stands, for many are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextSpan {
    bytes: [u8; 7],
    len: u8,
}

impl TextSpan {
    fn of(text: &str) -> TextSpan {
        let mut bytes = [0; 7];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        TextSpan { bytes, len: text.len() as u8 }
    }

    pub(super) fn letter(colour: Colour) -> TextSpan {
        TextSpan::of(colour.letter().encode_utf8(&mut [0; 4]))
    }
}

impl Serialize for TextSpan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = str::from_utf8(&self.bytes[..self.len.into()]);
        serializer.serialize_str(text.unwrap_or_default())
    }
}

/// The texts of all kinds of cards, and which of them are written.
#[derive(Debug)]
pub struct Texts([TextSpan; Kind::COUNT], pub(super) Vec<Kind>);

impl Texts {
    /// Those of a rule set's notation.
    #[must_use]
    pub fn of(notation: Notation) -> Texts {
        let texts = std::array::from_fn(|kind| {
            TextSpan::of(&Kind::from_index(kind).text(notation).to_string())
        });
        Texts(texts, notation.kinds().collect())
    }

    pub(super) fn card(&self, kind: Kind) -> TextSpan {
        self.0[kind.index()]
    }
}

/// An object of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountMap(pub(super) Vec<(TextSpan, u32)>);

impl Serialize for CountMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// The table as a seat may see it. Cards are in text notation, seats and sizes numbers, lists by
/// seat unless said otherwise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Observation {
    pub seat: usize,
    pub hand: Vec<TextSpan>,
    pub playable: Vec<TextSpan>,
    pub hand_sizes: Vec<u32>,
    pub up_card: TextSpan,
    pub wild_to_name: Option<TextSpan>,
    pub active_colour: Option<char>,
    pub direction: i64,
    pub to_move: usize,
    pub dealer: usize,
    pub first: usize,
    pub in_play: Vec<usize>,
    pub opponents: Vec<usize>,
    pub partner: Option<usize>,
    pub places: Vec<usize>,
    pub pending: PendingView,
    pub colour_before_wild_draw_four: Option<char>,
    pub discards: CountMap,
    pub unseen: CountMap,
    pub known: Vec<Vec<TextSpan>>,
    pub drawn_since_not_following: Vec<CountMap>,
    pub turns_since_naming: Vec<CountMap>,
    pub last_laid: Vec<Option<(TextSpan, bool)>>,
    pub draw_pile: usize,
    pub turns: u32,
    pub totals: Vec<i32>,
    pub silence: Option<usize>,
    pub refills: Vec<u32>,
    pub missed_calls: Vec<usize>,
}

/// What waits for an answer of a player, as a bot is shown it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PendingView {
    pub hit: &'static str,
    pub owed: u16,
    pub card: Option<TextSpan>,
    pub challengeable: Option<usize>,
    pub from_start: bool,
}

/// What a bot's process says of itself when it is ready to play.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Ready {
    pub(super) r#type: String,
    pub(super) name: String,
    /// Whether it takes decisions in batches.
    #[serde(default)]
    pub(super) batch: bool,
    #[serde(default)]
    pub(super) events: WantedEvents,
}

/// Which events a bot wants to be told: all, none, or those of some names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(super) enum WantedEvents {
    All(bool),
    Some(Vec<String>),
}

impl Default for WantedEvents {
    fn default() -> WantedEvents {
        WantedEvents::All(true)
    }
}

impl WantedEvents {
    pub(super) fn has(&self, event: &Map<String, Value>) -> bool {
        match self {
            WantedEvents::All(all) => *all,
            WantedEvents::Some(names) => names.iter().any(|name| event["event"] == **name),
        }
    }

    /// A name that no event has.
    pub(super) fn unknown(&self) -> Option<&String> {
        let WantedEvents::Some(names) = self else { return None };
        names.iter().find(|name| EVENTS.split(", ").all(|known| known != **name))
    }
}

/// The names of the events, as in records.
pub(super) const EVENTS: &str = "\
    round, turn_up, name_colour, play, uno, caught, draw, keep, pass, lose_turn, challenge, \
    take_back, reshuffle, swap, rotate, target, discard, knock_out, exchange, crash, redeal, \
    misplay, speaks, advises, out, round_end, match_end";

/// A bot's decision.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct ActResponse {
    pub(super) game: u64,
    /// The index among the legal actions, checked by who asked.
    pub(super) action: Value,
    /// Whatever else it says, `why` among it; no array is such an answer.
    #[serde(flatten)]
    pub(super) more: Map<String, Value>,
}

/// A bot's decisions in a batch.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct BatchResponse {
    pub(super) items: Vec<ActResponse>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use unobench_core::rules::RuleSet;

    /// Those that the schema of records has.
    #[test]
    fn the_events_are_those_of_records() {
        let schema = include_str!("../../../docs/schemas/record.schema.json");
        let schema: Value = serde_json::from_str(schema).expect("JSON");
        let shapes = schema["$defs"].as_object().expect("shapes").values();
        let names = shapes.filter_map(|shape| shape["properties"]["event"]["const"].as_str());
        assert_eq!(names.collect::<BTreeSet<_>>(), EVENTS.split(", ").collect());
    }

    fn text(message: &ToBot<'_>) -> String {
        let mut line = Vec::new();
        message.write(&mut line);
        String::from_utf8(line).expect("UTF-8")
    }

    #[test]
    fn messages_are_lines_of_json_with_their_type_first() {
        let hello = text(&ToBot::Hello { version: "1.2.3" });
        assert_eq!(hello, "{\"type\":\"hello\",\"version\":\"1.2.3\"}\n");
        assert_eq!(text(&ToBot::Quit), "{\"type\":\"quit\"}\n");
        assert_eq!(text(&ToBot::Endgame { game: 7 }), "{\"type\":\"endgame\",\"game\":7}\n");
        let event = serde_json::json!({"event": "keep", "seat": 2});
        let event = event.as_object().expect("an object");
        let event = text(&ToBot::Event { game: 7, event });
        assert_eq!(event, "{\"type\":\"event\",\"game\":7,\"event\":\"keep\",\"seat\":2}\n");
        let settings = RuleSet::official().settings_json();
        let newgame = text(&ToBot::Newgame {
            game: 7,
            seat: 1,
            players: 4,
            settings: &settings,
            bot_seed: 5,
        });
        let begin = "{\"type\":\"newgame\",\"game\":7,\"seat\":1,\"players\":4,\"settings\":{";
        assert!(newgame.starts_with(begin), "{newgame}");
    }

    #[test]
    fn answers_need_a_game_and_an_action_and_may_say_more() {
        let read = |text: &str| serde_json::from_str::<ActResponse>(text).ok();
        let answer = read(r#"{"type":"action","game":3,"action":1,"why":"x"}"#).expect("an answer");
        assert_eq!((answer.game, &answer.action, &answer.more["why"]), (3, &1.into(), &"x".into()));
        assert!(read(r#"{"game":3,"action":1}"#).is_some_and(|answer| answer.more.is_empty()));
        for text in [
            "",
            "{}",
            "[]",
            "[3, 1]",
            "[3, 1, 2]",
            "3",
            r#"{"game":3}"#,
            r#"{"game":-3,"action":1}"#,
            r#"{"action":1}"#,
            "{\"game\":3,\"action\":1",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}

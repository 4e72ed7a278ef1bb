//! The lines of a game record as sentences.

use serde_json::Value;

/// How a card was played, as it is told after the card.
pub(crate) fn how(word: &str) -> &'static str {
    match word {
        "drawn" => " drawn",
        "answer" => " in answer",
        "jump_in" => " jumping in",
        "double" => " doubling",
        "together" => " together",
        _ => "",
    }
}

/// What an event tells; nothing of the deal and the end, which are no events of a scene.
pub(crate) fn sentence(event: &Value) -> Option<String> {
    let word = |field: &str| text(&event[field]);
    let seat = word("seat");
    let name = word("event");
    let sentence = match name.as_str() {
        "round" | "round_end" => return None,
        "turn_up" if event["returned"] == true => {
            return Some(format!("up {} back {}", word("card"), word("place")));
        }
        "turn_up" => return Some(format!("up {}", word("card"))),
        "reshuffle" => return Some(format!("reshuffle {}", word("draw_pile"))),
        "rotate" if event["direction"] == 1 => return Some("hands rotate clockwise".into()),
        "rotate" => return Some("hands rotate counterclockwise".into()),
        "redeal" => return Some("all hands are shuffled".into()),
        "play" => {
            let colour = event["colour"].as_str().map(|colour| format!(" ={colour}"));
            let colour = colour.unwrap_or_default();
            format!("plays {}{}{colour}", word("card"), how(&word("how")))
        }
        "name_colour" => format!("names {}", word("colour")),
        "uno" if event["false_call"] == true => "calls falsely".into(),
        "uno" if event["called"] == true => "calls".into(),
        "uno" => "is silent".into(),
        "caught" => match word("of").as_str() {
            "uno" => format!("caught by {}", word("by")),
            fault => format!("caught without {fault} by {}", word("by")),
        },
        "draw" => {
            let space = if event["cards"] == Value::Array(Vec::new()) { "" } else { " " };
            format!("draws{space}{} ({} {})", word("cards"), word("why"), word("owed"))
        }
        "keep" => "keeps".into(),
        "pass" => "passes".into(),
        "lose_turn" => "loses turn".into(),
        "challenge" => {
            let how = if event["upheld"] == true { "rightly" } else { "wrongly" };
            format!("challenges {} {how}", word("against"))
        }
        "take_back" => format!("takes back {}", word("card")),
        "swap" => format!("swaps with {}", word("with")),
        "exchange" => {
            format!("exchanges {} for {} with {}", word("gives"), word("gets"), word("with"))
        }
        "crash" => format!("crashes with {}", word("with")),
        "misplay" => format!("misplays {}", word("card")),
        "out" => format!("out {}", word("place")),
        "target" => format!("targets {}", word("whom")),
        "discard" => format!("discards {}", word("cards")),
        "knock_out" => "is knocked out".into(),
        "speaks" | "advises" => name,
        _ => panic!("no sentence for {event}"),
    };
    Some(format!("{seat} {sentence}"))
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

//! Questions that people ask about the rules, each with the ways in which they ask it and what the
//! printed rules say, from `questions.toml`.

use super::wording::{Wording, is_of_call};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Something that people ask about the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleQuestion {
    /// Its name, which also asks it.
    pub id: String,
    /// The ways in which people ask it.
    pub phrases: Vec<Phrase>,
    /// What people tell who ask it in a story: it is offered for such words, and never taken.
    pub told: Vec<String>,
    /// What the printed rules say, in a sentence that stands without a yes or no.
    pub answer: String,
    /// Where they say it.
    pub source: String,
    /// What makes the house rule on top of the official game, as `KEY=VALUE`.
    pub keys: Vec<String>,
    /// The shipped rule set that is that,
    pub set: Option<String>,
    /// and what it changes besides.
    pub also: Option<String>,
    /// Why no rule file can say it.
    pub cannot: Option<String>,
    /// Why its keys change no game that is counted here.
    pub idle: Option<String>,
    /// How many players have to sit there so that its keys change anything.
    pub players: Option<u8>,
}

/// A way in which people ask a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// As somebody asks.
    pub words: String,
    /// What the printed rules say to it.
    pub side: PrintedAnswer,
}

/// What the printed rules say to some words. A question is asked both ways, "must I" and "may I
/// not", so that this is of the words and not of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintedAnswer {
    /// They say yes.
    Yes,
    /// They say no.
    No,
    /// Neither is asked for, or it is not known which one it is.
    Open,
}

impl PrintedAnswer {
    /// The word, where there is one.
    pub fn word(self) -> Option<&'static str> {
        match self {
            PrintedAnswer::Yes => Some("yes"),
            PrintedAnswer::No => Some("no"),
            PrintedAnswer::Open => None,
        }
    }
}

impl Phrase {
    /// As it is written in the file.
    fn of(line: &str) -> Phrase {
        let (side, words) = match (line.strip_prefix("yes: "), line.strip_prefix("no: ")) {
            (Some(words), _) => (PrintedAnswer::Yes, words),
            (_, Some(words)) => (PrintedAnswer::No, words),
            _ => (PrintedAnswer::Open, line),
        };
        Phrase { words: words.to_owned(), side }
    }
}

impl RuleQuestion {
    /// All, in the order of the file.
    pub fn all() -> &'static [RuleQuestion] {
        static ALL: OnceLock<Vec<RuleQuestion>> = OnceLock::new();
        ALL.get_or_init(|| {
            let file: BTreeMap<String, Vec<BTreeMap<String, toml::Value>>> =
                toml::from_str(include_str!("questions.toml"))
                    .expect("questions, which a test reads");
            file["question"].iter().map(RuleQuestion::of).collect()
        })
    }

    fn of(entry: &BTreeMap<String, toml::Value>) -> RuleQuestion {
        let text = |key: &str| Some(entry.get(key)?.as_str()?.to_owned());
        let list = |key: &str| -> Vec<String> {
            let all = entry.get(key).and_then(toml::Value::as_array).into_iter().flatten();
            all.filter_map(|element| element.as_str().map(str::to_owned)).collect()
        };
        RuleQuestion {
            id: text("id").unwrap_or_default(),
            phrases: list("phrases").iter().map(|line| Phrase::of(line)).collect(),
            told: list("told"),
            answer: text("answer").unwrap_or_default(),
            source: text("source").unwrap_or_default(),
            keys: list("keys"),
            set: text("set"),
            also: text("also"),
            cannot: text("cannot"),
            idle: text("idle"),
            players: entry
                .get("players")
                .and_then(toml::Value::as_integer)
                .map(|count| count as u8),
        }
    }

    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleQuestion;
    ///
    /// let stacking = RuleQuestion::by_id("stacking").unwrap();
    /// assert!(stacking.answer.starts_with("Draws do not"));
    /// ```
    pub fn by_id(id: &str) -> Option<&'static RuleQuestion> {
        RuleQuestion::all().iter().find(|question| question.id == id)
    }

    /// What it asks, as a question.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::RuleQuestion;
    ///
    /// let question = RuleQuestion::by_id("draw-until").unwrap();
    /// assert_eq!(question.title(), "do you keep drawing until you can play?");
    /// ```
    pub fn title(&self) -> String {
        format!("{}?", self.phrases.first().map_or("", |phrase| &phrase.words))
    }

    /// What the printed rules say to some words that ask this. It is known only where a way of
    /// asking says the same words in the same order, asks in the same manner, and denies as often:
    /// a `not`, an `only` or a `must` more turns an answer round.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::rules::{PrintedAnswer, RuleQuestion};
    ///
    /// let question = RuleQuestion::by_id("draw-by-choice").unwrap();
    /// assert_eq!(question.side("may I pick up on purpose?"), PrintedAnswer::Yes);
    /// assert_eq!(question.side("do I have to play if I can?"), PrintedAnswer::No);
    /// assert_eq!(question.side("may I not pick up on purpose?"), PrintedAnswer::Open);
    /// ```
    pub fn side(&self, words: &str) -> PrintedAnswer {
        let asked = Manner::of(words);
        let is_same = |phrase: &&Phrase| Manner::of(&phrase.words) == asked;
        let mut sides = self.phrases.iter().filter(is_same).map(|phrase| phrase.side);
        let first = sides.next().unwrap_or(PrintedAnswer::Open);
        if sides.all(|side| side == first) { first } else { PrintedAnswer::Open }
    }

    /// The printed answer to some words, with the yes or no that is said to them.
    pub fn answered(&self, words: &str) -> String {
        let (first, rest) = self.answer.split_at(1);
        match self.side(words) {
            PrintedAnswer::Open => self.answer.clone(),
            PrintedAnswer::Yes => format!("Yes: {}{rest}", first.to_lowercase()),
            PrintedAnswer::No => format!("No: {}{rest}", first.to_lowercase()),
        }
    }
}

/// How something is asked: what an answer of yes or no hangs on.
#[derive(Debug, PartialEq, Eq)]
struct Manner {
    /// What the words say, in their order, but for a "must", which may stand anywhere.
    said: Vec<String>,
    musts: usize,
    /// Cards on one another, and who does it to whom.
    relations: BTreeSet<String>,
    /// What it asks for besides a yes or no, in its order.
    asks: Vec<String>,
}

/// What all that forces is called.
const MUST: &str = "must";

impl Manner {
    fn of(text: &str) -> Manner {
        let wording = Wording::typed(text);
        let is_call = is_of_call(&wording.words);
        let relations = wording.relations();
        let is_said = |word: &String| word != "on" && (is_call || word != "uno");
        let said = wording.words.into_iter().filter(is_said);
        let (musts, said): (Vec<String>, Vec<String>) = said.partition(|word| word == MUST);
        Manner { said, musts: musts.len(), relations, asks: wording.asks }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RuleSet, Understood, asked};
    use super::*;

    #[test]
    fn every_way_of_asking_finds_its_question() {
        let wrong: Vec<_> = RuleQuestion::all()
            .iter()
            .flat_map(|question| question.phrases.iter().map(move |said| (question, &said.words)))
            .filter(
                |(question, said)| !matches!(asked(said), Understood::This(of) if of == *question),
            )
            .map(|(question, said)| (&question.id, said, told(&asked(said))))
            .collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
    }

    fn told(asked: &Understood) -> Vec<&'static str> {
        match asked {
            Understood::This(question) => vec![&question.id],
            Understood::Perhaps(all) => {
                all.iter().map(|question| question.id.as_str()).chain(["?"]).collect()
            }
            Understood::Set(name) => vec![name, "set"],
            Understood::Nothing => Vec::new(),
        }
    }

    /// Written before there was a matcher, and found by it at last; a few are in the file, too.
    #[test]
    fn other_ways_of_asking_find_it_or_are_offered_it() {
        let wrong: Vec<_> = OTHERS
            .into_iter()
            .map(|(said, id)| (said, id, told(&asked(said))))
            .filter(|(_, id, told)| !(id.is_empty() && told.is_empty() || told.contains(id)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Letters are the sources of docs/RULES.md, with the number of a sheet.
    #[test]
    fn what_a_question_says_there_is() {
        let is_source = |text: &str| {
            let (letter, number) = text.split_at(1);
            "ABCDE".contains(letter) && number.bytes().all(|byte| byte.is_ascii_digit())
                || ["printed sheet", "docs/RULES.md"].contains(&text)
                || text == "pages about the deck"
        };
        for question in RuleQuestion::all() {
            let RuleQuestion { id, answer, source, keys, set, cannot, idle, .. } = question;
            let words = answer.split_whitespace().count();
            assert!((1..=25).contains(&words), "{id}: {words} words");
            let first = source.strip_prefix("sheets differ: ").unwrap_or(source);
            let first = first.split([',', ';']).next().unwrap_or_default();
            let first = first.split(' ').next().filter(|word| word.len() < 3).unwrap_or(first);
            assert!(is_source(first), "{id}: {source}");
            assert!(cannot.is_none() || idle.is_none(), "{id}");
            let is_yes_or_no =
                ["Yes", "No:", "No,", "No."].iter().any(|start| answer.starts_with(start));
            assert!(!is_yes_or_no, "{id}: its phrases say yes or no: {answer}");
            // B and C are nearly the text of A2.
            let names = |letter: char| {
                let mut words = source.split(|character: char| !character.is_ascii_alphanumeric());
                words.any(|word| word.starts_with(letter) && word.len() < 3)
            };
            assert!(!(names('B') && names('C')) || names('A'), "{id}: {source}");
            let mut rules = RuleSet::official();
            rules.set_all(keys).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(rules == RuleSet::official(), keys.is_empty(), "{id}");
            let is_set = set.as_ref().is_none_or(|set| RuleSet::load(set).is_ok());
            assert!(is_set && (cannot.is_some() || !keys.is_empty() || set.is_some()), "{id}");
        }
    }

    /// What it is called first is what it asks for.
    fn asks_yes_or_no(words: &str) -> bool {
        let opens = ["can", "may", "must", "is", "are", "am", "do", "does"];
        opens.contains(&words.split(' ').next().unwrap_or_default()) && !words.contains(" who ")
    }

    /// Phrases to which the printed rules say neither.
    const NEITHER: [&str; 13] = [
        "do you draw one or three when you cannot go",
        "is there a pass in uno",
        "can you look through the discard pile",
        "does the bluffer take back the draw four",
        "is challenging +4 optional",
        "do you have to announce your last card",
        "do we need a second pack",
        "is talking about cards allowed",
        "can you tell others what cards you have",
        "can we use a timer for each turn",
        "can a player leave early",
        "are you out with 25 cards",
        "do the dare or draw two",
    ];

    #[test]
    fn who_asks_for_yes_or_no_gets_it_where_it_is_known() {
        let phrases = RuleQuestion::all().iter().flat_map(|question| &question.phrases);
        let open = phrases
            .filter(|phrase| phrase.side == PrintedAnswer::Open && asks_yes_or_no(&phrase.words));
        let open: Vec<&str> = open.map(|phrase| &*phrase.words).collect();
        assert_eq!(open, NEITHER);
    }

    #[test]
    fn every_way_of_asking_is_told_its_own_yes_or_no() {
        for question in RuleQuestion::all() {
            for Phrase { words, side } in &question.phrases {
                let manner = Manner::of(words);
                assert_eq!(question.side(words), *side, "{}: {words}: {manner:?}", question.id);
                let said = question.answered(words);
                let first = said.split(": ").next().filter(|word| ["Yes", "No"].contains(word));
                assert_eq!(first.map(str::to_lowercase).as_deref(), side.word(), "{words}: {said}");
            }
        }
    }

    /// Words that are turned round are not answered by the phrase that they were.
    #[test]
    fn words_turned_round_are_not_those_of_their_phrase() {
        let turned = |words: &str| {
            let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
            let is_must = words.contains("must") || words.contains("have to");
            let modals: &[&str] = if is_must { &["can", "may"] } else { &["must", "should"] };
            let modals = modals.iter().filter(|_| asks_yes_or_no(words));
            let modals = modals.map(|modal| format!("{modal} {}", rest.replace("have to ", "")));
            let before = ["why", "when", "should", "isn't it so that", "is it forbidden to"];
            let before = before.iter().map(|word| format!("{word} {words}"));
            let within = ["never", "only", "not", "only not", "hardly"];
            let within = within.iter().map(|word| format!("{first} {word} {rest}"));
            modals.chain(before).chain(within).collect::<Vec<String>>()
        };
        let is_forced = |words: &str| {
            ["forced", "need to", "mandatory"].iter().any(|term| words.contains(term))
        };
        for Phrase { words, .. } in
            RuleQuestion::all().iter().flat_map(|question| &question.phrases)
        {
            let manner = Manner::of(words);
            for text in
                turned(words).iter().filter(|text| !is_forced(words) || !text.starts_with("must"))
            {
                assert_ne!(Manner::of(text), manner, "{text}");
            }
        }
    }

    #[test]
    fn others_words_are_told_what_they_ask() {
        let side = |id: &str, words: &str| RuleQuestion::by_id(id).expect("a question").side(words);
        for (id, words, told) in [
            ("plus4-on-plus2", "is it legal to put a +4 on a +2?", PrintedAnswer::No),
            ("plus4-on-plus2", "is it illegal to put a +4 on a +2?", PrintedAnswer::Open),
            ("stacking", "what is stacking", PrintedAnswer::Open),
            ("stacking", "why can't you stack", PrintedAnswer::Open),
            ("stacking", "is stacking forbidden", PrintedAnswer::Open),
            ("stacking", "can you stack", PrintedAnswer::No),
            ("wild4-bluff", "is it against the rules to bluff with a +4", PrintedAnswer::Open),
            ("draw-by-choice", "have I got to draw even though I could play", PrintedAnswer::Open),
            ("draw-by-choice", "Must I play if I can?", PrintedAnswer::No),
            ("draw-by-choice", "can I not draw even though I could play", PrintedAnswer::Open),
            ("start-action", "does the first card have to be a number?", PrintedAnswer::No),
            ("start-action", "can the first card be a number", PrintedAnswer::Open),
            ("wild4-holding-wild", "must I play my +4 instead of the wild", PrintedAnswer::Open),
            (
                "play-after-penalty",
                "do you lose your turn when you pick up four?",
                PrintedAnswer::Yes,
            ),
        ] {
            assert_eq!(side(id, words), told, "{words}");
        }
    }

    const OTHERS: [(&str, &str); 46] = [
        ("can I put a plus four on top of a plus two", "plus4-on-plus2"),
        ("is it ok to stack two draw 2s", "plus2-on-plus2"),
        ("house rule: keep drawing cards till you get one you can use", "draw-until"),
        ("do i need to play a card if i have one", "draw-by-choice"),
        ("can your last card be a wild", "end-on-wild"),
        ("are you allowed to win with a skip", "end-on-action"),
        ("what happens when the deck runs out of cards", "deck-empty"),
        ("how many cards do we start with", "hand-size"),
        ("my brother forgot to say uno how many does he pick up", "call-penalty"),
        ("swap hands on a 7", "seven-zero"),
        ("can you throw in a card when it is not your turn", "jump-in"),
        ("does a reverse skip in a two player game", "two-reverse"),
        ("can i challenge a wild 4 if im not the next player", "challenge-who"),
        ("illegal draw four caught, who draws", "challenge-won"),
        ("first card is a draw 4 what do we do", "start-wild4"),
        ("starting card is a wild who picks the color", "start-wild"),
        ("how much are wild cards worth at the end", "card-points"),
        ("what score do you play up to", "target"),
        ("can I drop all my sixes together", "same-number"),
        ("two people in teams", "partners"),
        ("do you keep playing for second and third place", "play-on"),
        ("can you finish with a draw 2 and do they still have to draw", "end-on-draw"),
        ("talking is forbidden after a 2", "silence"),
        ("max number of players with one pack", "how-many-players"),
        ("i picked up a playable card must i play it", "must-play-drawn"),
        ("can i keep the card i drew even if it fits", "must-play-drawn"),
        ("reverse on a plus 2 to send it back", "reverse-a-plus2"),
        ("skip card to avoid a +2", "skip-a-plus2"),
        ("25 cards and you're dead", "no-mercy"),
        ("is there a timer for each turn", "time-limit"),
        ("what is the white card", "blank"),
        ("who deals next", "next-dealer"),
        ("can you name the color that's already there", "wild-same-colour"),
        ("play a +4 even though you have the right color", "wild4-when"),
        ("said uno but i had 3 cards left", "false-call"),
        ("no stacking", "stacking"),
        ("slapping the deck", "slap"),
        ("what if somebody puts down the wrong card", "wrong-card"),
        ("forced play", "draw-by-choice"),
        ("uno extreme", "attack"),
        ("extreme", "extreme"),
        ("uno all wild", "all-wild"),
        ("uno teams", "uno-teams"),
        ("can you castle in chess", ""),
        ("how do I play poker", ""),
        ("somebody leaves the game, what now", "player-leaves"),
    ];
}

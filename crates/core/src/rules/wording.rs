//! What somebody's words say of the rules: small words and clauses that say nothing are left out,
//! what is said for the same thing is one term, and who does it to whom is kept.

use super::stems::stem;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

/// Words that say nothing about a rule.
const SMALL: &str = "\
    a all allow also am an and are as at be because been being but by can card could did do \
    does doing done even ever for from game get gets getting give gave given got had has have \
    he her here him his house how i if im in into is it its just know knew legal may me \
    mean might mine my now of ok okay or our permitted please put quite rather really rule shall \
    she should simply so some somebody someone still than that the their them then there \
    these they thing think thought this those to up us very wait want was way we were what when \
    where which while whose why will with would yet you your";

/// People of whom somebody tells, whoever they are.
const PEOPLE: &str = "\
    aunt auntie boy boyfriend boys brother brothers buddy child children colleague cousin cousins \
    dad daddy daughter everybody everyone family father flatmate friend friends girl girlfriend \
    girls grandad granddad grandfather grandma grandmother grandpa granny group guy guys husband \
    kid kids lady man mate mates mom mother mum nan neighbor neighbour neighbours nephew niece \
    nobody parents roommate sister sisters someone somebody son teacher uncle wife woman \
    little older younger";

/// How people tell of what somebody says.
const SAYING: &str = "\
    argue argued argues assume assumed believe believed believes claim claimed claims guess heard \
    insist insisted insists know knows learned maintain maintains read reckon reckons said say \
    saying says swear swears swore tell tells think thinks thought told";

/// What may follow where somebody says something in the game itself.
const CALLED: [&str; 10] =
    ["uno", "out", "pass", "it", "nothing", "something", "the", "a", "your", "i"];

/// Clauses that say nothing about a rule, longer ones before those that begin them.
const FILLERS: &[&str] = &[
    "about to",
    "is it actually true that",
    "is it really true that",
    "is it true that",
    "is it correct that",
    "is it right that",
    "is it the case that",
    "is it true",
    "is that how it works",
    "is that how it is played",
    "is that how you play it",
    "is this how it works",
    "is that official",
    "is this official",
    "is that a real rule",
    "is this a real rule",
    "is that a rule",
    "is that normal",
    "is that even",
    "is that a thing",
    "is it cheating if",
    "is it cheating to",
    "is it ok if",
    "is it okay if",
    "is it fine if",
    "is it fine",
    "is it legal to",
    "is there a rule that",
    "is there a rule about",
    "in the rule book",
    "in the rulebook",
    "right or not",
    "ok or not",
    "allowed or not",
    "or not",
    "true or false",
    "who is right",
    "exactly",
    "technically",
    "somehow",
    "suddenly",
    "anyhow",
    "anyways",
    "by the way",
    "so far",
    "of course",
    "as well",
    "too late to",
    "is that right",
    "is that correct",
    "is that true",
    "is that fair",
    "is that so",
    "is that ok",
    "is that okay",
    "is that allowed",
    "is that legal",
    "is this right",
    "is this allowed",
    "is this legal",
    "is this true",
    "am i right that",
    "am i right",
    "as far as i know",
    "as far as i remember",
    "if i remember correctly",
    "if i remember right",
    "just to be clear",
    "to be clear",
    "just checking",
    "in my opinion",
    "in our family",
    "in my family",
    "in our house",
    "at our house",
    "at our table",
    "at my house",
    "where i come from",
    "where i am from",
    "quick question",
    "stupid question",
    "silly question",
    "does anyone know",
    "does anybody know",
    "does somebody know",
    "do you know",
    "can anyone tell me",
    "can you tell me",
    "could you tell me",
    "please tell me",
    "tell me",
    "help us settle this",
    "settle this",
    "i would like to know",
    "i want to know",
    "i was wondering",
    "i wonder",
    "i am not sure",
    "not sure",
    "we are arguing about",
    "we argue about",
    "we argued about",
    "we had an argument about",
    "we had an argument",
    "we had a fight about",
    "do the rules say",
    "what do the rules say about",
    "the rules say",
    "by the rules",
    "by the official rules",
    "in the official rules",
    "according to the rules",
    "in real uno",
    "for real",
    "last night",
    "last time",
    "the other day",
    "the other night",
    "yesterday",
    "tonight",
    "today",
    "apparently",
    "supposedly",
    "officially",
    "actually",
    "honestly",
    "seriously",
    "basically",
    "usually",
    "always",
    "whether",
    "hello",
    "thanks",
    "hi",
    "hey",
    "anyway",
];

/// Verdicts, which say that something is asked, and not what. Only what is compared loses them:
/// they turn an answer round.
const VERDICTS: &[&str] = &[
    "not allowed",
    "not legal",
    "not permitted",
    "not ok",
    "not okay",
    "not right",
    "not true",
    "not fair",
    "against the rules",
    "forbidden",
    "is that wrong",
    "is that cheating",
    "what now",
    "now what",
    "what then",
    "what happens then",
    "what happens now",
    "what do we do now",
    "what do we do",
    "what do i do",
    "what should we do",
];

/// What is written without its apostrophe, and what it stands for.
const RUN_TOGETHER: &[(&str, &str)] = &[
    ("cant", "can not"),
    ("cannot", "can not"),
    ("dont", "do not"),
    ("doesnt", "does not"),
    ("didnt", "did not"),
    ("isnt", "is not"),
    ("arent", "are not"),
    ("wasnt", "was not"),
    ("werent", "were not"),
    ("wont", "will not"),
    ("havent", "have not"),
    ("hasnt", "has not"),
    ("hadnt", "had not"),
    ("couldnt", "could not"),
    ("shouldnt", "should not"),
    ("wouldnt", "would not"),
    ("mustnt", "must not"),
    ("im", "i am"),
    ("ive", "i have"),
    ("youre", "you are"),
    ("theyre", "they are"),
    ("thats", "that is"),
    ("whats", "what is"),
    ("whos", "who is"),
    ("wheres", "where is"),
    ("theres", "there is"),
    ("hes", "he is"),
    ("shes", "she is"),
    ("weve", "we have"),
    ("youve", "you have"),
    ("aint", "is not"),
    ("wanna", "want to"),
    ("gonna", "going to"),
    ("hafta", "have to"),
    ("haveta", "have to"),
    ("hasta", "has to"),
    ("u", "you"),
    ("ur", "your"),
    ("r", "are"),
    ("til", "until"),
    ("cuz", "because"),
    ("coz", "because"),
    ("cos", "because"),
    ("cause", "because"),
    ("ppl", "people"),
    ("pls", "please"),
    ("plz", "please"),
    ("alright", "ok"),
    ("anybody", "anyone"),
    ("any1", "anyone"),
    ("some1", "someone"),
];

/// Forms of a word that its letters do not tell.
const FORMS: [(&str, &str); 33] = [
    ("drew", "draw"),
    ("laid", "lay"),
    ("lain", "lay"),
    ("threw", "throw"),
    ("thrown", "throw"),
    ("said", "say"),
    ("says", "say"),
    ("won", "win"),
    ("winner", "win"),
    ("went", "go"),
    ("goes", "go"),
    ("gone", "go"),
    ("forgot", "forget"),
    ("forgotten", "forget"),
    ("forgets", "forget"),
    ("took", "take"),
    ("taken", "take"),
    ("began", "begin"),
    ("begun", "begin"),
    ("caught", "catch"),
    ("dealt", "deal"),
    ("lost", "lose"),
    ("held", "hold"),
    ("kept", "keep"),
    ("left", "leave"),
    ("showed", "show"),
    ("shown", "show"),
    ("chose", "choose"),
    ("chosen", "choose"),
    ("lied", "lie"),
    ("lying", "lie"),
    ("saw", "see"),
    ("seen", "see"),
];

/// What is one word before small ones are left out.
const SAID: &[(&str, &str)] = &[
    ("on top of", "on"),
    ("onto", "on"),
    ("against", "on"),
    ("have to", "must"),
    ("has to", "must"),
    ("had to", "must"),
    ("need to", "must"),
    ("needs to", "must"),
    ("got to", "must"),
    ("gotta", "must"),
    ("threes", "3s"),
    ("fives", "5s"),
    ("eights", "8s"),
    ("nines", "9s"),
    ("sixes", "6s"),
    ("sevens", "7s"),
    ("force play", "forceplay"),
    ("throw in", "jump in"),
    ("threw it in", "jump in"),
    ("throw it in", "jump in"),
    ("throwing in", "jump in"),
    ("turn up", "begin"),
    ("turns up", "begin"),
    ("turned up", "begin"),
    ("turned over", "begin"),
    ("just picked up", "drawn"),
    ("just drew", "drawn"),
    ("just got", "drawn"),
    ("just took", "drawn"),
    ("what happens when", "effect"),
    ("what happens if", "effect"),
    ("keep drawing", "until draw"),
    ("keeps drawing", "until draw"),
    ("kept drawing", "until draw"),
    ("keep on drawing", "until draw"),
    ("keep picking up", "until draw"),
    ("kept picking up", "until draw"),
    ("keep picking", "until draw"),
    ("keep fishing", "until draw"),
    ("kept fishing", "until draw"),
    ("what happens with", "effect"),
    ("take a turn", "turn"),
    ("take my turn", "turn"),
    ("takes a turn", "turn"),
    ("take your turn", "turn"),
    ("sits out", "lose turn"),
    ("sit out", "lose turn"),
    ("misses a turn", "lose turn"),
    ("not my turn", "offturn"),
    ("not your turn", "offturn"),
    ("not his turn", "offturn"),
    ("not her turn", "offturn"),
    ("not their turn", "offturn"),
    ("not my go", "offturn"),
    ("not his go", "offturn"),
    ("not her go", "offturn"),
    ("is gone", "empty"),
    ("are gone", "empty"),
    ("all gone", "empty"),
    ("out of cards", "empty"),
    ("in pairs", "partner"),
    ("as pairs", "partner"),
    ("next one", "next"),
    ("next guy", "next"),
    ("next person", "next player"),
    ("the one after", "next"),
    ("person after", "next player"),
    ("the person before", "previous player"),
    ("flipped over", "begin"),
    ("flipped up", "begin"),
    ("turn over", "begin"),
    ("right away", "immediately"),
    ("straight away", "immediately"),
    ("straight off", "immediately"),
    ("right then", "immediately"),
    ("on the spot", "immediately"),
    ("at the same time", "together"),
    ("at one time", "together"),
    ("in one go", "together"),
    ("in one turn", "together"),
    ("in a single turn", "together"),
    ("in the same turn", "together"),
    ("all at once", "together"),
    ("exact same", "identical"),
    ("exactly the same", "identical"),
    ("the very same", "identical"),
    ("explain", "effect"),
    ("all wild", "allwild"),
    ("only wilds", "allwild"),
    ("combine draw", "stack draw"),
    ("pile up", "stack"),
    ("piling up", "stack"),
    ("adding up", "stack"),
    ("what does", "effect"),
    ("what do", "effect"),
    ("second to last", "penultimate"),
    ("last but one", "penultimate"),
    ("on me", ""),
    ("on us", ""),
    ("on him", ""),
    ("on her", ""),
    ("on it", "on that"),
    ("on top", "on that"),
    ("on mine", "on that"),
    ("two of us", "2 player"),
    ("just me and", "2 player"),
    ("only me and", "2 player"),
    ("call uno", "say uno"),
    ("calls uno", "say uno"),
    ("called uno", "say uno"),
    ("calling uno", "say uno"),
    ("shout uno", "say uno"),
    ("shouts uno", "say uno"),
    ("shouted uno", "say uno"),
    ("shouting uno", "say uno"),
    ("yell uno", "say uno"),
    ("yells uno", "say uno"),
    ("yelled uno", "say uno"),
    ("yelling uno", "say uno"),
    ("announce uno", "say uno"),
    ("scream uno", "say uno"),
];

/// What is said for the same thing, after numbers are digits: the word, and the ways to say it.
const SAME: &[(&str, &str)] = &[
    ("+2", "draw 2|take 2|pick up 2|pick 2|plus 2|+ 2|2 plus"),
    ("+4", "wild draw 4|wild +4|wild 4|w +4|draw 4|take 4|pick up 4|pick 4|plus 4|+ 4"),
    ("+6", "draw 6|plus 6|+ 6"),
    ("+10", "draw 10|plus 10|+ 10"),
    ("must", "forced|force|oblige|require|mandatory|compulsory|supposed|obligatory"),
    ("same number", "2s|3s|4s|5s|6s|8s|9s"),
    ("deck", "draw pile|stock|kitty|pack|discard pile|pile|middle|centre|center"),
    (
        "play",
        "put down|lay down|lay|throw|place|drop|use|rid|dump|discard|toss|chuck|plop|slam down",
    ),
    ("draw", "pick up|take up|take|pick|collect|fish out|fish|pull|grab"),
    ("end", "go out|finish|win with|last card|final card|win on|win"),
    ("turn", "go"),
    ("skip", "miss a turn|stop card"),
    ("reverse", "change direction|turn back|bounce|mirror|send back"),
    ("wild", "colour change|change colour|joker|black"),
    ("challenge", "call the bluff|call bluff|accuse|prove|doubt"),
    ("bluff", "lie|illegal +4|cheat"),
    ("empty", "run out|no card left|no more card|exhaust"),
    ("player", "people|person|everybody|opponent"),
    ("2 player", "2 player|1 on 1|1v1"),
    ("team", "2v2|couple"),
    ("keep", "save|hold on to|hang on to"),
    ("show", "reveal|see|look"),
    ("begin", "start|first turn|go first|opening"),
    ("match", "fit|suitable"),
    ("point", "score|worth|value"),
    ("until", "till"),
    ("no", "not|never|without|none"),
    ("swap", "trade|switch|exchange"),
    ("jump", "snap|cut|interrupt|out of turn"),
    ("talk", "speak|silent|silence|quiet"),
    ("penalty", "punishment|punish|penalise|penalize|fined"),
    ("lowest", "fewest|least|smallest|few"),
    ("leave", "quit|give up|go home"),
];

/// Words beside which `uno` is the call; elsewhere it is the game.
const CALLS: [&str; 6] = ["say", "cal", "shout", "forget", "yel", "catch"];

/// Whoever speaks of these does not ask about UNO.
const OTHER_GAMES: &str = "\
    chess chessboard checkers draughts poker blackjack monopoly rummy bridge canasta solitaire \
    scrabble backgammon dominoes catan fish hearts spades football soccer tennis weather rook \
    bishop pawn checkmate tarot cribbage pinochle euchre whist skat baccarat roulette bingo \
    yahtzee cluedo mahjong gin bowling darts billiards snooker jenga ludo parcheesi pokemon trump \
    trumps trick tricks baseball basketball hockey cricket rugby volleyball touchdown";

/// Two words that together are something else.
const OTHER_THINGS: &[&str] = &[
    "in go",
    "old maid",
    "skip bo",
    "phase 10",
    "crazy eights",
    "bank transfer",
    "a will",
    "penalty kick",
    "stop sign",
    "stock exchange",
    "stock market",
    "credit card",
    "swimming pool",
    "phone card",
    "business card",
    "parking fine",
    "driving licence",
];

/// Cards that may lie on one another.
const CARDS: [&str; 7] = ["+2", "+4", "+6", "skip", "revers", "wild", "colour"];

/// Words that turn two cards round: whoever answers a +2 with a +4 lays a +4 on a +2.
const ANSWERS: [&str; 6] = ["answer", "respond", "counter", "block", "dodge", "cancel"];

/// What is done to somebody, where it matters who does it.
const DEEDS: [&str; 4] = ["challeng", "skip", "catch", "accus"];

/// Words that are of the game and of little else.
const OF_THE_GAME: &str = "\
    uno card cards +2 +4 +6 +10 wild wilds skip skips reverse reverses deck pile discard colour \
    colours hand hands deal dealer dealt dealing shuffle reshuffle stack stacking jump-in";

/// What the words of somebody say.
#[derive(Debug, Clone, Default)]
pub(super) struct Wording {
    /// Stems in their order, but for small words.
    pub(super) words: Vec<String>,
    /// What is compared: stems, pairs of cards one on another, and who does it to whom.
    pub(super) terms: BTreeSet<String>,
    /// Words beside the small ones that ask for something else than a yes or no.
    pub(super) asks: Vec<String>,
    /// How many words are of the game and of little else.
    pub(super) of_the_game: usize,
}

/// Words that are small where questions are compared, but not where they are answered.
const ASKING: &str = "how what when where which whose why should or mean if rule rules against";

impl Wording {
    /// Of what somebody typed: words that are nearly known ones are these.
    pub(super) fn typed(text: &str) -> Wording {
        let words = tokens(text).into_iter().map(|word| corrected(word, known_words()));
        Wording::of(words.collect())
    }

    fn of(words: Vec<String>) -> Wording {
        let words = without(words, |rest| clause_of(FILLERS, rest).max(told(rest)));
        let asks = words.iter().filter(|word| listed(ASKING, word)).cloned().collect();
        let of_the_game = words.iter().filter(|word| listed(OF_THE_GAME, word)).count()
            + words.windows(2).filter(|two| stem(&two[0]) == "jump" && two[1] == "in").count();
        let others = words.iter().any(|word| listed(OTHER_GAMES, word));
        let is_uno = words.iter().any(|word| word == "uno");
        let others = others && !is_uno || speaks_of_other_things(&words);
        let said = together(content(&words));
        let terms = if others {
            BTreeSet::new()
        } else {
            terms(&without(words, |rest| clause_of(VERDICTS, rest)))
        };
        Wording { words: said, terms, asks, of_the_game }
    }

    /// Pairs of cards, and who does it to whom.
    pub(super) fn relations(&self) -> BTreeSet<String> {
        self.terms.iter().filter(|term| is_relation(term)).cloned().collect()
    }
}

/// Whether a term is two things and how they stand to one another.
pub(super) fn is_relation(term: &str) -> bool {
    term.contains(" on ") || term.contains('>')
}

fn speaks_of_other_things(words: &[String]) -> bool {
    let text = format!(" {} ", words.join(" "));
    OTHER_THINGS.iter().any(|thing| text.contains(&format!(" {thing} ")))
}

/// Whether a list of words has this one.
fn listed(list: &'static str, word: &str) -> bool {
    static SETS: OnceLock<BTreeMap<&'static str, BTreeSet<&'static str>>> = OnceLock::new();
    let all = [SMALL, PEOPLE, SAYING, OTHER_GAMES, OF_THE_GAME, ASKING];
    let set = |list: &'static str| (list, list.split_whitespace().collect());
    SETS.get_or_init(|| all.map(set).into()).get(list).is_some_and(|set| set.contains(word))
}

/// The words of a text, in small letters and with contractions as they are spoken.
fn tokens(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('\u{2019}', "'").replace("can't", "can not");
    let text = text.replace("won't", "will not").replace("n't", " not");
    let text = ["'s", "'re", "'ve", "'ll", "'d", "'m"]
        .iter()
        .fold(text, |text, ending| text.replace(&format!("{ending} "), " "));
    let text = text.replace('\'', "").replace("jump-in", "jump in");
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '+'));
    let words = words.filter(|word| !word.is_empty()).flat_map(|word| {
        let whole = RUN_TOGETHER.iter().find(|(known, _)| *known == word);
        whole.map_or(word, |(_, spoken)| spoken).split(' ').collect::<Vec<_>>()
    });
    words.map(str::to_owned).collect()
}

/// All words that may be meant by one that is not written quite so.
fn known_words() -> &'static BTreeSet<String> {
    static KNOWN: OnceLock<BTreeSet<String>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        // Read from the text, since the questions need words and not the other way round.
        let lists = include_str!("questions.toml").split("\nphrases = [").skip(1);
        let phrases = lists.filter_map(|rest| rest.split("]\nanswer").next());
        let mut known: BTreeSet<String> = phrases.flat_map(tokens).collect();
        let ways = SAME.iter().flat_map(|(word, ways)| [*word, *ways]);
        let said = SAID.iter().flat_map(|(from, to)| [*from, *to]);
        let forms = FORMS.iter().flat_map(|(form, word)| [*form, *word]);
        let lists = [SMALL, PEOPLE, SAYING, OTHER_GAMES, OF_THE_GAME, ASKING];
        let clauses = FILLERS.iter().chain(VERDICTS).copied();
        for text in ways.chain(said).chain(forms).chain(lists).chain(clauses) {
            known.extend(tokens(&text.replace('|', " ")));
        }
        known
    })
}

/// A word of four letters or more of which one is wrong, as the known one.
fn corrected(word: String, known: &BTreeSet<String>) -> String {
    let has_digit = word.bytes().any(|byte| byte.is_ascii_digit() || byte == b'+');
    let length = word.chars().count();
    if length < 4 || has_digit || known.contains(&word) || is_form(&word, known) {
        return word;
    }
    let is_near = |other: &&String| {
        other.len().abs_diff(word.len()) <= 4
            && other.chars().count() >= 4
            && strsim::osa_distance(other, &word) == 1
            && (length > 5 || is_slip(&word, other))
    };
    known.iter().find(is_near).cloned().unwrap_or(word)
}

/// Whether a word is a known one with another ending.
fn is_form(word: &str, known: &BTreeSet<String>) -> bool {
    static STEMS: OnceLock<BTreeSet<String>> = OnceLock::new();
    STEMS.get_or_init(|| known.iter().map(|word| stem(word)).collect()).contains(&stem(word))
}

/// Rows of a keyboard, on which a finger slips to a neighbour.
const KEYS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Whether a short word is another one but for a slip: of so few letters another one is another
/// word, and a poker is no power.
fn is_slip(word: &str, other: &str) -> bool {
    let (letters, others): (Vec<char>, Vec<char>) =
        (word.chars().collect(), other.chars().collect());
    if letters[0] != others[0] {
        return false;
    }
    let differ = letters.iter().zip(&others).filter(|(letter, other)| letter != other);
    let differ: Vec<(&char, &char)> = differ.collect();
    // Letters that are missing, too many or swapped are seldom another word.
    if differ.len() != 1 || letters.len() != others.len() {
        return true;
    }
    let (&letter, &meant) = differ[0];
    let is_beside = KEYS.iter().any(|row| {
        let place = |letter| row.find(letter);
        place(letter).zip(place(meant)).is_some_and(|(place, other)| place.abs_diff(other) == 1)
    });
    is_beside || letters.len() > 4 && "aeiou".contains(letter) && "aeiou".contains(meant)
}

/// Without what says nothing; `length` is how many of the first words of some are that.
fn without(words: Vec<String>, length: impl Fn(&[String]) -> usize) -> Vec<String> {
    let mut left = Vec::new();
    let mut place = 0;
    while place < words.len() {
        match length(&words[place..]) {
            0 => {
                left.push(words[place].clone());
                place += 1;
            }
            length => place += length,
        }
    }
    // Whoever says nothing else has said this.
    if left.is_empty() { words } else { left }
}

/// How many words the clause has with which some begin.
fn clause_of(clauses: &[&str], words: &[String]) -> usize {
    let begun = clauses.iter().filter(|clause| {
        let count = clause.split(' ').count();
        words.len() >= count && clause.split(' ').eq(words[..count].iter())
    });
    begun.map(|clause| clause.split(' ').count()).max().unwrap_or_default()
}

/// How many words say that somebody says what follows: "my cousin says that".
fn told(words: &[String]) -> usize {
    let at = |place: usize| words.get(place).map_or("", String::as_str);
    let according = if at(0) == "according" && at(1) == "to" { 2 } else { 0 };
    let mut place = according;
    place += usize::from(["my", "our", "the", "his", "her", "a"].contains(&at(place)));
    let is_teller = ["i", "we"].contains(&at(place)) && !is_called(at(place + 1));
    let is_someone = listed(PEOPLE, at(place))
        || place == 0 && (is_teller || ["he", "she", "they", "people"].contains(&at(place)));
    if !is_someone {
        return 0;
    }
    place += if listed(PEOPLE, at(place)) && listed(PEOPLE, at(place + 1)) { 2 } else { 1 };
    if according > 0 {
        return place;
    }
    let between = ["always", "just", "also", "keeps", "still", "once", "was", "am", "is", "now"];
    place += usize::from(between.contains(&at(place)));
    if !listed(SAYING, at(place)) || CALLED.contains(&at(place + 1)) && is_called(at(place)) {
        return 0;
    }
    place += 1;
    let to_me = ["me", "us"].contains(&at(place));
    if !to_me && ["tell", "tells", "told"].contains(&at(place - 1)) {
        return 0;
    }
    place += usize::from(to_me);
    place + usize::from(["that", "how"].contains(&at(place)))
}

/// Whether a word that tells what somebody says may be what is done in the game.
fn is_called(word: &str) -> bool {
    ["say", "says", "said", "saying", "tell", "tells", "told", "read"].contains(&word)
}

/// The stems of the words of a text that are not small; a number is in digits.
fn content(words: &[String]) -> Vec<String> {
    let text = SAID.iter().fold(words.join(" "), |text, (from, to)| replaced(&text, from, to));
    let text = text.replace("+2s", "+2").replace("+4s", "+4");
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let mut stems = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let before = place.checked_sub(1).map_or("", |before| words[before]);
        let after = words.get(place + 1).copied().unwrap_or_default();
        match *word {
            "nobody" => stems.push("no".to_owned()),
            "that" if before == "on" => stems.push("that".to_owned()),
            word if is_small(word) => {}
            // A red three is a card.
            word if is_colour(word) && is_face(after) && !is_beside_on(&words, place) => {}
            // So is a red skip, whose colour is no other card's.
            word if is_colour(word) && is_action(after) && !is_beside_on(&words, place) => {}
            word if is_face(word) && is_colour(before) && !is_special(word) => {}
            word if is_colour(word) => stems.push(stem("colour")),
            word if word == "on" || is_plural(word) => stems.push(word.to_owned()),
            word => stems.push(stem(form_of(word))),
        }
    }
    stems
}

/// The word of which some is a form that its letters do not tell.
fn form_of(word: &str) -> &str {
    FORMS.iter().find(|(form, _)| *form == word).map_or(word, |(_, word)| word)
}

fn is_small(word: &str) -> bool {
    [SMALL, PEOPLE].iter().any(|list| listed(list, word) || listed(list, &stem(word)))
        || word == "rules"
}

/// Whether a word is several cards of a number: 6s.
fn is_plural(word: &str) -> bool {
    word.strip_suffix('s').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a card lies on another there: a red three on a blue five.
fn is_beside_on(words: &[&str], place: usize) -> bool {
    let before = &words[place.saturating_sub(2)..place];
    before.contains(&"on") || words.get(place + 2) == Some(&"on")
}

/// With whole words in place of others.
fn replaced(text: &str, from: &str, to: &str) -> String {
    format!(" {text} ").replace(&format!(" {from} "), &format!(" {to} ")).trim().to_owned()
}

fn is_colour(word: &str) -> bool {
    ["red", "blue", "green", "yellow", "reds", "blues", "greens", "yellows"].contains(&word)
}

/// Whether a word is that of an action card, or begins it.
fn is_action(word: &str) -> bool {
    ["skip", "reverse", "draw", "plus", "+2"].contains(&word)
}

/// Whether a word is the number on a card.
fn is_face(word: &str) -> bool {
    let number = stem(word);
    number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()) || number == "nine"
}

/// Whether there are rules about this number.
fn is_special(word: &str) -> bool {
    ["0", "2", "5", "7"].contains(&stem(word).as_str())
}

/// What words say of the rules: stems, pairs of cards one on another, who does it to whom.
fn terms(words: &[String]) -> BTreeSet<String> {
    let mut terms = roles(words);
    let words = together(content(words));
    let is_call = is_of_call(&words);
    for (place, word) in words.iter().enumerate() {
        let pair = match &**word {
            "on" => {
                let above = cards(&words, place.saturating_sub(3)..place);
                let under = match words.get(place + 1).map(String::as_str) {
                    Some("that") => cards(&words, 0..place.saturating_sub(3)).pop(),
                    _ => cards(&words, place + 1..place + 3).first().copied(),
                };
                above.last().copied().zip(under)
            }
            word if ANSWERS.contains(&word) => match cards(&words, place + 1..words.len())[..] {
                [under, card, ..] => Some((card, under)),
                _ => None,
            },
            _ => None,
        };
        terms.extend(pair.map(|(card, under)| format!("{card} on {under}")));
        match &**word {
            "on" | "that" => {}
            "uno" if !is_call => {}
            _ => drop(terms.insert(word.clone())),
        }
    }
    let is_twice = |card: &&&str| words.iter().filter(|word| word == *card).count() > 1;
    terms.extend(CARDS.iter().filter(is_twice).map(|card| format!("{card}>{card}")));
    terms
}

/// The cards among some words.
fn cards(words: &[String], places: Range<usize>) -> Vec<&str> {
    let end = places.end.min(words.len());
    let some = words[places.start.min(end)..end].iter().map(String::as_str);
    some.filter(|word| CARDS.contains(word)).collect()
}

/// Who does what to whom, where somebody tells of it: "I challenged" is not "they challenged me".
fn roles(words: &[String]) -> BTreeSet<String> {
    let mut roles = BTreeSet::new();
    for (place, word) in words.iter().enumerate() {
        let deed = stem(form_of(word));
        if !DEEDS.contains(&&*deed) {
            continue;
        }
        let before = |back: usize| {
            place.checked_sub(back).and_then(|place| words.get(place)).map_or("", |word| word)
        };
        let is_passive = ["was", "am", "get", "got", "were", "been", "being"].contains(&before(1));
        let who = if is_passive { before(2) } else { before(1) };
        let asks = ["can", "may", "must", "do", "could", "should", "when", "to"];
        let asks = asks.contains(&if is_passive { before(3) } else { before(2) });
        let to_me = words.get(place + 1).is_some_and(|word| word == "me" || word == "us");
        match (["i", "we"].contains(&who), is_passive) {
            _ if to_me => drop(roles.insert(format!("{deed}>me"))),
            (true, true) => drop(roles.insert(format!("{deed}>me"))),
            (true, false) if !asks => drop(roles.insert(format!("me>{deed}"))),
            _ => {}
        }
    }
    roles
}

/// Whether `uno` is a word that is called there, not the game.
pub(super) fn is_of_call(words: &[String]) -> bool {
    words.iter().any(|word| CALLS.contains(&&**word))
}

/// With what is said for the same thing as one word.
fn together(mut words: Vec<String>) -> Vec<String> {
    static WAYS: OnceLock<Vec<(String, Vec<Vec<String>>)>> = OnceLock::new();
    let ways = WAYS.get_or_init(|| {
        SAME.iter()
            .map(|(word, all)| {
                let ways = all.split('|').map(|way| content(&tokens(way)));
                (content(&tokens(word)).join(" "), ways.collect())
            })
            .collect()
    });
    for (word, all) in ways {
        for way in all.iter().filter(|way| !way.is_empty()) {
            let mut from = 0;
            while let Some(place) =
                words[from..].windows(way.len()).position(|some| some == way.as_slice())
            {
                let place = from + place;
                words.splice(place..place + way.len(), [word.clone()]);
                from = place + 1;
            }
        }
    }
    words
}

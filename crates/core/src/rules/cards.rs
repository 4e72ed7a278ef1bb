//! `[[deck.card]]`: cards that a rule set adds, and what they do, as data.

use super::section::{Limits, Setting, choice};
use super::value::{Value, entries_of, table_of};
use crate::bounded::quoted;
use crate::cards::{Colour, Kind, Notation, Symbol};

/// The most steps of an effect.
pub const MOST_STEPS: usize = 4;
const MOST_PER_COLOUR: i64 = 15;
const MOST_POINTS: i64 = 1000;
const MOST_DRAWN: i64 = 30;
const LONGEST_NAME: usize = 32;

choice! {
    /// Whom a step of an effect is about.
    Who {
        /// The seat that moves next, as the steps before have left it.
        Next = "next",
        /// The seat that plays before the player.
        Previous = "previous",
        /// A seat that the player chooses.
        Chosen = "chosen",
        /// All others, in the order of play.
        Others = "others",
        /// All others, then the player.
        All = "all",
        /// The player.
        Own = "self",
    }

    /// How long somebody draws.
    Until {
        /// Until a card of the colour comes; wilds do not count.
        Colour = "colour",
        /// Until a card comes that could be played.
        Playable = "playable",
    }

    /// Who names the colour that is drawn for, and that is active from then on.
    NamedBy {
        /// The player.
        Player = "player",
        /// Who draws.
        Victim = "victim",
    }

    /// What answers a card that makes the next player draw.
    AnsweredBy {
        /// Nothing.
        Nothing = "none",
        /// The same symbol.
        Same = "same",
        /// Any card that makes draw.
        Draw = "draw",
        /// Any card that makes draw at least as many as the last one did.
        AtLeast = "at_least",
    }

    /// When a card may be played.
    Honest {
        /// Always.
        Always = "always",
        /// As a wild draw four: without a card of the active colour.
        NoColour = "no_colour",
    }

    /// What a card does that is turned up.
    OnStart {
        /// It acts as if the dealer had played it.
        Acts = "acts",
        /// It goes back into the draw pile.
        Back = "back",
        /// It stays and does nothing.
        Nothing = "nothing",
        /// It stays under the next card that is turned up.
        Buried = "buried",
    }
}

/// Whether cards of a symbol come in the four colours, or are wilds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colouring {
    PerColour,
    Wild,
}

impl Colouring {
    fn of(symbol: Symbol) -> Colouring {
        if symbol.is_wild() { Colouring::Wild } else { Colouring::PerColour }
    }

    /// What a card counts in a hand, if its rule set does not say.
    fn usual_points(self) -> u16 {
        match self {
            Colouring::PerColour => 20,
            Colouring::Wild => 50,
        }
    }

    /// What a card does as the start card, if its rule set does not say.
    fn usual_start(self) -> OnStart {
        match self {
            Colouring::PerColour => OnStart::Acts,
            Colouring::Wild => OnStart::Back,
        }
    }
}

/// What a player's own hand loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discard {
    /// Cards of the active colour.
    Colour,
    /// Cards with the symbol of the card.
    Symbol,
    /// Number cards of these numbers, a bit each.
    Numbers(u16),
}

/// A step of an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Nothing.
    Nothing,
    /// The direction turns, as with a reverse.
    Reverse,
    /// The player moves once more.
    Again,
    /// The next so many seats lose their turn.
    Skip(u8),
    /// Somebody's next turn is lost.
    Loses(Who),
    /// The next player is hit: draws so many, if it does not answer, and loses the turn.
    Hit(u8),
    /// Somebody draws at once, and may lose the turn.
    Draw {
        /// Who draws.
        who: Who,
        /// How many cards.
        cards: u8,
        /// Whether the next turn is lost.
        skip: bool,
    },
    /// Somebody draws at once until a card comes, and may lose the turn.
    DrawUntil {
        /// Who draws.
        who: Who,
        /// Which card.
        until: Until,
        /// Who names the colour.
        named_by: NamedBy,
        /// Whether the next turn is lost.
        skip: bool,
    },
    /// The player swaps hands.
    Swap(Who),
    /// All hands pass on in the direction of play.
    PassOn,
    /// All hands are shuffled and dealt out again.
    Shuffle,
    /// Cards leave the player's hand and go under the up card.
    Discard(Discard),
    /// The launcher throws cards to somebody: each number from `least` to `most` is as likely.
    Throw {
        /// To whom; each presses the button alone.
        who: Who,
        /// 0, or 1 where it is pressed until something is thrown.
        least: u8,
        /// The most cards.
        most: u8,
    },
}

/// A short text of a rule file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label<const N: usize>([u8; N]);

impl<const N: usize> Label<N> {
    fn new(text: &str) -> Option<Self> {
        let mut bytes = [0; N];
        let fits = !text.is_empty() && text.len() <= N && !text.contains(char::is_control);
        bytes.get_mut(..text.len()).filter(|_| fits)?.copy_from_slice(text.as_bytes());
        Some(Label(bytes))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        let len = self.0.iter().position(|&byte| byte == 0).unwrap_or(N);
        std::str::from_utf8(&self.0[..len]).unwrap_or_default()
    }
}

impl<const N: usize> std::fmt::Debug for Label<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}

/// A card that a rule set adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CustomCard {
    /// What stands for it inside.
    pub symbol: Symbol,
    /// What records write, after the colour if it has one.
    pub text: Label<{ Notation::LONGEST }>,
    /// What people call it.
    pub name: Label<LONGEST_NAME>,
    /// How many there are in a pack: of each colour, or in all of a wild.
    pub copies: u8,
    /// What it counts in a hand.
    pub points: u16,
    /// What it does, in order.
    pub effect: [Step; MOST_STEPS],
    /// What answers it.
    pub answered_by: AnsweredBy,
    /// When it may be played.
    pub honest: Honest,
    /// What it does as the start card.
    pub on_start: OnStart,
}

impl CustomCard {
    /// How many cards others draw for it: what is usual, if they draw until a card comes or are
    /// thrown some.
    pub fn draws(&self) -> u32 {
        let draws = |step: &Step| match *step {
            Step::Hit(cards) => u32::from(cards),
            Step::Draw { who, cards, .. } if who != Who::Own => u32::from(cards),
            Step::DrawUntil { who, until, .. } if who != Who::Own => match until {
                Until::Colour => 5,
                Until::Playable => 3,
            },
            Step::Throw { who, least, most } if who != Who::Own => u32::from(least + most) / 2,
            _ => 0,
        };
        self.effect.iter().map(draws).sum()
    }

    /// Whether the next player loses a turn for it.
    pub fn skips(&self) -> bool {
        let skips = |step: &Step| match *step {
            Step::Hit(_) | Step::Again | Step::Skip(_) | Step::Loses(_) => true,
            Step::Draw { skip, .. } | Step::DrawUntil { skip, .. } => skip,
            _ => false,
        };
        self.effect.iter().any(skips)
    }

    /// The printed symbol that does most like it.
    pub fn like(&self) -> Symbol {
        match (self.symbol.is_wild(), self.draws(), self.skips()) {
            (true, 1.., _) => Symbol::WildDrawFour,
            (true, ..) => Symbol::Wild,
            (_, 1.., _) => Symbol::DrawTwo,
            (.., true) => Symbol::Skip,
            _ if self.effect.contains(&Step::Reverse) => Symbol::Reverse,
            _ => Symbol::Nine,
        }
    }

    /// Whether its player names no colour, because its victim does.
    pub fn is_named_by_victim(&self) -> bool {
        let victim =
            |step: &Step| matches!(step, Step::DrawUntil { named_by: NamedBy::Victim, .. });
        self.effect.iter().any(victim)
    }

    /// Refuses a card whose effect does not have what its other fields are about.
    fn check_effect(&self) -> Result<(), String> {
        let (is_wild, hits) = (self.symbol.is_wild(), self.hits().is_some());
        if self.answered_by != AnsweredBy::Nothing && !hits {
            return Err("answered_by: nothing hits the next player; missing: a step { who = \
                        \"next\", draw = n, skip = true }"
                .into());
        }
        if self.is_named_by_victim() && !is_wild {
            return Err("named_by = \"victim\" is for wilds".into());
        }
        if self.honest == Honest::NoColour && !(is_wild && hits) {
            return Err(
                "honest = \"no_colour\" is for wilds with a step that hits the next player, who \
                        may challenge it"
                    .into(),
            );
        }
        Ok(())
    }

    /// How many cards the player who is hit has to draw, if it hits one.
    pub fn hits(&self) -> Option<u8> {
        self.effect
            .iter()
            .find_map(|step| if let Step::Hit(cards) = step { Some(*cards) } else { None })
    }
}

/// All cards that a rule set adds, each at its symbol's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnCards([Option<CustomCard>; Symbol::OWN]);

impl OwnCards {
    /// None.
    pub const NONE: OwnCards = OwnCards([None; Symbol::OWN]);

    /// The card of a kind, if it is an added one.
    #[inline(always)]
    pub const fn of(&self, kind: Kind) -> Option<&CustomCard> {
        self.of_symbol(kind.symbol())
    }

    /// The card with a symbol, if it is an added one.
    #[inline(always)]
    pub const fn of_symbol(&self, symbol: Symbol) -> Option<&CustomCard> {
        match symbol.own() {
            Some(place) => self.0[place].as_ref(),
            None => None,
        }
    }

    /// All of them, in order of their symbols.
    pub fn iter(&self) -> impl Iterator<Item = &CustomCard> {
        self.0.iter().flatten()
    }

    /// What they count, each at its symbol's place.
    pub(crate) fn points(&self) -> [u16; Symbol::OWN] {
        self.0.map(|card| card.map_or(0, |card| card.points))
    }

    /// How they are written, among blanks that draw so many.
    pub fn notation(&self, blank_draws: u8) -> Notation {
        let printed = Notation::of_blanks(blank_draws);
        self.iter().fold(printed, |all, card| all.with(card.symbol, card.text.as_str()))
    }

    /// Reads cards; gives the number of the one that is wrong, from 1, and how it is.
    pub(super) fn parse(list: &[Value]) -> Result<OwnCards, (usize, String)> {
        let mut cards = OwnCards::NONE;
        for (index, entry) in list.iter().enumerate() {
            let card = cards.read_card(entry).map_err(|error| (index + 1, error))?;
            let place = card.symbol.own().expect("an added symbol");
            cards.0[place] = Some(card);
        }
        Ok(cards)
    }

    /// Reads a card, which gets the first symbol that is free.
    fn read_card(&self, value: &Value) -> Result<CustomCard, String> {
        let fields = CardFields::of(value, CARD_FIELDS)?;
        let text = fields.text("symbol")?.ok_or("it has no symbol")?;
        let (colouring, copies) = read_copies(&fields)?;
        check_symbol(text, colouring)?;
        if self.iter().any(|card| card.text.as_str() == text) {
            return Err(format!("two cards are written {}", quoted(text)));
        }
        let symbol = self.free_symbol(colouring)?;
        let name = fields.text("name")?.unwrap_or(text);
        let effect = read_effect(fields.get("effect"))?;
        let card = CustomCard {
            symbol,
            text: Label::new(text).expect("a text that was checked"),
            name: read_name(name)?,
            copies,
            points: fields
                .number("points", 0..=MOST_POINTS)?
                .map_or(colouring.usual_points(), |points| points as u16),
            effect,
            answered_by: fields.word("answered_by")?.unwrap_or(AnsweredBy::Nothing),
            honest: fields.word("honest")?.unwrap_or(Honest::Always),
            on_start: fields.word("on_start")?.unwrap_or(colouring.usual_start()),
        };
        card.check_effect()?;
        Ok(card)
    }

    /// The first symbol of that colouring that no card has.
    fn free_symbol(&self, colouring: Colouring) -> Result<Symbol, String> {
        let symbols = (Symbol::ALL.len()..Symbol::COUNT).map(Symbol::from_index);
        symbols
            .filter(|&symbol| Colouring::of(symbol) == colouring)
            .find(|&symbol| self.of_symbol(symbol).is_none())
            .ok_or_else(|| {
                let (most, what) = match colouring {
                    Colouring::PerColour => (Symbol::OWN_COLOURED, "coloured symbols"),
                    Colouring::Wild => (Symbol::OWN_WILDS, "wilds"),
                };
                format!("a deck may add {most} {what}, and this is one more")
            })
    }
}

const CARD_FIELDS: &[&str] = &[
    "symbol",
    "name",
    "per_colour",
    "wild",
    "points",
    "effect",
    "answered_by",
    "honest",
    "on_start",
];

/// How many there are of a card in a pack, of each colour or in all.
fn read_copies(fields: &CardFields<'_>) -> Result<(Colouring, u8), String> {
    let [per_colour, wilds] =
        ["per_colour", "wild"].map(|field| fields.number(field, 0..=MOST_PER_COLOUR));
    match (per_colour?, wilds?) {
        (Some(copies), None) => Ok((Colouring::PerColour, copies as u8)),
        (None, Some(copies)) => Ok((Colouring::Wild, copies as u8)),
        _ => Err("either per_colour or wild says how many there are".into()),
    }
}

/// What people call a card.
fn read_name(name: &str) -> Result<Label<LONGEST_NAME>, String> {
    Label::new(name).ok_or_else(|| {
        format!(
            "name = {}; allowed: 1 to {LONGEST_NAME} bytes, no control character among them",
            quoted(name)
        )
    })
}

/// Refuses texts that would be taken for other cards.
fn check_symbol(text: &str, colouring: Colouring) -> Result<(), String> {
    let is_sign = |letter: char| letter.is_ascii_graphic() && !"\"'`,[]{}=\\".contains(letter);
    let fits = (1..=Notation::LONGEST).contains(&text.len()) && text.chars().all(is_sign);
    let taken = |symbol: &str| Symbol::parse(symbol, 0).is_ok();
    let blank = text.strip_prefix("W+").is_some_and(|rest| rest.parse::<u8>().is_ok());
    let reads_as_coloured = text.chars().next().and_then(Colour::from_letter).is_some();
    if !fits {
        Err(format!("symbol = {}; allowed: 1 to 4 letters, digits or signs of ASCII", quoted(text)))
    } else if taken(text) || blank || Kind::parse(text, 0).is_ok() {
        Err(format!("symbol = {} is printed on another card", quoted(text)))
    } else if colouring == Colouring::Wild && reads_as_coloured {
        Err(format!("symbol = {}: that of a wild must not begin with R, B, G or Y", quoted(text)))
    } else {
        Ok(())
    }
}

/// The fields of a table, all of them known.
struct CardFields<'a>(Vec<(&'a str, &'a Value)>);

impl<'a> CardFields<'a> {
    fn of(value: &'a Value, known: &[&str]) -> Result<CardFields<'a>, String> {
        let allowed = || format!("allowed: {}", known.join(", "));
        let fields: Vec<_> =
            entries_of(value).ok_or_else(|| format!("a table is wanted; {}", allowed()))?.collect();
        match fields.iter().find(|(name, _)| !known.contains(name)) {
            Some((name, _)) => Err(format!("unknown field {}; {}", quoted(name), allowed())),
            None => Ok(CardFields(fields)),
        }
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.iter().find(|(field, _)| *field == name).map(|(_, value)| *value)
    }

    /// A field as `read` takes it; none where it is missing.
    fn read<T>(
        &self,
        name: &str,
        allowed: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let wrong = || format!("{name} = {}; allowed: {allowed}", quoted(&value.to_string()));
        read(value).map(Some).ok_or_else(wrong)
    }

    fn text(&self, name: &str) -> Result<Option<&'a str>, String> {
        self.read(name, "a text", Value::as_str)
    }

    fn number(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<Option<i64>, String> {
        let allowed = format!("{} to {}", range.start(), range.end());
        self.read(name, &allowed, |value| {
            value.as_integer().filter(|number| range.contains(number))
        })
    }

    fn yes(&self, name: &str) -> Result<bool, String> {
        let read = self.read(name, "true, or nothing", |value| value.as_bool().filter(|is| *is));
        Ok(read?.is_some())
    }

    fn word<T: Setting>(&self, name: &str) -> Result<Option<T>, String> {
        self.read(name, &T::allowed(&[]), |value| T::read(value, &[], &Notation::PRINTED))
    }

    /// Whom a step is about, and whether they lose a turn; the player cannot lose its own.
    fn who_and_skip(&self) -> Result<(Who, bool), String> {
        let skip = self.yes("skip")?;
        match self.word("who")?.ok_or("missing: who")? {
            Who::Own if skip => {
                Err("a player cannot lose the turn that it has; missing: a later turn".to_owned())
            }
            who => Ok((who, skip)),
        }
    }
}

fn read_effect(value: Option<&Value>) -> Result<[Step; MOST_STEPS], String> {
    let mut effect = [Step::Nothing; MOST_STEPS];
    let Some(value) = value else { return Ok(effect) };
    let list = value.as_array().ok_or("effect: a list of steps is wanted")?;
    if list.len() > MOST_STEPS {
        return Err(format!("effect: {} steps; allowed: {MOST_STEPS}", list.len()));
    }
    for (number, (step, entry)) in effect.iter_mut().zip(list).enumerate() {
        *step = read_step(entry).map_err(|error| format!("step {}: {error}", number + 1))?;
    }
    let hits = |step: &Step| matches!(step, Step::Hit(_));
    match effect[..list.len().saturating_sub(1)].iter().position(hits) {
        Some(place) => Err(format!(
            "step {}: who is hit by a draw that costs the turn draws later, so this is the last \
             step",
            place + 1
        )),
        None => Ok(effect),
    }
}

/// The word that says what a step does, and the fields that go with it.
const STEPS: &[(&str, &[&str])] = &[
    ("turn", &["turn", "seats"]),
    ("draw", &["who", "draw", "skip"]),
    ("draw_until", &["who", "draw_until", "named_by", "skip"]),
    ("hands", &["hands", "with"]),
    ("discard", &["discard", "numbers"]),
    ("throw", &["who", "throw"]),
    ("throw_until", &["who", "throw_until"]),
    ("flip", &["flip"]),
    ("skip", &["who", "skip"]),
];

fn read_step(value: &Value) -> Result<Step, String> {
    let is_said = |word: &str| {
        entries_of(value).is_some_and(|mut entries| entries.any(|(name, _)| name == word))
    };
    let words: Vec<&str> = STEPS.iter().map(|(word, _)| *word).collect();
    let missing = || format!("says nothing that is known; allowed: one of {}", words.join(", "));
    let (word, known) = STEPS.iter().find(|(word, _)| is_said(word)).ok_or_else(missing)?;
    let fields = CardFields::of(value, known)?;
    match *word {
        "turn" => read_turn(&fields),
        "draw" => read_draw(&fields),
        "draw_until" => read_draw_until(&fields),
        "skip" => Ok(Step::Loses(fields.who_and_skip()?.0)),
        "hands" => read_hands(&fields),
        "discard" => Ok(Step::Discard(read_discard(&fields)?)),
        "throw" | "throw_until" => Ok(Step::Throw {
            who: fields.word("who")?.unwrap_or(Who::Next),
            least: u8::from(*word == "throw_until"),
            most: fields.number(word, 1..=10)?.unwrap_or(1) as u8,
        }),
        _ => Err("flip: missing: cards with two sides".into()),
    }
}

/// Reads a step that changes who moves next.
fn read_turn(fields: &CardFields<'_>) -> Result<Step, String> {
    let seats = fields.number("seats", 1..=9)?;
    match (fields.text("turn")?, seats) {
        (Some("reverse"), None) => Ok(Step::Reverse),
        (Some("again"), None) => Ok(Step::Again),
        (Some("skip"), seats) => Ok(Step::Skip(seats.unwrap_or(1) as u8)),
        _ => Err("turn: allowed: reverse, again, or skip with seats".into()),
    }
}

/// Reads a step by which somebody draws a number of cards.
fn read_draw(fields: &CardFields<'_>) -> Result<Step, String> {
    // What is wrong with `skip` is said before what is wrong with `draw`.
    fields.yes("skip")?;
    let cards = fields.number("draw", 0..=MOST_DRAWN)?.unwrap_or(0) as u8;
    Ok(match fields.who_and_skip()? {
        (Who::Next, true) => Step::Hit(cards),
        (who, skip) => Step::Draw { who, cards, skip },
    })
}

/// Reads a step by which somebody draws until a card comes.
fn read_draw_until(fields: &CardFields<'_>) -> Result<Step, String> {
    let (who, skip) = fields.who_and_skip()?;
    let until = fields.word("draw_until")?.expect("it is said");
    let named_by = fields.word("named_by")?.unwrap_or(NamedBy::Player);
    let has_one_victim = until == Until::Colour && !matches!(who, Who::Others | Who::All);
    if named_by == NamedBy::Victim && !has_one_victim {
        return Err("named_by = \"victim\" needs one victim and draw_until = \"colour\"".into());
    }
    Ok(Step::DrawUntil { who, until, named_by, skip })
}

/// Reads a step by which hands change their owners.
fn read_hands(fields: &CardFields<'_>) -> Result<Step, String> {
    match (fields.text("hands")?, fields.word("with")?) {
        (Some("swap"), None) => {
            Err("hands = \"swap\"; missing: with, which is next, previous or chosen".into())
        }
        (Some("swap"), Some(who @ (Who::Next | Who::Previous | Who::Chosen))) => {
            Ok(Step::Swap(who))
        }
        (Some("swap"), Some(_)) => {
            Err("with: hands are swapped with next, previous or chosen".into())
        }
        (Some("pass_on"), None) => Ok(Step::PassOn),
        (Some("shuffle"), None) => Ok(Step::Shuffle),
        _ => Err("hands: allowed: swap with somebody, pass_on, shuffle".into()),
    }
}

fn read_discard(fields: &CardFields<'_>) -> Result<Discard, String> {
    let numbers = fields.get("numbers");
    match (fields.text("discard")?, numbers) {
        (Some("colour"), None) => Ok(Discard::Colour),
        (Some("symbol"), None) => Ok(Discard::Symbol),
        (Some("numbers"), Some(list)) => {
            let number = |entry: &Value| entry.as_integer().filter(|digit| (0..=9).contains(digit));
            let bits = list.as_array().and_then(|list| {
                list.iter().map(number).try_fold(0, |bits, digit| Some(bits | 1_u16 << digit?))
            });
            bits.filter(|&bits| bits > 0)
                .map(Discard::Numbers)
                .ok_or_else(|| "numbers: allowed: a list of one or more of 0 to 9".into())
        }
        _ => Err("discard: allowed: colour, symbol, or numbers with numbers = [..]".into()),
    }
}

fn text(text: &str) -> Value {
    Value::String(text.to_owned())
}

fn word(word: impl Setting) -> Value {
    word.write(&Notation::PRINTED)
}

fn write_step(step: Step) -> Option<Value> {
    let number = |number: u8| Value::Integer(number.into());
    let who = |who: Who| ("who", word(who));
    let skips = |skip: bool| skip.then_some(("skip", Value::Boolean(true)));
    let fields: Vec<(&str, Value)> = match step {
        Step::Nothing => return None,
        Step::Reverse => vec![("turn", text("reverse"))],
        Step::Again => vec![("turn", text("again"))],
        Step::Skip(seats) => vec![("turn", text("skip")), ("seats", number(seats))],
        Step::Loses(player) => vec![who(player), ("skip", Value::Boolean(true))],
        Step::Hit(cards) => {
            vec![who(Who::Next), ("draw", number(cards)), ("skip", Value::Boolean(true))]
        }
        Step::Draw { who: player, cards, skip } => {
            [who(player), ("draw", number(cards))].into_iter().chain(skips(skip)).collect()
        }
        Step::DrawUntil { who: player, until, named_by, skip } => {
            let fields = [who(player), ("draw_until", word(until)), ("named_by", word(named_by))];
            fields.into_iter().chain(skips(skip)).collect()
        }
        Step::Swap(with) => vec![("hands", text("swap")), ("with", word(with))],
        Step::PassOn => vec![("hands", text("pass_on"))],
        Step::Shuffle => vec![("hands", text("shuffle"))],
        Step::Discard(Discard::Colour) => vec![("discard", text("colour"))],
        Step::Discard(Discard::Symbol) => vec![("discard", text("symbol"))],
        Step::Discard(Discard::Numbers(bits)) => {
            let numbers = (0..10).filter(|bit| bits >> bit & 1 == 1).map(Value::Integer);
            vec![("discard", text("numbers")), ("numbers", Value::Array(numbers.collect()))]
        }
        Step::Throw { who: player, least, most } => {
            let cards = (["throw", "throw_until"][usize::from(least)], number(most));
            (player != Who::Next).then(|| who(player)).into_iter().chain([cards]).collect()
        }
    };
    Some(table_of(fields))
}

impl Setting for OwnCards {
    fn read(value: &Value, _: Limits, _: &Notation) -> Option<OwnCards> {
        OwnCards::parse(value.as_array()?).ok()
    }

    fn write(self, _: &Notation) -> Value {
        let write = |card: &CustomCard| {
            let copies = if card.symbol.is_wild() { "wild" } else { "per_colour" };
            let effect = card.effect.into_iter().filter_map(write_step).collect();
            let fields = [
                ("symbol", text(card.text.as_str())),
                ("name", text(card.name.as_str())),
                (copies, Value::Integer(card.copies.into())),
                ("points", Value::Integer(card.points.into())),
                ("effect", Value::Array(effect)),
                ("answered_by", word(card.answered_by)),
                ("honest", word(card.honest)),
                ("on_start", word(card.on_start)),
            ];
            table_of(fields)
        };
        Value::Array(self.iter().map(write).collect())
    }

    fn allowed(_: Limits) -> String {
        concat!(
            r#"a list of cards, as in [{ symbol = "V+2", name = "reverse draw two", per_colour = 1, "#,
            r#"effect = [{ turn = "reverse" }, { who = "next", draw = 2, skip = true }] }]; docs/"#,
            r#"RULES.md has all fields"#
        )
        .into()
    }
}

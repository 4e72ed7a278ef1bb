//! The keys of § 2, typed; read from a complete `settings` object. Those of `[play]` are in
//! `play.rs`.

use super::own::OwnCard;
use super::play::Play;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Declares an enum whose variants are the words that a key may hold.
macro_rules! words {
    ($name:ident { $($variant:ident),+ }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($variant),+ }
    };
}

words!(Edition { Standard, Junior });
words!(NextDealer { Rotate, Loser });
words!(Blocked { Nobody, FewestPoints });
words!(StartCard { Any, Number, Coloured, Inert, Buried });
words!(MercyAfter { Card, Draw });
words!(ByValue { Off, Last, Total, Any, Same });
words!(StartReverse { RightOfDealer, Dealer, FirstPlayer });
words!(StartDraw { LosesTurn, DrawsAndPlays });
words!(StartWild { FirstPlayer, Dealer });
words!(Drawing { One, UntilPlayable });
words!(DrawnCard { MayPlay, MustPlay, Keep });
words!(DrawnMatches { All, Colour });
words!(DrawnWild4 { Acts, Plain });
words!(Pass { Never, Always });
words!(LastCardDraw { Dealt, Lapses });
words!(Reshuffle { BelowTop, All, Never });
words!(Swap { Must, May, MayCard });
words!(Count { Points, Cards });
words!(Wild4Needs { NoColour, NoMatch, NoNumberOfColour, Nothing, NoOtherCard });
words!(Challenge { Draw, TakeBack, Off });
words!(ReverseLasts { Lasting, OneTurn });
words!(TwoPlayerReverse { Skip, Reverse });
words!(AfterWild { Colour, ColourOrUnder });
words!(ColourChoice { Free, Wheel });
words!(DrawTwoResponse { None, Deflect, Stack });
words!(Wild4Response { None, Deflect, Stack, StackMixed });
words!(SkipResponse { None, Identical });
words!(ColourBy { Each, Last });
words!(ReverseReturns { Off, DrawTwo, All });
words!(Resume { AfterJumper, Original });
words!(Actions { Replace, Sum });
words!(Double { Off, NoDraws, Any });
words!(SwapOnLastCard { RoundEnds, Applies });
words!(When { FirstOut, LastStanding, BringIn });
words!(Method { WinnerTakes, OwnPoints, Lazy, Placement });
words!(AtTarget { Wins, Loses });
words!(SilenceMode { Off, Twos, Wilds });

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    pub edition: Edition,
    pub wild: usize,
    pub wild_draw_four: usize,
    pub blanks: usize,
    pub blank_draws: u8,
    pub swap_hands: usize,
    pub shuffle_hands: usize,
    pub crash: usize,
    pub downpour_one: usize,
    pub downpour_two: usize,
    /// Symbols or cards, as § 1 writes them, with how many there are.
    #[serde(deserialize_with = "numbers")]
    pub cards: Vec<(String, i64)>,
    pub packs: usize,
    pub card: Vec<OwnCard>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub hand_size: usize,
    /// Who deals first is the match's to say.
    pub first_dealer: serde_json::Value,
    pub next_dealer: NextDealer,
    pub start_card: StartCard,
    pub start_reverse: StartReverse,
    pub start_draw: StartDraw,
    pub start_wild: StartWild,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Responses {
    pub draw_two: DrawTwoResponse,
    pub wild_draw_four: Wild4Response,
    pub skip: SkipResponse,
    pub reverse_returns: ReverseReturns,
    pub skip_passes: bool,
    pub colour_by: ColourBy,
    pub one_at_a_time: bool,
    pub last_card: bool,
    pub victim_plays: bool,
    pub by_value: ByValue,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JumpIn {
    pub enabled: bool,
    pub resume: Resume,
    pub actions: Actions,
    pub double: Double,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hands {
    pub seven_swaps: bool,
    pub zero_rotates: bool,
    pub swap_on_last_card: SwapOnLastCard,
    pub five_exchanges: bool,
    pub swap: Swap,
    pub launcher: usize,
    pub launcher_least: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finish {
    pub when: When,
    pub refills: usize,
    pub blocked: Blocked,
    pub mercy: usize,
    pub mercy_after: MercyAfter,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    pub method: Method,
    pub target: i64,
    pub at_target: AtTarget,
    pub rounds: u64,
    pub count: Count,
    /// Symbols, as § 1 writes them, with what they count.
    #[serde(deserialize_with = "numbers")]
    pub points: Vec<(String, i64)>,
    pub zero_points: i64,
    pub lone_zero_points: i64,
    pub last_downpour: i64,
    pub knock_out_points: i64,
    pub partners: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uno {
    pub call: bool,
    pub penalty: u32,
    pub false_call_penalty: u32,
    pub slam: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Silence {
    pub mode: SilenceMode,
    pub penalty: u32,
}

/// § 2 `[people]` for one seat: probabilities, and the weights of races.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    pub forgets_uno: f64,
    pub remembers_uno: f64,
    pub catches_fault: f64,
    pub plays_out_of_turn: f64,
    pub catches_uno: f64,
    pub calls_falsely: f64,
    pub talks: f64,
    pub misplays: f64,
    pub advises: f64,
    pub forgets_colour: f64,
    pub catches_colour: f64,
    pub colour_penalty: u32,
    pub forgets_penalty: f64,
    pub reaction: f64,
    pub next_player_reaction: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub deck: Deck,
    pub setup: Setup,
    pub play: Play,
    pub responses: Responses,
    pub jump_in: JumpIn,
    pub hands: Hands,
    pub finish: Finish,
    pub scoring: Scoring,
    pub uno: Uno,
    pub silence: Silence,
    people: Everybody,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
struct Everybody {
    /// What holds for every seat that has nothing of its own.
    all: People,
    /// What holds for single seats (`[people.seat.2]`).
    single: Vec<(usize, People)>,
}

impl Settings {
    /// Reads a `settings` object, which has every key.
    pub fn from_json(value: &Value) -> Result<Settings, String> {
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())
    }

    /// What a seat's player does: the seat's own set, or the one for all.
    pub fn people(&self, seat: usize) -> &People {
        let own = self.people.single.iter().find(|(s, _)| *s == seat);
        own.map_or(&self.people.all, |(_, people)| people)
    }
}

/// A seat has what is said of it, and the rest from everybody.
impl TryFrom<Map<String, Value>> for Everybody {
    type Error = String;

    fn try_from(mut all: Map<String, Value>) -> Result<Everybody, String> {
        let person = |keys: &Map<String, Value>| {
            People::deserialize(keys).map_err(|error| format!("people: {error}"))
        };
        let mut single = Vec::new();
        let seats = all.remove("seat").unwrap_or_default();
        for (seat, own) in seats.as_object().into_iter().flatten() {
            let number = seat.parse().map_err(|_| format!("people.seat.{seat}: no such seat"))?;
            let mut keys = all.clone();
            keys.extend(own.as_object().ok_or("not a section")?.clone());
            single.push((number, person(&keys)?));
        }
        Ok(Everybody { all: person(&all)?, single })
    }
}

/// A table of whole numbers, in its order.
fn numbers<'a, D: Deserializer<'a>>(table: D) -> Result<Vec<(String, i64)>, D::Error> {
    let whole = |(name, number): (String, Value)| Some((name, number.as_i64()?));
    let numbers: Option<_> = Map::deserialize(table)?.into_iter().map(whole).collect();
    numbers.ok_or_else(|| serde::de::Error::custom("not whole numbers"))
}

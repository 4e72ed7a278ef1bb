//! The keys of § 2, typed; read from a complete `settings` object.

use serde_json::{Map, Value};

/// A value that is one word out of a few.
pub trait Word: Sized + Copy + 'static {
    const WORDS: &'static [(&'static str, Self)];
}

/// Declares an enum whose variants are the words that a key may hold.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($variant),+ }
        impl Word for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $name::$variant)),+];
        }
    };
}

words!(Edition { Standard = "standard", Junior = "junior" });
words!(NextDealer { Rotate = "rotate", Loser = "loser" });
words!(StartCard {
    Any = "any",
    Number = "number",
    Coloured = "coloured",
    Inert = "inert",
});
words!(StartReverse {
    RightOfDealer = "right_of_dealer",
    Dealer = "dealer",
    FirstPlayer = "first_player",
});
words!(StartDraw { LosesTurn = "loses_turn", DrawsAndPlays = "draws_and_plays" });
words!(StartWild { FirstPlayer = "first_player", Dealer = "dealer" });
words!(Drawing { One = "one", UntilPlayable = "until_playable" });
words!(DrawnCard { MayPlay = "may_play", MustPlay = "must_play", Keep = "keep" });
words!(DrawnMatches { All = "all", Colour = "colour" });
words!(DrawnWild4 { Acts = "acts", Plain = "plain" });
words!(Pass { Never = "never", Always = "always" });
words!(LastCardDraw { Dealt = "dealt", Lapses = "lapses" });
words!(Reshuffle { BelowTop = "below_top", All = "all", Never = "never" });
words!(Swap { Must = "must", May = "may", MayCard = "may_card" });
words!(Count { Points = "points", Cards = "cards" });
words!(Wild4Needs {
    NoColour = "no_colour",
    NoMatch = "no_match",
    NoNumberOfColour = "no_number_of_colour",
    Nothing = "nothing",
    NoOtherCard = "no_other_card",
});
words!(Challenge { Draw = "draw", TakeBack = "take_back", Off = "off" });
words!(ReverseLasts { Lasting = "lasting", OneTurn = "one_turn" });
words!(TwoPlayerReverse { Skip = "skip", Reverse = "reverse" });
words!(AfterWild { Colour = "colour", ColourOrUnder = "colour_or_under" });
words!(ColourChoice { Free = "free", Wheel = "wheel" });
words!(DrawTwoResponse { None = "none", Deflect = "deflect", Stack = "stack" });
words!(Wild4Response {
    None = "none",
    Deflect = "deflect",
    Stack = "stack",
    StackMixed = "stack_mixed",
});
words!(SkipResponse { None = "none", Identical = "identical" });
words!(ColourBy { Each = "each", Last = "last" });
words!(ReverseReturns { Off = "off", DrawTwo = "draw_two", All = "all" });
words!(Resume { AfterJumper = "after_jumper", Original = "original" });
words!(Actions { Replace = "replace", Sum = "sum" });
words!(Double { Off = "off", NoDraws = "no_draws", Any = "any" });
words!(SwapOnLastCard { RoundEnds = "round_ends", Applies = "applies" });
words!(When { FirstOut = "first_out", LastStanding = "last_standing", BringIn = "bring_in" });
words!(Method {
    WinnerTakes = "winner_takes",
    OwnPoints = "own_points",
    Lazy = "lazy",
    Placement = "placement",
});
words!(AtTarget { Wins = "wins", Loses = "loses" });
words!(SilenceMode { Off = "off", Twos = "twos", Wilds = "wilds" });

/// Who deals the first round (§ 2 `setup.first_dealer`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstDealer {
    Draw,
    Random,
    Seat(usize),
}

/// § 2 `[deck]`.
#[derive(Clone, Debug)]
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
    pub cards: Vec<(String, i64)>,
    pub packs: usize,
}

/// § 2 `[setup]`.
#[derive(Clone, Debug)]
pub struct Setup {
    pub hand_size: usize,
    pub first_dealer: FirstDealer,
    pub next_dealer: NextDealer,
    pub start_card: StartCard,
    pub start_reverse: StartReverse,
    pub start_draw: StartDraw,
    pub start_wild: StartWild,
}

/// § 2 `[play]`.
#[derive(Clone, Debug)]
pub struct Play {
    pub draw: Drawing,
    pub drawn_card: DrawnCard,
    pub voluntary_draw: bool,
    pub drawn_matches: DrawnMatches,
    pub drawn_wild4: DrawnWild4,
    pub pass: Pass,
    pub same_number_together: usize,
    pub last_card_draw: LastCardDraw,
    pub reshuffle: Reshuffle,
    pub wild_on_wild: bool,
    pub wild4_needs: Wild4Needs,
    pub bluff: bool,
    pub challenge: Challenge,
    pub reverse: ReverseLasts,
    pub two_player_reverse: TwoPlayerReverse,
    pub after_wild: AfterWild,
    pub colour_choice: ColourChoice,
    pub no_finish_on: Vec<String>,
    pub turn_limit: u64,
}

/// § 2 `[responses]`.
#[derive(Clone, Debug)]
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
}

/// § 2 `[jump_in]`.
#[derive(Clone, Debug)]
pub struct JumpIn {
    pub enabled: bool,
    pub resume: Resume,
    pub actions: Actions,
    pub double: Double,
}

/// § 2 `[hands]`.
#[derive(Clone, Debug)]
pub struct Hands {
    pub seven_swaps: bool,
    pub zero_rotates: bool,
    pub swap_on_last_card: SwapOnLastCard,
    pub five_exchanges: bool,
    pub swap: Swap,
    pub launcher: usize,
    pub launcher_least: usize,
}

/// § 2 `[finish]`.
#[derive(Clone, Debug)]
pub struct Finish {
    pub when: When,
    pub refills: usize,
}

/// § 2 `[scoring]`.
#[derive(Clone, Debug)]
pub struct Scoring {
    pub method: Method,
    pub target: i64,
    pub at_target: AtTarget,
    pub rounds: u64,
    pub count: Count,
    /// Symbols, as § 1 writes them, with what they count.
    pub points: Vec<(String, i64)>,
    pub zero_points: i64,
    pub lone_zero_points: i64,
    pub last_downpour: i64,
    pub partners: bool,
}

/// § 2 `[uno]`.
#[derive(Clone, Debug)]
pub struct Uno {
    pub call: bool,
    pub penalty: u32,
    pub false_call_penalty: u32,
    pub slam: bool,
}

/// § 2 `[silence]`.
#[derive(Clone, Debug)]
pub struct Silence {
    pub mode: SilenceMode,
    pub penalty: u32,
}

/// § 2 `[people]` for one seat: probabilities, and the weights of races.
#[derive(Clone, Debug)]
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

/// A whole rule set.
#[derive(Clone, Debug)]
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
    /// What holds for every seat that has nothing of its own.
    pub people: People,
    /// Whole sets for single seats (`[people.seat.2]`).
    pub people_of_seats: Vec<(usize, People)>,
}

impl Default for Settings {
    /// The official game: the default of every key.
    fn default() -> Settings {
        Settings::from_json(&Value::Object(Map::new())).expect("every key has a default")
    }
}

impl Settings {
    /// Reads a `settings` object; a missing section or key has its default, an unknown one is an
    /// error.
    pub fn from_json(value: &Value) -> Result<Settings, String> {
        let mut root = Section::of("", value)?;
        root.ignore(&["name", "extends", "description", "source", "tags"]);
        let scoring = read_scoring(root.section("scoring")?)?;
        let (people, people_of_seats) = read_people(root.section("people")?)?;
        let settings = Settings {
            deck: read_deck(root.section("deck")?)?,
            setup: read_setup(root.section("setup")?)?,
            play: read_play(root.section("play")?)?,
            responses: read_responses(root.section("responses")?)?,
            jump_in: read_jump_in(root.section("jump_in")?)?,
            hands: read_hands(root.section("hands")?)?,
            finish: read_finish(root.section("finish")?)?,
            scoring,
            uno: read_uno(root.section("uno")?)?,
            silence: read_silence(root.section("silence")?)?,
            people,
            people_of_seats,
        };
        root.done()?;
        Ok(settings)
    }

    /// What a seat's player does: the seat's own set, or the one for all.
    pub fn people(&self, seat: usize) -> &People {
        let own = self.people_of_seats.iter().find(|(s, _)| *s == seat);
        own.map_or(&self.people, |(_, people)| people)
    }
}

/// The keys of one section that nobody has read yet.
struct Section {
    name: String,
    left: Map<String, Value>,
}

impl Section {
    fn of(name: &str, value: &Value) -> Result<Section, String> {
        let left = match value {
            Value::Object(map) => map.clone(),
            other => return Err(format!("{name}: {other} is not a section")),
        };
        Ok(Section { name: name.to_string(), left })
    }

    fn section(&mut self, key: &str) -> Result<Section, String> {
        let value = self.left.remove(key).unwrap_or(Value::Object(Map::new()));
        Section::of(key, &value)
    }

    fn ignore(&mut self, keys: &[&str]) {
        for key in keys {
            self.left.remove(*key);
        }
    }

    fn wrong<T>(&self, key: &str, value: &Value) -> Result<T, String> {
        Err(format!("{}.{key}: {value} is not allowed", self.name))
    }

    fn word<W: Word>(&mut self, key: &str, default: W) -> Result<W, String> {
        let Some(value) = self.left.remove(key) else { return Ok(default) };
        let word = W::WORDS.iter().find(|(word, _)| value.as_str() == Some(word));
        word.map_or_else(|| self.wrong(key, &value), |(_, w)| Ok(*w))
    }

    fn flag(&mut self, key: &str, default: bool) -> Result<bool, String> {
        let Some(value) = self.left.remove(key) else { return Ok(default) };
        value.as_bool().map_or_else(|| self.wrong(key, &value), Ok)
    }

    fn count(&mut self, key: &str, default: u64) -> Result<u64, String> {
        let Some(value) = self.left.remove(key) else { return Ok(default) };
        value.as_u64().map_or_else(|| self.wrong(key, &value), Ok)
    }

    fn number<N: TryFrom<u64>>(&mut self, key: &str, default: u64) -> Result<N, String> {
        let count = self.count(key, default)?;
        N::try_from(count).or_else(|_| self.wrong(key, &Value::from(count)))
    }

    fn chance(&mut self, key: &str, default: f64) -> Result<f64, String> {
        let Some(value) = self.left.remove(key) else { return Ok(default) };
        value.as_f64().map_or_else(|| self.wrong(key, &value), Ok)
    }

    fn strings(&mut self, key: &str) -> Result<Vec<String>, String> {
        let Some(value) = self.left.remove(key) else { return Ok(Vec::new()) };
        let list = value.as_array().cloned().unwrap_or_default();
        let strings = list.iter().map(|v| v.as_str().map(str::to_string));
        let strings: Option<Vec<String>> = strings.collect();
        strings.map_or_else(|| self.wrong(key, &value), Ok)
    }

    /// A table of whole numbers.
    fn numbers(&mut self, key: &str) -> Result<Vec<(String, i64)>, String> {
        let Some(value) = self.left.remove(key) else { return Ok(Vec::new()) };
        let table = value.as_object().cloned().unwrap_or_default();
        let numbers = table.into_iter().map(|(name, number)| Some((name, number.as_i64()?)));
        let numbers: Option<Vec<(String, i64)>> = numbers.collect();
        numbers.map_or_else(|| self.wrong(key, &value), Ok)
    }

    fn done(self) -> Result<(), String> {
        match self.left.keys().next() {
            Some(key) => Err(format!("{}.{key}: no such key", self.name)),
            None => Ok(()),
        }
    }
}

fn read_deck(mut s: Section) -> Result<Deck, String> {
    let edition = s.word("edition", Edition::Standard)?;
    // The default of wild draw fours is 4, in a junior deck 0.
    let fours = if edition == Edition::Junior { 0 } else { 4 };
    let deck = Deck {
        edition,
        wild: s.number("wild", 4)?,
        wild_draw_four: s.number("wild_draw_four", fours)?,
        blanks: s.number("blanks", 0)?,
        blank_draws: s.number("blank_draws", 0)?,
        swap_hands: s.number("swap_hands", 0)?,
        shuffle_hands: s.number("shuffle_hands", 0)?,
        crash: s.number("crash", 0)?,
        downpour_one: s.number("downpour_one", 0)?,
        downpour_two: s.number("downpour_two", 0)?,
        cards: s.numbers("cards")?,
        packs: s.number("packs", 1)?,
    };
    s.done()?;
    Ok(deck)
}

fn read_setup(mut s: Section) -> Result<Setup, String> {
    let setup = Setup {
        hand_size: s.number("hand_size", 7)?,
        first_dealer: read_first_dealer(&mut s)?,
        next_dealer: s.word("next_dealer", NextDealer::Rotate)?,
        start_card: s.word("start_card", StartCard::Any)?,
        start_reverse: s.word("start_reverse", StartReverse::RightOfDealer)?,
        start_draw: s.word("start_draw", StartDraw::LosesTurn)?,
        start_wild: s.word("start_wild", StartWild::FirstPlayer)?,
    };
    s.done()?;
    Ok(setup)
}

fn read_first_dealer(s: &mut Section) -> Result<FirstDealer, String> {
    let Some(value) = s.left.remove("first_dealer") else { return Ok(FirstDealer::Draw) };
    match (value.as_str(), value.as_u64()) {
        (Some("draw"), _) => Ok(FirstDealer::Draw),
        (Some("random"), _) => Ok(FirstDealer::Random),
        (_, Some(seat)) => Ok(FirstDealer::Seat(seat as usize)),
        _ => s.wrong("first_dealer", &value),
    }
}

fn read_play(mut s: Section) -> Result<Play, String> {
    let play = Play {
        draw: s.word("draw", Drawing::One)?,
        drawn_card: s.word("drawn_card", DrawnCard::MayPlay)?,
        voluntary_draw: s.flag("voluntary_draw", true)?,
        drawn_matches: s.word("drawn_matches", DrawnMatches::All)?,
        drawn_wild4: s.word("drawn_wild4", DrawnWild4::Acts)?,
        pass: s.word("pass", Pass::Never)?,
        same_number_together: s.number("same_number_together", 0)?,
        last_card_draw: s.word("last_card_draw", LastCardDraw::Dealt)?,
        reshuffle: s.word("reshuffle", Reshuffle::BelowTop)?,
        wild_on_wild: s.flag("wild_on_wild", true)?,
        wild4_needs: s.word("wild4_needs", Wild4Needs::NoColour)?,
        bluff: s.flag("bluff", true)?,
        challenge: s.word("challenge", Challenge::Draw)?,
        reverse: s.word("reverse", ReverseLasts::Lasting)?,
        two_player_reverse: s.word("two_player_reverse", TwoPlayerReverse::Skip)?,
        after_wild: s.word("after_wild", AfterWild::Colour)?,
        colour_choice: s.word("colour_choice", ColourChoice::Free)?,
        no_finish_on: s.strings("no_finish_on")?,
        turn_limit: s.count("turn_limit", 5000)?,
    };
    s.done()?;
    Ok(play)
}

fn read_responses(mut s: Section) -> Result<Responses, String> {
    let responses = Responses {
        draw_two: s.word("draw_two", DrawTwoResponse::None)?,
        wild_draw_four: s.word("wild_draw_four", Wild4Response::None)?,
        skip: s.word("skip", SkipResponse::None)?,
        reverse_returns: s.word("reverse_returns", ReverseReturns::Off)?,
        skip_passes: s.flag("skip_passes", false)?,
        colour_by: s.word("colour_by", ColourBy::Each)?,
        one_at_a_time: s.flag("one_at_a_time", true)?,
        last_card: s.flag("last_card", false)?,
        victim_plays: s.flag("victim_plays", false)?,
    };
    s.done()?;
    Ok(responses)
}

fn read_jump_in(mut s: Section) -> Result<JumpIn, String> {
    let jump_in = JumpIn {
        enabled: s.flag("enabled", false)?,
        resume: s.word("resume", Resume::AfterJumper)?,
        actions: s.word("actions", Actions::Replace)?,
        double: s.word("double", Double::Off)?,
    };
    s.done()?;
    Ok(jump_in)
}

fn read_hands(mut s: Section) -> Result<Hands, String> {
    let hands = Hands {
        seven_swaps: s.flag("seven_swaps", false)?,
        zero_rotates: s.flag("zero_rotates", false)?,
        swap_on_last_card: s.word("swap_on_last_card", SwapOnLastCard::RoundEnds)?,
        five_exchanges: s.flag("five_exchanges", false)?,
        swap: s.word("swap", Swap::Must)?,
        launcher: s.number("launcher", 0)?,
        launcher_least: s.number("launcher_least", 0)?,
    };
    s.done()?;
    Ok(hands)
}

fn read_finish(mut s: Section) -> Result<Finish, String> {
    let finish = Finish { when: s.word("when", When::FirstOut)?, refills: s.number("refills", 0)? };
    s.done()?;
    Ok(finish)
}

fn read_scoring(mut s: Section) -> Result<Scoring, String> {
    let method = s.word("method", Method::WinnerTakes)?;
    // The default is per method: own_points `loses`, the others `wins`.
    let at_target = if method == Method::OwnPoints { AtTarget::Loses } else { AtTarget::Wins };
    let scoring = Scoring {
        method,
        target: s.number("target", 500)?,
        at_target: s.word("at_target", at_target)?,
        rounds: s.count("rounds", 0)?,
        count: s.word("count", Count::Points)?,
        points: s.numbers("points")?,
        zero_points: s.number("zero_points", 0)?,
        lone_zero_points: s.number("lone_zero_points", 0)?,
        last_downpour: s.number("last_downpour", 0)?,
        partners: s.flag("partners", false)?,
    };
    s.done()?;
    Ok(scoring)
}

fn read_uno(mut s: Section) -> Result<Uno, String> {
    let uno = Uno {
        call: s.flag("call", true)?,
        penalty: s.number("penalty", 2)?,
        false_call_penalty: s.number("false_call_penalty", 0)?,
        slam: s.flag("slam", false)?,
    };
    s.done()?;
    Ok(uno)
}

fn read_silence(mut s: Section) -> Result<Silence, String> {
    let silence =
        Silence { mode: s.word("mode", SilenceMode::Off)?, penalty: s.number("penalty", 2)? };
    s.done()?;
    Ok(silence)
}

fn read_people(mut s: Section) -> Result<(People, Vec<(usize, People)>), String> {
    let seats = s.section("seat")?;
    // All are 0 by default but `catches_fault` and `reaction`, which are 1.
    let nobody = People {
        forgets_uno: 0.0,
        remembers_uno: 0.0,
        catches_fault: 1.0,
        plays_out_of_turn: 0.0,
        catches_uno: 0.0,
        calls_falsely: 0.0,
        talks: 0.0,
        misplays: 0.0,
        advises: 0.0,
        forgets_colour: 0.0,
        catches_colour: 0.0,
        colour_penalty: 2,
        forgets_penalty: 0.0,
        reaction: 1.0,
        next_player_reaction: 0.0,
    };
    let all = read_person(s, &nobody)?;
    let mut single = Vec::new();
    for (seat, keys) in &seats.left {
        let number = seat.parse().map_err(|_| format!("people.seat.{seat}: no such seat"))?;
        single.push((number, read_person(Section::of("people.seat", keys)?, &all)?));
    }
    Ok((all, single))
}

fn read_person(mut s: Section, default: &People) -> Result<People, String> {
    let people = People {
        forgets_uno: s.chance("forgets_uno", default.forgets_uno)?,
        remembers_uno: s.chance("remembers_uno", default.remembers_uno)?,
        catches_fault: s.chance("catches_fault", default.catches_fault)?,
        plays_out_of_turn: s.chance("plays_out_of_turn", default.plays_out_of_turn)?,
        catches_uno: s.chance("catches_uno", default.catches_uno)?,
        calls_falsely: s.chance("calls_falsely", default.calls_falsely)?,
        talks: s.chance("talks", default.talks)?,
        misplays: s.chance("misplays", default.misplays)?,
        advises: s.chance("advises", default.advises)?,
        forgets_colour: s.chance("forgets_colour", default.forgets_colour)?,
        catches_colour: s.chance("catches_colour", default.catches_colour)?,
        colour_penalty: s.number("colour_penalty", default.colour_penalty.into())?,
        forgets_penalty: s.chance("forgets_penalty", default.forgets_penalty)?,
        reaction: s.chance("reaction", default.reaction)?,
        next_player_reaction: s.chance("next_player_reaction", default.next_player_reaction)?,
    };
    s.done()?;
    Ok(people)
}

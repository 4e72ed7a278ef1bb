//! What can be wrong with a rule set.

use crate::bounded::quoted;
use crate::shown::Shown;
use crate::slip;
use std::fmt::Display;
use std::path::PathBuf;

/// A rule set that cannot be read or cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// Something is wrong at this place: a file, a line of it, or `--set`.
    #[error("{}: {error}", Shown::of(.place))]
    At {
        /// The file with the line, `--set`, or what else the values came from.
        place: String,
        /// What is wrong there.
        error: Box<RuleError>,
    },

    /// The file cannot be read.
    #[error("cannot read the rule set {}: {error}", quoted(&.path.to_string_lossy()))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },

    /// There is neither a shipped rule set nor a file of this name.
    #[error(
        "there is no rule set \"{}\"{}; allowed: a file, or a name that `unobench rules list` \
         shows",
        quoted(.name), did_you_mean(.suggestions)
    )]
    UnknownRuleSet {
        /// What was asked for.
        name: String,
        /// Those that may be meant, at most three.
        suggestions: Vec<&'static str>,
    },

    /// The file is not TOML.
    #[error("not valid TOML: {}", quoted(.message))]
    Syntax {
        /// What the TOML parser says.
        message: String,
    },

    /// A `--set` without `=`.
    #[error(
        "\"{}\" is not of the form key=value; an example: responses.draw_two=stack",
        quoted(.text)
    )]
    Assignment {
        /// The argument.
        text: String,
    },

    /// There is no such key or section.
    #[error("unknown key {key}, here {value}{}; allowed: {allowed}", did_you_mean(.suggestions))]
    UnknownKey {
        /// The dotted key.
        key: String,
        /// Its value as it was written.
        value: String,
        /// The most similar keys, at most three.
        suggestions: Vec<String>,
        /// What exists in its place, in words.
        allowed: String,
    },

    /// The value is of another type, or not among those allowed for its key.
    #[error("{key} = {value} is not allowed; allowed: {allowed}")]
    Value {
        /// The dotted key.
        key: String,
        /// The value as it was written.
        value: String,
        /// What is allowed.
        allowed: String,
    },

    /// The name cannot stand in a table of results.
    #[error(
        "a rule set cannot be called \"{}\"; allowed: one line of 1 to {} characters that begins \
         with none of = + - @ or a tab, which a spreadsheet takes for a formula; give it another \
         name, as in name = \"my-rules\" (without a name the file's is used)",
        quoted(.name), super::MAX_NAME
    )]
    Name {
        /// The name.
        name: String,
    },

    /// The name is that of a shipped rule set, whose results these would be taken for.
    #[error(
        "a rule set cannot be called \"{name}\": one that comes with the program is called that, \
         and this one does not extend it; give it another name, as in name = \"my-{name}\" \
         (without a name the file's is used), or begin from that one, with extends = \"{name}\""
    )]
    ShippedName {
        /// The name.
        name: &'static str,
    },

    /// A chain of `extends` comes back to where it began.
    #[error(
        "extends = \"{}\" goes in a circle: {}; allowed: a rule set that does not extend this one",
        quoted(.name), circle(.chain)
    )]
    ExtendsCircle {
        /// The rule set that closes the circle.
        name: String,
        /// The rule sets on the way.
        chain: Vec<String>,
    },

    /// A chain of `extends` is too long.
    #[error("extends = \"{}\": too long a chain of rule sets; allowed: {limit}", quoted(.name))]
    ExtendsDepth {
        /// The rule set that is one too many.
        name: String,
        /// The longest chain allowed.
        limit: usize,
    },

    /// Placement scoring ranks players, and nothing else than `last_standing` ranks them.
    #[error(
        "scoring.method = \"placement\" needs finish.when = \"last_standing\", here \"{when}\": \
         only play to the last player ranks everybody; allowed otherwise: winner_takes, \
         own_points, lazy"
    )]
    PlacementNeedsLastStanding {
        /// The value of `finish.when`.
        when: String,
    },

    /// Lazy scoring has no points that could reach a target.
    #[error(
        "scoring.method = \"lazy\" needs scoring.rounds, here 0: it has no points that could reach \
         a target; allowed: 1 to 1000"
    )]
    LazyNeedsRounds,

    /// Under lazy scoring the loser deals.
    #[error(
        "scoring.method = \"lazy\" needs setup.next_dealer = \"loser\", here \"rotate\": the loser \
         of a round deals the next one; allowed: loser"
    )]
    LazyNeedsLoser,

    /// Only lazy scoring names a loser of the round.
    #[error(
        "setup.next_dealer = \"loser\" needs scoring.method = \"lazy\", here \"{method}\": only \
         there does a round have a loser; allowed otherwise: rotate"
    )]
    LoserNeedsLazy {
        /// The value of `scoring.method`.
        method: String,
    },

    /// Only own points can lose a match.
    #[error(
        "scoring.at_target = \"loses\" needs scoring.method = \"own_points\", here \"{method}\": \
         only there do the fewest points win; allowed otherwise: wins"
    )]
    LosesNeedsOwnPoints {
        /// The value of `scoring.method`.
        method: String,
    },

    /// Partners share the points that the winner takes.
    #[error(
        "scoring.partners = true needs scoring.method = \"winner_takes\", here \"{method}\": a \
         team takes the points of the others; allowed otherwise: false"
    )]
    PartnersNeedWinnerTakes {
        /// The value of `scoring.method`.
        method: String,
    },

    /// A team wins when one of the two is out, so play cannot go on.
    #[error(
        "scoring.partners = true needs finish.when = \"first_out\", here \"{when}\": a team wins \
         as soon as one of the two is out; allowed otherwise: false"
    )]
    PartnersNeedFirstOut {
        /// The value of `finish.when`.
        when: String,
    },

    /// A slam follows a call.
    #[error(
        "uno.slam = true needs uno.call = true, here false: a slam answers a call; allowed \
         otherwise: false"
    )]
    SlamNeedsCall,

    /// A false call is a call.
    #[error(
        "{key} = {probability} needs uno.call = true, here false: nobody can call then, falsely or \
         not; allowed otherwise: 0"
    )]
    FalseCallNeedsCall {
        /// The dotted key, for all seats or for a single one.
        key: String,
        /// Its value.
        probability: f64,
    },

    /// Mixed stacks stack draw twos as well.
    #[error(
        "responses.wild_draw_four = \"stack_mixed\" needs responses.draw_two = \"stack\", here \
         \"{draw_two}\": draw twos add up in a mixed stack; allowed otherwise: none, deflect, \
         stack"
    )]
    MixedStackNeedsStack {
        /// The value of `responses.draw_two`.
        draw_two: String,
    },

    /// Only stacked wild draw fours have a last one.
    #[error(
        "responses.colour_by = \"last\" needs responses.wild_draw_four = \"stack\", here \
         \"{wild_draw_four}\": only stacked wild draw fours have a last one; allowed otherwise: \
         each"
    )]
    LastColourNeedsStack {
        /// The value of `responses.wild_draw_four`.
        wild_draw_four: String,
    },

    /// The launcher decides how many cards are drawn.
    #[error(
        "hands.launcher = {launcher} needs play.draw = \"one\", here \"until_playable\": one press \
         of the launcher is the whole draw; allowed otherwise: 0"
    )]
    LauncherUntilPlayable {
        /// The value of `hands.launcher`.
        launcher: u8,
    },

    /// The launcher would have to throw more cards than it can.
    #[error(
        "hands.launcher_least = {least}: the launcher throws {launcher} cards at most \
         (hands.launcher); allowed: 0 to {launcher}"
    )]
    LauncherLeast {
        /// The value of `hands.launcher_least`.
        least: u8,
        /// The value of `hands.launcher`.
        launcher: u8,
    },

    /// The deck has blanks of one kind, and the table names the other.
    #[error(
        "deck.cards names blanks that are not in the deck: deck.blank_draws = {blank_draws}; \
         allowed: WB with deck.blank_draws = 0, W+n where blanks draw n"
    )]
    OtherBlank {
        /// The value of `deck.blank_draws`.
        blank_draws: u8,
    },

    /// More copies of a kind than hands can hold.
    #[error(
        "deck.cards and deck.packs make {copies} cards of {card}; allowed: 0 to 16, all packs \
         together"
    )]
    Copies {
        /// The card.
        card: String,
        /// How many there would be.
        copies: u8,
    },

    /// More cards than a draw pile can hold.
    #[error("deck.cards and deck.packs make {cards} cards; allowed: 500 at most")]
    DeckSize {
        /// How many there would be.
        cards: usize,
    },

    /// A blank that draws has points, but no blank draws.
    #[error(
        "scoring.points has blanks that draw and needs deck.blank_draws, here 0: no blank draws \
         then; allowed: 1 to 3 or 5 to 20"
    )]
    PointsOfBlank,

    /// A blank that draws is barred, but no blank draws.
    #[error(
        "play.no_finish_on bars blanks that draw and needs deck.blank_draws, here 0: no blank \
         draws then; allowed: 1 to 3 or 5 to 20"
    )]
    BarredBlankDrawsNothing,

    /// The number of seats is out of range.
    #[error(
        "{players} players cannot play; allowed: {} to {} (--players)",
        super::MIN_SEATS,
        super::MAX_SEATS
    )]
    Players {
        /// The number of seats.
        players: usize,
    },

    /// Partners sit opposite.
    #[error(
        "scoring.partners = true cannot be played by {players}; allowed: an even number of players \
         from 4 on (--players)"
    )]
    PartnersSeats {
        /// The number of seats.
        players: usize,
    },

    /// The first dealer sits at no seat of the table.
    #[error(
        "setup.first_dealer = {seat}: there is no such seat with {players} players; allowed: draw, \
         random, or 0 to {}",
        last_seat(.players)
    )]
    FirstDealerSeat {
        /// The seat.
        seat: u8,
        /// The number of seats.
        players: usize,
    },

    /// A person differs from the others at no seat of the table.
    #[error(
        "people.seat.{seat}.{key} = {value}: there is no such seat with {players} players; \
         allowed: 0 to {}",
        last_seat(.players)
    )]
    PersonSeat {
        /// The seat.
        seat: usize,
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// The number of seats.
        players: usize,
    },

    /// The deck does not cover the deal.
    #[error(
        "setup.hand_size = {hand_size}: {players} hands and the start card are {needed} cards, the \
         deck has {deck}; allowed: 1 to {} (or more deck.packs, or fewer --players)",
        largest_hand(.deck, .players)
    )]
    Deal {
        /// Cards a hand.
        hand_size: u8,
        /// The number of seats.
        players: usize,
        /// Cards needed.
        needed: u16,
        /// Cards in the deck.
        deck: u16,
    },
}

impl RuleError {
    /// The same error with the place where it was found.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> RuleError {
        RuleError::At { place: place.into(), error: Box::new(self) }
    }

    /// The error without the place where it was found.
    #[must_use]
    pub fn cause(&self) -> &RuleError {
        match self {
            RuleError::At { error, .. } => error.cause(),
            cause => cause,
        }
    }
}

fn circle(chain: &[String]) -> String {
    chain.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(" extends ")
}

fn did_you_mean(suggestions: &[impl Display]) -> String {
    match suggestions {
        [] => String::new(),
        names => format!(" (did you mean {}?)", slip::alternatives(names)),
    }
}

fn last_seat(players: &usize) -> usize {
    players.saturating_sub(1)
}

fn largest_hand(deck: &u16, players: &usize) -> usize {
    usize::from(*deck).saturating_sub(1) / players
}

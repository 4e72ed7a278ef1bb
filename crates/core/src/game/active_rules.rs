//! The rules that act while a round is played, and the two ways to get at them.
//!
//! Code that plays asks a [`RulesSource`]. [`OfficialRules`] answers with a constant, so that the
//! compiler removes every rule that the official game does not have; a reference to [`ActiveRules`]
//! answers with data. Both are compiled from the same source; which one plays is chosen once per
//! block.

use super::answers::AnswerTable;
use super::turn_events::TurnEvents;
use crate::cards::{Kind, KindSet, Notation, Symbol, sum_by_colour};
use crate::digest::fnv1a;
use crate::rules::{
    Challenge, ColourBy, CustomCard, Double, DrawTwoResponse, FinishRules, FinishWhen, HandRules,
    Honest, JumpInRules, LastCardDraw, OwnCards, People, Person, PlayRules, Probability, Reshuffle,
    ResponseRules, ReverseReturns, ReverseRule, RuleSet, ScoringRules, SilenceMode, SilenceRules,
    SkipResponse, StartDraw, USUAL_POINTS, UnoRules, Weight,
};

/// The sections of a rule set that act between the first turn and the last card.
///
/// # Examples
///
/// ```
/// use unobench_core::game::ActiveRules;
/// use unobench_core::rules::RuleSet;
///
/// let mut rules = RuleSet::official();
/// assert_eq!(ActiveRules::of(&rules), ActiveRules::OFFICIAL);
/// rules.set("scoring.target=200").expect("an allowed value");
/// assert!(ActiveRules::of(&rules).is_official(), "how a match is scored acts in no round");
/// rules.set("play.bluff=false").expect("an allowed value");
/// assert!(!ActiveRules::of(&rules).is_official());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct ActiveRules {
    /// `[play]`
    pub play: PlayRules,
    /// `[responses]`
    pub responses: ResponseRules,
    /// `[jump_in]`
    pub jump_in: JumpInRules,
    /// `[hands]`
    pub hands: HandRules,
    /// `[finish]`
    pub finish: FinishRules,
    /// `[uno]`
    pub uno: UnoRules,
    /// `[silence]`
    pub silence: SilenceRules,
    /// How the cards are written. Catalogue: `deck.blank_draws`, `deck.card`.
    pub notation: Notation,
    /// `deck.card`
    pub own: OwnCards,
    /// Whether a turned-up draw costs no turn. Catalogue: `setup.start_draw`.
    pub start_draw_plays: bool,
    /// `[scoring]`, which players think of and which does not act before the round is over.
    pub scoring: ScoringRules,
    /// `[people]`
    pub people: People,
    /// How many cards of each kind there are.
    pub copies: [u8; Kind::COUNT],
    /// How many of each colour.
    pub(crate) coloured: [u32; 4],
    /// Points of a card of each kind in a hand with others.
    pub points: [u16; Kind::COUNT],
    /// Whether the deck has cards besides the standard ones that do something: blanks that draw,
    /// swaps, crashes, downpours.
    pub special_cards: bool,
    /// Whether anybody in `[people]` differs from the default.
    pub people_act: bool,
    /// What somebody in `[people]` does now and then.
    pub people_rates: PeopleRates,
    /// What tells it from other rule sets that act otherwise; 0 of the official game.
    pub id: u64,
    /// What follows from all these for the order of things.
    pub(crate) flags: RuleFlags,
}

/// What the rules of a game together make possible, worked out once, so that the rules that do not
/// act cost one test at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RuleFlags {
    pub(crate) has_answers: bool,
    pub(crate) answers: AnswerTable,
    /// Somebody may play out of turn.
    pub(crate) has_jump_ins: bool,
    /// Something can come between a card that leaves its player more than one card and its action.
    pub(crate) others_come_between: bool,
    /// The first empty hand, which is its player's, decides the round at once, and nobody acts
    /// after that.
    pub(crate) ends_at_once: bool,
    pub(crate) acting_numbers: KindSet<u128>,
    /// It matters how the card that takes effect came to lie there.
    pub(crate) tracks_cards: bool,
    pub(crate) seats_leave: bool,
    /// A turn that is lost to a skip may be passed over: nothing answers it, and nothing happens as
    /// it begins.
    pub(crate) skips_unseen: bool,
    /// Something happens as a turn begins, besides the stall check.
    pub(crate) has_turn_start_effects: bool,
    /// Something is noted as a card is laid, besides the card.
    pub(crate) laying_is_noted: bool,
    /// Decisions may be put that the official game does not know: answers, jump-ins, swaps,
    /// exchanges, and what rare keys ask for.
    pub(crate) asks_more: bool,
    /// The kinds that may not be a last card. Catalogue: `play.no_finish_on`.
    pub(crate) barred: KindSet<u128>,
    /// The kinds that are honest at times only: wild draw fours, and added ones like them.
    pub(crate) bluffable: KindSet<u128>,
    /// A key acts that few rule sets change, and that would be asked about on every turn.
    pub(crate) has_rare_rules: bool,
    /// A position can be dead. Catalogue: `finish.blocked`.
    pub(crate) can_block: bool,
}

impl RuleFlags {
    const OFFICIAL: RuleFlags = RuleFlags {
        has_answers: false,
        answers: AnswerTable::NONE,
        has_jump_ins: false,
        others_come_between: false,
        ends_at_once: true,
        acting_numbers: KindSet::EMPTY,
        tracks_cards: false,
        seats_leave: false,
        skips_unseen: true,
        has_turn_start_effects: false,
        laying_is_noted: false,
        asks_more: false,
        barred: KindSet::EMPTY,
        bluffable: KindSet(1 << Kind::WILD_DRAW_FOUR.index()),
        has_rare_rules: false,
        can_block: false,
    };

    fn of(active: &ActiveRules) -> RuleFlags {
        let ActiveRules { hands, finish, people_rates, responses, .. } = active;
        let answers = AnswerTable::of(responses, &active.own, |kind| active.draw_value(kind));
        let has_answers = answers != AnswerTable::NONE || meets_last_card(active);
        let has_jump_ins = active.jump_in.enabled || active.jump_in.double != Double::Off;
        let moves_hands = active.special_cards || hands.seven_swaps || hands.zero_rotates;
        let seats_leave = finish.when != FinishWhen::FirstOut
            || has_answers
            || has_jump_ins
            || finish.mercy > 0
            || active.own != OwnCards::NONE;
        let catches_colour =
            !people_rates.forgets_colour.is_never() && !people_rates.catches_colour.is_never();
        let others_come_between =
            has_jump_ins || !people_rates.forgets_penalty.is_never() || catches_colour;
        let one_turn = active.play.reverse == ReverseRule::OneTurn;
        let tracks_cards = has_answers || has_jump_ins || one_turn;
        let silences = active.silence.mode != SilenceMode::Off;
        let skips_answered = responses.skip != SkipResponse::None
            || responses.reverse_returns == ReverseReturns::All;
        let forgets_colour = !people_rates.forgets_colour.is_never();
        RuleFlags {
            has_answers,
            answers,
            has_jump_ins,
            others_come_between,
            ends_at_once: !seats_leave && !moves_hands && finish.refills == 0,
            acting_numbers: acting_numbers(hands),
            tracks_cards,
            seats_leave,
            skips_unseen: !skips_answered && !has_jump_ins && !silences && !active.people_act,
            has_turn_start_effects: silences
                || finish.when == FinishWhen::BringIn
                || finish.mercy > 0
                || people_rates.break_quiet()
                || forgets_colour,
            laying_is_noted: silences
                || tracks_cards
                || others_come_between
                || forgets_colour
                || active.play.reshuffle == Reshuffle::All
                || active.play.challenge == Challenge::TakeBack,
            asks_more: has_answers
                || has_jump_ins
                || moves_hands
                || hands.five_exchanges
                || has_rare_rules(active),
            barred: barred(active),
            bluffable: bluffable(active),
            has_rare_rules: has_rare_rules(active),
            can_block: can_block(active),
        }
    }
}

/// How likely the likeliest person at the table does what now and then, so that what nobody does
/// costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
#[must_use]
pub struct PeopleRates {
    pub advises: Probability,
    pub plays_out_of_turn: Probability,
    pub talks: Probability,
    pub calls_falsely: Probability,
    pub misplays: Probability,
    pub forgets_colour: Probability,
    pub forgets_penalty: Probability,
    pub catches_colour: Probability,
    /// Whether everybody reacts equally fast, and reacts at all.
    pub react_alike: bool,
    /// What there is occasion for on a turn: while something is pending and there is no silence, in
    /// a silence, with nothing pending, with nothing pending in a silence.
    turn_events: [TurnEvents; 4],
}

impl PeopleRates {
    /// Everybody is faultless.
    pub const NONE: PeopleRates = PeopleRates {
        advises: Probability::NEVER,
        plays_out_of_turn: Probability::NEVER,
        talks: Probability::NEVER,
        calls_falsely: Probability::NEVER,
        misplays: Probability::NEVER,
        forgets_colour: Probability::NEVER,
        forgets_penalty: Probability::NEVER,
        catches_colour: Probability::NEVER,
        react_alike: true,
        turn_events: [TurnEvents::NONE; 4],
    };

    /// What the people at the table do.
    pub fn of(people: &People) -> PeopleRates {
        let most = |habit: fn(&Person) -> Probability| {
            people.seats.iter().map(habit).max().unwrap_or(Probability::NEVER)
        };
        let mut people_rates = PeopleRates {
            advises: most(|person| person.advises),
            plays_out_of_turn: most(|person| person.plays_out_of_turn),
            talks: most(|person| person.talks),
            calls_falsely: most(|person| person.calls_falsely),
            misplays: most(|person| person.misplays),
            forgets_colour: most(|person| person.forgets_colour),
            forgets_penalty: most(|person| person.forgets_penalty),
            catches_colour: most(|person| person.catches_colour),
            react_alike: people.seats.iter().all(|person| {
                person.reaction == people.seats[0].reaction && person.reaction != Weight::ZERO
            }),
            turn_events: [TurnEvents::NONE; 4],
        };
        people_rates.turn_events = [(false, false), (true, false), (false, true), (true, true)]
            .map(|(talk, free)| people_rates.chances(talk, free));
        people_rates
    }

    /// Speech is an occasion during a silence alone, a false call or a misplay where nothing is
    /// pending.
    fn chances(&self, is_silent: bool, is_free: bool) -> TurnEvents {
        let talks = if is_silent { self.talks } else { Probability::NEVER };
        let (calls, misplays) = if is_free {
            (self.calls_falsely, self.misplays)
        } else {
            (Probability::NEVER, Probability::NEVER)
        };
        TurnEvents::new([self.advises, self.plays_out_of_turn, talks, calls, misplays])
    }

    #[inline(always)]
    pub(crate) const fn turn_events(&self, is_silent: bool, is_free: bool) -> &TurnEvents {
        &self.turn_events[is_silent as usize | (is_free as usize) << 1]
    }

    /// Whether somebody does something besides playing on some turns.
    #[inline(always)]
    pub const fn break_quiet(&self) -> bool {
        self.most_noise() > 0
    }

    /// How likely it is that anything happens on a turn that has occasion for everything, in 2⁻⁶⁴.
    #[inline(always)]
    pub const fn most_noise(&self) -> u64 {
        self.turn_events[3].noise()
    }
}

const STANDARD_DECK: [u8; Kind::COUNT] = {
    let mut copies = [0; Kind::COUNT];
    let mut index = 0;
    while index < Kind::PRINTED {
        copies[index] = match Kind::from_index(index).symbol() {
            Symbol::Zero => 1,
            Symbol::DrawOne => 0,
            Symbol::Wild | Symbol::WildDrawFour => 4,
            symbol if symbol.is_wild() => 0,
            _ => 2,
        };
        index += 1;
    }
    copies
};

impl ActiveRules {
    /// The official game.
    pub const OFFICIAL: ActiveRules = ActiveRules {
        play: PlayRules::OFFICIAL,
        responses: ResponseRules::OFFICIAL,
        jump_in: JumpInRules::OFFICIAL,
        hands: HandRules::OFFICIAL,
        finish: FinishRules::OFFICIAL,
        uno: UnoRules::OFFICIAL,
        silence: SilenceRules::OFFICIAL,
        notation: Notation::PRINTED,
        own: OwnCards::NONE,
        start_draw_plays: false,
        scoring: ScoringRules::OFFICIAL,
        people: People::OFFICIAL,
        copies: STANDARD_DECK,
        coloured: [25; 4],
        points: USUAL_POINTS,
        special_cards: false,
        people_act: false,
        people_rates: PeopleRates::NONE,
        id: 0,
        flags: RuleFlags::OFFICIAL,
    };

    /// The part of a rule set that acts during a round.
    pub fn of(rules: &RuleSet) -> ActiveRules {
        let deck = &rules.deck;
        let cards = deck.cards();
        let specials = [
            Symbol::SwapHands,
            Symbol::ShuffleHands,
            Symbol::Crash,
            Symbol::DownpourOne,
            Symbol::DownpourTwo,
            Symbol::BlankDraw,
        ];
        let own_points = deck.card.points();
        let copies = std::array::from_fn(|kind| cards.copies(Kind::from_index(kind)));
        let mut active = ActiveRules {
            play: rules.play,
            responses: rules.responses,
            jump_in: rules.jump_in,
            hands: rules.hands,
            finish: rules.finish,
            uno: rules.uno,
            silence: rules.silence,
            notation: deck.notation(),
            own: deck.card,
            start_draw_plays: rules.setup.start_draw == StartDraw::DrawsAndPlays,
            scoring: rules.scoring,
            people: rules.people,
            coloured: sum_by_colour(&copies),
            copies,
            points: std::array::from_fn(|kind| {
                rules.scoring.card_points(Kind::from_index(kind), &own_points) as u16
            }),
            special_cards: deck.card != OwnCards::NONE
                || specials.iter().any(|&symbol| cards.copies(Kind::wild(symbol)) > 0),
            people_act: rules.people.any(|person| *person != Person::OFFICIAL),
            people_rates: PeopleRates::of(&rules.people),
            id: 0,
            flags: RuleFlags::OFFICIAL,
        };
        active.flags = RuleFlags::of(&active);
        if active != ActiveRules::OFFICIAL {
            active.id = fnv1a(format!("{active:?}").as_bytes());
        }
        active
    }

    /// Whether hands or cards go from player to player, so that one may know what another holds.
    pub fn moves_hands(&self) -> bool {
        let HandRules { seven_swaps, zero_rotates, five_exchanges, .. } = self.hands;
        seven_swaps || zero_rotates || five_exchanges || self.special_cards
    }

    /// How many cards a kind makes the next player draw, losing the turn; 0: it does not.
    pub fn draw_value(&self, kind: Kind) -> u8 {
        match kind.symbol() {
            Symbol::DrawOne => 1,
            Symbol::DrawTwo => 2,
            Symbol::WildDrawFour => 4,
            Symbol::BlankDraw => self.notation.blank_draws(),
            _ => self.own.of(kind).and_then(CustomCard::hits).unwrap_or(0),
        }
    }

    /// Whether the rule set adds cards.
    #[inline(always)]
    pub fn adds_cards(&self) -> bool {
        self.special_cards && self.own != OwnCards::NONE
    }

    /// The printed kind that does most like one: itself, if it is printed.
    #[inline(always)]
    pub fn printed_like(&self, kind: Kind) -> Kind {
        if kind.index() < Kind::PRINTED { kind } else { self.added_like(kind) }
    }

    #[cold]
    fn added_like(&self, kind: Kind) -> Kind {
        let symbol = self.own.of(kind).map_or(Symbol::Wild, CustomCard::like);
        match kind.colour() {
            Some(colour) if !symbol.is_wild() => Kind::coloured(colour, symbol),
            _ => Kind::wild(symbol),
        }
    }

    /// Whether a round is played as in the official game; how it is scored, and with how many cards
    /// of the standard deck, may differ.
    pub fn is_official(&self) -> bool {
        let ActiveRules { id, scoring, copies, coloured, points, .. } = ActiveRules::OFFICIAL;
        let like = ActiveRules { id, scoring, copies, coloured, points, ..*self };
        like == ActiveRules::OFFICIAL
    }
}

/// Whether a key acts that few rule sets change, and that would be asked about on every turn.
fn has_rare_rules(active: &ActiveRules) -> bool {
    let ActiveRules { play, responses, .. } = active;
    play.is_rare()
        || responses.colour_by != ColourBy::Each
        || responses.victim_plays
        || active.start_draw_plays
        || active.finish.mercy > 0
        || active.own != OwnCards::NONE
}

/// Cards of a colour that make sure that somebody can follow it once all cards are in hands: two lie
/// on the pile at most, and of ten hands of one card each, which may be barred, one is larger.
const SURE_TO_FOLLOW: u32 = 13;

/// Whether a position can be dead. Catalogue: `finish.blocked`.
fn can_block(active: &ActiveRules) -> bool {
    let cards = |colour: usize| {
        let kinds = (0..Kind::COUNT).map(Kind::from_index).filter(|kind| !kind.is_wild());
        let of_colour = kinds.filter(|kind| kind.index() & 3 == colour);
        of_colour.map(|kind| u32::from(active.copies[kind.index()])).sum::<u32>()
    };
    active.play.reshuffle == Reshuffle::Never || (0..4).any(|colour| cards(colour) < SURE_TO_FOLLOW)
}

/// Whether a draw that ends the round may be met with a draw two. Catalogue: `responses.last_card`.
pub(crate) fn meets_last_card(active: &ActiveRules) -> bool {
    active.responses.last_card
        && active.responses.draw_two == DrawTwoResponse::None
        && active.play.last_card_draw == LastCardDraw::Dealt
}

fn acting_numbers(hands: &HandRules) -> KindSet<u128> {
    let acts = [
        (hands.seven_swaps, Symbol::Seven),
        (hands.zero_rotates, Symbol::Zero),
        (hands.five_exchanges, Symbol::Five),
    ];
    let acting = acts.into_iter().filter(|(acts, _)| *acts);
    acting.fold(KindSet::EMPTY, |set, (_, symbol)| set.or(KindSet::of_symbol(symbol)))
}

fn bluffable(active: &ActiveRules) -> KindSet<u128> {
    let own = active.own.iter().filter(|card| card.honest == Honest::NoColour);
    own.fold(KindSet::only(Kind::WILD_DRAW_FOUR), |set, card| {
        set.or(KindSet::of_symbol(card.symbol))
    })
}

fn barred(active: &ActiveRules) -> KindSet<u128> {
    active
        .play
        .no_finish_on
        .iter()
        .fold(KindSet::EMPTY, |set, symbol| set.or(KindSet::of_symbol(symbol)))
}

/// Where the code that plays gets the active rules from.
pub trait RulesSource: Copy {
    /// The rules that act.
    #[inline(always)]
    fn rules(&self) -> &ActiveRules {
        self.house()
    }
    /// The rules as they stand in the rule set, scoring included: what players are told.
    fn house(&self) -> &ActiveRules;
    /// Whether a key acts that few rule sets change; where not, none of them is asked about.
    #[inline(always)]
    fn has_rare_rules(&self) -> bool {
        self.rules().flags.has_rare_rules
    }
}

/// The official game as a constant, beside the active rules of a rule set that plays so.
#[derive(Debug, Clone, Copy)]
pub struct OfficialRules<'a>(pub &'a ActiveRules);

impl RulesSource for OfficialRules<'_> {
    #[inline(always)]
    fn rules(&self) -> &ActiveRules {
        &ActiveRules::OFFICIAL
    }

    #[inline(always)]
    fn house(&self) -> &ActiveRules {
        self.0
    }
}

/// Any rules as data but for the keys that few rule sets change.
#[derive(Debug, Clone, Copy)]
pub struct CommonRules<'a>(&'a ActiveRules);

impl<'a> CommonRules<'a> {
    /// These rules, if none of those keys acts.
    ///
    /// # Examples
    ///
    /// ```
    /// use unobench_core::game::{ActiveRules, CommonRules};
    /// use unobench_core::rules::RuleSet;
    ///
    /// let mut rules = RuleSet::official();
    /// assert!(CommonRules::of(&ActiveRules::of(&rules)).is_some());
    /// rules.set("play.pass=always").expect("an allowed value");
    /// assert!(CommonRules::of(&ActiveRules::of(&rules)).is_none());
    /// ```
    pub fn of(rules: &'a ActiveRules) -> Option<CommonRules<'a>> {
        (!rules.flags.has_rare_rules).then_some(CommonRules(rules))
    }
}

impl RulesSource for CommonRules<'_> {
    #[inline(always)]
    fn house(&self) -> &ActiveRules {
        self.0
    }

    #[inline(always)]
    fn has_rare_rules(&self) -> bool {
        false
    }
}

impl RulesSource for &ActiveRules {
    #[inline(always)]
    fn house(&self) -> &ActiveRules {
        self
    }
}

//! What a rule set has, as bits: what a player who knows any rules is told of those at its table.

use super::ActiveRules;
use crate::cards::{Kind, Symbol};
use crate::rules::{
    AfterWild, Blocked, Challenge, ColourBy, ColourChoice, Count, Double, DrawRule,
    DrawTwoResponse, DrawnCard, DrawnMatches, DrawnWild4, FinishWhen, JumpInActions, LastCardDraw,
    Pass, Person, Probability, Reshuffle, Resume, ReverseReturns, ReverseRule, ScoringMethod,
    SilenceMode, SkipResponse, Swap, SwapOnLastCard, TwoPlayerReverse, Wild4Needs,
    WildDrawFourResponse,
};

/// How many there are.
pub const TRAITS: usize = 88;

pub(super) const OFFICIAL: u128 = 1 << 3 | 1 << 11 | 1 << 16 | 1 << 37 | 1 << 56;

/// Their names, in order.
pub fn trait_names() -> [&'static str; TRAITS] {
    list(&ActiveRules::OFFICIAL).map(|(name, _)| name)
}

/// The traits of a rule set, a bit each.
pub(super) fn of(rules: &ActiveRules) -> u128 {
    list(rules).iter().rev().fold(0, |bits, &(_, has)| bits << 1 | u128::from(has))
}

/// What a rule set may have, and whether this one has it.
fn list(rules: &ActiveRules) -> [(&'static str, bool); TRAITS] {
    let ActiveRules { play, responses, jump_in, hands, finish, uno, scoring, .. } = rules;
    let copies = |symbol: Symbol| u32::from(rules.copies[Kind::wild(symbol).index()]);
    let cards = rules.copies.iter().map(|&copies| u32::from(copies)).sum::<u32>();
    let bars = |wanted: fn(&Symbol) -> bool| play.no_finish_on.iter().any(|it| wanted(&it));
    let now_and_then = |rate: fn(&Person) -> Probability| {
        rules.people_act && rules.people.any(|person| !rate(person).is_never())
    };
    [
        ("draw-until-playable", play.draw == DrawRule::UntilPlayable),
        ("drawn-card-must-play", play.drawn_card == DrawnCard::MustPlay),
        ("drawn-card-keep", play.drawn_card == DrawnCard::Keep),
        ("may-draw", play.voluntary_draw),
        ("drawn-may-match-colour", play.drawn_matches == DrawnMatches::Colour),
        ("drawn-wild4-plain", play.drawn_wild4 == DrawnWild4::Plain),
        ("pass-always", play.pass == Pass::Always),
        ("same-number-together", play.same_number_together > 0),
        ("same-numbers-together", play.same_number_together > 1),
        ("last-card-draw-lapses", play.last_card_draw == LastCardDraw::Lapses),
        ("no-reshuffle", play.reshuffle == Reshuffle::Never),
        ("wild-on-wild", play.wild_on_wild),
        ("wild4-needs-no-match", play.wild4_needs == Wild4Needs::NoMatch),
        ("wild4-needs-no-number-of-colour", play.wild4_needs == Wild4Needs::NoNumberOfColour),
        ("wild4-needs-nothing", play.wild4_needs == Wild4Needs::Nothing),
        ("wild4-needs-no-other-card", play.wild4_needs == Wild4Needs::NoOtherCard),
        ("bluff", play.bluff),
        ("challenge-takes-back", play.challenge == Challenge::TakeBack),
        ("challenge-off", play.challenge == Challenge::Off),
        ("reverse-for-one-turn", play.reverse == ReverseRule::OneTurn),
        ("reverse-at-two-reverses", play.two_player_reverse == TwoPlayerReverse::Reverse),
        ("after-wild-not-by-colour", play.after_wild != AfterWild::Colour),
        ("colour-wheel", play.colour_choice == ColourChoice::Wheel),
        ("no-finish-on-numbers", bars(|symbol| symbol.is_number())),
        ("no-finish-on-actions", bars(|symbol| !symbol.is_number() && !symbol.is_wild())),
        ("no-finish-on-wilds", bars(|symbol| symbol.is_wild())),
        ("draw-twos-deflected", responses.draw_two == DrawTwoResponse::Deflect),
        ("draw-twos-stack", responses.draw_two == DrawTwoResponse::Stack),
        ("wild4s-deflected", responses.wild_draw_four == WildDrawFourResponse::Deflect),
        (
            "wild4s-stack",
            matches!(
                responses.wild_draw_four,
                WildDrawFourResponse::Stack | WildDrawFourResponse::StackMixed
            ),
        ),
        ("wild4s-stack-mixed", responses.wild_draw_four == WildDrawFourResponse::StackMixed),
        ("skips-answered", responses.skip == SkipResponse::Identical),
        ("reverse-returns", responses.reverse_returns != ReverseReturns::Off),
        ("reverse-returns-all", responses.reverse_returns == ReverseReturns::All),
        ("skip-passes-on", responses.skip_passes),
        ("stack-colour-of-last", responses.colour_by == ColourBy::Last),
        ("answer-with-last-card", responses.last_card),
        ("one-at-a-time", responses.one_at_a_time),
        ("victim-plays", responses.victim_plays),
        ("jump-in", jump_in.enabled),
        ("jump-in-play-resumes", jump_in.resume == Resume::Original),
        ("jump-in-actions-sum", jump_in.actions == JumpInActions::Sum),
        ("double-but-draws", jump_in.double == Double::NoDraws),
        ("double-any", jump_in.double == Double::Any),
        ("seven-swaps", hands.seven_swaps),
        ("zero-rotates", hands.zero_rotates),
        ("five-exchanges", hands.five_exchanges),
        ("swap-not-forced", hands.swap != Swap::Must),
        ("swap-may", hands.swap == Swap::May),
        ("swap-on-last-card", hands.swap_on_last_card == SwapOnLastCard::Applies),
        ("launcher", hands.launcher > 0),
        ("launcher-over-4", hands.launcher > 4),
        ("launcher-never-empty", hands.launcher_least > 0),
        ("last-standing", finish.when == FinishWhen::LastStanding),
        ("bring-in", finish.when == FinishWhen::BringIn),
        ("blocked-fewest-points", finish.blocked == Blocked::FewestPoints),
        ("call", uno.call),
        ("call-penalty-over-2", uno.penalty > 2),
        ("false-call-penalty", uno.false_call_penalty > 0),
        ("slam", uno.slam),
        ("silent-twos", rules.silence.mode == SilenceMode::Twos),
        ("silent-wilds", rules.silence.mode == SilenceMode::Wilds),
        ("blank-draws", rules.notation.blank_draws() > 0 && copies(Symbol::BlankDraw) > 0),
        ("blank-draws-over-4", rules.notation.blank_draws() > 4 && copies(Symbol::BlankDraw) > 0),
        ("blank-wilds", copies(Symbol::BlankWild) > 0),
        ("swap-hands-cards", copies(Symbol::SwapHands) > 0),
        ("shuffle-hands-cards", copies(Symbol::ShuffleHands) > 0),
        ("crash-cards", copies(Symbol::Crash) > 0),
        ("downpour-cards", copies(Symbol::DownpourOne) + copies(Symbol::DownpourTwo) > 0),
        ("no-wild4s", copies(Symbol::WildDrawFour) == 0),
        ("wild4s-over-4", copies(Symbol::WildDrawFour) > 4),
        ("cards-under-80", cards < 80),
        ("cards-over-130", cards > 130),
        ("start-draw-plays", rules.start_draw_plays),
        ("fewest-win", scoring.fewest_win()),
        ("own-points", scoring.method == ScoringMethod::OwnPoints),
        ("lazy", scoring.method == ScoringMethod::Lazy),
        ("placement", scoring.method == ScoringMethod::Placement),
        ("count-cards", scoring.count == Count::Cards),
        ("partners", scoring.partners),
        ("people-forget-uno", now_and_then(|person| person.forgets_uno)),
        ("people-catch-uno", now_and_then(|person| person.catches_uno)),
        ("people-misplay", now_and_then(|person| person.misplays)),
        ("people-forget-colour", now_and_then(|person| person.forgets_colour)),
        ("people-forget-penalty", now_and_then(|person| person.forgets_penalty)),
        ("people-out-of-turn", now_and_then(|person| person.plays_out_of_turn)),
        ("people-talk", now_and_then(|person| person.talks)),
        ("next-player-reacts", rules.people.any(|person| person.next_player_reaction.raw() > 0)),
    ]
}

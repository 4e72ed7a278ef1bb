//! Which kinds answer which. Catalogue: `[responses]`.

use crate::cards::{Colour, Kind, KindSet, Symbol, Word};
use crate::rules::{
    AnsweredBy, ByValue, DrawTwoResponse, OwnCards, ResponseRules, ReverseReturns, SkipResponse,
    WildDrawFourResponse,
};

/// Which kinds answer which, worked out once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AnswerTable {
    /// For each kind that hits, the kinds that answer it; for a wild draw four those that do as
    /// long as no colour is named.
    to: [KindSet<u128>; Kind::COUNT],
    /// Those that answer a wild draw four, for each colour that may be named.
    to_wild_draw_four: [KindSet<u128>; 4],
}

impl AnswerTable {
    pub(crate) const NONE: AnswerTable =
        AnswerTable { to: [KindSet::EMPTY; Kind::COUNT], to_wild_draw_four: [KindSet::EMPTY; 4] };

    /// `draws` says how many cards a kind makes the next player draw.
    pub(crate) fn of(
        rules: &ResponseRules,
        own: &OwnCards,
        draws: impl Fn(Kind) -> u8,
    ) -> AnswerTable {
        let mut answers = AnswerTable::NONE;
        for kind in Kind::all() {
            let by_rank = by_rank((rules, own), &draws, kind);
            answers.to[kind.index()] = by_rank.or(match kind.symbol() {
                Symbol::Skip => answers_to_skip(rules, kind),
                Symbol::DrawOne | Symbol::DrawTwo => answers_to_draw_two(rules, kind),
                Symbol::WildDrawFour => answers_to_wild_draw_four(rules, None),
                _ => KindSet::EMPTY,
            });
        }
        let wild_draw_four = answers.to[Kind::WILD_DRAW_FOUR.index()];
        answers.to_wild_draw_four = Colour::ALL
            .map(|colour| wild_draw_four.or(answers_to_wild_draw_four(rules, Some(colour))));
        answers
    }

    /// The kinds that answer a card, on which this colour was named if it is a wild.
    #[inline(always)]
    pub(crate) fn to<W: Word>(&self, card: Kind, named: Option<Colour>) -> KindSet<W> {
        let answers = match named {
            Some(colour) if card == Kind::WILD_DRAW_FOUR => self.to_wild_draw_four[colour.index()],
            _ => self.to[card.index() % Kind::COUNT],
        };
        KindSet(W::truncated(answers.0))
    }
}

/// The cards that answer one that makes the next player draw by how many they do, or by their
/// symbol. Catalogue: `responses.by_value`, `answered_by`.
fn by_rank(
    (rules, own): (&ResponseRules, &OwnCards),
    draws: impl Fn(Kind) -> u8,
    card: Kind,
) -> KindSet<u128> {
    let value = draws(card);
    let at_least = |least: u8| -> KindSet<u128> {
        Kind::all().filter(|&kind| draws(kind) >= least.max(1)).collect()
    };
    let added = own.of(card);
    if value == 0 && added.and_then(|card| card.hits()).is_none() {
        return KindSet::EMPTY;
    }
    match (rules.by_value, added.map(|card| card.answered_by)) {
        (ByValue::Off, Some(AnsweredBy::Draw)) => at_least(1),
        (ByValue::Off, Some(AnsweredBy::AtLeast)) => at_least(value),
        (ByValue::Off, Some(AnsweredBy::Same)) => KindSet::of_symbol(card.symbol()),
        // Where draw twos are answered, an added card that is answered as they are answers them.
        (ByValue::Off, None) if rules.draw_two != DrawTwoResponse::None && !card.is_wild() => {
            let as_they = own.iter().filter(|card| card.answered_by == AnsweredBy::Draw);
            as_they.fold(KindSet::EMPTY, |set, card| set.or(KindSet::of_symbol(card.symbol)))
        }
        (ByValue::Off, _) | (_, Some(AnsweredBy::Nothing)) => KindSet::EMPTY,
        (ByValue::Last, _) => at_least(value),
        (ByValue::Total | ByValue::Any, _) => at_least(1),
        (ByValue::Same, _) => KindSet::of_symbol(card.symbol()),
    }
}

fn kinds(symbol: Symbol, colour: Option<Colour>) -> KindSet<u128> {
    let all = KindSet::of_symbol(symbol);
    colour.map_or(all, |colour| all.and(KindSet::of_colour(colour)))
}

fn answers_to_skip(rules: &ResponseRules, card: Kind) -> KindSet<u128> {
    let mut answers = KindSet::EMPTY;
    if rules.skip == SkipResponse::Identical {
        answers = KindSet::only(card);
    }
    if rules.reverse_returns == ReverseReturns::All {
        answers = answers.or(kinds(Symbol::Reverse, card.colour()));
    }
    answers
}

fn answers_to_draw_two(rules: &ResponseRules, card: Kind) -> KindSet<u128> {
    let mut answers = KindSet::EMPTY;
    if rules.draw_two != DrawTwoResponse::None && rules.by_value == ByValue::Off {
        answers = kinds(Symbol::DrawOne, None).or(kinds(Symbol::DrawTwo, None));
    }
    if rules.wild_draw_four == WildDrawFourResponse::StackMixed && rules.by_value == ByValue::Off {
        answers = answers.or(KindSet::only(Kind::WILD_DRAW_FOUR));
    }
    if rules.reverse_returns != ReverseReturns::Off {
        answers = answers.or(kinds(Symbol::Reverse, card.colour()));
    }
    if rules.skip_passes {
        answers = answers.or(kinds(Symbol::Skip, card.colour()));
    }
    answers
}

/// No coloured card answers as long as no colour is named.
fn answers_to_wild_draw_four(rules: &ResponseRules, named: Option<Colour>) -> KindSet<u128> {
    let mut answers = KindSet::EMPTY;
    let stacks = match rules.by_value {
        ByValue::Off => rules.wild_draw_four,
        _ => WildDrawFourResponse::None,
    };
    if matches!(stacks, WildDrawFourResponse::Stack | WildDrawFourResponse::StackMixed) {
        answers = KindSet::only(Kind::WILD_DRAW_FOUR);
    }
    let Some(colour) = named else { return answers };
    if matches!(stacks, WildDrawFourResponse::Deflect | WildDrawFourResponse::StackMixed) {
        answers = answers
            .or(kinds(Symbol::DrawOne, Some(colour)))
            .or(kinds(Symbol::DrawTwo, Some(colour)));
    }
    if rules.reverse_returns == ReverseReturns::All {
        answers = answers.or(kinds(Symbol::Reverse, Some(colour)));
    }
    answers
}

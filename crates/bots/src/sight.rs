//! A view as it is told a bot: everything that a strategy of the library may ask of its [`View`],
//! and nothing else.

use super::message::{CountMap, Observation, PendingView, TextSpan, Texts};
use unobench_core::cards::{Colour, Counts as _, Kind, Multiset};
use unobench_core::game::{Direction, PendingPenalty, Seat, SeatSet, View};

impl Observation {
    pub(super) fn of(view: &View<'_>, texts: &Texts) -> Observation {
        let seats = || (0..view.players()).map(Seat::new);
        let known = |seat| view.known(seat).map_or_else(Vec::new, |cards| cards_of(cards, texts));
        Observation {
            seat: view.seat().index(),
            hand: cards_of(view.hand(), texts),
            playable: view.options().playable.iter().map(|kind| texts.card(kind)).collect(),
            hand_sizes: seats().map(|seat| view.hand_size(seat)).collect(),
            up_card: texts.card(view.up_card()),
            wild_to_name: view.wild_to_name().map(|kind| texts.card(kind)),
            active_colour: view.is_colour_named().then(|| view.active_colour().letter()),
            direction: if view.direction() == Direction::Clockwise { 1 } else { -1 },
            to_move: view.to_move().index(),
            dealer: view.dealer().index(),
            first: view.first().index(),
            in_play: indices(view.in_play()),
            opponents: indices(view.opponents()),
            partner: view.partner().map(Seat::index),
            places: view.places().iter().map(Seat::index).collect(),
            pending: pending(view, texts),
            colour_before_wild_draw_four: view.colour_before_wild_draw_four().map(Colour::letter),
            discards: counts(|kind| view.discards().count(kind), texts),
            unseen: counts(|kind| view.unseen(kind), texts),
            known: seats().map(known).collect(),
            drawn_since_not_following: seats()
                .map(|seat| by_colour(|colour| view.drawn_since_not_following(seat, colour)))
                .collect(),
            turns_since_naming: seats()
                .map(|seat| by_colour(|colour| view.turns_since_naming(seat, colour)))
                .collect(),
            last_laid: seats().map(|seat| last_laid(view, seat, texts)).collect(),
            draw_pile: view.draw_pile_len(),
            turns: view.turns(),
            totals: seats().map(|seat| view.total(seat)).collect(),
            silence: view.silence().map(Seat::index),
            refills: seats().map(|seat| view.refill(seat)).collect(),
            missed_calls: seats().filter(|&seat| view.missed_call(seat)).map(Seat::index).collect(),
        }
    }
}

/// The card that a seat laid last, and whether it changed the colour.
fn last_laid(view: &View<'_>, seat: Seat, texts: &Texts) -> Option<(TextSpan, bool)> {
    view.last_laid(seat).map(|(kind, changed)| (texts.card(kind), changed))
}

fn indices(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

fn cards_of<S: Multiset>(set: &S, texts: &Texts) -> Vec<TextSpan> {
    let mut cards = Vec::new();
    set.for_each(|kind, count| cards.extend(std::iter::repeat_n(texts.card(kind), count as usize)));
    cards
}

fn counts(count_of: impl Fn(Kind) -> u32, texts: &Texts) -> CountMap {
    let mut counts = Vec::with_capacity(texts.1.len());
    for &kind in &texts.1 {
        let count = count_of(kind);
        if count > 0 {
            counts.push((texts.card(kind), count));
        }
    }
    CountMap(counts)
}

fn by_colour(count_of: impl Fn(Colour) -> Option<u32>) -> CountMap {
    let counts = Colour::ALL
        .into_iter()
        .filter_map(|colour| Some((TextSpan::letter(colour), count_of(colour)?)));
    CountMap(counts.collect())
}

fn pending(view: &View<'_>, texts: &Texts) -> PendingView {
    let pending = view.pending();
    let hit = match pending.hit {
        PendingPenalty::Nothing => "nothing",
        PendingPenalty::Skip => "skip",
        PendingPenalty::Draw => "draw",
    };
    let hits = pending.hit != PendingPenalty::Nothing;
    PendingView {
        hit,
        owed: if hits { pending.owed } else { 0 },
        card: hits.then(|| texts.card(pending.card)),
        challengeable: pending.challengeable.filter(|_| hits).map(Seat::index),
        from_start: hits && pending.from_start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{ActRequest, Legal, ToBot};
    use std::collections::BTreeMap;
    use unobench_core::game::{ActiveRules, Memory, Observed, Prepared, RoundStatus};
    use unobench_core::rng::RoundKey;
    use unobench_core::rules::{MAX_SEATS, RuleSet};
    use unobench_core::strategy::StrategySpec;
    use unobench_record::advise;
    use unobench_record::play::{PlayWords, consider};

    /// Whoever is told a question to a bot thinks of each action as at the table.
    fn compare(view: &View<'_>, question: &str, rules: &RuleSet, champion: &StrategySpec) {
        let advice =
            advise(question, rules, champion).unwrap_or_else(|error| panic!("{error}: {question}"));
        let hint = consider(champion, &mut champion.player(), view, &rules.name);
        let choices = PlayWords::new(Vec::new(), view.seat(), rules.deck).choices(view);
        let at_table: BTreeMap<String, Option<f64>> = choices
            .into_iter()
            .map(|choice| (choice.short, hint.chance_of(choice.action)))
            .collect();
        let asked =
            advice.options.into_iter().map(|option| (option.action, option.chance)).collect();
        assert_eq!(at_table, asked, "{}: {question}", rules.name);
    }

    #[test]
    fn who_is_told_a_view_thinks_as_at_the_table() {
        let champion = unobench_strategies::CATALOGUE.parse("champion").expect("a strategy");
        let mut positions = 0;
        for name in ["official", "stacking-mixed", "ubisoft-all", "seven-zero", "no-mercy"] {
            let rules = RuleSet::load(name).expect("it ships");
            let (active, texts) = (ActiveRules::of(&rules), Texts::of(rules.deck.notation()));
            for (seed, players) in [(1, 2), (2, 4), (3, 3), (4, 6), (5, 4)] {
                let key = RoundKey::new(seed, 0, 0);
                let deck: Prepared = Prepared::new(&rules, players);
                let dealt = deck.dealt(key, deck.first_opening(key));
                let mut chance = dealt.chance(&active, &rules.people);
                let (mut round, mut memory) = (dealt.round, Memory::default());
                round.open_dyn(&mut Observed::new(&mut chance, &mut memory), &rules.setup);
                while round.standing() == RoundStatus::Waits {
                    let totals = [0; MAX_SEATS];
                    let view = View::new(&round, &active, &totals, round.actor());
                    let view = view.remembering(&memory);
                    let action = consider(&champion, &mut champion.player(), &view, name).action;
                    let decision = round.decision().name();
                    if ["play", "drawn", "answer", "challenge"].contains(&decision) {
                        let (legal, told) =
                            (Legal::list(&view, &texts).0, Observation::of(&view, &texts));
                        let mut line = Vec::new();
                        ToBot::Act(ActRequest { game: 0, decision, legal: &legal, view: &told })
                            .write(&mut line);
                        compare(&view, &String::from_utf8_lossy(&line), &rules, &champion);
                        positions += 1;
                    }
                    let mut chance = Observed::new(&mut chance, &mut memory);
                    round.apply_dyn(&mut chance, action).expect("what it would do is legal");
                }
            }
        }
        assert!(positions >= 1000, "{positions}");
    }
}

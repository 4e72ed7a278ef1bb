//! Records of games, and their lines, for the tests of this folder.

use serde_json::{Value, json};
use std::io::{self, Write};
use unobench_core::rules::RuleSet;
use unobench_record::{Form, Trace, Traced};
use unobench_tests::{official, rotations, rule_set, specs};

pub(super) const REFERENCE: [&[u8]; 2] = [
    include_bytes!("../../../tests/data/reference-official-round.jsonl"),
    include_bytes!("../../../tests/data/reference-people-match.jsonl"),
];

pub(super) const LINE_UPS: [&[&str]; 3] = [
    &["random"],
    &["high-points", "random", "punisher"],
    &["save-wilds:other=3", "most-colour", "first-legal", "random"],
];

#[derive(Clone, Copy)]
pub(super) struct TracedGames<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) players: usize,
    pub(super) texts: &'a [&'a str],
    pub(super) games: u64,
    pub(super) seed: u64,
    pub(super) match_play: bool,
    pub(super) seatings: usize,
}

impl TracedGames<'_> {
    pub(super) fn write(self, form: Form, out: &mut dyn Write) -> io::Result<Traced> {
        let TracedGames { rules, players, texts, games, seed, match_play, seatings } = self;
        let strategies = &specs(texts)[..];
        let seatings = &|_| rotations(players, strategies.len())[..seatings].to_vec();
        Trace { rules, players, strategies, seatings, games, seed, match_play, form }.write(out)
    }

    pub(super) fn text(self, form: Form) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(form, &mut out).expect("memory takes everything");
        out
    }
}

pub(super) fn record(
    rules: &RuleSet,
    players: usize,
    texts: &[&str],
    games: u64,
    seed: u64,
    match_play: bool,
) -> Vec<u8> {
    let seatings = players;
    TracedGames { rules, players, texts, games, seed, match_play, seatings }.text(Form::JsonLines)
}

pub(super) fn lines(record: &[u8]) -> Vec<Value> {
    let lines = record.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("JSON")).collect()
}

pub(super) fn playable() -> Vec<RuleSet> {
    let shipped = RuleSet::shipped_names().map(rule_set);
    let odd = [
        "deck.packs=2",
        "deck.blanks=4 deck.blank_draws=10",
        "deck.crash=4 deck.swap_hands=4 deck.wild_draw_four=8",
        "deck.downpour_one=4 deck.downpour_two=4 setup.start_card=number",
        "setup.hand_size=2 play.draw=until_playable play.drawn_card=must_play",
        "play.challenge=take_back play.voluntary_draw=false play.turn_limit=100",
        "people.forgets_uno=0.5 people.remembers_uno=0.5 people.catches_uno=0.5 \
         people.calls_falsely=0.2 uno.false_call_penalty=2",
        "people.forgets_uno=1 people.remembers_uno=1 people.catches_uno=1 people.calls_falsely=1 \
         people.reaction=0.5 uno.penalty=0",
        "play.reverse=one_turn play.two_player_reverse=reverse setup.first_dealer=1 \
         setup.start_wild=dealer",
        "play.colour_choice=wheel play.after_wild=colour_or_under deck.wild=8",
        "responses.draw_two=stack responses.wild_draw_four=stack_mixed \
         responses.reverse_returns=all responses.skip_passes=true responses.skip=identical \
         play.challenge=take_back",
        "responses.draw_two=deflect responses.wild_draw_four=deflect responses.skip=identical \
         deck.edition=junior deck.wild_draw_four=8",
        "jump_in.enabled=true jump_in.actions=sum jump_in.double=any jump_in.resume=original \
         deck.packs=2 people.next_player_reaction=0.5",
        "jump_in.enabled=true play.reverse=one_turn jump_in.actions=sum deck.packs=2 \
         people.forgets_uno=0.3 people.catches_uno=0.3",
        "hands.seven_swaps=true hands.zero_rotates=true hands.five_exchanges=true \
         hands.swap_on_last_card=applies finish.when=bring_in",
        "hands.launcher=4 finish.refills=3 deck.crash=2 deck.downpour_one=2",
        "finish.when=last_standing scoring.method=placement uno.slam=true jump_in.enabled=true \
         responses.draw_two=stack",
        "people.misplays=0.2 people.catches_fault=0.5 people.advises=0.2 \
         people.plays_out_of_turn=0.2 silence.mode=wilds people.talks=0.3",
        "people.forgets_penalty=0.5 people.catches_uno=0.4 people.forgets_colour=0.5 \
         play.challenge=take_back play.after_wild=colour_or_under",
    ];
    shipped.chain(odd.map(official)).collect()
}

pub(super) fn edited(record: &[u8], edit: impl Fn(usize, &mut Value)) -> Vec<u8> {
    let mut text = Vec::new();
    for (index, mut line) in lines(record).into_iter().enumerate() {
        edit(index + 1, &mut line);
        if !line.is_null() {
            text.extend(line.to_string().into_bytes());
            text.push(b'\n');
        }
    }
    text
}

/// A record as seat 0 saw it: other hands, what others drew and the draw pile are numbers.
pub(super) fn seen_by_first(whole: &[u8]) -> Vec<u8> {
    let hide = |cards: &mut Value| *cards = json!(cards.as_array().map_or(0, Vec::len));
    edited(whole, |_, line| {
        let own = line["seat"] == 0;
        for (field, value) in line.as_object_mut().expect("an object") {
            match field.as_str() {
                "draw_pile" => hide(value),
                "cards" if !own => hide(value),
                "hands" => value.as_array_mut().into_iter().flatten().skip(1).for_each(hide),
                _ => {}
            }
        }
    })
}

//! Its own turn with nothing pending, and what laying a card sets off (§ 3.2 and § 3.3).

use super::cards::{Card, Colour};
use super::events;
use super::game::{Before, Penalty, Pending};
use super::round::{Ending, Round};
use super::settings::{
    AfterWild, Challenge, ColourBy, ColourChoice, Drawing, DrawnCard, DrawnMatches, DrawnWild4,
    LastCardDraw, Pass, Reshuffle, ReverseLasts, SilenceMode, TwoPlayerReverse, Wild4Needs,
};
use super::world::Act;
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// How a card comes to be laid (`play.how`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Turn,
    Drawn,
    Answer,
    JumpIn,
    Double,
    /// Another card of the same number, in the same turn.
    Together,
    /// A card that does not fit and that nobody noticed.
    Misplay,
}

impl How {
    fn name(self) -> &'static str {
        match self {
            How::Turn | How::Misplay => "turn",
            How::Drawn => "drawn",
            How::Answer => "answer",
            How::JumpIn => "jump_in",
            How::Double => "double",
            How::Together => "together",
        }
    }
}

/// Why the card is played: what it answers, or the penalty that its player forgot to draw.
#[derive(Clone, Debug, Default)]
pub struct Cause {
    pub answered: Option<Pending>,
    pub forgotten: Option<u32>,
}

/// What laying a card leaves to be settled.
pub struct Laying {
    pub before: Before,
    pub forgot: bool,
}

impl Round<'_> {
    /// § 3.2: play a card, or draw (and play that card, or keep it).
    pub fn move_freely(&mut self, seat: usize) -> Option<Ending> {
        if self.is_helpless(seat) {
            self.game.helpless.insert(seat);
        } else {
            self.game.helpless.clear();
        }
        if let Some(card) = self.misplay(seat) {
            return self.misplayed(seat, card);
        }
        match self.decide(seat, "play", &self.play_acts(seat)) {
            Act::Card(card) => self.play(seat, card, How::Turn, Cause::default()),
            Act::Pass => self.pass_without_drawing(seat),
            _ => self.draw_in_turn(seat),
        }
    }

    /// The legal cards, and drawing without a playable card or (§ 2 `play.voluntary_draw`) by
    /// choice, where there is a card to draw.
    fn play_acts(&self, seat: usize) -> Vec<Act> {
        let mut acts: Vec<Act> = self.game.legal_kinds(seat).into_iter().map(Act::Card).collect();
        let by_choice = self.game.settings.play.voluntary_draw && !self.nothing_to_draw();
        if by_choice || !self.game.has_playable(seat) {
            acts.push(Act::Draw);
        }
        // § 2 `play.pass`: with nothing pending, also with a playable card.
        if self.game.settings.play.pass == Pass::Always {
            acts.push(Act::Pass);
        }
        acts
    }

    /// § 2 `play.pass`: it counts as a turn.
    fn pass_without_drawing(&mut self, seat: usize) -> Option<Ending> {
        self.game.turns += 1;
        self.emit(|| events::of_seat("pass", seat));
        self.pass_turn(seat);
        None
    }

    fn draw_in_turn(&mut self, seat: usize) -> Option<Ending> {
        let drawn = self.draw_for_turn(seat);
        if self.game.out[seat] {
            self.game.turns += 1;
            self.pass_turn(seat);
            return None;
        }
        match self.decide(seat, "drawn", &self.drawn_acts(seat, &drawn)) {
            Act::Card(card) => self.play(seat, card, How::Drawn, Cause::default()),
            _ => {
                self.game.turns += 1;
                self.emit(|| events::of_seat("keep", seat));
                self.pass_turn(seat);
                None
            }
        }
    }

    /// Draws; the cards that may be played at once. Who cannot draw has no `draw` event.
    fn draw_for_turn(&mut self, seat: usize) -> Vec<Card> {
        if self.nothing_to_draw() {
            return Vec::new();
        }
        let (cards, owed) = match self.game.settings.play.draw {
            Drawing::One => {
                let owed = self.thrown(seat, 1);
                (self.take(seat, owed), owed)
            }
            Drawing::UntilPlayable => {
                let cards = self.take_until_playable(seat);
                let owed = cards.len();
                (cards, owed)
            }
        };
        self.emit(|| events::draw(seat, &cards, owed, "turn"));
        self.mercy(seat);
        match self.game.settings.play.draw {
            // With the launcher any card thrown may be played (§ 2 `hands.launcher`).
            Drawing::One => cards,
            Drawing::UntilPlayable => cards.last().copied().into_iter().collect(),
        }
    }

    fn take_until_playable(&mut self, seat: usize) -> Vec<Card> {
        let mut taken = Vec::new();
        while let Some(card) = self.take_one(seat) {
            taken.push(card);
            if self.game.playable_drawn(seat, card) || self.has_too_many(seat) {
                break;
            }
        }
        taken
    }

    fn drawn_acts(&self, seat: usize, drawn: &[Card]) -> Vec<Act> {
        let rule = self.game.settings.play.drawn_card;
        let drawn = super::cards::kinds(drawn);
        let must =
            rule == DrawnCard::MustPlay && drawn.iter().any(|&c| self.game.playable_drawn(seat, c));
        let mut acts = Vec::new();
        if rule != DrawnCard::Keep {
            let legal = drawn.into_iter().filter(|&c| self.game.legal_drawn(seat, c));
            acts.extend(legal.map(Act::Card));
        }
        if !must {
            acts.push(Act::Keep);
        }
        acts
    }

    /// § 3.3, a played card: it is laid, a forgotten penalty may be caught, jump-ins in a loop;
    /// only then its action takes effect; then the hand is checked for being empty.
    pub fn play(&mut self, seat: usize, card: Card, how: How, cause: Cause) -> Option<Ending> {
        self.game.on_trial = cause.forgotten.is_some();
        let Laying { before, forgot } = self.put_down(seat, card, how);
        // On `turn` and `drawn` plays alone, not on an unnoticed misplay nor a card played instead
        // of a penalty.
        let own_turn = matches!(how, How::Turn | How::Drawn) && cause.forgotten.is_none();
        let card = if own_turn { self.same_number_together(seat, card) } else { card };
        self.call_uno(seat);
        self.game.on_trial = false;
        // Nobody catches who was knocked out for the missing call.
        let is_there = !self.game.out[seat];
        if let Some(owed) = cause.forgotten
            && is_there
            && self.forgotten_penalty_is_caught(seat, card, owed, before)
        {
            return None;
        }
        if forgot && is_there {
            self.forgotten_colour_is_caught(seat);
        }
        let laid = self.jump_ins(seat, card);
        // The move passes on as the card acts, and what it answers is no more.
        self.game.to_move = self.game.next(laid.actor);
        self.game.pending = None;
        // § 2 `play.drawn_wild4` plain: one that was just drawn acts as a wild.
        let plain = how == How::Drawn
            && card == Card::WildDrawFour
            && self.game.settings.play.drawn_wild4 == DrawnWild4::Plain;
        let acts_as = if plain { Card::Wild } else { card };
        // The card of who was knocked out meanwhile does nothing.
        let next = match self.game.out[laid.actor] {
            true => super::effects::Next::After,
            false => self.act(acts_as, laid, cause.answered, before),
        };
        self.finish_play(laid.actor, next)
    }

    /// § 2 `play.same_number_together`: with a number card up to this many more number cards of the
    /// same number are laid, one after the other, in an order of the player's choice; only the
    /// first one has to match, and `no_finish_on` holds card by card. Gives the card that lies
    /// there last.
    fn same_number_together(&mut self, seat: usize, first: Card) -> Card {
        let mut last = first;
        if !first.is_number() {
            return last;
        }
        for _ in 0..self.game.settings.play.same_number_together {
            let mut cards = super::cards::kinds(&self.game.hands[seat]);
            cards.retain(|&c| c.same_symbol(first) && !self.game.barred(seat, c));
            let mut acts: Vec<Act> = cards.into_iter().map(Act::Card).collect();
            acts.push(Act::Pass);
            let Act::Card(card) = self.decide(seat, "together", &acts) else { break };
            self.put_down(seat, card, How::Together);
            last = card;
        }
        last
    }

    /// A card is put down, and the player calls UNO or not and may be caught; slam.
    pub fn lay(&mut self, seat: usize, card: Card, how: How) -> Laying {
        let laying = self.put_down(seat, card, how);
        self.call_uno(seat);
        laying
    }

    /// A card leaves the hand, and the colour is named.
    fn put_down(&mut self, seat: usize, card: Card, how: How) -> Laying {
        let before = Before {
            up: self.game.up,
            colour: self.game.colour,
            last_colour: self.game.last_colour,
            under: self.game.under,
            honest: self.game.honest(seat, card),
        };
        self.leaves_hand(seat, card);
        self.game.again = None;
        // A turn is one act of a player to move, one jump-in, one double, one misplay (§ 1).
        // A `together` card is no turn.
        if how != How::Together {
            self.game.turns += 1;
        }
        self.silence_after(seat, card, before.colour);
        // The card counts once its colour is named, or forgotten.
        let late = self.names_late(card, how);
        let waits = late || self.game.settings.victim_names(card);
        let colour = if waits { self.game.colour } else { self.new_colour(seat, card) };
        self.game.unnamed = late.then_some(seat);
        let forgot = colour.is_none();
        self.game.up = card;
        self.game.set_colour(colour);
        if !card.is_wild() {
            self.game.under = Some(card);
        }
        // § 2 `play.challenge` take_back: the card under a wild draw four stays out of a reshuffle.
        let plain = how == How::Drawn
            && card == Card::WildDrawFour
            && self.game.settings.play.drawn_wild4 == DrawnWild4::Plain;
        self.game.held_back = self.game.settings.may_bluff(card)
            && !plain
            && self.game.settings.play.challenge == Challenge::TakeBack
            && self.game.settings.play.bluff;
        match how {
            How::Misplay => self.emit(|| events::of_card("misplay", seat, card)),
            _ => {
                self.emit(|| events::play(seat, card, colour.filter(|_| !waits), how.name()));
            }
        }
        Laying { before, forgot }
    }

    /// § 2 `responses.colour_by` last: no stacked wild draw four carries a colour when laid; the
    /// one that stood before stands. Without effect under the wheel.
    fn names_late(&self, card: Card, how: How) -> bool {
        let settings = self.game.settings;
        card == Card::WildDrawFour
            && settings.responses.colour_by == ColourBy::Last
            && settings.play.colour_choice == ColourChoice::Free
            && !(how == How::Drawn && settings.play.drawn_wild4 == DrawnWild4::Plain)
    }

    /// § 2 `responses.colour_by` last: the player of the last of the stack names the colour, unless
    /// the round is over.
    pub fn name_late_colour(&mut self) {
        if self.settling {
            return;
        }
        if let Some(seat) = self.game.unnamed.take() {
            // It is too late for a challenge, but the draw is still to come.
            let pending = self.game.pending.take();
            self.game.pending = pending.map(|pending| match pending {
                Pending::Draw(p) => Pending::Draw(Penalty { answered: true, ..p }),
                skip => skip,
            });
            self.name_colour(seat);
        }
    }

    fn leaves_hand(&mut self, seat: usize, card: Card) {
        let hand = &mut self.game.hands[seat];
        hand.remove(hand.iter().position(|&c| c == card).expect("the card is in the hand"));
        if hand.is_empty() {
            // A hand that was emptied, drew, and is empty again has emptied now.
            self.game.emptied.retain(|&s| s != seat);
            self.game.emptied.push(seat);
            self.game.last_card[seat] = Some(card);
        }
        self.game.discard_pile.push(card);
        self.game.gone = [false, self.game.gone[0]];
    }

    /// The active colour after a card: its own, the one that its player names, or (§ 2
    /// `play.colour_choice` wheel) the next one on the wheel. None if its player forgets to name
    /// one (§ 2 `people.forgets_colour`, without effect under the wheel).
    fn new_colour(&mut self, seat: usize, card: Card) -> Option<Colour> {
        if !card.is_wild() {
            return card.colour();
        }
        if self.game.settings.play.colour_choice == ColourChoice::Wheel {
            return self.game.colour.map(|c| c.next_on_wheel(self.game.direction == 1));
        }
        if self.coin("forgets_colour", seat, self.game.settings.people(seat).forgets_colour) {
            return None;
        }
        self.choose_colour(seat)
    }

    /// § 2 `[silence]`: twos: a played 2 starts it. wilds: a black card starts it, and it ends when
    /// the named colour changes.
    fn silence_after(&mut self, seat: usize, card: Card, colour_before: Option<Colour>) {
        match self.game.settings.silence.mode {
            SilenceMode::Off => {}
            SilenceMode::Twos => {
                if matches!(card, Card::Number(_, 2)) {
                    self.game.silence = Some(seat);
                }
            }
            SilenceMode::Wilds => {
                if card.is_wild() {
                    self.game.silence = Some(seat);
                } else if card.colour() != colour_before {
                    self.game.silence = None;
                }
            }
        }
    }

    /// § 2 `silence.mode` twos: until the move comes back to who played the 2; a skipped owner's
    /// silence ends all the same.
    pub fn silence_comes_back(&mut self, seat: usize) {
        if self.game.settings.silence.mode == SilenceMode::Twos && self.game.silence == Some(seat) {
            self.game.silence = None;
        }
    }
}

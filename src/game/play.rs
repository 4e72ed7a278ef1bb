//! Playing and drawing. Catalogue: `[play]`, and the acts of the cards of `[deck]`.

use super::apply::Stage;
use super::legal::{is_honest, matching};
use super::state::{Drawn, Hit, Pending, Top};
use super::{Decision, Direction, Env, Event, How, Law, Round, Seat, Why};
use crate::cards::{Cards, Colour, Counts, DrawPile, Kind, KindSet, Multiset, Symbol, Word};
use crate::rules::{AfterWild, Challenge, ColourChoice, DrawRule, DrawnCard, ReverseRule, SkipResponse, TwoPlayerReverse};

/// Cards that a wild draw four makes the next player draw.
const WILD_DRAW_FOUR: u16 = 4;
/// Cards on top for a challenger who was wrong.
const WRONG_CHALLENGE: u32 = 2;

impl<C: Cards> Round<C> {
    /// Step 2: the player to move plays or draws; it is asked when there is a choice.
    #[inline(always)]
    pub(crate) fn offer_play<E: Env>(&mut self, env: &mut E) -> Stage {
        let seat = self.to_move;
        let choices = self.choices(env, seat);
        if choices.legal.is_empty() {
            return Stage::Draw;
        }
        let may_draw = env.law().play.voluntary_draw || choices.playable.is_empty();
        if !may_draw && choices.legal.len() == 1 {
            let kind = choices.legal.first().expect("one legal card");
            return self.play_from_hand(env, kind);
        }
        self.wait_for_kind(seat, Decision::Play, choices.legal, choices.playable, may_draw);
        Stage::Offer
    }

    /// The player to move plays a card from the hand.
    #[inline(always)]
    pub(crate) fn play_from_hand<E: Env>(&mut self, env: &mut E, kind: Kind) -> Stage {
        self.turns += 1;
        self.play_card(env, kind, How::Turn)
    }

    /// The player to move plays the card just drawn.
    #[inline(always)]
    pub(crate) fn play_drawn<E: Env>(&mut self, env: &mut E, kind: Kind) -> Stage {
        self.play_card(env, kind, How::Drawn)
    }

    /// The player to move draws instead of playing. Catalogue: `play.draw`, `play.drawn_card`.
    #[inline(always)]
    pub(crate) fn draw_instead<E: Env>(&mut self, env: &mut E) -> Stage {
        self.turns += 1;
        let seat = self.to_move;
        let drawn = match env.law().play.draw {
            DrawRule::One => self.draw_cards(env, seat, 1, Why::Turn),
            DrawRule::UntilPlayable => self.draw_until_playable(env, seat),
        };
        let Some(kind) = drawn else { return self.keep_drawn(env) };
        if env.law().play.drawn_card == DrawnCard::Keep {
            return self.keep_drawn(env);
        }
        let card = KindSet::only(kind);
        if self.top.matching.and(card).is_empty() {
            return self.keep_drawn(env);
        }
        let choices = self.choices(env, seat);
        let (legal, playable) = (choices.legal.and(card), choices.playable.and(card));
        if legal.is_empty() {
            return self.keep_drawn(env);
        }
        self.card = kind;
        if env.law().play.drawn_card == DrawnCard::MustPlay && !playable.is_empty() {
            return self.play_drawn(env, kind);
        }
        self.wait_for_kind(seat, Decision::Drawn, legal, playable, true)
    }

    /// The player to move keeps what it drew, or could draw nothing; the turn passes.
    #[inline(always)]
    pub(crate) fn keep_drawn<E: Env>(&mut self, env: &mut E) -> Stage {
        let seat = self.to_move;
        let colour = self.top.colour;
        let drawn = &mut self.drawn[seat.index()];
        drawn.not_followed[colour.index()] = drawn.count;
        if E::LISTENS {
            env.event(Event::Keep { seat });
        }
        self.to_move = self.after(seat);
        Stage::Next
    }

    /// A card is laid; a wild's colour is named at once. Catalogue: § 3.3.
    #[inline(always)]
    fn play_card<E: Env>(&mut self, env: &mut E, kind: Kind, how: How) -> Stage {
        let seat = self.to_move;
        self.player = seat;
        self.card = kind;
        if E::LISTENS {
            env.event(Event::Play { seat, card: kind, how });
        }
        self.seat_mut(seat).lose(kind);
        if !kind.is_wild() {
            self.put_on_top(env, kind, Colour::from_index(kind.index()));
            return Stage::Named;
        }
        if kind == Kind::WILD_DRAW_FOUR {
            self.note_bluff(env, seat);
        }
        self.discard.insert(kind);
        match env.law().play.colour_choice {
            ColourChoice::Free => self.wait_for(seat, Decision::Colour),
            ColourChoice::Wheel => self.name_colour(env, self.next_on_wheel()),
        }
    }

    /// The colour of the wild that was just laid is named.
    #[inline(always)]
    pub(crate) fn name_colour<E: Env>(&mut self, env: &mut E, colour: Colour) -> Stage {
        if self.is_opening() {
            return self.name_start_colour(env, colour);
        }
        if E::LISTENS {
            env.event(Event::NameColour { seat: self.player, colour });
        }
        let kind = self.card;
        self.top = Top { card: kind, colour, matching: matching(env.law(), kind, colour, self.under) };
        Stage::Named
    }

    /// A coloured card becomes the up card.
    #[inline(always)]
    pub(crate) fn put_on_top<E: Env>(&mut self, env: &mut E, kind: Kind, colour: Colour) {
        self.discard.insert(kind);
        if env.law().play.after_wild == AfterWild::ColourOrUnder {
            self.under = Some(kind);
        }
        self.top = Top { card: kind, colour, matching: KindSet(C::Word::MATCHING[kind.index() & 127]) };
    }

    /// A wild draw four has just left the hand: is it honest, and what stands again if it is taken back?
    #[inline(always)]
    fn note_bluff<E: Env>(&mut self, env: &mut E, seat: Seat) {
        self.pending.bluff = !is_honest(env.law(), self.seat(seat).hand.kinds(), &self.top);
        self.covered = self.top;
        self.guarded = env.law().play.bluff && env.law().play.challenge == Challenge::TakeBack;
    }

    /// The colour that a black card moves to under the wheel: red, blue, green, yellow clockwise, the other way when not.
    fn next_on_wheel(&self) -> Colour {
        let step = if self.direction == Direction::Clockwise { 1 } else { 3 };
        Colour::from_index(self.top.colour.index() + step)
    }

    /// The card's action takes effect and the next seat becomes the player to move. Catalogue: § 3.3.
    #[inline(always)]
    pub(crate) fn take_effect<E: Env>(&mut self, env: &mut E) -> Stage {
        let kind = self.card;
        self.to_move = self.after(self.player);
        if kind.index() >= 4 * Symbol::Skip.index() {
            return self.take_action(env, kind);
        }
        Stage::Acted
    }

    /// An action card or a wild takes effect.
    #[inline(always)]
    fn take_action<E: Env>(&mut self, env: &mut E, kind: Kind) -> Stage {
        let symbol = kind.symbol();
        match symbol {
            Symbol::Skip => self.skip_next(env),
            Symbol::Reverse => self.reverse(env),
            Symbol::DrawOne => self.hit(Hit::Draw, 1),
            Symbol::DrawTwo => self.hit(Hit::Draw, 2),
            Symbol::WildDrawFour => self.hit_by_wild_draw_four(env.law()),
            _ if env.law().special_cards => return self.special_card(env, symbol),
            _ => {}
        }
        Stage::Acted
    }

    #[inline(always)]
    pub(crate) fn hit(&mut self, hit: Hit, owed: u16) {
        self.pending = Pending { hit, owed, ..Pending::NOTHING };
    }

    /// The next player loses the turn; where nobody can do anything about it, nor hears of it, that turn is passed over at once.
    #[inline(always)]
    fn skip_next<E: Env>(&mut self, env: &E) {
        let law = env.law();
        let unseen = !E::LISTENS && !law.people_act && law.responses.skip == SkipResponse::None;
        if unseen && self.turns < law.play.turn_limit && self.seat(self.player).size > 0 {
            self.to_move = self.after(self.to_move);
        } else {
            self.hit(Hit::Skip, 0);
        }
    }

    /// The next player has to draw four and may challenge. Catalogue: `play.bluff`, `play.challenge`.
    #[inline(always)]
    fn hit_by_wild_draw_four(&mut self, law: &Law) {
        self.pending.hit = Hit::Draw;
        self.pending.owed = WILD_DRAW_FOUR;
        self.pending.from_start = false;
        self.pending.challengeable = (law.play.bluff && law.play.challenge != Challenge::Off).then_some(self.player);
    }

    /// Catalogue: `play.reverse`, `play.two_player_reverse`.
    #[inline(always)]
    fn reverse<E: Env>(&mut self, env: &mut E) {
        let law = env.law();
        let lasting = law.play.reverse == ReverseRule::Lasting;
        if lasting {
            self.turn_round();
        }
        if self.players == 2 && law.play.two_player_reverse == TwoPlayerReverse::Skip {
            self.skip_next(env);
        } else {
            self.to_move = if lasting { self.after(self.player) } else { self.before(self.player) };
        }
    }

    /// The player who is to draw four challenges. Catalogue: `play.challenge`.
    pub(crate) fn challenge<E: Env>(&mut self, env: &mut E) -> Stage {
        let challenger = self.to_move;
        let against = self.pending.challengeable.expect("a challenge was offered");
        let upheld = self.pending.bluff;
        self.pending.challengeable = None;
        if E::LISTENS {
            env.event(Event::Challenge { seat: challenger, against, upheld });
        }
        if !upheld {
            self.guarded = false;
            return self.take_hit(env, WRONG_CHALLENGE, Why::Challenge);
        }
        if env.law().play.challenge == Challenge::TakeBack {
            self.take_back(env, against);
        }
        let owed = u32::from(self.pending.owed);
        self.pending = Pending::NOTHING;
        self.draw_cards(env, against, owed, Why::Challenge);
        self.offer_play(env)
    }

    /// The bluffer takes the wild draw four back; the old up card and colour stand again.
    fn take_back<E: Env>(&mut self, env: &mut E, bluffer: Seat) {
        let kind = Kind::WILD_DRAW_FOUR;
        self.guarded = false;
        self.discard.remove(kind);
        let state = self.seat_mut(bluffer);
        state.hand.insert(kind);
        state.size += 1;
        self.top = self.covered;
        if E::LISTENS {
            env.event(Event::TakeBack { seat: bluffer, card: kind });
        }
    }

    /// The player who is to draw four does not challenge.
    #[inline(always)]
    pub(crate) fn accept<E: Env>(&mut self, env: &mut E) -> Stage {
        self.guarded = false;
        self.pending.challengeable = None;
        self.meet_hit(env)
    }

    /// Draws `owed` cards, or what there is; returns the last one. A debt of 0 is no event.
    #[inline(always)]
    pub(crate) fn draw_cards<E: Env>(&mut self, env: &mut E, seat: Seat, owed: u32, why: Why) -> Option<Kind> {
        let mut last = None;
        for _ in 0..owed {
            let Some(kind) = self.draw_card(env, seat) else { break };
            last = Some(kind);
        }
        if E::LISTENS && owed > 0 && !(why == Why::Turn && last.is_none()) {
            env.event(Event::Draw { seat, owed, why });
        }
        last
    }

    /// Draws until a playable card comes or the piles are empty; returns the last card drawn.
    fn draw_until_playable<E: Env>(&mut self, env: &mut E, seat: Seat) -> Option<Kind> {
        let mut last = None;
        let mut count = 0;
        while let Some(kind) = self.draw_card(env, seat) {
            last = Some(kind);
            count += 1;
            if self.choices(env, seat).playable.contains(kind) {
                break;
            }
        }
        if E::LISTENS && count > 0 {
            env.event(Event::Draw { seat, owed: count, why: Why::Turn });
        }
        last
    }

    /// Draws one card into a hand, reshuffling where there is none to draw.
    #[inline(always)]
    fn draw_card<E: Env>(&mut self, env: &mut E, seat: Seat) -> Option<Kind> {
        if self.pile.len() == self.pile.loose() && !self.ready_pile(env) {
            return None;
        }
        let kind = self.pile.pop();
        let state = self.seat_mut(seat);
        state.hand.insert(kind);
        state.size += 1;
        self.drawn[seat.index()].count += 1;
        if E::LISTENS {
            env.drawn(kind);
        }
        Some(kind)
    }

    /// Brings cards of the draw pile into order, after a reshuffle where it is empty; false where there is no card to draw.
    #[inline(always)]
    fn ready_pile<E: Env>(&mut self, env: &mut E) -> bool {
        if self.pile.is_empty() && !self.reshuffle(env) {
            return false;
        }
        if self.pile.len() == self.pile.loose() {
            env.shuffle_more(&mut self.pile);
        }
        true
    }

    /// Makes the discard pile but for its top card the draw pile; false where there is nothing to shuffle.
    #[cold]
    #[inline(never)]
    fn reshuffle<E: Env>(&mut self, env: &mut E) -> bool {
        self.forget_before_overflow();
        let mut kept = C::Counts::default();
        kept.insert(self.top.card);
        if self.guarded {
            kept.insert(self.covered.card);
        }
        let pile = &mut self.pile;
        self.discard.for_each(|kind, count| {
            for _ in kept.count(kind)..count {
                pile.push(kind);
            }
        });
        self.discard = kept;
        if self.pile.is_empty() {
            return false;
        }
        env.reshuffled(&mut self.pile);
        true
    }

    /// Forgets what is known of hands whose count of drawn cards could overflow before the next reshuffle.
    fn forget_before_overflow(&mut self) {
        for drawn in &mut self.drawn {
            if usize::from(drawn.count) > usize::from(u16::MAX) - C::Pile::CAPACITY {
                *drawn = Drawn::NOTHING;
            }
        }
    }
}

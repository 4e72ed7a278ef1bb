//! Playing and drawing. Catalogue: `[play]`, and the acts of the cards of `[deck]`.

use super::apply::Stage;
use super::legal::{barred, bluffable, matching};
use super::sections::LateColour;
use super::state::{Covered, Pending, PendingPenalty, PlayContext, Top};
use super::{
    Action, ActiveRules, CardChoice, Chance, Decision, Direction, Event, How, Round, Seat, Why,
};
use crate::cards::{Cards, Colour, Counts, DrawPile, Kind, KindSet, Multiset, Symbol, Word};
use crate::rules::{
    AfterWild, Challenge, ColourBy, ColourChoice, CustomCard, DrawnCard, DrawnMatches, DrawnWild4,
    Pass, PlayRules, ReverseRule, SilenceMode, TwoPlayerReverse,
};

/// Cards that a wild draw four makes the next player draw.
const WILD_DRAW_FOUR: u16 = 4;
/// Cards on top for a challenger who was wrong.
const WRONG_CHALLENGE: u32 = 2;

impl PlayRules {
    /// Whether a key acts that few rule sets change, and that would be asked about on every turn.
    pub(super) fn is_rare(&self) -> bool {
        self.pass != Pass::Never
            || self.same_number_together > 0
            || self.drawn_matches != DrawnMatches::All
            || self.drawn_wild4 != DrawnWild4::Acts
    }
}

impl<C: Cards> Round<C> {
    /// Step 2: the player to move plays or draws; it is asked when there is a choice.
    #[inline(always)]
    pub(crate) fn offer_play(&mut self, chance: &mut impl Chance<C>) -> Stage {
        if chance.rules().flags.can_block {
            self.note_if_stuck(chance);
        }
        if chance.may_misplay()
            && !chance.rules().people_rates.misplays.is_never()
            && let Some(stage) = self.misplay(chance)
        {
            return stage;
        }
        self.tell_turn(chance);
        let choice = self.play_choice(chance.rules());
        let may_pass = chance.has_rare_rules() && chance.rules().play.pass == Pass::Always;
        if choice.legal.is_empty() && !may_pass {
            return Stage::Draw;
        }
        if chance.rules().play.voluntary_draw && self.pile.is_empty() {
            return self.offer_last_cards(chance, may_pass);
        }
        match choice.legal.first() {
            Some(kind) if !may_pass && !choice.may_decline && choice.legal.len() == 1 => {
                self.play_from_hand(chance, kind)
            }
            _ => Stage::Offer,
        }
    }

    /// Who may draw by choice has a choice yet, unless there is nothing to draw either: out of the
    /// way of rounds in which there always is.
    #[cold]
    #[inline(never)]
    fn offer_last_cards(&mut self, chance: &mut impl Chance<C>, may_pass: bool) -> Stage {
        let choice = self.last_choice(chance.rules(), self.to_move);
        match choice.legal.first() {
            Some(kind) if !may_pass && !choice.may_decline && choice.legal.len() == 1 => {
                self.play_from_hand(chance, kind)
            }
            _ => self.wait_for_kind(self.to_move, Decision::Play, choice),
        }
    }

    /// What the player to move is offered as long as there is a card to draw. Catalogue:
    /// `play.voluntary_draw`.
    #[inline(always)]
    pub(crate) fn play_choice(&self, rules: &ActiveRules) -> CardChoice<C::Word> {
        let choice = self.choice_of(rules, self.to_move);
        let may_decline = rules.play.voluntary_draw || choice.playable.is_empty();
        CardChoice { may_decline, ..choice }
    }

    /// What a seat is offered whether or not there is one.
    fn last_choice(&self, rules: &ActiveRules, seat: Seat) -> CardChoice<C::Word> {
        let choice = self.choice_of(rules, seat);
        let may_draw = rules.play.voluntary_draw && !self.nothing_to_draw(rules);
        CardChoice { may_decline: may_draw || choice.playable.is_empty(), ..choice }
    }

    /// The same table, where this seat is asked to play or to draw, and nothing hits it.
    pub fn on_turn(&self, rules: &ActiveRules, seat: Seat) -> Round<C> {
        let mut round = Round { to_move: seat, pending: Pending::NOTHING, ..*self };
        round.wait_for_kind(seat, Decision::Play, self.last_choice(rules, seat));
        round
    }

    /// The same table before the player laid the wild whose colour it is asked for, on its turn or
    /// to answer; none where it names the colour later.
    pub(crate) fn before_wild(&self, rules: &ActiveRules) -> Option<Round<C>> {
        let is_laid = self.decision == Decision::Colour && self.actor == self.player;
        let is_late = self.late_colour != LateColour::None || self.people.forgot_colour;
        let is_other = self.opening || self.is_midway() || self.play.plain;
        if !is_laid || is_late || is_other || self.turns == 0 {
            return None;
        }
        let mut before = Round { turns: self.turns - 1, ..*self };
        before.discard.remove(self.card);
        before.seat_mut(self.player).gain(self.card);
        if self.laid.answers {
            let only = CardChoice::of(KindSet::only(self.card), true);
            before.wait_for_kind(self.player, Decision::Answer, only);
            return Some(before);
        }
        Some(before.on_turn(rules, self.player))
    }

    /// The same table, where this seat has drawn on its turn and can only keep what it drew.
    pub fn off_turn(&self, seat: Seat) -> Round<C> {
        let mut round = Round { to_move: seat, pending: Pending::NOTHING, ..*self };
        round.wait_for_kind(seat, Decision::Drawn, CardChoice::of(KindSet::EMPTY, true));
        round
    }

    /// The same table, where this seat's last cards were others, and whether the last of them can
    /// be played; on its own turn it may lay that, or else keeps it. The draw pile stays as it is.
    pub fn drawn_instead(
        &self,
        rules: &ActiveRules,
        seat: Seat,
        were: &[Kind],
        are: &[Kind],
        is_turn: bool,
    ) -> (Round<C>, bool) {
        let mut round = self.off_turn(seat);
        were.iter().for_each(|&kind| round.seat_mut(seat).lose(kind));
        are.iter().for_each(|&kind| round.seat_mut(seat).gain(kind));
        let last = are.last().map_or(KindSet::EMPTY, |&kind| KindSet::only(kind));
        let choice = round.choice_drawn_by(rules, seat).map(|kinds| kinds.and(last));
        if is_turn && rules.play.drawn_card != DrawnCard::Keep && !choice.legal.is_empty() {
            round.choice = choice.of_drawn(rules);
        }
        (round, !choice.playable.is_empty())
    }

    #[inline(always)]
    pub(crate) fn wait_for_play(&mut self, chance: &impl Chance<C>) {
        self.wait_for_kind(self.to_move, Decision::Play, self.play_choice(chance.rules()));
    }

    /// The player to move neither plays nor draws. Catalogue: `play.pass`.
    pub(crate) fn pass(&mut self, chance: &mut impl Chance<C>) -> Stage {
        self.turns += 1;
        let seat = self.to_move;
        self.tell(chance, Event::Pass { seat });
        self.to_move = self.after(seat);
        Stage::Next
    }

    #[inline(always)]
    pub(crate) fn play_from_hand(&mut self, chance: &mut impl Chance<C>, kind: Kind) -> Stage {
        self.turns += 1;
        self.play_own(chance, kind, How::Turn)
    }

    #[inline(always)]
    pub(crate) fn play_drawn(&mut self, chance: &mut impl Chance<C>, kind: Kind) -> Stage {
        self.play_own(chance, kind, How::Drawn)
    }

    #[inline(always)]
    pub(crate) fn take_house_action(
        &mut self,
        chance: &mut impl Chance<C>,
        action: Action,
    ) -> Stage {
        match (self.decision, action) {
            (Decision::Answer, Action::Card(kind)) => self.answer(chance, kind),
            (Decision::Answer, _) => self.face(),
            (Decision::JumpIn | Decision::Double, action) => {
                self.want_to_jump_in(chance, action != Action::No)
            }
            (Decision::Together, Action::Card(kind)) => self.lay_together(chance, kind),
            (Decision::Together, _) => Stage::Named,
            (Decision::Swap, Action::Seat(with)) => {
                self.swap(chance, with);
                self.take_steps(chance)
            }
            (Decision::Target, Action::Seat(seat)) => {
                self.choose(chance, seat);
                self.take_steps(chance)
            }
            (Decision::Exchange, Action::Seat(with)) => self.exchange_with(chance, with),
            (Decision::Swap | Decision::Exchange, _) => Stage::Acted,
            (Decision::Give, Action::Card(kind)) => self.give(chance, kind),
            _ => unreachable!("{action:?} cannot answer {:?}", self.decision),
        }
    }

    #[inline(always)]
    fn play_own(&mut self, chance: &mut impl Chance<C>, kind: Kind, how: How) -> Stage {
        let seat = self.to_move;
        if chance.rules().flags.tracks_cards {
            self.laid = PlayContext::by(seat);
        }
        let stage = self.play_card(chance, seat, kind, how);
        if chance.has_rare_rules() && chance.rules().play.same_number_together > 0 {
            return self.may_lay_together(chance.rules(), stage);
        }
        stage
    }

    /// The player to move has laid a card on its own turn: if that is a number, more of it may
    /// follow. Catalogue: `play.same_number_together`.
    #[inline(never)]
    fn may_lay_together(&mut self, rules: &ActiveRules, stage: Stage) -> Stage {
        if !self.card.symbol().is_number() {
            return stage;
        }
        // Whoever lays a card has missed no call until the next one is due.
        self.seat_mut(self.player).missed_call = false;
        self.play.may_follow = rules.play.same_number_together;
        self.offer_together(rules)
    }

    fn offer_together(&mut self, rules: &ActiveRules) -> Stage {
        let state = self.seat(self.player);
        let mut same = state.hand.kinds().and(KindSet::like(self.card));
        if state.size == 1 {
            same = same.without(barred(rules));
        }
        if self.play.may_follow == 0 || same.is_empty() {
            return Stage::Named;
        }
        self.wait_for_kind(self.player, Decision::Together, CardChoice::of(same, true))
    }

    /// The player lays another card of the same number, which is no turn of its own.
    pub(crate) fn lay_together(&mut self, chance: &mut impl Chance<C>, kind: Kind) -> Stage {
        self.play.may_follow -= 1;
        self.play_card(chance, self.player, kind, How::Together);
        self.offer_together(chance.rules())
    }

    /// A card is laid; a wild's colour is named at once. Catalogue: § 3.3.
    #[inline(always)]
    pub(crate) fn play_card(
        &mut self,
        chance: &mut impl Chance<C>,
        seat: Seat,
        kind: Kind,
        how: How,
    ) -> Stage {
        self.tell(chance, Event::Play { seat, card: kind, how });
        if chance.has_rare_rules() {
            self.play.plain = chance.rules().play.drawn_wild4 == DrawnWild4::Plain
                && how == How::Drawn
                && kind == Kind::WILD_DRAW_FOUR;
        }
        self.lay(chance, seat, kind)
    }

    /// A card leaves the hand and lies on the pile.
    #[inline(always)]
    pub(crate) fn lay(&mut self, chance: &mut impl Chance<C>, seat: Seat, kind: Kind) -> Stage {
        let rules = chance.rules();
        self.player = seat;
        self.card = kind;
        self.seat_mut(seat).lose(kind);
        if rules.flags.laying_is_noted {
            self.note_card(rules, kind);
        }
        if chance.has_rare_rules() {
            (self.late_colour, self.own.again) = (LateColour::None, false);
        }
        if !kind.is_wild() {
            self.put_on_top(chance, kind, Colour::from_index(kind.index()));
            return Stage::Named;
        }
        self.lay_wild(chance, seat, kind)
    }

    /// Notes what a card that is laid begins or ends, the card itself apart.
    #[inline(always)]
    fn note_card(&mut self, rules: &ActiveRules, kind: Kind) {
        if rules.silence.mode != SilenceMode::Off {
            self.begin_or_end_silence(rules, kind);
        }
        self.covered.guarded = false;
        self.play.gone = [false, self.play.gone[0]];
        // Whether a wild draw four is honest hangs on the colour before it; a wild's own may be
        // forgotten again.
        if !kind.is_wild() {
            self.people.forgot_colour = false;
        }
    }

    #[inline(always)]
    fn lay_wild(&mut self, chance: &mut impl Chance<C>, seat: Seat, kind: Kind) -> Stage {
        if bluffable::<C::Word>(chance.rules()).contains(kind) && !self.is_plain(chance) {
            self.note_bluff(chance, seat);
        }
        self.discard.insert(kind);
        if chance.has_rare_rules() && self.names_late(chance.rules()) {
            self.late_colour = LateColour::Waits;
            return self.lay_without_colour(chance);
        }
        if chance.has_rare_rules()
            && chance.rules().play.colour_choice == ColourChoice::Free
            && chance.rules().own.of(kind).is_some_and(CustomCard::is_named_by_victim)
        {
            return self.lay_without_colour(chance);
        }
        if !chance.rules().people_rates.forgets_colour.is_never() && self.forgets_colour(chance) {
            return Stage::Named;
        }
        match chance.rules().play.colour_choice {
            ColourChoice::Free => self.wait_for(seat, Decision::Colour),
            ColourChoice::Wheel => self.name_colour(chance, self.next_on_wheel()),
        }
    }

    /// Whether the wild that is laid is a wild draw four whose colour is named late, if at all.
    fn names_late(&self, rules: &ActiveRules) -> bool {
        rules.responses.colour_by == ColourBy::Last
            && rules.play.colour_choice == ColourChoice::Free
            && self.card == Kind::WILD_DRAW_FOUR
            && !self.play.plain
    }

    /// Whether the card that is taking effect is a wild draw four that acts as a wild. Catalogue:
    /// `play.drawn_wild4`.
    #[inline(always)]
    fn is_plain(&self, chance: &impl Chance<C>) -> bool {
        chance.has_rare_rules() && self.play.plain
    }

    /// A wild lies there without a colour of its own. Catalogue: `responses.colour_by`, `named_by`.
    fn lay_without_colour(&mut self, chance: &mut impl Chance<C>) -> Stage {
        self.show_wild(chance.rules(), self.card, self.top.colour);
        self.tell(chance, Event::ColourWaits { seat: self.player });
        Stage::Named
    }

    /// A wild lies there in this colour.
    #[inline(always)]
    pub(crate) fn show_wild(&mut self, rules: &ActiveRules, card: Kind, colour: Colour) {
        self.top = Top { card, colour, matching: matching(rules, card, colour, self.play.under) };
    }

    /// Nobody answers the wild draw four any more: its player names the colour. None where the
    /// round is over, or it has no colour to name.
    pub(crate) fn ask_for_late_colour(&mut self, when: LateColour) -> Option<Stage> {
        if self.late_colour != LateColour::Waits || self.finish.winner.is_some() {
            return None;
        }
        self.late_colour = when;
        Some(self.wait_for(self.player, Decision::Colour))
    }

    /// The last of the stacked wild draw fours has its colour, and what hits goes on.
    fn name_late_colour(&mut self, chance: &mut impl Chance<C>, colour: Colour) -> Stage {
        let when = std::mem::replace(&mut self.late_colour, LateColour::None);
        self.tell(chance, Event::NameColour { seat: self.player, colour });
        self.card = Kind::WILD_DRAW_FOUR;
        self.show_wild(chance.rules(), self.card, colour);
        match when {
            LateColour::AfterWrongChallenge => self.lose_challenge(chance),
            LateColour::AfterRightChallenge => self.win_challenge(chance, self.player),
            _ => Stage::Take,
        }
    }

    /// The colour of the wild that was just laid is named.
    #[inline(always)]
    pub(crate) fn name_colour(&mut self, chance: &mut impl Chance<C>, colour: Colour) -> Stage {
        if self.opening {
            return self.name_start_colour(chance, colour);
        }
        if chance.has_rare_rules() && self.is_midway() {
            return self.name_victims_colour(chance, colour);
        }
        if chance.has_rare_rules() && self.late_colour > LateColour::Waits {
            return self.name_late_colour(chance, colour);
        }
        if !chance.rules().people_rates.forgets_colour.is_never() && self.people.forgot_colour {
            return self.name_forgotten_colour(chance, colour);
        }
        self.tell(chance, Event::NameColour { seat: self.player, colour });
        self.show_wild(chance.rules(), self.card, colour);
        Stage::Named
    }

    #[inline(always)]
    pub(crate) fn put_on_top(&mut self, chance: &mut impl Chance<C>, kind: Kind, colour: Colour) {
        self.discard.insert(kind);
        if chance.rules().play.after_wild == AfterWild::ColourOrUnder {
            self.play.under = Some(kind);
        }
        self.top = Top {
            card: kind,
            colour,
            matching: KindSet(C::Word::MATCHING[kind.index() & (Kind::COUNT - 1)]),
        };
    }

    /// A wild draw four has just left the hand: is it honest, and what stands again if it is taken
    /// back?
    #[inline(always)]
    fn note_bluff(&mut self, chance: &mut impl Chance<C>, seat: Seat) {
        let rules = chance.rules();
        self.pending.bluff =
            self.dishonest(rules, self.seat(seat).hand.kinds()).contains(self.card);
        self.cover(rules.play.bluff && rules.play.challenge == Challenge::TakeBack);
    }

    /// Notes what stands again if the card that is about to be laid comes back.
    #[inline(always)]
    pub(crate) fn cover(&mut self, guarded: bool) {
        let (under, forgotten) = (self.play.under, self.people.forgot_colour);
        self.covered = Covered { top: self.top, under, forgotten, guarded };
    }

    /// The colour that a black card moves to under the wheel: red, blue, green, yellow clockwise,
    /// the other way when not.
    fn next_on_wheel(&self) -> Colour {
        let step = if self.direction == Direction::Clockwise { 1 } else { 3 };
        Colour::from_index(self.top.colour.index() + step)
    }

    /// The card's action takes effect and the next seat becomes the player to move. Catalogue: §
    /// 3.3.
    #[inline(always)]
    pub(crate) fn take_effect(&mut self, chance: &mut impl Chance<C>) -> Stage {
        let kind = self.card;
        self.to_move = self.after(self.player);
        // The card of who was knocked out meanwhile does nothing.
        if chance.has_rare_rules() && !self.in_play.contains(self.player) {
            self.pending = Pending::NOTHING;
            return Stage::Acted;
        }
        if kind.index() >= Kind::coloured(Colour::Red, Symbol::Skip).index() {
            return self.take_action(chance, kind);
        }
        let acting = KindSet(C::Word::truncated(chance.rules().flags.acting_numbers.0));
        if acting.contains(kind) { self.number_acts(chance, kind.symbol()) } else { Stage::Acted }
    }

    /// An action card or a wild takes effect.
    #[inline(always)]
    fn take_action(&mut self, chance: &mut impl Chance<C>, kind: Kind) -> Stage {
        let symbol = kind.symbol();
        match symbol {
            Symbol::Skip => self.skip(chance),
            Symbol::Reverse => self.reverse(chance),
            Symbol::DrawOne => self.hit_by_draw(chance.rules(), 1),
            Symbol::DrawTwo => self.hit_by_draw(chance.rules(), 2),
            Symbol::WildDrawFour if self.is_plain(chance) => {}
            Symbol::WildDrawFour => self.hit_by_wild_draw_four(chance.rules()),
            _ if chance.rules().special_cards => return self.special_card(chance, symbol),
            _ => {}
        }
        Stage::Acted
    }

    /// The next player is hit by the card that was laid.
    #[inline(always)]
    pub(crate) fn hit(&mut self, hit: PendingPenalty, owed: u16) {
        self.pending = Pending { hit, owed, card: self.card, ..Pending::NOTHING };
    }

    #[inline(always)]
    fn hit_by_draw(&mut self, rules: &ActiveRules, own: u16) {
        if rules.flags.has_answers && self.pending.last {
            // The draw that ended the round is met: nobody draws.
            self.pending = Pending::NOTHING;
            return;
        }
        let stacked = if rules.flags.has_answers { self.stacked_under_draw_two(rules) } else { 0 };
        self.hit(PendingPenalty::Draw, stacked + own);
    }

    #[inline(always)]
    fn skip(&mut self, chance: &impl Chance<C>) {
        if chance.rules().responses.skip_passes
            && self.laid.answers
            && self.pending.hit == PendingPenalty::Draw
        {
            return self.pass_on();
        }
        self.skip_next(chance);
    }

    /// The next player loses the turn; where nobody can do anything about it, nor hears of it, that
    /// turn is passed over at once.
    #[inline(always)]
    fn skip_next(&mut self, chance: &impl Chance<C>) {
        let rules = chance.rules();
        let unseen = !chance.listens() && rules.flags.skips_unseen;
        if unseen && self.turns < rules.play.turn_limit && self.seat(self.player).size > 0 {
            self.to_move = self.after(self.to_move);
        } else {
            self.hit(PendingPenalty::Skip, 0);
        }
    }

    /// The next player has to draw four and may challenge. Catalogue: `play.bluff`,
    /// `play.challenge`.
    #[inline(always)]
    fn hit_by_wild_draw_four(&mut self, rules: &ActiveRules) {
        let stacked =
            if rules.flags.has_answers && self.laid.answers { self.pending.owed } else { 0 };
        self.pending.hit = PendingPenalty::Draw;
        self.pending.owed = stacked + WILD_DRAW_FOUR;
        self.pending.from_start = false;
        self.pending.last = false;
        self.pending.card = Kind::WILD_DRAW_FOUR;
        self.pending.challengeable =
            (rules.play.bluff && rules.play.challenge != Challenge::Off).then_some(self.player);
    }

    /// Catalogue: `play.reverse`, `play.two_player_reverse`, `responses.reverse_returns`.
    #[inline(always)]
    fn reverse(&mut self, chance: &mut impl Chance<C>) {
        let rules = chance.rules();
        if rules.flags.has_answers && self.laid.answers {
            return self.send_back(chance);
        }
        let lasting = rules.play.reverse == ReverseRule::Lasting;
        let turns = self.turns_direction(rules);
        if lasting && turns {
            self.turn_round();
        }
        if self.two_in_play(rules) && rules.play.two_player_reverse == TwoPlayerReverse::Skip {
            self.skip_next(chance);
            // Nothing answers this skip.
            self.pending.card = Kind::WILD;
        } else if lasting || !turns {
            self.to_move = self.after(self.player);
        } else {
            self.laid.steps_back = true;
            self.to_move = self.before(self.player);
        }
    }

    /// The player who is to draw four challenges. Catalogue: `play.challenge`.
    pub(crate) fn challenge(&mut self, chance: &mut impl Chance<C>) -> Stage {
        let challenger = self.to_move;
        let against = self.pending.challengeable.expect("a challenge was offered");
        let upheld = self.pending.bluff;
        self.pending.challengeable = None;
        self.tell(chance, Event::Challenge { seat: challenger, against, upheld });
        if !upheld {
            self.covered.guarded = false;
            if chance.has_rare_rules()
                && let Some(stage) = self.ask_for_late_colour(LateColour::AfterWrongChallenge)
            {
                return stage;
            }
            return self.lose_challenge(chance);
        }
        if chance.rules().play.challenge == Challenge::TakeBack {
            self.take_back(chance, against, self.pending.card);
        } else if chance.has_rare_rules()
            && let Some(stage) = self.ask_for_late_colour(LateColour::AfterRightChallenge)
        {
            return stage;
        }
        self.win_challenge(chance, against)
    }

    /// The challenger was wrong: it draws, and more.
    fn lose_challenge(&mut self, chance: &mut impl Chance<C>) -> Stage {
        self.take_hit(chance, WRONG_CHALLENGE, Why::Challenge)
    }

    /// The challenger was right: the bluffer draws, and the challenger moves.
    #[inline(always)]
    fn win_challenge(&mut self, chance: &mut impl Chance<C>, against: Seat) -> Stage {
        let owed = u32::from(self.pending.owed);
        self.pending = Pending::NOTHING;
        self.pay(chance, against, owed, Why::Challenge);
        if self.finish.winner.is_some() { Stage::Settled } else { self.play_after_penalty(chance) }
    }

    /// A card goes back to the hand it came from; what stood before it stands again.
    pub(crate) fn take_back(&mut self, chance: &mut impl Chance<C>, seat: Seat, kind: Kind) {
        self.covered.guarded = false;
        self.late_colour = LateColour::None;
        self.discard.remove(kind);
        self.seat_mut(seat).gain(kind);
        self.seat_mut(seat).last_card = None;
        self.top = self.covered.top;
        self.play.under = self.covered.under;
        self.play.gone = [self.play.gone[1], false];
        self.people.forgot_colour = false;
        self.finish.emptied = self.finish.emptied.without(seat);
        self.tell(chance, Event::TakeBack { seat, card: kind });
    }

    /// The player who is to draw four does not challenge.
    #[inline(always)]
    pub(crate) fn accept(&mut self) -> Stage {
        self.covered.guarded = false;
        self.pending.challengeable = None;
        self.face()
    }
}

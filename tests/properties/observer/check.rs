//! The round beside what was told: its cards, its views, and the choice that it offers.

use unobench_core::cards::{Cards, Colour, DrawPile, Kind, Word};
use unobench_core::game::{Decision, Hit, Options, Pending, Round, Seat, Standing, View};
use unobench_core::rules::{Challenge, ColourChoice, DrawnCard, FinishWhen, MAX_SEATS, StartWild};

use super::turns::Phase;
use super::{Observer, cards_of, counted, kinds_of, sorted};

impl Observer<'_> {
    /// Compares the round with what was told, at a decision or at the end.
    pub(crate) fn check<C: Cards>(&mut self, round: &Round<C>) {
        self.settle_misplay(None);
        assert!(self.told.is_empty(), "cards were told without a draw");
        match round.standing() {
            Standing::Waits => self.reach(round.decision()),
            Standing::Won(_) => self.take_effect(),
            Standing::Stalled => self.begin(),
        }
        self.check_cards(round);
        self.check_ring(round);
        for seat in 0..self.places.len() {
            self.check_view(round, Seat::new(seat));
        }
        match round.standing() {
            Standing::Waits => self.check_decision(round),
            Standing::Won(seat) => self.check_victory(seat),
            Standing::Stalled => {
                assert!(self.winner.is_none() && self.turns >= self.active_rules.play.turn_limit)
            }
        }
    }

    /// Comes to the moment at which a decision is put.
    fn reach(&mut self, decision: Decision) {
        match decision {
            Decision::Uno | Decision::JumpIn | Decision::Double => _ = self.laid(),
            Decision::Swap | Decision::Exchange | Decision::Give => self.take_effect(),
            Decision::Colour if self.names_own_colour() || matches!(self.phase, Phase::Opening) => {
            }
            _ => self.begin(),
        }
    }

    /// Whether who has just laid a wild has yet to name its colour.
    fn names_own_colour(&self) -> bool {
        matches!(self.phase, Phase::Laid(_)) && self.table.top.1.is_none() && !self.colour_forgotten
    }

    fn check_victory(&self, winner: Seat) {
        assert_eq!(self.winner, Some(winner));
        let left = self.seats_in_play().len();
        match self.active_rules.finish.when {
            FinishWhen::LastStanding => assert_eq!(left, 1, "one seat is left"),
            _ => assert_eq!(self.ranking, [winner]),
        }
    }

    fn check_cards<C: Cards>(&self, round: &Round<C>) {
        let mut all: Vec<Kind> =
            (0..round.pile().len()).map(|index| round.pile().get(index)).collect();
        assert_eq!(all.len(), self.pile);
        for (seat, place) in self.places.iter().enumerate() {
            assert_eq!(
                cards_of(round.hand(Seat::new(seat))),
                sorted(&place.hand),
                "the hand of seat {seat}"
            );
            all.extend(&place.hand);
        }
        assert_eq!(counted(round.discards()), sorted(&self.discard));
        all.extend(&self.discard);
        assert_eq!(
            sorted(&all),
            self.rules.deck.cards().cards().collect::<Vec<_>>(),
            "cards are conserved"
        );
        assert_eq!(round.cards_in_play(), all.len());
    }

    fn check_ring<C: Cards>(&self, round: &Round<C>) {
        assert_eq!((round.direction(), round.players()), (self.way(), self.places.len()));
        // Once the round is decided nobody comes to move any more.
        if self.winner.is_some() {
            return;
        }
        for seat in (0..self.places.len()).map(Seat::new) {
            let beside = (self.next(seat), self.beside(seat, -self.direction));
            assert_eq!((round.after(seat), round.before(seat)), beside, "beside {seat:?}");
        }
    }

    /// What a seat is shown is what everybody was told.
    fn check_view<C: Cards>(&self, round: &Round<C>, seat: Seat) {
        let totals = std::array::from_fn(|seat| seat as i32);
        let view = View::new(round, self.active_rules, &totals, seat);
        assert_eq!(cards_of(view.hand()), sorted(self.hand(seat)));
        assert_eq!(
            (view.seat(), view.turns(), view.draw_pile_len()),
            (seat, self.turns, self.pile)
        );
        assert_eq!(
            (view.dealer(), view.first(), view.silence()),
            (self.dealer, self.first, self.silence)
        );
        assert_eq!(counted(view.discards()), sorted(&self.discard));
        assert_eq!(view.in_play().iter().collect::<Vec<_>>(), self.seats_in_play());
        assert_eq!(view.places().iter().collect::<Vec<_>>(), self.ranking);
        self.check_top(&view);
        if round.standing() == Standing::Waits {
            assert_eq!((view.to_move(), view.pending()), (self.to_move, self.pending));
            let before = self.pending.challengeable.and(self.before.top.1);
            assert_eq!(view.colour_before_wild_draw_four(), before);
        }
        (0..self.places.len()).for_each(|other| self.check_other(&view, Seat::new(other)));
    }

    /// As long as no colour is named the one that stood before is shown, and under a wild whose
    /// colour is being named, its card.
    fn check_top<C: Cards>(&self, view: &View<'_, C>) {
        let being_named = self.names_own_colour();
        let up = if being_named { self.before.top.0 } else { self.table.top.0 };
        assert_eq!((view.up_card(), view.active_colour()), (up, self.table.colour));
    }

    fn check_other<C: Cards>(&self, view: &View<'_, C>, other: Seat) {
        let place = &self.places[other.index()];
        assert_eq!(view.hand_size(other) as usize, place.hand.len());
        assert_eq!(
            view.missed_call(other),
            place.missed_call && place.hand.len() == 1,
            "the call of {other:?}"
        );
        assert_eq!((view.total(other), view.refill(other)), (other.index() as i32, place.refill));
        for colour in Colour::ALL {
            let since = view.drawn_since_not_following(other, colour);
            assert_eq!(since, place.since[colour.index()], "{place:?}, {colour:?}");
        }
    }

    fn check_decision<C: Cards>(&mut self, round: &Round<C>) {
        let (actor, decision, options) = (round.actor(), round.decision(), round.options());
        let mut actions = Vec::new();
        round.for_each_action(|action| actions.push(action));
        assert!(actions.len() >= 2, "a decision without a choice: {decision:?} {actions:?}");
        for seat in (0..self.places.len()).map(Seat::new) {
            let shown = View::new(round, self.active_rules, &[0; MAX_SEATS], seat).options();
            assert_eq!(shown, if seat == actor { options } else { Options::NONE });
        }
        match decision {
            Decision::Play | Decision::Drawn => self.check_cards_to_play(actor, decision, &options),
            Decision::Answer => self.check_answers(actor, &options),
            Decision::Challenge => self.check_challenge(actor),
            Decision::Uno => assert!(
                self.active_rules.uno.call
                    && self.hand(actor).len() == 1
                    && actor == self.laid().last
            ),
            Decision::Colour => self.check_colour(actor),
            Decision::JumpIn | Decision::Double => self.check_window(actor, decision, &options),
            Decision::Swap | Decision::Exchange => self.check_seats(actor, decision, &options),
            Decision::Give => self.check_gift(actor, &options),
        }
    }

    fn check_cards_to_play<W: Word>(&self, actor: Seat, decision: Decision, options: &Options<W>) {
        assert_eq!((actor, self.pending), (self.to_move, Pending::NOTHING));
        let mut legal = kinds_of(self.hand(actor));
        legal.retain(|&kind| self.is_legal(actor, kind));
        if decision == Decision::Drawn {
            let (drawer, drawn) = self.drew.as_ref().expect("a card was drawn");
            assert_eq!(*drawer, actor);
            let drawn = if self.active_rules.hands.launcher > 0 {
                drawn
            } else {
                &drawn[drawn.len() - 1..]
            };
            legal.retain(|kind| drawn.contains(kind));
        }
        let playable = self.check_kinds(actor, &legal, options);
        if decision == Decision::Play {
            assert_eq!(
                options.may_decline,
                self.active_rules.play.voluntary_draw || playable.is_empty()
            );
        } else {
            let rule = self.active_rules.play.drawn_card;
            assert_ne!(rule, DrawnCard::Keep);
            assert_eq!(options.may_decline, rule == DrawnCard::MayPlay || playable.is_empty());
        }
    }

    /// The kinds offered are the legal ones; gives those that are no bluff.
    fn check_kinds<W: Word>(&self, actor: Seat, legal: &[Kind], options: &Options<W>) -> Vec<Kind> {
        let playable: Vec<Kind> =
            legal.iter().copied().filter(|&kind| self.is_no_bluff(actor, kind)).collect();
        assert_eq!(options.kinds.iter().collect::<Vec<_>>(), legal);
        assert_eq!(options.playable.iter().collect::<Vec<_>>(), playable);
        playable
    }

    fn check_answers<W: Word>(&self, actor: Seat, options: &Options<W>) {
        assert!(actor == self.to_move && options.may_decline);
        self.check_kinds(actor, &self.answers(actor), options);
    }

    fn check_challenge(&self, actor: Seat) {
        assert_eq!((self.pending.hit, self.to_move), (Hit::Draw, actor));
        assert!(self.pending.challengeable.is_some_and(|player| player != actor));
        assert!(self.active_rules.play.bluff && self.active_rules.play.challenge != Challenge::Off);
    }

    fn check_colour(&self, actor: Seat) {
        assert!(
            self.table.top.0.is_wild() && self.table.top.1.is_none(),
            "a colour is named for a wild"
        );
        let free = self.active_rules.play.colour_choice == ColourChoice::Free;
        let namer = match self.phase {
            Phase::Opening if free && self.rules.setup.start_wild == StartWild::Dealer => {
                self.dealer
            }
            Phase::Opening => self.first,
            Phase::Laid(laid) => laid.last,
            _ => {
                assert!(self.colour_forgotten);
                self.to_move
            }
        };
        assert!(actor == namer && (free || matches!(self.phase, Phase::Opening)));
    }

    /// Who may jump in is asked in turn, whoever has just laid first.
    fn check_window<W: Word>(&mut self, actor: Seat, decision: Decision, options: &Options<W>) {
        assert_eq!(
            self.may_jump_in().get(self.asked),
            Some(&actor),
            "another seat is asked to jump in"
        );
        self.asked += 1;
        let laid = self.laid();
        assert_eq!(decision == Decision::Double, actor == laid.last);
        assert_eq!(
            (options.kinds.iter().collect::<Vec<_>>(), options.may_decline),
            (vec![laid.card], true)
        );
    }

    fn check_seats<W: Word>(&self, actor: Seat, decision: Decision, options: &Options<W>) {
        assert_eq!(actor, self.acted_from());
        let exchanges = decision == Decision::Exchange;
        let mut seats = self.seats_in_play();
        seats.retain(|&seat| seat != actor && !(exchanges && self.hand(seat).is_empty()));
        assert_eq!(
            (options.seats.iter().collect::<Vec<_>>(), options.may_decline),
            (seats, exchanges)
        );
    }

    fn check_gift<W: Word>(&self, actor: Seat, options: &Options<W>) {
        assert!(self.is_in_play(actor) && !options.may_decline);
        self.acted_from();
        let kinds = kinds_of(self.hand(actor));
        assert_eq!(options.kinds.iter().collect::<Vec<_>>(), kinds);
    }
}

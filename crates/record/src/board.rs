//! The table as the lines of a record leave it: who holds what, which cards lie where. It moves
//! cards and judges nothing.

use super::event_lines::sorted;
use super::line::{Line, RoundLine};
use super::table::{Table, TableSeat};
use super::testing::Followed;
use unobench_core::bounded::quoted;
use unobench_core::cards::{Colour, Kind, Symbol};
use unobench_core::game::{Direction, How, Round, Seat, Why};
use unobench_core::rules::{
    AfterWild, ColourBy, ColourChoice, MAX_SEATS, ReverseRule, RuleSet, SilenceMode,
};

/// The table.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// The line that the round began with.
    round: Option<RoundLine>,
    pub(super) blank_draws: u8,
    hands: Vec<Vec<Kind>>,
    /// The top is last.
    pile: Vec<Kind>,
    /// The up card is last.
    discard: Vec<Kind>,
    top: Top,
    /// What stood before the last card that was played.
    covered: Top,
    /// A card laid by mistake, as long as it may be taken back.
    mislaid: Option<Mislaid>,
    direction: Direction,
    turns: u64,
    /// Whether a turn may be counted that is none: a card out of turn looks like a misplay.
    turns_unsure: bool,
    /// Who is out, the first first.
    places: Vec<Seat>,
    /// Who started the silence that holds.
    silence: Option<Seat>,
    /// Cards of each seat's next refill.
    refills: [u8; MAX_SEATS],
    /// Whether the player to move has drawn.
    drew: bool,
}

/// What there is to match.
#[derive(Debug, Clone, Copy, Default)]
struct Top {
    card: Option<Kind>,
    /// None while a wild waits for its colour.
    colour: Option<Colour>,
    /// The last card that was not a wild.
    under: Option<Kind>,
}

/// A card laid by mistake: whose it is, and what stood before.
#[derive(Debug, Clone, Copy)]
struct Mislaid {
    seat: Seat,
    card: Kind,
    top: Top,
    silence: Option<Seat>,
}

impl Board {
    pub(super) fn new() -> Board {
        Board {
            round: None,
            blank_draws: 0,
            hands: Vec::new(),
            pile: Vec::new(),
            discard: Vec::new(),
            top: Top::default(),
            covered: Top::default(),
            mislaid: None,
            direction: Direction::Clockwise,
            turns: 0,
            turns_unsure: false,
            places: Vec::new(),
            silence: None,
            refills: [0; MAX_SEATS],
            drew: false,
        }
    }

    /// What the tests look at.
    pub(super) fn followed(&self) -> Followed {
        Followed {
            hands: self.hands.iter().cloned().map(sorted).collect(),
            turns: self.turns,
            cards: self.hands.iter().map(Vec::len).sum::<usize>()
                + self.pile.len()
                + self.discard.len(),
        }
    }

    /// A seat with its strategy, as it may be shown.
    pub(super) fn name(&self, seat: Seat) -> String {
        let strategy = self.round.as_ref().and_then(|round| round.players.get(seat.index()));
        strategy.map_or_else(
            || seat.index().to_string(),
            |strategy| format!("{} {}", seat.index(), quoted(strategy)),
        )
    }

    /// The rules of the round.
    fn rules(&self) -> Option<&RuleSet> {
        self.round.as_ref().map(|round| &*round.rules)
    }

    /// Whether the colour moves on without being named.
    pub(super) fn has_wheel(&self) -> bool {
        self.rules().is_some_and(|rules| rules.play.colour_choice == ColourChoice::Wheel)
    }

    /// Number of cards in a hand.
    pub(super) fn size(&self, seat: Seat) -> usize {
        self.hands.get(seat.index()).map_or(0, Vec::len)
    }

    /// Whether a seat has this card.
    pub(super) fn holds(&self, seat: Seat, card: Kind) -> bool {
        self.hands.get(seat.index()).is_some_and(|hand| hand.contains(&card))
    }

    /// Number of cards in the draw pile.
    pub(super) fn pile_len(&self) -> usize {
        self.pile.len()
    }

    /// Whether the player to move has drawn.
    pub(super) const fn has_drawn(&self) -> bool {
        self.drew
    }

    /// Whether a card is a wild or matches what lies there.
    pub(super) fn fits(&self, card: Kind) -> bool {
        let symbol_of = |other: Option<Kind>| {
            other.is_some_and(|other| !other.is_wild() && other.symbol() == card.symbol())
        };
        let counts_below =
            self.rules().is_some_and(|rules| rules.play.after_wild == AfterWild::ColourOrUnder);
        let below = if counts_below && self.top.card.is_some_and(Kind::is_wild) {
            self.top.under
        } else {
            None
        };
        card.is_wild()
            || card.colour() == self.top.colour
            || symbol_of(self.top.card)
            || symbol_of(below)
    }

    /// Does what a line says.
    pub(super) fn apply(&mut self, line: &Line) {
        if !matches!(line, Line::Draw { .. } | Line::Reshuffle { .. }) {
            self.mislaid = None;
        }
        match line {
            Line::Round(round) => self.deal(round),
            Line::TurnUp { card, returned_to } => self.turn_up(*card, *returned_to),
            Line::NameColour { colour, .. } => self.top.colour = Some(*colour),
            Line::Play { seat, card, colour, how } => self.play(*seat, *card, *colour, *how),
            Line::Misplay { seat, card } => self.misplay(*seat, *card),
            Line::Draw { seat, cards, why, .. } => self.draw(*seat, cards, *why),
            Line::Keep { .. } => {
                self.turns += u64::from(!self.drew);
                self.drew = false;
            }
            Line::Pass { .. } => self.turns += 1,
            Line::TakeBack { seat, card } => self.take_back(*seat, *card),
            Line::Reshuffle { draw_pile } => self.reshuffle(draw_pile),
            Line::Speaks { .. } => self.silence = None,
            Line::Out { seat, .. } => self.places.push(*seat),
            Line::RoundEnd(end) => {
                self.hands.clone_from(&end.hands);
                self.turns = end.turns;
            }
            _ => self.move_hands(line),
        }
    }

    /// Does what a line says about whole hands, or cards that pass from one to another.
    fn move_hands(&mut self, line: &Line) {
        match line {
            Line::Swap { seat, with } if seat.index().max(with.index()) < self.hands.len() => {
                self.hands.swap(seat.index(), with.index())
            }
            Line::Rotate { direction } => self.rotate(*direction),
            Line::Exchange { seat, with, gives, gets } => {
                self.pass(*seat, *with, *gives);
                self.pass(*with, *seat, *gets);
            }
            Line::Crash { seat, with, hands } => {
                for (seat, hand) in [seat, with].into_iter().zip(hands) {
                    self.set_hand(*seat, hand.clone());
                }
            }
            Line::Redeal { hands } => {
                for (seat, hand) in Seat::ALL.into_iter().zip(hands) {
                    self.set_hand(seat, hand.clone());
                }
            }
            _ => {}
        }
    }

    /// Takes from the machine what lines do not tell. It has counted `later` more turns since;
    /// `moved_on`: cards were laid since.
    pub(super) fn learn(&mut self, round: &Round, later: u64, moved_on: bool) {
        if self.turns_unsure || later == 0 {
            self.turns = u64::from(round.turns()).saturating_sub(later);
        }
        self.turns_unsure = false;
        if !moved_on {
            self.direction = round.direction();
            self.silence = round.silence();
        }
    }

    fn deal(&mut self, round: &RoundLine) {
        *self = Board {
            blank_draws: round.rules.deck.blank_draws,
            hands: round.hands.clone(),
            pile: round.draw_pile.iter().rev().copied().collect(),
            refills: [round.rules.finish.refills; MAX_SEATS],
            round: Some(round.clone()),
            ..Board::new()
        };
    }

    fn turn_up(&mut self, card: Kind, returned_to: Option<usize>) {
        self.pile.pop();
        if let Some(place) = returned_to {
            self.pile.insert(self.pile.len().saturating_sub(place), card);
            return;
        }
        self.put_on_top(card, None);
        self.turn_if_reverse(card, false);
    }

    fn play(&mut self, seat: Seat, card: Kind, colour: Option<Colour>, how: How) {
        self.turns += u64::from(how.info().is_turn);
        self.drew = false;
        self.covered = self.top;
        self.lay(seat, card, colour);
        self.turn_if_reverse(card, how == How::Answer);
    }

    /// A card laid by mistake lies there until it is known whether anybody notices.
    fn misplay(&mut self, seat: Seat, card: Kind) {
        self.turns += 1;
        self.mislaid = Some(Mislaid { seat, card, top: self.top, silence: self.silence });
        self.lay(seat, card, None);
        self.turn_if_reverse(card, false);
    }

    fn lay(&mut self, seat: Seat, card: Kind, colour: Option<Colour>) {
        self.lose(seat, card);
        self.begin_or_end_silence(seat, card);
        self.put_on_top(card, colour);
    }

    fn put_on_top(&mut self, card: Kind, named: Option<Colour>) {
        self.discard.push(card);
        // Whose colour is named late, if at all, lies there in the colour that stood before.
        let named = named.or(if self.names_late(card) { self.top.colour } else { None });
        let under = if card.is_wild() { self.top.under } else { Some(card) };
        self.top = Top { card: Some(card), colour: card.colour().or(named), under };
    }

    fn names_late(&self, card: Kind) -> bool {
        card == Kind::WILD_DRAW_FOUR
            && self.rules().is_some_and(|rules| rules.responses.colour_by == ColourBy::Last)
    }

    fn begin_or_end_silence(&mut self, seat: Seat, card: Kind) {
        let mode = self.rules().map_or(SilenceMode::Off, |rules| rules.silence.mode);
        match mode {
            SilenceMode::Twos if card.symbol() == Symbol::Two => self.silence = Some(seat),
            SilenceMode::Wilds if card.is_wild() => self.silence = Some(seat),
            SilenceMode::Wilds if card.colour() != self.top.colour => self.silence = None,
            _ => {}
        }
    }

    /// A reverse turns the direction, unless the rules say that it does not last; what else there
    /// is to it the machine tells.
    fn turn_if_reverse(&mut self, card: Kind, answers: bool) {
        let lasting = self.rules().is_none_or(|rules| rules.play.reverse == ReverseRule::Lasting);
        if card.symbol() == Symbol::Reverse && (lasting || answers) {
            self.direction = self.direction.reversed();
        }
    }

    fn draw(&mut self, seat: Seat, cards: &[Kind], why: Why) {
        self.pile.truncate(self.pile.len().saturating_sub(cards.len()));
        if let Some(mislaid) =
            self.mislaid.take().filter(|mislaid| mislaid.seat == seat && why == Why::Misplay)
        {
            self.take_back_mislaid(mislaid);
        }
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.extend(cards);
        }
        match why {
            Why::Turn => {
                self.turns += 1;
                self.drew = true;
            }
            Why::Refill => {
                self.refills[seat.index()] = self.refills[seat.index()].saturating_sub(1)
            }
            _ => {}
        }
    }

    fn take_back_mislaid(&mut self, mislaid: Mislaid) {
        self.turns_unsure = true;
        self.turn_if_reverse(mislaid.card, false);
        self.give_back(mislaid.seat, mislaid.card);
        (self.top, self.silence) = (mislaid.top, mislaid.silence);
    }

    fn take_back(&mut self, seat: Seat, card: Kind) {
        self.turn_if_reverse(card, false);
        self.give_back(seat, card);
        self.top = self.covered;
    }

    /// The top card goes back to a hand.
    fn give_back(&mut self, seat: Seat, card: Kind) {
        self.discard.pop();
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.push(card);
        }
    }

    fn reshuffle(&mut self, draw_pile: &[Kind]) {
        for card in draw_pile {
            if let Some(index) = self.discard.iter().position(|kind| kind == card) {
                self.discard.remove(index);
            }
        }
        let left = std::mem::replace(&mut self.pile, draw_pile.iter().rev().copied().collect());
        self.pile.extend(left);
    }

    fn rotate(&mut self, direction: Direction) {
        let mut seats: Vec<usize> =
            (0..self.hands.len()).filter(|&seat| !self.is_out(Seat::new(seat))).collect();
        if direction == Direction::Counterclockwise {
            seats.reverse();
        }
        let hands: Vec<Vec<Kind>> =
            seats.iter().map(|&seat| std::mem::take(&mut self.hands[seat])).collect();
        for (hand, &seat) in hands.into_iter().zip(seats.iter().cycle().skip(1)) {
            self.hands[seat] = hand;
        }
    }

    fn pass(&mut self, from: Seat, to: Seat, card: Kind) {
        self.lose(from, card);
        if let Some(hand) = self.hands.get_mut(to.index()) {
            hand.push(card);
        }
    }

    fn lose(&mut self, seat: Seat, card: Kind) {
        if let Some(hand) = self.hands.get_mut(seat.index())
            && let Some(index) = hand.iter().position(|kind| *kind == card)
        {
            hand.remove(index);
        }
    }

    fn set_hand(&mut self, seat: Seat, cards: Vec<Kind>) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            *hand = cards;
        }
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.places.contains(&seat)
    }

    /// The table after a line, but for the turn and what is pending.
    pub(super) fn table(&self, (line, event): (u64, &'static str)) -> Table {
        let title = self.round.as_ref().map_or_else(String::new, |round| {
            format!(
                "{}: block {}, seating {}, round {}",
                quoted(&round.rules.name),
                round.block,
                round.seating,
                round.round
            )
        });
        let seat = |(index, hand): (usize, &Vec<Kind>)| {
            let seat = Seat::new(index);
            TableSeat {
                seat,
                name: self.name(seat),
                hand: sorted(hand.clone()),
                is_out: self.is_out(seat),
            }
        };
        Table {
            line,
            event,
            title,
            seats: self.hands.iter().enumerate().map(seat).collect(),
            up_card: self.top.card,
            colour: self.top.colour,
            draw_pile: self.pile.iter().rev().copied().collect(),
            discard_pile: self.discard.iter().rev().copied().collect(),
            direction: self.direction,
            turns: self.turns,
            more: self.rare(),
            next: None,
            blank_draws: self.blank_draws,
        }
    }

    /// What only some rules have: who is out, who is silent, how many cards a refill has.
    fn rare(&self) -> Vec<(&'static str, String)> {
        let mut rare = Vec::new();
        if !self.places.is_empty() {
            let names: Vec<String> = self.places.iter().map(|&seat| self.name(seat)).collect();
            rare.push(("out", names.join(", ")));
        }
        let Some(rules) = self.rules() else { return rare };
        if rules.silence.mode != SilenceMode::Off {
            rare.push((
                "silence",
                self.silence.map_or_else(
                    || "none".to_owned(),
                    |seat| format!("begun by {}", self.name(seat)),
                ),
            ));
        }
        if rules.finish.refills > 0 {
            let refills: Vec<String> =
                self.refills.iter().take(self.hands.len()).map(ToString::to_string).collect();
            rare.push(("next refills", format!("{}, by seat", refills.join(" "))));
        }
        rare
    }
}

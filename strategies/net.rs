//! `net`: a small network that values actions, learned by playing against itself.
//!
//! Each legal action is described by what the table looks like once it is taken, as far as the seat
//! may see (`net/scene.rs`); the network says how likely the seat then wins, and the action with the
//! highest chance is taken. A wild is valued once for each colour that it could name. UNO is always
//! called; every other decision is the network's.
//!
//! The networks that come with the program are in `net/champion.net`, where it stands how they were
//! made; `unobench train` makes others.

mod file;
mod model;
pub mod rows;
mod scene;

pub use file::{Nets, NetsError, Origin};
pub use model::{CLIP, DEPTH, MOST, Net, OUTPUTS, WIDTH, Worth};
pub use scene::{Move, Scene};

use super::{
    CardChoice, Cards, Colour, Entry, FastStrategy, Kind, KindSet, LIBRARY, Player, Seat, SeatSet,
    View,
};
use rows::Active;
use unobench_core::game::{Action, Decision};
use unobench_core::strategy::{Cost, FileFormat, Parameter, Recall, Settings, Sight, Traits};

/// The catalogue's entry for `net`: description, parameters, and how a player is made.
pub const ENTRY: Entry = Entry {
    name: "net",
    description: "plays the action with the best chance to win, as a small network that has learned \
        by playing sees it",
    source: "our own; learned by `unobench train`",
    tier: 3,
    parameters: &[Parameter::file("file", "the network to play by instead of the built-in ones")],
    traits: Traits {
        stochastic: false,
        recall: Recall::Table,
        sight: Sight::Own,
        looks_at: "all that lies on the table",
        cost: Cost::Heavy,
    },
    make: |settings| Player::honest(Learned::new(settings)),
    file: Some(FileFormat {
        read: |path| match Nets::read(path) {
            Ok(nets) => Ok(nets.kept()),
            Err(error) => Err(error.to_string()),
        },
        built_in: || Nets::champion(),
    }),
    ..LIBRARY
};

/// Plays by its network.
#[derive(Debug, Clone)]
pub struct Learned {
    nets: &'static Nets,
}

impl Learned {
    /// The strategy with the networks of a file or those built in.
    #[must_use]
    pub fn new(settings: &Settings<'_>) -> Learned {
        Learned { nets: settings.file().unwrap_or_else(Nets::champion) }
    }

    /// The best of the actions: the first of those with the highest chance.
    fn best<C: Cards>(
        &self,
        view: &View<'_, C>,
        decision: Decision,
        choice: CardChoice<C::Word>,
        actions: impl Iterator<Item = Action>,
    ) -> Option<Move> {
        let net = self.nets.of(view.players());
        let scene = Scene::new(view, decision, choice, net.slots());
        let mut active = Active::default();
        let mut best: Option<(i32, Move)> = None;
        scene.for_each_move(actions, |step| {
            scene.rows(step, &mut active);
            let win = net.worth(active.rows()).win;
            if best.is_none_or(|(most, _)| win > most) {
                best = Some((win, step));
            }
        });
        best.map(|(_, step)| step)
    }

    /// The best card, or none where declining is better; asked only where there is a choice.
    fn card<C: Cards>(
        &self,
        view: &View<'_, C>,
        decision: Decision,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        if choice.legal.is_empty() {
            return None;
        }
        let declines = choice.may_decline.then_some(Action::No);
        let cards = choice.legal.iter().map(Action::Card);
        self.best(view, decision, choice, cards.chain(declines))?.action.card()
    }

    fn yes<C: Cards>(&self, view: &View<'_, C>, decision: Decision) -> bool {
        let actions = [Action::Yes, Action::No].into_iter();
        self.best(view, decision, CardChoice::NONE, actions)
            .is_some_and(|step| step.action == Action::Yes)
    }
}

impl FastStrategy for Learned {
    const LOOKS_BACK: bool = true;

    #[inline(never)]
    fn play<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.card(view, Decision::Play, choice)
    }

    #[inline(never)]
    fn drawn<C: Cards>(&mut self, view: &View<'_, C>, choice: CardChoice<C::Word>) -> Option<Kind> {
        self.card(view, Decision::Drawn, choice)
    }

    #[inline(never)]
    fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
        let actions = Colour::ALL.into_iter().map(Action::Colour);
        match self.best(view, Decision::Colour, CardChoice::NONE, actions) {
            Some(Move { action: Action::Colour(colour), .. }) => colour,
            _ => Colour::Red,
        }
    }

    fn value<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
        let choice = view.options().card_choice();
        let net = self.nets.of(view.players());
        let scene = Scene::new(view, view.decision(), choice, net.slots());
        let mut active = Active::default();
        let mut best: Option<Worth> = None;
        scene.for_each_move(std::iter::once(action), |step| {
            scene.rows(step, &mut active);
            let worth = net.worth(active.rows());
            if best.is_none_or(|most| worth.win > most.win) {
                best = Some(worth);
            }
        });
        best.map(Worth::chance)
    }

    #[inline(never)]
    fn challenge<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
        self.yes(view, Decision::Challenge)
    }

    fn answer<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.card(view, Decision::Answer, choice)
    }

    fn jump_in<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.card(view, Decision::JumpIn, choice)
    }

    fn double<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.card(view, Decision::Double, choice)
    }

    fn together<C: Cards>(
        &mut self,
        view: &View<'_, C>,
        choice: CardChoice<C::Word>,
    ) -> Option<Kind> {
        self.card(view, Decision::Together, choice)
    }

    fn swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Seat {
        let best =
            self.best(view, Decision::Swap, CardChoice::NONE, seats.iter().map(Action::Seat));
        best.and_then(|step| step.action.seat()).expect("a swap has somebody to choose")
    }

    fn may_swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        let actions = seats.iter().map(Action::Seat).chain([Action::No]);
        self.best(view, Decision::Swap, CardChoice::NONE, actions)?.action.seat()
    }

    fn exchange<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
        let actions = seats.iter().map(Action::Seat).chain([Action::No]);
        self.best(view, Decision::Exchange, CardChoice::NONE, actions)?.action.seat()
    }

    fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
        let choice = CardChoice { legal: kinds, playable: kinds, may_decline: false };
        self.card(view, Decision::Give, choice).expect("a hand to give from")
    }
}

//! An enum of strategies that is a strategy itself.

/// Declares an enum with a variant for each of some strategies, which makes each decision by a
/// match, so that small strategies are inlined into the table.
#[macro_export]
macro_rules! choices {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($type:ident($path:ty),)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        #[allow(missing_docs)]
        $vis enum $name {
            $($type($path),)*
        }

        impl FastStrategy for $name {
            const LOOKS_BACK: bool = false $(|| <$path as FastStrategy>::LOOKS_BACK)*;

            #[inline(always)]
            fn begin(&mut self, rng: Option<&unobench_core::rng::Rng>) {
                match self {
                    $($name::$type(strategy) => FastStrategy::begin(strategy, rng),)*
                }
            }
            #[inline(always)]
            fn play<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: CardChoice<C::Word>,
            ) -> Option<Kind> {
                match self {
                    $($name::$type(strategy) => strategy.play(view, choice),)*
                }
            }
            #[inline(always)]
            fn drawn<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: CardChoice<C::Word>,
            ) -> Option<Kind> {
                match self {
                    $($name::$type(strategy) => strategy.drawn(view, choice),)*
                }
            }
            #[inline(always)]
            fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
                match self {
                    $($name::$type(strategy) => strategy.colour(view),)*
                }
            }
            #[inline(always)]
            fn uno<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
                match self {
                    $($name::$type(strategy) => strategy.uno(view),)*
                }
            }
            fn challenge<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
                match self {
                    $($name::$type(strategy) => strategy.challenge(view),)*
                }
            }
            fn answer<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: CardChoice<C::Word>,
            ) -> Option<Kind> {
                match self {
                    $($name::$type(strategy) => strategy.answer(view, choice),)*
                }
            }
            fn jump_in<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: CardChoice<C::Word>,
            ) -> Option<Kind> {
                match self {
                    $($name::$type(strategy) => strategy.jump_in(view, choice),)*
                }
            }
            fn double<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: CardChoice<C::Word>,
            ) -> Option<Kind> {
                match self {
                    $($name::$type(strategy) => strategy.double(view, choice),)*
                }
            }
            fn together<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: CardChoice<C::Word>,
            ) -> Option<Kind> {
                match self {
                    $($name::$type(strategy) => strategy.together(view, choice),)*
                }
            }
            fn swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Seat {
                match self {
                    $($name::$type(strategy) => strategy.swap(view, seats),)*
                }
            }
            fn value<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
                match self {
                    $($name::$type(strategy) => strategy.value(view, action),)*
                }
            }
            fn may_swap<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
                match self {
                    $($name::$type(strategy) => strategy.may_swap(view, seats),)*
                }
            }

            fn exchange<C: Cards>(&mut self, view: &View<'_, C>, seats: SeatSet) -> Option<Seat> {
                match self {
                    $($name::$type(strategy) => strategy.exchange(view, seats),)*
                }
            }
            fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
                match self {
                    $($name::$type(strategy) => strategy.give(view, kinds),)*
                }
            }
        }
    };
}

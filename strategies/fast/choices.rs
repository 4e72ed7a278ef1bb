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
            fn lay<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: CardChoice<C::Word>,
            ) -> Option<Kind> {
                match self {
                    $($name::$type(strategy) => strategy.lay(view, choice),)*
                }
            }
            #[inline(always)]
            fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
                match self {
                    $($name::$type(strategy) => strategy.colour(view),)*
                }
            }
            #[inline(always)]
            fn agrees<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
                match self {
                    $($name::$type(strategy) => strategy.agrees(view),)*
                }
            }
            fn choose<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: SeatChoice,
            ) -> Option<Seat> {
                match self {
                    $($name::$type(strategy) => strategy.choose(view, choice),)*
                }
            }
            fn value<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
                match self {
                    $($name::$type(strategy) => strategy.value(view, action),)*
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

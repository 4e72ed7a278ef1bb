//! An enum of strategies that is a strategy itself.

/// Declares an enum with a variant for each of some strategies, which makes each decision by a
/// match, so that small strategies are inlined into the table.
#[macro_export]
macro_rules! choices {
    // What the strategy answers, whichever it is.
    (@ask $self:ident, $name:ident [$($type:ident)*], $of:ident => $answer:expr) => {
        match $self { $($name::$type($of) => $answer,)* }
    };
    ($(#[$doc:meta])* $vis:vis enum $name:ident $(<$p:ident: $bound:path = $default:ty>)? {
        $($type:ident($path:ty),)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        #[allow(missing_docs)]
        $vis enum $name $(<$p = $default>)? {
            $($type($path),)*
        }

        impl $(<$p: $bound>)? FastStrategy for $name $(<$p>)? {
            const LOOKS_BACK: bool = false $(|| <$path as FastStrategy>::LOOKS_BACK)*;

            #[inline(always)]
            fn begin(&mut self, rng: Option<&unobench_core::rng::Rng>) {
                $crate::choices!(@ask self, $name [$($type)*], of => FastStrategy::begin(of, rng))
            }
            #[inline(always)]
            fn play<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: CardChoice<C::Word>,
            ) -> Option<Kind> {
                $crate::choices!(@ask self, $name [$($type)*], of => of.play(view, choice))
            }
            #[inline(always)]
            fn lay<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: CardChoice<C::Word>,
            ) -> Option<Kind> {
                $crate::choices!(@ask self, $name [$($type)*], of => of.lay(view, choice))
            }
            #[inline(always)]
            fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour {
                $crate::choices!(@ask self, $name [$($type)*], of => of.colour(view))
            }
            #[inline(always)]
            fn agrees<C: Cards>(&mut self, view: &View<'_, C>) -> bool {
                $crate::choices!(@ask self, $name [$($type)*], of => of.agrees(view))
            }
            fn choose<C: Cards>(
                &mut self,
                view: &View<'_, C>,
                choice: SeatChoice,
            ) -> Option<Seat> {
                $crate::choices!(@ask self, $name [$($type)*], of => of.choose(view, choice))
            }
            fn value<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<f64> {
                $crate::choices!(@ask self, $name [$($type)*], of => of.value(view, action))
            }
            fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind {
                $crate::choices!(@ask self, $name [$($type)*], of => of.give(view, kinds))
            }
        }
    };
}

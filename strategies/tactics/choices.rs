//! An enum of strategies that is a strategy itself.

/// Declares an enum with a variant for each of some strategies, which makes each decision by a
/// match, so that small strategies are inlined into the table.
#[macro_export]
macro_rules! choices {
    // What the strategy answers, whichever it is.
    (@ask $self:ident, $name:ident [$($type:ident)*], $of:ident => $answer:expr) => {
        match $self { $($name::$type($of) => $answer,)* }
    };
    // Methods that it answers.
    (@each $self:ident, $name:ident $types:tt, $(
        $(#[$inline:meta])?
        fn $ask:ident<C: Cards>(&$($own:ident)+ $(, $argument:ident: $type:ty)*) -> $answer:ty;
    )+) => {
        $($(#[$inline])?
        fn $ask<C: Cards>(&$($own)+ $(, $argument: $type)*) -> $answer {
            $crate::choices!(@ask $self, $name $types, of => of.$ask($($argument),*))
        })+
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

            $crate::choices! { @each self, $name [$($type)*],
                #[inline(always)]
                fn play<C: Cards>(
                    &mut self, view: &View<'_, C>, choice: CardChoice<C::Word>
                ) -> Option<Kind>;
                #[inline(always)]
                fn lay<C: Cards>(
                    &mut self, view: &View<'_, C>, choice: CardChoice<C::Word>
                ) -> Option<Kind>;
                #[inline(always)]
                fn colour<C: Cards>(&mut self, view: &View<'_, C>) -> Colour;
                #[inline(always)]
                fn agrees<C: Cards>(&mut self, view: &View<'_, C>) -> bool;
                fn choose<C: Cards>(
                    &mut self, view: &View<'_, C>, choice: SeatChoice
                ) -> Option<Seat>;
                fn value<C: Cards>(&self, view: &View<'_, C>, action: Action) -> Option<f64>;
                fn give<C: Cards>(&mut self, view: &View<'_, C>, kinds: KindSet<C::Word>) -> Kind;
            }
        }
    };
}

//! What this machine can do beyond a baseline build.
//!
//! The build runs on any x86-64 or ARM machine. Where the processor has BMI2, POPCNT and LZCNT,
//! blocks are played by a second instance of the same code, compiled for them. AVX is left out on
//! purpose: with it, LLVM turns xoshiro256++ into slow vector code.

#![allow(unsafe_code)]

/// Work that is worth an instance for each kind of machine.
pub trait Job: Sized {
    /// Does it. Must be inlined, or it is compiled for the baseline all the same.
    fn run(self);

    /// Does it in code compiled for a processor with BMI1, BMI2, POPCNT and LZCNT. A method, so
    /// that the compiler builds the instances of different jobs side by side.
    ///
    /// # Safety
    /// The processor must have them: see `has_bmi2`.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    unsafe fn run_with_bmi2(self) {
        self.run();
    }

    /// Does it in code compiled for a processor with AVX2.
    ///
    /// # Safety
    /// The processor must have it.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn run_with_avx2(self) {
        self.run();
    }
}

/// Runs a job that goes over long rows of numbers, in code compiled for wide registers where the
/// processor has them. What it computes is the same: nothing is reordered or fused.
#[inline(always)]
pub fn with_wide_registers(job: impl Job) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has it.
        return unsafe { job.run_with_avx2() };
    }
    job.run();
}

/// Fetches a value from memory that is soon to be used, without waiting for it.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        /// Bytes that come from memory together.
        const LINE: usize = 64;
        let first = std::ptr::from_ref(value).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(LINE) {
            // SAFETY: nothing is read that the program would see, wherever this points.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(line * LINE)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Job;
    use crate::cards::Bits;

    /// Finds bits by BMI2's `pdep`. To be used inside [`with_bmi2`] only.
    #[derive(Debug, Clone, Copy, Default)]
    pub struct Bmi2;

    impl Bits for Bmi2 {
        fn compiled(job: impl Job) {
            with_bmi2(job);
        }

        fn is_available() -> bool {
            has_bmi2()
        }

        #[inline(always)]
        fn select(bits: u64, rank: u32) -> u32 {
            // SAFETY: this type is used only by tables that `has_bmi2` let choose it, inside
            // `with_bmi2`. Measured gain of the BMI2 instance over the portable one: see
            // docs/ARCHITECTURE.md, "Speed".
            unsafe { std::arch::x86_64::_pdep_u64(1 << (rank & 63), bits).trailing_zeros() }
        }
    }

    /// Whether the processor has what the fast instance needs.
    #[must_use]
    pub fn has_bmi2() -> bool {
        is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
    }

    /// Runs a job, its code compiled for a processor with BMI1, BMI2, POPCNT and LZCNT.
    ///
    /// # Panics
    /// In debug builds, when the processor has them not.
    #[inline(always)]
    pub fn with_bmi2(job: impl Job) {
        debug_assert!(has_bmi2());
        // SAFETY: only tables that `has_bmi2` let choose the instance call this.
        unsafe { job.run_with_bmi2() }
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Bmi2, has_bmi2, with_bmi2};

/// Whether the processor has what the fast instance needs.
#[cfg(not(target_arch = "x86_64"))]
#[must_use]
pub const fn has_bmi2() -> bool {
    false
}

//! Arithmetic with the numbers of several right-hand sides at once, in the widest registers that the processor has.
//! The compiler vectorizes along the wrong loop here, so the instructions are chosen by hand.

/// Number of right-hand sides.
pub(super) const WIDTH: usize = 8;

/// The numbers of one unknown, one for each right-hand side.
pub(super) type Row = [f64; WIDTH];

/// A row in registers.
pub(super) trait Lanes: Copy {
    fn load(row: &Row) -> Self;
    fn store(self, row: &mut Row);
    /// self + a x.
    fn add_scaled(self, a: f64, x: Self) -> Self;
}

impl Lanes for Row {
    #[inline(always)]
    fn load(row: &Row) -> Self {
        *row
    }

    #[inline(always)]
    fn store(self, row: &mut Row) {
        *row = self;
    }

    #[inline(always)]
    fn add_scaled(mut self, a: f64, x: Self) -> Self {
        for j in 0..WIDTH {
            self[j] += a * x[j];
        }
        self
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use std::arch::x86_64::*;

    use super::{Lanes, Row};

    /// One register of AVX-512. Used only inside functions that were selected for a processor that has it.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512d);

    impl Lanes for Avx512 {
        #[inline(always)]
        fn load(row: &Row) -> Self {
            // SAFETY: the processor has AVX-512, and the row has eight numbers.
            Avx512(unsafe { _mm512_loadu_pd(row.as_ptr()) })
        }

        #[inline(always)]
        fn store(self, row: &mut Row) {
            // SAFETY: as above.
            unsafe { _mm512_storeu_pd(row.as_mut_ptr(), self.0) }
        }

        #[inline(always)]
        fn add_scaled(self, a: f64, x: Self) -> Self {
            // SAFETY: the processor has AVX-512.
            Avx512(unsafe { _mm512_fmadd_pd(_mm512_set1_pd(a), x.0, self.0) })
        }
    }

    /// Two registers of AVX2. Used only inside functions that were selected for a processor that has it.
    #[derive(Clone, Copy)]
    pub struct Avx2(__m256d, __m256d);

    impl Lanes for Avx2 {
        #[inline(always)]
        fn load(row: &Row) -> Self {
            // SAFETY: the processor has AVX2, and the row has eight numbers.
            unsafe { Avx2(_mm256_loadu_pd(row.as_ptr()), _mm256_loadu_pd(row.as_ptr().add(4))) }
        }

        #[inline(always)]
        fn store(self, row: &mut Row) {
            // SAFETY: as above.
            unsafe {
                _mm256_storeu_pd(row.as_mut_ptr(), self.0);
                _mm256_storeu_pd(row.as_mut_ptr().add(4), self.1);
            }
        }

        #[inline(always)]
        fn add_scaled(self, a: f64, x: Self) -> Self {
            // SAFETY: the processor has FMA.
            unsafe {
                let a = _mm256_set1_pd(a);
                Avx2(_mm256_fmadd_pd(a, x.0, self.0), _mm256_fmadd_pd(a, x.1, self.1))
            }
        }
    }
}

/// Calls a kernel that is generic in its lanes with the widest ones.
macro_rules! dispatch {
    ($kernel:ident($($arg:ident: $type:ty),*)) => {{
        #[cfg(target_arch = "x86_64")]
        {
            use crate::linalg::sparse::lanes::x86;

            #[target_feature(enable = "avx512f")]
            fn avx512($($arg: $type),*) {
                $kernel::<x86::Avx512>($($arg),*)
            }

            #[target_feature(enable = "avx2,fma")]
            fn avx2($($arg: $type),*) {
                $kernel::<x86::Avx2>($($arg),*)
            }

            if std::arch::is_x86_feature_detected!("avx512f") {
                // SAFETY: the processor has AVX-512.
                return unsafe { avx512($($arg),*) };
            } else if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
                // SAFETY: the processor has AVX2 and FMA.
                return unsafe { avx2($($arg),*) };
            }
        }
        $kernel::<Row>($($arg),*)
    }};
}

pub(super) use dispatch;

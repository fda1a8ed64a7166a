//! Kernels compiled for the widest registers that the processor has.

/// Defines a function that calls a plain kernel, compiled for AVX-512, for AVX2, or for any processor.
macro_rules! wide {
    ($name:ident, $avx512:ident, $avx2:ident, $plain:ident, ($($arg:ident: $type:ty),*)) => {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f")]
        fn $avx512($($arg: $type),*) {
            $plain($($arg),*)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        fn $avx2($($arg: $type),*) {
            $plain($($arg),*)
        }

        #[inline]
        pub(super) fn $name($($arg: $type),*) {
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx512f") {
                // SAFETY: the processor has AVX-512.
                return unsafe { $avx512($($arg),*) };
            } else if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
                // SAFETY: the processor has AVX2 and FMA.
                return unsafe { $avx2($($arg),*) };
            }
            $plain($($arg),*)
        }
    };
}

pub(super) use wide;

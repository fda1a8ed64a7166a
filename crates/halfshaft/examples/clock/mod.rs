//! CPU time, for the examples that are measured.

/// CPU time of this process.
pub fn cpu_seconds() -> f64 {
    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }
    /// `CLOCK_PROCESS_CPUTIME_ID` of Linux. The standard library has wall time only.
    const PROCESS_CPU_TIME: i32 = 2;
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: the C library of 64-bit Linux, which the standard library links, takes these types.
    let status = unsafe { clock_gettime(PROCESS_CPU_TIME, &raw mut time) };
    assert_eq!(status, 0, "a clock of CPU time");
    time.seconds as f64 + 1e-9 * time.nanoseconds as f64
}

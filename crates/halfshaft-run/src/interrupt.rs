//! Stop requests from the host of a run.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A request to stop, set by the host and checked by the analyses that it was passed to.
///
/// A transient or static analysis checks it after every accepted step, a frequency response before every point, and a
/// study before every case. Reading a model and a modal analysis do not check it; [`Interrupt::is_computing`] tells a
/// host that must not wait for them whether results are being written.
#[derive(Debug, Default)]
pub struct Interrupt {
    requested: AtomicBool,
    computations: AtomicUsize,
}

impl Interrupt {
    /// Without a request.
    pub const fn new() -> Self {
        Interrupt { requested: AtomicBool::new(false), computations: AtomicUsize::new(0) }
    }

    /// Requests a stop; returns whether one had been requested before.
    pub fn request(&self) -> bool {
        self.requested.swap(true, Ordering::SeqCst)
    }

    /// Whether a stop has been requested.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Whether a model is being read or an analysis computed. Otherwise results may be in the course of being written, and
    /// ending the process would leave them incomplete.
    pub fn is_computing(&self) -> bool {
        self.computations.load(Ordering::SeqCst) > 0
    }

    /// Begins a computation, which lasts until the guard is dropped.
    pub(crate) fn computing(&self) -> Computing<'_> {
        self.computations.fetch_add(1, Ordering::SeqCst);
        Computing(self)
    }
}

/// A computation under way.
pub(crate) struct Computing<'a>(&'a Interrupt);

impl Drop for Computing<'_> {
    fn drop(&mut self) {
        self.0.computations.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computation_lasts_until_its_guards_are_dropped() {
        let interrupt = Interrupt::new();
        let (first, second) = (interrupt.computing(), interrupt.computing());
        drop(first);
        assert!(interrupt.is_computing());
        drop(second);
        assert!(!interrupt.is_computing());
    }

    #[test]
    fn a_request_stays_and_the_second_one_is_recognized() {
        let interrupt = Interrupt::new();
        assert!(!interrupt.is_requested() && !interrupt.request());
        assert!(interrupt.is_requested() && interrupt.request());
    }
}

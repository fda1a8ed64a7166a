//! Independent tasks on several threads.

use crate::interrupt::Interrupt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// The number of cores, which is the default number of threads.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs tasks 0 to `count` − 1 on `threads` threads; `ended` receives each result in this thread, in order of completion.
///
/// After an interruption no further task starts.
pub fn each<T: Send>(
    count: usize,
    threads: usize,
    interrupt: &Interrupt,
    work: impl Fn(usize) -> T + Sync,
    mut ended: impl FnMut(usize, T),
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.min(count) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let i = next.fetch_add(1, Ordering::Relaxed)
                    && i < count
                    && !interrupt.is_requested()
                    && sender.send((i, work(i))).is_ok()
                {}
            });
        }
        drop(sender);
        receiver.into_iter().for_each(|(i, result)| ended(i, result));
    });
}

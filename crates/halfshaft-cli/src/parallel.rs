//! Many independent pieces of work on several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// How many threads to use: as many as asked for, else as there are cores.
pub(crate) fn jobs(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Does pieces 0 to `count` on `jobs` threads; `ended` sees each result as it comes, in this thread.
///
/// Once interrupted, no further piece is begun.
pub(crate) fn each<T: Send>(
    count: usize,
    jobs: usize,
    interrupted: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
    mut ended: impl FnMut(usize, T),
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..jobs.min(count) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let i = next.fetch_add(1, Ordering::Relaxed)
                    && i < count
                    && !interrupted.load(Ordering::Relaxed)
                    && sender.send((i, work(i))).is_ok()
                {}
            });
        }
        drop(sender);
        receiver.into_iter().for_each(|(i, result)| ended(i, result));
    });
}

//! Independent tasks on several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Number of threads: as requested, by default the number of cores.
pub(crate) fn jobs(requested: Option<u16>) -> usize {
    requested.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Runs tasks 0 to `count` − 1 on `jobs` threads; `ended` receives each result in this thread, in order of completion.
///
/// After an interruption no further task starts.
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

//! Several threads that evaluate the elements of one large system.
//!
//! The host says how many threads there are. They live as long as their owner, wait without using a processor, and take nothing
//! from the heap once their buffers have reached their size. Residuals and tangents have the same bits as on one thread
//! (`distribution.rs`). Mechanisms are evaluated in less time than it takes to wake a thread: they stay on one.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, RwLock};
use std::thread::JoinHandle;

use super::assembly::System;
use super::distribution::distribute;
use super::share::Share;
use super::state::State;
use super::weights::Weights;
use crate::linalg::block::BlockMatrix;

/// Number of stored blocks of the matrix from which on several threads evaluate the elements.
const SMALLEST: usize = 20_000;

/// Evaluates residuals and tangents of one system on several threads, of which the calling one is the first.
pub(crate) struct Workers {
    system: Arc<System>,
    common: Arc<Common>,
    /// The part of the calling thread.
    own: Part,
    /// The parts of the others.
    parts: Vec<Arc<Mutex<Part>>>,
    threads: Vec<JoinHandle<()>>,
}

/// What all threads see.
struct Common {
    task: RwLock<Task>,
    gate: Mutex<Gate>,
    started: Condvar,
    ended: Condvar,
}

/// Which evaluation is under way.
struct Gate {
    round: u64,
    /// Number of threads that have not ended it.
    running: usize,
    closed: bool,
}

/// What is evaluated.
struct Task {
    state: State,
    /// The increment and the weights of a tangent; no weights for a residual.
    increment: Vec<f64>,
    weights: Option<Weights>,
}

/// What one thread evaluates, and its result.
struct Part {
    share: Share,
    rows: Vec<f64>,
    /// The rows of the matrix that belong to the thread.
    matrix: BlockMatrix,
}

impl Part {
    fn evaluate(&mut self, system: &System, state: &State, increment: &[f64], weights: Option<&Weights>) {
        match weights {
            None => system.residual_of_share(&self.share, state, &mut self.rows),
            Some(weights) => system.tangent_of_share(&self.share, state, increment, weights, &mut self.matrix),
        }
    }
}

impl Workers {
    /// Starts `threads` − 1 threads for a system that is large enough; `None` for others.
    pub fn if_large(system: &Arc<System>, threads: usize) -> Option<Workers> {
        (threads > 1 && system.pattern().slots.len() >= SMALLEST).then(|| Workers::new(system, threads))
    }

    /// Starts `threads` − 1 threads.
    pub fn new(system: &Arc<System>, threads: usize) -> Workers {
        let task = Task { state: system.state(), increment: vec![0.0; system.motion_unknowns()], weights: None };
        let common = Arc::new(Common {
            task: RwLock::new(task),
            gate: Mutex::new(Gate { round: 0, running: 0, closed: false }),
            started: Condvar::new(),
            ended: Condvar::new(),
        });
        let mut parts = distribute(system, threads).into_iter().map(|share| {
            let matrix = BlockMatrix::of_rows(system.pattern(), |row| share.owns(row));
            Part { share, rows: vec![0.0; system.unknowns()], matrix }
        });
        let own = parts.next().expect("at least one share");
        let parts: Vec<_> = parts.map(|part| Arc::new(Mutex::new(part))).collect();
        let spawn = |part: &Arc<Mutex<Part>>| {
            let (system, common, part) = (system.clone(), common.clone(), part.clone());
            std::thread::spawn(move || work(&system, &common, &part))
        };
        let threads = parts.iter().map(spawn).collect();
        Workers { system: system.clone(), common, own, parts, threads }
    }

    /// Sets `r` as [`System::residual`] does.
    pub fn residual(&mut self, state: &State, r: &mut [f64]) {
        self.evaluate(state, None);
        for row in self.own.share.rows() {
            r[row] = self.own.rows[row];
        }
        for part in &self.parts {
            let part = ended(part);
            for row in part.share.rows() {
                r[row] = part.rows[row];
            }
        }
        self.system.residual_of_gauges(state, r);
    }

    /// Assembles the iteration matrix as [`System::tangent`] does.
    pub fn tangent(&mut self, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix) {
        self.evaluate(state, Some((increment, weights)));
        matrix.take_rows(&self.own.matrix);
        self.parts.iter().for_each(|part| matrix.take_rows(&ended(part).matrix));
        self.system.tangent_of_gauges(state, increment, weights, matrix);
    }

    /// Evaluates all parts.
    fn evaluate(&mut self, state: &State, tangent: Option<(&[f64], &Weights)>) {
        let common = &*self.common;
        {
            let mut task = common.task.write().expect(ALIVE);
            task.state.clone_from(state);
            task.weights = tangent.map(|(_, weights)| *weights);
            if let Some((increment, _)) = tangent {
                task.increment.copy_from_slice(increment);
            }
        }
        let mut gate = common.gate.lock().expect(ALIVE);
        (gate.round, gate.running) = (gate.round + 1, self.parts.len());
        drop(gate);
        common.started.notify_all();
        let (increment, weights) = tangent.map_or((&[][..], None), |(increment, weights)| (increment, Some(weights)));
        self.own.evaluate(&self.system, state, increment, weights);
        let gate = common.gate.lock().expect(ALIVE);
        drop(common.ended.wait_while(gate, |gate| gate.running > 0).expect(ALIVE));
    }
}

/// A thread panics only if an element does; then the result is lost, and the owner panics too.
const ALIVE: &str = "no thread has panicked";

fn ended(part: &Mutex<Part>) -> MutexGuard<'_, Part> {
    part.lock().expect(ALIVE)
}

/// Evaluates a part each time a round starts, until the gate is closed.
fn work(system: &System, common: &Common, part: &Mutex<Part>) {
    let mut seen = 0;
    loop {
        let gate = common.gate.lock().expect(ALIVE);
        let gate = common.started.wait_while(gate, |gate| gate.round == seen && !gate.closed).expect(ALIVE);
        if gate.closed {
            return;
        }
        seen = gate.round;
        drop(gate);
        let _end = End(common);
        let task = common.task.read().expect(ALIVE);
        ended(part).evaluate(system, &task.state, &task.increment, task.weights.as_ref());
    }
}

/// Says that a thread has ended its part, after a panic too.
struct End<'a>(&'a Common);

impl Drop for End<'_> {
    fn drop(&mut self) {
        if let Ok(mut gate) = self.0.gate.lock() {
            gate.running -= 1;
        }
        self.0.ended.notify_all();
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        if let Ok(mut gate) = self.common.gate.lock() {
            gate.closed = true;
        }
        self.common.started.notify_all();
        // A thread that has panicked has said so.
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }
}

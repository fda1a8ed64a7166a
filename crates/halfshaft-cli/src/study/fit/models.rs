//! The models of a fit as one function: from values of the parameters to values of the measures.

use super::super::vary::Vary;
use super::target::Target;
use crate::parallel;
use crate::session::{self, Job};
use halfshaft_model::source::{Embedded, Source};
use halfshaft_results::study::case::reason;
use halfshaft_results::summary::{Status, Summary};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// One of the models.
pub struct Member {
    /// The model.
    pub source: Source,
    /// The files that it uses, as pairs of path and text.
    pub files: Vec<(String, String)>,
    /// Which of the parameters it has.
    pub has: Vec<bool>,
}

/// The values of the targets' measures, or why there are none.
type Answer = Result<Vec<f64>, String>;

/// All models, with what is common to their cases.
pub struct Models<'a> {
    /// The models.
    pub members: &'a [Member],
    /// What varies.
    pub vary: &'a [Vary],
    /// What is measured.
    pub targets: &'a [Target],
    /// Overrides that all cases share, as pairs of name and value, for each model.
    pub overrides: &'a [(String, String)],
    /// Cases at the same time, over all callers.
    pub jobs: usize,
    /// Stops all, once set.
    pub interrupted: &'a AtomicBool,
    /// Hears of each case, and whether it was good.
    pub heard: &'a (dyn Fn(bool) + Sync),
    known: Mutex<HashMap<Vec<u64>, Answer>>,
    running: Mutex<usize>,
    freed: Condvar,
    cases: AtomicUsize,
    failed: AtomicUsize,
}

impl<'a> Models<'a> {
    /// The models, before any case.
    pub fn new(
        members: &'a [Member],
        vary: &'a [Vary],
        targets: &'a [Target],
        overrides: &'a [(String, String)],
        jobs: usize,
        interrupted: &'a AtomicBool,
        heard: &'a (dyn Fn(bool) + Sync),
    ) -> Self {
        let (known, running, freed) = Default::default();
        let (cases, failed) = Default::default();
        Models { members, vary, targets, overrides, jobs, interrupted, heard, known, running, freed, cases, failed }
    }

    /// The files, as they were named.
    pub fn names(&self) -> Vec<String> {
        self.members.iter().map(|member| member.source.name.clone()).collect()
    }

    /// Cases so far, and those that failed.
    pub fn counts(&self) -> (usize, usize) {
        (self.cases.load(Ordering::Relaxed), self.failed.load(Ordering::Relaxed))
    }

    /// The measures at points of the unit box. A point is computed once, whoever asks for it first.
    pub fn values(&self, points: &[Vec<f64>]) -> Vec<Answer> {
        let key = |point: &[f64]| point.iter().map(|u| u.to_bits()).collect::<Vec<_>>();
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let new: Vec<&Vec<f64>> = {
            let known = lock();
            points.iter().filter(|point| !known.contains_key(&key(point))).collect()
        };
        let each = self.members.len();
        let mut summaries: Vec<Option<Summary>> = vec![None; new.len() * each];
        let work = |i: usize| self.case(&self.members[i % each], new[i / each]);
        parallel::each(summaries.len(), self.jobs, self.interrupted, work, |i, summary| summaries[i] = Some(summary));
        for (point, summaries) in new.iter().zip(summaries.chunks(each)) {
            // What an interruption cut off is not an answer to keep.
            if summaries.iter().flatten().count() == each {
                lock().insert(key(point), self.answer(summaries));
            }
        }
        let known = lock();
        points.iter().map(|point| known.get(&key(point)).cloned().unwrap_or(Err("interrupted".into()))).collect()
    }

    fn case(&self, member: &Member, point: &[f64]) -> Summary {
        let own = self.vary.iter().zip(point).zip(&member.has).filter(|(_, has)| **has);
        let own = own.map(|((vary, &u), _)| (vary.name.clone(), vary.at(u)));
        let overrides: Vec<(String, String)> = self.overrides.iter().cloned().chain(own).collect();
        let files: Vec<(&str, &str)> = member.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let interrupted = self.interrupted;
        let files = Embedded(&files);
        let source = &member.source;
        let job = Job { source, overrides: &overrides, files: &files, folder: None, csv: false, interrupted };
        self.begin();
        let summary = session::run(&job, &mut |_| {}).summary;
        self.end();
        let good = summary.status == Status::Done;
        self.cases.fetch_add(1, Ordering::Relaxed);
        self.failed.fetch_add(usize::from(!good), Ordering::Relaxed);
        (self.heard)(good);
        summary
    }

    fn begin(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running =
            self.freed.wait_while(running, |running| *running >= self.jobs).unwrap_or_else(PoisonError::into_inner);
        *running += 1;
    }

    fn end(&self) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.freed.notify_one();
    }

    fn answer(&self, summaries: &[Option<Summary>]) -> Answer {
        for (summary, member) in summaries.iter().flatten().zip(self.members) {
            if summary.status != Status::Done {
                return Err(format!("{}: {}", member.source.name, reason(summary)));
            }
        }
        let value = |target: &Target| {
            let summary = summaries[target.model].as_ref()?;
            summary.measures.0.iter().find(|(name, _)| *name == target.measure)?.1.filter(|value| value.is_finite())
        };
        let one = |target: &Target| value(target).ok_or_else(|| format!("measure {} has no value", target.measure));
        self.targets.iter().map(one).collect()
    }
}

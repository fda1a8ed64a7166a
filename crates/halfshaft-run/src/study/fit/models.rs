//! The models of a fit as one function from parameter values to measures.

use super::super::vary::Vary;
use super::target::Target;
use crate::interrupt::Interrupt;
use crate::parallel;
use crate::session::{Job, run_model};
use halfshaft_model::source::{Embedded, Source};
use halfshaft_results::Error;
use halfshaft_results::study::case::{self, reason};
use halfshaft_results::study::fit::FitStatistics;
use halfshaft_results::study::plan::case_fingerprint;
use halfshaft_results::summary::{Status, Summary};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// One of the models.
pub struct Member {
    /// The model.
    pub source: Source,
    /// The files that it uses, as pairs of path and text.
    pub files: Vec<(String, String)>,
    /// Which of the parameters it has.
    pub has: Vec<bool>,
}

/// The values of the target measures, or an error message.
type Answer = Result<Vec<f64>, String>;

/// The state of a point: being computed, or known.
enum Point {
    UnderWay,
    Known(Answer),
}

/// Settings common to all cases of a fit.
pub struct Common<'a> {
    /// Overrides that all cases share, as pairs of name and value, for each model.
    pub overrides: &'a [(String, String)],
    /// Folder in which finished cases are stored and reused; `None` stores nothing.
    pub folder: Option<&'a Path>,
    /// Number of parallel cases, over all callers.
    pub threads: usize,
    /// Stops the fit.
    pub interrupt: &'a Interrupt,
    /// Called for each finished case, with whether it succeeded.
    pub on_case: &'a (dyn Fn(bool) + Sync),
}

/// All models, with the settings common to their cases.
pub struct Models<'a> {
    members: &'a [Member],
    vary: &'a [Vary],
    targets: &'a [Target],
    common: Common<'a>,
    points: Mutex<HashMap<Vec<u64>, Point>>,
    answered: Condvar,
    running: Mutex<usize>,
    freed: Condvar,
    /// Numbers of cases, of failed cases, and of cases not found in the folder.
    cases: AtomicUsize,
    failed: AtomicUsize,
    computed: AtomicUsize,
    /// The first error in storing a case.
    storage_error: Mutex<Option<Error>>,
}

impl<'a> Models<'a> {
    /// The models, before any case.
    pub fn new(members: &'a [Member], vary: &'a [Vary], targets: &'a [Target], common: Common<'a>) -> Self {
        let (points, answered, running, freed, storage_error) = Default::default();
        let (cases, failed, computed) = Default::default();
        Models {
            members,
            vary,
            targets,
            common,
            points,
            answered,
            running,
            freed,
            cases,
            failed,
            computed,
            storage_error,
        }
    }

    /// The model files, as given.
    pub fn names(&self) -> Vec<String> {
        self.members.iter().map(|member| member.source.name.clone()).collect()
    }

    /// The cost of the cases so far, without the time.
    pub fn statistics(&self) -> FitStatistics {
        let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
        let (cases, failed, computed) = (count(&self.cases), count(&self.failed), count(&self.computed));
        FitStatistics { cases, failed, computed, wall_s: 0.0 }
    }

    /// The first error in storing a case.
    pub fn storage_error(&self) -> Option<String> {
        lock(&self.storage_error).as_ref().map(ToString::to_string)
    }

    /// The measures at points of the unit box. A point is computed once; other callers wait for it.
    pub fn values(&self, points: &[Vec<f64>]) -> Vec<Answer> {
        let key = |point: &[f64]| point.iter().map(|u| u.to_bits()).collect::<Vec<_>>();
        let mine: Vec<&Vec<f64>> = {
            let mut known = lock(&self.points);
            let new = |point: &&Vec<f64>| match known.entry(key(point)) {
                Entry::Occupied(_) => false,
                Entry::Vacant(place) => {
                    place.insert(Point::UnderWay);
                    true
                }
            };
            points.iter().filter(new).collect()
        };
        let each = self.members.len();
        let mut summaries: Vec<Option<Summary>> = vec![None; mine.len() * each];
        let Common { threads, interrupt, .. } = self.common;
        let work = |i: usize| self.case(&self.members[i % each], mine[i / each]);
        parallel::each(summaries.len(), threads, interrupt, work, |i, summary| summaries[i] = Some(summary));
        let mut known = lock(&self.points);
        for (point, summaries) in mine.iter().zip(summaries.chunks(each)) {
            known.insert(key(point), Point::Known(self.answer(summaries)));
        }
        self.answered.notify_all();
        let mut answers = Vec::with_capacity(points.len());
        for point in points {
            let key = key(point);
            let waiting = |known: &mut HashMap<_, _>| matches!(known.get(&key), Some(Point::UnderWay));
            known = self.answered.wait_while(known, waiting).unwrap_or_else(PoisonError::into_inner);
            answers.push(match known.get(&key) {
                Some(Point::Known(answer)) => answer.clone(),
                _ => Err("interrupted".into()),
            });
        }
        answers
    }

    fn case(&self, member: &Member, point: &[f64]) -> Summary {
        let Common { overrides, folder, interrupt, on_case, .. } = self.common;
        let own = self.vary.iter().zip(point).zip(&member.has).filter(|(_, has)| **has);
        let own = own.map(|((vary, &u), _)| (vary.name.clone(), vary.at(u)));
        let overrides: Vec<(String, String)> = overrides.iter().cloned().chain(own).collect();
        let Member { source, files, .. } = member;
        let fingerprint = case_fingerprint(env!("CARGO_PKG_VERSION"), &source.name, &source.text, files, &overrides);
        let summary = folder.and_then(|folder| case::stored_summary(folder, &fingerprint)).unwrap_or_else(|| {
            let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
            let files = Embedded(&files);
            let job = Job { overrides: &overrides, ..Job::new(source, &files, interrupt) };
            self.begin();
            let summary = run_model(&job, &mut |_| {}).summary;
            self.end();
            if summary.status != Status::Interrupted {
                self.computed.fetch_add(1, Ordering::Relaxed);
                if let Some(Err(error)) = folder.map(|folder| case::store_summary(folder, &fingerprint, &summary)) {
                    lock(&self.storage_error).get_or_insert(error);
                }
            }
            summary
        });
        if summary.status != Status::Interrupted {
            let good = summary.status == Status::Done;
            self.cases.fetch_add(1, Ordering::Relaxed);
            self.failed.fetch_add(usize::from(!good), Ordering::Relaxed);
            on_case(good);
        }
        summary
    }

    fn begin(&self) {
        let threads = self.common.threads;
        let all_busy = |running: &mut usize| *running >= threads;
        let running = self.freed.wait_while(lock(&self.running), all_busy);
        *running.unwrap_or_else(PoisonError::into_inner) += 1;
    }

    fn end(&self) {
        *lock(&self.running) -= 1;
        self.freed.notify_one();
    }

    fn answer(&self, summaries: &[Option<Summary>]) -> Answer {
        if summaries.iter().any(Option::is_none) {
            return Err("interrupted".into());
        }
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

/// Locks a mutex. A panic in another thread is reported there; the data here are consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The end mark of a case, with its results.

use super::plan::Plan;
use crate::atomic;
use crate::error::Error;
use crate::number::significant;
use crate::summary::{Status, Summary};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The file in a case's folder.
pub const CASE_FILE: &str = "case.json";

/// The end mark of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseEnd {
    /// Its number, from 1.
    pub case: usize,
    /// The hash of its inputs; see [`Plan::fingerprint_of`].
    pub fingerprint: String,
    /// Its summary, as `run --json` would print it.
    pub summary: Summary,
}

/// The folder of a case in the folder of its study.
pub fn folder(study: &Path, case: usize) -> PathBuf {
    study.join("cases").join(format!("{case:06}"))
}

impl CaseEnd {
    /// Writes the mark.
    pub fn write(&self, study: &Path) -> Result<(), Error> {
        publish(&folder(study, self.case), CASE_FILE, self)
    }

    /// Reads the end mark of a case; `None` if the case has not finished, or if its inputs differ.
    pub fn read(study: &Path, plan: &Plan, case: usize) -> Option<Self> {
        let text = fs::read_to_string(folder(study, case).join(CASE_FILE)).ok()?;
        let end: CaseEnd = serde_json::from_str(&text).ok()?;
        (end.fingerprint == plan.fingerprint_of(case)).then_some(end)
    }

    /// Why results are missing; empty if it is done.
    pub fn reason(&self) -> String {
        reason(&self.summary)
    }
}

/// Stores the summary of a case of a fit by the hash of its inputs.
pub fn store_summary(fit: &Path, fingerprint: &str, summary: &Summary) -> Result<(), Error> {
    publish(&fit.join("cases"), &format!("{fingerprint}.json"), summary)
}

/// The stored summary of a case of a fit, if there is one.
pub fn stored_summary(fit: &Path, fingerprint: &str) -> Option<Summary> {
    let text = fs::read_to_string(fit.join("cases").join(format!("{fingerprint}.json"))).ok()?;
    serde_json::from_str(&text).ok()
}

/// Writes a file atomically, even if two processes write the same file.
fn publish(folder: &Path, name: &str, content: &impl Serialize) -> Result<(), Error> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    fs::create_dir_all(folder).map_err(|e| Error::system(folder, "create", &e))?;
    // A name that is unique among processes, also on other machines.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let count = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let temporary = folder.join(format!(".{name}.{}-{now:x}-{count}.tmp", std::process::id()));
    let text = serde_json::to_string_pretty(content).expect("a summary is plain data");
    atomic::write_through(&temporary, &folder.join(name), |file| writeln!(file, "{text}"))
}

/// Why results of a run are missing, in one line; empty if it is done.
pub fn reason(summary: &Summary) -> String {
    if let Some(finding) = summary.diagnostics.as_ref().and_then(|list| list.first()) {
        return format!("{}: {}", finding.code, finding.message);
    }
    match &summary.error {
        Some(failure) => {
            let at = failure.time_s.map_or(String::new(), |time| format!("at {} s: ", significant(time, 6)));
            let element = failure.element.as_ref().map_or(String::new(), |element| format!("\"{element}\": "));
            format!("{at}{element}{}", failure.reason)
        }
        None if summary.status == Status::Interrupted => "interrupted".into(),
        None => String::new(),
    }
}

//! Progress of a run: one line on the terminal, rewritten a few times per second, or JSON objects for other programs.
//!
//! It reads the clock but does not affect the results.

use crate::arguments::ProgressFormat;
use halfshaft_results::number::significant;
use halfshaft_run::Progress;
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_millis(200);

/// The progress line of a run; silent if standard error is not a terminal.
pub(crate) struct Line {
    started: Instant,
    /// The simulated time at the first step of this process; a resumed run does not begin at its start.
    from: Option<f64>,
    shown: Option<Instant>,
    active: bool,
    json: bool,
}

impl Line {
    /// A line shows nothing unless `wanted`, or if standard error is not a terminal; objects are always written.
    pub fn new(format: ProgressFormat, wanted: bool) -> Self {
        let json = format == ProgressFormat::Json;
        let active = json || wanted && stderr().is_terminal();
        Line { started: Instant::now(), from: None, shown: None, active, json }
    }

    /// Reports an accepted step.
    pub fn update(&mut self, progress: &Progress) {
        let from = *self.from.get_or_insert(progress.time);
        if let Some(warning) = &progress.warning {
            match self.json {
                true => crate::output::eprint_line(&serde_json::json!({"warning": warning}).to_string()),
                false => crate::output::eprint_line(&format!("warning: {warning}")),
            }
        }
        // The first and the last step are always reported to programs.
        let edge = self.json && (self.shown.is_none() || progress.time >= progress.end);
        if !self.active || !edge && self.shown.unwrap_or(self.started).elapsed() < INTERVAL {
            return;
        }
        self.shown = Some(Instant::now());
        if self.json {
            return crate::output::eprint_line(&object(progress, from, self.started.elapsed().as_secs_f64()));
        }
        let _ = write!(stderr().lock(), "\r\x1b[K{}", text(progress, from, self.started.elapsed().as_secs_f64()));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.shown.is_some() && !self.json {
            let _ = write!(stderr().lock(), "\r\x1b[K");
        }
    }
}

/// The progress line of a study, counted in cases.
pub(crate) struct CaseLine {
    started: Instant,
    shown: Option<Instant>,
    active: bool,
    all: usize,
    ended: usize,
    failed: usize,
}

impl CaseLine {
    /// For `all` cases; shows nothing unless `wanted`, or if standard error is not a terminal.
    pub fn new(all: usize, wanted: bool) -> Self {
        let active = wanted && stderr().is_terminal();
        CaseLine { started: Instant::now(), shown: None, active, all, ended: 0, failed: 0 }
    }

    /// Reports a finished case.
    pub fn update(&mut self, good: bool) {
        self.ended += 1;
        self.failed += usize::from(!good);
        if !self.active || self.shown.unwrap_or(self.started).elapsed() < INTERVAL {
            return;
        }
        self.shown = Some(Instant::now());
        let text = cases_text(self.ended, self.all, self.failed, self.started.elapsed().as_secs_f64());
        let _ = write!(stderr().lock(), "\r\x1b[K{text}");
    }
}

impl Drop for CaseLine {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(stderr().lock(), "\r\x1b[K");
        }
    }
}

/// The progress line of a fit, whose number of cases is not known in advance.
pub(crate) struct CountLine(CaseLine);

impl CountLine {
    /// Shows nothing unless `wanted`, or if standard error is not a terminal.
    pub fn new(wanted: bool) -> Self {
        CountLine(CaseLine::new(0, wanted))
    }

    /// Reports a finished case.
    pub fn update(&mut self, good: bool) {
        let line = &mut self.0;
        line.ended += 1;
        line.failed += usize::from(!good);
        if line.active && line.shown.unwrap_or(line.started).elapsed() >= INTERVAL {
            line.shown = Some(Instant::now());
            let failed = if line.failed > 0 { format!(", {} failed", line.failed) } else { String::new() };
            let _ = write!(stderr().lock(), "\r\x1b[K{} cases{failed}", line.ended);
        }
    }
}

fn cases_text(ended: usize, all: usize, failed: usize, wall: f64) -> String {
    let left = wall / ended as f64 * (all - ended) as f64;
    let failed = if failed > 0 { format!("  {failed} failed") } else { String::new() };
    format!("{:3.0} %  {ended} of {all} cases{failed}  {} left", 100.0 * ended as f64 / all as f64, clock(left))
}

/// The progress as a JSON object: simulated time, end and step in seconds, wall time, and what limits the step.
fn object(progress: &Progress, from: f64, wall: f64) -> String {
    let Progress { time, end, step, limited_by, .. } = *progress;
    let speed = if wall > 0.0 { (time - from) / wall } else { 0.0 };
    let left = (speed > 0.0).then(|| (end - time) / speed);
    serde_json::json!({
        "time_s": time,
        "end_s": end,
        "step_s": step,
        "wall_s": wall,
        "real_time_factor": speed,
        "left_s": left,
        "limited_by": limited_by(),
    })
    .to_string()
}

/// Columns of fixed width, so that only digits change.
fn text(progress: &Progress, from: f64, wall: f64) -> String {
    let Progress { time, end, step, limited_by, .. } = *progress;
    let speed = if wall > 0.0 { (time - from) / wall } else { 0.0 };
    let left = if speed > 0.0 { format!("{} left", clock((end - time) / speed)) } else { String::new() };
    let so_far = format!("{} of {} s", significant(time, 4), significant(end, 4));
    let limited_by = limited_by().map_or(String::new(), |limited_by| format!("  limited by {limited_by}"));
    format!(
        "{:3.0} %  {so_far:<20}  step {:<10}  {:>9} × real time  {left}{limited_by}",
        100.0 * time / end,
        format!("{} s", significant(step, 2)),
        significant(speed, 3)
    )
}

/// `0:07`, `12:30` or `3:02:01`.
fn clock(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_speed_so_far() {
        let progress = Progress { time: 0.5, end: 2.0, step: 0.001, limited_by: &|| None, warning: None };
        let line = " 25 %  0.5 of 2 s            step 0.001 s          0.05 × real time  0:30 left";
        assert_eq!(text(&progress, 0.0, 10.0), line);
        assert!(text(&progress, 0.25, 10.0).ends_with(" 0.025 × real time  1:00 left"));
        assert!(text(&progress, 0.5, 10.0).ends_with(" 0 × real time  "));
    }

    #[test]
    fn programs_get_the_same_numbers_as_an_object() {
        let limit = || Some("clutch".into());
        let progress = Progress { time: 0.5, end: 2.0, step: 0.001, limited_by: &limit, warning: None };
        let object: serde_json::Value = serde_json::from_str(&object(&progress, 0.0, 10.0)).unwrap();
        let numbers = ["time_s", "end_s", "step_s", "wall_s", "real_time_factor", "left_s"];
        assert_eq!(numbers.map(|key| object[key].as_f64().unwrap()), [0.5, 2.0, 0.001, 10.0, 0.05, 30.0]);
        assert_eq!(object["limited_by"], "clutch");
    }

    #[test]
    fn the_time_left_of_a_study_follows_from_its_cases_so_far() {
        assert_eq!(cases_text(25, 100, 0, 10.0), " 25 %  25 of 100 cases  0:30 left");
        assert_eq!(cases_text(100, 100, 3, 10.0), "100 %  100 of 100 cases  3 failed  0:00 left");
    }

    #[test]
    fn hours_are_shown_where_there_are_any() {
        assert_eq!([0.0, 6.1, 750.0, 10921.0].map(clock), ["0:00", "0:07", "12:30", "3:02:01"]);
    }
}

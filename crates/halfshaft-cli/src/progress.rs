//! How far a run is: one line on the terminal, rewritten a few times a second.
//!
//! It reads the clock and changes nothing: the steps are the same whether anyone watches or not.

use crate::session::Progress;
use halfshaft_results::number::significant;
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_millis(200);

/// The line on the terminal; silent elsewhere.
pub(crate) struct Line {
    started: Instant,
    shown: Option<Instant>,
    active: bool,
}

impl Line {
    /// Shows nothing when not `wanted`, or where standard error is no terminal.
    pub fn new(wanted: bool) -> Self {
        Line { started: Instant::now(), shown: None, active: wanted && stderr().is_terminal() }
    }

    /// Takes note of a step.
    pub fn update(&mut self, progress: &Progress) {
        if !self.active || self.shown.unwrap_or(self.started).elapsed() < INTERVAL {
            return;
        }
        self.shown = Some(Instant::now());
        let _ = write!(stderr().lock(), "\r\x1b[K{}", text(progress, self.started.elapsed().as_secs_f64()));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(stderr().lock(), "\r\x1b[K");
        }
    }
}

fn text(progress: &Progress, wall: f64) -> String {
    let Progress { time, end, step } = *progress;
    let speed = if wall > 0.0 { time / wall } else { 0.0 };
    let left = if speed > 0.0 { format!("{:.0} s left", (end - time) / speed) } else { String::new() };
    format!(
        "{} of {} s   step {} s   {} × real time   {left}",
        significant(time, 4),
        significant(end, 4),
        significant(step, 3),
        significant(speed, 3)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_speed_so_far() {
        let progress = Progress { time: 0.5, end: 2.0, step: 0.001 };
        assert_eq!(text(&progress, 10.0), "0.5 of 2 s   step 0.001 s   0.05 × real time   30 s left");
    }
}

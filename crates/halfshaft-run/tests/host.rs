//! A host without a terminal: models from text, runs in memory, stop requests, errors as data, studies of embedded files.

use halfshaft_results::summary::Status;
use halfshaft_run::{Embedded, Interrupt, InvalidInput, Job, Source, Style, check, modes, resume, run};
use std::path::PathBuf;

const PENDULUM: &str = include_str!("models/pendulum.toml");

const NO_FILES: Embedded = Embedded(&[]);

fn pendulum() -> Source {
    Source::new("pendulum.toml", PENDULUM)
}

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("halfshaft-run-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn overrides_and_measures_need_no_disk() {
    let (source, interrupt) = (pendulum(), Interrupt::new());
    let overrides = [("g".to_string(), "1.62 m/s^2".to_string())];
    let on_the_moon = run(&Job { overrides: &overrides, ..Job::new(&source, &NO_FILES, &interrupt) }, &mut |_| {});
    // g t²/2; the turning of the arm takes less than 1 %.
    let fall = on_the_moon.measure("fall").unwrap();
    assert!((fall / -0.0081 - 1.0).abs() < 0.01, "{fall}");
    assert_eq!((on_the_moon.title.as_str(), on_the_moon.folder), ("A pendulum", None));
    assert_eq!(on_the_moon.summary.status, Status::Done);
}

#[test]
fn a_stop_request_reaches_its_own_run_only() {
    let alone = run(&Job::new(&pendulum(), &NO_FILES, &Interrupt::new()), &mut |_| {});
    let (stopped, other) = (Interrupt::new(), Interrupt::new());
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| {
            run(&Job::new(&pendulum(), &NO_FILES, &stopped), &mut |progress| {
                assert!(stopped.is_computing());
                if progress.time > 0.05 {
                    stopped.request();
                }
            })
        });
        let second = scope.spawn(|| run(&Job::new(&pendulum(), &NO_FILES, &other), &mut |_| {}));
        (first.join().unwrap(), second.join().unwrap())
    });
    assert_eq!((first.summary.status, first.measure("fall")), (Status::Interrupted, None));
    assert!(first.summary.statistics.simulated_s < 0.06);
    assert_eq!(second.summary.status, Status::Done);
    assert_eq!(second.measure("fall").map(f64::to_bits), alone.measure("fall").map(f64::to_bits));
    assert!(!stopped.is_computing() && !other.is_computing() && !other.is_requested());
}

#[test]
fn an_interrupted_run_is_resumed_to_the_bytes_of_a_whole_one() {
    let (whole, parts) = (Folder::new("whole"), Folder::new("parts"));
    let (source, interrupt) = (pendulum(), Interrupt::new());
    // Long enough for a checkpoint.
    let overrides = [("analysis.end".to_string(), "2 s".to_string())];
    let job = Job { overrides: &overrides, ..Job::new(&source, &NO_FILES, &interrupt) };
    assert_eq!(run(&Job { folder: Some(&whole.0), ..job }, &mut |_| {}).summary.status, Status::Done);
    let stop = Interrupt::new();
    let interrupted = run(&Job { folder: Some(&parts.0), interrupt: &stop, ..job }, &mut |progress| {
        if progress.time > 1.2 {
            stop.request();
        }
    });
    assert_eq!(interrupted.summary.status, Status::Interrupted);
    let mut first = None;
    let resumed = resume(&parts.0, &interrupt, &mut |progress| {
        first.get_or_insert(progress.time);
    });
    assert_eq!(resumed.summary.status, Status::Done, "{}", resumed.error_text(Style::Plain));
    assert!(first.unwrap() > 0.5, "the run continues at its checkpoint");
    let channels = |folder: &Folder| std::fs::read(folder.0.join("channels.parquet")).unwrap();
    assert!(channels(&whole) == channels(&parts));
    let again = resume(&parts.0, &interrupt, &mut |_| {});
    assert_eq!(again.summary.status, Status::Invalid);
    assert!(again.error_text(Style::Plain).starts_with("error[finished]: "));
}

#[test]
fn errors_are_data_and_the_host_chooses_their_style() {
    let source = Source::new("misspelt.toml", PENDULUM.replace("mass =", "mas ="));
    let folder = Folder::new("misspelt");
    let interrupt = Interrupt::new();
    let outcome = run(&Job { folder: Some(&folder.0), ..Job::new(&source, &NO_FILES, &interrupt) }, &mut |_| {});
    assert_eq!(outcome.summary.status, Status::Invalid);
    let Some(invalid @ InvalidInput::Diagnostics(_)) = &outcome.invalid else { panic!("diagnostics are data") };
    let findings = invalid.findings();
    assert_eq!((findings[0].code.as_str(), findings[0].file.as_deref()), ("unknown-key", Some("misspelt.toml")));
    let (plain, coloured) = (outcome.error_text(Style::Plain), outcome.error_text(Style::Coloured));
    assert!(plain.contains("misspelt.toml:") && !plain.contains('\u{1b}'), "{plain}");
    assert!(coloured.contains('\u{1b}'));
    assert!(!folder.0.exists(), "invalid input leaves nothing on disk");
}

#[test]
fn a_study_runs_models_that_are_embedded() {
    let study = "format = 1\n[analysis]\ntype = \"sweep\"\nmodels = \"pendulum.toml\"\nvary = { g = [\"5 m/s^2\", \"9 m/s^2\", \"-1 kg\"] }\n";
    let files = Embedded(&[("pendulum.toml", PENDULUM)]);
    let interrupt = Interrupt::new();
    let wrong = run(&Job::new(&Source::new("study.toml", study), &files, &interrupt), &mut |_| {});
    assert!(wrong.error_text(Style::Plain).contains("kg"), "{}", wrong.error_text(Style::Plain));
    let study = Source::new("study.toml", study.replace(", \"-1 kg\"", ""));
    for threads in [1, 3] {
        let outcome = run(&Job { threads, ..Job::new(&study, &files, &interrupt) }, &mut |_| {});
        assert_eq!(outcome.summary.status, Status::Done, "{}", outcome.error_text(Style::Plain));
        assert_eq!((outcome.measure("done"), outcome.measure("failed")), (Some(2.0), Some(0.0)));
    }
    let checked = check(&study, &[], &files).ok().unwrap();
    assert_eq!(checked.counts[..2], [("models", 1), ("varied parameters", 1)]);
    assert!(check(&study, &[], &NO_FILES).is_err(), "a model that does not exist");
}

#[test]
fn a_fit_of_an_embedded_model_finds_the_parameter() {
    let fit = "format = 1\n[analysis]\ntype = \"fit\"\nmodels = [\"pendulum.toml\"]\nvary = { g = \"1:20 m/s^2\" }\n\
               to = { fall = \"-0.03 m ± 0.001 m\" }\n";
    let files = Embedded(&[("pendulum.toml", PENDULUM)]);
    let outcome = run(&Job::new(&Source::new("fit.toml", fit), &files, &Interrupt::new()), &mut |_| {});
    assert_eq!(outcome.summary.status, Status::Done, "{}", outcome.error_text(Style::Plain));
    let overrides = [("g".to_string(), format!("{:e} m/s^2", outcome.measure("g").unwrap()))];
    let (source, interrupt) = (pendulum(), Interrupt::new());
    let fitted = run(&Job { overrides: &overrides, ..Job::new(&source, &NO_FILES, &interrupt) }, &mut |_| {});
    // The search ends when its steps no longer matter against the deviation of 1 mm.
    assert!((fitted.measure("fall").unwrap() + 0.03).abs() < 1e-6);
}

#[test]
fn a_check_counts_and_modes_hang_on_gravity() {
    let checked = check(&pendulum(), &[], &NO_FILES).ok().unwrap();
    assert!(checked.counts.contains(&("degrees of freedom", 1)), "{:?}", checked.counts);
    assert!(checked.failure.is_empty() && checked.summary.status == Status::Done);
    // A pendulum of 1 m that hangs: √(g/l) / 2π = 0.4985 Hz.
    let hanging = Source::new("hanging.toml", PENDULUM.replace("[\"-1 m\", 0, 0]", "[0, \"-1 m\", 0]"));
    let outcome = modes(&Job::new(&hanging, &NO_FILES, &Interrupt::new()), false);
    let frequency = outcome.summary.modes.unwrap()[0].frequency_hz;
    assert!((frequency - 9.81_f64.sqrt() / std::f64::consts::TAU).abs() < 1e-9, "{frequency}");
}

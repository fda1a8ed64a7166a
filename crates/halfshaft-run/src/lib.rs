//! Reads, builds and runs models of halfshaft for any host: the command line, a notebook, a test.
//!
//! [`run()`] takes one file from its text to its results, [`resume()`] continues a run from its folder, [`modes()`]
//! computes natural modes, [`check()`] stops after the assembly, [`mod@verify`] runs many files and checks their
//! expectations, and [`study`] varies or fits parameters.
//!
//! The crate has no process-wide state and prints nothing. What a host decides is passed in: the files that a model may
//! read ([`Open`], [`FileAccess`]), stop requests ([`Interrupt`]), the number of threads, and callbacks for progress. Errors
//! and warnings are returned as data; [`InvalidInput::render`] and [`RunOutcome::error_text`] turn them into text, with
//! or without colours. Two runs in one process do not influence each other.
//!
//! A pendulum, read from text, run in memory, and measured:
//!
//! ```
//! use halfshaft_run::{Embedded, Interrupt, Job, Source, run};
//!
//! let text = r#"
//! format = 1
//! gravity = [0, "-9.81 m/s^2", 0]
//! analysis = { type = "transient", end = "0.2 s" }
//!
//! [[body]]
//! name = "bob"
//! mass = "1 kg"
//! inertia = "0 kg m^2"
//! position = ["-1 m", 0, 0]
//!
//! [[joint]]
//! name = "pivot"
//! type = "hinge"
//! between = ["ground", "bob"]
//! axis = "z"
//!
//! [[measure]]
//! name = "fall"
//! value = "bob.position_y"
//! at = "0.1 s"
//! "#;
//!
//! let source = Source::new("pendulum.toml", text);
//! let interrupt = Interrupt::new();
//! let job = Job::new(&source, &Embedded(&[]), &interrupt);
//! let outcome = run(&job, &mut |_| {});
//!
//! // g t²/2 = 49 mm, less 1 % because the arm turns.
//! let fall = outcome.measure("fall").expect("the run is done");
//! assert!((fall + 0.049).abs() < 0.0005);
//! ```

pub mod check;
mod file_access;
mod interrupt;
mod invalid_input;
mod model_search;
pub mod parallel;
mod run_file;
pub mod session;
mod simulation;
pub mod study;
mod study_file;
pub mod verify;

pub use check::check;
pub use file_access::FileAccess;
pub use halfshaft::laws::ProgramFunction;
pub use halfshaft_model::diagnostic::{Diagnostic, Style};
pub use halfshaft_model::source::{Disk, Embedded, Open, Source};
pub use interrupt::Interrupt;
pub use invalid_input::{InvalidInput, open};
pub use run_file::run;
pub use session::fields::undeformed;
pub use session::{Job, Progress, RunOutcome, modes, resume, resume_with};
pub use simulation::{Port, Simulation, SimulationError};

//! `run --trace`: every Newton iteration as a line of `trace.csv`, rejected steps included.

use halfshaft::analysis::NewtonIteration;
use halfshaft::system::System;
use halfshaft_results::Error;
use halfshaft_results::run_directory::TRACE_FILE;
use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};

const COLUMNS: &str = "time_s,step_s,iteration,residual,correction,contraction,jacobian_age,worst_unknown";

/// The trace file of a run.
pub struct Trace {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Trace {
    /// Creates the trace file in the folder of a run.
    pub fn create(folder: &Path) -> std::result::Result<Self, Error> {
        let path = folder.join(TRACE_FILE);
        let begun = File::create(&path).map(BufWriter::new).and_then(|mut file| {
            writeln!(file, "{COLUMNS}")?;
            Ok(file)
        });
        match begun {
            Ok(file) => Ok(Trace { path, file }),
            Err(source) => Err(Error::system(&path, "write", &source)),
        }
    }

    /// Writes the iterations of a step.
    pub fn push(&mut self, system: &System, iterations: &[NewtonIteration]) -> std::result::Result<(), Error> {
        let written = iterations.iter().try_for_each(|iteration| self.write(system, iteration));
        written.map_err(|source| Error::system(&self.path, "write", &source))
    }

    fn write(&mut self, system: &System, iteration: &NewtonIteration) -> Result<()> {
        let NewtonIteration { time, step, iteration, residual, correction, contraction, worst, jacobian_age } =
            *iteration;
        let contraction = contraction.map_or(String::new(), |contraction| format!("{contraction:.3e}"));
        // Quotes within a field are doubled.
        let name = system.unknown_name(worst);
        let worst = format!("{} of {}", name.what, name.element).replace('"', "\"\"");
        writeln!(
            self.file,
            "{time},{step:.6e},{iteration},{residual:.3e},{correction:.3e},{contraction},{jacobian_age},\"{worst}\""
        )
    }

    /// Flushes the file.
    pub fn finish(&mut self) -> std::result::Result<(), Error> {
        self.file.flush().map_err(|source| Error::system(&self.path, "write", &source))
    }
}

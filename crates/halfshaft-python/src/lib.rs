//! The native part of the Python package `halfshaft`: what needs the engine. The package around it is in `python/`.
//!
//! Long work runs with the interpreter released and answers to Ctrl-C ([`supervise`]). Columns of results are shared with
//! NumPy through the buffer protocol and with other libraries through the Arrow C data interface, without copies.

mod arrow;
mod errors;
mod program_function;
mod source;
mod supervise;
mod table;

mod outcome;
mod simulation;
mod studies;

use pyo3::prelude::*;

/// The native module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<source::Source>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<table::Column>()?;
    module.add_class::<simulation::Simulation>()?;
    module.add_function(wrap_pyfunction!(outcome::run, module)?)?;
    module.add_function(wrap_pyfunction!(outcome::modes, module)?)?;
    module.add_function(wrap_pyfunction!(outcome::open_run, module)?)?;
    module.add_function(wrap_pyfunction!(outcome::resume, module)?)?;
    module.add_function(wrap_pyfunction!(outcome::write_report, module)?)?;
    module.add_function(wrap_pyfunction!(outcome::viewer_page, module)?)?;
    module.add_function(wrap_pyfunction!(source::check, module)?)?;
    module.add_function(wrap_pyfunction!(source::model_page, module)?)?;
    module.add_function(wrap_pyfunction!(studies::sweep, module)?)?;
    module.add_function(wrap_pyfunction!(studies::fit, module)?)?;
    module.add_function(wrap_pyfunction!(studies::batch, module)?)
}

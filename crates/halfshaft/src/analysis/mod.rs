//! Analyses of a system: consistent initial state, time integration, static equilibrium, modes, response to harmonic
//! loads.

mod chain;
mod damped;
pub mod failure;
mod inertial;
pub mod initial;
mod initial_speeds;
pub mod linearize;
mod loops;
pub mod modes;
mod poles;
pub mod redundancy;
pub mod response;
pub mod shares;
mod sparse_modes;
pub mod statics;
pub mod transient;

pub use failure::{Failure, Reason};
pub use initial::{InitialReport, initial_state};
pub use initial_speeds::ShaftChange;
pub use linearize::{FirstOrder, Linearized, linearize};
pub use modes::{Mode, modes};
pub use redundancy::Redundancy;
pub use response::{HarmonicLoad, Response};
pub use shares::{Shares, nodal_points, open_elements, shares};
pub use statics::statics;
pub use transient::dense_output::Dense;
pub use transient::scheme::Scheme;
pub use transient::step_limits::{Limit, LimitKind};
pub use transient::step_size::Steps;
pub use transient::{
    Accepted, Account, Audit, Checkpoint, NewtonIteration, Observer, Outcome, Settings, Start, Statistics, resume,
    transient, transient_from,
};

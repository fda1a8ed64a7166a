//! What is computed with a system: the consistent initial state, the motion in time, equilibrium, modes, response to harmonic loads.

mod chain;
mod corotation;
mod damped;
pub mod dense;
mod error_estimate;
mod events;
pub mod failure;
mod given;
pub mod initial;
mod jacobian_policy;
pub mod limits;
pub mod linearize;
mod loops;
pub mod modes;
mod poles;
mod predictor;
pub mod redundancy;
pub mod response;
pub mod scheme;
pub mod shares;
pub mod statics;
pub mod step_size;
mod stepper;
pub mod transient;

pub use dense::Dense;
pub use failure::{Failure, Reason};
pub use given::ShaftChange;
pub use initial::{InitialReport, initial_state};
pub use limits::{Limit, LimitKind};
pub use linearize::{FirstOrder, Linearized, linearize};
pub use modes::{Mode, modes};
pub use redundancy::Redundancy;
pub use response::{HarmonicLoad, Response};
pub use scheme::Scheme;
pub use shares::{Shares, nodal_points, open_elements, shares};
pub use statics::statics;
pub use step_size::Steps;
pub use transient::{
    Accepted, Account, Audit, Checkpoint, Observer, Outcome, Settings, Start, Statistics, resume, transient,
    transient_from,
};

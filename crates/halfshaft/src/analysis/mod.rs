//! Analyses of a system: consistent initial state, time integration, static equilibrium, modes, response to harmonic
//! loads.

mod assembled;
mod chain;
mod damped;
pub mod failure;
mod inertial;
pub mod initial;
mod initial_speeds;
mod inverse_iteration;
pub mod linearize;
mod load_steps;
mod loops;
pub mod modes;
mod poles;
mod quadratic_forms;
pub mod redundancy;
pub mod response;
pub mod rotating_frame;
pub mod shares;
mod sparse_modes;
mod sparse_poles;
pub mod state_space;
mod static_search;
pub mod statics;
pub mod steady_rotation;
pub mod transient;
mod turning;
mod virtual_mass;

pub use failure::{Failure, Reason};
pub use initial::{InitialReport, initial_position, initial_state, initial_state_of_modes};
pub use initial_speeds::ShaftChange;
pub use linearize::{FirstOrder, Linearized, linearize};
pub use modes::{Mode, lowest_modes, modes, modes_in_rotating_frame};
pub use redundancy::Redundancy;
pub use response::{HarmonicLoad, Response};
pub use rotating_frame::Spin;
pub use shares::{Shares, locked_elements, nodal_points, open_elements, shares};
pub use state_space::{StateSpace, state_space};
pub use statics::statics;
pub use steady_rotation::steady_rotation;
pub use transient::dense_output::Dense;
pub use transient::scheme::Scheme;
pub use transient::step_limits::{Limit, LimitKind};
pub use transient::step_size::Steps;
pub use transient::{
    Accepted, Account, Audit, Checkpoint, ModeSwitch, NewtonIteration, Observer, Outcome, Sampled, Settings,
    Simulation, SimulationError, Start, Statistics, transient,
};
pub use turning::varying_in_world_axes;

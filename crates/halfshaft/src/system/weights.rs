//! How the unknowns of an iteration move the state.

/// How the unknowns of an iteration move the state, and how its rows are scaled.
///
/// The unknown of motion is an increment s of the coordinates, that of a constraint a scaled multiplier. The
/// integrator chooses the numbers; statics, modes and the initial state are other choices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// ∂q/∂s.
    pub position: f64,
    /// ∂v/∂s.
    pub velocity: f64,
    /// ∂v̇/∂s.
    pub acceleration: f64,
    /// ∂v/∂s where v is the unknown itself: of nodes of first order and signals.
    pub signal: f64,
    /// ∂λ by the unknown that stands for it.
    pub multiplier: f64,
    /// Factor of the equations of motion.
    pub force_row: f64,
}

impl Weights {
    /// The unknowns are accelerations and multipliers: the matrix [M Φ_qᵀ; Φ_q 0].
    pub const INERTIAL: Weights =
        Weights { position: 0.0, velocity: 0.0, acceleration: 1.0, signal: 0.0, multiplier: 1.0, force_row: 1.0 };
}

impl Weights {
    /// The unknowns are velocities and signals.
    pub const BY_VELOCITY: Weights =
        Weights { position: 0.0, velocity: 1.0, acceleration: 0.0, signal: 1.0, multiplier: 1.0, force_row: 1.0 };

    /// The unknowns are displacements, velocities, or accelerations: stiffness, damping and mass.
    pub(crate) const TANGENTS: [Weights; 3] = [
        Weights { position: 1.0, velocity: 0.0, acceleration: 0.0, signal: 0.0, multiplier: 1.0, force_row: 1.0 },
        Weights::BY_VELOCITY,
        Weights::INERTIAL,
    ];
}

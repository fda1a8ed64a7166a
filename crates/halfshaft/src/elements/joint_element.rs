//! Joints as elements: constraints and reactions from their parts, with the tangent written by hand.

use super::joint::{Joint, channels, count_turns, memory_of, reaction, values, velocities};
use super::joint_tangent;
use super::pair::{MovingPair, Pair, act};
use crate::describe::Channel;
use crate::math::{Dual, Scalar};
use crate::system::{At, Element, Energy, ForceTangent, Increments, NodeId, Place, Residual, TangentRow, Wrench};

impl<J: Joint> Element for J {
    // Multipliers enter as Φ_qᵀ λ only, so they need no partials; the cost is proportional to the width.
    type Tangent = Dual<12>;
    const CONSTRAINTS: usize = J::EQUATIONS;
    const VELOCITY_CONSTRAINTS: usize = J::ON_VELOCITIES;
    const HAS_ANALYTIC_TANGENT: bool = J::PLAIN;
    const MEMORY: &'static [&'static str] = memory_of::<J>();
    const CHANNELS: &'static [Channel] = J::CHANNELS;
    const DETAILS: &'static [&'static str] = super::joint::DETAILS;

    fn nodes(&self) -> Vec<NodeId> {
        self.frames().map(|frame| frame.node).to_vec()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let pair = Pair::on(self.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        let (force, torque) = reaction(self, &pair, at.multipliers);
        act(r, at.nodes, pair.b.x, force, torque);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        values(self, &Pair::on(self.frames(), [&at.nodes[0], &at.nodes[1]]), phi);
    }

    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        velocities(self, at, phi);
    }

    fn analytic_gradients(&self, at: &At<f64>, rows: &mut [TangentRow]) {
        joint_tangent::gradients(self, at, rows);
    }

    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        joint_tangent::add_stiffness(self, at, by, &mut tangent.motion);
        true
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        count_turns(self, at, memory);
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(Wrench::at(&self.frames()).force_vector().torque_vector())
    }

    /// Constraints that do not depend on time do no work.
    fn energy(&self, _at: &At<f64>) -> Energy {
        Energy::default()
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let pair = MovingPair::on(self.frames(), at.nodes);
        channels(self, at, &pair, at.multipliers, [0.0; 2], out);
    }
}

//! Distributed loads of a three-node beam element: its weight, and forces spread along it.

use super::super::field::Field;
use super::inertia::{act, add_turning, arm, gram, row_sums};
use crate::elements::load::Axes;
use crate::elements::signals::Input;
use crate::laws::{Function, TimeEvents};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, Frame, Increments, NodeId, Residual, ScalarId, TripleTangent};

/// The weight of a three-node beam element: Σ m_a g·δy_a with m_a = ∫ρA N_a ds, potential energy −Σ m_a g·y_a.
pub struct ThreeNodeWeight {
    /// Frames on A, in the middle and on B, x along the beam.
    pub frames: [Frame; 3],
    /// m_a, in kg.
    pub mass: [f64; 3],
    /// From the axis to the centroid, along y and z in metres.
    pub centroid: [f64; 2],
    /// g in world axes.
    pub field: Vec3,
}

impl ThreeNodeWeight {
    fn arms(&self) -> [Vec3; 3] {
        [0, 1, 2].map(|k| arm(&self.frames[k], self.centroid))
    }

    fn forces(&self) -> [Vec3; 3] {
        self.mass.map(|mass| self.field * -mass)
    }
}

impl Element for ThreeNodeWeight {
    type Tangent = Dual<20>;
    const POSE_NODES: usize = 3;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const INTERNAL: bool = false;
    const FRAME_INDIFFERENT: bool = false;

    fn nodes(&self) -> Vec<NodeId> {
        self.frames.iter().map(|frame| frame.node).collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        act(r, at.nodes, self.arms(), self.forces().map(Vec3::constant));
    }

    fn analytic_forces_of_three(&self, at: &At<f64>, by: &Increments<3>, tangent: &mut TripleTangent) {
        add_turning(at.nodes, self.arms(), self.forces(), by, tangent);
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let (arms, forces) = (self.arms(), self.forces());
        let potential = (0..3).map(|k| forces[k].dot(Field::position(&at.nodes[k], arms[k], true))).sum();
        Energy { potential, ..Energy::default() }
    }
}

/// A force spread evenly along the axis of a three-node beam element.
///
/// ```text
/// c(t) q ∫Σ N_a δx_a ds            q constant in the model frame: 1/6, 4/6 and 1/6 of q ℓ
/// c(t) Σ_ab ∫N_a N_b ds R_b q·δx_a  q constant in the axes of the section
/// ```
///
/// Its power counts as supplied.
pub struct ThreeNodeLoad {
    /// Frames on A, in the middle and on B, x along the beam.
    pub frames: [Frame; 3],
    /// ℓ, in metres.
    pub length: f64,
    /// q, in N/m.
    pub force: Vec3,
    /// The axes in which it is constant: the model frame's, or those of the section.
    pub axes: Axes,
    /// c.
    pub factor: Input,
}

impl ThreeNodeLoad {
    fn arms(&self) -> [Vec3; 3] {
        self.frames.map(|frame| frame.offset)
    }

    fn acting<S: Scalar>(&self, at: &At<S>, factor: S) -> [Vec3<S>; 3] {
        let gram = gram(self.length, |_| 1.0);
        match self.axes {
            Axes::Model => row_sums(&gram).map(|share| Vec3::constant(self.force * share).scale(factor)),
            Axes::Body => {
                let each = [0, 1, 2]
                    .map(|k| at.nodes[k].at.r.times_constant_vector(self.frames[k].axes * self.force).scale(factor));
                gram.map(|[a, b, c]| each[0] * a + each[1] * b + each[2] * c)
            }
        }
    }
}

impl Element for ThreeNodeLoad {
    type Tangent = Dual<20>;
    const POSE_NODES: usize = 3;
    const INTERNAL: bool = false;
    const FRAME_INDIFFERENT: bool = false;

    fn nodes(&self) -> Vec<NodeId> {
        self.frames.iter().map(|frame| frame.node).collect()
    }

    fn scalars(&self) -> Vec<ScalarId> {
        self.factor.signal().into_iter().collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        act(r, at.nodes, self.arms(), self.acting(at, -self.factor.value(at, 0)));
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.factor.time_events(out);
    }

    fn unit_load(&self, at: &At<f64>, r: &mut Residual<f64>) {
        act(r, at.nodes, self.arms(), self.acting(at, -1.0));
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let (arms, forces) = (self.arms(), self.acting(at, self.factor.value(at, 0)));
        let supplied = (0..3).map(|k| forces[k].dot(Field::velocity(&at.nodes[k], arms[k], true))).sum();
        Energy { supplied, ..Energy::default() }
    }
}

addable!(ThreeNodeWeight, ThreeNodeLoad);

/// For the generic check.
pub(crate) fn weight_specimen(frames: [Frame; 3]) -> ThreeNodeWeight {
    ThreeNodeWeight { frames, mass: [0.3, 1.0, 0.4], centroid: [0.1, -0.2], field: Vec3([0.3, -9.7, 1.1]) }
}

/// For the generic check.
pub(crate) fn specimen(frames: [Frame; 3], axes: Axes) -> ThreeNodeLoad {
    let factor = Input::Time(Function::Constant(1.3));
    ThreeNodeLoad { frames, length: 0.8, force: Vec3([1.0, -0.4, 0.7]), axes, factor }
}

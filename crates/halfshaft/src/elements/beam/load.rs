//! Distributed loads of a beam element: its weight, and forces spread along it.

use super::field::{Field, Vectors};
use crate::elements::load::Axes;
use crate::elements::signals::Input;
use crate::laws::{Function, TimeEvents};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Element, Energy, ForceTangent, Frame, Increments, NodeId, Residual, ScalarId};

/// The weight of a beam element, spread evenly along the curve of its centroids.
///
/// ```text
/// m g ∫δx dξ = ½ m g·(δy_A + δy_B) + m g·(δt_A − δt_B) ℓ/12
/// ```
///
/// The second part is the fixed-end moments q ℓ²/12. Potential energy −m g·∫x dξ. An element with consistent inertia has its weight
/// [there](super::BeamInertia), where both act through the same virtual displacement.
pub struct BeamWeight {
    /// Frame on A, x along the beam.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// ℓ, in metres.
    pub length: f64,
    /// m, in kg.
    pub mass: f64,
    /// From the axis to the centroid, along y and z in metres.
    pub centroid: [f64; 2],
    /// g in world axes.
    pub field: Vec3,
}

impl BeamWeight {
    fn curve(&self) -> Field<'_> {
        Field { frames: [&self.a, &self.b], length: self.length, centroid: self.centroid, straight: false }
    }
}

impl Element for BeamWeight {
    type Tangent = Dual<12>;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const INTERNAL: bool = false;
    const FRAME_INDIFFERENT: bool = false;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let curve = self.curve();
        curve.act(r, at.nodes, &curve.spread(Vec3::constant(self.field * -self.mass)));
    }

    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        let curve = self.curve();
        curve.add_turning(at.nodes, &curve.spread(self.field * -self.mass), by, tangent);
        true
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { potential: self.curve().potential(at.nodes, self.field * self.mass), ..Energy::default() }
    }
}

/// A force spread evenly along the axis of a beam element.
///
/// ```text
/// c(t) q ℓ ∫δx dξ           q constant in the model frame
/// c(t) ℓ ∫R(ξ) q·δx dξ      q constant in the axes of the section: R(ξ) q = (1 − ξ) R_A q + ξ R_B q
/// ```
///
/// Its power counts as supplied.
pub struct BeamLoad {
    /// Frame on A, x along the beam.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// ℓ, in metres.
    pub length: f64,
    /// q, in N/m.
    pub force: Vec3,
    /// The axes in which it is constant: the model frame's, or those of the section.
    pub axes: Axes,
    /// c.
    pub factor: Input,
}

impl BeamLoad {
    fn curve(&self) -> Field<'_> {
        Field { frames: [&self.a, &self.b], length: self.length, centroid: [0.0; 2], straight: false }
    }

    fn acting<S: Scalar>(&self, at: &At<S>, factor: S) -> Vectors<S> {
        let curve = self.curve();
        match self.axes {
            Axes::Model => curve.spread(Vec3::constant(self.force * self.length).scale(factor)),
            Axes::Body => {
                let end = |k: usize, frame: &Frame| {
                    at.nodes[k].at.r.times_constant_vector(frame.axes * self.force).scale(factor)
                };
                let ends = [end(0, &self.a), end(1, &self.b)];
                curve.gram(Vectors { ends, bow: Vec3::zero() }, false, self.length)
            }
        }
    }
}

impl Element for BeamLoad {
    type Tangent = Dual<16>;
    const INTERNAL: bool = false;
    const FRAME_INDIFFERENT: bool = false;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn scalars(&self) -> Vec<ScalarId> {
        self.factor.signal().into_iter().collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let factor = -self.factor.value(at, 0);
        self.curve().act(r, at.nodes, &self.acting(at, factor));
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.factor.time_events(out);
    }

    fn unit_load(&self, at: &At<f64>, r: &mut Residual<f64>) {
        self.curve().act(r, at.nodes, &self.acting(at, -1.0));
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let v = self.curve().vectors(at.nodes, Field::velocity);
        let force = self.acting(at, self.factor.value(at, 0));
        let supplied = (0..2).map(|k| force.ends[k].dot(v.ends[k])).sum::<f64>() + force.bow.dot(v.bow);
        Energy { supplied, ..Energy::default() }
    }
}

addable!(BeamWeight, BeamLoad);

/// For the generic check.
pub(crate) fn weight_specimen(a: Frame, b: Frame) -> BeamWeight {
    BeamWeight { a, b, length: 0.8, mass: 1.7, centroid: [0.1, -0.2], field: Vec3([0.3, -9.7, 1.1]) }
}

/// For the generic check.
pub(crate) fn specimen(a: Frame, b: Frame, axes: Axes) -> BeamLoad {
    let factor = Input::Time(Function::Constant(1.3));
    BeamLoad { a, b, length: 0.8, force: Vec3([1.0, -0.4, 0.7]), axes, factor }
}

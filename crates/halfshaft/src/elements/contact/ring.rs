//! Contact of two plane rings.

use super::super::joint::BETWEEN;
use super::super::memory::joined;
use super::faces::Faces;
use super::impact::{
    self, CONTACT_TIME, DAMPING_FORCE, DEEPEST_INDENTATION, DISSIPATION, ELASTIC_FORCE, ENERGY, GAP_RATE, IMPACT_SPEED,
    LOOP_AREA, NORMAL_FORCE, Normal, RESTITUTION_NEWTON, RESTITUTION_POISSON, RESTITUTION_STRONGE, STATUS,
};
use super::point::{FACE_FRICTION, LAW};
use super::sticking::{Faced, OF_FRICTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::contact::NormalForce;
use crate::laws::{Friction, NormalLaw, Ring};
use crate::math::{Dual, Quaternion, Scalar, Vec3};
use crate::system::{
    At, Condition, Element, Energy, ForceTangent, Frame, Increments, NodeId, Residual, Sliding, Wrench,
};

/// Contact of two plane coaxial rings, or discs, that stay parallel.
///
/// ```text
/// ℓ = −z·(x_B − x_A)                    z from A to B, the origins on the faces
/// f = f(ℓ, ℓ̇) along z on B,            T = μ(ω r) f r about z,   r = ⅔ (R_e³ − R_i³)/(R_e² − R_i²)
/// ```
///
/// Virlez 2014, eqs. 4.33-4.37. The pressure is uniform over the ring. Joints must hold the rings parallel and coaxial;
/// this is not checked. Plane faces require n = 1 (eq. 4.34).
pub struct RingContact {
    /// Frame on A: origin at the centre of its face, z along the normal towards B.
    pub a: Frame,
    /// Frame on B: origin at the centre of its face.
    pub b: Frame,
    /// The contact area.
    pub ring: Ring,
    /// Normal force.
    pub normal: Normal,
    /// Friction, if any.
    pub friction: Option<Friction>,
}

/// Keys of the position of a ring contact, shared with a film.
pub(super) const POSITION: Key =
    Key::required("position", Form::Vector(Quantity::LENGTH), "centre of A's face at the design position");
pub(super) const NORMAL: Key =
    Key::required("normal", Form::Axis, "common axis at the design position, from A's face to B's");
pub(super) const INNER: Key =
    Key::with_default("inner_radius", Form::Number(Quantity::LENGTH), "0", "inner radius; 0 for a disc")
        .within(Range::NonNegative);
pub(super) const OUTER: Key =
    Key::required("outer_radius", Form::Number(Quantity::LENGTH), "outer radius").within(Range::Positive);

/// `[[contact]]` with `type = "rings"` in a model file.
pub const KIND: Kind = Kind {
    section: "contact",
    type_name: Some("rings"),
    summary: "Two plane coaxial rings, or discs, that may touch; joints keep them parallel.",
    keys: &[
        BETWEEN,
        POSITION,
        NORMAL,
        Key::with_default(
            "clearance",
            Form::Number(Quantity::LENGTH),
            "0",
            "gap between the faces at the design position",
        ),
        INNER,
        OUTER,
        LAW,
        FACE_FRICTION,
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel::new("gap", Quantity::LENGTH, "distance of the faces; negative where they press into each other"),
    GAP_RATE,
    NORMAL_FORCE,
    ELASTIC_FORCE,
    DAMPING_FORCE,
    Channel::new("friction_torque", Quantity::TORQUE, "friction torque of A on B about the normal"),
    Channel::new("rotation_speed", Quantity::ANGULAR_VELOCITY, "angular velocity of B against A about the normal"),
    Channel::new("mean_pressure", Quantity::PRESSURE, "normal force over the area"),
    ENERGY,
    DISSIPATION,
    STATUS,
    IMPACT_SPEED,
    CONTACT_TIME,
    DEEPEST_INDENTATION,
    LOOP_AREA,
    RESTITUTION_NEWTON,
    RESTITUTION_POISSON,
    RESTITUTION_STRONGE,
];

/// Kinematics and forces of the contact.
struct Response<S> {
    faces: Faces<S>,
    force: NormalForce<S>,
    /// Resisting torque on B.
    torque: S,
}

impl RingContact {
    /// The normal force, and the resisting torque on B.
    fn forces<S: Scalar>(&self, mode: usize, memory: &[f64], [gap, rate, spin]: [S; 3]) -> (NormalForce<S>, S) {
        let force = self.normal.force(mode, -gap, -rate, memory);
        let radius = self.ring.friction_radius();
        let coefficient = self.friction.map_or(S::zero(), |law| law.coefficient(spin * radius));
        let torque = coefficient * force.total() * radius;
        (force, torque)
    }

    fn response<S: Scalar>(&self, at: &At<S>) -> Response<S> {
        let faces = Faces::on([&self.a, &self.b], at.nodes);
        let (force, torque) = self.forces(at.mode, at.memory, [faces.gap, faces.rate, faces.spin]);
        Response { faces, force, torque }
    }
}

impl Faced for RingContact {
    const MEMORY_WITH_FRICTION: &'static [&'static str] =
        &joined::<{ impact::MEMORY.len() + OF_FRICTION.len() }>(impact::MEMORY, OF_FRICTION);
    const FRICTION_CHANNELS: [usize; 2] = [5, 9];

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn friction_radius(&self) -> f64 {
        self.ring.friction_radius()
    }

    fn friction<S: Scalar>(&self, faces: &Faces<S>, memory: &[f64]) -> S {
        // Contact of such faces is not an event: their modes are stick and slip.
        self.normal.force(0, -faces.gap, -faces.rate, memory).total()
    }
}

impl Element for RingContact {
    type Tangent = Dual<12>;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const MEMORY: &'static [&'static str] = impact::MEMORY;
    const MODES: &'static [&'static str] = impact::MODES;
    const EVENT_FUNCTIONS: usize = 1;
    const LIMITS_STEP_SIZE: bool = true;
    const ELASTIC: bool = true;
    const HAS_CONDITION: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const DETAILS: &'static [&'static str] = &joined::<13>(impact::DETAILS, &["rotation_speed", "mean_pressure"]);

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn start(&self, memory: &mut [f64]) -> usize {
        self.normal.start(memory)
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        if !self.normal.law.jumps() {
            out[0] = f64::INFINITY;
            return;
        }
        let faces = Faces::on([&self.a, &self.b], at.nodes);
        out[0] = Normal::event(at.mode, -faces.gap, -faces.rate);
    }

    fn switch(&self, at: &At<f64>, _event: usize, _memory: &mut [f64]) -> usize {
        Normal::other(at.mode)
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let x = self.response(at);
        if Normal::felt(at.mode, -x.faces.gap).value() > 0.0 {
            x.faces.act(r, at.nodes, x.force.total(), x.torque);
        }
    }

    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        let frames = [&self.a, &self.b];
        let faces = Faces::on(frames, at.nodes);
        if Normal::felt(at.mode, -faces.gap) > 0.0 {
            let (force, torque) = self.forces(at.mode, at.memory, faces.seeded());
            faces.add_tangent(frames, at.nodes, by, [force.total(), torque], &mut tangent.motion);
        }
        true
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let faces = Faces::on([&self.a, &self.b], at.nodes);
        self.normal.commit(at.time, at.mode, -faces.gap, -faces.rate, memory);
    }

    fn step_size_ratio(&self, at: &At<f64>) -> f64 {
        let faces = Faces::on([&self.a, &self.b], at.nodes);
        self.normal.step_size_ratio(-faces.gap, -faces.rate, at.memory)
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        let x = self.response(at);
        let force = x.force.total();
        let speed = x.faces.spin * self.ring.friction_radius();
        Condition {
            open: x.faces.gap >= 0.0,
            sliding: self.friction.map(|law| Sliding::of(&law, speed, force > 0.0)),
            indentation: (-x.faces.gap).max(0.0) / self.ring.outer_radius,
            pressure: force / self.ring.area(),
            force,
            ..Condition::default()
        }
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(Faces::<f64>::wrench([&self.a, &self.b], &["friction_torque"]))
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let x = self.response(at);
        let (l, rate) = (-x.faces.gap, -x.faces.rate);
        Energy {
            potential: self.normal.stored(at.mode, l, at.memory),
            dissipated: self.normal.dissipated(at.mode, l, rate, at.memory) + x.torque * x.faces.spin,
            ..Energy::default()
        }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let x = self.response(at);
        let energy = self.energy(at);
        let force = x.force.total();
        let (now, past) = out.split_at_mut(CHANNELS.len() - impact::PAST);
        past.copy_from_slice(&Normal::past(at.memory));
        now.copy_from_slice(&[
            x.faces.gap,
            x.faces.rate,
            force,
            x.force.elastic,
            x.force.damping,
            -x.torque,
            x.faces.spin,
            force / self.ring.area(),
            energy.potential,
            energy.dissipated,
            f64::from(u8::from(x.faces.gap < 0.0)),
        ]);
    }
}

addable!(RingContact, super::StickingFaces<RingContact>, super::PreslidingFaces<RingContact>);

/// For the generic check: with a large indentation, so that they overlap at its states, and with so little damping that
/// it never cancels the force, where differences would have no scale. Their axis is rotated away from the one about
/// which the states have almost no spin, where friction has a kink.
pub(crate) fn specimen(a: Frame, b: Frame) -> RingContact {
    let axes = a.axes * Quaternion::exp(Vec3([0.3, 0.2, 0.0])).matrix();
    let a = Frame { offset: a.offset + axes * Vec3([0.0, 0.0, 4.5]), axes, ..a };
    let normal = Normal { law: NormalLaw::flores_machado(1.3, 1.5, 0.8), speed_floor: 2.0 };
    let friction = Some(Friction::Regularised { coefficient: 0.3, velocity: 40.0 });
    RingContact { a, b, ring: Ring { inner_radius: 0.5, outer_radius: 0.9 }, normal, friction }
}

//! Contact of two plane rings.

use super::super::joint::BETWEEN;
use super::super::memory::joined;
use super::super::pair::act;
use super::impact::{
    self, CONTACT_TIME, DAMPING_FORCE, DEEPEST_INDENTATION, DISSIPATION, ELASTIC_FORCE, ENERGY, GAP_RATE, IMPACT_SPEED,
    LOOP_AREA, NORMAL_FORCE, Normal, RESTITUTION_NEWTON, RESTITUTION_POISSON, RESTITUTION_STRONGE, STATUS,
};
use super::point::{FACE_FRICTION, LAW};
use super::sticking::{Faced, STUCK_AT};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::contact::NormalForce;
use crate::laws::{Friction, NormalLaw, Ring};
use crate::math::{Dual, Quaternion, Scalar, Vec3};
use crate::system::{At, Condition, Element, Energy, Frame, Motion, NodeId, Residual, Sliding};

/// Contact of two plane coaxial rings, or discs, that stay parallel.
///
/// ```text
/// ℓ = −z·(x_B − x_A)                    z from A to B, the origins on the faces
/// f = f(ℓ, ℓ̇) along z on B,            T = μ(ω r) f r about z,   r = ⅔ (R_e³ − R_i³)/(R_e² − R_i²)
/// ```
///
/// Virlez 2014, eqs. 4.33-4.37. The pressure is even over the ring; joints keep the rings parallel and coaxial, and
/// nothing here would notice if they did not. Plane faces ask for n = 1 (eq. 4.34).
pub struct RingContact {
    /// Frame on A: origin in the centre of its face, z along the normal towards B.
    pub a: Frame,
    /// Frame on B: origin in the centre of its face.
    pub b: Frame,
    /// Where the faces touch.
    pub ring: Ring,
    /// Normal force.
    pub normal: Normal,
    /// Friction, where there is any.
    pub friction: Option<Friction>,
}

/// Where a ring contact is: the keys it shares with a film.
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

/// Two faces as a film or a contact sees them: less than all axes of both frames, which costs half.
pub(crate) struct Faces<S> {
    /// B's origin.
    pub point: Vec3<S>,
    /// Unit vector from A's face to B's.
    pub normal: Vec3<S>,
    pub gap: S,
    pub rate: S,
    /// Angular velocity of B against A about the normal.
    pub spin: S,
}

impl<S: Scalar> Faces<S> {
    pub fn on(frames: [&Frame; 2], nodes: &[Motion<S>]) -> Self {
        let (normal, point, gap) = Self::standing(frames, nodes);
        let [w_a, w_b] = [nodes[0].at.r * nodes[0].w, nodes[1].at.r * nodes[1].w];
        let v_a = nodes[0].v + w_a.cross(point - nodes[0].at.x);
        let v_b = nodes[1].v + w_b.cross(point - nodes[1].at.x);
        Faces { point, normal, gap, rate: normal.dot(v_b - v_a), spin: normal.dot(w_b - w_a) }
    }

    /// The gap alone.
    pub fn gap(frames: [&Frame; 2], nodes: &[Motion<S>]) -> S {
        Self::standing(frames, nodes).2
    }

    /// Normal, B's origin, and gap.
    fn standing([a, b]: [&Frame; 2], nodes: &[Motion<S>]) -> (Vec3<S>, Vec3<S>, S) {
        let [at_a, at_b] = [&nodes[0].at, &nodes[1].at];
        let normal = at_a.r.times_constant_vector(a.axes.column(2));
        let point = at_b.x + at_b.r.times_constant_vector(b.offset);
        let gap = normal.dot(point - (at_a.x + at_a.r.times_constant_vector(a.offset)));
        (normal, point, gap)
    }

    /// Pushes B along the normal with a force and turns it back with a torque; their opposites act on A.
    pub fn act(&self, r: &mut Residual<S>, nodes: &[Motion<S>], force: S, torque: S) {
        act(r, nodes, self.point, -self.normal.scale(force), self.normal.scale(torque));
    }
}

/// What the contact feels and does.
struct Response<S> {
    faces: Faces<S>,
    force: NormalForce<S>,
    /// Torque that turns B back.
    torque: S,
}

impl RingContact {
    fn response<S: Scalar>(&self, at: &At<S>) -> Response<S> {
        let faces = Faces::on([&self.a, &self.b], at.nodes);
        let force = self.normal.force(at.mode, -faces.gap, -faces.rate, at.memory);
        let radius = self.ring.friction_radius();
        let coefficient = self.friction.map_or(S::zero(), |law| law.coefficient(faces.spin * radius));
        Response { torque: coefficient * force.total() * radius, force, faces }
    }
}

impl Faced for RingContact {
    const MEMORY_AND_STUCK: &'static [&'static str] =
        &joined::<{ impact::MEMORY.len() + 1 }>(impact::MEMORY, &[STUCK_AT]);
    const FRICTION_CHANNELS: [usize; 2] = [5, 9];

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn friction_radius(&self) -> f64 {
        self.ring.friction_radius()
    }

    fn friction<S: Scalar>(&self, faces: &Faces<S>, memory: &[f64]) -> S {
        // Whether such faces touch is no event: their modes say whether they stick.
        self.normal.force(0, -faces.gap, -faces.rate, memory).total()
    }
}

impl Element for RingContact {
    type Tangent = Dual<12>;
    const MEMORY: &'static [&'static str] = impact::MEMORY;
    const MODES: &'static [&'static str] = impact::MODES;
    const EVENT_FUNCTIONS: usize = 1;
    const LIMITS_STEP_SIZE: bool = true;
    const ELASTIC: bool = true;
    const HAS_CONDITION: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;

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

    fn switch(&self, at: &At<f64>, _exit: usize, _memory: &mut [f64]) -> usize {
        Normal::other(at.mode)
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let x = self.response(at);
        if Normal::felt(at.mode, -x.faces.gap).value() > 0.0 {
            x.faces.act(r, at.nodes, x.force.total(), x.torque);
        }
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

addable!(RingContact, super::StickingFaces<RingContact>);

/// For the generic check: far into each other, so that they overlap at its states, and with so little damping that it never
/// cancels the force, where differences would be compared with nothing. Their axis is turned off the one about which the
/// states have next to no spin, around which friction has a kink.
pub(crate) fn specimen(a: Frame, b: Frame) -> RingContact {
    let axes = a.axes * Quaternion::exp(Vec3([0.3, 0.2, 0.0])).matrix();
    let a = Frame { offset: a.offset + axes * Vec3([0.0, 0.0, 4.5]), axes, ..a };
    let normal = Normal { law: NormalLaw::flores_machado(1.3, 1.5, 0.8), speed_floor: 2.0 };
    let friction = Some(Friction::Regularised { coefficient: 0.3, velocity: 40.0 });
    RingContact { a, b, ring: Ring { inner_radius: 0.5, outer_radius: 0.9 }, normal, friction }
}

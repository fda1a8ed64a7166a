//! Oil film between two plane rings, with asperities.

use super::super::joint::BETWEEN;
use super::super::memory::{joined, memory};
use super::faces::Faces;
use super::point::FACE_FRICTION;
use super::ring::{INNER, NORMAL, OUTER, POSITION};
use super::sticking::{Faced, OF_FRICTION};
use crate::describe::{Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::{Film, Friction, Ring};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{
    At, Condition, Element, Energy, FilmCondition, ForceTangent, Frame, Increments, Motion, NodeId, Residual, Sliding,
    Wrench,
};

/// An oil film between two plane coaxial rings or discs, whose asperities share the load if the film is thinner than
/// the roughness.
///
/// ```text
/// f = −A* ḣ/h³ + k max(R_a − h, 0)                       on B along z, h = z·(x_B − x_A)
/// T = μ_oil ω/h ∫ r² dS + μ(ω r) r k max(R_a − h, 0)     on B, against its rotation about z
/// ```
///
/// Virlez 2014, eqs. 5.21-5.31, with the correct sign of the asperity force: it is repulsive (eqs. 5.28-5.30 are
/// misprinted). r is the friction radius of the ring. States with h ≤ 0 are infeasible: Newton's method backtracks from
/// such an iterate. No step leaves less than half of the film or makes it more than two and a half times as thick.
pub struct FilmContact {
    /// Frame on A: origin at the centre of its face, z along the normal towards B.
    pub a: Frame,
    /// Frame on B: origin at the centre of its face.
    pub b: Frame,
    /// The ring between the faces.
    pub ring: Ring,
    /// The film.
    pub film: Film,
    /// R_a, in metres; zero without asperity contact.
    pub roughness: f64,
    /// k of the asperities, in N/m.
    pub stiffness: f64,
    /// Friction of the asperities, if any.
    pub friction: Option<Friction>,
}

/// `[[contact]]` with `type = "film"` in a model file.
pub const KIND: Kind = Kind {
    section: "contact",
    type_name: Some("film"),
    summary: "An oil film between two plane coaxial rings, or discs, with the roughness that carries below it.",
    keys: &[
        BETWEEN,
        POSITION,
        NORMAL,
        Key::required("clearance", Form::Number(Quantity::LENGTH), "thickness of the film at the design position")
            .within(Range::Positive),
        INNER,
        OUTER,
        Key::required("viscosity", Form::Number(Quantity::VISCOSITY), "dynamic viscosity of the oil")
            .within(Range::NonNegative),
        Key::with_default("viscous_torque", Form::Switch, "true", "whether the oil resists rotation too"),
        Key::optional(
            "suction_limit",
            Form::Number(Quantity::PRESSURE),
            "how far the pressure can fall below the surrounding one when the faces part; default: no limit",
        )
        .within(Range::NonNegative),
        Key::with_default(
            "roughness",
            Form::Number(Quantity::LENGTH),
            "0",
            "thickness below which asperities touch; never where it is 0",
        )
        .within(Range::NonNegative),
        Key::with_default(
            "stiffness",
            Form::Number(Quantity::STIFFNESS),
            "\"1e14 N/m\"",
            "stiffness of the asperities",
        )
        .within(Range::Positive),
        FACE_FRICTION,
    ],
    channels: CHANNELS,
};

const CHANNELS: &[Channel] = &[
    Channel::new("film_thickness", Quantity::LENGTH, "distance of the faces"),
    Channel::new("film_thickness_rate", Quantity::VELOCITY, "its rate"),
    Channel::new("normal_force", Quantity::FORCE, "force that pushes the faces apart; negative for suction"),
    Channel::new("film_force", Quantity::FORCE, "its part from the oil"),
    Channel::new("asperity_force", Quantity::FORCE, "its part from the asperities"),
    Channel::new("friction_torque", Quantity::TORQUE, "friction torque of A on B about the normal"),
    Channel::new("viscous_torque", Quantity::TORQUE, "viscous torque of A on B about the normal"),
    Channel::new("rotation_speed", Quantity::ANGULAR_VELOCITY, "angular velocity of B against A about the normal"),
    Channel::new("mean_pressure", Quantity::PRESSURE, "normal force over the area"),
    Channel::new("energy", Quantity::ENERGY, "energy stored in the asperities"),
    Channel::new("dissipation", Quantity::POWER, "dissipated power"),
    Channel::new("status", Quantity::NUMBER, "1 where asperities touch, 0 where the film carries alone"),
];

memory! {
    /// The last accepted film thickness.
    MEMORY { THICKNESS: "film thickness", }
}
/// A step may change the logarithm of the film thickness by this much.
const LONGEST: f64 = 0.7;

/// Range of the ratio of film thicknesses in any step, also of given step sizes: the scheme cannot resolve a collapse
/// or a release within one step, and would throw the faces apart.
const FARTHEST: (f64, f64) = (0.5, 2.5);

/// Kinematics and forces of the film.
struct Response<S> {
    faces: Faces<S>,
    film: S,
    asperities: S,
    /// Resisting torques on B.
    friction: S,
    viscous: S,
}

/// Forces and resisting torques on B.
struct Forces<S> {
    film: S,
    asperities: S,
    friction: S,
    viscous: S,
}

impl FilmContact {
    fn asperities<S: Scalar>(&self, h: S) -> S {
        let overlap = S::constant(self.roughness) - h;
        if overlap.value() > 0.0 { overlap * self.stiffness } else { S::zero() }
    }

    fn forces<S: Scalar>(&self, [gap, rate, spin]: [S; 3]) -> Forces<S> {
        let asperities = self.asperities(gap);
        let radius = self.ring.friction_radius();
        let coefficient = self.friction.map_or(S::zero(), |law| law.coefficient(spin * radius));
        Forces {
            film: self.film.force(gap, rate),
            asperities,
            friction: coefficient * asperities * radius,
            viscous: self.film.torque(gap, spin),
        }
    }

    fn response<S: Scalar>(&self, nodes: &[Motion<S>]) -> Response<S> {
        let faces = Faces::on([&self.a, &self.b], nodes);
        let Forces { film, asperities, friction, viscous } = self.forces([faces.gap, faces.rate, faces.spin]);
        Response { faces, film, asperities, friction, viscous }
    }

    fn energy_of(&self, x: &Response<f64>) -> Energy {
        Energy {
            potential: 0.5 * x.asperities * x.asperities / self.stiffness,
            dissipated: (x.friction + x.viscous) * x.faces.spin - x.film * x.faces.rate,
            ..Energy::default()
        }
    }

    /// The operating condition at a response.
    fn condition_of(&self, x: &Response<f64>) -> Condition {
        let (speed, loaded) = (x.faces.spin * self.ring.friction_radius(), x.asperities > 0.0);
        Condition {
            sliding: self.friction.map(|law| Sliding::of(&law, speed, loaded)),
            pressure: x.asperities / self.ring.area(),
            force: x.asperities,
            film: Some(FilmCondition { thickness: x.faces.gap, alone: !loaded }),
            ..Condition::default()
        }
    }

    /// The channels at a response.
    fn channels_of(&self, x: &Response<f64>, out: &mut [f64]) {
        let energy = self.energy_of(x);
        let force = x.film + x.asperities;
        out.copy_from_slice(&[
            x.faces.gap,
            x.faces.rate,
            force,
            x.film,
            x.asperities,
            -x.friction,
            -x.viscous,
            x.faces.spin,
            force / self.ring.area(),
            energy.potential,
            energy.dissipated,
            f64::from(u8::from(x.asperities > 0.0)),
        ]);
    }
}

impl Faced for FilmContact {
    const MEMORY_WITH_FRICTION: &'static [&'static str] =
        &joined::<{ MEMORY.len() + OF_FRICTION.len() }>(MEMORY, OF_FRICTION);
    const FRICTION_CHANNELS: [usize; 2] = [5, 10];

    fn frames(&self) -> [&Frame; 2] {
        [&self.a, &self.b]
    }

    fn friction_radius(&self) -> f64 {
        self.ring.friction_radius()
    }

    fn friction<S: Scalar>(&self, faces: &Faces<S>, _memory: &[f64]) -> S {
        self.asperities(faces.gap)
    }
}

impl Element for FilmContact {
    type Tangent = Dual<12>;
    const HAS_ANALYTIC_TANGENT: bool = true;
    const ELASTIC: bool = true;
    const MEMORY: &'static [&'static str] = MEMORY;
    const HAS_INFEASIBLE_STATES: bool = true;
    const LIMITS_STEP_SIZE: bool = true;
    const HAS_CONDITION: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const DETAILS: &'static [&'static str] =
        &["film_thickness_rate", "film_force", "asperity_force", "rotation_speed", "mean_pressure", "energy", "status"];

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.a.node, self.b.node]
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let x = self.response(at.nodes);
        x.faces.act(r, at.nodes, x.film + x.asperities, x.friction + x.viscous);
    }

    fn analytic_forces(&self, at: &At<f64>, by: &Increments, tangent: &mut ForceTangent) -> bool {
        let frames = [&self.a, &self.b];
        let faces = Faces::on(frames, at.nodes);
        let x = self.forces(faces.seeded());
        let efforts = [x.film + x.asperities, x.friction + x.viscous];
        faces.add_tangent(frames, at.nodes, by, efforts, &mut tangent.motion);
        true
    }

    fn is_feasible(&self, at: &At<f64>) -> bool {
        let (h, before) = (Faces::gap([&self.a, &self.b], at.nodes), at.memory[THICKNESS]);
        h > 0.0 && (before <= 0.0 || h > FARTHEST.0 * before && h < FARTHEST.1 * before)
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        memory[THICKNESS] = Faces::gap([&self.a, &self.b], at.nodes);
    }

    fn step_size_ratio(&self, at: &At<f64>) -> f64 {
        let h = Faces::gap([&self.a, &self.b], at.nodes);
        if at.memory[THICKNESS] > 0.0 { (h / at.memory[THICKNESS]).ln().abs() / LONGEST } else { 0.0 }
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        self.condition_of(&self.response(at.nodes))
    }

    fn observe(&self, at: &At<f64>, out: &mut [f64]) -> Condition {
        let x = self.response(at.nodes);
        self.channels_of(&x, out);
        self.condition_of(&x)
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(Faces::<f64>::wrench([&self.a, &self.b], &["friction_torque", "viscous_torque"]))
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        self.energy_of(&self.response(at.nodes))
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        self.channels_of(&self.response(at.nodes), out);
    }
}

addable!(FilmContact, super::StickingFaces<FilmContact>, super::PreslidingFaces<FilmContact>);

/// For the generic check: far enough apart to have a film at all its states, and with a roughness that some of them
/// reach.
pub(crate) fn specimen(a: Frame, b: Frame) -> FilmContact {
    let ring = Ring { inner_radius: 0.5, outer_radius: 0.9 };
    let a = Frame { offset: a.offset - a.axes * Vec3([0.0, 0.0, 6.0]), ..a };
    FilmContact {
        a,
        b,
        ring,
        film: Film::new(&ring, 90.0, true, None),
        roughness: 6.5,
        stiffness: 0.7,
        friction: Some(Friction::Regularised { coefficient: 0.3, velocity: 40.0 }),
    }
}

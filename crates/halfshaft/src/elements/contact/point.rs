//! Point contact: sphere on plane, two spheres, the end of a pin in a bore.

use super::super::joint::BETWEEN;
use super::super::joint_friction::{
    COEFFICIENT as COEFFICIENT_OF_FRICTION, DISPLACEMENT, PRESLIDING_LAW, STATIC, STRIBECK, VELOCITY,
};
use super::super::memory::joined;
use super::super::pair::{MovingPair, act};
use super::impact::{
    self, CONTACT_TIME, DAMPING_FORCE, DEEPEST_INDENTATION, DISSIPATION, ELASTIC_FORCE, ENERGY, GAP_RATE, IMPACT_SPEED,
    LOOP_AREA, NORMAL_FORCE, Normal, RESTITUTION_NEWTON, RESTITUTION_POISSON, RESTITUTION_STRONGE, STATUS,
};
use super::surfaces::{Moving, PinInBore, SphereOnPlane, Spheres, Surfaces, Touch};
use crate::describe::{Alternative, Channel, Form, Key, Kind, Quantity, Range};
use crate::laws::contact::NormalForce;
use crate::laws::{Friction, NormalLaw};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::{At, Condition, Element, Energy, Frame, NodeId, Residual, Sliding, Wrench};

/// Contact of two bodies at one point, with friction.
///
/// ```text
/// f  = f(ℓ, ℓ̇) n at the point P in the middle of the overlap, on B; the opposite on A
/// f_t = −μ(‖v_t‖) f v_t/‖v_t‖,     v_t = (1 − n nᵀ)(ẋ_P^B − ẋ_P^A)
/// ```
///
/// Virlez 2014, eqs. 4.42-4.76. The point moves relative to both bodies; virtual work is that of the material points at
/// P.
pub struct PointContact<P> {
    /// Frame on A.
    pub a: Frame,
    /// Frame on B.
    pub b: Frame,
    /// The surfaces.
    pub surfaces: P,
    /// Normal force.
    pub normal: Normal,
    /// Friction, if any.
    pub friction: Option<Friction>,
}

/// The key of the normal law: one of the tables of `law`.
pub const LAW: Key = Key::required("law", Form::Variant(LAWS), "normal force against indentation");

const STIFFNESS: Key = Key::optional(
    "stiffness",
    Form::Number(Quantity::STIFFNESS),
    "force for each length of indentation, where the exponent is 1",
)
.within(Range::Positive);
const COEFFICIENT: Key = Key::optional(
    "coefficient",
    Form::Number(Quantity::NUMBER),
    "k of force = k indentation^exponent, in N/m^exponent; instead of `stiffness` for other exponents than 1",
)
.within(Range::Positive);
const MATERIALS: Key = Key::optional(
    "materials",
    Form::Pair(&Form::Group(MATERIAL)),
    "what A and B are made of: the stiffness follows from Hertz' theory and the shapes; instead of `stiffness`",
);
const MATERIAL: &[Key] = &[
    Key::required("youngs_modulus", Form::Number(Quantity::PRESSURE), "Young's modulus").within(Range::Positive),
    Key::with_default("poissons_ratio", Form::Number(Quantity::NUMBER), "0.3", "Poisson's ratio")
        .within(Range::Between(0.0, 0.5)),
];
const EXPONENT: Key = Key::optional(
    "exponent",
    Form::Number(Quantity::NUMBER),
    "n of force = k indentation^n; 1.5 with `coefficient` or `materials` of round surfaces, else 1",
)
.within(Range::Between(1.0, 5.0));
pub(crate) const RESTITUTION: Key =
    Key::required("restitution", Form::Number(Quantity::NUMBER), "coefficient of restitution")
        .within(Range::Between(0.0, 1.0));
pub(crate) const RESTITUTION_ABOVE_ZERO: Key =
    Key::required("restitution", Form::Number(Quantity::NUMBER), "coefficient of restitution")
        .within(Range::Between(0.01, 1.0));
const FLOOR: Key = Key::with_default(
    "speed_floor",
    Form::Number(Quantity::VELOCITY),
    "\"1 mm/s\"",
    "the damping is that of an impact at least this fast",
)
.within(Range::Positive);

/// The normal laws of a model file, from the keys of stiffness, of damping and of the smallest impact speed.
macro_rules! normal_laws {
    ([$($stiffness:expr),*], $damping:expr, $floor:expr $(, $other:expr)*) => {{
        use crate::describe::Alternative;
        use crate::elements::contact::point::{RESTITUTION, RESTITUTION_ABOVE_ZERO};
        &[
            Alternative { name: "hertz", summary: "Elastic: k ℓⁿ.", keys: &[$($stiffness),*] },
            Alternative {
                name: "kelvin_voigt",
                summary: "A spring and a damper, k ℓⁿ + c ℓ̇; the force jumps at first contact.",
                keys: &[$($stiffness),*, $damping],
            },
            Alternative {
                name: "hunt_crossley",
                summary: "k ℓⁿ (1 + 3/2 (1 − e) ℓ̇/v₀).",
                keys: &[$($stiffness),*, RESTITUTION, $floor],
            },
            Alternative {
                name: "lankarani_nikravesh",
                summary: "k ℓⁿ (1 + 3/4 (1 − e²) ℓ̇/v₀).",
                keys: &[$($stiffness),*, RESTITUTION, $floor],
            },
            Alternative {
                name: "flores_machado",
                summary: "k ℓⁿ (1 + 8/5 (1 − e)/e ℓ̇/v₀).",
                keys: &[$($stiffness),*, RESTITUTION_ABOVE_ZERO, $floor],
            },
            Alternative {
                name: "gonthier",
                summary: "k ℓⁿ (1 + K ℓ̇/v₀) with the K that gives the coefficient of restitution exactly.",
                keys: &[$($stiffness),*, RESTITUTION_ABOVE_ZERO, $floor],
            },
            Alternative {
                name: "plastic",
                summary: "In along k ℓⁿ, out along a steeper curve that gives back the part e² of the work.",
                keys: &[$($stiffness),*, RESTITUTION_ABOVE_ZERO],
            },
            $($other),*
        ]
    }};
}
pub(crate) use normal_laws;

/// The normal laws of a contact.
pub const LAWS: &[Alternative] = normal_laws!(
    [STIFFNESS, COEFFICIENT, MATERIALS, EXPONENT],
    Key::required("damping", Form::Number(Quantity::DAMPING), "c").within(Range::NonNegative),
    FLOOR
);

/// The key of the normal law of a contact in a point, which may be impulses.
const POINT_LAW: Key = Key::required("law", Form::Variant(POINT_LAWS), "normal force against indentation, or impulses");
const POINT_LAWS: &[Alternative] = normal_laws!(
    [STIFFNESS, COEFFICIENT, MATERIALS, EXPONENT],
    Key::required("damping", Form::Number(Quantity::DAMPING), "c").within(Range::NonNegative),
    FLOOR,
    Alternative {
        name: "nonsmooth",
        summary: "No indentation: impulses at the ends of fixed steps, without friction. Other channels than gap, rate, normal force, dissipation and status are zero.",
        keys: &[RESTITUTION],
    }
);

/// The key `friction` of a contact.
pub const FRICTION: Key = Key::optional(
    "friction",
    Form::Group(&[COEFFICIENT_OF_FRICTION, STATIC, VELOCITY, STRIBECK]),
    "friction, smooth around rest; default: none",
);

/// The key `friction` of faces, with optional stick-slip.
pub const FACE_FRICTION: Key = Key::optional(
    "friction",
    Form::Group(&[COEFFICIENT_OF_FRICTION, STATIC, PRESLIDING_LAW, VELOCITY, STRIBECK, DISPLACEMENT]),
    "friction against rotation; default: none",
);

/// `[[contact]]` with `type = "sphere_on_plane"` in a model file.
pub const SPHERE_ON_PLANE: Kind = Kind {
    section: "contact",
    type_name: Some("sphere_on_plane"),
    summary: "A sphere on B that may touch a plane on A.",
    keys: &[
        BETWEEN,
        Key::required("position", Form::Vector(Quantity::LENGTH), "a point of the plane at the design position"),
        Key::required("normal", Form::Axis, "normal of the plane at the design position, towards the sphere"),
        Key::optional(
            "centre",
            Form::Vector(Quantity::LENGTH),
            "centre of the sphere at the design position; default: B's own origin",
        ),
        Key::required("radius", Form::Number(Quantity::LENGTH), "radius of the sphere").within(Range::Positive),
        POINT_LAW,
        FRICTION,
    ],
    channels: CHANNELS,
};

/// `[[contact]]` with `type = "spheres"` in a model file.
pub const SPHERES: Kind = Kind {
    section: "contact",
    type_name: Some("spheres"),
    summary: "Two spheres that may touch.",
    keys: &[
        BETWEEN,
        Key::optional(
            "position_a",
            Form::Vector(Quantity::LENGTH),
            "centre of A's sphere at the design position; default: A's own origin",
        ),
        Key::optional(
            "position_b",
            Form::Vector(Quantity::LENGTH),
            "centre of B's sphere at the design position; default: B's own origin",
        ),
        Key::required("radii", Form::Pair(&Form::Number(Quantity::LENGTH)), "their radii, A's first")
            .within(Range::Positive),
        POINT_LAW,
        FRICTION,
    ],
    channels: CHANNELS,
};

/// `[[contact]]` with `type = "pin_in_bore"` in a model file.
pub const PIN_IN_BORE: Kind = Kind {
    section: "contact",
    type_name: Some("pin_in_bore"),
    summary: "One end of a pin on B in a wider bore of A; a pin that may tilt takes one at each end.",
    keys: &[
        BETWEEN,
        Key::required("position", Form::Vector(Quantity::LENGTH), "a point of the bore's axis at the design position"),
        Key::required("axis", Form::Axis, "axis of the bore at the design position"),
        Key::optional(
            "end",
            Form::Vector(Quantity::LENGTH),
            "centre of the pin's end at the design position; default: `position`",
        ),
        Key::required("pin_radius", Form::Number(Quantity::LENGTH), "radius of the pin").within(Range::Positive),
        Key::required("bore_radius", Form::Number(Quantity::LENGTH), "radius of the bore, above the pin's")
            .within(Range::Positive),
        POINT_LAW,
        FRICTION,
    ],
    channels: CHANNELS,
};

pub(super) const CHANNELS: &[Channel] = &[
    Channel::new("gap", Quantity::LENGTH, "distance of the surfaces; negative where they press into each other"),
    GAP_RATE,
    NORMAL_FORCE,
    ELASTIC_FORCE,
    DAMPING_FORCE,
    Channel::new("friction_force", Quantity::FORCE, "magnitude of the friction force"),
    Channel::new("sliding_speed", Quantity::VELOCITY, "magnitude of the velocity of B against A along the surfaces"),
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

/// Kinematics and forces of a contact.
struct Response<S> {
    touch: Touch<S>,
    force: NormalForce<S>,
    /// Tangential velocity of B relative to A, and the factor that gives the friction force.
    slip: Vec3<S>,
    resistance: S,
}

impl<P: Surfaces> PointContact<P> {
    fn touch<S: Scalar>(&self, moving: &MovingPair<S>) -> Option<Touch<S>> {
        self.surfaces.touch(&Moving::of(moving))
    }

    fn response<S: Scalar>(&self, at: &At<S>) -> Option<Response<S>> {
        let moving = MovingPair::on([&self.a, &self.b], at.nodes);
        let touch = self.touch(&moving)?;
        let force = self.normal.force(at.mode, touch.indentation, touch.rate, at.memory);
        let v = moving.v + moving.w.cross(touch.point - moving.pair.b.x);
        let slip = v - touch.normal.scale(touch.normal.dot(v));
        let square = slip.dot(slip);
        // At rest the speed has a kink; its derivative is irrelevant because it is multiplied by the slip.
        let speed = if square.value() == 0.0 { S::zero() } else { square.sqrt() };
        let resistance = self.friction.map_or(S::zero(), |law| law.resistance(speed) * force.total());
        Some(Response { touch, force, slip, resistance })
    }
}

impl<P: Surfaces> Element for PointContact<P> {
    type Tangent = Dual<12>;
    const MEMORY: &'static [&'static str] = impact::MEMORY;
    const MODES: &'static [&'static str] = impact::MODES;
    const EVENT_FUNCTIONS: usize = 1;
    const LIMITS_STEP_SIZE: bool = true;
    const ELASTIC: bool = true;
    const HAS_CONDITION: bool = true;
    const CHANNELS: &'static [Channel] = CHANNELS;
    const DETAILS: &'static [&'static str] = &joined::<12>(impact::DETAILS, &["sliding_speed"]);

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
        let touch = self.touch(&MovingPair::on([&self.a, &self.b], at.nodes));
        out[0] = touch.map_or(f64::INFINITY, |touch| Normal::event(at.mode, touch.indentation, touch.rate));
    }

    fn switch(&self, at: &At<f64>, _event: usize, _memory: &mut [f64]) -> usize {
        Normal::other(at.mode)
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let Some(x) = self.response(at) else { return };
        if Normal::felt(at.mode, x.touch.indentation).value() <= 0.0 {
            return;
        }
        let on_b = x.touch.normal.scale(x.force.total()) - x.slip.scale(x.resistance);
        act(r, at.nodes, x.touch.point, -on_b, Vec3::zero());
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let (l, rate) = match self.response(at) {
            Some(x) => (x.touch.indentation, x.touch.rate),
            None => (-1.0, 0.0),
        };
        self.normal.commit(at.time, at.mode, l, rate, memory);
    }

    fn step_size_ratio(&self, at: &At<f64>) -> f64 {
        let x = self.response(at);
        x.map_or(0.0, |x| self.normal.step_size_ratio(x.touch.indentation, x.touch.rate, at.memory))
    }

    fn condition(&self, at: &At<f64>) -> Condition {
        let Some(x) = self.response(at) else { return Condition { open: true, ..Condition::default() } };
        let l = x.touch.indentation;
        let sliding = self.friction.map(|law| Sliding::of(&law, x.slip.norm(), x.force.total() > 0.0));
        let indentation = l.max(0.0) / self.surfaces.size();
        Condition { open: l <= 0.0, sliding, indentation, ..Condition::default() }
    }

    fn wrench(&self) -> Option<Wrench> {
        Some(self.surfaces.wrench(Wrench::at(&[&self.a, &self.b]), self.a.axes.column(2)))
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        let Some(x) = self.response(at) else { return Energy::default() };
        let (l, rate) = (x.touch.indentation, x.touch.rate);
        let sliding = x.resistance * x.slip.dot(x.slip);
        Energy {
            potential: self.normal.stored(at.mode, l, at.memory),
            dissipated: self.normal.dissipated(at.mode, l, rate, at.memory) + sliding,
            ..Energy::default()
        }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        out.fill(0.0);
        let energy = self.energy(at);
        if let Some(x) = self.response(at) {
            let (l, rate) = (x.touch.indentation, x.touch.rate);
            out[..7].copy_from_slice(&[
                -l,
                -rate,
                x.force.total(),
                x.force.elastic,
                x.force.damping,
                x.resistance * x.slip.norm(),
                x.slip.norm(),
            ]);
            out[9] = f64::from(u8::from(l > 0.0));
        }
        out[7..9].copy_from_slice(&[energy.potential, energy.dissipated]);
        out[10..].copy_from_slice(&Normal::past(at.memory));
    }
}

fn specimen<P: Surfaces>(a: Frame, b: Frame, surfaces: P) -> PointContact<P> {
    let normal = Normal { law: NormalLaw::hunt_crossley(1.3, 1.5, 0.4), speed_floor: 2.0 };
    let friction = Some(Friction::Regularised { coefficient: 0.3, velocity: 4000.0 });
    PointContact { a, b, surfaces, normal, friction }
}

addable!(PointContact<PinInBore>, PointContact<SphereOnPlane>, PointContact<Spheres>);

/// For the generic check: surfaces large enough to overlap at its states, and slow friction, because the direction of
/// sliding changes too fast for finite differences.
pub(crate) fn sphere_on_plane_specimen(a: Frame, b: Frame) -> PointContact<SphereOnPlane> {
    specimen(a, b, SphereOnPlane { radius: 50.0 })
}

/// For the generic check.
pub(crate) fn spheres_specimen(a: Frame, b: Frame) -> PointContact<Spheres> {
    specimen(a, b, Spheres { radii: [30.0, 40.0] })
}

/// For the generic check: well away from the axis, where the normal is undefined.
pub(crate) fn pin_in_bore_specimen(a: Frame, b: Frame) -> PointContact<PinInBore> {
    let a = Frame { offset: a.offset + a.axes * Vec3([30.0, 0.0, 0.0]), ..a };
    specimen(a, b, PinInBore { pin: 35.0, bore: 45.0 })
}

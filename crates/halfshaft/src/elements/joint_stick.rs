//! Joints that stick: friction that holds still until the load breaks it away.

use super::joint::{self, Joint, Slip, X, Y, Z};
use super::joint_friction::Surface;
use super::memory::{joined, memory};
use super::pair::{MovingPair, Pair, act};
use super::stick_slip::{FrictionState, FrictionSurface, inactive_rows, norm, sliding_friction};
use super::turns;
use crate::describe::Channel;
use crate::laws::DryFriction;
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::system::element::MAX_MULTIPLIERS;
use crate::system::{At, Element, Energy, NodeId, Place, Residual, Wrench};

/// A joint whose friction sticks.
///
/// ```text
/// s = (v, ρ w)                                    slip velocity and angular velocity, at the surface
/// slip:  f = −μ N v/‖s‖,  τ = −μ N ρ² w/‖s‖       on B
/// stick: x_B − x_A and R_AᵀR_B stay in A's axes   as far as the joint leaves them free, by the multipliers λ_v and λ_w
/// breakaway:  √(‖λ_v‖² + ‖λ_w‖²/ρ²) > μ_s N
/// ```
///
/// N and ρ as in friction that is smooth around rest; modes, events and switching as in `stick_slip.rs`. The multipliers
/// vanish in slip. The position at sticking is remembered, so nothing creeps.
pub struct Sticking<J> {
    /// The joint.
    pub joint: J,
    /// The surfaces that slide on each other.
    pub surface: Surface,
    /// μ and μ_s.
    pub friction: DryFriction,
}

/// The freedoms of a joint that have friction.
pub(crate) trait Freedoms: Joint {
    /// The axes of A along which B slides.
    const SLIDES: &'static [usize];
    /// How many rotations of B it leaves, at most.
    const ROTATIONS: usize;

    /// How many rotations it leaves.
    fn rotations(&self) -> usize {
        Self::ROTATIONS
    }

    /// As many axes of these rotations, in world axes.
    fn axes(&self, _pair: &Pair) -> [Vec3; 3] {
        [Vec3::zero(); 3]
    }

    /// The friction of which a holding torque in A's axes consists, as the force and the force at the radius.
    fn friction_of_torque(&self, torque: Vec3, radius: f64) -> [Vec3; 2] {
        [Vec3::zero(), torque * (1.0 / radius)]
    }

    /// What friction that holds takes from the multipliers of the parts, where both act along one freedom.
    fn relieve(&self, _multipliers: &mut [f64], _held: &[f64], _radius: f64) {}
}

const SLIP: usize = 0;
const STUCK: usize = 1;

memory! {
    /// What a joint remembers of its friction, in A's axes, behind what it remembers itself.
    OF_FRICTION {
        ROTATION: [
            "stuck xx", "stuck xy", "stuck xz", "stuck yx", "stuck yy", "stuck yz", "stuck zx", "stuck zy", "stuck zz"
        ],
        AXES: ["axis 1 x", "axis 1 y", "axis 1 z", "axis 2 x", "axis 2 y", "axis 2 z", "axis 3 x", "axis 3 y", "axis 3 z"],
        OFFSET: ["stuck x", "stuck y", "stuck z"],
        LAST_SLIP: ["sliding x", "sliding y", "sliding z", "turning x", "turning y", "turning z", "slip"],
    }
}
/// The same behind the turns of a joint that counts them.
const TURNS_AND_FRICTION: [&str; turns::MEMORY.len() + OF_FRICTION.len()] = joined(&turns::MEMORY, OF_FRICTION);

/// What a joint remembers of its friction, in A's axes.
struct StickMemory<'a>(&'a [f64]);

impl StickMemory<'_> {
    /// R_Aᵀ R_B at sticking.
    fn turned(&self) -> Mat3 {
        let entries = &self.0[ROTATION];
        Mat3(std::array::from_fn(|i| std::array::from_fn(|j| entries[3 * i + j])))
    }

    /// The axis of a held rotation.
    fn axis(&self, k: usize) -> Vec3 {
        Vec3::from_slice(&self.0[AXES][3 * k..])
    }

    /// x_B − x_A at sticking.
    fn offset(&self) -> Vec3 {
        Vec3::from_slice(&self.0[OFFSET])
    }

    /// The directions of the last slip velocity and of ρ times its angular velocity.
    fn direction(&self) -> [Vec3; 2] {
        [0, 3].map(|k| Vec3::from_slice(&self.0[LAST_SLIP][k..]))
    }
}

/// (v, u) as the components of slip or friction.
fn components<S: Scalar>(Vec3([v_x, v_y, v_z]): Vec3<S>, Vec3([u_x, u_y, u_z]): Vec3<S>) -> [S; 6] {
    [v_x, v_y, v_z, u_x, u_y, u_z]
}

/// v and u of such components.
fn vectors<S: Scalar>([v_x, v_y, v_z, u_x, u_y, u_z]: [S; 6]) -> [Vec3<S>; 2] {
    [Vec3([v_x, v_y, v_z]), Vec3([u_x, u_y, u_z])]
}

#[allow(private_bounds)] // Joints are of this crate.
impl<J: Freedoms> Sticking<J> {
    /// Where its own memory begins, behind what the joint remembers.
    const OWN_MEMORY: usize = joint::memory_of::<J>().len();
    /// Freedoms that are held while it is stuck. Their multipliers stand behind those of the parts on positions.
    const HELD: usize = J::SLIDES.len() + J::ROTATIONS;
    const ON_POSITIONS: usize = J::EQUATIONS - J::ON_VELOCITIES;

    fn memory<'a, S>(&self, at: &At<'a, S>) -> StickMemory<'a> {
        StickMemory(&at.memory[Self::OWN_MEMORY..])
    }

    /// The multipliers of the joint's own parts.
    fn of_joint<S: Scalar>(multipliers: &[S]) -> [S; MAX_MULTIPLIERS] {
        let mut own = [S::zero(); MAX_MULTIPLIERS];
        let (before, after) = multipliers.split_at(Self::ON_POSITIONS);
        let all = before.iter().chain(&after[Self::HELD..]);
        own.iter_mut().zip(all).for_each(|(own, multiplier)| *own = *multiplier);
        own
    }

    /// The multipliers of the freedoms that are held: of slides and of rotations.
    fn of_friction<S>(multipliers: &[S]) -> (&[S], &[S]) {
        multipliers[Self::ON_POSITIONS..][..Self::HELD].split_at(J::SLIDES.len())
    }

    /// What presses the surfaces together.
    fn normal_force<S: Scalar>(&self, multipliers: &[S]) -> S {
        self.surface.normal_force(&self.joint, &Self::of_joint(multipliers))
    }

    /// Force and torque of friction in slip as they stand in the residual, on B's side.
    fn sliding_wrench<S: Scalar>(&self, pair: &MovingPair<S>, at: &At<S>) -> (Vec3<S>, Vec3<S>) {
        let (Slip { v, w }, rho, a) = (self.joint.slip(pair), self.surface.radius, &pair.pair.a.r);
        let [d_v, d_u] = self.memory(at).direction().map(|d| a.times_constant_vector(d));
        let limit = self.normal_force(at.multipliers) * self.friction.kinetic;
        let [force, at_radius] = vectors(sliding_friction(components(v, w * rho), &components(d_v, d_u), limit));
        (force, at_radius * rho)
    }

    /// The friction that holds, in A's axes.
    fn holding_friction(&self, at: &At<f64>) -> [f64; 6] {
        let (sliding, turning) = Self::of_friction(at.multipliers);
        let (mut force, mut torque) = (Vec3::zero(), Vec3::zero());
        for (&axis, &multiplier) in J::SLIDES.iter().zip(sliding) {
            force.0[axis] = multiplier;
        }
        if turning.is_empty() {
            return components(force, torque);
        }
        for (k, multiplier) in turning.iter().enumerate() {
            torque += self.memory(at).axis(k) * *multiplier;
        }
        let [along, at_radius] = self.joint.friction_of_torque(torque, self.surface.radius);
        components(force + along, at_radius)
    }

    /// The axes of B that coincided with A's at sticking.
    fn stuck_axes<S: Scalar>(pair: &Pair<S>, memory: &StickMemory) -> Mat3<S> {
        pair.b.r.times_constant(&memory.turned().transpose())
    }
}

impl<J: Freedoms> FrictionSurface<6> for Sticking<J> {
    fn coefficients(&self) -> DryFriction {
        self.friction
    }

    /// N, as the parts of the joint press without the friction that holds.
    fn capacity(&self, at: &At<f64>) -> f64 {
        let mut own = Self::of_joint(at.multipliers);
        self.joint.relieve(&mut own, Self::of_friction(at.multipliers).1, self.surface.radius);
        self.surface.normal_force(&self.joint, &own)
    }

    /// (v, ρ w) in A's axes.
    fn slip(&self, at: &At<f64>) -> [f64; 6] {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        let (Slip { v, w }, a) = (self.joint.slip(&pair), &pair.pair.a.r);
        components(a.transpose_times(v), a.transpose_times(w) * self.surface.radius)
    }

    fn friction(&self, at: &At<f64>) -> [f64; 6] {
        match self.state(at) {
            FrictionState::Sticking => self.holding_friction(at),
            FrictionState::Slipping(last) => {
                let limit = self.friction.kinetic * self.normal_force(at.multipliers);
                sliding_friction(self.slip(at), &last.direction, limit)
            }
        }
    }

    fn state(&self, at: &At<f64>) -> FrictionState<6> {
        FrictionState::read(at.mode == STUCK, &self.memory(at).0[LAST_SLIP])
    }

    fn remember(&self, _mode: usize, state: &FrictionState<6>, memory: &mut [f64]) -> usize {
        if state.write(&mut memory[Self::OWN_MEMORY..][LAST_SLIP]) { STUCK } else { SLIP }
    }

    fn set_anchor(&self, at: &At<f64>, memory: &mut [f64]) {
        let memory = &mut memory[Self::OWN_MEMORY..];
        let pair = Pair::on(self.joint.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        let turned = pair.a.r.transpose() * pair.b.r;
        turned.0.iter().flatten().zip(&mut memory[ROTATION]).for_each(|(entry, place)| *place = *entry);
        for (axis, place) in self.joint.axes(&pair).into_iter().zip(memory[AXES].chunks_exact_mut(3)) {
            place.copy_from_slice(&pair.a.r.transpose_times(axis).0);
        }
        memory[OFFSET].copy_from_slice(&pair.a.r.transpose_times(pair.offset()).0);
    }
}

impl<J: Freedoms> Element for Sticking<J> {
    type Tangent = Dual<20>;
    const CONSTRAINTS: usize = J::EQUATIONS + J::SLIDES.len() + J::ROTATIONS;
    const VELOCITY_CONSTRAINTS: usize = J::ON_VELOCITIES;
    const FORCES_DEPEND_ON_REACTIONS: bool = true;
    const MEMORY: &'static [&'static str] = if J::TURNS { &TURNS_AND_FRICTION } else { OF_FRICTION };
    const MODES: &'static [&'static str] = &["slipping", "stuck"];
    const EVENT_FUNCTIONS: usize = 1;
    const CHANNELS: &'static [Channel] = J::CHANNELS;
    const DETAILS: &'static [&'static str] = joint::DETAILS;

    fn nodes(&self) -> Vec<NodeId> {
        self.joint.frames().map(|frame| frame.node).to_vec()
    }

    /// Slipping; where there is no slip, that mode is left for the stuck one before anything moves.
    fn start(&self, _memory: &mut [f64]) -> usize {
        SLIP
    }

    fn is_active(&self, mode: usize, constraint: usize) -> bool {
        let Some(freedom) = constraint.checked_sub(Self::ON_POSITIONS).filter(|k| *k < Self::HELD) else { return true };
        mode == STUCK && freedom < J::SLIDES.len() + self.joint.rotations()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        let (mut force, mut torque) = joint::reaction(&self.joint, &pair.pair, &Self::of_joint(at.multipliers));
        inactive_rows(self, at, &[], r);
        if at.mode == SLIP {
            let (sliding, turning) = self.sliding_wrench(&pair, at);
            (force, torque) = (force + sliding, torque + turning);
        } else {
            let (a, memory) = (&pair.pair.a.r, self.memory(at));
            let (sliding, turning) = Self::of_friction(at.multipliers);
            for (&axis, &multiplier) in J::SLIDES.iter().zip(sliding) {
                force += a.column(axis).scale(multiplier);
            }
            // With U along a held axis and b the stuck axes: δΦ = ½ (U Σ a·b − Σ a (b·U)) · δθ.
            let stuck = Self::stuck_axes(&pair.pair, &memory);
            for (k, &multiplier) in turning[..self.joint.rotations()].iter().enumerate() {
                let axis = a.times_constant_vector(memory.axis(k));
                let mut turns = Vec3::zero();
                for i in [X, Y, Z] {
                    let (of_a, of_b) = (a.column(i), stuck.column(i));
                    turns += axis.scale(of_a.dot(of_b)) - of_a.scale(of_b.dot(axis));
                }
                torque += turns.scale(multiplier) * 0.5;
            }
        }
        act(r, at.nodes, pair.pair.b.x, force, torque);
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        let pair = Pair::on(self.joint.frames(), [&at.nodes[0], &at.nodes[1]]);
        let (joint, own) = phi.split_at_mut(Self::ON_POSITIONS);
        joint::values(&self.joint, &pair, joint);
        let (sliding, turning) = own.split_at_mut(J::SLIDES.len());
        let memory = StickMemory(&at.memory[Self::OWN_MEMORY..]);
        for (&axis, phi) in J::SLIDES.iter().zip(sliding) {
            *phi = pair.a.r.column(axis).dot(pair.offset()) - S::constant(memory.offset()[axis]);
        }
        // ½ Σ a × b is the sine of the rotation since sticking, along its axis.
        let stuck = Self::stuck_axes(&pair, &memory);
        let mut turned = Vec3::zero();
        for i in [X, Y, Z] {
            turned += pair.a.r.column(i).cross(stuck.column(i));
        }
        for (k, phi) in turning.iter_mut().enumerate() {
            *phi = pair.a.r.times_constant_vector(memory.axis(k)).dot(turned) * 0.5;
        }
    }

    fn velocity_constraints<S: Scalar>(&self, at: &At<S>, phi: &mut [S]) {
        joint::velocities(&self.joint, at, phi);
    }

    fn event_functions(&self, at: &At<f64>, out: &mut [f64]) {
        out[0] = self.friction_event(at);
    }

    fn switch(&self, at: &At<f64>, _event: usize, memory: &mut [f64]) -> usize {
        self.switch_friction(at, memory)
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        joint::count_turns(&self.joint, at, &mut memory[..Self::OWN_MEMORY]);
        self.commit_slip(at, memory);
    }

    fn wrench(&self) -> Option<Wrench> {
        self.joint.wrench()
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        Energy { dissipated: self.friction_loss(at), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let friction = self.friction(at);
        // With one freedom friction has a sign: positive where it acts against the freedom.
        let along = J::SLIDES.first().map_or(3 + Z, |axis| *axis);
        let sign = if Self::HELD == 1 { friction[along].signum() } else { 1.0 };
        let size = norm(&friction);
        let own = Self::of_joint(at.multipliers);
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        joint::channels(&self.joint, at, &pair, &own, [sign * size, self.friction_loss(at)], out);
    }
}

/// Freedoms along and about A's z axis.
macro_rules! about_z {
    ($($joint:ident: $slides:expr, $rotations:literal;)*) => {$(
        impl Freedoms for super::$joint {
            const SLIDES: &'static [usize] = &$slides;
            const ROTATIONS: usize = $rotations;

            fn axes(&self, pair: &Pair) -> [Vec3; 3] {
                [pair.a.r.column(Z), Vec3::zero(), Vec3::zero()]
            }
        }
    )*};
}

about_z! {
    Hinge: [], 1;
    Prismatic: [Z], 0;
    Cylindrical: [Z], 1;
    Planar: [X, Y], 1;
    Inline: [Z], 0;
    RackAndPinion: [], 1;
}

impl Freedoms for super::Screw {
    const SLIDES: &'static [usize] = &[];
    const ROTATIONS: usize = 1;

    fn axes(&self, pair: &Pair) -> [Vec3; 3] {
        [pair.a.r.column(Z), Vec3::zero(), Vec3::zero()]
    }

    /// The thread slides along its helix, by √(ρ² + s²) for each radian: a torque h is friction T = h/√(ρ² + s²) along it, with
    /// the parts s and ρ of √(ρ² + s²) along the axis and around it.
    fn friction_of_torque(&self, torque: Vec3, radius: f64) -> [Vec3; 2] {
        let unit = torque * (1.0 / (radius * radius + self.rise * self.rise));
        [unit * self.rise, unit * radius]
    }

    /// The torque h that holds the rotation is friction T = h/√(ρ² + s²) along the helix, with the axial part T s/√(ρ² + s²),
    /// and a reaction of the thread that has none: h s²/(ρ² + s²).
    fn relieve(&self, multipliers: &mut [f64], held: &[f64], radius: f64) {
        multipliers[4] += held[0] * self.rise * self.rise / (radius * radius + self.rise * self.rise);
    }
}

impl Freedoms for super::Rolling {
    const SLIDES: &'static [usize] = &[];
    const ROTATIONS: usize = 2;

    fn rotations(&self) -> usize {
        if self.wheel.ball { 2 } else { 1 }
    }

    fn axes(&self, pair: &Pair) -> [Vec3; 3] {
        match self.wheel.ball {
            true => [pair.a.r.column(X), pair.a.r.column(Y), Vec3::zero()],
            false => [Self::across(pair), Vec3::zero(), Vec3::zero()],
        }
    }
}

impl Freedoms for super::Spherical {
    const SLIDES: &'static [usize] = &[];
    const ROTATIONS: usize = 3;

    fn axes(&self, pair: &Pair) -> [Vec3; 3] {
        [X, Y, Z].map(|axis| pair.a.r.column(axis))
    }
}

impl Freedoms for super::Universal {
    const SLIDES: &'static [usize] = &[];
    const ROTATIONS: usize = 2;

    /// The arms.
    fn axes(&self, pair: &Pair) -> [Vec3; 3] {
        [pair.a.r.column(Z), pair.b.r.column(Z), Vec3::zero()]
    }
}

impl Freedoms for super::ConstantVelocity {
    const SLIDES: &'static [usize] = &[];
    const ROTATIONS: usize = 2;

    /// Two axes in the plane that halves the angle between the shafts.
    fn axes(&self, pair: &Pair) -> [Vec3; 3] {
        let middle = pair.a.r.column(Z) + pair.b.r.column(Z);
        let first = middle.cross(pair.a.r.column(X));
        let first = first * (1.0 / first.norm());
        let second = middle.cross(first);
        [first, second * (1.0 / second.norm()), Vec3::zero()]
    }
}

/// For the generic check.
pub(crate) fn specimen<J: Freedoms>(joint: J) -> Sticking<J> {
    Sticking {
        joint,
        surface: Surface { radius: 0.4, bending: 0.7 },
        friction: DryFriction { kinetic: 0.3, static_: 0.5 },
    }
}

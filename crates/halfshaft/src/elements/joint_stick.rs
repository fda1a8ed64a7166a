//! Joints with stick-slip friction: they stick until the load breaks them away.

use super::joint::{self, Joint, Slip, X, Y, Z};
use super::joint_friction::{Surface, root};
use super::memory::{joined, memory};
use super::pair::{MovingPair, Pair, act};
use super::turns;
use crate::describe::Channel;
use crate::laws::friction::breakaway;
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::system::element::MAX_MULTIPLIERS;
use crate::system::{At, Element, Energy, NodeId, Place, Residual};

/// A joint with stick-slip friction.
///
/// ```text
/// slip:  f = −μ N v/σ,  τ = −μ N ρ² w/σ                 until the slip (v, w) stops
/// stick: constraints on every coordinate with friction   until √(‖λ_v‖² + ‖λ_w‖²/ρ²) > μ_s N
/// ```
///
/// with σ, N and ρ as in regularised friction. While stuck, the multipliers λ of these constraints are the friction;
/// they are always unknowns, and while slipping the constraints are inactive, λ = 0. The position of sticking is stored
/// in memory, so nothing creeps. Slip stops where it reverses relative to the direction of the last step, and it begins
/// opposite to the friction force that held it: this direction, from memory, replaces v/σ where σ is zero.
pub struct Sticking<J> {
    /// The joint.
    pub joint: J,
    /// The friction surfaces.
    pub surface: Surface,
    /// μ of sliding.
    pub kinetic: f64,
    /// μ_s.
    pub static_: f64,
}

/// The degrees of freedom of a joint that have friction.
pub(crate) trait Freedoms: Joint {
    /// The axes of A along which B slides.
    const SLIDES: &'static [usize];
    /// Maximum number of rotational degrees of freedom of B.
    const ROTATIONS: usize;

    /// Number of rotational degrees of freedom.
    fn rotations(&self) -> usize {
        Self::ROTATIONS
    }

    /// The axes of these rotations, in world axes.
    fn axes(&self, _pair: &Pair) -> [Vec3; 3] {
        [Vec3::zero(); 3]
    }

    /// The lever arm: torque about the axis of the only rotation divided by the force at the surfaces.
    fn arm(&self, radius: f64) -> f64 {
        radius
    }

    /// Adds the contribution of static friction to the multipliers of the parts, if both act along one degree of
    /// freedom.
    fn relieve(&self, _multipliers: &mut [f64], _held: &[f64], _radius: f64) {}

    /// Completes the slip with the part that the joint couples to a rotation.
    fn whole(&self, slip: Slip<f64>) -> Slip<f64> {
        slip
    }
}

const SLIP: usize = 0;
const STUCK: usize = 1;

/// Below this speed in m/s, the direction of slip is taken from memory: far below any significant speed.
pub(crate) const SLIP_SPEED_ROUND_OFF: f64 = 1e-9;
/// Reversing slip has stopped if at most this fraction of its speed remains perpendicular to it.
pub(crate) const REST_SPEED_SHARE: f64 = 1e-3;

memory! {
    /// What a joint remembers of its friction, in A's axes, behind what it remembers itself.
    OF_FRICTION {
        ROTATION: [
            "stuck xx", "stuck xy", "stuck xz", "stuck yx", "stuck yy", "stuck yz", "stuck zx", "stuck zy", "stuck zz"
        ],
        AXES: ["axis 1 x", "axis 1 y", "axis 1 z", "axis 2 x", "axis 2 y", "axis 2 z", "axis 3 x", "axis 3 y", "axis 3 z"],
        OFFSET: ["stuck x", "stuck y", "stuck z"],
        SLIDING: ["sliding x", "sliding y", "sliding z"],
        TURNING: ["turning x", "turning y", "turning z"],
        SPEED: "slip",
    }
}
/// The same behind the turns of a joint that counts them.
const TURNS_AND_FRICTION: [&str; turns::MEMORY.len() + OF_FRICTION.len()] = joined(&turns::MEMORY, OF_FRICTION);

/// The memory of a joint's friction, in A's axes.
struct Memory<'a>(&'a [f64]);

impl Memory<'_> {
    /// R_Aᵀ R_B at sticking.
    fn turned(&self) -> Mat3 {
        let entries = &self.0[ROTATION];
        Mat3(std::array::from_fn(|i| std::array::from_fn(|j| entries[3 * i + j])))
    }

    /// The axis of a rotation that is stuck.
    fn axis(&self, k: usize) -> Vec3 {
        Vec3::from_slice(&self.0[AXES][3 * k..])
    }

    /// x_B − x_A at sticking.
    fn offset(&self) -> Vec3 {
        Vec3::from_slice(&self.0[OFFSET])
    }

    /// The direction of the last slip, of unit length in the norm of σ.
    fn direction(&self) -> Slip<f64> {
        Slip { v: Vec3::from_slice(&self.0[SLIDING]), w: Vec3::from_slice(&self.0[TURNING]) }
    }

    /// σ of the last slip.
    fn speed(&self) -> f64 {
        self.0[SPEED]
    }
}

fn remember_direction(memory: &mut [f64], slip: &Slip<f64>, speed: f64) {
    memory[SLIDING].copy_from_slice(&slip.v.0);
    memory[TURNING].copy_from_slice(&slip.w.0);
    memory[SPEED] = speed;
}

#[allow(private_bounds)] // Joints are of this crate.
impl<J: Freedoms> Sticking<J> {
    /// Offset of its own memory, which follows that of the joint.
    const OWN_MEMORY: usize = joint::memory_of::<J>().len();
    /// Number of constraints that are active while it is stuck. Their multipliers follow those of the holonomic parts.
    const HELD: usize = J::SLIDES.len() + J::ROTATIONS;
    const ON_POSITIONS: usize = J::EQUATIONS - J::ON_VELOCITIES;

    fn memory<'a, S>(&self, at: &At<'a, S>) -> Memory<'a> {
        Memory(&at.memory[Self::OWN_MEMORY..])
    }

    /// The multipliers of the joint's own parts.
    fn of_joint<S: Scalar>(multipliers: &[S]) -> [S; MAX_MULTIPLIERS] {
        let mut own = [S::zero(); MAX_MULTIPLIERS];
        let (before, after) = multipliers.split_at(Self::ON_POSITIONS);
        let all = before.iter().chain(&after[Self::HELD..]);
        own.iter_mut().zip(all).for_each(|(own, multiplier)| *own = *multiplier);
        own
    }

    /// The multipliers of friction: of slides and of rotations.
    fn of_friction<S>(multipliers: &[S]) -> (&[S], &[S]) {
        multipliers[Self::ON_POSITIONS..][..Self::HELD].split_at(J::SLIDES.len())
    }

    /// The normal force between the surfaces.
    fn normal_force<S: Scalar>(&self, multipliers: &[S]) -> S {
        self.surface.normal_force(&self.joint.press(&Self::of_joint(multipliers)))
    }

    fn inner(&self, a: &Slip<f64>, b: &Slip<f64>) -> f64 {
        a.v.dot(b.v) + a.w.dot(b.w) * self.surface.radius.powi(2)
    }

    /// The slip in A's axes.
    fn slip(&self, at: &At<f64>) -> Slip<f64> {
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        let slip = self.joint.slip(&pair);
        Slip { v: pair.pair.a.r.transpose_times(slip.v), w: pair.pair.a.r.transpose_times(slip.w) }
    }

    /// Sliding friction as it enters the residual, on B's side.
    fn friction_force<S: Scalar>(&self, pair: &MovingPair<S>, at: &At<S>) -> (Vec3<S>, Vec3<S>) {
        let (slip, last, a) = (self.joint.slip(pair), self.memory(at).direction(), &pair.pair.a.r);
        let square = self.surface.radius * self.surface.radius;
        let (d_v, d_w) = (a.times_constant_vector(last.v), a.times_constant_vector(last.w));
        // If slip would reverse, friction keeps its direction until slip stops, which ends the step.
        let onward = slip.v.dot(d_v) + slip.w.dot(d_w) * square;
        let (mut v, mut w) = (slip.v, slip.w);
        if onward.value() < SLIP_SPEED_ROUND_OFF {
            let missing = S::constant(SLIP_SPEED_ROUND_OFF) - onward;
            (v, w) = (v + d_v.scale(missing), w + d_w.scale(missing));
        }
        let speed = root(v.dot(v) + w.dot(w) * square);
        if speed.value() == 0.0 {
            return (Vec3::zero(), Vec3::zero());
        }
        let resistance = self.normal_force(at.multipliers) * self.kinetic / speed;
        (v.scale(resistance), w.scale(resistance * square))
    }

    /// The static friction force at the surfaces.
    fn holding(&self, multipliers: &[f64]) -> f64 {
        let (sliding, turning) = Self::of_friction(multipliers);
        let arm = self.joint.arm(self.surface.radius);
        let squares = |list: &[f64]| list.iter().map(|x| x * x).sum::<f64>();
        let turning = if turning.is_empty() { 0.0 } else { squares(turning) / (arm * arm) };
        (squares(sliding) + turning).sqrt()
    }

    /// The axes of B that coincided with A's at sticking.
    fn stuck_axes<S: Scalar>(pair: &Pair<S>, memory: &Memory) -> Mat3<S> {
        pair.b.r.times_constant(&memory.turned().transpose())
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

    fn nodes(&self) -> Vec<NodeId> {
        self.joint.frames().map(|frame| frame.node).to_vec()
    }

    /// Initially slipping; without slip, event iteration switches to the stuck mode before anything moves.
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
        for k in (Self::ON_POSITIONS..).take(Self::HELD).filter(|k| !self.is_active(at.mode, *k)) {
            r.inactive_constraint_row(k, at.multipliers[k]);
        }
        if at.mode == SLIP {
            let (friction_force, twist) = self.friction_force(&pair, at);
            (force, torque) = (force + friction_force, torque + twist);
        } else {
            let (a, memory) = (&pair.pair.a.r, self.memory(at));
            let (sliding, turning) = Self::of_friction(at.multipliers);
            for (&axis, &multiplier) in J::SLIDES.iter().zip(sliding) {
                force += a.column(axis).scale(multiplier);
            }
            // With U along an axis of rotation and b the axes at sticking: δΦ = ½ (U Σ a·b − Σ a (b·U)) · δθ.
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
        let memory = Memory(&at.memory[Self::OWN_MEMORY..]);
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
        if at.mode == STUCK {
            let mut own = Self::of_joint(at.multipliers);
            self.joint.relieve(&mut own, Self::of_friction(at.multipliers).1, self.surface.radius);
            let normal = self.surface.normal_force(&self.joint.press(&own));
            out[0] = breakaway(self.static_, self.kinetic) * normal - self.holding(at.multipliers);
            return;
        }
        let last = self.memory(at).direction();
        // If the last step left no direction, there was no slip.
        let none = self.inner(&last, &last) == 0.0;
        out[0] = if none { -f64::MIN_POSITIVE } else { self.inner(&self.slip(at), &last) };
    }

    fn switch(&self, at: &At<f64>, _event: usize, memory: &mut [f64]) -> usize {
        let memory = &mut memory[Self::OWN_MEMORY..];
        let pair = Pair::on(self.joint.frames(), [&at.nodes[0].at, &at.nodes[1].at]);
        if at.mode == STUCK {
            // It slips opposite to the friction that held it.
            let (sliding, turning) = Self::of_friction(at.multipliers);
            let (held, arm) = (self.holding(at.multipliers), self.joint.arm(self.surface.radius));
            let mut slip = Slip { v: Vec3::zero(), w: Vec3::zero() };
            for (&axis, multiplier) in J::SLIDES.iter().zip(sliding) {
                slip.v.0[axis] = multiplier / held;
            }
            for (k, multiplier) in turning.iter().enumerate() {
                slip.w += Memory(memory).axis(k) * (multiplier / (held * arm * arm));
            }
            remember_direction(memory, &self.joint.whole(slip), 0.0);
            return SLIP;
        }
        let slip = self.slip(at);
        let speed = self.inner(&slip, &slip).sqrt();
        if speed > SLIP_SPEED_ROUND_OFF.max(REST_SPEED_SHARE * Memory(memory).speed()) {
            let along = Slip { v: slip.v * (1.0 / speed), w: slip.w * (1.0 / speed) };
            remember_direction(memory, &along, speed);
            return SLIP;
        }
        let turned = pair.a.r.transpose() * pair.b.r;
        turned.0.iter().flatten().zip(&mut memory[ROTATION]).for_each(|(entry, place)| *place = *entry);
        for (axis, place) in self.joint.axes(&pair).into_iter().zip(memory[AXES].chunks_exact_mut(3)) {
            place.copy_from_slice(&pair.a.r.transpose_times(axis).0);
        }
        memory[OFFSET].copy_from_slice(&pair.a.r.transpose_times(pair.offset()).0);
        STUCK
    }

    fn commit(&self, at: &At<f64>, memory: &mut [f64]) {
        let (of_joint, own) = memory.split_at_mut(Self::OWN_MEMORY);
        joint::count_turns(&self.joint, at, of_joint);
        let slip = self.slip(at);
        let speed = self.inner(&slip, &slip).sqrt();
        if at.mode == SLIP && speed > SLIP_SPEED_ROUND_OFF {
            remember_direction(own, &Slip { v: slip.v * (1.0 / speed), w: slip.w * (1.0 / speed) }, speed);
        }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        if at.mode == STUCK {
            return Energy::default();
        }
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        let (force, torque) = self.friction_force(&pair, at);
        Energy { dissipated: force.dot(pair.v) + torque.dot(pair.w), ..Energy::default() }
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let size = match at.mode {
            STUCK => self.holding(at.multipliers),
            _ => self.kinetic * self.normal_force(at.multipliers),
        };
        // With one degree of freedom friction has a sign: positive if it acts against the coordinate.
        let sign = match (Self::HELD, at.mode) {
            (1, STUCK) => at.multipliers[Self::ON_POSITIONS].signum(),
            (1, _) => {
                let slip = self.slip(at);
                J::SLIDES.first().map_or(slip.w[Z], |axis| slip.v[*axis]).signum()
            }
            _ => 1.0,
        };
        let own = Self::of_joint(at.multipliers);
        let pair = MovingPair::on(self.joint.frames(), at.nodes);
        joint::channels(&self.joint, at, &pair, &own, [sign * size, self.energy(at).dissipated], out);
    }
}

/// Degrees of freedom along and about A's z axis.
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

    /// The thread slides along its helix: by √(ρ² + s²) per radian.
    fn arm(&self, radius: f64) -> f64 {
        radius.hypot(self.rise)
    }

    /// The torque h that holds the rotation is friction T = h/√(ρ² + s²) along the helix, whose axial part is T s/√(ρ²
    /// + s²); without it, the reaction of the thread includes h s²/(ρ² + s²).
    fn relieve(&self, multipliers: &mut [f64], held: &[f64], radius: f64) {
        multipliers[4] += held[0] * self.rise * self.rise / (radius * radius + self.rise * self.rise);
    }

    fn whole(&self, slip: Slip<f64>) -> Slip<f64> {
        Slip { v: slip.w * self.rise, ..slip }
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

    /// Two axes in the plane that bisects the angle between the shafts.
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
    Sticking { joint, surface: Surface { radius: 0.4, bending: 0.7 }, kinetic: 0.3, static_: 0.5 }
}

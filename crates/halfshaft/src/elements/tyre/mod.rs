//! Tyre in space.

pub mod keys;
mod road;

pub use keys::KIND;
pub use road::{Patch, Road};

use super::pair::{MovingPair, act};
use super::signals::Input;
use crate::describe::Channel;
use crate::laws::tyre::{self, Slip, TyreLaw};
use crate::laws::{Function, TimeEvents};
use crate::math::{Dual, Scalar, Vec3};
use crate::system::wrench::Direction;
use crate::system::{At, Element, Energy, Frame, NodeId, Residual, ScalarId, Wrench};

/// A tyre on a wheel B that rolls on a road A, with transient slip.
///
/// ```text
/// δ = (R₀ − r) cos γ + r − n·(x_B − x_A)     deflection at the lowest point P of a torus with crown radius r
/// F_z = k δ + c min(1, δ/δ_c) δ̇ ≥ 0          F_z = 0 for δ ≤ 0
/// V_sx = V_x − r_e Ω,  V_sy = e_y·v_P         slip velocities;  Ω about the spin axis w,  e_x = w × n/‖…‖
/// σ_x ṡ_x + V* s_x = −V_sx,  σ_y ṡ_y + V* s_y = V_sy          transient slips s_x → κ, s_y → tan α;  V* = |V_x|
/// (F_x, F_y, M_x, M_y, M_z) = f(s_x, s_y, γ, F_z)             Magic Formula
/// ```
///
/// Forces act at P, with F_x at the lever r_e about the spin axis, so that the power lost is F_x V_sx. s_x and s_y are
/// deflections of the carcass over the relaxation lengths (stretched string; Pacejka, Tire and Vehicle Dynamics, 3rd edition,
/// section 7.2): at speed the slips, at rest springs of stiffness C/σ, without a singularity at V = 0.
///
/// Below the speed v₀, fading in with w = ½ (1 + cos(π V_x/v₀)), two terms describe the carcass at rest:
/// damping, as slip −β V_s w in the argument of f (section 7.2.2: k_Vlow), so that a parked car does not oscillate; and sliding of
/// the whole contact, V* = |V_x| + w ‖V_s‖ h with h = 10 max(0, ‖s/s_m‖ − 1), which limits the deflection to that of full
/// sliding, so that a wheel locked until it stops does not push the car back by its relaxation length.
///
/// Above the road s relaxes to zero. The tangential deflection has no potential under combined slip: the power that the carcass
/// stores or returns counts as supplied.
pub struct Tyre {
    /// Frame on A: z normal to the road, x along it.
    pub road_frame: Frame,
    /// Frame on B at the centre of the wheel; z is the spin axis, to the left.
    pub wheel_frame: Frame,
    /// Profile and grip of the road.
    pub road: Road,
    /// s_x and s_y, first-order unknowns.
    pub slips: [ScalarId; 2],
    /// Its law.
    pub law: TyreLaw,
    /// R₀, in metres.
    pub radius: f64,
    /// r, in metres.
    pub crown_radius: f64,
    /// r_e, in metres.
    pub rolling_radius: RollingRadius,
    /// k, in N/m.
    pub stiffness: f64,
    /// c, in N s/m.
    pub damping: f64,
    /// σ_x and σ_y, in metres.
    pub relaxation: [f64; 2],
    /// Scale of the grip.
    pub grip: Input,
    /// Whether grip scales the peak friction only; otherwise the whole force.
    pub peak_only: bool,
    /// Behaviour at low speed.
    pub standstill: Standstill,
}

/// How the effective rolling radius depends on the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RollingRadius {
    /// It does not.
    Constant(f64),
    /// R₀ − δ/3.
    Third,
    /// As the coefficients of the law say.
    OfLaw,
}

/// Damping and sliding of the carcass at low speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standstill {
    /// v₀, in m/s.
    pub speed: f64,
    /// β along and across, in s/m.
    pub damping: [f64; 2],
    /// s_m along and across.
    pub limit: [f64; 2],
}

/// Deflection over the static one above which the damper acts fully.
const FULL_CONTACT: f64 = 0.05;
/// h over the excess of the deflection.
const SLIDING_GAIN: f64 = 10.0;
/// Sliding friction at standstill begins at this multiple of peak force over slip stiffness.
const SLIDING_SLIP: f64 = 3.0;
/// Rolling resistance decreases to zero below this fraction of v₀, because it must not push a wheel at rest, and so does V_s in V*.
const SLOW: f64 = 0.1;
/// Speed at which the carcass relaxes above the road, in m/s.
const RECOVERY: f64 = 10.0;

impl Standstill {
    /// For a tyre that carries `load` at rest: damping with a ratio ζ of the mass F_z/g on the carcass stiffness C/σ, and
    /// sliding from three times peak force over slip stiffness.
    pub fn new(law: &TyreLaw, load: f64, relaxation: [f64; 2], speed: f64, ratio: f64) -> Self {
        let at = law.stiffness(load);
        let damping = |i: usize| 2.0 * ratio * (load / (9.81 * relaxation[i] * at.slip[i])).sqrt();
        let limit = |i: usize| SLIDING_SLIP * at.peak[i] / at.slip[i];
        Standstill { speed, damping: [damping(0), damping(1)], limit: [limit(0), limit(1)] }
    }

    /// w at a speed.
    fn fade<S: Scalar>(&self, speed: S) -> S {
        if speed.value().abs() >= self.speed {
            return S::zero();
        }
        ((speed * (std::f64::consts::PI / self.speed)).cos() + S::one()) * 0.5
    }
}

/// Where a tyre is and what it does; vectors in world axes.
struct Response<S> {
    /// P.
    point: Vec3<S>,
    /// e_x, e_y and n.
    axes: [Vec3<S>; 3],
    /// w.
    spin_axis: Vec3<S>,
    deflection: S,
    deflection_rate: S,
    camber: S,
    /// V_x.
    speed: S,
    /// V_sx and V_sy.
    sliding: [S; 2],
    /// V*.
    transport: S,
    grip: S,
    /// Elastic and damping part of F_z.
    load: [S; 2],
    wrench: tyre::Wrench<S>,
    /// Distance along the road, and across it.
    place: [S; 2],
    /// r_e plus the lever of F_x at P about w, which is negative.
    lever_change: S,
    /// Angular velocity of the wheel against the road.
    w: Vec3<S>,
}

/// Geometry of the contact.
struct Touch<S> {
    point: Vec3<S>,
    axes: [Vec3<S>; 3],
    spin_axis: Vec3<S>,
    deflection: S,
    camber: S,
}

impl Tyre {
    fn touch<S: Scalar>(&self, moving: &MovingPair<S>) -> Touch<S> {
        let centre = moving.pair.b.x;
        let plane = self.road.under(&moving.pair.a, centre);
        let (n, w) = (plane.normal, moving.pair.b.r.column(2));
        let sine = n.dot(w);
        let down = n - w.scale(sine);
        let cosine = down.norm();
        let down = down.scale(S::one() / cosine);
        let forward = w.cross(n).scale(S::one() / cosine);
        let height = n.dot(centre - plane.point);
        let [belt, crown] = [self.radius - self.crown_radius, self.crown_radius];
        let deflection = cosine * belt + S::constant(crown) - height;
        let point = centre - down * belt - n * crown + n.scale(deflection);
        let axes = [forward, n.cross(forward), n];
        Touch { point, axes, spin_axis: w, deflection, camber: sine.atan2(cosine) }
    }

    /// Elastic and damping part of the load.
    fn load<S: Scalar>(&self, deflection: S, rate: S) -> [S; 2] {
        if deflection.value() <= 0.0 {
            return [S::zero(); 2];
        }
        let full = FULL_CONTACT * self.radius;
        let part = if deflection.value() < full { deflection * (1.0 / full) } else { S::one() };
        let elastic = deflection * self.stiffness;
        let damping = part * rate * self.damping;
        [elastic, if elastic.value() + damping.value() < 0.0 { -elastic } else { damping }]
    }

    fn rolling_radius<S: Scalar>(&self, deflection: S, load: S) -> S {
        match (self.rolling_radius, &self.law) {
            (RollingRadius::Constant(radius), _) => S::constant(radius),
            (RollingRadius::OfLaw, TyreLaw::Pacejka(law)) => law.rolling_radius(load, self.stiffness),
            _ if deflection.value() <= 0.0 => S::constant(self.radius),
            _ => S::constant(self.radius) - deflection * (1.0 / 3.0),
        }
    }

    fn response<S: Scalar>(&self, at: &At<S>) -> Response<S> {
        let moving = MovingPair::on([&self.road_frame, &self.wheel_frame], at.nodes);
        let Touch { point, axes, spin_axis, deflection, camber } = self.touch(&moving);
        let arm = point - moving.pair.b.x;
        let v = moving.v + moving.w.cross(arm);
        let deflection_rate = -axes[2].dot(v);
        let load = self.load(deflection, deflection_rate);
        let fz = load[0] + load[1];
        let radius = self.rolling_radius(deflection, fz);
        let (spin, lever) = (spin_axis.dot(moving.w), spin_axis.dot(arm.cross(axes[0])));
        let speed = axes[0].dot(v) - lever * spin;
        let sliding = [speed - radius * spin, axes[1].dot(v)];
        let offset = point - moving.pair.a.x;
        let place = [0, 1].map(|i| moving.pair.a.r.column(i).dot(offset));
        let grip = self.grip.value(at, 2) * self.road.grip(place);

        let fade = self.standstill.fade(speed);
        let slip = [at.scalars[0].v, at.scalars[1].v];
        let transport = speed.abs() + fade * self.sliding_speed(slip, sliding);
        let [along, across] = self.standstill.damping;
        let slow = SLOW * self.standstill.speed;
        let (friction, scale) = if self.peak_only { (grip, S::one()) } else { (S::one(), grip) };
        let mut wrench = self.law.wrench(&Slip {
            ratio: slip[0] - fade * sliding[0] * along,
            tangent: slip[1] + fade * sliding[1] * across,
            camber,
            load: fz,
            friction: if friction.value() < LEAST_FRICTION { S::constant(LEAST_FRICTION) } else { friction },
            speed,
            direction: speed / (speed * speed + S::constant(slow * slow)).sqrt(),
        });
        for part in [&mut wrench.fx, &mut wrench.fy, &mut wrench.mz] {
            *part = *part * scale;
        }
        Response {
            point,
            axes,
            spin_axis,
            deflection,
            deflection_rate,
            camber,
            speed,
            sliding,
            transport,
            grip,
            load,
            wrench,
            place,
            lever_change: radius + lever,
            w: moving.w,
        }
    }

    fn energy_of(&self, at: &At<f64>, x: &Response<f64>) -> Energy {
        if x.deflection <= 0.0 {
            return Energy::default();
        }
        let f = &x.wrench;
        let [ex, _, n] = x.axes;
        let [sx, sy] = [at.scalars[0].v, at.scalars[1].v];
        let spin = x.spin_axis.dot(x.w);
        // What the bodies lose to the contact, without the vertical part.
        let lost = -(f.fx * x.sliding[0] + f.fy * x.sliding[1] + f.mx * ex.dot(x.w) + f.my * spin + f.mz * n.dot(x.w));
        let slipped = (x.transport * (f.fx * sx - f.fy * sy)).max(0.0) + (-f.my * spin).max(0.0);
        Energy {
            potential: 0.5 * self.stiffness * x.deflection * x.deflection,
            dissipated: x.load[1] * x.deflection_rate + slipped,
            supplied: slipped - lost,
            ..Energy::default()
        }
    }

    /// ‖V_s‖ h, smooth where the sliding speed is zero.
    fn sliding_speed<S: Scalar>(&self, slip: [S; 2], sliding: [S; 2]) -> S {
        let [x, y] = [0, 1].map(|i| slip[i] * (1.0 / self.standstill.limit[i]));
        let square = x * x + y * y;
        let speed = sliding[0] * sliding[0] + sliding[1] * sliding[1];
        if square.value() <= 1.0 {
            return S::zero();
        }
        let slow = SLOW * self.standstill.speed;
        ((speed + S::constant(slow * slow)).sqrt() - S::constant(slow)) * (square.sqrt() - S::one()) * SLIDING_GAIN
    }
}

/// Smallest peak friction, at which the formula still has a curve.
const LEAST_FRICTION: f64 = 1e-3;

impl<S: Scalar> Response<S> {
    /// Force and torque on the wheel at P.
    fn on_wheel(&self) -> (Vec3<S>, Vec3<S>) {
        let [x, y, n] = self.axes;
        let f = &self.wrench;
        let force = x.scale(f.fx) + y.scale(f.fy) + n.scale(self.load[0] + self.load[1]);
        let about_axis = f.my - f.fx * self.lever_change;
        (force, x.scale(f.mx) + n.scale(f.mz) + self.spin_axis.scale(about_axis))
    }
}

impl Element for Tyre {
    type Tangent = Dual<16>;
    const ELASTIC: bool = true;
    const CHANNELS: &'static [Channel] = keys::CHANNELS;

    fn nodes(&self) -> Vec<NodeId> {
        vec![self.road_frame.node, self.wheel_frame.node]
    }

    fn scalars(&self) -> Vec<ScalarId> {
        self.slips.into_iter().chain(self.grip.signal()).collect()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        let x = self.response(at);
        let (force, torque) = x.on_wheel();
        if x.deflection.value() > 0.0 {
            act(r, at.nodes, x.point, -force, -torque);
        }
        let [along, across] = [&at.scalars[0], &at.scalars[1]];
        let (input, transport) = match x.deflection.value() > 0.0 {
            true => ([-x.sliding[0], x.sliding[1]], x.transport),
            false => ([S::zero(); 2], S::constant(RECOVERY)),
        };
        r.scalar(0, along.dv * self.relaxation[0] + transport * along.v - input[0]);
        r.scalar(1, across.dv * self.relaxation[1] + transport * across.v - input[1]);
    }

    fn time_events(&self, out: &mut TimeEvents) {
        self.grip.time_events(out);
    }

    /// The force at the lowest point of the wheel; the moments are small and not drawn.
    fn wrench(&self) -> Option<Wrench> {
        let up = Direction::Fixed(0, self.road_frame.axes.column(2));
        Some(Wrench::at(&[&self.road_frame, &self.wheel_frame]).moved(-self.radius, up).force_vector())
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        self.energy_of(at, &self.response(at))
    }

    fn channels(&self, at: &At<f64>, out: &mut [f64]) {
        let x = self.response(at);
        let (force, _) = x.on_wheel();
        let energy = self.energy_of(at, &x);
        let f = &x.wrench;
        let touching = if x.deflection > 0.0 { 1.0 } else { 0.0 };
        out.copy_from_slice(&[
            at.scalars[0].v,
            at.scalars[1].v.atan(),
            x.camber,
            f.fx,
            f.fy,
            x.load[0] + x.load[1],
            f.mx,
            f.my,
            f.mz,
            x.deflection,
            x.grip,
            x.speed,
            x.place[0],
            x.place[1],
            force[0] * touching,
            force[1] * touching,
            force[2] * touching,
            energy.potential,
            energy.dissipated,
        ]);
    }
}

addable!(Tyre);

/// For the generic check: a large soft wheel close to the road at all random states.
pub(crate) fn specimen([a, b]: [Frame; 2], slips: [ScalarId; 2], grip: ScalarId, formula: bool) -> Tyre {
    let law = if formula { specimens::bakker() } else { specimens::pacejka() };
    let standstill = Standstill { speed: 20.0, damping: [0.004, 0.003], limit: [0.5, 0.7] };
    Tyre {
        road_frame: a,
        wheel_frame: b,
        road: Road::default(),
        slips,
        law,
        radius: 10.0,
        crown_radius: 8.0,
        rolling_radius: if formula { RollingRadius::Third } else { RollingRadius::OfLaw },
        stiffness: 0.3,
        damping: 0.1,
        relaxation: [0.4, 0.7],
        grip: Input::Signal(grip),
        peak_only: false,
        standstill,
    }
}

/// For the generic check: peak friction, patches and a constant rolling radius.
pub(crate) fn patchy_specimen(frames: [Frame; 2], slips: [ScalarId; 2], grip: ScalarId) -> Tyre {
    let patch = Patch { x: [-30.0, 25.0], y: [-40.0, 40.0], scale: 0.8, transition: 20.0 };
    let tyre = specimen(frames, slips, grip, true);
    Tyre {
        road: Road { patches: vec![patch], ..Road::default() },
        rolling_radius: RollingRadius::Constant(1.3),
        grip: Input::Time(Function::Polynomial(vec![0.9, 0.1])),
        peak_only: true,
        ..tyre
    }
}

mod specimens;

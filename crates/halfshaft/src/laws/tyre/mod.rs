//! Forces of a tyre in its contact patch, as a function of slip, load and camber: the Magic Formula in its versions of
//! 1987/89 ([`Bakker`]) and 5.2 and 6.1 ([`Pacejka`]).

pub mod bakker;
pub mod coefficients;
mod moments;
pub mod pacejka;

pub use bakker::Bakker;
pub use coefficients::Coefficients;
pub use pacejka::{Pacejka, Version};

use crate::math::Scalar;

/// What the forces depend on, in the axes of ISO 8855: x forward in the road, y to the left, z up.
#[derive(Clone, Copy, Debug)]
pub struct Slip<S = f64> {
    /// κ: longitudinal slip −V_sx/|V_x|, positive where the wheel drives.
    pub ratio: S,
    /// tan α: V_sy/|V_x|; a positive slip angle gives a negative side force.
    pub tangent: S,
    /// γ: inclination of the wheel about x, positive with its top to the right, in radians.
    pub camber: S,
    /// F_z, positive, in newtons.
    pub load: S,
    /// Scales the peak friction, not the slip stiffness.
    pub friction: S,
    /// V_x, in m/s.
    pub speed: S,
    /// Direction of rolling, from −1 to 1: zero at rest, where rolling resistance must not push.
    pub direction: S,
}

/// Forces and moments of the road on the wheel at the contact point, in the axes of [`Slip`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrench<S = f64> {
    /// Longitudinal force, in newtons.
    pub fx: S,
    /// Side force.
    pub fy: S,
    /// Overturning moment, in N m.
    pub mx: S,
    /// Rolling resistance moment, negative when rolling forward.
    pub my: S,
    /// Aligning moment.
    pub mz: S,
}

impl<S: Scalar> Wrench<S> {
    /// No force.
    pub fn zero() -> Self {
        let zero = S::zero();
        Wrench { fx: zero, fy: zero, mx: zero, my: zero, mz: zero }
    }
}

/// Slip stiffnesses and peak friction at a load: how a tyre behaves at small slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stiffness {
    /// ∂F_x/∂κ and −∂F_y/∂α at zero slip, in newtons; both positive.
    pub slip: [f64; 2],
    /// Peak force along and across, in newtons.
    pub peak: [f64; 2],
}

/// The law of a tyre.
#[derive(Clone, Debug, PartialEq)]
pub enum TyreLaw {
    /// Magic Formula of 1987/89.
    Bakker(Box<Bakker>),
    /// Magic Formula 5.2 or 6.1.
    Pacejka(Box<Pacejka>),
}

impl TyreLaw {
    /// The forces; zero without load.
    pub fn wrench<S: Scalar>(&self, slip: &Slip<S>) -> Wrench<S> {
        if slip.load.value() <= 0.0 {
            return Wrench::zero();
        }
        match self {
            TyreLaw::Bakker(law) => law.wrench(slip),
            TyreLaw::Pacejka(law) => law.wrench(slip),
        }
    }

    /// Slip stiffnesses and peaks at a load.
    pub fn stiffness(&self, load: f64) -> Stiffness {
        match self {
            TyreLaw::Bakker(law) => law.stiffness(load),
            TyreLaw::Pacejka(law) => law.stiffness(load),
        }
    }
}

/// D sin(C atan(B x − E (B x − atan B x))): the Magic Formula.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Curve<S> {
    pub b: S,
    pub c: f64,
    pub d: S,
    pub e: S,
}

impl<S: Scalar> Curve<S> {
    /// C atan(B x − E (B x − atan B x)).
    fn angle(&self, x: S) -> S {
        let bx = self.b * x;
        atan(bx - self.e * (bx - atan(bx))) * self.c
    }

    /// Its value.
    pub(crate) fn sine(&self, x: S) -> S {
        self.d * self.angle(x).sin()
    }

    /// The same with the cosine: the weighting functions and the pneumatic trail.
    pub(crate) fn cosine(&self, x: S) -> S {
        self.d * self.angle(x).cos()
    }
}

pub(crate) fn atan<S: Scalar>(x: S) -> S {
    x.atan2(S::one())
}

/// The sign as a constant; 1 at zero.
pub(crate) fn sign<S: Scalar>(x: S) -> f64 {
    if x.value() < 0.0 { -1.0 } else { 1.0 }
}

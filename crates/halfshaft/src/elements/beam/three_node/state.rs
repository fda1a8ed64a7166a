//! What elasticity and tangent of a three-node element share: its state at Gauss's points.

use super::super::ends::Ends;
use super::shape;
use crate::math::Vec3;
use crate::math::se3::Six;
use crate::math::se3_tangent::{Ring, Tangent};

/// The weights of d_A and d_B in d, and in d′ for an element of length 2.
pub(super) fn weights(xi: f64) -> [[f64; 2]; 2] {
    let [a, _, b] = shape(xi);
    [[a, b], [xi - 0.5, xi + 0.5]]
}

/// ε̇, ḋ and ḋ′.
pub(super) type Rates<S> = (Six<S>, [Vec3<Ring<S>>; 2]);

/// The state of an element at one of Gauss's points.
pub(super) struct Point<S> {
    pub tangent: Tangent<S>,
    /// d′.
    pub slope: Vec3<Ring<S>>,
    pub strain: Six<S>,
    /// The rates, where it is damped.
    pub rates: Option<Rates<S>>,
    pub sigma: Six<S>,
}

/// The halves of an element: the motions of A and of B relative to the middle.
pub(super) type Halves<S> = [Ends<S>; 2];

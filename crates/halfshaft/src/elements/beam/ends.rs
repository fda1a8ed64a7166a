//! The ends of a beam element.

use crate::math::se3::{Screw, Six};
use crate::math::{Mat3, Scalar};
use crate::system::{Frame, Motion, Placement};

/// Poses of the ends, and the motion of B relative to A.
pub(super) struct Ends<S> {
    pub a: Placement<S>,
    pub b: Placement<S>,
    pub screw: Screw<S>,
}

/// The material twist of a frame with axes `r` on a node.
pub(super) fn twist<S: Scalar>(frame: &Frame, r: &Mat3<S>, node: &Motion<S>) -> Six<S> {
    let arm = node.at.r.times_constant_vector(frame.offset);
    let w = node.at.r * node.w;
    Six { linear: r.transpose_times(node.v + w.cross(arm)), angular: frame.axes.transpose().times(node.w) }
}

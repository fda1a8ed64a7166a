//! Wheels by their drawings where they stand: the common face of two of them, and how their teeth meet.

use std::f64::consts::PI;

use halfshaft::elements::contact::flanks::WheelPlace;
use halfshaft::gear::{Modification, Tooth};
use halfshaft::math::{Mat3, Quaternion, Vec3};

use crate::model::Values;
use crate::wheels;

/// A wheel by its drawing, and where it is at the design position.
pub(crate) struct PlacedWheel {
    pub(crate) teeth: (Tooth, Modification, f64),
    pub(crate) place: WheelPlace,
}

impl PlacedWheel {
    /// The wheel of a superelement with a gear mesh; `None` for others.
    pub(crate) fn of(superelement: &Values) -> Option<Self> {
        let (_, values) = superelement.optional_variant("mesh").filter(|(name, _)| *name == "gear")?;
        let turn = superelement.optional_rotation("orientation");
        let axes = turn.map_or(Mat3::identity(), |turn| Quaternion::exp(Vec3(turn.axis) * turn.angle).matrix());
        let place = WheelPlace { origin: Vec3(superelement.vector("position")), axes };
        Some(PlacedWheel { teeth: wheels::teeth(values).ok()?, place })
    }

    /// The angle of a direction, in the axes of the drawing, beyond the middle of tooth 1 at z; in pitches.
    fn phase(&self, direction: Vec3, z: f64) -> f64 {
        let tooth = &self.teeth.0;
        let x = self.place.axes.transpose_times(direction);
        let twist = z * tooth.drawing.helix_angle.tan() / tooth.reference_radius;
        (x[1].atan2(x[0]) - twist) / self.pitch()
    }

    /// The angle from tooth to tooth.
    fn pitch(&self) -> f64 {
        2.0 * PI / self.teeth.0.drawing.teeth as f64
    }
}

/// z of the common face in the drawing of each wheel.
pub(crate) fn common_face(pair: &[PlacedWheel; 2]) -> [[f64; 2]; 2] {
    let axis = pair[0].place.axes.column(2);
    let along = axis.dot(pair[1].place.origin - pair[0].place.origin);
    let half = [0, 1].map(|k| 0.5 * pair[k].teeth.2);
    let (low, high) = ((-half[0]).max(along - half[1]), half[0].min(along + half[1]));
    // The axis of the second wheel may point the other way.
    let side = pair[1].place.axes.column(2).dot(axis).signum();
    [[low, high], [side * (low - along), side * (high - along)]]
}

/// 1 for two external wheels, −1 for a wheel in a ring, which is the second one.
pub(crate) fn outside(pair: &[PlacedWheel; 2]) -> f64 {
    if pair[1].teeth.0.drawing.internal { -1.0 } else { 1.0 }
}

/// Part of a pitch by which the teeth of the second of two wheels are beyond the middle of the spaces of the first, at most a half.
///
/// Where p₁ and p₂ are the phases of the line from each axis to the pitch point, a tooth is in the middle of a space at p₁ + p₂ = ½, and rolling keeps the
/// sum; in a ring both lines have the same direction, and it is the difference p₂ − p₁.
pub(crate) fn beyond_the_middle(pair: &[PlacedWheel; 2]) -> f64 {
    let (d, outside) = (pair[1].place.origin - pair[0].place.origin, outside(pair));
    let middle = common_face(pair).map(|[low, high]| 0.5 * (low + high));
    let sum = outside * pair[0].phase(d * outside, middle[0]) + pair[1].phase(-d, middle[1]) - 0.5;
    sum - sum.round()
}

/// The angle by which the second of two wheels must turn about its axis so that its teeth are in the middle of the spaces of the first.
pub(crate) fn aligning_turn(pair: &[PlacedWheel; 2]) -> f64 {
    beyond_the_middle(pair) * pair[1].pitch()
}

//! The wrench of an element as data: the point of action, and the directions along which its channels act.
//!
//! A player that has the stored channels and the poses of the bodies can draw the forces of every element from this
//! description, without knowing the kinds of elements.

use super::frame::Frame;
use crate::math::Vec3;

/// The force and the torque of an element on its last node; the opposite acts on its first one.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrench {
    /// The points of the element on its nodes, in their axes: A's, then B's; only one for an external load.
    pub points: Vec<Vec3>,
    /// The point of action.
    pub at: ActingPoint,
    /// The parts of the force.
    pub force: Vec<Component>,
    /// The parts of the torque about the point of action.
    pub torque: Vec<Component>,
}

/// The point of action: a point of a node, or between two, plus offsets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActingPoint {
    /// Fraction of the way from the first point to the last one.
    pub fraction: f64,
    /// Lengths in metres along directions.
    pub offsets: Vec<(f64, Direction)>,
}

/// A part of a force or a torque: the value of a channel times a factor, along a direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// The channel of the element.
    pub channel: &'static str,
    /// The factor of its value.
    pub factor: f64,
    /// The direction.
    pub along: Direction,
}

/// A unit vector that follows from the poses of the nodes.
#[derive(Clone, Debug, PartialEq)]
pub enum Direction {
    /// Constant in the model frame.
    Model(Vec3),
    /// Fixed to a node, by its index among those of the element, and given in its axes.
    Fixed(usize, Vec3),
    /// From the first point to the last one.
    Between,
    /// The same, perpendicular to an axis of the first node.
    Radial(Vec3),
    /// The axis of the first node times its radial direction.
    Tangential(Vec3),
    /// The axis of the second node, perpendicular to the axis of the first one.
    Inclined([Vec3; 2]),
    /// The axis of the first node times its inclined direction: the common normal of both axes.
    Normal([Vec3; 2]),
}

impl Component {
    /// A channel along a direction.
    pub fn new(channel: &'static str, factor: f64, along: Direction) -> Self {
        Component { channel, factor, along }
    }

    /// Three channels along the axes of the model frame.
    fn vector(channels: [&'static str; 3]) -> Vec<Self> {
        let part = |(i, channel): (usize, &'static str)| Component::new(channel, 1.0, Direction::Model(Vec3::unit(i)));
        channels.into_iter().enumerate().map(part).collect()
    }
}

impl Wrench {
    /// No force and no torque yet, at the last of these frames.
    pub fn at(frames: &[&Frame]) -> Self {
        Wrench {
            points: frames.iter().map(|frame| frame.offset).collect(),
            at: ActingPoint { fraction: 1.0, offsets: vec![] },
            force: vec![],
            torque: vec![],
        }
    }

    /// With the point of action moved along a direction.
    pub fn moved(mut self, length: f64, along: Direction) -> Self {
        self.at.offsets.push((length, along));
        self
    }

    /// With the point of action at a fraction of the way from the first point to the last one.
    pub fn at_fraction(mut self, fraction: f64) -> Self {
        self.at.fraction = fraction;
        self
    }

    /// With a further part of the force.
    pub fn force(mut self, channel: &'static str, factor: f64, along: Direction) -> Self {
        self.force.push(Component::new(channel, factor, along));
        self
    }

    /// With a further part of the torque.
    pub fn torque(mut self, channel: &'static str, factor: f64, along: Direction) -> Self {
        self.torque.push(Component::new(channel, factor, along));
        self
    }

    /// With `force_x`, `force_y` and `force_z` in the model frame.
    pub fn force_vector(mut self) -> Self {
        self.force = Component::vector(["force_x", "force_y", "force_z"]);
        self
    }

    /// With `torque_x`, `torque_y` and `torque_z` in the model frame.
    pub fn torque_vector(mut self) -> Self {
        self.torque = Component::vector(["torque_x", "torque_y", "torque_z"]);
        self
    }

    /// With a `torque` about A's z axis, or a `force` along it.
    pub fn along_axis(self, turning: bool, factor: f64, a: &Frame) -> Self {
        let axis = Direction::Fixed(0, a.axes.column(2));
        if turning { self.torque("torque", factor, axis) } else { self.force("force", factor, axis) }
    }
}

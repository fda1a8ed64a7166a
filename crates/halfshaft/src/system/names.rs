//! Names: of inputs and channels, of modes, of equations and unknowns for messages.

use super::assembly::System;
use super::input_port::InputPort;
use super::node::{NodeId, NodeKind, POINT_UNKNOWNS, POSE_UNKNOWNS, ScalarKind};

/// A human-readable name of an equation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowName {
    /// The body or element it belongs to.
    pub element: String,
    /// Which of its equations it is.
    pub what: String,
}

impl System {
    /// The inputs from outside.
    pub fn inputs(&self) -> &[InputPort] {
        &self.inputs
    }

    /// The index of an input, by its name.
    pub fn input(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|input| input.name == name)
    }

    /// The name of a node with a position.
    pub(crate) fn name_of_node(&self, node: NodeId) -> &str {
        match node.0 {
            NodeKind::Ground => &self.nodes.poses[0].name,
            NodeKind::Pose(number) => &self.nodes.poses[number as usize + 1].name,
            NodeKind::Point(number) => &self.nodes.points[number as usize].name,
            NodeKind::Amplitudes { first, .. } => {
                &self.nodes.scalars[self.layout().first_amplitude - self.first_scalar() + first as usize].name
            }
        }
    }

    /// The index of a channel, by its path.
    pub fn channel(&self, path: &str) -> Option<usize> {
        self.channels().iter().position(|channel| channel.path == path)
    }

    /// The element with a mode, by its index in the state, and the names of its modes.
    pub(crate) fn owner_of_mode(&self, place: usize) -> Option<(&str, &'static [&'static str])> {
        self.sets.iter().filter(|set| !set.modes_each().is_empty()).find_map(|set| {
            let owner = set.connectivity().iter().find(|w| w.mode == place)?;
            Some((owner.name.as_str(), set.modes_each()))
        })
    }

    /// A human-readable name for the equation of a row: `body "bob" force x`, `joint "pivot" constraint 2`.
    pub fn row_name(&self, row: usize) -> RowName {
        const COMPONENTS: [&str; 6] = ["force x", "force y", "force z", "torque x", "torque y", "torque z"];
        let (first_point, first_scalar) = (self.layout().first_point, self.first_scalar());
        if row < first_point {
            let node = &self.nodes.poses[row / POSE_UNKNOWNS + 1];
            return RowName { element: node.name.clone(), what: COMPONENTS[row % POSE_UNKNOWNS].into() };
        }
        if row < first_scalar {
            let (node, component) = ((row - first_point) / POINT_UNKNOWNS, (row - first_point) % POINT_UNKNOWNS);
            return RowName { element: self.nodes.points[node].name.clone(), what: COMPONENTS[component].into() };
        }
        if row < self.motion_unknowns() {
            return RowName { element: self.nodes.scalars[row - first_scalar].name.clone(), what: "equation".into() };
        }
        let multiplier = row - self.motion_unknowns();
        for set in &self.sets {
            for w in set.connectivity() {
                if (w.multipliers..w.multipliers + set.constraints_each()).contains(&multiplier) {
                    let what = format!("constraint {}", multiplier - w.multipliers + 1);
                    return RowName { element: w.name.clone(), what };
                }
            }
        }
        unreachable!("every row belongs to a node or to an element")
    }

    /// A human-readable name for an unknown: `rotation about z` of a body, `motion` of a shaft, the reaction of a
    /// constraint.
    pub fn unknown_name(&self, unknown: usize) -> RowName {
        const COMPONENTS: [&str; 6] = [
            "motion along x",
            "motion along y",
            "motion along z",
            "rotation about x",
            "rotation about y",
            "rotation about z",
        ];
        let mut name = self.row_name(unknown);
        let (first_point, first_scalar) = (self.layout().first_point, self.first_scalar());
        name.what = if unknown < first_point {
            COMPONENTS[unknown % POSE_UNKNOWNS].into()
        } else if unknown < first_scalar {
            COMPONENTS[(unknown - first_point) % POINT_UNKNOWNS].into()
        } else if unknown < self.motion_unknowns() {
            match self.nodes.scalars[unknown - first_scalar].kind {
                ScalarKind::Motion => "motion".into(),
                ScalarKind::Flow | ScalarKind::Algebraic => "value".into(),
            }
        } else {
            format!("reaction of {}", name.what)
        };
        name
    }
}

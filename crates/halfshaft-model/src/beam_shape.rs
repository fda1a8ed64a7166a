//! Where the nodes and elements of a beam are at the design position, and what it is made of.

use crate::attachment::BodyRef;

/// A beam: its material, and its nodes and elements at the design position.
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    /// Where it is.
    pub shape: BeamShape,
    /// The item of each node, or what a clamped end is clamped to.
    pub nodes: Vec<BodyRef>,
    /// What it is made of, if the file says so.
    pub material: Material,
}

/// A material, as far as it is known; in SI units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Material {
    /// In kg/m³.
    pub density: Option<f64>,
    /// E, in Pa.
    pub youngs_modulus: Option<f64>,
    /// ν.
    pub poisson_ratio: Option<f64>,
}

/// The nodes and elements of a beam at the design position, in the model frame.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamShape {
    /// Where its nodes are.
    pub stations: Vec<BeamStation>,
    /// Its elements.
    pub pieces: Vec<BeamPiece>,
}

/// A node of a beam.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamStation {
    /// What it is clamped to; such an end is no node of its own.
    pub clamp: Option<BodyRef>,
    /// In metres.
    pub position: [f64; 3],
    /// Axes of the section by rows of the rotation matrix, x along the beam.
    pub axes: [[f64; 3]; 3],
    /// Mass of a disc on it, in kg.
    pub mass: f64,
    /// Its inertia xx, yy, zz, xy, yz, zx in the axes of the section, in kg m².
    pub inertia: [f64; 6],
    /// Length of the longer element beside it, in metres.
    pub spacing: f64,
}

/// An element of a beam.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamPiece {
    /// Its nodes.
    pub nodes: [usize; 2],
    /// Its ends.
    pub positions: [[f64; 3]; 2],
    /// Axes of the section at its ends.
    pub axes: [[[f64; 3]; 3]; 2],
    /// Length of its axis, in metres.
    pub length: f64,
    /// Its stretch, and its twist and curvatures in 1/m, without stress.
    pub free: [[f64; 3]; 2],
    /// The point at which its segment ends.
    pub point: usize,
    /// Where its middle is along the segment, from 0 to 1.
    pub middle: f64,
}

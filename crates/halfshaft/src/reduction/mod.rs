//! Reduction of bodies on meshes to a few shapes: primal and dual Craig-Bampton (`docs/theory.md`, superelements).
//!
//! *Primal*: the static shapes of the motions of the boundary frames, and modes with these frames fixed (Virlez 2014, eqs. 6.5-6.12).
//! *Dual*: free-free elastic modes, and residual attachment shapes of the forces and torques on the boundary frames (eqs. 7.1-7.23).
//! In both forms the rigid motions are removed from the shapes, which are then made orthonormal with respect to mass and
//! orthogonal with respect to stiffness; shapes that depend on others are dropped and named.

mod assembled;
mod basis;
mod boundary_form;
mod damping;
mod error;
mod imported;
mod interface;
mod options;
mod orthogonal;
mod placing;
mod quality;
mod structure;

use std::sync::Arc;

use crate::elements::superelement::{AmplitudeDamping, Invariants, ReducedBody, ReducedFrame, ShapesOnMesh};
use crate::math::Vec3;

pub use assembled::AssembledElements;
pub use damping::with_damping;
pub use error::ReductionError;
pub use imported::{Coordinate, ImportedMatrices};
pub use options::{Basis, Boundary, Options};
pub use quality::{NamedLoad, Quality, modes_below, modes_for_effective_mass, quality};
pub use structure::{Structure, StructureOf};

/// A reduced body with what was found on the way.
#[derive(Clone)]
pub struct Reduction {
    /// The body.
    pub body: ReducedBody,
    /// The centre of mass, in the axes of the mesh: where the floating frame is.
    pub centre: Vec3,
    /// The shapes at the nodes of the mesh, for a unit of each amplitude.
    pub shapes: Vec<Vec<Vec3>>,
    /// The shapes as all unknowns of matrices of another program, rotations and modal coordinates included; empty for the mesh of a solid.
    pub unknowns: Vec<Vec<f64>>,
    /// The frequencies of the modes that were computed, in Hz: with the boundary fixed, or free-free without rigid motions.
    pub mode_frequencies: Vec<f64>,
    /// Number of rigid motions of the mesh.
    pub rigid_motions: usize,
    /// The shapes that were dropped because they depend on others.
    pub dropped: Vec<String>,
    /// Boundary frames whose displacements depend on those of the ones before them, with the number of such directions.
    pub dependent_frames: Vec<(String, usize)>,
}

/// Reduces a structure.
pub fn reduce(structure: &Structure, options: &Options) -> Result<Reduction, ReductionError> {
    if structure.is_imported() && options.stiffening {
        return Err(ReductionError::NoStresses);
    }
    let rows = interface::rows(structure, &options.boundary)?;
    let candidates = basis::candidates(structure, options, &rows)?;
    let frame = options.floating.and_then(|k| Some((options.boundary.get(k)?, rows.get(k)?)));
    let ready = orthogonal::orthogonal(structure, &candidates, frame);
    let shapes: Vec<Vec<Vec3>> = ready.columns.iter().map(|column| structure.nodal(column)).collect();
    let positions = structure.positions();
    let mut invariants = if structure.is_imported() {
        structure.imported_invariants(&ready.columns, &ready.masses)
    } else {
        let momenta: Vec<Vec<Vec3>> = ready.masses.iter().map(|column| structure.nodal(column)).collect();
        Invariants::new(positions, &structure.node_masses(), &structure.moments(), &shapes, &momenta)
    };
    let mut frames = frames(structure, &options.boundary, &rows, &ready.columns);
    match frame {
        Some((_, held)) if options.stiffening => stiffen(structure, held, &shapes, &mut invariants)?,
        None if options.stiffening => {
            stiffen_by_loads(structure, &options.boundary, &rows, &shapes, &mut invariants, &mut frames)?;
        }
        _ => {}
    }
    let largest = |shape: &Vec<Vec3>| shape.iter().map(|u| u.norm()).fold(0.0, f64::max);
    let body = ReducedBody {
        invariants,
        damping: AmplitudeDamping::Diagonal(vec![0.0; ready.stiffness.len()]),
        stiffness: ready.stiffness,
        sizes: shapes.iter().map(largest).collect(),
        length: structure.size(),
        frames,
        points: vec![],
        shown: None,
    };
    let dependent_frames = interface::dependent(structure, &options.boundary, &rows, &ready.columns);
    let mut reduction = Reduction {
        body,
        centre: structure.centre(),
        shapes,
        unknowns: if structure.is_imported() { ready.columns } else { vec![] },
        mode_frequencies: candidates.squares.iter().map(|x| x.max(0.0).sqrt() / std::f64::consts::TAU).collect(),
        rigid_motions: structure.rigid().len(),
        dropped: ready.dropped,
        dependent_frames,
    };
    let shown = ShapesOnMesh {
        positions: positions.to_vec(),
        origin: structure.centre(),
        blocks: structure.blocks().to_vec(),
        displacements: reduction.shapes.clone(),
        stresses: structure.stresses(&reduction.shapes),
        ..ShapesOnMesh::default()
    };
    reduction.body.shown = Some(Arc::new(shown));
    reduction.recover(&options.points, options.reference);
    Ok(reduction)
}

/// Adds the geometric stiffness of the stresses of rotation with a frame held.
///
/// The quadratic form ½ η·G(Ω, Ω) η of the stresses of a steady rotation is taken from ½ Ω·J Ω: it is the second-order displacement of
/// the body, its foreshortening, in the inertia. The forces have a potential, and energy and momentum are those of the changed inertia.
fn stiffen(
    structure: &Structure,
    held: &interface::FrameRows,
    shapes: &[Vec<Vec3>],
    invariants: &mut Invariants,
) -> Result<(), ReductionError> {
    for (k, displacements) in basis::spun(structure, held)?.iter().enumerate() {
        stiffen_by_rotation(structure, k, displacements, shapes, invariants);
    }
    Ok(())
}

/// Adds the geometric stiffness of the stresses of one of the six pairs of axes of rotation.
fn stiffen_by_rotation(
    structure: &Structure,
    pair: usize,
    displacements: &[f64],
    shapes: &[Vec<Vec3>],
    invariants: &mut Invariants,
) {
    // Ω_x Ω_y stands twice in Ω·J Ω.
    let factor = if pair < 3 { 1.0 } else { 0.5 };
    let stiffness = structure.geometric_stiffness(displacements, shapes);
    invariants.pairs.iter_mut().zip(stiffness).for_each(|(numbers, g)| numbers[pair] -= factor * g);
}

/// Adds the geometric stiffness of the stresses of a free body: by rotation, and by forces and torques on its boundary frames.
///
/// The loads of a free body are in balance with its inertia: the stresses of a force on a frame are those of this force and the inertia of the
/// accelerations it gives, K ψ = (1 − M R Rᵀ) Gᵀ e_k as in the dual form. The second-order displacement of a frame along k, −½ η·G_k η, is
/// measured in Buckens' frame, in which displacements of second order have no momentum either; forces of inertia do no work on it.
fn stiffen_by_loads(
    structure: &Structure,
    boundary: &[Boundary],
    rows: &[interface::FrameRows],
    shapes: &[Vec<Vec3>],
    invariants: &mut Invariants,
    frames: &mut [ReducedFrame],
) -> Result<(), ReductionError> {
    let loads = basis::unit_loads(structure, boundary, rows);
    let (on_frames, count) = (loads.len(), shapes.len());
    let displacements = basis::balanced(structure, loads)?;
    for (k, displacements) in displacements[on_frames..].iter().enumerate() {
        stiffen_by_rotation(structure, k, displacements, shapes, invariants);
    }
    for (frame, displacements) in frames.iter_mut().zip(displacements[..on_frames].chunks_exact(6)) {
        frame.second_order = vec![[0.0; 6]; count * count];
        for (k, displacements) in displacements.iter().enumerate() {
            let stiffness = structure.geometric_stiffness(displacements, shapes);
            frame.second_order.iter_mut().zip(stiffness).for_each(|(pair, g)| pair[k] = g);
        }
    }
    Ok(())
}

/// The motions of the boundary frames for a unit of each amplitude.
fn frames(
    structure: &Structure,
    boundary: &[Boundary],
    rows: &[interface::FrameRows],
    columns: &[Vec<f64>],
) -> Vec<ReducedFrame> {
    let mut frames = Vec::new();
    for (boundary, rows) in boundary.iter().zip(rows) {
        let Boundary::Frame { name, origin, .. } = boundary else { continue };
        let six = |column: &Vec<f64>| rows.motions.iter().map(|row| row.times(column)).collect::<Vec<f64>>();
        let all: Vec<Vec<f64>> = columns.iter().map(six).collect();
        frames.push(ReducedFrame {
            name: name.clone(),
            position: *origin - structure.centre(),
            translations: all.iter().map(|x| Vec3::from_slice(x)).collect(),
            rotations: all.iter().map(|x| Vec3::from_slice(&x[3..])).collect(),
            second_order: vec![],
        });
    }
    frames
}

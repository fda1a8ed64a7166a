//! The shapes of the two forms of reduction.

use super::error::ReductionError;
use super::interface::{self, FrameRows};
use super::options::{Basis, Boundary, Options};
use super::structure::{Extended, SparseRow, Structure, dot};
use crate::linalg::sparse::lanczos::{self, Pencil, Rigid};
use crate::linalg::sparse::pattern::{Pattern, SparseMatrix};
use crate::linalg::sparse::product;
use crate::linalg::sparse::symmetric::SymmetricFactor;
use crate::math::{Mat3, Vec3};

/// Columns that are solved for at a time.
const COLUMNS: usize = 8;

/// Shapes that are not orthogonal yet.
pub(super) struct Candidates {
    pub columns: Vec<Vec<f64>>,
    /// ω² of the modes, the first of them.
    pub squares: Vec<f64>,
    /// What the static shapes are that stand behind the modes.
    pub names: Vec<String>,
}

impl Candidates {
    fn modes(columns: Vec<Vec<f64>>, squares: Vec<f64>) -> Self {
        Candidates { columns, squares, names: vec![] }
    }
}

/// The shapes of a reduction, modes first.
pub(super) fn candidates(
    structure: &Structure,
    options: &Options,
    rows: &[FrameRows],
) -> Result<Candidates, ReductionError> {
    let found = match options.basis {
        Basis::Primal => primal(structure, options, rows)?,
        Basis::Dual => dual(structure, options, rows)?,
        Basis::Rigid => return Ok(Candidates::modes(vec![], vec![])),
    };
    if found.columns.is_empty() { Err(ReductionError::NoShapes) } else { Ok(found) }
}

/// Static shapes of unit motions of the boundary and modes with the boundary fixed.
///
/// ```text
/// [K Gᵀ; G 0] [ψ; λ] = [0; e_k],     K φ + Gᵀλ = ω² M φ,  G φ = 0
/// ```
///
/// One factorization, of the matrix on the left, serves the static shapes and the modes.
fn primal(structure: &Structure, options: &Options, rows: &[FrameRows]) -> Result<Candidates, ReductionError> {
    let rows = interface::independent_of(interface::nonzero(rows)).into_iter();
    let (rows, names): (Vec<SparseRow>, Vec<&str>) = rows.unzip();
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let n = structure.unknowns();
    let (extended, scale) = structure.extended(&rows)?;
    let mut factor = extended.factorized(n)?;
    let mut loads: Vec<Vec<f64>> = Vec::new();
    for k in 0..rows.len() {
        let mut load = vec![0.0; n + rows.len()];
        load[n + k] = scale;
        loads.push(load);
    }
    // Forces on the boundary accelerate the body: the loads of rigid accelerations belong to those of rotation.
    let rigid = structure.rigid().iter().filter(|_| options.rotation_shapes).enumerate();
    let accelerated = rigid.map(|(k, r)| (format!("rigid acceleration {}", k + 1), structure.times_mass(r)));
    for (name, force) in body_forces(structure, options).into_iter().chain(accelerated) {
        names.push(name);
        loads.push(force.into_iter().chain(std::iter::repeat_n(0.0, rows.len())).collect());
    }
    let pencil = extended.pencil(n);
    let statics = solutions(&mut factor, pencil, loads)?;
    let mut candidates = modes_of(pencil, &mut factor, Rigid::default(), options.modes)?;
    candidates.columns.extend(statics);
    Ok(Candidates { names, ..candidates })
}

/// The lowest elastic modes, with a factorization of K that prevents rigid motions by constraints or supports.
fn modes_of(
    pencil: Pencil,
    factor: &mut SymmetricFactor,
    rigid: Rigid,
    count: usize,
) -> Result<Candidates, ReductionError> {
    let n = pencil.motion_unknowns;
    let fixed = pencil.pattern.unknowns() - n + rigid.motions.len();
    let count = count.min(n.saturating_sub(fixed));
    if count == 0 {
        return Ok(Candidates::modes(vec![], vec![]));
    }
    let modes = lanczos::lowest_elastic(pencil, factor, rigid, count)?;
    let columns = (0..modes.values.len()).map(|k| modes.vectors.col_as_slice(k)[..n].to_vec()).collect();
    Ok(Candidates::modes(columns, modes.values))
}

/// Free-free elastic modes and the shapes of balanced forces on the boundary.
///
/// ```text
/// K φ = ω² M φ,     K ψ = (1 − M R Rᵀ) Gᵀ e_k
/// ```
///
/// R are the rigid motions. The singular K is solved with as many displacements fixed as there are rigid motions, which
/// carry no force because the load is balanced: one factorization for shapes and modes.
fn dual(structure: &Structure, options: &Options, rows: &[FrameRows]) -> Result<Candidates, ReductionError> {
    let n = structure.unknowns();
    let of_rows = interface::nonzero(rows).into_iter().map(|(row, name)| (name.to_owned(), row.dense(n)));
    let (names, loads) = of_rows.chain(body_forces(structure, options)).unzip();
    let mut supported = Supported::new(structure)?;
    let shapes = supported.shapes(loads)?;
    let mut candidates = Candidates::modes(vec![], vec![]);
    if options.modes > 0 {
        candidates = if structure.is_imported() && structure.has_stiff_boundary() {
            free_modes(structure, options.modes)?
        } else {
            supported.modes(options.modes)?
        };
    }
    candidates.columns.extend(shapes);
    Ok(Candidates { names, ..candidates })
}

/// The lowest elastic modes of matrices of another program, whose rigid motions are tested.
fn free_modes(structure: &Structure, count: usize) -> Result<Candidates, ReductionError> {
    let (n, rigid) = (structure.unknowns(), structure.rigid().len());
    let [stiffness, mass] = structure.matrices();
    let modes = lanczos::lowest(structure.pattern(), stiffness, mass, n, (count + rigid).min(n), None)?;
    check_mechanism(&modes.values, rigid)?;
    // The first ones are the rigid motions.
    let elastic = rigid..modes.values.len();
    let columns = elastic.clone().map(|k| modes.vectors.col_as_slice(k)[..n].to_vec()).collect();
    Ok(Candidates::modes(columns, modes.values[elastic].to_vec()))
}

/// The lowest modes with the boundary fixed.
pub(super) fn fixed_modes(
    structure: &Structure,
    rows: &[FrameRows],
    modes: usize,
) -> Result<Candidates, ReductionError> {
    let rows = interface::independent(rows);
    let n = structure.unknowns();
    let (extended, _) = structure.extended(&rows)?;
    modes_of(extended.pencil(n), &mut extended.factorized(n)?, Rigid::default(), modes)
}

/// Takes out of a load what accelerates the body as a whole.
pub(super) fn balance(structure: &Structure, force: &mut [f64]) {
    for r in structure.rigid() {
        let along = dot(r, force);
        force.iter_mut().zip(structure.times_mass(r)).for_each(|(f, m)| *f -= along * m);
    }
}

/// A free body on as many supports as it has rigid motions, factorized.
pub(super) struct Supported<'a> {
    structure: &'a Structure,
    supports: Vec<u32>,
    factor: SymmetricFactor,
}

impl<'a> Supported<'a> {
    pub fn new(structure: &'a Structure) -> Result<Self, ReductionError> {
        let [stiffness, _] = structure.matrices();
        let supports = supports(structure);
        let mut factor = SymmetricFactor::new(structure.pattern(), stiffness, structure.unknowns())?;
        factor.factorize_held(stiffness, &supports)?;
        Ok(Supported { structure, supports, factor })
    }

    fn pencil(&self) -> Pencil<'a> {
        let [stiffness, mass] = self.structure.matrices();
        Pencil { pattern: self.structure.pattern(), stiffness, mass, motion_unknowns: self.structure.unknowns() }
    }

    /// The static shapes of loads of unit size, after what accelerates the body as a whole has been taken out of them.
    pub fn shapes(&mut self, mut loads: Vec<Vec<f64>>) -> Result<Vec<Vec<f64>>, ReductionError> {
        let with_mass = |x: &Vec<f64>| [x.clone(), self.structure.times_mass(x)];
        let rigid: Vec<[Vec<f64>; 2]> = self.structure.rigid().iter().map(with_mass).collect();
        for force in &mut loads {
            for [r, mass] in &rigid {
                let along = dot(r, force);
                force.iter_mut().zip(mass).for_each(|(f, m)| *f -= along * m);
            }
        }
        let pencil = self.pencil();
        solutions(&mut self.factor, pencil, loads)
    }

    /// The lowest elastic modes. The factorization is that of their Sturm count afterwards.
    pub fn modes(mut self, count: usize) -> Result<Candidates, ReductionError> {
        let rigid = Rigid { motions: self.structure.rigid(), supports: &self.supports };
        let pencil = self.pencil();
        modes_of(pencil, &mut self.factor, rigid, count)
    }
}

/// Number of modes below a frequency in Hz: with the boundary fixed, or free-free without rigid motions.
pub(super) fn count_below(
    structure: &Structure,
    basis: Basis,
    rows: &[FrameRows],
    hz: f64,
) -> Result<usize, ReductionError> {
    let mu = (std::f64::consts::TAU * hz).powi(2);
    let n = structure.unknowns();
    let count = |pattern: &Pattern, stiffness: &SparseMatrix, mass: &SparseMatrix| {
        let mut factor = SymmetricFactor::new(pattern, stiffness, n)?;
        factor.factorize(stiffness, mu, mass)?;
        Ok::<usize, ReductionError>(factor.negative_pivots())
    };
    match basis {
        Basis::Rigid => Ok(0),
        Basis::Primal => {
            let rows = interface::independent(rows);
            let (Extended { pattern, stiffness, mass }, _) = structure.extended(&rows)?;
            Ok(count(&pattern, &stiffness, &mass)?.saturating_sub(rows.len()))
        }
        Basis::Dual => {
            let [stiffness, mass] = structure.matrices();
            Ok(count(structure.pattern(), stiffness, mass)?.saturating_sub(structure.rigid().len()))
        }
    }
}

/// Tests that the first mode behind the rigid motions has a stiffness: its ω² is far above the round-off of theirs.
fn check_mechanism(squares: &[f64], rigid: usize) -> Result<(), ReductionError> {
    let round_off = squares.iter().take(rigid).fold(0.0_f64, |most, x| most.max(x.abs()));
    match squares.get(rigid) {
        Some(&first) if first <= 1e2 * round_off => {
            Err(ReductionError::Mechanism(first.max(0.0).sqrt() / std::f64::consts::TAU))
        }
        _ => Ok(()),
    }
}

/// As many displacements as there are rigid motions, chosen so that fixing them leaves none: pivots of the rigid motions.
fn supports(structure: &Structure) -> Vec<u32> {
    let mut motions = structure.rigid().to_vec();
    let mut supports = Vec::new();
    for k in 0..motions.len() {
        let largest = |motion: &Vec<f64>| {
            let each = motion.iter().enumerate().map(|(i, x)| (i, x.abs()));
            each.fold((0, 0.0), |best, own| if own.1 > best.1 { own } else { best })
        };
        let pivot = (k..motions.len()).max_by(|&i, &j| largest(&motions[i]).1.total_cmp(&largest(&motions[j]).1));
        motions.swap(k, pivot.unwrap_or(k));
        let (unknown, _) = largest(&motions[k]);
        supports.push(unknown as u32);
        let (own, others) = motions[k..].split_first_mut().expect("a motion for each support");
        for other in others {
            let factor = other[unknown] / own[unknown];
            other.iter_mut().zip(own.iter()).for_each(|(x, o)| *x -= factor * o);
        }
    }
    supports
}

/// The loads whose shapes are included: pressures, and the forces of inertia of steady rotations, M (Ω_a Ω_b − Ω² 1) X for six pairs of axes; with their
/// names.
fn body_forces(structure: &Structure, options: &Options) -> Vec<(String, Vec<f64>)> {
    let mut forces = Vec::new();
    for part in &options.boundary {
        let Boundary::Load { name, forces: on_nodes } = part else { continue };
        forces.push((format!("pressure on {name}"), structure.loads(on_nodes)));
    }
    if options.rotation_shapes {
        let names = ["x²", "y²", "z²", "xy", "yz", "zx"].map(|axes| format!("rotation {axes}"));
        forces.extend(names.into_iter().zip(rotation_forces(structure)));
    }
    forces.into_iter().filter(|(_, force)| force.iter().any(|x| *x != 0.0)).collect()
}

/// The forces of inertia for units of Ω_x², Ω_y², Ω_z², Ω_x Ω_y, Ω_y Ω_z and Ω_z Ω_x.
pub(super) fn rotation_forces(structure: &Structure) -> Vec<Vec<f64>> {
    // −ρ Ω × (Ω × X) = ρ (Ω² 1 − Ω Ωᵀ) X.
    let field = |a: usize, b: usize| {
        let mut m = Mat3::identity() * if a == b { 1.0 } else { 0.0 };
        m.0[a][b] -= 1.0;
        if a != b {
            m.0[b][a] -= 1.0;
        }
        m
    };
    // The field has no curl: nodes do not rotate.
    let force = |(a, b): (usize, usize)| structure.times_mass(&structure.gathered(|x| field(a, b) * x, Vec3::zero()));
    [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)].map(force).to_vec()
}

/// Unit forces and torques on each boundary frame, six of each.
pub(super) fn unit_loads(structure: &Structure, boundary: &[Boundary], rows: &[FrameRows]) -> Vec<Vec<f64>> {
    let frames = boundary.iter().zip(rows).filter(|(part, _)| matches!(part, Boundary::Frame { .. }));
    frames.flat_map(|(_, rows)| rows.motions.iter().map(|row| row.dense(structure.unknowns()))).collect()
}

/// The displacements of a free body under given loads, and behind them for units of Ω_x², Ω_y², Ω_z², Ω_x Ω_y, Ω_y Ω_z and Ω_z Ω_x, each in balance with
/// the inertia of the rigid motions.
pub(super) fn balanced(structure: &Structure, mut loads: Vec<Vec<f64>>) -> Result<Vec<Vec<f64>>, ReductionError> {
    loads.extend(rotation_forces(structure));
    loads.iter_mut().for_each(|load| balance(structure, load));
    let mut supported = Supported::new(structure)?;
    let pencil = supported.pencil();
    true_size(loads, |loads| solutions(&mut supported.factor, pencil, loads))
}

/// Solutions for loads of their own size; those of [`solutions`] are for loads of unit size.
fn true_size(
    loads: Vec<Vec<f64>>,
    solve: impl FnOnce(Vec<Vec<f64>>) -> Result<Vec<Vec<f64>>, ReductionError>,
) -> Result<Vec<Vec<f64>>, ReductionError> {
    let sizes: Vec<f64> = loads.iter().map(|load| dot(load, load).sqrt()).collect();
    let mut found = solve(loads)?;
    found.iter_mut().zip(sizes).for_each(|(x, size)| x.iter_mut().for_each(|x| *x *= size));
    Ok(found)
}

/// The displacements of a body whose frame is held, for units of Ω_x², Ω_y², Ω_z², Ω_x Ω_y, Ω_y Ω_z and Ω_z Ω_x.
pub(super) fn spun(structure: &Structure, held: &FrameRows) -> Result<Vec<Vec<f64>>, ReductionError> {
    let rows = interface::independent(std::slice::from_ref(held));
    let (extended, _) = structure.extended(&rows)?;
    let n = structure.unknowns();
    let extend = |force: Vec<f64>| force.into_iter().chain(std::iter::repeat_n(0.0, rows.len())).collect();
    let loads: Vec<Vec<f64>> = rotation_forces(structure).into_iter().map(extend).collect();
    let mut factor = extended.factorized(n)?;
    true_size(loads, |loads| solutions(&mut factor, extended.pencil(n), loads))
}

impl Extended {
    /// K with constraints, factorized.
    fn factorized(&self, motion_unknowns: usize) -> Result<SymmetricFactor, ReductionError> {
        let mut factor = SymmetricFactor::new(&self.pattern, &self.stiffness, motion_unknowns)?;
        factor.factorize(&self.stiffness, 0.0, &self.mass)?;
        Ok(factor)
    }

    fn pencil(&self, motion_unknowns: usize) -> Pencil<'_> {
        Pencil { pattern: &self.pattern, stiffness: &self.stiffness, mass: &self.mass, motion_unknowns }
    }
}

/// The displacements of several loads, with one step of iterative refinement.
fn solutions(
    factor: &mut SymmetricFactor,
    pencil: Pencil,
    mut loads: Vec<Vec<f64>>,
) -> Result<Vec<Vec<f64>>, ReductionError> {
    let Pencil { pattern, stiffness, motion_unknowns, .. } = pencil;
    let all = pattern.unknowns();
    let mut found = Vec::with_capacity(loads.len());
    for loads in loads.chunks_mut(COLUMNS) {
        // Loads of unit size: rows of the boundary and forces have different units.
        for load in loads.iter_mut() {
            let size = dot(load, load).sqrt();
            load.iter_mut().for_each(|x| *x /= if size > 0.0 { size } else { 1.0 });
        }
        let right: Vec<f64> = loads.concat();
        let mut x = right.clone();
        factor.solve(&mut x)?;
        let mut rest = product::times(pattern, stiffness, &x);
        rest.iter_mut().zip(&right).for_each(|(rest, right)| *rest = right - *rest);
        factor.solve(&mut rest)?;
        x.iter_mut().zip(&rest).for_each(|(x, r)| *x += r);
        found.extend(x.chunks_exact(all).map(|x| x[..motion_unknowns].to_vec()));
    }
    Ok(found)
}

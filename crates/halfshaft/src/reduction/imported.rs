//! Stiffness and mass matrices of another program as a structure, and the inertia of their shapes.

use super::error::ReductionError;
use super::structure::{Structure, dot};
use crate::elements::superelement::Invariants;
use crate::linalg::sparse::pattern::{Pattern, PatternBuilder, SparseMatrix};
use crate::math::{Mat3, Vec3};

/// A rigid motion may give forces of at most this part of the sum of their terms: matrices are written with ten digits or more.
const RIGID_TOLERANCE: f64 = 1e-6;
/// Two entries that are the same by symmetry differ by at most this part of the largest entry.
const SYMMETRY_TOLERANCE: f64 = 1e-9;
/// Or it may give an acceleration of at most this part of the largest ω² of an unknown: the boundary of a body with one frame has no stiffness but round-off.
const STIFFNESS_ROUND_OFF: f64 = 1e-12;
/// The mass along x, y and z may differ by this part.
const MASS_TOLERANCE: f64 = 1e-6;

/// What an unknown of imported matrices is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// A displacement (0 to 2) or a rotation (3 to 5) of a node along or about the axes of the positions.
    Node {
        /// The node.
        node: u32,
        /// 0 to 5.
        component: u8,
    },
    /// An amplitude that is zero in rigid motions, as of a mode with fixed boundary.
    Modal,
}

/// Stiffness and mass of a free body from another program, in SI units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportedMatrices {
    /// The nodes. Each has a displacement among the unknowns.
    pub positions: Vec<Vec3>,
    /// What each unknown is.
    pub coordinates: Vec<Coordinate>,
    /// Row, column and value of each entry, of both triangles.
    pub stiffness: Vec<(u32, u32, f64)>,
    /// The same of the mass matrix.
    pub mass: Vec<(u32, u32, f64)>,
}

/// An entry that differs from the one that is the same by symmetry.
fn asymmetric(pattern: &Pattern, matrix: &SparseMatrix) -> Option<[usize; 2]> {
    let values = matrix.values();
    let largest = values.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for column in 0..pattern.nodes() {
        for (row, offset) in pattern.column(column).filter(|(row, _)| *row <= column) {
            let other = pattern.offset(pattern.slot(column, row)?);
            let (rows, columns) = (pattern.size(row), pattern.size(column));
            for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
                let difference = values[offset + j * rows + i] - values[other + i * columns + j];
                if difference.abs() > SYMMETRY_TOLERANCE * largest {
                    return Some([pattern.start(row) + i, pattern.start(column) + j]);
                }
            }
        }
    }
    None
}

impl Structure {
    /// The structure of matrices of another program.
    ///
    /// They are those of a free body: K r = 0 for six rigid motions r, which follow from the positions, and the mass is the same along x, y and
    /// z. The inertia invariants are exact for full matrices of solids. For reduced ones mass, centre, moments of inertia and their couplings
    /// with the shapes are exact; what the amplitudes add to the moments of inertia is that of the displacements of the nodes, and for
    /// modal coordinates the mean over the directions.
    pub fn imported(given: &ImportedMatrices) -> Result<Self, ReductionError> {
        let n = given.coordinates.len();
        let mut of_node: Vec<Vec<(u8, usize)>> = vec![vec![]; given.positions.len()];
        let mut modal = Vec::new();
        for (k, coordinate) in given.coordinates.iter().enumerate() {
            match *coordinate {
                Coordinate::Node { node, component } => of_node[node as usize].push((component, k)),
                Coordinate::Modal => modal.push(k),
            }
        }
        // Where each unknown of the file is: its block, its place in it, and its number.
        let mut place = vec![[0_usize; 2]; n];
        let mut places = vec![[None; 6]; given.positions.len()];
        let mut start = 0;
        for (block, own) in of_node.iter_mut().enumerate() {
            own.sort_unstable();
            for (i, &(component, k)) in own.iter().enumerate() {
                place[k] = [block, i];
                places[block][component as usize] = Some((start + i) as u32);
            }
            start += own.len();
        }
        modal.iter().enumerate().for_each(|(i, &k)| place[k] = [of_node.len() + i, 0]);
        let sizes = of_node.iter().map(Vec::len).chain(modal.iter().map(|_| 1));
        let mut pattern = PatternBuilder::new(sizes);
        let entries = || given.stiffness.iter().chain(&given.mass);
        let blocks = |i: u32, j: u32| [place[i as usize][0], place[j as usize][0]];
        for [a, b] in entries().map(|&(i, j, _)| blocks(i, j)).filter(|[a, b]| a != b) {
            pattern.couple(a, b);
        }
        let pattern = pattern.finish()?;
        let mut matrices = [SparseMatrix::new(&pattern), SparseMatrix::new(&pattern)];
        for (matrix, entries) in matrices.iter_mut().zip([&given.stiffness, &given.mass]) {
            entries.iter().for_each(|&(i, j, x)| matrix.add(&pattern, place[i as usize], place[j as usize], x));
        }
        for (name, matrix) in [("stiffness", &matrices[0]), ("mass", &matrices[1])] {
            if let Some([row, column]) = asymmetric(&pattern, matrix) {
                return Err(ReductionError::NotSymmetric { matrix: name, row: row + 1, column: column + 1 });
            }
        }
        let mut structure = Structure::of_matrices(given.positions.clone(), places, pattern, matrices);
        structure.check_mass()?;
        structure.find_rigid_motions();
        let without_stiffness = structure.check_rigid_motions()?;
        structure.set_boundary_stiffness(!without_stiffness);
        Ok(structure)
    }

    /// Its matrices, with the nodes in the axes of the mesh: what [`Structure::imported`] takes if nothing is blocked.
    pub fn exported(&self) -> ImportedMatrices {
        let mut coordinates = vec![Coordinate::Modal; self.unknowns()];
        for node in 0..self.positions().len() as u32 {
            for component in 0..6 {
                if let Some(k) = self.unknown(node, component) {
                    coordinates[k as usize] = Coordinate::Node { node, component: component as u8 };
                }
            }
        }
        let [stiffness, mass] = self.matrices().map(|matrix| {
            let mut entries = Vec::new();
            self.pattern().for_each_value(|i, j, k| entries.push((i as u32, j as u32, matrix.values()[k])));
            entries.retain(|(.., x)| *x != 0.0);
            entries
        });
        let positions = self.positions().iter().map(|x| *x + self.centre()).collect();
        ImportedMatrices { positions, coordinates, stiffness, mass }
    }

    /// Tests that the mass is the same in all directions, and moves the origin to the centre of mass.
    fn check_mass(&mut self) -> Result<(), ReductionError> {
        let along = [0, 1, 2].map(|k| self.gathered(|_| Vec3::unit(k), Vec3::zero()));
        let momenta = [0, 1, 2].map(|k| self.times_mass(&along[k]));
        let masses = [0, 1, 2].map(|k| dot(&along[k], &momenta[k]));
        let mean = masses.iter().sum::<f64>() / 3.0;
        let equal = |m: &f64| (m - mean).abs() <= MASS_TOLERANCE * mean;
        if !(mean > 0.0 && masses.iter().all(equal)) {
            return Err(ReductionError::BadMass(masses));
        }
        // The moment of e_b by a rotation about e_a is m (e_a × x̄)·e_b.
        let turns = [0, 1, 2].map(|k| self.gathered(|x| Vec3::unit(k).cross(x), Vec3::unit(k)));
        let moment = |a: usize, b: usize| dot(&turns[a], &momenta[b]);
        let centre = Vec3([(2, 1), (0, 2), (1, 0)].map(|(a, b)| 0.5 * (moment(a, b) - moment(b, a)) / mean));
        self.move_origin(centre + self.centre());
        Ok(())
    }

    /// Tests that all six rigid motions are possible and free of forces; returns whether the stiffness of one is round-off.
    fn check_rigid_motions(&self) -> Result<bool, ReductionError> {
        let name = |k: usize| {
            let axis = ["x", "y", "z"][k % 3];
            if k < 3 { format!("translation along {axis}") } else { format!("rotation about {axis}") }
        };
        let missing: Vec<String> = (0..6).filter(|&k| !self.allows(k)).map(name).collect();
        if !missing.is_empty() {
            return Err(ReductionError::Held { motions: missing, residual: 1.0 });
        }
        let [stiffness, _] = self.matrices();
        let (mut held, mut worst, mut round_off) = (Vec::new(), 0.0_f64, false);
        for k in 0..6 {
            let motion = |x: Vec3| if k < 3 { Vec3::unit(k) } else { Vec3::unit(k - 3).cross(x) };
            let x = self.gathered(motion, if k < 3 { Vec3::zero() } else { Vec3::unit(k - 3) });
            let (mut force, mut terms) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            stiffness.residual(self.pattern(), &x, &mut force, &mut terms);
            // Work, so that forces and torques can be compared.
            let (energy, sizes): (f64, f64) =
                (dot(&x, &force).abs(), x.iter().zip(&terms).map(|(x, t)| x.abs() * t).sum());
            let norms = dot(&force, &force).sqrt() / dot(&terms, &terms).sqrt().max(f64::MIN_POSITIVE);
            let residual = norms.max(energy / sizes.max(f64::MIN_POSITIVE));
            let resisted = residual.is_nan() || residual > RIGID_TOLERANCE;
            if resisted && self.is_round_off(&x, &force) {
                round_off = true;
            } else if resisted {
                held.push(name(k));
                worst = worst.max(residual);
            }
        }
        if held.is_empty() { Ok(round_off) } else { Err(ReductionError::Held { motions: held, residual: worst }) }
    }

    /// Whether the forces of a motion are round-off of the stiffness matrix: √(Σ f_i²/m_i) of a motion of unit modal mass, an ω², compared with the
    /// largest k_i/m_i of an unknown. Forces on unknowns without mass are none.
    fn is_round_off(&self, motion: &[f64], force: &[f64]) -> bool {
        let [stiffness, mass] = self.matrices();
        let mut diagonals = vec![[0.0; 2]; motion.len()];
        self.pattern().for_each_value(|i, j, k| {
            if i == j {
                diagonals[i] = [stiffness.values()[k], mass.values()[k]];
            }
        });
        let massive = || diagonals.iter().zip(force).filter(|([_, m], _)| *m > 0.0);
        let largest = massive().map(|([k, m], _)| k / m).fold(0.0, f64::max);
        let massless = diagonals.iter().zip(force).any(|([_, m], f)| *m <= 0.0 && *f != 0.0);
        let square = massive().map(|([_, m], f)| f * f / m).sum::<f64>() / dot(motion, &self.times_mass(motion));
        !massless && square.sqrt() <= STIFFNESS_ROUND_OFF * largest
    }

    /// The inertia of shapes from their products with the mass matrix. With unknowns x and p = M x of two shapes
    ///
    /// ```text
    /// ∫ρ X_a Ψ_b dV = f_ab·p,   f_ab: displacements X_a e_b, rotations ½ e_a × e_b
    /// ∫ρ Ψ_i Ψ_jᵀ dV = Σ_nodes ½ (u_i p_jᵀ + p_i u_jᵀ) + ⅓ (x_i·p_j − its trace) 1
    /// ```
    pub(super) fn imported_invariants(&self, columns: &[Vec<f64>], masses: &[Vec<f64>]) -> Invariants {
        let field = |a: usize, b: usize| {
            let turn = Vec3::unit(a).cross(Vec3::unit(b)) * 0.5;
            self.gathered(|x| Vec3::unit(b) * x[a], turn)
        };
        let fields: Vec<Vec<f64>> = (0..9).map(|k| field(k / 3, k % 3)).collect();
        let along = [0, 1, 2].map(|k| self.gathered(|_| Vec3::unit(k), Vec3::zero()));
        let products = |p: &[f64]| Mat3(std::array::from_fn(|a| std::array::from_fn(|b| dot(&fields[3 * a + b], p))));
        let force = |p: &[f64]| Vec3([0, 1, 2].map(|k| dot(&along[k], p)));
        let nodal = |list: &[Vec<f64>]| list.iter().map(|x| self.nodal(x)).collect::<Vec<_>>();
        let (shapes, momenta) = (nodal(columns), nodal(masses));
        let n = columns.len();
        let mut pairs = vec![Mat3([[0.0; 3]; 3]); n * n];
        for i in 0..n {
            for j in 0..n {
                let mut sum = [[0.0; 3]; 3];
                let (a, b) = (shapes[i].iter().zip(&momenta[j]), momenta[i].iter().zip(&shapes[j]));
                for (u, p) in a.chain(b) {
                    (0..3).for_each(|r| (0..3).for_each(|c| sum[r][c] += 0.5 * u[r] * p[c]));
                }
                let rest = (dot(&columns[i], &masses[j]) - sum[0][0] - sum[1][1] - sum[2][2]) / 3.0;
                (0..3).for_each(|k| sum[k][k] += rest);
                pairs[i * n + j] = Mat3(sum);
            }
        }
        let turns = [0, 1, 2].map(|k| self.gathered(|x| Vec3::unit(k).cross(x), Vec3::unit(k)));
        let turned = turns.each_ref().map(|x| self.times_mass(x));
        let pushed = along.each_ref().map(|x| self.times_mass(x));
        let mass = (0..3).map(|k| dot(&along[k], &pushed[k])).sum::<f64>() / 3.0;
        let moment = |a: usize, b: usize| 0.5 * (dot(&turns[a], &pushed[b]) - dot(&turns[b], &pushed[a]));
        Invariants::from_products(
            mass,
            Vec3([(2, 1), (0, 2), (1, 0)].map(|(a, b)| moment(a, b))),
            Mat3(std::array::from_fn(|a| std::array::from_fn(|b| dot(&turns[a], &turned[b])))),
            masses.iter().map(|p| (force(p), products(p))),
            &pairs,
        )
    }
}

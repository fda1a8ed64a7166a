//! The compliance of the flanks of a wheel whose bore is rigid.

use crate::elements::solid::{Elastic, LinearStiffness};
use crate::gear::{Sector, Tooth};
use crate::linalg::sparse::SparseError;
use crate::linalg::sparse::pattern::{Pattern, PatternBuilder, SparseMatrix};
use crate::linalg::sparse::symmetric::SymmetricFactor;
use crate::math::Vec3;

/// Columns that the factorization solves for at once.
const WIDTH: usize = 8;

/// Displacements of flanks along their normals under normal forces on the nodes of one flank.
///
/// The finite elements of one sector, from space to space, are condensed to the nodes of its two cuts: with X = K_ii⁻¹ K_ic, the
/// stiffness of the cuts is S = K_cc − K_ci X, and the normal displacements of the flank are H = nᵀX for those of the cuts. All
/// sectors are equal, so that the ring of z sectors couples blocks of S in a circle (D). A force on tooth 0 displaces tooth m by
///
/// ```text
/// C_m = δ_m0 nᵀ K_ii⁻¹ n + H_m D⁻¹ H_0ᵀ
/// ```
///
/// which is the compliance of the complete wheel: nothing is neglected. Stresses along the surface of the root, from the differences of
/// the displacements of its nodes, follow in the same way with their own rows instead of nᵀ.
pub struct FlankCompliance {
    /// Length of the involute from the form circle to the tip; its nodes are equally spaced.
    pub length: f64,
    /// Number of nodes along the involute.
    pub along: usize,
    /// Planes of nodes along the axis.
    pub planes: Vec<f64>,
    /// How many teeth away displacements are known.
    reach: usize,
    /// For teeth from −reach to reach, by rows of displaced nodes and then of stresses; nodes of one plane follow each other.
    matrices: Vec<Vec<f64>>,
    /// Number of places where the stress of the root is known.
    stresses: usize,
}

/// The unknowns of a sector: those inside, and those of the cuts.
struct Numbers {
    inside: Vec<Option<usize>>,
    cut: Vec<Option<usize>>,
    unknowns: usize,
}

/// The condensed sector.
struct Condensed {
    /// Stiffness of the cuts, by columns.
    stiffness: Vec<f64>,
    /// H, by rows of quantities: displacements of the flank, then stresses.
    rows: Vec<f64>,
    /// nᵀ K_ii⁻¹ n, by rows of quantities.
    own: Vec<f64>,
    /// Number of unknowns of both cuts.
    cuts: usize,
}

impl FlankCompliance {
    /// The compliance of a wheel from the mesh of its sector, up to the tooth `reach` teeth away.
    pub fn new(tooth: &Tooth, sector: &Sector, elastic: Elastic, reach: usize) -> Result<Self, SparseError> {
        let condensed = condense(tooth, sector, elastic)?;
        let teeth = tooth.drawing.teeth;
        let flank = sector.flank.len() * sector.flank[0].len();
        let matrices = ring(&condensed, tooth.half_pitch(), teeth, flank, reach)?;
        let (along, planes) = (sector.flank[0].len(), sector.planes.clone());
        let stresses = condensed.own.len() / flank - flank;
        Ok(FlankCompliance { length: tooth.flank_length(), along, planes, reach, matrices, stresses })
    }

    /// Spacing of the nodes along the involute.
    pub fn spacing(&self) -> f64 {
        self.length / (self.along - 1) as f64
    }

    /// Adds the stresses along the root of tooth `m`, next to the loaded flanks, by a force on nodes of tooth 0.
    pub fn add_stresses(&self, m: isize, loaded: &[(usize, f64)], force: f64, stresses: &mut [f64]) {
        if m.unsigned_abs() > self.reach {
            return;
        }
        let matrix = &self.matrices[(m + self.reach as isize) as usize];
        let n = self.along * self.planes.len();
        for (row, stress) in matrix[n * n..].chunks_exact(n).zip(stresses) {
            // Forces push against the normals.
            *stress -= force * loaded.iter().map(|&(j, w)| w * row[j]).sum::<f64>();
        }
    }

    /// Number of places where the stress of the root is known.
    pub fn stresses(&self) -> usize {
        self.stresses
    }

    /// Displacement of tooth `m` for weights of its nodes, by forces on nodes of tooth 0; zero beyond the reach.
    pub fn between(&self, m: isize, displaced: &[(usize, f64)], loaded: &[(usize, f64)]) -> f64 {
        if m.unsigned_abs() > self.reach {
            return 0.0;
        }
        let matrix = &self.matrices[(m + self.reach as isize) as usize];
        let n = self.along * self.planes.len();
        let mut sum = 0.0;
        for &(i, v) in displaced {
            let row = &matrix[i * n..(i + 1) * n];
            sum += v * loaded.iter().map(|&(j, w)| w * row[j]).sum::<f64>();
        }
        sum
    }
}

/// The normal of the flank at positive angles at a point, out of the tooth.
fn normal(tooth: &Tooth, x: Vec3) -> Vec3 {
    let (radius, angle) = (x[0].hypot(x[1]), x[1].atan2(x[0]));
    let pressure = tooth.roll(radius).atan();
    let towards = if tooth.drawing.internal { angle + pressure } else { angle - pressure };
    let (sine, cosine) = tooth.base_helix_angle.sin_cos();
    Vec3([-cosine * towards.sin(), cosine * towards.cos(), -sine])
}

fn number(sector: &Sector) -> Numbers {
    let nodes = sector.mesh.positions.len();
    let (mut inside, mut cut) = (vec![None; nodes], vec![None; nodes]);
    let mut is_bore = vec![false; nodes];
    sector.bore.iter().for_each(|&node| is_bore[node as usize] = true);
    for (k, &node) in sector.cuts.iter().flatten().enumerate() {
        cut[node as usize] = Some(k);
    }
    let mut unknowns = 0;
    for node in 0..nodes {
        if cut[node].is_none() && !is_bore[node] {
            inside[node] = Some(unknowns);
            unknowns += 1;
        }
    }
    Numbers { inside, cut, unknowns }
}

/// The stiffness inside a sector, from its inside to its cuts by columns of the cuts, and of the cuts by columns.
struct Assembled {
    pattern: Pattern,
    inside: SparseMatrix,
    to_cuts: Vec<Vec<(usize, f64)>>,
    cuts: Vec<f64>,
}

fn assemble(sector: &Sector, numbers: &Numbers, stiffness: &LinearStiffness) -> Result<Assembled, SparseError> {
    let mut builder = PatternBuilder::new(vec![3; numbers.unknowns]);
    for block in &sector.mesh.blocks {
        for cell in 0..block.count() {
            let own: Vec<usize> =
                block.nodes_of(cell).iter().filter_map(|&node| numbers.inside[node as usize]).collect();
            builder.couple_all(&own);
        }
    }
    let pattern = builder.finish()?;
    let mut inside = SparseMatrix::new(&pattern);
    let c = 6 * sector.cuts[0].len();
    let (mut to_cuts, mut cuts) = (vec![vec![]; c], vec![0.0; c * c]);
    stiffness.each_cell(|nodes, local| {
        for (a, &row) in nodes.iter().enumerate() {
            for (b, &column) in nodes.iter().enumerate() {
                let block = &local[a * nodes.len() + b];
                let (row, column) = (row as usize, column as usize);
                match (numbers.inside[row], numbers.inside[column], numbers.cut[row], numbers.cut[column]) {
                    (Some(i), Some(j), ..) => {
                        let slot = pattern.slot(i, j).expect("every pair of nodes of a cell was coupled");
                        let values = inside.block_mut(&pattern, slot);
                        (0..9).for_each(|k| values[k] += block[k % 3][k / 3]);
                    }
                    (Some(i), _, _, Some(j)) => {
                        for k in 0..9 {
                            to_cuts[3 * j + k / 3].push((3 * i + k % 3, block[k % 3][k / 3]));
                        }
                    }
                    (_, _, Some(i), Some(j)) => {
                        (0..9).for_each(|k| cuts[(3 * j + k / 3) * c + 3 * i + k % 3] += block[k % 3][k / 3]);
                    }
                    _ => {}
                }
            }
        }
    });
    for column in &mut to_cuts {
        merge(column);
    }
    Ok(Assembled { pattern, inside, to_cuts, cuts })
}

/// Adds entries of the same row.
fn merge(column: &mut Vec<(usize, f64)>) {
    column.sort_by_key(|entry| entry.0);
    column.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

/// A linear function of the unknowns inside a sector: places and weights.
type Row = Vec<(usize, f64)>;

/// Displacements of the nodes of the flank along its normals.
fn displacements(tooth: &Tooth, sector: &Sector, numbers: &Numbers) -> Vec<Row> {
    let row = |&node: &u32| {
        let place = numbers.inside[node as usize].expect("flanks are neither in cuts nor in the bore");
        let normal = normal(tooth, sector.mesh.positions[node as usize]);
        (0..3).map(|k| (3 * place + k, normal[k])).collect()
    };
    sector.flank.iter().flatten().map(row).collect()
}

/// Stresses along the surface of the root, between its nodes: σ = E/(1 − ν²) (ε_t + ν ε_z), with the strains of the edges in that plane
/// and of those to the planes beside it.
fn stresses(sector: &Sector, numbers: &Numbers, elastic: &Elastic) -> Vec<Row> {
    let (lambda, mu) = (elastic.lambda, elastic.mu);
    let poisson = 0.5 * lambda / (lambda + mu);
    let modulus = 2.0 * mu * (1.0 + poisson) / (1.0 - poisson * poisson);
    // The strain of the line between two nodes, times a factor.
    let strain = |row: &mut Row, a: u32, b: u32, factor: f64| {
        let d = sector.mesh.positions[b as usize] - sector.mesh.positions[a as usize];
        let scale = factor / d.dot(d);
        for (node, sign) in [(a, -1.0), (b, 1.0)] {
            if let Some(place) = numbers.inside[node as usize] {
                row.extend((0..3).map(|k| (3 * place + k, sign * scale * d[k])));
            }
        }
    };
    let mut rows = vec![];
    for (k, nodes) in sector.root.iter().enumerate() {
        let [before, after] = [k.saturating_sub(1), (k + 1).min(sector.root.len() - 1)];
        for i in 1..nodes.len() {
            let mut row = vec![];
            strain(&mut row, nodes[i - 1], nodes[i], modulus);
            for j in [i - 1, i] {
                strain(&mut row, sector.root[before][j], sector.root[after][j], 0.5 * poisson * modulus);
            }
            merge(&mut row);
            rows.push(row);
        }
    }
    rows
}

fn condense(tooth: &Tooth, sector: &Sector, elastic: Elastic) -> Result<Condensed, SparseError> {
    let numbers = number(sector);
    let stiffness = LinearStiffness::new(sector.mesh.clone(), elastic);
    let Assembled { pattern, inside, to_cuts, cuts } = assemble(sector, &numbers, &stiffness)?;
    let n = pattern.unknowns();
    let mut factor = SymmetricFactor::new(&pattern, &inside, n)?;
    factor.factorize(&inside, 0.0, &inside)?;
    let mut quantities = displacements(tooth, sector, &numbers);
    let (c, f) = (to_cuts.len(), quantities.len());
    quantities.extend(stresses(sector, &numbers, &elastic));
    let value = |x: &[f64], row: &Row| row.iter().map(|&(place, weight)| weight * x[place]).sum::<f64>();
    let (mut schur, mut rows, mut own) = (cuts, vec![0.0; quantities.len() * c], vec![0.0; quantities.len() * f]);
    for first in (0..c).step_by(WIDTH) {
        let columns = first..(first + WIDTH).min(c);
        let mut x = vec![0.0; n * columns.len()];
        for j in columns.clone() {
            to_cuts[j].iter().for_each(|&(row, value)| x[(j - first) * n + row] = value);
        }
        factor.solve(&mut x)?;
        for j in columns {
            let x = &x[(j - first) * n..][..n];
            for (i, row) in to_cuts.iter().enumerate() {
                schur[j * c + i] -= row.iter().map(|&(k, value)| value * x[k]).sum::<f64>();
            }
            quantities.iter().enumerate().for_each(|(i, row)| rows[i * c + j] = value(x, row));
        }
    }
    for first in (0..f).step_by(WIDTH) {
        let columns = first..(first + WIDTH).min(f);
        let mut x = vec![0.0; n * columns.len()];
        for j in columns.clone() {
            quantities[j].iter().for_each(|&(place, weight)| x[(j - first) * n + place] = weight);
        }
        factor.solve(&mut x)?;
        for j in columns {
            let x = &x[(j - first) * n..][..n];
            quantities.iter().enumerate().for_each(|(i, row)| own[i * f + j] = value(x, row));
        }
    }
    Ok(Condensed { stiffness: schur, rows, own, cuts: c })
}

/// Turns the components of the second cut from the axes of the sector to those of the next one: x ↦ Rᵀ x for each node.
fn turn(columns: &mut [f64], rows: usize, half_pitch: f64) {
    let (sine, cosine) = (2.0 * half_pitch).sin_cos();
    for column in columns.chunks_exact_mut(rows) {
        for node in column[rows / 2..].chunks_exact_mut(3) {
            [node[0], node[1]] = [cosine * node[0] + sine * node[1], cosine * node[1] - sine * node[0]];
        }
    }
}

fn transpose(matrix: &[f64], n: usize) -> Vec<f64> {
    let mut turned = vec![0.0; matrix.len()];
    for j in 0..n {
        (0..n).for_each(|i| turned[i * n + j] = matrix[j * n + i]);
    }
    turned
}

/// The compliances of the flanks of teeth −reach to reach in a ring of equal sectors.
fn ring(
    sector: &Condensed,
    half_pitch: f64,
    teeth: usize,
    flank: usize,
    reach: usize,
) -> Result<Vec<Vec<f64>>, SparseError> {
    let (c, m) = (sector.cuts, sector.cuts / 2);
    let mut stiffness = sector.stiffness.clone();
    turn(&mut stiffness, c, half_pitch);
    let mut stiffness = transpose(&stiffness, c);
    turn(&mut stiffness, c, half_pitch);
    let mut rows = sector.rows.clone();
    turn(&mut rows, c, half_pitch);
    let quantities = rows.len() / c;
    let mut builder = PatternBuilder::new(vec![m; teeth]);
    (0..teeth).for_each(|j| builder.couple(j, (j + 1) % teeth));
    let pattern = builder.finish()?;
    let mut matrix = SparseMatrix::new(&pattern);
    for j in 0..teeth {
        let ends = [j, (j + 1) % teeth];
        for (a, row) in ends.into_iter().enumerate() {
            for (b, column) in ends.into_iter().enumerate() {
                let slot = pattern.slot(row, column).expect("neighbours were coupled");
                let values = matrix.block_mut(&pattern, slot);
                for k in 0..m {
                    let own = &stiffness[(b * m + k) * c + a * m..][..m];
                    values[k * m..(k + 1) * m].iter_mut().zip(own).for_each(|(value, own)| *value += own);
                }
            }
        }
    }
    let n = pattern.unknowns();
    let mut factor = SymmetricFactor::new(&pattern, &matrix, n)?;
    factor.factorize(&matrix, 0.0, &matrix)?;
    let mut matrices = vec![vec![0.0; quantities * flank]; 2 * reach + 1];
    for first in (0..flank).step_by(WIDTH) {
        let columns = first..(first + WIDTH).min(flank);
        let mut x = vec![0.0; n * columns.len()];
        for j in columns.clone() {
            let own = &rows[j * c..(j + 1) * c];
            x[(j - first) * n..][..c].copy_from_slice(own);
        }
        factor.solve(&mut x)?;
        for j in columns {
            let x = &x[(j - first) * n..][..n];
            for (k, matrix) in matrices.iter_mut().enumerate() {
                let sector = (k as isize - reach as isize).rem_euclid(teeth as isize) as usize;
                let [left, right] = [sector, (sector + 1) % teeth].map(|at| &x[at * m..(at + 1) * m]);
                for i in 0..quantities {
                    let own = &rows[i * c..(i + 1) * c];
                    let sum = |part: &[f64], cut: &[f64]| part.iter().zip(cut).map(|(a, b)| a * b).sum::<f64>();
                    matrix[i * flank + j] = sum(&own[..m], left) + sum(&own[m..], right);
                }
            }
        }
    }
    for (whole, own) in matrices[reach].iter_mut().zip(&sector.own) {
        *whole += own;
    }
    Ok(matrices)
}

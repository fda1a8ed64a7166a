//! The steady-state response to harmonic loads, linearized about a state.
//!
//! ```text
//! (K + iω C − ω² M) u + Φ_qᵀ λ = f,     Φ_q u = 0,     q = q₀ + Re(u e^{iωt})
//! ```
//!
//! with the matrices of the modes, but without reduction: all unknowns remain, including the multipliers, and the
//! matrix is sparse. Rotations of spinning bodies are in world axes, as for the modes. If a drive excites the system,
//! its motion is on the right-hand side of its constraint. First-order and algebraic unknowns have their own amplitude
//! instead of u: their columns are C + iω M. Each frequency costs a factorization in an order that is determined once
//! (`linalg/sparse_lu.rs`), a solution and its iterative refinement: O(n) for a chain of n inertias. Channels follow by
//! their derivatives, which are computed once (`docs/theory.md`, frequency response).

use std::collections::HashMap;
use std::f64::consts::TAU;

pub use faer::c64;

use super::failure::{Failure, Reason};
use super::redundancy::{Redundancy, regularize_constraints};
use crate::linalg::block::BlockMatrix;
use crate::linalg::sparse_lu::{SparseLu, SparsityPattern};
use crate::math::{Mat3, Vec3};
use crate::system::node::POSE_UNKNOWNS;
use crate::system::{ChannelPlan, State, System, Weights};

/// A solution is accurate if the residual of each equation is below this fraction of its terms.
const RESIDUAL_TOLERANCE: f64 = 1e-14;
/// An elimination order is abandoned if the residual of its first solution exceeds this.
const REORDER_RESIDUAL: f64 = 1e-9;
/// Equations whose terms are below this fraction of the largest are not judged.
const UNDERFLOW: f64 = 1e-250;
/// The corresponding fraction with redundant constraints.
const REDUNDANT_ROW_FLOOR: f64 = 1e-12;
/// Maximum number of iterative refinements of one solution.
const MAX_REFINEMENTS: usize = 8;
/// Largest displacement of the nodes of a mesh for the differences of its channels, relative to the size of the mechanism.
const MESH_DISPLACEMENT: f64 = 1e-6;
/// A channel is linear if its slopes over a unit and over a thousandth agree to this.
const LINEAR: f64 = 1e-7;

const ZERO: c64 = c64::new(0.0, 0.0);
const I: c64 = c64::new(0.0, 1.0);

/// A harmonic load, identified by its element.
#[derive(Clone, Debug, PartialEq)]
pub struct HarmonicLoad {
    /// The element that prescribes it.
    pub element: String,
    /// Amplitude and phase as a complex number: the load is Re(amplitude · e^{iωt}).
    pub amplitude: c64,
}

/// The linearized system about a state, for any frequency.
pub struct Response<'s> {
    system: &'s System,
    time: f64,
    places: SparsityPattern,
    /// The derivatives of each entry with respect to position, velocity and acceleration.
    terms: Vec<[f64; 3]>,
    /// Compliance of multipliers that are not unique: entry and value.
    compliances: Vec<(usize, f64)>,
    /// For each unknown whether its amplitude is that of a velocity.
    first_order: Vec<bool>,
    channels: Vec<Vec<Slope>>,
    meshes: MeshChannels,
    lu: Option<SparseLu>,
    buffers: Buffers,
}

#[derive(Default)]
struct Buffers {
    values: Vec<c64>,
    soft: Vec<c64>,
    b: Vec<c64>,
    r: Vec<c64>,
    dx: Vec<c64>,
    sizes: Vec<f64>,
}

/// The state, for channels of meshes; and the first channel and number of each element on a mesh.
struct MeshChannels {
    state: State,
    ranges: Vec<(usize, usize)>,
}

/// Derivatives of a channel with respect to an unknown.
#[derive(Clone, Copy, Debug)]
struct Slope {
    unknown: usize,
    /// With respect to position, velocity and acceleration; for a multiplier only the first is used.
    by: [f64; 3],
}

impl<'s> Response<'s> {
    /// Linearises about a consistent state.
    pub fn about(system: &'s System, state: &State) -> Result<Self, Failure> {
        let n = system.motion_unknowns();
        let mut holds = vec![true; system.constraints()];
        system.active_constraints(state, &mut holds);
        let mut first_order = vec![false; system.unknowns()];
        system.signals().for_each(|place| first_order[place] = true);
        let mut matrix = BlockMatrix::new(system.pattern());
        let none =
            Weights { position: 0.0, velocity: 0.0, acceleration: 0.0, signal: 0.0, multiplier: 1.0, force_row: 1.0 };
        let still = vec![0.0; n];
        let mut of = |weights: Weights| {
            system.tangent(state, &still, &weights, &mut matrix);
            matrix.entries(system.pattern()).collect::<Vec<_>>()
        };
        let stiffness = of(Weights { position: 1.0, ..none });
        let damping = of(Weights::BY_VELOCITY);
        let mass = of(Weights { acceleration: 1.0, ..none });
        let spinning = spinning(system, state);
        let redundant = Redundancy::find(system, state).count > 0;
        let mut extra = vec![0.0; stiffness.len()];
        if redundant {
            system.tangent(state, &still, &Weights::INERTIAL, &mut matrix);
            let before: Vec<f64> = matrix.entries(system.pattern()).map(|entry| entry.2).collect();
            regularize_constraints(&mut matrix, system, &mut vec![0.0; system.constraints()]);
            for ((extra, before), (_, _, after)) in extra.iter_mut().zip(before).zip(matrix.entries(system.pattern())) {
                *extra = after - before;
            }
        }
        let mut places = SparsityPattern { unknowns: system.unknowns(), entries: Vec::new() };
        let (mut terms, mut compliances) = (Vec::new(), Vec::new());
        let mut entries: Vec<[f64; 3]> = Vec::with_capacity(stiffness.len());
        for (k, &(row, column, by_position)) in stiffness.iter().enumerate() {
            // Multipliers and active constraints are the same in all three, and count once.
            let once = column >= n || row >= n && holds[row - n];
            entries.push(if once { [by_position, 0.0, 0.0] } else { [by_position, damping[k].2, mass[k].2] });
        }
        if !spinning.is_empty() {
            let place: HashMap<(usize, usize), usize> =
                stiffness.iter().enumerate().map(|(k, &(row, column, _))| ((row, column), k)).collect();
            for spin in &spinning {
                for row in 0..system.unknowns() {
                    let Some(&x) = place.get(&(row, spin.first)) else { continue };
                    let three = [x, place[&(row, spin.first + 1)], place[&(row, spin.first + 2)]];
                    let turned = spin.in_world_axes(three.map(|k| entries[k]));
                    three.into_iter().zip(turned).for_each(|(k, by)| entries[k] = by);
                }
            }
        }
        for (k, &(row, column, _)) in stiffness.iter().enumerate() {
            let entry = entries[k];
            if entry == [0.0; 3] && extra[k] == 0.0 {
                continue;
            }
            if !entry.iter().all(|x| x.is_finite()) {
                let element = system.non_finite_element(state).unwrap_or_default();
                return Err(Failure { time: state.time, worst: element.clone(), element, reason: Reason::NonFinite });
            }
            if extra[k] != 0.0 {
                compliances.push((terms.len(), extra[k]));
            }
            places.entries.push((row as u32, column as u32));
            terms.push(entry);
        }
        let mut channels = slopes(system, state);
        for spin in &spinning {
            channels.iter_mut().for_each(|slopes| spin.turn(slopes));
        }
        Ok(Response {
            system,
            time: state.time,
            places,
            terms,
            compliances,
            first_order,
            channels,
            meshes: MeshChannels { state: state.clone(), ranges: on_meshes(system) },
            lu: None,
            buffers: Buffers::default(),
        })
    }

    /// The amplitudes f of the forces of loads, one entry per equation.
    pub fn forces(&self, state: &State, loads: &[HarmonicLoad]) -> Vec<c64> {
        let mut forces = vec![ZERO; self.system.unknowns()];
        let mut unit = vec![0.0; forces.len()];
        for HarmonicLoad { element, amplitude } in loads {
            unit.fill(0.0);
            self.system.unit_load(element, state, &mut unit);
            // Applied loads are negative in the residual.
            forces.iter_mut().zip(&unit).filter(|(_, unit)| **unit != 0.0).for_each(|(f, unit)| *f -= amplitude * unit);
        }
        forces
    }

    /// The amplitudes of all unknowns at a frequency in hertz: increments of positions, first-order and algebraic
    /// unknowns, multipliers.
    pub fn solve(&mut self, frequency: f64, forces: &[c64], x: &mut Vec<c64>) -> Result<(), Failure> {
        let omega = TAU * frequency;
        let weights = [c64::new(1.0, 0.0), I * omega, c64::new(-omega * omega, 0.0)];
        let of_first_order = [ZERO, c64::new(1.0, 0.0), I * omega];
        let Buffers { values, soft, b, r, dx, sizes } = &mut self.buffers;
        values.clear();
        for (&(_, column), by) in self.places.entries.iter().zip(&self.terms) {
            let w = if self.first_order[column as usize] { &of_first_order } else { &weights };
            values.push(w[0] * by[0] + w[1] * by[1] + w[2] * by[2]);
        }
        let n = self.places.unknowns;
        for buffers in [&mut *r, &mut *dx, &mut *x] {
            buffers.clear();
            buffers.resize(n, ZERO);
        }
        sizes.clear();
        sizes.resize(n, 0.0);
        soft.clear();
        if !self.compliances.is_empty() {
            soft.extend_from_slice(values);
            self.compliances.iter().for_each(|&(place, extra)| soft[place] += extra);
        }
        let factorized = if self.compliances.is_empty() { &*values } else { &*soft };
        let mut fresh = false;
        loop {
            if self.lu.is_none() {
                let singular = |row| Failure::at_unknown(self.system, self.time, row, Reason::Resonance { frequency });
                self.lu = Some(SparseLu::new(&self.places, factorized).map_err(singular)?);
                fresh = true;
            }
            let Some(lu) = &mut self.lu else { unreachable!("made above") };
            lu.factorize(factorized);
            x.fill(ZERO);
            b.clear();
            b.extend_from_slice(forces);
            let mut left = f64::INFINITY;
            for pass in 0..=MAX_REFINEMENTS {
                lu.solve(b, dx);
                x.iter_mut().zip(dx.iter()).for_each(|(x, dx)| *x += dx);
                self.places.residual(values, x, forces, r, sizes);
                // Values that underflow, as at the far end of a chain above its highest frequency, have no significant
                // digits. The same holds for rows of redundant constraints, which contain only round-off of the others.
                let floor = if self.compliances.is_empty() { UNDERFLOW } else { REDUNDANT_ROW_FLOOR };
                let least = floor * sizes.iter().fold(0.0_f64, |most, s| most.max(*s));
                let now = r.iter().zip(sizes.iter()).filter(|(_, s)| **s > least).map(|(r, s)| r.l1_norm() / s);
                let now = now.fold(0.0, |most: f64, part| if part.is_nan() { f64::NAN } else { most.max(part) });
                if now.is_nan() || pass == 0 && now > REORDER_RESIDUAL && !fresh {
                    left = f64::NAN;
                    break;
                }
                if now <= RESIDUAL_TOLERANCE || now > 0.5 * left {
                    left = left.min(now);
                    break;
                }
                left = now;
                b.copy_from_slice(r);
            }
            if left <= REORDER_RESIDUAL {
                return Ok(());
            }
            if fresh {
                let row = (0..n).max_by(|&i, &j| x[i].l1_norm().total_cmp(&x[j].l1_norm())).unwrap_or(0);
                return Err(Failure::at_unknown(self.system, self.time, row, Reason::Resonance { frequency }));
            }
            // The elimination order was determined for other values.
            self.lu = None;
        }
    }

    /// The amplitude of a channel, by its index in [`System::channels`], from those of the unknowns.
    pub fn channel(&self, place: usize, frequency: f64, x: &[c64]) -> c64 {
        if let Some(&(first, count)) =
            self.meshes.ranges.iter().find(|(first, count)| (*first..first + count).contains(&place))
        {
            // c + iω v − ω² a, its real part and its imaginary part.
            let turned: Vec<c64> = x.iter().map(|x| *x * -I).collect();
            return c64::new(
                self.along_motion((first, count, place), frequency, x),
                self.along_motion((first, count, place), frequency, &turned),
            );
        }
        let omega = TAU * frequency;
        self.channels[place].iter().fold(ZERO, |sum, Slope { unknown, by }| {
            let factor = if self.first_order[*unknown] {
                c64::new(by[1], omega * by[2])
            } else {
                c64::new(by[0] - omega * omega * by[2], omega * by[1])
            };
            sum + factor * x[*unknown]
        })
    }

    /// The derivative of a channel of a mesh along a motion, by a central difference: with respect to single nodes there would be as many
    /// evaluations as nodes. The largest of many stresses has none where all are zero, in an unloaded state: that of an oscillation about
    /// it is not harmonic.
    fn along_motion(&self, (first, count, place): (usize, usize, usize), frequency: f64, x: &[c64]) -> f64 {
        let (n, omega) = (self.system.motion_unknowns(), TAU * frequency);
        let is_position = |i: &usize| !self.first_order[*i];
        let largest = (0..n).filter(is_position).fold(0.0_f64, |most, i| most.max(x[i].re.abs()));
        if largest == 0.0 {
            return 0.0;
        }
        let h = MESH_DISPLACEMENT * self.system.length(&self.meshes.state) / largest;
        let shape: Vec<f64> = (0..n).map(|i| if is_position(&i) { x[i].re } else { 0.0 }).collect();
        let plan = ChannelPlan::new(self.system, &(first..first + count).collect::<Vec<_>>());
        let [low, high] = [-h, h].map(|h| {
            let mut moved = self.system.moved(&self.meshes.state, &shape, h);
            for i in 0..n {
                let (v, a) =
                    if is_position(&i) { (I * omega * x[i], -omega * omega * x[i]) } else { (x[i], I * omega * x[i]) };
                moved.v[i] += h * v.re;
                moved.dv[i] += h * a.re;
            }
            moved.multipliers.iter_mut().zip(&x[n..]).for_each(|(multiplier, x)| *multiplier += h * x.re);
            let mut out = vec![0.0; self.system.channels().len()];
            self.system.planned_channel_values(&plan, &moved, &mut out);
            out[place]
        });
        (high - low) / (2.0 * h)
    }
}

/// The first channel of each element on a mesh, and their number.
fn on_meshes(system: &System) -> Vec<(usize, usize)> {
    let mut first = 0;
    let mut found = Vec::new();
    for (set, _) in system.channel_owners() {
        let count = set.channels_each().len();
        if set.traits().on_mesh {
            found.push((first, count));
        }
        first += count;
    }
    found
}

/// A spinning body: the index of its rotations, its axes and its angular velocity in these.
struct Spinning {
    first: usize,
    axes: Mat3,
    spin: Mat3,
}

fn spinning(system: &System, state: &State) -> Vec<Spinning> {
    let nodes = (0..system.poses()).map(|node| {
        let first = POSE_UNKNOWNS * node + 3;
        let spin = Vec3::from_slice(&state.v[first..]).skew();
        Spinning { first, axes: state.pose(node).rotation.matrix(), spin }
    });
    nodes.filter(|node| node.spin != Vec3::zero().skew()).collect()
}

impl Spinning {
    /// Transforms derivatives with respect to increments θ in body axes, Ω and Ω̇ to those with respect to φ, φ̇ and φ̈
    /// in world axes: θ = Rᵀφ, δΩ = Rᵀφ̇, δΩ̇ = Rᵀφ̈ − Ω × Rᵀφ̇ (`analysis/linearize.rs`).
    fn in_world_axes(&self, by: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
        let of = |kind: usize| Vec3(std::array::from_fn(|j| by[j][kind]));
        let (k, c, m) = (of(0), of(1), of(2));
        let turned = [k, c - self.spin.transpose() * m, m].map(|v| self.axes * v);
        std::array::from_fn(|j| turned.map(|v| v[j]))
    }

    /// Transforms the slopes of a channel to world axes.
    fn turn(&self, slopes: &mut Vec<Slope>) {
        let mut by = [[0.0; 3]; 3];
        let mut any = false;
        slopes.retain(|slope| {
            let own = slope.unknown.checked_sub(self.first).filter(|j| *j < 3);
            if let Some(j) = own {
                (by[j], any) = (slope.by, true);
            }
            own.is_none()
        });
        if any {
            let turned = self.in_world_axes(by).into_iter().enumerate();
            slopes.extend(turned.map(|(j, by)| Slope { unknown: self.first + j, by }));
        }
    }
}

/// The derivatives of all channels: of an element with respect to its own unknowns, of instruments to all.
fn slopes(system: &System, state: &State) -> Vec<Vec<Slope>> {
    let mut moved = state.clone();
    let mut all = Vec::with_capacity(system.channels().len());
    for (set, element) in system.channel_owners() {
        let w = &set.connectivity()[element];
        let nodes = w.nodes[..w.node_count].iter();
        let placed = nodes.filter_map(|n| system.layout().velocity(*n).map(|k| k..k + n.unknowns())).flatten();
        let scalars = w.scalars[..w.scalar_count].iter().flatten().copied();
        let multipliers = (0..set.constraints_each()).map(|k| system.motion_unknowns() + w.multipliers + k);
        let mut unknowns: Vec<usize> = placed.chain(scalars).chain(multipliers).collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        let read = |state: &State, out: &mut [f64]| set.channels(element, state, out);
        all.extend(slopes_of(&read, set.channels_each().len(), &unknowns, state, &mut moved));
    }
    let of_elements = all.len();
    if of_elements < system.channels().len() {
        let unknowns: Vec<usize> = (0..system.unknowns()).collect();
        // Not those of elements, unless a formula contains them: the stresses of a mesh take long.
        let plan = ChannelPlan::new(system, &(of_elements..system.channels().len()).collect::<Vec<_>>());
        let read = |state: &State, out: &mut [f64]| system.planned_channel_values(&plan, state, out);
        let whole = slopes_of(&read, system.channels().len(), &unknowns, state, &mut moved);
        all.extend(whole.into_iter().skip(of_elements));
    }
    all
}

/// The derivatives of the values that `read` returns with respect to some unknowns; `moved` is a copy of the state.
fn slopes_of(
    read: &dyn Fn(&State, &mut [f64]),
    count: usize,
    unknowns: &[usize],
    state: &State,
    moved: &mut State,
) -> Vec<Vec<Slope>> {
    let (mut low, mut high) = (vec![0.0; count], vec![0.0; count]);
    let mut slopes: Vec<Vec<Slope>> = (0..count).map(|_| Vec::new()).collect();
    for &unknown in unknowns {
        let kinds = if unknown < state.v.len() { 3 } else { 1 };
        let mut by = vec![[0.0; 3]; count];
        for kind in 0..kinds {
            let mut over = |h: f64, out: &mut [f64]| {
                for (sign, values) in [(-1.0, &mut low), (1.0, &mut high)] {
                    shift(moved, state, unknown, kind, sign * h);
                    read(moved, values);
                }
                shift(moved, state, unknown, kind, 0.0);
                out.iter_mut().zip(low.iter().zip(&high)).for_each(|(o, (l, h2))| *o = (h2 - l) / (2.0 * h));
            };
            // If a channel is linear, a long difference has the least round-off; otherwise two short ones are
            // extrapolated.
            let mut tries = [1.0, 1e-3, 5e-4].map(|h| (h, vec![0.0; count]));
            tries.iter_mut().for_each(|(h, out)| over(*h, out));
            for (channel, by) in by.iter_mut().enumerate() {
                let [wide, near, nearer] = [0, 1, 2].map(|k| tries[k].1[channel]);
                let fine = (4.0 * nearer - near) / 3.0;
                let linear = (wide - fine).abs() <= LINEAR * wide.abs();
                by[kind] = if linear { wide } else { fine };
            }
        }
        for (channel, by) in by.into_iter().enumerate().filter(|(_, by)| *by != [0.0; 3]) {
            slopes[channel].push(Slope { unknown, by });
        }
    }
    slopes
}

/// Shifts one number of the state by `h`; zero restores it.
fn shift(moved: &mut State, state: &State, unknown: usize, kind: usize, h: f64) {
    let n = state.v.len();
    if unknown >= n {
        moved.multipliers[unknown - n] = state.multipliers[unknown - n] + h;
        return;
    }
    match kind {
        0 => {
            moved.restore_one(unknown, state);
            if h != 0.0 {
                moved.move_one(unknown, h);
            }
        }
        1 => moved.v[unknown] = state.v[unknown] + h,
        _ => moved.dv[unknown] = state.dv[unknown] + h,
    }
}

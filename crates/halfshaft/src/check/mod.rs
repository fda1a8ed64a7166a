//! The generic checks that every element must pass.
//!
//! A specimen is a system with free nodes and one element between them. At random states the checks compare the
//! derivatives of the element with finite differences of its plain numbers: a derivative is never checked against a
//! derivative. The checks themselves are tested by mutants that must fail them.

mod differences;
#[cfg(test)]
mod mutants;
mod random;
pub(crate) mod specimens;

use differences::{along_motion, by_unknowns, constraint_jacobian};
use random::Random;
pub use specimens::{Specimen, specimens};

use crate::linalg::block::BlockMatrix;
use crate::math::{Quaternion, Vec3};
use crate::system::distribution::evaluate_in_shares;
use crate::system::node::{POSE_COORDINATES, POSE_UNKNOWNS};
use crate::system::{ChannelPlan, ScalarKind, State, System, Weights};

/// Number of random states per specimen.
const STATES: usize = 8;
/// Maximum number of draws of a state until one is inside its modes.
const TRIES: usize = 100;

/// Property that an element must satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The matrix is the derivative of the residual through the integrator's update, with Φ_q.
    Tangent,
    /// Φ̇ and Φ̈ are the rates of Φ.
    ConstraintRates,
    /// The multipliers act through Φ_qᵀ λ.
    Reaction,
    /// Rotating and shifting the world rotates the forces and changes nothing else.
    FrameIndifference,
    /// Forces between nodes balance, and so do their moments.
    ActionReaction,
    /// Power of the forces = rate of the stored energy + dissipation − supply; dissipation is not negative.
    Energy,
    /// Evaluating twice gives the same bits.
    SameBits,
    /// Evaluating by several threads gives the same bits as by one.
    Threads,
    /// Channels and conditions that are evaluated together are those that are evaluated singly.
    Observation,
}

/// A check that failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// Which check.
    pub check: Check,
    /// The error, relative to the size of the compared values.
    pub error: f64,
}

/// Checks a specimen at random states and reports the failed checks, each at most once.
pub fn findings(specimen: &System) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for seed in 0..STATES {
        let mut random = Random::new(seed as u64);
        let case = Case::random(specimen, &mut random);
        for finding in examine(specimen, &case, &mut random) {
            if !found.iter().any(|f| f.check == finding.check) {
                found.push(finding);
            }
        }
    }
    found
}

/// Checks a specimen whose parts are in contact at its design position only, at random states within a distance of it.
#[cfg(test)]
pub(crate) fn findings_near_design(specimen: &System, distance: f64) -> Vec<Finding> {
    let near = |seed: usize| {
        let mut random = Random::new(seed as u64);
        let case = Case::near_design(specimen, &mut random, distance);
        examine(specimen, &case, &mut random)
    };
    (0..STATES).flat_map(near).collect()
}

fn examine(system: &System, case: &Case, random: &mut Random) -> Vec<Finding> {
    let traits = system.sets().iter().map(|s| s.traits()).collect::<Vec<_>>();
    let mut found = Vec::new();
    // Fourth-order differences over 2e-4 of smooth functions of size one: 1e-15 in theory and 1e-12 of round-off. The
    // rest is a margin for large coefficients; a wrong term has an error of its own size.
    let mut compare = |check: Check, pairs: &[(f64, f64)], tolerance: f64| {
        let scale = pairs.iter().fold(0.0_f64, |m, (a, b)| m.max(a.abs()).max(b.abs()));
        let error = pairs.iter().fold(0.0_f64, |m, (a, b)| if a.is_nan() { f64::NAN } else { m.max((a - b).abs()) });
        if error.is_nan() || error > tolerance * scale.max(1e-3) {
            found.push(Finding { check, error: error / scale.max(1e-3) });
        }
    };

    compare(Check::Tangent, &tangent(system, case), 1e-8);
    compare(Check::ConstraintRates, &constraint_rates(system, &case.state), 1e-8);
    // Friction is not a reaction; a joint with friction has the reaction of the joint without, which is checked too.
    if traits.iter().all(|t| !t.forces_depend_on_reactions) {
        compare(Check::Reaction, &reaction(system, &case.state), 1e-8);
    }
    if traits.iter().all(|t| t.frame_indifferent) {
        compare(Check::FrameIndifference, &frame_indifference(system, &case.state, random), 1e-11);
    }
    if traits.iter().all(|t| t.internal) {
        compare(Check::ActionReaction, &balance(system, &case.state), 1e-12);
    }
    compare(Check::Energy, &energy(system, &case.state), 1e-8);
    compare(Check::SameBits, &twice(system, &case.state), 0.0);
    compare(Check::Threads, &in_shares(system, case), 0.0);
    compare(Check::Observation, &observed(system, &case.state), 0.0);
    found
}

/// A random state, with the increment that led to it.
pub(crate) struct Case {
    pub from: Vec<f64>,
    pub increment: Vec<f64>,
    pub state: State,
    pub weights: Weights,
}

impl Case {
    /// A random state inside its modes: beyond a zero crossing of an event function, an element need not be meaningful.
    fn random(system: &System, random: &mut Random) -> Case {
        let mut event_functions = vec![0.0; system.event_functions()];
        let mut case = Case::anywhere(system, random);
        for _ in 0..TRIES {
            system.event_function_values(&case.state, &mut event_functions);
            if event_functions.iter().all(|event| *event >= 0.0) {
                break;
            }
            case = Case::anywhere(system, random);
        }
        case
    }

    /// A random state within a distance of the design position.
    #[cfg(test)]
    fn near_design(system: &System, random: &mut Random, distance: f64) -> Case {
        let mut case = Case::anywhere(system, random);
        let from = system.state().q;
        let increment: Vec<f64> = case.state.v.iter().map(|_| distance * random.number()).collect();
        case.state.set_moved(&from, &increment);
        Case { from, increment, ..case }
    }

    fn anywhere(system: &System, random: &mut Random) -> Case {
        let mut state = system.state();
        let poses = system.poses();
        for q in state.q.chunks_exact_mut(POSE_COORDINATES).take(poses) {
            let rotation = Quaternion::exp(random.vector(2.0));
            q[..3].copy_from_slice(&random.vector(1.0).0);
            q[3..].copy_from_slice(&rotation.0);
        }
        // The nodes of a mesh stay near their undeformed positions, where no cell is inverted.
        let near = system.has_meshes();
        for q in &mut state.q[poses * POSE_COORDINATES..] {
            *q = if near { *q + 0.1 * random.number() } else { random.number() };
        }
        for numbers in [&mut state.v, &mut state.dv, &mut state.multipliers] {
            numbers.iter_mut().for_each(|x| *x = random.number());
        }
        // Contacts of solids remember more the finer they are; their states are drawn independently of it.
        let mut of_meshes = Random::new(state.memory.len() as u64);
        let drawn = if near { &mut of_meshes } else { &mut *random };
        state.memory.iter_mut().for_each(|x| *x = drawn.number());
        let modes = system.sets().iter().filter(|s| !s.modes_each().is_empty());
        let counts = modes.flat_map(|s| s.connectivity().iter().map(|w| (w.mode, s.modes_each().len())));
        for (mode, count) in counts {
            state.modes[mode] = (random.number().abs() * count as f64) as usize % count;
        }
        let from = state.q.clone();
        let size = |i: usize| if near && i >= POSE_UNKNOWNS * poses { 0.1 } else { 0.7 };
        let increment: Vec<f64> = (0..state.v.len()).map(|i| size(i) * random.number()).collect();
        state.set_moved(&from, &increment);
        settle(system, &mut state);
        // The weights of a step of 0.1 s with ρ∞ = 0.8, rounded: no element may depend on their values.
        let weights = Weights {
            position: 1.0,
            velocity: 20.0,
            acceleration: 390.0,
            signal: 20.0,
            multiplier: 320.0,
            force_row: 1.0 / 320.0,
        };
        Case { from, increment, state, weights }
    }
}

/// Sets the multipliers of inactive constraints to the solutions of their own equations λ − f = 0.
fn settle(system: &System, state: &mut State) {
    let mut r = vec![0.0; system.unknowns()];
    system.residual(state, &mut r);
    for (multiplier, row) in state.multipliers.iter_mut().zip(&r[system.motion_unknowns()..]) {
        *multiplier -= row;
    }
    // Sets the rate of a first-order unknown to the solution of its equation, for the energy balance.
    let first = system.first_scalar();
    for (i, _) in system.scalar_kinds().enumerate().filter(|(_, kind)| *kind == ScalarKind::Flow) {
        let i = first + i;
        let mut row = |rate: f64| {
            state.dv[i] = rate;
            system.residual(state, &mut r);
            r[i]
        };
        let (none, one) = (row(0.0), row(1.0));
        state.dv[i] = if one == none { 0.0 } else { none / (none - one) };
    }
}

fn tangent(system: &System, case: &Case) -> Vec<(f64, f64)> {
    let n = system.unknowns();
    let mut matrix = BlockMatrix::new(system.pattern());
    system.tangent(&case.state, &case.increment, &case.weights, &mut matrix);
    let mut exact = vec![0.0; n * n];
    for (row, column, value) in matrix.entries(system.pattern()) {
        exact[column * n + row] += value;
    }
    exact.into_iter().zip(by_unknowns(system, case)).collect()
}

fn constraint_rates(system: &System, state: &State) -> Vec<(f64, f64)> {
    let m = system.constraints();
    let (mut phi, mut rate, mut second) = (vec![0.0; m], vec![0.0; m], vec![0.0; m]);
    system.constraint_values(state, &mut phi, &mut rate);
    system.constraint_second_rates(state, &mut second);
    let differences = along_motion(state, 2 * m, |s, out| {
        let (phi, rate) = out.split_at_mut(m);
        system.constraint_values(s, phi, rate);
    });
    let mut on_velocities = vec![false; m];
    system.on_velocities(&mut on_velocities);
    // A nonholonomic constraint is not the rate of a function; only its own rate can be compared.
    let pairs = rate.into_iter().chain(second).zip(differences).enumerate();
    pairs.filter(|(k, _)| *k >= m || !on_velocities[*k]).map(|(_, pair)| pair).collect()
}

fn reaction(system: &System, state: &State) -> Vec<(f64, f64)> {
    let jacobian = constraint_jacobian(system, state);
    let (n, m) = (system.motion_unknowns(), system.constraints());
    let (mut with, mut without) = (vec![0.0; n + m], vec![0.0; n + m]);
    system.residual(state, &mut with);
    let mut unloaded = state.clone();
    let mut active = vec![true; m];
    system.active_constraints(state, &mut active);
    // The multipliers of inactive constraints are the solutions of their own equations.
    unloaded.multipliers.iter_mut().zip(&active).filter(|(_, active)| **active).for_each(|(l, _)| *l = 0.0);
    system.residual(&unloaded, &mut without);
    // Equations of signals are not balances of forces.
    let signals: Vec<usize> = system.signals().collect();
    (0..n)
        .filter(|i| !signals.contains(i))
        .map(|i| {
            let expected: f64 = (0..m).filter(|&k| active[k]).map(|k| jacobian[i * m + k] * state.multipliers[k]).sum();
            (with[i] - without[i], expected)
        })
        .collect()
}

fn frame_indifference(system: &System, state: &State, random: &mut Random) -> Vec<(f64, f64)> {
    let turn = Quaternion::exp(random.vector(2.0));
    let (q, shift) = (turn.matrix(), random.vector(1.0));
    let mut turned = state.clone();
    for (i, pose) in turned.q.chunks_exact_mut(POSE_COORDINATES).take(system.poses()).enumerate() {
        let old = state.pose(i);
        pose[..3].copy_from_slice(&(q * old.position + shift).0);
        pose[3..].copy_from_slice(&turn.compose(old.rotation).0);
    }
    for point in turned.q[POSE_COORDINATES * system.poses()..].chunks_exact_mut(3).take(system.points()) {
        point.copy_from_slice(&(q * Vec3::from_slice(point) + shift).0);
    }
    let turn_vectors = |numbers: &mut [f64]| {
        let (of_poses, others) = numbers.split_at_mut(6 * system.poses());
        for three in of_poses.chunks_exact_mut(6).chain(others.chunks_exact_mut(3).take(system.points())) {
            let world = q * Vec3::from_slice(three);
            three[..3].copy_from_slice(&world.0);
        }
    };
    turn_vectors(&mut turned.v);
    turn_vectors(&mut turned.dv);

    let mut expected = everything(system, state);
    turn_vectors(&mut expected[..system.motion_unknowns()]);
    everything(system, &turned).into_iter().zip(expected).collect()
}

/// Residual, constraints, rates and energy in one vector.
fn everything(system: &System, state: &State) -> Vec<f64> {
    let (n, m) = (system.motion_unknowns(), system.constraints());
    let mut all = vec![0.0; n + 3 * m];
    let (r, rest) = all.split_at_mut(n + m);
    let (phi, rate) = rest.split_at_mut(m);
    system.residual(state, r);
    system.constraint_values(state, phi, rate);
    let e = system.energy(state);
    all.extend([e.kinetic, e.potential, e.dissipated, e.supplied]);
    all
}

fn balance(system: &System, state: &State) -> Vec<(f64, f64)> {
    let mut r = vec![0.0; system.unknowns()];
    system.residual(state, &mut r);
    let (mut force, mut moment, mut size) = (Vec3::zero(), Vec3::zero(), 0.0_f64);
    for (i, row) in r.chunks_exact(6).take(system.poses()).enumerate() {
        let pose = state.pose(i);
        let (f, torque) = (Vec3::from_slice(row), pose.rotation.matrix() * Vec3::from_slice(&row[3..]));
        force += f;
        moment += pose.position.cross(f) + torque;
        size = size.max(f.norm()).max(torque.norm());
    }
    let positions = state.q[POSE_COORDINATES * system.poses()..].chunks_exact(3);
    for (row, x) in r[6 * system.poses()..].chunks_exact(3).zip(positions).take(system.points()) {
        let f = Vec3::from_slice(row);
        force += f;
        moment += Vec3::from_slice(x).cross(f);
        size = size.max(f.norm());
    }
    // The magnitude of the forces is included, so that round-off is judged against it.
    let sums = force.0.into_iter().chain(moment.0).map(|sum| (sum, 0.0));
    sums.chain([(size, size)]).collect()
}

fn energy(system: &System, state: &State) -> Vec<(f64, f64)> {
    let (n, m) = (system.motion_unknowns(), system.constraints());
    let all = everything(system, state);
    let (r, rate) = (&all[..n], &all[n + 2 * m..n + 3 * m]);
    let no_power: f64 = system.signals().map(|i| r[i] * state.v[i]).sum();
    let power: f64 = r.iter().zip(&state.v).map(|(r, v)| r * v).sum::<f64>() - no_power;
    let through_constraints: f64 = rate.iter().zip(&state.multipliers).map(|(rate, l)| rate * l).sum();
    let now = system.energy(state);
    let stored_rate = along_motion(state, 1, |s, out| {
        let e = system.energy(s);
        out[0] = e.kinetic + e.potential;
    })[0];
    vec![
        (power - through_constraints, stored_rate + now.dissipated - now.supplied),
        (now.dissipated.min(0.0), 0.0),
        (power, power),
    ]
}

fn twice(system: &System, state: &State) -> Vec<(f64, f64)> {
    everything(system, state).into_iter().zip(everything(system, state)).collect()
}

/// Residual and tangent as several threads evaluate them, and as one does.
fn in_shares(system: &System, case: &Case) -> Vec<(f64, f64)> {
    let Case { increment, state, weights, .. } = case;
    let mut r = vec![0.0; system.unknowns()];
    system.residual(state, &mut r);
    let mut matrix = BlockMatrix::new(system.pattern());
    system.tangent(state, increment, weights, &mut matrix);
    let (shared, shared_matrix) = evaluate_in_shares(system, 3, state, increment, weights);
    let values = |matrix: &BlockMatrix| matrix.entries(system.pattern()).map(|entry| entry.2).collect::<Vec<_>>();
    let tangents = values(&matrix).into_iter().zip(values(&shared_matrix));
    // A sum of no terms and one of zeros may differ in the sign of zero.
    r.into_iter().zip(shared).chain(tangents).collect()
}

/// Channels and conditions as a run evaluates them, and singly.
fn observed(system: &System, state: &State) -> Vec<(f64, f64)> {
    let count = system.channels().len();
    let plan = ChannelPlan::new(system, &(0..count).collect::<Vec<_>>());
    let (mut together, mut singly) = (vec![0.0; count], vec![0.0; count]);
    let (mut conditions, mut single_conditions) = (vec![], vec![]);
    system.observe(&plan, state, &mut together, &mut conditions);
    system.channel_values(state, &mut singly);
    system.conditions(state, |_, condition| single_conditions.push(condition));
    let equal = (conditions.len() == single_conditions.len(), true);
    let pairs = conditions.iter().zip(&single_conditions).map(|(a, b)| (a == b, true)).chain([equal]);
    let as_numbers = pairs.map(|(found, wanted)| (f64::from(u8::from(found)), f64::from(u8::from(wanted))));
    together.into_iter().zip(singly).chain(as_numbers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::Universal;
    use crate::system::{Frame, NodeId};
    use std::path::{Path, PathBuf};

    /// With the ground, forces do not balance, so only the tangent can be checked.
    #[test]
    fn a_joint_on_the_ground_has_the_tangent_of_its_equations() {
        let grounded = |frame: Frame| Frame { node: NodeId::GROUND, ..frame };
        let systems = [
            specimens::between_frames(|a, b| Universal { a: grounded(a), b }),
            specimens::between_frames(|a, b| Universal { a, b: grounded(b) }),
        ];
        for system in systems {
            for seed in 0..STATES {
                let case = Case::random(&system, &mut Random::new(seed as u64));
                let pairs = tangent(&system, &case);
                let largest = pairs.iter().fold(0.0_f64, |m, (_, b)| m.max(b.abs()));
                assert!(largest > 0.1);
                pairs.iter().for_each(|(a, b)| assert!((a - b).abs() <= 1e-8 * largest, "{a} {b}"));
            }
        }
    }

    #[test]
    fn teeth_in_contact_pass_every_check() {
        for modes in [[3, 8], [7, 0], [0, 0]] {
            let system = crate::elements::contact::flanks::specimens::teeth(modes);
            let mut rows = vec![0.0; system.unknowns()];
            system.residual(&system.state(), &mut rows);
            assert!(rows[0].abs() > 1e-3 && rows[1].abs() > 1e-3, "{:?}", &rows[..6]);
            let found = findings_near_design(&system, 2e-3);
            assert!(found.is_empty(), "{modes:?}: {found:?}");
        }
    }

    #[test]
    fn clipped_faces_in_contact_pass_every_check() {
        use crate::elements::contact::solid::specimens::mortar;
        use crate::mesh::Cell::{Hex8, Hex20};
        for cells in [[Hex8, Hex8], [Hex20, Hex8]] {
            let system = mortar(cells[0], cells[1], 0.01, 1.0);
            let mut rows = vec![0.0; system.unknowns()];
            system.residual(&system.state(), &mut rows);
            assert!(rows.iter().any(|row| row.abs() > 1e-3), "{rows:?}");
            let found = findings_near_design(&system, 2e-3);
            assert!(found.is_empty(), "{cells:?}: {found:?}");
        }
    }

    /// The kinds that add nothing to the equations: sensors, and parts that their beam, solid or superelement builds.
    const WITHOUT_ELEMENTS: [&str; 8] = [
        "sensors::POINT",
        "sensors::RELATIVE",
        "sensors::FORCE",
        "solid::ATTACHED",
        "superelement::BOUNDARY_FRAME",
        "superelement::RECOVERED",
        "beam::NODE",
        "beam::ELEMENT",
    ];

    /// The sources below a folder.
    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
    }

    /// The module of a source, by its last name; keys and kinds belong to the module of the folder.
    fn module(source: &Path) -> &str {
        let stem = source.file_stem().unwrap().to_str().unwrap();
        let folder = source.parent().unwrap().file_name().unwrap().to_str().unwrap();
        if ["mod", "keys", "kinds"].contains(&stem) { folder } else { stem }
    }

    #[test]
    fn every_kind_is_examined() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let table = std::fs::read_to_string(root.join("check/specimens.rs")).unwrap();
        let mut kinds = 0;
        for source in sources(&root.join("elements")) {
            let (text, module) = (std::fs::read_to_string(&source).unwrap(), module(&source));
            let declared =
                text.lines().filter_map(|line| Some(line.strip_prefix("pub const ")?.split_once(": Kind =")?.0));
            for kind in declared.filter(|kind| !WITHOUT_ELEMENTS.contains(&format!("{module}::{kind}").as_str())) {
                let here = text.split("examined!(").skip(1).any(|examined| examined.contains(&format!("{kind} => ")));
                let row = [format!("{module}::{kind})"), format!("{module}::keys::{kind})")];
                assert!(here || row.iter().any(|row| table.contains(row)), "{module}::{kind} has no specimen");
                kinds += 1;
            }
        }
        assert!(kinds > 80, "{kinds}");
    }

    #[test]
    fn every_element_passes_every_check() {
        let found = specimens().into_iter().map(|Specimen { name, system, .. }| (name, findings(&system)));
        let failing: Vec<_> = found.filter(|(_, findings)| !findings.is_empty()).collect();
        assert!(failing.is_empty(), "{failing:#?}");
    }
}

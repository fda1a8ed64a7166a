//! Flexible bodies as the viewer shows them: their skins, and their deformation in a state.

use halfshaft::elements::solid::material::{principal, von_mises};
use halfshaft::math::{Mat3, Quaternion, Vec3};
use halfshaft::mesh::{self, MeshField};
use halfshaft::system::{State, System};
use halfshaft_results::flexible::{Deformed, Flexible, Scalar, Skin};

/// Most iterations for a mean rotation: they converge linearly, slowly for a flat body that has turned far.
const MAX_ITERATIONS: usize = 200;
/// Change of a rotation at which it has converged, in radians.
const CONVERGED: f64 = 1e-12;

/// The flexible bodies of a system in a state. The elements of a beam are one body; what contacts have on the surface of a solid is added to it.
pub(super) fn bodies(system: &System, state: &State) -> Vec<(String, MeshField)> {
    joined(system.fields(state))
}

/// The same for pictures, of which some have the nodes of the skin only.
pub(super) fn pictures(system: &System, state: &State) -> Vec<(String, MeshField)> {
    joined(system.pictures(state))
}

/// The same without the numbers at the nodes.
pub(super) fn shapes(system: &System, state: &State) -> Vec<(String, MeshField)> {
    let mut shapes = joined(system.shapes(state));
    for (_, shape) in &mut shapes {
        shape.scalars.clear();
        shape.tensors.clear();
    }
    shapes
}

/// The elements of a beam become one body.
fn joined(fields: Vec<(&str, MeshField)>) -> Vec<(String, MeshField)> {
    let mut bodies: Vec<(String, MeshField)> = vec![];
    let mut overlays = vec![];
    for (name, field) in fields {
        if !field.overlay.is_empty() {
            overlays.push(field);
            continue;
        }
        let of_beam = !field.surface.quads.is_empty();
        let name = name.rsplit_once("/element ").filter(|_| of_beam).map_or(name, |(beam, _)| beam);
        match bodies.last_mut() {
            Some((last, body)) if of_beam && last == name => append(body, field),
            _ => bodies.push((name.to_owned(), field)),
        }
    }
    for overlay in &overlays {
        bodies.iter_mut().find_map(|(_, body)| body.take_overlay(overlay).then_some(()));
    }
    bodies
}

/// Adds a further element to a beam. Numbers that one of them lacks are omitted.
fn append(beam: &mut MeshField, element: MeshField) {
    let first = beam.positions.len() as u32;
    let surface = &mut beam.surface;
    surface.quads.extend(element.surface.quads.iter().map(|quad| quad.map(|node| first + node)));
    surface.lines.extend(element.surface.lines.iter().map(|line| line.map(|node| first + node)));
    surface.outline.extend(element.surface.outline.iter().map(|line| line.map(|node| first + node)));
    surface.round &= element.surface.round;
    beam.positions.extend(element.positions);
    beam.displacements.extend(element.displacements);
    beam.scalars.retain(|(name, ..)| element.scalars.iter().any(|(other, ..)| other == name));
    for (name, _, values) in &mut beam.scalars {
        values.extend(element.scalars.iter().filter(|(other, ..)| other == name).flat_map(|(.., own)| own));
    }
}

/// The skins of flexible bodies, which do not change during a run.
pub(super) struct Skins {
    skins: Vec<mesh::Skin>,
    /// As the viewer takes them.
    pub flexible: Flexible,
    /// The rotation of each body in the last frame, from which the next one is found.
    pub rotations: Vec<Quaternion>,
}

impl Skins {
    /// Of bodies; `about` a state that is not the undeformed one, the points are where they are in it.
    pub fn of(bodies: &[(String, MeshField)], about: bool) -> Self {
        let mut flexible = Flexible::default();
        let mut skins = vec![];
        for (name, field) in bodies {
            let skin = mesh::Skin::of(field);
            let scalars =
                field.scalars.iter().map(|(name, unit, _)| place(&mut flexible.scalars, name, unit)).collect();
            let at = |node: usize| match about {
                true => field.positions[node] + field.displacements[node],
                false => field.positions[node],
            };
            let points = with_middles(&skin, |k| skin.nodes[k] as usize, at);
            flexible.skins.push(Skin {
                name: name.clone(),
                round: field.surface.round,
                points: points.iter().map(|x| x.0.map(|x| x as f32)).collect(),
                triangles: skin.triangles.clone(),
                lines: skin.lines.clone(),
                outline: skin.outline.clone(),
                scalars,
            });
            skins.push(skin);
        }
        let rotations = vec![Quaternion::IDENTITY; skins.len()];
        Skins { skins, flexible, rotations }
    }

    /// The deformation of each body, relative to its mean motion.
    pub fn deformed(&mut self, bodies: &[(String, MeshField)]) -> Vec<Deformed> {
        let each = bodies.iter().zip(&self.skins).zip(&mut self.rotations);
        each.map(|(((_, field), skin), last)| {
            let place = |k: usize| if field.skin_only { k } else { skin.nodes[k] as usize };
            let positions = with_middles(skin, place, |node| field.positions[node]);
            let displacements = with_middles(skin, place, |node| field.displacements[node]);
            let own: Vec<[Vec3; 2]> = positions.into_iter().zip(displacements).map(|(x, u)| [x, u]).collect();
            let (position, rotation) = mean_motion(&own[..skin.nodes.len()], *last);
            *last = rotation;
            let r = rotation.matrix();
            // u = Rᵀ (X + U − p) − X, written so that small displacements keep their digits.
            let displacement = |[x, u]: &[Vec3; 2]| r.transpose_times(*u - position + (*x - r * *x)).0;
            Deformed {
                motion: (position.0, rotation.0),
                displacements: own.iter().map(displacement).collect(),
                scalars: scalars(skin, field, place),
            }
        })
        .collect()
    }

    /// Displacements of the model frame, as those of a mode shape.
    pub fn displaced(&self, bodies: &[(String, MeshField)]) -> Vec<Deformed> {
        let each = bodies.iter().zip(&self.skins);
        let deformed = |((_, field), skin): (&(String, MeshField), &mesh::Skin)| {
            let place = |k: usize| skin.nodes[k] as usize;
            let displacements = with_middles(skin, place, |node| field.displacements[node]);
            Deformed {
                motion: ([0.0; 3], Quaternion::IDENTITY.0),
                displacements: displacements.iter().map(|u| u.0).collect(),
                scalars: scalars(skin, field, place),
            }
        };
        each.map(deformed).collect()
    }
}

/// Vectors at the nodes of a skin and behind them in the middles of its faces; `place` is where a node of the skin is in the field.
fn with_middles(skin: &mesh::Skin, place: impl Fn(usize) -> usize, at: impl Fn(usize) -> Vec3) -> Vec<Vec3> {
    let node = |k: usize| at(place(k));
    let middles = skin.middles.iter().map(|nodes| mesh::Skin::in_middle(nodes.map(|k| node(k as usize))));
    (0..skin.nodes.len()).map(node).chain(middles).collect()
}

/// The scalars of a field at the points of a skin.
///
/// In the middle of a face, equivalent and principal stresses are those of the mean stress of its corners, not the mean of theirs: on the
/// neutral axis of a bent body they vanish. Other scalars are the mean of the corners.
fn scalars(skin: &mesh::Skin, field: &MeshField, place: impl Fn(usize) -> usize) -> Vec<Vec<f64>> {
    let at_nodes = |values: &Vec<f64>| (0..skin.nodes.len()).map(|k| values[place(k)]).collect();
    let mut all: Vec<Vec<f64>> = field.scalars.iter().map(|(.., values)| at_nodes(values)).collect();
    let stresses = field.tensors.iter().find(|(name, ..)| *name == "stress").map(|(.., values)| values);
    for nodes in &skin.middles {
        let corners: [usize; 4] = std::array::from_fn(|k| place(nodes[k] as usize));
        let mean = |of: &dyn Fn(usize) -> f64| corners.iter().map(|&node| of(node)).sum::<f64>() / 4.0;
        let stress = stresses.map(|values| {
            let [xx, yy, zz, xy, yz, zx] = std::array::from_fn(|i| mean(&|node| values[node][i]));
            Mat3([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])
        });
        let own = stress.map(|stress| (von_mises(&stress), principal(&stress)));
        for ((name, _, values), all) in field.scalars.iter().zip(&mut all) {
            all.push(match (*name, own) {
                ("von_mises", Some((value, _))) => value,
                ("principal_1", Some((_, [value, ..]))) => value,
                ("principal_2", Some((_, [_, value, _]))) => value,
                ("principal_3", Some((.., [.., value]))) => value,
                _ => mean(&|node| values[node]),
            });
        }
    }
    all
}

/// The index of a scalar, added if it is new.
fn place(scalars: &mut Vec<Scalar>, name: &str, unit: &str) -> usize {
    scalars.iter().position(|scalar| scalar.name == name).unwrap_or_else(|| {
        scalars.push(Scalar { name: name.into(), unit: unit.into() });
        scalars.len() - 1
    })
}

/// The rigid motion nearest to the motion of points, given as undeformed positions and displacements: p + R X with the least sum of
/// squared distances.
///
/// R is found from a rotation nearby by turning it about Σ (R X) × x / |Σ (R X)·x| for each column of the moment matrix (Müller, Bender,
/// Chentanez & Macklin 2016, *A robust method to extract the rotational part of deformations*, eq. 7), which works for flat and straight
/// bodies as well.
fn mean_motion(points: &[[Vec3; 2]], near: Quaternion) -> (Vec3, Quaternion) {
    let count = points.len().max(1) as f64;
    let mean = |of: &dyn Fn(&[Vec3; 2]) -> Vec3| points.iter().fold(Vec3::zero(), |sum, p| sum + of(p)) * (1.0 / count);
    let (centre, moved) = (mean(&|[x, _]| *x), mean(&|[x, u]| *x + *u));
    // Columns of Σ (x − x̄) (X − X̄)ᵀ.
    let mut columns = [Vec3::zero(); 3];
    for [x, u] in points {
        let (from, to) = (*x - centre, *x + *u - moved);
        (0..3).for_each(|j| columns[j] += to * from[j]);
    }
    let size = columns.iter().map(|column| column.norm()).fold(0.0, f64::max);
    let mut q = near;
    for _ in 0..MAX_ITERATIONS {
        let r = q.matrix();
        let (mut turn, mut along) = (Vec3::zero(), 0.0);
        for (j, column) in columns.iter().enumerate() {
            turn += r.column(j).cross(*column);
            along += r.column(j).dot(*column);
        }
        let turn = turn * (1.0 / (f64::abs(along) + 1e-12 * size).max(f64::MIN_POSITIVE));
        q = Quaternion::exp(turn).compose(q);
        if turn.norm() < CONVERGED {
            break;
        }
    }
    (moved - q.matrix() * centre, q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_motion_of_a_rigid_body_is_its_motion() {
        let corners = |flat: f64| {
            (0..8).map(move |k| Vec3([f64::from(k & 1), f64::from(k >> 1 & 1) * 0.4, f64::from(k >> 2) * flat]))
        };
        let q = Quaternion::exp(Vec3([0.3, -1.1, 0.6]));
        let p = Vec3([5.0, -2.0, 1.0]);
        for flat in [0.2, 0.0] {
            let points: Vec<[Vec3; 2]> = corners(flat).map(|x| [x, p + q.matrix() * x - x]).collect();
            let (position, rotation) = mean_motion(&points, Quaternion::IDENTITY);
            assert!((position - p).norm() < 1e-9, "{position:?}");
            for (j, column) in [0, 1, 2].map(|j| rotation.matrix().column(j)).into_iter().enumerate() {
                assert!((column - q.matrix().column(j)).norm() < 1e-9, "{flat}: {column:?}");
            }
        }
    }

    #[test]
    fn what_is_added_to_a_rigid_motion_is_the_deformation() {
        // Stretching along an axis neither moves nor turns a body in the mean.
        let points: Vec<[Vec3; 2]> = (0..8)
            .map(|k| Vec3([f64::from(k & 1) - 0.5, f64::from(k >> 1 & 1) - 0.5, f64::from(k >> 2) - 0.5]))
            .map(|x| [x, Vec3([1e-3 * x[0], 0.0, 0.0])])
            .collect();
        let (position, rotation) = mean_motion(&points, Quaternion::exp(Vec3([0.0, 0.0, 0.2])));
        assert!(position.norm() < 1e-12 && (rotation.0[0].abs() - 1.0).abs() < 1e-12, "{rotation:?}");
    }

    #[test]
    fn the_middle_of_a_bent_face_lies_on_the_neutral_axis() {
        let mesh = mesh::structured::block([1.0; 3], [1; 3]).with_middles();
        let stresses: Vec<[f64; 6]> = mesh.positions.iter().map(|x| [x[2], 0.0, 0.0, 0.0, 0.0, 0.0]).collect();
        let field = MeshField {
            displacements: mesh.positions.iter().map(|x| Vec3([0.0, x[0] * x[2], 0.1])).collect(),
            scalars: vec![("von_mises", "Pa", stresses.iter().map(|stress| stress[0].abs()).collect())],
            tensors: vec![("stress", "Pa", stresses)],
            positions: mesh.positions,
            blocks: mesh.blocks,
            ..MeshField::default()
        };
        let bodies = [("bar".to_owned(), field)];
        let mut skins = Skins::of(&bodies, false);
        let deformed = skins.deformed(&bodies).remove(0);
        let points = &skins.flexible.skins[0].points;
        assert_eq!((points.len(), deformed.displacements.len()), (20 + 6, 20 + 6));
        for (x, value) in points.iter().zip(&deformed.scalars[0]) {
            assert!((value - f64::from(x[2].abs())).abs() < 1e-7, "{value} at {x:?}");
        }
        assert!(skins.flexible.skins[0].triangles.iter().flatten().all(|k| (*k as usize) < points.len()));
    }
}

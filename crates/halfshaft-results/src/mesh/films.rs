//! The rings between washers: oil films and dry contacts, with their pressure distribution.
//!
//! A squeeze film between parallel rings, with ambient pressure at both edges, has
//!
//! ```text
//! p(r) ∝ R_e² − r² − (R_e² − R_i²) ln(R_e/r) / ln(R_e/R_i)
//! ```
//!
//! (Reynolds' equation; without the last term for a disc). Asperities and dry faces have a uniform pressure.

use super::solids::{AROUND, directions, quad};
use super::{Mesh, rotated_back, subtract};
use crate::scene::Scene;
use std::f64::consts::PI;

/// Rings of quads from the inner to the outer edge.
const RINGS: usize = 10;

/// A ring that can carry a load.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    /// The index of its item in the scene.
    pub item: usize,
    /// The body it is attached to: the first of the item.
    pub body: Option<usize>,
    /// A flat ring, in the axes of the body about its centre of mass; in the model frame for the ground.
    pub mesh: Mesh,
    /// For each vertex of the mesh the oil pressure over its mean.
    pub oil: Vec<f64>,
    /// In m².
    pub area: f64,
}

/// The films and ring contacts of a scene.
pub fn films(scene: &Scene) -> Vec<Film> {
    let film = |(place, item): (usize, &crate::scene::Item)| {
        let number = |key: &str| item.numbers.get(key)?.first().copied();
        let outer = number("outer_radius").filter(|_| matches!(item.kind.as_str(), "film" | "rings"))?;
        let inner = number("inner_radius").unwrap_or(0.0);
        let (normal, point, body) = (item.axis?, *item.points.first()?, *item.on.first()?);
        let (ring, oil) = ring(inner, outer, item.kind == "film");
        let mut mesh = ring.placed(normal, point);
        if let Some(pose) = body.and_then(|body| scene.bodies.get(body)).map(|body| body.pose) {
            for point in &mut mesh.points {
                *point = rotated_back(pose.rotation, subtract(*point, pose.position));
            }
            mesh.normals.iter_mut().for_each(|normal| *normal = rotated_back(pose.rotation, *normal));
        }
        Some(Film { item: place, body, mesh, oil, area: PI * (outer * outer - inner * inner) })
    };
    scene.items.iter().enumerate().filter_map(film).collect()
}

/// A flat ring about z and the oil pressure at its vertices.
fn ring(inner: f64, outer: f64, squeezed: bool) -> (Mesh, Vec<f64>) {
    let (mut mesh, mut oil) = (Mesh::default(), vec![]);
    for row in 0..=RINGS {
        let radius = inner + (outer - inner) * row as f64 / RINGS as f64;
        for (x, y) in directions() {
            mesh.points.push([radius * x, radius * y, 0.0]);
            mesh.normals.push([0.0, 0.0, 1.0]);
            oil.push(if squeezed { spread(inner, outer, radius) } else { 1.0 });
        }
    }
    let place = |row: usize, i: usize| (row * AROUND + i % AROUND) as u32;
    for row in 0..RINGS {
        for i in 0..AROUND {
            quad(&mut mesh, [place(row, i), place(row + 1, i), place(row + 1, i + 1), place(row, i + 1)], true);
        }
    }
    (mesh, oil)
}

/// The pressure of a squeeze film at a radius, over its mean.
fn spread(inner: f64, outer: f64, radius: f64) -> f64 {
    let squares = outer * outer - inner * inner;
    let drop = outer * outer - radius * radius;
    if inner <= 0.0 {
        return 2.0 * drop / squares;
    }
    let log = (outer / inner).ln();
    // ∫ p dS = π/2 (R_e⁴ − R_i⁴ − (R_e² − R_i²)²/ln(R_e/R_i)), over the area π (R_e² − R_i²).
    let mean = (outer * outer + inner * inner - squares / log) / 2.0;
    (drop - squares * (outer / radius).ln() / log) / mean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pressure_is_that_of_the_surroundings_at_the_edges_and_one_on_average() {
        for inner in [0.0, 0.5, 0.97] {
            let steps = 20_000;
            let width = (1.0 - inner) / f64::from(steps);
            let sum: f64 = (0..steps)
                .map(|i| inner + (f64::from(i) + 0.5) * width)
                .map(|r| spread(inner, 1.0, r) * 2.0 * PI * r * width)
                .sum();
            // Midpoints of a smooth curve: the square of the width.
            assert!((sum / (PI * (1.0 - inner * inner)) - 1.0).abs() < 1e-6, "{inner} {sum}");
            assert!(spread(inner, 1.0, 1.0).abs() < 1e-9);
            assert!(inner == 0.0 || spread(inner, 1.0, inner).abs() < 1e-9);
        }
    }

    #[test]
    fn a_ring_lies_where_its_item_says() {
        let (mesh, oil) = ring(1.0, 2.0, true);
        assert_eq!((mesh.points.len(), mesh.triangles.len()), (oil.len(), 2 * RINGS * AROUND));
        let radii = mesh.points.iter().map(|p| p[0].hypot(p[1]));
        assert!(radii.clone().fold(f64::MAX, f64::min) > 1.0 - 1e-12 && radii.fold(0.0, f64::max) < 2.0 + 1e-12);
    }
}

//! Meshes of simple solids.

use super::Mesh;
use std::f64::consts::TAU;

/// Vertices around a circle: a chord deviates by 0.2 % of the radius.
pub(super) const AROUND: usize = 48;
const BALL_ROWS: usize = 16;

/// A cylinder along z about the origin, hollow if it has an inner radius.
pub(super) fn tube(inner: f64, outer: f64, length: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let half = length / 2.0;
    wall(&mut mesh, outer, half, true);
    if inner > 0.0 {
        wall(&mut mesh, inner, half, false);
    }
    for (z, up) in [(half, true), (-half, false)] {
        ring(&mut mesh, inner, outer, z, up);
    }
    mesh
}

pub(super) fn directions() -> impl Iterator<Item = (f64, f64)> {
    (0..AROUND).map(|i| (TAU * i as f64 / AROUND as f64).sin_cos()).map(|(sine, cosine)| (cosine, sine))
}

/// The side of a cylinder, seen from outside or from inside.
fn wall(mesh: &mut Mesh, radius: f64, half: f64, outside: bool) {
    let begin = mesh.points.len() as u32;
    let sign = if outside { 1.0 } else { -1.0 };
    for (x, y) in directions() {
        for z in [-half, half] {
            mesh.points.push([radius * x, radius * y, z]);
            mesh.normals.push([sign * x, sign * y, 0.0]);
        }
    }
    for i in 0..AROUND as u32 {
        let next = (i + 1) % AROUND as u32;
        quad(mesh, [begin + 2 * i, begin + 2 * next, begin + 2 * next + 1, begin + 2 * i + 1], outside);
    }
}

/// A flat ring at a height, or a full disc.
fn ring(mesh: &mut Mesh, inner: f64, outer: f64, z: f64, up: bool) {
    let begin = mesh.points.len() as u32;
    let normal = [0.0, 0.0, if up { 1.0 } else { -1.0 }];
    for (x, y) in directions() {
        for radius in [inner, outer] {
            mesh.points.push([radius * x, radius * y, z]);
            mesh.normals.push(normal);
        }
    }
    for i in 0..AROUND as u32 {
        let next = (i + 1) % AROUND as u32;
        let corners = [begin + 2 * i, begin + 2 * i + 1, begin + 2 * next + 1, begin + 2 * next];
        if inner > 0.0 {
            quad(mesh, corners, up);
        } else {
            triangle(mesh, [corners[0], corners[1], corners[2]], up);
        }
    }
}

/// A turned part: the polygon of radii and heights, about z.
pub(super) fn revolved(outline: &[[f64; 2]]) -> Mesh {
    let next = |i: usize| outline[(i + 1) % outline.len()];
    let area: f64 = (0..outline.len()).map(|i| outline[i][0] * next(i)[1] - next(i)[0] * outline[i][1]).sum();
    let mut mesh = Mesh::default();
    for (i, &a) in outline.iter().enumerate() {
        let b = next(i);
        // Anticlockwise, so that the right of each side is outside.
        let (a, b) = if area < 0.0 { (b, a) } else { (a, b) };
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        if length == 0.0 || (a[0] == 0.0 && b[0] == 0.0) {
            continue;
        }
        let begin = mesh.points.len() as u32;
        let (outward, up) = ((b[1] - a[1]) / length, (a[0] - b[0]) / length);
        for (x, y) in directions() {
            for [radius, height] in [a, b] {
                mesh.points.push([radius * x, radius * y, height]);
                mesh.normals.push([outward * x, outward * y, up]);
            }
        }
        for i in 0..AROUND as u32 {
            let next = (i + 1) % AROUND as u32;
            let corners = [begin + 2 * i, begin + 2 * next, begin + 2 * next + 1, begin + 2 * i + 1];
            match (a[0], b[0]) {
                (0.0, _) => triangle(&mut mesh, [corners[0], corners[2], corners[3]], true),
                (_, 0.0) => triangle(&mut mesh, [corners[0], corners[1], corners[2]], true),
                _ => quad(&mut mesh, corners, true),
            }
        }
    }
    mesh
}

/// A ball about the origin.
pub(super) fn ball(radius: f64) -> Mesh {
    let mut mesh = Mesh::default();
    for row in 0..=BALL_ROWS {
        let (flat, height) = (TAU / 2.0 * row as f64 / BALL_ROWS as f64).sin_cos();
        for (x, y) in directions() {
            let normal = [flat * x, flat * y, -height];
            mesh.points.push(normal.map(|n| radius * n));
            mesh.normals.push(normal);
        }
    }
    let place = |row: usize, i: usize| (row * AROUND + i % AROUND) as u32;
    for row in 0..BALL_ROWS {
        for i in 0..AROUND {
            let corners = [place(row, i), place(row, i + 1), place(row + 1, i + 1), place(row + 1, i)];
            if row > 0 {
                triangle(&mut mesh, [corners[0], corners[1], corners[2]], true);
            }
            if row + 1 < BALL_ROWS {
                triangle(&mut mesh, [corners[0], corners[2], corners[3]], true);
            }
        }
    }
    mesh
}

/// A cuboid about the origin.
pub(super) fn cuboid(size: [f64; 3]) -> Mesh {
    let mut mesh = Mesh::default();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for sign in [-1.0, 1.0] {
            let begin = mesh.points.len() as u32;
            for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                let mut point = [0.0; 3];
                (point[axis], point[u], point[v]) = (sign * size[axis] / 2.0, a * size[u] / 2.0, b * size[v] / 2.0);
                let mut normal = [0.0; 3];
                normal[axis] = sign;
                mesh.points.push(point);
                mesh.normals.push(normal);
            }
            quad(&mut mesh, [begin, begin + 1, begin + 2, begin + 3], sign > 0.0);
        }
    }
    mesh
}

pub(super) fn quad(mesh: &mut Mesh, [a, b, c, d]: [u32; 4], forward: bool) {
    triangle(mesh, [a, b, c], forward);
    triangle(mesh, [a, c, d], forward);
}

fn triangle(mesh: &mut Mesh, [a, b, c]: [u32; 3], forward: bool) {
    mesh.triangles.push(if forward { [a, b, c] } else { [a, c, b] });
}

#[cfg(test)]
mod tests {
    use super::super::{cross, dot, subtract};
    use super::*;
    use std::f64::consts::PI;

    /// Every triangle is oriented like the normals of its vertices.
    fn looks_outward(mesh: &Mesh) {
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|i| mesh.points[i as usize]);
            let face = cross(subtract(b, a), subtract(c, a));
            for corner in triangle {
                assert!(dot(face, mesh.normals[*corner as usize]) > 0.0, "{triangle:?}");
            }
        }
    }

    #[test]
    fn meshes_enclose_the_volume_of_their_solids() {
        // A polygon of n corners in a circle has the part sin(2π/n) / (2π/n) of its area.
        let polygon = (TAU / AROUND as f64).sin() / (TAU / AROUND as f64);
        for (mesh, volume, closeness) in [
            (tube(0.0, 2.0, 3.0), polygon * 12.0 * PI, 1e-12),
            (tube(1.0, 2.0, 3.0), polygon * 9.0 * PI, 1e-12),
            (cuboid([1.0, 2.0, 3.0]), 6.0, 1e-15),
            // A ring by its section, whichever way around that is given; a cone of radius 1 and height 3.
            (revolved(&[[1.0, 0.0], [2.0, 0.0], [2.0, 3.0], [1.0, 3.0]]), polygon * 9.0 * PI, 1e-12),
            (revolved(&[[1.0, 3.0], [2.0, 3.0], [2.0, 0.0], [1.0, 0.0]]), polygon * 9.0 * PI, 1e-12),
            (revolved(&[[0.0, 0.0], [1.0, 0.0], [0.0, 3.0]]), polygon * PI, 1e-12),
            // Both ways around a ball are polygons.
            (ball(2.0), 32.0 / 3.0 * PI, 0.02),
        ] {
            assert!((mesh.volume() / volume - 1.0).abs() <= closeness, "{} {volume}", mesh.volume());
            looks_outward(&mesh);
            let placed = mesh.clone().placed([1.0, -2.0, 0.5], [3.0, 4.0, 5.0]);
            assert!((placed.volume() / mesh.volume() - 1.0).abs() < 1e-12);
            looks_outward(&placed);
        }
    }
}
